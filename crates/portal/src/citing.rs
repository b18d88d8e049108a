//! What makes a page citable: a permanent address, a citation in words and as BibTeX, version and date, data for machines
//! (schema.org), a picture for sharing. It knows facts and addresses, and makes no pages.

use crate::catalogue::{Facts, RulesetFacts};
use crate::texts::{self, t};
use serde_json::{Value, json};

/// The day of the source that this portal was built from.
pub const DATE: &str = env!("LUDARIUM_DATE");

/// What a page says about itself.
#[derive(Clone, Debug, Default)]
pub struct Citation {
    /// The page's title, without the name of the portal.
    pub title: String,
    /// In a sentence, for search engines and previews.
    pub about: String,
    /// The whole permanent address.
    pub address: String,
    /// A short name of the description's exact text.
    pub version: String,
    pub text: String,
    pub bibtex: String,
    /// JSON-LD, safe between tags.
    pub data: String,
    /// The whole address of the picture for sharing.
    pub picture: String,
}

/// What is cited.
pub struct Cited<'a> {
    /// The name of the game, ruleset, position or reconstruction.
    pub title: String,
    pub about: String,
    /// Its address on this portal, from the first stroke.
    pub path: String,
    /// Where the board is drawn, as an address on this portal.
    pub picture: String,
    /// The stamp of the description.
    pub version: &'a str,
    pub facts: &'a Facts,
    pub ruleset: Option<&'a RulesetFacts>,
    /// A kind of schema.org: `Game`, `CreativeWork`, `Dataset`.
    pub kind: &'static str,
    /// What machines are told beside.
    pub more: Value,
}

/// The last part of a stamp names the text.
pub fn version(stamp: &str) -> String {
    let hash = blake3::hash(stamp.as_bytes()).to_hex();
    hash.as_str().chars().take(10).collect()
}

/// BibTeX has its own ideas about some characters.
pub fn bibtex_text(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '{' | '}' | '\\' => {}
            '&' | '%' | '$' | '#' | '_' => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}

fn span(facts: &Facts) -> Option<String> {
    let year = |y: i32| if y < 0 { format!("-{:04}", -y) } else { format!("{y:04}") };
    match (facts.first_year, facts.last_year) {
        (Some(a), Some(b)) if a != b => Some(format!("{}/{}", year(a), year(b))),
        (Some(a), _) => Some(year(a)),
        (None, _) => None,
    }
}

/// What schema.org has words for. Empty values are left out.
fn data(cited: &Cited<'_>, address: &str, picture: &str, version: &str) -> String {
    let f = cited.facts;
    let mut names = f.aliases.clone();
    names.extend(Some(f.byname.clone()).filter(|b| !b.is_empty()));
    let mut all = json!({
        "@context": "https://schema.org",
        "@type": cited.kind,
        "@id": address,
        "url": address,
        "name": cited.title,
        "alternateName": names,
        "description": cited.about,
        "image": picture,
        "version": version,
        "dateModified": DATE,
        "genre": texts::found(&format!("family.{}", f.family)),
        "temporalCoverage": span(f),
        "inLanguage": "en",
        "isAccessibleForFree": true,
        "publisher": { "@type": "Organization", "name": "Ludarium" },
        "isPartOf": { "@type": "Dataset", "name": t("cite.dataset") },
    });
    if cited.kind == "Game" && f.players > 0 {
        all["numberOfPlayers"] = json!({ "@type": "QuantitativeValue", "value": f.players });
    }
    if !f.author.is_empty() {
        all["creator"] = json!({ "@type": "Person", "name": f.author });
    }
    if let Some(point) = &f.point {
        all["spatialCoverage"] = json!({
            "@type": "Place",
            "name": if point.name.is_empty() { &f.region } else { &point.name },
            "geo": { "@type": "GeoCoordinates", "latitude": point.latitude, "longitude": point.longitude },
        });
    }
    let id = cited.ruleset.map_or(&f.id, |r| &r.id);
    if let Some(id) = id {
        all["identifier"] = json!(id);
    }
    if cited.ruleset.is_some() {
        all["isVariantOf"] = json!({ "@type": "Game", "name": f.title });
    }
    if let Some(r) = cited.ruleset.and_then(|r| r.reconstruction.as_ref()) {
        all["isBasedOn"] = r
            .based_on
            .iter()
            .map(|(name, id)| json!({ "@type": "Game", "name": name, "identifier": id }))
            .collect();
    }
    let sources: Vec<&str> = f.source.split("; ").filter(|s| !s.is_empty()).collect();
    if !sources.is_empty() {
        all["citation"] = json!(sources);
    }
    if let (Value::Object(all), Value::Object(more)) = (&mut all, &cited.more) {
        all.extend(more.clone());
        all.retain(|_, v| !v.is_null() && v != "" && v != &json!([]));
    }
    // Nothing in it may end the element that it stands in.
    all.to_string().replace('<', "\\u003c")
}

impl Citation {
    /// `origin`: how visitors reach the portal, `https://ludarium.example`.
    pub fn of(origin: &str, cited: &Cited<'_>) -> Citation {
        let version = version(cited.version);
        let address = format!("{origin}{}", cited.path);
        let picture = format!("{origin}{}", cited.picture);
        let year = DATE.get(..4).unwrap_or_default();
        let places: [(&str, &dyn std::fmt::Display); 5] = [
            ("title", &cited.title),
            ("date", &DATE),
            ("version", &version),
            ("address", &address),
            ("program", &env!("CARGO_PKG_VERSION")),
        ];
        let text = texts::with("cite.text", &places);
        let key: String = crate::search::words(&cited.title).concat().chars().take(40).collect();
        let bibtex = format!(
            "@misc{{ludarium-{key}-{version},\n  author = {{{{Ludarium contributors}}}},\n  title = {{{}}},\n  \
             year = {{{year}}},\n  howpublished = {{Ludarium {}}},\n  note = {{Version {version} of {DATE}}},\n  url = {{{address}}}\n}}\n",
            bibtex_text(&cited.title),
            env!("CARGO_PKG_VERSION"),
        );
        Citation {
            title: cited.title.clone(),
            about: cited.about.clone(),
            data: data(cited, &address, &picture, &version),
            address,
            picture,
            version,
            text,
            bibtex,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_citation_is_whole_and_safe() {
        let facts = Facts { title: "A </script> & Co".to_owned(), players: 2, ..Facts::default() };
        let cited = Cited {
            title: facts.title.clone(),
            about: "x".to_owned(),
            path: "/games/a".to_owned(),
            picture: "/share/a.png".to_owned(),
            version: "1",
            facts: &facts,
            ruleset: None,
            kind: "Game",
            more: json!({ "keywords": "y" }),
        };
        let citation = Citation::of("https://x.example", &cited);
        assert!(!citation.data.contains("</"), "{}", citation.data);
        let data: Value = serde_json::from_str(&citation.data).unwrap();
        assert_eq!(data["numberOfPlayers"]["value"], 2);
        assert_eq!(data["keywords"], "y");
        assert!(data.get("creator").is_none() && data.get("genre").is_none());
        assert!(
            citation.text.contains("https://x.example/games/a") && citation.text.contains(&citation.version)
        );
        assert!(citation.bibtex.contains("\\& Co"));
        assert_eq!(DATE.len(), 10);
    }
}

//! The words of the interface: all of them stand in one file, `texts/en.toml`, so that another language is another file.
//! Templates ask `crate::texts::t("home.play")`, scripts `import { t } from "/texts.js"`. A place `{name}` in a text is
//! filled in by [`with`]. It knows keys and words, and nothing of pages.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

const ENGLISH: &str = include_str!("../texts/en.toml");

/// Sections that scripts may read begin so; the others stay on the server.
const FOR_SCRIPTS: &str = "script";

static TEXTS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let mut texts = BTreeMap::new();
    match toml::from_str::<toml::Table>(ENGLISH) {
        Ok(table) => gather("", &table, &mut texts),
        // The file is part of the program; a test reads it, so that this is never seen by anybody.
        Err(why) => tracing::error!(%why, "the texts of the interface cannot be read"),
    }
    texts
});

fn gather(before: &str, table: &toml::Table, texts: &mut BTreeMap<String, String>) {
    for (name, value) in table {
        let key = if before.is_empty() { name.clone() } else { format!("{before}.{name}") };
        match value {
            toml::Value::String(text) => {
                texts.insert(key, text.clone());
            }
            toml::Value::Table(inner) => gather(&key, inner, texts),
            toml::Value::Integer(_)
            | toml::Value::Float(_)
            | toml::Value::Boolean(_)
            | toml::Value::Datetime(_)
            | toml::Value::Array(_) => {
                tracing::error!(key, "a text of the interface is not a text");
            }
        }
    }
}

/// The text with this key; the key itself where there is none, which a test finds.
pub fn t(key: &'static str) -> &'static str {
    TEXTS.get(key).map_or(key, String::as_str)
}

/// The text with a key that is only known while running, where there is one.
pub fn found(key: &str) -> Option<&'static str> {
    TEXTS.get(key).map(String::as_str)
}

/// The text with its places filled in.
pub fn with(key: &'static str, places: &[(&str, &dyn std::fmt::Display)]) -> String {
    let mut text = t(key).to_owned();
    for (name, value) in places {
        text = text.replace(&format!("{{{name}}}"), &value.to_string());
    }
    text
}

/// One place, which is named `n`; the key ends in `.one` where it is 1, else in `.many`.
pub fn count(key: &str, n: usize) -> String {
    let form = format!("{key}.{}", if n == 1 { "one" } else { "many" });
    found(&form).unwrap_or(key).replace("{n}", &n.to_string())
}

/// The module that scripts import: `t(key, {name: value})`, with every text of a section for scripts.
pub fn script() -> &'static str {
    static SCRIPT: LazyLock<String> = LazyLock::new(|| {
        let texts: BTreeMap<&str, &str> = TEXTS
            .iter()
            .filter_map(|(key, text)| {
                let rest = key.strip_prefix(FOR_SCRIPTS)?.strip_prefix('.')?;
                Some((rest, text.as_str()))
            })
            .collect();
        let mut out =
            String::from("// The words of the interface for scripts; they stand in texts/en.toml.\n");
        let _ = writeln!(out, "const TEXTS = {};", serde_json::to_string(&texts).unwrap_or_default());
        out += "export function t(key, places = {}) {\n  let text = TEXTS[key] ?? key;\n  \
                for (const [name, value] of Object.entries(places)) text = text.replaceAll(`{${name}}`, String(value));\n  \
                return text;\n}\n\
                export const count = (key, n) => t(`${key}.${n === 1 ? \"one\" : \"many\"}`, { n });\n";
        out
    });
    &SCRIPT
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Every text in quotes after one of the words that ask for a text.
    fn asked_for(folder: &Path, out: &mut BTreeSet<(String, String)>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                asked_for(&path, out);
                continue;
            }
            let kind = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_owned();
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let asks: &[&str] = match kind.as_str() {
                "html" | "rs" => &["texts::t(\"", "texts::with(\"", "texts::count(\""],
                "js" if text.contains("/texts.js") => &[" t(\"", "(t(\"", "{t(\"", "count(\""],
                _ => &[],
            };
            for ask in asks {
                for (at, _) in text.match_indices(ask) {
                    let rest = &text[at + ask.len()..];
                    let Some(end) = rest.find('"') else { continue };
                    let mut key = rest[..end].to_owned();
                    if kind == "js" {
                        key = format!("{FOR_SCRIPTS}.{key}");
                    }
                    if ask.contains("count") {
                        out.insert((format!("{key}.one"), path.display().to_string()));
                        key += ".many";
                    }
                    out.insert((key, path.display().to_string()));
                }
            }
        }
    }

    #[test]
    fn every_text_that_is_asked_for_is_there() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut asked = BTreeSet::new();
        for folder in ["src", "templates", "static"] {
            asked_for(&here.join(folder), &mut asked);
        }
        assert!(asked.len() > 5, "the test looks in the wrong place");
        let missing: Vec<_> =
            asked.iter().filter(|(key, file)| found(key).is_none() && !file.ends_with("texts.rs")).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn places_are_filled_in() {
        assert_eq!(with("games.page", &[("n", &2), ("all", &7)]), "page 2 of 7");
        assert_eq!(count("games.count", 1), "1 game");
        assert_eq!(count("games.count", 12), "12 games");
        assert!(script().contains("export function t(") && !script().contains("menu."));
    }
}

//! What makes a result something that can be cited: how it was made (seed, version, what was searched, under which address),
//! what the record itself says, who gave parts and where those are described, under which licence, and how to cite it.

use super::html::escape;
use super::{Case, Told};
use crate::donors::texts_of;
use crate::types::{Donor, DonorId};
use ludarium_engine::rng::mix;
use ludarium_play::State;
use serde::Serialize;
use std::fmt::Write;

/// How a run was made: all that is needed to make it again.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Run {
    /// Of the program.
    pub version: String,
    pub seed: u64,
    /// Of all descriptions that were searched, in their order.
    pub corpus: String,
    /// So many were searched.
    pub donors: usize,
    /// The options of the command line that make the same run again.
    pub options: Vec<String>,
}

impl Run {
    /// An address that is the same for the same run, and of no other.
    pub fn address(&self, case: &Case<'_>) -> String {
        let text = format!("{} {} {} {:?}", self.version, self.seed, self.corpus, self.options);
        let own = case.incomplete.term.stable_hash();
        let number = text.bytes().fold(mix(own), |hash, byte| mix(hash ^ u64::from(byte)));
        format!("urn:ludarium:reconstruction:{number:016x}")
    }
    fn title(case: &Case<'_>) -> String {
        format!("Reconstructions of {}", case.incomplete.name)
    }
    /// For LaTeX.
    pub fn bibtex(&self, case: &Case<'_>) -> String {
        let key: String = case.incomplete.name.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
        format!(
            "@misc{{ludarium-{}-{},\n  title = {{{}}},\n  author = {{{{Ludarium contributors}}}},\n  howpublished = {{Computed by Ludarium {}, seed {}, \
             corpus {}}},\n  note = {{{}}}\n}}\n",
            key.to_lowercase(),
            self.seed,
            Run::title(case),
            self.version,
            self.seed,
            self.corpus,
            self.address(case)
        )
    }
    /// The file that archives and hosts of code read.
    pub fn cff(&self, case: &Case<'_>) -> String {
        let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        format!(
            "cff-version: 1.2.0\nmessage: \"If you use these reconstructions, please cite them as below.\"\ntitle: {}\ntype: dataset\nauthors:\n  \
             - name: \"Ludarium contributors\"\nversion: {}\nabstract: {}\nidentifiers:\n  - type: other\n    value: {}\n",
            quoted(&Run::title(case)),
            quoted(&self.version),
            quoted(&format!(
                "Computed with seed {} from corpus {} ({} rulesets).",
                self.seed, self.corpus, self.donors
            )),
            quoted(&self.address(case))
        )
    }
}

/// One number for all donors and their order.
pub fn corpus_hash(donors: &[Donor]) -> String {
    let number = donors.iter().fold(0, |hash, donor| mix(hash ^ donor.term.stable_hash()));
    format!("{number:016x}")
}

/// What is said about licences.
pub const LICENCE: &str = "The program, and the descriptions that come with it, are under the MIT licence or the Apache licence 2.0, as you like. \
                           Parts that were borrowed from descriptions of other collections keep the licences of those collections.";

/// What the record says in its own words: heads of the metadata, and the texts.
pub fn record(case: &Case<'_>) -> Vec<(&'static str, String)> {
    let Some(metadata) = &case.incomplete.reading.expanded.metadata else { return Vec::new() };
    let all =
        [("description", "Description"), ("rules", "Rules"), ("origin", "Origin"), ("source", "Source")];
    let found = all.into_iter().filter_map(|(head, name)| {
        let text = texts_of(metadata, head).into_iter().find(|text| !text.trim().is_empty())?;
        Some((name, text))
    });
    found.collect()
}

/// The metadata of a result, as the language writes it.
pub fn metadata(case: &Case<'_>, told: &Told<'_>, name: &str) -> String {
    let plain = |text: &str| text.replace('"', "'").replace(['\n', '\r', '\t'], " ");
    let donors: Vec<String> = told
        .candidate
        .donors()
        .iter()
        .map(|&d| format!("{} [{}]", case.title_of(d), case.donors.get(d).key))
        .collect();
    let mut items = vec![
        format!(
            "(description \"{}\")",
            plain(&format!("{name}: a reconstruction computed from incomplete evidence."))
        ),
        format!("(credit \"{}\")", plain("Ludarium")),
    ];
    if let Some(run) = case.run {
        items.push(format!("(version \"{}\")", plain(&run.version)));
        items.push(format!("(publisher \"{}\")", plain(&run.address(case))));
    }
    if !donors.is_empty() {
        items.push(format!("(source \"{}\")", plain(&format!("Parts from {}.", donors.join("; ")))));
    }
    for (head, text) in record(case) {
        if head == "Rules" || head == "Origin" {
            items.push(format!("({} \"{}\")", head.to_lowercase(), plain(&text)));
        }
    }
    format!("(metadata (info {{ {} }}))", items.join(" "))
}

/// A picture of the board at the start.
pub(super) fn picture(told: &Told<'_>) -> String {
    let Some(game) = &told.game else { return String::new() };
    let svg = State::start(game, 1).svg(None);
    format!("<figure class=\"board\">{svg}</figure>\n")
}

/// The record, as a part of a page.
pub(super) fn record_html(case: &Case<'_>) -> String {
    let record = record(case);
    if record.is_empty() {
        return String::new();
    }
    let mut out = String::from("<h2>The record itself</h2>\n<dl>\n");
    for (name, text) in record {
        let _ = writeln!(out, "<dt><b>{name}</b></dt><dd>{}</dd>", escape(text.trim()));
    }
    out + "</dl>\n"
}

/// How it was made and how to cite it, as a part of a page.
pub(super) fn html(case: &Case<'_>, donors: &[DonorId]) -> String {
    let Some(run) = case.run else { return String::new() };
    let mut out = String::from("<h2>How this was made, and how to cite it</h2>\n");
    let _ = writeln!(
        out,
        "<p>Ludarium {}, seed {}, {} rulesets searched (corpus <code>{}</code>).<br>Permanent address: <code>{}</code><br>Made again by: \
         <code>ludarium reconstruct {}</code></p>\n<p>{LICENCE}</p>",
        escape(&run.version),
        run.seed,
        run.donors,
        run.corpus,
        run.address(case),
        escape(&run.options.join(" "))
    );
    let mut sources: Vec<String> = donors
        .iter()
        .map(|&id| {
            let donor = case.donors.get(id);
            let said = donor.facts.sources.join("; ");
            let said =
                if said.is_empty() { "no source is given in its description".to_owned() } else { said };
            format!("<li>{} [{}]: {}</li>", escape(&donor.title()), escape(&donor.key), escape(&said))
        })
        .collect();
    sources.sort();
    sources.dedup();
    if !sources.is_empty() {
        let _ = writeln!(
            out,
            "<h3>Who gave parts, and where they are described</h3>\n<ul>\n{}\n</ul>",
            sources.join("\n")
        );
    }
    let _ = writeln!(out, "<pre>{}</pre>", escape(&run.bibtex(case)));
    out
}

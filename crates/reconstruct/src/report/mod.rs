//! Pages and tables that tell what was reconstructed and why: every sentence of the rules with its origin, the scores
//! with their formulas, distances, the verdict, and how the results differ. Pure: values in, texts out.
//!
//! [`origin`] finds out where every clause of a result is from, [`page`] and [`index`] write HTML, [`table`] writes CSV.

pub mod cited;
pub mod html;
mod index;
pub mod origin;
mod page;
pub mod table;
mod uncertain;

pub use html::escape;
pub use index::index;
pub use page::{Parts, page, parts};
pub use uncertain::uncertain;

use crate::controls::Controls;
use crate::donors::Donors;
use crate::evidence::{Evidence, Tied};
use crate::holes::Incomplete;
use crate::hypotheses::Held;
use crate::policy::Applied;
use crate::posterior::Posterior;
use crate::scores::pages::Page;
use crate::scores::{Closeness, Total};
use crate::search::Found;
use crate::types::{Candidate, DonorId};
use ludarium_english::{Description, Document, Sentence, Style};
use ludarium_play::{Defines, Game, Reading, Selection, compile, read};
use origin::Origins;
use std::collections::BTreeSet;

/// Everything that a report is made of.
#[derive(Clone, Copy)]
pub struct Case<'c> {
    pub incomplete: &'c Incomplete,
    pub donors: &'c Donors,
    pub closeness: &'c Closeness<'c>,
    pub evidence: Option<(&'c Evidence, &'c Tied)>,
    pub found: &'c Found,
    /// Whether the published way of counting is shown beside ours.
    pub as_published: bool,
    /// Who could give parts.
    pub policy: Option<&'c Applied>,
    /// What was found where nothing is to be found.
    pub controls: Option<&'c Controls>,
    /// What may have stood in each unknown place.
    pub posterior: &'c [Posterior],
    /// Rulesets that were proposed, held against the evidence.
    pub hypotheses: &'c [Held],
    /// Published reconstructions of this game, worked out again.
    pub pages: &'c [Page],
    /// How the run was made.
    pub run: Option<&'c cited::Run>,
}

/// A result, read again as a game and told in English.
pub struct Told<'c> {
    pub candidate: &'c Candidate,
    pub reading: Reading,
    pub game: Option<Game>,
    pub document: Document,
    pub origins: Origins,
    pub total: Total,
}

impl<'c> Case<'c> {
    /// Reads all results and tells their rules.
    pub fn tell(&self) -> Vec<Told<'c>> {
        self.found.results.iter().filter_map(|candidate| self.tell_one(candidate)).collect()
    }

    fn tell_one(&self, candidate: &'c Candidate) -> Option<Told<'c>> {
        let name = &self.incomplete.name;
        let reading = read(name, &candidate.text, &Defines::none(), &Selection::default());
        let game = compile(&reading).ok();
        let checked = reading.game.as_ref()?;
        let description = Description { game: checked, tree: &reading.expanded.game, board: game.as_deref() };
        let document = ludarium_english::rules(&description, Style::Plain);
        let tied = self.evidence.map(|(_, tied)| tied);
        let origins = Origins::of(&self.incomplete.term, &candidate.fills, tied, &reading.expanded.game);
        let confidence = |n: usize| {
            self.evidence.and_then(|(e, _)| e.statements.get(n)).map_or(0.0, |statement| statement.confidence)
        };
        let ludemes = origins.ludemes(&reading.expanded.game, &confidence);
        let total = Total::of(candidate, &self.donors.list, self.closeness, ludemes, self.as_published);
        Some(Told { candidate, reading, game, document, origins, total })
    }

    /// `Chess / Standard`
    pub fn title_of(&self, donor: DonorId) -> String {
        self.donors.get(donor).title()
    }
}

/// All pages by the names of their files, the index among them.
pub fn files(case: &Case<'_>, all: &[Told<'_>]) -> Vec<(String, String)> {
    let mut files = vec![("index.html".to_owned(), index(case, all))];
    files.extend((0..all.len()).map(|at| (file_name(at), page(case, all, at))));
    files
}

/// The name of a result: `Samantsy 2`.
pub fn result_name(incomplete: &Incomplete, at: usize) -> String {
    format!("{} {}", incomplete.name, at + 1)
}

/// The file of a result's page.
pub fn file_name(at: usize) -> String {
    format!("result-{:02}.html", at + 1)
}

/// Every sentence of a document, in order, lists included.
pub fn sentences(document: &Document) -> Vec<&Sentence> {
    let mut found = Vec::new();
    for section in &document.sections {
        let mut todo: Vec<&Sentence> = section.sentences.iter().rev().collect();
        while let Some(sentence) = todo.pop() {
            found.push(sentence);
            todo.extend(sentence.more.iter().rev());
            todo.extend(sentence.list.iter().rev());
        }
    }
    found
}

/// What the second result says that the first does not, in its order.
pub fn differences<'d>(mine: &Document, other: &'d Document) -> Vec<&'d str> {
    let here: BTreeSet<&str> = sentences(mine).into_iter().map(|s| s.text.as_str()).collect();
    let mut seen = BTreeSet::new();
    let texts = sentences(other).into_iter().map(|s| s.text.as_str());
    texts.filter(|text| !here.contains(text) && seen.insert(*text)).collect()
}

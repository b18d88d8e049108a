//! `Like Chess, except …`: a game whose rules are near those of a known one is told by what differs. Compares finished
//! texts, sentence by sentence, and so needs no knowledge of rules.

use ludarium_english::{Document, Sentence, readability};
use std::collections::BTreeSet;

/// A known game that is near, and what is different here.
#[derive(Clone, Debug, PartialEq)]
pub struct Likeness {
    pub title: String,
    /// The share of sentences that the two have in common, 0 to 1.
    pub share: f64,
    /// What is said here and not there.
    pub except: Vec<String>,
    /// What is said there and does not hold here.
    pub without: Vec<String>,
}

/// Less in common than this and a list of differences is longer than the rules.
const NEAR: f64 = 0.6;
/// More differences than this and nobody reads them.
const MOST: usize = 12;

/// The nearest of some known games, if any is near.
pub fn like<'d>(document: &Document, known: impl IntoIterator<Item = &'d Document>) -> Option<Likeness> {
    let here = told(document);
    let mut best: Option<Likeness> = None;
    for other in known {
        if other.title == document.title {
            continue;
        }
        let there = told(other);
        let common: BTreeSet<&String> = here.iter().filter(|s| there.contains(*s)).collect();
        let all = here.len() + there.len() - common.len();
        let share = common.len() as f64 / all.max(1) as f64;
        let missing = |a: &[String], b: &[String]| -> Vec<String> {
            a.iter().filter(|s| !b.contains(*s)).cloned().collect()
        };
        let (except, without) = (missing(&here, &there), missing(&there, &here));
        let near = share >= NEAR && except.len() <= MOST && without.len() <= MOST;
        if near && here.len() >= 8 && best.as_ref().is_none_or(|b| share > b.share) {
            best = Some(Likeness { title: other.title.clone(), share, except, without });
        }
    }
    best
}

/// Every sentence once, in order.
fn told(document: &Document) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut todo: Vec<&Sentence> =
        document.sections.iter().flat_map(|s| &s.sentences).collect::<Vec<_>>().into_iter().rev().collect();
    while let Some(sentence) = todo.pop() {
        for text in readability::split(&sentence.text) {
            if !out.contains(&text) {
                out.push(text);
            }
        }
        todo.extend(sentence.more.iter().rev());
        todo.extend(sentence.list.iter().rev());
    }
    out
}

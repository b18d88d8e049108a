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
const NEAR: f64 = 0.5;
/// More differences than this and nobody reads them.
const MOST: usize = 12;
/// Differences with more words than this share of the rules are no shorter way to tell them.
const SHORTER: f64 = 0.4;
/// Fewer rules than this and the differences are no shorter than the rules.
const FEWEST: usize = 8;
/// A list of at most so many words is compared as a whole.
const WHOLE: usize = 60;

/// The nearest of some known games, if any is near. Of two that are alike, the one that has more in common with the other
/// known games is the model and the other the variant, so that no game is told by a variant of it.
pub fn like<'d>(document: &Document, known: impl IntoIterator<Item = &'d Document>) -> Option<Likeness> {
    let here = told(document);
    if here.len() < FEWEST {
        return None;
    }
    let all: Vec<(&str, Vec<String>)> = known
        .into_iter()
        .filter(|other| other.title != document.title)
        .map(|other| (other.title.as_str(), told(other)))
        .collect();
    // How much a text has in common with all others together: the model of a family has the most.
    let central = |of: &[String], title: &str| -> f64 {
        all.iter().filter(|(other, _)| *other != title).map(|(_, other)| share(of, other)).sum()
    };
    let own = central(&here, &document.title);
    let mut best: Option<Likeness> = None;
    for (title, there) in &all {
        let share = share(&here, there);
        if share < NEAR || best.as_ref().is_some_and(|b| share <= b.share) {
            continue;
        }
        // Each is compared with the others but not with itself; what the two share counts for both.
        let theirs = central(there, title) + share;
        let even = (theirs - own).abs() < 1e-9;
        if theirs < own && !even || even && *title > document.title.as_str() {
            continue;
        }
        let missing = |a: &[String], b: &[String]| -> Vec<String> {
            a.iter().filter(|s| !b.contains(*s)).cloned().collect()
        };
        let (except, without) = (missing(&here, there), missing(there, &here));
        let plain = except.iter().chain(&without).all(|line| stands_alone(line));
        let words = |lines: &[String]| lines.iter().map(|l| readability::words(l)).sum::<usize>() as f64;
        let short = words(&except) + words(&without) <= SHORTER * words(&here);
        if plain && short && except.len() <= MOST && without.len() <= MOST {
            best = Some(Likeness { title: title.to_string(), share, except, without });
        }
    }
    best
}

/// The share of sentences in common.
fn share(a: &[String], b: &[String]) -> f64 {
    let there: BTreeSet<&String> = b.iter().collect();
    let common = a.iter().filter(|s| there.contains(s)).count();
    common as f64 / (a.len() + b.len() - common).max(1) as f64
}

/// Can it be understood without the sentences around it? Not if it names a part that is told elsewhere under a letter.
fn stands_alone(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let letter = |w: &str| {
        let bare = w.trim_end_matches([',', '.', ':', ';', ')']);
        bare.len() <= 2 && !bare.is_empty() && bare.chars().all(|c| c.is_ascii_uppercase())
    };
    !words.windows(2).any(|w| letter(w[1]) && w[0].chars().all(|c| c.is_ascii_lowercase()))
        && !line.contains("tanding rule")
        && !line.contains("These rules are used in more than one place")
}

/// Every rule once, in order: a sentence with what continues it, a short list as a whole.
fn told(document: &Document) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for section in &document.sections {
        collect(&section.sentences, &mut out);
    }
    let mut seen = BTreeSet::new();
    out.retain(|text| seen.insert(text.clone()));
    out
}

fn collect(sentences: &[Sentence], out: &mut Vec<String>) {
    for (index, sentence) in sentences.iter().enumerate() {
        let whole = joined(sentence);
        if !sentence.list.is_empty() && readability::words(&whole) > WHOLE {
            for text in readability::split(&sentence.text) {
                push(&text, index > 0, out);
            }
            collect(&sentence.list, out);
            collect(&sentence.more, out);
            continue;
        }
        if sentence.list.is_empty() {
            for (part, text) in readability::split(&sentence.text).into_iter().enumerate() {
                push(&text, index > 0 || part > 0, out);
            }
            collect(&sentence.more, out);
        } else {
            push(&whole, index > 0, out);
        }
    }
}

/// `Then …` and `Otherwise …` belong to what stands before them.
fn push(text: &str, follows: bool, out: &mut Vec<String>) {
    let continues = ["Then", "Otherwise", "Also,", "This is possible only if", "After any of these", "If so"];
    match out.last_mut() {
        Some(last) if follows && continues.iter().any(|c| text.starts_with(c)) => {
            last.push(' ');
            last.push_str(text);
        }
        Some(_) | None => out.push(text.to_string()),
    }
}

/// A sentence with its list on one line.
fn joined(sentence: &Sentence) -> String {
    let mut text = sentence.text.clone();
    let items: Vec<String> =
        sentence.list.iter().map(|item| joined(item).trim_end_matches('.').to_string()).collect();
    if !items.is_empty() {
        text = format!("{text} {}.", items.join("; "));
    }
    for more in &sentence.more {
        text = format!("{text} {}", joined(more));
    }
    text
}

//! The vocabulary arranged for looking things up by the word a clause begins with.

use ludarium_ludemes::ty::same_word;
use ludarium_ludemes::{Ludeme, Ty, plain_name};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// An entry, ready for matching.
pub struct Entry {
    pub ludeme: &'static Ludeme,
    /// The words that must follow the head.
    pub keywords: Vec<&'static str>,
}

/// Entries by head, in the order in which they are tried.
pub struct Vocabulary {
    entries: Vec<Entry>,
    by_head: FxHashMap<&'static str, Vec<u16>>,
}

/// The one vocabulary, arranged on first use.
pub fn vocabulary() -> &'static Vocabulary {
    static VOCABULARY: OnceLock<Vocabulary> = OnceLock::new();
    VOCABULARY.get_or_init(|| {
        let mut entries = Vec::new();
        let mut by_head: FxHashMap<&'static str, Vec<u16>> = FxHashMap::default();
        for ludeme in ludarium_ludemes::all() {
            let keywords = ludeme.keyword.map_or_else(Vec::new, |k| k.split(' ').collect());
            by_head.entry(plain_name(ludeme.head)).or_default().push(entries.len() as u16);
            entries.push(Entry { ludeme, keywords });
        }
        // Longer keywords first: `(square Diamond 5)` is tried with its keyword before it is tried without.
        for list in by_head.values_mut() {
            list.sort_by_key(|&e| std::cmp::Reverse(entries[e as usize].keywords.len()));
        }
        Vocabulary { entries, by_head }
    })
}

impl Vocabulary {
    pub fn entry(&self, index: u16) -> &Entry {
        &self.entries[index as usize]
    }

    /// The entries whose clauses begin with this word.
    pub fn of_head(&self, head: &str) -> &[u16] {
        self.by_head.get(plain_name(head)).map_or(&[], Vec::as_slice)
    }

    /// Every head, as written, sorted.
    pub fn heads(&self) -> Vec<&'static str> {
        let mut heads: Vec<_> = self.entries.iter().map(|e| e.ludeme.head).collect();
        heads.sort_unstable();
        heads.dedup();
        heads
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

/// Those of `choices` that look like `word`, best first, at most three.
pub fn similar<'a>(word: &str, choices: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let lower = word.to_lowercase();
    let limit = (word.chars().count() / 3).max(1);
    let mut found: Vec<(usize, &str)> = Vec::new();
    for choice in choices {
        let distance = if same_word(choice, word) {
            0
        } else {
            strsim::damerau_levenshtein(&lower, &choice.to_lowercase())
        };
        if distance <= limit && !found.iter().any(|(_, c)| *c == choice) {
            found.push((distance, choice));
        }
    }
    found.sort();
    found.truncate(3);
    found.into_iter().map(|(_, choice)| choice).collect()
}

/// The words that a parameter of this type takes, for suggestions.
pub fn words_of(ty: Ty) -> Vec<&'static str> {
    use ludarium_ludemes::enums::{ABSOLUTE_DIRECTION, COMPASS_DIRECTION, RELATIVE_DIRECTION};
    let defs: &[&'static ludarium_ludemes::EnumDef] = match ty {
        Ty::Enum(def) => &[def],
        Ty::Direction => &[&ABSOLUTE_DIRECTION, &RELATIVE_DIRECTION],
        Ty::Facing => &[&COMPASS_DIRECTION],
        Ty::Bool | Ty::BoolLit => return vec!["True", "False"],
        _ => &[],
    };
    defs.iter().flat_map(|def| def.values.iter().map(|(word, _)| *word)).collect()
}

//! Finding what a designer means: ludemes, definitions of the library and devices, by name, by the words that people
//! use for them (`synonyms.txt`), and by what is written beside them. It knows words; what an entry means stands
//! beside the entry. The command line and the portal both ask here.

use crate::devices::{Device, devices};
use ludarium_check::reference;
use ludarium_ludemes::concept::Rule;
use ludarium_ludemes::{Ludeme, all, plain_name};
use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

const SYNONYMS: &str = include_str!("synonyms.txt");

/// Something that can be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    Ludeme(&'static Ludeme),
    Definition(&'static Definition),
    Device(&'static Device),
}

/// A definition of the library with the comment above it.
#[derive(Debug, PartialEq, Eq)]
pub struct Definition {
    pub name: &'static str,
    pub doc: String,
    /// The file it stands in.
    pub file: &'static str,
}

impl Entry {
    /// The name by which tables refer to it: a ludeme's id, a definition in quotes, `device:` and a mark.
    pub fn id(&self) -> String {
        match self {
            Entry::Ludeme(ludeme) => ludeme.id.to_owned(),
            Entry::Definition(definition) => format!("\"{}\"", definition.name),
            Entry::Device(device) => format!("device:{}", device.mark),
        }
    }

    /// What it is, in full.
    pub fn doc(&self) -> &'static str {
        match self {
            Entry::Ludeme(ludeme) => ludeme.doc,
            Entry::Definition(definition) => &definition.doc,
            Entry::Device(device) => &device.doc,
        }
    }

    /// How it is written, where that is short.
    pub fn example(&self) -> Option<&'static str> {
        match self {
            Entry::Ludeme(ludeme) => Some(ludeme.example),
            Entry::Definition(_) => None,
            Entry::Device(device) => Some(device.example()),
        }
    }
}

/// Why something was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It goes by this name.
    Name,
    /// Designers call it so.
    Called(&'static str),
    /// These words stand in its explanation.
    Explained(Vec<String>),
}

/// Something found, with the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub entry: Entry,
    pub reason: Reason,
}

/// The definitions of the library, by name.
pub fn definitions() -> &'static [Definition] {
    static DEFINITIONS: OnceLock<Vec<Definition>> = OnceLock::new();
    DEFINITIONS.get_or_init(|| {
        let mut found = Vec::new();
        for file in ludarium_library::define_files() {
            let mut comment: Vec<&str> = Vec::new();
            for line in file.text.lines() {
                if let Some(text) = line.strip_prefix("//") {
                    comment.push(text.trim_start_matches('/').trim());
                } else if let Some(rest) = line.strip_prefix("(define \"") {
                    let name = rest.split('"').next().unwrap_or("");
                    found.push(Definition { name, doc: comment.join(" "), file: file.name });
                    comment.clear();
                } else {
                    comment.clear();
                }
            }
        }
        found.sort_by_key(|definition| definition.name);
        found
    })
}

/// The definition with this name.
pub fn definition(name: &str) -> Option<&'static Definition> {
    definitions().iter().find(|definition| definition.name == name)
}

/// The entry that a table names.
pub fn entry(id: &str) -> Option<Entry> {
    if let Some(name) = id.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        return definition(name).map(Entry::Definition);
    }
    if let Some(mark) = id.strip_prefix("device:") {
        return crate::devices::device(mark).map(Entry::Device);
    }
    all().find(|ludeme| ludeme.id == id).map(Entry::Ludeme)
}

/// Words that people use for the same thing, and the names of the entries they mean, the best first.
pub struct Synonyms {
    pub phrases: Vec<&'static str>,
    pub entries: Vec<&'static str>,
}

/// The table of synonyms.
pub fn synonyms() -> &'static [Synonyms] {
    static TABLE: OnceLock<Vec<Synonyms>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let lines = SYNONYMS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let row = |line: &'static str| {
            let (phrases, entries) = line.split_once(": ")?;
            Some(Synonyms {
                phrases: phrases.split(',').map(str::trim).collect(),
                entries: entries.split(';').map(str::trim).collect(),
            })
        };
        lines.filter_map(row).collect()
    })
}

/// What is looked at in each entry, made comparable once.
struct Indexed {
    entry: Entry,
    name: Vec<String>,
    doc: Vec<String>,
    more: Vec<String>,
}

struct Index {
    entries: Vec<Indexed>,
    /// In how many entries a word stands.
    common: HashMap<String, usize>,
    /// Each phrase of the table in comparable words, with its row.
    phrases: Vec<(Vec<String>, &'static str, usize)>,
    /// The place of an entry, by the name that tables use.
    places: HashMap<String, usize>,
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| {
        let ludemes = all().map(Entry::Ludeme);
        let public = definitions().iter().filter(|definition| !definition.name.starts_with('_'));
        let every = ludemes.chain(public.map(Entry::Definition)).chain(devices().iter().map(Entry::Device));
        let entries: Vec<Indexed> = every.map(indexed).collect();
        let mut common: HashMap<String, usize> = HashMap::new();
        for entry in &entries {
            let mut words: Vec<&String> = entry.name.iter().chain(&entry.doc).chain(&entry.more).collect();
            words.sort_unstable();
            words.dedup();
            for word in words {
                *common.entry(word.clone()).or_default() += 1;
            }
        }
        let phrases = synonyms()
            .iter()
            .enumerate()
            .flat_map(|(row, line)| line.phrases.iter().map(move |phrase| (stems(phrase), *phrase, row)))
            .collect();
        let places = entries.iter().enumerate().map(|(place, indexed)| (indexed.entry.id(), place)).collect();
        Index { entries, common, phrases, places }
    })
}

fn indexed(entry: Entry) -> Indexed {
    let (name, more) = match entry {
        Entry::Ludeme(ludeme) => {
            let params: String =
                ludeme.params.iter().map(|param| format!("{} {} ", param.name, param.doc)).collect();
            (reference::name(ludeme), format!("{params} {}", concepts(ludeme.concepts)))
        }
        Entry::Definition(definition) => (definition.name.to_owned(), String::new()),
        Entry::Device(device) => (format!("{} {}", device.mark, device.title), device.text.to_owned()),
    };
    Indexed { entry, name: stems(&name), doc: stems(entry.doc()), more: stems(&more) }
}

/// The names of concepts that a ludeme shows by itself or in some cases.
fn concepts(rules: &[Rule]) -> String {
    let mut text = String::new();
    for rule in rules {
        match rule {
            Rule::Shows(names) | Rule::When(_, names) => names.iter().for_each(|name| {
                text += name;
                text.push(' ');
            }),
            Rule::Also(shared) => text += &concepts(shared),
            Rule::Hides(_) | Rule::HidesAll | Rule::Turns(_) | Rule::MovesOfPieces | Rule::Ends(_) => {}
        }
    }
    text
}

/// Words that say nothing about what is asked for.
const EMPTY: &[&str] = &[
    "a", "an", "the", "of", "to", "in", "on", "by", "and", "or", "with", "from", "for", "is", "are", "be",
    "it", "its", "how", "do", "does", "i", "can", "my", "when", "if", "that", "this", "at", "as", "like",
    "after", "want", "make",
];

/// The words of a text in a form to compare by: `HopCapture`, "hop captures" and "hop capturing" give the same. Words
/// that say nothing are left out, unless there is nothing else.
fn stems(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut small = false;
    for c in text.chars().chain([' ']) {
        let parts = !c.is_alphanumeric() || (c.is_uppercase() && small);
        if parts && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        small = c.is_lowercase();
    }
    let all: Vec<String> = words.iter().map(|word| stem(word)).collect();
    let telling: Vec<String> =
        words.iter().filter(|word| !EMPTY.contains(&word.as_str())).map(|word| stem(word)).collect();
    if telling.is_empty() { all } else { telling }
}

/// A word without the ending that only grammar wants.
fn stem(word: &str) -> String {
    for (ending, instead) in [("ies", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""), ("e", "")] {
        if let Some(short) = word.strip_suffix(ending)
            && short.len() >= 3
            && !short.ends_with('s')
        {
            // "hopping" and "hop": a doubled letter is one.
            let mut letters = short.chars().rev();
            let doubled = matches!(ending, "ing" | "ed") && letters.next() == letters.next();
            let short = if doubled {
                &short[..short.len() - short.chars().last().map_or(0, char::len_utf8)]
            } else {
                short
            };
            return format!("{short}{instead}");
        }
    }
    word.to_owned()
}

/// Points for each way of being found. A name as it is written is worth more than a synonym, a synonym more than words
/// of the name, and these more than words of the explanation.
const EXACT_NAME: f64 = 100.0;
const SYNONYM: f64 = 60.0;
const LATER_SYNONYM: f64 = 4.0;
const NAME_WORD: f64 = 12.0;
const DOC_WORD: f64 = 5.0;
const OTHER_WORD: f64 = 1.5;
const LEAST: f64 = 3.0;

/// Everything that fits a query, best first; all ludemes for an empty one.
///
/// ```
/// use ludarium_learn::finder::find;
/// assert_eq!(find("pie rule")[0].entry.id(), "swap");
/// assert_eq!(find("is line")[0].entry.id(), "is Line");
/// assert!(find("qwertyuiop").is_empty());
/// ```
pub fn find(query: &str) -> Vec<Found> {
    let index = index();
    if query.trim().is_empty() {
        return all().map(|l| Found { entry: Entry::Ludeme(l), reason: Reason::Name }).collect();
    }
    let wanted = stems(query);
    let mut scores: Vec<(f64, Option<&'static str>, Vec<String>)> =
        vec![(0.0, None, Vec::new()); index.entries.len()];
    called(index, &wanted, &mut scores);
    for (indexed, score) in index.entries.iter().zip(&mut scores) {
        explained(index, indexed, &wanted, score);
    }
    let exact = written(query);
    let mut found: Vec<(f64, usize, Found)> = Vec::new();
    for (place, (mut points, phrase, mut words)) in scores.into_iter().enumerate() {
        let entry = index.entries[place].entry;
        let named = forms(entry).contains(&exact);
        points += if named { EXACT_NAME } else { 0.0 };
        // Of several things with one name the device comes first: it tells about all of them.
        points += if named && matches!(entry, Entry::Device(_)) { NAME_WORD } else { 0.0 };
        if points < LEAST {
            continue;
        }
        words.sort_unstable();
        words.dedup();
        let reason = match phrase {
            _ if named => Reason::Name,
            Some(phrase) => Reason::Called(phrase),
            None => Reason::Explained(words),
        };
        found.push((points, place, Found { entry, reason }));
    }
    if found.is_empty() {
        return nearest(&exact);
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    found.into_iter().map(|(_, _, found)| found).collect()
}

/// The ways in which an entry's name may be typed, in small letters.
fn forms(entry: Entry) -> Vec<String> {
    match entry {
        Entry::Ludeme(ludeme) => vec![written(&reference::name(ludeme)), ludeme.id.to_lowercase()],
        Entry::Definition(definition) => vec![definition.name.to_lowercase()],
        Entry::Device(device) => vec![device.mark.to_lowercase(), device.title.to_lowercase()],
    }
}

fn written(query: &str) -> String {
    let plain = query.trim().trim_start_matches('(').trim_end_matches(')').trim_matches('"');
    let mut words = plain.split_whitespace();
    let head = plain_name(words.next().unwrap_or_default()).to_owned();
    words.fold(head, |form, word| form + " " + word).to_lowercase()
}

/// Points by the table of synonyms: for a phrase whose words are all asked for, by how much of the query it is.
fn called(index: &Index, wanted: &[String], scores: &mut [(f64, Option<&'static str>, Vec<String>)]) {
    let mut best: BTreeMap<usize, (f64, &'static str)> = BTreeMap::new();
    for (words, phrase, row) in &index.phrases {
        if !words.is_empty() && words.iter().all(|word| wanted.contains(word)) {
            let share = words.len() as f64 / wanted.len() as f64;
            let known = best.entry(*row).or_insert((0.0, phrase));
            if share > known.0 {
                *known = (share, phrase);
            }
        }
    }
    for (row, (share, phrase)) in best {
        for (rank, id) in synonyms()[row].entries.iter().enumerate() {
            let Some(&place) = index.places.get(*id) else { continue };
            let points = SYNONYM * share - LATER_SYNONYM * rank as f64;
            let score = &mut scores[place];
            if points > score.0 || score.1.is_none() {
                *score = (score.0.max(points), Some(phrase), Vec::new());
            }
        }
    }
}

/// Points by words of the name, the explanation and the rest; rare words count more.
fn explained(
    index: &Index,
    indexed: &Indexed,
    wanted: &[String],
    score: &mut (f64, Option<&'static str>, Vec<String>),
) {
    let total = index.entries.len() as f64;
    for word in wanted {
        let rarity = match index.common.get(word) {
            Some(&entries) => (total / entries as f64).ln() / total.ln(),
            None => continue,
        };
        let points = if indexed.name.contains(word) {
            // A name that says nothing else is nearer than a long one.
            NAME_WORD + NAME_WORD / indexed.name.len() as f64
        } else if indexed.doc.contains(word) {
            DOC_WORD * (0.5 + rarity)
        } else if indexed.more.contains(word) {
            OTHER_WORD * (0.5 + rarity)
        } else {
            continue;
        };
        score.0 += points / (wanted.len() as f64).sqrt();
        score.2.push(word.clone());
    }
}

/// Names that differ by a slip.
fn nearest(query: &str) -> Vec<Found> {
    let names: Vec<(String, Entry)> = index()
        .entries
        .iter()
        .flat_map(|indexed| forms(indexed.entry).into_iter().map(|form| (form, indexed.entry)))
        .collect();
    let near = ludarium_check::similar(query, names.iter().map(|(name, _)| name.as_str()));
    let mut found: Vec<Found> = Vec::new();
    for name in near {
        let entry = names.iter().find(|(known, _)| known == name).map(|(_, entry)| *entry);
        if let Some(entry) = entry
            && !found.iter().any(|f| f.entry == entry)
        {
            found.push(Found { entry, reason: Reason::Name });
        }
    }
    found
}

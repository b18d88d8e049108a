//! The published material beside the repository, for tests and examples: tables, incomplete texts, donors by number.
//! Absent material is said on a line, and the test is skipped.
#![allow(dead_code)]

use ludarium_concepts::taxonomy::Set;
use ludarium_play::{Defines, Reading, Selection, compile, read_parsed};
use ludarium_reconstruct::history::History;
use ludarium_reconstruct::scores::{expected, expected_concepts};
use ludarium_syntax::{FileId, Kind, Limits, NodeId, Tree, expand, parse};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folder beside the repository.
pub fn reference() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference");
    if folder.join("history/rulesets.csv").exists() {
        return Some(folder);
    }
    eprintln!("skipped: {} is absent", folder.display());
    None
}

pub fn history(reference: &Path) -> History {
    let rulesets = std::fs::read(reference.join("history/rulesets.csv")).expect("rulesets.csv");
    let cultural = std::fs::read(reference.join("history/cultural.csv.gz")).expect("cultural.csv.gz");
    History::read(&rulesets, Some(&cultural)).unwrap_or_else(|why| panic!("{why}"))
}

pub fn defines(reference: &Path) -> Defines {
    let files = with_extension(&reference.join("corpus/def"), "def");
    let texts: Vec<(String, String)> = files
        .iter()
        .filter_map(|path| Some((path.display().to_string(), std::fs::read_to_string(path).ok()?)))
        .collect();
    Defines::from_texts(texts.iter().map(|(name, text)| (name.as_str(), text.as_str())))
}

pub fn with_extension(folder: &Path, ext: &str) -> Vec<PathBuf> {
    let (mut found, mut todo) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = todo.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|e| e == ext) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Where a ruleset with a number is described.
#[derive(Clone, Debug)]
pub struct Found {
    pub path: PathBuf,
    pub selection: Selection,
}

/// Every numbered ruleset below a folder.
pub fn numbered(folder: &Path, defines: &Defines) -> BTreeMap<u32, Found> {
    let mut found = BTreeMap::new();
    for path in with_extension(folder, "lud") {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let parsed = parse(FileId(0), &text);
        let limits = Limits::default();
        let plain = expand(&parsed, defines, &Selection::default(), &limits);
        let mut selections = vec![Selection::default()];
        selections.extend(plain.rulesets.iter().map(|r| Selection::ruleset(r.name.as_str())));
        for selection in selections {
            let expanded = expand(&parsed, defines, &selection, &limits);
            let Some(id) = expanded.metadata.as_ref().and_then(id_of) else { continue };
            found.entry(id).or_insert(Found { path: path.clone(), selection });
        }
    }
    found
}

/// The number in `(id "44")`.
fn id_of(metadata: &Tree) -> Option<u32> {
    let at = (0..metadata.nodes.len() as u32).map(NodeId).find(|&at| metadata.head(at) == Some("id"))?;
    metadata.children(at).find_map(|child| match &metadata.node(child).kind {
        Kind::Text(text) => text.trim().parse().ok(),
        Kind::Int(n) => u32::try_from(*n).ok(),
        Kind::Call | Kind::Set | Kind::Word(_) | Kind::Float(_) | Kind::Fragment | Kind::Hole(_) => None,
    })
}

pub fn open(found: &Found, defines: &Defines) -> Option<Reading> {
    let text = std::fs::read_to_string(&found.path).ok()?;
    let name = found.path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
    Some(read_parsed(&name, parse(FileId(0), &text), defines, &found.selection))
}

/// The concepts of a complete ruleset.
pub fn concepts(found: &Found, defines: &Defines) -> Result<Set, String> {
    let reading = open(found, defines).ok_or("cannot be read")?;
    let first = |problems: &[ludarium_play::Problem]| {
        problems.iter().find(|p| p.is_error()).map_or(String::new(), |p| p.message.clone())
    };
    if reading.has_errors() {
        return Err(first(&reading.problems));
    }
    let game = compile(&reading).map_err(|problems| first(&problems))?;
    Ok(ludarium_concepts::profile_of(&reading, &game, &|_| None).ok_or("no concepts")?.set)
}

/// The concepts that an incomplete text asks for.
pub fn asked(found: &Found, defines: &Defines) -> Option<Set> {
    expected_concepts(&open(found, defines)?)
}

pub fn share(expected: &Set, has: &Set) -> Option<f64> {
    expected::share(expected, has)
}

/// By name of the series: what the incomplete items of published reconstructions ask for. Where a file holds several
/// incomplete items, each is called as its series ends: `Two Cubic Dice`.
pub fn incomplete_texts(folder: &Path, defines: &Defines) -> BTreeMap<String, Set> {
    let mut found = BTreeMap::new();
    for path in with_extension(folder, "lud") {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let parsed = parse(FileId(0), &text);
        let plain = expand(&parsed, defines, &Selection::default(), &Limits::default());
        for category in &plain.options {
            let all: Vec<&str> = category.items.iter().filter_map(|item| series(&item.name)).collect();
            let open: Vec<usize> =
                (0..category.items.len()).filter(|&at| series(&category.items[at].name).is_none()).collect();
            for &at in &open {
                let selection = Selection::options([category.path(at)]);
                let reading = read_parsed("incomplete", parsed.clone(), defines, &selection);
                let Some(set) = expected_concepts(&reading) else { continue };
                let name = category.items[at].name.as_str();
                for series in all.iter().filter(|series| open.len() == 1 || series.contains(name)) {
                    found.entry((*series).to_owned()).or_insert(set);
                }
            }
        }
    }
    found
}

/// `Sfenj` of `Sfenj (Ludii 11)`.
fn series(item: &str) -> Option<&str> {
    if let Some((series, _)) = item.rsplit_once(" (Ludii ") {
        return Some(series);
    }
    let series = item.trim_end_matches(|c: char| c.is_ascii_digit());
    (series.len() < item.len() && !item.contains("Incomplete")).then(|| series.trim_end())
}

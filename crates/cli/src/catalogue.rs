//! Many games as distances and queries want them: from the library, from a folder, or from a table that
//! `ludarium concepts FOLDER --out` has written, with figures of play from a table of `ludarium verdict`.

use crate::tables::{Sort, header, quoted, split};
use crate::{files, game_arg, shelf, tables};
use anyhow::{Context, Result, bail};
use ludarium_concepts::distance::{Entry, grams};
use ludarium_concepts::taxonomy::{self, Data, Set};
use ludarium_concepts::{Profile, profile_of};
use ludarium_play::{Game, Reading};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct AmongArgs {
    /// Among the games of this folder, or of a table written by `ludarium concepts FOLDER --out`; the library when
    /// left out
    #[arg(long, value_name = "PATH")]
    among: Option<PathBuf>,
    /// Figures of play: a table written by `ludarium verdict FOLDER --out` or `ludarium concepts FOLDER --played --out`
    #[arg(long, value_name = "FILE.csv")]
    played: Option<PathBuf>,
}

/// A game as an entry.
pub fn entry(
    name: &str,
    reading: &Reading,
    game: &Game,
    find: &dyn Fn(&str) -> Option<String>,
) -> Option<Entry> {
    let profile = profile_of(reading, game, find)?;
    Some(Entry {
        name: name.to_string(),
        profile,
        grams: grams(&reading.expanded.game),
        played: BTreeMap::new(),
    })
}

/// The kind of game: the family of a game of the library, else the folders it lies in (`board/war`).
pub fn group(name: &str) -> String {
    if let Some(game) = ludarium_play::games().iter().find(|game| game.title == name) {
        return game.about().family.title().to_string();
    }
    let parts: Vec<&str> =
        name.split('/').filter(|p| !matches!(*p, "reconstruction" | "done" | "pending")).collect();
    match parts[..] {
        [first, second, _, ..] => format!("{first}/{second}"),
        _ => "games".to_string(),
    }
}

impl AmongArgs {
    pub fn entries(&self, reading: &game_arg::ReadingArgs) -> Result<Vec<Entry>> {
        let mut entries = match &self.among {
            None => library(reading)?,
            Some(path) if path.is_dir() => folder(path, reading)?,
            Some(path) => table(&files::read_text(path)?).with_context(|| path.display().to_string())?,
        };
        if let Some(path) = &self.played {
            let figures = played(&files::read_text(path)?).with_context(|| path.display().to_string())?;
            for entry in &mut entries {
                if let Some(figures) = figures.get(&entry.name) {
                    entry.played.clone_from(figures);
                }
            }
        }
        Ok(entries)
    }
}

fn library(reading: &game_arg::ReadingArgs) -> Result<Vec<Entry>> {
    let defines = reading.defines()?;
    let games = ludarium_play::games();
    let entries: Vec<Option<Entry>> = games
        .par_iter()
        .map(|found| {
            let read =
                ludarium_play::read(found.key, found.text, &defines, &ludarium_play::Selection::default());
            let game = ludarium_play::compile(&read).ok()?;
            entry(found.title, &read, &game, &|name| {
                ludarium_play::find(name).ok().map(|g| g.text.to_string())
            })
        })
        .collect();
    Ok(entries.into_iter().flatten().collect())
}

fn folder(path: &std::path::Path, reading: &game_arg::ReadingArgs) -> Result<Vec<Entry>> {
    let defines = reading.defines()?;
    let items = shelf::items(path)?;
    let bar = crate::out::progress(items.len());
    let entries: Vec<Option<Entry>> = items
        .par_iter()
        .map(|item| {
            let found = shelf::open(item, reading, &defines).ok().and_then(|(read, game)| {
                let path = item.path.display().to_string();
                entry(&key(&item.name, &item.option), &read, &game, &|name| reading.open_subgame(&path, name))
            });
            bar.inc(1);
            found
        })
        .collect();
    bar.finish_and_clear();
    Ok(entries.into_iter().flatten().collect())
}

/// Path and ruleset in one name.
fn key(name: &str, option: &str) -> String {
    if option.is_empty() { name.to_string() } else { format!("{name} [{option}]") }
}

/// The columns of a table of concepts: the game's own name, the concept, and its value for the game.
pub fn columns() -> Vec<tables::Column> {
    tables::columns(&[
        ("name", Sort::Text),
        ("id", Sort::Whole),
        ("concept", Sort::Text),
        ("kind", Sort::Text),
        ("type", Sort::Text),
        ("value", Sort::Real),
    ])
}

/// The rows of a game in such a table: one for every concept that descriptions show, 1 or 0 for those that hold or not.
pub fn rows(entry: &Entry) -> Vec<String> {
    let name = quoted(&entry.profile.name);
    let row = |concept: &taxonomy::Concept| {
        let value = entry.profile.value(concept.id)?;
        let (kind, data) = (concept.kind.name(), data_name(concept.data));
        Some(format!("{name},{},{},{kind},{data},{}", concept.id, concept.name, tables::number(Some(value))))
    };
    taxonomy::all().iter().filter(|c| c.compiled).filter_map(row).collect()
}

fn data_name(data: Data) -> &'static str {
    match data {
        Data::Boolean => "boolean",
        Data::Integer => "integer",
        Data::Double => "double",
    }
}

fn table(text: &str) -> Result<Vec<Entry>> {
    let mut lines = text.lines();
    let wanted = header(&columns());
    if lines.next() != Some(&wanted) {
        bail!("not a table of concepts: its first line should be `{wanted}`");
    }
    // The rows of a game follow each other.
    let mut entries: Vec<Entry> = Vec::new();
    for line in lines {
        let fields = split(line);
        let [path, option, name, id, _, _, _, value, _] = &fields[..] else { continue };
        let (Ok(id), Ok(value)) = (id.parse::<u16>(), value.parse::<f64>()) else { continue };
        let key = key(path, option);
        if entries.last().is_none_or(|last| last.name != key) {
            entries.push(Entry {
                name: key,
                profile: Profile { name: name.clone(), set: Set::default(), numbers: Vec::new() },
                grams: BTreeMap::new(),
                played: BTreeMap::new(),
            });
        }
        let (Some(entry), Some(concept)) = (entries.last_mut(), taxonomy::by_id(id)) else { continue };
        match concept.data {
            Data::Boolean if value != 0.0 => entry.profile.set.add(id),
            Data::Boolean => {}
            Data::Integer | Data::Double => entry.profile.numbers.push((id, value)),
        }
    }
    Ok(entries)
}

/// Which column of a table of verdicts is which concept.
const FIGURES: [(&str, &str); 8] = [
    ("completion", "Completion"),
    ("timeouts", "Timeouts"),
    ("draws", "Drawishness"),
    ("balance", "Balance"),
    ("first_player", "AdvantageP1"),
    ("length", "DurationTurns"),
    ("branching", "BranchingFactorAverage"),
    ("choices", "DecisionMoves"),
];

fn played(text: &str) -> Result<BTreeMap<String, BTreeMap<u16, f64>>> {
    let mut lines = text.lines();
    let header = split(lines.next().unwrap_or(""));
    let at = |name: &str| header.iter().position(|h| h == name);
    if let (Some(id), Some(value)) = (at("id"), at("value")) {
        return Ok(figures(lines, id, value));
    }
    let columns: Vec<(usize, u16)> = FIGURES
        .iter()
        .filter_map(|(column, name)| Some((header.iter().position(|h| h == column)?, taxonomy::id(name))))
        .collect();
    if columns.is_empty() {
        bail!("neither a table of verdicts nor one of played concepts");
    }
    let mut found = BTreeMap::new();
    for line in lines {
        let fields = split(line);
        let [path, option, ..] = &fields[..] else { continue };
        let figures =
            columns.iter().filter_map(|(i, id)| Some((*id, fields.get(*i)?.parse().ok()?))).collect();
        found.insert(key(path, option), figures);
    }
    Ok(found)
}

/// From a table with a row for each figure.
fn figures<'l>(
    lines: impl Iterator<Item = &'l str>,
    id: usize,
    value: usize,
) -> BTreeMap<String, BTreeMap<u16, f64>> {
    let mut found: BTreeMap<String, BTreeMap<u16, f64>> = BTreeMap::new();
    for line in lines {
        let fields = split(line);
        let read = |i: usize| fields.get(i).filter(|f| !f.is_empty());
        let ([path, option, ..], Some(id), Some(value)) = (&fields[..], read(id), read(value)) else {
            continue;
        };
        if let (Ok(id), Ok(value)) = (id.parse(), value.parse()) {
            found.entry(key(path, option)).or_default().insert(id, value);
        }
    }
    found
}

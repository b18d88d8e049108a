//! The puzzles there are: those of the library, and those that were made for other games on this server, which are kept
//! like written texts. It knows collections and dates, and nothing of pages.

use crate::store::{Store, WrittenRow};
use ludarium_puzzles::{Collection, Puzzle, Theme};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Puzzles of one game.
pub struct Shelf {
    pub key: String,
    pub title: String,
    pub puzzles: Vec<Puzzle>,
    /// How they were made.
    pub command: String,
}

static LIBRARY: LazyLock<BTreeMap<&'static str, Shelf>> = LazyLock::new(|| {
    let read = |of: &ludarium_play::LibraryGame| {
        let all = Collection::read(of.puzzles?).ok()?;
        let (key, title) = (of.key.to_owned(), of.title.to_owned());
        Some((of.key, Shelf { key, title, puzzles: all.puzzles, command: all.command }))
    };
    ludarium_play::games().iter().filter_map(read).collect()
});

/// All games of the library that have puzzles.
pub fn library() -> impl Iterator<Item = &'static Shelf> {
    LIBRARY.values()
}

pub fn of_library(key: &str) -> Option<&'static Shelf> {
    LIBRARY.get(key)
}

/// A puzzle of the library and its game.
pub type Found = (&'static Shelf, &'static Puzzle);

/// By game, by theme, or all: how somebody goes through puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    Game(String),
    Theme(Theme),
    All,
}

impl By {
    pub fn read(text: &str) -> By {
        match text.split_once(':') {
            Some(("game", key)) => By::Game(key.to_owned()),
            Some(("theme", word)) => Theme::read(word).map_or(By::All, By::Theme),
            Some(_) | None => By::All,
        }
    }
    pub fn write(&self) -> String {
        match self {
            By::Game(key) => format!("game:{key}"),
            By::Theme(theme) => format!("theme:{}", theme.word()),
            By::All => "all".to_owned(),
        }
    }
}

/// The puzzles of a way through them, in its order: easy ones first, games mixed.
pub fn along(by: &By) -> Vec<Found> {
    let all = library().flat_map(|shelf| shelf.puzzles.iter().map(move |p| (shelf, p)));
    let mut found: Vec<Found> = all
        .filter(|(shelf, p)| match by {
            By::Game(key) => shelf.key == *key,
            By::Theme(theme) => p.themes.contains(theme),
            By::All => true,
        })
        .collect();
    // (Names are drawn by lot, so they mix the games.)
    found.sort_by_key(|(_, p)| (p.grade(), p.id.as_str()));
    found
}

/// So many solved in a row are a step up in difficulty.
const STEP: u32 = 3;

/// The puzzle that follows another one on a way; from its end the way begins again. Through all puzzles one goes on a
/// level: the more were solved in a row, the harder.
pub fn next(by: &By, after: &str, row: u32) -> Option<Found> {
    let mut way = along(by);
    if *by == By::All {
        let grade = 1 + u8::try_from((row / STEP).min(4)).unwrap_or(4);
        let level: Vec<Found> = way.iter().copied().filter(|(_, p)| p.grade() == grade).collect();
        way = if level.is_empty() { way } else { level };
        return way.iter().find(|(_, p)| p.id.as_str() > after).or(way.first()).copied();
    }
    let here = way.iter().position(|(_, p)| p.id == after);
    way.get(here.map_or(0, |h| (h + 1) % way.len().max(1))).copied()
}

/// The puzzle of a day: of middling difficulty, another game each time as long as there are enough.
pub fn of_day(day: u64) -> Option<Found> {
    let mut games: Vec<&Shelf> = library().collect();
    games.sort_by_key(|shelf| blake3::hash(shelf.key.as_bytes()).as_bytes()[..8].to_vec());
    let shelf = *games.get((day % games.len().max(1) as u64) as usize)?;
    let fit: Vec<&Puzzle> = shelf.puzzles.iter().filter(|p| (2..=3).contains(&p.grade())).collect();
    let fit = if fit.is_empty() { shelf.puzzles.iter().collect() } else { fit };
    let round = day / games.len().max(1) as u64;
    fit.get((round % fit.len().max(1) as u64) as usize).map(|p| (shelf, *p))
}

/// Days since 1970, in UTC.
pub fn today() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |d| d.as_secs() / 86_400)
}

/// What puzzles that were made here are kept under: they belong to one text of a game.
fn name_of(key: &str, stamp: &str) -> String {
    let hash = blake3::hash(format!("{key}\n{stamp}").as_bytes()).to_hex();
    format!("puzzles.{}", &hash[..20])
}

/// Puzzles that were made on this server.
pub async fn made_here(store: &Store, key: &str, stamp: &str, title: &str) -> Option<Shelf> {
    let text = store.written(&name_of(key, stamp)).await.ok()??;
    let all = Collection::read(&text).ok()?;
    Some(Shelf { key: key.to_owned(), title: title.to_owned(), puzzles: all.puzzles, command: all.command })
}

pub async fn keep(store: &Store, key: &str, stamp: &str, text: String) -> Result<(), String> {
    let row = WrittenRow { id: name_of(key, stamp), made_at: crate::tables::now_ms(), text };
    store.keep_written(row).await.map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_read_as_written() {
        for by in [By::Game("chess".to_owned()), By::Theme(Theme::Sacrifice), By::All] {
            assert_eq!(By::read(&by.write()), by);
        }
        assert_eq!(By::read("theme:nonsense"), By::All);
    }

    #[test]
    fn every_day_has_its_puzzle() {
        if library().next().is_none() {
            return;
        }
        for day in 0..400 {
            assert!(of_day(day).is_some());
        }
    }
}

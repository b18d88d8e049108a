//! What is known about games by comparing them and by playing them at random: which are alike and by what, a map of all
//! of them, which have the concepts somebody asks for, and whether a game can be played through. What was found out is
//! kept in the database. It knows descriptions and figures; pages are made elsewhere.

use crate::catalogue::{Catalogue, Entry};
use crate::compiled::defines;
use crate::store::{Store, VerdictRow};
use ludarium_concepts::distance::{self, Explained, Measure, grams};
use ludarium_concepts::taxonomy::{self, Set};
use ludarium_concepts::thinking::Thought;
use ludarium_concepts::verdict::{self, Decided, How, Stage, Weight};
use ludarium_concepts::{Profile, family, profile_of, query::Query};
use ludarium_lint::Effort;
use ludarium_play::{Game, Reading, Selection, compile_with, read};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A game's concepts as they are stored.
#[derive(Serialize, Deserialize)]
struct Stored {
    name: String,
    has: Vec<u16>,
    numbers: Vec<(u16, f64)>,
    /// Pieces of the description's tree.
    pieces: Vec<(u32, u32)>,
}

/// What a description shows, as a row for the database.
pub fn profile(reading: &Reading, game: &Game, find: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let profile = profile_of(reading, game, find)?;
    let stored = Stored {
        name: profile.name,
        has: profile.set.ids().collect(),
        numbers: profile.numbers,
        pieces: grams(&reading.expanded.game).into_iter().collect(),
    };
    serde_json::to_string(&stored).ok()
}

/// The names of the concepts in a stored row.
pub fn names_in(row: &str) -> std::collections::BTreeSet<&'static str> {
    let stored: Option<Stored> = serde_json::from_str(row).ok();
    let ids = stored.map_or(Vec::new(), |s| s.has);
    ids.into_iter().filter_map(taxonomy::by_id).map(|c| c.name).collect()
}

fn restored(key: &str, row: &str) -> Option<distance::Entry> {
    let stored: Stored = serde_json::from_str(row).ok()?;
    let mut set = Set::default();
    for id in stored.has.into_iter().filter(|id| taxonomy::by_id(*id).is_some()) {
        set.add(id);
    }
    Some(distance::Entry {
        name: key.to_owned(),
        profile: Profile { name: stored.name, set, numbers: stored.numbers },
        grams: stored.pieces.into_iter().collect(),
        played: BTreeMap::new(),
    })
}

/// All games whose concepts are known, ready to be compared.
pub struct Shelf {
    pub all: distance::Catalogue,
    places: HashMap<String, usize>,
}

/// A game that is like another.
#[derive(Clone)]
pub struct Alike {
    pub key: String,
    pub far: f64,
    pub why: Explained,
}

/// A place on the map: from 0 to 1 in both directions.
#[derive(Clone)]
pub struct Place {
    pub key: String,
    pub x: f64,
    pub y: f64,
}

pub struct Study {
    catalogue: Arc<Catalogue>,
    store: Arc<Store>,
    /// The shelf and how many games were known when it was filled.
    shelf: Mutex<Option<(usize, Arc<Shelf>)>>,
    map: Mutex<Option<(usize, Arc<Vec<Place>>)>>,
    /// One game is judged at a time: whoever waits for a move comes first.
    judging: Mutex<()>,
}

/// Comparing how texts are written as well takes ten times as long; a map of more games than this goes without.
const MOST_FOR_ALL: usize = 400;

impl Study {
    pub fn new(catalogue: Arc<Catalogue>, store: Arc<Store>) -> Study {
        let judging = Mutex::new(());
        Study { catalogue, store, shelf: Mutex::new(None), map: Mutex::new(None), judging }
    }

    /// How many games' concepts are known.
    fn known(&self) -> usize {
        self.catalogue.entries().iter().filter(|e| e.facts().playable.is_some()).count()
    }

    /// All games to compare; filled again when many more have become known meanwhile.
    pub fn shelf(&self) -> Arc<Shelf> {
        let known = self.known();
        let mut kept = self.shelf.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((then, shelf)) = &*kept
            && (*then == known || (known < self.catalogue.entries().len() && known < then + then / 4 + 8))
        {
            return shelf.clone();
        }
        let rows = self.store.profiles().unwrap_or_default();
        let mut entries = Vec::with_capacity(rows.len());
        for (key, stamp, row) in rows {
            if self.catalogue.get(&key).is_some_and(|e| e.stamp() == stamp) {
                entries.extend(restored(&key, &row));
            }
        }
        let places = entries.iter().enumerate().map(|(i, e)| (e.name.clone(), i)).collect();
        let shelf = Arc::new(Shelf { all: distance::Catalogue::new(entries), places });
        *kept = Some((known, shelf.clone()));
        shelf
    }

    /// The games nearest to a game, and by what.
    pub fn similar(&self, key: &str, measure: Measure, most: usize) -> Option<Vec<Alike>> {
        let shelf = self.shelf();
        let own = &shelf.all.entries[*shelf.places.get(key)?];
        let near = shelf.all.nearest(own, measure, most);
        let told = |(i, far): (usize, f64)| {
            let other = &shelf.all.entries[i];
            Alike { key: other.name.clone(), far, why: shelf.all.explain(own, other, 6) }
        };
        Some(near.into_iter().map(told).collect())
    }

    /// All games in two dimensions, those that are alike near each other.
    pub fn map(&self) -> Arc<Vec<Place>> {
        let shelf = self.shelf();
        let n = shelf.all.entries.len();
        // Drawn by one; the others wait for it.
        let mut kept = self.map.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((then, map)) = &*kept
            && *then == n
        {
            return map.clone();
        }
        let measure = if n <= MOST_FOR_ALL { Measure::All } else { Measure::Compiled };
        let places = family::map(&shelf.all.matrix(measure));
        let bounds = |f: fn(&(f64, f64)) -> f64| {
            let low = places.iter().map(f).fold(f64::INFINITY, f64::min);
            let high = places.iter().map(f).fold(f64::NEG_INFINITY, f64::max);
            (low, (high - low).max(1e-9))
        };
        let ((left, width), (bottom, height)) = (bounds(|p| p.0), bounds(|p| p.1));
        let map: Vec<Place> = places
            .iter()
            .zip(&shelf.all.entries)
            .map(|((x, y), e)| Place {
                key: e.name.clone(),
                x: (x - left) / width,
                y: 1.0 - (y - bottom) / height,
            })
            .collect();
        let map = Arc::new(map);
        *kept = Some((n, map.clone()));
        map
    }

    /// The games for which a question about concepts holds, or what is wrong with the question.
    pub fn having(&self, question: &str) -> Result<Vec<String>, String> {
        let query = Query::read(question).map_err(|e| e.to_string())?;
        let shelf = self.shelf();
        let fits = |e: &&distance::Entry| query.holds(&|id| e.profile.value(id));
        Ok(shelf.all.entries.iter().filter(fits).map(|e| e.name.clone()).collect())
    }

    /// The verdict that was found earlier.
    pub fn verdict(&self, entry: &Entry, ruleset: &str) -> Option<Verdict> {
        let (stamp, row) = self.store.verdict(&entry.key, ruleset).ok().flatten()?;
        (stamp == judged_stamp(entry)).then(|| serde_json::from_str(&row).ok()).flatten()
    }

    /// Plays a game for a few seconds and says whether it can be played.
    pub fn judge(&self, entry: &Entry, ruleset: &str, selection: &Selection) -> Option<Verdict> {
        let _one = self.judging.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(verdict) = self.verdict(entry, ruleset) {
            return Some(verdict);
        }
        let text = entry.text().ok()?;
        let reading = read(&entry.key, &text, defines(), selection);
        let find = |name: &str| self.catalogue.text_of(name);
        let game = compile_with(&reading, &find).ok()?;
        decide(&reading, &game, &find)
    }

    /// Keeps a verdict for everybody; done when it can be read.
    pub async fn keep(&self, entry: &Entry, ruleset: &str, verdict: &Verdict) -> anyhow::Result<()> {
        let row = serde_json::to_string(verdict)?;
        let (key, ruleset, stamp) = (entry.key.clone(), ruleset.to_owned(), judged_stamp(entry));
        Ok(self.store.keep_verdict(VerdictRow { key, ruleset, stamp, data: row }).await?)
    }
}

/// Whether a game can be played, as pages show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    pub grade: String,
    pub meaning: String,
    /// Games that were played at random, with the seeds 1, 2, …
    pub games: usize,
    /// Games in which somebody thought.
    #[serde(default)]
    pub thinking: usize,
    pub findings: Vec<Finding>,
    /// Defects of the description as a game, with positions that show them.
    pub lint: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// `good`, `note`, `doubt`, `fails` or `breaks`.
    pub weight: String,
    pub sentence: String,
    /// Which game shows it, and the end of that game as SVG where the finding is a doubt or worse; empty otherwise.
    #[serde(default)]
    pub seen: String,
    #[serde(default)]
    pub picture: String,
}

fn picture(game: &Game, shown: &verdict::Shown) -> String {
    shown.state(game).svg(None)
}

/// What a stored verdict belongs to: the description, and how it was judged. A new way to judge gets a new number.
fn judged_stamp(entry: &Entry) -> String {
    format!("{}/2", entry.stamp())
}

/// At most so many random games, and no game is begun after so long.
const MOST_GAMES: usize = 100;
const MOST_TIME: Duration = Duration::from_secs(10);
const MOST_PLIES: usize = 2000;
/// Many findings of one kind hide the rest.
const MOST_OF_A_KIND: usize = 5;

fn decide(reading: &Reading, game: &Game, find: &dyn Fn(&str) -> Option<String>) -> Option<Verdict> {
    let begun = Instant::now();
    let how = How {
        seed: 1,
        games: MOST_GAMES,
        margin: 0.05,
        early: false,
        most: Some(MOST_PLIES),
        thought: Some(Thought { games: 3, nodes: 4_000, most: 300, solving: 300_000, ..Thought::default() }),
        lint: Effort { games: 10, plies: 300, seed: 1 },
    };
    // Random games leave half of the time to those who think.
    let go_on = |stage| match stage {
        Stage::Random => begun.elapsed() < MOST_TIME / 2,
        Stage::Thinking => begun.elapsed() < MOST_TIME,
    };
    let Decided { verdict: judged, lints, .. } = verdict::decide(reading, game, find, &how, &go_on, &|_| {});
    if judged.games == 0 {
        return None;
    }
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut found: Vec<&verdict::Finding> = judged.findings.iter().collect();
    found.sort_by_key(|f| std::cmp::Reverse(f.weight));
    found.retain(|f| {
        let seen = kinds.entry(f.check).or_default();
        *seen += 1;
        *seen <= MOST_OF_A_KIND
    });
    Some(Verdict {
        grade: judged.grade.name().to_owned(),
        meaning: judged.grade.meaning().to_owned(),
        games: judged.games,
        thinking: judged.thinking,
        findings: found
            .into_iter()
            .map(|f| Finding {
                weight: f.weight.name().to_owned(),
                sentence: f.sentence.clone(),
                seen: f.shown.as_ref().map(verdict::Shown::game).unwrap_or_default(),
                picture: f
                    .shown
                    .as_ref()
                    .filter(|_| f.weight > Weight::Note)
                    .map(|s| picture(game, s))
                    .unwrap_or_default(),
            })
            .collect(),
        lint: lints
            .iter()
            .map(|f| match &f.witness {
                Some(w) => format!(
                    "{}: {} Seen in play after {} moves of the game with seed {}: {}",
                    f.code,
                    f.message,
                    w.choices.len(),
                    w.seed,
                    w.shows
                ),
                None => format!("{}: {}", f.code, f.message),
            })
            .collect(),
    })
}

impl Verdict {
    /// What deserves a look comes first on a page.
    pub fn doubts(&self) -> impl Iterator<Item = &Finding> {
        let good = [Weight::Good.name(), Weight::Note.name()];
        self.findings.iter().filter(move |f| !good.contains(&f.weight.as_str()))
    }
}

/// `HopDecisionEnemyToEmpty` as `hop decision enemy to empty`.
pub fn spaced(name: &str) -> String {
    let mut out = String::new();
    let mut before = ' ';
    for c in name.chars() {
        if c.is_uppercase() && (before.is_lowercase() || before.is_ascii_digit()) {
            out.push(' ');
        }
        out.extend(c.to_lowercase());
        before = c;
    }
    out
}

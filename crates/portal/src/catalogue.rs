//! All games that the portal knows: those of the library inside the binary and those of the folders that were added.
//! What a list needs (names, facets) is found out once per text and kept in the database, so that a start with
//! thousands of games takes as long as listing their files. It knows texts and facts; pages are made elsewhere.

use crate::compiled::{Compiled, Faulty, defines};
use crate::finding::Index;
use crate::search::words;
use crate::shelves;
use crate::store::{Findings, Store};
use crate::telling::{Told, tell};
use ludarium_engine::SiteType;
use ludarium_play::{Ctx, Reading, Selection, read};
use ludarium_render::{Options, from_game, svg};
use ludarium_syntax::cst::CstKind;
use ludarium_syntax::{FileId, Parsed, parse};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::time::Instant;

/// Where a description comes from.
#[derive(Clone, Debug)]
pub enum Origin {
    Library(&'static ludarium_play::LibraryGame),
    File(PathBuf),
}

/// What is known about a game without playing it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    pub title: String,
    pub aliases: Vec<String>,
    /// Shown in brackets behind the title.
    #[serde(default)]
    pub byname: String,
    pub summary: String,
    /// A family of our one taxonomy: `chess`.
    pub family: String,
    /// What the description says of itself: `board/war/replacement/checkmate`.
    #[serde(default)]
    pub classification: String,
    /// What its pieces are called.
    #[serde(default)]
    pub pieces: Vec<String>,
    /// Concepts in plain words that it has, by their keys.
    #[serde(default)]
    pub traits: Vec<String>,
    /// Our own text about it, for the search.
    #[serde(default, skip_serializing)]
    pub story: String,
    #[serde(default)]
    pub first_year: Option<i32>,
    #[serde(default)]
    pub last_year: Option<i32>,
    /// Where on the map it belongs; `exact` if somebody gave the point, else it is the middle of the place that is named.
    #[serde(default)]
    pub point: Option<Point>,
    pub players: usize,
    /// `square`, `hexagonal` …
    pub board: String,
    pub sites: usize,
    pub period: String,
    pub region: String,
    pub chance: bool,
    pub hidden: bool,
    pub puzzle: bool,
    pub origin: String,
    pub author: String,
    pub credit: String,
    pub date: String,
    pub rules: String,
    pub source: String,
    pub rulesets: Vec<RulesetFacts>,
    pub options: Vec<OptionFacts>,
    /// Identifier of the game in the public database, where its description tells it.
    pub id: Option<String>,
    /// Whether the description was compiled, and what came of it.
    pub playable: Option<bool>,
    pub problem: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    pub name: String,
    pub latitude: f64,
    pub longitude: f64,
    pub exact: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RulesetFacts {
    /// As written: `Ruleset/Alfonso X (Described)`.
    pub name: String,
    pub rules: String,
    pub source: String,
    pub id: Option<String>,
    /// Without settings the rules are told, not described.
    pub playable: bool,
    /// What selects it; where it is empty its name does.
    #[serde(default)]
    pub options: Vec<String>,
    /// It is the description as it stands.
    #[serde(default)]
    pub default: bool,
    #[serde(default)]
    pub summary: String,
    #[serde(default)]
    pub periods: String,
    #[serde(default)]
    pub kind: String,
    #[serde(default)]
    pub reconstruction: Option<Reconstruction>,
    /// Siblings that are only named: kind, name, summary, identifier.
    #[serde(default)]
    pub siblings: Vec<(String, String, String, String)>,
}

/// What a reconstructed ruleset was made from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reconstruction {
    /// Combined, cultural, conceptual, geographical: cut to three decimals, as published.
    pub scores: Vec<(String, String)>,
    /// For each hole the game and ruleset, and its identifier.
    pub based_on: Vec<(String, String)>,
    pub also: Vec<Vec<(String, String)>>,
}

impl RulesetFacts {
    /// The name without its heading and kind.
    pub fn short(&self) -> &str {
        let name = self.name.strip_prefix("Ruleset/").unwrap_or(&self.name);
        if !self.kind.is_empty() {
            return name;
        }
        name.rsplit_once(" (").map_or(name, |(n, _)| n)
    }
    /// What chooses it.
    pub fn selection(&self) -> Selection {
        if self.kind.is_empty() {
            Selection { options: Vec::new(), ruleset: Some(self.name.clone()) }
        } else {
            Selection { options: self.options.clone(), ruleset: None }
        }
    }
    /// Is this the ruleset that somebody calls so: by its name, as pages show it, or as it stands in addresses?
    fn is_called(&self, name: &str) -> bool {
        let whole = self.name.strip_prefix("Ruleset/").unwrap_or(&self.name);
        let shown = format!("{} ({})", self.short(), self.kind());
        [self.name.as_str(), whole, self.short(), &shown].iter().any(|n| slug(n) == slug(name))
    }
    /// `Described`, `Reconstructed` …
    pub fn kind(&self) -> &str {
        if !self.kind.is_empty() {
            return &self.kind;
        }
        self.name.rsplit_once(" (").and_then(|(_, k)| k.strip_suffix(')')).unwrap_or("Other")
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OptionFacts {
    pub heading: String,
    /// Name, description, and whether it is the one taken when nothing is said.
    pub items: Vec<(String, String, bool)>,
}

/// A game of the portal.
pub struct Entry {
    pub key: String,
    pub origin: Origin,
    stamp: String,
    /// The key of the game that this is another description of.
    pub version_of: Option<String>,
    facts: RwLock<Arc<Facts>>,
}

impl Entry {
    pub fn facts(&self) -> Arc<Facts> {
        self.facts.read().map(|f| f.clone()).unwrap_or_default()
    }
    /// Does it come with the portal?
    pub fn is_ours(&self) -> bool {
        matches!(self.origin, Origin::Library(_))
    }
    /// Changes when the text does, or our understanding of it.
    pub fn stamp(&self) -> &str {
        &self.stamp
    }
    pub fn text(&self) -> std::io::Result<String> {
        match &self.origin {
            Origin::Library(game) => Ok(game.text.to_owned()),
            Origin::File(path) => {
                let size = std::fs::metadata(path)?.len();
                if size > MOST_TEXT as u64 {
                    return Err(std::io::Error::other("the file is too large for a description"));
                }
                std::fs::read_to_string(path)
            }
        }
    }
    fn learn(&self, mut facts: Facts) {
        if let Origin::Library(game) = &self.origin {
            game.story().clone_into(&mut facts.story);
        }
        if let Ok(mut f) = self.facts.write() {
            *f = Arc::new(facts);
        }
    }
}

/// No description is longer.
pub const MOST_TEXT: usize = 1 << 20;
/// So many games are kept compiled for pages; tables hold on to theirs.
const MOST_COMPILED: usize = 96;

/// A game's name and how it is chosen: what [`Catalogue::compiled`] keeps its results by.
type Wanted = (String, Option<String>, Vec<String>);

pub struct Catalogue {
    /// Every game once.
    entries: Vec<Arc<Entry>>,
    /// Further descriptions of games, by the key of the game.
    versions: HashMap<String, Vec<Arc<Entry>>>,
    by_key: HashMap<String, Arc<Entry>>,
    by_title: HashMap<String, Arc<Entry>>,
    /// By the letters of the title alone.
    by_letters: HashMap<String, Arc<Entry>>,
    compiled: Mutex<Vec<(Wanted, Arc<Compiled>)>>,
    thumbs: Mutex<HashMap<String, Arc<Vec<u8>>>>,
    /// Rules in words, for as many pages as there are compiled games.
    told: Mutex<Vec<(Wanted, Told)>>,
    /// What the search looks through, when it was made and how much was known then.
    pub(crate) index: Mutex<Option<(u64, Instant, Arc<Index>)>>,
    /// Answers that were given lately.
    pub(crate) answers: Mutex<Vec<crate::asking::Kept>>,
    /// Counts what was found out.
    learnt: AtomicU64,
    store: Arc<Store>,
}

/// Letters and digits with dashes between: what stands in an address.
pub fn slug(name: &str) -> String {
    let joined = words(name).join("-");
    if joined.is_empty() { "game".to_owned() } else { joined }
}

/// All `.lud` files under a folder, in the order of their paths. Links are not followed.
fn lud_files(folder: &Path) -> std::io::Result<Vec<(PathBuf, String)>> {
    let mut out = Vec::new();
    let mut todo = vec![folder.to_owned()];
    while let Some(folder) = todo.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            let path = entry.path();
            if kind.is_dir() {
                todo.push(path);
            } else if kind.is_file() && path.extension().is_some_and(|e| e == "lud") {
                let meta = entry.metadata()?;
                let at = meta.modified().ok().and_then(|t| t.duration_since(std::time::UNIX_EPOCH).ok());
                out.push((path, format!("{}-{}", meta.len(), at.map_or(0, |t| t.as_millis()))));
            }
        }
    }
    out.sort();
    Ok(out)
}

/// Part of every stamp: facts found out by another version are found out again.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "-7");

impl Catalogue {
    /// Lists all games; facts that are not known yet are found by [`Catalogue::index`].
    pub fn open(folders: &[PathBuf], store: Arc<Store>) -> anyhow::Result<Catalogue> {
        let known: HashMap<String, (String, String)> =
            store.indexed()?.into_iter().map(|(key, stamp, facts)| (key, (stamp, facts))).collect();
        let mut found: Vec<(String, Origin, String, String)> = Vec::new();
        for game in ludarium_play::games() {
            let stamp = format!("{VERSION}-{}", &blake3::hash(game.text.as_bytes()).to_hex()[..16]);
            found.push((game.key.to_owned(), Origin::Library(game), stamp, game.title.to_owned()));
        }
        for folder in folders {
            let files = lud_files(folder)
                .map_err(|e| anyhow::anyhow!("cannot list the games in {}: {e}", folder.display()))?;
            for (path, stamp) in files {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                found.push((slug(&name), Origin::File(path), format!("{VERSION}-{stamp}"), name));
            }
        }
        let mut catalogue = Catalogue {
            entries: Vec::new(),
            versions: HashMap::new(),
            by_key: HashMap::new(),
            by_title: HashMap::new(),
            by_letters: HashMap::new(),
            compiled: Mutex::new(Vec::new()),
            thumbs: Mutex::new(HashMap::new()),
            told: Mutex::new(Vec::new()),
            index: Mutex::new(None),
            answers: Mutex::new(Vec::new()),
            learnt: AtomicU64::new(0),
            store,
        };
        for (wanted, origin, stamp, title) in found {
            // Two games of one name get a number each, in the order of their files.
            let mut key = wanted.clone();
            let mut n = 2;
            while catalogue.by_key.contains_key(&key) {
                key = format!("{wanted}-{n}");
                n += 1;
            }
            // A file of a name that the library has is another description of that game, however it is spaced.
            let library =
                catalogue.by_key.get(&wanted).or_else(|| catalogue.by_letters.get(&words(&title).concat()));
            let library = library.filter(|e| matches!(e.origin, Origin::Library(_)));
            let version_of = library.filter(|_| matches!(origin, Origin::File(_))).map(|e| e.key.clone());
            let entry =
                Arc::new(Entry { key: key.clone(), origin, stamp, version_of, facts: RwLock::default() });
            let facts = known
                .get(&key)
                .filter(|(stamp, _)| *stamp == entry.stamp)
                .and_then(|(_, facts)| serde_json::from_str::<Facts>(facts).ok());
            entry.learn(facts.unwrap_or_else(|| {
                // What the library tells is known at once; what has to be compiled comes later.
                let mut facts = Facts { title: title.clone(), ..Facts::default() };
                if let Origin::Library(game) = &entry.origin {
                    facts_of_library(&mut facts, game);
                }
                facts
            }));
            catalogue.by_letters.entry(words(&title).concat()).or_insert_with(|| entry.clone());
            catalogue.by_title.entry(title.to_lowercase()).or_insert_with(|| entry.clone());
            catalogue.by_key.insert(key, entry.clone());
            match &entry.version_of {
                Some(game) => catalogue.versions.entry(game.clone()).or_default().push(entry),
                None => catalogue.entries.push(entry),
            }
        }
        catalogue.entries.sort_by_cached_key(|e| e.facts().title.to_lowercase());
        Ok(catalogue)
    }

    /// Grows whenever something is found out about a game.
    pub fn learnt(&self) -> u64 {
        self.learnt.load(Ordering::Acquire)
    }

    /// Every game once.
    pub fn entries(&self) -> &[Arc<Entry>] {
        &self.entries
    }
    /// All descriptions of the game that an entry describes, the library's first. One is all there is for most.
    pub fn versions(&self, entry: &Arc<Entry>) -> Vec<Arc<Entry>> {
        let game = entry.version_of.as_ref().and_then(|key| self.by_key.get(key)).unwrap_or(entry);
        let others = self.versions.get(&game.key).into_iter().flatten().cloned();
        std::iter::once(game.clone()).chain(others).collect()
    }
    pub fn get(&self, key: &str) -> Option<&Arc<Entry>> {
        self.by_key.get(key)
    }

    /// The text of the game that a match calls by this name.
    pub fn text_of(&self, name: &str) -> Option<String> {
        self.by_title.get(&name.to_lowercase()).and_then(|e| e.text().ok())
    }

    /// Finds out what is not known yet, in the background; stops when asked to.
    pub fn index(&self, stop: &dyn Fn() -> bool) {
        for entry in self.entries.iter().chain(self.versions.values().flatten()) {
            if stop() {
                return;
            }
            if entry.facts().playable.is_none() {
                self.find_out(entry);
            }
        }
    }

    /// Compiles a game once to learn its facts and to draw its small picture.
    pub fn find_out(&self, entry: &Arc<Entry>) {
        let Ok(text) = entry.text() else { return };
        let reading = read(&entry.key, &text, defines(), &Selection::default());
        let mut facts = facts_of(&reading, entry);
        let mut drawn = None;
        let mut profile = None;
        match Compiled::of(&reading, &|name| self.text_of(name)) {
            Ok(compiled) => {
                facts_of_game(&mut facts, &compiled);
                facts.playable = Some(true);
                drawn = Some(thumbnail(&compiled));
                profile = crate::study::profile(&reading, &compiled.game, &|name| self.text_of(name));
                if let Some(row) = &profile {
                    facts_of_profile(&mut facts, row);
                }
            }
            Err(faulty) => {
                facts.playable = Some(false);
                facts.problem = faulty.problems.first().map_or(String::new(), |p| p.message.clone());
            }
        }
        let row = serde_json::to_string(&facts).unwrap_or_default();
        entry.learn(facts);
        self.learnt.fetch_add(1, Ordering::Release);
        let (key, stamp) = (entry.key.clone(), entry.stamp.clone());
        let svg = drawn.map(String::into_bytes);
        if let (Some(svg), Ok(mut thumbs)) = (&svg, self.thumbs.lock()) {
            thumbs.insert(key.clone(), Arc::new(svg.clone()));
        }
        self.store.keep_findings(Findings { key, stamp, facts: row, profile, svg });
    }

    /// The board at the start as a small picture.
    pub fn thumb(&self, entry: &Arc<Entry>) -> Option<Arc<Vec<u8>>> {
        let known = || self.thumbs.lock().ok().and_then(|t| t.get(&entry.key).cloned());
        if let Some(svg) = known() {
            return Some(svg);
        }
        if let Ok(Some((stamp, svg))) = self.store.thumb(&entry.key)
            && stamp == entry.stamp
        {
            let svg = Arc::new(svg);
            if let Ok(mut thumbs) = self.thumbs.lock() {
                // A few hundred pictures are a few megabytes; beyond that the database is quick enough.
                if thumbs.len() > 400 {
                    thumbs.clear();
                }
                thumbs.insert(entry.key.clone(), svg.clone());
            }
            return Some(svg);
        }
        self.find_out(entry);
        known()
    }

    /// The rules of a game in words.
    pub fn told(&self, entry: &Entry, selection: &Selection) -> Told {
        let wanted: Wanted = (entry.key.clone(), selection.ruleset.clone(), selection.options.clone());
        if let Ok(kept) = self.told.lock()
            && let Some((_, told)) = kept.iter().find(|(w, _)| *w == wanted)
        {
            return told.clone();
        }
        let told = tell(&entry.text().unwrap_or_default(), selection, &|name| self.text_of(name));
        if let Ok(mut kept) = self.told.lock() {
            if kept.len() >= MOST_COMPILED {
                kept.remove(0);
            }
            kept.push((wanted, told.clone()));
        }
        told
    }

    /// A game ready to be played.
    pub fn compiled(
        &self,
        entry: &Entry,
        ruleset: Option<&str>,
        options: &[String],
    ) -> Result<Arc<Compiled>, Faulty> {
        let wanted: Wanted = (entry.key.clone(), ruleset.map(str::to_owned), options.to_vec());
        if let Ok(mut kept) = self.compiled.lock()
            && let Some(at) = kept.iter().position(|(w, _)| *w == wanted)
        {
            let hit = kept.remove(at);
            let compiled = hit.1.clone();
            kept.push(hit);
            return Ok(compiled);
        }
        let text =
            entry.text().map_err(|e| Faulty::plain(&format!("the description cannot be read: {e}")))?;
        let selection = selection(entry, ruleset, options);
        let made = Compiled::make(&entry.key, &text, &selection, &|name| self.text_of(name))?;
        let made = Arc::new(made);
        if let Ok(mut kept) = self.compiled.lock() {
            if kept.len() >= MOST_COMPILED {
                kept.remove(0);
            }
            kept.push((wanted, made.clone()));
        }
        Ok(made)
    }
}

/// What chooses a ruleset by any of its names, and options beside it.
fn selection(entry: &Entry, ruleset: Option<&str>, options: &[String]) -> Selection {
    let facts = entry.facts();
    let known = ruleset.and_then(|name| facts.rulesets.iter().find(|r| r.is_called(name)));
    match known {
        Some(known) => {
            let mut selection = known.selection();
            selection.options.extend_from_slice(options);
            selection
        }
        None => Selection { options: options.to_vec(), ruleset: ruleset.map(str::to_owned) },
    }
}

/// The board at the start, small, with everything that is hidden from somebody left out.
pub fn thumbnail(compiled: &Compiled) -> String {
    let game = &compiled.game;
    let whole = game.begin(1);
    // A match shows its first game.
    let ctx = match &whole.pos.instance {
        Some(i) => Ctx::new(&game.subgames[i.index].game, i.position.clone(), whole.rng),
        None => whole,
    };
    let mut view = compiled.parts[0].empty.clone();
    from_game::show(&mut view, &ctx, None);
    view.marks.clear();
    svg(&view, &Options { size: 260.0, axes: false, ..Options::default() })
}

/// The texts inside `(metadata (info { … }))`, each with the ruleset it is for.
fn info(parsed: &Parsed) -> Vec<(Option<String>, String, Vec<String>)> {
    let mut out = Vec::new();
    for top in parsed.children(None) {
        if parsed.head(top) != Some("metadata") {
            continue;
        }
        for part in parsed.children(Some(top)) {
            if parsed.head(part) == Some("info") {
                clauses(parsed, part, &None, &mut out, 0);
            }
        }
    }
    out
}

fn clauses(
    parsed: &Parsed,
    node: u32,
    ruleset: &Option<String>,
    out: &mut Vec<(Option<String>, String, Vec<String>)>,
    depth: usize,
) {
    if depth > 6 {
        return;
    }
    for child in parsed.children(Some(node)) {
        match parsed.head(child) {
            Some("useFor") => {
                let name = texts(parsed, child, 2).into_iter().next();
                clauses(parsed, child, &name, out, depth + 1);
            }
            Some(head) => out.push((ruleset.clone(), head.to_owned(), texts(parsed, child, 2))),
            None => clauses(parsed, child, ruleset, out, depth + 1),
        }
    }
}

/// The strings in a clause, down to a set inside it.
fn texts(parsed: &Parsed, node: u32, depth: usize) -> Vec<String> {
    let mut out = Vec::new();
    for child in parsed.children(Some(node)) {
        if parsed.nodes[child as usize].kind == CstKind::Text {
            out.push(
                parsed.inner(child).replace("\\\"", "\"").split_whitespace().collect::<Vec<_>>().join(" "),
            );
        } else if depth > 0 && parsed.head(child).is_none() {
            out.extend(texts(parsed, child, depth - 1));
        }
    }
    out
}

fn facts_of(reading: &Reading, entry: &Entry) -> Facts {
    let parsed = parse(FileId(0), &reading.parsed.text);
    let mut facts = Facts { title: entry.facts().title.clone(), ..Facts::default() };
    for ruleset in &reading.expanded.rulesets {
        facts.rulesets.push(RulesetFacts {
            name: ruleset.name.to_string(),
            playable: !ruleset.settings.is_empty(),
            ..RulesetFacts::default()
        });
    }
    for category in &reading.expanded.options {
        let default = category.default_item();
        facts.options.push(OptionFacts {
            heading: category.heading.to_string(),
            items: category
                .items
                .iter()
                .enumerate()
                .map(|(i, item)| (item.name.to_string(), item.description.to_string(), Some(i) == default))
                .collect(),
        });
    }
    for (ruleset, what, values) in info(&parsed) {
        let Some(first) = values.first().cloned() else { continue };
        let of = ruleset.as_ref().and_then(|name| facts.rulesets.iter_mut().find(|r| r.name == *name));
        match (what.as_str(), of) {
            ("rules", Some(r)) => r.rules = first,
            ("source", Some(r)) => r.source = first,
            ("id", Some(r)) => r.id = Some(first),
            ("rules", None) if ruleset.is_none() => facts.rules = first,
            ("source", None) if ruleset.is_none() => facts.source = first,
            ("id", None) if ruleset.is_none() => facts.id = Some(first),
            ("description", _) => facts.summary = first,
            ("aliases", _) => facts.aliases = values,
            ("classification", _) => facts.classification = first,
            ("author", _) => facts.author = first,
            ("credit", _) => facts.credit = first,
            ("date", _) => facts.date = first,
            ("origin", _) => {
                facts.period = years_and_period(&first, &mut facts);
                if let Some(spot) = shelves::place_in(&first) {
                    facts.region.clone_from(&spot.region);
                    facts.point = Some(Point {
                        name: spot.name.clone(),
                        latitude: spot.latitude,
                        longitude: spot.longitude,
                        exact: false,
                    });
                }
                facts.origin = first;
            }
            _ => {}
        }
    }
    if let Some(family) = shelves::family_of(&facts.classification) {
        facts.family.clone_from(&family.key);
    }
    if let Origin::Library(game) = &entry.origin {
        facts_of_library(&mut facts, game);
    }
    facts
}

/// What the concepts of a game say in plain words.
fn facts_of_profile(facts: &mut Facts, row: &str) {
    let has = crate::study::names_in(row);
    let held = |t: &&shelves::Trait| t.concepts.iter().any(|c| has.contains(c.as_str()));
    facts.traits = shelves::traits().iter().filter(held).map(|t| t.key.clone()).collect();
    if has.contains("MancalaBoard") {
        "holes".clone_into(&mut facts.board);
    }
}

/// What the library says about one of its games.
fn facts_of_library(facts: &mut Facts, game: &ludarium_play::LibraryGame) {
    let about = game.about();
    let joined = |periods: &[ludarium_library::Period]| {
        periods.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    facts.summary = game.teaser();
    facts.aliases.clone_from(&about.aliases);
    facts.byname = about.byname.clone().unwrap_or_default();
    about.family.key().clone_into(&mut facts.family);
    facts.period = joined(&about.period);
    about.region.key().clone_into(&mut facts.region);
    facts.first_year = about.years.map(|y| y.from);
    facts.last_year = about.years.map(|y| y.to);
    facts.point = about.place.as_ref().map(|p| Point {
        name: p.name.clone().unwrap_or_default(),
        latitude: p.latitude,
        longitude: p.longitude,
        exact: true,
    });
    facts.author = about.author.clone().unwrap_or_default();
    facts.date = about.years.map_or(String::new(), |y| y.to_string());
    facts.origin = about.place.as_ref().and_then(|p| p.name.clone()).unwrap_or_default();
    facts.source = about.sources.join("; ");
    facts.id = about.ids.first().cloned();
    facts.rulesets = about
        .rulesets
        .iter()
        .enumerate()
        .map(|(i, r)| RulesetFacts {
            name: r.name.clone(),
            id: r.ids.first().cloned(),
            playable: true,
            options: r.options.clone(),
            default: i == 0 && r.options.is_empty(),
            summary: r.summary.clone().unwrap_or_else(|| r.kind.to_string()),
            periods: if r.period.is_empty() { facts.period.clone() } else { joined(&r.period) },
            kind: r.kind.to_string(),
            reconstruction: r.scores.map(|s| Reconstruction {
                scores: vec![
                    ("Combined Score".to_owned(), score(s.combined)),
                    ("Cultural Score".to_owned(), score(s.cultural)),
                    ("Conceptual Score".to_owned(), score(s.conceptual)),
                    (
                        "Geographical Score".to_owned(),
                        format!("{} (~{}km)", score(s.geographical), s.distance_km),
                    ),
                ],
                based_on: r.based_on.iter().map(donor).collect(),
                also: r.can_also_be_based_on.iter().map(|list| list.iter().map(donor).collect()).collect(),
            }),
            siblings: r
                .other_rulesets
                .iter()
                .map(|o| {
                    let summary = o.summary.clone().unwrap_or_default();
                    (o.kind.to_string(), o.name.clone(), summary, o.id.clone().unwrap_or_default())
                })
                .collect(),
            ..RulesetFacts::default()
        })
        .collect();
}

fn donor(d: &ludarium_library::about::Donor) -> (String, String) {
    (format!("{} / {}", d.game, d.ruleset), d.id.clone())
}

/// Three decimals, cut, without zeros at the end.
fn score(value: f64) -> String {
    // A little more than nothing, so that 0.83 stays 0.83.
    let cut = (value * 1000.0 + 1e-6).floor() / 1000.0;
    let text = format!("{cut:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// "This game was played in Islamic World, from around 1221 to 1674.": its years, and the period of the first one.
fn years_and_period(origin: &str, facts: &mut Facts) -> String {
    let before = origin.contains("BC");
    let years: Vec<i32> = origin
        .split(|c: char| !c.is_ascii_digit())
        .filter(|d| d.len() >= 2 && d.len() <= 4)
        .filter_map(|d| d.parse().ok())
        .map(|y: i32| if before { -y } else { y })
        .collect();
    facts.first_year = years.first().copied();
    facts.last_year = years.last().copied();
    match years.first() {
        None => "",
        Some(y) if *y < 500 => "Ancient",
        Some(y) if *y < 1500 => "Medieval",
        Some(_) => "Modern",
    }
    .to_owned()
}

/// So many kinds of pieces are named.
const MOST_PIECES: usize = 40;

/// `TigerNoRepeat1` is "Tiger No Repeat".
fn piece_name(name: &str) -> String {
    ludarium_play::naming::spaced(name.trim_end_matches(|c: char| c.is_ascii_digit()))
}

fn facts_of_game(facts: &mut Facts, compiled: &Compiled) {
    let game = &compiled.game;
    facts.players = game.players;
    facts.chance = game.uses.stochastic;
    facts.hidden = compiled.hidden();
    facts.puzzle = game.uses.deduction_puzzle;
    // The board of a match is that of its first game.
    let game: &ludarium_engine::Game = game.subgames.first().map_or(game, |s| &s.game);
    facts.sites = game.board_sites(game.site_type);
    let shape = match game.board.basis() {
        ludarium_board::Basis::Square => "squares",
        ludarium_board::Basis::Hexagonal => "hexagons",
        ludarium_board::Basis::Triangular => "triangles",
        ludarium_board::Basis::None | ludarium_board::Basis::Other => "other shapes",
    };
    facts.board = if game.boardless {
        "no board".to_owned()
    } else {
        match game.site_type {
            SiteType::Cell => shape.to_owned(),
            SiteType::Vertex => format!("points of {shape}"),
            SiteType::Edge => "lines".to_owned(),
        }
    };
    if facts.family.is_empty() {
        facts.family = if facts.puzzle { "puzzle" } else { "experiment" }.to_owned();
    }
    let named = game.components.iter().skip(1).map(|c| piece_name(&c.name)).filter(|n| !n.is_empty());
    for name in named {
        if !facts.pieces.contains(&name) && facts.pieces.len() < MOST_PIECES {
            facts.pieces.push(name);
        }
    }
}

impl Catalogue {
    /// Where a permanent identifier leads.
    pub fn by_id(&self, id: &str) -> Option<String> {
        let number = id.rsplit('.').next().unwrap_or(id);
        for entry in &self.entries {
            let facts = entry.facts();
            if id.starts_with("DLP.GameRulesets.") {
                for ruleset in &facts.rulesets {
                    if ruleset.id.as_deref().is_some_and(|i| i == id || i == number) {
                        let name = ruleset.name.strip_prefix("Ruleset/").unwrap_or(&ruleset.name);
                        return Some(format!("/games/{}/rulesets/{}", entry.key, slug(name)));
                    }
                }
            } else if id.starts_with("DLP.Games.")
                && facts.id.as_deref().is_some_and(|i| i == id || i == number)
            {
                return Some(format!("/games/{}", entry.key));
            }
        }
        None
    }

    /// A few games whose texts use a ludeme, by key and title.
    pub fn using(&self, ludeme: &ludarium_ludemes::Ludeme) -> Vec<(String, String)> {
        let wanted = match ludeme.keyword {
            Some(keyword) => format!("({} {keyword}", ludeme.head),
            None => format!("({}", ludeme.head),
        };
        let uses = |text: &str| {
            text.match_indices(&wanted).any(|(at, _)| {
                text[at + wanted.len()..].chars().next().is_none_or(|c| !c.is_ascii_alphanumeric())
            })
        };
        let library = self.entries.iter().filter(|e| matches!(e.origin, Origin::Library(_)));
        library
            .filter(|e| matches!(&e.origin, Origin::Library(g) if uses(g.text)))
            .take(12)
            .map(|e| (e.key.clone(), e.facts().title.clone()))
            .collect()
    }
}

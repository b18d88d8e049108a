//! Complete rulesets from which parts may be taken, and an index of their clauses by head. A donor's parts are found
//! by what stands around them; what they would mean elsewhere is the business of [`crate::fit`].

use crate::ground::Grounds;
use crate::history::Kind as KindOfRuleset;
use crate::holes::{first_id, game_name};
use crate::policy::Facts;
use crate::signals::Signals;
use crate::term::{Shape, Term};
use crate::types::{Donor, DonorId};
use ludarium_syntax::{
    Defines, FileId, Kind, Limits, NodeId, Parsed, Selection, Tree, expand, has_errors, parse,
};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;
use std::sync::{Arc, OnceLock};

/// A description that may hold rulesets.
#[derive(Clone, Debug)]
pub struct Source {
    /// Where it comes from, for people.
    pub path: String,
    pub text: String,
    /// The key of a game of the library.
    pub key: Option<String>,
}

/// A clause of a donor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Place {
    pub donor: DonorId,
    /// Its number in the donor's list of clauses.
    pub clause: u32,
}

/// A donor's clause, and the clause around it.
#[derive(Clone, Debug)]
struct Clause {
    /// The way from the root: the number of the part at each step.
    path: Vec<u16>,
    /// The clause around it, by its number.
    parent: Option<u32>,
    head: SmolStr,
}

/// What a donor declares.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    /// Pieces with the role they are declared for, in order.
    pub pieces: Vec<(SmolStr, SmolStr)>,
    /// Regions, tracks, maps by name.
    pub regions: Vec<SmolStr>,
    pub tracks: Vec<SmolStr>,
    pub maps: Vec<SmolStr>,
    /// Whether there are hands, dice, a region of a player without a name.
    pub hand: bool,
    pub dice: bool,
    pub deck: bool,
    pub own_regions: bool,
    /// How many players there are, and whether they face anywhere.
    pub players: u32,
    pub facing: bool,
}

impl Declared {
    /// Equipment beside this one.
    pub fn join(&mut self, more: &Declared) {
        self.pieces.extend_from_slice(&more.pieces);
        self.regions.extend_from_slice(&more.regions);
        self.tracks.extend_from_slice(&more.tracks);
        self.maps.extend_from_slice(&more.maps);
        self.hand |= more.hand;
        self.dice |= more.dice;
        self.deck |= more.deck;
        self.own_regions |= more.own_regions;
    }
}

/// All donors.
#[derive(Debug, Default)]
pub struct Donors {
    pub list: Vec<Donor>,
    clauses: Vec<Vec<Clause>>,
    by_head: FxHashMap<SmolStr, Vec<Place>>,
    pub declared: Vec<Declared>,
    /// The equipment of each that comes along with a part that needs it: hands, regions, maps.
    carried: Vec<Vec<Term>>,
    pub signals: Vec<Signals>,
    /// Boards that were looked at.
    pub grounds: Grounds,
    /// Descriptions that gave nothing, with the reason.
    pub left_out: Vec<(String, String)>,
    /// What games have in common, worked out when first asked for.
    index: OnceLock<crate::rank::Index>,
}

/// Folders whose games are no evidence of anything.
const LEFT_OUT: [&str; 6] = ["reconstruction", "bad", "wip", "wishlist", "test", "subgame"];

impl Donors {
    /// The games that come with Ludarium, as sources.
    pub fn library() -> Vec<Source> {
        ludarium_library::games()
            .iter()
            .map(|game| Source {
                path: format!("games/{}/game.lud", game.key),
                text: game.text.to_owned(),
                key: Some(game.key.to_owned()),
            })
            .collect()
    }

    /// Whether games below this path are used: incomplete, broken and test games are not.
    pub fn is_used(path: &str) -> bool {
        !path.split(['/', '\\']).any(|part| LEFT_OUT.contains(&part))
    }

    /// Reads every complete ruleset of the sources. Of two rulesets that are the same to the letter, or have the same
    /// database id, the first is kept.
    pub fn gather(sources: &[Source], defines: &Defines) -> Donors {
        type Found = Result<Vec<Ruleset>, String>;
        let read: Vec<Found> = sources.par_iter().map(|source| rulesets(source, defines)).collect();
        let mut donors = Donors::default();
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        let mut keys: FxHashSet<String> = FxHashSet::default();
        for (source, found) in sources.iter().zip(read) {
            match found {
                Err(why) => donors.left_out.push((source.path.clone(), why)),
                Ok(found) => {
                    for Ruleset { key, name, title, facts, term } in found {
                        let known = key.parse::<u32>().is_ok() && !keys.insert(key.clone());
                        if known || !seen.insert(term.stable_hash()) {
                            continue;
                        }
                        donors.add(Ruleset { key, name, title, facts, term }, source.path.clone());
                    }
                }
            }
        }
        donors
    }

    fn add(&mut self, ruleset: Ruleset, path: String) {
        let Ruleset { key, name, title: ruleset, facts, term } = ruleset;
        let id = DonorId(self.list.len() as u32);
        let mut clauses = Vec::new();
        collect(&term, &mut Vec::new(), None, &mut clauses);
        for (i, clause) in clauses.iter().enumerate() {
            let place = Place { donor: id, clause: i as u32 };
            self.by_head.entry(clause.head.clone()).or_default().push(place);
        }
        self.clauses.push(clauses);
        self.declared.push(declared(&term));
        let mut carried = Vec::new();
        term.each(&mut |clause| {
            if matches!(clause.head(), Some("hand" | "regions" | "map")) {
                carried.push(clause.clone());
            }
        });
        self.carried.push(carried);
        self.signals.push(Signals::of(&term));
        let term = Arc::new(term);
        self.list.push(Donor {
            id,
            key,
            name,
            ruleset,
            path,
            facts,
            term,
            profile: OnceLock::new(),
            start: OnceLock::new(),
            uneven: OnceLock::new(),
        });
    }

    /// What donors show, as far as it was worked out, as a text that [`Donors::recall`] understands: compiling a
    /// thousand games takes longer than all else before a search.
    pub fn memory(&self) -> String {
        let mut text = String::new();
        for donor in &self.list {
            let Some(profile) = donor.profile.get() else { continue };
            let shown = match profile {
                Some(profile) => profile.set.ids().map(|id| id.to_string()).collect::<Vec<_>>().join(" "),
                None => "-".to_owned(),
            };
            let start = match donor.start.get() {
                Some(Some((board, hand))) => format!(" | {board} {hand}"),
                Some(None) | None => String::new(),
            };
            text.push_str(&format!("{:016x} {shown}{start}\n", donor.term.stable_hash()));
        }
        text
    }

    /// Takes over what an earlier run worked out. Lines that cannot be read are passed over.
    pub fn recall(&self, text: &str) {
        let mut known: FxHashMap<u64, &str> = FxHashMap::default();
        for line in text.lines() {
            if let Some((hash, shown)) = line.split_once(' ')
                && let Ok(hash) = u64::from_str_radix(hash, 16)
            {
                known.insert(hash, shown);
            }
        }
        for donor in &self.list {
            let Some(line) = known.get(&donor.term.stable_hash()) else { continue };
            let (shown, start) = line.split_once(" | ").map_or((*line, None), |(s, start)| (s, Some(start)));
            let start = start
                .and_then(|s| s.split_once(' '))
                .and_then(|(b, h)| Some((b.parse().ok()?, h.parse().ok()?)));
            if let Some(start) = start {
                let _ = donor.start.set(Some(start));
            }
            let profile = (shown != "-").then(|| {
                let mut set = ludarium_concepts::taxonomy::Set::default();
                shown.split(' ').filter_map(|id| id.parse().ok()).for_each(|id| set.add(id));
                ludarium_concepts::Profile { name: donor.name.clone(), set, numbers: Vec::new() }
            });
            // A donor that was asked already keeps its own answer.
            let _ = donor.profile.set(profile);
        }
    }

    pub fn get(&self, id: DonorId) -> &Donor {
        &self.list[id.0 as usize]
    }

    /// The equipment of a donor that comes along with a part that needs it.
    pub fn carried(&self, id: DonorId) -> &[Term] {
        &self.carried[id.0 as usize]
    }

    /// What the donors have in common and how rare it is.
    pub fn index(&self) -> &crate::rank::Index {
        self.index.get_or_init(|| crate::rank::Index::of(self.list.iter().map(|donor| &*donor.term)))
    }

    /// All clauses with this head, in the order of donors.
    pub fn with_head(&self, head: &str) -> &[Place] {
        self.by_head.get(head).map_or(&[], Vec::as_slice)
    }

    /// How many clauses the index holds.
    pub fn clause_count(&self) -> usize {
        self.clauses.iter().map(Vec::len).sum()
    }

    /// The clause at a place.
    pub fn clause(&self, place: Place) -> &Term {
        let mut term: &Term = &self.list[place.donor.0 as usize].term;
        for &step in &self.clauses[place.donor.0 as usize][place.clause as usize].path {
            term = &term.parts[step as usize];
        }
        term
    }

    /// The clause around a clause.
    pub fn around(&self, place: Place) -> Option<Place> {
        let clause = &self.clauses[place.donor.0 as usize][place.clause as usize];
        clause.parent.map(|parent| Place { clause: parent, ..place })
    }

    /// The heads of the clauses around a clause, innermost first, its own first of all.
    pub fn heads(&self, place: Place) -> Vec<&str> {
        let clauses = &self.clauses[place.donor.0 as usize];
        let mut heads = Vec::new();
        let mut next = Some(place.clause);
        while let Some(i) = next {
            let clause = &clauses[i as usize];
            heads.push(clause.head.as_str());
            next = clause.parent;
        }
        heads
    }
}

fn collect(term: &Term, path: &mut Vec<u16>, parent: Option<u32>, clauses: &mut Vec<Clause>) {
    let mut own = parent;
    if let Some(head) = term.head() {
        own = Some(clauses.len() as u32);
        clauses.push(Clause { path: path.clone(), parent, head: head.into() });
    }
    for (i, part) in term.parts.iter().enumerate() {
        if !part.parts.is_empty() && i <= usize::from(u16::MAX) {
            path.push(i as u16);
            collect(part, path, own, clauses);
            path.pop();
        }
    }
}

/// What a game declares; holes declare nothing.
pub fn declared(game: &Term) -> Declared {
    let mut found = Declared::default();
    for clause in game.args() {
        match clause.head() {
            Some("players") => (found.players, found.facing) = players(clause),
            Some("equipment") => each_item(clause, &mut |item| equipment(item, &mut found)),
            Some(_) | None => {}
        }
    }
    found
}

/// Visits the items of equipment, wherever they stand: tracks stand in the board. A piece's rules may speak of pieces, but
/// declare none.
pub fn each_item<'t>(clause: &'t Term, visit: &mut dyn FnMut(&'t Term)) {
    visit(clause);
    if clause.head() != Some("piece") {
        clause.parts.iter().for_each(|part| each_item(part, visit));
    }
}

fn equipment(item: &Term, found: &mut Declared) {
    let text = item.args().iter().find_map(Term::as_text).map(SmolStr::from);
    match (item.head(), text) {
        (Some("piece"), Some(name)) => {
            let role = item.args().iter().find_map(Term::as_word).unwrap_or("Each");
            found.pieces.push((name, role.into()));
        }
        (Some("regions"), name) => match name {
            Some(name) => found.regions.push(name),
            None => found.own_regions = true,
        },
        (Some("track"), Some(name)) => found.tracks.push(name),
        (Some("map"), name) => found.maps.push(name.unwrap_or_default()),
        (Some("hand"), _) => found.hand = true,
        (Some("dice"), _) => found.dice = true,
        (Some("deck"), _) => found.deck = true,
        _ => {}
    }
}

fn players(clause: &Term) -> (u32, bool) {
    match clause.args().first() {
        Some(Term { shape: Shape::Int(n), .. }) => (u32::try_from(*n).unwrap_or(0), false),
        Some(set @ Term { shape: Shape::Set, .. }) => {
            let facing =
                set.parts.iter().any(|player| player.args().iter().any(|arg| arg.as_word().is_some()));
            (set.parts.len() as u32, facing)
        }
        Some(_) => (0, false),
        // A game that does not say is for two.
        None => (2, false),
    }
}

fn is_whole(tree: &Tree) -> bool {
    !tree.nodes.iter().any(|node| matches!(node.kind, Kind::Hole(_)))
}

/// A complete ruleset of a description.
struct Ruleset {
    key: String,
    /// Of the game.
    name: String,
    /// Of the ruleset.
    title: String,
    facts: Facts,
    term: Term,
}

/// What the metadata says about a ruleset, and for games of the library what is known there.
fn facts(name: &str, ruleset: Option<&str>, metadata: Option<&Tree>, key: Option<&str>) -> Facts {
    let mut facts = Facts { names: vec![name.to_owned()], ..Facts::default() };
    if let Some(tree) = metadata {
        facts.names.extend(texts_of(tree, "aliases"));
        facts.author = texts_of(tree, "author").into_iter().find(|author| !author.trim().is_empty());
        facts.sources = texts_of(tree, "source");
        let date = texts_of(tree, "date").into_iter().next();
        // `05-12-2020`, `1974`, `circa 900`: the largest number is the year.
        facts.year = date
            .and_then(|date| date.split(|c: char| !c.is_ascii_digit()).filter_map(|y| y.parse().ok()).max());
    }
    // `Haretavl Eleven Points (Described)`
    let said =
        ruleset.and_then(|r| r.rsplit_once('(')).map(|(_, kind)| kind.trim_end_matches(')').to_lowercase());
    facts.kind = said.and_then(|word| KindOfRuleset::from_word(&word));
    let about = key.and_then(|key| ludarium_library::games().iter().find(|game| game.key == key));
    if let Some(about) = about.map(|game| game.about()) {
        facts.names.extend(about.aliases.iter().cloned());
        facts.names.push(about.title.clone());
        facts.sources.extend(about.sources.iter().cloned());
        facts.author = facts.author.or_else(|| about.author.clone());
        facts.year = facts.year.or(about.years.map(|years| years.from));
        let wanted = ruleset.map(|r| r.split_once('/').map_or(r, |(_, rest)| rest));
        let own =
            wanted.and_then(|wanted| about.rulesets.iter().find(|r| wanted.starts_with(r.name.as_str())));
        let own = own.or(about.rulesets.first());
        facts.kind = facts.kind.or_else(|| own.and_then(|r| KindOfRuleset::from_word(r.kind.key())));
    }
    facts
}

/// The texts in the first clause with this head.
pub fn texts_of(tree: &Tree, head: &str) -> Vec<String> {
    let at = (0..tree.nodes.len() as u32).map(NodeId).find(|&id| tree.head(id) == Some(head));
    let mut found = Vec::new();
    let mut todo: Vec<NodeId> = at.into_iter().collect();
    while let Some(id) = todo.pop() {
        if let Kind::Text(text) = &tree.node(id).kind {
            found.push(text.to_string());
        }
        todo.extend(tree.node(id).children.iter().rev());
    }
    found
}

/// The complete rulesets of a description.
fn rulesets(source: &Source, defines: &Defines) -> Result<Vec<Ruleset>, String> {
    let parsed: Parsed = parse(FileId(0), &source.text);
    let limits = Limits::default();
    let first = expand(&parsed, defines, &Selection::default(), &limits);
    if has_errors(&first.problems) {
        let why = first.problems.iter().find(|p| p.is_error()).map_or(String::new(), |p| p.message.clone());
        return Err(why);
    }
    let root = first.game.roots.first().copied();
    if root.and_then(|root| first.game.head(root)) != Some("game") {
        return Err("it is a match of several games".to_owned());
    }
    let mut found = Vec::new();
    let incomplete = |name: &str| name.contains("(Incomplete)");
    let mut chosen: Vec<Option<String>> =
        first.rulesets.iter().filter(|r| !incomplete(&r.name)).map(|r| Some(r.name.to_string())).collect();
    if first.rulesets.is_empty() {
        chosen.push(None);
    }
    for ruleset in chosen {
        let expanded = match &ruleset {
            None => expand(&parsed, defines, &Selection::default(), &limits),
            Some(name) => expand(&parsed, defines, &Selection::ruleset(name.as_str()), &limits),
        };
        let Some(&root) = expanded.game.roots.first() else { continue };
        if has_errors(&expanded.problems) || !is_whole(&expanded.game) {
            continue;
        }
        let mut no_hole = |_: NodeId| crate::types::HoleId(0);
        let term = Term::of(&expanded.game, root, &mut no_hole);
        let playable = term.args().iter().any(|clause| clause.head() == Some("rules"));
        if !playable {
            continue;
        }
        let name = game_name(&term).unwrap_or("a game without name").to_owned();
        let short =
            ruleset.as_deref().map_or(name.as_str(), |r| r.split_once('/').map_or(r, |(_, rest)| rest));
        let title = match short.rsplit_once(" (") {
            Some((title, _)) if !title.is_empty() && ruleset.is_some() => title,
            _ => short,
        };
        let id = expanded.metadata.as_ref().and_then(first_id);
        let key = match (id, &source.key) {
            (Some(id), _) => id,
            (None, Some(key)) => library_id(key, ruleset.as_deref()).unwrap_or_else(|| key.clone()),
            (None, None) => source.path.clone(),
        };
        let facts = facts(&name, ruleset.as_deref(), expanded.metadata.as_ref(), source.key.as_deref());
        found.push(Ruleset { key, name: name.clone(), title: title.to_owned(), facts, term });
    }
    if found.is_empty() { Err("none of its rulesets is complete".to_owned()) } else { Ok(found) }
}

/// The database id that `about.toml` gives a ruleset of a library game.
fn library_id(key: &str, ruleset: Option<&str>) -> Option<String> {
    let game = ludarium_library::games().iter().find(|game| game.key == key)?;
    let rulesets = &game.about().rulesets;
    let wanted = ruleset.map(|r| r.split_once('/').map_or(r, |(_, rest)| rest));
    let about = match wanted {
        None => rulesets.first(),
        Some(wanted) => rulesets.iter().find(|r| wanted.starts_with(r.name.as_str())).or(rulesets.first()),
    }?;
    about.ids.first()?.rsplit('.').next().map(str::to_owned)
}

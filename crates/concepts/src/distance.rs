//! How far games are apart: by what their descriptions show, by how they play, and by how they are written. All
//! distances lie between 0, equal, and 1. Also what makes two games alike or different, in names.

use crate::profile::Profile;
use crate::taxonomy::{self, Data, Set};
use ludarium_syntax::{Kind as NodeKind, NodeId, Tree};
use std::collections::BTreeMap;

/// A game as distances see it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Path and ruleset, or the name of a library game.
    pub name: String,
    pub profile: Profile,
    /// Pieces of the description's tree, with how often each occurs.
    pub grams: BTreeMap<u32, u32>,
    /// Played figures by concept; empty if nobody played it.
    pub played: BTreeMap<u16, f64>,
}

/// Which distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    Compiled,
    Played,
    Tree,
    /// The mean of those that are known.
    All,
}

/// Many games, with what is usual among them: what all games have says nothing about two of them.
pub struct Catalogue {
    pub entries: Vec<Entry>,
    /// By concept: how telling it is, the logarithm of how rare it is.
    weight: Vec<f64>,
    /// By number: mean and deviation of its logarithm.
    usual: BTreeMap<u16, (f64, f64)>,
    usual_played: BTreeMap<u16, (f64, f64)>,
}

impl Catalogue {
    pub fn new(entries: Vec<Entry>) -> Catalogue {
        let n = entries.len().max(1) as f64;
        let mut weight = vec![0.0; taxonomy::SIZE];
        for concept in compared() {
            let having = entries.iter().filter(|e| e.profile.set.has(concept)).count() as f64;
            // As if two more games had it and lacked it: no weight is infinite, and one game alone has weights.
            weight[usize::from(concept)] = ((n + 2.0) / (having + 1.0)).ln();
        }
        let usual =
            usual(entries.iter().map(|e| e.profile.numbers.iter().map(|(id, v)| (*id, log(*v))).collect()));
        let usual_played =
            self::usual(entries.iter().map(|e| e.played.iter().map(|(id, v)| (*id, *v)).collect()));
        Catalogue { entries, weight, usual, usual_played }
    }

    pub fn distance(&self, a: &Entry, b: &Entry, measure: Measure) -> f64 {
        match measure {
            Measure::Compiled => self.compiled(a, b),
            Measure::Played => self.played(a, b).unwrap_or(1.0),
            Measure::Tree => tree_distance(&a.grams, &b.grams),
            Measure::All => {
                // A table of concepts does not hold how games are written.
                let written = !a.grams.is_empty() && !b.grams.is_empty();
                let tree = written.then(|| tree_distance(&a.grams, &b.grams));
                let known = [Some(self.compiled(a, b)), self.played(a, b), tree];
                let known: Vec<f64> = known.into_iter().flatten().collect();
                known.iter().sum::<f64>() / known.len() as f64
            }
        }
    }

    /// Booleans by weighted overlap, numbers by how far they are apart for numbers of their kind; the booleans count
    /// three quarters.
    fn compiled(&self, a: &Entry, b: &Entry) -> f64 {
        let (mut shared, mut any) = (0.0, 0.0);
        for concept in compared() {
            let w = self.weight[usize::from(concept)];
            match (a.profile.set.has(concept), b.profile.set.has(concept)) {
                (true, true) => {
                    shared += w;
                    any += w;
                }
                (true, false) | (false, true) => any += w,
                (false, false) => {}
            }
        }
        let booleans = if any > 0.0 { 1.0 - shared / any } else { 0.0 };
        let numbers =
            spread(&self.usual, &|id| a.profile.value(id).map(log), &|id| b.profile.value(id).map(log));
        0.75 * booleans + 0.25 * numbers.unwrap_or(0.0)
    }

    fn played(&self, a: &Entry, b: &Entry) -> Option<f64> {
        spread(&self.usual_played, &|id| a.played.get(&id).copied(), &|id| b.played.get(&id).copied())
    }

    /// The games nearest to one, nearest first.
    pub fn nearest(&self, of: &Entry, measure: Measure, most: usize) -> Vec<(usize, f64)> {
        let mut all: Vec<(usize, f64)> = (0..self.entries.len())
            .filter(|&i| self.entries[i].name != of.name)
            .map(|i| (i, self.distance(of, &self.entries[i], measure)))
            .collect();
        all.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        all.truncate(most);
        all
    }

    /// What two games share that few others have, what only the first has, and what only the second has; the most
    /// telling first, groups left out where a member says it better.
    pub fn explain(&self, a: &Entry, b: &Entry, most: usize) -> Explained {
        let pick = |wanted: &dyn Fn(&Set, &Set, u16) -> bool| {
            let mut ids: Vec<u16> =
                compared().into_iter().filter(|&id| wanted(&a.profile.set, &b.profile.set, id)).collect();
            let groups: Vec<u16> =
                ids.iter().filter_map(|id| taxonomy::by_id(*id).and_then(|c| c.parent)).collect();
            ids.retain(|id| !groups.contains(id));
            ids.sort_by(|x, y| {
                self.weight[usize::from(*y)].total_cmp(&self.weight[usize::from(*x)]).then(x.cmp(y))
            });
            ids.truncate(most);
            ids.into_iter().filter_map(taxonomy::by_id).map(|c| c.name).collect::<Vec<&'static str>>()
        };
        let mut numbers: Vec<(f64, String)> = self
            .usual
            .iter()
            .filter_map(|(id, (_, deviation))| {
                let (x, y) = (a.profile.value(*id)?, b.profile.value(*id)?);
                let far = (log(x) - log(y)).abs() / deviation.max(1e-9);
                (far > 0.5)
                    .then(|| (far, format!("{} {x} and {y}", taxonomy::by_id(*id).map_or("", |c| c.name))))
            })
            .collect();
        numbers.sort_by(|x, y| y.0.total_cmp(&x.0).then_with(|| x.1.cmp(&y.1)));
        numbers.truncate(most);
        Explained {
            shared: pick(&|a, b, id| a.has(id) && b.has(id)),
            only_first: pick(&|a, b, id| a.has(id) && !b.has(id)),
            only_second: pick(&|a, b, id| !a.has(id) && b.has(id)),
            numbers: numbers.into_iter().map(|(_, text)| text).collect(),
        }
    }

    /// All distances, row by row.
    pub fn matrix(&self, measure: Measure) -> Vec<Vec<f64>> {
        let n = self.entries.len();
        let mut all = vec![vec![0.0; n]; n];
        for (i, a) in self.entries.iter().enumerate() {
            for (j, b) in self.entries.iter().enumerate().take(i) {
                let d = self.distance(a, b, measure);
                all[i][j] = d;
                all[j][i] = d;
            }
        }
        all
    }
}

/// By what two games are alike and different.
#[derive(Clone, PartialEq, Debug)]
pub struct Explained {
    pub shared: Vec<&'static str>,
    pub only_first: Vec<&'static str>,
    pub only_second: Vec<&'static str>,
    pub numbers: Vec<String>,
}

/// The booleans that speak of the game.
fn compared() -> Vec<u16> {
    use std::sync::LazyLock;
    static LIST: LazyLock<Vec<u16>> = LazyLock::new(|| {
        let of_the_game =
            |c: &&taxonomy::Concept| c.compiled && c.data == Data::Boolean && c.kind.is_of_the_game();
        taxonomy::all().iter().filter(of_the_game).map(|c| c.id).collect()
    });
    LIST.clone()
}

fn log(x: f64) -> f64 {
    (1.0 + x.max(0.0)).ln()
}

/// Mean and deviation of each number over all games.
fn usual(games: impl Iterator<Item = Vec<(u16, f64)>>) -> BTreeMap<u16, (f64, f64)> {
    let mut values: BTreeMap<u16, Vec<f64>> = BTreeMap::new();
    for game in games {
        for (id, value) in game {
            if value.is_finite() {
                values.entry(id).or_default().push(value);
            }
        }
    }
    let sum_up =
        |list: Vec<f64>| (list.iter().sum::<f64>() / list.len() as f64, crate::stats::deviation(&list));
    values.into_iter().map(|(id, list)| (id, sum_up(list))).collect()
}

type Value<'v> = &'v dyn Fn(u16) -> Option<f64>;

/// How far numbers are apart in the mean, each in units of what is usual for it, pressed into 0 to 1.
fn spread(usual: &BTreeMap<u16, (f64, f64)>, a: Value<'_>, b: Value<'_>) -> Option<f64> {
    let mut far = Vec::new();
    for (&id, &(_, deviation)) in usual {
        if let (Some(x), Some(y)) = (a(id), b(id))
            && x.is_finite()
            && y.is_finite()
        {
            let units = if deviation > 0.0 { (x - y).abs() / deviation } else { f64::from(u8::from(x != y)) };
            far.push(units / (1.0 + units));
        }
    }
    (!far.is_empty()).then(|| far.iter().sum::<f64>() / far.len() as f64)
}

/// Pieces of a tree: every node with its parent and each run of three neighbouring children. Their overlap bounds how
/// many edits lead from one tree to another, and costs time in proportion to the size instead of its square.
pub fn grams(tree: &Tree) -> BTreeMap<u32, u32> {
    let mut found: BTreeMap<u32, u32> = BTreeMap::new();
    let mut todo: Vec<(NodeId, u32)> = tree.roots.iter().map(|root| (*root, 0)).collect();
    while let Some((node, parent)) = todo.pop() {
        let own = label(tree, node);
        let children: Vec<NodeId> = tree.children(node).collect();
        let labels: Vec<u32> = children.iter().map(|child| label(tree, *child)).collect();
        // Before the first and after the last child stand two blanks.
        let at = |i: isize| usize::try_from(i).ok().and_then(|i| labels.get(i)).copied().unwrap_or(0);
        for i in -2..=(labels.len() as isize - 1).max(-2) {
            let gram = [parent, own, at(i), at(i + 1), at(i + 2)];
            let hash =
                gram.iter().fold(0x811C_9DC5_u32, |hash, part| (hash ^ part).wrapping_mul(0x0100_0193));
            *found.entry(hash).or_default() += 1;
        }
        todo.extend(children.into_iter().map(|child| (child, own)));
    }
    found
}

/// What stands at a node; numbers and names of pieces are all alike, since other names make no other game.
fn label(tree: &Tree, node: NodeId) -> u32 {
    let word: &str = match &tree.node(node).kind {
        NodeKind::Call => tree.head(node).unwrap_or("("),
        NodeKind::Set => "{",
        NodeKind::Fragment => "|",
        NodeKind::Hole(_) => "[",
        NodeKind::Word(word) => word,
        NodeKind::Int(_) => "1",
        NodeKind::Float(_) => "1.0",
        NodeKind::Text(_) => "\"",
    };
    word.bytes().fold(0x811C_9DC5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)) | 1
}

/// One less the overlap of the two bags.
pub fn tree_distance(a: &BTreeMap<u32, u32>, b: &BTreeMap<u32, u32>) -> f64 {
    let all: u32 = a.values().sum::<u32>() + b.values().sum::<u32>();
    if all == 0 {
        return 0.0;
    }
    let shared: u32 = a.iter().map(|(gram, n)| (*n).min(b.get(gram).copied().unwrap_or(0))).sum();
    1.0 - 2.0 * f64::from(shared) / f64::from(all)
}

//! How likely a part is the lost one, before anything is played: what other games that are like this one have in the
//! same place. Games are compared section by section (board, pieces, set-up, play, end), by what their descriptions
//! share, rare things counting more; the part's own section, which the hole leaves open, is left out.
//!
//! Each donor of a part speaks for it with the exponential of a weighted sum of features, and what several
//! donors say is added: a part that many like games have goes before one that a single game has. The weights were learnt by
//! leaving parts out of other games (`examples/leave_one_out.rs --learn`), one list for each kind of place.
//!
//! Knows trees and donors' scores; refuses to know names of games, folders or families.

use crate::donors::Donors;
use crate::fit::{Part, canonical};
use crate::holes::Incomplete;
use crate::term::{Shape, Term};
use crate::types::{DonorScores, Hole};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// The sections of a description that are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    Players,
    Board,
    Pieces,
    /// Hands, dice, tracks, regions, maps.
    Things,
    Start,
    Play,
    End,
}

pub const SECTIONS: usize = 7;

/// What a hole is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Start,
    End,
    Piece,
    Other,
}

impl Kind {
    pub const ALL: [Kind; 4] = [Kind::Start, Kind::End, Kind::Piece, Kind::Other];
    pub fn of(hole: &Hole) -> Kind {
        let within = |head: &str| hole.context.heads.iter().any(|h| h == head);
        if within("start") {
            Kind::Start
        } else if within("end") {
            Kind::End
        } else if within("piece") {
            Kind::Piece
        } else {
            Kind::Other
        }
    }
    fn section(self) -> Option<Section> {
        match self {
            Kind::Start => Some(Section::Start),
            Kind::End => Some(Section::End),
            Kind::Piece => Some(Section::Pieces),
            Kind::Other => None,
        }
    }
}

/// What a description has, by section: hashes of its clauses, in order and each once.
#[derive(Clone, Debug, Default)]
pub struct Grams([Vec<u64>; SECTIONS]);

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

impl Grams {
    pub fn of(game: &Term) -> Grams {
        let mut grams = Grams::default();
        for clause in game.args() {
            match clause.head() {
                Some("players") => grams.add(clause, Section::Players, ""),
                Some("equipment") => {
                    for item in clause.args().iter().flat_map(members) {
                        let section = match item.head() {
                            Some("board" | "mancalaBoard" | "surakartaBoard" | "boardless") => Section::Board,
                            Some("piece") => Section::Pieces,
                            Some(_) | None => Section::Things,
                        };
                        grams.add(item, section, "");
                    }
                }
                Some(_) => grams.add(clause, Section::Play, ""),
                None => {}
            }
        }
        for list in &mut grams.0 {
            list.sort_unstable();
            list.dedup();
        }
        grams
    }

    fn add(&mut self, term: &Term, section: Section, above: &str) {
        let section = match term.head() {
            Some("start") => Section::Start,
            Some("end") => Section::End,
            Some(_) | None => section,
        };
        let list = &mut self.0[section as usize];
        match &term.shape {
            Shape::Call => {
                let head = term.head().unwrap_or_default();
                let words: Vec<&str> = term.args().iter().filter_map(Term::as_word).collect();
                list.push(hash_of(&head));
                list.push(hash_of(&(head, &words)));
                list.push(hash_of(&(above, head)));
                if !term.has_hole() {
                    list.push(canonical(term).stable_hash());
                }
                let head = head.to_owned();
                for part in term.args() {
                    self.add(part, section, &head);
                }
            }
            Shape::Set => {
                for part in &term.parts {
                    self.add(part, section, above);
                }
            }
            Shape::Int(n) => list.push(hash_of(&(above, n))),
            Shape::Text(text) => list.push(hash_of(&(above, text.as_str()))),
            Shape::Word(_) | Shape::Float(_) | Shape::Hole(_) => {}
        }
    }
}

fn members(term: &Term) -> Vec<&Term> {
    match term.shape {
        Shape::Set => term.parts.iter().collect(),
        Shape::Call | Shape::Word(_) | Shape::Int(_) | Shape::Float(_) | Shape::Text(_) | Shape::Hole(_) => {
            vec![term]
        }
    }
}

/// What all donors have, and how rare each thing is.
#[derive(Debug, Default)]
pub struct Index {
    grams: Vec<Grams>,
    /// By hash: how many donors have it.
    having: FxHashMap<u64, u32>,
}

impl Index {
    pub fn of<'t>(games: impl Iterator<Item = &'t Term>) -> Index {
        let grams: Vec<Grams> = games.map(Grams::of).collect();
        let mut having: FxHashMap<u64, u32> = FxHashMap::default();
        for game in &grams {
            let all: FxHashSet<u64> = game.0.iter().flatten().copied().collect();
            for gram in all {
                *having.entry(gram).or_default() += 1;
            }
        }
        Index { grams, having }
    }
    /// The square of a thing's weight: the logarithm of how rare it is.
    fn weight(&self, gram: u64) -> f64 {
        let n = self.grams.len() as f64 + 1.0;
        let rare = (n / (1.0 + f64::from(self.having.get(&gram).copied().unwrap_or(0)))).ln();
        rare * rare
    }
    /// From 0 to 1: what two lists share of what they have.
    fn cosine(&self, a: &[u64], b: &[u64]) -> f64 {
        let sum = |list: &[u64]| list.iter().map(|&g| self.weight(g)).sum::<f64>();
        let (mut i, mut j, mut shared) = (0, 0, 0.0);
        while i < a.len() && j < b.len() {
            match a[i].cmp(&b[j]) {
                std::cmp::Ordering::Less => i += 1,
                std::cmp::Ordering::Greater => j += 1,
                std::cmp::Ordering::Equal => {
                    shared += self.weight(a[i]);
                    i += 1;
                    j += 1;
                }
            }
        }
        let (of_a, of_b) = (sum(a), sum(b));
        if of_a > 0.0 && of_b > 0.0 { shared / (of_a * of_b).sqrt() } else { 0.0 }
    }
}

/// How many things are said of a donor and its part.
pub const FEATURES: usize = 19;
pub const NAMES: [&str; FEATURES] = [
    "culture known",
    "culture",
    "concepts",
    "place",
    "players alike",
    "board alike",
    "pieces alike",
    "things alike",
    "set-up alike",
    "play alike",
    "end alike",
    "all alike",
    "same board",
    "same number of players",
    "same names of pieces",
    "surroundings",
    "apart",
    "names renamed",
    "size",
];
pub type Features = [f64; FEATURES];

/// How like all donors are to one description, for one hole.
pub struct Likeness {
    /// By donor.
    sections: Vec<[f64; SECTIONS]>,
    all: Vec<f64>,
    board: Vec<bool>,
    players: Vec<bool>,
    pieces: Vec<f64>,
    depth: f64,
}

impl Likeness {
    pub fn new(incomplete: &Incomplete, hole: &Hole, donors: &Donors) -> Likeness {
        let index = donors.index();
        let mut ours = Grams::of(&incomplete.term);
        let left_out = Kind::of(hole).section();
        if let Some(section) = left_out {
            // What the description says of other pieces still counts.
            if section != Section::Pieces {
                ours.0[section as usize].clear();
            }
        }
        let declared = crate::donors::declared(&incomplete.term);
        let board = board_of(&incomplete.term).map(|b| canonical(b).stable_hash());
        let mut likeness = Likeness {
            sections: Vec::new(),
            all: Vec::new(),
            board: Vec::new(),
            players: Vec::new(),
            pieces: Vec::new(),
            depth: hole.context.heads.len().max(1) as f64,
        };
        let our_all = together(&ours, left_out);
        for (i, theirs) in index.grams.iter().enumerate() {
            let mut sections = [0.0; SECTIONS];
            for (s, value) in sections.iter_mut().enumerate() {
                *value = index.cosine(&ours.0[s], &theirs.0[s]);
            }
            likeness.sections.push(sections);
            likeness.all.push(index.cosine(&our_all, &together(theirs, left_out)));
            let term = &donors.list[i].term;
            likeness
                .board
                .push(board.is_some() && board_of(term).map(|b| canonical(b).stable_hash()) == board);
            let their = &donors.declared[i];
            likeness.players.push(their.players == declared.players);
            let shared =
                their.pieces.iter().filter(|(n, _)| declared.pieces.iter().any(|(o, _)| o == n)).count();
            let any = their.pieces.len() + declared.pieces.len() - shared.min(declared.pieces.len());
            likeness.pieces.push(shared as f64 / any.max(1) as f64);
        }
        likeness
    }

    /// What is said of a part and its donor.
    pub fn features(&self, part: &Part, scores: &DonorScores) -> Features {
        let mut f = [0.0; FEATURES];
        let Some(donor) = part.donor else { return f };
        let d = donor.0 as usize;
        f[0] = f64::from(u8::from(scores.cultural.is_some()));
        f[1] = scores.cultural.unwrap_or(0.0);
        f[2] = scores.conceptual.unwrap_or(0.0);
        f[3] = scores.geographical.unwrap_or(0.0);
        f[4..4 + SECTIONS].copy_from_slice(&self.sections[d]);
        f[11] = self.all[d];
        f[12] = f64::from(u8::from(self.board[d]));
        f[13] = f64::from(u8::from(self.players[d]));
        f[14] = self.pieces[d];
        f[15] = f64::from(part.alike) / self.depth;
        f[16] = f64::from(part.apart.min(3)) / 3.0;
        f[17] = part.forced.iter().filter(|(a, b)| a != b).count() as f64;
        f[18] = (1.0 + part.terms.iter().map(Term::size).sum::<usize>() as f64).ln();
        f
    }
}

/// What the donors of one part say for it together.
pub fn together_said(said: impl Iterator<Item = f64> + Clone) -> f64 {
    let most = said.clone().fold(f64::MIN, f64::max);
    most + said.map(|value| (value - most).exp()).sum::<f64>().ln()
}

/// What a donor says for its part.
pub fn said(kind: Kind, features: &Features) -> f64 {
    features.iter().zip(weights(kind)).map(|(f, w)| f * w).sum()
}

/// The same where culture, concepts and place are to count more or less than usual.
pub fn said_with(kind: Kind, features: &Features, [culture, concepts, place]: [f64; 3]) -> f64 {
    let mut features = *features;
    features[0] *= culture;
    features[1] *= culture;
    features[2] *= concepts;
    features[3] *= place;
    said(kind, &features)
}

/// The weights that were learnt, by kind of place, in the order of [`NAMES`].
pub fn weights(kind: Kind) -> &'static Features {
    match kind {
        Kind::Start => &START,
        Kind::End => &END,
        Kind::Piece => &PIECE,
        Kind::Other => &OTHER,
    }
}

const START: Features = [
    0.16, 0.20, 2.15, 0.12, 0.91, 2.28, 1.07, 1.73, 0.00, 1.15, 1.08, 1.89, 1.39, 0.42, 0.06, 0.00, 0.00,
    0.00, -0.06,
];
const END: Features = [
    0.14, 1.00, 3.03, 0.79, 0.98, 1.49, 2.14, 0.84, 1.10, 1.63, 0.00, 2.05, 0.16, 0.52, 1.85, 1.05, 0.00,
    0.00, -0.79,
];
const PIECE: Features = [
    0.37, 0.64, 2.09, 0.78, 0.68, 0.86, 1.60, -0.31, 0.85, 2.25, 1.83, 2.16, -0.24, -0.63, 0.45, 0.00, -0.37,
    -2.44, -0.15,
];
const OTHER: Features = [
    0.41, 0.81, 1.08, 0.46, 0.63, -0.11, 2.39, 1.25, 1.54, 2.13, 1.13, 2.84, 0.65, -0.34, 1.05, 0.69, -0.85,
    0.00, -0.33,
];

fn together(grams: &Grams, but: Option<Section>) -> Vec<u64> {
    let mut all: Vec<u64> = Vec::new();
    for (s, list) in grams.0.iter().enumerate() {
        let left_out = but.is_some_and(|section| section as usize == s);
        if !left_out {
            all.extend(list);
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether the first player's pieces here are more like the second player's there, and the other way round; `None` where
/// nobody has pieces of one player alone, or where there is no telling.
pub fn crossed(ours: &Term, theirs: &Term) -> Option<bool> {
    const CLEARLY: f64 = 0.1;
    let pieces = |game: &Term, role: &str| -> FxHashSet<u64> {
        let mut found = FxHashSet::default();
        let equipment = game.args().iter().find(|clause| clause.head() == Some("equipment"));
        if let Some(equipment) = equipment {
            equipment.each(&mut |clause| {
                let owned = clause.args().get(1).and_then(Term::as_word) == Some(role);
                if clause.head() == Some("piece") && owned {
                    clause.each(&mut |part| {
                        if matches!(part.shape, Shape::Call | Shape::Text(_)) && part != clause {
                            found.insert(canonical(part).stable_hash());
                        }
                    });
                }
            });
        }
        found
    };
    let (our, their) =
        ([pieces(ours, "P1"), pieces(ours, "P2")], [pieces(theirs, "P1"), pieces(theirs, "P2")]);
    if our.iter().chain(&their).all(FxHashSet::is_empty) {
        return None;
    }
    let alike = |a: &FxHashSet<u64>, b: &FxHashSet<u64>| {
        a.intersection(b).count() as f64 / a.union(b).count().max(1) as f64
    };
    let straight = alike(&our[0], &their[0]) + alike(&our[1], &their[1]);
    let crossed = alike(&our[0], &their[1]) + alike(&our[1], &their[0]);
    match crossed - straight {
        more if more > CLEARLY => Some(true),
        less if less < -CLEARLY => Some(false),
        _ => None,
    }
}

/// The clause that makes the board.
pub fn board_of(game: &Term) -> Option<&Term> {
    let mut found = None;
    game.each(&mut |term| {
        if found.is_none()
            && matches!(term.head(), Some("board" | "mancalaBoard" | "surakartaBoard" | "boardless"))
        {
            found = Some(term);
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::testing::game;

    fn with(board: &str, end: &str) -> Term {
        game(&format!(
            "(game \"x\" (players 2) (equipment {{(board {board}) (piece \"Ball\" Each)}})
                (rules (play (move Add (to (sites Empty)))) (end {end})))"
        ))
    }
    const LINE: &str = "(if (is Line 3) (result Mover Win))";
    const BLOCKED: &str = "(if (no Moves Next) (result Mover Win))";

    #[test]
    fn descriptions_are_compared_section_by_section() {
        let games = [with("(square 3)", LINE), with("(square 3)", BLOCKED), with("(hex 3)", LINE)];
        let index = Index::of(games.iter());
        let likeness = |a: usize, b: usize, section: Section| {
            index.cosine(&index.grams[a].0[section as usize], &index.grams[b].0[section as usize])
        };
        assert!((likeness(0, 1, Section::Board) - 1.0).abs() < 1e-9, "the same board");
        assert!(likeness(0, 2, Section::Board) < 0.5, "another board");
        assert!((likeness(0, 2, Section::End) - 1.0).abs() < 1e-9, "the same end");
        assert!(likeness(0, 1, Section::End) < 0.5, "another end");
    }

    #[test]
    fn what_few_games_have_counts_more() {
        let games = [
            with("(square 3)", LINE),
            with("(square 4)", LINE),
            with("(square 5)", LINE),
            with("(hex 3)", BLOCKED),
        ];
        let index = Index::of(games.iter());
        assert!(index.weight(hash_of(&"hex")) > index.weight(hash_of(&"square")));
    }

    #[test]
    fn many_donors_say_more_than_one() {
        let said = |values: &[f64]| together_said(values.iter().copied());
        assert!((said(&[1.0]) - 1.0).abs() < 1e-9);
        assert!((said(&[1.0, 1.0]) - (1.0 + 2f64.ln())).abs() < 1e-9);
        // But two that are ten times less likely each do not outweigh it.
        assert!(said(&[1.0 - 10f64.ln(); 2]) < said(&[1.0]));
    }

    #[test]
    fn hunters_are_known_by_their_moves() {
        let hunt = |first: &str, second: &str| {
            game(&format!(
                "(game \"x\" (players 2) (equipment {{(piece \"A\" P1 {first}) (piece \"B\" P2 {second})}}))"
            ))
        };
        let (hops, steps) = ("(move Hop (between if:True) (to if:True))", "(move Step (to if:True))");
        assert_eq!(crossed(&hunt(hops, steps), &hunt(hops, steps)), Some(false));
        assert_eq!(crossed(&hunt(hops, steps), &hunt(steps, hops)), Some(true));
        assert_eq!(crossed(&with("(square 3)", LINE), &with("(hex 3)", LINE)), None);
    }
}

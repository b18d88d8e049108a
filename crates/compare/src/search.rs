//! Looks for a witness: breadth first from the start, so that short ones are found first, then games played side by
//! side in several manners, since what differs late needs whole games, and what differs seldom needs odd ones.

use crate::lockstep::{Lockstep, Moment, Pair, Parted};
use crate::pairing::{Joint, Key, key_a};
use ludarium_engine::action::Act;
use ludarium_engine::ctx::Witness as Fired;
use ludarium_engine::rng::{Rng, mix};
use ludarium_engine::{Game, Move};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::sync::Arc;

/// A move of a sequence that is played in both games: what is pointed at, which of the moves that point so, and the number
/// that decides chance before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub key: Key,
    pub nth: usize,
    pub chance: u64,
}

/// How far a search went.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spent {
    pub positions: u64,
    pub successors: u64,
    pub games: u64,
    /// Branches that could not be followed, because something else than dice decided.
    pub unsure: u64,
}

/// What a search is given.
pub(crate) struct Search<'s, 'g> {
    pub lockstep: &'s Lockstep<'g>,
    pub start: &'s Pair<'g>,
    pub seed: u64,
    /// Positions to compare at most.
    pub most: u64,
    pub go_on: &'s dyn Fn() -> bool,
    pub spent: Spent,
}

/// A sequence at whose end the games differ; `shortest` where all shorter ones were looked at.
pub(crate) struct Found {
    pub tokens: Vec<Token>,
    pub shortest: bool,
}

/// What a search came to.
pub(crate) enum Result {
    Found(Found),
    /// Nothing; `complete` where every position that can be reached was compared.
    Nothing {
        complete: bool,
    },
}

pub(crate) fn token(lockstep: &Lockstep<'_>, moment: &Moment<'_>, joint: Joint) -> Token {
    let key = key_a(lockstep, &moment.legal_a[joint.a]);
    let before = moment.joints.iter().take_while(|j| **j != joint);
    let nth = before.filter(|j| key_a(lockstep, &moment.legal_a[j.a]) == key).count();
    Token { key, nth, chance: moment.chance }
}

/// Breadth first, so many moves are made beyond one for each position: where there is much to choose from, whole games tell
/// more.
const WIDEST: u64 = 20_000;

/// A place in the tree of sequences.
struct Branch {
    parent: usize,
    depth: usize,
    token: Option<Token>,
}

impl<'g> Search<'_, 'g> {
    fn may_go_on(&self) -> bool {
        self.spent.positions < self.most && self.spent.successors < self.most * 8 && (self.go_on)()
    }

    /// Breadth first, through so many positions. A move after which positions differ is one move longer than the position
    /// it is made in, so that all positions of that depth are still looked at before it is the shortest.
    pub fn breadth_first(&mut self, most: u64) -> Result {
        let lockstep = self.lockstep;
        let mut branches: Vec<Branch> = vec![Branch { parent: 0, depth: 0, token: None }];
        let mut open: VecDeque<(usize, Pair<'g>)> = VecDeque::from([(0, self.start.clone())]);
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        let until = (self.spent.positions + most, self.spent.successors + most + WIDEST);
        let chance =
            !lockstep.same.dice.is_empty() || lockstep.a.uses.stochastic || lockstep.b.uses.stochastic;
        let mut complete = !chance;
        let mut found: Option<Vec<Token>> = None;
        while let Some((at, pair)) = open.pop_front() {
            if found.as_ref().is_some_and(|tokens| branches[at].depth >= tokens.len()) {
                break;
            }
            let spent = self.spent.positions >= until.0 || self.spent.successors >= until.1;
            if spent || !self.may_go_on() {
                return match found {
                    Some(tokens) => Result::Found(Found { tokens, shortest: false }),
                    None => Result::Nothing { complete: false },
                };
            }
            let draw = mix(self.seed ^ lockstep.hash(&pair));
            self.spent.positions += 1;
            let moment = match lockstep.arrive(pair, draw) {
                Ok(moment) => moment,
                Err(Parted::Unsure) => {
                    (self.spent.unsure, complete) = (self.spent.unsure + 1, false);
                    continue;
                }
                Err(Parted::Differ(_)) => {
                    return Result::Found(Found { tokens: path(&branches, at), shortest: complete });
                }
            };
            if found.is_some() {
                continue;
            }
            complete &= moment.joints.iter().all(|j| j.sure);
            let before = self.spent.unsure;
            found = self.expand(at, &moment, &mut branches, &mut open, &mut seen);
            complete &= self.spent.unsure == before;
        }
        if let Some(tokens) = found {
            return Result::Found(Found { tokens, shortest: complete });
        }
        Result::Nothing { complete: complete && !remembers(lockstep.a) && !remembers(lockstep.b) }
    }

    /// Makes all moves of a position; gives the first after which the games differ.
    fn expand(
        &mut self,
        at: usize,
        moment: &Moment<'g>,
        branches: &mut Vec<Branch>,
        open: &mut VecDeque<(usize, Pair<'g>)>,
        seen: &mut FxHashSet<u64>,
    ) -> Option<Vec<Token>> {
        let lockstep = self.lockstep;
        for &joint in moment.joints.iter().filter(|j| j.sure) {
            self.spent.successors += 1;
            match lockstep.follow(moment, joint) {
                Ok(pair) => {
                    if pair.a.pos.over || !seen.insert(lockstep.hash(&pair)) {
                        continue;
                    }
                    let (depth, token) = (branches[at].depth + 1, Some(token(lockstep, moment, joint)));
                    branches.push(Branch { parent: at, depth, token });
                    open.push_back((branches.len() - 1, pair));
                }
                Err(Parted::Unsure) => self.spent.unsure += 1,
                Err(Parted::Differ(_)) => {
                    let mut tokens = path(branches, at);
                    tokens.push(token(lockstep, moment, joint));
                    return Some(tokens);
                }
            }
        }
        None
    }

    /// Whole games in several manners, until the bound is reached; or games of so many moves at most.
    pub fn games(&mut self, at_most: usize) -> Option<Vec<Token>> {
        let mut known: FxHashMap<u64, u32> = FxHashMap::default();
        let fired = Arc::new(Fired::of(self.lockstep.a));
        let mut start = self.start.clone();
        start.a.witness = Some(fired);
        let mut by_length = [0; LENGTHS.len()];
        while self.may_go_on() {
            let n = self.spent.games;
            self.spent.games += 1;
            let manner = MANNERS[n as usize % MANNERS.len()];
            // Openings and ends are both looked at, whatever games are like: half of the positions are in long games.
            let class = (0..LENGTHS.len()).min_by_key(|&i| by_length[i] / LENGTHS[i].1).unwrap_or(0);
            let longest = LENGTHS[class].0.min(at_most);
            let before = self.spent.positions;
            let mut rng = Rng::new(mix(self.seed ^ mix(n + 0x6A3E)));
            let found = self.one_game(start.clone(), manner, longest, &mut rng, &mut known);
            by_length[class] += self.spent.positions - before;
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn one_game(
        &mut self,
        start: Pair<'g>,
        manner: Manner,
        longest: usize,
        rng: &mut Rng,
        known: &mut FxHashMap<u64, u32>,
    ) -> Option<Vec<Token>> {
        let lockstep = self.lockstep;
        let mut tokens = Vec::new();
        let mut pair = start;
        let mut last: Vec<Option<(i32, i32)>> = vec![None; lockstep.a.players + 2];
        loop {
            if pair.a.pos.over || !self.may_go_on() {
                return None;
            }
            self.spent.positions += 1;
            let moment = match lockstep.arrive(pair, rng.next_u64()) {
                Ok(moment) => moment,
                Err(Parted::Unsure) => {
                    self.spent.unsure += 1;
                    return None;
                }
                Err(Parted::Differ(_)) => return Some(tokens),
            };
            if tokens.len() == longest {
                return None;
            }
            if manner == Manner::Ends
                && let Some(joint) = self.differing_successor(&moment, rng)
            {
                tokens.push(token(lockstep, &moment, joint));
                return Some(tokens);
            }
            let sure: Vec<Joint> = moment.joints.iter().copied().filter(|j| j.sure).collect();
            let mover = usize::from(moment.pair.a.pos.mover).min(last.len() - 1);
            let joint = choose(lockstep.a, &moment, &sure, manner, last[mover], rng, known)?;
            let made = &moment.legal_a[joint.a];
            last[mover] = Some(made.choice());
            tokens.push(token(lockstep, &moment, joint));
            self.spent.successors += 1;
            match lockstep.follow(&moment, joint) {
                Ok(next) => pair = next,
                Err(Parted::Unsure) => {
                    self.spent.unsure += 1;
                    return None;
                }
                Err(Parted::Differ(_)) => return Some(tokens),
            }
        }
    }

    /// A move after which the games differ at once, among some that are drawn.
    fn differing_successor(&mut self, moment: &Moment<'g>, rng: &mut Rng) -> Option<Joint> {
        let sure: Vec<Joint> = moment.joints.iter().copied().filter(|j| j.sure).collect();
        let first = rng.below(sure.len());
        for &joint in sure.iter().cycle().skip(first).take(sure.len().min(TRIED)) {
            self.spent.successors += 1;
            if let Err(Parted::Differ(_)) = self.lockstep.follow(moment, joint) {
                return Some(joint);
            }
        }
        None
    }
}

fn path(branches: &[Branch], mut at: usize) -> Vec<Token> {
    let mut tokens = Vec::new();
    while let Some(token) = &branches[at].token {
        tokens.push(token.clone());
        at = branches[at].parent;
    }
    tokens.reverse();
    tokens
}

/// Do the rules look at earlier positions? Then what lies on the board does not tell the future.
fn remembers(game: &Game) -> bool {
    let uses = &game.uses;
    uses.cycle_detection
        || uses.no_repeat_positional_game
        || uses.no_repeat_positional_turn
        || uses.no_repeat_situational_game
        || uses.no_repeat_situational_turn
        || uses.stores_state
        || game.meta.repeat.is_some()
}

/// A manner of playing. Each makes other things happen often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// Any move.
    Any,
    /// Moves of a kind that was seldom made.
    Rare,
    /// Any move; some others are tried before one is made, so that ends are met more often.
    Ends,
    /// Captures.
    Captures,
    /// No captures, and back and forth: positions come again.
    Quiet,
    /// On with the same piece.
    Advance,
    /// Passes where that is allowed.
    Passes,
}

const MANNERS: [Manner; 8] = [
    Manner::Any,
    Manner::Rare,
    Manner::Ends,
    Manner::Captures,
    Manner::Rare,
    Manner::Advance,
    Manner::Quiet,
    Manner::Passes,
];

/// How long games are, and how much of the search they get.
const LENGTHS: [(usize, u64); 3] = [(50, 1), (200, 1), (1500, 2)];

/// Where all moves are tried before one is made, so many are tried.
const TRIED: usize = 12;

fn choose(
    game: &Game,
    moment: &Moment<'_>,
    sure: &[Joint],
    manner: Manner,
    last: Option<(i32, i32)>,
    rng: &mut Rng,
    known: &mut FxHashMap<u64, u32>,
) -> Option<Joint> {
    let kinds: Vec<u64> = sure.iter().map(|j| kind(moment, &moment.legal_a[j.a])).collect();
    let weight = |(joint, kind): (&Joint, &u64)| -> usize {
        let m = &moment.legal_a[joint.a];
        let takes = captures(game, moment, m);
        match manner {
            Manner::Any | Manner::Ends => 1,
            Manner::Rare => (1000 / (1 + known.get(kind).copied().unwrap_or(0) as usize)).max(1),
            Manner::Captures => {
                if takes {
                    20
                } else {
                    1
                }
            }
            Manner::Quiet => {
                let (from, to) = m.choice();
                let back = last.is_some_and(|(f, t)| from != to && (from, to) == (t, f));
                if back {
                    60
                } else if takes {
                    1
                } else {
                    4
                }
            }
            Manner::Advance => {
                let (from, to) = m.choice();
                let on = last.is_some_and(|(f, t)| from == t && to != f);
                if on { 40 } else { 1 }
            }
            Manner::Passes => {
                if m.is_pass() {
                    20
                } else {
                    1
                }
            }
        }
    };
    let weights: Vec<usize> = sure.iter().zip(&kinds).map(weight).collect();
    let mut draw = rng.below(weights.iter().sum());
    for (i, weight) in weights.iter().enumerate() {
        if draw < *weight {
            *known.entry(kinds[i]).or_insert(0) += 1;
            return Some(sure[i]);
        }
        draw -= weight;
    }
    None
}

/// Does the move take something? (As far as can be told before it is made.)
fn captures(game: &Game, moment: &Moment<'_>, m: &Move) -> bool {
    let ctx = &moment.pair.a;
    let (from, to) = m.choice();
    let there = ctx.who(m.to_kind, to);
    let enemy = there != 0 && there != usize::from(ctx.pos.mover) && there <= game.players;
    (from != to && enemy)
        || !m.between.is_empty()
        || m.actions.iter().any(|a| matches!(a.act, Act::Remove { .. }))
}

/// A number for the kind of a move: the rules that gave it, what is moved, what stands where it goes, what it becomes.
fn kind(moment: &Moment<'_>, m: &Move) -> u64 {
    let ctx = &moment.pair.a;
    let (from, to) = m.choice();
    let mut hash =
        mix(ctx.what(m.from_kind, from) as u64) ^ mix(ctx.what(m.to_kind, to) as u64).rotate_left(9);
    for rule in &m.given {
        hash = mix(hash ^ u64::from(rule.0));
    }
    for action in &m.actions {
        let becomes = match action.act {
            Act::Promote { what, .. } | Act::Add { what, .. } | Act::Insert { what, .. } => what as u64,
            Act::Remove { .. } => 0xFFFF,
            _ => continue,
        };
        hash = mix(hash ^ becomes ^ 0xBEC0);
    }
    hash
}

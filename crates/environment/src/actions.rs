//! Moves as numbers. The range is fixed by the shape of the game and means the same in every position:
//!
//! | numbers | action |
//! | --- | --- |
//! | 0 | wait: another agent decides |
//! | 1 | pass |
//! | 2 | swap seats |
//! | then one per site | a decision about that site alone: put, remove, select, sow from it |
//! | then one per pair of sites | a decision with two ends, origin first; absent where there would be more than [`MOST_PAIRS`] |
//! | the rest | everything else, by a hash of the exact name of the move |
//!
//! Sites are counted as the engine stores them: vertices, edges and cells of the board as far as the game uses them, then
//! hands, dice and decks. Several legal moves that share their ends (a promotion, a number of pieces, the route of a
//! capture) are all told by their names, and so are bets, votes and values of a puzzle. Two names that hash alike in one
//! position take neighbouring numbers, in the order of their text; should there be more names than numbers for them, the last
//! ones take any that are free. So every legal move of a position has a number of its own, and within a position a number has
//! one meaning.

use ludarium_engine::kernel::MovesKind;
use ludarium_engine::kernel::walk::{self, Part};
use ludarium_engine::rng::mix;
use ludarium_engine::{Act, Game, Move, SiteType};
use ludarium_play::naming::{exact_name, site_name};
use std::collections::{BTreeMap, BTreeSet};

/// Another agent decides.
pub const WAIT: u32 = 0;
/// The number of a pass.
pub const PASS: u32 = 1;
/// The number of a change of seats.
pub const SWAP: u32 = 2;
const FIRST_SITE: u32 = 3;
/// More pairs of sites than this are not numbered one by one.
pub const MOST_PAIRS: usize = 1 << 16;
/// How many numbers there are for moves that are told by their names, where decisions have more to them than their ends.
const NAMED: u32 = 1 << 12;
/// The same where nothing but ends is decided, and moves share these only by chance.
const FEW_NAMED: u32 = 1 << 8;
/// The same where names must tell all moves with two ends.
const MANY_NAMED: u32 = 1 << 16;
/// A move that found no number: there are more moves than numbers.
pub(crate) const NONE: u32 = u32::MAX;

/// The numbers of a game's actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionSpace {
    sites: u32,
    pairs: bool,
    named: u32,
}

impl ActionSpace {
    /// The space of a game; of a match one that holds for all its games.
    pub fn of(game: &Game) -> ActionSpace {
        let parts: Vec<&Game> = parts(game);
        let sites = parts.iter().map(|g| g.layout.nowhere).max().unwrap_or(0).max(1);
        let shapes: Vec<Shape> = parts.iter().map(|g| Shape::of(g)).collect();
        let two_ends = shapes.iter().any(|s| s.two_ends);
        let pairs = two_ends && sites * sites <= MOST_PAIRS;
        let named = match (two_ends && !pairs, shapes.iter().any(|s| s.choices)) {
            (true, _) => MANY_NAMED,
            (false, true) => NAMED,
            (false, false) => FEW_NAMED,
        };
        ActionSpace { sites: sites as u32, pairs, named }
    }

    /// How many numbers there are.
    pub fn size(&self) -> usize {
        (self.first_named() + self.named) as usize
    }

    /// How many sites are counted.
    pub fn sites(&self) -> usize {
        self.sites as usize
    }

    /// Whether pairs of sites are numbered one by one.
    pub fn has_pairs(&self) -> bool {
        self.pairs
    }

    /// How many numbers are kept for moves that are told by their names.
    pub fn named(&self) -> usize {
        self.named as usize
    }

    fn first_named(&self) -> u32 {
        FIRST_SITE + self.sites + if self.pairs { self.sites * self.sites } else { 0 }
    }

    /// The number of a move by its slots alone.
    #[inline]
    pub(crate) fn of_slots(&self, from: usize, to: usize) -> Option<u32> {
        let (from, to) = (from as u32, to as u32);
        if from >= self.sites || to >= self.sites {
            return None;
        }
        if from == to {
            return Some(FIRST_SITE + to);
        }
        self.pairs.then(|| FIRST_SITE + self.sites + from * self.sites + to)
    }

    /// The number of a move by its exact name, where no other takes it.
    pub(crate) fn by_name(&self, name: &str) -> u32 {
        self.first_named() + (hash(name) % u64::from(self.named)) as u32
    }

    /// The number of a move by its ends, if these tell it.
    pub(crate) fn by_ends(&self, game: &Game, m: &Move) -> Option<u32> {
        if m.is_pass() {
            return Some(PASS);
        }
        if m.is_swap() {
            return Some(SWAP);
        }
        // What is decided at no place, or as a value at a place, is told by its name.
        if m.decision().is_some_and(|a| decides_more_than_ends(&a.act)) {
            return None;
        }
        let to = game.layout.slot(m.to_kind, m.to);
        let from = if m.from < 0 { to } else { game.layout.slot(m.from_kind, m.from) };
        self.of_slots(from, to)
    }

    /// The numbers of legal moves, in their order. `game` is the one on the table: of a match, the one being played.
    pub fn encode(&self, game: &Game, moves: &[Move], out: &mut Vec<u32>) {
        out.clear();
        out.extend(moves.iter().map(|m| self.by_ends(game, m).unwrap_or(NONE)));
        let mut met: BTreeMap<u32, usize> = BTreeMap::new();
        out.iter().for_each(|&action| *met.entry(action).or_default() += 1);
        let mut named: Vec<(String, usize)> = Vec::new();
        for (i, action) in out.iter_mut().enumerate() {
            if *action == NONE || met[action] > 1 {
                *action = NONE;
                named.push((exact_name(game, &moves[i]), i));
            }
        }
        if !named.is_empty() {
            self.place(named, out);
        }
    }

    /// Gives numbers to moves that are told by their names.
    fn place(&self, mut named: Vec<(String, usize)>, out: &mut [u32]) {
        // Moves that differ in their consequences only are counted, in the order in which they were listed.
        let mut count: BTreeMap<String, usize> = BTreeMap::new();
        for (name, _) in &mut named {
            let n = count.entry(name.clone()).or_default();
            *n += 1;
            if *n > 1 {
                name.push_str(&format!("#{n}"));
            }
        }
        named.sort();
        let mut taken = vec![false; self.named as usize];
        let mut late = Vec::new();
        for (name, i) in named {
            let mut at = (hash(&name) % u64::from(self.named)) as usize;
            let tried = (0..taken.len()).find(|_| {
                !std::mem::replace(&mut taken[at], true) || {
                    at = (at + 1) % self.named as usize;
                    false
                }
            });
            match tried {
                Some(_) => out[i] = self.first_named() + at as u32,
                None => late.push(i),
            }
        }
        self.place_anywhere(late, out);
    }

    /// Where there are more moves with names than numbers for them, the others take any that are free.
    fn place_anywhere(&self, late: Vec<usize>, out: &mut [u32]) {
        if late.is_empty() {
            return;
        }
        let used: BTreeSet<u32> = out.iter().copied().collect();
        let mut free = (FIRST_SITE..self.first_named()).filter(|action| !used.contains(action));
        for i in late {
            out[i] = free.next().unwrap_or(NONE);
        }
    }

    /// What a number means without a position: the name of the move where its ends tell it.
    pub fn describe(&self, game: &Game, action: u32) -> String {
        let name = |slot: u32| slot_name(game, slot as usize);
        let pairs = FIRST_SITE + self.sites;
        match action {
            WAIT => "wait".to_owned(),
            PASS => "pass".to_owned(),
            SWAP => "swap".to_owned(),
            _ if action < pairs => name(action - FIRST_SITE),
            _ if action < self.first_named() => {
                let pair = action - pairs;
                format!("{}-{}", name(pair / self.sites), name(pair % self.sites))
            }
            _ if (action as usize) < self.size() => format!("named:{}", action - self.first_named()),
            _ => "none".to_owned(),
        }
    }
}

/// The games that moves and positions of a game may belong to.
pub(crate) fn parts(game: &Game) -> Vec<&Game> {
    if game.subgames.is_empty() { vec![game] } else { game.subgames.iter().map(|s| &*s.game).collect() }
}

/// What a slot is called.
pub(crate) fn slot_name(game: &Game, slot: usize) -> String {
    if slot >= game.layout.extra_slot {
        let site = game.layout.extra_first + (slot - game.layout.extra_slot) as i32;
        return site_name(game, SiteType::Cell, site);
    }
    for kind in SiteType::ALL {
        let (first, len) = game.layout.board[kind as usize];
        if (first..first + len).contains(&slot) {
            return site_name(game, kind, (slot - first) as i32);
        }
    }
    format!("s{slot}")
}

/// What the decisions of a game look like.
#[derive(Clone, Copy, Debug, Default)]
struct Shape {
    /// Some have an origin and a target.
    two_ends: bool,
    /// Some have more to them than their ends: what a piece becomes, how many, which die.
    choices: bool,
}

impl Shape {
    fn of(game: &Game) -> Shape {
        let uses = &game.uses;
        let mut shape = Shape {
            two_ends: false,
            choices: uses.stacking
                || uses.rotation
                || uses.large_pieces
                || uses.dominoes
                || uses.cards
                || uses.amount
                || uses.deduction_puzzle,
        };
        walk::any(walk::rules_of(game), |part| {
            if let Part::Moves(m) = part {
                shape.add(&m.kind);
            }
            false
        });
        shape
    }

    fn add(&mut self, kind: &MovesKind) {
        match kind {
            MovesKind::Step { .. }
            | MovesKind::Slide { .. }
            | MovesKind::Hop { .. }
            | MovesKind::Leap { .. }
            | MovesKind::SwapPieces { .. } => self.two_ends = true,
            MovesKind::FromTo { count, .. } => {
                self.two_ends = true;
                self.choices |= count.is_some();
            }
            MovesKind::Select { to, .. } => self.two_ends |= to.is_some(),
            MovesKind::Add { pieces, state, count, .. } => {
                self.choices |= pieces.len() > 1 || state.is_some() || count.is_some();
            }
            MovesKind::PlayCard => (self.two_ends, self.choices) = (true, true),
            MovesKind::Promote { .. }
            | MovesKind::Propose(_)
            | MovesKind::Vote(_)
            | MovesKind::Bet { .. }
            | MovesKind::SetTrump(_)
            | MovesKind::SetNextPlayer(_)
            | MovesKind::SetRotation { .. }
            | MovesKind::AllCombinations(..)
            | MovesKind::ForEachValue { .. }
            | MovesKind::ForEachValueIn { .. }
            | MovesKind::ForEachLevel { .. }
            | MovesKind::ForEachDie { .. } => self.choices = true,
            MovesKind::Shoot { .. }
            | MovesKind::Remove { .. }
            | MovesKind::Pass
            | MovesKind::SwapPlayers { .. }
            | MovesKind::Or(_)
            | MovesKind::And(_)
            | MovesKind::If { .. }
            | MovesKind::Append(_)
            | MovesKind::Seq(_)
            | MovesKind::Priority(_)
            | MovesKind::Do { .. }
            | MovesKind::While { .. }
            | MovesKind::AvoidStoredState(_)
            | MovesKind::FirstMoveOnTrack { .. }
            | MovesKind::MaxMoves { .. }
            | MovesKind::MaxCaptures { .. }
            | MovesKind::MaxDistance { .. }
            | MovesKind::ForEachPiece(_)
            | MovesKind::ForEachSite { .. }
            | MovesKind::ForEachPlayer { .. }
            | MovesKind::ForEachTeam(_)
            | MovesKind::ForEachGroup { .. }
            | MovesKind::ForEachDirection { .. }
            | MovesKind::Fall
            | MovesKind::Effect(_) => {}
        }
    }
}

/// Is there more to a decision than where it is made?
fn decides_more_than_ends(act: &Act) -> bool {
    matches!(
        act,
        Act::PuzzleSet { .. }
            | Act::PuzzleToggle { .. }
            | Act::PuzzleReset { .. }
            | Act::Propose { .. }
            | Act::Vote { .. }
            | Act::Bet { .. }
            | Act::SetTrump { .. }
            | Act::SetNextPlayer { .. }
            | Act::SetAmount { .. }
            | Act::SetPot { .. }
            | Act::SetScore { .. }
            | Act::SetPlayerValue { .. }
            | Act::SetCounter { .. }
            | Act::SetTemp { .. }
            | Act::SetVar { .. }
            | Act::SetPending { .. }
            | Act::Note { .. }
            | Act::Trigger { .. }
            | Act::Remember { .. }
            | Act::Forget { .. }
            | Act::StoreState
            | Act::AddToTeam { .. }
            | Act::NextInstance
            | Act::Forfeit { .. }
    )
}

/// A hash of text that stays the same for ever.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0, |h, byte| mix(h ^ u64::from(byte)))
}

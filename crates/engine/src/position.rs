//! A position: everything that the future of a game depends on, and nothing else. Flat, cloned by copying a
//! few arrays. All changes of content go through `set_slot`, `push`, `pop` and their kin, so that the hash is
//! kept as we go; nothing here knows any rule.

use crate::game::Game;
use crate::moves::Move;
use crate::rng::mix;
use crate::siteset::SiteSet;
use crate::types::*;
use smallvec::SmallVec;
use std::sync::Arc;

/// One piece with what it carries.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    pub what: u16,
    pub who: u8,
    pub rotation: u8,
    pub state: i32,
    pub value: i32,
}

/// A site of a game without stacks: one piece, some number of times. An empty site may carry a state or value.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Slot {
    pub piece: Piece,
    pub count: i32,
}

pub type Stack = SmallVec<[Piece; 4]>;

pub const PLAYERS: usize = MAX_PLAYERS + 1;
/// Marks a pass in [`Position::trail`].
pub const PASSED: u8 = 0x80;

/// A position. What is large or only grows (the sites, the course of the game) is kept here; everything small is in
/// [`Light`], which reads as if it were a part of the position itself. A position can be marked and rolled back: see
/// [`Position::mark`].
#[derive(Debug)]
pub struct Position {
    light: Light,
    slots: Vec<Slot>,
    stacks: Vec<Stack>,
    /// What each player may not see: per slot and level, seven facets of sixteen bits (a bit per player).
    pub hidden: Vec<SmallVec<[u128; 1]>>,
    /// Which slots hold what, by component and by owner, for games without stacks.
    sets: SlotSets,
    nowhere: usize,
    /// Is the hash kept as contents change, or worked out when asked for?
    keeps_hash: bool,
    /// What slots held before they were changed, while somebody may want to go back.
    journal: Vec<Before>,
    /// How many marks are open: nothing is noted in the journal while there are none.
    marks: u32,

    pub last: Option<Arc<Move>>,
    /// Who made each move so far, and was it a pass: `mover | PASSED`.
    pub trail: Vec<u8>,
    /// Hashes of earlier positions, for repetition rules.
    pub seen: Vec<u64>,
    /// Where each component stood after the start rules.
    pub start_sites: Arc<Vec<SiteSet>>,
    /// Deduction puzzles: for each variable the values still possible (bit set), by kind and site.
    pub puzzle: Option<Box<Puzzle>>,
    /// Matches: which subgame is being played, its position, and what was won so far.
    pub instance: Option<Box<Instance>>,
}

/// The small parts of a position: copied whole where a position is marked.
#[derive(Clone, Debug, PartialEq)]
pub struct Light {
    /// Hash of the contents of all sites, kept as they change.
    content_hash: u64,

    pub mover: u8,
    pub next: u8,
    pub prev: u8,
    pub counter: i32,
    pub temp: i32,
    pub pending: SmallVec<[i32; 4]>,
    /// What is captured and goes when the turn is over.
    pub to_remove: SmallVec<[i32; 4]>,
    pub phase: [u8; PLAYERS],
    pub scores: [i32; PLAYERS],
    /// Bits by player number.
    pub active: u32,
    pub stalemated: u32,
    pub triggered: u32,
    pub over: bool,
    /// The winner when over, 0 for none.
    pub winner: i32,
    pub wins_decided: i32,
    pub losses_decided: i32,

    pub dice_all_equal: bool,
    pub turns: i32,
    pub turns_same_player: i32,
    pub consecutive_passes: i32,
    pub stored_state: u64,

    /// Moves made, those of the start rules included, and how many those were.
    pub moves_made: i32,
    pub start_moves: i32,
    /// Where the first move of the latest mover's turn came from.
    pub turn_from: i32,
    rare: Arc<Rare>,
}

/// What few games have and few moves change: shared between copies until one of them changes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Rare {
    /// Values shown by each set of dice (0: used), and their sums.
    pub dice: SmallVec<[SmallVec<[i32; 4]>; 1]>,
    pub dice_sum: SmallVec<[i32; 2]>,
    /// By name number; `OFF` where never set.
    pub vars: SmallVec<[i32; 4]>,
    pub visited: SiteSet,
    pub payoffs: [f64; PLAYERS],
    pub amounts: [i32; PLAYERS],
    pub pot: i32,
    /// `value Player`.
    pub player_values: [i32; PLAYERS],
    pub teams: [u8; PLAYERS],
    /// Which seat each original player sits in now (after swaps).
    pub order: [u8; PLAYERS],
    /// Rank of each player, 0.0 while undecided.
    pub ranks: [f64; PLAYERS],
    pub winners: SmallVec<[u8; 4]>,
    pub losers: SmallVec<[u8; 4]>,
    pub trump: i32,
    pub decided: i32,
    pub propositions: SmallVec<[i32; 4]>,
    pub votes: SmallVec<[i32; 4]>,
    pub remembered: Vec<i32>,
    /// By name number.
    pub remembered_by_name: Vec<(u16, Vec<i32>)>,
    pub notes: Vec<(i32, u16, u8)>,
    pub remaining_dominoes: Vec<u16>,
    /// Costs and phases of board elements that rules changed: (kind, site) -> value, sparse.
    pub costs: Vec<(SiteType, i32, i32)>,
    pub site_phases: Vec<(SiteType, i32, i32)>,
    /// Pieces on tracks: per track, per component, count at each index; only for games that need it.
    pub on_track: Vec<Vec<(u16, i32, i32)>>,
    pub seen_in_turn: Vec<u64>,
}

impl std::ops::Deref for Light {
    type Target = Rare;
    #[inline]
    fn deref(&self) -> &Rare {
        &self.rare
    }
}

impl std::ops::DerefMut for Light {
    #[inline]
    fn deref_mut(&mut self) -> &mut Rare {
        Arc::make_mut(&mut self.rare)
    }
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position {
            light: self.light.clone(),
            slots: self.slots.clone(),
            stacks: self.stacks.clone(),
            hidden: self.hidden.clone(),
            sets: self.sets.clone(),
            nowhere: self.nowhere,
            keeps_hash: self.keeps_hash,
            journal: Vec::new(),
            marks: 0,
            last: self.last.clone(),
            trail: self.trail.clone(),
            seen: self.seen.clone(),
            start_sites: self.start_sites.clone(),
            puzzle: self.puzzle.clone(),
            instance: self.instance.clone(),
        }
    }
    /// Copies into the memory that is there already.
    fn clone_from(&mut self, from: &Position) {
        self.light.clone_from(&from.light);
        self.slots.clone_from(&from.slots);
        self.stacks.clone_from(&from.stacks);
        self.hidden.clone_from(&from.hidden);
        self.sets.bits.clone_from(&from.sets.bits);
        self.sets.words = from.sets.words;
        self.sets.components = from.sets.components;
        self.sets.owners = from.sets.owners;
        self.nowhere = from.nowhere;
        self.keeps_hash = from.keeps_hash;
        self.journal.clear();
        self.marks = 0;
        self.last.clone_from(&from.last);
        self.trail.clone_from(&from.trail);
        self.seen.clone_from(&from.seen);
        self.start_sites.clone_from(&from.start_sites);
        self.puzzle.clone_from(&from.puzzle);
        self.instance.clone_from(&from.instance);
    }
}

impl std::ops::Deref for Position {
    type Target = Light;
    #[inline]
    fn deref(&self) -> &Light {
        &self.light
    }
}

impl std::ops::DerefMut for Position {
    #[inline]
    fn deref_mut(&mut self) -> &mut Light {
        &mut self.light
    }
}

/// What a slot held before a change.
#[derive(Clone, Debug)]
enum Before {
    Slot(u32, Slot),
    Stack(u32, Stack),
}

/// A point to which a position can be rolled back.
#[derive(Debug)]
pub struct Mark {
    light: Light,
    journal: usize,
    trail: usize,
    seen: usize,
    last: Option<Arc<Move>>,
    hidden: Option<Vec<SmallVec<[u128; 1]>>>,
    puzzle: Option<Box<Puzzle>>,
}

/// For each component and each owner, the slots where it stands, and the slots where nothing does: bits, kept as
/// pieces come and go. In stacks a component counts at every level, an owner only on top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SlotSets {
    /// Words per row.
    words: usize,
    /// Row `what` for components, then `components + who` for owners, then one row for empty slots and one for
    /// stacks of more than one piece; in games with stacks then rows for the components on top.
    bits: Vec<u64>,
    components: usize,
    owners: usize,
    stacking: bool,
}

impl SlotSets {
    fn new(slots: usize, components: usize, owners: usize, stacking: bool) -> SlotSets {
        // The last slot stands for nowhere: nothing ever lies there, and it is in no set.
        let words = (slots - 1).div_ceil(64).max(1);
        let rows = components + owners + 2 + if stacking { components } else { 0 };
        let mut sets = SlotSets { words, bits: vec![0; words * rows], components, owners, stacking };
        for slot in 0..slots - 1 {
            sets.flip(components + owners, slot);
        }
        sets
    }
    #[inline]
    fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..(row + 1) * self.words]
    }
    #[inline]
    fn flip(&mut self, row: usize, slot: usize) {
        if let Some(word) = self.bits.get_mut(row * self.words + slot / 64) {
            *word ^= 1 << (slot % 64);
        }
    }
    /// The rows of a piece: its component's and its owner's.
    #[inline]
    fn rows(&self, piece: &Piece) -> (usize, usize) {
        (piece.what.into(), self.components + usize::from(piece.who).min(self.owners - 1))
    }
    #[inline]
    fn put(&mut self, row: usize, slot: usize, on: bool) {
        if let Some(word) = self.bits.get_mut(row * self.words + slot / 64) {
            if on { *word |= 1 << (slot % 64) } else { *word &= !(1 << (slot % 64)) }
        }
    }
    /// Takes a stack out of the sets, or in.
    fn mark_stack(&mut self, slot: usize, stack: &[Piece], on: bool) {
        for piece in stack {
            if usize::from(piece.what) < self.components {
                self.put(piece.what.into(), slot, on);
            }
        }
        if let Some(top) = stack.last() {
            let (what, who) = self.rows(top);
            self.put(who, slot, on);
            if what < self.components {
                self.put(self.components + self.owners + 2 + what, slot, on);
            }
        }
        self.put(self.components + self.owners, slot, stack.is_empty() || !on);
        self.put(self.components + self.owners + 1, slot, stack.len() > 1 && on);
    }
    /// The same where only the top of a stack came or went: this lay on top before, and this is the stack now.
    fn change_top(&mut self, slot: usize, before: Option<Piece>, stack: &[Piece]) {
        let tops = self.components + self.owners + 2;
        if let Some(gone) = before {
            let (what, who) = self.rows(&gone);
            self.put(who, slot, false);
            if what < self.components {
                self.put(tops + what, slot, false);
                if !stack.iter().any(|p| p.what == gone.what) {
                    self.put(what, slot, false);
                }
            }
        }
        if let Some(top) = stack.last() {
            let (what, who) = self.rows(top);
            self.put(who, slot, true);
            if what < self.components {
                self.put(tops + what, slot, true);
                self.put(what, slot, true);
            }
        }
        self.put(tops - 2, slot, stack.is_empty());
        self.put(tops - 1, slot, stack.len() > 1);
    }
    #[inline]
    fn change(&mut self, slot: usize, old: &Slot, new: &Slot) {
        if (old.piece.what, old.piece.who) != (new.piece.what, new.piece.who) {
            for piece in [&old.piece, &new.piece] {
                if piece.what != 0 && usize::from(piece.what) < self.components {
                    let (what, who) = self.rows(piece);
                    self.flip(what, slot);
                    self.flip(who, slot);
                }
            }
        }
        if (old.count == 0) != (new.count == 0) {
            self.flip(self.components + self.owners, slot);
        }
    }
}

#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Candidate values per vertex, edge and cell, as bits; a resolved variable has one bit.
    pub candidates: [Vec<u64>; 3],
}

#[derive(Clone, Debug)]
pub struct Instance {
    pub index: usize,
    pub position: Position,
    pub played: usize,
}

/// What a piece, so many times, adds to the hash of a position.
pub fn piece_hash(slot: usize, level: usize, p: &Piece, count: i32) -> u64 {
    if *p == Piece::default() && count == 0 {
        return 0;
    }
    let a = (slot as u64) << 40
        ^ (level as u64) << 32
        ^ u64::from(p.what) << 16
        ^ u64::from(p.who) << 8
        ^ u64::from(p.rotation);
    let b = (p.state as u32 as u64) << 32 ^ (p.value as u32 as u64);
    mix(mix(a ^ 0xA076_1D64_78BD_642F).wrapping_add(b) ^ (count as u32 as u64) << 20)
}

impl Position {
    pub fn empty(game: &Game) -> Position {
        let n = game.layout.slots();
        let mut order = [0u8; PLAYERS];
        for (i, o) in order.iter_mut().enumerate() {
            *o = i as u8;
        }
        Position {
            light: Light {
                content_hash: 0,
                mover: 1,
                next: if game.players > 1 { 2 } else { 1 },
                prev: 0,
                counter: UNDEFINED,
                temp: UNDEFINED,
                pending: SmallVec::new(),
                to_remove: SmallVec::new(),
                phase: [0; PLAYERS],
                scores: [0; PLAYERS],
                active: ((1u64 << (game.players + 1)) - 2) as u32,
                stalemated: 0,
                triggered: 0,
                over: false,
                winner: 0,
                wins_decided: 0,
                losses_decided: 0,
                dice_all_equal: false,
                turns: 1,
                turns_same_player: 0,
                consecutive_passes: 0,
                stored_state: 0,
                moves_made: 0,
                start_moves: 0,
                turn_from: UNDEFINED,
                rare: Arc::new(Rare {
                    dice: SmallVec::new(),
                    dice_sum: SmallVec::new(),
                    visited: SiteSet::new(),
                    vars: if game.uses.vars {
                        SmallVec::from_elem(OFF, game.names.len())
                    } else {
                        SmallVec::new()
                    },
                    payoffs: [0.0; PLAYERS],
                    amounts: [0; PLAYERS],
                    pot: 0,
                    player_values: [UNDEFINED; PLAYERS],
                    teams: order,
                    order,
                    ranks: [0.0; PLAYERS],
                    winners: SmallVec::new(),
                    losers: SmallVec::new(),
                    trump: OFF,
                    decided: UNDEFINED,
                    propositions: SmallVec::new(),
                    votes: SmallVec::new(),
                    remembered: Vec::new(),
                    remembered_by_name: Vec::new(),
                    notes: Vec::new(),
                    remaining_dominoes: Vec::new(),
                    costs: Vec::new(),
                    site_phases: Vec::new(),
                    on_track: Vec::new(),
                    seen_in_turn: Vec::new(),
                }),
            },
            slots: if game.uses.stacking { Vec::new() } else { vec![Slot::default(); n] },
            stacks: if game.uses.stacking { vec![Stack::new(); n] } else { Vec::new() },
            hidden: if game.uses.hidden { vec![SmallVec::new(); n] } else { Vec::new() },
            // Owners: nobody, the players, everybody.
            sets: SlotSets::new(n, game.components.len().max(1), game.players + 2, game.uses.stacking),
            nowhere: game.layout.nowhere,
            keeps_hash: true,
            journal: Vec::new(),
            marks: 0,
            last: None,
            trail: Vec::new(),
            seen: Vec::new(),
            start_sites: Arc::new(Vec::new()),
            puzzle: None,
            instance: None,
        }
    }

    // ---- going back ----

    /// Notes where the position stands, so that [`Position::rollback`] can return to it. Marks are rolled back in
    /// the reverse order in which they were made. (Positions inside a match are not covered.)
    pub fn mark(&mut self) -> Mark {
        self.marks += 1;
        Mark {
            light: self.light.clone(),
            journal: self.journal.len(),
            trail: self.trail.len(),
            seen: self.seen.len(),
            last: self.last.clone(),
            hidden: (!self.hidden.is_empty()).then(|| self.hidden.clone()),
            puzzle: self.puzzle.clone(),
        }
    }

    /// Shares nothing with other positions any more. Threads that play on from copies of one position would else wait for
    /// one another whenever one of them notes who shares what.
    pub fn share_nothing(&mut self) {
        self.light.rare = Arc::new(Rare::clone(&self.light.rare));
        self.start_sites = Arc::new(Vec::clone(&self.start_sites));
        self.last = self.last.as_deref().map(|last| Arc::new(last.clone()));
    }

    /// Lets what was done since the mark stand. Gives back the record of the move that was the last one then.
    pub fn commit(&mut self, mark: Mark) -> Option<Arc<Move>> {
        self.marks -= 1;
        if self.marks == 0 {
            self.journal.clear();
        }
        mark.last
    }

    /// Puts everything back as it was when the mark was made. Gives back the record of the move that was the last.
    pub fn rollback(&mut self, mark: Mark) -> Option<Arc<Move>> {
        while self.journal.len() > mark.journal {
            match self.journal.pop() {
                Some(Before::Slot(slot, content)) => {
                    let slot = slot as usize;
                    self.sets.change(slot, &self.slots[slot], &content);
                    self.slots[slot] = content;
                }
                Some(Before::Stack(slot, stack)) => {
                    let slot = slot as usize;
                    self.sets.mark_stack(slot, &self.stacks[slot], false);
                    self.sets.mark_stack(slot, &stack, true);
                    self.stacks[slot] = stack;
                }
                None => break,
            }
        }
        self.light = mark.light;
        self.trail.truncate(mark.trail);
        self.seen.truncate(mark.seen);
        let last = std::mem::replace(&mut self.last, mark.last);
        if let Some(hidden) = mark.hidden {
            self.hidden = hidden;
        }
        self.puzzle = mark.puzzle;
        self.marks -= 1;
        if self.marks == 0 {
            self.journal.clear();
        }
        last
    }

    /// Is everything the same, the course of the game included? (Deduction puzzles and matches are not compared.)
    pub fn same(&self, other: &Position) -> bool {
        self.light == other.light
            && self.slots == other.slots
            && self.stacks == other.stacks
            && self.hidden == other.hidden
            && self.trail == other.trail
            && self.seen == other.seen
            && self.last == other.last
    }

    // ---- sets of slots ----

    /// Do the sets tell everything about what lies where? (Not in games with stacks.)
    #[inline]
    pub fn keeps_sets(&self) -> bool {
        self.stacks.is_empty()
    }
    /// The slots where a component stands, as words of bits.
    #[inline]
    pub fn slots_of_what(&self, what: usize) -> &[u64] {
        self.sets.row(what)
    }
    /// The slots with a component on top of whatever lies there.
    #[inline]
    pub fn slots_of_top(&self, what: usize) -> &[u64] {
        let sets = &self.sets;
        sets.row(if sets.stacking { sets.components + sets.owners + 2 + what } else { what })
    }
    /// The slots with a piece of an owner.
    #[inline]
    pub fn slots_of_who(&self, who: usize) -> &[u64] {
        self.sets.row(self.sets.components + who)
    }
    /// The slots where nothing lies.
    #[inline]
    pub fn empty_slots(&self) -> &[u64] {
        self.sets.row(self.sets.components + self.sets.owners)
    }
    /// The sets worked out afresh: the law that keeps the incremental ones honest.
    pub fn sets_are_right(&self) -> bool {
        let slots = self.slots.len().max(self.stacks.len());
        let mut fresh = SlotSets::new(slots, self.sets.components, self.sets.owners, self.sets.stacking);
        for (slot, content) in self.slots.iter().enumerate() {
            fresh.change(slot, &Slot::default(), content);
        }
        for (slot, stack) in self.stacks.iter().enumerate().take(self.nowhere) {
            fresh.mark_stack(slot, stack, true);
        }
        fresh == self.sets
    }

    /// How much memory this position takes, roughly: what is kept per game in flight.
    pub fn bytes(&self) -> usize {
        std::mem::size_of::<Position>()
            + self.slots.len() * std::mem::size_of::<Slot>()
            + self
                .stacks
                .iter()
                .map(|s| std::mem::size_of::<Stack>() + s.len() * std::mem::size_of::<Piece>())
                .sum::<usize>()
            + self.trail.len()
            + (self.seen.len() + self.seen_in_turn.len()) * 8
    }

    pub fn stacking(&self) -> bool {
        !self.stacks.is_empty()
    }

    // ---- reading: the top piece of a slot ----

    /// The top piece; the default piece where there is none.
    #[inline]
    pub fn top(&self, slot: usize) -> Piece {
        if self.stacks.is_empty() {
            self.slots[slot].piece
        } else {
            self.stacks[slot].last().copied().unwrap_or_default()
        }
    }
    #[inline]
    pub fn what(&self, slot: usize) -> usize {
        self.top(slot).what as usize
    }
    #[inline]
    pub fn who(&self, slot: usize) -> usize {
        self.top(slot).who as usize
    }
    /// How many pieces lie on a site of a game without stacks; in a stacking game 1 where the piece on top is
    /// somebody's.
    #[inline]
    pub fn count(&self, slot: usize) -> i32 {
        if self.stacks.is_empty() { self.slots[slot].count } else { i32::from(self.top(slot).who != 0) }
    }
    /// Levels on a site: the height of its stack, or 0 or 1.
    #[inline]
    pub fn height(&self, slot: usize) -> usize {
        if self.stacks.is_empty() {
            usize::from(self.slots[slot].piece.what != 0)
        } else {
            self.stacks[slot].len()
        }
    }
    /// The piece at a level (0 is the bottom); the default piece where there is none.
    pub fn at_level(&self, slot: usize, level: usize) -> Piece {
        if self.stacks.is_empty() {
            self.slots[slot].piece
        } else {
            self.stacks[slot].get(level).copied().unwrap_or_default()
        }
    }
    /// Does nothing lie there? (A site covered by a large piece that is anchored elsewhere is not empty.)
    #[inline]
    pub fn is_empty(&self, slot: usize) -> bool {
        if self.stacks.is_empty() { self.slots[slot].count == 0 } else { self.stacks[slot].is_empty() }
    }
    /// What a slot of a game without stacks holds; nothing in others.
    #[inline]
    pub fn slot_content(&self, slot: usize) -> Slot {
        self.slots.get(slot).copied().unwrap_or_default()
    }
    pub fn levels(&self, slot: usize) -> &[Piece] {
        if self.stacks.is_empty() { &[] } else { &self.stacks[slot] }
    }

    // ---- writing ----

    /// Replaces what a slot of a game without stacks holds.
    pub fn set_slot(&mut self, slot: usize, content: Slot) {
        if slot == self.nowhere || self.slots.is_empty() {
            return;
        }
        let old = self.slots[slot];
        if self.keeps_hash {
            self.light.content_hash ^= piece_hash(slot, 0, &old.piece, old.count)
                ^ piece_hash(slot, 0, &content.piece, content.count);
        }
        self.sets.change(slot, &old, &content);
        if self.marks > 0 {
            self.journal.push(Before::Slot(slot as u32, old));
        }
        self.slots[slot] = content;
    }
    /// Changes the piece at a level (any level in a game without stacks means the one piece).
    pub fn set_level(&mut self, slot: usize, level: usize, piece: Piece) {
        if slot == self.nowhere {
            return;
        }
        if self.stacks.is_empty() {
            let count = self.slots[slot].count;
            self.set_slot(slot, Slot { piece, count });
        } else if level < self.stacks[slot].len() {
            let old = self.stacks[slot][level];
            if self.keeps_hash {
                self.light.content_hash ^=
                    piece_hash(slot, level, &old, 1) ^ piece_hash(slot, level, &piece, 1);
            }
            if (old.what, old.who) == (piece.what, piece.who) {
                // (The sets stay as they are.)
                self.journal_stack(slot);
                self.stacks[slot][level] = piece;
            } else {
                self.note_stack(slot);
                self.stacks[slot][level] = piece;
                self.noted_stack(slot);
            }
        }
    }
    /// Puts a piece on top of a stack.
    pub fn push(&mut self, slot: usize, piece: Piece) {
        let level = self.height(slot);
        self.insert_level(slot, level, piece);
    }
    /// Puts a piece into a stack so that it stands at `level`.
    pub fn insert_level(&mut self, slot: usize, level: usize, piece: Piece) {
        if slot == self.nowhere || self.stacks.is_empty() {
            return;
        }
        let level = level.min(self.stacks[slot].len());
        self.rehash_stack(slot);
        if level == self.stacks[slot].len() {
            self.journal_stack(slot);
            let covered = self.stacks[slot].last().copied();
            self.stacks[slot].push(piece);
            self.sets.change_top(slot, covered, &self.stacks[slot]);
        } else {
            self.note_stack(slot);
            self.stacks[slot].insert(level, piece);
            self.noted_stack(slot);
        }
        self.rehash_stack(slot);
        if let Some(h) = self.hidden.get_mut(slot)
            && level <= h.len()
        {
            h.insert(level, 0);
        }
    }
    /// Takes the top piece off a stack.
    pub fn pop(&mut self, slot: usize) -> Option<Piece> {
        match self.height(slot) {
            0 => None,
            h => self.remove_level(slot, h - 1),
        }
    }
    /// Takes a piece out of a stack; what lies above comes down.
    pub fn remove_level(&mut self, slot: usize, level: usize) -> Option<Piece> {
        if slot == self.nowhere || self.stacks.is_empty() || level >= self.stacks[slot].len() {
            return None;
        }
        self.rehash_stack(slot);
        let p = if level + 1 == self.stacks[slot].len() {
            self.journal_stack(slot);
            let p = self.stacks[slot].remove(level);
            self.sets.change_top(slot, Some(p), &self.stacks[slot]);
            p
        } else {
            self.note_stack(slot);
            let p = self.stacks[slot].remove(level);
            self.noted_stack(slot);
            p
        };
        self.rehash_stack(slot);
        if let Some(h) = self.hidden.get_mut(slot)
            && level < h.len()
        {
            h.remove(level);
        }
        Some(p)
    }
    /// Takes everything off a site. What is hidden at a site without stacks stays hidden, as in recorded games: it
    /// belongs to the site, not to the piece that was taken.
    pub fn clear(&mut self, slot: usize) {
        if self.stacks.is_empty() {
            // What is hidden there is hidden whatever lies there.
            self.set_slot(slot, Slot::default());
        } else if slot != self.nowhere {
            self.note_stack(slot);
            self.rehash_stack(slot);
            self.stacks[slot].clear();
            self.noted_stack(slot);
            if let Some(h) = self.hidden.get_mut(slot) {
                h.clear();
            }
        }
    }
    /// To be called before a stack changes.
    fn note_stack(&mut self, slot: usize) {
        self.journal_stack(slot);
        self.sets.mark_stack(slot, &self.stacks[slot], false);
    }
    fn journal_stack(&mut self, slot: usize) {
        if self.marks > 0 {
            self.journal.push(Before::Stack(slot as u32, self.stacks[slot].clone()));
        }
    }
    /// To be called after a stack has changed.
    fn noted_stack(&mut self, slot: usize) {
        self.sets.mark_stack(slot, &self.stacks[slot], true);
    }
    /// Is there a stack of more than one piece?
    pub fn any_tall(&self) -> bool {
        self.sets.row(self.sets.components + self.sets.owners + 1).iter().any(|&w| w != 0)
    }
    /// Takes the hashes of a stack's levels out of, or into, the content hash (the operation is its own inverse).
    fn rehash_stack(&mut self, slot: usize) {
        if !self.keeps_hash {
            return;
        }
        let mut h = 0;
        for (l, p) in self.stacks[slot].iter().enumerate() {
            h ^= piece_hash(slot, l, p, 1);
        }
        self.light.content_hash ^= h;
    }

    // ---- hashing ----

    /// What lies where and who sits where, whoever is to move, in whatever phase and whatever the scores: for
    /// positional repetition.
    pub fn positional_hash(&self) -> u64 {
        let mut h = self.content_hash();
        let mut add = |tag: u64, i: usize, v: i64| h ^= mix(tag << 56 ^ (i as u64) << 40 ^ v as u64);
        for (i, &seat) in self.order.iter().enumerate() {
            if usize::from(seat) != i {
                add(0x21, i, seat.into());
            }
        }
        for (i, &team) in self.teams.iter().enumerate() {
            if usize::from(team) != i {
                add(0x22, i, team.into());
            }
        }
        if self.temp != UNDEFINED {
            add(0x23, 0, self.temp.into());
        }
        h
    }
    /// What lies where, whose turn it is and what else decides the next moves: for situational repetition.
    pub fn situational_hash(&self) -> u64 {
        let mut h = self.positional_hash();
        let mut add = |tag: u64, v: i64| h ^= mix(tag << 56 ^ v as u64 ^ 0x5170_0000);
        add(1, self.mover.into());
        add(2, self.next.into());
        add(3, self.prev.into());
        add(4, self.active.into());
        add(5, self.stalemated.into());
        add(6, self.turns_same_player.into());
        add(7, self.consecutive_passes.into());
        for &p in &self.pending {
            add(8, p.into());
        }
        for (i, &a) in self.amounts.iter().enumerate() {
            add(9, (i as i64) << 32 ^ i64::from(a));
        }
        for (i, &s) in self.scores.iter().enumerate() {
            add(10, (i as i64) << 32 ^ i64::from(s));
        }
        h
    }
    /// The contents hash computed afresh: the law that keeps the incremental one honest.
    pub fn content_hash_from_scratch(&self) -> u64 {
        let mut h = 0;
        for (i, s) in self.slots.iter().enumerate() {
            h ^= piece_hash(i, 0, &s.piece, s.count);
        }
        for (i, stack) in self.stacks.iter().enumerate() {
            for (l, p) in stack.iter().enumerate() {
                h ^= piece_hash(i, l, p, 1);
            }
        }
        h
    }
    pub fn content_hash(&self) -> u64 {
        if self.keeps_hash { self.light.content_hash } else { self.content_hash_from_scratch() }
    }
    /// From here on the hash is worked out only when somebody asks: for play by rules that do not.
    pub fn stop_keeping_hash(&mut self) {
        self.keeps_hash = false;
        self.light.content_hash = 0;
    }

    // ---- players ----

    pub fn is_active(&self, player: usize) -> bool {
        player < 32 && self.active >> player & 1 == 1
    }
    pub fn any_active(&self) -> bool {
        self.active != 0
    }
    pub fn set_active(&mut self, player: usize, yes: bool) {
        if yes {
            self.active |= 1 << player;
        } else {
            self.active &= !(1 << player);
        }
    }
    /// The one player still in the game, if there is exactly one.
    pub fn only_active(&self) -> Option<usize> {
        (self.active.count_ones() == 1).then(|| self.active.trailing_zeros() as usize)
    }
}

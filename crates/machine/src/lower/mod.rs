//! From rules to a program. Every function is made for one mover, so that roles are constants; registers such as
//! `(from)` are expressions. What has no lowering refuses the game by name, and the game is played another way.
//!
//! - here: what is shared: numbers of the state, sites, statements, functions that are made once; `sets`: sets of sites and tables;
//! - `ints`, `bools`, `regions`, `lists`, `tracks`: values; `lines`, `windows`: shapes of pieces; `questions`: who can move, what is threatened;
//! - `lift`: conditions on a site as sets; `captures`: captures along lines, for all sites at once;
//! - `moves`, `pieces`, `hop`: which moves there are; `emit`: what becomes of them (a list, an answer, actions);
//! - `directions`: tables of steps and rays; `reach`: slides and hops as sets; `shifts`: those of all pieces at once; `walks`: distances;
//! - `sieve`, `shelter`: which moves pass without a trial;
//! - `fallback`: expressions that the evaluator answers;
//! - `stacks`: pieces by level; `votes`: proposals; `trials`: moves that depend on what others would do;
//! - `effects`: what moves do; `sow`: sowing;
//! - `actions`: what actions do to a state; `direct`: actions without a list; `turn`: the course of a game; `straight`: random play without lists; `program`: the functions of a whole game.

mod actions;
mod bools;
mod captures;
mod combined;
mod direct;
mod directions;
mod draw;
mod drawn;
mod effects;
mod emit;
mod enclose;
mod fallback;
mod graphs;
mod groups;
mod hop;
mod ints;
mod levels;
mod lift;
mod lines;
mod lists;
mod moves;
mod numbers;
mod pieces;
mod program;
mod questions;
mod reach;
mod regions;
mod sets;
mod shelter;
pub mod shifts;
pub mod sieve;
mod sow;
mod stacks;
mod straight;
mod track_slides;
mod tracks;
mod trials;
mod turn;
mod votes;
mod walks;
mod windows;

use crate::action::Op;
use crate::fallback::Register;
use crate::ir::{Array, Binary, Builder, Expr, Function, Local, Service, Space, Statement, Unary, Width};
use crate::layout::{Ground, KINDS, Layout, Number, PerPlayer, Plane, Votes};
use crate::passes::{Pass, Passes};
use crate::refuse::{Refusal, refuse};
use crate::tracks::OnTracks;
use ludarium_engine::Ctx;
use ludarium_engine::eval::direction::Stance;
use ludarium_engine::game::Game;
use ludarium_engine::kernel::end::Outcome;
use ludarium_engine::kernel::{Bool, Dir, Int, Moves, Relative};
use ludarium_engine::moves::ThenId;
use ludarium_engine::siteset::SiteSet;
use ludarium_engine::types::*;
use std::collections::{BTreeSet, HashMap, HashSet};

pub use program::{Compiled, DiceSet, compile, compile_watched, compile_with};
pub use sieve::Sieve;
pub use turn::{Rules, Turn};

pub type Lowered<T> = Result<T, Refusal>;

/// A set of sites: one expression for each of its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set(pub Vec<Expr>);

/// What the words of rules stand for.
#[derive(Clone, Debug)]
pub struct Env {
    pub mover: usize,
    /// Where they are not those of the state.
    pub next: Option<Expr>,
    pub prev: Option<Expr>,
    pub from: Expr,
    pub to: Expr,
    pub between: Expr,
    pub site: Expr,
    pub level: Expr,
    pub value: Expr,
    pub player: Expr,
    pub pips: Expr,
    pub track: Expr,
    pub region: Option<Set>,
    /// The players of the team that is looked at.
    pub team: Vec<usize>,
    /// The component that is known to stand at `from`.
    pub what_at_from: Option<u16>,
    /// Inside the question whether a piece is threatened.
    pub judging_threat: bool,
    pub judging_stalemate: bool,
}

/// A kind of decision: what is done when it is made, and what follows.
#[derive(Clone, Debug)]
pub struct Leaf {
    pub mover: usize,
    /// Push what is done first, each for the state that the one before it left: the same numbers as `apply`.
    pub before: Vec<Function>,
    /// Pushes the actions: from, to, four captured numbers.
    pub apply: Acting,
    /// Most moves do one thing; then the function need not be called.
    pub simple: Option<Op>,
    /// The move was decided, and is not a consequence.
    pub decision: bool,
    pub thens: Vec<(ThenId, Acting)>,
    /// What must hold once the move is made: asked of a copy.
    pub after: Option<Function>,
    /// How many of those that follow belong to the trial.
    pub tried_thens: usize,
    pub is_pass: bool,
    pub is_swap: bool,
    /// Whether making it may change more pieces than the one that goes and one where it goes to.
    pub reaches: Reach,
    /// Captured numbers that a move carries.
    pub captured: usize,
    /// The move begins where it ends.
    pub from_is_to: bool,
    /// Of which kinds its ends are, as its rule says it; nothing where that is not known.
    pub kinds: Option<[SiteType; 2]>,
    /// What tells its moves from others between the same sites, where that is the same for all of them.
    pub told: Option<Told>,
}

/// How far the changes of a move go beyond the piece that goes and what stands where it goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// No further.
    Ends,
    /// What follows the move may change other pieces.
    Followed,
    /// The move itself may.
    Elsewhere,
}

/// What a move is besides its ends.
#[derive(Clone, Debug)]
pub struct Told {
    /// What the piece there becomes; else one is carried.
    pub becomes: Option<u16>,
    /// The dice that it uses.
    pub dice: Vec<usize>,
}

/// A function that makes actions: does it do them itself, or must they be committed?
#[derive(Clone, Copy, Debug)]
pub struct Acting {
    pub f: Function,
    pub direct: bool,
}

/// Scratch memory that every program has.
#[derive(Clone, Copy, Debug)]
pub struct Scratch {
    pub counters: Array,
    pub singles: Array,
    pub sets: Array,
    pub actions: Array,
    /// The move to be made: leaf, from, to, what it carries.
    pub chosen: Array,
    /// Where the streams of chance stand.
    pub random: Array,
    /// How many copies of the state there are.
    pub copies: Array,
    /// What words of rules stand for when the evaluator is asked, and the region that it answers.
    pub registers: Array,
    pub region: Array,
    /// Which rules follow the move that it found, as bits.
    pub following: Array,
    /// Where each of them begins, in its own elements; known once all arrays are.
    pub counters_at: usize,
    pub singles_at: usize,
    pub sets_at: usize,
    pub actions_at: usize,
    pub chosen_at: usize,
    pub random_at: usize,
    pub copies_at: usize,
}

impl Scratch {
    /// Notes where the arrays came to lie.
    pub fn resolve(&mut self, program: &crate::ir::Program) {
        let at = |a: Array| program.array(a).offset / program.array(a).width.bytes();
        self.counters_at = at(self.counters);
        self.singles_at = at(self.singles);
        self.sets_at = at(self.sets);
        self.actions_at = at(self.actions);
        self.chosen_at = at(self.chosen);
        self.random_at = at(self.random);
        self.copies_at = at(self.copies);
    }
}

/// Indices into the counters.
pub const SINGLES: usize = 0;
pub const SETS: usize = 1;
pub const ACTIONS: usize = 2;
/// Targets of all sets of moves.
pub const TARGETS: usize = 3;
pub const COUNTERS: usize = 4;
/// Numbers of the chosen move.
pub const CHOSEN: usize = 7;
/// Streams of chance: which move is drawn, and how dice fall.
pub const CHOICES: usize = 0;
pub const DICE: usize = 1;
/// Arguments of a service.
pub const SERVICE_ARGUMENTS: usize = 8;
/// Most moves, sets of moves and actions at once.
pub const MOST_SINGLES: usize = 8192;
pub const MOST_SETS: usize = 1024;
pub const MOST_ACTIONS: usize = 4096;
/// Larger programs take longer to translate than their games take to play.
const MOST_NODES: usize = 60_000;
const MOST_FUNCTIONS: usize = 4000;
/// Numbers of a move or an action.
pub const RECORD: usize = 8;

pub struct Lower<'g> {
    pub game: &'g Game,
    pub b: Builder,
    pub layout: Layout,
    /// The kind of sites that sets, steps and rays are of: each rule that says a kind sets it for itself.
    pub(crate) ground: Ground,
    pub scratch: Scratch,
    pub leaves: Vec<Leaf>,
    /// What they were made of.
    leaf_rules: HashMap<usize, sieve::LeafRule<'g>>,
    pub outcomes: Vec<&'g Outcome>,
    thens: HashMap<(usize, u32), Acting>,
    /// What follows effects, by number.
    followed: HashSet<u32>,
    /// Kinds of actions that are collected.
    ops: HashSet<i32>,
    /// The same of those that are collected in the list.
    listed: HashSet<i32>,
    /// How many actions were written to the list so far.
    pushed: usize,
    /// Actions that the function being made does itself.
    direct: Option<direct::Direct>,
    /// Loops of any kind that what is lowered now is inside of.
    rounds: u32,
    /// Functions that do what was collected, by player: all from a place on, or a range that stays in the list.
    commits: Vec<Function>,
    ranges: Vec<Function>,
    /// Makes the chosen move on a copy and asks what must hold then; the same for a move that is given.
    trial: Function,
    try_move: Function,
    /// Functions that are made where they are first needed, by name.
    made: HashMap<String, Function>,
    questions: HashMap<(usize, usize, Question, bool, bool), Function>,
    /// Functions that are being made: rules that need themselves.
    under_way: HashSet<String>,
    /// Expressions that are sites of the board.
    on_board: HashSet<Expr>,
    /// Expressions that are sites beside the board.
    beside: HashSet<Expr>,
    /// Why what was lowered so far cannot be used after all.
    unsound: Option<&'static str>,
    /// For directions, which the evaluator knows.
    ctx: Ctx<'g>,
    depth: u32,
    pub(crate) random_start: bool,
    /// Some rule turns dice.
    sets_dice: bool,
    /// The board as questions about drawn graphs see it, once there is one.
    drawings: Option<crate::graphs::Drawings>,
    /// Some rule asks for what the last move did beyond its own from and to.
    notes_actions: bool,
    /// Some rule asks for the level that the last move went to.
    asks_for_level: bool,
    /// Some rule draws a number.
    draws_numbers: bool,
    /// Numbers that are kept for whoever looks at states.
    watched: Vec<Number>,
    passes: Passes,
    /// Some rule tries whole turns.
    follows_turns: bool,
    /// What is pushed now is what a player decided.
    deciding: bool,
    /// Inside an effect of a move, where nothing is decided.
    in_effect: bool,
    /// What is seen of the lists that are lowered now, and the sets that are held instead of listed.
    noted: Option<straight::Noted>,
    held: Option<straight::Held>,
    /// What the evaluator is asked, and why.
    asked: Vec<crate::fallback::Question>,
    fallbacks: BTreeSet<String>,
    /// Directions that the state chooses, by the rule that speaks of them.
    choices: HashMap<*const Dir, directions::Choice>,
}

/// What is asked of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    Any,
    Reaches,
}

impl<'g> Lower<'g> {
    /// `several`: pieces stand on several kinds of sites.
    pub fn new(game: &'g Game, several: bool, passes: Passes) -> Lowered<Lower<'g>> {
        let mut b = Builder::default();
        let ctx = game.begin(1);
        let layout = Layout::of(game, &ctx.pos, several, &mut b)?;
        let p = &mut b.program;
        let scratch = Scratch {
            counters: p.new_array("counters", Space::Scratch, Width::Half, COUNTERS),
            singles: p.new_array("singles", Space::Scratch, Width::Half, MOST_SINGLES * RECORD),
            sets: p.new_array("sets", Space::Scratch, Width::Word, MOST_SETS * (layout.words + 2)),
            actions: p.new_array("actions", Space::Scratch, Width::Half, MOST_ACTIONS * RECORD),
            chosen: p.new_array("chosen", Space::Scratch, Width::Half, CHOSEN),
            random: p.new_array("random", Space::Scratch, Width::Word, 2),
            copies: p.new_array("copies", Space::Scratch, Width::Half, 1),
            registers: p.new_array("registers", Space::Scratch, Width::Half, Register::COUNT),
            region: p.new_array("region", Space::Scratch, Width::Word, layout.words),
            following: p.new_array("following", Space::Scratch, Width::Word, 1),
            counters_at: 0,
            singles_at: 0,
            sets_at: 0,
            actions_at: 0,
            chosen_at: 0,
            random_at: 0,
            copies_at: 0,
        };
        let commits = (0..=game.players).map(|p| b.declare(&format!("commit {p}"), 1)).collect();
        let ranges = (0..=game.players).map(|p| b.declare(&format!("do actions {p}"), 2)).collect();
        let trial = b.declare("trial", 0);
        let try_move = b.declare("try", CHOSEN as u32);
        let random_start = ctx.rng != ludarium_engine::rng::Rng::new(1);
        Ok(Lower {
            game,
            b,
            ground: layout.grounds[0],
            layout,
            scratch,
            leaves: Vec::new(),
            leaf_rules: HashMap::new(),
            outcomes: Vec::new(),
            thens: HashMap::new(),
            followed: HashSet::new(),
            ops: HashSet::new(),
            listed: HashSet::new(),
            pushed: 0,
            direct: None,
            rounds: 0,
            commits,
            ranges,
            trial,
            try_move,
            made: HashMap::new(),
            questions: HashMap::new(),
            under_way: HashSet::new(),
            on_board: HashSet::new(),
            beside: HashSet::new(),
            unsound: None,
            ctx,
            depth: 0,
            random_start,
            sets_dice: false,
            drawings: None,
            notes_actions: levels::actions_are_asked_for(game),
            asks_for_level: levels::are_asked_for(game),
            draws_numbers: false,
            passes,
            watched: Vec::new(),
            follows_turns: false,
            deciding: false,
            in_effect: false,
            noted: None,
            held: None,
            asked: Vec::new(),
            fallbacks: BTreeSet::new(),
            choices: HashMap::new(),
        })
    }

    /// Nothing is looked at yet.
    pub fn env(&mut self, mover: usize) -> Env {
        let off = self.b.int(OFF.into());
        Env {
            mover,
            next: None,
            prev: None,
            from: off,
            to: off,
            between: off,
            site: off,
            level: off,
            value: off,
            player: off,
            pips: off,
            track: off,
            region: None,
            team: Vec::new(),
            what_at_from: None,
            judging_threat: false,
            judging_stalemate: false,
        }
    }

    // ---- numbers of the state ----

    pub fn number(&mut self, n: Number) -> Expr {
        self.b.load_at(self.layout.numbers, n as usize)
    }
    pub fn of_player(&mut self, which: PerPlayer, player: Expr) -> Expr {
        let first = self.layout.per_player(which, 0) as i64;
        let last = self.layout.players as i64 + 1;
        match self.b.program.constant(player) {
            Some(p) if (0..=last).contains(&p) => self.b.load_at(self.layout.numbers, (first + p) as usize),
            Some(_) => self.b.int(0),
            None => {
                let player = self.b.bind(player);
                let (zero, most) = (self.b.int(0), self.b.int(last));
                let low = self.b.binary(Binary::Le, zero, player);
                let high = self.b.binary(Binary::Le, player, most);
                let inside = self.b.binary(Binary::And, low, high);
                let base = self.b.int(first);
                let at = self.b.add(base, player);
                let read = self.b.load(self.layout.numbers, at);
                self.b.select(inside, read, zero)
            }
        }
    }
    pub fn constant(&self, e: Expr) -> Option<i64> {
        self.b.program.constant(e)
    }

    // ---- sites ----

    /// Lowers something that speaks of a kind of sites.
    pub fn on<T>(&mut self, kind: SiteType, make: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let Some(ground) = self.layout.ground(kind) else {
            return refuse(KINDS, "a kind of site that is not used");
        };
        let before = std::mem::replace(&mut self.ground, ground);
        let made = make(self);
        self.ground = before;
        made
    }
    /// Where a site of the kind that is spoken of is stored.
    pub fn here(&mut self, site: Expr) -> Expr {
        self.site_of(self.ground.kind, site)
    }
    /// Where a site of a kind is stored: what this kind does not have is nowhere.
    pub fn site_of(&mut self, kind: SiteType, site: Expr) -> Expr {
        if kind == self.layout.kind {
            return site;
        }
        if let Some(ground) = self.layout.ground(kind) {
            return self.stored_at(ground, site);
        }
        let first = self.b.int(self.layout.extra_first as i64);
        let known = self.beside.contains(&site)
            || self.constant(site).is_some_and(|s| s >= self.layout.extra_first as i64);
        if self.game.layout.board[kind as usize].1 > 0 && !known {
            self.unsound = Some("sites of several kinds");
        }
        let site = self.b.bind(site);
        let beside = self.b.binary(Binary::Le, first, site);
        let off = self.b.int(OFF.into());
        self.b.select(beside, site, off)
    }
    fn stored_at(&mut self, ground: Ground, site: Expr) -> Expr {
        let site = self.b.bind(site);
        let off = self.b.int(OFF.into());
        let table = |s: usize| {
            let own = if s < ground.len { (s + ground.offset) as i64 } else { OFF.into() };
            let beside = self.layout.is_beside(s) && (s >= ground.len || ground.kind == SiteType::Cell);
            if beside { s as i64 } else { own }
        };
        let data: Vec<i64> = (0..self.layout.universe).map(table).collect();
        let name = match ground.kind {
            SiteType::Vertex => "vertices",
            SiteType::Edge => "edges",
            SiteType::Cell => "cells",
        };
        match self.constant(site) {
            Some(s) => {
                let at = usize::try_from(s).ok().and_then(|s| data.get(s)).copied();
                at.map_or(off, |at| self.b.int(at))
            }
            None => {
                let table = self.b.table(name, Width::Half, data, OFF.into());
                self.b.load(table, site)
            }
        }
    }
    /// Notes an action on a site of a kind, if need be where it is stored. Actions say where they happened, so that nothing
    /// may ask for that.
    pub(super) fn written(&mut self, kind: SiteType, site: Expr) -> Lowered<Expr> {
        if kind == self.layout.kind || self.layout.ground(kind).is_none() {
            return Ok(site);
        }
        if self.notes_actions || self.layout.tracks.is_some() {
            return refuse("state", "actions on several kinds of sites that are asked for");
        }
        Ok(self.site_of(kind, site))
    }
    pub fn what(&mut self, site: Expr) -> Expr {
        self.b.load(self.layout.what, site)
    }
    pub fn owner_of(&mut self, what: Expr) -> Expr {
        if self.game.uses.who_is_what {
            return what;
        }
        let owners = self.layout.owners.iter().map(|&o| o.into()).collect();
        let table = self.b.table("owner", Width::Byte, owners, 0);
        self.b.load(table, what)
    }
    pub fn count_at(&mut self, site: Expr) -> Expr {
        if self.stacking() {
            return self.height(site);
        }
        match self.layout.count {
            Some(a) => self.b.load(a, site),
            None => {
                let what = self.what(site);
                let zero = self.b.int(0);
                self.b.binary(Binary::Ne, what, zero)
            }
        }
    }
    /// Is there such a site, with nothing on it?
    pub fn is_empty(&mut self, site: Expr) -> Expr {
        let count = self.count_at(site);
        let none = self.b.not(count);
        if self.is_on_board(site) {
            return none;
        }
        let exists = self.exists(site);
        self.b.binary(Binary::And, none, exists)
    }

    pub fn is_on_board(&self, site: Expr) -> bool {
        self.on_board.contains(&site)
            || self.constant(site).is_some_and(|s| s >= 0 && (s as usize) < self.layout.board_len)
    }
    pub fn know_on_board(&mut self, site: Expr) {
        if self.ground.kind == self.layout.kind {
            self.on_board.insert(site);
        }
    }
    /// Statements for sites of the board alone.
    pub fn if_on_board(
        &mut self,
        kind: SiteType,
        site: Expr,
        make: impl FnOnce(&mut Self, Expr) -> Lowered<()>,
    ) -> Lowered<()> {
        let site = self.b.bind(site);
        if kind != self.layout.kind {
            return self.on(kind, |l| {
                let inside = l.inside_board(site);
                l.when(inside, |l| make(l, site))
            });
        }
        self.on(kind, |l| {
            if l.is_on_board(site) {
                return make(l, site);
            }
            let inside = l.inside_board(site);
            let known = l.on_board.insert(site);
            let done = l.when(inside, |l| make(l, site));
            if known {
                l.on_board.remove(&site);
            }
            done
        })
    }

    // ---- statements ----

    pub fn when(&mut self, cond: Expr, make: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        match self.constant(cond) {
            Some(0) => return Ok(()),
            Some(_) => return make(self),
            None => {}
        }
        self.b.open_scope();
        let done = make(self);
        let then = self.b.close_scope();
        self.b.open_scope();
        let otherwise = self.b.close_scope();
        self.b.push(Statement::If(cond, then, otherwise));
        done
    }
    pub fn when_else(
        &mut self,
        cond: Expr,
        make: impl FnOnce(&mut Self) -> Lowered<()>,
        other: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        match self.constant(cond) {
            Some(0) => return other(self),
            Some(_) => return make(self),
            None => {}
        }
        self.b.open_scope();
        make(self)?;
        let then = self.b.close_scope();
        self.b.open_scope();
        other(self)?;
        let otherwise = self.b.close_scope();
        self.b.push(Statement::If(cond, then, otherwise));
        Ok(())
    }
    pub fn repeat(&mut self, make: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        self.b.open_scope();
        self.rounds += 1;
        make(self)?;
        self.rounds -= 1;
        let body = self.b.close_scope();
        self.b.push(Statement::Loop(body));
        Ok(())
    }
    pub fn break_if(&mut self, cond: Expr) {
        self.b.open_scope();
        self.b.push(Statement::Break);
        let then = self.b.close_scope();
        self.b.open_scope();
        let otherwise = self.b.close_scope();
        self.b.push(Statement::If(cond, then, otherwise));
    }
    /// One of two values; only the one that is needed is worked out.
    pub fn if_else(
        &mut self,
        cond: Expr,
        then: impl FnOnce(&mut Self) -> Lowered<Expr>,
        otherwise: impl FnOnce(&mut Self) -> Lowered<Expr>,
    ) -> Lowered<Expr> {
        match self.constant(cond) {
            Some(0) => otherwise(self),
            Some(_) => then(self),
            None => {
                let then = self.lazy(then)?;
                let otherwise = self.lazy(otherwise)?;
                Ok(self.b.choose(cond, then, otherwise))
            }
        }
    }
    /// Tries one way of lowering: where it does not apply, nothing of it stays.
    pub fn attempt<T>(&mut self, make: impl FnOnce(&mut Self) -> Lowered<Option<T>>) -> Lowered<Option<T>> {
        self.b.open_scope();
        let made = make(self);
        if matches!(made, Ok(Some(_))) {
            self.b.merge_scope();
        } else {
            self.b.drop_scope();
        }
        made
    }
    /// A value made by statements that are worked out only where the value is needed.
    pub fn lazy(&mut self, make: impl FnOnce(&mut Self) -> Lowered<Expr>) -> Lowered<Expr> {
        self.b.open_scope();
        let made = make(self);
        let block = self.b.close_scope();
        let value = made?;
        Ok(self.b.after(block, value))
    }

    // ---- roles ----

    /// The number that a role stands for.
    pub fn role(&mut self, role: Role, env: &Env) -> Lowered<Expr> {
        let n = self.game.players as i64;
        Ok(match role {
            Role::Neutral => self.b.int(0),
            Role::P(p) => self.b.int(p.into()),
            Role::Team(t) => self.b.int(t.into()),
            Role::TeamMover if self.game.uses.teams => self.b.int(self.team_of(env.mover).into()),
            Role::TeamMover | Role::Mover | Role::Friend | Role::Ally => self.b.int(env.mover as i64),
            Role::Each | Role::Shared | Role::All | Role::Any | Role::NonMover | Role::Enemy => {
                self.b.int(n + 1)
            }
            Role::Next => match env.next {
                Some(e) => e,
                None => self.number(Number::Next),
            },
            Role::Prev => match env.prev {
                Some(e) => e,
                None => self.number(Number::Prev),
            },
            Role::Player => env.player,
        })
    }
    /// All players that a role stands for, where that is known beforehand.
    pub fn players_of_role(&mut self, role: Role, env: &Env) -> Lowered<Vec<Expr>> {
        let n = self.game.players;
        if let Some(mask) = self.side(role, env.mover) {
            let players = (1..=n).filter(|&p| mask >> p & 1 == 1);
            return Ok(players.map(|p| self.b.int(p as i64)).collect());
        }
        let list: Vec<usize> = match role {
            Role::Each | Role::Shared | Role::All | Role::Any => (1..=n).collect(),
            Role::NonMover | Role::Enemy => (1..=n).filter(|&p| p != env.mover).collect(),
            Role::Friend => vec![env.mover],
            Role::Ally => vec![],
            Role::Team(t) => vec![usize::from(t)],
            Role::TeamMover => vec![env.mover],
            Role::Neutral | Role::P(_) | Role::Mover | Role::Next | Role::Prev | Role::Player => {
                return Ok(vec![self.role(role, env)?]);
            }
        };
        Ok(list.into_iter().map(|p| self.b.int(p as i64)).collect())
    }

    /// The team of a player. Teams are made before the game and stay.
    fn team_of(&self, player: usize) -> u8 {
        self.ctx.pos.teams.get(player).copied().unwrap_or(0)
    }
    /// The players whom a role stands for by their teams, as bits; nothing for roles that do not ask for teams, and in
    /// games without them.
    pub fn side(&self, role: Role, mover: usize) -> Option<u32> {
        if !self.game.uses.teams {
            return None;
        }
        let mine = self.team_of(mover);
        let those = |keep: &dyn Fn(usize) -> bool| {
            (1..=self.game.players).filter(|&p| keep(p)).fold(0u32, |bits, p| bits | 1 << p)
        };
        match role {
            Role::Enemy => Some(those(&|p| self.team_of(p) != mine)),
            Role::Friend | Role::TeamMover => Some(those(&|p| self.team_of(p) == mine)),
            Role::Ally => Some(those(&|p| p != mover && self.team_of(p) == mine)),
            Role::Team(t) => Some(those(&|p| self.team_of(p) == t)),
            Role::Neutral
            | Role::P(_)
            | Role::Each
            | Role::Shared
            | Role::All
            | Role::Any
            | Role::Mover
            | Role::Next
            | Role::Prev
            | Role::Player
            | Role::NonMover => None,
        }
    }
    /// The owners on the mover's side, as bits.
    pub fn own_side(&self, mover: usize) -> u32 {
        self.side(Role::Friend, mover).unwrap_or(1 << mover)
    }

    // ---- fuel for the lowering itself ----

    fn deeper<T>(&mut self, make: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let program = &self.b.program;
        if self.depth > 60 || program.nodes.len() > MOST_NODES || program.functions.len() > MOST_FUNCTIONS {
            return refuse("program", "too large");
        }
        self.depth += 1;
        let made = make(self);
        self.depth -= 1;
        made
    }

    /// A function that is made once; a rule that needs itself is refused.
    fn once(
        &mut self,
        name: &str,
        parameters: u32,
        make: impl FnOnce(&mut Self, &[Expr]) -> Lowered<Expr>,
    ) -> Lowered<Function> {
        if !self.under_way.insert(name.to_string()) {
            return refuse(
                "program",
                format!("rules that need themselves: {}", name.split(' ').next().unwrap_or("")),
            );
        }
        let f = self.b.declare(name, parameters);
        let made = self.define(f, make);
        self.under_way.remove(name);
        made.map(|()| f)
    }
    /// Makes the body of a function that was declared.
    fn define(&mut self, f: Function, make: impl FnOnce(&mut Self, &[Expr]) -> Lowered<Expr>) -> Lowered<()> {
        let known = std::mem::take(&mut self.on_board);
        let ground = std::mem::replace(&mut self.ground, self.layout.grounds[0]);
        // (What another function pushes is not this one's to do.)
        let direct = self.direct.take();
        let (pushed, rounds) = (self.pushed, std::mem::replace(&mut self.rounds, 0));
        let args = self.b.begin(f);
        let made = self.deeper(|l| make(l, &args));
        (self.rounds, self.direct) = (rounds, direct);
        if self.pushed != pushed {
            self.needs_list();
        }
        let value = match &made {
            Ok(e) => *e,
            Err(_) => self.b.int(0),
        };
        self.b.finish(f, value);
        self.on_board = known;
        self.ground = ground;
        made.map(|_| ())
    }
    /// A function that is made where it is first needed.
    fn shared(
        &mut self,
        name: &str,
        parameters: u32,
        make: impl FnOnce(&mut Self, &[Expr]) -> Lowered<Expr>,
    ) -> Lowered<Function> {
        if let Some(&f) = self.made.get(name) {
            return Ok(f);
        }
        let f = self.once(name, parameters, make)?;
        self.made.insert(name.to_string(), f);
        Ok(f)
    }
}

/// Does a rule speak of a register?
pub(crate) fn mentions<'k>(
    parts: impl IntoIterator<Item = ludarium_engine::kernel::walk::Part<'k>>,
    register: fn(&Int) -> bool,
) -> bool {
    use ludarium_engine::kernel::walk::{Part, any};
    any(parts, |p| matches!(p, Part::Int(i) if register(i)))
}

/// Does a number read where the move that is looked at comes from? (What is ahead on its way does so without naming it.)
pub(crate) fn reads_from(i: &Int) -> bool {
    matches!(i, Int::From) || follows_the_move(i)
}
/// The same of where it goes to.
pub(crate) fn reads_to(i: &Int) -> bool {
    matches!(i, Int::To) || follows_the_move(i)
}
fn follows_the_move(i: &Int) -> bool {
    let Int::Ahead { dirs, .. } = i else { return false };
    let Dir::Relative { dirs, .. } = &**dirs else { return false };
    matches!(dirs.first(), Some(Relative::SameDirection | Relative::OppositeDirection))
}

pub(crate) use ludarium_engine::kernel::walk::Part;

/// A rule that is a list of moves, for its name in messages.
pub(crate) fn name_of(m: &Moves) -> String {
    crate::refuse::head(&format!("{:?}", m.kind))
}

/// A condition's name in messages.
pub(crate) fn name_of_bool(b: &Bool) -> String {
    crate::refuse::head(&format!("{b:?}"))
}

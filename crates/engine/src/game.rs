//! A whole game as plain data: equipment, rules, and what parts of a position exist. Made once from a
//! description (`ludemes::assemble`), never changed afterwards, shared by any number of positions.

use crate::kernel::{EndRule, Int, Moves, NextPhase, Region, Start};
use crate::moves::ThenId;
use crate::plan::Plan;
use crate::siteset::SiteSet;
use crate::types::*;
use ludarium_board::Topology;
use std::sync::OnceLock;

#[derive(Clone, Debug)]
pub struct Game {
    pub name: String,
    /// How many players.
    pub players: usize,
    /// The direction each player faces, by player number (index 0 unused).
    pub facing: Vec<Option<Direction>>,
    pub mode: Mode,
    pub board: Topology,
    /// The kind of site that the game is played on where a rule does not say.
    pub site_type: SiteType,
    /// The board first.
    pub containers: Vec<Container>,
    /// Index 0 is "nothing".
    pub components: Vec<Component>,
    pub regions: Vec<NamedRegion>,
    pub tracks: Vec<Track>,
    pub maps: Vec<Map>,
    /// Hints of deduction puzzles: which sites, which number.
    pub hints: Vec<Hint>,
    pub start: Vec<Start>,
    pub phases: Vec<Phase>,
    pub end: Option<End>,
    pub meta: Meta,
    /// What follows a move; moves name these by index so that a move stays a small value.
    pub thens: Vec<Moves>,
    /// Where each rule of the description stands, in words, for the error that stops a runaway rule.
    pub rule_names: Vec<String>,
    /// Names of variables, votes, propositions, notes and remembered lists, each interned when the rules are lowered.
    pub names: Vec<String>,
    pub uses: Uses,
    pub layout: Layout,
    /// Turns per player before a draw is declared, and moves in all.
    pub turn_limit: i32,
    pub move_limit: i32,
    /// Matches: the games that it is made of.
    pub subgames: Vec<Subgame>,
    /// Played without a board: pieces are laid beside each other.
    pub boardless: bool,
    /// Deduction puzzles: the least and greatest value of the variables on vertices, edges and cells.
    pub puzzle_ranges: [Option<(i32, i32)>; 3],
    /// The fast form of the rules.
    pub fast: FastForm,
}

/// Which engine plays a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The fast form, with the evaluator for what it does not know; native code where the platform has it.
    #[default]
    Fast,
    /// The same without native code.
    Portable,
    /// The plain evaluator for everything: slow, and the judge of the other.
    Reference,
}

/// Where a game keeps the form in which it is played fast. It is made when it is first asked for. A copy of a game
/// begins without one, because a copy is made to be changed.
#[derive(Default)]
pub struct FastForm {
    plan: OnceLock<Box<Plan>>,
    engine: Engine,
}

impl Clone for FastForm {
    fn clone(&self) -> FastForm {
        FastForm { plan: OnceLock::new(), engine: self.engine }
    }
}

impl std::fmt::Debug for FastForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let made = if self.plan.get().is_some() { "made" } else { "not made" };
        write!(f, "FastForm({:?}, {made})", self.engine)
    }
}

impl Game {
    /// The form in which whole games, searches and counts are played. The rules must not be changed after the first call.
    pub fn plan(&self) -> &Plan {
        self.fast.plan.get_or_init(|| Box::new(Plan::new(self, self.fast.engine)))
    }

    /// The same game, played by the given engine.
    pub fn with_engine(&self, engine: Engine) -> Game {
        let mut game = self.clone();
        game.fast.engine = engine;
        game
    }
    pub fn engine(&self) -> Engine {
        self.fast.engine
    }
}

#[derive(Clone, Debug)]
pub struct Subgame {
    pub game: std::sync::Arc<Game>,
    pub next: Option<Int>,
    pub result: Option<Int>,
}

/// Which parts of a position exist at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    pub stacking: bool,
    pub count: bool,
    pub state: bool,
    pub rotation: bool,
    pub value: bool,
    pub score: bool,
    pub payoff: bool,
    pub amount: bool,
    pub hidden: bool,
    pub stochastic: bool,
    pub dominoes: bool,
    pub large_pieces: bool,
    pub cards: bool,
    pub teams: bool,
    pub cells: bool,
    pub edges: bool,
    pub vertices: bool,
    pub visited: bool,
    pub sequence_capture: bool,
    pub cycle_detection: bool,
    pub no_repeat_positional_game: bool,
    pub no_repeat_positional_turn: bool,
    pub no_repeat_situational_game: bool,
    pub no_repeat_situational_turn: bool,
    /// The game ends in a draw when everybody passes; `not_all_pass` is said by rules that give passing a meaning.
    pub all_pass: bool,
    /// The owner of a piece, asked for at its site, is the number of its component. (Whose pieces are where, asked
    /// for by player, is not concerned.)
    pub who_is_what: bool,
    pub not_all_pass: bool,
    pub deduction_puzzle: bool,
    pub remembers: bool,
    pub vars: bool,
    pub pending: bool,
    pub track_indices: bool,
    /// Some rule asks what the last move passed over.
    pub last_between: bool,
    /// Some rule asks what the last move did beyond its own from and to.
    pub last_actions: bool,
    /// Some rule remembers a whole position.
    pub stores_state: bool,
    /// The largest count that fits on a site.
    pub max_count: i32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContainerKind {
    Board,
    Hand,
    Dice { faces: i32, num: usize },
    Deck,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Container {
    pub name: String,
    pub kind: ContainerKind,
    /// The number of the owner: 0 neutral, players + 1 shared.
    pub owner: usize,
    /// The first site, as numbered in play, and how many.
    pub first: i32,
    pub len: i32,
}

impl Container {
    /// Is it what rules call a hand? In the reference everything beside the board is, dice too.
    pub fn counts_as_hand(&self) -> bool {
        match self.kind {
            ContainerKind::Hand | ContainerKind::Dice { .. } | ContainerKind::Deck => true,
            ContainerKind::Board => false,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Component {
    /// With the owner's number where the description makes one per player: `Pawn1`.
    pub name: String,
    /// As written: `Pawn`.
    pub label: String,
    pub owner: usize,
    pub facing: Option<Direction>,
    pub moves: Option<Moves>,
    pub max_state: i32,
    pub max_count: i32,
    pub max_value: i32,
    pub flips: Option<(i32, i32)>,
    pub kind: ComponentKind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ComponentKind {
    Nothing,
    Piece,
    /// A piece that covers several sites: the walks from its anchor, one per variant.
    Large {
        walks: Vec<Vec<StepWalk>>,
    },
    Die {
        faces: Vec<i32>,
        biased: Vec<i32>,
    },
    Card {
        suit: i32,
        rank: i32,
        value: i32,
        trump_rank: i32,
        trump_value: i32,
    },
    Domino {
        value: i32,
        value2: i32,
    },
    /// A tile with paths between its sides.
    Tile {
        paths: Vec<TilePath>,
        slots_per_side: i32,
        sides: Option<i32>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepWalk {
    Forward,
    Left,
    Right,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilePath {
    pub from: i32,
    pub from_slot: i32,
    pub to: i32,
    pub to_slot: i32,
    pub colour: i32,
}

/// `(regions "Name" P1 …)`: a region by name and owner. Static parts are computed once.
#[derive(Clone, Debug)]
pub struct NamedRegion {
    pub name: String,
    pub role: Option<Role>,
    /// 0 neutral or nobody.
    pub owner: usize,
    pub sites: Option<SiteSet>,
    pub regions: Vec<Region>,
    /// A region given by kind (`Rows`, `Columns`, `AllSites` …) is several regions, for puzzles.
    pub parts: Vec<SiteSet>,
}

#[derive(Clone, Debug)]
pub struct Track {
    pub name: String,
    /// 0: everybody's.
    pub owner: usize,
    pub looped: bool,
    pub directed: bool,
    /// The sites in order; a stop may end the track (`END`).
    pub sites: Vec<i32>,
    /// For each index: the index that follows (or `OFF`), and where a piece goes that is bumped.
    pub next: Vec<i32>,
    pub prev: Vec<i32>,
    pub bump: Vec<i32>,
    /// Does the track visit a site twice?
    pub internal_loop: bool,
    /// For each site the first index at which the track passes it, or `OFF`.
    pub first_at: Vec<i32>,
}

impl Track {
    /// The first index at which the track passes a site.
    #[inline]
    pub fn index_of(&self, site: i32) -> Option<usize> {
        // (What is no site, such as the end of a track, is looked for.)
        match usize::try_from(site) {
            Ok(site) => self.first_at.get(site).and_then(|&i| usize::try_from(i).ok()),
            Err(_) => self.sites.iter().position(|&s| s == site),
        }
    }

    /// The table for [`Track::index_of`].
    pub fn first_indices(sites: &[i32]) -> Vec<i32> {
        let most = sites.iter().copied().max().unwrap_or(0).max(0) as usize;
        let mut table = vec![crate::types::OFF; most + 1];
        for (i, &site) in sites.iter().enumerate().rev() {
            if let Ok(site) = usize::try_from(site) {
                table[site] = i as i32;
            }
        }
        table
    }
}

#[derive(Clone, Debug)]
pub struct Map {
    pub name: String,
    pub pairs: Vec<(i32, i32)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    pub site_type: SiteType,
    pub region: Vec<i32>,
    pub value: Option<i32>,
}

#[derive(Clone, Debug)]
pub struct Phase {
    pub name: String,
    pub role: Role,
    pub play: Moves,
    pub end: Option<End>,
    pub next: Vec<NextPhase>,
}

#[derive(Clone, Debug, Default)]
pub struct End {
    pub rules: Vec<EndRule>,
}

/// The metarules in force.
#[derive(Clone, Debug, Default)]
pub struct Meta {
    pub swap: bool,
    pub automove: bool,
    /// Balls fall after every move: the rule that lets them.
    pub fall: Option<ThenId>,
    pub pin: bool,
    pub no_stack_on_fallen: bool,
    pub no_suicide: bool,
    pub repeat: Option<Repeat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    Positional,
    PositionalInTurn,
    Situational,
    SituationalInTurn,
}

/// Where each site is stored. Vertices, edges and cells of the board (those kinds that the game uses), then
/// the other containers, then one slot that is always empty and stands for every place that does not exist.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// First slot and number of slots by kind: vertices, edges, cells. A kind that is not used has length 0.
    pub board: [(usize, usize); 3],
    /// The first site number of the containers beside the board, and the slot it is stored at.
    pub extra_first: i32,
    pub extra_slot: usize,
    pub extra_len: usize,
    /// The slot that stands for nowhere. It is the last one.
    pub nowhere: usize,
}

impl Layout {
    pub fn slots(&self) -> usize {
        self.nowhere + 1
    }
    /// How many words a set of slots takes. Nowhere is in none.
    pub fn words(&self) -> usize {
        self.nowhere.div_ceil(64).max(1)
    }
    /// Where a site is stored. A number past the board means a hand, whatever kind was said.
    #[inline]
    pub fn slot(&self, kind: SiteType, site: i32) -> usize {
        if site < 0 {
            return self.nowhere;
        }
        let (first, len) = self.board[kind as usize];
        let s = site as usize;
        let e = site - self.extra_first;
        if e >= 0 && (e as usize) < self.extra_len && (s >= len || kind == SiteType::Cell) {
            return self.extra_slot + e as usize;
        }
        if s < len { first + s } else { self.nowhere }
    }
}

impl Game {
    /// Which container a site belongs to: 0 is the board.
    pub fn container_of(&self, kind: SiteType, site: i32) -> usize {
        if self.layout.slot(kind, site) >= self.layout.extra_slot {
            for (i, c) in self.containers.iter().enumerate().skip(1) {
                if site >= c.first && site < c.first + c.len {
                    return i;
                }
            }
        }
        0
    }
    /// How many sites of a kind the board has.
    pub fn board_sites(&self, kind: SiteType) -> usize {
        self.board.len(kind)
    }
    /// The first hand that a player owns.
    pub fn hand_of(&self, player: i32) -> Option<&Container> {
        self.containers.iter().find(|c| c.counts_as_hand() && c.owner as i32 == player)
    }
    /// Where two have the same name the later one has it.
    pub fn component_named(&self, name: &str) -> Option<usize> {
        self.components.iter().rposition(|c| c.name == name)
    }
    /// The kind a rule means when it says none, or when a site is outside the board.
    pub fn kind_of_site(&self, said: Option<SiteType>, site: i32) -> SiteType {
        let kind = said.unwrap_or(self.site_type);
        if site >= self.board.len(kind) as i32 { SiteType::Cell } else { kind }
    }
}

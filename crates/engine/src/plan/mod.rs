//! The plan: a game worked out for speed, once, from its kernel. It knows which rules generate moves by tables and
//! sets of sites, which conditions can be asked of a single site, who threatens a site by looking back from it, and
//! which end rules can be answered without a search. Where it recognises nothing it asks the plain evaluator, rule by
//! rule, so that every game runs; it must never disagree with the evaluator about moves or successors.
//!
//! It recognises *shapes of rules*. It has never heard of the name of a game.
//!
//! - `compile`: from kernel to [`Plan`].
//! - `tables`: steps, rays and leaps of the board as flat lists.
//! - `propose`, `sample`: a uniformly random move without a list of all.
//! - `shift`, `flood`: steps of all pieces at once, and sites that hang together, as sets.
//! - `generate`: moves as small values ([`Mv`]), all of them, or whether there is one, or one to a given site.
//! - `perform`: making a move, what follows it, the end rules, the next turn; trying a move and taking it back.
//! - `royal`: who threatens a piece that must not be left threatened, and which moves cannot matter to it.
//! - `lean`: games of placing alone, without a position.
//! - `paired`: conditions that what stands at both ends of a move decides, as tables.
//! - `settled`: conditions that dice and the piece looked at decide, remembered.
//! - `run`: whole games of random moves.

pub mod agree;
mod compile;
mod cover;
mod dice;
mod flood;
mod generate;
mod groups;
mod lean;
mod paired;
mod perform;
mod propose;
mod royal;
mod run;
mod sample;
mod settled;
mod shift;
mod sow;
mod tables;
mod test;

pub use cover::{CoverGame, CoverSpot};
pub use lean::{LeanGame, LeanSpot, PlayedOut};
pub use run::Runner;

use crate::game::{Engine, Game};
use crate::kernel::{Bool, Effect, EndRule, Int, Moves, PromoteTo, Region};
use crate::moves::{Move, ThenId};
use crate::types::*;
use groups::LinkRule;
use std::sync::Arc;
use tables::{Axes, Pairs, Rays, Targets, Walks};
use test::Test;

/// A move as a small value: which rule made it, from where to where. Its actions exist only when it is made, or when
/// somebody looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mv {
    pub(crate) from: u16,
    pub(crate) to: u16,
    /// Index of the leaf, or [`PLAIN`].
    pub(crate) leaf: u16,
    /// What the leaf wants to remember: a hurdle, a component.
    pub(crate) aux: u16,
}

/// A move that the plain evaluator made: `from` and `to` are the halves of its index in [`List::full`].
pub(crate) const PLAIN: u16 = u16::MAX;
const NO_SITE: u16 = u16::MAX;

impl Mv {
    fn plain(index: usize) -> Mv {
        Mv { from: index as u16, to: (index >> 16) as u16, leaf: PLAIN, aux: 0 }
    }
    fn plain_index(self) -> usize {
        usize::from(self.from) | usize::from(self.to) << 16
    }
    /// All of it in one number, which tells the moves of a position apart. A move of the plain evaluator has none.
    pub fn code(self) -> Option<u64> {
        let parts = [self.from, self.to, self.leaf, self.aux];
        (self.leaf != PLAIN).then(|| parts.iter().fold(0, |code, &p| code << 16 | u64::from(p)))
    }
    /// Where it comes from and goes to; where it comes from nowhere, twice where it goes to.
    pub fn ends(self) -> (i32, i32) {
        let from = if self.from == NO_SITE { self.to } else { self.from };
        (i32::from(from), i32::from(self.to))
    }
}

/// Moves as they were generated; those of the plain evaluator lie beside.
#[derive(Default, Debug)]
pub struct List {
    pub(crate) moves: Vec<Mv>,
    pub(crate) full: Vec<Full>,
    /// What is done before whichever of the moves is made.
    pub(crate) prior: Vec<crate::action::Action>,
}

#[derive(Debug)]
pub(crate) struct Full {
    pub mv: Move,
    /// The condition that must hold after the move, not yet asked.
    pub tried: Option<u16>,
    /// How many of those that follow come only after that.
    pub outside: usize,
    /// What `(from)`, `(to)` and `(site)` stood for when the move was listed.
    pub seen: [i32; 3],
}

impl Full {
    fn new(mv: Move) -> Full {
        Full { mv, tried: None, outside: 0, seen: [OFF; 3] }
    }
}

impl List {
    pub fn len(&self) -> usize {
        self.moves.len()
    }
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
    pub fn iter(&self) -> impl Iterator<Item = Mv> + '_ {
        self.moves.iter().copied()
    }
    pub fn get(&self, index: usize) -> Option<Mv> {
        self.moves.get(index).copied()
    }
    /// What is done before whichever of the moves is made.
    pub fn prior(&self) -> &[crate::action::Action] {
        &self.prior
    }
    /// Is something done before whichever of the moves is made?
    pub fn has_prior(&self) -> bool {
        !self.prior.is_empty()
    }
    /// The move itself, where the plain evaluator made it.
    pub fn full(&self, mv: Mv) -> Option<&Move> {
        self.full.get(mv.plain_index()).filter(|_| mv.leaf == PLAIN).map(|f| &f.mv)
    }
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
        self.full.clear();
        self.prior.clear();
    }
}

/// What somebody wants of a generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Want {
    All,
    /// One is enough.
    Any,
    /// One that goes to this site is enough.
    To(i32),
}

type GenId = usize;

/// How moves are generated.
#[derive(Debug)]
enum Gen {
    /// By the plain evaluator; what the rules around it say follows.
    Plain {
        rule: Arc<Moves>,
        outer: Box<[ThenId]>,
        outside: usize,
        tried: Option<u16>,
    },
    All(Box<[GenId]>),
    /// The moves of the first that has any.
    First(Box<[GenId]>),
    /// `at_from`: the condition as a set of the slots where `(from)` may lie, where it is one.
    If {
        cond: Cond,
        at_from: Option<Test>,
        then: GenId,
        otherwise: Option<GenId>,
    },
    /// The pieces of a player on the board, each with its own moves.
    Pieces(Pieces),
    ForSites {
        region: Sites,
        moves: GenId,
    },
    /// Something is done first (dice are rolled), and belongs to each of the moves that are then found.
    After {
        prior: Eff,
        next: GenId,
        outer: Box<[ThenId]>,
    },
    /// One generator while something lies upon another, and one for when nothing does.
    Tall {
        tall: GenId,
        flat: GenId,
    },
    /// The moves that begin the longest turn.
    Longest {
        of: GenId,
    },
    Leaf(u16),
}

#[derive(Debug)]
struct Pieces {
    player: Arc<Int>,
    /// By player: components with the moves of each.
    by_player: Box<[Box<[PieceMoves]>]>,
    /// The container, where it is not the board.
    container: Option<Arc<Int>>,
    /// Only pieces on top of their stacks.
    top: bool,
    /// Slots that are looked at, and those among them of the kind that the game is played on.
    within: Box<[u64]>,
    main: Box<[u64]>,
}

#[derive(Debug)]
struct PieceMoves {
    what: u16,
    moves: GenId,
    /// From which slots a site may be reached, by site, as words; nothing where that is not known.
    reach: Option<Box<[u64]>>,
    /// Do they hang on the level in a stack?
    by_level: bool,
    /// The moves that can be generated set by set, and what is left.
    flat: Box<[Flat]>,
    rest: Box<[GenId]>,
    /// All its moves as ways that can be proposed, where they can: see `propose`.
    ways: Option<Box<[Flat]>>,
    /// Do all of them lead to or over empty sites? Then they are proposed only where there are many.
    needs_room: bool,
}

/// A leaf whose conditions are all sets of slots.
#[derive(Debug, Clone)]
struct Flat {
    leaf: u16,
    /// The conditions (of these generators, holding or not) on where it starts.
    guards: Vec<(GenId, bool)>,
    /// How many ways it knows from one site at most, on an empty board.
    width: u32,
    /// Its steps or hops, sorted by difference of numbers.
    shifts: Option<Arc<shift::Shifts>>,
}

/// A rule that makes moves of one form.
#[derive(Debug)]
struct Leaf {
    rule: Arc<Moves>,
    /// Is it a decision of the mover?
    decision: bool,
    kind: SiteType,
    /// The slot of site 0 of that kind.
    first: usize,
    origin: From,
    from_cond: Option<Test>,
    to: Test,
    /// What must be asked where all else fits, because no set tells it: of steps and of hops over a neighbour.
    ask: Option<Test>,
    form: Form,
    /// What is done before the move, at where it goes and at what it passes over.
    at_target: Option<Eff>,
    at_hurdle: Option<Eff>,
    thens: Box<[ThenId]>,
    /// The condition that must hold after the move, and how many of those that follow come only after it was asked.
    tried: Option<u16>,
    outside: usize,
    /// A single piece moves or comes, and nothing else happens: filled in at the end.
    quick: bool,
    /// Whether it may be made can be seen by changing two slots: see `royal`.
    light: bool,
    /// It leaves something pending beside where it goes.
    pends: bool,
    /// The piece that moves stays where it was, too.
    copy: bool,
    /// The whole stack moves.
    stack: bool,
    /// The rule names the level of the piece, which is 0: it is asked only while nothing lies upon another.
    level_0: bool,
    /// Is this a rule for `(from)`, one piece of several, or for `(site)`, one site of several?
    in_piece: bool,
    in_sites: bool,
}

/// Where a leaf starts.
#[derive(Debug)]
enum From {
    /// `(from)`: the piece that is being looked at.
    Register,
    Site(Arc<Int>),
    Region(Sites),
    /// It has no origin.
    None,
}

#[derive(Debug)]
enum Form {
    /// To one of a list of sites.
    Jump(ByWhat<Targets>),
    Slide {
        rays: ByWhat<Rays>,
        min: i32,
        max: i32,
        pass: Test,
    },
    /// Over a hurdle, after at most `before` free sites, landing at most `after` sites beyond the next. Where the
    /// hurdle may be nothing at all, `steps` are the sites beside the origin.
    Hop {
        rays: ByWhat<Rays>,
        /// The same for hops over one neighbour to right behind it.
        pairs: Option<ByWhat<Pairs>>,
        steps: Option<ByWhat<Targets>>,
        before: i32,
        after: i32,
        length: Length,
        hurdle: Test,
        /// The hop ends, beyond free sites, only where this holds.
        stop: Option<Test>,
    },
    /// Anything to anywhere: the targets are worked out for each origin.
    Carry {
        to: Where,
    },
    /// A new piece of a component on a site.
    Place {
        piece: Arc<Int>,
        to: Where,
        state: Option<Arc<Int>>,
        on_stack: bool,
    },
    Remove,
    Select,
    Pass,
    /// A new piece that catches others between itself and friends; it comes only where it catches some.
    Outflank {
        flank: Flank,
        piece: Arc<Int>,
        state: Option<Arc<Int>>,
    },
    /// Along tracks: to what stops the piece, over what it may pass.
    Round {
        walks: Walks,
        min: i32,
        max: i32,
        pass: Test,
    },
    /// A new piece somewhere on the lines from a site.
    Shoot {
        piece: Arc<Int>,
        rays: ByWhat<Rays>,
    },
    /// A new piece that covers several sites: by component and state, what it covers from each site.
    Large {
        piece: Arc<Int>,
        covers: Box<[Covers]>,
    },
}

/// For each state of a piece, the sites that it covers from each site.
type Covers = Box<[(i32, Targets)]>;

/// How long a hurdle may be.
#[derive(Debug)]
enum Length {
    One,
    Between(Num, Num),
}

/// A number that hangs on `(from)`.
#[derive(Debug)]
enum Num {
    Plain(Arc<Int>),
    Const(i32),
    Sub(Box<Num>, Box<Num>),
    /// How many sites of a region that hangs on `(from)` lie outside a set.
    Sites {
        region: Arc<Targets>,
        without: Option<Test>,
    },
}

/// The sites of a region, as far as the plan understands it.
#[derive(Debug)]
enum Sites {
    Plain(Arc<Region>),
    /// Those of the board that pass a test; slots begin at `first`.
    Passing {
        test: Test,
        first: usize,
        len: usize,
    },
    /// Those among others where a condition on `(site)` holds.
    Where(Box<Sites>, Cond),
    /// Where moves come from.
    MovesFrom(GenId),
}

/// One site, or those of a region.
#[derive(Debug)]
enum Where {
    Site(Arc<Int>),
    /// The empty sites of the leaf's kind.
    Empty,
    Region(Sites),
}

/// A table for all components alike, or one for each.
#[derive(Debug)]
enum ByWhat<T> {
    Same(Arc<T>),
    Each(Box<[Option<Arc<T>>]>),
}

impl<T> ByWhat<T> {
    /// The same with other tables.
    fn map<U>(&self, f: impl Fn(&T) -> U) -> ByWhat<U> {
        match self {
            ByWhat::Same(t) => ByWhat::Same(Arc::new(f(t))),
            ByWhat::Each(list) => {
                ByWhat::Each(list.iter().map(|t| t.as_ref().map(|t| Arc::new(f(t)))).collect())
            }
        }
    }
    #[inline]
    fn of(&self, what: usize) -> Option<&T> {
        match self {
            ByWhat::Same(t) => Some(t),
            ByWhat::Each(list) => list.get(what)?.as_deref(),
        }
    }
}

/// A condition, as far as the plan understands it.
#[derive(Debug)]
enum Cond {
    Plain(Arc<Bool>),
    Const(bool),
    And(Box<[Cond]>),
    Or(Box<[Cond]>),
    Not(Box<Cond>),
    CanMove(GenId),
    /// The next player has no move.
    NextCannotMove,
    If(Box<[Cond; 3]>),
    /// So many sites pass a test.
    Count {
        sites: Box<Sites>,
        wanted: usize,
    },
    /// It hangs on the mover, `(from)` and the dice alone: see `settled`.
    Settled(u16, Arc<Bool>),
    /// It hangs on what stands at `(from)` and at `(to)` alone: see `paired`.
    Paired(Box<paired::Paired>),
    /// The mover also made the move before.
    SameMover,
    /// The position is not the one that was stored.
    NotStored,
    /// Nothing of those that a role names lies on these slots.
    NoPieces {
        of: Role,
        slots: Box<[u64]>,
    },
    Threatened(Box<Threat>),
    /// A line of pieces alike.
    Line(Box<LineRule>),
    /// The last piece links goals.
    Linked(Box<LinkRule>),
    /// All sites that pass a test hang together.
    OneGroup(Box<flood::OneGroup>),
    /// Beside a site lies one that passes a test.
    Near {
        site: Arc<Int>,
        near: Arc<Targets>,
        test: Box<Test>,
        first: usize,
    },
    /// The group at a site has a liberty.
    Liberty {
        cond: Arc<Bool>,
        site: Arc<Int>,
        near: Arc<Targets>,
        first: usize,
    },
    /// There is no loop where the last piece has fewer than two of its like beside it; else the evaluator is asked.
    Loop {
        cond: Arc<Bool>,
        near: Arc<Targets>,
        first: usize,
    },
}

/// Through which site a line runs.
#[derive(Debug)]
enum Pivot {
    /// Where the last move went.
    LastTo,
    At(Arc<Int>),
    AnyOf(Sites),
}

#[derive(Debug)]
struct LineRule {
    /// The rule itself, for a pivot where nothing stands.
    rule: Arc<Bool>,
    through: Pivot,
    axes: Axes,
    first: usize,
    length: u32,
    exact: bool,
    /// In stacks: down the stack, level, or as stairs.
    by_level: bool,
}

#[derive(Debug)]
struct Threat {
    first: usize,
    len: usize,
    what: Arc<Int>,
    sites: Option<Arc<Region>>,
}

/// What follows or accompanies a move.
#[derive(Debug)]
enum Eff {
    Plain(Arc<Moves>),
    All(Box<[Eff]>),
    If {
        cond: Cond,
        then: Box<Eff>,
        otherwise: Option<Box<Eff>>,
    },
    /// For each site of a region, as `(site)` and `(to)`.
    ForSites {
        region: Sites,
        each: Box<Eff>,
    },
    /// One action at most.
    One {
        effect: Arc<Effect>,
        then: Option<ThenId>,
    },
    /// At once, or when the turn is over.
    Remove {
        kind: SiteType,
        site: Arc<Int>,
        later: bool,
        then: Option<ThenId>,
    },
    Score {
        player: ScoreOf,
        score: Arc<Int>,
        add: bool,
        then: Option<ThenId>,
    },
    Promote {
        kind: SiteType,
        site: Arc<Int>,
        to: Arc<PromoteTo>,
        then: Option<ThenId>,
    },
    /// A piece comes to a site.
    Add {
        kind: SiteType,
        what: Arc<Int>,
        site: Arc<Int>,
        on_stack: bool,
        then: Option<ThenId>,
    },
    Custodial(Box<Flank>),
    /// A piece, or several that lie together, go from one site to another.
    Carry {
        from_kind: SiteType,
        from: Arc<Int>,
        to_kind: SiteType,
        to: Arc<Int>,
        count: Option<Arc<Int>>,
        then: Option<ThenId>,
    },
    Flip {
        kind: SiteType,
        site: Arc<Int>,
    },
    Enclose(Box<flood::Enclosing>),
    /// Numbers are set, then the rest follows. Only where nothing else follows at the same time.
    Do {
        prior: Box<Eff>,
        next: Box<Eff>,
        plain: Arc<Moves>,
    },
    /// Pieces are sown along a track. Only where nothing else follows at the same time.
    Sow(Box<sow::Sowing>),
}

/// What stands between the piece and a friend, in line.
#[derive(Debug)]
struct Flank {
    kind: SiteType,
    first: usize,
    from: Arc<Int>,
    rays: Arc<Rays>,
    min: i32,
    max: i32,
    target: Test,
    friend: Test,
    /// Where targets are enemies and friends friends, and nothing else counts: what tells them apart.
    told_by: Option<ToldBy>,
    effect: Eff,
}

/// What tells whose a piece is: its owner, or its state (of pieces that both players turn over).
#[derive(Debug, Clone, Copy)]
enum ToldBy {
    Owner,
    State,
}

#[derive(Debug, Clone, Copy)]
enum ScoreOf {
    Player(i32),
    Mover,
    Next,
}

#[derive(Debug)]
struct EndPart {
    /// For rules that hang on a condition: the condition as the plan asks it.
    cond: Option<Cond>,
    rule: Arc<EndRule>,
}

/// A game, ready to be played fast.
#[derive(Debug)]
pub struct Plan {
    gens: Vec<Gen>,
    leaves: Vec<Leaf>,
    /// Conditions that must hold after a move.
    afters: Vec<After>,
    thens: Vec<Eff>,
    phases: Vec<GenId>,
    phase_ends: Vec<Box<[EndPart]>>,
    ends: Box<[EndPart]>,
    /// Everything about the course of the game is left to the evaluator.
    plain: bool,
    /// A piece that moves is one piece, seen by all, counted once and on no track.
    simple_pieces: bool,
    has_next_phases: bool,
    /// The number of the site that a slot holds.
    site_of_slot: Box<[u16]>,
    has_dice: bool,
    /// How many conditions are remembered, and what for.
    settled: u16,
    answers: settled::Answers,
    /// Does some rule ask what the last move did in detail?
    notes_actions: bool,
    /// Does some rule compare positions with earlier ones?
    compares_positions: bool,
    /// How many rules keep groups of pieces.
    links: usize,
    /// What is known of threats to a piece that must not be left threatened.
    royal: Option<royal::Royal>,
    /// Random games need no position: see `lean`.
    lean: Option<lean::Lean>,
    covering: Option<cover::Covering>,
}

/// A condition on the position after a move.
#[derive(Debug)]
struct After {
    cond: Cond,
    /// While a threat is being judged, threats inside are not followed: the condition then holds as it stands.
    holds_when_judging: bool,
}

/// A part of the rules that the plan keeps for itself.
fn own<T: Clone>(part: &T) -> Arc<T> {
    Arc::new(part.clone())
}

/// A plan beside the game that it belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GamePlan<'g> {
    pub game: &'g Game,
    plan: &'g Plan,
}

impl std::ops::Deref for GamePlan<'_> {
    type Target = Plan;
    fn deref(&self) -> &Plan {
        self.plan
    }
}

impl Plan {
    /// Are pieces only added, and whole games played without a position?
    pub fn only_adds(&self) -> bool {
        self.lean.is_some() || self.covering.is_some()
    }
    /// The form that whole games are played in.
    pub fn form(&self) -> &'static str {
        match (&self.lean, &self.covering) {
            (Some(_), _) => "lean",
            (None, Some(_)) => "cover",
            (None, None) => "general",
        }
    }
    /// Works a game out. [`Game::plan`] does it once and keeps the result.
    pub(crate) fn new(game: &Game, engine: Engine) -> Plan {
        compile::plan(game, engine)
    }
    fn beside<'g>(&'g self, game: &'g Game) -> GamePlan<'g> {
        GamePlan { game, plan: self }
    }
    /// Is the whole course of the game left to the plain evaluator?
    pub fn is_plain(&self) -> bool {
        self.plain
    }
    /// The kind of site that a move goes to, and whether it does something to what it passes over or takes away.
    pub fn about(&self, mv: Mv) -> Option<(SiteType, bool)> {
        let leaf = self.leaves.get(usize::from(mv.leaf))?;
        Some((leaf.kind, leaf.at_hurdle.is_some() || matches!(leaf.form, Form::Remove)))
    }
    /// What the plan leaves to the plain evaluator: kinds of rules that make moves, and of rules that follow.
    pub fn left_to_evaluator(&self) -> Vec<String> {
        let name = |m: &Moves| {
            let text = match &m.kind {
                crate::kernel::MovesKind::Effect(e) => format!("{e:?}"),
                kind => format!("{kind:?}"),
            };
            text.chars().take_while(|c| c.is_alphanumeric()).collect::<String>()
        };
        let mut all: Vec<String> = Vec::new();
        for part in &self.gens {
            if let Gen::Plain { rule, .. } = part {
                all.push(format!("moves by {}", name(rule)));
            }
        }
        let mut open: Vec<&Eff> = self.thens.iter().collect();
        open.extend(self.leaves.iter().flat_map(|l| l.at_target.iter().chain(&l.at_hurdle)));
        while let Some(eff) = open.pop() {
            match eff {
                Eff::Plain(rule) => all.push(format!("then {}", name(rule))),
                Eff::All(list) => open.extend(list),
                Eff::If { then, otherwise, .. } => {
                    open.push(then);
                    open.extend(otherwise.as_deref());
                }
                Eff::ForSites { each, .. } => open.push(each),
                Eff::Custodial(flank) => open.push(&flank.effect),
                Eff::Enclose(e) => open.push(&e.effect),
                Eff::Do { prior, next, .. } => open.extend([&**prior, &**next]),
                Eff::Sow(s) => open.extend(&s.capture),
                Eff::One { .. }
                | Eff::Carry { .. }
                | Eff::Flip { .. }
                | Eff::Remove { .. }
                | Eff::Score { .. }
                | Eff::Promote { .. }
                | Eff::Add { .. } => {}
            }
        }
        all.sort();
        all.dedup();
        all
    }
}

//! Swift games: one piece on a site at most, nothing hidden, nothing thrown, and rules that speak of sets of sites alone.
//! A random game of these is played on a few words of bits instead of a position: which component stands where, whose
//! turn it is, what the last move was. What the rules say is worked out beforehand for each player (`build`), so that no
//! question of whose piece it is remains.
//!
//! Where something comes up that is not known here (nobody can move, a phase of another kind, an end that is no plain
//! result), the position is written back and the game goes on the usual way. It must never differ from that way in
//! anything: `agree::swiftly` replays every move.

mod build;
mod moves;
mod play;

use super::lean::PlayedOut;
use super::sample::nth_bit;
use super::tables::Headings;
use super::*;
use crate::position::{Piece, Slot};
use crate::rng::Rng;
use smallvec::{SmallVec, smallvec};
use std::cell::Cell;

pub(super) use build::swift;
use moves::*;

/// Components, owners and the empty sites have a row of bits each.
const ROWS: usize = 32;
/// Where what belongs to nobody in particular is kept.
const NO_ROW: usize = ROWS - 1;
/// After so many proposals in vain all ways are looked at.
const MOST_PROPOSALS: usize = 24;
/// A game that was handed back so often is finished the usual way.
const MOST_RETURNS: usize = 4;
/// So many places beside the board may hold pieces that wait.
const STOCKS: usize = 8;
/// So many numbers may be remembered by name.
const VARS: usize = 12;
/// A slot that is none.
const NOWHERE: u16 = NO_SITE;

type Bits<const W: usize> = [u64; W];

/// A swift game, by the number of words that its slots need.
#[derive(Debug)]
pub(super) enum Swift {
    One(Program<1>),
    Two(Program<2>),
    Four(Program<4>),
}

/// Everything that there is to know, for each player.
#[derive(Debug)]
pub(super) struct Program<const W: usize> {
    /// The slots of the board: its sites, since site 0 is slot 0.
    board: Bits<W>,
    /// How many of them there are.
    sites: usize,
    /// The slots beside the board where pieces wait, with the numbers of their sites.
    stocks: Box<[(u16, i32)]>,
    /// By component: the row of its owner.
    owner_row: Box<[u8]>,
    components: usize,
    players: usize,
    /// There is one component, and what counts is its state: it takes the place of components here.
    by_state: bool,
    /// By phase and player; nothing where a phase is not swift.
    phases: Box<[Option<Box<[Turn<W>]>>]>,
    turn_limit: i32,
    move_limit: i32,
    clears: bool,
    vars: usize,
    slides: bool,
    /// Must some moves be tried?
    tries: bool,
}

/// What a player may do, and what ends the game after it.
#[derive(Debug, Default)]
struct Turn<const W: usize> {
    pick: Pick<W>,
    ends: Box<[(Cond<W>, Verdict)]>,
    /// Do the end rules ask whether the next player can move? Then that player's moves are counted there and then.
    looks_ahead: bool,
    /// The phase that the mover is in after a move, where that changes, or changes if something holds.
    next_phase: Option<(Option<Cond<W>>, u8)>,
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// This seat wins; 0: nobody does.
    Won(u8),
    /// The next player wins, or loses, of two.
    NextWon,
    NextLost,
    /// Whatever the end rules say.
    AsWritten,
}

/// A set of slots.
#[derive(Debug, Clone)]
enum Set<const W: usize> {
    Fixed(Bits<W>),
    Row(u8),
    /// The row, within these.
    Part(u8, Bits<W>),
    /// All but the row.
    Without(u8),
    ToClear,
    /// Where the last move went.
    LastTo,
    /// The row of the next player, counted from this one; one of these for the next player.
    OfNext(u8),
    ByNext(Box<[Set<W>]>),
    /// One where the last move went to one of these slots, and another where not.
    IfLastIn(Bits<W>, Box<[Set<W>; 2]>),
    /// The sites of these rows that stand in one of these lines with their like.
    InLines(Box<[u8]>, Arc<Stretches<W>>),
    /// The sites from which pieces like what stands there stand in one of these shapes: the shapes, and from where each is seen.
    InShapes(Box<[u8]>, Arc<Shapes<W>>),
    /// The empty sites from which pieces of the second row are caught against those of the first, in line.
    Catching(u8, u8, Arc<[Shift<W>]>),
    /// The sites beside the one where the last move went.
    NearLast(Arc<Targets>),
    /// The sites beside those of a set, or beside one.
    Near(Box<Set<W>>, Arc<Targets>),
    NearAt(At, Arc<Targets>),
    /// Where moves of these kinds come from.
    Origins(Box<[Arc<Walk<W>>]>),
    /// What was noted before the move was made.
    Noted,
    Not(Box<Set<W>>),
    And(Box<[Set<W>]>),
    Or(Box<[Set<W>]>),
}

/// A site that rules speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    LastTo,
    LastFrom,
    From,
    To,
    Over,
    Site,
    Fixed(u16),
}

#[derive(Debug, Clone)]
enum Num<const W: usize> {
    Const(i32),
    /// How many sites a set has; how many pieces lie there, with those that wait in these slots.
    Count(Set<W>),
    Pieces(Set<W>, Box<[u16]>),
    What(At),
    SiteOf(At),
    Counter,
    MoveNumber,
    Prev,
    Next,
    /// One of these, for the next player.
    ByNext(Box<[i32]>),
    Var(u8),
}

#[derive(Debug, Clone)]
enum Cond<const W: usize> {
    Const(bool),
    And(Box<[Cond<W>]>),
    Or(Box<[Cond<W>]>),
    Not(Box<Cond<W>>),
    /// A site lies in a set.
    In(At, Set<W>),
    /// A set has no site at all.
    None(Set<W>),
    Equal(Num<W>, Num<W>),
    Less(Num<W>, Num<W>),
    Odd(Num<W>),
    SameMover,
    /// There is such a move.
    Any(Box<Pick<W>>),
    NextCannotMove,
    /// There is such a move of the next player's pieces, as far as the mover can tell.
    NextCan(Box<Pick<W>>),
    Triggered(u8),
    /// This player was found without a move and has not moved since.
    Stalemated(u8),
    /// Somebody else could take the first piece of this component.
    Threatened(Num<W>),
    /// Not known here: the end rules are asked the usual way.
    Unknown,
    /// All sites of a set hang together.
    OneGroup(Set<W>, Arc<Targets>),
    /// A line of pieces alike through where the last move went.
    Line(Arc<Lines>),
    /// One of pieces of one of these rows, through a site of a set.
    LineThrough(Set<W>, Box<[u8]>, Arc<Stretches<W>>),
}

/// All stretches of lines of one length.
#[derive(Debug)]
struct Stretches<const W: usize> {
    length: i32,
    /// Those whose slots are so far apart all along, and where they begin.
    runs: Box<[(i32, Bits<W>)]>,
    /// All others.
    others: Box<[Bits<W>]>,
}

/// Shapes with the sites from which each is seen; and those that are seen from each site.
#[derive(Debug)]
struct Shapes<const W: usize> {
    all: Box<[[Bits<W>; 2]]>,
    seen_from: Box<[Box<[Bits<W>]>]>,
}

/// How a line goes on from a slot, forth and back.
type Halves = [Box<[u16]>; 2];

/// Lines through each site, and how long one must be.
#[derive(Debug)]
struct Lines {
    /// By slot: the halves of lines through it.
    through: Box<[Box<[Halves]>]>,
    length: u32,
    exact: bool,
}

/// What moves there are.
#[derive(Debug, Default, Clone)]
enum Pick<const W: usize> {
    #[default]
    Nothing,
    /// Not known here.
    Unknown,
    All(Box<[Pick<W>]>),
    /// Those of the first that has any.
    First(Box<[Pick<W>]>),
    /// Those that begin the longest turn.
    Longest(Box<Pick<W>>),
    If(Cond<W>, Box<[Pick<W>; 2]>),
    Walk(Arc<Walk<W>>),
    Place(Arc<Placing<W>>),
    Carry(Arc<Carrying<W>>),
    Pass(Arc<Deed<W>>),
}

/// Pieces that go somewhere.
#[derive(Debug)]
struct Walk<const W: usize> {
    /// Those of these slots, or the one where the last move went.
    origins: Option<Set<W>>,
    /// Where they may go; and where this is about what lies where they come from, too.
    to: Set<W>,
    /// `(where it goes, where it comes from)`: one of both must hold.
    either: Option<(Set<W>, Set<W>)>,
    /// On as the last move went.
    straight: Option<Arc<Headings>>,
    /// As far as there are pieces on these sites, and no less.
    as_many: Option<Arc<Targets>>,
    /// What they hop over.
    over: Option<Set<W>>,
    /// The same after a while: along which lines, by component or for all, past how many sites before, and to how many behind.
    far: Option<Far>,
    /// What they slide through.
    through: Option<Set<W>>,
    /// By component, or one for all.
    ways: Box<[Option<Arc<Ways<W>>>]>,
    /// What comes to the end of the way, where what stands at its beginning stays.
    shoots: u8,
    /// Along tracks, where a piece may pass where it came from.
    round: bool,
    /// Are they another's pieces than those of whoever asks, and tries them?
    visits: bool,
    deed: Deed<W>,
}

/// Hops over what does not stand right beside.
#[derive(Debug)]
struct Far {
    rays: Box<[Option<Arc<Rays>>]>,
    before: usize,
    after: usize,
}

/// A component that comes to one of some sites; or nothing does, and what stands there goes.
#[derive(Debug)]
struct Placing<const W: usize> {
    to: Set<W>,
    what: u8,
    deed: Deed<W>,
}

/// Pieces that go from any of some sites to any of others.
#[derive(Debug)]
struct Carrying<const W: usize> {
    from: Set<W>,
    to: Set<W>,
    deed: Deed<W>,
}

/// All ways of a kind of piece.
#[derive(Debug)]
struct Ways<const W: usize> {
    /// By slot, the range of its ways.
    starts: Box<[u32]>,
    ways: Box<[Way<W>]>,
    widest: u32,
    /// Where all lead to a neighbour or over one: the same as sets, by difference of slots.
    shifts: Option<Box<[Shift<W>]>>,
    /// So many pieces are still looked at one by one.
    few: u32,
    /// Where they lead straight to their ends: by slot, these ends.
    ends: Option<Box<[Bits<W>]>>,
    /// By slot, from where it is reached.
    back: Box<[Back<W>]>,
}

/// From where a slot is reached: as a set, and by which ways.
type Back<const W: usize> = (Bits<W>, Box<[(u16, u32)]>);

#[derive(Debug, Clone, Copy)]
struct Way<const W: usize> {
    to: u16,
    over: u16,
    /// How many ways go on in the same line, and whether a piece may stop here.
    rest: u16,
    stops: bool,
    /// What a slide passes.
    between: Bits<W>,
}

#[derive(Debug, Clone, Copy)]
struct Shift<const W: usize> {
    over: i32,
    to: i32,
    /// Where such a way begins.
    origins: Bits<W>,
}

/// What a move does.
#[derive(Debug, Default)]
struct Deed<const W: usize> {
    leaf: u16,
    /// What comes from beside the board comes from the site with this number.
    from_beside: Option<u16>,
    /// What is noted before the move is made.
    noting: Option<Arc<Set<W>>>,
    copy: bool,
    hops: bool,
    removes: bool,
    selects: bool,
    catches: bool,
    /// What must hold once the piece has gone: nothing else happens before that is asked.
    tried: Option<Cond<W>>,
    /// Before the piece goes, and after.
    before: Box<[Eff<W>]>,
    then: Box<[Eff<W>]>,
}

#[derive(Debug, Clone)]
enum Eff<const W: usize> {
    All(Box<[Eff<W>]>),
    If(Cond<W>, Box<Eff<W>>, Option<Box<Eff<W>>>),
    Remove(At),
    RemoveLater(At),
    /// The piece becomes another, or one comes there.
    Become(At, u8),
    Again,
    Trigger(u8),
    Score(u8, Num<W>, bool),
    SetCounter(i32),
    SetVar(u8, Num<W>),
    /// A component comes whose number is worked out.
    Put(At, Num<W>),
    /// Numbers are set, and the rest follows; if nothing does, they are as before. Only ever alone.
    Do(Box<[Eff<W>; 2]>),
    Flank(Box<Flanking<W>>),
    Surround(Box<Surrounding<W>>),
    /// At each site of a set.
    Each(Set<W>, Box<Eff<W>>),
    /// What was noted is forgotten.
    Forget,
    /// What stands at some sites changes places. Only ever alone.
    Permute(Box<[Shifted]>),
}

/// What stands at a site goes to another, and its number is kept under a name.
#[derive(Debug, Clone, Copy)]
struct Shifted {
    from: u16,
    to: u16,
    name: u8,
}

#[derive(Debug, Clone)]
struct Flanking<const W: usize> {
    from: At,
    rays: Arc<Rays>,
    min: i32,
    max: i32,
    target: Set<W>,
    friend: Set<W>,
    effect: Eff<W>,
}

/// Neighbours whose neighbours are all friends, but for so many.
#[derive(Debug, Clone)]
struct Surrounding<const W: usize> {
    from: At,
    near: Box<[Box<[u16]>]>,
    except: i32,
    target: Set<W>,
    friend: Set<W>,
    effect: Eff<W>,
}

/// A position of a swift game.
#[derive(Debug, Clone)]
struct State<const W: usize> {
    /// Row 0: the empty slots. Then by component, then by owner.
    rows: [Bits<W>; ROWS],
    what: [[u8; 64]; W],
    to_clear: Bits<W>,
    noted: Bits<W>,
    stalemated: u32,
    /// (Conditions may look from the next player's seat for a while.)
    mover: Cell<u8>,
    next: Cell<u8>,
    prev: Cell<u8>,
    again: bool,
    /// Was something asked that is not known here? Is a threat being judged?
    unknown: Cell<bool>,
    judging: Cell<bool>,
    /// Is it no matter now which turn is the longest?
    any_length: Cell<bool>,
    /// Whether the next player can move, once it is known.
    next_is_stuck: Cell<Option<bool>>,
    /// The last move, and what the one being made goes over.
    last_from: u16,
    last_to: u16,
    from: u16,
    to: u16,
    over: u16,
    site: u16,
    /// The number of a site.
    turn_from: i32,
    triggered: u32,
    counter: i32,
    turns: i32,
    turns_same_player: i32,
    moves_made: i32,
    start_moves: i32,
    scores: [i32; 4],
    phases: [u8; 4],
    /// How many pieces wait, by place.
    stocks: [i32; STOCKS],
    vars: [i32; VARS],
}

/// What a walk looks at, as sets of this moment. What it does not ask holds everywhere.
#[derive(Debug, Clone, Copy)]
struct Open<const W: usize> {
    to: Bits<W>,
    over: Bits<W>,
    through: Bits<W>,
    either_to: Bits<W>,
    either_from: Bits<W>,
    empty: Bits<W>,
    heading: u8,
    /// What stands where the last move went.
    what: usize,
}

/// Moves that were counted: whose, and what they look at.
#[derive(Debug, Clone, Copy)]
enum Counted<'w, const W: usize> {
    Walk(&'w Walk<W>, &'w Ways<W>, Bits<W>, Open<W>),
    /// Ways that may or may not be open: so many for each of these origins.
    Perhaps(&'w Walk<W>, &'w Ways<W>, Bits<W>, Open<W>),
    Place(&'w Placing<W>, Bits<W>),
    Carry(&'w Carrying<W>, Bits<W>, Bits<W>),
    Pass(&'w Deed<W>),
    One(Chosen<'w, W>),
    Unknown,
}

/// A move that was chosen.
#[derive(Debug, Clone, Copy)]
struct Chosen<'w, const W: usize> {
    deed: &'w Deed<W>,
    from: u16,
    to: u16,
    over: u16,
    /// The component that comes, where none goes.
    new: u8,
    passes: bool,
}

/// How a stretch of swift play ended.
enum Stretch {
    Over(usize),
    /// The position was written back: after a move that may end the game, or where the mover has none.
    AfterMove,
    NoMove,
    /// The same, and the mover passes (which may end the game, and is rare).
    Pass(Mv),
}

/// What is said of a swift game by one that is replayed.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// The moves, with how many there were where all were looked at.
    pub moves: Vec<(Mv, Option<u32>)>,
    pub winner: Option<usize>,
}

impl<'g> Runner<'g> {
    /// Plays a stretch of a swift game and tells everything about it; `None` where this is none.
    pub(super) fn tell_swiftly(&mut self, rng: &mut Rng) -> Option<Told> {
        let mut told = Told::default();
        let mut tell = |_, mv, of| told.moves.push((mv, of));
        if self.plan.seeds.is_some() {
            let met = self.play_seeds(rng, u64::MAX, &mut tell);
            told.winner = met?.1;
            return Some(told);
        }
        let met = match self.plan.swift.as_ref()? {
            Swift::One(program) => self.play_swiftly(program, rng, u64::MAX, &mut tell),
            Swift::Two(program) => self.play_swiftly(program, rng, u64::MAX, &mut tell),
            Swift::Four(program) => self.play_swiftly(program, rng, u64::MAX, &mut tell),
        };
        told.winner = met?.1;
        Some(told)
    }

    /// Draws a move here the swift way, without making it.
    pub(super) fn draw_swiftly(&self, rng: &mut Rng) -> Option<Mv> {
        fn draw<const W: usize>(runner: &Runner<'_>, program: &Program<W>, rng: &mut Rng) -> Option<Mv> {
            let mut s = program.taken_over(runner.plan.beside(runner.ctx.game), &runner.ctx.pos)?;
            let turn = program.turn(&s)?;
            let mut counted = Vec::new();
            turn.pick.count(program, &s, program.is_roomy(&s), &mut counted);
            Some(program.choose(turn, &mut s, rng, &mut counted)?.0.mv())
        }
        if self.plan.seeds.is_some() {
            return self.draw_seeds(rng);
        }
        match self.plan.swift.as_ref()? {
            Swift::One(program) => draw(self, program, rng),
            Swift::Two(program) => draw(self, program, rng),
            Swift::Four(program) => draw(self, program, rng),
        }
    }

    /// Plays on with random moves until the game is over or `most` moves were made. Where the game allows it, only the
    /// result is worked out, and the position is left somewhere on the way; else the position is the last one.
    pub fn play_out(&mut self, rng: &mut Rng, most: u64) -> PlayedOut {
        // (What is worked out without a position does not stop on the way.)
        if most == u64::MAX {
            if let Some(met) = self.play_out_leanly(rng, |_, _| {}) {
                return met;
            }
            if let Some(met) = self.cover_at_random(rng) {
                return met;
            }
        }
        let (mut plies, mut returns) = (0, 0);
        while plies < most {
            if returns < MOST_RETURNS
                && let Some((moves, winner)) = self.play_on_swiftly(rng, most - plies, |_, _| {})
            {
                plies += moves;
                if let Some(winner) = winner {
                    return PlayedOut { plies, winner, over: true };
                }
                // (Coming and going costs as much as a few moves.)
                returns = if moves < 8 { returns + 1 } else { 0 };
                if moves > 0 && !self.is_over() {
                    continue;
                }
            }
            if !self.play_random(rng) {
                break;
            }
            plies += 1;
        }
        PlayedOut { plies, winner: self.ctx.pos.winner.max(0) as usize, over: self.is_over() }
    }

    /// The ranks of a game that [`Runner::play_out`] brought to its end, player 1 first. The short ways are for games of
    /// two, which somebody wins or nobody.
    pub fn ranks_of(&self, met: &PlayedOut) -> SmallVec<[f64; 4]> {
        if self.is_over() {
            return self.ctx.pos.ranks.get(1..=self.ctx.game.players).unwrap_or(&[]).into();
        }
        match met.winner {
            1 => smallvec![1.0, 2.0],
            2 => smallvec![2.0, 1.0],
            _ => smallvec![1.5, 1.5],
        }
    }

    /// Plays random moves as long as the game can be played on sets alone, but so many at most, and tells who moves and
    /// how. Gives how many it made, and who won, if anybody, where that is known: then the position is left as it was.
    /// `None` where this position is none for it.
    pub fn play_on_swiftly(
        &mut self,
        rng: &mut Rng,
        most: u64,
        mut told: impl FnMut(u8, Mv),
    ) -> Option<(u64, Option<usize>)> {
        let mut tell = |mover, mv, _| told(mover, mv);
        if self.plan.seeds.is_some() {
            return self.play_seeds(rng, most, &mut tell);
        }
        match self.plan.swift.as_ref()? {
            Swift::One(program) => self.play_swiftly(program, rng, most, &mut tell),
            Swift::Two(program) => self.play_swiftly(program, rng, most, &mut tell),
            Swift::Four(program) => self.play_swiftly(program, rng, most, &mut tell),
        }
    }

    /// Plays as long as everything is swift: how many moves were made, and who won if the game is over and the position
    /// was left as it was; else it was written back. `None` where this position is none for it.
    fn play_swiftly<const W: usize>(
        &mut self,
        program: &Program<W>,
        rng: &mut Rng,
        most: u64,
        told: &mut impl FnMut(u8, Mv, Option<u32>),
    ) -> Option<(u64, Option<usize>)> {
        let mut s = program.taken_over(self.plan.beside(self.ctx.game), &self.ctx.pos)?;
        let mut trail = std::mem::take(&mut self.trail);
        trail.clear();
        let stretch = program.play(&mut s, rng, &mut trail, most, told);
        let mut plies = trail.len() as u64;
        let over = match stretch {
            Stretch::Over(winner) => Some(winner),
            Stretch::NoMove | Stretch::AfterMove | Stretch::Pass(_) => {
                self.untouched = false;
                program.hand_back(self.plan.beside(self.ctx.game), &s, &trail, &mut self.ctx.pos);
                match stretch {
                    Stretch::AfterMove => self.after_swift_move(),
                    Stretch::Pass(mv) => {
                        self.ctx.pos.stalemated &= !(1 << self.ctx.pos.mover);
                        self.apply(mv, &List::default());
                        plies += 1;
                    }
                    Stretch::NoMove | Stretch::Over(_) => {}
                }
                None
            }
        };
        self.trail = trail;
        Some((plies, over))
    }
}

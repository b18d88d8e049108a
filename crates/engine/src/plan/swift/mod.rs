//! Swift games: one piece on a site at most, nothing hidden, nothing thrown, and rules that speak of sets of sites alone.
//! A random game of these is played on a few words of bits instead of a position: which component stands where, whose
//! turn it is, what the last move was. What the rules say is worked out beforehand for each player (`build`), so that no
//! question of whose piece it is remains.
//!
//! Where something comes up that is not known here (nobody can move, a phase of another kind, an end that is no plain
//! result), the position is written back and the game goes on the usual way. It must never differ from that way in
//! anything: `agree::swiftly` replays every move.

mod build;

use super::lean::PlayedOut;
use super::sample::nth_bit;
use super::tables::Headings;
use super::*;
use crate::position::{Piece, Slot};
use crate::rng::Rng;
use std::cell::Cell;

pub(super) use build::swift;

/// Components, owners and the empty sites have a row of bits each.
const ROWS: usize = 32;
/// Where what belongs to nobody in particular is kept.
const NO_ROW: usize = ROWS - 1;
/// After so many proposals in vain all ways are looked at.
const MOST_PROPOSALS: usize = 24;
/// A game that was handed back so often is finished the usual way.
const MOST_RETURNS: usize = 4;
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
    /// The phase that the mover is in after a move, where that changes.
    next_phase: Option<u8>,
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
    InLines(Box<[u8]>, Arc<[Bits<W>]>),
    /// The empty sites from which pieces of the second row are caught against those of the first, in line.
    Catching(u8, u8, Arc<[Shift<W>]>),
    /// The sites beside the one where the last move went.
    NearLast(Arc<Targets>),
    /// The sites beside those of a set.
    Near(Box<Set<W>>, Arc<Targets>),
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
    /// How many sites a set has.
    Count(Set<W>),
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
    /// Somebody else could take the first piece of this component.
    Threatened(Num<W>),
    /// Not known here: the end rules are asked the usual way.
    Unknown,
    /// All sites of a set hang together.
    OneGroup(Set<W>, Arc<Targets>),
    /// A line of pieces alike through where the last move went.
    Line(Arc<Lines>),
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
    /// (Conditions may look from the next player's seat for a while.)
    mover: Cell<u8>,
    next: Cell<u8>,
    prev: Cell<u8>,
    again: bool,
    /// Was something asked that is not known here? Is a threat being judged?
    unknown: Cell<bool>,
    judging: Cell<bool>,
    /// Whether the next player can move, once it is known.
    next_is_stuck: Cell<Option<bool>>,
    /// The last move, and what the one being made goes over.
    last_from: u16,
    last_to: u16,
    from: u16,
    to: u16,
    over: u16,
    site: u16,
    turn_from: u16,
    triggered: u32,
    counter: i32,
    turns: i32,
    turns_same_player: i32,
    moves_made: i32,
    start_moves: i32,
    scores: [i32; 4],
    phases: [u8; 4],
    vars: [i32; VARS],
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
    Unknown,
}

/// A move that was chosen.
#[derive(Clone, Copy)]
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

#[inline]
fn has<const W: usize>(set: &Bits<W>, slot: u16) -> bool {
    set.get(usize::from(slot) / 64).is_some_and(|w| w >> (slot % 64) & 1 == 1)
}

#[inline]
fn bit<const W: usize>(slot: u16) -> Bits<W> {
    let mut bits = [0; W];
    if let Some(word) = bits.get_mut(usize::from(slot) / 64) {
        *word = 1 << (slot % 64);
    }
    bits
}

#[inline]
fn and<const W: usize>(a: &Bits<W>, b: &Bits<W>) -> Bits<W> {
    std::array::from_fn(|i| a[i] & b[i])
}

#[inline]
fn count<const W: usize>(set: &Bits<W>) -> u32 {
    set.iter().map(|w| w.count_ones()).sum()
}

#[inline]
fn is_empty<const W: usize>(set: &Bits<W>) -> bool {
    set.iter().all(|&w| w == 0)
}

/// The slot with so many of the set before it.
#[inline]
fn nth<const W: usize>(set: &Bits<W>, mut k: u32) -> u16 {
    for (i, &word) in set.iter().enumerate() {
        let here = word.count_ones();
        if k < here {
            return (i as u32 * 64 + nth_bit(word, k)) as u16;
        }
        k -= here;
    }
    NOWHERE
}

/// Calls with each slot of a set.
#[inline]
fn each<const W: usize>(set: &Bits<W>, mut f: impl FnMut(u16) -> bool) -> bool {
    for (i, &word) in set.iter().enumerate() {
        let mut bits = word;
        while bits != 0 {
            let slot = (i as u32 * 64 + bits.trailing_zeros()) as u16;
            bits &= bits - 1;
            if f(slot) {
                return true;
            }
        }
    }
    false
}

/// The slots that have a slot of the set so far ahead.
#[inline]
fn ahead<const W: usize>(set: &Bits<W>, by: i32) -> Bits<W> {
    if W == 1 {
        let mut out = [0; W];
        out[0] = if by >= 0 {
            set[0].checked_shr(by as u32).unwrap_or(0)
        } else {
            set[0].checked_shl(by.unsigned_abs()).unwrap_or(0)
        };
        return out;
    }
    super::shift::ahead(set, by)
}

impl<const W: usize> Set<W> {
    #[inline]
    fn now(&self, s: &State<W>) -> Bits<W> {
        match self {
            Set::Fixed(bits) => *bits,
            Set::Row(row) => s.rows[usize::from(*row) % ROWS],
            Set::Part(row, bits) => and(&s.rows[usize::from(*row) % ROWS], bits),
            Set::Without(row) => s.rows[usize::from(*row) % ROWS].map(|w| !w),
            Set::ToClear => s.to_clear,
            Set::LastTo => bit(s.last_to),
            Set::OfNext(first) => s.rows[usize::from(first + s.next.get()) % ROWS],
            Set::NearLast(_)
            | Set::Catching(..)
            | Set::IfLastIn(..)
            | Set::ByNext(_)
            | Set::InLines(..)
            | Set::Near(..)
            | Set::Not(_)
            | Set::And(_)
            | Set::Or(_) => self.worked_out(s),
        }
    }

    #[inline(never)]
    fn worked_out(&self, s: &State<W>) -> Bits<W> {
        match self {
            Set::NearLast(table) => beside(table, &bit(s.last_to)),
            Set::Catching(friends, enemies, dirs) => {
                let [free, friends, enemies] =
                    [0, *friends, *enemies].map(|row| s.rows[usize::from(row) % ROWS]);
                let mut all = [0; W];
                for dir in &**dirs {
                    let before = |set: &Bits<W>| and(&ahead(set, dir.to), &dir.origins);
                    // Enemies behind which, after none but enemies, a friend stands.
                    let mut caught = and(&enemies, &before(&friends));
                    let mut more = caught;
                    while !is_empty(&more) {
                        more = and(&enemies, &before(&more));
                        caught = std::array::from_fn(|i| caught[i] | more[i]);
                    }
                    let from = and(&free, &before(&caught));
                    all = std::array::from_fn(|i| all[i] | from[i]);
                }
                all
            }
            Set::IfLastIn(slots, sets) => sets[usize::from(!has(slots, s.last_to))].now(s),
            Set::ByNext(sets) => sets.get(usize::from(s.next.get())).map_or([0; W], |set| set.now(s)),
            Set::InLines(rows, lines) => {
                let mut all = [0; W];
                for row in rows {
                    let row = &s.rows[usize::from(*row) % ROWS];
                    for line in &**lines {
                        if (0..W).all(|i| line[i] & !row[i] == 0) {
                            all = std::array::from_fn(|i| all[i] | line[i]);
                        }
                    }
                }
                all
            }
            Set::Near(of, table) => beside(table, &of.now(s)),
            Set::Not(of) => of.now(s).map(|w| !w),
            Set::And(list) => {
                let mut all = [u64::MAX; W];
                for set in list {
                    all = and(&all, &set.now(s));
                }
                all
            }
            Set::Or(list) => {
                let mut all = [0; W];
                for set in list {
                    let part = set.now(s);
                    all = std::array::from_fn(|i| all[i] | part[i]);
                }
                all
            }
            Set::Fixed(_)
            | Set::Row(_)
            | Set::Part(..)
            | Set::Without(_)
            | Set::ToClear
            | Set::LastTo
            | Set::OfNext(_) => self.now(s),
        }
    }
}

/// All slots beside those of a set. (Tables of swift games are by slot.)
fn beside<const W: usize>(table: &Targets, of: &Bits<W>) -> Bits<W> {
    let mut all = [0; W];
    each(of, |slot| {
        for &(word, bits) in table.words_of(slot.into()) {
            all[word as usize % W] |= bits;
        }
        false
    });
    all
}

/// Do all slots of a set hang together? An empty set is no group.
fn is_one_group<const W: usize>(set: &Bits<W>, near: &Targets) -> bool {
    if is_empty(set) {
        return false;
    }
    let mut group = bit::<W>(nth(set, 0));
    let mut new = group;
    while !is_empty(&new) {
        let reached = and(&beside(near, &new), set);
        new = std::array::from_fn(|i| reached[i] & !group[i]);
        group = std::array::from_fn(|i| group[i] | new[i]);
    }
    group == *set
}

impl<const W: usize> Ways<W> {
    /// The ways as sets, where there are so many origins that this is the quicker way.
    #[inline]
    fn shifts_for(&self, origins: &Bits<W>) -> Option<&[Shift<W>]> {
        self.shifts.as_deref().filter(|_| count(origins) > self.few)
    }
    #[inline]
    fn of(&self, slot: u16) -> &[Way<W>] {
        let slot = usize::from(slot);
        match (self.starts.get(slot), self.starts.get(slot + 1)) {
            (Some(&a), Some(&b)) => &self.ways[a as usize..b as usize],
            _ => &[],
        }
    }
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
}

impl<const W: usize> Walk<W> {
    #[inline]
    fn open(&self, s: &State<W>) -> Open<W> {
        let everywhere = [u64::MAX; W];
        let (either_to, either_from) = match &self.either {
            Some((to, from)) => (to.now(s), from.now(s)),
            None => (everywhere, everywhere),
        };
        Open {
            to: self.to.now(s),
            over: self.over.as_ref().map_or(everywhere, |set| set.now(s)),
            through: self.through.as_ref().map_or(everywhere, |set| set.now(s)),
            either_to,
            either_from,
            empty: s.rows[0],
            heading: self.straight.as_ref().map_or(0, |table| table.of(s.last_from.into(), s.last_to.into())),
        }
    }

    #[inline]
    fn allows(&self, open: &Open<W>, from: u16, way: &Way<W>) -> bool {
        has(&open.to, way.to)
            && way.stops
            && (self.over.is_none() || has(&open.over, way.over))
            && (self.through.is_none() || (0..W).all(|i| way.between[i] & !open.through[i] == 0))
            && (self.either.is_none() || has(&open.either_to, way.to) || has(&open.either_from, from))
            && self
                .straight
                .as_ref()
                .is_none_or(|table| open.heading != 0 && table.of(from.into(), way.to.into()) == open.heading)
    }

    /// Of one origin, the ends among these that are open.
    #[inline]
    fn ends(&self, open: &Open<W>, from: u16, ends: &Bits<W>) -> Bits<W> {
        let found = and(ends, &open.to);
        if self.either.is_some() && !has(&open.either_from, from) {
            return and(&found, &open.either_to);
        }
        found
    }

    /// Of all these origins, those from which a way of one difference is open.
    #[inline]
    fn shifted(&self, open: &Open<W>, origins: &Bits<W>, shift: &Shift<W>) -> Bits<W> {
        let mut found = and(&and(origins, &shift.origins), &ahead(&open.to, shift.to));
        if self.over.is_some() {
            found = and(&found, &ahead(&open.over, shift.over));
        }
        if self.either.is_some() {
            let to = ahead(&open.either_to, shift.to);
            found = std::array::from_fn(|i| found[i] & (to[i] | open.either_from[i]));
        }
        found
    }

    /// Where its pieces stand, and what ways they have.
    #[inline]
    fn sources(&self, s: &State<W>) -> Option<(Bits<W>, &Ways<W>)> {
        match &self.origins {
            Some(set) => {
                let origins = set.now(s);
                if is_empty(&origins) {
                    return None;
                }
                Some((origins, self.ways.first()?.as_deref()?))
            }
            None => {
                let slot = s.last_to;
                let what = s.what_at(slot);
                let ways = if self.ways.len() == 1 { self.ways.first() } else { self.ways.get(what) };
                Some((bit(slot), ways?.as_deref()?)).filter(|_| what != 0)
            }
        }
    }

    fn any(&self, s: &State<W>) -> bool {
        let Some((origins, ways)) = self.sources(s) else { return false };
        let open = self.open(s);
        if let Some(shifts) = ways.shifts_for(&origins) {
            return shifts.iter().any(|shift| !is_empty(&self.shifted(&open, &origins, shift)));
        }
        each(&origins, |from| match &ways.ends {
            Some(ends) => !is_empty(&self.ends(&open, from, &ends[usize::from(from)])),
            None => self.each_way(ways, &open, from, |_| true),
        })
    }

    /// Does an open way lead to a slot?
    #[inline]
    fn reaches(&self, s: &State<W>, slot: u16) -> bool {
        // (Mostly none of these pieces stands anywhere near.)
        if let (Some(Set::Row(row) | Set::Part(row, _)), [Some(ways)]) = (&self.origins, &*self.ways)
            && let Some((set, _)) = ways.back.get(usize::from(slot))
            && is_empty(&and(set, &s.rows[usize::from(*row) % ROWS]))
        {
            return false;
        }
        self.really_reaches(s, slot)
    }

    #[inline(never)]
    fn really_reaches(&self, s: &State<W>, slot: u16) -> bool {
        let Some((origins, ways)) = self.sources(s) else { return false };
        let Some((set, back)) = ways.back.get(usize::from(slot)) else { return false };
        if is_empty(&and(set, &origins)) {
            return false;
        }
        let open = self.open(s);
        has(&open.to, slot)
            && back
                .iter()
                .any(|&(from, way)| has(&origins, from) && self.allows(&open, from, &ways.ways[way as usize]))
    }

    /// The same as `any` where a move must be tried.
    fn any_that_stands(&self, p: &Program<W>, s: &State<W>) -> bool {
        let Some((origins, ways)) = self.sources(s) else { return false };
        let open = self.open(s);
        let mut tried = s.clone();
        if self.visits {
            tried.take_seat([s.next.get(), s.mover.get(), s.prev.get()]);
        }
        each(&origins, |from| {
            self.each_way(ways, &open, from, |way| {
                let (to, over) = (way.to, way.over);
                let chosen = Chosen { deed: &self.deed, from, to, over, new: self.shoots, passes: false };
                p.stands(&mut tried, &chosen)
            })
        })
    }

    /// Calls with each open way from a slot. Lines are followed as far as they go.
    #[inline]
    fn each_way(
        &self,
        ways: &Ways<W>,
        open: &Open<W>,
        from: u16,
        mut f: impl FnMut(&Way<W>) -> bool,
    ) -> bool {
        let all = ways.of(from);
        if let Some(sites) = &self.as_many {
            let stands = |&(word, bits): &(u32, u64)| (bits & !open.empty[word as usize % W]).count_ones();
            let far = sites.words_of(from.into()).iter().map(stands).sum::<u32>() as usize;
            let mut i = 0;
            while let Some(first) = all.get(i) {
                let line = usize::from(first.rest) + 1;
                if (1..=line).contains(&far)
                    && self.allows(open, from, &all[i + far - 1])
                    && f(&all[i + far - 1])
                {
                    return true;
                }
                i += line;
            }
            return false;
        }
        if self.through.is_none() {
            return all.iter().any(|way| self.allows(open, from, way) && f(way));
        }
        let mut i = 0;
        while let Some(way) = all.get(i) {
            if way.stops && has(&open.to, way.to) && f(way) {
                return true;
            }
            let passes = has(&open.through, way.to) || (self.round && way.to == from);
            i += if passes { 1 } else { 1 + usize::from(way.rest) };
        }
        false
    }

    /// Counts its moves. With `perhaps`, slides are not looked at yet.
    #[inline]
    fn count<'w>(&'w self, s: &State<W>, perhaps: bool, out: &mut Vec<(u32, Counted<'w, W>)>) {
        let Some((origins, ways)) = self.sources(s) else { return };
        let open = self.open(s);
        if perhaps && self.through.is_some() && !self.round && self.as_many.is_none() {
            let n = count(&origins) * ways.widest;
            out.push((n, Counted::Perhaps(self, ways, origins, open)));
            return;
        }
        let mut n = 0;
        if let Some(shifts) = ways.shifts_for(&origins) {
            for shift in shifts {
                n += count(&self.shifted(&open, &origins, shift));
            }
        } else if let Some(ends) = &ways.ends {
            each(&origins, |from| {
                n += count(&self.ends(&open, from, &ends[usize::from(from)]));
                false
            });
        } else {
            each(&origins, |from| {
                self.each_way(ways, &open, from, |_| {
                    n += 1;
                    false
                })
            });
        }
        if n > 0 {
            out.push((n, Counted::Walk(self, ways, origins, open)));
        }
    }

    /// The way with a number among those counted: from where, to where, over what.
    #[inline]
    fn nth(&self, ways: &Ways<W>, origins: &Bits<W>, open: &Open<W>, mut k: u32) -> Option<[u16; 3]> {
        if let Some(shifts) = ways.shifts_for(origins) {
            for shift in shifts {
                let found = self.shifted(open, origins, shift);
                let n = count(&found);
                if k < n {
                    let from = nth(&found, k);
                    let by = |apart: i32| (i32::from(from) + apart) as u16;
                    return Some([from, by(shift.to), by(shift.over)]);
                }
                k -= n;
            }
            return None;
        }
        let mut met = None;
        each(origins, |from| {
            if let Some(ends) = &ways.ends {
                let found = self.ends(open, from, &ends[usize::from(from)]);
                let n = count(&found);
                if k < n {
                    met = Some([from, nth(&found, k), NOWHERE]);
                    return true;
                }
                k -= n;
                return false;
            }
            self.each_way(ways, open, from, |way| {
                if k == 0 {
                    met = Some([from, way.to, way.over]);
                    return true;
                }
                k -= 1;
                false
            })
        });
        met
    }
}

impl<const W: usize> Pick<W> {
    fn any(&self, p: &Program<W>, s: &State<W>) -> bool {
        match self {
            Pick::Nothing => false,
            // (Somebody else will see.)
            Pick::Unknown => true,
            Pick::All(list) | Pick::First(list) => list.iter().any(|part| part.any(p, s)),
            Pick::If(cond, parts) => parts[usize::from(!cond.holds(p, s))].any(p, s),
            Pick::Walk(walk) if walk.deed.tried.is_some() => walk.any_that_stands(p, s),
            Pick::Walk(walk) => walk.any(s),
            Pick::Place(place) => !is_empty(&place.to.now(s)),
            Pick::Carry(carry) => !is_empty(&carry.from.now(s)) && !is_empty(&carry.to.now(s)),
            Pick::Pass(_) => true,
        }
    }

    /// Is there a move to a slot? (What must be tried holds while a threat is judged.)
    fn reaches(&self, p: &Program<W>, s: &State<W>, slot: u16) -> bool {
        match self {
            Pick::Nothing | Pick::Unknown | Pick::Pass(_) => false,
            Pick::All(list) => list.iter().any(|part| part.reaches(p, s, slot)),
            Pick::First(list) => {
                let first = list.iter().find(|part| part.any(p, s));
                first.is_some_and(|part| part.reaches(p, s, slot))
            }
            Pick::If(cond, parts) => parts[usize::from(!cond.holds(p, s))].reaches(p, s, slot),
            Pick::Walk(walk) => walk.reaches(s, slot),
            Pick::Place(place) => has(&place.to.now(s), slot),
            Pick::Carry(carry) => !is_empty(&carry.from.now(s)) && has(&carry.to.now(s), slot),
        }
    }

    fn count<'w>(
        &'w self,
        p: &Program<W>,
        s: &State<W>,
        perhaps: bool,
        out: &mut Vec<(u32, Counted<'w, W>)>,
    ) {
        match self {
            Pick::Nothing => {}
            Pick::Unknown => out.push((1, Counted::Unknown)),
            Pick::All(list) => {
                for part in list {
                    match part {
                        Pick::Walk(walk) => walk.count(s, perhaps, out),
                        part => part.count(p, s, perhaps, out),
                    }
                }
            }
            Pick::First(list) => {
                for part in list {
                    let before = out.len();
                    // (Whether there are any must be known.)
                    part.count(p, s, false, out);
                    if out.len() > before {
                        break;
                    }
                }
            }
            Pick::If(cond, parts) => parts[usize::from(!cond.holds(p, s))].count(p, s, perhaps, out),
            Pick::Walk(walk) => walk.count(s, perhaps, out),
            Pick::Place(place) => {
                let found = place.to.now(s);
                let n = count(&found);
                if n > 0 {
                    out.push((n, Counted::Place(place, found)));
                }
            }
            Pick::Carry(carry) => {
                let (from, to) = (carry.from.now(s), carry.to.now(s));
                let n = count(&from) * count(&to);
                if n > 0 {
                    out.push((n, Counted::Carry(carry, from, to)));
                }
            }
            Pick::Pass(deed) => out.push((1, Counted::Pass(deed))),
        }
    }
}

impl<'w, const W: usize> Counted<'w, W> {
    /// The move with a number; nothing where it turns out not to be open.
    #[inline]
    fn chosen(&self, k: u32) -> Option<Chosen<'w, W>> {
        let walked = |walk: &'w Walk<W>, [from, to, over]: [u16; 3]| {
            // (What is shot comes from nowhere.)
            let from = if walk.shoots == 0 { from } else { to };
            Chosen { deed: &walk.deed, from, to, over, new: walk.shoots, passes: false }
        };
        match self {
            Counted::Walk(walk, ways, origins, open) => Some(walked(walk, walk.nth(ways, origins, open, k)?)),
            Counted::Perhaps(walk, ways, origins, open) => {
                let from = nth(origins, k / ways.widest);
                let way = ways.of(from).get((k % ways.widest) as usize)?;
                walk.allows(open, from, way).then(|| walked(walk, [from, way.to, way.over]))
            }
            Counted::Place(place, found) => {
                let to = nth(found, k);
                Some(Chosen {
                    deed: &place.deed,
                    from: to,
                    to,
                    over: NOWHERE,
                    new: place.what,
                    passes: false,
                })
            }
            Counted::Carry(carry, from, to) => {
                let free = count(to);
                let (from, to) = (nth(from, k / free), nth(to, k % free));
                Some(Chosen { deed: &carry.deed, from, to, over: NOWHERE, new: 0, passes: false })
            }
            Counted::Unknown => None,
            Counted::Pass(deed) => {
                Some(Chosen { deed, from: NOWHERE, to: NOWHERE, over: NOWHERE, new: 0, passes: true })
            }
        }
    }
}

impl<const W: usize> Chosen<'_, W> {
    #[inline]
    fn mv(&self) -> Mv {
        let aux = match self.new {
            0 if self.deed.hops => self.over,
            _ if self.deed.catches => 0,
            what => what.into(),
        };
        Mv { from: self.from, to: self.to, leaf: self.deed.leaf, aux }
    }
}

impl<const W: usize> Num<W> {
    fn now(&self, s: &State<W>) -> i32 {
        match self {
            Num::Const(n) => *n,
            Num::Count(set) => count(&set.now(s)) as i32,
            Num::What(at) => s.what_at(s.at(*at)) as i32,
            Num::SiteOf(at) => match s.at(*at) {
                NOWHERE => OFF,
                slot => slot.into(),
            },
            Num::Counter => s.counter,
            Num::MoveNumber => s.moves_made - s.start_moves,
            Num::Prev => s.prev.get().into(),
            Num::Next => s.next.get().into(),
            Num::Var(name) => s.vars[usize::from(*name) % VARS],
            Num::ByNext(list) => list.get(usize::from(s.next.get())).copied().unwrap_or(OFF),
        }
    }
}

impl<const W: usize> Cond<W> {
    fn holds(&self, p: &Program<W>, s: &State<W>) -> bool {
        match self {
            Cond::Const(b) => *b,
            Cond::And(list) => list.iter().all(|c| c.holds(p, s)),
            Cond::Or(list) => list.iter().any(|c| c.holds(p, s)),
            Cond::Not(c) => !c.holds(p, s),
            Cond::In(at, set) => has(&set.now(s), s.at(*at)),
            Cond::None(set) => is_empty(&set.now(s)),
            Cond::Equal(a, b) => a.now(s) == b.now(s),
            Cond::Less(a, b) => a.now(s) < b.now(s),
            Cond::Odd(a) => a.now(s) % 2 != 0,
            Cond::SameMover => s.mover == s.prev,
            Cond::Any(pick) => pick.any(p, s),
            Cond::NextCannotMove => p.next_cannot_move(s),
            Cond::NextCan(pick) => {
                let [mover, next, prev] = [s.mover.get(), s.next.get(), s.prev.get()];
                if mover == next {
                    s.unknown.set(true);
                    return true;
                }
                s.take_seat([next, mover, mover]);
                let can = pick.any(p, s);
                s.take_seat([mover, next, prev]);
                can
            }
            Cond::Triggered(player) => s.triggered >> player & 1 == 1,
            Cond::Threatened(what) => p.threatened(s, what.now(s)),
            Cond::Unknown => {
                s.unknown.set(true);
                true
            }
            Cond::OneGroup(set, near) => is_one_group(&set.now(s), near),
            Cond::Line(lines) => lines.through_last(s),
        }
    }
}

impl Lines {
    fn through_last<const W: usize>(&self, s: &State<W>) -> bool {
        let what = s.what_at(s.last_to);
        let Some(lines) = self.through.get(usize::from(s.last_to)).filter(|_| what != 0) else {
            return false;
        };
        let row = &s.rows[what % ROWS];
        let run = |half: &[u16]| half.iter().take_while(|&&slot| has(row, slot)).count() as u32;
        lines.iter().any(|[forth, back]| {
            let length = 1 + run(forth) + run(back);
            if self.exact { length == self.length } else { length >= self.length }
        })
    }
}

impl<const W: usize> State<W> {
    #[inline]
    fn what_at(&self, slot: u16) -> usize {
        let slot = usize::from(slot);
        self.what.get(slot / 64).map_or(0, |words| words[slot % 64].into())
    }

    #[inline]
    fn take_seat(&self, [mover, next, prev]: [u8; 3]) {
        self.mover.set(mover);
        self.next.set(next);
        self.prev.set(prev);
    }

    #[inline]
    fn at(&self, at: At) -> u16 {
        match at {
            At::LastTo => self.last_to,
            At::LastFrom => self.last_from,
            At::From => self.from,
            At::To => self.to,
            At::Over => self.over,
            At::Site => self.site,
            At::Fixed(slot) => slot,
        }
    }

    /// Makes a slot hold a component, or nothing (0).
    #[inline]
    fn set(&mut self, p: &Program<W>, slot: u16, new: u8) {
        let (word, place) = (usize::from(slot) / 64 % W, slot % 64);
        let old = std::mem::replace(&mut self.what[word][usize::from(place)], new);
        let flip = 1u64 << place;
        for what in [old, new] {
            self.rows[usize::from(what) % ROWS][word] ^= flip;
            self.rows[usize::from(p.owner_row[usize::from(what)]) % ROWS][word] ^= flip;
        }
    }
}

/// What is worked out and will be done.
#[derive(Clone, Copy)]
enum Step {
    Set(u16, u8),
    Later(u16),
    Again,
    Trigger(u8),
    Score(u8, i32, bool),
    Counter(i32),
    Var(u8, i32),
}

impl<const W: usize> Program<W> {
    #[inline]
    fn turn(&self, s: &State<W>) -> Option<&Turn<W>> {
        let mover = usize::from(s.mover.get());
        let phase = *s.phases.get(mover)?;
        self.phases.get(usize::from(phase))?.as_ref()?.get(mover)
    }

    fn after(&self, player: u8) -> u8 {
        player % self.players as u8 + 1
    }

    /// Looks from the next player's seat; gives who sat where before.
    #[inline]
    fn take_next_seat(&self, s: &State<W>) -> [u8; 3] {
        let before = [s.mover.get(), s.next.get(), s.prev.get()];
        s.take_seat([before[1], self.after(before[1]), before[0]]);
        before
    }

    fn next_cannot_move(&self, s: &State<W>) -> bool {
        if let Some(stuck) = s.next_is_stuck.get() {
            return stuck;
        }
        let before = self.take_next_seat(s);
        let stuck = self.turn(s).is_some_and(|turn| !turn.pick.any(self, s));
        s.take_seat(before);
        stuck
    }

    /// Could somebody else move to where the first piece of a component stands?
    fn threatened(&self, s: &State<W>, what: i32) -> bool {
        let Some(what) = usize::try_from(what).ok().filter(|what| (1..self.components).contains(what)) else {
            return false;
        };
        let stands = and(&s.rows[what % ROWS], &self.board);
        if s.judging.get() || is_empty(&stands) {
            return false;
        }
        let site = nth(&stands, 0);
        let owner = usize::from(self.owner_row[what]) - self.components;
        let before = [s.mover.get(), s.next.get(), s.prev.get()];
        s.judging.set(true);
        let mut found = false;
        let mut enemy = 0;
        while !found && enemy < self.players as u8 {
            enemy += 1;
            if usize::from(enemy) != owner {
                s.take_seat([enemy, before[1], owner as u8]);
                found = self.turn(s).is_some_and(|turn| turn.pick.reaches(self, s, site));
            }
        }
        s.judging.set(false);
        s.take_seat(before);
        found
    }

    /// Works out what an effect does.
    fn work_out(&self, s: &mut State<W>, eff: &Eff<W>, steps: &mut Vec<Step>) {
        match eff {
            Eff::All(list) => list.iter().for_each(|eff| self.work_out(s, eff, steps)),
            Eff::If(cond, then, otherwise) => {
                if cond.holds(self, s) {
                    self.work_out(s, then, steps);
                } else if let Some(eff) = otherwise {
                    self.work_out(s, eff, steps);
                }
            }
            Eff::Remove(at) => steps.push(Step::Set(s.at(*at), 0)),
            Eff::RemoveLater(at) => {
                if s.what_at(s.at(*at)) != 0 {
                    steps.push(Step::Later(s.at(*at)));
                }
            }
            Eff::Become(at, what) => steps.push(Step::Set(s.at(*at), *what)),
            Eff::Again => steps.push(Step::Again),
            Eff::Trigger(player) => steps.push(Step::Trigger(*player)),
            Eff::Score(player, num, add) => steps.push(Step::Score(*player, num.now(s), *add)),
            Eff::SetCounter(value) => steps.push(Step::Counter(*value)),
            Eff::SetVar(name, num) => steps.push(Step::Var(*name, num.now(s))),
            Eff::Put(at, num) => {
                let what = num.now(s);
                if (1..self.components as i32).contains(&what) {
                    steps.push(Step::Set(s.at(*at), what as u8));
                }
            }
            // (Never beside others: see `run`.)
            Eff::Do(_) => {}
            Eff::Flank(flank) => {
                let from = s.at(flank.from);
                let (target, friend) = (flank.target.now(s), flank.friend.now(s));
                let outside = s.over;
                for ray in flank.rays.of(from.into()) {
                    let most = ray.len().min(flank.max.max(0) as usize);
                    let n = ray[..most].iter().take_while(|&&site| has(&target, site)).count();
                    let caught =
                        n > 0 && flank.min <= n as i32 && ray.get(n).is_some_and(|&site| has(&friend, site));
                    for &site in ray[..n].iter().filter(|_| caught) {
                        s.over = site;
                        self.work_out(s, &flank.effect, steps);
                    }
                }
                s.over = outside;
            }
            Eff::Surround(rule) => {
                let from = s.at(rule.from);
                let (target, friend) = (rule.target.now(s), rule.friend.now(s));
                let near = |slot: u16| rule.near.get(usize::from(slot)).map_or(&[][..], |near| near);
                let outside = s.over;
                for &caught in near(from).iter().filter(|&&slot| has(&target, slot)) {
                    let missing = near(caught).iter().filter(|&&slot| slot != from && !has(&friend, slot));
                    if missing.count() as i32 <= rule.except {
                        s.over = caught;
                        self.work_out(s, &rule.effect, steps);
                    }
                }
                s.over = outside;
            }
            Eff::Each(set, eff) => {
                let (sites, outside) = (set.now(s), s.site);
                for (i, &word) in sites.iter().enumerate() {
                    let mut bits = word;
                    while bits != 0 {
                        s.site = (i as u32 * 64 + bits.trailing_zeros()) as u16;
                        bits &= bits - 1;
                        self.work_out(s, eff, steps);
                    }
                }
                s.site = outside;
            }
        }
    }

    #[inline]
    fn do_step(&self, s: &mut State<W>, step: Step) {
        match step {
            Step::Set(slot, what) => {
                if usize::from(slot) / 64 < W {
                    self.set(s, slot, what);
                }
            }
            Step::Later(slot) => {
                let new = bit::<W>(slot);
                s.to_clear = std::array::from_fn(|i| s.to_clear[i] | new[i]);
            }
            Step::Again => {
                s.again = true;
                s.next.set(s.mover.get());
            }
            Step::Trigger(player) => s.triggered |= 1 << player,
            Step::Score(player, score, add) => {
                if let Some(now) = s.scores.get_mut(usize::from(player)) {
                    *now = if add { now.saturating_add(score) } else { score };
                }
            }
            Step::Counter(value) => s.counter = value,
            Step::Var(name, value) => s.vars[usize::from(name) % VARS] = value,
        }
    }

    #[inline]
    fn set(&self, s: &mut State<W>, slot: u16, what: u8) {
        s.set(self, slot, what);
    }

    /// What an effect does, done.
    #[inline]
    fn run(&self, s: &mut State<W>, eff: &Eff<W>, steps: &mut Vec<Step>) {
        match eff {
            // Alone, it is done as soon as it is known.
            Eff::If(cond, then, otherwise) => {
                if cond.holds(self, s) {
                    self.run(s, then, steps);
                } else if let Some(eff) = otherwise {
                    self.run(s, eff, steps);
                }
            }
            Eff::Remove(at) => self.do_step(s, Step::Set(s.at(*at), 0)),
            Eff::Become(at, what) => self.do_step(s, Step::Set(s.at(*at), *what)),
            Eff::Again => self.do_step(s, Step::Again),
            Eff::Do(parts) => {
                let before = s.vars;
                let [prior, next] = &**parts;
                self.work_out(s, prior, steps);
                for step in steps.drain(..) {
                    self.do_step(s, step);
                }
                self.work_out(s, next, steps);
                if steps.is_empty() {
                    s.vars = before;
                }
                for step in steps.drain(..) {
                    self.do_step(s, step);
                }
            }
            Eff::RemoveLater(_)
            | Eff::SetVar(..)
            | Eff::Put(..)
            | Eff::Trigger(_)
            | Eff::All(_)
            | Eff::Score(..)
            | Eff::SetCounter(_)
            | Eff::Flank(_)
            | Eff::Surround(_)
            | Eff::Each(..) => {
                self.work_out(s, eff, steps);
                for step in steps.drain(..) {
                    self.do_step(s, step);
                }
            }
        }
    }

    /// Makes a move, without ending the turn.
    #[inline]
    fn make(&self, s: &mut State<W>, chosen: &Chosen<'_, W>, steps: &mut Vec<Step>) {
        let mover = s.mover.get();
        s.again = false;
        (s.from, s.to, s.over) = (chosen.from, chosen.to, chosen.over);
        match &*chosen.deed.before {
            [] => {}
            // (Over nothing at all nothing is done.)
            _ if chosen.deed.hops && chosen.over == NOWHERE => {}
            [one] => self.run(s, one, steps),
            several => {
                several.iter().for_each(|eff| self.work_out(s, eff, steps));
                for step in steps.drain(..) {
                    self.do_step(s, step);
                }
            }
        }
        if chosen.new != 0 || chosen.deed.removes {
            s.set(self, chosen.to, chosen.new);
        } else if !chosen.deed.selects {
            let what = s.what_at(chosen.from) as u8;
            if !chosen.deed.copy {
                s.set(self, chosen.from, 0);
            }
            s.set(self, chosen.to, what);
        }
        s.moves_made += 1;
        if s.mover != s.prev {
            s.turn_from = chosen.from;
        }
        (s.last_from, s.last_to) = (chosen.from, chosen.to);
        for eff in &chosen.deed.then {
            self.run(s, eff, steps);
        }
        if self.clears && !s.again && !is_empty(&s.to_clear) {
            let gone = std::mem::replace(&mut s.to_clear, [0; W]);
            each(&gone, |slot| {
                s.set(self, slot, 0);
                false
            });
        }
        debug_assert!(s.mover.get() == mover);
    }

    /// Chooses one of the moves that were counted, each as likely as any other. Tells how many there are, where they were
    /// all looked at.
    #[inline]
    fn choose<'w>(
        &'w self,
        turn: &'w Turn<W>,
        s: &mut State<W>,
        rng: &mut Rng,
        counted: &mut Vec<(u32, Counted<'w, W>)>,
    ) -> Option<(Chosen<'w, W>, Option<u32>)> {
        let total: u32 = counted.iter().map(|c| c.0).sum();
        if total == 0 || counted.iter().any(|c| matches!(c.1, Counted::Unknown)) {
            return None;
        }
        let drawn = |counted: &[(u32, Counted<'w, W>)], total: u32, rng: &mut Rng| {
            let mut k = rng.below(total as usize) as u32;
            for (n, part) in counted {
                if k < *n {
                    return part.chosen(k);
                }
                k -= n;
            }
            None
        };
        if !self.slides && !self.tries {
            return Some((drawn(counted, total, rng)?, Some(total)));
        }
        for _ in 0..MOST_PROPOSALS {
            if let Some(chosen) = drawn(counted, total, rng)
                && self.stands(s, &chosen)
            {
                return Some((chosen, None));
            }
        }
        if self.tries {
            return None;
        }
        counted.clear();
        turn.pick.count(self, s, false, counted);
        let total = counted.iter().map(|c| c.0).sum();
        if total == 0 {
            return None;
        }
        Some((drawn(counted, total, rng)?, Some(total)))
    }

    /// Is enough of the board empty for proposals of slides to be worth their while?
    fn is_roomy(&self, s: &State<W>) -> bool {
        self.slides && count(&and(&s.rows[0], &self.board)) * 2 > count(&self.board)
    }

    /// Does what must hold once the piece has gone hold?
    fn stands(&self, s: &mut State<W>, chosen: &Chosen<'_, W>) -> bool {
        let Some(cond) = &chosen.deed.tried else { return true };
        let before = (s.what_at(chosen.from) as u8, s.what_at(chosen.to) as u8, s.last_from, s.last_to);
        s.set(self, chosen.from, 0);
        s.set(self, chosen.to, before.0);
        (s.last_from, s.last_to) = (chosen.from, chosen.to);
        let stands = cond.holds(self, s);
        s.set(self, chosen.to, before.1);
        s.set(self, chosen.from, before.0);
        (s.last_from, s.last_to) = (before.2, before.3);
        stands
    }

    /// Plays random moves until the game is over, or something comes up that is not known here.
    fn play(
        &self,
        s: &mut State<W>,
        rng: &mut Rng,
        trail: &mut Vec<u8>,
        most: u64,
        told: &mut impl FnMut(u8, Mv, Option<u32>),
    ) -> Stretch {
        let mut counted = Vec::with_capacity(32);
        let mut steps = Vec::new();
        let mut known = false;
        loop {
            let Some(turn) = self.turn(s).filter(|_| (trail.len() as u64) < most) else {
                return Stretch::NoMove;
            };
            if !known {
                counted.clear();
                turn.pick.count(self, s, self.is_roomy(s), &mut counted);
            }
            let Some((chosen, of)) = self.choose(turn, s, rng, &mut counted) else { return Stretch::NoMove };
            told(s.mover.get(), chosen.mv(), of);
            if chosen.passes {
                return Stretch::Pass(chosen.mv());
            }
            let mover = s.mover.get();
            self.make(s, &chosen, &mut steps);
            trail.push(mover);
            known = turn.looks_ahead;
            s.next_is_stuck.set(None);
            if known {
                let before = self.take_next_seat(s);
                counted.clear();
                if let Some(turn) = self.turn(s) {
                    turn.pick.count(self, s, false, &mut counted);
                }
                s.take_seat(before);
                s.next_is_stuck.set(Some(counted.is_empty()));
            }
            for (cond, verdict) in &turn.ends {
                let holds = cond.holds(self, s);
                if s.unknown.get() {
                    return Stretch::AfterMove;
                }
                if holds {
                    return match verdict {
                        Verdict::Won(winner) => Stretch::Over((*winner).into()),
                        Verdict::NextWon => Stretch::Over(s.next.get().into()),
                        Verdict::NextLost => Stretch::Over(usize::from(3 - s.next.get())),
                        Verdict::AsWritten => Stretch::AfterMove,
                    };
                }
            }
            if s.turns >= self.turn_limit || s.moves_made - s.start_moves >= self.move_limit {
                // (Alone, one has not drawn but lost.)
                return if self.players == 2 { Stretch::Over(0) } else { Stretch::AfterMove };
            }
            if let (Some(phase), Some(now)) = (turn.next_phase, s.phases.get_mut(usize::from(mover))) {
                *now = phase;
            }
            s.counter += 1;
            s.prev.set(mover);
            s.mover.set(s.next.get());
            if s.mover == s.prev {
                s.turns_same_player += 1;
            } else {
                s.turns_same_player = 0;
                s.turns += 1;
            }
            s.next.set(self.after(s.mover.get()));
        }
    }

    /// The position as a swift one, where it is.
    fn taken_over(&self, plan: &Plan<'_>, pos: &crate::position::Position) -> Option<State<W>> {
        let game = plan.game;
        let everybody = ((1u64 << (self.players + 1)) - 2) as u32;
        if pos.over
            || pos.active != everybody
            || !pos.pending.is_empty()
            || pos.consecutive_passes != 0
            || !pos.propositions.is_empty()
            || pos.decided != UNDEFINED
        {
            return None;
        }
        for player in 1..=self.players {
            let phase = usize::from(pos.phase[player]);
            self.phases.get(phase)?.as_ref()?;
        }
        let last = pos.last.as_deref();
        let slot = |site: i32| match usize::try_from(site) {
            Ok(site) if site < game.board.len(game.site_type) => site as u16,
            _ => NOWHERE,
        };
        let mut s = State {
            rows: [[0; W]; ROWS],
            what: [[0; 64]; W],
            to_clear: [0; W],
            mover: Cell::new(pos.mover),
            next: Cell::new(pos.next),
            prev: Cell::new(pos.prev),
            again: false,
            unknown: Cell::new(false),
            judging: Cell::new(false),
            next_is_stuck: Cell::new(None),
            last_from: last.map_or(NOWHERE, |m| slot(m.from)),
            last_to: last.map_or(NOWHERE, |m| slot(m.to)),
            from: NOWHERE,
            to: NOWHERE,
            over: NOWHERE,
            site: NOWHERE,
            turn_from: slot(pos.turn_from),
            triggered: pos.triggered,
            counter: pos.counter,
            turns: pos.turns,
            turns_same_player: pos.turns_same_player,
            moves_made: pos.moves_made,
            start_moves: pos.start_moves,
            scores: std::array::from_fn(|p| pos.scores[p]),
            phases: std::array::from_fn(|p| pos.phase[p]),
            vars: std::array::from_fn(|i| pos.vars.get(i).copied().unwrap_or(OFF)),
        };
        let words = pos.empty_slots().len().min(W);
        s.rows[0][..words].copy_from_slice(&pos.empty_slots()[..words]);
        if self.by_state {
            let row = pos.slots_of_what(1);
            for slot in (0..row.len() * 64).filter(|slot| row[slot / 64] >> (slot % 64) & 1 == 1) {
                let state = pos.top(slot).state;
                if !(1..=2).contains(&state) || slot / 64 >= W || !has(&self.board, slot as u16) {
                    return None;
                }
                s.rows[state as usize][slot / 64] |= 1 << (slot % 64);
                s.rows[self.components + state as usize][slot / 64] |= 1 << (slot % 64);
                s.what[slot / 64][slot % 64] = state as u8;
            }
            return Some(s);
        }
        for what in 1..self.components {
            let row = pos.slots_of_what(what);
            s.rows[what][..words].copy_from_slice(&row[..words]);
            let owner = usize::from(self.owner_row[what]);
            for (i, &bits) in row.iter().enumerate().take(words) {
                // Nothing may lie beside the board.
                if bits & !self.board[i] != 0 {
                    return None;
                }
                s.rows[owner][i] |= bits;
            }
            each(&s.rows[what].clone(), |slot| {
                s.what[usize::from(slot) / 64 % W][usize::from(slot) % 64] = what as u8;
                false
            });
        }
        for &site in &pos.to_remove {
            let new = bit::<W>(slot(site));
            s.to_clear = std::array::from_fn(|i| s.to_clear[i] | new[i]);
        }
        Some(s)
    }

    /// Writes a position back.
    fn hand_back(&self, plan: &Plan<'_>, s: &State<W>, trail: &[u8], pos: &mut crate::position::Position) {
        let game = plan.game;
        let site = |slot: u16| if slot == NOWHERE { OFF } else { slot.into() };
        for slot in 0..game.board.len(game.site_type) {
            let kind = s.what_at(slot as u16);
            let (what, state) = if self.by_state && kind != 0 { (1, kind as i32) } else { (kind, 0) };
            if pos.what(slot) == what && (!self.by_state || pos.top(slot).state == state) {
                continue;
            }
            let new = match what {
                0 => Slot::default(),
                _ => Slot {
                    piece: Piece {
                        what: what as u16,
                        who: game.components[what].owner as u8,
                        state,
                        ..Piece::default()
                    },
                    count: 1,
                },
            };
            pos.set_slot(slot, new);
        }
        (pos.mover, pos.next, pos.prev) = (s.mover.get(), s.next.get(), s.prev.get());
        (pos.counter, pos.turns, pos.turns_same_player) = (s.counter, s.turns, s.turns_same_player);
        (pos.moves_made, pos.consecutive_passes) = (s.moves_made, 0);
        (pos.turn_from, pos.triggered) = (site(s.turn_from), s.triggered);
        for player in 1..=self.players {
            pos.scores[player] = s.scores[player];
            pos.phase[player] = s.phases[player];
        }
        if self.vars > 0 {
            pos.vars.iter_mut().zip(s.vars).for_each(|(old, new)| *old = new);
        }
        pos.stalemated = 0;
        pos.to_remove.clear();
        each(&s.to_clear, |slot| {
            pos.to_remove.push(site(slot));
            false
        });
        if trail.is_empty() {
            return;
        }
        pos.trail.extend_from_slice(trail);
        let mut last = crate::play::pass(0, false);
        last.mover = trail.last().copied().unwrap_or(0);
        (last.from, last.to) = (site(s.last_from), site(s.last_to));
        (last.from_kind, last.to_kind) = (game.site_type, game.site_type);
        pos.last = Some(Arc::new(last));
    }
}

/// What is said of a swift game by one that is replayed.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// The moves, with how many there were where all were looked at.
    pub moves: Vec<(Mv, Option<u32>)>,
    pub winner: Option<usize>,
}

impl<'p, 'g> Runner<'p, 'g> {
    /// Plays a stretch of a swift game and tells everything about it; `None` where this is none.
    pub(super) fn tell_swiftly(&mut self, rng: &mut Rng) -> Option<Told> {
        let mut told = Told::default();
        let mut tell = |_, mv, of| told.moves.push((mv, of));
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
        fn draw<const W: usize>(runner: &Runner<'_, '_>, program: &Program<W>, rng: &mut Rng) -> Option<Mv> {
            let mut s = program.taken_over(runner.plan, &runner.ctx.pos)?;
            let turn = program.turn(&s)?;
            let mut counted = Vec::new();
            turn.pick.count(program, &s, program.is_roomy(&s), &mut counted);
            Some(program.choose(turn, &mut s, rng, &mut counted)?.0.mv())
        }
        match self.plan.swift.as_ref()? {
            Swift::One(program) => draw(self, program, rng),
            Swift::Two(program) => draw(self, program, rng),
            Swift::Four(program) => draw(self, program, rng),
        }
    }

    /// Plays on with random moves to the end of the game. Where the game allows it, only the result is worked out, and
    /// the position is left somewhere on the way; else the position is the last one.
    pub fn play_out(&mut self, rng: &mut Rng) -> PlayedOut {
        if let Some(met) = self.play_out_leanly(rng, |_, _| {}) {
            return met;
        }
        if let Some(met) = self.cover_at_random(rng) {
            return met;
        }
        let (mut plies, mut returns) = (0, 0);
        loop {
            if returns < MOST_RETURNS
                && let Some((moves, winner)) = self.play_on_swiftly(rng, u64::MAX, |_, _| {})
            {
                plies += moves;
                if let Some(winner) = winner {
                    return PlayedOut { plies, winner };
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
        PlayedOut { plies, winner: self.ctx.pos.winner.max(0) as usize }
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
        let mut s = program.taken_over(self.plan, &self.ctx.pos)?;
        let mut trail = std::mem::take(&mut self.trail);
        trail.clear();
        let stretch = program.play(&mut s, rng, &mut trail, most, told);
        let mut plies = trail.len() as u64;
        let over = match stretch {
            Stretch::Over(winner) => Some(winner),
            Stretch::NoMove | Stretch::AfterMove | Stretch::Pass(_) => {
                self.untouched = false;
                program.hand_back(self.plan, &s, &trail, &mut self.ctx.pos);
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

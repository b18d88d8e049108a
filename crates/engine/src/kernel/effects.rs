//! What a move does beyond moving: captures, changes of state, of turn, of scores. Each generates moves without a
//! decision (or, written as `(move Set …)`, with one: the enclosing [`super::Moves`] says which).

use super::{Bool, Dir, Float, Int, Moves, Range, Region};
use crate::action::Facet;
use crate::types::*;

/// One player by number, or all that a role stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Who {
    One(Int),
    Role(Role),
}

/// A capture that looks along lines: whom it catches (`target`), between what (`friend`), and what happens then.
#[derive(Clone, Debug, PartialEq)]
pub struct LineCapture {
    pub kind: SiteType,
    pub from: Int,
    pub dir: Direction,
    /// How many may be caught in a line; any number where nothing is said.
    pub range: Option<Range>,
    pub target: Bool,
    pub friend: Bool,
    pub effect: Moves,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Sow {
    pub kind: SiteType,
    pub start: Int,
    pub count: Int,
    pub per_hole: Int,
    /// The tracks whose name fits, by index, and the exact name; an owner chooses among them.
    pub tracks: Box<[usize]>,
    pub track_name: Option<String>,
    pub owner: Option<Int>,
    pub capture_if: Option<Bool>,
    pub sow_effect: Option<Moves>,
    pub capture: Option<Moves>,
    pub include_self: bool,
    pub origin: Bool,
    pub skip_if: Option<Bool>,
    pub backtracking: Option<Bool>,
    pub forward: Option<Bool>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    // ---- captures ----
    /// What stands between the piece and a friend, in line (`target` asked of `(between)`, `friend` of `(to)`).
    Custodial(Box<LineCapture>),
    /// What stands on both sides of the piece, in line (`target` asked of `(to)`).
    Intervene(Box<LineCapture>),
    /// Neighbours whose neighbours are all friends, but for `except` of them; `with`: one of these must be among.
    Surround {
        capture: Box<LineCapture>,
        except: Int,
        with: Option<Int>,
    },
    /// Groups next to the piece that have no liberty left, but for `exceptions` empty sites inside. Where the
    /// target may be empty, the surrounding pieces must hang together.
    Enclose {
        kind: SiteType,
        from: Int,
        dirs: Dir,
        target: Bool,
        may_be_empty: bool,
        exceptions: Int,
        effect: Box<Moves>,
    },
    /// All in the line of the last move, as far as they follow each other (`target` asked of `(to)`).
    Directional {
        kind: SiteType,
        from: Int,
        dirs: Option<Dir>,
        target: Bool,
        effect: Box<Moves>,
    },
    // ---- changing what stands where ----
    Flip {
        kind: SiteType,
        site: Int,
    },
    Push {
        kind: SiteType,
        from: Int,
        dirs: Dir,
    },
    Attract {
        kind: SiteType,
        from: Int,
        dirs: Dir,
    },
    SetCount {
        kind: SiteType,
        site: Int,
        count: Int,
    },
    SetState {
        kind: SiteType,
        site: Int,
        level: Option<Int>,
        state: Int,
    },
    SetValue {
        kind: SiteType,
        site: Int,
        level: Option<Int>,
        value: Int,
    },
    SetHidden {
        facets: Box<[Facet]>,
        kind: SiteType,
        sites: Region,
        level: Int,
        hidden: Bool,
        who: Who,
    },
    /// Pieces change owner.
    TakeControl {
        kind: SiteType,
        /// `None`: everybody's.
        of: Option<Int>,
        by: Int,
        region: Option<Region>,
    },
    TakeDomino,
    Sow(Box<Sow>),
    // ---- players ----
    SetScore {
        who: Who,
        score: Int,
        add: bool,
    },
    SetPlayerValue {
        player: Int,
        value: Int,
    },
    SetTeam {
        team: Int,
        players: Box<[Role]>,
    },
    MoveAgain,
    Trigger {
        player: Int,
        name: u16,
    },
    Note {
        name: u16,
        who: Who,
    },
    // ---- memory ----
    SetPending(Option<Int>),
    SetPendingSites(Region),
    SetTemp(Int),
    SetVar {
        name: u16,
        value: Int,
    },
    SetCounter(Int),
    SetPot(Int),
    Remember {
        name: Option<u16>,
        value: Int,
        unique: Bool,
    },
    Forget {
        name: Option<u16>,
        value: Int,
    },
    ForgetAll(Option<u16>),
    RememberState,
    // ---- chance ----
    Roll,
    /// One of the rules, by weight.
    Random {
        weights: Box<[Float]>,
        moves: Box<[Moves]>,
    },
    /// Some of the moves of a rule.
    RandomSome {
        moves: Box<Moves>,
        number: Int,
    },
    Deal {
        cards: bool,
        count: Int,
        begin_with: Option<Int>,
    },
    // ---- deduction puzzles ----
    /// Any assignment of a value to a variable that breaks none of the constraints.
    Satisfy(Box<[Bool]>),
}

//! Moves: what a player may decide, and what follows from it. Everything here can be a decision or an effect; the
//! enclosing [`Moves`] says which.

use super::{Bool, Dir, Effect, Int, IntArr, Range, Region};
use crate::ctx::RuleId;
use crate::game::StepWalk;
use crate::moves::ThenId;
use crate::types::*;

#[derive(Clone, Debug, PartialEq)]
pub struct Moves {
    pub kind: MovesKind,
    /// Are these a player's decisions (`(move …)`) or effects?
    pub decision: bool,
    /// What follows each of them.
    pub then: Option<ThenId>,
    /// Which rule of the description this is.
    pub rule: RuleId,
}

/// One site, or any of several.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    Site(Int),
    Region(Region),
}

/// Where a move starts: `(from …)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    pub kind: SiteType,
    pub place: Place,
    pub level: Option<Int>,
    pub cond: Option<Bool>,
}

/// Where a move goes: `(to …)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    pub kind: SiteType,
    pub place: Place,
    pub level: Option<Int>,
    pub rotations: Option<IntArr>,
    pub cond: Option<Bool>,
    pub apply: Apply,
}

/// What a part of a move does to the sites it touches: `(apply if:… …)`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Apply {
    pub cond: Option<Bool>,
    pub effect: Option<Box<Moves>>,
}

/// What a move passes over: `(between …)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Between {
    /// At most this many free sites before the hurdle.
    pub before: Option<Int>,
    /// How long the hurdle, or the way, may be.
    pub range: Option<Range>,
    /// At most this many free sites behind the hurdle, beyond the first.
    pub after: Option<Int>,
    pub cond: Option<Bool>,
    /// The component left behind on the way.
    pub trail: Option<Int>,
    pub apply: Apply,
}

/// The tracks that a slide follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlideTracks {
    /// By index.
    pub tracks: Box<[usize]>,
    /// Must the piece go round a bend of the track before it may stop?
    pub round_a_bend: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum MovesKind {
    // ---- a piece moves ----
    /// To a neighbouring site.
    Step {
        from: Box<Origin>,
        dirs: Box<Dir>,
        to: Box<Target>,
        stack: bool,
    },
    /// Along a line, or along tracks, over sites for which `between` holds (by default: empty ones).
    Slide {
        from: Box<Origin>,
        tracks: Option<SlideTracks>,
        dirs: Box<Dir>,
        between: Option<Box<Between>>,
        to: Option<Box<Target>>,
        stack: bool,
    },
    /// Along a line, over a hurdle.
    Hop {
        from: Box<Origin>,
        dirs: Box<Dir>,
        between: Option<Box<Between>>,
        to: Box<Target>,
        stack: bool,
    },
    /// To where walks from the site lead, over anything.
    Leap {
        from: Box<Origin>,
        walks: Box<[Box<[StepWalk]>]>,
        /// Only ahead of where the piece faces.
        forward: Bool,
        /// Start the walks in every orthogonal direction, or only in the first.
        rotations: Bool,
        to: Box<Target>,
    },
    /// From any site to any site.
    FromTo {
        from: Box<Origin>,
        to: Box<Target>,
        count: Option<Int>,
        copy: Bool,
        stack: bool,
        /// Whose move it is, where it is not the mover's.
        mover: Option<Role>,
    },

    // ---- pieces come and go ----
    /// A piece of one of the components is put on a site.
    Add {
        pieces: Box<[Int]>,
        state: Option<Int>,
        to: Box<Target>,
        count: Option<Int>,
        on_stack: bool,
    },
    /// A piece is put on a site along a line from where the last move ended.
    Shoot {
        kind: SiteType,
        piece: Int,
        from: Int,
        dirs: Box<Dir>,
        /// Where it may land and pass (by default: empty cells).
        to: Option<Bool>,
    },
    Remove {
        kind: SiteType,
        place: Place,
        level: Option<Int>,
        count: Option<Int>,
        at_end_of_turn: bool,
    },
    /// The piece at a site becomes another. `owner`: of the components that `names` begin to name, the one of that
    /// player.
    Promote {
        kind: SiteType,
        site: Int,
        to: PromoteTo,
    },
    /// A site, or two, are pointed at.
    Select {
        from: Box<Origin>,
        to: Option<Box<Target>>,
        mover: Option<Role>,
    },
    /// A card of the mover's hand is played.
    PlayCard,
    /// Two pieces change places.
    SwapPieces {
        a: Int,
        b: Int,
    },

    // ---- nothing moves ----
    Pass,
    Propose(Box<[u16]>),
    Vote(Box<[u16]>),
    Bet {
        player: Int,
        range: Range,
    },
    SwapPlayers {
        a: Int,
        b: Int,
    },
    SetTrump(IntArr),
    SetNextPlayer(IntArr),
    SetRotation {
        kind: SiteType,
        site: Int,
        directions: Box<[Int]>,
        previous: Bool,
        next: Bool,
    },

    // ---- moves of moves ----
    /// All the moves of every part.
    Or(Box<[Moves]>),
    /// As effects: all of them.
    And(Box<[Moves]>),
    If {
        cond: Box<Bool>,
        then: Box<Moves>,
        otherwise: Option<Box<Moves>>,
    },
    /// All of them as one move.
    Append(Box<Moves>),
    /// One move for each pair.
    AllCombinations(Box<Moves>, Box<Moves>),
    /// Each part sees what the parts before it did.
    Seq(Box<[Moves]>),
    /// The moves of the first part that has any.
    Priority(Box<[Moves]>),
    /// With `next`: the moves of `next` once `prior` is done, with `prior` done first in each. `after`: only moves
    /// after which this holds.
    Do {
        prior: Box<Moves>,
        next: Option<Box<Moves>>,
        after: Option<Box<Bool>>,
    },
    While {
        cond: Box<Bool>,
        moves: Box<Moves>,
    },
    /// Moves that do not lead to the position stored before.
    AvoidStoredState(Box<Moves>),
    /// The moves at the first site of a track that has any.
    FirstMoveOnTrack {
        track: TrackChoice,
        moves: Box<Moves>,
    },
    /// Moves that begin the longest turn; with `value` by what they capture.
    MaxMoves {
        value: Bool,
        moves: Box<Moves>,
    },
    /// Moves that capture most.
    MaxCaptures {
        value: Bool,
        moves: Box<Moves>,
    },
    /// Moves that go furthest along a track.
    MaxDistance {
        track: TrackChoice,
        moves: Box<Moves>,
    },

    // ---- for each ----
    /// For the pieces of a player: their own moves, or these.
    ForEachPiece(Box<ForEachPiece>),
    ForEachSite {
        region: Box<Region>,
        moves: Box<Moves>,
        otherwise: Option<Box<Moves>>,
    },
    ForEachValue {
        values: Box<IntArr>,
        moves: Box<Moves>,
    },
    ForEachValueIn {
        range: Box<Range>,
        moves: Box<Moves>,
    },
    /// For every player, or for those listed.
    ForEachPlayer {
        players: Option<Box<IntArr>>,
        moves: Box<Moves>,
    },
    ForEachTeam(Box<Moves>),
    ForEachLevel {
        kind: SiteType,
        site: Box<Int>,
        from_bottom: bool,
        moves: Box<Moves>,
    },
    ForEachGroup {
        kind: SiteType,
        dirs: Box<Dir>,
        cond: Option<Box<Bool>>,
        moves: Box<Moves>,
    },
    ForEachDirection {
        kind: SiteType,
        from: Box<Int>,
        dirs: Box<Dir>,
        range: Option<Box<Range>>,
        between: Option<Box<Bool>>,
        to: Option<Box<Bool>>,
        moves: Box<Moves>,
    },
    /// For the dice of a set, and their sums where `combined`.
    ForEachDie {
        dice: Box<Int>,
        combined: Box<Bool>,
        replay_double: Box<Bool>,
        cond: Option<Box<Bool>>,
        moves: Box<Moves>,
    },

    /// Balls piled up fall where they lack support.
    Fall,
    /// Something other than moving: see [`Effect`].
    Effect(Box<Effect>),
}

/// What a piece is promoted to.
#[derive(Clone, Debug, PartialEq)]
pub enum PromoteTo {
    /// Any of these components.
    Pieces(Box<[Int]>),
    /// For each list: the first of its components that the player owns.
    OwnedBy { owner: Int, names: Box<[Box<[u16]>]> },
    /// The component of that number, or rather the one like it that the player owns.
    LikeOwnedBy { owner: Int, piece: Int },
}

#[derive(Clone, Debug, PartialEq)]
pub struct ForEachPiece {
    /// Only pieces on this kind of site.
    pub kind: Option<SiteType>,
    /// Only these components.
    pub components: Option<Box<[u16]>>,
    pub container: Int,
    pub moves: Option<Moves>,
    pub player: Int,
    /// The pieces of all players.
    pub everybody: bool,
    /// Only pieces on top of their stacks.
    pub top: Bool,
}

/// A track by name and owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackChoice {
    pub name: Option<String>,
    pub owner: Option<Role>,
}

//! Sets of sites.

use super::boolean::Loop;
use super::int::{Owners, TrackPick, Walk};
use super::{Bool, Dir, Int, IntArr, Moves, Range};
use crate::action::Facet;
use crate::game::StepWalk;
use crate::siteset::SiteSet;
use crate::types::*;

#[derive(Clone, Debug, PartialEq)]
pub enum Region {
    /// Sites that do not depend on the position: computed once.
    Fixed(SiteSet),
    /// The sites with these numbers.
    Sites(Box<[Int]>),
    /// The sites that a list names.
    List(Box<IntArr>),
    /// The region that a rule is looking at.
    Current,
    // ---- algebra ----
    Union(Box<[Region]>),
    Intersection(Box<[Region]>),
    Difference(Box<Region>, Box<Region>),
    /// The first without one site.
    Without(Box<Region>, Box<Int>),
    If {
        cond: Box<Bool>,
        then: Box<Region>,
        otherwise: Box<Region>,
    },
    /// The region and all within so many steps of it. `dir` is `None` for adjacent sites.
    Expand {
        kind: SiteType,
        region: Box<Region>,
        steps: Box<Int>,
        dir: Option<Direction>,
    },
    /// The sites of a region for which the condition on `(site)` holds.
    Filter {
        region: Box<Region>,
        cond: Box<Bool>,
    },
    /// A region for each `(site)` of another, together.
    ForEachSite {
        of: Box<Region>,
        region: Box<Region>,
    },
    /// A region for each `(player)` of a list, together.
    ForEachPlayer {
        players: Box<IntArr>,
        region: Box<Region>,
    },
    /// A region for each `(team)`, together.
    ForEachTeam(Box<Region>),
    /// The levels of a stack for which the condition on `(level)` holds.
    Levels {
        kind: SiteType,
        site: Box<Int>,
        from_top: bool,
        start: Option<Box<Int>>,
        cond: Option<Box<Bool>>,
    },
    /// Some sites of a region, drawn by chance.
    Random {
        region: Box<Region>,
        num: Box<Int>,
    },
    // ---- the board ----
    /// A row, column, layer or phase by number.
    Lines {
        kind: SiteType,
        lines: BoardLines,
        index: Box<Int>,
    },
    /// The side that a player faces.
    Side {
        kind: SiteType,
        player: Box<Int>,
    },
    /// The sites of one kind that touch a site of another, of an owner if one is given.
    Incident {
        of: SiteType,
        site: Box<Int>,
        result: SiteType,
        owner: Option<Box<Int>>,
    },
    /// A region of the equipment by player: a table from player numbers to regions.
    ByPlayer {
        regions: Box<[Region]>,
        player: Box<Int>,
    },
    /// The sites of a track, from one site to another. A track that a rule is looking at comes first.
    Track {
        track: TrackPick,
        from: Option<Box<Int>>,
        to: Option<Box<Int>>,
    },
    /// The sites of a player's hand.
    Hand(Box<Int>),
    // ---- what stands on sites ----
    /// Empty sites of the board.
    Empty {
        kind: SiteType,
    },
    /// Empty sites of a container.
    EmptyIn {
        kind: SiteType,
        container: Box<Int>,
    },
    /// Sites with a piece of the owners.
    Occupied {
        of: Owners,
        whats: Whats,
        container: Option<Box<Int>>,
        top: bool,
        kind: SiteType,
    },
    /// Sites in a state.
    InState {
        kind: SiteType,
        state: Box<Int>,
    },
    /// Sites on which a piece (of a component) rests.
    Supporting {
        kind: SiteType,
        what: Option<Box<Int>>,
    },
    /// Where a component stood at the start.
    Start(Box<Int>),
    /// Sites of which something is hidden from players.
    Hidden {
        facet: Facet,
        kind: SiteType,
        from: Owners,
    },
    /// All sites that the large piece at a site covers.
    LargePiece {
        kind: SiteType,
        site: Box<Int>,
    },
    // ---- moves ----
    MovesFrom(Box<Moves>),
    MovesTo(Box<Moves>),
    MovesBetween(Box<Moves>),
    /// Where moves go that win at once.
    Winning {
        player: Box<Int>,
        moves: Box<Moves>,
    },
    LastFrom,
    LastTo,
    LastBetween,
    Pending,
    ToClear,
    /// The region of the hint being looked at.
    HintRegion,
    /// Where the next tile may go: the centre at first, then empty sites next to tiles.
    Playable,
    // ---- relations to sites ----
    /// Sites at a distance from others along lines.
    Around {
        kind: SiteType,
        region: Box<Region>,
        content: Option<Content>,
        distance: Box<Int>,
        dir: Direction,
        cond: Option<Box<Bool>>,
        include_self: Box<Bool>,
    },
    /// Sites between two sites on a line.
    Between {
        kind: SiteType,
        dirs: Box<Dir>,
        from: Box<Int>,
        from_included: Box<Bool>,
        to: Box<Int>,
        to_included: Box<Bool>,
        cond: Option<Box<Bool>>,
    },
    /// Edges of an owner that cross an edge.
    Crossing {
        edge: Box<Int>,
        owner: Box<Int>,
    },
    /// The groups at some sites.
    Group {
        kind: SiteType,
        starts: Box<Region>,
        dirs: Box<Dir>,
        cond: Option<Box<Bool>>,
        visible: Option<Box<Bool>>,
    },
    /// Sites within a range of steps.
    Distance {
        kind: SiteType,
        relation: Relation,
        walk: Option<Box<Walk>>,
        from: Box<Int>,
        range: Box<Range>,
    },
    /// Sites on lines from sites.
    Direction {
        kind: SiteType,
        starts: Box<Region>,
        dirs: Box<Dir>,
        included: Box<Bool>,
        stop: Option<Box<Bool>>,
        stop_included: Box<Bool>,
        distance: Box<Int>,
    },
    /// What a site sees along lines.
    LineOfSight {
        kind: SiteType,
        what: Sight,
        site: Box<Int>,
        dirs: Box<Dir>,
    },
    /// The pieces of a loop, as few as close it, or the area inside.
    Loop {
        of: Box<Loop>,
        inside: Box<Bool>,
    },
    /// All places of a shape of pieces that starts at a site.
    Pattern {
        kind: SiteType,
        walk: Box<[StepWalk]>,
        from: Box<Int>,
        whats: Option<Box<[Int]>>,
    },
    /// Where walks from a site end.
    Walk {
        kind: SiteType,
        from: Box<Int>,
        walks: Box<[Box<[StepWalk]>]>,
        rotations: Box<Bool>,
    },
}

/// Which division of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardLines {
    Rows,
    Columns,
    Layers,
    Phases,
}

/// Which components.
#[derive(Clone, Debug, PartialEq)]
pub enum Whats {
    Any,
    One(Box<Int>),
    These(Box<[u16]>),
}

/// What must stand on a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    Empty,
    NotEmpty,
    Own,
    NotOwn,
    Enemy,
    NotEnemy,
}

/// What of a line of sight is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// All empty sites up to the first piece.
    Empty,
    /// The last empty site.
    Farthest,
    /// The first piece.
    Piece,
}

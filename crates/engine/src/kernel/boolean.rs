//! Conditions.

use super::{Dir, Float, Int, IntArr, Moves, Range, Region};
use crate::action::Facet;
use crate::game::{Repeat, StepWalk};
use crate::types::*;

#[derive(Clone, Debug, PartialEq)]
pub enum Bool {
    Const(bool),
    // ---- combined and compared ----
    /// Every one, in order, stopping at the first that fails.
    And(Box<[Bool]>),
    /// At least one, in order, stopping at the first that holds.
    Or(Box<[Bool]>),
    Not(Box<Bool>),
    /// Exactly one of the two.
    Xor(Box<Bool>, Box<Bool>),
    /// What `then` says where the condition holds, what `otherwise` says elsewhere.
    If {
        cond: Box<Bool>,
        then: Box<Bool>,
        otherwise: Box<Bool>,
    },
    Eq(Box<Int>, Box<Int>),
    Ne(Box<Int>, Box<Int>),
    Lt(Box<Int>, Box<Int>),
    Le(Box<Int>, Box<Int>),
    Gt(Box<Int>, Box<Int>),
    Ge(Box<Int>, Box<Int>),
    /// The two regions hold the same sites.
    SameSites(Box<Region>, Box<Region>),
    /// The decimal number is not zero.
    NonZero(Box<Float>),
    Odd(Box<Int>),
    // ---- sites ----
    /// The site exists and nothing stands there.
    Empty {
        kind: SiteType,
        site: Box<Int>,
    },
    /// Something stands at the site.
    Occupied {
        kind: SiteType,
        site: Box<Int>,
    },
    /// The number is one of the region's sites.
    In {
        site: Box<Int>,
        region: Box<Region>,
    },
    /// Every one of the numbers is in the list.
    InList {
        values: Box<[Int]>,
        list: Box<IntArr>,
    },
    /// The site was visited in this turn of several moves.
    Visited(Box<Int>),
    /// Something of the piece at the site is hidden from the player.
    Hidden {
        facet: Facet,
        kind: SiteType,
        site: Box<Int>,
        level: Option<Box<Int>>,
        player: Box<Int>,
    },
    /// The site is a neighbour, by the relation, of one of the region's sites.
    Related {
        kind: SiteType,
        relation: Relation,
        site: Box<Int>,
        region: Box<Region>,
    },
    /// The component stands, at any level, on one of the region's sites.
    Within {
        what: Box<Int>,
        region: Box<Region>,
    },
    /// Another player could move to where a piece stands (or would stand).
    Threatened(Box<Threatened>),
    /// The site lies on the ground, or everything beneath it is occupied.
    Flat(Box<Int>),
    /// The last move came from (`from`) or went to a site of this kind.
    LastKind {
        from: bool,
        kind: SiteType,
    },
    /// The two edges cross.
    Crossing(Box<Int>, Box<Int>),
    /// The line between two sites other than `at` that satisfy the conditions, as `(site)`, has such a slope.
    Angle {
        angle: Angle,
        kind: SiteType,
        at: Box<Int>,
        first: Box<Bool>,
        second: Box<Bool>,
    },
    // ---- players ----
    /// The player exists and is not on the mover's side.
    Enemy(Box<Int>),
    /// The player is on the mover's side.
    Friend(Box<Int>),
    /// The player is still in the game.
    Active(Box<Int>),
    /// The player is still in the game and something was triggered for them.
    Triggered(Box<Int>),
    /// The proposition was made and not yet voted down.
    Proposed(u16),
    /// The vote decided this.
    Decided(u16),
    // ---- the whole position, and how it came about ----
    /// The position, as the rule compares positions, occurred before.
    Repeat(Repeat),
    /// The same sequence of positions came three times in a row.
    Cycle,
    /// A value waits to be dealt with.
    Pending,
    /// No site of the board is empty.
    Full,
    /// The last move was a pass.
    WasPass,
    /// Every player passed in their latest turn.
    AllPassed,
    AllDiceUsed,
    AllDiceEqual,
    /// A die of the first set shows this number.
    AnyDie(Box<Int>),
    // ---- all and none ----
    /// The condition holds for every site of the region, as `(site)`.
    AllSites {
        region: Box<Region>,
        cond: Box<Bool>,
    },
    /// The condition holds for every number of the list, as `(value)`.
    AllValues {
        list: Box<IntArr>,
        cond: Box<Bool>,
    },
    /// The condition holds for every site of the region, as `(site)`, and no two hold the same component.
    AllDifferent {
        region: Box<Region>,
        cond: Box<Bool>,
    },
    /// The condition holds for every group, as `(sites)`: groups of the mover's pieces, or of the sites for
    /// which `of` holds as `(to)`.
    AllGroups {
        kind: SiteType,
        dirs: Box<Dir>,
        of: Option<Box<Bool>>,
        cond: Box<Bool>,
    },
    CanMove(Box<Moves>),
    /// The player has no legal move.
    NoMoves(Role),
    NoPieces(Box<NoPieces>),
    // ---- shapes ----
    Line(Box<Line>),
    Connected(Box<Connected>),
    /// The regions can no longer be connected.
    Blocked(Box<Connected>),
    Loop(Box<Loop>),
    Path(Box<Path>),
    /// Pieces stand along the walk from a site, in one of its turned versions. `whats` are expected in turn
    /// along the walk; empty: the component at the start.
    Pattern {
        kind: SiteType,
        walk: Box<[StepWalk]>,
        from: Box<Int>,
        whats: Box<[Int]>,
    },
    /// A piece of the region and four pieces like it are apex and base corners of a pyramid.
    PyramidCorners {
        kind: SiteType,
        froms: Box<Region>,
    },
    /// The components, site by site (or level by level in a stacking game), are these.
    Target {
        container: Box<Int>,
        configuration: Box<[i32]>,
        /// Empty: every site of the container.
        sites: Box<[i32]>,
    },
    /// A site of the region has an empty orthogonal neighbour on the ground, other than `except`.
    Freedom {
        kind: SiteType,
        region: Box<Region>,
        except: Option<Box<Int>>,
    },
    /// The sides of the tile at the site fit its neighbours.
    SidesMatch(Box<Int>),
    /// The domino at the site fits its neighbours.
    PipsMatch(Box<Int>),
    // ---- graphs drawn by players ----
    /// The player's edges form such a tree.
    Tree {
        shape: TreeShape,
        who: Box<Int>,
    },
    /// All vertices have the same number of the player's edges: `k` where said, of the parity where said.
    RegularGraph {
        who: Box<Int>,
        k: Option<Box<Int>>,
        odd: Option<Box<Bool>>,
        even: Option<Box<Bool>>,
    },
    // ---- deduction puzzles: constraints hold while they can still be satisfied ----
    /// The constraint holds for every site of the kind, as `(from)`.
    ForAllSites {
        kind: SiteType,
        cond: Box<Bool>,
    },
    /// The constraint holds for every hint.
    ForAllHints(Box<Bool>),
    /// The values that are set in the region, or in each of the puzzle's regions, differ, `excepts` aside.
    PuzzleDifferent {
        kind: SiteType,
        region: Option<Box<Region>>,
        excepts: Box<[Int]>,
    },
    /// No two of the puzzle's regions are filled alike.
    PuzzleUnique {
        kind: SiteType,
    },
    /// As many sites of the region as the result says hold `what`.
    PuzzleCount {
        kind: SiteType,
        region: Option<Box<Region>>,
        what: Box<Int>,
        result: Box<Int>,
    },
    /// The values of the region, or of each of the puzzle's regions whose name contains `name`, add up.
    PuzzleSum {
        kind: SiteType,
        region: Option<Box<Region>>,
        name: Box<str>,
        result: Box<Int>,
        /// The result is the hint of each region in turn.
        by_hint: bool,
    },
    /// Every constraint of the puzzle holds, with what is still open left empty.
    Solved,
}

/// `(is Line …)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub kind: SiteType,
    pub length: Int,
    pub dir: Direction,
    pub through: Through,
    pub of: LineOf,
    /// No longer than that.
    pub exact: Bool,
    /// Without gaps.
    pub contiguous: Bool,
    /// Holds for every site of the line, as `(to)`.
    pub cond: Bool,
    /// In stacking games: along levels too, and stairs.
    pub by_level: Bool,
    /// In stacking games: only top pieces count.
    pub top: Bool,
    /// At least so many different components.
    pub mixture: Option<Int>,
    /// No piece lies above, and none above two neighbours of the line.
    pub visible: Bool,
    /// Does the line go on behind the site it runs through?
    pub both_ways: Bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Through {
    Site(Int),
    /// Any of these.
    Any(Region),
}

/// Which pieces make a line.
#[derive(Clone, Debug, PartialEq)]
pub enum LineOf {
    /// Those like the one it runs through.
    Same,
    /// All pieces of this owner.
    Owner(Role),
    Whats(Box<[Int]>),
}

/// `(is Connected …)` and `(is Blocked …)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Connected {
    pub kind: SiteType,
    /// How many of the regions; all of them where it is not said.
    pub number: Option<Int>,
    pub at: Int,
    pub dirs: Dir,
    pub targets: Targets,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Targets {
    Regions(Box<[Region]>),
    /// All regions that this player owns.
    OwnedBy(Role),
}

/// `(is Loop …)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    pub kind: SiteType,
    /// Who must own what is enclosed; empty: it does not matter.
    pub surround: Box<[Role]>,
    pub dirs: Dir,
    pub colour: Int,
    pub start: Int,
    /// Made of paths on tiles, from any of these sites.
    pub tile_path: Option<Region>,
}

/// `(is Path …)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    pub kind: SiteType,
    pub from: Int,
    pub who: Int,
    pub length: Range,
    pub closed: Bool,
}

/// `(is Threatened …)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Threatened {
    pub kind: SiteType,
    /// The component that stands, or is thought to stand, at the sites.
    pub what: Option<Int>,
    /// Nothing said: where that component stands, or every occupied site.
    pub sites: Option<Region>,
    /// Nothing said: the moves of each enemy's phase.
    pub moves: Option<Moves>,
}

/// `(no Pieces …)`.
#[derive(Clone, Debug, PartialEq)]
pub struct NoPieces {
    pub kind: Option<SiteType>,
    pub of: PiecesOf,
    /// Only these components, by index.
    pub whats: Option<Box<[u16]>>,
    pub region: Option<Region>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum PiecesOf {
    Role(Role),
    Player(Int),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeShape {
    /// No cycles.
    Tree,
    /// A tree that reaches every vertex.
    Spanning,
    /// A spanning tree whose inner vertices form a path.
    Caterpillar,
    /// The last move went to the centre of its tree.
    Centre,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Angle {
    Acute,
    Right,
    Obtuse,
    Reflex,
}

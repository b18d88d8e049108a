//! Numbers, lists of numbers and ranges.

use super::walk::Part;
use super::{Bool, Dir, Region};
use crate::types::*;

#[derive(Clone, Debug, PartialEq)]
pub enum Int {
    Const(i32),
    // ---- what a rule is looking at ----
    From,
    To,
    Between,
    Site,
    Level,
    Value,
    Player,
    Track,
    Edge,
    /// The dice value being used.
    Pips,
    /// The hint of a puzzle being looked at, or the one at a site.
    Hint {
        kind: SiteType,
        site: Option<Box<Int>>,
    },
    /// Where the first move of this turn came from, `OFF` at the start of a turn.
    FromAtTurnStart,
    // ---- players ----
    Mover,
    Next,
    Prev,
    /// Who moved last before the mover's own moves of this turn.
    PrevTurnMover,
    /// The number that a role stands for.
    Role(Role),
    // ---- the last move ----
    /// Where the last move came from, as its rule says (what followed it does not count).
    LastFrom,
    /// Where the last move went, as its rule says (what followed it does not count).
    LastTo,
    /// A part of the last move; when the condition holds, of the last action that followed it.
    Last {
        part: LastPart,
        after: Box<Bool>,
    },
    // ---- arithmetic ----
    Add(Box<[Int]>),
    Sub(Box<Int>, Box<Int>),
    Mul(Box<[Int]>),
    /// Towards zero; 0 where the divisor is 0.
    Div(Box<Int>, Box<Int>),
    /// The rest, with the sign of the first; 0 where the divisor is 0.
    Mod(Box<Int>, Box<Int>),
    Pow(Box<Int>, Box<Int>),
    Abs(Box<Int>),
    Min(Box<Int>, Box<Int>),
    Max(Box<Int>, Box<Int>),
    /// The sum of a list.
    Sum(Box<IntArr>),
    /// The product of a list, 0 for an empty one.
    Product(Box<IntArr>),
    /// The smallest of a list, `UNDEFINED` for an empty one.
    MinOf(Box<IntArr>),
    /// The largest of a list, `UNDEFINED` for an empty one.
    MaxOf(Box<IntArr>),
    If {
        cond: Box<Bool>,
        then: Box<Int>,
        otherwise: Box<Int>,
    },
    /// 1 or 0.
    FromBool(Box<Bool>),
    /// Towards zero.
    FromFloat(Box<Float>),
    /// Uniform in a range, both ends included.
    Random(Box<Range>),
    // ---- lists ----
    /// How many numbers a list has.
    Len(Box<IntArr>),
    /// How often a number occurs in a list.
    Occurrences {
        value: Box<Int>,
        list: Box<IntArr>,
    },
    /// The number at a place of a list, `OFF` past its end.
    Nth {
        list: Box<IntArr>,
        index: Box<Int>,
    },
    // ---- sites ----
    /// The component at a site (at a level, or on top).
    What {
        kind: SiteType,
        site: Box<Int>,
        level: Option<Box<Int>>,
    },
    /// The owner of what stands at a site.
    Who {
        kind: SiteType,
        site: Box<Int>,
        level: Option<Box<Int>>,
    },
    /// The state of what stands at a site.
    State {
        kind: SiteType,
        site: Box<Int>,
        level: Option<Box<Int>>,
    },
    /// The rotation of what stands at a site.
    Rotation {
        kind: SiteType,
        site: Box<Int>,
        level: Option<Box<Int>>,
    },
    /// The value of what stands at a site.
    PieceValue {
        kind: SiteType,
        site: Box<Int>,
        level: Option<Box<Int>>,
    },
    /// How many pieces lie at a site: the count, or the height of a stack.
    Count {
        kind: SiteType,
        site: Box<Int>,
    },
    /// How many pieces lie in a region.
    CountIn {
        kind: SiteType,
        region: Box<Region>,
    },
    /// The highest level of a stack, 0 where there is none.
    TopLevel {
        kind: SiteType,
        site: Box<Int>,
    },
    /// The only or first site of a region, `OFF` if there is none.
    FirstSite(Box<Region>),
    /// The site at a place of a region in ascending order, `OFF` past its end.
    RegionSite {
        region: Box<Region>,
        index: Box<Int>,
    },
    /// How many sites a region has.
    Sites(Box<Region>),
    /// How many sites a container has.
    ContainerSites(Box<Int>),
    /// How many neighbours the first site of a region has.
    Neighbours {
        kind: SiteType,
        relation: Relation,
        region: Box<Region>,
    },
    Row {
        kind: SiteType,
        site: Box<Int>,
    },
    Column {
        kind: SiteType,
        site: Box<Int>,
    },
    Layer {
        kind: SiteType,
        site: Box<Int>,
    },
    /// The phase (colour) of a site on the board.
    SitePhase {
        kind: SiteType,
        site: Box<Int>,
    },
    /// The site in a row and a column, `OFF` if there is none.
    AtRowColumn {
        kind: SiteType,
        row: Box<Int>,
        column: Box<Int>,
    },
    /// The sum of the costs of sites.
    Cost {
        kind: SiteType,
        region: Box<Region>,
    },
    /// The site some steps ahead in a direction, the site itself where the board ends.
    Ahead {
        kind: SiteType,
        site: Box<Int>,
        steps: Box<Int>,
        dirs: Box<Dir>,
    },
    /// The edge between two vertices.
    EdgeBetween(Box<Int>, Box<Int>),
    /// A site of a player's hand.
    HandSite {
        player: Box<Int>,
        index: Box<Int>,
    },
    /// What a key leads to in the first of these maps that has it, else the key itself.
    MapEntry {
        maps: Box<[u16]>,
        key: Box<Int>,
    },
    /// Fewest steps from a site to a region. Without `walk` by the relation on the empty board.
    Steps {
        kind: SiteType,
        relation: Relation,
        walk: Option<Box<Walk>>,
        from: Box<Int>,
        to: Box<Region>,
    },
    // ---- pieces ----
    /// A component by owner: a table from player numbers to component numbers.
    ComponentOf {
        by_owner: Box<[i32]>,
        owner: Box<Int>,
    },
    /// The first site where a component stands (in a state), `OFF` if nowhere.
    Where {
        what: Box<Int>,
        state: Option<Box<Int>>,
        kind: SiteType,
    },
    /// The level at which a component stands at a site, `OFF` if it does not.
    WhereLevel {
        what: Box<Int>,
        state: Option<Box<Int>>,
        kind: SiteType,
        site: Box<Int>,
        from_top: Box<Bool>,
    },
    /// Pieces of the owners, in hand or on the board.
    Pieces {
        kind: Option<SiteType>,
        of: Owners,
        /// Only these components.
        whats: Option<Box<[u16]>>,
        within: Option<Box<Region>>,
        cond: Option<Box<Bool>>,
    },
    /// Dominoes that are still in the bag.
    Bag,
    /// Levels of stacks on which the condition holds, up to the first on which `stop` holds.
    StackLevels {
        kind: SiteType,
        region: Box<Region>,
        from_top: bool,
        cond: Option<Box<Bool>>,
        stop: Option<Box<Bool>>,
    },
    /// Sites one step below that an owner or some components occupy.
    PlatformBelow {
        kind: SiteType,
        site: Box<Int>,
        who: Option<Box<Int>>,
        whats: Option<Box<[Int]>>,
    },
    /// How many sites the large pieces in a region cover.
    LargePieceSize {
        kind: SiteType,
        region: Box<Region>,
    },
    /// The value that the die at a site shows.
    Face(Box<Int>),
    /// The sum of a player's dice.
    DiceSum(Box<Int>),
    TrumpSuit,
    /// What a card at a site says.
    Card {
        part: CardPart,
        site: Box<Int>,
        level: Option<Box<Int>>,
    },
    /// How far a path of tiles reaches.
    PathExtent {
        colour: Box<Int>,
        starts: Box<Region>,
    },
    // ---- groups and lines ----
    /// The size of the group at a site: same component, or the condition on `(to)`.
    GroupSize {
        kind: SiteType,
        site: Box<Int>,
        dirs: Box<Dir>,
        cond: Option<Box<Bool>>,
    },
    /// How many groups of at least `min` sites: occupied sites, or the condition on `(to)`.
    Groups {
        kind: SiteType,
        dirs: Box<Dir>,
        cond: Option<Box<Bool>>,
        min: Box<Int>,
    },
    /// The size of the biggest group that starts in a region.
    BiggestGroup {
        kind: SiteType,
        dirs: Box<Dir>,
        through: Option<Box<Region>>,
        cond: Option<Box<Bool>>,
        visible: Option<Box<Bool>>,
    },
    /// The length of the longest line of sites where the condition on `(to)` holds.
    BiggestLine {
        kind: SiteType,
        dir: Direction,
        cond: Option<Box<Bool>>,
    },
    /// Empty sites next to the group at a site.
    Liberties {
        kind: SiteType,
        site: Box<Int>,
        dirs: Box<Dir>,
        cond: Option<Box<Bool>>,
    },
    /// Empty sites that only the owners' pieces enclose.
    Territory {
        kind: SiteType,
        of: Owners,
        dir: Direction,
    },
    // ---- tracks ----
    /// The first site of a track, from a site on, where the condition on `(to)` holds.
    TrackFirst {
        track: TrackPick,
        from: Option<Box<Int>>,
        cond: Option<Box<Bool>>,
    },
    TrackEnd {
        track: TrackPick,
    },
    /// The site some steps further on a track.
    TrackMove {
        track: TrackPick,
        from: Box<Int>,
        steps: Box<Int>,
        /// Those that say the same, and hang on the mover, the piece looked at and the dice alone, share a number:
        /// what was worked out for one is known for all.
        alike: Option<u8>,
    },
    /// Steps along a track from one site to another.
    TrackSteps {
        track: TrackPick,
        from: Box<Int>,
        to: Box<Int>,
    },
    // ---- the state of the game ----
    Score(Box<Int>),
    MatchScore(Box<Int>),
    Amount(Box<Int>),
    Pot,
    Counter,
    /// The value kept without a name.
    Temp,
    /// A variable by name number.
    Var(u16),
    PlayerValue(Box<Int>),
    /// The pending value if there is exactly one, else 0.
    Pending,
    MoveLimit,
    TurnLimit,
    /// Moves made since the start of play.
    MoveNumber,
    TurnNumber,
    MovesThisTurn,
    ActivePlayers,
    PhaseCount,
    LegalMoves,
    /// Games of a match that are over.
    Trials,
}

/// Which part of the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastPart {
    From,
    To,
    LevelFrom,
    LevelTo,
}

/// Which number of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardPart {
    Rank,
    Suit,
    TrumpRank,
    TrumpValue,
}

/// Whose pieces: everybody whom a role names, or one player.
#[derive(Clone, Debug, PartialEq)]
pub enum Owners {
    Role(Role),
    Player(Box<Int>),
}

/// A track for a player: a table from player numbers to track numbers (`OFF` for none).
#[derive(Clone, Debug, PartialEq)]
pub struct TrackPick {
    pub by_player: Box<[i32]>,
    pub player: Box<Int>,
}

/// Steps that a piece would take: directions, a condition on each step, and how the piece turns after each.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    pub dirs: Dir,
    pub cond: Option<Bool>,
    pub rotation: Option<Int>,
}

impl Walk {
    /// Does where the steps lead hang on the position and the words that stand for sites alone, however the piece
    /// stands and whatever chance brings?
    pub fn is_still(&self) -> bool {
        let moves = |p: Part<'_>| matches!(p, Part::Moves(_) | Part::Effect(_)) || super::walk::draws(p);
        let cond = self.cond.iter().map(Part::Bool);
        matches!(self.dirs, Dir::Absolute(_)) && self.rotation.is_none() && !super::walk::any(cond, moves)
    }
    pub fn speaks_of_site(&self) -> bool {
        let site = |p: Part<'_>| matches!(p, Part::Int(Int::Site));
        super::walk::any(self.cond.iter().map(Part::Bool), site)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum IntArr {
    Const(Box<[i32]>),
    List(Box<[Int]>),
    /// The sites of a region, ascending.
    Sites(Box<Region>),
    /// `(team)`: the players of the team being looked at.
    Team,
    If {
        cond: Box<Bool>,
        then: Box<IntArr>,
        otherwise: Box<IntArr>,
    },
    /// Each of the lists after the first adds what is not there yet.
    Union(Box<[IntArr]>),
    /// What of the first is in all the others.
    Intersection(Box<[IntArr]>),
    /// The first without the second: each number there takes one occurrence away.
    Difference(Box<IntArr>, Box<IntArr>),
    /// The first without the first occurrence of a number.
    Without(Box<IntArr>, Box<Int>),
    /// A number for each pair of sites `(from)` and `(to)`.
    Results {
        from: Box<Region>,
        to: Box<Region>,
        value: Box<Int>,
    },
    /// The players of a team for whom the condition on `(player)` holds.
    TeamPlayers {
        team: u8,
        cond: Option<Box<Bool>>,
    },
    /// The players who stand in a relation to a player and for whom the condition on `(player)` holds.
    Players {
        relation: PlayerRelation,
        of: Option<Box<Int>>,
        cond: Option<Box<Bool>>,
    },
    /// The sizes of groups. `who` is `None` for all pieces.
    GroupSizes {
        kind: SiteType,
        dirs: Box<Dir>,
        all: bool,
        who: Box<Int>,
        cond: Option<Box<Bool>>,
        min: Box<Int>,
        visible: Option<Box<Bool>>,
    },
    /// Remembered numbers, of a name or of none.
    Remembered(Option<u16>),
}

/// How players stand to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerRelation {
    All,
    NonMover,
    Enemy,
    Friend,
    Ally,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Float {
    Const(f64),
    FromInt(Box<Int>),
    /// 1 or 0.
    FromBool(Box<Bool>),
    Add(Box<[Float]>),
    Sub(Box<Float>, Box<Float>),
    Mul(Box<[Float]>),
    /// 0 where the divisor is 0.
    Div(Box<Float>, Box<Float>),
    Pow(Box<Float>, Box<Float>),
    Min(Box<[Float]>),
    Max(Box<[Float]>),
    Apply(FloatFn, Box<Float>),
}

/// Functions of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatFn {
    Abs,
    Sin,
    Cos,
    Tan,
    Exp,
    Log,
    Log10,
    Sqrt,
}

/// Both ends included.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    pub min: Int,
    pub max: Int,
}

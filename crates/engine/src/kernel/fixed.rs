//! Which rules do not depend on the position: these can be worked out once, when a game is built. Saying "no"
//! of one that does not is allowed and only costs time.

use super::int::Owners;
use super::{Bool, Dir, Int, IntArr, Range, Region};

impl Int {
    /// Does it have the same value in every position?
    pub fn is_static(&self) -> bool {
        match self {
            Int::Const(_) => true,
            Int::Add(list) | Int::Mul(list) => list.iter().all(Int::is_static),
            Int::Sub(a, b)
            | Int::Div(a, b)
            | Int::Mod(a, b)
            | Int::Pow(a, b)
            | Int::Min(a, b)
            | Int::Max(a, b)
            | Int::EdgeBetween(a, b) => a.is_static() && b.is_static(),
            Int::Abs(a) | Int::ContainerSites(a) => a.is_static(),
            Int::Sum(list) | Int::Product(list) | Int::MinOf(list) | Int::MaxOf(list) | Int::Len(list) => {
                list.is_static()
            }
            Int::If { cond, then, otherwise } => {
                cond.is_static() && then.is_static() && otherwise.is_static()
            }
            Int::FromBool(b) => b.is_static(),
            Int::Occurrences { value, list } => value.is_static() && list.is_static(),
            Int::Nth { list, index } => list.is_static() && index.is_static(),
            Int::FirstSite(r) | Int::Sites(r) => r.is_static(),
            Int::RegionSite { region, index } => region.is_static() && index.is_static(),
            Int::Neighbours { region, .. } => region.is_static(),
            Int::Row { site, .. } | Int::Column { site, .. } | Int::Layer { site, .. } => site.is_static(),
            Int::AtRowColumn { row, column, .. } => row.is_static() && column.is_static(),
            Int::HandSite { player, index } => player.is_static() && index.is_static(),
            Int::MapEntry { key, .. } => key.is_static(),
            Int::ComponentOf { owner, .. } => owner.is_static(),
            Int::Ahead { site, steps, dirs, .. } => site.is_static() && steps.is_static() && dirs.is_static(),
            Int::Steps { walk, from, to, .. } => walk.is_none() && from.is_static() && to.is_static(),
            Int::TrackFirst { track, from, cond } => {
                track.player.is_static() && from.as_ref().is_none_or(|f| f.is_static()) && cond.is_none()
            }
            Int::TrackEnd { track } => track.player.is_static(),
            Int::From
            | Int::To
            | Int::Between
            | Int::Site
            | Int::Level
            | Int::Value
            | Int::Player
            | Int::Track
            | Int::Edge
            | Int::Pips
            | Int::Hint { .. }
            | Int::FromAtTurnStart
            | Int::Mover
            | Int::Next
            | Int::Prev
            | Int::PrevTurnMover
            | Int::Role(_)
            | Int::LastFrom
            | Int::LastTo
            | Int::Last { .. }
            | Int::FromFloat(_)
            | Int::Random(_)
            | Int::What { .. }
            | Int::Who { .. }
            | Int::State { .. }
            | Int::Rotation { .. }
            | Int::PieceValue { .. }
            | Int::Count { .. }
            | Int::CountIn { .. }
            | Int::TopLevel { .. }
            | Int::SitePhase { .. }
            | Int::Cost { .. }
            | Int::Where { .. }
            | Int::WhereLevel { .. }
            | Int::Pieces { .. }
            | Int::Bag
            | Int::StackLevels { .. }
            | Int::PlatformBelow { .. }
            | Int::LargePieceSize { .. }
            | Int::Face(_)
            | Int::DiceSum(_)
            | Int::TrumpSuit
            | Int::Card { .. }
            | Int::PathExtent { .. }
            | Int::GroupSize { .. }
            | Int::Groups { .. }
            | Int::BiggestGroup { .. }
            | Int::BiggestLine { .. }
            | Int::Liberties { .. }
            | Int::Territory { .. }
            | Int::TrackMove { .. }
            | Int::TrackSteps { .. }
            | Int::Score(_)
            | Int::MatchScore(_)
            | Int::Amount(_)
            | Int::Pot
            | Int::Counter
            | Int::Temp
            | Int::Var(_)
            | Int::PlayerValue(_)
            | Int::Pending
            | Int::MoveLimit
            | Int::TurnLimit
            | Int::MoveNumber
            | Int::TurnNumber
            | Int::MovesThisTurn
            | Int::ActivePlayers
            | Int::PhaseCount
            | Int::LegalMoves
            | Int::Trials => false,
        }
    }
}

impl IntArr {
    /// Does it have the same value in every position?
    pub fn is_static(&self) -> bool {
        match self {
            IntArr::Const(_) => true,
            IntArr::List(list) => list.iter().all(Int::is_static),
            IntArr::Sites(r) => r.is_static(),
            IntArr::Union(lists) | IntArr::Intersection(lists) => lists.iter().all(IntArr::is_static),
            IntArr::Difference(a, b) => a.is_static() && b.is_static(),
            IntArr::Without(a, v) => a.is_static() && v.is_static(),
            IntArr::Team
            | IntArr::If { .. }
            | IntArr::Results { .. }
            | IntArr::TeamPlayers { .. }
            | IntArr::Players { .. }
            | IntArr::GroupSizes { .. }
            | IntArr::Remembered(_) => false,
        }
    }
}

impl Bool {
    /// Does it have the same value in every position?
    pub fn is_static(&self) -> bool {
        matches!(self, Bool::Const(_))
    }
}

impl Range {
    /// Does it have the same value in every position?
    pub fn is_static(&self) -> bool {
        self.min.is_static() && self.max.is_static()
    }
}

impl Owners {
    /// Does it mean the same players in every position?
    pub fn is_static(&self) -> bool {
        match self {
            Owners::Role(_) => false,
            Owners::Player(p) => p.is_static(),
        }
    }
}

impl Dir {
    /// Does it mean the same directions for every piece in every position?
    pub fn is_static(&self) -> bool {
        match self {
            Dir::Absolute(_) => true,
            Dir::FromTo { from, to, .. } => from.is_static() && to.is_static(),
            Dir::Union(a, b) | Dir::Difference(a, b) => a.is_static() && b.is_static(),
            Dir::Relative { .. } | Dir::Random { .. } | Dir::If { .. } => false,
        }
    }
}

impl Region {
    /// Does it have the same sites in every position?
    pub fn is_static(&self) -> bool {
        match self {
            Region::Fixed(_) => true,
            Region::Sites(list) => list.iter().all(Int::is_static),
            Region::List(list) => list.is_static(),
            Region::Union(list) | Region::Intersection(list) => list.iter().all(Region::is_static),
            Region::Difference(a, b) => a.is_static() && b.is_static(),
            Region::Without(r, site) => r.is_static() && site.is_static(),
            Region::If { cond, then, otherwise } => {
                cond.is_static() && then.is_static() && otherwise.is_static()
            }
            Region::Expand { region, steps, .. } => region.is_static() && steps.is_static(),
            Region::Lines { index, .. } => index.is_static(),
            Region::Side { player, .. } => player.is_static(),
            Region::Incident { site, owner, .. } => site.is_static() && owner.is_none(),
            Region::ByPlayer { regions, player } => {
                player.is_static() && regions.iter().all(Region::is_static)
            }
            Region::Hand(player) => player.is_static(),
            Region::Around { region, content, distance, cond, include_self, .. } => {
                region.is_static()
                    && content.is_none()
                    && distance.is_static()
                    && cond.is_none()
                    && include_self.is_static()
            }
            Region::Between { dirs, from, from_included, to, to_included, cond, .. } => {
                dirs.is_static()
                    && from.is_static()
                    && from_included.is_static()
                    && to.is_static()
                    && to_included.is_static()
                    && cond.is_none()
            }
            Region::Distance { walk, from, range, .. } => {
                walk.is_none() && from.is_static() && range.is_static()
            }
            Region::Direction { starts, dirs, included, stop, stop_included, distance, .. } => {
                starts.is_static()
                    && dirs.is_static()
                    && included.is_static()
                    && stop.is_none()
                    && stop_included.is_static()
                    && distance.is_static()
            }
            Region::Walk { from, rotations, .. } => from.is_static() && rotations.is_static(),
            // The track that a rule is looking at would come first.
            Region::Track { .. }
            | Region::Current
            | Region::Filter { .. }
            | Region::ForEachSite { .. }
            | Region::ForEachPlayer { .. }
            | Region::ForEachTeam(_)
            | Region::Levels { .. }
            | Region::Random { .. }
            | Region::Empty { .. }
            | Region::EmptyIn { .. }
            | Region::Occupied { .. }
            | Region::InState { .. }
            | Region::Supporting { .. }
            | Region::Start(_)
            | Region::Hidden { .. }
            | Region::LargePiece { .. }
            | Region::MovesFrom(_)
            | Region::MovesTo(_)
            | Region::MovesBetween(_)
            | Region::Winning { .. }
            | Region::LastFrom
            | Region::LastTo
            | Region::LastBetween
            | Region::Pending
            | Region::ToClear
            | Region::HintRegion
            | Region::Playable
            | Region::Crossing { .. }
            | Region::Group { .. }
            | Region::LineOfSight { .. }
            | Region::Loop { .. }
            | Region::Pattern { .. } => false,
        }
    }
}

//! Atomic changes of a position. A move is a list of these; recorded games name them; nothing else changes a
//! position during play. `Act` is what happens; `decision` marks the one that the player chose.

use crate::moves::ThenId;
use crate::types::*;

#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Action {
    pub act: Act,
    pub decision: bool,
}

/// Values that an action may leave as they are use `UNDEFINED`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum Act {
    /// Puts `count` pieces of component `what` on a site (on top of the stack in a stacking game).
    Add {
        kind: SiteType,
        to: i32,
        what: i32,
        count: i32,
        state: i32,
        rotation: i32,
        value: i32,
        on_stack: bool,
    },
    /// Puts a piece into a stack at a level.
    Insert {
        kind: SiteType,
        to: i32,
        level: i32,
        what: i32,
        state: i32,
    },
    /// Moves a piece. Levels are `UNDEFINED` for the top; `stack` moves the whole stack.
    Move {
        from_kind: SiteType,
        from: i32,
        from_level: i32,
        to_kind: SiteType,
        to: i32,
        to_level: i32,
        state: i32,
        rotation: i32,
        value: i32,
        stack: bool,
    },
    /// Moves `count` of the pieces that lie on a site.
    MoveCount {
        from_kind: SiteType,
        from: i32,
        to_kind: SiteType,
        to: i32,
        count: i32,
    },
    /// Moves the top `levels` pieces of a stack, keeping their order.
    MoveSubStack {
        from_kind: SiteType,
        from: i32,
        to_kind: SiteType,
        to: i32,
        levels: i32,
    },
    /// Copies a piece.
    Copy {
        from_kind: SiteType,
        from: i32,
        from_level: i32,
        to_kind: SiteType,
        to: i32,
        to_level: i32,
        state: i32,
        rotation: i32,
        value: i32,
        stack: bool,
    },
    /// Takes a piece away: the top one, or the one at a level. `applied: false` marks it for removal at the end
    /// of the turn.
    Remove {
        kind: SiteType,
        to: i32,
        level: i32,
        applied: bool,
    },
    Promote {
        kind: SiteType,
        to: i32,
        level: i32,
        what: i32,
    },
    /// Points at a site, or at two, without changing anything.
    Select {
        from_kind: SiteType,
        from: i32,
        from_level: i32,
        to_kind: SiteType,
        to: i32,
        to_level: i32,
    },
    Pass {
        forced: bool,
    },
    /// Two players change seats.
    Swap {
        a: i32,
        b: i32,
    },
    Propose {
        name: u16,
    },
    Vote {
        name: u16,
    },
    Note {
        name: u16,
        player: i32,
    },
    Bet {
        player: i32,
        bet: i32,
    },
    SetAmount {
        player: i32,
        amount: i32,
    },
    SetPot {
        pot: i32,
    },
    SetScore {
        player: i32,
        score: i32,
        add: bool,
    },
    SetCount {
        kind: SiteType,
        to: i32,
        what: i32,
        count: i32,
    },
    SetState {
        kind: SiteType,
        to: i32,
        level: i32,
        state: i32,
    },
    SetRotation {
        kind: SiteType,
        to: i32,
        level: i32,
        rotation: i32,
    },
    SetValue {
        kind: SiteType,
        to: i32,
        level: i32,
        value: i32,
    },
    SetPlayerValue {
        player: i32,
        value: i32,
    },
    SetCounter {
        counter: i32,
    },
    SetTemp {
        temp: i32,
    },
    SetVar {
        name: u16,
        value: i32,
    },
    SetPending {
        value: i32,
    },
    SetNextPlayer {
        player: i32,
    },
    SetTrump {
        suit: i32,
    },
    Trigger {
        player: i32,
        name: u16,
    },
    Remember {
        name: Option<u16>,
        value: i32,
        unique: bool,
    },
    Forget {
        name: Option<u16>,
        value: i32,
    },
    /// Keeps the hash of this position for `avoidStoredState`.
    StoreState,
    AddToTeam {
        player: i32,
        team: i32,
    },
    SetCost {
        kind: SiteType,
        to: i32,
        cost: i32,
    },
    SetPhase {
        kind: SiteType,
        to: i32,
        phase: i32,
    },
    SetHidden {
        facet: Facet,
        player: i32,
        kind: SiteType,
        to: i32,
        level: i32,
        hidden: bool,
    },
    UseDie {
        container: i32,
        die: i32,
        site: i32,
    },
    /// A die shows a face (by index of the face) and the pips of the roll are kept.
    SetDie {
        site: i32,
        face: i32,
    },
    SetDiceAllEqual {
        equal: bool,
    },
    NextInstance,
    Forfeit {
        player: i32,
    },
    /// What follows an effect that is a part of a move: it happens when its turn comes among the actions. What it
    /// does takes its place in the move as made.
    Follow {
        then: ThenId,
    },
    // ---- deduction puzzles ----
    PuzzleSet {
        kind: SiteType,
        var: i32,
        value: i32,
    },
    PuzzleToggle {
        kind: SiteType,
        var: i32,
        value: i32,
    },
    PuzzleReset {
        kind: SiteType,
        var: i32,
    },
}

/// What of a piece is hidden from a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Facet {
    All,
    What,
    Who,
    Count,
    State,
    Rotation,
    Value,
}

impl Action {
    pub fn from(&self) -> i32 {
        self.ends().0.1
    }
    pub fn to(&self) -> i32 {
        self.ends().1.1
    }
    pub fn from_kind(&self) -> SiteType {
        self.ends().0.0
    }
    pub fn to_kind(&self) -> SiteType {
        self.ends().1.0
    }
    /// The levels that an action speaks of, from and to; the ground where it says none.
    pub fn levels(&self) -> (i32, i32) {
        let said = |level: i32| if level == UNDEFINED { 0 } else { level };
        match self.act {
            Act::Move { from_level, to_level, .. }
            | Act::Copy { from_level, to_level, .. }
            | Act::Select { from_level, to_level, .. } => (said(from_level), said(to_level)),
            Act::Insert { level, .. } | Act::Promote { level, .. } | Act::Remove { level, .. } => {
                (said(level), said(level))
            }
            _ => (0, 0),
        }
    }
    /// Where an action points from and to; one that has a single place has it as both, one that has none `OFF`.
    #[inline]
    pub(crate) fn ends(&self) -> ((SiteType, i32), (SiteType, i32)) {
        let nowhere = (SiteType::Cell, OFF);
        match self.act {
            Act::Move { from_kind, from, to_kind, to, .. }
            | Act::MoveCount { from_kind, from, to_kind, to, .. }
            | Act::MoveSubStack { from_kind, from, to_kind, to, .. }
            | Act::Copy { from_kind, from, to_kind, to, .. }
            | Act::Select { from_kind, from, to_kind, to, .. } => ((from_kind, from), (to_kind, to)),
            Act::Add { kind, to, .. }
            | Act::Insert { kind, to, .. }
            | Act::Remove { kind, to, .. }
            | Act::Promote { kind, to, .. }
            | Act::SetCount { kind, to, .. }
            | Act::SetState { kind, to, .. }
            | Act::SetRotation { kind, to, .. }
            | Act::SetValue { kind, to, .. }
            | Act::SetCost { kind, to, .. }
            | Act::SetPhase { kind, to, .. }
            | Act::SetHidden { kind, to, .. } => ((kind, to), (kind, to)),
            Act::PuzzleSet { kind, var, .. }
            | Act::PuzzleToggle { kind, var, .. }
            | Act::PuzzleReset { kind, var } => ((kind, var), (kind, var)),
            Act::UseDie { site, .. } | Act::SetDie { site, .. } => {
                ((SiteType::Cell, site), (SiteType::Cell, site))
            }
            Act::Pass { .. }
            | Act::Swap { .. }
            | Act::Propose { .. }
            | Act::Vote { .. }
            | Act::Note { .. }
            | Act::Bet { .. }
            | Act::SetAmount { .. }
            | Act::SetPot { .. }
            | Act::SetScore { .. }
            | Act::SetPlayerValue { .. }
            | Act::SetCounter { .. }
            | Act::SetTemp { .. }
            | Act::SetVar { .. }
            | Act::SetPending { .. }
            | Act::SetNextPlayer { .. }
            | Act::SetTrump { .. }
            | Act::Trigger { .. }
            | Act::Remember { .. }
            | Act::Forget { .. }
            | Act::StoreState
            | Act::AddToTeam { .. }
            | Act::SetDiceAllEqual { .. }
            | Act::NextInstance
            | Act::Follow { .. }
            | Act::Forfeit { .. } => (nowhere, nowhere),
        }
    }
}

impl Act {
    pub fn is_pass(&self) -> bool {
        matches!(self, Act::Pass { .. })
    }
    pub fn is_swap(&self) -> bool {
        matches!(self, Act::Swap { .. })
    }
}

//! A move: the atomic actions it consists of, and which rules follow it.

use crate::action::Action;
use crate::ctx::RuleId;
use crate::types::*;
use smallvec::SmallVec;

/// Index into [`crate::Game::thens`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThenId(pub u32);

#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    pub mover: u8,
    /// Where the piece that the player moves comes from and goes to, as `(last From)` and `(last To)` see them.
    pub from: i32,
    pub to: i32,
    pub from_kind: SiteType,
    pub to_kind: SiteType,
    pub level_min: i32,
    pub level_max: i32,
    /// Sites jumped over or shot through, as `(last Between)` sees them.
    pub between: SmallVec<[i32; 2]>,
    pub state: i32,
    /// For moves on edges: the edge.
    pub edge: i32,
    pub oriented: bool,
    pub actions: SmallVec<[Action; 2]>,
    pub then: SmallVec<[ThenId; 2]>,
    /// The rules that gave it, inner ones first, where a witness listens; otherwise nothing.
    pub given: SmallVec<[RuleId; 4]>,
}

impl Move {
    pub fn new(action: Action) -> Move {
        let ((from_kind, from), (to_kind, to)) = action.ends();
        let mut actions = SmallVec::new();
        actions.push(action);
        Move {
            mover: 0,
            from,
            to,
            from_kind,
            to_kind,
            level_min: 0,
            level_max: 0,
            between: SmallVec::new(),
            state: UNDEFINED,
            edge: OFF,
            oriented: true,
            actions,
            then: SmallVec::new(),
            given: SmallVec::new(),
        }
    }
    /// This choice and another player's, made at once.
    pub fn joined_with(&self, other: &Move) -> Move {
        let mut both = self.clone();
        both.actions.extend(other.actions.iter().cloned());
        both.then.extend(other.then.iter().copied());
        both
    }
    /// The action that the player chose: the first one marked as a decision.
    pub fn decision(&self) -> Option<&Action> {
        self.actions.iter().find(|a| a.decision)
    }
    /// From and to of the decision: what a player would point at.
    pub fn choice(&self) -> (i32, i32) {
        self.decision().map_or((UNDEFINED, UNDEFINED), |a| (a.from(), a.to()))
    }
    /// A pass and nothing else that was decided: seats that change as a consequence of a pass are a decision too.
    pub fn is_pass(&self) -> bool {
        let mut passes = false;
        for a in &self.actions {
            if a.act.is_pass() {
                passes = true;
            } else if a.decision {
                return false;
            }
        }
        passes
    }
    pub fn is_swap(&self) -> bool {
        self.decision().is_some_and(|a| a.act.is_swap())
    }
}

//! Rules with some of their guards taken away. A guard is a part of a rule that only ever takes moves away: what must hold
//! afterwards, what goes first, what is longest, a condition. Guards are numbered in the order of a walk over the rule;
//! the walk is the same whatever was taken away.

use ludarium_engine::ctx::RuleId;
use ludarium_engine::kernel::{Bool, Moves, MovesKind, Origin, Target};

/// What a guard does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Something must hold once the move is made.
    After,
    /// An earlier alternative goes before.
    First,
    /// Only what goes on longest, captures most or goes furthest.
    Most,
    /// A stored position may not come back.
    Stored,
    /// Only the first piece of a track.
    OnTrack,
    /// A condition on the whole alternative.
    Condition,
    /// A condition on where the move begins, what it passes or where it ends.
    Place,
}

impl Sort {
    /// Guards that choose among moves that pieces could make.
    pub fn chooses(self) -> bool {
        match self {
            Sort::After | Sort::First | Sort::Most | Sort::Stored | Sort::OnTrack => true,
            Sort::Condition | Sort::Place => false,
        }
    }
}

/// A guard that was met.
#[derive(Clone, Debug)]
pub struct Guard {
    pub sort: Sort,
    /// The rule it belongs to.
    pub rule: RuleId,
    /// What it asks, where it asks something.
    pub cond: Option<Bool>,
}

/// Walks over a rule and takes away the guards that `away` names by number and kind.
pub struct Walk<'w> {
    pub away: &'w dyn Fn(usize, Sort) -> bool,
    pub met: Vec<Guard>,
}

impl Walk<'_> {
    /// Notes a guard; is it to be taken away?
    fn meet(&mut self, sort: Sort, rule: RuleId, cond: Option<&Bool>) -> bool {
        let number = self.met.len();
        self.met.push(Guard { sort, rule, cond: cond.cloned() });
        (self.away)(number, sort)
    }

    /// The parts of a condition that all must hold are guards of their own.
    fn condition(&mut self, rule: RuleId, cond: &mut Bool, sort: Sort) {
        match cond {
            Bool::And(parts) => {
                for part in parts.iter_mut() {
                    if self.meet(sort, rule, Some(part)) {
                        *part = Bool::Const(true);
                    }
                }
            }
            whole => {
                if self.meet(sort, rule, Some(whole)) {
                    *whole = Bool::Const(true);
                }
            }
        }
    }

    fn origin(&mut self, rule: RuleId, origin: &mut Origin) {
        if let Some(cond) = &mut origin.cond {
            self.condition(rule, cond, Sort::Place);
        }
    }

    fn target(&mut self, rule: RuleId, target: &mut Target) {
        if let Some(cond) = &mut target.cond {
            self.condition(rule, cond, Sort::Place);
        }
    }

    pub fn moves(&mut self, m: &mut Moves) {
        let rule = m.rule;
        let mut instead: Option<Vec<Moves>> = None;
        match &mut m.kind {
            MovesKind::Step { from, to, .. } | MovesKind::Leap { from, to, .. } => {
                self.origin(rule, from);
                self.target(rule, to);
            }
            MovesKind::FromTo { from, to, .. } => {
                self.origin(rule, from);
                self.target(rule, to);
            }
            MovesKind::Slide { from, to, .. } => {
                self.origin(rule, from);
                to.iter_mut().for_each(|to| self.target(rule, to));
            }
            MovesKind::Hop { from, between, to, .. } => {
                self.origin(rule, from);
                if let Some(cond) = between.as_mut().and_then(|b| b.cond.as_mut()) {
                    self.condition(rule, cond, Sort::Place);
                }
                self.target(rule, to);
            }
            MovesKind::Add { to, .. } => self.target(rule, to),
            MovesKind::Select { from, to, .. } => {
                self.origin(rule, from);
                to.iter_mut().for_each(|to| self.target(rule, to));
            }
            MovesKind::Or(list) | MovesKind::And(list) => list.iter_mut().for_each(|part| self.moves(part)),
            MovesKind::Seq(list) => list.iter_mut().for_each(|part| self.moves(part)),
            MovesKind::Priority(list) => {
                let away = self.meet(Sort::First, rule, None);
                list.iter_mut().for_each(|part| self.moves(part));
                instead = away.then(|| list.to_vec());
            }
            MovesKind::If { cond, then, otherwise } => instead = self.either(rule, cond, then, otherwise),
            MovesKind::Do { prior, next, after } => {
                let mut away = false;
                if let Some(after) = after {
                    away = self.meet(Sort::After, rule, Some(after));
                }
                self.moves(prior);
                next.iter_mut().for_each(|next| self.moves(next));
                match (away, next.is_some()) {
                    (true, false) => instead = Some(vec![(**prior).clone()]),
                    (true, true) => *after = None,
                    (false, _) => {}
                }
            }
            MovesKind::AvoidStoredState(moves) => {
                let away = self.meet(Sort::Stored, rule, None);
                self.moves(moves);
                instead = away.then(|| vec![(**moves).clone()]);
            }
            MovesKind::FirstMoveOnTrack { moves, .. } => {
                let away = self.meet(Sort::OnTrack, rule, None);
                self.moves(moves);
                instead = away.then(|| vec![(**moves).clone()]);
            }
            MovesKind::MaxMoves { moves, .. }
            | MovesKind::MaxCaptures { moves, .. }
            | MovesKind::MaxDistance { moves, .. } => {
                let away = self.meet(Sort::Most, rule, None);
                self.moves(moves);
                instead = away.then(|| vec![(**moves).clone()]);
            }
            MovesKind::ForEachPiece(each) => each.moves.iter_mut().for_each(|moves| self.moves(moves)),
            MovesKind::ForEachSite { moves, otherwise, .. } => {
                self.moves(moves);
                otherwise.iter_mut().for_each(|moves| self.moves(moves));
            }
            MovesKind::ForEachDie { cond, moves, .. } => {
                if let Some(cond) = cond {
                    self.condition(rule, cond, Sort::Condition);
                }
                self.moves(moves);
            }
            MovesKind::ForEachValue { moves, .. }
            | MovesKind::ForEachValueIn { moves, .. }
            | MovesKind::ForEachPlayer { moves, .. }
            | MovesKind::ForEachLevel { moves, .. }
            | MovesKind::ForEachGroup { moves, .. }
            | MovesKind::ForEachDirection { moves, .. } => self.moves(moves),
            MovesKind::ForEachTeam(moves) | MovesKind::Append(moves) => self.moves(moves),
            MovesKind::AllCombinations(a, b) => {
                self.moves(a);
                self.moves(b);
            }
            // A loop without its condition would not end; the others have nothing to take away.
            MovesKind::While { .. }
            | MovesKind::Shoot { .. }
            | MovesKind::Remove { .. }
            | MovesKind::Promote { .. }
            | MovesKind::PlayCard
            | MovesKind::SwapPieces { .. }
            | MovesKind::Pass
            | MovesKind::Propose(_)
            | MovesKind::Vote(_)
            | MovesKind::Bet { .. }
            | MovesKind::SwapPlayers { .. }
            | MovesKind::SetTrump(_)
            | MovesKind::SetNextPlayer(_)
            | MovesKind::SetRotation { .. }
            | MovesKind::Fall
            | MovesKind::Effect(_) => {}
        }
        if let Some(parts) = instead {
            m.kind = MovesKind::Or(parts.into_boxed_slice());
        }
    }

    /// A condition taken away opens both ways; a part of one opens the first way if the rest holds.
    fn either(
        &mut self,
        rule: RuleId,
        cond: &mut Bool,
        then: &mut Moves,
        otherwise: &mut Option<Box<Moves>>,
    ) -> Option<Vec<Moves>> {
        let parts = matches!(cond, Bool::And(_));
        let mut whole = false;
        if parts {
            self.condition(rule, cond, Sort::Condition);
        } else {
            whole = self.meet(Sort::Condition, rule, Some(cond));
        }
        // Where there is another way, the condition as a whole keeps one of both shut.
        let other = otherwise.is_some() && parts && self.meet(Sort::Condition, rule, Some(cond));
        self.moves(then);
        otherwise.iter_mut().for_each(|moves| self.moves(moves));
        (whole || other).then(|| {
            let mut both = vec![then.clone()];
            both.extend(otherwise.iter().map(|moves| (**moves).clone()));
            both
        })
    }
}

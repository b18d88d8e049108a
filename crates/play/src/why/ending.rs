//! Which end rule ended a game. The last move is made again under the end rules one by one, in their order: the first
//! with which the game ends is the one. Values are those of its condition between the move and the end.

use super::values::{Valued, clause_at, value, values};
use crate::{Reading, State};
use ludarium_engine::{Ctx, Game};
use ludarium_ludemes::checked::{Checked, CheckedId};
use ludarium_syntax::NodeId;

/// Why a game is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// The end rule; nothing where the game ended otherwise.
    pub node: Option<NodeId>,
    /// How it ended, where no rule of the description ended it.
    pub otherwise: Option<&'static str>,
    /// The condition of the rule and its parts, with what they were.
    pub values: Vec<Valued>,
}

/// Where an end rule stands: with a phase, or with the whole game.
#[derive(Clone, Copy)]
struct Placed {
    phase: Option<usize>,
    index: usize,
    clause: CheckedId,
}

impl State {
    /// Which end rule ended the game; nothing while it runs, and where nothing was played.
    pub fn why_over(&self, reading: &Reading) -> Option<Ending> {
        let checked = reading.game.as_ref()?;
        if !self.is_over() || self.board().instance.is_some() {
            return None;
        }
        let chosen = self.last_chosen()?.clone();
        let mut before = self.clone();
        before.undo();
        let game: &Game = self.game();
        let mut bare = game.clone();
        bare.end = None;
        bare.phases.iter_mut().for_each(|phase| phase.end = None);
        let mut after = before.ctx_of(&bare);
        after.apply(&chosen);
        let limit = after.pos.over;
        let board = before.board();
        (after.pos.prev, after.pos.mover, after.pos.next) = (board.prev, board.mover, board.next);
        let phase = board.phase.get(usize::from(board.mover)).map_or(0, |&phase| usize::from(phase));
        for placed in end_rules(checked, phase) {
            let mut only = bare.clone();
            let of = match placed.phase {
                Some(phase) => game.phases.get(phase).and_then(|phase| phase.end.as_ref()),
                None => game.end.as_ref(),
            };
            let Some(mut end) = of.cloned() else { continue };
            end.rules.truncate(placed.index + 1);
            match placed.phase {
                Some(phase) => only.phases[phase].end = Some(end),
                None => only.end = Some(end),
            }
            let mut ctx = before.ctx_of(&only);
            ctx.apply(&chosen);
            if ctx.pos.over && !limit {
                return Some(told(checked, placed.clause, &after));
            }
        }
        let otherwise = if limit { "The limit of turns was reached." } else { "All players passed." };
        Some(Ending { node: None, otherwise: Some(otherwise), values: Vec::new() })
    }
}

/// The end rules that are looked at after a move in a phase, in their order.
fn end_rules(checked: &Checked, phase: usize) -> Vec<Placed> {
    let Some(rules) = checked.clause(checked.root, "rules") else { return Vec::new() };
    let of_phase = checked.clauses(rules, "phases").nth(phase).and_then(|id| checked.clause(id, "end"));
    let mut found = Vec::new();
    for (end, phase) in [(of_phase, Some(phase)), (checked.clause(rules, "end"), None)] {
        let Some(end) = end else { continue };
        let clauses = checked.clauses(end, "endRule").chain(checked.clauses(end, "endRules"));
        found.extend(clauses.enumerate().map(|(index, clause)| Placed { phase, index, clause }));
    }
    found
}

/// The rule, or the case of it that decided, with the values of its condition.
fn told(checked: &Checked, rule: CheckedId, after: &Ctx<'_>) -> Ending {
    let mut rule = rule;
    let mut told = Vec::new();
    loop {
        let test = checked.arg(rule, "test").and_then(|arg| clause_at(checked, arg.at));
        if let Some(test) = test {
            told.extend(values(checked, test, after));
        }
        let mut cases = checked.clauses(rule, "sub").chain(checked.clauses(rule, "subs"));
        let holds = |case: &CheckedId| {
            let test = checked.arg(*case, "test").and_then(|arg| clause_at(checked, arg.at));
            test.and_then(|test| value(checked, test, after)) == Some(super::values::Is::Truth(true))
        };
        match cases.find(holds) {
            Some(case) => rule = case,
            None => break,
        }
    }
    Ending { node: Some(checked.node(rule).at), otherwise: None, values: told }
}

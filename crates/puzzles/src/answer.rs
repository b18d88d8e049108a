//! What to say to somebody who tries a move: whether it still solves the task, and what is played against it. Worked out by the
//! same search as the proof, from the position at hand, so that every defence is met and every right move is accepted,
//! not only those of the line.

use crate::prove::{Effort, GaveUp, Prover};
use crate::puzzle::Task;
use ludarium_play::State;

/// What a move of the solver came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tried {
    /// The game is over and won; or the danger is met.
    Solved,
    /// Still right, and the same player goes on.
    GoOn { plies: u32 },
    /// Still right: the others answer so (places among the legal moves, one after the other).
    Right { replies: Vec<usize>, plies: u32 },
    /// It does not force a win in time. The reply that shows it, where there is one.
    Fails { reply: Option<usize> },
    /// It loses: the opponent's reply forces a win within so many moves.
    Loses { reply: usize, plies: u32 },
}

/// Judges a move of the solver. `left` is how many moves of all players the task still has; the answer's `plies` is what
/// is left then.
pub fn tried(
    prover: &Prover<'_>,
    state: &State,
    task: Task,
    left: u32,
    index: usize,
    effort: &mut Effort,
) -> Result<Tried, GaveUp> {
    let solver = state.agent();
    let mut after = state.clone();
    after.play(index).map_err(|_| GaveUp)?;
    match task {
        Task::Win { .. } => wins(prover, after, solver, left, effort),
        Task::Save { plies } => saves(prover, &after, solver, plies, effort),
    }
}

fn wins(
    prover: &Prover<'_>,
    mut after: State,
    solver: usize,
    left: u32,
    effort: &mut Effort,
) -> Result<Tried, GaveUp> {
    if after.is_over() {
        let won = after.winning_agent() == Some(solver);
        return Ok(if won { Tried::Solved } else { Tried::Fails { reply: None } });
    }
    let mut left = left.saturating_sub(1);
    if left == 0 {
        return Ok(Tried::Fails { reply: None });
    }
    if after.agent() == solver {
        let verdicts = prover.force(&after, solver, left, effort, |v| v.winning().next().is_some())?;
        return Ok(match verdicts.winning().next() {
            Some(_) => Tried::GoOn { plies: left },
            None if verdicts.depth < left => return Err(GaveUp),
            None => Tried::Fails { reply: None },
        });
    }
    let mut replies = Vec::new();
    while !after.is_over() && after.agent() != solver {
        let verdicts = prover.force(&after, solver, left, effort, |_| false)?;
        if let Some(reply) = verdicts.others().next() {
            // (With the effort spent, nobody knows.)
            return if verdicts.depth < left { Err(GaveUp) } else { Ok(Tried::Fails { reply: Some(reply) }) };
        }
        let Some((reply, plies)) = verdicts.winning().max_by_key(|w| w.1) else { return Err(GaveUp) };
        replies.push(reply);
        left = plies - 1;
        after.play(reply).map_err(|_| GaveUp)?;
    }
    Ok(Tried::Right { replies, plies: left })
}

fn saves(
    prover: &Prover<'_>,
    after: &State,
    solver: usize,
    plies: u32,
    effort: &mut Effort,
) -> Result<Tried, GaveUp> {
    let opponent = 3 - solver;
    if after.is_over() {
        let lost = after.winning_agent() == Some(opponent);
        return Ok(if lost { Tried::Fails { reply: None } } else { Tried::Solved });
    }
    let left = plies.saturating_sub(1);
    let own = after.agent() == opponent;
    let verdicts = prover.force(after, opponent, left, effort, |v| own && v.winning().next().is_some())?;
    let lost = if own { verdicts.winning().next().is_some() } else { verdicts.others().next().is_none() };
    match verdicts.winning().min_by_key(|w| w.1) {
        Some((reply, plies)) if lost && own => Ok(Tried::Loses { reply, plies }),
        Some(_) if lost => Ok(Tried::Fails { reply: None }),
        Some(_) | None if verdicts.depth < left => Err(GaveUp),
        Some(_) | None => Ok(Tried::Solved),
    }
}

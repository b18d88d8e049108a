//! A kept puzzle proven again, from its text alone: the position is reached, its task holds, exactly one move solves it,
//! and the line leads to a win.

use crate::prove::{Effort, Prover};
use crate::puzzle::{Puzzle, Task};

/// A puzzle that does not hold: what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong(pub String);

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wrong {}

/// Proves a puzzle again. The moves made in search, or what is wrong.
pub fn verify(prover: &Prover<'_>, puzzle: &Puzzle, most: u64) -> Result<u64, Wrong> {
    let wrong = |what: String| Err(Wrong(what));
    let state = puzzle.state(prover.game()).map_err(Wrong)?;
    if state.legal_moves().len() != puzzle.choices {
        return wrong(format!("{} legal moves, not {}", state.legal_moves().len(), puzzle.choices));
    }
    if puzzle.beyond < puzzle.task.plies() {
        return wrong("the other moves were not searched as deep as the right one".to_owned());
    }
    let solver = state.agent();
    let mut effort = Effort::of(most);
    let against = match puzzle.task {
        Task::Win { .. } => solver,
        Task::Save { .. } => 3 - solver,
    };
    let verdicts = prover
        .force(&state, against, puzzle.beyond, &mut effort, |_| false)
        .map_err(|_| Wrong("the effort was spent before anything was proven".to_owned()))?;
    let decided = verdicts.others().next().is_none();
    if verdicts.depth < puzzle.beyond && !decided {
        return wrong(format!(
            "only {} of {} moves deep: the effort was spent",
            verdicts.depth, puzzle.beyond
        ));
    }
    let names = state.names();
    let (right, plies): (Vec<usize>, u32) = match puzzle.task {
        Task::Win { .. } => {
            (verdicts.winning().map(|w| w.0).collect(), verdicts.winning().map(|w| w.1).min().unwrap_or(0))
        }
        Task::Save { .. } => {
            (verdicts.others().collect(), verdicts.winning().map(|w| w.1).max().unwrap_or(0))
        }
    };
    let [key] = right[..] else {
        let told: Vec<&str> = right.iter().map(|&i| names[i].as_str()).collect();
        return wrong(format!("{} moves solve it: {}", right.len(), told.join(", ")));
    };
    if names[key] != puzzle.key() {
        return wrong(format!("the right move is {}, not {}", names[key], puzzle.key()));
    }
    if plies != puzzle.task.plies() {
        return wrong(format!("it takes {plies} moves, not {}", puzzle.task.plies()));
    }
    let mut line = state.clone();
    for name in &puzzle.line {
        line.play(name.as_str()).map_err(|e| Wrong(format!("the line: {e}")))?;
    }
    let ends = match puzzle.task {
        Task::Win { plies } => line.winning_agent() == Some(solver) && puzzle.line.len() as u32 == plies,
        Task::Save { .. } => true,
    };
    if !ends {
        return wrong("the line does not lead to the win it tells of".to_owned());
    }
    Ok(effort.spent)
}

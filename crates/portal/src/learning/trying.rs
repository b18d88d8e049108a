//! A puzzle while somebody tries it: is the last move right, what is answered, and why a wrong move fails. And puzzles that
//! are found while somebody waits, for games that have none.

use super::asked::{Line, session, told};
use crate::compiled::Compiled;
use ludarium_play::Selection;
use ludarium_players::{Budget, Control, EngineWorld};
use ludarium_puzzles::answer::{Tried, tried as judge};
use ludarium_puzzles::{Collection, Effort, Order, Prover, Task, find};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Moves in search that may be spent on one answer.
const NODES: u64 = 20_000_000;

pub fn tried(
    compiled: &Arc<Compiled>,
    line: &Line,
    win: bool,
    plies: u32,
    made: u32,
) -> Result<Value, String> {
    let prover = Prover::new(&compiled.game).map_err(|why| why.to_string())?;
    let Some((last, before)) = line.moves.split_last() else { return Err("no move was made".to_owned()) };
    let before = Line { moves: before.to_vec(), ..line.clone() };
    let mut here = session(compiled, &before)?;
    let index = here.find(last).map_err(|_| format!("{last} is not a legal move"))?;
    let task = if win { Task::Win { plies } } else { Task::Save { plies } };
    let left = plies.saturating_sub(made);
    let mut effort = Effort::of(NODES);
    let answer = judge(&prover, here.state(), task, left, index, &mut effort)
        .map_err(|_| "this move could not be judged in time".to_owned())?;
    here.play(index).map_err(|_| "this move cannot be played".to_owned())?;
    let shown = here.plies().len();
    let (verdict, replies, left) = match answer {
        Tried::Solved => ("solved", Vec::new(), None),
        Tried::GoOn { plies } => ("on", Vec::new(), Some(plies)),
        Tried::Right { replies, plies } => ("on", replies, Some(plies)),
        Tried::Fails { reply } => ("wrong", reply.into_iter().collect(), None),
        Tried::Loses { reply, plies } => ("loses", vec![reply], Some(plies)),
    };
    let after = told(&here, false);
    for reply in replies {
        here.play(reply).map_err(|_| "the answer cannot be played".to_owned())?;
    }
    let answers: Vec<&crate::session::Ply> = here.plies()[shown..].iter().collect();
    Ok(json!({
        "verdict": verdict, "left": left, "replies": answers, "after": after, "now": told(&here, false),
    }))
}

/// A player waits no longer than this for puzzles.
const PATIENCE: Duration = Duration::from_secs(8);

/// Puzzles of a game that nobody made any for: as text, as `ludarium puzzles` writes it.
pub fn found(compiled: &Arc<Compiled>, count: usize, seed: u64) -> Result<Value, String> {
    let game = &compiled.game;
    Prover::new(game).map_err(|why| why.to_string())?;
    let begun = Instant::now();
    let elapsed = move || begun.elapsed();
    let stop = &ludarium_players::control::NEVER;
    let prover = Prover::on(EngineWorld::new(game).informed(stop)).map_err(|why| why.to_string())?;
    let order = Order { count: count.clamp(1, 24), seed, nodes: 150_000, deepest: 7, ..Order::default() };
    let control = Control { budget: Budget::time(PATIENCE), elapsed: &elapsed, cancel: stop };
    let made = find(&prover, &order, &control, |_| {});
    let collection = Collection {
        game: game.name.clone(),
        selection: Selection::default(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed,
        command: format!("the portal, in {} s", PATIENCE.as_secs()),
        puzzles: made.puzzles,
    };
    Ok(json!({ "text": collection.write(), "found": collection.puzzles.len(), "games": made.games }))
}

//! One game between players, with everything that can go wrong accounted for: illegal answers, failures, time
//! overruns. Knows players and results; files and clocks are the caller's.

use crate::calibrate;
use crate::control::{Budget, Control};
use crate::engine_world::{EngineWorld, result_of};
use crate::player::{Player, Table};
use crate::world::{Utilities, World};
use ludarium_engine::rng::mix;
use ludarium_play::{Game, State};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How a game came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By its rules.
    Over,
    /// It was broken off after the most moves that were allowed.
    TooLong,
    /// A rule did not come to an end; nobody's fault.
    Stopped(String),
    /// An agent failed: by an illegal move or otherwise.
    Forfeit { agent: usize, why: String },
    /// Somebody broke it off.
    Cancelled,
}

/// A game that was played.
pub struct Played {
    pub state: State,
    pub ended: Ended,
    pub results: Utilities,
    /// By agent: how long it thought in all, its longest thought, and by how much that was too long.
    pub thinking: Vec<Thinking>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Thinking {
    pub moves: u32,
    pub total: Duration,
    pub longest: Duration,
    pub overrun: Duration,
    pub iterations: u64,
    pub nodes: u64,
}

/// How a game is to be played.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    pub budget: Budget,
    pub most_plies: usize,
    /// A game that is broken off is won by who has clearly more left; else it is drawn.
    pub by_material: bool,
    /// A clock that only goes forward.
    pub now: &'a (dyn Fn() -> Duration + Sync),
    pub cancel: &'a AtomicBool,
}

/// Plays a game. `players[i]` is agent `i + 1`.
pub fn play<'g>(
    game: &'g Game,
    players: &mut [&mut (dyn Player<'g> + 'g)],
    seed: u64,
    terms: Terms<'_>,
) -> Played {
    let world = EngineWorld::new(game);
    let mut state = State::start(game, seed);
    let mut thinking = vec![Thinking::default(); game.players + 1];
    for p in players.iter_mut() {
        p.new_game();
    }
    let mut ended = Ended::Over;
    while !state.is_over() {
        if let Some(rule) = state.stopped() {
            ended = Ended::Stopped(rule.to_owned());
            break;
        }
        if state.plies() >= terms.most_plies {
            ended = Ended::TooLong;
            break;
        }
        if terms.cancel.load(std::sync::atomic::Ordering::Relaxed) {
            ended = Ended::Cancelled;
            break;
        }
        let pos = world.position(&state);
        let asked: Vec<(usize, usize)> = if world.facts().simultaneous {
            world.choices(&pos, &EngineWorld::steps(state.legal_moves()))
        } else {
            vec![(state.agent(), state.legal_moves().len())]
        };
        let mut index = 0;
        for (agent, choices) in asked {
            let picked = match players.get_mut(agent.wrapping_sub(1)) {
                Some(player) => {
                    let budget = player.budget().unwrap_or(terms.budget);
                    let begun = (terms.now)();
                    let elapsed = || (terms.now)().saturating_sub(begun);
                    let control = Control { budget, elapsed: &elapsed, cancel: terms.cancel };
                    let seed = mix(seed ^ mix(state.plies() as u64 ^ (agent as u64) << 32));
                    let answer = player.choose(Table { state: &state, agent, seed }, &control);
                    let took = elapsed();
                    let t = &mut thinking[agent.min(game.players)];
                    t.moves += 1;
                    t.total += took;
                    t.longest = t.longest.max(took);
                    if let Some(most) = budget.time {
                        t.overrun = t.overrun.max(took.saturating_sub(most));
                    }
                    answer.map(|a| {
                        t.iterations += a.iterations;
                        t.nodes += a.nodes;
                        a.index
                    })
                }
                // A seat that nobody plays: the first move.
                None => Ok(0),
            };
            match picked {
                Ok(pick) if pick < choices => index = index * choices + pick,
                Ok(pick) => {
                    ended = Ended::Forfeit { agent, why: format!("move number {pick} of {choices}") };
                    break;
                }
                Err(why) => {
                    ended = Ended::Forfeit { agent, why };
                    break;
                }
            }
        }
        if ended != Ended::Over {
            break;
        }
        if let Err(illegal) = state.play(index) {
            ended = Ended::Forfeit { agent: state.agent(), why: illegal.to_string() };
            break;
        }
    }
    let mut results = result_of(&state);
    if ended == Ended::TooLong && terms.by_material {
        results = material_result(game, &state, terms.cancel);
    }
    if let Ended::Forfeit { agent, .. } = ended {
        results = [0.0; crate::world::SEATS];
        for (a, r) in results.iter_mut().enumerate().take(game.players + 1).skip(1) {
            *r = if a == agent { -1.0 } else { 1.0 };
        }
    }
    Played { state, ended, results, thinking }
}

/// The result of a game that is not over by what is left of pieces and points: who has a tenth more than all others has won.
fn material_result(game: &Game, state: &State, cancel: &AtomicBool) -> Utilities {
    let mut results = [0.0; crate::world::SEATS];
    let world = EngineWorld::new(game);
    let weights = Arc::new(calibrate::guess(&world, cancel));
    let Some(owned) = world.with_weights(Some(weights)).material(state) else { return results };
    let all: Vec<usize> = (1..=game.players).collect();
    let best = all.iter().copied().max_by(|&a, &b| owned[a].total_cmp(&owned[b]));
    let Some(best) = best else { return results };
    let others = all.iter().copied().filter(|&agent| agent != best).map(|agent| owned[agent]);
    let next = others.fold(f32::MIN, f32::max);
    if next.is_finite() && owned[best] > next + 0.1 * next.abs() + 1e-3 {
        for agent in all {
            results[agent] = if agent == best { 1.0 } else { -1.0 };
        }
    }
    results
}

/// Which of two sides each agent plays for in game number `number`: seats go round, so that both sides sit
/// everywhere equally often. Agent `i + 1` plays for `sides[i]`.
pub fn seats(players: usize, number: usize) -> Vec<usize> {
    (0..players).map(|s| (s + number) % 2).collect()
}

/// What a game was worth for the first side against the second: the difference of the means of their agents.
pub fn side_result(results: &Utilities, sides: &[usize]) -> f32 {
    let mean = |side: usize| {
        let own: Vec<f32> =
            sides.iter().enumerate().filter(|(_, s)| **s == side).map(|(i, _)| results[i + 1]).collect();
        if own.is_empty() { 0.0 } else { own.iter().sum::<f32>() / own.len() as f32 }
    };
    mean(0) - mean(1)
}

//! One way to a verdict for all who ask: random games until the figures are known well enough, some of them watched rule
//! by rule, then games of players who think, then the findings. Knows no clock: who asks says when to stop.

use super::judge::{Evidence, judge};
use super::{Grade, MODEST, Verdict, misses, precise_enough};
use crate::profile_of;
use crate::thinking::{Thinking, Thought, think};
use crate::trial::{Trial, Watch, quick_trial, random_trial};
use ludarium_engine::ctx::Witness;
use ludarium_lint::{Effort, Subject, lint};
use ludarium_play::{Game, Reading};
use rayon::prelude::*;
use std::sync::Arc;

/// How a game is looked at.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// Seed of the first game; the others follow on.
    pub seed: u64,
    /// At most so many random games.
    pub games: usize,
    /// Fewer when the deciding figures are known this exactly.
    pub margin: f64,
    /// Fewer when it is clear that random play misses the gate.
    pub early: bool,
    /// Break random games off after so many moves; only the rules' own limits hold when left out.
    pub most: Option<usize>,
    /// How much players think; not at all when left out.
    pub thought: Option<Thought>,
    /// Random play that looks for positions which show defects of the rules.
    pub lint: Effort,
}

/// What is being done, for whoever shares out the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Games of random moves.
    Random,
    /// Games in which somebody thinks, or the search for a solution.
    Thinking,
}

/// A verdict and what it rests on.
#[derive(Clone, Debug)]
pub struct Decided {
    pub verdict: Verdict,
    /// The random games.
    pub trials: Vec<Trial>,
    pub lints: Vec<ludarium_lint::Finding>,
}

/// How many games are played before it is asked whether that is enough.
const BATCH: usize = 20;
/// So many games of so many moves are played by the plain evaluator, to see which rules ever give a move.
const WATCHED: u64 = 8;
const WATCHED_MOVES: usize = 500;
/// Where random play passes the gate, so few games in each seat show that thinking helps.
const ENOUGH_THOUGHT: usize = 2;

/// Plays a game and judges it. `find` gives the texts of subgames by name, `go_on` says whether there is time for more of a stage,
/// and `progress` hears how many random games were played.
pub fn decide(
    reading: &Reading,
    game: &Game,
    find: &dyn Fn(&str) -> Option<String>,
    how: &How,
    go_on: &(dyn Fn(Stage) -> bool + Sync),
    progress: &dyn Fn(usize),
) -> Decided {
    let witness = watch(game, how, go_on);
    let trials = play(game, how, go_on, progress);
    let Some(profile) = profile_of(reading, game, find) else {
        let nothing = Verdict { findings: Vec::new(), grade: Grade::Broken, games: 0, thinking: 0 };
        return Decided { verdict: nothing, trials, lints: Vec::new() };
    };
    let thinking = match how.thought {
        Some(thought) if trials.iter().all(|t| t.stopped.is_none()) => {
            let passes = misses(game.players, &trials, &MODEST, false).is_empty();
            let games = if passes { thought.games.min(ENOUGH_THOUGHT) } else { thought.games };
            think(game, &Thought { games, ..thought }, &|| go_on(Stage::Thinking))
        }
        Some(_) | None => Thinking::default(),
    };
    let lints = reading.game.as_ref().map_or(Vec::new(), |checked| {
        let tree = &reading.expanded.game;
        lint(&Subject { checked, tree, game, metadata: reading.metadata.as_ref() }, &how.lint)
    });
    let evidence = Evidence {
        reading,
        game,
        profile: &profile,
        trials: &trials,
        most: how.most,
        thinking: &thinking,
        witness: Some(&witness),
        lints: &lints,
    };
    let verdict = judge(&evidence, &MODEST);
    Decided { verdict, trials, lints }
}

/// Which rules ever give a move is seen in a few games of the plain evaluator, which take longer: these do not count.
fn watch(game: &Game, how: &How, go_on: &(dyn Fn(Stage) -> bool + Sync)) -> Arc<Witness> {
    let witness = Arc::new(Witness::of(game));
    let most = how.most.map_or(WATCHED_MOVES, |most| most.min(WATCHED_MOVES));
    let watch = Watch { most: Some(most), detail: false, witness: Some(witness.clone()) };
    (0..WATCHED).into_par_iter().for_each(|i| {
        if go_on(Stage::Random) {
            random_trial(game, how.seed.wrapping_add(i), &watch);
        }
    });
    witness
}

/// Random games until the figures are known well enough, or the games or the time are used up.
fn play(
    game: &Game,
    how: &How,
    go_on: &(dyn Fn(Stage) -> bool + Sync),
    progress: &dyn Fn(usize),
) -> Vec<Trial> {
    let mut trials: Vec<Trial> = Vec::new();
    while trials.len() < how.games {
        let first = how.seed.wrapping_add(trials.len() as u64);
        let n = BATCH.min(how.games - trials.len()) as u64;
        // One game is played whatever the time.
        let none = trials.is_empty();
        let batch: Vec<Option<Trial>> = (0..n)
            .into_par_iter()
            .map(|i| {
                (none && i == 0 || go_on(Stage::Random))
                    .then(|| quick_trial(game, first.wrapping_add(i), how.most))
            })
            .collect();
        let whole = batch.iter().all(Option::is_some);
        trials.extend(batch.into_iter().flatten());
        progress(trials.len());
        let clear = how.early && !misses(game.players, &trials, &MODEST, true).is_empty();
        if !whole || clear || precise_enough(game.players, &trials, how.margin) {
            break;
        }
    }
    trials
}

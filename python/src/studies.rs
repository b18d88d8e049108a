//! What can be found out about a game: concepts, verdicts, random games, reconstructions.

use crate::game::{Game, GameError};
use crate::patience::with_patience;
use ludarium::reconstruction::Request;
use ludarium_concepts::profile_of;
use ludarium_concepts::taxonomy;
use ludarium_concepts::thinking::Thought;
use ludarium_concepts::verdict::{How, Verdict, decide};
use ludarium_lint::Effort;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What a game is: a number for every concept that its description shows.
#[pyfunction]
pub fn concepts<'py>(py: Python<'py>, game: &Game) -> PyResult<Bound<'py, PyDict>> {
    let rules = game.rules_of();
    let reading = rules.reading().ok_or_else(|| GameError::new_err("the description was not kept"))?;
    let profile = py.detach(|| profile_of(reading, rules, &|name| game.part(name)));
    let profile = profile.ok_or_else(|| GameError::new_err("the description shows no concepts"))?;
    let out = PyDict::new(py);
    for concept in taxonomy::all() {
        let number = profile.numbers.iter().find(|(id, _)| *id == concept.id).map(|(_, value)| *value);
        match number {
            Some(value) => out.set_item(concept.name, value)?,
            None if profile.set.has(concept.id) => out.set_item(concept.name, 1.0)?,
            None => {}
        }
    }
    Ok(out)
}

/// Judges whether a game can be played, by playing it. `progress` is called with the number of games played so far.
#[pyfunction]
#[pyo3(signature = (game, games = 200, margin = 0.05, seed = 1, most = None, think = 4, progress = None))]
pub fn verdict<'py>(
    py: Python<'py>,
    game: &Game,
    games: usize,
    margin: f64,
    seed: u64,
    most: Option<usize>,
    think: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    if games == 0 {
        return Err(PyValueError::new_err("nothing can be judged by no games"));
    }
    let played = AtomicUsize::new(0);
    let tell = |_: Python<'_>| match &progress {
        Some(progress) => progress.call1((played.load(Ordering::Relaxed),)).map(|_| ()),
        None => Ok(()),
    };
    let decided = with_patience(py, tell, |cancel| {
        let go_on = || !cancel.load(Ordering::Relaxed);
        let thought = (think > 0).then(|| Thought { seed, games: think, ..Thought::default() });
        let how = How { seed, games, margin, early: false, most, thought, lint: Effort::NONE };
        decided(game, &how, &go_on, &|n| played.store(n, Ordering::Relaxed))
    })?;
    let verdict = decided.ok_or_else(|| GameError::new_err("the description shows no concepts"))?;
    let out = PyDict::new(py);
    out.set_item("game", &game.rules_of().name)?;
    out.set_item("grade", verdict.grade.name())?;
    out.set_item("meaning", verdict.grade.meaning())?;
    out.set_item("games", verdict.games)?;
    out.set_item("thinking", verdict.thinking)?;
    let findings = PyList::empty(py);
    for finding in &verdict.findings {
        let one = PyDict::new(py);
        one.set_item("check", finding.check)?;
        one.set_item("weight", finding.weight.name())?;
        one.set_item("sentence", &finding.sentence)?;
        one.set_item("value", finding.figure.map(|f| f.value))?;
        one.set_item("low", finding.figure.map(|f| f.low))?;
        one.set_item("high", finding.figure.map(|f| f.high))?;
        findings.append(one)?;
    }
    out.set_item("findings", findings)?;
    Ok(out)
}

fn decided(
    game: &Game,
    how: &How,
    go_on: &(dyn Fn() -> bool + Sync),
    progress: &dyn Fn(usize),
) -> Option<Verdict> {
    let rules = game.rules_of();
    let reading = rules.reading()?;
    let find = |name: &str| game.part(name);
    let verdict = decide(reading, rules, &find, how, &|_| go_on(), progress).verdict;
    (verdict.games > 0).then_some(verdict)
}

/// Random games, one for each seed from `seed` on: how many moves each had, and the ranks at its end (none where it was
/// broken off).
#[pyfunction]
#[pyo3(signature = (game, games, seed = 1, most = None))]
pub fn playouts(
    py: Python<'_>,
    game: &Game,
    games: u64,
    seed: u64,
    most: Option<u64>,
) -> PyResult<Vec<(u64, Vec<f64>)>> {
    with_patience(
        py,
        |_| Ok(()),
        |cancel: &AtomicBool| {
            let mut player = game.rules_of().random_games().at_most(most.unwrap_or(u64::MAX));
            let go_on = |_: &u64| !cancel.load(Ordering::Relaxed);
            let seeds = (0..games).take_while(go_on).map(|i| seed.wrapping_add(i));
            seeds
                .map(|seed| {
                    let played = player.play(seed);
                    (played.plies, played.outcome.map(|o| o.ranks).unwrap_or_default())
                })
                .collect()
        },
    )
}

/// Whole games that fit a description with holes, best first. `progress` is called with the seconds that have passed.
#[pyfunction]
#[pyo3(signature = (text, results = 10, seed = 1, seconds = 60.0, progress = None))]
pub fn reconstruct<'py>(
    py: Python<'py>,
    text: &str,
    results: usize,
    seed: u64,
    seconds: f64,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let time = Duration::try_from_secs_f64(seconds).map_err(|why| PyValueError::new_err(why.to_string()))?;
    let request = Request::new(text).results(results).seed(seed).time(time);
    let begun = Instant::now();
    let tell = |_: Python<'_>| match &progress {
        Some(progress) => progress.call1((begun.elapsed().as_secs_f64(),)).map(|_| ()),
        None => Ok(()),
    };
    let work = |stop: &AtomicBool| ludarium::reconstruction::reconstruct(&request.clone().stop(stop));
    let found = with_patience(py, tell, work)?;
    let proposals = found.map_err(|why| GameError::new_err(why.to_string()))?;
    let one = |proposal: ludarium::reconstruction::Proposal| {
        let out = PyDict::new(py);
        out.set_item("text", proposal.text)?;
        out.set_item("score", proposal.score)?;
        out.set_item("donors", proposal.donors)?;
        Ok(out)
    };
    proposals.into_iter().map(one).collect()
}

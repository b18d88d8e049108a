//! Computer players as Python objects.

use crate::game::Game;
use crate::patience::with_patience;
use crate::state::State;
use ludarium_players::{Budget, Control, EngineWorld, Setting, Spec, Table, make};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::time::{Duration, Instant};

/// A computer player of one game.
#[pyclass(module = "ludarium")]
pub struct Player {
    game: Game,
    spec: Spec,
    seconds: Option<f64>,
    threads: usize,
    seed: u64,
    asked: u64,
}

#[pymethods]
impl Player {
    /// A player by name, as on the command line: `random`, `uct@iterations=1000`, `ab@nodes=4000`, `level3`, `default`.
    /// It thinks for `seconds` where its name sets no budget of its own.
    #[new]
    #[pyo3(signature = (game, name = "default", seconds = 1.0, threads = 1, seed = 1))]
    fn new(game: &Game, name: &str, seconds: f64, threads: usize, seed: u64) -> PyResult<Player> {
        let spec = Spec::read(name).map_err(PyValueError::new_err)?;
        let seconds = spec.budget.is_unlimited().then_some(seconds);
        if seconds.is_some_and(|s| Duration::try_from_secs_f64(s).is_err()) {
            return Err(PyValueError::new_err(
                "a player thinks for a number of seconds that is not negative",
            ));
        }
        Ok(Player { game: game.clone(), spec, seconds, threads: threads.max(1), seed, asked: 0 })
    }

    #[getter]
    fn name(&self) -> &str {
        &self.spec.text
    }
    fn __repr__(&self) -> String {
        format!("<ludarium.Player {} of {}>", self.spec.text, self.game.rules_of().name)
    }

    /// Thinks about a state: the place of the move in the list, its name, how well it believes to stand (-1 to 1), and
    /// the moves it looked at.
    fn think<'py>(&mut self, py: Python<'py>, state: &State) -> PyResult<Option<Bound<'py, PyDict>>> {
        if state.state.legal_moves().is_empty() {
            return Ok(None);
        }
        self.asked += 1;
        let table =
            Table { state: &state.state, agent: state.state.agent(), seed: self.seed ^ self.asked << 20 };
        let (game, spec, threads) = (self.game.rules_of(), &self.spec, self.threads);
        let budget = match self.seconds {
            Some(seconds) => Budget::time(Duration::from_secs_f64(seconds)),
            None => spec.budget,
        };
        let found = with_patience(
            py,
            |_| Ok(()),
            |cancel| {
                let world = EngineWorld::new(game).informed(cancel);
                let begun = Instant::now();
                let elapsed = move || begun.elapsed();
                let control = Control { budget, elapsed: &elapsed, cancel };
                let setting = Setting { threads, ..Setting::default() };
                make(spec, &world, setting).choose(table, &control).map(|answer| {
                    let candidates: Vec<(usize, f32, u64)> =
                        answer.candidates.iter().map(|c| (c.index, c.value, c.visits)).collect();
                    (answer.index, answer.value, answer.solved.is_some(), candidates, answer.iterations)
                })
            },
        )?;
        let (index, value, proven, candidates, iterations) =
            found.map_err(|why| pyo3::exceptions::PyRuntimeError::new_err(format!("{why:?}")))?;
        let names = state.state.names();
        let name = |index: usize| names.get(index).cloned();
        let out = PyDict::new(py);
        out.set_item("index", index)?;
        out.set_item("move", name(index))?;
        out.set_item("value", value)?;
        out.set_item("proven", proven)?;
        out.set_item("iterations", iterations)?;
        let shown: Vec<_> =
            candidates.into_iter().map(|(i, value, visits)| (name(i), value, visits)).collect();
        out.set_item("candidates", shown)?;
        Ok(Some(out))
    }

    /// The name of the move that it would make.
    fn __call__(&mut self, py: Python<'_>, state: &State) -> PyResult<Option<String>> {
        match self.think(py, state)? {
            Some(thought) => thought.get_item("move")?.map(|m| m.extract()).transpose(),
            None => Ok(None),
        }
    }
}

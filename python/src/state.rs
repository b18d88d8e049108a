//! States as Python objects.

use crate::game::Game;
use ludarium_environment::chance::begins_with_throw;
use numpy::{PyArray1, PyReadwriteArray1};
use pyo3::create_exception;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

create_exception!(
    ludarium,
    IllegalMove,
    PyValueError,
    "A move or action that is not legal; the state is as it was."
);

/// A game in progress.
#[pyclass(module = "ludarium")]
#[derive(Clone)]
pub struct State {
    pub(crate) game: Game,
    pub(crate) state: ludarium_play::State,
}

impl State {
    fn text(&self) -> PyResult<String> {
        self.state.to_text().map_err(PyValueError::new_err)
    }
    fn check_agent(&self, agent: usize) -> PyResult<usize> {
        let agents = self.game.env.agents();
        let wrong =
            || PyValueError::new_err(format!("there is no agent {agent}: agents are 0 to {}", agents - 1));
        if agent < agents { Ok(agent) } else { Err(wrong()) }
    }
    /// The agent that was named, or the one that decides.
    fn agent_or_mover(&self, agent: Option<usize>) -> PyResult<usize> {
        let mover = || self.state.agent().max(1) - 1;
        self.check_agent(agent.unwrap_or_else(mover))
    }
}

#[pymethods]
impl State {
    /// Goes on from what `to_text` wrote.
    #[staticmethod]
    fn from_text(game: &Game, text: &str) -> PyResult<State> {
        let state = ludarium_play::State::from_text(game.rules_of(), text).map_err(PyValueError::new_err)?;
        Ok(State { game: game.clone(), state })
    }
    fn to_text(&self) -> PyResult<String> {
        self.text()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Game, String))> {
        let make = py.get_type::<State>().getattr("from_text")?;
        Ok((make, (self.game.clone(), self.text()?)))
    }
    fn __copy__(&self) -> State {
        self.clone()
    }
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }
    /// A copy that goes its own way.
    fn copy(&self) -> State {
        self.clone()
    }
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<State>() else { return Ok(false) };
        let other = other.borrow();
        Ok(self.state.situation_hash() == other.state.situation_hash()
            && self.game.rules_of().name == other.game.rules_of().name
            && self.text()? == other.text()?)
    }
    fn __hash__(&self) -> u64 {
        self.state.situation_hash()
    }
    fn __repr__(&self) -> String {
        format!("<ludarium.State {}: {}>", self.game.rules_of().name, self.state.position())
    }
    /// The position in one line.
    fn __str__(&self) -> String {
        self.state.position()
    }

    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }
    #[getter]
    fn seed(&self) -> u64 {
        self.state.seed()
    }
    /// The player whose turn it is, from 1.
    #[getter]
    fn mover(&self) -> usize {
        self.state.mover()
    }
    /// The agent that decides, from 0.
    #[getter]
    fn agent(&self) -> usize {
        self.state.agent().max(1) - 1
    }
    /// The agents that decide now: one, or several where all move at once.
    #[getter]
    fn agents(&self) -> Vec<usize> {
        self.game.env.turn(&self.state).agents().collect()
    }
    #[getter]
    fn plies(&self) -> usize {
        self.state.plies()
    }
    #[getter]
    fn is_over(&self) -> bool {
        self.state.is_over()
    }
    /// The rule that did not come to an end, if there is one: nothing more can be played.
    #[getter]
    fn stopped(&self) -> Option<String> {
        self.state.stopped().map(str::to_owned)
    }
    #[getter]
    fn scores(&self) -> Vec<i32> {
        (1..=self.game.rules_of().players).map(|p| self.state.score(p)).collect()
    }

    /// The names of the legal moves.
    fn legal_moves(&self) -> Vec<String> {
        self.state.names()
    }
    #[getter]
    fn num_legal_moves(&self) -> usize {
        self.state.legal_moves().len()
    }

    /// Plays a move by its name, or by its place in the list.
    fn play(&mut self, m: &Bound<'_, PyAny>) -> PyResult<()> {
        let choice: ludarium_play::Choice = if let Ok(index) = m.extract::<usize>() {
            index.into()
        } else if let Ok(name) = m.extract::<String>() {
            name.into()
        } else {
            return Err(PyTypeError::new_err("a move is a name, or a place in the list of legal moves"));
        };
        self.state.play(choice).map(|_| ()).map_err(|why| IllegalMove::new_err(why.to_string()))
    }
    /// Takes the last move back; False at the start.
    fn undo(&mut self) -> bool {
        self.state.undo().is_some()
    }
    /// The names of the moves so far.
    fn history(&self) -> Vec<String> {
        self.state.history().into_iter().map(|played| played.name).collect()
    }
    /// How the game ended: the rank of each player, and the winner; None while it goes on.
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(outcome) = self.state.outcome() else { return Ok(None) };
        let out = PyDict::new(py);
        out.set_item("winner", outcome.winner())?;
        out.set_item("ranks", outcome.ranks.clone())?;
        out.set_item("draw", outcome.is_draw())?;
        Ok(Some(out))
    }
    /// What each agent got, from -1 to 1; zeros while the game goes on.
    fn returns(&self) -> Vec<f32> {
        self.game.env.returns(&self.state)
    }

    /// The legal actions of an agent, in rising order; only 0 (wait) for those who do not decide, none when it is over.
    #[pyo3(signature = (agent = None))]
    fn legal_actions(&self, agent: Option<usize>) -> PyResult<Vec<u32>> {
        let agent = self.agent_or_mover(agent)?;
        if self.state.legal_moves().is_empty() {
            return Ok(Vec::new());
        }
        Ok(self.game.env.turn(&self.state).legal_actions(agent))
    }
    /// The legal moves of an agent with their actions: pairs of action and name.
    #[pyo3(signature = (agent = None))]
    fn actions(&self, agent: Option<usize>) -> PyResult<Vec<(u32, String)>> {
        let agent = self.agent_or_mover(agent)?;
        let turn = self.game.env.turn(&self.state);
        let deciding: Vec<usize> = turn.agents().collect();
        if !deciding.contains(&agent) {
            return Ok(Vec::new());
        }
        let names = if deciding.len() > 1 {
            let mut ctx = self.state.ctx();
            let seat = usize::from(ctx.pos.order[agent + 1]);
            let own = ctx.own_choices(seat);
            ludarium_play::naming::move_names(self.game.rules_of(), &own)
        } else {
            self.state.names()
        };
        Ok(turn.actions(agent).iter().copied().zip(names).collect())
    }
    /// Plays an action, or one for each agent that decides.
    fn play_action(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let chosen: Vec<u32> = match action.extract::<u32>() {
            Ok(action) => vec![action],
            Err(_) => action.extract()?,
        };
        let turn = self.game.env.turn(&self.state);
        let Some(index) = turn.joint(&chosen) else {
            return Err(IllegalMove::new_err(format!("the action {action} is not legal")));
        };
        self.state.play(index).map(|_| ()).map_err(|why| IllegalMove::new_err(why.to_string()))
    }
    /// Writes 1 where an action of an agent is legal, else 0.
    fn write_mask(&self, agent: usize, mut out: PyReadwriteArray1<'_, i8>) -> PyResult<()> {
        self.check_agent(agent)?;
        let out = out.as_slice_mut()?;
        out.fill(0);
        for action in self.legal_actions(Some(agent))? {
            if let Some(place) = out.get_mut(action as usize) {
                *place = 1;
            }
        }
        Ok(())
    }
    /// What an agent sees.
    #[pyo3(signature = (agent = None))]
    fn observe<'py>(&self, py: Python<'py>, agent: Option<usize>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let agent = self.agent_or_mover(agent)?;
        let mut out = vec![0.0; self.game.env.observations().size()];
        self.game.env.observe(&self.state, agent, &mut out);
        Ok(PyArray1::from_vec(py, out))
    }

    /// Does this turn begin with a throw that is already in the legal moves?
    #[getter]
    fn begins_with_throw(&self) -> bool {
        begins_with_throw(&self.state)
    }
    /// Prescribes what the dice of this turn show, as pairs (site, index of the face).
    fn force_dice(&mut self, faces: Vec<(i32, i32)>) {
        self.state.force_dice(&faces);
    }
    /// Chance comes from this seed from now on. The legal moves stay what they are.
    fn reseed(&mut self, seed: u64) {
        self.state.reseed(seed);
    }

    /// A random game from here: how many moves it had, and what each agent got (None where it was broken off).
    fn playout(&self, py: Python<'_>, seed: u64) -> (u64, Option<Vec<f64>>) {
        let game = py.detach(|| self.state.playout(seed));
        (game.plies, game.outcome.map(|outcome| outcome.ranks))
    }

    /// The picture of the position, as everybody sees it or as one player (from 1) does.
    #[pyo3(signature = (viewer = None))]
    fn svg(&self, viewer: Option<u8>) -> String {
        self.state.svg(viewer)
    }
    fn _repr_svg_(&self) -> String {
        self.state.svg(None)
    }
    fn _repr_html_(&self) -> String {
        let line = match self.state.outcome() {
            Some(outcome) => match outcome.winner() {
                Some(player) => format!("player {player} won"),
                None => "over, without a winner".to_owned(),
            },
            None => format!("player {} to move", self.state.mover()),
        };
        format!("<div>{}<p>{line}, {} moves made</p></div>", self.state.svg(None), self.state.plies())
    }
}

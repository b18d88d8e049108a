//! Computer players, ready to be asked. How they think is the business of the crate that holds them.

use crate::{Chooser, Game, State};
use ludarium_players::{Budget, Control, EngineWorld, Setting, Spec, Table, make};
use std::time::{Duration, Instant};

/// A computer player of one game.
#[derive(Clone, Debug)]
pub struct Bot {
    game: Game,
    name: String,
    spec: Spec,
    time: Duration,
    threads: usize,
    seed: u64,
}

/// What a [`Bot`] thinks of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The move it would make: its place in [`State::legal_moves`].
    pub index: usize,
    /// The name of that move.
    pub name: String,
    /// How well it believes to stand then: -1 is lost, 0 even, 1 won.
    pub value: f64,
    /// Is the value proven?
    pub proven: bool,
    /// The moves it looked at, best first, with their values.
    pub candidates: Vec<(String, f64)>,
    /// How many playouts or tree visits it made.
    pub iterations: u64,
}

/// No player has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPlayer(String);

impl std::fmt::Display for UnknownPlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UnknownPlayer {}

impl Bot {
    /// A player of a game by name: `default`, `random`, `uct`, `alphabeta`, `level1` to `level10` and others, with
    /// settings behind a colon as on the command line.
    pub fn new(game: &Game, name: &str) -> Result<Bot, UnknownPlayer> {
        let spec = Spec::read(name).map_err(UnknownPlayer)?;
        let time = Duration::from_secs(1);
        Ok(Bot { game: game.clone(), name: name.to_owned(), spec, time, threads: 1, seed: 1 })
    }

    /// How long it may think about a move; a second when nothing is said.
    pub fn with_time(mut self, time: Duration) -> Bot {
        self.time = time;
        self
    }

    /// On how many threads it thinks; one when nothing is said.
    pub fn with_threads(mut self, threads: usize) -> Bot {
        self.threads = threads.max(1);
        self
    }

    /// What decides its choice among moves that are equally good.
    pub fn with_seed(mut self, seed: u64) -> Bot {
        self.seed = seed;
        self
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Thinks about a position of its game; nothing where there is no move.
    pub fn think(&mut self, state: &State) -> Option<Thought> {
        if state.legal_moves().is_empty() {
            return None;
        }
        self.seed = self.seed.wrapping_add(1);
        let world = EngineWorld::new(&self.game).informed(&ludarium_players::control::NEVER);
        let begun = Instant::now();
        let elapsed = move || begun.elapsed();
        let control = Control {
            budget: Budget::time(self.time),
            elapsed: &elapsed,
            cancel: &ludarium_players::control::NEVER,
        };
        let setting = Setting { threads: self.threads, ..Setting::default() };
        let mut seat = make(&self.spec, &world, setting);
        let table = Table { state, agent: state.agent(), seed: self.seed };
        let answer = seat.choose(table, &control).ok()?;
        let names = state.names();
        let name = |index: usize| names.get(index).cloned().unwrap_or_default();
        Some(Thought {
            index: answer.index,
            name: name(answer.index),
            value: answer.value.into(),
            proven: answer.solved.is_some(),
            candidates: answer.candidates.iter().map(|c| (name(c.index), c.value.into())).collect(),
            iterations: answer.iterations,
        })
    }
}

impl Chooser for Bot {
    fn choose(&mut self, state: &State) -> Option<usize> {
        self.think(state).map(|thought| thought.index)
    }
}

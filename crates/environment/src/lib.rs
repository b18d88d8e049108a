//! Games as learning programs want them: every move a number from a fixed range, every position a tensor of a fixed shape,
//! many games stepped at once. It knows no rules and no programming language but its own: the Python package is a shell
//! around it.
//!
//! Reading order: [`actions`] (moves as numbers), [`observation`] (positions as numbers), [`turn`] (who may do what now),
//! [`chance`] (throws that can be enumerated), [`batch`] (many games at once; `compiled` plays them as words, `painting` writes
//! observations from words, `placing` is a short way for games of putting pieces down).
//!
//! ```
//! use ludarium_environment::Environment;
//! use ludarium_play::Game;
//!
//! let chess = Environment::new(&Game::load("chess").unwrap());
//! let state = chess.game().start(1);
//! let turn = chess.turn(&state);
//! let e4 = state.names().iter().position(|name| name == "e2-e4").unwrap();
//! let action = turn.actions(0)[e4];
//! assert_eq!(chess.actions().describe(chess.game(), action), "e2-e4");
//! assert_eq!(turn.joint(&[action]), Some(e4));
//! ```

#![deny(missing_docs)]

pub mod actions;
pub mod batch;
pub mod chance;
mod compiled;
pub mod observation;
mod painting;
mod placing;
pub mod turn;

pub use actions::ActionSpace;
pub use batch::{Batch, Views};
pub use chance::{Chance, Throw};
pub use observation::ObservationSpace;
pub use turn::Turn;

use ludarium_play::{Game, State, shown};

/// The numbers of actions and the shape of observations mean the same for all releases with the same number here.
pub const VERSION: u32 = 1;

/// A game with its numbered actions and the shape of its observations.
#[derive(Clone, Debug)]
pub struct Environment {
    game: Game,
    actions: ActionSpace,
    observations: ObservationSpace,
}

impl Environment {
    /// Works out the spaces of a game.
    pub fn new(game: &Game) -> Environment {
        Environment {
            game: game.clone(),
            actions: ActionSpace::of(game),
            observations: ObservationSpace::of(game),
        }
    }

    /// The name under which learning programs know it: `Hex-v1`.
    pub fn id(&self) -> String {
        let words = self.game.name.split(|c: char| !c.is_alphanumeric() && c != '-');
        let name: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        format!("{}-v{VERSION}", name.join("_"))
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How moves are numbered.
    pub fn actions(&self) -> &ActionSpace {
        &self.actions
    }

    /// What observations hold.
    pub fn observations(&self) -> &ObservationSpace {
        &self.observations
    }

    /// How many agents there are: as many as players, and one who looks on where nobody plays.
    pub fn agents(&self) -> usize {
        self.game.players.max(1)
    }

    /// Who may do what in a state.
    pub fn turn(&self, state: &State) -> Turn {
        Turn::of(&self.actions, &mut state.ctx(), state.legal_moves())
    }

    /// What an agent (counted from 0) sees in a state; `out` is as long as the space says.
    pub fn observe(&self, state: &State, agent: usize, out: &mut [f32]) {
        let seen = shown::after_throw(&state.ctx(), state.legal_moves());
        self.observations.fill(&seen, agent, out);
    }

    /// What each agent got, from -1 to 1; nothing is won or lost while a game goes on.
    pub fn returns(&self, state: &State) -> Vec<f32> {
        returns_of(&self.game, state.board())
    }
}

/// What each agent of a position got. Of two, one gets what the other loses.
pub(crate) fn returns_of(game: &Game, pos: &ludarium_engine::Position) -> Vec<f32> {
    let results = ludarium_players::engine_world::results(game, pos);
    let mut out: Vec<f32> = (1..=game.players.max(1)).map(|agent| results[agent]).collect();
    if let [first, second] = &mut out[..] {
        let margin = (*first - *second) / 2.0;
        (*first, *second) = (margin, -margin);
    }
    out
}

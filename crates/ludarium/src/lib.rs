//! A general game system: games written in ludemes, the language of Ludii's `.lud` files, to be played, searched,
//! explained, drawn and reconstructed.
//!
//! This crate is the front door. Everything a program needs is here; how it is done is the business of the crates
//! behind it. Two types carry most of it: a [`Game`] (rules, shared by all who use them) and a [`State`] (a game in
//! progress).
//!
//! # A tour
//!
//! **Find a game.** The library knows more than 170 games by all their names; a description of your own is as good.
//!
//! ```
//! use ludarium::{Game, Selection};
//!
//! let chess = Game::load("chess")?;
//! assert_eq!(chess.players, 2);
//!
//! let small = Selection { options: vec!["Board Size/7x7".into()], ..Selection::default() };
//! assert_eq!(Game::load_with("hex", &small)?.start(1).legal_moves().len(), 49);
//!
//! let own = r#"(game "Three" (players 2)
//!     (equipment {(board (square 3)) (piece "Disc" Each)})
//!     (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;
//! assert_eq!(Game::from_text(own, &Selection::default())?.start(1).names()[0], "a1");
//! # Ok::<(), ludarium::LoadError>(())
//! ```
//!
//! **List the moves and play.** A move is named as people write it, by its place in the list, or by itself. What is not
//! legal is refused, and the state stays as it was.
//!
//! ```
//! let mut state = ludarium::Game::load("chess")?.start(1);
//! assert!(state.names().contains(&"e2-e4".to_string()));
//! state.play("e2-e4")?;
//! state.play("e7e5")?;
//! assert!(state.play("e4-e5").is_err());
//! assert_eq!((state.mover(), state.plies()), (1, 2));
//! state.undo();
//! assert_eq!(state.mover(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Play at random.** Whole games from the start or from here, by the fast engine; the seed decides everything.
//!
//! ```
//! let reversi = ludarium::Game::load("reversi")?;
//! let wins = (0..50).filter(|&seed| reversi.random_game(seed).outcome.is_some_and(|o| o.winner() == Some(1)));
//! assert!(wins.count() > 5);
//! let from_here = reversi.start(1).playout(7);
//! assert!(from_here.plies > 8);
//! # Ok::<(), ludarium::LoadError>(())
//! ```
//!
//! **Let a player choose.** A [`Bot`] thinks for as long as you say; `random`, `uct`, `alphabeta`, `default` and
//! `level1` to `level10` are some of them.
//!
//! ```
//! use ludarium::{Bot, Game};
//! use std::time::Duration;
//!
//! let game = Game::load("tic-tac-toe")?;
//! let mut state = game.start(1);
//! for m in ["a1", "b3", "b1", "a3"] {
//!     state.play(m)?;
//! }
//! let mut bot = Bot::new(&game, "default")?.with_time(Duration::from_millis(50));
//! let thought = bot.think(&state).unwrap();
//! assert_eq!(thought.name, "c1"); // three in a row
//! state.play(thought.index)?;
//! assert_eq!(state.outcome().unwrap().winner(), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Tell the rules, draw the board.**
//!
//! ```
//! let game = ludarium::Game::load("oware")?;
//! assert!(game.rules().unwrap().text(80).contains("sow"));
//! assert!(game.start(1).svg(None).starts_with("<svg"));
//! # Ok::<(), ludarium::LoadError>(())
//! ```
//!
//! **Save and load.** A position goes on from its text exactly as it would have; a [`Record`] keeps a whole game.
//!
//! ```
//! use ludarium::{Game, State};
//! let game = Game::load("backgammon")?;
//! let mut state = game.start(4);
//! state.play(0)?;
//! let again = State::from_text(&game, &state.to_text()?)?;
//! assert_eq!(again.names(), state.names());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Reconstruct.** A description with holes becomes whole games, each playable, each part with its source.
//!
//! ```no_run
//! use ludarium::reconstruction::{Request, reconstruct};
//! let found = std::fs::read_to_string("found.lud")?;
//! for proposal in reconstruct(&Request::new(&found).results(3))? {
//!     println!("{} (score {:.2}), after {}", proposal.text, proposal.score, proposal.donors.join(", "));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The engine
//!
//! Games are played by a fast form of their rules, which is made when it is first needed and shared by all clones of a
//! [`Game`]. [`Game::with_engine`] chooses the plain evaluator instead ([`Engine::Reference`]), to compare.

#![deny(missing_docs)]

mod bot;
pub mod reconstruction;

pub use bot::{Bot, Thought, UnknownPlayer};
pub use ludarium_play::{
    Choice, Chooser, Engine, Game, Illegal, LibraryGame, LoadError, Move, NotInLibrary, Outcome, Played,
    PlayerView, RandomGame, RandomGames, Record, Rng, SeenPiece, Selection, State, Why, find, games, naming,
    notation, record,
};

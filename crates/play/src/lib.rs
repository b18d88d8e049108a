//! The front door: what a program that uses Ludarium needs, in one small interface.
//!
//! [`read`] a description and [`compile`] it to a [`Game`]; a [`State`] plays it; a [`Record`] keeps what was played.

mod compile;
pub mod conform;
mod examine;
mod expression;
mod fen;
mod game;
pub mod naming;
pub mod notation;
mod reading;
pub mod record;
mod saved;
mod selecting;
pub mod shown;
mod state;
pub mod symmetry;
pub mod trial;
pub mod why;

pub use compile::{compile, compile_board, compile_with};
pub use examine::{examine, mend};
pub use expression::{BadExpression, Expression};
pub use fen::FenError;
pub use game::{Around, Game, LoadError, RandomGames};
pub use ludarium_check::{Checked, check};
pub use ludarium_engine::game::Engine;
pub use ludarium_engine::rng::Rng;
pub use ludarium_engine::{Ctx, Move};
pub use ludarium_library as library;
pub use ludarium_library::{LibraryGame, NotInLibrary, find, games};
pub use ludarium_machine::{Pass, Passes};
pub use ludarium_syntax::{Defines, Problem, Selection, Severity, Sources, plain, render};
pub use reading::{Reading, library_defines, read, read_parsed};
pub use record::Record;
pub use selecting::{UnknownChoice, resolve_selection};
pub use state::{Choice, Chooser, Illegal, Outcome, Played, PlayerView, RandomGame, SeenPiece, State, Why};

//! The front door: what a program that uses Ludarium needs, in one small interface.

mod compile;
pub mod conform;
pub mod notation;
mod reading;
pub mod trial;

pub use compile::{compile, compile_board, compile_with};
pub use ludarium_compiler::{Checked, check};
pub use ludarium_engine::{Ctx, Game, Move};
pub use ludarium_library::{LibraryGame, NotInLibrary, find, games};
pub use ludarium_syntax::{Defines, Problem, Selection, Severity, Sources, plain, render};
pub use reading::{Reading, library_defines, read, read_parsed};

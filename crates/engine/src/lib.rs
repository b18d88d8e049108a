//! The part that plays. It knows positions, moves, rules as plain data (the kernel) and how to evaluate
//! them; it has never heard of text, spans or the names of ludemes.
//!
//! Reading order: [`types`], [`siteset`], [`kernel`] (rules as data), [`game`] (a whole game as data),
//! [`position`], [`action`] and [`moves`] (what changes a position), [`ctx`] and [`eval`] (the plain reference
//! evaluator), [`play`] (start, legal moves, apply, end).

pub mod action;
pub mod ctx;
pub mod eval;
pub mod game;
pub mod graphs;
pub mod kernel;
pub mod matches;
pub mod moves;
pub mod observe;
pub mod plan;
pub mod play;
pub mod position;
pub mod rng;
pub mod siteset;
pub mod types;

pub use action::{Act, Action};
pub use ctx::Ctx;
pub use game::Game;
pub use moves::Move;
pub use position::Position;
pub use siteset::SiteSet;
pub use types::*;

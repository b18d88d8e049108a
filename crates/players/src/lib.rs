//! Opponents for every game, and what measures them. A player sees a game through [`World`] alone: positions, moves,
//! results, chance and what is hidden; it never knows which game it plays.
//!
//! Reading order: [`world`] (what a search may ask), [`engine_world`] (the engine behind it) and [`lean_world`] (the same
//! without positions, where a game allows it; [`cover_world`] for pieces that cover several sites), [`control`] (budgets and
//! cancelling), the searches ([`mcts`], [`flat`], [`alphabeta`], [`many`], [`joint`], [`planning`], [`deduction`], and `proof` for what is nearly over),
//! [`features`], [`prior`], [`calibrate`], [`train`], [`evaluation`] and [`knowledge`] (what positions are worth), [`player`] (all of it as seats at a table), [`arena`], [`elo`] and
//! [`tournament`] (matches), [`levels`] (how strong levels are), [`ugi`] (the protocol). No clock, file or thread pool of its own: shells give those.

pub mod alphabeta;
pub mod arena;
pub mod calibrate;
pub mod compiled_world;
pub mod control;
pub mod cover_world;
pub mod deduction;
pub mod elo;
pub mod engine_world;
pub mod evaluation;
pub mod features;
pub mod flat;
mod handicap;
pub mod hidden;
pub mod joint;
pub mod knowledge;
pub mod lean_world;
pub mod levels;
pub mod many;
pub mod mcts;
mod numbers;
pub mod planning;
pub mod player;
pub mod prior;
mod proof;
mod searcher;
pub mod simple;
pub mod tournament;
pub mod train;
pub mod ugi;
pub mod world;

pub use control::{Budget, Control};
pub use engine_world::{EngineWorld, Step};
pub use player::{Answer, Candidate, Kind, Player, Setting, Spec, Table, make};
pub use world::{Facts, Utilities, World};

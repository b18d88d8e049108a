//! Metadata: what describes a game without changing its rules.

pub mod agents;
pub mod board;
pub mod features;
pub mod graphics;
pub mod heuristics;
pub mod info;
pub mod pieces;
pub mod root;
pub mod show;

use crate::entry::Ludeme;

/// The families of this folder, in reading order.
pub static FAMILIES: &[&[&Ludeme]] = &[
    root::ALL,
    agents::ALL,
    features::ALL,
    heuristics::ALL,
    graphics::ALL,
    board::ALL,
    pieces::ALL,
    show::ALL,
    info::ALL,
];

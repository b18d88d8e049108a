//! Small shared types: special numbers, roles, kinds of sites.

pub use ludarium_board::{Direction, Relation, SiteType};

/// "Nowhere" and "nothing said": the language uses the same number for both.
pub const OFF: i32 = -1;
pub const UNDEFINED: i32 = -1;
/// The end of a track.
pub const END: i32 = -2;
pub const INFINITY: i32 = 1_000_000_000;
/// At most this many players.
pub const MAX_PLAYERS: usize = 16;

/// Whom a rule speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    Neutral,
    /// Player 1, 2, …
    P(u8),
    Team(u8),
    TeamMover,
    Each,
    Shared,
    All,
    Any,
    Mover,
    Next,
    Prev,
    NonMover,
    Enemy,
    Friend,
    Ally,
    Player,
}

/// How turns are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    Alternating,
    Simultaneous,
    Simulation,
}

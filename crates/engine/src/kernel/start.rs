//! How a game is set up.

#[derive(Clone, Debug, PartialEq)]
pub enum Start {}

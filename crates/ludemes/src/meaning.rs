//! What a ludeme becomes when a description is turned into something that can be played.

/// How an entry lowers to the engine's kernel.
#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    /// Nobody has written it yet: a game that uses it can be read and checked, not played.
    Unwritten,
}

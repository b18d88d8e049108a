//! Effects: what moves do beyond moving. Dispatch here, one file per family beside.

use crate::ctx::Ctx;
use crate::kernel::{Effect, Moves};
use crate::moves::Move;

impl<'g> Ctx<'g> {
    /// Appends the moves of an effect. `m` is the node that holds it: it knows whether this is a decision. What
    /// follows (`m.then`) is attached by the caller.
    pub fn effect(&mut self, e: &'g Effect, m: &'g Moves, out: &mut Vec<Move>) {
        let _ = (m, out);
        match *e {}
    }
}

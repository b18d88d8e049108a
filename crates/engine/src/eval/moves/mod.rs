//! Moves: generating them. Dispatch and what all kinds share are here; one file per kind of movement, `effects`
//! for the rest.

mod effects;

use crate::action::{Act, Action};
use crate::ctx::Ctx;
use crate::kernel::{Moves, MovesKind};
use crate::moves::Move;

impl<'g> Ctx<'g> {
    /// Appends the moves of a rule to `out`. Registers are left as they were found.
    pub fn moves(&mut self, m: &'g Moves, out: &mut Vec<Move>) {
        if !self.burn(1, m.rule) {
            return;
        }
        let first = out.len();
        match &m.kind {
            MovesKind::Pass => {
                out.push(Move::new(Action { act: Act::Pass { forced: false }, decision: m.decision }))
            }
            MovesKind::Or(list) | MovesKind::And(list) => {
                for part in list {
                    self.moves(part, out);
                }
            }
            MovesKind::If { cond, then, otherwise } => {
                if self.bool(cond) {
                    self.moves(then, out);
                } else if let Some(other) = otherwise {
                    self.moves(other, out);
                }
            }
            MovesKind::Effect(e) => self.effect(e, m, out),
        }
        if let Some(then) = m.then {
            for mv in &mut out[first..] {
                mv.then.push(then);
            }
        }
    }
}

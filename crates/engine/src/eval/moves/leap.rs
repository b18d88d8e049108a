//! Leaps along walks.

use super::moving;
use crate::ctx::Ctx;
use crate::eval::walk::walk_ends;
use crate::game::StepWalk;
use crate::kernel::{Bool, Moves, Origin, Target};
use crate::moves::Move;
use crate::types::*;

impl<'g> Ctx<'g> {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn leap(
        &mut self,
        m: &Moves,
        from: &Origin,
        walks: &[Box<[StepWalk]>],
        forward: &Bool,
        rotations: &Bool,
        to: &Target,
        out: &mut Vec<Move>,
    ) {
        let kind = from.kind;
        let saved = (self.reg.from, self.reg.to);
        for origin in self.places(&from.place) {
            if !self.on_board(kind, origin) {
                continue;
            }
            let what = self.what(kind, origin);
            let facing = if self.bool(forward) && what != 0 {
                self.game.components.get(what).and_then(|c| c.facing)
            } else {
                None
            };
            self.reg.from = origin;
            if self.holds(from.cond.as_ref()) {
                let every_direction = self.bool(rotations);
                for site in walk_ends(self.game, self.game.site_type, origin, walks, every_direction).iter() {
                    if !self.burn(1, m.rule) {
                        break;
                    }
                    if facing.is_some_and(|f| !self.game.board.lies_ahead(kind, f, origin, site)) {
                        continue;
                    }
                    self.reg.to = site;
                    if self.holds(to.cond.as_ref()) {
                        let mut mv = self.new_move(m, moving(kind, origin, UNDEFINED, site, false));
                        self.apply_part(&mut mv, &to.apply);
                        out.push(mv);
                    }
                }
            }
            (self.reg.from, self.reg.to) = saved;
        }
    }
}

//! Throwing dice where nobody wants to read about it: the faces go straight into the position.

use super::Runner;
use crate::action::{Act, Action};
use crate::game::ContainerKind;

impl<'p, 'g> Runner<'p, 'g> {
    /// Throws all dice, as the rule does, in the same order.
    pub(super) fn throw_dice(&mut self) {
        let game = self.plan.game;
        let (mut first, mut equal) = (None, true);
        for c in game.containers.iter().filter(|c| matches!(c.kind, ContainerKind::Dice { .. })) {
            for site in c.first..c.first + c.len {
                let face = self.ctx.roll_face(site);
                equal &= *first.get_or_insert(face) == face;
                self.ctx.set_die(site, face);
            }
        }
        self.ctx.do_action(&Action { act: Act::SetDiceAllEqual { equal }, decision: false });
    }
}

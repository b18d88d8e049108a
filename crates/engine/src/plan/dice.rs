//! Throwing dice where nobody wants to read about it: the faces go straight into the position.

use super::Runner;
use crate::game::{ComponentKind, ContainerKind};
use crate::position::Piece;
use crate::types::SiteType;
use smallvec::SmallVec;

impl<'g> Runner<'g> {
    /// Throws all dice, as the rule does, in the same order.
    pub(super) fn throw_dice(&mut self) {
        let game = self.ctx.game;
        let (mut first, mut equal) = (None, true);
        let mut pips: SmallVec<[i32; 8]> = SmallVec::new();
        let dice = game.containers.iter().filter(|c| matches!(c.kind, ContainerKind::Dice { .. }));
        for (set, c) in dice.enumerate() {
            pips.clear();
            for site in c.first..c.first + c.len {
                let face = self.ctx.roll_face(site);
                equal &= *first.get_or_insert(face) == face;
                let slot = self.ctx.slot(SiteType::Cell, site);
                let die = self.ctx.pos.top(slot);
                let faces = match game.components.get(usize::from(die.what)).map(|c| &c.kind) {
                    Some(ComponentKind::Die { faces, .. }) => &faces[..],
                    _ => &[],
                };
                pips.push(faces.get(face.max(0) as usize).copied().unwrap_or(0));
                if die.state != face {
                    let level = self.ctx.pos.height(slot).saturating_sub(1);
                    self.ctx.pos.set_level(slot, level, Piece { state: face, ..die });
                }
            }
            if let Some(shown) = self.ctx.pos.dice.get_mut(set) {
                shown.iter_mut().zip(&pips).for_each(|(shown, &pips)| *shown = pips);
            }
            let sum = pips.iter().sum();
            if self.ctx.pos.dice_sum.get(set).is_some_and(|&known| known != sum) {
                self.ctx.pos.dice_sum[set] = sum;
            }
        }
        self.ctx.pos.dice_all_equal = equal;
    }
}

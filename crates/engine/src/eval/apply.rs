//! Performing atomic actions on a position. (Being written.)

use crate::action::Action;
use crate::ctx::Ctx;

impl<'g> Ctx<'g> {
    pub fn do_action(&mut self, a: &Action) {
        let _ = a;
    }
    /// Dice lie in their containers from the start; decks are shuffled and laid out.
    pub fn set_up_containers(&mut self) {}
    /// Refreshes the sums shown by the dice.
    pub fn sum_dice(&mut self) {}
    pub fn set_up_puzzle(&mut self) {}
    /// Metarules that add, change or drop moves: swap, pin, gravity, automove.
    pub fn meta_moves(&mut self, out: &mut Vec<crate::moves::Move>) {
        let _ = out;
    }
}

//! Decisions that move nothing: bets, changes of seat, turned pieces.

use crate::action::{Act, Action};
use crate::ctx::Ctx;
use crate::kernel::{Bool, Int, Moves, Range};
use crate::moves::Move;
use crate::types::*;

impl<'g> Ctx<'g> {
    pub(super) fn bet(&mut self, m: &Moves, player: &Int, range: &Range, out: &mut Vec<Move>) {
        let player = self.int(player);
        let (min, max) = self.range(range);
        for bet in min..=max {
            if !self.burn(1, m.rule) {
                break;
            }
            let mut mv = Move::new(Action { act: Act::Bet { player, bet }, decision: true });
            mv.mover = if self.game.mode == Mode::Simultaneous {
                player.clamp(0, 255) as u8
            } else {
                self.pos.mover
            };
            out.push(mv);
        }
    }

    /// The players change seats, and the same player moves again.
    pub(super) fn swap_players(&mut self, a: &Int, b: &Int, out: &mut Vec<Move>) {
        let act = Act::Swap { a: self.int(a), b: self.int(b) };
        let mut mv = Move::new(Action { act, decision: true });
        mv.mover = self.pos.mover;
        let again = Act::SetNextPlayer { player: self.pos.mover.into() };
        mv.actions.push(Action { act: again, decision: false });
        out.push(mv);
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn set_rotation(
        &mut self,
        m: &Moves,
        kind: SiteType,
        site: &Int,
        directions: &[Int],
        previous: &Bool,
        next: &Bool,
        out: &mut Vec<Move>,
    ) {
        let site = self.int(site);
        if site < 0 {
            return;
        }
        let turned = |rotation| Act::SetRotation { kind, to: site, level: UNDEFINED, rotation };
        for direction in directions {
            let rotation = self.int(direction);
            out.push(self.new_move(m, turned(rotation)));
        }
        let now = i32::from(self.pos.top(self.slot(kind, site)).rotation);
        let board = &self.game.board;
        let states = |kind| board.supported(kind, Relation::All).len() as i32;
        let last = states(SiteType::Cell).max(states(SiteType::Vertex)) - 1;
        if self.bool(previous) {
            out.push(self.new_move(m, turned(if now > 0 { now - 1 } else { last })));
        }
        if self.bool(next) {
            out.push(self.new_move(m, turned(if now < last { now + 1 } else { 0 })));
        }
    }
}

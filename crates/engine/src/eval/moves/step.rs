//! Steps to neighbouring sites.

use super::moving;
use crate::ctx::Ctx;
use crate::kernel::{Dir, Moves, Origin, Target};
use crate::moves::Move;
use crate::types::*;

impl<'g> Ctx<'g> {
    pub(super) fn step(
        &mut self,
        m: &Moves,
        from: &Origin,
        dirs: &Dir,
        to: &Target,
        stack: bool,
        out: &mut Vec<Move>,
    ) {
        let kind = from.kind;
        let board = &self.game.board;
        let first = out.len();
        let saved = (self.reg.from, self.reg.to);
        for origin in self.places(&from.place) {
            if !self.on_board(kind, origin) {
                continue;
            }
            let dirs = self.directions(dirs, kind, origin);
            let level = self.int_or(from.level.as_ref(), UNDEFINED);
            self.reg.from = origin;
            if level >= UNDEFINED && self.holds(from.cond.as_ref()) {
                for dir in dirs {
                    for &site in board.steps(kind, origin as usize, dir) {
                        if !self.burn(1, m.rule) {
                            break;
                        }
                        let site = site as i32;
                        self.reg.to = site;
                        if !self.holds(to.cond.as_ref())
                            || out[first..].iter().any(|m| m.from == origin && m.to == site)
                        {
                            continue;
                        }
                        let mut mv = self.moved_piece(m, kind, origin, level, site, stack);
                        self.apply_part(&mut mv, &to.apply);
                        out.push(mv);
                    }
                }
            }
            (self.reg.from, self.reg.to) = saved;
        }
    }

    /// The move of a piece (the top one, the one at a level, or the whole stack) to another site of the board.
    pub(super) fn moved_piece(
        &self,
        m: &Moves,
        kind: SiteType,
        from: i32,
        level: i32,
        to: i32,
        stack: bool,
    ) -> Move {
        let top = self.height(kind, from) - 1;
        let said = level != UNDEFINED && !stack;
        let from_level = if said {
            level
        } else if stack || !self.pos.stacking() {
            UNDEFINED
        } else {
            top
        };
        let mut mv = self.new_move(m, moving(kind, from, from_level, to, stack));
        if said {
            (mv.level_min, mv.level_max) = (level, level);
        } else if stack {
            mv.level_max = top;
        }
        mv
    }
}

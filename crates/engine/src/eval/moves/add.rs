//! Pieces that come onto the board: added, claimed, shot.

use super::slide::adding;
use crate::action::{Act, Action};
use crate::ctx::Ctx;
use crate::kernel::{Bool, Dir, Int, Moves, Place, Target};
use crate::moves::Move;
use crate::types::*;
use smallvec::SmallVec;

impl<'g> Ctx<'g> {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn add_piece(
        &mut self,
        m: &Moves,
        pieces: &[Int],
        state: Option<&Int>,
        to: &Target,
        count: Option<&Int>,
        on_stack: bool,
        out: &mut Vec<Move>,
    ) {
        let count = self.int_or(count, 1);
        let saved = (self.reg.from, self.reg.to);
        let one_site = matches!(to.place, Place::Site(_));
        for piece in pieces {
            let what = self.int(piece);
            if what < 0 || what as usize >= self.game.components.len() {
                continue;
            }
            let before = out.len();
            if self.is_large(what as usize) {
                self.add_large(m, what as usize, state, to, out);
            } else {
                for site in self.places(&to.place) {
                    self.reg.to = site;
                    if !self.burn(count.max(1) as u64, m.rule) || !self.holds(to.cond.as_ref()) {
                        continue;
                    }
                    let state = self.int_or(state, UNDEFINED);
                    if let Some(mv) = self.added(m, what, state, to, site, count, on_stack) {
                        out.push(mv);
                    }
                    (self.reg.from, self.reg.to) = saved;
                }
            }
            (self.reg.from, self.reg.to) = saved;
            // On a single site the first component that fits is the only choice.
            if one_site && out.len() > before {
                break;
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn added(
        &mut self,
        m: &Moves,
        what: i32,
        state: i32,
        to: &Target,
        site: i32,
        count: i32,
        on_stack: bool,
    ) -> Option<Move> {
        let level = to.level.as_ref().map(|l| self.int(l));
        let act = match level {
            None => Act::Add {
                kind: to.kind,
                to: site,
                what,
                count: 1,
                state,
                rotation: UNDEFINED,
                value: UNDEFINED,
                on_stack,
            },
            Some(level) => Act::Insert { kind: to.kind, to: site, level, what, state },
        };
        if count < 1 {
            return None;
        }
        let mut mv = self.new_move(m, act.clone());
        for _ in 1..count {
            mv.actions.push(Action { act: act.clone(), decision: false });
        }
        if to.apply.effect.is_some() {
            let from = self.reg.from;
            if self.holds(to.apply.cond.as_ref()) {
                self.reg.from = site;
                self.reg.to = site;
                self.apply_part(&mut mv, &to.apply);
            }
            self.reg.from = from;
        }
        if to.kind == SiteType::Edge {
            mv.edge = site;
            mv.oriented = false;
        }
        Some(mv)
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn shoot(
        &mut self,
        m: &Moves,
        kind: SiteType,
        piece: &Int,
        from: &Int,
        dirs: &Dir,
        to: Option<&Bool>,
        out: &mut Vec<Move>,
    ) {
        let origin = self.int(from);
        if !self.on_board(kind, origin) {
            return;
        }
        let what = self.int(piece);
        if what < 0 {
            return;
        }
        let board = &self.game.board;
        let saved = (self.reg.to, self.reg.between);
        for dir in self.directions(dirs, kind, origin) {
            for line in board.radials(kind, origin as usize, dir) {
                self.reg.between = saved.1;
                for (i, &site) in line.iter().enumerate() {
                    let site = site as i32;
                    self.reg.to = site;
                    let free = match to {
                        Some(cond) => self.bool(cond),
                        None => {
                            self.on_board(SiteType::Cell, site)
                                && self.pos.is_empty(self.slot(SiteType::Cell, site))
                        }
                    };
                    if !free || !self.burn(1, m.rule) {
                        break;
                    }
                    self.reg.between = site;
                    let mut mv = self.new_move(m, adding(kind, site, what));
                    mv.between = line[..i].iter().map(|&s| s as i32).collect::<SmallVec<[i32; 2]>>();
                    out.push(mv);
                }
            }
        }
        (self.reg.to, self.reg.between) = saved;
    }
}

//! Moves of pieces that cover several sites: every orientation counts.

use super::Sites;
use crate::action::Act;
use crate::ctx::Ctx;
use crate::game::ComponentKind;
use crate::kernel::{Int, Moves, Target};
use crate::moves::Move;
use crate::types::*;

impl<'g> Ctx<'g> {
    /// How many states a large piece has: four orientations of each of its walks.
    fn orientations(&self, what: usize) -> i32 {
        match self.game.components.get(what).map(|c| &c.kind) {
            Some(ComponentKind::Large { walks }) => walks.len() as i32 * 4,
            Some(ComponentKind::Domino { .. }) => 4,
            Some(
                ComponentKind::Nothing
                | ComponentKind::Piece
                | ComponentKind::Die { .. }
                | ComponentKind::Card { .. }
                | ComponentKind::Tile { .. },
            )
            | None => 0,
        }
    }

    pub(super) fn add_large(
        &mut self,
        m: &'g Moves,
        what: usize,
        state: Option<&'g Int>,
        to: &'g Target,
        out: &mut Vec<Move>,
    ) {
        let wanted = self.int_or(state, UNDEFINED);
        for site in self.places(&to.place) {
            for state in 0..self.orientations(what) {
                if (wanted != UNDEFINED && wanted != state) || !self.burn(1, m.rule) {
                    continue;
                }
                let sites = self.large_piece_sites(what, site, state);
                let free = |&s: &i32| {
                    let slot = self.slot(to.kind, s);
                    self.pos.is_empty(slot) && self.pos.count(slot) == 0
                };
                if sites.is_empty() || !sites.iter().all(free) {
                    continue;
                }
                let act = Act::Add {
                    kind: to.kind,
                    to: site,
                    what: what as i32,
                    count: 1,
                    state,
                    rotation: UNDEFINED,
                    value: UNDEFINED,
                    on_stack: false,
                };
                let mut mv = self.new_move(m, act);
                mv.state = state;
                out.push(mv);
            }
        }
    }

    pub(super) fn move_large(
        &mut self,
        m: &'g Moves,
        kind: SiteType,
        from: i32,
        to: &'g Target,
        targets: &Sites,
        out: &mut Vec<Move>,
    ) {
        let piece = self.pos.top(self.slot(kind, from));
        let what = usize::from(piece.what);
        let domino = matches!(self.game.components[what].kind, ComponentKind::Domino { .. });
        // What the piece covers now is free for it, its anchor apart.
        let mut free: Vec<i32> = targets.to_vec();
        free.extend(self.large_piece_sites(what, from, piece.state).into_iter().skip(1));
        for &target in &free {
            for state in 0..self.orientations(what) {
                if !self.burn(1, m.rule) {
                    return;
                }
                let sites = self.large_piece_sites(what, target, state);
                let fits = !sites.is_empty()
                    && sites.iter().all(|s| {
                        if domino {
                            self.pos.moves_made == 0 || self.pos.is_empty(self.slot(kind, *s))
                        } else {
                            *s == from || free.contains(s)
                        }
                    });
                if !fits || (target == from && state == piece.state) {
                    continue;
                }
                let act = Act::Move {
                    from_kind: kind,
                    from,
                    from_level: UNDEFINED,
                    to_kind: to.kind,
                    to: target,
                    to_level: UNDEFINED,
                    state,
                    rotation: UNDEFINED,
                    value: UNDEFINED,
                    stack: false,
                };
                let mut mv = self.new_move(m, act);
                self.apply_part(&mut mv, &to.apply);
                mv.state = state;
                out.push(mv);
            }
        }
    }
}

//! Moves of pieces that cover several sites: every orientation counts.

use super::Sites;
use crate::action::Act;
use crate::ctx::Ctx;
use crate::eval::direction::next_supported;
use crate::eval::walk::walk;
use crate::game::{ComponentKind, StepWalk};
use crate::kernel::{Int, Moves, Target};
use crate::moves::Move;
use crate::siteset::SiteSet;
use crate::types::*;

/// A domino is two squares of four cells, one after the other.
const DOMINO: [StepWalk; 13] = {
    use StepWalk::{Forward as F, Left as L, Right as R};
    [F, R, F, R, F, L, F, L, F, R, F, R, F]
};

impl<'g> Ctx<'g> {
    /// The sites that a large piece covers when it stands at `anchor` in the given state: the state says which walk,
    /// and in which direction it begins. None where the piece does not fit on the board.
    pub fn large_piece_sites(&self, what: usize, anchor: i32, state: i32) -> Vec<i32> {
        let kind = SiteType::Cell;
        let starts = self.game.board.supported(kind, Relation::Orthogonal);
        if !self.on_board(kind, anchor) || starts.is_empty() {
            return Vec::new();
        }
        let state = state.max(0) as usize;
        let steps = match self.game.components.get(what).map(|c| &c.kind) {
            Some(ComponentKind::Large { walks }) => walks.get(state / starts.len()).map_or(&[][..], |w| w),
            Some(ComponentKind::Domino { .. }) if state < starts.len() => &DOMINO[..],
            Some(
                ComponentKind::Domino { .. }
                | ComponentKind::Nothing
                | ComponentKind::Piece
                | ComponentKind::Die { .. }
                | ComponentKind::Card { .. }
                | ComponentKind::Tile { .. },
            )
            | None => &[],
        };
        let mut sites = vec![anchor];
        let end = walk(self.game, kind, anchor, starts[state % starts.len()], steps, |site| {
            if !sites.contains(&site) {
                sites.push(site);
            }
        });
        if end.is_some() { sites } else { Vec::new() }
    }

    /// The sites of the line of play at the domino that has its anchor at a site: four rows onwards from each end, as
    /// far as they are free, and the sites beside that end; from the sides of a double too, but only onwards.
    pub(in crate::eval) fn open_ends(&self, anchor: i32, out: &mut SiteSet) {
        let kind = SiteType::Cell;
        let board = &self.game.board;
        let ways = board.supported(kind, Relation::Orthogonal);
        let piece = self.pos.top(self.slot(kind, anchor));
        let double = match self.game.components[usize::from(piece.what)].kind {
            ComponentKind::Domino { value, value2 } => value == value2,
            _ => return,
        };
        let sites = self.large_piece_sites(piece.what.into(), anchor, piece.state);
        let first = ways.get(piece.state.max(0) as usize).copied();
        let (Some(up), &[a, b, c, d, e, f, g, h]) = (first, &sites[..]) else { return };
        let (Some(right), Some(down)) = (next_supported(up, true, ways), up.opposite()) else { return };
        let Some(left) = right.opposite() else { return };
        let free = |site: u32| self.pos.is_empty(self.slot(kind, site as i32));
        let ray = |site: i32, way| board.radials(kind, site as usize, way).next().unwrap_or(&[]);
        let mut end = |[one, other]: [i32; 2], way: Direction, beside: bool| {
            let (p, q) = (ray(one, way), ray(other, way));
            let mut rows = p.iter().zip(q).take(4).take_while(|&(&p, &q)| free(p) && free(q)).peekable();
            if p.len() < 2 || q.len() < 2 || rows.peek().is_none() {
                return;
            }
            out.extend(rows.flat_map(|(&p, &q)| [p as i32, q as i32]));
            if beside {
                let sides = [ray(one, down).first(), ray(other, up).first()];
                out.extend(sides.into_iter().flatten().filter(|&&s| free(s)).map(|&s| s as i32));
            }
        };
        end([a, b], left, true);
        end([h, g], right, true);
        if double {
            end([c, f], up, false);
            end([d, e], down, false);
        }
    }

    /// How many states a large piece has: four orientations of each of its walks.
    pub(crate) fn orientations(&self, what: usize) -> i32 {
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
        m: &Moves,
        what: usize,
        state: Option<&Int>,
        to: &Target,
        out: &mut Vec<Move>,
    ) {
        let wanted = self.int_or(state, UNDEFINED);
        for site in self.places(&to.place) {
            for state in 0..self.orientations(what) {
                if (wanted != UNDEFINED && wanted != state) || !self.burn(1, m.rule) {
                    continue;
                }
                let sites = self.large_piece_sites(what, site, state);
                if sites.is_empty() || !sites.iter().all(|&s| self.pos.is_empty(self.slot(to.kind, s))) {
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
        m: &Moves,
        kind: SiteType,
        from: i32,
        to: &Target,
        targets: &Sites,
        out: &mut Vec<Move>,
    ) {
        let piece = self.pos.top(self.slot(kind, from));
        let what = usize::from(piece.what);
        let domino = matches!(self.game.components[what].kind, ComponentKind::Domino { .. });
        // A domino lies wholly in the line of play, the first one wherever it likes.
        let first = self.pos.moves_made == self.pos.start_moves;
        let line = (domino && !first).then(|| self.playable());
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
                    && sites.iter().all(|s| match &line {
                        Some(line) => line.contains(*s),
                        None => domino || *s == from || free.contains(s),
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

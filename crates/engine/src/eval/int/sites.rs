//! Numbers about sites: counts, neighbours, ways between them.

use crate::ctx::Ctx;
use crate::eval::direction::Stance;
use crate::kernel::int::Walk;
use crate::kernel::{Dir, Int, Relative};
use crate::siteset::SiteSet;
use crate::types::*;
use ludarium_board::Topology;
use smallvec::SmallVec;
use std::sync::Arc;

impl<'g> Ctx<'g> {
    /// The count at a site, or the height of its stack.
    #[inline]
    pub fn count_at(&self, kind: SiteType, site: i32) -> i32 {
        let slot = self.slot(kind, site);
        if self.pos.stacking() { self.pos.height(slot) as i32 } else { self.pos.count(slot) }
    }

    /// A number that the board knows about a site, `OFF` outside it.
    pub(super) fn board_number(
        &mut self,
        kind: SiteType,
        site: &Int,
        read: fn(&Topology, SiteType, usize) -> i32,
    ) -> i32 {
        let site = self.int(site);
        let board = &self.game.board;
        if site < 0 || site as usize >= board.len(kind) { OFF } else { read(board, kind, site as usize) }
    }

    /// The phase of a site, as the board has it or as a rule set it.
    pub fn phase_of(&self, kind: SiteType, site: i32) -> i32 {
        if let Some(set) = self.pos.site_phases.iter().rev().find(|(k, s, _)| *k == kind && *s == site) {
            return set.2;
        }
        let board = &self.game.board;
        if site < 0 || site as usize >= board.len(kind) {
            UNDEFINED
        } else {
            board.phase(kind, site as usize)
        }
    }

    pub fn neighbour_count(&self, kind: SiteType, relation: Relation, site: Option<i32>) -> i32 {
        let board = &self.game.board;
        let Some(site) = site.map(|s| s as usize).filter(|&s| s < board.len(kind)) else { return UNDEFINED };
        match (kind, relation) {
            (SiteType::Edge, Relation::Diagonal | Relation::OffDiagonal)
            | (SiteType::Vertex, Relation::OffDiagonal) => 0,
            (SiteType::Edge, Relation::Orthogonal | Relation::Adjacent | Relation::All) => {
                let at = |v: u32| board.incident(SiteType::Vertex, v as usize, SiteType::Edge).len();
                board.edge_ends(site).map_or(0, |(a, b)| at(a) + at(b)) as i32
            }
            (SiteType::Cell | SiteType::Vertex, _) => board.neighbours(kind, site, relation).len() as i32,
        }
    }

    pub(super) fn edge_between(&self, a: i32, b: i32) -> i32 {
        if a < 0 || b < 0 {
            return OFF;
        }
        let board = &self.game.board;
        let (a, b) = (a as u32, b as u32);
        for &edge in board.incident(SiteType::Vertex, a as usize, SiteType::Edge) {
            if matches!(board.edge_ends(edge as usize), Some((x, y)) if (x, y) == (a, b) || (x, y) == (b, a))
            {
                return edge as i32;
            }
        }
        OFF
    }

    /// The site some steps ahead; the site itself where the board ends before.
    pub(super) fn ahead(&mut self, kind: SiteType, site: i32, steps: i32, dirs: &Dir) -> i32 {
        if site < 0 {
            return UNDEFINED;
        }
        let way = match dirs {
            // Here the way is that of the move being looked at, if there is one, else that of the last move.
            Dir::Relative { dirs, .. } if dirs.first() == Some(&Relative::SameDirection) => {
                let (from, to) = self.way_looked_at();
                self.directions_between(kind, from, to).last().copied()
            }
            Dir::Relative { dirs, .. } if dirs.first() == Some(&Relative::OppositeDirection) => {
                let (from, to) = self.way_looked_at();
                self.directions_between(kind, to, from).last().copied()
            }
            Dir::Absolute(_)
            | Dir::Relative { .. }
            | Dir::FromTo { .. }
            | Dir::Random { .. }
            | Dir::Union(..)
            | Dir::Difference(..)
            | Dir::If { .. } => self.directions(dirs, kind, site).first().copied(),
        };
        let Some(way) = way else { return site };
        if steps < 1 {
            return site;
        }
        let board = &self.game.board;
        board
            .radials(kind, site as usize, way)
            .find_map(|radial| radial.get(steps as usize - 1).copied())
            .map_or(site, |s| s as i32)
    }

    fn way_looked_at(&self) -> (i32, i32) {
        let (from, to) = self.last_from_to();
        let or = |a: i32, b: i32| if a == UNDEFINED { b } else { a };
        (or(self.reg.from, from), or(self.reg.to, to))
    }

    pub(super) fn steps_between(
        &mut self,
        kind: SiteType,
        relation: Relation,
        walk: Option<&Walk>,
        from: i32,
        to: &SiteSet,
    ) -> i32 {
        if from < 0 || to.is_empty() {
            return 0;
        }
        let board = &self.game.board;
        let Some(walk) = walk else {
            // No way at all counts as no steps, as in the reference.
            return to
                .iter()
                .map(|t| board.distance(kind, relation, from as usize, t as usize).unwrap_or(0))
                .min()
                .unwrap_or(0);
        };
        let len = board.len(kind);
        if from as usize >= len || to.iter().all(|t| t as usize >= len) {
            return INFINITY;
        }
        if to.contains(from) {
            return 0;
        }
        let mut seen = SiteSet::new();
        let mut steps = 0;
        let mut rings = self.walk_rings(kind, from, walk);
        while let Some(ring) = rings.next(self, &mut seen) {
            steps += 1;
            if ring.iter().any(|&s| to.contains(s)) {
                return steps;
            }
        }
        INFINITY
    }

    /// Rings of sites that a piece reaches by steps: after one step, after two, and so on.
    pub(in crate::eval) fn walk_rings<'w>(&mut self, kind: SiteType, from: i32, walk: &'w Walk) -> Rings<'w> {
        let top = self.pos.top(self.slot(kind, from));
        let what = usize::from(top.what);
        let stance = Stance {
            what: (what != 0).then_some(what),
            facing: if what == 0 { None } else { self.facing_of(what) },
            rotation: Some(i32::from(top.rotation)),
        };
        Rings { kind, walk, stance, current: vec![from], started: false }
    }

    fn steps_of_walk(&mut self, kind: SiteType, from: i32, walk: &Walk, stance: Stance) -> Arc<[i32]> {
        let name = self.name_of_steps(kind, from, walk);
        if let Some(known) = name.as_ref().and_then(|n| self.known_steps(n)) {
            self.burn(1, Default::default());
            return known;
        }
        let (old_from, old_to) = (self.reg.from, self.reg.to);
        self.reg.from = from;
        let mut reached: SmallVec<[i32; 16]> = SmallVec::new();
        let game = self.game;
        for d in self.directions_for(&walk.dirs, kind, from, stance) {
            for &to in game.board.steps(kind, from as usize, d) {
                // (To judge a step may mean to look at many sites.)
                if !self.burn(self.price_of_a_judgement(), Default::default()) {
                    break;
                }
                self.reg.to = to as i32;
                if walk.cond.as_ref().is_none_or(|c| self.bool(c)) {
                    reached.push(to as i32);
                }
            }
        }
        (self.reg.from, self.reg.to) = (old_from, old_to);
        let reached: Arc<[i32]> = reached.as_slice().into();
        if let Some(name) = name {
            self.keep_steps(name, &reached);
        }
        reached
    }
}

/// See [`Ctx::walk_rings`].
pub(in crate::eval) struct Rings<'w> {
    kind: SiteType,
    walk: &'w Walk,
    stance: Stance,
    current: Vec<i32>,
    started: bool,
}

impl Rings<'_> {
    /// The next ring, without sites in `seen`, which grows; `None` when no more sites can be reached.
    pub fn next(&mut self, ctx: &mut Ctx<'_>, seen: &mut SiteSet) -> Option<&[i32]> {
        let mut ring = Vec::new();
        seen.extend(self.current.iter().copied());
        for &site in &self.current {
            // The piece turns before each step but the first.
            if let (true, Some(turn)) = (self.started, &self.walk.rotation) {
                let old = ctx.reg.value;
                ctx.reg.value = self.stance.rotation.unwrap_or(0);
                self.stance.rotation = Some(ctx.int(turn));
                ctx.reg.value = old;
            }
            for &to in ctx.steps_of_walk(self.kind, site, self.walk, self.stance).iter() {
                if !seen.contains(to) {
                    seen.insert(to);
                    ring.push(to);
                }
            }
        }
        self.started = true;
        self.current = ring;
        (!self.current.is_empty()).then_some(&self.current)
    }
}

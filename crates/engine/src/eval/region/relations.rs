//! Regions given by a relation to sites: around, between, along, at a distance, in sight.

use super::board::set;
use crate::ctx::Ctx;
use crate::eval::walk::follow;
use crate::game::StepWalk;
use crate::kernel::int::Walk;
use crate::kernel::region::Sight;
use crate::kernel::{Dir, Region};
use crate::siteset::SiteSet;
use crate::types::*;

impl<'g> Ctx<'g> {
    pub(super) fn around(&mut self, e: &Region) -> SiteSet {
        let Region::Around { kind, region, content, distance, dir, cond, include_self } = e else {
            return SiteSet::new();
        };
        let kind = *kind;
        let distance = self.int(distance);
        let starts = self.region(region);
        let (old_from, old_to) = (self.reg.from, self.reg.to);
        let board = &self.game.board;
        let mut sites = SiteSet::new();
        for start in starts.iter().filter(|&s| (s as usize) < board.len(kind)) {
            self.reg.from = start;
            for radial in board.radials(kind, start as usize, *dir) {
                let to = match distance {
                    ..0 => continue,
                    0 => start,
                    d => match radial.get(d as usize - 1) {
                        Some(&s) => s as i32,
                        None => continue,
                    },
                };
                self.reg.to = to;
                if cond.as_ref().is_none_or(|c| self.bool(c))
                    && content.is_none_or(|c| self.content_fits(c, kind, to))
                {
                    sites.insert(to);
                }
            }
        }
        (self.reg.from, self.reg.to) = (old_from, old_to);
        if !starts.is_empty() && self.bool(include_self) {
            sites.union_with(&starts);
        } else {
            sites.subtract(&starts);
        }
        sites
    }

    pub(super) fn sites_between(&mut self, e: &Region) -> SiteSet {
        let Region::Between { kind, dirs, from, from_included, to, to_included, cond } = e else {
            return SiteSet::new();
        };
        let (from, to) = (self.int(from), self.int(to));
        let board = &self.game.board;
        let len = board.len(*kind) as i32;
        let mut sites = SiteSet::new();
        if from < 0 || to < 0 || from >= len || to >= len {
            return sites;
        }
        let (old_from, old_to, old_between) = (self.reg.from, self.reg.to, self.reg.between);
        (self.reg.from, self.reg.to) = (from, to);
        if self.bool(from_included) {
            sites.insert(from);
        }
        if self.bool(to_included) {
            sites.insert(to);
        }
        let dirs = self.directions(dirs, *kind, from);
        let way = dirs.iter().find_map(|&d| {
            board
                .radials(*kind, from as usize, d)
                .find_map(|radial| radial.iter().position(|&s| s == to as u32).map(|i| &radial[..i]))
        });
        for &between in way.unwrap_or(&[]).iter().rev() {
            self.reg.between = between as i32;
            if cond.as_ref().is_none_or(|c| self.bool(c)) {
                sites.insert(between as i32);
            }
        }
        (self.reg.from, self.reg.to, self.reg.between) = (old_from, old_to, old_between);
        sites
    }

    pub(super) fn along(&mut self, e: &Region) -> SiteSet {
        let Region::Direction { kind, starts, dirs, included, stop, stop_included, distance } = e else {
            return SiteSet::new();
        };
        let starts = self.region(starts);
        let distance = self.int(distance).max(0) as usize;
        let old_to = self.reg.to;
        let board = &self.game.board;
        let mut sites = SiteSet::new();
        for start in starts.iter().filter(|&s| (s as usize) < board.len(*kind)) {
            if self.bool(included) {
                sites.insert(start);
            }
            for d in self.directions(dirs, *kind, start) {
                for radial in board.radials(*kind, start as usize, d) {
                    for &to in radial.iter().take(distance) {
                        self.reg.to = to as i32;
                        if stop.as_ref().is_some_and(|s| self.bool(s)) {
                            if self.bool(stop_included) {
                                sites.insert(to as i32);
                            }
                            break;
                        }
                        sites.insert(to as i32);
                    }
                }
            }
            self.reg.to = old_to;
        }
        sites
    }

    pub(super) fn at_distance(
        &mut self,
        kind: SiteType,
        relation: Relation,
        walk: Option<&Walk>,
        from: i32,
        (min, max): (i32, i32),
    ) -> SiteSet {
        let board = &self.game.board;
        let mut sites = SiteSet::new();
        if from < 0 || from as usize >= board.len(kind) || min < 0 {
            return sites;
        }
        let Some(walk) = walk else {
            for s in 0..board.len(kind) {
                let d = board.distance(kind, relation, from as usize, s);
                if d.is_some_and(|d| d >= min && d <= max) {
                    sites.insert(s as i32);
                }
            }
            return sites;
        };
        let mut seen = SiteSet::new();
        let mut rings = self.walk_rings(kind, from, walk);
        let mut steps = 0;
        while let Some(ring) = rings.next(self, &mut seen) {
            steps += 1;
            if steps >= min {
                sites.extend(ring.iter().copied());
            }
            if steps >= max {
                break;
            }
        }
        sites
    }

    pub(super) fn line_of_sight(&mut self, kind: SiteType, what: Sight, site: i32, dirs: &Dir) -> SiteSet {
        let board = &self.game.board;
        let mut sites = SiteSet::new();
        if site < 0 || site as usize >= board.len(kind) {
            return sites;
        }
        for d in self.directions(dirs, kind, site) {
            for radial in board.radials(kind, site as usize, d) {
                let free = radial.iter().take_while(|&&s| self.what(kind, s as i32) == 0).count();
                match what {
                    Sight::Empty => sites.union_with(&set(&radial[..free])),
                    Sight::Farthest => sites.extend(free.checked_sub(1).map(|i| radial[i] as i32)),
                    Sight::Piece => sites.extend(radial.get(free).map(|&s| s as i32)),
                }
            }
        }
        sites
    }

    /// A ring of pieces without those that it closes without, looked at from the last to the first.
    pub(super) fn tight_ring(&mut self, kind: SiteType, dirs: &Dir, mut ring: SiteSet) -> SiteSet {
        for site in ring.clone().iter().collect::<Vec<_>>().into_iter().rev() {
            ring.remove(site);
            if !self.is_ring(kind, dirs, &ring) {
                ring.insert(site);
            }
        }
        ring
    }

    /// Does going on from neighbour to neighbour lead through all of these sites and back?
    fn is_ring(&mut self, kind: SiteType, dirs: &Dir, sites: &SiteSet) -> bool {
        let Some(first) = sites.first() else { return false };
        let board = &self.game.board;
        let mut left = sites.clone();
        let mut at = first;
        loop {
            left.remove(at);
            let ways = self.directions(dirs, kind, at);
            let mut near = ways.iter().flat_map(|&d| board.steps(kind, at as usize, d)).map(|&s| s as i32);
            if left.is_empty() {
                return near.any(|s| s == first);
            }
            match near.find(|&s| left.contains(s)) {
                Some(next) => at = next,
                None => return false,
            }
        }
    }

    /// The site one step on in a direction: the last that the board lists.
    fn one_step(&self, kind: SiteType, site: i32, d: Direction) -> Option<i32> {
        self.game.board.steps(kind, site as usize, d).last().map(|&s| s as i32)
    }

    pub(super) fn pattern_sites(
        &self,
        kind: SiteType,
        walk: &[StepWalk],
        from: i32,
        whats: Option<Vec<i32>>,
    ) -> SiteSet {
        let board = &self.game.board;
        let mut sites = SiteSet::new();
        if from < 0 || from as usize >= board.len(kind) {
            return sites;
        }
        let whats = whats.unwrap_or_else(|| vec![self.what(kind, from) as i32]);
        let Some(&first) = whats.first() else { return sites };
        if self.what(kind, from) as i32 != first {
            return sites;
        }
        let ways = board.supported(kind, Relation::Orthogonal);
        for &start in ways {
            let mut wanted = whats.iter().cycle().skip(1);
            let mut found = vec![from];
            let whole = follow(walk, start, ways, |d| {
                let next = self.one_step(kind, *found.last()?, d)?;
                if Some(&(self.what(kind, next) as i32)) != wanted.next() {
                    return None;
                }
                found.push(next);
                Some(())
            });
            if whole.is_some() {
                sites.extend(found);
            }
        }
        sites
    }

    pub(super) fn walk_ends(
        &self,
        kind: SiteType,
        from: i32,
        walks: &[Box<[StepWalk]>],
        rotations: bool,
    ) -> SiteSet {
        let board = &self.game.board;
        let mut sites = SiteSet::new();
        if from < 0 || from as usize >= board.len(kind) {
            return sites;
        }
        let ways = board.supported(kind, Relation::Orthogonal);
        for &start in ways.iter().take(if rotations { ways.len() } else { 1 }) {
            for walk in walks {
                let mut at = from;
                let whole = follow(walk, start, ways, |d| {
                    at = self.one_step(kind, at, d)?;
                    Some(())
                });
                if whole.is_some() {
                    sites.insert(at);
                }
            }
        }
        sites
    }
}

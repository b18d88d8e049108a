//! Groups of sites: connections between regions, blockades, groups one by one, loops.

use crate::ctx::Ctx;
use crate::game::ComponentKind;
use crate::kernel::boolean::{Connected, Loop, Targets};
use crate::kernel::{Bool, Dir};
use crate::siteset::SiteSet;
use crate::types::*;
use std::sync::Arc;

/// Regions still to be reached, and how many have been.
struct Goals {
    open: Vec<SiteSet>,
    reached: i32,
    wanted: i32,
}

impl Goals {
    /// Ticks off the regions that hold the site; true when enough have been reached.
    fn reach(&mut self, site: i32) -> bool {
        let before = self.open.len();
        self.open.retain(|r| !r.contains(site));
        self.reached += (before - self.open.len()) as i32;
        self.reached >= self.wanted
    }
}

impl<'g> Ctx<'g> {
    /// The regions that a player owns, each for itself.
    fn owned_regions(&mut self, player: i32) -> Vec<SiteSet> {
        let game = self.game;
        let mut all = Vec::new();
        for named in game.regions.iter().filter(|r| r.owner as i32 == player) {
            if !named.regions.is_empty() {
                all.extend(named.regions.iter().map(|r| self.region(r)));
            } else if !named.parts.is_empty() {
                all.extend(named.parts.iter().cloned());
            } else {
                all.extend(named.sites.clone());
            }
        }
        all
    }

    fn goals(&mut self, c: &Connected) -> Goals {
        let open: Vec<SiteSet> = match &c.targets {
            Targets::Regions(list) => list.iter().map(|r| self.region(r)).collect(),
            Targets::OwnedBy(role) => {
                let player = self.role(*role);
                self.owned_regions(player)
            }
        };
        let wanted = c.number.as_ref().map_or(open.len() as i32, |n| self.int(n));
        Goals { open, reached: 0, wanted }
    }

    pub(super) fn connected(&mut self, c: &Connected) -> bool {
        let from = self.int(&c.at);
        if from < 0 || from as usize >= self.game.board.len(c.kind) {
            return false;
        }
        let who = self.who(c.kind, from);
        if who == 0 {
            return false;
        }
        let mut goals = self.goals(c);
        if goals.open.is_empty() {
            return false;
        }
        if goals.reach(from) {
            return true;
        }
        if let Targets::OwnedBy(role) = c.targets
            && self.role(role) != who as i32
        {
            return false;
        }
        let mut seen = SiteSet::new();
        seen.insert(from);
        let mut group = vec![from];
        let mut next = 0;
        while let Some(&site) = group.get(next) {
            next += 1;
            for to in self.steps_by(&c.dirs, c.kind, site) {
                if seen.contains(to) {
                    continue;
                }
                seen.insert(to);
                if self.who(c.kind, to) == who {
                    if goals.reach(to) {
                        return true;
                    }
                    group.push(to);
                }
            }
        }
        false
    }

    /// Can the player's regions no longer be joined over their own pieces and empty sites?
    pub(super) fn blocked(&mut self, c: &Connected) -> bool {
        let kind = c.kind;
        let who = match c.targets {
            Targets::Regions(_) => i32::from(self.pos.mover),
            Targets::OwnedBy(role) => self.role(role),
        };
        let goals = self.goals(c);
        let Some(first) = goals.open.first().cloned() else { return false };
        let free = |ctx: &Self, s: i32| ctx.what(kind, s) == 0 || ctx.who(kind, s) as i32 == who;
        let mut seen = SiteSet::new();
        for from in first.iter() {
            if goals.wanted <= 1 {
                return false;
            }
            if seen.contains(from) || !free(self, from) {
                continue;
            }
            let mut goals = Goals { open: goals.open[1..].to_vec(), reached: 1, wanted: goals.wanted };
            if goals.reach(from) {
                return false;
            }
            seen.insert(from);
            let mut group = vec![from];
            while let Some(site) = group.pop() {
                for to in self.steps_by(&c.dirs, kind, site) {
                    if seen.contains(to) || !free(self, to) {
                        continue;
                    }
                    seen.insert(to);
                    if goals.reach(to) {
                        return false;
                    }
                    group.push(to);
                }
            }
        }
        true
    }

    pub(super) fn all_groups(&mut self, kind: SiteType, dirs: &Dir, of: Option<&Bool>, cond: &Bool) -> bool {
        let before = self.reg.clone();
        let mover = usize::from(self.pos.mover);
        let mut seen = SiteSet::new();
        let mut all = true;
        for from in 0..self.game.board_sites(kind) as i32 {
            let candidate = self.what(kind, from) != 0 && (of.is_some() || self.who(kind, from) == mover);
            if !candidate || seen.contains(from) {
                continue;
            }
            self.reg.from = from;
            let belongs = |ctx: &mut Self, site: i32| match of {
                None => ctx.who(kind, site) == mover,
                Some(of) => {
                    ctx.reg.to = site;
                    ctx.bool(of)
                }
            };
            if !belongs(self, from) {
                continue;
            }
            let mut sites = SiteSet::new();
            sites.insert(from);
            let mut open = vec![from];
            while let Some(site) = open.pop() {
                for to in self.steps_by(dirs, kind, site) {
                    if !sites.contains(to) && belongs(self, to) {
                        sites.insert(to);
                        open.push(to);
                    }
                }
            }
            seen.union_with(&sites);
            self.reg.region = Some(Arc::new(sites));
            if !self.bool(cond) {
                all = false;
                break;
            }
        }
        self.reg = before;
        all
    }

    // ---- loops ----

    pub(super) fn closed_loop(&mut self, l: &Loop) -> bool {
        let from = self.int(&l.start);
        let what = self.what(l.kind, from);
        if what == 0 {
            return false;
        }
        if let (Some(starts), ComponentKind::Tile { .. }) = (&l.tile_path, &self.game.components[what].kind) {
            let colour = self.int(&l.colour);
            let starts = self.region(starts);
            return starts.iter().any(|s| self.tile_loop(s, colour));
        }
        self.find_loop(l).is_some()
    }

    /// A loop of pieces: the area that it encloses, and the sites around that area.
    pub(in crate::eval) fn find_loop(&mut self, l: &Loop) -> Option<(SiteSet, SiteSet)> {
        let kind = l.kind;
        let game = self.game;
        let from = self.int(&l.start);
        if from < 0 || from as usize >= game.board.len(kind) {
            return None;
        }
        let what = self.what(kind, from);
        if what == 0 {
            return None;
        }
        let colour = self.int(&l.colour);
        let owners: Option<Vec<i32>> =
            (!l.surround.is_empty()).then(|| l.surround.iter().map(|r| self.role(*r)).collect());
        let outer: SiteSet = game.board.outer(kind).iter().map(|&s| s as i32).collect();
        let inside =
            |ctx: &Self, s: i32| owners.as_ref().is_none_or(|o| o.contains(&(ctx.who(kind, s) as i32)));
        let around = game.board.steps(kind, from as usize, Direction::Adjacent);
        for &origin in around.iter().rev() {
            let origin = origin as i32;
            if outer.contains(origin) || !inside(self, origin) {
                continue;
            }
            let Some(area) = self.enclosed(kind, origin, what, &outer, |ctx, s| inside(ctx, s)) else {
                continue;
            };
            let mut border = SiteSet::new();
            for site in area.iter() {
                let steps = game.board.steps(kind, site as usize, Direction::Orthogonal);
                border.extend(steps.iter().map(|&s| s as i32));
            }
            border.subtract(&area);
            if border.iter().any(|s| self.who(kind, s) as i32 != colour) {
                continue;
            }
            // Pieces that touch nowhere along the border make no loop.
            let linked = border.iter().any(|s| {
                self.what(kind, s) == what
                    && self
                        .steps_by(&l.dirs, kind, s)
                        .into_iter()
                        .any(|t| border.contains(t) && self.what(kind, t) == what)
            });
            if linked {
                return Some((area, border));
            }
        }
        None
    }

    /// The area around a site that pieces `what` separate from the outside; nothing where they do not. Lines of
    /// sight pass over what does not belong to the area.
    fn enclosed(
        &self,
        kind: SiteType,
        origin: i32,
        what: usize,
        outer: &SiteSet,
        inside: impl Fn(&Self, i32) -> bool,
    ) -> Option<SiteSet> {
        let board = &self.game.board;
        let mut area = SiteSet::new();
        area.insert(origin);
        let mut open = vec![origin];
        while let Some(site) = open.pop() {
            for radial in board.radials(kind, site as usize, Direction::Orthogonal) {
                for &to in radial {
                    let to = to as i32;
                    if area.contains(to) {
                        continue;
                    }
                    if self.what(kind, to) == what {
                        break;
                    }
                    if outer.contains(to) {
                        return None;
                    }
                    if inside(self, to) {
                        area.insert(to);
                        open.push(to);
                    }
                }
            }
        }
        Some(area)
    }
}

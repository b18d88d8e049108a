//! Groups of sites that hang together, liberties, territory, lines.

use crate::ctx::Ctx;
use crate::kernel::{Bool, Dir, IntArr};
use crate::siteset::SiteSet;
use crate::types::*;

impl<'g> Ctx<'g> {
    /// Grows a group from a site by steps in the directions, as long as `belongs` says so of the site reached.
    pub(in crate::eval) fn grow(
        &mut self,
        kind: SiteType,
        start: i32,
        dirs: &Dir,
        mut belongs: impl FnMut(&mut Self, i32, i32) -> bool,
    ) -> SiteSet {
        let game = self.game;
        let mut group: SiteSet = [start].into_iter().collect();
        if start < 0 || start as usize >= game.board.len(kind) {
            return group;
        }
        let mut open = vec![start];
        let mut next = 0;
        while next < open.len() {
            let site = open[next];
            next += 1;
            let mut visit = |ctx: &mut Self, steps: &[u32]| {
                for &to in steps {
                    let to = to as i32;
                    if !group.contains(to) && belongs(ctx, site, to) {
                        group.insert(to);
                        open.push(to);
                    }
                }
            };
            // Most often there is one set of steps, the same for all.
            if let Dir::Absolute(list) = dirs
                && let [d] = **list
            {
                visit(self, game.board.steps(kind, site as usize, d));
                continue;
            }
            for d in self.directions(dirs, kind, site) {
                visit(self, game.board.steps(kind, site as usize, d));
            }
        }
        group
    }

    /// The group at a site: pieces of the same component, or sites where the condition on `(to)` holds.
    pub(in crate::eval) fn group_at(
        &mut self,
        kind: SiteType,
        site: i32,
        dirs: &Dir,
        cond: Option<&Bool>,
        visible: bool,
    ) -> SiteSet {
        if site < 0 {
            return SiteSet::new();
        }
        let (old_from, old_to) = (self.reg.from, self.reg.to);
        let what = self.what(kind, site);
        self.reg.to = site;
        let mut group = SiteSet::new();
        if cond.is_none_or(|c| self.bool(c)) {
            self.reg.from = site;
            group = self.grow(kind, site, dirs, |ctx, from, to| {
                if visible && (ctx.covered(kind, to) || ctx.shares_two_above(kind, from, to)) {
                    return false;
                }
                match cond {
                    None => ctx.what(kind, to) == what,
                    Some(c) => {
                        ctx.reg.to = to;
                        ctx.bool(c)
                    }
                }
            });
        }
        (self.reg.from, self.reg.to) = (old_from, old_to);
        group
    }

    /// The sizes of all groups of sites where the condition on `(to)` holds (without one: occupied sites), or of
    /// those that have a site in `through`.
    pub(super) fn group_sizes_where(
        &mut self,
        kind: SiteType,
        dirs: &Dir,
        cond: Option<&Bool>,
        through: Option<&SiteSet>,
        visible: Option<&Bool>,
    ) -> Vec<usize> {
        let old_to = self.reg.to;
        let holds = |ctx: &mut Self, site: i32| match cond {
            None => ctx.what(kind, site) != 0,
            Some(c) => {
                ctx.reg.to = site;
                ctx.bool(c)
            }
        };
        let visible_only = visible.is_some_and(|v| self.bool(v));
        let mut done = SiteSet::new();
        let mut sizes = Vec::new();
        // Each site is asked once, whoever its neighbours are.
        let members: SiteSet =
            (0..self.game.board_sites(kind) as i32).filter(|&site| holds(self, site)).collect();
        for site in members.iter() {
            if done.contains(site) || through.is_some_and(|t| !t.contains(site)) {
                continue;
            }
            if visible_only && self.covered(kind, site) {
                continue;
            }
            let group = self.grow(kind, site, dirs, |ctx, from, to| {
                members.contains(to)
                    && !(visible_only && (ctx.covered(kind, to) || ctx.shares_two_above(kind, from, to)))
            });
            sizes.push(group.len());
            done.union_with(&group);
        }
        self.reg.to = old_to;
        sizes
    }

    /// Is a piece right above the site?
    fn covered(&self, kind: SiteType, site: i32) -> bool {
        let board = &self.game.board;
        let Some(at) = board.point(kind, site as usize) else { return false };
        (site + 1..board.len(kind) as i32).any(|s| {
            self.what(kind, s) != 0
                && board.point(kind, s as usize).is_some_and(|p| p[0] == at[0] && p[1] == at[1])
        })
    }

    /// Do at least two pieces rest on both sites?
    fn shares_two_above(&self, kind: SiteType, a: i32, b: i32) -> bool {
        let board = &self.game.board;
        let above = |s: i32| board.steps(kind, s as usize, Direction::Upward);
        let on_b = above(b);
        above(a).iter().filter(|&&s| self.what(kind, s as i32) != 0 && on_b.contains(&s)).count() >= 2
    }

    pub(super) fn biggest_line(&mut self, kind: SiteType, dir: Direction, cond: Option<&Bool>) -> i32 {
        let old_to = self.reg.to;
        let mut holds = SiteSet::new();
        for site in 0..self.game.board_sites(kind) as i32 {
            self.reg.to = site;
            let yes = match cond {
                None => self.what(kind, site) != 0,
                Some(c) => self.bool(c),
            };
            if yes {
                holds.insert(site);
            }
        }
        self.reg.to = old_to;
        let run = |line: &[u32]| line.iter().take_while(|&&s| holds.contains(s as i32)).count() as i32;
        let mut biggest = 0;
        for site in holds.iter() {
            for (radial, opposites) in self.game.board.radials_with_opposites(kind, site as usize, dir) {
                let there = 1 + run(radial);
                let back: i32 = opposites.iter().map(|o| run(o)).sum();
                biggest = biggest.max(there + back);
            }
        }
        biggest
    }

    pub(super) fn liberties(&mut self, kind: SiteType, site: i32, dirs: &Dir, cond: Option<&Bool>) -> i32 {
        if site < 0 {
            return 0;
        }
        let (old_from, old_to) = (self.reg.from, self.reg.to);
        let what = self.what(kind, site);
        self.reg.to = site;
        let mut group = SiteSet::new();
        if cond.is_none_or(|c| self.bool(c)) {
            self.reg.from = site;
            group = self.grow(kind, site, dirs, |ctx, _, to| {
                ctx.reg.to = to;
                ctx.what(kind, to) == what && cond.is_none_or(|c| ctx.bool(c))
            });
        }
        (self.reg.from, self.reg.to) = (old_from, old_to);
        let game = self.game;
        let mut free = SiteSet::new();
        for site in group.iter().filter(|&s| (s as usize) < game.board.len(kind)) {
            for to in self.steps_by(dirs, kind, site) {
                if !group.contains(to) && self.what(kind, to) == 0 {
                    free.insert(to);
                }
            }
        }
        free.len() as i32
    }

    pub(super) fn territory(&mut self, kind: SiteType, owners: u32, dir: Direction) -> i32 {
        let board = &self.game.board;
        let mut seen = SiteSet::new();
        let mut total = 0;
        for start in 0..board.len(kind) as i32 {
            if seen.contains(start) || !self.pos.is_empty(self.slot(kind, start)) {
                continue;
            }
            let mut area: SiteSet = [start].into_iter().collect();
            let mut open = vec![start];
            let mut theirs = true;
            while let Some(site) = open.pop() {
                for &to in board.steps(kind, site as usize, dir) {
                    let to = to as i32;
                    if self.pos.is_empty(self.slot(kind, to)) {
                        if !area.contains(to) {
                            area.insert(to);
                            open.push(to);
                        }
                    } else if owners & (1u32 << self.who(kind, to)) == 0 {
                        theirs = false;
                    }
                }
            }
            if theirs {
                total += area.len();
            }
            seen.union_with(&area);
        }
        total as i32
    }

    /// The sizes of the groups of a player's pieces (or of all pieces), or of those that the condition makes.
    pub(super) fn group_sizes(&mut self, e: &IntArr) -> Vec<i32> {
        let IntArr::GroupSizes { kind, dirs, all, who, cond, min, visible } = e else { return Vec::new() };
        let (kind, all, cond) = (*kind, *all, cond.as_deref());
        let who = self.int(who);
        let min = self.int(min);
        let visible = visible.as_ref().is_some_and(|v| self.bool(v));
        let (old_from, old_to) = (self.reg.from, self.reg.to);
        let starts: Vec<i32> = (0..self.game.board_sites(kind) as i32)
            .filter(|&s| {
                let slot = self.slot(kind, s);
                (0..self.pos.height(slot)).any(|l| {
                    let owner = i32::from(self.pos.at_level(slot, l).who);
                    if all { owner >= 1 && owner <= self.game.players as i32 } else { owner == who }
                })
            })
            .collect();
        let mut done = SiteSet::new();
        let mut sizes = Vec::new();
        let belongs = move |ctx: &mut Self, site: i32| {
            let mine = match cond {
                None => ctx.who(kind, site) as i32 == who,
                Some(c) => ctx.bool(c),
            };
            mine || (all && ctx.what(kind, site) != 0)
        };
        for start in starts {
            if done.contains(start) || (visible && self.covered(kind, start)) {
                continue;
            }
            self.reg.from = start;
            if !belongs(self, start) {
                continue;
            }
            let group = self.grow(kind, start, dirs, |ctx, from, to| {
                if visible && (ctx.covered(kind, to) || ctx.shares_two_above(kind, from, to)) {
                    return false;
                }
                ctx.reg.to = to;
                belongs(ctx, to)
            });
            if group.len() as i32 >= min {
                sizes.push(group.len() as i32);
            }
            done.union_with(&group);
        }
        (self.reg.from, self.reg.to) = (old_from, old_to);
        sizes
    }
}

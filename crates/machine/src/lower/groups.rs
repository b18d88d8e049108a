//! Groups of sites: who belongs together, how free they are, how far a set spreads.

use super::lift::Looked;
use super::*;
use std::collections::BTreeMap;

/// Neighbours are found by no more shifts than this, counted for each word of a set.
const MOST_SHIFTS: usize = 16;

impl<'g> Lower<'g> {
    /// The group at a site: pieces of the same component, or sites for which the condition on `(to)` holds.
    pub fn group_at(
        &mut self,
        kind: SiteType,
        site: Expr,
        dirs: &'g Dir,
        cond: Option<&'g Bool>,
        env: &Env,
    ) -> Lowered<Set> {
        self.on(kind, |l| l.group_here(site, dirs, cond, env))
    }
    fn group_here(&mut self, site: Expr, dirs: &'g Dir, cond: Option<&'g Bool>, env: &Env) -> Lowered<Set> {
        let site = self.b.bind(site);
        let board = self.board_sites();
        let members = match cond {
            None => {
                let here = self.here(site);
                let what = self.what(here);
                let what = self.b.bind(what);
                let zero = self.b.int(0);
                let nothing = self.b.eq(what, zero);
                let empty = self.plane(Plane::Empty);
                let pieces = self.plane_of_what(what);
                self.choose_set(nothing, &empty, &pieces)
            }
            Some(c) => {
                let env = Env { from: site, what_at_from: None, ..env.clone() };
                match self.lift(c, Looked::To, &env)? {
                    Some(set) => set,
                    None => {
                        let board = self.board_sites();
                        self.tested(&board, |l, to| {
                            let env = Env { to, ..env.clone() };
                            l.bool(c, &env)
                        })?
                    }
                }
            }
        };
        let members = self.intersection(&members, &board);
        let members = self.bind_set(&members);
        let start = self.single(site);
        let start = self.intersection(&start, &members);
        self.flood(&start, &members, dirs)
    }

    /// Goes through the groups of sites for which a condition on `(to)` holds (without one: where something stands), or of
    /// those that have a site in a set.
    pub fn for_each_group(
        &mut self,
        kind: SiteType,
        dirs: &'g Dir,
        cond: Option<&'g Bool>,
        through: Option<&Set>,
        env: &Env,
        make: impl FnOnce(&mut Self, &Set) -> Lowered<()>,
    ) -> Lowered<()> {
        self.for_each_group_of(kind, dirs, cond, None, through, env, make)
    }
    /// The same, where the members may be known.
    #[allow(clippy::too_many_arguments)]
    pub fn for_each_group_of(
        &mut self,
        kind: SiteType,
        dirs: &Dir,
        cond: Option<&'g Bool>,
        members: Option<Set>,
        through: Option<&Set>,
        env: &Env,
        make: impl FnOnce(&mut Self, &Set) -> Lowered<()>,
    ) -> Lowered<()> {
        self.on(kind, |l| l.each_group_here(dirs, cond, members, through, env, make))
    }
    fn each_group_here(
        &mut self,
        dirs: &Dir,
        cond: Option<&'g Bool>,
        members: Option<Set>,
        through: Option<&Set>,
        env: &Env,
        make: impl FnOnce(&mut Self, &Set) -> Lowered<()>,
    ) -> Lowered<()> {
        let board = self.board_sites();
        let members = match (members, cond) {
            (Some(members), _) => self.intersection(&members, &board),
            (None, None) => {
                let taken = self.occupied();
                self.intersection(&taken, &board)
            }
            (None, Some(c)) => self.those(&board, c, Looked::To, env)?,
        };
        let members = self.bind_set(&members);
        let starts = match through {
            Some(t) => self.intersection(&members, t),
            None => members.clone(),
        };
        let open = self.growing(&starts);
        self.repeat(|l| {
            let left = l.grown(&open);
            let none = l.none(&left);
            l.break_if(none);
            let first = l.first(&left);
            let first = l.b.bind(first);
            let start = l.single(first);
            let group = l.flood(&start, &members, dirs)?;
            let group = l.bind_set(&group);
            for (&local, &w) in open.iter().zip(&group.0) {
                let old = l.b.get(local);
                let new = l.b.binary(Binary::AndNot, old, w);
                l.b.set(local, new);
            }
            make(l, &group)
        })
    }

    /// How many empty sites are next to the group at a site.
    pub fn liberties(
        &mut self,
        kind: SiteType,
        site: Expr,
        dirs: &'g Dir,
        cond: Option<&'g Bool>,
        env: &Env,
    ) -> Lowered<Expr> {
        self.on(kind, |l| l.liberties_here(site, dirs, cond, env))
    }
    fn liberties_here(
        &mut self,
        site: Expr,
        dirs: &'g Dir,
        cond: Option<&'g Bool>,
        env: &Env,
    ) -> Lowered<Expr> {
        let site = self.b.bind(site);
        let board = self.board_sites();
        let here = self.here(site);
        let what = self.what(here);
        let what = self.b.bind(what);
        let zero = self.b.int(0);
        let nothing = self.b.eq(what, zero);
        let empty = self.empty_board();
        let alike = self.plane_of_what(what);
        let alike = self.choose_set(nothing, &empty, &alike);
        let mut members = self.intersection(&alike, &board);
        if let Some(c) = cond {
            members = self.bind_set(&members);
            let env = Env { from: site, what_at_from: None, ..env.clone() };
            members = self.those(&members, c, Looked::To, &env)?;
        }
        let members = self.bind_set(&members);
        let start = self.single(site);
        let start = self.intersection(&start, &members);
        let group = self.flood(&start, &members, dirs)?;
        let group = self.bind_set(&group);
        let near = self.next_to(&group, dirs)?;
        let free = self.intersection(&near, &empty);
        let free = self.difference(&free, &group);
        Ok(self.size(&free))
    }

    /// The sites next to those of a set. Where a step always adds the same number to that of a site, they are the set, shifted.
    pub fn next_to(&mut self, set: &Set, dirs: &Dir) -> Lowered<Set> {
        let ways = self.step_ways(dirs)?;
        if ways.len() * set.0.len() > MOST_SHIFTS {
            return self.union_over(set, |l, site| l.step_set(dirs, None, site));
        }
        let set = self.bind_set(set);
        let mut all = self.no_sites();
        for (by, starts) in ways {
            let starts = self.fixed(&starts);
            let some = self.intersection(&set, &starts);
            let next = self.shifted(&some, by);
            all = self.union(&all, &next);
        }
        Ok(all)
    }
    /// By how much steps along absolute directions change the number of a site, and from where each can be taken.
    pub(super) fn step_ways(&mut self, dirs: &Dir) -> Lowered<BTreeMap<i32, SiteSet>> {
        let variants = self.variants(dirs, None)?;
        let mut ways: BTreeMap<i32, SiteSet> = BTreeMap::new();
        for s in 0..self.ground.len {
            for d in self.directions_of(dirs, &variants, s as i32)?.into_iter().flatten() {
                for &t in self.game.board.steps(self.ground.kind, s, d) {
                    ways.entry(t as i32 - s as i32).or_default().insert(s as i32);
                }
            }
        }
        Ok(ways)
    }

    /// All members that steps join to the start.
    pub fn flood(&mut self, start: &Set, members: &Set, dirs: &Dir) -> Lowered<Set> {
        Ok(self.flood_until(start, members, dirs, None)?.0)
    }
    /// The same, but not farther than where one of some other sites is next to it: what was found until then, and whether that
    /// was so.
    pub(super) fn flood_until(
        &mut self,
        start: &Set,
        members: &Set,
        dirs: &Dir,
        until: Option<&Set>,
    ) -> Lowered<(Set, Expr)> {
        if !Self::is_absolute(dirs) {
            return refuse("Dir", "groups along relative directions");
        }
        let (zero, one) = (self.b.int(0), self.b.int(1));
        let met = self.b.variable(zero);
        let found = self.growing(start);
        let edge = self.growing(start);
        self.repeat(|l| {
            let now = l.grown(&edge);
            let none = l.none(&now);
            l.break_if(none);
            let near = l.next_to(&now, dirs)?;
            if let Some(until) = until {
                let near = l.bind_set(&near);
                let there = l.intersection(&near, until);
                let there = l.some(&there);
                let there = l.b.bind(there);
                l.when(there, |l| {
                    l.b.set(met, one);
                    Ok(())
                })?;
                l.break_if(there);
            }
            let near = l.intersection(&near, members);
            let known = l.grown(&found);
            let fresh = l.difference(&near, &known);
            let fresh = l.bind_set(&fresh);
            for (&local, &w) in edge.iter().zip(&fresh.0) {
                l.b.set(local, w);
            }
            l.grow(&found, &fresh);
            Ok(())
        })?;
        let met = self.b.get(met);
        Ok((self.grown(&found), met))
    }
}

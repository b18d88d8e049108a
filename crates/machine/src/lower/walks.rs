//! Ways that pieces walk: how far sites are from each other by steps that a condition allows, and which sites are so far
//! away.

use super::lift::Looked;
use super::*;
use ludarium_engine::kernel::Range;
use ludarium_engine::kernel::int::Walk;

impl<'g> Lower<'g> {
    /// Goes through the rings of sites that steps reach from a site: those after one step, after two, and so on, each
    /// site in the first ring that it belongs to. The body may break.
    fn for_each_ring(
        &mut self,
        from: Expr,
        walk: &'g Walk,
        env: &Env,
        make: impl FnOnce(&mut Self, &Set) -> Lowered<()>,
    ) -> Lowered<()> {
        if !Self::is_absolute(&walk.dirs) || walk.rotation.is_some() {
            return refuse("Int", "Steps of a piece that turns");
        }
        let asks_from = walk.cond.as_ref().is_some_and(|c| Looked::From.mentioned_in(&[Part::Bool(c)]));
        // Where a step may lead is the same wherever it begins: known once.
        let open = match &walk.cond {
            Some(c) if !asks_from => self.lift(c, Looked::To, env)?.map(|set| self.bind_set(&set)),
            _ => None,
        };
        let start = self.single(from);
        let (seen, edge) = (self.growing(&start), self.growing(&start));
        self.repeat(|l| {
            let now = l.grown(&edge);
            let near = l.union_over(&now, |l, site| {
                l.know_on_board(site);
                let near = l.step_set(&walk.dirs, None, site)?;
                match (&walk.cond, &open) {
                    (None, _) | (_, Some(_)) => Ok(near),
                    (Some(c), None) => {
                        let known = l.grown(&seen);
                        let near = l.difference(&near, &known);
                        let near = l.bind_set(&near);
                        let env = Env { from: site, what_at_from: None, ..env.clone() };
                        l.those(&near, c, Looked::To, &env)
                    }
                }
            })?;
            let near = match &open {
                Some(open) => l.intersection(&near, open),
                None => near,
            };
            let known = l.grown(&seen);
            let fresh = l.difference(&near, &known);
            let fresh = l.bind_set(&fresh);
            let none = l.none(&fresh);
            l.break_if(none);
            l.grow(&seen, &fresh);
            for (&local, &w) in edge.iter().zip(&fresh.0) {
                l.b.set(local, w);
            }
            make(l, &fresh)
        })
    }

    /// How many steps of a walk lead from a site to the nearest of a set.
    pub(super) fn steps_of_walk(
        &mut self,
        kind: SiteType,
        walk: &'g Walk,
        from: Expr,
        to: &Set,
        env: &Env,
    ) -> Lowered<Expr> {
        self.on(kind, |l| l.steps_here(walk, from, to, env))
    }
    fn steps_here(&mut self, walk: &'g Walk, from: Expr, to: &Set, env: &Env) -> Lowered<Expr> {
        let (from, to) = (self.b.bind(from), self.bind_set(to));
        let (zero, one, far) = (self.b.int(0), self.b.int(1), self.b.int(INFINITY.into()));
        let found = self.b.variable(zero);
        let some = self.some(&to);
        let real = self.b.binary(Binary::Le, zero, from);
        let asked = self.b.binary(Binary::And, some, real);
        self.when(asked, |l| {
            let arrived = l.contains(&to, from);
            let away = l.b.not(arrived);
            l.when(away, |l| {
                l.b.set(found, far);
                let steps = l.b.variable(zero);
                let inside = l.inside_board(from);
                l.when(inside, |l| {
                    l.for_each_ring(from, walk, env, |l, ring| {
                        let n = l.b.get(steps);
                        let n = l.b.add(n, one);
                        l.b.set(steps, n);
                        let there = l.intersection(ring, &to);
                        let there = l.some(&there);
                        l.when(there, |l| {
                            let n = l.b.get(steps);
                            l.b.set(found, n);
                            Ok(())
                        })?;
                        l.break_if(there);
                        Ok(())
                    })
                })
            })
        })?;
        Ok(self.b.get(found))
    }

    /// The sites that are so many steps away: of a walk, or over the board.
    pub(super) fn at_distance(
        &mut self,
        kind: SiteType,
        relation: Relation,
        walk: Option<&'g Walk>,
        from: Expr,
        range: &'g Range,
        env: &Env,
    ) -> Lowered<Set> {
        let (min, max) = (self.int(&range.min, env)?, self.int(&range.max, env)?);
        let (min, max, from) = (self.b.bind(min), self.b.bind(max), self.b.bind(from));
        let Some(walk) = walk else { return self.at_plain_distance(kind, relation, from, min, max) };
        let (zero, one) = (self.b.int(0), self.b.int(1));
        let none = self.no_sites();
        let (found, steps) = (self.growing(&none), self.b.variable(zero));
        let (inside, good) = (self.inside_board(from), self.b.binary(Binary::Le, zero, min));
        let asked = self.b.binary(Binary::And, inside, good);
        self.when(asked, |l| {
            l.for_each_ring(from, walk, env, |l, ring| {
                let n = l.b.get(steps);
                let n = l.b.add(n, one);
                let n = l.b.bind(n);
                l.b.set(steps, n);
                let near = l.b.binary(Binary::Le, min, n);
                l.when(near, |l| {
                    l.grow(&found, ring);
                    Ok(())
                })?;
                let over = l.b.binary(Binary::Le, max, n);
                l.break_if(over);
                Ok(())
            })
        })?;
        Ok(self.grown(&found))
    }

    fn at_plain_distance(
        &mut self,
        kind: SiteType,
        relation: Relation,
        from: Expr,
        min: Expr,
        max: Expr,
    ) -> Lowered<Set> {
        let (board, len) = (&self.game.board, self.ground.len);
        if let (Some(min), Some(max)) = (self.constant(min), self.constant(max)) {
            let rows = self.rows("at distance", |s| {
                if s as usize >= len || min < 0 {
                    return SiteSet::new();
                }
                let fits = |t: &i32| {
                    let d = board.distance(kind, relation, s as usize, *t as usize);
                    d.is_some_and(|d| i64::from(d) >= min && i64::from(d) <= max)
                };
                (0..len as i32).filter(fits).collect()
            });
            return Ok(self.row(rows, from));
        }
        let mut data = Vec::with_capacity(len * len);
        for a in 0..len {
            data.extend((0..len).map(|b| board.distance(kind, relation, a, b).map_or(-1, i64::from)));
        }
        let table = self.b.table("distance or none", Width::Half, data, -1);
        let (zero, each) = (self.b.int(0), self.b.int(len as i64));
        let (inside, good) = (self.inside_board(from), self.b.binary(Binary::Le, zero, min));
        let asked = self.b.binary(Binary::And, inside, good);
        let row = self.b.binary(Binary::Mul, from, each);
        let row = self.b.bind(row);
        let sites = self.board_sites();
        let none = self.no_sites();
        let sites = self.choose_set(asked, &sites, &none);
        self.tested(&sites, |l, site| {
            let at = l.b.add(row, site);
            let d = l.b.load(table, at);
            let d = l.b.bind(d);
            let (low, high) = (l.b.binary(Binary::Le, min, d), l.b.binary(Binary::Le, d, max));
            Ok(l.b.binary(Binary::And, low, high))
        })
    }
}

//! Hops over hurdles of one site or several.

use super::lift::Looked;
use super::moves::{Deed, Found, Mode, Out};
use super::stacks::Leaves;
use super::*;
use ludarium_engine::kernel::{Apply, Between, Origin, Target};
use std::rc::Rc;

/// What stays the same for all hops of one rule.
struct Way<'g, 'o> {
    m: &'g Moves,
    between: Option<&'g Between>,
    to: &'g Target,
    /// How long a hurdle is at least and at most.
    min: Expr,
    max: Expr,
    /// It may be longer than one site.
    long: bool,
    leaves: Leaves<'g>,
    /// The sites of rays.
    rays: Array,
    out: &'o Out<'g>,
}

/// Where a hop may come down: where its hurdle ends on the ray, how much shorter it is taken to be, and the first place behind that.
struct Landing {
    end: Expr,
    short: Expr,
    at: Expr,
}

impl<'g> Lower<'g> {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn hop(
        &mut self,
        m: &'g Moves,
        from: &'g Origin,
        dirs: &'g Dir,
        between: Option<&'g Between>,
        to: &'g Target,
        stack: bool,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        self.plain(from, to)?;
        let (min, max) = self.hurdle_lengths(between, to, env)?;
        let long = (self.constant(min), self.constant(max)) != (Some(1), Some(1));
        let leaves = if stack { Leaves::Whole } else { Leaves::Top };
        if from.kind != self.layout.kind {
            return refuse("Moves", "Hop on another kind of site");
        }
        self.for_each_origin(from, env, |l, origin, env| {
            let number = |l: &mut Self, e: Option<&'g Int>| -> Lowered<Expr> {
                let n = match e {
                    Some(e) => l.int(e, env)?,
                    None => l.b.int(0),
                };
                Ok(l.b.bind(n))
            };
            let before = number(l, between.and_then(|b| b.before.as_ref()))?;
            let after = number(l, between.and_then(|b| b.after.as_ref()))?;
            let rays = l.rays(dirs, env.what_at_from, origin)?;
            let way = Way { m, between, to, min, max, long, leaves, rays: rays.1, out };
            let next_to = between.is_none_or(|b| b.before.is_none() && b.after.is_none());
            if !long && next_to && to.apply.cond.is_none() && out.mode != Mode::Act {
                let done = l.attempt(|l| {
                    let done =
                        l.hop_neighbours(dirs, between, to.cond.as_ref(), env, |l, hurdle, target| {
                            let inner = Env { to: target, between: hurdle, ..env.clone() };
                            l.emit_hop(&way, true, env.from, target, &inner)
                        })?;
                    Ok(done.then_some(()))
                })?;
                if done.is_some() {
                    return Ok(());
                }
            }
            l.hop_over_nothing(&way, dirs, env)?;
            let zero = l.b.int(0);
            let some = l.b.binary(Binary::Lt, zero, max);
            l.when(some, |l| {
                l.for_each_ray(rays, |l, along| {
                    let begin = l.b.get(along);
                    let begin = l.b.bind(begin);
                    l.along_ray(rays.1, along, |l, site| {
                        let is = l.is_hurdle(between, site, env)?;
                        let is = l.b.bind(is);
                        l.when(is, |l| l.hop_hurdle(&way, site, (begin, along), after, env))?;
                        l.break_if(is);
                        let at = l.b.get(along);
                        let gone = l.b.binary(Binary::Sub, at, begin);
                        let far = l.b.binary(Binary::Lt, before, gone);
                        l.break_if(far);
                        let inner = Env { to: site, between: site, ..env.clone() };
                        let holds = l.holds(to.cond.as_ref(), &inner)?;
                        let fails = l.b.not(holds);
                        l.break_if(fails);
                        Ok(())
                    })
                })
            })
        })
    }

    /// Where a hurdle of no length is allowed, a hop may be a step. What is done to a hurdle is done to the site that was
    /// between outside.
    fn hop_over_nothing(&mut self, way: &Way<'g, '_>, dirs: &'g Dir, env: &Env) -> Lowered<()> {
        let zero = self.b.int(0);
        let allowed = self.b.eq(way.min, zero);
        self.when(allowed, |l| {
            let targets = l.step_set(dirs, env.what_at_from, env.from)?;
            let leaves = way.leaves;
            let done: Option<&'g Apply> = way.between.map(|b| &b.apply).filter(|a| a.effect.is_some());
            let deed: Deed<'g> = Rc::new(move |l, env| {
                if let Some(apply) = done {
                    l.apply(apply, env)?;
                }
                l.push_leaving(leaves, env)
            });
            let mut found = Found::new(way.m, env, deed);
            let plain = done.is_none() && (!l.stacking() || matches!(leaves, Leaves::Top));
            found.simple = plain.then_some(Op::Move);
            l.emit_targets(&found, env.from, &targets, way.to.cond.as_ref(), env, way.out)
        })
    }

    /// The shortest and longest hurdle. What speaks of the site between is only lowered for hurdles of one site, but for
    /// what is done to the hurdle.
    fn hurdle_lengths(
        &mut self,
        between: Option<&'g Between>,
        to: &'g Target,
        env: &Env,
    ) -> Lowered<(Expr, Expr)> {
        let one = self.b.int(1);
        let Some(range) = between.and_then(|b| b.range.as_ref()) else { return Ok((one, one)) };
        let (min, max) = (self.int(&range.min, env)?, self.int(&range.max, env)?);
        let exact = range.min == range.max;
        let (least, most) = (self.constant(min), self.constant(max));
        if !exact && (least.is_none() || most.is_none()) {
            return refuse("Moves", "Hop over hurdles whose length varies");
        }
        let min = self.b.bind(min);
        let max = if exact { min } else { self.b.bind(max) };
        let done = between.is_some_and(|b| b.apply.effect.is_some());
        if least.is_none() && done {
            return refuse("Moves", "Hop over hurdles of no length that something is done to");
        }
        let mut parts: Vec<Part<'_>> = Vec::new();
        parts.extend(to.cond.as_ref().map(Part::Bool));
        parts.extend(to.apply.cond.as_ref().map(Part::Bool));
        parts.extend(to.apply.effect.as_deref().map(Part::Moves));
        if most.is_none_or(|most| most > 1) && Looked::Between.mentioned_in(&parts) {
            return refuse("Moves", "Hop over long hurdles that are asked about");
        }
        Ok((min, max))
    }

    /// Without `(between …)` everything is a hurdle; with one that has no condition, nothing is.
    fn is_hurdle(&mut self, between: Option<&'g Between>, site: Expr, env: &Env) -> Lowered<Expr> {
        match between {
            None => Ok(self.b.int(1)),
            Some(b) => match &b.cond {
                None => Ok(self.b.int(0)),
                Some(c) => {
                    let env = Env { between: site, ..env.clone() };
                    self.bool(c, &env)
                }
            },
        }
    }

    /// All hops over the hurdle that begins at a site, or over as much of its beginning as is long enough.
    fn hop_hurdle(
        &mut self,
        way: &Way<'g, '_>,
        site: Expr,
        (begin, along): (Expr, Local),
        after: Expr,
        env: &Env,
    ) -> Lowered<()> {
        let one = self.b.int(1);
        let first = self.b.get(along);
        let first = self.b.bind(first);
        // (`along` is past the first site of the hurdle.)
        if way.long {
            self.repeat(|l| {
                let at = l.b.get(along);
                let next = l.b.load(way.rays, at);
                let next = l.b.bind(next);
                let (zero, most) = (l.b.int(0), l.b.binary(Binary::Sub, way.max, one));
                let gone = l.b.binary(Binary::Sub, at, first);
                let full = l.b.binary(Binary::Le, most, gone);
                let end = l.b.binary(Binary::Lt, next, zero);
                let stop = l.b.binary(Binary::Or, full, end);
                l.break_if(stop);
                l.know_on_board(next);
                let is = l.is_hurdle(way.between, next, env)?;
                let not = l.b.not(is);
                l.break_if(not);
                let more = l.b.add(at, one);
                l.b.set(along, more);
                Ok(())
            })?;
        }
        let end = self.b.get(along);
        let end = self.b.bind(end);
        let extra = self.b.binary(Binary::Sub, end, first);
        let least = self.b.binary(Binary::Sub, way.min, one);
        let spare = self.b.binary(Binary::Sub, extra, least);
        if !way.long {
            let zero = self.b.int(0);
            return self.land(way, site, first, Landing { end, short: zero, at: end }, after, env);
        }
        let short = self.b.variable(spare);
        self.repeat(|l| {
            let left = l.b.get(short);
            let left = l.b.bind(left);
            let zero = l.b.int(0);
            let done = l.b.binary(Binary::Lt, left, zero);
            l.break_if(done);
            // (The shortest hurdle may be said to be -1, as by `(max 3)` alone: no place before the ray is meant.)
            let landing = l.b.binary(Binary::Sub, end, left);
            let landing = l.b.binary(Binary::Max, landing, begin);
            let landing = l.b.bind(landing);
            l.land(way, site, first, Landing { end, short: left, at: landing }, after, env)?;
            let less = l.b.binary(Binary::Sub, left, one);
            l.b.set(short, less);
            Ok(())
        })
    }

    /// The hops that land behind a hurdle, from a place on.
    fn land(
        &mut self,
        way: &Way<'g, '_>,
        site: Expr,
        first: Expr,
        Landing { end, short, at: landing }: Landing,
        after: Expr,
        env: &Env,
    ) -> Lowered<()> {
        let stop = way.to.apply.cond.as_ref();
        let along = self.b.variable(landing);
        // How many sites of the hurdle are hopped over, and where it begins: carried by the move, as its level.
        let one = self.b.int(1);
        let level = if !way.long {
            env.level
        } else {
            let (begin, bits) = (self.b.binary(Binary::Sub, first, one), self.b.int(8));
            let (zero, over) = (self.b.int(0), self.b.binary(Binary::Sub, end, short));
            let over = self.b.binary(Binary::Sub, over, begin);
            let over = self.b.binary(Binary::Max, over, zero);
            let high = self.b.binary(Binary::Shl, begin, bits);
            let packed = self.b.binary(Binary::Or, high, over);
            self.b.bind(packed)
        };
        self.along_ray(way.rays, along, |l, target| {
            let inner = Env { to: target, between: site, level, ..env.clone() };
            let holds = l.holds(way.to.cond.as_ref(), &inner)?;
            let fails = l.b.not(holds);
            let fails = l.b.bind(fails);
            match stop {
                None => {
                    l.break_if(fails);
                    l.emit_hop(way, true, env.from, target, &inner)?;
                }
                Some(stop) => {
                    l.when(fails, |l| {
                        let stops = l.bool(stop, &inner)?;
                        l.when(stops, |l| l.emit_hop(way, false, env.from, target, &inner))
                    })?;
                    l.break_if(fails);
                }
            }
            let at = l.b.get(along);
            // (`along` is past the target.)
            let gone = l.b.binary(Binary::Sub, at, end);
            let most = l.b.binary(Binary::Sub, after, short);
            let far = l.b.binary(Binary::Lt, most, gone);
            l.break_if(far);
            Ok(())
        })
    }

    fn emit_hop(&mut self, way: &Way<'g, '_>, takes: bool, from: Expr, to: Expr, env: &Env) -> Lowered<()> {
        let hurdle: Option<&'g Apply> = way.between.map(|b| &b.apply).filter(|a| takes && a.effect.is_some());
        let effect = way.to.apply.effect.as_deref();
        let (long, rays, leaves) = (way.long, way.rays, way.leaves);
        let level_asked = |m: &Moves| mentions([Part::Moves(m)], |i| matches!(i, Int::Level));
        if long && hurdle.is_some() && level_asked(way.m) {
            return refuse("Moves", "Hop over long hurdles by level");
        }
        let deed: Deed<'g> = Rc::new(move |l, env| {
            if let Some(apply) = hurdle {
                if long {
                    l.apply_to_hurdle(apply, rays, env)?;
                } else {
                    l.apply(apply, env)?;
                }
            }
            if let Some(effect) = effect {
                l.act_undecided(effect, env)?;
            }
            l.push_leaving(leaves, env)
        });
        let mut found = Found::new(way.m, env, deed);
        let whole = matches!(leaves, Leaves::Whole) && self.stacking();
        if !whole && effect.is_none() && hurdle.is_none() {
            found.simple = Some(Op::Move);
        }
        found.carries_level = long && hurdle.is_some();
        self.emit(&found, from, to, way.out)
    }

    /// Does something to each site of a hurdle, the last first.
    fn apply_to_hurdle(&mut self, apply: &'g Apply, rays: Array, env: &Env) -> Lowered<()> {
        let (bits, low) = (self.b.int(8), self.b.int(255));
        let packed = self.b.bind(env.level);
        let begin = self.b.binary(Binary::Shr, packed, bits);
        let n = self.b.binary(Binary::And, packed, low);
        let left = self.b.variable(n);
        let begin = self.b.bind(begin);
        self.repeat(|l| {
            let (k, one) = (l.b.get(left), l.b.int(1));
            let done = l.b.binary(Binary::Lt, k, one);
            l.break_if(done);
            let k = l.b.binary(Binary::Sub, k, one);
            let k = l.b.bind(k);
            l.b.set(left, k);
            let at = l.b.add(begin, k);
            let site = l.b.load(rays, at);
            let site = l.b.bind(site);
            l.know_on_board(site);
            let env = Env { between: site, ..env.clone() };
            l.apply(apply, &env)
        })
    }
}

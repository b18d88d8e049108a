//! What moves do beyond moving.

use super::lift::Looked;
use super::moves::{Mode, Out};
use super::*;
use ludarium_engine::kernel::{Effect, LineCapture, Who};

impl<'g> Lower<'g> {
    /// Would an effect do something? Captures are moves only where there is something to capture: what they would do is
    /// collected, counted and forgotten.
    fn would_act(&mut self, e: &'g Effect, env: &Env) -> Lowered<()> {
        let first = self.b.load_at(self.scratch.counters, ACTIONS);
        let first = self.b.bind(first);
        self.effect_moves(e, env, &Out::new(Mode::Act))?;
        let end = self.b.load_at(self.scratch.counters, ACTIONS);
        let end = self.b.bind(end);
        let at = self.b.int(ACTIONS as i64);
        self.b.store(self.scratch.counters, at, first);
        let some = self.b.binary(Binary::Lt, first, end);
        self.when(some, |l| l.answer_yes())
    }

    pub fn effect_moves(&mut self, e: &'g Effect, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let captures = matches!(e, Effect::Custodial(_) | Effect::Intervene(_) | Effect::Surround { .. });
        if out.mode == Mode::Any && captures && out.after.is_none() && out.tests.is_empty() {
            return self.would_act(e, env);
        }
        let of_moves = is_of_moves(e);
        if out.mode != Mode::Act && !of_moves {
            return refuse("Moves", format!("{} as a decision", crate::refuse::head(&format!("{e:?}"))));
        }
        if !out.tests.is_empty() && !of_moves {
            return refuse("Effect", "tried before it is done");
        }
        match e {
            Effect::SetCount { .. } => self.set_count(e, env, out),
            Effect::SetState { .. } => self.set_state(e, env, out),
            Effect::SetValue { .. } => self.set_value(e, env, out),
            Effect::SetPlayerValue { .. } => self.set_player_value(e, env, out),
            Effect::MoveAgain => {
                let mover = self.b.int(env.mover as i64);
                self.done(Op::SetNextPlayer, &[mover], out)
            }
            Effect::Trigger { player, .. } => {
                let player = self.int(player, env)?;
                self.done(Op::Trigger, &[player], out)
            }
            Effect::SetPending(_) => self.set_pending_value(e, env, out),
            Effect::SetPendingSites(_) => self.set_pending_sites(e, env, out),
            Effect::SetTemp(value) => {
                let value = self.int(value, env)?;
                self.done(Op::SetTemp, &[value], out)
            }
            Effect::SetVar { .. } => self.set_variable(e, env, out),
            Effect::SetCounter(value) => {
                let value = self.int(value, env)?;
                self.done(Op::SetCounter, &[value], out)
            }
            Effect::SetPot(value) => {
                let value = self.int(value, env)?;
                self.done(Op::SetPot, &[value], out)
            }
            Effect::SetScore { .. } => self.set_score(e, env, out),
            Effect::Flip { .. } => self.flip_there(e, env, out),
            Effect::Custodial(c) => self.custodial(c, env, out),
            Effect::Surround { capture, except, with } => {
                if with.is_some() {
                    return refuse("Effect", "Surround with a piece");
                }
                self.surround(capture, except, env, out)
            }
            Effect::Intervene(c) => self.intervene(c, env, out),
            Effect::Enclose { .. } => self.enclose(e, env, out),
            Effect::Directional { .. } => self.directional(e, env, out),
            Effect::Remember { name, value, unique } => self.remember(*name, value, unique, env, out),
            Effect::Forget { name, value } => self.forget(*name, value, env, out),
            Effect::ForgetAll(name) => self.forget_all(*name, out),
            Effect::Sow(s) => self.sow(s, env, out),
            // Nobody's rules read them here.
            Effect::Note { .. } => {
                self.follow(out);
                Ok(())
            }
            Effect::SetHidden { .. } if !self.reads_hidden() => Ok(()),
            Effect::SetHidden { .. }
            | Effect::Push { .. }
            | Effect::Attract { .. }
            | Effect::TakeControl { .. }
            | Effect::TakeDomino
            | Effect::SetTeam { .. }
            | Effect::RememberState
            | Effect::Roll
            | Effect::Random { .. }
            | Effect::RandomSome { .. }
            | Effect::Deal { .. }
            | Effect::Satisfy(_) => refuse("Effect", crate::refuse::head(&format!("{e:?}"))),
        }
    }

    fn set_count(&mut self, e: &'g Effect, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let Effect::SetCount { kind, site, count } = e else { return Ok(()) };
        let (site, count) = (self.int(site, env)?, self.int(count, env)?);
        let (site, count) = (self.b.bind(site), self.b.bind(count));
        let there = self.site_of(*kind, site);
        let what = self.what(there);
        let site = self.written(*kind, site)?;
        self.done(Op::SetCount, &[site, what, count], out)
    }
    fn set_state(&mut self, e: &'g Effect, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let Effect::SetState { kind, site, level, state } = e else { return Ok(()) };
        let level = self.said_level(level.as_ref(), env)?;
        let (state, site) = (self.int(state, env)?, self.int(site, env)?);
        let (state, site) = (self.b.bind(state), self.b.bind(site));
        let there = self.site_of(*kind, site);
        let exists = self.exists(there);
        let zero = self.b.int(0);
        let good = self.b.binary(Binary::Le, zero, state);
        let (go, off) = (self.b.binary(Binary::And, exists, good), self.b.int(UNDEFINED.into()));
        let said = self.b.binary(Binary::Le, off, level);
        let go = self.b.binary(Binary::And, go, said);
        let site = self.written(*kind, site)?;
        self.when(go, |l| l.done(Op::SetState, &[site, state, level], out))
    }
    fn set_value(&mut self, e: &'g Effect, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let Effect::SetValue { kind, site, level, value } = e else { return Ok(()) };
        let level = self.said_level(level.as_ref(), env)?;
        let (value, site) = (self.int(value, env)?, self.int(site, env)?);
        let value = self.b.bind(value);
        let zero = self.b.int(0);
        let (good, off) = (self.b.binary(Binary::Le, zero, value), self.b.int(UNDEFINED.into()));
        let said = self.b.binary(Binary::Le, off, level);
        let good = self.b.binary(Binary::And, good, said);
        let site = self.written(*kind, site)?;
        self.when(good, |l| l.done(Op::SetValue, &[site, value, level], out))
    }
    fn set_player_value(&mut self, e: &'g Effect, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let Effect::SetPlayerValue { player, value } = e else { return Ok(()) };
        let (player, value) = (self.int(player, env)?, self.int(value, env)?);
        let player = self.b.bind(player);
        let (zero, n) = (self.b.int(0), self.b.int(self.game.players as i64));
        let low = self.b.binary(Binary::Le, zero, player);
        let high = self.b.binary(Binary::Le, player, n);
        let real = self.b.binary(Binary::And, low, high);
        self.when(real, |l| l.done(Op::SetPlayerValue, &[player, value], out))
    }
    fn set_pending_value(&mut self, e: &'g Effect, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let Effect::SetPending(value) = e else { return Ok(()) };
        let reckoned = |v: &Int| matches!(v, Int::Add(_) | Int::Mul(_) | Int::Sub(..) | Int::Mod(..));
        if value.as_ref().is_some_and(reckoned) && self.reads_pending_sites() {
            return refuse("state", "pending numbers that are no sites");
        }
        let value = match value {
            Some(v) => self.int(v, env)?,
            None => self.b.int(UNDEFINED.into()),
        };
        self.done(Op::SetPending, &[value], out)
    }
    fn set_pending_sites(&mut self, e: &'g Effect, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let Effect::SetPendingSites(region) = e else { return Ok(()) };
        let sites = self.region(region, env)?;
        let sites = self.bind_set(&sites);
        let some = self.some(&sites);
        self.when(some, |l| l.push_prefix(out))?;
        self.for_each(&sites, |l, site| {
            l.push(Op::SetPending, &[site]);
            Ok(())
        })?;
        let some = self.some(&sites);
        self.when(some, |l| {
            l.follow(out);
            Ok(())
        })
    }
    fn set_variable(&mut self, e: &'g Effect, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let Effect::SetVar { name, value } = e else { return Ok(()) };
        let at = self.layout.variables + usize::from(*name);
        if at >= self.layout.variables_end {
            return refuse("Effect", "SetVar of a game without variables");
        }
        let value = self.int(value, env)?;
        let at = self.b.int(at as i64);
        self.done(Op::SetVariable, &[at, value], out)
    }
    fn set_score(&mut self, e: &'g Effect, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let Effect::SetScore { who, score, add } = e else { return Ok(()) };
        let score = self.int(score, env)?;
        let score = self.b.bind(score);
        let add = self.b.int((*add).into());
        let players = match who {
            Who::One(p) => vec![self.int(p, env)?],
            Who::Role(role) => self.players_of_role(*role, env)?,
        };
        for p in players {
            let p = self.b.bind(p);
            let (one, n) = (self.b.int(1), self.b.int(self.game.players as i64));
            let low = self.b.binary(Binary::Le, one, p);
            let high = self.b.binary(Binary::Le, p, n);
            let real = self.b.binary(Binary::And, low, high);
            self.when(real, |l| l.done(Op::SetScore, &[p, score, add], out))?;
        }
        Ok(())
    }
    fn flip_there(&mut self, e: &'g Effect, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let Effect::Flip { kind, site } = e else { return Ok(()) };
        let site = self.int(site, env)?;
        let site = self.b.bind(site);
        let there = self.site_of(*kind, site);
        let site = self.written(*kind, site)?;
        self.flip(site, there, out)
    }
    fn directional(&mut self, e: &'g Effect, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let Effect::Directional { kind, from, dirs, target, effect } = e else { return Ok(()) };
        let Some(dirs) = dirs else { return refuse("Effect", "Directional along the last move") };
        let from = self.int(from, env)?;
        self.settle_directions(dirs, env)?;
        self.if_on_board(*kind, from, |l, from| {
            let rays = l.rays(dirs, None, from)?;
            l.for_each_ray(rays, |l, along| {
                l.along_ray(rays.1, along, |l, site| {
                    let inner = Env { to: site, ..env.clone() };
                    let hit = l.bool(target, &inner)?;
                    let misses = l.b.not(hit);
                    l.break_if(misses);
                    let off = l.b.int(OFF.into());
                    let inner = Env { from: off, to: site, what_at_from: None, ..env.clone() };
                    l.moves(effect, &inner, out)
                })
            })
        })
    }

    fn reads_pending_sites(&self) -> bool {
        use ludarium_engine::kernel::Region;
        use ludarium_engine::kernel::walk::{any, rules_of};
        any(rules_of(self.game), |p| matches!(p, Part::Region(Region::Pending)))
    }

    fn reads_hidden(&self) -> bool {
        use ludarium_engine::kernel::Region;
        use ludarium_engine::kernel::walk::{any, rules_of};
        any(rules_of(self.game), |p| {
            matches!(p, Part::Bool(Bool::Hidden { .. }) | Part::Region(Region::Hidden { .. }))
        })
    }

    /// A level that may be said, in games with stacks.
    fn said_level(&mut self, level: Option<&'g Int>, env: &Env) -> Lowered<Expr> {
        match level {
            Some(level) if self.stacking() => {
                let level = self.int(level, env)?;
                Ok(self.b.bind(level))
            }
            Some(_) | None => Ok(self.b.int(UNDEFINED.into())),
        }
    }

    /// One action, and what follows it.
    pub(super) fn done(&mut self, op: Op, args: &[Expr], out: &Out<'g>) -> Lowered<()> {
        self.push_prefix(out)?;
        self.push(op, args);
        self.follow(out);
        Ok(())
    }

    fn flip(&mut self, site: Expr, there: Expr, out: &Out<'g>) -> Lowered<()> {
        let Some(state) = self.layout.state else { return refuse("Effect", "Flip without states") };
        let what = self.what(there);
        let what = self.b.bind(what);
        let now = self.b.load(state, there);
        let now = self.b.bind(now);
        let mut ab = [Vec::new(), Vec::new()];
        for c in &self.game.components {
            ab[0].push(c.flips.map_or(-1, |f| f.0.into()));
            ab[1].push(c.flips.map_or(-1, |f| f.1.into()));
        }
        let [a, b] = ab;
        let (a, b) = (self.b.table("front", Width::Half, a, -1), self.b.table("back", Width::Half, b, -1));
        let (a, b) = (self.b.load(a, what), self.b.load(b, what));
        let (a, b) = (self.b.bind(a), self.b.bind(b));
        let zero = self.b.int(0);
        let (is_a, is_b) = (self.b.eq(now, a), self.b.eq(now, b));
        let other = self.b.select(is_b, a, now);
        let new = self.b.select(is_a, b, other);
        let turns = self.b.binary(Binary::Le, zero, a);
        let go = self.b.both(what, turns);
        self.when(go, |l| {
            let top = l.b.int(UNDEFINED.into());
            l.done(Op::SetState, &[site, new, top], out)
        })
    }

    fn custodial(&mut self, c: &'g LineCapture, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let from = self.int(&c.from, env)?;
        let (min, max) = match &c.range {
            None => (0, 1000),
            Some(r) => {
                let (min, max) = (self.int(&r.min, env)?, self.int(&r.max, env)?);
                match (self.constant(min), self.constant(max)) {
                    (Some(min), Some(max)) => (min, max),
                    _ => return refuse("Effect", "Custodial of some range"),
                }
            }
        };
        let dirs = Dir::Absolute([c.dir].into());
        self.if_on_board(c.kind, from, |l, from| {
            let rays = l.rays(&dirs, None, from)?;
            let off = l.b.int(OFF.into());
            l.for_each_ray(rays, |l, along| {
                if max == 1 && min < 2 {
                    let at = l.b.get(along);
                    let one = l.b.int(1);
                    let next = l.b.add(at, one);
                    let (caught, beyond) = (l.b.load(rays.1, at), l.b.load(rays.1, next));
                    let caught = l.b.bind(caught);
                    let zero = l.b.int(0);
                    let near = l.b.binary(Binary::Le, zero, caught);
                    l.when(near, |l| {
                        let beyond = l.b.bind(beyond);
                        let far = l.b.binary(Binary::Le, zero, beyond);
                        l.when(far, |l| {
                            l.know_on_board(caught);
                            l.know_on_board(beyond);
                            let asked = Env { between: caught, ..env.clone() };
                            let hit = l.bool(&c.target, &asked)?;
                            l.when(hit, |l| {
                                let inner = Env { between: caught, to: beyond, ..env.clone() };
                                let friend = l.bool(&c.friend, &inner)?;
                                l.when(friend, |l| l.moves(&c.effect, &inner, out))
                            })
                        })
                    })
                } else if max > 1 && min <= max {
                    let begin = l.b.get(along);
                    let begin = l.b.bind(begin);
                    let beyond = l.b.variable(off);
                    let zero = l.b.int(0);
                    let n = l.b.variable(zero);
                    let most = l.b.int(max);
                    l.along_ray(rays.1, along, |l, site| {
                        let so_far = l.b.get(n);
                        let full = l.b.binary(Binary::Le, most, so_far);
                        let inner = Env { between: site, ..env.clone() };
                        let open = l.b.not(full);
                        let target = l.lazy(|l| l.bool(&c.target, &inner))?;
                        let hit = l.b.both(open, target);
                        let misses = l.b.not(hit);
                        let misses = l.b.bind(misses);
                        l.when(misses, |l| {
                            l.b.set(beyond, site);
                            Ok(())
                        })?;
                        l.break_if(misses);
                        let one = l.b.int(1);
                        let more = l.b.add(so_far, one);
                        l.b.set(n, more);
                        Ok(())
                    })?;
                    let caught = l.b.get(n);
                    let caught = l.b.bind(caught);
                    let least = l.b.int(min.max(1));
                    let enough = l.b.binary(Binary::Le, least, caught);
                    l.when(enough, |l| {
                        let beyond = l.b.get(beyond);
                        let beyond = l.b.bind(beyond);
                        let asked = Env { to: beyond, between: beyond, ..env.clone() };
                        let friend = l.bool(&c.friend, &asked)?;
                        l.when(friend, |l| {
                            l.b.set(along, begin);
                            let end = l.b.add(begin, caught);
                            let end = l.b.bind(end);
                            l.repeat(|l| {
                                let at = l.b.get(along);
                                let over = l.b.binary(Binary::Le, end, at);
                                l.break_if(over);
                                let site = l.b.load(rays.1, at);
                                let site = l.b.bind(site);
                                l.know_on_board(site);
                                let one = l.b.int(1);
                                let next = l.b.add(at, one);
                                l.b.set(along, next);
                                let inner = Env { between: site, to: beyond, ..env.clone() };
                                l.moves(&c.effect, &inner, out)
                            })
                        })
                    })
                } else {
                    Ok(())
                }
            })
        })
    }

    /// The sites next to each site along the lines of a direction, as lists.
    fn first_of_radials(&mut self, dir: Direction) -> (Array, Array) {
        let (board, kind) = (&self.game.board, self.layout.kind);
        let lists = (0..self.layout.universe)
            .map(|s| {
                if s >= self.layout.board_len {
                    return Vec::new();
                }
                board.radials(kind, s, dir).filter_map(|r| r.first()).map(|&s| i64::from(s)).collect()
            })
            .collect();
        self.lists("first of lines", lists)
    }
    fn for_each_listed(
        &mut self,
        (begins, all): (Array, Array),
        key: Expr,
        make: impl FnOnce(&mut Self, Expr) -> Lowered<()>,
    ) -> Lowered<()> {
        let begin = self.b.load(begins, key);
        let along = self.b.variable(begin);
        self.along_ray(all, along, make)
    }

    fn surround(&mut self, c: &'g LineCapture, except: &'g Int, env: &Env, out: &Out<'g>) -> Lowered<()> {
        if c.kind != self.layout.kind {
            return refuse("Effect", "Surround on another kind of site");
        }
        if Looked::To.mentioned_in(&[Part::Moves(&c.effect)]) {
            return refuse("Effect", "Surround with an effect on the last site");
        }
        let from = self.int(&c.from, env)?;
        let allowed = self.int(except, env)?;
        let allowed = self.b.bind(allowed);
        let near = self.first_of_radials(c.dir);
        self.if_on_board(c.kind, from, |l, from| {
            l.for_each_listed(near, from, |l, caught| {
                let asked = Env { between: caught, ..env.clone() };
                let hit = l.bool(&c.target, &asked)?;
                l.when(hit, |l| {
                    let zero = l.b.int(0);
                    let missing = l.b.variable(zero);
                    l.for_each_listed(near, caught, |l, friend| {
                        let other = l.b.binary(Binary::Ne, friend, from);
                        let inner = Env { to: friend, between: caught, ..env.clone() };
                        let stands = l.lazy(|l| {
                            let f = l.bool(&c.friend, &inner)?;
                            Ok(l.b.not(f))
                        })?;
                        let absent = l.b.both(other, stands);
                        l.when(absent, |l| {
                            let (n, one) = (l.b.get(missing), l.b.int(1));
                            let more = l.b.add(n, one);
                            l.b.set(missing, more);
                            Ok(())
                        })
                    })?;
                    let n = l.b.get(missing);
                    let taken = l.b.binary(Binary::Le, n, allowed);
                    let inner = Env { between: caught, ..env.clone() };
                    l.when(taken, |l| l.moves(&c.effect, &inner, out))
                })
            })
        })
    }

    fn intervene(&mut self, c: &'g LineCapture, env: &Env, out: &Out<'g>) -> Lowered<()> {
        if c.kind != self.layout.kind {
            return refuse("Effect", "Intervene on another kind of site");
        }
        if let Some(r) = &c.range {
            let (min, max) = (self.int(&r.min, env)?, self.int(&r.max, env)?);
            if (self.constant(min), self.constant(max)) != (Some(1), Some(1)) {
                return refuse("Effect", "Intervene of some range");
            }
        }
        let from = self.int(&c.from, env)?;
        // For each line: the near site, then the sites opposite, then -2.
        let (board, kind) = (&self.game.board, self.layout.kind);
        let mut lists = Vec::new();
        for s in 0..self.layout.universe {
            let mut list = Vec::new();
            if s < self.layout.board_len {
                for (radial, opposites) in board.radials_with_opposites(kind, s, c.dir) {
                    if let Some(&near) = radial.first() {
                        list.push(i64::from(near));
                        list.extend(opposites.iter().filter_map(|o| o.first()).map(|&o| i64::from(o)));
                        list.push(-2);
                    }
                }
            }
            lists.push(list);
        }
        let (begins, all) = self.lists("both sides", lists);
        self.if_on_board(c.kind, from, |l, from| {
            let begin = l.b.load(begins, from);
            let at = l.b.variable(begin);
            l.repeat(|l| {
                let here = l.b.get(at);
                let near = l.b.load(all, here);
                let near = l.b.bind(near);
                let (zero, one) = (l.b.int(0), l.b.int(1));
                let end = l.b.binary(Binary::Lt, near, zero);
                l.break_if(end);
                l.know_on_board(near);
                let next = l.b.add(here, one);
                l.b.set(at, next);
                let asked = Env { to: near, ..env.clone() };
                let hit = l.bool(&c.target, &asked)?;
                let hit = l.b.bind(hit);
                let found = l.b.variable(zero);
                l.repeat(|l| {
                    let i = l.b.get(at);
                    let far = l.b.load(all, i);
                    let far = l.b.bind(far);
                    let next = l.b.add(i, one);
                    l.b.set(at, next);
                    let end = l.b.binary(Binary::Lt, far, zero);
                    l.break_if(end);
                    l.know_on_board(far);
                    let inner = Env { to: far, ..env.clone() };
                    let other = l.lazy(|l| l.bool(&c.target, &inner))?;
                    let both = l.b.both(hit, other);
                    l.when(both, |l| {
                        l.b.set(found, one);
                        l.moves(&c.effect, &inner, out)
                    })
                })?;
                let yes = l.b.get(found);
                l.when(yes, |l| l.moves(&c.effect, &asked, out))
            })
        })
    }
}

/// Does an effect stand for moves that something else is said to do? Those can be decided too.
fn is_of_moves(e: &Effect) -> bool {
    matches!(
        e,
        Effect::Custodial(_) | Effect::Surround { .. } | Effect::Intervene(_) | Effect::Enclose { .. }
    )
}

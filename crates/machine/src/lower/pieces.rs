//! Moves of pieces: steps, slides, hops, carries; pieces that come and go.

use super::lift::Looked;
use super::moves::{Deed, Found, Mode, Out};
use super::stacks::Leaves;
use super::*;
use ludarium_engine::kernel::{Between, Origin, Place, PromoteTo, Range, Target};
use std::rc::Rc;

/// How a piece is carried from one site to another.
#[derive(Clone, Copy)]
pub(super) struct Way<'g> {
    pub(super) count: Option<&'g Int>,
    pub(super) copied: bool,
    pub(super) stack: bool,
}

impl<'g> Lower<'g> {
    pub(super) fn for_each_place(
        &mut self,
        place: &'g Place,
        env: &Env,
        make: impl FnOnce(&mut Self, Expr) -> Lowered<()>,
    ) -> Lowered<()> {
        match place {
            Place::Site(site) => {
                let site = self.int(site, env)?;
                let site = self.b.bind(site);
                make(self, site)
            }
            Place::Region(region) => {
                let sites = self.region(region, env)?;
                self.for_each(&sites, make)
            }
        }
    }

    /// Goes through the sites of the board that pieces may start from.
    pub(super) fn for_each_origin(
        &mut self,
        from: &'g Origin,
        env: &Env,
        make: impl FnOnce(&mut Self, Expr, &Env) -> Lowered<()>,
    ) -> Lowered<()> {
        let same = matches!(&from.place, Place::Site(Int::From));
        let (outer, known) = (env.from, env.what_at_from);
        self.for_each_place(&from.place, env, |l, origin| {
            let origin = if same { outer } else { origin };
            l.if_on_board(from.kind, origin, |l, origin| {
                let what_at_from = if same { known } else { None };
                let env = Env { from: origin, what_at_from, ..env.clone() };
                let holds = l.holds(from.cond.as_ref(), &env)?;
                l.when(holds, |l| make(l, origin, &env))
            })
        })
    }

    /// Moves a piece to each of the targets for which the condition holds.
    pub(super) fn move_to_each(
        &mut self,
        m: &'g Moves,
        from: &'g Origin,
        targets: &Set,
        to: &'g Target,
        leaves: Leaves<'g>,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        self.plain(from, to)?;
        let origin = env.from;
        let apply = &to.apply;
        let kind = from.kind;
        let deed: Deed<'g> = Rc::new(move |l, env| {
            l.apply(apply, env)?;
            let (from, to) = (l.written(kind, env.from)?, l.written(kind, env.to)?);
            l.push_leaving(leaves, &Env { from, to, ..env.clone() })
        });
        let mut found = Found::new(m, env, deed);
        let main = kind == self.layout.kind;
        if main && apply.effect.is_none() && (!self.stacking() || matches!(leaves, Leaves::Top)) {
            found.simple = Some(Op::Move);
        }
        self.emit_targets(&found, origin, targets, to.cond.as_ref(), env, out)
    }

    pub(super) fn emit_targets(
        &mut self,
        found: &Found<'g, '_>,
        origin: Expr,
        targets: &Set,
        cond: Option<&'g Bool>,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let lifted = match cond {
            None => Some(targets.clone()),
            Some(c) => self.lift(c, Looked::To, env)?.map(|set| self.intersection(targets, &set)),
        };
        match lifted {
            Some(set) => self.emit_set(found, origin, &set, out),
            None => {
                let targets = self.bind_set(targets);
                self.for_each(&targets, |l, target| {
                    let inner = Env { to: target, ..env.clone() };
                    let holds = l.holds(cond, &inner)?;
                    let found = Found {
                        env: &inner,
                        deed: found.deed.clone(),
                        may_follow: found.may_follow.clone(),
                        ..*found
                    };
                    let from = if found.from_is_to { target } else { origin };
                    l.when(holds, |l| l.emit(&found, from, target, out))
                })
            }
        }
    }

    /// Without levels and rotations.
    pub(super) fn plain(&self, from: &Origin, to: &Target) -> Lowered<()> {
        if to.rotations.is_some() {
            return refuse("Moves", "rotations of a target");
        }
        if from.kind != self.layout.kind && (from.kind != to.kind || self.stacking()) {
            return refuse("Moves", "kinds of a target");
        }
        self.settled_level(from, None)
    }

    pub(super) fn step(
        &mut self,
        m: &'g Moves,
        from: &'g Origin,
        dirs: &'g Dir,
        to: &'g Target,
        stack: bool,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let leaves = if stack { Leaves::Whole } else { Leaves::Level(from.level.as_ref()) };
        self.for_each_origin(from, env, |l, origin, env| {
            if out.mode == Mode::Act {
                // (What is done first may leave nothing to do for the next: their order counts.)
                let (begin, steps) = l.steps_in_order(dirs, env.what_at_from, origin)?;
                let along = l.b.variable(begin);
                return l.along_ray(steps, along, |l, site| {
                    let target = l.single(site);
                    l.move_to_each(m, from, &target, to, leaves, env, out)
                });
            }
            let targets = l.step_set(dirs, env.what_at_from, origin)?;
            l.move_to_each(m, from, &targets, to, leaves, env, out)
        })
    }

    /// The shortest and the longest way that a range says.
    pub(super) fn bounds(
        &mut self,
        range: Option<&'g Range>,
        env: &Env,
    ) -> Lowered<(Option<Expr>, Option<Expr>)> {
        let Some(range) = range else { return Ok((None, None)) };
        let (min, max) = (self.int(&range.min, env)?, self.int(&range.max, env)?);
        Ok((Some(self.b.bind(min)), Some(self.b.bind(max))))
    }

    /// Refuses slides that have no lowering.
    fn plain_slide(
        &self,
        from: &'g Origin,
        between: Option<&'g Between>,
        to: Option<&'g Target>,
    ) -> Lowered<()> {
        self.settled_level(from, None)?;
        if from.kind != self.layout.kind {
            return refuse("Moves", "Slide on another kind of site");
        }
        if self.stacking() && between.is_some_and(leaves_behind) {
            return refuse("Moves", "Slide in stacks that leaves something behind");
        }
        if to.is_some_and(|t| t.rotations.is_some()) {
            return refuse("Moves", "rotations of a target");
        }
        let passes = between.is_some_and(|b| b.cond.is_some());
        if !passes && self.game.site_type != self.layout.kind {
            return refuse("Moves", "Slide on another kind of site");
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn slide(
        &mut self,
        m: &'g Moves,
        from: &'g Origin,
        dirs: &'g Dir,
        between: Option<&'g Between>,
        to: Option<&'g Target>,
        stack: bool,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let leaves = match (stack, &from.level) {
            (true, _) => Leaves::Whole,
            (false, Some(level)) => Leaves::Level(Some(level)),
            (false, None) => Leaves::Top,
        };
        self.plain_slide(from, between, to)?;
        let pass = between.and_then(|b| b.cond.as_ref());
        let range = between.and_then(|b| b.range.as_ref());
        let effect = to.and_then(|t| t.apply.effect.as_deref());
        let stop = to.and_then(|t| t.cond.as_ref());
        let allowed = to.and_then(|t| t.apply.cond.as_ref());
        let deed: Deed<'g> = Rc::new(move |l, env| {
            if let Some(effect) = effect {
                l.act_undecided(effect, env)?;
            }
            l.push_leaving(leaves, env)
        });
        // (Where stacks slide, something is done only where they must stop.)
        let only_stops = self.stacking() && !matches!(leaves, Leaves::Top) && effect.is_some();
        let passing: Deed<'g> = Rc::new(move |l, env| l.push_leaving(leaves, env));
        let marks = between.filter(|b| leaves_behind(b));
        self.for_each_origin(from, env, |l, origin, env| {
            if Self::depends_on_origin(Some(from), dirs) {
                l.settle_directions(dirs, env)?;
            }
            let (min, max) = l.bounds(range, env)?;
            let plain = effect.is_none() && (!l.stacking() || matches!(leaves, Leaves::Top));
            let simple = (plain && marks.is_none()).then_some(Op::Move);
            let mut parts: Vec<Part<'_>> = vec![Part::Moves(m)];
            parts.extend(m.then.map(|t| Part::Moves(&l.game.thens[t.0 as usize])));
            let asks_between = Looked::Between.mentioned_in(&parts);
            let short = min.is_none_or(|min| l.constant(min).is_some_and(|min| min <= 1));
            // (Of what is done at once the order counts: along the rays.)
            if short && !asks_between && !only_stops && marks.is_none() && out.mode != Mode::Act {
                let targets = l.attempt(|l| {
                    let Some(targets) = l.slide_set(dirs, pass, stop, max, env)? else { return Ok(None) };
                    let Some(cond) = allowed else { return Ok(Some(targets)) };
                    Ok(l.lift(cond, Looked::To, env)?.map(|may| l.intersection(&targets, &may)))
                })?;
                if let Some(targets) = targets {
                    let mut found = Found::new(m, env, deed.clone());
                    found.simple = simple;
                    return l.emit_set(&found, origin, &targets, out);
                }
            }
            let rays = l.rays(dirs, env.what_at_from, origin)?;
            let deed: Deed<'g> = match marks {
                None => deed.clone(),
                Some(marks) => Rc::new(move |l, env| l.push_marking(marks, effect, rays.1, env)),
            };
            l.for_each_ray(rays, |l, along| {
                let begin = l.b.get(along);
                let begin = l.b.bind(begin);
                // The site that was passed last, for rules that ask for it.
                let last = l.b.variable(env.between);
                l.along_ray(rays.1, along, |l, site| {
                    let at = l.b.get(along);
                    let distance = l.b.binary(Binary::Sub, at, begin);
                    let distance = l.b.bind(distance);
                    if let Some(max) = max {
                        let far = l.b.binary(Binary::Lt, max, distance);
                        l.break_if(far);
                    }
                    let reached = match min {
                        Some(min) => l.b.binary(Binary::Le, min, distance),
                        None => l.b.int(1),
                    };
                    let inner = if asks_between {
                        let last = l.b.get(last);
                        let between = l.b.bind(last);
                        Env { to: site, between, ..env.clone() }
                    } else {
                        Env { to: site, ..env.clone() }
                    };
                    let passed = Env { to: site, between: site, ..env.clone() };
                    let emit = |l: &mut Self, env: &Env, stops: bool| {
                        let may = l.holds(allowed, env)?;
                        // (What is left behind lies along this ray: its place travels with the move, as its level.)
                        let level = if marks.is_some() { begin } else { env.level };
                        let env = Env { level, ..env.clone() };
                        let deed = if only_stops && !stops { &passing } else { &deed };
                        let mut found = Found::new(m, &env, deed.clone());
                        (found.simple, found.carries_level) = (simple, marks.is_some());
                        l.when(may, |l| l.emit(&found, origin, site, out))
                    };
                    if let Some(stop) = stop {
                        let stops = l.bool(stop, &inner)?;
                        let stops = l.b.both(stops, reached);
                        let stops = l.b.bind(stops);
                        l.when(stops, |l| emit(l, &inner, true))?;
                        l.break_if(stops);
                    }
                    let free = match pass {
                        Some(cond) => l.bool(cond, &passed)?,
                        None => l.is_empty(site),
                    };
                    let blocked = l.b.not(free);
                    l.break_if(blocked);
                    if asks_between {
                        l.b.set(last, site);
                    }
                    l.when(reached, |l| emit(l, &passed, false))
                })
            })
        })
    }

    /// A slide that does something with the sites that it passes; `(level)` is where its ray begins in the list of rays.
    /// What is done there comes first, from the far end on; the trail comes last.
    fn push_marking(
        &mut self,
        marks: &'g Between,
        effect: Option<&'g Moves>,
        rays: Array,
        env: &Env,
    ) -> Lowered<()> {
        let begin = self.b.bind(env.level);
        let (zero, one) = (self.b.int(0), self.b.int(1));
        let env = Env { level: zero, ..env.clone() };
        let end = self.b.variable(begin);
        self.repeat(|l| {
            let at = l.b.get(end);
            let site = l.b.load(rays, at);
            let site = l.b.bind(site);
            let (there, over) = (l.b.eq(site, env.to), l.b.binary(Binary::Lt, site, zero));
            let arrived = l.b.binary(Binary::Or, there, over);
            l.break_if(arrived);
            let next = l.b.add(at, one);
            l.b.set(end, next);
            Ok(())
        })?;
        let end = self.b.get(end);
        let end = self.b.bind(end);
        if let Some(mark) = &marks.apply.effect {
            let back = self.b.variable(end);
            self.repeat(|l| {
                let at = l.b.get(back);
                let at = l.b.bind(at);
                let done = l.b.binary(Binary::Le, at, begin);
                l.break_if(done);
                let before = l.b.binary(Binary::Sub, at, one);
                l.b.set(back, before);
                let before = l.b.get(back);
                let site = l.b.load(rays, before);
                let between = l.b.bind(site);
                l.know_on_board(between);
                let inner = Env { between, ..env.clone() };
                let holds = l.holds(marks.apply.cond.as_ref(), &inner)?;
                l.when(holds, |l| l.act_undecided(mark, &inner))
            })?;
        }
        if let Some(effect) = effect {
            self.act_undecided(effect, &env)?;
        }
        self.push_leaving(Leaves::Top, &env)?;
        let Some(trail) = &marks.trail else { return Ok(()) };
        let what = self.int(trail, &env)?;
        let what = self.b.bind(what);
        let off = self.b.int(UNDEFINED.into());
        self.push(Op::Add, &[env.from, what, one, off]);
        let along = self.b.variable(begin);
        self.repeat(|l| {
            let at = l.b.get(along);
            let at = l.b.bind(at);
            let done = l.b.binary(Binary::Le, end, at);
            l.break_if(done);
            let site = l.b.load(rays, at);
            let site = l.b.bind(site);
            l.know_on_board(site);
            l.push(Op::Add, &[site, what, one, off]);
            let next = l.b.add(at, one);
            l.b.set(along, next);
            Ok(())
        })
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn carry(
        &mut self,
        m: &'g Moves,
        from: &'g Origin,
        to: &'g Target,
        way: Way<'g>,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let Way { count, copied, stack } = way;
        if to.rotations.is_some() {
            return refuse("Moves", "FromTo with rotations");
        }
        self.settled_level(from, Some(to))?;
        // Without stacks levels mean nothing but that one piece moves.
        let stacking = self.stacking();
        let leveled = to.level.is_some() || from.level.is_some();
        let simple = !copied && !(stacking && (stack || leveled)) && (count.is_none() || leveled);
        let simple = simple && from.kind == self.layout.kind && to.kind == self.layout.kind;
        self.knows_kind(to.kind)?;
        let outer = env.clone();
        let apply = &to.apply;
        // What is done at once still sees what was looked at outside.
        let acting = out.mode == Mode::Act;
        // (So does what everybody knows.)
        let (sees_from, sees_to) =
            (acting || self.constant(env.from).is_some(), acting || self.constant(env.to).is_some());
        let same = matches!(&from.place, Place::Site(Int::From));
        let asks_from = apply.cond.as_ref().is_some_and(|c| Looked::From.mentioned_in(&[Part::Bool(c)]));
        // (Where the move begins at the site that is looked at, that is known.)
        if asks_from && !sees_from && !same {
            return refuse("Moves", "FromTo whose effect depends on what is looked at outside");
        }
        if !sees_to && count.is_some_and(|c| Looked::To.mentioned_in(&[Part::Int(c)])) {
            return refuse("Moves", "FromTo of a number that depends on what is looked at outside");
        }
        let seen = env.clone();
        let deed: Deed<'g> = Rc::new(move |l, env| {
            let mut asked = env.clone();
            if sees_from {
                (asked.from, asked.what_at_from) = (seen.from, seen.what_at_from);
            }
            l.apply_judged(apply, &asked, env)?;
            asked = env.clone();
            if sees_to {
                asked.to = seen.to;
            }
            let ends = (l.written(from.kind, env.from)?, l.written(to.kind, env.to)?);
            let env = &Env { from: ends.0, to: ends.1, ..env.clone() };
            if stacking {
                return l.push_carried(from, to, way, env, &asked);
            }
            match count {
                Some(count) if !leveled => {
                    let n = l.int(count, &asked)?;
                    l.push_mover(Op::MoveCount, &[env.from, env.to, n]);
                }
                None if copied && !leveled => l.push_mover(Op::Copy, &[env.from, env.to]),
                Some(_) | None => l.push_move(env.from, env.to),
            }
            Ok(())
        });
        self.for_each_place(&from.place, env, |l, origin| {
            let origin = if same { outer.from } else { origin };
            let origin = l.b.bind(origin);
            let site = l.site_of(from.kind, origin);
            let what = l.what(site);
            l.when(what, |l| {
                let what_at_from = if same { outer.what_at_from } else { None };
                let inner = Env { from: origin, what_at_from, ..outer.clone() };
                let holds = l.holds(from.cond.as_ref(), &inner)?;
                l.when(holds, |l| {
                    let mut found = Found::new(m, &inner, deed.clone());
                    if apply.effect.is_none() && simple {
                        found.simple = Some(Op::Move);
                    }
                    match &to.place {
                        Place::Region(region) => {
                            let targets = l.region(region, &inner)?;
                            l.emit_targets(&found, origin, &targets, to.cond.as_ref(), &inner, out)
                        }
                        Place::Site(site) => {
                            let target = l.int(site, &inner)?;
                            let target = l.b.bind(target);
                            let zero = l.b.int(0);
                            let real = l.b.binary(Binary::Le, zero, target);
                            l.when(real, |l| {
                                let inner = Env { to: target, ..inner.clone() };
                                let holds = l.holds(to.cond.as_ref(), &inner)?;
                                let mut found = Found::new(m, &inner, deed.clone());
                                if apply.effect.is_none() && simple {
                                    found.simple = Some(Op::Move);
                                }
                                l.when(holds, |l| l.emit(&found, origin, target, out))
                            })
                        }
                    }
                })
            })
        })
    }

    /// Notes the action that carries a piece, or several, from stack to stack.
    /// `asked` is what the number of pieces is worked out with.
    fn push_carried(
        &mut self,
        from: &'g Origin,
        to: &'g Target,
        way: Way<'g>,
        env: &Env,
        asked: &Env,
    ) -> Lowered<()> {
        let off = self.b.int(UNDEFINED.into());
        let from_level = match &from.level {
            Some(level) if !way.stack || to.level.is_none() => Some(self.int(level, env)?),
            _ => None,
        };
        let to_level = match &to.level {
            Some(level) => Some(self.int(level, env)?),
            None => None,
        };
        match (to_level, from_level, way.count) {
            (Some(level), _, _) if way.stack => self.push_mover(Op::MoveStack, &[env.from, env.to, level]),
            (Some(level), from_level, _) => {
                self.push_mover(Op::MoveLevel, &[env.from, env.to, from_level.unwrap_or(off), level]);
            }
            (None, Some(level), _) => self.push_mover(Op::MoveLevel, &[env.from, env.to, level, off]),
            (None, None, None) if way.copied => self.push_mover(Op::Copy, &[env.from, env.to]),
            (None, None, None) if way.stack => self.push_mover(Op::MoveStack, &[env.from, env.to, off]),
            (None, None, None) => self.push_move(env.from, env.to),
            (None, None, Some(count)) => {
                let n = self.int(count, asked)?;
                self.push_mover(Op::MoveSubStack, &[env.from, env.to, n]);
            }
        }
        Ok(())
    }

    // ---- pieces that come and go ----

    #[allow(clippy::too_many_arguments)]
    pub(super) fn add(
        &mut self,
        m: &'g Moves,
        pieces: &'g [Int],
        state: Option<&'g Int>,
        to: &'g Target,
        count: Option<&'g Int>,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        if to.rotations.is_some() || to.level.is_some() && !self.stacking() {
            return refuse("Moves", "Add with levels or rotations");
        }
        if to.level.as_ref().is_some_and(|e| Looked::To.mentioned_in(&[Part::Int(e)])) && count.is_some() {
            return refuse("Moves", "Add of several at a level");
        }
        self.knows_kind(to.kind)?;
        let one_site = matches!(to.place, Place::Site(_));
        if one_site && pieces.len() > 1 {
            return refuse("Moves", "Add of the first component that fits");
        }
        let apply = &to.apply;
        let most = self.layout.components as i64;
        for piece in pieces {
            let what = self.int(piece, env)?;
            let what = self.b.bind(what);
            let (zero, most) = (self.b.int(0), self.b.int(most));
            let low = self.b.binary(Binary::Le, zero, what);
            let high = self.b.binary(Binary::Lt, what, most);
            let real = self.b.binary(Binary::And, low, high);
            let acting = out.mode == Mode::Act;
            if !acting && Looked::To.mentioned_in(&[Part::Int(piece)]) {
                return refuse("Moves", "Add of a piece that depends on what is looked at outside");
            }
            let deed: Deed<'g> = Rc::new(move |l, env| {
                if let Some(effect) = &apply.effect {
                    let holds = l.holds(apply.cond.as_ref(), env)?;
                    l.when(holds, |l| {
                        let env = Env { from: env.to, what_at_from: None, ..env.clone() };
                        let again = l.holds(apply.cond.as_ref(), &env)?;
                        l.when(again, |l| l.act_undecided(effect, &env))
                    })?;
                }
                // (Which piece it is was said before the site was looked at.)
                let what = if acting { what } else { l.int(piece, env)? };
                let state = match state {
                    Some(s) => l.int(s, env)?,
                    None => l.b.int(UNDEFINED.into()),
                };
                let (what, state) = (l.b.bind(what), l.b.bind(state));
                let one = l.b.int(1);
                let at = l.written(to.kind, env.to)?;
                let at = l.b.bind(at);
                if let Some(level) = &to.level {
                    let level = l.int(level, env)?;
                    l.push(Op::Insert, &[at, level, what, state]);
                    return Ok(());
                }
                match count {
                    None => l.push(Op::Add, &[at, what, one, state]),
                    Some(c) => {
                        let n = l.int(c, env)?;
                        let left = l.b.variable(n);
                        l.repeat(|l| {
                            let k = l.b.get(left);
                            let done = l.b.binary(Binary::Lt, k, one);
                            l.break_if(done);
                            l.push(Op::Add, &[at, what, one, state]);
                            let less = l.b.binary(Binary::Sub, k, one);
                            l.b.set(left, less);
                            Ok(())
                        })?;
                    }
                }
                Ok(())
            });
            let enough = match count {
                None => self.b.int(1),
                Some(c) => {
                    let n = self.int(c, env)?;
                    let one = self.b.int(1);
                    self.b.binary(Binary::Le, one, n)
                }
            };
            let go = self.b.both(real, enough);
            self.when(go, |l| {
                let mut found = Found::new(m, env, deed.clone());
                found.from_is_to = true;
                match &to.place {
                    Place::Region(region) => {
                        let targets = l.region(region, env)?;
                        let off = l.b.int(OFF.into());
                        l.emit_targets(&found, off, &targets, to.cond.as_ref(), env, out)
                    }
                    Place::Site(site) => {
                        let site = l.int(site, env)?;
                        let site = l.b.bind(site);
                        let inner = Env { to: site, ..env.clone() };
                        let holds = l.holds(to.cond.as_ref(), &inner)?;
                        let mut found = Found::new(m, &inner, deed.clone());
                        found.from_is_to = true;
                        l.when(holds, |l| l.emit(&found, site, site, out))
                    }
                }
            })?;
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn remove(
        &mut self,
        m: &'g Moves,
        kind: SiteType,
        place: &'g Place,
        level: Option<&'g Int>,
        count: Option<&'g Int>,
        at_end_of_turn: bool,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let op = if at_end_of_turn { Op::RemoveAtEndOfTurn } else { Op::Remove };
        // (Where there are no stacks a site is emptied, however many are taken.)
        let stacking = self.stacking();
        let (level, count) = if stacking { (level, count) } else { (None, None) };
        let outer = env.clone();
        let acting = out.mode == Mode::Act;
        if !acting {
            for e in [level, count].into_iter().flatten() {
                if Looked::To.mentioned_in(&[Part::Int(e)]) || Looked::From.mentioned_in(&[Part::Int(e)]) {
                    return refuse("Moves", "Remove at a level that depends on what is looked at outside");
                }
            }
        }
        let main = kind == self.layout.kind || self.layout.ground(kind).is_none();
        if !main && at_end_of_turn {
            return refuse("Moves", "Remove at the end of a turn on several kinds of sites");
        }
        let deed: Deed<'g> = Rc::new(move |l, env| {
            let at = l.written(kind, env.to)?;
            if !stacking {
                l.push(op, &[at]);
                return Ok(());
            }
            l.remove_from_stack(op, level, count, at, if acting { &outer } else { env })
        });
        let mut found = Found::new(m, env, deed.clone());
        let simple = (!stacking && main).then_some(op);
        (found.simple, found.from_is_to) = (simple, true);
        match place {
            Place::Region(region) => {
                let sites = self.region(region, env)?;
                let taken = if main { self.occupied() } else { self.on(kind, |l| Ok(l.occupied()))? };
                let sites = self.intersection(&sites, &taken);
                let off = self.b.int(OFF.into());
                self.emit_set(&found, off, &sites, out)
            }
            Place::Site(site) => {
                let site = self.int(site, env)?;
                let site = self.b.bind(site);
                let there = self.site_of(kind, site);
                let what = self.what(there);
                let inner = Env { to: site, ..env.clone() };
                let mut found = Found::new(m, &inner, deed);
                (found.simple, found.from_is_to) = (simple, true);
                self.when(what, |l| l.emit(&found, site, site, out))
            }
        }
    }

    /// Notes that pieces of a stack are taken: at a level, or from the top.
    fn remove_from_stack(
        &mut self,
        op: Op,
        level: Option<&'g Int>,
        count: Option<&'g Int>,
        site: Expr,
        env: &Env,
    ) -> Lowered<()> {
        let site = self.b.bind(site);
        let (zero, one, off) = (self.b.int(0), self.b.int(1), self.b.int(UNDEFINED.into()));
        let level = match level {
            None => off,
            Some(level) => {
                let level = self.int(level, env)?;
                let level = self.b.binary(Binary::Max, level, zero);
                let level = self.b.bind(level);
                let height = self.height(site);
                let next = self.b.add(level, one);
                let top = self.b.eq(next, height);
                self.b.select(top, off, level)
            }
        };
        let level = self.b.bind(level);
        if self.asks_for_level {
            self.note_level_number(level);
        }
        let note = |l: &mut Self| {
            if op == Op::RemoveAtEndOfTurn {
                l.push(op, &[site]);
            } else {
                l.push(Op::RemoveLevel, &[site, level]);
            }
        };
        let Some(count) = count else {
            note(self);
            return Ok(());
        };
        let n = self.int(count, env)?;
        let n = self.b.binary(Binary::Max, n, one);
        let left = self.b.variable(n);
        self.repeat(|l| {
            let k = l.b.get(left);
            let done = l.b.binary(Binary::Lt, k, one);
            l.break_if(done);
            note(l);
            let less = l.b.binary(Binary::Sub, k, one);
            l.b.set(left, less);
            Ok(())
        })
    }

    pub(super) fn promote(
        &mut self,
        m: &'g Moves,
        kind: SiteType,
        site: &'g Int,
        to: &'g PromoteTo,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        self.knows_kind(kind)?;
        let site = self.int(site, env)?;
        let site = self.b.bind(site);
        let game = self.game;
        let mut choices: Vec<Expr> = Vec::new();
        match to {
            PromoteTo::Pieces(list) => {
                for e in list.iter() {
                    let e = self.int(e, env)?;
                    choices.push(self.b.bind(e));
                }
            }
            PromoteTo::OwnedBy { owner, names } => {
                let owner = self.int(owner, env)?;
                let Some(owner) = self.constant(owner) else {
                    return refuse("Moves", "Promote for somebody");
                };
                for list in names.iter() {
                    let found = list.iter().find(|&&i| {
                        game.components.get(usize::from(i)).is_some_and(|c| c.owner as i64 == owner)
                    });
                    if let Some(&i) = found {
                        choices.push(self.b.int(i.into()));
                    }
                }
            }
            PromoteTo::LikeOwnedBy { .. } => return refuse("Moves", "Promote to one like another"),
        }
        let zero = self.b.int(0);
        let real = self.b.binary(Binary::Le, zero, site);
        for what in choices {
            let good = self.b.binary(Binary::Lt, zero, what);
            let go = self.b.binary(Binary::And, real, good);
            // (Which component it is travels with the move, as its level.)
            let inner = Env { to: site, level: what, ..env.clone() };
            let fixed = self.constant(what);
            let deed: Deed<'g> = Rc::new(move |l, env| {
                let what = match fixed {
                    Some(w) => l.b.int(w),
                    None => env.level,
                };
                let at = l.written(kind, env.to)?;
                l.push(Op::Promote, &[at, what]);
                Ok(())
            });
            let mut found = Found::new(m, &inner, deed);
            found.from_is_to = true;
            found.carries_level = fixed.is_none();
            self.when(go, |l| l.emit(&found, site, site, out))?;
        }
        Ok(())
    }

    pub(super) fn select(
        &mut self,
        m: &'g Moves,
        from: &'g Origin,
        to: Option<&'g Target>,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let asks = self.asks_for_level;
        if asks && to.is_some() {
            return refuse("Moves", "Select of two sites, one of whose levels is asked for");
        }
        let nothing: Deed<'g> =
            Rc::new(move |l, env| if asks { l.note_level(from, env.to, env) } else { Ok(()) });
        if let (Place::Region(region), None) = (&from.place, to) {
            let sites = self.region(region, env)?;
            let real = self.selectable(from.kind)?;
            let sites = self.intersection(&sites, &real);
            let sites = self.bind_set(&sites);
            let mut found = Found::new(m, env, nothing);
            (found.simple, found.from_is_to) = ((!asks).then_some(Op::None), true);
            let lifted = match &from.cond {
                None => Some(sites.clone()),
                Some(c) if !Looked::From.mentioned_in(&[Part::Bool(c)]) => {
                    self.lift(c, Looked::To, env)?.map(|s| self.intersection(&sites, &s))
                }
                Some(c) if !Looked::To.mentioned_in(&[Part::Bool(c)]) => {
                    self.lift(c, Looked::From, env)?.map(|s| self.intersection(&sites, &s))
                }
                Some(_) => None,
            };
            let sites = match (lifted, &from.cond) {
                (Some(s), _) => s,
                (None, cond) => self.tested(&sites, |l, site| {
                    let env = Env { from: site, to: site, what_at_from: None, ..env.clone() };
                    l.holds(cond.as_ref(), &env)
                })?,
            };
            let off = self.b.int(OFF.into());
            return self.emit_set(&found, off, &sites, out);
        }
        self.for_each_place(&from.place, env, |l, site| {
            let real = l.selectable(from.kind)?;
            let real = l.contains(&real, site);
            let inner = Env { from: site, to: site, what_at_from: None, ..env.clone() };
            l.when(real, |l| {
                let holds = l.holds(from.cond.as_ref(), &inner)?;
                l.when(holds, |l| match to {
                    None => {
                        let mut found = Found::new(m, &inner, nothing.clone());
                        found.simple = (!asks).then_some(Op::None);
                        l.emit(&found, site, site, out)
                    }
                    Some(target) => {
                        let real = l.selectable(target.kind)?;
                        let mut found = Found::new(m, &inner, nothing.clone());
                        found.simple = Some(Op::None);
                        match &target.place {
                            Place::Region(region) => {
                                let second = l.region(region, &inner)?;
                                let second = l.intersection(&second, &real);
                                l.emit_targets(&found, site, &second, target.cond.as_ref(), &inner, out)
                            }
                            Place::Site(second) => {
                                let second = l.int(second, &inner)?;
                                let second = l.b.bind(second);
                                let real = l.contains(&real, second);
                                l.when(real, |l| {
                                    let inner = Env { to: second, ..inner.clone() };
                                    let holds = l.holds(target.cond.as_ref(), &inner)?;
                                    let mut found = Found::new(m, &inner, nothing.clone());
                                    found.simple = Some(Op::None);
                                    l.when(holds, |l| l.emit(&found, site, second, out))
                                })
                            }
                        }
                    }
                })
            })
        })
    }
    /// Is there room for pieces on a kind of sites? (Of one that is not used there are only those beside the board.)
    fn knows_kind(&self, kind: SiteType) -> Lowered<()> {
        if self.layout.ground(kind).is_none() && self.game.layout.board[kind as usize].1 > 0 {
            return refuse(KINDS, "pieces that come to another kind of site");
        }
        Ok(())
    }
    /// The sites of a kind that can be pointed at. Those beside the board are cells.
    fn selectable(&mut self, kind: SiteType) -> Lowered<Set> {
        self.knows_kind(kind)?;
        let own = kind == self.layout.kind;
        if !own && self.layout.ground(kind).is_some() {
            return self
                .on(kind, |l| Ok(if kind == SiteType::Cell { l.all_sites() } else { l.board_sites() }));
        }
        let (all, board) = (self.all_sites(), self.board_sites());
        Ok(match (kind, own) {
            (SiteType::Cell, true) => all,
            (SiteType::Cell, false) => self.difference(&all, &board),
            (SiteType::Vertex | SiteType::Edge, true) => board,
            (SiteType::Vertex | SiteType::Edge, false) => self.no_sites(),
        })
    }
}

/// Does a slide do something with the sites that it passes?
fn leaves_behind(between: &Between) -> bool {
    between.trail.is_some() || between.apply.effect.is_some()
}

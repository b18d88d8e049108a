//! Moves that are judged by where they lead, and moves that come after others were made on trial.

use super::moves::{Found, Mode, Out};
use super::*;
use ludarium_engine::game::ContainerKind;
use ludarium_engine::kernel::{Effect, MovesKind, TrackChoice};
use std::rc::Rc;

/// Does a rule roll the dice and do nothing else?
fn only_rolls(m: &Moves) -> bool {
    if m.then.is_some() {
        return false;
    }
    if let MovesKind::If { then, otherwise, .. } = &m.kind {
        return only_rolls(then) && otherwise.as_ref().is_none_or(|o| only_rolls(o));
    }
    matches!(&m.kind, MovesKind::Effect(e) if **e == Effect::Roll)
}

impl<'g> Lower<'g> {
    pub(super) fn do_then(
        &mut self,
        prior: &'g Moves,
        next: Option<&'g Moves>,
        after: Option<&'g Bool>,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        match (next, after) {
            (None, None) => Ok(()),
            (None, Some(after)) => {
                let mut out = out.clone();
                // What follows outside of the trial comes after it.
                let outside = out.thens.len();
                // Most moves are tried only when they are drawn; where it matters how many there are, at once.
                if out.after.is_some() || out.mode == Mode::Act || out.strict && out.mode == Mode::List {
                    out.tests.push((after, env.clone(), outside));
                } else {
                    out.after = Some((after, env.clone()));
                    out.outside = outside;
                }
                self.moves(prior, env, &out)
            }
            (Some(next), None) if only_rolls(prior) => self.after_a_roll(prior, next, env, out),
            (Some(next), None) => self.after_others(prior, next, env, out),
            (Some(_), Some(_)) => refuse("Moves", "Do before others, and a condition"),
        }
    }

    fn has_dice(&self) -> bool {
        self.game.containers.iter().any(|c| matches!(c.kind, ContainerKind::Dice { .. }))
    }

    /// Moves once dice are rolled. The throw stays: it belongs to whatever move is made, if only a pass.
    fn after_a_roll(&mut self, prior: &'g Moves, next: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        match out.mode {
            // Where dice are rolled there is always a move, if only a pass. The evaluator rolls them to find that out: so
            // that the same seed stays the same game, chance goes on as it does there, and what was thrown is forgotten.
            Mode::Any => {
                self.do_service(Service::Save, &[]);
                self.roll(prior, env)?;
                self.do_service(Service::Restore, &[]);
                self.answer_yes()
            }
            Mode::List => {
                self.roll(prior, env)?;
                let before = self.found_so_far();
                let before = self.b.bind(before);
                self.moves(next, env, &Out { strict: true, ..out.clone() })?;
                self.pass_if_nothing_since(before, prior, env, out)
            }
            Mode::Reaches(_) | Mode::Act | Mode::Collect(_) => refuse("Moves", "Do Roll asked about"),
        }
    }
    fn roll(&mut self, m: &'g Moves, env: &Env) -> Lowered<()> {
        if let MovesKind::If { cond, then, otherwise } = &m.kind {
            let cond = self.bool(cond, env)?;
            return self.when_else(
                cond,
                |l| l.roll(then, env),
                |l| match otherwise {
                    Some(other) => l.roll(other, env),
                    None => Ok(()),
                },
            );
        }
        self.throw_dice()
    }
    /// Throws all dice. Loaded ones, and those of games with stacks, are thrown by the machine.
    fn throw_dice(&mut self) -> Lowered<()> {
        let sets = self.dice_sets();
        let loaded = sets
            .iter()
            .flat_map(|s| &s.dice)
            .any(|(faces, biased)| faces.is_empty() || biased.len() == faces.len());
        if loaded || self.stacking() {
            self.do_service(Service::Roll, &[]);
            return Ok(());
        }
        let f = self.shared("roll", 0, |l, _| {
            let (mut first, mut equal) = (None, l.b.int(1));
            for (set, dice) in sets.iter().enumerate() {
                let mut sum = l.b.int(0);
                for (i, (faces, _)) in dice.dice.iter().enumerate() {
                    let n = l.b.int(faces.len() as i64);
                    let face = l.below(DICE, n)?;
                    let face = l.b.bind(face);
                    let same = l.b.eq(*first.get_or_insert(face), face);
                    equal = l.b.binary(Binary::And, equal, same);
                    let pips = faces.iter().map(|&f| f.into()).collect();
                    let pips = l.b.table("faces", Width::Half, pips, 0);
                    let pips = l.b.load(pips, face);
                    let pips = l.b.bind(pips);
                    if let Some(states) = l.layout.state {
                        let site = l.b.int((dice.first + i) as i64);
                        l.b.store(states, site, face);
                    }
                    let at = l.b.int((l.layout.dice[set].0 + i) as i64);
                    l.b.store(l.layout.numbers, at, pips);
                    sum = l.b.add(sum, pips);
                }
                let at = l.b.int((l.layout.dice_sums + set) as i64);
                l.b.store(l.layout.numbers, at, sum);
            }
            l.put(Number::DiceAllEqual, equal);
            Ok(l.b.int(0))
        })?;
        let call = self.b.call(f, &[]);
        self.b.push(Statement::Do(call));
        Ok(())
    }
    fn pass_if_nothing_since(
        &mut self,
        before: Expr,
        prior: &'g Moves,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let fresh = self.nothing_since(before);
        let mut found = Found::new(prior, env, Rc::new(|_, _| Ok(())));
        (found.simple, found.is_pass) = (Some(Op::None), true);
        let off = self.b.int(OFF.into());
        self.when(fresh, |l| l.emit(&found, off, off, out))
    }

    /// Moves that are looked for once others were made, on trial. Each of them does what those did first.
    fn after_others(&mut self, prior: &'g Moves, next: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        use ludarium_engine::kernel::walk::any;
        let rolls = any([Part::Moves(prior)], |p| matches!(p, Part::Moves(m) if only_rolls(m)));
        if rolls || out.after.is_some() {
            return refuse("Moves", "Do of several kinds before others");
        }
        if self.follows_what_is_looked_at(prior, env) {
            return refuse("Moves", "Do with what follows and looks at something");
        }
        self.do_service(Service::Save, &[]);
        let first = self.collected();
        self.act(prior, env)?;
        let end = self.collected();
        self.commit(first, env.mover);
        match out.mode {
            Mode::Any | Mode::Reaches(_) => {
                let one = self.b.int(1);
                let can = match out.mode {
                    Mode::Any if self.has_dice() => one,
                    Mode::Reaches(site) => self.reaches(next, site, env)?,
                    Mode::Any | Mode::List | Mode::Act | Mode::Collect(_) => self.can_move(next, env)?,
                };
                let can = self.b.bind(can);
                self.do_service(Service::Restore, &[]);
                self.when(can, |l| l.answer_yes())
            }
            Mode::List => {
                let mut inner = Out { strict: true, ..out.clone() };
                inner.before.push((prior, env.clone()));
                let so_far = self.found_so_far();
                let so_far = self.b.bind(so_far);
                self.moves(next, env, &inner)?;
                if self.has_dice() {
                    let inner = Out { before: inner.before, ..out.clone() };
                    self.pass_if_nothing_since(so_far, prior, env, &inner)?;
                }
                self.do_service(Service::Restore, &[]);
                Ok(())
            }
            Mode::Collect(_) => {
                self.moves(next, env, out)?;
                self.do_service(Service::Restore, &[]);
                Ok(())
            }
            Mode::Act => {
                let counter = self.b.int(ACTIONS as i64);
                self.b.store(self.scratch.counters, counter, end);
                let mut prefix = out.prefix.clone();
                prefix.push((first, end));
                self.moves(next, env, &Out { prefix, ..out.clone() })?;
                self.do_service(Service::Restore, &[]);
                if !self.has_dice() {
                    return self.blank(first, end);
                }
                // (Where there are dice, what is done before is done even if nothing comes after it.)
                let now = self.collected();
                let some = self.b.binary(Binary::Lt, end, now);
                self.when(some, |l| l.blank(first, end))
            }
        }
    }

    /// Does something that follows a rule speak of what is looked at here? (While moves are tried it still sees that.)
    fn follows_what_is_looked_at(&self, m: &'g Moves, env: &Env) -> bool {
        use ludarium_engine::kernel::walk::any;
        let registers = env.registers();
        any([Part::Moves(m)], |p| {
            let Part::Moves(Moves { then: Some(then), .. }) = p else { return false };
            let then = Part::Moves(&self.game.thens[then.0 as usize]);
            let looked_at = |(e, test)| self.constant(e) != Some(OFF.into()) && mentions([then], test);
            registers.iter().copied().zip(super::questions::IS_REGISTER).any(looked_at)
        })
    }

    /// Effects one after another, each of which sees what those before it did.
    pub(super) fn in_sequence(&mut self, list: &'g [Moves], env: &Env, out: &Out<'g>) -> Lowered<()> {
        // (To those after the first, the last move is what was done before them.)
        let looks_back =
            |i: &Int| matches!(i, Int::LastFrom | Int::LastTo | Int::Last { .. } | Int::MoveNumber);
        if list.iter().skip(1).any(|part| mentions([Part::Moves(part)], looks_back)) {
            return refuse("Moves", "Seq that looks back at the last move");
        }
        self.seen_by_others("Seq", env, out, |l, done| {
            for part in list {
                l.act_and_see(part, env, done)?;
            }
            Ok(())
        })
    }
    /// Effects again and again, as long as a condition holds.
    pub(super) fn while_holds(
        &mut self,
        cond: &'g Bool,
        moves: &'g Moves,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        self.seen_by_others("While", env, out, |l, done| {
            l.repeat(|l| {
                let holds = l.bool(cond, env)?;
                let fails = l.b.not(holds);
                l.break_if(fails);
                l.act_and_see(moves, env, done)
            })
        })
    }
    /// Collects actions on a state that is put back afterwards.
    fn seen_by_others(
        &mut self,
        name: &str,
        env: &Env,
        out: &Out<'g>,
        make: impl FnOnce(&mut Self, Function) -> Lowered<()>,
    ) -> Lowered<()> {
        let plain = out.thens.is_empty() && out.prefix.is_empty() && out.tests.is_empty();
        if out.mode != Mode::Act || !plain {
            return refuse("Moves", format!("{name} of an unusual kind"));
        }
        self.needs_list();
        self.do_service(Service::Save, &[]);
        make(self, self.ranges[env.mover])?;
        self.do_service(Service::Restore, &[]);
        Ok(())
    }
    fn act_and_see(&mut self, moves: &'g Moves, env: &Env, done: Function) -> Lowered<()> {
        if self.follows_what_is_looked_at(moves, env) {
            return refuse("Moves", "Seq with what follows and looks at something");
        }
        let first = self.collected();
        self.act(moves, env)?;
        let end = self.collected();
        let call = self.b.call(done, &[first, end]);
        self.b.push(Statement::Do(call));
        Ok(())
    }

    /// Moves that begin the longest turn.
    pub(super) fn longest(
        &mut self,
        value: &'g Bool,
        moves: &'g Moves,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let by_value = self.bool(value, env)?;
        if self.constant(by_value) != Some(0) {
            return refuse("Moves", "MaxMoves by value");
        }
        match out.mode {
            Mode::Any => self.moves(moves, env, out),
            Mode::List => {
                // (Loops keep their sets in memory that the turns which are tried use too.)
                if self.rounds > 0 || !out.tests.is_empty() || out.after.is_some() || !out.thens.is_empty() {
                    return refuse("Moves", "MaxMoves inside of others");
                }
                self.follows_turns = true;
                self.note_set(None);
                let marks = [SINGLES, SETS, TARGETS].map(|which| {
                    let n = self.b.load_at(self.scratch.counters, which);
                    self.b.bind(n)
                });
                self.moves(moves, env, &Out { strict: true, ..out.clone() })?;
                self.do_service(Service::Longest, &marks);
                Ok(())
            }
            Mode::Reaches(_) | Mode::Act | Mode::Collect(_) => refuse("Moves", "MaxMoves asked about"),
        }
    }

    /// Moves with the first site of a track for which there are some.
    pub(super) fn first_on_track(
        &mut self,
        choice: &'g TrackChoice,
        moves: &'g Moves,
        env: &Env,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let tracks = &self.game.tracks;
        let owner = match choice.owner {
            None => None,
            Some(role) => {
                let owner = self.role(role, env)?;
                match self.constant(owner) {
                    Some(owner) => Some(owner).filter(|&o| o != i64::from(OFF)),
                    None => return refuse("Moves", "FirstMoveOnTrack of somebody"),
                }
            }
        };
        let track = match (&choice.name, owner) {
            (None, _) => tracks.first(),
            (Some(name), None) => tracks.iter().find(|t| t.name == *name),
            (Some(name), Some(owner)) => {
                tracks.iter().find(|t| t.owner as i64 == owner && t.name.contains(name.as_str()))
            }
        };
        let Some(track) = track else { return Ok(()) };
        let mut sites: Vec<i64> = track.sites.iter().filter(|&&s| s >= 0).map(|&s| s.into()).collect();
        sites.push(-1);
        let table = self.b.table("sites of track", Width::Half, sites, -1);
        let zero = self.b.int(0);
        let at = self.b.variable(zero);
        self.repeat(|l| {
            let (i, one) = (l.b.get(at), l.b.int(1));
            let site = l.b.load(table, i);
            let site = l.b.bind(site);
            let over = l.b.binary(Binary::Lt, site, zero);
            l.break_if(over);
            let next = l.b.add(i, one);
            l.b.set(at, next);
            let env = Env { site, ..env.clone() };
            match out.mode {
                Mode::Any => l.moves(moves, &env, out),
                Mode::List => {
                    let before = l.found_so_far();
                    let before = l.b.bind(before);
                    l.moves(moves, &env, &Out { strict: true, ..out.clone() })?;
                    let none = l.nothing_since(before);
                    let some = l.b.not(none);
                    l.break_if(some);
                    Ok(())
                }
                Mode::Reaches(_) | Mode::Act | Mode::Collect(_) => {
                    let can = l.can_move(moves, &env)?;
                    let can = l.b.bind(can);
                    l.when(can, |l| l.moves(moves, &env, out))?;
                    l.break_if(can);
                    Ok(())
                }
            }
        })
    }

    pub(super) fn do_service(&mut self, service: Service, args: &[Expr]) {
        let call = self.b.service(service, args);
        self.b.push(Statement::Do(call));
    }

    /// Goes through the numbers from one up to another.
    fn for_range(
        &mut self,
        first: Expr,
        end: Expr,
        make: impl FnOnce(&mut Self, Expr) -> Lowered<()>,
    ) -> Lowered<()> {
        let at = self.b.variable(first);
        self.repeat(|l| {
            let i = l.b.get(at);
            let done = l.b.binary(Binary::Le, end, i);
            l.break_if(done);
            let i = l.b.bind(i);
            let one = l.b.int(1);
            let next = l.b.add(i, one);
            l.b.set(at, next);
            make(l, i)
        })
    }
    /// Pushes once more what was done before.
    pub(super) fn push_prefix(&mut self, out: &Out<'g>) -> Lowered<()> {
        out.prefix.iter().try_for_each(|&(first, end)| self.push_again(first, end))
    }
    fn push_again(&mut self, first: Expr, end: Expr) -> Lowered<()> {
        self.for_range(first, end, |l, i| {
            let size = l.b.int(RECORD as i64);
            let at = l.b.binary(Binary::Mul, i, size);
            let at = l.b.bind(at);
            let record: Vec<Expr> = (0..RECORD as i64)
                .map(|k| {
                    let k = l.b.int(k);
                    let place = l.b.add(at, k);
                    let value = l.b.load(l.scratch.actions, place);
                    l.b.bind(value)
                })
                .collect();
            l.needs_list();
            l.pushed += 1;
            l.append(l.scratch.actions, ACTIONS, RECORD, MOST_ACTIONS, &record);
            Ok(())
        })
    }
    /// Makes actions that were pushed do nothing.
    fn blank(&mut self, first: Expr, end: Expr) -> Lowered<()> {
        self.for_range(first, end, |l, i| {
            let (size, none) = (l.b.int(RECORD as i64), l.b.int(Op::None as i64));
            let at = l.b.binary(Binary::Mul, i, size);
            l.b.store(l.scratch.actions, at, none);
            Ok(())
        })
    }
}

//! What becomes of a move that was found: a record in the list, an answer, or actions.

use super::moves::{Deed, End, Found, Mode, Out};
use super::questions::{IS_REGISTER, LEVEL};
use super::*;
use ludarium_engine::kernel::{Apply, MovesKind};

impl<'g> Lower<'g> {
    /// One move was found. `(to)` of its environment is where it goes.
    pub(super) fn emit(&mut self, found: &Found<'g, '_>, from: Expr, to: Expr, out: &Out<'g>) -> Lowered<()> {
        if let Some(((cond, env, outside), rest)) = out.tests.split_last() {
            let mut trial = Out { tests: Vec::new(), mode: Mode::Any, ..out.clone() };
            (trial.after, trial.outside) = (Some((*cond, env.clone())), *outside);
            let holds = self.holds_after(found, from, to, &trial)?;
            let out = Out { tests: rest.to_vec(), ..out.clone() };
            return self.when(holds, |l| l.emit(found, from, to, &out));
        }
        match out.mode {
            Mode::Act => self.emit_actions(found, from, to, out),
            Mode::Any => match out.after {
                None => self.answer_yes(),
                Some(_) => self.return_if_it_holds(found, from, to, out),
            },
            Mode::Reaches(site) => {
                let there = self.b.eq(to, site);
                self.when(there, |l| match out.after {
                    None => l.answer_yes(),
                    Some(_) => l.return_if_it_holds(found, from, to, out),
                })
            }
            Mode::Collect(end) => {
                let site = match end {
                    End::From => from,
                    End::To => to,
                };
                let legal = match out.after {
                    None => self.b.int(1),
                    Some(_) => self.holds_after(found, from, to, out)?,
                };
                self.when(legal, |l| {
                    let one = l.single(site);
                    l.grow(&out.collected, &one);
                    Ok(())
                })
            }
            Mode::List => {
                self.note_set(None);
                let (leaf, captured) = self.leaf(found, out)?;
                let mut record = vec![self.b.int(leaf as i64), from, to];
                record.extend(captured);
                self.append(self.scratch.singles, SINGLES, RECORD, MOST_SINGLES, &record);
                Ok(())
            }
        }
    }

    /// A move to each site of a set was found.
    pub(super) fn emit_set(
        &mut self,
        found: &Found<'g, '_>,
        from: Expr,
        set: &Set,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let from_of = |found: &Found<'g, '_>, to: Expr| if found.from_is_to { to } else { from };
        if !out.tests.is_empty() {
            let set = self.bind_set(set);
            return self.for_each(&set, |l, to| {
                let env = Env { to, ..found.env.clone() };
                let found = Found {
                    env: &env,
                    deed: found.deed.clone(),
                    may_follow: found.may_follow.clone(),
                    ..*found
                };
                let from = from_of(&found, to);
                l.emit(&found, from, to, out)
            });
        }
        match out.mode {
            Mode::Any if out.after.is_none() => {
                let some = self.some(set);
                self.when(some, |l| l.answer_yes())
            }
            Mode::Reaches(site) => {
                let there = self.contains(set, site);
                self.when(there, |l| {
                    let env = Env { to: site, ..found.env.clone() };
                    let found = Found {
                        env: &env,
                        deed: found.deed.clone(),
                        may_follow: found.may_follow.clone(),
                        ..*found
                    };
                    let from = from_of(&found, site);
                    l.emit(&found, from, site, out)
                })
            }
            Mode::Collect(end) if out.after.is_none() && (end == End::To || found.from_is_to) => {
                self.grow(&out.collected, set);
                Ok(())
            }
            Mode::Act | Mode::Any | Mode::Collect(_) => self.for_each(set, |l, to| {
                let env = Env { to, ..found.env.clone() };
                let found = Found {
                    env: &env,
                    deed: found.deed.clone(),
                    may_follow: found.may_follow.clone(),
                    ..*found
                };
                let from = from_of(&found, to);
                l.emit(&found, from, to, out)
            }),
            Mode::List if self.held.is_some() => {
                let carried: Vec<Expr> = self.caught(found, out)?.captured.into_iter().map(|c| c.1).collect();
                let set = self.bind_set(set);
                self.hold_set(from, &carried, &set);
                Ok(())
            }
            Mode::List => {
                let (leaf, captured) = self.leaf(found, out)?;
                self.note_set(Some(leaf));
                if captured.len() > 2 {
                    return refuse("Moves", "a set of moves that carry too much");
                }
                let set = self.bind_set(set);
                let some = self.some(&set);
                self.when(some, |l| {
                    let thirty_two = l.b.int(32);
                    let high = l.b.binary(Binary::Shl, from, thirty_two);
                    let number = l.b.int(leaf as i64);
                    let head = l.b.binary(Binary::Or, high, number);
                    let mut carried = l.b.int(0);
                    if let Some(&x) = captured.first() {
                        let mask = l.b.int(0xFFFF_FFFF);
                        carried = l.b.binary(Binary::And, x, mask);
                    }
                    if let Some(&y) = captured.get(1) {
                        let y = l.b.binary(Binary::Shl, y, thirty_two);
                        carried = l.b.binary(Binary::Or, carried, y);
                    }
                    let mut record = vec![head, carried];
                    record.extend(&set.0);
                    l.append(l.scratch.sets, SETS, l.layout.words + 2, MOST_SETS, &record);
                    let targets = l.b.load_at(l.scratch.counters, TARGETS);
                    let more = l.size(&set);
                    let targets = l.b.add(targets, more);
                    let place = l.b.int(TARGETS as i64);
                    l.b.store(l.scratch.counters, place, targets);
                    Ok(())
                })
            }
        }
    }

    pub(super) fn emit_actions(
        &mut self,
        found: &Found<'g, '_>,
        from: Expr,
        to: Expr,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let env = Env { from, to, ..found.env.clone() };
        self.push_prefix(out)?;
        self.push_deed(found.decision, &found.deed, &env)?;
        if let Some(suffix) = &out.suffix {
            suffix(self, &env)?;
        }
        if (found.decision || found.is_swap) && !found.is_pass {
            self.push(Op::Decide, &[]);
        }
        self.follow(out);
        Ok(())
    }

    /// Notes what follows the actions pushed so far.
    pub fn follow(&mut self, out: &Out<'g>) {
        for then in &out.thens {
            self.followed.insert(then.0);
            let then = self.b.int(then.0.into());
            self.push(Op::Follow, &[then]);
        }
    }

    pub(super) fn return_if_it_holds(
        &mut self,
        found: &Found<'g, '_>,
        from: Expr,
        to: Expr,
        out: &Out<'g>,
    ) -> Lowered<()> {
        let holds = self.holds_after(found, from, to, out)?;
        self.when(holds, |l| l.answer_yes())
    }

    /// Does what must hold once the move is made?
    fn holds_after(&mut self, found: &Found<'g, '_>, from: Expr, to: Expr, out: &Out<'g>) -> Lowered<Expr> {
        let (leaf, captured) = self.leaf(found, out)?;
        let mut args = vec![self.b.int(leaf as i64), from, to];
        args.extend(captured);
        let zero = self.b.int(0);
        args.resize(CHOSEN, zero);
        Ok(self.b.call(self.try_move, &args))
    }

    /// The function returns 1.
    pub(super) fn answer_yes(&mut self) -> Lowered<()> {
        let one = self.b.int(1);
        self.b.push(Statement::Return(one));
        Ok(())
    }

    /// Appends a record of `size` numbers to a list that has a counter; what does not fit is dropped.
    pub(super) fn append(&mut self, list: Array, counter: usize, size: usize, most: usize, record: &[Expr]) {
        let n = self.b.load_at(self.scratch.counters, counter);
        let n = self.b.bind(n);
        let size = self.b.int(size as i64);
        let at = self.b.binary(Binary::Mul, n, size);
        let at = self.b.bind(at);
        for (i, &e) in record.iter().enumerate() {
            let i = self.b.int(i as i64);
            let place = self.b.add(at, i);
            self.b.store(list, place, e);
        }
        let (one, most) = (self.b.int(1), self.b.int(most as i64));
        let next = self.b.add(n, one);
        let next = self.b.binary(Binary::Min, next, most);
        let place = self.b.int(counter as i64);
        self.b.store(self.scratch.counters, place, next);
    }

    /// Adds the registers that a part of a rule reads to what a move carries: which register, and where it is carried.
    fn capture(&self, part: Part<'_>, env: &Env, captured: &mut Vec<(usize, Expr)>) -> Vec<(usize, usize)> {
        let mut seen = Vec::new();
        for ((k, test), e) in IS_REGISTER.into_iter().enumerate().zip(env.registers()) {
            if self.constant(e).is_none() && mentions([part], test) {
                let at = captured.iter().position(|c| c.1 == e).unwrap_or_else(|| {
                    captured.push((usize::MAX, e));
                    captured.len() - 1
                });
                seen.push((k, at));
            }
        }
        seen
    }

    /// What the moves of a decision carry.
    fn caught(&self, found: &Found<'g, '_>, out: &Out<'g>) -> Lowered<Caught> {
        // Which words the rest of the rule needs, besides from and to.
        let regs = found.env.registers();
        let mut captured: Vec<(usize, Expr)> = Vec::new();
        for (k, test) in IS_REGISTER.into_iter().enumerate().skip(2) {
            let e = regs[k];
            let needed = mentions([Part::Moves(found.m)], test) || (k == LEVEL && found.carries_level);
            if self.constant(e).is_none() && needed {
                captured.push((k, e));
            }
        }
        // The condition afterwards, and what was done before, see what was looked at outside.
        let mut seen_after = Vec::new();
        if let Some((cond, env)) = &out.after {
            seen_after = self.capture(Part::Bool(cond), env, &mut captured);
            if env.region.is_some() {
                return refuse("Moves", "a trial inside a region");
            }
        }
        let priors = out.before.iter();
        let seen_before: Vec<Vec<(usize, usize)>> =
            priors.map(|(prior, env)| self.capture(Part::Moves(prior), env, &mut captured)).collect();
        if captured.len() > 4 || found.env.region.is_some() {
            return refuse("Moves", "a move that carries too much");
        }
        Ok(Caught { captured, seen_after, seen_before })
    }

    /// The leaf of a decision, and what its moves carry.
    pub(super) fn leaf(&mut self, found: &Found<'g, '_>, out: &Out<'g>) -> Lowered<(usize, Vec<Expr>)> {
        let Caught { captured, seen_after, seen_before } = self.caught(found, out)?;
        // (Leaves may be made inside of the functions of this one.)
        let n = self.b.program.functions.len();
        let outer = self.outer_env(found.env)?;
        let deed = found.deed.clone();
        let suffix = out.suffix.clone();
        let caught = captured.clone();
        let decision = found.decision;
        let in_effect = std::mem::replace(&mut self.in_effect, false);
        let mover = out.by.unwrap_or(found.env.mover);
        let apply = self.acting(&format!("apply {n}"), 6, mover, |l, args| {
            let mut regs = l.known_registers(&outer);
            (regs[0], regs[1]) = (args[0], args[1]);
            for (i, &(k, _)) in caught.iter().enumerate() {
                if k != usize::MAX {
                    regs[k] = args[2 + i];
                }
            }
            let (next, prev) = (outer.next, outer.prev);
            let env = Env { next, prev, ..outer.with_registers(&regs) };
            l.push_deed(decision, &deed, &env)?;
            if let Some(suffix) = &suffix {
                suffix(l, &env)?;
            }
            Ok(())
        })?;
        self.in_effect = in_effect;
        let after = match &out.after {
            None => None,
            Some((cond, env)) => {
                let cond: &'g Bool = cond;
                let outer = self.outer_env(env)?;
                let f = self.once(&format!("after {n}"), 6, |l, args| {
                    let mut regs = l.known_registers(&outer);
                    for &(k, at) in &seen_after {
                        regs[k] = args[2 + at];
                    }
                    let (next, prev) = (outer.next, outer.prev);
                    let env = Env { what_at_from: None, next, prev, ..outer.with_registers(&regs) };
                    l.bool(cond, &env)
                })?;
                Some(f)
            }
        };
        let mut before = Vec::new();
        for ((prior, env), seen) in out.before.iter().zip(&seen_before) {
            let prior: &'g Moves = prior;
            let outer = self.outer_env(env)?;
            let n = self.b.program.functions.len();
            before.push(self.once(&format!("before {n}"), 6, |l, args| {
                let mut regs = l.known_registers(&outer);
                for &(k, at) in seen {
                    regs[k] = args[2 + at];
                }
                let (next, prev) = (outer.next, outer.prev);
                let env = Env { what_at_from: None, next, prev, ..outer.with_registers(&regs) };
                l.act(prior, &env)?;
                Ok(l.b.int(0))
            })?);
        }
        let mover = out.by.unwrap_or(found.env.mover);
        // (A move that is only tried is not followed by what comes after the trial.)
        let tried_thens = out.thens.len() - out.outside.min(out.thens.len());
        let followed = if out.mode == Mode::List { out.thens.len() } else { tried_thens };
        let mut thens = Vec::new();
        for (bit, &then) in found.may_follow.iter().enumerate() {
            thens.push((then, self.then_if_it_follows(then, bit, mover)?));
        }
        let tried_thens = tried_thens + found.may_follow.len();
        for &then in &out.thens[..followed] {
            thens.push((then, self.then_function(then, mover)?));
        }
        let rule = super::sieve::LeafRule {
            m: found.m,
            after: out.after.as_ref().map(|(cond, _)| *cond),
            judging_threat: out.after.as_ref().is_some_and(|(_, env)| env.judging_threat),
            thens: thens.iter().take(tried_thens).map(|then| then.0).collect(),
            more: found.carries_level
                || out.suffix.is_some()
                || !out.before.is_empty()
                || !out.prefix.is_empty(),
        };
        self.leaf_rules.insert(self.leaves.len(), rule);
        let reaches = self.reach(found, out, &thens);
        self.leaves.push(Leaf {
            mover,
            apply,
            simple: if out.suffix.is_some() { None } else { found.simple },
            decision: found.decision,
            before,
            thens,
            after,
            tried_thens,
            is_pass: found.is_pass,
            is_swap: found.is_swap,
            reaches,
            captured: captured.len(),
            from_is_to: found.from_is_to,
            kinds: if found.is_pass || found.is_swap { Some([SiteType::Cell; 2]) } else { kinds_of(found.m) },
            told: self.told(found, out),
        });
        Ok((self.leaves.len() - 1, captured.into_iter().map(|c| c.1).collect()))
    }

    /// Which pieces making a move of the leaf may change. What is not understood may change any.
    fn reach(&self, found: &Found<'g, '_>, out: &Out<'g>, thens: &[(ThenId, Acting)]) -> Reach {
        if found.is_pass || found.is_swap {
            return Reach::Ends;
        }
        let more = out.suffix.is_some() || !out.before.is_empty() || !out.prefix.is_empty();
        if more || !(found.simple.is_some() || self.only_moves_a_piece(&found.m.kind)) {
            return Reach::Elsewhere;
        }
        let thens: Vec<ThenId> = thens.iter().map(|then| then.0).collect();
        if self.all_quiet(&thens) { Reach::Ends } else { Reach::Followed }
    }

    /// What the moves of a leaf are besides their ends, where that does not hang on the position.
    fn told(&self, found: &Found<'g, '_>, out: &Out<'g>) -> Option<Told> {
        if self.stacking() || self.game.uses.rotation || !out.before.is_empty() || !out.prefix.is_empty() {
            return None;
        }
        let dice = out.dice.clone();
        match &found.m.kind {
            MovesKind::FromTo { from, to, count: None, copy, stack: false, mover: None } => {
                let plain = from.level.is_none() && to.level.is_none() && to.rotations.is_none();
                // (Pieces that are carried along are not told of.)
                let carries = |m: &Moves| {
                    m.then.is_none() && matches!(m.kind, MovesKind::FromTo { count: None, stack: false, .. })
                };
                let alone = to.apply.effect.as_deref().is_none_or(carries) && *copy == Bool::Const(false);
                (plain && alone).then_some(Told { becomes: None, dice })
            }
            MovesKind::Promote { .. } => {
                let what = self.constant(found.env.level).and_then(|w| u16::try_from(w).ok());
                what.map(|what| Told { becomes: Some(what), dice })
            }
            _ => None,
        }
    }

    /// The registers that every function sees alike, because they are constants; nowhere for the others.
    fn known_registers(&mut self, env: &Env) -> Vec<Expr> {
        let off = self.b.int(OFF.into());
        env.registers().into_iter().map(|e| if self.constant(e).is_some() { e } else { off }).collect()
    }

    /// An environment as another function may see it.
    pub fn outer_env(&mut self, env: &Env) -> Lowered<Env> {
        let known = |l: &Self, e: Option<Expr>| e.filter(|&e| l.constant(e).is_some());
        let mut outer = env.clone();
        outer.next = known(self, env.next);
        outer.prev = known(self, env.prev);
        Ok(outer)
    }

    /// The function that pushes the actions of what follows moves of a player.
    pub fn then_function(&mut self, then: ThenId, mover: usize) -> Lowered<Acting> {
        if let Some(&f) = self.thens.get(&(mover, then.0)) {
            return Ok(f);
        }
        let game = self.game;
        let in_effect = std::mem::replace(&mut self.in_effect, false);
        let f = self.acting(&format!("then {} of {mover}", then.0), 0, mover, |l, _| {
            let env = l.env(mover);
            let out = Out { alone: true, ..Out::new(Mode::Act) };
            l.moves(&game.thens[then.0 as usize], &env, &out)
        })?;
        self.in_effect = in_effect;
        self.thens.insert((mover, then.0), f);
        Ok(f)
    }

    // ---- actions ----

    pub fn push_move(&mut self, from: Expr, to: Expr) {
        let off = self.b.int(UNDEFINED.into());
        self.push_mover(Op::Move, &[from, to, off, off, off]);
    }
    /// Notes an action that moves pieces. Where it matters for their progress on tracks, it says whether it was decided.
    pub(super) fn push_mover(&mut self, op: Op, args: &[Expr]) {
        let mut args = args.to_vec();
        if self.layout.tracks.is_some() {
            let zero = self.b.int(0);
            args.resize(RECORD - 2, zero);
            args.push(self.b.int(self.deciding.into()));
        }
        self.push(op, &args);
    }
    /// Notes an action.
    pub fn push(&mut self, op: Op, args: &[Expr]) {
        self.ops.insert(op as i32);
        if self.postpone(op, args) {
            return;
        }
        self.listed.insert(op as i32);
        self.pushed += 1;
        let mut record = vec![self.b.int(op as i64)];
        record.extend(args);
        self.append(self.scratch.actions, ACTIONS, RECORD, MOST_ACTIONS, &record);
    }
    /// Does what an `apply` says, if its condition holds.
    pub fn apply(&mut self, apply: &'g Apply, env: &Env) -> Lowered<()> {
        self.apply_judged(apply, env, env)
    }
    /// The same where the condition sees something else.
    pub fn apply_judged(&mut self, apply: &'g Apply, asked: &Env, env: &Env) -> Lowered<()> {
        let Some(effect) = &apply.effect else { return Ok(()) };
        let holds = self.holds(apply.cond.as_ref(), asked)?;
        self.when(holds, |l| l.act_undecided(effect, env))
    }
    /// Pushes the actions of an effect that belongs to a move: none of them is what was decided.
    pub fn act_undecided(&mut self, effect: &'g Moves, env: &Env) -> Lowered<()> {
        let before = std::mem::replace(&mut self.in_effect, true);
        let done = self.act(effect, env);
        self.in_effect = before;
        done
    }
    /// Pushes the actions of a move that was found.
    fn push_deed(&mut self, decision: bool, deed: &Deed<'g>, env: &Env) -> Lowered<()> {
        let before = std::mem::replace(&mut self.deciding, decision && !self.in_effect);
        let done = deed(self, env);
        self.deciding = before;
        done
    }
}

/// Of which kinds the ends of the moves of a rule are; what has no place is of any.
fn kinds_of(m: &Moves) -> Option<[SiteType; 2]> {
    match &m.kind {
        MovesKind::Step { from, .. }
        | MovesKind::Slide { from, .. }
        | MovesKind::Hop { from, .. }
        | MovesKind::Leap { from, .. } => Some([from.kind; 2]),
        MovesKind::FromTo { from, to, .. } => Some([from.kind, to.kind]),
        MovesKind::Add { to, .. } => Some([to.kind; 2]),
        MovesKind::Shoot { kind, .. }
        | MovesKind::Remove { kind, .. }
        | MovesKind::Promote { kind, .. }
        | MovesKind::SetRotation { kind, .. } => Some([*kind; 2]),
        MovesKind::Select { from, to, .. } => Some([from.kind, to.as_ref().map_or(from.kind, |t| t.kind)]),
        MovesKind::Pass
        | MovesKind::Propose(_)
        | MovesKind::Vote(_)
        | MovesKind::Bet { .. }
        | MovesKind::SwapPlayers { .. }
        | MovesKind::SetTrump(_)
        | MovesKind::SetNextPlayer(_) => Some([SiteType::Cell; 2]),
        MovesKind::PlayCard
        | MovesKind::SwapPieces { .. }
        | MovesKind::Or(_)
        | MovesKind::And(_)
        | MovesKind::If { .. }
        | MovesKind::Append(_)
        | MovesKind::AllCombinations(..)
        | MovesKind::Seq(_)
        | MovesKind::Priority(_)
        | MovesKind::Do { .. }
        | MovesKind::While { .. }
        | MovesKind::AvoidStoredState(_)
        | MovesKind::FirstMoveOnTrack { .. }
        | MovesKind::MaxMoves { .. }
        | MovesKind::MaxCaptures { .. }
        | MovesKind::MaxDistance { .. }
        | MovesKind::ForEachPiece(_)
        | MovesKind::ForEachSite { .. }
        | MovesKind::ForEachValue { .. }
        | MovesKind::ForEachValueIn { .. }
        | MovesKind::ForEachPlayer { .. }
        | MovesKind::ForEachTeam(_)
        | MovesKind::ForEachGroup { .. }
        | MovesKind::ForEachDirection { .. }
        | MovesKind::ForEachLevel { .. }
        | MovesKind::ForEachDie { .. }
        | MovesKind::Fall
        | MovesKind::Effect(_) => None,
    }
}

/// What the moves of a decision carry: which register, and its value; and which of them the condition afterwards and what is
/// done before look at.
struct Caught {
    captured: Vec<(usize, Expr)>,
    seen_after: Vec<(usize, usize)>,
    seen_before: Vec<Vec<(usize, usize)>>,
}

//! Parts of rules without a lowering become questions to the evaluator, where a state tells all that they read: see
//! [`crate::fallback`].

use super::moves::{Found, Mode, Out};
use super::*;
use crate::fallback::{Expression, Question as Asked, collected_ops};
use ludarium_engine::kernel::int::LastPart;
use ludarium_engine::kernel::walk::{any, draws};
use ludarium_engine::kernel::{Dir, MovesKind, Region};
use std::rc::Rc;

/// What a failed lowering leaves as it was before.
struct Before {
    scopes: usize,
    rounds: u32,
    deciding: bool,
    in_effect: bool,
    unsound: Option<&'static str>,
}

impl<'g> Lower<'g> {
    /// Lowers an expression, or asks the evaluator for it where it has no lowering.
    pub(super) fn or_evaluated<T>(
        &mut self,
        part: Part<'g>,
        env: &Env,
        make: impl FnOnce(&mut Self) -> Lowered<T>,
        ask: impl FnOnce(&mut Self, i64) -> T,
    ) -> Lowered<T> {
        let before = self.before();
        self.b.open_scope();
        let made = make(self);
        match made {
            Ok(value) => {
                self.b.merge_scope();
                Ok(value)
            }
            Err(why) if self.may_be_evaluated(&why, part, env) => {
                self.go_back(&before);
                let number = self.ask_evaluator(part, env);
                self.fallbacks.insert(why.to_string());
                Ok(ask(self, number))
            }
            Err(why) => Err(why),
        }
    }

    fn before(&self) -> Before {
        Before {
            scopes: self.b.scopes(),
            rounds: self.rounds,
            deciding: self.deciding,
            in_effect: self.in_effect,
            unsound: self.unsound,
        }
    }
    /// Forgets what a failed lowering said. (Functions that it made are there, and nobody calls them.)
    fn go_back(&mut self, before: &Before) {
        while self.b.scopes() > before.scopes {
            self.b.drop_scope();
        }
        (self.rounds, self.unsound) = (before.rounds, before.unsound);
        (self.deciding, self.in_effect) = (before.deciding, before.in_effect);
    }

    /// Does a state tell all that a part of a rule reads? (Kinds of sites may yet be laid out otherwise, and programs that are too
    /// large do not become smaller.)
    fn may_be_evaluated(&self, why: &Refusal, part: Part<'g>, env: &Env) -> bool {
        // (The way that is looked at is known only where the evaluator looks for the moves itself.)
        let finds_moves = matches!(part, Part::Moves(_));
        let unknown = |p: Part<'g>| {
            draws(p)
                || match p {
                    Part::Int(i) => match i {
                        Int::Ahead { dirs, .. } => !finds_moves && matches!(**dirs, Dir::Relative { .. }),
                        i => matches!(
                            i,
                            Int::Last { part: LastPart::LevelFrom, .. } | Int::Edge | Int::Hint { .. }
                        ),
                    },
                    Part::Bool(b) => matches!(b, Bool::Repeat(_) | Bool::Cycle | Bool::Hidden { .. }),
                    Part::Region(r) => matches!(
                        r,
                        Region::LastBetween
                            | Region::LastFrom
                            | Region::LastTo
                            | Region::Hidden { .. }
                            | Region::HintRegion
                            | Region::Current
                    ),
                    Part::IntArr(_) | Part::Float(_) | Part::Dir(_) | Part::Moves(_) | Part::Effect(_) => {
                        false
                    }
                }
        };
        why.family != KINDS
            && why.family != "program"
            && why.family != "state"
            && self.layout.grounds.len() == 1
            && env.team.is_empty()
            && !any(self.whole(part), unknown)
    }

    /// A part of a rule, with the rules of the pieces where it goes through them.
    fn whole(&self, part: Part<'g>) -> Vec<Part<'g>> {
        let mut parts = vec![part];
        if any([part], |p| matches!(p, Part::Moves(m) if matches!(m.kind, MovesKind::ForEachPiece(_)))) {
            parts.extend(self.game.components.iter().filter_map(|c| c.moves.as_ref()).map(Part::Moves));
        }
        parts
    }

    /// Numbers a question, and writes down what its words stand for.
    fn ask_evaluator(&mut self, part: Part<'g>, env: &Env) -> i64 {
        let expression = match part {
            Part::Bool(e) => Expression::Bool(e.clone()),
            Part::Int(e) => Expression::Int(e.clone()),
            Part::Region(e) => Expression::Region(e.clone()),
            Part::Moves(m) => Expression::Moves(m.clone()),
            Part::IntArr(_) | Part::Float(_) | Part::Dir(_) | Part::Effect(_) => {
                Expression::Bool(Bool::Const(false))
            }
        };
        let asked = Asked {
            expression,
            mover: env.mover,
            judging_threat: env.judging_threat,
            judging_stalemate: env.judging_stalemate,
            thens: Vec::new(),
        };
        self.asked.push(asked);
        self.note_registers(env);
        self.asked.len() as i64 - 1
    }
    /// Writes down what the words of a rule stand for.
    fn note_registers(&mut self, env: &Env) {
        let next = env.next.unwrap_or_else(|| self.number(Number::Next));
        let prev = env.prev.unwrap_or_else(|| self.number(Number::Prev));
        for (register, value) in [
            (Register::From, env.from),
            (Register::To, env.to),
            (Register::Between, env.between),
            (Register::Site, env.site),
            (Register::Level, env.level),
            (Register::Value, env.value),
            (Register::Player, env.player),
            (Register::Pips, env.pips),
            (Register::Track, env.track),
            (Register::Next, next),
            (Register::Prev, prev),
        ] {
            let at = self.b.int(register as i64);
            self.b.store(self.scratch.registers, at, value);
        }
    }

    /// A number or a condition that the evaluator works out.
    pub(super) fn evaluated(&mut self, number: i64) -> Expr {
        let number = self.b.int(number);
        let answer = self.b.service(Service::Evaluate, &[number]);
        self.b.bind(answer)
    }
    /// A region that the evaluator works out.
    pub(super) fn evaluated_region(&mut self, number: i64) -> Set {
        let answer = self.evaluated(number);
        self.b.push(Statement::Do(answer));
        let words: Vec<Expr> = (0..self.layout.words)
            .map(|k| {
                let word = self.b.load_at(self.scratch.region, k);
                self.b.bind(word)
            })
            .collect();
        Set(words)
    }

    // ---- moves ----

    /// Lowers moves, or lets the evaluator find them where they have no lowering.
    pub(super) fn moves_or_evaluated(&mut self, m: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let before = self.before();
        let pushed = self.pushed;
        self.b.open_scope();
        let made = self.moves_of(m, env, out);
        match made {
            Ok(()) => {
                self.b.merge_scope();
                Ok(())
            }
            Err(why) if self.may_be_found(&why, m, env, out) => {
                self.go_back(&before);
                self.pushed = pushed;
                self.fallbacks.insert(why.to_string());
                if out.mode == Mode::Act {
                    self.act_as_evaluated(m, env, out)
                } else {
                    self.found_by_evaluator(m, env, out)
                }
            }
            Err(why) => Err(why),
        }
    }

    /// May the evaluator find the moves of a rule?
    fn may_be_found(&self, why: &Refusal, m: &'g Moves, env: &Env, out: &Out<'g>) -> bool {
        // (What is pending is forgotten before a move is made.)
        let unknown = |p: Part<'g>| match p {
            Part::Bool(b) => matches!(b, Bool::Pending),
            Part::Region(r) => matches!(r, Region::Pending),
            Part::Moves(m) => matches!(
                m.kind,
                MovesKind::Pass
                    | MovesKind::SwapPlayers { .. }
                    | MovesKind::Propose(_)
                    | MovesKind::Vote(_)
                    | MovesKind::Bet { .. }
                    | MovesKind::PlayCard
                    | MovesKind::SetTrump(_)
                    | MovesKind::AvoidStoredState(_)
            ),
            Part::Int(_) | Part::IntArr(_) | Part::Float(_) | Part::Dir(_) | Part::Effect(_) => false,
        };
        let alone = out.suffix.is_none() && out.before.is_empty();
        let plain = (alone || out.mode != Mode::Act) && out.prefix.is_empty() && out.by.is_none();
        let speaks = |register: fn(&Int) -> bool| mentions([Part::Moves(m)], register);
        let level = speaks(|i| matches!(i, Int::Level)) && self.constant(env.level).is_none();
        let to = speaks(super::reads_to) && self.constant(env.to).is_none();
        let alone = out.mode != Mode::Act || !self.in_effect || m.then.is_none();
        // (What must hold after an effect is asked of the move that it belongs to.)
        let tried = |p: Part<'g>| matches!(p, Part::Moves(m) if matches!(m.kind, MovesKind::Do { after: Some(_), .. }));
        let tried = out.mode == Mode::Act && (!out.tests.is_empty() || any([Part::Moves(m)], tried));
        let known = !tried && !any(self.whole(Part::Moves(m)), unknown);
        plain && alone && !level && !to && known && self.may_be_evaluated(why, Part::Moves(m), env)
    }

    /// Rules inside of a rule that may follow its moves, inner ones first.
    fn thens_inside(&self, m: &'g Moves) -> Vec<ThenId> {
        let mut thens = Vec::new();
        any(self.whole(Part::Moves(m)), |p| {
            if let Part::Moves(inner) = p
                && let Some(then) = inner.then
                && !thens.contains(&then)
            {
                thens.push(then);
            }
            false
        });
        thens.retain(|then| Some(*then) != m.then);
        thens.reverse();
        thens
    }

    /// Moves that the evaluator finds: each goes on like any other that was found.
    fn found_by_evaluator(&mut self, m: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        let number = self.ask_evaluator(Part::Moves(m), env);
        let thens = self.thens_inside(m);
        if thens.len() > 60 {
            return refuse("Moves", "many rules that may follow");
        }
        if let Some(asked) = self.asked.get_mut(number as usize) {
            asked.thens.clone_from(&thens);
        }
        self.collects_anything();
        for then in thens.iter().copied().chain(m.then) {
            self.followed.insert(then.0);
        }
        let count = self.evaluated(number);
        let fixed_from = self.constant(env.from).map(|_| env.from);
        let deed: super::moves::Deed<'g> = Rc::new(move |l: &mut Self, env: &Env| {
            let (off, one) = (l.b.int(OFF.into()), l.b.int(1));
            let alone = l.b.binary(Binary::And, env.level, one);
            let piece = l.b.select(alone, off, env.from);
            let asked = Env { from: fixed_from.unwrap_or(piece), ..env.clone() };
            l.note_registers(&Env { to: off, level: off, ..asked });
            l.pushed += 1;
            l.needs_list();
            let number = l.b.int(number + 1);
            let follow = l.b.service(Service::CollectEvaluated, &[number, env.from, env.to, env.level]);
            let follow = l.b.bind(follow);
            let zero = l.b.int(0);
            l.b.store(l.scratch.following, zero, follow);
            Ok(())
        });
        let (zero, one, two) = (self.b.int(0), self.b.int(1), self.b.int(2));
        let at = self.b.variable(zero);
        self.repeat(|l| {
            let i = l.b.get(at);
            let done = l.b.binary(Binary::Le, count, i);
            l.break_if(done);
            let [from, to, apart] = [zero, one, two].map(|part| {
                let e = l.b.service(Service::Evaluated, &[i, part]);
                l.b.bind(e)
            });
            let inner = Env { to, level: apart, ..env.clone() };
            let mut found = Found::new(m, &inner, deed.clone());
            found.carries_level = true;
            found.may_follow.clone_from(&thens);
            // (The piece that was looked at is where its moves begin; else they could not be found again.)
            if fixed_from.is_none() {
                let other = l.b.binary(Binary::Ne, from, env.from);
                let nobody = l.b.int(OFF.into());
                let looked = l.b.binary(Binary::Ne, env.from, nobody);
                let other = l.b.binary(Binary::And, other, looked);
                l.when(other, |l| {
                    l.do_service(Service::Overflow, &[]);
                    Ok(())
                })?;
            }
            l.emit(&found, from, to, out)?;
            let i = l.b.get(at);
            let next = l.b.add(i, one);
            l.b.set(at, next);
            Ok(())
        })
    }

    /// What an effect does, as the evaluator finds it.
    fn act_as_evaluated(&mut self, m: &'g Moves, env: &Env, out: &Out<'g>) -> Lowered<()> {
        if out.thens.len() > usize::from(m.then.is_some()) {
            return refuse("Effect", "what follows an effect of the evaluator");
        }
        let number = self.ask_evaluator(Part::Moves(m), env);
        self.collects_anything();
        let follow: Vec<ThenId> = self.thens_inside(m).into_iter().chain(m.then).collect();
        for then in follow {
            self.followed.insert(then.0);
        }
        self.pushed += 1;
        self.needs_list();
        let (number, zero) = (self.b.int(-number - 1), self.b.int(0));
        let done = self.b.service(Service::CollectEvaluated, &[number, zero, zero, zero]);
        self.b.push(Statement::Do(done));
        Ok(())
    }

    fn collects_anything(&mut self) {
        for op in collected_ops(&self.layout) {
            self.ops.insert(op as i32);
            self.listed.insert(op as i32);
        }
    }

    /// A rule that follows a move only where the evaluator said so.
    pub(super) fn then_if_it_follows(&mut self, then: ThenId, bit: usize, mover: usize) -> Lowered<Acting> {
        let acting = self.then_function(then, mover)?;
        let n = self.b.program.functions.len();
        let f = self.once(&format!("perhaps {} {n}", then.0), 0, |l, _| {
            let (zero, one, bit) = (l.b.int(0), l.b.int(1), l.b.int(bit as i64));
            let follow = l.b.load(l.scratch.following, zero);
            let follow = l.b.binary(Binary::Shr, follow, bit);
            let follows = l.b.binary(Binary::And, follow, one);
            l.when(follows, |l| {
                l.run(acting.f, &[]);
                Ok(())
            })?;
            Ok(zero)
        })?;
        Ok(Acting { f, direct: acting.direct })
    }
}

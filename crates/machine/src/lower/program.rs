//! The functions of a whole game: legal moves by player and phase, end rules, changes of phase.

use super::moves::{Mode, Out};
use super::*;
use crate::fallback::Fallback;
use crate::ir::Program;
use ludarium_engine::game::End;
use ludarium_engine::kernel::EndRule;
use std::sync::Arc;

/// A game as a program.
#[derive(Debug)]
pub struct Compiled {
    pub program: Program,
    pub layout: Layout,
    pub scratch: Scratch,
    pub leaves: Vec<Leaf>,
    /// Must some moves be tried before they are known to be legal?
    pub tries: bool,
    /// Finds those that pass without being tried.
    pub sieve: Option<Sieve>,
    /// By player: says whether what their moves may not leave under attack is safe as things stand.
    pub safe: Vec<Option<Function>>,
    pub turn: Turn,
    pub outcomes: Vec<Outcome>,
    /// Leaves of the pass that is forced and of the change of seats, by player (from 1).
    pub forced_pass: Vec<usize>,
    pub swap: Vec<usize>,
    pub facts: Facts,
    pub dice: Vec<DiceSet>,
    pub random_start: bool,
    /// The team of each player, where there are teams.
    pub teams: Vec<u8>,
    /// The board as questions about drawn graphs see it, where there are any.
    pub drawings: Option<crate::graphs::Drawings>,
    /// What the evaluator is asked, and which rules made that necessary.
    pub fallback: Option<Fallback>,
    pub fallbacks: Vec<String>,
    /// Some rule draws a number: the evaluator may do so at another moment, when it lists the moves.
    pub draws_numbers: bool,
}

/// What the course of a game needs to know.
#[derive(Clone, Debug)]
pub struct Facts {
    pub players: usize,
    pub last_actions: bool,
    pub counts: bool,
}

/// A set of dice: its first site, and the faces of each die with their weights.
#[derive(Clone, Debug)]
pub struct DiceSet {
    pub first: usize,
    pub dice: Vec<(Vec<i32>, Vec<i32>)>,
}

/// Compiles a game, or says what stands in the way.
pub fn compile(game: &Game) -> Result<Arc<Compiled>, Refusal> {
    compile_watched(game, &[])
}

/// The same for somebody who reads these numbers of its states: they are kept even if no rule asks for them.
pub fn compile_watched(game: &Game, watched: &[Number]) -> Result<Arc<Compiled>, Refusal> {
    compile_with(game, watched, Passes::ALL)
}

/// The same with some passes only.
pub fn compile_with(game: &Game, watched: &[Number], passes: Passes) -> Result<Arc<Compiled>, Refusal> {
    match compile_on(game, false, watched, passes) {
        Err(why) if why.family == KINDS => compile_on(game, true, watched, passes),
        made => made,
    }
}

/// `several`: pieces stand on several kinds of sites.
fn compile_on(
    game: &Game,
    several: bool,
    watched: &[Number],
    passes: Passes,
) -> Result<Arc<Compiled>, Refusal> {
    if game.uses.all_pass && game.players > 7 {
        return refuse("state", "passes of many players");
    }
    let mut l = Lower::new(game, several, passes)?;
    l.watched = watched.to_vec();
    if game.uses.teams && l.changes_teams() {
        return refuse("state", "teams that change");
    }
    let players = game.players;
    let (mut legal, mut any, mut sets) = (vec![Vec::new()], vec![Vec::new()], vec![Vec::new()]);
    for p in 1..=players {
        let (mut of_legal, mut of_any, mut of_sets) = (Vec::new(), Vec::new(), Vec::new());
        for (i, phase) in game.phases.iter().enumerate() {
            let (f, leaves) = l.noting_sets(|l| {
                l.once(&format!("legal {p} {i}"), 0, |l, _| {
                    let env = l.env(p);
                    l.moves(&phase.play, &env, &Out::new(Mode::List))?;
                    Ok(l.b.int(0))
                })
            })?;
            of_legal.push(f);
            of_sets.push(leaves);
            let env = l.env(p);
            of_any.push(l.question(p, i, Question::Any, &env)?);
        }
        legal.push(of_legal);
        any.push(of_any);
        sets.push(of_sets);
    }
    let mut ends = vec![Vec::new()];
    for p in 1..=players {
        let mut of_player = Vec::new();
        for (i, phase) in game.phases.iter().enumerate() {
            of_player.push(l.end_function(&format!("end {p} {i}"), phase.end.as_ref(), p)?);
        }
        of_player.push(l.end_function(&format!("end {p}"), game.end.as_ref(), p)?);
        ends.push(of_player);
    }
    let mut phases = vec![None];
    for p in 1..=players {
        phases.push(l.phase_function(p)?);
    }
    let (forced_pass, swap) = l.leaves_without_rules()?;
    let sieve = l.sieve()?;
    // What follows what follows is found while committing.
    for then in 0..game.thens.len() as u32 {
        let reached = (1..=players).any(|p| l.thens.contains_key(&(p, then)));
        let followed = l.follows_something(then);
        if reached || followed {
            for p in 1..=players {
                l.then_function(ThenId(then), p)?;
            }
        }
    }
    let rules = Rules { legal, sets, any, ends, phases, forced_pass };
    let turn = l.turn(&rules)?;
    if let Some(why) = l.unsound {
        return refuse(KINDS, why);
    }
    let facts = Facts { players, last_actions: l.notes_actions, counts: game.uses.count };
    let dice = l.dice_sets();
    let teams = (0..=players).map(|p| l.team_of(p)).collect();
    let safe: Vec<Option<Function>> = (0..=players).map(|p| l.safety_of(p)).collect();
    let mut program = l.b.program;
    program.registers = Some(l.scratch.counters);
    program.entries = vec![turn.generate, turn.apply, turn.draw, turn.play];
    program.copies = Some(l.scratch.copies);
    program.entries.extend(sieve.as_ref().map(|s| s.function));
    program.entries.extend(safe.iter().flatten());
    if l.leaves.iter().any(|leaf| leaf.after.is_some()) {
        program.entries.push(turn.trial);
    }
    if l.layout.history.is_some() {
        program.entries.push(turn.perform);
    }
    // (Only whole turns that are tried note positions on a copy.)
    if let Some(history) = l.layout.history.as_ref().filter(|_| !l.follows_turns) {
        program.late = vec![history.seen, history.in_turn];
    }
    // (Kinds are kept only for those who look at states.)
    l.layout.knows_kinds = l.layout.grounds.len() == 1
        || (l.layout.kept[Number::LastToKind as usize] && l.leaves.iter().all(|leaf| leaf.kinds.is_some()));
    program.lay_out();
    l.layout.resolve(&program);
    if let (Some(why), false) = (l.layout.untold(game), l.asked.is_empty()) {
        let first = l.fallbacks.first().cloned().unwrap_or_default();
        return refuse("state", format!("{first}, and states do not tell {why}"));
    }
    l.layout.tabulate_history();
    l.scratch.resolve(&program);
    let sieve = sieve.map(|s| Sieve { at: program.array(s.sets).offset / 8, ..s });
    let forbids = l.layout.history.as_ref().is_some_and(|h| h.forbidden.is_some());
    let fallback = fallback(game, &l.ctx.pos, &l.layout, l.asked);
    let tries = forbids || l.leaves.iter().any(|leaf| leaf.after.is_some());
    Ok(Arc::new(Compiled {
        program,
        tries,
        sieve,
        safe,
        layout: l.layout,
        scratch: l.scratch,
        leaves: l.leaves,
        turn,
        outcomes: l.outcomes.into_iter().cloned().collect(),
        forced_pass: rules.forced_pass,
        swap,
        facts,
        dice,
        random_start: l.random_start,
        teams,
        drawings: l.drawings,
        fallback,
        fallbacks: l.fallbacks.into_iter().collect(),
        draws_numbers: l.draws_numbers,
    }))
}

/// What the evaluator needs to answer what it is asked.
fn fallback(
    game: &Game,
    first: &ludarium_engine::position::Position,
    layout: &Layout,
    questions: Vec<crate::fallback::Question>,
) -> Option<Fallback> {
    if questions.is_empty() {
        return None;
    }
    let mut first = first.clone();
    if layout.history.is_none() {
        first.stop_keeping_hash();
    }
    Some(Fallback { game: Arc::new(game.clone()), first, questions })
}

impl<'g> Lower<'g> {
    /// Leaves of the passes that are forced and of the changes of seats, by player.
    fn leaves_without_rules(&mut self) -> Lowered<(Vec<usize>, Vec<usize>)> {
        let mut forced_pass = vec![0];
        let mut swap = vec![0];
        for p in 1..=self.game.players {
            let nothing = self.acting(&format!("pass {p}"), 6, p, |_, _| Ok(()))?;
            let leaf = Leaf {
                mover: p,
                before: Vec::new(),
                apply: nothing,
                simple: Some(Op::None),
                decision: true,
                thens: Vec::new(),
                after: None,
                tried_thens: 0,
                is_pass: true,
                is_swap: false,
                reaches: Reach::Ends,
                captured: 0,
                from_is_to: false,
                kinds: Some([self.layout.kind; 2]),
                told: None,
            };
            forced_pass.push(self.leaves.len());
            self.leaves.push(leaf.clone());
            let change = self.acting(&format!("swap {p}"), 6, p, |l, args| {
                let mover = l.b.int(p as i64);
                l.push(Op::Swap, &[mover, args[2]]);
                l.push(Op::SetNextPlayer, &[mover]);
                Ok(())
            })?;
            swap.push(self.leaves.len());
            self.leaves.push(Leaf {
                apply: change,
                simple: None,
                is_pass: false,
                is_swap: true,
                reaches: Reach::Ends,
                captured: 1,
                ..leaf
            });
        }
        Ok((forced_pass, swap))
    }

    fn changes_teams(&self) -> bool {
        use ludarium_engine::kernel::walk::{any, rules_of};
        use ludarium_engine::kernel::{Effect, MovesKind};
        any(
            rules_of(self.game),
            |p| matches!(p, Part::Moves(m) if matches!(&m.kind, MovesKind::Effect(e) if matches!(**e, Effect::SetTeam { .. }))),
        )
    }

    /// May a rule be met as what follows an effect?
    fn follows_something(&self, then: u32) -> bool {
        use ludarium_engine::kernel::walk::{any, rules_of};
        any(rules_of(self.game), |p| matches!(p, Part::Moves(m) if m.then == Some(ThenId(then))))
    }

    pub(super) fn dice_sets(&self) -> Vec<DiceSet> {
        use ludarium_engine::game::{ComponentKind, ContainerKind};
        let mut sets = Vec::new();
        for c in &self.game.containers {
            if let ContainerKind::Dice { .. } = c.kind {
                let dice = (c.first..c.first + c.len)
                    .map(|site| {
                        let what = self.ctx.what(SiteType::Cell, site);
                        match self.game.components.get(what).map(|c| &c.kind) {
                            Some(ComponentKind::Die { faces, biased }) => (faces.clone(), biased.clone()),
                            _ => (Vec::new(), Vec::new()),
                        }
                    })
                    .collect();
                sets.push(DiceSet { first: c.first as usize, dice });
            }
        }
        sets
    }

    fn end_function(&mut self, name: &str, end: Option<&'g End>, mover: usize) -> Lowered<Option<Function>> {
        let Some(end) = end else { return Ok(None) };
        let f = self.once(name, 0, |l, _| {
            let env = l.env(mover);
            for rule in &end.rules {
                l.end_rule(rule, &env)?;
            }
            Ok(l.b.int(0))
        })?;
        Ok(Some(f))
    }

    fn end_rule(&mut self, rule: &'g EndRule, env: &Env) -> Lowered<()> {
        match rule {
            EndRule::If { cond, cases, result } => {
                let cond = self.bool(cond, env)?;
                self.when(cond, |l| l.end_cases(cases, result.as_ref(), env))
            }
            EndRule::Always(outcome) => self.outcome(outcome, env, true),
            EndRule::ForEachPlayer { role, cond, result } => {
                for p in 1..=self.game.players {
                    if *role == Role::NonMover && p == env.mover {
                        continue;
                    }
                    let player = self.b.int(p as i64);
                    let inner = Env { player, ..env.clone() };
                    let active = self.number(Number::Active);
                    let bit = self.b.int(1 << p);
                    let on = self.b.binary(Binary::And, active, bit);
                    self.when(on, |l| {
                        let holds = l.bool(cond, &inner)?;
                        l.when(holds, |l| l.outcome(result, &inner, false))
                    })?;
                }
                Ok(())
            }
            EndRule::ForEachTrack { cond, result } => {
                for t in 0..self.game.tracks.len() {
                    let inner = Env { track: self.b.int(t as i64), ..env.clone() };
                    let active = self.number(Number::Active);
                    self.when(active, |l| {
                        let holds = l.bool(cond, &inner)?;
                        l.when(holds, |l| l.outcome(result, &inner, false))
                    })?;
                }
                Ok(())
            }
        }
    }

    /// The first case that applies, else the result.
    fn end_cases(&mut self, cases: &'g [EndRule], result: Option<&'g Outcome>, env: &Env) -> Lowered<()> {
        let [first, rest @ ..] = cases else {
            return match result {
                Some(outcome) => self.outcome(outcome, env, true),
                None => Ok(()),
            };
        };
        match first {
            EndRule::If { cond, cases, result: inner } if cases.is_empty() && inner.is_some() => {
                let cond = self.bool(cond, env)?;
                self.when_else(
                    cond,
                    |l| l.end_cases(&[], inner.as_ref(), env),
                    |l| l.end_cases(rest, result, env),
                )
            }
            EndRule::Always(outcome) => self.outcome(outcome, env, true),
            EndRule::If { .. } | EndRule::ForEachPlayer { .. } | EndRule::ForEachTrack { .. } => {
                refuse("End", "cases inside of cases")
            }
        }
    }

    /// `checked`: void where it speaks of a player who is no longer in the game.
    fn outcome(&mut self, outcome: &'g Outcome, env: &Env, checked: bool) -> Lowered<()> {
        let number = self.outcomes.len() as i64;
        let everybody = self.game.players as i64 + 1;
        match outcome {
            Outcome::Result { who, .. } => {
                // (Which team it is travels as its players.)
                let members = if matches!(who, Role::Team(_) | Role::TeamMover) {
                    match self.side(*who, env.mover) {
                        Some(members) => members,
                        None => return refuse("End", "teams"),
                    }
                } else {
                    0
                };
                let members = self.b.int(members.into());
                self.outcomes.push(outcome);
                let player = self.role(*who, env)?;
                let (number, player) = (self.b.int(number), self.b.bind(player));
                let all = self.b.int(everybody);
                let is_all = self.b.eq(player, all);
                let zero = self.b.int(0);
                let real = self.b.binary(Binary::Le, zero, player);
                let (active, one) = (self.number(Number::Active), self.b.int(1));
                let shifted = self.b.binary(Binary::Shr, active, player);
                let bit = self.b.binary(Binary::And, shifted, one);
                let plays = self.b.binary(Binary::And, real, bit);
                let go = if checked { self.b.binary(Binary::Or, is_all, plays) } else { one };
                self.when(go, |l| {
                    let apply = l.b.service(Service::Outcome, &[number, player, members]);
                    l.b.push(Statement::Do(apply));
                    Ok(())
                })
            }
            Outcome::ByScore { finals, misere } => {
                if misere.as_ref().is_some_and(|m| !matches!(m, Bool::Const(_))) {
                    return refuse("End", "ByScore where perhaps the lowest wins");
                }
                self.outcomes.push(outcome);
                for (role, score) in finals.iter() {
                    let score = self.int(score, env)?;
                    let score = self.b.bind(score);
                    for p in self.players_of_role(*role, env)? {
                        let Some(p) = self.constant(p).filter(|&p| p >= 0 && p < everybody) else {
                            return refuse("End", "ByScore of somebody");
                        };
                        let at = self.b.int(self.layout.per_player(PerPlayer::Score, p as usize) as i64);
                        self.b.store(self.layout.numbers, at, score);
                    }
                }
                let (number, zero) = (self.b.int(number), self.b.int(0));
                let apply = self.b.service(Service::Outcome, &[number, zero, zero]);
                self.b.push(Statement::Do(apply));
                Ok(())
            }
            Outcome::Payoffs(_) => refuse("End", "payoffs"),
        }
    }

    /// Moves every player on to the next phase where its condition holds.
    fn phase_function(&mut self, mover: usize) -> Lowered<Option<Function>> {
        let game = self.game;
        if game.phases.iter().all(|p| p.next.is_empty()) {
            return Ok(None);
        }
        let f = self.once(&format!("phases {mover}"), 0, |l, _| {
            let env = l.env(mover);
            for p in 1..=game.players {
                let player = l.b.int(p as i64);
                let now = l.of_player(PerPlayer::Phase, player);
                let now = l.b.bind(now);
                for (i, phase) in game.phases.iter().enumerate() {
                    if phase.next.is_empty() {
                        continue;
                    }
                    let number = l.b.int(i as i64);
                    let here = l.b.eq(now, number);
                    l.when(here, |l| l.next_phases(&phase.next, p, &env))?;
                }
            }
            Ok(l.b.int(0))
        })?;
        Ok(Some(f))
    }

    fn next_phases(
        &mut self,
        list: &'g [ludarium_engine::kernel::NextPhase],
        p: usize,
        env: &Env,
    ) -> Lowered<()> {
        let [next, rest @ ..] = list else { return Ok(()) };
        let game = self.game;
        let everybody = self.b.int(game.players as i64 + 1);
        let who = self.role(next.role, env)?;
        let who = self.b.bind(who);
        let player = self.b.int(p as i64);
        let is_all = self.b.eq(who, everybody);
        let is_all = self.b.bind(is_all);
        let mine = self.b.eq(who, player);
        let concerns = self.b.binary(Binary::Or, is_all, mine);
        let cond = self.lazy(|l| l.holds(next.cond.as_ref(), env))?;
        let go = self.b.both(concerns, cond);
        self.when_else(
            go,
            |l| {
                let to = match next.phase {
                    Some(phase) => l.b.int(phase as i64),
                    None => {
                        let mover = l.b.int(env.mover as i64);
                        let of = l.b.select(is_all, mover, player);
                        let of = l.b.bind(of);
                        let now = l.of_player(PerPlayer::Phase, of);
                        let (one, n) = (l.b.int(1), l.b.int(game.phases.len() as i64));
                        let next = l.b.add(now, one);
                        l.b.binary(Binary::Rem, next, n)
                    }
                };
                let at = l.b.int(l.layout.per_player(PerPlayer::Phase, p) as i64);
                l.b.store(l.layout.numbers, at, to);
                Ok(())
            },
            |l| l.next_phases(rest, p, env),
        )
    }
}

//! Parts of the rules that have no lowering: the evaluator answers them, on the position that the state is written out
//! as. That is slow and right; `ludarium bench --coverage` names them. A part is answered so only if a state tells
//! all that it reads.
//!
//! A value is worked out when it is asked for. Moves are listed with a number that tells apart those with the same ends. When
//! one is made, the rule is evaluated once more and the move with that number is looked for, so that a move is nothing but a
//! few numbers here too, and may be made on any state in which it was legal.

use crate::action::Op;
use crate::layout::Layout;
use crate::lower::{ACTIONS, Compiled, MOST_ACTIONS, RECORD};
use crate::run::Memory;
use ludarium_engine::Ctx;
use ludarium_engine::action::Act;
use ludarium_engine::game::Game;
use ludarium_engine::kernel::{Bool, Int, Moves, Region};
use ludarium_engine::moves::{Move, ThenId};
use ludarium_engine::position::Position;
use ludarium_engine::rng::Rng;
use ludarium_engine::siteset::SiteSet;
use ludarium_engine::types::*;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// What the evaluator is asked.
#[derive(Clone, Debug)]
pub enum Expression {
    Bool(Bool),
    Int(Int),
    Region(Region),
    Moves(Moves),
}

/// A part of a rule with what is known about where it stands.
#[derive(Clone, Debug)]
pub struct Question {
    pub expression: Expression,
    /// For whom the rule was lowered.
    pub mover: usize,
    pub judging_threat: bool,
    pub judging_stalemate: bool,
    /// Rules inside of it that may follow a move, in the order in which they do.
    pub thens: Vec<ThenId>,
}

/// What the words of a rule stand for when the evaluator is asked, in the order of the scratch array that holds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Register {
    From,
    To,
    Between,
    Site,
    Level,
    Value,
    Player,
    Pips,
    Track,
    Next,
    Prev,
}

impl Register {
    pub const COUNT: usize = Register::Prev as usize + 1;
}

/// All questions of a program, and what it takes to answer them.
#[derive(Debug)]
pub struct Fallback {
    pub game: Arc<Game>,
    /// The position after the start rules: what no state tells is as it is there.
    pub first: Position,
    pub questions: Vec<Question>,
}

/// What tells a move from others with the same ends. The lowest bit says whether no piece was looked at when it was found.
fn told_apart(mv: &Move, from: i32) -> i32 {
    let mut hasher = FxHasher::default();
    (&mv.actions, &mv.then).hash(&mut hasher);
    (hasher.finish() >> 32) as i32 & !1 | i32::from(from == OFF)
}

impl Fallback {
    /// Answers a question about the state at a place. Of moves it says how many there are, and keeps them; regions are written to
    /// scratch memory.
    pub(crate) fn answer(&self, c: &Compiled, memory: &mut Memory, base: usize, number: i64) -> i64 {
        let Some(question) = self.question(number) else { return 0 };
        let mut ctx = self.written_out(c, memory, base, question);
        let answer = match &question.expression {
            Expression::Bool(e) => ctx.bool(e).into(),
            Expression::Int(e) => ctx.int(e).into(),
            Expression::Region(e) => {
                let region = ctx.region(e);
                write_set(c, &c.layout, memory, base, &region);
                0
            }
            Expression::Moves(m) => {
                let mut found = Vec::new();
                ctx.moves(m, &mut found);
                let depth = (*memory.copies_mut()).max(0) as usize;
                if memory.evaluated.len() <= depth {
                    memory.evaluated.resize(depth + 1, Vec::new());
                }
                let list = &mut memory.evaluated[depth];
                list.clear();
                let from = ctx.reg.from;
                list.extend(found.iter().map(|mv| [mv.from, mv.to, told_apart(mv, from)]));
                found.len() as i64
            }
        };
        give_back(memory, base, ctx);
        answer
    }

    /// Collects the actions of the move that a rule gives with these ends and this number, or of all of them where the rule is
    /// an effect; which of the rules inside of it follow, as bits.
    pub(crate) fn collect(
        &self,
        c: &Compiled,
        memory: &mut Memory,
        base: usize,
        number: i64,
        [from, to, apart]: [i64; 3],
    ) -> i64 {
        let Some(question) = self.question(number.abs() - 1) else { return 0 };
        let Expression::Moves(rule) = &question.expression else { return 0 };
        let mut ctx = self.written_out(c, memory, base, question);
        let looked_from = ctx.reg.from;
        let mut found = Vec::new();
        ctx.moves(rule, &mut found);
        let mut follow = 0;
        if number < 0 {
            for mv in &found {
                self.push_all(c, memory, base, mv);
                for then in &mv.then {
                    push(c, memory, base, &record(Op::Follow, &[then.0 as i32]));
                }
            }
        } else {
            let wanted = |mv: &&Move| {
                (i64::from(mv.from), i64::from(mv.to), i64::from(told_apart(mv, looked_from)))
                    == (from, to, apart)
            };
            match found.iter().find(wanted) {
                Some(mv) => {
                    self.push_all(c, memory, base, mv);
                    for (i, then) in question.thens.iter().enumerate() {
                        follow |= i64::from(mv.then.contains(then)) << i;
                    }
                }
                None => memory.overflow = true,
            }
        }
        give_back(memory, base, ctx);
        follow
    }

    fn question(&self, number: i64) -> Option<&Question> {
        usize::try_from(number).ok().and_then(|i| self.questions.get(i))
    }

    /// The state at a place as a position of the evaluator, with what the words of the rule stand for.
    fn written_out(&self, c: &Compiled, memory: &mut Memory, base: usize, question: &Question) -> Ctx<'_> {
        let now = base..base + memory.state_words;
        let mut pos = match memory.written_out.take() {
            Some((pos, words)) if words == memory.words[now.clone()] => pos,
            kept => {
                let mut pos = kept.map_or_else(|| Box::new(self.first.clone()), |(pos, _)| pos);
                let words = memory.words[now.clone()].to_vec();
                c.layout.decode_into(&self.game, &self.first, words, &mut pos);
                pos
            }
        };
        let register = |r: Register| memory.load(c, base, c.scratch.registers, r as i64) as i32;
        pos.mover = question.mover as u8;
        pos.next = register(Register::Next) as u8;
        pos.prev = register(Register::Prev) as u8;
        let mut ctx = Ctx::new(&self.game, *pos, Rng::new(0));
        ctx.judging_threat = question.judging_threat;
        ctx.judging_stalemate = question.judging_stalemate;
        ctx.reg.from = register(Register::From);
        ctx.reg.to = register(Register::To);
        ctx.reg.between = register(Register::Between);
        ctx.reg.site = register(Register::Site);
        ctx.reg.level = register(Register::Level);
        ctx.reg.value = register(Register::Value);
        ctx.reg.player = register(Register::Player);
        ctx.reg.pips = register(Register::Pips);
        ctx.reg.track = register(Register::Track);
        ctx
    }

    fn push_all(&self, c: &Compiled, memory: &mut Memory, base: usize, mv: &Move) {
        let passes = mv.is_pass();
        let mut decided = false;
        for action in &mv.actions {
            decided |= action.decision;
            match recorded(c, &action.act, action.decision) {
                Recorded::As(record) => push(c, memory, base, &record),
                Recorded::Nothing => {}
                Recorded::Unknown => memory.overflow = true,
            }
        }
        if decided && !passes {
            push(c, memory, base, &record(Op::Decide, &[]));
        }
    }
}

/// Keeps the position for the next question.
fn give_back(memory: &mut Memory, base: usize, ctx: Ctx<'_>) {
    memory.overflow |= ctx.stopped.is_some();
    let words = memory.words[base..base + memory.state_words].to_vec();
    memory.written_out = Some((Box::new(ctx.pos), words));
}

fn write_set(c: &Compiled, layout: &Layout, memory: &mut Memory, base: usize, region: &SiteSet) {
    for k in 0..layout.words {
        let word = region.words().get(k).copied().unwrap_or(0);
        memory.store(c, base, c.scratch.region, k as i64, word as i64);
    }
}

impl Memory {
    /// A number of a move that the evaluator found.
    pub(crate) fn evaluated(&mut self, place: i64, part: i64) -> i64 {
        let depth = (*self.copies_mut()).max(0) as usize;
        let place = usize::try_from(place).ok();
        let mv = place.and_then(|i| self.evaluated.get(depth)?.get(i));
        mv.map_or(OFF, |mv| mv[part.clamp(0, 2) as usize]).into()
    }
}

/// Adds an action to those that are collected.
fn push(c: &Compiled, memory: &mut Memory, base: usize, record: &[i32; RECORD]) {
    let n = memory.counter(c, ACTIONS);
    if n >= MOST_ACTIONS {
        memory.overflow = true;
        return;
    }
    for (i, &v) in record.iter().enumerate() {
        memory.store(c, base, c.scratch.actions, (n * RECORD + i) as i64, v.into());
    }
    memory.set_counter(c, ACTIONS, n + 1);
}

/// An action of the evaluator as the program knows it.
enum Recorded {
    As([i32; RECORD]),
    /// It changes nothing that a state keeps.
    Nothing,
    Unknown,
}

fn record(op: Op, args: &[i32]) -> [i32; RECORD] {
    let mut record = [0; RECORD];
    record[0] = op as i32;
    record[1..=args.len()].copy_from_slice(args);
    record
}

/// Kinds of actions that evaluated rules may collect.
pub(crate) fn collected_ops(layout: &Layout) -> Vec<Op> {
    let mut ops = vec![
        Op::Move,
        Op::Add,
        Op::Remove,
        Op::Promote,
        Op::SetCount,
        Op::SetState,
        Op::SetValue,
        Op::SetRotation,
        Op::SetScore,
        Op::SetPlayerValue,
        Op::SetPot,
        Op::SetCounter,
        Op::SetTemp,
        Op::SetVariable,
        Op::SetPending,
        Op::SetNextPlayer,
        Op::Trigger,
        Op::RemoveAtEndOfTurn,
        Op::Follow,
        Op::Decide,
    ];
    ops.extend(if layout.stacks.is_some() {
        vec![Op::MoveLevel, Op::MoveStack, Op::MoveSubStack, Op::Insert, Op::RemoveLevel]
    } else {
        vec![Op::MoveCount, Op::Copy]
    });
    if layout.lists.is_some() {
        ops.extend([Op::Remember, Op::Forget]);
    }
    if !layout.dice.is_empty() {
        ops.extend([Op::UseDie, Op::SetDie]);
    }
    ops
}

fn recorded(c: &Compiled, act: &Act, decided: bool) -> Recorded {
    let l = &c.layout;
    let stacking = l.stacks.is_some();
    let said = |v: i32| v != UNDEFINED;
    let as_ = |op: Op, args: &[i32]| Recorded::As(record(op, args));
    // (What moves says on the last place whether it was decided: that matters on tracks.)
    let moved = |op: Op, args: &[i32]| {
        let mut record = record(op, args);
        record[RECORD - 1] = decided.into();
        Recorded::As(record)
    };
    match act {
        Act::Add { to, what, count, state, rotation, value, .. } => {
            if *rotation > 0 || *value > 0 {
                return Recorded::Unknown;
            }
            as_(Op::Add, &[*to, *what, *count, *state])
        }
        Act::Insert { to, level, what, state, .. } if stacking => {
            as_(Op::Insert, &[*to, *level, *what, *state])
        }
        Act::Move { from, from_level, to, to_level, state, rotation, value, stack, .. } => {
            if !stacking {
                return moved(Op::Move, &[*from, *to, *state, *rotation, *value]);
            }
            match (
                *stack,
                said(*from_level) || said(*to_level),
                said(*state) || said(*rotation) || said(*value),
            ) {
                (true, _, false) => moved(Op::MoveStack, &[*from, *to, *to_level]),
                (false, true, false) => moved(Op::MoveLevel, &[*from, *to, *from_level, *to_level]),
                (false, false, _) => moved(Op::Move, &[*from, *to, *state, *rotation, *value]),
                (_, _, true) => Recorded::Unknown,
            }
        }
        Act::MoveCount { from, to, count, .. } if !stacking => moved(Op::MoveCount, &[*from, *to, *count]),
        Act::MoveSubStack { from, to, levels, .. } if stacking => {
            moved(Op::MoveSubStack, &[*from, *to, *levels])
        }
        Act::Copy { from, to, state, rotation, value, stack: false, .. }
            if !stacking && !said(*state) && !said(*rotation) && !said(*value) =>
        {
            moved(Op::Copy, &[*from, *to])
        }
        Act::Remove { to, level, applied, .. } => match (*applied, said(*level) && stacking) {
            (false, _) => as_(Op::RemoveAtEndOfTurn, &[*to]),
            (true, false) => as_(Op::Remove, &[*to]),
            (true, true) => as_(Op::RemoveLevel, &[*to, *level]),
        },
        Act::Promote { to, level, what, .. } if !said(*level) || !stacking => as_(Op::Promote, &[*to, *what]),
        Act::SetPot { pot } => as_(Op::SetPot, &[*pot]),
        Act::SetScore { player, score, add } => as_(Op::SetScore, &[*player, *score, i32::from(*add)]),
        Act::SetCount { to, what, count, .. } => as_(Op::SetCount, &[*to, *what, *count]),
        Act::SetState { to, level, state, .. } => as_(Op::SetState, &[*to, *state, *level]),
        Act::SetRotation { to, rotation, .. } if !stacking => as_(Op::SetRotation, &[*to, *rotation]),
        Act::SetValue { to, level, value, .. } => as_(Op::SetValue, &[*to, *value, *level]),
        Act::SetPlayerValue { player, value } => as_(Op::SetPlayerValue, &[*player, *value]),
        Act::SetCounter { counter } => as_(Op::SetCounter, &[*counter]),
        Act::SetTemp { temp } => as_(Op::SetTemp, &[*temp]),
        Act::SetVar { name, value } => {
            let at = l.variables + usize::from(*name);
            if at < l.variables_end { as_(Op::SetVariable, &[at as i32, *value]) } else { Recorded::Unknown }
        }
        Act::SetPending { value } => as_(Op::SetPending, &[*value]),
        Act::SetNextPlayer { player } => as_(Op::SetNextPlayer, &[*player]),
        Act::Trigger { player, .. } => as_(Op::Trigger, &[*player]),
        Act::Remember { name, value, unique: false } => match l.lists.as_ref().and_then(|l| l.begin(*name)) {
            Some(begin) => as_(Op::Remember, &[begin as i32, *value]),
            None => Recorded::Unknown,
        },
        Act::Forget { name, value } => match l.lists.as_ref().and_then(|l| l.begin(*name)) {
            Some(begin) => as_(Op::Forget, &[begin as i32, *value]),
            None => Recorded::Nothing,
        },
        Act::UseDie { site, .. } => {
            let of_set = |d: &crate::lower::DiceSet| {
                usize::try_from(*site).ok()?.checked_sub(d.first).filter(|&i| i < d.dice.len())
            };
            match c.dice.iter().enumerate().find_map(|(set, d)| Some((set, of_set(d)?))) {
                Some((set, die)) => as_(Op::UseDie, &[set as i32, die as i32]),
                None => Recorded::Unknown,
            }
        }
        Act::SetDie { site, face } => as_(Op::SetDie, &[*site, *face]),
        Act::Follow { then } => as_(Op::Follow, &[then.0 as i32]),
        Act::Select { .. } | Act::Pass { .. } | Act::Note { .. } => Recorded::Nothing,
        Act::Insert { .. }
        | Act::MoveCount { .. }
        | Act::MoveSubStack { .. }
        | Act::Copy { .. }
        | Act::Promote { .. }
        | Act::Swap { .. }
        | Act::Propose { .. }
        | Act::Vote { .. }
        | Act::Bet { .. }
        | Act::SetAmount { .. }
        | Act::SetRotation { .. }
        | Act::SetTrump { .. }
        | Act::Remember { .. }
        | Act::StoreState
        | Act::AddToTeam { .. }
        | Act::SetCost { .. }
        | Act::SetPhase { .. }
        | Act::SetHidden { .. }
        | Act::SetDiceAllEqual { .. }
        | Act::NextInstance
        | Act::Forfeit { .. }
        | Act::PuzzleSet { .. }
        | Act::PuzzleToggle { .. }
        | Act::PuzzleReset { .. } => Recorded::Unknown,
    }
}

//! The machine around a program: lists legal moves, makes moves, plays games. Everything that a program may ask for is
//! answered here, whichever back end runs it.

use crate::action::Op;
use crate::ir::{Array, Function, Service};
use crate::layout::{Number, PerPlayer, Plane};
use crate::lower::{ACTIONS, Compiled, Leaf, RECORD, SETS, SINGLES};
use crate::results;
use crate::stacks::Fits;
use crate::state::{View, pushed};
use ludarium_engine::Ctx;
use ludarium_engine::game::{Game, Repeat};
use ludarium_engine::rng::Rng;
use ludarium_engine::types::*;
use std::sync::Arc;

/// A back end: calls a function of a program on the state that lies at a place of memory.
pub trait Code: Send + Sync {
    fn call(&self, compiled: &Compiled, f: Function, memory: &mut Memory, base: usize, args: &[i64]) -> i64;
}

/// Arguments of an action.
pub const RECORD_ARGS: usize = RECORD - 1;


/// The state being played, copies for trials, and scratch memory, in one piece.
#[derive(Clone, Debug)]
pub struct Memory {
    pub words: Vec<u64>,
    pub state_words: usize,
    /// Where scratch memory begins.
    pub scratch: usize,
    /// Trials inside of trials go no deeper.
    most_copies: usize,
    copies: usize,
    /// The moves of a list that were judged last by the turns they begin: from where up to where, and how long those are.
    pub(crate) longest: Option<(usize, usize, usize)>,
    pub rng: Rng,
    /// Something did not fit: what was played since is void.
    pub overflow: bool,
}

/// A move: which leaf made it, from where to where, and what it carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Move {
    pub leaf: u32,
    pub from: i32,
    pub to: i32,
    pub carried: [i32; 4],
}

impl Memory {
    pub fn new(c: &Compiled) -> Memory {
        let state_words = c.program.state_bytes / 8;
        let scratch = state_words * (c.facts.copies + 1);
        Memory {
            words: vec![0; scratch + c.program.scratch_bytes / 8],
            state_words,
            scratch,
            most_copies: c.facts.copies,
            copies: 0,
            longest: None,
            rng: Rng::new(0),
            overflow: false,
        }
    }
    pub fn view<'m>(&'m mut self, c: &'m Compiled, base: usize) -> View<'m> {
        let words = &mut self.words[base..base + self.state_words];
        View { layout: &c.layout, words }
    }
    /// Is the state one that is tried out?
    pub(crate) fn on_trial(&self) -> bool {
        self.copies > 0
    }
    /// Copies the state at a place onto the pile of copies. What does not fit is lost, and the game with it.
    pub(crate) fn save(&mut self, base: usize) -> usize {
        self.copies += 1;
        let kept = self.copies.min(self.most_copies);
        self.overflow |= self.copies > self.most_copies;
        let copy = kept * self.state_words;
        let n = self.state_words;
        if base != copy {
            self.words.copy_within(base..base + n, copy);
        }
        copy
    }
    pub(crate) fn restore(&mut self, base: usize) {
        let copy = self.copies.min(self.most_copies) * self.state_words;
        self.copies = self.copies.saturating_sub(1);
        let n = self.state_words;
        self.words.copy_within(copy..copy + n, base);
    }
    pub(crate) fn counter(&self, c: &Compiled, which: usize) -> usize {
        let at = c.scratch.counters_at + which;
        bytemuck::cast_slice::<u64, i32>(&self.words[self.scratch..])[at].max(0) as usize
    }
    pub(crate) fn set_counter(&mut self, c: &Compiled, which: usize, value: usize) {
        let at = c.scratch.counters_at + which;
        bytemuck::cast_slice_mut::<u64, i32>(&mut self.words[self.scratch..])[at] = value as i32;
    }
    /// A record of eight numbers, of an array that begins at a place.
    fn record(&self, begin: usize, index: usize) -> [i32; RECORD] {
        let at = begin + index * RECORD;
        let all = bytemuck::cast_slice::<u64, i32>(&self.words[self.scratch..]);
        let mut record = [0; RECORD];
        record.copy_from_slice(&all[at..at + RECORD]);
        record
    }
    /// Reads an element of an array, as programs do.
    pub fn load(&self, c: &Compiled, base: usize, a: Array, index: i64) -> i64 {
        let info = c.program.array(a);
        let i = usize::try_from(index).ok().filter(|&i| i < info.len).unwrap_or(info.len);
        let bytes = info.width.bytes();
        let from = match info.space {
            crate::ir::Space::Constant => return info.data[i],
            crate::ir::Space::State => &self.words[base..base + self.state_words],
            crate::ir::Space::Scratch => &self.words[self.scratch..],
        };
        let at = info.offset + i * bytes;
        let word = from[at / 8] >> (8 * (at % 8));
        info.width.widened(word)
    }
    /// Writes one; nothing outside of it.
    pub fn store(&mut self, c: &Compiled, base: usize, a: Array, index: i64, value: i64) {
        let info = c.program.array(a);
        let Some(i) = usize::try_from(index).ok().filter(|&i| i < info.len) else { return };
        let state_words = self.state_words;
        let scratch = self.scratch;
        let to = match info.space {
            crate::ir::Space::Constant => return,
            crate::ir::Space::State => &mut self.words[base..base + state_words],
            crate::ir::Space::Scratch => &mut self.words[scratch..],
        };
        let at = info.offset + i * info.width.bytes();
        match info.width {
            crate::ir::Width::Byte => bytemuck::cast_slice_mut::<u64, u8>(to)[at] = value as u8,
            crate::ir::Width::Half => bytemuck::cast_slice_mut::<u64, i32>(to)[at / 4] = value as i32,
            crate::ir::Width::Word => to[at / 8] = value as u64,
        }
    }
}

/// Kinds of repetition by number.
pub(crate) const REPEATS: [Repeat; 4] =
    [Repeat::Positional, Repeat::PositionalInTurn, Repeat::Situational, Repeat::SituationalInTurn];

/// What a program asks for.
pub fn service(
    c: &Compiled,
    code: &dyn Code,
    memory: &mut Memory,
    base: usize,
    service: Service,
    args: &[i64],
) -> i64 {
    match service {
        Service::Outcome => {
            if let Some(outcome) = usize::try_from(args[0]).ok().and_then(|i| c.outcomes.get(i)) {
                results::apply(&mut memory.view(c, base), outcome, args[1] as i32, args[2] as u32, &c.teams);
            }
            0
        }
        Service::Roll => {
            roll(c, memory, base);
            0
        }
        Service::AllPassed => memory.view(c, base).all_passed().into(),
        Service::Put => {
            let mut view = memory.view(c, base);
            if c.layout.stacks.is_some() {
                let fits = view.imagine(args[0] as i32, args[1]);
                memory.overflow |= fits == Fits::No;
                return 0;
            }
            if let Some(site) = view.site(args[0] as i32) {
                let count = view.count(site).max(i32::from(args[1] != 0));
                view.set_content(site, args[1] as u8, if args[1] == 0 { 0 } else { count });
            }
            0
        }
        Service::HoldsAfter => {
            let mut carried = [0; 4];
            for (to, &from) in carried.iter_mut().zip(&args[3..]) {
                *to = from as i32;
            }
            let mv = Move { leaf: args[0] as u32, from: args[1] as i32, to: args[2] as i32, carried };
            holds_after(c, code, memory, base, &mv).into()
        }
        Service::Save => {
            memory.save(base);
            0
        }
        Service::Restore => {
            memory.restore(base);
            0
        }
        Service::Commit => {
            commit(c, code, memory, base, args[0].max(0) as usize, args[1].max(0) as usize);
            0
        }
        Service::Try => {
            let (first, end) = (args[0].max(0) as usize, memory.counter(c, ACTIONS));
            commit_range(c, code, memory, base, first..end, args[1].max(0) as usize);
            0
        }
        Service::Overflow => {
            memory.overflow = true;
            0
        }
        Service::Repeats => {
            let view = memory.view(c, base);
            let repeat = usize::try_from(args[0]).ok().and_then(|i| REPEATS.get(i));
            let asked = c.layout.history.as_ref().zip(repeat);
            asked.is_some_and(|(h, &repeat)| h.repeats(view.words, &view, repeat)).into()
        }
        Service::Longest => {
            crate::longest::keep(c, code, memory, args[0].max(0) as usize, args[1].max(0) as usize);
            0
        }
        Service::Cycle => {
            let view = memory.view(c, base);
            c.layout.history.as_ref().is_some_and(|h| h.is_cycle(&view)).into()
        }
    }
}

fn roll(c: &Compiled, memory: &mut Memory, base: usize) {
    let mut rng = memory.rng;
    let mut view = memory.view(c, base);
    let (mut first, mut equal) = (None, true);
    for (set, dice) in c.dice.iter().enumerate() {
        let mut sum = 0;
        for (i, (faces, biased)) in dice.dice.iter().enumerate() {
            let face = if biased.len() == faces.len() && !faces.is_empty() {
                let total: i32 = biased.iter().map(|b| (*b).max(0)).sum();
                let mut draw = rng.below(total.max(1) as usize) as i32;
                let mut found = 0;
                for (i, b) in biased.iter().enumerate() {
                    draw -= (*b).max(0);
                    if draw < 0 {
                        found = i;
                        break;
                    }
                }
                found
            } else {
                rng.below(faces.len())
            };
            equal &= *first.get_or_insert(face) == face;
            let pips = faces.get(face).copied().unwrap_or(0);
            if c.layout.state.is_some() {
                let [_, rotation, value] = view.carried(dice.first + i);
                view.set_top_carried(dice.first + i, [face as i32, rotation, value]);
            }
            view.set_number(c.layout.dice[set].0 + i, pips);
            sum += pips;
        }
        view.set_number(c.layout.dice_sums + set, sum);
    }
    view.put(Number::DiceAllEqual, equal.into());
    memory.rng = rng;
}

/// Does the condition of a leaf hold once its move is made? The move is made on a copy.
pub fn holds_after(c: &Compiled, code: &dyn Code, memory: &mut Memory, base: usize, mv: &Move) -> bool {
    let Some(after) = c.leaves.get(mv.leaf as usize).and_then(|l| l.after) else { return true };
    if memory.copies >= memory.most_copies {
        memory.overflow = true;
        return false;
    }
    let copy = memory.save(base);
    let rng = memory.rng;
    perform(c, code, memory, copy, mv, c.leaves[mv.leaf as usize].tried_thens);
    let mut view = memory.view(c, copy);
    if view.get(Number::Mover) == view.get(Number::Next) {
        let prev = view.get(Number::Prev);
        view.put(Number::Next, prev);
    }
    let [a, b, d, e] = mv.carried.map(i64::from);
    let holds = code.call(c, after, memory, copy, &[mv.from.into(), mv.to.into(), a, b, d, e]);
    memory.rng = rng;
    memory.copies -= 1;
    holds != 0
}

/// Makes a move and everything that follows from it, without ending the turn.
fn perform(c: &Compiled, code: &dyn Code, memory: &mut Memory, base: usize, mv: &Move, thens: usize) {
    let leaf: &Leaf = &c.leaves[mv.leaf as usize];
    let first = memory.counter(c, ACTIONS);
    let mut view = memory.view(c, base);
    view.put(Number::Again, 0);
    view.put(Number::Decided, 0);
    if c.facts.last_actions {
        // (A site that is only pointed at is a place too.)
        let (from, to) = if leaf.is_pass || leaf.is_swap { (OFF, OFF) } else { (mv.from, mv.to) };
        let pointed = leaf.simple == Some(Op::None);
        view.put(Number::ActionFrom, if pointed { from } else { OFF });
        view.put(Number::ActionTo, if pointed { to } else { OFF });
    }
    let [p, q, r, s] = mv.carried.map(i64::from);
    for &f in &leaf.before {
        code.call(c, f, memory, base, &[mv.from.into(), mv.to.into(), p, q, r, s]);
        commit(c, code, memory, base, first, leaf.mover);
    }
    match leaf.simple {
        Some(op) => {
            let args = if op == Op::Move {
                [op as i32, mv.from, mv.to, UNDEFINED, UNDEFINED, UNDEFINED, 0, leaf.decision.into()]
            } else {
                [op as i32, mv.to, 0, 0, 0, 0, 0, 0]
            };
            do_action(c, memory, base, &args);
        }
        None => {
            let [a, b, d, e] = mv.carried.map(i64::from);
            code.call(c, leaf.apply, memory, base, &[mv.from.into(), mv.to.into(), a, b, d, e]);
            commit(c, code, memory, base, first, leaf.mover);
        }
    }
    let mut view = memory.view(c, base);
    if c.facts.last_actions {
        note_actions(&mut view);
    }
    let mover = leaf.mover as u8;
    let made = view.get(Number::MovesMade);
    view.put(Number::MovesMade, made + 1);
    let trail = view.trail();
    let latest = trail[0] as u8;
    if latest == 255 || latest & 0x7f != mover {
        view.put(Number::TurnFrom, mv.from);
        if latest != 255 {
            view.put(Number::BeforeRun, i32::from(latest & 0x7f));
        }
    }
    view.set_trail(pushed(trail, mover | if leaf.is_pass { 0x80 } else { 0 }));
    view.put(Number::LastFrom, mv.from);
    view.put(Number::LastTo, mv.to);
    for &(_, f) in leaf.thens.iter().take(thens) {
        let first = memory.counter(c, ACTIONS);
        code.call(c, f, memory, base, &[]);
        commit(c, code, memory, base, first, leaf.mover);
    }
    if c.facts.sequence_capture {
        take_captured(c, memory, base);
    }
    let mut view = memory.view(c, base);
    if c.facts.last_actions {
        note_actions(&mut view);
    }
    if leaf.is_pass && view.get(Number::Decided) != 0 {
        let mut trail = view.trail();
        trail[0] &= !0x80;
        view.set_trail(trail);
    }
}

/// What was done so far belongs to the last move now.
fn note_actions(view: &mut View<'_>) {
    let (from, to) = (view.get(Number::ActionFrom), view.get(Number::ActionTo));
    view.put(Number::LastActionFrom, from);
    view.put(Number::LastActionTo, to);
}

/// Does the actions that were collected from `first` on, and what follows them, in order.
fn commit(c: &Compiled, code: &dyn Code, memory: &mut Memory, base: usize, first: usize, mover: usize) {
    let end = memory.counter(c, ACTIONS);
    if end >= crate::lower::MOST_ACTIONS {
        memory.overflow = true;
    }
    commit_range(c, code, memory, base, first..end, mover);
    memory.set_counter(c, ACTIONS, first);
}

fn commit_range(
    c: &Compiled,
    code: &dyn Code,
    memory: &mut Memory,
    base: usize,
    range: std::ops::Range<usize>,
    mover: usize,
) {
    for i in range {
        let record = memory.record(c.scratch.actions_at, i);
        if record[0] == Op::Follow as i32 {
            if let Some(&f) = c.thens.get(&(mover, record[1] as u32)) {
                let inner = memory.counter(c, ACTIONS);
                code.call(c, f, memory, base, &[]);
                commit(c, code, memory, base, inner, mover);
            }
        } else {
            do_action(c, memory, base, &record);
        }
    }
}

/// Takes away what was captured during a turn of several moves, once the turn is over.
fn take_captured(c: &Compiled, memory: &mut Memory, base: usize) {
    let mut view = memory.view(c, base);
    if view.get(Number::Again) != 0 {
        return;
    }
    for site in 0..c.layout.stored {
        if view.in_plane(Plane::ToRemove, site) {
            if c.layout.stacks.is_some() {
                view.take_marked(site);
            } else {
                view.leave_tracks(view.what(site), site as i32);
                view.set_content(site, 0, 0);
                view.set_carried(site, [0; 3]);
            }
        }
    }
    view.clear_plane(Plane::ToRemove);
}

fn do_action(c: &Compiled, memory: &mut Memory, base: usize, record: &[i32; RECORD]) {
    let [op, a, b, d, e, f, _, decided] = *record;
    let mut view = memory.view(c, base);
    let players = c.facts.players as i32;
    if c.facts.last_actions {
        let (from, to) = match Op::of(op) {
            Op::Move | Op::MoveLevel | Op::MoveStack | Op::MoveSubStack | Op::MoveCount | Op::Copy => (a, b),
            Op::Add
            | Op::Insert
            | Op::Remove
            | Op::RemoveLevel
            | Op::RemoveAtEndOfTurn
            | Op::Promote
            | Op::SetCount
            | Op::SetState
            | Op::SetValue => (a, a),
            Op::SetDie => (a, a),
            Op::UseDie => {
                let set = usize::try_from(a).ok().and_then(|s| c.dice.get(s));
                let site = set.map_or(OFF, |d| d.first as i32 + b);
                (site, site)
            }
            Op::None
            | Op::SetScore
            | Op::SetPlayerValue
            | Op::SetPot
            | Op::SetCounter
            | Op::SetTemp
            | Op::SetVariable
            | Op::SetPending
            | Op::SetNextPlayer
            | Op::Trigger
            | Op::Remember
            | Op::Forget
            | Op::Swap
            | Op::Follow
            | Op::Decide => (OFF, OFF),
        };
        if from != OFF {
            view.put(Number::ActionFrom, from);
        }
        if to != OFF {
            view.put(Number::ActionTo, to);
        }
    }
    if c.layout.stacks.is_some() {
        let mut args = [0; RECORD_ARGS];
        args.copy_from_slice(&record[1..]);
        if let Some(fits) = view.act_on_stacks(Op::of(op), args) {
            memory.overflow |= fits == Fits::No;
            return;
        }
    }
    match Op::of(op) {
        // (What only stacks know was done above.)
        Op::None
        | Op::Follow
        | Op::MoveLevel
        | Op::MoveStack
        | Op::MoveSubStack
        | Op::Insert
        | Op::RemoveLevel => {}
        Op::Decide => view.put(Number::Decided, 1),
        Op::Move => move_piece(c, &mut view, a, b, [d, e, f], decided != 0),
        Op::MoveCount => move_count(c, &mut view, a, b, d, decided != 0),
        Op::Copy => {
            let (Some(from), Some(to)) = (view.site(a), view.site(b)) else { return };
            let count = view.count(from);
            move_piece(c, &mut view, a, b, [UNDEFINED; 3], decided != 0);
            let (what, carried) = (view.what(to), view.carried(to));
            view.set_content(from, what, count);
            view.set_carried(from, carried);
        }
        Op::Add => {
            let Some(site) = view.site(a) else { return };
            let (old, what) = (view.what(site), b.max(0) as u8);
            let mut carried = view.carried(site);
            if e != UNDEFINED {
                carried[0] = e;
            }
            let count = match (old == 0, c.facts.counts) {
                (true, false) if what == 0 => 0,
                (true, _) => d,
                (false, true) => view.count(site) + d,
                (false, false) => 1,
            };
            view.set_content(site, if old == 0 { what } else { old }, count);
            view.set_carried(site, carried);
            view.enter_tracks(what, a, d);
        }
        Op::Remove => {
            if let Some(site) = view.site(a) {
                view.leave_tracks(view.what(site), a);
                view.set_content(site, 0, 0);
                view.set_carried(site, [0; 3]);
            }
        }
        Op::RemoveAtEndOfTurn => {
            if let Some(site) = view.site(a) {
                view.mark_for_removal(site);
            }
        }
        Op::Promote => {
            if let Some(site) = view.site(a) {
                view.set_content(site, b.max(0) as u8, 1);
                view.set_carried(site, [0; 3]);
            }
        }
        Op::SetCount => {
            let Some(site) = view.site(a) else { return };
            if d > 0 {
                let owned = !c.layout.ownerless || view.what(site) != 0;
                view.set_content(site, b.max(0) as u8, d);
                if !owned && c.layout.owners[b.max(0) as usize] != 0 {
                    view.add_to_plane(Plane::Ownerless, site);
                }
            } else {
                view.leave_tracks(view.what(site), a);
                view.set_content(site, 0, 0);
                view.set_carried(site, [0; 3]);
            }
        }
        Op::SetState => {
            if let Some(site) = view.site(a) {
                let [_, rotation, value] = view.carried(site);
                view.set_carried(site, [b, rotation, value]);
            }
        }
        Op::SetValue => {
            if let Some(site) = view.site(a) {
                let [state, rotation, _] = view.carried(site);
                view.set_carried(site, [state, rotation, b]);
            }
        }
        Op::SetScore => {
            if (0..=players + 1).contains(&a) {
                let old = view.of_player(PerPlayer::Score, a as usize);
                let new = if d != 0 { old.saturating_add(b) } else { b };
                view.put_player(PerPlayer::Score, a as usize, new);
            }
        }
        Op::SetPlayerValue => {
            if (0..=players + 1).contains(&a) {
                view.put_player(PerPlayer::Value, a as usize, b);
            }
        }
        Op::SetPot => view.put(Number::Pot, a),
        Op::SetCounter => view.put(Number::Counter, a),
        Op::SetTemp => view.put(Number::Temp, a),
        Op::SetVariable => {
            if let Some(at) = usize::try_from(a).ok().filter(|&at| at < c.layout.number_count) {
                view.set_number(at, b);
            }
        }
        Op::SetPending => {
            let known = match view.site(a) {
                Some(site) => view.in_plane(Plane::Pending, site),
                None => a == OFF && view.get(Number::PendingNowhere) != 0,
            };
            if !known {
                match view.site(a) {
                    Some(site) => view.add_to_plane(Plane::Pending, site),
                    None if a == OFF => view.put(Number::PendingNowhere, 1),
                    None => {}
                }
                let n = view.get(Number::PendingCount);
                view.put(Number::PendingCount, n + 1);
                view.put(Number::PendingValue, a);
            }
        }
        Op::SetNextPlayer => {
            view.put(Number::Next, a.clamp(0, 255));
            if a == view.get(Number::Mover) {
                view.put(Number::Again, 1);
            }
        }
        Op::Trigger => {
            if (0..32).contains(&a) {
                let old = view.get(Number::Triggered);
                view.put(Number::Triggered, old | 1 << a);
            }
        }
        Op::Remember => {
            if !view.remember(a.max(0) as usize, b) {
                memory.overflow = true;
            }
        }
        Op::Forget => view.forget(a.max(0) as usize, b),
        Op::UseDie => {
            let at = usize::try_from(a).ok().and_then(|s| c.layout.dice.get(s));
            if let (Some(&(first, len)), Ok(die)) = (at, usize::try_from(b))
                && die < len
            {
                view.set_number(first + die, 0);
            }
        }
        Op::SetDie => show_face(c, &mut view, a, b),
        Op::Swap => {
            for p in 0..=c.facts.players + 1 {
                let seat = view.of_player(PerPlayer::Seat, p);
                if seat == a {
                    view.put_player(PerPlayer::Seat, p, b);
                } else if seat == b {
                    view.put_player(PerPlayer::Seat, p, a);
                }
            }
        }
    }
}

/// A die is turned to a face.
fn show_face(c: &Compiled, view: &mut View<'_>, site: i32, face: i32) {
    let (Some(site), Ok(index)) = (view.site(site), usize::try_from(face)) else { return };
    let [_, rotation, value] = view.carried(site);
    view.set_top_carried(site, [face, rotation, value]);
    for (set, dice) in c.dice.iter().enumerate() {
        if let Some((faces, _)) = site.checked_sub(dice.first).and_then(|i| dice.dice.get(i)) {
            let pips = faces.get(index).copied().unwrap_or(0);
            view.set_number(c.layout.dice[set].0 + site - dice.first, pips);
        }
    }
}

fn move_piece(c: &Compiled, view: &mut View<'_>, from: i32, to: i32, said: [i32; 3], decided: bool) {
    let Some(a) = view.site(from) else { return };
    let (what, count) = (view.what(a), view.count(a));
    if what == 0 && count == 0 {
        return;
    }
    let mut carried = view.carried(a);
    if count == 1 {
        view.set_content(a, 0, 0);
        view.set_carried(a, [0; 3]);
    } else {
        view.set_content(a, what, count - 1);
    }
    let Some(b) = view.site(to) else { return };
    if what == 0 {
        carried[0] = view.carried(b)[0];
    }
    for (kept, said) in carried.iter_mut().zip(said) {
        if said != UNDEFINED {
            *kept = said;
        }
    }
    let there = view.count(b);
    let same = view.what(b) == what && there > 0;
    let count = if same && c.facts.counts { there + 1 } else { 1 };
    view.set_content(b, what, count);
    view.set_carried(b, carried);
    view.move_on_tracks(what, 1, from, to, decided);
}

fn move_count(c: &Compiled, view: &mut View<'_>, from: i32, to: i32, count: i32, decided: bool) {
    let Some(a) = view.site(from) else { return };
    let (what, there) = (view.what(a), view.count(a));
    if there - count <= 0 {
        view.set_content(a, 0, 0);
        view.set_carried(a, [0; 3]);
    } else {
        view.set_content(a, what, there - count);
    }
    let Some(b) = view.site(to) else { return };
    let target = view.count(b);
    if target == 0 {
        view.set_content(b, what, count);
    } else if view.what(b) == what && target + count <= c.facts.max_count {
        view.set_content(b, what, target + count);
    }
    view.move_on_tracks(what, count, from, to, decided);
}

/// A game being played.
pub struct Machine {
    pub compiled: Arc<Compiled>,
    pub code: Arc<dyn Code>,
    pub memory: Memory,
    /// The state after the start rules, where chance has no part in it.
    first: Option<Vec<u64>>,
}

impl std::fmt::Debug for Machine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Machine({} words)", self.memory.state_words)
    }
}

/// Moves that are drawn one by one before all are tried.
const MOST_DRAWN: usize = 1 << 20;

impl Machine {
    pub fn new(compiled: Arc<Compiled>, code: Arc<dyn Code>) -> Machine {
        let memory = Memory::new(&compiled);
        Machine { compiled, code, memory, first: None }
    }
    pub fn view(&mut self) -> View<'_> {
        self.memory.view(&self.compiled, 0)
    }
    pub fn state(&self) -> &[u64] {
        &self.memory.words[..self.memory.state_words]
    }
    pub fn set_state(&mut self, state: &[u64]) {
        self.memory.words[..self.memory.state_words].copy_from_slice(state);
    }
    /// Takes over the position of an evaluator.
    pub fn take(&mut self, ctx: &Ctx<'_>) {
        let compiled = self.compiled.clone();
        compiled.layout.encode(ctx.game, &ctx.pos, &mut self.memory.view(&compiled, 0));
    }
    /// Begins a new game.
    pub fn restart(&mut self, game: &Game, seed: u64) {
        match &self.first {
            Some(first) => self.memory.words[..first.len()].copy_from_slice(first),
            None => {
                let ctx = Ctx::start(game, seed);
                self.take(&ctx);
                if !self.compiled.random_start {
                    self.first = Some(self.state().to_vec());
                }
            }
        }
    }
    #[inline]
    fn get(&self, n: Number) -> i32 {
        bytemuck::cast_slice::<u64, i32>(&self.memory.words)[self.compiled.layout.places.numbers + n as usize]
    }
    pub fn is_over(&self) -> bool {
        self.get(Number::Over) != 0
    }

    /// Finds the legal moves; how many, before those are left out that fail once they are made.
    fn generate(&mut self) -> usize {
        let c = &*self.compiled;
        self.memory.set_counter(c, SINGLES, 0);
        self.memory.set_counter(c, SETS, 0);
        self.memory.set_counter(c, ACTIONS, 0);
        list(c, &*self.code, &mut self.memory);
        let singles = self.memory.counter(c, SINGLES);
        let at = self.memory.scratch + c.scratch.sets_at;
        let each = c.layout.words + 2;
        let mut total = singles;
        for s in 0..self.memory.counter(c, SETS) {
            let words = &self.memory.words[at + s * each + 2..at + (s + 1) * each];
            total += words.iter().map(|w| w.count_ones() as usize).sum::<usize>();
        }
        total
    }
    /// The move with a number below the total.
    fn nth(&self, mut n: usize) -> Move {
        let c = &self.compiled;
        let singles = self.memory.counter(c, SINGLES);
        if n < singles {
            return Move::of_record(self.memory.record(c.scratch.singles_at, n));
        }
        n -= singles;
        let at = self.memory.scratch + c.scratch.sets_at;
        let each = c.layout.words + 2;
        for s in 0..self.memory.counter(c, SETS) {
            let entry = &self.memory.words[at + s * each..at + (s + 1) * each];
            for (k, &word) in entry[2..].iter().enumerate() {
                let ones = word.count_ones() as usize;
                if n < ones {
                    let mut w = word;
                    for _ in 0..n {
                        w &= w - 1;
                    }
                    return Move::of_set(c, entry, (k * 64) as i32 + w.trailing_zeros() as i32);
                }
                n -= ones;
            }
        }
        Move::default()
    }
    fn forced_pass(&self) -> Move {
        self.compiled.forced_pass(self.get(Number::Mover))
    }
    fn note_stalemate(&mut self, none: bool) {
        self.view().note_stalemate(none);
    }
    fn holds(&mut self, mv: &Move) -> bool {
        holds(&self.compiled, &*self.code, &mut self.memory, mv)
    }

    /// All legal moves. Where the player has none, the one legal move is a forced pass.
    pub fn legal_moves(&mut self, out: &mut Vec<Move>) {
        out.clear();
        if self.is_over() {
            return;
        }
        let total = self.generate();
        for n in 0..total {
            out.push(self.nth(n));
        }
        out.retain(|mv| self.holds(mv));
        self.note_stalemate(out.is_empty());
        if out.is_empty() {
            out.push(self.forced_pass());
        }
    }

    /// A legal move drawn by chance, each as likely as any other. Those that must be tried are tried when they are drawn.
    pub fn draw(&mut self, rng: &mut Rng) -> Option<Move> {
        if self.is_over() {
            return None;
        }
        let total = self.generate();
        if total == 0 {
            self.note_stalemate(true);
            return Some(self.forced_pass());
        }
        let mv = self.nth(rng.below(total));
        if self.holds(&mv) {
            self.note_stalemate(false);
            return Some(mv);
        }
        let mut left: Vec<Move> = (0..total.min(MOST_DRAWN)).map(|n| self.nth(n)).collect();
        left.retain(|other| *other != mv);
        while !left.is_empty() {
            let mv = left.swap_remove(rng.below(left.len()));
            if self.holds(&mv) {
                self.note_stalemate(false);
                return Some(mv);
            }
        }
        self.note_stalemate(true);
        Some(self.forced_pass())
    }

    /// Makes a move: its actions, what follows, the end rules, phases, and the next player.
    pub fn apply(&mut self, mv: &Move) {
        apply(&self.compiled, &*self.code, &mut self.memory, mv);
    }

    /// Plays on with random moves until the game is over, or so many were made; how many. Nothing where something did not
    /// fit: then what was played is void.
    pub fn play_out(&mut self, rng: &mut Rng, most: u64) -> Option<u64> {
        let mut plies = 0;
        self.memory.rng = Rng::new(rng.next_u64());
        self.memory.overflow = false;
        while plies < most
            && let Some(mv) = self.draw(rng)
        {
            self.apply(&mv);
            plies += 1;
            if self.memory.overflow {
                return None;
            }
        }
        Some(plies)
    }

    /// The rank of each player once the game is over, player 1 first.
    pub fn ranks(&mut self) -> Option<Vec<f64>> {
        if !self.is_over() {
            return None;
        }
        let players = self.compiled.facts.players;
        let view = self.view();
        Some((1..=players).map(|p| f64::from(view.of_player(PerPlayer::Rank, p)) / 2.0).collect())
    }
}

/// Adds the moves of the player whose turn it is to the lists; those that fail once they are made are among them.
pub(crate) fn list(c: &Compiled, code: &dyn Code, memory: &mut Memory) {
    let view = memory.view(c, 0);
    let mover = view.get(Number::Mover).max(1) as usize;
    let phase = view.of_player(PerPlayer::Phase, mover).max(0) as usize;
    let swap_to = if c.facts.swap
        && view.get(Number::MovesMade) - view.get(Number::StartMoves) == c.facts.players as i32 - 1
    {
        // (The latest move of somebody else: what set the game up does not count.)
        let trail = view.trail();
        let moves = view.get(Number::MovesMade) - view.get(Number::StartMoves);
        (0..moves.min(16) as usize)
            .map(|i| (trail[i / 8] >> (8 * (i % 8))) as u8 & 0x7f)
            .find(|&m| usize::from(m) != mover)
    } else {
        None
    };
    let f = c.legal[mover][phase.min(c.facts.phases - 1)];
    code.call(c, f, memory, 0, &[]);
    if let Some(other) = swap_to {
        let carried = [other.into(), 0, 0, 0];
        push_move(c, memory, &Move { leaf: c.swap[mover] as u32, from: OFF, to: OFF, carried });
    }
    if memory.counter(c, SINGLES) >= crate::lower::MOST_SINGLES
        || memory.counter(c, SETS) >= crate::lower::MOST_SETS
    {
        memory.overflow = true;
    }
}

/// The moves that were listed from some places on.
pub(crate) fn listed(c: &Compiled, memory: &Memory, singles: usize, sets: usize) -> Vec<Move> {
    let mut moves: Vec<Move> =
        (singles..memory.counter(c, SINGLES)).map(|n| Move::of_record(memory.record(c.scratch.singles_at, n))).collect();
    let at = memory.scratch + c.scratch.sets_at;
    let each = c.layout.words + 2;
    for s in sets..memory.counter(c, SETS) {
        let entry = &memory.words[at + s * each..at + (s + 1) * each];
        for (k, &word) in entry[2..].iter().enumerate() {
            let mut left = word;
            while left != 0 {
                moves.push(Move::of_set(c, entry, (k * 64) as i32 + left.trailing_zeros() as i32));
                left &= left - 1;
            }
        }
    }
    moves
}

/// Is a move that was found legal? Most are known to be; some must be tried.
pub(crate) fn holds(c: &Compiled, code: &dyn Code, memory: &mut Memory, mv: &Move) -> bool {
    let leaf = &c.leaves[mv.leaf as usize];
    if leaf.after.is_some() && !holds_after(c, code, memory, 0, mv) {
        return false;
    }
    if leaf.is_pass {
        return true;
    }
    let Some((history, repeat)) = c.layout.history.as_ref().and_then(|h| Some((h, h.forbidden?))) else {
        return true;
    };
    let copy = memory.save(0);
    let rng = memory.rng;
    perform(c, code, memory, copy, mv, leaf.thens.len());
    let before = memory.words[..memory.state_words].to_vec();
    let view = memory.view(c, copy);
    let again = history.repeats(&before, &view, repeat);
    memory.rng = rng;
    memory.copies -= 1;
    !again
}

/// Makes a move: its actions, what follows, the end rules, phases, and the next player.
pub(crate) fn apply(c: &Compiled, code: &dyn Code, memory: &mut Memory, mv: &Move) {
    let leaf = &c.leaves[mv.leaf as usize];
    let view = memory.view(c, 0);
    let mover = view.get(Number::Mover);
    if leaf.is_pass && view.get(Number::Stalemated) >> mover & 1 == 0 && view.get(Number::Active) != 0 {
        find_stalemate(c, code, memory, mover as usize);
    }
    let mut view = memory.view(c, 0);
    if view.get(Number::PendingCount) != 0 {
        view.put(Number::PendingCount, 0);
        view.put(Number::PendingValue, 0);
        view.put(Number::PendingNowhere, 0);
        view.clear_plane(Plane::Pending);
    }
    perform(c, code, memory, 0, mv, leaf.thens.len());
    end_turn(c, code, memory, mover, mv, leaf);
}

impl Move {
    fn of_record(r: [i32; RECORD]) -> Move {
        Move { leaf: r[0] as u32, from: r[1], to: r[2], carried: [r[3], r[4], r[5], r[6]] }
    }
    /// The move to one of the sites of a set that was listed.
    fn of_set(c: &Compiled, entry: &[u64], to: i32) -> Move {
        let leaf = entry[0] as u32;
        let from = if c.leaves[leaf as usize].from_is_to { to } else { (entry[0] >> 32) as i32 };
        Move { leaf, from, to, carried: [entry[1] as i32, (entry[1] >> 32) as i32, 0, 0] }
    }
}

impl Compiled {
    /// The pass that a player must make who has no other move.
    pub(crate) fn forced_pass(&self, mover: i32) -> Move {
        let leaf = self.forced_pass[mover.max(1) as usize] as u32;
        Move { leaf, from: OFF, to: OFF, carried: [0; 4] }
    }
}

/// Adds a move to the list by hand.
pub(crate) fn push_move(c: &Compiled, memory: &mut Memory, mv: &Move) {
    let n = memory.counter(c, SINGLES);
    if n >= crate::lower::MOST_SINGLES {
        memory.overflow = true;
        return;
    }
    let [p, q, r, s] = mv.carried;
    let record = [mv.leaf as i32, mv.from, mv.to, p, q, r, s];
    for (i, v) in record.into_iter().enumerate() {
        memory.store(c, 0, c.scratch.singles, (n * RECORD + i) as i64, v.into());
    }
    memory.set_counter(c, SINGLES, n + 1);
}

fn find_stalemate(c: &Compiled, code: &dyn Code, memory: &mut Memory, mover: usize) {
    let view = memory.view(c, 0);
    let moves = view.get(Number::MovesMade) - view.get(Number::StartMoves);
    let (next, prev) = (view.get(Number::Next), view.get(Number::Prev));
    let phase = view.of_player(PerPlayer::Phase, mover).max(0) as usize;
    let can = (c.facts.swap && moves == c.facts.players as i32 - 1) || {
        let f = c.any[mover][phase.min(c.facts.phases - 1)];
        code.call(c, f, memory, 0, &[OFF.into(), next.into(), prev.into()]) != 0
    };
    let mut view = memory.view(c, 0);
    let (old, bit) = (view.get(Number::Stalemated), 1 << mover);
    view.put(Number::Stalemated, if can { old & !bit } else { old | bit });
}

/// What comes after a move: the end rules, phases, and the next player.
fn end_turn(c: &Compiled, code: &dyn Code, memory: &mut Memory, mover: i32, mv: &Move, leaf: &Leaf) {
    let player = mover.max(1) as usize;
    let view = memory.view(c, 0);
    let phase = (view.of_player(PerPlayer::Phase, player).max(0) as usize).min(c.facts.phases - 1);
    let of_phase = if view.get(Number::Active) != 0 { c.ends[player][phase] } else { None };
    let of_game = c.ends[player][c.facts.phases];
    for (i, f) in [of_phase, of_game].into_iter().enumerate() {
        let Some(f) = f else { continue };
        if i == 1 && memory.view(c, 0).get(Number::Over) != 0 {
            continue;
        }
        code.call(c, f, memory, 0, &[]);
        let mut view = memory.view(c, 0);
        if view.get(Number::Over) == 0 && c.facts.all_pass && view.all_passed() {
            results::draw(&mut view);
        }
        view.put(Number::WinsDecided, 0);
        view.put(Number::LossesDecided, 0);
    }
    let mut view = memory.view(c, 0);
    if view.get(Number::Active) != 0 {
        let moves = view.get(Number::MovesMade) - view.get(Number::StartMoves);
        let turns = i64::from(view.get(Number::Turns));
        if turns >= c.facts.turn_limit || i64::from(moves) >= c.facts.move_limit {
            results::draw(&mut view);
        }
    }
    if view.get(Number::Active) != 0 {
        if let Some(f) = c.phases[player] {
            code.call(c, f, memory, 0, &[]);
        }
    } else {
        view.put(Number::Prev, mover);
    }
    let mut view = memory.view(c, 0);
    let counter = view.get(Number::Counter);
    view.put(Number::Counter, counter + 1);
    if let Some(history) = &c.layout.history
        && !history.note(&mut view)
    {
        memory.overflow = true;
    }
    let mut view = memory.view(c, 0);
    if view.get(Number::Active) != 0 {
        hand_over(c, &mut view, mover, mv, leaf);
    }
    if c.facts.sets_dice {
        sum_dice(c, &mut view);
    }
}

/// What the dice show together, once the turn is over.
fn sum_dice(c: &Compiled, view: &mut View<'_>) {
    for (set, dice) in c.dice.iter().enumerate() {
        let shown = dice.dice.iter().enumerate().map(|(i, (faces, _))| {
            let face = view.carried(dice.first + i)[0];
            faces.get(face.max(0) as usize).copied().unwrap_or(0)
        });
        let sum = shown.sum();
        view.set_number(c.layout.dice_sums + set, sum);
    }
}

fn hand_over(c: &Compiled, view: &mut View<'_>, mover: i32, mv: &Move, leaf: &Leaf) {
    let next = view.get(Number::Next);
    if c.facts.visited {
        if next != mover {
            view.clear_plane(Plane::Visited);
        } else {
            for site in [mv.from, mv.to] {
                if let Some(site) = view.site(site) {
                    view.add_to_plane(Plane::Visited, site);
                }
            }
        }
    }
    view.put(Number::Prev, mover);
    view.put(Number::Mover, next);
    if mover == next && !leaf.is_swap {
        let n = view.get(Number::TurnsSamePlayer);
        view.put(Number::TurnsSamePlayer, n + 1);
    } else {
        view.put(Number::TurnsSamePlayer, 0);
        let n = view.get(Number::Turns);
        view.put(Number::Turns, n + 1);
    }
    let players = c.facts.players as i32;
    let mut after = next % players + 1;
    for _ in 0..players {
        if view.is_active(after) {
            break;
        }
        after = after % players + 1;
    }
    view.put(Number::Next, after);
    let passes = view.get(Number::ConsecutivePasses);
    let passed = leaf.is_pass && view.get(Number::Decided) == 0;
    view.put(Number::ConsecutivePasses, if passed { passes + 1 } else { 0 });
}

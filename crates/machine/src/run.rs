//! The machine around a program: lists legal moves, makes moves, plays games. Everything that a program may ask for is
//! answered here, whichever back end runs it.

use crate::action::Op;
use crate::ir::{Array, Function, Service};
use crate::layout::{Number, PerPlayer, Plane};
use crate::lower::{CHOICES, CHOSEN, Compiled, DICE, RECORD, SETS, SINGLES, shifts};
use crate::repetition::History;
use crate::results;
use crate::sift::{Judged, Sifter};
use crate::stacks::Fits;
use crate::state::View;
use crate::tracks::OnTracks;
use ludarium_engine::Ctx;
use ludarium_engine::game::{Game, Repeat};
use ludarium_engine::position::Position;
use ludarium_engine::rng::{Rng, mix};
use ludarium_engine::types::*;
use std::sync::Arc;

/// A back end: calls a function of a program on the state that lies at a place of memory.
pub trait Code: Send + Sync {
    fn call(&self, compiled: &Compiled, f: Function, memory: &mut Memory, base: usize, args: &[i64]) -> i64;
}

/// Arguments of an action.
pub const RECORD_ARGS: usize = RECORD - 1;

/// Trials inside of trials go no deeper.
pub const MOST_COPIES: usize = 40;

/// The state being played, copies for trials, and scratch memory, in one piece.
#[derive(Clone, Debug)]
pub struct Memory {
    pub words: Vec<u64>,
    pub state_words: usize,
    /// Those of its words that copies have.
    copied_words: usize,
    /// Where lists begin that lie behind these, and how many entries each may have.
    late: Vec<(usize, usize)>,
    /// The hash of what lies where in the state that is played, where it is known.
    pub(crate) contents: Option<u64>,
    /// Where scratch memory begins.
    pub scratch: usize,
    /// Where it is kept how many copies there are.
    copies_at: usize,
    /// The moves that were judged last by the turns they begin: how many came before them, how many they are, how long those are.
    pub(crate) longest: Option<(usize, usize, usize)>,
    /// Something did not fit: what was played since is void.
    pub overflow: bool,
    /// The state whose contents were hashed last, and the hash: the next one is mostly like it.
    hashed: Option<(Vec<u64>, u64)>,
    /// The position that was written out last for the evaluator, and the words that it was.
    pub(crate) written_out: Option<(Box<Position>, Vec<u64>)>,
    /// Moves that the evaluator found, for each number of copies that there were: from, to, what tells them apart.
    pub(crate) evaluated: Vec<Vec<[i32; 3]>>,
}

/// A move: which leaf made it, from where to where, and what it carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Move {
    pub leaf: u32,
    pub from: i32,
    pub to: i32,
    pub carried: [i32; 4],
}

impl Move {
    /// From its numbers: leaf, from, to, what it carries.
    pub(crate) fn of(numbers: &[i32]) -> Move {
        let mut carried = [0; 4];
        carried.copy_from_slice(&numbers[3..CHOSEN]);
        Move { leaf: numbers[0] as u32, from: numbers[1], to: numbers[2], carried }
    }
}

impl Memory {
    pub fn new(c: &Compiled) -> Memory {
        let state_words = c.program.state_bytes / 8;
        let scratch = state_words * (MOST_COPIES + 1);
        Memory {
            words: vec![0; scratch + c.program.scratch_bytes / 8],
            state_words,
            copied_words: c.program.copied_bytes / 8,
            late: c
                .program
                .late
                .iter()
                .map(|&a| c.program.array(a))
                .map(|info| (info.offset / 8, info.len.saturating_sub(1)))
                .collect(),
            contents: None,
            scratch,
            copies_at: c.scratch.copies_at,
            longest: None,
            overflow: false,
            hashed: None,
            written_out: None,
            evaluated: Vec::new(),
        }
    }
    pub fn view<'m>(&'m mut self, c: &'m Compiled, base: usize) -> View<'m> {
        let words = &mut self.words[base..base + self.state_words];
        View { layout: &c.layout, words }
    }
    /// Copies the state at a place onto the pile of copies; nothing where the pile is full, and the game is lost with it.
    pub fn copy(&mut self, base: usize) -> Option<usize> {
        let n = self.state_words;
        let copies = self.copies_mut();
        if *copies >= MOST_COPIES as i32 {
            self.overflow = true;
            return None;
        }
        *copies += 1;
        let copy = *copies as usize * n;
        self.copy_over(base, copy);
        Some(copy)
    }
    /// The hash of what lies where in the state at a place.
    fn content_hash(&mut self, c: &Compiled, history: &History, base: usize) -> u64 {
        if c.layout.stacks.is_some() {
            return history.content_hash(&self.view(c, base));
        }
        let copied = self.copied_words;
        let hashed = self.hashed.take();
        let now = self.view(c, base);
        let (mut words, hash) = match hashed {
            Some((mut words, hash)) => {
                let before = View { layout: &c.layout, words: &mut words };
                let hash = history.content_hash_after(&before, hash, &now);
                (words, hash)
            }
            None => (vec![0; copied], history.content_hash(&now)),
        };
        words.copy_from_slice(&now.words[..copied]);
        self.hashed = Some((words, hash));
        hash
    }
    /// Makes the state at a place a copy of another.
    fn copy_over(&mut self, from: usize, to: usize) {
        self.words.copy_within(from..from + self.copied_words, to);
    }
    pub fn drop_copy(&mut self) {
        *self.copies_mut() -= 1;
    }
    pub(crate) fn copies_mut(&mut self) -> &mut i32 {
        &mut bytemuck::cast_slice_mut::<u64, i32>(&mut self.words[self.scratch..])[self.copies_at]
    }
    /// Goes back to the copy that was made last.
    pub(crate) fn restore(&mut self, base: usize) {
        let n = self.state_words;
        let copy = *self.copies_mut() as usize * n;
        if copy == 0 {
            return;
        }
        self.drop_copy();
        self.copy_over(copy, base);
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
    /// Where a stream of chance stands.
    pub fn random(&mut self, c: &Compiled, stream: usize) -> &mut u64 {
        &mut self.words[self.scratch + c.scratch.random_at + stream]
    }
    /// The move that is to be made.
    fn chosen(&self, c: &Compiled) -> Move {
        let at = c.scratch.chosen_at;
        let all = bytemuck::cast_slice::<u64, i32>(&self.words[self.scratch..]);
        Move::of(&all[at..at + CHOSEN])
    }
    pub(crate) fn choose(&mut self, c: &Compiled, mv: &Move) {
        let at = c.scratch.chosen_at;
        let all = bytemuck::cast_slice_mut::<u64, i32>(&mut self.words[self.scratch..]);
        (all[at], all[at + 1], all[at + 2]) = (mv.leaf as i32, mv.from, mv.to);
        all[at + 3..at + CHOSEN].copy_from_slice(&mv.carried);
    }
    /// The move with a number below the total: single moves come first, then the targets of sets.
    pub(crate) fn nth(&self, c: &Compiled, mut n: usize) -> Move {
        let singles = self.counter(c, SINGLES);
        if n < singles {
            return Move::of(&self.record(c.scratch.singles_at, n)[..CHOSEN]);
        }
        n -= singles;
        let at = self.scratch + c.scratch.sets_at;
        let each = c.layout.words + 2;
        for s in 0..self.counter(c, SETS) {
            let entry = &self.words[at + s * each..at + (s + 1) * each];
            for (k, &word) in entry[2..].iter().enumerate() {
                let ones = word.count_ones() as usize;
                if n < ones {
                    let mut w = word;
                    for _ in 0..n {
                        w &= w - 1;
                    }
                    let to = (k * 64) as i32 + w.trailing_zeros() as i32;
                    let leaf = entry[0] as u32;
                    let from_is_to = c.leaves[leaf as usize].from_is_to;
                    let field = (entry[0] >> 32) as i32;
                    let from = if from_is_to { to } else { shifts::origin(field, to) };
                    let carried = [entry[1] as i32, (entry[1] >> 32) as i32, 0, 0];
                    return Move { leaf, from, to, carried };
                }
                n -= ones;
            }
        }
        Move::default()
    }
    /// Adds a move to the list by hand.
    pub(crate) fn list(&mut self, c: &Compiled, mv: &Move) {
        let n = self.counter(c, SINGLES);
        let [p, q, r, s] = mv.carried;
        for (i, v) in [mv.leaf as i32, mv.from, mv.to, p, q, r, s].into_iter().enumerate() {
            self.store(c, 0, c.scratch.singles, (n * RECORD + i) as i64, v.into());
        }
        self.set_counter(c, SINGLES, (n + 1).min(crate::lower::MOST_SINGLES));
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
            put(c, memory, base, args[0] as i32, args[1]);
            0
        }
        Service::Save => memory.copy(base).is_some().into(),
        Service::Restore => {
            memory.restore(base);
            0
        }
        Service::Act => {
            let mut record = [0; RECORD];
            for (to, &from) in record.iter_mut().zip(args) {
                *to = from as i32;
            }
            do_action(c, memory, base, &record);
            0
        }
        Service::OnTracks => {
            let mut view = memory.view(c, base);
            let (what, [a, b, d, e]) = (args[1] as u8, [2, 3, 4, 5].map(|i| args[i] as i32));
            if args[0] == OnTracks::Enters as i64 {
                view.enter_tracks(what, a, b);
            } else if args[0] == OnTracks::Leaves as i64 {
                view.leave_tracks(what, a);
            } else {
                view.move_on_tracks(what, a, b, d, e != 0);
            }
            0
        }
        Service::TakeCaptured => {
            take_captured(c, memory, base);
            0
        }
        Service::OfferSwap => {
            offer_swap(c, memory, base);
            0
        }
        Service::DrawLegal => draw_legal(c, code, memory, base, args[0].max(0) as usize, args[1] != 0).into(),
        Service::DrawAgain => {
            let stream = if args[0] == CHOICES as i64 { CHOICES } else { DICE };
            draw_again(memory.random(c, stream), args[1].max(1) as u64)
        }
        Service::Draw => {
            results::draw(&mut memory.view(c, base));
            0
        }
        Service::SumDice => {
            sum_dice(c, &mut memory.view(c, base));
            0
        }
        Service::NotePosition => {
            let Some(history) = &c.layout.history else { return 0 };
            let contents = memory.content_hash(c, history, base);
            let noted = history.note(&mut memory.view(c, base), contents);
            memory.overflow |= !noted;
            if base == 0 {
                memory.contents = Some(contents);
            }
            0
        }
        Service::Overflow => {
            memory.overflow = true;
            0
        }
        Service::Repeats => {
            let repeat = usize::try_from(args[0]).ok().and_then(|i| REPEATS.get(i));
            let Some((history, &repeat)) = c.layout.history.as_ref().zip(repeat) else { return 0 };
            if base == 0 || c.program.late.is_empty() {
                return history.repeats(&memory.view(c, base), repeat).into();
            }
            // (Copies do not know what was before them.)
            let (left, right) = memory.words.split_at_mut(base);
            let before = View { layout: &c.layout, words: &mut left[..memory.state_words] };
            let now = View { layout: &c.layout, words: &mut right[..memory.state_words] };
            history.is_repeated_by(&before, None, &now, repeat).into()
        }
        Service::Longest => {
            let [singles, sets, targets] = [0, 1, 2].map(|i| args[i].max(0) as usize);
            crate::longest::keep(c, code, memory, crate::longest::Marks { singles, sets, targets });
            0
        }
        Service::Evaluate => c.fallback.as_ref().map_or(0, |f| f.answer(c, memory, base, args[0])),
        Service::Evaluated => memory.evaluated(args[0], args[1]),
        Service::CollectEvaluated => c
            .fallback
            .as_ref()
            .map_or(0, |f| f.collect(c, memory, base, args[0], [args[1], args[2], args[3]])),
        Service::Graph => c.drawings.as_ref().is_some_and(|d| d.answer(&memory.view(c, base), args)).into(),
        Service::Cycle => {
            let view = memory.view(c, if c.program.late.is_empty() { base } else { 0 });
            c.layout.history.as_ref().is_some_and(|h| h.is_cycle(&view)).into()
        }
    }
}

/// Puts a component on a site, whatever stood there.
fn put(c: &Compiled, memory: &mut Memory, base: usize, site: i32, what: i64) {
    let mut view = memory.view(c, base);
    if c.layout.stacks.is_some() {
        let fits = view.imagine(site, what);
        memory.overflow |= fits == Fits::No;
    } else if let Some(site) = view.site(site) {
        let count = view.count(site).max(i32::from(what != 0));
        view.set_content(site, what as u8, if what == 0 { 0 } else { count });
    }
}

fn roll(c: &Compiled, memory: &mut Memory, base: usize) {
    let mut rng = Rng::new(*memory.random(c, DICE));
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
    *memory.random(c, DICE) = rng.state();
}

/// Goes on with a draw that fell where numbers would not be equally likely: [`Rng::below`] from its second step on.
fn draw_again(state: &mut u64, n: u64) -> i64 {
    let mut rng = Rng::new(*state);
    let threshold = n.wrapping_neg() % n;
    let mut product = u128::from(mix(*state)) * u128::from(n);
    while (product as u64) < threshold {
        product = u128::from(rng.next_u64()) * u128::from(n);
    }
    *state = rng.state();
    (product >> 64) as i64
}

/// Is a move that was found legal? Most are known to be; some must be tried.
/// `contents` is the hash of what lies where now, where it is known.
pub(crate) fn holds(
    c: &Compiled,
    code: &dyn Code,
    memory: &mut Memory,
    base: usize,
    mv: &Move,
    contents: Option<u64>,
) -> bool {
    let leaf = &c.leaves[mv.leaf as usize];
    let forbidden = c.layout.history.as_ref().and_then(|h| Some((h, h.forbidden?)));
    let forbidden = forbidden.filter(|_| !leaf.is_pass);
    if leaf.after.is_none() && forbidden.is_none() {
        return true;
    }
    let Some(copy) = memory.copy(base) else { return false };
    let dice = *memory.random(c, DICE);
    let mut made = false;
    let mut holds = true;
    if leaf.after.is_some() {
        memory.choose(c, mv);
        holds = code.call(c, c.turn.trial, memory, copy, &[]) != 0;
        // (What was tried is what is judged, if nothing more follows and whose turn it is does not matter.)
        let whole = leaf.tried_thens == leaf.thens.len();
        made = whole && forbidden.is_none_or(|(_, repeat)| History::looks_at_sites_only(repeat));
        if holds && !made {
            memory.copy_over(base, copy);
        }
    }
    if let (true, Some((history, repeat))) = (holds, forbidden) {
        if !made {
            memory.choose(c, mv);
            code.call(c, c.turn.perform, memory, copy, &[]);
        }
        let (left, right) = memory.words.split_at_mut(copy);
        let before = View { layout: &c.layout, words: &mut left[base..base + memory.state_words] };
        let after = View { layout: &c.layout, words: &mut right[..memory.state_words] };
        holds = !history.is_repeated_by(&before, contents, &after, repeat);
    }
    *memory.random(c, DICE) = dice;
    memory.drop_copy();
    holds
}

/// Tries the chosen move, unless it is known to fail, and others of those that were found until one is legal. False
/// where none is.
fn draw_legal(
    c: &Compiled,
    code: &dyn Code,
    memory: &mut Memory,
    base: usize,
    total: usize,
    fails: bool,
) -> bool {
    let mv = memory.chosen(c);
    if !fails && holds(c, code, memory, base, &mv, None) {
        memory.choose(c, &mv);
        return true;
    }
    let mut left: Vec<Move> = (0..total.min(MOST_DRAWN)).map(|n| memory.nth(c, n)).collect();
    left.retain(|other| *other != mv);
    let mut rng = Rng::new(*memory.random(c, CHOICES));
    let mut found = false;
    while !left.is_empty() && !found {
        let mv = left.swap_remove(rng.below(left.len()));
        found = holds(c, code, memory, base, &mv, None);
        memory.choose(c, &mv);
    }
    *memory.random(c, CHOICES) = rng.state();
    found
}

/// Adds the change of seats to the legal moves: with the latest of the others who moved.
fn offer_swap(c: &Compiled, memory: &mut Memory, base: usize) {
    let view = memory.view(c, base);
    let mover = view.get(Number::Mover).max(1) as usize;
    // (What set the game up does not count.)
    let trail = view.trail();
    let moves = view.get(Number::MovesMade) - view.get(Number::StartMoves);
    let other = (0..moves.clamp(0, 16) as usize)
        .map(|i| (trail[i / 8] >> (8 * (i % 8))) as u8 & 0x7f)
        .find(|&m| usize::from(m) != mover);
    if let (Some(other), Some(&leaf)) = (other, c.swap.get(mover)) {
        let carried = [other.into(), 0, 0, 0];
        memory.list(c, &Move { leaf: leaf as u32, from: OFF, to: OFF, carried });
    }
}

/// Takes away what was captured during a turn of several moves, once the turn is over.
fn take_captured(c: &Compiled, memory: &mut Memory, base: usize) {
    let mut view = memory.view(c, base);
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

/// Does an action for which programs have no code of their own: on stacks, lists, dice and seats.
fn do_action(c: &Compiled, memory: &mut Memory, base: usize, record: &[i32; RECORD]) {
    let [op, a, b, ..] = *record;
    let op = Op::of(op);
    let mut view = memory.view(c, base);
    if c.layout.stacks.is_some() {
        let mut args = [0; RECORD_ARGS];
        args.copy_from_slice(&record[1..]);
        if let Some(fits) = view.act_on_stacks(op, args) {
            memory.overflow |= fits == Fits::No;
            return;
        }
    }
    match op {
        Op::RemoveAtEndOfTurn => {
            if let Some(site) = view.site(a) {
                view.mark_for_removal(site);
            }
        }
        Op::Remember => memory.overflow |= !view.remember(a.max(0) as usize, b),
        Op::Forget => view.forget(a.max(0) as usize, b),
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
        // (Programs do these themselves.)
        Op::None
        | Op::Move
        | Op::MoveLevel
        | Op::MoveStack
        | Op::MoveSubStack
        | Op::MoveCount
        | Op::Copy
        | Op::Add
        | Op::Insert
        | Op::Remove
        | Op::RemoveLevel
        | Op::Promote
        | Op::SetCount
        | Op::SetState
        | Op::SetValue
        | Op::SetRotation
        | Op::SetScore
        | Op::SetPlayerValue
        | Op::SetPot
        | Op::SetCounter
        | Op::SetTemp
        | Op::SetVariable
        | Op::SetPending
        | Op::SetNextPlayer
        | Op::Trigger
        | Op::UseDie
        | Op::Follow
        | Op::Decide => {}
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

impl Compiled {
    /// The pass that a player must make who has no other move.
    pub(crate) fn forced_pass(&self, mover: i32) -> Move {
        let leaf = self.forced_pass.get(mover.max(1) as usize).copied().unwrap_or(0) as u32;
        Move { leaf, from: OFF, to: OFF, carried: [0; 4] }
    }
}

/// A game being played.
pub struct Machine {
    pub compiled: Arc<Compiled>,
    pub code: Arc<dyn Code>,
    pub memory: Memory,
    /// The state after the start rules, where chance has no part in it.
    first: Option<Vec<u64>>,
}

impl Clone for Machine {
    /// The same state in memory of its own.
    fn clone(&self) -> Machine {
        let mut memory = Memory::new(&self.compiled);
        memory.words[..self.memory.state_words].copy_from_slice(self.state());
        Machine {
            compiled: self.compiled.clone(),
            code: self.code.clone(),
            memory,
            first: self.first.clone(),
        }
    }
}

impl std::fmt::Debug for Machine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Machine({} words)", self.memory.state_words)
    }
}

/// Moves of a game that are played by one call of its program.
const AT_ONCE: u64 = 1024;

/// Moves that are drawn one by one before all are tried.
const MOST_DRAWN: usize = 1 << 20;

impl Machine {
    pub fn new(compiled: Arc<Compiled>, code: Arc<dyn Code>) -> Machine {
        let memory = Memory::new(&compiled);
        Machine { compiled, code, memory, first: None }
    }
    pub fn view(&mut self) -> View<'_> {
        self.memory.contents = None;
        self.memory.view(&self.compiled, 0)
    }
    pub fn state(&self) -> &[u64] {
        &self.memory.words[..self.memory.state_words]
    }
    pub fn set_state(&mut self, state: &[u64]) {
        self.memory.contents = None;
        self.memory.words[..self.memory.state_words].copy_from_slice(state);
    }
    /// Writes the state without the places that its lists of positions do not use.
    pub fn save(&self, out: &mut Vec<u64>) {
        out.clear();
        out.extend_from_slice(&self.memory.words[..self.memory.copied_words]);
        for &(at, most) in &self.memory.late {
            let used = (self.memory.words[at] as usize).min(most);
            out.extend_from_slice(&self.memory.words[at..=at + used]);
        }
    }
    /// Goes on with a state that [`Machine::save`] wrote.
    pub fn load(&mut self, saved: &[u64]) {
        let (words, mut rest) = saved.split_at(self.memory.copied_words);
        self.memory.words[..words.len()].copy_from_slice(words);
        self.memory.contents = None;
        for &(at, most) in &self.memory.late {
            let used = rest.first().map_or(0, |&n| n as usize).min(most);
            let (list, others) = rest.split_at((used + 1).min(rest.len()));
            self.memory.words[at..at + list.len()].copy_from_slice(list);
            rest = others;
        }
    }
    /// The whole state that [`Machine::save`] wrote in short.
    pub fn whole(&mut self, saved: &[u64]) -> Vec<u64> {
        let now = self.state().to_vec();
        self.load(saved);
        let whole = self.state().to_vec();
        self.set_state(&now);
        whole
    }
    /// Takes over the position of an evaluator.
    pub fn take(&mut self, ctx: &Ctx<'_>) {
        let compiled = self.compiled.clone();
        self.memory.contents = None;
        compiled.layout.encode(ctx.game, &ctx.pos, &mut self.memory.view(&compiled, 0));
    }
    /// Begins a new game.
    pub fn restart(&mut self, game: &Game, seed: u64) {
        match &self.first {
            Some(first) => {
                self.memory.words[..first.len()].copy_from_slice(first);
                self.memory.contents = None;
            }
            None => {
                let ctx = Ctx::start(game, seed);
                self.take(&ctx);
                if !self.compiled.random_start {
                    self.first = Some(self.state().to_vec());
                }
            }
        }
    }
    fn get(&self, n: Number) -> i32 {
        bytemuck::cast_slice::<u64, i32>(&self.memory.words)[self.compiled.layout.places.numbers + n as usize]
    }
    pub fn is_over(&self) -> bool {
        self.get(Number::Over) != 0
    }
    /// Is something of the mover's under attack that must not be once the mover has moved?
    pub fn is_in_danger(&mut self) -> bool {
        let mover = usize::try_from(self.get(Number::Mover)).unwrap_or(0);
        let compiled = self.compiled.clone();
        let safe = compiled.safe.get(mover).copied().flatten();
        safe.is_some_and(|f| self.call(f, &[OFF.into(); 6]) == 0)
    }
    fn call(&mut self, f: Function, args: &[i64]) -> i64 {
        self.code.call(&self.compiled, f, &mut self.memory, 0, args)
    }
    /// Says how dice fall from now on.
    pub fn seed_dice(&mut self, seed: u64) {
        *self.memory.random(&self.compiled, DICE) = seed;
    }
    fn forced_pass(&self) -> Move {
        self.compiled.forced_pass(self.get(Number::Mover))
    }

    /// All legal moves. Where the player has none, the one legal move is a forced pass.
    pub fn legal_moves(&mut self, out: &mut Vec<Move>) {
        out.clear();
        if self.is_over() {
            return;
        }
        // (Nothing lies elsewhere than when the position was noted, if that is known.)
        let contents = self.memory.contents.take();
        self.call(self.compiled.turn.generate, &[]);
        self.found_into(out);
        if self.compiled.tries {
            self.try_all(contents, out);
        }
        self.memory.view(&self.compiled, 0).note_stalemate(out.is_empty());
        if out.is_empty() {
            out.push(self.forced_pass());
        }
    }

    /// Finds the moves of whoever is to move: how many there are before those are left out that fail once they are made.
    pub(crate) fn generate(&mut self) -> u64 {
        self.memory.contents = None;
        self.call(self.compiled.turn.generate, &[]).max(0) as u64
    }

    /// Works out which moves need no trial, where the program has a function for that.
    pub(crate) fn call_sieve(&mut self) {
        if let Some(function) = self.compiled.sieve.as_ref().map(|s| s.function) {
            self.call(function, &[]);
        }
    }

    /// Leaves out what is not legal once it is made.
    fn try_all(&mut self, known: Option<u64>, out: &mut Vec<Move>) {
        self.call_sieve();
        let (c, code) = (&*self.compiled, &*self.code);
        let view = self.memory.view(c, 0);
        let contents = c.layout.history.as_ref().map(|h| known.unwrap_or_else(|| h.content_hash(&view)));
        let sifter = Sifter::of(c, &view, contents);
        let memory = &mut self.memory;
        out.retain(|mv| match sifter.judge(memory, mv) {
            Judged::Legal => true,
            Judged::Illegal => false,
            Judged::Unknown => holds(c, code, memory, 0, mv, contents),
        });
    }

    /// A legal move drawn by chance, each as likely as any other. Those that must be tried are tried when they are drawn.
    pub fn draw(&mut self, rng: &mut Rng) -> Option<Move> {
        *self.memory.random(&self.compiled, CHOICES) = rng.state();
        let some = self.call(self.compiled.turn.draw, &[]) != 0;
        *rng = Rng::new(*self.memory.random(&self.compiled, CHOICES));
        some.then(|| self.memory.chosen(&self.compiled))
    }

    /// Makes a move: its actions, what follows, the end rules, phases, and the next player.
    pub fn apply(&mut self, mv: &Move) {
        self.memory.choose(&self.compiled, mv);
        self.memory.contents = None;
        self.call(self.compiled.turn.apply, &[]);
    }

    /// Plays on with random moves until the game is over, or so many were made; how many. Nothing where something did not
    /// fit: then what was played is void.
    pub fn play_out(&mut self, rng: &mut Rng, most: u64) -> Option<u64> {
        let mut plies = 0;
        self.seed_dice(rng.next_u64());
        *self.memory.random(&self.compiled, CHOICES) = rng.state();
        self.memory.overflow = false;
        *self.memory.copies_mut() = 0;
        while plies < most {
            let asked = (most - plies).min(AT_ONCE);
            let made = self.call(self.compiled.turn.play, &[asked as i64]).max(0) as u64;
            plies += made;
            if self.memory.overflow {
                return None;
            }
            if made < asked {
                break;
            }
        }
        *rng = Rng::new(*self.memory.random(&self.compiled, CHOICES));
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

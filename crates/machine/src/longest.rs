//! Moves that begin the longest turn: every move of a list is made on trial, with all that its player may do after it in
//! the same turn.

use crate::layout::Number;
use crate::lower::{Compiled, DICE, RECORD, SETS, SINGLES, TARGETS};
use crate::run::{Code, Memory, Move, holds};

/// A turn is followed no further than this, as by the evaluator.
const MOST_DEEP: usize = 64;

/// How long the lists were before moves were added: single moves, sets of moves, and the targets of these.
#[derive(Clone, Copy)]
pub(crate) struct Marks {
    pub singles: usize,
    pub sets: usize,
    pub targets: usize,
}

/// Keeps those of the moves that were listed since the marks which begin the longest turns.
pub(crate) fn keep(c: &Compiled, code: &dyn Code, memory: &mut Memory, marks: Marks) {
    let all = memory.counter(c, SINGLES) + memory.counter(c, TARGETS);
    let new_singles = marks.singles..memory.counter(c, SINGLES);
    let new_targets = memory.counter(c, SINGLES) + marks.targets..all;
    let moves: Vec<Move> = new_singles.chain(new_targets).map(|n| memory.nth(c, n)).collect();
    // (Turns that are tried list their moves in the same places.)
    let before = lists(c, memory, marks);
    let nested = *memory.copies_mut() > 0;
    let lengths: Vec<usize> = if moves.len() < 2 && !nested {
        vec![1; moves.len()]
    } else {
        moves.iter().map(|mv| length(c, code, memory, mv, 0)).collect()
    };
    let at = memory.scratch;
    for (place, words) in before {
        memory.words[at + place..at + place + words.len()].copy_from_slice(&words);
    }
    for (which, mark) in [(SINGLES, marks.singles), (SETS, marks.sets), (TARGETS, marks.targets)] {
        memory.set_counter(c, which, mark);
    }
    let best = lengths.iter().copied().max().unwrap_or(0);
    for (mv, _) in moves.iter().zip(lengths).filter(|(_, n)| *n == best) {
        memory.list(c, mv);
    }
    let first = marks.singles + marks.targets;
    memory.longest = Some((first, memory.counter(c, SINGLES) - marks.singles, best));
}

/// What the lists hold up to the marks, by words of scratch memory.
fn lists(c: &Compiled, memory: &Memory, marks: Marks) -> [(usize, Vec<u64>); 2] {
    let singles = (c.scratch.singles_at / 2, (marks.singles * RECORD).div_ceil(2) + 1);
    let sets = (c.scratch.sets_at, marks.sets * (c.layout.words + 2));
    [singles, sets].map(|(at, len)| (at, memory.words[memory.scratch + at..][..len].to_vec()))
}

/// How many moves the turn can have that a move begins.
fn length(c: &Compiled, code: &dyn Code, memory: &mut Memory, mv: &Move, depth: usize) -> usize {
    let dice = *memory.random(c, DICE);
    if memory.copy(0).is_none() {
        return 0;
    }
    memory.choose(c, mv);
    code.call(c, c.turn.apply, memory, 0, &[]);
    let view = memory.view(c, 0);
    let goes_on = view.get(Number::Prev) == view.get(Number::Mover) && view.get(Number::Over) == 0;
    let rest =
        if goes_on && depth < MOST_DEEP && !memory.overflow { longest(c, code, memory, depth) } else { 0 };
    memory.restore(0);
    *memory.random(c, DICE) = dice;
    1 + rest
}

/// How many more moves the turn can have from here.
fn longest(c: &Compiled, code: &dyn Code, memory: &mut Memory, depth: usize) -> usize {
    memory.longest = None;
    let total = code.call(c, c.turn.generate, memory, 0, &[]).max(0) as usize;
    let lasting = c.layout.history.as_ref().is_none_or(|h| h.forbidden.is_none());
    // Where there are no moves but those that were judged just now, their length is known.
    if let Some((0, judged, length)) = memory.longest
        && lasting
        && judged == total
        && total > 0
    {
        memory.view(c, 0).note_stalemate(false);
        return length;
    }
    let mut next: Vec<Move> = (0..total).map(|n| memory.nth(c, n)).collect();
    next.retain(|mv| holds(c, code, memory, 0, mv, None));
    let none = next.is_empty();
    memory.view(c, 0).note_stalemate(none);
    if none {
        let mover = memory.view(c, 0).get(Number::Mover);
        next.push(c.forced_pass(mover));
    }
    next.iter().map(|mv| length(c, code, memory, mv, depth + 1)).max().unwrap_or(0)
}

//! Moves that begin the longest turn: every move of a list is made on trial, with all that its player may do after it in
//! the same turn.

use crate::layout::Number;
use crate::lower::{ACTIONS, Compiled, SETS, SINGLES};
use crate::run::{Code, Memory, Move, apply, holds, list, listed, push_move};

/// A turn is followed no further than this, as by the evaluator.
const MOST_DEEP: usize = 64;

/// Keeps those of the moves that were listed from some places on which begin the longest turns.
pub(crate) fn keep(c: &Compiled, code: &dyn Code, memory: &mut Memory, singles: usize, sets: usize) {
    let moves = listed(c, memory, singles, sets);
    memory.set_counter(c, SINGLES, singles);
    memory.set_counter(c, SETS, sets);
    if moves.len() < 2 && !memory.on_trial() {
        moves.iter().for_each(|mv| push_move(c, memory, mv));
        return;
    }
    let lengths: Vec<usize> = moves.iter().map(|mv| length(c, code, memory, mv, 0)).collect();
    let best = lengths.iter().copied().max().unwrap_or(0);
    for (mv, _) in moves.iter().zip(lengths).filter(|(_, n)| *n == best) {
        push_move(c, memory, mv);
    }
    memory.longest = Some((singles, memory.counter(c, SINGLES), best));
}

/// How many moves the turn can have that a move begins.
fn length(c: &Compiled, code: &dyn Code, memory: &mut Memory, mv: &Move, depth: usize) -> usize {
    let rng = memory.rng;
    memory.save(0);
    apply(c, code, memory, mv);
    let view = memory.view(c, 0);
    let goes_on = view.get(Number::Prev) == view.get(Number::Mover) && view.get(Number::Over) == 0;
    let rest = if goes_on && depth < MOST_DEEP && !memory.overflow {
        longest(c, code, memory, depth)
    } else {
        0
    };
    memory.restore(0);
    memory.rng = rng;
    1 + rest
}

/// How many more moves the turn can have from here.
fn longest(c: &Compiled, code: &dyn Code, memory: &mut Memory, depth: usize) -> usize {
    let marks = [SINGLES, SETS, ACTIONS].map(|which| (which, memory.counter(c, which)));
    memory.longest = None;
    list(c, code, memory);
    let (singles, sets) = (marks[0].1, marks[1].1);
    let found = (memory.counter(c, SINGLES), memory.counter(c, SETS));
    // Where there are no moves but those that were judged just now, their length is known.
    let known = memory.longest.filter(|&(first, end, _)| (first, end) == (singles, found.0) && end > first);
    let lasting = c.layout.history.as_ref().is_none_or(|h| h.forbidden.is_none());
    let mut next = listed(c, memory, singles, sets);
    for (which, mark) in marks {
        memory.set_counter(c, which, mark);
    }
    if let Some((.., length)) = known
        && lasting
        && found.1 == sets
    {
        memory.view(c, 0).note_stalemate(false);
        return length;
    }
    next.retain(|mv| holds(c, code, memory, mv));
    let none = next.is_empty();
    memory.view(c, 0).note_stalemate(none);
    if none {
        next.push(c.forced_pass(memory.view(c, 0).get(Number::Mover)));
    }
    next.iter().map(|mv| length(c, code, memory, mv, depth + 1)).max().unwrap_or(0)
}

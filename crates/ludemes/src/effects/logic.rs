//! Moves combined: one after another, one or the other, or depending on a condition.

use crate::concept::Rule::Shows;
use crate::entry::{BASE, Ludeme, opt, req};
use crate::meaning::Meaning;
use crate::moves::lowering;
use crate::ty::Ty;

pub static ALL_COMBINATIONS: Ludeme = Ludeme {
    id: "allCombinations",
    head: "allCombinations",
    gives: Ty::NonDecision,
    doc: "Every move of one kind together with every move of another, as one decision each.",
    example: "(allCombinations (move Remove (sites Occupied by:Next)) (move Add (to (sites Empty))))",
    english: "*",
    params: &[
        req("movesA", Ty::Moves, "the first moves"),
        req("movesB", Ty::Moves, "the second moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    meaning: Meaning::Moves(lowering::all_combinations),
    ..BASE
};

pub static AND_MOVES: Ludeme = Ludeme {
    id: "and [moves]",
    head: "and",
    gives: Ty::NonDecision,
    doc: "Both: what the moves do happens together.",
    example: "(and (remove (last To)) (moveAgain))",
    english: "*",
    params: &[
        req("movesA", Ty::Moves, "the first moves"),
        req("movesB", Ty::Moves, "the second moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["Union"])],
    meaning: Meaning::Moves(lowering::and),
    ..BASE
};

pub static AND_MOVES_2: Ludeme = Ludeme {
    id: "and [moves]#2",
    head: "and",
    gives: Ty::NonDecision,
    doc: "All of them: what the moves do happens together.",
    example: "(and {(remove (last To)) (addScore Mover 1) (moveAgain)})",
    english: "*",
    params: &[
        req("list", Ty::Moves, "the moves").array(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["Union"])],
    meaning: Meaning::Moves(lowering::and),
    ..BASE
};

pub static APPEND: Ludeme = Ludeme {
    id: "append",
    head: "append",
    gives: Ty::NonDecision,
    doc: "A list of effects as one move, made without choosing.",
    example: "(append (custodial (between if:(is Enemy (who at:(between))) (apply (remove (between)))) \
        (to if:(is Friend (who at:(to))))))",
    english: "*",
    params: &[
        req("list", Ty::NonDecision, "the effects"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    meaning: Meaning::Moves(lowering::append),
    ..BASE
};

pub static IF_MOVES: Ludeme = Ludeme {
    id: "if [moves]",
    head: "if",
    gives: Ty::NonDecision,
    doc: "Moves that depend on a condition.",
    example: "(if (is Pending) (move Remove (sites Occupied by:Next)) (move Add (to (sites Empty))))",
    english: "*",
    params: &[
        req("condition", Ty::Bool, "the condition"),
        req("list", Ty::Moves, "the moves if it holds"),
        opt("else", Ty::Moves, "the moves if it does not; none, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["ConditionalStatement"])],
    meaning: Meaning::Moves(lowering::if_else),
    ..BASE
};

pub static OR_MOVES: Ludeme = Ludeme {
    id: "or [moves]",
    head: "or",
    gives: Ty::NonDecision,
    doc: "Either: the moves of both, to choose from.",
    example: "(or (move Step (to if:(is Empty (to)))) (move Pass))",
    english: "*",
    params: &[
        req("movesA", Ty::Moves, "the first moves"),
        req("movesB", Ty::Moves, "the second moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["Union"])],
    meaning: Meaning::Moves(lowering::or),
    ..BASE
};

pub static OR_MOVES_2: Ludeme = Ludeme {
    id: "or [moves]#2",
    head: "or",
    gives: Ty::NonDecision,
    doc: "Any of them: the moves of all, to choose from.",
    example: "(or {(move Step (to if:(is Empty (to)))) (move Slide) (move Pass)})",
    english: "*",
    params: &[
        req("list", Ty::Moves, "the moves").array(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["Union"])],
    meaning: Meaning::Moves(lowering::or),
    ..BASE
};

pub static SEQ: Ludeme = Ludeme {
    id: "seq",
    head: "seq",
    gives: Ty::NonDecision,
    doc: "Effects one after the other: each sees what those before it have done.",
    example: "(seq {(remove (last To)) (addScore Mover 1)})",
    english: "*",
    params: &[req("moves", Ty::Moves, "the effects").array(1)],
    concepts: &[Shows(&["CopyContext"])],
    meaning: Meaning::Moves(lowering::seq),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&ALL_COMBINATIONS, &AND_MOVES, &AND_MOVES_2, &APPEND, &IF_MOVES, &OR_MOVES, &OR_MOVES_2, &SEQ];

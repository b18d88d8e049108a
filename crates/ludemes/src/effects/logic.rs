//! Moves combined: one after another, one or the other, or depending on a condition.

use crate::entry::{BASE, Ludeme, opt, req};
use crate::ty::Ty;

pub static ALL_COMBINATIONS: Ludeme = Ludeme {
    id: "allCombinations",
    head: "allCombinations",
    gives: Ty::NonDecision,
    doc: "",
    example: "(allCombinations (move Pass) (move Pass))",
    params: &[
        req("movesA", Ty::Moves, "the first moves"),
        req("movesB", Ty::Moves, "the second moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static AND_MOVES: Ludeme = Ludeme {
    id: "and [moves]",
    head: "and",
    gives: Ty::NonDecision,
    doc: "",
    example: "(and (move Pass) (move Pass))",
    params: &[
        req("movesA", Ty::Moves, "the first moves"),
        req("movesB", Ty::Moves, "the second moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static AND_MOVES_2: Ludeme = Ludeme {
    id: "and [moves]#2",
    head: "and",
    gives: Ty::NonDecision,
    doc: "",
    example: "(and {(move Pass)})",
    params: &[req("list", Ty::Moves, "").array(1), opt("then", Ty::Then, "what happens after the move")],
    ..BASE
};

pub static APPEND: Ludeme = Ludeme {
    id: "append",
    head: "append",
    gives: Ty::NonDecision,
    doc: "",
    example: "(append (moveAgain))",
    params: &[req("list", Ty::NonDecision, ""), opt("then", Ty::Then, "what happens after the move")],
    ..BASE
};

pub static IF_MOVES: Ludeme = Ludeme {
    id: "if [moves]",
    head: "if",
    gives: Ty::NonDecision,
    doc: "",
    example: "(if (is Empty (to)) (move Pass))",
    params: &[
        req("condition", Ty::Bool, "the condition"),
        req("list", Ty::Moves, ""),
        opt("else", Ty::Moves, ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static OR_MOVES: Ludeme = Ludeme {
    id: "or [moves]",
    head: "or",
    gives: Ty::NonDecision,
    doc: "",
    example: "(or (move Pass) (move Pass))",
    params: &[
        req("movesA", Ty::Moves, "the first moves"),
        req("movesB", Ty::Moves, "the second moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static OR_MOVES_2: Ludeme = Ludeme {
    id: "or [moves]#2",
    head: "or",
    gives: Ty::NonDecision,
    doc: "",
    example: "(or {(move Pass)})",
    params: &[req("list", Ty::Moves, "").array(1), opt("then", Ty::Then, "what happens after the move")],
    ..BASE
};

pub static SEQ: Ludeme = Ludeme {
    id: "seq",
    head: "seq",
    gives: Ty::NonDecision,
    doc: "",
    example: "(seq {(move Pass)})",
    params: &[req("moves", Ty::Moves, "the moves").array(1)],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&ALL_COMBINATIONS, &AND_MOVES, &AND_MOVES_2, &APPEND, &IF_MOVES, &OR_MOVES, &OR_MOVES_2, &SEQ];

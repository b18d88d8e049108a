//! Moves filtered by what they lead to or by how far they reach.

use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::ROLE_TYPE;
use crate::ty::Ty;

pub static AVOID_STORED_STATE: Ludeme = Ludeme {
    id: "avoidStoredState",
    head: "avoidStoredState",
    gives: Ty::NonDecision,
    doc: "",
    example: "(avoidStoredState (move Pass))",
    params: &[req("moves", Ty::Moves, "the moves"), opt("then", Ty::Then, "what happens after the move")],
    ..BASE
};

pub static DO: Ludeme = Ludeme {
    id: "do",
    head: "do",
    gives: Ty::NonDecision,
    doc: "",
    example: "(do (move Pass))",
    params: &[
        req("prior", Ty::Moves, ""),
        opt_named("next", Ty::Moves, ""),
        opt_named("ifAfterwards", Ty::Bool, ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static FIRST_MOVE_ON_TRACK: Ludeme = Ludeme {
    id: "firstMoveOnTrack",
    head: "firstMoveOnTrack",
    gives: Ty::NonDecision,
    doc: "",
    example: "(firstMoveOnTrack (move Pass))",
    params: &[
        opt("trackName", Ty::Text, ""),
        opt("owner", Ty::Enum(&ROLE_TYPE), ""),
        req("moves", Ty::Moves, "the moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static PRIORITY: Ludeme = Ludeme {
    id: "priority",
    head: "priority",
    gives: Ty::NonDecision,
    doc: "",
    example: "(priority {(move Pass)})",
    params: &[req("list", Ty::Moves, "").array(1), opt("then", Ty::Then, "what happens after the move")],
    ..BASE
};

pub static PRIORITY_2: Ludeme = Ludeme {
    id: "priority#2",
    head: "priority",
    gives: Ty::NonDecision,
    doc: "",
    example: "(priority (move Pass) (move Pass))",
    params: &[
        req("movesA", Ty::Moves, "the first moves"),
        req("movesB", Ty::Moves, "the second moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static WHILE: Ludeme = Ludeme {
    id: "while",
    head: "while",
    gives: Ty::NonDecision,
    doc: "",
    example: "(while (is Empty (to)) (move Pass))",
    params: &[
        req("condition", Ty::Bool, "the condition"),
        req("moves", Ty::Moves, "the moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static MAX_MOVES: Ludeme = Ludeme {
    id: "max Moves",
    head: "max",
    keyword: Some("Moves"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(max Moves (move Pass))",
    params: &[
        opt_named("withValue", Ty::Bool, ""),
        req("moves", Ty::Moves, "the moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static MAX_CAPTURES: Ludeme = Ludeme {
    id: "max Captures",
    head: "max",
    keyword: Some("Captures"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(max Captures (move Pass))",
    params: &[
        opt_named("withValue", Ty::Bool, ""),
        req("moves", Ty::Moves, "the moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static MAX_DISTANCE: Ludeme = Ludeme {
    id: "max Distance",
    head: "max",
    keyword: Some("Distance"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(max Distance (move Pass))",
    params: &[
        opt("trackName", Ty::Text, ""),
        opt("owner", Ty::Enum(&ROLE_TYPE), ""),
        req("moves", Ty::Moves, "the moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &AVOID_STORED_STATE,
    &DO,
    &FIRST_MOVE_ON_TRACK,
    &PRIORITY,
    &PRIORITY_2,
    &WHILE,
    &MAX_MOVES,
    &MAX_CAPTURES,
    &MAX_DISTANCE,
];

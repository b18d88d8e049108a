//! Moves filtered by what they lead to or by how far they reach.

use crate::concept::Rule::{Hides, Shows};
use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::ROLE_TYPE;
use crate::meaning::Meaning;
use crate::moves::lowering;
use crate::ty::Ty;

pub static AVOID_STORED_STATE: Ludeme = Ludeme {
    id: "avoidStoredState",
    head: "avoidStoredState",
    gives: Ty::NonDecision,
    doc: "Only those moves that do not bring back the position kept by `(remember State)`.",
    example: "(avoidStoredState (forEach Piece))",
    english: "*",
    params: &[req("moves", Ty::Moves, "the moves"), opt("then", Ty::Then, "what happens after the move")],
    concepts: &[Shows(&["CopyContext", "PositionalSuperko"])],
    meaning: Meaning::Moves(lowering::avoid_stored_state),
    ..BASE
};

pub static DO: Ludeme = Ludeme {
    id: "do",
    head: "do",
    gives: Ty::NonDecision,
    doc: "First one thing, then moves that may depend on it; or only those moves after which a condition \
        holds.",
    example: "(do (forEach Piece) ifAfterwards:(not (is Threatened (id \"King\" Mover))))",
    english: "*",
    params: &[
        req("prior", Ty::Moves, "what is done first, or the moves to try"),
        opt_named("next", Ty::Moves, "the moves that follow"),
        opt_named("ifAfterwards", Ty::Bool, "what must hold after the move"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["CopyContext", "DoLudeme"])],
    meaning: Meaning::Moves(lowering::do_next),
    ..BASE
};

pub static FIRST_MOVE_ON_TRACK: Ludeme = Ludeme {
    id: "firstMoveOnTrack",
    head: "firstMoveOnTrack",
    gives: Ty::NonDecision,
    doc: "The first possible one of the moves along a track.",
    example: "(firstMoveOnTrack \"Track\" (move (from (site)) (to (trackSite Move from:(site) steps:1))))",
    english: "*",
    params: &[
        opt("trackName", Ty::Text, "the name of the track"),
        opt("owner", Ty::Enum(&ROLE_TYPE), "whose track"),
        req("moves", Ty::Moves, "the moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Hides(&["owner"])],
    meaning: Meaning::Moves(lowering::first_move_on_track),
    ..BASE
};

pub static PRIORITY: Ludeme = Ludeme {
    id: "priority",
    head: "priority",
    gives: Ty::NonDecision,
    doc: "The moves of the first kind that has any: those further down count only if there are none above.",
    example: "(priority {(forEach Piece \"Hunter\") (forEach Piece) (move Pass)})",
    english: "*",
    params: &[
        req("list", Ty::Moves, "the moves, most important first").array(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["Priority"])],
    meaning: Meaning::Moves(lowering::priority),
    ..BASE
};

pub static PRIORITY_2: Ludeme = Ludeme {
    id: "priority#2",
    head: "priority",
    gives: Ty::NonDecision,
    doc: "The first moves or, if there are none, the second.",
    example: "(priority (forEach Piece) (move Pass))",
    english: "*",
    params: &[
        req("movesA", Ty::Moves, "the first moves"),
        req("movesB", Ty::Moves, "the second moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["Priority"])],
    meaning: Meaning::Moves(lowering::priority),
    ..BASE
};

pub static WHILE: Ludeme = Ludeme {
    id: "while",
    head: "while",
    gives: Ty::NonDecision,
    doc: "Effects repeated as long as a condition holds.",
    example: "(while (< (count Pieces Mover) 3) (add (piece \"Disc\" ) (to (sites Random))))",
    english: "*",
    params: &[
        req("condition", Ty::Bool, "the condition"),
        req("moves", Ty::Moves, "the effects"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["CopyContext"])],
    meaning: Meaning::Moves(lowering::while_holds),
    ..BASE
};

pub static MAX_MOVES: Ludeme = Ludeme {
    id: "max Moves",
    head: "max",
    keyword: Some("Moves"),
    gives: Ty::NonDecision,
    doc: "Only those moves that begin the longest possible sequences.",
    example: "(max Moves (forEach Piece))",
    english: "*",
    params: &[
        opt_named(
            "withValue",
            Ty::Bool,
            "True to count what the captured pieces are worth; False if left out",
        ),
        req("moves", Ty::Moves, "the moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["MaxMovesInTurn", "CopyContext"])],
    meaning: Meaning::Moves(lowering::max_moves),
    ..BASE
};

pub static MAX_CAPTURES: Ludeme = Ludeme {
    id: "max Captures",
    head: "max",
    keyword: Some("Captures"),
    gives: Ty::NonDecision,
    doc: "Only those moves that capture the most pieces.",
    example: "(max Captures (forEach Piece))",
    english: "*",
    params: &[
        opt_named(
            "withValue",
            Ty::Bool,
            "True to count what the captured pieces are worth; False if left out",
        ),
        req("moves", Ty::Moves, "the moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["MaxCapture"])],
    meaning: Meaning::Moves(lowering::max_captures),
    ..BASE
};

pub static MAX_DISTANCE: Ludeme = Ludeme {
    id: "max Distance",
    head: "max",
    keyword: Some("Distance"),
    gives: Ty::NonDecision,
    doc: "Moves that are weighed by how far they go along a track. Shorter ones are kept, as the reference \
        keeps them.",
    example: "(max Distance \"Track\" (forEach Piece))",
    english: "*",
    params: &[
        opt("trackName", Ty::Text, "the name of the track"),
        opt("owner", Ty::Enum(&ROLE_TYPE), "whose track"),
        req("moves", Ty::Moves, "the moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["MaxDistance", "CopyContext"]), Hides(&["owner"])],
    meaning: Meaning::Moves(lowering::max_distance),
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

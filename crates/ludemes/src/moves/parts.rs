//! The parts of a move: where from, where to, across what, with which piece, and what follows.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::SITE_TYPE;
use crate::ty::Ty;

pub static APPLY: Ludeme = Ludeme {
    id: "apply",
    head: "apply",
    gives: Ty::Apply,
    doc: "",
    example: "(apply if:(is Empty (to)))",
    params: &[named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static APPLY_2: Ludeme = Ludeme {
    id: "apply#2",
    head: "apply",
    gives: Ty::Apply,
    doc: "",
    example: "(apply (moveAgain))",
    params: &[req("effect", Ty::NonDecision, "")],
    ..BASE
};

pub static APPLY_3: Ludeme = Ludeme {
    id: "apply#3",
    head: "apply",
    gives: Ty::Apply,
    doc: "",
    example: "(apply if:(is Empty (to)) (moveAgain))",
    params: &[named("if", Ty::Bool, "a condition that must hold"), req("effect", Ty::NonDecision, "")],
    ..BASE
};

pub static THEN: Ludeme = Ludeme {
    id: "then",
    head: "then",
    gives: Ty::Then,
    doc: "",
    example: "(then (moveAgain))",
    params: &[req("moves", Ty::NonDecision, ""), opt_named("applyAfterAllMoves", Ty::BoolLit, "")],
    ..BASE
};

pub static BETWEEN_BETWEEN: Ludeme = Ludeme {
    id: "between [between]",
    head: "between",
    gives: Ty::Between,
    doc: "",
    example: "(between)",
    params: &[
        opt_named("before", Ty::Int, ""),
        opt("range", Ty::Range, ""),
        opt_named("after", Ty::Int, ""),
        opt_named("if", Ty::Bool, "a condition that must hold"),
        opt_named("trail", Ty::Int, ""),
        opt("effect", Ty::Apply, ""),
    ],
    ..BASE
};

pub static FROM_FROM: Ludeme = Ludeme {
    id: "from [from]",
    head: "from",
    gives: Ty::From,
    doc: "",
    example: "(from)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("region", Ty::Region, "the region").or(1),
        opt("site", Ty::Int, "the site").or(1),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
        opt_named("if", Ty::Bool, "a condition that must hold"),
    ],
    ..BASE
};

pub static PIECE_PIECE: Ludeme = Ludeme {
    id: "piece [piece]",
    head: "piece",
    gives: Ty::Piece,
    doc: "",
    example: "(piece \"Disc\")",
    params: &[
        req("nameComponent", Ty::Text, "").or(1),
        req("component", Ty::Int, "").or(1),
        req("nameComponents", Ty::Text, "").array(1).or(1),
        req("components", Ty::Int, "").array(1).or(1),
        opt_named("state", Ty::Int, ""),
    ],
    ..BASE
};

pub static PLAYER_PLAYER: Ludeme = Ludeme {
    id: "player [player]",
    head: "player",
    gives: Ty::Player,
    doc: "",
    example: "(player (last To))",
    params: &[req("index", Ty::Int, "")],
    ..BASE
};

pub static TO_TO: Ludeme = Ludeme {
    id: "to [to]",
    head: "to",
    gives: Ty::To,
    doc: "",
    example: "(to)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("region", Ty::Region, "the region").or(1),
        opt("site", Ty::Int, "the site").or(1),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
        opt("rotations", Ty::Rotations, ""),
        opt_named("if", Ty::Bool, "a condition that must hold"),
        opt("effect", Ty::Apply, ""),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&APPLY, &APPLY_2, &APPLY_3, &THEN, &BETWEEN_BETWEEN, &FROM_FROM, &PIECE_PIECE, &PLAYER_PLAYER, &TO_TO];

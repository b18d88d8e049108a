//! Numbers of the position: mover, score, owner, local state, variables.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{PREV_TYPE, ROLE_TYPE, SITE_TYPE};
use crate::ty::Ty;

pub static MATCH_SCORE: Ludeme = Ludeme {
    id: "matchScore",
    head: "matchScore",
    gives: Ty::Int,
    doc: "",
    example: "(matchScore Mover)",
    params: &[req("role", Ty::Enum(&ROLE_TYPE), "the player, by role")],
    ..BASE
};

pub static AMOUNT: Ludeme = Ludeme {
    id: "amount",
    head: "amount",
    gives: Ty::Int,
    doc: "",
    example: "(amount Mover)",
    params: &[
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        req("player", Ty::Player, "the player, by number").or(1),
    ],
    ..BASE
};

pub static COUNTER: Ludeme =
    Ludeme { id: "counter", head: "counter", gives: Ty::Int, doc: "", example: "(counter)", ..BASE };

pub static MOVER: Ludeme =
    Ludeme { id: "mover", head: "mover", gives: Ty::Int, doc: "", example: "(mover)", ..BASE };

pub static NEXT: Ludeme =
    Ludeme { id: "next", head: "next", gives: Ty::Int, doc: "", example: "(next)", ..BASE };

pub static POT: Ludeme = Ludeme { id: "pot", head: "pot", gives: Ty::Int, doc: "", example: "(pot)", ..BASE };

pub static PREV: Ludeme = Ludeme {
    id: "prev",
    head: "prev",
    gives: Ty::Int,
    doc: "",
    example: "(prev)",
    params: &[opt("type", Ty::Enum(&PREV_TYPE), "")],
    ..BASE
};

pub static ROTATION: Ludeme = Ludeme {
    id: "rotation",
    head: "rotation",
    gives: Ty::Int,
    doc: "",
    example: "(rotation at:(last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, ""),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
    ],
    ..BASE
};

pub static SCORE_INT: Ludeme = Ludeme {
    id: "score [int]",
    head: "score",
    gives: Ty::Int,
    doc: "",
    example: "(score (player (mover)))",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    ..BASE
};

pub static STATE: Ludeme = Ludeme {
    id: "state",
    head: "state",
    gives: Ty::Int,
    doc: "",
    example: "(state at:(last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, ""),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
    ],
    ..BASE
};

pub static VAR: Ludeme = Ludeme {
    id: "var",
    head: "var",
    gives: Ty::Int,
    doc: "",
    example: "(var)",
    params: &[opt("key", Ty::Text, "")],
    ..BASE
};

pub static WHAT: Ludeme = Ludeme {
    id: "what",
    head: "what",
    gives: Ty::Int,
    doc: "",
    example: "(what at:(last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, ""),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
    ],
    ..BASE
};

pub static WHO: Ludeme = Ludeme {
    id: "who",
    head: "who",
    gives: Ty::Int,
    doc: "",
    example: "(who at:(last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, ""),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &MATCH_SCORE,
    &AMOUNT,
    &COUNTER,
    &MOVER,
    &NEXT,
    &POT,
    &PREV,
    &ROTATION,
    &SCORE_INT,
    &STATE,
    &VAR,
    &WHAT,
    &WHO,
];

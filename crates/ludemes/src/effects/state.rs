//! Effects on score, turn order, remembered values and control.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{FORGET_VALUE_ALL_TYPE, ROLE_TYPE, SITE_TYPE};
use crate::ty::Ty;

pub static ADD_SCORE: Ludeme = Ludeme {
    id: "addScore",
    head: "addScore",
    gives: Ty::NonDecision,
    doc: "",
    example: "(addScore (player (mover)) (last To))",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        req("score", Ty::Int, ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static ADD_SCORE_2: Ludeme = Ludeme {
    id: "addScore#2",
    head: "addScore",
    gives: Ty::NonDecision,
    doc: "",
    example: "(addScore {(last To)} {(last To)})",
    params: &[
        req("players", Ty::Int, "").array(1).or(1),
        req("roles", Ty::Enum(&ROLE_TYPE), "").array(1).or(1),
        req("scores", Ty::Int, "").array(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static MOVE_AGAIN: Ludeme = Ludeme {
    id: "moveAgain",
    head: "moveAgain",
    gives: Ty::NonDecision,
    doc: "",
    example: "(moveAgain)",
    params: &[opt("then", Ty::Then, "what happens after the move")],
    ..BASE
};

pub static FORGET_VALUE: Ludeme = Ludeme {
    id: "forget Value",
    head: "forget",
    keyword: Some("Value"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(forget Value All)",
    params: &[
        opt("name", Ty::Text, "the name"),
        req("valueType", Ty::Enum(&FORGET_VALUE_ALL_TYPE), ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static FORGET_VALUE_2: Ludeme = Ludeme {
    id: "forget Value#2",
    head: "forget",
    keyword: Some("Value"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(forget Value (last To))",
    params: &[
        opt("name", Ty::Text, "the name"),
        req("value", Ty::Int, ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static REMEMBER_VALUE: Ludeme = Ludeme {
    id: "remember Value",
    head: "remember",
    keyword: Some("Value"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(remember Value (last To))",
    params: &[
        opt("name", Ty::Text, "the name"),
        req("value", Ty::Int, ""),
        opt_named("unique", Ty::Bool, ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static REMEMBER_STATE: Ludeme = Ludeme {
    id: "remember State",
    head: "remember",
    keyword: Some("State"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(remember State)",
    params: &[opt("then", Ty::Then, "what happens after the move")],
    ..BASE
};

pub static SWAP_PIECES: Ludeme = Ludeme {
    id: "swap Pieces",
    head: "swap",
    keyword: Some("Pieces"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(swap Pieces)",
    params: &[
        opt("siteA", Ty::Int, ""),
        opt("siteB", Ty::Int, ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static SWAP_PLAYERS: Ludeme = Ludeme {
    id: "swap Players",
    head: "swap",
    keyword: Some("Players"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(swap Players (last To) (last To))",
    params: &[
        req("player1", Ty::Int, "").or(1),
        req("role1", Ty::Enum(&ROLE_TYPE), "").or(1),
        req("player2", Ty::Int, "").or(2),
        req("role2", Ty::Enum(&ROLE_TYPE), "").or(2),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static TAKE_DOMINO: Ludeme = Ludeme {
    id: "take Domino",
    head: "take",
    keyword: Some("Domino"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(take Domino)",
    params: &[opt("then", Ty::Then, "what happens after the move")],
    ..BASE
};

pub static TAKE_CONTROL: Ludeme = Ludeme {
    id: "take Control",
    head: "take",
    keyword: Some("Control"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(take Control of:Mover by:Mover)",
    params: &[
        named("of", Ty::Enum(&ROLE_TYPE), "").or(1),
        named("ofNumber", Ty::Int, "").label("of").or(1),
        named("by", Ty::Enum(&ROLE_TYPE), "").or(2),
        named("byNumber", Ty::Int, "").label("by").or(2),
        opt_named("at", Ty::Int, "").or(3),
        opt_named("to", Ty::Region, "").or(3),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &ADD_SCORE,
    &ADD_SCORE_2,
    &MOVE_AGAIN,
    &FORGET_VALUE,
    &FORGET_VALUE_2,
    &REMEMBER_VALUE,
    &REMEMBER_STATE,
    &SWAP_PIECES,
    &SWAP_PLAYERS,
    &TAKE_DOMINO,
    &TAKE_CONTROL,
];

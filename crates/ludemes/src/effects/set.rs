//! Effects that set a value of a site, of a player or of the game.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{HIDDEN_DATA, ROLE_TYPE, SITE_TYPE};
use crate::ty::Ty;

pub static SET_TEAM_MOVES: Ludeme = Ludeme {
    id: "set Team [moves]",
    head: "set",
    keyword: Some("Team"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(set Team (last To) {Mover})",
    params: &[
        req("team", Ty::Int, ""),
        req("roles", Ty::Enum(&ROLE_TYPE), "").array(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static SET_HIDDEN_MOVES: Ludeme = Ludeme {
    id: "set Hidden [moves]",
    head: "set",
    keyword: Some("Hidden"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(set Hidden at:(last To) to:(player (mover)))",
    params: &[
        opt("dataType", Ty::Enum(&HIDDEN_DATA), "").or(1),
        opt("dataTypes", Ty::Enum(&HIDDEN_DATA), "").array(1).or(1),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, "").or(2),
        req("region", Ty::Region, "the region").or(2),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
        opt("value", Ty::Bool, ""),
        named("to", Ty::Player, "").or(3),
        named("toRole", Ty::Enum(&ROLE_TYPE), "").label("to").or(3),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static SET_TRUMP_SUIT: Ludeme = Ludeme {
    id: "set TrumpSuit",
    head: "set",
    keyword: Some("TrumpSuit"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(set TrumpSuit (last To))",
    params: &[
        req("suit", Ty::Int, "").or(1),
        req("suits", Ty::IntArrayDifference, "").or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static SET_NEXT_PLAYER: Ludeme = Ludeme {
    id: "set NextPlayer",
    head: "set",
    keyword: Some("NextPlayer"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(set NextPlayer (player (mover)))",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("nextPlayers", Ty::IntArray, "").or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static SET_ROTATION: Ludeme = Ludeme {
    id: "set Rotation",
    head: "set",
    keyword: Some("Rotation"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(set Rotation)",
    params: &[
        opt("to", Ty::To, "where the move goes"),
        opt("directions", Ty::Int, "").array(1).or(1),
        opt("direction", Ty::Int, "").or(1),
        opt_named("previous", Ty::Bool, ""),
        opt_named("next", Ty::Bool, ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static SET_VALUE: Ludeme = Ludeme {
    id: "set Value",
    head: "set",
    keyword: Some("Value"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(set Value (player (mover)) (last To))",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        req("value", Ty::Int, ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static SET_SCORE_MOVES: Ludeme = Ludeme {
    id: "set Score [moves]",
    head: "set",
    keyword: Some("Score"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(set Score (player (mover)) (last To))",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        req("value", Ty::Int, ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static SET_PENDING: Ludeme = Ludeme {
    id: "set Pending",
    head: "set",
    keyword: Some("Pending"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(set Pending)",
    params: &[
        opt("value", Ty::Int, "").or(1),
        opt("region", Ty::Region, "the region").or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static SET_VAR: Ludeme = Ludeme {
    id: "set Var",
    head: "set",
    keyword: Some("Var"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(set Var)",
    params: &[
        opt("name", Ty::Text, "the name"),
        opt("newValue", Ty::Int, ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static SET_COUNTER: Ludeme = Ludeme {
    id: "set Counter",
    head: "set",
    keyword: Some("Counter"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(set Counter)",
    params: &[opt("newValue", Ty::Int, ""), opt("then", Ty::Then, "what happens after the move")],
    ..BASE
};

pub static SET_POT: Ludeme = Ludeme {
    id: "set Pot",
    head: "set",
    keyword: Some("Pot"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(set Pot)",
    params: &[opt("newValue", Ty::Int, ""), opt("then", Ty::Then, "what happens after the move")],
    ..BASE
};

pub static SET_COUNT_MOVES: Ludeme = Ludeme {
    id: "set Count [moves]",
    head: "set",
    keyword: Some("Count"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(set Count at:(last To) (last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, ""),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
        req("value", Ty::Int, ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static SET_STATE: Ludeme = Ludeme {
    id: "set State",
    head: "set",
    keyword: Some("State"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(set State at:(last To) (last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, ""),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
        req("value", Ty::Int, ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static SET_VALUE_2: Ludeme = Ludeme {
    id: "set Value#2",
    head: "set",
    keyword: Some("Value"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(set Value at:(last To) (last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, ""),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
        req("value", Ty::Int, ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &SET_TEAM_MOVES,
    &SET_HIDDEN_MOVES,
    &SET_TRUMP_SUIT,
    &SET_NEXT_PLAYER,
    &SET_ROTATION,
    &SET_VALUE,
    &SET_SCORE_MOVES,
    &SET_PENDING,
    &SET_VAR,
    &SET_COUNTER,
    &SET_POT,
    &SET_COUNT_MOVES,
    &SET_STATE,
    &SET_VALUE_2,
];

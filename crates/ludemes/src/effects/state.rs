//! Effects on score, turn order, remembered values and control.

use crate::concept::Rule::Shows;
use crate::effects::lowering as effects;
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{FORGET_VALUE_ALL_TYPE, ROLE_TYPE, SITE_TYPE};
use crate::meaning::Meaning;
use crate::moves::lowering;
use crate::ty::Ty;

pub static ADD_SCORE: Ludeme = Ludeme {
    id: "addScore",
    head: "addScore",
    gives: Ty::NonDecision,
    doc: "Adds to a player's score.",
    example: "(addScore Mover 1)",
    english: "add {score} to [{player:poss}][{role:poss}] score",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        req("score", Ty::Int, "how much"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["Scoring"])],
    meaning: Meaning::Moves(effects::add_score),
    ..BASE
};

pub static ADD_SCORE_2: Ludeme = Ludeme {
    id: "addScore#2",
    head: "addScore",
    gives: Ty::NonDecision,
    doc: "Adds to the scores of several players.",
    example: "(addScore {P1 P2} {1 2})",
    english: "add {scores} to the scores of {players:player}{roles:player}[ respectively]",
    params: &[
        req("players", Ty::Int, "the players, by number").array(1).or(1),
        req("roles", Ty::Enum(&ROLE_TYPE), "the players").array(1).or(1),
        req("scores", Ty::Int, "how much each of them gets, in the same order").array(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["Scoring"])],
    meaning: Meaning::Moves(effects::add_scores),
    ..BASE
};

pub static MOVE_AGAIN: Ludeme = Ludeme {
    id: "moveAgain",
    head: "moveAgain",
    gives: Ty::NonDecision,
    doc: "The same player moves again.",
    example: "(moveAgain)",
    english: "move again",
    params: &[opt("then", Ty::Then, "what happens after the move")],
    concepts: &[Shows(&["MoveAgain"])],
    meaning: Meaning::Moves(effects::move_again),
    ..BASE
};

pub static FORGET_VALUE: Ludeme = Ludeme {
    id: "forget Value",
    head: "forget",
    keyword: Some("Value"),
    gives: Ty::NonDecision,
    doc: "Forgets all numbers that were remembered.",
    example: "(forget Value \"Captured\" All)",
    english: "forget {valueType:enum}[ called {name:quoted}]",
    params: &[
        opt("name", Ty::Text, "the name under which they were remembered"),
        req("valueType", Ty::Enum(&FORGET_VALUE_ALL_TYPE), "`All`"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["ForgetValues"])],
    meaning: Meaning::Moves(effects::forget_all),
    ..BASE
};

pub static FORGET_VALUE_2: Ludeme = Ludeme {
    id: "forget Value#2",
    head: "forget",
    keyword: Some("Value"),
    gives: Ty::NonDecision,
    doc: "Forgets a number that was remembered.",
    example: "(forget Value (last To))",
    english: "forget the number {value}[ remembered as {name:quoted}]",
    params: &[
        opt("name", Ty::Text, "the name under which it was remembered"),
        req("value", Ty::Int, "the number"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["ForgetValues"])],
    meaning: Meaning::Moves(effects::forget_value),
    ..BASE
};

pub static REMEMBER_VALUE: Ludeme = Ludeme {
    id: "remember Value",
    head: "remember",
    keyword: Some("Value"),
    gives: Ty::NonDecision,
    doc: "Remembers a number, to be found in `(values Remembered)`.",
    example: "(remember Value \"Captured\" (last To) unique:True)",
    english: "remember {value:value}[ as {name:quoted}]{unique? (once only)}",
    params: &[
        opt("name", Ty::Text, "a name to remember it under"),
        req("value", Ty::Int, "the number"),
        opt_named("unique", Ty::Bool, "True to remember it once only; False if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["Variable", "RememberValues"])],
    meaning: Meaning::Moves(effects::remember_value),
    ..BASE
};

pub static REMEMBER_STATE: Ludeme = Ludeme {
    id: "remember State",
    head: "remember",
    keyword: Some("State"),
    gives: Ty::NonDecision,
    doc: "Remembers the position, for `(avoidStoredState …)`.",
    example: "(remember State)",
    english: "remember this position",
    params: &[opt("then", Ty::Then, "what happens after the move")],
    meaning: Meaning::Moves(effects::remember_state),
    ..BASE
};

pub static SWAP_PIECES: Ludeme = Ludeme {
    id: "swap Pieces",
    head: "swap",
    keyword: Some("Pieces"),
    gives: Ty::NonDecision,
    doc: "Swaps the pieces on two sites.",
    example: "(swap Pieces (last To) (last From))",
    english: "swap the pieces @ {siteA:site|the starting ^#=} and {siteB:site|the destination ^#=}",
    params: &[
        opt("siteA", Ty::Int, "the one site; where the last move started, if left out"),
        opt("siteB", Ty::Int, "the other; where the last move went, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    meaning: Meaning::Moves(|a, cx| lowering::swap_pieces(a, cx, false)),
    ..BASE
};

pub static SWAP_PLAYERS: Ludeme = Ludeme {
    id: "swap Players",
    head: "swap",
    keyword: Some("Players"),
    gives: Ty::NonDecision,
    doc: "Swaps the sides of two players.",
    example: "(swap Players P1 P2)",
    english: "swap the sides of {player1:player}{role1:player} and {player2:player}{role2:player}",
    params: &[
        req("player1", Ty::Int, "the one player, by number").or(1),
        req("role1", Ty::Enum(&ROLE_TYPE), "the one player").or(1),
        req("player2", Ty::Int, "the other, by number").or(2),
        req("role2", Ty::Enum(&ROLE_TYPE), "the other").or(2),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["SwapPlayersEffect"])],
    meaning: Meaning::Moves(|a, cx| lowering::swap_players(a, cx, false)),
    ..BASE
};

pub static TAKE_DOMINO: Ludeme = Ludeme {
    id: "take Domino",
    head: "take",
    keyword: Some("Domino"),
    gives: Ty::NonDecision,
    doc: "Takes a domino from those left over.",
    example: "(take Domino)",
    english: "take a domino from the stock",
    params: &[opt("then", Ty::Then, "what happens after the move")],
    concepts: &[Shows(&["Domino"])],
    meaning: Meaning::Moves(effects::take_domino),
    ..BASE
};

pub static TAKE_CONTROL: Ludeme = Ludeme {
    id: "take Control",
    head: "take",
    keyword: Some("Control"),
    gives: Ty::NonDecision,
    doc: "Makes a player's pieces another's.",
    example: "(take Control of:P1 by:P2)",
    english: "*",
    params: &[
        named("of", Ty::Enum(&ROLE_TYPE), "whose pieces").or(1),
        named("ofNumber", Ty::Int, "whose pieces, by number").label("of").or(1),
        named("by", Ty::Enum(&ROLE_TYPE), "who gets them").or(2),
        named("byNumber", Ty::Int, "who gets them, by number").label("by").or(2),
        opt_named("at", Ty::Int, "only the piece on this site").or(3),
        opt_named("to", Ty::Region, "only the pieces on these sites; all, if left out").or(3),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["TakeControl"])],
    meaning: Meaning::Moves(effects::take_control),
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

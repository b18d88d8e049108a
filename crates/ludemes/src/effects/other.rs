//! Passing, rolling, dealing, betting, voting, proposing, triggering and other effects.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{DEALABLE_TYPE, ROLE_TYPE};
use crate::ty::Ty;

pub static BET: Ludeme = Ludeme {
    id: "bet",
    head: "bet",
    gives: Ty::NonDecision,
    doc: "",
    example: "(bet (player (mover)) (range 1 3))",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        req("range", Ty::Range, ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static DEAL_MOVES: Ludeme = Ludeme {
    id: "deal [moves]",
    head: "deal",
    gives: Ty::NonDecision,
    doc: "",
    example: "(deal Dominoes)",
    params: &[
        req("type", Ty::Enum(&DEALABLE_TYPE), ""),
        opt("count", Ty::Int, "how many pieces; one, if left out"),
        opt_named("beginWith", Ty::Int, ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static NOTE: Ludeme = Ludeme {
    id: "note",
    head: "note",
    gives: Ty::NonDecision,
    doc: "",
    example: "(note \"Disc\")",
    params: &[
        opt_named("player", Ty::Int, "").or(1),
        opt_named("playerRole", Ty::Enum(&ROLE_TYPE), "").label("player").or(1),
        req("message", Ty::Text, "").or(2),
        req("messageInt", Ty::Int, "").or(2),
        req("messageIntArray", Ty::IntArray, "").or(2),
        req("messageFloat", Ty::Float, "").or(2),
        req("messageBoolean", Ty::Bool, "").or(2),
        req("messageRegion", Ty::Region, "").or(2),
        req("messageRange", Ty::Range, "").or(2),
        req("messageDirection", Ty::Direction, "").or(2),
        req("messageGraph", Ty::Graph, "").or(2),
        opt_named("to", Ty::Player, "").or(3),
        opt_named("toRole", Ty::Enum(&ROLE_TYPE), "").label("to").or(3),
    ],
    ..BASE
};

pub static PASS: Ludeme = Ludeme {
    id: "pass",
    head: "pass",
    gives: Ty::NonDecision,
    doc: "",
    example: "(pass)",
    params: &[opt("then", Ty::Then, "what happens after the move")],
    ..BASE
};

pub static PLAY_CARD: Ludeme = Ludeme {
    id: "playCard",
    head: "playCard",
    gives: Ty::NonDecision,
    doc: "",
    example: "(playCard)",
    params: &[opt("then", Ty::Then, "what happens after the move")],
    ..BASE
};

pub static PROPOSE: Ludeme = Ludeme {
    id: "propose",
    head: "propose",
    gives: Ty::NonDecision,
    doc: "",
    example: "(propose \"Disc\")",
    params: &[
        req("proposition", Ty::Text, "").or(1),
        req("propositions", Ty::Text, "").array(1).or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static RANDOM: Ludeme = Ludeme {
    id: "random",
    head: "random",
    gives: Ty::Moves,
    doc: "",
    example: "(random {0.5} {(move Pass)})",
    params: &[req("probabilities", Ty::Float, "").array(1), req("moves", Ty::Moves, "the moves").array(1)],
    ..BASE
};

pub static RANDOM_2: Ludeme = Ludeme {
    id: "random#2",
    head: "random",
    gives: Ty::Moves,
    doc: "",
    example: "(random (move Pass) num:(last To))",
    params: &[req("moves", Ty::Moves, "the moves"), named("num", Ty::Int, "")],
    ..BASE
};

pub static ROLL: Ludeme = Ludeme {
    id: "roll",
    head: "roll",
    gives: Ty::NonDecision,
    doc: "",
    example: "(roll)",
    params: &[opt("then", Ty::Then, "what happens after the move")],
    ..BASE
};

pub static SATISFY: Ludeme = Ludeme {
    id: "satisfy",
    head: "satisfy",
    gives: Ty::NonDecision,
    doc: "",
    example: "(satisfy (is Empty (to)))",
    params: &[req("constraint", Ty::Bool, "").or(1), req("constraints", Ty::Bool, "").array(1).or(1)],
    ..BASE
};

pub static TRIGGER: Ludeme = Ludeme {
    id: "trigger",
    head: "trigger",
    gives: Ty::NonDecision,
    doc: "",
    example: "(trigger \"Disc\" (last To))",
    params: &[
        req("event", Ty::Text, ""),
        req("player", Ty::Int, "").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static VOTE: Ludeme = Ludeme {
    id: "vote",
    head: "vote",
    gives: Ty::NonDecision,
    doc: "",
    example: "(vote \"Disc\")",
    params: &[
        req("vote", Ty::Text, "").or(1),
        req("votes", Ty::Text, "").array(1).or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &BET,
    &DEAL_MOVES,
    &NOTE,
    &PASS,
    &PLAY_CARD,
    &PROPOSE,
    &RANDOM,
    &RANDOM_2,
    &ROLL,
    &SATISFY,
    &TRIGGER,
    &VOTE,
];

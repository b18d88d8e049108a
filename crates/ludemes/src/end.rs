//! End rules, results, payoffs.

use crate::concept::ENDINGS;
use crate::concept::Rule::{Also, Hides, Shows, When};
use crate::concept::Test::{Inside, Word};
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{RESULT_TYPE, ROLE_TYPE, TRACK_TYPE};
use crate::meaning::Meaning;
use crate::ty::Ty;

pub static BY_SCORE: Ludeme = Ludeme {
    id: "byScore",
    head: "byScore",
    gives: Ty::Result,
    doc: "The highest score wins. Players with equal scores share their place.",
    example: "(byScore)",
    english: "*",
    params: &[
        opt("scores", Ty::EndScore, "the final scores; those that the game has kept, if left out").array(1),
        opt_named("misere", Ty::Bool, "True if the lowest score wins; False if left out"),
    ],
    concepts: &[
        Shows(&["Scoring", "ScoringEnd", "ScoringWin"]),
        When(&[Inside("scores", &["Territory"])], &["TerritoryEnd", "TerritoryWin"]),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static FOR_EACH_END: Ludeme = Ludeme {
    id: "forEach [end]",
    head: "forEach",
    gives: Ty::EndRule,
    doc: "An end rule that is asked of every player in turn, who is `(player)` in the condition and \
        `Player` in the result.",
    example: "(forEach Player if:(no Pieces Player) (result Player Loss))",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&ROLE_TYPE), "which players; all, if left out").or(1),
        opt("trackType", Ty::Enum(&TRACK_TYPE), "`Track` to go through the tracks instead").or(1),
        named("if", Ty::Bool, "the condition"),
        req("result", Ty::Result, "the outcome for that player"),
    ],
    concepts: &[Also(ENDINGS)],
    meaning: Meaning::Part,
    ..BASE
};

pub static IF_END: Ludeme = Ludeme {
    id: "if [end]",
    head: "if",
    gives: Ty::EndIf,
    doc: "The game is over if a condition holds. Further conditions may decide between several outcomes.",
    example: "(if (no Moves Next) (result Mover Win))",
    english: "*",
    params: &[
        req("test", Ty::Bool, "the condition"),
        opt("sub", Ty::EndIf, "a further condition, looked at only if the first holds").or(1),
        opt("subs", Ty::EndIf, "further conditions, the first of which that holds decides").array(1).or(1),
        opt("result", Ty::Result, "the outcome"),
    ],
    concepts: &[Also(ENDINGS)],
    meaning: Meaning::Part,
    ..BASE
};

pub static PAYOFFS: Ludeme = Ludeme {
    id: "payoffs",
    head: "payoffs",
    gives: Ty::Result,
    doc: "The game is over and each player gets a payoff.",
    example: "(payoffs {(payoff P1 5.5) (payoff P2 1.2)})",
    english: "*",
    params: &[req("payoffs", Ty::Payoff, "the payoffs").array(1)],
    meaning: Meaning::Part,
    ..BASE
};

pub static RESULT: Ludeme = Ludeme {
    id: "result",
    head: "result",
    gives: Ty::Result,
    doc: "The outcome of the game for a player. Where only one other player is left, their outcome \
        follows from it.",
    example: "(result Mover Win)",
    english: "*",
    params: &[
        req("who", Ty::Enum(&ROLE_TYPE), "the player"),
        req("result", Ty::Enum(&RESULT_TYPE), "what they get"),
    ],
    concepts: &[When(&[Word("result", &["Draw"])], &["Draw"]), Hides(&["who"])],
    meaning: Meaning::Part,
    ..BASE
};

pub static PAYOFF: Ludeme = Ludeme {
    id: "payoff",
    head: "payoff",
    gives: Ty::Payoff,
    doc: "What a player gets.",
    example: "(payoff P1 5.5)",
    english: "{role:player} <receives> {payoff}",
    params: &[req("role", Ty::Enum(&ROLE_TYPE), "the player, by role"), req("payoff", Ty::Float, "how much")],
    meaning: Meaning::Part,
    ..BASE
};

pub static SCORE_END_SCORE: Ludeme = Ludeme {
    id: "score [end score]",
    head: "score",
    gives: Ty::EndScore,
    doc: "A player's final score.",
    example: "(score P1 (size Territory P1))",
    english: "{role:poss} score is {score}",
    params: &[req("role", Ty::Enum(&ROLE_TYPE), "the player, by role"), req("score", Ty::Int, "the score")],
    concepts: &[Shows(&["Scoring"])],
    meaning: Meaning::Part,
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&BY_SCORE, &FOR_EACH_END, &IF_END, &PAYOFFS, &RESULT, &PAYOFF, &SCORE_END_SCORE];

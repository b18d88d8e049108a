//! End rules, results, payoffs.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{RESULT_TYPE, ROLE_TYPE, TRACK_TYPE};
use crate::ty::Ty;

pub static BY_SCORE: Ludeme = Ludeme {
    id: "byScore",
    head: "byScore",
    gives: Ty::Result,
    doc: "",
    example: "(byScore)",
    params: &[opt("scores", Ty::EndScore, "").array(1), opt_named("misere", Ty::Bool, "")],
    ..BASE
};

pub static FOR_EACH_END: Ludeme = Ludeme {
    id: "forEach [end]",
    head: "forEach",
    gives: Ty::EndRule,
    doc: "",
    example: "(forEach if:(is Empty (to)) (result Mover Win))",
    params: &[
        opt("type", Ty::Enum(&ROLE_TYPE), "").or(1),
        opt("trackType", Ty::Enum(&TRACK_TYPE), "").or(1),
        named("if", Ty::Bool, "a condition that must hold"),
        req("result", Ty::Result, ""),
    ],
    ..BASE
};

pub static IF_END: Ludeme = Ludeme {
    id: "if [end]",
    head: "if",
    gives: Ty::EndIf,
    doc: "",
    example: "(if (is Empty (to)))",
    params: &[
        req("test", Ty::Bool, ""),
        opt("sub", Ty::EndIf, "").or(1),
        opt("subs", Ty::EndIf, "").array(1).or(1),
        opt("result", Ty::Result, ""),
    ],
    ..BASE
};

pub static PAYOFFS: Ludeme = Ludeme {
    id: "payoffs",
    head: "payoffs",
    gives: Ty::Result,
    doc: "",
    example: "(payoffs {(payoff P1 5.5)})",
    params: &[req("payoffs", Ty::Payoff, "").array(1)],
    ..BASE
};

pub static RESULT: Ludeme = Ludeme {
    id: "result",
    head: "result",
    gives: Ty::Result,
    doc: "",
    example: "(result Mover Win)",
    params: &[req("who", Ty::Enum(&ROLE_TYPE), ""), req("result", Ty::Enum(&RESULT_TYPE), "")],
    ..BASE
};

pub static PAYOFF: Ludeme = Ludeme {
    id: "payoff",
    head: "payoff",
    gives: Ty::Payoff,
    doc: "",
    example: "(payoff Mover 0.5)",
    params: &[req("role", Ty::Enum(&ROLE_TYPE), "the player, by role"), req("payoff", Ty::Float, "")],
    ..BASE
};

pub static SCORE_END_SCORE: Ludeme = Ludeme {
    id: "score [end score]",
    head: "score",
    gives: Ty::EndScore,
    doc: "",
    example: "(score Mover (last To))",
    params: &[req("role", Ty::Enum(&ROLE_TYPE), "the player, by role"), req("score", Ty::Int, "")],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&BY_SCORE, &FOR_EACH_END, &IF_END, &PAYOFFS, &RESULT, &PAYOFF, &SCORE_END_SCORE];

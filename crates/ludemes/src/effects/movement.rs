//! The shapes of movement as effects, without a decision of their own.

use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{ABSOLUTE_DIRECTION, ROLE_TYPE, SITE_TYPE, STEP_TYPE};
use crate::ty::Ty;

pub static ADD_MOVES: Ludeme = Ludeme {
    id: "add [moves]",
    head: "add",
    gives: Ty::NonDecision,
    doc: "",
    example: "(add (to (sites Empty)))",
    params: &[
        opt("what", Ty::Piece, ""),
        req("to", Ty::To, ""),
        opt_named("count", Ty::Int, ""),
        opt_named("stack", Ty::BoolLit, ""),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

pub static CLAIM: Ludeme = Ludeme {
    id: "claim",
    head: "claim",
    gives: Ty::NonDecision,
    doc: "",
    example: "(claim (to (sites Empty)))",
    params: &[opt("what", Ty::Piece, ""), req("to", Ty::To, ""), opt("then", Ty::Then, "")],
    ..BASE
};

pub static FROM_TO: Ludeme = Ludeme {
    id: "fromTo",
    head: "fromTo",
    gives: Ty::NonDecision,
    doc: "",
    example: "(fromTo (from) (to (sites Empty)))",
    params: &[
        req("from", Ty::From, ""),
        req("to", Ty::To, ""),
        opt_named("count", Ty::Int, ""),
        opt_named("copy", Ty::Bool, ""),
        opt_named("stack", Ty::BoolLit, ""),
        opt("mover", Ty::Enum(&ROLE_TYPE), ""),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

pub static HOP: Ludeme = Ludeme {
    id: "hop",
    head: "hop",
    gives: Ty::NonDecision,
    doc: "",
    example: "(hop (to (sites Empty)))",
    params: &[
        opt("from", Ty::From, ""),
        opt("directions", Ty::Direction, ""),
        opt("between", Ty::Between, ""),
        req("to", Ty::To, ""),
        opt_named("stack", Ty::BoolLit, ""),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

pub static LEAP: Ludeme = Ludeme {
    id: "leap",
    head: "leap",
    gives: Ty::NonDecision,
    doc: "",
    example: "(leap {{F}} (to (sites Empty)))",
    params: &[
        opt("from", Ty::From, ""),
        req("walk", Ty::Enum(&STEP_TYPE), "").array(2),
        opt_named("forward", Ty::Bool, ""),
        opt_named("rotations", Ty::Bool, ""),
        req("to", Ty::To, ""),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

pub static SELECT: Ludeme = Ludeme {
    id: "select",
    head: "select",
    gives: Ty::NonDecision,
    doc: "",
    example: "(select (from))",
    params: &[
        req("from", Ty::From, ""),
        opt("to", Ty::To, ""),
        opt("mover", Ty::Enum(&ROLE_TYPE), ""),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

pub static SHOOT: Ludeme = Ludeme {
    id: "shoot",
    head: "shoot",
    gives: Ty::NonDecision,
    doc: "",
    example: "(shoot (piece \"Disc\"))",
    params: &[
        req("what", Ty::Piece, ""),
        opt("from", Ty::From, ""),
        opt("directions", Ty::Enum(&ABSOLUTE_DIRECTION), ""),
        opt("between", Ty::Between, ""),
        opt("to", Ty::To, ""),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

pub static SLIDE: Ludeme = Ludeme {
    id: "slide",
    head: "slide",
    gives: Ty::NonDecision,
    doc: "",
    example: "(slide)",
    params: &[
        opt("from", Ty::From, ""),
        opt("track", Ty::Text, ""),
        opt("directions", Ty::Direction, ""),
        opt("between", Ty::Between, ""),
        opt("to", Ty::To, ""),
        opt_named("stack", Ty::BoolLit, ""),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

pub static SOW: Ludeme = Ludeme {
    id: "sow",
    head: "sow",
    gives: Ty::NonDecision,
    doc: "",
    example: "(sow)",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), ""),
        opt("start", Ty::Int, ""),
        opt_named("count", Ty::Int, ""),
        opt_named("numPerHole", Ty::Int, ""),
        opt("trackName", Ty::Text, ""),
        opt_named("owner", Ty::Int, ""),
        opt_named("if", Ty::Bool, ""),
        opt_named("sowEffect", Ty::Moves, ""),
        opt_named("apply", Ty::NonDecision, ""),
        opt_named("includeSelf", Ty::BoolLit, ""),
        opt_named("origin", Ty::Bool, ""),
        opt_named("skipIf", Ty::Bool, ""),
        opt_named("backtracking", Ty::Bool, "").or(1),
        opt_named("forward", Ty::Bool, "").or(1),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

pub static STEP: Ludeme = Ludeme {
    id: "step",
    head: "step",
    gives: Ty::Step,
    doc: "",
    example: "(step (to (sites Empty)))",
    params: &[
        opt("from", Ty::From, ""),
        opt("directions", Ty::Direction, ""),
        req("to", Ty::To, ""),
        opt_named("stack", Ty::BoolLit, ""),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&ADD_MOVES, &CLAIM, &FROM_TO, &HOP, &LEAP, &SELECT, &SHOOT, &SLIDE, &SOW, &STEP];

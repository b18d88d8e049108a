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
        req("to", Ty::To, "where the move goes"),
        opt_named("count", Ty::Int, "how many pieces; one, if left out"),
        opt_named("stack", Ty::BoolLit, "True to move whole stacks; False if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static CLAIM: Ludeme = Ludeme {
    id: "claim",
    head: "claim",
    gives: Ty::NonDecision,
    doc: "",
    example: "(claim (to (sites Empty)))",
    params: &[
        opt("what", Ty::Piece, ""),
        req("to", Ty::To, "where the move goes"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static FROM_TO: Ludeme = Ludeme {
    id: "fromTo",
    head: "fromTo",
    gives: Ty::NonDecision,
    doc: "",
    example: "(fromTo (from) (to (sites Empty)))",
    params: &[
        req("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        req("to", Ty::To, "where the move goes"),
        opt_named("count", Ty::Int, "how many pieces; one, if left out"),
        opt_named("copy", Ty::Bool, ""),
        opt_named("stack", Ty::BoolLit, "True to move whole stacks; False if left out"),
        opt("mover", Ty::Enum(&ROLE_TYPE), ""),
        opt("then", Ty::Then, "what happens after the move"),
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
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("directions", Ty::Direction, "the directions to look in"),
        opt("between", Ty::Between, "what must lie between start and goal, and what happens to it"),
        req("to", Ty::To, "where the move goes"),
        opt_named("stack", Ty::BoolLit, "True to move whole stacks; False if left out"),
        opt("then", Ty::Then, "what happens after the move"),
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
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        req("walk", Ty::Enum(&STEP_TYPE), "").array(2),
        opt_named("forward", Ty::Bool, ""),
        opt_named("rotations", Ty::Bool, ""),
        req("to", Ty::To, "where the move goes"),
        opt("then", Ty::Then, "what happens after the move"),
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
        req("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("to", Ty::To, "where the move goes"),
        opt("mover", Ty::Enum(&ROLE_TYPE), ""),
        opt("then", Ty::Then, "what happens after the move"),
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
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("directions", Ty::Enum(&ABSOLUTE_DIRECTION), "the directions to look in"),
        opt("between", Ty::Between, "what must lie between start and goal, and what happens to it"),
        opt("to", Ty::To, "where the move goes"),
        opt("then", Ty::Then, "what happens after the move"),
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
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("track", Ty::Text, "the name of the track"),
        opt("directions", Ty::Direction, "the directions to look in"),
        opt("between", Ty::Between, "what must lie between start and goal, and what happens to it"),
        opt("to", Ty::To, "where the move goes"),
        opt_named("stack", Ty::BoolLit, "True to move whole stacks; False if left out"),
        opt("then", Ty::Then, "what happens after the move"),
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
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("start", Ty::Int, ""),
        opt_named("count", Ty::Int, "how many pieces; one, if left out"),
        opt_named("numPerHole", Ty::Int, ""),
        opt("trackName", Ty::Text, ""),
        opt_named("owner", Ty::Int, ""),
        opt_named("if", Ty::Bool, "a condition that must hold"),
        opt_named("sowEffect", Ty::Moves, ""),
        opt_named("apply", Ty::NonDecision, ""),
        opt_named("includeSelf", Ty::BoolLit, ""),
        opt_named("origin", Ty::Bool, ""),
        opt_named("skipIf", Ty::Bool, ""),
        opt_named("backtracking", Ty::Bool, "").or(1),
        opt_named("forward", Ty::Bool, "").or(1),
        opt("then", Ty::Then, "what happens after the move"),
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
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("directions", Ty::Direction, "the directions to look in"),
        req("to", Ty::To, "where the move goes"),
        opt_named("stack", Ty::BoolLit, "True to move whole stacks; False if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&ADD_MOVES, &CLAIM, &FROM_TO, &HOP, &LEAP, &SELECT, &SHOOT, &SLIDE, &SOW, &STEP];

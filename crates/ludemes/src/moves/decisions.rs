//! The shapes of move a player can decide on.

use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{ABSOLUTE_DIRECTION, ROLE_TYPE, SITE_TYPE, STEP_TYPE, WHEN_TYPE};
use crate::ty::Ty;

pub static MOVE_REMOVE: Ludeme = Ludeme {
    id: "move Remove",
    head: "move",
    keyword: Some("Remove"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Remove (last To))",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), ""),
        req("site", Ty::Int, "").or(1),
        req("region", Ty::Region, "").or(1),
        opt_named("level", Ty::Int, ""),
        opt_named("at", Ty::Enum(&WHEN_TYPE), ""),
        opt_named("count", Ty::Int, ""),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

pub static MOVE_STEP: Ludeme = Ludeme {
    id: "move Step",
    head: "move",
    keyword: Some("Step"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Step (to (sites Empty)))",
    params: &[
        opt("from", Ty::From, ""),
        opt("directions", Ty::Direction, ""),
        req("to", Ty::To, ""),
        opt_named("stack", Ty::BoolLit, ""),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

pub static MOVE_SLIDE: Ludeme = Ludeme {
    id: "move Slide",
    head: "move",
    keyword: Some("Slide"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Slide)",
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

pub static MOVE_SHOOT: Ludeme = Ludeme {
    id: "move Shoot",
    head: "move",
    keyword: Some("Shoot"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Shoot (piece \"Disc\"))",
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

pub static MOVE_SELECT: Ludeme = Ludeme {
    id: "move Select",
    head: "move",
    keyword: Some("Select"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Select (from))",
    params: &[
        req("from", Ty::From, ""),
        opt("to", Ty::To, ""),
        opt("mover", Ty::Enum(&ROLE_TYPE), ""),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

pub static MOVE_PROPOSE: Ludeme = Ludeme {
    id: "move Propose",
    head: "move",
    keyword: Some("Propose"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Propose \"Disc\")",
    params: &[
        req("message", Ty::Text, "").or(1),
        req("messages", Ty::Text, "").array(1).or(1),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

pub static MOVE_VOTE: Ludeme = Ludeme {
    id: "move Vote",
    head: "move",
    keyword: Some("Vote"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Vote \"Disc\")",
    params: &[
        req("message", Ty::Text, "").or(1),
        req("messages", Ty::Text, "").array(1).or(1),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

pub static MOVE_PROMOTE: Ludeme = Ludeme {
    id: "move Promote",
    head: "move",
    keyword: Some("Promote"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Promote (piece \"Disc\"))",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), ""),
        opt("site", Ty::Int, ""),
        req("what", Ty::Piece, ""),
        opt("player", Ty::Player, "").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "").or(1),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

pub static MOVE_PASS: Ludeme = Ludeme {
    id: "move Pass",
    head: "move",
    keyword: Some("Pass"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Pass)",
    params: &[opt("then", Ty::Then, "")],
    ..BASE
};

pub static MOVE_PLAY_CARD: Ludeme = Ludeme {
    id: "move PlayCard",
    head: "move",
    keyword: Some("PlayCard"),
    gives: Ty::Moves,
    doc: "",
    example: "(move PlayCard)",
    params: &[opt("then", Ty::Then, "")],
    ..BASE
};

pub static MOVE_LEAP: Ludeme = Ludeme {
    id: "move Leap",
    head: "move",
    keyword: Some("Leap"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Leap {{F}} (to (sites Empty)))",
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

pub static MOVE_HOP: Ludeme = Ludeme {
    id: "move Hop",
    head: "move",
    keyword: Some("Hop"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Hop (to (sites Empty)))",
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

pub static MOVE: Ludeme = Ludeme {
    id: "move",
    head: "move",
    gives: Ty::Moves,
    doc: "",
    example: "(move (from) (to (sites Empty)))",
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

pub static MOVE_BET: Ludeme = Ludeme {
    id: "move Bet",
    head: "move",
    keyword: Some("Bet"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Bet (player (mover)) (range 1 3))",
    params: &[
        req("player", Ty::Player, "").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "").or(1),
        req("range", Ty::Range, ""),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

pub static MOVE_ADD: Ludeme = Ludeme {
    id: "move Add",
    head: "move",
    keyword: Some("Add"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Add (to (sites Empty)))",
    params: &[
        opt("what", Ty::Piece, ""),
        req("to", Ty::To, ""),
        opt_named("count", Ty::Int, ""),
        opt_named("stack", Ty::BoolLit, ""),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

pub static MOVE_CLAIM: Ludeme = Ludeme {
    id: "move Claim",
    head: "move",
    keyword: Some("Claim"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Claim (to (sites Empty)))",
    params: &[
        opt("what", Ty::Piece, ""),
        req("to", Ty::To, ""),
        opt_named("count", Ty::Int, ""),
        opt_named("stack", Ty::BoolLit, ""),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &MOVE_REMOVE,
    &MOVE_STEP,
    &MOVE_SLIDE,
    &MOVE_SHOOT,
    &MOVE_SELECT,
    &MOVE_PROPOSE,
    &MOVE_VOTE,
    &MOVE_PROMOTE,
    &MOVE_PASS,
    &MOVE_PLAY_CARD,
    &MOVE_LEAP,
    &MOVE_HOP,
    &MOVE,
    &MOVE_BET,
    &MOVE_ADD,
    &MOVE_CLAIM,
];

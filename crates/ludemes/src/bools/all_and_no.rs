//! Conditions over all of something, or none of it.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{ROLE_TYPE, SITE_TYPE};
use crate::ty::Ty;

pub static ALL_GROUPS: Ludeme = Ludeme {
    id: "all Groups",
    head: "all",
    keyword: Some("Groups"),
    gives: Ty::Bool,
    doc: "",
    example: "(all Groups if:(is Empty (to)))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("directions", Ty::Direction, "the directions to look in"),
        opt_named("of", Ty::Bool, ""),
        named("if", Ty::Bool, "a condition that must hold"),
    ],
    ..BASE
};

pub static ALL_VALUES: Ludeme = Ludeme {
    id: "all Values",
    head: "all",
    keyword: Some("Values"),
    gives: Ty::Bool,
    doc: "",
    example: "(all Values (array {1 2}) if:(is Empty (to)))",
    params: &[req("array", Ty::IntArray, "the list"), named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static ALL_SITES: Ludeme = Ludeme {
    id: "all Sites",
    head: "all",
    keyword: Some("Sites"),
    gives: Ty::Bool,
    doc: "",
    example: "(all Sites (sites Empty) if:(is Empty (to)))",
    params: &[req("region", Ty::Region, "the region"), named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static ALL_DIFFERENT: Ludeme = Ludeme {
    id: "all Different",
    head: "all",
    keyword: Some("Different"),
    gives: Ty::Bool,
    doc: "",
    example: "(all Different (sites Empty) if:(is Empty (to)))",
    params: &[req("region", Ty::Region, "the region"), named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static ALL_DICE_USED: Ludeme = Ludeme {
    id: "all DiceUsed",
    head: "all",
    keyword: Some("DiceUsed"),
    gives: Ty::Bool,
    doc: "",
    example: "(all DiceUsed)",
    ..BASE
};

pub static ALL_DICE_EQUAL: Ludeme = Ludeme {
    id: "all DiceEqual",
    head: "all",
    keyword: Some("DiceEqual"),
    gives: Ty::Bool,
    doc: "",
    example: "(all DiceEqual)",
    ..BASE
};

pub static ALL_PASSED: Ludeme = Ludeme {
    id: "all Passed",
    head: "all",
    keyword: Some("Passed"),
    gives: Ty::Bool,
    doc: "",
    example: "(all Passed)",
    ..BASE
};

pub static CAN_MOVE: Ludeme = Ludeme {
    id: "can Move",
    head: "can",
    keyword: Some("Move"),
    gives: Ty::Bool,
    doc: "",
    example: "(can Move (move Pass))",
    params: &[req("moves", Ty::Moves, "the moves")],
    ..BASE
};

pub static NO_PIECES: Ludeme = Ludeme {
    id: "no Pieces",
    head: "no",
    keyword: Some("Pieces"),
    gives: Ty::Bool,
    doc: "",
    example: "(no Pieces)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt_named("of", Ty::Int, "").or(1),
        opt("name", Ty::Text, "the name"),
        opt_named("in", Ty::Region, ""),
    ],
    ..BASE
};

pub static NO_MOVES: Ludeme = Ludeme {
    id: "no Moves",
    head: "no",
    keyword: Some("Moves"),
    gives: Ty::Bool,
    doc: "",
    example: "(no Moves Mover)",
    params: &[req("role", Ty::Enum(&ROLE_TYPE), "the player, by role")],
    ..BASE
};

pub static WAS_PASS: Ludeme = Ludeme {
    id: "was Pass",
    head: "was",
    keyword: Some("Pass"),
    gives: Ty::Bool,
    doc: "",
    example: "(was Pass)",
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &ALL_GROUPS,
    &ALL_VALUES,
    &ALL_SITES,
    &ALL_DIFFERENT,
    &ALL_DICE_USED,
    &ALL_DICE_EQUAL,
    &ALL_PASSED,
    &CAN_MOVE,
    &NO_PIECES,
    &NO_MOVES,
    &WAS_PASS,
];

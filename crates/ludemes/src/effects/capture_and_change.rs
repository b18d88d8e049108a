//! Effects on pieces that stand somewhere: capturing, flipping, promoting, pushing.

use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{ABSOLUTE_DIRECTION, RELATION_TYPE, ROLE_TYPE, SITE_TYPE, WHEN_TYPE};
use crate::ty::Ty;

pub static ATTRACT: Ludeme = Ludeme {
    id: "attract",
    head: "attract",
    gives: Ty::NonDecision,
    doc: "",
    example: "(attract)",
    params: &[
        opt("from", Ty::From, ""),
        opt("directions", Ty::Enum(&ABSOLUTE_DIRECTION), ""),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

pub static CUSTODIAL: Ludeme = Ludeme {
    id: "custodial",
    head: "custodial",
    gives: Ty::NonDecision,
    doc: "",
    example: "(custodial)",
    params: &[
        opt("from", Ty::From, ""),
        opt("directions", Ty::Enum(&ABSOLUTE_DIRECTION), ""),
        opt("between", Ty::Between, ""),
        opt("to", Ty::To, ""),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

pub static DIRECTIONAL: Ludeme = Ludeme {
    id: "directional",
    head: "directional",
    gives: Ty::NonDecision,
    doc: "",
    example: "(directional)",
    params: &[
        opt("from", Ty::From, ""),
        opt("directions", Ty::Direction, ""),
        opt("to", Ty::To, ""),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

pub static ENCLOSE: Ludeme = Ludeme {
    id: "enclose",
    head: "enclose",
    gives: Ty::NonDecision,
    doc: "",
    example: "(enclose)",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), ""),
        opt("from", Ty::From, ""),
        opt("directions", Ty::Direction, ""),
        opt("between", Ty::Between, ""),
        opt_named("numException", Ty::Int, ""),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

pub static FLIP: Ludeme = Ludeme {
    id: "flip",
    head: "flip",
    gives: Ty::NonDecision,
    doc: "",
    example: "(flip)",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), ""), opt("site", Ty::Int, ""), opt("then", Ty::Then, "")],
    ..BASE
};

pub static INTERVENE: Ludeme = Ludeme {
    id: "intervene",
    head: "intervene",
    gives: Ty::NonDecision,
    doc: "",
    example: "(intervene)",
    params: &[
        opt("from", Ty::From, ""),
        opt("directions", Ty::Enum(&ABSOLUTE_DIRECTION), ""),
        opt("between", Ty::Between, ""),
        opt("to", Ty::To, ""),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

pub static PROMOTE: Ludeme = Ludeme {
    id: "promote",
    head: "promote",
    gives: Ty::NonDecision,
    doc: "",
    example: "(promote (piece \"Disc\"))",
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

pub static PUSH: Ludeme = Ludeme {
    id: "push",
    head: "push",
    gives: Ty::NonDecision,
    doc: "",
    example: "(push Orthogonal)",
    params: &[opt("from", Ty::From, ""), req("directions", Ty::Direction, ""), opt("then", Ty::Then, "")],
    ..BASE
};

pub static REMOVE_MOVES: Ludeme = Ludeme {
    id: "remove [moves]",
    head: "remove",
    gives: Ty::NonDecision,
    doc: "",
    example: "(remove (last To))",
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

pub static SURROUND: Ludeme = Ludeme {
    id: "surround",
    head: "surround",
    gives: Ty::NonDecision,
    doc: "",
    example: "(surround)",
    params: &[
        opt("from", Ty::From, ""),
        opt("relation", Ty::Enum(&RELATION_TYPE), ""),
        opt("between", Ty::Between, ""),
        opt("to", Ty::To, ""),
        opt_named("except", Ty::Int, ""),
        opt_named("with", Ty::Piece, ""),
        opt("then", Ty::Then, ""),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &ATTRACT,
    &CUSTODIAL,
    &DIRECTIONAL,
    &ENCLOSE,
    &FLIP,
    &INTERVENE,
    &PROMOTE,
    &PUSH,
    &REMOVE_MOVES,
    &SURROUND,
];

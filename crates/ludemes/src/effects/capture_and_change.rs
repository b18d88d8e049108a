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
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("directions", Ty::Enum(&ABSOLUTE_DIRECTION), "the directions to look in"),
        opt("then", Ty::Then, "what happens after the move"),
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
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("directions", Ty::Enum(&ABSOLUTE_DIRECTION), "the directions to look in"),
        opt("between", Ty::Between, "what must lie between start and goal, and what happens to it"),
        opt("to", Ty::To, "where the move goes"),
        opt("then", Ty::Then, "what happens after the move"),
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
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("directions", Ty::Direction, "the directions to look in"),
        opt("to", Ty::To, "where the move goes"),
        opt("then", Ty::Then, "what happens after the move"),
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
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("directions", Ty::Direction, "the directions to look in"),
        opt("between", Ty::Between, "what must lie between start and goal, and what happens to it"),
        opt_named("numException", Ty::Int, ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static FLIP: Ludeme = Ludeme {
    id: "flip",
    head: "flip",
    gives: Ty::NonDecision,
    doc: "",
    example: "(flip)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("site", Ty::Int, "the site"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static INTERVENE: Ludeme = Ludeme {
    id: "intervene",
    head: "intervene",
    gives: Ty::NonDecision,
    doc: "",
    example: "(intervene)",
    params: &[
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("directions", Ty::Enum(&ABSOLUTE_DIRECTION), "the directions to look in"),
        opt("between", Ty::Between, "what must lie between start and goal, and what happens to it"),
        opt("to", Ty::To, "where the move goes"),
        opt("then", Ty::Then, "what happens after the move"),
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
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("site", Ty::Int, "the site"),
        req("what", Ty::Piece, ""),
        opt("player", Ty::Player, "the player, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static PUSH: Ludeme = Ludeme {
    id: "push",
    head: "push",
    gives: Ty::NonDecision,
    doc: "",
    example: "(push Orthogonal)",
    params: &[
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        req("directions", Ty::Direction, "the directions to look in"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static REMOVE_MOVES: Ludeme = Ludeme {
    id: "remove [moves]",
    head: "remove",
    gives: Ty::NonDecision,
    doc: "",
    example: "(remove (last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        req("site", Ty::Int, "the site").or(1),
        req("region", Ty::Region, "the region").or(1),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
        opt_named("at", Ty::Enum(&WHEN_TYPE), ""),
        opt_named("count", Ty::Int, "how many pieces; one, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
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
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("relation", Ty::Enum(&RELATION_TYPE), ""),
        opt("between", Ty::Between, "what must lie between start and goal, and what happens to it"),
        opt("to", Ty::To, "where the move goes"),
        opt_named("except", Ty::Int, ""),
        opt_named("with", Ty::Piece, ""),
        opt("then", Ty::Then, "what happens after the move"),
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

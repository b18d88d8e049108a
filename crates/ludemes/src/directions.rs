//! Directions made from directions.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{ABSOLUTE_DIRECTION, RELATION_TYPE, RELATIVE_DIRECTION, SITE_TYPE};
use crate::ty::Ty;

pub static DIFFERENCE_DIRECTION: Ludeme = Ludeme {
    id: "difference [direction]",
    head: "difference",
    gives: Ty::Direction,
    doc: "",
    example: "(difference Orthogonal Orthogonal)",
    params: &[
        req("directions", Ty::Direction, "the directions to look in"),
        req("subtraction", Ty::Direction, ""),
    ],
    ..BASE
};

pub static DIRECTIONS: Ludeme = Ludeme {
    id: "directions",
    head: "directions",
    gives: Ty::Direction,
    doc: "",
    example: "(directions Orthogonal)",
    params: &[
        req("absoluteDirection", Ty::Enum(&ABSOLUTE_DIRECTION), "").or(1),
        req("absoluteDirections", Ty::Enum(&ABSOLUTE_DIRECTION), "").array(1).or(1),
    ],
    ..BASE
};

pub static DIRECTIONS_2: Ludeme = Ludeme {
    id: "directions#2",
    head: "directions",
    gives: Ty::Direction,
    doc: "",
    example: "(directions)",
    params: &[
        opt("relativeDirection", Ty::Enum(&RELATIVE_DIRECTION), "").or(1),
        opt("relativeDirections", Ty::Enum(&RELATIVE_DIRECTION), "").array(1).or(1),
        opt_named("of", Ty::Enum(&RELATION_TYPE), ""),
        opt_named("bySite", Ty::BoolLit, ""),
    ],
    ..BASE
};

pub static DIRECTIONS_3: Ludeme = Ludeme {
    id: "directions#3",
    head: "directions",
    gives: Ty::Direction,
    doc: "",
    example: "(directions Cell from:(last To) to:(last To))",
    params: &[
        req(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("from", Ty::Int, ""),
        named("to", Ty::Int, ""),
    ],
    ..BASE
};

pub static DIRECTIONS_RANDOM: Ludeme = Ludeme {
    id: "directions Random",
    head: "directions",
    keyword: Some("Random"),
    gives: Ty::Direction,
    doc: "",
    example: "(directions Random Orthogonal num:(last To))",
    params: &[req("directions", Ty::Direction, "the directions to look in"), named("num", Ty::Int, "")],
    ..BASE
};

pub static IF_DIRECTION: Ludeme = Ludeme {
    id: "if [direction]",
    head: "if",
    gives: Ty::Direction,
    doc: "",
    example: "(if (is Empty (to)) Orthogonal Orthogonal)",
    params: &[
        req("condition", Ty::Bool, "the condition"),
        req("directionsOk", Ty::Direction, ""),
        req("directionsNotOk", Ty::Direction, ""),
    ],
    ..BASE
};

pub static UNION_DIRECTION: Ludeme = Ludeme {
    id: "union [direction]",
    head: "union",
    gives: Ty::Direction,
    doc: "",
    example: "(union Orthogonal Orthogonal)",
    params: &[
        req("directions", Ty::Direction, "the directions to look in"),
        req("subtraction", Ty::Direction, ""),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &DIFFERENCE_DIRECTION,
    &DIRECTIONS,
    &DIRECTIONS_2,
    &DIRECTIONS_3,
    &DIRECTIONS_RANDOM,
    &IF_DIRECTION,
    &UNION_DIRECTION,
];

/// Directions given as bare words.
pub fn dir_of_words(words: &[&str]) -> Option<ludarium_engine::kernel::Dir> {
    let mut all = Vec::new();
    for word in words {
        all.push(*ludarium_engine::Direction::LIST.iter().find(|d| d.name() == *word)?);
    }
    Some(ludarium_engine::kernel::Dir::Absolute(all.into()))
}

//! Conditions on sites: occupied, inside, related, hidden, visited.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{HIDDEN_DATA, RELATION_TYPE, ROLE_TYPE, SITE_TYPE};
use crate::ty::Ty;

pub static IS_ACUTE: Ludeme = Ludeme {
    id: "is Acute",
    head: "is",
    keyword: Some("Acute"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Acute at:(last To) (is Empty (to)) (is Empty (to)))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, ""),
        req("conditionSite", Ty::Bool, ""),
        req("conditionSite2", Ty::Bool, ""),
    ],
    ..BASE
};

pub static IS_RIGHT: Ludeme = Ludeme {
    id: "is Right",
    head: "is",
    keyword: Some("Right"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Right at:(last To) (is Empty (to)) (is Empty (to)))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, ""),
        req("conditionSite", Ty::Bool, ""),
        req("conditionSite2", Ty::Bool, ""),
    ],
    ..BASE
};

pub static IS_OBTUSE: Ludeme = Ludeme {
    id: "is Obtuse",
    head: "is",
    keyword: Some("Obtuse"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Obtuse at:(last To) (is Empty (to)) (is Empty (to)))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, ""),
        req("conditionSite", Ty::Bool, ""),
        req("conditionSite2", Ty::Bool, ""),
    ],
    ..BASE
};

pub static IS_REFLEX: Ludeme = Ludeme {
    id: "is Reflex",
    head: "is",
    keyword: Some("Reflex"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Reflex at:(last To) (is Empty (to)) (is Empty (to)))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, ""),
        req("conditionSite", Ty::Bool, ""),
        req("conditionSite2", Ty::Bool, ""),
    ],
    ..BASE
};

pub static IS_HIDDEN: Ludeme = Ludeme {
    id: "is Hidden",
    head: "is",
    keyword: Some("Hidden"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Hidden at:(last To) to:(player (mover)))",
    params: &[
        opt("dataType", Ty::Enum(&HIDDEN_DATA), ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, ""),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
        named("to", Ty::Player, "").or(1),
        named("toRole", Ty::Enum(&ROLE_TYPE), "").label("to").or(1),
    ],
    ..BASE
};

pub static IS_CROSSING: Ludeme = Ludeme {
    id: "is Crossing",
    head: "is",
    keyword: Some("Crossing"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Crossing (last To) (last To))",
    params: &[req("edge1", Ty::Int, ""), req("edge2", Ty::Int, "")],
    ..BASE
};

pub static IS_LAST_FROM: Ludeme = Ludeme {
    id: "is LastFrom",
    head: "is",
    keyword: Some("LastFrom"),
    gives: Ty::Bool,
    doc: "",
    example: "(is LastFrom Cell)",
    params: &[req(
        "type",
        Ty::Enum(&SITE_TYPE),
        "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
    )],
    ..BASE
};

pub static IS_LAST_TO: Ludeme = Ludeme {
    id: "is LastTo",
    head: "is",
    keyword: Some("LastTo"),
    gives: Ty::Bool,
    doc: "",
    example: "(is LastTo Cell)",
    params: &[req(
        "type",
        Ty::Enum(&SITE_TYPE),
        "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
    )],
    ..BASE
};

pub static IS_VISITED: Ludeme = Ludeme {
    id: "is Visited",
    head: "is",
    keyword: Some("Visited"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Visited)",
    params: &[opt("value", Ty::Int, "")],
    ..BASE
};

pub static IS_THREATENED: Ludeme = Ludeme {
    id: "is Threatened",
    head: "is",
    keyword: Some("Threatened"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Threatened)",
    params: &[
        opt("what", Ty::Int, ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt_named("at", Ty::Int, "").or(1),
        opt_named("in", Ty::Region, "").or(1),
        opt("moves", Ty::Moves, "the moves"),
    ],
    ..BASE
};

pub static IS_WITHIN: Ludeme = Ludeme {
    id: "is Within",
    head: "is",
    keyword: Some("Within"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Within)",
    params: &[
        opt("what", Ty::Int, ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt_named("at", Ty::Int, "").or(1),
        opt_named("in", Ty::Region, "").or(1),
        opt("moves", Ty::Moves, "the moves"),
    ],
    ..BASE
};

pub static IS_RELATED: Ludeme = Ludeme {
    id: "is Related",
    head: "is",
    keyword: Some("Related"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Related Orthogonal (last To) (last To))",
    params: &[
        req("relation", Ty::Enum(&RELATION_TYPE), ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        req("siteA", Ty::Int, ""),
        req("siteB", Ty::Int, "").or(1),
        req("region", Ty::Region, "the region").or(1),
    ],
    ..BASE
};

pub static IS_EMPTY: Ludeme = Ludeme {
    id: "is Empty",
    head: "is",
    keyword: Some("Empty"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Empty (last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        req("at", Ty::Int, ""),
    ],
    ..BASE
};

pub static IS_OCCUPIED: Ludeme = Ludeme {
    id: "is Occupied",
    head: "is",
    keyword: Some("Occupied"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Occupied (last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        req("at", Ty::Int, ""),
    ],
    ..BASE
};

pub static IS_IN: Ludeme = Ludeme {
    id: "is In",
    head: "is",
    keyword: Some("In"),
    gives: Ty::Bool,
    doc: "",
    example: "(is In (sites Empty))",
    params: &[
        opt("site", Ty::Int, "the site").or(1),
        opt("sites", Ty::Int, "").array(1).or(1),
        req("region", Ty::Region, "the region").or(2),
        req("array", Ty::IntArray, "the list").or(2),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &IS_ACUTE,
    &IS_RIGHT,
    &IS_OBTUSE,
    &IS_REFLEX,
    &IS_HIDDEN,
    &IS_CROSSING,
    &IS_LAST_FROM,
    &IS_LAST_TO,
    &IS_VISITED,
    &IS_THREATENED,
    &IS_WITHIN,
    &IS_RELATED,
    &IS_EMPTY,
    &IS_OCCUPIED,
    &IS_IN,
];

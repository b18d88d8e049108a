//! Regions made from regions.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{ABSOLUTE_DIRECTION, SITE_TYPE, STACK_DIRECTION};
use crate::ty::Ty;

pub static FOR_EACH_LEVEL_REGION: Ludeme = Ludeme {
    id: "forEach Level [region]",
    head: "forEach",
    keyword: Some("Level"),
    gives: Ty::Region,
    doc: "",
    example: "(forEach Level at:(last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, ""),
        opt("stackDirection", Ty::Enum(&STACK_DIRECTION), ""),
        opt_named("if", Ty::Bool, "a condition that must hold"),
        opt_named("startAt", Ty::Int, ""),
    ],
    ..BASE
};

pub static FOR_EACH_TEAM_REGION: Ludeme = Ludeme {
    id: "forEach Team [region]",
    head: "forEach",
    keyword: Some("Team"),
    gives: Ty::Region,
    doc: "",
    example: "(forEach Team (sites Empty))",
    params: &[req("region", Ty::Region, "the region")],
    ..BASE
};

pub static FOR_EACH_REGION: Ludeme = Ludeme {
    id: "forEach [region]",
    head: "forEach",
    gives: Ty::Region,
    doc: "",
    example: "(forEach (sites Empty) if:(is Empty (to)))",
    params: &[req("region", Ty::Region, "the region"), named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static FOR_EACH_REGION_2: Ludeme = Ludeme {
    id: "forEach [region]#2",
    head: "forEach",
    gives: Ty::Region,
    doc: "",
    example: "(forEach of:(sites Empty) (sites Empty))",
    params: &[named("of", Ty::Region, ""), req("region", Ty::Region, "the region")],
    ..BASE
};

pub static FOR_EACH_REGION_3: Ludeme = Ludeme {
    id: "forEach [region]#3",
    head: "forEach",
    gives: Ty::Region,
    doc: "",
    example: "(forEach (array {1 2}) (sites Empty))",
    params: &[req("players", Ty::IntArray, ""), req("region", Ty::Region, "the region")],
    ..BASE
};

pub static LAST_BETWEEN: Ludeme = Ludeme {
    id: "last Between",
    head: "last",
    keyword: Some("Between"),
    gives: Ty::Region,
    doc: "",
    example: "(last Between)",
    ..BASE
};

pub static DIFFERENCE_REGION: Ludeme = Ludeme {
    id: "difference [region]",
    head: "difference",
    gives: Ty::Region,
    doc: "",
    example: "(difference (sites Empty) (sites Empty))",
    params: &[
        req("source", Ty::Region, ""),
        req("subtraction", Ty::Region, "").or(1),
        req("site", Ty::Int, "the site").or(1),
    ],
    ..BASE
};

pub static EXPAND: Ludeme = Ludeme {
    id: "expand",
    head: "expand",
    gives: Ty::Region,
    doc: "",
    example: "(expand (sites Empty))",
    params: &[
        opt("container", Ty::Int, "").or(1),
        opt("containerName", Ty::Text, "").or(1),
        req("region", Ty::Region, "the region").or(2),
        named("origin", Ty::Int, "").or(2),
        opt_named("steps", Ty::Int, ""),
        opt("directions", Ty::Enum(&ABSOLUTE_DIRECTION), "the directions to look in"),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
    ],
    ..BASE
};

pub static IF_REGION: Ludeme = Ludeme {
    id: "if [region]",
    head: "if",
    gives: Ty::Region,
    doc: "",
    example: "(if (is Empty (to)) (sites Empty))",
    params: &[
        req("condition", Ty::Bool, "the condition"),
        req("ok", Ty::Region, ""),
        opt("notOk", Ty::Region, ""),
    ],
    ..BASE
};

pub static INTERSECTION_REGION: Ludeme = Ludeme {
    id: "intersection [region]",
    head: "intersection",
    gives: Ty::Region,
    doc: "",
    example: "(intersection (sites Empty) (sites Empty))",
    params: &[
        req("region1", Ty::Region, "the first region"),
        req("region2", Ty::Region, "the second region"),
    ],
    ..BASE
};

pub static INTERSECTION_REGION_2: Ludeme = Ludeme {
    id: "intersection [region]#2",
    head: "intersection",
    gives: Ty::Region,
    doc: "",
    example: "(intersection {(sites Empty)})",
    params: &[req("regions", Ty::Region, "the regions").array(1)],
    ..BASE
};

pub static UNION_REGION: Ludeme = Ludeme {
    id: "union [region]",
    head: "union",
    gives: Ty::Region,
    doc: "",
    example: "(union (sites Empty) (sites Empty))",
    params: &[
        req("region1", Ty::Region, "the first region"),
        req("region2", Ty::Region, "the second region"),
    ],
    ..BASE
};

pub static UNION_REGION_2: Ludeme = Ludeme {
    id: "union [region]#2",
    head: "union",
    gives: Ty::Region,
    doc: "",
    example: "(union {(sites Empty)})",
    params: &[req("regions", Ty::Region, "the regions").array(1)],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &FOR_EACH_LEVEL_REGION,
    &FOR_EACH_TEAM_REGION,
    &FOR_EACH_REGION,
    &FOR_EACH_REGION_2,
    &FOR_EACH_REGION_3,
    &LAST_BETWEEN,
    &DIFFERENCE_REGION,
    &EXPAND,
    &IF_REGION,
    &INTERSECTION_REGION,
    &INTERSECTION_REGION_2,
    &UNION_REGION,
    &UNION_REGION_2,
];

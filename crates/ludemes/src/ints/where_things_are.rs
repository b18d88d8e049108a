//! Finding a site, a piece or a player by name, owner or place.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{ROLE_TYPE, SITE_TYPE};
use crate::ty::Ty;

pub static ARRAY_VALUE: Ludeme = Ludeme {
    id: "arrayValue",
    head: "arrayValue",
    gives: Ty::Int,
    doc: "",
    example: "(arrayValue (array {1 2}) index:(last To))",
    params: &[req("array", Ty::IntArray, "the list"), named("index", Ty::Int, "")],
    ..BASE
};

pub static CENTRE_POINT: Ludeme = Ludeme {
    id: "centrePoint",
    head: "centrePoint",
    gives: Ty::Int,
    doc: "",
    example: "(centrePoint)",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
    )],
    ..BASE
};

pub static COORD: Ludeme = Ludeme {
    id: "coord",
    head: "coord",
    gives: Ty::Int,
    doc: "",
    example: "(coord \"Disc\")",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        req("coordinate", Ty::Text, ""),
    ],
    ..BASE
};

pub static COORD_2: Ludeme = Ludeme {
    id: "coord#2",
    head: "coord",
    gives: Ty::Int,
    doc: "",
    example: "(coord row:(last To) column:(last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("row", Ty::Int, ""),
        named("column", Ty::Int, ""),
    ],
    ..BASE
};

pub static HAND_SITE: Ludeme = Ludeme {
    id: "handSite",
    head: "handSite",
    gives: Ty::Int,
    doc: "",
    example: "(handSite (last To))",
    params: &[
        req("player", Ty::Int, "").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt("site", Ty::Int, "the site"),
    ],
    ..BASE
};

pub static ID_INT: Ludeme = Ludeme {
    id: "id [int]",
    head: "id",
    gives: Ty::Int,
    doc: "",
    example: "(id \"Disc\")",
    params: &[req("name", Ty::Text, "the name")],
    ..BASE
};

pub static ID_INT_2: Ludeme = Ludeme {
    id: "id [int]#2",
    head: "id",
    gives: Ty::Int,
    doc: "",
    example: "(id Mover)",
    params: &[opt("name", Ty::Text, "the name"), req("who", Ty::Enum(&ROLE_TYPE), "")],
    ..BASE
};

pub static MAP_ENTRY: Ludeme = Ludeme {
    id: "mapEntry",
    head: "mapEntry",
    gives: Ty::Int,
    doc: "",
    example: "(mapEntry (last To))",
    params: &[
        opt("name", Ty::Text, "the name"),
        req("key", Ty::Int, "").or(1),
        req("keyRole", Ty::Enum(&ROLE_TYPE), "").or(1),
    ],
    ..BASE
};

pub static REGION_SITE: Ludeme = Ludeme {
    id: "regionSite",
    head: "regionSite",
    gives: Ty::Int,
    doc: "",
    example: "(regionSite (sites Empty) index:(last To))",
    params: &[req("region", Ty::Region, "the region"), named("index", Ty::Int, "")],
    ..BASE
};

pub static WHERE: Ludeme = Ludeme {
    id: "where",
    head: "where",
    gives: Ty::Int,
    doc: "",
    example: "(where \"Disc\" (last To))",
    params: &[
        req("namePiece", Ty::Text, ""),
        req("player", Ty::Int, "").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt_named("state", Ty::Int, ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
    ],
    ..BASE
};

pub static WHERE_2: Ludeme = Ludeme {
    id: "where#2",
    head: "where",
    gives: Ty::Int,
    doc: "",
    example: "(where (last To))",
    params: &[
        req("what", Ty::Int, ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
    ],
    ..BASE
};

pub static WHERE_LEVEL: Ludeme = Ludeme {
    id: "where Level",
    head: "where",
    keyword: Some("Level"),
    gives: Ty::Int,
    doc: "",
    example: "(where Level \"Disc\" (last To) at:(last To))",
    params: &[
        req("namePiece", Ty::Text, ""),
        req("player", Ty::Int, "").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt_named("state", Ty::Int, ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, ""),
        opt_named("fromTop", Ty::Bool, ""),
    ],
    ..BASE
};

pub static WHERE_LEVEL_2: Ludeme = Ludeme {
    id: "where Level#2",
    head: "where",
    keyword: Some("Level"),
    gives: Ty::Int,
    doc: "",
    example: "(where Level (last To) at:(last To))",
    params: &[
        req("what", Ty::Int, ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, ""),
        opt_named("fromTop", Ty::Bool, ""),
    ],
    ..BASE
};

pub static TOP_LEVEL: Ludeme = Ludeme {
    id: "topLevel",
    head: "topLevel",
    gives: Ty::Int,
    doc: "",
    example: "(topLevel at:(last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, ""),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &ARRAY_VALUE,
    &CENTRE_POINT,
    &COORD,
    &COORD_2,
    &HAND_SITE,
    &ID_INT,
    &ID_INT_2,
    &MAP_ENTRY,
    &REGION_SITE,
    &WHERE,
    &WHERE_2,
    &WHERE_LEVEL,
    &WHERE_LEVEL_2,
    &TOP_LEVEL,
];

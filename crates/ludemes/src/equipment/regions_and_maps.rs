//! Named sets of sites, maps from number to number, and the hints of puzzles.

use crate::entry::{BASE, Ludeme, opt, req};
use crate::enums::{LANDMARK_TYPE, REGION_TYPE_STATIC, ROLE_TYPE, SITE_TYPE};
use crate::ty::Ty;

pub static HINTS: Ludeme = Ludeme {
    id: "hints",
    head: "hints",
    gives: Ty::Item,
    doc: "",
    example: "(hints {(hint {0 1} 3)})",
    params: &[
        opt("label", Ty::Text, ""),
        req("records", Ty::Hint, "").array(1),
        opt("type", Ty::Enum(&SITE_TYPE), ""),
    ],
    ..BASE
};

pub static MAP: Ludeme = Ludeme {
    id: "map",
    head: "map",
    gives: Ty::Item,
    doc: "",
    example: "(map {(pair 0 7)})",
    params: &[opt("name", Ty::Text, ""), req("pairs", Ty::MapPair, "").array(1)],
    ..BASE
};

pub static MAP_2: Ludeme = Ludeme {
    id: "map#2",
    head: "map",
    gives: Ty::Item,
    doc: "",
    example: "(map {(last To)} {(last To)})",
    params: &[
        opt("name", Ty::Text, ""),
        req("keys", Ty::Int, "").array(1),
        req("values", Ty::Int, "").array(1),
    ],
    ..BASE
};

pub static REGIONS: Ludeme = Ludeme {
    id: "regions",
    head: "regions",
    gives: Ty::Item,
    doc: "",
    example: "(regions {3})",
    params: &[
        opt("name", Ty::Text, ""),
        opt("role", Ty::Enum(&ROLE_TYPE), ""),
        req("sites", Ty::IntLit, "").array(1).or(1),
        req("region", Ty::Region, "").or(1),
        req("regions", Ty::Region, "").array(1).or(1),
        req("staticRegion", Ty::Enum(&REGION_TYPE_STATIC), "").or(1),
        req("staticRegions", Ty::Enum(&REGION_TYPE_STATIC), "").array(1).or(1),
        opt("hintRegionLabel", Ty::Text, ""),
    ],
    ..BASE
};

pub static HINT_HINT: Ludeme = Ludeme {
    id: "hint [hint]",
    head: "hint",
    gives: Ty::Hint,
    doc: "",
    example: "(hint {3})",
    params: &[req("region", Ty::IntLit, "").array(1), opt("hint", Ty::IntLit, "")],
    ..BASE
};

pub static HINT_HINT_2: Ludeme = Ludeme {
    id: "hint [hint]#2",
    head: "hint",
    gives: Ty::Hint,
    doc: "",
    example: "(hint 3)",
    params: &[req("site", Ty::IntLit, ""), opt("hint", Ty::IntLit, "")],
    ..BASE
};

pub static PAIR_MAP_PAIR: Ludeme = Ludeme {
    id: "pair [map pair]",
    head: "pair",
    gives: Ty::MapPair,
    doc: "",
    example: "(pair (last To) (last To))",
    params: &[req("key", Ty::Int, ""), req("value", Ty::Int, "")],
    ..BASE
};

pub static PAIR_MAP_PAIR_2: Ludeme = Ludeme {
    id: "pair [map pair]#2",
    head: "pair",
    gives: Ty::MapPair,
    doc: "",
    example: "(pair Mover (last To))",
    params: &[req("key", Ty::Enum(&ROLE_TYPE), ""), req("value", Ty::Int, "")],
    ..BASE
};

pub static PAIR_MAP_PAIR_3: Ludeme = Ludeme {
    id: "pair [map pair]#3",
    head: "pair",
    gives: Ty::MapPair,
    doc: "",
    example: "(pair Mover Mover)",
    params: &[req("key", Ty::Enum(&ROLE_TYPE), ""), req("value", Ty::Enum(&ROLE_TYPE), "")],
    ..BASE
};

pub static PAIR_MAP_PAIR_4: Ludeme = Ludeme {
    id: "pair [map pair]#4",
    head: "pair",
    gives: Ty::MapPair,
    doc: "",
    example: "(pair \"Disc\" \"Disc\")",
    params: &[req("key", Ty::Text, ""), req("value", Ty::Text, "")],
    ..BASE
};

pub static PAIR_MAP_PAIR_5: Ludeme = Ludeme {
    id: "pair [map pair]#5",
    head: "pair",
    gives: Ty::MapPair,
    doc: "",
    example: "(pair (last To) \"Disc\")",
    params: &[req("key", Ty::Int, ""), req("value", Ty::Text, "")],
    ..BASE
};

pub static PAIR_MAP_PAIR_6: Ludeme = Ludeme {
    id: "pair [map pair]#6",
    head: "pair",
    gives: Ty::MapPair,
    doc: "",
    example: "(pair Mover \"Disc\")",
    params: &[req("key", Ty::Enum(&ROLE_TYPE), ""), req("value", Ty::Text, "")],
    ..BASE
};

pub static PAIR_MAP_PAIR_7: Ludeme = Ludeme {
    id: "pair [map pair]#7",
    head: "pair",
    gives: Ty::MapPair,
    doc: "",
    example: "(pair Mover CentreSite)",
    params: &[req("key", Ty::Enum(&ROLE_TYPE), ""), req("landmark", Ty::Enum(&LANDMARK_TYPE), "")],
    ..BASE
};

pub static PAIR_MAP_PAIR_8: Ludeme = Ludeme {
    id: "pair [map pair]#8",
    head: "pair",
    gives: Ty::MapPair,
    doc: "",
    example: "(pair \"Disc\" Mover)",
    params: &[req("key", Ty::Text, ""), req("value", Ty::Enum(&ROLE_TYPE), "")],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &HINTS,
    &MAP,
    &MAP_2,
    &REGIONS,
    &HINT_HINT,
    &HINT_HINT_2,
    &PAIR_MAP_PAIR,
    &PAIR_MAP_PAIR_2,
    &PAIR_MAP_PAIR_3,
    &PAIR_MAP_PAIR_4,
    &PAIR_MAP_PAIR_5,
    &PAIR_MAP_PAIR_6,
    &PAIR_MAP_PAIR_7,
    &PAIR_MAP_PAIR_8,
];

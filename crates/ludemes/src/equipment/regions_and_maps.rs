//! Named sets of sites, maps from number to number, and the hints of puzzles.

use crate::concept::Rule::{HidesAll, Shows};
use crate::entry::{BASE, Ludeme, opt, req};
use crate::enums::{LANDMARK_TYPE, REGION_TYPE_STATIC, ROLE_TYPE, SITE_TYPE};
use crate::meaning::Meaning;
use crate::ty::Ty;

pub static HINTS: Ludeme = Ludeme {
    id: "hints",
    head: "hints",
    gives: Ty::Item,
    doc: "The clues of a puzzle: regions with the number that belongs to each.",
    example: "(hints {(hint {0 5 10 15} 3) (hint {1 2 3 4} 4)})",
    english: "*",
    params: &[
        opt("label", Ty::Text, "a name for the clues"),
        req("records", Ty::Hint, "the clues").array(1),
        opt("type", Ty::Enum(&SITE_TYPE), "whether the clues lie on cells, vertices or edges"),
    ],
    concepts: &[Shows(&["Hints"]), HidesAll],
    meaning: Meaning::Part,
    ..BASE
};

pub static MAP: Ludeme = Ludeme {
    id: "map",
    head: "map",
    gives: Ty::Item,
    doc: "A table that leads from one number to another: from a site to a promotion site, from a player \
        to their goal.",
    example: "(map \"Entry\" {(pair P1 0) (pair P2 63)})",
    english: "*",
    params: &[
        opt("name", Ty::Text, "the name of the map, needed when there are several"),
        req("pairs", Ty::MapPair, "the entries").array(1),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static MAP_2: Ludeme = Ludeme {
    id: "map#2",
    head: "map",
    gives: Ty::Item,
    doc: "A table that leads from one number to another, given as two lists.",
    example: "(map {0 1 2} {7 8 9})",
    english: "*",
    params: &[
        opt("name", Ty::Text, "the name of the map, needed when there are several"),
        req("keys", Ty::Int, "where the entries lead from").array(1),
        req("values", Ty::Int, "where they lead to, in the same order").array(1),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static REGIONS: Ludeme = Ludeme {
    id: "regions",
    head: "regions",
    gives: Ty::Item,
    doc: "Gives a set of sites a name or an owner, so that rules can speak of it: `(sites \"Home\")`, \
        `(sites P1)`.",
    example: "(regions \"Home\" P1 (sites Bottom))",
    english: "*",
    params: &[
        opt("name", Ty::Text, "the name of the region"),
        opt("role", Ty::Enum(&ROLE_TYPE), "who owns it"),
        req("sites", Ty::IntLit, "the sites by number").array(1).or(1),
        req("region", Ty::Region, "the sites").or(1),
        req("regions", Ty::Region, "several regions under one name, as a game to connect two sides needs")
            .array(1)
            .or(1),
        req(
            "staticRegion",
            Ty::Enum(&REGION_TYPE_STATIC),
            "a family of regions that the board has, such as its rows",
        )
        .or(1),
        req("staticRegions", Ty::Enum(&REGION_TYPE_STATIC), "several such families").array(1).or(1),
        opt("hintRegionLabel", Ty::Text, "the name of the clues that the regions come from"),
    ],
    concepts: &[Shows(&["Region"])],
    meaning: Meaning::Part,
    ..BASE
};

pub static HINT_HINT: Ludeme = Ludeme {
    id: "hint [hint]",
    head: "hint",
    gives: Ty::Hint,
    doc: "A clue that concerns several sites.",
    example: "(hint {0 1 2} 6)",
    english: "*",
    params: &[
        req("region", Ty::IntLit, "the sites it concerns").array(1),
        opt("hint", Ty::IntLit, "the number; none, if left out"),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static HINT_HINT_2: Ludeme = Ludeme {
    id: "hint [hint]#2",
    head: "hint",
    gives: Ty::Hint,
    doc: "A clue that concerns one site.",
    example: "(hint 4 2)",
    english: "*",
    params: &[req("site", Ty::IntLit, "the site"), opt("hint", Ty::IntLit, "the number; none, if left out")],
    meaning: Meaning::Part,
    ..BASE
};

pub static PAIR_MAP_PAIR: Ludeme = Ludeme {
    id: "pair [map pair]",
    head: "pair",
    gives: Ty::MapPair,
    doc: "An entry of a map: from number to number.",
    example: "(pair (last To) (last To))",
    english: "{key:mapkey}: {value:mapvalue}",
    params: &[req("key", Ty::Int, "what the entry leads from"), req("value", Ty::Int, "what it leads to")],
    meaning: Meaning::Part,
    ..BASE
};

pub static PAIR_MAP_PAIR_2: Ludeme = Ludeme {
    id: "pair [map pair]#2",
    head: "pair",
    gives: Ty::MapPair,
    doc: "An entry of a map: from a player to a number.",
    example: "(pair P1 0)",
    english: "{key:mapkey}: {value:mapvalue}",
    params: &[
        req("key", Ty::Enum(&ROLE_TYPE), "what the entry leads from"),
        req("value", Ty::Int, "what it leads to"),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static PAIR_MAP_PAIR_3: Ludeme = Ludeme {
    id: "pair [map pair]#3",
    head: "pair",
    gives: Ty::MapPair,
    doc: "An entry of a map: from a player to a player.",
    example: "(pair P1 P2)",
    english: "{key:mapkey}: {value:player}",
    params: &[
        req("key", Ty::Enum(&ROLE_TYPE), "what the entry leads from"),
        req("value", Ty::Enum(&ROLE_TYPE), "what it leads to"),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static PAIR_MAP_PAIR_4: Ludeme = Ludeme {
    id: "pair [map pair]#4",
    head: "pair",
    gives: Ty::MapPair,
    doc: "An entry of a map: from a coordinate to a coordinate.",
    example: "(pair \"A1\" \"H8\")",
    english: "{key:text}: {value:text}",
    params: &[req("key", Ty::Text, "what the entry leads from"), req("value", Ty::Text, "what it leads to")],
    meaning: Meaning::Part,
    ..BASE
};

pub static PAIR_MAP_PAIR_5: Ludeme = Ludeme {
    id: "pair [map pair]#5",
    head: "pair",
    gives: Ty::MapPair,
    doc: "An entry of a map: from a number to a coordinate.",
    example: "(pair 0 \"H8\")",
    english: "{key:mapkey}: {value:text}",
    params: &[req("key", Ty::Int, "what the entry leads from"), req("value", Ty::Text, "what it leads to")],
    meaning: Meaning::Part,
    ..BASE
};

pub static PAIR_MAP_PAIR_6: Ludeme = Ludeme {
    id: "pair [map pair]#6",
    head: "pair",
    gives: Ty::MapPair,
    doc: "An entry of a map: from a player to a coordinate.",
    example: "(pair P1 \"H8\")",
    english: "{key:mapkey}: {value:text}",
    params: &[
        req("key", Ty::Enum(&ROLE_TYPE), "what the entry leads from"),
        req("value", Ty::Text, "what it leads to"),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static PAIR_MAP_PAIR_7: Ludeme = Ludeme {
    id: "pair [map pair]#7",
    head: "pair",
    gives: Ty::MapPair,
    doc: "An entry of a map: from a player to a landmark of the board.",
    example: "(pair P1 CentreSite)",
    english: "{key:mapkey}: {landmark:enum}",
    params: &[
        req("key", Ty::Enum(&ROLE_TYPE), "what the entry leads from"),
        req("landmark", Ty::Enum(&LANDMARK_TYPE), "the landmark it leads to"),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static PAIR_MAP_PAIR_8: Ludeme = Ludeme {
    id: "pair [map pair]#8",
    head: "pair",
    gives: Ty::MapPair,
    doc: "An entry of a map: from a coordinate to a player.",
    example: "(pair \"A1\" P1)",
    english: "{key:text}: {value:player}",
    params: &[
        req("key", Ty::Text, "what the entry leads from"),
        req("value", Ty::Enum(&ROLE_TYPE), "what it leads to"),
    ],
    meaning: Meaning::Part,
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

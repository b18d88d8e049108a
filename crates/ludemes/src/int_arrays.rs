//! Lists of numbers.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{ABSOLUTE_DIRECTION, ROLE_TYPE, SITE_TYPE};
use crate::ty::Ty;

pub static ARRAY: Ludeme = Ludeme {
    id: "array",
    head: "array",
    gives: Ty::IntArray,
    doc: "",
    example: "(array (sites Empty))",
    params: &[req("region", Ty::Region, "the region")],
    ..BASE
};

pub static ARRAY_2: Ludeme = Ludeme {
    id: "array#2",
    head: "array",
    gives: Ty::IntArray,
    doc: "",
    example: "(array {(last To)})",
    params: &[req("ints", Ty::Int, "").array(1)],
    ..BASE
};

pub static TEAM: Ludeme =
    Ludeme { id: "team", head: "team", gives: Ty::IntArray, doc: "", example: "(team)", ..BASE };

pub static DIFFERENCE_INTS: Ludeme = Ludeme {
    id: "difference [ints]",
    head: "difference",
    gives: Ty::IntArrayDifference,
    doc: "",
    example: "(difference (array {1 2}) (array {1 2}))",
    params: &[
        req("source", Ty::IntArray, ""),
        req("subtraction", Ty::IntArray, "").or(1),
        req("value", Ty::Int, "").or(1),
    ],
    ..BASE
};

pub static IF_INTS: Ludeme = Ludeme {
    id: "if [ints]",
    head: "if",
    gives: Ty::IntArray,
    doc: "",
    example: "(if (is Empty (to)) (array {1 2}))",
    params: &[
        req("condition", Ty::Bool, "the condition"),
        req("ok", Ty::IntArray, ""),
        opt("notOk", Ty::IntArray, ""),
    ],
    ..BASE
};

pub static INTERSECTION_INTS: Ludeme = Ludeme {
    id: "intersection [ints]",
    head: "intersection",
    gives: Ty::IntArray,
    doc: "",
    example: "(intersection (array {1 2}) (array {1 2}))",
    params: &[req("array1", Ty::IntArray, "the first list"), req("array2", Ty::IntArray, "the second list")],
    ..BASE
};

pub static INTERSECTION_INTS_2: Ludeme = Ludeme {
    id: "intersection [ints]#2",
    head: "intersection",
    gives: Ty::IntArray,
    doc: "",
    example: "(intersection {(array {1 2})})",
    params: &[req("arrays", Ty::IntArray, "the lists").array(1)],
    ..BASE
};

pub static RESULTS: Ludeme = Ludeme {
    id: "results",
    head: "results",
    gives: Ty::IntArray,
    doc: "",
    example: "(results from:(last To) to:(last To) (last To))",
    params: &[
        named("from", Ty::Int, "").or(1),
        named("fromRegion", Ty::Region, "").label("from").or(1),
        named("to", Ty::Int, "").or(2),
        named("toRegion", Ty::Region, "").label("to").or(2),
        req("function", Ty::Int, ""),
    ],
    ..BASE
};

pub static UNION_INTS: Ludeme = Ludeme {
    id: "union [ints]",
    head: "union",
    gives: Ty::IntArray,
    doc: "",
    example: "(union (array {1 2}) (array {1 2}))",
    params: &[req("array1", Ty::IntArray, "the first list"), req("array2", Ty::IntArray, "the second list")],
    ..BASE
};

pub static UNION_INTS_2: Ludeme = Ludeme {
    id: "union [ints]#2",
    head: "union",
    gives: Ty::IntArray,
    doc: "",
    example: "(union {(array {1 2})})",
    params: &[req("arrays", Ty::IntArray, "the lists").array(1)],
    ..BASE
};

pub static PLAYERS_TEAM1: Ludeme = Ludeme {
    id: "players Team1",
    head: "players",
    keyword: Some("Team1"),
    gives: Ty::IntArray,
    doc: "",
    example: "(players Team1)",
    params: &[opt_named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static PLAYERS_TEAM2: Ludeme = Ludeme {
    id: "players Team2",
    head: "players",
    keyword: Some("Team2"),
    gives: Ty::IntArray,
    doc: "",
    example: "(players Team2)",
    params: &[opt_named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static PLAYERS_TEAM3: Ludeme = Ludeme {
    id: "players Team3",
    head: "players",
    keyword: Some("Team3"),
    gives: Ty::IntArray,
    doc: "",
    example: "(players Team3)",
    params: &[opt_named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static PLAYERS_TEAM4: Ludeme = Ludeme {
    id: "players Team4",
    head: "players",
    keyword: Some("Team4"),
    gives: Ty::IntArray,
    doc: "",
    example: "(players Team4)",
    params: &[opt_named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static PLAYERS_TEAM5: Ludeme = Ludeme {
    id: "players Team5",
    head: "players",
    keyword: Some("Team5"),
    gives: Ty::IntArray,
    doc: "",
    example: "(players Team5)",
    params: &[opt_named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static PLAYERS_TEAM6: Ludeme = Ludeme {
    id: "players Team6",
    head: "players",
    keyword: Some("Team6"),
    gives: Ty::IntArray,
    doc: "",
    example: "(players Team6)",
    params: &[opt_named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static PLAYERS_TEAM7: Ludeme = Ludeme {
    id: "players Team7",
    head: "players",
    keyword: Some("Team7"),
    gives: Ty::IntArray,
    doc: "",
    example: "(players Team7)",
    params: &[opt_named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static PLAYERS_TEAM8: Ludeme = Ludeme {
    id: "players Team8",
    head: "players",
    keyword: Some("Team8"),
    gives: Ty::IntArray,
    doc: "",
    example: "(players Team8)",
    params: &[opt_named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static PLAYERS_TEAM9: Ludeme = Ludeme {
    id: "players Team9",
    head: "players",
    keyword: Some("Team9"),
    gives: Ty::IntArray,
    doc: "",
    example: "(players Team9)",
    params: &[opt_named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static PLAYERS_TEAM10: Ludeme = Ludeme {
    id: "players Team10",
    head: "players",
    keyword: Some("Team10"),
    gives: Ty::IntArray,
    doc: "",
    example: "(players Team10)",
    params: &[opt_named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static PLAYERS_TEAM11: Ludeme = Ludeme {
    id: "players Team11",
    head: "players",
    keyword: Some("Team11"),
    gives: Ty::IntArray,
    doc: "",
    example: "(players Team11)",
    params: &[opt_named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static PLAYERS_TEAM12: Ludeme = Ludeme {
    id: "players Team12",
    head: "players",
    keyword: Some("Team12"),
    gives: Ty::IntArray,
    doc: "",
    example: "(players Team12)",
    params: &[opt_named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static PLAYERS_TEAM13: Ludeme = Ludeme {
    id: "players Team13",
    head: "players",
    keyword: Some("Team13"),
    gives: Ty::IntArray,
    doc: "",
    example: "(players Team13)",
    params: &[opt_named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static PLAYERS_TEAM14: Ludeme = Ludeme {
    id: "players Team14",
    head: "players",
    keyword: Some("Team14"),
    gives: Ty::IntArray,
    doc: "",
    example: "(players Team14)",
    params: &[opt_named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static PLAYERS_TEAM15: Ludeme = Ludeme {
    id: "players Team15",
    head: "players",
    keyword: Some("Team15"),
    gives: Ty::IntArray,
    doc: "",
    example: "(players Team15)",
    params: &[opt_named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static PLAYERS_TEAM16: Ludeme = Ludeme {
    id: "players Team16",
    head: "players",
    keyword: Some("Team16"),
    gives: Ty::IntArray,
    doc: "",
    example: "(players Team16)",
    params: &[opt_named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static PLAYERS_ALL: Ludeme = Ludeme {
    id: "players All",
    head: "players",
    keyword: Some("All"),
    gives: Ty::IntArray,
    doc: "",
    example: "(players All)",
    params: &[opt_named("of", Ty::Int, ""), opt_named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static PLAYERS_NON_MOVER: Ludeme = Ludeme {
    id: "players NonMover",
    head: "players",
    keyword: Some("NonMover"),
    gives: Ty::IntArray,
    doc: "",
    example: "(players NonMover)",
    params: &[opt_named("of", Ty::Int, ""), opt_named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static PLAYERS_ENEMY: Ludeme = Ludeme {
    id: "players Enemy",
    head: "players",
    keyword: Some("Enemy"),
    gives: Ty::IntArray,
    doc: "",
    example: "(players Enemy)",
    params: &[opt_named("of", Ty::Int, ""), opt_named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static PLAYERS_FRIEND: Ludeme = Ludeme {
    id: "players Friend",
    head: "players",
    keyword: Some("Friend"),
    gives: Ty::IntArray,
    doc: "",
    example: "(players Friend)",
    params: &[opt_named("of", Ty::Int, ""), opt_named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static PLAYERS_ALLY: Ludeme = Ludeme {
    id: "players Ally",
    head: "players",
    keyword: Some("Ally"),
    gives: Ty::IntArray,
    doc: "",
    example: "(players Ally)",
    params: &[opt_named("of", Ty::Int, ""), opt_named("if", Ty::Bool, "a condition that must hold")],
    ..BASE
};

pub static SIZES_GROUP: Ludeme = Ludeme {
    id: "sizes Group",
    head: "sizes",
    keyword: Some("Group"),
    gives: Ty::IntArray,
    doc: "",
    example: "(sizes Group)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("directions", Ty::Direction, "the directions to look in"),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt_named("of", Ty::Int, "").or(1),
        opt_named("if", Ty::Bool, "a condition that must hold").or(1),
        opt_named("min", Ty::Int, ""),
        opt_named(
            "isVisible",
            Ty::Bool,
            "True if sites that can be seen through each other count as neighbours (pyramids only); \
                False if left out",
        ),
    ],
    ..BASE
};

pub static ROTATIONS: Ludeme = Ludeme {
    id: "rotations",
    head: "rotations",
    gives: Ty::Rotations,
    doc: "",
    example: "(rotations Orthogonal)",
    params: &[
        req("directionOfRotation", Ty::Enum(&ABSOLUTE_DIRECTION), "").or(1),
        req("directionsOfRotation", Ty::Enum(&ABSOLUTE_DIRECTION), "").array(1).or(1),
    ],
    ..BASE
};

pub static VALUES_REMEMBERED: Ludeme = Ludeme {
    id: "values Remembered",
    head: "values",
    keyword: Some("Remembered"),
    gives: Ty::IntArray,
    doc: "",
    example: "(values Remembered)",
    params: &[opt("name", Ty::Text, "the name")],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &ARRAY,
    &ARRAY_2,
    &TEAM,
    &DIFFERENCE_INTS,
    &IF_INTS,
    &INTERSECTION_INTS,
    &INTERSECTION_INTS_2,
    &RESULTS,
    &UNION_INTS,
    &UNION_INTS_2,
    &PLAYERS_TEAM1,
    &PLAYERS_TEAM2,
    &PLAYERS_TEAM3,
    &PLAYERS_TEAM4,
    &PLAYERS_TEAM5,
    &PLAYERS_TEAM6,
    &PLAYERS_TEAM7,
    &PLAYERS_TEAM8,
    &PLAYERS_TEAM9,
    &PLAYERS_TEAM10,
    &PLAYERS_TEAM11,
    &PLAYERS_TEAM12,
    &PLAYERS_TEAM13,
    &PLAYERS_TEAM14,
    &PLAYERS_TEAM15,
    &PLAYERS_TEAM16,
    &PLAYERS_ALL,
    &PLAYERS_NON_MOVER,
    &PLAYERS_ENEMY,
    &PLAYERS_FRIEND,
    &PLAYERS_ALLY,
    &SIZES_GROUP,
    &ROTATIONS,
    &VALUES_REMEMBERED,
];

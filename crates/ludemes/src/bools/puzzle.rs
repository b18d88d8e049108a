//! The constraints of deduction puzzles.

use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{PUZZLE_ELEMENT_TYPE, SITE_TYPE};
use crate::ty::Ty;

pub static FOR_ALL: Ludeme = Ludeme {
    id: "forAll",
    head: "forAll",
    gives: Ty::Bool,
    doc: "",
    example: "(forAll Cell (is Empty (to)))",
    params: &[req("type", Ty::Enum(&PUZZLE_ELEMENT_TYPE), ""), req("constraint", Ty::Bool, "")],
    ..BASE
};

pub static ALL_DIFFERENT_2: Ludeme = Ludeme {
    id: "all Different#2",
    head: "all",
    keyword: Some("Different"),
    gives: Ty::Bool,
    doc: "",
    example: "(all Different)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("region", Ty::Region, "the region"),
        opt_named("except", Ty::Int, "").or(1),
        opt_named("excepts", Ty::Int, "").array(1).or(1),
    ],
    ..BASE
};

pub static IS_SOLVED: Ludeme = Ludeme {
    id: "is Solved",
    head: "is",
    keyword: Some("Solved"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Solved)",
    ..BASE
};

pub static IS_UNIQUE: Ludeme = Ludeme {
    id: "is Unique",
    head: "is",
    keyword: Some("Unique"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Unique)",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
    )],
    ..BASE
};

pub static IS_COUNT: Ludeme = Ludeme {
    id: "is Count",
    head: "is",
    keyword: Some("Count"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Count (last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("region", Ty::Region, "the region"),
        opt_named("of", Ty::Int, ""),
        opt("nameRegion", Ty::Text, ""),
        req("result", Ty::Int, ""),
    ],
    ..BASE
};

pub static IS_SUM: Ludeme = Ludeme {
    id: "is Sum",
    head: "is",
    keyword: Some("Sum"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Sum (last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("region", Ty::Region, "the region"),
        opt_named("of", Ty::Int, ""),
        opt("nameRegion", Ty::Text, ""),
        req("result", Ty::Int, ""),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&FOR_ALL, &ALL_DIFFERENT_2, &IS_SOLVED, &IS_UNIQUE, &IS_COUNT, &IS_SUM];

//! The constraints of deduction puzzles.

use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{PUZZLE_ELEMENT_TYPE, SITE_TYPE};
use crate::ty::Ty;

pub static FOR_ALL: Ludeme = Ludeme {
    id: "forAll",
    head: "forAll",
    gives: Ty::Bool,
    doc: "A constraint of a puzzle that must hold for every cell, edge, vertex or clue.",
    example: "(forAll Vertex (is Count (sites Incident Edge of:Vertex at:(site)) of:1 (hint Vertex \
        at:(site))))",
    params: &[
        req("type", Ty::Enum(&PUZZLE_ELEMENT_TYPE), "what the constraint is asked of, one after another"),
        req(
            "constraint",
            Ty::Bool,
            "the constraint; within it, `(site)`, `(edge)` or `(hint)` is the one being asked of",
        ),
    ],
    ..BASE
};

pub static ALL_DIFFERENT_2: Ludeme = Ludeme {
    id: "all Different#2",
    head: "all",
    keyword: Some("Different"),
    gives: Ty::Bool,
    doc: "In a puzzle: no value occurs twice in a region.",
    example: "(all Different)",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("region", Ty::Region, "where; every region of the game in turn, if left out"),
        opt_named("except", Ty::Int, "a value that may be repeated").or(1),
        opt_named("excepts", Ty::Int, "values that may be repeated").array(1).or(1),
    ],
    ..BASE
};

pub static IS_SOLVED: Ludeme = Ludeme {
    id: "is Solved",
    head: "is",
    keyword: Some("Solved"),
    gives: Ty::Bool,
    doc: "True when every variable of the puzzle has a value and all constraints hold.",
    example: "(is Solved)",
    ..BASE
};

pub static IS_UNIQUE: Ludeme = Ludeme {
    id: "is Unique",
    head: "is",
    keyword: Some("Unique"),
    gives: Ty::Bool,
    doc: "In a puzzle: no two lines of the region are filled alike.",
    example: "(is Unique)",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    ..BASE
};

pub static IS_COUNT: Ludeme = Ludeme {
    id: "is Count",
    head: "is",
    keyword: Some("Count"),
    gives: Ty::Bool,
    doc: "In a puzzle: a value occurs a given number of times in a region.",
    example: "(is Count (sites Board) of:1 4)",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "whether cells, vertices or edges are meant; cells, if left out"),
        opt("region", Ty::Region, "where; every region of the game in turn, if left out"),
        opt_named("of", Ty::Int, "which value to count; 1, if left out"),
        opt("nameRegion", Ty::Text, "the name of the region"),
        req("result", Ty::Int, "how often it must occur"),
    ],
    ..BASE
};

pub static IS_SUM: Ludeme = Ludeme {
    id: "is Sum",
    head: "is",
    keyword: Some("Sum"),
    gives: Ty::Bool,
    doc: "In a puzzle: the values in a region add up to a number.",
    example: "(is Sum (sites Row 0) 15)",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "whether cells, vertices or edges are meant; cells, if left out"),
        opt("region", Ty::Region, "where; every region of the game in turn, if left out"),
        opt_named("of", Ty::Int, "unused in a sum"),
        opt("nameRegion", Ty::Text, "the name of the region"),
        req("result", Ty::Int, "what they must add up to"),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&FOR_ALL, &ALL_DIFFERENT_2, &IS_SOLVED, &IS_UNIQUE, &IS_COUNT, &IS_SUM];

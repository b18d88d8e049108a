//! Numbers and regions compared.

use crate::entry::{BASE, Ludeme, req};
use crate::enums::ROLE_TYPE;
use crate::ty::Ty;

pub static EQUALS: Ludeme = Ludeme {
    id: "=",
    head: "=",
    gives: Ty::Bool,
    doc: "",
    example: "(= (last To) (last To))",
    params: &[
        req("valueA", Ty::Int, "the first number"),
        req("valueB", Ty::Int, "the second number").or(1),
        req("roleB", Ty::Enum(&ROLE_TYPE), "").or(1),
    ],
    ..BASE
};

pub static EQUALS_2: Ludeme = Ludeme {
    id: "=#2",
    head: "=",
    gives: Ty::Bool,
    doc: "",
    example: "(= (sites Empty) (sites Empty))",
    params: &[
        req("regionA", Ty::Region, "the first region"),
        req("regionB", Ty::Region, "the second region"),
    ],
    ..BASE
};

pub static GREATER_OR_EQUAL: Ludeme = Ludeme {
    id: ">=",
    head: ">=",
    gives: Ty::Bool,
    doc: "",
    example: "(>= (last To) (last To))",
    params: &[req("valueA", Ty::Int, "the first number"), req("valueB", Ty::Int, "the second number")],
    ..BASE
};

pub static GREATER: Ludeme = Ludeme {
    id: ">",
    head: ">",
    gives: Ty::Bool,
    doc: "",
    example: "(> (last To) (last To))",
    params: &[req("valueA", Ty::Int, "the first number"), req("valueB", Ty::Int, "the second number")],
    ..BASE
};

pub static LESS_OR_EQUAL: Ludeme = Ludeme {
    id: "<=",
    head: "<=",
    gives: Ty::Bool,
    doc: "",
    example: "(<= (last To) (last To))",
    params: &[req("valueA", Ty::Int, "the first number"), req("valueB", Ty::Int, "the second number")],
    ..BASE
};

pub static LESS: Ludeme = Ludeme {
    id: "<",
    head: "<",
    gives: Ty::Bool,
    doc: "",
    example: "(< (last To) (last To))",
    params: &[req("valueA", Ty::Int, "the first number"), req("valueB", Ty::Int, "the second number")],
    ..BASE
};

pub static NOT_EQUAL: Ludeme = Ludeme {
    id: "!=",
    head: "!=",
    gives: Ty::Bool,
    doc: "",
    example: "(!= (last To) (last To))",
    params: &[
        req("valueA", Ty::Int, "the first number"),
        req("valueB", Ty::Int, "the second number").or(1),
        req("roleB", Ty::Enum(&ROLE_TYPE), "").or(1),
    ],
    ..BASE
};

pub static NOT_EQUAL_2: Ludeme = Ludeme {
    id: "!=#2",
    head: "!=",
    gives: Ty::Bool,
    doc: "",
    example: "(!= (sites Empty) (sites Empty))",
    params: &[
        req("regionA", Ty::Region, "the first region"),
        req("regionB", Ty::Region, "the second region"),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&EQUALS, &EQUALS_2, &GREATER_OR_EQUAL, &GREATER, &LESS_OR_EQUAL, &LESS, &NOT_EQUAL, &NOT_EQUAL_2];

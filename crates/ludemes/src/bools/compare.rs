//! Numbers and regions compared.

use crate::entry::{BASE, Ludeme, req};
use crate::enums::ROLE_TYPE;
use crate::ty::Ty;

pub static EQUALS: Ludeme = Ludeme {
    id: "=",
    head: "=",
    gives: Ty::Bool,
    doc: "True when two numbers are equal, or when a number is that of a player.",
    example: "(= (count Pieces Mover) 3)",
    params: &[
        req("valueA", Ty::Int, "the first number"),
        req("valueB", Ty::Int, "the second number").or(1),
        req("roleB", Ty::Enum(&ROLE_TYPE), "the player whose number is compared").or(1),
    ],
    ..BASE
};

pub static EQUALS_2: Ludeme = Ludeme {
    id: "=#2",
    head: "=",
    gives: Ty::Bool,
    doc: "True when two regions hold exactly the same sites.",
    example: "(= (sites Occupied by:Mover) (sites Top))",
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
    doc: "True when the first number is at least as large as the second.",
    example: "(>= (score Mover) 10)",
    params: &[req("valueA", Ty::Int, "the first number"), req("valueB", Ty::Int, "the second number")],
    ..BASE
};

pub static GREATER: Ludeme = Ludeme {
    id: ">",
    head: ">",
    gives: Ty::Bool,
    doc: "True when the first number is larger than the second.",
    example: "(> (count Pieces P1) (count Pieces P2))",
    params: &[req("valueA", Ty::Int, "the first number"), req("valueB", Ty::Int, "the second number")],
    ..BASE
};

pub static LESS_OR_EQUAL: Ludeme = Ludeme {
    id: "<=",
    head: "<=",
    gives: Ty::Bool,
    doc: "True when the first number is at most as large as the second.",
    example: "(<= (count Pieces Next) 2)",
    params: &[req("valueA", Ty::Int, "the first number"), req("valueB", Ty::Int, "the second number")],
    ..BASE
};

pub static LESS: Ludeme = Ludeme {
    id: "<",
    head: "<",
    gives: Ty::Bool,
    doc: "True when the first number is smaller than the second.",
    example: "(< (state at:(to)) 3)",
    params: &[req("valueA", Ty::Int, "the first number"), req("valueB", Ty::Int, "the second number")],
    ..BASE
};

pub static NOT_EQUAL: Ludeme = Ludeme {
    id: "!=",
    head: "!=",
    gives: Ty::Bool,
    doc: "True when two numbers differ, or when a number is not that of a player.",
    example: "(!= (who at:(to)) (mover))",
    params: &[
        req("valueA", Ty::Int, "the first number"),
        req("valueB", Ty::Int, "the second number").or(1),
        req("roleB", Ty::Enum(&ROLE_TYPE), "the player whose number is compared").or(1),
    ],
    ..BASE
};

pub static NOT_EQUAL_2: Ludeme = Ludeme {
    id: "!=#2",
    head: "!=",
    gives: Ty::Bool,
    doc: "True when two regions do not hold exactly the same sites.",
    example: "(!= (sites Occupied by:Mover) (sites Top))",
    params: &[
        req("regionA", Ty::Region, "the first region"),
        req("regionB", Ty::Region, "the second region"),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&EQUALS, &EQUALS_2, &GREATER_OR_EQUAL, &GREATER, &LESS_OR_EQUAL, &LESS, &NOT_EQUAL, &NOT_EQUAL_2];

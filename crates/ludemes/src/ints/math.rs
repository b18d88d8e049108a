//! Arithmetic on whole numbers.

use crate::entry::{BASE, Ludeme, opt, req};
use crate::ty::Ty;

pub static TO_INT_CAST: Ludeme = Ludeme {
    id: "toInt",
    head: "toInt",
    gives: Ty::Int,
    doc: "",
    example: "(toInt (is Empty (to)))",
    params: &[req("bool", Ty::Bool, "").or(1), req("float", Ty::Float, "").or(1)],
    ..BASE
};

pub static ABS_INT: Ludeme = Ludeme {
    id: "abs [int]",
    head: "abs",
    gives: Ty::Int,
    doc: "",
    example: "(abs (last To))",
    params: &[req("value", Ty::Int, "")],
    ..BASE
};

pub static ADD_INT: Ludeme = Ludeme {
    id: "+ [int]",
    head: "+",
    gives: Ty::Int,
    doc: "",
    example: "(+ (last To) (last To))",
    params: &[req("a", Ty::Int, "the first number"), req("b", Ty::Int, "the second number")],
    ..BASE
};

pub static ADD_INT_2: Ludeme = Ludeme {
    id: "+ [int]#2",
    head: "+",
    gives: Ty::Int,
    doc: "",
    example: "(+ {(last To)})",
    params: &[
        req("list", Ty::Int, "the numbers").array(1).or(1),
        req("array", Ty::IntArray, "the list").or(1),
    ],
    ..BASE
};

pub static DIV_INT: Ludeme = Ludeme {
    id: "/ [int]",
    head: "/",
    gives: Ty::Int,
    doc: "",
    example: "(/ (last To) (last To))",
    params: &[req("a", Ty::Int, "the first number"), req("b", Ty::Int, "the second number")],
    ..BASE
};

pub static IF_INT: Ludeme = Ludeme {
    id: "if [int]",
    head: "if",
    gives: Ty::Int,
    doc: "",
    example: "(if (is Empty (to)) (last To) (last To))",
    params: &[
        req("condition", Ty::Bool, "the condition"),
        req("valueA", Ty::Int, "the first number"),
        req("valueB", Ty::Int, "the second number"),
    ],
    ..BASE
};

pub static MAX_INT: Ludeme = Ludeme {
    id: "max [int]",
    head: "max",
    gives: Ty::Int,
    doc: "",
    example: "(max (last To) (last To))",
    params: &[req("valueA", Ty::Int, "the first number"), req("valueB", Ty::Int, "the second number")],
    ..BASE
};

pub static MAX_INT_2: Ludeme = Ludeme {
    id: "max [int]#2",
    head: "max",
    gives: Ty::Int,
    doc: "",
    example: "(max (array {1 2}))",
    params: &[req("array", Ty::IntArray, "the list")],
    ..BASE
};

pub static MIN_INT: Ludeme = Ludeme {
    id: "min [int]",
    head: "min",
    gives: Ty::Int,
    doc: "",
    example: "(min (last To) (last To))",
    params: &[req("valueA", Ty::Int, "the first number"), req("valueB", Ty::Int, "the second number")],
    ..BASE
};

pub static MIN_INT_2: Ludeme = Ludeme {
    id: "min [int]#2",
    head: "min",
    gives: Ty::Int,
    doc: "",
    example: "(min (array {1 2}))",
    params: &[req("array", Ty::IntArray, "the list")],
    ..BASE
};

pub static MOD: Ludeme = Ludeme {
    id: "%",
    head: "%",
    gives: Ty::Int,
    doc: "",
    example: "(% (last To) (last To))",
    params: &[req("value", Ty::Int, ""), req("modulo", Ty::Int, "")],
    ..BASE
};

pub static MUL_INT: Ludeme = Ludeme {
    id: "* [int]",
    head: "*",
    gives: Ty::Int,
    doc: "",
    example: "(* (last To) (last To))",
    params: &[req("a", Ty::Int, "the first number"), req("b", Ty::Int, "the second number")],
    ..BASE
};

pub static MUL_INT_2: Ludeme = Ludeme {
    id: "* [int]#2",
    head: "*",
    gives: Ty::Int,
    doc: "",
    example: "(* {(last To)})",
    params: &[
        req("list", Ty::Int, "the numbers").array(1).or(1),
        req("array", Ty::IntArray, "the list").or(1),
    ],
    ..BASE
};

pub static POW_INT: Ludeme = Ludeme {
    id: "^ [int]",
    head: "^",
    gives: Ty::Int,
    doc: "",
    example: "(^ (last To) (last To))",
    params: &[req("a", Ty::Int, "the first number"), req("b", Ty::Int, "the second number")],
    ..BASE
};

pub static SUB_INT: Ludeme = Ludeme {
    id: "- [int]",
    head: "-",
    gives: Ty::Int,
    doc: "",
    example: "(- (last To))",
    params: &[opt("valueA", Ty::Int, "the first number"), req("valueB", Ty::Int, "the second number")],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &TO_INT_CAST,
    &ABS_INT,
    &ADD_INT,
    &ADD_INT_2,
    &DIV_INT,
    &IF_INT,
    &MAX_INT,
    &MAX_INT_2,
    &MIN_INT,
    &MIN_INT_2,
    &MOD,
    &MUL_INT,
    &MUL_INT_2,
    &POW_INT,
    &SUB_INT,
];

//! Arithmetic on decimal numbers.

use crate::entry::{BASE, Ludeme, req};
use crate::ty::Ty;

pub static TO_FLOAT: Ludeme = Ludeme {
    id: "toFloat",
    head: "toFloat",
    gives: Ty::Float,
    doc: "",
    example: "(toFloat (is Empty (to)))",
    params: &[req("bool", Ty::Bool, "").or(1), req("int", Ty::Int, "").or(1)],
    ..BASE
};

pub static ABS_FLOAT: Ludeme = Ludeme {
    id: "abs [float]",
    head: "abs",
    gives: Ty::Float,
    doc: "",
    example: "(abs 0.5)",
    params: &[req("value", Ty::Float, "")],
    ..BASE
};

pub static ADD_FLOAT: Ludeme = Ludeme {
    id: "+ [float]",
    head: "+",
    gives: Ty::Float,
    doc: "",
    example: "(+ 0.5 0.5)",
    params: &[req("a", Ty::Float, "the number"), req("b", Ty::Float, "the second number")],
    ..BASE
};

pub static ADD_FLOAT_2: Ludeme = Ludeme {
    id: "+ [float]#2",
    head: "+",
    gives: Ty::Float,
    doc: "",
    example: "(+ {0.5})",
    params: &[req("list", Ty::Float, "the numbers").array(1)],
    ..BASE
};

pub static COS: Ludeme = Ludeme {
    id: "cos",
    head: "cos",
    gives: Ty::Float,
    doc: "",
    example: "(cos 0.5)",
    params: &[req("a", Ty::Float, "the number")],
    ..BASE
};

pub static DIV_FLOAT: Ludeme = Ludeme {
    id: "/ [float]",
    head: "/",
    gives: Ty::Float,
    doc: "",
    example: "(/ 0.5 0.5)",
    params: &[req("a", Ty::Float, "the number"), req("b", Ty::Float, "the second number")],
    ..BASE
};

pub static EXP: Ludeme = Ludeme {
    id: "exp",
    head: "exp",
    gives: Ty::Float,
    doc: "",
    example: "(exp 0.5)",
    params: &[req("a", Ty::Float, "the number")],
    ..BASE
};

pub static LOG: Ludeme = Ludeme {
    id: "log",
    head: "log",
    gives: Ty::Float,
    doc: "",
    example: "(log 0.5)",
    params: &[req("a", Ty::Float, "the number")],
    ..BASE
};

pub static LOG10: Ludeme = Ludeme {
    id: "log10",
    head: "log10",
    gives: Ty::Float,
    doc: "",
    example: "(log10 0.5)",
    params: &[req("a", Ty::Float, "the number")],
    ..BASE
};

pub static MAX_FLOAT: Ludeme = Ludeme {
    id: "max [float]",
    head: "max",
    gives: Ty::Float,
    doc: "",
    example: "(max 0.5 0.5)",
    params: &[req("a", Ty::Float, "the number"), req("b", Ty::Float, "the second number")],
    ..BASE
};

pub static MAX_FLOAT_2: Ludeme = Ludeme {
    id: "max [float]#2",
    head: "max",
    gives: Ty::Float,
    doc: "",
    example: "(max {0.5})",
    params: &[req("list", Ty::Float, "the numbers").array(1)],
    ..BASE
};

pub static MIN_FLOAT: Ludeme = Ludeme {
    id: "min [float]",
    head: "min",
    gives: Ty::Float,
    doc: "",
    example: "(min 0.5 0.5)",
    params: &[req("a", Ty::Float, "the number"), req("b", Ty::Float, "the second number")],
    ..BASE
};

pub static MIN_FLOAT_2: Ludeme = Ludeme {
    id: "min [float]#2",
    head: "min",
    gives: Ty::Float,
    doc: "",
    example: "(min {0.5})",
    params: &[req("list", Ty::Float, "the numbers").array(1)],
    ..BASE
};

pub static MUL_FLOAT: Ludeme = Ludeme {
    id: "* [float]",
    head: "*",
    gives: Ty::Float,
    doc: "",
    example: "(* 0.5 0.5)",
    params: &[req("a", Ty::Float, "the number"), req("b", Ty::Float, "the second number")],
    ..BASE
};

pub static MUL_FLOAT_2: Ludeme = Ludeme {
    id: "* [float]#2",
    head: "*",
    gives: Ty::Float,
    doc: "",
    example: "(* {0.5})",
    params: &[req("list", Ty::Float, "the numbers").array(1)],
    ..BASE
};

pub static POW_FLOAT: Ludeme = Ludeme {
    id: "^ [float]",
    head: "^",
    gives: Ty::Float,
    doc: "",
    example: "(^ 0.5 0.5)",
    params: &[req("a", Ty::Float, "the number"), req("b", Ty::Float, "the second number")],
    ..BASE
};

pub static SIN: Ludeme = Ludeme {
    id: "sin",
    head: "sin",
    gives: Ty::Float,
    doc: "",
    example: "(sin 0.5)",
    params: &[req("a", Ty::Float, "the number")],
    ..BASE
};

pub static SQRT: Ludeme = Ludeme {
    id: "sqrt",
    head: "sqrt",
    gives: Ty::Float,
    doc: "",
    example: "(sqrt 0.5)",
    params: &[req("a", Ty::Float, "the number")],
    ..BASE
};

pub static SUB_FLOAT: Ludeme = Ludeme {
    id: "- [float]",
    head: "-",
    gives: Ty::Float,
    doc: "",
    example: "(- 0.5 0.5)",
    params: &[req("valueA", Ty::Float, "the first number"), req("valueB", Ty::Float, "the second number")],
    ..BASE
};

pub static TAN: Ludeme = Ludeme {
    id: "tan",
    head: "tan",
    gives: Ty::Float,
    doc: "",
    example: "(tan 0.5)",
    params: &[req("a", Ty::Float, "the number")],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &TO_FLOAT,
    &ABS_FLOAT,
    &ADD_FLOAT,
    &ADD_FLOAT_2,
    &COS,
    &DIV_FLOAT,
    &EXP,
    &LOG,
    &LOG10,
    &MAX_FLOAT,
    &MAX_FLOAT_2,
    &MIN_FLOAT,
    &MIN_FLOAT_2,
    &MUL_FLOAT,
    &MUL_FLOAT_2,
    &POW_FLOAT,
    &SIN,
    &SQRT,
    &SUB_FLOAT,
    &TAN,
];

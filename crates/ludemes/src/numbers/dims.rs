//! Arithmetic on board dimensions, done once when the board is built.

use crate::entry::{BASE, Ludeme, req};
use crate::ty::Ty;

pub static ABS_DIM: Ludeme = Ludeme {
    id: "abs [dim]",
    head: "abs",
    gives: Ty::Dim,
    doc: "",
    example: "(abs 5)",
    params: &[req("value", Ty::Dim, "")],
    ..BASE
};

pub static ADD_DIM: Ludeme = Ludeme {
    id: "+ [dim]",
    head: "+",
    gives: Ty::Dim,
    doc: "",
    example: "(+ 5 5)",
    params: &[req("a", Ty::Dim, "the number"), req("b", Ty::Dim, "the second number")],
    ..BASE
};

pub static ADD_DIM_2: Ludeme = Ludeme {
    id: "+ [dim]#2",
    head: "+",
    gives: Ty::Dim,
    doc: "",
    example: "(+ {5})",
    params: &[req("list", Ty::Dim, "the numbers").array(1)],
    ..BASE
};

pub static DIV_DIM: Ludeme = Ludeme {
    id: "/ [dim]",
    head: "/",
    gives: Ty::Dim,
    doc: "",
    example: "(/ 5 5)",
    params: &[req("a", Ty::Dim, "the number"), req("b", Ty::Dim, "the second number")],
    ..BASE
};

pub static MAX_DIM: Ludeme = Ludeme {
    id: "max [dim]",
    head: "max",
    gives: Ty::Dim,
    doc: "",
    example: "(max 5 5)",
    params: &[req("valueA", Ty::Dim, "the first number"), req("valueB", Ty::Dim, "the second number")],
    ..BASE
};

pub static MIN_DIM: Ludeme = Ludeme {
    id: "min [dim]",
    head: "min",
    gives: Ty::Dim,
    doc: "",
    example: "(min 5 5)",
    params: &[req("valueA", Ty::Dim, "the first number"), req("valueB", Ty::Dim, "the second number")],
    ..BASE
};

pub static MUL_DIM: Ludeme = Ludeme {
    id: "* [dim]",
    head: "*",
    gives: Ty::Dim,
    doc: "",
    example: "(* 5 5)",
    params: &[req("a", Ty::Dim, "the number"), req("b", Ty::Dim, "the second number")],
    ..BASE
};

pub static MUL_DIM_2: Ludeme = Ludeme {
    id: "* [dim]#2",
    head: "*",
    gives: Ty::Dim,
    doc: "",
    example: "(* {5})",
    params: &[req("list", Ty::Dim, "the numbers").array(1)],
    ..BASE
};

pub static POW_DIM: Ludeme = Ludeme {
    id: "^ [dim]",
    head: "^",
    gives: Ty::Dim,
    doc: "",
    example: "(^ 5 5)",
    params: &[req("a", Ty::Dim, "the number"), req("b", Ty::Dim, "the second number")],
    ..BASE
};

pub static SUB_DIM: Ludeme = Ludeme {
    id: "- [dim]",
    head: "-",
    gives: Ty::Dim,
    doc: "",
    example: "(- 5 5)",
    params: &[req("valueA", Ty::Dim, "the first number"), req("valueB", Ty::Dim, "the second number")],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&ABS_DIM, &ADD_DIM, &ADD_DIM_2, &DIV_DIM, &MAX_DIM, &MIN_DIM, &MUL_DIM, &MUL_DIM_2, &POW_DIM, &SUB_DIM];

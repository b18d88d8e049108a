//! Conditions combined.

use crate::entry::{BASE, Ludeme, opt, req};
use crate::ty::Ty;

pub static TO_BOOL: Ludeme = Ludeme {
    id: "toBool",
    head: "toBool",
    gives: Ty::Bool,
    doc: "",
    example: "(toBool (last To))",
    params: &[req("int", Ty::Int, "").or(1), req("float", Ty::Float, "").or(1)],
    ..BASE
};

pub static AND_BOOL: Ludeme = Ludeme {
    id: "and [bool]",
    head: "and",
    gives: Ty::Bool,
    doc: "",
    example: "(and (is Empty (to)) (is Empty (to)))",
    params: &[req("a", Ty::Bool, "the first condition"), req("b", Ty::Bool, "the second condition")],
    ..BASE
};

pub static AND_BOOL_2: Ludeme = Ludeme {
    id: "and [bool]#2",
    head: "and",
    gives: Ty::Bool,
    doc: "",
    example: "(and {(is Empty (to))})",
    params: &[req("list", Ty::Bool, "the conditions").array(1)],
    ..BASE
};

pub static IF_BOOL: Ludeme = Ludeme {
    id: "if [bool]",
    head: "if",
    gives: Ty::Bool,
    doc: "",
    example: "(if (is Empty (to)) (is Empty (to)))",
    params: &[
        req("condition", Ty::Bool, "the condition"),
        req("ok", Ty::Bool, ""),
        opt("notOk", Ty::Bool, ""),
    ],
    ..BASE
};

pub static NOT: Ludeme = Ludeme {
    id: "not",
    head: "not",
    gives: Ty::Bool,
    doc: "",
    example: "(not (is Empty (to)))",
    params: &[req("a", Ty::Bool, "the first condition")],
    ..BASE
};

pub static OR_BOOL: Ludeme = Ludeme {
    id: "or [bool]",
    head: "or",
    gives: Ty::Bool,
    doc: "",
    example: "(or (is Empty (to)) (is Empty (to)))",
    params: &[req("a", Ty::Bool, "the first condition"), req("b", Ty::Bool, "the second condition")],
    ..BASE
};

pub static OR_BOOL_2: Ludeme = Ludeme {
    id: "or [bool]#2",
    head: "or",
    gives: Ty::Bool,
    doc: "",
    example: "(or {(is Empty (to))})",
    params: &[req("list", Ty::Bool, "the conditions").array(1)],
    ..BASE
};

pub static XOR: Ludeme = Ludeme {
    id: "xor",
    head: "xor",
    gives: Ty::Bool,
    doc: "",
    example: "(xor (is Empty (to)) (is Empty (to)))",
    params: &[req("a", Ty::Bool, "the first condition"), req("b", Ty::Bool, "the second condition")],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&TO_BOOL, &AND_BOOL, &AND_BOOL_2, &IF_BOOL, &NOT, &OR_BOOL, &OR_BOOL_2, &XOR];

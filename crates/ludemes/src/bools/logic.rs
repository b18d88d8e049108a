//! Conditions combined.

use crate::entry::{BASE, Ludeme, opt, req};
use crate::ty::Ty;

pub static TO_BOOL: Ludeme = Ludeme {
    id: "toBool",
    head: "toBool",
    gives: Ty::Bool,
    doc: "A number as a condition: zero is False, anything else is True.",
    example: "(toBool (count Moves))",
    params: &[req("int", Ty::Int, "a whole number").or(1), req("float", Ty::Float, "a decimal number").or(1)],
    ..BASE
};

pub static AND_BOOL: Ludeme = Ludeme {
    id: "and [bool]",
    head: "and",
    gives: Ty::Bool,
    doc: "True when both conditions are. The second is not looked at if the first is False.",
    example: "(and (is Empty (to)) (is In (to) (sites Centre)))",
    params: &[req("a", Ty::Bool, "the first condition"), req("b", Ty::Bool, "the second condition")],
    ..BASE
};

pub static AND_BOOL_2: Ludeme = Ludeme {
    id: "and [bool]#2",
    head: "and",
    gives: Ty::Bool,
    doc: "True when all the conditions are. They are looked at in order until one is False.",
    example: "(and {(is Empty (to)) (is In (to) (sites Centre)) (not (is Pending))})",
    params: &[req("list", Ty::Bool, "the conditions").array(1)],
    ..BASE
};

pub static IF_BOOL: Ludeme = Ludeme {
    id: "if [bool]",
    head: "if",
    gives: Ty::Bool,
    doc: "One condition or another, depending on a third.",
    example: "(if (is Mover P1) (is Empty (to)) (is Occupied (to)))",
    params: &[
        req("condition", Ty::Bool, "the condition"),
        req("ok", Ty::Bool, "what counts if the condition holds"),
        opt("notOk", Ty::Bool, "what counts if it does not; False, if left out"),
    ],
    ..BASE
};

pub static NOT: Ludeme = Ludeme {
    id: "not",
    head: "not",
    gives: Ty::Bool,
    doc: "True when the condition is False.",
    example: "(not (is Empty (to)))",
    params: &[req("a", Ty::Bool, "the condition")],
    ..BASE
};

pub static OR_BOOL: Ludeme = Ludeme {
    id: "or [bool]",
    head: "or",
    gives: Ty::Bool,
    doc: "True when at least one of the two conditions is. The second is not looked at if the first is \
        True.",
    example: "(or (is Empty (to)) (is Enemy (who at:(to))))",
    params: &[req("a", Ty::Bool, "the first condition"), req("b", Ty::Bool, "the second condition")],
    ..BASE
};

pub static OR_BOOL_2: Ludeme = Ludeme {
    id: "or [bool]#2",
    head: "or",
    gives: Ty::Bool,
    doc: "True when at least one of the conditions is. They are looked at in order until one is True.",
    example: "(or {(is Empty (to)) (is Enemy (who at:(to))) (is Pending)})",
    params: &[req("list", Ty::Bool, "the conditions").array(1)],
    ..BASE
};

pub static XOR: Ludeme = Ludeme {
    id: "xor",
    head: "xor",
    gives: Ty::Bool,
    doc: "True when exactly one of the two conditions is.",
    example: "(xor (is Empty (from)) (is Empty (to)))",
    params: &[req("a", Ty::Bool, "the first condition"), req("b", Ty::Bool, "the second condition")],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&TO_BOOL, &AND_BOOL, &AND_BOOL_2, &IF_BOOL, &NOT, &OR_BOOL, &OR_BOOL_2, &XOR];

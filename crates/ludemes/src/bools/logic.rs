//! Conditions combined.

use crate::concept::Rule::{Shows, Turns, When};
use crate::concept::Test::{Each, Inside};
use crate::entry::{BASE, Ludeme, opt, req};
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::{Bool, Int};

pub static TO_BOOL: Ludeme = Ludeme {
    id: "toBool",
    head: "toBool",
    gives: Ty::Bool,
    doc: "A number as a condition: zero is False, anything else is True.",
    example: "(toBool (count Moves))",
    english: "[{int}][{float}] <is> not zero",
    params: &[req("int", Ty::Int, "a whole number").or(1), req("float", Ty::Float, "a decimal number").or(1)],
    meaning: Meaning::Bool(to_bool),
    ..BASE
};

pub static AND_BOOL: Ludeme = Ludeme {
    id: "and [bool]",
    head: "and",
    gives: Ty::Bool,
    doc: "True when both conditions are. The second is not looked at if the first is False.",
    example: "(and (is Empty (to)) (is In (to) (sites Centre)))",
    english: "*",
    params: &[req("a", Ty::Bool, "the first condition"), req("b", Ty::Bool, "the second condition")],
    concepts: &[
        Turns(&[("Contains", &[])]),
        Shows(&["Conjunction"]),
        When(&[Inside("a", &["IsPieceAt"]), Inside("b", &["IsPieceAt"])], &["Fill"]),
    ],
    meaning: Meaning::Bool(and),
    ..BASE
};

pub static AND_BOOL_2: Ludeme = Ludeme {
    id: "and [bool]#2",
    head: "and",
    gives: Ty::Bool,
    doc: "True when all the conditions are. They are looked at in order until one is False.",
    example: "(and {(is Empty (to)) (is In (to) (sites Centre)) (not (is Pending))})",
    english: "*",
    params: &[req("list", Ty::Bool, "the conditions").array(1)],
    concepts: &[
        Turns(&[("Contains", &[])]),
        Shows(&["Conjunction"]),
        When(&[Each("list", &["IsPieceAt"])], &["Fill"]),
    ],
    meaning: Meaning::Bool(and),
    ..BASE
};

pub static IF_BOOL: Ludeme = Ludeme {
    id: "if [bool]",
    head: "if",
    gives: Ty::Bool,
    doc: "One condition or another, depending on a third.",
    example: "(if (is Mover P1) (is Empty (to)) (is Occupied (to)))",
    english: "*",
    params: &[
        req("condition", Ty::Bool, "the condition"),
        req("ok", Ty::Bool, "what counts if the condition holds"),
        opt("notOk", Ty::Bool, "what counts if it does not; False, if left out"),
    ],
    concepts: &[Shows(&["ConditionalStatement"])],
    meaning: Meaning::Bool(if_bool),
    ..BASE
};

pub static NOT: Ludeme = Ludeme {
    id: "not",
    head: "not",
    gives: Ty::Bool,
    doc: "True when the condition is False.",
    example: "(not (is Empty (to)))",
    english: "*",
    params: &[req("a", Ty::Bool, "the condition")],
    concepts: &[
        Turns(&[("CanMove", &["CanNotMove"])]),
        Turns(&[
            ("IsFriend", &["IsEmpty", "IsEnemy"]),
            ("IsEnemy", &["IsEmpty", "IsFriend"]),
            ("IsEmpty", &["IsEnemy", "IsFriend"]),
        ]),
        Turns(&[("NoTargetPiece", &[])]),
        Shows(&["Negation"]),
    ],
    meaning: Meaning::Bool(not),
    ..BASE
};

pub static OR_BOOL: Ludeme = Ludeme {
    id: "or [bool]",
    head: "or",
    gives: Ty::Bool,
    doc: "True when at least one of the two conditions is. The second is not looked at if the first is \
        True.",
    example: "(or (is Empty (to)) (is Enemy (who at:(to))))",
    english: "*",
    params: &[req("a", Ty::Bool, "the first condition"), req("b", Ty::Bool, "the second condition")],
    concepts: &[Shows(&["Disjunction"])],
    meaning: Meaning::Bool(or),
    ..BASE
};

pub static OR_BOOL_2: Ludeme = Ludeme {
    id: "or [bool]#2",
    head: "or",
    gives: Ty::Bool,
    doc: "True when at least one of the conditions is. They are looked at in order until one is True.",
    example: "(or {(is Empty (to)) (is Enemy (who at:(to))) (is Pending)})",
    english: "*",
    params: &[req("list", Ty::Bool, "the conditions").array(1)],
    concepts: &[Shows(&["Disjunction"])],
    meaning: Meaning::Bool(or),
    ..BASE
};

pub static XOR: Ludeme = Ludeme {
    id: "xor",
    head: "xor",
    gives: Ty::Bool,
    doc: "True when exactly one of the two conditions is.",
    example: "(xor (is Empty (from)) (is Empty (to)))",
    english: "*",
    params: &[req("a", Ty::Bool, "the first condition"), req("b", Ty::Bool, "the second condition")],
    concepts: &[Shows(&["ExclusiveDisjunction"])],
    meaning: Meaning::Bool(xor),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&TO_BOOL, &AND_BOOL, &AND_BOOL_2, &IF_BOOL, &NOT, &OR_BOOL, &OR_BOOL_2, &XOR];

fn to_bool<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    match cx.int(a, "int")? {
        Some(n) => Ok(Bool::Ne(n.into(), Int::Const(0).into())),
        None => Ok(Bool::NonZero(cx.need_float(a, "float")?.into())),
    }
}

/// The conditions of `(and a b)` or `(and {…})`.
fn parts<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Vec<Bool>> {
    if a.takes("list") {
        return cx.bools(a, "list");
    }
    Ok(vec![cx.need_bool(a, "a")?, cx.need_bool(a, "b")?])
}

fn and<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    let mut all = Vec::new();
    for part in parts(a, cx)? {
        match part {
            Bool::Const(true) => {}
            Bool::And(inner) => all.extend(inner),
            other => all.push(other),
        }
    }
    if all.contains(&Bool::Const(false)) {
        return Ok(Bool::Const(false));
    }
    Ok(match all.len() {
        0 => Bool::Const(true),
        1 => all.remove(0),
        2.. => Bool::And(all.into()),
    })
}

fn or<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    let mut all = Vec::new();
    for part in parts(a, cx)? {
        match part {
            Bool::Const(false) => {}
            Bool::Or(inner) => all.extend(inner),
            other => all.push(other),
        }
    }
    if all.contains(&Bool::Const(true)) {
        return Ok(Bool::Const(true));
    }
    Ok(match all.len() {
        0 => Bool::Const(false),
        1 => all.remove(0),
        2.. => Bool::Or(all.into()),
    })
}

/// The opposite of a condition, as simple as it can be said.
pub fn negated(b: Bool) -> Bool {
    match b {
        Bool::Const(b) => Bool::Const(!b),
        Bool::Not(inner) => *inner,
        Bool::Eq(a, b) => Bool::Ne(a, b),
        Bool::Ne(a, b) => Bool::Eq(a, b),
        other => Bool::Not(other.into()),
    }
}

fn not<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    Ok(negated(cx.need_bool(a, "a")?))
}

fn xor<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    Ok(Bool::Xor(cx.need_bool(a, "a")?.into(), cx.need_bool(a, "b")?.into()))
}

fn if_bool<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    let cond = cx.need_bool(a, "condition")?;
    let then = cx.need_bool(a, "ok")?;
    let otherwise = cx.bool(a, "notOk")?.unwrap_or(Bool::Const(false));
    Ok(match cond {
        Bool::Const(true) => then,
        Bool::Const(false) => otherwise,
        cond => Bool::If { cond: cond.into(), then: then.into(), otherwise: otherwise.into() },
    })
}

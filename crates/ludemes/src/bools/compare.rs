//! Numbers and regions compared.

use super::logic::negated;
use crate::concept::Rule::{Also, Shows};
use crate::concept::{COUNTS, SAMENESS};
use crate::entry::{BASE, Ludeme, req};
use crate::enums::ROLE_TYPE;
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::{Bool, Int};

pub static EQUALS: Ludeme = Ludeme {
    id: "=",
    head: "=",
    gives: Ty::Bool,
    doc: "True when two numbers are equal, or when a number is that of a player.",
    example: "(= (count Pieces Mover) 3)",
    english: "*",
    params: &[
        req("valueA", Ty::Int, "the first number"),
        req("valueB", Ty::Int, "the second number").or(1),
        req("roleB", Ty::Enum(&ROLE_TYPE), "the player whose number is compared").or(1),
    ],
    concepts: &[Shows(&["Equal"]), Also(COUNTS), Also(SAMENESS)],
    meaning: Meaning::Bool(equals),
    ..BASE
};

pub static EQUALS_2: Ludeme = Ludeme {
    id: "=#2",
    head: "=",
    gives: Ty::Bool,
    doc: "True when two regions hold exactly the same sites.",
    example: "(= (sites Occupied by:Mover) (sites Top))",
    english: "{regionA} <are> exactly {regionB}",
    params: &[
        req("regionA", Ty::Region, "the first region"),
        req("regionB", Ty::Region, "the second region"),
    ],
    concepts: &[Shows(&["Equal", "Fill"])],
    meaning: Meaning::Bool(same_sites),
    ..BASE
};

pub static GREATER_OR_EQUAL: Ludeme = Ludeme {
    id: ">=",
    head: ">=",
    gives: Ty::Bool,
    doc: "True when the first number is at least as large as the second.",
    example: "(>= (score Mover) 10)",
    english: "*",
    params: &[req("valueA", Ty::Int, "the first number"), req("valueB", Ty::Int, "the second number")],
    concepts: &[Shows(&["GreaterThanOrEqual"]), Also(COUNTS)],
    meaning: Meaning::Bool(|a, cx| compare(a, cx, Bool::Ge, |x, y| x >= y)),
    ..BASE
};

pub static GREATER: Ludeme = Ludeme {
    id: ">",
    head: ">",
    gives: Ty::Bool,
    doc: "True when the first number is larger than the second.",
    example: "(> (count Pieces P1) (count Pieces P2))",
    english: "*",
    params: &[req("valueA", Ty::Int, "the first number"), req("valueB", Ty::Int, "the second number")],
    concepts: &[Shows(&["GreaterThan"]), Also(COUNTS)],
    meaning: Meaning::Bool(|a, cx| compare(a, cx, Bool::Gt, |x, y| x > y)),
    ..BASE
};

pub static LESS_OR_EQUAL: Ludeme = Ludeme {
    id: "<=",
    head: "<=",
    gives: Ty::Bool,
    doc: "True when the first number is at most as large as the second.",
    example: "(<= (count Pieces Next) 2)",
    english: "*",
    params: &[req("valueA", Ty::Int, "the first number"), req("valueB", Ty::Int, "the second number")],
    concepts: &[Shows(&["LesserThanOrEqual"]), Also(COUNTS)],
    meaning: Meaning::Bool(|a, cx| compare(a, cx, Bool::Le, |x, y| x <= y)),
    ..BASE
};

pub static LESS: Ludeme = Ludeme {
    id: "<",
    head: "<",
    gives: Ty::Bool,
    doc: "True when the first number is smaller than the second.",
    example: "(< (state at:(to)) 3)",
    english: "*",
    params: &[req("valueA", Ty::Int, "the first number"), req("valueB", Ty::Int, "the second number")],
    concepts: &[Shows(&["LesserThan"]), Also(COUNTS)],
    meaning: Meaning::Bool(|a, cx| compare(a, cx, Bool::Lt, |x, y| x < y)),
    ..BASE
};

pub static NOT_EQUAL: Ludeme = Ludeme {
    id: "!=",
    head: "!=",
    gives: Ty::Bool,
    doc: "True when two numbers differ, or when a number is not that of a player.",
    example: "(!= (who at:(to)) (mover))",
    english: "*",
    params: &[
        req("valueA", Ty::Int, "the first number"),
        req("valueB", Ty::Int, "the second number").or(1),
        req("roleB", Ty::Enum(&ROLE_TYPE), "the player whose number is compared").or(1),
    ],
    concepts: &[Shows(&["NotEqual"])],
    meaning: Meaning::Bool(|a, cx| Ok(negated(equals(a, cx)?))),
    ..BASE
};

pub static NOT_EQUAL_2: Ludeme = Ludeme {
    id: "!=#2",
    head: "!=",
    gives: Ty::Bool,
    doc: "True when two regions do not hold exactly the same sites.",
    example: "(!= (sites Occupied by:Mover) (sites Top))",
    english: "{regionA} <are> exactly {regionB} NEG",
    params: &[
        req("regionA", Ty::Region, "the first region"),
        req("regionB", Ty::Region, "the second region"),
    ],
    concepts: &[Shows(&["NotEqual"])],
    meaning: Meaning::Bool(|a, cx| Ok(negated(same_sites(a, cx)?))),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&EQUALS, &EQUALS_2, &GREATER_OR_EQUAL, &GREATER, &LESS_OR_EQUAL, &LESS, &NOT_EQUAL, &NOT_EQUAL_2];

/// Compares two numbers; at once where both are written as such.
fn compare<'a>(
    a: Args<'a>,
    cx: &mut Lower<'a>,
    make: fn(Box<Int>, Box<Int>) -> Bool,
    holds: fn(i32, i32) -> bool,
) -> Done<Bool> {
    let left = cx.need_int(a, "valueA")?;
    let right = match cx.int(a, "valueB")? {
        Some(n) => n,
        None if a.takes("roleB") => super::need_role(a, cx, "roleB")?,
        None => return a.wrong("there is nothing to compare with"),
    };
    Ok(match (&left, &right) {
        (Int::Const(x), Int::Const(y)) => Bool::Const(holds(*x, *y)),
        (Int::Const(_), _) | (_, Int::Const(_)) | (_, _) => make(left.into(), right.into()),
    })
}

fn equals<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    compare(a, cx, Bool::Eq, |x, y| x == y)
}

fn same_sites<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    Ok(Bool::SameSites(cx.need_region(a, "regionA")?.into(), cx.need_region(a, "regionB")?.into()))
}

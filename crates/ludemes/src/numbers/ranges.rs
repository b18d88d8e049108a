//! Ranges of whole numbers.

use crate::entry::{BASE, Ludeme, opt, req};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::{Int, Range};
use ludarium_engine::types::*;

pub static RANGE: Ludeme = Ludeme {
    id: "range",
    head: "range",
    gives: Ty::PlainRange,
    doc: "The whole numbers from one to another, both included.",
    example: "(range 1 3)",
    english: "*",
    params: &[
        req("min", Ty::Int, "the smallest"),
        opt("max", Ty::Int, "the largest; the same as the smallest, if left out"),
    ],
    meaning: Meaning::Range(|a, cx| {
        let min = cx.need_int(a, "min")?;
        let max = cx.int(a, "max")?.unwrap_or_else(|| min.clone());
        Ok(Range { min, max })
    }),
    ..BASE
};

pub static EXACT: Ludeme = Ludeme {
    id: "exact",
    head: "exact",
    gives: Ty::Range,
    doc: "One number as a range.",
    example: "(exact 4)",
    english: "*",
    params: &[req("value", Ty::Int, "the number")],
    meaning: Meaning::Range(|a, cx| {
        let value = cx.need_int(a, "value")?;
        Ok(Range { min: value.clone(), max: value })
    }),
    ..BASE
};

pub static MAX_RANGE: Ludeme = Ludeme {
    id: "max [range]",
    head: "max",
    gives: Ty::Range,
    doc: "All whole numbers up to some number.",
    example: "(max 4)",
    english: "*",
    params: &[req("max", Ty::Int, "the largest")],
    meaning: Meaning::Range(|a, cx| Ok(Range { min: Int::Const(UNDEFINED), max: cx.need_int(a, "max")? })),
    ..BASE
};

pub static MIN_RANGE: Ludeme = Ludeme {
    id: "min [range]",
    head: "min",
    gives: Ty::Range,
    doc: "All whole numbers from some number on.",
    example: "(min 4)",
    english: "*",
    params: &[req("min", Ty::Int, "the smallest")],
    meaning: Meaning::Range(|a, cx| Ok(Range { min: cx.need_int(a, "min")?, max: Int::Const(INFINITY) })),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&RANGE, &EXACT, &MAX_RANGE, &MIN_RANGE];

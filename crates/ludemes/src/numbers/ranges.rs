//! Ranges of whole numbers.

use crate::entry::{BASE, Ludeme, opt, req};
use crate::ty::Ty;

pub static RANGE: Ludeme = Ludeme {
    id: "range",
    head: "range",
    gives: Ty::PlainRange,
    doc: "The whole numbers from one to another, both included.",
    example: "(range 1 3)",
    params: &[
        req("min", Ty::Int, "the smallest"),
        opt("max", Ty::Int, "the largest; the same as the smallest, if left out"),
    ],
    ..BASE
};

pub static EXACT: Ludeme = Ludeme {
    id: "exact",
    head: "exact",
    gives: Ty::Range,
    doc: "One number as a range.",
    example: "(exact 4)",
    params: &[req("value", Ty::Int, "the number")],
    ..BASE
};

pub static MAX_RANGE: Ludeme = Ludeme {
    id: "max [range]",
    head: "max",
    gives: Ty::Range,
    doc: "All whole numbers up to some number.",
    example: "(max 4)",
    params: &[req("max", Ty::Int, "the largest")],
    ..BASE
};

pub static MIN_RANGE: Ludeme = Ludeme {
    id: "min [range]",
    head: "min",
    gives: Ty::Range,
    doc: "All whole numbers from some number on.",
    example: "(min 4)",
    params: &[req("min", Ty::Int, "the smallest")],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&RANGE, &EXACT, &MAX_RANGE, &MIN_RANGE];

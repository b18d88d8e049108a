//! Ranges of whole numbers.

use crate::entry::{BASE, Ludeme, opt, req};
use crate::ty::Ty;

pub static RANGE: Ludeme = Ludeme {
    id: "range",
    head: "range",
    gives: Ty::PlainRange,
    doc: "",
    example: "(range (last To))",
    params: &[req("min", Ty::Int, ""), opt("max", Ty::Int, "")],
    ..BASE
};

pub static EXACT: Ludeme = Ludeme {
    id: "exact",
    head: "exact",
    gives: Ty::Range,
    doc: "",
    example: "(exact (last To))",
    params: &[req("value", Ty::Int, "")],
    ..BASE
};

pub static MAX_RANGE: Ludeme = Ludeme {
    id: "max [range]",
    head: "max",
    gives: Ty::Range,
    doc: "",
    example: "(max (last To))",
    params: &[req("max", Ty::Int, "")],
    ..BASE
};

pub static MIN_RANGE: Ludeme = Ludeme {
    id: "min [range]",
    head: "min",
    gives: Ty::Range,
    doc: "",
    example: "(min (last To))",
    params: &[req("min", Ty::Int, "")],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&RANGE, &EXACT, &MAX_RANGE, &MIN_RANGE];

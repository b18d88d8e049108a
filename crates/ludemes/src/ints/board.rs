//! Numbers read off the board: rows, columns, layers, phases, costs.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::SITE_TYPE;
use crate::ty::Ty;

pub static AHEAD: Ludeme = Ludeme {
    id: "ahead",
    head: "ahead",
    gives: Ty::Int,
    doc: "",
    example: "(ahead (last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        req("site", Ty::Int, "the site"),
        opt_named("steps", Ty::Int, ""),
        opt("directions", Ty::Direction, "the directions to look in"),
    ],
    ..BASE
};

pub static COLUMN: Ludeme = Ludeme {
    id: "column",
    head: "column",
    gives: Ty::Int,
    doc: "",
    example: "(column of:(last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("of", Ty::Int, ""),
    ],
    ..BASE
};

pub static COST: Ludeme = Ludeme {
    id: "cost",
    head: "cost",
    gives: Ty::Int,
    doc: "",
    example: "(cost at:(last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, "").or(1),
        named("in", Ty::Region, "").or(1),
    ],
    ..BASE
};

pub static LAYER: Ludeme = Ludeme {
    id: "layer",
    head: "layer",
    gives: Ty::Int,
    doc: "",
    example: "(layer of:(last To))",
    params: &[
        named("of", Ty::Int, ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
    ],
    ..BASE
};

pub static PHASE_INT: Ludeme = Ludeme {
    id: "phase [int]",
    head: "phase",
    gives: Ty::Int,
    doc: "",
    example: "(phase of:(last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("of", Ty::Int, ""),
    ],
    ..BASE
};

pub static ROW: Ludeme = Ludeme {
    id: "row",
    head: "row",
    gives: Ty::Int,
    doc: "",
    example: "(row of:(last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("of", Ty::Int, ""),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&AHEAD, &COLUMN, &COST, &LAYER, &PHASE_INT, &ROW];

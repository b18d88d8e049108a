//! Boards and the tracks drawn on them.

use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{ROLE_TYPE, SITE_TYPE, STORE_TYPE, TILING_BOARDLESS_TYPE};
use crate::ty::Ty;

pub static BOARD: Ludeme = Ludeme {
    id: "board",
    head: "board",
    gives: Ty::Item,
    doc: "",
    example: "(board (square 5))",
    params: &[
        req("graph", Ty::Graph, ""),
        opt("track", Ty::Track, "").or(1),
        opt("tracks", Ty::Track, "").array(1).or(1),
        opt("values", Ty::Values, "").or(2),
        opt("valuesArray", Ty::Values, "").array(1).or(2),
        opt_named("use", Ty::Enum(&SITE_TYPE), ""),
        opt_named("largeStack", Ty::BoolLit, ""),
    ],
    ..BASE
};

pub static BOARDLESS: Ludeme = Ludeme {
    id: "boardless",
    head: "boardless",
    gives: Ty::Item,
    doc: "",
    example: "(boardless Square)",
    params: &[
        req("tiling", Ty::Enum(&TILING_BOARDLESS_TYPE), ""),
        opt("dimension", Ty::Dim, ""),
        opt_named("largeStack", Ty::BoolLit, ""),
    ],
    ..BASE
};

pub static TRACK_TRACK: Ludeme = Ludeme {
    id: "track [track]",
    head: "track",
    gives: Ty::Track,
    doc: "",
    example: "(track \"Disc\" {3})",
    params: &[
        req("name", Ty::Text, ""),
        req("track", Ty::IntLit, "").array(1).or(1),
        req("trackDirection", Ty::Text, "").or(1),
        req("trackSteps", Ty::TrackStep, "").array(1).or(1),
        opt_named("loop", Ty::BoolLit, ""),
        opt("owner", Ty::IntLit, "").or(2),
        opt("role", Ty::Enum(&ROLE_TYPE), "").or(2),
        opt_named("directed", Ty::BoolLit, ""),
    ],
    ..BASE
};

pub static MANCALA_BOARD: Ludeme = Ludeme {
    id: "mancalaBoard",
    head: "mancalaBoard",
    gives: Ty::Item,
    doc: "",
    example: "(mancalaBoard 3 3)",
    params: &[
        req("rows", Ty::IntLit, ""),
        req("columns", Ty::IntLit, ""),
        opt_named("store", Ty::Enum(&STORE_TYPE), ""),
        opt_named("numStores", Ty::IntLit, ""),
        opt_named("largeStack", Ty::BoolLit, ""),
        opt("track", Ty::Track, "").or(1),
        opt("tracks", Ty::Track, "").array(1).or(1),
    ],
    ..BASE
};

pub static SURAKARTA_BOARD: Ludeme = Ludeme {
    id: "surakartaBoard",
    head: "surakartaBoard",
    gives: Ty::Item,
    doc: "",
    example: "(surakartaBoard (square 5))",
    params: &[
        req("graph", Ty::Graph, ""),
        opt_named("loops", Ty::IntLit, ""),
        opt_named("from", Ty::IntLit, ""),
        opt_named("largeStack", Ty::BoolLit, ""),
    ],
    ..BASE
};

pub static VALUES: Ludeme = Ludeme {
    id: "values",
    head: "values",
    gives: Ty::Values,
    doc: "",
    example: "(values Cell (range 1 3))",
    params: &[req("type", Ty::Enum(&SITE_TYPE), ""), req("range", Ty::PlainRange, "")],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&BOARD, &BOARDLESS, &TRACK_TRACK, &MANCALA_BOARD, &SURAKARTA_BOARD, &VALUES];

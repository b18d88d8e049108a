//! The thing under consideration: the site, the piece, the player a rule is looking at.

use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{SITE_TYPE, WHEN_TYPE};
use crate::ty::Ty;

pub static BETWEEN_INT: Ludeme =
    Ludeme { id: "between [int]", head: "between", gives: Ty::Int, doc: "", example: "(between)", ..BASE };

pub static EDGE: Ludeme = Ludeme {
    id: "edge",
    head: "edge",
    gives: Ty::Int,
    doc: "",
    example: "(edge (last To) (last To))",
    params: &[req("vertexA", Ty::Int, ""), req("vertexB", Ty::Int, "")],
    ..BASE
};

pub static EDGE_2: Ludeme =
    Ludeme { id: "edge#2", head: "edge", gives: Ty::Int, doc: "", example: "(edge)", ..BASE };

pub static FROM_INT: Ludeme = Ludeme {
    id: "from [int]",
    head: "from",
    gives: Ty::Int,
    doc: "",
    example: "(from)",
    params: &[opt_named("at", Ty::Enum(&WHEN_TYPE), "")],
    ..BASE
};

pub static HINT_INT: Ludeme = Ludeme {
    id: "hint [int]",
    head: "hint",
    gives: Ty::Int,
    doc: "",
    example: "(hint)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt_named("at", Ty::Int, ""),
    ],
    ..BASE
};

pub static LEVEL: Ludeme =
    Ludeme { id: "level", head: "level", gives: Ty::Int, doc: "", example: "(level)", ..BASE };

pub static PIPS: Ludeme =
    Ludeme { id: "pips", head: "pips", gives: Ty::Int, doc: "", example: "(pips)", ..BASE };

pub static PLAYER_INT: Ludeme =
    Ludeme { id: "player [int]", head: "player", gives: Ty::Int, doc: "", example: "(player)", ..BASE };

pub static SITE: Ludeme =
    Ludeme { id: "site", head: "site", gives: Ty::Int, doc: "", example: "(site)", ..BASE };

pub static TO_INT: Ludeme =
    Ludeme { id: "to [int]", head: "to", gives: Ty::Int, doc: "", example: "(to)", ..BASE };

pub static TRACK_INT: Ludeme =
    Ludeme { id: "track [int]", head: "track", gives: Ty::Int, doc: "", example: "(track)", ..BASE };

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &BETWEEN_INT,
    &EDGE,
    &EDGE_2,
    &FROM_INT,
    &HINT_INT,
    &LEVEL,
    &PIPS,
    &PLAYER_INT,
    &SITE,
    &TO_INT,
    &TRACK_INT,
];

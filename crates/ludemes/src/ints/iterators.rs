//! The thing under consideration: the site, the piece, the player a rule is looking at.

use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{SITE_TYPE, WHEN_TYPE};
use crate::ty::Ty;

pub static BETWEEN_INT: Ludeme = Ludeme {
    id: "between [int]",
    head: "between",
    gives: Ty::Int,
    doc: "The site that a rule is looking at between the start and the goal of a move.",
    example: "(between)",
    ..BASE
};

pub static EDGE: Ludeme = Ludeme {
    id: "edge",
    head: "edge",
    gives: Ty::Int,
    doc: "The edge between two vertices.",
    example: "(edge 3 4)",
    params: &[req("vertexA", Ty::Int, "the one vertex"), req("vertexB", Ty::Int, "the other")],
    ..BASE
};

pub static EDGE_2: Ludeme = Ludeme {
    id: "edge#2",
    head: "edge",
    gives: Ty::Int,
    doc: "The edge that `(forAll Edge …)` is looking at.",
    example: "(edge)",
    ..BASE
};

pub static FROM_INT: Ludeme = Ludeme {
    id: "from [int]",
    head: "from",
    gives: Ty::Int,
    doc: "The site where a move starts, or that a rule is looking at as a start.",
    example: "(from)",
    params: &[opt_named("at", Ty::Enum(&WHEN_TYPE), "at which moment; now, if left out")],
    ..BASE
};

pub static HINT_INT: Ludeme = Ludeme {
    id: "hint [int]",
    head: "hint",
    gives: Ty::Int,
    doc: "The number of a puzzle's clue.",
    example: "(hint Cell at:(site))",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named(
            "at",
            Ty::Int,
            "the site the clue belongs to; the clue that `(forAll Hint …)` is looking at, if left out",
        ),
    ],
    ..BASE
};

pub static LEVEL: Ludeme = Ludeme {
    id: "level",
    head: "level",
    gives: Ty::Int,
    doc: "The level of the stack that a rule is looking at.",
    example: "(level)",
    ..BASE
};

pub static PIPS: Ludeme = Ludeme {
    id: "pips",
    head: "pips",
    gives: Ty::Int,
    doc: "What the die shows that `(forEach Die …)` is looking at.",
    example: "(pips)",
    ..BASE
};

pub static PLAYER_INT: Ludeme = Ludeme {
    id: "player [int]",
    head: "player",
    gives: Ty::Int,
    doc: "The player that `(forEach Player …)` is looking at, as a number.",
    example: "(player)",
    ..BASE
};

pub static SITE: Ludeme = Ludeme {
    id: "site",
    head: "site",
    gives: Ty::Int,
    doc: "The site that a rule such as `(forEach Site …)` is looking at.",
    example: "(site)",
    ..BASE
};

pub static TO_INT: Ludeme = Ludeme {
    id: "to [int]",
    head: "to",
    gives: Ty::Int,
    doc: "The site where a move goes, or that a rule is looking at as a goal.",
    example: "(to)",
    ..BASE
};

pub static TRACK_INT: Ludeme = Ludeme {
    id: "track [int]",
    head: "track",
    gives: Ty::Int,
    doc: "The track that a rule is looking at, as a number.",
    example: "(track)",
    ..BASE
};

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

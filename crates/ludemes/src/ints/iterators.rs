//! The thing under consideration: the site, the piece, the player a rule is looking at.

use crate::common::*;
use crate::concept::Rule::{Hides, Shows};
use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{SITE_TYPE, WHEN_TYPE};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::Int;

pub static BETWEEN_INT: Ludeme = Ludeme {
    id: "between [int]",
    head: "between",
    gives: Ty::Int,
    doc: "The site that a rule is looking at between the start and the goal of a move.",
    example: "(between)",
    english: "*",
    meaning: Meaning::Int(|_, _| Ok(Int::Between)),
    ..BASE
};

pub static EDGE: Ludeme = Ludeme {
    id: "edge",
    head: "edge",
    gives: Ty::Int,
    doc: "The edge between two vertices.",
    example: "(edge 3 4)",
    english: "the line between {vertexA:site} and {vertexB:site}",
    params: &[req("vertexA", Ty::Int, "the one vertex"), req("vertexB", Ty::Int, "the other")],
    meaning: Meaning::Int(|a, cx| {
        cx.game.uses.edges = true;
        let ends =
            Int::EdgeBetween(Box::new(cx.need_int(a, "vertexA")?), Box::new(cx.need_int(a, "vertexB")?));
        Ok(fixed_int(cx, ends))
    }),
    ..BASE
};

pub static EDGE_2: Ludeme = Ludeme {
    id: "edge#2",
    head: "edge",
    gives: Ty::Int,
    doc: "The edge that `(forAll Edge …)` is looking at.",
    example: "(edge)",
    english: "that line",
    meaning: Meaning::Int(|_, _| Ok(Int::Edge)),
    ..BASE
};

pub static FROM_INT: Ludeme = Ludeme {
    id: "from [int]",
    head: "from",
    gives: Ty::Int,
    doc: "The site where a move starts, or that a rule is looking at as a start.",
    example: "(from)",
    english: "*",
    params: &[opt_named("at", Ty::Enum(&WHEN_TYPE), "at which moment; now, if left out")],
    concepts: &[Hides(&["at"])],
    meaning: Meaning::Int(|a, _| {
        Ok(if a.word("at") == Some("StartOfTurn") { Int::FromAtTurnStart } else { Int::From })
    }),
    ..BASE
};

pub static HINT_INT: Ludeme = Ludeme {
    id: "hint [int]",
    head: "hint",
    gives: Ty::Int,
    doc: "The number of a puzzle's clue.",
    example: "(hint Cell at:(site))",
    english: "the clue[ of {at:site}]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named(
            "at",
            Ty::Int,
            "the site the clue belongs to; the clue that `(forAll Hint …)` is looking at, if left out",
        ),
    ],
    meaning: Meaning::Int(|a, cx| {
        let kind = cx.site_type(a, "type");
        Ok(Int::Hint { kind, site: boxed_int(a, cx, "at")? })
    }),
    ..BASE
};

pub static LEVEL: Ludeme = Ludeme {
    id: "level",
    head: "level",
    gives: Ty::Int,
    doc: "The level of the stack that a rule is looking at.",
    example: "(level)",
    english: "that level",
    meaning: Meaning::Int(|_, cx| {
        cx.game.uses.stacking = true;
        Ok(Int::Level)
    }),
    ..BASE
};

pub static PIPS: Ludeme = Ludeme {
    id: "pips",
    head: "pips",
    gives: Ty::Int,
    doc: "What the die shows that `(forEach Die …)` is looking at.",
    example: "(pips)",
    english: "the number on the die",
    concepts: &[Shows(&["Dice"])],
    meaning: Meaning::Int(|_, _| Ok(Int::Pips)),
    ..BASE
};

pub static PLAYER_INT: Ludeme = Ludeme {
    id: "player [int]",
    head: "player",
    gives: Ty::Int,
    doc: "The player that `(forEach Player …)` is looking at, as a number.",
    example: "(player)",
    english: "*",
    meaning: Meaning::Int(|_, _| Ok(Int::Player)),
    ..BASE
};

pub static SITE: Ludeme = Ludeme {
    id: "site",
    head: "site",
    gives: Ty::Int,
    doc: "The site that a rule such as `(forEach Site …)` is looking at.",
    example: "(site)",
    english: "*",
    meaning: Meaning::Int(|_, _| Ok(Int::Site)),
    ..BASE
};

pub static TO_INT: Ludeme = Ludeme {
    id: "to [int]",
    head: "to",
    gives: Ty::Int,
    doc: "The site where a move goes, or that a rule is looking at as a goal.",
    example: "(to)",
    english: "*",
    meaning: Meaning::Int(|_, _| Ok(Int::To)),
    ..BASE
};

pub static TRACK_INT: Ludeme = Ludeme {
    id: "track [int]",
    head: "track",
    gives: Ty::Int,
    doc: "The track that a rule is looking at, as a number.",
    example: "(track)",
    english: "that ^#=",
    meaning: Meaning::Int(|_, _| Ok(Int::Track)),
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

//! Numbers on cards, dice and tiles.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::ty::Ty;

pub static CARD_TRUMP_SUIT: Ludeme = Ludeme {
    id: "card TrumpSuit",
    head: "card",
    keyword: Some("TrumpSuit"),
    gives: Ty::Int,
    doc: "",
    example: "(card TrumpSuit)",
    ..BASE
};

pub static CARD_RANK: Ludeme = Ludeme {
    id: "card Rank",
    head: "card",
    keyword: Some("Rank"),
    gives: Ty::Int,
    doc: "",
    example: "(card Rank at:(last To))",
    params: &[
        named("at", Ty::Int, ""),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
    ],
    ..BASE
};

pub static CARD_SUIT: Ludeme = Ludeme {
    id: "card Suit",
    head: "card",
    keyword: Some("Suit"),
    gives: Ty::Int,
    doc: "",
    example: "(card Suit at:(last To))",
    params: &[
        named("at", Ty::Int, ""),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
    ],
    ..BASE
};

pub static CARD_TRUMP_VALUE: Ludeme = Ludeme {
    id: "card TrumpValue",
    head: "card",
    keyword: Some("TrumpValue"),
    gives: Ty::Int,
    doc: "",
    example: "(card TrumpValue at:(last To))",
    params: &[
        named("at", Ty::Int, ""),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
    ],
    ..BASE
};

pub static CARD_TRUMP_RANK: Ludeme = Ludeme {
    id: "card TrumpRank",
    head: "card",
    keyword: Some("TrumpRank"),
    gives: Ty::Int,
    doc: "",
    example: "(card TrumpRank at:(last To))",
    params: &[
        named("at", Ty::Int, ""),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
    ],
    ..BASE
};

pub static FACE: Ludeme = Ludeme {
    id: "face",
    head: "face",
    gives: Ty::Int,
    doc: "",
    example: "(face (last To))",
    params: &[req("site", Ty::Int, "the site")],
    ..BASE
};

pub static PATH_EXTENT: Ludeme = Ludeme {
    id: "pathExtent",
    head: "pathExtent",
    gives: Ty::Int,
    doc: "",
    example: "(pathExtent)",
    params: &[
        opt("colour", Ty::Int, ""),
        opt("start", Ty::Int, "").or(1),
        opt("regionStart", Ty::Region, "").or(1),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&CARD_TRUMP_SUIT, &CARD_RANK, &CARD_SUIT, &CARD_TRUMP_VALUE, &CARD_TRUMP_RANK, &FACE, &PATH_EXTENT];

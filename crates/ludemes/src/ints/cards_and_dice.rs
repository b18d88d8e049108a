//! Numbers on cards, dice and tiles.

use crate::common::*;
use crate::concept::Rule::Shows;
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::int::CardPart;
use ludarium_engine::kernel::{Int, Region};

pub static CARD_TRUMP_SUIT: Ludeme = Ludeme {
    id: "card TrumpSuit",
    head: "card",
    keyword: Some("TrumpSuit"),
    gives: Ty::Int,
    doc: "The suit that is trump, as a number.",
    example: "(card TrumpSuit)",
    english: "the trump suit",
    concepts: &[Shows(&["Card"])],
    meaning: Meaning::Int(|_, cx| {
        cx.game.uses.cards = true;
        Ok(Int::TrumpSuit)
    }),
    ..BASE
};

pub static CARD_RANK: Ludeme = Ludeme {
    id: "card Rank",
    head: "card",
    keyword: Some("Rank"),
    gives: Ty::Int,
    doc: "The rank of a card.",
    example: "(card Rank at:(last To))",
    english: "the rank of the card @ {at:site}[ at level {level}]",
    params: &[
        named("at", Ty::Int, "the site of the card"),
        opt_named("level", Ty::Int, "the level of the stack; the lowest, if left out"),
    ],
    concepts: &[Shows(&["Card"])],
    meaning: Meaning::Int(|a, cx| card(a, cx, CardPart::Rank, Some(0))),
    ..BASE
};

pub static CARD_SUIT: Ludeme = Ludeme {
    id: "card Suit",
    head: "card",
    keyword: Some("Suit"),
    gives: Ty::Int,
    doc: "The suit of a card, as a number.",
    example: "(card Suit at:(last To))",
    english: "the suit of the card @ {at:site}[ at level {level}]",
    params: &[
        named("at", Ty::Int, "the site of the card"),
        opt_named("level", Ty::Int, "the level of the stack; the lowest, if left out"),
    ],
    concepts: &[Shows(&["Card"])],
    meaning: Meaning::Int(|a, cx| card(a, cx, CardPart::Suit, None)),
    ..BASE
};

pub static CARD_TRUMP_VALUE: Ludeme = Ludeme {
    id: "card TrumpValue",
    head: "card",
    keyword: Some("TrumpValue"),
    gives: Ty::Int,
    doc: "What a card is worth when its suit is trump.",
    example: "(card TrumpValue at:(last To))",
    english: "the trump value of the card @ {at:site}[ at level {level}]",
    params: &[
        named("at", Ty::Int, "the site of the card"),
        opt_named("level", Ty::Int, "the level of the stack; the lowest, if left out"),
    ],
    concepts: &[Shows(&["Card"])],
    meaning: Meaning::Int(|a, cx| card(a, cx, CardPart::TrumpValue, Some(0))),
    ..BASE
};

pub static CARD_TRUMP_RANK: Ludeme = Ludeme {
    id: "card TrumpRank",
    head: "card",
    keyword: Some("TrumpRank"),
    gives: Ty::Int,
    doc: "The rank of a card when its suit is trump.",
    example: "(card TrumpRank at:(last To))",
    english: "the trump rank of the card @ {at:site}[ at level {level}]",
    params: &[
        named("at", Ty::Int, "the site of the card"),
        opt_named("level", Ty::Int, "the level of the stack; the lowest, if left out"),
    ],
    concepts: &[Shows(&["Card"])],
    meaning: Meaning::Int(|a, cx| card(a, cx, CardPart::TrumpRank, Some(0))),
    ..BASE
};

pub static FACE: Ludeme = Ludeme {
    id: "face",
    head: "face",
    gives: Ty::Int,
    doc: "What a die shows.",
    example: "(face (handSite P1))",
    english: "the number shown by the die at {site:site}",
    params: &[req("site", Ty::Int, "the site of the die")],
    concepts: &[Shows(&["Dice"])],
    meaning: Meaning::Int(|a, cx| Ok(Int::Face(Box::new(cx.need_int(a, "site")?)))),
    ..BASE
};

pub static PATH_EXTENT: Ludeme = Ludeme {
    id: "pathExtent",
    head: "pathExtent",
    gives: Ty::Int,
    doc: "How far the lines drawn on tiles stretch: the larger of the width and the height they cover.",
    example: "(pathExtent (mover) (last To))",
    english: "the extent of the path[ of colour {colour}][ from {start:site}][ from {regionStart}]",
    params: &[
        opt("colour", Ty::Int, "the colour of the lines; the mover's, if left out"),
        opt("start", Ty::Int, "a site that the lines pass through; where the last move went, if left out")
            .or(1),
        opt("regionStart", Ty::Region, "sites that the lines may pass through").or(1),
    ],
    concepts: &[Shows(&["PathExtent"])],
    meaning: Meaning::Int(|a, cx| {
        cx.game.uses.last_actions = true;
        let starts = site_or_region(a, cx, "start", "regionStart")?.unwrap_or(Box::new(Region::LastTo));
        Ok(Int::PathExtent { colour: int_or(a, cx, "colour", Int::Mover)?, starts })
    }),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&CARD_TRUMP_SUIT, &CARD_RANK, &CARD_SUIT, &CARD_TRUMP_VALUE, &CARD_TRUMP_RANK, &FACE, &PATH_EXTENT];

/// What a card says; the level is the bottom one, or the top one for `None`, where it is left out.
fn card<'a>(a: Args<'a>, cx: &mut Lower<'a>, part: CardPart, default: Option<i32>) -> Done<Int> {
    cx.game.uses.cards = true;
    let site = Box::new(cx.need_int(a, "at")?);
    let level = boxed_int(a, cx, "level")?.or(default.map(|l| Box::new(Int::Const(l))));
    Ok(Int::Card { part, site, level })
}

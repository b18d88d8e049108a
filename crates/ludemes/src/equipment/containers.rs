//! What holds or supplies pieces besides the board: hands, decks, sets of dice and dominoes.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{CARD_TYPE, ROLE_TYPE};
use crate::ty::Ty;

pub static DECK: Ludeme = Ludeme {
    id: "deck",
    head: "deck",
    gives: Ty::Item,
    doc: "",
    example: "(deck)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), ""),
        opt_named("cardsBySuit", Ty::IntLit, ""),
        opt_named("suits", Ty::IntLit, ""),
        opt("cards", Ty::DeckCard, "").array(1),
    ],
    ..BASE
};

pub static DICE: Ludeme = Ludeme {
    id: "dice",
    head: "dice",
    gives: Ty::Item,
    doc: "",
    example: "(dice num:3)",
    params: &[
        opt_named("d", Ty::IntLit, ""),
        opt_named("faces", Ty::IntLit, "").array(1).or(1),
        opt_named("facesByDie", Ty::IntLit, "").array(2).or(1),
        opt_named("from", Ty::IntLit, "").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), ""),
        named("num", Ty::IntLit, ""),
        opt_named("biased", Ty::IntLit, "").array(1),
    ],
    ..BASE
};

pub static HAND: Ludeme = Ludeme {
    id: "hand",
    head: "hand",
    gives: Ty::Item,
    doc: "",
    example: "(hand Mover)",
    params: &[req("role", Ty::Enum(&ROLE_TYPE), ""), opt_named("size", Ty::IntLit, "")],
    ..BASE
};

pub static DOMINOES: Ludeme = Ludeme {
    id: "dominoes",
    head: "dominoes",
    gives: Ty::Item,
    doc: "",
    example: "(dominoes)",
    params: &[opt_named("upTo", Ty::IntLit, "")],
    ..BASE
};

pub static CARD_DECK_CARD: Ludeme = Ludeme {
    id: "card [deck card]",
    head: "card",
    gives: Ty::DeckCard,
    doc: "",
    example: "(card Joker rank:3 value:3)",
    params: &[
        req("type", Ty::Enum(&CARD_TYPE), ""),
        named("rank", Ty::IntLit, ""),
        named("value", Ty::IntLit, ""),
        opt_named("trumpRank", Ty::IntLit, ""),
        opt_named("trumpValue", Ty::IntLit, ""),
        opt_named("biased", Ty::IntLit, ""),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&DECK, &DICE, &HAND, &DOMINOES, &CARD_DECK_CARD];

//! What holds or supplies pieces besides the board: hands, decks, sets of dice and dominoes.

use crate::concept::Rule::{HidesAll, Shows, When};
use crate::concept::Test::{All, Any, Given, Items, Missing, Number};
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{CARD_TYPE, ROLE_TYPE};
use crate::meaning::Meaning;
use crate::ty::Ty;

pub static DECK: Ludeme = Ludeme {
    id: "deck",
    head: "deck",
    gives: Ty::Item,
    doc: "A pack of playing cards.",
    example: "(deck cardsBySuit:8 suits:4)",
    english: "*",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "who owns it; everybody, if left out"),
        opt_named("cardsBySuit", Ty::IntLit, "how many cards of each suit; 13, if left out"),
        opt_named("suits", Ty::IntLit, "how many suits; 4, if left out"),
        opt(
            "cards",
            Ty::DeckCard,
            "the kinds of card, with their ranks and values; the usual ones, if left out",
        )
        .array(1),
    ],
    concepts: &[Shows(&["Card", "Hand"])],
    meaning: Meaning::Part,
    ..BASE
};

pub static DICE: Ludeme = Ludeme {
    id: "dice",
    head: "dice",
    gives: Ty::Item,
    doc: "A set of dice that are thrown together.",
    example: "(dice d:6 num:2)",
    english: "*",
    params: &[
        opt_named("d", Ty::IntLit, "how many faces each die has; 6, if left out"),
        opt_named("faces", Ty::IntLit, "what is on the faces of every die").array(1).or(1),
        opt_named("facesByDie", Ty::IntLit, "what is on the faces, die by die").array(2).or(1),
        opt_named("from", Ty::IntLit, "the number on the first face; 1, if left out").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "who owns the dice; everybody, if left out"),
        named("num", Ty::IntLit, "how many dice"),
        opt_named("biased", Ty::IntLit, "how often each face comes up in proportion; all alike, if left out")
            .array(1),
    ],
    concepts: &[
        Shows(&["Dice"]),
        When(&[Given("biased")], &["BiasedDice"]),
        When(&[Number("d", 2, 2)], &["DiceD2"]),
        When(&[Number("d", 3, 3)], &["DiceD3"]),
        When(&[Number("d", 4, 4)], &["DiceD4"]),
        When(
            &[Any(&[Number("d", 6, 6), All(&[Missing("d"), Missing("faces"), Missing("facesByDie")])])],
            &["DiceD6"],
        ),
        When(&[Any(&[Items("faces", 2), Items("facesByDie", 2)])], &["DiceD2"]),
        When(&[Any(&[Items("faces", 3), Items("facesByDie", 3)])], &["DiceD3"]),
        When(&[Any(&[Items("faces", 4), Items("facesByDie", 4)])], &["DiceD4"]),
        When(&[Any(&[Items("faces", 6), Items("facesByDie", 6)])], &["DiceD6"]),
        HidesAll,
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static HAND: Ludeme = Ludeme {
    id: "hand",
    head: "hand",
    gives: Ty::Item,
    doc: "A place beside the board where a player keeps pieces.",
    example: "(hand Mover)",
    english: "*",
    params: &[
        req("role", Ty::Enum(&ROLE_TYPE), "whose hand; `Each` gives one to every player"),
        opt_named("size", Ty::IntLit, "how many sites it has; 1, if left out"),
    ],
    concepts: &[Shows(&["Hand"]), HidesAll],
    meaning: Meaning::Part,
    ..BASE
};

pub static DOMINOES: Ludeme = Ludeme {
    id: "dominoes",
    head: "dominoes",
    gives: Ty::Item,
    doc: "A full set of dominoes.",
    example: "(dominoes)",
    english: "A set of dominoes up to double {upTo|6} is used.",
    params: &[opt_named("upTo", Ty::IntLit, "the highest number on them; 6, if left out")],
    concepts: &[Shows(&["Domino", "CanNotMove", "LargePiece", "Tile"]), HidesAll],
    meaning: Meaning::Part,
    ..BASE
};

pub static CARD_DECK_CARD: Ludeme = Ludeme {
    id: "card [deck card]",
    head: "card",
    gives: Ty::DeckCard,
    doc: "A kind of card in a deck, with its place in the order and its worth.",
    example: "(card Seven rank:0 value:0 trumpRank:0 trumpValue:0)",
    english: "{type:enum} (rank {rank}, value {value}[; as trump rank {trumpRank}][, value {trumpValue}][; weight {biased}])",
    params: &[
        req("type", Ty::Enum(&CARD_TYPE), "the card's kind"),
        named("rank", Ty::IntLit, "its place in the order of the cards"),
        named("value", Ty::IntLit, "what it is worth"),
        opt_named(
            "trumpRank",
            Ty::IntLit,
            "its place in the order when its suit is trump; its rank, if left out",
        ),
        opt_named(
            "trumpValue",
            Ty::IntLit,
            "what it is worth when its suit is trump; its value, if left out",
        ),
        opt_named("biased", Ty::IntLit, "how often it comes up in proportion"),
    ],
    meaning: Meaning::Part,
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&DECK, &DICE, &HAND, &DOMINOES, &CARD_DECK_CARD];

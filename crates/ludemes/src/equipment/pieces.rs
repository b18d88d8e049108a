//! Pieces of every kind: tokens, dice, cards, dominoes, tiles.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{CARD_TYPE, ROLE_TYPE, STEP_TYPE};
use crate::ty::Ty;

pub static CARD_ITEM: Ludeme = Ludeme {
    id: "card [item]",
    head: "card",
    gives: Ty::Item,
    doc: "",
    example: "(card \"Disc\" Mover Joker rank:3 value:3 trumpRank:3 trumpValue:3 suit:3)",
    params: &[
        req("label", Ty::Text, ""),
        req("role", Ty::Enum(&ROLE_TYPE), ""),
        req("cardType", Ty::Enum(&CARD_TYPE), ""),
        named("rank", Ty::IntLit, ""),
        named("value", Ty::IntLit, ""),
        named("trumpRank", Ty::IntLit, ""),
        named("trumpValue", Ty::IntLit, ""),
        named("suit", Ty::IntLit, ""),
        opt("generator", Ty::Moves, ""),
        opt_named("maxState", Ty::IntLit, ""),
        opt_named("maxCount", Ty::IntLit, ""),
        opt_named("maxValue", Ty::IntLit, ""),
    ],
    ..BASE
};

pub static DIE: Ludeme = Ludeme {
    id: "die",
    head: "die",
    gives: Ty::Item,
    doc: "",
    example: "(die \"Disc\" Mover numFaces:3)",
    params: &[
        req("name", Ty::Text, ""),
        req("role", Ty::Enum(&ROLE_TYPE), ""),
        named("numFaces", Ty::IntLit, ""),
        opt("facing", Ty::Facing, ""),
        opt("generator", Ty::Moves, ""),
    ],
    ..BASE
};

pub static PIECE_ITEM: Ludeme = Ludeme {
    id: "piece [item]",
    head: "piece",
    gives: Ty::Item,
    doc: "",
    example: "(piece \"Disc\")",
    params: &[
        req("name", Ty::Text, ""),
        opt("role", Ty::Enum(&ROLE_TYPE), ""),
        opt("facing", Ty::Facing, ""),
        opt("flips", Ty::Flips, ""),
        opt("generator", Ty::Moves, ""),
        opt_named("maxState", Ty::IntLit, ""),
        opt_named("maxCount", Ty::IntLit, ""),
        opt_named("maxValue", Ty::IntLit, ""),
    ],
    ..BASE
};

pub static DOMINO: Ludeme = Ludeme {
    id: "domino",
    head: "domino",
    gives: Ty::Item,
    doc: "",
    example: "(domino \"Disc\" Mover value:3 value2:3)",
    params: &[
        req("name", Ty::Text, ""),
        req("role", Ty::Enum(&ROLE_TYPE), ""),
        named("value", Ty::IntLit, ""),
        named("value2", Ty::IntLit, ""),
        opt("generator", Ty::Moves, ""),
    ],
    ..BASE
};

pub static PATH: Ludeme = Ludeme {
    id: "path",
    head: "path",
    gives: Ty::TilePath,
    doc: "",
    example: "(path from:3 to:3 colour:3)",
    params: &[
        named("from", Ty::IntLit, ""),
        opt_named("slotsFrom", Ty::IntLit, ""),
        named("to", Ty::IntLit, ""),
        opt_named("slotsTo", Ty::IntLit, ""),
        named("colour", Ty::IntLit, ""),
    ],
    ..BASE
};

pub static TILE: Ludeme = Ludeme {
    id: "tile",
    head: "tile",
    gives: Ty::Item,
    doc: "",
    example: "(tile \"Disc\")",
    params: &[
        req("name", Ty::Text, ""),
        opt("role", Ty::Enum(&ROLE_TYPE), ""),
        opt("walk", Ty::Enum(&STEP_TYPE), "").array(1).or(1),
        opt("walks", Ty::Enum(&STEP_TYPE), "").array(2).or(1),
        opt_named("numSides", Ty::IntLit, ""),
        opt_named("slots", Ty::IntLit, "").array(1).or(2),
        opt_named("slotsPerSide", Ty::IntLit, "").or(2),
        opt("paths", Ty::TilePath, "").array(1),
        opt("flips", Ty::Flips, ""),
        opt("generator", Ty::Moves, ""),
        opt_named("maxState", Ty::IntLit, ""),
        opt_named("maxCount", Ty::IntLit, ""),
        opt_named("maxValue", Ty::IntLit, ""),
    ],
    ..BASE
};

pub static FLIPS: Ludeme = Ludeme {
    id: "flips",
    head: "flips",
    gives: Ty::Flips,
    doc: "",
    example: "(flips 3 3)",
    params: &[req("flipA", Ty::IntLit, ""), req("flipB", Ty::IntLit, "")],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&CARD_ITEM, &DIE, &PIECE_ITEM, &DOMINO, &PATH, &TILE, &FLIPS];

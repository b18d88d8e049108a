//! Pieces of every kind: tokens, dice, cards, dominoes, tiles.

use crate::concept::Rule::{HidesAll, Shows, When};
use crate::concept::Test::{Any, Given};
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{CARD_TYPE, ROLE_TYPE, STEP_TYPE};
use crate::meaning::Meaning;
use crate::ty::Ty;

pub static CARD_ITEM: Ludeme = Ludeme {
    id: "card [item]",
    head: "card",
    gives: Ty::Item,
    doc: "A playing card as a piece.",
    example: "(card \"Card\" Shared Ace rank:8 value:11 trumpRank:8 trumpValue:11 suit:1)",
    english: "*",
    params: &[
        req("label", Ty::Text, "the name of the card"),
        req("role", Ty::Enum(&ROLE_TYPE), "who owns it"),
        req("cardType", Ty::Enum(&CARD_TYPE), "the card's kind"),
        named("rank", Ty::IntLit, "its place in the order of the cards"),
        named("value", Ty::IntLit, "what it is worth"),
        named("trumpRank", Ty::IntLit, "its place in the order when its suit is trump"),
        named("trumpValue", Ty::IntLit, "what it is worth when its suit is trump"),
        named("suit", Ty::IntLit, "its suit, by number"),
        opt("generator", Ty::Moves, "how pieces of this kind move, used by `(forEach Piece)`"),
        opt_named("maxState", Ty::IntLit, "the highest local state a piece of this kind may have"),
        opt_named("maxCount", Ty::IntLit, "how many of this kind one site may hold"),
        opt_named("maxValue", Ty::IntLit, "the highest value a piece of this kind may have"),
    ],
    concepts: &[Shows(&["Card"]), HidesAll],
    meaning: Meaning::Part,
    ..BASE
};

pub static DIE: Ludeme = Ludeme {
    id: "die",
    head: "die",
    gives: Ty::Item,
    doc: "A die as a piece.",
    example: "(die \"Die6\" Shared numFaces:6)",
    english: "*",
    params: &[
        req("name", Ty::Text, "the name of the die"),
        req("role", Ty::Enum(&ROLE_TYPE), "who owns it"),
        named("numFaces", Ty::IntLit, "how many faces it has"),
        opt("facing", Ty::Facing, "the direction it faces"),
        opt("generator", Ty::Moves, "how pieces of this kind move, used by `(forEach Piece)`"),
    ],
    concepts: &[Shows(&["Dice"]), HidesAll],
    meaning: Meaning::Part,
    ..BASE
};

pub static PIECE_ITEM: Ludeme = Ludeme {
    id: "piece [item]",
    head: "piece",
    gives: Ty::Item,
    doc: "A kind of piece. With the role `Each` there is one kind for every player, called by the name \
        and the player's number: `\"Pawn\"` gives `\"Pawn1\"` and `\"Pawn2\"`.",
    example: "(piece \"Pawn\" Each N (move Step Forward (to if:(is Empty (to)))))",
    english: "*",
    params: &[
        req("name", Ty::Text, "what the piece is called"),
        opt("role", Ty::Enum(&ROLE_TYPE), "who owns it; everybody and nobody (`Shared`), if left out"),
        opt("facing", Ty::Facing, "the direction that is forward for it; its owner's, if left out"),
        opt("flips", Ty::Flips, "two states that it can be flipped between"),
        opt("generator", Ty::Moves, "how pieces of this kind move, used by `(forEach Piece)`"),
        opt_named("maxState", Ty::IntLit, "the highest local state a piece of this kind may have"),
        opt_named("maxCount", Ty::IntLit, "how many of this kind one site may hold"),
        opt_named("maxValue", Ty::IntLit, "the highest value a piece of this kind may have"),
    ],
    concepts: &[Shows(&["Piece"]), HidesAll],
    meaning: Meaning::Part,
    ..BASE
};

pub static DOMINO: Ludeme = Ludeme {
    id: "domino",
    head: "domino",
    gives: Ty::Item,
    doc: "A domino: a tile with two numbers.",
    example: "(domino \"Domino35\" Shared value:3 value2:5)",
    english: "*",
    params: &[
        req("name", Ty::Text, "the name of the domino"),
        req("role", Ty::Enum(&ROLE_TYPE), "who owns it"),
        named("value", Ty::IntLit, "the number on one half"),
        named("value2", Ty::IntLit, "the number on the other half"),
        opt("generator", Ty::Moves, "how pieces of this kind move, used by `(forEach Piece)`"),
    ],
    concepts: &[Shows(&["CanNotMove", "LargePiece", "Tile"]), HidesAll],
    meaning: Meaning::Part,
    ..BASE
};

pub static PATH: Ludeme = Ludeme {
    id: "path",
    head: "path",
    gives: Ty::TilePath,
    doc: "A line drawn on a tile from one side to another.",
    example: "(path from:3 to:3 colour:3)",
    english: "a path of colour {colour} from side {from:plusone}[ (slot {slotsFrom:plusone})] to side {to:plusone}[ (slot {slotsTo:plusone})]",
    params: &[
        named("from", Ty::IntLit, "the side where it begins, numbered clockwise from the top"),
        opt_named("slotsFrom", Ty::IntLit, "which slot of that side; 0, if left out"),
        named("to", Ty::IntLit, "the side where it ends"),
        opt_named("slotsTo", Ty::IntLit, "which slot of that side; 0, if left out"),
        named("colour", Ty::IntLit, "the colour of the line, by number"),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static TILE: Ludeme = Ludeme {
    id: "tile",
    head: "tile",
    gives: Ty::Item,
    doc: "A piece with a shape or with lines drawn on it. A walk of steps gives the shape of a piece \
        that covers several cells.",
    example: "(tile \"TileL\" Each {F F R F})",
    english: "*",
    params: &[
        req("name", Ty::Text, "the name of the tile"),
        opt("role", Ty::Enum(&ROLE_TYPE), "who owns it"),
        opt("walk", Ty::Enum(&STEP_TYPE), "the shape: steps forward and turns from cell to cell")
            .array(1)
            .or(1),
        opt("walks", Ty::Enum(&STEP_TYPE), "the shape as several walks from the same cell").array(2).or(1),
        opt_named(
            "numSides",
            Ty::IntLit,
            "how many sides it has; as many as a cell of the board, if left out",
        ),
        opt_named("slots", Ty::IntLit, "how many line ends each side has, going round").array(1).or(2),
        opt_named("slotsPerSide", Ty::IntLit, "how many line ends every side has; 1, if left out").or(2),
        opt("paths", Ty::TilePath, "the lines drawn on it").array(1),
        opt("flips", Ty::Flips, "two states that it can be flipped between"),
        opt("generator", Ty::Moves, "how pieces of this kind move, used by `(forEach Piece)`"),
        opt_named("maxState", Ty::IntLit, "the highest local state a piece of this kind may have"),
        opt_named("maxCount", Ty::IntLit, "how many of this kind one site may hold"),
        opt_named("maxValue", Ty::IntLit, "the highest value a piece of this kind may have"),
    ],
    concepts: &[Shows(&["Tile"]), When(&[Any(&[Given("walk"), Given("walks")])], &["LargePiece"]), HidesAll],
    meaning: Meaning::Part,
    ..BASE
};

pub static FLIPS: Ludeme = Ludeme {
    id: "flips",
    head: "flips",
    gives: Ty::Flips,
    doc: "Two states that a piece is flipped between.",
    example: "(flips 3 3)",
    english: "{flipA} and {flipB}",
    params: &[req("flipA", Ty::IntLit, "one state"), req("flipB", Ty::IntLit, "the other")],
    meaning: Meaning::Part,
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&CARD_ITEM, &DIE, &PIECE_ITEM, &DOMINO, &PATH, &TILE, &FLIPS];

//! How a game is drawn: colours, stacks, puzzle hints.

use crate::concept::Rule::{Shows, When};
use crate::concept::Test::Word;
use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{
    PIECE_STACK_TYPE, PUZZLE_DRAW_HINT_TYPE, PUZZLE_HINT_LOCATION_TYPE, ROLE_TYPE, SITE_TYPE, SUIT_TYPE,
    USER_COLOUR_TYPE,
};
use crate::ty::Ty;

pub static GRAPHICS: Ludeme = Ludeme {
    id: "graphics",
    head: "graphics",
    gives: Ty::Graphics,
    doc: "How a game is drawn.",
    example: "(graphics {(board Style Chess) (show Pits)})",
    params: &[
        req("item", Ty::GraphicsItem, "the only rule of drawing").or(1),
        req("items", Ty::GraphicsItem, "the rules of drawing").array(1).or(1),
    ],
    ..BASE
};

pub static HIDDEN_IMAGE: Ludeme = Ludeme {
    id: "hiddenImage",
    head: "hiddenImage",
    gives: Ty::GraphicsItem,
    doc: "The drawing that stands for a hidden piece.",
    example: "(hiddenImage \"door\")",
    params: &[req("image", Ty::Text, "its name")],
    ..BASE
};

pub static STACK_TYPE: Ludeme = Ludeme {
    id: "stackType",
    head: "stackType",
    gives: Ty::GraphicsItem,
    doc: "How stacks are drawn.",
    example: "(stackType Ground)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "only stacks of this player"),
        opt("name", Ty::Text, "only stacks in this container, by name"),
        opt("index", Ty::IntLit, "only stacks in this container, by number"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named("sites", Ty::IntLit, "only stacks on these sites").array(1).or(1),
        opt_named("site", Ty::IntLit, "only stacks on this site").or(1),
        opt_named("state", Ty::IntLit, "only stacks with this local state"),
        opt_named("value", Ty::IntLit, "only stacks with this value"),
        req("stackType", Ty::Enum(&PIECE_STACK_TYPE), "the way of drawing"),
        opt("scale", Ty::FloatLit, "how far the pieces are apart; 1, if left out"),
        opt_named("limit", Ty::IntLit, "how many pieces are drawn; 5, if left out"),
    ],
    concepts: &[
        Shows(&["StackType"]),
        When(&[Word("stackType", &["Backgammon", "Default", "None", "Reverse"])], &["Stack"]),
    ],
    ..BASE
};

pub static SUIT_RANKING: Ludeme = Ludeme {
    id: "suitRanking",
    head: "suitRanking",
    gives: Ty::GraphicsItem,
    doc: "The order of the suits, lowest first.",
    example: "(suitRanking {Spades Hearts Diamonds Clubs})",
    params: &[req("suitRanking", Ty::Enum(&SUIT_TYPE), "the suits").array(1)],
    ..BASE
};

pub static PLAYER_COLOUR: Ludeme = Ludeme {
    id: "player Colour",
    head: "player",
    keyword: Some("Colour"),
    gives: Ty::GraphicsItem,
    doc: "The colour of a player's pieces.",
    example: "(player Colour P1 (colour Red))",
    params: &[
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        req("colour", Ty::Colour, "the colour"),
    ],
    ..BASE
};

pub static PLAYER_NAME: Ludeme = Ludeme {
    id: "player Name",
    head: "player",
    keyword: Some("Name"),
    gives: Ty::GraphicsItem,
    doc: "What a player is called.",
    example: "(player Name P1 \"Attacker\")",
    params: &[req("role", Ty::Enum(&ROLE_TYPE), "the player, by role"), req("name", Ty::Text, "the name")],
    ..BASE
};

pub static ADVERSARIAL_PUZZLE: Ludeme = Ludeme {
    id: "adversarialPuzzle",
    head: "adversarialPuzzle",
    gives: Ty::GraphicsItem,
    doc: "The game is drawn as a puzzle though it has two sides.",
    example: "(adversarialPuzzle)",
    params: &[opt("adversarialPuzzle", Ty::BoolLit, "True to do so; True if left out")],
    ..BASE
};

pub static DRAW_HINT: Ludeme = Ludeme {
    id: "drawHint",
    head: "drawHint",
    gives: Ty::GraphicsItem,
    doc: "Where a puzzle's clue is written.",
    example: "(drawHint Default)",
    params: &[req("drawHint", Ty::Enum(&PUZZLE_DRAW_HINT_TYPE), "the place within its site")],
    ..BASE
};

pub static HINT_LOCATION: Ludeme = Ludeme {
    id: "hintLocation",
    head: "hintLocation",
    gives: Ty::GraphicsItem,
    doc: "On what a puzzle's clue is written.",
    example: "(hintLocation Default)",
    params: &[req("hintLocation", Ty::Enum(&PUZZLE_HINT_LOCATION_TYPE), "the place on the board")],
    ..BASE
};

pub static COLOUR: Ludeme = Ludeme {
    id: "colour",
    head: "colour",
    gives: Ty::Colour,
    doc: "A colour by its parts, each from 0 to 255.",
    example: "(colour 255 0 0)",
    params: &[req("r", Ty::IntLit, "red"), req("g", Ty::IntLit, "green"), req("b", Ty::IntLit, "blue")],
    ..BASE
};

pub static COLOUR_2: Ludeme = Ludeme {
    id: "colour#2",
    head: "colour",
    gives: Ty::Colour,
    doc: "A colour by its parts, each from 0 to 255, with how solid it is.",
    example: "(colour 255 0 0 127)",
    params: &[
        req("r", Ty::IntLit, "red"),
        req("g", Ty::IntLit, "green"),
        req("b", Ty::IntLit, "blue"),
        req("a", Ty::IntLit, "0 for invisible, 255 for solid"),
    ],
    ..BASE
};

pub static COLOUR_3: Ludeme = Ludeme {
    id: "colour#3",
    head: "colour",
    gives: Ty::Colour,
    doc: "A colour by its hexadecimal code.",
    example: "(colour \"#00ff1a\")",
    params: &[req("hexCode", Ty::Text, "six digits after a sign")],
    ..BASE
};

pub static COLOUR_4: Ludeme = Ludeme {
    id: "colour#4",
    head: "colour",
    gives: Ty::Colour,
    doc: "A colour by name.",
    example: "(colour DarkBlue)",
    params: &[req("type", Ty::Enum(&USER_COLOUR_TYPE), "the name")],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &GRAPHICS,
    &HIDDEN_IMAGE,
    &STACK_TYPE,
    &SUIT_RANKING,
    &PLAYER_COLOUR,
    &PLAYER_NAME,
    &ADVERSARIAL_PUZZLE,
    &DRAW_HINT,
    &HINT_LOCATION,
    &COLOUR,
    &COLOUR_2,
    &COLOUR_3,
    &COLOUR_4,
];

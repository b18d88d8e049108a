//! How a game is drawn: colours, stacks, puzzle hints.

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
    doc: "",
    example: "(graphics (show Pits))",
    params: &[req("item", Ty::GraphicsItem, "").or(1), req("items", Ty::GraphicsItem, "").array(1).or(1)],
    ..BASE
};

pub static HIDDEN_IMAGE: Ludeme = Ludeme {
    id: "hiddenImage",
    head: "hiddenImage",
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(hiddenImage \"Disc\")",
    params: &[req("image", Ty::Text, "the name of the drawing")],
    ..BASE
};

pub static STACK_TYPE: Ludeme = Ludeme {
    id: "stackType",
    head: "stackType",
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(stackType Default)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt("name", Ty::Text, "the name"),
        opt("index", Ty::IntLit, ""),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named("sites", Ty::IntLit, "").array(1).or(1),
        opt_named("site", Ty::IntLit, "").or(1),
        opt_named("state", Ty::IntLit, "only in this local state"),
        opt_named("value", Ty::IntLit, "only with this value"),
        req("stackType", Ty::Enum(&PIECE_STACK_TYPE), ""),
        opt("scale", Ty::FloatLit, "how much larger than usual to draw; 1, if left out"),
        opt_named("limit", Ty::IntLit, ""),
    ],
    ..BASE
};

pub static SUIT_RANKING: Ludeme = Ludeme {
    id: "suitRanking",
    head: "suitRanking",
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(suitRanking {Clubs})",
    params: &[req("suitRanking", Ty::Enum(&SUIT_TYPE), "").array(1)],
    ..BASE
};

pub static PLAYER_COLOUR: Ludeme = Ludeme {
    id: "player Colour",
    head: "player",
    keyword: Some("Colour"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(player Colour Mover (colour Red))",
    params: &[req("role", Ty::Enum(&ROLE_TYPE), "the player, by role"), req("colour", Ty::Colour, "")],
    ..BASE
};

pub static PLAYER_NAME: Ludeme = Ludeme {
    id: "player Name",
    head: "player",
    keyword: Some("Name"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(player Name Mover \"Disc\")",
    params: &[req("role", Ty::Enum(&ROLE_TYPE), "the player, by role"), req("name", Ty::Text, "the name")],
    ..BASE
};

pub static ADVERSARIAL_PUZZLE: Ludeme = Ludeme {
    id: "adversarialPuzzle",
    head: "adversarialPuzzle",
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(adversarialPuzzle)",
    params: &[opt("adversarialPuzzle", Ty::BoolLit, "")],
    ..BASE
};

pub static DRAW_HINT: Ludeme = Ludeme {
    id: "drawHint",
    head: "drawHint",
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(drawHint Default)",
    params: &[req("drawHint", Ty::Enum(&PUZZLE_DRAW_HINT_TYPE), "")],
    ..BASE
};

pub static HINT_LOCATION: Ludeme = Ludeme {
    id: "hintLocation",
    head: "hintLocation",
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(hintLocation Default)",
    params: &[req("hintLocation", Ty::Enum(&PUZZLE_HINT_LOCATION_TYPE), "")],
    ..BASE
};

pub static COLOUR: Ludeme = Ludeme {
    id: "colour",
    head: "colour",
    gives: Ty::Colour,
    doc: "",
    example: "(colour 3 3 3)",
    params: &[req("r", Ty::IntLit, ""), req("g", Ty::IntLit, ""), req("b", Ty::IntLit, "")],
    ..BASE
};

pub static COLOUR_2: Ludeme = Ludeme {
    id: "colour#2",
    head: "colour",
    gives: Ty::Colour,
    doc: "",
    example: "(colour 3 3 3 3)",
    params: &[
        req("r", Ty::IntLit, ""),
        req("g", Ty::IntLit, ""),
        req("b", Ty::IntLit, ""),
        req("a", Ty::IntLit, ""),
    ],
    ..BASE
};

pub static COLOUR_3: Ludeme = Ludeme {
    id: "colour#3",
    head: "colour",
    gives: Ty::Colour,
    doc: "",
    example: "(colour \"Disc\")",
    params: &[req("hexCode", Ty::Text, "")],
    ..BASE
};

pub static COLOUR_4: Ludeme = Ludeme {
    id: "colour#4",
    head: "colour",
    gives: Ty::Colour,
    doc: "",
    example: "(colour White)",
    params: &[req("type", Ty::Enum(&USER_COLOUR_TYPE), "")],
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

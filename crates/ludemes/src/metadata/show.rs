//! What is shown beside board and pieces.

use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{
    BOARD_GRAPHICS_TYPE, CURVE_TYPE, EDGE_TYPE, HOLE_TYPE, LINE_STYLE, RELATION_TYPE, ROLE_TYPE, SITE_TYPE,
    VALUE_LOCATION_TYPE, WHEN_SCORE_TYPE,
};
use crate::ty::Ty;

pub static SHOW_AS_HOLES: Ludeme = Ludeme {
    id: "show AsHoles",
    head: "show",
    keyword: Some("AsHoles"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(show AsHoles {3} Square)",
    params: &[req("indices", Ty::IntLit, "").array(1), req("type", Ty::Enum(&HOLE_TYPE), "")],
    ..BASE
};

pub static SHOW_SITE_INDEX: Ludeme = Ludeme {
    id: "show SiteIndex",
    head: "show",
    keyword: Some("SiteIndex"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(show SiteIndex {3} Square)",
    params: &[req("indices", Ty::IntLit, "").array(1), req("type", Ty::Enum(&HOLE_TYPE), "")],
    ..BASE
};

pub static SHOW_AS_HOLES_2: Ludeme = Ludeme {
    id: "show AsHoles#2",
    head: "show",
    keyword: Some("AsHoles"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(show AsHoles)",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("additionalValue", Ty::IntLit, ""),
    ],
    ..BASE
};

pub static SHOW_SITE_INDEX_2: Ludeme = Ludeme {
    id: "show SiteIndex#2",
    head: "show",
    keyword: Some("SiteIndex"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(show SiteIndex)",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("additionalValue", Ty::IntLit, ""),
    ],
    ..BASE
};

pub static SHOW_SYMBOL: Ludeme = Ludeme {
    id: "show Symbol",
    head: "show",
    keyword: Some("Symbol"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(show Symbol)",
    params: &[
        opt("imageName", Ty::Text, ""),
        opt_named("text", Ty::Text, ""),
        opt("region", Ty::Text, ""),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("sites", Ty::IntLit, "").array(1).or(1),
        opt("site", Ty::IntLit, "").or(1),
        opt("regionFunction", Ty::Region, ""),
        opt("boardGraphicsType", Ty::Enum(&BOARD_GRAPHICS_TYPE), ""),
        opt_named("fillColour", Ty::Colour, "the colour to fill with"),
        opt_named("edgeColour", Ty::Colour, "the colour of the outline"),
        opt_named("scale", Ty::FloatLit, "how much larger than usual to draw; 1, if left out"),
        opt_named("scaleX", Ty::FloatLit, "how much wider than usual to draw; 1, if left out"),
        opt_named("scaleY", Ty::FloatLit, "how much taller than usual to draw; 1, if left out"),
        opt_named("rotation", Ty::IntLit, "by how many degrees to turn it clockwise"),
        opt_named("offsetX", Ty::FloatLit, "how far to move it right, in board widths"),
        opt_named("offsetY", Ty::FloatLit, "how far to move it down, in board heights"),
    ],
    ..BASE
};

pub static SHOW_LINE: Ludeme = Ludeme {
    id: "show Line",
    head: "show",
    keyword: Some("Line"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(show Line {{3}})",
    params: &[
        req("lines", Ty::IntLit, "").array(2),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("style", Ty::Enum(&LINE_STYLE), ""),
        opt("colour", Ty::Colour, ""),
        opt_named("scale", Ty::FloatLit, "how much larger than usual to draw; 1, if left out"),
        opt_named("curve", Ty::FloatLit, "").array(1),
        opt("curveType", Ty::Enum(&CURVE_TYPE), ""),
    ],
    ..BASE
};

pub static SHOW_EDGES: Ludeme = Ludeme {
    id: "show Edges",
    head: "show",
    keyword: Some("Edges"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(show Edges)",
    params: &[
        opt("type", Ty::Enum(&EDGE_TYPE), ""),
        opt("relation", Ty::Enum(&RELATION_TYPE), ""),
        opt_named("connection", Ty::BoolLit, ""),
        opt("style", Ty::Enum(&LINE_STYLE), ""),
        opt("colour", Ty::Colour, ""),
    ],
    ..BASE
};

pub static SHOW_PITS: Ludeme = Ludeme {
    id: "show Pits",
    head: "show",
    keyword: Some("Pits"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(show Pits)",
    params: &[opt("value", Ty::BoolLit, "what it leads to")],
    ..BASE
};

pub static SHOW_PLAYER_HOLES: Ludeme = Ludeme {
    id: "show PlayerHoles",
    head: "show",
    keyword: Some("PlayerHoles"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(show PlayerHoles)",
    params: &[opt("value", Ty::BoolLit, "what it leads to")],
    ..BASE
};

pub static SHOW_LOCAL_STATE_HOLES: Ludeme = Ludeme {
    id: "show LocalStateHoles",
    head: "show",
    keyword: Some("LocalStateHoles"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(show LocalStateHoles)",
    params: &[opt("value", Ty::BoolLit, "what it leads to")],
    ..BASE
};

pub static SHOW_REGION_OWNER: Ludeme = Ludeme {
    id: "show RegionOwner",
    head: "show",
    keyword: Some("RegionOwner"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(show RegionOwner)",
    params: &[opt("value", Ty::BoolLit, "what it leads to")],
    ..BASE
};

pub static SHOW_COST: Ludeme = Ludeme {
    id: "show Cost",
    head: "show",
    keyword: Some("Cost"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(show Cost)",
    params: &[opt("value", Ty::BoolLit, "what it leads to")],
    ..BASE
};

pub static SHOW_HINTS: Ludeme = Ludeme {
    id: "show Hints",
    head: "show",
    keyword: Some("Hints"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(show Hints)",
    params: &[opt("value", Ty::BoolLit, "what it leads to")],
    ..BASE
};

pub static SHOW_EDGE_DIRECTIONS: Ludeme = Ludeme {
    id: "show EdgeDirections",
    head: "show",
    keyword: Some("EdgeDirections"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(show EdgeDirections)",
    params: &[opt("value", Ty::BoolLit, "what it leads to")],
    ..BASE
};

pub static SHOW_POSSIBLE_MOVES: Ludeme = Ludeme {
    id: "show PossibleMoves",
    head: "show",
    keyword: Some("PossibleMoves"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(show PossibleMoves)",
    params: &[opt("value", Ty::BoolLit, "what it leads to")],
    ..BASE
};

pub static SHOW_CURVED_EDGES: Ludeme = Ludeme {
    id: "show CurvedEdges",
    head: "show",
    keyword: Some("CurvedEdges"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(show CurvedEdges)",
    params: &[opt("value", Ty::BoolLit, "what it leads to")],
    ..BASE
};

pub static SHOW_STRAIGHT_EDGES: Ludeme = Ludeme {
    id: "show StraightEdges",
    head: "show",
    keyword: Some("StraightEdges"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(show StraightEdges)",
    params: &[opt("value", Ty::BoolLit, "what it leads to")],
    ..BASE
};

pub static SHOW_PIECE_STATE: Ludeme = Ludeme {
    id: "show Piece State",
    head: "show",
    keyword: Some("Piece State"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(show Piece State)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt("pieceName", Ty::Text, "only pieces of this name"),
        opt("location", Ty::Enum(&VALUE_LOCATION_TYPE), ""),
        opt_named("offsetImage", Ty::BoolLit, ""),
        opt_named("valueOutline", Ty::BoolLit, ""),
        opt_named("scale", Ty::FloatLit, "how much larger than usual to draw; 1, if left out"),
        opt_named("offsetX", Ty::FloatLit, "how far to move it right, in board widths"),
        opt_named("offsetY", Ty::FloatLit, "how far to move it down, in board heights"),
    ],
    ..BASE
};

pub static SHOW_PIECE_VALUE: Ludeme = Ludeme {
    id: "show Piece Value",
    head: "show",
    keyword: Some("Piece Value"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(show Piece Value)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt("pieceName", Ty::Text, "only pieces of this name"),
        opt("location", Ty::Enum(&VALUE_LOCATION_TYPE), ""),
        opt_named("offsetImage", Ty::BoolLit, ""),
        opt_named("valueOutline", Ty::BoolLit, ""),
        opt_named("scale", Ty::FloatLit, "how much larger than usual to draw; 1, if left out"),
        opt_named("offsetX", Ty::FloatLit, "how far to move it right, in board widths"),
        opt_named("offsetY", Ty::FloatLit, "how far to move it down, in board heights"),
    ],
    ..BASE
};

pub static SHOW_CHECK: Ludeme = Ludeme {
    id: "show Check",
    head: "show",
    keyword: Some("Check"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(show Check)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt("pieceName", Ty::Text, "only pieces of this name"),
    ],
    ..BASE
};

pub static SHOW_SCORE: Ludeme = Ludeme {
    id: "show Score",
    head: "show",
    keyword: Some("Score"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(show Score)",
    params: &[
        opt("whenScore", Ty::Enum(&WHEN_SCORE_TYPE), ""),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt("scoreReplacement", Ty::Int, ""),
        opt("scoreSuffix", Ty::Text, ""),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &SHOW_AS_HOLES,
    &SHOW_SITE_INDEX,
    &SHOW_AS_HOLES_2,
    &SHOW_SITE_INDEX_2,
    &SHOW_SYMBOL,
    &SHOW_LINE,
    &SHOW_EDGES,
    &SHOW_PITS,
    &SHOW_PLAYER_HOLES,
    &SHOW_LOCAL_STATE_HOLES,
    &SHOW_REGION_OWNER,
    &SHOW_COST,
    &SHOW_HINTS,
    &SHOW_EDGE_DIRECTIONS,
    &SHOW_POSSIBLE_MOVES,
    &SHOW_CURVED_EDGES,
    &SHOW_STRAIGHT_EDGES,
    &SHOW_PIECE_STATE,
    &SHOW_PIECE_VALUE,
    &SHOW_CHECK,
    &SHOW_SCORE,
];

//! What is shown beside board and pieces.

use crate::concept::Rule::Shows;
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
    doc: "Sites are drawn as holes.",
    example: "(show AsHoles {5 10} Square)",
    params: &[
        req("indices", Ty::IntLit, "the sites, by number").array(1),
        req("type", Ty::Enum(&HOLE_TYPE), "the shape of the holes"),
    ],
    ..BASE
};

pub static SHOW_SITE_INDEX: Ludeme = Ludeme {
    id: "show SiteIndex",
    head: "show",
    keyword: Some("SiteIndex"),
    gives: Ty::GraphicsItem,
    doc: "The numbers of some sites are shown.",
    example: "(show SiteIndex {5 10} Square)",
    params: &[
        req("indices", Ty::IntLit, "the sites").array(1),
        req("type", Ty::Enum(&HOLE_TYPE), "the shape around the numbers"),
    ],
    ..BASE
};

pub static SHOW_AS_HOLES_2: Ludeme = Ludeme {
    id: "show AsHoles#2",
    head: "show",
    keyword: Some("AsHoles"),
    gives: Ty::GraphicsItem,
    doc: "All sites are drawn as holes.",
    example: "(show AsHoles Cell)",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("additionalValue", Ty::IntLit, "not used"),
    ],
    ..BASE
};

pub static SHOW_SITE_INDEX_2: Ludeme = Ludeme {
    id: "show SiteIndex#2",
    head: "show",
    keyword: Some("SiteIndex"),
    gives: Ty::GraphicsItem,
    doc: "The numbers of all sites are shown.",
    example: "(show SiteIndex Cell 1)",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("additionalValue", Ty::IntLit, "what to add to each number"),
    ],
    ..BASE
};

pub static SHOW_SYMBOL: Ludeme = Ludeme {
    id: "show Symbol",
    head: "show",
    keyword: Some("Symbol"),
    gives: Ty::GraphicsItem,
    doc: "A drawing on sites of the board.",
    example: "(show Symbol \"water\" Cell 15 scale:0.85)",
    params: &[
        opt("imageName", Ty::Text, "the name of the drawing"),
        opt_named("text", Ty::Text, "a text to write"),
        opt("region", Ty::Text, "only this region, by name"),
        opt("role", Ty::Enum(&ROLE_TYPE), "only regions of this player"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("sites", Ty::IntLit, "only these sites, by number").array(1).or(1),
        opt("site", Ty::IntLit, "only this site, by number").or(1),
        opt("regionFunction", Ty::Region, "only the sites of this region"),
        opt("boardGraphicsType", Ty::Enum(&BOARD_GRAPHICS_TYPE), "which part of the drawing"),
        opt_named("fillColour", Ty::Colour, "the colour to fill with"),
        opt_named("edgeColour", Ty::Colour, "the colour of the outline"),
        opt_named("scale", Ty::FloatLit, "how much larger than usual to draw; 1, if left out"),
        opt_named("scaleX", Ty::FloatLit, "how much wider than usual to draw; 1, if left out"),
        opt_named("scaleY", Ty::FloatLit, "how much taller than usual to draw; 1, if left out"),
        opt_named("rotation", Ty::IntLit, "by how many degrees to turn it clockwise"),
        opt_named("offsetX", Ty::FloatLit, "how far to move it right, in board widths"),
        opt_named("offsetY", Ty::FloatLit, "how far to move it down, in board heights"),
    ],
    concepts: &[Shows(&["Symbols"])],
    ..BASE
};

pub static SHOW_LINE: Ludeme = Ludeme {
    id: "show Line",
    head: "show",
    keyword: Some("Line"),
    gives: Ty::GraphicsItem,
    doc: "Lines drawn between sites.",
    example: "(show Line {{1 0} {2 4}})",
    params: &[
        req("lines", Ty::IntLit, "pairs of sites, by number").array(2),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("style", Ty::Enum(&LINE_STYLE), "how the line is drawn"),
        opt("colour", Ty::Colour, "the colour"),
        opt_named("scale", Ty::FloatLit, "how much larger than usual to draw; 1, if left out"),
        opt_named("curve", Ty::FloatLit, "where the curve leaves the ends, for curved lines").array(1),
        opt("curveType", Ty::Enum(&CURVE_TYPE), "how the line is curved"),
    ],
    ..BASE
};

pub static SHOW_EDGES: Ludeme = Ludeme {
    id: "show Edges",
    head: "show",
    keyword: Some("Edges"),
    gives: Ty::GraphicsItem,
    doc: "Edges of the board drawn in a certain way.",
    example: "(show Edges Diagonal Thin (colour Grey))",
    params: &[
        opt("type", Ty::Enum(&EDGE_TYPE), "which edges; all, if left out"),
        opt("relation", Ty::Enum(&RELATION_TYPE), "only those that join such neighbours"),
        opt_named(
            "connection",
            Ty::BoolLit,
            "True to draw lines between the middles of cells instead; False if left out",
        ),
        opt("style", Ty::Enum(&LINE_STYLE), "how the line is drawn"),
        opt("colour", Ty::Colour, "the colour"),
    ],
    ..BASE
};

pub static SHOW_PITS: Ludeme = Ludeme {
    id: "show Pits",
    head: "show",
    keyword: Some("Pits"),
    gives: Ty::GraphicsItem,
    doc: "The pits of the board are shown.",
    example: "(show Pits)",
    params: &[opt("value", Ty::BoolLit, "True to do so; True if left out")],
    ..BASE
};

pub static SHOW_PLAYER_HOLES: Ludeme = Ludeme {
    id: "show PlayerHoles",
    head: "show",
    keyword: Some("PlayerHoles"),
    gives: Ty::GraphicsItem,
    doc: "Holes are drawn in the colour of the player they belong to.",
    example: "(show PlayerHoles)",
    params: &[opt("value", Ty::BoolLit, "True to do so; True if left out")],
    ..BASE
};

pub static SHOW_LOCAL_STATE_HOLES: Ludeme = Ludeme {
    id: "show LocalStateHoles",
    head: "show",
    keyword: Some("LocalStateHoles"),
    gives: Ty::GraphicsItem,
    doc: "Holes are drawn according to their local state.",
    example: "(show LocalStateHoles)",
    params: &[opt("value", Ty::BoolLit, "True to do so; True if left out")],
    ..BASE
};

pub static SHOW_REGION_OWNER: Ludeme = Ludeme {
    id: "show RegionOwner",
    head: "show",
    keyword: Some("RegionOwner"),
    gives: Ty::GraphicsItem,
    doc: "The owners of regions are shown.",
    example: "(show RegionOwner)",
    params: &[opt("value", Ty::BoolLit, "True to do so; True if left out")],
    ..BASE
};

pub static SHOW_COST: Ludeme = Ludeme {
    id: "show Cost",
    head: "show",
    keyword: Some("Cost"),
    gives: Ty::GraphicsItem,
    doc: "The costs of sites are shown.",
    example: "(show Cost)",
    params: &[opt("value", Ty::BoolLit, "True to do so; True if left out")],
    ..BASE
};

pub static SHOW_HINTS: Ludeme = Ludeme {
    id: "show Hints",
    head: "show",
    keyword: Some("Hints"),
    gives: Ty::GraphicsItem,
    doc: "The clues of a puzzle are shown.",
    example: "(show Hints)",
    params: &[opt("value", Ty::BoolLit, "True to do so; True if left out")],
    ..BASE
};

pub static SHOW_EDGE_DIRECTIONS: Ludeme = Ludeme {
    id: "show EdgeDirections",
    head: "show",
    keyword: Some("EdgeDirections"),
    gives: Ty::GraphicsItem,
    doc: "Arrows show which way edges may be followed.",
    example: "(show EdgeDirections)",
    params: &[opt("value", Ty::BoolLit, "True to do so; True if left out")],
    ..BASE
};

pub static SHOW_POSSIBLE_MOVES: Ludeme = Ludeme {
    id: "show PossibleMoves",
    head: "show",
    keyword: Some("PossibleMoves"),
    gives: Ty::GraphicsItem,
    doc: "The possible moves are shown at all times.",
    example: "(show PossibleMoves)",
    params: &[opt("value", Ty::BoolLit, "True to do so; True if left out")],
    ..BASE
};

pub static SHOW_CURVED_EDGES: Ludeme = Ludeme {
    id: "show CurvedEdges",
    head: "show",
    keyword: Some("CurvedEdges"),
    gives: Ty::GraphicsItem,
    doc: "Curved edges are shown.",
    example: "(show CurvedEdges)",
    params: &[opt("value", Ty::BoolLit, "True to do so; True if left out")],
    ..BASE
};

pub static SHOW_STRAIGHT_EDGES: Ludeme = Ludeme {
    id: "show StraightEdges",
    head: "show",
    keyword: Some("StraightEdges"),
    gives: Ty::GraphicsItem,
    doc: "Straight edges are shown.",
    example: "(show StraightEdges)",
    params: &[opt("value", Ty::BoolLit, "True to do so; True if left out")],
    ..BASE
};

pub static SHOW_PIECE_STATE: Ludeme = Ludeme {
    id: "show Piece State",
    head: "show",
    keyword: Some("Piece State"),
    gives: Ty::GraphicsItem,
    doc: "The local state of pieces is shown.",
    example: "(show Piece State CornerLeft)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "only pieces of this player"),
        opt("pieceName", Ty::Text, "only pieces of this name"),
        opt("location", Ty::Enum(&VALUE_LOCATION_TYPE), "where on the piece"),
        opt_named("offsetImage", Ty::BoolLit, "True to move the piece's drawing out of the way"),
        opt_named("valueOutline", Ty::BoolLit, "True to give the number an outline"),
        opt_named("scale", Ty::FloatLit, "how much larger than usual to draw; 1, if left out"),
        opt_named("offsetX", Ty::FloatLit, "how far to move it right, in board widths"),
        opt_named("offsetY", Ty::FloatLit, "how far to move it down, in board heights"),
    ],
    concepts: &[Shows(&["ShowPieceState"])],
    ..BASE
};

pub static SHOW_PIECE_VALUE: Ludeme = Ludeme {
    id: "show Piece Value",
    head: "show",
    keyword: Some("Piece Value"),
    gives: Ty::GraphicsItem,
    doc: "The value of pieces is shown.",
    example: "(show Piece Value CornerLeft)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "only pieces of this player"),
        opt("pieceName", Ty::Text, "only pieces of this name"),
        opt("location", Ty::Enum(&VALUE_LOCATION_TYPE), "where on the piece"),
        opt_named("offsetImage", Ty::BoolLit, "True to move the piece's drawing out of the way"),
        opt_named("valueOutline", Ty::BoolLit, "True to give the number an outline"),
        opt_named("scale", Ty::FloatLit, "how much larger than usual to draw; 1, if left out"),
        opt_named("offsetX", Ty::FloatLit, "how far to move it right, in board widths"),
        opt_named("offsetY", Ty::FloatLit, "how far to move it down, in board heights"),
    ],
    concepts: &[Shows(&["ShowPieceValue"])],
    ..BASE
};

pub static SHOW_CHECK: Ludeme = Ludeme {
    id: "show Check",
    head: "show",
    keyword: Some("Check"),
    gives: Ty::GraphicsItem,
    doc: "A sign on a piece that is threatened.",
    example: "(show Check \"King\")",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "only pieces of this player"),
        opt("pieceName", Ty::Text, "only pieces of this name"),
    ],
    ..BASE
};

pub static SHOW_SCORE: Ludeme = Ludeme {
    id: "show Score",
    head: "show",
    keyword: Some("Score"),
    gives: Ty::GraphicsItem,
    doc: "When and how scores are shown.",
    example: "(show Score Never)",
    params: &[
        opt("whenScore", Ty::Enum(&WHEN_SCORE_TYPE), "when; always, if left out"),
        opt("role", Ty::Enum(&ROLE_TYPE), "only the score of this player"),
        opt("scoreReplacement", Ty::Int, "another number to show instead"),
        opt("scoreSuffix", Ty::Text, "a text to add"),
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

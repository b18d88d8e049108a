//! How boards, regions and hands are drawn.

use crate::concept::Rule::{Shows, When};
use crate::concept::Test::Word;
use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{BOARD_GRAPHICS_TYPE, CONTAINER_STYLE_TYPE, ROLE_TYPE, SITE_TYPE};
use crate::ty::Ty;

pub static BOARD_STYLE: Ludeme = Ludeme {
    id: "board Style",
    head: "board",
    keyword: Some("Style"),
    gives: Ty::GraphicsItem,
    doc: "The style in which the board is drawn.",
    example: "(board Style Chess)",
    params: &[
        req("containerStyleType", Ty::Enum(&CONTAINER_STYLE_TYPE), "the style"),
        opt_named(
            "replaceComponentsWithFilledCells",
            Ty::BoolLit,
            "True to fill cells with a player's colour instead of drawing pieces; False if left out",
        ),
    ],
    concepts: &[
        When(&[Word("containerStyleType", &["Mancala"])], &["MancalaStyle", "MancalaBoard"]),
        When(&[Word("containerStyleType", &["Chess"])], &["ChessStyle"]),
        When(&[Word("containerStyleType", &["Go"])], &["GoStyle"]),
        When(&[Word("containerStyleType", &["PenAndPaper"])], &["PenAndPaperStyle"]),
        When(&[Word("containerStyleType", &["Shibumi"])], &["ShibumiStyle"]),
        When(&[Word("containerStyleType", &["Backgammon"])], &["BackgammonStyle"]),
        When(&[Word("containerStyleType", &["Janggi"])], &["JanggiStyle"]),
        When(&[Word("containerStyleType", &["Xiangqi"])], &["XiangqiStyle"]),
        When(&[Word("containerStyleType", &["Shogi"])], &["ShogiStyle"]),
        When(&[Word("containerStyleType", &["Table"])], &["TableStyle"]),
        When(&[Word("containerStyleType", &["Surakarta"])], &["SurakartaStyle"]),
        When(&[Word("containerStyleType", &["Tafl"])], &["TaflStyle"]),
        When(&[Word("containerStyleType", &["Graph"])], &["GraphStyle"]),
    ],
    ..BASE
};

pub static BOARD_STYLE_THICKNESS: Ludeme = Ludeme {
    id: "board StyleThickness",
    head: "board",
    keyword: Some("StyleThickness"),
    gives: Ty::GraphicsItem,
    doc: "How thick the lines of the board are.",
    example: "(board StyleThickness OuterEdges 2.0)",
    params: &[
        req("boardGraphicsType", Ty::Enum(&BOARD_GRAPHICS_TYPE), "which part of the drawing"),
        req("thickness", Ty::FloatLit, "how many times the usual thickness"),
    ],
    ..BASE
};

pub static BOARD_CHECKERED: Ludeme = Ludeme {
    id: "board Checkered",
    head: "board",
    keyword: Some("Checkered"),
    gives: Ty::GraphicsItem,
    doc: "The cells of the board are coloured like a chessboard.",
    example: "(board Checkered)",
    params: &[opt("value", Ty::BoolLit, "True to do so; True if left out")],
    ..BASE
};

pub static BOARD_BACKGROUND: Ludeme = Ludeme {
    id: "board Background",
    head: "board",
    keyword: Some("Background"),
    gives: Ty::GraphicsItem,
    doc: "A drawing behind the board.",
    example: "(board Background image:\"disc\" fillColour:(colour White) scale:1.2)",
    params: &[
        opt_named("image", Ty::Text, "the name of the drawing"),
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

pub static BOARD_FOREGROUND: Ludeme = Ludeme {
    id: "board Foreground",
    head: "board",
    keyword: Some("Foreground"),
    gives: Ty::GraphicsItem,
    doc: "A drawing in front of the board.",
    example: "(board Foreground image:\"disc\" fillColour:(colour White) scale:1.2)",
    params: &[
        opt_named("image", Ty::Text, "the name of the drawing"),
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

pub static BOARD_HIDDEN: Ludeme = Ludeme {
    id: "board Hidden",
    head: "board",
    keyword: Some("Hidden"),
    gives: Ty::GraphicsItem,
    doc: "A drawing for the board where it is hidden.",
    example: "(board Hidden image:\"door\")",
    params: &[
        opt_named("image", Ty::Text, "the name of the drawing"),
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

pub static BOARD_COLOUR: Ludeme = Ludeme {
    id: "board Colour",
    head: "board",
    keyword: Some("Colour"),
    gives: Ty::GraphicsItem,
    doc: "The colour of a part of the board.",
    example: "(board Colour Phase2 (colour Cyan))",
    params: &[
        req("boardGraphicsType", Ty::Enum(&BOARD_GRAPHICS_TYPE), "which part of the drawing"),
        req("colour", Ty::Colour, "the colour"),
    ],
    ..BASE
};

pub static BOARD_PLACEMENT: Ludeme = Ludeme {
    id: "board Placement",
    head: "board",
    keyword: Some("Placement"),
    gives: Ty::GraphicsItem,
    doc: "Where the board is drawn and how large.",
    example: "(board Placement scale:0.8)",
    params: &[
        opt_named("scale", Ty::FloatLit, "how much larger than usual to draw; 1, if left out"),
        opt_named("offsetX", Ty::FloatLit, "how far to move it right, in board widths"),
        opt_named("offsetY", Ty::FloatLit, "how far to move it down, in board heights"),
    ],
    ..BASE
};

pub static BOARD_CURVATURE: Ludeme = Ludeme {
    id: "board Curvature",
    head: "board",
    keyword: Some("Curvature"),
    gives: Ty::GraphicsItem,
    doc: "How strongly curved lines of the board bend.",
    example: "(board Curvature 0.45)",
    params: &[req("curveOffset", Ty::FloatLit, "how strongly")],
    ..BASE
};

pub static HAND_PLACEMENT: Ludeme = Ludeme {
    id: "hand Placement",
    head: "hand",
    keyword: Some("Placement"),
    gives: Ty::GraphicsItem,
    doc: "Where a player's hand is drawn and how large.",
    example: "(hand Placement P1 scale:1.0 offsetX:0.5 offsetY:0.5 vertical:True)",
    params: &[
        req("player", Ty::Enum(&ROLE_TYPE), "whose hand"),
        opt_named("scale", Ty::FloatLit, "how much larger than usual to draw; 1, if left out"),
        opt_named("offsetX", Ty::FloatLit, "how far to move it right, in board widths"),
        opt_named("offsetY", Ty::FloatLit, "how far to move it down, in board heights"),
        opt_named("vertical", Ty::BoolLit, "True to draw it from top to bottom; False if left out"),
    ],
    ..BASE
};

pub static NO_BOARD: Ludeme = Ludeme {
    id: "no Board",
    head: "no",
    keyword: Some("Board"),
    gives: Ty::GraphicsItem,
    doc: "The board is not drawn.",
    example: "(no Board)",
    params: &[opt("value", Ty::BoolLit, "True to do so; True if left out")],
    concepts: &[Shows(&["NoBoard"])],
    ..BASE
};

pub static NO_ANIMATION: Ludeme = Ludeme {
    id: "no Animation",
    head: "no",
    keyword: Some("Animation"),
    gives: Ty::GraphicsItem,
    doc: "Moves are shown without animation.",
    example: "(no Animation)",
    params: &[opt("value", Ty::BoolLit, "True to do so; True if left out")],
    ..BASE
};

pub static NO_SUNKEN: Ludeme = Ludeme {
    id: "no Sunken",
    head: "no",
    keyword: Some("Sunken"),
    gives: Ty::GraphicsItem,
    doc: "The sunken look of the board's outline is left off.",
    example: "(no Sunken)",
    params: &[opt("value", Ty::BoolLit, "True to do so; True if left out")],
    ..BASE
};

pub static NO_HAND_SCALE: Ludeme = Ludeme {
    id: "no HandScale",
    head: "no",
    keyword: Some("HandScale"),
    gives: Ty::GraphicsItem,
    doc: "Pieces in hands are drawn as large as on the board.",
    example: "(no HandScale)",
    params: &[opt("value", Ty::BoolLit, "True to do so; True if left out")],
    ..BASE
};

pub static NO_CURVES: Ludeme = Ludeme {
    id: "no Curves",
    head: "no",
    keyword: Some("Curves"),
    gives: Ty::GraphicsItem,
    doc: "Curved lines of the board are drawn straight.",
    example: "(no Curves)",
    params: &[opt("value", Ty::BoolLit, "True to do so; True if left out")],
    ..BASE
};

pub static NO_MASKED_COLOUR: Ludeme = Ludeme {
    id: "no MaskedColour",
    head: "no",
    keyword: Some("MaskedColour"),
    gives: Ty::GraphicsItem,
    doc: "Hidden pieces keep no trace of their owner's colour.",
    example: "(no MaskedColour)",
    params: &[opt("value", Ty::BoolLit, "True to do so; True if left out")],
    ..BASE
};

pub static NO_DICE_PIPS: Ludeme = Ludeme {
    id: "no DicePips",
    head: "no",
    keyword: Some("DicePips"),
    gives: Ty::GraphicsItem,
    doc: "Dice show numbers instead of dots.",
    example: "(no DicePips)",
    params: &[opt("value", Ty::BoolLit, "True to do so; True if left out")],
    ..BASE
};

pub static REGION_COLOUR: Ludeme = Ludeme {
    id: "region Colour",
    head: "region",
    keyword: Some("Colour"),
    gives: Ty::GraphicsItem,
    doc: "The colour of sites.",
    example: "(region Colour \"Home\" (colour Black))",
    params: &[
        opt("region", Ty::Text, "only this region, by name"),
        opt("role", Ty::Enum(&ROLE_TYPE), "only regions of this player"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("sites", Ty::IntLit, "only these sites, by number").array(1).or(1),
        opt("site", Ty::IntLit, "only this site, by number").or(1),
        opt("regionFunction", Ty::Region, "only the sites of this region"),
        opt_named("regionSiteType", Ty::Enum(&SITE_TYPE), "cells, vertices or edges of that region"),
        opt("colour", Ty::Colour, "the colour"),
        opt_named("scale", Ty::FloatLit, "how much larger than usual to draw; 1, if left out"),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &BOARD_STYLE,
    &BOARD_STYLE_THICKNESS,
    &BOARD_CHECKERED,
    &BOARD_BACKGROUND,
    &BOARD_FOREGROUND,
    &BOARD_HIDDEN,
    &BOARD_COLOUR,
    &BOARD_PLACEMENT,
    &BOARD_CURVATURE,
    &HAND_PLACEMENT,
    &NO_BOARD,
    &NO_ANIMATION,
    &NO_SUNKEN,
    &NO_HAND_SCALE,
    &NO_CURVES,
    &NO_MASKED_COLOUR,
    &NO_DICE_PIPS,
    &REGION_COLOUR,
];

//! How boards, regions and hands are drawn.

use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{BOARD_GRAPHICS_TYPE, CONTAINER_STYLE_TYPE, ROLE_TYPE, SITE_TYPE};
use crate::ty::Ty;

pub static BOARD_STYLE: Ludeme = Ludeme {
    id: "board Style",
    head: "board",
    keyword: Some("Style"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(board Style Board)",
    params: &[
        req("containerStyleType", Ty::Enum(&CONTAINER_STYLE_TYPE), ""),
        opt_named("replaceComponentsWithFilledCells", Ty::BoolLit, ""),
    ],
    ..BASE
};

pub static BOARD_STYLE_THICKNESS: Ludeme = Ludeme {
    id: "board StyleThickness",
    head: "board",
    keyword: Some("StyleThickness"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(board StyleThickness InnerEdges 0.5)",
    params: &[
        req("boardGraphicsType", Ty::Enum(&BOARD_GRAPHICS_TYPE), ""),
        req("thickness", Ty::FloatLit, ""),
    ],
    ..BASE
};

pub static BOARD_CHECKERED: Ludeme = Ludeme {
    id: "board Checkered",
    head: "board",
    keyword: Some("Checkered"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(board Checkered)",
    params: &[opt("value", Ty::BoolLit, "what it leads to")],
    ..BASE
};

pub static BOARD_BACKGROUND: Ludeme = Ludeme {
    id: "board Background",
    head: "board",
    keyword: Some("Background"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(board Background)",
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
    doc: "",
    example: "(board Foreground)",
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
    doc: "",
    example: "(board Hidden)",
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
    doc: "",
    example: "(board Colour InnerEdges (colour Red))",
    params: &[req("boardGraphicsType", Ty::Enum(&BOARD_GRAPHICS_TYPE), ""), req("colour", Ty::Colour, "")],
    ..BASE
};

pub static BOARD_PLACEMENT: Ludeme = Ludeme {
    id: "board Placement",
    head: "board",
    keyword: Some("Placement"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(board Placement)",
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
    doc: "",
    example: "(board Curvature 0.5)",
    params: &[req("curveOffset", Ty::FloatLit, "")],
    ..BASE
};

pub static HAND_PLACEMENT: Ludeme = Ludeme {
    id: "hand Placement",
    head: "hand",
    keyword: Some("Placement"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(hand Placement Mover)",
    params: &[
        req("player", Ty::Enum(&ROLE_TYPE), ""),
        opt_named("scale", Ty::FloatLit, "how much larger than usual to draw; 1, if left out"),
        opt_named("offsetX", Ty::FloatLit, "how far to move it right, in board widths"),
        opt_named("offsetY", Ty::FloatLit, "how far to move it down, in board heights"),
        opt_named("vertical", Ty::BoolLit, ""),
    ],
    ..BASE
};

pub static NO_BOARD: Ludeme = Ludeme {
    id: "no Board",
    head: "no",
    keyword: Some("Board"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(no Board)",
    params: &[opt("value", Ty::BoolLit, "what it leads to")],
    ..BASE
};

pub static NO_ANIMATION: Ludeme = Ludeme {
    id: "no Animation",
    head: "no",
    keyword: Some("Animation"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(no Animation)",
    params: &[opt("value", Ty::BoolLit, "what it leads to")],
    ..BASE
};

pub static NO_SUNKEN: Ludeme = Ludeme {
    id: "no Sunken",
    head: "no",
    keyword: Some("Sunken"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(no Sunken)",
    params: &[opt("value", Ty::BoolLit, "what it leads to")],
    ..BASE
};

pub static NO_HAND_SCALE: Ludeme = Ludeme {
    id: "no HandScale",
    head: "no",
    keyword: Some("HandScale"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(no HandScale)",
    params: &[opt("value", Ty::BoolLit, "what it leads to")],
    ..BASE
};

pub static NO_CURVES: Ludeme = Ludeme {
    id: "no Curves",
    head: "no",
    keyword: Some("Curves"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(no Curves)",
    params: &[opt("value", Ty::BoolLit, "what it leads to")],
    ..BASE
};

pub static NO_MASKED_COLOUR: Ludeme = Ludeme {
    id: "no MaskedColour",
    head: "no",
    keyword: Some("MaskedColour"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(no MaskedColour)",
    params: &[opt("value", Ty::BoolLit, "what it leads to")],
    ..BASE
};

pub static NO_DICE_PIPS: Ludeme = Ludeme {
    id: "no DicePips",
    head: "no",
    keyword: Some("DicePips"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(no DicePips)",
    params: &[opt("value", Ty::BoolLit, "what it leads to")],
    ..BASE
};

pub static REGION_COLOUR: Ludeme = Ludeme {
    id: "region Colour",
    head: "region",
    keyword: Some("Colour"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(region Colour)",
    params: &[
        opt("region", Ty::Text, ""),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("sites", Ty::IntLit, "").array(1).or(1),
        opt("site", Ty::IntLit, "").or(1),
        opt("regionFunction", Ty::Region, ""),
        opt_named("regionSiteType", Ty::Enum(&SITE_TYPE), ""),
        opt("colour", Ty::Colour, ""),
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

//! How pieces are drawn.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{COMPONENT_STYLE_TYPE, ROLE_TYPE};
use crate::ty::Ty;

pub static PIECE_STYLE: Ludeme = Ludeme {
    id: "piece Style",
    head: "piece",
    keyword: Some("Style"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(piece Style Piece)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt("pieceName", Ty::Text, "only pieces of this name"),
        req("componentStyleType", Ty::Enum(&COMPONENT_STYLE_TYPE), ""),
    ],
    ..BASE
};

pub static PIECE_RENAME: Ludeme = Ludeme {
    id: "piece Rename",
    head: "piece",
    keyword: Some("Rename"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(piece Rename)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt_named("piece", Ty::Text, ""),
        opt_named("container", Ty::IntLit, "only in this container, by number"),
        opt_named("state", Ty::IntLit, "only in this local state"),
        opt_named("value", Ty::IntLit, "only with this value"),
        opt("name", Ty::Text, "the name"),
    ],
    ..BASE
};

pub static PIECE_EXTEND_NAME: Ludeme = Ludeme {
    id: "piece ExtendName",
    head: "piece",
    keyword: Some("ExtendName"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(piece ExtendName)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt_named("piece", Ty::Text, ""),
        opt_named("container", Ty::IntLit, "only in this container, by number"),
        opt_named("state", Ty::IntLit, "only in this local state"),
        opt_named("value", Ty::IntLit, "only with this value"),
        opt("name", Ty::Text, "the name"),
    ],
    ..BASE
};

pub static PIECE_ADD_STATE_TO_NAME: Ludeme = Ludeme {
    id: "piece AddStateToName",
    head: "piece",
    keyword: Some("AddStateToName"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(piece AddStateToName)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt_named("piece", Ty::Text, ""),
        opt_named("container", Ty::IntLit, "only in this container, by number"),
        opt_named("state", Ty::IntLit, "only in this local state"),
        opt_named("value", Ty::IntLit, "only with this value"),
        opt("name", Ty::Text, "the name"),
    ],
    ..BASE
};

pub static PIECE_HIDDEN: Ludeme = Ludeme {
    id: "piece Hidden",
    head: "piece",
    keyword: Some("Hidden"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(piece Hidden)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt_named("piece", Ty::Text, ""),
        opt_named("container", Ty::IntLit, "only in this container, by number"),
        opt_named("state", Ty::IntLit, "only in this local state"),
        opt_named("value", Ty::IntLit, "only with this value"),
        opt("name", Ty::Text, "the name"),
    ],
    ..BASE
};

pub static PIECE_FAMILIES: Ludeme = Ludeme {
    id: "piece Families",
    head: "piece",
    keyword: Some("Families"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(piece Families {\"Disc\"})",
    params: &[req("pieceFamilies", Ty::Text, "").array(1)],
    ..BASE
};

pub static PIECE_BACKGROUND: Ludeme = Ludeme {
    id: "piece Background",
    head: "piece",
    keyword: Some("Background"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(piece Background)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt("pieceName", Ty::Text, "only pieces of this name"),
        opt_named("container", Ty::IntLit, "only in this container, by number"),
        opt_named("state", Ty::IntLit, "only in this local state"),
        opt_named("value", Ty::IntLit, "only with this value"),
        opt_named("image", Ty::Text, "the name of the drawing"),
        opt_named("text", Ty::Text, ""),
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

pub static PIECE_FOREGROUND: Ludeme = Ludeme {
    id: "piece Foreground",
    head: "piece",
    keyword: Some("Foreground"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(piece Foreground)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt("pieceName", Ty::Text, "only pieces of this name"),
        opt_named("container", Ty::IntLit, "only in this container, by number"),
        opt_named("state", Ty::IntLit, "only in this local state"),
        opt_named("value", Ty::IntLit, "only with this value"),
        opt_named("image", Ty::Text, "the name of the drawing"),
        opt_named("text", Ty::Text, ""),
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

pub static PIECE_HIDDEN_2: Ludeme = Ludeme {
    id: "piece Hidden#2",
    head: "piece",
    keyword: Some("Hidden"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(piece Hidden)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt("pieceName", Ty::Text, "only pieces of this name"),
        opt_named("container", Ty::IntLit, "only in this container, by number"),
        opt_named("state", Ty::IntLit, "only in this local state"),
        opt_named("value", Ty::IntLit, "only with this value"),
        opt_named("image", Ty::Text, "the name of the drawing"),
        opt_named("text", Ty::Text, ""),
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

pub static PIECE_COLOUR: Ludeme = Ludeme {
    id: "piece Colour",
    head: "piece",
    keyword: Some("Colour"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(piece Colour)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt("pieceName", Ty::Text, "only pieces of this name"),
        opt_named("container", Ty::IntLit, "only in this container, by number"),
        opt_named("state", Ty::IntLit, "only in this local state"),
        opt_named("value", Ty::IntLit, "only with this value"),
        opt_named("fillColour", Ty::Colour, "the colour to fill with"),
        opt_named("strokeColour", Ty::Colour, "the colour of the outline"),
        opt_named("secondaryColour", Ty::Colour, "a second colour, for drawings that have one"),
    ],
    ..BASE
};

pub static PIECE_ROTATE: Ludeme = Ludeme {
    id: "piece Rotate",
    head: "piece",
    keyword: Some("Rotate"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(piece Rotate degrees:3)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt("pieceName", Ty::Text, "only pieces of this name"),
        opt_named("container", Ty::IntLit, "only in this container, by number"),
        opt_named("state", Ty::IntLit, "only in this local state"),
        opt_named("value", Ty::IntLit, "only with this value"),
        named("degrees", Ty::IntLit, ""),
    ],
    ..BASE
};

pub static PIECE_SCALE: Ludeme = Ludeme {
    id: "piece Scale",
    head: "piece",
    keyword: Some("Scale"),
    gives: Ty::GraphicsItem,
    doc: "",
    example: "(piece Scale)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt("pieceName", Ty::Text, "only pieces of this name"),
        opt_named("container", Ty::IntLit, "only in this container, by number"),
        opt_named("state", Ty::IntLit, "only in this local state"),
        opt_named("value", Ty::IntLit, "only with this value"),
        opt("scale", Ty::FloatLit, "how much larger than usual to draw; 1, if left out"),
        opt_named("scaleX", Ty::FloatLit, "how much wider than usual to draw; 1, if left out"),
        opt_named("scaleY", Ty::FloatLit, "how much taller than usual to draw; 1, if left out"),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &PIECE_STYLE,
    &PIECE_RENAME,
    &PIECE_EXTEND_NAME,
    &PIECE_ADD_STATE_TO_NAME,
    &PIECE_HIDDEN,
    &PIECE_FAMILIES,
    &PIECE_BACKGROUND,
    &PIECE_FOREGROUND,
    &PIECE_HIDDEN_2,
    &PIECE_COLOUR,
    &PIECE_ROTATE,
    &PIECE_SCALE,
];

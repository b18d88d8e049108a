//! How pieces are drawn.

use crate::concept::Rule::When;
use crate::concept::Test::Word;
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{COMPONENT_STYLE_TYPE, ROLE_TYPE};
use crate::ty::Ty;

pub static PIECE_STYLE: Ludeme = Ludeme {
    id: "piece Style",
    head: "piece",
    keyword: Some("Style"),
    gives: Ty::GraphicsItem,
    doc: "The style in which pieces are drawn.",
    example: "(piece Style ExtendedShogi)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "only pieces of this player"),
        opt("pieceName", Ty::Text, "only pieces of this name"),
        req("componentStyleType", Ty::Enum(&COMPONENT_STYLE_TYPE), "the style"),
    ],
    ..BASE
};

pub static PIECE_RENAME: Ludeme = Ludeme {
    id: "piece Rename",
    head: "piece",
    keyword: Some("Rename"),
    gives: Ty::GraphicsItem,
    doc: "Pieces are drawn as if they had another name.",
    example: "(piece Rename piece:\"Die\" \"Triangle\")",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "only pieces of this player"),
        opt_named("piece", Ty::Text, "only pieces of this name"),
        opt_named("container", Ty::IntLit, "only in this container, by number"),
        opt_named("state", Ty::IntLit, "only in this local state"),
        opt_named("value", Ty::IntLit, "only with this value"),
        opt("name", Ty::Text, "that name"),
    ],
    ..BASE
};

pub static PIECE_EXTEND_NAME: Ludeme = Ludeme {
    id: "piece ExtendName",
    head: "piece",
    keyword: Some("ExtendName"),
    gives: Ty::GraphicsItem,
    doc: "Something is added to the name by which a piece's drawing is found.",
    example: "(piece ExtendName P2 \"2\")",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "only pieces of this player"),
        opt_named("piece", Ty::Text, "only pieces of this name"),
        opt_named("container", Ty::IntLit, "only in this container, by number"),
        opt_named("state", Ty::IntLit, "only in this local state"),
        opt_named("value", Ty::IntLit, "only with this value"),
        opt("name", Ty::Text, "what is added"),
    ],
    ..BASE
};

pub static PIECE_ADD_STATE_TO_NAME: Ludeme = Ludeme {
    id: "piece AddStateToName",
    head: "piece",
    keyword: Some("AddStateToName"),
    gives: Ty::GraphicsItem,
    doc: "A piece's local state is added to the name by which its drawing is found.",
    example: "(piece AddStateToName)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "only pieces of this player"),
        opt_named("piece", Ty::Text, "only pieces of this name"),
        opt_named("container", Ty::IntLit, "only in this container, by number"),
        opt_named("state", Ty::IntLit, "only in this local state"),
        opt_named("value", Ty::IntLit, "only with this value"),
        opt("name", Ty::Text, "not used"),
    ],
    ..BASE
};

pub static PIECE_HIDDEN: Ludeme = Ludeme {
    id: "piece Hidden",
    head: "piece",
    keyword: Some("Hidden"),
    gives: Ty::GraphicsItem,
    doc: "Pieces are not drawn.",
    example: "(piece Hidden piece:\"Ball\")",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "only pieces of this player"),
        opt_named("piece", Ty::Text, "only pieces of this name"),
        opt_named("container", Ty::IntLit, "only in this container, by number"),
        opt_named("state", Ty::IntLit, "only in this local state"),
        opt_named("value", Ty::IntLit, "only with this value"),
        opt("name", Ty::Text, "not used"),
    ],
    ..BASE
};

pub static PIECE_FAMILIES: Ludeme = Ludeme {
    id: "piece Families",
    head: "piece",
    keyword: Some("Families"),
    gives: Ty::GraphicsItem,
    doc: "The sets of drawings that people can choose from.",
    example: "(piece Families {\"Defined\" \"Microsoft\" \"Pragmata\"})",
    params: &[req("pieceFamilies", Ty::Text, "the names of the sets").array(1)],
    concepts: &[When(&[Word("pieceFamilies", &["Abstract"])], &["MarkerComponent"])],
    ..BASE
};

pub static PIECE_BACKGROUND: Ludeme = Ludeme {
    id: "piece Background",
    head: "piece",
    keyword: Some("Background"),
    gives: Ty::GraphicsItem,
    doc: "A drawing behind the pieces.",
    example: "(piece Background \"Han\" image:\"octagon\" fillColour:(colour White))",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "only pieces of this player"),
        opt("pieceName", Ty::Text, "only pieces of this name"),
        opt_named("container", Ty::IntLit, "only in this container, by number"),
        opt_named("state", Ty::IntLit, "only in this local state"),
        opt_named("value", Ty::IntLit, "only with this value"),
        opt_named("image", Ty::Text, "the name of the drawing"),
        opt_named("text", Ty::Text, "a text to write"),
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
    doc: "A drawing in front of the pieces.",
    example: "(piece Foreground \"Han\" image:\"Pawn\" fillColour:(colour White) scale:0.9)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "only pieces of this player"),
        opt("pieceName", Ty::Text, "only pieces of this name"),
        opt_named("container", Ty::IntLit, "only in this container, by number"),
        opt_named("state", Ty::IntLit, "only in this local state"),
        opt_named("value", Ty::IntLit, "only with this value"),
        opt_named("image", Ty::Text, "the name of the drawing"),
        opt_named("text", Ty::Text, "a text to write"),
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
    doc: "A drawing for pieces that are hidden.",
    example: "(piece Hidden \"Ball\" image:\"door\")",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "only pieces of this player"),
        opt("pieceName", Ty::Text, "only pieces of this name"),
        opt_named("container", Ty::IntLit, "only in this container, by number"),
        opt_named("state", Ty::IntLit, "only in this local state"),
        opt_named("value", Ty::IntLit, "only with this value"),
        opt_named("image", Ty::Text, "the name of the drawing"),
        opt_named("text", Ty::Text, "a text to write"),
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
    doc: "The colours of pieces.",
    example: "(piece Colour P2 \"Pawn\" fillColour:(colour Red))",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "only pieces of this player"),
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
    doc: "By how much pieces are turned.",
    example: "(piece Rotate P2 \"Knight\" degrees:90)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "only pieces of this player"),
        opt("pieceName", Ty::Text, "only pieces of this name"),
        opt_named("container", Ty::IntLit, "only in this container, by number"),
        opt_named("state", Ty::IntLit, "only in this local state"),
        opt_named("value", Ty::IntLit, "only with this value"),
        named("degrees", Ty::IntLit, "how many degrees clockwise"),
    ],
    ..BASE
};

pub static PIECE_SCALE: Ludeme = Ludeme {
    id: "piece Scale",
    head: "piece",
    keyword: Some("Scale"),
    gives: Ty::GraphicsItem,
    doc: "How large pieces are drawn.",
    example: "(piece Scale \"Pawn\" 0.5)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "only pieces of this player"),
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

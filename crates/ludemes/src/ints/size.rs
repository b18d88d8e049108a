//! Sizes of groups, stacks, pieces, territories and lists.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{ABSOLUTE_DIRECTION, ROLE_TYPE, SITE_TYPE};
use crate::ty::Ty;

pub static SIZE_ARRAY: Ludeme = Ludeme {
    id: "size Array",
    head: "size",
    keyword: Some("Array"),
    gives: Ty::Int,
    doc: "",
    example: "(size Array (array {1 2}))",
    params: &[req("array", Ty::IntArray, "the list")],
    ..BASE
};

pub static SIZE_STACK: Ludeme = Ludeme {
    id: "size Stack",
    head: "size",
    keyword: Some("Stack"),
    gives: Ty::Int,
    doc: "",
    example: "(size Stack)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt_named("in", Ty::Region, "").or(1),
        opt_named("at", Ty::Int, "").or(1),
    ],
    ..BASE
};

pub static SIZE_LARGE_PIECE: Ludeme = Ludeme {
    id: "size LargePiece",
    head: "size",
    keyword: Some("LargePiece"),
    gives: Ty::Int,
    doc: "",
    example: "(size LargePiece in:(sites Empty))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("in", Ty::Region, "").or(1),
        named("at", Ty::Int, "").or(1),
    ],
    ..BASE
};

pub static SIZE_GROUP: Ludeme = Ludeme {
    id: "size Group",
    head: "size",
    keyword: Some("Group"),
    gives: Ty::Int,
    doc: "",
    example: "(size Group at:(last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, ""),
        opt("directions", Ty::Direction, "the directions to look in"),
        opt_named("if", Ty::Bool, "a condition that must hold"),
    ],
    ..BASE
};

pub static SIZE_TERRITORY: Ludeme = Ludeme {
    id: "size Territory",
    head: "size",
    keyword: Some("Territory"),
    gives: Ty::Int,
    doc: "",
    example: "(size Territory Mover)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        req("player", Ty::Player, "the player, by number").or(1),
        opt("direction", Ty::Enum(&ABSOLUTE_DIRECTION), ""),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&SIZE_ARRAY, &SIZE_STACK, &SIZE_LARGE_PIECE, &SIZE_GROUP, &SIZE_TERRITORY];

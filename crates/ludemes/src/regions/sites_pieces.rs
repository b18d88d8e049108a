//! Regions given by what stands on them or where pieces can go.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{HIDDEN_DATA, ROLE_TYPE, SITE_TYPE};
use crate::ty::Ty;

pub static SITES_HIDDEN: Ludeme = Ludeme {
    id: "sites Hidden",
    head: "sites",
    keyword: Some("Hidden"),
    gives: Ty::Region,
    doc: "",
    example: "(sites Hidden to:(player (mover)))",
    params: &[
        opt("dataType", Ty::Enum(&HIDDEN_DATA), ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("to", Ty::Player, "").or(1),
        named("toRole", Ty::Enum(&ROLE_TYPE), "").label("to").or(1),
    ],
    ..BASE
};

pub static SITES_LARGE_PIECE: Ludeme = Ludeme {
    id: "sites LargePiece",
    head: "sites",
    keyword: Some("LargePiece"),
    gives: Ty::Region,
    doc: "",
    example: "(sites LargePiece at:(last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, ""),
    ],
    ..BASE
};

pub static SITES_RANDOM: Ludeme = Ludeme {
    id: "sites Random",
    head: "sites",
    keyword: Some("Random"),
    gives: Ty::Region,
    doc: "",
    example: "(sites Random)",
    params: &[opt("region", Ty::Region, "the region"), opt_named("num", Ty::Int, "")],
    ..BASE
};

pub static SITES_FROM: Ludeme = Ludeme {
    id: "sites From",
    head: "sites",
    keyword: Some("From"),
    gives: Ty::Region,
    doc: "",
    example: "(sites From (move Pass))",
    params: &[req("moves", Ty::Moves, "the moves")],
    ..BASE
};

pub static SITES_BETWEEN_2: Ludeme = Ludeme {
    id: "sites Between#2",
    head: "sites",
    keyword: Some("Between"),
    gives: Ty::Region,
    doc: "",
    example: "(sites Between (move Pass))",
    params: &[req("moves", Ty::Moves, "the moves")],
    ..BASE
};

pub static SITES_TO: Ludeme = Ludeme {
    id: "sites To",
    head: "sites",
    keyword: Some("To"),
    gives: Ty::Region,
    doc: "",
    example: "(sites To (move Pass))",
    params: &[req("moves", Ty::Moves, "the moves")],
    ..BASE
};

pub static SITES_TRACK: Ludeme = Ludeme {
    id: "sites Track",
    head: "sites",
    keyword: Some("Track"),
    gives: Ty::Region,
    doc: "",
    example: "(sites Track)",
    params: &[
        opt("player", Ty::Player, "the player, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt("name", Ty::Text, "the name"),
        opt_named("from", Ty::Int, ""),
        opt_named("to", Ty::Int, ""),
    ],
    ..BASE
};

pub static SITES_HAND: Ludeme = Ludeme {
    id: "sites Hand",
    head: "sites",
    keyword: Some("Hand"),
    gives: Ty::Region,
    doc: "",
    example: "(sites Hand)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("player", Ty::Player, "the player, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt("moves", Ty::NonDecision, ""),
        opt("name", Ty::Text, "the name"),
    ],
    ..BASE
};

pub static SITES_WINNING: Ludeme = Ludeme {
    id: "sites Winning",
    head: "sites",
    keyword: Some("Winning"),
    gives: Ty::Region,
    doc: "",
    example: "(sites Winning)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("player", Ty::Player, "the player, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt("moves", Ty::NonDecision, ""),
        opt("name", Ty::Text, "the name"),
    ],
    ..BASE
};

pub static SITES_START: Ludeme = Ludeme {
    id: "sites Start",
    head: "sites",
    keyword: Some("Start"),
    gives: Ty::Region,
    doc: "",
    example: "(sites Start (piece \"Disc\"))",
    params: &[req("player", Ty::Piece, "")],
    ..BASE
};

pub static SITES_OCCUPIED: Ludeme = Ludeme {
    id: "sites Occupied",
    head: "sites",
    keyword: Some("Occupied"),
    gives: Ty::Region,
    doc: "",
    example: "(sites Occupied by:(player (mover)))",
    params: &[
        named("by", Ty::Player, "").or(1),
        named("byRole", Ty::Enum(&ROLE_TYPE), "").label("by").or(1),
        opt_named("container", Ty::Int, "").or(2),
        opt_named("containerName", Ty::Text, "").label("container").or(2),
        opt_named("component", Ty::Int, "").or(3),
        opt_named("componentName", Ty::Text, "").label("component").or(3),
        opt_named("components", Ty::Text, "").array(1).or(3),
        opt_named("top", Ty::BoolLit, ""),
        opt_named("on", Ty::Enum(&SITE_TYPE), ""),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &SITES_HIDDEN,
    &SITES_LARGE_PIECE,
    &SITES_RANDOM,
    &SITES_FROM,
    &SITES_BETWEEN_2,
    &SITES_TO,
    &SITES_TRACK,
    &SITES_HAND,
    &SITES_WINNING,
    &SITES_START,
    &SITES_OCCUPIED,
];

//! Regions given by what stands on them or where pieces can go.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{HIDDEN_DATA, ROLE_TYPE, SITE_TYPE};
use crate::ty::Ty;

pub static SITES_HIDDEN: Ludeme = Ludeme {
    id: "sites Hidden",
    head: "sites",
    keyword: Some("Hidden"),
    gives: Ty::Region,
    doc: "The sites about which something is hidden from a player.",
    example: "(sites Hidden What to:Mover)",
    params: &[
        opt("dataType", Ty::Enum(&HIDDEN_DATA), "what is hidden; everything about them, if left out"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("to", Ty::Player, "from which player, by number").or(1),
        named("toRole", Ty::Enum(&ROLE_TYPE), "from which player, by role").label("to").or(1),
    ],
    ..BASE
};

pub static SITES_LARGE_PIECE: Ludeme = Ludeme {
    id: "sites LargePiece",
    head: "sites",
    keyword: Some("LargePiece"),
    gives: Ty::Region,
    doc: "The sites that a large piece covers.",
    example: "(sites LargePiece at:(last To))",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site on which it is placed"),
    ],
    ..BASE
};

pub static SITES_RANDOM: Ludeme = Ludeme {
    id: "sites Random",
    head: "sites",
    keyword: Some("Random"),
    gives: Ty::Region,
    doc: "Some sites of a region, drawn at random each time.",
    example: "(sites Random (sites Empty) num:2)",
    params: &[
        opt("region", Ty::Region, "where to draw from; the empty sites, if left out"),
        opt_named("num", Ty::Int, "how many; 1, if left out"),
    ],
    ..BASE
};

pub static SITES_FROM: Ludeme = Ludeme {
    id: "sites From",
    head: "sites",
    keyword: Some("From"),
    gives: Ty::Region,
    doc: "The sites where the moves start.",
    example: "(sites From (forEach Piece))",
    params: &[req("moves", Ty::Moves, "the moves")],
    ..BASE
};

pub static SITES_BETWEEN_2: Ludeme = Ludeme {
    id: "sites Between#2",
    head: "sites",
    keyword: Some("Between"),
    gives: Ty::Region,
    doc: "The sites that the moves pass over.",
    example: "(sites Between (forEach Piece))",
    params: &[req("moves", Ty::Moves, "the moves")],
    ..BASE
};

pub static SITES_TO: Ludeme = Ludeme {
    id: "sites To",
    head: "sites",
    keyword: Some("To"),
    gives: Ty::Region,
    doc: "The sites where the moves go.",
    example: "(sites To (forEach Piece))",
    params: &[req("moves", Ty::Moves, "the moves")],
    ..BASE
};

pub static SITES_TRACK: Ludeme = Ludeme {
    id: "sites Track",
    head: "sites",
    keyword: Some("Track"),
    gives: Ty::Region,
    doc: "The sites of a track, or of a stretch of it.",
    example: "(sites Track \"Track\" from:2 to:7)",
    params: &[
        opt("player", Ty::Player, "whose track, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "whose track").or(1),
        opt("name", Ty::Text, "the name of the track"),
        opt_named("from", Ty::Int, "where the stretch begins; at the start, if left out"),
        opt_named("to", Ty::Int, "where the stretch ends; at the end, if left out"),
    ],
    ..BASE
};

pub static SITES_HAND: Ludeme = Ludeme {
    id: "sites Hand",
    head: "sites",
    keyword: Some("Hand"),
    gives: Ty::Region,
    doc: "The sites of a player's hand.",
    example: "(sites Hand Mover)",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; cells, if left out"),
        opt("player", Ty::Player, "the player, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt("moves", Ty::NonDecision, "not used"),
        opt("name", Ty::Text, "not used"),
    ],
    ..BASE
};

pub static SITES_WINNING: Ludeme = Ludeme {
    id: "sites Winning",
    head: "sites",
    keyword: Some("Winning"),
    gives: Ty::Region,
    doc: "The sites to which a player could move and win at once.",
    example: "(sites Winning Next (add (to (sites Empty))))",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; cells, if left out"),
        opt("player", Ty::Player, "the player, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt("moves", Ty::NonDecision, "the moves to try"),
        opt("name", Ty::Text, "not used"),
    ],
    ..BASE
};

pub static SITES_START: Ludeme = Ludeme {
    id: "sites Start",
    head: "sites",
    keyword: Some("Start"),
    gives: Ty::Region,
    doc: "The sites where pieces of a kind stood at the start of the game.",
    example: "(sites Start (piece (what at:(from))))",
    params: &[req("player", Ty::Piece, "the kind of piece")],
    ..BASE
};

pub static SITES_OCCUPIED: Ludeme = Ludeme {
    id: "sites Occupied",
    head: "sites",
    keyword: Some("Occupied"),
    gives: Ty::Region,
    doc: "The sites with a piece of a player.",
    example: "(sites Occupied by:Mover)",
    params: &[
        named("by", Ty::Player, "the player, by number").or(1),
        named("byRole", Ty::Enum(&ROLE_TYPE), "the player, by role").label("by").or(1),
        opt_named("container", Ty::Int, "in which container, by number; on the board, if left out").or(2),
        opt_named("containerName", Ty::Text, "in which container, by name").label("container").or(2),
        opt_named("component", Ty::Int, "only this kind of piece, by number").or(3),
        opt_named("componentName", Ty::Text, "only pieces of this name").label("component").or(3),
        opt_named("components", Ty::Text, "only pieces of these names").array(1).or(3),
        opt_named("top", Ty::BoolLit, "True if only the top of a stack counts; True if left out"),
        opt_named("on", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
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

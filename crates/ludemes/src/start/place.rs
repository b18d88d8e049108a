//! Placing pieces before play.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::SITE_TYPE;
use crate::ty::Ty;

pub static PLACE: Ludeme = Ludeme {
    id: "place",
    head: "place",
    gives: Ty::StartRule,
    doc: "Puts a piece on a site.",
    example: "(place \"Pawn1\" 0)",
    params: &[
        req("item", Ty::Text, "the name of the piece, with the player's number"),
        opt("container", Ty::Text, "the name of the container; the board, if left out"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("site", Ty::Int, "the site"),
        opt_named("coord", Ty::Text, "the site's coordinate"),
        opt_named("count", Ty::Int, "how many; 1, if left out"),
        opt_named("state", Ty::Int, "the local state they get; none, if left out"),
        opt_named("rotation", Ty::Int, "the rotation they get; none, if left out"),
        opt_named("value", Ty::Int, "the value they get; none, if left out"),
    ],
    ..BASE
};

pub static PLACE_2: Ludeme = Ludeme {
    id: "place#2",
    head: "place",
    gives: Ty::StartRule,
    doc: "Puts pieces of a kind on several sites.",
    example: "(place \"Pawn1\" (sites Bottom))",
    params: &[
        req("item", Ty::Text, "the name of the piece, with the player's number"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("sites", Ty::Int, "the sites by number").array(1),
        opt("region", Ty::Region, "the sites"),
        opt("coords", Ty::Text, "the sites by coordinate").array(1),
        opt_named("counts", Ty::Int, "how many on each site, in the same order; 1, if left out").array(1),
        opt_named("state", Ty::Int, "the local state they get; none, if left out"),
        opt_named("rotation", Ty::Int, "the rotation they get; none, if left out"),
        opt_named("value", Ty::Int, "the value they get; none, if left out"),
    ],
    ..BASE
};

pub static PLACE_STACK: Ludeme = Ludeme {
    id: "place Stack",
    head: "place",
    keyword: Some("Stack"),
    gives: Ty::StartRule,
    doc: "Puts a stack of pieces on a site, or on several.",
    example: "(place Stack items:{\"Disc1\" \"Disc2\"} 0)",
    params: &[
        req("item", Ty::Text, "the name of the piece, for a stack of one kind").or(1),
        named("items", Ty::Text, "the names of the pieces from the bottom up").array(1).or(1),
        opt("container", Ty::Text, "the name of the container; the board, if left out"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("site", Ty::Int, "the site").or(2),
        opt("sites", Ty::Int, "the sites by number").array(1).or(2),
        opt("region", Ty::Region, "the sites").or(2),
        opt_named("coord", Ty::Text, "the site's coordinate").or(2),
        opt("coords", Ty::Text, "the sites by coordinate").array(1).or(2),
        opt_named("count", Ty::Int, "how many pieces in each stack").or(3),
        opt_named("counts", Ty::Int, "how many pieces in each stack, in the order of the sites")
            .array(1)
            .or(3),
        opt_named("state", Ty::Int, "the local state they get; none, if left out"),
        opt_named("rotation", Ty::Int, "the rotation they get; none, if left out"),
        opt_named("value", Ty::Int, "the value they get; none, if left out"),
    ],
    ..BASE
};

pub static PLACE_RANDOM: Ludeme = Ludeme {
    id: "place Random",
    head: "place",
    keyword: Some("Random"),
    gives: Ty::StartRule,
    doc: "Puts pieces on sites drawn at random.",
    example: "(place Random {\"Pawn1\" \"Pawn2\"} count:3)",
    params: &[
        opt("region", Ty::Region, "where to draw from; the empty sites of the board, if left out"),
        req("item", Ty::Text, "the names of the pieces").array(1),
        opt_named("count", Ty::Int, "how many of each; 1, if left out"),
        opt_named("state", Ty::Int, "the local state they get; none, if left out"),
        opt_named("value", Ty::Int, "the value they get; none, if left out"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("randomOrder", Ty::BoolLit, "True to shuffle the pieces as well; False if left out"),
    ],
    ..BASE
};

pub static PLACE_RANDOM_2: Ludeme = Ludeme {
    id: "place Random#2",
    head: "place",
    keyword: Some("Random"),
    gives: Ty::StartRule,
    doc: "Puts a stack of pieces on a site, in random order.",
    example: "(place Random {\"Pawn1\" \"Pawn2\"} count:{3 3} 4)",
    params: &[
        req("pieces", Ty::Text, "the names of the pieces").array(1),
        opt_named("count", Ty::Int, "how many of each, in the same order; 1, if left out").array(1),
        opt_named("state", Ty::Int, "the local state they get; none, if left out"),
        opt_named("value", Ty::Int, "the value they get; none, if left out"),
        req("where", Ty::Int, "the site"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
    ],
    ..BASE
};

pub static PLACE_RANDOM_3: Ludeme = Ludeme {
    id: "place Random#3",
    head: "place",
    keyword: Some("Random"),
    gives: Ty::StartRule,
    doc: "Puts a stack of pieces on a site, in random order.",
    example: "(place Random {(count \"Pawn1\" 8) (count \"Rook1\" 2)} (handSite P1))",
    params: &[
        req("items", Ty::ItemCount, "the pieces with their numbers").array(1),
        req("where", Ty::Int, "the site"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
    ],
    ..BASE
};

pub static COUNT_ITEM_COUNT: Ludeme = Ludeme {
    id: "count [item count]",
    head: "count",
    gives: Ty::ItemCount,
    doc: "A kind of piece and how many of it.",
    example: "(count \"Pawn1\" 8)",
    params: &[req("item", Ty::Text, "the name of the piece"), req("count", Ty::Int, "how many")],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&PLACE, &PLACE_2, &PLACE_STACK, &PLACE_RANDOM, &PLACE_RANDOM_2, &PLACE_RANDOM_3, &COUNT_ITEM_COUNT];

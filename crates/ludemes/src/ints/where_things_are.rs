//! Finding a site, a piece or a player by name, owner or place.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{ROLE_TYPE, SITE_TYPE};
use crate::ty::Ty;

pub static ARRAY_VALUE: Ludeme = Ludeme {
    id: "arrayValue",
    head: "arrayValue",
    gives: Ty::Int,
    doc: "One number of a list.",
    example: "(arrayValue (results from:(last To) to:(sites Corners) (count Steps (from) (to))) index:0)",
    params: &[
        req("array", Ty::IntArray, "the list"),
        named("index", Ty::Int, "its place in the list, counted from 0"),
    ],
    ..BASE
};

pub static CENTRE_POINT: Ludeme = Ludeme {
    id: "centrePoint",
    head: "centrePoint",
    gives: Ty::Int,
    doc: "The site in the middle of the board.",
    example: "(centrePoint)",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    ..BASE
};

pub static COORD: Ludeme = Ludeme {
    id: "coord",
    head: "coord",
    gives: Ty::Int,
    doc: "The site with a coordinate.",
    example: "(coord \"A5\")",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        req("coordinate", Ty::Text, "the coordinate, such as `\"A5\"`"),
    ],
    ..BASE
};

pub static COORD_2: Ludeme = Ludeme {
    id: "coord#2",
    head: "coord",
    gives: Ty::Int,
    doc: "The site in a row and a column.",
    example: "(coord row:1 column:5)",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("row", Ty::Int, "the row"),
        named("column", Ty::Int, "the column"),
    ],
    ..BASE
};

pub static HAND_SITE: Ludeme = Ludeme {
    id: "handSite",
    head: "handSite",
    gives: Ty::Int,
    doc: "A site of a player's hand.",
    example: "(handSite Mover 1)",
    params: &[
        req("player", Ty::Int, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt("site", Ty::Int, "which site of the hand, counted from 0; the first, if left out"),
    ],
    ..BASE
};

pub static ID_INT: Ludeme = Ludeme {
    id: "id [int]",
    head: "id",
    gives: Ty::Int,
    doc: "The number of a kind of piece, by its full name.",
    example: "(id \"Pawn1\")",
    params: &[req("name", Ty::Text, "the name, such as `\"Pawn1\"`")],
    ..BASE
};

pub static ID_INT_2: Ludeme = Ludeme {
    id: "id [int]#2",
    head: "id",
    gives: Ty::Int,
    doc: "The number of a player's kind of piece, or of the player where no name is given.",
    example: "(id \"Pawn\" Mover)",
    params: &[
        opt("name", Ty::Text, "the name without the player's number, such as `\"Pawn\"`"),
        req("who", Ty::Enum(&ROLE_TYPE), "the player"),
    ],
    ..BASE
};

pub static MAP_ENTRY: Ludeme = Ludeme {
    id: "mapEntry",
    head: "mapEntry",
    gives: Ty::Int,
    doc: "What a map leads to.",
    example: "(mapEntry \"Entry\" (mover))",
    params: &[
        opt("name", Ty::Text, "the name of the map; the first map, if left out"),
        req("key", Ty::Int, "where the entry leads from").or(1),
        req("keyRole", Ty::Enum(&ROLE_TYPE), "the player the entry leads from").or(1),
    ],
    ..BASE
};

pub static REGION_SITE: Ludeme = Ludeme {
    id: "regionSite",
    head: "regionSite",
    gives: Ty::Int,
    doc: "One site of a region.",
    example: "(regionSite (sites Empty) index:(value Random (range 0 2)))",
    params: &[
        req("region", Ty::Region, "the region"),
        named("index", Ty::Int, "its place in the region, counted from 0"),
    ],
    ..BASE
};

pub static WHERE: Ludeme = Ludeme {
    id: "where",
    head: "where",
    gives: Ty::Int,
    doc: "The site on which a piece stands; `Off` if it is not on the board. Where there are several, \
        the one with the lowest number.",
    example: "(where \"King\" Mover)",
    params: &[
        req("namePiece", Ty::Text, "the name of the piece, without the player's number"),
        req("player", Ty::Int, "whose piece, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt_named("state", Ty::Int, "the local state it must have; any, if left out"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
    ],
    ..BASE
};

pub static WHERE_2: Ludeme = Ludeme {
    id: "where#2",
    head: "where",
    gives: Ty::Int,
    doc: "The site on which a kind of piece stands, by number; `Off` if it is not on the board.",
    example: "(where (id \"King\" Mover))",
    params: &[
        req("what", Ty::Int, "the number of the kind"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
    ],
    ..BASE
};

pub static WHERE_LEVEL: Ludeme = Ludeme {
    id: "where Level",
    head: "where",
    keyword: Some("Level"),
    gives: Ty::Int,
    doc: "The level of a stack on which a piece lies; `Off` if it is not there.",
    example: "(where Level \"Disc\" Mover at:(last To))",
    params: &[
        req("namePiece", Ty::Text, "the name of the piece, without the player's number"),
        req("player", Ty::Int, "whose piece, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt_named("state", Ty::Int, "the local state it must have; any, if left out"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site of the stack"),
        opt_named("fromTop", Ty::Bool, "True to search from the top down; True if left out"),
    ],
    ..BASE
};

pub static WHERE_LEVEL_2: Ludeme = Ludeme {
    id: "where Level#2",
    head: "where",
    keyword: Some("Level"),
    gives: Ty::Int,
    doc: "The level of a stack on which a kind of piece lies, by number; `Off` if it is not there.",
    example: "(where Level (id \"Disc\" Mover) at:(last To))",
    params: &[
        req("what", Ty::Int, "the number of the kind"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site of the stack"),
        opt_named("fromTop", Ty::Bool, "True to search from the top down; True if left out"),
    ],
    ..BASE
};

pub static TOP_LEVEL: Ludeme = Ludeme {
    id: "topLevel",
    head: "topLevel",
    gives: Ty::Int,
    doc: "The level of the topmost piece of a stack.",
    example: "(topLevel at:(last To))",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site of the stack"),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &ARRAY_VALUE,
    &CENTRE_POINT,
    &COORD,
    &COORD_2,
    &HAND_SITE,
    &ID_INT,
    &ID_INT_2,
    &MAP_ENTRY,
    &REGION_SITE,
    &WHERE,
    &WHERE_2,
    &WHERE_LEVEL,
    &WHERE_LEVEL_2,
    &TOP_LEVEL,
];

//! Regions given by numbers, coordinates, names, owners or walks.

use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{ROLE_TYPE, SITE_TYPE, STEP_TYPE};
use crate::ty::Ty;

pub static SITES: Ludeme =
    Ludeme { id: "sites", head: "sites", gives: Ty::Region, doc: "", example: "(sites)", ..BASE };

pub static SITES_2: Ludeme = Ludeme {
    id: "sites#2",
    head: "sites",
    gives: Ty::Region,
    doc: "",
    example: "(sites {\"Disc\"})",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        req("coords", Ty::Text, "").array(1),
    ],
    ..BASE
};

pub static SITES_3: Ludeme = Ludeme {
    id: "sites#3",
    head: "sites",
    gives: Ty::Region,
    doc: "",
    example: "(sites {(last To)})",
    params: &[req("sites", Ty::Int, "").array(1).or(1), req("array", Ty::IntArray, "the list").or(1)],
    ..BASE
};

pub static SITES_4: Ludeme = Ludeme {
    id: "sites#4",
    head: "sites",
    gives: Ty::Region,
    doc: "",
    example: "(sites {{F}})",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("index", Ty::Int, ""),
        req("walks", Ty::Enum(&STEP_TYPE), "").array(2),
        opt_named("rotations", Ty::Bool, ""),
    ],
    ..BASE
};

pub static SITES_5: Ludeme = Ludeme {
    id: "sites#5",
    head: "sites",
    gives: Ty::Region,
    doc: "",
    example: "(sites)",
    params: &[
        opt("player", Ty::Player, "the player, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("name", Ty::Text, "the name"),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&SITES, &SITES_2, &SITES_3, &SITES_4, &SITES_5];

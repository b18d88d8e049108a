//! Regions given by numbers, coordinates, names, owners or walks.

use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{ROLE_TYPE, SITE_TYPE, STEP_TYPE};
use crate::ty::Ty;

pub static SITES: Ludeme = Ludeme {
    id: "sites",
    head: "sites",
    gives: Ty::Region,
    doc: "The region that a rule is looking at, for example the group in `(forEach Group …)`.",
    example: "(sites)",
    ..BASE
};

pub static SITES_2: Ludeme = Ludeme {
    id: "sites#2",
    head: "sites",
    gives: Ty::Region,
    doc: "Sites given by their coordinates.",
    example: "(sites {\"A1\" \"B2\" \"C3\"})",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        req("coords", Ty::Text, "the coordinates").array(1),
    ],
    ..BASE
};

pub static SITES_3: Ludeme = Ludeme {
    id: "sites#3",
    head: "sites",
    gives: Ty::Region,
    doc: "Sites given by their numbers.",
    example: "(sites {1 5 10})",
    params: &[
        req("sites", Ty::Int, "the numbers").array(1).or(1),
        req("array", Ty::IntArray, "a list of numbers").or(1),
    ],
    ..BASE
};

pub static SITES_4: Ludeme = Ludeme {
    id: "sites#4",
    head: "sites",
    gives: Ty::Region,
    doc: "The sites that are reached by walks, like those of a chess knight.",
    example: "(sites {{F F R F} {F F L F}})",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("index", Ty::Int, "the site to start from; `(from)`, if left out"),
        req("walks", Ty::Enum(&STEP_TYPE), "the walks: steps forward and turns from site to site").array(2),
        opt_named(
            "rotations",
            Ty::Bool,
            "True to start in every direction rather than forward only; True if left out",
        ),
    ],
    ..BASE
};

pub static SITES_5: Ludeme = Ludeme {
    id: "sites#5",
    head: "sites",
    gives: Ty::Region,
    doc: "The sites of regions from the equipment, by owner or by name.",
    example: "(sites Mover \"Home\")",
    params: &[
        opt("player", Ty::Player, "the owner, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "the owner").or(1),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("name", Ty::Text, "the name of the region"),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&SITES, &SITES_2, &SITES_3, &SITES_4, &SITES_5];

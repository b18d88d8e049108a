//! Setting numbers, states, owners and hidden information before play.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{HIDDEN_DATA, ROLE_TYPE, SITE_TYPE};
use crate::ty::Ty;

pub static SET: Ludeme = Ludeme {
    id: "set",
    head: "set",
    gives: Ty::StartRule,
    doc: "Fills sites of a puzzle with their given values.",
    example: "(set {{1 9} {6 4} {11 8}})",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        req("pairs", Ty::IntLit, "pairs of a site and its value").array(2),
    ],
    ..BASE
};

pub static SET_REMEMBER_VALUE: Ludeme = Ludeme {
    id: "set RememberValue",
    head: "set",
    keyword: Some("RememberValue"),
    gives: Ty::StartRule,
    doc: "Remembers numbers from the start.",
    example: "(set RememberValue 5)",
    params: &[
        opt("name", Ty::Text, "a name to remember them under"),
        req("value", Ty::Int, "the number").or(1),
        req("regionValue", Ty::Region, "the sites to remember").or(1),
        opt_named("unique", Ty::Bool, "True to remember each once only; False if left out"),
    ],
    ..BASE
};

pub static SET_HIDDEN_START: Ludeme = Ludeme {
    id: "set Hidden [start]",
    head: "set",
    keyword: Some("Hidden"),
    gives: Ty::StartRule,
    doc: "Hides something about sites from a player.",
    example: "(set Hidden What at:5 to:P1)",
    params: &[
        opt("dataType", Ty::Enum(&HIDDEN_DATA), "what is hidden; everything, if left out").or(1),
        opt("dataTypes", Ty::Enum(&HIDDEN_DATA), "several things that are hidden").array(1).or(1),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site").or(2),
        req("region", Ty::Region, "the sites").or(2),
        opt_named("level", Ty::Int, "the level of the stack; the lowest, if left out"),
        opt("value", Ty::Bool, "True to hide, False to show; True if left out"),
        named("to", Ty::Enum(&ROLE_TYPE), "from which player"),
    ],
    ..BASE
};

pub static SET_2: Ludeme = Ludeme {
    id: "set#2",
    head: "set",
    gives: Ty::StartRule,
    doc: "Gives a player a site: it gets a piece of theirs.",
    example: "(set P1 Cell 5)",
    params: &[
        req("role", Ty::Enum(&ROLE_TYPE), "the player"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("site", Ty::Int, "the site"),
        opt_named("coord", Ty::Text, "the site's coordinate"),
    ],
    ..BASE
};

pub static SET_3: Ludeme = Ludeme {
    id: "set#3",
    head: "set",
    gives: Ty::StartRule,
    doc: "Gives a player several sites: each gets a piece of theirs.",
    example: "(set P1 Cell (sites Bottom))",
    params: &[
        req("role", Ty::Enum(&ROLE_TYPE), "the player"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("sites", Ty::Int, "the sites by number").array(1),
        opt("region", Ty::Region, "the sites"),
        opt("coords", Ty::Text, "the sites by coordinate").array(1),
    ],
    ..BASE
};

pub static SET_COUNT_START: Ludeme = Ludeme {
    id: "set Count [start]",
    head: "set",
    keyword: Some("Count"),
    gives: Ty::StartRule,
    doc: "Sets how many pieces lie on sites. In sowing games this fills the holes.",
    example: "(set Count 4 to:(sites Track))",
    params: &[
        req("value", Ty::Int, "how many"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site").or(1),
        named("to", Ty::Region, "the sites").or(1),
    ],
    ..BASE
};

pub static SET_COST: Ludeme = Ludeme {
    id: "set Cost",
    head: "set",
    keyword: Some("Cost"),
    gives: Ty::StartRule,
    doc: "Sets what sites cost.",
    example: "(set Cost 5 Cell at:10)",
    params: &[
        req("value", Ty::Int, "the cost"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site").or(1),
        named("to", Ty::Region, "the sites").or(1),
    ],
    ..BASE
};

pub static SET_PHASE: Ludeme = Ludeme {
    id: "set Phase",
    head: "set",
    keyword: Some("Phase"),
    gives: Ty::StartRule,
    doc: "Sets the colour of sites, as on a chessboard.",
    example: "(set Phase 1 Cell at:3)",
    params: &[
        req("value", Ty::Int, "the colour: 0, 1, and so on"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site").or(1),
        named("to", Ty::Region, "the sites").or(1),
    ],
    ..BASE
};

pub static SET_AMOUNT: Ludeme = Ludeme {
    id: "set Amount",
    head: "set",
    keyword: Some("Amount"),
    gives: Ty::StartRule,
    doc: "Sets how much money a player has.",
    example: "(set Amount 5000)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "the player; everyone, if left out"),
        req("value", Ty::Int, "how much"),
    ],
    ..BASE
};

pub static SET_SCORE_START: Ludeme = Ludeme {
    id: "set Score [start]",
    head: "set",
    keyword: Some("Score"),
    gives: Ty::StartRule,
    doc: "Sets a player's score.",
    example: "(set Score P1 100)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "the player; everyone, if left out"),
        req("value", Ty::Int, "the score"),
    ],
    ..BASE
};

pub static SET_TEAM_START: Ludeme = Ludeme {
    id: "set Team [start]",
    head: "set",
    keyword: Some("Team"),
    gives: Ty::StartRule,
    doc: "Makes players a team.",
    example: "(set Team 1 {P1 P3})",
    params: &[
        req("index", Ty::Int, "the number of the team"),
        req("roles", Ty::Enum(&ROLE_TYPE), "its members").array(1),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &SET,
    &SET_REMEMBER_VALUE,
    &SET_HIDDEN_START,
    &SET_2,
    &SET_3,
    &SET_COUNT_START,
    &SET_COST,
    &SET_PHASE,
    &SET_AMOUNT,
    &SET_SCORE_START,
    &SET_TEAM_START,
];

//! Setting numbers, states, owners and hidden information before play.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{HIDDEN_DATA, ROLE_TYPE, SITE_TYPE};
use crate::ty::Ty;

pub static SET: Ludeme = Ludeme {
    id: "set",
    head: "set",
    gives: Ty::StartRule,
    doc: "",
    example: "(set {{3}})",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        req("pairs", Ty::IntLit, "").array(2),
    ],
    ..BASE
};

pub static SET_REMEMBER_VALUE: Ludeme = Ludeme {
    id: "set RememberValue",
    head: "set",
    keyword: Some("RememberValue"),
    gives: Ty::StartRule,
    doc: "",
    example: "(set RememberValue (last To))",
    params: &[
        opt("name", Ty::Text, "the name"),
        req("value", Ty::Int, "").or(1),
        req("regionValue", Ty::Region, "").or(1),
        opt_named("unique", Ty::Bool, ""),
    ],
    ..BASE
};

pub static SET_HIDDEN_START: Ludeme = Ludeme {
    id: "set Hidden [start]",
    head: "set",
    keyword: Some("Hidden"),
    gives: Ty::StartRule,
    doc: "",
    example: "(set Hidden at:(last To) to:Mover)",
    params: &[
        opt("dataType", Ty::Enum(&HIDDEN_DATA), "").or(1),
        opt("dataTypes", Ty::Enum(&HIDDEN_DATA), "").array(1).or(1),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, "").or(2),
        req("region", Ty::Region, "the region").or(2),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
        opt("value", Ty::Bool, ""),
        named("to", Ty::Enum(&ROLE_TYPE), ""),
    ],
    ..BASE
};

pub static SET_2: Ludeme = Ludeme {
    id: "set#2",
    head: "set",
    gives: Ty::StartRule,
    doc: "",
    example: "(set Mover)",
    params: &[
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("site", Ty::Int, "the site"),
        opt_named("coord", Ty::Text, ""),
    ],
    ..BASE
};

pub static SET_3: Ludeme = Ludeme {
    id: "set#3",
    head: "set",
    gives: Ty::StartRule,
    doc: "",
    example: "(set Mover)",
    params: &[
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("sites", Ty::Int, "").array(1),
        opt("region", Ty::Region, "the region"),
        opt("coords", Ty::Text, "").array(1),
    ],
    ..BASE
};

pub static SET_COUNT_START: Ludeme = Ludeme {
    id: "set Count [start]",
    head: "set",
    keyword: Some("Count"),
    gives: Ty::StartRule,
    doc: "",
    example: "(set Count (last To) at:(last To))",
    params: &[
        req("value", Ty::Int, ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, "").or(1),
        named("to", Ty::Region, "").or(1),
    ],
    ..BASE
};

pub static SET_COST: Ludeme = Ludeme {
    id: "set Cost",
    head: "set",
    keyword: Some("Cost"),
    gives: Ty::StartRule,
    doc: "",
    example: "(set Cost (last To) at:(last To))",
    params: &[
        req("value", Ty::Int, ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, "").or(1),
        named("to", Ty::Region, "").or(1),
    ],
    ..BASE
};

pub static SET_PHASE: Ludeme = Ludeme {
    id: "set Phase",
    head: "set",
    keyword: Some("Phase"),
    gives: Ty::StartRule,
    doc: "",
    example: "(set Phase (last To) at:(last To))",
    params: &[
        req("value", Ty::Int, ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, "").or(1),
        named("to", Ty::Region, "").or(1),
    ],
    ..BASE
};

pub static SET_AMOUNT: Ludeme = Ludeme {
    id: "set Amount",
    head: "set",
    keyword: Some("Amount"),
    gives: Ty::StartRule,
    doc: "",
    example: "(set Amount (last To))",
    params: &[opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role"), req("value", Ty::Int, "")],
    ..BASE
};

pub static SET_SCORE_START: Ludeme = Ludeme {
    id: "set Score [start]",
    head: "set",
    keyword: Some("Score"),
    gives: Ty::StartRule,
    doc: "",
    example: "(set Score (last To))",
    params: &[opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role"), req("value", Ty::Int, "")],
    ..BASE
};

pub static SET_TEAM_START: Ludeme = Ludeme {
    id: "set Team [start]",
    head: "set",
    keyword: Some("Team"),
    gives: Ty::StartRule,
    doc: "",
    example: "(set Team (last To) {Mover})",
    params: &[req("index", Ty::Int, ""), req("roles", Ty::Enum(&ROLE_TYPE), "").array(1)],
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

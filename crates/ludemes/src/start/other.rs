//! Start rules that deal, split or repeat other start rules.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::DEALABLE_TYPE;
use crate::ty::Ty;

pub static DEAL_START: Ludeme = Ludeme {
    id: "deal [start]",
    head: "deal",
    gives: Ty::StartRule,
    doc: "",
    example: "(deal Dominoes)",
    params: &[req("type", Ty::Enum(&DEALABLE_TYPE), ""), opt("count", Ty::IntLit, "")],
    ..BASE
};

pub static FOR_EACH_TEAM_START: Ludeme = Ludeme {
    id: "forEach Team [start]",
    head: "forEach",
    keyword: Some("Team"),
    gives: Ty::StartRule,
    doc: "",
    example: "(forEach Team (place \"Disc1\" 0))",
    params: &[req("rule", Ty::StartRule, "")],
    ..BASE
};

pub static FOR_EACH_SITE_START: Ludeme = Ludeme {
    id: "forEach Site [start]",
    head: "forEach",
    keyword: Some("Site"),
    gives: Ty::StartRule,
    doc: "",
    example: "(forEach Site (sites Empty) (place \"Disc1\" 0))",
    params: &[
        req("region", Ty::Region, "the region"),
        opt_named("if", Ty::Bool, "a condition that must hold"),
        req("rule", Ty::StartRule, ""),
    ],
    ..BASE
};

pub static FOR_EACH_VALUE_START: Ludeme = Ludeme {
    id: "forEach Value [start]",
    head: "forEach",
    keyword: Some("Value"),
    gives: Ty::StartRule,
    doc: "",
    example: "(forEach Value min:(last To) max:(last To) (place \"Disc1\" 0))",
    params: &[named("min", Ty::Int, ""), named("max", Ty::Int, ""), req("rule", Ty::StartRule, "")],
    ..BASE
};

pub static FOR_EACH_PLAYER_START: Ludeme = Ludeme {
    id: "forEach Player [start]",
    head: "forEach",
    keyword: Some("Player"),
    gives: Ty::StartRule,
    doc: "",
    example: "(forEach Player (place \"Disc1\" 0))",
    params: &[req("rule", Ty::StartRule, "")],
    ..BASE
};

pub static FOR_EACH_START: Ludeme = Ludeme {
    id: "forEach [start]",
    head: "forEach",
    gives: Ty::StartRule,
    doc: "",
    example: "(forEach (array {1 2}) (place \"Disc1\" 0))",
    params: &[req("players", Ty::IntArray, ""), req("rule", Ty::StartRule, "")],
    ..BASE
};

pub static SPLIT_DECK: Ludeme = Ludeme {
    id: "split Deck",
    head: "split",
    keyword: Some("Deck"),
    gives: Ty::StartRule,
    doc: "",
    example: "(split Deck)",
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &DEAL_START,
    &FOR_EACH_TEAM_START,
    &FOR_EACH_SITE_START,
    &FOR_EACH_VALUE_START,
    &FOR_EACH_PLAYER_START,
    &FOR_EACH_START,
    &SPLIT_DECK,
];

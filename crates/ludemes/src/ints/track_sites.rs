//! Sites along a track.

use crate::entry::{BASE, Ludeme, named, opt, opt_named};
use crate::enums::ROLE_TYPE;
use crate::ty::Ty;

pub static TRACK_SITE_FIRST_SITE: Ludeme = Ludeme {
    id: "trackSite FirstSite",
    head: "trackSite",
    keyword: Some("FirstSite"),
    gives: Ty::Int,
    doc: "",
    example: "(trackSite FirstSite)",
    params: &[
        opt("player", Ty::Player, "the player, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt("name", Ty::Text, "the name"),
        opt_named("from", Ty::Int, ""),
        opt_named("if", Ty::Bool, "a condition that must hold"),
    ],
    ..BASE
};

pub static TRACK_SITE_END_SITE: Ludeme = Ludeme {
    id: "trackSite EndSite",
    head: "trackSite",
    keyword: Some("EndSite"),
    gives: Ty::Int,
    doc: "",
    example: "(trackSite EndSite)",
    params: &[
        opt("player", Ty::Player, "the player, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt("name", Ty::Text, "the name"),
    ],
    ..BASE
};

pub static TRACK_SITE_MOVE: Ludeme = Ludeme {
    id: "trackSite Move",
    head: "trackSite",
    keyword: Some("Move"),
    gives: Ty::Int,
    doc: "",
    example: "(trackSite Move steps:(last To))",
    params: &[
        opt_named("from", Ty::Int, ""),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt("player", Ty::Player, "the player, by number").or(1),
        opt("name", Ty::Text, "the name").or(1),
        named("steps", Ty::Int, ""),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&TRACK_SITE_FIRST_SITE, &TRACK_SITE_END_SITE, &TRACK_SITE_MOVE];

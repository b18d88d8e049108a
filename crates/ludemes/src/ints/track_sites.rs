//! Sites along a track.

use crate::entry::{BASE, Ludeme, named, opt, opt_named};
use crate::enums::ROLE_TYPE;
use crate::ty::Ty;

pub static TRACK_SITE_FIRST_SITE: Ludeme = Ludeme {
    id: "trackSite FirstSite",
    head: "trackSite",
    keyword: Some("FirstSite"),
    gives: Ty::Int,
    doc: "The first site of a track that satisfies a condition.",
    example: "(trackSite FirstSite \"Track\" if:(is Empty (to)))",
    params: &[
        opt("player", Ty::Player, "whose track, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "whose track").or(1),
        opt("name", Ty::Text, "the name of the track; the first one, if left out"),
        opt_named("from", Ty::Int, "where on the track to begin; at its start, if left out"),
        opt_named("if", Ty::Bool, "the condition, asked of each site as `(to)`; none, if left out"),
    ],
    ..BASE
};

pub static TRACK_SITE_END_SITE: Ludeme = Ludeme {
    id: "trackSite EndSite",
    head: "trackSite",
    keyword: Some("EndSite"),
    gives: Ty::Int,
    doc: "The last site of a track.",
    example: "(trackSite EndSite \"Track\")",
    params: &[
        opt("player", Ty::Player, "whose track, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "whose track").or(1),
        opt("name", Ty::Text, "the name of the track; the first one, if left out"),
    ],
    ..BASE
};

pub static TRACK_SITE_MOVE: Ludeme = Ludeme {
    id: "trackSite Move",
    head: "trackSite",
    keyword: Some("Move"),
    gives: Ty::Int,
    doc: "The site reached by going along a track; `Off` past its end.",
    example: "(trackSite Move \"Track\" steps:(count Pips))",
    params: &[
        opt_named("from", Ty::Int, "where to start; `(from)`, if left out"),
        opt("role", Ty::Enum(&ROLE_TYPE), "whose track; the mover's, if left out").or(1),
        opt("player", Ty::Player, "whose track, by number").or(1),
        opt("name", Ty::Text, "the name of the track").or(1),
        named("steps", Ty::Int, "how many sites further; a negative number goes back"),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&TRACK_SITE_FIRST_SITE, &TRACK_SITE_END_SITE, &TRACK_SITE_MOVE];

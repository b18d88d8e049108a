//! Shapes made by pieces: lines, loops, patterns, connections.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{ABSOLUTE_DIRECTION, REGION_TYPE_STATIC, ROLE_TYPE, SITE_TYPE, STEP_TYPE};
use crate::ty::Ty;

pub static IS_PATTERN: Ludeme = Ludeme {
    id: "is Pattern",
    head: "is",
    keyword: Some("Pattern"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Pattern)",
    params: &[
        opt("walk", Ty::Enum(&STEP_TYPE), "").array(1),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt_named("from", Ty::Int, "").or(1),
        opt_named("what", Ty::Int, "").or(2),
        opt_named("whats", Ty::Int, "").array(1).or(2),
        opt_named("froms", Ty::Region, "").or(3),
    ],
    ..BASE
};

pub static IS_PYRAMID_CORNERS: Ludeme = Ludeme {
    id: "is PyramidCorners",
    head: "is",
    keyword: Some("PyramidCorners"),
    gives: Ty::Bool,
    doc: "",
    example: "(is PyramidCorners)",
    params: &[
        opt("walk", Ty::Enum(&STEP_TYPE), "").array(1),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt_named("from", Ty::Int, "").or(1),
        opt_named("what", Ty::Int, "").or(2),
        opt_named("whats", Ty::Int, "").array(1).or(2),
        opt_named("froms", Ty::Region, "").or(3),
    ],
    ..BASE
};

pub static IS_TARGET: Ludeme = Ludeme {
    id: "is Target",
    head: "is",
    keyword: Some("Target"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Target {3})",
    params: &[
        opt("container", Ty::Int, "").or(1),
        opt("containerName", Ty::Text, "").or(1),
        req("configuration", Ty::IntLit, "").array(1),
        opt("specificSite", Ty::IntLit, "").or(2),
        opt("specificSites", Ty::IntLit, "").array(1).or(2),
    ],
    ..BASE
};

pub static IS_CONNECTED: Ludeme = Ludeme {
    id: "is Connected",
    head: "is",
    keyword: Some("Connected"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Connected {(sites Empty)})",
    params: &[
        opt("number", Ty::Int, ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt_named("at", Ty::Int, ""),
        opt("directions", Ty::Direction, "the directions to look in"),
        req("regions", Ty::Region, "the regions").array(1).or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        req("regionType", Ty::Enum(&REGION_TYPE_STATIC), "").or(1),
    ],
    ..BASE
};

pub static IS_BLOCKED: Ludeme = Ludeme {
    id: "is Blocked",
    head: "is",
    keyword: Some("Blocked"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Blocked {(sites Empty)})",
    params: &[
        opt("number", Ty::Int, ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt_named("at", Ty::Int, ""),
        opt("directions", Ty::Direction, "the directions to look in"),
        req("regions", Ty::Region, "the regions").array(1).or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        req("regionType", Ty::Enum(&REGION_TYPE_STATIC), "").or(1),
    ],
    ..BASE
};

pub static IS_LINE: Ludeme = Ludeme {
    id: "is Line",
    head: "is",
    keyword: Some("Line"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Line (last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        req("length", Ty::Int, ""),
        opt("directions", Ty::Enum(&ABSOLUTE_DIRECTION), "the directions to look in"),
        opt_named("through", Ty::Int, "").or(1),
        opt_named("throughAny", Ty::Region, "").or(1),
        opt("who", Ty::Enum(&ROLE_TYPE), "").or(2),
        opt_named("what", Ty::Int, "").or(2),
        opt_named("whats", Ty::Int, "").array(1).or(2),
        opt_named("exact", Ty::Bool, ""),
        opt_named("contiguous", Ty::Bool, ""),
        opt_named("if", Ty::Bool, "a condition that must hold"),
        opt_named("byLevel", Ty::Bool, ""),
        opt_named("top", Ty::Bool, ""),
        opt_named("throughHowMuch", Ty::Int, ""),
        opt_named(
            "isVisible",
            Ty::Bool,
            "True if sites that can be seen through each other count as neighbours (pyramids only); \
                False if left out",
        ),
        opt_named("useOpposites", Ty::Bool, ""),
    ],
    ..BASE
};

pub static IS_LOOP: Ludeme = Ludeme {
    id: "is Loop",
    head: "is",
    keyword: Some("Loop"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Loop)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt_named("surround", Ty::Enum(&ROLE_TYPE), "").or(1),
        opt("surroundList", Ty::Enum(&ROLE_TYPE), "").array(1).or(1),
        opt("directions", Ty::Direction, "the directions to look in"),
        opt("colour", Ty::Int, ""),
        opt("start", Ty::Int, "").or(2),
        opt("regionStart", Ty::Region, "").or(2),
        opt_named("path", Ty::BoolLit, ""),
    ],
    ..BASE
};

pub static IS_PATH: Ludeme = Ludeme {
    id: "is Path",
    head: "is",
    keyword: Some("Path"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Path Cell (player (mover)) length:(range 1 3))",
    params: &[
        req(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt_named("from", Ty::Int, ""),
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        named("length", Ty::Range, ""),
        opt_named("closed", Ty::Bool, ""),
    ],
    ..BASE
};

pub static IS_FREEDOM: Ludeme = Ludeme {
    id: "is Freedom",
    head: "is",
    keyword: Some("Freedom"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Freedom (sites Empty))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        req("in", Ty::Region, ""),
        opt("toPlace", Ty::Int, ""),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &IS_PATTERN,
    &IS_PYRAMID_CORNERS,
    &IS_TARGET,
    &IS_CONNECTED,
    &IS_BLOCKED,
    &IS_LINE,
    &IS_LOOP,
    &IS_PATH,
    &IS_FREEDOM,
];

//! Regions given by a relation to a site: around it, between, at a distance, in line of sight.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{
    ABSOLUTE_DIRECTION, LINE_OF_SIGHT_TYPE, REGION_TYPE_DYNAMIC, RELATION_TYPE, ROLE_TYPE, SITE_TYPE,
    STEP_TYPE,
};
use crate::ty::Ty;

pub static SITES_LOOP: Ludeme = Ludeme {
    id: "sites Loop",
    head: "sites",
    keyword: Some("Loop"),
    gives: Ty::Region,
    doc: "",
    example: "(sites Loop)",
    params: &[
        opt_named("inside", Ty::Bool, ""),
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
    ],
    ..BASE
};

pub static SITES_PATTERN: Ludeme = Ludeme {
    id: "sites Pattern",
    head: "sites",
    keyword: Some("Pattern"),
    gives: Ty::Region,
    doc: "",
    example: "(sites Pattern {F})",
    params: &[
        req("walk", Ty::Enum(&STEP_TYPE), "").array(1),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt_named("from", Ty::Int, ""),
        opt_named("what", Ty::Int, "").or(1),
        opt_named("whats", Ty::Int, "").array(1).or(1),
    ],
    ..BASE
};

pub static SITES_BETWEEN: Ludeme = Ludeme {
    id: "sites Between",
    head: "sites",
    keyword: Some("Between"),
    gives: Ty::Region,
    doc: "",
    example: "(sites Between from:(last To) to:(last To))",
    params: &[
        opt("directions", Ty::Direction, "the directions to look in"),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("from", Ty::Int, ""),
        opt_named("fromIncluded", Ty::Bool, ""),
        named("to", Ty::Int, ""),
        opt_named("toIncluded", Ty::Bool, ""),
        opt_named("cond", Ty::Bool, ""),
    ],
    ..BASE
};

pub static SITES_CROSSING: Ludeme = Ludeme {
    id: "sites Crossing",
    head: "sites",
    keyword: Some("Crossing"),
    gives: Ty::Region,
    doc: "",
    example: "(sites Crossing at:(last To))",
    params: &[
        named("at", Ty::Int, ""),
        opt("player", Ty::Player, "the player, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    ..BASE
};

pub static SITES_GROUP: Ludeme = Ludeme {
    id: "sites Group",
    head: "sites",
    keyword: Some("Group"),
    gives: Ty::Region,
    doc: "",
    example: "(sites Group at:(last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, "").or(1),
        named("from", Ty::Region, "").or(1),
        opt("directions", Ty::Direction, "the directions to look in"),
        opt_named("if", Ty::Bool, "a condition that must hold"),
        opt_named(
            "isVisible",
            Ty::Bool,
            "True if sites that can be seen through each other count as neighbours (pyramids only); \
                False if left out",
        ),
    ],
    ..BASE
};

pub static SITES_DISTANCE: Ludeme = Ludeme {
    id: "sites Distance",
    head: "sites",
    keyword: Some("Distance"),
    gives: Ty::Region,
    doc: "",
    example: "(sites Distance from:(last To) (range 1 3))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("relation", Ty::Enum(&RELATION_TYPE), ""),
        opt("step", Ty::Step, ""),
        opt_named("newRotation", Ty::Int, ""),
        named("from", Ty::Int, ""),
        req("distance", Ty::Range, ""),
    ],
    ..BASE
};

pub static SITES_INCIDENT: Ludeme = Ludeme {
    id: "sites Incident",
    head: "sites",
    keyword: Some("Incident"),
    gives: Ty::Region,
    doc: "",
    example: "(sites Incident Cell of:Cell at:(last To))",
    params: &[
        req("resultType", Ty::Enum(&SITE_TYPE), ""),
        named("of", Ty::Enum(&SITE_TYPE), ""),
        named("at", Ty::Int, ""),
        opt_named("owner", Ty::Player, "").or(1),
        opt("roleOwner", Ty::Enum(&ROLE_TYPE), "").or(1),
    ],
    ..BASE
};

pub static SITES_AROUND: Ludeme = Ludeme {
    id: "sites Around",
    head: "sites",
    keyword: Some("Around"),
    gives: Ty::Region,
    doc: "",
    example: "(sites Around (last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        req("where", Ty::Int, "").or(1),
        req("regionWhere", Ty::Region, "").or(1),
        opt("typeOfRegion", Ty::Enum(&REGION_TYPE_DYNAMIC), ""),
        opt_named("distance", Ty::Int, ""),
        opt("directions", Ty::Enum(&ABSOLUTE_DIRECTION), "the directions to look in"),
        opt_named("if", Ty::Bool, "a condition that must hold"),
        opt_named("includeSelf", Ty::Bool, ""),
    ],
    ..BASE
};

pub static SITES_DIRECTION: Ludeme = Ludeme {
    id: "sites Direction",
    head: "sites",
    keyword: Some("Direction"),
    gives: Ty::Region,
    doc: "",
    example: "(sites Direction from:(last To))",
    params: &[
        named("from", Ty::Int, "").or(1),
        named("fromRegion", Ty::Region, "").label("from").or(1),
        opt("directions", Ty::Direction, "the directions to look in"),
        opt_named("included", Ty::Bool, ""),
        opt_named("stop", Ty::Bool, ""),
        opt_named("stopIncluded", Ty::Bool, ""),
        opt_named("distance", Ty::Int, ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
    ],
    ..BASE
};

pub static SITES_LINE_OF_SIGHT: Ludeme = Ludeme {
    id: "sites LineOfSight",
    head: "sites",
    keyword: Some("LineOfSight"),
    gives: Ty::Region,
    doc: "",
    example: "(sites LineOfSight)",
    params: &[
        opt("lineOfSight", Ty::Enum(&LINE_OF_SIGHT_TYPE), ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt_named("at", Ty::Int, ""),
        opt("directions", Ty::Direction, "the directions to look in"),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &SITES_LOOP,
    &SITES_PATTERN,
    &SITES_BETWEEN,
    &SITES_CROSSING,
    &SITES_GROUP,
    &SITES_DISTANCE,
    &SITES_INCIDENT,
    &SITES_AROUND,
    &SITES_DIRECTION,
    &SITES_LINE_OF_SIGHT,
];

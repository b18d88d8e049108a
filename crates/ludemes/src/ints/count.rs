//! Counting.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{ABSOLUTE_DIRECTION, RELATION_TYPE, ROLE_TYPE, SITE_TYPE, STACK_DIRECTION};
use crate::ty::Ty;

pub static COUNT_VALUE: Ludeme = Ludeme {
    id: "count Value",
    head: "count",
    keyword: Some("Value"),
    gives: Ty::Int,
    doc: "",
    example: "(count Value (last To) in:(array {1 2}))",
    params: &[req("of", Ty::Int, ""), named("in", Ty::IntArray, "")],
    ..BASE
};

pub static COUNT_STACK: Ludeme = Ludeme {
    id: "count Stack",
    head: "count",
    keyword: Some("Stack"),
    gives: Ty::Int,
    doc: "",
    example: "(count Stack at:(last To))",
    params: &[
        opt("stackDirection", Ty::Enum(&STACK_DIRECTION), ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("at", Ty::Int, "").or(1),
        named("to", Ty::Region, "").or(1),
        opt_named("if", Ty::Bool, "a condition that must hold"),
        opt_named("stop", Ty::Bool, ""),
    ],
    ..BASE
};

pub static COUNT_ROWS: Ludeme = Ludeme {
    id: "count Rows",
    head: "count",
    keyword: Some("Rows"),
    gives: Ty::Int,
    doc: "",
    example: "(count Rows)",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
    )],
    ..BASE
};

pub static COUNT_COLUMNS: Ludeme = Ludeme {
    id: "count Columns",
    head: "count",
    keyword: Some("Columns"),
    gives: Ty::Int,
    doc: "",
    example: "(count Columns)",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
    )],
    ..BASE
};

pub static COUNT_TURNS: Ludeme = Ludeme {
    id: "count Turns",
    head: "count",
    keyword: Some("Turns"),
    gives: Ty::Int,
    doc: "",
    example: "(count Turns)",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
    )],
    ..BASE
};

pub static COUNT_MOVES: Ludeme = Ludeme {
    id: "count Moves",
    head: "count",
    keyword: Some("Moves"),
    gives: Ty::Int,
    doc: "",
    example: "(count Moves)",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
    )],
    ..BASE
};

pub static COUNT_TRIALS: Ludeme = Ludeme {
    id: "count Trials",
    head: "count",
    keyword: Some("Trials"),
    gives: Ty::Int,
    doc: "",
    example: "(count Trials)",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
    )],
    ..BASE
};

pub static COUNT_MOVES_THIS_TURN: Ludeme = Ludeme {
    id: "count MovesThisTurn",
    head: "count",
    keyword: Some("MovesThisTurn"),
    gives: Ty::Int,
    doc: "",
    example: "(count MovesThisTurn)",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
    )],
    ..BASE
};

pub static COUNT_PHASES: Ludeme = Ludeme {
    id: "count Phases",
    head: "count",
    keyword: Some("Phases"),
    gives: Ty::Int,
    doc: "",
    example: "(count Phases)",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
    )],
    ..BASE
};

pub static COUNT_VERTICES: Ludeme = Ludeme {
    id: "count Vertices",
    head: "count",
    keyword: Some("Vertices"),
    gives: Ty::Int,
    doc: "",
    example: "(count Vertices)",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
    )],
    ..BASE
};

pub static COUNT_EDGES: Ludeme = Ludeme {
    id: "count Edges",
    head: "count",
    keyword: Some("Edges"),
    gives: Ty::Int,
    doc: "",
    example: "(count Edges)",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
    )],
    ..BASE
};

pub static COUNT_CELLS: Ludeme = Ludeme {
    id: "count Cells",
    head: "count",
    keyword: Some("Cells"),
    gives: Ty::Int,
    doc: "",
    example: "(count Cells)",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
    )],
    ..BASE
};

pub static COUNT_PLAYERS: Ludeme = Ludeme {
    id: "count Players",
    head: "count",
    keyword: Some("Players"),
    gives: Ty::Int,
    doc: "",
    example: "(count Players)",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
    )],
    ..BASE
};

pub static COUNT_ACTIVE: Ludeme = Ludeme {
    id: "count Active",
    head: "count",
    keyword: Some("Active"),
    gives: Ty::Int,
    doc: "",
    example: "(count Active)",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
    )],
    ..BASE
};

pub static COUNT_LEGAL_MOVES: Ludeme = Ludeme {
    id: "count LegalMoves",
    head: "count",
    keyword: Some("LegalMoves"),
    gives: Ty::Int,
    doc: "",
    example: "(count LegalMoves)",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
    )],
    ..BASE
};

pub static COUNT_SITES: Ludeme = Ludeme {
    id: "count Sites",
    head: "count",
    keyword: Some("Sites"),
    gives: Ty::Int,
    doc: "",
    example: "(count Sites)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt_named("in", Ty::Region, "").or(1),
        opt_named("at", Ty::Int, "").or(1),
        opt("name", Ty::Text, "the name").or(1),
        opt_named("who", Ty::Enum(&ROLE_TYPE), ""),
        opt_named("what", Ty::Int, "").or(2),
        opt_named("whats", Ty::Int, "").array(1).or(2),
    ],
    ..BASE
};

pub static COUNT_ADJACENT: Ludeme = Ludeme {
    id: "count Adjacent",
    head: "count",
    keyword: Some("Adjacent"),
    gives: Ty::Int,
    doc: "",
    example: "(count Adjacent)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt_named("in", Ty::Region, "").or(1),
        opt_named("at", Ty::Int, "").or(1),
        opt("name", Ty::Text, "the name").or(1),
        opt_named("who", Ty::Enum(&ROLE_TYPE), ""),
        opt_named("what", Ty::Int, "").or(2),
        opt_named("whats", Ty::Int, "").array(1).or(2),
    ],
    ..BASE
};

pub static COUNT_NEIGHBOURS: Ludeme = Ludeme {
    id: "count Neighbours",
    head: "count",
    keyword: Some("Neighbours"),
    gives: Ty::Int,
    doc: "",
    example: "(count Neighbours)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt_named("in", Ty::Region, "").or(1),
        opt_named("at", Ty::Int, "").or(1),
        opt("name", Ty::Text, "the name").or(1),
        opt_named("who", Ty::Enum(&ROLE_TYPE), ""),
        opt_named("what", Ty::Int, "").or(2),
        opt_named("whats", Ty::Int, "").array(1).or(2),
    ],
    ..BASE
};

pub static COUNT_ORTHOGONAL: Ludeme = Ludeme {
    id: "count Orthogonal",
    head: "count",
    keyword: Some("Orthogonal"),
    gives: Ty::Int,
    doc: "",
    example: "(count Orthogonal)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt_named("in", Ty::Region, "").or(1),
        opt_named("at", Ty::Int, "").or(1),
        opt("name", Ty::Text, "the name").or(1),
        opt_named("who", Ty::Enum(&ROLE_TYPE), ""),
        opt_named("what", Ty::Int, "").or(2),
        opt_named("whats", Ty::Int, "").array(1).or(2),
    ],
    ..BASE
};

pub static COUNT_DIAGONAL: Ludeme = Ludeme {
    id: "count Diagonal",
    head: "count",
    keyword: Some("Diagonal"),
    gives: Ty::Int,
    doc: "",
    example: "(count Diagonal)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt_named("in", Ty::Region, "").or(1),
        opt_named("at", Ty::Int, "").or(1),
        opt("name", Ty::Text, "the name").or(1),
        opt_named("who", Ty::Enum(&ROLE_TYPE), ""),
        opt_named("what", Ty::Int, "").or(2),
        opt_named("whats", Ty::Int, "").array(1).or(2),
    ],
    ..BASE
};

pub static COUNT_OFF: Ludeme = Ludeme {
    id: "count Off",
    head: "count",
    keyword: Some("Off"),
    gives: Ty::Int,
    doc: "",
    example: "(count Off)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt_named("in", Ty::Region, "").or(1),
        opt_named("at", Ty::Int, "").or(1),
        opt("name", Ty::Text, "the name").or(1),
        opt_named("who", Ty::Enum(&ROLE_TYPE), ""),
        opt_named("what", Ty::Int, "").or(2),
        opt_named("whats", Ty::Int, "").array(1).or(2),
    ],
    ..BASE
};

pub static COUNT_SITES_PLATFORM_BELOW: Ludeme = Ludeme {
    id: "count SitesPlatformBelow",
    head: "count",
    keyword: Some("SitesPlatformBelow"),
    gives: Ty::Int,
    doc: "",
    example: "(count SitesPlatformBelow)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt_named("in", Ty::Region, "").or(1),
        opt_named("at", Ty::Int, "").or(1),
        opt("name", Ty::Text, "the name").or(1),
        opt_named("who", Ty::Enum(&ROLE_TYPE), ""),
        opt_named("what", Ty::Int, "").or(2),
        opt_named("whats", Ty::Int, "").array(1).or(2),
    ],
    ..BASE
};

pub static COUNT_INT: Ludeme = Ludeme {
    id: "count [int]",
    head: "count",
    gives: Ty::Int,
    doc: "",
    example: "(count)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt_named("in", Ty::Region, "").or(1),
        opt_named("at", Ty::Int, "").or(1),
        opt("name", Ty::Text, "the name").or(1),
        opt_named("who", Ty::Enum(&ROLE_TYPE), ""),
        opt_named("what", Ty::Int, "").or(2),
        opt_named("whats", Ty::Int, "").array(1).or(2),
    ],
    ..BASE
};

pub static COUNT_PIECES: Ludeme = Ludeme {
    id: "count Pieces",
    head: "count",
    keyword: Some("Pieces"),
    gives: Ty::Int,
    doc: "",
    example: "(count Pieces)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt_named("of", Ty::Int, "").or(1),
        opt("name", Ty::Text, "the name"),
        opt_named("in", Ty::Region, ""),
        opt_named("if", Ty::Bool, "a condition that must hold"),
    ],
    ..BASE
};

pub static COUNT_PIPS: Ludeme = Ludeme {
    id: "count Pips",
    head: "count",
    keyword: Some("Pips"),
    gives: Ty::Int,
    doc: "",
    example: "(count Pips)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt_named("of", Ty::Int, "").or(1),
        opt("name", Ty::Text, "the name"),
        opt_named("in", Ty::Region, ""),
        opt_named("if", Ty::Bool, "a condition that must hold"),
    ],
    ..BASE
};

pub static COUNT_GROUPS: Ludeme = Ludeme {
    id: "count Groups",
    head: "count",
    keyword: Some("Groups"),
    gives: Ty::Int,
    doc: "",
    example: "(count Groups)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("directions", Ty::Direction, "the directions to look in"),
        opt("throughAny", Ty::Region, ""),
        opt_named("if", Ty::Bool, "a condition that must hold"),
        opt_named("min", Ty::Int, ""),
        opt_named(
            "isVisible",
            Ty::Bool,
            "True if sites that can be seen through each other count as neighbours (pyramids only); \
                False if left out",
        ),
    ],
    ..BASE
};

pub static COUNT_SIZE_BIGGEST_GROUP: Ludeme = Ludeme {
    id: "count SizeBiggestGroup",
    head: "count",
    keyword: Some("SizeBiggestGroup"),
    gives: Ty::Int,
    doc: "",
    example: "(count SizeBiggestGroup)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("directions", Ty::Direction, "the directions to look in"),
        opt("throughAny", Ty::Region, ""),
        opt_named("if", Ty::Bool, "a condition that must hold"),
        opt_named("min", Ty::Int, ""),
        opt_named(
            "isVisible",
            Ty::Bool,
            "True if sites that can be seen through each other count as neighbours (pyramids only); \
                False if left out",
        ),
    ],
    ..BASE
};

pub static COUNT_SIZE_BIGGEST_LINE: Ludeme = Ludeme {
    id: "count SizeBiggestLine",
    head: "count",
    keyword: Some("SizeBiggestLine"),
    gives: Ty::Int,
    doc: "",
    example: "(count SizeBiggestLine)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("directions", Ty::Enum(&ABSOLUTE_DIRECTION), "the directions to look in"),
        opt_named("if", Ty::Bool, "a condition that must hold"),
    ],
    ..BASE
};

pub static COUNT_LIBERTIES: Ludeme = Ludeme {
    id: "count Liberties",
    head: "count",
    keyword: Some("Liberties"),
    gives: Ty::Int,
    doc: "",
    example: "(count Liberties)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt_named("at", Ty::Int, ""),
        opt("directions", Ty::Direction, "the directions to look in"),
        opt_named("if", Ty::Bool, "a condition that must hold"),
    ],
    ..BASE
};

pub static COUNT_STEPS: Ludeme = Ludeme {
    id: "count Steps",
    head: "count",
    keyword: Some("Steps"),
    gives: Ty::Int,
    doc: "",
    example: "(count Steps (last To) (last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("relation", Ty::Enum(&RELATION_TYPE), ""),
        opt("step", Ty::Step, ""),
        opt_named("newRotation", Ty::Int, ""),
        req("site1", Ty::Int, ""),
        req("site2", Ty::Int, "").or(1),
        req("region2", Ty::Region, "the second region").or(1),
    ],
    ..BASE
};

pub static COUNT_STEPS_ON_TRACK: Ludeme = Ludeme {
    id: "count StepsOnTrack",
    head: "count",
    keyword: Some("StepsOnTrack"),
    gives: Ty::Int,
    doc: "",
    example: "(count StepsOnTrack)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt("player", Ty::Player, "the player, by number").or(1),
        opt("name", Ty::Text, "the name").or(1),
        opt("site1", Ty::Int, ""),
        opt("site2", Ty::Int, ""),
    ],
    ..BASE
};

pub static BIGGEST_GROUP_SIZE: Ludeme = Ludeme {
    id: "countSizeBiggestGroup",
    head: "countSizeBiggestGroup",
    gives: Ty::Int,
    doc: "",
    example: "(countSizeBiggestGroup)",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("directions", Ty::Direction, "the directions to look in"),
        opt("throughAny", Ty::Region, ""),
        opt_named("if", Ty::Bool, "a condition that must hold").or(1),
        opt_named(
            "isVisible",
            Ty::Bool,
            "True if sites that can be seen through each other count as neighbours (pyramids only); \
                False if left out",
        )
        .or(1),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &COUNT_VALUE,
    &COUNT_STACK,
    &COUNT_ROWS,
    &COUNT_COLUMNS,
    &COUNT_TURNS,
    &COUNT_MOVES,
    &COUNT_TRIALS,
    &COUNT_MOVES_THIS_TURN,
    &COUNT_PHASES,
    &COUNT_VERTICES,
    &COUNT_EDGES,
    &COUNT_CELLS,
    &COUNT_PLAYERS,
    &COUNT_ACTIVE,
    &COUNT_LEGAL_MOVES,
    &COUNT_SITES,
    &COUNT_ADJACENT,
    &COUNT_NEIGHBOURS,
    &COUNT_ORTHOGONAL,
    &COUNT_DIAGONAL,
    &COUNT_OFF,
    &COUNT_SITES_PLATFORM_BELOW,
    &COUNT_INT,
    &COUNT_PIECES,
    &COUNT_PIPS,
    &COUNT_GROUPS,
    &COUNT_SIZE_BIGGEST_GROUP,
    &COUNT_SIZE_BIGGEST_LINE,
    &COUNT_LIBERTIES,
    &COUNT_STEPS,
    &COUNT_STEPS_ON_TRACK,
    &BIGGEST_GROUP_SIZE,
];

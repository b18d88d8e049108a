//! Boards and the tracks drawn on them.

use crate::concept::Rule::{HidesAll, Shows, When};
use crate::concept::Test::{Any, Given, Not, Number, Word};
use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{ROLE_TYPE, SITE_TYPE, STORE_TYPE, TILING_BOARDLESS_TYPE};
use crate::meaning::Meaning;
use crate::ty::Ty;

pub static BOARD: Ludeme = Ludeme {
    id: "board",
    head: "board",
    gives: Ty::Item,
    doc: "The board: a graph, with what pieces stand on. Several boards may be given; the first is the \
        main one.",
    example: "(board (square 8))",
    english: "*",
    params: &[
        req("graph", Ty::Graph, "the shape of the board"),
        opt("track", Ty::Track, "a track along the board").or(1),
        opt("tracks", Ty::Track, "tracks along the board").array(1).or(1),
        opt("values", Ty::Values, "the numbers that sites of one type may take, in puzzles").or(2),
        opt("valuesArray", Ty::Values, "the numbers that sites may take, by type").array(1).or(2),
        opt_named(
            "use",
            Ty::Enum(&SITE_TYPE),
            "what pieces stand on: cells, vertices or edges; cells, if left out",
        ),
        opt_named(
            "largeStack",
            Ty::BoolLit,
            "True if a site may hold more than 32 pieces; False if left out",
        ),
    ],
    concepts: &[Shows(&["Board"])],
    meaning: Meaning::Part,
    ..BASE
};

pub static BOARDLESS: Ludeme = Ludeme {
    id: "boardless",
    head: "boardless",
    gives: Ty::Item,
    doc: "A board without edges, for games that grow as they are played.",
    example: "(boardless Hexagonal)",
    english: "*",
    params: &[
        req("tiling", Ty::Enum(&TILING_BOARDLESS_TYPE), "the shape of the cells"),
        opt(
            "dimension",
            Ty::Dim,
            "how large to make the hidden board in the middle of which play starts; 41 for squares and \
                smaller for the others, if left out",
        ),
        opt_named(
            "largeStack",
            Ty::BoolLit,
            "True if a site may hold more than 32 pieces; False if left out",
        ),
    ],
    concepts: &[
        Shows(&["Boardless"]),
        When(
            &[Word("tiling", &["Square"])],
            &["SquareTiling", "SquareShape", "RegularShape", "PolygonShape"],
        ),
        When(
            &[Word("tiling", &["Triangular"])],
            &["TriangleTiling", "TriangleShape", "RegularShape", "PolygonShape"],
        ),
        When(&[Word("tiling", &["Hexagonal"])], &["HexTiling", "HexShape", "RegularShape", "PolygonShape"]),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static TRACK_TRACK: Ludeme = Ludeme {
    id: "track [track]",
    head: "track",
    gives: Ty::Track,
    doc: "A way along the board: the sites that racing and sowing games pass through in order.",
    example: "(track \"Track\" \"0,E,N,W\" loop:True)",
    english: "*",
    params: &[
        req(
            "name",
            Ty::Text,
            "the name by which rules find the track; one that ends in a player's number belongs to that \
                player",
        ),
        req("track", Ty::IntLit, "the sites in order; `Off` and `End` stand for leaving the board")
            .array(1)
            .or(1),
        req(
            "trackDirection",
            Ty::Text,
            "the way in words: a site, then directions and numbers of steps separated by commas, as in \
                `\"0,E,N,W\"`",
        )
        .or(1),
        req("trackSteps", Ty::TrackStep, "the way step by step").array(1).or(1),
        opt_named("loop", Ty::BoolLit, "True if the end is joined to the beginning; False if left out"),
        opt("owner", Ty::IntLit, "the player it belongs to, by number").or(2),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player it belongs to, by role").or(2),
        opt_named(
            "directed",
            Ty::BoolLit,
            "True if it may be followed in one direction only; False if left out",
        ),
    ],
    concepts: &[
        HidesAll,
        Shows(&["Track"]),
        When(&[Word("loop", &["True"])], &["TrackLoop"]),
        When(
            &[Any(&[
                Given("owner"),
                Word(
                    "role",
                    &[
                        "P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10", "P11", "P12", "P13",
                        "P14", "P15", "P16",
                    ],
                ),
            ])],
            &["TrackOwned"],
        ),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static MANCALA_BOARD: Ludeme = Ludeme {
    id: "mancalaBoard",
    head: "mancalaBoard",
    gives: Ty::Item,
    doc: "A board of pits in rows, with or without stores.",
    example: "(mancalaBoard 2 6 (track \"Track\" \"1,E,N,W\" loop:True))",
    english: "*",
    params: &[
        req("rows", Ty::IntLit, "how many rows of pits"),
        req("columns", Ty::IntLit, "how many pits in a row"),
        opt_named("store", Ty::Enum(&STORE_TYPE), "where the stores are; outside, if left out"),
        opt_named("numStores", Ty::IntLit, "how many stores; 2, if left out"),
        opt_named(
            "largeStack",
            Ty::BoolLit,
            "True if a site may hold more than 32 pieces; False if left out",
        ),
        opt("track", Ty::Track, "a track along the pits").or(1),
        opt("tracks", Ty::Track, "tracks along the pits").array(1).or(1),
    ],
    concepts: &[
        Shows(&["Board"]),
        When(&[Not(&Word("store", &["None"]))], &["MancalaStores"]),
        When(&[Number("rows", 2, 2)], &["MancalaTwoRows"]),
        When(&[Number("rows", 3, 3)], &["MancalaThreeRows"]),
        When(&[Number("rows", 4, 4)], &["MancalaFourRows"]),
        When(&[Number("rows", 6, 6)], &["MancalaSixRows"]),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static SURAKARTA_BOARD: Ludeme = Ludeme {
    id: "surakartaBoard",
    head: "surakartaBoard",
    gives: Ty::Item,
    doc: "A board whose lines are joined by loops at the corners, along which pieces capture.",
    example: "(surakartaBoard (square 6) loops:2)",
    english: "*",
    params: &[
        req("graph", Ty::Graph, "the board the loops are added to"),
        opt_named(
            "loops",
            Ty::IntLit,
            "how many loops at each corner; half the smaller side, less one, if left out",
        ),
        opt_named("from", Ty::IntLit, "the row from which the first loop starts; 1, if left out"),
        opt_named(
            "largeStack",
            Ty::BoolLit,
            "True if a site may hold more than 32 pieces; False if left out",
        ),
    ],
    concepts: &[Shows(&["Board", "Track", "TrackLoop"])],
    meaning: Meaning::Part,
    ..BASE
};

pub static VALUES: Ludeme = Ludeme {
    id: "values",
    head: "values",
    gives: Ty::Values,
    doc: "The numbers that sites of a puzzle may take.",
    example: "(values Cell (range 1 3))",
    english: "*",
    params: &[
        req("type", Ty::Enum(&SITE_TYPE), "which sites"),
        req("range", Ty::PlainRange, "from which number to which"),
    ],
    meaning: Meaning::Part,
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&BOARD, &BOARDLESS, &TRACK_TRACK, &MANCALA_BOARD, &SURAKARTA_BOARD, &VALUES];

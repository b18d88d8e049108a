//! Placing pieces before play.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::SITE_TYPE;
use crate::ty::Ty;

pub static PLACE: Ludeme = Ludeme {
    id: "place",
    head: "place",
    gives: Ty::StartRule,
    doc: "",
    example: "(place \"Disc\")",
    params: &[
        req("item", Ty::Text, ""),
        opt("container", Ty::Text, ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("site", Ty::Int, "the site"),
        opt_named("coord", Ty::Text, ""),
        opt_named("count", Ty::Int, "how many pieces; one, if left out"),
        opt_named("state", Ty::Int, ""),
        opt_named("rotation", Ty::Int, ""),
        opt_named("value", Ty::Int, ""),
    ],
    ..BASE
};

pub static PLACE_2: Ludeme = Ludeme {
    id: "place#2",
    head: "place",
    gives: Ty::StartRule,
    doc: "",
    example: "(place \"Disc\")",
    params: &[
        req("item", Ty::Text, ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("sites", Ty::Int, "").array(1),
        opt("region", Ty::Region, "the region"),
        opt("coords", Ty::Text, "").array(1),
        opt_named("counts", Ty::Int, "").array(1),
        opt_named("state", Ty::Int, ""),
        opt_named("rotation", Ty::Int, ""),
        opt_named("value", Ty::Int, ""),
    ],
    ..BASE
};

pub static PLACE_STACK: Ludeme = Ludeme {
    id: "place Stack",
    head: "place",
    keyword: Some("Stack"),
    gives: Ty::StartRule,
    doc: "",
    example: "(place Stack \"Disc\")",
    params: &[
        req("item", Ty::Text, "").or(1),
        named("items", Ty::Text, "").array(1).or(1),
        opt("container", Ty::Text, ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("site", Ty::Int, "the site").or(2),
        opt("sites", Ty::Int, "").array(1).or(2),
        opt("region", Ty::Region, "the region").or(2),
        opt_named("coord", Ty::Text, "").or(2),
        opt("coords", Ty::Text, "").array(1).or(2),
        opt_named("count", Ty::Int, "how many pieces; one, if left out").or(3),
        opt_named("counts", Ty::Int, "").array(1).or(3),
        opt_named("state", Ty::Int, ""),
        opt_named("rotation", Ty::Int, ""),
        opt_named("value", Ty::Int, ""),
    ],
    ..BASE
};

pub static PLACE_RANDOM: Ludeme = Ludeme {
    id: "place Random",
    head: "place",
    keyword: Some("Random"),
    gives: Ty::StartRule,
    doc: "",
    example: "(place Random {\"Disc\"})",
    params: &[
        opt("region", Ty::Region, "the region"),
        req("item", Ty::Text, "").array(1),
        opt_named("count", Ty::Int, "how many pieces; one, if left out"),
        opt_named("state", Ty::Int, ""),
        opt_named("value", Ty::Int, ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("randomOrder", Ty::BoolLit, ""),
    ],
    ..BASE
};

pub static PLACE_RANDOM_2: Ludeme = Ludeme {
    id: "place Random#2",
    head: "place",
    keyword: Some("Random"),
    gives: Ty::StartRule,
    doc: "",
    example: "(place Random {\"Disc\"} (last To))",
    params: &[
        req("pieces", Ty::Text, "").array(1),
        opt_named("count", Ty::Int, "how many pieces; one, if left out").array(1),
        opt_named("state", Ty::Int, ""),
        opt_named("value", Ty::Int, ""),
        req("where", Ty::Int, ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
    ],
    ..BASE
};

pub static PLACE_RANDOM_3: Ludeme = Ludeme {
    id: "place Random#3",
    head: "place",
    keyword: Some("Random"),
    gives: Ty::StartRule,
    doc: "",
    example: "(place Random {(count \"Disc1\" 3)} (last To))",
    params: &[
        req("items", Ty::ItemCount, "").array(1),
        req("where", Ty::Int, ""),
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
    ],
    ..BASE
};

pub static COUNT_ITEM_COUNT: Ludeme = Ludeme {
    id: "count [item count]",
    head: "count",
    gives: Ty::ItemCount,
    doc: "",
    example: "(count \"Disc\" (last To))",
    params: &[req("item", Ty::Text, ""), req("count", Ty::Int, "how many pieces; one, if left out")],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&PLACE, &PLACE_2, &PLACE_STACK, &PLACE_RANDOM, &PLACE_RANDOM_2, &PLACE_RANDOM_3, &COUNT_ITEM_COUNT];

//! Where a game comes from and who described it.

use crate::entry::{BASE, Ludeme, req};
use crate::ty::Ty;

pub static INFO: Ludeme = Ludeme {
    id: "info",
    head: "info",
    gives: Ty::Info,
    doc: "Where a game comes from and who described it.",
    example: "(info (version \"1.0\"))",
    params: &[
        req("item", Ty::InfoItem, "the only fact").or(1),
        req("items", Ty::InfoItem, "the facts").array(1).or(1),
    ],
    ..BASE
};

pub static ALIASES: Ludeme = Ludeme {
    id: "aliases",
    head: "aliases",
    gives: Ty::InfoItem,
    doc: "Other names of the game.",
    example: "(aliases {\"Noughts and Crosses\" \"Three in a Row\"})",
    params: &[req("aliases", Ty::Text, "the names").array(1)],
    ..BASE
};

pub static AUTHOR: Ludeme = Ludeme {
    id: "author",
    head: "author",
    gives: Ty::InfoItem,
    doc: "Who invented the game.",
    example: "(author \"John Doe\")",
    params: &[req("author", Ty::Text, "the name")],
    ..BASE
};

pub static CLASSIFICATION: Ludeme = Ludeme {
    id: "classification",
    head: "classification",
    gives: Ty::InfoItem,
    doc: "Where the game stands in the library, as a path of kinds.",
    example: "(classification \"board/space/line\")",
    params: &[req("classification", Ty::Text, "the path")],
    ..BASE
};

pub static CREDIT: Ludeme = Ludeme {
    id: "credit",
    head: "credit",
    gives: Ty::InfoItem,
    doc: "Who wrote the description.",
    example: "(credit \"Jane Doe\")",
    params: &[req("credit", Ty::Text, "the name")],
    ..BASE
};

pub static DATE: Ludeme = Ludeme {
    id: "date",
    head: "date",
    gives: Ty::InfoItem,
    doc: "When the game was invented.",
    example: "(date \"1998-05-12\")",
    params: &[req("date", Ty::Text, "year, month and day")],
    ..BASE
};

pub static DESCRIPTION: Ludeme = Ludeme {
    id: "description",
    head: "description",
    gives: Ty::InfoItem,
    doc: "What the game is, in prose.",
    example: "(description \"Two players make rows of three.\")",
    params: &[req("description", Ty::Text, "the text")],
    ..BASE
};

pub static ID_INFO: Ludeme = Ludeme {
    id: "id [info]",
    head: "id",
    gives: Ty::InfoItem,
    doc: "The game's number in the public database of games.",
    example: "(id \"42\")",
    params: &[req("id", Ty::Text, "the number")],
    ..BASE
};

pub static ORIGIN: Ludeme = Ludeme {
    id: "origin",
    head: "origin",
    gives: Ty::InfoItem,
    doc: "Where and when the game was first played.",
    example: "(origin \"This game was played in Egypt, around 1300 BC.\")",
    params: &[req("origin", Ty::Text, "the text")],
    ..BASE
};

pub static PUBLISHER: Ludeme = Ludeme {
    id: "publisher",
    head: "publisher",
    gives: Ty::InfoItem,
    doc: "Who published the game.",
    example: "(publisher \"Games Inc.\")",
    params: &[req("publisher", Ty::Text, "the name")],
    ..BASE
};

pub static RULES_INFO: Ludeme = Ludeme {
    id: "rules [info]",
    head: "rules",
    gives: Ty::InfoItem,
    doc: "The rules in prose.",
    example: "(rules \"Make a row of three.\")",
    params: &[req("rules", Ty::Text, "the text")],
    ..BASE
};

pub static SOURCE: Ludeme = Ludeme {
    id: "source",
    head: "source",
    gives: Ty::InfoItem,
    doc: "Where the rules were found.",
    example: "(source \"Murray 1951: 40.\")",
    params: &[req("source", Ty::Text, "the text")],
    ..BASE
};

pub static VERSION: Ludeme = Ludeme {
    id: "version",
    head: "version",
    gives: Ty::InfoItem,
    doc: "The version of the language for which the description was written.",
    example: "(version \"1.3.12\")",
    params: &[req("version", Ty::Text, "the version")],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &INFO,
    &ALIASES,
    &AUTHOR,
    &CLASSIFICATION,
    &CREDIT,
    &DATE,
    &DESCRIPTION,
    &ID_INFO,
    &ORIGIN,
    &PUBLISHER,
    &RULES_INFO,
    &SOURCE,
    &VERSION,
];

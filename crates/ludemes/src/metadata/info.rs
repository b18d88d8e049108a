//! Where a game comes from and who described it.

use crate::entry::{BASE, Ludeme, req};
use crate::ty::Ty;

pub static INFO: Ludeme = Ludeme {
    id: "info",
    head: "info",
    gives: Ty::Info,
    doc: "",
    example: "(info (version \"1.0\"))",
    params: &[req("item", Ty::InfoItem, "").or(1), req("items", Ty::InfoItem, "").array(1).or(1)],
    ..BASE
};

pub static ALIASES: Ludeme = Ludeme {
    id: "aliases",
    head: "aliases",
    gives: Ty::InfoItem,
    doc: "",
    example: "(aliases {\"Disc\"})",
    params: &[req("aliases", Ty::Text, "").array(1)],
    ..BASE
};

pub static AUTHOR: Ludeme = Ludeme {
    id: "author",
    head: "author",
    gives: Ty::InfoItem,
    doc: "",
    example: "(author \"Disc\")",
    params: &[req("author", Ty::Text, "")],
    ..BASE
};

pub static CLASSIFICATION: Ludeme = Ludeme {
    id: "classification",
    head: "classification",
    gives: Ty::InfoItem,
    doc: "",
    example: "(classification \"Disc\")",
    params: &[req("classification", Ty::Text, "")],
    ..BASE
};

pub static CREDIT: Ludeme = Ludeme {
    id: "credit",
    head: "credit",
    gives: Ty::InfoItem,
    doc: "",
    example: "(credit \"Disc\")",
    params: &[req("credit", Ty::Text, "")],
    ..BASE
};

pub static DATE: Ludeme = Ludeme {
    id: "date",
    head: "date",
    gives: Ty::InfoItem,
    doc: "",
    example: "(date \"Disc\")",
    params: &[req("date", Ty::Text, "")],
    ..BASE
};

pub static DESCRIPTION: Ludeme = Ludeme {
    id: "description",
    head: "description",
    gives: Ty::InfoItem,
    doc: "",
    example: "(description \"Disc\")",
    params: &[req("description", Ty::Text, "")],
    ..BASE
};

pub static ID_INFO: Ludeme = Ludeme {
    id: "id [info]",
    head: "id",
    gives: Ty::InfoItem,
    doc: "",
    example: "(id \"Disc\")",
    params: &[req("id", Ty::Text, "")],
    ..BASE
};

pub static ORIGIN: Ludeme = Ludeme {
    id: "origin",
    head: "origin",
    gives: Ty::InfoItem,
    doc: "",
    example: "(origin \"Disc\")",
    params: &[req("origin", Ty::Text, "")],
    ..BASE
};

pub static PUBLISHER: Ludeme = Ludeme {
    id: "publisher",
    head: "publisher",
    gives: Ty::InfoItem,
    doc: "",
    example: "(publisher \"Disc\")",
    params: &[req("publisher", Ty::Text, "")],
    ..BASE
};

pub static RULES_INFO: Ludeme = Ludeme {
    id: "rules [info]",
    head: "rules",
    gives: Ty::InfoItem,
    doc: "",
    example: "(rules \"Disc\")",
    params: &[req("rules", Ty::Text, "")],
    ..BASE
};

pub static SOURCE: Ludeme = Ludeme {
    id: "source",
    head: "source",
    gives: Ty::InfoItem,
    doc: "",
    example: "(source \"Disc\")",
    params: &[req("source", Ty::Text, "")],
    ..BASE
};

pub static VERSION: Ludeme = Ludeme {
    id: "version",
    head: "version",
    gives: Ty::InfoItem,
    doc: "",
    example: "(version \"Disc\")",
    params: &[req("version", Ty::Text, "")],
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

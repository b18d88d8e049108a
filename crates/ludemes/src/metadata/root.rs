//! The metadata clause and the reconstruction notes in it.

use crate::entry::{BASE, Ludeme, named, opt, req};
use crate::ty::Ty;

pub static METADATA: Ludeme = Ludeme {
    id: "metadata",
    head: "metadata",
    gives: Ty::Metadata,
    doc: "What describes a game without changing its rules.",
    example: "(metadata (info {(description \"Three in a row.\") (source \"Played everywhere.\") \
        (version \"1.0.0\")}))",
    params: &[
        opt("info", Ty::Info, "where it comes from"),
        opt("graphics", Ty::Graphics, "how it is drawn"),
        opt("ai", Ty::Ai, "hints for computer players"),
        opt("recon", Ty::Recon, "notes for reconstruction"),
    ],
    ..BASE
};

pub static RECON: Ludeme = Ludeme {
    id: "recon",
    head: "recon",
    gives: Ty::Recon,
    doc: "Notes for the reconstruction of a game whose rules are not fully known.",
    example: "(recon (concept \"Stochastic\" False))",
    params: &[
        req("item", Ty::ReconItem, "the only note").or(1),
        req("items", Ty::ReconItem, "the notes").array(1).or(1),
    ],
    ..BASE
};

pub static CONCEPT: Ludeme = Ludeme {
    id: "concept",
    head: "concept",
    gives: Ty::ReconItem,
    doc: "What is known about a reconstructed game: that it has a property, or what one of its numbers is.",
    example: "(concept \"Stochastic\" False)",
    params: &[
        req("conceptName", Ty::Text, "the name of the property"),
        req("valueDouble", Ty::FloatLit, "its number").or(1),
        req("valueBoolean", Ty::BoolLit, "whether the game has it").or(1),
    ],
    ..BASE
};

pub static CONCEPT_2: Ludeme = Ludeme {
    id: "concept#2",
    head: "concept",
    gives: Ty::ReconItem,
    doc: "Between which limits one of the numbers of a reconstructed game lies.",
    example: "(concept \"NumStartComponents\" minValue:5 maxValue:12)",
    params: &[
        req("conceptName", Ty::Text, "the name of the number"),
        named("minValue", Ty::FloatLit, "the least it can be"),
        named("maxValue", Ty::FloatLit, "the most it can be"),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&METADATA, &RECON, &CONCEPT, &CONCEPT_2];

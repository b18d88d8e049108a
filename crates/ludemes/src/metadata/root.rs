//! The metadata clause and the reconstruction notes in it.

use crate::entry::{BASE, Ludeme, named, opt, req};
use crate::ty::Ty;

pub static METADATA: Ludeme = Ludeme {
    id: "metadata",
    head: "metadata",
    gives: Ty::Metadata,
    doc: "",
    example: "(metadata)",
    params: &[
        opt("info", Ty::Info, ""),
        opt("graphics", Ty::Graphics, ""),
        opt("ai", Ty::Ai, ""),
        opt("recon", Ty::Recon, ""),
    ],
    ..BASE
};

pub static RECON: Ludeme = Ludeme {
    id: "recon",
    head: "recon",
    gives: Ty::Recon,
    doc: "",
    example: "(recon (concept \"Stochastic\" False))",
    params: &[req("item", Ty::ReconItem, "").or(1), req("items", Ty::ReconItem, "").array(1).or(1)],
    ..BASE
};

pub static CONCEPT: Ludeme = Ludeme {
    id: "concept",
    head: "concept",
    gives: Ty::ReconItem,
    doc: "",
    example: "(concept \"Disc\" 0.5)",
    params: &[
        req("conceptName", Ty::Text, ""),
        req("valueDouble", Ty::FloatLit, "").or(1),
        req("valueBoolean", Ty::BoolLit, "").or(1),
    ],
    ..BASE
};

pub static CONCEPT_2: Ludeme = Ludeme {
    id: "concept#2",
    head: "concept",
    gives: Ty::ReconItem,
    doc: "",
    example: "(concept \"Disc\" minValue:0.5 maxValue:0.5)",
    params: &[
        req("conceptName", Ty::Text, ""),
        named("minValue", Ty::FloatLit, ""),
        named("maxValue", Ty::FloatLit, ""),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&METADATA, &RECON, &CONCEPT, &CONCEPT_2];

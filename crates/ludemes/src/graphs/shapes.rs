//! Graphs that are not cut from a tiling: rings, spirals, wedges, polygons, graphs given point by point.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::DIAGONALS_TYPE;
use crate::ty::Ty;

pub static RECTANGLE: Ludeme = Ludeme {
    id: "rectangle",
    head: "rectangle",
    gives: Ty::Graph,
    doc: "",
    example: "(rectangle 5)",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
        opt_named("diagonals", Ty::Enum(&DIAGONALS_TYPE), ""),
    ],
    ..BASE
};

pub static REGULAR_STAR: Ludeme = Ludeme {
    id: "regular Star",
    head: "regular",
    keyword: Some("Star"),
    gives: Ty::Graph,
    doc: "",
    example: "(regular Star 5)",
    params: &[req("numSides", Ty::Dim, "")],
    ..BASE
};

pub static REGULAR: Ludeme = Ludeme {
    id: "regular",
    head: "regular",
    gives: Ty::Graph,
    doc: "",
    example: "(regular 5)",
    params: &[req("numSides", Ty::Dim, "")],
    ..BASE
};

pub static REPEAT: Ludeme = Ludeme {
    id: "repeat",
    head: "repeat",
    gives: Ty::Graph,
    doc: "",
    example: "(repeat 5 5 step:{{0.5}} (poly {{0 0} {0 4} {4 4} {4 0}}))",
    params: &[
        req("rows", Ty::Dim, ""),
        req("columns", Ty::Dim, ""),
        named("step", Ty::FloatLit, "").array(2),
        req("poly", Ty::Poly, "the polygon to cut with").or(1),
        req("polys", Ty::Poly, "").array(1).or(1),
    ],
    ..BASE
};

pub static SPIRAL: Ludeme = Ludeme {
    id: "spiral",
    head: "spiral",
    gives: Ty::Graph,
    doc: "",
    example: "(spiral turns:5 sites:5)",
    params: &[
        named("turns", Ty::Dim, ""),
        named("sites", Ty::Dim, ""),
        opt_named("clockwise", Ty::BoolLit, ""),
    ],
    ..BASE
};

pub static WEDGE: Ludeme = Ludeme {
    id: "wedge",
    head: "wedge",
    gives: Ty::Graph,
    doc: "",
    example: "(wedge 5)",
    params: &[req("rows", Ty::Dim, ""), opt("columns", Ty::Dim, "")],
    ..BASE
};

pub static CONCENTRIC_SQUARE: Ludeme = Ludeme {
    id: "concentric Square",
    head: "concentric",
    keyword: Some("Square"),
    gives: Ty::Graph,
    doc: "",
    example: "(concentric Square)",
    params: &[
        opt_named("rings", Ty::Dim, ""),
        opt_named("steps", Ty::Dim, ""),
        opt_named("midpoints", Ty::Bool, ""),
        opt_named("joinMidpoints", Ty::Bool, ""),
        opt_named("joinCorners", Ty::Bool, ""),
        opt_named("stagger", Ty::Bool, ""),
    ],
    ..BASE
};

pub static CONCENTRIC_TRIANGLE: Ludeme = Ludeme {
    id: "concentric Triangle",
    head: "concentric",
    keyword: Some("Triangle"),
    gives: Ty::Graph,
    doc: "",
    example: "(concentric Triangle)",
    params: &[
        opt_named("rings", Ty::Dim, ""),
        opt_named("steps", Ty::Dim, ""),
        opt_named("midpoints", Ty::Bool, ""),
        opt_named("joinMidpoints", Ty::Bool, ""),
        opt_named("joinCorners", Ty::Bool, ""),
        opt_named("stagger", Ty::Bool, ""),
    ],
    ..BASE
};

pub static CONCENTRIC_HEXAGON: Ludeme = Ludeme {
    id: "concentric Hexagon",
    head: "concentric",
    keyword: Some("Hexagon"),
    gives: Ty::Graph,
    doc: "",
    example: "(concentric Hexagon)",
    params: &[
        opt_named("rings", Ty::Dim, ""),
        opt_named("steps", Ty::Dim, ""),
        opt_named("midpoints", Ty::Bool, ""),
        opt_named("joinMidpoints", Ty::Bool, ""),
        opt_named("joinCorners", Ty::Bool, ""),
        opt_named("stagger", Ty::Bool, ""),
    ],
    ..BASE
};

pub static CONCENTRIC_TARGET: Ludeme = Ludeme {
    id: "concentric Target",
    head: "concentric",
    keyword: Some("Target"),
    gives: Ty::Graph,
    doc: "",
    example: "(concentric Target)",
    params: &[
        opt_named("rings", Ty::Dim, ""),
        opt_named("steps", Ty::Dim, ""),
        opt_named("midpoints", Ty::Bool, ""),
        opt_named("joinMidpoints", Ty::Bool, ""),
        opt_named("joinCorners", Ty::Bool, ""),
        opt_named("stagger", Ty::Bool, ""),
    ],
    ..BASE
};

pub static CONCENTRIC: Ludeme = Ludeme {
    id: "concentric",
    head: "concentric",
    gives: Ty::Graph,
    doc: "",
    example: "(concentric sides:5)",
    params: &[
        named("sides", Ty::Dim, "how long each side is, going round; a negative number turns the other way")
            .or(1),
        req("cells", Ty::Dim, "").array(1).or(1),
        opt_named("rings", Ty::Dim, ""),
        opt_named("steps", Ty::Dim, ""),
        opt_named("midpoints", Ty::Bool, ""),
        opt_named("joinMidpoints", Ty::Bool, ""),
        opt_named("joinCorners", Ty::Bool, ""),
        opt_named("stagger", Ty::Bool, ""),
    ],
    ..BASE
};

pub static GRAPH: Ludeme = Ludeme {
    id: "graph",
    head: "graph",
    gives: Ty::Graph,
    doc: "",
    example: "(graph vertices:{{0.5}})",
    params: &[named("vertices", Ty::FloatLit, "").array(2), opt_named("edges", Ty::IntLit, "").array(2)],
    ..BASE
};

pub static POLY: Ludeme = Ludeme {
    id: "poly",
    head: "poly",
    gives: Ty::Poly,
    doc: "",
    example: "(poly {{0.5}})",
    params: &[req("points", Ty::FloatLit, "").array(2), opt_named("rotns", Ty::IntLit, "")],
    ..BASE
};

pub static POLY_2: Ludeme = Ludeme {
    id: "poly#2",
    head: "poly",
    gives: Ty::Poly,
    doc: "",
    example: "(poly {{5}})",
    params: &[req("points", Ty::Dim, "").array(2), opt_named("rotns", Ty::IntLit, "")],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &RECTANGLE,
    &REGULAR_STAR,
    &REGULAR,
    &REPEAT,
    &SPIRAL,
    &WEDGE,
    &CONCENTRIC_SQUARE,
    &CONCENTRIC_TRIANGLE,
    &CONCENTRIC_HEXAGON,
    &CONCENTRIC_TARGET,
    &CONCENTRIC,
    &GRAPH,
    &POLY,
    &POLY_2,
];

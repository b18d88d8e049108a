//! Graphs that are not cut from a tiling: rings, spirals, wedges, polygons, graphs given point by point.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::DIAGONALS_TYPE;
use crate::graphs::reading::*;
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_board::{ConcentricRings, ConcentricShape, GraphSpec};

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
    meaning: Meaning::Graph(rectangle),
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
    meaning: Meaning::Graph(regular),
    ..BASE
};

pub static REGULAR: Ludeme = Ludeme {
    id: "regular",
    head: "regular",
    gives: Ty::Graph,
    doc: "",
    example: "(regular 5)",
    params: &[req("numSides", Ty::Dim, "")],
    meaning: Meaning::Graph(regular),
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
    meaning: Meaning::Graph(repeat),
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
    meaning: Meaning::Graph(spiral),
    ..BASE
};

pub static WEDGE: Ludeme = Ludeme {
    id: "wedge",
    head: "wedge",
    gives: Ty::Graph,
    doc: "",
    example: "(wedge 5)",
    params: &[req("rows", Ty::Dim, ""), opt("columns", Ty::Dim, "")],
    meaning: Meaning::Graph(wedge),
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
    meaning: Meaning::Graph(concentric),
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
    meaning: Meaning::Graph(concentric),
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
    meaning: Meaning::Graph(concentric),
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
    meaning: Meaning::Graph(concentric),
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
    meaning: Meaning::Graph(concentric),
    ..BASE
};

pub static GRAPH: Ludeme = Ludeme {
    id: "graph",
    head: "graph",
    gives: Ty::Graph,
    doc: "",
    example: "(graph vertices:{{0.5}})",
    params: &[named("vertices", Ty::FloatLit, "").array(2), opt_named("edges", Ty::IntLit, "").array(2)],
    meaning: Meaning::Graph(custom),
    ..BASE
};

pub static POLY: Ludeme = Ludeme {
    id: "poly",
    head: "poly",
    gives: Ty::Poly,
    doc: "",
    example: "(poly {{0.5}})",
    params: &[req("points", Ty::FloatLit, "").array(2), opt_named("rotns", Ty::IntLit, "")],
    meaning: Meaning::Part,
    ..BASE
};

pub static POLY_2: Ludeme = Ludeme {
    id: "poly#2",
    head: "poly",
    gives: Ty::Poly,
    doc: "",
    example: "(poly {{5}})",
    params: &[req("points", Ty::Dim, "").array(2), opt_named("rotns", Ty::IntLit, "")],
    meaning: Meaning::Part,
    ..BASE
};

fn rectangle<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    let diagonals = crate::graphs::basis::diagonals(a);
    Ok(GraphSpec::Rectangle { rows: cx.need_dim(a, "dimA")?, columns: cx.dim(a, "dimB")?, diagonals })
}

fn regular<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    Ok(GraphSpec::Regular { star: a.entry().keyword.is_some(), sides: cx.need_dim(a, "numSides")? })
}

fn repeat<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    let mut step = Vec::new();
    for arg in a.each("step") {
        let [x, y, _] = point(cx, a, arg)?;
        step.push([x, y]);
    }
    let mut polys = Vec::new();
    for p in a.subs("poly").into_iter().chain(a.subs("polys")) {
        polys.push(poly_of(cx, p)?);
    }
    Ok(GraphSpec::Repeat { rows: cx.need_dim(a, "rows")?, columns: cx.need_dim(a, "columns")?, step, polys })
}

fn spiral<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    let (turns, sites) = (cx.need_dim(a, "turns")?, cx.need_dim(a, "sites")?);
    Ok(GraphSpec::Spiral { turns, sites, clockwise: a.flag("clockwise") })
}

fn wedge<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    Ok(GraphSpec::Wedge { rows: cx.need_dim(a, "rows")?, columns: cx.dim(a, "columns")? })
}

fn concentric<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    let shape = match a.entry().keyword {
        Some("Square") => ConcentricRings::Shape(ConcentricShape::Square),
        Some("Triangle") => ConcentricRings::Shape(ConcentricShape::Triangle),
        Some("Hexagon") => ConcentricRings::Shape(ConcentricShape::Hexagon),
        Some(_) => ConcentricRings::Shape(ConcentricShape::Target),
        None if a.has("sides") => ConcentricRings::Sides(cx.need_dim(a, "sides")?),
        None => ConcentricRings::Cells(cx.dims(a, "cells")?),
    };
    Ok(GraphSpec::Concentric {
        shape,
        rings: cx.dim(a, "rings")?,
        steps: cx.dim(a, "steps")?,
        midpoints: flag(a, "midpoints"),
        join_midpoints: flag(a, "joinMidpoints"),
        join_corners: flag(a, "joinCorners"),
        stagger: flag(a, "stagger"),
    })
}

fn custom<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    let mut vertices = Vec::new();
    for arg in a.each("vertices") {
        vertices.push(point(cx, a, arg)?);
    }
    let mut edges = Vec::new();
    for arg in a.each("edges") {
        match items(arg) {
            [from, to] => edges.push([whole(cx, a, from)?, whole(cx, a, to)?]),
            _ => return a.wrong("an edge joins two vertices"),
        }
    }
    Ok(GraphSpec::Custom { vertices, edges })
}

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

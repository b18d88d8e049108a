//! Graphs that are not cut from a tiling: rings, spirals, wedges, polygons, graphs given point by point.

use crate::concept::Rule::{HidesAll, Shows, When};
use crate::concept::Test::{Any, Given, Missing, Not, Number, Same, Word};
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
    doc: "A board of square cells in rows and columns.",
    example: "(rectangle 4 6)",
    english: "*",
    params: &[
        req("dimA", Ty::Dim, "how many rows"),
        opt("dimB", Ty::Dim, "how many columns; as many as rows, if left out"),
        opt_named(
            "diagonals",
            Ty::Enum(&DIAGONALS_TYPE),
            "how diagonal neighbours are joined; without lines, if left out",
        ),
    ],
    concepts: &[
        When(&[Missing("diagonals")], &["SquareTiling"]),
        When(&[Word("diagonals", &["Alternating"])], &["AlquerqueTiling"]),
        Shows(&["RegularShape", "PolygonShape"]),
        When(&[Given("dimB"), Not(&Same("dimA", "dimB"))], &["RectangleShape"]),
        When(&[Any(&[Missing("dimB"), Same("dimA", "dimB")])], &["SquareShape"]),
    ],
    meaning: Meaning::Graph(rectangle),
    ..BASE
};

pub static REGULAR_STAR: Ludeme = Ludeme {
    id: "regular Star",
    head: "regular",
    keyword: Some("Star"),
    gives: Ty::Graph,
    doc: "A star with points around one cell.",
    example: "(regular Star 5)",
    english: "a star with {numSides} points",
    params: &[req("numSides", Ty::Dim, "how many points")],
    concepts: &[Shows(&["RegularShape", "PolygonShape"])],
    meaning: Meaning::Graph(regular),
    ..BASE
};

pub static REGULAR: Ludeme = Ludeme {
    id: "regular",
    head: "regular",
    gives: Ty::Graph,
    doc: "One cell: a regular polygon.",
    example: "(regular 6)",
    english: "a regular polygon with {numSides} corners",
    params: &[req("numSides", Ty::Dim, "how many sides")],
    concepts: &[Shows(&["RegularShape", "PolygonShape"])],
    meaning: Meaning::Graph(regular),
    ..BASE
};

pub static REPEAT: Ludeme = Ludeme {
    id: "repeat",
    head: "repeat",
    gives: Ty::Graph,
    doc: "A board made by repeating one or several polygons in rows and columns.",
    example: "(repeat 3 4 step:{{-0.5 0.75} {1 0}} (poly {{0 0} {0 1} {1 1} {1 0}}))",
    english: "{rows} rows and {columns} columns of the shape {poly:graph}{polys:graph}, each shifted by {step:points}",
    params: &[
        req("rows", Ty::Dim, "how many rows"),
        req("columns", Ty::Dim, "how many columns"),
        named("step", Ty::FloatLit, "how far to move for each column and for each row").array(2),
        req("poly", Ty::Poly, "the polygon to repeat").or(1),
        req("polys", Ty::Poly, "the polygons to repeat").array(1).or(1),
    ],
    concepts: &[HidesAll],
    meaning: Meaning::Graph(repeat),
    ..BASE
};

pub static SPIRAL: Ludeme = Ludeme {
    id: "spiral",
    head: "spiral",
    gives: Ty::Graph,
    doc: "A single line of sites that winds round a centre.",
    example: "(spiral turns:4 sites:80)",
    english: "a spiral of {sites} ^# in {turns} turns{clockwise?, clockwise!, anticlockwise}",
    params: &[
        named("turns", Ty::Dim, "how many turns"),
        named("sites", Ty::Dim, "how many sites"),
        opt_named("clockwise", Ty::BoolLit, "True if it winds clockwise; True if left out"),
    ],
    concepts: &[Shows(&["SpiralTiling", "SpiralShape"])],
    meaning: Meaning::Graph(spiral),
    ..BASE
};

pub static WEDGE: Ludeme = Ludeme {
    id: "wedge",
    head: "wedge",
    gives: Ty::Graph,
    doc: "A triangle of rows that widen from a point, such as the ends of the board of Alquerque with \
        wings.",
    example: "(wedge 3)",
    english: "a wedge of {rows} rows[ and {columns} columns]",
    params: &[
        req("rows", Ty::Dim, "how many rows"),
        opt("columns", Ty::Dim, "how many vertices in each row; 3, if left out"),
    ],
    concepts: &[Shows(&["PolygonShape"])],
    meaning: Meaning::Graph(wedge),
    ..BASE
};

pub static CONCENTRIC_SQUARE: Ludeme = Ludeme {
    id: "concentric Square",
    head: "concentric",
    keyword: Some("Square"),
    gives: Ty::Graph,
    doc: "Squares within squares, as for Nine Men's Morris.",
    example: "(concentric Square rings:3)",
    english: "*",
    params: &[
        opt_named("rings", Ty::Dim, "how many rings; 3, if left out"),
        opt_named("steps", Ty::Dim, "how many parts each ring is divided into, for round boards"),
        opt_named("midpoints", Ty::Bool, "True to put vertices in the middle of the sides; True if left out"),
        opt_named("joinMidpoints", Ty::Bool, "True to join these from ring to ring; True if left out"),
        opt_named("joinCorners", Ty::Bool, "True to join the corners from ring to ring; False if left out"),
        opt_named("stagger", Ty::Bool, "True to turn every other ring by half a cell; False if left out"),
    ],
    concepts: &[Shows(&["ConcentricTiling", "MorrisTiling", "RegularShape", "PolygonShape", "SquareShape"])],
    meaning: Meaning::Graph(concentric),
    ..BASE
};

pub static CONCENTRIC_TRIANGLE: Ludeme = Ludeme {
    id: "concentric Triangle",
    head: "concentric",
    keyword: Some("Triangle"),
    gives: Ty::Graph,
    doc: "Triangles within triangles.",
    example: "(concentric Triangle rings:3 joinMidpoints:False joinCorners:True)",
    english: "*",
    params: &[
        opt_named("rings", Ty::Dim, "how many rings; 3, if left out"),
        opt_named("steps", Ty::Dim, "how many parts each ring is divided into, for round boards"),
        opt_named("midpoints", Ty::Bool, "True to put vertices in the middle of the sides; True if left out"),
        opt_named("joinMidpoints", Ty::Bool, "True to join these from ring to ring; True if left out"),
        opt_named("joinCorners", Ty::Bool, "True to join the corners from ring to ring; False if left out"),
        opt_named("stagger", Ty::Bool, "True to turn every other ring by half a cell; False if left out"),
    ],
    concepts: &[Shows(&[
        "ConcentricTiling",
        "MorrisTiling",
        "RegularShape",
        "PolygonShape",
        "TriangleShape",
    ])],
    meaning: Meaning::Graph(concentric),
    ..BASE
};

pub static CONCENTRIC_HEXAGON: Ludeme = Ludeme {
    id: "concentric Hexagon",
    head: "concentric",
    keyword: Some("Hexagon"),
    gives: Ty::Graph,
    doc: "Hexagons within hexagons.",
    example: "(concentric Hexagon rings:3 joinMidpoints:False joinCorners:True)",
    english: "*",
    params: &[
        opt_named("rings", Ty::Dim, "how many rings; 3, if left out"),
        opt_named("steps", Ty::Dim, "how many parts each ring is divided into, for round boards"),
        opt_named("midpoints", Ty::Bool, "True to put vertices in the middle of the sides; True if left out"),
        opt_named("joinMidpoints", Ty::Bool, "True to join these from ring to ring; True if left out"),
        opt_named("joinCorners", Ty::Bool, "True to join the corners from ring to ring; False if left out"),
        opt_named("stagger", Ty::Bool, "True to turn every other ring by half a cell; False if left out"),
    ],
    concepts: &[Shows(&["ConcentricTiling", "MorrisTiling", "RegularShape", "PolygonShape", "HexShape"])],
    meaning: Meaning::Graph(concentric),
    ..BASE
};

pub static CONCENTRIC_TARGET: Ludeme = Ludeme {
    id: "concentric Target",
    head: "concentric",
    keyword: Some("Target"),
    gives: Ty::Graph,
    doc: "Rings around a centre, each one cell.",
    example: "(concentric Target rings:4)",
    english: "*",
    params: &[
        opt_named("rings", Ty::Dim, "how many rings; 3, if left out"),
        opt_named("steps", Ty::Dim, "how many parts each ring is divided into, for round boards"),
        opt_named("midpoints", Ty::Bool, "True to put vertices in the middle of the sides; True if left out"),
        opt_named("joinMidpoints", Ty::Bool, "True to join these from ring to ring; True if left out"),
        opt_named("joinCorners", Ty::Bool, "True to join the corners from ring to ring; False if left out"),
        opt_named("stagger", Ty::Bool, "True to turn every other ring by half a cell; False if left out"),
    ],
    concepts: &[Shows(&["ConcentricTiling", "TargetShape"])],
    meaning: Meaning::Graph(concentric),
    ..BASE
};

pub static CONCENTRIC: Ludeme = Ludeme {
    id: "concentric",
    head: "concentric",
    gives: Ty::Graph,
    doc: "Polygons within polygons, or rings divided into cells.",
    example: "(concentric {8})",
    english: "*",
    params: &[
        named("sides", Ty::Dim, "how many sides the polygons have").or(1),
        req("cells", Ty::Dim, "how many cells each ring has, from the inside out").array(1).or(1),
        opt_named("rings", Ty::Dim, "how many rings; 3, if left out"),
        opt_named("steps", Ty::Dim, "how many parts each ring is divided into, for round boards"),
        opt_named("midpoints", Ty::Bool, "True to put vertices in the middle of the sides; True if left out"),
        opt_named("joinMidpoints", Ty::Bool, "True to join these from ring to ring; True if left out"),
        opt_named("joinCorners", Ty::Bool, "True to join the corners from ring to ring; False if left out"),
        opt_named("stagger", Ty::Bool, "True to turn every other ring by half a cell; False if left out"),
    ],
    concepts: &[
        Shows(&["ConcentricTiling"]),
        When(&[Given("cells")], &["CircleTiling", "CircleShape"]),
        When(&[Given("sides")], &["MorrisTiling", "RegularShape", "PolygonShape"]),
        When(&[Number("sides", 3, 3)], &["TriangleShape"]),
        When(&[Number("sides", 4, 4)], &["SquareShape"]),
        When(&[Number("sides", 6, 6)], &["HexShape"]),
    ],
    meaning: Meaning::Graph(concentric),
    ..BASE
};

pub static GRAPH: Ludeme = Ludeme {
    id: "graph",
    head: "graph",
    gives: Ty::Graph,
    doc: "A graph given point by point.",
    example: "(graph vertices:{{0 0} {1 0} {0 1}} edges:{{0 1} {1 2}})",
    english: "*",
    params: &[
        named("vertices", Ty::FloatLit, "where the vertices are").array(2),
        opt_named("edges", Ty::IntLit, "pairs of vertices that are joined, by number").array(2),
    ],
    concepts: &[HidesAll],
    meaning: Meaning::Graph(custom),
    ..BASE
};

pub static POLY: Ludeme = Ludeme {
    id: "poly",
    head: "poly",
    gives: Ty::Poly,
    doc: "A polygon, given by its corners.",
    example: "(poly {{1 2} {1 6} {3 6} {3 2}})",
    english: "the polygon {points:points}[ turned {rotns} times]",
    params: &[
        req("points", Ty::FloatLit, "the corners in order").array(2),
        opt_named("rotns", Ty::IntLit, "how many times to turn it round"),
    ],
    concepts: &[HidesAll],
    meaning: Meaning::Part,
    ..BASE
};

pub static POLY_2: Ludeme = Ludeme {
    id: "poly#2",
    head: "poly",
    gives: Ty::Poly,
    doc: "A polygon whose corners are computed.",
    example: "(poly {{1 2} {1 (+ 2 4)} {3 6} {3 2}})",
    english: "the polygon {points:points}[ turned {rotns} times]",
    params: &[
        req("points", Ty::Dim, "the corners in order").array(2),
        opt_named("rotns", Ty::IntLit, "how many times to turn it round"),
    ],
    concepts: &[HidesAll],
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

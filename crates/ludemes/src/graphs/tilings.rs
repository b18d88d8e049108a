//! The semi-regular tilings, named by the polygons around a vertex.

use crate::concept::Rule::{Shows, When};
use crate::concept::Test::Missing;
use crate::entry::{BASE, Ludeme, opt, req};
use crate::graphs::reading::*;
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_board::{GraphSpec, Tiling};

pub static TILING_T31212: Ludeme = Ludeme {
    id: "tiling T31212",
    head: "tiling",
    keyword: Some("T31212"),
    gives: Ty::Graph,
    doc: "A board of regular polygons; around each vertex lie a triangle and two dodecagons.",
    example: "(tiling T31212 3)",
    english: "a tiling of triangles and dodecagons of side {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
    ],
    concepts: &[Shows(&["SemiRegularTiling", "PolygonShape"])],
    meaning: Meaning::Graph(tiling),
    ..BASE
};

pub static TILING_T3464: Ludeme = Ludeme {
    id: "tiling T3464",
    head: "tiling",
    keyword: Some("T3464"),
    gives: Ty::Graph,
    doc: "A board of regular polygons; around each vertex lie a triangle, a square, a hexagon and a \
        square.",
    example: "(tiling T3464 3)",
    english: "a tiling of triangles, squares and hexagons of side {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
    ],
    concepts: &[Shows(&["SemiRegularTiling", "PolygonShape"]), When(&[Missing("dimB")], &["HexShape"])],
    meaning: Meaning::Graph(tiling),
    ..BASE
};

pub static TILING_T488: Ludeme = Ludeme {
    id: "tiling T488",
    head: "tiling",
    keyword: Some("T488"),
    gives: Ty::Graph,
    doc: "A board of regular polygons; around each vertex lie a square and two octagons.",
    example: "(tiling T488 3)",
    english: "a tiling of squares and octagons of side {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
    ],
    concepts: &[Shows(&["SemiRegularTiling", "PolygonShape"])],
    meaning: Meaning::Graph(tiling),
    ..BASE
};

pub static TILING_T33434: Ludeme = Ludeme {
    id: "tiling T33434",
    head: "tiling",
    keyword: Some("T33434"),
    gives: Ty::Graph,
    doc: "A board of regular polygons; around each vertex lie triangles and squares, turned about each \
        other.",
    example: "(tiling T33434 3)",
    english: "a tiling of triangles and squares of side {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
    ],
    concepts: &[Shows(&["SemiRegularTiling", "PolygonShape"])],
    meaning: Meaning::Graph(tiling),
    ..BASE
};

pub static TILING_T33336: Ludeme = Ludeme {
    id: "tiling T33336",
    head: "tiling",
    keyword: Some("T33336"),
    gives: Ty::Graph,
    doc: "A board of regular polygons; around each vertex lie four triangles and a hexagon.",
    example: "(tiling T33336 3)",
    english: "a tiling of triangles and hexagons of side {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
    ],
    concepts: &[Shows(&["SemiRegularTiling", "PolygonShape"])],
    meaning: Meaning::Graph(tiling),
    ..BASE
};

pub static TILING_T33344: Ludeme = Ludeme {
    id: "tiling T33344",
    head: "tiling",
    keyword: Some("T33344"),
    gives: Ty::Graph,
    doc: "A board of regular polygons; around each vertex lie rows of triangles and rows of squares.",
    example: "(tiling T33344 3)",
    english: "a tiling of rows of triangles and squares of side {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
    ],
    concepts: &[Shows(&["SemiRegularTiling", "PolygonShape"])],
    meaning: Meaning::Graph(tiling),
    ..BASE
};

pub static TILING_T3636: Ludeme = Ludeme {
    id: "tiling T3636",
    head: "tiling",
    keyword: Some("T3636"),
    gives: Ty::Graph,
    doc: "A board of regular polygons; around each vertex lie triangles and hexagons in turn.",
    example: "(tiling T3636 3)",
    english: "a tiling of triangles and hexagons in turn of side {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
    ],
    concepts: &[Shows(&["SemiRegularTiling", "PolygonShape"])],
    meaning: Meaning::Graph(tiling),
    ..BASE
};

pub static TILING_T4612: Ludeme = Ludeme {
    id: "tiling T4612",
    head: "tiling",
    keyword: Some("T4612"),
    gives: Ty::Graph,
    doc: "A board of regular polygons; around each vertex lie a square, a hexagon and a dodecagon.",
    example: "(tiling T4612 3)",
    english: "a tiling of squares, hexagons and dodecagons of side {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
    ],
    concepts: &[Shows(&["SemiRegularTiling", "PolygonShape"])],
    meaning: Meaning::Graph(tiling),
    ..BASE
};

pub static TILING_T333333_33434: Ludeme = Ludeme {
    id: "tiling T333333_33434",
    head: "tiling",
    keyword: Some("T333333_33434"),
    gives: Ty::Graph,
    doc: "A board of regular polygons; around each vertex lie six triangles, or triangles and squares: \
        two kinds of vertex.",
    example: "(tiling T333333_33434 3)",
    english: "a tiling of triangles and squares around hexagons of triangles of side {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
    ],
    concepts: &[Shows(&["SemiRegularTiling", "PolygonShape"])],
    meaning: Meaning::Graph(tiling),
    ..BASE
};

pub static TILING_T31212_2: Ludeme = Ludeme {
    id: "tiling T31212#2",
    head: "tiling",
    keyword: Some("T31212"),
    gives: Ty::Graph,
    doc: "A board of regular polygons; around each vertex lie a triangle and two dodecagons. Cut to a \
        polygon or to sides of given lengths.",
    example: "(tiling T31212 (poly {{1 2} {1 6} {3 6} {3 2}}))",
    english: "a tiling of triangles and dodecagons[ cut to {poly:graph}][ with sides of {sides}]",
    params: &[
        req("poly", Ty::Poly, "the polygon to cut with").or(1),
        req("sides", Ty::Dim, "how long each side is, going round; a negative number turns the other way")
            .array(1)
            .or(1),
    ],
    concepts: &[Shows(&["SemiRegularTiling", "PolygonShape"])],
    meaning: Meaning::Graph(tiling),
    ..BASE
};

pub static TILING_T3464_2: Ludeme = Ludeme {
    id: "tiling T3464#2",
    head: "tiling",
    keyword: Some("T3464"),
    gives: Ty::Graph,
    doc: "A board of regular polygons; around each vertex lie a triangle, a square, a hexagon and a \
        square. Cut to a polygon or to sides of given lengths.",
    example: "(tiling T3464 (poly {{1 2} {1 6} {3 6} {3 2}}))",
    english: "a tiling of triangles, squares and hexagons[ cut to {poly:graph}][ with sides of {sides}]",
    params: &[
        req("poly", Ty::Poly, "the polygon to cut with").or(1),
        req("sides", Ty::Dim, "how long each side is, going round; a negative number turns the other way")
            .array(1)
            .or(1),
    ],
    concepts: &[Shows(&["SemiRegularTiling", "PolygonShape"])],
    meaning: Meaning::Graph(tiling),
    ..BASE
};

pub static TILING_T488_2: Ludeme = Ludeme {
    id: "tiling T488#2",
    head: "tiling",
    keyword: Some("T488"),
    gives: Ty::Graph,
    doc: "A board of regular polygons; around each vertex lie a square and two octagons. Cut to a \
        polygon or to sides of given lengths.",
    example: "(tiling T488 (poly {{1 2} {1 6} {3 6} {3 2}}))",
    english: "a tiling of squares and octagons[ cut to {poly:graph}][ with sides of {sides}]",
    params: &[
        req("poly", Ty::Poly, "the polygon to cut with").or(1),
        req("sides", Ty::Dim, "how long each side is, going round; a negative number turns the other way")
            .array(1)
            .or(1),
    ],
    concepts: &[Shows(&["SemiRegularTiling", "PolygonShape"])],
    meaning: Meaning::Graph(tiling),
    ..BASE
};

pub static TILING_T33434_2: Ludeme = Ludeme {
    id: "tiling T33434#2",
    head: "tiling",
    keyword: Some("T33434"),
    gives: Ty::Graph,
    doc: "A board of regular polygons; around each vertex lie triangles and squares, turned about each \
        other. Cut to a polygon or to sides of given lengths.",
    example: "(tiling T33434 (poly {{1 2} {1 6} {3 6} {3 2}}))",
    english: "a tiling of triangles and squares[ cut to {poly:graph}][ with sides of {sides}]",
    params: &[
        req("poly", Ty::Poly, "the polygon to cut with").or(1),
        req("sides", Ty::Dim, "how long each side is, going round; a negative number turns the other way")
            .array(1)
            .or(1),
    ],
    concepts: &[Shows(&["SemiRegularTiling", "PolygonShape"])],
    meaning: Meaning::Graph(tiling),
    ..BASE
};

pub static TILING_T33336_2: Ludeme = Ludeme {
    id: "tiling T33336#2",
    head: "tiling",
    keyword: Some("T33336"),
    gives: Ty::Graph,
    doc: "A board of regular polygons; around each vertex lie four triangles and a hexagon. Cut to a \
        polygon or to sides of given lengths.",
    example: "(tiling T33336 (poly {{1 2} {1 6} {3 6} {3 2}}))",
    english: "a tiling of triangles and hexagons[ cut to {poly:graph}][ with sides of {sides}]",
    params: &[
        req("poly", Ty::Poly, "the polygon to cut with").or(1),
        req("sides", Ty::Dim, "how long each side is, going round; a negative number turns the other way")
            .array(1)
            .or(1),
    ],
    concepts: &[Shows(&["SemiRegularTiling", "PolygonShape"])],
    meaning: Meaning::Graph(tiling),
    ..BASE
};

pub static TILING_T33344_2: Ludeme = Ludeme {
    id: "tiling T33344#2",
    head: "tiling",
    keyword: Some("T33344"),
    gives: Ty::Graph,
    doc: "A board of regular polygons; around each vertex lie rows of triangles and rows of squares. Cut \
        to a polygon or to sides of given lengths.",
    example: "(tiling T33344 (poly {{1 2} {1 6} {3 6} {3 2}}))",
    english: "a tiling of rows of triangles and squares[ cut to {poly:graph}][ with sides of {sides}]",
    params: &[
        req("poly", Ty::Poly, "the polygon to cut with").or(1),
        req("sides", Ty::Dim, "how long each side is, going round; a negative number turns the other way")
            .array(1)
            .or(1),
    ],
    concepts: &[Shows(&["SemiRegularTiling", "PolygonShape"])],
    meaning: Meaning::Graph(tiling),
    ..BASE
};

pub static TILING_T3636_2: Ludeme = Ludeme {
    id: "tiling T3636#2",
    head: "tiling",
    keyword: Some("T3636"),
    gives: Ty::Graph,
    doc: "A board of regular polygons; around each vertex lie triangles and hexagons in turn. Cut to a \
        polygon or to sides of given lengths.",
    example: "(tiling T3636 (poly {{1 2} {1 6} {3 6} {3 2}}))",
    english: "a tiling of triangles and hexagons in turn[ cut to {poly:graph}][ with sides of {sides}]",
    params: &[
        req("poly", Ty::Poly, "the polygon to cut with").or(1),
        req("sides", Ty::Dim, "how long each side is, going round; a negative number turns the other way")
            .array(1)
            .or(1),
    ],
    concepts: &[Shows(&["SemiRegularTiling", "PolygonShape"])],
    meaning: Meaning::Graph(tiling),
    ..BASE
};

pub static TILING_T4612_2: Ludeme = Ludeme {
    id: "tiling T4612#2",
    head: "tiling",
    keyword: Some("T4612"),
    gives: Ty::Graph,
    doc: "A board of regular polygons; around each vertex lie a square, a hexagon and a dodecagon. Cut \
        to a polygon or to sides of given lengths.",
    example: "(tiling T4612 (poly {{1 2} {1 6} {3 6} {3 2}}))",
    english: "a tiling of squares, hexagons and dodecagons[ cut to {poly:graph}][ with sides of {sides}]",
    params: &[
        req("poly", Ty::Poly, "the polygon to cut with").or(1),
        req("sides", Ty::Dim, "how long each side is, going round; a negative number turns the other way")
            .array(1)
            .or(1),
    ],
    concepts: &[Shows(&["SemiRegularTiling", "PolygonShape"])],
    meaning: Meaning::Graph(tiling),
    ..BASE
};

pub static TILING_T333333_33434_2: Ludeme = Ludeme {
    id: "tiling T333333_33434#2",
    head: "tiling",
    keyword: Some("T333333_33434"),
    gives: Ty::Graph,
    doc: "A board of regular polygons; around each vertex lie six triangles, or triangles and squares: \
        two kinds of vertex. Cut to a polygon or to sides of given lengths.",
    example: "(tiling T333333_33434 (poly {{1 2} {1 6} {3 6} {3 2}}))",
    english: "a tiling of triangles and squares around hexagons of triangles[ cut to {poly:graph}][ with sides of {sides}]",
    params: &[
        req("poly", Ty::Poly, "the polygon to cut with").or(1),
        req("sides", Ty::Dim, "how long each side is, going round; a negative number turns the other way")
            .array(1)
            .or(1),
    ],
    concepts: &[Shows(&["SemiRegularTiling", "PolygonShape"])],
    meaning: Meaning::Graph(tiling),
    ..BASE
};

fn tiling<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    let tiling = match a.entry().keyword {
        Some("T31212") => Tiling::T31212,
        Some("T3464") => Tiling::T3464,
        Some("T488") => Tiling::T488,
        Some("T33434") => Tiling::T33434,
        Some("T33336") => Tiling::T33336,
        Some("T33344") => Tiling::T33344,
        Some("T3636") => Tiling::T3636,
        Some("T4612") => Tiling::T4612,
        _ => Tiling::T333333_33434,
    };
    if a.takes("poly") {
        return Ok(GraphSpec::TilingCustom { tiling, outline: outline(cx, a)? });
    }
    Ok(GraphSpec::Tiling { tiling, a: cx.need_dim(a, "dimA")?, b: cx.dim(a, "dimB")? })
}

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &TILING_T31212,
    &TILING_T3464,
    &TILING_T488,
    &TILING_T33434,
    &TILING_T33336,
    &TILING_T33344,
    &TILING_T3636,
    &TILING_T4612,
    &TILING_T333333_33434,
    &TILING_T31212_2,
    &TILING_T3464_2,
    &TILING_T488_2,
    &TILING_T33434_2,
    &TILING_T33336_2,
    &TILING_T33344_2,
    &TILING_T3636_2,
    &TILING_T4612_2,
    &TILING_T333333_33434_2,
];

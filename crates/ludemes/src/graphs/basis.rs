//! Tilings by one kind of cell, and the shapes they can be cut to.

use crate::concept::Rule::{Shows, When};
use crate::concept::Test::{Any, Given, Missing, Not, Word};
use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::DIAGONALS_TYPE;
use crate::graphs::reading::*;
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_board::{BrickShape, Diagonals, GraphSpec, HexTriShape, SquareShape};

pub static BRICK_SQUARE: Ludeme = Ludeme {
    id: "brick Square",
    head: "brick",
    keyword: Some("Square"),
    gives: Ty::Graph,
    doc: "A board of bricks: cells two wide, each row moved by one, cut to a square.",
    example: "(brick Square 4)",
    english: "a square of bricks of side {dimA}[ by {dimB}]{trim? with trimmed edges}",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
        opt_named(
            "trim",
            Ty::BoolLit,
            "True to cut off the halves of bricks that stick out; False if left out",
        ),
    ],
    concepts: &[Shows(&["BrickTiling", "SquareShape", "PolygonShape"])],
    meaning: Meaning::Graph(brick),
    ..BASE
};

pub static BRICK_RECTANGLE: Ludeme = Ludeme {
    id: "brick Rectangle",
    head: "brick",
    keyword: Some("Rectangle"),
    gives: Ty::Graph,
    doc: "A board of bricks: cells two wide, each row moved by one, cut to a rectangle.",
    example: "(brick Rectangle 4)",
    english: "a rectangle of bricks, {dimA}[ by {dimB}]{trim? with trimmed edges}",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
        opt_named(
            "trim",
            Ty::BoolLit,
            "True to cut off the halves of bricks that stick out; False if left out",
        ),
    ],
    concepts: &[Shows(&["BrickTiling", "RectangleShape", "PolygonShape"])],
    meaning: Meaning::Graph(brick),
    ..BASE
};

pub static BRICK_DIAMOND: Ludeme = Ludeme {
    id: "brick Diamond",
    head: "brick",
    keyword: Some("Diamond"),
    gives: Ty::Graph,
    doc: "A board of bricks: cells two wide, each row moved by one, cut to a diamond.",
    example: "(brick Diamond 4)",
    english: "a diamond of bricks of side {dimA}[ by {dimB}]{trim? with trimmed edges}",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
        opt_named(
            "trim",
            Ty::BoolLit,
            "True to cut off the halves of bricks that stick out; False if left out",
        ),
    ],
    concepts: &[Shows(&["BrickTiling", "DiamondShape", "PolygonShape"])],
    meaning: Meaning::Graph(brick),
    ..BASE
};

pub static BRICK_PRISM: Ludeme = Ludeme {
    id: "brick Prism",
    head: "brick",
    keyword: Some("Prism"),
    gives: Ty::Graph,
    doc: "A board of bricks: cells two wide, each row moved by one, cut to a diamond with two sides \
        drawn out.",
    example: "(brick Prism 4)",
    english: "a prism of bricks, {dimA}[ by {dimB}]{trim? with trimmed edges}",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
        opt_named(
            "trim",
            Ty::BoolLit,
            "True to cut off the halves of bricks that stick out; False if left out",
        ),
    ],
    concepts: &[Shows(&["BrickTiling", "PrismShape", "PolygonShape"])],
    meaning: Meaning::Graph(brick),
    ..BASE
};

pub static BRICK_SPIRAL: Ludeme = Ludeme {
    id: "brick Spiral",
    head: "brick",
    keyword: Some("Spiral"),
    gives: Ty::Graph,
    doc: "A board of bricks: cells two wide, each row moved by one, cut to a spiral.",
    example: "(brick Spiral 4)",
    english: "a spiral of bricks with {dimA} rings[ by {dimB}]{trim? with trimmed edges}",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
        opt_named(
            "trim",
            Ty::BoolLit,
            "True to cut off the halves of bricks that stick out; False if left out",
        ),
    ],
    concepts: &[Shows(&["BrickTiling", "SpiralShape", "PolygonShape"])],
    meaning: Meaning::Graph(brick),
    ..BASE
};

pub static BRICK_LIMPING: Ludeme = Ludeme {
    id: "brick Limping",
    head: "brick",
    keyword: Some("Limping"),
    gives: Ty::Graph,
    doc: "A board of bricks: cells two wide, each row moved by one, cut to a shape with sides of two \
        lengths in turn.",
    example: "(brick Limping 4)",
    english: "a limping hexagon of bricks of side {dimA}[ by {dimB}]{trim? with trimmed edges}",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
        opt_named(
            "trim",
            Ty::BoolLit,
            "True to cut off the halves of bricks that stick out; False if left out",
        ),
    ],
    concepts: &[Shows(&["BrickTiling", "RectangleShape", "PolygonShape"])],
    meaning: Meaning::Graph(brick),
    ..BASE
};

pub static BRICK: Ludeme = Ludeme {
    id: "brick",
    head: "brick",
    gives: Ty::Graph,
    doc: "A board of bricks: cells two wide, each row moved by one, cut to a square.",
    example: "(brick 4)",
    english: "a brick wall of side {dimA}[ by {dimB}]{trim? with trimmed edges}",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
        opt_named(
            "trim",
            Ty::BoolLit,
            "True to cut off the halves of bricks that stick out; False if left out",
        ),
    ],
    concepts: &[
        Shows(&["BrickTiling", "PolygonShape"]),
        When(&[Any(&[Missing("dimB")])], &["SquareShape"]),
        When(&[Given("dimB")], &["RectangleShape"]),
    ],
    meaning: Meaning::Graph(brick),
    ..BASE
};

pub static CELTIC: Ludeme = Ludeme {
    id: "celtic",
    head: "celtic",
    gives: Ty::Graph,
    doc: "A board of crossing bands, as in a Celtic knot: squares standing on their tips within a \
        rectangle.",
    example: "(celtic 3 4)",
    english: "a Celtic knot of {rows} rows[ and {columns} columns]",
    params: &[
        req("rows", Ty::Dim, "how many rows"),
        opt("columns", Ty::Dim, "how many columns; as many as rows, if left out"),
    ],
    concepts: &[
        Shows(&["CelticTiling", "PolygonShape"]),
        When(&[Missing("columns")], &["SquareShape"]),
        When(&[Given("columns")], &["RectangleShape"]),
    ],
    meaning: Meaning::Graph(celtic),
    ..BASE
};

pub static CELTIC_2: Ludeme = Ludeme {
    id: "celtic#2",
    head: "celtic",
    gives: Ty::Graph,
    doc: "A board of crossing bands, as in a Celtic knot, cut to a polygon or to sides of given lengths.",
    example: "(celtic {4 3 -1 2 3})",
    english: "a Celtic knot[ cut to {poly:graph}][ with sides of {sides}]",
    params: &[
        req("poly", Ty::Poly, "the polygon to cut with").or(1),
        req("sides", Ty::Dim, "how long each side is, going round; a negative number turns the other way")
            .array(1)
            .or(1),
    ],
    concepts: &[Shows(&["CelticTiling", "PolygonShape"])],
    meaning: Meaning::Graph(celtic),
    ..BASE
};

pub static HEX_NO_SHAPE: Ludeme = Ludeme {
    id: "hex NoShape",
    head: "hex",
    keyword: Some("NoShape"),
    gives: Ty::Graph,
    doc: "A board of hexagonal cells, cut to no particular shape.",
    example: "(hex NoShape 5)",
    english: "a board of hexagons, {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "how many cells along a side"),
        opt("dimB", Ty::Dim, "a second size, where the shape has one"),
    ],
    concepts: &[
        Shows(&["HexTiling", "PolygonShape"]),
        When(&[Missing("dimB")], &["RegularShape", "HexShape"]),
    ],
    meaning: Meaning::Graph(hex),
    ..BASE
};

pub static HEX_SQUARE: Ludeme = Ludeme {
    id: "hex Square",
    head: "hex",
    keyword: Some("Square"),
    gives: Ty::Graph,
    doc: "A board of hexagonal cells, cut to a square.",
    example: "(hex Square 5)",
    english: "a square of {dimA:side} by {dimB:side|{dimA:side}} hexagons",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
    ],
    concepts: &[Shows(&["HexTiling", "RectangleShape", "PolygonShape", "RegularShape"])],
    meaning: Meaning::Graph(hex),
    ..BASE
};

pub static HEX_RECTANGLE: Ludeme = Ludeme {
    id: "hex Rectangle",
    head: "hex",
    keyword: Some("Rectangle"),
    gives: Ty::Graph,
    doc: "A board of hexagonal cells, cut to a rectangle.",
    example: "(hex Rectangle 5)",
    english: "a rectangle of {dimA:side} by {dimB:side|{dimA:side}} hexagons",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
    ],
    concepts: &[Shows(&["HexTiling", "RectangleShape", "PolygonShape", "RegularShape"])],
    meaning: Meaning::Graph(hex),
    ..BASE
};

pub static HEX_DIAMOND: Ludeme = Ludeme {
    id: "hex Diamond",
    head: "hex",
    keyword: Some("Diamond"),
    gives: Ty::Graph,
    doc: "A board of hexagonal cells, cut to a diamond.",
    example: "(hex Diamond 5)",
    english: "a rhombus of {dimA:side} by {dimB:side|{dimA:side}} hexagons",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
    ],
    concepts: &[Shows(&["HexTiling", "DiamondShape", "PolygonShape", "RegularShape"])],
    meaning: Meaning::Graph(hex),
    ..BASE
};

pub static HEX_TRIANGLE: Ludeme = Ludeme {
    id: "hex Triangle",
    head: "hex",
    keyword: Some("Triangle"),
    gives: Ty::Graph,
    doc: "A board of hexagonal cells, cut to a triangle.",
    example: "(hex Triangle 5)",
    english: "a triangle of hexagons of side {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "how many cells along a side"),
        opt("dimB", Ty::Dim, "a second size, where the shape has one"),
    ],
    concepts: &[Shows(&["HexTiling", "TriangleShape", "PolygonShape", "RegularShape"])],
    meaning: Meaning::Graph(hex),
    ..BASE
};

pub static HEX_HEXAGON: Ludeme = Ludeme {
    id: "hex Hexagon",
    head: "hex",
    keyword: Some("Hexagon"),
    gives: Ty::Graph,
    doc: "A board of hexagonal cells, cut to a hexagon.",
    example: "(hex Hexagon 5)",
    english: "a hexagon of hexagons of side {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "how many cells along a side"),
        opt("dimB", Ty::Dim, "how many cells along every other side; the same, if left out"),
    ],
    concepts: &[
        Shows(&["HexTiling", "PolygonShape"]),
        When(&[Missing("dimB")], &["HexShape", "RegularShape"]),
    ],
    meaning: Meaning::Graph(hex),
    ..BASE
};

pub static HEX_STAR: Ludeme = Ludeme {
    id: "hex Star",
    head: "hex",
    keyword: Some("Star"),
    gives: Ty::Graph,
    doc: "A board of hexagonal cells, cut to a six-pointed star.",
    example: "(hex Star 5)",
    english: "a star of hexagons of side {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "how many cells along a side"),
        opt("dimB", Ty::Dim, "a second size, where the shape has one"),
    ],
    concepts: &[Shows(&["HexTiling", "StarShape", "PolygonShape", "RegularShape"])],
    meaning: Meaning::Graph(hex),
    ..BASE
};

pub static HEX_LIMPING: Ludeme = Ludeme {
    id: "hex Limping",
    head: "hex",
    keyword: Some("Limping"),
    gives: Ty::Graph,
    doc: "A board of hexagonal cells, cut to a hexagon with sides of two lengths in turn.",
    example: "(hex Limping 5)",
    english: "a hexagon of hexagons with sides of {dimA} and one more in turn[ ({dimB})]",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
    ],
    concepts: &[Shows(&["HexTiling", "PolygonShape"])],
    meaning: Meaning::Graph(hex),
    ..BASE
};

pub static HEX_PRISM: Ludeme = Ludeme {
    id: "hex Prism",
    head: "hex",
    keyword: Some("Prism"),
    gives: Ty::Graph,
    doc: "A board of hexagonal cells, cut to a diamond with two sides drawn out.",
    example: "(hex Prism 5)",
    english: "a prism of hexagons, {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
    ],
    concepts: &[Shows(&["HexTiling", "PrismShape", "PolygonShape", "RegularShape"])],
    meaning: Meaning::Graph(hex),
    ..BASE
};

pub static HEX: Ludeme = Ludeme {
    id: "hex",
    head: "hex",
    gives: Ty::Graph,
    doc: "A board of hexagonal cells, cut to a hexagon.",
    example: "(hex 5)",
    english: "a hexagon of hexagons of side {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "how many cells along a side"),
        opt("dimB", Ty::Dim, "how many cells along every other side; the same, if left out"),
    ],
    concepts: &[
        Shows(&["HexTiling", "PolygonShape"]),
        When(&[Missing("dimB")], &["RegularShape", "HexShape"]),
    ],
    meaning: Meaning::Graph(hex),
    ..BASE
};

pub static HEX_2: Ludeme = Ludeme {
    id: "hex#2",
    head: "hex",
    gives: Ty::Graph,
    doc: "A board of hexagonal cells, cut to a polygon or to sides of given lengths.",
    example: "(hex (poly {{1 2} {1 6} {3 6} {3 2}}))",
    english: "a board of hexagons[ cut to {poly:graph}][ with sides of {sides}]",
    params: &[
        req("poly", Ty::Poly, "the polygon to cut with").or(1),
        req("sides", Ty::Dim, "how long each side is, going round; a negative number turns the other way")
            .array(1)
            .or(1),
    ],
    concepts: &[Shows(&["HexTiling", "PolygonShape"])],
    meaning: Meaning::Graph(hex),
    ..BASE
};

pub static QUADHEX: Ludeme = Ludeme {
    id: "quadhex",
    head: "quadhex",
    gives: Ty::Graph,
    doc: "A hexagon divided into cells with four sides, as for chess with three players.",
    example: "(quadhex 4)",
    english: "a hexagon of {layers} layers of quadrilaterals{thirds?, divided in thirds}",
    params: &[
        req("layers", Ty::Dim, "how many cells from the centre to a side"),
        opt_named(
            "thirds",
            Ty::BoolLit,
            "True to divide it into three parts rather than six; False if left out",
        ),
    ],
    concepts: &[Shows(&["QuadHexTiling", "HexShape", "PolygonShape"])],
    meaning: Meaning::Graph(quadhex),
    ..BASE
};

pub static SQUARE_NO_SHAPE: Ludeme = Ludeme {
    id: "square NoShape",
    head: "square",
    keyword: Some("NoShape"),
    gives: Ty::Graph,
    doc: "A board of square cells, cut to no particular shape.",
    example: "(square NoShape 5)",
    english: "*",
    params: &[
        req("dim", Ty::Dim, "how many cells along a side"),
        opt_named(
            "diagonals",
            Ty::Enum(&DIAGONALS_TYPE),
            "how diagonal neighbours are joined; without lines, if left out",
        )
        .or(1),
        opt_named(
            "pyramidal",
            Ty::BoolLit,
            "True to build a pyramid of layers, each smaller by one; False if left out",
        )
        .or(1),
    ],
    concepts: &[
        When(&[Missing("diagonals")], &["SquareTiling"]),
        When(&[Word("diagonals", &["Alternating"])], &["AlquerqueTiling"]),
        Shows(&["RegularShape", "PolygonShape"]),
        When(&[Word("pyramidal", &["True"])], &["SquarePyramidalShape"]),
        When(&[Not(&Word("pyramidal", &["True"]))], &["SquareShape"]),
    ],
    meaning: Meaning::Graph(square),
    ..BASE
};

pub static SQUARE_SQUARE: Ludeme = Ludeme {
    id: "square Square",
    head: "square",
    keyword: Some("Square"),
    gives: Ty::Graph,
    doc: "A board of square cells, cut to a square.",
    example: "(square Square 5)",
    english: "*",
    params: &[
        req("dim", Ty::Dim, "how many cells along a side"),
        opt_named(
            "diagonals",
            Ty::Enum(&DIAGONALS_TYPE),
            "how diagonal neighbours are joined; without lines, if left out",
        )
        .or(1),
        opt_named(
            "pyramidal",
            Ty::BoolLit,
            "True to build a pyramid of layers, each smaller by one; False if left out",
        )
        .or(1),
    ],
    concepts: &[
        When(&[Missing("diagonals")], &["SquareTiling"]),
        When(&[Word("diagonals", &["Alternating"])], &["AlquerqueTiling"]),
        Shows(&["RegularShape", "PolygonShape"]),
        When(&[Word("pyramidal", &["True"])], &["SquarePyramidalShape"]),
        When(&[Not(&Word("pyramidal", &["True"]))], &["SquareShape"]),
    ],
    meaning: Meaning::Graph(square),
    ..BASE
};

pub static SQUARE_RECTANGLE: Ludeme = Ludeme {
    id: "square Rectangle",
    head: "square",
    keyword: Some("Rectangle"),
    gives: Ty::Graph,
    doc: "A board of square cells, cut to a rectangle.",
    example: "(square Rectangle 5)",
    english: "*",
    params: &[
        req("dim", Ty::Dim, "how many cells along a side"),
        opt_named(
            "diagonals",
            Ty::Enum(&DIAGONALS_TYPE),
            "how diagonal neighbours are joined; without lines, if left out",
        )
        .or(1),
        opt_named(
            "pyramidal",
            Ty::BoolLit,
            "True to build a pyramid of layers, each smaller by one; False if left out",
        )
        .or(1),
    ],
    concepts: &[
        When(&[Missing("diagonals")], &["SquareTiling"]),
        When(&[Word("diagonals", &["Alternating"])], &["AlquerqueTiling"]),
        Shows(&["RegularShape", "PolygonShape"]),
        When(&[Word("pyramidal", &["True"])], &["SquarePyramidalShape"]),
        When(&[Not(&Word("pyramidal", &["True"]))], &["SquareShape"]),
    ],
    meaning: Meaning::Graph(square),
    ..BASE
};

pub static SQUARE_DIAMOND: Ludeme = Ludeme {
    id: "square Diamond",
    head: "square",
    keyword: Some("Diamond"),
    gives: Ty::Graph,
    doc: "A board of square cells, cut to a diamond, standing on its tip.",
    example: "(square Diamond 5)",
    english: "a diamond of squares of side {dim}[ with diagonal neighbours {diagonals:enum}]{pyramidal?, built up as a pyramid}",
    params: &[
        req("dim", Ty::Dim, "how many cells along a side"),
        opt_named(
            "diagonals",
            Ty::Enum(&DIAGONALS_TYPE),
            "how diagonal neighbours are joined; without lines, if left out",
        )
        .or(1),
        opt_named(
            "pyramidal",
            Ty::BoolLit,
            "True to build a pyramid of layers, each smaller by one; False if left out",
        )
        .or(1),
    ],
    concepts: &[
        When(&[Missing("diagonals")], &["SquareTiling"]),
        When(&[Word("diagonals", &["Alternating"])], &["AlquerqueTiling"]),
        Shows(&["DiamondShape"]),
    ],
    meaning: Meaning::Graph(square),
    ..BASE
};

pub static SQUARE_LIMPING: Ludeme = Ludeme {
    id: "square Limping",
    head: "square",
    keyword: Some("Limping"),
    gives: Ty::Graph,
    doc: "A board of square cells, cut to a shape with sides of two lengths in turn.",
    example: "(square Limping 5)",
    english: "a limping board of squares of side {dim}[ with diagonal neighbours {diagonals:enum}]{pyramidal?, built up as a pyramid}",
    params: &[
        req("dim", Ty::Dim, "how many cells along a side"),
        opt_named(
            "diagonals",
            Ty::Enum(&DIAGONALS_TYPE),
            "how diagonal neighbours are joined; without lines, if left out",
        )
        .or(1),
        opt_named(
            "pyramidal",
            Ty::BoolLit,
            "True to build a pyramid of layers, each smaller by one; False if left out",
        )
        .or(1),
    ],
    concepts: &[
        When(&[Missing("diagonals")], &["SquareTiling"]),
        When(&[Word("diagonals", &["Alternating"])], &["AlquerqueTiling"]),
        Shows(&["RegularShape", "PolygonShape"]),
        When(&[Word("pyramidal", &["True"])], &["SquarePyramidalShape"]),
        When(&[Not(&Word("pyramidal", &["True"]))], &["SquareShape"]),
    ],
    meaning: Meaning::Graph(square),
    ..BASE
};

pub static SQUARE: Ludeme = Ludeme {
    id: "square",
    head: "square",
    gives: Ty::Graph,
    doc: "A board of square cells, cut to a square.",
    example: "(square 5)",
    english: "*",
    params: &[
        req("dim", Ty::Dim, "how many cells along a side"),
        opt_named(
            "diagonals",
            Ty::Enum(&DIAGONALS_TYPE),
            "how diagonal neighbours are joined; without lines, if left out",
        )
        .or(1),
        opt_named(
            "pyramidal",
            Ty::BoolLit,
            "True to build a pyramid of layers, each smaller by one; False if left out",
        )
        .or(1),
    ],
    concepts: &[
        When(&[Missing("diagonals")], &["SquareTiling"]),
        When(&[Word("diagonals", &["Alternating"])], &["AlquerqueTiling"]),
        Shows(&["RegularShape", "PolygonShape"]),
        When(&[Word("pyramidal", &["True"])], &["SquarePyramidalShape"]),
        When(&[Not(&Word("pyramidal", &["True"]))], &["SquareShape"]),
    ],
    meaning: Meaning::Graph(square),
    ..BASE
};

pub static SQUARE_2: Ludeme = Ludeme {
    id: "square#2",
    head: "square",
    gives: Ty::Graph,
    doc: "A board of square cells, cut to a polygon or to sides of given lengths.",
    example: "(square {4 3 -1 2 3})",
    english: "a board of squares[ cut to {poly:graph}][ with sides of {sides}][ with diagonal neighbours {diagonals:enum}]",
    params: &[
        req("poly", Ty::Poly, "the polygon to cut with").or(1),
        req("sides", Ty::Dim, "how long each side is, going round; a negative number turns the other way")
            .array(1)
            .or(1),
        opt_named(
            "diagonals",
            Ty::Enum(&DIAGONALS_TYPE),
            "how diagonal neighbours are joined; without lines, if left out",
        ),
    ],
    concepts: &[
        When(&[Missing("diagonals")], &["SquareTiling"]),
        When(&[Word("diagonals", &["Alternating"])], &["AlquerqueTiling"]),
    ],
    meaning: Meaning::Graph(square),
    ..BASE
};

pub static TRI_NO_SHAPE: Ludeme = Ludeme {
    id: "tri NoShape",
    head: "tri",
    keyword: Some("NoShape"),
    gives: Ty::Graph,
    doc: "A board of triangular cells, cut to no particular shape.",
    example: "(tri NoShape 5)",
    english: "a board of triangles, {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "how many cells along a side"),
        opt("dimB", Ty::Dim, "a second size, where the shape has one"),
    ],
    concepts: &[
        Shows(&["TriangleTiling", "PolygonShape"]),
        When(&[Missing("dimB")], &["RegularShape", "TriangleShape"]),
    ],
    meaning: Meaning::Graph(tri),
    ..BASE
};

pub static TRI_SQUARE: Ludeme = Ludeme {
    id: "tri Square",
    head: "tri",
    keyword: Some("Square"),
    gives: Ty::Graph,
    doc: "A board of triangular cells, cut to a square.",
    example: "(tri Square 5)",
    english: "a square of {dimA:side} by {dimB:side|{dimA:side}} triangles",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
    ],
    concepts: &[Shows(&["TriangleTiling", "SquareShape", "RegularShape", "PolygonShape"])],
    meaning: Meaning::Graph(tri),
    ..BASE
};

pub static TRI_RECTANGLE: Ludeme = Ludeme {
    id: "tri Rectangle",
    head: "tri",
    keyword: Some("Rectangle"),
    gives: Ty::Graph,
    doc: "A board of triangular cells, cut to a rectangle.",
    example: "(tri Rectangle 5)",
    english: "a rectangle of {dimA:side} by {dimB:side|{dimA:side}} triangles",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
    ],
    concepts: &[Shows(&["TriangleTiling", "RectangleShape", "RegularShape", "PolygonShape"])],
    meaning: Meaning::Graph(tri),
    ..BASE
};

pub static TRI_DIAMOND: Ludeme = Ludeme {
    id: "tri Diamond",
    head: "tri",
    keyword: Some("Diamond"),
    gives: Ty::Graph,
    doc: "A board of triangular cells, cut to a diamond.",
    example: "(tri Diamond 5)",
    english: "a rhombus of triangles of side {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
    ],
    concepts: &[Shows(&["TriangleTiling", "DiamondShape", "RegularShape", "PolygonShape"])],
    meaning: Meaning::Graph(tri),
    ..BASE
};

pub static TRI_TRIANGLE: Ludeme = Ludeme {
    id: "tri Triangle",
    head: "tri",
    keyword: Some("Triangle"),
    gives: Ty::Graph,
    doc: "A board of triangular cells, cut to a triangle.",
    example: "(tri Triangle 5)",
    english: "a triangle of triangles of side {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "how many cells along a side"),
        opt("dimB", Ty::Dim, "a second size, where the shape has one"),
    ],
    concepts: &[Shows(&["TriangleTiling", "TriangleShape", "RegularShape", "PolygonShape"])],
    meaning: Meaning::Graph(tri),
    ..BASE
};

pub static TRI_HEXAGON: Ludeme = Ludeme {
    id: "tri Hexagon",
    head: "tri",
    keyword: Some("Hexagon"),
    gives: Ty::Graph,
    doc: "A board of triangular cells, cut to a hexagon.",
    example: "(tri Hexagon 5)",
    english: "a hexagon of triangles of side {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "how many cells along a side"),
        opt("dimB", Ty::Dim, "a second size, where the shape has one"),
    ],
    concepts: &[Shows(&["TriangleTiling", "HexShape", "RegularShape", "PolygonShape"])],
    meaning: Meaning::Graph(tri),
    ..BASE
};

pub static TRI_STAR: Ludeme = Ludeme {
    id: "tri Star",
    head: "tri",
    keyword: Some("Star"),
    gives: Ty::Graph,
    doc: "A board of triangular cells, cut to a six-pointed star.",
    example: "(tri Star 5)",
    english: "a star of triangles of side {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "how many cells along a side"),
        opt("dimB", Ty::Dim, "a second size, where the shape has one"),
    ],
    concepts: &[Shows(&["TriangleTiling", "StarShape", "RegularShape", "PolygonShape"])],
    meaning: Meaning::Graph(tri),
    ..BASE
};

pub static TRI_LIMPING: Ludeme = Ludeme {
    id: "tri Limping",
    head: "tri",
    keyword: Some("Limping"),
    gives: Ty::Graph,
    doc: "A board of triangular cells, cut to a hexagon with sides of two lengths in turn.",
    example: "(tri Limping 5)",
    english: "a hexagon of triangles with sides of {dimA} and one more in turn[ ({dimB})]",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
    ],
    concepts: &[Shows(&["TriangleTiling", "PolygonShape"])],
    meaning: Meaning::Graph(tri),
    ..BASE
};

pub static TRI_PRISM: Ludeme = Ludeme {
    id: "tri Prism",
    head: "tri",
    keyword: Some("Prism"),
    gives: Ty::Graph,
    doc: "A board of triangular cells, cut to a diamond with two sides drawn out.",
    example: "(tri Prism 5)",
    english: "a prism of triangles, {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "the size, or the number of rows"),
        opt("dimB", Ty::Dim, "the other size, or the number of columns; the same as the first, if left out"),
    ],
    concepts: &[Shows(&["TriangleTiling", "PrismShape", "RegularShape", "PolygonShape"])],
    meaning: Meaning::Graph(tri),
    ..BASE
};

pub static TRI: Ludeme = Ludeme {
    id: "tri",
    head: "tri",
    gives: Ty::Graph,
    doc: "A board of triangular cells, cut to a triangle.",
    example: "(tri 5)",
    english: "a triangle of triangles of side {dimA}[ by {dimB}]",
    params: &[
        req("dimA", Ty::Dim, "how many cells along a side"),
        opt("dimB", Ty::Dim, "a second size, where the shape has one"),
    ],
    concepts: &[
        Shows(&["TriangleTiling", "PolygonShape"]),
        When(&[Missing("dimB")], &["RegularShape", "TriangleShape"]),
    ],
    meaning: Meaning::Graph(tri),
    ..BASE
};

pub static TRI_2: Ludeme = Ludeme {
    id: "tri#2",
    head: "tri",
    gives: Ty::Graph,
    doc: "A board of triangular cells, cut to a polygon or to sides of given lengths.",
    example: "(tri (poly {{1 2} {1 6} {3 6} {3 2}}))",
    english: "a board of triangles[ cut to {poly:graph}][ with sides of {sides}]",
    params: &[
        req("poly", Ty::Poly, "the polygon to cut with").or(1),
        req("sides", Ty::Dim, "how long each side is, going round; a negative number turns the other way")
            .array(1)
            .or(1),
    ],
    concepts: &[Shows(&["TriangleTiling", "PolygonShape"])],
    meaning: Meaning::Graph(tri),
    ..BASE
};

/// The shape that the keyword of a hexagonal or triangular tiling names.
fn hex_tri_shape(a: Args<'_>) -> Option<HexTriShape> {
    a.entry().keyword.map(|word| match word {
        "Square" => HexTriShape::Square,
        "Rectangle" => HexTriShape::Rectangle,
        "Diamond" => HexTriShape::Diamond,
        "Triangle" => HexTriShape::Triangle,
        "Hexagon" => HexTriShape::Hexagon,
        "Star" => HexTriShape::Star,
        "Limping" => HexTriShape::Limping,
        "Prism" => HexTriShape::Prism,
        _ => HexTriShape::NoShape,
    })
}

/// How diagonals are drawn.
pub fn diagonals(a: Args<'_>) -> Option<Diagonals> {
    a.word("diagonals").map(|word| match word {
        "Solid" => Diagonals::Solid,
        "SolidNoSplit" => Diagonals::SolidNoSplit,
        "Alternating" => Diagonals::Alternating,
        "Concentric" => Diagonals::Concentric,
        "Radiating" => Diagonals::Radiating,
        _ => Diagonals::Implied,
    })
}

fn brick<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    let shape = a.entry().keyword.map(|word| match word {
        "Rectangle" => BrickShape::Rectangle,
        "Diamond" => BrickShape::Diamond,
        "Prism" => BrickShape::Prism,
        "Spiral" => BrickShape::Spiral,
        "Limping" => BrickShape::Limping,
        _ => BrickShape::Square,
    });
    Ok(GraphSpec::Brick { shape, a: cx.need_dim(a, "dimA")?, b: cx.dim(a, "dimB")?, trim: a.flag("trim") })
}

fn celtic<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    if a.takes("poly") {
        return Ok(GraphSpec::CelticCustom { outline: outline(cx, a)? });
    }
    Ok(GraphSpec::Celtic { rows: cx.need_dim(a, "rows")?, columns: cx.dim(a, "columns")? })
}

fn hex<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    if a.takes("poly") {
        return Ok(GraphSpec::HexCustom { outline: outline(cx, a)? });
    }
    Ok(GraphSpec::Hex { shape: hex_tri_shape(a), a: cx.need_dim(a, "dimA")?, b: cx.dim(a, "dimB")? })
}

fn tri<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    if a.takes("poly") {
        return Ok(GraphSpec::TriCustom { outline: outline(cx, a)? });
    }
    Ok(GraphSpec::Tri { shape: hex_tri_shape(a), a: cx.need_dim(a, "dimA")?, b: cx.dim(a, "dimB")? })
}

fn quadhex<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    Ok(GraphSpec::Quadhex { layers: cx.need_dim(a, "layers")?, thirds: a.flag("thirds") })
}

fn square<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    if a.takes("poly") {
        return Ok(GraphSpec::SquareCustom { outline: outline(cx, a)?, diagonals: diagonals(a) });
    }
    let shape = a.entry().keyword.map(|word| match word {
        "Square" => SquareShape::Square,
        "Rectangle" => SquareShape::Rectangle,
        "Diamond" => SquareShape::Diamond,
        "Limping" => SquareShape::Limping,
        _ => SquareShape::NoShape,
    });
    Ok(GraphSpec::Square {
        shape,
        dim: cx.need_dim(a, "dim")?,
        diagonals: diagonals(a),
        pyramidal: a.flag("pyramidal").unwrap_or(false),
    })
}

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &BRICK_SQUARE,
    &BRICK_RECTANGLE,
    &BRICK_DIAMOND,
    &BRICK_PRISM,
    &BRICK_SPIRAL,
    &BRICK_LIMPING,
    &BRICK,
    &CELTIC,
    &CELTIC_2,
    &HEX_NO_SHAPE,
    &HEX_SQUARE,
    &HEX_RECTANGLE,
    &HEX_DIAMOND,
    &HEX_TRIANGLE,
    &HEX_HEXAGON,
    &HEX_STAR,
    &HEX_LIMPING,
    &HEX_PRISM,
    &HEX,
    &HEX_2,
    &QUADHEX,
    &SQUARE_NO_SHAPE,
    &SQUARE_SQUARE,
    &SQUARE_RECTANGLE,
    &SQUARE_DIAMOND,
    &SQUARE_LIMPING,
    &SQUARE,
    &SQUARE_2,
    &TRI_NO_SHAPE,
    &TRI_SQUARE,
    &TRI_RECTANGLE,
    &TRI_DIAMOND,
    &TRI_TRIANGLE,
    &TRI_HEXAGON,
    &TRI_STAR,
    &TRI_LIMPING,
    &TRI_PRISM,
    &TRI,
    &TRI_2,
];

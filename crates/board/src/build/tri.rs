//! The triangular tiling: triangles, hexagons, diamonds, prisms, stars, rectangles and custom outlines.

use super::{Site, hex, hexagonal_outline, lattice_range, polygon, unit_graph};
use crate::error::BoardError;
use crate::geometry::Point2;
use crate::graph::{Basis, Graph};
use crate::spec::{HexTriShape, Outline};

fn place(row: i64, column: i64) -> Point2 {
    [column as f64 - 0.5 * row as f64, 3.0_f64.sqrt() / 2.0 * row as f64]
}

/// Where the points of a board standing on a corner lie.
fn tilted_place(row: i64, column: i64) -> Point2 {
    [3.0_f64.sqrt() / 2.0 * (column - row) as f64, (row + column) as f64 * 0.5]
}

pub fn tri(site: &Site, shape: Option<HexTriShape>, a: i64, b: Option<i64>) -> Result<Graph, BoardError> {
    let a = site.positive("the size", a)?;
    let b = b.map(|b| site.positive("the second size", b)).transpose()?;
    // A board of cells has one more vertex along a side than it has cells.
    let extra = i64::from(site.on_cells());
    let (rows, columns) = (a + extra, b.unwrap_or(a) + extra);
    match shape.unwrap_or(HexTriShape::Triangle) {
        HexTriShape::Triangle => points(site, rows, rows, place, |r, c| r <= c),
        HexTriShape::Hexagon => hexagon(site, rows),
        HexTriShape::Diamond => points(site, rows, rows, tilted_place, |_, _| true),
        HexTriShape::Prism => {
            let span = rows + columns - 1;
            points(site, span, span, tilted_place, |r, c| (r - c).abs() < rows)
        }
        HexTriShape::Square => rectangle(site, rows, rows),
        HexTriShape::Rectangle => rectangle(site, rows, columns),
        HexTriShape::Star => points(site, 4 * a + 1, 4 * a + 1, place, |r, c| hex::in_star(a, r, c)),
        HexTriShape::Limping => outlined(site, &Outline::Sides(vec![a, a + 1]), a),
        HexTriShape::NoShape => {
            Err(BoardError::Unsupported { what: "a triangular board", shape: "NoShape".to_string() })
        }
    }
}

fn rectangle(site: &Site, rows: i64, columns: i64) -> Result<Graph, BoardError> {
    points(site, rows, columns + rows, place, |r, c| c >= (r + 1) / 2 && c < columns + r / 2)
}

fn points(
    site: &Site,
    rows: i64,
    columns: i64,
    place: impl Fn(i64, i64) -> Point2,
    keep: impl Fn(i64, i64) -> bool,
) -> Result<Graph, BoardError> {
    site.lattice(rows, columns, 1)?;
    let mut list: Vec<Point2> = Vec::new();
    for r in 0..rows {
        list.extend((0..columns).filter(|&c| keep(r, c)).map(|c| place(r, c)));
    }
    let mut graph = unit_graph(&list, Basis::Triangular);
    graph.reorder();
    Ok(graph)
}

/// A hexagon of triangles, edges along the rows first, then between the rows.
fn hexagon(site: &Site, d: i64) -> Result<Graph, BoardError> {
    let size = 2 * d - 1;
    site.lattice(size, size, 1)?;
    let half = size / 2;
    let mut graph = Graph::new();
    // First vertex and length of each row.
    let mut rows: Vec<(u32, u32)> = Vec::new();
    for row in 0..size {
        let first = graph.vertices.len() as u32;
        for column in (0..size).filter(|&c| c <= half + row && row - c <= half) {
            graph.add_flat(place(row, column));
        }
        rows.push((first, graph.vertices.len() as u32 - first));
    }
    for &(first, length) in &rows {
        for v in first..first + length - 1 {
            graph.add_edge(v, v + 1);
        }
    }
    for pair in rows.windows(2).take(half as usize) {
        let [(first, length), (above, _)] = [pair[0], pair[1]];
        for k in 0..length {
            graph.add_edge(first + k, above + k);
            graph.add_edge(first + k, above + k + 1);
        }
    }
    for pair in rows.windows(2).skip(half as usize) {
        let [(below, _), (first, length)] = [pair[0], pair[1]];
        for k in 0..length {
            graph.add_edge(first + k, below + k);
            graph.add_edge(first + k, below + k + 1);
        }
    }
    graph.make_faces(false);
    graph.reorder();
    Ok(graph)
}

pub fn custom(site: &Site, outline: &Outline) -> Result<Graph, BoardError> {
    let limping = match outline {
        Outline::Sides(sides) => match sides.as_slice() {
            [a, b] if *a == b - 1 => Some(*a),
            _ => None,
        },
        Outline::Poly(_) => None,
    };
    outlined(site, outline, limping.unwrap_or(2))
}

fn outlined(site: &Site, outline: &Outline, margin: i64) -> Result<Graph, BoardError> {
    let mut polygon = match outline {
        Outline::Poly(poly) => polygon(site, poly)?,
        Outline::Sides(sides) => hexagonal_outline(site, sides, place)?,
    };
    polygon.inflate(0.1);
    let (rows, columns) = lattice_range(site, &polygon, margin)?;
    let mut list: Vec<Point2> = Vec::new();
    for r in rows {
        list.extend(columns.clone().map(|c| place(r, c)).filter(|&p| polygon.contains(p)));
    }
    let mut graph = unit_graph(&list, Basis::Triangular);
    graph.reorder();
    Ok(graph)
}

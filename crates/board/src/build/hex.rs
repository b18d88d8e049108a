//! The hexagonal tiling: hexagons, triangles, diamonds, prisms, stars, rectangles and custom outlines.

use super::{Site, Stamp, hexagonal_outline, lattice_range, polygon};
use crate::error::BoardError;
use crate::geometry::Point2;
use crate::graph::{Basis, Graph};
use crate::spec::{HexTriShape, Outline};

/// The corners of a hexagon with unit sides, one corner up, clockwise from the top.
fn corners() -> [Point2; 6] {
    let x = 3.0_f64.sqrt() / 2.0;
    [[0.0, 1.0], [x, 0.5], [x, -0.5], [0.0, -1.0], [-x, -0.5], [-x, 0.5]]
}

/// The same hexagon on its side.
fn side_corners() -> [Point2; 6] {
    corners().map(|[x, y]| [y, x])
}

fn place(row: i64, column: i64) -> Point2 {
    [3.0_f64.sqrt() * (column as f64 - 0.5 * row as f64), 1.5 * row as f64]
}

/// Where hexagons of a board standing on a corner lie.
fn tilted_place(row: i64, column: i64) -> Point2 {
    [1.5 * (column - row) as f64, 3.0_f64.sqrt() * (row + column) as f64 * 0.5]
}

pub fn hex(site: &Site, shape: Option<HexTriShape>, a: i64, b: Option<i64>) -> Result<Graph, BoardError> {
    let a = site.positive("the size", a)?;
    let b = b.map(|b| site.positive("the second size", b)).transpose()?;
    match shape.unwrap_or(HexTriShape::Hexagon) {
        HexTriShape::Hexagon => match b {
            Some(b) => custom(site, &Outline::Sides(vec![a, b])),
            None => hexagon(site, a),
        },
        HexTriShape::Triangle => stamped(site, a, a, |r, c| r <= c),
        HexTriShape::Diamond => diamond(site, a, a),
        HexTriShape::Prism => prism(site, a, b.unwrap_or(a)),
        HexTriShape::Star => star(site, a),
        HexTriShape::Limping => custom(site, &Outline::Sides(vec![a, a + 1])),
        HexTriShape::Square => rectangle(site, a, a),
        HexTriShape::Rectangle => rectangle(site, a, b.unwrap_or(a)),
        HexTriShape::NoShape => {
            Err(BoardError::Unsupported { what: "a hexagonal board", shape: "NoShape".to_string() })
        }
    }
}

fn stamped(
    site: &Site,
    rows: i64,
    columns: i64,
    keep: impl Fn(i64, i64) -> bool,
) -> Result<Graph, BoardError> {
    site.lattice(rows, columns, 1)?;
    let motif = corners();
    let mut stamp = Stamp::new();
    for r in 0..rows {
        for c in 0..columns {
            if keep(r, c) {
                stamp.press(place(r, c), &motif);
            }
        }
    }
    let mut graph = stamp.into_graph(Basis::Hexagonal);
    graph.reorder();
    Ok(graph)
}

fn rectangle(site: &Site, rows: i64, columns: i64) -> Result<Graph, BoardError> {
    stamped(site, rows, columns + rows, |r, c| c >= (r + 1) / 2 && c < columns + r / 2)
}

fn star(site: &Site, d: i64) -> Result<Graph, BoardError> {
    let size = 4 * d + 1;
    stamped(site, size, size, |r, c| in_star(d, r, c))
}

/// Is the place in a six-pointed star with points of size `d`?
pub fn in_star(d: i64, r: i64, c: i64) -> bool {
    let size = 4 * d + 1;
    if r < d {
        c >= d && c - r <= d
    } else if r <= 2 * d {
        r - c <= d && c < size - d
    } else if r <= 3 * d {
        c >= d && c - r <= d
    } else {
        c <= 3 * d && r - c <= d
    }
}

fn tilted(
    site: &Site,
    rows: i64,
    columns: i64,
    keep: impl Fn(i64, i64) -> bool,
) -> Result<Graph, BoardError> {
    site.lattice(rows, columns, 1)?;
    let motif = side_corners();
    let mut stamp = Stamp::new();
    for r in 0..rows {
        for c in 0..columns {
            if keep(r, c) {
                stamp.press(tilted_place(r, c), &motif);
            }
        }
    }
    let mut graph = stamp.into_graph(Basis::Hexagonal);
    graph.reorder();
    Ok(graph)
}

fn diamond(site: &Site, rows: i64, columns: i64) -> Result<Graph, BoardError> {
    tilted(site, rows, columns, |_, _| true)
}

fn prism(site: &Site, rows: i64, columns: i64) -> Result<Graph, BoardError> {
    let span = rows + columns - 1;
    tilted(site, span, span, |r, c| (r - c).abs() < rows)
}

/// A hexagon of hexagons, built row by row: each row of cells shares its zigzag of vertices with the next.
fn hexagon(site: &Site, dim: i64) -> Result<Graph, BoardError> {
    let size = 2 * dim - 1;
    site.lattice(size, size, 2)?;
    let half = size / 2;
    let motif = corners();
    let in_board = |r: i64, c: i64| c <= half + r && r - c <= half;
    let mut graph = Graph::new();
    let mut point = |r: i64, c: i64, corner: usize| {
        let at = place(r, c);
        graph.add_flat([at[0] + motif[corner][0], at[1] + motif[corner][1]]);
    };
    // The zigzag below each row, up to the widest; then the zigzag above each row from the widest on.
    for row in 0..=half {
        for column in (0..size).filter(|&c| in_board(row, c)) {
            point(row, column, 4);
            point(row, column, 3);
            if column + 1 > half + row {
                point(row, column, 2);
            }
        }
    }
    for row in half..size {
        for column in (0..size).filter(|&c| in_board(row, c)) {
            point(row, column, 5);
            point(row, column, 0);
            if column == size - 1 {
                point(row, column, 1);
            }
        }
    }
    // First vertex of each zigzag, and its length.
    let mut zigzags: Vec<(u32, u32)> = Vec::new();
    let mut next = 0u32;
    for row in 0..=half {
        let length = (2 * (half + 1 + row) + 1) as u32;
        zigzags.push((next, length));
        next += length;
    }
    for row in half..size {
        let length = (2 * (size + half - row) + 1) as u32;
        zigzags.push((next, length));
        next += length;
    }
    for &(first, length) in &zigzags {
        for v in first..first + length - 1 {
            graph.add_edge(v, v + 1);
        }
    }
    // Uprights join every second vertex of a zigzag to the one above it.
    for pair in zigzags.windows(2) {
        let [(first, length), (above, above_length)] = [pair[0], pair[1]];
        let (offset, above_offset) = match above_length.cmp(&length) {
            std::cmp::Ordering::Greater => (0, 1),
            std::cmp::Ordering::Equal => (0, 0),
            std::cmp::Ordering::Less => (1, 0),
        };
        let mut k = 0;
        while offset + k < length && above_offset + k < above_length {
            graph.add_edge(first + offset + k, above + above_offset + k);
            k += 2;
        }
    }
    graph.make_faces(false);
    graph.reorder();
    Ok(graph)
}

pub fn custom(site: &Site, outline: &Outline) -> Result<Graph, BoardError> {
    let mut polygon = match outline {
        Outline::Poly(poly) => polygon(site, poly)?,
        Outline::Sides(sides) => hexagonal_outline(site, sides, place)?,
    };
    polygon.inflate(0.1);
    let (rows, columns) = lattice_range(site, &polygon, 3)?;
    let motif = corners();
    let mut stamp = Stamp::new();
    for r in rows {
        for c in columns.clone() {
            let at = place(r, c);
            if polygon.contains(at) {
                stamp.press(at, &motif);
            }
        }
    }
    let mut graph = stamp.into_graph(Basis::Hexagonal);
    graph.reorder();
    Ok(graph)
}

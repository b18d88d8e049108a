//! The square tiling: squares, rectangles, diamonds, custom outlines, with their kinds of diagonals.

use super::{Site, check_sides, lattice_range, polygon, unit_graph};
use crate::error::BoardError;
use crate::geometry::{Point2, Polygon};
use crate::graph::{Basis, Graph};
use crate::spec::{Diagonals, Outline, SquareShape};

pub fn square(
    site: &Site,
    shape: Option<SquareShape>,
    dim: i64,
    diagonals: Option<Diagonals>,
    pyramidal: bool,
) -> Result<Graph, BoardError> {
    match shape.unwrap_or(SquareShape::Square) {
        SquareShape::Square => rectangle(site, dim, dim, diagonals, pyramidal),
        SquareShape::Limping => rectangle(site, dim, dim.saturating_add(1), diagonals, pyramidal),
        SquareShape::Diamond => diamond(site, dim, diagonals),
        other @ (SquareShape::NoShape | SquareShape::Rectangle) => {
            Err(BoardError::Unsupported { what: "a square board", shape: format!("{other:?}") })
        }
    }
}

pub fn rectangle(
    site: &Site,
    rows: i64,
    columns: i64,
    diagonals: Option<Diagonals>,
    pyramidal: bool,
) -> Result<Graph, BoardError> {
    let extra = i64::from(site.on_cells());
    let rows = site.positive("the number of rows", rows)? + extra;
    let columns = site.positive("the number of columns", columns)? + extra;
    site.lattice(rows, columns, if pyramidal { rows.min(columns) } else { 1 })?;
    let mut graph = Graph::new();
    for row in 0..rows {
        for column in 0..columns {
            graph.add_flat([column as f64, row as f64]);
        }
    }
    for row in 0..rows {
        for column in 0..columns {
            let here = (row * columns + column) as u32;
            if row + 1 < rows {
                graph.add_edge(here, here + columns as u32);
            }
            if column + 1 < columns {
                graph.add_edge(here, here + 1);
            }
        }
    }
    if pyramidal {
        // Each level sits in the hollows of the one below, at unit distance from its four supports.
        let rise = 1.0 / 2.0_f64.sqrt();
        for level in 1..rows {
            let off = level as f64 * 0.5;
            for row in 0..rows - level {
                for column in 0..columns - level {
                    graph.find_or_add_vertex([off + column as f64, off + row as f64, level as f64 * rise]);
                }
            }
        }
        graph.join_at_unit_distance();
    }
    add_diagonals(&mut graph, (0, rows), (0, columns), diagonals);
    graph.make_faces(false);
    graph.basis = Basis::Square;
    graph.reorder();
    Ok(graph)
}

fn diamond(site: &Site, dim: i64, diagonals: Option<Diagonals>) -> Result<Graph, BoardError> {
    let d = site.positive("the size", dim)?;
    site.lattice(2 * d, 2 * d, 1)?;
    let mut points: Vec<Point2> = Vec::new();
    for r in 0..2 * d {
        for c in 0..2 * d {
            if r + c >= d - 1 && c - r <= d && r - c <= d && r + c < 3 * d {
                points.push([c as f64, r as f64]);
            }
        }
    }
    let mut graph = unit_graph(&points, Basis::Square);
    add_diagonals(&mut graph, (0, 2 * d), (0, 2 * d), diagonals);
    graph.make_faces(false);
    graph.reorder();
    Ok(graph)
}

pub fn custom(site: &Site, outline: &Outline, diagonals: Option<Diagonals>) -> Result<Graph, BoardError> {
    let mut polygon = match outline {
        Outline::Poly(poly) => polygon(site, poly)?,
        Outline::Sides(sides) => {
            check_sides(site, sides)?;
            Polygon::walk(sides, &[[0.0, 1.0], [1.0, 0.0], [0.0, -1.0], [-1.0, 0.0]])
        }
    };
    polygon.inflate(0.1);
    let (rows, columns) = lattice_range(site, &polygon, 2)?;
    let mut points: Vec<Point2> = Vec::new();
    for row in rows.clone() {
        for column in columns.clone() {
            let p = [column as f64, row as f64];
            if polygon.contains(p) {
                points.push(p);
            }
        }
    }
    let mut graph = unit_graph(&points, Basis::Square);
    add_diagonals(&mut graph, (*rows.start(), *rows.end()), (*columns.start(), *columns.end()), diagonals);
    graph.make_faces(false);
    graph.reorder();
    Ok(graph)
}

/// Draws diagonals over the squares of a range of rows and columns, both ends included.
fn add_diagonals(graph: &mut Graph, rows: (i64, i64), columns: (i64, i64), diagonals: Option<Diagonals>) {
    let Some(kind) = diagonals else { return };
    let (mid_row, mid_column) = ((rows.1 + rows.0) / 2, (columns.1 + columns.0) / 2);
    if kind == Diagonals::Radiating {
        let steps = ((rows.1 - rows.0) / 2).max((columns.1 - columns.0) / 2) + 1;
        for n in 0..steps {
            for (dx, dy) in [(1, 1), (1, -1), (-1, -1), (-1, 1)] {
                // Rows and columns change places here in the reference too; the two agree on square boards.
                let place = |k: i64| [(mid_row + k * dx) as f64, (mid_column + k * dy) as f64];
                if let (Some(a), Some(b)) = (graph.find_flat(place(n)), graph.find_flat(place(n + 1))) {
                    graph.find_or_add_edge(a, b);
                }
            }
        }
        return;
    }
    for r in rows.0..=rows.1 {
        for c in columns.0..=columns.1 {
            let mut corner = |dc: i64, dr: i64| graph.find_flat([(c + dc) as f64, (r + dr) as f64]);
            let (Some(a), Some(b), Some(top), Some(d)) =
                (corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0))
            else {
                continue;
            };
            match kind {
                Diagonals::Implied | Diagonals::Radiating => {}
                Diagonals::Solid => {
                    let x = graph.find_or_add_flat([c as f64 + 0.5, r as f64 + 0.5]);
                    for end in [a, b, top, d] {
                        graph.find_or_add_edge(end, x);
                    }
                }
                Diagonals::SolidNoSplit => {
                    graph.find_or_add_edge(a, top);
                    graph.find_or_add_edge(b, d);
                }
                Diagonals::Alternating => {
                    if (r + c) % 2 == 0 {
                        graph.find_or_add_edge(a, top);
                    } else {
                        graph.find_or_add_edge(b, d);
                    }
                }
                Diagonals::Concentric => {
                    if (r < mid_row && c < mid_column) || (r >= mid_row && c >= mid_column) {
                        graph.find_or_add_edge(b, d);
                    } else {
                        graph.find_or_add_edge(a, top);
                    }
                }
            }
        }
    }
}

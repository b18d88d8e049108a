//! Shapes that are no tiling: regular polygons and stars, repeated polygons, spirals, wedges, mancala rows, and
//! graphs written out vertex by vertex.

use super::{Site, check_number, operators, polygon, square};
use crate::error::BoardError;
use crate::geometry::{self, unit};
use crate::graph::{Basis, Graph, Pivot};
use crate::num::{self, PI, single};
use crate::spec::{Point, Poly, Stores};

pub fn from_lists(site: &Site, vertices: &[Point], edges: &[[i64; 2]]) -> Result<Graph, BoardError> {
    if vertices.len() > site.limits.max_sites {
        return Err(BoardError::TooBig {
            what: "vertices",
            count: vertices.len() as u64,
            limit: site.limits.max_sites,
        });
    }
    site.short_list("edges", edges.len())?;
    for place in vertices {
        for &x in place {
            check_number("a vertex coordinate", x)?;
        }
    }
    for &end in edges.iter().flatten() {
        if end < 0 || end >= vertices.len() as i64 {
            return Err(BoardError::NoSuchElement { what: "vertex", index: end, count: vertices.len() });
        }
    }
    let places = vertices.iter().map(|p| p.map(single));
    Ok(Graph::assembled(places, edges.iter().map(|&[a, b]| (a, b))))
}

pub fn regular(site: &Site, star: bool, sides: i64) -> Result<Graph, BoardError> {
    let sides = site.at_least("the number of sides", sides, 3)?;
    let mut graph = ring_of(sides);
    let n = sides as u32;
    for v in 0..n {
        let reach = if star { (n - 1) / 2 } else { 1 };
        graph.add_edge(v, (v + reach) % n);
    }
    if site.on_cells() {
        graph.make_faces(true);
    }
    graph.reorder();
    Ok(graph)
}

/// Vertices evenly round a circle, about one unit apart, from the top (squares stand on a side).
pub fn ring_of(sides: i64) -> Graph {
    let n = sides as f64;
    let radius = n / (2.0 * PI);
    let start = if sides == 4 { PI / 4.0 } else { PI / 2.0 };
    let mut graph = Graph::new();
    for k in 0..sides {
        let theta = start + k as f64 / n * 2.0 * PI;
        graph.add_flat([radius * num::cos(theta), radius * num::sin(theta)]);
    }
    graph
}

pub fn repeat(
    site: &Site,
    rows: i64,
    columns: i64,
    step: &[[f64; 2]],
    polys: &[Poly],
) -> Result<Graph, BoardError> {
    let rows = site.positive("the number of rows", rows)?;
    let columns = site.positive("the number of columns", columns)?;
    let (across, up) = match step {
        [a, b, ..] => (a.map(single), b.map(single)),
        _ => ([1.0, 0.0], [0.0, 1.0]),
    };
    for x in across.into_iter().chain(up) {
        check_number("a step", x)?;
    }
    let outlines = polys.iter().map(|p| polygon(site, p)).collect::<Result<Vec<_>, _>>()?;
    let corners: usize = outlines.iter().map(|p| p.points.len()).sum();
    site.lattice(rows, columns, corners as i64)?;
    let mut graph = Graph::new();
    for row in 0..rows {
        for column in 0..columns {
            let (r, c) = (row as f64, column as f64);
            let at = [c * across[0] + r * up[0], c * across[1] + r * up[1]];
            for outline in &outlines {
                let n = outline.points.len();
                for i in 0..n {
                    let [a, b] = [outline.points[i], outline.points[(i + 1) % n]]
                        .map(|p| graph.find_or_add_flat([at[0] + p[0], at[1] + p[1]]));
                    graph.find_or_add_edge(a, b);
                }
            }
        }
    }
    graph.make_faces(false);
    graph.reorder();
    Ok(graph)
}

/// Sites along an Archimedean spiral, spaced so that neighbouring turns interlock.
pub fn spiral(site: &Site, turns: i64, sites: i64, clockwise: bool) -> Result<Graph, BoardError> {
    let turns = site.positive("the number of turns", turns)?;
    let sites = site.at_least("the number of sites", sites, 2)?;
    if sites > 1000 {
        return Err(BoardError::TooBig { what: "sites in the spiral", count: sites as u64, limit: 1000 });
    }
    let count = sites as usize;
    let mut thetas = vec![0.0; 4 * count];
    let mut index = 1;
    let mut steps = spiral_base(turns, sites);
    if steps == 0 {
        let shape = format!("{sites} sites in {turns} turns");
        return Err(BoardError::Unsupported { what: "a spiral", shape });
    }
    'rings: for ring in 1..=turns + 1 {
        let step_angle = PI * 2.0 / steps as f64;
        let mut theta = PI * 2.0 * ring as f64;
        if ring <= 2 || ring % 2 == 1 {
            theta -= step_angle / 2.0;
        }
        for _ in 0..steps {
            if index >= thetas.len() {
                break 'rings;
            }
            thetas[index] = theta;
            index += 1;
            theta += step_angle;
        }
        if ring <= 2 {
            steps *= 2;
        }
    }
    // Two passes of smoothing; each reads what it has just written.
    for _ in 0..2 {
        for v in 2..count {
            thetas[v] = (thetas[v - 1] + thetas[v + 1]) / 2.0;
        }
    }
    thetas[1] -= 0.5 * (thetas[2] - thetas[1]);

    let mut graph = Graph::new();
    graph.add_flat([0.0, 0.0]);
    for &theta in &thetas[1..count] {
        let x = theta * num::cos(theta);
        graph.add_flat([if clockwise { 0.0 - x } else { 0.0 + x }, 0.0 + theta * num::sin(theta)]);
    }
    let last = count - 1;
    for v in 0..last {
        let at = |i: usize| graph.vertices[i].at;
        let chord = |from: Point, to: Point| unit([to[0] - from[0], to[1] - from[1], 0.0]);
        let tangent_here = chord(at(v.saturating_sub(1)), at(v + 1));
        let tangent_next = chord(at(v), at((v + 1).min(last)));
        graph.add_curved_edge(v as u32, v as u32 + 1, tangent_here, tangent_next);
    }
    for vertex in &mut graph.vertices {
        vertex.pivot = Some(Pivot::Vertex(0));
    }
    graph.basis = Basis::Other;
    Ok(graph)
}

/// How many sites the innermost turn has.
fn spiral_base(turns: i64, sites: i64) -> i64 {
    for base in 1..sites {
        let mut steps = base;
        let mut total = 1;
        for ring in 1..turns {
            total += steps;
            if total > sites {
                return base - 1;
            }
            if ring <= 2 {
                steps *= 2;
            }
        }
    }
    0
}

/// A triangle of rows that widen downwards from a single vertex, each row with the same number of columns.
pub fn wedge(site: &Site, rows: i64, columns: i64) -> Result<Graph, BoardError> {
    let rows = site.positive("the number of rows", rows)?;
    let columns = site.at_least("the number of columns", columns, 2)?;
    site.lattice(rows, columns, 1)?;
    let mut graph = Graph::new();
    let mid = rows - 1;
    graph.add_flat([mid as f64, mid as f64]);
    for r in 1..rows {
        for c in 0..columns {
            let t = c as f64 / (columns - 1) as f64;
            graph.add_flat([geometry::lerp(t, (mid - r) as f64, (mid + r) as f64), (mid - r) as f64]);
        }
    }
    let columns = columns as u32;
    for r in 0..rows as u32 {
        if r == 0 {
            for c in 0..columns {
                if c + 1 < graph.vertices.len() as u32 {
                    graph.add_edge(0, c + 1);
                }
            }
            continue;
        }
        let from = r * columns - columns + 1;
        for c in 0..columns - 1 {
            graph.add_edge(from + c, from + c + 1);
        }
        if r + 1 < rows as u32 {
            for c in 0..columns {
                graph.add_edge(from + c, from + columns + c);
            }
        }
    }
    Ok(graph)
}

pub fn mancala(
    site: &Site,
    rows: i64,
    columns: i64,
    stores: Stores,
    count: i64,
) -> Result<Graph, BoardError> {
    if !(2..=6).contains(&rows) {
        return Err(if rows < 2 {
            BoardError::TooSmall { what: "the number of rows", value: rows, least: 2 }
        } else {
            BoardError::TooBig { what: "rows of holes", count: rows as u64, limit: 6 }
        });
    }
    let columns = site.positive("the number of columns", columns)?;
    if stores == Stores::Inner || count != 2 {
        return square::rectangle(site, rows, rows, None, false);
    }
    let mut parts: Vec<Graph> = Vec::new();
    let lone =
        |x: f64, y: f64| Graph::assembled(std::iter::once([single(x), single(y), 0.0]), std::iter::empty());
    // How far outside the first column each store stands, and halfway up the board.
    let (left, right_place, right_shift) = match rows {
        2 => (-0.85, columns as f64, -0.15),
        3 => (-1.0, columns as f64, 0.0),
        5 => (-1.0, columns as f64 + 0.1, -0.1),
        _ => (-0.9, columns as f64, -0.1),
    };
    let height = (rows - 1) as f64 / 2.0;
    if stores != Stores::None {
        parts.push(lone(left, height));
    }
    for row in 0..rows {
        let mut graph = square::rectangle(site, 1, columns, None, false)?;
        graph.transform(|p| [p[0], p[1] + row as f64, p[2]]);
        parts.push(graph);
    }
    if stores != Stores::None {
        let mut store = lone(right_place, height);
        store.transform(|p| [p[0] + single(right_shift), p[1], p[2]]);
        parts.push(store);
    }
    Ok(operators::union(parts, true))
}

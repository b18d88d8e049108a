//! Boards of rings: concentric polygons joined at corners or midpoints, circles of cells, targets.

use super::{Site, shapes};
use crate::error::BoardError;
use crate::geometry::{self, Point2, unit};
use crate::graph::{Basis, Graph, Pivot};
use crate::num::{self, PI, TAU};
use crate::spec::{ConcentricRings, ConcentricShape, SiteType};

/// What joins one polygon to the next.
#[derive(Clone, Copy)]
pub struct Joins {
    pub midpoints: bool,
    pub join_midpoints: bool,
    pub join_corners: bool,
}

pub fn concentric(
    site: &Site,
    shape: &ConcentricRings,
    rings: Option<i64>,
    steps: Option<i64>,
    joins: Joins,
    stagger: bool,
) -> Result<Graph, BoardError> {
    let needs_rings = || BoardError::TooSmall { what: "the number of rings", value: 0, least: 1 };
    match shape {
        ConcentricRings::Sides(sides) => polygons(site, *sides, rings.ok_or_else(needs_rings)?, joins),
        ConcentricRings::Cells(cells) => circles(site, cells, stagger),
        ConcentricRings::Shape(shape) => {
            let rings = site.positive("the number of rings", rings.ok_or_else(needs_rings)?)?;
            match (shape, steps) {
                (ConcentricShape::Triangle, _) => polygons(site, 3, rings, joins),
                (ConcentricShape::Square, _) => polygons(site, 4, rings, joins),
                (ConcentricShape::Hexagon, _) => polygons(site, 6, rings, joins),
                (ConcentricShape::Target, Some(steps)) => circles(site, &vec![steps; rings as usize], false),
                (ConcentricShape::Target, None) => target(site, rings),
            }
        }
    }
}

fn polygons(site: &Site, sides: i64, rings: i64, joins: Joins) -> Result<Graph, BoardError> {
    let sides = site.at_least("the number of sides", sides, 3)?;
    let rings = site.positive("the number of rings", rings)?;
    site.lattice(sides, rings, 2)?;
    let mut graph = Graph::new();
    let arc = 2.0 * PI / sides as f64;
    let start = PI / 2.0 + if sides % 2 == 0 { arc / 2.0 } else { 0.0 };
    for ring in 0..rings {
        let radius = (1 + ring * if sides == 3 { 2 } else { 1 }) as f64;
        let first = graph.vertices.len() as u32;
        let corner = |k: i64| {
            let theta = start + arc * k as f64;
            [radius * num::cos(theta), radius * num::sin(theta)]
        };
        for side in 0..sides {
            let (a, c) = (corner(side), corner(side + 1));
            graph.find_or_add_flat(a);
            if joins.midpoints {
                graph.find_or_add_flat([(a[0] + c[0]) / 2.0, (a[1] + c[1]) / 2.0]);
            }
        }
        let end = graph.vertices.len() as u32;
        for v in first..end {
            graph.add_edge(v, if v + 1 < end { v + 1 } else { first });
        }
    }
    if joins.midpoints && joins.join_midpoints || joins.join_corners {
        let per_side = if joins.midpoints { 2 } else { 1 };
        let per_ring = sides * per_side;
        for ring in 0..rings - 1 {
            for side in 0..sides {
                let corner = ring * per_ring + side * per_side;
                let mut join = |v: i64| {
                    if let (Some(a), Some(b)) = (graph.vertex_id(v), graph.vertex_id(v + per_ring)) {
                        graph.add_edge(a, b);
                    }
                };
                if joins.join_corners {
                    join(corner);
                }
                if joins.join_midpoints {
                    join(corner + 1);
                }
            }
        }
    }
    graph.basis = Basis::Other;
    graph.reorder();
    if site.on_cells() {
        graph.make_faces(true);
    }
    Ok(graph)
}

/// A place on a ring and the angle it was made for.
#[derive(Clone, Copy)]
struct Sample {
    at: Point2,
    theta: f64,
}

fn circles(site: &Site, cells: &[i64], stagger: bool) -> Result<Graph, BoardError> {
    if cells.is_empty() {
        return Err(BoardError::TooSmall { what: "the number of rings", value: 0, least: 1 });
    }
    let mut total = 0u64;
    for &count in cells {
        total = total.saturating_add(count.unsigned_abs());
    }
    let limit = site.limits.max_sites;
    if total > limit as u64 || cells.len() > limit {
        return Err(BoardError::TooBig {
            what: "cells in rings",
            count: total.max(cells.len() as u64),
            limit,
        });
    }
    if site.use_type == SiteType::Cell {
        circles_of_cells(cells, stagger)
    } else {
        circles_of_vertices(site, cells, stagger)
    }
}

fn polar(radius: f64, theta: f64) -> Point2 {
    [radius * num::cos(theta), radius * num::sin(theta)]
}

/// Every second ring may be turned by half a cell.
fn ring_offset(stagger: bool, ring: usize, count: i64) -> f64 {
    if stagger && ring % 2 == 1 { 2.0 * PI / count as f64 / 2.0 } else { 0.0 }
}

fn sort_and_thin(samples: &mut Vec<Sample>, apart: f64) {
    samples.sort_by(|a, b| a.theta.partial_cmp(&b.theta).unwrap_or(std::cmp::Ordering::Equal));
    for n in (1..samples.len()).rev() {
        if geometry::distance(samples[n].at, samples[n - 1].at) < apart {
            samples.remove(n);
        }
    }
}

/// Curved edges round a ring of samples.
fn close_ring(graph: &mut Graph, samples: &[Sample]) {
    let n = samples.len();
    if n < 2 {
        return;
    }
    for i in 0..n {
        let (a, b) = (samples[i].at, samples[(i + 1) % n].at);
        let (va, vb) = (graph.find_or_add_flat(a), graph.find_or_add_flat(b));
        if va == vb || graph.find_edge(va, vb).is_some() {
            continue;
        }
        let (before, after) = (samples[(i + n - 1) % n].at, samples[(i + 2) % n].at);
        let tangent = |from: Point2, to: Point2| unit([to[0] - from[0], to[1] - from[1], 0.0]);
        graph.add_curved_edge(va, vb, tangent(before, b), tangent(after, a));
    }
}

fn circles_of_cells(cells: &[i64], stagger: bool) -> Result<Graph, BoardError> {
    let rings = cells.len();
    let top = PI / 2.0;
    let mut graph = Graph::new();
    let pivot = graph.add_flat([0.0, 0.0]);
    let mut samples: Vec<Vec<Sample>> = vec![Vec::new(); rings + 1];
    let radii = |ring: usize| ((ring as f64 - 0.5).max(0.0), ring as f64 + 0.5);
    for (ring, &count) in cells.iter().enumerate() {
        let count = count.abs();
        if count < 2 {
            continue;
        }
        let (inner, outer) = radii(ring);
        for step in 0..count {
            let mut theta = top + ring_offset(stagger, ring, count) - 2.0 * PI * step as f64 / count as f64;
            while theta < -PI {
                theta += TAU;
            }
            while theta > PI {
                theta -= TAU;
            }
            samples[ring].push(Sample { at: polar(inner, theta), theta });
            samples[ring + 1].push(Sample { at: polar(outer, theta), theta });
        }
    }
    for ring in &mut samples {
        sort_and_thin(ring, 0.001);
    }
    for sample in samples.iter().flatten() {
        graph.find_or_add_flat(sample.at);
    }
    for ring in &samples {
        close_ring(&mut graph, ring);
    }
    // Spokes between the cells of a ring.
    for (ring, &count) in cells.iter().enumerate() {
        let count = count.abs();
        if count < 2 {
            continue;
        }
        let (inner, outer) = radii(ring);
        for step in 0..count {
            let theta = top + ring_offset(stagger, ring, count) - 2.0 * PI * step as f64 / count as f64;
            let a = graph.find_or_add_flat(polar(inner, theta));
            let b = graph.find_or_add_flat(polar(outer, theta));
            if a != b {
                graph.find_or_add_edge(a, b);
            }
        }
    }
    for vertex in &mut graph.vertices {
        vertex.pivot = Some(Pivot::Vertex(pivot));
    }
    graph.make_faces(true);
    Ok(graph)
}

fn circles_of_vertices(site: &Site, cells: &[i64], stagger: bool) -> Result<Graph, BoardError> {
    if let [sides] = cells {
        let sides = site.at_least("the number of sides", *sides, 3)?;
        let mut graph = shapes::ring_of(sides);
        for v in 0..sides as u32 {
            graph.add_edge(v, (v + 1) % sides as u32);
        }
        graph.reorder();
        return Ok(graph);
    }
    // Without a single middle site the innermost ring is empty, and the rings move one place out.
    let counts: Vec<i64> = if cells[0].abs() > 1 {
        std::iter::once(0).chain(cells.iter().copied()).collect()
    } else {
        cells.to_vec()
    };
    let no_pivot = counts[0] == 0;
    let rings = counts.len();
    let top = PI / 2.0;
    let mut samples: Vec<Vec<Sample>> = vec![Vec::new(); rings];
    for (ring, &signed) in counts.iter().enumerate() {
        let count = signed.abs();
        for step in 0..count {
            let theta = top + ring_offset(stagger, ring, count) - 2.0 * PI * step as f64 / count as f64;
            samples[ring].push(Sample { at: polar(ring as f64, theta), theta });
        }
    }
    for ring in samples.iter_mut().skip(1) {
        sort_and_thin(ring, 0.1);
    }
    let mut graph = Graph::new();
    for sample in samples.iter().flatten() {
        graph.find_or_add_flat(sample.at);
    }
    for (ring, &count) in counts.iter().enumerate().skip(1) {
        // A negative count asks for sites with no edge round the ring.
        if count >= 2 {
            close_ring(&mut graph, &samples[ring]);
        }
    }
    for ring in 0..rings - 1 {
        for sample in &samples[ring] {
            let Some(a) = graph.find_flat(sample.at) else { continue };
            if ring == 0 {
                for out in &samples[1] {
                    if let Some(b) = graph.find_flat(out.at) {
                        graph.find_or_add_edge(a, b);
                    }
                }
                continue;
            }
            let ratio = (ring + 1) as f64 / ring as f64;
            if let Some(b) = graph.find_flat([sample.at[0] * ratio, sample.at[1] * ratio]) {
                graph.find_or_add_edge(a, b);
                if no_pivot {
                    graph.vertices[b as usize].pivot = Some(Pivot::Vertex(a));
                }
            }
        }
    }
    if !no_pivot && let Some(pivot) = graph.find_flat([0.0, 0.0]) {
        for vertex in &mut graph.vertices {
            vertex.pivot = Some(Pivot::Vertex(pivot));
        }
    }
    Ok(graph)
}

/// Rings that are single cells, one inside another.
fn target(site: &Site, rings: i64) -> Result<Graph, BoardError> {
    if !site.on_cells() {
        return Err(BoardError::Unsupported {
            what: "a board played on vertices or edges",
            shape: "Target".into(),
        });
    }
    const SIDES: i64 = 8;
    site.lattice(rings, SIDES, 1)?;
    let arc = 2.0 * PI / SIDES as f64;
    let mut graph = Graph::new();
    for ring in 0..rings {
        let first = graph.vertices.len() as u32;
        for step in 0..SIDES {
            graph.find_or_add_flat(polar((ring + 1) as f64, PI / 2.0 + arc * step as f64));
        }
        let end = graph.vertices.len() as u32;
        for a in first..end {
            let b = if a + 1 < end { a + 1 } else { first };
            let round = |v: u32| {
                let [x, y, _] = unit(graph.at(v));
                [-y, x, 0.0]
            };
            let (ta, [bx, by, bz]) = (round(a), round(b));
            graph.add_curved_edge(a, b, ta, [-bx, -by, -bz]);
        }
    }
    graph.make_faces(true);
    for (f, face) in graph.faces.iter_mut().enumerate() {
        face.at = [0.0, if f == 0 { 0.0 } else { -(f as f64) - 0.5 }, 0.0];
    }
    Ok(graph)
}

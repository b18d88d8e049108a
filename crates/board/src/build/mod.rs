//! From a description to a graph. Each family of shapes has its file; this one chooses among them, checks sizes
//! before anything is built, and knows what an omitted argument means.
//!
//! What a shape looks like may depend on what the game is played on: a board for cells is one row and column of
//! vertices larger than a board of the same name for vertices.

mod concentric;
mod hex;
mod operators;
mod shapes;
mod square;
mod tilings;
mod tri;

use crate::error::{BoardError, Limits};
use crate::geometry::{self, Point2, PointGrid};
use crate::graph::{Basis, Graph};
use crate::num;
use crate::spec::*;

/// Everything a builder may ask about its surroundings.
#[derive(Clone, Copy)]
pub(crate) struct Site {
    pub use_type: SiteType,
    pub limits: Limits,
    depth: usize,
}

impl Site {
    pub fn new(use_type: SiteType, limits: Limits) -> Site {
        Site { use_type, limits, depth: 0 }
    }

    /// Is the game played on cells?
    pub fn on_cells(&self) -> bool {
        self.use_type == SiteType::Cell
    }

    fn deeper(&self) -> Result<Site, BoardError> {
        if self.depth >= self.limits.max_depth {
            return Err(BoardError::TooDeep { limit: self.limits.max_depth });
        }
        Ok(Site { depth: self.depth + 1, ..*self })
    }

    /// A size that must be at least one.
    fn positive(&self, what: &'static str, value: i64) -> Result<i64, BoardError> {
        self.at_least(what, value, 1)
    }

    fn at_least(&self, what: &'static str, value: i64, least: i64) -> Result<i64, BoardError> {
        if value < least {
            return Err(BoardError::TooSmall { what, value, least });
        }
        // No shape has fewer vertices than its longest side; this also keeps later products in range.
        if value > self.limits.max_sites as i64 {
            return Err(BoardError::TooBig { what, count: value as u64, limit: self.limits.max_sites });
        }
        Ok(value)
    }

    /// Refuses a lattice with too many points before it is walked.
    fn lattice(&self, rows: i64, columns: i64, points_per_place: i64) -> Result<(), BoardError> {
        let count = (rows.max(0) as u64)
            .saturating_mul(columns.max(0) as u64)
            .saturating_mul(points_per_place.max(1) as u64);
        // A lattice may be larger than the shape cut from it, and stamps overlap.
        if count > 8 * self.limits.max_sites as u64 {
            return Err(BoardError::TooBig { what: "lattice points", count, limit: self.limits.max_sites });
        }
        Ok(())
    }

    /// Refuses a graph with too much in it, or with numbers that geometry drowns in.
    fn checked(&self, graph: Graph) -> Result<Graph, BoardError> {
        let limit = self.limits.max_sites;
        for (what, count, limit) in [
            ("vertices", graph.vertices.len(), limit),
            // Edges outnumber vertices and cells on every tiling, so they get more room.
            ("edges", graph.edges.len(), 4 * limit),
            ("cells", graph.faces.len(), limit),
        ] {
            if count > limit {
                return Err(BoardError::TooBig { what, count: count as u64, limit });
            }
        }
        for vertex in &graph.vertices {
            for x in vertex.at {
                check_number("a vertex coordinate", x)?;
            }
        }
        // Every two edges at a vertex, and every two corners of a cell, may be a step.
        let square = |n: usize| (n as u64) * (n as u64);
        let count = graph.vertices.iter().map(|v| square(v.edges.len())).sum::<u64>()
            + graph.faces.iter().map(|f| square(f.vertices.len())).sum::<u64>();
        let limit = limit.saturating_mul(200);
        if count > limit as u64 {
            return Err(BoardError::TooBig { what: "steps", count, limit });
        }
        Ok(graph)
    }

    /// Refuses a list that is longer than any board could use.
    fn short_list(&self, what: &'static str, count: usize) -> Result<(), BoardError> {
        let limit = 4 * self.limits.max_sites;
        if count > limit {
            return Err(BoardError::TooBig { what, count: count as u64, limit });
        }
        Ok(())
    }
}

/// Builds the graph of a description.
///
/// ```
/// use ludarium_board::{build, GraphSpec, Limits, SiteType};
/// let chess = GraphSpec::Square { shape: None, dim: 8, diagonals: None, pyramidal: false };
/// assert_eq!(build(&chess, SiteType::Cell, Limits::default()).unwrap().faces.len(), 64);
/// ```
pub fn build(spec: &GraphSpec, use_type: SiteType, limits: Limits) -> Result<Graph, BoardError> {
    let graph = graph(spec, &Site::new(use_type, limits))?;
    if graph.vertices.is_empty() {
        return Err(BoardError::Empty);
    }
    Ok(graph)
}

fn graph(spec: &GraphSpec, site: &Site) -> Result<Graph, BoardError> {
    let site = &site.deeper()?;
    let graph = match spec {
        GraphSpec::Square { shape, dim, diagonals, pyramidal } => {
            square::square(site, *shape, *dim, *diagonals, *pyramidal)
        }
        GraphSpec::SquareCustom { outline, diagonals } => square::custom(site, outline, *diagonals),
        GraphSpec::Rectangle { rows, columns, diagonals } => {
            square::rectangle(site, *rows, columns.unwrap_or(*rows), *diagonals, false)
        }
        GraphSpec::Hex { shape, a, b } => hex::hex(site, *shape, *a, *b),
        GraphSpec::HexCustom { outline } => hex::custom(site, outline),
        GraphSpec::Tri { shape, a, b } => tri::tri(site, *shape, *a, *b),
        GraphSpec::TriCustom { outline } => tri::custom(site, outline),
        GraphSpec::Tiling { tiling, a, b } => tilings::tiling(site, *tiling, *a, *b),
        GraphSpec::TilingCustom { tiling, outline } => tilings::custom(site, *tiling, outline),
        GraphSpec::Brick { shape, a, b, trim } => tilings::brick(site, *shape, *a, *b, trim.unwrap_or(false)),
        GraphSpec::Celtic { rows, columns } => tilings::celtic(site, *rows, columns.unwrap_or(*rows)),
        GraphSpec::CelticCustom { outline } => tilings::celtic_custom(site, outline),
        GraphSpec::Quadhex { layers, thirds } => tilings::quadhex(site, *layers, thirds.unwrap_or(false)),
        GraphSpec::Regular { star, sides } => shapes::regular(site, *star, *sides),
        GraphSpec::Repeat { rows, columns, step, polys } => {
            shapes::repeat(site, *rows, *columns, step, polys)
        }
        GraphSpec::Spiral { turns, sites, clockwise } => {
            shapes::spiral(site, *turns, *sites, clockwise.unwrap_or(true))
        }
        GraphSpec::Wedge { rows, columns } => shapes::wedge(site, *rows, columns.unwrap_or(3)),
        GraphSpec::Concentric { shape, rings, steps, midpoints, join_midpoints, join_corners, stagger } => {
            let joins = concentric::Joins {
                midpoints: midpoints.unwrap_or(true),
                join_midpoints: join_midpoints.unwrap_or(true),
                join_corners: join_corners.unwrap_or(false),
            };
            concentric::concentric(site, shape, *rings, *steps, joins, stagger.unwrap_or(false))
        }
        GraphSpec::Custom { vertices, edges } => shapes::from_lists(site, vertices, edges),
        GraphSpec::Add { .. }
        | GraphSpec::Remove { .. }
        | GraphSpec::RemovePoly { .. }
        | GraphSpec::Clip { .. }
        | GraphSpec::Keep { .. }
        | GraphSpec::Hole { .. }
        | GraphSpec::Merge { .. }
        | GraphSpec::Union { .. }
        | GraphSpec::Intersect { .. }
        | GraphSpec::Complete { .. }
        | GraphSpec::Dual { .. }
        | GraphSpec::Subdivide { .. }
        | GraphSpec::SplitCrossings { .. }
        | GraphSpec::MakeFaces { .. }
        | GraphSpec::Trim { .. }
        | GraphSpec::Rotate { .. }
        | GraphSpec::Scale { .. }
        | GraphSpec::Shift { .. }
        | GraphSpec::Skew { .. }
        | GraphSpec::Layers { .. }
        | GraphSpec::Recoordinate { .. }
        | GraphSpec::Renumber { .. } => operators::apply(site, spec),
    }?;
    site.checked(graph)
}

/// The graph of a mancala board: one vertex per hole, rows joined to each other, stores to the outer holes.
pub(crate) fn mancala(
    site: &Site,
    rows: i64,
    columns: i64,
    stores: Stores,
    count: i64,
) -> Result<Graph, BoardError> {
    shapes::mancala(site, rows, columns, stores, count)
}

// -- pieces of tilings ------------------------------------------------------------------------------------

/// Distinct points: a motif stamped at places, overlapping points merged.
pub(crate) struct Stamp {
    points: Vec<Point2>,
    grid: PointGrid,
}

impl Stamp {
    const SAME: f64 = 0.1;

    pub fn new() -> Stamp {
        Stamp { points: Vec::new(), grid: PointGrid::new(Stamp::SAME) }
    }

    pub fn press(&mut self, at: Point2, motif: &[Point2]) {
        for offset in motif {
            let p = [at[0] + offset[0], at[1] + offset[1]];
            let mut seen = false;
            self.grid.near(p, |i| seen |= geometry::distance(self.points[i as usize], p) < Stamp::SAME);
            if !seen {
                self.grid.insert(self.points.len() as u32, p);
                self.points.push(p);
            }
        }
    }

    pub fn into_graph(self, basis: Basis) -> Graph {
        unit_graph(&self.points, basis)
    }
}

/// Joins points one unit apart, lower numbers first, and finds the faces.
pub(crate) fn unit_graph(points: &[Point2], basis: Basis) -> Graph {
    const SLACK: f64 = 0.01;
    let mut grid = PointGrid::new(1.0 + SLACK);
    for (i, &p) in points.iter().enumerate() {
        grid.insert(i as u32, p);
    }
    let mut edges: Vec<(i64, i64)> = Vec::new();
    for (a, &p) in points.iter().enumerate() {
        let from = edges.len();
        grid.near(p, |b| {
            if b as usize > a && (geometry::distance(points[b as usize], p) - 1.0).abs() < SLACK {
                edges.push((a as i64, i64::from(b)));
            }
        });
        edges[from..].sort_unstable();
    }
    // Places pass through single precision here, as literals do.
    let places = points.iter().map(|p| [num::single(p[0]), num::single(p[1]), 0.0]);
    let mut graph = Graph::assembled(places, edges.into_iter());
    graph.basis = basis;
    graph
}

/// Sides given as lengths in sites, walked round a hexagonal lattice; at least five sides are walked, repeating.
pub(crate) fn hexagonal_outline(
    site: &Site,
    sides: &[i64],
    place: impl Fn(i64, i64) -> Point2,
) -> Result<geometry::Polygon, BoardError> {
    const STEPS: [(i64, i64); 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];
    check_sides(site, sides)?;
    let mut heading = 1i64;
    let (mut row, mut column) = (0, 0);
    let mut polygon = geometry::Polygon { points: vec![place(0, 0)] };
    for n in 0..sides.len().max(5) {
        let side = sides[n % sides.len()];
        let steps = if side < 0 { side + 1 } else { side - 1 };
        heading = (heading + if steps < 0 { -1 } else { 1 } + 6) % 6;
        if steps > 0 {
            let (dr, dc) = STEPS[heading as usize];
            row += steps * dr;
            column += steps * dc;
            polygon.points.push(place(row, column));
        }
    }
    Ok(polygon)
}

pub(crate) fn check_sides(site: &Site, sides: &[i64]) -> Result<(), BoardError> {
    if sides.is_empty() {
        return Err(BoardError::TooSmall { what: "the number of sides", value: 0, least: 1 });
    }
    let mut total = 0u64;
    for &side in sides {
        total = total.saturating_add(side.unsigned_abs());
    }
    if total > site.limits.max_sites as u64 {
        return Err(BoardError::TooBig {
            what: "sites round its outline",
            count: total,
            limit: site.limits.max_sites,
        });
    }
    Ok(())
}

/// The rows and columns of a lattice to try for an outline, with a margin all round.
pub(crate) fn lattice_range(
    site: &Site,
    polygon: &geometry::Polygon,
    margin: i64,
) -> Result<(std::ops::RangeInclusive<i64>, std::ops::RangeInclusive<i64>), BoardError> {
    let bounds = polygon.bounds();
    for value in [bounds.x, bounds.y, bounds.width, bounds.height] {
        check_number("an outline coordinate", value)?;
    }
    let rows = bounds.y as i64 - margin..=bounds.max_y() as i64 + margin;
    let columns = bounds.x as i64 - margin..=bounds.max_x() as i64 + margin;
    site.lattice(rows.end() - rows.start() + 1, columns.end() - columns.start() + 1, 1)?;
    Ok((rows, columns))
}

/// Refuses numbers that would drown the geometry.
pub(crate) fn check_number(what: &'static str, value: f64) -> Result<f64, BoardError> {
    const FAR: f64 = 100_000.0;
    if !value.is_finite() || value.abs() > FAR {
        return Err(BoardError::BadNumber { what, value });
    }
    Ok(value)
}

pub(crate) fn polygon(site: &Site, poly: &Poly) -> Result<geometry::Polygon, BoardError> {
    for p in &poly.points {
        check_number("a polygon coordinate", p[0])?;
        check_number("a polygon coordinate", p[1])?;
    }
    let copies = poly.rotations.unwrap_or(1).unsigned_abs().max(1);
    let count = copies.saturating_mul(poly.points.len() as u64);
    if count > site.limits.max_sites as u64 {
        return Err(BoardError::TooBig { what: "polygon corners", count, limit: site.limits.max_sites });
    }
    Ok(geometry::Polygon::from_spec(poly))
}

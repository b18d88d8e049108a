//! Symmetries of a board: the turns and reflections of the plane that map it onto itself, as renumberings of its
//! vertices, edges and cells.

use crate::geometry::{self, Point2, PointGrid, flat};
use crate::num;
use crate::spec::SiteType;
use crate::topology::Topology;
use rustc_hash::FxHashMap;

/// How far a vertex may land from the one it is mapped to.
const SLACK: f64 = 0.01;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SymmetryKind {
    /// Turned counter-clockwise by this angle, in `[0, 2π)`.
    Rotation { angle: f64 },
    /// Reflected in a line through the middle with this heading, in `[0, π)`.
    Reflection { axis: f64 },
}

/// One symmetry. `maps[kind][site]` is where a site goes; kinds are in the order of [`SiteType::ALL`].
#[derive(Clone, Debug, PartialEq)]
pub struct Symmetry {
    pub kind: SymmetryKind,
    pub maps: [Vec<u32>; 3],
}

impl Symmetry {
    pub fn map(&self, site_type: SiteType) -> &[u32] {
        &self.maps[site_type as usize]
    }
}

/// All symmetries, the identity first, then rotations by angle, then reflections by axis.
pub fn symmetries(topology: &Topology) -> Vec<Symmetry> {
    let places = topology.places(SiteType::Vertex);
    let n = places.len();
    let finder = Finder::new(topology);
    let mut sum = [0.0, 0.0];
    for p in places {
        sum = [sum[0] + p[0], sum[1] + p[1]];
    }
    let middle = [sum[0] / n.max(1) as f64, sum[1] / n.max(1) as f64];
    let radius = |p: Point2| geometry::distance(p, middle);
    let angle = |p: Point2| num::positive_angle(num::atan2(p[1] - middle[1], p[0] - middle[0]));

    // A symmetry is settled by where it sends one vertex far from the middle, and whether it reflects.
    let Some(anchor) = (0..n).max_by(|&a, &b| {
        // The first of equally far ones, so that rounding cannot choose.
        let (ra, rb) = (radius(flat(places[a])), radius(flat(places[b])));
        if (ra - rb).abs() < SLACK { b.cmp(&a) } else { ra.total_cmp(&rb) }
    }) else {
        return Vec::new();
    };
    let far = flat(places[anchor]);
    let mut rotations: Vec<Symmetry> = Vec::new();
    let mut reflections: Vec<Symmetry> = Vec::new();
    for p in places {
        let to = flat(*p);
        if (radius(to) - radius(far)).abs() >= SLACK || p[2] != places[anchor][2] {
            continue;
        }
        let turn = num::positive_angle(angle(to) - angle(far));
        let turn = if num::TAU - turn < 1e-6 { 0.0 } else { turn };
        if let Some(maps) = finder.check(|p| {
            let [x, y] = geometry::rotate(turn, [p[0] - middle[0], p[1] - middle[1]]);
            [x + middle[0], y + middle[1]]
        }) && rotations.iter().all(|r| r.maps != maps)
        {
            rotations.push(Symmetry { kind: SymmetryKind::Rotation { angle: turn }, maps });
        }
        let axis = num::positive_angle((angle(to) + angle(far)) / 2.0) % num::PI;
        if let Some(maps) = finder.check(|p| {
            let [x, y] = geometry::rotate(-axis, [p[0] - middle[0], p[1] - middle[1]]);
            let [x, y] = geometry::rotate(axis, [x, -y]);
            [x + middle[0], y + middle[1]]
        }) && reflections.iter().chain(&rotations).all(|r| r.maps != maps)
        {
            reflections.push(Symmetry { kind: SymmetryKind::Reflection { axis }, maps });
        }
    }
    let order = |s: &Symmetry| match s.kind {
        SymmetryKind::Rotation { angle } => angle,
        SymmetryKind::Reflection { axis } => axis,
    };
    rotations.sort_by(|a, b| order(a).total_cmp(&order(b)));
    reflections.sort_by(|a, b| order(a).total_cmp(&order(b)));
    rotations.append(&mut reflections);
    rotations
}

/// Looks up vertices by place, edges and cells by vertices.
struct Finder<'t> {
    topology: &'t Topology,
    grid: PointGrid,
    edges: FxHashMap<(u32, u32), Vec<u32>>,
    cells: FxHashMap<Vec<u32>, Vec<u32>>,
}

impl<'t> Finder<'t> {
    fn new(topology: &'t Topology) -> Finder<'t> {
        let mut grid = PointGrid::new(SLACK);
        for (v, p) in topology.places(SiteType::Vertex).iter().enumerate() {
            grid.insert(v as u32, flat(*p));
        }
        let mut edges: FxHashMap<(u32, u32), Vec<u32>> = FxHashMap::default();
        for e in 0..topology.len(SiteType::Edge) as u32 {
            let ends = topology.incident(SiteType::Edge, e as usize, SiteType::Vertex);
            edges.entry((ends[0].min(ends[1]), ends[0].max(ends[1]))).or_default().push(e);
        }
        let mut cells: FxHashMap<Vec<u32>, Vec<u32>> = FxHashMap::default();
        for c in 0..topology.len(SiteType::Cell) as u32 {
            let mut ring = topology.incident(SiteType::Cell, c as usize, SiteType::Vertex).to_vec();
            ring.sort_unstable();
            cells.entry(ring).or_default().push(c);
        }
        Finder { topology, grid, edges, cells }
    }

    /// The renumbering a movement of the plane amounts to, if the board comes out the same.
    fn check(&self, movement: impl Fn(Point2) -> Point2) -> Option<[Vec<u32>; 3]> {
        let places = self.topology.places(SiteType::Vertex);
        let mut vertices = Vec::with_capacity(places.len());
        let mut taken = vec![false; places.len()];
        for p in places {
            let at = movement(flat(*p));
            let mut best: Option<(f64, u32)> = None;
            self.grid.near(at, |v| {
                let q = places[v as usize];
                let off = geometry::distance(at, flat(q));
                if off < SLACK && (q[2] - p[2]).abs() < SLACK && best.is_none_or(|b| (off, v) < b) {
                    best = Some((off, v));
                }
            });
            let (_, v) = best?;
            if std::mem::replace(&mut taken[v as usize], true) {
                return None;
            }
            vertices.push(v);
        }
        // Of several edges between the same vertices, the first goes to the first, and so on.
        let mut edges = Vec::with_capacity(self.topology.len(SiteType::Edge));
        for e in 0..self.topology.len(SiteType::Edge) as u32 {
            let ends = self.topology.incident(SiteType::Edge, e as usize, SiteType::Vertex);
            let key = |a: u32, b: u32| (a.min(b), a.max(b));
            let rank = self.edges.get(&key(ends[0], ends[1]))?.iter().position(|&x| x == e)?;
            let image = key(vertices[ends[0] as usize], vertices[ends[1] as usize]);
            edges.push(*self.edges.get(&image)?.get(rank)?);
        }
        let mut cells = Vec::with_capacity(self.topology.len(SiteType::Cell));
        for c in 0..self.topology.len(SiteType::Cell) as u32 {
            let mut ring = self.topology.incident(SiteType::Cell, c as usize, SiteType::Vertex).to_vec();
            ring.sort_unstable();
            let rank = self.cells.get(&ring)?.iter().position(|&x| x == c)?;
            ring.iter_mut().for_each(|v| *v = vertices[*v as usize]);
            ring.sort_unstable();
            cells.push(*self.cells.get(&ring)?.get(rank)?);
        }
        Some([vertices, edges, cells])
    }
}

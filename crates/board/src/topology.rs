//! The finished board: everything the engine, the drawing and the checks ask about sites. Immutable.
//!
//! Vertices, edges and cells are numbered apart, from 0. Lists of sites are in number order unless said otherwise.
//! Radials, distances and symmetries are computed when first asked for, once, per kind of site.

use crate::direction::{Direction, Relation};
use crate::geometry::flat;
use crate::graph::{Basis, Graph, Pivot};
use crate::measure::{self, MOST_PHASES, Measured, Properties};
use crate::radials::{Radial, RadialTable};
use crate::spec::{Point, SiteType};
use crate::steps::{self, Step, StepTable};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// Lists of numbers, one after the other in one array.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    offsets: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    pub fn new() -> Lists {
        Lists { offsets: vec![0], items: Vec::new() }
    }

    pub fn push(&mut self, list: impl IntoIterator<Item = u32>) {
        self.items.extend(list);
        self.offsets.push(self.items.len() as u32);
    }

    pub fn get(&self, i: usize) -> &[u32] {
        match (self.offsets.get(i), self.offsets.get(i + 1)) {
            (Some(&from), Some(&to)) => &self.items[from as usize..to as usize],
            _ => &[],
        }
    }

    pub fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len()).map(|i| self.get(i))
    }
}

impl FromIterator<Vec<u32>> for Lists {
    fn from_iter<I: IntoIterator<Item = Vec<u32>>>(lists: I) -> Lists {
        let mut all = Lists::new();
        lists.into_iter().for_each(|list| all.push(list));
        all
    }
}

/// The named parts of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Part {
    Corners,
    ConvexCorners,
    ConcaveCorners,
    Major,
    Minor,
    Outer,
    Inner,
    Perimeter,
    Top,
    Bottom,
    Left,
    Right,
    Centre,
    Axial,
    Horizontal,
    Vertical,
    Angled,
    Slash,
    Slosh,
}

impl Part {
    pub const LIST: [Part; 19] = [
        Part::Corners,
        Part::ConvexCorners,
        Part::ConcaveCorners,
        Part::Major,
        Part::Minor,
        Part::Outer,
        Part::Inner,
        Part::Perimeter,
        Part::Top,
        Part::Bottom,
        Part::Left,
        Part::Right,
        Part::Centre,
        Part::Axial,
        Part::Horizontal,
        Part::Vertical,
        Part::Angled,
        Part::Slash,
        Part::Slosh,
    ];

    fn property(self) -> Properties {
        match self {
            Part::Corners => Properties::CORNER,
            Part::ConvexCorners => Properties::CONVEX,
            Part::ConcaveCorners => Properties::CONCAVE,
            Part::Major => Properties::MAJOR,
            Part::Minor => Properties::MINOR,
            Part::Outer => Properties::OUTER,
            Part::Inner => Properties::INNER,
            Part::Perimeter => Properties::PERIMETER,
            Part::Top => Properties::TOP,
            Part::Bottom => Properties::BOTTOM,
            Part::Left => Properties::LEFT,
            Part::Right => Properties::RIGHT,
            Part::Centre => Properties::CENTRE,
            Part::Axial => Properties::AXIAL,
            Part::Horizontal => Properties::HORIZONTAL,
            Part::Vertical => Properties::VERTICAL,
            Part::Angled => Properties::ANGLED,
            Part::Slash => Properties::SLASH,
            Part::Slosh => Properties::SLOSH,
        }
    }
}

/// A function for each named part.
macro_rules! parts {
    ($($(#[$doc:meta])* $name:ident = $part:ident),* $(,)?) => {
        $($(#[$doc])* pub fn $name(&self, kind: SiteType) -> &[u32] { self.part(kind, Part::$part) })*
    };
}

/// Compass points that a side of a board can have.
const SIDE_POINTS: [(Direction, Properties); 8] = [
    (Direction::N, Properties::SIDE_N),
    (Direction::NE, Properties::SIDE_NE),
    (Direction::E, Properties::SIDE_E),
    (Direction::SE, Properties::SIDE_SE),
    (Direction::S, Properties::SIDE_S),
    (Direction::SW, Properties::SIDE_SW),
    (Direction::W, Properties::SIDE_W),
    (Direction::NW, Properties::SIDE_NW),
];

/// What is known about one kind of site.
#[derive(Clone, Debug, Default)]
struct Kind {
    places: Vec<Point>,
    labels: Vec<String>,
    by_label: FxHashMap<String, u32>,
    properties: Vec<Properties>,
    row: Vec<u32>,
    column: Vec<u32>,
    layer: Vec<u32>,
    rows: Vec<Vec<u32>>,
    columns: Vec<Vec<u32>>,
    layers: Vec<Vec<u32>>,
    phases: Vec<Vec<u32>>,
    parts: Lists,
    sides: Lists,
    all_steps: StepTable,
    /// Sites of the same kind, by site and direction.
    steps: Lists,
    /// By relation: the directions steps have anywhere on the board, in compass order.
    supported: [Vec<Direction>; 5],
    /// By site and relation: the directions its steps have, in the order met.
    supported_from: Vec<u32>,
    supported_here: Vec<Direction>,
    /// By kind of element.
    incident: [Lists; 3],
    radials: OnceLock<RadialTable>,
    distances: [OnceLock<Vec<u16>>; 5],
    to_part: [OnceLock<Vec<u16>>; 3],
}

/// A finished board.
#[derive(Clone, Debug, Default)]
pub struct Topology {
    kinds: [Kind; 3],
    pivots: Vec<Option<u32>>,
    curves: Vec<Option<(Point, Point)>>,
    basis: Basis,
}

/// Distance to something that cannot be reached.
pub const UNREACHABLE: u16 = u16::MAX;

impl Topology {
    /// Measures a graph and lays out its tables. `spatial` is for games that speak of layers: rows and columns are
    /// then counted on the ground. `keep_labels` leaves coordinates that several sites share as they are measured,
    /// where otherwise they are made anew from the new rows and columns.
    pub fn new(graph: &Graph, spatial: bool, keep_labels: bool) -> Topology {
        let measured = measure::measure(graph);
        let tables = steps::steps(graph);
        let mut kinds: [Kind; 3] = Default::default();
        for (((kind, measured), table), site_type) in
            kinds.iter_mut().zip(measured).zip(tables).zip(SiteType::ALL)
        {
            kind.places = (0..graph.count(site_type) as u32).map(|i| graph.place(site_type, i)).collect();
            kind.fill(site_type, measured, table, spatial, keep_labels);
        }
        let [vertex_kind, edge_kind, cell_kind] = &mut kinds;
        let mut vertex_edges: Vec<Vec<u32>> = vec![Vec::new(); graph.vertices.len()];
        let mut vertex_cells: Vec<Vec<u32>> = vec![Vec::new(); graph.vertices.len()];
        let mut edge_cells: Vec<Vec<u32>> = vec![Vec::new(); graph.edges.len()];
        for (e, edge) in graph.edges.iter().enumerate() {
            vertex_edges[edge.a as usize].push(e as u32);
            vertex_edges[edge.b as usize].push(e as u32);
        }
        for (f, face) in graph.faces.iter().enumerate() {
            face.vertices.iter().for_each(|&v| vertex_cells[v as usize].push(f as u32));
            face.edges.iter().for_each(|&e| edge_cells[e as usize].push(f as u32));
        }
        let own = |n: usize| -> Lists { (0..n as u32).map(|i| vec![i]).collect() };
        vertex_kind.incident = [
            own(graph.vertices.len()),
            vertex_edges.into_iter().collect(),
            vertex_cells.into_iter().collect(),
        ];
        edge_kind.incident = [
            graph.edges.iter().map(|e| vec![e.a, e.b]).collect(),
            own(graph.edges.len()),
            edge_cells.into_iter().collect(),
        ];
        cell_kind.incident = [
            graph.faces.iter().map(|f| f.vertices.clone()).collect(),
            graph.faces.iter().map(|f| f.edges.clone()).collect(),
            own(graph.faces.len()),
        ];
        Topology {
            kinds,
            pivots: graph
                .vertices
                .iter()
                .map(|v| match v.pivot {
                    Some(Pivot::Vertex(p)) => Some(p),
                    Some(Pivot::Gone { .. }) | None => None,
                })
                .collect(),
            curves: graph.edges.iter().map(|e| Some((e.tangent_a?, e.tangent_b?))).collect(),
            basis: graph.basis,
        }
    }

    fn kind(&self, kind: SiteType) -> &Kind {
        &self.kinds[kind as usize]
    }

    // -- elements -----------------------------------------------------------------------------------------

    /// How many sites of a kind there are.
    pub fn len(&self, kind: SiteType) -> usize {
        self.kind(kind).places.len()
    }

    /// Is there nothing at all?
    pub fn is_empty(&self) -> bool {
        self.len(SiteType::Vertex) == 0
    }

    /// Where the middle of a site is, in board units.
    pub fn place(&self, kind: SiteType, site: usize) -> Point {
        self.kind(kind).places.get(site).copied().unwrap_or_default()
    }

    /// The same, or nothing for no site.
    pub fn point(&self, kind: SiteType, site: usize) -> Option<Point> {
        self.kind(kind).places.get(site).copied()
    }

    pub fn places(&self, kind: SiteType) -> &[Point] {
        &self.kind(kind).places
    }

    /// The coordinate of a site, such as `A1`. Edges are labelled with their number.
    pub fn label(&self, kind: SiteType, site: usize) -> &str {
        self.kind(kind).labels.get(site).map_or("", String::as_str)
    }

    /// The site with a coordinate: the first one, where several share it.
    pub fn site_by_label(&self, kind: SiteType, label: &str) -> Option<usize> {
        self.kind(kind).by_label.get(label).map(|&site| site as usize)
    }

    pub fn properties(&self, kind: SiteType, site: usize) -> Properties {
        self.kind(kind).properties.get(site).copied().unwrap_or_default()
    }

    /// The row of a site, from the bottom; -1 for no site.
    pub fn row(&self, kind: SiteType, site: usize) -> i32 {
        self.kind(kind).row.get(site).map_or(-1, |&r| r as i32)
    }

    /// The column of a site, from the left; -1 for no site.
    pub fn column(&self, kind: SiteType, site: usize) -> i32 {
        self.kind(kind).column.get(site).map_or(-1, |&c| c as i32)
    }

    /// Does a site lie ahead of another for a piece that faces a compass direction, by rows and columns? Only the
    /// eight main compass points have an ahead.
    pub fn lies_ahead(&self, kind: SiteType, facing: Direction, from: i32, to: i32) -> bool {
        let up = self.row(kind, to as usize) - self.row(kind, from as usize);
        let right = self.column(kind, to as usize) - self.column(kind, from as usize);
        match facing {
            Direction::N => up > 0,
            Direction::NE => up > 0 && right > 0,
            Direction::E => right > 0,
            Direction::SE => up < 0 && right > 0,
            Direction::S => up < 0,
            Direction::SW => up < 0 && right < 0,
            Direction::W => right < 0,
            Direction::NW => up > 0 && right < 0,
            _ => false,
        }
    }

    /// The layer of a site, from the ground; -1 for no site.
    pub fn layer(&self, kind: SiteType, site: usize) -> i32 {
        self.kind(kind).layer.get(site).map_or(-1, |&l| l as i32)
    }

    /// The colour of a site (neighbours differ); -1 for no site.
    pub fn phase(&self, kind: SiteType, site: usize) -> i32 {
        self.properties(kind, site).phase().map_or(-1, |p| p as i32)
    }

    /// The sites of kind `of` that belong to a site or that it belongs to: the vertices of a cell in order round
    /// it, the two ends of an edge, the edges at a vertex by number … A site belongs to itself.
    pub fn incident(&self, kind: SiteType, site: usize, of: SiteType) -> &[u32] {
        self.kind(kind).incident[of as usize].get(site)
    }

    /// The two ends of an edge.
    pub fn edge_ends(&self, edge: usize) -> Option<(u32, u32)> {
        match self.incident(SiteType::Edge, edge, SiteType::Vertex) {
            &[a, b] => Some((a, b)),
            _ => None,
        }
    }

    /// Do two edges cross, each passing through the inside of the other? (One that only ends on the other does not.)
    pub fn edges_cross(&self, a: usize, b: usize) -> bool {
        const NEAR: f64 = 1e-6;
        let ends = |e: usize| {
            let (v, w) = self.edge_ends(e)?;
            Some((
                flat(self.place(SiteType::Vertex, v as usize)),
                flat(self.place(SiteType::Vertex, w as usize)),
            ))
        };
        let (Some((p, q)), Some((r, s))) = (ends(a), ends(b)) else { return false };
        // On which side of the line from `u` to `v` a point lies: positive, negative, or on it.
        let side = |u: [f64; 2], v: [f64; 2], x: [f64; 2]| {
            (v[0] - u[0]) * (x[1] - u[1]) - (v[1] - u[1]) * (x[0] - u[0])
        };
        let apart = |x: f64, y: f64| (x > NEAR && y < -NEAR) || (x < -NEAR && y > NEAR);
        a != b && apart(side(p, q, r), side(p, q, s)) && apart(side(r, s, p), side(r, s, q))
    }

    /// The vertex that a vertex turns about, on round boards.
    pub fn pivot(&self, vertex: usize) -> Option<u32> {
        self.pivots.get(vertex).copied().flatten()
    }

    /// The tangents at both ends of an edge drawn as a curve.
    pub fn curve(&self, edge: usize) -> Option<(Point, Point)> {
        self.curves.get(edge).copied().flatten()
    }

    /// The tiling the whole board was cut from, if it is one of the regular three.
    pub fn basis(&self) -> Basis {
        self.basis
    }

    // -- parts --------------------------------------------------------------------------------------------

    pub fn part(&self, kind: SiteType, part: Part) -> &[u32] {
        self.kind(kind).parts.get(part as usize)
    }

    /// The side of the board that faces a compass direction.
    pub fn side(&self, kind: SiteType, direction: Direction) -> &[u32] {
        match SIDE_POINTS.iter().position(|&(d, _)| d == direction) {
            Some(i) => self.kind(kind).sides.get(i),
            None => &[],
        }
    }

    pub fn rows(&self, kind: SiteType) -> &[Vec<u32>] {
        &self.kind(kind).rows
    }

    pub fn columns(&self, kind: SiteType) -> &[Vec<u32>] {
        &self.kind(kind).columns
    }

    pub fn layers(&self, kind: SiteType) -> &[Vec<u32>] {
        &self.kind(kind).layers
    }

    /// Sites by colour; always six lists.
    pub fn phases(&self, kind: SiteType) -> &[Vec<u32>] {
        &self.kind(kind).phases
    }

    parts! {
        corners = Corners, convex_corners = ConvexCorners, concave_corners = ConcaveCorners,
        outer = Outer, inner = Inner, perimeter = Perimeter, centre = Centre,
        top = Top, bottom = Bottom, left = Left, right = Right,
        /// Cells with the most sides.
        major = Major,
        /// Cells with fewer sides than others.
        minor = Minor,
        /// Edges by how they lie.
        axial = Axial, horizontal = Horizontal, vertical = Vertical, angled = Angled, slash = Slash, slosh = Slosh,
    }

    // -- steps and lines ----------------------------------------------------------------------------------

    /// The sites of the same kind one step away in a direction or in a set of directions (`Orthogonal`, `All` …),
    /// clockwise from north.
    #[inline]
    pub fn steps(&self, kind: SiteType, site: usize, direction: Direction) -> &[u32] {
        self.kind(kind).steps.get(site * Direction::COUNT + direction.index())
    }

    /// All steps from a site, to elements of every kind, clockwise from north.
    pub fn all_steps(&self, kind: SiteType, site: usize) -> &[Step] {
        self.kind(kind).all_steps.from(site)
    }

    /// Steps to elements of a given kind in a direction.
    pub fn steps_to(
        &self,
        kind: SiteType,
        site: usize,
        to: SiteType,
        direction: Direction,
    ) -> impl Iterator<Item = u32> + '_ {
        let steps = self.all_steps(kind, site).iter();
        steps.filter(move |s| s.to_type == to && s.listed.contains(direction)).map(|s| s.to)
    }

    /// The sites related to a site, clockwise from north.
    #[inline]
    pub fn neighbours(&self, kind: SiteType, site: usize, relation: Relation) -> &[u32] {
        self.steps(kind, site, relation.direction())
    }

    /// The single directions in which any site of the kind has a step of this relation, in compass order.
    pub fn supported(&self, kind: SiteType, relation: Relation) -> &[Direction] {
        &self.kind(kind).supported[relation as usize]
    }

    /// The same for one site, in the order in which its steps name them.
    pub fn supported_at(&self, kind: SiteType, site: usize, relation: Relation) -> &[Direction] {
        let kind = self.kind(kind);
        let i = site * Relation::LIST.len() + relation as usize;
        match (kind.supported_from.get(i), kind.supported_from.get(i + 1)) {
            (Some(&from), Some(&to)) => &kind.supported_here[from as usize..to as usize],
            _ => &[],
        }
    }

    /// The lines from a site in a direction, clockwise from north; each lists its sites in order of distance,
    /// without the site itself.
    pub fn radials(
        &self,
        kind: SiteType,
        site: usize,
        direction: Direction,
    ) -> impl ExactSizeIterator<Item = &[u32]> + Clone {
        self.lines(kind, site, direction).map(|radial| radial.sites)
    }

    /// The distinct lines through a site, each once: a line from the site (without it), and what continues it on
    /// the other side (none or one, without the site). In a set of directions such as `Orthogonal`, the way back
    /// along a line already listed is left out.
    pub fn radials_with_opposites(
        &self,
        kind: SiteType,
        site: usize,
        direction: Direction,
    ) -> impl Iterator<Item = (&[u32], Vec<&[u32]>)> {
        let lines = self.lines(kind, site, direction);
        lines
            .filter(|radial| radial.distinct)
            .map(|radial| (radial.sites, radial.opposite.into_iter().collect()))
    }

    /// All that is known of the lines from a site in a direction, clockwise from north.
    pub fn lines(
        &self,
        kind: SiteType,
        site: usize,
        direction: Direction,
    ) -> impl ExactSizeIterator<Item = Radial<'_>> + Clone {
        self.radial_table(kind).get(site, direction)
    }

    /// All lines of a kind of site; made when first asked for.
    pub fn radial_table(&self, kind: SiteType) -> &RadialTable {
        let kind = self.kind(kind);
        kind.radials.get_or_init(|| {
            RadialTable::build(&kind.places, |site, direction| {
                kind.steps.get(site as usize * Direction::COUNT + direction.index())
            })
        })
    }

    // -- distances ----------------------------------------------------------------------------------------

    /// Steps from every site to every other by a relation: `table[from * count + to]`, 0 where there is no way.
    pub fn distances(&self, site_type: SiteType, relation: Relation) -> &[u16] {
        let kind = self.kind(site_type);
        kind.distances[relation as usize].get_or_init(|| {
            let n = kind.places.len();
            let mut table = vec![0u16; n * n];
            let mut queue: Vec<u32> = Vec::new();
            for from in 0..n {
                let row = &mut table[from * n..(from + 1) * n];
                queue.clear();
                queue.push(from as u32);
                let mut head = 0;
                while let Some(&site) = queue.get(head) {
                    head += 1;
                    for &next in self.neighbours(site_type, site as usize, relation) {
                        if next as usize != from && row[next as usize] == 0 {
                            row[next as usize] = row[site as usize].saturating_add(1);
                            queue.push(next);
                        }
                    }
                }
            }
            table
        })
    }

    /// Steps between two sites by a relation; `None` where there is no way.
    pub fn distance(&self, kind: SiteType, relation: Relation, from: usize, to: usize) -> Option<i32> {
        let n = self.len(kind);
        if from >= n || to >= n {
            return None;
        }
        if from == to {
            return Some(0);
        }
        let steps = self.distances(kind, relation)[from * n + to];
        (steps > 0).then_some(i32::from(steps))
    }

    /// For every site, the adjacent steps to the nearest corner. Where no corner can be reached: one more than the
    /// largest distance there is.
    pub fn distance_to_corners(&self, site_type: SiteType) -> &[u16] {
        self.distance_to_part(site_type, Part::Corners, 0)
    }

    pub fn distance_to_perimeter(&self, site_type: SiteType) -> &[u16] {
        self.distance_to_part(site_type, Part::Perimeter, 1)
    }

    pub fn distance_to_centre(&self, site_type: SiteType) -> &[u16] {
        self.distance_to_part(site_type, Part::Centre, 2)
    }

    fn distance_to_part(&self, site_type: SiteType, part: Part, slot: usize) -> &[u16] {
        self.kind(site_type).to_part[slot].get_or_init(|| {
            let starts = self.part(site_type, part);
            let mut distance = vec![UNREACHABLE; self.len(site_type)];
            self.spread(site_type, starts, &mut distance);
            // What cannot be reached is one farther than anything is from the first start of its own part.
            let mut covered = vec![UNREACHABLE; self.len(site_type)];
            let mut most: Option<u16> = None;
            for &start in starts {
                if covered[start as usize] == UNREACHABLE {
                    most = most.max(self.spread(site_type, &[start], &mut covered));
                }
            }
            let beyond = most.map_or(0, |m| m.saturating_add(1));
            distance.iter_mut().filter(|d| **d == UNREACHABLE).for_each(|d| *d = beyond);
            distance
        })
    }
}

impl Topology {
    /// Fills in adjacent steps from the nearest of some sites, and returns the largest, if any site was reached.
    fn spread(&self, site_type: SiteType, from: &[u32], distance: &mut [u16]) -> Option<u16> {
        let mut queue: Vec<u32> = from.to_vec();
        queue.iter().for_each(|&s| distance[s as usize] = 0);
        let mut most = None;
        let mut head = 0;
        while let Some(&site) = queue.get(head) {
            head += 1;
            let next_distance = distance[site as usize].saturating_add(1);
            for &next in self.neighbours(site_type, site as usize, Relation::Adjacent) {
                if distance[next as usize] == UNREACHABLE {
                    distance[next as usize] = next_distance;
                    most = Some(next_distance);
                    queue.push(next);
                }
            }
        }
        most
    }
}

impl Kind {
    fn fill(
        &mut self,
        site_type: SiteType,
        measured: Measured,
        table: StepTable,
        spatial: bool,
        keep_labels: bool,
    ) {
        let Measured { properties, row, column, layer, labels, duplicate_labels } = measured;
        self.properties = properties;
        self.row = row;
        self.column = column;
        self.layer = layer;
        let n = self.places.len();
        let with = |property: Properties| -> Vec<u32> {
            (0..n as u32).filter(|&i| self.properties[i as usize].has(property)).collect()
        };
        self.parts = Part::LIST.iter().map(|p| with(p.property())).collect();
        self.sides = SIDE_POINTS.iter().map(|&(_, p)| with(p)).collect();
        self.phases = (0..MOST_PHASES).map(|p| with(Properties(Properties::PHASE.0 << p))).collect();

        if duplicate_labels || spatial {
            self.rows = regroup(&self.places, 1, &mut self.row);
            self.columns = regroup(&self.places, 0, &mut self.column);
        } else {
            self.rows = group(&self.row);
            self.columns = group(&self.column);
        }
        self.layers =
            if duplicate_labels { regroup_layers(&self.places, &mut self.layer) } else { group(&self.layer) };
        self.labels = if site_type == SiteType::Edge {
            (0..n).map(|i| i.to_string()).collect()
        } else if duplicate_labels && !keep_labels {
            (0..n).map(|i| plain_label(self.column[i], self.row[i])).collect()
        } else {
            labels
        };
        for (i, label) in self.labels.iter().enumerate() {
            self.by_label.entry(label.clone()).or_insert(i as u32);
        }

        self.steps = Lists::new();
        self.supported_from = vec![0];
        let mut everywhere: [Vec<Direction>; 5] = Default::default();
        for site in 0..n {
            let mut lists: [Vec<u32>; Direction::COUNT] = std::array::from_fn(|_| Vec::new());
            let mut here: [Vec<Direction>; 5] = Default::default();
            for step in table.from(site).iter().filter(|s| s.to_type == site_type) {
                for direction in step.listed.iter() {
                    lists[direction.index()].push(step.to);
                }
                for relation in Relation::LIST {
                    if !step.listed.contains(relation.direction()) {
                        continue;
                    }
                    for direction in step.directions.iter().filter(|d| d.is_single()) {
                        if !everywhere[relation as usize].contains(&direction) {
                            everywhere[relation as usize].push(direction);
                        }
                        if !here[relation as usize].contains(&direction) {
                            here[relation as usize].push(direction);
                        }
                    }
                }
            }
            lists.into_iter().for_each(|list| self.steps.push(list));
            for list in here {
                self.supported_here.extend(list.into_iter().map(listed_as));
                self.supported_from.push(self.supported_here.len() as u32);
            }
        }
        self.supported = everywhere.map(|mut list| {
            list.sort_by_key(|&d| facing_order(d));
            list.into_iter().map(listed_as).collect()
        });
        self.all_steps = table;
    }
}

/// Down and north-west is listed as down and south-west: the reference confuses the two, and games are written
/// against it.
fn listed_as(direction: Direction) -> Direction {
    if direction == Direction::DNW { Direction::DSW } else { direction }
}

/// The order in which supported directions are listed. Compass, rotational and spatial directions each count from
/// 0, so a board that has several kinds mixes them; equal places keep the order in which they were met.
fn facing_order(direction: Direction) -> usize {
    if let Some(i) = direction.compass_index() {
        return i;
    }
    if let Some(i) = Direction::ROTATIONAL.iter().position(|&d| d == direction) {
        return i;
    }
    let spatial = Direction::DOWNWARDS.iter().chain(&Direction::UPWARDS).position(|&d| d == direction);
    spatial.unwrap_or(usize::MAX)
}

/// Sites by number of row, column or layer.
fn group(index: &[u32]) -> Vec<Vec<u32>> {
    let count = index.iter().max().map_or(0, |&m| m as usize + 1);
    let mut lists: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (site, &i) in index.iter().enumerate() {
        lists[i as usize].push(site as u32);
    }
    lists
}

/// Rows or columns counted again from places: one for each distinct coordinate among sites on the ground. Sites
/// above that match none keep their old number but are in no list.
fn regroup(places: &[Point], axis: usize, index: &mut [u32]) -> Vec<Vec<u32>> {
    const SAME: f64 = 0.001;
    let mut levels: Vec<f64> = Vec::new();
    for p in places.iter().filter(|p| p[2] == 0.0) {
        if !levels.iter().any(|&l| (p[axis] - l).abs() < SAME) {
            levels.push(p[axis]);
        }
    }
    levels.sort_by(f64::total_cmp);
    let mut lists = Vec::new();
    for (i, &level) in levels.iter().enumerate() {
        let members: Vec<u32> =
            (0..places.len() as u32).filter(|&s| (places[s as usize][axis] - level).abs() < SAME).collect();
        members.iter().for_each(|&s| index[s as usize] = i as u32);
        lists.push(members);
    }
    lists
}

fn regroup_layers(places: &[Point], index: &mut [u32]) -> Vec<Vec<u32>> {
    let mut levels: Vec<f64> = places.iter().map(|p| p[2]).collect();
    levels.sort_by(f64::total_cmp);
    levels.dedup();
    for (p, index) in places.iter().zip(index.iter_mut()) {
        *index = levels.iter().position(|&l| l == p[2]).unwrap_or(0) as u32;
    }
    group(index)
}

fn plain_label(column: u32, row: u32) -> String {
    let letter = |n: u32| char::from(b'A' + (n % 26) as u8);
    let mut label = String::new();
    if column >= 26 {
        label.push(letter(column / 26 - 1));
    }
    label.push(letter(column));
    label.push_str(&(row + 1).to_string());
    label
}

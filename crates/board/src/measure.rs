//! What a graph looks like as a board: its outline, corners, sides, middle, colours (phases), rows, columns and
//! coordinates. Reads a [`Graph`], changes nothing.
//!
//! The rules are heuristics (when is a bend a corner? which angle do rows run at?), and games depend on their
//! answers, so thresholds and orders here are part of the language. They are stated where they are used.

use crate::geometry::{self, Bounds, Point2, flat};
use crate::graph::{Graph, Pivot};
use crate::num::{self, PI};
use crate::spec::SiteType;
use std::collections::VecDeque;

/// Facts about one element, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Properties(pub u64);

macro_rules! properties {
    ($($name:ident = $bit:expr),* $(,)?) => {
        #[allow(missing_docs)]
        impl Properties {
            $(pub const $name: Properties = Properties(1 << $bit);)*
        }
    };
}

properties! {
    INNER = 0, OUTER = 1, PERIMETER = 2, CENTRE = 3, MAJOR = 4, MINOR = 5, PIVOT = 6,
    CORNER = 10, CONVEX = 11, CONCAVE = 12,
    PHASE = 13, // six bits, one for each phase
    LEFT = 25, RIGHT = 26, TOP = 27, BOTTOM = 28,
    AXIAL = 30, HORIZONTAL = 31, VERTICAL = 32, ANGLED = 33, SLASH = 34, SLOSH = 35,
    SIDE_N = 40, SIDE_E = 41, SIDE_S = 42, SIDE_W = 43, SIDE_NE = 44, SIDE_SE = 45, SIDE_SW = 46, SIDE_NW = 47,
}

impl Properties {
    pub fn has(self, other: Properties) -> bool {
        self.0 & other.0 != 0
    }

    fn set(&mut self, other: Properties) {
        self.0 |= other.0;
    }

    /// The lowest phase of the element, if it has one.
    pub fn phase(self) -> Option<usize> {
        (0..MOST_PHASES).find(|&p| self.0 >> (13 + p) & 1 == 1)
    }
}

/// Colours are numbered 0 to 5.
pub const MOST_PHASES: usize = 6;

const SIDES: [Properties; 8] = [
    Properties::SIDE_N,
    Properties::SIDE_E,
    Properties::SIDE_S,
    Properties::SIDE_W,
    Properties::SIDE_NE,
    Properties::SIDE_SE,
    Properties::SIDE_SW,
    Properties::SIDE_NW,
];

/// The outline of one connected part: its vertices counter-clockwise from the leftmost. A vertex may come twice where the
/// outline passes it twice.
#[derive(Clone, Debug)]
pub struct Perimeter {
    pub vertices: Vec<u32>,
    places: Vec<Point2>,
}

/// Everything measured about one kind of element.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    pub properties: Vec<Properties>,
    pub row: Vec<u32>,
    pub column: Vec<u32>,
    pub layer: Vec<u32>,
    pub labels: Vec<String>,
    /// Two elements share a coordinate.
    pub duplicate_labels: bool,
}

/// Measures a graph; the three kinds are in the order of [`SiteType::ALL`].
pub fn measure(graph: &Graph) -> [Measured; 3] {
    let mut m = Marks {
        graph,
        vertices: vec![Properties::default(); graph.vertices.len()],
        edges: vec![Properties::default(); graph.edges.len()],
        faces: vec![Properties::default(); graph.faces.len()],
    };
    for vertex in &graph.vertices {
        if let Some(Pivot::Vertex(p)) = vertex.pivot {
            m.vertices[p as usize].set(Properties::PIVOT);
        }
    }
    let outlines = perimeters(graph);
    m.mark_perimeters(&outlines);
    m.mark_inner_and_outer();
    m.mark_extremes();
    m.mark_major_and_minor();
    m.mark_corners(&outlines);
    m.mark_sides(&outlines);
    m.mark_phases();
    m.mark_edge_orientation();
    for kind in SiteType::ALL {
        m.mark_centre(kind);
    }
    let Marks { vertices, edges, faces, .. } = m;
    let mut situations = situate(graph);
    for (measured, properties) in situations.iter_mut().zip([vertices, edges, faces]) {
        measured.properties = properties;
    }
    situations
}

struct Marks<'a> {
    graph: &'a Graph,
    vertices: Vec<Properties>,
    edges: Vec<Properties>,
    faces: Vec<Properties>,
}

impl Marks<'_> {
    fn of(&mut self, kind: SiteType) -> &mut Vec<Properties> {
        match kind {
            SiteType::Vertex => &mut self.vertices,
            SiteType::Edge => &mut self.edges,
            SiteType::Cell => &mut self.faces,
        }
    }

    fn vertex_has(&self, v: u32, property: Properties) -> bool {
        self.vertices[v as usize].has(property)
    }

    fn mark_perimeters(&mut self, outlines: &[Perimeter]) {
        for outline in outlines {
            let ring = &outline.vertices;
            for (i, &a) in ring.iter().enumerate() {
                let b = ring[(i + 1) % ring.len()];
                self.vertices[a as usize].set(Properties::PERIMETER);
                // Round a vertex edges stand by heading, and of doubled edges the first one met counts.
                let between = self.graph.vertices[a as usize]
                    .edges
                    .iter()
                    .copied()
                    .find(|&e| self.graph.edges[e as usize].joins(a, b));
                let Some(e) = between else { continue };
                self.edges[e as usize].set(Properties::PERIMETER);
                let edge = &self.graph.edges[e as usize];
                if let Some(f) = edge.left.or(edge.right) {
                    self.faces[f as usize].set(Properties::PERIMETER);
                }
            }
        }
    }

    fn mark_inner_and_outer(&mut self) {
        for kind in SiteType::ALL {
            for p in self.of(kind).iter_mut().filter(|p| p.has(Properties::PERIMETER)) {
                p.set(Properties::OUTER);
            }
        }
        for (f, face) in self.graph.faces.iter().enumerate() {
            if face.vertices.iter().any(|&v| self.vertex_has(v, Properties::PERIMETER)) {
                self.faces[f].set(Properties::OUTER);
                self.faces[f].set(Properties::PERIMETER);
            }
        }
        for (e, edge) in self.graph.edges.iter().enumerate() {
            if self.vertex_has(edge.a, Properties::PERIMETER)
                && self.vertex_has(edge.b, Properties::PERIMETER)
                && (edge.left.is_none() || edge.right.is_none())
            {
                self.edges[e].set(Properties::OUTER);
                self.edges[e].set(Properties::PERIMETER);
            }
        }
        for kind in SiteType::ALL {
            for p in self.of(kind).iter_mut().filter(|p| !p.has(Properties::OUTER)) {
                p.set(Properties::INNER);
            }
        }
    }

    fn mark_extremes(&mut self) {
        const SLACK: f64 = 0.01;
        for kind in SiteType::ALL {
            let graph = self.graph;
            let places = (0..graph.count(kind) as u32).map(|i| graph.place(kind, i));
            let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
            for at in places.clone() {
                for axis in 0..2 {
                    low[axis] = low[axis].min(at[axis]);
                    high[axis] = high[axis].max(at[axis]);
                }
            }
            for (at, p) in places.zip(self.of(kind)) {
                if at[0] - low[0] < SLACK {
                    p.set(Properties::LEFT);
                }
                if at[1] - low[1] < SLACK {
                    p.set(Properties::BOTTOM);
                }
                if high[0] - at[0] < SLACK {
                    p.set(Properties::RIGHT);
                }
                if high[1] - at[1] < SLACK {
                    p.set(Properties::TOP);
                }
            }
        }
    }

    /// Major cells are those with the most sides.
    fn mark_major_and_minor(&mut self) {
        let most = self.graph.faces.iter().map(|f| f.vertices.len()).max().unwrap_or(0);
        for (face, p) in self.graph.faces.iter().zip(&mut self.faces) {
            p.set(if face.vertices.len() == most { Properties::MAJOR } else { Properties::MINOR });
        }
    }

    fn mark_corners(&mut self, outlines: &[Perimeter]) {
        for outline in outlines {
            self.mark_corner_vertices(outline);
        }
        // Then the edges and cells at those vertices.
        for (v, vertex) in self.graph.vertices.iter().enumerate() {
            if !self.vertices[v].has(Properties::CORNER) {
                continue;
            }
            let concave = self.vertices[v].has(Properties::CONCAVE);
            let both = Properties(
                Properties::CORNER.0 | if concave { Properties::CONCAVE.0 } else { Properties::CONVEX.0 },
            );
            let mut shared = false;
            for &e in &vertex.edges {
                let edge = &self.graph.edges[e as usize];
                if self.vertex_has(edge.other(v as u32), Properties::CORNER) {
                    self.edges[e as usize].set(both);
                    if let Some(f) = edge.left.or(edge.right) {
                        self.faces[f as usize].set(both);
                    }
                    shared = true;
                }
            }
            if shared {
                continue;
            }
            // A corner on its own.
            for &e in &vertex.edges {
                if !self.edges[e as usize].has(Properties::PERIMETER) {
                    continue;
                }
                self.edges[e as usize].set(both);
                if concave {
                    for &f in &vertex.faces {
                        let ring = &self.graph.faces[f as usize].vertices;
                        if ring.iter().filter(|&&w| self.vertex_has(w, Properties::PERIMETER)).count() == 1 {
                            self.faces[f as usize].set(both);
                        }
                    }
                } else {
                    let edge = &self.graph.edges[e as usize];
                    if let Some(f) = edge.left.or(edge.right) {
                        self.faces[f as usize].set(both);
                    }
                }
            }
        }
    }

    /// A vertex of the outline is a corner when the outline leaves the chord between its neighbours (up to three
    /// away) by more than a threshold, and by no less than its neighbours do.
    fn mark_corner_vertices(&mut self, outline: &Perimeter) {
        const CONVEX_FROM: f64 = 0.320;
        const CONCAVE_FROM: f64 = -0.25;
        const SLACK: f64 = 0.001;
        const SIMILAR: f64 = 0.95;
        let ring = &outline.vertices;
        let n = ring.len();
        if n < 6 {
            for &v in ring {
                self.vertices[v as usize].set(Properties::CORNER);
                self.vertices[v as usize].set(Properties::CONVEX);
            }
            return;
        }
        let places = &outline.places;
        let raw: Vec<f64> = (0..n)
            .map(|i| {
                let at = places[i];
                let mut score = 0.0;
                for k in 1..4 {
                    // Outlines can be shorter than the reach, so wrap as often as needed.
                    let before = places[(i + n - k % n) % n];
                    let after = places[(i + k) % n];
                    let mut away = geometry::distance_to_line(at, before, after);
                    if geometry::clockwise(before, at, after) {
                        away = -away;
                    }
                    score += away / k as f64;
                }
                score
            })
            .collect();
        // Outlines run counter-clockwise, so convex corners come out positive.
        let score: Vec<f64> =
            (0..n).map(|i| (4.0 * raw[i] + raw[(i + 1) % n] + raw[(i + n - 1) % n]) / 6.0).collect();
        let neighbours = |i: usize| (score[(i + n - 1) % n], score[(i + 1) % n]);

        let mut convex: Vec<bool> = (0..n)
            .map(|i| {
                let (before, after) = neighbours(i);
                score[i] >= CONVEX_FROM && score[i] >= before - SLACK && score[i] >= after - SLACK
            })
            .collect();
        // Neighbours that are nearly as sharp count as well; one pass, left to right.
        for i in 0..n {
            if convex[i] {
                let (before, after) = neighbours(i);
                if before >= SIMILAR * score[i] {
                    convex[(i + n - 1) % n] = true;
                }
                if after >= SIMILAR * score[i] {
                    convex[(i + 1) % n] = true;
                }
            }
        }
        for i in 0..n {
            let p = &mut self.vertices[ring[i] as usize];
            if convex[i] {
                p.set(Properties::CORNER);
                p.set(Properties::CONVEX);
            }
            let (before, after) = neighbours(i);
            if score[i] <= CONCAVE_FROM && score[i] <= before + SLACK && score[i] <= after + SLACK {
                p.set(Properties::CORNER);
                p.set(Properties::CONCAVE);
            }
        }
    }

    /// A side is the run of the outline between two corners; it is named by where its middle lies, seen from the
    /// middle of the board.
    fn mark_sides(&mut self, outlines: &[Perimeter]) {
        let n = self.graph.vertices.len().max(1) as f64;
        let (mut x, mut y) = (0.0, 0.0);
        for vertex in &self.graph.vertices {
            x += vertex.at[0];
            y += vertex.at[1];
        }
        let middle = [x / n, y / n];
        for outline in outlines {
            let ring = &outline.vertices;
            let len = ring.len();
            for from in 0..len {
                if !self.vertex_has(ring[from], Properties::CORNER) {
                    continue;
                }
                let mut to = from + 1;
                while !self.vertex_has(ring[to % len], Properties::CORNER) {
                    to += 1;
                }
                let run = to - from;
                let (mut x, mut y) = (outline.places[from][0], outline.places[from][1]);
                for r in 1..=run {
                    let at = outline.places[(from + r) % len];
                    x += at[0];
                    y += at[1];
                }
                let count = (run + 1) as f64;
                let side = match compass_sixteenth(middle, [x / count, y / count]) {
                    0 => Properties::SIDE_E,
                    4 => Properties::SIDE_N,
                    8 => Properties::SIDE_W,
                    12 => Properties::SIDE_S,
                    1..=3 => Properties::SIDE_NE,
                    5..=7 => Properties::SIDE_NW,
                    9..=11 => Properties::SIDE_SW,
                    _ => Properties::SIDE_SE,
                };
                for r in 0..=run {
                    self.vertices[ring[(from + r) % len] as usize].set(side);
                }
            }
        }
        let mask: u64 = SIDES.iter().map(|s| s.0).sum();
        for (v, vertex) in self.graph.vertices.iter().enumerate() {
            let sides = Properties(self.vertices[v].0 & mask);
            vertex.edges.iter().for_each(|&e| self.edges[e as usize].set(sides));
            vertex.faces.iter().for_each(|&f| self.faces[f as usize].set(sides));
        }
    }

    /// Colours neighbours differently: each element takes the lowest colour none of its neighbours has; elements
    /// already hemmed in by two colours go first.
    fn mark_phases(&mut self) {
        for kind in SiteType::ALL {
            let neighbours = neighbour_lists(self.graph, kind);
            let n = neighbours.len();
            let mut phase: Vec<Option<u8>> = vec![None; n];
            let colours = |phase: &[Option<u8>], i: u32| {
                neighbours[i as usize]
                    .iter()
                    .filter_map(|&j| phase[j as usize])
                    .fold(0u32, |set, p| set | 1 << p)
            };
            let mut done = vec![false; n];
            for start in 0..n as u32 {
                if phase[start as usize].is_some() {
                    continue;
                }
                phase[start as usize] = Some(0);
                let mut queue: VecDeque<u32> = VecDeque::from([start]);
                while let Some(i) = queue.pop_front() {
                    if done[i as usize] {
                        continue;
                    }
                    let taken = colours(&phase, i);
                    let free = (0..4).find(|p| taken >> p & 1 == 0).unwrap_or(4);
                    phase[i as usize] = Some(free);
                    done[i as usize] = true;
                    for &j in &neighbours[i as usize] {
                        if !done[j as usize] {
                            if colours(&phase, j).count_ones() > 1 {
                                queue.push_front(j);
                            } else {
                                queue.push_back(j);
                            }
                        }
                    }
                }
            }
            for (p, phase) in self.of(kind).iter_mut().zip(phase) {
                p.set(Properties(Properties::PHASE.0 << phase.unwrap_or(0)));
            }
        }
    }

    fn mark_edge_orientation(&mut self) {
        for (e, edge) in self.graph.edges.iter().enumerate() {
            let heading = compass_sixteenth(self.graph.flat_at(edge.a), self.graph.flat_at(edge.b));
            let (broad, narrow) = match heading {
                0 | 8 => (Properties::AXIAL, Properties::HORIZONTAL),
                4 | 12 => (Properties::AXIAL, Properties::VERTICAL),
                1..=3 | 9..=11 => (Properties::ANGLED, Properties::SLASH),
                _ => (Properties::ANGLED, Properties::SLOSH),
            };
            self.edges[e].set(broad);
            self.edges[e].set(narrow);
        }
    }

    /// The centre is what lies nearest, in the mean, to the corners (and on small boards to the whole outline).
    fn mark_centre(&mut self, kind: SiteType) {
        const SLACK: f64 = 0.0001;
        const SMALL: usize = 100;
        const FAR: f64 = 1_000_000.0;
        let graph = self.graph;
        let places: Vec<Point2> = (0..graph.count(kind) as u32).map(|i| flat(graph.place(kind, i))).collect();
        let marks = self.of(kind);
        let with = |property: Properties| -> Vec<Point2> {
            places.iter().zip(marks.iter()).filter(|(_, p)| p.has(property)).map(|(&at, _)| at).collect()
        };
        let outline = if places.len() < SMALL { with(Properties::PERIMETER) } else { Vec::new() };
        let corners = with(Properties::CORNER);
        let sums: Vec<f64> = places
            .iter()
            .map(|&at| {
                let mut sum = 0.0;
                for &far in outline.iter().chain(&corners) {
                    sum += geometry::distance_squared(at, far);
                }
                sum
            })
            .collect();
        let least = sums.iter().copied().fold(FAR, f64::min);
        for (sum, p) in sums.iter().zip(marks) {
            if (sum - least).abs() < SLACK {
                p.set(Properties::CENTRE);
            }
        }
    }
}

/// Which sixteenth of the circle `b` lies in, seen from `a`: 0 is east, 4 north.
fn compass_sixteenth(a: Point2, b: Point2) -> usize {
    let arc = 2.0 * PI / 16.0;
    let angle = num::positive_angle(num::atan2(b[1] - a[1], b[0] - a[0]));
    ((angle + arc / 2.0) / arc) as usize % 16
}

/// Orthogonal neighbours of every element, in the order round it.
fn neighbour_lists(graph: &Graph, kind: SiteType) -> Vec<Vec<u32>> {
    match kind {
        SiteType::Vertex => (0..graph.vertices.len() as u32)
            .map(|v| {
                graph.vertices[v as usize].edges.iter().map(|&e| graph.edges[e as usize].other(v)).collect()
            })
            .collect(),
        SiteType::Edge => (0..graph.edges.len() as u32)
            .map(|e| {
                let edge = &graph.edges[e as usize];
                let ends = [edge.a, edge.b];
                ends.iter()
                    .flat_map(|&v| graph.vertices[v as usize].edges.iter().copied())
                    .filter(|&o| o != e)
                    .collect()
            })
            .collect(),
        SiteType::Cell => (0..graph.faces.len() as u32)
            .map(|f| {
                graph.faces[f as usize]
                    .edges
                    .iter()
                    .filter_map(|&e| graph.edges[e as usize].beyond(f))
                    .collect()
            })
            .collect(),
    }
}

/// The outlines of the connected parts, without those that lie inside another.
pub fn perimeters(graph: &Graph) -> Vec<Perimeter> {
    let mut covered = vec![false; graph.vertices.len()];
    let mut found: Vec<Perimeter> = Vec::new();
    // Leftmost first, lower numbers first among equals: each is on the outline of its part.
    let mut order: Vec<u32> = (0..graph.vertices.len() as u32).collect();
    order.sort_by(|&a, &b| graph.at(a)[0].partial_cmp(&graph.at(b)[0]).unwrap_or(std::cmp::Ordering::Equal));
    for start in order {
        if covered[start as usize] {
            continue;
        }
        let vertices = follow_outline(graph, start);
        let places: Vec<Point2> = vertices.iter().map(|&v| graph.flat_at(v)).collect();
        for &v in &vertices {
            covered[v as usize] = true;
        }
        if places.len() > 2 {
            for (v, covered) in covered.iter_mut().enumerate() {
                if !*covered && geometry::inside(graph.flat_at(v as u32), &places) {
                    *covered = true;
                }
            }
        }
        found.push(Perimeter { vertices, places });
    }
    for i in (0..found.len()).rev() {
        let start = found[i].places[0];
        let enclosed = (0..found.len())
            .any(|j| i != j && found[j].places.len() > 2 && geometry::inside(start, &found[j].places));
        if enclosed {
            found.remove(i);
        }
    }
    found
}

/// Counter-clockwise round the part that `from` is the leftmost vertex of.
fn follow_outline(graph: &Graph, from: u32) -> Vec<u32> {
    let mut ring = Vec::new();
    let start = graph.at(from);
    let mut first: Option<(f64, u32)> = None;
    for &e in &graph.vertices[from as usize].edges {
        let to = graph.at(graph.edges[e as usize].other(from));
        // Least when the edge points straight down.
        let angle = num::atan2(to[0] - start[0], -(to[1] - start[1]));
        if first.is_none_or(|(best, _)| angle < best) {
            first = Some((angle, e));
        }
    }
    let Some((_, mut edge)) = first else { return vec![from] };
    let mut vertex = from;
    // Every edge is passed at most twice.
    for _ in 0..=2 * graph.edges.len() {
        ring.push(vertex);
        let before = vertex;
        vertex = graph.edges[edge as usize].other(vertex);
        let around = &graph.vertices[vertex as usize].edges;
        let same = &graph.edges[edge as usize];
        let here = around.iter().position(|&e| graph.edges[e as usize].joins(same.a, same.b)).unwrap_or(0);
        for k in 1..around.len() {
            edge = around[(here + k) % around.len()];
            if graph.edges[edge as usize].other(vertex) != before {
                break;
            }
        }
        if vertex == from {
            break;
        }
    }
    ring
}

// -- rows, columns, coordinates ---------------------------------------------------------------------------

#[derive(Clone, Copy, PartialEq, Eq)]
enum Axis {
    Row,
    Column,
    Layer,
}

fn situate(graph: &Graph) -> [Measured; 3] {
    // Edges take the angles found for vertices.
    let mut angles = [0.0, 0.5];
    SiteType::ALL.map(|kind| {
        let places: Vec<[f64; 3]> = (0..graph.count(kind) as u32).map(|i| graph.place(kind, i)).collect();
        let n = places.len();
        let mut measured =
            Measured { row: vec![0; n], column: vec![0; n], layer: vec![0; n], ..Measured::default() };
        if n == 0 {
            return measured;
        }
        let bounds = Bounds::of(places.iter().map(|&p| flat(p)));
        let unit = (bounds.width + bounds.height) / 2.0 / (n as f64).sqrt();
        let cluster = |axis: Axis, theta: f64| Clusters::of(&places, &bounds, axis, unit, theta);
        if kind != SiteType::Edge {
            let best = |axis: Axis, candidates: &[f64]| {
                let mut best = (1000.0, 0.0);
                for &theta in candidates {
                    let error = cluster(axis, theta).error;
                    if error < best.0 {
                        best = (error, theta);
                        if error < 0.01 {
                            break;
                        }
                    }
                }
                best.1
            };
            let degrees = |d: f64| d / 180.0 * PI;
            angles[0] = best(Axis::Row, &[0.0, 15.0, 30.0, 45.0, 60.0].map(degrees));
            angles[1] = best(Axis::Column, &[90.0, 105.0, 120.0].map(|d| angles[0] + degrees(d)));
        }
        measured.row = cluster(Axis::Row, angles[0]).index;
        measured.column = cluster(Axis::Column, angles[1]).index;
        measured.layer = cluster(Axis::Layer, 0.0).index;
        let layered = measured.layer.windows(2).any(|w| w[0] != w[1]);
        measured.labels = (0..n)
            .map(|i| {
                let mut label = column_letters(measured.column[i]);
                label.push_str(&(measured.row[i] + 1).to_string());
                if layered {
                    label.push_str(&format!("/{}", measured.layer[i]));
                }
                label
            })
            .collect();
        let mut sorted: Vec<&String> = measured.labels.iter().collect();
        sorted.sort_unstable();
        measured.duplicate_labels = sorted.windows(2).any(|w| w[0] == w[1]);
        measured
    })
}

/// A … Z, AA, AB …
fn column_letters(column: u32) -> String {
    let letter = |n: u32| char::from(b'A' + n as u8);
    let mut column = column;
    let mut letters = vec![letter(column % 26)];
    while column >= 26 {
        column /= 26;
        // Past 26 × 26 columns the leading place starts over.
        letters.push(letter((column % 26 + 25) % 26));
    }
    letters.iter().rev().collect()
}

/// Elements grouped by their distance from a base line.
struct Clusters {
    index: Vec<u32>,
    /// How badly the groups fit, with a small price for each group.
    error: f64,
}

impl Clusters {
    fn of(places: &[[f64; 3]], bounds: &Bounds, axis: Axis, unit: f64, theta: f64) -> Clusters {
        let margin = 0.6 * unit;
        let from = match axis {
            Axis::Row | Axis::Layer => [bounds.x + bounds.width / 2.0, bounds.y - bounds.height],
            Axis::Column => [bounds.x - bounds.width, bounds.y + bounds.height / 2.0],
        };
        let to = [from[0] + bounds.width * num::cos(theta), from[1] + bounds.width * num::sin(theta)];
        let mut ranked: Vec<(f64, usize)> = places
            .iter()
            .enumerate()
            .map(|(i, &p)| match axis {
                Axis::Layer => (p[2], i),
                Axis::Row | Axis::Column => (geometry::distance_to_line(flat(p), from, to), i),
            })
            .collect();
        ranked.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(std::cmp::Ordering::Equal));
        let mut index = vec![0; places.len()];
        let mut groups: Vec<(f64, usize, f64)> = Vec::new(); // total, count, last
        for (score, i) in ranked {
            let fits = groups
                .last()
                .is_some_and(|&(total, count, _)| (score - total / count as f64).abs() <= margin);
            if !fits {
                groups.push((0.0, 0, 0.0));
            }
            let last = groups.len() - 1;
            let group = &mut groups[last];
            group.0 += score;
            group.1 += 1;
            group.2 = score;
            index[i] = last as u32;
        }
        let mut error = 0.0;
        for &(total, count, last) in &groups {
            // Only the farthest element of a group is weighed.
            let mean = total / count as f64;
            error += (mean - last) * (mean - last) / count as f64;
        }
        error += 0.01 * groups.len() as f64;
        Clusters { index, error }
    }
}

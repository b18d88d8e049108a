//! A graph under construction: vertices, edges and faces that can be added, removed, moved and renumbered.
//! Knows incidence and places; knows nothing of directions, perimeters or play (`measure`, `steps` do).
//!
//! Order matters everywhere: elements are numbered by their place in the list, edges stand round a vertex by
//! heading, and later passes break ties by these orders. Every operation here says what it does to them.

use crate::geometry::{self, Bounds, Point2, PointGrid, flat};
use crate::num;
use crate::spec::{Point, SiteType};
use smallvec::SmallVec;

/// Two places closer than this (summed over the axes) are one vertex.
const SAME_PLACE: f64 = 0.001;

/// No face with more sides than this is looked for.
const MOST_FACE_SIDES: usize = 32;

pub type Ids = SmallVec<[u32; 6]>;

/// The middle that rotational directions turn about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pivot {
    Vertex(u32),
    /// The pivot vertex was removed; its place and last number are remembered.
    Gone {
        id: u32,
        at: Point,
    },
}

#[derive(Clone, Debug)]
pub struct Vertex {
    pub at: Point,
    /// By heading, from just north of west round through south; ties in the order added.
    pub edges: Ids,
    pub faces: Ids,
    pub pivot: Option<Pivot>,
}

#[derive(Clone, Debug)]
pub struct Edge {
    pub a: u32,
    pub b: u32,
    pub left: Option<u32>,
    pub right: Option<u32>,
    /// Both are set when the edge is drawn as a curve.
    pub tangent_a: Option<Point>,
    pub tangent_b: Option<Point>,
}

impl Edge {
    pub fn other(&self, vertex: u32) -> u32 {
        if self.a == vertex { self.b } else { self.a }
    }

    pub fn joins(&self, v: u32, w: u32) -> bool {
        self.a == v && self.b == w || self.a == w && self.b == v
    }

    pub fn is_curved(&self) -> bool {
        self.tangent_a.is_some() && self.tangent_b.is_some()
    }

    /// The face across the edge.
    pub fn beyond(&self, face: u32) -> Option<u32> {
        if self.left == Some(face) {
            self.right
        } else if self.right == Some(face) {
            self.left
        } else {
            None
        }
    }
}

#[derive(Clone, Debug)]
pub struct Face {
    /// In order round the face; edge `i` leaves vertex `i`.
    pub vertices: Vec<u32>,
    pub edges: Vec<u32>,
    pub at: Point,
}

/// The tiling a whole graph was cut from, while that still means something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Basis {
    #[default]
    None,
    Square,
    Triangular,
    Hexagonal,
    Other,
}

#[derive(Clone, Debug)]
pub struct Graph {
    pub vertices: Vec<Vertex>,
    pub edges: Vec<Edge>,
    pub faces: Vec<Face>,
    pub basis: Basis,
    /// Vertices have moved since their edges were listed by heading, so the lists may be out of order.
    moved: bool,
    /// Where the vertices are; dropped when they move or are renumbered, rebuilt when next asked.
    places: Option<PointGrid>,
}

impl Default for Graph {
    fn default() -> Graph {
        Graph {
            vertices: Vec::new(),
            edges: Vec::new(),
            faces: Vec::new(),
            basis: Basis::None,
            moved: false,
            places: None,
        }
    }
}

impl Graph {
    pub fn new() -> Graph {
        Graph::default()
    }

    /// From places and index pairs alone: doubled edges are merged, edges to nowhere ignored, faces found.
    pub fn assembled(places: impl Iterator<Item = Point>, edges: impl Iterator<Item = (i64, i64)>) -> Graph {
        let mut graph = Graph::new();
        for at in places {
            graph.add_vertex(at);
        }
        for (a, b) in edges {
            if let (Some(a), Some(b)) = (graph.vertex_id(a), graph.vertex_id(b)) {
                graph.find_or_add_edge(a, b);
            }
        }
        graph.assemble();
        graph
    }

    /// Checks a vertex number that came from outside.
    pub fn vertex_id(&self, index: i64) -> Option<u32> {
        u32::try_from(index).ok().filter(|&i| (i as usize) < self.vertices.len())
    }

    /// Lists edges and faces round every vertex afresh, by heading, and finds the faces.
    pub fn assemble(&mut self) {
        for vertex in &mut self.vertices {
            vertex.edges.clear();
        }
        for (e, edge) in self.edges.iter().enumerate() {
            self.vertices[edge.a as usize].edges.push(e as u32);
            self.vertices[edge.b as usize].edges.push(e as u32);
        }
        for v in 0..self.vertices.len() {
            self.sort_edges(v as u32);
        }
        self.moved = false;
        self.make_faces(false);
        for v in 0..self.vertices.len() {
            let at = self.vertices[v].at;
            let mut keyed: Vec<(f64, u32)> = self.vertices[v]
                .faces
                .iter()
                .map(|&f| (geometry::heading(at, self.faces[f as usize].at), f))
                .collect();
            // Faces are listed by number first, whatever order they were found in.
            keyed.sort_by_key(|&(_, f)| f);
            keyed.sort_by(|x, y| x.0.partial_cmp(&y.0).unwrap_or(std::cmp::Ordering::Equal));
            self.vertices[v].faces = keyed.into_iter().map(|(_, f)| f).collect();
        }
    }

    // -- reading ------------------------------------------------------------------------------------------

    pub fn count(&self, kind: SiteType) -> usize {
        match kind {
            SiteType::Vertex => self.vertices.len(),
            SiteType::Edge => self.edges.len(),
            SiteType::Cell => self.faces.len(),
        }
    }

    /// The place of an element: edges and faces stand at their middle.
    pub fn place(&self, kind: SiteType, id: u32) -> Point {
        match kind {
            SiteType::Vertex => self.vertices[id as usize].at,
            SiteType::Edge => self.edge_middle(id),
            SiteType::Cell => self.faces[id as usize].at,
        }
    }

    pub fn at(&self, v: u32) -> Point {
        self.vertices[v as usize].at
    }

    pub fn flat_at(&self, v: u32) -> Point2 {
        flat(self.vertices[v as usize].at)
    }

    fn edge_middle(&self, e: u32) -> Point {
        let edge = &self.edges[e as usize];
        let (a, b) = (self.at(edge.a), self.at(edge.b));
        [(a[0] + b[0]) * 0.5, (a[1] + b[1]) * 0.5, (a[2] + b[2]) * 0.5]
    }

    pub fn bounds(&self) -> Bounds {
        Bounds::of(self.vertices.iter().map(|v| flat(v.at)))
    }

    pub fn average_edge_length(&self) -> f64 {
        if self.edges.is_empty() {
            return 0.0;
        }
        let mut sum = 0.0;
        for edge in &self.edges {
            sum += geometry::distance3(self.at(edge.a), self.at(edge.b));
        }
        sum / self.edges.len() as f64
    }

    /// The first vertex at a place.
    pub fn find_vertex(&mut self, at: Point) -> Option<u32> {
        if self.places.is_none() {
            let mut grid = PointGrid::new(SAME_PLACE);
            for (v, vertex) in self.vertices.iter().enumerate() {
                grid.insert(v as u32, flat(vertex.at));
            }
            self.places = Some(grid);
        }
        let mut best: Option<u32> = None;
        if let Some(grid) = &self.places {
            grid.near(flat(at), |v| {
                let p = self.vertices[v as usize].at;
                let apart = (at[0] - p[0]).abs() + (at[1] - p[1]).abs() + (at[2] - p[2]).abs();
                if apart < SAME_PLACE && best.is_none_or(|b| v < b) {
                    best = Some(v);
                }
            });
        }
        best
    }

    pub fn find_flat(&mut self, p: Point2) -> Option<u32> {
        self.find_vertex([p[0], p[1], 0.0])
    }

    /// The first edge between two vertices.
    pub fn find_edge(&self, v: u32, w: u32) -> Option<u32> {
        self.vertices[v as usize].edges.iter().copied().filter(|&e| self.edges[e as usize].joins(v, w)).min()
    }

    /// The first curved edge between two vertices, by number; numbers of other kinds of element are accepted and
    /// compared as if they were vertices, for that is what the rotational directions of edges and cells do.
    pub fn find_curved_edge(&self, v: u32, w: u32) -> Option<u32> {
        let vertex = self.vertices.get(v as usize)?;
        vertex
            .edges
            .iter()
            .copied()
            .filter(|&e| {
                let edge = &self.edges[e as usize];
                edge.joins(v, w) && edge.is_curved()
            })
            .min()
    }

    /// A face with these vertices in this order, either way round.
    pub fn find_face(&self, vertices: &[u32]) -> Option<u32> {
        let first = *vertices.first()?;
        let candidates = self.vertices.get(first as usize)?.faces.iter().copied();
        candidates.filter(|&f| same_ring(&self.faces[f as usize].vertices, vertices)).min()
    }

    // -- adding -------------------------------------------------------------------------------------------

    pub fn add_vertex(&mut self, at: Point) -> u32 {
        let id = self.vertices.len() as u32;
        if let Some(grid) = &mut self.places {
            grid.insert(id, flat(at));
        }
        self.vertices.push(Vertex { at, edges: Ids::new(), faces: Ids::new(), pivot: None });
        id
    }

    pub fn add_flat(&mut self, p: Point2) -> u32 {
        self.add_vertex([p[0], p[1], 0.0])
    }

    pub fn find_or_add_vertex(&mut self, at: Point) -> u32 {
        match self.find_vertex(at) {
            Some(v) => v,
            None => self.add_vertex(at),
        }
    }

    pub fn find_or_add_flat(&mut self, p: Point2) -> u32 {
        self.find_or_add_vertex([p[0], p[1], 0.0])
    }

    /// A new edge, even beside an old one. Both ends list their edges by heading again.
    pub fn add_edge(&mut self, a: u32, b: u32) -> u32 {
        let id = self.edges.len() as u32;
        self.edges.push(Edge { a, b, left: None, right: None, tangent_a: None, tangent_b: None });
        for v in [a, b] {
            if self.moved {
                self.vertices[v as usize].edges.push(id);
                self.sort_edges(v);
            } else {
                // The list is in order: put the new edge after those with the same heading.
                let at = self.at(v);
                let heading = |e: u32| geometry::heading(at, self.at(self.edges[e as usize].other(v)));
                let new = heading(id);
                let place = self.vertices[v as usize].edges.partition_point(|&e| heading(e) <= new);
                self.vertices[v as usize].edges.insert(place, id);
            }
        }
        id
    }

    pub fn add_curved_edge(&mut self, a: u32, b: u32, tangent_a: Point, tangent_b: Point) -> u32 {
        let id = self.add_edge(a, b);
        let edge = &mut self.edges[id as usize];
        edge.tangent_a = Some(tangent_a);
        edge.tangent_b = Some(tangent_b);
        id
    }

    pub fn find_or_add_edge(&mut self, a: u32, b: u32) -> u32 {
        match self.find_edge(a, b) {
            Some(e) => e,
            None => self.add_edge(a, b),
        }
    }

    fn sort_edges(&mut self, v: u32) {
        let at = self.at(v);
        let list = &self.vertices[v as usize].edges;
        if list.len() < 2 {
            return;
        }
        let mut keyed: SmallVec<[(f64, u32); 8]> = list
            .iter()
            .map(|&e| (geometry::heading(at, self.at(self.edges[e as usize].other(v))), e))
            .collect();
        // Stable, and -0.0 counts as 0.0.
        keyed.sort_by(|x, y| x.0.partial_cmp(&y.0).unwrap_or(std::cmp::Ordering::Equal));
        self.vertices[v as usize].edges = keyed.into_iter().map(|(_, e)| e).collect();
    }

    /// A face round existing edges; `None` when an edge is missing.
    pub fn find_or_add_face(&mut self, vertices: &[u32]) -> Option<u32> {
        if vertices.len() > self.vertices.len() || vertices.iter().any(|&v| v as usize >= self.vertices.len())
        {
            return None;
        }
        if let Some(f) = self.find_face(vertices) {
            return Some(f);
        }
        let id = self.faces.len() as u32;
        let mut edges = Vec::with_capacity(vertices.len());
        for (i, &v) in vertices.iter().enumerate() {
            let Some(e) = self.find_edge(v, vertices[(i + 1) % vertices.len()]) else {
                // The sides met so far keep pointing at a face that will not exist: point them nowhere.
                for edge in &mut self.edges {
                    edge.left = edge.left.filter(|&f| f != id);
                    edge.right = edge.right.filter(|&f| f != id);
                }
                return None;
            };
            let edge = &mut self.edges[e as usize];
            if edge.a == v {
                edge.right = Some(id);
            } else {
                edge.left = Some(id);
            }
            edges.push(e);
        }
        for &v in vertices {
            self.vertices[v as usize].faces.push(id);
        }
        let at = self.middle_of(vertices);
        self.faces.push(Face { vertices: vertices.to_vec(), edges, at });
        Some(id)
    }

    fn middle_of(&self, vertices: &[u32]) -> Point {
        let mut sum = [0.0; 3];
        for &v in vertices {
            let at = self.at(v);
            sum = [sum[0] + at[0], sum[1] + at[1], sum[2] + at[2]];
        }
        let n = vertices.len().max(1) as f64;
        [sum[0] / n, sum[1] / n, sum[2] / n]
    }

    /// Joins vertices that are about one unit apart.
    pub fn join_at_unit_distance(&mut self) {
        const SLACK: f64 = 0.05;
        self.join_pairs(1.0 + SLACK, |a, b| (geometry::distance3(a, b) - 1.0).abs() < SLACK);
    }

    /// Joins vertices that are nearly neighbours, seen from above.
    pub fn connect_near(&mut self) {
        let threshold = 1.1 * self.average_edge_length();
        if threshold > 0.0 {
            self.join_pairs(threshold, |a, b| geometry::distance(flat(a), flat(b)) < threshold);
        }
    }

    fn join_pairs(&mut self, radius: f64, wanted: impl Fn(Point, Point) -> bool) {
        let mut grid = PointGrid::new(radius);
        for (v, vertex) in self.vertices.iter().enumerate() {
            grid.insert(v as u32, flat(vertex.at));
        }
        for a in 0..self.vertices.len() as u32 {
            let at = self.at(a);
            let mut near: SmallVec<[u32; 16]> = SmallVec::new();
            grid.near(flat(at), |b| {
                if a != b && wanted(at, self.at(b)) {
                    near.push(b);
                }
            });
            near.sort_unstable();
            for b in near {
                self.find_or_add_edge(a, b);
            }
        }
    }

    /// Finds faces anew: from every vertex along every edge, keeping to the edge next round. Only clockwise rings
    /// in one level count. With `check_crossings`, a ring may not use an edge that crosses an earlier one.
    pub fn make_faces(&mut self, check_crossings: bool) {
        self.clear_faces();
        let crossed = if check_crossings { self.edges_crossing_earlier_ones() } else { Vec::new() };
        let mut ring: Vec<u32> = Vec::new();
        for start in 0..self.vertices.len() as u32 {
            for i in 0..self.vertices[start as usize].edges.len() {
                let first = self.vertices[start as usize].edges[i];
                if self.follow_ring(start, first, &crossed, &mut ring) {
                    let outline: SmallVec<[Point2; 12]> = ring.iter().map(|&v| self.flat_at(v)).collect();
                    if geometry::signed_area(&outline) < 0.0 && self.find_face(&ring).is_none() {
                        self.find_or_add_face(&ring);
                    }
                }
            }
        }
    }

    /// Walks from `start`, as if arrived there along `edge`, always taking the next edge round; true when the walk
    /// comes back to the start with at least three vertices, left in `ring`.
    fn follow_ring(&self, start: u32, edge: u32, crossed: &[bool], ring: &mut Vec<u32>) -> bool {
        let level = self.at(start)[2];
        ring.clear();
        ring.push(start);
        let (mut vertex, mut edge) = (start, edge);
        while ring.len() <= MOST_FACE_SIDES {
            let around = &self.vertices[vertex as usize].edges;
            let here = {
                let same = &self.edges[edge as usize];
                around.iter().position(|&e| self.edges[e as usize].joins(same.a, same.b)).unwrap_or(0)
            };
            let next = (1..around.len()).map(|m| around[(here + m) % around.len()]).find(|&e| {
                let to = self.edges[e as usize].other(vertex);
                (self.at(to)[2] - level).abs() < 0.0001
            });
            let Some(next) = next else { return false };
            let from = vertex;
            edge = next;
            vertex = self.edges[edge as usize].other(vertex);
            if vertex == start {
                return ring.len() >= 3;
            }
            if ring.contains(&vertex) {
                return false;
            }
            ring.push(vertex);
            if !crossed.is_empty() {
                let named = self.find_edge(from, vertex).unwrap_or(edge);
                if crossed[named as usize] {
                    return false;
                }
            }
        }
        false
    }

    /// For every edge, whether an edge with a lower number crosses it, away from shared ends.
    fn edges_crossing_earlier_ones(&self) -> Vec<bool> {
        let ends: Vec<(Point2, Point2)> =
            self.edges.iter().map(|e| (self.flat_at(e.a), self.flat_at(e.b))).collect();
        const SLACK: f64 = 0.001;
        let span = |i: usize, axis: usize| {
            let (a, b) = ends[i];
            (a[axis].min(b[axis]) - SLACK, a[axis].max(b[axis]) + SLACK)
        };
        let mut order: Vec<usize> = (0..ends.len()).collect();
        order.sort_by(|&i, &j| span(i, 0).0.total_cmp(&span(j, 0).0));
        let mut crossed = vec![false; ends.len()];
        for (n, &i) in order.iter().enumerate() {
            let (_, right) = span(i, 0);
            let (low, high) = span(i, 1);
            for &j in &order[n + 1..] {
                if span(j, 0).0 > right {
                    break;
                }
                let (low_j, high_j) = span(j, 1);
                if low_j > high || high_j < low || crossed[i.max(j)] {
                    continue;
                }
                if edges_cross(ends[i], ends[j]) {
                    crossed[i.max(j)] = true;
                }
            }
        }
        // Of two edges between the same vertices the walk only ever asks about the first, so doubles do no harm.
        crossed
    }

    pub fn clear_faces(&mut self) {
        for edge in &mut self.edges {
            edge.left = None;
            edge.right = None;
        }
        for vertex in &mut self.vertices {
            vertex.faces.clear();
        }
        self.faces.clear();
    }

    pub fn clear_edges(&mut self) {
        self.clear_faces();
        self.edges.clear();
        for vertex in &mut self.vertices {
            vertex.edges.clear();
        }
    }

    // -- removing -----------------------------------------------------------------------------------------

    /// Takes a vertex away, with the edges and faces that use it.
    pub fn remove_vertex(&mut self, v: u32) {
        let lost_faces: Vec<bool> = self.faces.iter().map(|f| f.vertices.contains(&v)).collect();
        let lost_edges: Vec<bool> = self.edges.iter().map(|e| e.a == v || e.b == v).collect();
        let mut lost_vertices = vec![false; self.vertices.len()];
        lost_vertices[v as usize] = true;
        self.drop_marked(&lost_vertices, &lost_edges, &lost_faces);
    }

    /// Takes an edge away, with the faces that use it.
    pub fn remove_edge(&mut self, e: u32) {
        let lost_faces: Vec<bool> = self.faces.iter().map(|f| f.edges.contains(&e)).collect();
        let mut lost_edges = vec![false; self.edges.len()];
        lost_edges[e as usize] = true;
        self.drop_marked(&[], &lost_edges, &lost_faces);
    }

    /// Takes a face away; with `and_bare_edges`, also the edges that then have no face on either side.
    pub fn remove_face(&mut self, f: u32, and_bare_edges: bool) {
        let mut bare = vec![false; self.edges.len()];
        for i in 0..self.faces[f as usize].edges.len() {
            let e = self.faces[f as usize].edges[i];
            let edge = &mut self.edges[e as usize];
            let mut touched = false;
            if edge.left == Some(f) {
                edge.left = None;
                touched = true;
            }
            if edge.right == Some(f) {
                edge.right = None;
                touched = true;
            }
            bare[e as usize] |= and_bare_edges && touched && edge.left.is_none() && edge.right.is_none();
        }
        let mut lost_faces = vec![false; self.faces.len()];
        lost_faces[f as usize] = true;
        for (g, face) in self.faces.iter().enumerate() {
            lost_faces[g] |= face.edges.iter().any(|&e| bare[e as usize]);
        }
        self.drop_marked(&[], &bare, &lost_faces);
    }

    /// Drops loose ends: edges that end at a vertex of one edge, then vertices with none (but pivots stay).
    pub fn trim(&mut self) {
        for e in (0..self.edges.len() as u32).rev() {
            let edge = &self.edges[e as usize];
            let degree = |v: u32| self.vertices[v as usize].edges.len();
            if degree(edge.a) == 1 || degree(edge.b) == 1 {
                self.remove_edge(e);
            }
        }
        let mut is_pivot = vec![false; self.vertices.len()];
        for vertex in &self.vertices {
            if let Some(Pivot::Vertex(p)) = vertex.pivot {
                is_pivot[p as usize] = true;
            }
        }
        for v in (0..self.vertices.len() as u32).rev() {
            if self.vertices[v as usize].edges.is_empty() && !is_pivot[v as usize] {
                self.remove_vertex(v);
            }
        }
    }

    /// Removes the marked elements (an empty list marks nothing) and renumbers the rest, keeping all orders.
    fn drop_marked(&mut self, vertices: &[bool], edges: &[bool], faces: &[bool]) {
        let edge_map = renumbering(self.edges.len(), edges);
        let face_map = renumbering(self.faces.len(), faces);
        if vertices.iter().any(|&lost| lost) {
            let vertex_map = renumbering(self.vertices.len(), vertices);
            let places: Vec<Point> = self.vertices.iter().map(|v| v.at).collect();
            for vertex in &mut self.vertices {
                if let Some(Pivot::Vertex(p)) = vertex.pivot {
                    vertex.pivot = Some(match vertex_map[p as usize] {
                        Some(to) => Pivot::Vertex(to),
                        None => Pivot::Gone { id: p, at: places[p as usize] },
                    });
                }
            }
            for (e, edge) in self.edges.iter_mut().enumerate() {
                if let (None, Some(a), Some(b)) = (
                    edges.get(e).filter(|&&lost| lost),
                    vertex_map[edge.a as usize],
                    vertex_map[edge.b as usize],
                ) {
                    edge.a = a;
                    edge.b = b;
                }
            }
            for face in &mut self.faces {
                for v in &mut face.vertices {
                    *v = vertex_map[*v as usize].unwrap_or(*v);
                }
            }
            keep_unmarked(&mut self.vertices, vertices);
            self.places = None;
        }
        for vertex in &mut self.vertices {
            vertex.edges = vertex.edges.iter().filter_map(|&e| edge_map[e as usize]).collect();
            vertex.faces = vertex.faces.iter().filter_map(|&f| face_map[f as usize]).collect();
        }
        for edge in &mut self.edges {
            edge.left = edge.left.and_then(|f| face_map[f as usize]);
            edge.right = edge.right.and_then(|f| face_map[f as usize]);
        }
        keep_unmarked(&mut self.edges, edges);
        keep_unmarked(&mut self.faces, faces);
        for face in &mut self.faces {
            for e in &mut face.edges {
                *e = edge_map[*e as usize].unwrap_or(*e);
            }
        }
    }

    // -- renumbering --------------------------------------------------------------------------------------

    /// Renumbers all three kinds by place: from the bottom up, then from left to right.
    pub fn reorder(&mut self) {
        for kind in SiteType::ALL {
            self.reorder_kind(kind);
        }
    }

    pub fn reorder_kind(&mut self, kind: SiteType) {
        let n = self.count(kind);
        let mut keyed: Vec<(f64, u32)> = (0..n as u32)
            .map(|i| {
                let at = self.place(kind, i);
                (at[1] * 100.0 + at[0], i)
            })
            .collect();
        keyed.sort_by(|x, y| x.0.partial_cmp(&y.0).unwrap_or(std::cmp::Ordering::Equal));
        let mut new_id = vec![0u32; n];
        for (to, &(_, from)) in keyed.iter().enumerate() {
            new_id[from as usize] = to as u32;
        }
        match kind {
            SiteType::Vertex => {
                for vertex in &mut self.vertices {
                    if let Some(Pivot::Vertex(p)) = &mut vertex.pivot {
                        *p = new_id[*p as usize];
                    }
                }
                for edge in &mut self.edges {
                    edge.a = new_id[edge.a as usize];
                    edge.b = new_id[edge.b as usize];
                }
                for face in &mut self.faces {
                    face.vertices.iter_mut().for_each(|v| *v = new_id[*v as usize]);
                }
                permute(&mut self.vertices, &new_id);
                self.places = None;
            }
            SiteType::Edge => {
                for vertex in &mut self.vertices {
                    vertex.edges.iter_mut().for_each(|e| *e = new_id[*e as usize]);
                }
                for face in &mut self.faces {
                    face.edges.iter_mut().for_each(|e| *e = new_id[*e as usize]);
                }
                permute(&mut self.edges, &new_id);
            }
            SiteType::Cell => {
                for vertex in &mut self.vertices {
                    vertex.faces.iter_mut().for_each(|f| *f = new_id[*f as usize]);
                }
                for edge in &mut self.edges {
                    edge.left = edge.left.map(|f| new_id[f as usize]);
                    edge.right = edge.right.map(|f| new_id[f as usize]);
                }
                permute(&mut self.faces, &new_id);
            }
        }
    }

    /// Adds another graph as it is, numbered after this one.
    pub fn append(&mut self, other: Graph) {
        let (v0, e0, f0) = (self.vertices.len() as u32, self.edges.len() as u32, self.faces.len() as u32);
        self.places = None;
        self.moved |= other.moved;
        for mut vertex in other.vertices {
            vertex.edges.iter_mut().for_each(|e| *e += e0);
            vertex.faces.iter_mut().for_each(|f| *f += f0);
            if let Some(Pivot::Vertex(p)) = &mut vertex.pivot {
                *p += v0;
            }
            self.vertices.push(vertex);
        }
        for mut edge in other.edges {
            edge.a += v0;
            edge.b += v0;
            edge.left = edge.left.map(|f| f + f0);
            edge.right = edge.right.map(|f| f + f0);
            self.edges.push(edge);
        }
        for mut face in other.faces {
            face.vertices.iter_mut().for_each(|v| *v += v0);
            face.edges.iter_mut().for_each(|e| *e += e0);
            self.faces.push(face);
        }
    }

    // -- moving -------------------------------------------------------------------------------------------

    /// Moves every vertex; faces stand at their middle again. The order of edges round a vertex is kept.
    pub fn transform(&mut self, place: impl Fn(Point) -> Point) {
        for vertex in &mut self.vertices {
            vertex.at = place(vertex.at);
        }
        self.places = None;
        self.moved = true;
        for f in 0..self.faces.len() {
            let at = self.middle_of(&self.faces[f].vertices);
            self.faces[f].at = at;
        }
    }

    /// Turns the graph about the middle of its bounds.
    pub fn rotate(&mut self, degrees: f64) {
        let theta = num::radians(degrees);
        let (s, c) = (num::sin(theta), num::cos(theta));
        let bounds = self.bounds();
        let (px, py) = (bounds.x + bounds.width / 2.0, bounds.y + bounds.height / 2.0);
        let turn = |v: Point| [v[0] * c - v[1] * s, v[1] * c + v[0] * s, v[2]];
        for edge in &mut self.edges {
            edge.tangent_a = edge.tangent_a.map(turn);
            edge.tangent_b = edge.tangent_b.map(turn);
        }
        self.transform(|p| {
            let (dx, dy) = (p[0] - px, p[1] - py);
            [px + dx * c - dy * s, py + dy * c + dx * s, p[2]]
        });
    }

    /// Pushes the graph sideways, the more the higher.
    pub fn skew(&mut self, amount: f64) {
        let low = self.bounds().y;
        let slide = |p: Point| [p[0] + (p[1] - low) * amount, p[1], p[2]];
        for edge in &mut self.edges {
            edge.tangent_a = edge.tangent_a.map(slide);
            edge.tangent_b = edge.tangent_b.map(slide);
        }
        self.transform(slide);
    }
}

/// Do two segments cross, away from shared ends?
pub(crate) fn edges_cross(one: (Point2, Point2), two: (Point2, Point2)) -> bool {
    const SAME_END: f64 = 0.001;
    let apart = |p, q| geometry::distance(p, q) >= SAME_END;
    apart(one.0, two.0)
        && apart(one.0, two.1)
        && apart(one.1, two.0)
        && apart(one.1, two.1)
        && geometry::segments_meet(one.0, one.1, two.0, two.1)
}

/// The same vertices in the same cyclic order, either way round.
fn same_ring(ring: &[u32], other: &[u32]) -> bool {
    let n = ring.len();
    if n != other.len() {
        return false;
    }
    let Some(start) = ring.iter().position(|&v| v == other[0]) else { return false };
    (0..n).all(|i| ring[(start + i) % n] == other[i]) || (0..n).all(|i| ring[(start + n - i) % n] == other[i])
}

fn renumbering(count: usize, lost: &[bool]) -> Vec<Option<u32>> {
    let mut next = 0;
    (0..count)
        .map(|i| {
            if lost.get(i).copied().unwrap_or(false) {
                return None;
            }
            next += 1;
            Some(next - 1)
        })
        .collect()
}

fn keep_unmarked<T>(list: &mut Vec<T>, lost: &[bool]) {
    let mut i = 0;
    list.retain(|_| {
        i += 1;
        !lost.get(i - 1).copied().unwrap_or(false)
    });
}

/// Moves element `i` to `new_id[i]`.
fn permute<T>(list: &mut Vec<T>, new_id: &[u32]) {
    let mut slots: Vec<Option<T>> = (0..list.len()).map(|_| None).collect();
    for (i, item) in list.drain(..).enumerate() {
        slots[new_id[i] as usize] = Some(item);
    }
    list.extend(slots.into_iter().flatten());
}

//! Steps: from which element one may go to which other, and in which directions. Reads a [`Graph`].
//!
//! Each step carries two sets of directions. `directions` is everything true of the step; `listed` is where the
//! step is found when one asks for the steps in a direction. They differ in one case: a vertex that is joined by an
//! edge *and* lies across a cell is a diagonal neighbour too, but is only listed as an orthogonal one.

use crate::direction::Direction;
use crate::geometry::{self, flat, unit};
use crate::graph::{Graph, Pivot};
use crate::num::{self, PI};
use crate::spec::{Point, SiteType};

/// A set of directions, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DirectionSet(pub u64);

impl DirectionSet {
    pub const fn of(directions: &[Direction]) -> DirectionSet {
        let mut bits = 0;
        let mut i = 0;
        while i < directions.len() {
            bits |= 1 << directions[i] as u64;
            i += 1;
        }
        DirectionSet(bits)
    }

    pub fn contains(self, direction: Direction) -> bool {
        self.0 >> direction.index() & 1 == 1
    }

    pub fn insert(&mut self, direction: Direction) {
        self.0 |= 1 << direction.index();
    }

    pub fn union(self, other: DirectionSet) -> DirectionSet {
        DirectionSet(self.0 | other.0)
    }

    /// In the order of [`Direction::LIST`].
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let i = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            Some(Direction::LIST[i])
        })
    }
}

const NEIGHBOUR: DirectionSet =
    DirectionSet::of(&[Direction::Orthogonal, Direction::Adjacent, Direction::All]);
const TOUCHING_DIAGONAL: DirectionSet =
    DirectionSet::of(&[Direction::Diagonal, Direction::Adjacent, Direction::All]);
const TOUCHING_OFF_DIAGONAL: DirectionSet =
    DirectionSet::of(&[Direction::OffDiagonal, Direction::Adjacent, Direction::All]);
const FAR_DIAGONAL: DirectionSet = DirectionSet::of(&[Direction::Diagonal, Direction::All]);

/// One step from an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub to_type: SiteType,
    pub to: u32,
    pub directions: DirectionSet,
    pub listed: DirectionSet,
}

/// All steps from every element of one kind, clockwise from north.
#[derive(Clone, Debug, Default)]
pub struct StepTable {
    offsets: Vec<u32>,
    steps: Vec<Step>,
}

impl StepTable {
    pub fn from(&self, site: usize) -> &[Step] {
        let i = site;
        match (self.offsets.get(i), self.offsets.get(i + 1)) {
            (Some(&from), Some(&to)) => &self.steps[from as usize..to as usize],
            _ => &[],
        }
    }
}

/// The steps of all three kinds, in the order of [`SiteType::ALL`].
pub fn steps(graph: &Graph) -> [StepTable; 3] {
    let unit_length = graph.average_edge_length();
    let mut is_pivot = vec![false; graph.vertices.len()];
    for vertex in &graph.vertices {
        let id = match vertex.pivot {
            None => continue,
            Some(Pivot::Vertex(id) | Pivot::Gone { id, .. }) => id,
        };
        if let Some(mark) = is_pivot.get_mut(id as usize) {
            *mark = true;
        }
    }
    let mut used = UsedFaces { stamp: vec![0; graph.faces.len()], now: 0 };
    SiteType::ALL.map(|kind| {
        let mut table = StepTable { offsets: vec![0], steps: Vec::new() };
        let mut list: Vec<Step> = Vec::new();
        for id in 0..graph.count(kind) as u32 {
            list.clear();
            match kind {
                SiteType::Vertex => from_vertex(graph, id, &mut list),
                SiteType::Edge => from_edge(graph, id, &mut used, &mut list),
                SiteType::Cell => from_face(graph, id, &mut used, &mut list),
            }
            let at = graph.place(kind, id);
            set_compass(graph, at, unit_length, &mut list);
            set_rotational(graph, kind, id, is_pivot.get(id as usize) == Some(&true), &mut list);
            for step in &mut list {
                step.directions = step.directions.union(step.listed);
            }
            sort_clockwise(graph, at, &mut list);
            table.steps.extend_from_slice(&list);
            table.offsets.push(table.steps.len() as u32);
        }
        table
    })
}

/// Adds a step, or adds to what is known of it.
fn push(list: &mut Vec<Step>, to_type: SiteType, to: u32, directions: DirectionSet) {
    match list.iter_mut().find(|s| s.to_type == to_type && s.to == to) {
        Some(known) => known.directions = known.directions.union(directions),
        None => list.push(Step { to_type, to, directions, listed: directions }),
    }
}

fn from_vertex(graph: &Graph, id: u32, list: &mut Vec<Step>) {
    let vertex = &graph.vertices[id as usize];
    for &e in &vertex.edges {
        push(list, SiteType::Vertex, graph.edges[e as usize].other(id), NEIGHBOUR);
    }
    for &f in &vertex.faces {
        let face = &graph.faces[f as usize];
        if face.vertices.len() < 4 {
            continue;
        }
        // Straight across is where the line comes nearest to the middle of the cell.
        let mut best: Option<(f64, u32)> = None;
        for &to in face.vertices.iter().filter(|&&to| to != id) {
            let off = geometry::distance_to_line(flat(face.at), flat(vertex.at), graph.flat_at(to));
            if best.is_none_or(|(least, _)| off < least) {
                best = Some((off, to));
            }
        }
        if let Some((_, to)) = best {
            push(list, SiteType::Vertex, to, FAR_DIAGONAL);
        }
    }
    for &e in &vertex.edges {
        push(list, SiteType::Edge, e, NEIGHBOUR);
    }
    for &f in &vertex.faces {
        push(list, SiteType::Cell, f, NEIGHBOUR);
    }
}

/// Faces already met from the present element.
struct UsedFaces {
    stamp: Vec<u32>,
    now: u32,
}

impl UsedFaces {
    fn start(&mut self) {
        self.now += 1;
    }

    fn is(&self, f: u32) -> bool {
        self.stamp[f as usize] == self.now
    }

    fn mark(&mut self, f: u32) {
        self.stamp[f as usize] = self.now;
    }
}

fn from_edge(graph: &Graph, id: u32, used: &mut UsedFaces, list: &mut Vec<Step>) {
    let edge = &graph.edges[id as usize];
    let ends = [edge.a, edge.b];
    for v in ends {
        for &other in graph.vertices[v as usize].edges.iter().filter(|&&o| o != id) {
            push(list, SiteType::Edge, other, NEIGHBOUR);
        }
    }
    for v in ends {
        push(list, SiteType::Vertex, v, NEIGHBOUR);
    }
    used.start();
    for f in edge.left.into_iter().chain(edge.right) {
        used.mark(f);
        push(list, SiteType::Cell, f, NEIGHBOUR);
    }
    for v in ends {
        for &f in &graph.vertices[v as usize].faces {
            if !used.is(f) {
                used.mark(f);
                push(list, SiteType::Cell, f, NEIGHBOUR);
            }
        }
    }
}

fn from_face(graph: &Graph, id: u32, used: &mut UsedFaces, list: &mut Vec<Step>) {
    let face = &graph.faces[id as usize];
    let here = flat(face.at);
    used.start();
    used.mark(id);
    for &e in &face.edges {
        if let Some(other) = graph.edges[e as usize].beyond(id) {
            used.mark(other);
            push(list, SiteType::Cell, other, NEIGHBOUR);
        }
    }
    // Across each corner, the cell that lies straightest beyond it.
    for &v in &face.vertices {
        let mut best: Option<(f64, u32)> = None;
        for &other in graph.vertices[v as usize].faces.iter().filter(|&&f| !used.is(f)) {
            let off =
                geometry::distance_to_line(graph.flat_at(v), here, flat(graph.faces[other as usize].at));
            if best.is_none_or(|(least, _)| off < least) {
                best = Some((off, other));
            }
        }
        if let Some((_, other)) = best {
            used.mark(other);
            push(list, SiteType::Cell, other, TOUCHING_DIAGONAL);
        }
    }
    // The other cells at the corners, as on triangles.
    for &v in &face.vertices {
        for &other in &graph.vertices[v as usize].faces {
            if !used.is(other) {
                used.mark(other);
                push(list, SiteType::Cell, other, TOUCHING_OFF_DIAGONAL);
            }
        }
    }
    // Cells beyond the edge that leaves a corner, in line with it, as on hexagons.
    for &v in &face.vertices {
        let vertex = &graph.vertices[v as usize];
        if vertex.edges.len() != 3 {
            continue;
        }
        let Some(&away) = vertex.edges.iter().find(|&e| !face.edges.contains(e)) else { continue };
        let beyond = graph.edges[away as usize].other(v);
        for &other in &graph.vertices[beyond as usize].faces {
            if used.is(other) {
                continue;
            }
            let there = flat(graph.faces[other as usize].at);
            let off = geometry::distance_to_line(graph.flat_at(v), here, there)
                + geometry::distance_to_line(graph.flat_at(beyond), here, there);
            if off / geometry::distance(here, there) > 0.1 {
                continue;
            }
            used.mark(other);
            push(list, SiteType::Cell, other, FAR_DIAGONAL);
        }
    }
    for &v in &face.vertices {
        push(list, SiteType::Vertex, v, NEIGHBOUR);
    }
    for &e in &face.edges {
        push(list, SiteType::Edge, e, NEIGHBOUR);
    }
}

/// Names each step by its heading: eight compass points where these are enough to tell the steps apart, sixteen
/// where they are not.
fn set_compass(graph: &Graph, at: Point, unit_length: f64, list: &mut [Step]) {
    let mut used = DirectionSet::default();
    let mut collision = false;
    for step in list.iter() {
        let direction = compass(at, graph.place(step.to_type, step.to), unit_length, false);
        if used.contains(direction) {
            collision = true;
            break;
        }
        used.insert(direction);
    }
    for step in list {
        let direction = compass(at, graph.place(step.to_type, step.to), unit_length, collision);
        step.listed.insert(direction);
        step.listed.insert(if direction.compass_index().is_some() {
            Direction::SameLayer
        } else if Direction::UPWARDS.contains(&direction) {
            Direction::Upward
        } else {
            Direction::Downward
        });
    }
}

fn compass(a: Point, b: Point, unit_length: f64, sixteen: bool) -> Direction {
    let rise = b[2] - a[2];
    let up = rise > 0.1 * unit_length;
    let down = rise < -0.1 * unit_length;
    if (up || down) && geometry::distance(flat(a), flat(b)) < 0.1 * unit_length {
        return if up { Direction::U } else { Direction::D };
    }
    let angle = num::positive_angle(num::atan2(b[1] - a[1], b[0] - a[0]));
    // Which eighth or sixteenth, counter-clockwise from east. The boundaries are compared one by one because a
    // heading that falls on one must fall on the same side everywhere.
    let parts = if sixteen { 16 } else { 8 };
    let off = 2.0 * PI / f64::from(2 * parts);
    let sector = (0..parts).find(|&k| angle < off + f64::from(2 * k) * PI / f64::from(parts)).unwrap_or(0);
    let clockwise_from_north = if sixteen { (16 + 4 - sector) % 16 } else { ((8 + 2 - sector) % 8) * 2 };
    if !up && !down {
        return Direction::COMPASS[clockwise_from_north as usize];
    }
    // Up and down there are only eight; what lies between them goes to the diagonal.
    let eighth = match clockwise_from_north {
        0 => 1,
        4 => 3,
        8 => 5,
        12 => 7,
        1..=3 => 2,
        5..=7 => 4,
        9..=11 => 6,
        _ => 8,
    };
    if up { Direction::UPWARDS[eighth] } else { Direction::DOWNWARDS[eighth] }
}

/// In, out, clockwise and counter-clockwise, for elements that turn about a pivot.
fn set_rotational(graph: &Graph, kind: SiteType, id: u32, is_pivot: bool, list: &mut [Step]) {
    if kind == SiteType::Vertex && is_pivot {
        for step in list {
            step.listed.insert(Direction::Out);
            step.listed.insert(Direction::Rotational);
        }
        return;
    }
    let pivot_of = |v: u32| graph.vertices[v as usize].pivot;
    let pivot = match kind {
        SiteType::Vertex => pivot_of(id),
        SiteType::Edge => {
            let edge = &graph.edges[id as usize];
            pivot_of(edge.a).or(pivot_of(edge.b))
        }
        SiteType::Cell => graph.faces[id as usize].vertices.iter().find_map(|&v| pivot_of(v)),
    };
    let middle = match pivot {
        None => return,
        Some(Pivot::Vertex(v)) => graph.at(v),
        Some(Pivot::Gone { at, .. }) => at,
    };
    let at = graph.place(kind, id);
    let inwards = unit([middle[0] - at[0], middle[1] - at[1], middle[2] - at[2]]);
    for step in list {
        if step.directions.contains(Direction::Diagonal) {
            continue;
        }
        let to = graph.place(step.to_type, step.to);
        let along = unit([to[0] - at[0], to[1] - at[1], to[2] - at[2]]);
        let dot = along[0] * inwards[0] + along[1] * inwards[1] + along[2] * inwards[2];
        let direction = if dot > 0.9 {
            Direction::In
        } else if dot < -0.9 {
            Direction::Out
        } else if graph.find_curved_edge(id, step.to).is_none() {
            continue;
        } else if geometry::side_of(flat(at), flat(middle), flat(to)) > 0 {
            Direction::CW
        } else {
            Direction::CCW
        };
        step.listed.insert(direction);
        step.listed.insert(Direction::Rotational);
    }
}

/// Clockwise from north, with a little slack so that due north comes first.
fn sort_clockwise(graph: &Graph, at: Point, list: &mut Vec<Step>) {
    let mut keyed: Vec<(f64, Step)> =
        list.iter().map(|s| (clockwise_key(at, graph.place(s.to_type, s.to)), *s)).collect();
    keyed.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(std::cmp::Ordering::Equal));
    list.clear();
    list.extend(keyed.into_iter().map(|(_, s)| s));
}

pub(crate) fn clockwise_key(from: Point, to: Point) -> f64 {
    let mut key = PI / 2.0 - geometry::heading(from, to) + 0.0001;
    while key < 0.0 {
        key += 2.0 * PI;
    }
    key
}

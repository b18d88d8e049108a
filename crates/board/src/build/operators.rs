//! Operators: graphs made from graphs.

use super::{Site, check_number, graph as build_graph, polygon};
use crate::error::BoardError;
use crate::geometry::{self, PointGrid, Polygon, flat};
use crate::graph::{Basis, Graph, Pivot};
use crate::num::single;
use crate::spec::*;

/// Builds an operator's parts and applies it.
pub fn apply(site: &Site, spec: &GraphSpec) -> Result<Graph, BoardError> {
    let build = |spec: &GraphSpec| build_graph(spec, site);
    let build_all = |specs: &[GraphSpec]| -> Result<Vec<Graph>, BoardError> {
        let mut graphs = Vec::with_capacity(specs.len().min(1000));
        let mut total = 0;
        for spec in specs {
            let graph = build(spec)?;
            total += graph.vertices.len();
            if total > 2 * site.limits.max_sites {
                let limit = site.limits.max_sites;
                return Err(BoardError::TooBig { what: "vertices", count: total as u64, limit });
            }
            graphs.push(graph);
        }
        Ok(graphs)
    };
    match spec {
        GraphSpec::Add { graph, vertices, edges, curved_edges, cells, connect } => {
            let base = graph.as_deref().map(build).transpose()?.unwrap_or_default();
            add(site, base, vertices, edges.as_ref(), curved_edges, cells.as_ref(), *connect)
        }
        GraphSpec::Remove { graph, cells, edges, vertices, trim_edges } => remove(
            build(graph)?,
            cells.as_ref(),
            edges.as_ref(),
            vertices.as_ref(),
            trim_edges.unwrap_or(true),
        ),
        GraphSpec::RemovePoly { graph, poly, .. } => {
            let (mut graph, polygon) = (build(graph)?, polygon(site, poly)?);
            for v in (0..graph.vertices.len() as u32).rev() {
                if polygon.contains(graph.flat_at(v)) {
                    graph.remove_vertex(v);
                }
            }
            Ok(graph)
        }
        GraphSpec::Clip { graph, poly } => {
            let graph = build(graph)?;
            Ok(match outline(site, poly)? {
                Some(polygon) => part(&graph, |p| !polygon.contains(p)),
                None => graph,
            })
        }
        GraphSpec::Keep { graph, poly } => keep(site, build(graph)?, poly),
        GraphSpec::Hole { graph, poly } => {
            let mut graph = build(graph)?;
            if let Some(polygon) = outline(site, poly)? {
                for f in (0..graph.faces.len() as u32).rev() {
                    // Removing one cell may take others with it.
                    if graph.faces.get(f as usize).is_some_and(|face| polygon.contains(flat(face.at))) {
                        graph.remove_face(f, true);
                    }
                }
            }
            Ok(graph)
        }
        GraphSpec::Merge { graphs, connect } => Ok(merge(build_all(graphs)?, *connect)),
        GraphSpec::Union { graphs, connect } => Ok(union(build_all(graphs)?, *connect)),
        GraphSpec::Intersect { graphs } => Ok(intersect(build_all(graphs)?)),
        GraphSpec::Complete { graph, each_cell } => complete(site, build(graph)?, *each_cell),
        GraphSpec::Dual { graph } => Ok(dual(build(graph)?)),
        GraphSpec::Subdivide { graph, min } => Ok(subdivide(site, build(graph)?, min.unwrap_or(1))),
        GraphSpec::SplitCrossings { graph } => split_crossings(site, build(graph)?),
        GraphSpec::MakeFaces { graph } => {
            let mut graph = build(graph)?;
            graph.make_faces(true);
            Ok(graph)
        }
        GraphSpec::Trim { graph } => {
            let mut graph = build(graph)?;
            graph.trim();
            Ok(graph)
        }
        GraphSpec::Rotate { degrees, graph } => {
            let mut graph = build(graph)?;
            graph.rotate(check_number("a rotation", single(*degrees))?);
            Ok(graph)
        }
        GraphSpec::Scale { x, y, z, graph } => {
            let mut graph = build(graph)?;
            let sx = check_number("a scale", single(*x))?;
            let sy = check_number("a scale", single(y.unwrap_or(*x)))?;
            let sz = check_number("a scale", single(z.unwrap_or(1.0)))?;
            graph.transform(|p| [p[0] * sx, p[1] * sy, p[2] * sz]);
            Ok(graph)
        }
        GraphSpec::Shift { x, y, z, graph } => {
            let mut graph = build(graph)?;
            let dx = check_number("a shift", single(*x))?;
            let dy = check_number("a shift", single(*y))?;
            let dz = check_number("a shift", single(z.unwrap_or(0.0)))?;
            graph.transform(|p| [p[0] + dx, p[1] + dy, p[2] + dz]);
            Ok(graph)
        }
        GraphSpec::Skew { amount, graph } => {
            let mut graph = build(graph)?;
            graph.skew(check_number("a skew", single(*amount))?);
            Ok(graph)
        }
        GraphSpec::Layers { layers, graph } => {
            let layers = site.positive("the number of layers", *layers)?;
            stack(site, build(graph)?, layers)
        }
        // Coordinates follow from places alone, so there is nothing to do again.
        GraphSpec::Recoordinate { graph, .. } => build(graph),
        GraphSpec::Renumber { types, graph } => {
            let mut graph = build(graph)?;
            for kind in SiteType::ALL {
                if types.is_empty() || types.contains(&kind) {
                    graph.reorder_kind(kind);
                }
            }
            Ok(graph)
        }
        GraphSpec::Square { .. }
        | GraphSpec::SquareCustom { .. }
        | GraphSpec::Rectangle { .. }
        | GraphSpec::Hex { .. }
        | GraphSpec::HexCustom { .. }
        | GraphSpec::Tri { .. }
        | GraphSpec::TriCustom { .. }
        | GraphSpec::Tiling { .. }
        | GraphSpec::TilingCustom { .. }
        | GraphSpec::Brick { .. }
        | GraphSpec::Celtic { .. }
        | GraphSpec::CelticCustom { .. }
        | GraphSpec::Quadhex { .. }
        | GraphSpec::Regular { .. }
        | GraphSpec::Repeat { .. }
        | GraphSpec::Spiral { .. }
        | GraphSpec::Wedge { .. }
        | GraphSpec::Concentric { .. }
        | GraphSpec::Custom { .. } => build(spec),
    }
}

/// A polygon to cut with, a little larger than written; `None` when it has no inside.
fn outline(site: &Site, poly: &Poly) -> Result<Option<Polygon>, BoardError> {
    let mut polygon = polygon(site, poly)?;
    if polygon.points.len() < 3 {
        return Ok(None);
    }
    polygon.inflate(0.1);
    Ok(Some(polygon))
}

pub fn keep(site: &Site, graph: Graph, poly: &Poly) -> Result<Graph, BoardError> {
    Ok(match outline(site, poly)? {
        Some(polygon) => {
            let basis = graph.basis;
            let mut kept = part(&graph, |p| polygon.contains(p));
            kept.basis = basis;
            kept
        }
        None => graph,
    })
}

/// The vertices that pass, and the straight edges between them, numbered as before; faces are found anew.
fn part(graph: &Graph, passes: impl Fn([f64; 2]) -> bool) -> Graph {
    let mut new_id: Vec<Option<i64>> = Vec::with_capacity(graph.vertices.len());
    let mut places: Vec<Point> = Vec::new();
    for vertex in &graph.vertices {
        new_id.push(passes(flat(vertex.at)).then(|| {
            places.push(vertex.at);
            places.len() as i64 - 1
        }));
    }
    let edges = graph.edges.iter().filter_map(|e| Some((new_id[e.a as usize]?, new_id[e.b as usize]?)));
    Graph::assembled(places.into_iter(), edges)
}

fn add(
    site: &Site,
    mut graph: Graph,
    vertices: &[Point],
    edges: Option<&EdgePicks>,
    curved: &[CurvedEdge],
    cells: Option<&CellPicks>,
    connect: bool,
) -> Result<Graph, BoardError> {
    let place = |p: &Point| -> Result<Point, BoardError> {
        for &x in p {
            check_number("a coordinate", x)?;
        }
        Ok(p.map(single))
    };
    let known = |graph: &Graph, index: i64| {
        graph.vertex_id(index).ok_or(BoardError::NoSuchElement {
            what: "vertex",
            index,
            count: graph.vertices.len(),
        })
    };
    site.short_list("vertices", vertices.len())?;
    site.short_list("edges", curved.len())?;
    match edges {
        Some(EdgePicks::Points(list)) => site.short_list("edges", list.len())?,
        Some(EdgePicks::Indices(list)) => site.short_list("edges", list.len())?,
        None => {}
    }
    match cells {
        Some(CellPicks::Points(list)) => {
            site.short_list("corners of cells", list.iter().map(Vec::len).sum())?
        }
        Some(CellPicks::VertexIndices(list)) => {
            site.short_list("corners of cells", list.iter().map(Vec::len).sum())?;
        }
        Some(CellPicks::Indices(_)) | None => {}
    }
    for edge in curved {
        let a = graph.find_or_add_vertex(place(&edge.a)?);
        let b = graph.find_or_add_vertex(place(&edge.b)?);
        graph.add_curved_edge(a, b, place(&edge.tangent_a)?, place(&edge.tangent_b)?);
    }
    let mut added: Vec<u32> = Vec::new();
    for vertex in vertices {
        let at = place(vertex)?;
        if graph.find_vertex(at).is_none() {
            added.push(graph.add_vertex(at));
        }
    }
    if let Some(EdgePicks::Points(pairs)) = edges {
        for [a, b] in pairs {
            let a = graph.find_or_add_vertex(place(a)?);
            let b = graph.find_or_add_vertex(place(b)?);
            graph.find_or_add_edge(a, b);
        }
    }
    if let Some(CellPicks::Points(rings)) = cells {
        for ring in rings {
            let mut ids = Vec::with_capacity(ring.len());
            for p in ring {
                ids.push(graph.find_or_add_vertex(place(p)?));
            }
            for (i, &v) in ids.iter().enumerate() {
                graph.find_or_add_edge(v, ids[(i + 1) % ids.len()]);
            }
            graph.find_or_add_face(&ids);
        }
    }
    if let Some(EdgePicks::Indices(pairs)) = edges {
        for &[a, b] in pairs {
            let (a, b) = (known(&graph, a)?, known(&graph, b)?);
            graph.find_or_add_edge(a, b);
        }
    }
    if let Some(CellPicks::VertexIndices(rings)) = cells {
        for ring in rings {
            let ids = ring.iter().map(|&v| known(&graph, v)).collect::<Result<Vec<_>, _>>()?;
            if ids.len() >= 3 {
                graph.find_or_add_face(&ids);
            }
        }
    }
    if connect {
        let threshold = 1.1 * graph.average_edge_length();
        for &v in &added {
            for w in 0..graph.vertices.len() as u32 {
                if v != w && geometry::distance(graph.flat_at(v), graph.flat_at(w)) < threshold {
                    graph.find_or_add_edge(v, w);
                }
            }
        }
    }
    graph.basis = Basis::None;
    Ok(graph)
}

fn remove(
    mut graph: Graph,
    cells: Option<&CellPicks>,
    edges: Option<&EdgePicks>,
    vertices: Option<&VertexPicks>,
    trim_edges: bool,
) -> Result<Graph, BoardError> {
    match cells {
        None | Some(CellPicks::VertexIndices(_)) => {}
        Some(CellPicks::Points(rings)) => {
            for ring in rings {
                let ids: Option<Vec<u32>> = ring.iter().map(|p| graph.find_vertex(p.map(single))).collect();
                if let Some(face) = ids.and_then(|ids| graph.find_face(&ids)) {
                    graph.remove_face(face, trim_edges);
                }
            }
        }
        Some(CellPicks::Indices(indices)) => {
            for index in from_the_top(indices, "cell", graph.faces.len())? {
                if (index as usize) < graph.faces.len() {
                    graph.remove_face(index, trim_edges);
                }
            }
        }
    }
    match edges {
        None => {}
        Some(EdgePicks::Points(pairs)) => {
            for [a, b] in pairs {
                if let (Some(a), Some(b)) =
                    (graph.find_vertex(a.map(single)), graph.find_vertex(b.map(single)))
                    && let Some(edge) = graph.find_edge(a, b)
                {
                    graph.remove_edge(edge);
                }
            }
        }
        Some(EdgePicks::Indices(pairs)) => {
            for &[a, b] in pairs {
                if let (Some(a), Some(b)) = (graph.vertex_id(a), graph.vertex_id(b))
                    && let Some(edge) = graph.find_edge(a, b)
                {
                    graph.remove_edge(edge);
                }
            }
        }
    }
    match vertices {
        None => {}
        Some(VertexPicks::Points(places)) => {
            for p in places {
                if let Some(v) = graph.find_vertex(p.map(single)) {
                    graph.remove_vertex(v);
                }
            }
        }
        Some(VertexPicks::Indices(indices)) => {
            for index in from_the_top(indices, "vertex", graph.vertices.len())? {
                if (index as usize) < graph.vertices.len() {
                    graph.remove_vertex(index);
                }
            }
        }
    }
    Ok(graph)
}

/// Numbers of elements to remove, highest first so that removing one leaves the others' numbers alone.
fn from_the_top(indices: &[i64], what: &'static str, count: usize) -> Result<Vec<u32>, BoardError> {
    let mut list = indices.to_vec();
    list.sort_unstable();
    if let Some(&index) = list.iter().find(|&&i| i < 0 || i >= count as i64) {
        return Err(BoardError::NoSuchElement { what, index, count });
    }
    Ok(list.into_iter().rev().map(|i| i as u32).collect())
}

/// Lays graphs over each other: vertices in one place become one, edges between the same vertices too.
fn merge(graphs: Vec<Graph>, connect: bool) -> Graph {
    // Vertices nearer than this (summed over the axes) merge.
    const SAME: f64 = 0.01;
    struct Source {
        at: Point,
        pivot_at: Option<Point>,
        survivor: Option<u32>,
    }
    let mut sources: Vec<Source> = Vec::new();
    let mut edges: Vec<(u32, u32, Option<Point>, Option<Point>)> = Vec::new();
    for graph in &graphs {
        let base = sources.len() as u32;
        for vertex in &graph.vertices {
            let pivot_at = vertex.pivot.map(|p| match p {
                Pivot::Vertex(v) => graph.at(v),
                Pivot::Gone { at, .. } => at,
            });
            sources.push(Source { at: vertex.at, pivot_at, survivor: None });
        }
        edges.extend(graph.edges.iter().map(|e| (e.a + base, e.b + base, e.tangent_a, e.tangent_b)));
    }
    // Each vertex in turn swallows the later ones near it.
    let mut grid = PointGrid::new(SAME);
    for (i, source) in sources.iter().enumerate() {
        grid.insert(i as u32, flat(source.at));
    }
    for i in 0..sources.len() {
        if sources[i].survivor.is_some() {
            continue;
        }
        let at = sources[i].at;
        let mut near: Vec<u32> = Vec::new();
        grid.near(flat(at), |j| near.push(j));
        for j in near {
            let other = &mut sources[j as usize];
            let apart =
                (at[0] - other.at[0]).abs() + (at[1] - other.at[1]).abs() + (at[2] - other.at[2]).abs();
            if j as usize > i && other.survivor.is_none() && apart < SAME {
                other.survivor = Some(i as u32);
            }
        }
    }
    let mut new_id: Vec<u32> = Vec::with_capacity(sources.len());
    let mut graph = Graph::new();
    for source in &sources {
        let id = match source.survivor {
            Some(survivor) => new_id[survivor as usize],
            None => graph.add_vertex(source.at),
        };
        new_id.push(id);
    }
    for (i, source) in sources.iter().enumerate() {
        if let (None, Some(at)) = (source.survivor, source.pivot_at) {
            let pivot = graph.find_flat(flat(at));
            graph.vertices[new_id[i] as usize].pivot = pivot.map(Pivot::Vertex);
        }
    }
    for (a, b, tangent_a, tangent_b) in edges {
        let (a, b) = (new_id[a as usize], new_id[b as usize]);
        if graph.find_edge(a, b).is_none() {
            let e = graph.add_edge(a, b) as usize;
            graph.edges[e].tangent_a = tangent_a;
            graph.edges[e].tangent_b = tangent_b;
        }
    }
    graph.assemble();
    if connect {
        graph.connect_near();
        graph.make_faces(true);
    }
    graph
}

/// Puts graphs side by side, numbered one after the other.
pub fn union(graphs: Vec<Graph>, connect: bool) -> Graph {
    let mut graphs = graphs.into_iter();
    let mut graph = graphs.next().unwrap_or_default();
    for other in graphs {
        graph.append(other);
    }
    if connect {
        graph.connect_near();
        graph.make_faces(true);
    }
    graph.basis = Basis::None;
    graph
}

/// The vertices and edges that lie in all graphs, as the first one numbers them.
fn intersect(graphs: Vec<Graph>) -> Graph {
    const SAME: f64 = 0.01;
    let mut graphs = graphs.into_iter();
    let Some(first) = graphs.next() else { return Graph::new() };
    let others: Vec<Graph> = graphs.collect();
    if others.is_empty() {
        return first;
    }
    let same = |p: Point, q: Point| (p[0] - q[0]).abs() + (p[1] - q[1]).abs() + (p[2] - q[2]).abs() < SAME;
    let grids: Vec<PointGrid> = others
        .iter()
        .map(|other| {
            let mut grid = PointGrid::new(SAME);
            for (v, vertex) in other.vertices.iter().enumerate() {
                grid.insert(v as u32, flat(vertex.at));
            }
            grid
        })
        .collect();
    // The vertices of another graph that are in the place of a vertex of the first.
    let twins = |g: usize, at: Point| {
        let mut found: Vec<u32> = Vec::new();
        grids[g].near(flat(at), |w| {
            if same(at, others[g].at(w)) {
                found.push(w);
            }
        });
        found
    };
    let mut new_id: Vec<Option<i64>> = Vec::with_capacity(first.vertices.len());
    let mut places: Vec<Point> = Vec::new();
    for vertex in &first.vertices {
        let everywhere = (0..others.len()).all(|g| !twins(g, vertex.at).is_empty());
        new_id.push(everywhere.then(|| {
            places.push(vertex.at);
            places.len() as i64 - 1
        }));
    }
    let edges = first.edges.iter().filter_map(|e| {
        let everywhere = (0..others.len()).all(|g| {
            let ends = twins(g, first.at(e.b));
            twins(g, first.at(e.a))
                .into_iter()
                .any(|a| ends.iter().any(|&b| others[g].find_edge(a, b).is_some()))
        });
        if everywhere { Some((new_id[e.a as usize]?, new_id[e.b as usize]?)) } else { None }
    });
    Graph::assembled(places.into_iter(), edges.collect::<Vec<_>>().into_iter())
}

fn complete(site: &Site, mut graph: Graph, each_cell: bool) -> Result<Graph, BoardError> {
    if each_cell {
        for f in 0..graph.faces.len() {
            let ring = graph.faces[f].vertices.clone();
            for (i, &a) in ring.iter().enumerate() {
                for &b in &ring[i + 1..] {
                    graph.find_or_add_edge(a, b);
                }
            }
        }
    } else {
        let n = graph.vertices.len() as u64;
        let count = n * n.saturating_sub(1) / 2;
        if count > site.limits.max_sites as u64 {
            return Err(BoardError::TooBig { what: "edges", count, limit: site.limits.max_sites });
        }
        graph.clear_edges();
        for a in 0..n as u32 {
            for b in a + 1..n as u32 {
                graph.add_edge(a, b);
            }
        }
        graph.make_faces(true);
    }
    graph.basis = Basis::None;
    Ok(graph)
}

/// Cells become vertices, joined across edges.
fn dual(source: Graph) -> Graph {
    if source.vertices.is_empty() || source.edges.is_empty() || source.faces.is_empty() {
        return source;
    }
    let mut graph = Graph::new();
    for face in &source.faces {
        graph.add_vertex(face.at);
    }
    for edge in &source.edges {
        if let (Some(left), Some(right)) = (edge.left, edge.right) {
            graph.add_edge(left, right);
        }
    }
    graph.make_faces(false);
    graph.basis = Basis::Other;
    graph.reorder();
    graph
}

/// A new vertex in the middle of every face with at least `min` sides, joined to its corners.
fn subdivide(site: &Site, mut graph: Graph, min: i64) -> Graph {
    if site.use_type == SiteType::Vertex {
        graph.make_faces(true);
    }
    for f in (0..graph.faces.len()).rev() {
        let ring = graph.faces[f].vertices.clone();
        if ring.len() as i64 >= min {
            let middle = graph.add_vertex(graph.faces[f].at);
            for v in ring {
                graph.find_or_add_edge(middle, v);
            }
        }
    }
    if site.on_cells() {
        graph.make_faces(true);
    } else {
        graph.clear_faces();
    }
    graph.basis = Basis::None;
    graph
}

/// A vertex wherever two edges cross, and wherever an edge runs through a vertex.
fn split_crossings(site: &Site, mut graph: Graph) -> Result<Graph, BoardError> {
    let pivot_of = |graph: &Graph, e: u32| {
        let edge = &graph.edges[e as usize];
        // The second end counts before the first.
        graph.vertices[edge.b as usize].pivot.or(graph.vertices[edge.a as usize].pivot)
    };
    // Edges keep a serial number as others come and go; `clean[i]` is the serial up to which edge `i` is known to
    // cross nothing, so that a split only costs looking at its new pieces.
    let mut serial: Vec<usize> = (0..graph.edges.len()).collect();
    let mut clean: Vec<usize> = serial.clone();
    let mut next_serial = serial.len();
    // Boxes round the edges: most pairs are nowhere near each other.
    let box_of = |graph: &Graph, a: u32, b: u32| {
        let (p, q) = (graph.flat_at(a), graph.flat_at(b));
        [p[0].min(q[0]), p[1].min(q[1]), p[0].max(q[0]), p[1].max(q[1])]
    };
    let mut boxes: Vec<[f64; 4]> = graph.edges.iter().map(|e| box_of(&graph, e.a, e.b)).collect();
    let mut ea = 0;
    while ea < graph.edges.len() {
        let ends = |graph: &Graph, e: usize| (graph.edges[e].a, graph.edges[e].b);
        let (a0, a1) = ends(&graph, ea);
        let from = serial.partition_point(|&s| s <= clean[ea]);
        let own = boxes[ea];
        let crossing = (from..graph.edges.len()).find_map(|eb| {
            let other = &boxes[eb];
            if other[0] > own[2] || other[2] < own[0] || other[1] > own[3] || other[3] < own[1] {
                return None;
            }
            let (b0, b1) = ends(&graph, eb);
            let at = |v: u32| graph.flat_at(v);
            geometry::crossing_point(at(a0), at(a1), at(b0), at(b1)).map(|x| (eb, b0, b1, x))
        });
        let Some((eb, b0, b1, x)) = crossing else {
            clean[ea] = next_serial;
            ea += 1;
            continue;
        };
        if graph.vertices.len() >= site.limits.max_sites || graph.edges.len() >= 4 * site.limits.max_sites {
            let (count, limit) = (graph.vertices.len() as u64 + 1, site.limits.max_sites);
            return Err(BoardError::TooBig { what: "vertices", count, limit });
        }
        // The new vertex turns about whatever the edges looked at so far turn about.
        let pivot = pivot_of(&graph, ea as u32).or_else(|| {
            (ea + 1..=eb).find_map(|e| {
                let (b0, b1) = ends(&graph, e);
                graph.vertices[b0 as usize].pivot.or(graph.vertices[b1 as usize].pivot)
            })
        });
        let middle = graph.add_flat(x);
        graph.vertices[middle as usize].pivot = pivot;
        for e in [eb, ea] {
            graph.remove_edge(e as u32);
            serial.remove(e);
            clean.remove(e);
            boxes.remove(e);
        }
        for (from, to) in [(a0, middle), (middle, a1), (b0, middle), (middle, b1)] {
            if graph.find_edge(from, to).is_none() {
                graph.add_edge(from, to);
                boxes.push(box_of(&graph, from, to));
                serial.push(next_serial);
                clean.push(next_serial);
                next_serial += 1;
            }
        }
        // A shorter piece may cross an edge that the whole only grazed, so earlier edges look at the pieces too.
        ea = 0;
    }
    // Vertices from left to right, to look only at those above or below an edge.
    let mut by_x: Vec<(f64, u32)> = (0..graph.vertices.len() as u32).map(|v| (graph.at(v)[0], v)).collect();
    by_x.sort_by(|p, q| p.0.total_cmp(&q.0));
    let mut ea = 0u32;
    while (ea as usize) < graph.edges.len() {
        let pivot = pivot_of(&graph, ea);
        let (a, b) = (graph.edges[ea as usize].a, graph.edges[ea as usize].b);
        const NEAR: f64 = 0.01;
        let own = box_of(&graph, a, b);
        let from = by_x.partition_point(|&(x, _)| x < own[0] - NEAR);
        let mut touched: Vec<u32> = by_x[from..]
            .iter()
            .take_while(|&&(x, _)| x <= own[2] + NEAR)
            .map(|&(_, v)| v)
            .filter(|&v| v != a && v != b && geometry::touches_inside(graph.at(v), graph.at(a), graph.at(b)))
            .collect();
        touched.sort_unstable();
        let mut split = false;
        for v in touched {
            if pivot.is_some() {
                graph.vertices[v as usize].pivot = pivot;
            }
            // When one edge touches several vertices the reference removes the edge in this place each time; the
            // boards that people know were made that way.
            if (ea as usize) < graph.edges.len() {
                graph.remove_edge(ea);
            }
            graph.find_or_add_edge(a, v);
            graph.find_or_add_edge(v, b);
            split = true;
        }
        if !split {
            ea += 1;
        }
    }
    graph.make_faces(true);
    graph.basis = Basis::None;
    Ok(graph)
}

/// Copies of a graph one above the other, joined upwards.
fn stack(site: &Site, graph: Graph, layers: i64) -> Result<Graph, BoardError> {
    let count = (graph.vertices.len() as u64).saturating_mul(layers as u64);
    if count > site.limits.max_sites as u64 {
        return Err(BoardError::TooBig { what: "vertices", count, limit: site.limits.max_sites });
    }
    let per_layer = graph.vertices.len() as u32;
    let mut tower = graph.clone();
    for layer in 1..layers {
        let base = tower.vertices.len() as u32;
        for vertex in &graph.vertices {
            let v = tower.add_vertex([vertex.at[0], vertex.at[1], vertex.at[2] + layer as f64]);
            tower.vertices[v as usize].pivot = vertex.pivot.map(|p| match p {
                Pivot::Vertex(p) => Pivot::Vertex(p + base),
                gone @ Pivot::Gone { .. } => gone,
            });
        }
        for edge in &graph.edges {
            let e = tower.add_edge(edge.a + base, edge.b + base) as usize;
            tower.edges[e].tangent_a = edge.tangent_a;
            tower.edges[e].tangent_b = edge.tangent_b;
        }
        for v in 0..per_layer {
            tower.add_edge(base - per_layer + v, base + v);
        }
        for face in &graph.faces {
            let ring: Vec<u32> = face.vertices.iter().map(|v| v + base).collect();
            tower.find_or_add_face(&ring);
        }
    }
    tower.reorder();
    Ok(tower)
}

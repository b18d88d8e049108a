//! Graphs made from other graphs.

use crate::concept::Rule::{Hides, HidesAll};
use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::SITE_TYPE;
use crate::graphs::reading::*;
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_board::{CellPicks, CurvedEdge, EdgePicks, GraphSpec, Point, VertexPicks};

pub static ADD_GRAPH: Ludeme = Ludeme {
    id: "add [graph]",
    head: "add",
    gives: Ty::Graph,
    doc: "A graph with vertices, edges or cells added.",
    example: "(add (square 4) vertices:{{1 2}})",
    english: "{graph:graph|a board}[ with added points at {vertices:points}][ with added lines {edges:lines}][ with added lines between points {edgesByIndex:lines}][ with added curved lines {edgesCurved:lines}][ with added cells {cells:lines}][ with added cells between points {cellsByIndex:lines}]{connect?, joined to their neighbours}",
    params: &[
        opt("graph", Ty::Graph, "the graph; an empty one, if left out"),
        opt_named("vertices", Ty::Float, "where new vertices are").array(2),
        opt_named("edges", Ty::Float, "new edges, by the positions of their ends").array(3).or(1),
        opt_named("edgesByIndex", Ty::Dim, "new edges, by the numbers of their ends")
            .label("edges")
            .array(2)
            .or(1),
        opt_named(
            "edgesCurved",
            Ty::Float,
            "new curved edges: the two ends, then the directions in which the curve leaves them",
        )
        .array(3),
        opt_named("cells", Ty::Float, "new cells, by the positions of their corners").array(3).or(2),
        opt_named("cellsByIndex", Ty::Dim, "new cells, by the numbers of their corners")
            .label("cells")
            .array(2)
            .or(2),
        opt_named(
            "connect",
            Ty::BoolLit,
            "True to join the new vertices to their neighbours; False if left out",
        ),
    ],
    concepts: &[Hides(&["vertices", "edges", "edgesByIndex", "edgesCurved", "cells", "cellsByIndex"])],
    meaning: Meaning::Graph(add),
    ..BASE
};

pub static CLIP: Ludeme = Ludeme {
    id: "clip",
    head: "clip",
    gives: Ty::Graph,
    doc: "A graph with everything within a polygon taken away.",
    example: "(clip (square 4) (poly {{1 1} {1 3} {4 0}}))",
    english: "the part of {graph:graph} inside {poly:graph}",
    params: &[req("graph", Ty::Graph, "the graph"), req("poly", Ty::Poly, "the polygon to cut with")],
    concepts: &[HidesAll],
    meaning: Meaning::Graph(with_poly),
    ..BASE
};

pub static COMPLETE: Ludeme = Ludeme {
    id: "complete",
    head: "complete",
    gives: Ty::Graph,
    doc: "A graph with every vertex joined to every other.",
    example: "(complete (hex 1))",
    english: "{graph:graph} with a line between every two points{eachCell? of each cell}",
    params: &[
        req("graph", Ty::Graph, "the graph"),
        opt_named("eachCell", Ty::BoolLit, "True to join only the corners of each cell; False if left out"),
    ],
    concepts: &[HidesAll],
    meaning: Meaning::Graph(complete),
    ..BASE
};

pub static DUAL: Ludeme = Ludeme {
    id: "dual",
    head: "dual",
    gives: Ty::Graph,
    doc: "A graph turned inside out: every cell becomes a vertex, joined to those of the cells beside it.",
    example: "(dual (square 5))",
    english: "the dual of {graph:graph}",
    params: &[req("graph", Ty::Graph, "the graph")],
    concepts: &[HidesAll],
    meaning: Meaning::Graph(of_one),
    ..BASE
};

pub static HOLE: Ludeme = Ludeme {
    id: "hole",
    head: "hole",
    gives: Ty::Graph,
    doc: "A graph without the cells whose middle lies within a polygon, and without what they leave \
        hanging.",
    example: "(hole (square 8) (poly {{2.5 2.5} {2.5 5.5} {4.5 5.5} {4.5 4.5} {5.5 4.5} {5.5 2.5}}))",
    english: "{graph:graph} with a hole cut out ({poly:graph})",
    params: &[req("graph", Ty::Graph, "the graph"), req("poly", Ty::Poly, "the polygon to cut with")],
    concepts: &[HidesAll],
    meaning: Meaning::Graph(with_poly),
    ..BASE
};

pub static INTERSECT: Ludeme = Ludeme {
    id: "intersect",
    head: "intersect",
    gives: Ty::Graph,
    doc: "What two graphs have in common.",
    example: "(intersect (square 4) (rectangle 2 5))",
    english: "the common part of {graphA:graph} and {graphB:graph}",
    params: &[req("graphA", Ty::Graph, "the first graph"), req("graphB", Ty::Graph, "the second graph")],
    concepts: &[HidesAll],
    meaning: Meaning::Graph(of_many),
    ..BASE
};

pub static INTERSECT_2: Ludeme = Ludeme {
    id: "intersect#2",
    head: "intersect",
    gives: Ty::Graph,
    doc: "What several graphs have in common.",
    example: "(intersect {(square 4) (rectangle 2 5) (square 3)})",
    english: "the common part of {graphs:graph}",
    params: &[req("graphs", Ty::Graph, "the graphs").array(1)],
    concepts: &[HidesAll],
    meaning: Meaning::Graph(of_many),
    ..BASE
};

pub static KEEP: Ludeme = Ludeme {
    id: "keep",
    head: "keep",
    gives: Ty::Graph,
    doc: "A graph without everything outside a polygon.",
    example: "(keep (square 4) (poly {{1 1} {1 3} {4 0}}))",
    english: "the part of {graph:graph} inside {poly:graph}",
    params: &[req("graph", Ty::Graph, "the graph"), req("poly", Ty::Poly, "the polygon to cut with")],
    concepts: &[HidesAll],
    meaning: Meaning::Graph(with_poly),
    ..BASE
};

pub static LAYERS: Ludeme = Ludeme {
    id: "layers",
    head: "layers",
    gives: Ty::Graph,
    doc: "Copies of a graph stacked on top of each other.",
    example: "(layers 3 (square 3))",
    english: "{layers} layers of {graph:graph}",
    params: &[req("layers", Ty::Dim, "how many"), req("graph", Ty::Graph, "the graph")],
    concepts: &[Hides(&["layers"])],
    meaning: Meaning::Graph(layers),
    ..BASE
};

pub static MAKE_FACES: Ludeme = Ludeme {
    id: "makeFaces",
    head: "makeFaces",
    gives: Ty::Graph,
    doc: "A graph whose cells are worked out anew from its edges.",
    example: "(makeFaces (square 4))",
    english: "{graph:graph} with a cell in every gap",
    params: &[req("graph", Ty::Graph, "the graph")],
    concepts: &[HidesAll],
    meaning: Meaning::Graph(of_one),
    ..BASE
};

pub static MERGE: Ludeme = Ludeme {
    id: "merge",
    head: "merge",
    gives: Ty::Graph,
    doc: "Two graphs laid over each other: vertices in the same place become one.",
    example: "(merge (square 4) (shift 3 0 (square 4)))",
    english: "{graphA:graph}, merged with {graphB:graph}{connect?, joined where they touch}",
    params: &[
        req("graphA", Ty::Graph, "the first graph"),
        req("graphB", Ty::Graph, "the second graph"),
        opt_named("connect", Ty::BoolLit, "True to join the parts by new edges; False if left out"),
    ],
    concepts: &[HidesAll],
    meaning: Meaning::Graph(of_many),
    ..BASE
};

pub static MERGE_2: Ludeme = Ludeme {
    id: "merge#2",
    head: "merge",
    gives: Ty::Graph,
    doc: "Several graphs laid over each other: vertices in the same place become one.",
    example: "(merge {(square 4) (shift 3 0 (square 4)) (shift 6 0 (square 4))})",
    english: "{graphs:graph}, merged into one{connect?, joined where they touch}",
    params: &[
        req("graphs", Ty::Graph, "the graphs").array(1),
        opt_named("connect", Ty::BoolLit, "True to join the parts by new edges; False if left out"),
    ],
    concepts: &[HidesAll],
    meaning: Meaning::Graph(of_many),
    ..BASE
};

pub static RECOORDINATE: Ludeme = Ludeme {
    id: "recoordinate",
    head: "recoordinate",
    gives: Ty::Graph,
    doc: "A graph whose coordinates are given anew, by where its parts lie.",
    example: "(recoordinate (merge (rectangle 2 5) (square 5)))",
    english: "{graph:graph}[ with fresh coordinates for {siteTypeA:sitetypes}][ and {siteTypeB:sitetypes}][ and {siteTypeC:sitetypes}]",
    params: &[
        opt("siteTypeA", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; all of them, if none is named"),
        opt("siteTypeB", Ty::Enum(&SITE_TYPE), "a second type"),
        opt("siteTypeC", Ty::Enum(&SITE_TYPE), "a third type"),
        req("graph", Ty::Graph, "the graph"),
    ],
    concepts: &[Hides(&["siteTypeA", "siteTypeB", "siteTypeC"])],
    meaning: Meaning::Graph(renamed),
    ..BASE
};

pub static REMOVE_GRAPH: Ludeme = Ludeme {
    id: "remove [graph]",
    head: "remove",
    gives: Ty::Graph,
    doc: "A graph without some of its cells, edges or vertices.",
    example: "(remove (square 4) cells:{0 3 12 15})",
    english: "{graph:graph} without[ the cells {cells:lines}][ the cells {cellsByIndex:numbers}][ the lines {edges:lines}][ the lines between points {edgesByIndex:lines}][ the points at {vertices:points}][ the points {verticesByIndex:numbers}]{trimEdges? and what hangs loose! (loose lines stay)}",
    params: &[
        req("graph", Ty::Graph, "the graph"),
        opt_named("cells", Ty::FloatLit, "cells, by the positions of their corners").array(3).or(1),
        opt_named("cellsByIndex", Ty::Dim, "cells, by number").label("cells").array(1).or(1),
        opt_named("edges", Ty::FloatLit, "edges, by the positions of their ends").array(3).or(2),
        opt_named("edgesByIndex", Ty::Dim, "edges, by the numbers of their ends")
            .label("edges")
            .array(2)
            .or(2),
        opt_named("vertices", Ty::FloatLit, "vertices, by position").array(2).or(3),
        opt_named("verticesByIndex", Ty::Dim, "vertices, by number").label("vertices").array(1).or(3),
        opt_named(
            "trimEdges",
            Ty::BoolLit,
            "True to take away edges that belong to no cell any more; True if left out",
        ),
    ],
    concepts: &[HidesAll],
    meaning: Meaning::Graph(remove),
    ..BASE
};

pub static REMOVE_GRAPH_2: Ludeme = Ludeme {
    id: "remove [graph]#2",
    head: "remove",
    gives: Ty::Graph,
    doc: "A graph without everything within a polygon.",
    example: "(remove (square 8) (poly {{2 2} {2 4} {4 4} {4 2}}))",
    english: "{graph:graph} without {poly:graph}{trimEdges? and what hangs loose! (loose lines stay)}",
    params: &[
        req("graph", Ty::Graph, "the graph"),
        req("poly", Ty::Poly, "the polygon to cut with"),
        opt_named(
            "trimEdges",
            Ty::BoolLit,
            "True to take away edges that belong to no cell any more; True if left out",
        ),
    ],
    concepts: &[HidesAll],
    meaning: Meaning::Graph(remove),
    ..BASE
};

pub static RENUMBER: Ludeme = Ludeme {
    id: "renumber",
    head: "renumber",
    gives: Ty::Graph,
    doc: "A graph whose parts are numbered anew, from the bottom left to the top right.",
    example: "(renumber (merge (rectangle 2 5) (square 5)))",
    english: "{graph:graph}[ with {siteTypeA:sitetypes}][ and {siteTypeB:sitetypes}][ and {siteTypeC:sitetypes}] numbered afresh",
    params: &[
        opt("siteTypeA", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; all of them, if none is named"),
        opt("siteTypeB", Ty::Enum(&SITE_TYPE), "a second type"),
        opt("siteTypeC", Ty::Enum(&SITE_TYPE), "a third type"),
        req("graph", Ty::Graph, "the graph"),
    ],
    concepts: &[Hides(&["siteTypeA", "siteTypeB", "siteTypeC"])],
    meaning: Meaning::Graph(renamed),
    ..BASE
};

pub static ROTATE: Ludeme = Ludeme {
    id: "rotate",
    head: "rotate",
    gives: Ty::Graph,
    doc: "A graph turned about its middle.",
    example: "(rotate 45 (square 5))",
    english: "{graph:graph} turned by {degrees} degrees",
    params: &[
        req("degrees", Ty::Float, "by how many degrees, anticlockwise"),
        req("graph", Ty::Graph, "the graph"),
    ],
    concepts: &[Hides(&["degrees"])],
    meaning: Meaning::Graph(rotate),
    ..BASE
};

pub static SCALE: Ludeme = Ludeme {
    id: "scale",
    head: "scale",
    gives: Ty::Graph,
    doc: "A graph made larger or smaller.",
    example: "(scale 2 (square 5))",
    english: "{graph:graph} scaled by {scaleX}[ and {scaleY}][ and {scaleZ}]",
    params: &[
        req("scaleX", Ty::Float, "how many times as wide"),
        opt("scaleY", Ty::Float, "how many times as tall; the same, if left out"),
        opt("scaleZ", Ty::Float, "how many times as high; 1, if left out"),
        req("graph", Ty::Graph, "the graph"),
    ],
    concepts: &[Hides(&["scaleX", "scaleY", "scaleZ"])],
    meaning: Meaning::Graph(scale),
    ..BASE
};

pub static SHIFT: Ludeme = Ludeme {
    id: "shift",
    head: "shift",
    gives: Ty::Graph,
    doc: "A graph moved.",
    example: "(shift 0 10 (square 5))",
    english: "{graph:graph} (shifted by {dx} across and {dy} up[ and {dz} in height])",
    params: &[
        req("dx", Ty::Float, "how far to the right"),
        req("dy", Ty::Float, "how far up"),
        opt("dz", Ty::Float, "how far towards the viewer; 0, if left out"),
        req("graph", Ty::Graph, "the graph"),
    ],
    concepts: &[Hides(&["dx", "dy", "dz"])],
    meaning: Meaning::Graph(shift),
    ..BASE
};

pub static SKEW: Ludeme = Ludeme {
    id: "skew",
    head: "skew",
    gives: Ty::Graph,
    doc: "A graph pushed sideways, as italic letters are.",
    example: "(skew 0.5 (square 5))",
    english: "{graph:graph} skewed by {amount}",
    params: &[
        req("amount", Ty::FloatLit, "how far, for each unit of height"),
        req("graph", Ty::Graph, "the graph"),
    ],
    concepts: &[Hides(&["amount"])],
    meaning: Meaning::Graph(skew),
    ..BASE
};

pub static SPLIT_CROSSINGS: Ludeme = Ludeme {
    id: "splitCrossings",
    head: "splitCrossings",
    gives: Ty::Graph,
    doc: "A graph with a vertex wherever two edges cross.",
    example: "(splitCrossings (merge (rectangle 2 5) (square 5)))",
    english: "{graph:graph} with a point wherever lines cross",
    params: &[req("graph", Ty::Graph, "the graph")],
    concepts: &[HidesAll],
    meaning: Meaning::Graph(of_one),
    ..BASE
};

pub static SUBDIVIDE: Ludeme = Ludeme {
    id: "subdivide",
    head: "subdivide",
    gives: Ty::Graph,
    doc: "A graph whose cells are divided by lines from their middle to their corners.",
    example: "(subdivide (tiling T3464 2) min:6)",
    english: "{graph:graph} with every cell[ of at least {min} sides] divided from its middle",
    params: &[
        req("graph", Ty::Graph, "the graph"),
        opt_named("min", Ty::Dim, "the fewest sides a cell must have to be divided; 1, if left out"),
    ],
    concepts: &[HidesAll],
    meaning: Meaning::Graph(subdivide),
    ..BASE
};

pub static TRIM: Ludeme = Ludeme {
    id: "trim",
    head: "trim",
    gives: Ty::Graph,
    doc: "A graph without edges that lead nowhere.",
    example: "(trim (dual (square 8)))",
    english: "{graph:graph} without loose ends",
    params: &[req("graph", Ty::Graph, "the graph")],
    concepts: &[HidesAll],
    meaning: Meaning::Graph(of_one),
    ..BASE
};

pub static UNION_GRAPH: Ludeme = Ludeme {
    id: "union [graph]",
    head: "union",
    gives: Ty::Graph,
    doc: "Two graphs side by side, nothing shared.",
    example: "(union (square 5) (shift 6 0 (square 3)))",
    english: "{graphA:graph} beside {graphB:graph}{connect?, joined where they touch}",
    params: &[
        req("graphA", Ty::Graph, "the first graph"),
        req("graphB", Ty::Graph, "the second graph"),
        opt_named("connect", Ty::BoolLit, "True to join the parts by new edges; False if left out"),
    ],
    concepts: &[HidesAll],
    meaning: Meaning::Graph(of_many),
    ..BASE
};

pub static UNION_GRAPH_2: Ludeme = Ludeme {
    id: "union [graph]#2",
    head: "union",
    gives: Ty::Graph,
    doc: "Several graphs side by side, nothing shared.",
    example: "(union {(square 5) (shift 6 0 (square 3)) (shift 10 0 (square 2))})",
    english: "{graphs:graph}, side by side{connect?, joined where they touch}",
    params: &[
        req("graphs", Ty::Graph, "the graphs").array(1),
        opt_named("connect", Ty::BoolLit, "True to join the parts by new edges; False if left out"),
    ],
    concepts: &[HidesAll],
    meaning: Meaning::Graph(of_many),
    ..BASE
};

/// The graph that an operator works on.
fn inner<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Box<GraphSpec>> {
    Ok(Box::new(cx.need_graph(a, "graph")?))
}

fn of_one<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    let graph = inner(a, cx)?;
    Ok(match a.entry().head {
        "dual" => GraphSpec::Dual { graph },
        "makeFaces" => GraphSpec::MakeFaces { graph },
        "splitCrossings" => GraphSpec::SplitCrossings { graph },
        _ => GraphSpec::Trim { graph },
    })
}

fn with_poly<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    let graph = inner(a, cx)?;
    let poly = poly(cx, a, "poly")?;
    Ok(match a.entry().head {
        "clip" => GraphSpec::Clip { graph, poly },
        "hole" => GraphSpec::Hole { graph, poly },
        _ => GraphSpec::Keep { graph, poly },
    })
}

fn of_many<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    let graphs = if a.takes("graphs") {
        cx.graphs(a, "graphs")?
    } else {
        vec![cx.need_graph(a, "graphA")?, cx.need_graph(a, "graphB")?]
    };
    let connect = a.takes("connect") && a.flag("connect").unwrap_or(false);
    Ok(match a.entry().head {
        "merge" => GraphSpec::Merge { graphs, connect },
        "union" => GraphSpec::Union { graphs, connect },
        _ => GraphSpec::Intersect { graphs },
    })
}

fn complete<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    Ok(GraphSpec::Complete { graph: inner(a, cx)?, each_cell: a.flag("eachCell").unwrap_or(false) })
}

fn layers<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    Ok(GraphSpec::Layers { layers: cx.need_dim(a, "layers")?, graph: inner(a, cx)? })
}

fn renamed<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    let (types, graph) = (site_types(a), inner(a, cx)?);
    Ok(match a.entry().head {
        "renumber" => GraphSpec::Renumber { types, graph },
        _ => GraphSpec::Recoordinate { types, graph },
    })
}

fn rotate<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    let degrees = given(cx, a, "degrees")?.unwrap_or(0.0);
    Ok(GraphSpec::Rotate { degrees, graph: inner(a, cx)? })
}

fn scale<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    let x = given(cx, a, "scaleX")?.unwrap_or(1.0);
    let (y, z) = (given(cx, a, "scaleY")?, given(cx, a, "scaleZ")?);
    Ok(GraphSpec::Scale { x, y, z, graph: inner(a, cx)? })
}

fn shift<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    let (x, y) = (given(cx, a, "dx")?.unwrap_or(0.0), given(cx, a, "dy")?.unwrap_or(0.0));
    let z = given(cx, a, "dz")?;
    Ok(GraphSpec::Shift { x, y, z, graph: inner(a, cx)? })
}

fn skew<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    let amount = given(cx, a, "amount")?.unwrap_or(0.0);
    Ok(GraphSpec::Skew { amount, graph: inner(a, cx)? })
}

fn subdivide<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    Ok(GraphSpec::Subdivide { graph: inner(a, cx)?, min: cx.dim(a, "min")? })
}

/// `{{x y} {x y}}`: an edge by its ends.
fn edge_points<'a>(cx: &mut Lower<'a>, a: Args<'a>, name: &str) -> Done<Vec<[Point; 2]>> {
    let mut all = Vec::new();
    for arg in a.each(name) {
        match items(arg) {
            [from, to] => all.push([point(cx, a, from)?, point(cx, a, to)?]),
            _ => return a.wrong("an edge has two ends"),
        }
    }
    Ok(all)
}

fn index_pairs<'a>(cx: &mut Lower<'a>, a: Args<'a>, name: &str) -> Done<Vec<[i64; 2]>> {
    let mut all = Vec::new();
    for arg in a.each(name) {
        match items(arg) {
            [from, to] => all.push([whole(cx, a, from)?, whole(cx, a, to)?]),
            _ => return a.wrong("an edge joins two vertices"),
        }
    }
    Ok(all)
}

fn cell_points<'a>(cx: &mut Lower<'a>, a: Args<'a>, name: &str) -> Done<Vec<Vec<Point>>> {
    a.each(name).into_iter().map(|arg| points(cx, a, items(arg))).collect()
}

fn edge_picks<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<Option<EdgePicks>> {
    Ok(if a.has("edges") {
        Some(EdgePicks::Points(edge_points(cx, a, "edges")?))
    } else if a.has("edgesByIndex") {
        Some(EdgePicks::Indices(index_pairs(cx, a, "edgesByIndex")?))
    } else {
        None
    })
}

fn add<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    let graph = cx.graph(a, "graph")?.map(Box::new);
    let mut vertices = Vec::new();
    for arg in a.each("vertices") {
        vertices.push(point(cx, a, arg)?);
    }
    let edges = edge_picks(cx, a)?;
    let mut curved_edges = Vec::new();
    for arg in a.each("edgesCurved") {
        match items(arg) {
            [from, to, leaving, arriving] => curved_edges.push(CurvedEdge {
                a: point(cx, a, from)?,
                b: point(cx, a, to)?,
                tangent_a: point(cx, a, leaving)?,
                tangent_b: point(cx, a, arriving)?,
            }),
            _ => return a.wrong("a curved edge has two ends and a tangent at each"),
        }
    }
    let cells = if a.has("cells") {
        Some(CellPicks::Points(cell_points(cx, a, "cells")?))
    } else if a.has("cellsByIndex") {
        let mut all = Vec::new();
        for arg in a.each("cellsByIndex") {
            let mut cell = Vec::new();
            for v in items(arg) {
                cell.push(whole(cx, a, v)?);
            }
            all.push(cell);
        }
        Some(CellPicks::VertexIndices(all))
    } else {
        None
    };
    Ok(GraphSpec::Add {
        graph,
        vertices,
        edges,
        curved_edges,
        cells,
        connect: a.flag("connect").unwrap_or(false),
    })
}

fn remove<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<GraphSpec> {
    let graph = inner(a, cx)?;
    let trim_edges = a.flag("trimEdges");
    if a.takes("poly") {
        return Ok(GraphSpec::RemovePoly { graph, poly: poly(cx, a, "poly")?, trim_edges });
    }
    let cells = if a.has("cells") {
        Some(CellPicks::Points(cell_points(cx, a, "cells")?))
    } else if a.has("cellsByIndex") {
        Some(CellPicks::Indices(cx.dims(a, "cellsByIndex")?))
    } else {
        None
    };
    let vertices = if a.has("vertices") {
        let mut all = Vec::new();
        for arg in a.each("vertices") {
            all.push(point(cx, a, arg)?);
        }
        Some(VertexPicks::Points(all))
    } else if a.has("verticesByIndex") {
        Some(VertexPicks::Indices(cx.dims(a, "verticesByIndex")?))
    } else {
        None
    };
    let edges = edge_picks(cx, a)?;
    Ok(GraphSpec::Remove { graph, cells, edges, vertices, trim_edges })
}

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &ADD_GRAPH,
    &CLIP,
    &COMPLETE,
    &DUAL,
    &HOLE,
    &INTERSECT,
    &INTERSECT_2,
    &KEEP,
    &LAYERS,
    &MAKE_FACES,
    &MERGE,
    &MERGE_2,
    &RECOORDINATE,
    &REMOVE_GRAPH,
    &REMOVE_GRAPH_2,
    &RENUMBER,
    &ROTATE,
    &SCALE,
    &SHIFT,
    &SKEW,
    &SPLIT_CROSSINGS,
    &SUBDIVIDE,
    &TRIM,
    &UNION_GRAPH,
    &UNION_GRAPH_2,
];

//! Graphs made from other graphs.

use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::SITE_TYPE;
use crate::ty::Ty;

pub static ADD_GRAPH: Ludeme = Ludeme {
    id: "add [graph]",
    head: "add",
    gives: Ty::Graph,
    doc: "",
    example: "(add)",
    params: &[
        opt("graph", Ty::Graph, "the graph"),
        opt_named("vertices", Ty::Float, "").array(2),
        opt_named("edges", Ty::Float, "").array(3).or(1),
        opt_named("edgesByIndex", Ty::Dim, "").label("edges").array(2).or(1),
        opt_named("edgesCurved", Ty::Float, "").array(3),
        opt_named("cells", Ty::Float, "").array(3).or(2),
        opt_named("cellsByIndex", Ty::Dim, "").label("cells").array(2).or(2),
        opt_named("connect", Ty::BoolLit, "True to join the parts by new edges; False if left out"),
    ],
    ..BASE
};

pub static CLIP: Ludeme = Ludeme {
    id: "clip",
    head: "clip",
    gives: Ty::Graph,
    doc: "",
    example: "(clip (square 5) (poly {{0 0} {0 4} {4 4} {4 0}}))",
    params: &[req("graph", Ty::Graph, "the graph"), req("poly", Ty::Poly, "the polygon to cut with")],
    ..BASE
};

pub static COMPLETE: Ludeme = Ludeme {
    id: "complete",
    head: "complete",
    gives: Ty::Graph,
    doc: "",
    example: "(complete (square 5))",
    params: &[req("graph", Ty::Graph, "the graph"), opt_named("eachCell", Ty::BoolLit, "")],
    ..BASE
};

pub static DUAL: Ludeme = Ludeme {
    id: "dual",
    head: "dual",
    gives: Ty::Graph,
    doc: "",
    example: "(dual (square 5))",
    params: &[req("graph", Ty::Graph, "the graph")],
    ..BASE
};

pub static HOLE: Ludeme = Ludeme {
    id: "hole",
    head: "hole",
    gives: Ty::Graph,
    doc: "",
    example: "(hole (square 5) (poly {{0 0} {0 4} {4 4} {4 0}}))",
    params: &[req("graph", Ty::Graph, "the graph"), req("poly", Ty::Poly, "the polygon to cut with")],
    ..BASE
};

pub static INTERSECT: Ludeme = Ludeme {
    id: "intersect",
    head: "intersect",
    gives: Ty::Graph,
    doc: "",
    example: "(intersect (square 5) (square 5))",
    params: &[req("graphA", Ty::Graph, "the first graph"), req("graphB", Ty::Graph, "the second graph")],
    ..BASE
};

pub static INTERSECT_2: Ludeme = Ludeme {
    id: "intersect#2",
    head: "intersect",
    gives: Ty::Graph,
    doc: "",
    example: "(intersect {(square 5)})",
    params: &[req("graphs", Ty::Graph, "the graphs").array(1)],
    ..BASE
};

pub static KEEP: Ludeme = Ludeme {
    id: "keep",
    head: "keep",
    gives: Ty::Graph,
    doc: "",
    example: "(keep (square 5) (poly {{0 0} {0 4} {4 4} {4 0}}))",
    params: &[req("graph", Ty::Graph, "the graph"), req("poly", Ty::Poly, "the polygon to cut with")],
    ..BASE
};

pub static LAYERS: Ludeme = Ludeme {
    id: "layers",
    head: "layers",
    gives: Ty::Graph,
    doc: "",
    example: "(layers 5 (square 5))",
    params: &[req("layers", Ty::Dim, ""), req("graph", Ty::Graph, "the graph")],
    ..BASE
};

pub static MAKE_FACES: Ludeme = Ludeme {
    id: "makeFaces",
    head: "makeFaces",
    gives: Ty::Graph,
    doc: "",
    example: "(makeFaces (square 5))",
    params: &[req("graph", Ty::Graph, "the graph")],
    ..BASE
};

pub static MERGE: Ludeme = Ludeme {
    id: "merge",
    head: "merge",
    gives: Ty::Graph,
    doc: "",
    example: "(merge (square 5) (square 5))",
    params: &[
        req("graphA", Ty::Graph, "the first graph"),
        req("graphB", Ty::Graph, "the second graph"),
        opt_named("connect", Ty::BoolLit, "True to join the parts by new edges; False if left out"),
    ],
    ..BASE
};

pub static MERGE_2: Ludeme = Ludeme {
    id: "merge#2",
    head: "merge",
    gives: Ty::Graph,
    doc: "",
    example: "(merge {(square 5)})",
    params: &[
        req("graphs", Ty::Graph, "the graphs").array(1),
        opt_named("connect", Ty::BoolLit, "True to join the parts by new edges; False if left out"),
    ],
    ..BASE
};

pub static RECOORDINATE: Ludeme = Ludeme {
    id: "recoordinate",
    head: "recoordinate",
    gives: Ty::Graph,
    doc: "",
    example: "(recoordinate (square 5))",
    params: &[
        opt("siteTypeA", Ty::Enum(&SITE_TYPE), ""),
        opt("siteTypeB", Ty::Enum(&SITE_TYPE), ""),
        opt("siteTypeC", Ty::Enum(&SITE_TYPE), ""),
        req("graph", Ty::Graph, "the graph"),
    ],
    ..BASE
};

pub static REMOVE_GRAPH: Ludeme = Ludeme {
    id: "remove [graph]",
    head: "remove",
    gives: Ty::Graph,
    doc: "",
    example: "(remove (square 5))",
    params: &[
        req("graph", Ty::Graph, "the graph"),
        opt_named("cells", Ty::FloatLit, "").array(3).or(1),
        opt_named("cellsByIndex", Ty::Dim, "").label("cells").array(1).or(1),
        opt_named("edges", Ty::FloatLit, "").array(3).or(2),
        opt_named("edgesByIndex", Ty::Dim, "").label("edges").array(2).or(2),
        opt_named("vertices", Ty::FloatLit, "").array(2).or(3),
        opt_named("verticesByIndex", Ty::Dim, "").label("vertices").array(1).or(3),
        opt_named("trimEdges", Ty::BoolLit, ""),
    ],
    ..BASE
};

pub static REMOVE_GRAPH_2: Ludeme = Ludeme {
    id: "remove [graph]#2",
    head: "remove",
    gives: Ty::Graph,
    doc: "",
    example: "(remove (square 5) (poly {{0 0} {0 4} {4 4} {4 0}}))",
    params: &[
        req("graph", Ty::Graph, "the graph"),
        req("poly", Ty::Poly, "the polygon to cut with"),
        opt_named("trimEdges", Ty::BoolLit, ""),
    ],
    ..BASE
};

pub static RENUMBER: Ludeme = Ludeme {
    id: "renumber",
    head: "renumber",
    gives: Ty::Graph,
    doc: "",
    example: "(renumber (square 5))",
    params: &[
        opt("siteTypeA", Ty::Enum(&SITE_TYPE), ""),
        opt("siteTypeB", Ty::Enum(&SITE_TYPE), ""),
        opt("siteTypeC", Ty::Enum(&SITE_TYPE), ""),
        req("graph", Ty::Graph, "the graph"),
    ],
    ..BASE
};

pub static ROTATE: Ludeme = Ludeme {
    id: "rotate",
    head: "rotate",
    gives: Ty::Graph,
    doc: "",
    example: "(rotate 0.5 (square 5))",
    params: &[req("degrees", Ty::Float, ""), req("graph", Ty::Graph, "the graph")],
    ..BASE
};

pub static SCALE: Ludeme = Ludeme {
    id: "scale",
    head: "scale",
    gives: Ty::Graph,
    doc: "",
    example: "(scale 0.5 (square 5))",
    params: &[
        req("scaleX", Ty::Float, ""),
        opt("scaleY", Ty::Float, ""),
        opt("scaleZ", Ty::Float, ""),
        req("graph", Ty::Graph, "the graph"),
    ],
    ..BASE
};

pub static SHIFT: Ludeme = Ludeme {
    id: "shift",
    head: "shift",
    gives: Ty::Graph,
    doc: "",
    example: "(shift 0.5 0.5 (square 5))",
    params: &[
        req("dx", Ty::Float, ""),
        req("dy", Ty::Float, ""),
        opt("dz", Ty::Float, ""),
        req("graph", Ty::Graph, "the graph"),
    ],
    ..BASE
};

pub static SKEW: Ludeme = Ludeme {
    id: "skew",
    head: "skew",
    gives: Ty::Graph,
    doc: "",
    example: "(skew 0.5 (square 5))",
    params: &[req("amount", Ty::FloatLit, ""), req("graph", Ty::Graph, "the graph")],
    ..BASE
};

pub static SPLIT_CROSSINGS: Ludeme = Ludeme {
    id: "splitCrossings",
    head: "splitCrossings",
    gives: Ty::Graph,
    doc: "",
    example: "(splitCrossings (square 5))",
    params: &[req("graph", Ty::Graph, "the graph")],
    ..BASE
};

pub static SUBDIVIDE: Ludeme = Ludeme {
    id: "subdivide",
    head: "subdivide",
    gives: Ty::Graph,
    doc: "",
    example: "(subdivide (square 5))",
    params: &[req("graph", Ty::Graph, "the graph"), opt_named("min", Ty::Dim, "")],
    ..BASE
};

pub static TRIM: Ludeme = Ludeme {
    id: "trim",
    head: "trim",
    gives: Ty::Graph,
    doc: "",
    example: "(trim (square 5))",
    params: &[req("graph", Ty::Graph, "the graph")],
    ..BASE
};

pub static UNION_GRAPH: Ludeme = Ludeme {
    id: "union [graph]",
    head: "union",
    gives: Ty::Graph,
    doc: "",
    example: "(union (square 5) (square 5))",
    params: &[
        req("graphA", Ty::Graph, "the first graph"),
        req("graphB", Ty::Graph, "the second graph"),
        opt_named("connect", Ty::BoolLit, "True to join the parts by new edges; False if left out"),
    ],
    ..BASE
};

pub static UNION_GRAPH_2: Ludeme = Ludeme {
    id: "union [graph]#2",
    head: "union",
    gives: Ty::Graph,
    doc: "",
    example: "(union {(square 5)})",
    params: &[
        req("graphs", Ty::Graph, "the graphs").array(1),
        opt_named("connect", Ty::BoolLit, "True to join the parts by new edges; False if left out"),
    ],
    ..BASE
};

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

//! What a board is made of, as plain data: the shapes, tilings and operators that a description may name,
//! with every size already a number. This module knows no text and builds nothing; `build` turns a
//! description into a [`Graph`](crate::Graph), and refuses there what makes no sense.
//!
//! Names follow the language (`square`, `merge`, `wedge` …) so that a reader can go from one to the other.
//! An omitted argument is `None` or an empty list; defaults are decided by the builder, in one place.

/// The three kinds of graph element that a game may be played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SiteType {
    Vertex,
    Edge,
    Cell,
}

impl SiteType {
    /// All kinds, vertices first: the order in which elements are recorded.
    pub const ALL: [SiteType; 3] = [SiteType::Vertex, SiteType::Edge, SiteType::Cell];

    /// The name in the language.
    pub fn name(self) -> &'static str {
        match self {
            SiteType::Vertex => "Vertex",
            SiteType::Edge => "Edge",
            SiteType::Cell => "Cell",
        }
    }
}

/// A place in the plane, or above it: x, y, z.
pub type Point = [f64; 3];

/// A polygon in the plane, used to cut, keep, fill or repeat. `rotations` copies are made around the origin
/// when a polygon is repeated (`rotns:`).
#[derive(Clone, Debug, PartialEq)]
pub struct Poly {
    pub points: Vec<[f64; 2]>,
    pub rotations: Option<i64>,
}

/// A custom outline of a tiling: a polygon in tiling coordinates, or a walk given by its side lengths.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    Poly(Poly),
    Sides(Vec<i64>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareShape {
    NoShape,
    Square,
    Rectangle,
    Diamond,
    Limping,
}

/// Shapes cut from the hexagonal and from the triangular tiling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HexTriShape {
    NoShape,
    Square,
    Rectangle,
    Diamond,
    Triangle,
    Hexagon,
    Star,
    Limping,
    Prism,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrickShape {
    Square,
    Rectangle,
    Diamond,
    Prism,
    Spiral,
    Limping,
}

/// How diagonals are drawn on a square tiling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagonals {
    /// Diagonals are not steps at all: cells that touch at a corner are unrelated.
    Implied,
    /// A real edge on every diagonal, crossing without meeting.
    Solid,
    /// A real edge on every diagonal, with a vertex where two cross.
    SolidNoSplit,
    /// Diagonals on every other square, meeting in stars.
    Alternating,
    /// Diagonals that run round the centre.
    Concentric,
    /// Diagonals that leave the centre like spokes.
    Radiating,
}

/// The semi-regular tilings, named by the polygons that meet at a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types)]
pub enum Tiling {
    T31212,
    T3464,
    T488,
    T33434,
    T33336,
    T33344,
    T3636,
    T4612,
    T333333_33434,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConcentricShape {
    Square,
    Triangle,
    Hexagon,
    Target,
}

/// What rings a concentric board is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum ConcentricRings {
    Shape(ConcentricShape),
    /// Rings of a regular polygon with this many sides.
    Sides(i64),
    /// Circles, with this many cells in each ring from the centre out.
    Cells(Vec<i64>),
}

/// Elements named by where they are, or by number.
#[derive(Clone, Debug, PartialEq)]
pub enum EdgePicks {
    Points(Vec<[Point; 2]>),
    Indices(Vec<[i64; 2]>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum CellPicks {
    /// Each cell by the places of its vertices, in order round it.
    Points(Vec<Vec<Point>>),
    /// When adding: each cell by the numbers of its vertices.
    VertexIndices(Vec<Vec<i64>>),
    /// When removing: cells by number.
    Indices(Vec<i64>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum VertexPicks {
    Points(Vec<Point>),
    Indices(Vec<i64>),
}

/// An edge drawn as a curve: two ends, and the tangent at each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvedEdge {
    pub a: Point,
    pub b: Point,
    pub tangent_a: Point,
    pub tangent_b: Point,
}

/// A graph to build.
#[derive(Clone, Debug, PartialEq)]
pub enum GraphSpec {
    // -- bases: pieces of a tiling ------------------------------------------------------------------------
    /// `(square [Shape] n [diagonals:…] [pyramidal:…])`
    Square {
        shape: Option<SquareShape>,
        dim: i64,
        diagonals: Option<Diagonals>,
        pyramidal: bool,
    },
    /// `(square poly|{sides} [diagonals:…])`
    SquareCustom {
        outline: Outline,
        diagonals: Option<Diagonals>,
    },
    /// `(rectangle rows [columns] [diagonals:…])`
    Rectangle {
        rows: i64,
        columns: Option<i64>,
        diagonals: Option<Diagonals>,
    },
    /// `(hex [Shape] a [b])`
    Hex {
        shape: Option<HexTriShape>,
        a: i64,
        b: Option<i64>,
    },
    HexCustom {
        outline: Outline,
    },
    /// `(tri [Shape] a [b])`
    Tri {
        shape: Option<HexTriShape>,
        a: i64,
        b: Option<i64>,
    },
    TriCustom {
        outline: Outline,
    },
    /// `(tiling T… a [b])`
    Tiling {
        tiling: Tiling,
        a: i64,
        b: Option<i64>,
    },
    TilingCustom {
        tiling: Tiling,
        outline: Outline,
    },
    /// `(brick [Shape] a [b] [trim:…])`
    Brick {
        shape: Option<BrickShape>,
        a: i64,
        b: Option<i64>,
        trim: Option<bool>,
    },
    /// `(celtic rows [columns])`
    Celtic {
        rows: i64,
        columns: Option<i64>,
    },
    CelticCustom {
        outline: Outline,
    },
    /// `(quadhex layers [thirds:…])`
    Quadhex {
        layers: i64,
        thirds: Option<bool>,
    },

    // -- shapes that are no tiling ------------------------------------------------------------------------
    /// `(regular [Star] sides)`
    Regular {
        star: bool,
        sides: i64,
    },
    /// `(repeat rows columns step:{{…}} poly|{polys})`
    Repeat {
        rows: i64,
        columns: i64,
        step: Vec<[f64; 2]>,
        polys: Vec<Poly>,
    },
    /// `(spiral turns:… sites:… [clockwise:…])`
    Spiral {
        turns: i64,
        sites: i64,
        clockwise: Option<bool>,
    },
    /// `(wedge rows [columns])`
    Wedge {
        rows: i64,
        columns: Option<i64>,
    },
    /// `(concentric … [rings:] [steps:] [midpoints:] [joinMidpoints:] [joinCorners:] [stagger:])`
    Concentric {
        shape: ConcentricRings,
        rings: Option<i64>,
        steps: Option<i64>,
        midpoints: Option<bool>,
        join_midpoints: Option<bool>,
        join_corners: Option<bool>,
        stagger: Option<bool>,
    },
    /// `(graph vertices:… [edges:…])`. A vertex may have two or three coordinates; the third is then 0.
    Custom {
        vertices: Vec<Point>,
        edges: Vec<[i64; 2]>,
    },

    // -- operators ----------------------------------------------------------------------------------------
    Add {
        graph: Option<Box<GraphSpec>>,
        vertices: Vec<Point>,
        edges: Option<EdgePicks>,
        curved_edges: Vec<CurvedEdge>,
        cells: Option<CellPicks>,
        connect: bool,
    },
    Remove {
        graph: Box<GraphSpec>,
        cells: Option<CellPicks>,
        edges: Option<EdgePicks>,
        vertices: Option<VertexPicks>,
        trim_edges: Option<bool>,
    },
    /// `(remove graph poly [trimEdges:…])`
    RemovePoly {
        graph: Box<GraphSpec>,
        poly: Poly,
        trim_edges: Option<bool>,
    },
    Clip {
        graph: Box<GraphSpec>,
        poly: Poly,
    },
    Keep {
        graph: Box<GraphSpec>,
        poly: Poly,
    },
    Hole {
        graph: Box<GraphSpec>,
        poly: Poly,
    },
    Merge {
        graphs: Vec<GraphSpec>,
        connect: bool,
    },
    Union {
        graphs: Vec<GraphSpec>,
        connect: bool,
    },
    Intersect {
        graphs: Vec<GraphSpec>,
    },
    Complete {
        graph: Box<GraphSpec>,
        each_cell: bool,
    },
    Dual {
        graph: Box<GraphSpec>,
    },
    Subdivide {
        graph: Box<GraphSpec>,
        min: Option<i64>,
    },
    SplitCrossings {
        graph: Box<GraphSpec>,
    },
    MakeFaces {
        graph: Box<GraphSpec>,
    },
    Trim {
        graph: Box<GraphSpec>,
    },
    /// Degrees, counter-clockwise, about the middle of the graph.
    Rotate {
        degrees: f64,
        graph: Box<GraphSpec>,
    },
    Scale {
        x: f64,
        y: Option<f64>,
        z: Option<f64>,
        graph: Box<GraphSpec>,
    },
    Shift {
        x: f64,
        y: f64,
        z: Option<f64>,
        graph: Box<GraphSpec>,
    },
    Skew {
        amount: f64,
        graph: Box<GraphSpec>,
    },
    Layers {
        layers: i64,
        graph: Box<GraphSpec>,
    },
    /// An empty list means all three kinds.
    Recoordinate {
        types: Vec<SiteType>,
        graph: Box<GraphSpec>,
    },
    /// An empty list means all three kinds.
    Renumber {
        types: Vec<SiteType>,
        graph: Box<GraphSpec>,
    },
}

/// Where a mancala board keeps its stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stores {
    None,
    Outer,
    Inner,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardlessTiling {
    Square,
    Triangular,
    Hexagonal,
}

/// The container that a game calls its board.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardKind {
    /// `(board graph …)`
    Graph(GraphSpec),
    /// `(mancalaBoard rows columns [store:…] [numStores:…])`, played on vertices.
    Mancala { rows: i64, columns: i64, store: Option<Stores>, num_stores: Option<i64> },
    /// `(surakartaBoard graph [loops:…] [from:…])`, played on vertices; makes its own tracks.
    Surakarta { graph: GraphSpec, loops: Option<i64>, from: Option<i64> },
    /// `(boardless Tiling [dimension])`, played on cells.
    Boardless { tiling: BoardlessTiling, dimension: Option<i64> },
}

/// A whole board: the graph, what it is played on, and its tracks.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardSpec {
    pub kind: BoardKind,
    /// `use:`; `None` means cells, or vertices for mancala and surakarta boards.
    pub use_type: Option<SiteType>,
    pub tracks: Vec<TrackSpec>,
}

/// The way along a track, before it is laid on a board.
#[derive(Clone, Debug, PartialEq)]
pub enum TrackPath {
    /// `{0 1 2 …}`: the sites themselves.
    Sites(Vec<i64>),
    /// `"1,E,N,W"`: a start and the directions to run in, each as far as the board goes or for a number of
    /// steps, as written.
    Notation(String),
    /// `{…}` of steps, each a site, a direction or `Off`/`Repeat`/`End`.
    Steps(Vec<TrackStep>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrackStep {
    Site(i64),
    Direction(crate::direction::Direction),
    Off,
    End,
    Repeat,
}

/// `(track "Name" … [loop:…] [owner] [directed:…])`
#[derive(Clone, Debug, PartialEq)]
pub struct TrackSpec {
    pub name: String,
    pub path: TrackPath,
    pub looped: bool,
    pub owner: Option<i64>,
    pub directed: bool,
}

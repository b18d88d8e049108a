//! What is to be drawn, as plain data: the board's geometry, the containers beside it, the pieces on them and
//! the marks over them. A `View` knows no rules and no state; whoever has both fills it in, leaving out what the
//! viewer may not see. All places are in board coordinates (x to the right, y upwards, a square cell is about 1 wide).

use crate::style::Style;
pub use ludarium_board::SiteType;

/// A place on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site {
    pub kind: SiteType,
    pub index: usize,
}

impl Site {
    pub fn cell(index: usize) -> Self {
        Site { kind: SiteType::Cell, index }
    }

    pub fn vertex(index: usize) -> Self {
        Site { kind: SiteType::Vertex, index }
    }

    pub fn edge(index: usize) -> Self {
        Site { kind: SiteType::Edge, index }
    }
}

/// A point in the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pt {
    pub x: f64,
    pub y: f64,
}

impl Pt {
    pub const fn new(x: f64, y: f64) -> Self {
        Pt { x, y }
    }

    pub fn minus(self, other: Pt) -> Pt {
        Pt::new(self.x - other.x, self.y - other.y)
    }

    pub fn plus(self, other: Pt) -> Pt {
        Pt::new(self.x + other.x, self.y + other.y)
    }

    pub fn times(self, k: f64) -> Pt {
        Pt::new(self.x * k, self.y * k)
    }

    pub fn towards(self, other: Pt, share: f64) -> Pt {
        self.plus(other.minus(self).times(share))
    }

    pub fn length(self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    pub fn distance(self, other: Pt) -> f64 {
        self.minus(other).length()
    }
}

/// A vertex of the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vertex {
    pub at: Pt,
    /// Height above the table, for stacked and pyramidal boards; 0 on ordinary ones.
    pub layer: usize,
    /// The coordinate, such as `E4`.
    pub label: String,
}

/// An edge of the board, between two vertices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edge {
    pub a: usize,
    pub b: usize,
    /// Control points of a Bézier curve from `a` to `b`; a straight line where absent.
    pub curve: Option<[Pt; 2]>,
    pub label: String,
}

/// A cell of the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    pub centre: Pt,
    /// Its vertices, in order round it.
    pub corners: Vec<usize>,
    /// Its colour class, such as 0 and 1 on a chessboard.
    pub phase: usize,
    pub label: String,
}

/// The board as geometry.
#[derive(Clone, Debug, PartialEq)]
pub struct Geometry {
    pub vertices: Vec<Vertex>,
    pub edges: Vec<Edge>,
    pub cells: Vec<Cell>,
    /// The kind of site that the game is played on.
    pub played: SiteType,
}

impl Default for Geometry {
    fn default() -> Self {
        Geometry { vertices: Vec::new(), edges: Vec::new(), cells: Vec::new(), played: SiteType::Cell }
    }
}

impl Geometry {
    /// How many sites there are of a kind.
    pub fn count(&self, kind: SiteType) -> usize {
        match kind {
            SiteType::Vertex => self.vertices.len(),
            SiteType::Edge => self.edges.len(),
            SiteType::Cell => self.cells.len(),
        }
    }

    /// Where the middle of a site is; nothing where there is no such site.
    pub fn centre(&self, site: Site) -> Option<Pt> {
        match site.kind {
            SiteType::Vertex => self.vertices.get(site.index).map(|v| v.at),
            SiteType::Edge => {
                let edge = self.edges.get(site.index)?;
                let (a, b) = (self.vertices.get(edge.a)?.at, self.vertices.get(edge.b)?.at);
                Some(match edge.curve {
                    None => a.towards(b, 0.5),
                    Some([c, d]) => Pt::new(
                        (a.x + 3.0 * c.x + 3.0 * d.x + b.x) / 8.0,
                        (a.y + 3.0 * c.y + 3.0 * d.y + b.y) / 8.0,
                    ),
                })
            }
            SiteType::Cell => self.cells.get(site.index).map(|c| c.centre),
        }
    }

    /// The coordinate of a site; empty where it has none.
    pub fn label(&self, site: Site) -> &str {
        match site.kind {
            SiteType::Vertex => self.vertices.get(site.index).map_or("", |v| &v.label),
            SiteType::Edge => self.edges.get(site.index).map_or("", |e| &e.label),
            SiteType::Cell => self.cells.get(site.index).map_or("", |c| &c.label),
        }
    }

    /// The corners of a cell as points.
    pub fn outline(&self, cell: usize) -> Vec<Pt> {
        self.cells.get(cell).map_or(Vec::new(), |c| {
            c.corners.iter().filter_map(|&v| self.vertices.get(v)).map(|v| v.at).collect()
        })
    }
}

/// What a container beside the board is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContainerKind {
    /// A player's hand; 0 or a number beyond the players for a shared one.
    Hand {
        owner: u8,
    },
    Dice {
        owner: u8,
    },
    Deck {
        owner: u8,
    },
}

/// A row of sites beside the board. They are numbered on from the board's sites, and are cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Container {
    pub name: String,
    pub kind: ContainerKind,
    /// The number of its first site.
    pub first: usize,
    pub count: usize,
}

/// A piece where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceAt {
    pub kind: SiteType,
    pub site: usize,
    /// 0 at the bottom of a stack.
    pub level: usize,
    /// The piece's own name, such as `Pawn1`.
    pub name: String,
    /// The name of its kind, as written in the description, such as `Pawn`; it decides the picture. Where it is empty,
    /// the name without the owner's number takes its place.
    pub label: String,
    /// 0 nobody, 1.. the players, one more: everybody.
    pub owner: u8,
    pub state: i64,
    /// How many alike stand here; 1 for a single piece.
    pub count: i64,
    /// Steps of the board's own directions, turned into degrees by whoever fills this in; clockwise.
    pub rotation: f64,
    pub value: i64,
    /// Present, but the viewer may not see what it is.
    pub hidden: bool,
    /// All the cells it covers, if it covers more than one.
    pub footprint: Vec<usize>,
    /// What is printed on it, if that is not told by its name.
    pub face: Face,
}

impl PieceAt {
    /// The name of its kind.
    pub fn kind_name(&self) -> &str {
        if !self.label.is_empty() {
            return &self.label;
        }
        if self.owner == 0 {
            return self
                .name
                .strip_suffix('0')
                .filter(|n| n.ends_with(char::is_alphabetic))
                .unwrap_or(&self.name);
        }
        let suffix = self.owner.to_string();
        self.name.strip_suffix(suffix.as_str()).filter(|n| !n.is_empty()).unwrap_or(&self.name)
    }
}

impl Default for PieceAt {
    /// One piece without owner or picture, on cell 0.
    fn default() -> Self {
        PieceAt {
            kind: SiteType::Cell,
            site: 0,
            level: 0,
            name: String::new(),
            label: String::new(),
            owner: 0,
            state: 0,
            count: 1,
            rotation: 0.0,
            value: 0,
            hidden: false,
            footprint: Vec::new(),
            face: Face::Plain,
        }
    }
}

/// What is printed on a piece that carries data rather than a shape.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Face {
    #[default]
    Plain,
    /// A die that shows a number.
    Die { value: i64, sides: i64 },
    /// A playing card.
    Card { rank: i64, suit: Suit },
    /// A domino of two halves.
    Domino { first: i64, second: i64 },
    /// A tile whose sides are joined by paths: `(from side, to side, colour)`.
    Paths { sides: usize, paths: Vec<(usize, usize, usize)> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

/// A clue printed on a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    pub sites: Vec<Site>,
    pub value: Option<i64>,
}

/// A way along the board that pieces follow.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    pub name: String,
    pub owner: u8,
    pub sites: Vec<usize>,
    pub looped: bool,
}

/// A place or a step to point out.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A site that may be chosen.
    Choice(Site),
    /// A site that is selected.
    Selected(Site),
    /// The last move.
    LastMove { from: Option<Site>, to: Site },
    /// Something to warn about, such as a king in check.
    Warning(Site),
}

/// Everything that a picture shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    pub title: String,
    pub players: u8,
    pub board: Geometry,
    pub containers: Vec<Container>,
    pub pieces: Vec<PieceAt>,
    pub style: Style,
    /// Sides or places that belong to a player, such as the goals of a connection game.
    pub goals: Vec<(u8, Vec<Site>)>,
    pub hints: Vec<Hint>,
    /// Jumps from site to site that the board itself makes: snakes, ladders, chutes.
    pub links: Vec<(Site, Site)>,
    pub tracks: Vec<Track>,
    pub marks: Vec<Mark>,
    /// Where each player looks, in degrees clockwise from upwards; by player number, 0 is nobody.
    pub facing: Vec<f64>,
    /// Do the rules turn pieces, so that the way they point means something?
    pub pieces_point: bool,
}

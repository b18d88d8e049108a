//! How a board is to look: facts read from a game's `(graphics …)` metadata, and nothing about how they are drawn.
//! Everything is optional; what is not said is decided by taste in the drawing modules.

use crate::view::{Site, SiteType};

/// A colour with red, green, blue and opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Colour {
    pub r: u8,
    pub g: u8,
    pub b: u8,
    pub a: u8,
}

impl Colour {
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Colour { r, g, b, a: 255 }
    }

    pub const fn hex(rgb: u32) -> Self {
        Colour::rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
    }

    pub const fn with_alpha(self, a: u8) -> Self {
        Colour { a, ..self }
    }

    /// How bright it looks, from 0 to 1.
    pub fn brightness(self) -> f64 {
        (0.299 * f64::from(self.r) + 0.587 * f64::from(self.g) + 0.114 * f64::from(self.b)) / 255.0
    }

    /// The way from this colour to another, 0 to 1.
    pub fn mix(self, other: Colour, share: f64) -> Colour {
        let blend = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
        Colour {
            r: blend(self.r, other.r),
            g: blend(self.g, other.g),
            b: blend(self.b, other.b),
            a: blend(self.a, other.a),
        }
    }

    /// `#rrggbb`; opacity is written apart, where SVG wants it.
    pub fn css(self) -> String {
        let (r, g, b) = (self.r, self.g, self.b);
        if r % 17 == 0 && g % 17 == 0 && b % 17 == 0 {
            format!("#{:x}{:x}{:x}", r / 17, g / 17, b / 17)
        } else {
            format!("#{r:02x}{g:02x}{b:02x}")
        }
    }
}

/// The kind of picture a board wants to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardStyle {
    /// Decided by what is played on: cells, points or lines.
    #[default]
    Plain,
    Backgammon,
    Boardless,
    Chess,
    Connect4,
    ConnectiveGoal,
    Futoshiki,
    Go,
    Graph,
    Hashi,
    HoundsAndJackals,
    Isometric,
    Janggi,
    Kakuro,
    Lasca,
    Mancala,
    PenAndPaper,
    Puzzle,
    Shibumi,
    Shogi,
    SnakesAndLadders,
    Spiral,
    Sudoku,
    Surakarta,
    Table,
    Tafl,
    UltimateTicTacToe,
    Xiangqi,
}

impl BoardStyle {
    /// The style of that name in the language (any case); nothing for unknown names. `Board`, `Hand`, `Deck` and
    /// `Dice` are names of containers in the language and mean the plain style here.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "board" | "hand" | "deck" | "dice" => BoardStyle::Plain,
            "backgammon" => BoardStyle::Backgammon,
            "boardless" => BoardStyle::Boardless,
            "chess" => BoardStyle::Chess,
            "connect4" => BoardStyle::Connect4,
            "connectivegoal" => BoardStyle::ConnectiveGoal,
            "futoshiki" => BoardStyle::Futoshiki,
            "go" => BoardStyle::Go,
            "graph" => BoardStyle::Graph,
            "hashi" => BoardStyle::Hashi,
            "houndsandjackals" => BoardStyle::HoundsAndJackals,
            "isometric" => BoardStyle::Isometric,
            "janggi" => BoardStyle::Janggi,
            "kakuro" => BoardStyle::Kakuro,
            "lasca" => BoardStyle::Lasca,
            "mancala" => BoardStyle::Mancala,
            "penandpaper" => BoardStyle::PenAndPaper,
            "puzzle" => BoardStyle::Puzzle,
            "shibumi" => BoardStyle::Shibumi,
            "shogi" => BoardStyle::Shogi,
            "snakesandladders" => BoardStyle::SnakesAndLadders,
            "spiral" => BoardStyle::Spiral,
            "sudoku" => BoardStyle::Sudoku,
            "surakarta" => BoardStyle::Surakarta,
            "table" => BoardStyle::Table,
            "tafl" => BoardStyle::Tafl,
            "ultimatetictactoe" => BoardStyle::UltimateTicTacToe,
            "xiangqi" => BoardStyle::Xiangqi,
            _ => return None,
        })
    }
}

/// Colours of the parts of a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardColours {
    pub inner_edges: Option<Colour>,
    pub outer_edges: Option<Colour>,
    pub inner_vertices: Option<Colour>,
    pub outer_vertices: Option<Colour>,
    pub symbols: Option<Colour>,
    pub phases: [Option<Colour>; 6],
}

/// Widths of the parts of a board; 1 is the ordinary width, 0 leaves the part out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardWidths {
    pub inner_edges: Option<f64>,
    pub outer_edges: Option<f64>,
    pub inner_vertices: Option<f64>,
    pub outer_vertices: Option<f64>,
}

/// A picture or a text put somewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Ornament {
    pub image: Option<String>,
    pub text: Option<String>,
    pub fill: Option<Colour>,
    pub edge: Option<Colour>,
    pub scale_x: f64,
    pub scale_y: f64,
    /// Degrees, clockwise.
    pub rotation: f64,
    pub offset_x: f64,
    pub offset_y: f64,
}

impl Default for Ornament {
    fn default() -> Self {
        Ornament {
            image: None,
            text: None,
            fill: None,
            edge: None,
            scale_x: 1.0,
            scale_y: 1.0,
            rotation: 0.0,
            offset_x: 0.0,
            offset_y: 0.0,
        }
    }
}

/// An ornament on certain sites.
#[derive(Clone, Debug, PartialEq)]
pub struct Symbol {
    pub sites: Vec<Site>,
    pub ornament: Ornament,
}

/// Sites painted in a colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Paint {
    pub sites: Vec<Site>,
    pub colour: Option<Colour>,
    pub scale: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineStyle {
    #[default]
    Thin,
    Thick,
    ThinDotted,
    ThickDotted,
    ThinDashed,
    ThickDashed,
    Hidden,
}

impl LineStyle {
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "Thin" => LineStyle::Thin,
            "Thick" => LineStyle::Thick,
            "ThinDotted" => LineStyle::ThinDotted,
            "ThickDotted" => LineStyle::ThickDotted,
            "ThinDashed" => LineStyle::ThinDashed,
            "ThickDashed" => LineStyle::ThickDashed,
            "Hidden" => LineStyle::Hidden,
            _ => return None,
        })
    }
}

/// A line drawn on the board from site to site.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnLine {
    pub kind: SiteType,
    pub ends: Vec<(usize, usize)>,
    pub style: LineStyle,
    pub colour: Option<Colour>,
    pub scale: f64,
    /// Bézier controls or tangents, `[x1, y1, x2, y2]`, in board coordinates.
    pub curve: Option<[f64; 4]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeClass {
    All,
    Inner,
    Outer,
    Interlayer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepClass {
    All,
    Orthogonal,
    Diagonal,
    OffDiagonal,
    Adjacent,
}

/// How edges of a class, or steps of a relation, are drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgeRule {
    pub class: EdgeClass,
    pub step: StepClass,
    /// Lines between neighbouring sites rather than the board's own edges.
    pub connection: bool,
    pub style: LineStyle,
    pub colour: Option<Colour>,
}

/// Which pieces a rule is about; absent means any.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PieceFilter {
    pub owner: Option<u8>,
    pub name: Option<String>,
    pub container: Option<usize>,
    pub state: Option<i64>,
    pub value: Option<i64>,
}

/// The kinds of piece picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceStyle {
    Plain,
    Card,
    Die,
    Domino,
    Tile,
    LargePiece,
    Shogi,
    Xiangqi,
    Letter,
    Pits,
    NativeAmericanDice,
}

/// What a rule changes about a piece's picture.
#[derive(Clone, Debug, PartialEq)]
pub enum PieceChange {
    Colour { fill: Option<Colour>, stroke: Option<Colour>, secondary: Option<Colour> },
    Rotate(f64),
    Scale(f64, f64),
    Style(PieceStyle),
    Rename(String),
    ExtendName(String),
    AddStateToName,
    Hidden,
    Background(Ornament),
    Foreground(Ornament),
}

#[derive(Clone, Debug, PartialEq)]
pub struct PieceRule {
    pub filter: PieceFilter,
    pub change: PieceChange,
}

/// How several pieces on one site are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StackKind {
    #[default]
    Default,
    None,
    Ground,
    GroundDynamic,
    Reverse,
    Fan,
    FanAlternating,
    Ring,
    TowardsCenter,
    Count,
    CountColoured,
    Backgammon,
    DefaultAndCount,
}

impl StackKind {
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "Default" => StackKind::Default,
            "None" => StackKind::None,
            "Ground" => StackKind::Ground,
            "GroundDynamic" => StackKind::GroundDynamic,
            "Reverse" => StackKind::Reverse,
            "Fan" => StackKind::Fan,
            "FanAlternating" => StackKind::FanAlternating,
            "Ring" => StackKind::Ring,
            "TowardsCenter" => StackKind::TowardsCenter,
            "Count" => StackKind::Count,
            "CountColoured" => StackKind::CountColoured,
            "Backgammon" => StackKind::Backgammon,
            "DefaultAndCount" => StackKind::DefaultAndCount,
            _ => return None,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct StackRule {
    pub filter: PieceFilter,
    pub sites: Vec<Site>,
    pub kind: StackKind,
    pub scale: f64,
    pub limit: Option<usize>,
}

/// Where puzzles print their clues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HintPlace {
    #[default]
    Default,
    TopLeft,
    NextTo,
    BetweenVertices,
    None,
}

/// Shape of a hole that stands for an empty site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoleShape {
    Square,
    Oval,
}

/// Everything a game's metadata says about its looks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Style {
    pub board: BoardStyle,
    /// Pieces are shown by painting their sites.
    pub fill_sites: bool,
    pub hide_board: bool,
    pub checkered: bool,
    pub colours: BoardColours,
    pub widths: BoardWidths,
    /// Pictures below and above the board, in its own square.
    pub background: Vec<Ornament>,
    pub foreground: Vec<Ornament>,
    /// Owner (0 nobody, one more than the players: shared) and colour.
    pub players: Vec<(u8, Colour)>,
    pub player_names: Vec<(u8, String)>,
    pub pieces: Vec<PieceRule>,
    pub paints: Vec<Paint>,
    pub symbols: Vec<Symbol>,
    pub lines: Vec<DrawnLine>,
    pub edges: Vec<EdgeRule>,
    pub stacks: Vec<StackRule>,
    pub holes: Vec<(Vec<usize>, HoleShape)>,
    pub straight_edges: bool,
    pub no_dice_pips: bool,
    pub show_state: bool,
    pub show_value: bool,
    pub local_state_holes: bool,
    pub player_holes: bool,
    pub hints: HintPlace,
}

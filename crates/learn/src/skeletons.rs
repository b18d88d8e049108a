//! Games to begin with: templates with slots, one for each kind of game. It knows which boards and numbers each kind
//! allows and fills the slots; asking people and writing files is for the shells. A test makes, checks and plays them all.

use std::fmt::Write;

/// The kinds of games that there is a skeleton for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Line,
    Reach,
    Capture,
    Race,
    Mancala,
    Hunt,
    Connection,
    Territory,
}

/// What boards are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Square,
    Hex,
    /// Two rows of pits with a store at either end.
    Pits,
}

/// A board: `square:8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    pub shape: Shape,
    pub size: u32,
}

/// Everything that can be chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    pub kind: Kind,
    pub board: Board,
    pub players: u32,
    /// Sides of the die, in games that have one.
    pub dice: u32,
}

pub const KINDS: &[Kind] = &[
    Kind::Line,
    Kind::Reach,
    Kind::Capture,
    Kind::Race,
    Kind::Mancala,
    Kind::Hunt,
    Kind::Connection,
    Kind::Territory,
];

/// The sides that a die may have.
pub const DICE: std::ops::RangeInclusive<u32> = 2..=20;

impl Kind {
    /// The word that chooses it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Line => "line",
            Kind::Reach => "reach",
            Kind::Capture => "capture",
            Kind::Race => "race",
            Kind::Mancala => "mancala",
            Kind::Hunt => "hunt",
            Kind::Connection => "connection",
            Kind::Territory => "territory",
        }
    }

    /// What kind of game it is, in a line.
    pub fn about(self) -> &'static str {
        match self {
            Kind::Line => "place pieces, a row wins",
            Kind::Reach => "run to the far side",
            Kind::Capture => "take by jumping",
            Kind::Race => "follow a track by the throw of a die",
            Kind::Mancala => "sow seeds around a board of pits",
            Kind::Hunt => "one hunted piece against many hunters",
            Kind::Connection => "join two sides of the board",
            Kind::Territory => "fill the board, the largest group wins",
        }
    }

    pub fn by_word(word: &str) -> Option<Kind> {
        KINDS.iter().copied().find(|kind| kind.word().eq_ignore_ascii_case(word.trim()))
    }

    /// The boards it can be played on: a shape with its smallest and its largest size. The first is the usual one.
    pub fn boards(self) -> &'static [(Shape, u32, u32)] {
        match self {
            Kind::Line | Kind::Territory => &[(Shape::Square, 3, 19), (Shape::Hex, 3, 11)],
            Kind::Reach | Kind::Capture | Kind::Hunt => &[(Shape::Square, 5, 14)],
            Kind::Race => &[(Shape::Square, 3, 10)],
            Kind::Mancala => &[(Shape::Pits, 3, 12)],
            Kind::Connection => &[(Shape::Hex, 4, 19)],
        }
    }

    /// How many may play.
    pub fn players(self) -> std::ops::RangeInclusive<u32> {
        match self {
            Kind::Line | Kind::Territory => 2..=4,
            Kind::Reach | Kind::Capture | Kind::Race | Kind::Mancala | Kind::Hunt | Kind::Connection => 2..=2,
        }
    }

    pub fn has_dice(self) -> bool {
        match self {
            Kind::Race => true,
            Kind::Line | Kind::Reach | Kind::Capture => false,
            Kind::Mancala | Kind::Hunt | Kind::Connection | Kind::Territory => false,
        }
    }

    /// What is taken when nobody says anything else.
    pub fn usual(self) -> Wanted {
        let (shape, least, most) = self.boards()[0];
        let size = match self {
            Kind::Line | Kind::Mancala | Kind::Territory => 6,
            Kind::Reach | Kind::Capture | Kind::Hunt => 8,
            Kind::Race => 4,
            Kind::Connection => 9,
        };
        let board = Board { shape, size: size.clamp(least, most) };
        Wanted { kind: self, board, players: *self.players().start(), dice: 6 }
    }

    fn template(self) -> &'static str {
        match self {
            Kind::Line => include_str!("../skeletons/line.lud"),
            Kind::Reach => include_str!("../skeletons/reach.lud"),
            Kind::Capture => include_str!("../skeletons/capture.lud"),
            Kind::Race => include_str!("../skeletons/race.lud"),
            Kind::Mancala => include_str!("../skeletons/mancala.lud"),
            Kind::Hunt => include_str!("../skeletons/hunt.lud"),
            Kind::Connection => include_str!("../skeletons/connection.lud"),
            Kind::Territory => include_str!("../skeletons/territory.lud"),
        }
    }
}

impl Shape {
    pub fn word(self) -> &'static str {
        match self {
            Shape::Square => "square",
            Shape::Hex => "hex",
            Shape::Pits => "pits",
        }
    }
}

impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.shape.word(), self.size)
    }
}

/// Reads a board as people type it: `square:8`, or `8` for the usual shape of the kind.
pub fn board(kind: Kind, typed: &str) -> Result<Board, String> {
    let (shape, size) = match typed.trim().split_once(':') {
        Some((shape, size)) => (shape, size),
        None => (kind.boards()[0].0.word(), typed.trim()),
    };
    let allowed = kind.boards().iter().find(|(s, _, _)| s.word().eq_ignore_ascii_case(shape.trim()));
    let size = size.trim().parse::<u32>().ok();
    match (allowed, size) {
        (Some(&(shape, least, most)), Some(size)) if (least..=most).contains(&size) => {
            Ok(Board { shape, size })
        }
        (Some(_) | None, Some(_) | None) => {
            Err(format!("\"{}\" is no board for a game of this kind; {}", typed.trim(), boards_of(kind)))
        }
    }
}

/// The boards of a kind, for people.
pub fn boards_of(kind: Kind) -> String {
    let each = |(shape, least, most): &(Shape, u32, u32)| {
        format!("{}:{least} to {}:{most}", shape.word(), shape.word())
    };
    kind.boards().iter().map(each).collect::<Vec<_>>().join(", or ")
}

/// A name that can stand in a description: without quotes, backslashes and line breaks.
fn plain(name: &str) -> String {
    let kept: String =
        name.chars().map(|c| if c.is_control() || matches!(c, '"' | '\\') { ' ' } else { c }).collect();
    let joined = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    if joined.is_empty() { "My Game".to_owned() } else { joined }
}

/// The text of a new game.
///
/// ```
/// use ludarium_learn::skeletons::{Kind, write};
/// let text = write("Pebbles", &Kind::Line.usual()).unwrap();
/// assert!(text.contains("(game \"Pebbles\"") && text.contains("(board (square 6))"));
/// ```
pub fn write(name: &str, wanted: &Wanted) -> Result<String, String> {
    let Wanted { kind, board: Board { shape, size }, players, dice } = *wanted;
    board(kind, &wanted.board.to_string())?;
    if !kind.players().contains(&players) {
        let (least, most) = (kind.players().start().to_owned(), kind.players().end().to_owned());
        let many = if least == most { format!("{least}") } else { format!("{least} to {most}") };
        return Err(format!("a game of this kind is for {many} players, not {players}"));
    }
    if kind.has_dice() && !DICE.contains(&dice) {
        return Err(format!("a die has {} to {} sides, not {dice}", DICE.start(), DICE.end()));
    }
    let graph = match shape {
        // Its four sides are two pairs.
        Shape::Hex if kind == Kind::Connection => format!("(hex Diamond {size})"),
        Shape::Hex => format!("(hex {size})"),
        Shape::Square | Shape::Pits => format!("(square {size})"),
    };
    let row = match size {
        0..=3 => 3,
        4..=7 => 4,
        _ => 5,
    };
    let cells = size * size;
    // The hunted piece stands in the middle of the upper row, on the colour of the hunters.
    let middle = size / 2;
    let prey = (size - 1) * size + middle + (size - 1 + middle) % 2;
    let mut scores = String::new();
    for player in 1..=players {
        let blank = if player > 1 { " " } else { "" };
        let _ = write!(scores, "{blank}(score P{player} (max (sizes Group P{player})))");
    }
    let slots = [
        ("{PLAYERS}", players.to_string()),
        ("{BOARD}", graph),
        ("{ROW}", row.to_string()),
        ("{DICE}", dice.to_string()),
        ("{HAND1}", cells.to_string()),
        ("{HAND2}", (cells + 1).to_string()),
        ("{WAY}", winding(size, false)),
        ("{BACK}", winding(size, true)),
        ("{PITS}", size.to_string()),
        ("{FIRST}", (size + 1).to_string()),
        ("{LAST}", (2 * size).to_string()),
        ("{RIGHT}", (2 * size + 1).to_string()),
        ("{PREY}", prey.to_string()),
        ("{SCORES}", scores),
        // Last: what people call their game is not looked through for slots.
        ("{NAME}", plain(name)),
    ];
    Ok(slots.iter().fold(kind.template().to_owned(), |text, (slot, value)| text.replace(slot, value)))
}

/// All places of a square board row by row, to and fro; `back` from the end to the beginning.
fn winding(size: u32, back: bool) -> String {
    let mut rows: Vec<(u32, u32)> = Vec::new();
    for row in 0..size {
        let (first, last) = (row * size, row * size + size - 1);
        rows.push(if row % 2 == 0 { (first, last) } else { (last, first) });
    }
    if back {
        rows.reverse();
        rows.iter_mut().for_each(|(from, to)| std::mem::swap(from, to));
    }
    rows.iter().map(|(from, to)| format!("{from}..{to}")).collect::<Vec<_>>().join(" ")
}

//! What the board styles differ in, as one table: colours, line widths, coordinates, sizes of pieces. What cannot be
//! said by a number (triangles, rivers, loops) is drawn in [`crate::ground`].

use crate::palette;
use crate::style::{BoardStyle, Colour, PieceStyle};

/// How a style draws what all boards have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manner {
    /// The colour of cells.
    pub cells: Colour,
    /// Colour and width of the lines between cells, and of those round the board.
    pub inner: (Colour, f64),
    pub outer: (Colour, f64),
    /// Are coordinates written along the sides?
    pub axes: bool,
    /// How far beyond the last cell, or the last point, they stand.
    pub axis_of_cells: f64,
    pub axis_of_points: f64,
    /// The share of its room that a piece takes, on cells and on points.
    pub on_cell: f64,
    pub on_point: f64,
    /// How pieces are drawn unless the game says otherwise.
    pub pieces: PieceStyle,
}

const PLAIN: Manner = Manner {
    cells: palette::WOOD_LIGHT,
    inner: (Colour::hex(0x8e7052), 2.8),
    outer: (palette::WOOD_FRAME, 6.0),
    axes: true,
    axis_of_cells: 86.0,
    axis_of_points: 76.0,
    on_cell: 0.9,
    on_point: 0.88,
    pieces: PieceStyle::Plain,
};

const PAPER: Manner = Manner {
    cells: Colour::hex(0xfdfaf3),
    inner: (Colour::hex(0x8d8375), 2.0),
    outer: (palette::INK, 6.0),
    axes: false,
    ..PLAIN
};

impl BoardStyle {
    pub fn manner(self) -> Manner {
        let no_axes = Manner { axes: false, ..PLAIN };
        match self {
            BoardStyle::Plain | BoardStyle::Graph | BoardStyle::Isometric | BoardStyle::Lasca => PLAIN,
            BoardStyle::Chess => {
                Manner { inner: (palette::LINE, 0.0), outer: (palette::WOOD_FRAME, 7.0), ..PLAIN }
            }
            BoardStyle::Shogi => Manner {
                cells: Colour::hex(0xebcb8b),
                inner: (palette::LINE, 2.6),
                on_cell: 0.96,
                pieces: PieceStyle::Shogi,
                ..PLAIN
            },
            BoardStyle::Tafl => Manner { cells: Colour::hex(0xecd3a3), inner: (palette::LINE, 2.6), ..PLAIN },
            BoardStyle::ConnectiveGoal => {
                Manner { cells: Colour::hex(0xf3ead6), axis_of_cells: 98.0, axis_of_points: 98.0, ..PLAIN }
            }
            BoardStyle::Go => Manner { axis_of_points: 92.0, on_point: 1.08, ..PLAIN },
            BoardStyle::Xiangqi | BoardStyle::Janggi => {
                Manner { axis_of_points: 92.0, on_point: 1.04, pieces: PieceStyle::Xiangqi, ..PLAIN }
            }
            BoardStyle::PenAndPaper => Manner { axis_of_cells: 116.0, axis_of_points: 116.0, ..PLAIN },
            BoardStyle::Backgammon | BoardStyle::Table => Manner { on_point: 1.08, ..no_axes },
            BoardStyle::Shibumi => Manner { on_point: 1.12, ..no_axes },
            BoardStyle::Spiral => Manner { on_point: 0.9, ..no_axes },
            BoardStyle::Connect4 => Manner { on_cell: 0.96, ..no_axes },
            BoardStyle::Boardless
            | BoardStyle::HoundsAndJackals
            | BoardStyle::Mancala
            | BoardStyle::SnakesAndLadders
            | BoardStyle::Surakarta => no_axes,
            BoardStyle::Sudoku
            | BoardStyle::Puzzle
            | BoardStyle::Futoshiki
            | BoardStyle::Kakuro
            | BoardStyle::Hashi => PAPER,
            BoardStyle::UltimateTicTacToe => Manner { cells: palette::PAPER, ..PAPER },
        }
    }
}

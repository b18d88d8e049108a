//! Boards and positions as text, SVG and PNG.
//!
//! A [`View`] is plain data: geometry, containers, pieces, marks, and the [`Style`] that a game's metadata asks for.
//! This crate turns it into pictures. It knows no rules, reads no files, and draws the same bytes every time.
//!
//! Reading order: [`view`] (what is drawn), [`style`] (how it is to look), [`metadata`] and [`from_game`] (where the two
//! come from), [`palette`], [`canvas`] and [`font`] (how lines get onto a sheet), [`pictures`] and [`hanzi`] (what pieces
//! look like), [`piece`] (one piece in its place), [`layout`], [`manner`] and [`ground`] (the board), [`mod@svg`], [`mod@text`],
//! `png`, [`sheet`] and [`layers`] (the results).
//!
//! ```
//! use ludarium_render::{Options, PieceAt, View, svg, text, view::{Cell, Geometry, Pt, Vertex}};
//! let corner = |x, y| Vertex { at: Pt::new(x, y), ..Vertex::default() };
//! let board = Geometry {
//!     vertices: vec![corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)],
//!     cells: vec![Cell { centre: Pt::new(0.5, 0.5), corners: vec![0, 1, 2, 3], label: "A1".into(), ..Cell::default() }],
//!     ..Geometry::default()
//! };
//! let king = PieceAt { name: "King1".into(), owner: 1, ..PieceAt::default() };
//! let view = View { title: "One square".into(), players: 2, board, pieces: vec![king], ..View::default() };
//! assert!(svg(&view, &Options::default()).contains("data-piece=\"King1\""));
//! assert!(text(&view).contains("K King"));
//! ```

pub mod canvas;
pub mod font;
pub mod from_game;
pub mod ground;
pub mod hanzi;
pub mod layers;
pub mod layout;
pub mod manner;
pub mod metadata;
pub mod palette;
pub mod pictures;
pub mod piece;
#[cfg(feature = "png")]
pub mod png;
pub mod sheet;
pub mod style;
pub mod svg;
pub mod text;
pub mod view;

pub use style::{BoardStyle, Colour, Style};
pub use svg::{Options, svg};
pub use text::text;
pub use view::{Face, PieceAt, Site, SiteType, View};

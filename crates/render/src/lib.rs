//! Boards and positions as text, SVG and PNG.
//!
//! A [`View`] is plain data: geometry, containers, pieces, marks, and the [`Style`] that a game's metadata asks for.
//! This crate turns it into pictures. It knows no rules, reads no files, and draws the same bytes every time.
//!
//! Reading order: [`view`] (what is drawn), [`style`] (how it is to look), [`palette`], [`canvas`] and [`font`] (how
//! lines get onto a sheet), [`pictures`] and [`hanzi`] (what pieces look like), [`piece`] (one piece in its place).

pub mod canvas;
pub mod font;
pub mod from_game;
pub mod ground;
pub mod hanzi;
pub mod layout;
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

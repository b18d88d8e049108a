//! Rules in English. A checked description goes in; out comes a [`Document`]: sections of sentences, each with the
//! places in the description that it puts into words, and a [`Meter`] of what found no words.
//!
//! There are two styles. `plain` is for people who want to play; `published` is the wording of the published pages.
//! Both read the checked ludemes, never the kernel: what is said is what is written. No file, no clock, no game by
//! its name.

pub mod document;
pub mod grammar;
pub mod lookup;
pub mod meter;
mod plain;
mod published;
pub mod readability;

pub use document::{Document, Place, Section, Sentence};
pub use meter::{Meter, Unsaid};
pub use published::page;

use ludarium_engine::Game;
use ludarium_ludemes::checked::Checked;
use ludarium_syntax::Tree;

/// How the rules are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// For a person who has never seen the game.
    #[default]
    Plain,
    /// Line by line as on the published pages.
    Portal,
}

/// Everything the text is made from.
#[derive(Clone, Copy)]
pub struct Description<'a> {
    /// The game, or the match.
    pub game: &'a Checked,
    /// The expanded tree the game was checked in: where things are written, and which define they come from.
    pub tree: &'a Tree,
    /// The board (and if possible the whole game) as built: coordinates, sizes, tracks. Without it sites are numbers.
    pub board: Option<&'a Game>,
}

/// The rules of a game in English.
pub fn rules(description: &Description<'_>, style: Style) -> Document {
    match style {
        Style::Plain => plain::rules(description, None),
        Style::Portal => published::rules(description),
    }
}

/// Phrases by the id of the ludeme, to stand in for those of the vocabulary.
pub type Phrases = std::collections::BTreeMap<String, &'static str>;

/// The plain style with other phrases than the vocabulary's: to try wordings without building it anew.
pub fn rules_with_phrases(description: &Description<'_>, phrases: &Phrases) -> Document {
    plain::rules(description, Some(phrases))
}

//! Checks on a game as a game. A description can be flawless as text and still be no game: a signal that nobody
//! reads, a goal that nobody can reach, an end that never comes. This crate finds what can be *proved* from the
//! description and the board, and then looks for a position that shows it by short random play.
//!
//! It knows the checked description, the game built from it and how to play; it knows no game by name, no file and
//! no clock. Being silent about sound games matters more than finding everything: a check that cannot be sure says
//! nothing.
//!
//! Reading order: [`finding`] (what a finding is, and the list of codes), `walk` (the description as a graph of
//! clauses), then one file per family of checks, and `witness` (positions that show a finding).

mod ending;
mod equipment;
pub mod finding;
mod mobility;
mod reach;
mod signals;
mod walk;
mod witness;

pub use finding::{CODES, Code, Finding, Witness, code};

use ludarium_engine::Game;
use ludarium_ludemes::checked::Checked;
use ludarium_syntax::Tree;

/// What is looked at.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The description as checked.
    pub checked: &'a Checked,
    /// The expanded tree it was checked in: where clauses are written.
    pub tree: &'a Tree,
    /// The game built from it.
    pub game: &'a Game,
    /// The metadata, if there is any: what is drawn is used.
    pub metadata: Option<&'a Checked>,
}

/// How much random play may be spent on positions that show findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// So many games,
    pub games: usize,
    /// each of at most so many moves.
    pub plies: usize,
    pub seed: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { games: 40, plies: 500, seed: 1 }
    }
}

impl Effort {
    /// No play at all: findings come without positions.
    pub const NONE: Effort = Effort { games: 0, plies: 0, seed: 0 };
}

/// Everything that is wrong with a game, in the order of the codes, then of the description.
///
/// ```
/// # use ludarium_play::{Selection, compile, find, library_defines, read};
/// use ludarium_lint::{Effort, Subject, lint};
/// let reading = read("", find("Tic-Tac-Toe").unwrap().text, &library_defines(), &Selection::default());
/// let game = compile(&reading).unwrap();
/// let subject =
///     Subject { checked: reading.game.as_ref().unwrap(), tree: &reading.expanded.game, game: &game, metadata: None };
/// assert!(lint(&subject, &Effort::default()).is_empty());
/// ```
pub fn lint(subject: &Subject<'_>, effort: &Effort) -> Vec<Finding> {
    if !is_one_game(subject) {
        return Vec::new();
    }
    let walk = walk::Walk::new(subject);
    let reach = reach::Reach::new(subject.game);
    let mut drafts = written(&walk);
    mobility::check(&walk, &reach, &mut drafts);
    ending::check(&walk, &reach, &mut drafts);
    drafts.sort_by_key(|draft| (draft.finding.code, draft.finding.at.first().copied()));
    witness::search(subject.game, effort, &mut drafts);
    told(drafts)
}

/// What can be read off the description without moving a piece: the cheap part of [`lint`], for those who look at very
/// many games.
pub fn glance(subject: &Subject<'_>) -> Vec<Finding> {
    if !is_one_game(subject) {
        return Vec::new();
    }
    let mut drafts = written(&walk::Walk::new(subject));
    drafts.sort_by_key(|draft| (draft.finding.code, draft.finding.at.first().copied()));
    told(drafts)
}

/// A match is as sound as the games it is made of; those are looked at by themselves.
fn is_one_game(subject: &Subject<'_>) -> bool {
    subject.checked.root().entry.id == "game"
}

/// Findings of the text alone.
fn written<'d>(walk: &walk::Walk<'_>) -> Vec<finding::Draft<'d>> {
    let mut drafts = Vec::new();
    signals::check(walk, &mut drafts);
    equipment::check(walk, &mut drafts);
    drafts
}

fn told(mut drafts: Vec<finding::Draft<'_>>) -> Vec<Finding> {
    drafts.retain(|draft| !draft.only_if_shown || draft.finding.witness.is_some());
    drafts.into_iter().map(|draft| draft.finding).collect()
}

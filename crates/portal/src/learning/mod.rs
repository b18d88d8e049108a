//! Learning, puzzles and study: what somebody does alone at a board. [`asked`] answers questions about positions, [`lesson`]
//! makes lessons from descriptions, [`trying`] judges moves of a puzzle, [`shelf`] holds the puzzles there are, [`chart`]
//! reads and writes trees of variations in several notations. `pages` speak HTTP and decide nothing.

pub mod asked;
pub mod chart;
pub mod lesson;
pub(crate) mod pages;
pub mod shelf;
mod studies;
pub mod trying;

use crate::scene::Choice;
use crate::session::Session;
use crate::tables::Spec;
use crate::web::App;
use axum::Router;
use axum::routing::{get, post};
use ludarium_play::naming::{Label, move_labels};

/// The addresses of this area.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/games/{key}/learn", get(pages::lesson))
        .route("/games/{key}/puzzles", get(pages::of_game))
        .route("/puzzles", get(pages::index))
        .route("/puzzles/daily", get(pages::daily))
        .route("/puzzles/next", get(pages::next))
        .route("/puzzles/theme/{theme}", get(pages::theme))
        .route("/puzzles/{key}/{id}", get(pages::puzzle))
        .route("/api/board", post(pages::board))
        .route("/api/puzzles/{key}", get(pages::list).post(pages::make))
        .route("/study", get(studies::index))
        .route("/study/new", get(studies::new))
        .route("/study/{id}", get(studies::show))
        .route("/api/studies", post(studies::keep))
        .route("/api/studies/read", post(studies::read))
        .route("/api/studies/write", post(studies::write))
}

/// Descriptions that visitors wrote have pages too, under this name and their id.
const WRITTEN: &str = "written-";

/// Which game an address speaks of.
pub fn spec_of(key: &str, ruleset: Option<String>, options: Vec<String>) -> Spec {
    match key.strip_prefix(WRITTEN) {
        Some(id) => Spec { game: String::new(), ruleset, options, written: Some(id.to_owned()) },
        None => Spec { game: key.to_owned(), ruleset, options, written: None },
    }
}

/// Where all choose at once: whole turns, to be picked from a list.
fn together(session: &Session) -> Vec<Choice> {
    /// Longer lists are no help.
    const MOST: usize = 400;
    let labels = move_labels(&session.inner_ctx(), session.legal());
    let choice = |(name, label): (&String, Label)| Choice {
        name: name.clone(),
        label: label.text,
        detail: String::new(),
        from: None,
        to: None,
        covers: Vec::new(),
    };
    session.names().iter().zip(labels).take(MOST).map(choice).collect()
}

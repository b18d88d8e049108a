//! The illustrated rulebook of a game: the same sentences as on its page, with pictures found by playing.

use super::study::{Of, meant};
use super::{message, not_found, render};
use crate::catalogue::{Origin, RulesetFacts};
use crate::compiled::defines;
use crate::web::App;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use ludarium_play::{Selection, compile_board, compile_with, read};
use ludarium_rulebook::{Effort, Rulebook, rulebook};
use std::sync::Mutex;

/// Rulebooks that were made lately; the oldest goes when there are too many.
static KEPT: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());
const MOST_KEPT: usize = 60;
/// Pages are made while somebody waits: fewer games are played than for a file.
const MOVES: usize = 900;

#[derive(Template)]
#[template(path = "rulebook.html")]
struct RulebookPage {
    title: String,
    href: String,
    pdf: String,
    body: String,
}

pub async fn page(State(app): State<App>, Path(key): Path<String>, Query(of): Query<Of>) -> Response {
    let Some(meant) = meant(&app, &key, &of).await else { return not_found().await };
    let (title, href) = (meant.title(), meant.href());
    let pdf = format!("/games/{key}/rulebook.pdf{}", meant.suffix());
    let kept =
        KEPT.lock().ok().and_then(|k| k.iter().find(|(h, _)| *h == href).map(|(_, body)| body.clone()));
    let body = match kept {
        Some(body) => Some(body),
        None => {
            let catalogue = app.catalogue.clone();
            let made = tokio::task::spawn_blocking(move || {
                let text = meant.entry.text().unwrap_or_default();
                let chosen = meant.ruleset.as_ref().map(RulesetFacts::selection).unwrap_or_default();
                // Only the library's own games are played in this process.
                let moves = match meant.entry.origin {
                    Origin::Library(_) => MOVES,
                    Origin::File(_) => 0,
                };
                told(&text, &chosen, moves, &|name| catalogue.text_of(name))
            });
            made.await.ok().flatten().inspect(|body| keep(&href, body))
        }
    };
    match body {
        Some(body) => render(&RulebookPage { title, href, pdf, body }),
        None => message(StatusCode::UNPROCESSABLE_ENTITY, "No rulebook", "This description has errors."),
    }
}

/// The sheet to print: the same as a file, with the board and pieces to cut out.
pub async fn pdf(State(app): State<App>, Path(key): Path<String>, Query(of): Query<Of>) -> Response {
    let Some(meant) = meant(&app, &key, &of).await else { return not_found().await };
    let catalogue = app.catalogue.clone();
    let made = tokio::task::spawn_blocking(move || {
        let text = meant.entry.text().ok()?;
        let chosen = meant.ruleset.as_ref().map(RulesetFacts::selection).unwrap_or_default();
        let moves = if meant.entry.is_ours() { MOVES } else { 0 };
        book(&text, &chosen, moves, &|name| catalogue.text_of(name))?.pdf(true).ok()
    });
    match made.await.ok().flatten() {
        Some(pdf) => {
            let name = format!("inline; filename=\"{key}.pdf\"");
            ([(header::CONTENT_TYPE, "application/pdf".to_owned()), (header::CONTENT_DISPOSITION, name)], pdf)
                .into_response()
        }
        None => message(StatusCode::UNPROCESSABLE_ENTITY, "No rulebook", "This description has errors."),
    }
}

fn told(
    text: &str,
    selection: &Selection,
    moves: usize,
    find: &dyn Fn(&str) -> Option<String>,
) -> Option<String> {
    book(text, selection, moves, find).map(|book| book.body())
}

fn book(
    text: &str,
    selection: &Selection,
    moves: usize,
    find: &dyn Fn(&str) -> Option<String>,
) -> Option<Rulebook> {
    let reading = read("description", text, defines(), selection);
    let game = compile_with(&reading, find).or_else(|_| compile_board(&reading)).ok();
    let effort = Effort { most_moves: moves, ..Effort::default() };
    rulebook(&reading, game.as_ref(), &effort)
}

fn keep(href: &str, body: &str) {
    if let Ok(mut kept) = KEPT.lock() {
        if kept.len() >= MOST_KEPT {
            kept.remove(0);
        }
        kept.push((href.to_owned(), body.to_owned()));
    }
}

pub async fn style() -> Response {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], ludarium_rulebook::PAGE_STYLE).into_response()
}

//! The page of a game that a visitor wrote: its board, its rules in English, its text, and the way to play it, under an
//! address that stays. What it means is worked out in a process of its own, as everything from outside.

use super::{not_found, render, web_origin};
use crate::catalogue::Facts;
use crate::citing::{Citation, Cited};
use crate::engine::{Ask, Checked, Tell};
use crate::language;
use crate::texts::t;
use crate::web::App;
use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::sync::{Arc, Mutex, PoisonError};

pub fn routes() -> Router<App> {
    Router::new().route("/written/{id}", get(page)).route("/written/{id}/board.svg", get(board))
}

/// Pages that were asked for lately; a text never changes under its name.
static KEPT: Mutex<Vec<(String, Arc<Checked>)>> = Mutex::new(Vec::new());
const MOST_KEPT: usize = 100;

async fn checked(app: &App, id: &str, text: &str) -> Option<Arc<Checked>> {
    let found = |kept: &[(String, Arc<Checked>)]| kept.iter().find(|(k, _)| k == id).map(|(_, c)| c.clone());
    if let Some(kept) = found(&KEPT.lock().unwrap_or_else(PoisonError::into_inner)) {
        return Some(kept);
    }
    let Tell::Checked(checked) = app.checkers.ask(&Ask::Check { text: text.to_owned() }).await else {
        return None;
    };
    let checked = Arc::new(*checked);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if kept.len() >= MOST_KEPT {
        kept.remove(0);
    }
    kept.push((id.to_owned(), checked.clone()));
    Some(checked)
}

#[derive(Template)]
#[template(path = "written.html")]
struct WrittenPage {
    id: String,
    title: String,
    playable: bool,
    has_board: bool,
    problem: String,
    english: Vec<(String, Vec<String>)>,
    source_html: String,
    /// What opens a table alone and against the computer.
    alone: String,
    against: String,
    cite: Citation,
}

async fn page(State(app): State<App>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    let Ok(Some(text)) = app.store.written(&id).await else { return not_found().await };
    let checked = checked(&app, &id, &text).await.unwrap_or_default();
    let title = match checked.title.trim() {
        "" => t("written.unnamed").to_owned(),
        title => title.to_owned(),
    };
    let facts = Facts { title: title.clone(), players: checked.players, ..Facts::default() };
    let cited = Cited {
        title: title.clone(),
        about: t("written.about").to_owned(),
        path: format!("/written/{id}"),
        picture: format!("/written/{id}/board.svg"),
        version: &id,
        facts: &facts,
        ruleset: None,
        kind: "Game",
        more: serde_json::json!({}),
    };
    let mut seats = vec![serde_json::json!({ "who": "me" })];
    seats.extend((1..checked.players).map(|_| serde_json::json!({ "who": "computer", "level": 2 })));
    render(&WrittenPage {
        cite: Citation::of(&web_origin(&app, &headers), &cited),
        playable: checked.playable,
        has_board: checked.svg.is_some(),
        problem: checked.messages.first().map_or(String::new(), |m| m.message.clone()),
        english: checked.english.clone(),
        source_html: language::highlight(&text),
        alone: serde_json::json!({ "written": id }).to_string(),
        against: serde_json::json!({ "written": id, "seats": seats }).to_string(),
        title,
        id,
    })
}

async fn board(State(app): State<App>, Path(id): Path<String>) -> Response {
    let Ok(Some(text)) = app.store.written(&id).await else { return not_found().await };
    let Some(svg) = checked(&app, &id, &text).await.and_then(|c| c.svg.clone()) else {
        return not_found().await;
    };
    ([(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=86400")], svg).into_response()
}

//! A position with an address of its own: a game, what was chosen in it, and the moves that led there. The page is worked
//! out from its address, so that it stays for as long as the game does, and can be read, cited and reported without a
//! script.

use super::{message, not_found, render, web_origin};
use crate::catalogue::Entry;
use crate::citing::{Citation, Cited};
use crate::living;
use crate::session::Session;
use crate::texts::{self, t};
use crate::web::App;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::sync::Arc;

/// More moves than these are not replayed.
const MOST_MOVES: usize = 2000;

/// What leads to a position.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Led {
    pub ruleset: String,
    /// Options as `Heading/Item`, parted by `;`.
    pub options: String,
    /// Moves by their names, parted by `;`.
    pub moves: String,
}

fn parted(text: &str) -> Vec<String> {
    text.split(';').map(str::trim).filter(|m| !m.is_empty()).map(str::to_owned).collect()
}

impl Led {
    pub fn query(&self) -> String {
        let mut out = String::new();
        for (name, value) in [("ruleset", &self.ruleset), ("options", &self.options), ("moves", &self.moves)]
        {
            if !value.is_empty() {
                out.push(if out.is_empty() { '?' } else { '&' });
                out += &format!("{name}={}", crate::language::address(value));
            }
        }
        out
    }

    pub fn path(&self, key: &str) -> String {
        format!("/games/{key}/position{}", self.query())
    }
}

/// Plays the moves; the words of what is wrong where they do not go.
pub fn replay(app: &App, entry: &Entry, led: &Led) -> Result<Session, String> {
    let ruleset = Some(led.ruleset.as_str()).filter(|r| !r.is_empty());
    let options = parted(&led.options);
    let compiled = app.catalogue.compiled(entry, ruleset, &options).map_err(|faulty| {
        faulty.problems.first().map_or_else(|| t("position.broken").to_owned(), |p| p.message.clone())
    })?;
    let mut session = Session::start(compiled, 1);
    for (n, name) in parted(&led.moves).iter().take(MOST_MOVES).enumerate() {
        let index = session
            .find(name)
            .map_err(|_| texts::with("position.nomove", &[("n", &(n + 1)), ("move", name)]))?;
        session
            .play(index)
            .map_err(|_| texts::with("position.nomove", &[("n", &(n + 1)), ("move", name)]))?;
    }
    Ok(session)
}

#[derive(Template)]
#[template(path = "position.html")]
struct PositionPage {
    key: String,
    title: String,
    game: String,
    picture: String,
    moves: Vec<String>,
    state: String,
    /// Addresses of the position before and of the report about it.
    before: Option<String>,
    report: String,
    data: String,
    cite: Citation,
    below: super::notes::Below,
}

async fn replayed(app: &App, entry: &Arc<Entry>, led: &Led) -> Result<Session, String> {
    let (app, entry, led) = (app.clone(), entry.clone(), led.clone());
    let work = tokio::task::spawn_blocking(move || replay(&app, &entry, &led));
    work.await.unwrap_or_else(|_| Err(t("position.broken").to_owned()))
}

pub async fn page(
    State(app): State<App>,
    Path(key): Path<String>,
    Query(led): Query<Led>,
    headers: HeaderMap,
) -> Response {
    let Some(entry) = app.catalogue.get(&key).cloned() else { return not_found().await };
    let session = match replayed(&app, &entry, &led).await {
        Ok(session) => session,
        Err(why) => return message(StatusCode::BAD_REQUEST, t("position.not"), &why),
    };
    let facts = entry.facts();
    let moves = parted(&led.moves);
    let game = if led.ruleset.is_empty() {
        facts.title.clone()
    } else {
        format!("{}: {}", facts.title, led.ruleset)
    };
    let title = match moves.len() {
        0 => texts::with("position.start", &[("game", &game)]),
        n => texts::with("position.after", &[("game", &game), ("n", &n)]),
    };
    let moment = session.moment();
    let state = match moment.why.clone().filter(|_| moment.over) {
        Some(why) => why,
        None => texts::with("position.mover", &[("n", &moment.mover)]),
    };
    let before = (!moves.is_empty()).then(|| {
        let moves = moves[..moves.len() - 1].join(";");
        Led { moves, ..led.clone() }.path(&key)
    });
    let cited = Cited {
        about: format!("{title}. {state}"),
        title: title.clone(),
        path: led.path(&key),
        picture: format!("/games/{key}/position.png{}", led.query()),
        version: entry.stamp(),
        facts: &facts,
        ruleset: None,
        kind: "CreativeWork",
        more: serde_json::json!({ "text": led.moves, "isPartOf": { "@type": "Game", "name": game } }),
    };
    let cite = Citation::of(&web_origin(&app, &headers), &cited);
    let below = super::notes::below(&app, led.path(&key)).await;
    let record = serde_json::json!({
        "game": key, "ruleset": Some(&led.ruleset).filter(|r| !r.is_empty()), "options": parted(&led.options), "moves": moves,
    });
    render(&PositionPage {
        picture: format!("/games/{key}/position.svg{}", led.query()),
        report: format!("/contribute/report?game={key}&{}", led.query().trim_start_matches('?')),
        data: record.to_string(),
        game,
        key,
        title,
        moves,
        state,
        before,
        cite,
        below,
    })
}

pub async fn svg(State(app): State<App>, Path(key): Path<String>, Query(led): Query<Led>) -> Response {
    let Some(entry) = app.catalogue.get(&key).cloned() else { return not_found().await };
    match replayed(&app, &entry, &led).await {
        Ok(session) => {
            let svg = living::still(&session, &entry.facts().title);
            ([(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=3600")], svg)
                .into_response()
        }
        Err(_) => not_found().await,
    }
}

pub async fn png(State(app): State<App>, Path(key): Path<String>, Query(led): Query<Led>) -> Response {
    let Some(entry) = app.catalogue.get(&key).cloned() else { return not_found().await };
    match replayed(&app, &entry, &led).await {
        Ok(session) => shared(living::still(&session, &entry.facts().title)).await,
        Err(_) => not_found().await,
    }
}

/// The picture for sharing: the board in the middle of a card of the size that previews have.
pub async fn shared(svg: String) -> Response {
    let made = tokio::task::spawn_blocking(move || ludarium_render::png::png(&card(&svg), 1.0)).await;
    match made {
        Ok(Ok(png)) => ([(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "max-age=86400")], png)
            .into_response(),
        Ok(Err(_)) | Err(_) => not_found().await,
    }
}

/// 1200 by 630, as previews want it: the drawing itself inside a frame of ours.
fn card(svg: &str) -> String {
    let open = svg.find('>').map_or(0, |at| at + 1);
    let (head, body) = svg.split_at(open);
    let area = head.split("viewBox=\"").nth(1).and_then(|v| v.split('"').next()).unwrap_or("0 0 100 100");
    let sizes: Vec<f64> = area.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    let [x, y, w, h] = sizes[..] else { return svg.to_owned() };
    let scale = (1080.0 / w).min(550.0 / h);
    let (left, top) = (600.0 - scale * (x + w / 2.0), 315.0 - scale * (y + h / 2.0));
    let body = body.trim_end().trim_end_matches("</svg>");
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1200 630\" width=\"1200\" height=\"630\">\
         <rect width=\"1200\" height=\"630\" fill=\"#f2eadb\"/><rect y=\"612\" width=\"1200\" height=\"18\" fill=\"#8a4b16\"/>\
         <g transform=\"translate({left:.1} {top:.1}) scale({scale:.4})\">{body}</g></svg>"
    )
}

/// The picture for sharing of a game.
pub async fn share(State(app): State<App>, Path(file): Path<String>) -> Response {
    let key = file.strip_suffix(".png").unwrap_or(&file);
    let Some(entry) = app.catalogue.get(key).cloned() else { return not_found().await };
    let catalogue = app.catalogue.clone();
    let svg = tokio::task::spawn_blocking(move || catalogue.thumb(&entry)).await.ok().flatten();
    match svg {
        Some(svg) => shared(String::from_utf8_lossy(&svg).into_owned()).await,
        None => not_found().await,
    }
}

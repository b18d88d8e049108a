//! The JSON interface of tournaments.

use super::log::{Entrant, State as Cupped};
use super::rules::{Kind, MOST_COMPUTERS, Rules};
use super::{Cup, MOST_OF_COMPUTERS, read, view};
use crate::api::{Failure, token};
use crate::people::api::person;
use crate::people::contests::computer;
use crate::tables::Trouble;
use crate::thinking::LEVELS;
use crate::web::App;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

type Answer = Result<Json<Value>, Failure>;

#[derive(Deserialize)]
pub struct NewCup {
    #[serde(flatten)]
    rules: Rules,
    /// Levels of computers that take part.
    #[serde(default)]
    computers: Vec<u8>,
    /// Computers alone: it begins at once.
    #[serde(default)]
    only_computers: bool,
    /// Whoever announces it takes part.
    #[serde(default)]
    join: bool,
}

fn bad(why: impl Into<String>) -> Failure {
    Failure::new(StatusCode::UNPROCESSABLE_ENTITY, why)
}

/// Computers of these levels, those of one level numbered.
async fn computers(app: &App, rules: &Rules, levels: &[u8]) -> Result<Vec<Entrant>, Failure> {
    let mut all: Vec<Entrant> = Vec::new();
    for &level in levels {
        let Some(called) = LEVELS.get(usize::from(level)) else {
            return Err(bad(format!("levels are 0 to {}", LEVELS.len() - 1)));
        };
        let player = computer(level);
        let same = all.iter().filter(|e| e.player == player).count();
        let number = if same == 0 { String::new() } else { format!(" {}", same + 1) };
        let standing = app.tables.people.standing(&player, &rules.spec.rating_key()).await?;
        let name = format!("Computer ({called}){number}");
        all.push(Entrant { player, name, rating: standing.rating.rating, gone: false });
    }
    Ok(all)
}

pub async fn make(
    State(app): State<App>,
    headers: HeaderMap,
    body: Result<Json<NewCup>, JsonRejection>,
) -> Result<(StatusCode, Json<Value>), Failure> {
    let Json(NewCup { mut rules, computers: levels, only_computers, join }) = body?;
    if levels.len() > MOST_COMPUTERS {
        return Err(bad(format!("at most {MOST_COMPUTERS} computers can take part")));
    }
    let me = app.tables.people.recognise(token(&headers)).await;
    if !only_computers && me.is_none() {
        return Err(Failure::new(StatusCode::UNAUTHORIZED, "take a name first"));
    }
    let (seats, title) = app.tables.about(&rules.spec).await?;
    rules.by = me.as_ref().map_or(String::new(), |me| me.id.clone());
    if only_computers {
        if app.cups.of_computers().await >= MOST_OF_COMPUTERS {
            return Err(Trouble::Full(
                "enough computers play each other already; try again later".to_owned(),
            )
            .into());
        }
        // Full from the beginning: so it begins.
        (rules.most, rules.starts_at) = (levels.len(), None);
    }
    let rules = rules.checked(seats, title, !only_computers).map_err(bad)?;
    if levels.len() > rules.most || (only_computers && levels.len() < rules.seats) {
        return Err(bad(format!("{} to {} take part", rules.seats, rules.most)));
    }
    let mut entrants = computers(&app, &rules, &levels).await?;
    if let Some(me) = me.filter(|_| join && !only_computers) {
        let standing = app.tables.people.standing(&me.id, &rules.spec.rating_key()).await?;
        entrants.push(Entrant { player: me.id, name: me.name, rating: standing.rating.rating, gone: false });
    }
    let id = app.cups.make(rules, entrants).await?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id }))))
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Which {
    /// `open`, `running`, `over`; all of them if nothing is said.
    state: String,
    /// The meetings of this round instead of those of the last one.
    round: Option<usize>,
}

pub async fn list(State(app): State<App>, Query(which): Query<Which>) -> Answer {
    let all = app.cups.listed(&which.state, 100).await?;
    Ok(Json(json!({ "tournaments": all })))
}

/// The tournament as it is now: from memory if it is here, else from the log. Who only looks does not take it over.
pub async fn current(app: &App, id: &str) -> Result<Cupped, Trouble> {
    match app.cups.open(id).await {
        Ok(cup) => Ok(cup.state().await),
        Err(Trouble::Elsewhere { .. }) => Ok(read(&app.store, id).await?.0),
        Err(trouble) => Err(trouble),
    }
}

pub async fn look(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(which): Query<Which>,
) -> Result<Response, Failure> {
    let json = [(header::CONTENT_TYPE, "application/json")];
    if let Some(round) = which.round {
        let state = current(&app, &id).await.map_err(not_there)?;
        return Ok((json, view::view_of(&id, &state, round).to_string()).into_response());
    }
    match app.cups.open(&id).await {
        Ok(cup) => Ok((json, cup.shown().await.to_string()).into_response()),
        Err(Trouble::Elsewhere { .. }) => {
            let state = read(&app.store, &id).await?.0;
            Ok((json, view::view(&id, &state).to_string()).into_response())
        }
        Err(trouble) => Err(not_there(trouble)),
    }
}

fn not_there(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::NoSuchTable => Failure::new(StatusCode::NOT_FOUND, "there is no such tournament"),
        other => other.into(),
    }
}

/// The log as it is kept, and what it sums up to when it is read again from the database.
pub async fn log(State(app): State<App>, Path(id): Path<String>) -> Answer {
    let (state, events) = read(&app.store, &id).await.map_err(not_there)?;
    let events: Vec<Value> = events
        .iter()
        .map(|e| json!({ "n": e.n, "at": e.at, "event": serde_json::from_str::<Value>(&e.data).unwrap_or_default() }))
        .collect();
    Ok(Json(json!({ "events": events, "tournament": view::view(&id, &state) })))
}

async fn opened(app: &App, id: &str) -> Result<Arc<Cup>, Failure> {
    app.cups.open(id).await.map_err(not_there)
}

pub async fn join(State(app): State<App>, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let me = person(&app, &headers).await?;
    let cup = opened(&app, &id).await?;
    app.cups.join(&cup, &me.id, &me.name).await?;
    Ok(Json(json!({ "ok": true })))
}

pub async fn leave(State(app): State<App>, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let me = person(&app, &headers).await?;
    let cup = opened(&app, &id).await?;
    app.cups.leave(&cup, &me.id).await?;
    Ok(Json(json!({ "ok": true })))
}

pub async fn begin(State(app): State<App>, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let me = person(&app, &headers).await?;
    let cup = opened(&app, &id).await?;
    app.cups.begin(&cup, &me.id, false).await?;
    Ok(Json(json!({ "ok": true })))
}

pub async fn call_off(State(app): State<App>, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let me = person(&app, &headers).await?;
    let cup = opened(&app, &id).await?;
    app.cups.begin(&cup, &me.id, true).await?;
    Ok(Json(json!({ "ok": true })))
}

/// The kinds by the words of addresses.
pub fn kind_of(key: &str) -> Kind {
    Kind::ALL.into_iter().find(|k| k.key() == key).unwrap_or(Kind::Swiss)
}

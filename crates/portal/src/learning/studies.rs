//! Studies: pages for looking at games with variations, and the interface that reads, writes and keeps them. What is shared
//! is kept as it is at that moment, under a name made of its content: an address that is cited shows the same for ever.

use super::asked::on_deep_stack;
use super::chart::{Mark, Node, Study, of_record, pgn, sgf, to_record};
use super::pages::{compiled, picture};
use super::{WRITTEN, spec_of};
use crate::api::Failure;
use crate::compiled::Compiled;
use crate::pages::{message, render};
use crate::store::WrittenRow;
use crate::tables::now_ms;
use crate::texts::{t, with};
use crate::web::App;
use askama::Template;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

type Body<T> = Result<Json<T>, JsonRejection>;

#[derive(Template)]
#[template(path = "studies.html")]
struct StartPage {
    games: Vec<(String, String)>,
    chosen: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Begin {
    game: String,
    /// A table whose game is to be looked at.
    table: String,
    /// A study that is taken on.
    of: String,
    fen: String,
}

/// Where one begins: a game, or a text.
pub async fn index(State(app): State<App>, Query(begin): Query<Begin>) -> Response {
    let games = app
        .catalogue
        .entries()
        .iter()
        .filter(|e| e.facts().playable != Some(false))
        .map(|e| (e.key.clone(), e.facts().title.clone()))
        .collect();
    render(&StartPage { games, chosen: begin.game })
}

#[derive(Template)]
#[template(path = "study.html")]
struct StudyPage {
    title: String,
    game: String,
    key: String,
    id: String,
    data: String,
    picture: String,
    /// The moves as text, for those without scripts.
    moves: Vec<(String, String)>,
}

/// A study that nobody has kept yet.
pub async fn new(State(app): State<App>, Query(begin): Query<Begin>) -> Response {
    let study = if !begin.table.is_empty() {
        match of_table(&app, &begin.table).await {
            Ok(study) => study,
            Err(why) => return message(StatusCode::UNPROCESSABLE_ENTITY, t("study.cannot"), &why),
        }
    } else if !begin.of.is_empty() {
        match kept(&app, &begin.of).await {
            Some(study) => study,
            None => return message(StatusCode::NOT_FOUND, t("learn.nothere"), t("study.nosuch")),
        }
    } else {
        // (Whoever types the name of a game means it as well as its key.)
        let known = begin.game.starts_with(WRITTEN) || app.catalogue.get(&begin.game).is_some();
        let key =
            if known { begin.game.clone() } else { which(&app, Some(&begin.game), "").unwrap_or_default() };
        let mut study = Study::new(spec_of(&key, None, Vec::new()));
        if !begin.fen.is_empty() {
            study.base = super::asked::Base::Fen(begin.fen);
        }
        study
    };
    page(&app, String::new(), study).await
}

/// The game of a table, once it is over: the moves of a game in progress are for those who play it.
async fn of_table(app: &App, id: &str) -> Result<Study, String> {
    let table = app.tables.open(id).await.map_err(|e| e.words())?;
    let mut study = Study::new(table.spec.clone());
    let finished = table.finished().await.ok_or(t("study.notover").to_owned())?;
    study.chance = Some(finished.chance);
    study.players = finished.players;
    study.title = finished.title;
    let plies = finished.plies.iter().enumerate();
    study.nodes.extend(plies.map(|(i, ply)| Node {
        up: i,
        m: ply.name.clone(),
        label: ply.label.clone(),
        ..Node::default()
    }));
    Ok(study)
}

pub async fn show(State(app): State<App>, Path(id): Path<String>) -> Response {
    // The same address with an ending is the study in a notation.
    if let Some((id, format)) = id.rsplit_once('.') {
        let Some(study) = kept(&app, id).await else {
            return message(StatusCode::NOT_FOUND, t("learn.nothere"), t("study.nosuch"));
        };
        return match told(&app, study, format).await {
            Ok(text) => {
                let name = format!("attachment; filename=\"study-{}.{format}\"", id.replace(['"', '\\'], ""));
                let kind = if format == "json" { "application/json" } else { "text/plain; charset=utf-8" };
                ([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, &name)], text).into_response()
            }
            Err(why) => message(StatusCode::UNPROCESSABLE_ENTITY, t("study.cannot"), &why),
        };
    }
    match kept(&app, &id).await {
        Some(study) => page(&app, id, study).await,
        None => message(StatusCode::NOT_FOUND, t("learn.nothere"), t("study.nosuch")),
    }
}

async fn page(app: &App, id: String, study: Study) -> Response {
    let written = study.of.written.clone();
    let key = written.map_or(study.of.game.clone(), |id| format!("{WRITTEN}{id}"));
    let game = match app.catalogue.get(&key) {
        Some(entry) => entry.facts().title.clone(),
        None if key.starts_with(WRITTEN) => t("learn.written").to_owned(),
        None => return message(StatusCode::NOT_FOUND, t("learn.nothere"), t("learn.nogame")),
    };
    let title =
        if study.title.is_empty() { with("study.of", &[("game", &game)]) } else { study.title.clone() };
    let data = json!(study).to_string();
    let line = study.main_line();
    let moves: Vec<(String, String)> = line
        .iter()
        .skip(1)
        .map(|&i| (study.nodes[i].label.clone(), study.nodes[i].comment.clone()))
        .collect();
    let picture = shown(app, &key, study).await;
    render(&StudyPage { title, game, key, id, data, picture, moves })
}

/// The last position of the main line as a picture.
async fn shown(app: &App, key: &str, study: Study) -> String {
    let Ok(compiled) = chosen(app, key, &study).await else { return String::new() };
    let work = move || {
        let moves = study.main_line().into_iter().skip(1).map(|i| study.nodes[i].m.clone()).collect();
        super::asked::session(&compiled, &study.line(moves)).map(|s| picture(&s)).unwrap_or_default()
    };
    on_deep_stack(work).await.unwrap_or_default()
}

/// The game of a study as it was chosen.
async fn chosen(app: &App, key: &str, study: &Study) -> Result<Arc<Compiled>, String> {
    if study.of.ruleset.is_none() && study.of.options.is_empty() {
        return compiled(app, key).await;
    }
    let Some(entry) = app.catalogue.get(key).cloned() else { return Err(t("learn.nogame").to_owned()) };
    let (catalogue, of) = (app.catalogue.clone(), study.of.clone());
    let work = move || catalogue.compiled(&entry, of.ruleset.as_deref(), &of.options);
    let made = on_deep_stack(work).await.ok_or(t("learn.broken").to_owned())?;
    made.map_err(|f| f.problems.first().map_or(t("learn.broken").to_owned(), |p| p.message.clone()))
}

async fn kept(app: &App, id: &str) -> Option<Study> {
    let harmless = id.len() <= 40 && id.chars().all(|c| c.is_ascii_alphanumeric());
    let text = app.store.written(&format!("study.{id}")).await.ok().flatten().filter(|_| harmless)?;
    serde_json::from_str(&text).ok()
}

/// Keeps a study as it is; the same study has the same address.
pub async fn keep(State(app): State<App>, body: Body<Study>) -> Result<Json<Value>, Failure> {
    let Json(study) = body?;
    study.check().map_err(|why| Failure::new(StatusCode::UNPROCESSABLE_ENTITY, why))?;
    let known = match &study.of.written {
        Some(id) => app.store.written(id).await.ok().flatten().is_some(),
        None => app.catalogue.get(&study.of.game).is_some(),
    };
    if !known {
        return Err(Failure::new(StatusCode::NOT_FOUND, "there is no such game"));
    }
    if app.store.is_full() {
        return Err(Failure::new(StatusCode::SERVICE_UNAVAILABLE, "the database is full"));
    }
    let text = json!(study).to_string();
    // (A database of texts cannot keep it.)
    if text.contains('\0') || text.contains("\\u0000") {
        return Err(Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "a study has no characters 0"));
    }
    let id = blake3::hash(text.as_bytes()).to_hex()[..16].to_owned();
    let row = WrittenRow { id: format!("study.{id}"), made_at: now_ms(), text };
    let kept = app.store.keep_written(row).await;
    kept.map_err(|e| Failure::new(StatusCode::SERVICE_UNAVAILABLE, e.to_string()))?;
    Ok(Json(json!({ "id": id, "address": format!("/study/{id}") })))
}

#[derive(Deserialize)]
pub struct ReadBody {
    text: String,
    /// The game that is meant where the text does not tell.
    #[serde(default)]
    game: String,
}

/// A text in one of the notations as a study.
pub async fn read(State(app): State<App>, body: Body<ReadBody>) -> Result<Json<Value>, Failure> {
    let Json(ReadBody { text, game }) = body?;
    let no = |why: String| Failure::new(StatusCode::UNPROCESSABLE_ENTITY, why);
    let text = text.replace('\r', "");
    let begins = text.trim_start_matches('\u{feff}').trim_start();
    let (told, mut study) = if begins.starts_with("ludarium game") {
        of_record(begins).map(|(game, study)| (Some(game), study)).map_err(no)?
    } else if begins.starts_with('{') {
        let study: Study = serde_json::from_str(begins).map_err(|e| no(e.to_string()))?;
        study.check().map_err(no)?;
        (None, study)
    } else if begins.starts_with("(;") || begins.starts_with('(') {
        sgf::read(begins).map_err(no)?
    } else {
        pgn::read(begins).map_err(no)?
    };
    if study.of.game.is_empty() && study.of.written.is_none() {
        study.of.game = which(&app, told.as_deref(), &game).map_err(no)?;
    }
    let key = match &study.of.written {
        Some(_) => return Ok(Json(json!({ "study": study, "lost": 0 }))),
        None => study.of.game.clone(),
    };
    let compiled = chosen(&app, &key, &study).await.map_err(no)?;
    let work = move || {
        let lost = study.settle(&compiled)?;
        name_marks(&compiled, &mut study)?;
        Ok::<_, String>((study, lost))
    };
    let done = on_deep_stack(work).await.ok_or_else(|| no(t("learn.broken").to_owned()))?;
    let (study, lost) = done.map_err(no)?;
    let (number, first) = lost.unwrap_or_default();
    if study.nodes.len() == 1 && number > 0 {
        return Err(no(with("study.nomoves", &[("why", &first)])));
    }
    Ok(Json(json!({ "study": study, "lost": number, "first": first })))
}

/// The game that a text is of: what it names, or what was chosen beside it, or chess where nothing is said at all.
fn which(app: &App, told: Option<&str>, chosen: &str) -> Result<String, String> {
    if !chosen.is_empty() {
        return Ok(chosen.to_owned());
    }
    let name = told.unwrap_or("Chess");
    let key = |name: &str| {
        let found = ludarium_play::find(name).ok().map(|g| g.key.to_owned());
        found.or_else(|| app.catalogue.get(&crate::catalogue::slug(name)).map(|e| e.key.clone()))
    };
    key(name).ok_or_else(|| with("study.whichgame", &[("name", &name)]))
}

/// Marks from a notation name places; ours have their keys.
fn name_marks(compiled: &Arc<Compiled>, study: &mut Study) -> Result<(), String> {
    if study.nodes.iter().all(|n| n.marks.is_empty()) {
        return Ok(());
    }
    let places = pgn::places(compiled, study)?;
    let key = |name: &str| {
        let known = places.iter().any(|(_, k)| k == name);
        let found = places.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, k)| k.clone());
        found.or_else(|| known.then(|| name.to_owned()))
    };
    for node in &mut study.nodes {
        let named = node.marks.drain(..).filter_map(|m| {
            let to = match &m.to {
                Some(to) => Some(key(to)?),
                None => None,
            };
            Some(Mark { at: key(&m.at)?, to, colour: m.colour })
        });
        node.marks = named.collect();
    }
    Ok(())
}

#[derive(Deserialize)]
pub struct WriteBody {
    study: Study,
    format: String,
}

/// A study in one of the notations.
pub async fn write(State(app): State<App>, body: Body<WriteBody>) -> Result<Json<Value>, Failure> {
    let Json(WriteBody { study, format }) = body?;
    let text = told(&app, study, &format).await;
    let text = text.map_err(|why| Failure::new(StatusCode::UNPROCESSABLE_ENTITY, why))?;
    Ok(Json(json!({ "text": text })))
}

async fn told(app: &App, study: Study, format: &str) -> Result<String, String> {
    study.check()?;
    if format == "json" {
        return serde_json::to_string_pretty(&study).map_err(|e| e.to_string());
    }
    if study.of.written.is_some() {
        return Err(t("study.onlyjson").to_owned());
    }
    let key = study.of.game.clone();
    let compiled = chosen(app, &key, &study).await?;
    let format = format.to_owned();
    let work = move || match format.as_str() {
        "pgn" => pgn::write(&compiled, &study),
        "sgf" => sgf::write(&compiled, &study),
        "txt" | "record" => to_record(&compiled, &study),
        other => Err(with("study.noformat", &[("name", &other)])),
    };
    on_deep_stack(work).await.ok_or(t("learn.broken").to_owned())?
}

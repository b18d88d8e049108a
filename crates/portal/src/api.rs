//! The JSON interface, as `openapi.json` describes it. Every handler reads a request, asks the tables or the catalogue,
//! and writes the answer; errors have one form.

use crate::asking::Question;
use crate::catalogue::MOST_TEXT;
use crate::engine::{Ask, LanguageQuestion, Remote, Tell};
use crate::store::WrittenRow;
use crate::tables::{NewTable, Said, Trouble, now_ms};
use crate::web::App;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// An error as everybody gets it.
pub struct Failure(pub StatusCode, pub Value);

impl Failure {
    pub fn new(status: StatusCode, why: impl Into<String>) -> Failure {
        Failure(status, json!({ "error": why.into() }))
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.0, Json(self.1)).into_response()
    }
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        let words = trouble.words();
        let status = match &trouble {
            Trouble::NoSuchTable => StatusCode::NOT_FOUND,
            Trouble::NotYours => StatusCode::FORBIDDEN,
            Trouble::Stale => StatusCode::CONFLICT,
            Trouble::NotLegal(_) | Trouble::Bad(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Trouble::Faulty(faulty) => {
                return Failure(
                    StatusCode::UNPROCESSABLE_ENTITY,
                    json!({ "error": words, "problems": faulty.problems }),
                );
            }
            Trouble::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Trouble::Full(_) | Trouble::Broken(_) | Trouble::Elsewhere { .. } => {
                StatusCode::SERVICE_UNAVAILABLE
            }
        };
        Failure::new(status, words)
    }
}

impl From<JsonRejection> for Failure {
    fn from(rejection: JsonRejection) -> Failure {
        Failure::new(rejection.status(), rejection.body_text())
    }
}

type Answer<T> = Result<Json<T>, Failure>;
type Body<T> = Result<Json<T>, JsonRejection>;

/// The secret of somebody's seats: `Authorization: Bearer …`.
pub fn token(headers: &HeaderMap) -> &str {
    let value = headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok()).unwrap_or("");
    value.strip_prefix("Bearer ").unwrap_or("").trim()
}

pub async fn health(State(app): State<App>) -> Response {
    let asked = tokio::time::timeout(std::time::Duration::from_secs(3), app.store.count()).await;
    let (status, tables) = match asked {
        Ok(Ok(n)) => (StatusCode::OK, json!(n)),
        Ok(Err(_)) | Err(_) => (StatusCode::SERVICE_UNAVAILABLE, Value::Null),
    };
    let present = app.cluster.present();
    let body = json!({
        "status": if status == StatusCode::OK { "ok" } else { "the database does not answer" },
        "games": app.catalogue.entries().len(),
        "tables": tables,
        "live": app.tables.count_live(),
        "up_s": app.started.elapsed().as_secs(),
        "version": env!("CARGO_PKG_VERSION"),
        "process": app.store.me().map(|me| me.id.clone()),
        "portals": present.portals.max(1),
        "workers": present.workers,
    });
    (status, Json(body)).into_response()
}

/// May visitors be sent here? Not while the process is on its way out or the database is away.
pub async fn ready(State(app): State<App>) -> Response {
    let why = if app.cluster.is_draining() || *app.stopping.borrow() {
        Some("draining")
    } else if !app.cluster.is_well() || !app.store.answers().await {
        Some("the database does not answer")
    } else {
        None
    };
    let status = if why.is_none() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(json!({ "status": why.unwrap_or("ready") }))).into_response()
}

/// Figures for Prometheus; for this machine and its network only.
pub async fn metrics(State(app): State<App>, peer: Option<axum::Extension<crate::web::Peer>>) -> Response {
    if peer.is_some_and(|peer| !crate::limits::is_near(peer.0.0)) {
        return (StatusCode::FORBIDDEN, "figures are for this network only\n").into_response();
    }
    metrics::gauge!("ludarium_tables_live").set(app.tables.count_live() as f64);
    metrics::gauge!("ludarium_connections").set(app.doors.count() as f64);
    metrics::gauge!("ludarium_up_seconds").set(app.started.elapsed().as_secs_f64());
    metrics::gauge!("ludarium_database_well").set(f64::from(u8::from(app.cluster.is_well())));
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], crate::telemetry::figures()).into_response()
}

pub const OPENAPI: &str = include_str!("openapi.json");

pub async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

#[derive(Serialize)]
pub struct GameRow {
    pub key: String,
    pub title: String,
    pub aliases: Vec<String>,
    pub family: String,
    pub players: usize,
    pub board: String,
    pub period: String,
    pub region: String,
    pub chance: bool,
    pub hidden: bool,
    pub playable: Option<bool>,
    /// Something is missing from its rules.
    pub incomplete: bool,
    /// The line below the title on its card.
    pub line: String,
}

pub async fn games(State(app): State<App>, Query(question): Query<Question>) -> Answer<Value> {
    let answer = app.catalogue.ask(&question);
    let rows: Vec<GameRow> = answer
        .entries
        .iter()
        .map(|entry| {
            let f = entry.facts();
            GameRow {
                key: entry.key.clone(),
                title: f.title.clone(),
                aliases: f.aliases.clone(),
                family: f.family.clone(),
                players: f.players,
                board: f.board.clone(),
                period: f.period.clone(),
                region: f.region.clone(),
                chance: f.chance,
                hidden: f.hidden,
                playable: f.playable,
                incomplete: crate::asking::is_incomplete(&f),
                line: crate::pages::card_line(&f),
            }
        })
        .collect();
    Ok(Json(json!({
        "total": answer.total,
        "page": question.page,
        "per_page": crate::asking::PER_PAGE,
        "games": rows,
        "facets": answer.facets,
        "incomplete": answer.incomplete,
        "partial": answer.partial,
    })))
}

pub async fn game(State(app): State<App>, Path(key): Path<String>) -> Answer<Value> {
    let entry =
        app.catalogue.get(&key).ok_or(Failure::new(StatusCode::NOT_FOUND, "there is no such game"))?;
    let facts = entry.facts();
    Ok(Json(json!({ "key": entry.key, "facts": *facts })))
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct LudemeQuestion {
    q: String,
}

/// What an editor completes with: every ludeme with what it means and an example, and where nothing is asked for also the
/// definitions of the library and the plain words.
pub async fn ludemes(Query(question): Query<LudemeQuestion>) -> Response {
    let found = crate::language::search(&question.q);
    let rows: Vec<Value> = found
        .iter()
        .map(|l| {
            json!({
                "id": l.id, "name": ludarium_check::reference::name(l), "gives": l.gives.name(),
                "doc": l.doc, "example": l.example,
            })
        })
        .collect();
    let mut body = json!({ "ludemes": rows });
    if question.q.is_empty() {
        body["definitions"] = json!(crate::language::definitions());
        body["words"] = json!(crate::language::plain_words());
    }
    ([(header::CACHE_CONTROL, "max-age=600")], Json(body)).into_response()
}

#[derive(Deserialize)]
pub struct TextBody {
    text: String,
}

/// The processes that look at texts while they are being written: a few, taken in turn.
pub struct Checkers {
    idle: std::sync::Mutex<Vec<Remote>>,
    places: std::sync::Arc<tokio::sync::Semaphore>,
}

impl Default for Checkers {
    fn default() -> Checkers {
        Checkers::new()
    }
}

impl Checkers {
    pub fn new() -> Checkers {
        Checkers {
            idle: std::sync::Mutex::new(Vec::new()),
            places: std::sync::Arc::new(tokio::sync::Semaphore::new(2)),
        }
    }

    pub async fn ask(&self, ask: &Ask) -> Tell {
        let Ok(_place) = self.places.acquire().await else {
            return Tell::Failed("the server is stopping".to_owned());
        };
        let idle = self.idle.lock().ok().and_then(|mut i| i.pop());
        let mut remote = match idle {
            Some(remote) => remote,
            None => match Remote::start(None) {
                Ok(remote) => remote,
                Err(e) => return Tell::Failed(format!("no process for it: {e}")),
            },
        };
        let told = remote.ask(ask).await;
        if !remote.is_broken()
            && let Ok(mut idle) = self.idle.lock()
        {
            idle.push(remote);
        }
        told
    }
}

fn too_long(text: &str) -> Result<(), Failure> {
    if text.len() > MOST_TEXT {
        let why = format!("a description may have {MOST_TEXT} bytes; this one has {}", text.len());
        return Err(Failure::new(StatusCode::PAYLOAD_TOO_LARGE, why));
    }
    Ok(())
}

pub async fn check(State(app): State<App>, body: Body<TextBody>) -> Answer<Value> {
    let Json(TextBody { text }) = body?;
    too_long(&text)?;
    match app.checkers.ask(&Ask::Check { text }).await {
        Tell::Checked(checked) => Ok(Json(json!(*checked))),
        Tell::Failed(why) => Ok(Json(json!(crate::engine::Checked {
            messages: crate::compiled::Faulty::plain(&why).problems,
            ..Default::default()
        }))),
        _ => Err(Failure::new(StatusCode::SERVICE_UNAVAILABLE, "an unexpected answer")),
    }
}

/// What the debugger of the editor shows.
/// What the editor asks about its text, in the words of the language server protocol.
pub async fn language(State(app): State<App>, body: Body<LanguageQuestion>) -> Answer<Value> {
    let Json(question) = body?;
    too_long(&question.text)?;
    match app.checkers.ask(&Ask::Language(Box::new(question))).await {
        Tell::Answered(Ok(answer)) => Ok(Json(answer)),
        Tell::Answered(Err(why)) | Tell::Failed(why) => {
            Err(Failure::new(StatusCode::UNPROCESSABLE_ENTITY, why))
        }
        _ => Err(Failure::new(StatusCode::SERVICE_UNAVAILABLE, "the server is busy; try again")),
    }
}

pub async fn debug(State(app): State<App>, body: Body<crate::debugging::Debug>) -> Answer<Value> {
    let Json(wanted) = body?;
    too_long(&wanted.text)?;
    match app.checkers.ask(&Ask::Debug(Box::new(wanted))).await {
        Tell::Debugged(shown) => Ok(Json(json!(*shown))),
        Tell::Failed(why) => Ok(Json(json!(crate::debugging::Debugged {
            messages: crate::compiled::Faulty::plain(&why).problems,
            ..Default::default()
        }))),
        _ => Err(Failure::new(StatusCode::SERVICE_UNAVAILABLE, "an unexpected answer")),
    }
}

/// Keeps a description so that it can be played; the same text has the same id.
pub async fn write(State(app): State<App>, body: Body<TextBody>) -> Answer<Value> {
    let Json(TextBody { text }) = body?;
    too_long(&text)?;
    // A database of texts cannot keep it, and no description needs it.
    if text.contains('\0') {
        return Err(Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "a description has no characters 0"));
    }
    if app.store.is_full() {
        return Err(Trouble::Full("the database is full".to_owned()).into());
    }
    let id = blake3::hash(text.as_bytes()).to_hex()[..20].to_owned();
    app.store
        .keep_written(WrittenRow { id: id.clone(), made_at: now_ms(), text })
        .await
        .map_err(|e| Failure::new(StatusCode::SERVICE_UNAVAILABLE, e.to_string()))?;
    Ok(Json(json!({ "id": id })))
}

pub async fn make(
    State(app): State<App>,
    headers: HeaderMap,
    body: Body<Value>,
) -> Result<Response, Failure> {
    let Json(said) = body?;
    let new: NewTable = serde_json::from_value(said.clone())
        .map_err(|e| Failure::new(StatusCode::UNPROCESSABLE_ENTITY, e.to_string()))?;
    match app.tables.make(new, token(&headers)).await {
        Ok(made) => Ok((StatusCode::CREATED, Json(made)).into_response()),
        // A branch of a table of another process.
        Err(Trouble::Elsewhere { address, .. }) if crate::forward::visitor(&app, &headers).is_none() => {
            Ok(crate::forward::ask_again(&app, &address, "/api/tables", &headers, said.to_string()).await)
        }
        Err(trouble) => Err(trouble.into()),
    }
}

pub async fn table(State(app): State<App>, Path(id): Path<String>, headers: HeaderMap) -> Answer<Value> {
    let table = app.tables.open(&id).await?;
    let view = app.tables.view(&table, token(&headers), None).await;
    let scene = app.tables.scene(&table, token(&headers)).await?;
    Ok(Json(json!({ "table": view, "scene": *scene })))
}

pub async fn ground(State(app): State<App>, Path(id): Path<String>, headers: HeaderMap) -> Answer<Value> {
    let table = app.tables.open(&id).await?;
    let ground = app.tables.ground(&table, token(&headers)).await?;
    Ok(Json(json!(*ground)))
}

pub async fn at(
    State(app): State<App>,
    Path((id, ply)): Path<(String, usize)>,
    headers: HeaderMap,
) -> Answer<Value> {
    let table = app.tables.open(&id).await?;
    let scene = app.tables.scene_at(&table, token(&headers), ply).await?;
    Ok(Json(json!(*scene)))
}

pub async fn moves(State(app): State<App>, Path(id): Path<String>, headers: HeaderMap) -> Answer<Value> {
    let table = app.tables.open(&id).await?;
    let moves = app.tables.moves(&table, token(&headers)).await?;
    Ok(Json(json!({ "game": table.spec, "moves": moves })))
}

#[derive(Deserialize)]
pub struct PlayBody {
    ply: usize,
    name: String,
    /// What the page calls this try; said again, the move is not made again.
    #[serde(default)]
    by: Option<String>,
}

pub async fn play(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body<PlayBody>,
) -> Answer<Value> {
    let Json(PlayBody { ply, name, by }) = body?;
    let table = app.tables.open(&id).await?;
    let said = Said { ply, name: &name, by: by.as_deref() };
    match app.tables.play(&table, token(&headers), said).await {
        Ok(ply) => Ok(Json(json!({ "ply": ply }))),
        Err(Trouble::Stale) => {
            let view = app.tables.view(&table, token(&headers), None).await;
            Err(Failure(StatusCode::CONFLICT, json!({ "error": Trouble::Stale.words(), "table": view })))
        }
        Err(trouble) => Err(trouble.into()),
    }
}

#[derive(Deserialize)]
pub struct PlyBody {
    ply: usize,
}

pub async fn go_to(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body<PlyBody>,
) -> Answer<Value> {
    let Json(PlyBody { ply }) = body?;
    let table = app.tables.open(&id).await?;
    app.tables.go_to(&table, token(&headers), ply).await?;
    Ok(Json(json!({ "ply": ply })))
}

#[derive(Deserialize)]
pub struct OfferBody {
    what: String,
}

pub async fn offer(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body<OfferBody>,
) -> Answer<Value> {
    let Json(OfferBody { what }) = body?;
    let table = app.tables.open(&id).await?;
    app.tables.offer(&table, token(&headers), &what).await?;
    Ok(Json(json!({ "ok": true })))
}

/// A place by its key; both left out tell nothing.
#[derive(Deserialize)]
pub struct ExplainBody {
    from: Option<String>,
    to: Option<String>,
}

pub async fn explain(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body<ExplainBody>,
) -> Answer<Value> {
    let Json(ExplainBody { from, to }) = body?;
    let table = app.tables.open(&id).await?;
    let explained = app.tables.explain(&table, token(&headers), from, to).await?;
    Ok(Json(json!(explained)))
}

pub async fn resign(State(app): State<App>, Path(id): Path<String>, headers: HeaderMap) -> Answer<Value> {
    let table = app.tables.open(&id).await?;
    app.tables.resign(&table, token(&headers)).await?;
    Ok(Json(json!({ "ok": true })))
}

pub async fn erase(State(app): State<App>, Path(id): Path<String>, headers: HeaderMap) -> Answer<Value> {
    let table = app.tables.open(&id).await?;
    app.tables.erase(&table, token(&headers)).await?;
    Ok(Json(json!({ "ok": true })))
}

#[derive(Deserialize)]
pub struct ClaimBody {
    invite: String,
    #[serde(default)]
    name: String,
}

pub async fn claim(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body<ClaimBody>,
) -> Answer<Value> {
    let Json(ClaimBody { invite, name }) = body?;
    let table = app.tables.open(&id).await?;
    let (seat, token) = app.tables.claim(&table, &invite, &name, token(&headers)).await?;
    Ok(Json(json!({ "seat": seat, "token": token })))
}

pub async fn hint(
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Option<axum::Extension<crate::web::Visitor>>,
    headers: HeaderMap,
) -> Answer<Value> {
    let table = app.tables.open(&id).await?;
    let judgement = app.tables.judge(&table, token(&headers), visitor.map(|v| v.0.0)).await?;
    Ok(Json(json!(judgement)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    /// The description of the interface and the routes name the same paths.
    #[test]
    fn openapi_describes_every_route_and_nothing_else() {
        let described: serde_json::Value = serde_json::from_str(super::OPENAPI).unwrap();
        let described: BTreeSet<&str> =
            described["paths"].as_object().unwrap().keys().map(String::as_str).collect();
        let files = [
            include_str!("web.rs"),
            include_str!("learning/mod.rs"),
            include_str!("people/mod.rs"),
            include_str!("tournaments/mod.rs"),
        ];
        let routes: BTreeSet<&str> = files
            .iter()
            .flat_map(|file| file.split(".route(\"").skip(1))
            .filter_map(|rest| rest.split('"').next())
            .filter(|path| {
                (path.starts_with("/api/") && *path != "/api/openapi.json")
                    || ["/health", "/ready", "/metrics"].contains(path)
            })
            .collect();
        assert_eq!(described, routes);
    }
}

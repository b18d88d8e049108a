//! The lobby: who looks for somebody to play with. A seek stands in the database, so that every portal shows it; whoever
//! is first to accept it has it. A seek for a game with a quick clock stands as long as its seeker is in the lobby.

use super::api::person;
use super::{Person, Refusal};
use crate::api::Failure;
use crate::store::{Change, NotWritten, Row, Store};
use crate::tables::{ClockSetup, Contest, Contestant, Spec, Terms, Timing, now_ms, secret};
use crate::web::App;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// A seek with a quick clock is shown so long after its seeker was last seen.
const PRESENT_MS: i64 = 25_000;
/// Seekers in the lobby are noted so often.
const NOTE: Duration = Duration::from_secs(10);
/// A seek stands so long, and one without a quick clock so long.
const QUICK_MS: i64 = 3_600_000;
const SLOW_MS: i64 = 7 * 24 * 3_600_000;
/// A clock that gives at least so long for a move or a game is not quick: the seeker may be away.
const SLOW_CLOCK_MS: i64 = 6 * 3_600_000;
const MOST_OF_ONE: i64 = 5;
const MOST_SHOWN: i64 = 200;
const LOOK: Duration = Duration::from_secs(1);
/// Whoever does not make the first move in this time has lost.
const BEGIN_MS: i64 = 60_000;

/// A seek as everybody sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seek {
    #[serde(default)]
    pub id: String,
    /// The seeker, and how good he is.
    pub person: String,
    pub name: String,
    pub rating: String,
    pub title: String,
    #[serde(flatten)]
    pub spec: Spec,
    pub clock: ClockSetup,
    pub rated: bool,
    /// The seat that the seeker wants; 0 for any.
    pub seat: usize,
    /// The table, once it was accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
}

fn seek_of(row: &Row) -> Option<Seek> {
    let mut seek: Seek = serde_json::from_str(row[1].text()).ok()?;
    seek.id = row[0].text().to_owned();
    seek.table = Some(row[2].text().to_owned()).filter(|t| !t.is_empty());
    Some(seek)
}

fn is_slow(clock: ClockSetup) -> bool {
    clock.timing == Timing::None || clock.base_ms >= SLOW_CLOCK_MS
}

/// The open seeks, looked up once a second as long as somebody in this process wants to know.
pub struct Lobby {
    store: Arc<Store>,
    shown: watch::Sender<Arc<Vec<Seek>>>,
}

impl Lobby {
    pub fn new(store: Arc<Store>) -> Lobby {
        Lobby { store, shown: watch::channel(Arc::default()).0 }
    }

    async fn open(&self) -> anyhow::Result<Vec<Seek>> {
        // Those who were just accepted are told so.
        const OPEN: &str = "SELECT id, data, table_id FROM seeks WHERE expires_at > $1 AND seen_at > $2
            ORDER BY made_at DESC LIMIT $3";
        let now = now_ms();
        let rows =
            self.store.look(OPEN, vec![now.into(), (now - PRESENT_MS).into(), MOST_SHOWN.into()]).await?;
        Ok(rows.iter().filter_map(seek_of).collect())
    }

    /// Looks what is there, and tells those who wait if it has changed.
    async fn refresh(&self) {
        if let Ok(open) = self.open().await {
            self.shown.send_if_modified(|shown| {
                let changed = **shown != open;
                if changed {
                    *shown = Arc::new(open);
                }
                changed
            });
        }
    }

    /// Goes on until the process ends.
    pub async fn keep_looking(self: Arc<Self>) {
        let mut every = tokio::time::interval(LOOK);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut tidied = std::time::Instant::now();
        loop {
            every.tick().await;
            if self.shown.receiver_count() > 0 {
                self.refresh().await;
            }
            if tidied.elapsed() > Duration::from_secs(600) {
                tidied = std::time::Instant::now();
                let old =
                    Change::new("DELETE FROM seeks WHERE expires_at < $1", vec![(now_ms() - SLOW_MS).into()]);
                let _ = self.store.change(vec![old]).await;
            }
        }
    }
}

#[derive(Deserialize)]
pub struct SeekBody {
    #[serde(flatten)]
    spec: Spec,
    #[serde(default)]
    clock: ClockSetup,
    #[serde(default)]
    rated: bool,
    #[serde(default)]
    seat: usize,
    /// Not anybody: this level of our computers, at once.
    #[serde(default)]
    level: Option<u8>,
}

type Answer = Result<Json<Value>, Failure>;

pub async fn list(State(app): State<App>) -> Answer {
    let open = app.lobby.open().await.map_err(Refusal::from)?;
    let open: Vec<&Seek> = open.iter().filter(|s| s.table.is_none()).collect();
    Ok(Json(json!({ "seeks": open })))
}

fn bad(why: &str) -> Failure {
    Failure::new(StatusCode::UNPROCESSABLE_ENTITY, why)
}

pub async fn seek(
    State(app): State<App>,
    headers: HeaderMap,
    body: Result<Json<SeekBody>, JsonRejection>,
) -> Result<(StatusCode, Json<Value>), Failure> {
    let me = person(&app, &headers).await?;
    let Json(SeekBody { spec, clock, rated, seat, level }) = body?;
    let (players, title) = app.tables.about(&spec).await?;
    if players != 2 {
        return Err(bad("the lobby brings two together; invite others to this game by its links"));
    }
    let standing = app.tables.people.standing(&me.id, &spec.rating_key()).await?;
    let seek = Seek {
        id: secret(10),
        person: me.id.clone(),
        name: me.name.clone(),
        rating: standing.rating.words(),
        title,
        spec,
        clock,
        rated,
        seat: if seat > 2 { 0 } else { seat },
        table: None,
    };
    if let Some(level) = level {
        let table = secret(10);
        play(&app, &seek, &table, Contestant::Computer { level }).await?;
        return Ok((StatusCode::CREATED, Json(json!({ "table": table }))));
    }
    const COUNT: &str =
        "SELECT count(*) FROM seeks WHERE person = $1 AND table_id IS NULL AND expires_at > $2";
    let now = now_ms();
    let own = app.store.look(COUNT, vec![me.id.clone().into(), now.into()]).await.map_err(Refusal::from)?;
    if own.first().and_then(|r| r[0].int()).unwrap_or(0) >= MOST_OF_ONE {
        return Err(bad("you look for enough games already; withdraw one first"));
    }
    let expires = now + if is_slow(clock) { SLOW_MS } else { QUICK_MS };
    // Nobody has to be in the lobby for a slow game.
    let seen = if is_slow(clock) { expires } else { now };
    const PUT: &str = "INSERT INTO seeks VALUES ($1, $2, $3, $4, $5, $6, NULL)";
    let data = serde_json::to_string(&seek).unwrap_or_default();
    let args =
        vec![seek.id.clone().into(), me.id.into(), now.into(), expires.into(), seen.into(), data.into()];
    app.store.change(vec![Change::one(PUT, args)]).await.map_err(Refusal::from)?;
    app.lobby.refresh().await;
    Ok((StatusCode::CREATED, Json(json!({ "id": seek.id }))))
}

/// Opens the table of a seek.
async fn play(app: &App, seek: &Seek, table: &str, other: Contestant) -> Result<(), Failure> {
    let seeker = Contestant::Person { id: seek.person.clone(), name: seek.name.clone() };
    let first = match seek.seat {
        0 => now_ms() % 2 == 0,
        seat => seat == 1,
    };
    let terms =
        Terms { rated: seek.rated, begin_ms: (!is_slow(seek.clock)).then_some(BEGIN_MS), ..Terms::default() };
    let contest = Contest {
        id: table.to_owned(),
        spec: seek.spec.clone(),
        seats: if first { vec![seeker, other] } else { vec![other, seeker] },
        clock: seek.clock,
        terms,
    };
    Ok(app.tables.make_contest(contest).await?)
}

async fn one(app: &App, id: &str) -> Result<Seek, Failure> {
    let rows = app.store.look("SELECT id, data, table_id FROM seeks WHERE id = $1", vec![id.into()]).await;
    let seek = rows.map_err(Refusal::from)?.first().and_then(seek_of);
    seek.ok_or(Failure::new(StatusCode::NOT_FOUND, "nobody looks for this game any more"))
}

pub async fn look(State(app): State<App>, Path(id): Path<String>) -> Answer {
    Ok(Json(json!(one(&app, &id).await?)))
}

pub async fn accept(State(app): State<App>, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let me = person(&app, &headers).await?;
    let seek = one(&app, &id).await?;
    if seek.person == me.id {
        return Err(bad("this is your own; somebody else has to accept it"));
    }
    let table = secret(10);
    const TAKE: &str = "UPDATE seeks SET table_id = $2 WHERE id = $1 AND table_id IS NULL AND expires_at > $3 AND seen_at > $4";
    let now = now_ms();
    let args = vec![id.into(), table.clone().into(), now.into(), (now - PRESENT_MS).into()];
    match app.store.change(vec![Change::one(TAKE, args)]).await {
        Ok(()) => {}
        Err(NotWritten::Fenced) => {
            return Err(Failure::new(
                StatusCode::CONFLICT,
                "somebody else was first, or the seeker has left",
            ));
        }
        Err(why) => return Err(Refusal::from(why).into()),
    }
    play(&app, &seek, &table, Contestant::Person { id: me.id, name: me.name }).await?;
    app.lobby.refresh().await;
    Ok(Json(json!({ "table": table })))
}

pub async fn withdraw(State(app): State<App>, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let me = person(&app, &headers).await?;
    const GONE: &str = "DELETE FROM seeks WHERE id = $1 AND person = $2 AND table_id IS NULL";
    match app.store.change(vec![Change::one(GONE, vec![id.into(), me.id.into()])]).await {
        Ok(()) => {}
        Err(NotWritten::Fenced) => {
            return Err(Failure::new(StatusCode::CONFLICT, "somebody has accepted it, or it is gone"));
        }
        Err(why) => return Err(Refusal::from(why).into()),
    }
    app.lobby.refresh().await;
    Ok(Json(json!({ "ok": true })))
}

#[derive(Deserialize)]
struct Hello {
    #[serde(default)]
    token: String,
}

/// The lobby as it changes. Whoever says who he is stays in it as long as the connection lasts.
pub async fn live(State(app): State<App>, headers: HeaderMap, upgrade: WebSocketUpgrade) -> Response {
    if !crate::live::is_own_page(&headers) {
        return (StatusCode::FORBIDDEN, "this connection is for our own pages\n").into_response();
    }
    upgrade
        .read_buffer_size(4 << 10)
        .write_buffer_size(4 << 10)
        .max_message_size(4 << 10)
        .on_upgrade(async move |socket| stay(app, socket).await)
}

async fn stay(app: App, mut socket: WebSocket) {
    let mut shown = app.lobby.shown.subscribe();
    let mut stopping = app.stopping.clone();
    let mut me: Option<Person> = None;
    let mut told: HashSet<String> = HashSet::new();
    let mut note = tokio::time::interval(NOTE);
    app.lobby.refresh().await;
    shown.mark_changed();
    loop {
        tokio::select! {
            got = socket.recv() => {
                let text = match got {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_))) => continue,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                };
                let Ok(hello) = serde_json::from_str::<Hello>(&text) else { return };
                me = app.tables.people.recognise(&hello.token).await;
                be_seen(&app, me.as_ref()).await;
                shown.mark_changed();
            }
            changed = shown.changed() => {
                if changed.is_err() {
                    return;
                }
                let now = shown.borrow_and_update().clone();
                for seek in now.iter().filter(|s| me.as_ref().is_some_and(|me| me.id == s.person)) {
                    if let Some(table) = &seek.table
                        && told.insert(seek.id.clone())
                        && !send(&mut socket, &json!({ "t": "game", "seek": seek.id, "table": table })).await
                    {
                        return;
                    }
                }
                let open: Vec<&Seek> = now.iter().filter(|s| s.table.is_none()).collect();
                if !send(&mut socket, &json!({ "t": "lobby", "seeks": open })).await {
                    return;
                }
            }
            _ = note.tick() => {
                be_seen(&app, me.as_ref()).await;
                if socket.send(Message::Ping(Vec::new().into())).await.is_err() {
                    return;
                }
            }
            _ = stopping.changed() => return,
        }
    }
}

async fn be_seen(app: &App, me: Option<&Person>) {
    let Some(me) = me else { return };
    // What stands without its seeker is seen until it ends.
    const SEEN: &str =
        "UPDATE seeks SET seen_at = $2 WHERE person = $1 AND table_id IS NULL AND seen_at < $2";
    let _ = app.store.change(vec![Change::new(SEEN, vec![me.id.clone().into(), now_ms().into()])]).await;
}

async fn send(socket: &mut WebSocket, value: &Value) -> bool {
    let sending = socket.send(Message::Text(value.to_string().into()));
    matches!(tokio::time::timeout(Duration::from_secs(10), sending).await, Ok(Ok(())))
}

//! A live connection to a table: whoever opens it is told every change at once, as the difference to what was told
//! before, and may send moves. A connection that is lost costs nothing: the next one begins with everything.

use crate::scene::Scene;
use crate::tables::{Tables, Trouble};
use crate::web::App;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// What a page may send; anything longer is cut off.
const MOST_FRAME: usize = 16 << 10;
/// The default buffers would cost 128 KiB for every idle connection.
const BUFFER: usize = 4 << 10;
const HEARTBEAT: Duration = Duration::from_secs(20);

#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "lowercase")]
enum Said {
    /// Who I am, and which ground I have.
    Hello {
        #[serde(default)]
        token: String,
        #[serde(default)]
        ground: Option<u32>,
    },
    Play {
        id: u64,
        ply: usize,
        name: String,
        /// What the page calls this try; said again, the move is not made again.
        #[serde(default)]
        by: Option<String>,
    },
    Ping,
}

/// Only our own pages: another site's page would bring its visitors' addresses with it.
pub fn is_own_page(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|v| v.to_str().ok()).unwrap_or("");
    let origin = headers.get(header::ORIGIN).and_then(|v| v.to_str().ok());
    origin.is_none_or(|origin| origin.split_once("://").map(|(_, o)| o) == Some(host))
}

pub async fn connect(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    inside: Option<axum::Extension<Arc<crate::limits::Inside>>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_own_page(&headers) {
        return (StatusCode::FORBIDDEN, "this connection is for our own pages\n").into_response();
    }
    let table = match app.tables.open(&id).await {
        Ok(table) => table,
        Err(trouble) => return crate::api::Failure::from(trouble).into_response(),
    };
    upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_write_buffer_size(8 << 20)
        .max_message_size(MOST_FRAME)
        .max_frame_size(MOST_FRAME)
        .on_upgrade(async move |socket| {
            // The connection counts as one as long as it lasts.
            let _inside = inside;
            talk(app, table, socket).await;
        })
}

/// What the other side has been told.
#[derive(Default)]
struct Told {
    ground: Option<u32>,
    sites: HashMap<String, u64>,
    defs: BTreeSet<String>,
    moves: Option<(u64, usize)>,
}

fn hash(text: &str, more: &str) -> u64 {
    let mut hasher = std::collections::hash_map::DefaultHasher::new();
    (text, more).hash(&mut hasher);
    hasher.finish()
}

impl Told {
    /// What changed since the last time.
    fn difference(&mut self, scene: &Scene) -> Value {
        let mut sites = Vec::new();
        let mut now = HashMap::with_capacity(scene.sites.len());
        for s in &scene.sites {
            let h = hash(&s.svg, &s.words);
            if self.sites.get(&s.key) != Some(&h) {
                sites.push(s);
            }
            now.insert(s.key.clone(), h);
        }
        let gone: Vec<&String> = self.sites.keys().filter(|k| !now.contains_key(*k)).collect();
        let defs: serde_json::Map<String, Value> = scene
            .defs
            .iter()
            .filter(|(id, _)| !self.defs.contains(*id))
            .map(|(id, svg)| (id.clone(), json!(svg)))
            .collect();
        let order: Option<Vec<&String>> = (!gone.is_empty() || self.sites.len() != now.len())
            .then(|| scene.sites.iter().map(|s| &s.key).collect());
        let difference = json!({
            "ply": scene.ply, "ground": scene.ground, "sites": sites, "gone": gone, "defs": defs,
            "order": order, "last": scene.last, "scores": scene.scores, "dice": scene.dice, "check": scene.check,
            "umpire": scene.umpire, "captured": scene.captured, "notes": scene.notes, "choices": scene.choices,
        });
        self.defs.extend(scene.defs.keys().cloned());
        self.sites = now;
        difference
    }
}

async fn talk(app: App, table: Arc<crate::tables::Table>, mut socket: WebSocket) {
    metrics::gauge!("ludarium_sockets").increment(1.0);
    converse(app, table, &mut socket).await;
    metrics::gauge!("ludarium_sockets").decrement(1.0);
}

async fn converse(app: App, table: Arc<crate::tables::Table>, socket: &mut WebSocket) {
    let mut changed = Tables::subscribe(&table);
    let mut stopping = app.stopping.clone();
    let mut token: Option<String> = None;
    let mut told = Told::default();
    let mut watching = false;
    let mut sits: Vec<usize> = Vec::new();
    let mut heartbeat = tokio::time::interval(HEARTBEAT);
    let mut heard = std::time::Instant::now();
    loop {
        tokio::select! {
            got = socket.recv() => {
                heard = std::time::Instant::now();
                let text = match got {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_))) => continue,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                };
                let Ok(said) = serde_json::from_str::<Said>(&text) else { break };
                match said {
                    Said::Hello { token: secret, ground } => {
                        app.tables.people.recognise(&secret).await;
                        let view = app.tables.view(&table, &secret, None).await;
                        if sits != view.yours {
                            Tables::attend(&table, &sits, false).await;
                            sits.clone_from(&view.yours);
                            Tables::attend(&table, &sits, true).await;
                        }
                        if view.yours.is_empty() && !watching {
                            watching = true;
                            table.watchers.fetch_add(1, Ordering::Relaxed);
                            Tables::nudge(&table).await;
                        }
                        token = Some(secret);
                        told = Told { ground, ..Told::default() };
                        if !send_state(&app, &table, token.as_deref(), &mut told, socket).await {
                            break;
                        }
                        changed.mark_unchanged();
                    }
                    Said::Play { id, ply, name, by } => {
                        let secret = token.as_deref().unwrap_or("");
                        app.tables.people.recognise(secret).await;
                        let said = crate::tables::Said { ply, name: &name, by: by.as_deref() };
                        let answer = match app.tables.play(&table, secret, said).await {
                            // Not refused: on the next connection it is said again.
                            Err(Trouble::Elsewhere { .. }) => {
                                let _ = send(socket, &json!({ "t": "bye" })).await;
                                break;
                            }
                            Ok(ply) => json!({ "t": "ack", "id": id, "ply": ply }),
                            // Whether it was stored is not known: said again on the next connection, it is made once.
                            Err(trouble) => json!({
                                "t": "no", "id": id, "why": trouble.words(),
                                "stale": matches!(trouble, Trouble::Stale),
                                "again": table.is_gone(),
                            }),
                        };
                        if !send(socket, &answer).await {
                            break;
                        }
                    }
                    Said::Ping => {
                        if !send(socket, &json!({ "t": "pong" })).await {
                            break;
                        }
                    }
                }
            }
            more = changed.changed() => {
                if more.is_err() {
                    break;
                }
                // What the log says is to be had on a new connection.
                if table.is_gone() {
                    let _ = send(socket, &json!({ "t": "bye" })).await;
                    break;
                }
                if token.is_some()
                    && !send_state(&app, &table, token.as_deref(), &mut told, socket).await
                {
                    break;
                }
            }
            _ = heartbeat.tick() => {
                if heard.elapsed() > 3 * HEARTBEAT {
                    break;
                }
                if socket.send(Message::Ping(Vec::new().into())).await.is_err() {
                    break;
                }
            }
            _ = stopping.changed() => {
                let _ = send(socket, &json!({ "t": "bye" })).await;
                break;
            }
        }
    }
    Tables::attend(&table, &sits, false).await;
    if watching {
        table.watchers.fetch_sub(1, Ordering::Relaxed);
        drop(changed);
        Tables::nudge(&table).await;
    }
}

async fn send(socket: &mut WebSocket, value: &Value) -> bool {
    // A side that does not read is not waited for.
    let sending = socket.send(Message::Text(value.to_string().into()));
    matches!(tokio::time::timeout(Duration::from_secs(10), sending).await, Ok(Ok(())))
}

async fn send_state(
    app: &App,
    table: &Arc<crate::tables::Table>,
    token: Option<&str>,
    told: &mut Told,
    socket: &mut WebSocket,
) -> bool {
    let token = token.unwrap_or("");
    let view = app.tables.view(table, token, told.moves).await;
    let scene = match app.tables.scene(table, token).await {
        Ok(scene) => scene,
        Err(trouble) => {
            return send(socket, &json!({ "t": "trouble", "why": trouble.words(), "table": view })).await;
        }
    };
    told.moves = Some((view.epoch, view.ply));
    let mut message = json!({ "t": "state", "table": view });
    if told.ground != Some(scene.ground) {
        match app.tables.ground(table, token).await {
            Ok(ground) => {
                told.ground = Some(ground.version);
                told.defs.clear();
                told.sites.clear();
                message["ground"] = json!(*ground);
            }
            Err(_) => return false,
        }
    }
    message["scene"] = told.difference(&scene);
    send(socket, &message).await
}

//! A live connection to a tournament: whoever opens it is told how it stands whenever that changes, at most once a second.
//! Whoever says who he is can be paired in an arena as long as the connection lasts.

use super::Cup;
use crate::api::Failure;
use crate::people::Person;
use crate::web::App;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Between two tellings, and between two long ones.
const PAUSE: Duration = Duration::from_millis(800);
const LONG_PAUSE: Duration = Duration::from_millis(2000);
const LONG: usize = 20_000;
const HEARTBEAT: Duration = Duration::from_secs(20);

#[derive(Deserialize)]
struct Hello {
    #[serde(default)]
    token: String,
}

pub async fn connect(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !crate::live::is_own_page(&headers) {
        return (StatusCode::FORBIDDEN, "this connection is for our own pages\n").into_response();
    }
    let cup = match app.cups.open(&id).await {
        Ok(cup) => cup,
        Err(trouble) => return Failure::from(trouble).into_response(),
    };
    upgrade.read_buffer_size(4 << 10).write_buffer_size(4 << 10).max_message_size(4 << 10).on_upgrade(
        async move |socket| {
            metrics::gauge!("ludarium_sockets").increment(1.0);
            let mut me = None;
            talk(&app, &cup, socket, &mut me).await;
            if let Some(Person { id, .. }) = me {
                cup.attend(&id, false).await;
            }
            metrics::gauge!("ludarium_sockets").decrement(1.0);
        },
    )
}

async fn talk(app: &App, cup: &Arc<Cup>, mut socket: WebSocket, me: &mut Option<Person>) {
    let mut changed = cup.subscribe();
    changed.mark_changed();
    let mut stopping = app.stopping.clone();
    let mut told: Option<Instant> = None;
    let mut pause = PAUSE;
    let mut heartbeat = tokio::time::interval(HEARTBEAT);
    loop {
        let ready = async {
            let waited = changed.changed().await;
            // Hundreds of results of a round are told together.
            if let Some(rest) = told.and_then(|at| pause.checked_sub(at.elapsed())) {
                tokio::time::sleep(rest).await;
            }
            waited
        };
        tokio::select! {
            got = socket.recv() => {
                let text = match got {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_))) => continue,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                };
                let Ok(hello) = serde_json::from_str::<Hello>(&text) else { return };
                let person = app.tables.people.recognise(&hello.token).await;
                if let Some(before) = me.take() {
                    cup.attend(&before.id, false).await;
                }
                if let Some(person) = person {
                    cup.attend(&person.id, true).await;
                    *me = Some(person);
                }
            }
            waited = ready => {
                // What the log says is to be had on a new connection.
                if waited.is_err() || cup.is_gone() {
                    return;
                }
                told = Some(Instant::now());
                let shown = cup.shown().await;
                pause = if shown.len() > LONG { LONG_PAUSE } else { PAUSE };
                let sending = socket.send(Message::Text((&*shown).into()));
                if !matches!(tokio::time::timeout(Duration::from_secs(10), sending).await, Ok(Ok(()))) {
                    return;
                }
            }
            _ = heartbeat.tick() => {
                if socket.send(Message::Ping(Vec::new().into())).await.is_err() {
                    return;
                }
            }
            _ = stopping.changed() => return,
        }
    }
}

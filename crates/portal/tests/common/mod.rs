//! A portal without a network: requests go into the router, answers come out.
#![allow(dead_code, reason = "each test file uses a part")]

pub mod secret;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use ludarium_portal::Config;
use ludarium_portal::web::{App, router};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tower::ServiceExt;

pub struct Portal {
    pub app: App,
    pub router: axum::Router,
    folder: std::path::PathBuf,
    _stop: tokio::sync::watch::Sender<bool>,
}

impl Drop for Portal {
    fn drop(&mut self) {
        self.app.store.close();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {}", self.text))
    }
}

impl Portal {
    pub fn open(rate: f64, games: Vec<PathBuf>) -> Portal {
        Portal::open_with(Config { rate, games, ..Config::default() })
    }

    pub fn open_with(config: Config) -> Portal {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("ludarium-http-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        let (stop, stopping) = tokio::sync::watch::channel(false);
        let config = Config { data: folder.clone(), ..config };
        let app = App::open(&config, stopping).unwrap();
        Portal { router: router(app.clone()), app, folder, _stop: stop }
    }

    pub async fn ask(&self, method: Method, path: &str, token: &str, body: impl Into<Body>) -> Answer {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .body(body.into())
            .unwrap();
        let answer = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = answer.into_parts();
        let bytes = to_bytes(body, 64 << 20).await.unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Answer { status: parts.status, headers: parts.headers, text }
    }

    pub async fn get(&self, path: &str, token: &str) -> Answer {
        self.ask(Method::GET, path, token, Body::empty()).await
    }

    pub async fn post(&self, path: &str, token: &str, body: &Value) -> Answer {
        self.ask(Method::POST, path, token, body.to_string()).await
    }

    /// A table as somebody sees it, with its scene.
    pub async fn look(&self, id: &str, token: &str) -> Value {
        self.get(&format!("/api/tables/{id}"), token).await.json()
    }

    /// Makes a table; its id, the token, and the answer.
    pub async fn made(&self, body: &Value) -> (String, String, Value) {
        let made = self.post("/api/tables", "", body).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
        let made = made.json();
        (made["id"].as_str().unwrap().to_owned(), made["token"].as_str().unwrap().to_owned(), made)
    }

    /// Plays a move at the present.
    pub async fn play_named(&self, id: &str, token: &str, name: &str) -> Answer {
        let ply = self.look(id, token).await["table"]["ply"].clone();
        self.post(&format!("/api/tables/{id}/moves"), token, &json!({ "ply": ply, "name": name })).await
    }

    /// A table with all seats mine: its id and my token.
    pub async fn table(&self, game: &str) -> (String, String) {
        let made = self.post("/api/tables", "", &json!({ "game": game, "seats": [] })).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
        let made = made.json();
        (made["id"].as_str().unwrap().to_owned(), made["token"].as_str().unwrap().to_owned())
    }

    /// Plays the legal move in the middle; its name.
    pub async fn play(&self, id: &str, token: &str) -> String {
        let now = self.get(&format!("/api/tables/{id}"), token).await.json();
        let choices = now["scene"]["choices"].as_array().unwrap();
        let name = choices[choices.len() / 2]["name"].as_str().unwrap().to_owned();
        let body = json!({ "ply": now["table"]["ply"], "name": name });
        let answer = self.post(&format!("/api/tables/{id}/moves"), token, &body).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        name
    }
}

pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_stack_size(64 << 20)
        .enable_all()
        .build()
        .unwrap()
}

pub fn in_portal<F: Future<Output = ()>>(rate: f64, test: impl FnOnce(Arc<Portal>) -> F) {
    runtime().block_on(async {
        test(Arc::new(Portal::open(rate, Vec::new()))).await;
    });
}

/// A file of the public descriptions, or nothing where they are not beside the checkout.
pub fn corpus() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/corpus/lud");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: there are no public descriptions in {}", folder.display());
    None
}

/// All descriptions below a folder, in order.
pub fn descriptions(folder: &std::path::Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    let mut todo = vec![folder.to_owned()];
    while let Some(folder) = todo.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|e| e == "lud") {
                out.push(path);
            }
        }
    }
    out.sort();
    out
}

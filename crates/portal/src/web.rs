//! HTTP: the routes, what every answer carries (a strict content policy, no sniffing), limits on size, time and rate.
//! `serving` starts and stops it. It decides nothing about games.

mod serving;

use crate::catalogue::Catalogue;
use crate::cluster::Cluster;
use crate::forward::Peers;
use crate::limits::{Buckets, Doors};
use crate::reconstructing::Desk;
use crate::store::{Me, Place, Store};
use crate::study::Study;
use crate::tables::Tables;
use crate::work::Office;
use crate::world::World;
use crate::{api, live, pages};
use anyhow::Result;
use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;

pub use serving::{asked_to_stop, serve};

/// How the portal is started.
#[derive(Clone, Debug)]
pub struct Config {
    pub address: IpAddr,
    pub port: u16,
    /// The folder of the database, and of what is being worked on.
    pub data: PathBuf,
    /// The address of a PostgreSQL database; the SQLite file in the folder if there is none.
    pub database: Option<String>,
    /// Where other processes on the same database reach this one; the address and port of listening if not said.
    pub internal: Option<String>,
    /// Visitors come through a proxy on this network, which says who they are (`X-Forwarded-For`).
    pub behind_proxy: bool,
    /// After being asked to stop, visitors are taken for so long: a proxy needs a moment to send them elsewhere.
    pub drain: Duration,
    /// Folders of further descriptions.
    pub games: Vec<PathBuf>,
    /// Requests a second from one address; 0 for no limit.
    pub rate: f64,
    /// Log lines as JSON.
    pub json_logs: bool,
    /// Visitors may write notes.
    pub notes: bool,
    /// What moderators show to be let in; the file `moderator.key` in the folder if there is none.
    pub moderator: Option<String>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 8080,
            data: PathBuf::from("portal-data"),
            database: None,
            internal: None,
            behind_proxy: false,
            drain: Duration::ZERO,
            games: Vec::new(),
            rate: 50.0,
            json_logs: false,
            notes: true,
            moderator: None,
        }
    }
}

/// What every handler can reach.
#[derive(Clone)]
pub struct App {
    pub catalogue: Arc<Catalogue>,
    pub tables: Arc<Tables>,
    pub store: Arc<Store>,
    pub study: Arc<Study>,
    pub living: Arc<crate::living::Living>,
    pub notes: Arc<crate::notes::Notes>,
    pub library: Arc<pages::knowledge::Library>,
    pub buckets: Arc<Buckets>,
    pub checkers: Arc<api::Checkers>,
    pub world: Arc<World>,
    pub desk: Arc<Desk>,
    pub cluster: Arc<Cluster>,
    pub office: Arc<Office>,
    pub lobby: Arc<crate::people::lobby::Lobby>,
    pub cups: Arc<crate::tournaments::Cups>,
    pub peers: Peers,
    pub doors: Arc<Doors>,
    pub behind_proxy: bool,
    /// Becomes true when the server is about to stop.
    pub stopping: watch::Receiver<bool>,
    pub started: Instant,
}

impl App {
    /// Opens the database and lists the games; nothing runs yet.
    pub fn open(config: &Config, stopping: watch::Receiver<bool>) -> Result<App> {
        App::open_as(config, stopping, config.internal.clone().unwrap_or_default())
    }

    /// The same for a process that others reach at `address`.
    fn open_as(config: &Config, stopping: watch::Receiver<bool>, address: String) -> Result<App> {
        let place = match &config.database {
            Some(url) => Place::Server(url.clone()),
            None => Place::Folder(config.data.clone()),
        };
        let store = Arc::new(Store::open_at(&place, Me::new("portal", address))?);
        let cluster = Arc::new(Cluster::new(store.clone()));
        let office = Office::new(store.clone(), cluster.clone());
        let behind = config.behind_proxy || store.is_shared();
        let most_of_one = if config.rate > 0.0 { MOST_OF_ONE } else { usize::MAX };
        let catalogue = Arc::new(Catalogue::open(&config.games, store.clone())?);
        let world = Arc::new(World::open(&config.data));
        let tables = Tables::with_office(catalogue.clone(), store.clone(), office.clone());
        Ok(App {
            lobby: Arc::new(crate::people::lobby::Lobby::new(store.clone())),
            cups: crate::tournaments::Cups::new(tables.clone()),
            tables,
            cluster,
            office,
            peers: crate::forward::peers(),
            doors: Arc::new(Doors::new(MOST_CONNECTIONS, most_of_one, behind)),
            behind_proxy: config.behind_proxy,
            study: Arc::new(Study::new(catalogue.clone(), store.clone())),
            living: Arc::default(),
            notes: Arc::new(crate::notes::Notes::open(
                store.clone(),
                config.notes,
                config.moderator.as_deref(),
                &config.data,
            )?),
            library: Arc::default(),
            buckets: Arc::new(Buckets::new(config.rate)),
            checkers: Arc::new(api::Checkers::new()),
            desk: Arc::new(Desk::new(&config.data, &config.games, world.history.clone())),
            world,
            catalogue,
            store,
            stopping,
            started: Instant::now(),
        })
    }
}

/// A body may be this long; a description is the longest thing anybody sends.
pub const MOST_BODY: usize = crate::catalogue::MOST_TEXT + (64 << 10);
/// No request may take longer.
const PATIENCE: Duration = Duration::from_secs(30);

/// So many connections at a time, and so many of one address: browsers take six, a house may share an address.
const MOST_CONNECTIONS: usize = 12_000;
const MOST_OF_ONE: usize = 400;
/// The head of a request has to come in this time, also the next one on the same connection.
const SLOW_WRITER: Duration = Duration::from_secs(20);
/// Somebody who takes nothing of an answer for so long is let go.
const SLOW_READER: Duration = Duration::from_secs(20);
const MOST_HEAD: usize = 64 << 10;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

pub fn router(app: App) -> Router {
    Router::new()
        .route("/", get(pages::home::home))
        .route("/living.svg", get(pages::home::living))
        .route("/games", get(pages::list::games))
        .route("/games/{key}", get(pages::game))
        .route("/games/{key}/position", get(pages::position::page))
        .route("/games/{key}/position.svg", get(pages::position::svg))
        .route("/games/{key}/position.png", get(pages::position::png))
        .route("/share/{file}", get(pages::position::share))
        .route("/games/{key}/rulesets/{ruleset}", get(pages::ruleset))
        .route("/games/{key}/concepts", get(pages::study::concepts))
        .route("/games/{key}/similar", get(pages::study::similar))
        .route("/games/{key}/verdict", get(pages::study::verdict).post(pages::study::judge))
        .route("/games/{key}/rulebook", get(pages::rulebook::page))
        .route("/games/{key}/rulebook.pdf", get(pages::rulebook::pdf))
        .route("/rulebook/style.css", get(pages::rulebook::style))
        .route("/concepts", get(pages::study::ask))
        .route("/map/games", get(pages::study::map))
        .route("/map", get(pages::map::map))
        .route("/map/list", get(pages::map::list))
        .route("/api/map", get(pages::map::points))
        .route("/reconstruct", get(pages::reconstruct::page))
        .route("/reconstruct/style.css", get(pages::reconstruct::style))
        .route("/reconstruct/{id}/{file}", get(pages::reconstruct::file))
        .route("/api/reconstructions", post(pages::reconstruct::start))
        .route("/api/reconstructions/{id}", get(pages::reconstruct::look).delete(pages::reconstruct::stop))
        .route("/id/{id}", get(pages::identifier))
        .route("/thumb/{key}", get(pages::thumb))
        .route("/download/{file}", get(pages::download))
        .route("/play/{id}", get(pages::play))
        .route("/tables", get(pages::tables))
        .route("/random", get(pages::random))
        .route("/ludemes", get(pages::ludemes))
        .route("/ludemes/{id}", get(pages::ludeme))
        .route("/editor", get(pages::editor))
        .route("/help", get(pages::learn::help))
        .route("/help/{page}", get(pages::learn::help_page))
        .route("/tutorials", get(pages::learn::index))
        .route("/tutorials/{lesson}", get(pages::learn::page))
        .route("/learn", get(pages::learn::moved))
        .route("/learn/{lesson}", get(pages::learn::moved))
        .route("/texts.js", get(pages::words))
        .route("/static/{file}", get(pages::asset))
        .route("/favicon.ico", get(pages::favicon))
        .route("/health", get(api::health))
        .route("/ready", get(api::ready))
        .route("/metrics", get(api::metrics))
        .route("/api/openapi.json", get(api::openapi))
        .route("/api/games", get(api::games))
        .route("/api/games/{key}", get(api::game))
        .route("/api/ludemes", get(api::ludemes))
        .route("/api/check", post(api::check))
        .route("/api/language", post(api::language))
        .route("/api/debug", post(api::debug))
        .route("/api/written", post(api::write))
        .route("/api/tables", post(api::make))
        .route("/api/tables/{id}", get(api::table).delete(api::erase))
        .route("/api/tables/{id}/ground", get(api::ground))
        .route("/api/tables/{id}/at/{ply}", get(api::at))
        .route("/api/tables/{id}/moves", get(api::moves).post(api::play))
        .route("/api/tables/{id}/goto", post(api::go_to))
        .route("/api/tables/{id}/offer", post(api::offer))
        .route("/api/tables/{id}/explain", post(api::explain))
        .route("/api/tables/{id}/resign", post(api::resign))
        .route("/api/tables/{id}/claim", post(api::claim))
        .route("/api/tables/{id}/hint", get(api::hint))
        .route("/api/tables/{id}/live", get(live::connect))
        .merge(crate::learning::routes())
        .merge(pages::knowledge::routes())
        .merge(pages::notes::routes())
        .merge(pages::written::routes())
        .merge(crate::people::routes())
        .merge(crate::tournaments::routes())
        .fallback(pages::not_found)
        .layer(middleware::from_fn_with_state(app.clone(), crate::forward::to_owner))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, PATIENCE))
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .with_state(app)
}

/// Who is at the other end of the connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// Who asks: the other end of the connection, or whom a proxy or another process of ours speaks for.
#[derive(Clone, Copy, Debug)]
pub struct Visitor(pub IpAddr);

/// By this an answer, its log lines and those of other processes are found again.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The last address that a proxy added; what stands before it may be made up.
fn said_by_proxy(request: &Request) -> Option<IpAddr> {
    let said = request.headers().get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    said.rsplit(',').next()?.trim().parse().ok()
}

fn request_id(request: &Request, trusted: bool) -> String {
    let said = request.headers().get(&REQUEST_ID).and_then(|v| v.to_str().ok());
    let harmless =
        |id: &&str| (8..=64).contains(&id.len()) && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    match said.filter(|_| trusted).filter(harmless) {
        Some(id) => id.to_owned(),
        None => crate::tables::secret(16),
    }
}

/// Limits the rate, adds the headers, writes the log line.
async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let peer = request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |c| c.0.ip());
    let of_ours = crate::forward::visitor(&app, request.headers());
    let proxied = app.behind_proxy && crate::limits::is_near(peer);
    let address = of_ours.or_else(|| said_by_proxy(&request).filter(|_| proxied)).unwrap_or(peer);
    let id = request_id(&request, proxied || of_ours.is_some());
    request.extensions_mut().insert(Peer(peer));
    request.extensions_mut().insert(Visitor(address));
    if let Ok(value) = HeaderValue::from_str(&id) {
        request.headers_mut().insert(REQUEST_ID, value);
    }
    let cost = match path.as_str() {
        // Limited where the visitor came in.
        _ if of_ours.is_some() => 0.0,
        // Whoever looks after the site asks often.
        "/health" | "/ready" | "/metrics" if crate::limits::is_near(address) => 0.0,
        // Names are not to be had by the thousand, nor passwords to be guessed.
        "/api/people" | "/api/tournaments" if method == axum::http::Method::POST => 10.0,
        "/api/lobby" if method == axum::http::Method::POST => 5.0,
        "/api/people/login" | "/api/people/me" if method != axum::http::Method::GET => 10.0,
        "/api/check" | "/api/debug" | "/api/written" | "/api/tables" => 5.0,
        p if p.ends_with("/verdict") && method == axum::http::Method::POST => 40.0,
        "/api/reconstructions" => 25.0,
        p if p.starts_with("/api/puzzles/") && method == axum::http::Method::POST => 40.0,
        p if p == "/downloads/ludarium" || p.ends_with("/rulebook.pdf") => 40.0,
        p if p.starts_with("/written/") => 5.0,
        "/notes" | "/contribute/report" | "/notes/moderate" if method == axum::http::Method::POST => 15.0,
        "/contribute/reports.jsonl" => 5.0,
        p if p.starts_with("/downloads/") || p.starts_with("/share/") || p.ends_with("/position.png") => 10.0,
        p if p.starts_with("/static/") => 0.2,
        p if p.starts_with("/thumb/") => 0.2,
        _ => 1.0,
    };
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok()?.parse().ok());
    let secrets = request.headers().get(header::AUTHORIZATION).and_then(|v| v.to_str().ok());
    let secrets = secrets.and_then(|v| v.strip_prefix("Bearer ")).unwrap_or("").to_owned();
    let mut response = match app.buckets.take(address, cost, begun) {
        // What says that it will be too long is not waited for.
        Ok(()) if announced.is_some_and(|length: u64| length > MOST_BODY as u64) => {
            api::Failure::new(StatusCode::PAYLOAD_TOO_LARGE, format!("a request may have {MOST_BODY} bytes"))
                .into_response()
        }
        Ok(()) => {
            let span = tracing::info_span!("request", id);
            // Seats know people by their keys, and cannot wait for the database.
            app.tables.people.recognise(&secrets).await;
            tracing::Instrument::instrument(next.run(request), span).await
        }
        Err(wait) => {
            let mut response =
                (StatusCode::TOO_MANY_REQUESTS, "Too many requests; please wait a moment.\n").into_response();
            if let Ok(value) = HeaderValue::from_str(&wait.to_string()) {
                response.headers_mut().insert(header::RETRY_AFTER, value);
            }
            response
        }
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        // Sooner than we close it ourselves, so that nobody asks on a connection that is going.
        (HeaderName::from_static("keep-alive"), "timeout=15"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if let Ok(value) = HeaderValue::from_str(&id) {
        headers.insert(REQUEST_ID, value);
    }
    let status = response.status().as_u16();
    let class = ["1xx", "2xx", "3xx", "4xx", "5xx"][usize::from(status / 100).clamp(1, 5) - 1];
    metrics::counter!("ludarium_requests", "status" => class).increment(1);
    metrics::histogram!("ludarium_request_seconds").record(begun.elapsed().as_secs_f64());
    let ms = begun.elapsed().as_millis() as u64;
    if status >= 500 {
        tracing::error!(id, %method, path, status, ms, "request");
    } else {
        tracing::debug!(id, %method, path, status, ms, "request");
    }
    response
}

//! HTTP: the routes, what every answer carries (a strict content policy, no sniffing), limits on size, time and rate,
//! start and clean stop. It decides nothing about games.

use crate::catalogue::Catalogue;
use crate::limits::{Buckets, Doors, Inside};
use crate::reconstructing::Desk;
use crate::store::Store;
use crate::study::Study;
use crate::tables::Tables;
use crate::world::World;
use crate::{api, live, pages};
use anyhow::{Context, Result};
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
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;

/// How the portal is started.
#[derive(Clone, Debug)]
pub struct Config {
    pub address: IpAddr,
    pub port: u16,
    /// The folder of the database.
    pub data: PathBuf,
    /// Folders of further descriptions.
    pub games: Vec<PathBuf>,
    /// Requests a second from one address; 0 for no limit.
    pub rate: f64,
    /// Log lines as JSON.
    pub json_logs: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 8080,
            data: PathBuf::from("portal-data"),
            games: Vec::new(),
            rate: 50.0,
            json_logs: false,
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
    pub buckets: Arc<Buckets>,
    pub checkers: Arc<api::Checkers>,
    pub world: Arc<World>,
    pub desk: Arc<Desk>,
    /// Becomes true when the server is about to stop.
    pub stopping: watch::Receiver<bool>,
    pub started: Instant,
}

impl App {
    /// Opens the database and lists the games; nothing runs yet.
    pub fn open(config: &Config, stopping: watch::Receiver<bool>) -> Result<App> {
        let store = Arc::new(Store::open(&config.data)?);
        let catalogue = Arc::new(Catalogue::open(&config.games, store.clone())?);
        let world = Arc::new(World::open(&config.data));
        Ok(App {
            tables: Tables::new(catalogue.clone(), store.clone()),
            study: Arc::new(Study::new(catalogue.clone(), store.clone())),
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
const MOST_BODY: usize = crate::catalogue::MOST_TEXT + (64 << 10);
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
        .route("/", get(pages::games))
        .route("/games", get(pages::games))
        .route("/games/{key}", get(pages::game))
        .route("/games/{key}/rulesets/{ruleset}", get(pages::ruleset))
        .route("/games/{key}/concepts", get(pages::study::concepts))
        .route("/games/{key}/similar", get(pages::study::similar))
        .route("/games/{key}/verdict", get(pages::study::verdict).post(pages::study::judge))
        .route("/games/{key}/rulebook", get(pages::rulebook::page))
        .route("/rulebook/style.css", get(pages::rulebook::style))
        .route("/concepts", get(pages::study::ask))
        .route("/map/games", get(pages::study::map))
        .route("/map", get(pages::map::map))
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
        .route("/learn", get(pages::learn::index))
        .route("/learn/{lesson}", get(pages::learn::page))
        .route("/static/{file}", get(pages::asset))
        .route("/favicon.ico", get(pages::favicon))
        .route("/health", get(api::health))
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
        .fallback(pages::not_found)
        .layer(CompressionLayer::new())
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, PATIENCE))
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .with_state(app)
}

/// Limits the rate, adds the headers, writes the log line.
async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let address = request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |c| c.0.ip());
    let cost = match path.as_str() {
        "/api/check" | "/api/debug" | "/api/written" | "/api/tables" => 5.0,
        p if p.ends_with("/verdict") && method == axum::http::Method::POST => 40.0,
        "/api/reconstructions" => 25.0,
        p if p.starts_with("/static/") => 0.2,
        p if p.starts_with("/thumb/") => 0.2,
        _ => 1.0,
    };
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok()?.parse().ok());
    let mut response = match app.buckets.take(address, cost, begun) {
        // What says that it will be too long is not waited for.
        Ok(()) if announced.is_some_and(|length: u64| length > MOST_BODY as u64) => {
            api::Failure::new(StatusCode::PAYLOAD_TOO_LARGE, format!("a request may have {MOST_BODY} bytes"))
                .into_response()
        }
        Ok(()) => next.run(request).await,
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
    let status = response.status().as_u16();
    let ms = begun.elapsed().as_millis() as u64;
    if status >= 500 {
        tracing::error!(%method, path, status, ms, "request");
    } else {
        tracing::debug!(%method, path, status, ms, "request");
    }
    response
}

/// Serves until the process is asked to stop (interrupt or terminate).
pub fn serve(config: &Config) -> Result<()> {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info"));
    let logs =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_target(false);
    // A second server in one process (tests) keeps the first one's log.
    let _ = if config.json_logs { logs.json().try_init() } else { logs.compact().try_init() };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        // Rules are evaluated by recursion, up to a limit that wants more stack than threads are given by default.
        .thread_stack_size(64 << 20)
        .max_blocking_threads(16)
        .build()
        .context("no runtime")?;
    let result = runtime.block_on(run(config));
    runtime.shutdown_timeout(Duration::from_secs(2));
    result
}

async fn run(config: &Config) -> Result<()> {
    let begun = Instant::now();
    // Every connection is an open file.
    let _ = rlimit::increase_nofile_limit(MOST_CONNECTIONS as u64 + 1000);
    let (stop, stopping) = watch::channel(false);
    let app = App::open(config, stopping.clone())?;
    let (catalogue, tables, store) = (app.catalogue.clone(), app.tables.clone(), app.store.clone());
    let listener = tokio::net::TcpListener::bind((config.address, config.port))
        .await
        .with_context(|| format!("cannot listen on {}:{}", config.address, config.port))?;
    let address = listener.local_addr()?;
    println!("Ludarium is at http://{address}/ ({} games)", catalogue.entries().len());
    tracing::info!(
        %address,
        games = catalogue.entries().len(),
        ms = begun.elapsed().as_millis() as u64,
        "listening"
    );

    let indexer = {
        let (catalogue, study, stopping) = (catalogue.clone(), app.study.clone(), stopping.clone());
        let stack = std::thread::Builder::new().name("indexer".to_owned()).stack_size(64 << 20);
        stack.spawn(move || {
            let begun = Instant::now();
            catalogue.index(&|| *stopping.borrow());
            tracing::info!(ms = begun.elapsed().as_millis() as u64, "all games are indexed");
            // Comparing all games takes seconds where there are many: nobody should wait for it.
            if !*stopping.borrow() {
                study.map();
            }
        })?
    };
    let ticker = {
        let tables = tables.clone();
        tokio::spawn(async move {
            let mut every = tokio::time::interval(Duration::from_millis(200));
            every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            loop {
                every.tick().await;
                tables.tick().await;
            }
        })
    };
    let doors =
        Arc::new(Doors::new(MOST_CONNECTIONS, if config.rate > 0.0 { MOST_OF_ONE } else { usize::MAX }));
    tokio::select! {
        () = accept(listener, router(app), doors.clone(), stopping.clone()) => {}
        () = asked_to_stop() => {}
    }
    tracing::info!("stopping");
    let _ = stop.send(true);
    // Answers under way are finished; connections that do not end by themselves are not waited for.
    for _ in 0..50 {
        if doors.count() == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    ticker.abort();
    let _ = tokio::task::spawn_blocking(move || {
        store.close();
        indexer.join()
    })
    .await;
    tracing::info!("stopped");
    Ok(())
}

/// Lets connections in, as many as may be, until the task is dropped.
async fn accept(
    listener: tokio::net::TcpListener,
    router: Router,
    doors: Arc<Doors>,
    stopping: watch::Receiver<bool>,
) {
    loop {
        let (stream, address) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(e) => {
                // Mostly: no file is left to open. Others have to go first.
                tracing::warn!(error = %e, "a connection was not accepted");
                tokio::time::sleep(Duration::from_millis(200)).await;
                continue;
            }
        };
        let Some(inside) = doors.enter(address.ip()) else {
            let _ = stream.try_write(FULL.as_bytes());
            continue;
        };
        // An answer is not held back until the one before it has been received.
        let _ = stream.set_nodelay(true);
        tokio::spawn(converse(stream, address, router.clone(), Arc::new(inside), stopping.clone()));
    }
}

const FULL: &str = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: 22\r\n\
    Retry-After: 10\r\nConnection: close\r\n\r\nToo many connections.\n";

/// One connection: requests one after the other, each begun and each answer taken in good time.
async fn converse(
    stream: tokio::net::TcpStream,
    address: SocketAddr,
    router: Router,
    inside: Arc<Inside>,
    mut stopping: watch::Receiver<bool>,
) {
    let mut stream = tokio_io_timeout::TimeoutStream::new(stream);
    stream.set_write_timeout(Some(SLOW_READER));
    let service = hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        request.extensions_mut().insert(inside.clone());
        tower::ServiceExt::oneshot(router.clone(), request.map(axum::body::Body::new))
    });
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(hyper_util::rt::TokioTimer::new()).header_read_timeout(SLOW_WRITER).max_buf_size(MOST_HEAD);
    let talk = http.serve_connection(hyper_util::rt::TokioIo::new(Box::pin(stream)), service).with_upgrades();
    let mut talk = std::pin::pin!(talk);
    let stopped = async move {
        let _ = stopping.wait_for(|stop| *stop).await;
    };
    let ended = tokio::select! {
        ended = talk.as_mut() => ended,
        () = stopped => {
            talk.as_mut().graceful_shutdown();
            talk.await
        }
    };
    if let Err(e) = ended {
        tracing::debug!(%address, error = %e, "a connection ended");
    }
}

async fn asked_to_stop() {
    let interrupt = async {
        let _ = tokio::signal::ctrl_c().await;
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending::<()>().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}

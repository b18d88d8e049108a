//! The server's life: it starts, lets connections in, and stops so that nobody loses anything: visitors are sent elsewhere,
//! tables are handed over, answers under way are finished.

use super::{App, Config, MOST_CONNECTIONS, MOST_HEAD, SLOW_READER, SLOW_WRITER, router};
use crate::limits::{Doors, Inside};
use crate::tables::Tables;
use crate::work::worker::Worker;
use anyhow::{Context, Result};
use axum::Router;
use axum::extract::ConnectInfo;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Jobs at a time of a portal that works for itself.
const OWN_WORK: usize = 2;

/// Serves until the process is asked to stop (interrupt or terminate).
pub fn serve(config: &Config) -> Result<()> {
    crate::telemetry::start(config.json_logs);
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
    // First the port, so that other processes can be told how to come here.
    let listener = tokio::net::TcpListener::bind((config.address, config.port))
        .await
        .with_context(|| format!("cannot listen on {}:{}", config.address, config.port))?;
    let address = listener.local_addr()?;
    let internal = config.internal.clone().unwrap_or_else(|| {
        let host = if address.ip().is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { address.ip() };
        SocketAddr::new(host, address.port()).to_string()
    });
    let opening = (config.clone(), stopping.clone());
    let app = tokio::task::spawn_blocking(move || App::open_as(&opening.0, opening.1, internal)).await??;
    app.cluster.join().await?;
    let (catalogue, tables, store) = (app.catalogue.clone(), app.tables.clone(), app.store.clone());
    println!("Ludarium is at http://{address}/ ({} games)", catalogue.entries().len());
    tracing::info!(
        %address,
        games = catalogue.entries().len(),
        shared = store.is_shared(),
        ms = begun.elapsed().as_millis() as u64,
        "listening"
    );
    let indexer = index(&app, stopping.clone())?;
    let mut helpers = tokio::task::JoinSet::new();
    helpers.spawn(tick(tables.clone()));
    helpers.spawn(app.lobby.clone().keep_looking());
    helpers.spawn(app.cups.clone().drive(stopping.clone()));
    if store.is_shared() {
        helpers.spawn(app.office.clone().listen());
        helpers.spawn(app.cluster.clone().listen(tables.clone()));
        helpers.spawn(app.cluster.clone().stay(tables.clone(), stopping.clone()));
        // Where nobody works for others, this process does.
        let worker = Worker::new(store.clone(), catalogue.clone(), app.desk.clone(), OWN_WORK);
        let cluster = app.cluster.clone();
        helpers.spawn(worker.work(OWN_WORK, stopping.clone(), move || cluster.has_workers()));
    }
    let (doors, cluster, cups) = (app.doors.clone(), app.cluster.clone(), app.cups.clone());
    let accepting = accept(listener, router(app), doors.clone(), stopping.clone());
    let asked = async {
        asked_to_stop().await;
        // The proxy is told by `/ready`; who comes meanwhile is served.
        cluster.drain();
        tracing::info!(seconds = config.drain.as_secs_f64(), "draining");
        tokio::time::sleep(config.drain).await;
    };
    tokio::select! {
        () = accepting => {}
        () = asked => {}
    }
    tracing::info!("stopping");
    if store.is_shared() {
        // Tables first, so that those who are sent away find them with another process.
        cups.let_go().await;
        tables.let_go().await;
        if let Err(e) = store.leave().await {
            tracing::warn!(error = %e, "tables were not handed over; others wait until they are free");
        }
    }
    let _ = stop.send(true);
    // Answers under way are finished; connections that do not end by themselves are not waited for.
    for _ in 0..50 {
        if doors.count() == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    helpers.shutdown().await;
    let _ = tokio::task::spawn_blocking(move || {
        store.close();
        indexer.join()
    })
    .await;
    tracing::info!("stopped");
    Ok(())
}

/// Finds out about all games, in a thread of its own.
fn index(app: &App, stopping: watch::Receiver<bool>) -> Result<std::thread::JoinHandle<()>> {
    let (catalogue, study) = (app.catalogue.clone(), app.study.clone());
    let stack = std::thread::Builder::new().name("indexer".to_owned()).stack_size(64 << 20);
    Ok(stack.spawn(move || {
        let begun = Instant::now();
        catalogue.index(&|| *stopping.borrow());
        tracing::info!(ms = begun.elapsed().as_millis() as u64, "all games are indexed");
        // Comparing all games takes seconds where there are many: nobody should wait for it.
        if !*stopping.borrow() {
            study.map();
        }
    })?)
}

async fn tick(tables: Arc<Tables>) {
    let mut every = tokio::time::interval(Duration::from_millis(200));
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        tables.tick().await;
    }
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

/// Comes back when somebody interrupts or terminates the process.
pub async fn asked_to_stop() {
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

//! Live games under load, by a generator that costs little itself: GAMES tables (2,000), a connection for each player and
//! one more, a watcher's, at every tenth, a move every PAUSE ms (10,000) at each, for SECONDS (60). Prints how long
//! acknowledgements took, whether every acknowledged move is there afterwards (also after `kill -9` and a new start),
//! and what the server used.
//!
//! `LUDARIUM=target/release/ludarium cargo run --release -p ludarium-portal --example load`; RUNNER="taskset -c 0,1"
//! stands before the server's command. The address of a portal that runs already goes into ADDRESS (no CPU then, no kill).

mod client;

use anyhow::{Context, Result, bail, ensure};
use client::{ask, setting};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

struct Server {
    child: Option<Child>,
    host: String,
}

impl Server {
    fn start(data: &std::path::Path) -> Result<Server> {
        if let Ok(host) = std::env::var("ADDRESS") {
            return Ok(Server { child: None, host: host.replace("http://", "") });
        }
        let program = std::env::var("LUDARIUM").unwrap_or("target/release/ludarium".to_owned());
        let mut words: Vec<String> =
            std::env::var("RUNNER").unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        words.push(program);
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .args(["serve", "--port", "0", "--rate", "0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {words:?}"))?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("no output")?).read_line(&mut line)?;
        let host = line.split("http://").nth(1).and_then(|r| r.split('/').next()).context(line.clone())?;
        Ok(Server { host: host.to_owned(), child: Some(child) })
    }

    fn proc(&self, file: &str) -> Option<String> {
        std::fs::read_to_string(format!("/proc/{}/{file}", self.child.as_ref()?.id())).ok()
    }
    fn memory_mb(&self) -> f64 {
        let status = self.proc("status").unwrap_or_default();
        let kb = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
        kb.and_then(|l| l.split_whitespace().next()?.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
    }
    fn cpu_s(&self) -> f64 {
        let stat = self.proc("stat").unwrap_or_default();
        let rest = stat.rsplit(") ").next().unwrap_or_default();
        let ticks = |n: usize| rest.split(' ').nth(n).and_then(|t| t.parse::<f64>().ok()).unwrap_or(0.0);
        (ticks(11) + ticks(12)) / 100.0
    }
}

#[derive(Default)]
struct Counted {
    waits: std::sync::Mutex<Vec<f64>>,
    seen: std::sync::Mutex<Vec<f64>>,
    errors: AtomicUsize,
    connected: AtomicUsize,
    running: AtomicBool,
}

/// A table: where it is, and what is known about it.
struct Game {
    id: String,
    token: String,
    /// Moves that were acknowledged.
    acked: AtomicUsize,
    /// When the last move was sent.
    sent: std::sync::Mutex<Instant>,
}

fn below(n: usize, state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state % n.max(1) as u64) as usize
}

async fn talk(
    host: String,
    game: Arc<Game>,
    counted: Arc<Counted>,
    watch: bool,
    pause: u64,
    number: u64,
) -> Result<()> {
    let stream = TcpStream::connect(&host).await?;
    stream.set_nodelay(true)?;
    let url = format!("ws://{host}/api/tables/{}/live", game.id);
    let (mut socket, _) = tokio_tungstenite::client_async(url, stream).await?;
    let token = if watch { "" } else { game.token.as_str() };
    socket.send(Message::text(json!({ "t": "hello", "token": token, "ground": 0 }).to_string())).await?;
    let mut chance = number * 0x9E37_79B9 + 1;
    let (mut ply, mut over, mut choices): (usize, bool, Vec<String>) = (0, false, Vec::new());
    let (mut asked, mut waiting, mut first) = (0u64, false, true);
    let mut next = tokio::time::Instant::now();
    loop {
        tokio::select! {
            got = socket.next() => {
                let Some(got) = got else { bail!("closed") };
                let Message::Text(text) = got? else { continue };
                let heard: Value = serde_json::from_str(&text)?;
                match heard["t"].as_str() {
                    Some("state") => {
                        if first {
                            first = false;
                            counted.connected.fetch_add(1, Ordering::Relaxed);
                        } else if watch && counted.running.load(Ordering::Relaxed) {
                            let sent = *game.sent.lock().unwrap_or_else(|p| p.into_inner());
                            counted.seen.lock().unwrap_or_else(|p| p.into_inner()).push(sent.elapsed().as_secs_f64() * 1e3);
                        }
                        ply = heard["table"]["ply"].as_u64().unwrap_or(0) as usize;
                        over = heard["table"]["over"] == true;
                        let names = heard["scene"]["choices"].as_array().into_iter().flatten();
                        choices = names.filter_map(|c| c["name"].as_str().map(str::to_owned)).collect();
                    }
                    Some("ack") => {
                        let sent = *game.sent.lock().unwrap_or_else(|p| p.into_inner());
                        counted.waits.lock().unwrap_or_else(|p| p.into_inner()).push(sent.elapsed().as_secs_f64() * 1e3);
                        game.acked.store(heard["ply"].as_u64().unwrap_or(0) as usize, Ordering::Relaxed);
                        waiting = false;
                    }
                    Some("no") => {
                        counted.errors.fetch_add(1, Ordering::Relaxed);
                        waiting = false;
                    }
                    Some(_) | None => {}
                }
            }
            () = tokio::time::sleep_until(next), if !watch => {
                let spread = pause * 9 / 10 + below((pause / 5) as usize, &mut chance) as u64;
                if !counted.running.load(Ordering::Relaxed) {
                    next = tokio::time::Instant::now() + Duration::from_millis(below(pause as usize, &mut chance) as u64);
                    continue;
                }
                next = tokio::time::Instant::now() + Duration::from_millis(spread);
                if !waiting && !over && !choices.is_empty() {
                    let name = &choices[below(choices.len(), &mut chance)];
                    asked += 1;
                    waiting = true;
                    *game.sent.lock().unwrap_or_else(|p| p.into_inner()) = Instant::now();
                    socket.send(Message::text(json!({ "t": "play", "id": asked, "ply": ply, "name": name }).to_string())).await?;
                }
            }
        }
    }
}

fn quantile(list: &mut [f64], q: f64) -> f64 {
    list.sort_by(f64::total_cmp);
    list.get(((list.len() as f64 * q) as usize).min(list.len().saturating_sub(1)))
        .copied()
        .unwrap_or(f64::NAN)
}

/// How many tables have fewer moves than were acknowledged.
async fn lost(host: &str, games: &[Arc<Game>]) -> Result<usize> {
    let mut lost = 0;
    for game in games {
        let (status, now) =
            ask(host, "GET", &format!("/api/tables/{}/moves", game.id), &game.token, "").await?;
        let there = now["moves"].as_array().map_or(0, Vec::len);
        lost += usize::from(status != 200 || there < game.acked.load(Ordering::Relaxed));
    }
    Ok(lost)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let (count, pause, seconds) = (setting("GAMES", 2000), setting("PAUSE", 10_000), setting("SECONDS", 60));
    let name = std::env::var("GAME").unwrap_or("reversi".to_owned());
    let data = std::env::temp_dir().join(format!("ludarium-load-{}", std::process::id()));
    let mut server = Server::start(&data)?;
    // The list of games is made first.
    let warm = Instant::now();
    while warm.elapsed() < Duration::from_secs(setting("WARM", 20) as u64) {
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let empty = server.memory_mb();
    let begun = Instant::now();
    let mut games = Vec::new();
    for _ in 0..count {
        let body = json!({ "game": name, "seats": [] }).to_string();
        let (status, made) = ask(&server.host, "POST", "/api/tables", "", &body).await?;
        ensure!(status == 201, "{status} {made}");
        let text = |key: &str| made[key].as_str().unwrap_or_default().to_owned();
        games.push(Arc::new(Game {
            id: text("id"),
            token: text("token"),
            acked: AtomicUsize::new(0),
            sent: Instant::now().into(),
        }));
    }
    println!("{count} tables of {name} opened in {:.1} s", begun.elapsed().as_secs_f64());
    let counted = Arc::new(Counted::default());
    let mut wanted = 0;
    for (i, game) in games.iter().enumerate() {
        for watch in [false, true] {
            if watch && i % 10 != 0 {
                continue;
            }
            wanted += 1;
            let (host, game, counted) = (server.host.clone(), game.clone(), counted.clone());
            tokio::spawn(async move {
                if let Err(e) = talk(host, game, counted.clone(), watch, pause as u64, i as u64 + 1).await
                    && counted.running.load(Ordering::Relaxed)
                {
                    eprintln!("{e}");
                    counted.errors.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        while wanted - counted.connected.load(Ordering::Relaxed) > 50 {
            tokio::time::sleep(Duration::from_millis(2)).await;
            ensure!(begun.elapsed() < Duration::from_secs(300), "connections do not come about");
        }
    }
    while counted.connected.load(Ordering::Relaxed) < wanted {
        tokio::time::sleep(Duration::from_millis(10)).await;
        ensure!(begun.elapsed() < Duration::from_secs(300), "connections do not come about");
    }
    let full = server.memory_mb();
    println!(
        "{wanted} connections; {full:.0} MB, {:.0} kB for each table (empty server {empty:.0} MB)",
        (full - empty) * 1024.0 / count as f64
    );
    // Games begin spread over one pause; what comes before is not counted.
    counted.running.store(true, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_millis(pause as u64)).await;
    counted.waits.lock().unwrap_or_else(|p| p.into_inner()).clear();
    counted.seen.lock().unwrap_or_else(|p| p.into_inner()).clear();
    let before = server.cpu_s();
    // How late this program itself is: part of every figure below.
    let mut late = Vec::new();
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(seconds as u64) {
        let at = Instant::now();
        tokio::time::sleep(Duration::from_millis(20)).await;
        late.push(at.elapsed().as_secs_f64() * 1e3 - 20.0);
    }
    let used = server.cpu_s() - before;
    let mut waits = std::mem::take(&mut *counted.waits.lock().unwrap_or_else(|p| p.into_inner()));
    let mut seen = std::mem::take(&mut *counted.seen.lock().unwrap_or_else(|p| p.into_inner()));
    counted.running.store(false, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_secs(2)).await;
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!(
        "{} moves acknowledged in {seconds} s ({:.0} a second); load of the machine {}; the server used {used:.1} s of CPU, {:.2} ms a move",
        waits.len(),
        waits.len() as f64 / seconds as f64,
        load.split(' ').next().unwrap_or_default(),
        used * 1000.0 / waits.len().max(1) as f64
    );
    println!(
        "acknowledgement p50 {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, worst {:.1} ms; watchers saw it after p50 {:.1} ms, p99 {:.1} ms",
        quantile(&mut waits, 0.5),
        quantile(&mut waits, 0.9),
        quantile(&mut waits, 0.99),
        quantile(&mut waits, 1.0),
        quantile(&mut seen, 0.5),
        quantile(&mut seen, 0.99)
    );
    println!(
        "this generator was late by p50 {:.1} ms, p99 {:.1} ms",
        quantile(&mut late, 0.5),
        quantile(&mut late, 0.99)
    );
    let gone = lost(&server.host, &games).await?;
    let memory = server.memory_mb();
    let mut after = 0;
    if let Some(mut child) = server.child.take() {
        child.kill()?;
        child.wait()?;
        server = Server::start(&data)?;
        after = lost(&server.host, &games).await?;
    }
    let errors = counted.errors.load(Ordering::Relaxed);
    println!(
        "errors {errors}, lost moves {gone}, lost after kill -9 and a new start {after}; memory {memory:.0} MB"
    );
    if let Some(mut child) = server.child.take() {
        child.kill()?;
        child.wait()?;
        let _ = std::fs::remove_dir_all(&data);
    }
    ensure!(errors == 0 && gone == 0 && after == 0, "not as it should be");
    Ok(())
}

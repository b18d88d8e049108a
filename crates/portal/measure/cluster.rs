//! Several portals and workers on one PostgreSQL server of this machine, and players who talk to any of them. What it does is
//! the first argument:
//!
//! - `load`: GAMES (10,000) live games, a move every PAUSE ms (10,000) at each, for SECONDS (300);
//! - `faults`: KILLS (100) times a random portal or worker is ended with `kill -9` and started again, RESTARTS (10) times
//!   the database, while GAMES (120) games are played as fast as PAUSE ms (400) allow, a quarter of them against computers;
//! - `exchange`: TABLES (1,000) tables go from SQLite to PostgreSQL and back.
//!
//! PORTALS (3), WORKERS (2). Afterwards every acknowledged move must be in its place, none twice, every log whole, and a
//! new portal must open every table. `LUDARIUM=target/release/ludarium cargo run --release -p ludarium-portal --example
//! cluster -- load`

mod client;
#[path = "../tests/common/postgres.rs"]
mod postgres;

use anyhow::{Context, Result, bail, ensure};
use client::{ask, setting};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn program() -> String {
    std::env::var("LUDARIUM").unwrap_or("target/release/ludarium".to_owned())
}

fn below(n: usize, state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state % n.max(1) as u64) as usize
}

/// Seconds of processor that a process and its children that ended have used.
fn cpu_of(pid: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let rest = stat.rsplit(") ").next().unwrap_or_default();
    (11..15).filter_map(|n| rest.split(' ').nth(n)?.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// A server with all processes that it has now.
fn cpu_of_tree(pid: u32) -> f64 {
    let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    let children: f64 = children.split_whitespace().filter_map(|c| c.parse().ok()).map(cpu_of_tree).sum();
    cpu_of(pid) + children
}

fn memory_mb(pid: u32) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let kb = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
    kb.and_then(|l| l.split_whitespace().next()?.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}

/// A portal or a worker.
struct Process {
    child: Child,
    /// Empty for a worker.
    host: String,
    /// What a portal calls itself in the database.
    name: String,
}

impl Process {
    fn start(url: &str, portal: bool, folder: &Path) -> Result<Process> {
        let mut command = Command::new(program());
        if portal {
            command.args(["serve", "--port", "0", "--rate", "0"]);
        } else {
            command.args(["worker", "--slots", "2"]);
        }
        let errors = std::fs::OpenOptions::new().create(true).append(true).open(folder.join("log.txt"))?;
        command.args(["--database", url, "--data"]).arg(folder);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(errors);
        let mut child = command.spawn().context("cannot start the program")?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("no output")?).read_line(&mut line)?;
        let host = line.split("http://").nth(1).and_then(|r| r.split('/').next()).unwrap_or("").to_owned();
        ensure!(!portal || !host.is_empty(), "a portal did not start: {line}");
        Ok(Process { child, host, name: String::new() })
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Everything that runs.
struct Site {
    server: postgres::Server,
    url: String,
    folder: PathBuf,
    portals: Mutex<Vec<Process>>,
    workers: Mutex<Vec<Process>>,
    /// Where visitors are sent, as a proxy would.
    hosts: RwLock<Vec<String>>,
}

impl Drop for Site {
    fn drop(&mut self) {
        locked(&self.portals).iter_mut().for_each(Process::kill);
        locked(&self.workers).iter_mut().for_each(Process::kill);
        if std::env::var_os("KEEP").is_none() {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

impl Site {
    async fn start() -> Result<Arc<Site>> {
        let server = postgres::Server::start(true).context("there is no PostgreSQL server here")?;
        let url = server.database();
        let folder = std::env::temp_dir().join(format!("ludarium-cluster-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let site = Arc::new(Site {
            server,
            url,
            folder,
            portals: Mutex::default(),
            workers: Mutex::default(),
            hosts: RwLock::default(),
        });
        for _ in 0..setting("PORTALS", 3) {
            let portal = site.portal().await?;
            locked(&site.portals).push(portal);
        }
        for _ in 0..setting("WORKERS", 2) {
            let worker = Process::start(&site.url, false, &site.folder)?;
            locked(&site.workers).push(worker);
        }
        Ok(site)
    }

    /// One more portal; visitors are sent to it when it is ready.
    async fn portal(&self) -> Result<Process> {
        let mut portal = Process::start(&self.url, true, &self.folder)?;
        let (_, health) = ask(&portal.host, "GET", "/health", "", "").await?;
        portal.name = health["process"].as_str().unwrap_or_default().to_owned();
        self.hosts.write().unwrap_or_else(PoisonError::into_inner).push(portal.host.clone());
        Ok(portal)
    }

    fn host(&self, chance: &mut u64) -> String {
        let hosts = self.hosts.read().unwrap_or_else(PoisonError::into_inner);
        hosts.get(below(hosts.len(), chance)).cloned().unwrap_or_default()
    }

    fn forget_host(&self, host: &str) {
        self.hosts.write().unwrap_or_else(PoisonError::into_inner).retain(|h| h != host);
    }

    fn cpu(&self) -> (f64, f64, f64) {
        let of = |all: &Mutex<Vec<Process>>| locked(all).iter().map(|p| cpu_of(p.child.id())).sum::<f64>();
        (of(&self.portals), of(&self.workers), cpu_of_tree(self.server.pid()))
    }

    /// A request to any portal, until one answers.
    async fn ask(
        &self,
        method: &str,
        path: &str,
        token: &str,
        body: &str,
        chance: &mut u64,
    ) -> Result<(u16, Value)> {
        let begun = Instant::now();
        loop {
            let answer = ask(&self.host(chance), method, path, token, body).await;
            match answer {
                Ok((status, value)) if status != 503 => return Ok((status, value)),
                _ if begun.elapsed() > Duration::from_secs(60) => bail!("nobody answers {path}"),
                _ => tokio::time::sleep(Duration::from_millis(200)).await,
            }
        }
    }
}

/// A table and what its player knows.
#[derive(Default)]
struct Game {
    id: String,
    token: String,
    against_computer: bool,
    /// Moves that were acknowledged: the place in the game and the name.
    acked: Mutex<BTreeMap<usize, String>>,
    /// A move whose fate is not known.
    open: AtomicBool,
    /// When something about it was last heard.
    heard: Mutex<Option<Instant>>,
}

#[derive(Default)]
struct Counted {
    waits: Mutex<Vec<f64>>,
    acked: AtomicUsize,
    refused: AtomicUsize,
    again: AtomicUsize,
    reconnects: AtomicUsize,
    connected: AtomicUsize,
    running: AtomicBool,
    ended: AtomicBool,
}

async fn new_game(site: &Site, computer: bool, chance: &mut u64) -> Result<Arc<Game>> {
    let name = std::env::var("GAME").unwrap_or("reversi".to_owned());
    let seats =
        if computer { json!([{ "who": "me" }, { "who": "computer", "level": 1 }]) } else { json!([]) };
    let body = json!({ "game": name, "seats": seats }).to_string();
    let (status, made) = site.ask("POST", "/api/tables", "", &body, chance).await?;
    ensure!(status == 201, "{status} {made}");
    let text = |key: &str| made[key].as_str().unwrap_or_default().to_owned();
    Ok(Arc::new(Game { id: text("id"), token: text("token"), against_computer: computer, ..Game::default() }))
}

#[derive(Deserialize)]
struct Heard {
    t: String,
    #[serde(default)]
    ply: usize,
    #[serde(default)]
    again: bool,
    table: Option<TableBit>,
    scene: Option<SceneBit>,
}
#[derive(Deserialize)]
struct TableBit {
    ply: usize,
    over: bool,
}
#[derive(Deserialize)]
struct SceneBit {
    #[serde(default)]
    choices: Vec<ChoiceBit>,
}
#[derive(Deserialize)]
struct ChoiceBit {
    name: String,
}

/// A move that was said.
#[derive(Clone)]
struct Said {
    ply: usize,
    name: String,
    by: String,
    at: Instant,
}

/// Plays one game as a page does: comes back by itself, and says again what was not answered.
async fn player(site: Arc<Site>, game: Arc<Game>, counted: Arc<Counted>, pause: usize, number: u64) {
    let mut chance = number.wrapping_mul(0x9E37_79B9) | 1;
    let (mut said, mut names, mut tries) = (None, 0usize, 0u32);
    let mut first = true;
    while !counted.ended.load(Ordering::Relaxed) {
        let host = site.host(&mut chance);
        let over = connection(
            &host,
            &game,
            &counted,
            pause,
            &mut chance,
            (&mut said, &mut names, &mut tries),
            &mut first,
        );
        if let Ok(true) = over.await {
            return;
        }
        counted.reconnects.fetch_add(1, Ordering::Relaxed);
        tries += 1;
        let wait = (125 * 2u64.pow(tries.min(5))).min(4000) * (60 + below(40, &mut chance) as u64) / 100;
        tokio::time::sleep(Duration::from_millis(wait)).await;
    }
}

/// One connection; true when the game is over.
async fn connection(
    host: &str,
    game: &Game,
    counted: &Counted,
    pause: usize,
    chance: &mut u64,
    (said, names, tries): (&mut Option<Said>, &mut usize, &mut u32),
    first: &mut bool,
) -> Result<bool> {
    let stream = TcpStream::connect(host).await?;
    stream.set_nodelay(true)?;
    let url = format!("ws://{host}/api/tables/{}/live", game.id);
    let coming = tokio_tungstenite::client_async(url, stream);
    let (mut socket, _) = tokio::time::timeout(Duration::from_secs(12), coming).await??;
    let hello = json!({ "t": "hello", "token": game.token, "ground": 0 }).to_string();
    socket.send(Message::text(hello)).await?;
    let words =
        |s: &Said| json!({ "t": "play", "id": 1, "ply": s.ply, "name": s.name, "by": s.by }).to_string();
    if let Some(s) = said.as_ref() {
        counted.again.fetch_add(1, Ordering::Relaxed);
        socket.send(Message::text(words(s))).await?;
    }
    let (mut ply, mut over, mut choices): (usize, bool, Vec<ChoiceBit>) = (0, false, Vec::new());
    let mut next = tokio::time::Instant::now() + Duration::from_millis(below(pause, chance) as u64);
    let mut ping = tokio::time::interval(Duration::from_secs(25));
    loop {
        if counted.ended.load(Ordering::Relaxed) || (over && said.is_none()) {
            return Ok(true);
        }
        tokio::select! {
            got = socket.next() => {
                let Message::Text(text) = got.context("closed")?? else { continue };
                let heard: Heard = serde_json::from_str(&text)?;
                *locked(&game.heard) = Some(Instant::now());
                match heard.t.as_str() {
                    "state" => {
                        *tries = 0;
                        if std::mem::replace(first, false) {
                            counted.connected.fetch_add(1, Ordering::Relaxed);
                        }
                        (ply, over) = heard.table.map_or((ply, over), |t| (t.ply, t.over));
                        choices = heard.scene.map_or_else(Vec::new, |s| s.choices);
                    }
                    "ack" => if let Some(s) = said.take() {
                        locked(&counted.waits).push(s.at.elapsed().as_secs_f64() * 1e3);
                        counted.acked.fetch_add(1, Ordering::Relaxed);
                        locked(&game.acked).insert(s.ply, s.name);
                        ensure!(heard.ply > s.ply, "acknowledged before it was made");
                        game.open.store(false, Ordering::Relaxed);
                    },
                    "no" => {
                        // Where its fate is not known it is said again, under the same name.
                        if !heard.again {
                            *said = None;
                            game.open.store(false, Ordering::Relaxed);
                        }
                        counted.refused.fetch_add(1, Ordering::Relaxed);
                    }
                    "bye" => return Ok(false),
                    _ => {}
                }
            }
            () = tokio::time::sleep_until(next) => {
                next = tokio::time::Instant::now() + Duration::from_millis((pause * 9 / 10 + below(pause / 5, chance)) as u64);
                if !counted.running.load(Ordering::Relaxed) || said.is_some() || over || choices.is_empty() {
                    continue;
                }
                *names += 1;
                let name = choices[below(choices.len(), chance)].name.clone();
                let s = Said { ply, name, by: format!("{}-{names}", game.id), at: Instant::now() };
                game.open.store(true, Ordering::Relaxed);
                let text = words(&s);
                *said = Some(s);
                socket.send(Message::text(text)).await?;
            }
            _ = ping.tick() => socket.send(Message::text("{\"t\":\"ping\"}")).await?,
        }
    }
}

fn quantile(list: &mut [f64], q: f64) -> f64 {
    list.sort_by(f64::total_cmp);
    list.get(((list.len() as f64 * q) as usize).min(list.len().saturating_sub(1)))
        .copied()
        .unwrap_or(f64::NAN)
}

/// Looks at every game through any portal: moves that are missing, moves that are there twice.
async fn judge(site: &Site, games: &[Arc<Game>]) -> Result<(usize, usize)> {
    let (mut lost, mut twice, mut chance) = (0, 0, 7);
    for game in games {
        let path = format!("/api/tables/{}/moves", game.id);
        let (status, now) = site.ask("GET", &path, &game.token, "", &mut chance).await?;
        let there: Vec<&str> =
            now["moves"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let acked = locked(&game.acked);
        let missing = acked.iter().filter(|(ply, name)| there.get(**ply) != Some(&name.as_str())).count();
        if status != 200 || missing > 0 {
            println!("  table {}: {status}, {missing} moves missing", game.id);
            lost += missing.max(1);
        }
        // Besides what was acknowledged there may be one whose answer was lost.
        let most = acked.len() + usize::from(game.open.load(Ordering::Relaxed));
        if !game.against_computer && there.len() > most {
            println!("  table {}: {} moves, {} were made", game.id, there.len(), acked.len());
            twice += there.len() - most;
        }
    }
    Ok((lost, twice))
}

/// All logs are whole, and a portal that has just been started opens every table from its log.
async fn replay(site: &Site, games: &[Arc<Game>]) -> Result<usize> {
    for portal in locked(&site.portals).iter_mut() {
        portal.kill();
        site.forget_host(&portal.host);
    }
    let checked = Command::new(program()).args(["portal", "check", "--database", &site.url]).output()?;
    print!("{}", String::from_utf8_lossy(&checked.stderr));
    ensure!(checked.status.success(), "a log is damaged");
    let fresh = site.portal().await?;
    locked(&site.portals).push(fresh);
    let mut chance = 11;
    let mut broken = 0;
    for game in games {
        let (status, _) =
            site.ask("GET", &format!("/api/tables/{}", game.id), &game.token, "", &mut chance).await?;
        broken += usize::from(status != 200);
    }
    Ok(broken)
}

fn load_of_machine() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').take(1).collect()
}

async fn open_games(site: &Arc<Site>, count: usize, share: usize) -> Result<Vec<Arc<Game>>> {
    let mut games = Vec::new();
    let mut making = tokio::task::JoinSet::new();
    for i in 0..count {
        let site = site.clone();
        making.spawn(async move {
            new_game(&site, share > 0 && i % share == 0, &mut (i as u64 * 0x9E37_79B9 + 5)).await
        });
        if making.len() >= 16 {
            games.push(making.join_next().await.context("none")???);
        }
    }
    while let Some(game) = making.join_next().await {
        games.push(game??);
    }
    Ok(games)
}

async fn load(site: Arc<Site>) -> Result<()> {
    let (count, pause, seconds) =
        (setting("GAMES", 10_000), setting("PAUSE", 10_000), setting("SECONDS", 300));
    // The list of games is made first.
    tokio::time::sleep(Duration::from_secs(setting("WARM", 20) as u64)).await;
    let begun = Instant::now();
    let games = open_games(&site, count, 0).await?;
    println!("{count} tables opened in {:.1} s", begun.elapsed().as_secs_f64());
    let counted = Arc::new(Counted::default());
    for (i, game) in games.iter().enumerate() {
        tokio::spawn(player(site.clone(), game.clone(), counted.clone(), pause, i as u64 + 1));
        while i + 1 > counted.connected.load(Ordering::Relaxed) + 100 {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }
    while counted.connected.load(Ordering::Relaxed) < count {
        tokio::time::sleep(Duration::from_millis(10)).await;
        ensure!(begun.elapsed() < Duration::from_secs(900), "connections do not come about");
    }
    println!("all connected after {:.1} s", begun.elapsed().as_secs_f64());
    counted.running.store(true, Ordering::Relaxed);
    // Games begin spread over one pause; what comes before is not counted.
    tokio::time::sleep(Duration::from_millis(pause as u64)).await;
    locked(&counted.waits).clear();
    let before = (site.cpu(), cpu_of(std::process::id()));
    let mut late = Vec::new();
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(seconds as u64) {
        let at = Instant::now();
        tokio::time::sleep(Duration::from_millis(20)).await;
        late.push(at.elapsed().as_secs_f64() * 1e3 - 20.0);
    }
    let (after, mine) = (site.cpu(), cpu_of(std::process::id()) - before.1);
    let mut waits = std::mem::take(&mut *locked(&counted.waits));
    counted.running.store(false, Ordering::Relaxed);
    let each = |now: f64, then: f64| (now - then) * 1000.0 / waits.len().max(1) as f64;
    println!(
        "{} moves acknowledged in {seconds} s ({:.0} a second); load of the machine {}; CPU a move: portals {:.2} ms, \
         PostgreSQL {:.2} ms, workers {:.2} ms, this generator {:.2} ms",
        waits.len(),
        waits.len() as f64 / seconds as f64,
        load_of_machine(),
        each(after.0, before.0.0),
        each(after.2, before.0.2),
        each(after.1, before.0.1),
        each(mine, 0.0)
    );
    let q = [0.5, 0.9, 0.99, 1.0].map(|q| quantile(&mut waits, q));
    println!(
        "acknowledgement p50 {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, worst {:.1} ms; the generator was late by p50 {:.1} ms, p99 {:.1} ms",
        q[0],
        q[1],
        q[2],
        q[3],
        quantile(&mut late, 0.5),
        quantile(&mut late, 0.99)
    );
    let memory: Vec<String> =
        locked(&site.portals).iter().map(|p| format!("{:.0}", memory_mb(p.child.id()))).collect();
    tokio::time::sleep(Duration::from_secs(5)).await;
    counted.ended.store(true, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (lost, twice) = judge(&site, &games).await?;
    println!(
        "refused {}, reconnects {}, lost {lost}, made twice {twice}; memory of the portals {} MB",
        counted.refused.load(Ordering::Relaxed),
        counted.reconnects.load(Ordering::Relaxed),
        memory.join(", ")
    );
    ensure!(lost == 0 && twice == 0, "not as it should be");
    Ok(())
}

/// Which tables a process owns, by the database.
async fn owned(url: &str, process: &str) -> Result<Vec<String>> {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await?;
    tokio::spawn(connection);
    let rows = client.query("SELECT table_id FROM leases WHERE owner = $1", &[&process]).await?;
    Ok(rows.iter().map(|r| r.get(0)).collect())
}

/// Ends one process, waits until its tables are with others, and starts another one in its place.
async fn one_kill(
    site: &Arc<Site>,
    playing: &Mutex<Vec<Arc<Game>>>,
    takeovers: &mut Vec<f64>,
    chance: &mut u64,
) -> Result<()> {
    let (portals, workers) = (locked(&site.portals).len(), locked(&site.workers).len());
    let which = below(portals + workers, chance);
    if which >= portals {
        locked(&site.workers)[which - portals].kill();
        tokio::time::sleep(Duration::from_millis(300)).await;
        locked(&site.workers)[which - portals] = Process::start(&site.url, false, &site.folder)?;
        return Ok(());
    }
    let (name, host) = {
        let all = locked(&site.portals);
        (all[which].name.clone(), all[which].host.clone())
    };
    let its = owned(&site.url, &name).await?;
    locked(&site.portals)[which].kill();
    let at = Instant::now();
    site.forget_host(&host);
    // Of those that are being played: when does the player hear of the game again?
    let watched: Vec<Arc<Game>> = locked(playing).iter().filter(|g| its.contains(&g.id)).cloned().collect();
    let mut missing = watched;
    while !missing.is_empty() && at.elapsed() < Duration::from_secs(20) {
        tokio::time::sleep(Duration::from_millis(10)).await;
        missing.retain(|g| match *locked(&g.heard) {
            Some(heard) if heard > at + Duration::from_millis(5) => {
                takeovers.push((heard - at).as_secs_f64());
                false
            }
            Some(_) | None => true,
        });
    }
    takeovers.extend(missing.iter().map(|_| 20.0));
    let fresh = site.portal().await?;
    locked(&site.portals)[which] = fresh;
    Ok(())
}

async fn faults(site: Arc<Site>) -> Result<()> {
    let (kills, restarts) = (setting("KILLS", 100), setting("RESTARTS", 10));
    let (count, pause) = (setting("GAMES", 120), setting("PAUSE", 400));
    tokio::time::sleep(Duration::from_secs(setting("WARM", 20) as u64)).await;
    let all: Arc<Mutex<Vec<Arc<Game>>>> = Arc::default();
    let playing: Arc<Mutex<Vec<Arc<Game>>>> = Arc::default();
    let counted = Arc::new(Counted::default());
    counted.running.store(true, Ordering::Relaxed);
    let mut seats = tokio::task::JoinSet::new();
    for i in 0..count {
        let (site, all, playing, counted) = (site.clone(), all.clone(), playing.clone(), counted.clone());
        seats.spawn(async move {
            let mut chance = i as u64 * 0x9E37_79B9 + 5;
            // One game after the other.
            while !counted.ended.load(Ordering::Relaxed) {
                let Ok(game) = new_game(&site, i % 4 == 0, &mut chance).await else { continue };
                locked(&all).push(game.clone());
                locked(&playing).push(game.clone());
                player(site.clone(), game.clone(), counted.clone(), pause, chance).await;
                locked(&playing).retain(|g| g.id != game.id);
            }
        });
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    let mut takeovers = Vec::new();
    let mut chance = 4711;
    let begun = Instant::now();
    for k in 1..=kills {
        tokio::time::sleep(Duration::from_millis(300 + below(1200, &mut chance) as u64)).await;
        one_kill(&site, &playing, &mut takeovers, &mut chance).await?;
        if restarts > 0 && k % (kills / restarts).max(1) == 0 {
            let (there, signal) = (site.clone(), if k % 2 == 0 { "QUIT" } else { "INT" });
            tokio::task::spawn_blocking(move || {
                there.server.stop(signal);
                std::thread::sleep(Duration::from_secs(1));
                there.server.start_again();
            })
            .await?;
        }
        if k % 10 == 0 {
            println!(
                "{k} kills after {:.0} s: {} moves acknowledged, {} refused, {} said again, {} reconnects; load {}",
                begun.elapsed().as_secs_f64(),
                counted.acked.load(Ordering::Relaxed),
                counted.refused.load(Ordering::Relaxed),
                counted.again.load(Ordering::Relaxed),
                counted.reconnects.load(Ordering::Relaxed),
                load_of_machine()
            );
        }
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    counted.ended.store(true, Ordering::Relaxed);
    let _ =
        tokio::time::timeout(Duration::from_secs(30), async { while seats.join_next().await.is_some() {} })
            .await;
    let games = locked(&all).clone();
    let (lost, twice) = judge(&site, &games).await?;
    let broken = replay(&site, &games).await?;
    let mut longest = takeovers.clone();
    println!(
        "{kills} kills, {restarts} restarts of the database, {} games, {} acknowledged moves: {lost} lost, {twice} made twice, \
         {broken} games that do not replay; {} tables taken over, heard of again after p50 {:.2} s, p95 {:.2} s, worst {:.2} s",
        games.len(),
        counted.acked.load(Ordering::Relaxed),
        takeovers.len(),
        quantile(&mut longest, 0.5),
        quantile(&mut longest, 0.95),
        quantile(&mut longest, 1.0)
    );
    ensure!(lost == 0 && twice == 0 && broken == 0, "not as it should be");
    Ok(())
}

/// A command of the program on a database; it must succeed.
fn carry(arguments: &[&str]) -> Result<()> {
    let begun = Instant::now();
    let done = Command::new(program()).arg("portal").args(arguments).output()?;
    print!(
        "{} in {:.1} s: {}",
        arguments[0],
        begun.elapsed().as_secs_f64(),
        String::from_utf8_lossy(&done.stderr)
    );
    ensure!(done.status.success(), "{arguments:?}");
    Ok(())
}

async fn exchange() -> Result<()> {
    let server = postgres::Server::start(true).context("there is no PostgreSQL server here")?;
    let url = server.database();
    let folder = std::env::temp_dir().join(format!("ludarium-exchange-{}", std::process::id()));
    let (first, second) = (folder.join("first"), folder.join("second"));
    std::fs::create_dir_all(&first)?;
    let mut child = Command::new(program())
        .args(["serve", "--port", "0", "--rate", "0", "--data"])
        .arg(&first)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().context("no output")?).read_line(&mut line)?;
    let host = line.split("http://").nth(1).and_then(|r| r.split('/').next()).context("no address")?;
    let mut chance = 3;
    for i in 0..setting("TABLES", 1000) {
        let game = ["reversi", "tic-tac-toe", "backgammon", "hex"][i % 4];
        let body = json!({ "game": game, "seats": [] }).to_string();
        let (status, made) = ask(host, "POST", "/api/tables", "", &body).await?;
        ensure!(status == 201, "{status} {made}");
        let (id, token) = (made["id"].as_str().context("id")?, made["token"].as_str().context("token")?);
        for _ in 0..below(5, &mut chance) {
            let (_, now) = ask(host, "GET", &format!("/api/tables/{id}"), token, "").await?;
            let choices = now["scene"]["choices"].as_array().context("choices")?;
            let Some(choice) = choices.get(below(choices.len(), &mut chance)) else { break };
            let body = json!({ "ply": now["table"]["ply"], "name": choice["name"] }).to_string();
            ask(host, "POST", &format!("/api/tables/{id}/moves"), token, &body).await?;
        }
    }
    child.kill()?;
    child.wait()?;
    let files: Vec<String> =
        (0..3).map(|n| folder.join(format!("{n}.jsonl")).display().to_string()).collect();
    let (first, second) = (first.display().to_string(), second.display().to_string());
    carry(&["export", "--data", &first, "--out", &files[0]])?;
    carry(&["import", "--database", &url, &files[0]])?;
    carry(&["export", "--database", &url, "--out", &files[1]])?;
    carry(&["import", "--data", &second, &files[1]])?;
    carry(&["export", "--data", &second, "--out", &files[2]])?;
    carry(&["check", "--data", &second])?;
    let bytes: Vec<Vec<u8>> = files.iter().map(std::fs::read).collect::<std::io::Result<_>>()?;
    println!("{} bytes; equal: {}", bytes[0].len(), bytes[0] == bytes[1] && bytes[1] == bytes[2]);
    ensure!(bytes[0] == bytes[1] && bytes[1] == bytes[2], "not the same bytes");
    let _ = std::fs::remove_dir_all(&folder);
    Ok(())
}

fn main() -> Result<()> {
    let _ = rlimit::increase_nofile_limit(65_536);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        match std::env::args().nth(1).as_deref() {
            Some("load") => load(Site::start().await?).await,
            Some("faults") => faults(Site::start().await?).await,
            Some("exchange") => exchange().await,
            Some(_) | None => bail!("load, faults or exchange?"),
        }
    })
}

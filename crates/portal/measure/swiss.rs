//! A Swiss tournament of people over sockets, whose portal is ended with `kill -9` in the middle, and what is left of it
//! compared with a recomputation: PLAYERS (200) take names, join, and play GAME (tic-tac-toe) at random, a move each PAUSE
//! ms (400), ROUNDS (0: as many as the number asks for). KILLS (2) times a portal is ended and started again.
//!
//! PORTALS (1): one process with SQLite; more share a PostgreSQL server that this starts, and any of them is ended.
//! Afterwards everything is read again by a new process: every acknowledged move must be in its place, every log whole, and
//! points, Buchholz and Berger worked out here from the boards of all tables must be those of the standings.
//! `LUDARIUM=target/release/ludarium cargo run --release -p ludarium-portal --example swiss`

mod client;
#[path = "../tests/common/postgres.rs"]
mod postgres;

use anyhow::{Context, Result, bail, ensure};
use client::{ask, setting};
use futures_util::{SinkExt, StreamExt};
use ludarium_portal::people::contests::{kept, recompute};
use ludarium_portal::store::{Me, Place, Store, check};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn below(n: usize, state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state % n.max(1) as u64) as usize
}

/// The portals, one after the other on their ports.
struct Site {
    place: Place,
    folder: PathBuf,
    portals: Mutex<Vec<(Child, String)>>,
    _server: Option<postgres::Server>,
}

impl Drop for Site {
    fn drop(&mut self) {
        for (child, _) in locked(&self.portals).iter_mut() {
            let _ = child.kill();
            let _ = child.wait();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn start(place: &Place, folder: &Path, port: &str) -> Result<(Child, String)> {
    let program = std::env::var("LUDARIUM").unwrap_or("target/release/ludarium".to_owned());
    let mut command = Command::new(program);
    command.args(["serve", "--rate", "0", "--port", port, "--data"]).arg(folder);
    if let Place::Server(url) = place {
        command.args(["--database", url]);
    }
    let errors = std::fs::OpenOptions::new().create(true).append(true).open(folder.join("log.txt"))?;
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(errors).spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().context("no output")?).read_line(&mut line)?;
    let host = line.split("http://").nth(1).and_then(|r| r.split('/').next()).unwrap_or("").to_owned();
    ensure!(!host.is_empty(), "a portal did not start: {line}");
    Ok((child, host))
}

impl Site {
    fn open(portals: usize) -> Result<Arc<Site>> {
        let folder = std::env::temp_dir().join(format!("ludarium-swiss-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let server = if portals > 1 {
            Some(postgres::Server::start(true).context("there is no PostgreSQL server here")?)
        } else {
            None
        };
        let place = server.as_ref().map_or(Place::Folder(folder.clone()), |s| Place::Server(s.database()));
        let all: Result<Vec<_>> = (0..portals).map(|_| start(&place, &folder, "0")).collect();
        Ok(Arc::new(Site { place, folder, portals: Mutex::new(all?), _server: server }))
    }

    fn host(&self, chance: &mut u64) -> String {
        let all = locked(&self.portals);
        all[below(all.len(), chance)].1.clone()
    }

    /// Ends one with `kill -9` and starts it again at the same place.
    async fn kill(&self, which: usize) -> Result<()> {
        let host = {
            let mut all = locked(&self.portals);
            let (child, host) = &mut all[which];
            child.kill()?;
            child.wait()?;
            host.clone()
        };
        tokio::time::sleep(Duration::from_millis(700)).await;
        let port = host.rsplit(':').next().unwrap_or("0").to_owned();
        let again = start(&self.place, &self.folder, &port)?;
        locked(&self.portals)[which] = again;
        Ok(())
    }

    async fn ask(
        &self,
        method: &str,
        path: &str,
        key: &str,
        body: &Value,
        chance: &mut u64,
    ) -> Result<Value> {
        let begun = Instant::now();
        let text = if body.is_null() { String::new() } else { body.to_string() };
        loop {
            match ask(&self.host(chance), method, path, key, &text).await {
                Ok((200 | 201, value)) => return Ok(value),
                Ok((status, value)) if status != 503 => bail!("{path}: {status} {value}"),
                _ if begun.elapsed() > Duration::from_secs(60) => bail!("nobody answers {path}"),
                _ => tokio::time::sleep(Duration::from_millis(200)).await,
            }
        }
    }
}

#[derive(Deserialize)]
struct Seen {
    phase: String,
    round: usize,
    meetings: Vec<MeetingBit>,
}
#[derive(Deserialize)]
struct MeetingBit {
    games: Vec<GameBit>,
}
#[derive(Deserialize)]
struct GameBit {
    table: String,
    seats: Vec<SeatBit>,
    scores: Option<Vec<f64>>,
}
#[derive(Deserialize)]
struct SeatBit {
    player: String,
}
#[derive(Deserialize)]
struct Heard {
    t: String,
    #[serde(default)]
    ply: usize,
    #[serde(default)]
    why: String,
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

/// What all players together know.
#[derive(Default)]
struct Known {
    /// Moves that were acknowledged: table, place, name.
    acked: Mutex<BTreeMap<(String, usize), String>>,
    waits: Mutex<Vec<f64>>,
    round: AtomicUsize,
    open: AtomicUsize,
    again: AtomicUsize,
    refused: AtomicUsize,
    over: AtomicBool,
}

type Socket = tokio_tungstenite::WebSocketStream<TcpStream>;

async fn connect(host: &str, path: &str, hello: &Value) -> Result<Socket> {
    let stream = TcpStream::connect(host).await?;
    stream.set_nodelay(true)?;
    let coming = tokio_tungstenite::client_async(format!("ws://{host}{path}"), stream);
    let (mut socket, _) = tokio::time::timeout(Duration::from_secs(12), coming).await??;
    socket.send(Message::text(hello.to_string())).await?;
    Ok(socket)
}

struct Player {
    id: String,
    key: String,
    chance: u64,
    /// Moves that were said; each has a name of its own.
    names: usize,
}

impl Player {
    /// Waits on the page of the tournament for a game of one's own, plays it, and comes back, until all is over.
    async fn play(mut self, site: Arc<Site>, cup: String, known: Arc<Known>, pause: usize) {
        while !known.over.load(Ordering::Relaxed) {
            let told = match self.next_game(&site, &cup, &known).await {
                Ok(Some(table)) => self.game(&site, &table, &known, pause).await,
                Ok(None) => return,
                Err(why) => Err(why),
            };
            if told.is_err() {
                let wait = 200 + below(400, &mut self.chance) as u64;
                tokio::time::sleep(Duration::from_millis(wait)).await;
            }
        }
    }

    async fn next_game(&mut self, site: &Site, cup: &str, known: &Known) -> Result<Option<String>> {
        let path = format!("/api/tournaments/{cup}/live");
        let mut socket = connect(&site.host(&mut self.chance), &path, &json!({ "token": self.key })).await?;
        loop {
            let Message::Text(text) = socket.next().await.context("closed")?? else { continue };
            let seen: Seen = serde_json::from_str(&text)?;
            let games = || seen.meetings.iter().flat_map(|m| &m.games);
            known.round.fetch_max(seen.round, Ordering::Relaxed);
            known.open.store(games().filter(|g| g.scores.is_none()).count(), Ordering::Relaxed);
            if seen.phase == "over" {
                known.over.store(true, Ordering::Relaxed);
                return Ok(None);
            }
            let own = |g: &&GameBit| g.scores.is_none() && g.seats.iter().any(|s| s.player == self.id);
            if let Some(game) = games().find(own) {
                return Ok(Some(game.table.clone()));
            }
        }
    }

    /// Plays a game; a move that was not answered is said again on the next connection.
    async fn game(&mut self, site: &Site, table: &str, known: &Known, pause: usize) -> Result<()> {
        let path = format!("/api/tables/{table}/live");
        let mut said: Option<(usize, String, String, Instant)> = None;
        let mut over = false;
        for _ in 0..200 {
            let hello = json!({ "t": "hello", "token": self.key, "ground": 0 });
            let Ok(mut socket) = connect(&site.host(&mut self.chance), &path, &hello).await else {
                tokio::time::sleep(Duration::from_millis(300)).await;
                continue;
            };
            let words = |s: &(usize, String, String, Instant)| {
                Message::text(json!({ "t": "play", "id": 1, "ply": s.0, "name": s.1, "by": s.2 }).to_string())
            };
            if let Some(s) = &said {
                known.again.fetch_add(1, Ordering::Relaxed);
                let _ = socket.send(words(s)).await;
            }
            while let Some(Ok(message)) = socket.next().await {
                let Message::Text(text) = message else { continue };
                let Ok(heard) = serde_json::from_str::<Heard>(&text) else { continue };
                match heard.t.as_str() {
                    "state" => {
                        let Some(at) = heard.table else { continue };
                        over = at.over;
                        if over && said.is_none() {
                            return Ok(());
                        }
                        let choices = heard.scene.map_or_else(Vec::new, |s| s.choices);
                        if said.is_some() || choices.is_empty() {
                            continue;
                        }
                        let wait = pause / 2 + below(pause.max(1), &mut self.chance);
                        tokio::time::sleep(Duration::from_millis(wait as u64)).await;
                        self.names += 1;
                        let name = choices[below(choices.len(), &mut self.chance)].name.clone();
                        let s = (at.ply, name, format!("{}-{}", self.id, self.names), Instant::now());
                        let _ = socket.send(words(&s)).await;
                        said = Some(s);
                    }
                    "ack" => {
                        if let Some((ply, name, _, at)) = said.take() {
                            // (The opponent may have moved already.)
                            ensure!(heard.ply > ply, "another move was acknowledged");
                            locked(&known.waits).push(at.elapsed().as_secs_f64() * 1000.0);
                            locked(&known.acked).insert((table.to_owned(), ply), name);
                            if over {
                                return Ok(());
                            }
                        }
                    }
                    // The clock was quicker, or it has to be said again: the next connection begins with how it stands.
                    "no" => {
                        known.refused.fetch_add(1, Ordering::Relaxed);
                        eprintln!("refused: {}", heard.why);
                        said = None;
                        break;
                    }
                    _ => break,
                }
            }
            tokio::time::sleep(Duration::from_millis(200 + below(300, &mut self.chance) as u64)).await;
        }
        bail!("table {table} cannot be reached")
    }
}

/// What the boards say, counted here and not by the portal: for each player points, Buchholz and Berger.
async fn counted(site: &Site, cup: &str, rounds: usize) -> Result<HashMap<String, [f64; 3]>> {
    let mut chance = 5;
    let mut points: HashMap<String, f64> = HashMap::new();
    // Who met whom, and what was won; nobody for a rest.
    let mut met: HashMap<String, Vec<(Option<String>, f64)>> = HashMap::new();
    let mut pairs = BTreeSet::new();
    for round in 1..=rounds {
        let path = format!("/api/tournaments/{cup}?round={round}");
        let seen = site.ask("GET", &path, "", &Value::Null, &mut chance).await?;
        let by_number: HashMap<u64, String> = seen["standings"]
            .as_array()
            .context("no standings")?
            .iter()
            .map(|r| (r["entrant"].as_u64().unwrap_or(0), r["player"].as_str().unwrap_or("").to_owned()))
            .collect();
        let mut busy = BTreeSet::new();
        for meeting in seen["meetings"].as_array().context("no meetings")? {
            let numbers = meeting["entrants"].as_array().context("no entrants")?.iter();
            let who: Vec<String> = numbers.map(|n| by_number[&n.as_u64().unwrap_or(0)].clone()).collect();
            ensure!(who.iter().all(|w| busy.insert(w.clone())), "round {round}: somebody plays twice");
            let [a, b] = &who[..] else {
                *points.entry(who[0].clone()).or_default() += 1.0;
                met.entry(who[0].clone()).or_default().push((None, 1.0));
                continue;
            };
            ensure!(pairs.insert((a.min(b).clone(), a.max(b).clone())), "{a} and {b} meet twice");
            let table = meeting["games"][0]["table"].as_str().context("no table")?;
            // The table plays its log again and says itself how it ended.
            let seen =
                site.ask("GET", &format!("/api/tables/{table}"), "", &Value::Null, &mut chance).await?;
            ensure!(seen["table"]["over"] == true, "table {table} is not over");
            let seats = seen["table"]["seats"].as_array().context("no seats")?;
            let ranks = seen["table"]["ranks"].as_array().context("no ranks")?;
            let rank = |i: usize| ranks.get(i).and_then(Value::as_f64).unwrap_or(1.5);
            let first = if rank(0) < rank(1) {
                1.0
            } else if rank(0) > rank(1) {
                0.0
            } else {
                0.5
            };
            let name = |i: usize| seats[i]["person"].as_str().unwrap_or("").to_owned();
            for (me, other, won) in [(name(0), name(1), first), (name(1), name(0), 1.0 - first)] {
                ensure!(who.contains(&me), "{me} sits at another's table");
                *points.entry(me.clone()).or_default() += won;
                met.entry(me).or_default().push((Some(other), won));
            }
        }
    }
    Ok(met
        .iter()
        .map(|(me, all)| {
            let of = |other: &Option<String>| points[other.as_ref().unwrap_or(me)];
            let buchholz: f64 = all.iter().map(|(other, _)| of(other)).sum();
            let berger: f64 = all.iter().map(|(other, won)| won * of(other)).sum();
            (me.clone(), [points[me], buchholz, berger])
        })
        .collect())
}

async fn verify(site: &Site, cup: &str, known: &Known) -> Result<()> {
    let mut chance = 3;
    let path = format!("/api/tournaments/{cup}");
    let told = site.ask("GET", &path, "", &Value::Null, &mut chance).await?;
    let log = site.ask("GET", &format!("{path}/log"), "", &Value::Null, &mut chance).await?;
    ensure!(told["standings"] == log["tournament"]["standings"], "the log gives other standings");
    let rounds = told["round"].as_u64().unwrap_or(0) as usize;
    let own = counted(site, cup, rounds).await?;
    let rows = told["standings"].as_array().context("no standings")?;
    for row in rows {
        let player = row["player"].as_str().unwrap_or("");
        let shown = [&row["points"], &row["ties"][0], &row["ties"][1]].map(|x| x.as_f64().unwrap_or(-1.0));
        ensure!(own.get(player) == Some(&shown), "{player}: shown {shown:?}, counted {:?}", own.get(player));
    }
    let acked = locked(&known.acked).clone();
    let mut lines: HashMap<String, Vec<String>> = HashMap::new();
    for ((table, ply), name) in &acked {
        if !lines.contains_key(table) {
            let moves =
                site.ask("GET", &format!("/api/tables/{table}/moves"), "", &Value::Null, &mut chance).await?;
            let names = moves["moves"].as_array().context("no moves")?.iter();
            lines.insert(table.clone(), names.map(|m| m.as_str().unwrap_or("").to_owned()).collect());
        }
        ensure!(lines[table].get(*ply) == Some(name), "table {table}: move {ply} is lost");
    }
    println!(
        "{} players, {rounds} rounds, {} tables, {} acknowledged moves, {} events of the tournament: nothing lost, standings as counted",
        rows.len(),
        lines.len(),
        acked.len(),
        log["events"].as_array().map_or(0, Vec::len)
    );
    Ok(())
}

fn main() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let players = setting("PLAYERS", 200);
    let site = Site::open(setting("PORTALS", 1))?;
    runtime.block_on(run(&site, players))?;
    // Nobody writes any more: all logs, and all ratings worked out again.
    for (child, _) in locked(&site.portals).iter_mut() {
        child.kill()?;
        child.wait()?;
    }
    let store = Store::open_at(&site.place, Me::tool())?;
    runtime.block_on(async {
        let whole = check(&store).await?;
        ensure!(whole.damaged.is_empty(), "damaged logs: {:?}", whole.damaged);
        let (kept, again) = (kept(&store).await?, recompute(&store).await?);
        ensure!(kept == again, "the ratings are others when they are worked out again");
        println!(
            "{} logs with {} events are whole; {} ratings worked out again are the same",
            whole.tables,
            whole.events,
            kept.len()
        );
        Ok(())
    })
}

async fn run(site: &Arc<Site>, players: usize) -> Result<()> {
    let mut chance = setting("SEED", 1) as u64 | 1;
    let game = std::env::var("GAME").unwrap_or("tic-tac-toe".to_owned());
    let mut all = Vec::new();
    for n in 0..players {
        let made = site
            .ask("POST", "/api/people", "", &json!({ "name": format!("player{n}") }), &mut chance)
            .await?;
        let text = |key: &str| made[key].as_str().unwrap_or("").to_owned();
        all.push(Player {
            id: text("id"),
            key: text("key"),
            chance: (n as u64 + 7).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
            names: 0,
        });
    }
    let body = json!({ "name": "", "kind": "swiss", "game": game, "rounds": setting("ROUNDS", 0), "rated": true, "most": players,
        "clock": { "timing": "total", "base_ms": 600_000 }, "begin_ms": 120_000 });
    let made = site.ask("POST", "/api/tournaments", &all[0].key, &body, &mut chance).await?;
    let cup = made["id"].as_str().context("no name")?.to_owned();
    for player in &all {
        site.ask("POST", &format!("/api/tournaments/{cup}/join"), &player.key, &json!({}), &mut chance)
            .await?;
    }
    let begun = Instant::now();
    let known = Arc::new(Known::default());
    let mut playing = tokio::task::JoinSet::new();
    for player in all {
        playing.spawn(player.play(site.clone(), cup.clone(), known.clone(), setting("PAUSE", 400)));
    }
    let seen = site.ask("GET", &format!("/api/tournaments/{cup}"), "", &Value::Null, &mut chance).await?;
    let rounds = seen["rounds"].as_u64().unwrap_or(1) as usize;
    let kills = setting("KILLS", 2);
    for kill in 0..kills {
        // Spread over the tournament, each in the middle of a round.
        let round = (rounds * (kill + 1) / (kills + 1)).max(1);
        while !known.over.load(Ordering::Relaxed)
            && (known.round.load(Ordering::Relaxed) < round
                || known.open.load(Ordering::Relaxed) * 4 > players)
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        if known.over.load(Ordering::Relaxed) {
            break;
        }
        let portals = locked(&site.portals).len();
        let open = known.open.load(Ordering::Relaxed);
        site.kill(below(portals, &mut chance)).await?;
        println!("kill -9 in round {}, {open} games going on", known.round.load(Ordering::Relaxed));
    }
    let ended = tokio::time::timeout(Duration::from_secs(1500), async {
        while playing.join_next().await.is_some() {}
    });
    ended.await.context("the tournament does not end")?;
    let mut waits = locked(&known.waits).clone();
    waits.sort_by(f64::total_cmp);
    let at = |share: f64| waits.get((waits.len() as f64 * share) as usize).copied().unwrap_or(0.0);
    println!(
        "over after {:.0} s; acknowledged after {:.1} ms (p50), {:.1} ms (p99); {} moves said again, {} refused",
        begun.elapsed().as_secs_f64(),
        at(0.5),
        at(0.99),
        known.again.load(Ordering::Relaxed),
        known.refused.load(Ordering::Relaxed)
    );
    // Once more, so that everything comes from the disk.
    let portals = locked(&site.portals).len();
    for which in 0..portals {
        site.kill(which).await?;
    }
    verify(site, &cup, &known).await
}

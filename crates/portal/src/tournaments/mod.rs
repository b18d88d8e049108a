//! Tournaments for people and computers. Reading order: [`rules`] (what there can be), [`pairing`] (who plays whom),
//! [`log`] (what happened), [`standings`], [`mod@next`] (what has to happen), then this file, which does it.
//!
//! A tournament is a log like a table's, in the same table of the database, with the same lease: one process drives it at
//! a time, another takes it over when that one is gone, and nothing is told before it is durable. Its games are tables
//! of their own, which may be anywhere; what came of them is read from the contests that tables keep.

pub mod api;
pub mod live;
pub mod log;
pub mod next;
pub mod pages;
pub mod pairing;
pub mod rules;
pub mod standings;
pub mod view;

use crate::people::contests::level_of;
use crate::store::{Change, Claim, Event, News, NotWritten, Store, TableRow, verify};
use crate::tables::{Contest, Contestant, Tables, Terms, Trouble, now_ms, secret};
use crate::web::App;
use axum::Router;
use axum::routing::{get, post};
use log::{Entrant, Game, Happened, Phase, State};
use next::{Now, next};
use rules::Rules;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;

/// The names of tournaments in the database; no table has such a name.
const PREFIX: &str = "cup-";
/// So often is looked what has to be done.
const STEP: Duration = Duration::from_millis(400);
/// So often for tournaments that nobody drives, and for tables that nobody has in memory.
const SEARCH: Duration = Duration::from_secs(3);
/// Results are looked for so far back from the last one that was found: clocks of processes differ.
const BACK_MS: i64 = 60_000;
/// Whoever was on the pages of an arena so lately can be paired.
const PRESENT: Duration = Duration::from_secs(20);
/// So many games that count are opened again when the process starts.
const MOST_REOPENED: i64 = 2000;
/// So many tournaments may be open or going on.
const MOST_ACTIVE: i64 = 200;
/// So many of them may be of computers alone.
pub const MOST_OF_COMPUTERS: usize = 12;

/// A tournament in memory: a cache of its log.
struct Live {
    state: State,
    lease: i64,
    next_event: i64,
    chain: String,
    /// Nothing may be written any more.
    gone: bool,
    /// When the newest result that is known was kept.
    seen_to: i64,
    /// When its tables were last looked after.
    tended: Option<Instant>,
    /// When people were last here.
    here: HashMap<String, (usize, Instant)>,
}

pub struct Cup {
    pub id: String,
    live: tokio::sync::Mutex<Live>,
    changed: watch::Sender<u64>,
    /// What everybody is shown, made once for all.
    shown: Mutex<(u64, Arc<str>)>,
    gone: AtomicBool,
}

impl Cup {
    pub fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Acquire)
    }

    pub fn subscribe(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// A copy of what it sums up to.
    pub async fn state(&self) -> State {
        self.live.lock().await.state.clone()
    }

    /// What everybody is shown, as JSON.
    pub async fn shown(&self) -> Arc<str> {
        let version = *self.changed.borrow();
        {
            let shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
            if shown.0 == version {
                return shown.1.clone();
            }
        }
        let state = self.state().await;
        let text: Arc<str> = view::view(&self.id, &state).to_string().into();
        *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = (version, text.clone());
        text
    }

    /// Somebody came to the pages of the tournament, or went.
    pub async fn attend(&self, player: &str, came: bool) {
        let mut live = self.live.lock().await;
        let (count, at) = live.here.entry(player.to_owned()).or_insert((0, Instant::now()));
        *count = if came { *count + 1 } else { count.saturating_sub(1) };
        *at = Instant::now();
    }
}

/// All tournaments that this process drives.
pub struct Cups {
    tables: Arc<Tables>,
    store: Arc<Store>,
    live: Mutex<HashMap<String, Arc<Cup>>>,
    opening: tokio::sync::Mutex<()>,
}

fn key(id: &str) -> String {
    format!("{PREFIX}{id}")
}

fn broken(why: impl std::fmt::Display) -> Trouble {
    Trouble::Broken(why.to_string())
}

impl Cups {
    pub fn new(tables: Arc<Tables>) -> Arc<Cups> {
        let store = tables.store.clone();
        Arc::new(Cups { tables, store, live: Mutex::default(), opening: tokio::sync::Mutex::default() })
    }

    fn all(&self) -> Vec<Arc<Cup>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    fn known(&self, id: &str) -> Option<Arc<Cup>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    fn forget(&self, cup: &Cup) {
        {
            let mut all = self.live.lock().unwrap_or_else(PoisonError::into_inner);
            // It may have been opened anew meanwhile: that one stays, or nobody would drive it.
            if all.get(&cup.id).is_some_and(|known| std::ptr::eq(&raw const **known, cup)) {
                all.remove(&cup.id);
            }
        }
        cup.gone.store(true, Ordering::Release);
        cup.changed.send_modify(|version| *version += 1);
    }

    fn keep(&self, id: &str, live: Live) -> Arc<Cup> {
        let cup = Arc::new(Cup {
            id: id.to_owned(),
            live: tokio::sync::Mutex::new(live),
            changed: watch::channel(1).0,
            shown: Mutex::new((0, Arc::from(""))),
            gone: AtomicBool::new(false),
        });
        self.live.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned(), cup.clone());
        cup
    }

    /// Announces a tournament, with those who take part from the beginning; its name.
    pub async fn make(self: &Arc<Self>, rules: Rules, entrants: Vec<Entrant>) -> Result<String, Trouble> {
        const ACTIVE: &str = "SELECT count(*) FROM cups WHERE state IN ('open', 'running')";
        let active = self.store.look(ACTIVE, Vec::new()).await.map_err(broken)?;
        if active.first().and_then(|r| r[0].int()).unwrap_or(0) >= MOST_ACTIVE || self.store.is_full() {
            return Err(Trouble::Full("too many tournaments are going on".to_owned()));
        }
        let id = secret(10);
        let row = TableRow {
            id: key(&id),
            made_at: now_ms(),
            spec: serde_json::to_string(&rules).map_err(broken)?,
            chance: String::new(),
            seats: String::new(),
            clock: String::new(),
        };
        let mut state = State::new(rules);
        let (mut events, mut chain) = (Vec::new(), String::new());
        for Entrant { player, name, rating, gone: _ } in entrants {
            let happened = Happened::Join { player, name, rating };
            let data = serde_json::to_string(&happened).map_err(broken)?;
            let event =
                Event::after(&chain, &row.id, events.len() as i64, row.made_at, happened.kind(), data);
            chain.clone_from(&event.chain);
            state.apply(happened, event.at);
            events.push(event);
        }
        let next_event = events.len() as i64;
        let lease = self.store.make_table(row, events, true).await.map_err(broken)?;
        self.list(&id, &state).await;
        let live = Live {
            state,
            lease,
            next_event,
            chain,
            gone: false,
            seen_to: 0,
            tended: None,
            here: HashMap::new(),
        };
        let cup = self.keep(&id, live);
        self.step(&cup).await;
        Ok(id)
    }

    /// Notes for the list of tournaments how it stands with this one. What is noted late is noted again by the next event.
    async fn list(&self, id: &str, state: &State) {
        const PUT: &str = "INSERT INTO cups VALUES ($1, $2, $3, $4)
            ON CONFLICT (id) DO UPDATE SET state = excluded.state, data = excluded.data";
        let data = view::line(state).to_string();
        let args = vec![id.into(), now_ms().into(), state.phase.key().into(), data.into()];
        if let Err(why) = self.store.change(vec![Change::new(PUT, args)]).await {
            tracing::warn!(id, %why, "the list of tournaments is late");
        }
    }

    /// The tournaments in a state, or all, the newest first.
    pub async fn listed(&self, state: &str, most: i64) -> Result<Vec<serde_json::Value>, Trouble> {
        const LIST: &str =
            "SELECT id, data FROM cups WHERE $1 = '' OR state = $1 ORDER BY made_at DESC, id LIMIT $2";
        let rows = self.store.look(LIST, vec![state.into(), most.into()]).await.map_err(broken)?;
        Ok(rows
            .iter()
            .filter_map(|r| {
                let mut line: serde_json::Value = serde_json::from_str(r[1].text()).ok()?;
                line["id"] = r[0].text().into();
                Some(line)
            })
            .collect())
    }

    /// How many tournaments of computers alone this process drives.
    pub async fn of_computers(&self) -> usize {
        let mut count = 0;
        for cup in self.all() {
            let live = cup.live.lock().await;
            count += usize::from(
                live.state.phase.is_active() && live.state.entrants.iter().all(Entrant::is_computer),
            );
        }
        count
    }

    /// The tournament with this name, from memory or from its log.
    pub async fn open(self: &Arc<Self>, id: &str) -> Result<Arc<Cup>, Trouble> {
        self.open_of(id, None).await
    }

    /// The same. `dead`: a process that did not answer and may be gone.
    pub async fn open_of(self: &Arc<Self>, id: &str, dead: Option<&str>) -> Result<Arc<Cup>, Trouble> {
        if let Some(cup) = self.known(id) {
            return Ok(cup);
        }
        let _one = self.opening.lock().await;
        if let Some(cup) = self.known(id) {
            return Ok(cup);
        }
        let lease = match self.store.claim(&key(id), dead).await.map_err(broken)? {
            Claim::Mine { epoch, .. } => epoch,
            Claim::Held { owner, address } => return Err(Trouble::Elsewhere { owner, address }),
            Claim::NoSuchTable => return Err(Trouble::NoSuchTable),
        };
        let (state, events) = read(&self.store, id).await?;
        let live = Live {
            state,
            lease,
            next_event: events.len() as i64,
            chain: events.last().map_or(String::new(), |e| e.chain.clone()),
            gone: false,
            seen_to: 0,
            tended: None,
            here: HashMap::new(),
        };
        if live.state.phase.is_active() {
            let _ = self.store.keep_hot(&key(id), lease).await;
            tracing::info!(id, events = events.len(), "a tournament goes on here");
        }
        // What the list says may be older than the log.
        self.list(id, &live.state).await;
        Ok(self.keep(id, live))
    }

    /// Writes an event, and only then lets it count.
    async fn commit(&self, cup: &Cup, live: &mut Live, happened: Happened) -> Result<(), Trouble> {
        let moved = || Trouble::Elsewhere { owner: String::new(), address: String::new() };
        if live.gone {
            return Err(moved());
        }
        let data = serde_json::to_string(&happened).map_err(broken)?;
        let name = key(&cup.id);
        let event = Event::after(&live.chain, &name, live.next_event, now_ms(), happened.kind(), data);
        let (chain, at) = (event.chain.clone(), event.at);
        if let Err(why) = self.store.append(&name, live.lease, event).await {
            live.gone = true;
            self.forget(cup);
            return Err(match why {
                NotWritten::Fenced => moved(),
                NotWritten::Unavailable(why) => Trouble::Broken(why),
            });
        }
        (live.chain, live.next_event) = (chain, live.next_event + 1);
        live.state.apply(happened, at);
        cup.changed.send_modify(|version| *version += 1);
        Ok(())
    }

    /// Somebody wants to take part.
    pub async fn join(self: &Arc<Self>, cup: &Arc<Cup>, player: &str, name: &str) -> Result<(), Trouble> {
        let mut live = cup.live.lock().await;
        let state = &live.state;
        let bad = |why: &str| Err(Trouble::Bad(why.to_owned()));
        let known = state.entrant(player).filter(|_| level_of(player).is_none());
        if known.is_some_and(|e| !state.entrants[e].gone) {
            return Ok(());
        }
        match state.phase {
            Phase::Open => {}
            // Who was there may come back; who was not may come only where that is no harm to anybody.
            Phase::Running if known.is_some() || state.rules.kind == rules::Kind::Arena => {}
            Phase::Running => return bad("it has begun already"),
            Phase::Over | Phase::Off => return bad("it is over"),
        }
        if known.is_none() && state.entrants.len() >= state.rules.most {
            return bad("it is full");
        }
        if level_of(player).is_none() && state.rules.clock.timing == crate::tables::Timing::None {
            return bad("this one has no clock and is for computers only");
        }
        let standing = self.tables.people.standing(player, &state.rules.spec.rating_key()).await;
        let rating = standing.map_or(1500.0, |s| s.rating.rating);
        let same = state.entrants.iter().filter(|e| e.player == player).count();
        let name = if same > 0 && known.is_none() { format!("{name} {}", same + 1) } else { name.to_owned() };
        self.commit(cup, &mut live, Happened::Join { player: player.to_owned(), name, rating }).await?;
        self.list(&cup.id, &live.state).await;
        drop(live);
        self.step(cup).await;
        Ok(())
    }

    pub async fn leave(self: &Arc<Self>, cup: &Arc<Cup>, player: &str) -> Result<(), Trouble> {
        let mut live = cup.live.lock().await;
        if !live.state.phase.is_active() || live.state.entrant(player).is_none() {
            return Ok(());
        }
        self.commit(cup, &mut live, Happened::Leave { player: player.to_owned() }).await?;
        self.list(&cup.id, &live.state).await;
        drop(live);
        self.step(cup).await;
        Ok(())
    }

    /// The organiser says that it begins, or that it does not take place.
    pub async fn begin(self: &Arc<Self>, cup: &Arc<Cup>, by: &str, off: bool) -> Result<(), Trouble> {
        let mut live = cup.live.lock().await;
        if live.state.rules.by != by || by.is_empty() {
            return Err(Trouble::NotYours);
        }
        if live.state.phase != Phase::Open {
            return Err(Trouble::Bad("it has begun already".to_owned()));
        }
        if !off && live.state.entrants.len() < live.state.rules.seats.max(2) {
            return Err(Trouble::Bad("too few have joined".to_owned()));
        }
        self.commit(cup, &mut live, if off { Happened::Off } else { Happened::Start }).await?;
        self.list(&cup.id, &live.state).await;
        drop(live);
        self.step(cup).await;
        Ok(())
    }

    /// Drives all tournaments of this process, and looks for those that nobody drives, until the process stops.
    pub async fn drive(self: Arc<Self>, mut stopping: watch::Receiver<bool>) {
        let mut every = tokio::time::interval(STEP);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut searched: Option<Instant> = None;
        let mut ended = self.tables.people.ended.subscribe();
        let mut news = self.store.news();
        // With SQLite nobody has looked after games while the process was away.
        for table in self.tables.people.unfinished(MOST_REOPENED).await.unwrap_or_default() {
            let _ = self.tables.open(&table).await;
        }
        loop {
            tokio::select! {
                _ = every.tick() => {}
                // Whoever has just played waits for the next game.
                _ = ended.recv() => {
                    tokio::time::sleep(Duration::from_millis(30)).await;
                    while ended.try_recv().is_ok() {}
                }
                told = news.recv(), if self.store.is_shared() => {
                    self.hear(told).await;
                    continue;
                }
                () = async { let _ = stopping.wait_for(|stop| *stop).await; } => return,
            }
            if searched.is_none_or(|at| at.elapsed() > SEARCH) {
                searched = Some(Instant::now());
                self.search().await;
            }
            for cup in self.all() {
                self.step(&cup).await;
            }
        }
    }

    /// Forgets what another process has taken over.
    async fn hear(&self, told: Result<News, RecvError>) {
        // What is claimed after the question is not in its answer.
        let before = self.all();
        let owned = match told {
            Ok(News::Taken(name, epoch)) => {
                let Some(cup) = name.strip_prefix(PREFIX).and_then(|id| self.known(id)) else { return };
                if cup.live.lock().await.lease < epoch {
                    self.forget(&cup);
                }
                return;
            }
            Ok(News::Job | News::Done(_)) => return,
            Ok(News::Missed) | Err(RecvError::Lagged(_)) => self.store.owned().await,
            Err(RecvError::Closed) => {
                tokio::time::sleep(SEARCH).await;
                return;
            }
        };
        let Ok(owned) = owned else { return };
        for cup in before {
            let mut live = cup.live.lock().await;
            if owned.get(&key(&cup.id)) != Some(&live.lease) {
                live.gone = true;
                drop(live);
                self.forget(&cup);
            }
        }
    }

    /// Opens tournaments that are not over and that nobody drives.
    async fn search(self: &Arc<Self>) {
        const ACTIVE: &str =
            "SELECT id FROM cups WHERE state IN ('open', 'running') ORDER BY made_at LIMIT 500";
        let Ok(rows) = self.store.look(ACTIVE, Vec::new()).await else { return };
        for row in rows {
            match self.open(row[0].text()).await {
                Ok(_) | Err(Trouble::Elsewhere { .. }) => {}
                Err(why) => {
                    tracing::warn!(id = row[0].text(), why = why.words(), "a tournament was not opened")
                }
            }
        }
        // Others will find what is over and that nobody looks at.
        for cup in self.all() {
            let is_over = cup.live.try_lock().is_ok_and(|live| !live.state.phase.is_active());
            if is_over && cup.changed.receiver_count() == 0 && Arc::strong_count(&cup) <= 2 {
                let lease = cup.live.lock().await.lease;
                self.forget(&cup);
                let _ = self.store.release(&key(&cup.id), lease).await;
            }
        }
    }

    /// Lets go of everything, so that another process can have it.
    pub async fn let_go(&self) {
        for cup in self.all() {
            cup.live.lock().await.gone = true;
            self.forget(&cup);
        }
    }

    /// Does what has to be done now.
    async fn step(self: &Arc<Self>, cup: &Arc<Cup>) {
        let mut live = cup.live.lock().await;
        if live.gone || !live.state.phase.is_active() {
            return;
        }
        let before = live.next_event;
        let phase = live.state.phase;
        let done = self.do_all(cup, &mut live).await;
        if let Err(why) = done {
            tracing::warn!(id = cup.id, why = why.words(), "a tournament has to wait");
        }
        if live.next_event != before && !live.gone {
            let state = live.state.clone();
            drop(live);
            if state.phase != phase || state.open_games == 0 {
                self.list(&cup.id, &state).await;
            }
        }
    }

    async fn do_all(self: &Arc<Self>, cup: &Arc<Cup>, live: &mut Live) -> Result<(), Trouble> {
        self.gather(cup, live).await?;
        // Games that were decided upon before this process had the tournament, or that fell out of memory.
        if live.tended.is_none_or(|at| at.elapsed() > SEARCH) {
            live.tended = Some(Instant::now());
            let open: Vec<Game> = live.state.open().cloned().collect();
            for game in open {
                self.tend(&cup.id, &live.state, &game).await;
            }
        }
        loop {
            let Some(happened) = due(live) else { return Ok(()) };
            let games: Vec<Game> = match &happened {
                Happened::Round { meetings } => meetings.iter().flat_map(|m| m.games.clone()).collect(),
                Happened::Game { game, .. } => vec![game.clone()],
                Happened::Join { .. }
                | Happened::Leave { .. }
                | Happened::Start
                | Happened::Result { .. }
                | Happened::Over
                | Happened::Off => Vec::new(),
            };
            // First the log, then the tables: those that are missing are made by whoever reads it.
            self.commit(cup, live, happened).await?;
            for game in games {
                self.tend(&cup.id, &live.state, &game).await;
            }
        }
    }

    /// Takes over results that tables have kept.
    async fn gather(&self, cup: &Cup, live: &mut Live) -> Result<(), Trouble> {
        if live.state.open_games == 0 {
            return Ok(());
        }
        let settled = self.tables.people.settled(&cup.id, live.seen_to - BACK_MS).await;
        for (table, at, finished) in settled.map_err(|why| broken(format!("{why:?}")))? {
            live.seen_to = live.seen_to.max(at);
            if live.state.game(&table).is_some_and(|g| g.scores.is_none()) {
                let happened = Happened::Result { table, scores: finished.scores, how: finished.how };
                self.commit(cup, live, happened).await?;
            }
        }
        Ok(())
    }

    /// Sees to it that a game is played: its table is there, and somebody has it in memory.
    async fn tend(self: &Arc<Self>, id: &str, state: &State, game: &Game) {
        let contestant = |e: &usize| {
            let entrant = &state.entrants[*e];
            match level_of(&entrant.player) {
                Some(level) => Contestant::Computer { level },
                None => Contestant::Person { id: entrant.player.clone(), name: entrant.name.clone() },
            }
        };
        let rules = &state.rules;
        let contest = Contest {
            id: game.table.clone(),
            spec: rules.spec.clone(),
            seats: game.seats.iter().map(contestant).collect(),
            clock: rules.clock,
            terms: Terms {
                rated: rules.rated,
                tournament: Some(id.to_owned()),
                begin_ms: (rules.clock.timing != crate::tables::Timing::None).then_some(rules.begin_ms),
                most_moves: Some(rules.most_moves),
            },
        };
        let made = self.tables.make_contest(contest).await;
        let told = match made {
            Ok(()) => self.tables.open(&game.table).await.map(drop),
            Err(why) => Err(why),
        };
        match told {
            Ok(()) | Err(Trouble::Elsewhere { .. }) => {}
            Err(why) => tracing::warn!(
                id,
                table = game.table,
                why = why.words(),
                "a game of a tournament has to wait"
            ),
        }
    }
}

/// The next event, if something has to happen now.
fn due(live: &Live) -> Option<Happened> {
    let is_here =
        |player: &str| live.here.get(player).is_some_and(|(count, at)| *count > 0 || at.elapsed() < PRESENT);
    let present = |e: &Entrant| e.is_computer() || is_here(&e.player);
    next(&live.state, &Now { ms: now_ms(), present: &present, name: &|| secret(10) })
}

/// A tournament as its log says, whoever drives it.
pub async fn read(store: &Store, id: &str) -> Result<(State, Vec<Event>), Trouble> {
    let name = key(id);
    let row = store.table(&name).await.map_err(broken)?.ok_or(Trouble::NoSuchTable)?;
    let events = store.events(&name).await.map_err(broken)?;
    verify(&name, &events)
        .map_err(|d| broken(format!("the log of this tournament is damaged at {}", d.0)))?;
    let mut state = State::new(serde_json::from_str(&row.spec).map_err(broken)?);
    for event in &events {
        state.apply(serde_json::from_str(&event.data).map_err(broken)?, event.at);
    }
    Ok((state, events))
}

/// The pages and the interface of tournaments.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/tournaments", get(pages::list))
        .route("/tournaments/new", get(pages::new))
        .route("/tournaments/{id}", get(pages::cup))
        .route("/api/tournaments", get(api::list).post(api::make))
        .route("/api/tournaments/{id}", get(api::look))
        .route("/api/tournaments/{id}/log", get(api::log))
        .route("/api/tournaments/{id}/join", post(api::join))
        .route("/api/tournaments/{id}/leave", post(api::leave))
        .route("/api/tournaments/{id}/begin", post(api::begin))
        .route("/api/tournaments/{id}/call-off", post(api::call_off))
        .route("/api/tournaments/{id}/live", get(live::connect))
}

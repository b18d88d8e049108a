//! Tables: games that people play. Seats and who may sit in them, clocks, the log, and the rule that nothing is told
//! to anybody before it is durable. It knows no rules of any game and no HTTP.
//!
//! A table in memory is a cache of its log: it is made by playing the log again, and thrown away when nobody is there
//! or when writing failed.

use crate::catalogue::Catalogue;
use crate::cluster::Cluster;
use crate::engine::{Ask, Engine, Look, Opening, Tell, There};
use crate::people::{Known, People};
use crate::scene::{Ground, Scene};
use crate::session::{Chance, Eyes, Refused};
use crate::store::{Event, NotWritten, Store};
use crate::thinking;
use crate::work::Office;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, watch};

mod computers;
mod contest;
mod explain;
mod finished;
mod log;
mod offers;
mod opening;
mod playing;
mod view;

pub use contest::{Contest, Contestant, Terms};
pub use playing::Said;
pub use view::{ClockView, SeatView, Sign, TableView, ThinkingView};

/// Which game, and how it is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spec {
    /// The key of a game of the catalogue; empty for a description that somebody wrote.
    #[serde(default)]
    pub game: String,
    #[serde(default)]
    pub ruleset: Option<String>,
    #[serde(default)]
    pub options: Vec<String>,
    /// The id of a description that somebody wrote.
    #[serde(default)]
    pub written: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sitter {
    Person,
    Computer,
}

/// A seat as it is stored. Secrets are kept as hashes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Seat {
    pub sitter: Sitter,
    pub level: u8,
    pub name: String,
    pub token: Option<String>,
    pub invite: Option<String>,
    /// The person who sits there, if it is somebody with a name; who brings the person's key has the seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
}

/// How time is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Timing {
    #[default]
    None,
    /// So long for every move.
    Move,
    /// So long for the whole game.
    Total,
    /// So long for the whole game, and some more with every move.
    Increment,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockSetup {
    #[serde(default)]
    pub timing: Timing,
    #[serde(default)]
    pub base_ms: i64,
    #[serde(default)]
    pub more_ms: i64,
}

/// Why a game ended that the rules did not end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// The seat that gave up, or whose time was up.
    Resigned(usize),
    Time(usize),
    Agreed,
    /// As many moves were made as the contest allows: nobody has won.
    Length,
    /// A rule did not come to an end, or the description used too much.
    Stopped(String),
}

/// Why something was not done.
#[derive(Clone, Debug)]
pub enum Trouble {
    NoSuchTable,
    NotYours,
    /// The table has moved on: what it is now should be shown.
    Stale,
    NotLegal(Refused),
    Faulty(crate::compiled::Faulty),
    Bad(String),
    /// Too many such games run already.
    Full(String),
    /// This visitor has enough under way.
    TooMany(String),
    Broken(String),
    /// Another process has this table.
    Elsewhere {
        owner: String,
        address: String,
    },
}

impl Trouble {
    pub fn words(&self) -> String {
        match self {
            Trouble::NoSuchTable => "there is no such table".to_owned(),
            Trouble::NotYours => "that is not for you to do now".to_owned(),
            Trouble::Stale => "the table has moved on".to_owned(),
            Trouble::NotLegal(Refused::Over) => "the game is over".to_owned(),
            Trouble::NotLegal(Refused::NotLegal) => "that is not a legal move".to_owned(),
            Trouble::NotLegal(Refused::Ambiguous(names)) => {
                format!("that may mean {}", names.iter().take(12).cloned().collect::<Vec<_>>().join(", "))
            }
            Trouble::NotLegal(Refused::Stopped(rule)) => format!("a rule did not come to an end: {rule}"),
            Trouble::Faulty(faulty) => {
                faulty.problems.first().map_or("the description has faults".to_owned(), |p| p.message.clone())
            }
            Trouble::Bad(what) | Trouble::Full(what) | Trouble::TooMany(what) | Trouble::Broken(what) => {
                what.clone()
            }
            Trouble::Elsewhere { .. } => {
                "this table has just moved to another process; please try again".to_owned()
            }
        }
    }
}

struct Live {
    engine: Engine,
    look: Look,
    /// Never leaves the server.
    chance: Chance,
    seats: Vec<Seat>,
    /// What counts here beside the rules of the game.
    terms: Terms,
    made_at: i64,
    known: Arc<Known>,
    setup: ClockSetup,
    left_ms: Vec<i64>,
    /// Since when the time of the mover runs.
    since: Option<Instant>,
    ending: Option<Ending>,
    /// Moves that were taken back, the next one first.
    ahead: Vec<usize>,
    /// What was offered, and from which seat.
    offer: Option<(String, usize)>,
    /// Where all choose at once: what each seat has chosen for this move, told to nobody before all have.
    sealed: Vec<Option<Sealed>>,
    /// What happened at the table beside moves, the newest last.
    signs: Vec<Sign>,
    next_sign: u64,
    /// How the computer of each seat thought that it stands, at its last moves.
    outlook: Vec<Vec<f64>>,
    /// The table where the game is played again.
    rematch: Option<String>,
    next_event: i64,
    chain: String,
    /// The number under which this process owns the table.
    lease: i64,
    /// Moves that pages gave a name, and how many moves there were after each.
    said: VecDeque<(String, usize)>,
    version: u64,
    /// Changes when the list of moves does otherwise than growing.
    epoch: u64,
    /// What eyes see, and the player that they may choose for.
    scenes: BTreeMap<(Eyes, Option<usize>), Arc<Scene>>,
    grounds: BTreeMap<u32, Arc<Ground>>,
    thinking: Option<Thinking>,
    used: Instant,
    /// Nothing may be written any more.
    erased: bool,
}

/// A choice that waits for those of others.
#[derive(Clone)]
struct Sealed {
    index: usize,
    label: String,
}

/// A computer that thinks.
#[derive(Clone, Copy)]
struct Thinking {
    seat: usize,
    since: Instant,
    most: Duration,
}

/// What a table was made with.
struct Founded {
    seats: Vec<Seat>,
    terms: Terms,
    made_at: i64,
    setup: ClockSetup,
}

impl Live {
    /// A table as its log says, before anybody has come.
    fn new(engine: Engine, look: Look, chance: Chance, founded: Founded, known: Arc<Known>) -> Live {
        let Founded { seats, terms, made_at, setup } = founded;
        let left_ms = start_clock(setup, seats.len());
        Live {
            terms,
            made_at,
            known,
            sealed: vec![None; seats.len()],
            outlook: vec![Vec::new(); seats.len()],
            engine,
            look,
            chance,
            seats,
            setup,
            left_ms,
            since: None,
            ending: None,
            ahead: Vec::new(),
            offer: None,
            signs: Vec::new(),
            next_sign: 1,
            rematch: None,
            next_event: 0,
            chain: String::new(),
            lease: 0,
            said: VecDeque::new(),
            version: 1,
            epoch: 1,
            scenes: BTreeMap::new(),
            grounds: BTreeMap::new(),
            thinking: None,
            used: Instant::now(),
            erased: false,
        }
    }

    /// The seats that still have to choose.
    fn choosing(&self) -> Vec<usize> {
        if is_over(self) {
            return Vec::new();
        }
        let open = |seat: &usize| self.sealed.get(seat - 1).is_none_or(Option::is_none);
        let wanted = self.look.moment.choosing.iter().map(|&s| s.clamp(1, self.seats.len().max(1)));
        wanted.filter(open).collect()
    }

    /// The next choice is another one than before.
    fn moved_on(&mut self) {
        self.sealed = vec![None; self.seats.len()];
        self.since = None;
    }
}

pub struct Table {
    pub id: String,
    pub spec: Spec,
    live: tokio::sync::Mutex<Live>,
    changed: watch::Sender<u64>,
    pub watchers: AtomicUsize,
    /// How many connections there are of each seat.
    here: Mutex<Vec<usize>>,
    /// What is in memory is no longer what the log says, or the table has another owner: it has to be opened again.
    gone: AtomicBool,
}

impl Table {
    pub fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Acquire)
    }
}

pub struct Tables {
    pub catalogue: Arc<Catalogue>,
    pub store: Arc<Store>,
    pub people: Arc<People>,
    live: Mutex<HashMap<String, Arc<Table>>>,
    /// Tables that are being opened, each by one at a time: two openings of one table would make two of it.
    opening: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
    /// How many may think at once.
    thinkers: Arc<Semaphore>,
    /// How many processes for descriptions of others.
    remotes: Arc<Semaphore>,
    /// Where others are asked to do the thinking.
    pub office: Arc<Office>,
    /// Tables that must go on and left the memory since the database was away: to be opened again.
    lost: Mutex<Vec<String>>,
}

/// Processes for descriptions of others: one to each of their tables in memory.
const MOST_REMOTES: usize = 12;
/// A process that nobody asked anything for so long may be ended when another table needs its place, and is ended by
/// itself after a while.
const NAP: Duration = Duration::from_secs(10);
const LONG_NAP: Duration = Duration::from_secs(120);
/// A table that nobody looks at leaves the memory after so long.
const IDLE: Duration = Duration::from_secs(300);
const MOST_PLIES: usize = 20_000;

pub fn now_ms() -> i64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |d| i64::try_from(d.as_millis()).unwrap_or(i64::MAX))
}

/// A secret or a name that nobody can guess.
pub fn secret(bytes: usize) -> String {
    let mut raw = vec![0u8; bytes];
    if getrandom::fill(&mut raw).is_err() {
        tracing::error!("no randomness from the system");
    }
    const LETTERS: &[u8] = b"abcdefghijkmnpqrstuvwxyz23456789";
    raw.iter().map(|b| char::from(LETTERS[usize::from(*b) % LETTERS.len()])).collect()
}

pub fn hashed(secret: &str) -> String {
    blake3::hash(secret.as_bytes()).to_hex()[..32].to_owned()
}

/// A request for a new table.
#[derive(Clone, Debug, Deserialize)]
pub struct NewTable {
    #[serde(flatten)]
    pub spec: Spec,
    /// For each seat `me`, `friend`, or `computer` with a level; seats not named are mine.
    #[serde(default)]
    pub seats: Vec<NewSeat>,
    #[serde(default)]
    pub clock: ClockSetup,
    /// Moves that were made already, by name: a branch of another game, or a saved one.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The table where these moves were made: chance was there as it was.
    #[serde(default)]
    pub of: Option<String>,
    /// The result counts for the ratings of those who sit here: nobody goes back, and nobody is helped.
    #[serde(default)]
    pub rated: bool,
}

#[derive(Clone, Debug, Default, Deserialize)]
pub struct NewSeat {
    #[serde(default)]
    pub who: String,
    #[serde(default)]
    pub level: u8,
    #[serde(default)]
    pub name: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct Made {
    pub id: String,
    pub token: String,
    /// Seat and the secret that lets a friend sit down in it.
    pub invites: Vec<(usize, String)>,
}

impl Tables {
    /// Tables of a process that has the database for itself.
    pub fn new(catalogue: Arc<Catalogue>, store: Arc<Store>) -> Arc<Tables> {
        let cluster = Arc::new(Cluster::new(store.clone()));
        Tables::with_office(catalogue, store.clone(), Office::new(store, cluster))
    }

    pub fn with_office(catalogue: Arc<Catalogue>, store: Arc<Store>, office: Arc<Office>) -> Arc<Tables> {
        Arc::new(Tables {
            office,
            lost: Mutex::default(),
            catalogue,
            people: People::new(store.clone()),
            store,
            live: Mutex::new(HashMap::new()),
            opening: Mutex::new(HashMap::new()),
            thinkers: Arc::new(Semaphore::new(2)),
            remotes: Arc::new(Semaphore::new(MOST_REMOTES)),
        })
    }

    pub fn count_live(&self) -> usize {
        self.live.lock().map_or(0, |l| l.len())
    }

    async fn engine(
        &self,
        spec: &Spec,
        chance: Chance,
        moves: Vec<usize>,
    ) -> Result<(Engine, Look), Trouble> {
        let mut engine = if let Some(id) = &spec.written {
            let text = self
                .store
                .written(id)
                .await
                .map_err(|e| Trouble::Broken(e.to_string()))?
                .ok_or(Trouble::Bad("there is no such description".to_owned()))?;
            let (options, ruleset) = (spec.options.clone(), spec.ruleset.clone());
            let mut there = There::new(Opening { text, options, ruleset, chance }, moves);
            return match there.wake(self.place()?).await {
                Tell::Look(look) => Ok((Engine::There(Box::new(there)), look)),
                Tell::Faulty(faulty) => Err(Trouble::Faulty(faulty)),
                other => Err(trouble_of(other)),
            };
        } else {
            let entry = self
                .catalogue
                .get(&spec.game)
                .ok_or(Trouble::Bad(format!("there is no game called \"{}\"", spec.game)))?
                .clone();
            let catalogue = self.catalogue.clone();
            let (ruleset, options) = (spec.ruleset.clone(), spec.options.clone());
            tokio::task::spawn_blocking(move || {
                let compiled = catalogue.compiled(&entry, ruleset.as_deref(), &options)?;
                Ok(Engine::here(compiled, chance))
            })
            .await
            .map_err(|_| Trouble::Broken("the game could not be started".to_owned()))?
            .map_err(Trouble::Faulty)?
        };
        match engine.ask(Ask::PlayAll(moves)).await {
            Tell::Look(look) => Ok((engine, look)),
            other => Err(trouble_of(other)),
        }
    }

    /// A place for a process of a visitor's description. If none is free, the game that was left alone for longest gives up
    /// its own; it comes back when somebody asks for it.
    fn place(&self) -> Result<tokio::sync::OwnedSemaphorePermit, Trouble> {
        if let Ok(place) = self.remotes.clone().try_acquire_owned() {
            return Ok(place);
        }
        let all: Vec<Arc<Table>> =
            self.live.lock().map(|l| l.values().cloned().collect()).unwrap_or_default();
        let mut longest = None;
        for table in &all {
            if let Ok(live) = table.live.try_lock()
                && let Engine::There(there) = &live.engine
                && there.is_awake()
                && there.idle() > NAP
                && longest.as_ref().is_none_or(|(idle, _)| there.idle() > *idle)
            {
                longest = Some((there.idle(), table.clone()));
            }
        }
        if let Some((_, table)) = longest
            && let Ok(mut live) = table.live.try_lock()
            && let Engine::There(there) = &mut live.engine
        {
            there.sleep();
        }
        self.remotes
            .clone()
            .try_acquire_owned()
            .map_err(|_| Trouble::Full("too many games of visitors' descriptions are running".to_owned()))
    }

    /// Asks the game of a table, waking it first if its process was ended meanwhile.
    async fn ask(&self, live: &mut Live, ask: Ask) -> Tell {
        if let Engine::There(there) = &mut live.engine
            && !there.is_awake()
        {
            let place = match self.place() {
                Ok(place) => place,
                Err(trouble) => return Tell::Busy(trouble.words()),
            };
            match there.wake(place).await {
                Tell::Look(_) => {}
                other => return other,
            }
        }
        live.engine.ask(ask).await
    }

    fn keep(&self, id: &str, spec: Spec, live: Live) -> Arc<Table> {
        let (changed, _) = watch::channel(live.version);
        let table = Arc::new(Table {
            id: id.to_owned(),
            spec,
            live: tokio::sync::Mutex::new(live),
            changed,
            watchers: AtomicUsize::new(0),
            here: Mutex::new(Vec::new()),
            gone: AtomicBool::new(false),
        });
        if let Ok(mut all) = self.live.lock() {
            all.insert(id.to_owned(), table.clone());
        }
        table
    }

    /// Takes a table out of the memory. Whoever still looks at it is told to come again.
    fn forget(&self, id: &str) {
        let known = self.live.lock().ok().and_then(|mut all| all.remove(id));
        if let Some(table) = known {
            table.gone.store(true, Ordering::Release);
            table.changed.send_modify(|version| *version += 1);
        }
    }

    /// Forgets all tables that are not among these, under the numbers by which they are owned.
    pub fn keep_only(&self, owned: &HashMap<String, i64>) {
        let all: Vec<Arc<Table>> =
            self.live.lock().map(|l| l.values().cloned().collect()).unwrap_or_default();
        for table in all {
            // One that is being written to will learn from the database whether it is still ours.
            let lease = table.live.try_lock().map(|live| live.lease);
            if !owned.contains_key(&table.id) || lease.is_ok_and(|lease| owned.get(&table.id) != Some(&lease))
            {
                self.forget(&table.id);
            }
        }
    }

    /// Forgets a table that somebody owns under this number, unless that is this process.
    pub fn taken(self: &Arc<Self>, id: &str, epoch: i64) {
        let Some(table) = self.live.lock().ok().and_then(|all| all.get(id).cloned()) else { return };
        let tables = self.clone();
        tokio::spawn(async move {
            let mut live = table.live.lock().await;
            if live.lease < epoch && !table.is_gone() {
                live.erased = true;
                tables.forget(&table.id);
            }
        });
    }

    /// Forgets all tables, so that another process can have them: what was acknowledged is in their logs.
    pub async fn let_go(&self) {
        let all: Vec<Arc<Table>> =
            self.live.lock().map(|l| l.values().cloned().collect()).unwrap_or_default();
        for table in all {
            // A move under way is finished first.
            let mut live = table.live.lock().await;
            live.erased = true;
            self.forget(&table.id);
        }
    }

    /// Writes an event, and only then lets everybody see what it brought. On failure the table is forgotten, so that
    /// the next one who asks gets what the log says.
    async fn commit(
        self: &Arc<Self>,
        table: &Arc<Table>,
        live: &mut Live,
        kind: &'static str,
        data: String,
    ) -> Result<(), Trouble> {
        if live.erased {
            return Err(if table.is_gone() { moved_away() } else { Trouble::NoSuchTable });
        }
        let event = Event::after(&live.chain, &table.id, live.next_event, now_ms(), kind, data);
        let chain = event.chain.clone();
        if let Err(why) = self.store.append(&table.id, live.lease, event).await {
            // What is in memory may have gone on already; nobody may go on from there.
            live.erased = true;
            self.forget(&table.id);
            return Err(match why {
                NotWritten::Fenced => {
                    tracing::info!(table = table.id, "the table belongs to another process");
                    moved_away()
                }
                NotWritten::Unavailable(why) => {
                    tracing::error!(table = table.id, error = why, "an event was not written");
                    if is_hot(live)
                        && let Ok(mut lost) = self.lost.lock()
                    {
                        lost.push(table.id.clone());
                    }
                    Trouble::Broken(
                        "the database does not answer; the move is not stored yet: please try again"
                            .to_owned(),
                    )
                }
            });
        }
        live.chain = chain;
        live.next_event += 1;
        Ok(())
    }

    fn publish(table: &Table, live: &mut Live) {
        live.version += 1;
        live.scenes.clear();
        live.used = Instant::now();
        let _ = table.changed.send(live.version);
    }

    /// Goes to another place of the line that was played: back, or forward again. Alone at the table one may; among
    /// several it has to be agreed ([`Tables::offer`]).
    pub async fn go_to(self: &Arc<Self>, table: &Arc<Table>, token: &str, ply: usize) -> Result<(), Trouble> {
        {
            let mut live = table.live.lock().await;
            if yours(&live, token).is_empty() || !is_practice(&live) {
                return Err(Trouble::NotYours);
            }
            self.go_to_now(table, &mut live, ply).await?;
        }
        self.go_on(table).await;
        Ok(())
    }

    async fn go_to_now(
        self: &Arc<Self>,
        table: &Arc<Table>,
        live: &mut Live,
        ply: usize,
    ) -> Result<(), Trouble> {
        let here = live.look.moment.ply;
        if ply > here + live.ahead.len() {
            return Err(Trouble::Bad("there is no such move".to_owned()));
        }
        let told = if ply < here {
            let mut ahead: Vec<usize> = live.look.plies[ply..].iter().map(|p| p.index).collect();
            ahead.append(&mut live.ahead);
            live.ahead = ahead;
            self.ask(live, Ask::Rewind(ply)).await
        } else {
            let again: Vec<usize> = live.ahead.drain(..ply - here).collect();
            self.ask(live, Ask::PlayAll(again)).await
        };
        match told {
            Tell::Look(look) => {
                self.commit(table, live, "goto", ply.to_string()).await?;
                live.look = look;
                live.ending = None;
                live.moved_on();
                live.outlook.iter_mut().for_each(Vec::clear);
                live.epoch += 1;
                Self::publish(table, live);
                Ok(())
            }
            other => {
                self.forget(&table.id);
                Err(trouble_of(other))
            }
        }
    }

    /// A friend sits down: the invitation is used up, and the answer is the secret of the seat.
    pub async fn claim(
        self: &Arc<Self>,
        table: &Arc<Table>,
        invite: &str,
        name: &str,
        key: &str,
    ) -> Result<(usize, String), Trouble> {
        let mut live = table.live.lock().await;
        let wanted = Some(hashed(invite));
        let Some(at) = live.seats.iter().position(|s| s.invite.is_some() && s.invite == wanted) else {
            return Err(Trouble::Bad("this seat is taken, or the link is wrong".to_owned()));
        };
        let token = secret(24);
        let mut seats = live.seats.clone();
        seats[at].invite = None;
        seats[at].token = Some(hashed(&token));
        let name = clean_name(name);
        if let Some(person) = self.people.recognise(key).await {
            seats[at].name = person.name;
            seats[at].person = Some(person.id);
        } else if live.terms.rated {
            return Err(Trouble::Bad("this game is rated: take a name first".to_owned()));
        } else if !name.is_empty() {
            seats[at].name = name;
        }
        let written = self.store.set_seats(&table.id, live.lease, json(&seats)).await;
        self.lost_if_fenced(table, &mut live, written)?;
        live.seats = seats;
        let people: Vec<String> = live.seats[at].person.iter().cloned().collect();
        if let Err(why) = self.people.seat(&table.id, &people).await {
            tracing::warn!(table = table.id, %why, "a person will not find this table again");
        }
        let text = format!("{} has joined", view::seat_words(&live, at + 1));
        live.sign("joined", at + 1, text);
        Self::publish(table, &mut live);
        drop(live);
        // The clock waits for everybody.
        self.go_on(table).await;
        Ok((at + 1, token))
    }

    /// Erases a table and its log. Alone at the table one may.
    pub async fn erase(self: &Arc<Self>, table: &Arc<Table>, token: &str) -> Result<(), Trouble> {
        let mut live = table.live.lock().await;
        if yours(&live, token).is_empty() || !is_practice(&live) {
            return Err(Trouble::NotYours);
        }
        let written = self.store.erase(&table.id, live.lease).await;
        self.lost_if_fenced(table, &mut live, written)?;
        if live.seats.iter().any(|s| s.person.is_some()) {
            let _ = self.people.unseat(&table.id).await;
        }
        live.erased = true;
        live.ending = Some(Ending::Stopped("it was erased".to_owned()));
        live.since = None;
        // Whoever looks at it sees that it ended.
        if let Ok(mut all) = self.live.lock() {
            all.remove(&table.id);
        }
        Self::publish(table, &mut live);
        Ok(())
    }

    /// What becomes of a table after something about it was written, or was not.
    fn lost_if_fenced(
        &self,
        table: &Table,
        live: &mut Live,
        written: Result<(), NotWritten>,
    ) -> Result<(), Trouble> {
        match written {
            Ok(()) => Ok(()),
            Err(NotWritten::Fenced) => {
                live.erased = true;
                self.forget(&table.id);
                Err(moved_away())
            }
            Err(NotWritten::Unavailable(why)) => Err(Trouble::Broken(why)),
        }
    }

    /// Starts the clock of whoever is to move, and lets a computer think if it is its turn.
    async fn go_on(self: &Arc<Self>, table: &Arc<Table>) {
        let mut live = table.live.lock().await;
        if is_over(&live) {
            live.since = None;
            return;
        }
        let all_here = live.seats.iter().all(|s| s.invite.is_none());
        if live.since.is_none()
            && live.setup.timing != Timing::None
            && (!live.look.plies.is_empty() || live.terms.is_contest())
            && all_here
        {
            live.since = Some(Instant::now());
        }
        if live.thinking.is_some() {
            return;
        }
        let is_computer = |s: &usize| live.seats.get(s - 1).is_some_and(|s| s.sitter == Sitter::Computer);
        let Some(seat) = live.choosing().into_iter().find(is_computer) else { return };
        let level = live.seats[seat - 1].level;
        live.thinking = Some(Thinking { seat, since: Instant::now(), most: thinking::longest(level) });
        Self::publish(table, &mut live);
        drop(live);
        self.start_thinking(table, seat, level);
    }

    /// Opens tables again whose clocks run or whose computers have to move, once the database is back.
    fn find_again(self: &Arc<Self>) {
        let lost = self.lost.lock().map(|mut lost| std::mem::take(&mut *lost)).unwrap_or_default();
        for id in lost {
            let tables = self.clone();
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_secs(1)).await;
                if let Err(Trouble::Broken(_) | Trouble::Full(_)) = tables.open(&id).await
                    && let Ok(mut lost) = tables.lost.lock()
                {
                    lost.push(id);
                }
            });
        }
    }

    /// Ends games whose time is up, and forgets tables that nobody looks at. To be called now and then.
    pub async fn tick(self: &Arc<Self>) {
        self.find_again();
        let all: Vec<Arc<Table>> =
            self.live.lock().map(|l| l.values().cloned().collect()).unwrap_or_default();
        for table in all {
            let Ok(mut live) = table.live.try_lock() else { continue };
            if live.setup.timing != Timing::None
                && !is_over(&live)
                && let Some(since) = live.since
            {
                let run = i64::try_from(since.elapsed().as_millis()).unwrap_or(i64::MAX);
                let absent = live.is_absent(run);
                let late = |s: &usize| absent || live.left_ms.get(s - 1).is_some_and(|left| *left <= run);
                if let Some(seat) = live.choosing().into_iter().find(late) {
                    self.charge(&mut live, seat);
                    let _ = self.end(&table, &mut live, Ending::Time(seat)).await;
                }
            }
            if let Engine::There(there) = &mut live.engine
                && there.is_awake()
                && there.idle() > LONG_NAP
            {
                there.sleep();
            }
            // Watched by nobody: only the map and this function hold it.
            let unwatched = table.changed.receiver_count() == 0 && Arc::strong_count(&table) <= 2;
            // Where a result counts, the clock has to run out also when everybody has gone.
            let runs_out = live.terms.is_contest() && live.setup.timing != Timing::None && !is_over(&live);
            if unwatched && live.used.elapsed() > IDLE && live.thinking.is_none() && !runs_out {
                let lease = live.lease;
                live.erased = true;
                drop(live);
                self.forget(&table.id);
                if self.store.is_shared() {
                    let (store, id) = (self.store.clone(), table.id.clone());
                    tokio::spawn(async move { store.release(&id, lease).await });
                }
            }
        }
    }

    pub fn subscribe(table: &Table) -> watch::Receiver<u64> {
        table.changed.subscribe()
    }

    /// Somebody who holds these seats came (or went). Everybody is told when nobody of a seat is left, or somebody is
    /// again.
    pub async fn attend(table: &Table, seats: &[usize], came: bool) {
        let changed = table.here.lock().is_ok_and(|mut here| {
            let mut changed = false;
            for seat in seats {
                if here.len() < *seat {
                    here.resize(*seat, 0);
                }
                let count = &mut here[seat - 1];
                *count = if came { *count + 1 } else { count.saturating_sub(1) };
                changed |= *count == usize::from(came);
            }
            changed
        });
        if changed {
            Self::nudge(table).await;
        }
    }

    /// Tells everybody that somebody came or went.
    pub async fn nudge(table: &Table) {
        let mut live = table.live.lock().await;
        live.version += 1;
        let _ = table.changed.send(live.version);
    }

    /// The moves by name: a game to save, or to branch from.
    pub async fn moves(&self, table: &Arc<Table>, token: &str) -> Result<Vec<String>, Trouble> {
        let live = table.live.lock().await;
        let stranger = !is_practice(&live) || yours(&live, token).is_empty();
        if live.look.hidden && !is_over(&live) && stranger {
            return Err(Trouble::NotYours);
        }
        Ok(live.look.plies.iter().map(|p| p.name.clone()).collect())
    }
}

fn trouble_of(told: Tell) -> Trouble {
    match told {
        Tell::Refused(refused) => Trouble::NotLegal(refused),
        Tell::Faulty(faulty) => Trouble::Faulty(faulty),
        Tell::Failed(why) => Trouble::Broken(why),
        Tell::Busy(why) => Trouble::Full(why),
        Tell::Look(_)
        | Tell::Played { .. }
        | Tell::Scene(_)
        | Tell::Choices(_)
        | Tell::Own { .. }
        | Tell::Ground(_)
        | Tell::Thought(_)
        | Tell::Judged(_)
        | Tell::Explained(_)
        | Tell::Checked(_)
        | Tell::Debugged(_)
        | Tell::Answered(_) => Trouble::Broken("an unexpected answer".to_owned()),
    }
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// The seat that is to move; in a simulation the first.
fn turn(live: &Live) -> usize {
    live.look.moment.seat.clamp(1, live.seats.len().max(1))
}

fn yours(live: &Live, token: &str) -> Vec<usize> {
    if token.is_empty() {
        return Vec::new();
    }
    let mut wanted: Vec<String> = token.split(',').take(16).map(hashed).collect();
    wanted.dedup();
    let people: Vec<String> =
        wanted.iter().filter_map(|hash| live.known.person(hash)).map(|p| p.id).collect();
    let is_own = |seat: &Seat| {
        seat.token.as_ref().is_some_and(|t| wanted.contains(t))
            || seat.person.as_ref().is_some_and(|p| people.contains(p))
    };
    (0..live.seats.len()).filter(|&i| is_own(&live.seats[i])).map(|i| i + 1).collect()
}

/// Does one person hold all seats of people?
fn alone(live: &Live) -> bool {
    let people: Vec<&Seat> = live.seats.iter().filter(|s| s.sitter == Sitter::Person).collect();
    people.iter().all(|s| s.invite.is_none())
        && people.windows(2).all(|w| w[0].token == w[1].token && w[0].person == w[1].person)
}

/// Alone at a table that counts for nothing: one may go back, be helped, and erase it.
fn is_practice(live: &Live) -> bool {
    alone(live) && !live.terms.is_contest()
}

/// The question what a seat means by a text.
fn own(live: &Live, seat: usize, name: &str) -> Ask {
    Ask::Own { player: live.look.moment.seating.player(seat), name: name.to_owned() }
}

fn out_of_time(live: &Live, seat: usize) -> bool {
    live.setup.timing != Timing::None && live.left_ms.get(seat - 1).is_some_and(|left| *left <= 0)
}

/// Whose it is now will be asked of the database.
fn moved_away() -> Trouble {
    Trouble::Elsewhere { owner: String::new(), address: String::new() }
}

/// Has it to go on also when nobody looks?
fn is_hot(live: &Live) -> bool {
    live.setup.timing != Timing::None
        || live.terms.is_contest()
        || live.seats.iter().any(|s| s.sitter == Sitter::Computer)
}

fn is_over(live: &Live) -> bool {
    live.look.moment.over || live.ending.is_some()
}

fn clean_name(name: &str) -> String {
    let harmless = |c: &char| {
        !c.is_control()
            && !matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    name.chars().filter(harmless).take(40).collect::<String>().trim().to_owned()
}

fn clean_clock(clock: ClockSetup) -> ClockSetup {
    let day = 7 * 24 * 3_600_000;
    ClockSetup {
        timing: clock.timing,
        base_ms: clock.base_ms.clamp(1000, day),
        more_ms: clock.more_ms.clamp(0, 3_600_000),
    }
}

fn start_clock(setup: ClockSetup, seats: usize) -> Vec<i64> {
    if setup.timing == Timing::None { Vec::new() } else { vec![setup.base_ms; seats] }
}

//! What the portal keeps: one interface over two databases, an SQLite file of its own and a PostgreSQL server. It knows
//! rows and nothing about games.
//!
//! Both keep the same promises. What was answered is durable: [`Store::append`] returns after the commit. A table's log has
//! its events numbered without a gap, each with a hash of itself and everything before ([`verify`]); an event is taken
//! only at the next number, so that of two who write at one place one is told [`NotWritten::Fenced`].
//!
//! Only PostgreSQL is shared: there a table belongs to one process at a time (`leases`) and work is handed to other
//! processes (`jobs`). What people and tournaments keep goes through `rows`, whose statements both databases understand. With SQLite everything belongs to the one process that opened the file.

mod exchange;
mod jobs;
mod leases;
mod postgres;
mod rows;
mod sqlite;
mod writer;

pub use exchange::{Counted, check, export, import};
pub use jobs::{JobRow, JobState, NewJob};
pub use leases::{Claim, Me, Present};
pub use rows::{Change, Datum, Row};

use anyhow::Result;
use std::path::{Path, PathBuf};
use tokio::sync::broadcast;

/// Where the data is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A folder with an SQLite file.
    Folder(PathBuf),
    /// The address of a PostgreSQL server and database.
    Server(String),
}

pub struct Store {
    back: Back,
}

enum Back {
    Sqlite(sqlite::Sqlite),
    Postgres(Box<postgres::Postgres>),
}

/// Why something was not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotWritten {
    /// Somebody else has written at this place of the log, or the table belongs to another process by now.
    Fenced,
    /// Not now, and why.
    Unavailable(String),
}

impl std::fmt::Display for NotWritten {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotWritten::Fenced => f.write_str("somebody else has written there"),
            NotWritten::Unavailable(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for NotWritten {}

/// A table as it is stored; what the JSON means is the business of [`crate::tables`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    pub id: String,
    pub made_at: i64,
    pub spec: String,
    pub chance: String,
    pub seats: String,
    pub clock: String,
}

/// One event of a table's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub n: i64,
    pub at: i64,
    pub kind: String,
    pub data: String,
    /// The hash of this event and everything before it.
    pub chain: String,
}

impl Event {
    /// The event that follows one with the chain `before`.
    pub fn after(before: &str, table: &str, n: i64, at: i64, kind: &str, data: String) -> Event {
        let chain = link(before, table, n, at, kind, &data);
        Event { n, at, kind: kind.to_owned(), data, chain }
    }
}

fn link(before: &str, table: &str, n: i64, at: i64, kind: &str, data: &str) -> String {
    let mut hash = blake3::Hasher::new();
    for part in [before, table, &n.to_string(), &at.to_string(), kind, data] {
        hash.update(&(part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().to_hex()[..16].to_owned()
}

/// A log that does not hold together.
#[derive(Debug)]
pub struct Damaged(pub i64);

/// Checks that nothing is missing from a log and nothing was changed.
pub fn verify(table: &str, events: &[Event]) -> Result<(), Damaged> {
    let mut before = String::new();
    for (i, e) in events.iter().enumerate() {
        if e.n != i as i64 || link(&before, table, e.n, e.at, &e.kind, &e.data) != e.chain {
            return Err(Damaged(i as i64));
        }
        before.clone_from(&e.chain);
    }
    Ok(())
}

/// What was found out about a game, to be kept for later.
#[derive(Clone, Debug)]
pub struct Findings {
    pub key: String,
    pub stamp: String,
    pub facts: String,
    pub profile: Option<String>,
    pub svg: Option<Vec<u8>>,
}

/// A verdict as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerdictRow {
    pub key: String,
    pub ruleset: String,
    pub stamp: String,
    pub data: String,
}

/// A description that somebody wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenRow {
    pub id: String,
    pub made_at: i64,
    pub text: String,
}

/// What processes on one database tell each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// There is work.
    Job,
    /// This job is done, or was given up.
    Done(i64),
    /// Somebody owns this table now, under this number.
    Taken(String, i64),
    /// The connection was away: something may have been missed.
    Missed,
}

impl Store {
    /// The SQLite file in a folder; it is made if there is none.
    pub fn open(folder: &Path) -> Result<Store> {
        Ok(Store { back: Back::Sqlite(sqlite::Sqlite::open(folder)?) })
    }

    /// The database at a place, for a process that calls itself `me`.
    pub fn open_at(place: &Place, me: Me) -> Result<Store> {
        match place {
            Place::Folder(folder) => Store::open(folder),
            Place::Server(url) => {
                Ok(Store { back: Back::Postgres(Box::new(postgres::Postgres::open(url, me)?)) })
            }
        }
    }

    /// May other processes work on the same data?
    pub fn is_shared(&self) -> bool {
        matches!(self.back, Back::Postgres(_))
    }

    /// A new table with the events that it begins with. Its log belongs to this process from now on, under the number
    /// that comes back. `hot`: it must go on also when nobody looks, since a clock runs or a computer plays.
    pub async fn make_table(&self, row: TableRow, log: Vec<Event>, hot: bool) -> Result<i64, NotWritten> {
        match &self.back {
            Back::Sqlite(db) => db.make_table(row, log).await.map(|()| 0),
            Back::Postgres(db) => db.make_table(row, log, hot).await,
        }
    }

    /// Adds the next event to a log, for whoever owns the table under the number `epoch`; done when it is durable.
    /// Saying the same again is harmless.
    pub async fn append(&self, table: &str, epoch: i64, event: Event) -> Result<(), NotWritten> {
        let begun = std::time::Instant::now();
        let told = match &self.back {
            Back::Sqlite(db) => db.append(table.to_owned(), event).await,
            Back::Postgres(db) => db.append(table.to_owned(), epoch, event).await,
        };
        metrics::histogram!("ludarium_database_append_seconds").record(begun.elapsed().as_secs_f64());
        if matches!(told, Err(NotWritten::Unavailable(_))) {
            metrics::counter!("ludarium_database_refusals").increment(1);
        }
        told
    }

    pub async fn set_seats(&self, table: &str, epoch: i64, seats: String) -> Result<(), NotWritten> {
        match &self.back {
            Back::Sqlite(db) => db.set_seats(table.to_owned(), seats).await,
            Back::Postgres(db) => db.set_seats(table.to_owned(), epoch, seats).await,
        }
    }

    /// Takes a table and its log out of the database.
    pub async fn erase(&self, table: &str, epoch: i64) -> Result<(), NotWritten> {
        match &self.back {
            Back::Sqlite(db) => db.erase(table.to_owned()).await,
            Back::Postgres(db) => db.erase(table.to_owned(), epoch).await,
        }
    }

    pub async fn table(&self, id: &str) -> Result<Option<TableRow>> {
        match &self.back {
            Back::Sqlite(db) => db.table(id),
            Back::Postgres(db) => db.table(id.to_owned()).await,
        }
    }

    pub async fn events(&self, table: &str) -> Result<Vec<Event>> {
        match &self.back {
            Back::Sqlite(db) => db.events(table),
            Back::Postgres(db) => db.events(table.to_owned()).await,
        }
    }

    /// The names of tables after a given one, in the order of their bytes, as many as `most`.
    pub async fn table_ids(&self, after: &str, most: i64) -> Result<Vec<String>> {
        match &self.back {
            Back::Sqlite(db) => db.table_ids(after, most),
            Back::Postgres(db) => db.table_ids(after.to_owned(), most).await,
        }
    }

    /// How many tables there are.
    pub async fn count(&self) -> Result<i64> {
        match &self.back {
            Back::Sqlite(db) => db.count(),
            Back::Postgres(db) => db.count().await,
        }
    }

    /// Does the database answer?
    pub async fn answers(&self) -> bool {
        match &self.back {
            Back::Sqlite(db) => db.count().is_ok(),
            Back::Postgres(db) => db.answers().await,
        }
    }

    pub async fn written(&self, id: &str) -> Result<Option<String>> {
        match &self.back {
            Back::Sqlite(db) => db.written(id),
            Back::Postgres(db) => db.written(id.to_owned()).await,
        }
    }

    pub async fn keep_written(&self, row: WrittenRow) -> Result<(), NotWritten> {
        match &self.back {
            Back::Sqlite(db) => db.keep_written(row).await,
            Back::Postgres(db) => db.keep_written(row).await,
        }
    }

    pub async fn all_written(&self) -> Result<Vec<WrittenRow>> {
        match &self.back {
            Back::Sqlite(db) => db.all_written(),
            Back::Postgres(db) => db.all_written().await,
        }
    }

    pub async fn keep_verdict(&self, row: VerdictRow) -> Result<(), NotWritten> {
        match &self.back {
            Back::Sqlite(db) => db.keep_verdict(row).await,
            Back::Postgres(db) => db.keep_verdict(row).await,
        }
    }

    pub async fn all_verdicts(&self) -> Result<Vec<VerdictRow>> {
        match &self.back {
            Back::Sqlite(db) => db.all_verdicts(),
            Back::Postgres(db) => db.all_verdicts().await,
        }
    }

    /// Keeps what can be found out again, without waiting for it.
    pub fn keep_findings(&self, findings: Findings) {
        match &self.back {
            Back::Sqlite(db) => db.keep_findings(findings),
            Back::Postgres(db) => db.keep_findings(findings),
        }
    }

    /// What was found out about games earlier: key, stamp, facts. This and the next three are for threads that may wait.
    pub fn indexed(&self) -> Result<Vec<(String, String, String)>> {
        match &self.back {
            Back::Sqlite(db) => db.indexed(),
            Back::Postgres(db) => db.indexed(),
        }
    }

    /// The concepts of games: key, stamp, data.
    pub fn profiles(&self) -> Result<Vec<(String, String, String)>> {
        match &self.back {
            Back::Sqlite(db) => db.profiles(),
            Back::Postgres(db) => db.profiles(),
        }
    }

    /// Stamp and data of what was judged earlier.
    pub fn verdict(&self, key: &str, ruleset: &str) -> Result<Option<(String, String)>> {
        match &self.back {
            Back::Sqlite(db) => db.verdict(key, ruleset),
            Back::Postgres(db) => db.verdict(key.to_owned(), ruleset.to_owned()),
        }
    }

    pub fn thumb(&self, key: &str) -> Result<Option<(String, Vec<u8>)>> {
        match &self.back {
            Back::Sqlite(db) => db.thumb(key),
            Back::Postgres(db) => db.thumb(key.to_owned()),
        }
    }

    /// Is there no room for anything new? Games that are there go on.
    pub fn is_full(&self) -> bool {
        match &self.back {
            Back::Sqlite(db) => db.is_full(),
            // How much may be kept is the business of whoever runs the server.
            Back::Postgres(_) => false,
        }
    }

    /// What other processes tell; nothing ever comes where there are none.
    pub fn news(&self) -> broadcast::Receiver<News> {
        match &self.back {
            Back::Sqlite(db) => db.news(),
            Back::Postgres(db) => db.news(),
        }
    }

    /// Finishes all writing and tidies up.
    pub fn close(&self) {
        match &self.back {
            Back::Sqlite(db) => db.close(),
            Back::Postgres(db) => db.close(),
        }
    }

    /// The shared database, where it is one.
    fn shared(&self) -> Option<&postgres::Postgres> {
        match &self.back {
            Back::Sqlite(_) => None,
            Back::Postgres(db) => Some(db),
        }
    }
}

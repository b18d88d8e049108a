//! The SQLite file. All writing goes through one thread that puts what came in meanwhile into one transaction
//! (`synchronous=FULL`), and answers only after the commit: what was answered survives `kill -9` and the loss of power.
//!
//! What was written goes to the write-ahead log first; a second thread carries it over into the database itself, so that
//! nobody's move waits for that.

use super::{Event, Findings, News, NotWritten, TableRow, VerdictRow, WrittenRow};
use anyhow::{Context, Result};
use rusqlite::{Connection, OptionalExtension, params};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use tokio::sync::{broadcast, oneshot};

/// So many requests go into one transaction at most.
const MOST_AT_ONCE: usize = 512;

type Work = Box<dyn FnOnce(&Connection) -> Result<(), NotWritten> + Send>;

/// A database may grow to this size; then no new tables and texts are taken.
const MOST_BYTES: u64 = 8 << 30;

/// After so many requests the log is carried over.
const LOG_FULL: usize = 1000;

enum Job {
    Write(Work, oneshot::Sender<Result<(), NotWritten>>),
    Stop(mpsc::Sender<()>),
}

pub(super) struct Sqlite {
    path: PathBuf,
    jobs: mpsc::Sender<Job>,
    readers: Mutex<Vec<Connection>>,
    news: broadcast::Sender<News>,
}

impl From<rusqlite::Error> for NotWritten {
    fn from(error: rusqlite::Error) -> NotWritten {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::ConstraintViolation) => NotWritten::Fenced,
            Some(_) | None => NotWritten::Unavailable(error.to_string()),
        }
    }
}

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, made_at INTEGER NOT NULL, spec TEXT NOT NULL, chance TEXT NOT NULL,
    seats TEXT NOT NULL, clock TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events (
    table_id TEXT NOT NULL, n INTEGER NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL,
    chain TEXT NOT NULL, PRIMARY KEY (table_id, n)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS written (
    id TEXT PRIMARY KEY, made_at INTEGER NOT NULL, text TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS indexed (
    key TEXT PRIMARY KEY, stamp TEXT NOT NULL, facts TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS profiles (
    key TEXT PRIMARY KEY, stamp TEXT NOT NULL, data TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS verdicts (
    key TEXT NOT NULL, ruleset TEXT NOT NULL, stamp TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (key, ruleset)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS thumbs (
    key TEXT PRIMARY KEY, stamp TEXT NOT NULL, svg BLOB NOT NULL
) WITHOUT ROWID;
";

/// The layout of the tables above; a database of another one is refused, not guessed at.
const VERSION: i64 = 2;

fn open(path: &Path) -> Result<Connection> {
    let db = Connection::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    db.busy_timeout(std::time::Duration::from_secs(5))?;
    db.pragma_update(None, "journal_mode", "WAL")?;
    db.pragma_update(None, "synchronous", "FULL")?;
    db.pragma_update(None, "foreign_keys", "ON")?;
    Ok(db)
}

impl Sqlite {
    pub fn open(folder: &Path) -> Result<Sqlite> {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let path = folder.join("portal.db");
        let db = open(&path)?;
        let version: i64 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if version != 0 && version != VERSION {
            anyhow::bail!(
                "{} was made by another version (its layout is {version}, ours is {VERSION})",
                path.display()
            );
        }
        db.execute_batch(SCHEMA)?;
        db.execute_batch(super::rows::LAYOUT)?;
        db.execute_batch(super::rows::NOTES)?;
        db.pragma_update(None, "user_version", VERSION)?;
        db.pragma_update(None, "wal_autocheckpoint", 0)?;
        let (jobs, inbox) = mpsc::channel();
        let (grown, carried) = carrier(&path)?;
        std::thread::Builder::new()
            .name("writer".to_owned())
            .spawn(move || write_all(db, &inbox, &grown, &carried))?;
        Ok(Sqlite { path, jobs, readers: Mutex::new(Vec::new()), news: broadcast::channel(1).0 })
    }

    /// Does the work in a transaction; the answer comes when it is durable.
    pub(super) async fn write(
        &self,
        work: impl FnOnce(&Connection) -> Result<(), NotWritten> + Send + 'static,
    ) -> Result<(), NotWritten> {
        let closed = || NotWritten::Unavailable("the database is closed".to_owned());
        let (done, answer) = oneshot::channel();
        self.jobs.send(Job::Write(Box::new(work), done)).map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }

    pub async fn make_table(&self, row: TableRow, log: Vec<Event>) -> Result<(), NotWritten> {
        self.write(move |db| {
            db.prepare_cached("INSERT INTO tables VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?.execute(params![
                row.id,
                row.made_at,
                row.spec,
                row.chance,
                row.seats,
                row.clock
            ])?;
            log.iter().try_for_each(|e| insert_event(db, &row.id, e))
        })
        .await
    }

    pub async fn append(&self, table: String, event: Event) -> Result<(), NotWritten> {
        self.write(move |db| match insert_event(db, &table, &event) {
            Err(NotWritten::Fenced) => {
                let there: Option<String> = db
                    .prepare_cached("SELECT chain FROM events WHERE table_id = ?1 AND n = ?2")?
                    .query_row(params![table, event.n], |row| row.get(0))
                    .optional()?;
                if there.as_deref() == Some(event.chain.as_str()) { Ok(()) } else { Err(NotWritten::Fenced) }
            }
            told => told,
        })
        .await
    }

    pub async fn set_seats(&self, table: String, seats: String) -> Result<(), NotWritten> {
        self.write(move |db| {
            Ok(db.execute("UPDATE tables SET seats = ?2 WHERE id = ?1", [&table, &seats]).map(drop)?)
        })
        .await
    }

    pub async fn erase(&self, table: String) -> Result<(), NotWritten> {
        self.write(move |db| {
            db.execute("DELETE FROM events WHERE table_id = ?1", [&table])?;
            Ok(db.execute("DELETE FROM tables WHERE id = ?1", [&table]).map(drop)?)
        })
        .await
    }

    pub async fn keep_written(&self, row: WrittenRow) -> Result<(), NotWritten> {
        let put = "INSERT OR IGNORE INTO written VALUES (?1, ?2, ?3)";
        self.write(move |db| Ok(db.execute(put, params![row.id, row.made_at, row.text]).map(drop)?)).await
    }

    pub async fn keep_verdict(&self, row: VerdictRow) -> Result<(), NotWritten> {
        let put = "INSERT OR REPLACE INTO verdicts VALUES (?1, ?2, ?3, ?4)";
        self.write(move |db| {
            Ok(db.execute(put, [&row.key, &row.ruleset, &row.stamp, &row.data]).map(drop)?)
        })
        .await
    }

    pub fn keep_findings(&self, f: Findings) {
        let work = move |db: &Connection| -> Result<(), NotWritten> {
            db.execute("INSERT OR REPLACE INTO indexed VALUES (?1, ?2, ?3)", [&f.key, &f.stamp, &f.facts])?;
            if let Some(profile) = &f.profile {
                db.execute(
                    "INSERT OR REPLACE INTO profiles VALUES (?1, ?2, ?3)",
                    [&f.key, &f.stamp, profile],
                )?;
            }
            if let Some(svg) = &f.svg {
                db.execute(
                    "INSERT OR REPLACE INTO thumbs VALUES (?1, ?2, ?3)",
                    params![f.key, f.stamp, svg],
                )?;
            }
            Ok(())
        };
        let (done, _) = oneshot::channel();
        let _ = self.jobs.send(Job::Write(Box::new(work), done));
    }

    pub fn is_full(&self) -> bool {
        std::fs::metadata(&self.path).is_ok_and(|m| m.len() > MOST_BYTES)
    }

    pub fn news(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    /// Finishes all writing and tidies the file.
    pub fn close(&self) {
        let (done, answer) = mpsc::channel();
        if self.jobs.send(Job::Stop(done)).is_ok() {
            let _ = answer.recv_timeout(std::time::Duration::from_secs(10));
        }
    }

    pub(super) fn read<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        let idle = self.readers.lock().ok().and_then(|mut r| r.pop());
        let db = match idle {
            Some(db) => db,
            None => open(&self.path)?,
        };
        let result = work(&db);
        if let Ok(mut readers) = self.readers.lock()
            && readers.len() < 8
        {
            readers.push(db);
        }
        Ok(result?)
    }

    pub fn table(&self, id: &str) -> Result<Option<TableRow>> {
        self.read(|db| {
            db.prepare_cached("SELECT id, made_at, spec, chance, seats, clock FROM tables WHERE id = ?1")?
                .query_row([id], |row| {
                    Ok(TableRow {
                        id: row.get(0)?,
                        made_at: row.get(1)?,
                        spec: row.get(2)?,
                        chance: row.get(3)?,
                        seats: row.get(4)?,
                        clock: row.get(5)?,
                    })
                })
                .optional()
        })
    }

    pub fn events(&self, table: &str) -> Result<Vec<Event>> {
        self.read(|db| {
            db.prepare_cached("SELECT n, at, kind, data, chain FROM events WHERE table_id = ?1 ORDER BY n")?
                .query_map([table], |row| {
                    Ok(Event {
                        n: row.get(0)?,
                        at: row.get(1)?,
                        kind: row.get(2)?,
                        data: row.get(3)?,
                        chain: row.get(4)?,
                    })
                })?
                .collect()
        })
    }

    pub fn written(&self, id: &str) -> Result<Option<String>> {
        self.read(|db| {
            db.prepare_cached("SELECT text FROM written WHERE id = ?1")?
                .query_row([id], |row| row.get(0))
                .optional()
        })
    }

    /// What was found out about games earlier: key, stamp, facts.
    pub fn indexed(&self) -> Result<Vec<(String, String, String)>> {
        self.read(|db| {
            db.prepare("SELECT key, stamp, facts FROM indexed")?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                .collect()
        })
    }

    /// The concepts of games: key, stamp, data.
    pub fn profiles(&self) -> Result<Vec<(String, String, String)>> {
        self.read(|db| {
            db.prepare("SELECT key, stamp, data FROM profiles ORDER BY key")?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                .collect()
        })
    }

    /// Stamp and data of what was judged earlier.
    pub fn verdict(&self, key: &str, ruleset: &str) -> Result<Option<(String, String)>> {
        self.read(|db| {
            db.prepare_cached("SELECT stamp, data FROM verdicts WHERE key = ?1 AND ruleset = ?2")?
                .query_row([key, ruleset], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()
        })
    }

    pub fn thumb(&self, key: &str) -> Result<Option<(String, Vec<u8>)>> {
        self.read(|db| {
            db.prepare_cached("SELECT stamp, svg FROM thumbs WHERE key = ?1")?
                .query_row([key], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()
        })
    }

    /// How many tables there are.
    pub fn count(&self) -> Result<i64> {
        self.read(|db| db.query_row("SELECT count(*) FROM tables", [], |row| row.get(0)))
    }

    pub fn table_ids(&self, after: &str, most: i64) -> Result<Vec<String>> {
        self.read(|db| {
            db.prepare_cached("SELECT id FROM tables WHERE id > ?1 ORDER BY id LIMIT ?2")?
                .query_map(params![after, most], |row| row.get(0))?
                .collect()
        })
    }

    pub fn all_written(&self) -> Result<Vec<WrittenRow>> {
        self.read(|db| {
            db.prepare("SELECT id, made_at, text FROM written ORDER BY id")?
                .query_map([], |row| {
                    Ok(WrittenRow { id: row.get(0)?, made_at: row.get(1)?, text: row.get(2)? })
                })?
                .collect()
        })
    }

    pub fn all_verdicts(&self) -> Result<Vec<VerdictRow>> {
        self.read(|db| {
            db.prepare("SELECT key, ruleset, stamp, data FROM verdicts ORDER BY key, ruleset")?
                .query_map([], |row| {
                    Ok(VerdictRow {
                        key: row.get(0)?,
                        ruleset: row.get(1)?,
                        stamp: row.get(2)?,
                        data: row.get(3)?,
                    })
                })?
                .collect()
        })
    }
}

fn insert_event(t: &Connection, table: &str, e: &Event) -> Result<(), NotWritten> {
    // No number is left out.
    const PUT: &str = "INSERT INTO events SELECT ?1, ?2, ?3, ?4, ?5, ?6
        WHERE ?2 = 0 OR EXISTS (SELECT 1 FROM events WHERE table_id = ?1 AND n = ?2 - 1)";
    let put = t.prepare_cached(PUT)?.execute(params![table, e.n, e.at, e.kind, e.data, e.chain])?;
    if put == 1 { Ok(()) } else { Err(NotWritten::Fenced) }
}

fn write_all(
    mut db: Connection,
    inbox: &mpsc::Receiver<Job>,
    grown: &mpsc::SyncSender<()>,
    carried: &AtomicBool,
) {
    let mut since = 0;
    while let Ok(first) = inbox.recv() {
        let mut batch = Vec::new();
        let mut stop = None;
        let mut next = Some(first);
        while let Some(job) = next {
            match job {
                Job::Write(work, done) => batch.push((work, done)),
                Job::Stop(done) => {
                    stop = Some(done);
                    break;
                }
            }
            next = if batch.len() < MOST_AT_ONCE { inbox.try_recv().ok() } else { None };
        }
        since += batch.len();
        if !batch.is_empty() {
            write_batch(&mut db, batch);
        }
        if since >= LOG_FULL && grown.try_send(()).is_ok() {
            since = 0;
        }
        // Nearly all of it is in the database by now: the rest is soon done, and the log begins anew.
        if carried.swap(false, Ordering::Acquire)
            && let Err(e) = checkpoint(&db, "PASSIVE")
        {
            tracing::warn!(error = %e, "the log was not begun anew");
        }
        if let Some(done) = stop {
            let _ = checkpoint(&db, "TRUNCATE");
            let _ = done.send(());
            return;
        }
    }
}

fn checkpoint(db: &Connection, how: &str) -> rusqlite::Result<()> {
    db.query_row(&format!("PRAGMA wal_checkpoint({how})"), [], |_| Ok(()))
}

/// The thread that carries the log over into the database when the writer says that it has grown, without keeping
/// anybody from writing; it says when that is done.
fn carrier(path: &Path) -> Result<(mpsc::SyncSender<()>, Arc<AtomicBool>)> {
    let db = open(path)?;
    let (grown, wake) = mpsc::sync_channel::<()>(1);
    let carried = Arc::new(AtomicBool::new(false));
    let done = carried.clone();
    std::thread::Builder::new().name("carrier".to_owned()).spawn(move || {
        while wake.recv().is_ok() {
            match checkpoint(&db, "PASSIVE") {
                Ok(()) => done.store(true, Ordering::Release),
                Err(e) => tracing::warn!(error = %e, "the log was not carried over"),
            }
        }
    })?;
    Ok((grown, carried))
}

/// One transaction for all; a job that fails is undone by itself.
fn write_batch(db: &mut Connection, batch: Vec<(Work, oneshot::Sender<Result<(), NotWritten>>)>) {
    let mut answers = Vec::with_capacity(batch.len());
    let written = (|| -> rusqlite::Result<()> {
        let mut all = db.transaction()?;
        for (work, done) in batch {
            let one = all.savepoint()?;
            let result = work(&one);
            match &result {
                Ok(()) => one.commit()?,
                Err(_) => drop(one),
            }
            answers.push((done, result));
        }
        all.commit()
    })();
    for (done, result) in answers {
        let result = match &written {
            Ok(()) => result,
            Err(e) => Err(NotWritten::Unavailable(e.to_string())),
        };
        let _ = done.send(result);
    }
    if let Err(e) = written {
        tracing::error!(error = %e, "the database did not take a transaction");
    }
}

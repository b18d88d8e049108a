//! PostgreSQL: connections, the layout and its changes, plain reads and writes. Events go through [`super::writer`].
//!
//! All of it runs on a small runtime of its own, so that neither a busy server keeps the database waiting nor the other
//! way round. A server that is away is asked again for a short while ([`PATIENCE`]); then the caller is told why not.

use super::leases::Me;
use super::writer::{Append, LATER, QUEUE, keep_later, write_appends};
use super::{Event, Findings, News, NotWritten, TableRow, VerdictRow, WrittenRow};
use anyhow::{Context, Result, anyhow};
use deadpool_postgres::{Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime, Timeouts};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Row};
use tokio_postgres_rustls::MakeRustlsConnect;

/// So long is tried to reach a server that does not answer.
pub(super) const PATIENCE: Duration = Duration::from_millis(2500);
/// So long a single statement may take, in the server's words.
const OPTIONS: &str = "-c statement_timeout=8s -c lock_timeout=3s -c idle_in_transaction_session_timeout=20s";
/// What a page can do without is waited for so long, and after a disappointment not asked for at all for a while.
const QUICK: Duration = Duration::from_millis(800);
const QUIET: Duration = Duration::from_secs(5);
/// What a process needs to start is waited for.
const LONG: Duration = Duration::from_secs(60);
/// Connections of one process at most.
const MOST_CONNECTIONS: usize = 10;

/// The layout, one step after the other. A step that was released is never changed; another one follows it.
const STEPS: &[&str] = &[include_str!("postgres-1.sql"), super::rows::LAYOUT, super::rows::NOTES];
/// Only one process at a time changes the layout.
const LAYOUT_LOCK: i64 = 0x6c75_6461;

pub(super) struct Postgres {
    runtime: Mutex<Option<tokio::runtime::Runtime>>,
    handle: Handle,
    pub(super) base: Base,
    appends: mpsc::Sender<Append>,
    later: mpsc::Sender<Findings>,
    news: broadcast::Sender<News>,
    /// Until then pages do not wait for what they can do without: the server did not answer just now.
    quiet: Mutex<Option<Instant>>,
}

/// What every statement needs.
#[derive(Clone)]
pub(super) struct Base {
    pool: Pool,
    pub me: Arc<Me>,
}

/// Arguments of a statement.
pub(super) type Args<'a> = &'a [&'a (dyn ToSql + Sync)];

/// How connections are made: encrypted where the address asks for it (`sslmode=require`), by the certificates that this
/// machine trusts.
fn tls() -> Result<MakeRustlsConnect> {
    let mut roots = rustls::RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    roots.add_parsable_certificates(found.certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

/// Did the server go away (as opposed to: it says that this is wrong)?
pub(super) fn is_away(error: &tokio_postgres::Error) -> bool {
    match error.code() {
        None => true,
        Some(code) => {
            matches!(
                *code,
                SqlState::ADMIN_SHUTDOWN
                    | SqlState::CRASH_SHUTDOWN
                    | SqlState::CANNOT_CONNECT_NOW
                    | SqlState::TOO_MANY_CONNECTIONS
                    | SqlState::T_R_DEADLOCK_DETECTED
                    | SqlState::T_R_SERIALIZATION_FAILURE
            ) || code.code().starts_with("08")
        }
    }
}

/// What went wrong with a statement, and whether it may be tried again.
pub(super) enum Trouble {
    Away(String),
    Wrong(String),
}

impl From<tokio_postgres::Error> for Trouble {
    fn from(error: tokio_postgres::Error) -> Trouble {
        let words = match error.as_db_error() {
            Some(db) => format!("the database says: {}", db.message()),
            None => format!("the database does not answer: {error}"),
        };
        if is_away(&error) { Trouble::Away(words) } else { Trouble::Wrong(words) }
    }
}

impl From<deadpool_postgres::PoolError> for Trouble {
    fn from(error: deadpool_postgres::PoolError) -> Trouble {
        match error {
            deadpool_postgres::PoolError::Backend(e) => Trouble::from(e),
            deadpool_postgres::PoolError::Timeout(_) => {
                Trouble::Away("the database does not answer in time".to_owned())
            }
            deadpool_postgres::PoolError::Closed
            | deadpool_postgres::PoolError::NoRuntimeSpecified
            | deadpool_postgres::PoolError::PostCreateHook(_) => {
                Trouble::Wrong("the database is closed".to_owned())
            }
        }
    }
}

impl Trouble {
    pub fn words(self) -> String {
        match self {
            Trouble::Away(why) | Trouble::Wrong(why) => why,
        }
    }
}

impl Base {
    pub async fn connection(&self) -> Result<Object, Trouble> {
        Ok(self.pool.get().await?)
    }

    async fn query_once(&self, sql: &str, args: Args<'_>) -> Result<Vec<Row>, Trouble> {
        let db = self.connection().await?;
        let statement = db.prepare_cached(sql).await?;
        Ok(db.query(&statement, args).await?)
    }

    /// Asks, again if the server is away, as long as patience lasts. Only for what may be done twice.
    pub async fn query(&self, sql: &str, args: Args<'_>) -> Result<Vec<Row>, Trouble> {
        let begun = Instant::now();
        let mut pause = Duration::from_millis(40);
        loop {
            match self.query_once(sql, args).await {
                Err(Trouble::Away(_)) if begun.elapsed() + pause < PATIENCE => {
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(Duration::from_millis(400));
                }
                told => return told,
            }
        }
    }
}

/// The names of those who ask, for errors.
fn told<T>(result: Result<T, Trouble>) -> Result<T> {
    result.map_err(|t| anyhow!(t.words()))
}

fn unavailable(trouble: Trouble) -> NotWritten {
    NotWritten::Unavailable(trouble.words())
}

async fn migrate(base: &Base) -> Result<()> {
    let mut db = told(base.connection().await)?;
    let all = db.transaction().await?;
    all.execute("SELECT pg_advisory_xact_lock($1)", &[&LAYOUT_LOCK]).await?;
    all.batch_execute("CREATE TABLE IF NOT EXISTS layout (version BIGINT PRIMARY KEY, made TIMESTAMPTZ NOT NULL DEFAULT now())")
        .await?;
    let row = all.query_one("SELECT coalesce(max(version), 0) FROM layout", &[]).await?;
    let version: i64 = row.get(0);
    let newest = STEPS.len() as i64;
    if version > newest {
        anyhow::bail!("the database was made by a newer version (its layout is {version}, ours is {newest})");
    }
    for (step, sql) in (1_i64..).zip(STEPS).skip(usize::try_from(version).unwrap_or(0)) {
        all.batch_execute(sql).await.with_context(|| format!("step {step} of the layout"))?;
        all.execute("INSERT INTO layout (version) VALUES ($1)", &[&step]).await?;
    }
    all.commit().await?;
    Ok(())
}

const LISTEN: &str = "LISTEN ludarium_job; LISTEN ludarium_done; LISTEN ludarium_taken";

fn heard(channel: &str, payload: &str) -> News {
    match channel {
        "ludarium_done" => payload.parse().map_or(News::Missed, News::Done),
        "ludarium_taken" => {
            let told = payload.split_once(' ').and_then(|(table, epoch)| Some((table, epoch.parse().ok()?)));
            told.map_or(News::Missed, |(table, epoch)| News::Taken(table.to_owned(), epoch))
        }
        _ => News::Job,
    }
}

/// Hears what other processes tell, and connects again whenever the connection is lost.
async fn listen(config: tokio_postgres::Config, tls: MakeRustlsConnect, news: broadcast::Sender<News>) {
    loop {
        if let Ok((client, mut connection)) = config.connect(tls.clone()).await {
            let (told, mut inbox) = mpsc::unbounded_channel();
            let reading = tokio::spawn(async move {
                while let Some(message) =
                    std::future::poll_fn(|context| connection.poll_message(context)).await
                {
                    match message {
                        Ok(AsyncMessage::Notification(n)) => {
                            if told.send(n).is_err() {
                                break;
                            }
                        }
                        Ok(_) => {}
                        Err(_) => break,
                    }
                }
            });
            if client.batch_execute(LISTEN).await.is_ok() {
                let _ = news.send(News::Missed);
                while let Some(n) = inbox.recv().await {
                    let _ = news.send(heard(n.channel(), n.payload()));
                }
            }
            reading.abort();
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

fn table_row(row: &Row) -> TableRow {
    TableRow {
        id: row.get(0),
        made_at: row.get(1),
        spec: row.get(2),
        chance: row.get(3),
        seats: row.get(4),
        clock: row.get(5),
    }
}

impl Postgres {
    pub fn open(url: &str, me: Me) -> Result<Postgres> {
        let mut config: tokio_postgres::Config = url
            .parse()
            .context("this is no address of a PostgreSQL database, such as postgres://user@host/name")?;
        config.application_name("ludarium").connect_timeout(Duration::from_secs(3));
        config.tcp_user_timeout(Duration::from_secs(10)).keepalives_idle(Duration::from_secs(10));
        if config.get_options().is_none() {
            config.options(OPTIONS);
        }
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("database")
            .enable_all()
            .build()
            .context("no runtime for the database")?;
        let handle = runtime.handle().clone();
        let tls = tls()?;
        let manager = Manager::from_config(
            config.clone(),
            tls.clone(),
            ManagerConfig { recycling_method: RecyclingMethod::Fast },
        );
        let second = Some(Duration::from_secs(2));
        let pool = Pool::builder(manager)
            .max_size(MOST_CONNECTIONS)
            .runtime(Runtime::Tokio1)
            .timeouts(Timeouts { wait: second, create: Some(Duration::from_secs(3)), recycle: second })
            .build()?;
        let base = Base { pool, me: Arc::new(me) };
        let (news, _) = broadcast::channel(4096);
        let (appends, inbox) = mpsc::channel(QUEUE);
        let (later, findings) = mpsc::channel(LATER);
        let runtime = Mutex::new(Some(runtime));
        let opened = Postgres { runtime, handle, base, appends, later, news, quiet: Mutex::default() };
        let base = opened.base.clone();
        let opening = async move { migrate(&base).await };
        opened.wait(opening, Duration::from_secs(60)).context("cannot open the database")?;
        // Two, so that one gathers while the other waits for the disk.
        let inbox = Arc::new(tokio::sync::Mutex::new(inbox));
        for _ in 0..2 {
            opened.handle.spawn(write_appends(opened.base.clone(), inbox.clone()));
        }
        opened.handle.spawn(keep_later(opened.base.clone(), findings));
        opened.handle.spawn(listen(config, tls, opened.news.clone()));
        Ok(opened)
    }

    /// Does something on the runtime of the database.
    pub(super) async fn on<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Option<T> {
        self.handle.spawn(work).await.ok()
    }

    /// The same for threads that may wait; never from a task.
    fn wait<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T>> + Send + 'static,
        patience: Duration,
    ) -> Result<T> {
        let (done, answer) = std::sync::mpsc::sync_channel(1);
        self.handle.spawn(async move {
            let _ = done.send(work.await);
        });
        answer.recv_timeout(patience).context("the database does not answer")?
    }

    pub(super) async fn rows(
        &self,
        sql: &'static str,
        args: Vec<Box<dyn ToSql + Sync + Send>>,
    ) -> Result<Vec<Row>, Trouble> {
        let base = self.base.clone();
        let work = async move {
            let args: Vec<&(dyn ToSql + Sync)> = args.iter().map(|a| &**a as &(dyn ToSql + Sync)).collect();
            base.query(sql, &args).await
        };
        self.on(work).await.unwrap_or(Err(Trouble::Wrong("the database is closed".to_owned())))
    }

    /// For threads that may wait, so long as patience lasts.
    fn rows_now(
        &self,
        sql: &'static str,
        args: Vec<Box<dyn ToSql + Sync + Send>>,
        patience: Duration,
    ) -> Result<Vec<Row>> {
        let base = self.base.clone();
        let work = async move {
            let args: Vec<&(dyn ToSql + Sync)> = args.iter().map(|a| &**a as &(dyn ToSql + Sync)).collect();
            told(base.query(sql, &args).await)
        };
        self.wait(work, patience)
    }

    /// For what a page can do without: not waited for long, and for a while not at all once it took too long.
    fn rows_if_quick(&self, sql: &'static str, args: Vec<Box<dyn ToSql + Sync + Send>>) -> Result<Vec<Row>> {
        let quiet = || self.quiet.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if quiet().is_some_and(|until| Instant::now() < until) {
            anyhow::bail!("the database does not answer");
        }
        let rows = self.rows_now(sql, args, QUICK);
        if rows.is_err() {
            *quiet() = Some(Instant::now() + QUIET);
        }
        rows
    }

    pub async fn make_table(&self, row: TableRow, log: Vec<Event>, hot: bool) -> Result<i64, NotWritten> {
        const MAKE: &str = "WITH t AS (INSERT INTO tables VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING),
            l AS (INSERT INTO leases (table_id, owner, epoch, hot) VALUES ($1, $7, 1, $8) ON CONFLICT DO NOTHING)
            INSERT INTO events SELECT $1, w.* FROM unnest($9::bigint[], $10::bigint[], $11::text[], $12::text[], $13::text[]) w
            ON CONFLICT DO NOTHING";
        let of = |f: fn(&Event) -> String| -> Vec<String> { log.iter().map(f).collect() };
        let numbers: Vec<i64> = log.iter().map(|e| e.n).collect();
        let at: Vec<i64> = log.iter().map(|e| e.at).collect();
        let (kinds, data) = (of(|e| e.kind.clone()), of(|e| e.data.clone()));
        let chains = of(|e| e.chain.clone());
        let me = self.base.me.id.clone();
        self.rows(
            MAKE,
            vec![
                Box::new(row.id),
                Box::new(row.made_at),
                Box::new(row.spec),
                Box::new(row.chance),
                Box::new(row.seats),
                Box::new(row.clock),
                Box::new(me),
                Box::new(hot),
                Box::new(numbers),
                Box::new(at),
                Box::new(kinds),
                Box::new(data),
                Box::new(chains),
            ],
        )
        .await
        .map_err(unavailable)?;
        Ok(1)
    }

    pub async fn append(&self, table: String, epoch: i64, event: Event) -> Result<(), NotWritten> {
        let (done, answer) = oneshot::channel();
        // A server that cannot keep up refuses instead of collecting what it will not be able to do.
        self.appends.try_send(Append { table, epoch, event, done }).map_err(|_| {
            NotWritten::Unavailable("the database is too slow at the moment; please try again".to_owned())
        })?;
        let closed = || NotWritten::Unavailable("the database is closed".to_owned());
        answer.await.map_err(|_| closed())?
    }

    pub async fn set_seats(&self, table: String, epoch: i64, seats: String) -> Result<(), NotWritten> {
        const SET: &str = "UPDATE tables SET seats = $3 FROM leases l
            WHERE id = $1 AND l.table_id = $1 AND l.epoch = $2 RETURNING id";
        let rows = self.rows(SET, vec![Box::new(table), Box::new(epoch), Box::new(seats)]).await;
        if rows.map_err(unavailable)?.is_empty() { Err(NotWritten::Fenced) } else { Ok(()) }
    }

    pub async fn erase(&self, table: String, epoch: i64) -> Result<(), NotWritten> {
        const ERASE: &str =
            "WITH l AS (DELETE FROM leases WHERE table_id = $1 AND epoch = $2 RETURNING table_id),
            e AS (DELETE FROM events USING l WHERE events.table_id = l.table_id)
            DELETE FROM tables USING l WHERE id = l.table_id RETURNING id";
        let rows = self.rows(ERASE, vec![Box::new(table), Box::new(epoch)]).await.map_err(unavailable)?;
        if rows.is_empty() { Err(NotWritten::Fenced) } else { Ok(()) }
    }

    pub async fn table(&self, id: String) -> Result<Option<TableRow>> {
        const GET: &str = "SELECT id, made_at, spec, chance, seats, clock FROM tables WHERE id = $1";
        Ok(told(self.rows(GET, vec![Box::new(id)]).await)?.first().map(table_row))
    }

    pub async fn events(&self, table: String) -> Result<Vec<Event>> {
        const GET: &str = "SELECT n, at, kind, data, chain FROM events WHERE table_id = $1 ORDER BY n";
        let event = |row: &Row| Event {
            n: row.get(0),
            at: row.get(1),
            kind: row.get(2),
            data: row.get(3),
            chain: row.get(4),
        };
        Ok(told(self.rows(GET, vec![Box::new(table)]).await)?.iter().map(event).collect())
    }

    pub async fn table_ids(&self, after: String, most: i64) -> Result<Vec<String>> {
        const GET: &str = "SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT $2";
        let rows = told(self.rows(GET, vec![Box::new(after), Box::new(most)]).await)?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    pub async fn count(&self) -> Result<i64> {
        // Exact counts take long where there are many.
        const GET: &str = "SELECT CASE WHEN reltuples > 100000 THEN reltuples::bigint
            ELSE (SELECT count(*) FROM tables) END FROM pg_class WHERE oid = 'tables'::regclass";
        let rows = told(self.rows(GET, Vec::new()).await)?;
        Ok(rows.first().map_or(0, |row| row.get(0)))
    }

    pub async fn answers(&self) -> bool {
        let base = self.base.clone();
        let asked = async move { base.query_once("SELECT 1", &[]).await.is_ok() };
        let asked = tokio::time::timeout(Duration::from_secs(2), self.on(asked));
        matches!(asked.await, Ok(Some(true)))
    }

    pub async fn written(&self, id: String) -> Result<Option<String>> {
        let rows = told(self.rows("SELECT text FROM written WHERE id = $1", vec![Box::new(id)]).await)?;
        Ok(rows.first().map(|row| row.get(0)))
    }

    pub async fn keep_written(&self, row: WrittenRow) -> Result<(), NotWritten> {
        const PUT: &str = "INSERT INTO written VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        let args: Vec<Box<dyn ToSql + Sync + Send>> =
            vec![Box::new(row.id), Box::new(row.made_at), Box::new(row.text)];
        self.rows(PUT, args).await.map(drop).map_err(unavailable)
    }

    pub async fn all_written(&self) -> Result<Vec<WrittenRow>> {
        let rows = self.rows("SELECT id, made_at, text FROM written ORDER BY id", Vec::new()).await;
        let row = |r: &Row| WrittenRow { id: r.get(0), made_at: r.get(1), text: r.get(2) };
        Ok(told(rows)?.iter().map(row).collect())
    }

    pub async fn keep_verdict(&self, row: VerdictRow) -> Result<(), NotWritten> {
        const PUT: &str = "INSERT INTO verdicts VALUES ($1, $2, $3, $4)
            ON CONFLICT (key, ruleset) DO UPDATE SET stamp = excluded.stamp, data = excluded.data";
        let args: Vec<Box<dyn ToSql + Sync + Send>> =
            vec![Box::new(row.key), Box::new(row.ruleset), Box::new(row.stamp), Box::new(row.data)];
        self.rows(PUT, args).await.map(drop).map_err(unavailable)
    }

    pub async fn all_verdicts(&self) -> Result<Vec<VerdictRow>> {
        const GET: &str = "SELECT key, ruleset, stamp, data FROM verdicts ORDER BY key, ruleset";
        let row = |r: &Row| VerdictRow { key: r.get(0), ruleset: r.get(1), stamp: r.get(2), data: r.get(3) };
        Ok(told(self.rows(GET, Vec::new()).await)?.iter().map(row).collect())
    }

    pub fn keep_findings(&self, findings: Findings) {
        // What finds no place in the queue is found out again another day.
        let _ = self.later.try_send(findings);
    }

    pub fn indexed(&self) -> Result<Vec<(String, String, String)>> {
        let rows = self.rows_now("SELECT key, stamp, facts FROM indexed", Vec::new(), LONG)?;
        Ok(rows.iter().map(|r| (r.get(0), r.get(1), r.get(2))).collect())
    }

    pub fn profiles(&self) -> Result<Vec<(String, String, String)>> {
        let rows = self.rows_now("SELECT key, stamp, data FROM profiles ORDER BY key", Vec::new(), LONG)?;
        Ok(rows.iter().map(|r| (r.get(0), r.get(1), r.get(2))).collect())
    }

    pub fn verdict(&self, key: String, ruleset: String) -> Result<Option<(String, String)>> {
        const GET: &str = "SELECT stamp, data FROM verdicts WHERE key = $1 AND ruleset = $2";
        let rows = self.rows_if_quick(GET, vec![Box::new(key), Box::new(ruleset)])?;
        Ok(rows.first().map(|r| (r.get(0), r.get(1))))
    }

    pub fn thumb(&self, key: String) -> Result<Option<(String, Vec<u8>)>> {
        let rows = self.rows_if_quick("SELECT stamp, svg FROM thumbs WHERE key = $1", vec![Box::new(key)])?;
        Ok(rows.first().map(|r| (r.get(0), r.get(1))))
    }

    pub fn news(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    /// Ends the connections. What was answered is in the database by then.
    pub fn close(&self) {
        self.base.pool.close();
        if let Some(runtime) = self.runtime.lock().ok().and_then(|mut r| r.take()) {
            runtime.shutdown_background();
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.close();
    }
}

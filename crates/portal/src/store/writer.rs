//! Writing events to PostgreSQL: what came in meanwhile goes out as one statement, which is one transaction. The statement
//! itself checks that the table still belongs to whoever writes and that the place in the log is free, so nothing that is
//! remembered here can be wrong about it.

use super::postgres::{Base, Trouble};
use super::{Event, Findings, NotWritten};
use std::collections::HashSet;
use std::sync::Arc;
use tokio::sync::{Mutex, mpsc, oneshot};

/// So many events may wait; more are refused at once.
pub(super) const QUEUE: usize = 4096;
/// So many findings about games may wait.
pub(super) const LATER: usize = 20_000;
/// So many go into one transaction at most.
const MOST_AT_ONCE: usize = 512;

pub(super) struct Append {
    pub table: String,
    pub epoch: i64,
    pub event: Event,
    pub done: oneshot::Sender<Result<(), NotWritten>>,
}

/// An event that is in the log: table, number, hash.
type Written = (String, i64, String);

/// The lease is held (`FOR SHARE`) until the commit: nobody takes the table over in between. No number is left out. What is there already with
/// the same hash was written by an earlier try whose answer was lost.
const WRITE: &str = "WITH want AS (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[])
        AS w (table_id, epoch, n, at, kind, data, chain)
), mine AS MATERIALIZED (
    SELECT w.* FROM want w JOIN leases l ON l.table_id = w.table_id AND l.epoch = w.epoch
    WHERE w.n = 0 OR EXISTS (SELECT 1 FROM events b WHERE b.table_id = w.table_id AND b.n = w.n - 1)
    FOR SHARE OF l
), done AS (
    INSERT INTO events (table_id, n, at, kind, data, chain) SELECT table_id, n, at, kind, data, chain FROM mine
    ON CONFLICT DO NOTHING RETURNING table_id, n, chain
)
SELECT table_id, n, chain FROM done
UNION ALL
SELECT e.table_id, e.n, e.chain FROM want w JOIN events e ON e.table_id = w.table_id AND e.n = w.n AND e.chain = w.chain";

pub(super) async fn write_appends(base: Base, inbox: Arc<Mutex<mpsc::Receiver<Append>>>) {
    loop {
        let mut batch = Vec::new();
        {
            let mut inbox = inbox.lock().await;
            if inbox.recv_many(&mut batch, MOST_AT_ONCE).await == 0 {
                return;
            }
        }
        metrics::histogram!("ludarium_database_batch").record(batch.len() as f64);
        let written = write(&base, &batch).await;
        for append in batch {
            // Two may have wanted the same place: the hash tells which one is there.
            let told = match &written {
                Ok(done) if done.contains(&(append.table, append.event.n, append.event.chain)) => Ok(()),
                Ok(_) => Err(NotWritten::Fenced),
                Err(why) => Err(NotWritten::Unavailable(why.clone())),
            };
            let _ = append.done.send(told);
        }
    }
}

async fn write(base: &Base, batch: &[Append]) -> Result<HashSet<Written>, String> {
    let texts = |f: fn(&Append) -> &str| -> Vec<&str> { batch.iter().map(f).collect() };
    let numbers = |f: fn(&Append) -> i64| -> Vec<i64> { batch.iter().map(f).collect() };
    let (tables, kinds) = (texts(|a| &a.table), texts(|a| &a.event.kind));
    let (data, chains) = (texts(|a| &a.event.data), texts(|a| &a.event.chain));
    let (epochs, places) = (numbers(|a| a.epoch), numbers(|a| a.event.n));
    let at = numbers(|a| a.event.at);
    let asked = base.query(WRITE, &[&tables, &epochs, &places, &at, &kinds, &data, &chains]).await;
    match asked {
        Ok(rows) => Ok(rows.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect()),
        Err(trouble) => {
            let words = match trouble {
                Trouble::Away(why) | Trouble::Wrong(why) => why,
            };
            tracing::error!(events = batch.len(), error = words, "events were not written");
            Err(words)
        }
    }
}

/// Writes what was found out about games, when nobody has to wait for it.
pub(super) async fn keep_later(base: Base, mut inbox: mpsc::Receiver<Findings>) {
    const FACTS: &str = "INSERT INTO indexed VALUES ($1, $2, $3)
        ON CONFLICT (key) DO UPDATE SET stamp = excluded.stamp, facts = excluded.facts";
    const PROFILE: &str = "INSERT INTO profiles VALUES ($1, $2, $3)
        ON CONFLICT (key) DO UPDATE SET stamp = excluded.stamp, data = excluded.data";
    const THUMB: &str = "INSERT INTO thumbs VALUES ($1, $2, $3)
        ON CONFLICT (key) DO UPDATE SET stamp = excluded.stamp, svg = excluded.svg";
    while let Some(f) = inbox.recv().await {
        let _ = base.query(FACTS, &[&f.key, &f.stamp, &f.facts]).await;
        if let Some(profile) = &f.profile {
            let _ = base.query(PROFILE, &[&f.key, &f.stamp, profile]).await;
        }
        if let Some(svg) = &f.svg {
            let _ = base.query(THUMB, &[&f.key, &f.stamp, svg]).await;
        }
    }
}

//! Who owns a table, where several processes share a database. A process is there as long as it says so
//! ([`Store::beat`], every second); a table belongs to the process in its lease as long as that process is there. Each
//! change of the owner gets a number of its own, and who writes names the number under which it owns the table: whoever
//! was thought dead and is not can no longer write. All times are those of the database's clock.

use super::postgres::Trouble;
use super::{NotWritten, Store};
use anyhow::{Result, anyhow};
use std::collections::HashMap;

/// A process as the others know it.
#[derive(Clone, Debug)]
pub struct Me {
    pub id: String,
    /// `portal`, `worker` or `tool`.
    pub kind: &'static str,
    /// Where other processes reach it: host and port.
    pub address: String,
}

impl Me {
    pub fn new(kind: &'static str, address: String) -> Me {
        Me { id: crate::tables::secret(12), kind, address }
    }

    /// A command that looks at a database and goes again.
    pub fn tool() -> Me {
        Me::new("tool", String::new())
    }
}

/// The answer to whoever wants to own a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It is ours under this number. `seen_at`: when the owner before was last there, in ms.
    Mine {
        epoch: i64,
        seen_at: Option<i64>,
        /// It is known that the table must go on also when nobody looks.
        hot: bool,
    },
    /// A process that is there owns it.
    Held {
        owner: String,
        address: String,
    },
    NoSuchTable,
}

/// Who else is there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Present {
    pub portals: i64,
    pub workers: i64,
}

fn told(trouble: Trouble) -> anyhow::Error {
    anyhow!(trouble.words())
}

const WHOSE: &str =
    "SELECT l.epoch, l.owner, coalesce(p.address, ''), coalesce(p.expires > clock_timestamp(), false),
    coalesce(p.seen < clock_timestamp() - interval '1.5 s', true),
    coalesce(l.seen_at, (extract(epoch FROM p.seen) * 1000)::bigint), l.hot
    FROM leases l LEFT JOIN processes p ON p.id = l.owner WHERE l.table_id = $1";
/// Whoever had it is told: what it has in memory grows old.
const TAKE: &str = "WITH t AS (UPDATE leases SET owner = $2, epoch = epoch + 1, seen_at = NULL
    WHERE table_id = $1 AND epoch = $3 RETURNING table_id, epoch)
    SELECT epoch, pg_notify('ludarium_taken', table_id || ' ' || epoch)::text FROM t";

impl Store {
    /// Says that this process is there, for three more seconds.
    pub async fn beat(&self) -> Result<Present> {
        const BEAT: &str = "WITH me AS (INSERT INTO processes VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp() + interval '3 s')
            ON CONFLICT (id) DO UPDATE SET seen = excluded.seen, expires = excluded.expires)
            SELECT count(*) FILTER (WHERE kind = 'portal'), count(*) FILTER (WHERE kind = 'worker')
            FROM processes WHERE expires > clock_timestamp()";
        let Some(db) = self.shared() else { return Ok(Present::default()) };
        let me = db.base.me.clone();
        let args: Vec<Box<dyn tokio_postgres::types::ToSql + Sync + Send>> =
            vec![Box::new(me.id.clone()), Box::new(me.kind), Box::new(me.address.clone())];
        let rows = db.rows(BEAT, args).await.map_err(told)?;
        Ok(rows.first().map_or(Present::default(), |r| Present { portals: r.get(0), workers: r.get(1) }))
    }

    /// Takes a table that nobody owns, or says who does. `dead`: a process that did not answer; it loses its tables
    /// as soon as it also failed to say that it is there.
    pub async fn claim(&self, table: &str, dead: Option<&str>) -> Result<Claim> {
        let Some(db) = self.shared() else { return Ok(Claim::Mine { epoch: 0, seen_at: None, hot: true }) };
        let me = db.base.me.id.clone();
        for _ in 0..4 {
            let rows = db.rows(WHOSE, vec![Box::new(table.to_owned())]).await.map_err(told)?;
            let Some(row) = rows.first() else {
                const MAKE: &str = "INSERT INTO leases (table_id) SELECT id FROM tables WHERE id = $1
                    ON CONFLICT DO NOTHING RETURNING table_id";
                let made = db.rows(MAKE, vec![Box::new(table.to_owned())]).await.map_err(told)?;
                if made.is_empty() {
                    return Ok(Claim::NoSuchTable);
                }
                continue;
            };
            let (epoch, owner): (i64, Option<String>) = (row.get(0), row.get(1));
            let (alive, late): (bool, bool) = (row.get(3), row.get(4));
            let (seen_at, hot): (Option<i64>, bool) = (row.get(5), row.get(6));
            if let Some(owner) = owner
                && owner != me
                && alive
                && !(late && dead == Some(owner.as_str()))
            {
                return Ok(Claim::Held { owner, address: row.get(2) });
            }
            let args: Vec<Box<dyn tokio_postgres::types::ToSql + Sync + Send>> =
                vec![Box::new(table.to_owned()), Box::new(me.clone()), Box::new(epoch)];
            if let Some(row) = db.rows(TAKE, args).await.map_err(told)?.first() {
                return Ok(Claim::Mine { epoch: row.get(0), seen_at, hot });
            }
        }
        Err(anyhow!("the table changes hands too often"))
    }

    /// Notes that a table must go on also when nobody looks.
    pub async fn keep_hot(&self, table: &str, epoch: i64) -> Result<(), NotWritten> {
        const HOT: &str = "UPDATE leases SET hot = true WHERE table_id = $1 AND epoch = $2";
        let Some(db) = self.shared() else { return Ok(()) };
        let rows = db.rows(HOT, vec![Box::new(table.to_owned()), Box::new(epoch)]).await;
        rows.map(drop).map_err(|t| NotWritten::Unavailable(t.words()))
    }

    /// Lets go of a table that nobody looks at any more.
    pub async fn release(&self, table: &str, epoch: i64) -> Result<(), NotWritten> {
        const LET_GO: &str =
            "UPDATE leases SET owner = NULL, seen_at = (extract(epoch FROM clock_timestamp()) * 1000)::bigint
            WHERE table_id = $1 AND epoch = $2";
        let Some(db) = self.shared() else { return Ok(()) };
        let rows = db.rows(LET_GO, vec![Box::new(table.to_owned()), Box::new(epoch)]).await;
        rows.map(drop).map_err(|t| NotWritten::Unavailable(t.words()))
    }

    /// Lets go of everything: others take it over at once.
    pub async fn leave(&self) -> Result<()> {
        const LET_GO: &str = "WITH gone AS (DELETE FROM processes WHERE id = $1),
            jobs AS (UPDATE jobs SET lease = clock_timestamp() WHERE worker = $1 AND state = 'running')
            UPDATE leases SET owner = NULL, epoch = epoch + 1,
            seen_at = (extract(epoch FROM clock_timestamp()) * 1000)::bigint WHERE owner = $1";
        let Some(db) = self.shared() else { return Ok(()) };
        db.rows(LET_GO, vec![Box::new(db.base.me.id.clone())]).await.map(drop).map_err(told)
    }

    /// Lets go of tables that were only brought in: no clock ran meanwhile.
    pub async fn disown(&self) -> Result<()> {
        const LET_GO: &str = "UPDATE leases SET owner = NULL, seen_at = NULL WHERE owner = $1";
        let Some(db) = self.shared() else { return Ok(()) };
        db.rows(LET_GO, vec![Box::new(db.base.me.id.clone())]).await.map(drop).map_err(told)
    }

    /// The tables that this process owns, with their numbers.
    pub async fn owned(&self) -> Result<HashMap<String, i64>> {
        const OWN: &str = "SELECT table_id, epoch FROM leases WHERE owner = $1";
        let Some(db) = self.shared() else { return Ok(HashMap::new()) };
        let rows = db.rows(OWN, vec![Box::new(db.base.me.id.clone())]).await.map_err(told)?;
        Ok(rows.iter().map(|r| (r.get(0), r.get(1))).collect())
    }

    /// Tables that have to go on and whose owner is gone, a few of them. (Tournaments look for each other themselves.)
    pub async fn orphans(&self, most: i64) -> Result<Vec<String>> {
        const LOST: &str = "SELECT l.table_id FROM leases l LEFT JOIN processes p ON p.id = l.owner
            WHERE l.owner IS NOT NULL AND l.hot AND (p.id IS NULL OR p.expires < clock_timestamp())
            AND l.table_id NOT LIKE 'cup-%' ORDER BY random() LIMIT $1";
        let Some(db) = self.shared() else { return Ok(Vec::new()) };
        let rows = db.rows(LOST, vec![Box::new(most)]).await.map_err(told)?;
        Ok(rows.iter().map(|r| r.get(0)).collect())
    }

    /// Forgets processes that went long ago, and what belonged to them.
    pub async fn tidy(&self) -> Result<()> {
        const OWNERS: &str = "UPDATE leases l SET owner = NULL, seen_at = (extract(epoch FROM p.seen) * 1000)::bigint
            FROM processes p WHERE p.id = l.owner AND NOT l.hot AND p.expires < clock_timestamp() - interval '60 s'";
        const PROCESSES: &str = "DELETE FROM processes p WHERE expires < clock_timestamp() - interval '60 s'
            AND NOT EXISTS (SELECT 1 FROM leases l WHERE l.owner = p.id)";
        const JOBS: &str =
            "DELETE FROM jobs WHERE state NOT IN ('waiting', 'running') AND ended < clock_timestamp() -
            CASE WHEN kind = 'reconstruct' THEN interval '7 days' ELSE interval '2 minutes' END";
        let Some(db) = self.shared() else { return Ok(()) };
        for sql in [OWNERS, PROCESSES, JOBS] {
            db.rows(sql, Vec::new()).await.map_err(told)?;
        }
        Ok(())
    }

    /// What processes on this database prove to each other that they belong together with.
    pub async fn common_secret(&self) -> Result<String> {
        const PUT: &str = "INSERT INTO settings VALUES ('secret', $1) ON CONFLICT DO NOTHING";
        const GET: &str = "SELECT value FROM settings WHERE key = 'secret'";
        let Some(db) = self.shared() else { return Ok(String::new()) };
        db.rows(PUT, vec![Box::new(crate::tables::secret(32))]).await.map_err(told)?;
        let rows = db.rows(GET, Vec::new()).await.map_err(told)?;
        rows.first().map(|r| r.get(0)).ok_or_else(|| anyhow!("the database keeps no secret"))
    }

    /// This process as the others know it.
    pub fn me(&self) -> Option<&Me> {
        self.shared().map(|db| &*db.base.me)
    }
}

//! Statements that both databases understand, each written once: plain reads, and changes that happen together or not at
//! all. What the rows mean is the business of whoever writes the statements (`people`, `tournaments`).
//!
//! Parameters are `$1`, `$2` and so on. A change may say how many rows it has to touch; if it touches another number,
//! somebody else was first, nothing of the whole is done, and the answer is [`NotWritten::Fenced`].

use super::{Back, NotWritten, Store};
use anyhow::{Context, Result, anyhow, bail};
use rusqlite::Connection;
use serde::{Deserialize, Serialize};
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

/// The layout of what is kept through here, for both databases.
pub(super) const LAYOUT: &str = include_str!("people.sql");
/// The same for notes and reports.
pub(super) const NOTES: &str = include_str!("notes.sql");

/// A value in a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Datum {
    Null,
    Int(i64),
    Real(f64),
    Text(String),
}

impl From<&str> for Datum {
    fn from(text: &str) -> Datum {
        Datum::Text(text.to_owned())
    }
}
impl From<String> for Datum {
    fn from(text: String) -> Datum {
        Datum::Text(text)
    }
}
impl From<i64> for Datum {
    fn from(n: i64) -> Datum {
        Datum::Int(n)
    }
}
impl From<f64> for Datum {
    fn from(x: f64) -> Datum {
        Datum::Real(x)
    }
}
impl<T: Into<Datum>> From<Option<T>> for Datum {
    fn from(value: Option<T>) -> Datum {
        value.map_or(Datum::Null, Into::into)
    }
}

impl Datum {
    pub fn text(&self) -> &str {
        if let Datum::Text(text) = self { text } else { "" }
    }

    pub fn int(&self) -> Option<i64> {
        if let Datum::Int(n) = self { Some(*n) } else { None }
    }

    pub fn real(&self) -> Option<f64> {
        match self {
            Datum::Real(x) => Some(*x),
            Datum::Int(n) => Some(*n as f64),
            Datum::Null | Datum::Text(_) => None,
        }
    }
}

impl rusqlite::ToSql for Datum {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        use rusqlite::types::{ToSqlOutput, ValueRef};
        Ok(ToSqlOutput::Borrowed(match self {
            Datum::Null => ValueRef::Null,
            Datum::Int(n) => ValueRef::Integer(*n),
            Datum::Real(x) => ValueRef::Real(*x),
            Datum::Text(text) => ValueRef::Text(text.as_bytes()),
        }))
    }
}

impl rusqlite::types::FromSql for Datum {
    fn column_result(value: rusqlite::types::ValueRef<'_>) -> rusqlite::types::FromSqlResult<Datum> {
        use rusqlite::types::{FromSqlError, ValueRef};
        Ok(match value {
            ValueRef::Null => Datum::Null,
            ValueRef::Integer(n) => Datum::Int(n),
            ValueRef::Real(x) => Datum::Real(x),
            ValueRef::Text(_) => Datum::Text(value.as_str()?.to_owned()),
            ValueRef::Blob(_) => return Err(FromSqlError::InvalidType),
        })
    }
}

impl ToSql for Datum {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut bytes::BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Datum::Null => Ok(IsNull::Yes),
            Datum::Int(n) => n.to_sql(ty, out),
            Datum::Real(x) => x.to_sql(ty, out),
            Datum::Text(text) => text.to_sql(ty, out),
        }
    }

    fn accepts(ty: &Type) -> bool {
        matches!(*ty, Type::TEXT | Type::INT8 | Type::FLOAT8)
    }

    to_sql_checked!();
}

/// A row in the order of its statement's columns.
pub type Row = Vec<Datum>;

fn row_of_postgres(row: &tokio_postgres::Row) -> Result<Row> {
    let columns = row.columns().iter().enumerate();
    columns
        .map(|(i, column)| {
            Ok(match *column.type_() {
                Type::TEXT => row.try_get::<_, Option<String>>(i)?.into(),
                Type::INT8 => row.try_get::<_, Option<i64>>(i)?.into(),
                Type::FLOAT8 => row.try_get::<_, Option<f64>>(i)?.into(),
                ref other => bail!("a column of the kind {other}"),
            })
        })
        .collect()
}

/// One statement of several that are done together.
pub struct Change {
    sql: &'static str,
    args: Vec<Datum>,
    /// So many rows it has to touch.
    rows: Option<usize>,
}

impl Change {
    pub fn new(sql: &'static str, args: Vec<Datum>) -> Change {
        Change { sql, args, rows: None }
    }

    /// One that touches exactly one row; if it does not, somebody else was first.
    pub fn one(sql: &'static str, args: Vec<Datum>) -> Change {
        Change { sql, args, rows: Some(1) }
    }

    fn has_done(&self, rows: usize) -> Result<(), NotWritten> {
        if self.rows.is_none_or(|wanted| wanted == rows) { Ok(()) } else { Err(NotWritten::Fenced) }
    }
}

/// The statement in the words of SQLite.
fn numbered(sql: &str) -> String {
    sql.replace('$', "?")
}

fn change_sqlite(db: &Connection, all: &[Change]) -> Result<(), NotWritten> {
    all.iter().try_for_each(|change| {
        let mut statement = db.prepare_cached(&numbered(change.sql))?;
        change.has_done(statement.execute(rusqlite::params_from_iter(&change.args))?)
    })
}

async fn change_postgres(base: &super::postgres::Base, all: &[Change]) -> Result<(), NotWritten> {
    let away = |t: super::postgres::Trouble| NotWritten::Unavailable(t.words());
    let told = |e: tokio_postgres::Error| match e.code() {
        Some(&tokio_postgres::error::SqlState::UNIQUE_VIOLATION) => NotWritten::Fenced,
        Some(_) | None => NotWritten::Unavailable(super::postgres::Trouble::from(e).words()),
    };
    let mut db = base.connection().await.map_err(away)?;
    let together = db.transaction().await.map_err(told)?;
    for change in all {
        let statement = together.prepare_cached(change.sql).await.map_err(told)?;
        let args: Vec<&(dyn ToSql + Sync)> = change.args.iter().map(|a| a as &(dyn ToSql + Sync)).collect();
        let rows = together.execute(&statement, &args).await.map_err(told)?;
        change.has_done(usize::try_from(rows).unwrap_or(usize::MAX))?;
    }
    together.commit().await.map_err(told)
}

impl Store {
    /// Reads rows.
    pub async fn look(&self, sql: &'static str, args: Vec<Datum>) -> Result<Vec<Row>> {
        match &self.back {
            Back::Sqlite(db) => db.read(|db| {
                let mut statement = db.prepare_cached(&numbered(sql))?;
                let width = statement.column_count();
                statement
                    .query_map(rusqlite::params_from_iter(&args), |row| {
                        (0..width).map(|i| row.get(i)).collect::<rusqlite::Result<Row>>()
                    })?
                    .collect()
            }),
            Back::Postgres(db) => {
                let base = db.base.clone();
                let work = async move {
                    let args: Vec<&(dyn ToSql + Sync)> =
                        args.iter().map(|a| a as &(dyn ToSql + Sync)).collect();
                    base.query(sql, &args).await
                };
                let told = db.on(work).await.context("the database is closed")?;
                told.map_err(|t| anyhow!(t.words()))?.iter().map(row_of_postgres).collect()
            }
        }
    }

    /// Does all of it or nothing; done when it is durable.
    pub async fn change(&self, all: Vec<Change>) -> Result<(), NotWritten> {
        match &self.back {
            Back::Sqlite(db) => db.write(move |db| change_sqlite(db, &all)).await,
            Back::Postgres(db) => {
                let base = db.base.clone();
                let closed = || NotWritten::Unavailable("the database is closed".to_owned());
                db.on(async move { change_postgres(&base, &all).await }).await.ok_or_else(closed)?
            }
        }
    }
}

/// What of it is taken out and brought in: the name of the table, the statement that reads it, and the one that writes a
/// row that is not there.
pub(super) struct Kept {
    pub name: &'static str,
    pub read: &'static str,
    pub write: &'static str,
}

/// Seeks are left out: they are gone in minutes.
pub(super) const KEPT: &[Kept] = &[
    Kept {
        name: "notes",
        read: "SELECT id, made_at, kind, subject, name, state, flags, data FROM notes",
        write: "INSERT INTO notes VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
    },
    Kept {
        name: "people",
        read: "SELECT id, name, made_at, password FROM people",
        write: "INSERT INTO people VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    },
    Kept {
        name: "person_keys",
        read: "SELECT hash, person, made_at FROM person_keys",
        write: "INSERT INTO person_keys VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    },
    Kept {
        name: "contests",
        read: "SELECT table_id, game, made_at, tournament, ended_at, n, data FROM contests",
        write: "INSERT INTO contests VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
    },
    Kept {
        name: "sitting",
        read: "SELECT table_id, player, made_at FROM sitting",
        write: "INSERT INTO sitting VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    },
    Kept {
        name: "results",
        read: "SELECT table_id, seat, player, game, ended_at, score, rating_before, rating_after FROM results",
        write: "INSERT INTO results VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
    },
    Kept {
        name: "ratings",
        read: "SELECT player, game, rating, deviation, volatility, games, won, drawn, lost, last_at FROM ratings",
        write: "INSERT INTO ratings VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING",
    },
    Kept {
        name: "cups",
        read: "SELECT id, made_at, state, data FROM cups",
        write: "INSERT INTO cups VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    },
];

//! Everything that cannot be worked out again, as lines of JSON: tables with their logs, descriptions, verdicts. What one
//! store wrote the other one reads, and writes again as the same bytes. Logs are checked on the way.

use super::rows::KEPT;
use super::{Change, Event, NotWritten, Row, Store, TableRow, VerdictRow, WrittenRow, verify};
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Write};

/// The form of the lines; another one is refused.
const FORM: u32 = 1;
const AT_ONCE: i64 = 200;

/// One line. Texts stay texts, so that every byte comes back.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Ludarium {
        form: u32,
    },
    Table {
        id: String,
        made_at: i64,
        spec: String,
        chance: String,
        seats: String,
        clock: String,
        /// Number, time in ms, kind, data, chain.
        events: Vec<(i64, i64, String, String, String)>,
    },
    Written {
        id: String,
        made_at: i64,
        text: String,
    },
    Verdict {
        key: String,
        ruleset: String,
        stamp: String,
        data: String,
    },
    /// A row of what people and tournaments keep.
    Row {
        of: String,
        row: Row,
    },
}

/// How much went over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counted {
    pub tables: usize,
    pub events: usize,
    pub descriptions: usize,
    pub verdicts: usize,
    /// Rows about people, their results and their tournaments.
    pub rows: usize,
    /// What was there already, just as it is.
    pub known: usize,
    /// Tables whose log does not hold together, with the place.
    pub damaged: Vec<(String, i64)>,
}

async fn ids(store: &Store) -> Result<Vec<String>> {
    let mut all: Vec<String> = Vec::new();
    loop {
        let more = store.table_ids(all.last().map_or("", String::as_str), AT_ONCE).await?;
        if more.is_empty() {
            return Ok(all);
        }
        all.extend(more);
    }
}

/// Writes out everything. A damaged log is written as it is, and named.
pub async fn export(store: &Store, out: &mut dyn Write) -> Result<Counted> {
    let mut counted = Counted::default();
    let mut put = |line: &Line| -> Result<()> {
        serde_json::to_writer(&mut *out, line)?;
        out.write_all(b"\n").context("cannot write")
    };
    put(&Line::Ludarium { form: FORM })?;
    for WrittenRow { id, made_at, text } in store.all_written().await? {
        put(&Line::Written { id, made_at, text })?;
        counted.descriptions += 1;
    }
    for VerdictRow { key, ruleset, stamp, data } in store.all_verdicts().await? {
        put(&Line::Verdict { key, ruleset, stamp, data })?;
        counted.verdicts += 1;
    }
    for kept in KEPT {
        let mut rows = store.look(kept.read, Vec::new()).await?;
        // The databases have other orders of texts.
        rows.sort_by_cached_key(|row| format!("{row:?}"));
        for row in rows {
            put(&Line::Row { of: kept.name.to_owned(), row })?;
            counted.rows += 1;
        }
    }
    for id in ids(store).await? {
        let Some(row) = store.table(&id).await? else { continue };
        let events = store.events(&id).await?;
        if let Err(at) = verify(&id, &events) {
            counted.damaged.push((id.clone(), at.0));
        }
        counted.tables += 1;
        counted.events += events.len();
        let TableRow { id, made_at, spec, chance, seats, clock } = row;
        let events = events.into_iter().map(|e| (e.n, e.at, e.kind, e.data, e.chain)).collect();
        put(&Line::Table { id, made_at, spec, chance, seats, clock, events })?;
    }
    Ok(counted)
}

/// Reads lines in. What is there already must be the same; nothing that is there is changed. A damaged log is left out,
/// and named.
pub async fn import(store: &Store, lines: &mut dyn BufRead) -> Result<Counted> {
    let mut counted = Counted::default();
    let mut begun = false;
    for (number, line) in (1..).zip(lines.lines()) {
        let line = line.context("cannot read")?;
        if line.is_empty() {
            continue;
        }
        let line: Line = serde_json::from_str(&line).with_context(|| format!("line {number}"))?;
        if !begun && !matches!(line, Line::Ludarium { .. }) {
            bail!("this does not begin like something that `ludarium portal export` wrote");
        }
        begun = true;
        match line {
            Line::Ludarium { form } if form == FORM => {}
            Line::Ludarium { form } => bail!("this is form {form}; only form {FORM} is known"),
            Line::Written { id, made_at, text } => {
                store.keep_written(WrittenRow { id, made_at, text }).await?;
                counted.descriptions += 1;
            }
            Line::Verdict { key, ruleset, stamp, data } => {
                store.keep_verdict(VerdictRow { key, ruleset, stamp, data }).await?;
                counted.verdicts += 1;
            }
            Line::Row { of, row } => {
                let kept = KEPT.iter().find(|k| k.name == of);
                let kept = kept.with_context(|| format!("line {number}: rows of \"{of}\" are not known"))?;
                store.change(vec![Change::new(kept.write, row)]).await?;
                counted.rows += 1;
            }
            Line::Table { id, made_at, spec, chance, seats, clock, events } => {
                let events: Vec<Event> = events
                    .into_iter()
                    .map(|(n, at, kind, data, chain)| Event { n, at, kind, data, chain })
                    .collect();
                let row = TableRow { id, made_at, spec, chance, seats, clock };
                bring_in(store, row, events, &mut counted).await?;
            }
        }
    }
    if !begun {
        bail!("there is nothing to import");
    }
    store.disown().await?;
    Ok(counted)
}

async fn bring_in(store: &Store, row: TableRow, events: Vec<Event>, counted: &mut Counted) -> Result<()> {
    if let Err(at) = verify(&row.id, &events) {
        counted.damaged.push((row.id, at.0));
        return Ok(());
    }
    if let Some(there) = store.table(&row.id).await? {
        if there == row && store.events(&row.id).await? == events {
            counted.known += 1;
            return Ok(());
        }
        bail!("table {} is there already and is not the same", row.id);
    }
    let (id, n) = (row.id.clone(), events.len());
    match store.make_table(row, events, false).await {
        Ok(_) => {}
        Err(NotWritten::Fenced) => bail!("table {id} was made by somebody else meanwhile"),
        Err(NotWritten::Unavailable(why)) => bail!("table {id} was not written: {why}"),
    }
    counted.tables += 1;
    counted.events += n;
    Ok(())
}

/// Goes through all logs and looks whether they hold together.
pub async fn check(store: &Store) -> Result<Counted> {
    let mut counted = Counted::default();
    for id in ids(store).await? {
        let events = store.events(&id).await?;
        counted.tables += 1;
        counted.events += events.len();
        if let Err(at) = verify(&id, &events) {
            counted.damaged.push((id, at.0));
        }
    }
    Ok(counted)
}

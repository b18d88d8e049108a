//! What visitors write: notes on games, rulesets and positions, and reports of rules that are wrong. Each is a row with a
//! state that moderators change. It knows rows and who may do what to them, and makes no pages.

use crate::store::{Change, Datum, NotWritten, Row, Store};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Note,
    Report,
}

/// What became of it. Hidden ones are seen by moderators only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    Shown,
    Hidden,
    /// Of a report: the rule was mended.
    Mended,
    /// Of a report: the rule is right as it is.
    Right,
}

impl Kind {
    fn key(self) -> &'static str {
        match self {
            Kind::Note => "note",
            Kind::Report => "report",
        }
    }
}

impl State {
    pub const ALL: [State; 4] = [State::Shown, State::Hidden, State::Mended, State::Right];

    pub fn key(self) -> &'static str {
        match self {
            State::Shown => "shown",
            State::Hidden => "hidden",
            State::Mended => "mended",
            State::Right => "right",
        }
    }

    pub fn from_key(key: &str) -> Option<State> {
        State::ALL.into_iter().find(|s| s.key() == key)
    }
}

/// The position that a report is about: what leads to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Position {
    pub game: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub ruleset: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub options: String,
    pub moves: String,
    /// The exact description that was played.
    pub version: String,
}

/// What somebody wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Written {
    pub text: String,
    /// Of a report: what should happen, and where that is said.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub expected: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// What a moderator answered.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reply: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Note {
    pub id: String,
    pub made_at: i64,
    pub kind: Kind,
    /// The address of the page it is about.
    pub subject: String,
    pub name: String,
    pub state: State,
    pub flags: i64,
    pub written: Written,
}

fn of_row(row: &Row) -> Option<Note> {
    let [id, made_at, kind, subject, name, state, flags, data] = row.as_slice() else { return None };
    Some(Note {
        id: id.text().to_owned(),
        made_at: made_at.int()?,
        kind: if kind.text() == Kind::Report.key() { Kind::Report } else { Kind::Note },
        subject: subject.text().to_owned(),
        name: name.text().to_owned(),
        state: State::from_key(state.text())?,
        flags: flags.int()?,
        written: serde_json::from_str(data.text()).ok()?,
    })
}

/// Longer texts are refused, so that a page stays a page.
pub const MOST_TEXT: usize = 4000;
pub const MOST_NAME: usize = 60;
pub const MOST_SUBJECT: usize = 6000;

/// Why something was not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Off,
    Empty,
    TooLong,
    Full,
}

/// The notes of a portal.
pub struct Notes {
    store: Arc<Store>,
    /// The operator wants notes at all.
    wanted: bool,
    /// A moderator has not switched them off for now.
    open: AtomicBool,
    /// The hash of what moderators know.
    moderator: String,
}

fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// What opens the moderators' page: from the settings, else from a file in the portal's folder that is made once.
fn moderator_key(said: Option<&str>, data: &Path) -> Result<String> {
    if let Some(said) = said.filter(|s| !s.trim().is_empty()) {
        return Ok(said.trim().to_owned());
    }
    let path = data.join("moderator.key");
    if let Ok(kept) = std::fs::read_to_string(&path) {
        return Ok(kept.trim().to_owned());
    }
    let key = crate::tables::secret(20);
    std::fs::create_dir_all(data).with_context(|| format!("cannot make {}", data.display()))?;
    write_private(&path, &key).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(key)
}

/// For the eyes of the operator alone.
fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    use std::io::Write;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(format!("{text}\n").as_bytes())
}

impl Notes {
    pub fn open(store: Arc<Store>, wanted: bool, moderator: Option<&str>, data: &Path) -> Result<Notes> {
        let moderator = hash(&moderator_key(moderator, data)?);
        Ok(Notes { store, wanted, open: AtomicBool::new(true), moderator })
    }

    /// May notes be read and written?
    pub fn are_on(&self) -> bool {
        self.wanted && self.open.load(Ordering::Acquire)
    }

    /// Did the operator switch them off for good?
    pub fn are_wanted(&self) -> bool {
        self.wanted
    }

    /// The switch of the moderators, kept in the database so that it outlives a restart.
    pub async fn switch(&self, on: bool) -> Result<(), NotWritten> {
        const PUT: &str = "INSERT INTO notes VALUES ('switch', 0, 'switch', '', '', $1, 0, '')
            ON CONFLICT (id) DO UPDATE SET state = excluded.state";
        let word = if on { "on" } else { "off" };
        self.store.change(vec![Change::new(PUT, vec![word.into()])]).await?;
        self.open.store(on, Ordering::Release);
        Ok(())
    }

    /// What the switch says by now; several portals share it.
    pub async fn look_at_switch(&self) {
        let rows = self.store.look("SELECT state FROM notes WHERE id = 'switch'", Vec::new()).await;
        if let Ok(rows) = rows {
            let off = rows.first().and_then(|r| r.first()).is_some_and(|s| s.text() == "off");
            self.open.store(!off, Ordering::Release);
        }
    }

    pub fn is_moderator(&self, key: &str) -> bool {
        // Hashes are compared: how long that takes tells nothing about the key.
        hash(key) == self.moderator
    }

    /// What a moderator's browser keeps instead of the key.
    pub fn cookie(&self) -> String {
        hash(&format!("cookie of {}", self.moderator))
    }

    /// Keeps something; its name comes back when it is durable.
    pub async fn add(
        &self,
        kind: Kind,
        subject: &str,
        name: &str,
        written: &Written,
    ) -> Result<Result<String, Refusal>, NotWritten> {
        let length = written.text.len().max(written.expected.len()).max(written.source.len());
        let refused = if kind == Kind::Note && !self.are_on() {
            Some(Refusal::Off)
        } else if written.text.trim().is_empty() {
            Some(Refusal::Empty)
        } else if length > MOST_TEXT || name.len() > MOST_NAME || subject.len() > MOST_SUBJECT {
            Some(Refusal::TooLong)
        } else if self.store.is_full() {
            Some(Refusal::Full)
        } else {
            None
        };
        if let Some(refused) = refused {
            return Ok(Err(refused));
        }
        let id = crate::tables::secret(10).to_lowercase();
        let data = serde_json::to_string(written).unwrap_or_default();
        let row: Vec<Datum> = vec![
            id.as_str().into(),
            crate::tables::now_ms().into(),
            kind.key().into(),
            subject.into(),
            name.trim().into(),
            State::Shown.key().into(),
            0i64.into(),
            data.into(),
        ];
        const PUT: &str = "INSERT INTO notes VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        self.store.change(vec![Change::one(PUT, row)]).await?;
        Ok(Ok(id))
    }

    async fn read(&self, sql: &'static str, args: Vec<Datum>) -> Result<Vec<Note>> {
        Ok(self.store.look(sql, args).await?.iter().filter_map(of_row).collect())
    }

    /// What is shown on a page: notes about it and about what lies below it.
    pub async fn about(&self, subject: &str) -> Result<Vec<Note>> {
        if !self.are_on() {
            return Ok(Vec::new());
        }
        const GET: &str = "SELECT id, made_at, kind, subject, name, state, flags, data FROM notes
            WHERE kind = 'note' AND state = 'shown' AND (subject = $1 OR (subject >= $2 AND subject < $3))
            ORDER BY made_at DESC LIMIT 50";
        let (from, to) = (format!("{subject}/"), format!("{subject}0"));
        self.read(GET, vec![subject.into(), from.into(), to.into()]).await
    }

    pub async fn one(&self, id: &str) -> Result<Option<Note>> {
        const GET: &str =
            "SELECT id, made_at, kind, subject, name, state, flags, data FROM notes WHERE id = $1";
        Ok(self.read(GET, vec![id.into()]).await?.into_iter().next())
    }

    /// The newest ones of a kind that everybody may see.
    pub async fn newest(&self, kind: Kind, before: i64) -> Result<Vec<Note>> {
        const GET: &str = "SELECT id, made_at, kind, subject, name, state, flags, data FROM notes
            WHERE kind = $1 AND state <> 'hidden' AND made_at < $2 ORDER BY made_at DESC LIMIT 50";
        self.read(GET, vec![kind.key().into(), before.into()]).await
    }

    /// What moderators look through: flagged ones first.
    pub async fn queue(&self) -> Result<Vec<Note>> {
        const GET: &str = "SELECT id, made_at, kind, subject, name, state, flags, data FROM notes
            WHERE kind <> 'switch' ORDER BY flags DESC, made_at DESC LIMIT 200";
        self.read(GET, Vec::new()).await
    }

    /// All reports that everybody may see, oldest first.
    pub async fn reports(&self) -> Result<Vec<Note>> {
        const GET: &str = "SELECT id, made_at, kind, subject, name, state, flags, data FROM notes
            WHERE kind = 'report' AND state <> 'hidden' ORDER BY made_at, id";
        self.read(GET, Vec::new()).await
    }

    /// Somebody asks moderators to look at it.
    pub async fn flag(&self, id: &str) -> Result<(), NotWritten> {
        const PUT: &str = "UPDATE notes SET flags = flags + 1 WHERE id = $1 AND kind <> 'switch'";
        self.store.change(vec![Change::new(PUT, vec![id.into()])]).await
    }

    pub async fn set(&self, id: &str, state: State, reply: Option<&str>) -> Result<(), NotWritten> {
        let there = self.one(id).await.map_err(|e| NotWritten::Unavailable(e.to_string()))?;
        let Some(mut note) = there else { return Ok(()) };
        if let Some(reply) = reply.filter(|r| r.len() <= MOST_TEXT) {
            reply.trim().clone_into(&mut note.written.reply);
        }
        let data = serde_json::to_string(&note.written).unwrap_or_default();
        const PUT: &str = "UPDATE notes SET state = $2, flags = 0, data = $3 WHERE id = $1";
        self.store.change(vec![Change::new(PUT, vec![id.into(), state.key().into(), data.into()])]).await
    }

    pub async fn erase(&self, id: &str) -> Result<(), NotWritten> {
        const PUT: &str = "DELETE FROM notes WHERE id = $1 AND kind <> 'switch'";
        self.store.change(vec![Change::new(PUT, vec![id.into()])]).await
    }
}

//! Opening tables: new ones, and those that are in the database.

use super::contest::{self, KeptSpec, Terms, computer_seat};
use super::log::{MoveData, fold};
use super::{
    ClockSetup, Ending, Founded, Live, MOST_PLIES, Made, NewTable, Sealed, Seat, Sitter, Spec, Table, Tables,
    Timing, Trouble, clean_clock, clean_name, hashed, is_hot, is_over, is_practice, json, now_ms, secret,
    start_clock, trouble_of, yours,
};
use crate::engine::{Ask, Tell};
use crate::session::Chance;
use crate::store::{Claim, Event, NotWritten, TableRow, verify};
use ludarium_play::naming::is_former_name;
use std::sync::Arc;
use std::time::{Duration, Instant};

impl Tables {
    /// What chance brought at the table where these moves were made, if whoever asks may know all of them.
    async fn chance_of(self: &Arc<Self>, new: &NewTable, token: &str) -> Result<Option<Chance>, Trouble> {
        let Some(of) = new.of.as_deref() else { return Ok(None) };
        let table = match self.open(of).await {
            Ok(table) if table.spec == new.spec => table,
            // Who has that table has to make this one.
            Err(trouble @ Trouble::Elsewhere { .. }) => return Err(trouble),
            Ok(_) | Err(_) => return Ok(None),
        };
        let live = table.live.lock().await;
        let knows =
            !live.look.hidden || is_over(&live) || (is_practice(&live) && !yours(&live, token).is_empty());
        let made = live.look.plies.iter().map(|p| &p.name);
        let same = live.look.plies.len() >= new.moves.len() && made.zip(&new.moves).all(|(a, b)| a == b);
        Ok((knows && same).then(|| live.chance.clone()))
    }

    /// Opens a new table for whoever holds `token`.
    pub async fn make(self: &Arc<Self>, new: NewTable, token: &str) -> Result<Made, Trouble> {
        if new.moves.len() > MOST_PLIES {
            return Err(Trouble::Bad("too many moves".to_owned()));
        }
        if self.store.is_full() {
            return Err(Trouble::Full("the database is full; old games have to go first".to_owned()));
        }
        let mut bytes = [0u8; 8];
        getrandom::fill(&mut bytes).map_err(|e| Trouble::Broken(e.to_string()))?;
        let secret_seed = u64::from_le_bytes(bytes);
        // The past of a branch is what it was; its future is its own, or looking ahead would tell the other table's.
        let chance = match self.chance_of(&new, token).await? {
            Some(there) => there.branch(new.moves.len(), secret_seed),
            None => Chance::from(secret_seed),
        };
        let (mut engine, mut look) = self.engine(&new.spec, chance.clone(), Vec::new()).await?;
        let id = secret(10);
        let me = self.people.recognise(token).await;
        let token = secret(24);
        let mut events: Vec<Event> = Vec::new();
        let players = look.players.max(1);
        let mut invites = Vec::new();
        let mut seats = Vec::new();
        for i in 0..players {
            let wanted = new.seats.get(i).cloned().unwrap_or_default();
            let name = clean_name(&wanted.name);
            seats.push(match wanted.who.as_str() {
                "computer" => computer_seat(wanted.level),
                "friend" => {
                    let invite = secret(16);
                    invites.push((i + 1, invite.clone()));
                    let invite = Some(hashed(&invite));
                    Seat { sitter: Sitter::Person, level: 0, name, token: None, invite, person: None }
                }
                "" | "me" => {
                    let name = me.as_ref().map_or(name, |me| me.name.clone());
                    let person = me.as_ref().map(|me| me.id.clone());
                    let token = Some(hashed(&token));
                    Seat { sitter: Sitter::Person, level: 0, name, token, invite: None, person }
                }
                other => return Err(Trouble::Bad(format!("who is \"{other}\"?"))),
            });
        }
        let terms = Terms { rated: new.rated, ..Terms::default() };
        if new.rated {
            contest::may_be_rated(&seats, &new)?;
        }
        let setup = clean_clock(new.clock);
        let left = start_clock(setup, players);
        let mut chain = String::new();
        for name in &new.moves {
            match engine.ask(Ask::Play(name.clone())).await {
                Tell::Played { index, ply, moment, choices } => {
                    let data = MoveData { i: index, name: ply.name.clone(), left: left.clone(), by: None };
                    let event = Event::after(&chain, &id, events.len() as i64, now_ms(), "move", json(&data));
                    chain.clone_from(&event.chain);
                    events.push(event);
                    look.add(ply, moment, choices);
                }
                other => return Err(trouble_of(other)),
            }
        }
        let founded = Founded { seats, terms, made_at: now_ms(), setup };
        let live = Live::new(engine, look, chance, founded, self.people.known.clone());
        self.found(&id, new.spec, live, events).await?;
        Ok(Made { id, token, invites })
    }

    /// Writes a new table down and lets it begin.
    pub(super) async fn found(
        self: &Arc<Self>,
        id: &str,
        spec: Spec,
        mut live: Live,
        events: Vec<Event>,
    ) -> Result<Arc<Table>, Trouble> {
        let row = TableRow {
            id: id.to_owned(),
            made_at: live.made_at,
            spec: json(&KeptSpec { spec: spec.clone(), terms: live.terms.clone() }),
            chance: json(&live.chance),
            seats: json(&live.seats),
            clock: json(&live.setup),
        };
        let broken = |e: NotWritten| Trouble::Broken(e.to_string());
        live.next_event = events.len() as i64;
        live.chain = events.last().map_or(String::new(), |e| e.chain.clone());
        if live.terms.is_contest() {
            let tournament = live.terms.tournament.as_deref();
            self.people.begin(id, &spec.rating_key(), tournament).await.map_err(broken)?;
        }
        live.lease = self.store.make_table(row, events, is_hot(&live)).await.map_err(broken)?;
        let people: Vec<String> = live.seats.iter().filter_map(|s| s.person.clone()).collect();
        self.people.seat(id, &people).await.map_err(broken)?;
        let table = self.keep(id, spec, live);
        self.go_on(&table).await;
        Ok(table)
    }

    /// The table with this id, from memory or from its log.
    pub async fn open(self: &Arc<Self>, id: &str) -> Result<Arc<Table>, Trouble> {
        self.open_of(id, None).await
    }

    /// The same. `dead`: a process that did not answer and may be gone.
    pub async fn open_of(self: &Arc<Self>, id: &str, dead: Option<&str>) -> Result<Arc<Table>, Trouble> {
        let here = || self.live.lock().ok().and_then(|l| l.get(id).cloned());
        if let Some(table) = here() {
            return Ok(table);
        }
        let gate = match self.opening.lock() {
            Ok(mut all) => all.entry(id.to_owned()).or_default().clone(),
            Err(_) => return Err(Trouble::Broken("no table can be opened".to_owned())),
        };
        let opened = {
            let _one = gate.lock().await;
            match here() {
                Some(table) => Ok(table),
                None => self.open_from_log(id, dead).await,
            }
        };
        if let Ok(mut all) = self.opening.lock()
            && Arc::strong_count(&gate) <= 2
        {
            all.remove(id);
        }
        opened
    }

    async fn open_from_log(self: &Arc<Self>, id: &str, dead: Option<&str>) -> Result<Arc<Table>, Trouble> {
        let broken = |e: anyhow::Error| Trouble::Broken(e.to_string());
        // Tournaments are logs too, and no tables.
        if id.contains('-') {
            return Err(Trouble::NoSuchTable);
        }
        // First ours, then read: nobody writes to it any more.
        let (lease, seen_at, hot) = match self.store.claim(id, dead).await.map_err(broken)? {
            Claim::Mine { epoch, seen_at, hot } => (epoch, seen_at, hot),
            Claim::Held { owner, address } => return Err(Trouble::Elsewhere { owner, address }),
            Claim::NoSuchTable => return Err(Trouble::NoSuchTable),
        };
        let row = self.store.table(id).await.map_err(broken)?.ok_or(Trouble::NoSuchTable)?;
        let events = self.store.events(id).await.map_err(broken)?;
        verify(id, &events)
            .map_err(|d| Trouble::Broken(format!("the log of this table is damaged at {}", d.0)))?;
        let KeptSpec { spec, terms } =
            serde_json::from_str(&row.spec).map_err(|e| Trouble::Broken(e.to_string()))?;
        let seats: Vec<Seat> =
            serde_json::from_str(&row.seats).map_err(|e| Trouble::Broken(e.to_string()))?;
        let setup: ClockSetup =
            serde_json::from_str(&row.clock).map_err(|e| Trouble::Broken(e.to_string()))?;
        let folded = fold(&events).map_err(Trouble::Broken)?;
        let line: Vec<usize> = folded.line.iter().map(|(i, _)| *i).collect();
        let chance: Chance = serde_json::from_str(&row.chance).map_err(|e| Trouble::Broken(e.to_string()))?;
        let (engine, look) = self.engine(&spec, chance.clone(), line).await?;
        let is_kept = |k: usize| {
            let (name, kept) = (&look.plies[k].name, &folded.line[k].1);
            name == kept || is_former_name(kept, name)
        };
        if let Some(at) = (0..look.plies.len()).find(|&k| !is_kept(k)) {
            return Err(Trouble::Broken(format!(
                "the rules of this game have changed since move {}",
                at + 1
            )));
        }
        let founded = Founded { seats, terms, made_at: row.made_at, setup };
        let mut live = Live::new(engine, look, chance, founded, self.people.known.clone());
        live.left_ms = folded.left.unwrap_or(live.left_ms);
        live.ending = folded.ending.or_else(|| live.look.moment.stopped.clone().map(Ending::Stopped));
        live.ahead = folded.ahead;
        live.rematch = folded.rematch;
        for choice in folded.choices {
            let (index, label) = (choice.i, choice.label);
            if let Some(sealed) = choice.seat.checked_sub(1).and_then(|i| live.sealed.get_mut(i)) {
                *sealed = Some(Sealed { index, label });
            }
        }
        live.lease = lease;
        for (by, ply) in folded.said {
            live.remember(Some(by), ply);
        }
        live.next_event = events.len() as i64;
        live.since = running_since(&live, events.last(), seen_at);
        live.chain = events.last().map_or(String::new(), |e| e.chain.clone());
        live.version = events.len() as u64 + 1;
        live.epoch = now_ms() as u64;
        // Of a table that was imported nobody has said so yet.
        if !hot && is_hot(&live) {
            let _ = self.store.keep_hot(id, lease).await;
        }
        let table = self.keep(id, spec, live);
        // Whoever wrote the end may not have come to what follows from it.
        self.note_end(&table, &*table.live.lock().await);
        self.go_on(&table).await;
        Ok(table)
    }
}

/// Since when the clock of a table runs that was taken over. Whoever had to move is charged for the time in which the table
/// was there, and for none in which nobody had it.
fn running_since(live: &Live, last: Option<&Event>, seen_at: Option<i64>) -> Option<Instant> {
    let all_here = live.seats.iter().all(|s| s.invite.is_none());
    let begun = !live.look.plies.is_empty() || live.terms.is_contest();
    if live.setup.timing == Timing::None || !begun || !all_here || is_over(live) {
        return None;
    }
    let spent = seen_at? - last?.at;
    Instant::now().checked_sub(Duration::from_millis(u64::try_from(spent).unwrap_or(0)))
}

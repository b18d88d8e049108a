//! Opening tables: new ones, and those that are in the database.

use super::log::{MoveData, fold};
use super::{
    ClockSetup, Ending, Live, MOST_PLIES, Made, NewTable, Sealed, Seat, Sitter, Spec, Table, Tables, Trouble,
    alone, clean_clock, clean_name, hashed, insert_table, is_over, json, now_ms, secret, start_clock,
    trouble_of, yours,
};
use crate::engine::{Ask, Tell};
use crate::session::Chance;
use crate::store::{Event, TableRow, insert_event, verify};
use crate::thinking;
use ludarium_play::naming::is_former_name;
use std::sync::Arc;

impl Tables {
    /// What chance brought at the table where these moves were made, if whoever asks may know all of them.
    async fn chance_of(self: &Arc<Self>, new: &NewTable, token: &str) -> Option<Chance> {
        let table = self.open(new.of.as_deref()?).await.ok()?;
        if table.spec != new.spec {
            return None;
        }
        let live = table.live.lock().await;
        let knows = !live.look.hidden || is_over(&live) || (alone(&live) && !yours(&live, token).is_empty());
        let made = live.look.plies.iter().map(|p| &p.name);
        let same = live.look.plies.len() >= new.moves.len() && made.zip(&new.moves).all(|(a, b)| a == b);
        (knows && same).then(|| live.chance.clone())
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
        let chance = match self.chance_of(&new, token).await {
            Some(there) => there.branch(new.moves.len(), secret_seed),
            None => Chance::from(secret_seed),
        };
        let (mut engine, mut look) = self.engine(&new.spec, chance.clone(), Vec::new()).await?;
        let id = secret(10);
        let token = secret(24);
        let mut events: Vec<Event> = Vec::new();
        let players = look.players.max(1);
        let mut invites = Vec::new();
        let mut seats = Vec::new();
        for i in 0..players {
            let wanted = new.seats.get(i).cloned().unwrap_or_default();
            let name = clean_name(&wanted.name);
            let level = wanted.level.min(u8::try_from(thinking::LEVELS.len() - 1).unwrap_or(0));
            seats.push(match wanted.who.as_str() {
                "computer" => {
                    let name = format!("Computer ({})", thinking::LEVELS[usize::from(level)]);
                    Seat { sitter: Sitter::Computer, level, name, token: None, invite: None }
                }
                "friend" => {
                    let invite = secret(16);
                    invites.push((i + 1, invite.clone()));
                    let invite = Some(hashed(&invite));
                    Seat { sitter: Sitter::Person, level: 0, name, token: None, invite }
                }
                "" | "me" => {
                    Seat { sitter: Sitter::Person, level: 0, name, token: Some(hashed(&token)), invite: None }
                }
                other => return Err(Trouble::Bad(format!("who is \"{other}\"?"))),
            });
        }
        let setup = clean_clock(new.clock);
        let left = start_clock(setup, players);
        let mut chain = String::new();
        for name in &new.moves {
            match engine.ask(Ask::Play(name.clone())).await {
                Tell::Played { index, ply, moment, choices } => {
                    let data = MoveData { i: index, name: ply.name.clone(), left: left.clone() };
                    let event = Event::after(&chain, &id, events.len() as i64, now_ms(), "move", json(&data));
                    chain.clone_from(&event.chain);
                    events.push(event);
                    look.add(ply, moment, choices);
                }
                other => return Err(trouble_of(other)),
            }
        }
        let row = TableRow {
            id: id.clone(),
            made_at: now_ms(),
            spec: json(&new.spec),
            chance: json(&chance),
            seats: json(&seats),
            clock: json(&setup),
        };
        let log = events.clone();
        self.store
            .write(move |db| {
                insert_table(db, &row)?;
                log.iter().try_for_each(|e| insert_event(db, &row.id, e))
            })
            .await
            .map_err(|e| Trouble::Broken(e.to_string()))?;
        let mut live = Live::new(engine, look, chance, seats, setup);
        live.next_event = events.len() as i64;
        live.chain = chain;
        let table = self.keep(&id, new.spec, live);
        self.go_on(&table).await;
        Ok(Made { id, token, invites })
    }

    /// The table with this id, from memory or from its log.
    pub async fn open(self: &Arc<Self>, id: &str) -> Result<Arc<Table>, Trouble> {
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
                None => self.open_from_log(id).await,
            }
        };
        if let Ok(mut all) = self.opening.lock()
            && Arc::strong_count(&gate) <= 2
        {
            all.remove(id);
        }
        opened
    }

    async fn open_from_log(self: &Arc<Self>, id: &str) -> Result<Arc<Table>, Trouble> {
        let broken = |e: anyhow::Error| Trouble::Broken(e.to_string());
        let row = self.store.table(id).map_err(broken)?.ok_or(Trouble::NoSuchTable)?;
        let events = self.store.events(id).map_err(broken)?;
        verify(id, &events)
            .map_err(|d| Trouble::Broken(format!("the log of this table is damaged at {}", d.0)))?;
        let spec: Spec = serde_json::from_str(&row.spec).map_err(|e| Trouble::Broken(e.to_string()))?;
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
        let mut live = Live::new(engine, look, chance, seats, setup);
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
        live.next_event = events.len() as i64;
        live.chain = events.last().map_or(String::new(), |e| e.chain.clone());
        live.version = events.len() as u64 + 1;
        live.epoch = now_ms() as u64;
        let table = self.keep(id, spec, live);
        self.go_on(&table).await;
        Ok(table)
    }
}

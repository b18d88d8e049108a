//! Making moves: whose turn it is, choices that wait for those of others, what the clock charges, and that a move that is
//! said twice is made once.

use super::log::{ChoiceData, MoveData};
use super::{
    Ending, Live, MOST_PLIES, Sealed, Table, Tables, Timing, Trouble, json, moved_away, out_of_time, own,
    trouble_of, turn, yours,
};
use crate::engine::{Ask, Tell};
use crate::session::Refused;
use std::sync::Arc;
use std::time::Instant;

/// So many names of moves are remembered at a table.
const MOST_SAID: usize = 32;
/// A name that a page gives to a move may be so long.
const MOST_NAME: usize = 40;

/// A move as somebody says it.
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    /// Which move it answers.
    pub ply: usize,
    pub name: &'a str,
    /// What the page calls this try to make a move: the same again when it says it again.
    pub by: Option<&'a str>,
}

impl Live {
    /// The number of moves after the one that was said under this name, if it was made.
    fn made(&self, by: Option<&str>) -> Option<usize> {
        let by = by?;
        self.said.iter().find(|(known, _)| known == by).map(|(_, ply)| *ply)
    }

    pub(super) fn remember(&mut self, by: Option<String>, ply: usize) {
        let Some(by) = by else { return };
        if self.said.len() >= MOST_SAID {
            self.said.pop_front();
        }
        self.said.push_back((by, ply));
    }
}

impl Tables {
    /// Plays a move for whoever holds `token`. A move that was made already is acknowledged again, another one in its
    /// place is refused.
    pub async fn play(
        self: &Arc<Self>,
        table: &Arc<Table>,
        token: &str,
        said: Said<'_>,
    ) -> Result<usize, Trouble> {
        let begun = Instant::now();
        let told = self.play_said(table, token, said).await;
        metrics::histogram!("ludarium_move_seconds").record(begun.elapsed().as_secs_f64());
        let how = match &told {
            Ok(_) => "made",
            Err(Trouble::Broken(_) | Trouble::Elsewhere { .. } | Trouble::Full(_)) => "failed",
            Err(
                Trouble::NoSuchTable
                | Trouble::NotYours
                | Trouble::Stale
                | Trouble::NotLegal(_)
                | Trouble::Faulty(_)
                | Trouble::Bad(_)
                | Trouble::TooMany(_),
            ) => "refused",
        };
        metrics::counter!("ludarium_moves", "how" => how).increment(1);
        told
    }

    async fn play_said(
        self: &Arc<Self>,
        table: &Arc<Table>,
        token: &str,
        said: Said<'_>,
    ) -> Result<usize, Trouble> {
        let Said { ply, name, .. } = said;
        let by = said.by.filter(|by| !by.is_empty() && by.len() <= MOST_NAME);
        {
            let mut live = table.live.lock().await;
            if table.is_gone() {
                return Err(moved_away());
            }
            let yours = yours(&live, token);
            if yours.is_empty() {
                return Err(Trouble::NotYours);
            }
            if let Some(ply) = live.made(by) {
                return Ok(ply);
            }
            if ply != live.look.moment.ply {
                // Said again because the answer was lost on the way.
                let made = live.look.plies.get(ply);
                if ply < live.look.moment.ply
                    && made.is_some_and(|p| p.name == name || p.label.trim_end_matches(['+', '#']) == name)
                {
                    return Ok(ply + 1);
                }
                return Err(Trouble::Stale);
            }
            if live.ending.is_some() {
                return Err(Trouble::NotLegal(Refused::Over));
            }
            let Some(seat) = live.choosing().into_iter().find(|s| yours.contains(s)) else {
                return Err(Trouble::NotYours);
            };
            if live.look.moment.simultaneous {
                self.seal(table, &mut live, seat, name, by).await?;
            } else {
                self.play_now(table, &mut live, Ask::Play(name.to_owned()), by).await?;
                self.play_rest(table, &mut live, seat, name).await?;
            }
        }
        self.go_on(table).await;
        Ok(table.live.lock().await.look.moment.ply)
    }

    /// `e8=Q` says what the piece becomes also where the rules ask for that afterwards.
    async fn play_rest(
        self: &Arc<Self>,
        table: &Arc<Table>,
        live: &mut Live,
        seat: usize,
        said: &str,
    ) -> Result<(), Trouble> {
        let whole = live.look.plies.last().is_none_or(|p| p.name == said || p.label == said);
        let Some((_, rest)) = said.rsplit_once('=') else { return Ok(()) };
        if whole || live.choosing() != [seat] {
            return Ok(());
        }
        let ask = own(live, seat, rest);
        match self.ask(live, ask).await {
            Tell::Own { .. } => self.play_now(table, live, Ask::Play(rest.to_owned()), None).await,
            _ => Ok(()),
        }
    }

    /// Takes the choice of a seat where all choose at once. When all have chosen, what they chose is played.
    pub(super) async fn seal(
        self: &Arc<Self>,
        table: &Arc<Table>,
        live: &mut Live,
        seat: usize,
        name: &str,
        by: Option<&str>,
    ) -> Result<(), Trouble> {
        let ask = own(live, seat, name);
        let (index, label) = match self.ask(live, ask).await {
            Tell::Own { index, label } => (index, label),
            other => return Err(trouble_of(other)),
        };
        self.charge(live, seat);
        if out_of_time(live, seat) {
            return self.end(table, live, Ending::Time(seat)).await;
        }
        let by = by.map(str::to_owned);
        let data = ChoiceData { seat, i: index, label: label.clone(), by: by.clone() };
        self.commit(table, live, "choice", json(&data)).await?;
        live.remember(by, live.look.moment.ply);
        live.sealed[seat - 1] = Some(Sealed { index, label });
        if !live.choosing().is_empty() {
            Self::publish(table, live);
            return Ok(());
        }
        let seating = &live.look.moment.seating;
        let chosen = (1..=live.seats.len())
            .filter_map(|s| live.sealed[s - 1].as_ref().map(|sealed| (seating.player(s), sealed.index)))
            .collect();
        self.play_now(table, live, Ask::PlayJoint(chosen), None).await
    }

    pub(super) async fn play_now(
        self: &Arc<Self>,
        table: &Arc<Table>,
        live: &mut Live,
        ask: Ask,
        by: Option<&str>,
    ) -> Result<(), Trouble> {
        let seats = live.look.moment.choosing.clone();
        if !live.look.moment.simultaneous {
            let seat = turn(live);
            self.charge(live, seat);
            if out_of_time(live, seat) {
                return self.end(table, live, Ending::Time(seat)).await;
            }
        }
        if live.look.plies.len() >= MOST_PLIES {
            return Err(Trouble::Bad("this game is too long".to_owned()));
        }
        match self.ask(live, ask).await {
            Tell::Played { index, ply, moment, choices } => {
                for seat in seats {
                    if let Some(left) = live.left_ms.get_mut(seat - 1) {
                        match live.setup.timing {
                            Timing::Increment => *left += live.setup.more_ms,
                            Timing::Move => *left = live.setup.base_ms,
                            Timing::None | Timing::Total => {}
                        }
                    }
                }
                let by = by.map(str::to_owned);
                let left = live.left_ms.clone();
                let data = MoveData { i: index, name: ply.name.clone(), left, by: by.clone() };
                self.commit(table, live, "move", json(&data)).await?;
                if live.ahead.first() == Some(&index) {
                    live.ahead.remove(0);
                } else if !live.ahead.is_empty() {
                    live.ahead.clear();
                }
                live.offer = None;
                if let Some(rule) = &moment.stopped {
                    live.ending = Some(Ending::Stopped(rule.clone()));
                }
                live.look.add(ply, moment, choices);
                live.remember(by, live.look.moment.ply);
                live.moved_on();
                Self::publish(table, live);
                if live.is_too_long() {
                    return self.end(table, live, Ending::Length).await;
                }
                self.note_end(table, live);
                Ok(())
            }
            Tell::Failed(why) => {
                live.ending = Some(Ending::Stopped(why.clone()));
                Self::publish(table, live);
                Err(Trouble::Broken(why))
            }
            other => Err(trouble_of(other)),
        }
    }

    /// Charges the time that has run to a seat. The clock of the others goes on.
    pub(super) fn charge(&self, live: &mut Live, seat: usize) {
        let Some(since) = live.since.filter(|_| live.setup.timing != Timing::None) else { return };
        if let Some(left) = live.left_ms.get_mut(seat - 1) {
            *left -= i64::try_from(since.elapsed().as_millis()).unwrap_or(i64::MAX);
        }
        if !live.look.moment.simultaneous {
            live.since = Some(Instant::now());
        }
    }

    pub(super) async fn end(
        self: &Arc<Self>,
        table: &Arc<Table>,
        live: &mut Live,
        ending: Ending,
    ) -> Result<(), Trouble> {
        self.commit(table, live, "end", json(&ending)).await?;
        live.ending = Some(ending);
        live.since = None;
        live.offer = None;
        Self::publish(table, live);
        self.note_end(table, live);
        Ok(())
    }
}

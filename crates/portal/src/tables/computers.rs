//! Computers at the table: they think, answer offers by judgement, and give up what is lost for long.

use super::{
    Ending, Live, Sitter, Table, Tables, Trouble, alone, is_over, is_practice, trouble_of, view, yours,
};
use crate::engine::{Ask, Tell};
use crate::thinking;
use crate::work::{Outcome, Situation, Task, Unanswered};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A computer that thinks so little of its position, so many moves in a row, gives up.
const LOST: f64 = 0.02;
const LOST_FOR: usize = 4;
/// Nobody gives up or agrees on a draw before so many moves of each player.
const EARLY: usize = 10;
/// A board with fewer sites is played to the end.
const TINY: usize = 25;
/// A computer that stands no better than this agrees on a draw.
const EVEN: f64 = 0.53;
/// What somebody thinks of a position is waited for so long.
const JUDGING: Duration = Duration::from_secs(20);

/// A number that nobody can guess.
fn unguessable() -> u64 {
    let mut bytes = [0u8; 8];
    let _ = getrandom::fill(&mut bytes);
    u64::from_le_bytes(bytes)
}

/// The choice that is thought about: another one has come when this has changed.
type Moment = (u64, usize);

/// A table's game for somebody who does not have it.
fn situation(table: &Table, live: &Live) -> Situation {
    let moves = live.look.plies.iter().map(|p| p.index).collect();
    Situation { spec: table.spec.clone(), chance: live.chance.clone(), moves }
}

fn moment_of(live: &Live) -> Moment {
    (live.epoch, live.look.moment.ply)
}

impl Tables {
    pub(super) fn start_thinking(self: &Arc<Self>, table: &Arc<Table>, seat: usize, level: u8) {
        let (tables, table) = (self.clone(), table.clone());
        tokio::spawn(async move { tables.think(table, seat, level).await });
    }

    async fn think(self: Arc<Self>, table: Arc<Table>, seat: usize, level: u8) {
        let begun = Instant::now();
        let seed = unguessable();
        let thought = match self.think_elsewhere(&table, seat, level, seed).await {
            Some((moment, thought)) => Some((moment, thought)),
            None => self.think_here(&table, seat, level, seed).await,
        };
        metrics::histogram!("ludarium_thinking_seconds", "level" => level.to_string())
            .record(begun.elapsed().as_secs_f64());
        // Long enough to be seen.
        if let Some(rest) = Duration::from_millis(250).checked_sub(begun.elapsed()) {
            tokio::time::sleep(rest).await;
        }
        {
            let mut live = table.live.lock().await;
            live.thinking = None;
            if let Some((moment, thought)) = thought
                && moment_of(&live) == moment
                && !is_over(&live)
                && let Err(trouble) = self.play_thought(&table, &mut live, seat, thought).await
            {
                tracing::warn!(table = table.id, why = trouble.words(), "a computer's move was not played");
                return;
            }
        }
        self.go_on(&table).await;
    }

    /// Lets a worker think, where there is one.
    async fn think_elsewhere(
        self: &Arc<Self>,
        table: &Arc<Table>,
        seat: usize,
        level: u8,
        seed: u64,
    ) -> Option<(Moment, thinking::Thought)> {
        if level == 0 {
            return None;
        }
        let (of, player, moment) = {
            let live = table.live.lock().await;
            (situation(table, &live), live.look.moment.seating.player(seat), moment_of(&live))
        };
        let patience = thinking::longest(level) * 4 + Duration::from_secs(15);
        match self.office.ask(&Task::Think { of, level, player, seed }, None, patience).await {
            Ok(Outcome::Thought(thought)) => thought.map(|thought| (moment, thought)),
            Ok(_) | Err(_) => None,
        }
    }

    async fn think_here(
        self: &Arc<Self>,
        table: &Arc<Table>,
        seat: usize,
        level: u8,
        seed: u64,
    ) -> Option<(Moment, thinking::Thought)> {
        let _permit = self.thinkers.acquire().await;
        let (copy, player, moment) = {
            let mut live = table.live.lock().await;
            if let Some(thinking) = &mut live.thinking {
                thinking.since = Instant::now();
            }
            (live.engine.copy(), live.look.moment.seating.player(seat), moment_of(&live))
        };
        let thought = match copy {
            Some(session) => {
                tokio::task::spawn_blocking(move || thinking::choose(&session, level, player, seed))
                    .await
                    .unwrap_or(None)
            }
            None => {
                let mut live = table.live.lock().await;
                match self.ask(&mut live, Ask::Think { level, player, seed }).await {
                    Tell::Thought(thought) => thought,
                    _ => None,
                }
            }
        };
        thought.map(|thought| (moment, thought))
    }

    /// Makes the move that a computer thought of, unless it gives up.
    async fn play_thought(
        self: &Arc<Self>,
        table: &Arc<Table>,
        live: &mut Live,
        seat: usize,
        thought: thinking::Thought,
    ) -> Result<(), Trouble> {
        if let Some(standing) = thought.standing {
            live.outlook[seat - 1].push(standing);
        }
        if gives_up(live, seat) {
            let text = format!("{} resigns", view::seat_words(live, seat));
            live.sign("resigned", seat, text);
            return self.end(table, live, Ending::Resigned(seat)).await;
        }
        let player = live.look.moment.seating.player(seat);
        let name = match self.ask(live, Ask::Choices(player)).await {
            Tell::Choices(choices) => choices.get(thought.index).map(|c| c.name.clone()),
            other => return Err(trouble_of(other)),
        };
        let name = name.ok_or(Trouble::Bad("the computer's choice is none".to_owned()))?;
        if live.look.moment.simultaneous {
            self.seal(table, live, seat, &name, None).await
        } else {
            self.play_now(table, live, Ask::Play(name), None).await
        }
    }

    /// What the computers say to a draw that was offered from `seat`.
    pub(super) fn judge_offer(self: &Arc<Self>, table: &Arc<Table>, seat: usize) {
        let (tables, table) = (self.clone(), table.clone());
        tokio::spawn(async move { tables.answer_draw(table, seat).await });
    }

    async fn answer_draw(self: Arc<Self>, table: Arc<Table>, by: usize) {
        let (copy, moment, of) = {
            let live = table.live.lock().await;
            (live.engine.copy(), moment_of(&live), situation(&table, &live))
        };
        let judged = match (self.office.ask(&Task::Judge { of }, None, JUDGING).await, copy) {
            (Ok(Outcome::Judged(judged)), _) => Some(judged),
            (_, Some(session)) => {
                let _permit = self.thinkers.acquire().await;
                tokio::task::spawn_blocking(move || thinking::judge(&session)).await.ok()
            }
            (_, None) => {
                let mut live = table.live.lock().await;
                match self.ask(&mut live, Ask::Judge).await {
                    Tell::Judged(judged) => Some(judged),
                    _ => None,
                }
            }
        };
        let mut live = table.live.lock().await;
        let stands = live.offer.as_ref().is_some_and(|(what, seat)| what == "draw" && *seat == by);
        if moment_of(&live) != moment || is_over(&live) || !stands {
            return;
        }
        let computer = (1..=live.seats.len()).find(|s| live.seats[s - 1].sitter == Sitter::Computer);
        let Some(computer) = computer else { return };
        let agrees = judged.is_some_and(|j| agrees_on_draw(&live, computer, j.standing));
        let name = view::seat_words(&live, computer);
        if agrees {
            live.sign("accepted", computer, format!("{name} accepts the draw"));
            let _ = self.end(&table, &mut live, Ending::Agreed).await;
        } else {
            live.offer = None;
            live.sign("declined", computer, format!("{name} declines the draw"));
            Self::publish(&table, &mut live);
        }
    }

    /// What the computer thinks of this position. Only for those who are alone at the table: anything else would be
    /// help from outside.
    pub async fn judge(
        &self,
        table: &Arc<Table>,
        token: &str,
        visitor: Option<IpAddr>,
    ) -> Result<thinking::Judgement, Trouble> {
        let of = {
            let live = table.live.lock().await;
            if yours(&live, token).is_empty() || !is_practice(&live) || live.look.hidden {
                return Err(Trouble::NotYours);
            }
            situation(table, &live)
        };
        match self.office.ask(&Task::Judge { of }, visitor, JUDGING).await {
            Ok(Outcome::Judged(judged)) => return Ok(judged),
            Err(Unanswered::TooMany) => {
                return Err(Trouble::TooMany("wait for the hints that you asked for".to_owned()));
            }
            Ok(_) | Err(Unanswered::Nobody) => {}
        }
        let copy = {
            let mut live = table.live.lock().await;
            if yours(&live, token).is_empty() || !is_practice(&live) || live.look.hidden {
                return Err(Trouble::NotYours);
            }
            match live.engine.copy() {
                Some(copy) => copy,
                None => {
                    return match self.ask(&mut live, Ask::Judge).await {
                        Tell::Judged(j) => Ok(j),
                        other => Err(trouble_of(other)),
                    };
                }
            }
        };
        let _permit = self.thinkers.acquire().await;
        tokio::task::spawn_blocking(move || thinking::judge(&copy))
            .await
            .map_err(|_| Trouble::Broken("thinking broke down".to_owned()))
    }
}

fn enough_was_played(live: &Live) -> bool {
    live.look.plies.len() >= EARLY * live.seats.len()
}

/// Does a computer agree on a draw, when whoever is to move stands like this?
fn agrees_on_draw(live: &Live, computer: usize, standing_of_mover: f64) -> bool {
    // Among more than two, and where something is hidden, nobody can judge for another.
    if live.seats.len() != 2 || live.look.hidden || live.look.moment.simultaneous {
        return false;
    }
    let own = if live.look.moment.seat == computer { standing_of_mover } else { 1.0 - standing_of_mover };
    enough_was_played(live) && is_no_better_than_even(own)
}

fn is_no_better_than_even(standing: f64) -> bool {
    standing <= EVEN
}

fn gives_up(live: &Live, seat: usize) -> bool {
    live.seats.len() == 2
        && alone(live)
        && live.look.sites >= TINY
        && enough_was_played(live)
        && is_long_lost(&live.outlook[seat - 1])
}

fn is_long_lost(outlook: &[f64]) -> bool {
    outlook.len() >= LOST_FOR && outlook.iter().rev().take(LOST_FOR).all(|s| *s <= LOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_computer_gives_up_only_what_is_lost_for_long() {
        assert!(is_long_lost(&[0.5, 0.01, 0.0, 0.01, 0.02]));
        assert!(!is_long_lost(&[0.0, 0.0, 0.0]), "too short");
        assert!(!is_long_lost(&[0.0, 0.0, 0.1, 0.0]), "hope came back");
        assert!(!is_long_lost(&[]));
    }

    #[test]
    fn a_computer_that_stands_better_plays_on() {
        assert!(is_no_better_than_even(0.5) && is_no_better_than_even(0.1));
        assert!(!is_no_better_than_even(0.6));
    }
}

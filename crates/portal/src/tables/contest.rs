//! Tables whose result counts: for ratings, or for a tournament. What is different there, and telling those who keep
//! results that one is there.

use super::{
    ClockSetup, Ending, Founded, Live, NewTable, Seat, Sitter, Spec, Table, Tables, Timing, Trouble,
    clean_clock, is_over, now_ms, view,
};
use crate::people::contests::{Finished, Player, computer, scores};
use crate::session::Chance;
use crate::thinking;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What counts at a table beside the rules of its game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// The tournament that the game belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
    /// Whoever does not make his first move in this time has lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begin_ms: Option<i64>,
    /// After so many moves nobody has won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_moves: Option<usize>,
}

impl Terms {
    pub fn is_contest(&self) -> bool {
        self.rated || self.tournament.is_some()
    }
}

/// What is kept of a table's choice of a game.
#[derive(Serialize, Deserialize)]
pub(super) struct KeptSpec {
    #[serde(flatten)]
    pub spec: Spec,
    #[serde(flatten)]
    pub terms: Terms,
}

impl Spec {
    /// What ratings know the game by: its rulesets and sizes count as one.
    pub fn rating_key(&self) -> String {
        self.written.as_ref().map_or_else(|| self.game.clone(), |id| format!("written-{id}"))
    }
}

/// Who plays in a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contestant {
    Person { id: String, name: String },
    Computer { level: u8 },
}

/// A table to be made for people who are known, by whoever brings them together.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Chosen before, so that making it twice makes it once.
    pub id: String,
    pub spec: Spec,
    pub seats: Vec<Contestant>,
    pub clock: ClockSetup,
    pub terms: Terms,
}

pub(super) fn computer_seat(level: u8) -> Seat {
    let level = level.min(u8::try_from(thinking::LEVELS.len() - 1).unwrap_or(0));
    let name = format!("Computer ({})", thinking::LEVELS[usize::from(level)]);
    Seat { sitter: Sitter::Computer, level, name, token: None, invite: None, person: None }
}

fn seat_of(contestant: &Contestant) -> Seat {
    match contestant {
        Contestant::Person { id, name } => Seat {
            sitter: Sitter::Person,
            level: 0,
            name: name.clone(),
            token: None,
            invite: None,
            person: Some(id.clone()),
        },
        Contestant::Computer { level } => computer_seat(*level),
    }
}

/// May a game that somebody opens be rated?
pub(super) fn may_be_rated(seats: &[Seat], new: &NewTable) -> Result<(), Trouble> {
    let bad = |why: &str| Err(Trouble::Bad(why.to_owned()));
    if seats.len() < 2 {
        return bad("only games for two or more can be rated");
    }
    if !new.moves.is_empty() {
        return bad("a rated game begins at the start");
    }
    let unnamed = |s: &&Seat| s.sitter == Sitter::Person && s.person.is_none() && s.invite.is_none();
    if seats.iter().any(|s| unnamed(&s)) {
        return bad("take a name first: rated games are played by people with names");
    }
    let people: Vec<&String> = seats.iter().filter_map(|s| s.person.as_ref()).collect();
    if people.windows(2).any(|w| w[0] == w[1]) || seats.iter().all(|s| s.sitter == Sitter::Computer) {
        return bad("a rated game is played against somebody else");
    }
    Ok(())
}

impl Live {
    /// Has whoever is to move not come to this contest? `run`: how long the clock has been running.
    pub(super) fn is_absent(&self, run: i64) -> bool {
        self.look.plies.len() < self.seats.len() && self.terms.begin_ms.is_some_and(|most| run > most)
    }

    pub(super) fn is_too_long(&self) -> bool {
        !is_over(self) && self.terms.most_moves.is_some_and(|most| self.look.plies.len() >= most)
    }

    /// The rank of each seat in a contest that is over, however it ended.
    fn last_ranks(&self) -> Vec<f64> {
        let n = self.seats.len();
        let all_equal = vec![(n as f64 + 1.0) / 2.0; n];
        match &self.ending {
            Some(Ending::Resigned(lost) | Ending::Time(lost)) => {
                (1..=n).map(|s| if s == *lost { n as f64 } else { n as f64 / 2.0 }).collect()
            }
            Some(Ending::Agreed | Ending::Length | Ending::Stopped(_)) => all_equal,
            None if self.look.moment.ranks.len() == n => self.look.moment.ranks.clone(),
            None => all_equal,
        }
    }

    fn finished(&self, table: &Table) -> Option<Finished> {
        let somebody = self.terms.is_contest() || self.seats.iter().any(|s| s.person.is_some());
        if !is_over(self) || !somebody || self.seats.len() < 2 {
            return None;
        }
        let player = |seat: &Seat| match seat.sitter {
            Sitter::Computer => computer(seat.level),
            Sitter::Person => seat.person.clone().unwrap_or_default(),
        };
        let seats = (self.seats.iter().zip(1..))
            .map(|(seat, number)| Player { player: player(seat), name: view::seat_name(self, number) });
        Some(Finished {
            table: table.id.clone(),
            game: table.spec.rating_key(),
            made_at: self.made_at,
            tournament: self.terms.tournament.clone(),
            title: self.look.title.clone(),
            // Who never came has lost a game of a tournament, but nobody has shown how good he is.
            rated: self.terms.rated && self.look.plies.len() >= self.seats.len(),
            seats: seats.collect(),
            scores: scores(&self.last_ranks()),
            plies: self.look.plies.len(),
            how: view::status(self),
        })
    }
}

impl Tables {
    /// Lets the result be kept, if the game is over and counts for somebody.
    pub(super) fn note_end(&self, table: &Table, live: &Live) {
        if let Some(finished) = live.finished(table) {
            self.people.settle_later(finished);
        }
    }

    /// Opens a table for people who are known and computers. Saying it again is harmless.
    pub async fn make_contest(self: &Arc<Self>, contest: Contest) -> Result<(), Trouble> {
        let there = self.store.table(&contest.id).await.map_err(|e| Trouble::Broken(e.to_string()))?;
        if there.is_some() {
            return Ok(());
        }
        let mut bytes = [0u8; 8];
        getrandom::fill(&mut bytes).map_err(|e| Trouble::Broken(e.to_string()))?;
        let chance = Chance::from(u64::from_le_bytes(bytes));
        let (engine, look) = self.engine(&contest.spec, chance.clone(), Vec::new()).await?;
        if look.players != contest.seats.len() {
            let why = format!(
                "this game is for {} players, and {} want to play",
                look.players,
                contest.seats.len()
            );
            return Err(Trouble::Bad(why));
        }
        let setup = match contest.clock.timing {
            Timing::None => contest.clock,
            Timing::Move | Timing::Total | Timing::Increment => clean_clock(contest.clock),
        };
        let seats = contest.seats.iter().map(seat_of).collect();
        let founded = Founded { seats, terms: contest.terms, made_at: now_ms(), setup };
        let live = Live::new(engine, look, chance, founded, self.people.known.clone());
        self.found(&contest.id, contest.spec, live, Vec::new()).await.map(drop)
    }

    /// How many take part in this game, and what it is called.
    pub async fn about(&self, spec: &Spec) -> Result<(usize, String), Trouble> {
        let (_, look) = self.engine(spec, Chance::from(1), Vec::new()).await?;
        Ok((look.players, look.title))
    }
}

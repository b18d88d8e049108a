//! What a tournament is: its kind, its game, its clock, who may take part. What cannot be is refused here, with the reason.

use crate::tables::{ClockSetup, Spec, Timing};
use serde::{Deserialize, Serialize};

/// How it is decided who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A number of rounds; who has as many points play each other, nobody twice.
    Swiss,
    /// Everybody plays everybody.
    RoundRobin,
    /// Whoever loses is out.
    Knockout,
    /// Whoever is free plays, until the time is over.
    Arena,
}

impl Kind {
    pub const ALL: [Kind; 4] = [Kind::Arena, Kind::Swiss, Kind::RoundRobin, Kind::Knockout];

    pub fn key(self) -> &'static str {
        match self {
            Kind::Swiss => "swiss",
            Kind::RoundRobin => "round-robin",
            Kind::Knockout => "knockout",
            Kind::Arena => "arena",
        }
    }
}

pub const MOST_ENTRANTS: usize = 1000;
/// Everybody plays everybody only among so many.
const MOST_OF_ALL: usize = 64;
const MOST_ROUNDS: usize = 40;
pub const MOST_COMPUTERS: usize = 64;
const MOST_SEATS: usize = 8;
const SHORTEST_ARENA: i64 = 1;
const LONGEST_ARENA: i64 = 24 * 60;
/// After so many moves a game is a draw, if nothing else is said.
const MOVES: usize = 600;
/// Whoever does not make his first move in this time has lost, if nothing else is said.
const BEGIN_MS: i64 = 60_000;

/// The rules of a tournament; nothing of it changes once it is announced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    pub name: String,
    pub kind: Kind,
    #[serde(flatten)]
    pub spec: Spec,
    /// What the game is called, and how many sit at a table.
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub seats: usize,
    #[serde(default)]
    pub clock: ClockSetup,
    /// Of a Swiss; 0 lets the number of players decide.
    #[serde(default)]
    pub rounds: usize,
    /// Games of each meeting: 2 with the sides exchanged.
    #[serde(default = "one")]
    pub legs: usize,
    /// How long an arena lasts.
    #[serde(default)]
    pub minutes: i64,
    #[serde(default)]
    pub rated: bool,
    #[serde(default = "most")]
    pub most: usize,
    /// In ms; without it the organiser says when it begins.
    #[serde(default)]
    pub starts_at: Option<i64>,
    #[serde(default = "moves")]
    pub most_moves: usize,
    #[serde(default = "begin")]
    pub begin_ms: i64,
    /// The organiser; empty if nobody has to do anything.
    #[serde(default)]
    pub by: String,
}

fn one() -> usize {
    1
}
fn most() -> usize {
    MOST_ENTRANTS
}
fn moves() -> usize {
    MOVES
}
fn begin() -> i64 {
    BEGIN_MS
}

impl Rules {
    /// The same with everything in its bounds, for a game of which `seats` sit at a table, or why that cannot be.
    /// `people`: people may take part.
    pub fn checked(mut self, seats: usize, title: String, people: bool) -> Result<Rules, String> {
        self.seats = seats;
        self.title = title;
        if seats < 2 {
            return Err("a tournament needs a game for two or more".to_owned());
        }
        if seats > 2 && self.kind != Kind::Arena {
            return Err(format!(
                "{} is for {seats} players; only an arena brings more than two to a table",
                self.title
            ));
        }
        if seats > MOST_SEATS {
            return Err(format!("at most {MOST_SEATS} can sit at a table of a tournament"));
        }
        if people && self.clock.timing == Timing::None {
            return Err("a tournament of people needs a clock, or it may never end".to_owned());
        }
        let wanted = self.name.trim();
        let clean: String = wanted.chars().filter(|c| !c.is_control()).take(60).collect();
        self.name = if clean.is_empty() { format!("{} {}", self.title, self.kind.name()) } else { clean };
        self.rounds = self.rounds.min(MOST_ROUNDS);
        self.legs = if seats == 2 && self.kind != Kind::Arena { self.legs.clamp(1, 2) } else { 1 };
        let all = if self.kind == Kind::RoundRobin { MOST_OF_ALL } else { MOST_ENTRANTS };
        self.most = self.most.clamp(2, all);
        self.minutes = self.minutes.clamp(SHORTEST_ARENA, LONGEST_ARENA);
        self.most_moves = self.most_moves.clamp(10, 5000);
        self.begin_ms = self.begin_ms.clamp(5_000, 7 * 24 * 3_600_000);
        Ok(self)
    }

    /// How many rounds it has with so many players.
    pub fn rounds_for(&self, players: usize) -> usize {
        match self.kind {
            Kind::Swiss => {
                let wanted = if self.rounds == 0 { log2(players) + 1 } else { self.rounds };
                wanted.clamp(1, most_rounds(players))
            }
            Kind::RoundRobin => players.next_multiple_of(2).saturating_sub(1).max(1),
            Kind::Knockout => log2(players).max(1),
            Kind::Arena => 0,
        }
    }
}

impl Kind {
    /// As a name of a tournament ends.
    fn name(self) -> &'static str {
        match self {
            Kind::Swiss => "Swiss",
            Kind::RoundRobin => "round robin",
            Kind::Knockout => "knock-out",
            Kind::Arena => "arena",
        }
    }
}

/// How often two go into it until there are no more than so many.
fn log2(players: usize) -> usize {
    players.max(1).next_power_of_two().trailing_zeros() as usize
}

/// So many rounds can be paired without a repetition, whatever the results are: as long as everybody has at least half of
/// the others left, there is a way to pair all (Dirac). Of four, three rounds always can.
pub fn most_rounds(players: usize) -> usize {
    match players.next_multiple_of(2) {
        0 | 2 => 1,
        4 => 3,
        even => even / 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(kind: Kind) -> Rules {
        serde_json::from_value(serde_json::json!({ "name": " ", "kind": kind, "game": "chess" })).unwrap()
    }

    #[test]
    fn what_cannot_be_is_refused_with_its_reason() {
        let reason = |kind, seats, people| rules(kind).checked(seats, "G".to_owned(), people).unwrap_err();
        assert!(reason(Kind::Swiss, 4, false).contains("only an arena"));
        assert!(reason(Kind::Knockout, 3, false).contains("only an arena"));
        assert!(reason(Kind::Arena, 1, false).contains("two or more"));
        assert!(reason(Kind::Swiss, 2, true).contains("clock"));
        let arena = rules(Kind::Arena).checked(4, "G".to_owned(), false).unwrap();
        assert_eq!((arena.name.as_str(), arena.minutes, arena.legs), ("G arena", 1, 1));
    }

    #[test]
    fn the_number_of_rounds_follows_from_the_players() {
        let swiss = rules(Kind::Swiss);
        let rounds: Vec<usize> = [2, 3, 4, 5, 6, 8, 9, 200].map(|n| swiss.rounds_for(n)).to_vec();
        assert_eq!(rounds, [1, 3, 3, 3, 3, 4, 5, 9]);
        assert_eq!([2, 3, 4, 5].map(|n| rules(Kind::RoundRobin).rounds_for(n)), [1, 3, 3, 5]);
        assert_eq!([2, 3, 4, 5, 8, 9].map(|n| rules(Kind::Knockout).rounds_for(n)), [1, 2, 2, 3, 3, 4]);
    }
}

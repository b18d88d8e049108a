//! A tournament as its log says: joined, begun, paired, results. [`State`] is what the events sum up to; it is made in one
//! way, whether they have just happened or are read again.

use super::pairing::Standing;
use super::rules::{Kind, Rules};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Somebody who takes part: a person's name in small letters, or `computer:` and a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entrant {
    pub player: String,
    pub name: String,
    pub rating: f64,
    /// Has withdrawn: who is gone is not paired any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
}

impl Entrant {
    pub fn is_computer(&self) -> bool {
        crate::people::contests::level_of(&self.player).is_some()
    }
}

/// One game of a meeting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Game {
    pub table: String,
    /// The numbers of the entrants in the order of the seats.
    pub seats: Vec<usize>,
    /// Between 0 and 1 for each seat, once it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<f64>>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub how: String,
}

/// Two who play each other, or more in an arena; one who rests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Meeting {
    pub entrants: Vec<usize>,
    pub games: Vec<Game>,
}

impl Meeting {
    pub fn is_bye(&self) -> bool {
        self.entrants.len() == 1
    }

    /// What an entrant has won here so far.
    pub fn score(&self, entrant: usize) -> f64 {
        let of = |g: &Game| {
            let seat = g.seats.iter().position(|s| *s == entrant)?;
            g.scores.as_ref()?.get(seat).copied()
        };
        self.games.iter().filter_map(of).sum()
    }

    pub fn has_open_game(&self) -> bool {
        self.games.iter().any(|g| g.scores.is_none())
    }
}

/// Equal in a knock-out: after so many more games the better placed goes on.
const MORE_GAMES: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    Open,
    Running,
    Over,
    /// It did not take place.
    Off,
}

impl Phase {
    pub fn key(self) -> &'static str {
        match self {
            Phase::Open => "open",
            Phase::Running => "running",
            Phase::Over => "over",
            Phase::Off => "off",
        }
    }

    pub fn is_active(self) -> bool {
        matches!(self, Phase::Open | Phase::Running)
    }
}

/// What happens to a tournament, as its log keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "lowercase")]
pub enum Happened {
    Join {
        player: String,
        name: String,
        rating: f64,
    },
    Leave {
        player: String,
    },
    Start,
    /// A round; in an arena a few meetings more.
    Round {
        meetings: Vec<Meeting>,
    },
    /// One more game of a meeting.
    Game {
        round: usize,
        meeting: usize,
        game: Game,
    },
    Result {
        table: String,
        scores: Vec<f64>,
        how: String,
    },
    Over,
    Off,
}

impl Happened {
    pub fn kind(&self) -> &'static str {
        match self {
            Happened::Join { .. } => "join",
            Happened::Leave { .. } => "leave",
            Happened::Start => "start",
            Happened::Round { .. } => "round",
            Happened::Game { .. } => "game",
            Happened::Result { .. } => "result",
            Happened::Over => "over",
            Happened::Off => "off",
        }
    }
}

#[derive(Clone, Debug)]
pub struct State {
    pub rules: Rules,
    pub phase: Phase,
    pub entrants: Vec<Entrant>,
    pub rounds: Vec<Vec<Meeting>>,
    /// In ms: when it began, and when it was over.
    pub begun_at: i64,
    pub ended_at: i64,
    /// Entrants, the best placed first, as they were when it began.
    pub seeds: Vec<usize>,
    /// Where a table's game is: round, meeting, game.
    games: HashMap<String, (usize, usize, usize)>,
    /// How many games are not over.
    pub open_games: usize,
}

impl State {
    pub fn new(rules: Rules) -> State {
        State {
            rules,
            phase: Phase::Open,
            entrants: Vec::new(),
            rounds: Vec::new(),
            begun_at: 0,
            ended_at: 0,
            seeds: Vec::new(),
            games: HashMap::new(),
            open_games: 0,
        }
    }

    pub fn entrant(&self, player: &str) -> Option<usize> {
        self.entrants.iter().position(|e| e.player == player)
    }

    /// The game at a table.
    pub fn game(&self, table: &str) -> Option<&Game> {
        let (round, meeting, game) = self.games.get(table)?;
        self.rounds.get(*round)?.get(*meeting)?.games.get(*game)
    }

    /// All meetings, in order.
    pub fn meetings(&self) -> impl Iterator<Item = &Meeting> {
        self.rounds.iter().flatten()
    }

    /// Games that are not over.
    pub fn open(&self) -> impl Iterator<Item = &Game> {
        self.meetings().flat_map(|m| &m.games).filter(|g| g.scores.is_none())
    }

    pub fn active(&self) -> impl Iterator<Item = usize> {
        (0..self.entrants.len()).filter(|&e| !self.entrants[e].gone)
    }

    fn note(&mut self, round: usize, meeting: usize) {
        let Some(m) = self.rounds.get(round).and_then(|r| r.get(meeting)) else { return };
        for (i, game) in m.games.iter().enumerate() {
            if self.games.insert(game.table.clone(), (round, meeting, i)).is_none() {
                self.open_games += usize::from(game.scores.is_none());
            }
        }
    }

    /// What becomes of it by an event. What has no place (somebody joins twice, a result comes again) changes nothing.
    pub fn apply(&mut self, happened: Happened, at: i64) {
        match happened {
            Happened::Join { player, name, rating } => {
                // Several computers of one level may take part; people only once.
                let again = self.entrants.iter_mut().find(|e| e.player == player && !e.is_computer());
                match again {
                    Some(entrant) => entrant.gone = false,
                    None => self.entrants.push(Entrant { player, name, rating, gone: false }),
                }
            }
            Happened::Leave { player } => {
                if let Some(at) = self.entrant(&player) {
                    // Before it begins it is as if nobody had come.
                    if self.phase == Phase::Open {
                        self.entrants.remove(at);
                    } else {
                        self.entrants[at].gone = true;
                    }
                }
            }
            Happened::Start => {
                self.phase = Phase::Running;
                self.begun_at = at;
                self.seeds = (0..self.entrants.len()).collect();
                self.seeds.sort_by(|a, b| self.entrants[*b].rating.total_cmp(&self.entrants[*a].rating));
            }
            Happened::Round { meetings } => {
                // All meetings of an arena are in one round, as they come.
                if self.rules.kind != Kind::Arena || self.rounds.is_empty() {
                    self.rounds.push(Vec::new());
                }
                let round = self.rounds.len() - 1;
                for meeting in meetings {
                    self.rounds[round].push(meeting);
                    self.note(round, self.rounds[round].len() - 1);
                }
            }
            Happened::Game { round, meeting, game } => {
                if let Some(m) = self.rounds.get_mut(round).and_then(|r| r.get_mut(meeting)) {
                    m.games.push(game);
                }
                self.note(round, meeting);
            }
            Happened::Result { table, scores, how } => {
                let Some(&(round, meeting, game)) = self.games.get(&table) else { return };
                let game = &mut self.rounds[round][meeting].games[game];
                if game.scores.is_none() {
                    self.open_games = self.open_games.saturating_sub(1);
                    (game.scores, game.how) = (Some(scores), how);
                }
            }
            Happened::Over => (self.phase, self.ended_at) = (Phase::Over, at),
            Happened::Off => (self.phase, self.ended_at) = (Phase::Off, at),
        }
    }

    /// The place of an entrant among the seeds.
    pub fn seed(&self, entrant: usize) -> usize {
        self.seeds.iter().position(|s| *s == entrant).unwrap_or(usize::MAX)
    }

    pub fn number_of_rounds(&self) -> usize {
        let players = if self.phase == Phase::Open { self.entrants.len() } else { self.seeds.len() };
        self.rules.rounds_for(players.max(2))
    }

    /// Does a meeting need one more game?
    pub fn wants_game(&self, meeting: &Meeting) -> bool {
        if meeting.is_bye() || meeting.has_open_game() || self.rules.kind == Kind::Arena {
            return false;
        }
        // Nobody plays on against somebody who has gone.
        if meeting.entrants.iter().any(|e| self.entrants[*e].gone) {
            return false;
        }
        let played = meeting.games.len();
        played < self.rules.legs
            || (self.rules.kind == Kind::Knockout
                && meeting.score(meeting.entrants[0]) == meeting.score(meeting.entrants[1])
                && played < self.rules.legs + MORE_GAMES)
    }

    /// Who goes on in a knock-out, once that is decided: who has won more; of equals who has not gone; then the better
    /// placed.
    pub fn winner(&self, meeting: &Meeting) -> Option<usize> {
        if meeting.has_open_game() || self.wants_game(meeting) {
            return None;
        }
        meeting.entrants.iter().copied().min_by(|&a, &b| {
            let gone = |e: usize| self.entrants[e].gone;
            let by_gone = gone(a).cmp(&gone(b));
            let by_score = meeting.score(b).total_cmp(&meeting.score(a));
            // Who has withdrawn before it was decided does not go on.
            let undecided = meeting.games.len() < self.rules.legs;
            let first = if undecided { by_gone.then(by_score) } else { by_score.then(by_gone) };
            first.then(self.seed(a).cmp(&self.seed(b)))
        })
    }

    /// What pairings have to know of everybody, by number.
    pub fn for_pairing(&self) -> Vec<Standing> {
        let mut all: Vec<Standing> =
            (0..self.entrants.len()).map(|player| Standing { player, ..Standing::default() }).collect();
        for meeting in self.meetings() {
            if meeting.is_bye() {
                let s = &mut all[meeting.entrants[0]];
                s.had_bye = true;
                s.half_points += 2 * self.rules.legs as i64;
                continue;
            }
            for &me in &meeting.entrants {
                let met = meeting.entrants.iter().copied().filter(|&other| other != me);
                all[me].met.extend(met);
                all[me].half_points += (meeting.score(me) * 2.0).round() as i64;
                for game in &meeting.games {
                    all[me].first.push(game.seats.first() == Some(&me));
                }
            }
        }
        all
    }
}

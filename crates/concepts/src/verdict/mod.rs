//! Whether a game can be played: a finding for each thing that can go wrong, in a sentence, and a grade over all.
//! Knows what is good and bad in figures; measures nothing itself beyond looking at pieces on an empty board.

mod decide;
mod judge;

pub use decide::{Decided, How, Stage, decide};
pub(crate) use judge::end_places;
pub use judge::{Evidence, dead_ends, judge, short, silent_rules};

use crate::played::balance;
use crate::stats::{Figure, mean, results, share};
use crate::thinking::Thinker;
use crate::trial::{Trial, quick_trial};
use ludarium_engine::Position;
use ludarium_play::{Ctx, Game, Rng, State};
use ludarium_syntax::Span;

/// The least that a game must do to count as playable.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gate {
    /// At most this share of games runs into the limit of turns.
    pub timeouts: f64,
    /// At least this share has a winner.
    pub decided: f64,
    pub balance: f64,
    /// A game lasts so many turns, in the mean.
    pub turns: (f64, f64),
    /// At least this share of the moves is a choice.
    pub choices: f64,
}

/// The modest gate.
pub const MODEST: Gate =
    Gate { timeouts: 0.20, decided: 0.50, balance: 0.60, turns: (10.0, 500.0), choices: 0.50 };

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Weight {
    /// As it should be.
    Good,
    /// Worth knowing.
    Note,
    /// Something is probably not as intended.
    Doubt,
    /// Below the gate.
    Fails,
    /// The game cannot be played through.
    Breaks,
}

#[derive(Clone, Debug)]
pub struct Finding {
    /// A word for programs: `timeouts`, `balance`.
    pub check: &'static str,
    pub weight: Weight,
    pub figure: Option<Figure>,
    pub sentence: String,
    /// Where in the description, if anywhere.
    pub place: Option<Span>,
    /// The end of a game that shows it.
    pub shown: Option<Shown>,
}

/// The end of a game. The same seed is the same game.
#[derive(Clone, Debug)]
pub struct Shown {
    pub seed: u64,
    pub moves: usize,
    pub thinker: Thinker,
    pub last: Position,
}

impl Shown {
    /// The position as one that can be looked at and played on.
    pub fn state(&self, game: &Game) -> State {
        State::from_ctx(game, Ctx::new(game, self.last.clone(), Rng::new(self.seed)), self.seed)
    }

    /// Which game it was.
    pub fn game(&self) -> String {
        let after = plural(self.moves, "move");
        match self.thinker {
            Thinker::Nobody => format!("random game {}, after {after}", self.seed),
            Thinker::One(agent) => format!("a game in which player {agent} thinks, after {after}"),
            Thinker::Everybody => format!("a game in which everybody thinks, after {after}"),
        }
    }
}

/// The grade over all findings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Grade {
    /// Random play or play that thinks passes the gate, and nothing is doubtful.
    Sound,
    /// The same, but something deserves a look.
    Playable,
    /// Neither passes the gate.
    Doubtful,
    /// Cannot be played through, or never comes to an end.
    Broken,
}

impl Grade {
    pub fn name(self) -> &'static str {
        match self {
            Grade::Sound => "sound",
            Grade::Playable => "playable",
            Grade::Doubtful => "doubtful",
            Grade::Broken => "broken",
        }
    }
    pub fn meaning(self) -> &'static str {
        match self {
            Grade::Sound => "can be played, and nothing in it looks unintended",
            Grade::Playable => "can be played, but something deserves a look",
            Grade::Doubtful => "can be played, but not as a game that players decide",
            Grade::Broken => "cannot be played through",
        }
    }
}

impl Weight {
    pub fn name(self) -> &'static str {
        match self {
            Weight::Good => "good",
            Weight::Note => "note",
            Weight::Doubt => "doubt",
            Weight::Fails => "fails",
            Weight::Breaks => "breaks",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Verdict {
    pub findings: Vec<Finding>,
    pub grade: Grade,
    /// Random games that were played.
    pub games: usize,
    /// Games in which somebody thought.
    pub thinking: usize,
}

/// Whether the intervals of the figures that decide are narrow enough.
pub fn precise_enough(players: usize, trials: &[Trial], margin: f64) -> bool {
    let n = trials.len();
    if n < 30 {
        return false;
    }
    let over: Vec<&Trial> = finished(trials);
    let timed = share(trials.iter().filter(|t| t.timed_out).count(), n);
    let decided = share(over.iter().filter(|t| t.winner.is_some()).count(), n);
    let even = if players > 1 { balance(players, &over).margin() } else { 0.0 };
    timed.margin() <= margin && decided.margin() <= margin && (even <= margin || over.is_empty())
}

/// How a game is tried against a gate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Screen {
    pub seed: u64,
    /// At most so many games.
    pub games: usize,
    /// Break a game off after so many moves, which counts as running into the limit; only the rules' own limits hold
    /// when left out.
    pub most: Option<usize>,
    pub gate: Gate,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Screened {
    /// The games that were played: seeds from [`Screen::seed`] on.
    pub trials: Vec<Trial>,
    /// What the game fails by (`timeouts`, `decided`, `balance`, `length`, `choices`, `crash`); empty: it passes.
    pub fails: Vec<&'static str>,
    /// Whether games were left out because it was clear that the game fails.
    pub early: bool,
}

/// After so many games it is asked whether the game fails clearly.
const ROUND: usize = 10;

/// Tries a game against a gate, cheaply: it stops as soon as some threshold is missed for certain (the whole 95 %
/// interval lies on the wrong side), or a rule runs away. What is random play here is the same as in [`judge`].
pub fn screen(game: &Game, how: &Screen) -> Screened {
    let mut trials: Vec<Trial> = Vec::new();
    while trials.len() < how.games {
        for _ in 0..ROUND.min(how.games - trials.len()) {
            trials.push(quick_trial(game, how.seed.wrapping_add(trials.len() as u64), how.most));
            if trials.last().is_some_and(|t| t.stopped.is_some()) {
                let early = trials.len() < how.games;
                return Screened { trials, fails: vec!["crash"], early };
            }
        }
        let fails = misses(game.players, &trials, &how.gate, true);
        if !fails.is_empty() && trials.len() < how.games {
            return Screened { trials, fails, early: true };
        }
    }
    let fails = misses(game.players, &trials, &how.gate, false);
    Screened { trials, fails, early: false }
}

/// The thresholds that games miss: by the figures as they are, or only for certain.
pub fn misses(players: usize, trials: &[Trial], gate: &Gate, certain: bool) -> Vec<&'static str> {
    let n = trials.len();
    let over = finished(trials);
    let at_most = |figure: Figure, most: f64| if certain { figure.low > most } else { figure.value > most };
    let at_least =
        |figure: Figure, least: f64| if certain { figure.high < least } else { figure.value < least };
    let of = |f: &dyn Fn(&Trial) -> f64| mean(&trials.iter().map(f).collect::<Vec<f64>>());
    let mut missed = Vec::new();
    let mut note = |check: &'static str, misses: bool| {
        if misses {
            missed.push(check);
        }
    };
    note(
        "timeouts",
        at_most(share(trials.iter().filter(|t| t.timed_out || t.unfinished).count(), n), gate.timeouts),
    );
    if players > 0 {
        note("decided", at_least(share(over.iter().filter(|t| t.winner.is_some()).count(), n), gate.decided));
    }
    if players > 1 && !over.is_empty() {
        note("balance", at_least(balance(players, &over), gate.balance));
    }
    let turns = of(&|t| t.turns as f64);
    note("length", at_least(turns, gate.turns.0) || at_most(turns, gate.turns.1));
    note("choices", at_least(of(&|t| t.decisions as f64 / t.moves.max(1) as f64), gate.choices));
    missed
}

fn finished(trials: &[Trial]) -> Vec<&Trial> {
    trials.iter().filter(|t| !t.utilities.is_empty() && t.stopped.is_none()).collect()
}

/// The grade that findings come to.
pub fn grade(findings: &[Finding]) -> Grade {
    match findings.iter().map(|f| f.weight).max().unwrap_or(Weight::Good) {
        Weight::Good | Weight::Note => Grade::Sound,
        Weight::Doubt => Grade::Playable,
        Weight::Fails => Grade::Doubtful,
        Weight::Breaks => Grade::Broken,
    }
}

/// What games between players of the same strength say about moving first. `scores` are player 1's, 0 to 1; so many of
/// the games were broken off and count as drawn.
pub fn edge_under_search(player: &str, players: usize, scores: &[f64], broken_off: usize) -> Finding {
    let edge = results(scores, 0.0, 1.0);
    let (low, high) = (edge.low, edge.high);
    let fair = 0.5;
    let clear = low > fair || high < fair;
    let what = match (clear, edge.value > fair) {
        (false, _) => "makes no difference that shows",
        (true, true) => "helps",
        (true, false) => "harms",
    };
    let cut = match broken_off {
        0 => String::new(),
        1 => " One of these games took too long and counted as drawn.".to_string(),
        n => format!(" {n} of these games took too long and counted as drawn."),
    };
    let others = if players == 2 { "" } else { ", half being fair" };
    let sentence = format!(
        "Under search ({player}, {}) moving first {what}: player 1 scores {:.2} ({low:.2}–{high:.2}){others}.{cut}",
        plural(scores.len(), "game"),
        edge.value
    );
    let weight = if clear { Weight::Note } else { Weight::Good };
    Finding { check: "first_player_search", weight, figure: Some(edge), sentence, place: None, shown: None }
}

fn plural(n: usize, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

//! Findings: each thing that can go wrong with a game, asked of the games that were played of it. Random games say what
//! the rules do by themselves; where they decide nothing, games of players who think have the last word.

use super::{Finding, Gate, Grade, Shown, Verdict, Weight, finished, grade, plural};
use crate::played::balance;
use crate::profile::Profile;
use crate::stats::{Figure, mean, median, results, share};
use crate::thinking::{Contest, Solution, Thinker, Thinking};
use crate::trial::{Trial, end_rules, has_rules, quick_game};
use ludarium_engine::ctx::{RuleId, Witness};
use ludarium_engine::game::ComponentKind;
use ludarium_engine::{Mode, Position};
use ludarium_ludemes::checked::Arg;
use ludarium_ludemes::ty::Ty;
use ludarium_play::{Ctx, Game, Reading, Rng};
use ludarium_players::{EngineWorld, World};
use ludarium_syntax::{NodeId, Tree};

/// What a game is judged by.
#[derive(Clone, Copy)]
pub struct Evidence<'e> {
    pub reading: &'e Reading,
    pub game: &'e Game,
    pub profile: &'e Profile,
    /// Random games.
    pub trials: &'e [Trial],
    /// After how many moves these were broken off, if at all: they can be played again.
    pub most: Option<usize>,
    /// Games of players who think, if there were any.
    pub thinking: &'e Thinking,
    /// Which rules gave moves.
    pub witness: Option<&'e Witness>,
    pub lints: &'e [ludarium_lint::Finding],
}

/// Judges a game by the games that were played of it.
pub fn judge(evidence: &Evidence<'_>, gate: &Gate) -> Verdict {
    let Evidence { reading, game, trials, thinking, .. } = *evidence;
    let chance = EngineWorld::new(game).facts().chance;
    let mut judge = Judge { game, trials, most: evidence.most, thinking, gate, chance, findings: Vec::new() };
    judge.crashes();
    if game.players == 1 {
        judge.puzzle();
    }
    judge.ends();
    judge.chances();
    judge.thinking();
    judge.lengths();
    judge.freedom();
    judge.turns();
    judge.pieces();
    judge.board();
    judge.lints(reading, evidence.lints);
    if evidence.lints.iter().all(|lint| lint.code != "L0401") {
        judge.facing(evidence.profile);
    }
    judge.end_rules(reading);
    if let Some(witness) = evidence.witness {
        judge.rules(reading, witness);
    }
    let grade: Grade = grade(&judge.findings);
    Verdict {
        findings: judge.findings,
        grade,
        games: trials.len(),
        thinking: thinking.contests.len() + thinking.together.len(),
    }
}

struct Judge<'t> {
    game: &'t Game,
    trials: &'t [Trial],
    most: Option<usize>,
    thinking: &'t Thinking,
    gate: &'t Gate,
    /// Whether dice or other chance decide what is legal.
    chance: bool,
    findings: Vec<Finding>,
}

fn percent(figure: Figure) -> String {
    let p = |x: f64| format!("{:.0}", 100.0 * x);
    format!("{} % ({}–{} %)", p(figure.value), p(figure.low), p(figure.high))
}

/// A game of fewer turns is over before the second player had a say.
const SHORTEST: f64 = 3.0;
/// Who thinks wins at least this share of a fair share from every seat.
const FROM_EVERY_SEAT: f64 = 0.5;

impl Judge<'_> {
    fn say(&mut self, check: &'static str, weight: Weight, figure: Option<Figure>, sentence: String) {
        self.findings.push(Finding { check, weight, figure, sentence, place: None, shown: None });
    }

    fn n(&self) -> usize {
        self.trials.len()
    }

    fn count(&self, what: impl Fn(&Trial) -> bool) -> usize {
        self.trials.iter().filter(|t| what(t)).count()
    }

    /// The last finding is shown by the end of the first random game of this kind, which is played again for it.
    fn shown_by(&mut self, what: impl Fn(&Trial) -> bool) {
        let Some(trial) = self.trials.iter().find(|t| what(t)) else { return };
        let (again, last) = quick_game(self.game, trial.seed, self.most);
        if let Some(finding) = self.findings.last_mut() {
            finding.shown =
                Some(Shown { seed: trial.seed, moves: again.moves, thinker: Thinker::Nobody, last });
        }
    }

    /// The last finding is shown by the end of the first game of this kind in which somebody thinks.
    fn shown_by_thinking(&mut self, what: impl Fn(&Contest) -> bool) {
        let all = self.thinking.contests.iter().chain(&self.thinking.together);
        let Some(Contest { thinker, trial, last }) = all.into_iter().find(|c| what(c)) else { return };
        if let Some(finding) = self.findings.last_mut() {
            let (thinker, last) = (*thinker, last.clone());
            finding.shown = Some(Shown { seed: trial.seed, moves: trial.moves, thinker, last });
        }
    }

    /// How many games of players who think are so, of how many: of one against random movers, or of everybody where more
    /// of those are so. Nothing if there were none.
    fn when_thinking(&self, what: impl Fn(&Trial) -> bool) -> Option<(usize, usize)> {
        let count = |contests: &[Contest]| {
            let n = contests.len();
            (n > 0).then(|| (contests.iter().filter(|c| what(&c.trial)).count(), n))
        };
        let (one, all) = (count(&self.thinking.contests)?, count(&self.thinking.together));
        Some(all.filter(|all| all.0 * one.1 > one.0 * all.1).unwrap_or(one))
    }

    /// A missed bound of random play: players who think have the last word, and a puzzle is no contest.
    fn missed(&self, thinking_passes: Option<bool>) -> Weight {
        match thinking_passes {
            _ if self.game.players == 1 => Weight::Note,
            Some(true) => Weight::Note,
            Some(false) | None => Weight::Fails,
        }
    }

    fn crashes(&mut self) {
        let stopped = self.count(|t| t.stopped.is_some());
        let figure = share(stopped, self.n());
        if stopped == 0 {
            let sentence =
                format!("All {} could be played; no rule ran away.", plural(self.n(), "random game"));
            return self.say("crash", Weight::Good, Some(figure), sentence);
        }
        let rule = self.trials.iter().find_map(|t| t.stopped.clone()).unwrap_or_default();
        let sentence = format!("In {} of {} games a rule did not come to an end: {rule}.", stopped, self.n());
        self.say("crash", Weight::Breaks, Some(figure), sentence);
        self.shown_by(|t| t.stopped.is_some());
    }

    fn puzzle(&mut self) {
        let (weight, sentence) = match self.thinking.solution {
            None => return,
            Some(Solution::Unique { values }) => {
                (Weight::Good, format!("The puzzle has exactly one solution, of {values} values."))
            }
            Some(Solution::Several) => (Weight::Doubt, "The puzzle has more than one solution.".to_string()),
            Some(Solution::Some { values }) => (
                Weight::Note,
                format!("A solution of {values} values was found; whether it is the only one is not known."),
            ),
            Some(Solution::Way { moves, shortest }) => {
                let how = if shortest { "no solution is shorter" } else { "there may be a shorter one" };
                (Weight::Good, format!("The puzzle can be solved in {}; {how}.", plural(moves, "move")))
            }
            Some(Solution::None) => {
                (Weight::Breaks, "The puzzle has no solution: everything was tried.".to_string())
            }
            Some(Solution::Unknown { positions }) => (
                Weight::Doubt,
                format!("No solution was found in {positions} positions; whether there is one is not known."),
            ),
        };
        self.say("solution", weight, None, sentence);
    }

    fn ends(&mut self) {
        let n = self.n();
        let over = finished(self.trials);
        let ended = share(over.iter().filter(|t| !t.timed_out).count(), n);
        let timed = share(self.count(|t| t.timed_out || t.unfinished), n);
        let endless = |t: &Trial| t.timed_out || t.unfinished;
        let thinking = self.when_thinking(|t| !endless(t));
        // A few games cannot tell four of five from nearly all.
        let in_time =
            thinking.map(|(end, of)| 2 * end >= of && share(end, of).high >= 1.0 - self.gate.timeouts);
        let but = match thinking {
            Some((end, of)) => format!(" Of the games of players who think {end} of {of} end."),
            None => String::new(),
        };
        let weight = match (ended.value < 0.05, self.missed(in_time)) {
            (false, _) => Weight::Good,
            (true, Weight::Fails) => Weight::Breaks,
            (true, weight) => weight,
        };
        let more = if weight == Weight::Good { "" } else { but.as_str() };
        let sentence = format!("{} of the random games come to an end by their rules.{more}", percent(ended));
        self.say("completion", weight, Some(ended), sentence);
        if weight != Weight::Good {
            self.shown_by(endless);
        }
        if timed.value > self.gate.timeouts {
            let sentence = format!(
                "{} of the random games never end and are stopped by the limit of turns; at most {:.0} % should.{but}",
                percent(timed),
                100.0 * self.gate.timeouts
            );
            self.say("timeouts", self.missed(in_time), Some(timed), sentence);
            if in_time == Some(false) {
                self.shown_by_thinking(|c| c.trial.timed_out || c.trial.unfinished);
            } else {
                self.shown_by(endless);
            }
        } else {
            let sentence = format!("{} of the games run into the limit of turns.", percent(timed));
            self.say("timeouts", Weight::Good, Some(timed), sentence);
        }
        if self.game.players > 0 {
            self.decisions(&over);
        }
    }

    fn decisions(&mut self, over: &[&Trial]) {
        let n = self.n();
        let decided = share(over.iter().filter(|t| t.winner.is_some()).count(), n);
        let drawn = share(over.iter().filter(|t| t.winner.is_none() && !t.timed_out).count(), n);
        let undecided = |t: &Trial| t.winner.is_none();
        if decided.value < self.gate.decided {
            let thinking = self.when_thinking(|t| t.winner.is_some());
            let passes = thinking.map(|(won, of)| won as f64 >= self.gate.decided * of as f64);
            let but = match thinking {
                Some((won, of)) => format!(" Of the games of players who think {won} of {of} are."),
                None => String::new(),
            };
            let sentence = format!(
                "Only {} of the random games are decided; at least {:.0} % should be.{but}",
                percent(decided),
                100.0 * self.gate.decided
            );
            self.say("decided", self.missed(passes), Some(decided), sentence);
            if passes == Some(false) {
                self.shown_by_thinking(|c| c.trial.winner.is_none());
            } else {
                self.shown_by(undecided);
            }
        } else {
            let sentence = format!("{} of the games are decided.", percent(decided));
            self.say("decided", Weight::Good, Some(decided), sentence);
        }
        let mostly = drawn.value > 0.5 && self.game.players > 1;
        let weight = match (mostly, self.when_thinking(|t| !undecided(t))) {
            (false, _) => Weight::Good,
            (true, Some((won, of))) if 2 * won >= of => Weight::Note,
            (true, Some(_) | None) => Weight::Doubt,
        };
        self.say("draws", weight, Some(drawn), format!("{} of the games end in a draw.", percent(drawn)));
        if weight != Weight::Good {
            self.shown_by(|t| t.winner.is_none() && !t.timed_out);
        }
    }

    fn chances(&mut self) {
        let players = self.game.players;
        let over = finished(self.trials);
        if players < 2 || over.is_empty() {
            return;
        }
        let even = balance(players, &over);
        let wins: Vec<String> = (1..=players)
            .map(|p| format!("player {p} wins {}", over.iter().filter(|t| t.winner == Some(p)).count()))
            .collect();
        let sentence = format!(
            "Balance is {:.2} ({:.2}–{:.2}): of {} games {}.",
            even.value,
            even.low,
            even.high,
            over.len(),
            wins.join(", ")
        );
        let weight = if even.value < self.gate.balance {
            let hopeless = |agent: &usize| self.thinking.won_together(*agent) == 0;
            self.missed(self.every_seat_wins().map(|weak| !weak.iter().any(hopeless)))
        } else {
            Weight::Good
        };
        self.say("balance", weight, Some(even), sentence);
        if weight == Weight::Fails {
            self.shown_by(|t| t.winner.is_some());
        }
        let first: Vec<f64> =
            over.iter().filter_map(|t| t.utilities.first()).map(|u| f64::midpoint(*u, 1.0)).collect();
        let edge = results(&first, 0.0, 1.0);
        let fair = 0.5;
        let sentence = if edge.low > fair {
            format!("Moving first helps under random play: player 1 scores {:.2}.", edge.value)
        } else if edge.high < fair {
            format!("Moving first harms under random play: player 1 scores {:.2}.", edge.value)
        } else {
            format!(
                "Under random play moving first makes no difference that shows: player 1 scores {:.2}.",
                edge.value
            )
        };
        let clear = edge.low > fair || edge.high < fair;
        self.say("first_player", if clear { Weight::Note } else { Weight::Good }, Some(edge), sentence);
    }

    /// The seats from which somebody who thinks hardly ever wins against random movers; nothing where nobody thought.
    fn every_seat_wins(&self) -> Option<Vec<usize>> {
        let players = self.game.players;
        if self.thinking.contests.is_empty() {
            return None;
        }
        let least = FROM_EVERY_SEAT / players as f64;
        let weak = |&agent: &usize| {
            let (won, of) = self.thinking.won_from(agent);
            of > 0 && (won as f64) < least * of as f64
        };
        Some((1..=players).filter(weak).collect())
    }

    fn thinking(&mut self) {
        let players = self.game.players;
        let Some(weak) = self.every_seat_wins() else { return };
        let won = self.thinking.contests.iter().filter(|c| c.won()).count();
        let all = share(won, self.thinking.contests.len());
        let seats: Vec<String> = (1..=players)
            .map(|agent| {
                let (won, of) = self.thinking.won_from(agent);
                format!("{won} of {of} as player {agent}")
            })
            .collect();
        let mut sentence = format!("Somebody who thinks wins against random movers: {}.", seats.join(", "));
        if !self.thinking.together.is_empty() {
            let won: Vec<String> = (1..=players)
                .map(|agent| format!("player {agent} wins {}", self.thinking.won_together(agent)))
                .collect();
            let of = plural(self.thinking.together.len(), "game");
            sentence += &format!(" Of {of} in which everybody thinks {}.", won.join(", "));
        }
        // Where chance decides, thinking may not help at all.
        let helps = all.value > 1.0 / players as f64;
        // So it is where nobody knows what the others choose at the same time.
        let luck = self.chance || self.game.mode == Mode::Simultaneous;
        let weight = match (helps || luck || self.thinking.only_together(), weak.is_empty()) {
            (true, true) => Weight::Good,
            (true, false) => Weight::Note,
            (false, _) => Weight::Doubt,
        };
        self.say("thinking", weight, Some(all), sentence);
        if weight != Weight::Good {
            let lost = weak.first().copied();
            self.shown_by_thinking(|c| !c.won() && lost.is_none_or(|agent| c.thinker == Thinker::One(agent)));
        }
    }

    fn lengths(&mut self) {
        let turns: Vec<f64> = self.trials.iter().map(|t| t.turns as f64).collect();
        let moves: Vec<f64> = self.trials.iter().map(|t| t.moves as f64).collect();
        let length = mean(&turns);
        let (least, most) = self.gate.turns;
        let thinking: Vec<f64> = self.thinking.contests.iter().map(|c| c.trial.turns as f64).collect();
        let shorter = (!thinking.is_empty()).then(|| mean(&thinking).value <= most);
        let together = self.game.mode == Mode::Simultaneous;
        let weight = if length.value > most {
            // Long random games say little by themselves: those that do not end are another finding.
            if shorter.is_none() { self.missed(shorter).min(Weight::Doubt) } else { self.missed(shorter) }
        } else if length.value < SHORTEST && self.game.players > 1 && !together {
            Weight::Fails
        } else if length.value < least && self.game.players > 1 {
            Weight::Note
        } else {
            Weight::Good
        };
        let should = match weight {
            Weight::Fails => format!("; {SHORTEST} to {most} would do"),
            Weight::Good | Weight::Note | Weight::Doubt | Weight::Breaks => String::new(),
        };
        let but = match (length.value > most, thinking.is_empty()) {
            (true, false) => format!(" With somebody who thinks it lasts {:.0}.", mean(&thinking).value),
            (true, true) => " How long it lasts with somebody who thinks was not found out.".to_string(),
            (false, _) => String::new(),
        };
        let sentence = format!(
            "A random game lasts {:.0} turns in the mean (median {:.0} moves, {:.0} to {:.0}){should}.{but}",
            length.value,
            median(&moves),
            moves.iter().copied().fold(f64::INFINITY, f64::min),
            moves.iter().copied().fold(0.0, f64::max)
        );
        self.say("length", weight, Some(length), sentence);
        if weight == Weight::Fails {
            self.shown_by(|_| true);
        }
    }

    fn freedom(&mut self) {
        let positions: usize = self.trials.iter().map(|t| t.moves).sum();
        let choices: usize = self.trials.iter().map(|t| t.choices).sum();
        let branching =
            mean(&self.trials.iter().map(|t| t.choices as f64 / t.moves.max(1) as f64).collect::<Vec<f64>>());
        let overall = choices as f64 / positions.max(1) as f64;
        let sentence = format!("There are {overall:.1} legal moves in a position on average.");
        self.say("branching", Weight::Good, Some(branching), sentence);
        let deciding = mean(
            &self.trials.iter().map(|t| t.decisions as f64 / t.moves.max(1) as f64).collect::<Vec<f64>>(),
        );
        // Few choices are enough where they matter, and a game of luck needs none.
        let few = deciding.value < self.gate.choices;
        let won = self.thinking.contests.iter().filter(|c| c.won()).count();
        let matter = won * self.game.players > self.thinking.contests.len();
        let weight = match few {
            true => self.missed(Some(self.chance || (matter && deciding.value > 0.0))),
            false => Weight::Good,
        };
        let sentence = if deciding.value > 0.995 {
            "Nearly every move is a real choice.".to_string()
        } else if deciding.value == 0.0 && self.chance {
            "Nobody ever has a choice: chance alone decides.".to_string()
        } else {
            format!(
                "{:.0} % of the moves are real choices; in the other positions only one move is legal.",
                100.0 * deciding.value
            )
        };
        self.say("choices", weight, Some(deciding), sentence);
        self.passes(positions);
    }

    fn passes(&mut self, positions: usize) {
        let passes: usize = self.trials.iter().map(|t| t.forced_passes).sum();
        if passes > 0 && self.game.players > 1 {
            let per_game = passes as f64 / self.n() as f64;
            // A throw that nobody can use is part of games with dice.
            let often = passes as f64 > 0.05 * positions as f64 && !self.chance;
            let sentence = format!(
                "A player who cannot move passes: {passes} forced passes in {} ({per_game:.1} a game).",
                plural(self.n(), "game")
            );
            let weight = if often { Weight::Doubt } else { Weight::Note };
            self.say("forced_passes", weight, Some(Figure::exact(per_game)), sentence);
            self.shown_by(|t| t.forced_passes > 0);
        }
        let again: usize = self.trials.iter().map(|t| t.again).sum();
        if again > 0 {
            let per_game = again as f64 / self.n() as f64;
            let sentence = format!("The same player moves again {per_game:.1} times a game.");
            self.say("again", Weight::Note, Some(Figure::exact(per_game)), sentence);
        }
    }

    /// Players who never get to move.
    fn turns(&mut self) {
        let players = self.game.players;
        if players < 2 || self.game.mode == Mode::Simultaneous {
            return;
        }
        let idle: Vec<String> = (1..=players)
            .filter(|&p| self.trials.iter().all(|t| t.moves_by.get(p).copied().unwrap_or(0) == 0))
            .map(|p| format!("player {p}"))
            .collect();
        if !idle.is_empty() && self.trials.iter().any(|t| t.moves > 0) {
            let sentence = format!("In no random game did {} make a move.", idle.join(" or "));
            self.say("idle_players", Weight::Fails, None, sentence);
            self.shown_by(|t| t.moves > 0);
        }
    }

    fn pieces(&mut self) {
        let game = self.game;
        // What stood in few games may have had no time to move.
        const OFTEN: usize = 5;
        let still: Vec<&str> = (1..game.components.len())
            .filter(|&c| {
                let component = &game.components[c];
                component.moves.is_some()
                    && matches!(component.kind, ComponentKind::Piece | ComponentKind::Large { .. })
                    && self.count(|t| t.stood.get(c) == Some(&true)) >= OFTEN.min(self.n())
                    && self.trials.iter().all(|t| t.moved.get(c) != Some(&true))
            })
            .map(|c| game.components[c].name.as_str())
            .collect();
        // Where pieces are laid and never moved, having a rule to move by means nothing.
        let any_moved = self.trials.iter().any(|t| t.moved.iter().any(|m| *m));
        if any_moved && !still.is_empty() {
            let sentence = format!(
                "{} stood on the board and {} in any game, though a rule says how.",
                still.join(", "),
                if still.len() == 1 { "never moved" } else { "none of them ever moved" }
            );
            self.say("never_moved", Weight::Doubt, None, sentence);
            self.shown_by(|t| t.stood.iter().any(|stood| *stood));
        } else if any_moved {
            self.say("never_moved", Weight::Good, None, "Every kind of piece moved.".to_string());
        }
        self.promotions();
        self.dead_ends();
    }

    fn promotions(&mut self) {
        let players = self.game.players;
        let total =
            |p: usize| self.trials.iter().map(|t| t.promotions.get(p).copied().unwrap_or(0)).sum::<usize>();
        let counts: Vec<usize> = (1..=players).map(total).collect();
        let all: usize = counts.iter().sum();
        if all == 0 {
            return;
        }
        let never: Vec<String> =
            (1..=players).filter(|p| counts[p - 1] == 0).map(|p| format!("player {p}")).collect();
        if !never.is_empty() && all >= 10 {
            let sentence = format!("Pieces were promoted {all} times, but never by {}.", never.join(" or "));
            self.say("promotions", Weight::Doubt, Some(Figure::exact(all as f64)), sentence);
            self.shown_by(|t| t.promotions.iter().any(|p| *p > 0));
        } else {
            let per_game = all as f64 / self.n() as f64;
            let sentence = format!("Pieces are promoted {per_game:.1} times a game.");
            self.say("promotions", Weight::Good, Some(Figure::exact(per_game)), sentence);
        }
    }

    /// Pieces that end where, even alone on the board, they could not move on. (Dice are not thrown for that look, so it
    /// says nothing about games with chance.)
    fn dead_ends(&mut self) {
        let game = self.game;
        if self.chance {
            return;
        }
        let mut stuck: Vec<(String, Figure, usize)> = Vec::new();
        let mut alone = true;
        let mut seen = None;
        for (what, sites) in dead_ends(game) {
            // Who reaches a goal with the last move is not stuck there.
            let there = |t: &Trial| {
                let lies = |&&site: &&usize| t.last_board.get(site) == Some(&(what as u16));
                sites.iter().filter(lies).any(|site| *site as i32 != t.last_to)
            };
            let figure = share(self.count(there), self.n());
            if figure.value > 0.2 {
                let owner = game.components[what].owner;
                let others = |(c, other): (usize, &ludarium_engine::game::Component)| {
                    c != what
                        && other.owner == owner
                        && self.trials.iter().any(|t| t.stood.get(c) == Some(&true))
                };
                alone &= !game.components.iter().enumerate().any(others);
                seen = seen.or(self.trials.iter().find(|t| there(t)).map(|t| t.seed));
                stuck.push((game.components[what].name.clone(), figure, sites.len()));
            }
        }
        if stuck.is_empty() {
            return;
        }
        let promoted = self.trials.iter().any(|t| t.promotions.iter().any(|p| *p > 0));
        let names: Vec<String> = stuck
            .iter()
            .map(|(name, figure, sites)| {
                format!(
                    "{name} ({:.0} % of the games, on one of {})",
                    100.0 * figure.value,
                    plural(*sites, "site")
                )
            })
            .collect();
        let rest = if promoted { "" } else { ", and nothing is ever promoted" };
        let sentence = format!(
            "Some pieces end where they could not move on even if the board were empty{rest}: {}.",
            names.join(", ")
        );
        let worst = stuck.iter().map(|(_, f, _)| *f).max_by(|a, b| a.value.total_cmp(&b.value));
        // Where a side has no other pieces, running out of moves is what its game is about.
        let weight = if alone { Weight::Note } else { Weight::Doubt };
        self.say("dead_ends", weight, worst, sentence);
        self.shown_by(|t| Some(t.seed) == seen);
    }

    fn board(&mut self) {
        let full = share(self.count(|t| t.board_full), self.n());
        if full.value <= 0.05 {
            return;
        }
        let waiting = self.count(|t| t.board_full && t.in_hand > 0);
        let undecided = self.count(|t| t.board_full && t.winner.is_none());
        let hand = if waiting > 0 {
            format!(", in {waiting} of them with pieces still in hand")
        } else {
            String::new()
        };
        let sentence = format!(
            "The board is full at the end of {} of the games{hand}; {undecided} of these have no winner.",
            percent(full)
        );
        let weight = if undecided * 2 > self.n() { Weight::Doubt } else { Weight::Note };
        self.say("board_full", weight, Some(full), sentence);
        self.shown_by(|t| t.board_full && t.winner.is_none());
    }

    fn lints(&mut self, reading: &Reading, lints: &[ludarium_lint::Finding]) {
        for lint in lints {
            let place = lint.at.first().map(|node| reading.expanded.game.node(*node).span);
            let sentence = format!("{} [{}]", lint.message.trim_end(), lint.code);
            self.findings.push(Finding {
                check: "lint",
                weight: Weight::Doubt,
                figure: None,
                sentence,
                place,
                shown: None,
            });
        }
    }

    /// Forward is the same way for all where nobody says how players sit.
    fn facing(&mut self, profile: &Profile) {
        const WAYS: [&str; 8] = [
            "ForwardDirection",
            "ForwardsDirection",
            "BackwardDirection",
            "BackwardsDirection",
            "ForwardLeftDirection",
            "ForwardRightDirection",
            "BackwardLeftDirection",
            "BackwardRightDirection",
        ];
        let relative = WAYS.iter().any(|way| profile.set.has_name(way));
        let faces = self.game.facing.iter().any(Option::is_some)
            || self.game.components.iter().any(|c| c.facing.is_some());
        if relative && !faces && self.game.players > 1 {
            let sentence =
                "Rules speak of forward and backward, but nobody faces anywhere: forward is north for \
                every player, so pieces of opposite sides walk the same way."
                    .to_string();
            self.say("facing", Weight::Doubt, None, sentence);
        }
    }

    fn end_rules(&mut self, reading: &Reading) {
        let rules = end_rules(self.game);
        let met: Vec<usize> = (0..rules.len()).map(|i| self.count(|t| t.ended_by.contains(&i))).collect();
        let places = end_places(reading);
        let tree = &reading.expanded.game;
        for (i, count) in met.iter().enumerate() {
            if *count > 0 || self.n() < 20 {
                continue;
            }
            let (text, place) = match places.get(i).filter(|_| places.len() == rules.len()) {
                Some(&node) => (short(tree, node), Some(tree.node(node).span)),
                None => (format!("number {}", i + 1), None),
            };
            self.findings.push(Finding {
                check: "end_never_met",
                weight: Weight::Note,
                figure: None,
                sentence: format!("No game ended by this end rule: {text}."),
                place,
                shown: None,
            });
        }
    }

    /// Rules that never gave a move.
    fn rules(&mut self, reading: &Reading, witness: &Witness) {
        let tree = &reading.expanded.game;
        let silent = silent_rules(reading, witness);
        if silent.is_empty() {
            self.say("rules", Weight::Good, None, "Every rule gave a move in some position.".to_string());
        }
        for node in silent {
            self.findings.push(Finding {
                check: "rule_never_fired",
                weight: Weight::Note,
                figure: None,
                sentence: format!("This rule never gave a move: {}.", short(tree, node)),
                place: Some(tree.node(node).span),
                shown: None,
            });
        }
    }
}

/// The clauses of rules that never gave a move; of those that stand in one another the outermost.
pub fn silent_rules(reading: &Reading, witness: &Witness) -> Vec<NodeId> {
    let Some(checked) = reading.game.as_ref() else { return Vec::new() };
    let Ok((_, rules)) = ludarium_ludemes::assemble::assemble(checked) else { return Vec::new() };
    let tree = &reading.expanded.game;
    // One clause may be built several times, once per player: it fired if any of them did.
    let mut silent: Vec<NodeId> = Vec::new();
    let mut fired: Vec<NodeId> = Vec::new();
    for (i, (_, node)) in rules.iter().enumerate() {
        let list = if witness.has_fired(RuleId(i as u32)) { &mut fired } else { &mut silent };
        list.push(*node);
    }
    silent.retain(|node| !fired.contains(node));
    // Rules about turns (a swap, no repetition) give no moves of their own.
    let about_turns = |node: &NodeId| {
        checked.nodes.iter().any(|clause| clause.at == *node && clause.entry.gives == Ty::MetaRule)
    };
    silent.retain(|node| !about_turns(node));
    silent.sort();
    silent.dedup();
    let parents = parents(tree);
    silent
        .iter()
        .copied()
        .filter(|node| {
            let mut above = parents[node.0 as usize];
            while let Some(up) = above {
                if silent.contains(&up) {
                    return false;
                }
                above = parents[up.0 as usize];
            }
            true
        })
        .collect()
}

/// A clause in one line, cut where it is long.
pub fn short(tree: &Tree, node: NodeId) -> String {
    let text = tree.print(node);
    let mut short: String = text.chars().take(90).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

fn parents(tree: &Tree) -> Vec<Option<NodeId>> {
    let mut parents = vec![None; tree.nodes.len()];
    for (i, node) in tree.nodes.iter().enumerate() {
        for child in &node.children {
            parents[child.0 as usize] = Some(NodeId(i as u32));
        }
    }
    parents
}

/// The clauses of the end rules, in the order of [`end_rules`].
pub(crate) fn end_places(reading: &Reading) -> Vec<NodeId> {
    let Some(checked) = reading.game.as_ref() else { return Vec::new() };
    let ends = checked.nodes.iter().filter(|node| node.entry.id == "end");
    let rules = ends.flat_map(|node| node.args.iter().flatten()).flat_map(Arg::members);
    rules.filter(|arg| arg.value.clause().is_some()).map(|arg| arg.at).collect()
}

/// By component: the sites from which a piece that moves by itself cannot move even alone on the board, where there
/// are such and it can move from most others.
pub fn dead_ends(game: &Game) -> Vec<(usize, Vec<usize>)> {
    const MOST_SITES: usize = 400;
    const MOST_COMPONENTS: usize = 60;
    let kind = game.site_type;
    let sites = game.board_sites(kind);
    if !has_rules(game)
        || sites == 0
        || sites > MOST_SITES
        || game.components.len() > MOST_COMPONENTS
        || !game.subgames.is_empty()
    {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (what, component) in game.components.iter().enumerate().skip(1) {
        let own = (1..=game.players).contains(&component.owner);
        if component.moves.is_none() || !own || !matches!(component.kind, ComponentKind::Piece) {
            continue;
        }
        let dead: Vec<usize> = (0..sites).filter(|&site| !moves_alone(game, what, site)).collect();
        if !dead.is_empty() && dead.len() * 2 <= sites {
            found.push((what, dead));
        }
    }
    found
}

fn moves_alone(game: &Game, what: usize, site: usize) -> bool {
    let mut ctx = Ctx::new(game, Position::empty(game), Rng::new(1));
    ctx.set_up_containers();
    ctx.start_add(game.site_type, site as i32, what as i32);
    let owner = game.components[what].owner;
    ctx.pos.mover = owner as u8;
    ctx.pos.next = (owner % game.players + 1) as u8;
    ctx.pos.prev = ctx.pos.next;
    ctx.refresh_after_set_up();
    let legal = ctx.legal_moves();
    legal.iter().any(|m| !m.is_pass() && m.from == site as i32)
}

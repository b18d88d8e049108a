//! Whether a game can be played: a finding for each thing that can go wrong, in a sentence, and a grade over all.
//! Knows what is good and bad in figures; measures nothing itself beyond looking at pieces on an empty board.

use crate::compiled::Profile;
use crate::played::balance;
use crate::stats::{Figure, mean, median, results, share};
use crate::trial::{Trial, end_rules, has_rules, quick_trial};
use ludarium_engine::Position;
use ludarium_engine::ctx::{RuleId, Witness};
use ludarium_engine::game::ComponentKind;
use ludarium_play::{Ctx, Game, Reading, Rng};
use ludarium_syntax::{NodeId, Span, Tree};

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

#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// A word for programs: `timeouts`, `balance`.
    pub check: &'static str,
    pub weight: Weight,
    pub figure: Option<Figure>,
    pub sentence: String,
    /// Where in the description, if anywhere.
    pub place: Option<Span>,
}

/// The grade over all findings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Grade {
    /// Passes the gate, and nothing is doubtful.
    Sound,
    /// Passes the gate; something deserves a look.
    Playable,
    /// Fails the gate.
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
            Grade::Sound => "passes the modest gate, and nothing in it looks unintended",
            Grade::Playable => "passes the modest gate, but something deserves a look",
            Grade::Doubtful => "fails the modest gate",
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

#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    pub findings: Vec<Finding>,
    pub grade: Grade,
    pub games: usize,
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

/// Judges a game by the games that were played of it.
pub fn judge(
    reading: &Reading,
    game: &Game,
    profile: &Profile,
    trials: &[Trial],
    witness: Option<&Witness>,
    lints: &[ludarium_lint::Finding],
    gate: &Gate,
) -> Verdict {
    let mut judge = Judge { game, trials, gate, findings: Vec::new() };
    judge.crashes();
    judge.ends();
    judge.chances();
    judge.lengths();
    judge.freedom();
    judge.pieces();
    judge.board();
    judge.lints(reading, lints);
    if lints.iter().all(|lint| lint.code != "L0401") {
        judge.facing(profile);
    }
    judge.end_rules(reading);
    if let Some(witness) = witness {
        judge.rules(reading, witness);
    }
    let grade = grade(&judge.findings);
    Verdict { findings: judge.findings, grade, games: trials.len() }
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
    Finding { check: "first_player_search", weight, figure: Some(edge), sentence, place: None }
}

struct Judge<'t> {
    game: &'t Game,
    trials: &'t [Trial],
    gate: &'t Gate,
    findings: Vec<Finding>,
}

fn percent(figure: Figure) -> String {
    let p = |x: f64| format!("{:.0}", 100.0 * x);
    format!("{} % ({}–{} %)", p(figure.value), p(figure.low), p(figure.high))
}

fn plural(n: usize, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

impl Judge<'_> {
    fn say(&mut self, check: &'static str, weight: Weight, figure: Option<Figure>, sentence: String) {
        self.findings.push(Finding { check, weight, figure, sentence, place: None });
    }

    fn n(&self) -> usize {
        self.trials.len()
    }

    fn count(&self, what: impl Fn(&Trial) -> bool) -> usize {
        self.trials.iter().filter(|t| what(t)).count()
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
    }

    fn ends(&mut self) {
        let n = self.n();
        let over = finished(self.trials);
        let ended = share(over.iter().filter(|t| !t.timed_out).count(), n);
        let timed = share(self.count(|t| t.timed_out || t.unfinished), n);
        let decided = share(over.iter().filter(|t| t.winner.is_some()).count(), n);
        let drawn = share(over.iter().filter(|t| t.winner.is_none() && !t.timed_out).count(), n);
        let weight = if ended.value < 0.05 { Weight::Breaks } else { Weight::Good };
        let sentence = format!("{} of the games come to an end by their rules.", percent(ended));
        self.say("completion", weight, Some(ended), sentence);
        if timed.value > self.gate.timeouts {
            let sentence = format!(
                "{} of the games never end and are stopped by the limit of turns; at most {:.0} % should.",
                percent(timed),
                100.0 * self.gate.timeouts
            );
            self.say("timeouts", Weight::Fails, Some(timed), sentence);
        } else {
            let sentence = format!("{} of the games run into the limit of turns.", percent(timed));
            self.say("timeouts", Weight::Good, Some(timed), sentence);
        }
        if self.game.players == 0 {
            return;
        }
        if decided.value < self.gate.decided {
            let sentence = format!(
                "Only {} of the games are decided; at least {:.0} % should be.",
                percent(decided),
                100.0 * self.gate.decided
            );
            self.say("decided", Weight::Fails, Some(decided), sentence);
        } else {
            self.say(
                "decided",
                Weight::Good,
                Some(decided),
                format!("{} of the games are decided.", percent(decided)),
            );
        }
        let weight = if drawn.value > 0.5 { Weight::Doubt } else { Weight::Good };
        self.say("draws", weight, Some(drawn), format!("{} of the games end in a draw.", percent(drawn)));
    }

    fn chances(&mut self) {
        let players = self.game.players;
        if players < 2 {
            return;
        }
        let over = finished(self.trials);
        if over.is_empty() {
            return;
        }
        let even = balance(players, &over);
        let weight = if even.value < self.gate.balance { Weight::Fails } else { Weight::Good };
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
        self.say("balance", weight, Some(even), sentence);
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

    fn lengths(&mut self) {
        let turns: Vec<f64> = self.trials.iter().map(|t| t.turns as f64).collect();
        let moves: Vec<f64> = self.trials.iter().map(|t| t.moves as f64).collect();
        let length = mean(&turns);
        let (least, most) = self.gate.turns;
        let weight = if length.value < least || length.value > most { Weight::Fails } else { Weight::Good };
        let should =
            if weight == Weight::Fails { format!("; {least} to {most} would do") } else { String::new() };
        let sentence = format!(
            "A game lasts {:.0} turns in the mean (median {:.0} moves, {:.0} to {:.0}){should}.",
            length.value,
            median(&moves),
            moves.iter().copied().fold(f64::INFINITY, f64::min),
            moves.iter().copied().fold(0.0, f64::max)
        );
        self.say("length", weight, Some(length), sentence);
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
        let weight = if deciding.value < self.gate.choices { Weight::Fails } else { Weight::Good };
        let sentence = if deciding.value > 0.995 {
            "Nearly every move is a real choice.".to_string()
        } else {
            format!(
                "{:.0} % of the moves are real choices; in the other positions only one move is legal.",
                100.0 * deciding.value
            )
        };
        self.say("choices", weight, Some(deciding), sentence);
        let passes: usize = self.trials.iter().map(|t| t.forced_passes).sum();
        if passes > 0 {
            let per_game = passes as f64 / self.n() as f64;
            let weight = if passes as f64 > 0.05 * positions as f64 { Weight::Doubt } else { Weight::Note };
            let sentence = format!(
                "A player who cannot move passes: {passes} forced passes in {} ({per_game:.1} a game).",
                plural(self.n(), "game")
            );
            self.say("forced_passes", weight, Some(Figure::exact(per_game)), sentence);
        }
        let again: usize = self.trials.iter().map(|t| t.again).sum();
        if again > 0 {
            let per_game = again as f64 / self.n() as f64;
            let sentence = format!("The same player moves again {per_game:.1} times a game.");
            self.say("again", Weight::Note, Some(Figure::exact(per_game)), sentence);
        }
    }

    fn pieces(&mut self) {
        let game = self.game;
        let still: Vec<&str> = (1..game.components.len())
            .filter(|&c| {
                let component = &game.components[c];
                component.moves.is_some()
                    && matches!(component.kind, ComponentKind::Piece | ComponentKind::Large { .. })
                    && self.trials.iter().any(|t| t.stood.get(c) == Some(&true))
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
        } else {
            let per_game = all as f64 / self.n() as f64;
            let sentence = format!("Pieces are promoted {per_game:.1} times a game.");
            self.say("promotions", Weight::Good, Some(Figure::exact(per_game)), sentence);
        }
    }

    /// Pieces that end where, even alone on the board, they could not move on.
    fn dead_ends(&mut self) {
        let game = self.game;
        let mut stuck: Vec<(String, Figure, usize)> = Vec::new();
        for (what, sites) in dead_ends(game) {
            let met =
                self.count(|t| sites.iter().any(|&site| t.last_board.get(site) == Some(&(what as u16))));
            let figure = share(met, self.n());
            if figure.value > 0.2 {
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
        self.say("dead_ends", Weight::Doubt, worst, sentence);
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
            });
        }
    }

    /// Rules that never gave a move; of those that stand in one another the outermost.
    fn rules(&mut self, reading: &Reading, witness: &Witness) {
        let Some(checked) = reading.game.as_ref() else { return };
        let Ok((_, rules)) = ludarium_ludemes::assemble::assemble(checked) else { return };
        let tree = &reading.expanded.game;
        // One clause may be built several times, once per player: it fired if any of them did.
        let mut silent: Vec<NodeId> = Vec::new();
        let mut fired: Vec<NodeId> = Vec::new();
        for (i, (_, node)) in rules.iter().enumerate() {
            let list = if witness.has_fired(RuleId(i as u32)) { &mut fired } else { &mut silent };
            list.push(*node);
        }
        silent.retain(|node| !fired.contains(node));
        silent.sort();
        silent.dedup();
        let parents = parents(tree);
        let outer: Vec<NodeId> = silent
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
            .collect();
        if outer.is_empty() {
            self.say("rules", Weight::Good, None, "Every rule gave a move in some position.".to_string());
        }
        for node in outer {
            self.findings.push(Finding {
                check: "rule_never_fired",
                weight: Weight::Note,
                figure: None,
                sentence: format!("This rule never gave a move: {}.", short(tree, node)),
                place: Some(tree.node(node).span),
            });
        }
    }
}

fn short(tree: &Tree, node: NodeId) -> String {
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
    let mut found: Vec<NodeId> = Vec::new();
    for node in checked.nodes.iter().filter(|node| node.entry.id == "end") {
        use ludarium_ludemes::checked::Value;
        let mut args: Vec<_> = node.args.iter().flatten().rev().collect();
        while let Some(arg) = args.pop() {
            match &arg.value {
                Value::Node(_) => found.push(arg.at),
                Value::Array(items) => args.extend(items.iter().rev()),
                Value::Int(_)
                | Value::Float(_)
                | Value::Bool(_)
                | Value::Text(_)
                | Value::Enum(..)
                | Value::Hole(..) => {}
            }
        }
    }
    found
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

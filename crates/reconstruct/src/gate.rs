//! What a candidate must withstand to be a result: it compiles, nobody's move is missing at the start, it has no defect
//! that documented games are free of, the expected concepts hold, and its games are no stranger than those of documented
//! games of its family ([`crate::plausible`]), first at random, then between players who think. Cheap checks come first.
//!
//! No clock: games are limited by counting, so that the same seed always gives the same answer.

use crate::ground::Ground;
use crate::hard;
use crate::holes::{Expectation, Wanted};
use crate::plausible::{self, Odds, Plausible, Sample, rounded};
use crate::setup::{self, Asked};
use crate::term::Term;
use crate::types::{Fault, Figures, HoleId, Rejection, Stage};
use ludarium_concepts::played::balance;
use ludarium_concepts::profile_of;
use ludarium_concepts::taxonomy;
use ludarium_concepts::trial::{Trial, Watch, quick_trial, random_trial};
use ludarium_engine::game::ComponentKind;
use ludarium_engine::rng::mix;
use ludarium_lint::{Effort, Subject, glance, lint};
use ludarium_play::{Game, Reading, Selection, State};
use ludarium_players::control::Control;
use ludarium_players::engine_world::result_of;
use ludarium_players::player::Table;
use ludarium_players::world::World;
use ludarium_players::{Budget, EngineWorld, Player, Setting, Spec, make};
use ludarium_syntax::Problem;
use smol_str::SmolStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// How much is played before a candidate is believed.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    pub seed: u64,
    pub random_games: usize,
    /// A game at random is broken off after so many moves.
    pub random_plies: usize,
    /// So many games are played in thought.
    pub search_games: usize,
    /// A thought is at most so many moves made in search; in families that need more, a multiple.
    pub nodes: u64,
    /// Of documented games this share is turned down: those that are stranger than all the others.
    pub least: f64,
    pub lint: Effort,
    /// Codes of findings of lint that the description owes to itself, whatever fills its holes.
    pub excused: Vec<&'static str>,
    /// What the description itself says about names that nothing has, in the words of the reader.
    pub unnamed: Vec<String>,
    pub stop: Stop,
}

/// A flag by which a shell that looks at a clock breaks a game off; where nobody does, all is as the seed has it.
#[derive(Clone, Debug, Default)]
pub struct Stop(pub Arc<AtomicBool>);

impl PartialEq for Stop {
    /// Settings are the same whether or not somebody has grown tired.
    fn eq(&self, _: &Stop) -> bool {
        true
    }
}

impl Stop {
    fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            seed: 1,
            random_games: 10,
            random_plies: 1000,
            search_games: 6,
            nodes: 800,
            least: plausible::LEAST,
            lint: Effort { games: 4, plies: 200, seed: 1 },
            excused: Vec::new(),
            unnamed: Vec::new(),
            stop: Stop::default(),
        }
    }
}

impl Terms {
    /// Who plays in thought, in words.
    pub fn player(&self) -> String {
        format!(
            "alpha-beta or tree search, as fits the game, {} moves of thought a move (three times as many in hunts and games of the chess \
             family, fewer in long games); games in thought are broken off after {TURNS} turns",
            self.nodes
        )
    }
}

/// Who plays: the search that fits the game, with what can be guessed of its pieces from the rules.
const PLAYER: &str = "default";

fn reject<T>(stage: Stage, reason: impl Into<String>) -> Result<T, Rejection> {
    reject_for(Fault::Together, stage, reason)
}

fn reject_for<T>(fault: Fault, stage: Stage, reason: impl Into<String>) -> Result<T, Rejection> {
    Err(Rejection { stage, reason: reason.into(), fault })
}

/// Candidates are stranger than any game that people write: should the engine stumble over one, that one is turned
/// down, with what it stumbled over, and the search goes on.
fn unharmed<T>(stage: Stage, work: impl FnOnce() -> Result<T, Rejection>) -> Result<T, Rejection> {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)) {
        Ok(result) => result,
        Err(payload) => {
            let words = payload.downcast_ref::<String>().map(String::as_str);
            let words = words.or(payload.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
            reject(stage, format!("the engine stumbles over it: {words}"))
        }
    }
}

/// A candidate that compiles and stands up to everything that needs no playing.
#[derive(Debug)]
pub struct Ready {
    pub reading: Reading,
    pub game: Game,
    /// Players start differently, and are meant to.
    pub excused: bool,
    /// Of which family it is, worked out when first asked for.
    odds: OnceLock<Odds>,
}

impl Ready {
    /// How likely it is of each family, by the concepts of its rules.
    pub fn odds(&self) -> &Odds {
        self.odds.get_or_init(|| {
            let profile = profile_of(&self.reading, &self.game, &|_| None);
            plausible::odds(&profile.map(|p| p.set).unwrap_or_default())
        })
    }
    /// Whether documented games of its kind were measured: puzzles were not.
    fn is_measured(&self) -> bool {
        self.game.players > 1
    }
    /// The two players as they are compared.
    pub fn roles(&self) -> (usize, usize) {
        plausible::roles(&armies(&self.game))
    }
    fn term(&self) -> Term {
        let tree = &self.reading.expanded.game;
        let root = tree.roots.first();
        root.map_or_else(|| Term::word("game"), |&root| Term::of(tree, root, &mut |_| HoleId(0)))
    }
}

/// Compiles a candidate and looks at it without playing.
/// `uneven` says whether players who start differently are as they should be, where it is the evidence or the donor of
/// the set-up that has them so; it is asked only where they do.
pub fn look(
    name: &str,
    text: &str,
    expectations: &[Expectation],
    terms: &Terms,
    uneven: &dyn Fn() -> bool,
) -> Result<Ready, Rejection> {
    unharmed(Stage::Compile, || look_at(name, text, expectations, terms, uneven))
}

fn look_at(
    name: &str,
    text: &str,
    expectations: &[Expectation],
    terms: &Terms,
    uneven: &dyn Fn() -> bool,
) -> Result<Ready, Rejection> {
    let reading = ludarium_play::read(name, text, &ludarium_play::Defines::none(), &Selection::default());
    let speaks_of_nothing = |p: &Problem| {
        p.code == NOTHING_SO_CALLED && !terms.excused.contains(&p.code) && !terms.unnamed.contains(&p.message)
    };
    if let Some(problem) = reading.problems.iter().find(|p| p.is_error() || speaks_of_nothing(p)) {
        return reject(Stage::Compile, problem.message.clone());
    }
    let game = match ludarium_play::compile(&reading) {
        Ok(game) => game,
        Err(problems) => {
            return reject(Stage::Compile, problems.first().map_or(String::new(), |p| p.message.clone()));
        }
    };
    let hunt = !even_set_up(&game, uneven)?;
    first_move(&game, terms.seed)?;
    concepts(&reading, &game, expectations)?;
    let excused = defects(&reading, &game, None, &terms.excused, uneven)? || hunt;
    Ok(Ready { reading, game, excused, odds: OnceLock::new() })
}

/// By player: how many pieces the set-up gives.
pub fn armies(game: &Game) -> Vec<u32> {
    let state = State::start(game, 1);
    let pos = &state.ctx().pos;
    let mut found = vec![0; game.players + 1];
    for slot in 0..game.layout.nowhere {
        if pos.what(slot) != 0
            && let Some(army) = found.get_mut(pos.who(slot))
        {
            *army += pos.count(slot).max(1) as u32;
        }
    }
    found.split_off(1)
}

/// A set-up that gave both players as many pieces on its own board should do so on ours. Says whether it does.
fn even_set_up(game: &Game, uneven: &dyn Fn() -> bool) -> Result<bool, Rejection> {
    let armies = armies(game);
    let (most, least) =
        (armies.iter().max().copied().unwrap_or(0), armies.iter().min().copied().unwrap_or(0));
    if most == least || uneven() {
        return Ok(most == least);
    }
    let why = format!("the set-up does not fit the board: {most} pieces against {least}");
    reject_for(Fault::Start, Stage::Parts, why)
}

/// Somebody must be able to move. Where dice decide, a piece may have to wait for its throw: several beginnings are
/// tried, and a few passes are waited for.
fn first_move(game: &Game, seed: u64) -> Result<(), Rejection> {
    const BEGINNINGS: u64 = 6;
    const PASSES: usize = 12;
    // Who has nothing to place passes on to the next phase.
    const FORCED: usize = 3;
    let dice = game.components.iter().any(|c| matches!(c.kind, ComponentKind::Die { .. }));
    let beginnings = if dice { BEGINNINGS } else { 1 };
    for i in 0..beginnings {
        let mut state = State::start(game, seed.wrapping_add(i));
        for _ in 0..if dice { PASSES } else { FORCED } {
            if state.is_over() || state.stopped().is_some() {
                break;
            }
            if state.legal_moves().iter().any(|m| !m.is_pass()) {
                return Ok(());
            }
            if state.legal_moves().is_empty() || state.play(0usize).is_err() {
                break;
            }
        }
    }
    reject_for(Fault::BeforeTheEnd, Stage::FirstMove, "nobody can move in the first position")
}

/// Of what is surer than this a candidate must be.
pub const SURE: f64 = 0.95;

/// Numbers of pieces at the start are measured there; all else is read off the description.
fn concepts(reading: &Reading, game: &Game, expectations: &[Expectation]) -> Result<(), Rejection> {
    if expectations.is_empty() {
        return Ok(());
    }
    let Some(profile) = profile_of(reading, game, &|_| None) else { return Ok(()) };
    let start = expectations.iter().any(|e| e.name.starts_with("NumStartComponents")).then(|| at_start(game));
    let mut doubt = 1.0;
    for expected in expectations {
        let at_start = start.and_then(|start| start_value(expected.name, start, game.players));
        let value = at_start.or_else(|| profile.value(expected.concept));
        // What can only be measured in play is not known here.
        let Some(value) = value else { continue };
        let (holds, should) = match expected.wanted {
            Wanted::Holds(wanted) => {
                ((value != 0.0) == wanted, if wanted { "true".to_owned() } else { "false".to_owned() })
            }
            Wanted::Between(low, high) if low == high => (value == low, format!("{low}")),
            Wanted::Between(low, high) => ((low..=high).contains(&value), format!("from {low} to {high}")),
        };
        if !holds {
            // Evidence is as hard as it is sure: what fails is that all these statements are mistaken.
            doubt *= 1.0 - expected.confidence;
            if doubt > 1.0 - SURE {
                continue;
            }
            let is = match taxonomy::by_id(expected.concept).map(|c| c.data) {
                Some(taxonomy::Data::Boolean) => {
                    if value == 0.0 {
                        "false".to_owned()
                    } else {
                        "true".to_owned()
                    }
                }
                Some(_) | None => format!("{value}"),
            };
            let fault = if at_start.is_some() { Fault::Start } else { Fault::Together };
            let why = format!("{} is {is} and should be {should}", expected.name);
            return reject_for(fault, Stage::Concepts, why);
        }
    }
    Ok(())
}

/// How many pieces stand on the board and lie in hands when the game begins.
pub fn at_start(game: &Game) -> (u32, u32) {
    let watch = Watch { most: Some(0), detail: true, witness: None };
    let trial = random_trial(game, 1, &watch);
    trial.detail.map_or((0, 0), |d| (d.start_board as u32, d.start_hand as u32))
}

/// The same for a text, if it compiles.
pub fn pieces_at_start(name: &str, text: &str) -> Option<(u32, u32)> {
    let work = || {
        let reading = ludarium_play::read(name, text, &ludarium_play::Defines::none(), &Selection::default());
        match ludarium_play::compile(&reading) {
            Ok(game) => Ok(at_start(&game)),
            Err(_) => reject(Stage::Compile, ""),
        }
    };
    unharmed(Stage::Compile, work).ok()
}

/// A text as a game, if it is one.
pub fn compiled_game(name: &str, text: &str) -> Option<Game> {
    let work = || {
        let reading = ludarium_play::read(name, text, &ludarium_play::Defines::none(), &Selection::default());
        ludarium_play::compile(&reading).or_else(|_| reject(Stage::Compile, ""))
    };
    unharmed(Stage::Compile, work).ok()
}

/// The set-up of a game as it should be, if it can be mended.
pub fn mended(game: &Game, ground: &Ground, asked: &Asked) -> Option<Vec<(SmolStr, Vec<u32>)>> {
    unharmed(Stage::Compile, || Ok(setup::mended(game, ground, asked))).ok().flatten()
}

/// A number of pieces at the start, by the name of its concept.
pub fn start_value(name: &str, (board, hand): (u32, u32), players: usize) -> Option<f64> {
    let (board, hand, each) = (f64::from(board), f64::from(hand), players.max(1) as f64);
    match name {
        "NumStartComponents" => Some(board + hand),
        "NumStartComponentsBoard" => Some(board),
        "NumStartComponentsHand" => Some(hand),
        "NumStartComponentsPerPlayer" => Some((board + hand) / each),
        "NumStartComponentsBoardPerPlayer" => Some(board / each),
        "NumStartComponentsHandPerPlayer" => Some(hand / each),
        _ => None,
    }
}

/// A name that nothing has: only a warning to whoever writes a game, but a borrowed part that has lost what it speaks of.
pub const NOTHING_SO_CALLED: &str = "E0320";

/// What a description says about names that nothing has.
pub fn unnamed(reading: &Reading) -> Vec<String> {
    let own = reading.problems.iter().filter(|p| p.code == NOTHING_SO_CALLED);
    own.map(|p| p.message.clone()).collect()
}

/// Defects that well documented games have too: they are told of results, and turn nothing down. Of the documented games
/// that `--example calibrate` measured, more than one of 240 shows each of these.
pub const FOUND_IN_DOCUMENTED_GAMES: [&str; 5] = ["L0108", "L0301", "L0401", "L0404", "L0502"];

/// Players who start differently: a slip where a set-up was torn from its board, but no defect in a hunt.
const UNEVEN: &str = "L0601";

/// The first defect; without any effort only those that can be read off the description. Says whether players start
/// differently and are excused for it.
fn defects(
    reading: &Reading,
    game: &Game,
    effort: Option<&Effort>,
    own: &[&str],
    uneven: &dyn Fn() -> bool,
) -> Result<bool, Rejection> {
    let Some(checked) = &reading.game else { return Ok(false) };
    let subject = Subject { checked, tree: &reading.expanded.game, game, metadata: None };
    let mut excused = false;
    for finding in effort.map_or_else(|| glance(&subject), |effort| lint(&subject, effort)) {
        if own.contains(&finding.code) || FOUND_IN_DOCUMENTED_GAMES.contains(&finding.code) {
            continue;
        }
        if finding.code == UNEVEN && (excused || uneven()) {
            excused = true;
            continue;
        }
        let fault = match finding.code {
            UNEVEN => Fault::Start,
            "L0501" | "L0502" | "L0503" => Fault::AfterTheStart,
            _ => Fault::Together,
        };
        return reject_for(fault, Stage::Lint, format!("{} {}", finding.code, finding.message));
    }
    Ok(excused)
}

/// Whether players start differently in a game as lint sees it.
pub fn is_uneven(reading: &Reading, game: &Game) -> bool {
    if armies(game).windows(2).any(|pair| pair[0] != pair[1]) {
        return true;
    }
    let Some(checked) = &reading.game else { return false };
    let subject = Subject { checked, tree: &reading.expanded.game, game, metadata: None };
    glance(&subject).iter().any(|finding| finding.code == UNEVEN)
}

fn figures(players: usize, trials: &[Trial]) -> Figures {
    let n = trials.len().max(1) as f64;
    let over: Vec<&Trial> = trials.iter().filter(|t| !t.utilities.is_empty()).collect();
    let count = |what: &dyn Fn(&Trial) -> bool| trials.iter().filter(|t| what(t)).count() as f64;
    let mean = |what: &dyn Fn(&Trial) -> f64| trials.iter().map(what).sum::<f64>() / n;
    Figures {
        games: trials.len(),
        timeouts: rounded(count(&|t| t.timed_out || t.unfinished) / n),
        decided: rounded(count(&|t| t.winner.is_some()) / n),
        balance: rounded(if players < 2 || over.is_empty() { 1.0 } else { balance(players, &over).value }),
        turns: rounded(mean(&|t| t.turns as f64)),
        choices: rounded(mean(&|t| t.decisions as f64 / t.moves.max(1) as f64)),
    }
}

/// Plays at random. Random players are bad at ending games, so only what is hopeless is turned down here.
/// `is_known` is asked whether games have gone like this before: then nobody waits for the others.
pub fn at_random(ready: &Ready, terms: &Terms, is_known: &dyn Fn(u64) -> bool) -> Result<Played, Rejection> {
    unharmed(Stage::Random, || play_at_random(ready, terms, is_known))
}

/// The reason for turning down what plays like another candidate.
pub const LIKE_ANOTHER: &str = "it plays move by move like another candidate";
/// So many games of so many moves in all tell whether it does.
const EARLY: usize = 3;
const EARLY_MOVES: usize = 60;

/// What random play tells.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Played {
    pub figures: Figures,
    /// The same as it is compared with documented games.
    pub compared: [f64; 5],
    /// The same for games that offered the same choices and ended alike all the way: two descriptions of one game.
    pub course: u64,
    /// The same for the first games alone.
    pub early: u64,
}

/// How games went, as one number.
fn course(trials: &[Trial]) -> u64 {
    trials.iter().fold(0, |hash, t| {
        let winner = t.winner.map_or(0, |w| w as u64 + 1);
        let ended = u64::from(t.timed_out) << 1 | u64::from(t.unfinished);
        let counts = [t.moves as u64, t.choices as u64, t.decisions as u64, t.captures as u64, winner, ended];
        counts.iter().fold(hash, |hash, &n| mix(hash ^ n))
    })
}

fn random_games(
    ready: &Ready,
    terms: &Terms,
    is_known: &dyn Fn(u64) -> bool,
) -> Result<Vec<Trial>, Rejection> {
    let mut trials: Vec<Trial> = Vec::new();
    for i in 0..terms.random_games as u64 {
        let trial = quick_trial(&ready.game, terms.seed.wrapping_add(i), Some(terms.random_plies));
        if let Some(rule) = &trial.stopped {
            return reject(Stage::Random, format!("a rule does not come to an end: {rule}"));
        }
        trials.push(trial);
        let long_enough = trials.iter().map(|t| t.moves).sum::<usize>() >= EARLY_MOVES;
        if trials.len() == EARLY && long_enough && is_known(course(&trials)) {
            return reject(Stage::Random, LIKE_ANOTHER);
        }
        // Three games that never end are enough to know that games at random do not.
        if trials.len() == 3 && trials.iter().all(|t| t.timed_out || t.unfinished) {
            break;
        }
        if terms.stop.is_raised() {
            return reject(Stage::Random, TOO_LONG);
        }
    }
    Ok(trials)
}

/// Why a candidate is turned down whose games somebody broke off: of it nothing is known.
pub const TOO_LONG: &str = "its games take too long";

fn play_at_random(ready: &Ready, terms: &Terms, is_known: &dyn Fn(u64) -> bool) -> Result<Played, Rejection> {
    let trials = random_games(ready, terms, is_known)?;
    let found = figures(ready.game.players, &trials);
    let early = course(&trials[..trials.len().min(EARLY)]);
    let compared = plausible::figures_of(ready.game.players, ready.roles(), &trials);
    let played = Played { figures: found, compared, course: course(&trials), early };
    let usual = plausible::at_random(compared, ready.odds());
    if ready.is_measured() && usual < plausible::LEAST_AT_RANDOM {
        let fault = if found.turns < 3.0 { Fault::StartAndEnd } else { Fault::Together };
        let why = format!(
            "stranger at random than {:.0} of 100 documented {}: {:.0} turns, {:.0} % without end, {:.0} % of the moves a choice",
            100.0 * (1.0 - usual),
            ready.odds().likeliest().0.plural(),
            found.turns,
            100.0 * found.timeouts,
            100.0 * found.choices
        );
        return reject_for(fault, Stage::Random, why);
    }
    // Where pieces can go at all is asked of every site of the board, which on large boards takes longer than games.
    is_sound(ready, terms)?;
    Ok(played)
}

/// Whether lint knows no defect, as far as it can tell without playing.
pub fn is_sound(ready: &Ready, terms: &Terms) -> Result<(), Rejection> {
    let excused = || ready.excused;
    defects(&ready.reading, &ready.game, Some(&Effort::NONE), &terms.excused, &excused).map(|_| ())
}

/// Moves of thought that a game may cost.
const PER_GAME: f64 = 40_000.0;
/// A move is thought about by at least so many.
const LEAST_THOUGHT: u64 = 30;
/// Games in thought are broken off after so many turns: by then they have told what they tell.
const TURNS: i32 = 300;

/// What is known of a candidate that was played in thought.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    pub figures: Figures,
    pub plausible: Plausible,
}

/// Plays between players who think, and asks how plausible the game is beside documented ones.
pub fn under_search(ready: &Ready, played: &Played, terms: &Terms) -> Result<Judged, Rejection> {
    unharmed(Stage::Search, || {
        defects(&ready.reading, &ready.game, Some(&terms.lint), &terms.excused, &|| ready.excused)?;
        oddities(ready, terms)?;
        let (figures, sample) = play_in_thought(ready, played, terms)?;
        let plausible = match ready.is_measured() {
            true => plausible::judge(&sample, ready.odds()),
            false => Plausible::unknown(ready.odds()),
        };
        let judged = Judged { figures, plausible };
        if ready.is_measured() && judged.plausible.percentile < terms.least {
            let f = &judged.figures;
            let why = format!(
                "stranger than {:.0} of 100 documented {}: in thought {:.0} turns, {:.0} % without end, {:.0} % decided, balance {:.2}, \
                 {:.0} % of the moves a choice",
                100.0 * (1.0 - judged.plausible.percentile),
                judged.plausible.family.plural(),
                f.turns,
                100.0 * f.timeouts,
                100.0 * f.decided,
                f.balance,
                100.0 * f.choices
            );
            return reject(Stage::Search, why);
        }
        // What is to be shown is looked at as closely as anybody would.
        defects(&ready.reading, &ready.game, Some(&Effort::default()), &terms.excused, &|| ready.excused)?;
        Ok(judged)
    })
}

fn oddities(ready: &Ready, terms: &Terms) -> Result<(), Rejection> {
    if !ready.is_measured() {
        return Ok(());
    }
    match hard::oddities("", &ready.term(), &ready.game, terms.seed).first() {
        Some(oddity) => reject(Stage::Random, oddity.words()),
        None => Ok(()),
    }
}

/// Games in thought: their figures, and all figures as they are compared with documented games.
fn play_in_thought(ready: &Ready, played: &Played, terms: &Terms) -> Result<(Figures, Sample), Rejection> {
    let game = &ready.game;
    let world = EngineWorld::new(game).informed(&terms.stop.0);
    let Ok(spec) = Spec::read(PLAYER) else { return reject(Stage::Search, "there is no such player") };
    let mut seats: Vec<Box<dyn Player<'_> + '_>> = (0..game.players)
        .map(|_| make(&spec, &world, Setting { memory: 16 << 20, threads: 1, lines: 0 }))
        .collect();
    // Long games give less time for each move.
    let (family, _) = ready.odds().likeliest();
    let length = played.figures.turns.clamp(1.0, f64::from(TURNS));
    let nodes = terms.nodes.min((PER_GAME / length) as u64).max(LEAST_THOUGHT) * family.thought();
    let budget = Budget { iterations: None, nodes: Some(nodes), time: None };
    let mut trials: Vec<Trial> = Vec::new();
    let sample = |trials: &[Trial]| {
        plausible::sample(played.compared, plausible::figures_of(game.players, ready.roles(), trials))
    };
    while trials.len() < terms.search_games {
        let seed = terms.seed.wrapping_add(1000 + trials.len() as u64);
        trials.push(one_game(game, &world, &mut seats, seed, budget, terms));
        if let Some(rule) = trials.last().and_then(|t: &Trial| t.stopped.as_ref()) {
            return reject(Stage::Search, format!("a rule does not come to an end: {rule}"));
        }
        if terms.stop.is_raised() {
            return reject(Stage::Search, TOO_LONG);
        }
        // Endless games are dear. Where all so far were, and all others would be, what comes out is known.
        let endless = trials.iter().all(|t| t.timed_out || t.unfinished);
        if trials.len() == 2
            && endless
            && plausible::judge(&sample(&trials), ready.odds()).percentile < terms.least / 2.0
        {
            break;
        }
    }
    Ok((figures(game.players, &trials), sample(&trials)))
}

/// All figures of a complete game without any judgement, for the table of documented games.
pub fn measured(ready: &Ready, terms: &Terms) -> Result<Sample, Rejection> {
    unharmed(Stage::Search, || {
        let trials = random_games(ready, terms, &|_| false)?;
        let players = ready.game.players;
        let compared = plausible::figures_of(players, ready.roles(), &trials);
        let played = Played { figures: figures(players, &trials), compared, course: 0, early: 0 };
        play_in_thought(ready, &played, terms).map(|(_, sample)| sample)
    })
}

fn one_game<'g>(
    game: &'g Game,
    world: &EngineWorld<'g>,
    seats: &mut [Box<dyn Player<'g> + 'g>],
    seed: u64,
    budget: Budget,
    terms: &Terms,
) -> Trial {
    let mut state = State::start(game, seed);
    let mut trial = Trial { seed, ..Trial::default() };
    seats.iter_mut().for_each(|seat| seat.new_game());
    let most_plies = 4 * TURNS as usize;
    while !state.is_over() {
        if let Some(rule) = state.stopped() {
            trial.stopped = Some(rule.to_owned());
            return trial;
        }
        if state.ctx().pos.turns >= TURNS || state.plies() >= most_plies || terms.stop.is_raised() {
            trial.unfinished = true;
            break;
        }
        let legal = state.legal_moves().len();
        trial.moves += 1;
        trial.choices += legal;
        trial.decisions += usize::from(legal > 1);
        let asked = if world.facts().simultaneous {
            let pos = world.position(&state);
            world.choices(&pos, &EngineWorld::steps(state.legal_moves()))
        } else {
            vec![(state.agent(), legal)]
        };
        let mut index = 0;
        for (agent, choices) in asked {
            let seed = mix(seed ^ mix(state.plies() as u64 ^ (agent as u64) << 32));
            let control = Control { cancel: &terms.stop.0, ..Control::counted(budget) };
            let pick = match seats.get_mut(agent.wrapping_sub(1)) {
                Some(seat) => {
                    seat.choose(Table { state: &state, agent, seed }, &control).map_or(0, |a| a.index)
                }
                None => 0,
            };
            index = index * choices + pick.min(choices.saturating_sub(1));
        }
        if state.play(index).is_err() {
            trial.unfinished = true;
            break;
        }
    }
    trial.turns = state.ctx().pos.turns.max(0) as usize;
    if state.is_over() {
        let results = result_of(&state);
        trial.utilities = (1..=game.players).map(|a| f64::from(results[a])).collect();
        trial.winner = state.outcome().and_then(|outcome| outcome.winner());
        let turns = game.turn_limit.saturating_mul(game.players as i32);
        trial.timed_out = trial.winner.is_none() && state.ctx().pos.turns >= turns;
    }
    trial
}

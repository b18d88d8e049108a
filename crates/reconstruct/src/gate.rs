//! What a candidate must withstand to be a result: it compiles, nobody's move is missing at the start, lint knows no
//! defect of it, the expected concepts hold, and games of it come to an end, are decided, even and a matter of choice,
//! first at random, then between players who think a little. Cheap checks come first.
//!
//! No clock: games are limited by counting, so that the same seed always gives the same answer.

use crate::ground::Ground;
use crate::holes::{Expectation, Wanted};
use crate::setup::{self, Asked};
use crate::types::{Fault, Figures, Rejection, Stage};
use ludarium_concepts::played::balance;
use ludarium_concepts::profile_of;
use ludarium_concepts::taxonomy;
use ludarium_concepts::trial::{Trial, Watch, quick_trial, random_trial};
use ludarium_concepts::verdict::{Gate as Bounds, MODEST};
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
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How much is played before a candidate is believed.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    pub seed: u64,
    pub random_games: usize,
    /// A game at random is broken off after so many moves.
    pub random_plies: usize,
    /// So many games are enough where they leave no doubt.
    pub search_games: usize,
    /// Where they do, so many more.
    pub more_games: usize,
    /// What passed is played again with more thought, so many games at most; none: it is not.
    pub again: usize,
    /// A thought is so many ways down the tree,
    pub iterations: u64,
    /// or so many moves made in search, whatever comes first.
    pub nodes: u64,
    pub bounds: Bounds,
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
            random_plies: 1500,
            search_games: 12,
            more_games: 12,
            again: 20,
            iterations: 40,
            nodes: 1500,
            bounds: MODEST,
            lint: Effort { games: 4, plies: 200, seed: 1 },
            excused: Vec::new(),
            unnamed: Vec::new(),
            stop: Stop::default(),
        }
    }
}

impl Terms {
    /// Who plays under search, in words.
    pub fn player(&self) -> String {
        format!(
            "UCT, {} iterations or {} moves of thought a move, in long games fewer, in the second half of the games up to {MORE_THOUGHT} times \
             as much; games in thought end after 300 moves",
            self.iterations, self.nodes
        )
    }
}

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
    Ok(Ready { reading, game, excused })
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

/// Numbers of pieces at the start are measured there; all else is read off the description.
fn concepts(reading: &Reading, game: &Game, expectations: &[Expectation]) -> Result<(), Rejection> {
    if expectations.is_empty() {
        return Ok(());
    }
    let Some(profile) = profile_of(reading, game, &|_| None) else { return Ok(()) };
    let start = expectations.iter().any(|e| e.name.starts_with("NumStartComponents")).then(|| at_start(game));
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
        if own.contains(&finding.code) {
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
        timeouts: count(&|t| t.timed_out || t.unfinished) / n,
        decided: count(&|t| t.winner.is_some()) / n,
        balance: if players < 2 || over.is_empty() { 1.0 } else { balance(players, &over).value },
        turns: mean(&|t| t.turns as f64),
        choices: mean(&|t| t.decisions as f64 / t.moves.max(1) as f64),
    }
}

/// The first figure that is out of bounds, in words.
pub fn fault(figures: &Figures, bounds: &Bounds) -> Option<String> {
    let percent = |x: f64| format!("{:.0} %", 100.0 * x);
    if figures.timeouts > bounds.timeouts {
        let most = percent(bounds.timeouts);
        return Some(format!("{} of the games do not end; at most {most} may", percent(figures.timeouts)));
    }
    if figures.decided < bounds.decided {
        let least = percent(bounds.decided);
        return Some(format!("{} of the games are decided; {least} should be", percent(figures.decided)));
    }
    if figures.balance < bounds.balance {
        return Some(format!(
            "the balance is {:.2}; it should be {} at least",
            figures.balance, bounds.balance
        ));
    }
    if figures.turns < bounds.turns.0 || figures.turns > bounds.turns.1 {
        let (low, high) = bounds.turns;
        return Some(format!("a game lasts {:.0} turns; it should be {low} to {high}", figures.turns));
    }
    if figures.choices < bounds.choices {
        let least = percent(bounds.choices);
        return Some(format!("{} of the moves are a choice; {least} should be", percent(figures.choices)));
    }
    None
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

fn play_at_random(ready: &Ready, terms: &Terms, is_known: &dyn Fn(u64) -> bool) -> Result<Played, Rejection> {
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
        // Nor does anybody wait for ten where three leave hardly a choice.
        if trials.len() == 3 && figures(ready.game.players, &trials).choices < terms.bounds.choices * 0.4 {
            break;
        }
    }
    let found = figures(ready.game.players, &trials);
    let early = course(&trials[..trials.len().min(EARLY)]);
    let played = Played { figures: found, course: course(&trials), early };
    let bounds = &terms.bounds;
    if found.turns < bounds.turns.0 / 3.0 {
        let fault = if found.turns < 3.0 { Fault::StartAndEnd } else { Fault::Together };
        return reject_for(fault, Stage::Random, format!("a game at random lasts {:.0} turns", found.turns));
    }
    if found.choices < bounds.choices * 0.6 {
        let share = 100.0 * found.choices;
        return reject(Stage::Random, format!("{share:.0} % of the moves at random are a choice"));
    }
    // Where all games end, and end without a winner, thought rarely finds one.
    if found.decided == 0.0 && found.timeouts == 0.0 {
        return reject(Stage::Random, format!("none of {} games at random is decided", found.games));
    }
    // Who starts alike and loses every game at random has lost by the rules; in a hunt, thought may help.
    if found.balance < 0.1 && found.decided > 0.9 && !ready.excused {
        return reject(Stage::Random, "one player wins every game at random");
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

/// Who plays: games in thought that last longer than this are draws, or thinking about an endless game takes as long.
const PLAYER: &str = "uct@longest=300";
/// Where most games at random do not end, those in thought would not either: many short ones see more than few long ones.
const SHORT_OF_BREATH: &str = "uct@longest=80";

/// Moves of thought that a game may cost, but a tenth of the usual thought is always allowed.
const PER_GAME: f64 = 30_000.0;

/// Who plays again thinks so many times as much, unless all games together would cost so many moves of thought; but never
/// less than the first time.
const MORE_THOUGHT: u64 = 4;
const AGAIN: f64 = 3_000_000.0;

/// Plays between players who think a little, and judges by the gate.
pub fn under_search(ready: &Ready, random: &Figures, terms: &Terms) -> Result<Figures, Rejection> {
    unharmed(Stage::Search, || play_under_search(ready, random, terms))
}

fn play_under_search(ready: &Ready, random: &Figures, terms: &Terms) -> Result<Figures, Rejection> {
    defects(&ready.reading, &ready.game, Some(&terms.lint), &terms.excused, &|| ready.excused)?;
    let game = &ready.game;
    let world = EngineWorld::new(game);
    let player = if random.timeouts > 0.5 { SHORT_OF_BREATH } else { PLAYER };
    let Ok(spec) = Spec::read(player) else { return reject(Stage::Search, "there is no such player") };
    let mut seats: Vec<Box<dyn Player<'_> + '_>> = (0..game.players)
        .map(|_| make(&spec, &world, Setting { memory: 16 << 20, threads: 1, lines: 0 }))
        .collect();
    // Long games give less time for each move.
    let nodes = terms.nodes.min((PER_GAME / random.turns.max(1.0)) as u64).max(terms.nodes / 10);
    let budget = Budget { iterations: Some(terms.iterations), nodes: Some(nodes), time: None };
    // Endless games are dear: where games at random tend to be, somebody who hardly thinks goes first, and one game of two
    // must end. Elsewhere that would tell nothing: who hardly thinks only knows how not to lose.
    let scouts = if random.timeouts > 0.5 {
        1
    } else if random.timeouts > 0.2 {
        2
    } else {
        0
    };
    let little = fraction(budget, 4);
    let endless = scouts > 0
        && (0..scouts).all(|i| {
            let seed = terms.seed.wrapping_add(990 + i);
            is_endless(&one_game(game, &world, &mut seats, seed, little, terms, true))
        });
    if terms.stop.is_raised() {
        return reject(Stage::Search, "its games take too long");
    }
    if endless {
        let why = format!(
            "{:.0} % of games at random do not end, nor does one of {scouts} with a little thought",
            100.0 * random.timeouts
        );
        return reject(Stage::Search, why);
    }
    let first =
        Series { from: 1000, enough: terms.search_games, most: terms.search_games + terms.more_games };
    let mut trials = first.play(game, terms, &mut |seed, scouting| {
        one_game(game, &world, &mut seats, seed, budget, terms, scouting)
    })?;
    if terms.again == 0 {
        return Ok(figures(game.players, &trials));
    }
    // Who thinks more may find who wins, or a shorter way there: what passed is played again, by other dice.
    let turns = figures(game.players, &trials).turns.max(1.0);
    let affordable = (AGAIN / (terms.again as f64 * turns)) as u64;
    let nodes = (MORE_THOUGHT * terms.nodes).min(affordable).max(nodes);
    let more = Budget { iterations: Some(MORE_THOUGHT * terms.iterations), nodes: Some(nodes), time: None };
    let second = Series { from: 2000, enough: terms.again.div_ceil(2), most: terms.again };
    let again = second.play(game, terms, &mut |seed, scouting| {
        one_game(game, &world, &mut seats, seed, more, terms, scouting)
    });
    match again {
        Ok(again) => trials.extend(again),
        Err(why) => {
            return Err(Rejection {
                reason: format!("played again with more thought: {}", why.reason),
                ..why
            });
        }
    }
    let found = figures(game.players, &trials);
    let narrow = narrowed(&terms.bounds, game.players);
    let even = if game.players < 2 { narrow.balance } else { narrow.balance + 0.05 };
    if let Some(why) = fault(&found, &Bounds { balance: even, ..narrow }) {
        return reject(Stage::Search, format!("too near to the bound in all games: {why}"));
    }
    // What is to be shown is looked at as closely as anybody would.
    defects(&ready.reading, game, Some(&Effort::default()), &terms.excused, &|| ready.excused)?;
    Ok(found)
}

/// Games that are played one after the other until they leave no doubt.
struct Series {
    /// The seed of the first, above that of the terms.
    from: u64,
    /// So many are enough where they leave no doubt,
    enough: usize,
    /// and no more than this are played.
    most: usize,
}

impl Series {
    /// The games, if they are within the bounds. Those who play are told the seed, and whether nobody waits for the end of a
    /// long game.
    fn play(
        &self,
        game: &Game,
        terms: &Terms,
        one: &mut dyn FnMut(u64, bool) -> Trial,
    ) -> Result<Vec<Trial>, Rejection> {
        let mut trials: Vec<Trial> = Vec::new();
        while trials.len() < self.most {
            let seed = terms.seed.wrapping_add(self.from + trials.len() as u64);
            // Until some games have ended, nobody waits for the end of a long one.
            let scouting = trials.len() < 2 && trials.iter().all(is_endless);
            trials.push(one(seed, scouting));
            if let Some(rule) = trials.last().and_then(|t: &Trial| t.stopped.as_ref()) {
                return reject(Stage::Search, format!("a rule does not come to an end: {rule}"));
            }
            if terms.stop.is_raised() {
                return reject(Stage::Search, "its games take too long");
            }
            // What cannot be made good by the games that are left is not waited for.
            if let Some(why) = lost(game.players, &trials, self.most, &terms.bounds) {
                return reject(Stage::Search, why);
            }
            let enough = trials.len() >= self.enough && trials.len().is_multiple_of(2);
            if enough && is_clear(&figures(game.players, &trials), game.players, terms) {
                return Ok(trials);
            }
        }
        let found = figures(game.players, &trials);
        if let Some(why) = fault(&found, &terms.bounds) {
            return reject(Stage::Search, why);
        }
        match fault(&found, &narrowed(&terms.bounds, game.players)) {
            None => Ok(trials),
            Some(why) => {
                reject(Stage::Search, format!("too near to the bound in {} games: {why}", self.most))
            }
        }
    }
}

/// Bounds with a margin: what is only just inside of them after all games would as often as not be outside if they were
/// played again, and players who think more take longer.
fn narrowed(bounds: &Bounds, players: usize) -> Bounds {
    Bounds {
        timeouts: 0.6 * bounds.timeouts,
        decided: bounds.decided + 0.1,
        balance: if players < 2 { bounds.balance } else { bounds.balance + 0.1 },
        turns: (1.1 * bounds.turns.0, 0.8 * bounds.turns.1),
        choices: bounds.choices + 0.02,
    }
}

/// Plays all games of the terms to their ends, without looking at how they go, and tells the figures: for checking
/// again what passed.
pub fn measured(ready: &Ready, terms: &Terms) -> Result<Figures, Rejection> {
    unharmed(Stage::Search, || {
        let game = &ready.game;
        let world = EngineWorld::new(game);
        let Ok(spec) = Spec::read("uct") else { return reject(Stage::Search, "there is no such player") };
        let mut seats: Vec<Box<dyn Player<'_> + '_>> = (0..game.players)
            .map(|_| make(&spec, &world, Setting { memory: 16 << 20, threads: 1, lines: 0 }))
            .collect();
        let budget = Budget { iterations: Some(terms.iterations), nodes: Some(terms.nodes), time: None };
        let mut trials = Vec::new();
        for i in 0..(terms.search_games + terms.more_games) as u64 {
            let seed = mix(terms.seed.wrapping_add(i));
            trials.push(one_game(game, &world, &mut seats, seed, budget, terms, false));
        }
        Ok(figures(game.players, &trials))
    })
}

fn fraction(budget: Budget, part: u64) -> Budget {
    let less = |n: Option<u64>| n.map(|n| (n / part).max(1));
    Budget { iterations: less(budget.iterations), nodes: less(budget.nodes), ..budget }
}

fn is_endless(trial: &Trial) -> bool {
    trial.timed_out || trial.unfinished
}

/// Whether all figures are so far inside of their bounds that as many games again would hardly lead them out: by one
/// and a quarter standard errors of a share, and the balance by 0.2 in less than twenty games, by 0.15 in more.
fn is_clear(found: &Figures, players: usize, terms: &Terms) -> bool {
    let bounds = &terms.bounds;
    let games = found.games as f64;
    let error = |share: f64| 1.25 * (share * (1.0 - share) / games).sqrt();
    let even = bounds.balance + if games < 20.0 { 0.2 } else { 0.15 };
    found.timeouts + error(found.timeouts) <= bounds.timeouts
        && found.decided - error(found.decided) >= bounds.decided
        && (players < 2 || found.balance >= even - 1e-9)
        && found.turns >= bounds.turns.0 * 1.1
        && found.turns <= bounds.turns.1 * 0.6
        && found.choices >= bounds.choices + 0.02
}

/// Whether the gate is failed already, or all but failed: however the other games end, or by what is against it.
fn lost(players: usize, trials: &[Trial], all: usize, bounds: &Bounds) -> Option<String> {
    let all = all as f64;
    let n = trials.len();
    let left = all - n as f64;
    let bounds = &narrowed(bounds, players);
    let endless = trials.iter().filter(|t| is_endless(t)).count() as f64;
    // A game without end takes as long as many others. Of games that mostly end, two of two, three of six, four of
    // twelve come once in twenty times or less.
    let hopeless = (n <= 2 && endless == 2.0) || (n <= 6 && endless >= 3.0) || (n <= 12 && endless >= 4.0);
    if endless / all > bounds.timeouts || hopeless {
        return Some(format!("{endless} of {n} games do not end"));
    }
    let turns: f64 = trials.iter().map(|t| t.turns as f64).sum();
    let far = [(3, 2.5), (5, 1.75), (8, 1.3)];
    if turns > bounds.turns.1 * all
        || far.iter().any(|&(k, by)| n >= k && turns > by * bounds.turns.1 * n as f64)
    {
        return Some(format!("{n} games last {turns:.0} turns"));
    }
    if n == 4 && turns < bounds.turns.0 * 0.5 * 4.0 {
        return Some(format!("a game lasts {:.0} turns", turns / 4.0));
    }
    let decided = trials.iter().filter(|t| t.winner.is_some()).count() as f64;
    let many = (n == 5 && decided == 0.0) || (n == 10 && decided <= 2.0);
    if (decided + left) / all < bounds.decided || many {
        return Some(format!("{decided} of {n} games are decided"));
    }
    if n == 4 {
        let made: usize = trials.iter().map(|t| t.moves).sum();
        let choices = trials.iter().map(|t| t.decisions).sum::<usize>() as f64 / made.max(1) as f64;
        if choices < bounds.choices * 0.8 {
            return Some(format!("{:.0} % of the moves are a choice", 100.0 * choices));
        }
    }
    if players == 2 {
        let sum: f64 =
            trials.iter().filter_map(|t| Some((t.utilities.first()? - t.utilities.get(1)?) / 2.0)).sum();
        // Between equals once in twenty times or less.
        let one_sided = (n == 6 && sum.abs() >= 6.0) || (n >= 10 && sum.abs() >= 8.0);
        if 1.0 - (sum.abs() - left).max(0.0) / all < bounds.balance || one_sided {
            return Some(format!("one player is ahead by {:.0} in {n} games", sum.abs()));
        }
    }
    None
}

/// Longer than this is long enough to think less.
fn long(bounds: &Bounds) -> i32 {
    bounds.turns.1 as i32
}

fn one_game<'g>(
    game: &'g Game,
    world: &EngineWorld<'g>,
    seats: &mut [Box<dyn Player<'g> + 'g>],
    seed: u64,
    budget: Budget,
    terms: &Terms,
    scouting: bool,
) -> Trial {
    let bounds = &terms.bounds;
    let mut state = State::start(game, seed);
    let mut trial = Trial { seed, ..Trial::default() };
    seats.iter_mut().for_each(|seat| seat.new_game());
    // The published test lets a game go on for 1,250 turns a player, which is the language's own limit too. What lasts
    // longer than the mean may be is played on with a quarter of the thought; a scout does not wait at all.
    let longest = if scouting { long(bounds) } else { game.turn_limit.saturating_mul(game.players as i32) };
    let most_plies = 4 * longest.max(0) as usize;
    while !state.is_over() {
        if let Some(rule) = state.stopped() {
            trial.stopped = Some(rule.to_owned());
            return trial;
        }
        let turns = state.ctx().pos.turns;
        if turns >= longest || state.plies() >= most_plies || terms.stop.is_raised() {
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
            let budget = if turns > long(bounds) { fraction(budget, 4) } else { budget };
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Games that the first player or the second won, or nobody.
    fn trials(won: &[usize], turns: usize) -> Vec<Trial> {
        let trial = |&winner: &usize| {
            let utilities = match winner {
                1 => vec![1.0, -1.0],
                2 => vec![-1.0, 1.0],
                _ => vec![0.0, 0.0],
            };
            let winner = (winner > 0).then_some(winner);
            Trial { winner, utilities, turns, moves: turns, decisions: turns, ..Trial::default() }
        };
        won.iter().map(trial).collect()
    }

    fn in_turn(games: usize) -> Vec<usize> {
        (0..games).map(|i| 1 + i % 2).collect()
    }

    #[test]
    fn what_is_well_inside_is_clear_and_what_is_near_the_bound_is_not() {
        let terms = Terms::default();
        let clear = |won: &[usize], turns: usize| is_clear(&figures(2, &trials(won, turns)), 2, &terms);
        assert!(clear(&in_turn(12), 60));
        assert!(!clear(&in_turn(12), 400), "long");
        assert!(!clear(&in_turn(12), 10), "short");
        let drawn: Vec<usize> = in_turn(6).into_iter().chain([0; 6]).collect();
        assert!(!clear(&drawn, 60), "half of the games drawn");
        // Eight to four is 0.67, which is inside, but not far; the same in twice as many games is no clearer.
        let one_sided: Vec<usize> = [1; 8].into_iter().chain([2; 4]).collect();
        assert!(!clear(&one_sided, 60));
        assert!(!clear(&[one_sided.clone(), one_sided].concat(), 60));
    }

    #[test]
    fn nobody_waits_for_what_is_lost() {
        let bounds = &MODEST;
        assert!(lost(2, &trials(&in_turn(12), 60), 24, bounds).is_none());
        assert!(lost(2, &trials(&[1; 6], 60), 24, bounds).is_some(), "six of six");
        assert!(lost(2, &trials(&[1; 5], 60), 24, bounds).is_none(), "five of five may be chance");
        assert!(lost(2, &trials(&[0; 5], 60), 24, bounds).is_some(), "no decision in five");
        assert!(lost(2, &trials(&in_turn(4), 1200), 24, bounds).is_some(), "far too long");
        let mut endless = trials(&in_turn(2), 500);
        endless.iter_mut().for_each(|t| t.unfinished = true);
        assert!(lost(2, &endless, 24, bounds).is_some(), "two of two without end");
    }
}

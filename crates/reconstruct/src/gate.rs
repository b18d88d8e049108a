//! What a candidate must withstand to be a result: it compiles, nobody's move is missing at the start, lint knows no
//! defect of it, the expected concepts hold, and games of it come to an end, are decided, even and a matter of choice,
//! first at random, then between players who think a little. Cheap checks come first.
//!
//! No clock: games are limited by counting, so that the same seed always gives the same answer.

use crate::holes::{Expectation, Wanted};
use crate::types::{Figures, Rejection, Stage};
use ludarium::{Game, Reading, Selection, State};
use ludarium_concepts::compiled;
use ludarium_concepts::played::balance;
use ludarium_concepts::taxonomy;
use ludarium_concepts::trial::{Trial, Watch, quick_trial, random_trial};
use ludarium_concepts::verdict::{Gate as Bounds, MODEST};
use ludarium_engine::game::ComponentKind;
use ludarium_engine::plan::Plan;
use ludarium_engine::rng::mix;
use ludarium_lint::{Effort, Subject, lint};
use ludarium_players::control::Control;
use ludarium_players::engine_world::{agent_of, result_of};
use ludarium_players::player::Table;
use ludarium_players::world::World;
use ludarium_players::{Budget, EngineWorld, Player, Setting, Spec, make};

/// How much is played before a candidate is believed.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    pub seed: u64,
    pub random_games: usize,
    /// A game at random is broken off after so many moves.
    pub random_plies: usize,
    pub search_games: usize,
    /// A thought is so many ways down the tree,
    pub iterations: u64,
    /// or so many moves made in search, whatever comes first.
    pub nodes: u64,
    pub bounds: Bounds,
    pub lint: Effort,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            seed: 1,
            random_games: 12,
            random_plies: 2000,
            search_games: 10,
            iterations: 32,
            nodes: 1500,
            bounds: MODEST,
            lint: Effort { games: 4, plies: 200, seed: 1 },
        }
    }
}

impl Terms {
    /// Who plays under search, in words.
    pub fn player(&self) -> String {
        format!("UCT, {} iterations or {} moves of thought a move", self.iterations, self.nodes)
    }
}

fn reject<T>(stage: Stage, reason: impl Into<String>) -> Result<T, Rejection> {
    Err(Rejection { stage, reason: reason.into() })
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
}

/// Compiles a candidate and looks at it without playing.
pub fn look(name: &str, text: &str, expectations: &[Expectation], terms: &Terms) -> Result<Ready, Rejection> {
    unharmed(Stage::Compile, || look_at(name, text, expectations, terms))
}

fn look_at(name: &str, text: &str, expectations: &[Expectation], terms: &Terms) -> Result<Ready, Rejection> {
    let reading = ludarium::read(name, text, &ludarium::Defines::none(), &Selection::default());
    if let Some(problem) = reading.problems.iter().find(|p| p.is_error()) {
        return reject(Stage::Compile, problem.message.clone());
    }
    let game = match ludarium::compile(&reading) {
        Ok(game) => game,
        Err(problems) => {
            return reject(Stage::Compile, problems.first().map_or(String::new(), |p| p.message.clone()));
        }
    };
    first_move(&game, terms.seed)?;
    concepts(&reading, &game, expectations)?;
    defects(&reading, &game, &Effort::NONE)?;
    Ok(Ready { reading, game })
}

/// Somebody must be able to move. Where dice decide, a piece may have to wait for its throw: several beginnings are
/// tried, and a few passes are waited for.
fn first_move(game: &Game, seed: u64) -> Result<(), Rejection> {
    const BEGINNINGS: u64 = 6;
    const PASSES: usize = 12;
    let dice = game.components.iter().any(|c| matches!(c.kind, ComponentKind::Die { .. }));
    let beginnings = if dice { BEGINNINGS } else { 1 };
    for i in 0..beginnings {
        let mut state = State::start(game, seed.wrapping_add(i));
        for _ in 0..if dice { PASSES } else { 1 } {
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
    reject(Stage::FirstMove, "nobody can move in the first position")
}

/// Numbers of pieces at the start are measured there; all else is read off the description.
fn concepts(reading: &Reading, game: &Game, expectations: &[Expectation]) -> Result<(), Rejection> {
    if expectations.is_empty() {
        return Ok(());
    }
    let Some(profile) = compiled(reading, game, &|_| None) else { return Ok(()) };
    let start = expectations.iter().any(|e| e.name.starts_with("NumStartComponents")).then(|| at_start(game));
    for expected in expectations {
        let (board, hand) = start.unwrap_or_default();
        let per_player = game.players.max(1) as f64;
        let value = match expected.name {
            "NumStartComponents" => Some(board + hand),
            "NumStartComponentsBoard" => Some(board),
            "NumStartComponentsHand" => Some(hand),
            "NumStartComponentsPerPlayer" => Some((board + hand) / per_player),
            "NumStartComponentsBoardPerPlayer" => Some(board / per_player),
            "NumStartComponentsHandPerPlayer" => Some(hand / per_player),
            _ => profile.value(expected.concept),
        };
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
            return reject(Stage::Concepts, format!("{} is {is} and should be {should}", expected.name));
        }
    }
    Ok(())
}

/// How many pieces stand on the board and lie in hands when the game begins.
fn at_start(game: &Game) -> (f64, f64) {
    let watch = Watch { most: Some(0), detail: true, witness: None };
    let trial = random_trial(game, 1, &watch);
    trial.detail.map_or((0.0, 0.0), |d| (d.start_board as f64, d.start_hand as f64))
}

/// Findings that tell of the kind of game, not of a slip: players who start differently are no defect in a hunt.
const NO_DEFECT: [&str; 1] = ["L0601"];

fn defects(reading: &Reading, game: &Game, effort: &Effort) -> Result<(), Rejection> {
    let Some(checked) = &reading.game else { return Ok(()) };
    let subject = Subject { checked, tree: &reading.expanded.game, game, metadata: None };
    match lint(&subject, effort).into_iter().find(|finding| !NO_DEFECT.contains(&finding.code)) {
        None => Ok(()),
        Some(finding) => reject(Stage::Lint, format!("{} {}", finding.code, finding.message)),
    }
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

/// So many pieces a game.
const MUCH_TAKEN: f64 = 10.0;

/// Plays at random. Random players are bad at ending games, so only what is hopeless is turned down here.
pub fn at_random(ready: &Ready, terms: &Terms) -> Result<Figures, Rejection> {
    unharmed(Stage::Random, || play_at_random(ready, terms))
}

fn play_at_random(ready: &Ready, terms: &Terms) -> Result<Figures, Rejection> {
    let plan = Plan::new(&ready.game);
    let mut trials: Vec<Trial> = Vec::new();
    for i in 0..terms.random_games as u64 {
        let trial = quick_trial(&plan, terms.seed.wrapping_add(i), Some(terms.random_plies));
        if let Some(rule) = &trial.stopped {
            return reject(Stage::Random, format!("a rule does not come to an end: {rule}"));
        }
        trials.push(trial);
        // Three games that never end are enough to know that games at random do not.
        if trials.len() == 3 && trials.iter().all(|t| t.timed_out || t.unfinished) {
            break;
        }
    }
    let found = figures(ready.game.players, &trials);
    let bounds = &terms.bounds;
    // Where much is taken, players who think may end what random players cannot.
    let takes = trials.iter().map(|t| t.captures).sum::<usize>() as f64 / trials.len().max(1) as f64;
    if found.timeouts > 0.5 && takes >= MUCH_TAKEN {
        return Ok(found);
    }
    if found.timeouts > 0.5 && found.timeouts < 1.0 {
        let share = 100.0 * found.timeouts;
        return reject(Stage::Random, format!("{share:.0} % of {} games at random do not end", found.games));
    }
    if found.timeouts == 1.0 {
        return reject(Stage::Random, format!("none of {} games at random comes to an end", found.games));
    }
    if found.decided == 0.0 {
        return reject(Stage::Random, format!("none of {} games at random is decided", found.games));
    }
    if found.turns < bounds.turns.0 / 2.0 {
        return reject(Stage::Random, format!("a game at random lasts {:.0} turns", found.turns));
    }
    if found.choices < bounds.choices * 0.8 {
        let share = 100.0 * found.choices;
        return reject(Stage::Random, format!("{share:.0} % of the moves at random are a choice"));
    }
    if found.balance < 0.1 && found.decided > 0.9 {
        return reject(Stage::Random, "one player wins every game at random");
    }
    Ok(found)
}

/// Plays between players who think a little, and judges by the gate.
pub fn under_search(ready: &Ready, terms: &Terms) -> Result<Figures, Rejection> {
    unharmed(Stage::Search, || play_under_search(ready, terms))
}

fn play_under_search(ready: &Ready, terms: &Terms) -> Result<Figures, Rejection> {
    defects(&ready.reading, &ready.game, &terms.lint)?;
    let game = &ready.game;
    let plan = Plan::new(game);
    let world = EngineWorld::new(game).with_plan(&plan);
    let Ok(spec) = Spec::read("uct") else { return reject(Stage::Search, "there is no such player") };
    let mut seats: Vec<Box<dyn Player<'_> + '_>> = (0..game.players)
        .map(|_| make(&spec, &world, Setting { memory: 16 << 20, threads: 1, lines: 0 }))
        .collect();
    let budget = Budget { iterations: Some(terms.iterations), nodes: Some(terms.nodes), time: None };
    let mut trials = Vec::new();
    for i in 0..terms.search_games as u64 {
        trials.push(one_game(
            game,
            &world,
            &mut seats,
            terms.seed.wrapping_add(1000 + i),
            budget,
            &terms.bounds,
        ));
        if let Some(rule) = trials.last().and_then(|t: &Trial| t.stopped.as_ref()) {
            return reject(Stage::Search, format!("a rule does not come to an end: {rule}"));
        }
        // What cannot be made good by the games that are left is not waited for.
        if let Some(why) = lost(game.players, &trials, terms) {
            return reject(Stage::Search, why);
        }
    }
    let found = figures(game.players, &trials);
    match fault(&found, &terms.bounds) {
        None => Ok(found),
        Some(why) => reject(Stage::Search, why),
    }
}

/// Whether the gate is failed already, however the other games end.
fn lost(players: usize, trials: &[Trial], terms: &Terms) -> Option<String> {
    let all = terms.search_games as f64;
    let left = all - trials.len() as f64;
    let bounds = &terms.bounds;
    let endless = trials.iter().filter(|t| t.timed_out || t.unfinished).count() as f64;
    // Two games that do not end, and nothing else, are enough: a third would take as long and say the same.
    let hopeless = trials.len() == 2 && endless == 2.0;
    if endless / all > bounds.timeouts || hopeless {
        return Some(format!("{endless} of {} games do not end", trials.len()));
    }
    let decided = trials.iter().filter(|t| t.winner.is_some()).count() as f64;
    if (decided + left) / all < bounds.decided {
        return Some(format!("{decided} of {} games are decided", trials.len()));
    }
    if players == 2 {
        let sum: f64 =
            trials.iter().filter_map(|t| Some((t.utilities.first()? - t.utilities.get(1)?) / 2.0)).sum();
        if 1.0 - (sum.abs() - left).max(0.0) / all < bounds.balance {
            return Some(format!("one player is ahead by {:.0} in {} games", sum.abs(), trials.len()));
        }
    }
    None
}

fn one_game<'g>(
    game: &'g Game,
    world: &EngineWorld<'g>,
    seats: &mut [Box<dyn Player<'g> + 'g>],
    seed: u64,
    budget: Budget,
    bounds: &Bounds,
) -> Trial {
    let mut state = State::start(game, seed);
    let mut trial = Trial { seed, ..Trial::default() };
    seats.iter_mut().for_each(|seat| seat.new_game());
    // Longer than the gate allows is as bad as endless.
    let longest = bounds.turns.1 as i32;
    while !state.is_over() {
        if let Some(rule) = state.stopped() {
            trial.stopped = Some(rule.to_owned());
            return trial;
        }
        let turns = state.ctx().pos.turns;
        if turns >= longest || state.plies() >= 4 * longest as usize {
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
            vec![(agent_of(&state), legal)]
        };
        let mut index = 0;
        for (agent, choices) in asked {
            let seed = mix(seed ^ mix(state.plies() as u64 ^ (agent as u64) << 32));
            let control = Control::counted(budget);
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

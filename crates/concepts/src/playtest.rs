//! A playtest: games between players of several strengths and styles, and what a designer wants to know of them. Who
//! wins, how long it takes, how dramatic it is, whether moving first pays, with and without a swap, whether one opening
//! beats all others, which rules never mattered, and games to replay. Effort is counted: a seed gives the same report.

use crate::seats::{Effort, Searching};
use crate::stats::{Figure, mean, results, share};
use crate::trial::{Study, Trial, end_rules, watched_trial};
use crate::verdict::{end_places, short, silent_rules};
use ludarium_engine::ctx::Witness;
use ludarium_engine::rng::mix;
use ludarium_play::{Game, Reading};
use ludarium_players::control::NEVER;
use ludarium_players::{Budget, EngineWorld, Spec};
use ludarium_syntax::{NodeId, Span};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A way to play: a name for people, the search, and the moves it may make on its board for one move of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    pub name: &'static str,
    pub player: &'static str,
    pub nodes: u64,
}

/// From no thought to much, and two ways to think: by evaluation where the game allows it, and by playouts.
pub const STYLES: [Style; 4] = [
    Style { name: "random", player: "random", nodes: 1 },
    Style { name: "casual", player: "default", nodes: 600 },
    Style { name: "careful", player: "default", nodes: 8_000 },
    Style { name: "playouts", player: "uct", nodes: 8_000 },
];

/// How much is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    pub seed: u64,
    /// Games of each style against itself.
    pub games: usize,
    /// Games are broken off after so many moves.
    pub most: usize,
}

/// One game.
#[derive(Clone, Debug)]
struct Tested {
    trial: Trial,
    moves: Vec<String>,
    /// Player 1's seat and player 1 as a person, from 0 to 1: they differ after a swap.
    seat: f64,
    person: f64,
}

/// What games between players of one style came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    pub style: &'static str,
    pub games: usize,
    /// Moves of a game.
    pub length: Figure,
    /// By player: the share of the games won.
    pub wins: Vec<Figure>,
    pub draws: Figure,
    /// Broken off.
    pub unfinished: Figure,
    /// How far the winner was behind on the way, from 0 to 2; nothing where positions cannot be judged or nobody won.
    pub drama: Option<Figure>,
    /// The share of moves after which somebody else leads.
    pub lead_changes: Option<Figure>,
    /// What the first seat scores, from 0 to 1, and what the person who began scores: the same unless people may swap.
    pub first_seat: Figure,
    pub first_person: Figure,
}

/// A first move as players who think choose it.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    pub name: String,
    pub games: usize,
    /// What the first seat scores after it.
    pub score: Figure,
}

/// A game to look at.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    /// Why: the most dramatic, the shortest …
    pub what: String,
    pub style: &'static str,
    pub moves: Vec<String>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    pub rounds: Vec<Round>,
    /// Of players who think, most played first.
    pub openings: Vec<Opening>,
    /// How often the stronger side wins, by pair of styles: careful against casual, careful against random.
    pub strength: Vec<(&'static str, &'static str, Figure)>,
    /// Rules that no game used, as text and place.
    pub unused: Vec<(String, Span)>,
    pub examples: Vec<Example>,
    /// What follows for the designer, in sentences.
    pub advice: Vec<String>,
}

/// Plays and sums up. `go_on` ends it early: only whole games count. `progress` hears how many games were played.
pub fn playtest(
    reading: &Reading,
    game: &Game,
    plan: &Plan,
    go_on: &(dyn Fn() -> bool + Sync),
    progress: &(dyn Fn(usize) + Sync),
) -> Report {
    let world = EngineWorld::new(game).informed(&NEVER);
    let witness = Arc::new(Witness::of(game));
    let played = std::sync::atomic::AtomicUsize::new(0);
    let play = |styles: &[Style], stream: u64, from: usize| -> Vec<(usize, Tested)> {
        let games = (from..plan.games.min(from + CHUNK)).into_par_iter();
        games
            .filter_map(|n| {
                if !go_on() {
                    return None;
                }
                let seed = mix(plan.seed ^ mix(stream << 32 | n as u64));
                // Of two styles the first takes every seat in turn.
                let turned: Vec<Style> =
                    (0..game.players.max(1)).map(|p| styles[(p + n) % styles.len()]).collect();
                let tested = test(game, &world, &turned, seed, plan, &witness)?;
                progress(1 + played.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
                Some((n, tested))
            })
            .collect()
    };
    let mut by_style: Vec<(Style, Vec<Tested>)> = STYLES.iter().map(|style| (*style, Vec::new())).collect();
    let pairs: &[(usize, usize)] = if game.players == 2 { &[(2, 1), (2, 0)] } else { &[] };
    let mut scores: Vec<Vec<f64>> = vec![Vec::new(); pairs.len()];
    // A few games of everything after each other: who has little time hears a little of everything.
    for from in (0..plan.games).step_by(CHUNK) {
        for (i, (style, games)) in by_style.iter_mut().enumerate() {
            games.extend(play(&[*style], i as u64, from).into_iter().map(|(_, tested)| tested));
        }
        for (stream, ((strong, weak), scores)) in pairs.iter().zip(&mut scores).enumerate() {
            let games = play(&[STYLES[*strong], STYLES[*weak]], 100 + stream as u64, from);
            scores.extend(games.iter().map(|(n, g)| if n % 2 == 0 { g.person } else { 1.0 - g.person }));
        }
    }
    let strength: Vec<(&'static str, &'static str, Figure)> = pairs
        .iter()
        .zip(&scores)
        .filter(|(_, scores)| !scores.is_empty())
        .map(|((strong, weak), scores)| (STYLES[*strong].name, STYLES[*weak].name, results(scores, 0.0, 1.0)))
        .collect();
    let tree = &reading.expanded.game;
    let mut unused = silent_rules(reading, &witness);
    unused.extend(silent_ends(reading, game, &by_style));
    let rounds: Vec<Round> =
        by_style.iter().filter(|(_, g)| !g.is_empty()).map(|(style, g)| round(game, style, g)).collect();
    let openings = openings(&by_style);
    let choice = game.start(plan.seed).legal_moves().len() > 1;
    let advice = advice(game, &rounds, &openings, choice, &strength);
    Report {
        openings,
        strength,
        unused: unused.into_iter().map(|node| (short(tree, node), tree.node(node).span)).collect(),
        examples: examples(&by_style),
        advice,
        rounds,
    }
}

/// So many games of each style are played before the next style.
const CHUNK: usize = 10;

/// End rules that ended no game.
fn silent_ends(reading: &Reading, game: &Game, by_style: &[(Style, Vec<Tested>)]) -> Vec<NodeId> {
    let (rules, places) = (end_rules(game), end_places(reading));
    if rules.len() != places.len() || by_style.iter().all(|(_, games)| games.is_empty()) {
        return Vec::new();
    }
    let games = || by_style.iter().flat_map(|(_, games)| games);
    let ended = |i: usize| games().any(|g| g.trial.ended_by.contains(&i));
    places.into_iter().enumerate().filter(|(i, _)| !ended(*i)).map(|(_, node)| node).collect()
}

fn test<'g>(
    game: &'g Game,
    world: &EngineWorld<'g>,
    styles: &[Style],
    seed: u64,
    plan: &Plan,
    witness: &Arc<Witness>,
) -> Option<Tested> {
    let specs: Vec<Spec> = styles.iter().filter_map(|s| Spec::read(s.player).ok()).collect();
    let specs: Vec<&Spec> = specs.iter().collect();
    let of =
        |agent: usize| Effort::Fixed(Budget::nodes(styles[agent.saturating_sub(1) % styles.len()].nodes));
    let efforts = (0..=game.players.max(1)).map(of).collect();
    let mut players = Searching::around(game, world, &specs, efforts, seed);
    let study = Study { most: Some(plan.most), world: world.weights().map(|_| world), ..Study::default() };
    let trial = watched_trial(game, seed, &study, witness, &mut players);
    if trial.stopped.is_some() {
        return None;
    }
    let score =
        |seat: usize| trial.utilities.get(seat.wrapping_sub(1)).map_or(0.5, |u| f64::midpoint(*u, 1.0));
    let person = trial.seats.get(1).map_or(1, |seat| usize::from(*seat));
    let moves = players.state().history().into_iter().map(|played| played.name).collect();
    Some(Tested { seat: score(1), person: score(person), moves, trial })
}

fn round(game: &Game, style: &Style, games: &[Tested]) -> Round {
    let n = games.len();
    let count = |what: &dyn Fn(&Trial) -> bool| share(games.iter().filter(|g| what(&g.trial)).count(), n);
    let judged = || games.iter().filter_map(|g| g.trial.detail.as_ref()?.judged.as_ref());
    let known = |values: Vec<f64>| (!values.is_empty()).then(|| mean(&values));
    Round {
        style: style.name,
        games: n,
        length: mean(&games.iter().map(|g| g.trial.moves as f64).collect::<Vec<f64>>()),
        wins: (1..=game.players).map(|p| count(&|t| t.winner == Some(p))).collect(),
        draws: count(&|t| !t.unfinished && t.winner.is_none()),
        unfinished: count(&|t| t.unfinished),
        drama: known(judged().filter_map(|j| Some(j.won.as_ref()?.drama?.average)).collect()),
        lead_changes: known(judged().map(|j| j.lead_change).collect()),
        first_seat: results(&games.iter().map(|g| g.seat).collect::<Vec<f64>>(), 0.0, 1.0),
        first_person: results(&games.iter().map(|g| g.person).collect::<Vec<f64>>(), 0.0, 1.0),
    }
}

/// Those who think, by the first move that was made.
fn openings(by_style: &[(Style, Vec<Tested>)]) -> Vec<Opening> {
    let mut first: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for game in by_style.iter().filter(|(style, _)| style.nodes > 1).flat_map(|(_, games)| games) {
        if let Some(name) = game.moves.first() {
            first.entry(name).or_default().push(game.seat);
        }
    }
    let mut openings: Vec<Opening> = first
        .into_iter()
        .map(|(name, scores)| Opening {
            name: name.to_owned(),
            games: scores.len(),
            score: results(&scores, 0.0, 1.0),
        })
        .collect();
    openings.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.name.cmp(&b.name)));
    openings
}

fn examples(by_style: &[(Style, Vec<Tested>)]) -> Vec<Example> {
    let thoughtful = || {
        let games = by_style.iter().filter(|(style, _)| style.nodes > 1);
        games.flat_map(|(style, games)| games.iter().map(move |g| (style.name, g)))
    };
    let drama = |g: &Tested| {
        let won = g.trial.detail.as_ref()?.judged.as_ref()?.won.as_ref()?;
        won.drama.map(|course| course.maximum)
    };
    let decided = || thoughtful().filter(|(_, g)| g.trial.winner.is_some());
    let found = [
        (
            "the most dramatic",
            decided()
                .filter(|(_, g)| drama(g).is_some_and(|d| d > 0.0))
                .max_by(|a, b| drama(a.1).unwrap_or(0.0).total_cmp(&drama(b.1).unwrap_or(0.0))),
        ),
        ("the shortest decided", decided().min_by_key(|(_, g)| g.moves.len())),
        ("the longest", thoughtful().max_by_key(|(_, g)| g.moves.len())),
    ];
    let example = |(what, found): (&str, Option<(&'static str, &Tested)>)| {
        let (style, game) = found?;
        Some(Example { what: what.to_owned(), style, moves: game.moves.clone() })
    };
    let mut examples: Vec<Example> = found.into_iter().filter_map(example).collect();
    let mut seen: Vec<Vec<String>> = Vec::new();
    examples.retain(|example| {
        let new = !seen.contains(&example.moves);
        seen.push(example.moves.clone());
        new
    });
    examples
}

/// A first move is dominant if players who think choose it this often and score at least this much with it.
const DOMINANT: (f64, f64) = (0.6, 0.65);

/// What a swap would do: who begins would choose the opening that is fairest, since the other takes the better side.
fn with_swap(openings: &[Opening]) -> String {
    const ENOUGH: usize = 10;
    let advice = "A swap rule (pie rule) may even it out: (meta (swap)).";
    let off = |opening: &&Opening| (opening.score.value - 0.5).abs();
    let known = openings.iter().filter(|opening| opening.games >= ENOUGH);
    match known.min_by(|a, b| off(a).total_cmp(&off(b))) {
        Some(fairest) if openings.len() > 1 => format!(
            "{advice} After {}, the fairest opening of {ENOUGH} games or more, the first seat scores {:.2}.",
            fairest.name, fairest.score.value
        ),
        Some(_) | None => advice.to_string(),
    }
}

fn advice(
    game: &Game,
    rounds: &[Round],
    openings: &[Opening],
    choice: bool,
    strength: &[(&'static str, &'static str, Figure)],
) -> Vec<String> {
    let mut advice = Vec::new();
    let careful = rounds.iter().find(|r| r.style == STYLES[2].name);
    if let Some(round) = careful.filter(|_| game.players == 2) {
        let (seat, person) = (round.first_seat, round.first_person);
        if seat.low > 0.5 || seat.high < 0.5 {
            let who = if seat.value > 0.5 { "first" } else { "second" };
            advice.push(format!("Moving {who} pays: the first seat scores {:.2}.", seat.value));
            let swap = if game.meta.swap {
                format!("With the swap, who begins scores {:.2}.", person.value)
            } else {
                with_swap(openings)
            };
            advice.push(swap);
        }
        if round.draws.low > 0.5 {
            advice.push(format!(
                "Most games of careful players are drawn ({:.0} %).",
                100.0 * round.draws.value
            ));
        }
        if round.unfinished.low > 0.2 {
            advice.push("Many games of careful players do not end: look at the end rules.".to_string());
        }
    }
    let all: usize = openings.iter().map(|o| o.games).sum();
    if let Some(first) = openings.first()
        && choice
        && first.games as f64 >= DOMINANT.0 * all as f64
        && first.score.low >= 0.5
        && first.score.value >= DOMINANT.1
    {
        let score = first.score.value;
        advice.push(format!(
            "One opening dominates: {} is chosen in {} of {all} games and scores {score:.2}.",
            first.name, first.games
        ));
    }
    if let Some((strong, weak, score)) = strength.iter().find(|(_, weak, _)| *weak == STYLES[0].name)
        && score.low < 0.5
    {
        advice.push(format!(
            "Thinking hardly helps: {strong} against {weak} scores {:.2} ({:.2}–{:.2}).",
            score.value, score.low, score.high
        ));
    }
    advice
}

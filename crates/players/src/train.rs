//! Knowledge about a game, worked out beforehand with more time than a player has: games between players that search, in
//! rounds, each with what the round before found; a match that shows whether what was learnt beats the guess from the rules;
//! and matches between searches, to find the one that plays the game best. The clock is the caller's.

use crate::arena::{self, Ended, Terms};
use crate::calibrate::{self, Effort, Met, Weights, calibrate, fit, keep, squash};
use crate::control::{Budget, Control, NEVER, no_clock};
use crate::engine_world::{EngineWorld, Step};
use crate::player::{self, Choice, Player, Setting, Spec, Style};
use crate::world::World;
use ludarium_engine::rng::mix;
use ludarium_play::Rng;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How much is done.
#[derive(Clone, Copy)]
pub struct Training<'a> {
    /// All of it together.
    pub time: Duration,
    /// A clock that only goes forward.
    pub now: &'a (dyn Fn() -> Duration + Sync),
    pub cancel: &'a AtomicBool,
    pub seed: u64,
    /// Time for each move while searches are compared.
    pub move_time: Duration,
}

/// What training came to.
#[derive(Clone, Debug)]
pub struct Trained {
    pub weights: Weights,
    /// How it came about, for people: lines of text.
    pub story: String,
}

/// Positions that exact search looks at for each move of self-play.
const NODES: u64 = 250;
/// Longer games of self-play are judged as they stand.
const LONGEST: usize = 160;

/// Works out weights and the best search.
pub fn train(world: &EngineWorld<'_>, terms: Training<'_>) -> Trained {
    let begun = (terms.now)();
    let spent = || (terms.now)().saturating_sub(begun);
    let part = |hundredths: u32| terms.time * hundredths / 100;
    let guess = calibrate(world, terms.seed, Effort { random: 4000, greedy: 0, longest: 400 }, terms.cancel);
    let mut story = String::new();
    let facts = world.facts();
    let mut weights = guess.clone();
    if facts.players >= 2 && !facts.hidden && !facts.simultaneous {
        let mut met = Met::new(world.sheet());
        let mut rng = Rng::new(mix(terms.seed ^ 0x7_4A11));
        for round in 1..=4u32 {
            let until = part(12 * round);
            let with = world.clone().with_weights(Some(Arc::new(weights.clone())));
            while spent() < until && met.games < 20_000 {
                if facts.plain_duel() {
                    self_play(&with, &mut rng, &mut met);
                } else {
                    calibrate::play(&with, Some(&weights.values), &mut rng, LONGEST, &mut met);
                }
            }
            weights.values = fit(&guess.values, world.sheet(), &met.samples, met.decided);
        }
        calibrate::learn_accuracy(&mut weights, &guess.values, world.sheet(), &met);
        let _ = writeln!(
            story,
            "self-play: {} games, {} decided, the better side wins {:.0} of 100 (± {:.0})",
            met.games,
            met.decided,
            100.0 * weights.accuracy,
            100.0 * weights.error
        );
        weights.plies = met.plies;
        if weights.values != guess.values {
            let score = match_weights(world, [&weights, &guess], terms, &|| spent() < part(65));
            let _ = writeln!(story, "learnt against guessed: {}", score.text());
            if score.points < 0.5 * score.games {
                let (decided, accuracy, error) = (weights.decided, weights.accuracy, weights.error);
                weights = Weights { decided, accuracy, error, plies: weights.plies, ..guess };
                let _ = writeln!(story, "the guess is kept");
            }
        }
    }
    let with = world.clone().with_weights(Some(Arc::new(weights.clone())));
    weights.search = best_search(&with, terms, &|| spent() < part(100), &mut story);
    Trained { weights, story }
}

/// One game between players that search a little; some of its quiet positions become samples.
fn self_play(world: &EngineWorld<'_>, rng: &mut Rng, met: &mut Met) {
    use crate::alphabeta::{AlphaBeta, Config};
    let mut pos = world.spot(world.game.begin(rng.next_u64()));
    let config = Config { table_bits: 12, lines: 0, ..player::alpha_beta_config(world) };
    let mut search: AlphaBeta<EngineWorld<'_>> = AlphaBeta::new(config);
    let mut moves: Vec<Step> = Vec::new();
    let mut kept = Vec::new();
    let mut counts = Vec::new();
    let opening = rng.below(8);
    let mut plies = 0;
    while !world.over(&pos) && plies < LONGEST {
        world.moves(&mut pos, &mut moves);
        if moves.is_empty() {
            break;
        }
        let pick = if plies < opening || rng.below(20) == 0 {
            rng.below(moves.len())
        } else {
            let control = Control { budget: Budget::nodes(NODES), elapsed: &no_clock, cancel: &NEVER };
            search.search(world, &pos, &moves, rng.next_u64(), &control).index
        };
        let quiet = !world.is_tactical(&pos, &moves[pick]);
        world.apply(&mut pos, &moves[pick]);
        plies += 1;
        if quiet && plies > opening && rng.below(5) == 0 && kept.len() < 24 && !world.over(&pos) {
            world.counts(&pos, &mut counts);
            kept.push(counts.clone());
        }
    }
    met.plies += plies as u64;
    let mut results = world.utilities(&pos);
    if !world.over(&pos) {
        // Broken off: who is far ahead has as good as won.
        let stands = world.judge(&pos).unwrap_or(results);
        for (r, s) in results.iter_mut().zip(stands) {
            *r = if s.abs() > 0.5 { squash(s) } else { 0.0 };
        }
    }
    keep(world, &pos, &kept, &results, met);
}

/// Points of the first side.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    points: f32,
    games: f32,
    squares: f32,
}

impl Score {
    fn add(&mut self, points: f32) {
        self.points += points;
        self.games += 1.0;
        self.squares += points * points;
    }
    fn mean(&self) -> f32 {
        self.points / self.games.max(1.0)
    }
    /// How many standard errors the mean is away from a half.
    fn clearness(&self) -> f32 {
        let variance = (self.squares / self.games.max(1.0) - self.mean().powi(2)).max(0.02);
        (self.mean() - 0.5) / (variance / self.games.max(1.0)).sqrt()
    }
    fn decided(&self) -> bool {
        self.games >= 6.0 && self.clearness().abs() > 2.2
    }
    fn text(&self) -> String {
        format!("{:.1} of {:.0} points", self.points, self.games)
    }
}

/// Plays one game of a match; nothing where it was broken off.
fn one_game<'g>(
    worlds: [&EngineWorld<'g>; 2],
    specs: [&Spec; 2],
    number: usize,
    terms: Training<'_>,
    budget: Budget,
) -> Option<f32> {
    let game = worlds[0].game;
    let sides = arena::seats(game.players, number);
    let setting = Setting { memory: 64 << 20, lines: 0, ..Setting::default() };
    let mut seats: Vec<Box<dyn Player<'g> + 'g>> =
        sides.iter().map(|&s| player::make(specs[s], worlds[s], setting)).collect();
    let mut table: Vec<&mut (dyn Player<'g> + 'g)> = seats.iter_mut().map(|s| &mut **s as _).collect();
    let arena_terms =
        Terms { budget, most_plies: 200, by_material: false, now: terms.now, cancel: terms.cancel };
    let played = arena::play(game, &mut table, mix(terms.seed ^ (number / 2) as u64), arena_terms);
    if played.ended == Ended::Cancelled {
        return None;
    }
    let mut results = played.results;
    if played.ended == Ended::TooLong
        && let Some(stands) = worlds[0].judge(&worlds[0].position(&played.state))
    {
        // Who is far ahead has as good as won.
        for (r, s) in results.iter_mut().zip(stands) {
            *r = if s.abs() > 0.5 { 0.5 * s.signum() } else { 0.0 };
        }
    }
    Some(arena::side_result(&results, &sides) / 4.0 + 0.5)
}

fn match_weights(
    world: &EngineWorld<'_>,
    weights: [&Weights; 2],
    terms: Training<'_>,
    more: &dyn Fn() -> bool,
) -> Score {
    let worlds = weights.map(|w| world.clone().with_weights(Some(Arc::new(w.clone()))));
    let name = if world.facts().plain_duel() { "ab" } else { "mcts@cutoff=4" };
    let Ok(spec) = Spec::read(name) else { return Score::default() };
    let mut score = Score::default();
    let mut number = 0;
    while more() && !score.decided() && number < 400 {
        let Some(points) =
            one_game([&worlds[0], &worlds[1]], [&spec, &spec], number, terms, Budget::nodes(2 * NODES))
        else {
            break;
        };
        score.add(points);
        number += 1;
    }
    score
}

/// The search that wins against the others, beginning with the one that the rules suggest.
fn best_search(
    world: &EngineWorld<'_>,
    terms: Training<'_>,
    more: &dyn Fn() -> bool,
    story: &mut String,
) -> Option<Choice> {
    let facts = world.facts();
    let mut champion = player::choose(world);
    if matches!(champion, Choice::Joint | Choice::Plan | Choice::Deduce) || facts.players < 2 {
        return None;
    }
    for challenger in rivals(world, champion) {
        if !more() {
            break;
        }
        let Some(specs) = [challenger, champion].map(spec_of).into_iter().collect::<Option<Vec<Spec>>>()
        else {
            continue;
        };
        let mut score = Score::default();
        let mut number = 0;
        while more() && !score.decided() && number < 40 {
            let Some(points) = one_game(
                [world, world],
                [&specs[0], &specs[1]],
                number,
                terms,
                Budget::time(terms.move_time),
            ) else {
                break;
            };
            score.add(points);
            number += 1;
            // Half of the games must be won; what is plainly no better need not be played on.
            if number >= 12 && score.mean() < 0.45 {
                break;
            }
        }
        let _ = writeln!(story, "{} against {}: {}", challenger.write(), champion.write(), score.text());
        if score.games >= 6.0 && score.mean() > 0.55 && score.clearness() > 1.0 {
            champion = challenger;
        }
    }
    Some(champion)
}

/// What may be better than a search.
fn rivals(world: &EngineWorld<'_>, champion: Choice) -> Vec<Choice> {
    let style = player::style(world);
    let plain = Style { cutoff: None, ..style };
    let judged = Style { cutoff: Some(6), ..style };
    let mut all = Vec::new();
    // (A tree of playouts that cost next to nothing needs more time to grow than a trial has.)
    if world.facts().plain_duel() && world.lean().is_none() {
        all.push(Choice::AlphaBeta);
    }
    all.push(Choice::Tree(plain));
    if world.lean().is_none() {
        all.push(Choice::Tree(judged));
    }
    all.push(Choice::Tree(Style { explore: 0.5 * plain.explore, ..plain }));
    let other = if plain.rave > 0.0 { 0.0 } else { 100.0 };
    all.push(Choice::Tree(Style { rave: other, ..plain }));
    all.retain(|c| *c != champion);
    all
}

/// A player that uses a search.
fn spec_of(choice: Choice) -> Option<Spec> {
    let text = match choice {
        Choice::AlphaBeta => "ab".to_owned(),
        Choice::Tree(_) => choice.write().replacen("tree ", "mcts@", 1).replace(' ', ";"),
        Choice::Joint | Choice::Plan | Choice::Deduce => return None,
    };
    Spec::read(&text).ok()
}

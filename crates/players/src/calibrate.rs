//! What features are worth, found by playing the game against itself a little. The same game, seed and amount give the
//! same weights on every machine, and weights can be written and read, so that a result can be repeated.

use crate::arena::{self, Ended, Terms};
use crate::control::{Budget, no_clock};
use crate::engine_world::{EngineWorld, Spot, Step};
use crate::features::Sheet;
use crate::player::{self, Player, Spec};
use crate::world::{SEATS, Utilities, World};
use ludarium_engine::action::Act;
use ludarium_engine::rng::mix;
use ludarium_play::{Ctx, Rng};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What features are worth, and what was met while that was found out.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    pub names: Vec<String>,
    pub values: Vec<f32>,
    /// How often the better side by these weights went on to win, of the decided games that were set aside to test.
    pub accuracy: f32,
    /// Mean number of legal moves, and of moves in a game.
    pub branching: f32,
    pub length: f32,
    /// The part of games that nobody won, and of moves that took something.
    pub draws: f32,
    pub captures: f32,
    /// Points per game of exact search against tree search, in a few games between them.
    pub exact: f32,
    pub plies: u64,
    pub seed: u64,
}

const FIRST: &str = "ludarium weights 1";

impl Weights {
    pub fn fits(&self, sheet: &Sheet) -> bool {
        self.names == sheet.names && self.values.len() == sheet.len()
    }

    /// May exact search come to anything with these? The evaluation must tell who wins, or there is something to take
    /// (in games that chance moves seldom decide, who wins at random tells little); and there are not too many moves.
    pub fn judges(&self) -> bool {
        (self.accuracy >= 0.55 || self.captures >= 0.02) && self.branching <= 120.0
    }

    /// How well each agent stands where seats have these counts.
    pub fn evaluate(&self, sheet: &Sheet, ctx: &Ctx<'_>, counts: &[f32]) -> Utilities {
        let mut out = [0.0; SEATS];
        let mut difference = Vec::new();
        for (agent, u) in out.iter_mut().enumerate().take(ctx.game.players + 1).skip(1) {
            let seat = usize::from(ctx.pos.order[agent]);
            sheet.difference(counts, seat, &mut difference);
            let sum: f32 = difference.iter().zip(&self.values).map(|(d, w)| d * w).sum();
            // Never as sure as a result.
            *u = 0.95 * squash(sum);
        }
        out
    }

    pub fn write(&self) -> String {
        let mut out = format!("{FIRST}\nseed {}\nplies {}\n", self.seed, self.plies);
        for (name, value) in [
            ("accuracy", self.accuracy),
            ("branching", self.branching),
            ("length", self.length),
            ("draws", self.draws),
            ("captures", self.captures),
            ("exact", self.exact),
        ] {
            let _ = writeln!(out, "{name} {value}");
        }
        for (name, value) in self.names.iter().zip(&self.values) {
            let _ = writeln!(out, "weight {value} {name}");
        }
        out
    }

    pub fn read(text: &str) -> Result<Weights, String> {
        let mut lines = text.lines();
        if lines.next() != Some(FIRST) {
            return Err(format!("weights begin with `{FIRST}`"));
        }
        let mut w = Weights {
            names: Vec::new(),
            values: Vec::new(),
            accuracy: 0.5,
            branching: 1.0,
            length: 1.0,
            draws: 0.0,
            captures: 0.0,
            exact: 0.5,
            plies: 0,
            seed: 0,
        };
        for line in lines.filter(|l| !l.trim().is_empty()) {
            let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
            let wrong = || format!("`{line}` cannot be read");
            let number = || rest.parse::<f32>().ok().filter(|x| x.is_finite()).ok_or_else(wrong);
            match key {
                "seed" => w.seed = rest.parse().map_err(|_| wrong())?,
                "plies" => w.plies = rest.parse().map_err(|_| wrong())?,
                "accuracy" => w.accuracy = number()?,
                "branching" => w.branching = number()?,
                "length" => w.length = number()?,
                "draws" => w.draws = number()?,
                "captures" => w.captures = number()?,
                "exact" => w.exact = number()?,
                "weight" => {
                    let (value, name) = rest.split_once(' ').ok_or_else(wrong)?;
                    w.values.push(value.parse().ok().filter(|x: &f32| x.is_finite()).ok_or_else(wrong)?);
                    w.names.push(name.to_owned());
                }
                _ => return Err(wrong()),
            }
        }
        Ok(w)
    }
}

fn squash(x: f32) -> f32 {
    // tanh, without the library's: the same on every machine.
    let x = x.clamp(-8.0, 8.0);
    let x2 = x * x;
    let t = x * (10_395.0 + x2 * (1260.0 + x2 * 21.0)) / (10_395.0 + x2 * (4725.0 + x2 * (210.0 + x2)));
    t.clamp(-1.0, 1.0)
}

/// How much is played for a calibration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Moves of random games.
    pub random: u64,
    /// Moves of games in which both sides mostly follow the weights found from random games, and the moves they try.
    pub greedy: u64,
    pub longest: usize,
    /// Positions that exact search judges for each move of its trial games; none, no trial.
    pub trial: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { random: 12_000, greedy: 90_000, longest: 400, trial: 1500 }
    }
}

struct Sample {
    features: Vec<f32>,
    result: f32,
    /// The samples of one game belong together.
    game: u32,
}

struct Met {
    samples: Vec<Sample>,
    games: u32,
    plies: u64,
    choices: u64,
    captures: u64,
    drawn: u32,
    tried: u64,
}

/// Plays a little and weighs the features by what came of them. `stop` ends it early (and unrepeatably).
pub fn calibrate(world: &EngineWorld<'_>, seed: u64, effort: Effort, stop: &AtomicBool) -> Weights {
    let sheet = world.sheet();
    let mut met =
        Met { samples: Vec::new(), games: 0, plies: 0, choices: 0, captures: 0, drawn: 0, tried: 0 };
    let mut rng = Rng::new(mix(seed ^ 0xCA11_B4A7E));
    while met.plies < effort.random && met.games < 2000 && !stop.load(Ordering::Relaxed) {
        play(world, None, &mut rng, effort.longest, &mut met);
    }
    let (length, branching) =
        (met.plies as f32 / met.games.max(1) as f32, met.choices as f32 / met.plies.max(1) as f32);
    let (captures, draws) =
        (met.captures as f32 / met.plies.max(1) as f32, met.drawn as f32 / met.games.max(1) as f32);
    let mut values = fit(sheet, &met.samples);
    let facts = world.facts();
    if facts.players >= 2 && !facts.hidden && !facts.simultaneous {
        // What is worth something between players who know nothing, then between players who know that.
        for round in 0..2 {
            let until = effort.greedy * (round + 1) / 2;
            while met.tried < until && met.games < 4000 && !stop.load(Ordering::Relaxed) {
                let before = met.plies;
                play(world, Some(&values), &mut rng, effort.longest, &mut met);
                if met.plies == before {
                    break;
                }
            }
            values = fit(sheet, &met.samples);
        }
    }
    let accuracy = test(sheet, &met.samples);
    let mut weights = Weights {
        names: sheet.names.clone(),
        values,
        accuracy,
        branching,
        length,
        draws,
        captures,
        exact: 0.5,
        plies: met.plies,
        seed,
    };
    if facts.plain_duel() && weights.judges() && effort.trial > 0 {
        weights.exact = trial(world, &weights, seed, effort.trial, stop);
    }
    weights
}

/// Lets exact search and tree search play against each other, with as much work for each as takes about the same time:
/// which of the two is better here is hard to tell from anything else.
fn trial(world: &EngineWorld<'_>, weights: &Weights, seed: u64, nodes: u64, stop: &AtomicBool) -> f32 {
    let world = world.clone().with_weights(Some(Arc::new(weights.clone())));
    let style = player::style(&world);
    // A move of a random game costs so much less than a position that is judged.
    let ratio = match (world.is_lean(), world.is_quick()) {
        (true, _) => 100,
        (false, true) => 12,
        (false, false) => 5,
    };
    let cutoff = style.cutoff.map_or(String::new(), |c| format!(";cutoff={c}"));
    // A playout that is judged soon costs as much as a position that is.
    let ratio = if style.cutoff.is_some() { 3 } else { ratio };
    let tree = format!(
        "mcts@nodes={};explore={};rave={};history={};learn={};keen={}{cutoff}",
        nodes * ratio,
        style.explore,
        style.rave,
        style.history,
        style.learn,
        style.keen
    );
    let specs = [Spec::read(&format!("ab@nodes={nodes}")), Spec::read(&tree)];
    let [Ok(exact), Ok(tree)] = specs else { return 0.5 };
    let (mut points, mut games) = (0.0f32, 0.0f32);
    for number in 0..TRIALS {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let sides = arena::seats(2, number);
        let mut seats: Vec<_> = sides
            .iter()
            .map(|&s| player::make([&exact, &tree][s], &world, player::Setting::default()))
            .collect();
        let mut table: Vec<&mut (dyn Player<'_> + '_)> = seats.iter_mut().map(|s| &mut **s as _).collect();
        let terms = Terms { budget: Budget::nodes(nodes), most_plies: 160, now: &no_clock, cancel: stop };
        let played = arena::play(world.game, &mut table, seed ^ (number / 2) as u64, terms);
        if played.ended == Ended::Cancelled {
            break;
        }
        points += arena::side_result(&played.results, &sides) / 4.0 + 0.5;
        games += 1.0;
        let left = TRIALS as f32 - games;
        // What is left cannot change the verdict any more.
        if points > TRIALS as f32 / 2.0 + 0.5 || points + left < TRIALS as f32 / 2.0 - 0.5 {
            break;
        }
    }
    if games == 0.0 { 0.5 } else { points / games }
}

/// Games of the trial.
const TRIALS: usize = 6;

/// One game; some of its positions become samples.
fn play(world: &EngineWorld<'_>, values: Option<&[f32]>, rng: &mut Rng, longest: usize, met: &mut Met) {
    let game = world.game;
    let sheet = world.sheet();
    let mut pos = world.spot(game.begin(rng.next_u64()));
    let mut moves: Vec<Step> = Vec::new();
    let mut kept: Vec<Vec<f32>> = Vec::new();
    let mut counts = Vec::new();
    let mut plies = 0;
    while !world.over(&pos) && plies < longest {
        world.moves(&mut pos, &mut moves);
        if moves.is_empty() {
            break;
        }
        met.choices += moves.len() as u64;
        let pick = match values {
            Some(values) if rng.below(4) != 0 => greedy(world, &pos, &moves, values, rng, met),
            Some(_) | None => rng.below(moves.len()),
        };
        let takes = world.is_tactical(&pos, &moves[pick]);
        world.apply(&mut pos, &moves[pick]);
        // What is taken as a consequence shows only in the move as made.
        let removes = |m: &ludarium_play::Move| m.actions.iter().any(|a| matches!(a.act, Act::Remove { .. }));
        met.captures += u64::from(takes || pos.pos.last.as_deref().is_some_and(removes));
        plies += 1;
        // A few positions of each game, more of them late would only repeat one another.
        if rng.below(8) == 0 && kept.len() < 24 && !world.over(&pos) {
            world.counts(&pos, &mut counts);
            kept.push(counts.clone());
        }
    }
    met.plies += plies as u64;
    met.games += 1;
    let results = world.utilities(&pos);
    if results.iter().all(|&u| u == 0.0) {
        met.drawn += 1;
    }
    let mut difference = Vec::new();
    for counts in kept {
        for seat in 1..=game.players {
            let agent = world.agent_at(&pos.pos, seat);
            sheet.difference(&counts, seat, &mut difference);
            met.samples.push(Sample {
                features: difference.clone(),
                result: results[agent],
                game: met.games,
            });
        }
    }
}

/// The best of some moves by the weights, one move ahead.
fn greedy<'g>(
    world: &EngineWorld<'g>,
    pos: &Spot<'g>,
    moves: &[Step],
    values: &[f32],
    rng: &mut Rng,
    met: &mut Met,
) -> usize {
    let sheet = world.sheet();
    let seat = usize::from(pos.pos.mover);
    let agent = world.agent(pos);
    let (mut counts, mut difference) = (Vec::new(), Vec::new());
    let mut best = (f32::NEG_INFINITY, 0);
    for _ in 0..moves.len().min(12) {
        let i = rng.below(moves.len());
        let mut after = pos.clone();
        world.apply(&mut after, &moves[i]);
        met.tried += 1;
        let value = if world.over(&after) {
            100.0 * world.utilities(&after)[agent]
        } else {
            world.counts(&after, &mut counts);
            sheet.difference(&counts, seat, &mut difference);
            difference.iter().zip(values).map(|(d, w)| d * w).sum()
        };
        if value > best.0 {
            best = (value, i);
        }
    }
    best.1
}

/// Weights by gradient descent on the squared error of the squashed sum, held back by a penalty on their size.
fn fit(sheet: &Sheet, samples: &[Sample]) -> Vec<f32> {
    let n = sheet.len();
    let train: Vec<&Sample> = samples.iter().filter(|s| s.game % 5 != 0).collect();
    descend(n, &train)
}

fn descend(n: usize, train: &[&Sample]) -> Vec<f32> {
    let mut w = vec![0.0f32; n];
    if train.is_empty() {
        return w;
    }
    // Features of very different spread learn at different rates.
    let mut spread = vec![1e-6f32; n];
    for s in train {
        for (v, f) in spread.iter_mut().zip(&s.features) {
            *v += f * f;
        }
    }
    let count = train.len() as f32;
    let rate: Vec<f32> = spread.iter().map(|v| 1.0 / (v / count).sqrt().max(0.02)).collect();
    let mut speed = vec![0.0f32; n];
    for step in 0..160 {
        let mut slope = vec![0.0f32; n];
        for s in train {
            let sum: f32 = s.features.iter().zip(&w).map(|(f, w)| f * w).sum();
            let y = squash(sum);
            let error = (y - s.result) * (1.0 - y * y + 0.05);
            for (g, f) in slope.iter_mut().zip(&s.features) {
                *g += error * f;
            }
        }
        let pace = if step < 100 { 0.25 } else { 0.08 };
        for i in 0..n {
            let g = slope[i] / count * rate[i] + 0.002 * w[i] / rate[i];
            speed[i] = 0.8 * speed[i] + g;
            w[i] -= pace * speed[i] * rate[i];
        }
    }
    w.iter().map(|&x| if x.is_finite() { x.clamp(-20.0, 20.0) } else { 0.0 }).collect()
}

/// How often the sign is right in the games set aside.
fn test(sheet: &Sheet, samples: &[Sample]) -> f32 {
    let train: Vec<&Sample> = samples.iter().filter(|s| s.game % 5 != 0).collect();
    let w = descend(sheet.len(), &train);
    let (mut right, mut all) = (0.0f32, 0.0f32);
    for s in samples.iter().filter(|s| s.game % 5 == 0 && s.result != 0.0) {
        let sum: f32 = s.features.iter().zip(&w).map(|(f, w)| f * w).sum();
        all += 1.0;
        right += if sum * s.result > 0.0 {
            1.0
        } else if sum == 0.0 {
            0.5
        } else {
            0.0
        };
    }
    if all < 10.0 { 0.5 } else { right / all }
}

//! What features are worth, found by playing the game against itself: a guess from the rules ([`crate::prior`]), corrected as
//! far as decided games give evidence. The same game, seed and amount give the same weights on every machine, and weights
//! can be written and read, so that a result can be repeated.

use crate::engine_world::{EngineWorld, Spot, Step};
use crate::features::Sheet;
use crate::player::Choice;
use crate::prior::{Glimpse, prior};
use crate::world::{SEATS, Utilities, World};
use ludarium_engine::rng::mix;
use ludarium_play::Rng;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// What features are worth, and what was met while that was found out.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    pub names: Vec<String>,
    pub values: Vec<f32>,
    /// How often the better side by these weights went on to win, of the decided games that were set aside to test, and
    /// half of its 95 % interval.
    pub accuracy: f32,
    pub error: f32,
    /// Decided games that the weights rest on; none: they are read off the rules alone.
    pub decided: u32,
    /// Mean number of legal moves, and of moves in a game.
    pub branching: f32,
    pub length: f32,
    /// The part of games that nobody won, and of moves that took something.
    pub draws: f32,
    pub captures: f32,
    /// The search that did best with these, where that was tried.
    pub search: Option<Choice>,
    pub plies: u64,
    pub seed: u64,
    /// The number of the rules that these are of; 0: not said.
    pub rules: u64,
}

const FIRST: &str = "ludarium weights 2";

impl Weights {
    pub fn fits(&self, sheet: &Sheet) -> bool {
        self.names == sheet.names && self.values.len() == sheet.len()
    }

    /// How well each agent stands where its seat's sum of weighed features is this.
    pub fn evaluate(&self, players: usize, sums: &[f32], seat_of: impl Fn(usize) -> usize) -> Utilities {
        let others = (players.max(2) - 1) as f32;
        let all: f32 = sums.iter().skip(1).sum();
        let mut out = [0.0; SEATS];
        for (agent, u) in out.iter_mut().enumerate().take(players + 1).skip(1) {
            let own = sums[seat_of(agent).min(players)];
            let ahead = own - (all - own) / others;
            // Never as sure as a result; and what is won can still be won by more.
            *u = 0.7 * squash(ahead) + 0.25 * ahead / (1.0 + ahead.abs());
        }
        out
    }

    pub fn write(&self) -> String {
        let mut out = format!(
            "{FIRST}\nrules {:016x}\nseed {}\nplies {}\ndecided {}\n",
            self.rules, self.seed, self.plies, self.decided
        );
        for (name, value) in [
            ("accuracy", self.accuracy),
            ("error", self.error),
            ("branching", self.branching),
            ("length", self.length),
            ("draws", self.draws),
            ("captures", self.captures),
        ] {
            let _ = writeln!(out, "{name} {value:.3}");
        }
        if let Some(search) = self.search {
            let _ = writeln!(out, "search {}", search.write());
        }
        for (name, value) in self.names.iter().zip(&self.values) {
            let _ = writeln!(out, "weight {value:.4} {name}");
        }
        out
    }

    pub fn read(text: &str) -> Result<Weights, String> {
        let mut lines = text.lines();
        if lines.next() != Some(FIRST) {
            return Err(format!("weights begin with `{FIRST}`"));
        }
        let mut w = Weights::of_nothing();
        for line in lines.filter(|l| !l.trim().is_empty() && !l.starts_with('#')) {
            let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
            let wrong = || format!("`{line}` cannot be read");
            let number = || rest.parse::<f32>().ok().filter(|x| x.is_finite()).ok_or_else(wrong);
            match key {
                "rules" => w.rules = u64::from_str_radix(rest, 16).map_err(|_| wrong())?,
                "seed" => w.seed = rest.parse().map_err(|_| wrong())?,
                "plies" => w.plies = rest.parse().map_err(|_| wrong())?,
                "decided" => w.decided = rest.parse().map_err(|_| wrong())?,
                "accuracy" => w.accuracy = number()?,
                "error" => w.error = number()?,
                "branching" => w.branching = number()?,
                "length" => w.length = number()?,
                "draws" => w.draws = number()?,
                "captures" => w.captures = number()?,
                "search" => w.search = Some(Choice::read(rest).ok_or_else(wrong)?),
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

    fn of_nothing() -> Weights {
        Weights {
            names: Vec::new(),
            values: Vec::new(),
            accuracy: 0.5,
            error: 0.5,
            decided: 0,
            branching: 1.0,
            length: 1.0,
            draws: 0.0,
            captures: 0.0,
            search: None,
            plies: 0,
            seed: 0,
            rules: 0,
        }
    }
}

pub(crate) fn squash(x: f32) -> f32 {
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
    /// Moves of games in which both sides mostly follow the weights found so far, and the moves they try.
    pub greedy: u64,
    pub longest: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { random: 12_000, greedy: 90_000, longest: 400 }
    }
}

impl Effort {
    /// A look at the game, and nothing more: what a guess from the rules needs.
    pub const GLANCE: Effort = Effort { random: 800, greedy: 0, longest: 200 };
}

pub(crate) struct Sample {
    pub features: Vec<f32>,
    pub result: f32,
    /// The samples of one game belong together.
    pub game: u32,
}

/// What was met in games.
#[derive(Default)]
pub(crate) struct Met {
    pub samples: Vec<Sample>,
    pub games: u32,
    pub decided: u32,
    pub plies: u64,
    choices: u64,
    captures: u64,
    drawn: u32,
    tried: u64,
    /// By label: it was always there; moves, and positions of a piece.
    there: Vec<bool>,
    moves_of: Vec<(u64, u64)>,
    /// By label: moves that led forward, and back.
    ways: Vec<(u64, u64)>,
}

impl Met {
    pub fn new(sheet: &Sheet) -> Met {
        Met {
            there: vec![true; sheet.labels],
            moves_of: vec![(0, 0); sheet.labels],
            ways: vec![(0, 0); sheet.labels],
            ..Met::default()
        }
    }

    pub fn glimpse(&self, sheet: &Sheet) -> Glimpse {
        let part = |n: f32, of: f32| n / of.max(1.0);
        let start = |seat: usize, label: usize| {
            4.0 * sheet.start.get(seat * sheet.len() + sheet.first.count + label).copied().unwrap_or(0.0)
        };
        // Nobody has two of them, and somebody has one; and other things do come and go.
        let single = |label: usize| {
            let most = (1..=sheet.players).map(|s| start(s, label)).fold(0.0, f32::max);
            most == 1.0 && self.there[label]
        };
        let changes = self.there.iter().any(|&t| !t);
        Glimpse {
            always_there: (0..sheet.labels).map(|l| changes && single(l)).collect(),
            freedom: self.moves_of.iter().map(|&(m, n)| (n > 20).then(|| m as f32 / n as f32)).collect(),
            forward: self.ways.iter().map(|&(to, back)| to > 20 && 10 * back < to).collect(),
            branching: part(self.choices as f32, self.plies as f32),
            length: part(self.plies as f32, self.games as f32),
            captures: part(self.captures as f32, self.plies as f32),
            draws: part(self.drawn as f32, self.games as f32),
        }
    }
}

/// What the rules alone tell: a look at a few random games, and no learning. `stop` ends the look early.
pub fn guess(world: &EngineWorld<'_>, stop: &AtomicBool) -> Weights {
    calibrate(world, 1, Effort::GLANCE, stop)
}

/// Plays a little and weighs the features by what came of them. `stop` ends it early (and unrepeatably).
pub fn calibrate(world: &EngineWorld<'_>, seed: u64, effort: Effort, stop: &AtomicBool) -> Weights {
    let sheet = world.sheet();
    let mut met = Met::new(sheet);
    let mut rng = Rng::new(mix(seed ^ 0xCA11_B4A7E));
    while met.plies < effort.random && met.games < 2000 && !stop.load(Ordering::Relaxed) {
        let left = usize::try_from(effort.random - met.plies).unwrap_or(usize::MAX);
        play(world, None, &mut rng, effort.longest.min(left.max(20)), &mut met);
    }
    let glimpse = met.glimpse(sheet);
    let guess = prior(world.game, sheet, &glimpse);
    let mut weights = Weights {
        names: sheet.names.clone(),
        branching: glimpse.branching,
        length: glimpse.length,
        draws: glimpse.draws,
        captures: glimpse.captures,
        seed,
        values: guess.clone(),
        rules: crate::knowledge::rules_number(world.game),
        ..Weights::of_nothing()
    };
    let facts = world.facts();
    if effort.greedy > 0 && facts.players >= 2 && !facts.hidden && !facts.simultaneous {
        // Random games told who is free; what is worth something shows between players who know something.
        met.samples.clear();
        met.decided = 0;
        for round in 0..2 {
            let until = effort.greedy * (round + 1) / 2;
            while met.tried < until && met.games < 4000 && !stop.load(Ordering::Relaxed) {
                let before = met.plies;
                play(world, Some(&weights.values), &mut rng, effort.longest, &mut met);
                if met.plies == before {
                    break;
                }
            }
            weights.values = fit(&guess, sheet, &met.samples, met.decided);
        }
        learn_accuracy(&mut weights, &guess, sheet, &met);
    }
    weights.plies = met.plies;
    weights
}

/// Notes how often the weights are right about games that they were not made from.
pub(crate) fn learn_accuracy(weights: &mut Weights, guess: &[f32], sheet: &Sheet, met: &Met) {
    (weights.accuracy, weights.error) = cross_validate(guess, sheet, &met.samples, met.decided);
    weights.decided = met.decided;
}

/// One game; some of its positions become samples.
pub(crate) fn play(
    world: &EngineWorld<'_>,
    values: Option<&[f32]>,
    rng: &mut Rng,
    longest: usize,
    met: &mut Met,
) {
    let game = world.game;
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
        if values.is_none() && plies % 4 == 0 {
            note_freedom(world, &pos, &moves, met);
        }
        let pick = match values {
            Some(values) if rng.below(8) != 0 => greedy(world, &pos, &moves, values, rng, met),
            Some(_) | None => rng.below(moves.len()),
        };
        let mover = pos.pos.mover;
        let before = things(world, &pos, mover);
        world.apply(&mut pos, &moves[pick]);
        let after = things(world, &pos, mover);
        // Others lost something, and it has not become the mover's on the spot.
        let takes = after.1 < before.1 && after.0 <= before.0 + 1;
        met.captures += u64::from(takes);
        plies += 1;
        // A few positions of each game, more of them late would only repeat one another.
        if rng.below(8) == 0 && kept.len() < 24 && !world.over(&pos) && !takes {
            world.counts(&pos, &mut counts);
            kept.push(counts.clone());
        }
    }
    met.plies += plies as u64;
    let results = world.utilities(&pos);
    keep(world, &pos, &kept, &results, met);
}

/// How many things lie on the board that are the mover's, and other players'.
fn things(world: &EngineWorld<'_>, pos: &Spot<'_>, mover: u8) -> (usize, usize) {
    let game = world.game;
    let (mut own, mut others) = (0, 0);
    for site in 0..world.sheet().sites {
        let slot = game.layout.slot(game.site_type, site as i32);
        for level in 0..pos.pos.height(slot) {
            let who = pos.pos.at_level(slot, level).who;
            if who == mover {
                own += 1;
            } else if who != 0 && usize::from(who) <= game.players {
                others += 1;
            }
        }
    }
    (own, others)
}

/// Makes samples of positions of a game that ended like this.
pub(crate) fn keep(
    world: &EngineWorld<'_>,
    pos: &Spot<'_>,
    kept: &[Vec<f32>],
    results: &Utilities,
    met: &mut Met,
) {
    met.games += 1;
    if results.iter().all(|&u| u == 0.0) {
        met.drawn += 1;
    } else {
        met.decided += 1;
    }
    let sheet = world.sheet();
    let mut difference = Vec::new();
    for counts in kept {
        for seat in 1..=world.game.players {
            let agent = world.agent_at(&pos.pos, seat);
            sheet.difference(counts, seat, &mut difference);
            let features = difference.clone();
            met.samples.push(Sample { features, result: results[agent], game: met.games });
        }
    }
}

/// Notes which labels are still all there, and how many moves their pieces have.
fn note_freedom(world: &EngineWorld<'_>, pos: &Spot<'_>, moves: &[Step], met: &mut Met) {
    let sheet = world.sheet();
    let mut counts = Vec::new();
    sheet.counts(pos, &mut counts);
    let (width, first) = (sheet.len(), sheet.first.count);
    for label in 0..sheet.labels {
        let same = |s: usize| {
            counts[s * width + first + label]
                == sheet.start.get(s * width + first + label).copied().unwrap_or(0.0)
        };
        met.there[label] &= (1..=sheet.players).all(same);
        let own = 4.0 * counts[usize::from(pos.pos.mover).min(sheet.players) * width + first + label];
        met.moves_of[label].1 += own as u64;
    }
    for step in moves {
        let (from, to) = match step {
            Step::Small(mv, _) => mv.ends(),
            Step::Full(m) => (m.from, m.to),
        };
        let on_board = |site: i32| (0..sheet.sites as i32).contains(&site);
        if !on_board(from) {
            continue;
        }
        let what = pos.what(world.game.site_type, from);
        let Some(label) = sheet.label.get(what).copied().flatten() else { continue };
        met.moves_of[label].0 += 1;
        if on_board(to)
            && let Some(advance) = sheet.advance.get(usize::from(pos.pos.mover))
        {
            let gain = advance[to as usize] - advance[from as usize];
            met.ways[label].0 += u64::from(gain > 1e-4);
            met.ways[label].1 += u64::from(gain < -1e-4);
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

/// Weights by gradient descent on the squared error of the squashed sum, held near the guess: the more games were decided,
/// the less. Few games leave the guess alone.
pub(crate) fn fit(guess: &[f32], sheet: &Sheet, samples: &[Sample], decided: u32) -> Vec<f32> {
    let train: Vec<&Sample> = samples.iter().collect();
    descend(guess, sheet, &train, decided)
}

/// Fewer decided games than this say nothing.
const FEWEST: u32 = 24;

fn descend(guess: &[f32], sheet: &Sheet, train: &[&Sample], decided: u32) -> Vec<f32> {
    let n = guess.len();
    let guess = turned(guess, sheet, train, decided);
    let mut w = guess.clone();
    if train.is_empty() || decided < FEWEST {
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
    let hold = 0.004 * (1.0 + 300.0 / decided as f32);
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
        let pace = if step < 100 { 0.2 } else { 0.06 };
        for i in 0..n {
            let g = slope[i] / count * rate[i] + hold * (w[i] - guess[i]) / rate[i];
            speed[i] = 0.8 * speed[i] + g;
            w[i] -= pace * speed[i] * rate[i];
        }
        keep_monotone(&mut w, &guess, sheet);
    }
    w.iter().zip(&guess).map(|(&x, &g)| if x.is_finite() { x.clamp(-20.0, 20.0) } else { g }).collect()
}

/// More of a useful piece is not worse: what having pieces is worth keeps its sign and its order of size.
fn keep_monotone(w: &mut [f32], guess: &[f32], sheet: &Sheet) {
    let f = sheet.first;
    for i in (f.count..f.advance).filter(|&i| guess[i] != 0.0) {
        let (a, b) = (0.4 * guess[i], 2.5 * guess[i]);
        w[i] = w[i].clamp(a.min(b), a.max(b));
    }
}

/// The guess with the sign of material turned round, where games show clearly that who has more of it loses.
fn turned(guess: &[f32], sheet: &Sheet, train: &[&Sample], decided: u32) -> Vec<f32> {
    let f = sheet.first;
    let (mut right, mut all) = (0u32, 0u32);
    for s in train.iter().filter(|s| s.result != 0.0) {
        let more: f32 = (f.count..f.advance).map(|i| guess[i] * s.features[i]).sum();
        if more.abs() > 0.05 {
            all += 1;
            right += u32::from(more * s.result > 0.0);
        }
    }
    let mut out = guess.to_vec();
    if decided >= 100 && all >= 200 && f64::from(right) < 0.35 * f64::from(all) {
        out[f.count..f.centre].iter_mut().for_each(|w| *w = -*w);
    }
    out
}

/// How often the sign is right in games that were set aside, a fifth at a time, and half of the 95 % interval of that.
fn cross_validate(guess: &[f32], sheet: &Sheet, samples: &[Sample], decided: u32) -> (f32, f32) {
    const PARTS: u32 = 5;
    // By game: how often it was judged right, and how often at all.
    let mut games: std::collections::BTreeMap<u32, (f32, f32)> = std::collections::BTreeMap::new();
    for part in 0..PARTS {
        let train: Vec<&Sample> = samples.iter().filter(|s| s.game % PARTS != part).collect();
        let w = descend(guess, sheet, &train, decided * (PARTS - 1) / PARTS);
        for s in samples.iter().filter(|s| s.game % PARTS == part && s.result != 0.0) {
            let sum: f32 = s.features.iter().zip(&w).map(|(f, w)| f * w).sum();
            let right = if sum == 0.0 { 0.5 } else { f32::from(u8::from(sum * s.result > 0.0)) };
            let g = games.entry(s.game).or_default();
            (g.0, g.1) = (g.0 + right, g.1 + 1.0);
        }
    }
    let n = games.len() as f32;
    if n < 5.0 {
        return (0.5, 0.5);
    }
    // Positions of one game are no independent witnesses: games are counted.
    let share = |g: &(f32, f32)| g.0 / g.1;
    let mean = games.values().map(share).sum::<f32>() / n;
    let variance = games.values().map(|g| (share(g) - mean).powi(2)).sum::<f32>() / (n - 1.0);
    (mean, 1.96 * (variance / n).sqrt())
}

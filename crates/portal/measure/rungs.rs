//! Do the portal's levels rise? Each level plays the one below, in games of the library drawn at random (two players, nothing
//! hidden, in turn), by the portal's own thinking.
//!
//! `cargo run --release -p ludarium-portal --example rungs [GAME …]`; GAMES (12) drawn with SEED, PLAYS (6) of each pair, pairs
//! from level FROM (1), THREADS (1) at once. The times of the two upper pairs are divided by PART (1), those of the lower ones by a
//! third of it. Time is the processor's where Linux tells it, so that other work on the machine does not count. A play that
//! is not over after MOST (200) moves counts half and is told apart: `5 (2 open)`.

use ludarium_engine::types::Mode;
use ludarium_play::{Rng, Selection};
use ludarium_portal::compiled::Compiled;
use ludarium_portal::session::Session;
use ludarium_portal::thinking::{self, LEVELS, Time};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

fn compiled(text: &str) -> Option<Arc<Compiled>> {
    let find = |n: &str| ludarium_play::find(n).ok().map(|g| g.text.to_owned());
    Compiled::make("", text, &Selection::default(), &find).ok().map(Arc::new)
}

fn fits(compiled: &Compiled) -> bool {
    let game = &compiled.game;
    game.players == 2 && game.mode == Mode::Alternating && !compiled.hidden() && game.subgames.is_empty()
}

/// How long the thread that asks has had a processor.
fn worked() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told.split_whitespace().next().and_then(|n| n.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// What a level got from the one below in all plays of a game.
#[derive(Clone, Copy, Default)]
struct Points {
    points: f64,
    open: u32,
}

impl std::fmt::Display for Points {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.open {
            0 => write!(f, "{}", self.points),
            open => write!(f, "{} ({open} open)", self.points),
        }
    }
}

/// What the seat of `level` gets against the level below: 1, 0.5 or 0; and whether the play came to its end.
fn play(compiled: &Arc<Compiled>, level: u8, seat: usize, part: u32, seed: u64) -> (f64, bool) {
    let mut session = Session::start(compiled.clone(), seed);
    let mut rng = Rng::new(seed);
    // Somebody who thinks has a thread of its own, which has done nothing before.
    let elapsed = (worked() > Duration::ZERO).then_some(&worked as &(dyn Fn() -> Duration + Sync));
    let part = if usize::from(level) + 2 < LEVELS.len() { part.div_ceil(3) } else { part };
    for _ in 0..setting("MOST", 200) {
        let moment = session.moment();
        if moment.over || session.legal().is_empty() {
            break;
        }
        let mine = if moment.seat == seat { level } else { level - 1 };
        let time = Time { most: thinking::longest(mine) / part, elapsed };
        let thought = thinking::choose_within(&session, mine, moment.mover, time, rng.next_u64());
        let Some(thought) = thought else { break };
        if session.play(thought.index).is_err() {
            break;
        }
    }
    let moment = session.moment();
    let ranks = moment.ranks;
    let rank = |seat: usize| ranks.get(seat - 1).copied().unwrap_or(0.0);
    let points = match rank(seat).total_cmp(&rank(3 - seat)) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    };
    (points, moment.over)
}

/// Games of the library, drawn at random.
fn draw(games: usize, seed: u64) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let mut all: Vec<String> = ludarium_play::games().iter().map(|g| g.title.to_owned()).collect();
    let (mut names, mut rng) = (Vec::new(), Rng::new(seed));
    while names.len() < games && !all.is_empty() {
        let name = all.swap_remove(rng.below(all.len()));
        let Some(compiled) = compiled(ludarium_play::find(&name)?.text) else { continue };
        if fits(&compiled) {
            names.push(name);
        }
    }
    Ok(names)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?.as_secs();
    let (seed, plays, part) = (setting("SEED", now), setting("PLAYS", 6), setting("PART", 1));
    let from = setting("FROM", 1).clamp(1, LEVELS.len() as u64 - 1) as u8;
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    if names.is_empty() {
        names = draw(setting("GAMES", 12) as usize, seed)?;
    }
    let pairs: Vec<String> = (usize::from(from)..LEVELS.len())
        .map(|level| format!("{}-{}", LEVELS[level], LEVELS[level - 1]))
        .collect();
    println!("seed {seed}, {plays} plays of each pair, times divided by {part}");
    println!("game\t{}\tminutes", pairs.join("\t"));
    let mut sums = vec![0.0; pairs.len()];
    for name in &names {
        let compiled = compiled(ludarium_play::find(name)?.text).ok_or("it cannot be compiled")?;
        let begun = Instant::now();
        let tasks: Vec<(u8, u64)> =
            (from..LEVELS.len() as u8).rev().flat_map(|level| (0..plays).map(move |k| (level, k))).collect();
        let row = Mutex::new(vec![Points::default(); pairs.len()]);
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..setting("THREADS", 1) {
                scope.spawn(|| {
                    while let Some(&(level, k)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let (points, over) =
                            play(&compiled, level, 1 + k as usize % 2, part as u32, seed + k);
                        let mut row = row.lock().unwrap_or_else(PoisonError::into_inner);
                        let all = &mut row[usize::from(level - from)];
                        all.points += points;
                        all.open += u32::from(!over);
                    }
                });
            }
        });
        let row = row.into_inner().unwrap_or_else(PoisonError::into_inner);
        sums.iter_mut().zip(&row).for_each(|(sum, points)| *sum += points.points);
        let row: Vec<String> = row.iter().map(|points| format!("{points}")).collect();
        println!("{name}\t{}\t{:.1}", row.join("\t"), begun.elapsed().as_secs_f64() / 60.0);
    }
    let all = (names.len() as u64 * plays) as f64;
    let share: Vec<String> = sums.iter().map(|s| format!("{:.0} %", 100.0 * s / all)).collect();
    println!("all\t{}", share.join("\t"));
    Ok(())
}

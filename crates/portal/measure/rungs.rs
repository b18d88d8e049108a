//! Do the portal's levels rise? Each level plays the one below, in games of the library drawn at random (two players, nothing
//! hidden, in turn), by the portal's own `thinking::choose` with the time it gives each level.
//!
//! `cargo run --release -p ludarium-portal --example rungs [GAME …]`; GAMES (6) drawn with SEED, PLAYS (6) of each pair. A
//! play that is not over after 160 moves counts half.

use ludarium_engine::types::Mode;
use ludarium_play::{Rng, Selection};
use ludarium_portal::compiled::Compiled;
use ludarium_portal::session::Session;
use ludarium_portal::thinking::{self, LEVELS};
use std::sync::Arc;
use std::time::Instant;

const LONGEST: usize = 160;

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

/// What the seat of `level` gets against the level below: 1, 0.5 or 0.
fn play(compiled: &Arc<Compiled>, level: u8, seat: usize, seed: u64) -> f64 {
    let mut session = Session::start(compiled.clone(), seed);
    let mut rng = Rng::new(seed);
    for _ in 0..LONGEST {
        let moment = session.moment();
        if moment.over || session.legal().is_empty() {
            break;
        }
        let mine = if moment.seat == seat { level } else { level - 1 };
        let Some(thought) = thinking::choose(&session, mine, moment.mover, rng.next_u64()) else { break };
        if session.play(thought.index).is_err() {
            break;
        }
    }
    let ranks = session.moment().ranks;
    let rank = |seat: usize| ranks.get(seat - 1).copied().unwrap_or(0.0);
    match rank(seat).total_cmp(&rank(3 - seat)) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?.as_secs();
    let (seed, plays) = (setting("SEED", now), setting("PLAYS", 6));
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    if names.is_empty() {
        let mut all: Vec<String> = ludarium_play::games().iter().map(|g| g.title.to_owned()).collect();
        let mut rng = Rng::new(seed);
        while names.len() < setting("GAMES", 6) as usize && !all.is_empty() {
            let name = all.swap_remove(rng.below(all.len()));
            let Some(compiled) = compiled(ludarium_play::find(&name)?.text) else { continue };
            if fits(&compiled) {
                names.push(name);
            }
        }
    }
    let pairs: Vec<String> = LEVELS.windows(2).map(|w| format!("{}-{}", w[1], w[0])).collect();
    println!("seed {seed}, {plays} plays of each pair\ngame\t{}\tminutes", pairs.join("\t"));
    let mut sums = vec![0.0; pairs.len()];
    for name in &names {
        let compiled = compiled(ludarium_play::find(name)?.text).ok_or("it cannot be compiled")?;
        let begun = Instant::now();
        let mut row = Vec::new();
        for level in 1..LEVELS.len() as u8 {
            let points: f64 = (0..plays).map(|k| play(&compiled, level, 1 + k as usize % 2, seed + k)).sum();
            sums[usize::from(level) - 1] += points;
            row.push(format!("{points}"));
        }
        println!("{name}\t{}\t{:.1}", row.join("\t"), begun.elapsed().as_secs_f64() / 60.0);
    }
    let all = (names.len() as u64 * plays) as f64;
    let share: Vec<String> = sums.iter().map(|s| format!("{:.0} %", 100.0 * s / all)).collect();
    println!("all\t{}", share.join("\t"));
    Ok(())
}

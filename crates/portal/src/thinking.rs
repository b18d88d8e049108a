//! Computer players as the portal offers them: a level in, the number of a legal move out. How they think is the
//! business of the crate that holds them; here are the names of the levels, and how long each may take.

use crate::session::Session;
use ludarium::{Rng, State};

use ludarium_players::{Answer, Budget, Control, EngineWorld, Setting, Spec, Table, make};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The levels, weakest first: what the page calls them.
pub const LEVELS: &[&str] = &["Random", "Beginner", "Easy", "Medium", "Strong", "Strongest"];

/// The same as the players are called, and how long each may take.
const PLAYERS: &[(&str, u64)] = &[
    ("random", 200),
    ("level2", 500),
    ("level4", 800),
    ("level6", 1500),
    ("level8", 2000),
    ("level10", 3000),
];

/// What is thought of the moves that can be made.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Judgement {
    /// How the mover stands: 0 lost, 0.5 even, 1 won.
    pub standing: f64,
    /// Moves that look best, best first: name and how the mover would stand.
    pub best: Vec<(String, f64)>,
}

/// Time to learn what things are worth in a game, once for each.
const LEARNING: Duration = Duration::from_millis(1500);

fn think(session: &Session, player: &str, most: Duration, seed: u64) -> Option<Answer<ludarium::Move>> {
    let game = &session.compiled().game;
    let mut ctx = session.ctx();
    // The player must not know what chance will bring.
    ctx.rng = Rng::new(seed);
    let state = State::from_ctx(game, ctx, seed);
    let spec = Spec::read(player).ok()?;
    let mut world = EngineWorld::new(game);
    if spec.wants_weights() && most > Duration::from_millis(600) && game.players == 2 {
        let weights = session.compiled().weights.get_or_init(|| {
            let stop = Arc::new(AtomicBool::new(false));
            let flag = stop.clone();
            let (done, waiting) = std::sync::mpsc::sync_channel::<()>(1);
            let timer = std::thread::spawn(move || {
                if waiting.recv_timeout(LEARNING).is_err() {
                    flag.store(true, Ordering::Relaxed);
                }
            });
            let weights = ludarium_players::calibrate::calibrate(&world, 1, Default::default(), &stop);
            drop(done);
            let _ = timer.join();
            Arc::new(weights)
        });
        world = world.with_weights(Some(weights.clone()));
    }
    let begun = Instant::now();
    let elapsed = move || begun.elapsed();
    let control =
        Control { budget: Budget::time(most), elapsed: &elapsed, cancel: &ludarium_players::control::NEVER };
    let mut seat = make(&spec, &world, Setting { threads: 1, memory: 64 << 20, ..Setting::default() });
    let table = Table { state: &state, agent: state.agent(), seed };
    seat.choose(table, &control)
        .ok()
        .filter(|a| state.legal_moves().get(a.index) == session.legal().get(a.index))
}

/// The number of the move that a player of this level makes.
pub fn choose(session: &Session, level: u8, seed: u64) -> Option<usize> {
    let n = session.legal().len();
    let (player, ms) = PLAYERS[usize::from(level).min(PLAYERS.len() - 1)];
    let random = || (n > 0).then(|| Rng::new(seed).below(n));
    if n <= 1 || level == 0 {
        return random();
    }
    think(session, player, Duration::from_millis(ms), seed)
        .map(|a| a.index)
        .filter(|i| *i < n)
        .or_else(random)
}

pub fn judge(session: &Session) -> Judgement {
    let share = |value: f32| f64::from((value.clamp(-1.0, 1.0) + 1.0) / 2.0);
    match think(session, "default", Duration::from_millis(1500), 1) {
        Some(answer) => {
            let name = |i: usize| session.names().get(i).cloned();
            let mut best: Vec<(String, f64)> = Vec::new();
            best.extend(name(answer.index).map(|n| (n, share(answer.value))));
            for c in &answer.candidates {
                if c.index != answer.index && best.len() < 5 {
                    best.extend(name(c.index).map(|n| (n, share(c.value))));
                }
            }
            Judgement { standing: share(answer.value), best }
        }
        None => Judgement {
            standing: 0.5,
            best: session.names().first().map(|n| (n.clone(), 0.5)).into_iter().collect(),
        },
    }
}

//! Computer players as the portal offers them: a level in, the number of a legal move out. How they think is the
//! business of the crate that holds them; here are the names of the levels, and how long each may take.

use crate::compiled::Compiled;
use crate::session::Session;
use ludarium_play::Rng;
use ludarium_players::calibrate::{Effort, Weights, calibrate};
use ludarium_players::knowledge;
use ludarium_players::{Answer, Budget, Control, EngineWorld, Setting, Spec, Table, make};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

/// The levels, weakest first: what the page calls them.
pub const LEVELS: &[&str] = &["Random", "Beginner", "Easy", "Medium", "Strong", "Strongest"];

/// The same as the players are called, and how long each may take at most, in ms. A level of the players looks at four times
/// as much as the one two below and overlooks less; in games where that would take too long it is time that makes the
/// difference, so each level has about a third of the next one's.
const PLAYERS: &[(&str, u64)] =
    &[("random", 50), ("level2", 50), ("level4", 100), ("level6", 250), ("level8", 700), ("level10", 2000)];

/// What is thought of the moves that can be made.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Judgement {
    /// How the mover stands: 0 lost, 0.5 even, 1 won.
    pub standing: f64,
    /// Moves that look best, best first: name and how the mover would stand.
    pub best: Vec<(String, f64)>,
}

/// What computer players know of a game: at once what comes with it or what its rules tell; where that is only a guess, what
/// is learnt from play in the background takes its place.
#[derive(Default)]
pub struct Knowledge {
    weights: RwLock<Option<Arc<Weights>>>,
    begun: AtomicBool,
}

/// A look at the rules of a game takes no longer than this, and learning in the background no longer than that.
const GLANCE: Duration = Duration::from_millis(400);
const LEARNING: Duration = Duration::from_secs(10);
/// One game is learnt at a time: the processor belongs to those who play.
static LEARNER: Mutex<()> = Mutex::new(());
/// Rules may be nested deeper than a thread of the server has room for.
const STACK: usize = 64 << 20;

/// Does something with a flag that is raised after a while.
fn limited<T>(most: Duration, work: impl FnOnce(&AtomicBool) -> T) -> T {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let (done, waiting) = std::sync::mpsc::sync_channel::<()>(1);
    let timer = std::thread::spawn(move || {
        if waiting.recv_timeout(most) == Err(RecvTimeoutError::Timeout) {
            flag.store(true, Ordering::Relaxed);
        }
    });
    let result = work(&stop);
    drop(done);
    let _ = timer.join();
    result
}

impl Knowledge {
    fn of(compiled: &Arc<Compiled>, world: &EngineWorld<'_>) -> Option<Arc<Weights>> {
        let known = compiled.knowledge.weights.read().unwrap_or_else(PoisonError::into_inner).clone();
        let weights = known.or_else(|| limited(GLANCE, |stop| knowledge::at_once(world, stop)))?;
        let mut place = compiled.knowledge.weights.write().unwrap_or_else(PoisonError::into_inner);
        let weights = place.get_or_insert(weights).clone();
        drop(place);
        if weights.decided == 0 && !compiled.knowledge.begun.swap(true, Ordering::Relaxed) {
            let compiled = compiled.clone();
            // Where no thread is to be had, the guess must do.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn(move || Knowledge::learn(&compiled));
        }
        Some(weights)
    }

    fn learn(compiled: &Compiled) {
        let Ok(_alone) = LEARNER.try_lock() else {
            compiled.knowledge.begun.store(false, Ordering::Relaxed);
            return;
        };
        let world = EngineWorld::new(&compiled.game);
        let learnt = limited(LEARNING, |stop| calibrate(&world, 1, Effort::default(), stop));
        *compiled.knowledge.weights.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(learnt));
    }
}

/// How long may be thought, and by which clock.
#[derive(Clone, Copy)]
pub struct Time<'a> {
    pub most: Duration,
    /// The time since the question was put, asked for in the thread that thinks; none: by the wall.
    pub elapsed: Option<&'a (dyn Fn() -> Duration + Sync)>,
}

impl Time<'_> {
    pub(crate) fn by_the_wall(most: Duration) -> Time<'static> {
        Time { most, elapsed: None }
    }
}

/// What a kind of player thinks for `side`, a player of the game.
fn think(
    session: &Session,
    side: usize,
    player: &str,
    time: Time<'_>,
    seed: u64,
) -> Option<Answer<ludarium_play::Move>> {
    let game = session.game();
    let mut state = session.state().clone();
    // The player has seen the throw of this turn, and must not know what chance will bring.
    state.reseed(seed);
    let spec = Spec::read(player).ok()?;
    let mut world = EngineWorld::new(game);
    if spec.wants_weights() {
        let weights = Knowledge::of(session.compiled(), &world);
        world = world.with_weights(weights);
    }
    let begun = Instant::now();
    let wall = move || begun.elapsed();
    let control = Control {
        budget: Budget::time(time.most),
        elapsed: time.elapsed.unwrap_or(&wall),
        cancel: &ludarium_players::control::NEVER,
    };
    let table = Table { state: &state, agent: session.seating().seat(side), seed };
    let ask = || {
        let mut seat = make(&spec, &world, Setting { threads: 1, memory: 64 << 20, ..Setting::default() });
        seat.choose(table, &control).ok()
    };
    // Where all choose at once the answer is the number of one's own choice.
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, ask).ok()?;
        thread.join().ok()?
    })
}

/// What a computer chose.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Thought {
    /// The number among the player's own choices.
    pub index: usize,
    /// How the player stands, where that was thought about: 0 lost, 0.5 even, 1 won.
    pub standing: Option<f64>,
    /// How much was thought: iterations, or nodes where those are counted.
    pub work: u64,
}

fn share(value: f32) -> f64 {
    f64::from((value.clamp(-1.0, 1.0) + 1.0) / 2.0)
}

/// What a computer of this level chooses for a player.
pub fn choose(session: &Session, level: u8, side: usize, seed: u64) -> Option<Thought> {
    choose_within(session, level, side, Time::by_the_wall(longest(level)), seed)
}

/// The same in a time of the caller's choosing.
pub fn choose_within(
    session: &Session,
    level: u8,
    side: usize,
    time: Time<'_>,
    seed: u64,
) -> Option<Thought> {
    let n = if session.is_simultaneous() { session.own_moves(side).0.len() } else { session.legal().len() };
    let (player, _) = PLAYERS[usize::from(level).min(PLAYERS.len() - 1)];
    let random = || (n > 0).then(|| Thought { index: Rng::new(seed).below(n), standing: None, work: 0 });
    if n <= 1 || level == 0 {
        return random();
    }
    think(session, side, player, time, seed)
        .map(|a| Thought { index: a.index, standing: Some(share(a.value)), work: a.iterations.max(a.nodes) })
        .filter(|t| t.index < n)
        .or_else(random)
}

/// The longest that a computer of this level thinks about a move.
pub fn longest(level: u8) -> Duration {
    Duration::from_millis(PLAYERS[usize::from(level).min(PLAYERS.len() - 1)].1)
}

pub fn judge(session: &Session) -> Judgement {
    judge_within(session, Duration::from_millis(1500))
}

/// The same in so much time at most.
pub fn judge_within(session: &Session, most: Duration) -> Judgement {
    let side = session.moment().mover;
    match think(session, side, "default", Time::by_the_wall(most), 1) {
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

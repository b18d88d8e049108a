//! `ludarium rate`: how many iterations tree search makes, beside how many random games the engine plays, in the same
//! processor time. A search cannot be faster than its playouts; the rest is what the tree costs.

use crate::clock::{process_worked, thread_worked};
use crate::commands::bench::{self, Job};
use crate::{files, out};
use anyhow::{Context, Result, anyhow, bail};
use ludarium_play::{Game, State};
use ludarium_players::player::{Setting, Spec, Table, make};
use ludarium_players::{Budget, Control, EngineWorld};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Measure how fast tree search is beside plain random games
#[derive(clap::Args)]
#[command(after_help = "Example:
  ludarium rate hex --seconds 2")]
pub struct Args {
    /// Games of the library by name, or paths of .lud files
    games: Vec<String>,
    /// Measure the games of this file: lines of class, path below `--corpus` and option
    #[arg(long, value_name = "FILE")]
    basket: Option<PathBuf>,
    /// The folder of descriptions that the basket speaks of (or the one above it that holds `lud`)
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Processor seconds for each figure
    #[arg(long, value_name = "S", default_value_t = 0.5)]
    seconds: f64,
    /// Also search with so many threads on one tree
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: usize,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

/// What `ludarium rate --json` prints.
#[derive(Serialize, JsonSchema)]
pub struct Rate {
    games: Vec<Row>,
}

#[derive(Serialize, JsonSchema)]
pub struct Row {
    game: String,
    option: String,
    /// Random games from the start, in a second of the processor.
    playouts: f64,
    /// Iterations of plain UCT from the start, in a second of the processor.
    uct: f64,
    /// Iterations of UCT with several threads, in a second of the processor (of all threads together), and on the wall.
    uct_threads: f64,
    uct_threads_wall: f64,
    /// The part of the rate of random games that one thread's search reaches.
    share: f64,
    /// How many times one thread's rate several threads make, if each had a processor of its own.
    speed_up: f64,
    /// The same by the clock on the wall: true only where nothing else is at work on the machine.
    speed_up_wall: f64,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let mut jobs: Vec<Job> = args.games.iter().map(|g| Job::of(g)).collect();
    if let Some(file) = &args.basket {
        jobs.extend(bench::read_basket(&files::read_text(file)?));
    }
    if jobs.is_empty() {
        bail!("which games? name some, or give --basket FILE");
    }
    let mut rows = Vec::new();
    let mut failed = false;
    for job in jobs {
        match bench::compile(&job, args.corpus.as_ref()).and_then(|(game, _)| measure(&job, &game, args)) {
            Ok(row) => {
                if !args.json {
                    out::print(&format!(
                        "{}{}: {:.0} random games/s, UCT {:.0}/s ({:.0} %), on {} threads {:.2} times that, {:.2} by the wall\n",
                        row.game,
                        if row.option.is_empty() { String::new() } else { format!(" ({})", row.option) },
                        row.playouts,
                        row.uct,
                        100.0 * row.share,
                        args.threads,
                        row.speed_up,
                        row.speed_up_wall,
                    ));
                }
                rows.push(row);
            }
            Err(error) => {
                failed = true;
                eprintln!("{}: {error:#}", job.game);
            }
        }
    }
    let mut shares: Vec<f64> = rows.iter().map(|r| r.share).collect();
    shares.sort_by(f64::total_cmp);
    let enough = shares.iter().filter(|s| **s >= 0.5).count();
    if args.json {
        out::print_json(&Rate { games: rows })?;
    } else if let Some(median) = shares.get(shares.len() / 2) {
        out::print(&format!(
            "{enough} of {} games at half the rate of random games or more; median {:.0} %\n",
            shares.len(),
            100.0 * median
        ));
    }
    Ok(ExitCode::from(u8::from(failed)))
}

fn measure(job: &Job, game: &Game, args: &Args) -> Result<Row> {
    let limit = Duration::try_from_secs_f64(args.seconds).context("--seconds: a number is wanted")?;
    let playouts = random_games(game, limit);
    let world = EngineWorld::new(game);
    let Done { iterations, rate: uct, wall: uct_wall } = search(&world, 1, limit, None)?;
    // The same work for all threads together.
    let Done { rate: uct_threads, wall: uct_threads_wall, .. } =
        search(&world, args.threads, limit * 8, Some(iterations))?;
    Ok(Row {
        game: job.game.clone(),
        option: job.option.clone(),
        playouts,
        uct,
        uct_threads,
        uct_threads_wall,
        share: uct / playouts,
        speed_up: args.threads as f64 * uct_threads / uct,
        speed_up_wall: uct_threads_wall / uct_wall,
    })
}

fn random_games(game: &Game, limit: Duration) -> f64 {
    let mut random_games = game.random_games();
    let wall = Instant::now();
    let now = || thread_worked().unwrap_or_else(|| wall.elapsed());
    let begun = now();
    let mut games = 0u64;
    while games == 0 || !games.is_multiple_of(16) || now() - begun < limit {
        random_games.play(games);
        games += 1;
        // Long games are asked after every one of them.
        if games < 16 && now() - begun >= limit {
            break;
        }
    }
    games as f64 / (now() - begun).as_secs_f64()
}

/// A search that is over.
struct Done {
    iterations: u64,
    /// Iterations per second of the processor, and per second on the wall.
    rate: f64,
    wall: f64,
}

/// Waits until nothing is at work here any more: large trees are taken apart by threads of their own.
fn settle() {
    for _ in 0..400 {
        let before = process_worked();
        std::thread::sleep(Duration::from_millis(5));
        match (before, process_worked()) {
            (Some(before), Some(now)) if now - before > Duration::from_micros(500) => {}
            _ => return,
        }
    }
}

fn search(world: &EngineWorld<'_>, threads: usize, limit: Duration, iterations: Option<u64>) -> Result<Done> {
    settle();
    let state = State::start(world.game, 1);
    if state.legal_moves().is_empty() {
        bail!("nothing can be played");
    }
    let spec = Spec::read("uct").map_err(|why| anyhow!(why))?;
    let mut player = make(&spec, world, Setting { threads, lines: 0, ..Setting::default() });
    let wall = Instant::now();
    let begun = process_worked().unwrap_or_default();
    let spent = || process_worked().map_or_else(|| wall.elapsed() * threads as u32, |now| now - begun);
    // The clock of the process is slow to ask.
    let stop = AtomicBool::new(false);
    let looks = AtomicU64::new(0);
    let all = limit * threads as u32;
    let elapsed = || {
        if looks.fetch_add(1, Ordering::Relaxed).is_multiple_of(4) && spent() >= all {
            stop.store(true, Ordering::Relaxed);
        }
        Duration::ZERO
    };
    let budget = Budget { iterations, ..Budget::time(Duration::from_secs(1)) };
    let control = Control { budget, elapsed: &elapsed, cancel: &stop };
    let table = Table { state: &state, agent: state.agent(), seed: 1 };
    let answer = player.choose(table, &control).map_err(|why| anyhow!(why))?;
    let worked = spent();
    let made = answer.iterations as f64;
    Ok(Done {
        iterations: answer.iterations,
        rate: made / worked.as_secs_f64(),
        wall: made / wall.elapsed().as_secs_f64(),
    })
}

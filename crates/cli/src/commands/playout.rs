//! `ludarium playout`: games of random moves, and what they come to. The same seed gives the same numbers, on any
//! number of cores.

use crate::game_arg::GameArgs;
use crate::{interrupt, out};
use anyhow::Result;
use ludarium::{RandomGame, random_game};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::ExitCode;

/// Play games of random moves and sum up how they went
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium playout reversi --games 1000
  ludarium playout chess --games 100 --seed 7 --json")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// Seed of the first game; the others follow on
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Break a game off after so many moves; only the rules' own limits hold when left out
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

/// What `ludarium playout --json` prints.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Playout")]
pub struct Summary {
    game: String,
    /// Games that were played.
    games: u64,
    seed: u64,
    /// Games that a player won alone, player 1 first.
    wins: Vec<u64>,
    draws: u64,
    /// Ended with several players before others.
    shared: u64,
    /// Broken off by `--most`.
    unfinished: u64,
    /// Rules that did not come to an end, and in how many games.
    stopped: BTreeMap<String, u64>,
    length: Spread,
    /// Legal moves per position, all positions of all games together.
    branching: f64,
}

/// Moves of a game.
#[derive(Serialize, JsonSchema)]
pub struct Spread {
    mean: f64,
    sd: f64,
    min: usize,
    max: usize,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let (_, game) = args.game.compile()?;
    let most = args.most.unwrap_or(usize::MAX);
    interrupt::listen();
    let bar = out::progress_of(usize::try_from(args.games).unwrap_or(usize::MAX), "games");
    let played: Vec<RandomGame> = (0..args.games)
        .into_par_iter()
        .filter_map(|i| {
            if interrupt::happened() {
                return None;
            }
            let played = random_game(&game, args.seed.wrapping_add(i), most);
            bar.inc(1);
            Some(played)
        })
        .collect();
    bar.finish_and_clear();
    interrupt::tell(format_args!("{} of {} games were played", played.len(), args.games));
    let summary = sum_up(args, &game, &played);
    out::print(&if args.json { serde_json::to_string_pretty(&summary)? + "\n" } else { words(&summary) });
    Ok(interrupt::status(if summary.stopped.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) }))
}

fn sum_up(args: &Args, game: &ludarium::Game, played: &[RandomGame]) -> Summary {
    let mut wins = vec![0; game.players];
    let (mut draws, mut shared, mut unfinished) = (0, 0, 0);
    let mut stopped = BTreeMap::new();
    for one in played {
        match (&one.stopped, &one.outcome) {
            (Some(rule), _) => *stopped.entry(rule.clone()).or_insert(0) += 1,
            (None, None) => unfinished += 1,
            (None, Some(outcome)) => match outcome.winner() {
                Some(player) => wins[player - 1] += 1,
                None if outcome.is_draw() => draws += 1,
                None => shared += 1,
            },
        }
    }
    let lengths: Vec<usize> = played.iter().map(|p| p.playout.plies).collect();
    let n = lengths.len().max(1) as f64;
    let mean = lengths.iter().sum::<usize>() as f64 / n;
    let variance = lengths.iter().map(|&l| (l as f64 - mean).powi(2)).sum::<f64>() / n;
    let choices: usize = played.iter().map(|p| p.playout.choices).sum();
    Summary {
        game: game.name.clone(),
        games: played.len() as u64,
        seed: args.seed,
        wins,
        draws,
        shared,
        unfinished,
        stopped,
        length: Spread {
            mean,
            sd: variance.sqrt(),
            min: lengths.iter().copied().min().unwrap_or(0),
            max: lengths.iter().copied().max().unwrap_or(0),
        },
        branching: choices as f64 / lengths.iter().sum::<usize>().max(1) as f64,
    }
}

fn words(s: &Summary) -> String {
    let mut text = format!("{}: {} random games, seed {}\n", s.game, s.games, s.seed);
    let share = |n: u64| format!("{n} ({:.1}%)", 100.0 * n as f64 / s.games.max(1) as f64);
    for (i, &wins) in s.wins.iter().enumerate() {
        let _ = writeln!(text, "  player {} won  {}", i + 1, share(wins));
    }
    let _ = writeln!(text, "  draws         {}", share(s.draws));
    for (what, n) in [("shared ranks ", s.shared), ("unfinished   ", s.unfinished)] {
        if n > 0 {
            let _ = writeln!(text, "  {what} {}", share(n));
        }
    }
    let l = &s.length;
    let _ = writeln!(text, "  length        {:.2} moves, sd {:.2}, {} to {}", l.mean, l.sd, l.min, l.max);
    let _ = writeln!(text, "  branching     {:.2} legal moves", s.branching);
    for (rule, n) in &s.stopped {
        let _ = writeln!(text, "  stopped in {n}: {rule} did not come to an end");
    }
    text
}

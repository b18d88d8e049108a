//! `ludarium playout`: games of random moves, and what they come to. The same seed gives the same numbers, on any
//! number of cores.

use crate::game_arg::{EngineArgs, GameArgs};
use crate::position::PositionArgs;
use crate::{interrupt, out};
use anyhow::Result;
use ludarium_play::{Game, RandomGame, RandomGames, State};
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
    #[command(flatten)]
    engine: EngineArgs,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// Seed of the first game; the others follow on
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    position: PositionArgs,
    /// Break a game off after so many moves; only the rules' own limits hold when left out
    #[arg(long, value_name = "N", conflicts_with_all = ["position", "moves"])]
    most: Option<u64>,
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
    /// Legal moves per position, in some positions of some further games: to list all moves takes longer than to draw one.
    branching: f64,
    branching_positions: u64,
}

/// Moves of a game.
#[derive(Serialize, JsonSchema)]
pub struct Spread {
    mean: f64,
    sd: f64,
    min: u64,
    max: u64,
}

/// So many games are played in one go before the bar moves and Ctrl-C is looked for.
const BATCH: u64 = 64;

pub fn run(args: &Args) -> Result<ExitCode> {
    let (_, game) = args.game.compile()?;
    let game = args.engine.game(&game);
    let most = args.most.unwrap_or(u64::MAX);
    let elsewhere = match args.position.given() {
        true => Some(args.position.state(&game, &args.game.selection()?, args.seed)?),
        false => None,
    };
    let from = From { game: &game, elsewhere: elsewhere.as_ref() };
    interrupt::listen();
    let bar = out::progress_of(usize::try_from(args.games).unwrap_or(usize::MAX), "games");
    let tally = (0..args.games.div_ceil(BATCH))
        .into_par_iter()
        .map_init(
            || from.random_games().at_most(most),
            |random_games, batch| {
                let mut tally = Tally::new(game.players);
                for i in batch * BATCH..args.games.min((batch + 1) * BATCH) {
                    if interrupt::happened() {
                        break;
                    }
                    tally.add(&random_games.play(args.seed.wrapping_add(i)));
                }
                bar.inc(tally.games);
                tally
            },
        )
        .reduce(|| Tally::new(game.players), Tally::and);
    bar.finish_and_clear();
    interrupt::tell(format_args!("{} of {} games were played", tally.games, args.games));
    let branching = branching(from.random_games().at_most(most), args.seed, &tally);
    let summary = sum_up(args, &game, tally, branching);
    out::print(&if args.json { serde_json::to_string_pretty(&summary)? + "\n" } else { words(&summary) });
    Ok(interrupt::status(if summary.stopped.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) }))
}

/// What a number of games came to.
struct Tally {
    games: u64,
    wins: Vec<u64>,
    draws: u64,
    shared: u64,
    unfinished: u64,
    stopped: BTreeMap<String, u64>,
    /// The sum of the lengths and of their squares, whole numbers: the same in any order.
    plies: u64,
    squares: u128,
    shortest: u64,
    longest: u64,
}

impl Tally {
    fn new(players: usize) -> Tally {
        Tally {
            games: 0,
            wins: vec![0; players],
            draws: 0,
            shared: 0,
            unfinished: 0,
            stopped: BTreeMap::new(),
            plies: 0,
            squares: 0,
            shortest: u64::MAX,
            longest: 0,
        }
    }

    fn add(&mut self, one: &RandomGame) {
        self.games += 1;
        match (&one.stopped, &one.outcome) {
            (Some(rule), _) => *self.stopped.entry(rule.clone()).or_insert(0) += 1,
            (None, None) => self.unfinished += 1,
            (None, Some(outcome)) => match outcome.winner() {
                Some(player) => self.wins[player - 1] += 1,
                None if outcome.is_draw() => self.draws += 1,
                None => self.shared += 1,
            },
        }
        self.plies += one.plies;
        self.squares += u128::from(one.plies).pow(2);
        self.shortest = self.shortest.min(one.plies);
        self.longest = self.longest.max(one.plies);
    }

    fn and(mut self, other: Tally) -> Tally {
        self.games += other.games;
        self.wins.iter_mut().zip(&other.wins).for_each(|(own, more)| *own += more);
        self.draws += other.draws;
        self.shared += other.shared;
        self.unfinished += other.unfinished;
        for (rule, games) in other.stopped {
            *self.stopped.entry(rule).or_insert(0) += games;
        }
        self.plies += other.plies;
        self.squares += other.squares;
        self.shortest = self.shortest.min(other.shortest);
        self.longest = self.longest.max(other.longest);
        self
    }
}

fn sum_up(args: &Args, game: &Game, tally: Tally, branching: (f64, u64)) -> Summary {
    let n = tally.games.max(1) as f64;
    let mean = tally.plies as f64 / n;
    let variance = (tally.squares as f64 / n - mean.powi(2)).max(0.0);
    let (branching, branching_positions) = branching;
    Summary {
        game: game.name.clone(),
        games: tally.games,
        seed: args.seed,
        wins: tally.wins,
        draws: tally.draws,
        shared: tally.shared,
        unfinished: tally.unfinished,
        stopped: tally.stopped,
        length: Spread {
            mean,
            sd: variance.sqrt(),
            min: if tally.games == 0 { 0 } else { tally.shortest },
            max: tally.longest,
        },
        branching,
        branching_positions,
    }
}

/// Where games begin: a position, or the start. (Chance may have a part in the start, so each game has its own.)
struct From<'a> {
    game: &'a Game,
    elsewhere: Option<&'a State>,
}

impl<'a> From<'a> {
    fn random_games(&self) -> RandomGames<'a> {
        self.elsewhere.map_or_else(|| self.game.random_games(), State::random_games)
    }
}

/// Legal moves are counted in one of so many positions of a game, so that those counted differ.
const COUNTED: u64 = 16;

/// Legal moves per position, and in how many positions they were counted: one for so many moves that were played, and
/// enough for a mean.
fn branching(mut random_games: RandomGames<'_>, seed: u64, tally: &Tally) -> (f64, u64) {
    let wanted = (tally.plies / 4096).clamp(16, 4000);
    let (mut positions, mut choices) = (0, 0);
    for i in 0..tally.games {
        if positions >= wanted {
            break;
        }
        let (p, c) = random_games.count_choices(seed.wrapping_add(i), COUNTED);
        positions += p;
        choices += c;
    }
    (choices as f64 / positions.max(1) as f64, positions)
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
    let counted = match s.branching_positions {
        1 => "1 position".to_owned(),
        n => format!("{n} positions"),
    };
    let _ = writeln!(text, "  branching     {:.2} legal moves, counted in {counted}", s.branching);
    for (rule, n) in &s.stopped {
        let _ = writeln!(text, "  stopped in {n}: {rule} did not come to an end");
    }
    text
}

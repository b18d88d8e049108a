//! `ludarium perft`: how many ways of playing there are, to a depth. The number is the usual check of a move generator.

use crate::game_arg::{EngineArgs, GameArgs};
use crate::position::PositionArgs;
use crate::{interrupt, out};
use anyhow::{Result, bail};
use ludarium_play::{Ctx, Game, State};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;
use std::process::ExitCode;

/// Count the sequences of legal moves up to a length
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium perft chess 4 --divide
  ludarium perft chess 3 --position \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// The length
    #[arg(value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,
    /// Count below every first move
    #[arg(long)]
    divide: bool,
    /// Seed of the chance, where there is any
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the counts as JSON
    #[arg(long)]
    json: bool,
}

/// What `ludarium perft --json` prints.
#[derive(Serialize, JsonSchema)]
pub struct Perft {
    game: String,
    depth: u32,
    /// Sequences of so many legal moves; those counted until then where the run was interrupted.
    count: u64,
    /// Whether all were counted.
    complete: bool,
    /// With `--divide`: below every first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Below>>,
}

#[derive(Serialize, JsonSchema)]
pub struct Below {
    #[serde(rename = "move")]
    name: String,
    count: u64,
    complete: bool,
}

/// Sequences below a move, as far as they were counted.
#[derive(Clone, Copy, Default)]
struct Count {
    sequences: u64,
    /// Parts that were counted, and parts in all.
    done: usize,
    parts: usize,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let (_, game) = args.game.compile()?;
    let game = args.engine.game(&game);
    let start = args.position.state(&game, &args.game.selection()?, args.seed)?;
    interrupt::listen();
    let counts = match args.depth {
        0 => vec![Count { sequences: 1, done: 1, parts: 1 }],
        _ => count(&start, args.depth)?,
    };
    let names = if args.depth == 0 { Vec::new() } else { start.names() };
    let complete = |c: &Count| c.done == c.parts;
    let (done, parts) = counts.iter().fold((0, 0), |(d, p), c| (d + c.done, p + c.parts));
    interrupt::tell(format_args!("{done} of {parts} branches were counted"));
    let below = names.into_iter().zip(&counts);
    let below = below.map(|(name, c)| Below { name, count: c.sequences, complete: complete(c) });
    let report = Perft {
        game: game.name.clone(),
        depth: args.depth,
        count: counts.iter().map(|c| c.sequences).sum(),
        complete: counts.iter().all(complete),
        divide: args.divide.then(|| below.collect()),
    };
    if args.json {
        out::print_json(&report)?;
    } else {
        out::print(&words(&report));
    }
    Ok(interrupt::status(ExitCode::SUCCESS))
}

/// By first move. Each is cut in parts by the second moves, so that the bar moves and Ctrl-C is heard.
fn count(start: &State, depth: u32) -> Result<Vec<Count>> {
    if depth == 1 {
        return Ok(start.legal_moves().iter().map(|_| Count { sequences: 1, done: 1, parts: 1 }).collect());
    }
    let mut parts = Vec::new();
    for (first, m) in start.legal_moves().iter().enumerate() {
        let mut ctx = start.ctx();
        ctx.apply(m);
        let seconds = ctx.legal_moves();
        parts.extend(seconds.into_iter().map(|second| (first, ctx.clone(), second)));
    }
    let bar = out::progress_of(parts.len(), "branches");
    let counted: Vec<(usize, u64, bool)> = parts
        .into_par_iter()
        .map(|(first, mut ctx, second)| {
            if interrupt::happened() {
                return Ok((first, 0, false));
            }
            let (sequences, complete) = if depth == 2 {
                (1, true)
            } else {
                ctx.apply(&second);
                below(start.game(), ctx, depth - 2)?
            };
            bar.inc(1);
            Ok((first, sequences, complete))
        })
        .collect::<Result<_>>()?;
    bar.finish_and_clear();
    let mut counts = vec![Count::default(); start.legal_moves().len()];
    for (first, sequences, complete) in counted {
        let count = &mut counts[first];
        count.parts += 1;
        count.done += usize::from(complete);
        count.sequences += sequences;
    }
    Ok(counts)
}

/// So many positions are counted without listening for Ctrl-C.
const AT_ONCE: u64 = 100_000;

/// The sequences from here, and whether all were counted.
fn below(game: &Game, mut ctx: Ctx<'_>, depth: u32) -> Result<(u64, bool)> {
    let before = ctx.clone();
    let moves = ctx.legal_moves();
    if depth <= 1 || (moves.len() as u64).saturating_pow(depth) <= AT_ONCE {
        let (sequences, stopped) = game.perft_from(before, depth);
        if let Some(rule) = stopped {
            bail!("rule {} did not come to an end", rule.0);
        }
        return Ok((sequences, true));
    }
    let mut all = 0;
    for m in moves {
        if interrupt::happened() {
            return Ok((all, false));
        }
        let mut after = ctx.clone();
        after.apply(&m);
        let (sequences, complete) = below(game, after, depth - 1)?;
        all += sequences;
        if !complete {
            return Ok((all, false));
        }
    }
    Ok((all, true))
}

fn words(report: &Perft) -> String {
    let least = |complete: bool| if complete { "" } else { "at least " };
    let mut text = String::new();
    for below in report.divide.iter().flatten() {
        let _ = writeln!(text, "{}: {}{}", below.name, least(below.complete), below.count);
    }
    let _ = writeln!(text, "{}{}", least(report.complete), report.count);
    text
}

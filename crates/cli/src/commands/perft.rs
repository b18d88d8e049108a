//! `ludarium perft`: how many ways of playing there are, to a depth. The number is the usual check of a move generator.

use crate::game_arg::GameArgs;
use crate::out;
use anyhow::{Result, bail};
use ludarium::State;
use ludarium_engine::plan::{Plan, Runner};
use rayon::prelude::*;
use std::fmt::Write;
use std::process::ExitCode;

/// Count the sequences of legal moves up to a length
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The length
    #[arg(value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,
    /// Count below every first move
    #[arg(long)]
    divide: bool,
    /// Seed of the chance, where there is any
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let (_, game) = args.game.compile()?;
    let start = State::start(&game, args.seed);
    let plan = Plan::new(&game);
    let mut text = String::new();
    let total = if args.depth == 0 {
        1
    } else {
        let counts: Vec<Result<u64>> = start
            .legal_moves()
            .par_iter()
            .map(|m| {
                if args.depth == 1 {
                    return Ok(1);
                }
                let mut ctx = start.ctx().clone();
                ctx.apply(m);
                let mut runner = Runner::from_ctx(&plan, ctx);
                let n = runner.perft(args.depth - 1);
                match runner.ctx.stopped {
                    Some(rule) => bail!("rule {} did not come to an end", rule.0),
                    None => Ok(n),
                }
            })
            .collect();
        let counts = counts.into_iter().collect::<Result<Vec<u64>>>()?;
        if args.divide {
            for (name, n) in start.names().iter().zip(&counts) {
                let _ = writeln!(text, "{name}: {n}");
            }
        }
        counts.iter().sum()
    };
    let _ = writeln!(text, "{total}");
    out::print(&text);
    Ok(ExitCode::SUCCESS)
}

//! `ludarium expand`: the description that remains when definitions, options, rulesets and ranges are worked out.

use crate::game_arg::GameArgs;
use crate::out;
use anyhow::Result;
use std::process::ExitCode;

/// Print a game with its definitions, options and ranges worked out
#[derive(clap::Args)]
#[command(after_help = "Example:
  ludarium expand hex --option \"Board Size/7x7\"")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Print the game only, not its metadata
    #[arg(long)]
    no_metadata: bool,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let reading = args.game.read()?;
    let mut text = reading.expanded.game.to_string();
    if let (Some(metadata), false) = (&reading.expanded.metadata, args.no_metadata) {
        text.push('\n');
        text += &metadata.to_string();
    }
    out::print(&ludarium_syntax::format(&text));
    Ok(ExitCode::SUCCESS)
}

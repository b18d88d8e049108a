//! `ludarium lsp`: the language server, over standard input and output. The command only starts it; everything else is
//! in the server's own crate.

use anyhow::{Result, anyhow};
use std::process::ExitCode;

/// Help an editor: mistakes, completion, explanations and changes while a description is written
#[derive(clap::Args)]
#[command(after_help = "Editors start this command themselves; docs/editors.md tells how.

Examples:
  ludarium lsp")]
pub struct Args {
    /// Speak over standard input and output; the only way there is, for editors that say it
    #[arg(long)]
    stdio: bool,
}

pub fn run(_: &Args) -> Result<ExitCode> {
    ludarium_language_server::server::run().map_err(|error| anyhow!(error))?;
    Ok(ExitCode::SUCCESS)
}

//! `ludarium serve`: the portal. The command only reads arguments; everything else is in the portal's own crate.

use anyhow::Result;
use ludarium_portal::Config;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;

/// Start the portal: find, read and play games in a browser
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium serve
  ludarium serve --port 9000 --games ~/lud")]
pub struct Args {
    /// The port to listen on; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 8080)]
    port: u16,
    /// The address to listen on; only this machine by default
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    address: IpAddr,
    /// The folder of the database
    #[arg(long, value_name = "DIR", default_value = "portal-data")]
    data: PathBuf,
    /// A folder of further descriptions; may be given several times
    #[arg(long, value_name = "DIR")]
    games: Vec<PathBuf>,
    /// Requests a second that one address may make; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 50.0)]
    rate: f64,
    /// Log lines as JSON
    #[arg(long)]
    json_logs: bool,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    ludarium_portal::serve(&Config {
        address: args.address,
        port: args.port,
        data: args.data.clone(),
        games: args.games.clone(),
        rate: args.rate,
        json_logs: args.json_logs,
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The process that the portal starts for a description it does not trust.
pub fn worker() -> Result<ExitCode> {
    ludarium_portal::worker::run()?;
    Ok(ExitCode::SUCCESS)
}

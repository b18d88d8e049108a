//! `ludarium serve` and `ludarium worker`: the portal, and who works for it. The commands only read arguments, the
//! environment and one file; everything else is in the portal's own crate.

use anyhow::{Context, Result, bail};
use ludarium_portal::Config;
use ludarium_portal::work::worker::WorkerConfig;
use serde::Deserialize;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Start the portal: find, read and play games in a browser
#[derive(clap::Args)]
#[command(
    after_help = "What is not given is taken from the environment, then from the file of --config, then as told above.

Examples:
  ludarium serve
  ludarium serve --port 9000 --games ~/lud
  ludarium serve --database postgres://ludarium@db/ludarium --behind-proxy"
)]
pub struct Args {
    /// The port to listen on; 0 takes a free one [default: 8080]
    #[arg(long, value_name = "N", env = "LUDARIUM_PORT")]
    port: Option<u16>,
    /// The address to listen on [default: 127.0.0.1, only this machine]
    #[arg(long, value_name = "IP", env = "LUDARIUM_ADDRESS")]
    address: Option<IpAddr>,
    /// The folder of the database [default: portal-data]
    #[arg(long, value_name = "DIR", env = "LUDARIUM_DATA")]
    data: Option<PathBuf>,
    /// A PostgreSQL database that several portals share, instead of the file in the folder
    #[arg(long, value_name = "URL", env = "LUDARIUM_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// Where the other portals on the database reach this one, if not at the address it listens on
    #[arg(long, value_name = "HOST:PORT", env = "LUDARIUM_INTERNAL")]
    internal: Option<String>,
    /// A folder of further descriptions; may be given several times
    #[arg(long, value_name = "DIR", env = "LUDARIUM_GAMES", value_delimiter = ':')]
    games: Vec<PathBuf>,
    /// Requests a second that one address may make; 0 for no limit [default: 50]
    #[arg(long, value_name = "N", env = "LUDARIUM_RATE")]
    rate: Option<f64>,
    /// Visitors come through a proxy on this network: believe its X-Forwarded-For
    #[arg(long, env = "LUDARIUM_BEHIND_PROXY", num_args = 0..=1, default_missing_value = "true", value_name = "BOOL")]
    behind_proxy: Option<bool>,
    /// Seconds in which visitors are still taken after the process was asked to stop [default: 0]
    #[arg(long, value_name = "SECONDS", env = "LUDARIUM_DRAIN")]
    drain: Option<f64>,
    /// Log lines as JSON
    #[arg(long, env = "LUDARIUM_JSON_LOGS", num_args = 0..=1, default_missing_value = "true", value_name = "BOOL")]
    json_logs: Option<bool>,
    /// Visitors may write notes on games and positions [default: true]
    #[arg(long, env = "LUDARIUM_NOTES", num_args = 0..=1, default_missing_value = "true", value_name = "BOOL")]
    notes: Option<bool>,
    /// What moderators of notes show to be let in [default: the file moderator.key in the folder, made at the first start]
    #[arg(long, value_name = "KEY", env = "LUDARIUM_MODERATOR", hide_env_values = true)]
    moderator: Option<String>,
    /// A TOML file with any of these settings, by the same names
    #[arg(long, value_name = "FILE", env = "LUDARIUM_CONFIG")]
    config: Option<PathBuf>,
}

/// Work for portals on a database: computer players, analysis, verdicts, reconstructions
#[derive(clap::Args)]
#[command(
    after_help = "Without a database it plays one description for a portal, over standard input and output.

Example:
  ludarium worker --database postgres://ludarium@db/ludarium --slots 8"
)]
pub struct WorkerArgs {
    /// The PostgreSQL database of the portals
    #[arg(long, value_name = "URL", env = "LUDARIUM_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// Jobs at a time [default: one to each core, at least two]
    #[arg(long, value_name = "N", env = "LUDARIUM_SLOTS")]
    slots: Option<usize>,
    /// A folder of further descriptions, as the portals have it; may be given several times
    #[arg(long, value_name = "DIR", env = "LUDARIUM_GAMES", value_delimiter = ':')]
    games: Vec<PathBuf>,
    /// A folder for what is being worked on [default: worker-data]
    #[arg(long, value_name = "DIR", env = "LUDARIUM_DATA")]
    data: Option<PathBuf>,
    /// Log lines as JSON
    #[arg(long, env = "LUDARIUM_JSON_LOGS", num_args = 0..=1, default_missing_value = "true", value_name = "BOOL")]
    json_logs: Option<bool>,
    /// A TOML file with any of these settings, by the same names
    #[arg(long, value_name = "FILE", env = "LUDARIUM_CONFIG")]
    config: Option<PathBuf>,
}

/// The file of settings. One file may serve portals and workers alike.
#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Settings {
    port: Option<u16>,
    address: Option<IpAddr>,
    data: Option<PathBuf>,
    pub database: Option<String>,
    internal: Option<String>,
    games: Vec<PathBuf>,
    rate: Option<f64>,
    behind_proxy: Option<bool>,
    drain: Option<f64>,
    json_logs: Option<bool>,
    notes: Option<bool>,
    moderator: Option<String>,
    slots: Option<usize>,
}

impl Settings {
    pub fn read(path: Option<&Path>) -> Result<Settings> {
        let Some(path) = path else { return Ok(Settings::default()) };
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).with_context(|| format!("the settings in {}", path.display()))
    }
}

fn listed(given: &[PathBuf], kept: Vec<PathBuf>) -> Vec<PathBuf> {
    if given.is_empty() { kept } else { given.to_vec() }
}

/// An empty text is as good as none: compose files and units pass on what is not set.
fn said(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}

fn settled(args: &Args, kept: Settings) -> Result<Config> {
    let drain = args.drain.or(kept.drain).unwrap_or(0.0);
    Ok(Config {
        port: args.port.or(kept.port).unwrap_or(8080),
        address: args.address.or(kept.address).unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)),
        data: args.data.clone().or(kept.data).unwrap_or_else(|| PathBuf::from("portal-data")),
        database: said(args.database.clone()).or(said(kept.database)),
        internal: said(args.internal.clone()).or(said(kept.internal)),
        games: listed(&args.games, kept.games),
        rate: args.rate.or(kept.rate).unwrap_or(50.0),
        behind_proxy: args.behind_proxy.or(kept.behind_proxy).unwrap_or(false),
        drain: Duration::try_from_secs_f64(drain).context("the seconds of --drain")?,
        json_logs: args.json_logs.or(kept.json_logs).unwrap_or(false),
        notes: args.notes.or(kept.notes).unwrap_or(true),
        moderator: said(args.moderator.clone()).or(kept.moderator),
    })
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let kept = Settings::read(args.config.as_deref())?;
    ludarium_portal::serve(&settled(args, kept)?)?;
    Ok(ExitCode::SUCCESS)
}

pub fn worker(args: &WorkerArgs) -> Result<ExitCode> {
    let kept = Settings::read(args.config.as_deref())?;
    let Some(database) = said(args.database.clone()).or(said(kept.database)) else {
        if args.slots.is_some() || !args.games.is_empty() {
            bail!("a worker needs a database: --database postgres://… or LUDARIUM_DATABASE");
        }
        // The process that the portal starts for a description it does not trust.
        ludarium_portal::worker::run()?;
        return Ok(ExitCode::SUCCESS);
    };
    ludarium_portal::work::worker::run(&WorkerConfig {
        database,
        slots: args.slots.or(kept.slots).unwrap_or(0),
        games: listed(&args.games, kept.games),
        data: args.data.clone().or(kept.data).unwrap_or_else(|| PathBuf::from("worker-data")),
        json_logs: args.json_logs.or(kept.json_logs).unwrap_or(false),
    })?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn flags_come_before_the_file_and_the_file_before_what_is_usual() {
        let kept: Settings =
            toml::from_str("port = 9000\nrate = 5\nbehind-proxy = true\ndatabase = \"postgres://a/b\"")
                .unwrap();
        let line = Line::parse_from(["serve", "--rate", "7", "--database", ""]);
        let config = settled(&line.args, kept).unwrap();
        assert_eq!((config.port, config.rate, config.behind_proxy), (9000, 7.0, true));
        assert_eq!(config.database.as_deref(), Some("postgres://a/b"), "an empty text is none");
        assert_eq!(config.data, PathBuf::from("portal-data"));
        assert!(toml::from_str::<Settings>("prot = 1").is_err(), "a slip is told");
    }
}

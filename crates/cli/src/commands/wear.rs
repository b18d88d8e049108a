//! `ludarium wear`: which of several rulesets would have worn a board as it is worn. Here are the files and the table; how
//! traffic becomes wear is `ludarium_reconstruct::wear`.

use crate::game_arg::ReadingArgs;
use crate::{files, out};
use anyhow::{Context, Result, bail};
use ludarium_reconstruct::donors::{Donors, Source};
use ludarium_reconstruct::gate::compiled_game;
use ludarium_reconstruct::wear::{Fit, Map, held, traffic};
use rayon::prelude::*;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// Compare rulesets by the wear that play would leave on their boards
#[derive(clap::Args)]
#[command(after_help = "Example:
  ludarium wear hypotheses.lud --map stone.toml --games 60")]
pub struct Args {
    /// A .lud file; each of its rulesets is a hypothesis
    file: String,
    /// Observed wear by line and site, as TOML
    #[arg(long, value_name = "FILE")]
    map: PathBuf,
    /// Games for each hypothesis, in equal parts by players of several strengths
    #[arg(long, value_name = "N", default_value_t = 60)]
    games: usize,
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Only rulesets whose names contain this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Print as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: ReadingArgs,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let defines = args.reading.defines()?;
    let text = args.reading.open(&args.file)?;
    let shown = args.map.display();
    let map = Map::read(&files::read_text(&args.map)?).map_err(|why| anyhow::anyhow!("{shown}: {why}"))?;
    let source = Source { path: text.name.clone(), text: text.text, key: None };
    let hypotheses = Donors::gather(&[source], &defines);
    let asked = |name: &str| args.only.as_ref().is_none_or(|only| name.contains(only.as_str()));
    let all: Vec<_> = hypotheses.list.iter().filter(|h| asked(&h.ruleset)).collect();
    if all.is_empty() {
        let why = hypotheses.left_out.first().map_or(String::new(), |(_, why)| format!(": {why}"));
        bail!("{}: there is no complete ruleset{why}", text.name);
    }
    let fits: Vec<Option<Fit>> = all
        .par_iter()
        .map(|hypothesis| {
            let ground = hypotheses.grounds.of(&hypothesis.term)?;
            let game = compiled_game(&hypothesis.name, &hypothesis.term.to_string())?;
            let games = traffic(&game, &ground, args.games.max(3), args.seed);
            Some(held(&hypothesis.ruleset, &games, &ground, &map, args.seed))
        })
        .collect();
    let mut found: Vec<Fit> = fits.into_iter().flatten().collect();
    found.sort_by(|a, b| b.log_likelihood.total_cmp(&a.log_likelihood).then(a.name.cmp(&b.name)));
    let missing = all.len() - found.len();
    let text = if args.json {
        serde_json::to_string_pretty(&found).context("as JSON")? + "\n"
    } else {
        table(&found, missing)
    };
    out::print(&text);
    Ok(ExitCode::SUCCESS)
}

fn table(found: &[Fit], missing: usize) -> String {
    let mut text = String::from(
        "| | hypothesis | log-likelihood | 95 % | correlation | random wear fits as well | moves a game |\n| ---: | --- | ---: | --- | ---: | ---: | ---: |\n",
    );
    for (i, fit) in found.iter().enumerate() {
        let _ = writeln!(
            text,
            "| {} | {} | {:.2} | {:.2} to {:.2} | {:.2} | {:.0} % | {:.0} |",
            i + 1,
            fit.name,
            fit.log_likelihood,
            fit.interval.0,
            fit.interval.1,
            fit.correlation,
            100.0 * fit.random,
            fit.moves
        );
    }
    let distinct = found.iter().filter(|fit| fit.random <= 0.05).count();
    let _ = writeln!(
        text,
        "\n{} hypotheses{}; random wear fits as well in at most 5 of 100 draws for {distinct} of them.{}",
        found.len(),
        if missing > 0 { format!(", {missing} more could not be played") } else { String::new() },
        if distinct == 0 { " The wear does not distinguish." } else { "" }
    );
    text
}

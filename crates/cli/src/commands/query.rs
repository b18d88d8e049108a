//! `ludarium query`: which games answer a question about concepts.

use crate::{catalogue, game_arg, out};
use anyhow::{Result, anyhow};
use ludarium_concepts::distance::Entry;
use ludarium_concepts::query::Query;
use ludarium_concepts::taxonomy;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::ExitCode;

/// Find games by what they are: 'Hop and not Dice and NumPlayers = 2 and Balance > 0.8'
#[derive(clap::Args)]
#[command(after_help = "Example:
  ludarium query 'Hop and not Dice and NumPlayers = 2'")]
pub struct Args {
    /// Names of concepts, alone or compared with numbers, joined by and, or, not and brackets
    query: String,
    #[command(flatten)]
    among: catalogue::AmongArgs,
    #[command(flatten)]
    reading: game_arg::ReadingArgs,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

/// What `ludarium query --json` prints.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Query")]
pub struct Answer {
    query: String,
    found: Vec<FoundGame>,
}

#[derive(Serialize, JsonSchema)]
pub struct FoundGame {
    /// Its file below the folder, or its name in the library.
    game: String,
    name: String,
    /// The concepts that were asked about: 1 and 0 for those that hold or not, else numbers.
    values: BTreeMap<String, f64>,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let query = Query::read(&args.query).map_err(|misread| {
        let unknown = misread.message.split('`').nth(1).filter(|_| misread.message.contains("no concept"));
        match unknown {
            Some(name) => {
                let names: Vec<&str> = taxonomy::all().iter().map(|c| c.name).collect();
                anyhow!("{misread}; did you mean {}?", crate::commands::concepts::nearest(name, &names))
            }
            None => anyhow!("{misread}"),
        }
    })?;
    let entries = args.among.entries(&args.reading)?;
    let mut asked = query.concepts();
    asked.sort_unstable();
    asked.dedup();
    let value = |entry: &Entry, id: u16| entry.played.get(&id).copied().or_else(|| entry.profile.value(id));
    for id in &asked {
        if entries.iter().all(|entry| value(entry, *id).is_none()) {
            let name = taxonomy::by_id(*id).map_or("", |c| c.name);
            eprintln!("ludarium: {name} is measured in play and known of none of these games; see --played");
        }
    }
    let found: Vec<_> = entries.iter().filter(|entry| query.holds(&|id| value(entry, id))).collect();
    if args.json {
        let one = |entry: &&Entry| FoundGame {
            game: entry.name.clone(),
            name: entry.profile.name.clone(),
            values: asked
                .iter()
                .filter_map(|id| Some((taxonomy::by_id(*id)?.name.to_string(), value(entry, *id)?)))
                .collect(),
        };
        out::print_json(&Answer { query: args.query.clone(), found: found.iter().map(one).collect() })?;
    } else {
        let mut text = String::new();
        for entry in &found {
            let _ = writeln!(text, "{}", entry.name);
        }
        let _ = writeln!(text, "{} of {}", found.len(), entries.len());
        out::print(&text);
    }
    Ok(ExitCode::SUCCESS)
}

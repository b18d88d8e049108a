//! `ludarium concepts`: what a game is, read off its description, and where in the description each answer stands.

use crate::game_arg::GameArgs;
use crate::{catalogue, out, shelf};
use anyhow::{Result, bail};
use ludarium::{Game, Reading, Sources};
use ludarium_concepts::played::{Measured, Recipe, measure};
use ludarium_concepts::taxonomy::{self, Data};
use ludarium_concepts::trial::{Trial, Watch, random_trial};
use ludarium_concepts::{Found, Reason, explained};
use rayon::prelude::*;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What a game is: the concepts of its description, and why each holds
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Say where one concept comes from
    #[arg(long, value_name = "NAME")]
    why: Option<String>,
    /// Measure in play as well: figures with their 95 % intervals
    #[arg(long)]
    played: bool,
    /// Who plays
    #[arg(long, value_name = "P", default_value = "random", value_parser = ["random"])]
    player: String,
    /// How many games are played
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,
    /// Seed of the first game; the others follow on
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Break a game off after so many moves; only the rules' own limits hold when left out
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// Print as JSON
    #[arg(long)]
    json: bool,
    /// GAME is a folder: write a table of every ruleset in it; rows that are there already are kept
    #[arg(long, value_name = "FILE.csv")]
    out: Option<PathBuf>,
    #[command(flatten)]
    shelf: shelf::ShelfArgs,
}

#[derive(Serialize)]
struct Line {
    id: u16,
    name: &'static str,
    value: serde_json::Value,
    why: Vec<String>,
}

/// How many places are shown for a concept: more help nobody.
const PLACES: usize = 3;
const ALL_PLACES: usize = 1000;

pub fn run(args: &Args) -> Result<ExitCode> {
    if let Some(table) = &args.out {
        let work = |item: &shelf::Item, reading: &Reading, game: &Game| {
            let path = item.path.display().to_string();
            let find = |name: &str| args.game.reading.open_subgame(&path, name);
            catalogue::entry(&item.name, reading, game, &find)
                .map_or("error,nothing is known of it".to_string(), |entry| catalogue::fields(&entry))
        };
        let folder = Path::new(&args.game.game);
        shelf::table(folder, &args.game.reading, &args.shelf, table, catalogue::HEADER, &work)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (reading, game) = args.game.compile()?;
    let sources = reading.sources();
    let find = |name: &str| args.game.reading.open_subgame(&args.game.game, name);
    if let Some(name) = &args.why {
        let Some(concept) = taxonomy::all().iter().find(|c| c.name.eq_ignore_ascii_case(name)) else {
            let names: Vec<&str> = taxonomy::all().iter().map(|c| c.name).collect();
            let near = nearest(name, &names);
            bail!("no concept is called {name:?}; did you mean {near}?");
        };
        let found = explained(&reading, &game, &find, ALL_PLACES);
        let text = match found.iter().find(|f| f.concept.id == concept.id) {
            Some(found) => why(found, &sources),
            None if !concept.compiled => {
                format!("{} is measured in play, not read off rules\n", concept.name)
            }
            None => format!("{} does not have {}\n", game.name, concept.name),
        };
        out::print(&text);
        return Ok(ExitCode::SUCCESS);
    }
    let found = explained(&reading, &game, &find, PLACES);
    let recipe = Recipe {
        player: args.player.clone(),
        seed: args.seed,
        games: args.games,
        most: args.most,
        engine: ludarium_concepts::played::ENGINE,
    };
    let measured = if args.played { play(&game, &recipe) } else { Vec::new() };
    if args.json {
        let lines: Vec<Line> = found.iter().map(|f| line(f, &sources)).collect();
        let mut all = serde_json::json!({ "game": game.name, "concepts": lines });
        if args.played {
            all["recipe"] = serde_json::json!({
                "player": recipe.player, "seed": recipe.seed, "games": recipe.games,
                "most": recipe.most, "engine": recipe.engine,
            });
            all["played"] = measured.iter().map(measured_json).collect();
        }
        out::print(&format!("{all}\n"));
    } else {
        out::print(&words(&game.name, &found));
        if args.played {
            out::print(&measured_words(&recipe, &measured));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays by a recipe. Each game has its own seed, so that the order in which cores finish does not matter.
fn play(game: &Game, recipe: &Recipe) -> Vec<Measured> {
    let watch = Watch { most: recipe.most, detail: true, witness: None };
    let trials: Vec<Trial> = (0..recipe.games as u64)
        .into_par_iter()
        .map(|i| random_trial(game, recipe.seed.wrapping_add(i), &watch))
        .collect();
    measure(game, &trials)
}

fn measured_json(m: &Measured) -> serde_json::Value {
    serde_json::json!({
        "id": m.id, "name": m.name, "value": m.figure.value,
        "low": m.figure.low, "high": m.figure.high, "published": m.published,
    })
}

fn measured_words(recipe: &Recipe, measured: &[Measured]) -> String {
    let mut text = format!(
        "\nPlayed: {} games, {} player, seeds from {}, version {}\n",
        recipe.games, recipe.player, recipe.seed, recipe.engine
    );
    for m in measured.iter().filter(|m| m.figure.value != 0.0) {
        let interval = if m.figure.low == m.figure.high {
            String::new()
        } else {
            format!("  ({:.3} to {:.3})", m.figure.low, m.figure.high)
        };
        let published =
            m.published.map_or(String::new(), |p| format!("  [as published tables count: {p:.3}]"));
        let _ = writeln!(text, "  {:<36} {:>10.3}{interval}{published}", m.name, m.figure.value);
    }
    text
}

fn line(found: &Found, sources: &Sources) -> Line {
    let value = match found.concept.data {
        Data::Boolean => serde_json::Value::Bool(true),
        Data::Integer | Data::Double => serde_json::json!(found.value),
    };
    let why = found.reasons.iter().map(|reason| place(reason, sources)).collect();
    Line { id: found.concept.id, name: found.concept.name, value, why }
}

/// A reason on one line.
pub fn place(reason: &Reason, sources: &Sources) -> String {
    match reason {
        Reason::Clause { span, text, metadata } => {
            let at = at(*span, sources);
            let short: String = text.chars().take(100).collect();
            let rest = if short.len() < text.len() { "…" } else { "" };
            let part = if *metadata { " (metadata)" } else { "" };
            format!("{at}: {short}{rest}{part}")
        }
        Reason::Definition { name, span } => {
            format!("{}: (\"{name}\" …)", at(*span, sources))
        }
        Reason::Concept(name) => format!("because of {name}"),
        Reason::Fact(fact) => fact.clone(),
    }
}

/// File, line and column.
pub fn at(span: ludarium_syntax::Span, sources: &Sources) -> String {
    let name = sources.name(span.file);
    match sources.places(span) {
        Some((start, _)) => format!("{name}:{}:{}", start.line, start.column),
        None => name.to_string(),
    }
}

fn why(found: &Found, sources: &Sources) -> String {
    let mut text = match found.concept.data {
        Data::Boolean => format!("{} holds\n", found.concept.name),
        Data::Integer | Data::Double => format!("{} is {}\n", found.concept.name, found.value),
    };
    for reason in &found.reasons {
        let _ = writeln!(text, "  {}", place(reason, sources));
    }
    text
}

/// By kind, the booleans in a list and the numbers with their values.
fn words(name: &str, found: &[Found]) -> String {
    let mut text = format!("{name}\n");
    let mut kinds: Vec<taxonomy::Kind> = found.iter().map(|f| f.concept.kind).collect();
    kinds.sort();
    kinds.dedup();
    for kind in kinds {
        let of_kind = found.iter().filter(|f| f.concept.kind == kind);
        let shown: Vec<String> = of_kind
            .map(|f| match f.concept.data {
                Data::Boolean => f.concept.name.to_string(),
                Data::Integer | Data::Double => format!("{} = {}", f.concept.name, f.value),
            })
            .collect();
        let _ = writeln!(text, "\n{}", kind.name());
        let mut width = 0;
        for (i, word) in shown.iter().enumerate() {
            let last = i + 1 == shown.len();
            if width == 0 || width + word.len() + 2 > 100 {
                let _ = write!(text, "{}  ", if width == 0 { "" } else { "\n" });
                width = 2;
            }
            let _ = write!(text, "{word}{}", if last { "\n" } else { ", " });
            width += word.len() + 2;
        }
    }
    text
}

/// The name that is spelt most like this one.
pub fn nearest(name: &str, names: &[&str]) -> String {
    let distance = |other: &str| strsim::osa_distance(&other.to_lowercase(), &name.to_lowercase());
    names.iter().min_by_key(|other| distance(other)).map_or(String::new(), |n| (*n).to_string())
}

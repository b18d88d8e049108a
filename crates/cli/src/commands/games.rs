//! `ludarium games`: what the library holds, all of it or what matches some words; `ludarium about`: what is known about
//! one game of it.

use crate::out;
use anyhow::{Result, bail};
use ludarium_play::library::{About, Family, LibraryGame, Ruleset, find, search};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;
use std::process::ExitCode;

/// List the games of the library, or search it
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium games
  ludarium games tiger goats
  ludarium games --family tafl --json")]
pub struct Args {
    /// Words to look for in names, stories and facts; all games when left out
    words: Vec<String>,
    /// Only this family (chess, draughts, tafl, mancala, …)
    #[arg(long, value_parser = family)]
    family: Option<Family>,
    /// Print all facts as JSON
    #[arg(long)]
    json: bool,
}

/// Tell what is known about a game of the library
#[derive(clap::Args)]
#[command(after_help = "Example:
  ludarium about \"limb chess\"")]
pub struct AboutArgs {
    /// Its name, an alias or an identifier
    game: String,
    /// Print the facts as JSON
    #[arg(long)]
    json: bool,
}

fn family(key: &str) -> Result<Family, String> {
    let keys = || Family::ALL.iter().map(|f| f.key()).collect::<Vec<_>>().join(", ");
    Family::from_key(key).ok_or_else(|| format!("the families are {}", keys()))
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let mut found = search(&args.words.join(" "));
    found.retain(|game| args.family.is_none_or(|family| game.about().family == family));
    if args.json {
        let all: Vec<Facts> = found.iter().map(|game| Facts::of(game)).collect();
        out::print_json(&all)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    for family in Family::ALL {
        let mut here: Vec<_> = found.iter().filter(|game| game.about().family == *family).collect();
        if here.is_empty() {
            continue;
        }
        here.sort_by_key(|game| game.title.to_lowercase());
        let _ = writeln!(text, "{family}");
        let width = here.iter().map(|game| game.title.chars().count()).max().unwrap_or(0);
        for game in here {
            let gap = width - game.title.chars().count();
            let _ = writeln!(text, "  {}{:gap$}  {}", game.title, "", when_and_where(game.about()));
        }
    }
    let noun = if found.len() == 1 { "game" } else { "games" };
    let _ = writeln!(text, "{} {noun}", found.len());
    out::print(&text);
    Ok(ExitCode::from(u8::from(found.is_empty())))
}

pub fn about(args: &AboutArgs) -> Result<ExitCode> {
    let game = match find(&args.game) {
        Ok(game) => game,
        Err(unknown) => bail!("{unknown}"),
    };
    if args.json {
        out::print_json(&Facts::of(game))?;
        return Ok(ExitCode::SUCCESS);
    }
    out::print(&page(game));
    Ok(ExitCode::SUCCESS)
}

/// What `ludarium about --json` prints, and `ludarium games --json` for each game.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "About")]
pub struct Facts {
    /// The name of the game's folder.
    key: &'static str,
    /// What its page tells, in Markdown.
    story: &'static str,
    #[serde(flatten)]
    about: &'static About,
}

impl Facts {
    fn of(game: &LibraryGame) -> Facts {
        Facts { key: game.key, story: game.story(), about: game.about() }
    }
}

/// `1732, Northern Europe`.
fn when_and_where(about: &About) -> String {
    let years = about.years.map(|years| format!("{years}, ")).unwrap_or_default();
    format!("{years}{}", about.region)
}

/// The facts, then the story.
fn page(game: &LibraryGame) -> String {
    let about = game.about();
    let byname = about.byname.as_ref().map(|b| format!(" ({b})")).unwrap_or_default();
    let mut text = format!("{}{byname}\n\n", game.title);
    let mut row = |name: &str, value: String| {
        if !value.is_empty() {
            let _ = writeln!(text, "{name:<12}{value}");
        }
    };
    row("Family", about.family.title().to_owned());
    row("Also called", about.aliases.join(", "));
    let periods: Vec<&str> = about.period.iter().map(|p| p.title()).collect();
    row("Period", periods.join(", "));
    row("Years", about.years.map(|y| y.to_string()).unwrap_or_default());
    row("Region", about.region.title().to_owned());
    row("Place", about.place.as_ref().map(place).unwrap_or_default());
    row("Author", about.author.clone().unwrap_or_default());
    row("Identifiers", about.ids.join(", "));
    for (i, source) in about.sources.iter().enumerate() {
        row(if i == 0 { "Sources" } else { "" }, source.clone());
    }
    for (i, ruleset) in about.rulesets.iter().enumerate() {
        row(if i == 0 { "Rulesets" } else { "" }, named(ruleset));
    }
    for ruleset in &about.rulesets {
        text.push_str(&reconstruction(ruleset));
    }
    let _ = write!(text, "\n{}\n", game.story());
    text
}

fn place(place: &ludarium_play::library::about::Place) -> String {
    let half = |degrees: f64, [positive, negative]: [&str; 2]| {
        format!("{:.2}° {}", degrees.abs(), if degrees < 0.0 { negative } else { positive })
    };
    let at = format!("{}, {}", half(place.latitude, ["N", "S"]), half(place.longitude, ["E", "W"]));
    place.name.as_ref().map_or(at.clone(), |name| format!("{name} ({at})"))
}

fn named(ruleset: &Ruleset) -> String {
    let mut text = format!("{} ({})", ruleset.name, ruleset.kind.title().to_lowercase());
    for id in &ruleset.ids {
        let _ = write!(text, ", {id}");
    }
    if !ruleset.options.is_empty() {
        let _ = write!(text, ": {}", ruleset.options.join("; "));
    }
    text
}

/// How a reconstructed ruleset came about; nothing for the others.
fn reconstruction(ruleset: &Ruleset) -> String {
    let Some(scores) = ruleset.scores else { return String::new() };
    let donors = |list: &[ludarium_play::library::about::Donor]| {
        let each = list.iter().enumerate().map(|(i, d)| format!("{}. {} / {}", i + 1, d.game, d.ruleset));
        each.collect::<Vec<_>>().join(" ")
    };
    let mut text = format!("\nReconstruction of {}\n", ruleset.name);
    let _ = writeln!(text, "Combined    {}", scores.combined);
    let _ = writeln!(text, "Cultural    {}", scores.cultural);
    let _ = writeln!(text, "Conceptual  {}", scores.conceptual);
    let _ = writeln!(text, "Geographic  {} (~{} km)", scores.geographical, scores.distance_km);
    let _ = writeln!(text, "Based on    {}", donors(&ruleset.based_on));
    for list in &ruleset.can_also_be_based_on {
        let _ = writeln!(text, "or on       {}", donors(list));
    }
    let siblings: Vec<&str> = ruleset.other_rulesets.iter().map(|other| other.name.as_str()).collect();
    let _ = writeln!(text, "Siblings    {}", siblings.join(", "));
    text
}

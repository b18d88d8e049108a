//! `ludarium similar`: the games nearest to a game and by what, or a map and a family tree of many.

use crate::game_arg::GameArgs;
use crate::{catalogue, out};
use anyhow::{Context, Result, bail};
use ludarium_concepts::distance::{Catalogue, Measure};
use ludarium_concepts::family;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Find the games most like a game, and say by what they are alike
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium similar chess
  ludarium similar chess --tree family.svg")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    among: catalogue::AmongArgs,
    /// By what: `compiled` (what the rules show), `played` (how it plays; needs --played), `tree` (how it is
    /// written), or `all`, the mean of those that are known
    #[arg(long, value_name = "MEASURE", default_value = "all", value_parser = ["compiled", "played", "tree", "all"])]
    by: String,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 10)]
    most: usize,
    /// Also draw all games as a map: an SVG picture, and the places as CSV beside it
    #[arg(long, value_name = "FILE.svg")]
    map: Option<PathBuf>,
    /// Also draw a family tree of all games: an SVG picture, and the tree in Newick form beside it
    #[arg(long, value_name = "FILE.svg")]
    tree: Option<PathBuf>,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

/// What `ludarium similar --json` prints.
#[derive(Serialize, JsonSchema)]
pub struct Similar {
    game: String,
    /// The measure: `compiled`, `played`, `tree` or `all`.
    by: String,
    /// The nearest game first.
    similar: Vec<SimilarGame>,
}

#[derive(Serialize, JsonSchema)]
pub struct SimilarGame {
    game: String,
    /// 0 for games that are the same.
    distance: f64,
    /// Concepts of both, the rarest first.
    shared: Vec<&'static str>,
    only_here: Vec<&'static str>,
    only_there: Vec<&'static str>,
    /// Numbers that differ, in words.
    numbers: Vec<String>,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let measure = match args.by.as_str() {
        "compiled" => Measure::Compiled,
        "played" => Measure::Played,
        "tree" => Measure::Tree,
        _ => Measure::All,
    };
    let (reading, game) = args.game.compile()?;
    let mut entries = args.among.entries(&args.game.reading)?;
    let find = |name: &str| args.game.reading.open_subgame(&args.game.game, name);
    let Some(own) = catalogue::entry(&game.name, &reading, &game, &find) else {
        bail!("{}: nothing is known of it", game.name);
    };
    // The game may be among the others under another name, with figures of play that it lacks by itself.
    let same = |e: &&ludarium_concepts::distance::Entry| {
        e.profile.name == own.profile.name
            && (e.grams.is_empty() || e.grams == own.grams)
            && e.profile.set == own.profile.set
    };
    let found = entries.iter().find(same).cloned();
    let own = found.unwrap_or_else(|| {
        entries.push(own.clone());
        own
    });
    if measure == Measure::Played && own.played.is_empty() {
        bail!(
            "how {} plays is not known: `ludarium verdict FOLDER --out verdicts.csv` finds it out for a folder of games, \
             and `--among FOLDER --played verdicts.csv` uses it here",
            game.name
        );
    }
    if measure == Measure::Tree && entries.iter().any(|e| e.grams.is_empty()) {
        bail!("--by tree: a table does not hold how games are written; give the folder with --among");
    }
    let all = Catalogue::new(entries);
    let near = all.nearest(&own, measure, args.most);
    if args.json {
        let one = |(i, far): &(usize, f64)| {
            let other = &all.entries[*i];
            let why = all.explain(&own, other, 6);
            SimilarGame {
                game: other.name.clone(),
                distance: *far,
                shared: why.shared,
                only_here: why.only_first,
                only_there: why.only_second,
                numbers: why.numbers,
            }
        };
        let report =
            Similar { game: game.name.clone(), by: args.by.clone(), similar: near.iter().map(one).collect() };
        out::print_json(&report)?;
    } else {
        let mut text = format!("{}: nearest of {} by {}\n", game.name, all.entries.len() - 1, args.by);
        for (i, far) in &near {
            let other = &all.entries[*i];
            let why = all.explain(&own, other, 5);
            let _ = writeln!(text, "\n{far:.3}  {}", other.name);
            let list = |what: &str, names: &[&str]| {
                if names.is_empty() {
                    String::new()
                } else {
                    format!("       {what}: {}\n", names.join(", "))
                }
            };
            text.push_str(&list("both", &why.shared));
            text.push_str(&list("only here", &why.only_first));
            text.push_str(&list("only there", &why.only_second));
            let numbers: Vec<&str> = why.numbers.iter().map(String::as_str).collect();
            text.push_str(&list("numbers here and there", &numbers));
        }
        out::print(&text);
    }
    pictures(args, &all, measure)?;
    Ok(ExitCode::SUCCESS)
}

fn pictures(args: &Args, all: &Catalogue, measure: Measure) -> Result<()> {
    if args.map.is_none() && args.tree.is_none() {
        return Ok(());
    }
    let distances = all.matrix(measure);
    let names: Vec<String> = all.entries.iter().map(|e| e.profile.name.clone()).collect();
    let write = |path: &Path, text: &str| {
        std::fs::write(path, text).with_context(|| format!("{}: cannot be written", path.display()))
    };
    if let Some(path) = &args.map {
        let places = family::map(&distances);
        let groups: Vec<String> = all.entries.iter().map(|e| catalogue::group(&e.name)).collect();
        write(path, &family::map_svg(&places, &names, &groups))?;
        let mut csv = "game,name,x,y\n".to_string();
        for ((x, y), entry) in places.iter().zip(&all.entries) {
            let (path, name) =
                (crate::tables::quoted(&entry.name), crate::tables::quoted(&entry.profile.name));
            let _ = writeln!(csv, "{path},{name},{x:.6},{y:.6}");
        }
        write(&path.with_extension("csv"), &csv)?;
    }
    if let Some(path) = &args.tree {
        let tree = family::tree(&distances);
        write(path, &family::tree_svg(&tree, &names))?;
        write(&path.with_extension("nwk"), &(family::newick(&tree, &names) + "\n"))?;
    }
    Ok(())
}

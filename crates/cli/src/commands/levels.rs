//! `ludarium levels`: how strong each level is in a game. Shows what was measured, or measures.

use crate::game_arg::{GameArgs, ReadingArgs};
use crate::players::{Entrant, PlayerArgs};
use crate::{files, out};
use anyhow::{Context, Result, bail};
use ludarium_play::Selection;
use ludarium_players::levels::{Rating, Ratings, measure};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;

/// Show or measure how strong the levels of play are in a game
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium levels hex
  ludarium levels my-game.lud --measure 5")]
pub struct Args {
    /// Games of the library by name, or paths of .lud files; none: all that were measured
    games: Vec<String>,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Play the levels against each other, up to this one (9 at most; each looks at twice as much as the one below and overlooks less)
    #[arg(long, value_name = "LEVEL")]
    measure: Option<u8>,
    /// Games of each pair of levels
    #[arg(long, value_name = "N", default_value_t = 20)]
    per_pair: usize,
    /// Longer games are broken off as draws
    #[arg(long, value_name = "N", default_value_t = 300)]
    most_plies: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Keep what is measured in this file (in this repository: crates/players/levels.tsv)
    #[arg(long, value_name = "FILE", requires = "measure")]
    store: Option<PathBuf>,
    #[command(flatten)]
    player_args: PlayerArgs,
    /// Print the ratings as JSON
    #[arg(long)]
    json: bool,
}

/// What `ludarium levels --json` prints.
#[derive(Serialize, JsonSchema)]
pub struct Levels {
    games: Vec<GameLevels>,
}

#[derive(Serialize, JsonSchema)]
pub struct GameLevels {
    game: String,
    levels: Vec<Level>,
}

#[derive(Serialize, JsonSchema)]
pub struct Level {
    level: u8,
    /// Elo above random play; null where it is beyond all measure.
    elo: Option<f64>,
    /// Half the width of the interval that holds it 95 times in 100.
    error: Option<f64>,
    /// Games that it was measured in.
    games: u64,
}

/// How a game is called among the ratings.
pub fn rated_name(game: &str, selection: &Selection) -> String {
    let parts: Vec<&str> =
        selection.options.iter().chain(&selection.ruleset).map(std::string::String::as_str).collect();
    if parts.is_empty() { game.to_owned() } else { format!("{game} ({})", parts.join("; ")) }
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let mut shown = Vec::new();
    let Some(highest) = args.measure else {
        let stored = Ratings::stored();
        if args.games.is_empty() {
            shown.extend(stored.games().into_iter().map(|g| (g.to_owned(), stored.of(g))));
        }
        for game in &args.games {
            let named = GameArgs { game: game.clone(), reading: args.reading.clone() };
            let name = rated_name(&named.compile()?.1.name, &named.selection()?);
            let ratings = stored.of(&name);
            if ratings.is_empty() {
                bail!("{name} was not measured: `ludarium levels {game} --measure 5` does");
            }
            shown.push((name, ratings));
        }
        return show(args, &shown);
    };
    if args.games.is_empty() {
        bail!("which games?");
    }
    for game in &args.games {
        let named = GameArgs { game: game.clone(), reading: args.reading.clone() };
        let (_, game) = named.compile()?;
        let selection = named.selection()?;
        let name = rated_name(&game.name, &selection);
        if game.players < 2 {
            bail!("{name} is played alone");
        }
        let entrant = Entrant::read("level1")?;
        let world = args.player_args.world(&game, &selection, &[entrant])?;
        let bar = out::progress(1);
        let measured = measure(&world, highest, args.per_pair, args.most_plies, args.seed, |done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        });
        bar.finish_and_clear();
        let measured = measured.map_err(|e| anyhow::anyhow!("{name}: {e}"))?;
        if let Some(file) = &args.store {
            // Read again each time: several may measure at once.
            let text = if file.is_file() { files::read_text(file)? } else { String::new() };
            let mut all = Ratings::read(&text).map_err(|e| anyhow::anyhow!("{}: {e}", file.display()))?;
            all.set(&name, &measured);
            std::fs::write(file, all.write()).with_context(|| file.display().to_string())?;
        }
        shown.push((name, measured));
    }
    show(args, &shown)
}

fn show(args: &Args, all: &[(String, Vec<(u8, Rating)>)]) -> Result<ExitCode> {
    if args.json {
        let of_level = |(level, r): &(u8, Rating)| Level {
            level: *level,
            elo: Some(r.elo).filter(|x| x.is_finite()),
            error: Some(r.error).filter(|x| x.is_finite()),
            games: r.games.into(),
        };
        let of_game = |(name, levels): &(String, Vec<(u8, Rating)>)| GameLevels {
            game: name.clone(),
            levels: levels.iter().map(of_level).collect(),
        };
        out::print_json(&Levels { games: all.iter().map(of_game).collect() })?;
        return Ok(ExitCode::SUCCESS);
    }
    for (name, levels) in all {
        let mut text = format!("{name}, Elo above random play:\n");
        for (level, r) in levels {
            text += &format!("  level {level}  {:+5.0} ± {:.0}  ({} games)\n", r.elo, r.error, r.games);
        }
        out::print(&text);
    }
    Ok(ExitCode::SUCCESS)
}

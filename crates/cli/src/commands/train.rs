//! `ludarium train`: works out beforehand what things are worth in a game and which search plays it best, and keeps that in
//! a small text file. The files of the library's games lie beside them (`games/*/weights.txt`).

use crate::game_arg::{GameArgs, ReadingArgs};
use crate::out;
use anyhow::{Context, Result};
use ludarium_players::EngineWorld;
use ludarium_players::control::NEVER;
use ludarium_players::player::weights_help;
use ludarium_players::train::{Training, train};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Learn what things are worth in a game and which search suits it, and keep that in a file
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium train hex --seconds 60 --out games/hex/weights.txt
  ludarium train my-game.lud --option \"Board Size/9x9\"
  ludarium train --jobs 4 --out games")]
pub struct Args {
    /// Games of the library by name, or paths of .lud files; none: all of the library
    games: Vec<String>,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Seconds for each game
    #[arg(long, value_name = "S", default_value_t = 60.0)]
    seconds: f64,
    /// Seconds for each move while searches are compared
    #[arg(long, value_name = "S", default_value_t = 0.05)]
    move_seconds: f64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games that are trained at the same time, each on one thread
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// Write to this file; with several games, to FOLDER/GAME/weights.txt. Left out: print it
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let library = || ludarium::games().iter().map(|g| g.key.to_owned()).collect();
    let names: Vec<String> = if args.games.is_empty() { library() } else { args.games.clone() };
    let seconds = |s: f64| Duration::try_from_secs_f64(s).context("a number of seconds is wanted");
    let (time, move_time) = (seconds(args.seconds)?, seconds(args.move_seconds)?);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.max(1)).stack_size(64 << 20).build()?;
    let one = |name: &String| -> Result<()> {
        let named = GameArgs { game: name.clone(), reading: args.reading.clone() };
        let (_, game) = named.compile()?;
        let world = EngineWorld::new(&game);
        if !weights_help(&world) {
            eprintln!("{name}: nothing to learn here");
            return Ok(());
        }
        let begun = Instant::now();
        let now = move || begun.elapsed();
        let terms = Training { time, now: &now, cancel: &NEVER, seed: args.seed, move_time };
        let trained = train(&world, terms);
        let story: String = trained.story.lines().map(|l| format!("# {l}\n")).collect();
        let text = format!(
            "{}# ludarium train {name} --seconds {} --move-seconds {} --seed {}\n{story}",
            trained.weights.write(),
            args.seconds,
            args.move_seconds,
            args.seed
        );
        match &args.out {
            None => out::print(&text),
            Some(path) if names.len() == 1 => write(path, &text)?,
            Some(folder) => write(&folder.join(name).join("weights.txt"), &text)?,
        }
        eprintln!("{name}: {}", trained.story.trim_end().replace('\n', "; "));
        Ok(())
    };
    let failed: Vec<anyhow::Error> =
        pool.install(|| names.par_iter().with_max_len(1).filter_map(|name| one(name).err()).collect());
    failed.iter().for_each(|e| eprintln!("{e:#}"));
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    std::fs::write(path, text).with_context(|| path.display().to_string())
}

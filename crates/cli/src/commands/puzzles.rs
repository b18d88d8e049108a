//! `ludarium puzzles`: finds puzzles of a game by self-play and proves them, for one game or for the whole library; or
//! proves again what a file holds.

use crate::game_arg::{GameArgs, ReadingArgs};
use crate::{files, interrupt, out};
use anyhow::{Context, Result, anyhow, bail};
use ludarium_play::{Game, Selection};
use ludarium_players::{Budget, Control, EngineWorld};
use ludarium_puzzles::puzzle::Puzzle;
use ludarium_puzzles::verify::verify;
use ludarium_puzzles::{Collection, Made, Order, Prover, find};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Find puzzles of a game: positions with exactly one winning or saving move, proven by complete search
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium puzzles breakthrough --count 12 --seed 7
  ludarium puzzles my-game.lud --out my-puzzles.txt
  ludarium puzzles --check my-puzzles.txt
  ludarium puzzles --library --jobs 8 --seconds 60 --out games")]
pub struct Args {
    /// A game of the library by name, or the path of a .lud file
    #[arg(required_unless_present_any = ["library", "check"], conflicts_with = "library")]
    game: Option<String>,
    #[command(flatten)]
    reading: ReadingArgs,
    /// How many puzzles are wanted
    #[arg(long, value_name = "N", default_value_t = 24)]
    count: usize,
    /// Seed of the self-play
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Look no longer than this for each game
    #[arg(long, value_name = "T", default_value_t = 60.0)]
    seconds: f64,
    /// Play at most so many games
    #[arg(long, value_name = "N", default_value_t = 2000)]
    games: u32,
    /// Moves made in search for one position at most
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    nodes: u64,
    /// Look for no win that takes more moves of all players together
    #[arg(long, value_name = "N", default_value_t = 9)]
    deepest: u32,
    /// Write the puzzles to this file; with `--library`, a `puzzles.txt` for each game into its folder below this one
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// All games of the library
    #[arg(long)]
    library: bool,
    /// Work on so many games at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// Prove the puzzles of these files again
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["library", "out"])]
    check: Vec<PathBuf>,
    /// Print the puzzles as JSON
    #[arg(long)]
    json: bool,
}

/// What `ludarium puzzles --json` prints.
#[derive(Serialize, JsonSchema)]
pub struct Puzzles {
    game: String,
    seed: u64,
    /// Games that were played, and positions of them that were searched.
    games: u32,
    positions: u64,
    puzzles: Vec<Row>,
}

#[derive(Serialize, JsonSchema)]
pub struct Row {
    id: String,
    /// `win` or `save`.
    task: &'static str,
    /// Moves of all players together, to the win or to the loss that is avoided.
    plies: u32,
    /// How deep the other moves were searched.
    beyond: u32,
    /// From 1 to 5.
    grade: u8,
    choices: usize,
    /// Moves from the start to the position.
    moves: Vec<String>,
    /// The right move and what follows.
    line: Vec<String>,
    themes: Vec<&'static str>,
    proven: String,
}

impl From<&Puzzle> for Row {
    fn from(p: &Puzzle) -> Row {
        Row {
            id: p.id.clone(),
            task: match p.task {
                ludarium_puzzles::Task::Win { .. } => "win",
                ludarium_puzzles::Task::Save { .. } => "save",
            },
            plies: p.task.plies(),
            beyond: p.beyond,
            grade: p.grade(),
            choices: p.choices,
            moves: p.moves.clone(),
            line: p.line.clone(),
            themes: p.themes.iter().map(|t| t.word()).collect(),
            proven: p.proven(),
        }
    }
}

pub fn run(args: &Args) -> Result<ExitCode> {
    if !args.check.is_empty() {
        return check(args);
    }
    if args.library {
        return library(args);
    }
    let named = args.named(args.game.as_deref().unwrap_or_default());
    let (_, game) = named.compile()?;
    let selection = named.selection()?;
    let bar = out::working("playing");
    let made = make(args, &game, |made| {
        bar.set_message(format!("{} games, {} puzzles proven", made.games, made.proven));
    });
    bar.finish_and_clear();
    let made = made?;
    let collection = args.collection(&game, &selection, &named.game, made.puzzles.clone());
    if let Some(file) = &args.out {
        std::fs::write(file, collection.write()).with_context(|| file.display().to_string())?;
    }
    if args.json {
        out::print_json(&Puzzles {
            game: game.name.clone(),
            seed: args.seed,
            games: made.games,
            positions: made.positions,
            puzzles: collection.puzzles.iter().map(Row::from).collect(),
        })?;
    } else {
        out::print(&shown(&game, &made, args.out.is_none()));
    }
    Ok(interrupt::status(ExitCode::SUCCESS))
}

impl Args {
    fn named(&self, game: &str) -> GameArgs {
        GameArgs { game: game.to_owned(), reading: self.reading.clone() }
    }

    fn order(&self) -> Order {
        Order {
            count: self.count,
            seed: self.seed,
            games: self.games,
            nodes: self.nodes,
            deepest: self.deepest.clamp(1, 40),
            ..Order::default()
        }
    }

    fn collection(
        &self,
        game: &Game,
        selection: &Selection,
        named: &str,
        puzzles: Vec<Puzzle>,
    ) -> Collection {
        let mut command = format!("ludarium puzzles {named:?}");
        for option in &selection.options {
            let _ = write!(command, " --option {option:?}");
        }
        if let Some(ruleset) = &selection.ruleset {
            let _ = write!(command, " --ruleset {ruleset:?}");
        }
        let _ = write!(
            command,
            " --count {} --seed {} --seconds {} --games {} --nodes {} --deepest {}",
            self.count, self.seed, self.seconds, self.games, self.nodes, self.deepest
        );
        Collection {
            game: game.name.clone(),
            selection: selection.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: self.seed,
            command,
            puzzles,
        }
    }
}

fn make(args: &Args, game: &Game, told: impl FnMut(&Made)) -> Result<Made> {
    let time = Duration::try_from_secs_f64(args.seconds).context("--seconds: a number is wanted")?;
    // (Whether there can be puzzles is asked before anything costly.)
    Prover::new(game).map_err(|why| anyhow!("{}: no puzzles: {why}", game.name))?;
    let world = EngineWorld::new(game).informed(interrupt::listen());
    let prover = Prover::on(world).map_err(|why| anyhow!("{}: no puzzles: {why}", game.name))?;
    let begun = Instant::now();
    let elapsed = || begun.elapsed();
    let control = Control { budget: Budget::time(time), elapsed: &elapsed, cancel: interrupt::listen() };
    Ok(find(&prover, &args.order(), &control, told))
}

fn shown(game: &Game, made: &Made, whole: bool) -> String {
    let mut text = format!(
        "{}: {} puzzles, of {} that were proven in {} games ({} positions)\n",
        game.name,
        made.puzzles.len(),
        made.proven,
        made.games,
        made.positions
    );
    if made.puzzles.is_empty() {
        text += "No position met had exactly one winning or saving move within the depth. \
                 More --seconds, another --seed or a greater --deepest may find some.\n";
    }
    for p in made.puzzles.iter().filter(|_| whole) {
        let themes: Vec<&str> = p.themes.iter().map(|t| t.word()).collect();
        let _ = writeln!(
            text,
            "\n{}  grade {}, {} moves to choose from{}{}",
            p.id,
            p.grade(),
            p.choices,
            if themes.is_empty() { "" } else { ", " },
            themes.join(", ")
        );
        let _ = writeln!(
            text,
            "  after   {}",
            if p.moves.is_empty() { "-".to_owned() } else { p.moves.join(" ") }
        );
        let _ = writeln!(text, "  solved  {}", p.line.join(" "));
        let _ = writeln!(text, "  {}", p.proven());
    }
    text
}

/// As many threads as were asked for, with room for deeply nested rules.
fn threads(args: &Args) -> Result<rayon::ThreadPool> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.max(1)).stack_size(64 << 20);
    pool.build().context("no threads to work in")
}

/// Puzzles for every game of the library.
fn library(args: &Args) -> Result<ExitCode> {
    let Some(folder) = &args.out else { bail!("--library wants --out DIR") };
    let pool = threads(args)?;
    let games = ludarium_play::games();
    let bar = out::progress_of(games.len(), "games");
    let rows: Vec<(String, Result<(usize, usize)>)> = pool.install(|| {
        games
            .par_iter()
            .map(|of| {
                let made = one_of_library(args, of, folder);
                bar.inc(1);
                (of.title.to_owned(), made)
            })
            .collect()
    });
    bar.finish_and_clear();
    let mut text = String::new();
    let (mut full, mut all, mut failed) = (0, 0, false);
    for (title, made) in &rows {
        match made {
            Ok((kept, deep)) => {
                full += usize::from(*kept >= 20);
                all += kept;
                let _ = writeln!(text, "{kept:3} puzzles, {deep:3} of more than one move  {title}");
            }
            Err(error) => {
                failed |= !format!("{error:#}").contains("no puzzles:");
                let _ = writeln!(text, "  - {error:#}");
            }
        }
    }
    let _ = writeln!(text, "{all} puzzles; {full} of {} games have 20 or more", rows.len());
    out::print(&text);
    Ok(ExitCode::from(u8::from(failed)))
}

/// How many puzzles were kept for a game, and how many of them take more than one move.
fn one_of_library(args: &Args, of: &ludarium_play::LibraryGame, folder: &Path) -> Result<(usize, usize)> {
    if interrupt::happened() {
        bail!("{}: interrupted", of.title);
    }
    let game = Game::load(of.key).map_err(|e| anyhow!("{}: {e}", of.title))?;
    let made = make(args, &game, |_| {})?;
    if made.puzzles.is_empty() {
        bail!("{}: no puzzles: none were found in {} games", of.title, made.games);
    }
    let deep = made.puzzles.iter().filter(|p| p.task.plies() > 2).count();
    let kept = made.puzzles.len();
    let collection = args.collection(&game, &Selection::default(), of.key, made.puzzles);
    let folder = folder.join(of.key);
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let file = folder.join("puzzles.txt");
    std::fs::write(&file, collection.write()).with_context(|| file.display().to_string())?;
    Ok((kept, deep))
}

/// Proves files of puzzles again.
fn check(args: &Args) -> Result<ExitCode> {
    let pool = threads(args)?;
    let told: Vec<Result<(usize, Vec<String>)>> =
        pool.install(|| args.check.par_iter().map(|file| check_file(args, file)).collect());
    let (mut right, mut wrong) = (0, 0);
    for file in told {
        let (held, not) = file?;
        right += held;
        wrong += not.len();
        not.iter().for_each(|line| out::print(line));
    }
    out::print(&format!("{right} puzzles proven again, {wrong} do not hold\n"));
    Ok(ExitCode::from(u8::from(wrong > 0)))
}

/// How many puzzles of a file hold, and a line about each that does not.
fn check_file(args: &Args, file: &Path) -> Result<(usize, Vec<String>)> {
    let shown = file.display();
    let all = Collection::read(&files::read_text(file)?).map_err(|e| anyhow!("{shown}: {e}"))?;
    let mut named = args.named(args.game.as_deref().unwrap_or(&all.game));
    named.reading.options.extend(all.selection.options.iter().cloned());
    named.reading.ruleset = named.reading.ruleset.or_else(|| all.selection.ruleset.clone());
    let (_, game) = named.compile()?;
    let prover = Prover::new(&game).map_err(|why| anyhow!("{shown}: no puzzles: {why}"))?;
    let (mut right, mut wrong) = (0, Vec::new());
    for puzzle in &all.puzzles {
        // (Some room: the search may meet positions in another order.)
        match verify(&prover, puzzle, args.nodes.saturating_mul(40)) {
            Ok(_) => right += 1,
            Err(why) => wrong.push(format!("{shown}: puzzle {}: {why}\n", puzzle.id)),
        }
    }
    Ok((right, wrong))
}

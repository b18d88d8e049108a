//! `ludarium bench`: how fast games are played. Speed is a figure of a machine at a moment: compare only figures of
//! one run. The signature is not: it changes only when play changes.

use crate::files;
use crate::game_arg::{EngineArgs, ReadingArgs};
use crate::out;
use anyhow::{Context, Result, bail};
use ludarium_engine::plan::Runner;
use ludarium_engine::rng::{Rng, mix};
use ludarium_play::{Game, read};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Measure how fast games are played with random moves
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium bench chess hex
  ludarium bench go --seconds 5 --json
  ludarium bench --coverage chess
  ludarium bench --coverage --corpus ~/lud")]
pub struct Args {
    /// Games of the library by name, or paths of .lud files
    games: Vec<String>,
    /// Play the games of this file: lines of class, path below `--corpus` and option
    #[arg(long, value_name = "FILE")]
    basket: Option<PathBuf>,
    /// The folder of descriptions that the basket speaks of (or the one above it that holds `lud`)
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// How long to play each game
    #[arg(long, value_name = "S", default_value_t = 1.0)]
    seconds: f64,
    /// Play so many games of each, however long it takes
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    playouts: Option<u64>,
    /// Play on so many threads at once
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Play so many games move by move beside the plain evaluator and compare everything, instead of measuring
    #[arg(long, value_name = "GAMES")]
    compare: Option<u64>,
    /// Say which rules the evaluator answers in the compiled game, or which rule stands in the way of compiling, instead of
    /// measuring. With --corpus and no game: rank both over all descriptions of the folder
    #[arg(long)]
    coverage: bool,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

/// What `ludarium bench --json` prints.
#[derive(Serialize, JsonSchema)]
pub struct Bench {
    games: Vec<Row>,
}

#[derive(Serialize, JsonSchema)]
pub struct Row {
    game: String,
    option: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    playouts_per_second: f64,
    moves_per_second: f64,
    mean_plies: f64,
    bytes_per_position: usize,
    compile_ms: f64,
    /// A number that says what was played, not how fast: the same until play changes.
    signature: String,
}

pub struct Job {
    pub class: Option<String>,
    pub game: String,
    pub option: String,
}

impl Job {
    pub fn of(game: &str) -> Job {
        Job { class: None, game: game.to_owned(), option: String::new() }
    }
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let mut jobs: Vec<Job> = args.games.iter().map(|g| Job::of(g)).collect();
    if let Some(file) = &args.basket {
        jobs.extend(read_basket(&files::read_text(file)?));
    }
    if let (true, true, Some(corpus)) = (jobs.is_empty(), args.coverage, &args.corpus) {
        return rank_coverage(corpus);
    }
    if jobs.is_empty() {
        bail!("which games? name some, or give --basket FILE");
    }
    let bar = out::progress(jobs.len());
    let mut rows = Vec::new();
    let mut failed = false;
    for job in jobs {
        match measure(&job, args) {
            Ok(None) => {}
            Ok(Some(row)) => {
                if !args.json {
                    bar.suspend(|| out::print(&line(&row)));
                }
                rows.push(row);
            }
            Err(error) => {
                failed = true;
                bar.suspend(|| eprintln!("{}: {error:#}", job.game));
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if args.json {
        out::print_json(&Bench { games: rows })?;
    }
    Ok(ExitCode::from(u8::from(failed)))
}

fn line(r: &Row) -> String {
    let name = if r.option.is_empty() { r.game.clone() } else { format!("{} ({})", r.game, r.option) };
    format!(
        "{name}: {:.1} playouts/s, {:.0} moves/s, {:.1} plies, {} bytes per position, compiled in {:.1} ms, signature {}\n",
        r.playouts_per_second,
        r.moves_per_second,
        r.mean_plies,
        r.bytes_per_position,
        r.compile_ms,
        r.signature
    )
}

/// `class,"path","option"` per line, after a line of headings.
pub fn read_basket(text: &str) -> Vec<Job> {
    let mut jobs = Vec::new();
    for line in text.lines().skip(1) {
        let mut fields = Vec::new();
        let mut field = String::new();
        let mut quoted = false;
        for c in line.chars() {
            match c {
                '"' => quoted = !quoted,
                ',' if !quoted => fields.push(std::mem::take(&mut field)),
                _ => field.push(c),
            }
        }
        fields.push(field);
        if let [class, game, option, ..] = &fields[..] {
            jobs.push(Job { class: Some(class.clone()), game: game.clone(), option: option.clone() });
        }
    }
    jobs
}

/// The figures of one game; nothing where something else than figures was asked for, which is then said.
fn measure(job: &Job, args: &Args) -> Result<Option<Row>> {
    let (game, compile_ms) = compile(job, args.corpus.as_ref())?;
    let game = args.engine.game(&game);
    if args.coverage {
        let compiled = match game.coverage() {
            Ok(asked) if asked.is_empty() => "compiled whole".to_owned(),
            Ok(asked) => format!("compiled; the evaluator answers {}", asked.join(", ")),
            Err(rule) => format!("not compiled: {rule}"),
        };
        out::print(&format!("{}: {compiled}\n", job.game));
        return Ok(None);
    }
    if let Some(games) = args.compare {
        let compiled = compare(&game, games).with_context(|| format!("{} {}", job.game, job.option))?;
        let engines = if compiled { "plan, compiled rules and evaluator" } else { "plan and evaluator" };
        out::print(&format!("{}: {engines} agree, {games} games\n", job.game));
        return Ok(None);
    }
    let limit = match args.playouts {
        Some(games) => Until::Games(games),
        None => Until::Time(Duration::from_secs_f64(args.seconds.clamp(0.0, 3600.0))),
    };
    let (mut games, mut moves, mut speed) = (0u64, 0u64, 0.0);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..args.threads.max(1) as u64)
            .map(|t| {
                let game = &game;
                scope.spawn(move || play_for(game, limit, t << 32))
            })
            .collect();
        for worker in workers {
            if let Ok((g, m, secs)) = worker.join() {
                games += g;
                moves += m;
                speed += g as f64 / secs;
            }
        }
    });
    let mean_plies = moves as f64 / games.max(1) as f64;
    Ok(Some(Row {
        game: job.game.clone(),
        option: job.option.clone(),
        class: job.class.clone(),
        playouts_per_second: speed,
        moves_per_second: speed * mean_plies,
        mean_plies,
        bytes_per_position: game.start(1).board().bytes(),
        compile_ms,
        signature: format!("{:016x}", signature(&game)),
    }))
}

/// The game that a job names, and how many milliseconds it took to work it out, its plan included.
pub fn compile(job: &Job, corpus: Option<&PathBuf>) -> Result<(Game, f64)> {
    let reading_args = ReadingArgs {
        options: Vec::new(),
        ruleset: None,
        defs: None,
        more_defs: None,
        corpus: corpus.cloned(),
    };
    let mut selection = reading_args.asked();
    selection.options.extend(job.option.split("; ").filter(|o| !o.is_empty()).map(str::to_string));
    let in_corpus = corpus.iter().flat_map(|c| [c.join("lud").join(&job.game), c.join(&job.game)]);
    let text = match in_corpus.into_iter().find(|p| p.is_file()) {
        Some(path) => files::read_text(&path)?,
        None => reading_args.open(&job.game)?.text,
    };
    let defines = reading_args.defines()?;
    let begun = Instant::now();
    let reading = read(&job.game, &text, &defines, &selection);
    let game = ludarium_play::compile(&reading)
        .map_err(|p| anyhow::anyhow!(p.first().map_or(String::new(), |p| p.message.clone())))
        .context("cannot be played")?;
    game.plan();
    Ok((game, begun.elapsed().as_secs_f64() * 1000.0))
}

/// How many descriptions of a folder are compiled, what stands in the way of the others, and what the evaluator answers, by how
/// many games.
fn rank_coverage(corpus: &Path) -> Result<ExitCode> {
    let folder = if corpus.join("lud").is_dir() { corpus.join("lud") } else { corpus.to_path_buf() };
    let paths = files::with_extension(&folder, &["lud"])?;
    let bar = out::progress(paths.len());
    let (mut games, mut compiled, mut whole) = (0, 0, 0);
    let mut refused: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut asked: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in paths {
        bar.inc(1);
        let Ok((game, _)) = compile(&Job::of(&path.display().to_string()), None) else { continue };
        games += 1;
        match game.coverage() {
            Ok(rules) => {
                compiled += 1;
                whole += usize::from(rules.is_empty());
                for rule in rules {
                    asked.entry(rule).or_default().push(game.name.clone());
                }
            }
            Err(rule) => refused.entry(rule).or_default().push(game.name.clone()),
        }
    }
    bar.finish_and_clear();
    out::print(&format!(
        "{compiled} of {games} games that can be played are compiled, {whole} of them whole\n"
    ));
    print_ranked("what stands in the way of compiling, in games", refused);
    print_ranked("what the evaluator answers in compiled games", asked);
    Ok(ExitCode::SUCCESS)
}

/// Rules with the names of some games, those of most games first.
fn print_ranked(title: &str, rules: BTreeMap<String, Vec<String>>) {
    let mut ranked: Vec<_> = rules.into_iter().collect();
    ranked.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
    out::print(&format!("\n{title}:\n"));
    for (rule, names) in ranked {
        out::print(&format!("{:5} {rule} ({})\n", names.len(), names[..names.len().min(3)].join(", ")));
    }
}

/// Plays games in every way there is; whether the compiled rules were among them.
fn compare(game: &Game, games: u64) -> Result<bool> {
    let mut compiled = false;
    for seed in 0..games {
        let met =
            game.compare_compiled(seed, 2000).map_err(|d| anyhow::anyhow!("compiled, seed {seed}, {d}"))?;
        compiled |= met.is_some();
        ludarium_engine::plan::agree::compare(game, seed, 400, 2)
            .map_err(|d| anyhow::anyhow!("seed {seed}, ply {}: {}", d.ply, d.what))?;
        ludarium_engine::plan::agree::draws(game, seed, 4, 500)
            .map_err(|d| anyhow::anyhow!("draws, seed {seed}, ply {}: {}", d.ply, d.what))?;
        ludarium_engine::plan::agree::leanly(game, seed, 2)
            .map_err(|d| anyhow::anyhow!("without a position, seed {seed}, ply {}: {}", d.ply, d.what))?;
    }
    Ok(compiled)
}

/// How long games are played.
#[derive(Clone, Copy)]
enum Until {
    Time(Duration),
    Games(u64),
}

/// Plays whole games until it is enough; how many, how many moves in all, and how long it took.
fn play_for(game: &Game, limit: Until, first_seed: u64) -> (u64, u64, f64) {
    let mut random_games = game.random_games();
    let begun = Instant::now();
    let (mut games, mut moves) = (0, 0);
    while match limit {
        Until::Time(limit) => games == 0 || begun.elapsed() < limit,
        Until::Games(wanted) => games < wanted,
    } {
        moves += random_games.play(first_seed + games).plies;
        games += 1;
    }
    (games, moves, begun.elapsed().as_secs_f64())
}

/// The first four games with fixed seeds, in one number. They are played move by move, so that the last position is
/// known.
fn signature(game: &Game) -> u64 {
    let mut runner = Runner::start(game, 0);
    (0..4).fold(0, |sum, seed: u64| {
        runner.restart(mix(seed));
        let mut rng = Rng::new(mix(seed ^ 0x5EED));
        let mut plies = 0;
        while runner.play_random(&mut rng) {
            plies += 1;
        }
        mix(sum ^ plies ^ runner.ctx.pos.situational_hash())
    })
}

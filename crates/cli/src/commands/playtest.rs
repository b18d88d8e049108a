//! `ludarium playtest`: players of several strengths and styles play a game, and a report says what a designer wants to
//! know. With `--watch` the report is made again whenever the file changes, beside the one before.

use crate::commands::concepts::at;
use crate::game_arg::GameArgs;
use crate::{interrupt, out};
use anyhow::{Result, bail};
use ludarium_concepts::playtest::{Plan, Report, Round, STYLES, playtest};
use ludarium_concepts::stats::Figure;
use ludarium_play::{Game, Reading};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime};

/// Let players of several strengths and styles try a game, and report
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium playtest hex
  ludarium playtest mine.lud --games 40 --seconds 300
  ludarium playtest mine.lud --watch")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Games of each style
    #[arg(long, value_name = "N", default_value_t = 60)]
    games: usize,
    /// Begin no game after this time
    #[arg(long, value_name = "S", default_value_t = 120)]
    seconds: u64,
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Break a game off after so many moves
    #[arg(long, value_name = "N", default_value_t = 400)]
    most: usize,
    /// Test again whenever the file changes, and compare
    #[arg(long)]
    watch: bool,
    /// Print as JSON
    #[arg(long, conflicts_with = "watch")]
    json: bool,
}

/// How often a watched file is looked at.
const LOOK: Duration = Duration::from_millis(300);

pub fn run(args: &Args) -> Result<ExitCode> {
    if args.games == 0 {
        bail!("--games 0: nothing can be said about no games");
    }
    if args.watch && !Path::new(&args.game.game).is_file() {
        bail!("{}: only a file can be watched", args.game.game);
    }
    interrupt::listen();
    if args.watch {
        return watch(args);
    }
    let (reading, game) = args.game.compile()?;
    let report = test(args, &reading, &game);
    interrupt::tell(format_args!("the report is of the games that were played"));
    let text = if args.json {
        serde_json::to_string_pretty(&json(args, &reading, &game, &report))? + "\n"
    } else {
        words(args, &reading, &game, &report)
    };
    out::print(&text);
    Ok(interrupt::status(ExitCode::SUCCESS))
}

fn test(args: &Args, reading: &Reading, game: &Game) -> Report {
    let plan = Plan { seed: args.seed, games: args.games, most: args.most };
    let until = Instant::now() + Duration::from_secs(args.seconds);
    let pairs = if game.players == 2 { 2 } else { 0 };
    let bar = out::progress_of(args.games * (STYLES.len() + pairs), "games");
    let go_on = || !interrupt::happened() && Instant::now() < until;
    let report = playtest(reading, game, &plan, &go_on, &|n| bar.set_position(n as u64));
    bar.finish_and_clear();
    report
}

/// Tests whenever the file changes, until Ctrl-C. A file with mistakes is told and waited for.
fn watch(args: &Args) -> Result<ExitCode> {
    let changed = || std::fs::metadata(&args.game.game).and_then(|m| m.modified()).ok();
    let mut seen: Option<SystemTime> = None;
    let mut before: Option<Report> = None;
    while !interrupt::happened() {
        let now = changed();
        if now == seen {
            std::thread::sleep(LOOK);
            continue;
        }
        seen = now;
        match args.game.compile() {
            Ok((reading, game)) => {
                let report = test(args, &reading, &game);
                let mut text = words(args, &reading, &game, &report);
                if let Some(before) = &before {
                    text += &comparison(before, &report);
                }
                out::print(&(text + "\nWaiting for the file to change (Ctrl-C ends).\n"));
                before = Some(report);
            }
            Err(why) => eprintln!("{why:#}"),
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn figure(figure: Figure) -> String {
    format!("{:.2} ({:.2}–{:.2})", figure.value, figure.low, figure.high)
}

fn maybe(known: Option<Figure>) -> String {
    known.map_or("–".to_owned(), |f| format!("{:.2}", f.value))
}

fn words(args: &Args, reading: &Reading, game: &Game, report: &Report) -> String {
    let games: usize = report.rounds.iter().map(|r| r.games).sum();
    let mut text = format!("{}: {games} games of players of one style, seed {}\n\n", game.name, args.seed);
    let wins: String = (1..=game.players).map(|p| format!("  P{p} wins")).collect();
    let _ = writeln!(
        text,
        "{:9} {:>5} {:>7}{wins}  drawn  cut off  drama  lead changes  first seat scores",
        "style", "games", "moves"
    );
    for round in &report.rounds {
        let _ = write!(text, "{:9} {:>5} {:>7.0}", round.style, round.games, round.length.value);
        for share in &round.wins {
            let _ = write!(text, " {:>7.0}%", 100.0 * share.value);
        }
        let _ = writeln!(
            text,
            " {:>5.0}% {:>7.0}% {:>6} {:>13}  {}",
            100.0 * round.draws.value,
            100.0 * round.unfinished.value,
            maybe(round.drama),
            maybe(round.lead_changes),
            figure(round.first_seat)
        );
    }
    for (strong, weak, score) in &report.strength {
        let _ = writeln!(text, "\n{strong} against {weak}, seats in turn: scores {}", figure(*score));
    }
    if game.meta.swap {
        let _ = writeln!(text, "\nWith the swap, who begins scores:");
        for round in &report.rounds {
            let _ = writeln!(text, "  {:9} {}", round.style, figure(round.first_person));
        }
    }
    const MOST_OPENINGS: usize = 5;
    let choice = game.start(args.seed).legal_moves().len() > 1;
    if choice && !report.openings.is_empty() {
        let _ = writeln!(
            text,
            "\nFirst moves of players who think: in how many games, and what the first seat scores:"
        );
        for opening in report.openings.iter().take(MOST_OPENINGS) {
            let _ = writeln!(text, "  {:12} {:>4}  {}", opening.name, opening.games, figure(opening.score));
        }
    }
    let sources = reading.sources();
    if !report.unused.is_empty() {
        let _ = writeln!(text, "\nRules that no game used:");
        for (rule, place) in &report.unused {
            let _ = writeln!(text, "  {rule} [{}]", at(*place, &sources));
        }
    }
    if !report.examples.is_empty() {
        let _ = writeln!(text, "\nGames to replay (ludarium play {} --moves \"…\"):", args.game.game);
        for example in &report.examples {
            let _ = writeln!(text, "  {} ({}): {}", example.what, example.style, example.moves.join(","));
        }
    }
    if !report.advice.is_empty() {
        let _ = writeln!(text, "\nWorth a thought:");
        for sentence in &report.advice {
            let _ = writeln!(text, "  {sentence}");
        }
    }
    text
}

/// What changed clearly: the intervals of a figure do not touch.
fn comparison(before: &Report, after: &Report) -> String {
    let mut text = String::from("\nBefore and after the change:\n");
    let mut clear = 0;
    for round in &after.rounds {
        let Some(old) = before.rounds.iter().find(|r| r.style == round.style) else { continue };
        let figures = [
            ("moves", old.length, round.length),
            ("drawn", old.draws, round.draws),
            ("cut off", old.unfinished, round.unfinished),
            ("first seat scores", old.first_seat, round.first_seat),
        ];
        for (what, old, new) in figures {
            if old.high < new.low || new.high < old.low {
                clear += 1;
                let _ =
                    writeln!(text, "  {} players, {what}: {} → {}", round.style, figure(old), figure(new));
            }
        }
    }
    if clear == 0 {
        text += "  no figure differs by more than its interval\n";
    }
    text
}

/// What `ludarium playtest --json` prints.
#[derive(Serialize, JsonSchema)]
pub struct Playtest {
    game: String,
    seed: u64,
    rounds: Vec<JsonRound>,
    /// Of the stronger style against the weaker one, seats in turn.
    strength: Vec<JsonStrength>,
    openings: Vec<JsonOpening>,
    /// Rules that no game used, with file, line and column.
    unused: Vec<JsonRule>,
    examples: Vec<JsonExample>,
    advice: Vec<String>,
}

/// A figure with its 95 % interval.
#[derive(Serialize, JsonSchema)]
pub struct Interval {
    value: f64,
    low: f64,
    high: f64,
}

#[derive(Serialize, JsonSchema)]
pub struct JsonRound {
    style: &'static str,
    games: usize,
    moves: Interval,
    /// By player.
    wins: Vec<Interval>,
    draws: Interval,
    unfinished: Interval,
    drama: Option<Interval>,
    lead_changes: Option<Interval>,
    first_seat: Interval,
    first_person: Interval,
}

#[derive(Serialize, JsonSchema)]
pub struct JsonStrength {
    strong: &'static str,
    weak: &'static str,
    score: Interval,
}

#[derive(Serialize, JsonSchema)]
pub struct JsonOpening {
    first_move: String,
    games: usize,
    score: Interval,
}

#[derive(Serialize, JsonSchema)]
pub struct JsonRule {
    rule: String,
    at: String,
}

#[derive(Serialize, JsonSchema)]
pub struct JsonExample {
    what: String,
    style: &'static str,
    moves: Vec<String>,
}

fn json(args: &Args, reading: &Reading, game: &Game, report: &Report) -> Playtest {
    let sources = reading.sources();
    let interval = |f: Figure| Interval { value: f.value, low: f.low, high: f.high };
    let round = |r: &Round| JsonRound {
        style: r.style,
        games: r.games,
        moves: interval(r.length),
        wins: r.wins.iter().copied().map(interval).collect(),
        draws: interval(r.draws),
        unfinished: interval(r.unfinished),
        drama: r.drama.map(interval),
        lead_changes: r.lead_changes.map(interval),
        first_seat: interval(r.first_seat),
        first_person: interval(r.first_person),
    };
    Playtest {
        game: game.name.clone(),
        seed: args.seed,
        rounds: report.rounds.iter().map(round).collect(),
        strength: report
            .strength
            .iter()
            .map(|(strong, weak, score)| JsonStrength { strong, weak, score: interval(*score) })
            .collect(),
        openings: report
            .openings
            .iter()
            .map(|o| JsonOpening { first_move: o.name.clone(), games: o.games, score: interval(o.score) })
            .collect(),
        unused: report
            .unused
            .iter()
            .map(|(rule, place)| JsonRule { rule: rule.clone(), at: at(*place, &sources) })
            .collect(),
        examples: report
            .examples
            .iter()
            .map(|e| JsonExample { what: e.what.clone(), style: e.style, moves: e.moves.clone() })
            .collect(),
        advice: report.advice.clone(),
    }
}

//! `ludarium verdict`: whether a game can be played, found out by playing it. One game, or every ruleset below a
//! folder, with a table that a broken-off run goes on with.

use crate::commands::concepts::at;
use crate::game_arg::GameArgs;
use crate::tables::{self, Column, Sort};
use crate::{interrupt, out, shelf};
use anyhow::{Result, bail};
use ludarium_concepts::seats::{Chooser, Searching, repeatable};
use ludarium_concepts::thinking::Thought;
use ludarium_concepts::trial::{Study, Trial, studied_trial};
use ludarium_concepts::verdict::{
    Decided, Finding, How, MODEST, Shown, Stage, Verdict, Weight, decide, edge_under_search, grade,
};
use ludarium_lint::Effort;
use ludarium_play::{Ctx, Game, Move, Reading};
use ludarium_players::calibrate::{Effort as Calibration, calibrate};
use ludarium_players::control::NEVER;
use ludarium_players::player::weights_help;
use ludarium_players::{EngineWorld, Spec};
use ludarium_render::from_game;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Judge whether a game can be played, by playing it
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium verdict sfenj
  ludarium verdict games --out verdicts.csv --games 100")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// At most so many games
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: usize,
    /// Stop before when the deciding figures are known this exactly (0.05: within 5 percentage points)
    #[arg(long, value_name = "X", default_value_t = 0.05)]
    margin: f64,
    /// Play no longer than this (one game; a table does not look at the clock unless told)
    #[arg(long, value_name = "S")]
    seconds: Option<u64>,
    /// Stop as soon as it is clear that random play fails the modest gate
    #[arg(long)]
    early: bool,
    /// Seed of the first game; the others follow on
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Break a game off after so many moves; only the rules' own limits hold when left out
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// Games in each seat between a player who thinks and random movers: they decide where random play decides nothing;
    /// 0 for none
    #[arg(long, value_name = "N", default_value_t = 4)]
    think: usize,
    /// Draw the end of a game that shows each finding
    #[arg(long)]
    positions: bool,
    /// Games between searching players, to see whether moving first helps those who think; 0 for none
    #[arg(long, value_name = "N", default_value_t = 0)]
    search: usize,
    /// Who searches, as in `ludarium match`
    #[arg(long, value_name = "PLAYER", default_value = "ab@nodes=4000")]
    player: String,
    /// Break these games off after so long; only whole ones count (one game; a table does not look at the clock)
    #[arg(long, value_name = "S", default_value_t = 20)]
    search_seconds: u64,
    /// Break these games off as drawn after so many moves
    #[arg(long, value_name = "N", default_value_t = 400)]
    search_most: usize,
    /// Also list what is as it should be
    #[arg(long)]
    all: bool,
    /// Print as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    shelf: shelf::ShelfArgs,
}

const DEFAULT_SECONDS: u64 = 45;

pub fn run(args: &Args) -> Result<ExitCode> {
    let spec = Spec::read(&args.player).map_err(|why| anyhow::anyhow!(why))?;
    repeatable(&spec).map_err(|why| anyhow::anyhow!(why))?;
    if args.games == 0 {
        bail!("--games 0: nothing can be judged by no games");
    }
    if !(0.0..=1.0).contains(&args.margin) {
        bail!("--margin: a share between 0 and 1 is wanted (0.05 for 5 percentage points)");
    }
    if !args.shelf.out.is_empty() {
        return many(args, &spec);
    }
    let (reading, game) = args.game.compile()?;
    interrupt::listen();
    let limit = Some(Duration::from_secs(args.seconds.unwrap_or(DEFAULT_SECONDS)));
    let find = |name: &str| args.game.reading.open_subgame(&args.game.game, name);
    let Decided { mut verdict, trials, .. } = decided(args, &reading, &game, &find, limit, true);
    interrupt::tell(format_args!("{} of at most {} games were played", verdict.games, args.games));
    if args.search > 0 && !interrupt::happened() {
        let until = Instant::now() + Duration::from_secs(args.search_seconds);
        verdict.findings.push(search(args, &spec, &game, Some(until), true));
        verdict.grade = grade(&verdict.findings);
    }
    let text = if args.json {
        serde_json::to_string_pretty(&json(args, &game, &verdict, &reading))? + "\n"
    } else {
        words(args, &game, &verdict, &reading, &trials)
    };
    out::print(&text);
    Ok(interrupt::status(ExitCode::SUCCESS))
}

/// Games between players of the same kind. No more are begun when the time is used up.
fn search(args: &Args, spec: &Spec, game: &Game, until: Option<Instant>, parallel: bool) -> Finding {
    let nothing = |why: &str| Finding {
        check: "first_player_search",
        weight: Weight::Note,
        figure: None,
        sentence: format!("Nothing was found out about moving first under search: {why}."),
        place: None,
        shown: None,
    };
    if game.players < 2 {
        return nothing("nobody plays against anybody");
    }
    let plain = EngineWorld::new(game);
    let judging = spec.wants_weights() && weights_help(&plain);
    let world = if judging {
        let weights = calibrate(&plain, 1, Calibration::default(), &NEVER);
        plain.with_weights(Some(Arc::new(weights)))
    } else {
        plain
    };
    let study = Study { most: Some(args.search_most), ..Study::default() };
    let play = |i: u64| {
        if interrupt::happened() || until.is_some_and(|until| Instant::now() >= until) {
            return None;
        }
        let seed = args.seed.wrapping_add(i);
        let mut players = InTime { players: Searching::alike(game, &world, spec, seed), until, late: false };
        let trial = studied_trial(game, seed, &study, &mut players);
        (!players.late).then_some(trial)
    };
    let n = args.search as u64;
    let trials: Vec<Option<Trial>> =
        if parallel { (0..n).into_par_iter().map(play).collect() } else { (0..n).map(play).collect() };
    let trials: Vec<Trial> = trials.into_iter().flatten().collect();
    if trials.len() < 2 {
        return nothing("there was time for fewer than two games");
    }
    // A game that takes too long is broken off and counts as drawn.
    let half = 0.5;
    let scores: Vec<f64> =
        trials.iter().map(|t| t.utilities.first().map_or(half, |u| f64::midpoint(*u, 1.0))).collect();
    let broken_off = trials.iter().filter(|t| t.unfinished).count();
    edge_under_search(&spec.text, game.players, &scores, broken_off)
}

/// Players who leave when the time is over.
struct InTime<'g> {
    players: Searching<'g>,
    until: Option<Instant>,
    late: bool,
}

impl<'g> Chooser<'g> for InTime<'g> {
    fn choose(&mut self, ctx: &Ctx<'g>, legal: &[Move]) -> Result<usize, String> {
        if interrupt::happened() || self.until.is_some_and(|until| Instant::now() >= until) {
            self.late = true;
            return Err("the time is over".to_string());
        }
        self.players.choose(ctx, legal)
    }
}

/// The verdict of one game; nothing is begun when the time is used up. Only one game shows its progress.
fn decided(
    args: &Args,
    reading: &Reading,
    game: &Game,
    find: &dyn Fn(&str) -> Option<String>,
    limit: Option<Duration>,
    one: bool,
) -> Decided {
    let begun = Instant::now();
    let how = How {
        seed: args.seed,
        games: args.games,
        margin: args.margin,
        early: args.early,
        most: args.most,
        thought: (args.think > 0).then(|| Thought {
            seed: args.seed,
            games: args.think,
            ..Thought::default()
        }),
        // In a table there is no time to look for positions that show what is wrong.
        lint: if one { Effort { games: 10, plies: 300, seed: 1 } } else { Effort::NONE },
    };
    let bar = out::progress_of(if one { args.games } else { 0 }, "games");
    // Random games leave half of the time to those who think.
    let allowed = |stage| match stage {
        Stage::Random => limit.map(|limit| limit / 2),
        Stage::Thinking => limit,
    };
    let go_on = |stage| !interrupt::happened() && allowed(stage).is_none_or(|limit| begun.elapsed() < limit);
    let decided = decide(reading, game, find, &how, &go_on, &|n| bar.set_position(n as u64));
    bar.finish_and_clear();
    decided
}

fn words(args: &Args, game: &Game, verdict: &Verdict, reading: &Reading, trials: &[Trial]) -> String {
    let sources = reading.sources();
    let mut text = format!("{}: {} – {}\n", game.name, verdict.grade.name(), verdict.grade.meaning());
    let thinking = match verdict.thinking {
        0 => String::new(),
        n => format!("; {n} games of players who think"),
    };
    let _ = writeln!(
        text,
        "({} random games, seeds {} to {}{thinking})\n",
        verdict.games,
        args.seed,
        args.seed.wrapping_add(trials.len().saturating_sub(1) as u64)
    );
    let shown = |f: &&Finding| args.all || f.weight != Weight::Good || ALWAYS.contains(&f.check);
    let mut findings: Vec<&Finding> = verdict.findings.iter().filter(shown).collect();
    findings.sort_by_key(|f| std::cmp::Reverse(f.weight));
    // Many notes of one kind hide the rest.
    const MOST_OF_A_KIND: usize = 6;
    let mut kinds: std::collections::BTreeMap<&str, usize> = Default::default();
    for finding in findings {
        let seen = kinds.entry(finding.check).or_default();
        *seen += 1;
        if *seen > MOST_OF_A_KIND && !args.all {
            continue;
        }
        let mark = match finding.weight {
            Weight::Good => "  ok    ",
            Weight::Note => "  note  ",
            Weight::Doubt => "  doubt ",
            Weight::Fails => "  FAILS ",
            Weight::Breaks => "  BREAKS",
        };
        let place = finding.place.map_or(String::new(), |span| format!(" [{}]", at(span, &sources)));
        let seen = finding.shown.as_ref().map_or(String::new(), |shown| format!(" (see {})", shown.game()));
        let _ = writeln!(text, "{mark} {}{place}{seen}", finding.sentence);
        if let Some(shown) = finding.shown.as_ref().filter(|_| args.positions) {
            let _ = writeln!(text, "\n{}", indented(&picture(game, shown)));
        }
    }
    for (check, n) in kinds.iter().filter(|(_, n)| **n > MOST_OF_A_KIND && !args.all) {
        let _ = writeln!(
            text,
            "  note   … and {} more of the kind {check} (--all lists them)",
            n - MOST_OF_A_KIND
        );
    }
    let _ = writeln!(text, "\n{}", gate_words(verdict));
    text
}

/// The last position of a game, as text.
fn picture(game: &Game, shown: &Shown) -> String {
    let mut view = from_game::empty(game, None);
    from_game::show(&mut view, &shown.state(game).ctx(), None);
    ludarium_render::text(&view)
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("         {line}\n")).collect()
}

/// What the grade is measured by, and what was missed.
fn gate_words(verdict: &Verdict) -> String {
    let missed: Vec<&str> =
        verdict.findings.iter().filter(|f| f.weight >= Weight::Fails).map(|f| f.check).collect();
    let result = match missed.len() {
        0 => "The game passes it, by random play or by play that thinks.".to_string(),
        _ => format!("The game misses: {}.", missed.join(", ")),
    };
    format!(
        "The modest gate: timeouts at most {:.0} %, decided at least {:.0} %, balance at least {:.2}, length {:.0} to {:.0} \
         turns, choices at least {:.0} % of the moves. {result}",
        100.0 * MODEST.timeouts,
        100.0 * MODEST.decided,
        MODEST.balance,
        MODEST.turns.0,
        MODEST.turns.1,
        100.0 * MODEST.choices
    )
}

/// What everybody wants to know even if it is as it should be.
const ALWAYS: [&str; 12] = [
    "crash",
    "completion",
    "timeouts",
    "decided",
    "draws",
    "balance",
    "thinking",
    "solution",
    "first_player",
    "first_player_search",
    "length",
    "choices",
];

/// What `ludarium verdict --json` prints.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Verdict")]
pub struct Report {
    game: String,
    grade: &'static str,
    /// The grade in words.
    meaning: &'static str,
    /// Random games that were played.
    games: usize,
    /// Games in which somebody thought.
    thinking: usize,
    seed: u64,
    player: &'static str,
    engine: &'static str,
    thresholds: Thresholds,
    findings: Vec<JsonFinding>,
}

/// What the grade is measured by.
#[derive(Serialize, JsonSchema)]
pub struct Thresholds {
    timeouts_at_most: f64,
    decided_at_least: f64,
    balance_at_least: f64,
    /// Fewest and most.
    turns: [f64; 2],
    choices_at_least: f64,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Finding")]
pub struct JsonFinding {
    check: &'static str,
    weight: &'static str,
    /// The figure with its 95 % interval, where there is one.
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    sentence: String,
    /// File, line and column.
    at: Option<String>,
    /// The end of a game that shows it.
    position: Option<JsonShown>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Shown")]
pub struct JsonShown {
    seed: u64,
    moves: usize,
    /// Which game it was, in words.
    game: String,
    /// The position as text.
    board: String,
}

fn json(args: &Args, game: &Game, verdict: &Verdict, reading: &Reading) -> Report {
    let sources = reading.sources();
    let known = |x: f64| Some(x).filter(|x| x.is_finite());
    let one = |f: &Finding| JsonFinding {
        check: f.check,
        weight: f.weight.name(),
        value: f.figure.and_then(|x| known(x.value)),
        low: f.figure.and_then(|x| known(x.low)),
        high: f.figure.and_then(|x| known(x.high)),
        sentence: f.sentence.clone(),
        at: f.place.map(|span| at(span, &sources)),
        position: f.shown.as_ref().map(|shown| JsonShown {
            seed: shown.seed,
            moves: shown.moves,
            game: shown.game(),
            board: picture(game, shown),
        }),
    };
    Report {
        game: game.name.clone(),
        grade: verdict.grade.name(),
        meaning: verdict.grade.meaning(),
        games: verdict.games,
        thinking: verdict.thinking,
        seed: args.seed,
        player: "random",
        engine: ludarium_concepts::played::ENGINE,
        thresholds: Thresholds {
            timeouts_at_most: MODEST.timeouts,
            decided_at_least: MODEST.decided,
            balance_at_least: MODEST.balance,
            turns: [MODEST.turns.0, MODEST.turns.1],
            choices_at_least: MODEST.choices,
        },
        findings: verdict.findings.iter().map(one).collect(),
    }
}

/// The checks whose figures are columns of the table, each with its interval.
const FIGURES: [&str; 11] = [
    "completion",
    "timeouts",
    "decided",
    "draws",
    "balance",
    "thinking",
    "first_player",
    "length",
    "branching",
    "choices",
    "first_player_search",
];

fn many(args: &Args, spec: &Spec) -> Result<ExitCode> {
    let mut columns = tables::columns(&[("grade", Sort::Text), ("games", Sort::Whole)]);
    for check in FIGURES {
        let parts = ["", "_low", "_high"].map(|part| format!("{check}{part}"));
        columns.extend(parts.map(|name| Column { name, sort: Sort::Real }));
    }
    columns.extend(tables::columns(&[
        ("fails", Sort::Text),
        ("doubts", Sort::Text),
        ("findings", Sort::Text),
    ]));
    let rows = |item: &shelf::Item, reading: &Reading, game: &Game| {
        let find = |name: &str| args.game.reading.open_subgame(&item.path.display().to_string(), name);
        let limit = args.seconds.map(Duration::from_secs);
        let mut verdict = decided(args, reading, game, &find, limit, false).verdict;
        if args.search > 0 {
            verdict.findings.push(search(args, spec, game, None, false));
            verdict.grade = grade(&verdict.findings);
        }
        let figures = FIGURES.map(|check| {
            let figure = verdict.findings.iter().find(|f| f.check == check).and_then(|f| f.figure);
            let parts = [figure.map(|f| f.value), figure.map(|f| f.low), figure.map(|f| f.high)];
            parts.map(tables::number).join(",")
        });
        let named = |weights: &[Weight]| {
            let mut names: Vec<&str> =
                verdict.findings.iter().filter(|f| weights.contains(&f.weight)).map(|f| f.check).collect();
            names.dedup();
            names.join(" ")
        };
        let doubted = verdict.findings.iter().filter(|f| f.weight >= Weight::Doubt);
        let sentences: Vec<&str> = doubted.map(|f| f.sentence.as_str()).collect();
        Ok(vec![format!(
            "{},{},{},{},{},{}",
            verdict.grade.name(),
            verdict.games,
            figures.join(","),
            named(&[Weight::Fails, Weight::Breaks]),
            named(&[Weight::Doubt]),
            tables::quoted(&sentences.join(" ").replace(['\n', '\t', '\u{1e}'], " "))
        )])
    };
    let searched = match args.search {
        0 => String::new(),
        n => format!(", {n} games of {} up to {} moves", spec.text, args.search_most),
    };
    let recipe = format!(
        "verdicts, seed {}, games {}, thinking {}, margin {}, early {}, most {:?}, seconds {:?}{searched}, engine {}",
        args.seed,
        args.games,
        args.think,
        args.margin,
        args.early,
        args.most,
        args.seconds,
        ludarium_concepts::played::ENGINE
    );
    let plan = shelf::Plan { columns: &columns, recipe, rows: &rows };
    shelf::table(&args.game.game, &args.game.reading, &args.shelf, &plan)?;
    Ok(ExitCode::SUCCESS)
}

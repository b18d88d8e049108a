//! `ludarium verdict`: whether a game can be played, found out by playing it. One game, or every ruleset below a
//! folder, with a table that a broken-off run goes on with.

use crate::commands::concepts::at;
use crate::game_arg::GameArgs;
use crate::{out, shelf};
use anyhow::Result;
use ludarium::{Game, Reading};
use ludarium_concepts::compiled;
use ludarium_concepts::trial::{Trial, Watch, quick_trial, random_trial};
use ludarium_concepts::verdict::{
    Finding, MODEST, Verdict, Weight, edge_under_search, grade, judge, precise_enough,
};
use ludarium_engine::ctx::Witness;
use ludarium_engine::plan::Plan;
use ludarium_lint::{Effort, Subject, lint};
use ludarium_players::arena::{Terms, play};
use ludarium_players::{Budget, EngineWorld, Player, Setting, Spec, make};
use rayon::prelude::*;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Judge whether a game can be played, by playing it
#[derive(clap::Args)]
pub struct Args {
    /// A game, or with --out a folder of games, of which every ruleset is judged
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
    /// Seed of the first game; the others follow on
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Break a game off after so many moves; only the rules' own limits hold when left out
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// Games between two searching players, to see whether moving first helps those who think; 0 for none
    #[arg(long, value_name = "N", default_value_t = 0)]
    search: usize,
    /// Who searches, as in `ludarium contest`
    #[arg(long, value_name = "PLAYER", default_value = "uct@iterations=200")]
    player: String,
    /// Begin no more of these games after so long
    #[arg(long, value_name = "S", default_value_t = 20)]
    search_seconds: u64,
    /// Also list what is as it should be
    #[arg(long)]
    all: bool,
    /// Print as JSON
    #[arg(long)]
    json: bool,
    /// Judge every ruleset below the folder and write a table; rows that are there already are kept
    #[arg(long, value_name = "FILE.csv")]
    out: Option<PathBuf>,
    #[command(flatten)]
    shelf: shelf::ShelfArgs,
}

/// How many games are played before it is asked whether that is enough.
const BATCH: usize = 20;
/// So many games are played by the plain evaluator, to see which rules ever give a move.
const WATCHED: u64 = 6;
const DEFAULT_SECONDS: u64 = 45;

pub fn run(args: &Args) -> Result<ExitCode> {
    if let Some(table) = &args.out {
        return many(args, table);
    }
    let (reading, game) = args.game.compile()?;
    let until = Instant::now() + Duration::from_secs(args.seconds.unwrap_or(DEFAULT_SECONDS));
    let find = |name: &str| args.game.reading.open_subgame(&args.game.game, name);
    let (mut verdict, trials) = decide(args, &reading, &game, &find, Some(until), true);
    if args.search > 0 && game.players == 2 {
        let scores = search(args, &game)?;
        if scores.len() > 1 {
            verdict.findings.push(edge_under_search(&args.player, &scores));
            verdict.grade = grade(&verdict.findings);
        }
    }
    let text = if args.json {
        serde_json::to_string_pretty(&json(args, &game, &verdict, &reading))? + "\n"
    } else {
        words(args, &game, &verdict, &reading, &trials)
    };
    out::print(&text);
    Ok(ExitCode::SUCCESS)
}

/// Games between two players of the same kind: what player 1 got, from 0 to 1. A game that takes too long to play is
/// broken off and counts as drawn; no more are begun when the time is used up.
fn search(args: &Args, game: &Game) -> Result<Vec<f64>> {
    let spec = Spec::read(&args.player).map_err(|why| anyhow::anyhow!(why))?;
    let plan = Plan::new(game);
    let world = EngineWorld::new(game).with_plan(&plan);
    let begun = Instant::now();
    let until = Duration::from_secs(args.search_seconds);
    let cancel = AtomicBool::new(false);
    let scores: Vec<Option<f64>> = (0..args.search as u64)
        .into_par_iter()
        .map(|i| {
            if begun.elapsed() >= until {
                return None;
            }
            let mut seats: Vec<_> =
                (0..2).map(|_| make(&spec, &world, Setting { memory: 64 << 20, threads: 1 })).collect();
            let mut at_table: Vec<&mut dyn Player<'_>> = seats.iter_mut().map(|p| &mut **p as _).collect();
            let now = || begun.elapsed();
            let budget = if spec.budget.is_unlimited() { Budget::iterations(200) } else { spec.budget };
            let terms = Terms { budget, most_plies: 400, now: &now, cancel: &cancel };
            let played = play(game, &mut at_table, args.seed.wrapping_add(i), terms);
            Some(f64::midpoint(f64::from(played.results[1]), 1.0))
        })
        .collect();
    Ok(scores.into_iter().flatten().collect())
}

/// Plays until the figures are known well enough, or the games or the time are used up.
fn decide(
    args: &Args,
    reading: &Reading,
    game: &Game,
    find: &dyn Fn(&str) -> Option<String>,
    until: Option<Instant>,
    parallel: bool,
) -> (Verdict, Vec<Trial>) {
    let witness = Arc::new(Witness::of(game));
    let watch = Watch { most: args.most, detail: false, witness: Some(witness.clone()) };
    let plan = Plan::new(game);
    let mut trials: Vec<Trial> = Vec::new();
    while trials.len() < args.games {
        let first = args.seed.wrapping_add(trials.len() as u64);
        let n = BATCH.min(args.games - trials.len()) as u64;
        let in_time = || until.is_none_or(|until| Instant::now() < until);
        let done = trials.len() as u64;
        let play = |i: u64| {
            let seed = first.wrapping_add(i);
            // The first games are watched rule by rule, which takes longer.
            let watched = done + i < WATCHED;
            in_time().then(|| {
                if watched { random_trial(game, seed, &watch) } else { quick_trial(&plan, seed, args.most) }
            })
        };
        let batch: Vec<Option<Trial>> =
            if parallel { (0..n).into_par_iter().map(play).collect() } else { (0..n).map(play).collect() };
        let whole = batch.iter().all(Option::is_some);
        trials.extend(batch.into_iter().flatten());
        if !whole || precise_enough(game.players, &trials, args.margin) {
            break;
        }
    }
    let profile = compiled(reading, game, find);
    let verdict = match &profile {
        Some(profile) => {
            let lints = reading.game.as_ref().map_or(Vec::new(), |checked| {
                let tree = &reading.expanded.game;
                let subject = Subject { checked, tree, game, metadata: reading.metadata.as_ref() };
                // In a table there is no time to look for positions that show what is wrong.
                let effort = if parallel { Effort { games: 10, plies: 300, seed: 1 } } else { Effort::NONE };
                lint(&subject, &effort)
            });
            judge(reading, game, profile, &trials, Some(&witness), &lints, &MODEST)
        }
        None => Verdict { findings: Vec::new(), grade: ludarium_concepts::verdict::Grade::Broken, games: 0 },
    };
    (verdict, trials)
}

fn words(args: &Args, game: &Game, verdict: &Verdict, reading: &Reading, trials: &[Trial]) -> String {
    let sources = reading.sources();
    let mut text = format!("{}: {} – {}\n", game.name, verdict.grade.name(), verdict.grade.meaning());
    let _ = writeln!(
        text,
        "({} random games, seeds {} to {})\n",
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
        let _ = writeln!(text, "{mark} {}{place}", finding.sentence);
    }
    for (check, n) in kinds.iter().filter(|(_, n)| **n > MOST_OF_A_KIND && !args.all) {
        let _ = writeln!(
            text,
            "  note   … and {} more of the kind {check} (--all lists them)",
            n - MOST_OF_A_KIND
        );
    }
    text
}

/// What everybody wants to know even if it is as it should be.
const ALWAYS: [&str; 10] = [
    "crash",
    "completion",
    "timeouts",
    "decided",
    "draws",
    "balance",
    "first_player",
    "first_player_search",
    "length",
    "choices",
];

fn json(args: &Args, game: &Game, verdict: &Verdict, reading: &Reading) -> serde_json::Value {
    let sources = reading.sources();
    let findings: Vec<serde_json::Value> = verdict
        .findings
        .iter()
        .map(|f| {
            serde_json::json!({
                "check": f.check,
                "weight": f.weight.name(),
                "value": f.figure.map(|x| x.value),
                "low": f.figure.map(|x| x.low),
                "high": f.figure.map(|x| x.high),
                "sentence": f.sentence,
                "at": f.place.map(|span| at(span, &sources)),
            })
        })
        .collect();
    serde_json::json!({
        "game": game.name,
        "grade": verdict.grade.name(),
        "meaning": verdict.grade.meaning(),
        "games": verdict.games,
        "seed": args.seed,
        "player": "random",
        "engine": ludarium_concepts::played::ENGINE,
        "thresholds": {
            "timeouts_at_most": MODEST.timeouts,
            "decided_at_least": MODEST.decided,
            "balance_at_least": MODEST.balance,
            "turns": [MODEST.turns.0, MODEST.turns.1],
            "choices_at_least": MODEST.choices,
        },
        "findings": findings,
    })
}

/// The columns of the table after path and ruleset.
const COLUMNS: [&str; 9] = [
    "completion",
    "timeouts",
    "decided",
    "draws",
    "balance",
    "first_player",
    "length",
    "branching",
    "choices",
];

fn many(args: &Args, table: &Path) -> Result<ExitCode> {
    let header = format!("grade,games,{},worst", COLUMNS.map(|c| format!("{c},{c}_low,{c}_high")).join(","));
    let work = |item: &shelf::Item, reading: &Reading, game: &Game| {
        let find = |name: &str| args.game.reading.open_subgame(&item.path.display().to_string(), name);
        let until = args.seconds.map(|s| Instant::now() + Duration::from_secs(s));
        let (verdict, _) = decide(args, reading, game, &find, until, false);
        let figures = COLUMNS.map(|column| {
            let figure = verdict.findings.iter().find(|f| f.check == column).and_then(|f| f.figure);
            let number = |x: Option<f64>| x.map_or(String::new(), |x| format!("{x:.4}"));
            format!(
                "{},{},{}",
                number(figure.map(|f| f.value)),
                number(figure.map(|f| f.low)),
                number(figure.map(|f| f.high))
            )
        });
        let worst: Vec<&str> =
            verdict.findings.iter().filter(|f| f.weight >= Weight::Doubt).map(|f| f.check).collect();
        format!("{},{},{},{}", verdict.grade.name(), verdict.games, figures.join(","), worst.join(" "))
    };
    shelf::table(Path::new(&args.game.game), &args.game.reading, &args.shelf, table, &header, &work)?;
    Ok(ExitCode::SUCCESS)
}

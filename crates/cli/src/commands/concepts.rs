//! `ludarium concepts`: what a game is, read off its description, and where in the description each answer stands.

use crate::game_arg::GameArgs;
use crate::tables::{self, Sort};
use crate::{catalogue, interrupt, out, shelf};
use anyhow::{Context, Result, bail};
use ludarium_concepts::kinds::Kinds;
use ludarium_concepts::played::{self, Measured, Recipe, add_skill, add_speed, measure};
use ludarium_concepts::seats::{ITERATIONS, Random, Searching, repeatable};
use ludarium_concepts::skill::{self, Trace};
use ludarium_concepts::taxonomy::{self, Data};
use ludarium_concepts::trial::{Study, Trial, quick_trial, studied_trial};
use ludarium_concepts::{Found, Reason, explained};
use ludarium_play::{Game, Reading, Sources};
use ludarium_players::calibrate::{Effort, calibrate};
use ludarium_players::control::NEVER;
use ludarium_players::player::{Kind as PlayerKind, weights_help};
use ludarium_players::{EngineWorld, Spec};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a game is: the concepts of its description, and why each holds
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium concepts chess --why HopDecision
  ludarium concepts hex --played --games 50
  ludarium concepts games --out concepts.csv")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Say where one concept comes from
    #[arg(long, value_name = "NAME")]
    why: Option<String>,
    /// Measure in play as well: figures with their 95 % intervals
    #[arg(long)]
    played: bool,
    /// Who plays: `random`, `uct`, `ab`, or another player as in `ludarium match`, with counted effort
    /// (`uct@iterations=500`, `ab@nodes=20000`; 100 iterations a move when nothing is said)
    #[arg(long, value_name = "P", default_value = "random")]
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
    /// Also trace skill: games at each of so many levels, at each of which everybody thinks twice as much as at the
    /// one before, and one player twice as much as the others
    #[arg(long, value_name = "LEVELS")]
    skill: Option<usize>,
    /// Games at each level of the skill trace
    #[arg(long, value_name = "N", default_value_t = 10)]
    skill_games: usize,
    /// Also measure how fast random games are played, for so many seconds (the one figure that no seed repeats)
    #[arg(long, value_name = "S")]
    speed: Option<f64>,
    /// Print as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    shelf: shelf::ShelfArgs,
}

/// What `ludarium concepts --json` prints.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Concepts")]
pub struct Report {
    game: String,
    /// What the description shows.
    concepts: Vec<Line>,
    /// How the figures of play came about; with `--played`.
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe: Option<JsonRecipe>,
    /// Figures of play; with `--played`.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<Vec<JsonMeasured>>,
    /// What was not measured; with `--played`.
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown: Option<Vec<Unknown>>,
}

/// A concept that the game has.
#[derive(Serialize, JsonSchema)]
pub struct Line {
    id: u16,
    name: &'static str,
    value: Value,
    /// Where it comes from, a line for each place.
    why: Vec<String>,
}

/// `true` for a concept that holds, a number for a concept that counts.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Value {
    Holds(bool),
    Number(f64),
}

/// Who played, how often and by what: the same recipe gives the same figures.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Recipe")]
pub struct JsonRecipe {
    player: String,
    seed: u64,
    games: usize,
    /// Games were broken off after so many moves.
    most: Option<usize>,
    engine: &'static str,
    /// A fingerprint of the rules.
    rules: String,
    judge: Judge,
    skill: Option<SkillTrace>,
}

/// How positions were judged.
#[derive(Serialize, JsonSchema)]
pub struct Judge {
    weights_seed: u64,
    random: u64,
    greedy: u64,
    longest: usize,
}

#[derive(Serialize, JsonSchema)]
pub struct SkillTrace {
    levels: usize,
    games: usize,
    most: usize,
    seed: u64,
}

/// A figure with its 95 % interval; null where it has no value.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Measured")]
pub struct JsonMeasured {
    id: u16,
    name: String,
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    /// The same by the definition of the published tables, where that is another.
    published: Option<f64>,
}

#[derive(Serialize, JsonSchema)]
pub struct Unknown {
    id: u16,
    name: &'static str,
    why: &'static str,
}

/// How many places are shown for a concept: more help nobody.
const PLACES: usize = 3;
const ALL_PLACES: usize = 1000;

pub fn run(args: &Args) -> Result<ExitCode> {
    if !args.shelf.out.is_empty() {
        return if args.played { played_table(args) } else { compiled_table(args) };
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
    let wanted = Wanted::read(args)?;
    interrupt::listen();
    let measured = if args.played { wanted.play(&reading, &game)? } else { Vec::new() };
    if args.json {
        let lines: Vec<Line> = found.iter().map(|f| line(f, &sources)).collect();
        let unknown =
            |(c, why): (&'static taxonomy::Concept, &'static str)| Unknown { id: c.id, name: c.name, why };
        let report = Report {
            game: game.name.clone(),
            concepts: lines,
            recipe: args.played.then(|| wanted.recipe_json(&reading)),
            played: args.played.then(|| measured.iter().map(measured_json).collect()),
            unknown: args
                .played
                .then(|| played::unknown(&game, &measured).into_iter().map(unknown).collect()),
        };
        out::print_json(&report)?;
    } else {
        out::print(&words(&game.name, &found));
        if args.played {
            out::print(&measured_words(&wanted.recipe(&reading), &measured));
            out::print(&unknown_words(&game, &measured));
        }
    }
    Ok(interrupt::status(ExitCode::SUCCESS))
}

/// What the rulesets of a folder are: a row for each concept.
fn compiled_table(args: &Args) -> Result<ExitCode> {
    let rows = |item: &shelf::Item, reading: &Reading, game: &Game| {
        let path = item.path.display().to_string();
        let find = |name: &str| args.game.reading.open_subgame(&path, name);
        let entry = catalogue::entry(&item.name, reading, game, &find).context("nothing is known of it")?;
        Ok(catalogue::rows(&entry))
    };
    let columns = catalogue::columns();
    let recipe = format!("concepts, engine {}", played::ENGINE);
    shelf::table(
        &args.game.game,
        &args.game.reading,
        &args.shelf,
        &shelf::Plan { columns: &columns, recipe, rows: &rows },
    )?;
    Ok(ExitCode::SUCCESS)
}

/// How the rulesets of a folder play: a row for each figure.
fn played_table(args: &Args) -> Result<ExitCode> {
    let wanted = Wanted::read(args)?;
    if args.speed.is_some() {
        bail!("--speed is for one game: a table holds only what can be measured again");
    }
    let columns = tables::columns(&[
        ("player", Sort::Text),
        ("seed", Sort::Whole),
        ("games", Sort::Whole),
        ("most", Sort::Whole),
        ("engine", Sort::Text),
        ("rules", Sort::Text),
        ("id", Sort::Whole),
        ("concept", Sort::Text),
        ("value", Sort::Real),
        ("low", Sort::Real),
        ("high", Sort::Real),
        ("published", Sort::Real),
    ]);
    let rows = |_: &shelf::Item, reading: &Reading, game: &Game| {
        let r = wanted.recipe(reading);
        let most = r.most.map_or(String::new(), |n| n.to_string());
        let first = format!(
            "{},{},{},{most},{},{:016x}",
            tables::quoted(&r.player),
            r.seed,
            r.games,
            r.engine,
            r.rules
        );
        let figures = wanted.play(reading, game)?;
        let row = |m: &Measured| {
            let figure = [Some(m.figure.value), Some(m.figure.low), Some(m.figure.high), m.published];
            format!("{first},{},{},{}", m.id, m.name, figure.map(tables::number).join(","))
        };
        Ok(figures.iter().map(row).collect())
    };
    let skill = wanted.trace().map_or(String::new(), |t| format!(", skill {} x {}", t.levels, t.trials));
    let recipe = format!(
        "played, player {}, seed {}, games {}, most {:?}{skill}, engine {}",
        wanted.spec.text,
        args.seed,
        args.games,
        args.most,
        played::ENGINE
    );
    shelf::table(
        &args.game.game,
        &args.game.reading,
        &args.shelf,
        &shelf::Plan { columns: &columns, recipe, rows: &rows },
    )?;
    Ok(ExitCode::SUCCESS)
}

/// What is to be measured in play.
struct Wanted<'a> {
    args: &'a Args,
    spec: Spec,
}

/// Games of a skill trace are broken off after so many moves.
const MOST_OF_A_TRACE: usize = 300;
const SEED_OF_WEIGHTS: u64 = 1;

impl<'a> Wanted<'a> {
    fn read(args: &'a Args) -> Result<Wanted<'a>> {
        let mut spec = Spec::read(&args.player).map_err(|why| anyhow::anyhow!(why))?;
        repeatable(&spec).map_err(|why| anyhow::anyhow!(why))?;
        if spec.kind != PlayerKind::Random && spec.budget.is_unlimited() {
            spec = Spec::read(&format!("{}@iterations={ITERATIONS}", args.player.trim_end_matches('@')))
                .map_err(|why| anyhow::anyhow!(why))?;
        }
        if !args.played && (args.skill.is_some() || args.speed.is_some()) {
            bail!("--skill and --speed measure in play: they go with --played");
        }
        if args.played && args.games == 0 {
            bail!("--games 0: nothing can be measured in no games");
        }
        if args.speed.is_some_and(|s| !(s > 0.0 && s <= 600.0)) {
            bail!("--speed: between 0 and 600 seconds");
        }
        Ok(Wanted { args, spec })
    }

    fn recipe(&self, reading: &Reading) -> Recipe {
        Recipe {
            player: self.spec.text.clone(),
            seed: self.args.seed,
            games: self.args.games,
            most: self.args.most,
            engine: played::ENGINE,
            rules: played::fingerprint(reading),
        }
    }

    fn recipe_json(&self, reading: &Reading) -> JsonRecipe {
        let recipe = self.recipe(reading);
        let effort = Effort::default();
        JsonRecipe {
            player: recipe.player,
            seed: recipe.seed,
            games: recipe.games,
            most: recipe.most,
            engine: recipe.engine,
            rules: format!("{:016x}", recipe.rules),
            judge: Judge {
                weights_seed: SEED_OF_WEIGHTS,
                random: effort.random,
                greedy: effort.greedy,
                longest: effort.longest,
            },
            skill: self.trace().map(|t| SkillTrace {
                levels: t.levels,
                games: t.trials,
                most: t.most,
                seed: t.seed,
            }),
        }
    }

    fn trace(&self) -> Option<Trace> {
        let (levels, trials, seed) = (self.args.skill?, self.args.skill_games, self.args.seed);
        Some(Trace { seed, levels, trials, most: self.args.most.unwrap_or(MOST_OF_A_TRACE) })
    }

    /// Plays by the recipe. Each game has its own seed, so that the order in which cores finish does not matter.
    fn play(&self, reading: &Reading, game: &Game) -> Result<Vec<Measured>> {
        let plain = EngineWorld::new(game);
        let judged = weights_help(&plain).then(|| {
            let weights = calibrate(&plain, SEED_OF_WEIGHTS, Effort::default(), &NEVER);
            plain.clone().with_weights(Some(Arc::new(weights)))
        });
        let kinds = if game.subgames.is_empty() { Kinds::of(reading, game) } else { None };
        let study = Study { most: self.args.most, kinds: kinds.as_ref(), world: judged.as_ref() };
        // (In a table the rulesets are what is counted.)
        let games = if self.args.shelf.out.is_empty() { self.args.games } else { 0 };
        let bar = out::progress_of(games, "games");
        let trials: Vec<Option<Trial>> = (0..self.args.games as u64)
            .into_par_iter()
            .map(|i| {
                if interrupt::happened() {
                    return None;
                }
                let seed = self.args.seed.wrapping_add(i);
                let trial = if self.spec.kind == PlayerKind::Random {
                    studied_trial(game, seed, &study, &mut Random::new(seed))
                } else {
                    let world = judged.as_ref().unwrap_or(&plain);
                    studied_trial(game, seed, &study, &mut Searching::alike(game, world, &self.spec, seed))
                };
                bar.inc(1);
                Some(trial)
            })
            .collect();
        bar.finish_and_clear();
        let trials: Vec<Trial> = trials.into_iter().flatten().collect();
        interrupt::tell(format_args!("{} of {} games were played", trials.len(), self.args.games));
        if trials.is_empty() {
            bail!("no game was played to its end");
        }
        let mut measured = measure(game, &trials);
        if interrupt::happened() {
            return Ok(measured);
        }
        if let Some(trace) = self.trace() {
            trace_skill(game, &trace, &mut measured)?;
        }
        if let Some(seconds) = self.args.speed {
            add_speed(&mut measured, &speed(game, self.args.seed, Duration::from_secs_f64(seconds)));
        }
        Ok(measured)
    }
}

fn trace_skill(game: &Game, trace: &Trace, measured: &mut Vec<Measured>) -> Result<()> {
    if game.players < 2 || trace.levels == 0 || trace.trials == 0 {
        return Ok(());
    }
    let bar = out::progress_of(trace.levels * trace.trials, "games of the skill trace");
    let world = EngineWorld::new(game);
    let results: Result<Vec<f64>, String> = (0..trace.levels * trace.trials)
        .into_par_iter()
        .map(|i| {
            let result = skill::game_of_level(game, &world, trace, i / trace.trials, i % trace.trials);
            bar.inc(1);
            result
        })
        .collect();
    bar.finish_and_clear();
    let results = results.map_err(|why| anyhow::anyhow!("--skill: {why}"))?;
    let levels: Vec<Vec<f64>> = results.chunks(trace.trials).map(<[f64]>::to_vec).collect();
    if let Some(skill) = skill::sum_up(&levels, trace.seed) {
        add_skill(measured, &skill);
    }
    Ok(())
}

/// Games and moves in a second, in ten batches after a warm-up.
fn speed(game: &Game, seed: u64, time: Duration) -> Vec<(f64, f64)> {
    const BATCHES: u32 = 10;
    let mut batches = Vec::new();
    let mut seed = seed;
    for batch in 0..=BATCHES {
        let begun = Instant::now();
        let (mut games, mut moves) = (0, 0);
        while games == 0 || begun.elapsed() < time / (BATCHES + 1) {
            moves += quick_trial(game, seed, None).moves;
            games += 1;
            seed = seed.wrapping_add(1);
        }
        let seconds = begun.elapsed().as_secs_f64().max(1e-9);
        // The first batch warms up.
        if batch > 0 {
            batches.push((f64::from(games) / seconds, moves as f64 / seconds));
        }
    }
    batches
}

fn measured_json(m: &Measured) -> JsonMeasured {
    let known = |x: f64| Some(x).filter(|x| x.is_finite());
    JsonMeasured {
        id: m.id,
        name: m.name.clone(),
        value: known(m.figure.value),
        low: known(m.figure.low),
        high: known(m.figure.high),
        published: m.published.and_then(known),
    }
}

fn measured_words(recipe: &Recipe, measured: &[Measured]) -> String {
    let mut text = format!(
        "\nPlayed: {} games, {} player, seeds from {}, version {}\n",
        recipe.games, recipe.player, recipe.seed, recipe.engine
    );
    // Groups only say that a member is there.
    let group = |m: &&Measured| {
        taxonomy::by_id(m.id).is_some_and(|c| c.data == Data::Boolean && !c.name.ends_with("Frequency"))
    };
    for m in
        measured.iter().filter(|m| (m.figure.value != 0.0 || m.name.starts_with("SkillTrace")) && !group(m))
    {
        let interval = if m.figure.low == m.figure.high || m.figure.value.is_nan() {
            String::new()
        } else {
            format!("  ({:.3} to {:.3})", m.figure.low, m.figure.high)
        };
        let published =
            m.published.map_or(String::new(), |p| format!("  [as published tables count: {p:.3}]"));
        let _ = writeln!(text, "  {:<42} {:>10.3}{interval}{published}", m.name, m.figure.value);
    }
    text
}

/// What was not measured, and why, a line for each reason.
fn unknown_words(game: &Game, measured: &[Measured]) -> String {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for (concept, why) in played::unknown(game, measured) {
        match reasons.iter_mut().find(|(reason, _)| *reason == why) {
            Some((_, names)) => names.push(concept.name),
            None => reasons.push((why, vec![concept.name])),
        }
    }
    let mut text = String::new();
    for (why, names) in reasons {
        let shown: Vec<&str> = names.iter().copied().take(4).collect();
        let more = if names.len() > 4 { format!(" and {} more", names.len() - 4) } else { String::new() };
        let _ = writeln!(text, "\nNot measured: {}{more} ({why})", shown.join(", "));
    }
    text
}

fn line(found: &Found, sources: &Sources) -> Line {
    let value = match found.concept.data {
        Data::Boolean => Value::Holds(true),
        Data::Integer | Data::Double => Value::Number(found.value),
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

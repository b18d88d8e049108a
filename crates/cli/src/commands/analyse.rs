//! `ludarium analyse`: what a player thinks of a position: the best lines, their values and how much each was looked
//! at. Puzzles are solved, with the verdict whether the solution is the only one.

use crate::game_arg::{EngineArgs, GameArgs};
use crate::players::{BudgetArgs, Entrant, PlayerArgs};
use crate::position::PositionArgs;
use crate::{interrupt, out};
use anyhow::{Result, bail};
use ludarium_play::naming::site_name;
use ludarium_play::{Move, State};
use ludarium_players::alphabeta::{AlphaBeta, Config};
use ludarium_players::deduction::{self, Verdict};
use ludarium_players::engine_world::Spot;
use ludarium_players::planning::{self, Plan};
use ludarium_players::player::{Choice, choose, describe};
use ludarium_players::{Answer, Control, EngineWorld, Setting, Step, Table, World};
use schemars::JsonSchema;
use serde::Serialize;
use std::process::ExitCode;
use std::time::Instant;

/// Look for the best move, or for the solution of a puzzle
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium analyse chess --moves e2-e4 --time 5
  ludarium analyse chess --position \"6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1\"
  ludarium analyse connect-four --solve --time 60")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Who thinks
    #[arg(long, default_value = "default")]
    player: String,
    /// Prove the value of the position instead of estimating it (two players, no chance), or find a way to solve the
    /// puzzle
    #[arg(long)]
    solve: bool,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    player_args: PlayerArgs,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many lines to show
    #[arg(long, value_name = "N", default_value_t = 5)]
    lines: usize,
    /// Print the analysis as JSON
    #[arg(long)]
    json: bool,
}

/// What `ludarium analyse --json` prints: of a game, of a puzzle of deduction, or of a puzzle of moves (`--solve`).
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Analysis {
    Position(JsonPosition),
    Deduction(JsonDeduction),
    Way(JsonWay),
}

/// The best moves of a position.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Position")]
pub struct JsonPosition {
    game: String,
    /// Whose turn it is.
    mover: usize,
    /// The position in Forsyth–Edwards notation, where the game is enough like chess.
    fen: Option<String>,
    best: String,
    /// What the mover gets, from -1 to 1, as far as is known; null where only a proof was asked for and none was found.
    value: Option<f32>,
    /// The value, where it is proven.
    solved: Option<f32>,
    /// Who thought, and how.
    how: String,
    iterations: u64,
    nodes: u64,
    depth: u32,
    seconds: f64,
    lines: Vec<JsonLine>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Line")]
pub struct JsonLine {
    #[serde(rename = "move")]
    first: Option<String>,
    value: f32,
    visits: u64,
    /// The part of all visits.
    share: f32,
    proven: Option<f32>,
    /// The move and the best moves after it.
    line: Vec<String>,
}

/// A puzzle whose values are deduced.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Deduction")]
pub struct JsonDeduction {
    game: String,
    /// `unique`, `several`, `impossible`, `at least one` or `unknown`.
    verdict: &'static str,
    /// `SITE=VALUE` for every site.
    solution: Option<Vec<String>>,
    other: Option<Vec<String>>,
    positions: u64,
    guesses: u64,
    seconds: f64,
}

/// A puzzle that is solved by moves.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Way")]
pub struct JsonWay {
    game: String,
    /// `solved`, `impossible` or `unknown`.
    verdict: &'static str,
    moves: Vec<String>,
    shortest: bool,
    nodes: u64,
    seconds: f64,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let entrant = Entrant::read(&args.player)?;
    let (_, game) = args.game.compile()?;
    let game = args.engine.game(&game);
    let selection = args.game.selection()?;
    let state = args.position.state(&game, &selection, args.seed)?;
    if state.is_over() {
        bail!("the game is over in this position");
    }
    let clock = Instant::now();
    let elapsed = || clock.elapsed();
    let limit = if args.solve { 60.0 } else { 2.0 };
    let control =
        Control { budget: args.budget.budget(limit)?, elapsed: &elapsed, cancel: interrupt::listen() };
    let plain = EngineWorld::new(&game);
    let facts = plain.facts();
    if facts.deduction {
        return deduce(args, &state, &control);
    }
    if args.solve && facts.players == 1 {
        return find_plan(args, &plain, &state, &control);
    }
    if args.solve {
        if !facts.plain_duel() {
            bail!("only games of two without chance and secrets can be solved");
        }
        let mut search = AlphaBeta::new(Config::EXACT);
        let bar = out::working("searching for a proof");
        let answer = search.search(
            &plain,
            &plain.position(&state),
            &plain.roots(&plain.position(&state), state.legal_moves()),
            args.seed,
            &control,
        );
        bar.finish_and_clear();
        let answer = plain.in_full(&plain.position(&state), state.legal_moves(), answer, args.lines);
        return show(args, &state, &answer, "exact search", clock.elapsed().as_secs_f64());
    }
    let world = args.player_args.world(&game, &selection, std::slice::from_ref(&entrant))?;
    let how = match &entrant {
        Entrant::Ours(spec) if spec.wants_weights() => describe(choose(&world), world.weights()),
        Entrant::Ours(_) | Entrant::Outside(_) => entrant.name(),
    };
    let name = crate::players::GameName::of(&args.game);
    let mut seat =
        entrant.seat(&world, Setting { lines: args.lines, ..args.player_args.setting() }, &name)?;
    // Only learning that was asked for does not count.
    let begun = if args.player_args.learns() { clock.elapsed() } else { std::time::Duration::ZERO };
    let elapsed = || clock.elapsed().saturating_sub(begun);
    let control = Control { elapsed: &elapsed, ..control };
    let bar = out::working(&format!("thinking: {how}"));
    let table = Table { state: &state, agent: state.agent(), seed: args.seed };
    let answer = seat.choose(table, &control).map_err(|e| anyhow::anyhow!("{}: {e}", args.player));
    bar.finish_and_clear();
    let answer = answer?;
    show(args, &state, &answer, &how, elapsed().as_secs_f64())
}

/// What people call the moves of a line.
fn names(state: &State, line: &[Move]) -> Vec<String> {
    let mut state = state.clone();
    let mut out = Vec::new();
    for m in line {
        let Ok(index) = state.find(&ludarium_play::Choice::Move(Box::new(m.clone()))) else { break };
        out.push(state.names().swap_remove(index));
        state.apply(m);
    }
    out
}

fn show(args: &Args, state: &State, answer: &Answer<Move>, how: &str, seconds: f64) -> Result<ExitCode> {
    let shown = answer.candidates.iter().take(args.lines.max(1));
    let lines: Vec<_> = shown.map(|c| (c, names(state, &c.line))).collect();
    let best = state.names().into_iter().nth(answer.index).unwrap_or_default();
    // Where a proof was asked for, an estimate is no answer.
    let unproven = args.solve && answer.solved.is_none();
    if args.json {
        let of_line = |(c, names): &(&ludarium_players::Candidate<Move>, Vec<String>)| JsonLine {
            first: names.first().cloned(),
            value: c.value,
            visits: c.visits,
            share: c.share,
            proven: c.proven,
            line: names.clone(),
        };
        out::print_json(&Analysis::Position(JsonPosition {
            game: state.game().name.clone(),
            mover: state.mover(),
            fen: state.to_fen().ok(),
            best,
            value: (!unproven).then_some(answer.value),
            solved: answer.solved,
            how: how.to_owned(),
            iterations: answer.iterations,
            nodes: answer.nodes,
            depth: answer.depth,
            seconds,
            lines: lines.iter().map(of_line).collect(),
        }))?;
        return Ok(interrupt::status(ExitCode::SUCCESS));
    }
    let mut text = if unproven {
        let why = if interrupt::happened() { "not solved when interrupted, after" } else { "not solved in" };
        format!("P{} to move: {why} {}\n", state.mover(), seconds_words(seconds))
    } else {
        format!("P{} to move: {best}", state.mover())
    };
    text += &match answer.solved {
        Some(v) if v >= 1.0 => ", which wins\n".to_owned(),
        Some(v) if v <= -1.0 => ", but the game is lost against best play\n".to_owned(),
        Some(_) => ", a draw with best play\n".to_owned(),
        None if unproven => String::new(),
        None => format!(", value {:+.2}\n", hundredths(answer.value)),
    };
    text +=
        &format!("{how}; {} iterations, {} moves tried, {seconds:.2} s\n", answer.iterations, answer.nodes);
    // Without a proof a line of exact search says nothing, unless it is proven itself.
    let lines = lines.into_iter().filter(|(c, _)| !unproven || c.proven.is_some());
    for (c, names) in lines {
        let value = match c.proven {
            Some(v) if v >= 1.0 => "wins".to_owned(),
            Some(v) if v <= -1.0 => "loses".to_owned(),
            Some(_) => "draws".to_owned(),
            None => format!("{:+.2}", hundredths(c.value)),
        };
        let share = if c.visits > 0 { format!("{:5.1} %", 100.0 * c.share) } else { String::new() };
        text += &format!("  {value:>6} {share:>8}  {}\n", names.join(" "));
    }
    out::print(&text);
    Ok(interrupt::status(ExitCode::SUCCESS))
}

/// `20 s`, `0.5 s`.
fn seconds_words(seconds: f64) -> String {
    if seconds >= 2.0 { format!("{seconds:.0} s") } else { format!("{seconds:.1} s") }
}

/// Rounded, and without a minus before a nought.
fn hundredths(value: f32) -> f32 {
    (value * 100.0).round() / 100.0 + 0.0
}

fn deduce(args: &Args, state: &State, control: &Control<'_>) -> Result<ExitCode> {
    let solved = deduction::solve(&state.ctx(), control);
    let verdict = match solved.verdict {
        Verdict::Unique => "unique",
        Verdict::Several => "several",
        Verdict::Impossible => "impossible",
        Verdict::AtLeastOne => "at least one",
        Verdict::Unknown => "unknown",
    };
    let game = state.game();
    let seconds = (control.elapsed)().as_secs_f64();
    let value = |&(kind, site, value): &(ludarium_engine::SiteType, i32, i32)| {
        format!("{}={value}", site_name(game, kind, site))
    };
    if args.json {
        let list = |s: &deduction::Solution| s.iter().map(value).collect::<Vec<_>>();
        out::print_json(&Analysis::Deduction(JsonDeduction {
            game: game.name.clone(),
            verdict,
            solution: solved.solution.as_ref().map(list),
            other: solved.other.as_ref().map(list),
            positions: solved.nodes,
            guesses: solved.guesses,
            seconds,
        }))?;
    } else {
        let mut text = match solved.verdict {
            Verdict::Unique => "there is exactly one solution\n".to_owned(),
            Verdict::Several => "there are several solutions; one of them:\n".to_owned(),
            Verdict::Impossible => "there is no solution\n".to_owned(),
            Verdict::AtLeastOne => "a solution; whether it is the only one was not found out\n".to_owned(),
            Verdict::Unknown => format!("not solved in {}\n", seconds_words(seconds)),
        };
        if let Some(solution) = &solved.solution {
            let words: Vec<String> = solution.iter().map(value).collect();
            for row in words.chunks(12) {
                text += &format!("  {}\n", row.join(" "));
            }
        }
        text += &format!("{} positions, {} guesses, {seconds:.2} s\n", solved.nodes, solved.guesses);
        out::print(&text);
    }
    Ok(interrupt::status(ExitCode::SUCCESS))
}

/// The moves of a way as the evaluator lists them.
fn plain_moves<'g>(world: &EngineWorld<'g>, root: &Spot<'g>, way: &[Step]) -> Vec<Move> {
    let mut pos = root.clone();
    let mut moves = Vec::new();
    for step in way {
        let Some(m) = world.full(&pos, step) else { break };
        world.apply(&mut pos, step);
        moves.push(m);
    }
    moves
}

fn find_plan<'g>(
    args: &Args,
    world: &EngineWorld<'g>,
    state: &State,
    control: &Control<'_>,
) -> Result<ExitCode> {
    if !world.facts().settled() {
        bail!("chance or secrets decide this puzzle: it cannot be planned");
    }
    debug_assert_eq!(choose(world), Choice::Plan);
    let root = world.position(state);
    let (found, nodes) = planning::plan(world, &root, args.seed, planning::Limits::default(), control);
    let seconds = (control.elapsed)().as_secs_f64();
    let (verdict, way, shortest) = match &found {
        Plan::Found { moves, shortest } => {
            ("solved", names(state, &plain_moves(world, &root, moves)), *shortest)
        }
        Plan::Impossible => ("impossible", Vec::new(), false),
        Plan::Unknown => ("unknown", Vec::new(), false),
    };
    if args.json {
        out::print_json(&Analysis::Way(JsonWay {
            game: state.game().name.clone(),
            verdict,
            moves: way,
            shortest,
            nodes,
            seconds,
        }))?;
        return Ok(interrupt::status(ExitCode::SUCCESS));
    }
    let mut text = match &found {
        Plan::Found { moves, shortest } => {
            let kind = if *shortest { "the shortest way" } else { "a way" };
            format!("{kind} has {} moves:\n  {}\n", moves.len(), way.join(" "))
        }
        Plan::Impossible => "there is no way to solve it\n".to_owned(),
        Plan::Unknown => format!("not solved in {}\n", seconds_words(seconds)),
    };
    text += &format!("{nodes} moves tried, {seconds:.2} s\n");
    out::print(&text);
    Ok(interrupt::status(ExitCode::SUCCESS))
}

//! `ludarium lint`: what is wrong with a game as a game.

use crate::game_arg::GameArgs;
use crate::out;
use anyhow::Result;
use ludarium_lint::{Effort, Finding, Subject, code, lint};
use ludarium_play::naming::move_names;
use ludarium_play::{Game, Problem, Reading, render};
use ludarium_render::{from_game, text};
use schemars::JsonSchema;
use serde::Serialize;
use std::process::ExitCode;

/// Check a game as a game: signals nobody reads, zones nobody can reach, ends that never come
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium lint samantsy
  ludarium lint my-game.lud --json")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
    /// How many random games to look for positions in
    #[arg(long, default_value_t = Effort::default().games)]
    games: usize,
    /// How many moves each of these may have
    #[arg(long, default_value_t = Effort::default().plies)]
    plies: usize,
    #[arg(long, default_value_t = Effort::default().seed)]
    seed: u64,
}

/// What `ludarium lint --json` prints.
#[derive(Serialize, JsonSchema)]
pub struct Lint {
    game: String,
    findings: Vec<FoundDefect>,
}

#[derive(Serialize, JsonSchema)]
pub struct FoundDefect {
    /// As `docs/lint.md` lists them.
    code: &'static str,
    title: &'static str,
    message: String,
    /// The clause that it is about, as ludemes.
    rule: String,
    places: Vec<Place>,
    /// A position that shows it.
    position: Option<Shown>,
}

#[derive(Serialize, JsonSchema)]
pub struct Place {
    file: String,
    line: u32,
    column: u32,
}

#[derive(Serialize, JsonSchema)]
pub struct Shown {
    /// What there is to be seen.
    shows: String,
    seed: u64,
    /// The moves that lead there, by name.
    moves: Vec<String>,
    /// The position as text.
    board: String,
}

/// Exit status 1 if anything was found.
pub fn run(args: &Args) -> Result<ExitCode> {
    let (reading, game) = args.game.compile()?;
    let Some(checked) = &reading.game else {
        return Err(crate::game_arg::Faulty(reading.name.clone()).into());
    };
    let subject =
        Subject { checked, tree: &reading.expanded.game, game: &game, metadata: reading.metadata.as_ref() };
    let effort = Effort { games: args.games, plies: args.plies, seed: args.seed };
    let findings = lint(&subject, &effort);
    let text = if args.json {
        let findings = findings.iter().map(|finding| as_json(finding, &reading, &game)).collect();
        serde_json::to_string_pretty(&Lint { game: game.name.clone(), findings })? + "\n"
    } else if findings.is_empty() {
        format!("{}: nothing found\n", game.name)
    } else {
        findings.iter().map(|finding| as_text(finding, &reading, &game)).collect()
    };
    out::print(&text);
    Ok(if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The moves that lead to the position of a finding, by name, and the position.
fn shown(finding: &Finding, game: &Game) -> Option<(Vec<String>, String, String)> {
    let witness = finding.witness.as_ref()?;
    let mut ctx = game.begin(witness.seed);
    let mut names = Vec::new();
    for choice in &witness.choices {
        let moves = ctx.legal_moves();
        let Some(chosen) = moves.get(*choice) else { break };
        names.push(move_names(game, &moves).get(*choice).cloned().unwrap_or_default());
        ctx.apply(chosen);
    }
    let mut view = from_game::empty(game, None);
    from_game::show(&mut view, &ctx, None);
    Some((names, witness.shows.clone(), text(&view)))
}

fn as_text(finding: &Finding, reading: &Reading, game: &Game) -> String {
    let tree = &reading.expanded.game;
    let title = code(finding.code).map_or("", |code| code.title);
    let root = reading.game.as_ref().map(|checked| checked.root().at);
    let Some(at) = finding.at.first().copied().or(root) else { return format!("{}\n", finding.message) };
    let node = tree.node(at);
    let problem = Problem::warning(finding.code, node.span, title).origin(tree, node.origin);
    let problem = problem.help(finding.message.clone());
    let mut out = render(&problem, &reading.sources(), out::colour()) + "\n";
    if let Some((moves, shows, board)) = shown(finding, game) {
        let after = match moves.len() {
            0 => "at the start".to_string(),
            n => format!("after {n} moves of a random game ({})", last_of(&moves)),
        };
        out += &format!("  {after}: {shows}\n");
        for line in board.lines() {
            out += &format!("    {line}\n");
        }
        out.push('\n');
    }
    out
}

/// The last few of some moves.
fn last_of(moves: &[String]) -> String {
    const FEW: usize = 3;
    let cut = moves.len().saturating_sub(FEW);
    let dots = if cut > 0 { "… " } else { "" };
    format!("{dots}{}", moves[cut..].join(", "))
}

fn as_json(finding: &Finding, reading: &Reading, game: &Game) -> FoundDefect {
    let tree = &reading.expanded.game;
    let sources = reading.sources();
    let places = finding
        .at
        .iter()
        .map(|at| {
            let at = ludarium_syntax::locate(tree.node(*at).span, &sources);
            Place { file: at.file, line: at.start.line, column: at.start.column }
        })
        .collect();
    let position = shown(finding, game).map(|(moves, shows, board)| {
        let seed = finding.witness.as_ref().map_or(0, |witness| witness.seed);
        Shown { shows, seed, moves, board }
    });
    FoundDefect {
        code: finding.code,
        title: code(finding.code).map_or("", |code| code.title),
        message: finding.message.clone(),
        rule: finding.rule.clone(),
        places,
        position,
    }
}

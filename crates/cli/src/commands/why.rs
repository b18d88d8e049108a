//! `ludarium why`: why a move is not legal, in a sentence that names the rule; and how a piece moves.

use crate::game_arg::GameArgs;
use crate::out;
use crate::position::PositionArgs;
use anyhow::{Context, Result, bail};
use ludarium_english::{Description, Document, Style, lookup, rules};
use ludarium_play::naming::site_name;
use ludarium_play::why::{Attempt, rule_clause};
use ludarium_play::{Reading, State};
use schemars::JsonSchema;
use serde::Serialize;
use std::process::ExitCode;

/// Explain why a move is not legal, or how a piece moves
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium why chess --move e1-g1
  ludarium why chess --moves e2-e4,e7-e5 --piece e1")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// The move: from and to (e1-g1), or a place to put something on (c3)
    #[arg(long = "move", value_name = "M", required_unless_present = "piece", conflicts_with = "piece")]
    tried: Option<String>,
    /// Tell how the piece on this place moves, and where it can go
    #[arg(long, value_name = "SITE")]
    piece: Option<String>,
    /// Seed of the chance, where there is any
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

/// What `ludarium why --json` prints: of a move (`--move`), or of a piece (`--piece`).
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Why {
    Move(WhyNot),
    Piece(HowItMoves),
}

/// Whether a move is legal, and why not.
#[derive(Serialize, JsonSchema)]
pub struct WhyNot {
    legal: bool,
    /// Why not; null where it is legal.
    sentence: Option<String>,
    /// The clause that forbids it, as the description has it once definitions are worked out.
    rule_text: Option<String>,
    /// The sentence of the rules that tells that clause.
    rule_sentence: Option<String>,
    /// Places to look at: attackers, what stands in the way.
    places: Vec<String>,
}

/// How a piece moves.
#[derive(Serialize, JsonSchema)]
pub struct HowItMoves {
    /// What it is; null where nothing stands there.
    piece: Option<String>,
    /// What the rules say about its moves, a line each.
    lines: Vec<String>,
    /// Where it can go now.
    targets: Vec<String>,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let (reading, game) = args.game.compile()?;
    let state = args.position.state(&game, &args.game.selection()?, args.seed)?;
    let document = told(&reading, &state);
    let answer = match (&args.tried, &args.piece) {
        (Some(tried), _) => Why::Move(why_not(&reading, &state, &document, tried)?),
        (None, Some(site)) => Why::Piece(how_it_moves(&reading, &state, &document, site)?),
        (None, None) => bail!("--move or --piece?"),
    };
    if args.json {
        out::print_json(&answer)?;
    } else {
        out::print(&words(&answer));
    }
    Ok(ExitCode::SUCCESS)
}

/// The rules in English.
fn told(reading: &Reading, state: &State) -> Document {
    let Some(checked) = &reading.game else { return Document::default() };
    let description = Description { game: checked, tree: &reading.expanded.game, board: Some(state.game()) };
    rules(&description, Style::Plain)
}

fn why_not(reading: &Reading, state: &State, document: &Document, tried: &str) -> Result<WhyNot> {
    let attempt = Attempt::read(state.game(), tried)
        .with_context(|| format!("{tried:?}: a move is written FROM-TO, as e2-e4, or with one place"))?;
    let Some(reason) = state.why_not(attempt) else {
        let none =
            WhyNot { legal: true, sentence: None, rule_text: None, rule_sentence: None, places: vec![] };
        return Ok(none);
    };
    let clause = reason.rule.and_then(|rule| rule_clause(reading, rule));
    let tree = &reading.expanded.game;
    let kind = state.game().site_type;
    Ok(WhyNot {
        legal: false,
        sentence: Some(reason.sentence),
        rule_text: clause.map(|node| tree.print(node)),
        rule_sentence: clause
            .and_then(|node| lookup::sentence_of(document, node))
            .map(|sentence| sentence.text.clone()),
        places: reason.sites.iter().map(|&site| site_name(state.game(), kind, site)).collect(),
    })
}

fn how_it_moves(reading: &Reading, state: &State, document: &Document, site: &str) -> Result<HowItMoves> {
    let game = state.game();
    let site =
        ludarium_play::why::site_named(game, site).with_context(|| format!("{site:?}: no such place"))?;
    let ctx = state.ctx();
    let component = game.components.get(ctx.what(game.site_type, site)).filter(|c| !c.label.is_empty());
    let lines = component.map_or(Vec::new(), |c| {
        let found = lookup::piece(document, &reading.expanded.game, &c.label);
        found.into_iter().flat_map(|sentence| sentence.lines()).collect()
    });
    let mut targets: Vec<String> = state
        .legal_moves()
        .iter()
        .filter(|m| m.from == site && m.to != site)
        .map(|m| site_name(game, m.to_kind, m.to))
        .collect();
    targets.sort();
    targets.dedup();
    Ok(HowItMoves { piece: component.map(|c| c.label.clone()), lines, targets })
}

fn words(answer: &Why) -> String {
    match answer {
        Why::Move(WhyNot { legal: true, .. }) => "That move is legal.\n".to_owned(),
        Why::Move(why) => {
            let mut text = format!("{}\n", why.sentence.as_deref().unwrap_or_default());
            if let Some(sentence) = &why.rule_sentence {
                text += &format!("\nThe rules say: {sentence}\n");
            }
            if let Some(clause) = &why.rule_text {
                let short: String = clause.chars().take(200).collect();
                let rest = if short.len() < clause.len() { "…" } else { "" };
                text += &format!("\n  {short}{rest}\n");
            }
            text
        }
        Why::Piece(how) => {
            let mut text = match &how.piece {
                Some(_) => how.lines.iter().map(|line| format!("{line}\n")).collect(),
                None => "Nothing stands there.\n".to_owned(),
            };
            if how.piece.is_some() {
                text += &match how.targets.len() {
                    0 => "It cannot move now.\n".to_owned(),
                    _ => format!("It can go to {} now.\n", how.targets.join(", ")),
                };
            }
            text
        }
    }
}

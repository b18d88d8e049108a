//! `ludarium why`: which clauses give a move, why a move is not legal, how a piece moves, why a game is over.

use crate::game_arg::GameArgs;
use crate::out;
use crate::position::PositionArgs;
use anyhow::{Context, Result, bail};
use ludarium_english::{Description, Document, Style, lookup, rules};
use ludarium_play::naming::site_name;
use ludarium_play::why::values::Valued;
use ludarium_play::why::{Attempt, Fault, clauses_of, rule_clause};
use ludarium_play::{Reading, State};
use ludarium_syntax::{NodeId, locate};
use schemars::JsonSchema;
use serde::Serialize;
use std::process::ExitCode;

/// Explain a move, a piece or an outcome: which clauses give it, or which keep it out
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium why chess --move e1-g1
  ludarium why chess --moves e2-e4,e7-e5 --piece e1
  ludarium why tic-tac-toe --moves b2,a1,b1,a2,b3 --outcome")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// The move: from and to (e1-g1), or a place to put something on (c3)
    #[arg(long = "move", value_name = "M", required_unless_present_any = ["piece", "outcome"], conflicts_with_all = ["piece", "outcome"])]
    tried: Option<String>,
    /// Tell how the piece on this place moves, and where it can go
    #[arg(long, value_name = "SITE")]
    piece: Option<String>,
    /// Tell which end rule ended the game
    #[arg(long, conflicts_with = "piece")]
    outcome: bool,
    /// Seed of the chance, where there is any
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

/// What `ludarium why --json` prints: of a move (`--move`), of a piece (`--piece`), or of an outcome (`--outcome`).
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Why {
    Move(WhyNot),
    Piece(HowItMoves),
    Over(WhyOver),
}

/// Whether a move is legal, and why or why not.
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
    /// The clauses that give the move, the smallest first; of a move that is not legal the clause that keeps it out.
    clauses: Vec<Clause>,
    /// With this text instead of the clause the move would be legal; null where it is, and where no such change is known.
    instead: Option<String>,
    /// What the clause and its parts were at that moment.
    values: Vec<ClauseValue>,
}

/// Why a game is over.
#[derive(Serialize, JsonSchema)]
pub struct WhyOver {
    over: bool,
    /// The outcome in a sentence.
    sentence: String,
    /// The end rule; null while the game runs, and where no rule of the description ended it.
    clause: Option<Clause>,
    /// What the condition of the rule and its parts were.
    values: Vec<ClauseValue>,
}

/// A clause of a description.
#[derive(Serialize, JsonSchema)]
pub struct Clause {
    /// Where it is written: in the description, or in a file of definitions.
    file: String,
    line: u32,
    column: u32,
    /// The clause once definitions are worked out.
    text: String,
    /// The sentence of the rules that tells it.
    english: Option<String>,
}

/// What a clause was.
#[derive(Serialize, JsonSchema)]
pub struct ClauseValue {
    clause: String,
    value: String,
    /// How deep the clause stands in the one that was asked about.
    depth: usize,
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
        _ if args.outcome => Why::Over(why_over(&reading, &state, &document)),
        (Some(tried), _) => Why::Move(why_not(&reading, &state, &document, tried)?),
        (None, Some(site)) => Why::Piece(how_it_moves(&reading, &state, &document, site)?),
        (None, None) => bail!("--move, --piece or --outcome?"),
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
        let giving = clauses_of(reading, &state.rules_giving(attempt));
        return Ok(WhyNot {
            legal: true,
            sentence: None,
            rule_text: None,
            rule_sentence: None,
            places: vec![],
            clauses: giving.into_iter().map(|node| clause(reading, document, node)).collect(),
            instead: None,
            values: vec![],
        });
    };
    // Of a piece of another's no rule of the mover's is the reason.
    let change = state.change_for(reading, attempt).filter(|_| !is_of_another(state, attempt));
    let node =
        change.as_ref().map(|c| c.node).or_else(|| reason.rule.and_then(|rule| rule_clause(reading, rule)));
    let named = node.map(|node| clause(reading, document, node));
    let kind = state.game().site_type;
    let valued = change.as_ref().map(|change| state.values_of(reading, change, attempt)).unwrap_or_default();
    Ok(WhyNot {
        legal: false,
        sentence: Some(reason.sentence),
        rule_text: named.as_ref().map(|clause| clause.text.clone()),
        rule_sentence: named.as_ref().and_then(|clause| clause.english.clone()),
        places: reason.sites.iter().map(|&site| site_name(state.game(), kind, site)).collect(),
        clauses: named.into_iter().collect(),
        // What would stand for a whole rule is just that move, which tells nobody anything.
        instead: change.filter(|change| change.fault != Fault::Rule).map(|change| change.instead),
        values: told_values(reading, state, &valued),
    })
}

fn is_of_another(state: &State, attempt: Attempt) -> bool {
    let (ctx, game) = (state.ctx(), state.game());
    let on_board = |site: &i32| (0..game.board_sites(game.site_type) as i32).contains(site);
    let what = attempt.from.filter(on_board).map_or(0, |from| ctx.what(game.site_type, from));
    let owner = game.components.get(what).map_or(0, |component| component.owner);
    (1..=game.players).contains(&owner) && owner != state.mover()
}

fn why_over(reading: &Reading, state: &State, document: &Document) -> WhyOver {
    let Some(ending) = state.why_over(reading) else {
        let sentence = if state.is_over() { "The game is over." } else { "The game is not over." };
        return WhyOver {
            over: state.is_over(),
            sentence: sentence.to_owned(),
            clause: None,
            values: vec![],
        };
    };
    let outcome = state.outcome();
    let result = match outcome.as_ref().map(|o| (o.winner(), o.is_draw())) {
        Some((Some(player), _)) => format!("Player {player} wins."),
        Some((None, true)) => "The game is drawn.".to_owned(),
        Some((None, false)) | None => "The game is over.".to_owned(),
    };
    let sentence = ending.otherwise.map_or(result.clone(), |how| format!("{result} {how}"));
    let node = ending.node.map(|node| clause(reading, document, node));
    WhyOver { over: true, sentence, clause: node, values: told_values(reading, state, &ending.values) }
}

/// A clause with its place, and with the sentence that tells it or the smallest clause around it that is told.
fn clause(reading: &Reading, document: &Document, node: NodeId) -> Clause {
    let tree = &reading.expanded.game;
    let at = locate(tree.node(node).span, &reading.sources());
    let mut around = Some(node);
    let mut english = None;
    while let (None, Some(here)) = (&english, around) {
        english = lookup::sentence_of(document, here).map(|sentence| sentence.text.clone());
        let parent = tree.nodes.iter().position(|n| n.children.contains(&here));
        around = parent.map(|parent| NodeId(parent as u32));
    }
    Clause { file: at.file, line: at.start.line, column: at.start.column, text: tree.print(node), english }
}

fn told_values(reading: &Reading, state: &State, values: &[Valued]) -> Vec<ClauseValue> {
    let told = values.iter().map(|valued| ClauseValue {
        clause: reading.expanded.game.print(valued.node),
        value: valued.is.words(state.game()),
        depth: valued.depth,
    });
    told.collect()
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

/// So much of a clause is shown on a line.
fn short(clause: &str) -> String {
    let short: String = clause.chars().take(200).collect();
    let rest = if short.len() < clause.len() { "…" } else { "" };
    format!("{short}{rest}")
}

fn clause_words(clause: &Clause) -> String {
    let mut text = String::new();
    if let Some(sentence) = &clause.english {
        text += &format!("\nThe rules say: {sentence}\n");
    }
    text + &format!("\n  {}:{}:{}\n  {}\n", clause.file, clause.line, clause.column, short(&clause.text))
}

fn value_words(values: &[ClauseValue]) -> String {
    let line = |v: &ClauseValue| format!("  {}{} = {}\n", "  ".repeat(v.depth), short(&v.clause), v.value);
    let lines: String = values.iter().map(line).collect();
    if lines.is_empty() { lines } else { format!("\nAt that moment:\n{lines}") }
}

fn words(answer: &Why) -> String {
    match answer {
        Why::Move(why) => {
            let first = if why.legal { "That move is legal." } else { "" };
            let mut text = format!("{}\n", why.sentence.as_deref().unwrap_or(first));
            text.extend(why.clauses.iter().map(clause_words));
            text += &value_words(&why.values);
            if why.instead.is_none() && !why.legal && !why.clauses.is_empty() {
                text += "\nThis is the nearest rule, and it gives no such move.\n";
            }
            if let Some(instead) = &why.instead {
                text += &format!("\nWith {} instead the move would be legal.\n", short(instead));
            }
            text
        }
        Why::Over(over) => {
            let clause = over.clause.as_ref().map(clause_words).unwrap_or_default();
            format!("{}\n{clause}{}", over.sentence, value_words(&over.values))
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

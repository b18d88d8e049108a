//! `ludarium diff`: which rules of two games differ, whether they play differently, with moves that show it, and figures of
//! play side by side. The exit status is that of diff(1).

use crate::game_arg::{GameArgs, ReadingArgs};
use crate::{interrupt, out};
use anyhow::{Context, Result, bail};
use ludarium_compare::{
    Bounds, Compared, Difference, Figures, Play, Rules, Step, Verdict, Witness, compare_figures,
    compare_play, compare_rules,
};
use ludarium_concepts::stats::Figure;
use ludarium_play::{Game, Outcome, State, shown};
use ludarium_render::{Options, View, from_game, sheet, text};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Compare two games: which rules differ, whether they play differently and after which moves, figures side by side
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium diff hex mine.lud
  ludarium diff chess king-of-the-hill
  ludarium diff gomoku --option-b \"Board Size/19x19\" --text-only
  ludarium diff old.lud new.lud --positions 100000 --seconds 300
  ludarium diff old.lud new.lud --play-only --svg witness.svg

Exit status:
  0    no difference in play was found (with --text-only: no rule differs)
  1    the games differ
  2    the games could not be compared: wrong arguments, no such game, a description with errors")]
pub struct Args {
    /// A game of the library by name, or the path of a .lud file
    a: String,
    /// The other game; left out, the same game with the other options or ruleset
    b: Option<String>,
    /// Choose an option of A; may be given several times
    #[arg(long, value_name = "HEADING/ITEM")]
    option_a: Vec<String>,
    /// Choose an option of B; may be given several times
    #[arg(long, value_name = "HEADING/ITEM")]
    option_b: Vec<String>,
    /// Choose a ruleset of A
    #[arg(long, value_name = "NAME")]
    ruleset_a: Option<String>,
    /// Choose a ruleset of B
    #[arg(long, value_name = "NAME")]
    ruleset_b: Option<String>,
    /// Use the definitions in this folder of .def files instead of our own
    #[arg(long, value_name = "DIR")]
    defs: Option<PathBuf>,
    /// Look for names that the library does not have among the .lud files of this folder
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Only tell which rules differ
    #[arg(long, conflicts_with = "play_only")]
    text_only: bool,
    /// Only look for moves that show a difference
    #[arg(long)]
    play_only: bool,
    /// Compare at most so many positions
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    positions: u64,
    /// Look for a difference for at most so long; figures take at most as long again
    #[arg(long, value_name = "S", default_value_t = 60)]
    seconds: u64,
    /// Random games for the figures; a tenth as many of players who think
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: usize,
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Draw both positions after the moves that show a difference, beside each other
    #[arg(long, value_name = "FILE", conflicts_with = "text_only")]
    svg: Option<PathBuf>,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

/// What was found out.
struct Answer {
    names: (String, String),
    rules: Option<Rules>,
    play: Option<Play>,
    figures: Vec<Compared>,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    if args.positions == 0 {
        bail!("--positions 0: nothing can be said about no positions");
    }
    interrupt::listen();
    let a = open(args, &args.a, &args.option_a, &args.ruleset_a)?;
    let b = open(args, args.b.as_ref().unwrap_or(&args.a), &args.option_b, &args.ruleset_b)?;
    let answer = compare(args, &a, &b);
    interrupt::tell(format_args!("the answer is of what was compared"));
    if let Some(file) = &args.svg {
        match answer.witness() {
            Some(witness) => {
                std::fs::write(file, drawn(witness)).with_context(|| file.display().to_string())?;
            }
            None => eprintln!("ludarium: no difference in play was found: {} is not written", file.display()),
        }
    }
    if args.json {
        out::print_json(&json(&answer))?;
    } else {
        out::print(&words(args, &answer));
    }
    Ok(interrupt::status(ExitCode::from(u8::from(answer.differs()))))
}

fn open(args: &Args, game: &str, options: &[String], ruleset: &Option<String>) -> Result<Game> {
    let reading = ReadingArgs {
        options: options.to_vec(),
        ruleset: ruleset.clone(),
        defs: args.defs.clone(),
        more_defs: None,
        corpus: args.corpus.clone(),
    };
    let wanted = GameArgs { game: game.to_owned(), reading };
    // (A description with errors has exit status 2 here: 1 says that the games differ.)
    let reading = wanted.read().map_err(|error| anyhow::anyhow!("{error:#}"))?;
    let find = |name: &str| wanted.reading.open_subgame(game, name);
    match Game::from_reading(reading, &find) {
        Ok(game) => Ok(game),
        Err(why) => bail!("{game}: {why}"),
    }
}

fn compare(args: &Args, a: &Game, b: &Game) -> Answer {
    let name = |game: &str, options: &[String], ruleset: &Option<String>| {
        let chosen: Vec<&str> = options.iter().chain(ruleset).map(String::as_str).collect();
        if chosen.is_empty() { game.to_owned() } else { format!("{game} ({})", chosen.join(", ")) }
    };
    let names = (
        name(&args.a, &args.option_a, &args.ruleset_a),
        name(args.b.as_ref().unwrap_or(&args.a), &args.option_b, &args.ruleset_b),
    );
    let rules = if args.play_only { None } else { compare_rules(a, b) };
    let mut answer = Answer { names, rules, play: None, figures: Vec::new() };
    if args.text_only {
        return answer;
    }
    let limit = |seconds: u64| {
        let until = Instant::now() + Duration::from_secs(seconds);
        move || !interrupt::happened() && Instant::now() < until
    };
    let bounds = Bounds { seed: args.seed, positions: args.positions };
    let bar = out::working("looking for a difference in play");
    answer.play = Some(compare_play(a, b, &bounds, &limit(args.seconds)));
    bar.finish_and_clear();
    // The same description plays the same: there is nothing to set side by side.
    let identical = answer.rules.as_ref().is_some_and(|rules| rules.identical);
    if !args.play_only && args.games > 0 && !identical {
        let bar = out::working("playing both");
        let plan = Figures {
            seed: args.seed,
            random: args.games,
            thinking: args.games.div_ceil(10),
            ..Figures::default()
        };
        answer.figures = compare_figures(a, b, &plan, &limit(args.seconds));
        bar.finish_and_clear();
    }
    answer
}

impl Answer {
    fn witness(&self) -> Option<&Witness> {
        match self.play.as_ref().map(|play| &play.verdict) {
            Some(Verdict::Differ(witness)) => Some(witness),
            Some(Verdict::Incomparable(_) | Verdict::Same { .. }) | None => None,
        }
    }

    /// Play decides, where it was looked at.
    fn differs(&self) -> bool {
        match self.play.as_ref().map(|play| &play.verdict) {
            Some(Verdict::Differ(_) | Verdict::Incomparable(_)) => true,
            Some(Verdict::Same { .. }) => false,
            None => self.rules.as_ref().is_some_and(|rules| !rules.identical),
        }
    }
}

fn words(args: &Args, answer: &Answer) -> String {
    let mut text = format!("A: {}\nB: {}\n", answer.names.0, answer.names.1);
    if let Some(rules) = &answer.rules {
        text += &rule_words(rules);
    }
    if let Some(play) = &answer.play {
        text += &play_words(play);
    }
    if !answer.figures.is_empty() {
        text += &figure_words(&answer.figures, args.seed);
    }
    text
}

fn rule_words(rules: &Rules) -> String {
    let mut text = String::from("\nRules\n-----\n");
    if rules.identical {
        return text + "The descriptions are the same, once definitions and options are worked out.\n";
    }
    if rules.differences.is_empty() {
        text += "Told in English the rules are the same. Clauses that differ:\n";
        let shown = |clause: &Option<String>| clause.as_deref().map_or("nothing".to_owned(), short);
        for clause in &rules.clauses {
            let _ = writeln!(text, "  A: {}\n  B: {}", shown(&clause.a), shown(&clause.b));
        }
        return text;
    }
    let mut section = "";
    for rule in &rules.differences {
        if section != rule.section {
            section = &rule.section;
            let _ = writeln!(text, "{section}:");
        }
        match (&rule.a, &rule.b) {
            (Some(a), Some(b)) => {
                let _ = writeln!(text, "  A says: {a}\n  B says: {b}");
            }
            (Some(a), None) => {
                let _ = writeln!(text, "  Only in A: {a}");
            }
            (None, Some(b)) => {
                let _ = writeln!(text, "  Only in B: {b}");
            }
            (None, None) => {}
        }
    }
    text
}

/// So much of a clause is shown.
fn short(clause: &str) -> String {
    let short: String = clause.chars().take(300).collect();
    let rest = if short.len() < clause.len() { "…" } else { "" };
    format!("{short}{rest}")
}

fn play_words(play: &Play) -> String {
    let mut text = String::from("\nPlay\n----\n");
    match &play.verdict {
        Verdict::Incomparable(why) => {
            let _ = writeln!(text, "The games cannot be played side by side. {why}");
        }
        Verdict::Same { complete: true } => {
            let _ = writeln!(
                text,
                "They play the same: all {} positions in which somebody moves were compared.",
                play.positions
            );
        }
        Verdict::Same { complete: false } => {
            let _ = writeln!(
                text,
                "Equivalent as far as {} positions: no difference was found, breadth first and in {} games played side by side.",
                play.positions, play.games
            );
        }
        Verdict::Differ(witness) => text += &witness_words(witness),
    }
    for sentence in &play.taken_as_same {
        let _ = writeln!(text, "Taken to be the same: {sentence}");
    }
    for sentence in &play.not_compared {
        let _ = writeln!(text, "Not compared: {sentence}");
    }
    text
}

fn witness_words(witness: &Witness) -> String {
    let mut told = String::from("They play differently. ");
    let n = witness.steps.len();
    let shortest = if witness.shortest { " No shorter sequence shows it." } else { "" };
    let moves = match n {
        0 => "At the start".to_owned(),
        1 => "After one move".to_owned(),
        n => format!("After these {n} moves"),
    };
    let _ = writeln!(told, "{moves}{}{shortest}", if n == 0 { ":" } else { " they differ." });
    for (i, step) in witness.steps.iter().enumerate() {
        let _ = writeln!(told, "  {:>3}. {}", i + 1, step_words(step));
    }
    let _ = writeln!(told, "{}", sentence(&witness.difference));
    let _ =
        writeln!(told, "\n{}", side_by_side(&text(&view("A", &witness.a)), &text(&view("B", &witness.b))));
    told
}

fn step_words(step: &Step) -> String {
    let dice = if step.dice_a.is_empty() {
        String::new()
    } else {
        let faces: Vec<String> = step.dice_a.iter().map(|(_, face)| face.to_string()).collect();
        format!(" (faces {} of the dice)", faces.join(", "))
    };
    let other = if step.a == step.b { String::new() } else { format!(" (in B: {})", step.b) };
    format!("player {}: {}{other}{dice}", step.mover, step.a)
}

/// What differs, in a sentence.
fn sentence(difference: &Difference) -> String {
    match difference {
        Difference::Position { places } => {
            const MOST: usize = 6;
            let told = |(place, a, b): &(String, String, String)| format!("{place} has {a} in A, {b} in B");
            let mut list: Vec<String> = places.iter().take(MOST).map(told).collect();
            if places.len() > MOST {
                list.push(format!("and {} more places differ", places.len() - MOST));
            }
            format!("The positions differ: {}.", list.join("; "))
        }
        Difference::Mover { a, b } => format!("It is the turn of player {a} in A, and of player {b} in B."),
        Difference::Result { a, b } => {
            format!("{} in A; {} in B.", result(a.as_ref(), true), result(b.as_ref(), false))
        }
        Difference::Scores { a, b } => {
            let list =
                |scores: &[i32]| scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(" : ");
            format!("The scores are {} in A and {} in B.", list(a), list(b))
        }
        Difference::Moves { only_a, only_b, both } => {
            let list = |names: &[String]| {
                const MOST: usize = 12;
                let more = names.len().saturating_sub(MOST);
                let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
                format!("{}{rest}", names[..names.len().min(MOST)].join(", "))
            };
            let mut parts = Vec::new();
            if !only_a.is_empty() {
                parts.push(format!("only A allows {}", list(only_a)));
            }
            if !only_b.is_empty() {
                parts.push(format!("only B allows {}", list(only_b)));
            }
            format!("The legal moves differ: {} ({both} moves are legal in both).", parts.join("; "))
        }
    }
}

fn result(outcome: Option<&Outcome>, first: bool) -> String {
    let text = match outcome.map(|o| (o.winner(), o.is_draw())) {
        None => "the game goes on".to_owned(),
        Some((Some(player), _)) => format!("player {player} wins"),
        Some((None, true)) => "the game is drawn".to_owned(),
        Some((None, false)) => {
            let ranks = outcome.map(|o| o.ranks.iter().map(ToString::to_string).collect::<Vec<_>>());
            format!("the game is over with ranks {}", ranks.unwrap_or_default().join(", "))
        }
    };
    match text.get(..1) {
        Some(letter) if first => letter.to_uppercase() + &text[1..],
        Some(_) | None => text,
    }
}

fn view(title: &str, state: &State) -> View {
    let metadata = state.game().reading().and_then(|reading| reading.metadata.as_ref());
    let ctx = shown::after_throw(&state.ctx(), state.legal_moves());
    let mut view = from_game::view(&ctx, metadata, None);
    view.title = title.to_owned();
    view
}

/// Two texts beside each other where both fit into a line, else one below the other.
fn side_by_side(a: &str, b: &str) -> String {
    let width = |text: &str| text.lines().map(|l| l.chars().count()).max().unwrap_or(0);
    let left = width(a);
    if left + width(b) + 4 > 100 {
        return format!("{a}\n{b}");
    }
    let (mut a, mut b) = (a.lines(), b.lines());
    let mut text = String::new();
    loop {
        let (one, other) = (a.next(), b.next());
        if one.is_none() && other.is_none() {
            return text;
        }
        let one = one.unwrap_or_default();
        let gap = " ".repeat(left + 4 - one.chars().count());
        let _ = writeln!(text, "{}", format!("{one}{gap}{}", other.unwrap_or_default()).trim_end());
    }
}

/// How wide each picture is.
const WIDTH: f64 = 400.0;

/// Both pictures in one.
fn drawn(witness: &Witness) -> String {
    sheet::sheet(&[view("A", &witness.a), view("B", &witness.b)], 2, WIDTH, &Options::default())
}

fn figure_words(figures: &[Compared], seed: u64) -> String {
    let mut text = format!("\nFigures (with 95 % intervals, seed {seed})\n-------\n");
    let mut players = "";
    for figure in figures {
        if players != figure.players {
            players = figure.players;
            let (n, m) = (figure.games_a, figure.games_b);
            let _ = writeln!(
                text,
                "{:30} {:>28}  {:>28}",
                format!("{players} players"),
                format!("A, {n} games"),
                format!("B, {m} games")
            );
        }
        let percent = figure.what.starts_with("games ");
        let shown = |f: Figure| {
            if percent {
                format!("{:.0} % ({:.0}–{:.0})", 100.0 * f.value, 100.0 * f.low, 100.0 * f.high)
            } else {
                format!("{:.1} ({:.1}–{:.1})", f.value, f.low, f.high)
            }
        };
        let mark = if figure.differs() { "  differs" } else { "" };
        let _ = writeln!(text, "  {:28} {:>28}  {:>28}{mark}", figure.what, shown(figure.a), shown(figure.b));
    }
    text
}

/// What `ludarium diff --json` prints.
#[derive(Serialize, JsonSchema)]
pub struct Diff {
    a: String,
    b: String,
    /// Whether the games differ: in play, or in their rules where only these were compared.
    differ: bool,
    /// Null with `--play-only`.
    rules: Option<JsonRules>,
    /// Null with `--text-only`.
    play: Option<JsonPlay>,
    figures: Vec<JsonFigure>,
}

#[derive(Serialize, JsonSchema)]
pub struct JsonRules {
    /// The descriptions are the same, once definitions and options are worked out.
    identical: bool,
    differences: Vec<JsonRule>,
    /// Clauses that differ although the English of both is the same.
    clauses: Vec<JsonClause>,
}

/// A rule that differs: null where one game says nothing of the kind.
#[derive(Serialize, JsonSchema)]
pub struct JsonRule {
    section: String,
    a: Option<String>,
    b: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub struct JsonClause {
    a: Option<String>,
    b: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub struct JsonPlay {
    /// `differ`, `same` (all positions that can be reached were compared), `same as far as compared` or `incomparable`.
    verdict: &'static str,
    /// What differs, or why the games cannot be played side by side.
    sentence: Option<String>,
    /// Moves after which the games differ; null where no difference was found.
    witness: Option<JsonWitness>,
    positions: u64,
    games: u64,
    /// What was taken to be the same in both games.
    taken_as_same: Vec<String>,
    not_compared: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub struct JsonWitness {
    moves: Vec<JsonStep>,
    /// No shorter sequence shows a difference.
    shortest: bool,
    /// The positions of both games, in one line each.
    position_a: String,
    position_b: String,
}

/// A move as each game names it.
#[derive(Serialize, JsonSchema)]
pub struct JsonStep {
    player: usize,
    a: String,
    b: String,
    /// What the dice show, as site and index of the face.
    dice_a: Vec<(i32, i32)>,
    dice_b: Vec<(i32, i32)>,
}

#[derive(Serialize, JsonSchema)]
pub struct JsonFigure {
    /// `random` or `thinking`.
    players: &'static str,
    what: String,
    a: JsonInterval,
    b: JsonInterval,
    games_a: usize,
    games_b: usize,
    /// The intervals do not touch, and are of at least ten games.
    differs: bool,
}

/// A figure with its 95 % interval; null where it has no bound.
#[derive(Serialize, JsonSchema)]
pub struct JsonInterval {
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

fn json(answer: &Answer) -> Diff {
    let rules = answer.rules.as_ref().map(|rules| JsonRules {
        identical: rules.identical,
        differences: rules
            .differences
            .iter()
            .map(|r| JsonRule { section: r.section.clone(), a: r.a.clone(), b: r.b.clone() })
            .collect(),
        clauses: rules.clauses.iter().map(|c| JsonClause { a: c.a.clone(), b: c.b.clone() }).collect(),
    });
    let interval = |f: Figure| {
        let known = |x: f64| x.is_finite().then_some(x);
        JsonInterval { value: known(f.value), low: known(f.low), high: known(f.high) }
    };
    let figures = answer.figures.iter().map(|f| JsonFigure {
        players: f.players,
        what: f.what.clone(),
        a: interval(f.a),
        b: interval(f.b),
        games_a: f.games_a,
        games_b: f.games_b,
        differs: f.differs(),
    });
    Diff {
        a: answer.names.0.clone(),
        b: answer.names.1.clone(),
        differ: answer.differs(),
        rules,
        play: answer.play.as_ref().map(json_play),
        figures: figures.collect(),
    }
}

fn json_play(play: &Play) -> JsonPlay {
    let (verdict, sentence, witness) = match &play.verdict {
        Verdict::Incomparable(why) => ("incomparable", Some(why.clone()), None),
        Verdict::Same { complete: true } => ("same", None, None),
        Verdict::Same { complete: false } => ("same as far as compared", None, None),
        Verdict::Differ(witness) => ("differ", Some(sentence(&witness.difference)), Some(witness)),
    };
    let step = |s: &Step| JsonStep {
        player: s.mover,
        a: s.a.clone(),
        b: s.b.clone(),
        dice_a: s.dice_a.clone(),
        dice_b: s.dice_b.clone(),
    };
    JsonPlay {
        verdict,
        sentence,
        witness: witness.map(|w| JsonWitness {
            moves: w.steps.iter().map(step).collect(),
            shortest: w.shortest,
            position_a: w.a.position(),
            position_b: w.b.position(),
        }),
        positions: play.positions,
        games: play.games,
        taken_as_same: play.taken_as_same.clone(),
        not_compared: play.not_compared.clone(),
    }
}

//! `ludarium rules`: the rules of a game in English.

use crate::game_arg::GameArgs;
use crate::out;
use anyhow::Result;
use ludarium_english::{Description, Document, Style, page, rules};
use ludarium_play::{compile_board, compile_with};
use std::fmt::Write;
use std::process::ExitCode;

/// Tell the rules of a game in English
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium rules oware
  ludarium rules sfenj --ruleset \"Sfenj (Ludii 11)\" --markdown")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How to tell them: for a player, or in the wording of the published pages
    #[arg(long, value_enum, default_value_t = StyleArg::Plain)]
    style: StyleArg,
    /// Print Markdown
    #[arg(long, group = "form")]
    markdown: bool,
    /// Print an HTML fragment
    #[arg(long, group = "form")]
    html: bool,
    /// Print sentences with the places they render, and the meter, as JSON
    #[arg(long, group = "form")]
    json: bool,
    /// Print how much of the description is in words, and what is not
    #[arg(long, group = "form")]
    meter: bool,
    /// How wide lines may be
    #[arg(long, default_value_t = 100)]
    width: usize,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum StyleArg {
    Plain,
    Portal,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let reading = args.game.read()?;
    let Some(checked) = &reading.game else {
        return Err(crate::game_arg::Faulty(reading.name.clone()).into());
    };
    // A game that cannot be played can still be told; only its coordinates may be missing.
    let find = |name: &str| args.game.reading.open_subgame(&args.game.game, name);
    let built = compile_with(&reading, &find).or_else(|_| compile_board(&reading)).ok();
    let description = Description { game: checked, tree: &reading.expanded.game, board: built.as_deref() };
    let style = match args.style {
        StyleArg::Plain => Style::Plain,
        StyleArg::Portal => Style::Portal,
    };
    let document = rules(&description, style);
    let text = if args.json {
        serde_json::to_string_pretty(&document)? + "\n"
    } else if args.markdown {
        document.markdown()
    } else if args.html {
        document.html()
    } else if args.meter {
        meter(&document)
    } else if style == Style::Portal {
        page(&description)
    } else {
        document.text(args.width)
    };
    out::print(&text);
    Ok(ExitCode::SUCCESS)
}

fn meter(document: &Document) -> String {
    let meter = &document.meter;
    let mut text = format!(
        "{}: {} of {} arguments in words, {:.1} %\n",
        document.title,
        meter.said,
        meter.arguments,
        meter.percent()
    );
    for unsaid in &meter.unsaid {
        let _ = writeln!(text, "  not in words: {} of ({} …)", unsaid.argument, unsaid.ludeme);
    }
    text
}

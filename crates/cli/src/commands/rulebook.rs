//! `ludarium rulebook`: the rules of a game with pictures, as a page or a file to print.

use crate::game_arg::{Faulty, GameArgs};
use crate::out;
use anyhow::{Context, Result, anyhow, bail};
use ludarium_play::{compile_board, compile_with};
use ludarium_rulebook::{Effort, Rulebook, like, rulebook};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Make an illustrated rulebook of a game
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium rulebook oware --html > oware.html
  ludarium rulebook chess --pdf --out chess.pdf --cutouts
  ludarium rulebook hex --markdown --out hex.md")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// A page of HTML that needs nothing else
    #[arg(long, group = "form")]
    html: bool,
    /// A file to print; needs --out
    #[arg(long, group = "form")]
    pdf: bool,
    /// Markdown; with --out the pictures are written beside it
    #[arg(long, group = "form")]
    markdown: bool,
    /// Write into this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Add the board and the pieces to cut out (HTML and PDF)
    #[arg(long)]
    cutouts: bool,
    /// Seed of the games that are played to find pictures
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many moves are played to find pictures
    #[arg(long, default_value_t = 3000)]
    moves: usize,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let reading = args.game.read()?;
    let find = |name: &str| args.game.reading.open_subgame(&args.game.game, name);
    // A game that cannot be played still has a board and rules.
    let built = compile_with(&reading, &find).or_else(|_| compile_board(&reading)).ok();
    let effort = Effort { seed: args.seed, most_moves: args.moves, ..Effort::default() };
    let Some(mut book) = rulebook(&reading, built.as_ref(), &effort) else {
        return Err(Faulty(reading.name.clone()).into());
    };
    let known = known_rules();
    book.like = like(&book.document, &known);
    if args.pdf {
        let Some(path) = &args.out else { bail!("a PDF goes into a file: give --out FILE.pdf") };
        let bytes = book.pdf(args.cutouts).map_err(|e| anyhow!(e))?;
        write(path, &bytes)?;
    } else if args.markdown {
        markdown(&book, args.out.as_deref())?;
    } else {
        let page = book.html(args.cutouts);
        match &args.out {
            Some(path) => write(path, page.as_bytes())?,
            None => out::print(&page),
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The rules of every game of the library: one of them may be near.
fn known_rules() -> Vec<ludarium_english::Document> {
    use rayon::prelude::*;
    let games: Vec<&ludarium_play::LibraryGame> = ludarium_play::games().iter().collect();
    games.par_iter().filter_map(|g| ludarium_play::Game::load(g.title).ok()?.rules()).collect()
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

fn markdown(book: &Rulebook, out: Option<&Path>) -> Result<()> {
    let Some(path) = out else {
        out::print(&book.markdown("").0);
        return Ok(());
    };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_string();
    let folder = format!("{stem}-pictures");
    let beside = path.with_file_name(&folder);
    let (text, pictures) = book.markdown(&format!("{folder}/"));
    write(path, text.as_bytes())?;
    if !pictures.is_empty() {
        std::fs::create_dir_all(&beside).with_context(|| format!("cannot make {}", beside.display()))?;
    }
    for (name, svg) in pictures {
        write(&beside.join(name), svg.as_bytes())?;
    }
    Ok(())
}

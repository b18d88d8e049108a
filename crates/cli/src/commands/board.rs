//! `ludarium board`: a game's board as text, SVG or PNG, empty or with the pieces of the start; and contact sheets of
//! many boards on one page.

use crate::game_arg::{GameArgs, ReadingArgs};
use crate::out;
use crate::position::PositionArgs;
use anyhow::{Context, Result, anyhow, bail};
use ludarium_play::{Reading, compile, render};
use ludarium_render::{Options, View, from_game, png, sheet, svg, text};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Draw a game's board
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium board chess --start
  ludarium board hex --svg hex.svg --labels
  ludarium board chess --moves e2-e4 --fen")]
pub struct Args {
    /// Games of the library by name, or paths of .lud files; several make a contact sheet
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// Write an SVG picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a PNG picture
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Write every site's coordinate on it
    #[arg(long)]
    labels: bool,
    /// Write every site's number on it
    #[arg(long)]
    indices: bool,
    /// Draw the tracks that pieces follow
    #[arg(long)]
    tracks: bool,
    /// Place the pieces as the game begins
    #[arg(long)]
    start: bool,
    #[command(flatten)]
    position: PositionArgs,
    /// Print the position in FEN, the notation of chess players, instead of drawing it (games like chess)
    #[arg(long, conflicts_with_all = ["svg", "png", "sheet"])]
    fen: bool,
    /// Seed of the chance in the start, where there is any
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Longer side of the picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 800)]
    size: u32,
    /// Write all the games onto one page, as .svg or .png; may be given twice
    #[arg(long, value_name = "FILE")]
    sheet: Vec<PathBuf>,
    /// Read the names of games from a file, one to a line; `#` begins a comment
    #[arg(long, value_name = "FILE")]
    games_from: Option<PathBuf>,
    /// How many boards stand side by side on a sheet
    #[arg(long, value_name = "N", default_value_t = 6)]
    columns: usize,
    #[command(flatten)]
    reading: ReadingArgs,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let mut names = args.games.clone();
    if let Some(path) = &args.games_from {
        let list = crate::files::read_text(path)?;
        let lines = list.lines().map(|l| l.split('#').next().unwrap_or("").trim());
        names.extend(lines.filter(|l| !l.is_empty()).map(str::to_owned));
    }
    if names.is_empty() {
        bail!("which game? Give a name, a path, or --games-from FILE");
    }
    let options = Options {
        labels: args.labels,
        indices: args.indices,
        tracks: args.tracks,
        size: f64::from(args.size.clamp(16, 16_000)),
        ..Options::default()
    };
    if !args.sheet.is_empty() {
        return contact_sheet(args, &names, &options);
    }
    for name in &names {
        if args.fen {
            let named = GameArgs { game: name.clone(), reading: args.reading.clone() };
            let (_, game) = named.compile()?;
            let state = args.position.state(&game, &named.selection()?, args.seed)?;
            out::print(&format!("{}\n", state.to_fen()?));
            continue;
        }
        let view = view(args, name)?;
        let mut drawn = false;
        for (path, is_png) in [(&args.svg, false), (&args.png, true)] {
            let Some(path) = path else { continue };
            if names.len() > 1 {
                bail!("several games go onto one page: use --sheet FILE");
            }
            write_picture(path, &svg(&view, &options), is_png)?;
            drawn = true;
        }
        if !drawn {
            out::print(&text(&view));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Many boards on one page. A game that cannot be drawn is named and left out.
fn contact_sheet(args: &Args, names: &[String], options: &Options) -> Result<ExitCode> {
    let bar = out::progress(names.len());
    let mut views = Vec::new();
    let mut failed = 0;
    for name in names {
        match view(args, name) {
            Ok(view) => views.push(view),
            Err(error) => {
                failed += 1;
                bar.suspend(|| eprintln!("ludarium: {name}: {error:#}"));
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if views.is_empty() {
        bail!("none of the games can be drawn");
    }
    let width = f64::from(args.size.max(200)) * args.columns as f64 / 3.0;
    let page = sheet::sheet(&views, args.columns, width, options);
    for path in &args.sheet {
        write_picture(path, &page, path.extension().is_some_and(|e| e.eq_ignore_ascii_case("png")))?;
    }
    Ok(if failed > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn write_picture(path: &Path, picture: &str, is_png: bool) -> Result<()> {
    let bytes =
        if is_png { png::png(picture, 1.0).map_err(|e| anyhow!(e))? } else { picture.as_bytes().to_vec() };
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// The board of a game as it is to be drawn.
fn view(args: &Args, name: &str) -> Result<View> {
    let named = GameArgs { game: name.to_owned(), reading: args.reading.clone() };
    let reading = named.read()?;
    let metadata = reading.metadata.as_ref();
    let elsewhere = args.position.given();
    match compile(&reading) {
        Ok(game) if args.start || elsewhere => {
            let state = args.position.state(&game, &named.selection()?, args.seed)?;
            Ok(from_game::view(&state.ctx(), metadata, None))
        }
        Ok(game) => Ok(from_game::empty(&game, metadata)),
        Err(problems) => {
            // The board can be drawn even where a rule cannot be played.
            let game = board_alone(&reading)?;
            if args.start || elsewhere {
                let sources = reading.sources();
                for problem in &problems {
                    eprintln!("{}", render(problem, &sources, out::colour_on_stderr()));
                }
                eprintln!("ludarium: {name}: drawn without its pieces");
            }
            Ok(from_game::empty(&game, metadata))
        }
    }
}

fn board_alone(reading: &Reading) -> Result<ludarium_engine::Game> {
    let checked = reading.game.as_ref().ok_or_else(|| anyhow!("it cannot be read"))?;
    ludarium_ludemes::assemble::assemble_board(checked)
        .map_err(|why| anyhow!("{}: {}", why.ludeme, why.message))
}

//! `ludarium new`: a game to begin with, by questions or by flags. What there is to choose from is `ludarium_learn`'s
//! business; here people are asked, and the file is written at the very end, so that whoever stops leaves nothing behind.

use crate::out;
use anyhow::{Context, Result, anyhow, bail};
use ludarium_learn::skeletons::{Board, DICE, KINDS, Kind, Wanted, board, boards_of, write};
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Start a new game from a skeleton, by a few questions
#[derive(clap::Args)]
#[command(after_help = "Examples:
  ludarium new
  ludarium new \"Pebble Race\" --kind race --board square:5 --dice 4 --yes
  ludarium new Shores --kind connection --board hex:7 --out shores.lud --yes

The kinds: line, reach, capture, race, mancala, hunt, connection, territory.
Whoever ends the questions with Ctrl-C or Ctrl-D leaves nothing behind.")]
pub struct Args {
    /// What the game is called
    name: Option<String>,
    /// What kind of game: line, reach, capture, race, mancala, hunt, connection or territory
    #[arg(long)]
    kind: Option<String>,
    /// The board, as a shape and a size: square:8, hex:5, pits:6
    #[arg(long, value_name = "SHAPE:SIZE")]
    board: Option<String>,
    /// How many play, where the kind leaves that open
    #[arg(long, value_name = "N")]
    players: Option<u32>,
    /// The sides of the die, in a race
    #[arg(long, value_name = "SIDES")]
    dice: Option<u32>,
    /// The file to write [default: the name of the game in small letters, .lud]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Ask nothing: what is not given is as usual
    #[arg(long)]
    yes: bool,
    /// Write over a file that exists
    #[arg(long)]
    force: bool,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let mut input = std::io::stdin().lock();
    let mut ask = Questions { input: &mut input, silent: args.yes };
    let name = match &args.name {
        Some(name) => name.clone(),
        None => ask.question("What is the game called?", "My Game", |typed| Ok(typed.to_owned()))?,
    };
    let wanted = wanted(args, &mut ask)?;
    let file = match &args.out {
        Some(file) => file.clone(),
        None => {
            let usual = file_name(&name);
            ask.question("Which file shall it be written to?", &usual, |typed| Ok(PathBuf::from(typed)))?
        }
    };
    let text = write(&name, &wanted).map_err(|error| anyhow!(error))?;
    // The same layout as everything else.
    save(&file, &ludarium_syntax::format(&text), args.force)?;
    let shown = file.display();
    out::print(&format!(
        "{shown} is written. Go on with\n\n  ludarium check {shown}\n  ludarium play {shown}\n  ludarium rules {shown}\n\n\
         The tutorial is in docs/tutorial, and under Learn in `ludarium serve`.\n"
    ));
    Ok(ExitCode::SUCCESS)
}

/// What was given and what was answered.
fn wanted(args: &Args, ask: &mut Questions<'_>) -> Result<Wanted> {
    let kind_of = |typed: &str| {
        let words = || KINDS.iter().map(|kind| kind.word()).collect::<Vec<_>>().join(", ");
        Kind::by_word(typed).ok_or_else(|| format!("\"{typed}\" is no kind of game; there are {}", words()))
    };
    let kind = match &args.kind {
        Some(kind) => kind_of(kind).map_err(|error| anyhow!(error))?,
        None => {
            let list: String =
                KINDS.iter().map(|kind| format!("  {:11} {}\n", kind.word(), kind.about())).collect();
            ask.question(&format!("What kind of game?\n{list}"), Kind::Line.word(), kind_of)?
        }
    };
    let usual = kind.usual();
    let board: Board = match &args.board {
        Some(typed) => board(kind, typed).map_err(|error| anyhow!(error))?,
        None => {
            let question = format!("Which board? {}", boards_of(kind));
            ask.question(&question, &usual.board.to_string(), |typed| board(kind, typed))?
        }
    };
    let number = |typed: &str, range: std::ops::RangeInclusive<u32>| match typed.parse::<u32>() {
        Ok(number) if range.contains(&number) => Ok(number),
        Ok(_) | Err(_) => Err(format!("a number from {} to {} is wanted", range.start(), range.end())),
    };
    let players = match args.players {
        Some(players) => players,
        None if kind.players().start() == kind.players().end() => usual.players,
        None => ask.question(
            &format!("How many players? {} to {}", kind.players().start(), kind.players().end()),
            &usual.players.to_string(),
            |typed| number(typed, kind.players()),
        )?,
    };
    if args.dice.is_some() && !kind.has_dice() {
        bail!("a game of the kind \"{}\" has no die; --kind race has one", kind.word());
    }
    let dice = match args.dice {
        Some(dice) => dice,
        None if !kind.has_dice() => usual.dice,
        None => {
            ask.question("How many sides has the die?", &usual.dice.to_string(), |typed| number(typed, DICE))?
        }
    };
    Ok(Wanted { kind, board, players, dice })
}

/// Somebody to ask, or somebody who wants no questions.
struct Questions<'a> {
    input: &'a mut dyn BufRead,
    silent: bool,
}

impl Questions<'_> {
    /// Asks until the answer can be used. An empty answer is the usual one.
    fn question<T>(
        &mut self,
        question: &str,
        usual: &str,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<T> {
        loop {
            let mut typed = String::new();
            if !self.silent {
                eprint!("{} [{usual}] ", question.trim_end());
                let _ = std::io::stderr().flush();
                if self.input.read_line(&mut typed).context("no answer could be read")? == 0 {
                    eprintln!();
                    bail!("the questions were not answered; nothing was written");
                }
            }
            let answer = if typed.trim().is_empty() { usual } else { typed.trim() };
            match read(answer) {
                Ok(answer) => return Ok(answer),
                Err(error) if self.silent => bail!(error),
                Err(error) => eprintln!("{error}"),
            }
        }
    }
}

/// A file name made of the letters and digits of a name.
fn file_name(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    let words: Vec<String> = plain.split_whitespace().map(str::to_lowercase).collect();
    if words.is_empty() { "my-game.lud".to_owned() } else { words.join("-") + ".lud" }
}

fn save(file: &Path, text: &str, force: bool) -> Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true);
    if force {
        options.create(true).truncate(true);
    } else {
        options.create_new(true);
    }
    let shown = file.display();
    match options.open(file) {
        Ok(mut opened) => opened.write_all(text.as_bytes()).with_context(|| format!("cannot write {shown}")),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            bail!("{shown} exists already; --force writes over it")
        }
        Err(error) => Err(error).with_context(|| format!("cannot write {shown}")),
    }
}

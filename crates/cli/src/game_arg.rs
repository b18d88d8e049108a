//! Naming a game on the command line: a game of the library, or a path, with options, a ruleset and another set of
//! definitions. Every command that takes GAME takes it in this way.

use crate::files;
use anyhow::{Result, bail};
use ludarium_play::{Defines, Engine, Game, Reading, Selection, compile_with, library_defines, read, render};
use std::path::{Path, PathBuf};

/// A game and how it is to be read.
#[derive(clap::Args)]
pub struct GameArgs {
    /// A game of the library by name, or the path of a .lud file
    pub game: String,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// How descriptions are to be read.
#[derive(clap::Args, Clone)]
pub struct ReadingArgs {
    /// Choose an option, as "Board Size/7x7" or only 7x7 where that is clear; may be given several times
    #[arg(long = "option", value_name = "HEADING/ITEM")]
    pub options: Vec<String>,
    /// Choose a ruleset by its name; a part of the name is enough where only one begins so
    #[arg(long, value_name = "NAME")]
    pub ruleset: Option<String>,
    /// Use the definitions in this folder of .def files instead of our own
    #[arg(long, value_name = "DIR")]
    pub defs: Option<PathBuf>,
    /// Use the definitions in this folder too, before our own, as editors do with those of a project
    #[arg(long, value_name = "DIR", conflicts_with = "defs")]
    pub more_defs: Option<PathBuf>,
    /// Look for names that the library does not have among the .lud files of this folder
    #[arg(long, value_name = "DIR")]
    pub corpus: Option<PathBuf>,
}

/// Which engine plays.
#[derive(clap::Args, Clone, Copy)]
pub struct EngineArgs {
    /// Which engine plays: the fast one, the same without native code, or the plain evaluator that both are checked against
    #[arg(long, value_enum, default_value_t = EngineName::Fast)]
    engine: EngineName,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum EngineName {
    Fast,
    Portable,
    Reference,
}

impl EngineArgs {
    /// The game as that engine plays it.
    pub fn game(self, game: &Game) -> Game {
        game.with_engine(match self.engine {
            EngineName::Fast => Engine::Fast,
            EngineName::Portable => Engine::Portable,
            EngineName::Reference => Engine::Reference,
        })
    }
}

/// A description's text, with the name to show in messages.
pub struct GameText {
    pub name: String,
    pub text: String,
}

impl ReadingArgs {
    /// What was asked for, in the names that this description has for it.
    pub fn selection(&self, text: &str) -> Result<Selection> {
        let asked = self.asked();
        ludarium_play::resolve_selection(text, &asked).map_err(Into::into)
    }

    /// What was asked for, as it was typed.
    pub fn asked(&self) -> Selection {
        Selection { options: self.options.clone(), ruleset: self.ruleset.clone() }
    }

    /// Our definitions, or those of `--defs`, or both those of `--more-defs` and ours.
    pub fn defines(&self) -> Result<Defines> {
        let Some(folder) = self.defs.as_ref().or(self.more_defs.as_ref()) else {
            return Ok(library_defines());
        };
        let mut texts = Vec::new();
        for path in files::with_extension(folder, &["def", "ludef"])? {
            texts.push((path.display().to_string(), files::read_text(&path)?));
        }
        if self.more_defs.is_some() {
            let own = ludarium_library::define_files();
            texts.extend(own.iter().map(|file| (file.name.to_owned(), file.text.to_owned())));
        }
        if texts.is_empty() {
            bail!("{}: no .def file in this folder", folder.display());
        }
        Ok(Defines::from_texts(texts))
    }

    /// The text that `game` names: an existing path, else a game of the library, else a file of `--corpus`.
    pub fn open(&self, game: &str) -> Result<GameText> {
        let path = Path::new(game);
        if path.is_file() {
            return Ok(GameText { name: game.to_owned(), text: files::read_text(path)? });
        }
        match ludarium_play::find(game) {
            Ok(found) => {
                Ok(GameText { name: format!("games/{}/game.lud", found.key), text: found.text.to_owned() })
            }
            Err(unknown) => {
                if let Some(path) = self.in_corpus(game)? {
                    return Ok(GameText { name: path.display().to_string(), text: files::read_text(&path)? });
                }
                if path.extension().is_some() || game.contains(std::path::is_separator) {
                    bail!("{game}: no such file");
                }
                bail!("{unknown}; `ludarium games` lists what it holds")
            }
        }
    }

    /// A game of a match by name: of the library, of `--corpus`, or of the tree of descriptions (a folder `lud`) that
    /// the match lies in.
    pub fn open_subgame(&self, of: &str, name: &str) -> Option<String> {
        if let Ok(found) = ludarium_play::find(name) {
            return Some(found.text.to_owned());
        }
        let beside = Path::new(of).ancestors().find(|a| a.file_name().is_some_and(|n| n == "lud"));
        let folder = self.corpus.as_deref().or(beside)?;
        let looking = ReadingArgs { corpus: Some(folder.to_owned()), ..self.clone() };
        let path = looking.in_corpus(name).ok().flatten()?;
        files::read_text(&path).ok()
    }

    /// The file of `--corpus` that is called `name`, whatever the case.
    fn in_corpus(&self, name: &str) -> Result<Option<PathBuf>> {
        let Some(folder) = &self.corpus else { return Ok(None) };
        let wanted = name.to_lowercase();
        let found = files::with_extension(folder, &["lud"])?;
        Ok(found.into_iter().find(|path| {
            path.file_stem().is_some_and(|stem| stem.to_string_lossy().to_lowercase() == wanted)
        }))
    }
}

impl GameArgs {
    /// What was asked for, in the names that the description has for it.
    pub fn selection(&self) -> Result<Selection> {
        self.reading.selection(&self.reading.open(&self.game)?.text)
    }

    /// Reads the game, showing its problems on standard error. With errors there is nothing to go on with: `Err`
    /// carries the exit status.
    pub fn read(&self) -> Result<Reading> {
        let GameText { name, text } = self.reading.open(&self.game)?;
        let selection = self.reading.selection(&text)?;
        let reading = read(&name, &text, &self.reading.defines()?, &selection);
        if !reading.problems.is_empty() {
            let sources = reading.sources();
            for problem in &reading.problems {
                eprintln!("{}", render(problem, &sources, crate::out::colour_on_stderr()));
            }
        }
        if reading.has_errors() {
            return Err(Faulty(reading.name.clone()).into());
        }
        Ok(reading)
    }

    /// Reads the game and makes it playable; what cannot be played is shown on standard error, as other problems are.
    pub fn compile(&self) -> Result<(Reading, Game)> {
        let reading = self.read()?;
        let find = |name: &str| self.reading.open_subgame(&self.game, name);
        match compile_with(&reading, &find) {
            Ok(game) => Ok((reading, game)),
            Err(problems) => {
                let sources = reading.sources();
                for problem in &problems {
                    eprintln!("{}", render(problem, &sources, crate::out::colour_on_stderr()));
                }
                Err(Faulty(reading.name.clone()).into())
            }
        }
    }
}

/// A description that cannot be used because of what is wrong with it: exit status 1, not 2.
#[derive(Debug)]
pub struct Faulty(pub String);

impl std::fmt::Display for Faulty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} has errors", self.0)
    }
}

impl std::error::Error for Faulty {}

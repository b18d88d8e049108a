//! Positions on the command line: a position that was saved, a moment of a recorded game, or the notation of chess
//! players. Every command that begins somewhere else than at the start takes them in this way.

use crate::files;
use anyhow::{Context, Result, anyhow, bail};
use ludarium_play::{Game, Record, Selection, State};
use std::path::Path;

#[derive(clap::Args, Clone)]
pub struct PositionArgs {
    /// Begin with a position: a file with a saved position, a recorded game or FEN, or a FEN itself (games like chess)
    #[arg(long, value_name = "FILE|FEN")]
    pub position: Option<String>,
    /// Of a recorded game, the position after so many moves; the last one when left out
    #[arg(long, value_name = "N", requires = "position")]
    pub ply: Option<usize>,
    /// Moves to make first, by name
    #[arg(long, value_name = "M,…", value_delimiter = ',')]
    pub moves: Vec<String>,
}

impl PositionArgs {
    /// Whether a position was asked for.
    pub fn given(&self) -> bool {
        self.position.is_some() || !self.moves.is_empty()
    }

    /// The position to begin with. The seed decides chance where the game begins at its start.
    pub fn state(&self, game: &Game, selection: &Selection, seed: u64) -> Result<State> {
        let mut state = match &self.position {
            Some(given) => self.named(game, selection, given)?,
            None => State::start(game, seed),
        };
        for m in self.moves.iter().map(|m| m.trim()).filter(|m| !m.is_empty()) {
            state.play(m)?;
        }
        Ok(state)
    }

    fn named(&self, game: &Game, selection: &Selection, given: &str) -> Result<State> {
        let path = Path::new(given);
        if !path.is_file() {
            // A FEN has rows; so may a path have folders, but no path has a mover behind a blank.
            if given.contains('/') && (given.contains(' ') || !given.contains('.')) {
                self.no_ply()?;
                return State::from_fen(game, given).map_err(|e| anyhow!("--position: {e}"));
            }
            bail!("--position {given}: no such file, and not FEN");
        }
        let text = files::read_text(path)?;
        self.of_text(game, selection, &text).with_context(|| given.to_owned())
    }

    fn of_text(&self, game: &Game, selection: &Selection, text: &str) -> Result<State> {
        if text.starts_with("ludarium game") {
            return self.of_record(game, selection, &Record::read(text)?);
        }
        self.no_ply()?;
        if text.starts_with("ludarium position") {
            return State::from_text(game, text).map_err(|e| anyhow!("{e}"));
        }
        if text.trim().lines().count() == 1 && text.contains('/') {
            return Ok(State::from_fen(game, text)?);
        }
        bail!("neither a saved position, nor a recorded game, nor a line of FEN")
    }

    fn of_record(&self, game: &Game, selection: &Selection, record: &Record) -> Result<State> {
        if record.selection() != *selection {
            bail!("the recorded game was played with {}", told(&record.selection()));
        }
        let mut state = record.replay(game)?;
        if let Some(ply) = self.ply {
            if ply > state.plies() {
                bail!("--ply {ply}: the recorded game has {} moves", state.plies());
            }
            while state.plies() > ply {
                state.undo();
            }
        }
        Ok(state)
    }

    fn no_ply(&self) -> Result<()> {
        if self.ply.is_some() {
            bail!("--ply is for a recorded game");
        }
        Ok(())
    }
}

/// A selection as one types it.
pub fn told(selection: &Selection) -> String {
    let mut words: Vec<String> = selection.options.iter().map(|o| format!("--option \"{o}\"")).collect();
    words.extend(selection.ruleset.iter().map(|r| format!("--ruleset \"{r}\"")));
    if words.is_empty() { "no options".to_owned() } else { words.join(" ") }
}

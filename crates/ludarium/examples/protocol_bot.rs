//! A program that plays over the text protocol of `docs/protocol.md`: here it takes the move after which fewest replies
//! are left to the opponent. Put your own idea into `choose`.
//!
//! `ludarium match hex --players "default,ugi:target/release/examples/protocol_bot"`

use ludarium::{Game, LoadError, Selection, State};
use std::io::{BufRead, Write};

fn choose(state: &State) -> Option<String> {
    let replies = |index: usize| {
        let mut after = state.clone();
        // A move that ends the game leaves nothing at all to reply.
        after.play(index).map_or(usize::MAX, |_| after.legal_moves().len())
    };
    let names = state.names();
    (0..names.len()).min_by_key(|&index| replies(index)).map(|index| names[index].clone())
}

/// The game that was asked for, as far as it was told yet.
#[derive(Default)]
struct Asked {
    game: String,
    selection: Selection,
}

impl Asked {
    /// Takes `setoption name NAME value VALUE` in.
    fn hear(&mut self, rest: &str) {
        let Some((name, value)) = rest.trim_start_matches("name ").split_once(" value ") else { return };
        match name {
            "Game" => self.game = value.to_owned(),
            "Option" => self.selection.options.push(value.to_owned()),
            "Ruleset" => self.selection.ruleset = Some(value.to_owned()),
            _ => {}
        }
    }

    fn load(&self) -> Result<Game, LoadError> {
        match std::fs::read_to_string(&self.game) {
            Ok(text) => Game::from_text(&text, &self.selection),
            Err(_) => Game::load_with(&self.game, &self.selection),
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut asked = Asked::default();
    let mut game: Option<Game> = None;
    let mut state: Option<State> = None;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "ugi" => println!("id name fewest-replies\nugiok"),
            "setoption" => asked.hear(rest),
            "isready" => {
                game = Some(asked.load()?);
                println!("readyok");
            }
            "position" => {
                let words: Vec<&str> = rest.split_whitespace().collect();
                let after = |name: &str| words.iter().position(|w| *w == name).map(|i| i + 1);
                let seed = after("seed").and_then(|i| words.get(i)?.parse().ok());
                let mut there = game.as_ref().ok_or("which game?")?.start(seed.unwrap_or(1));
                for m in after("moves").map_or(&[][..], |i| &words[i..]) {
                    there.play(*m)?;
                }
                state = Some(there);
            }
            "go" => {
                let best = state.as_ref().and_then(choose);
                println!("bestmove {}", best.unwrap_or_else(|| "(none)".to_owned()));
            }
            "quit" => break,
            _ => {}
        }
        std::io::stdout().flush()?;
    }
    Ok(())
}

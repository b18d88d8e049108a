//! The words of the protocol for outside programs, after UGI (a sibling of UCI for games of all kinds): reading and
//! writing lines. Processes and clocks are the shell's. The protocol is described in docs/protocol.md.

use crate::control::Budget;
use std::time::Duration;

/// A line that may be longer is not read.
pub const LONGEST_LINE: usize = 1 << 20;

/// What the side that asks may say.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    Ugi,
    IsReady,
    NewGame,
    /// `setoption name … value …`
    SetOption {
        name: String,
        value: String,
    },
    /// `position startpos [seed N] [moves …]` or `position fen TEXT [moves …]`
    Position {
        seed: Option<u64>,
        fen: Option<String>,
        moves: Vec<String>,
    },
    Go(Budget),
    Stop,
    /// `query gameover`, `query p1turn`, `query result`, `query moves`, `query board`
    Query(String),
    Quit,
    Nothing,
}

/// Reads a line.
pub fn read(line: &str) -> Result<Command, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((&first, rest)) = words.split_first() else { return Ok(Command::Nothing) };
    match first {
        "ugi" | "uci" => Ok(Command::Ugi),
        "isready" => Ok(Command::IsReady),
        "uginewgame" | "ucinewgame" => Ok(Command::NewGame),
        "stop" => Ok(Command::Stop),
        "quit" => Ok(Command::Quit),
        "query" => Ok(Command::Query(rest.join(" "))),
        "setoption" => {
            let value_at = rest.iter().position(|w| *w == "value").unwrap_or(rest.len());
            if rest.first() != Some(&"name") {
                return Err("write: setoption name NAME value VALUE".to_owned());
            }
            let name = rest[1..value_at].join(" ");
            let value = rest.get(value_at + 1..).unwrap_or(&[]).join(" ");
            Ok(Command::SetOption { name, value })
        }
        "position" => {
            let moves_at = rest.iter().position(|w| *w == "moves").unwrap_or(rest.len());
            let moves = rest.get(moves_at + 1..).unwrap_or(&[]).iter().map(|w| (*w).to_owned()).collect();
            match rest.first() {
                Some(&"startpos") => {
                    let seed = match rest.get(1..moves_at).unwrap_or(&[]) {
                        [] => None,
                        ["seed", n] => Some(n.parse().map_err(|_| format!("{n} is no seed"))?),
                        _ => return Err("write: position startpos [seed N] [moves …]".to_owned()),
                    };
                    Ok(Command::Position { seed, fen: None, moves })
                }
                Some(&"fen") => {
                    let fen = rest[1..moves_at].join(" ");
                    Ok(Command::Position { seed: None, fen: Some(fen), moves })
                }
                Some(_) | None => Err("write: position startpos|fen … [moves …]".to_owned()),
            }
        }
        "go" => {
            let mut budget = Budget::default();
            let mut at = rest.iter();
            while let Some(&word) = at.next() {
                let mut number = || {
                    let n = at.next().and_then(|w| w.parse::<u64>().ok());
                    n.ok_or_else(|| format!("go {word}: a number is missing"))
                };
                match word {
                    "movetime" => budget.time = Some(Duration::from_millis(number()?)),
                    "nodes" => budget.nodes = Some(number()?),
                    "iterations" => budget.iterations = Some(number()?),
                    "depth" | "p1time" | "p2time" | "p1inc" | "p2inc" => {
                        number()?;
                    }
                    "infinite" | "ponder" => {}
                    _ => return Err(format!("go {word}: unknown")),
                }
            }
            Ok(Command::Go(budget))
        }
        _ => Err(format!("{first}: unknown")),
    }
}

/// How a search is told to begin.
pub fn go(budget: &Budget) -> String {
    let mut line = "go".to_owned();
    if let Some(t) = budget.time {
        line += &format!(" movetime {}", t.as_millis());
    }
    if let Some(n) = budget.nodes {
        line += &format!(" nodes {n}");
    }
    if let Some(n) = budget.iterations {
        line += &format!(" iterations {n}");
    }
    line
}

/// How a position is told: by all moves from the start.
pub fn position(seed: Option<u64>, moves: &[String]) -> String {
    let mut line = "position startpos".to_owned();
    if let Some(seed) = seed {
        line += &format!(" seed {seed}");
    }
    if !moves.is_empty() {
        line += " moves ";
        line += &moves.join(" ");
    }
    line
}

/// The move of a `bestmove` line.
pub fn best_move(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    (words.next() == Some("bestmove")).then(|| words.next())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_written() {
        let budget = Budget { time: Some(Duration::from_millis(200)), nodes: Some(5), iterations: None };
        assert_eq!(read(&go(&budget)), Ok(Command::Go(budget)));
        let moves = vec!["e2-e4".to_owned(), "pass".to_owned()];
        let said = position(Some(7), &moves);
        assert_eq!(read(&said), Ok(Command::Position { seed: Some(7), fen: None, moves }));
        assert_eq!(
            read("setoption name Game value Nine Men's Morris"),
            Ok(Command::SetOption { name: "Game".to_owned(), value: "Nine Men's Morris".to_owned() })
        );
        assert_eq!(best_move("bestmove c3"), Some("c3"));
        assert_eq!(best_move("info depth 3"), None);
        assert_eq!(read(""), Ok(Command::Nothing));
        assert!(read("go movetime").is_err());
        assert!(read("position").is_err());
        assert!(read("hello").is_err());
    }
}

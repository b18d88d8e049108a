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
    Go(Go),
    /// The move that was pondered on was played: time runs from now on.
    PonderHit,
    Stop,
    /// `query gameover`, `query p1turn`, `query result`, `query moves`, `query board`
    Query(String),
    Quit,
    Nothing,
}

/// What a search is told to begin with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Go {
    pub budget: Budget,
    /// By seat: time left for the game, and what is added after each move.
    pub clocks: Vec<(Duration, Duration)>,
    /// Moves until more time is given.
    pub moves_to_go: Option<u32>,
    /// Time begins only with `ponderhit`.
    pub ponder: bool,
}

impl Go {
    /// What a seat may spend on this move: what was said, or else a fair part of its clock.
    pub fn allot(&self, seat: usize) -> Budget {
        let mut budget = self.budget;
        if let (None, Some(&(left, more))) = (budget.time, self.clocks.get(seat))
            && !(left.is_zero() && more.is_zero())
        {
            let part = left / self.moves_to_go.unwrap_or(25).max(1) + more * 3 / 4;
            // Whatever was added, something stays on the clock.
            budget.time = Some(part.min(left * 4 / 5));
        }
        budget
    }
    fn clock(&mut self, seat: usize) -> Option<&mut (Duration, Duration)> {
        if self.clocks.len() <= seat && seat < crate::world::SEATS {
            self.clocks.resize(seat + 1, (Duration::ZERO, Duration::ZERO));
        }
        self.clocks.get_mut(seat)
    }
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
        "ponderhit" => Ok(Command::PonderHit),
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
            let mut go = Go::default();
            let mut at = rest.iter();
            while let Some(&word) = at.next() {
                let mut number = || {
                    let n = at.next().and_then(|w| w.parse::<u64>().ok());
                    n.ok_or_else(|| format!("go {word}: a number is missing"))
                };
                match word {
                    "movetime" => go.budget.time = Some(Duration::from_millis(number()?)),
                    "nodes" => go.budget.nodes = Some(number()?),
                    "iterations" => go.budget.iterations = Some(number()?),
                    "movestogo" => go.moves_to_go = Some(number()?.clamp(1, 1000) as u32),
                    "infinite" => {}
                    "ponder" => go.ponder = true,
                    other => {
                        let seat =
                            |end: &str| other.strip_prefix('p')?.strip_suffix(end)?.parse::<usize>().ok();
                        let unknown = || format!("go {word}: unknown");
                        if let Some(seat) = seat("time") {
                            let n = Duration::from_millis(number()?);
                            go.clock(seat).ok_or_else(unknown)?.0 = n;
                        } else if let Some(seat) = seat("inc") {
                            let n = Duration::from_millis(number()?);
                            go.clock(seat).ok_or_else(unknown)?.1 = n;
                        } else {
                            return Err(unknown());
                        }
                    }
                }
            }
            Ok(Command::Go(go))
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
        assert_eq!(read(&go(&budget)), Ok(Command::Go(Go { budget, ..Go::default() })));
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
        assert!(read("go p99time 5").is_err());
        let Ok(Command::Go(timed)) = read("go p1time 60000 p1inc 1000 p2time 100 p2inc 1000 ponder") else {
            panic!("clocks are read")
        };
        assert!(timed.ponder);
        let second = |seat| timed.allot(seat).time.unwrap();
        assert_eq!(second(1), Duration::from_millis(60_000 / 25 + 750));
        assert!(second(2) < Duration::from_millis(100), "the clock is not overstepped");
        assert_eq!(timed.allot(3).time, None);
        assert!(read("position").is_err());
        assert!(read("hello").is_err());
    }
}

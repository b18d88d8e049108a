//! Games that were played, as text: a few lines that say which game, then one line for each ply with the move as
//! people write it and the exact actions it consisted of, then the result. Replaying checks every line.
//!
//! ```text
//! ludarium game 1
//! game Tic-Tac-Toe
//! seed 7
//! start 3b5f1d40
//! 1 P1 b2 [Move:mover=1,from=4,to=4,actions=[Add:type=Cell,to=4,what=1,decision=true]]
//! 2 P2 a1 [Move:mover=2,from=0,to=0,actions=[Add:type=Cell,to=0,what=2,decision=true]]
//! end 81c0e2aa mover 1
//! ```
//!
//! `option HEADING/ITEM` (any number) and `ruleset NAME` follow `game` where something was selected; a line
//! `dice SITE=FACE …` stands before a ply whose dice were prescribed. The words after `start` and `end` are the digests
//! of those positions ([`crate::notation::digest`]), the rest of the last line is the status. Lines that begin with
//! `#` and empty lines are skipped.

use crate::Game;
use crate::notation::{digest, status};
use crate::state::State;
use crate::trial::write_move;
use ludarium_syntax::Selection;
use std::fmt::Write;

/// The first line of every record: the format and its version.
const FIRST: &str = "ludarium game 1";

/// A game that was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    pub game: String,
    pub options: Vec<String>,
    pub ruleset: Option<String>,
    pub seed: u64,
    pub start: u32,
    pub plies: Vec<Ply>,
    pub end: u32,
    /// `mover 2`, or `over ranks 1.0,2.0`, and the scores where there are any.
    pub status: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    pub mover: usize,
    /// What people call the move.
    pub name: String,
    /// The move as made, in the notation of [`crate::trial`].
    pub made: String,
    /// Prescribed dice: site and face.
    pub dice: Vec<(i32, i32)>,
}

/// A text that is not a record: the line (1 is the first) and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotARecord {
    pub line: usize,
    pub what: String,
}

impl std::fmt::Display for NotARecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for NotARecord {}

/// A record that the game does not follow: the ply (0 is the start) and what is different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    pub ply: usize,
    pub what: String,
}

impl std::fmt::Display for Departure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ply {}: {}", self.ply, self.what)
    }
}

impl std::error::Error for Departure {}

impl Record {
    /// What was played to get to this state. It must have begun with [`State::start`].
    ///
    /// ```
    /// use ludarium_play::{Record, Rng, Selection, State, compile, library_defines, read};
    /// let text = ludarium_play::find("Reversi").unwrap().text;
    /// let game = compile(&read("", text, &library_defines(), &Selection::default())).unwrap();
    /// let mut state = State::start(&game, 3);
    /// state.play_random(&mut Rng::new(3), 10);
    ///
    /// let text = Record::of(&state, &Selection::default()).write();
    /// let again = Record::read(&text)?.replay(&game)?;
    /// assert_eq!(again.position(), state.position());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(state: &State, selection: &Selection) -> Record {
        let mut plies = Vec::with_capacity(state.plies());
        for played in state.history() {
            plies.push(Ply {
                mover: played.made.mover.into(),
                name: played.name,
                made: write_move(state.game(), &played.made),
                dice: played.dice,
            });
        }
        Record {
            game: state.game().name.clone(),
            options: selection.options.clone(),
            ruleset: selection.ruleset.clone(),
            seed: state.seed(),
            start: digest(&State::start(state.game(), state.seed()).ctx()),
            plies,
            end: digest(&state.ctx()),
            status: status(&state.ctx()),
        }
    }

    /// What was selected when it was played.
    pub fn selection(&self) -> Selection {
        Selection { options: self.options.clone(), ruleset: self.ruleset.clone() }
    }

    pub fn write(&self) -> String {
        let mut out = format!("{FIRST}\ngame {}\n", self.game);
        for option in &self.options {
            let _ = writeln!(out, "option {option}");
        }
        if let Some(ruleset) = &self.ruleset {
            let _ = writeln!(out, "ruleset {ruleset}");
        }
        let _ = writeln!(out, "seed {}\nstart {:08x}", self.seed, self.start);
        for (i, ply) in self.plies.iter().enumerate() {
            if !ply.dice.is_empty() {
                let dice: Vec<String> =
                    ply.dice.iter().map(|(site, face)| format!("{site}={face}")).collect();
                let _ = writeln!(out, "dice {}", dice.join(" "));
            }
            let _ = writeln!(out, "{} P{} {} {}", i + 1, ply.mover, ply.name, ply.made);
        }
        let _ = writeln!(out, "end {:08x} {}", self.end, self.status);
        out
    }

    /// Reads a record. Whether a game follows it is for [`Record::replay`] to say.
    pub fn read(text: &str) -> Result<Record, NotARecord> {
        let mut record = Record::default();
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(i, l)| (i + 1, l.trim_end()))
            .filter(|(_, l)| !l.is_empty() && !l.starts_with('#'));
        let wrong = |line: usize, what: &str| NotARecord { line, what: what.to_owned() };
        match lines.next() {
            Some((_, FIRST)) => {}
            Some((n, _)) => return Err(wrong(n, "a recorded game begins with `ludarium game 1`")),
            None => return Err(wrong(1, "an empty text")),
        }
        let (mut started, mut ended) = (false, false);
        let mut dice = Vec::new();
        let mut last = 1;
        for (n, line) in lines {
            last = n;
            if ended {
                return Err(wrong(n, "something after the `end` line"));
            }
            let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
            let hex = |word: &str| {
                u32::from_str_radix(word, 16).map_err(|_| wrong(n, "a digest has eight hexadecimal digits"))
            };
            match key {
                "game" => record.game = rest.to_owned(),
                "option" => record.options.push(rest.to_owned()),
                "ruleset" => record.ruleset = Some(rest.to_owned()),
                "seed" => record.seed = rest.parse().map_err(|_| wrong(n, "the seed is not a number"))?,
                "start" => {
                    record.start = hex(rest)?;
                    started = true;
                }
                "dice" => {
                    for word in rest.split(' ') {
                        let pair =
                            word.split_once('=').and_then(|(s, f)| Some((s.parse().ok()?, f.parse().ok()?)));
                        dice.push(pair.ok_or_else(|| wrong(n, "dice are written SITE=FACE"))?);
                    }
                }
                "end" => {
                    let (word, status) = rest.split_once(' ').unwrap_or((rest, ""));
                    record.end = hex(word)?;
                    record.status = status.to_owned();
                    ended = true;
                }
                _ => {
                    if key.parse() != Ok(record.plies.len() + 1) {
                        let what = format!("expected ply {} or `end`", record.plies.len() + 1);
                        return Err(wrong(n, &what));
                    }
                    let mut words = rest.splitn(3, ' ');
                    let mover = words.next().and_then(|w| w.strip_prefix('P')).and_then(|w| w.parse().ok());
                    let mover =
                        mover.ok_or_else(|| wrong(n, "a ply is written `NUMBER PLAYER MOVE [Move:…]`"))?;
                    let (Some(name), Some(made)) = (words.next(), words.next()) else {
                        return Err(wrong(n, "a ply is written `NUMBER PLAYER MOVE [Move:…]`"));
                    };
                    record.plies.push(Ply {
                        mover,
                        name: name.to_owned(),
                        made: made.to_owned(),
                        dice: std::mem::take(&mut dice),
                    });
                }
            }
        }
        if !started || !ended {
            return Err(wrong(last, if started { "no `end` line" } else { "no `start` line" }));
        }
        Ok(record)
    }

    /// Plays the record from its start. Every move must be legal and do what was recorded, and the last position must
    /// be the recorded one.
    pub fn replay(&self, game: &Game) -> Result<State, Departure> {
        let away = |ply: usize, what: String| Err(Departure { ply, what });
        if game.name != self.game {
            return away(0, format!("this is a game of {}, not of {}", self.game, game.name));
        }
        let mut state = State::start(game, self.seed);
        if digest(&state.ctx()) != self.start {
            return away(0, "the game begins otherwise than recorded".to_owned());
        }
        for (i, ply) in self.plies.iter().enumerate() {
            if !ply.dice.is_empty() {
                state.force_dice(&ply.dice);
            }
            let made = match state.play(ply.name.as_str()) {
                Ok(made) => write_move(game, &made),
                Err(illegal) => return away(i + 1, illegal.to_string()),
            };
            if made != ply.made {
                return away(i + 1, format!("{} was recorded as {}, and is {made}", ply.name, ply.made));
            }
        }
        let now = status(&state.ctx());
        if now != self.status || digest(&state.ctx()) != self.end {
            let what = format!("the last position is not the recorded one ({now}, recorded {})", self.status);
            return away(self.plies.len(), what);
        }
        Ok(state)
    }
}

//! What a puzzle is, and collections of them as text: a head that says how they were made, then a few lines for each
//! puzzle. A position is told by the moves that lead to it from the start, so that rules that look back find what they
//! look for, and a reader can see how it came about.
//!
//! ```text
//! ludarium puzzles 1
//! # Made by: ludarium puzzles reversi --count 24 --seed 1
//! game Reversi
//! version 0.1.0
//! seed 1
//!
//! puzzle 7k2m9xq4
//! task win 3 beyond 5
//! start 12 c4-c5 …
//! at 3b5f1d40 P2
//! choices 9
//! line d3 c2 e1
//! themes quiet
//! ```

use ludarium_play::notation::digest;
use ludarium_play::{Game, Selection, State};
use std::fmt::Write;

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Task {
    /// The only move that forces a win. The win takes at most `plies` moves of all players together.
    Win { plies: u32 },
    /// The only move that does not lose by force: after each other one the opponent forces a win within `plies` moves in
    /// all, that move included.
    Save { plies: u32 },
}

impl Task {
    pub fn plies(self) -> u32 {
        match self {
            Task::Win { plies } | Task::Save { plies } => plies,
        }
    }
}

/// What a solution is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Theme {
    /// The first move takes something.
    Capture,
    /// The first move takes nothing, and the win is not at once.
    Quiet,
    /// Something is given away on the way to the win.
    Sacrifice,
    /// A piece becomes another.
    Promotion,
    /// One turn of several moves.
    Combination,
    /// Every other move loses.
    Defence,
    /// Few pieces are left, or few places.
    Endgame,
    /// The opponent has one move only all the way.
    Forced,
}

impl Theme {
    pub const ALL: [Theme; 8] = [
        Theme::Capture,
        Theme::Quiet,
        Theme::Sacrifice,
        Theme::Promotion,
        Theme::Combination,
        Theme::Defence,
        Theme::Endgame,
        Theme::Forced,
    ];

    /// As it stands in files and addresses.
    pub fn word(self) -> &'static str {
        match self {
            Theme::Capture => "capture",
            Theme::Quiet => "quiet",
            Theme::Sacrifice => "sacrifice",
            Theme::Promotion => "promotion",
            Theme::Combination => "combination",
            Theme::Defence => "defence",
            Theme::Endgame => "endgame",
            Theme::Forced => "forced",
        }
    }

    pub fn read(word: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|t| t.word() == word)
    }
}

/// A position with one right move, and what was proven of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its permanent name: eight letters and digits, made from the game and the position.
    pub id: String,
    pub task: Task,
    /// The depth to which the other moves were searched and do not win (or, for a defence, to which the right one does
    /// not lose). Never less than the depth of the task.
    pub beyond: u32,
    /// The seed of the game it comes from, and its moves up to the position.
    pub seed: u64,
    pub moves: Vec<String>,
    /// The digest of the position.
    pub at: u32,
    /// The seat that is to move.
    pub seat: usize,
    /// How many legal moves there are.
    pub choices: usize,
    /// The right move, then the longest defence with the quickest win after it.
    pub line: Vec<String>,
    /// How many of the moves of the line are the solver's.
    pub own: u32,
    pub themes: Vec<Theme>,
}

impl Puzzle {
    /// From 1 (one move) to 5: how far one must look. For a defence, how far the threat reaches.
    pub fn grade(&self) -> u8 {
        let far = match self.task {
            Task::Win { .. } => self.own,
            Task::Save { plies } => plies / 2,
        };
        far.clamp(1, 5) as u8
    }

    /// The position, if the game still leads there.
    pub fn state(&self, game: &Game) -> Result<State, String> {
        let mut state = State::start(game, self.seed);
        for (i, name) in self.moves.iter().enumerate() {
            state.play(name.as_str()).map_err(|e| format!("move {}: {e}", i + 1))?;
        }
        if digest(&state.ctx()) != self.at || state.mover() != self.seat {
            return Err("the game leads to another position than recorded: its rules have changed".to_owned());
        }
        Ok(state)
    }

    /// The right move.
    pub fn key(&self) -> &str {
        self.line.first().map_or("", String::as_str)
    }

    /// One sentence on what is proven, without names of players.
    pub fn proven(&self) -> String {
        let moves = |n: u32| if n == 1 { "1 move".to_owned() } else { format!("{n} moves") };
        match self.task {
            Task::Win { plies: 1 } if self.beyond <= 1 => {
                "The only move that wins at once. Every legal move was tried.".to_owned()
            }
            Task::Win { plies: 1 } => format!(
                "The only move that wins at once; no other forces a win within {} of both sides. \
                 Proven by complete search to that depth.",
                moves(self.beyond)
            ),
            Task::Win { plies } => format!(
                "The only move that forces a win within {} of both sides, against every defence; no other does within {}. \
                 Proven by complete search to that depth.",
                moves(plies),
                moves(self.beyond)
            ),
            Task::Save { plies: 2 } => format!(
                "After every other move the opponent wins at once; after this one the opponent forces no win within {} \
                 of both sides. Proven by complete search to that depth.",
                moves(self.beyond)
            ),
            Task::Save { plies } => format!(
                "After every other move the opponent forces a win within {}, this move included; after this one not within {}. \
                 Proven by complete search to that depth.",
                moves(plies),
                moves(self.beyond)
            ),
        }
    }
}

/// A name for a position of a game that stays the same.
pub(crate) fn id_of(game: &str, form: &str) -> String {
    let mut h: u64 = 0xcbf2_9ce4_8422_2325;
    for b in game.bytes().chain([0]).chain(form.bytes()) {
        h = (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    h = ludarium_engine::rng::mix(h);
    // (No letters that are taken for digits, and no vowels that make words.)
    const LETTERS: &[u8; 28] = b"23456789bcdfghjkmnpqrstvwxyz";
    (0..8)
        .map(|_| {
            let c = LETTERS[(h % 28) as usize];
            h /= 28;
            char::from(c)
        })
        .collect()
}

/// The puzzles of one game, and how they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    pub game: String,
    pub selection: Selection,
    /// The version of the program that made them.
    pub version: String,
    pub seed: u64,
    /// The command that makes them again.
    pub command: String,
    pub puzzles: Vec<Puzzle>,
}

const FIRST: &str = "ludarium puzzles 1";

impl Collection {
    pub fn write(&self) -> String {
        let mut out = format!("{FIRST}\n# Made by: {}\n", self.command);
        out.push_str("# Proven by complete search; `ludarium puzzles --check FILE` proves them again.\n");
        let _ = writeln!(out, "game {}", self.game);
        for option in &self.selection.options {
            let _ = writeln!(out, "option {option}");
        }
        if let Some(ruleset) = &self.selection.ruleset {
            let _ = writeln!(out, "ruleset {ruleset}");
        }
        let _ = writeln!(out, "version {}\nseed {}", self.version, self.seed);
        for p in &self.puzzles {
            let (task, plies) = match p.task {
                Task::Win { plies } => ("win", plies),
                Task::Save { plies } => ("save", plies),
            };
            let _ = writeln!(out, "\npuzzle {}\ntask {task} {plies} beyond {}", p.id, p.beyond);
            let _ = writeln!(out, "start {}{}", p.seed, told(&p.moves));
            let _ = writeln!(out, "at {:08x} P{}", p.at, p.seat);
            let _ = writeln!(out, "choices {}\nline {}{}", p.choices, p.own, told(&p.line));
            if !p.themes.is_empty() {
                let words: Vec<&str> = p.themes.iter().map(|t| t.word()).collect();
                let _ = writeln!(out, "themes {}", words.join(" "));
            }
        }
        out
    }

    /// Reads a collection; the error says which line is wrong.
    pub fn read(text: &str) -> Result<Collection, String> {
        let mut lines = text.lines().enumerate().map(|(i, l)| (i + 1, l.trim()));
        if lines.next().map(|l| l.1) != Some(FIRST) {
            return Err(format!("a file of puzzles begins with `{FIRST}`"));
        }
        let mut all = Collection::default();
        for (n, line) in lines.filter(|(_, l)| !l.is_empty()) {
            if let Some(comment) = line.strip_prefix('#') {
                if let Some(command) = comment.trim().strip_prefix("Made by:") {
                    command.trim().clone_into(&mut all.command);
                }
                continue;
            }
            let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
            let read = match all.puzzles.last_mut() {
                _ if key == "puzzle" => {
                    all.puzzles.push(Puzzle::empty(rest));
                    Some(())
                }
                Some(puzzle) => puzzle.read_line(key, rest),
                None => all.read_head(key, rest),
            };
            read.ok_or_else(|| format!("line {n}: `{line}` cannot be read"))?;
        }
        if let Some(p) =
            all.puzzles.iter().find(|p| p.line.is_empty() || p.task.plies() == 0 || p.id.is_empty())
        {
            return Err(format!("puzzle {} has no task or no solution", p.id));
        }
        Ok(all)
    }

    fn read_head(&mut self, key: &str, rest: &str) -> Option<()> {
        match key {
            "game" => rest.clone_into(&mut self.game),
            "option" => self.selection.options.push(rest.to_owned()),
            "ruleset" => self.selection.ruleset = Some(rest.to_owned()),
            "version" => rest.clone_into(&mut self.version),
            "seed" => self.seed = rest.parse().ok()?,
            _ => return None,
        }
        Some(())
    }
}

fn told(names: &[String]) -> String {
    names.iter().fold(String::new(), |out, name| out + " " + name)
}

impl Puzzle {
    fn empty(id: &str) -> Puzzle {
        Puzzle {
            id: id.to_owned(),
            task: Task::Win { plies: 0 },
            beyond: 0,
            seed: 0,
            moves: Vec::new(),
            at: 0,
            seat: 0,
            choices: 0,
            line: Vec::new(),
            own: 0,
            themes: Vec::new(),
        }
    }

    fn read_line(&mut self, key: &str, rest: &str) -> Option<()> {
        let mut words = rest.split_whitespace();
        match key {
            "task" => {
                let (kind, plies) = (words.next()?, words.next()?.parse().ok()?);
                self.task = match kind {
                    "win" => Task::Win { plies },
                    "save" => Task::Save { plies },
                    _ => return None,
                };
                (words.next()? == "beyond").then_some(())?;
                self.beyond = words.next()?.parse().ok()?;
            }
            "start" => {
                self.seed = words.next()?.parse().ok()?;
                self.moves = words.map(str::to_owned).collect();
            }
            "at" => {
                self.at = u32::from_str_radix(words.next()?, 16).ok()?;
                self.seat = words.next()?.strip_prefix('P')?.parse().ok()?;
            }
            "choices" => self.choices = words.next()?.parse().ok()?,
            "line" => {
                self.own = words.next()?.parse().ok()?;
                self.line = words.map(str::to_owned).collect();
            }
            "themes" => self.themes = words.map(Theme::read).collect::<Option<_>>()?,
            _ => return None,
        }
        Some(())
    }
}

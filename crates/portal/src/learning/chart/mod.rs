//! A study: a game with variations, comments and marks, as one tree of moves. It is kept and sent as JSON; [`pgn`] and
//! [`sgf`] are how chess players and players of Go write the same, and records are our own notation for one line. It knows
//! moves by their names and asks a game in progress whether they can be made; it has never heard of pages.

pub mod pgn;
pub mod sgf;

use super::asked::{Base, Line, MOST_MOVES, session};
use crate::compiled::Compiled;
use crate::session::Chance;
use crate::tables::Spec;
use ludarium_play::{Record, Selection};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A mark on the board: on a place, or from one to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Keys of places, as scenes have them.
    pub at: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// `g`, `r`, `b` or `y`.
    #[serde(default = "green")]
    pub colour: char,
}

fn green() -> char {
    'g'
}

/// A position of a study, by the move that leads there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// The number of the node before; the first node is the beginning and has none.
    #[serde(default)]
    pub up: usize,
    /// What the game calls the move; and what people read.
    #[serde(default)]
    pub m: String,
    #[serde(default)]
    pub label: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// `!`, `?`, `!!`, `??`, `!?`, `?!`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub glyph: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// How the first side stands, from 0 to 1, where it was worked out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval: Option<f64>,
    /// The move that looked best instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub better: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Study {
    #[serde(flatten)]
    pub of: Spec,
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub base: Base,
    #[serde(default = "one")]
    pub seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<Chance>,
    /// Names of those who played, seat 1 first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub result: String,
    #[serde(default)]
    pub nodes: Vec<Node>,
}

fn one() -> u64 {
    1
}

/// More nodes, or longer comments, are not taken.
const MOST_NODES: usize = 2 * MOST_MOVES;
const MOST_COMMENT: usize = 4000;
const MOST_MARKS: usize = 64;

impl Study {
    pub fn new(of: Spec) -> Study {
        Study {
            of,
            title: String::new(),
            base: Base::Start,
            seed: 1,
            chance: None,
            players: Vec::new(),
            result: String::new(),
            nodes: vec![Node::default()],
        }
    }

    /// Is it a tree, and of a size that anybody can read?
    pub fn check(&self) -> Result<(), String> {
        if self.nodes.is_empty() || self.nodes.len() > MOST_NODES {
            return Err(format!("a study has from 1 to {MOST_NODES} positions"));
        }
        if let Some(i) = (1..self.nodes.len()).find(|&i| self.nodes[i].up >= i) {
            return Err(format!("position {i} comes before the one that it follows"));
        }
        let too_much = |n: &Node| n.comment.len() > MOST_COMMENT || n.marks.len() > MOST_MARKS;
        if self.nodes.iter().any(too_much) {
            return Err(format!("a comment has at most {MOST_COMMENT} bytes, a position {MOST_MARKS} marks"));
        }
        Ok(())
    }

    /// For each position what follows it, the main line first.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for i in 1..self.nodes.len() {
            children[self.nodes[i].up.min(i - 1)].push(i);
        }
        children
    }

    /// The same tree, each line told to its end before the next one begins.
    pub fn in_order(&self) -> Study {
        let children = self.children();
        let mut nodes = Vec::with_capacity(self.nodes.len());
        let mut todo = vec![(0, 0)];
        while let Some((old, up)) = todo.pop() {
            let here = nodes.len();
            nodes.push(Node { up, ..self.nodes[old].clone() });
            todo.extend(children[old].iter().rev().map(|&c| (c, here)));
        }
        Study { nodes, ..self.clone() }
    }

    /// The main line: places in the list, the beginning first.
    pub fn main_line(&self) -> Vec<usize> {
        let mut line = vec![0];
        let mut here = 0;
        for i in 1..self.nodes.len() {
            if self.nodes[i].up == here {
                // (The first that follows; nodes come after those that they follow.)
                here = i;
                line.push(i);
            }
        }
        line
    }

    pub fn line(&self, moves: Vec<String>) -> Line {
        Line {
            of: self.of.clone(),
            base: self.base.clone(),
            seed: self.seed,
            chance: self.chance.clone(),
            moves,
        }
    }

    /// Plays the whole tree, finds out what each move is called, and leaves out what cannot be played: how much that was, and
    /// the first of it.
    pub fn settle(&mut self, compiled: &Arc<Compiled>) -> Result<Option<(usize, String)>, String> {
        self.check()?;
        let old = self.in_order();
        let mut here = session(compiled, &self.line(Vec::new()))?;
        // For each old node its new number and depth.
        let mut placed: Vec<Option<(usize, usize)>> = vec![Some((0, 0))];
        let mut nodes = vec![Node { up: 0, ..old.nodes[0].clone() }];
        let (mut lost, mut first) = (0, String::new());
        for node in &old.nodes[1..] {
            let Some((up, depth)) = placed[node.up] else {
                placed.push(None);
                lost += 1;
                continue;
            };
            here.rewind(depth);
            match here.find(&node.m).ok().filter(|_| depth < MOST_MOVES) {
                Some(index) if here.play(index).is_ok() => {
                    let ply = here.plies().last().cloned();
                    placed.push(Some((nodes.len(), depth + 1)));
                    let (m, label) = ply.map_or_else(Default::default, |p| (p.name, p.label));
                    nodes.push(Node { up, m, label, ..node.clone() });
                }
                Some(_) | None => {
                    placed.push(None);
                    lost += 1;
                    if first.is_empty() {
                        first = format!("“{}” is not a legal move after {} moves", node.m, depth);
                    }
                }
            }
        }
        self.nodes = nodes;
        Ok((lost > 0).then_some((lost, first)))
    }
}

/// A record of ours as a study. Dice that somebody prescribed cannot be kept.
pub fn of_record(text: &str) -> Result<(String, Study), String> {
    let record = Record::read(text).map_err(|e| e.to_string())?;
    if record.plies.iter().any(|p| !p.dice.is_empty()) {
        return Err("the dice of this game were prescribed by hand; a study cannot keep that".to_owned());
    }
    let (options, ruleset) = (record.options.clone(), record.ruleset.clone());
    let of = Spec { game: String::new(), options, ruleset, written: None };
    let mut study = Study::new(of);
    study.seed = record.seed;
    study.nodes.extend(record.plies.iter().enumerate().map(|(i, p)| Node {
        up: i,
        m: p.name.clone(),
        ..Node::default()
    }));
    Ok((record.game, study))
}

/// The main line as a record of ours.
pub fn to_record(compiled: &Arc<Compiled>, study: &Study) -> Result<String, String> {
    if study.base != Base::Start || study.chance.is_some() {
        return Err("a record begins at the start of a game, with chance that its seed tells".to_owned());
    }
    let mut state = compiled.game.start(study.seed);
    for node in study.main_line().into_iter().skip(1) {
        state.play(study.nodes[node].m.as_str()).map_err(|e| e.to_string())?;
    }
    let selection = Selection { options: study.of.options.clone(), ruleset: study.of.ruleset.clone() };
    Ok(Record::of(&state, &selection).write())
}

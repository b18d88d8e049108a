//! A game made ready for play and pictures, once, to be shared by every table and page that shows it. It knows texts
//! and what the crates below make of them; where texts come from is for others to say.

use crate::scene::Ground;
use crate::seating::{Side, sides};
use ludarium_engine::game::Subgame;
use ludarium_engine::kernel::EndRule;
use ludarium_english::{Description, Document, Sentence, Style};
use ludarium_ludemes::checked::Checked;
use ludarium_play::{Ctx, Defines, Game, Reading, Selection, compile_with, library_defines, read};
use ludarium_render::layers::Stage;
use ludarium_render::{View, from_game};
use ludarium_syntax::{Kind, NodeId, Tree};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

/// The definitions that come with us, read once.
pub fn defines() -> &'static Defines {
    static DEFINES: OnceLock<Defines> = OnceLock::new();
    DEFINES.get_or_init(library_defines)
}

/// A playable game.
pub struct Compiled {
    pub game: Game,
    /// The board as it is drawn; in a match that of each of its games.
    pub parts: Vec<Part>,
    /// The conditions of the end rules in words, in the order in which they stand.
    end_words: Vec<String>,
    /// How the pieces of each name move, in words.
    pub piece_words: BTreeMap<String, String>,
    /// The text, and what was chosen in it: clauses are looked up when somebody asks for them.
    text: Arc<str>,
    selection: Selection,
    /// What computer players know of the game.
    pub knowledge: crate::thinking::Knowledge,
    /// The steps in which the game is learnt, made when somebody first asks for them.
    pub lesson: OnceLock<crate::learning::lesson::Lesson>,
}

/// How one board is drawn.
pub struct Part {
    /// The empty board in the game's style.
    pub empty: View,
    pub stage: Arc<Stage>,
    pub ground: OnceLock<Ground>,
    /// What the players are called, which colours are theirs, and from where they look.
    pub sides: Vec<Side>,
    /// How many of each component there are at the start.
    pub census: Vec<i32>,
}

impl Part {
    fn of(game: &ludarium_engine::Game, metadata: Option<&Checked>) -> Part {
        let empty = from_game::empty(game, metadata);
        let mut start = empty.clone();
        let ctx = game.begin(1);
        from_game::show(&mut start, &ctx, Some(0));
        Part {
            stage: Arc::new(Stage::of(&start)),
            ground: OnceLock::new(),
            sides: sides(game, &empty),
            census: crate::points::census(&ctx),
            empty,
        }
    }
}

/// A description that cannot be played, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Faulty {
    pub problems: Vec<Message>,
}

/// Something to say about a place in a text.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Message {
    pub code: String,
    pub severity: String,
    pub message: String,
    pub wanted: Option<String>,
    pub help: Option<String>,
    /// Lines and columns count from 1; absent where the place is not in the text itself.
    pub line: Option<u32>,
    pub column: Option<u32>,
    /// Offsets in bytes.
    pub start: u32,
    pub end: u32,
    /// The definitions through which the fault came, innermost first.
    pub through: Vec<String>,
    /// Changes that mend it, each by itself.
    #[serde(default)]
    pub fixes: Vec<Fix>,
}

/// A change of the text; offsets are in bytes.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Fix {
    pub title: String,
    pub start: u32,
    pub end: u32,
    pub replacement: String,
}

/// The problems of a reading as data. A problem inside a library definition is shown where the text uses it.
pub fn messages(reading: &Reading, problems: &[ludarium_play::Problem]) -> Vec<Message> {
    let sources = reading.sources();
    problems
        .iter()
        .map(|problem| {
            let plain = ludarium_play::plain(problem, &sources);
            let own = plain.location.file == reading.name;
            let used = plain.origin.iter().rev().find(|(_, used, _)| used.file == reading.name);
            let place = if own { Some(&plain.location) } else { used.map(|(_, place, _)| place) };
            Message {
                code: plain.code.clone(),
                severity: plain.severity.clone(),
                message: plain.message.clone(),
                wanted: plain.wanted.clone(),
                help: plain.help.clone(),
                line: place.map(|l| l.start.line),
                column: place.map(|l| l.start.column),
                start: place.map_or(0, |l| l.bytes.0),
                end: place.map_or(0, |l| l.bytes.1),
                through: plain.origin.iter().map(|(name, _, _)| name.clone()).collect(),
                fixes: plain
                    .fixes
                    .into_iter()
                    .filter(|(place, _, _)| place.file == reading.name)
                    .map(|(place, replacement, title)| {
                        let (start, end) = place.bytes;
                        Fix { title, start, end, replacement }
                    })
                    .collect(),
            }
        })
        .collect()
}

impl Compiled {
    /// Reads and builds; `find` gives the descriptions of other games, for matches.
    pub fn make(
        name: &str,
        text: &str,
        selection: &Selection,
        find: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Compiled, Faulty> {
        let reading = read(name, text, defines(), selection);
        Compiled::of(&reading, find)
    }

    pub fn of(reading: &Reading, find: &dyn Fn(&str) -> Option<String>) -> Result<Compiled, Faulty> {
        if reading.has_errors() {
            return Err(Faulty { problems: messages(reading, &reading.problems) });
        }
        let game = compile_with(reading, find)
            .map_err(|problems| Faulty { problems: messages(reading, &problems) })?;
        let parts = if game.subgames.is_empty() {
            vec![Part::of(&game, reading.metadata.as_ref())]
        } else {
            let part = |sub: &Subgame| {
                // How the games of a match look is said in their own descriptions.
                let text = find(&sub.game.name).unwrap_or_default();
                let inner = read(&sub.game.name, &text, defines(), &Selection::default());
                Part::of(&sub.game, inner.metadata.as_ref())
            };
            game.subgames.iter().map(part).collect()
        };
        let told = told(reading, &game);
        let end_words = end_conditions(reading, told.as_ref());
        let piece_words = told.map(|told| how_pieces_move(reading, &game, &told)).unwrap_or_default();
        let text = reading.parsed.text.clone();
        let selection = Selection::options(reading.expanded.chosen.options.iter().cloned());
        Ok(Compiled {
            game,
            parts,
            end_words,
            piece_words,
            text,
            selection,
            knowledge: Default::default(),
            lesson: OnceLock::new(),
        })
    }

    /// The description as it was read.
    pub fn reading(&self) -> Reading {
        read("description", &self.text, defines(), &self.selection)
    }

    /// Was it made of this very text?
    pub fn is_of(&self, text: &str) -> bool {
        &*self.text == text
    }

    /// Is anything hidden from anybody, in this game or in one of a match?
    pub fn hidden(&self) -> bool {
        self.game.uses.hidden || self.game.subgames.iter().any(|s| s.game.uses.hidden)
    }

    /// Why a game that is over is over, in words.
    pub fn why_over(&self, ctx: &Ctx<'_>) -> String {
        let game = &self.game;
        let pos = &ctx.pos;
        if pos.turns >= game.turn_limit.saturating_mul(game.players as i32) {
            return format!("{} turns were taken, and no game may last longer", pos.turns);
        }
        if pos.moves_made - pos.start_moves >= game.move_limit {
            return format!("{} moves were made, and no game may last longer", game.move_limit);
        }
        let mover = usize::from(pos.mover);
        let phase = pos.phase.get(mover).map_or(0, |p| usize::from(*p));
        let of_phase = game.phases.get(phase).and_then(|p| p.end.as_ref());
        let mut asked = Ctx::new(game, pos.clone(), ctx.rng);
        let mut place = 0;
        for end in of_phase.into_iter().chain(&game.end) {
            for rule in &end.rules {
                let holds = match rule {
                    EndRule::If { cond, .. } => asked.bool(cond),
                    EndRule::Always(_) => true,
                    EndRule::ForEachPlayer { cond, .. } => (1..=game.players as i32).any(|p| {
                        asked.reg.player = p;
                        asked.bool(cond)
                    }),
                    EndRule::ForEachTrack { cond, .. } => (0..game.tracks.len() as i32).any(|t| {
                        asked.reg.track = t;
                        asked.bool(cond)
                    }),
                };
                if holds && of_phase.is_none() {
                    return self.end_words.get(place).cloned().unwrap_or_default();
                }
                place += 1;
            }
        }
        if pos.consecutive_passes as usize >= game.players && game.players > 0 {
            return "everybody passed".to_owned();
        }
        String::new()
    }
}

/// The rules in words.
fn told(reading: &Reading, game: &Game) -> Option<Document> {
    let tree = &reading.expanded.game;
    let description = Description { game: reading.game.as_ref()?, tree, board: Some(game) };
    Some(ludarium_english::rules(&description, Style::Plain))
}

/// So many lines about a piece are shown beside a board.
const MOST_LINES: usize = 8;

/// By the name of a piece: what the rules say about its moves, on one line.
fn how_pieces_move(reading: &Reading, game: &Game, told: &Document) -> BTreeMap<String, String> {
    let words = |label: &String| {
        let found = ludarium_english::lookup::piece(told, &reading.expanded.game, label);
        let lines: Vec<String> = found.into_iter().flat_map(Sentence::lines).take(MOST_LINES).collect();
        let plain = lines.iter().map(|line| line.trim().trim_start_matches("- "));
        plain.collect::<Vec<_>>().join(" ")
    };
    let labels: BTreeSet<String> = game.components.iter().skip(1).map(|c| c.label.clone()).collect();
    labels.into_iter().map(|label| (label.clone(), words(&label))).collect()
}

/// What the rules under `(end …)` say, each in words where there are words for it, as it is written where not.
fn end_conditions(reading: &Reading, told: Option<&Document>) -> Vec<String> {
    let tree = &reading.expanded.game;
    let mut sentences: Vec<&Sentence> = Vec::new();
    // (The goal says it too, but as an aim.)
    let sections = told.iter().flat_map(|d| &d.sections).filter(|section| section.heading != "Goal");
    let mut todo: Vec<&Sentence> = sections.flat_map(|section| &section.sentences).collect();
    while let Some(sentence) = todo.pop() {
        todo.extend(sentence.list.iter().chain(&sentence.more));
        sentences.push(sentence);
    }
    let mut out = Vec::new();
    for index in 0..tree.nodes.len() {
        let id = NodeId(index as u32);
        if tree.node(id).kind != Kind::Call || tree.head(id) != Some("end") {
            continue;
        }
        let mut rules: Vec<NodeId> = tree.children(id).skip(1).collect();
        if let [only] = rules[..]
            && tree.node(only).kind == Kind::Set
        {
            rules = tree.children(only).collect();
        }
        for rule in rules {
            let inside = below(tree, rule);
            // The sentence that says most about this rule and least about anything else.
            let best = sentences
                .iter()
                .map(|s| {
                    let here = s.at.iter().filter(|p| inside.contains(&p.node)).count();
                    (here, s.at.len() - here, s)
                })
                .filter(|(here, ..)| *here > 0)
                .max_by_key(|(here, elsewhere, _)| (*here, usize::MAX - *elsewhere));
            out.push(match best {
                Some((_, _, sentence)) => in_one(sentence),
                None => tree.children(rule).nth(1).map_or(String::new(), |c| tree.print(c).trim().to_owned()),
            });
        }
        break;
    }
    out
}

/// A status line has room for so many characters of a rule.
const ROOM: usize = 240;

/// A sentence with what it lists; nothing where that is too long, because a line that only opens a list says nothing.
fn in_one(sentence: &Sentence) -> String {
    let plain = |s: &Sentence| s.text.trim_end_matches(['.', ':']).to_owned();
    if sentence.list.is_empty() {
        return plain(sentence);
    }
    let listed: Vec<String> = sentence.list.iter().map(in_one).collect();
    let whole = format!("{}: {}", plain(sentence), listed.join("; "));
    if whole.chars().count() <= ROOM && listed.iter().all(|item| !item.is_empty()) {
        whole
    } else {
        String::new()
    }
}

/// A node and all nodes below it.
fn below(tree: &Tree, root: NodeId) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    let mut todo = vec![root];
    while let Some(id) = todo.pop() {
        if found.insert(id.0) {
            todo.extend(tree.children(id));
        }
    }
    found
}

impl Faulty {
    /// A fault that has no place in the text.
    pub fn plain(message: &str) -> Faulty {
        Faulty {
            problems: vec![Message {
                code: "E0900".to_owned(),
                severity: "error".to_owned(),
                message: message.to_owned(),
                wanted: None,
                help: None,
                line: None,
                column: None,
                start: 0,
                end: 0,
                through: Vec::new(),
                fixes: Vec::new(),
            }],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_opens_a_list_is_told_with_the_list_or_not_at_all() {
        let say =
            |text: &str, list: Vec<Sentence>| Sentence { text: text.to_owned(), list, ..Sentence::default() };
        let items = vec![say("Your balls form a loop.", vec![]), say("A chain joins two corners.", vec![])];
        let told = in_one(&say("You win, if one of these holds:", items));
        assert_eq!(told, "You win, if one of these holds: Your balls form a loop; A chain joins two corners");
        assert_eq!(in_one(&say("You win.", vec![])), "You win");
        let long = vec![say(&"long ".repeat(60), vec![])];
        assert_eq!(in_one(&say("You win, if:", long)), "");
    }
}

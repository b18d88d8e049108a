//! Rulebooks. The rules in English come from `ludarium-english`, sentence by sentence; here they get pictures, found by
//! playing: the start, how each piece moves, what special moves do, how a game ends. A [`Rulebook`] is plain data; it is
//! printed as HTML, Markdown or PDF.
//!
//! Knows no game by its name, no file and no clock: how much is played to find pictures is given as an [`Effort`].

mod compare;
mod cutouts;
mod figures;
mod fonts;
mod html;
mod markdown;
mod pdf;
mod pictures;

pub use compare::{Likeness, like};
pub use cutouts::Cutouts;
pub use figures::{Effort, Example};
pub use html::PAGE_STYLE;

use ludarium_english::{Description, Document, Style};
use ludarium_play::{Game, Move, Reading, State};

/// What a picture is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Subject {
    Start,
    /// How a piece moves.
    Piece,
    /// A move that does more than move: before and after.
    Special,
    End,
}

impl Subject {
    /// The headings of the rules that such a picture may stand under, the best first.
    fn headings(self) -> &'static [&'static str] {
        match self {
            Subject::Start => &["Setup", "Players and board"],
            Subject::Piece => &["How the pieces move", "A turn"],
            Subject::Special => &["Special rules", "How the pieces move", "A turn"],
            Subject::End => &["How the game ends"],
        }
    }
}

/// One picture, or two side by side, with words below.
#[derive(Clone, Debug)]
pub struct Figure {
    pub subject: Subject,
    pub caption: String,
    /// SVG; two for before and after.
    pub pictures: Vec<String>,
    /// For the moves of a piece: the position and the moves that are marked in it.
    pub example: Option<Example>,
    /// For a special move: the position before it, and the move. For an end: the last position, and the move that led there.
    pub moment: Option<(State, Option<Move>)>,
}

/// Everything in a rulebook.
#[derive(Clone, Debug)]
pub struct Rulebook {
    pub document: Document,
    /// Each with the section it stands in.
    pub figures: Vec<(usize, Figure)>,
    /// A known game that this one is a variant of.
    pub like: Option<Likeness>,
    /// What each sentence renders, by node: shown where the reader points at it.
    pub(crate) clauses: std::collections::BTreeMap<u32, String>,
    /// The empty board and the pieces, for those who have neither.
    pub cutouts: Option<Cutouts>,
}

/// The rulebook of a game that was read; with pictures where it can be played.
pub fn rulebook(reading: &Reading, game: Option<&Game>, effort: &Effort) -> Option<Rulebook> {
    let checked = reading.game.as_ref()?;
    let tree = &reading.expanded.game;
    let description = Description { game: checked, tree, board: game.map(|g| &**g) };
    let document = ludarium_english::rules(&description, Style::Plain);
    let found = match game {
        Some(game) => figures::find(reading, game, &document, effort),
        None => Vec::new(),
    };
    let figures = found.into_iter().map(|figure| (section_of(&document, figure.subject), figure)).collect();
    let mut clauses = std::collections::BTreeMap::new();
    note_clauses(&document, tree, &mut clauses);
    let cutouts = game.map(|game| Cutouts::of(reading, game));
    Some(Rulebook { document, figures, like: None, clauses, cutouts })
}

/// The first section that such a picture belongs to, or the last one of all.
fn section_of(document: &Document, subject: Subject) -> usize {
    let at = |heading: &&str| document.sections.iter().position(|s| s.heading == **heading);
    let best = subject.headings().iter().find_map(at);
    // Without such a section the rules are told phase by phase; the last phase is where games are decided.
    let phase = || match subject {
        Subject::End => document.sections.iter().rposition(|s| s.heading.starts_with("Phase: ")),
        Subject::Start | Subject::Piece | Subject::Special => {
            document.sections.iter().position(|s| s.heading.starts_with("Phase: "))
        }
    };
    best.or_else(phase).unwrap_or(document.sections.len().saturating_sub(1))
}

/// The ludemes of a clause are shown only so far.
const SHOWN: usize = 400;

fn note_clauses(
    document: &Document,
    tree: &ludarium_syntax::Tree,
    into: &mut std::collections::BTreeMap<u32, String>,
) {
    let mut todo: Vec<&ludarium_english::Sentence> =
        document.sections.iter().flat_map(|s| &s.sentences).collect();
    while let Some(sentence) = todo.pop() {
        todo.extend(sentence.list.iter().chain(&sentence.more));
        if let Some(place) = sentence.at.first() {
            into.entry(place.node).or_insert_with(|| {
                let text = tree.print(ludarium_syntax::NodeId(place.node));
                let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                if text.chars().count() > SHOWN {
                    text = text.chars().take(SHOWN).collect::<String>() + " …";
                }
                text
            });
        }
    }
}

//! The tutorial: the files of `docs/tutorial`, embedded, and their listings. Everything said in it is checked by
//! `tests/tutorial.rs`.

use crate::blocks::{Block, Kind, blocks};

/// One lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// Counted from 1.
    pub number: usize,
    /// The file in `docs/tutorial`.
    pub file: &'static str,
    /// The whole text as Markdown.
    pub text: &'static str,
}

macro_rules! lessons {
    ($($number:literal $file:literal)*) => {
        &[$(Lesson { number: $number, file: $file, text: include_str!(concat!("../../../docs/tutorial/", $file)) }),*]
    };
}

/// The seven lessons.
pub fn lessons() -> &'static [Lesson] {
    lessons! {
        1 "1-first-game.md"
        2 "2-options-and-swapping.md"
        3 "3-moving-pieces.md"
        4 "4-jumps.md"
        5 "5-defines-and-variants.md"
        6 "6-hands-and-phases.md"
        7 "7-dice-and-tracks.md"
    }
}

/// What the tutorial says before the first lesson.
pub const INDEX: &str = include_str!("../../../docs/tutorial/README.md");

/// The lesson with this number.
pub fn lesson(number: usize) -> Option<&'static Lesson> {
    lessons().iter().find(|lesson| lesson.number == number)
}

impl Lesson {
    /// The heading, without its mark.
    pub fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches('#').trim()
    }

    /// What can be opened in an editor: whole games, right and wrong ones, counted from 1.
    pub fn listings(&self) -> Vec<Block<'static>> {
        blocks(self.text).into_iter().filter(|block| is_listing(block.kind)).collect()
    }

    pub fn listing(&self, number: usize) -> Option<&'static str> {
        self.listings().get(number.checked_sub(1)?).map(|block| block.text)
    }
}

/// Whether a block is a whole game.
pub fn is_listing(kind: Kind) -> bool {
    match kind {
        Kind::Game | Kind::Wrong => true,
        Kind::Part | Kind::Message | Kind::Moves | Kind::Sites | Kind::Expanded | Kind::Other => false,
    }
}

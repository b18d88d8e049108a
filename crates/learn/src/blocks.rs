//! The fenced blocks of our Markdown texts: listings of games and what is claimed about them. It knows how blocks are
//! marked and which listing they are about; whether a claim is true is for the tests to find out.

/// What a block is, by the words behind its fence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `lud`: a whole game that must be right.
    Game,
    /// `lud wrong`: a whole game with a mistake; a `message` follows.
    Wrong,
    /// `lud part`: lines of the listing before.
    Part,
    /// `message`: what `ludarium check` says about the wrong listing before.
    Message,
    /// `moves`: a game of the listing before, with its result in the last line.
    Moves,
    /// `sites`: coordinates of the listing before, with their numbers.
    Sites,
    /// `expanded`: clauses of the listing before with everything worked out.
    Expanded,
    /// Anything else: commands, pictures.
    Other,
}

/// A fenced block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block<'a> {
    pub kind: Kind,
    pub text: &'a str,
    /// The number of the line of the opening fence, from 1.
    pub line: usize,
}

/// The kind of a block by the words behind its fence.
pub fn kind(words: &str) -> Kind {
    match words.trim() {
        "lud" => Kind::Game,
        "lud wrong" => Kind::Wrong,
        "lud part" => Kind::Part,
        "message" => Kind::Message,
        "moves" => Kind::Moves,
        "sites" => Kind::Sites,
        "expanded" => Kind::Expanded,
        _ => Kind::Other,
    }
}

/// The fenced blocks of a text, in order.
pub fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let mut open: Option<(Kind, usize, usize)> = None;
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if let Some(words) = line.strip_prefix("```") {
            open = match open {
                None => Some((kind(words), at + line.len(), number + 1)),
                Some((kind, from, line)) => {
                    found.push(Block { kind, text: &text[from..at], line });
                    None
                }
            };
        }
        at += line.len();
    }
    found
}

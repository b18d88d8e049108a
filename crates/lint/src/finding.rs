//! What a finding is, and the list of codes. Codes are stable: the same code always names the same defect.

use ludarium_engine::Ctx;
use ludarium_syntax::NodeId;
use serde::Serialize;

/// One kind of defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Code {
    pub code: &'static str,
    /// What is wrong, in a few words.
    pub title: &'static str,
}

/// Every code there is.
pub static CODES: &[Code] = &[
    Code { code: "L0101", title: "a variable is set and never read" },
    Code { code: "L0102", title: "something is made pending and never asked for" },
    Code { code: "L0103", title: "the counter is set and never read" },
    Code { code: "L0104", title: "a value is remembered and never recalled" },
    Code { code: "L0105", title: "the state of pieces is kept and never used" },
    Code { code: "L0106", title: "a value of a player is set and never read" },
    Code { code: "L0108", title: "scores are kept and never used" },
    Code { code: "L0109", title: "an event is triggered and never asked for" },
    Code { code: "L0111", title: "a variable is read and never set" },
    Code { code: "L0112", title: "something pending is asked for and never made" },
    Code { code: "L0114", title: "a value is recalled and never remembered" },
    Code { code: "L0201", title: "an extra move that no rule waits for" },
    Code { code: "L0202", title: "an extra move that another rule takes for its own" },
    Code { code: "L0301", title: "a region is declared and never used" },
    Code { code: "L0302", title: "a map is declared and never used" },
    Code { code: "L0303", title: "a piece never comes into play" },
    Code { code: "L0304", title: "a player has no region of a name that rules use for everybody" },
    Code { code: "L0305", title: "the hands hold more pieces than the board has sites" },
    Code { code: "L0306", title: "dice that are never rolled" },
    Code { code: "L0401", title: "forward, where nobody faces anywhere" },
    Code { code: "L0402", title: "a piece can never move" },
    Code { code: "L0403", title: "a zone that a piece can never reach" },
    Code { code: "L0404", title: "a piece moves away from the enemy" },
    Code { code: "L0501", title: "an end that can never come" },
    Code { code: "L0502", title: "nothing ends a game in which nobody wins" },
    Code { code: "L0503", title: "no way to end" },
    Code { code: "L0601", title: "players do not start alike" },
];

/// The entry of a code.
pub fn code(code: &str) -> Option<&'static Code> {
    CODES.iter().find(|known| known.code == code)
}

/// A position, and how it came about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Witness {
    /// What it shows.
    pub shows: String,
    /// The seed of the game, for [`ludarium_engine::Game::begin`].
    pub seed: u64,
    /// Which of the legal moves was made at each turn.
    pub choices: Vec<usize>,
}

impl Witness {
    /// The position: the game played up to there.
    pub fn position<'g>(&self, game: &'g ludarium_engine::Game) -> Ctx<'g> {
        let mut ctx = game.begin(self.seed);
        for choice in &self.choices {
            let moves = ctx.legal_moves();
            let Some(chosen) = moves.get(*choice) else { break };
            ctx.apply(chosen);
        }
        ctx
    }
}

/// One thing that is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub code: &'static str,
    /// What is wrong, in plain sentences.
    pub message: String,
    /// The clause to look at first, then others that take part, as nodes of the expanded tree.
    pub at: Vec<NodeId>,
    /// The first of these clauses, as ludemes.
    pub rule: String,
    /// A position that shows it, if one was found.
    pub witness: Option<Witness>,
}

/// What a watcher sees after each move of a random game: who moved, and the position.
pub(crate) type Watch<'a> = Box<dyn Fn(usize, &mut Ctx<'_>) -> Option<String> + 'a>;

/// A finding for which a position may still be looked for.
pub(crate) struct Draft<'a> {
    pub finding: Finding,
    pub watch: Option<Watch<'a>>,
    /// Suspicious, but a defect only if play comes to it.
    pub only_if_shown: bool,
}

//! What all of reconstruction speaks of: holes, donors, fills, candidates. Plain data; it decides nothing.

use crate::plausible::Plausible;
use crate::policy::Facts;
use crate::term::Term;
use ludarium_concepts::Profile;
use ludarium_syntax::Span;
use smol_str::SmolStr;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A hole, by its place in the order of the text; the first is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, serde::Serialize)]
pub struct HoleId(pub u32);

/// What a hole allows.
#[derive(Clone, PartialEq, Debug)]
pub enum HoleKind {
    /// `[#]`, `[##]`, `[###]`: arguments taken from other games; so many enclosing brackets must be alike (1, 2, 3).
    Borrowed { brackets: u8 },
    /// `[?]`: perhaps nothing, perhaps something taken from other games.
    Perhaps,
    /// `[a | b]`, `[3..12]`, `["A1".."C3"]`: one of these, each a list of arguments. With `[3 | #]` `or_borrowed` is
    /// set: what other games have in this place will do as well.
    OneOf { alternatives: Vec<Vec<Term>>, or_borrowed: bool },
}

/// Where a hole stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Context {
    /// The heads of the clauses around it, innermost first: `end`, `rules`, `game`.
    pub heads: Vec<SmolStr>,
    /// The label before it: `count` in `count:[8..12]`.
    pub label: Option<SmolStr>,
    /// Whether it stands directly in braces.
    pub in_set: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Hole {
    pub id: HoleId,
    pub kind: HoleKind,
    /// Where it is written.
    pub span: Span,
    pub context: Context,
    /// What would have to stand there, in the words of the language reference: `moves`, `end rules`; empty if several
    /// things may.
    pub wanted: String,
    /// `(end [#])`: the clause around it, on one line.
    pub place: String,
}

/// A donor by its place in the list of donors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, serde::Serialize)]
pub struct DonorId(pub u32);

/// A complete ruleset from which parts may be taken.
#[derive(Debug)]
pub struct Donor {
    pub id: DonorId,
    /// The database id of its `(id "…")` metadata (`44`), or the library key of the game.
    pub key: String,
    pub name: String,
    /// The ruleset; the game's name again where it has only one.
    pub ruleset: String,
    /// Where it was found: a path below `--games`, or `games/KEY/game.lud`.
    pub path: String,
    /// What is said about it beside its rules.
    pub facts: Facts,
    /// The whole game, expanded.
    pub term: Arc<Term>,
    /// What it shows, worked out when first asked for; `None` inside if it cannot be compiled.
    pub profile: OnceLock<Option<Profile>>,
    /// How many pieces stand on its board and lie in its hands at the start, worked out when first asked for.
    pub start: OnceLock<Option<(u32, u32)>>,
    /// Whether its players start differently, worked out when first asked for.
    pub uneven: OnceLock<bool>,
}

impl Donor {
    /// The number of the database, if the key is one.
    pub fn database_id(&self) -> Option<u32> {
        self.key.parse().ok()
    }
    /// The donor's concepts. Compiles it when first asked.
    pub fn profile(&self) -> Option<&Profile> {
        self.profile
            .get_or_init(|| {
                let (reading, game) = self.compile()?;
                ludarium_concepts::profile_of(&reading, &game, &|_| None)
            })
            .as_ref()
    }
    /// Its pieces at the start: on the board, in hands. Compiles it when first asked.
    pub fn at_start(&self) -> Option<(u32, u32)> {
        *self.start.get_or_init(|| self.compile().map(|(_, game)| crate::gate::at_start(&game)))
    }
    /// Whether its own players start differently though they have the same pieces.
    pub fn is_uneven(&self) -> bool {
        *self.uneven.get_or_init(|| self.compile().is_some_and(|(r, game)| crate::gate::is_uneven(&r, &game)))
    }
    fn compile(&self) -> Option<(ludarium_play::Reading, ludarium_play::Game)> {
        let text = self.term.to_string();
        let selection = ludarium_play::Selection::default();
        let reading = ludarium_play::read(&self.name, &text, &ludarium_play::Defines::none(), &selection);
        let game = ludarium_play::compile(&reading).ok()?;
        Some((reading, game))
    }
    /// `Chess / Standard`
    pub fn title(&self) -> String {
        format!("{} / {}", self.name, self.ruleset)
    }
}

/// How close a donor is to the incomplete game, each from 0 to 1; `None` where nothing is known.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Debug, Default, serde::Serialize)]
pub struct DonorScores {
    pub cultural: Option<f64>,
    pub conceptual: Option<f64>,
    pub geographical: Option<f64>,
}

/// Answers how close donors are: the search asks it once for each donor.
pub trait Similarity: Sync {
    fn of(&self, donor: &Donor) -> DonorScores;
    /// One number from 0 to 1 out of the three, by the weights of the run. What is not known counts as 0 unless the
    /// implementation has a better idea.
    fn combined(&self, scores: &DonorScores) -> f64;
    /// By how much culture, concepts and place count more than they do with the usual weights.
    fn emphasis(&self) -> [f64; 3] {
        [1.0; 3]
    }
}

/// What fills a hole.
#[derive(Clone, PartialEq, Debug)]
pub struct Fill {
    pub hole: HoleId,
    /// Whom it was taken from; `None` for one of the hole's own alternatives.
    pub donor: Option<DonorId>,
    /// Where one place in it is as another game has it: that game.
    pub with: Option<DonorId>,
    /// The arguments that stand in place of the hole, already renamed.
    pub terms: Vec<Term>,
    /// What was renamed: donor's name, ours.
    pub bindings: Vec<(SmolStr, SmolStr)>,
    /// Other donors that give the very same fill.
    pub also: Vec<DonorId>,
    pub scores: DonorScores,
    /// The combined score of the donor.
    pub score: f64,
}

/// Where a candidate was turned down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Parts that belong together did not come together, or something is used that nobody declares.
    Parts,
    /// It does not read or compile.
    Compile,
    /// Lint knows a defect of it.
    Lint,
    /// Expected concepts do not hold.
    Concepts,
    /// Nobody can move in the first position.
    FirstMove,
    /// It fails under random play.
    Random,
    /// It fails under search.
    Search,
}

impl Stage {
    pub const ALL: [Stage; 7] = [
        Stage::Parts,
        Stage::Compile,
        Stage::Lint,
        Stage::Concepts,
        Stage::FirstMove,
        Stage::Random,
        Stage::Search,
    ];
    pub fn words(self) -> &'static str {
        match self {
            Stage::Parts => "parts do not belong together",
            Stage::Compile => "does not compile",
            Stage::Lint => "has a known defect",
            Stage::Concepts => "is not what the evidence expects",
            Stage::FirstMove => "has no first move",
            Stage::Random => "fails under random play",
            Stage::Search => "fails under search",
        }
    }
}

/// Which of a candidate's parts are at fault: whatever stands in the other holes, the same parts fail again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// All of them together, as far as is known.
    #[default]
    Together,
    /// All but the end rules: what cannot begin has no end either.
    BeforeTheEnd,
    /// All but the set-up.
    AfterTheStart,
    /// The set-up on this board.
    Start,
    /// The set-up and the end rules: over as soon as it begins.
    StartAndEnd,
}

#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Rejection {
    pub stage: Stage,
    /// In a sentence.
    pub reason: String,
    #[serde(default)]
    pub fault: Fault,
}

/// The figures of the modest gate, as measured in so many games.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Figures {
    pub games: usize,
    pub timeouts: f64,
    pub decided: f64,
    pub balance: f64,
    pub turns: f64,
    pub choices: f64,
}

#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Playable {
        random: Figures,
        search: Figures,
        /// How it compares with documented games; nothing where nobody played.
        #[serde(default)]
        plausible: Option<Box<Plausible>>,
    },
    Rejected(Rejection),
}

/// One way of filling all holes.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// One per hole, in the order of holes.
    pub fills: Vec<Fill>,
    /// What came along because a part needs it (regions, maps, the players' directions), with whom it came from.
    pub brought: Vec<(DonorId, Term)>,
    /// Other lists of donors, in the order of holes, that give the very same game.
    pub also: Vec<Vec<DonorId>>,
    /// The mean of the borrowed fills' scores; 0 where nothing is borrowed.
    pub score: f64,
    /// The whole game on one line.
    pub text: String,
    /// Of the canonical tree: equal games have equal hashes.
    pub hash: u64,
    pub outcome: Outcome,
}

impl Candidate {
    pub fn is_playable(&self) -> bool {
        match self.outcome {
            Outcome::Playable { .. } => true,
            Outcome::Rejected(_) => false,
        }
    }
    /// The donors in the order of the holes that were filled from them.
    pub fn donors(&self) -> Vec<DonorId> {
        self.fills.iter().flat_map(|fill| [fill.donor, fill.with]).flatten().collect()
    }
}

impl fmt::Display for HoleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hole {}", self.0 + 1)
    }
}

//! What arguments can be: the types of the language, and which of them fits where another is wanted.

use std::fmt;

/// A closed list of words, such as the players' roles or the compass directions.
#[derive(Debug)]
pub struct EnumDef {
    pub name: &'static str,
    pub doc: &'static str,
    /// Each word with what it means.
    pub values: &'static [(&'static str, &'static str)],
}

impl PartialEq for EnumDef {
    fn eq(&self, other: &EnumDef) -> bool {
        std::ptr::eq(self, other) || self.name == other.name
    }
}
impl Eq for EnumDef {}

impl EnumDef {
    /// The position of a word. The first letter may be of either case, the rest is exact.
    pub fn index_of(&self, word: &str) -> Option<usize> {
        self.values.iter().position(|(value, _)| same_word(value, word))
    }
}

/// Whether two words are the same but for the case of their first letter.
pub fn same_word(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    match (a.split_first(), b.split_first()) {
        (Some((x, a)), Some((y, b))) => x.eq_ignore_ascii_case(y) && a == b,
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// A type of the language. Those that end in `Lit` are written out in the description and never computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    /// A game.
    Game,
    /// A match.
    Match,
    /// A whole description: a game or a match.
    Root,
    /// The metadata.
    Metadata,
    /// A condition.
    Bool,
    /// A whole number computed during play: a site, a count, a player, a score.
    Int,
    /// A decimal number.
    Float,
    /// A whole number fixed when the board is built.
    Dim,
    /// A set of sites.
    Region,
    /// A list of whole numbers.
    IntArray,
    /// A range of whole numbers.
    Range,
    /// One or several directions.
    Direction,
    /// A board shape: vertices, edges and cells.
    Graph,
    /// Moves: decisions or effects.
    Moves,
    /// Effects: moves that are not a decision by themselves.
    NonDecision,
    /// A quoted name.
    Text,
    /// A whole number written as such.
    IntLit,
    /// A decimal number written as such.
    FloatLit,
    /// `True` or `False`.
    BoolLit,
    /// What follows a move.
    Then,
    /// A player, by number.
    Player,
    /// Where a move goes.
    To,
    /// Where a move comes from.
    From,
    /// What lies between from and to.
    Between,
    /// A piece, by name or number.
    Piece,
    /// A polygon that cuts a graph.
    Poly,
    /// A rule of the start.
    StartRule,
    /// The start rules.
    Start,
    /// A track along the board.
    Track,
    /// The end rules.
    End,
    /// A rule of the end.
    EndRule,
    /// A condition with its result.
    EndIf,
    /// A compass direction to face.
    Facing,
    /// The rules of play.
    Play,
    /// The players.
    Players,
    /// How turns are taken.
    Mode,
    /// Two states a piece flips between.
    Flips,
    /// A range of values for sites of one type.
    Values,
    /// A step, used to measure distance.
    Step,
    /// A game of a match.
    Subgame,
    /// The rules about rules.
    Meta,
    /// A rule about rules.
    MetaRule,
    /// The outcome for a player.
    Result,
    /// Which phase comes next and when.
    NextPhase,
    /// A list less another.
    IntArrayDifference,
    /// A condition and effects on a site of a move.
    Apply,
    /// The equipment.
    Equipment,
    /// The rules.
    Rules,
    /// A piece of equipment.
    Item,
    /// A line drawn on a tile.
    TilePath,
    /// A step of a track.
    TrackStep,
    /// A kind of card in a deck.
    DeckCard,
    /// A hint of a puzzle.
    Hint,
    /// An entry of a map.
    MapPair,
    /// The games of a match.
    Games,
    /// A player with the direction they face.
    PlayerFacing,
    /// A phase of play.
    Phase,
    /// A final score.
    EndScore,
    /// A payoff.
    Payoff,
    /// How many of a piece.
    ItemCount,
    /// A range with both ends given.
    PlainRange,
    /// A list of rotations.
    Rotations,
    /// Where a game comes from.
    Info,
    /// A fact about where a game comes from.
    InfoItem,
    /// How a game is drawn.
    Graphics,
    /// A rule of drawing.
    GraphicsItem,
    /// A colour.
    Colour,
    /// Hints for computer players.
    Ai,
    /// Notes for reconstruction.
    Recon,
    /// A note for reconstruction.
    ReconItem,
    /// A computer player.
    Agent,
    /// How a search tree is descended.
    Selection,
    /// An evaluation of positions.
    Heuristics,
    /// A term of an evaluation.
    HeuristicTerm,
    /// A transformation of a term.
    HeuristicTransformation,
    /// A name with its weight.
    Weight,
    /// Sets of features.
    Features,
    /// A set of features.
    FeatureSet,
    /// Trees of features.
    FeatureTrees,
    /// A regression tree.
    LogitTree,
    /// A node of a regression tree.
    LogitNode,
    /// A decision tree.
    DecisionTree,
    /// A node of a decision tree.
    DecisionTreeNode,
    /// A word from a closed list.
    Enum(&'static EnumDef),
}

impl Ty {
    /// What this type is, in a few words.
    pub fn describe(self) -> &'static str {
        match self {
            Ty::Game => "a game",
            Ty::Match => "a match",
            Ty::Root => "a whole description: a game or a match",
            Ty::Metadata => "the metadata",
            Ty::Bool => "a condition",
            Ty::Int => "a whole number",
            Ty::Float => "a decimal number",
            Ty::Dim => "a board dimension",
            Ty::Region => "a set of sites",
            Ty::IntArray => "a list of whole numbers",
            Ty::Range => "a range of whole numbers",
            Ty::Direction => "one or several directions",
            Ty::Graph => "a board shape",
            Ty::Moves => "moves",
            Ty::NonDecision => "an effect",
            Ty::Text => "a quoted name",
            Ty::IntLit => "a whole number written out",
            Ty::FloatLit => "a number written out",
            Ty::BoolLit => "`True` or `False`",
            Ty::Then => "what follows a move",
            Ty::Player => "a player, by number",
            Ty::To => "where a move goes",
            Ty::From => "where a move comes from",
            Ty::Between => "what lies between from and to",
            Ty::Piece => "a piece, by name or number",
            Ty::Poly => "a polygon that cuts a graph",
            Ty::StartRule => "a rule of the start",
            Ty::Start => "the start rules",
            Ty::Track => "a track along the board",
            Ty::End => "the end rules",
            Ty::EndRule => "a rule of the end",
            Ty::EndIf => "a condition with its result",
            Ty::Facing => "a compass direction to face",
            Ty::Play => "the rules of play",
            Ty::Players => "the players",
            Ty::Mode => "how turns are taken",
            Ty::Flips => "two states a piece flips between",
            Ty::Values => "a range of values for sites of one type",
            Ty::Step => "a step, used to measure distance",
            Ty::Subgame => "a game of a match",
            Ty::Meta => "the rules about rules",
            Ty::MetaRule => "a rule about rules",
            Ty::Result => "the outcome for a player",
            Ty::NextPhase => "which phase comes next and when",
            Ty::IntArrayDifference => "a list less another",
            Ty::Apply => "a condition and effects on a site of a move",
            Ty::Equipment => "the equipment",
            Ty::Rules => "the rules",
            Ty::Item => "a piece of equipment",
            Ty::TilePath => "a line drawn on a tile",
            Ty::TrackStep => "a step of a track",
            Ty::DeckCard => "a kind of card in a deck",
            Ty::Hint => "a hint of a puzzle",
            Ty::MapPair => "an entry of a map",
            Ty::Games => "the games of a match",
            Ty::PlayerFacing => "a player with the direction they face",
            Ty::Phase => "a phase of play",
            Ty::EndScore => "a final score",
            Ty::Payoff => "a payoff",
            Ty::ItemCount => "how many of a piece",
            Ty::PlainRange => "a range with both ends given",
            Ty::Rotations => "a list of rotations",
            Ty::Info => "where a game comes from",
            Ty::InfoItem => "a fact about where a game comes from",
            Ty::Graphics => "how a game is drawn",
            Ty::GraphicsItem => "a rule of drawing",
            Ty::Colour => "a colour",
            Ty::Ai => "hints for computer players",
            Ty::Recon => "notes for reconstruction",
            Ty::ReconItem => "a note for reconstruction",
            Ty::Agent => "a computer player",
            Ty::Selection => "how a search tree is descended",
            Ty::Heuristics => "an evaluation of positions",
            Ty::HeuristicTerm => "a term of an evaluation",
            Ty::HeuristicTransformation => "a transformation of a term",
            Ty::Weight => "a name with its weight",
            Ty::Features => "sets of features",
            Ty::FeatureSet => "a set of features",
            Ty::FeatureTrees => "trees of features",
            Ty::LogitTree => "a regression tree",
            Ty::LogitNode => "a node of a regression tree",
            Ty::DecisionTree => "a decision tree",
            Ty::DecisionTreeNode => "a node of a decision tree",
            Ty::Enum(def) => def.doc,
        }
    }

    /// The type's name as messages and the reference write it.
    pub fn name(self) -> &'static str {
        match self {
            Ty::Game => "game",
            Ty::Match => "match",
            Ty::Root => "root",
            Ty::Metadata => "metadata",
            Ty::Bool => "bool",
            Ty::Int => "int",
            Ty::Float => "float",
            Ty::Dim => "dim",
            Ty::Region => "region",
            Ty::IntArray => "ints",
            Ty::Range => "range",
            Ty::Direction => "direction",
            Ty::Graph => "graph",
            Ty::Moves => "moves",
            Ty::NonDecision => "effect",
            Ty::Text => "text",
            Ty::IntLit => "int constant",
            Ty::FloatLit => "float constant",
            Ty::BoolLit => "bool constant",
            Ty::Then => "then",
            Ty::Player => "player",
            Ty::To => "to",
            Ty::From => "from",
            Ty::Between => "between",
            Ty::Piece => "piece",
            Ty::Poly => "poly",
            Ty::StartRule => "start rule",
            Ty::Start => "start",
            Ty::Track => "track",
            Ty::End => "end",
            Ty::EndRule => "end rule",
            Ty::EndIf => "end if",
            Ty::Facing => "facing",
            Ty::Play => "play",
            Ty::Players => "players",
            Ty::Mode => "mode",
            Ty::Flips => "flips",
            Ty::Values => "values",
            Ty::Step => "step",
            Ty::Subgame => "subgame",
            Ty::Meta => "meta",
            Ty::MetaRule => "meta rule",
            Ty::Result => "result",
            Ty::NextPhase => "next phase",
            Ty::IntArrayDifference => "int array difference",
            Ty::Apply => "apply",
            Ty::Equipment => "equipment",
            Ty::Rules => "rules",
            Ty::Item => "item",
            Ty::TilePath => "tile path",
            Ty::TrackStep => "track step",
            Ty::DeckCard => "deck card",
            Ty::Hint => "hint",
            Ty::MapPair => "map pair",
            Ty::Games => "games",
            Ty::PlayerFacing => "player facing",
            Ty::Phase => "phase",
            Ty::EndScore => "end score",
            Ty::Payoff => "payoff",
            Ty::ItemCount => "item count",
            Ty::PlainRange => "plain range",
            Ty::Rotations => "rotations",
            Ty::Info => "info",
            Ty::InfoItem => "info item",
            Ty::Graphics => "graphics",
            Ty::GraphicsItem => "graphics item",
            Ty::Colour => "colour",
            Ty::Ai => "ai",
            Ty::Recon => "recon",
            Ty::ReconItem => "recon item",
            Ty::Agent => "agent",
            Ty::Selection => "selection",
            Ty::Heuristics => "heuristics",
            Ty::HeuristicTerm => "heuristic term",
            Ty::HeuristicTransformation => "heuristic transformation",
            Ty::Weight => "weight",
            Ty::Features => "features",
            Ty::FeatureSet => "feature set",
            Ty::FeatureTrees => "feature trees",
            Ty::LogitTree => "logit tree",
            Ty::LogitNode => "logit node",
            Ty::DecisionTree => "decision tree",
            Ty::DecisionTreeNode => "decision tree node",
            Ty::Enum(def) => def.name,
        }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether something that is `given` may stand where `wanted` is asked for. Almost all types stand only for
/// themselves: nothing converts silently.
pub fn accepts(wanted: Ty, given: Ty) -> bool {
    if wanted == given {
        return true;
    }
    match (wanted, given) {
        (Ty::Int | Ty::Dim, Ty::IntLit) => true,
        (Ty::Float, Ty::FloatLit | Ty::IntLit) | (Ty::FloatLit, Ty::IntLit) => true,
        (Ty::Bool, Ty::BoolLit) => true,
        (Ty::Root, Ty::Game | Ty::Match) => true,
        (Ty::Moves, Ty::NonDecision | Ty::Step | Ty::Apply) => true,
        (Ty::NonDecision, Ty::Step) => true,
        (Ty::Int, Ty::NextPhase) => true,
        (Ty::IntArray, Ty::IntArrayDifference | Ty::Rotations) => true,
        (Ty::Range, Ty::PlainRange) => true,
        (Ty::EndRule, Ty::EndIf) => true,
        (Ty::GraphicsItem, Ty::Colour) => true,
        (Ty::Direction, Ty::Enum(def)) => def.name == "AbsoluteDirection" || def.name == "RelativeDirection",
        (Ty::Facing, Ty::Enum(def)) => def.name == "CompassDirection",
        (_, _) => false,
    }
}

//! What a ludeme says about the game it stands in: small rules beside each entry, from a pattern of the clause to
//! the names of concepts. Knows neither the list of concepts nor how rules are applied; that is `crates/concepts`.
//!
//! By itself a clause shows what its arguments show. Rules add to that, and some arguments say nothing about the
//! game where they stand ([`Rule::Hides`]): a graph that is cut up afterwards has no tiling worth naming.
//!
//! A path names an argument by its parameter, `to`, or an argument of an argument, `to/if`.

/// One rule of an entry. `concepts` are names of the taxonomy.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// Whoever uses this ludeme has these.
    Shows(&'static [&'static str]),
    /// These, where all tests hold.
    When(&'static [Test], &'static [&'static str]),
    /// What stands in these arguments does not count.
    Hides(&'static [&'static str]),
    /// Only what the rules of the entry say counts, nothing of what stands inside.
    HidesAll,
    /// What is shown inside and becomes something else here; of each list the first that is shown is turned.
    Turns(&'static [(&'static str, &'static [&'static str])]),
    /// Rules shared with other entries.
    Also(&'static [Rule]),
    /// What the pieces may do counts as standing here, where the clause does not say what they do instead.
    MovesOfPieces,
    /// An ending: a condition that shows all of the first names, and none of the second, is an ending of this kind
    /// for whom the result says. The last name is the stem: `Line` makes `LineEnd`, `LineWin`, `LineLoss`, `LineDraw`.
    Ends(&'static [(&'static [&'static str], &'static [&'static str], &'static str)]),
}

/// A question about the arguments of a clause.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// The argument is written.
    Given(&'static str),
    /// The argument is left out.
    Missing(&'static str),
    /// The argument is one of these words, texts, or `True` and `False`.
    Word(&'static str, &'static [&'static str]),
    /// Something in the argument shows one of these concepts.
    Inside(&'static str, &'static [&'static str]),
    /// Everything in the list shows one of these concepts.
    Each(&'static str, &'static [&'static str]),
    /// The argument is a clause of one of these entries (`count Pieces`).
    Clause(&'static str, &'static [&'static str]),
    /// Such a clause stands somewhere in the argument.
    Within(&'static str, &'static [&'static str]),
    /// The argument is a number written out (or computed from such), or a list with one, between these two.
    Number(&'static str, i64, i64),
    /// A number that is more than one, or that is not written out.
    NotSmall(&'static str),
    /// Two arguments are the same number.
    Same(&'static str, &'static str),
    /// The argument is a text that contains this.
    TextHas(&'static str, &'static str),
    /// A list of so many items, or a list of lists the first of which has so many.
    Items(&'static str, usize),
    /// Some site named by the argument is on the board.
    OnBoard(&'static str),
    /// Some site named by the argument is beside the board.
    OffBoard(&'static str),
    /// Something inside this clause, whatever argument, shows one of these.
    Here(&'static [&'static str]),
    /// One of these holds.
    Any(&'static [Test]),
    /// All of these hold.
    All(&'static [Test]),
    /// This does not hold.
    Not(&'static Test),
}

use Rule::When;
use Test::{All, Any, Clause, Inside, Not, NotSmall, Number, Word};

/// Comparing a number of pieces with something.
pub const COUNTS: &[Rule] = &[
    When(&[PIECES_LEFT], &["CountPiecesComparison"]),
    When(&[PIECES_RIGHT], &["CountPiecesComparison"]),
    When(&[PIECES_LEFT, Word("valueA/role", &["Mover"])], &["CountPiecesMoverComparison"]),
    When(&[PIECES_LEFT, Word("valueA/role", &["Next", "Player"])], &["CountPiecesNextComparison"]),
    When(&[ONLY_RIGHT, Word("valueB/role", &["Mover"])], &["CountPiecesMoverComparison"]),
    When(&[ONLY_RIGHT, Word("valueB/role", &["Next", "Player"])], &["CountPiecesNextComparison"]),
];
const PIECES_LEFT: Test = Clause("valueA", &["count Pieces"]);
const PIECES_RIGHT: Test = Clause("valueB", &["count Pieces"]);
const ONLY_RIGHT: Test = All(&[PIECES_RIGHT, Not(&PIECES_LEFT)]);

/// What is said by comparing certain things for equality, whichever stands first.
pub const SAMENESS: &[Rule] = &[
    When(&[NONE_LEFT], &["NoPiece"]),
    When(&[NONE_RIGHT], &["NoPiece"]),
    When(&[NONE_LEFT, Word("valueA/role", &["Mover"])], &["NoPieceMover"]),
    When(&[NONE_LEFT, Word("valueA/role", &["Next"])], &["NoPieceNext"]),
    When(&[NONE_RIGHT, Word("valueB/role", &["Mover"])], &["NoPieceMover"]),
    When(&[NONE_RIGHT, Word("valueB/role", &["Next"])], &["NoPieceNext"]),
    When(&[Clause("valueA", &["counter"]), ANY_NUMBER_RIGHT], &["ProgressCheck"]),
    When(&[Clause("valueB", &["counter"]), ANY_NUMBER_LEFT], &["ProgressCheck"]),
    When(&[Clause("valueA", WHERE), Number("valueB", -1, -1)], &["NoTargetPiece"]),
    When(&[Clause("valueB", WHERE), Number("valueA", -1, -1)], &["NoTargetPiece"]),
    When(&[Clause("valueA", WHERE), Clause("valueB", &["mapEntry"])], &["Contains"]),
    When(&[Clause("valueB", WHERE), Clause("valueA", &["mapEntry"])], &["Contains"]),
    When(&[Clause("valueA", &["what"]), Clause("valueB", ID)], &["IsPieceAt"]),
    When(&[Clause("valueB", &["what"]), Clause("valueA", ID)], &["IsPieceAt"]),
];
const NONE_LEFT: Test = All(&[PIECES_LEFT, Number("valueB", 0, 0)]);
const NONE_RIGHT: Test = All(&[PIECES_RIGHT, Number("valueA", 0, 0)]);
const ANY_NUMBER_LEFT: Test = Number("valueA", i64::MIN, i64::MAX);
const ANY_NUMBER_RIGHT: Test = Number("valueB", i64::MIN, i64::MAX);
const WHERE: &[&str] = &["where", "where#2", "where Level", "where Level#2"];
const ID: &[&str] = &["id [int]", "id [int]#2"];

/// Taking a piece off the board, or carrying it away.
const CAPTURES: &[&str] = &["RemoveEffect", "FromToEffect"];

/// All hops.
pub const HOPS: &[Rule] = &[
    When(&[Test::Missing("directions")], &["AdjacentDirection"]),
    When(&[Inside("to/effect/effect", CAPTURES)], &["ReplacementCapture"]),
    When(&[Inside("between/effect", CAPTURES)], &["HopCapture"]),
    Rule::Hides(&["to/effect", "to/type", "to/region", "to/site", "to/level", "between/trail"]),
];

/// Hops chosen by a player that may leave more than one site behind, or start or land at a distance.
pub const LONG_HOPS: &[Rule] = &[
    When(&[Any(&[LONG_HURDLE, FAR_FROM_HURDLE])], &["HopDecisionMoreThanOne"]),
    When(
        &[
            Any(&[LONG_HURDLE, Test::Here(&["HopDecisionMoreThanOne"])]),
            Any(&[Inside("between/effect", CAPTURES), Test::Here(&["HopCapture"])]),
        ],
        &["HopCaptureMoreThanOne"],
    ),
];
const LONG_HURDLE: Test =
    Any(&[NotSmall("between/range/value"), NotSmall("between/range/min"), NotSmall("between/range/max")]);
const FAR_FROM_HURDLE: Test = Any(&[NotSmall("between/before"), NotSmall("between/after")]);

/// All slides.
pub const SLIDES: &[Rule] = &[
    When(&[Test::Missing("directions")], &["AdjacentDirection"]),
    When(&[Test::Missing("between/if")], &["Contains"]),
    When(&[Inside("to/effect/effect", CAPTURES)], &["ReplacementCapture"]),
    Rule::Hides(&["to/type", "to/region", "to/site", "to/level", "between/range/min"]),
];

/// Kinds of endings, by what their condition shows.
pub const ENDINGS: &[Rule] = &[Rule::Ends(&[
    (&["NoMoves"], &[], "NoMoves"),
    (&["ProgressCheck"], &[], "NoProgress"),
    (&["Scoring"], &[], "Scoring"),
    (&["NoPieceMover"], &[], "NoOwnPieces"),
    (&["Fill"], &[], "Fill"),
    (&["Contains"], &[], "Reach"),
    (&["CanNotMove", "Threat"], &[], "Checkmate"),
    (&["NoTargetPiece"], &[], "NoTargetPiece"),
    (&["NoPieceNext"], &[], "EliminatePieces"),
    (&["CountPiecesNextComparison"], &[], "EliminatePieces"),
    (&["NoPiece"], &["NoPieceMover"], "EliminatePieces"),
    (&["Line"], &[], "Line"),
    (&["Connection"], &[], "Connection"),
    (&["Group"], &[], "Group"),
    (&["Loop"], &[], "Loop"),
    (&["Pattern"], &[], "Pattern"),
    (&["Territory"], &[], "Territory"),
    (&["PathExtent"], &[], "PathExtent"),
])];

/// What a word of the language shows by itself, whatever clause it stands in.
pub static WORDS: &[(&str, &str, &str)] = &[
    ("SiteType", "Vertex", "Vertex"),
    ("SiteType", "Edge", "Edge"),
    ("SiteType", "Cell", "Cell"),
    ("AbsoluteDirection", "Adjacent", "AdjacentDirection"),
    ("AbsoluteDirection", "Diagonal", "DiagonalDirection"),
    ("AbsoluteDirection", "All", "AllDirections"),
    ("AbsoluteDirection", "OffDiagonal", "OffDiagonalDirection"),
    ("AbsoluteDirection", "Orthogonal", "OrthogonalDirection"),
    ("AbsoluteDirection", "Rotational", "RotationalDirection"),
    ("AbsoluteDirection", "SameLayer", "SameLayerDirection"),
    ("RelativeDirection", "Forward", "ForwardDirection"),
    ("RelativeDirection", "Backward", "BackwardDirection"),
    ("RelativeDirection", "Forwards", "ForwardsDirection"),
    ("RelativeDirection", "Backwards", "BackwardsDirection"),
    ("RelativeDirection", "Rightward", "RightwardDirection"),
    ("RelativeDirection", "Leftward", "LeftwardDirection"),
    ("RelativeDirection", "Rightwards", "RightwardsDirection"),
    ("RelativeDirection", "Leftwards", "LeftwardsDirection"),
    ("RelativeDirection", "FL", "ForwardLeftDirection"),
    ("RelativeDirection", "FR", "ForwardRightDirection"),
    ("RelativeDirection", "BL", "BackwardLeftDirection"),
    ("RelativeDirection", "BR", "BackwardRightDirection"),
    ("RelativeDirection", "SameDirection", "SameDirection"),
    ("RelativeDirection", "OppositeDirection", "OppositeDirection"),
];

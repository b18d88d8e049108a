//! Passing, rolling, dealing, betting, voting, proposing, triggering and other effects.

use crate::concept::Rule::{Shows, When};
use crate::concept::Test::Word;
use crate::effects::lowering as effects;
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{DEALABLE_TYPE, ROLE_TYPE};
use crate::meaning::Meaning;
use crate::moves::lowering;
use crate::ty::Ty;

pub static BET: Ludeme = Ludeme {
    id: "bet",
    head: "bet",
    gives: Ty::NonDecision,
    doc: "Lets a player bet.",
    example: "(bet Mover (range 0 5))",
    english: "bet an amount {range:fromto}[ ({player:player})][ ({role:player})]",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        req("range", Ty::Range, "from how much to how much"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["BetEffect"])],
    meaning: Meaning::Moves(|a, cx| lowering::bet(a, cx, false)),
    ..BASE
};

pub static DEAL_MOVES: Ludeme = Ludeme {
    id: "deal [moves]",
    head: "deal",
    gives: Ty::NonDecision,
    doc: "Deals cards or dominoes to the players.",
    example: "(deal Cards 3 beginWith:(mover))",
    english: "deal {count|one} {type:enum}[ to each player, beginning with Player {beginWith}]",
    params: &[
        req("type", Ty::Enum(&DEALABLE_TYPE), "what is dealt"),
        opt("count", Ty::Int, "how many each player gets; 1, if left out"),
        opt_named("beginWith", Ty::Int, "the player who gets the first, by number"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[
        When(&[Word("type", &["Cards"])], &["Card"]),
        When(&[Word("type", &["Dominoes"])], &["Domino"]),
    ],
    meaning: Meaning::Moves(effects::deal),
    ..BASE
};

pub static NOTE: Ludeme = Ludeme {
    id: "note",
    head: "note",
    gives: Ty::NonDecision,
    doc: "Tells players something.",
    example: "(note \"Check\")",
    english: "tell [{to:player} ][{toRole:player} ][(of {player:player}) ][(of {playerRole:player}) ]{message:quoted}{messageInt}{messageIntArray:array}{messageFloat}{messageBoolean:cond}{messageRegion}{messageRange:fromto}{messageDirection:dir}{messageGraph:graph}",
    params: &[
        opt_named("player", Ty::Int, "about which player, by number").or(1),
        opt_named("playerRole", Ty::Enum(&ROLE_TYPE), "about which player, by role").label("player").or(1),
        req("message", Ty::Text, "the text").or(2),
        req("messageInt", Ty::Int, "a whole number").or(2),
        req("messageIntArray", Ty::IntArray, "a list of numbers").or(2),
        req("messageFloat", Ty::Float, "a decimal number").or(2),
        req("messageBoolean", Ty::Bool, "a condition").or(2),
        req("messageRegion", Ty::Region, "a region").or(2),
        req("messageRange", Ty::Range, "a range").or(2),
        req("messageDirection", Ty::Direction, "directions").or(2),
        req("messageGraph", Ty::Graph, "a graph").or(2),
        opt_named("to", Ty::Player, "who is told, by number").or(3),
        opt_named("toRole", Ty::Enum(&ROLE_TYPE), "who is told; everyone, if left out").label("to").or(3),
    ],
    meaning: Meaning::Moves(effects::note),
    ..BASE
};

pub static PASS: Ludeme = Ludeme {
    id: "pass",
    head: "pass",
    gives: Ty::NonDecision,
    doc: "Does nothing.",
    example: "(pass)",
    english: "pass",
    params: &[opt("then", Ty::Then, "what happens after the move")],
    concepts: &[Shows(&["PassEffect"])],
    meaning: Meaning::Moves(|a, cx| lowering::pass(a, cx, false)),
    ..BASE
};

pub static PLAY_CARD: Ludeme = Ludeme {
    id: "playCard",
    head: "playCard",
    gives: Ty::NonDecision,
    doc: "Plays a card from the hand.",
    example: "(playCard)",
    english: "play a card",
    params: &[opt("then", Ty::Then, "what happens after the move")],
    meaning: Meaning::Moves(|a, cx| lowering::play_card(a, cx, false)),
    ..BASE
};

pub static PROPOSE: Ludeme = Ludeme {
    id: "propose",
    head: "propose",
    gives: Ty::NonDecision,
    doc: "Puts something to the vote.",
    example: "(propose \"End\")",
    english: "propose {proposition:quoted}{propositions:quotedor}",
    params: &[
        req("proposition", Ty::Text, "the name of the proposal").or(1),
        req("propositions", Ty::Text, "the names of several proposals").array(1).or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["ProposeEffect"])],
    meaning: Meaning::Moves(|a, cx| lowering::propose(a, cx, false)),
    ..BASE
};

pub static RANDOM: Ludeme = Ludeme {
    id: "random",
    head: "random",
    gives: Ty::Moves,
    doc: "One of several moves, drawn at random by their weights.",
    example: "(random {0.25 0.75} {(forEach Piece) (move Pass)})",
    english: "*",
    params: &[
        req("probabilities", Ty::Float, "the weights, in the order of the moves").array(1),
        req("moves", Ty::Moves, "the moves").array(1),
    ],
    concepts: &[Shows(&["Stochastic"])],
    meaning: Meaning::Moves(effects::random),
    ..BASE
};

pub static RANDOM_2: Ludeme = Ludeme {
    id: "random#2",
    head: "random",
    gives: Ty::Moves,
    doc: "Some of the moves, drawn at random.",
    example: "(random (forEach Piece) num:2)",
    english: "*",
    params: &[req("moves", Ty::Moves, "the moves"), named("num", Ty::Int, "how many")],
    concepts: &[Shows(&["Stochastic"])],
    meaning: Meaning::Moves(effects::random_some),
    ..BASE
};

pub static ROLL: Ludeme = Ludeme {
    id: "roll",
    head: "roll",
    gives: Ty::NonDecision,
    doc: "Throws all the dice.",
    example: "(roll)",
    english: "roll the dice",
    params: &[opt("then", Ty::Then, "what happens after the move")],
    concepts: &[Shows(&["Roll"])],
    meaning: Meaning::Moves(effects::roll),
    ..BASE
};

pub static SATISFY: Ludeme = Ludeme {
    id: "satisfy",
    head: "satisfy",
    gives: Ty::NonDecision,
    doc: "The constraints of a puzzle: the moves are all settings of a variable that keep them.",
    example: "(satisfy (all Different))",
    english: "*",
    params: &[
        req("constraint", Ty::Bool, "the only constraint").or(1),
        req("constraints", Ty::Bool, "the constraints").array(1).or(1),
    ],
    concepts: &[Shows(&["DeductionPuzzle", "CopyContext"])],
    meaning: Meaning::Moves(effects::satisfy),
    ..BASE
};

pub static TRIGGER: Ludeme = Ludeme {
    id: "trigger",
    head: "trigger",
    gives: Ty::NonDecision,
    doc: "Triggers an event for a player, to be seen with `(is Triggered …)`.",
    example: "(trigger \"Lost\" Next)",
    english: "record the event {event:quoted} for [{player:player}][{role:player}]",
    params: &[
        req("event", Ty::Text, "the name of the event"),
        req("player", Ty::Int, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["Trigger"])],
    meaning: Meaning::Moves(effects::trigger),
    ..BASE
};

pub static VOTE: Ludeme = Ludeme {
    id: "vote",
    head: "vote",
    gives: Ty::NonDecision,
    doc: "Votes on the proposal.",
    example: "(vote {\"Yes\" \"No\"})",
    english: "vote {vote:quoted}{votes:quotedor}",
    params: &[
        req("vote", Ty::Text, "the vote").or(1),
        req("votes", Ty::Text, "the votes that are possible").array(1).or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["VoteEffect"])],
    meaning: Meaning::Moves(|a, cx| lowering::vote(a, cx, false)),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &BET,
    &DEAL_MOVES,
    &NOTE,
    &PASS,
    &PLAY_CARD,
    &PROPOSE,
    &RANDOM,
    &RANDOM_2,
    &ROLL,
    &SATISFY,
    &TRIGGER,
    &VOTE,
];

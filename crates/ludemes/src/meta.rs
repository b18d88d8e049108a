//! Rules that apply to the whole game.

use crate::concept::Rule::{Shows, When};
use crate::concept::Test::{Any, Missing, Word};
use crate::entry::{BASE, Ludeme, opt, req};
use crate::enums::{GRAVITY_TYPE, NO_STACK_ON_TYPE, PASS_END_TYPE, PIN_TYPE, REPETITION_TYPE};
use crate::meaning::Meaning;
use crate::ty::Ty;

pub static AUTOMOVE: Ludeme = Ludeme {
    id: "automove",
    head: "automove",
    gives: Ty::MetaRule,
    doc: "Where only one move is possible on a site, it is made at once.",
    example: "(automove)",
    english: "Where a player has only one possible move, it is made at once.",
    concepts: &[Shows(&["AutoMove"])],
    meaning: Meaning::Part,
    ..BASE
};

pub static GRAVITY: Ludeme = Ludeme {
    id: "gravity",
    head: "gravity",
    gives: Ty::MetaRule,
    doc: "Pieces fall to the lowest free place after every move.",
    example: "(gravity)",
    english: "Pieces fall {type:enum|down the sides of a pyramid}.",
    params: &[opt("type", Ty::Enum(&GRAVITY_TYPE), "how they fall; down a pyramid, if left out")],
    concepts: &[Shows(&["CopyContext"])],
    meaning: Meaning::Part,
    ..BASE
};

pub static NO_STACK_ON: Ludeme = Ludeme {
    id: "noStackOn",
    head: "noStackOn",
    gives: Ty::MetaRule,
    doc: "Pieces may not be put on top of certain pieces.",
    example: "(noStackOn Fallen)",
    english: "No piece may be put on {type:enum}.",
    params: &[req("type", Ty::Enum(&NO_STACK_ON_TYPE), "on which")],
    meaning: Meaning::Part,
    ..BASE
};

pub static PASS_END: Ludeme = Ludeme {
    id: "passEnd",
    head: "passEnd",
    gives: Ty::MetaRule,
    doc: "What happens when all players pass in a row. Without this rule the game ends in a draw.",
    example: "(passEnd NoEnd)",
    english: "When all players pass in turn, {type:enum}.",
    params: &[req("type", Ty::Enum(&PASS_END_TYPE), "what happens")],
    meaning: Meaning::Part,
    ..BASE
};

pub static PIN: Ludeme = Ludeme {
    id: "pin",
    head: "pin",
    gives: Ty::MetaRule,
    doc: "Pieces that carry others may not be taken away, on boards of several layers.",
    example: "(pin SupportMultiple)",
    english: "A piece may not be moved if it is held {type:enum}.",
    params: &[req("type", Ty::Enum(&PIN_TYPE), "how many others a piece must carry to be held")],
    meaning: Meaning::Part,
    ..BASE
};

pub static SWAP: Ludeme = Ludeme {
    id: "swap",
    head: "swap",
    gives: Ty::MetaRule,
    doc: "After the first move the second player may take over that player's side.",
    example: "(swap)",
    english: "After the first move, the second player may swap sides instead of moving (the pie rule).",
    concepts: &[Shows(&["SwapPlayersDecision", "SwapOption"])],
    meaning: Meaning::Part,
    ..BASE
};

pub static NO_REPEAT: Ludeme = Ludeme {
    id: "no Repeat",
    head: "no",
    keyword: Some("Repeat"),
    gives: Ty::MetaRule,
    doc: "A move may not bring back a position.",
    example: "(no Repeat Positional)",
    english: "No move may bring back an earlier position (comparing {repetition:enum|pieces and player to move, in the whole game}).",
    params: &[opt(
        "repetition",
        Ty::Enum(&REPETITION_TYPE),
        "what counts as the same position; where the pieces stand, if left out",
    )],
    concepts: &[
        When(&[Any(&[Missing("repetition"), Word("repetition", &["Positional"])])], &["PositionalSuperko"]),
        When(&[Word("repetition", &["PositionalInTurn"])], &["TurnKo"]),
        When(&[Word("repetition", &["SituationalInTurn"])], &["SituationalTurnKo"]),
        When(&[Word("repetition", &["Situational"])], &["SituationalSuperko"]),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static NO_SUICIDE: Ludeme = Ludeme {
    id: "no Suicide",
    head: "no",
    keyword: Some("Suicide"),
    gives: Ty::MetaRule,
    doc: "A move may not lose the game for the player who makes it.",
    example: "(no Suicide)",
    english: "No move may make the player who makes it lose.",
    meaning: Meaning::Part,
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&AUTOMOVE, &GRAVITY, &NO_STACK_ON, &PASS_END, &PIN, &SWAP, &NO_REPEAT, &NO_SUICIDE];

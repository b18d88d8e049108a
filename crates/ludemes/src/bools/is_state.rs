//! Conditions on the whole position or its history.

use crate::concept::Rule::Shows;
use crate::entry::{BASE, Ludeme, opt};
use crate::enums::REPETITION_TYPE;
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::game::Repeat;
use ludarium_engine::kernel::Bool;

pub static IS_REPEAT: Ludeme = Ludeme {
    id: "is Repeat",
    head: "is",
    keyword: Some("Repeat"),
    gives: Ty::Bool,
    doc: "True when the position has occurred before.",
    example: "(is Repeat)",
    english: "the position ({repetition:enum|pieces and player to move, in the whole game}) <has occurred> before",
    params: &[opt(
        "repetition",
        Ty::Enum(&REPETITION_TYPE),
        "what counts as the same position; where the pieces stand, if left out",
    )],
    concepts: &[Shows(&["PositionalSuperko"])],
    meaning: Meaning::Bool(is_repeat),
    ..BASE
};

pub static IS_CYCLE: Ludeme = Ludeme {
    id: "is Cycle",
    head: "is",
    keyword: Some("Cycle"),
    gives: Ty::Bool,
    doc: "True when the players go through the same positions with the same moves for the third time.",
    example: "(is Cycle)",
    english: "the same positions <have> come round again and again",
    meaning: Meaning::Bool(|_, cx| {
        cx.game.uses.cycle_detection = true;
        Ok(Bool::Cycle)
    }),
    ..BASE
};

pub static IS_PENDING: Ludeme = Ludeme {
    id: "is Pending",
    head: "is",
    keyword: Some("Pending"),
    gives: Ty::Bool,
    doc: "True when something was marked as pending by the last move.",
    example: "(is Pending)",
    english: "*",
    meaning: Meaning::Bool(|_, cx| {
        cx.game.uses.pending = true;
        Ok(Bool::Pending)
    }),
    ..BASE
};

pub static IS_FULL: Ludeme = Ludeme {
    id: "is Full",
    head: "is",
    keyword: Some("Full"),
    gives: Ty::Bool,
    doc: "True when no site of the board is empty.",
    example: "(is Full)",
    english: "the board <is> full",
    meaning: Meaning::Bool(|_, _| Ok(Bool::Full)),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&IS_REPEAT, &IS_CYCLE, &IS_PENDING, &IS_FULL];

fn is_repeat<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    let uses = &mut cx.game.uses;
    let kind = match a.word("repetition") {
        Some("Situational") => Repeat::Situational,
        Some("PositionalInTurn") => Repeat::PositionalInTurn,
        Some("SituationalInTurn") => Repeat::SituationalInTurn,
        Some(_) | None => Repeat::Positional,
    };
    match kind {
        Repeat::Positional => uses.no_repeat_positional_game = true,
        Repeat::PositionalInTurn => uses.no_repeat_positional_turn = true,
        Repeat::Situational => uses.no_repeat_situational_game = true,
        Repeat::SituationalInTurn => uses.no_repeat_situational_turn = true,
    }
    Ok(Bool::Repeat(kind))
}

//! The last move, and values of pieces and players.

use crate::common::*;
use crate::concept::Rule::{HidesAll, Shows};
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{ROLE_TYPE, SITE_TYPE};
use crate::ints::state::place;
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::Int;
use ludarium_engine::kernel::int::LastPart;

pub static LAST_FROM: Ludeme = Ludeme {
    id: "last From",
    head: "last",
    keyword: Some("From"),
    gives: Ty::Int,
    doc: "The site where the last move started.",
    example: "(last From)",
    english: "*",
    params: &[opt_named(
        "afterConsequence",
        Ty::Bool,
        "True to take the last thing that the move did, its consequences included; False if left out",
    )],
    meaning: Meaning::Int(|a, cx| {
        Ok(match cx.bool(a, "afterConsequence")? {
            None => Int::LastFrom,
            Some(after) => {
                cx.game.uses.last_actions = true;
                Int::Last { part: LastPart::From, after: Box::new(after) }
            }
        })
    }),
    ..BASE
};

pub static LAST_LEVEL_FROM: Ludeme = Ludeme {
    id: "last LevelFrom",
    head: "last",
    keyword: Some("LevelFrom"),
    gives: Ty::Int,
    doc: "The level of the stack where the last move started.",
    example: "(last LevelFrom)",
    english: "the level the last move started from{afterConsequence? (after its consequences)}",
    params: &[opt_named(
        "afterConsequence",
        Ty::Bool,
        "True to take the last thing that the move did, its consequences included; False if left out",
    )],
    meaning: Meaning::Int(|a, cx| {
        cx.game.uses.last_actions = true;
        Ok(Int::Last { part: LastPart::LevelFrom, after: bool_or(a, cx, "afterConsequence", false)? })
    }),
    ..BASE
};

pub static LAST_TO: Ludeme = Ludeme {
    id: "last To",
    head: "last",
    keyword: Some("To"),
    gives: Ty::Int,
    doc: "The site where the last move went.",
    example: "(last To)",
    english: "*",
    params: &[opt_named(
        "afterConsequence",
        Ty::Bool,
        "True to take the last thing that the move did, its consequences included; False if left out",
    )],
    meaning: Meaning::Int(|a, cx| {
        Ok(match cx.bool(a, "afterConsequence")? {
            None => Int::LastTo,
            Some(after) => {
                cx.game.uses.last_actions = true;
                Int::Last { part: LastPart::To, after: Box::new(after) }
            }
        })
    }),
    ..BASE
};

pub static LAST_LEVEL_TO: Ludeme = Ludeme {
    id: "last LevelTo",
    head: "last",
    keyword: Some("LevelTo"),
    gives: Ty::Int,
    doc: "The level of the stack where the last move went.",
    example: "(last LevelTo)",
    english: "the level the last move went to{afterConsequence? (after its consequences)}",
    params: &[opt_named(
        "afterConsequence",
        Ty::Bool,
        "True to take the last thing that the move did, its consequences included; False if left out",
    )],
    meaning: Meaning::Int(|a, cx| {
        cx.game.uses.last_actions = true;
        Ok(Int::Last { part: LastPart::LevelTo, after: bool_or(a, cx, "afterConsequence", false)? })
    }),
    ..BASE
};

pub static VALUE_RANDOM: Ludeme = Ludeme {
    id: "value Random",
    head: "value",
    keyword: Some("Random"),
    gives: Ty::Int,
    doc: "A number drawn at random.",
    example: "(value Random (range 1 6))",
    english: "a random number {range:fromto}",
    params: &[req("range", Ty::Range, "from which number to which")],
    concepts: &[Shows(&["Stochastic"]), HidesAll],
    meaning: Meaning::Int(|a, cx| {
        cx.game.uses.stochastic = true;
        Ok(Int::Random(Box::new(cx.need_range(a, "range")?)))
    }),
    ..BASE
};

pub static VALUE_PENDING: Ludeme = Ludeme {
    id: "value Pending",
    head: "value",
    keyword: Some("Pending"),
    gives: Ty::Int,
    doc: "The number that the last move left pending.",
    example: "(value Pending)",
    english: "*",
    meaning: Meaning::Int(|_, cx| {
        cx.game.uses.pending = true;
        Ok(Int::Pending)
    }),
    ..BASE
};

pub static VALUE_MOVE_LIMIT: Ludeme = Ludeme {
    id: "value MoveLimit",
    head: "value",
    keyword: Some("MoveLimit"),
    gives: Ty::Int,
    doc: "How many moves the game may last.",
    example: "(value MoveLimit)",
    english: "the greatest number of moves",
    meaning: Meaning::Int(|_, _| Ok(Int::MoveLimit)),
    ..BASE
};

pub static VALUE_TURN_LIMIT: Ludeme = Ludeme {
    id: "value TurnLimit",
    head: "value",
    keyword: Some("TurnLimit"),
    gives: Ty::Int,
    doc: "How many turns the game may last.",
    example: "(value TurnLimit)",
    english: "the greatest number of turns",
    meaning: Meaning::Int(|_, _| Ok(Int::TurnLimit)),
    ..BASE
};

pub static VALUE_PLAYER: Ludeme = Ludeme {
    id: "value Player",
    head: "value",
    keyword: Some("Player"),
    gives: Ty::Int,
    doc: "The value set for a player.",
    example: "(value Player Mover)",
    english: "[{player:poss}][{role:poss}] value",
    params: &[
        req("player", Ty::Int, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    concepts: &[Shows(&["PlayerValue"])],
    meaning: Meaning::Int(|a, cx| Ok(Int::PlayerValue(Box::new(need_player(a, cx, &["player", "role"])?)))),
    ..BASE
};

pub static VALUE_PIECE: Ludeme = Ludeme {
    id: "value Piece",
    head: "value",
    keyword: Some("Piece"),
    gives: Ty::Int,
    doc: "The value of a piece.",
    example: "(value Piece at:(to))",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site of the piece"),
        opt_named("level", Ty::Int, "the level of the stack; the lowest, if left out"),
    ],
    concepts: &[Shows(&["PieceValue"])],
    meaning: Meaning::Int(|a, cx| {
        cx.game.uses.value = true;
        let (kind, site, level) = place(a, cx)?;
        Ok(Int::PieceValue { kind, site, level })
    }),
    ..BASE
};

pub static VALUE: Ludeme = Ludeme {
    id: "value",
    head: "value",
    gives: Ty::Int,
    doc: "The number that `(forEach Value …)` is looking at.",
    example: "(value)",
    english: "that number",
    meaning: Meaning::Int(|_, _| Ok(Int::Value)),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &LAST_FROM,
    &LAST_LEVEL_FROM,
    &LAST_TO,
    &LAST_LEVEL_TO,
    &VALUE_RANDOM,
    &VALUE_PENDING,
    &VALUE_MOVE_LIMIT,
    &VALUE_TURN_LIMIT,
    &VALUE_PLAYER,
    &VALUE_PIECE,
    &VALUE,
];

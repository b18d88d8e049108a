//! Conditions on players: whose turn, friend or enemy, triggered, proposed.

use crate::concept::Rule::{Shows, When};
use crate::concept::Test::Word;
use crate::entry::{BASE, Ludeme, req};
use crate::enums::ROLE_TYPE;
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::{Bool, Int};

pub static IS_MOVER: Ludeme = Ludeme {
    id: "is Mover",
    head: "is",
    keyword: Some("Mover"),
    gives: Ty::Bool,
    doc: "True when it is this player's turn.",
    example: "(is Mover P1)",
    english: "*",
    params: &[
        req("index", Ty::Int, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    meaning: Meaning::Bool(|a, cx| {
        Ok(Bool::Eq(super::who(a, cx, "index", "role")?.into(), Int::Mover.into()))
    }),
    ..BASE
};

pub static IS_NEXT: Ludeme = Ludeme {
    id: "is Next",
    head: "is",
    keyword: Some("Next"),
    gives: Ty::Bool,
    doc: "True when this player moves next.",
    example: "(is Next P1)",
    english: "*",
    params: &[
        req("index", Ty::Int, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    meaning: Meaning::Bool(|a, cx| {
        Ok(Bool::Eq(super::who(a, cx, "index", "role")?.into(), Int::Next.into()))
    }),
    ..BASE
};

pub static IS_PREV: Ludeme = Ludeme {
    id: "is Prev",
    head: "is",
    keyword: Some("Prev"),
    gives: Ty::Bool,
    doc: "True when this player moved last.",
    example: "(is Prev Mover)",
    english: "*",
    params: &[
        req("index", Ty::Int, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    meaning: Meaning::Bool(|a, cx| {
        Ok(Bool::Eq(super::who(a, cx, "index", "role")?.into(), Int::Prev.into()))
    }),
    ..BASE
};

pub static IS_FRIEND: Ludeme = Ludeme {
    id: "is Friend",
    head: "is",
    keyword: Some("Friend"),
    gives: Ty::Bool,
    doc: "True when this player is the mover or on the mover's team.",
    example: "(is Friend (who at:(to)))",
    english: "*",
    params: &[
        req("index", Ty::Int, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    concepts: &[Shows(&["IsFriend"])],
    meaning: Meaning::Bool(|a, cx| Ok(Bool::Friend(super::who(a, cx, "index", "role")?.into()))),
    ..BASE
};

pub static IS_ENEMY: Ludeme = Ludeme {
    id: "is Enemy",
    head: "is",
    keyword: Some("Enemy"),
    gives: Ty::Bool,
    doc: "True when this player is against the mover. Nobody and neutral pieces are not enemies.",
    example: "(is Enemy (who at:(to)))",
    english: "*",
    params: &[
        req("index", Ty::Int, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    concepts: &[Shows(&["IsEnemy"])],
    meaning: Meaning::Bool(|a, cx| Ok(Bool::Enemy(super::who(a, cx, "index", "role")?.into()))),
    ..BASE
};

pub static IS_ACTIVE: Ludeme = Ludeme {
    id: "is Active",
    head: "is",
    keyword: Some("Active"),
    gives: Ty::Bool,
    doc: "True when this player is still in the game.",
    example: "(is Active P3)",
    english: "[{index:player}][{role:player}] <is> still in the game",
    params: &[
        req("index", Ty::Int, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    meaning: Meaning::Bool(|a, cx| Ok(Bool::Active(super::who(a, cx, "index", "role")?.into()))),
    ..BASE
};

pub static IS_TRIGGERED: Ludeme = Ludeme {
    id: "is Triggered",
    head: "is",
    keyword: Some("Triggered"),
    gives: Ty::Bool,
    doc: "True when an event has been triggered for a player with `(trigger …)`.",
    example: "(is Triggered \"Lost\" Next)",
    english: "the event {event:quoted} <has happened> for [{index:player}][{role:player}]",
    params: &[
        req("event", Ty::Text, "the name of the event"),
        req("index", Ty::Int, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    concepts: &[When(&[Word("event", &["Connected"])], &["Connection"])],
    meaning: Meaning::Bool(|a, cx| Ok(Bool::Triggered(super::who(a, cx, "index", "role")?.into()))),
    ..BASE
};

pub static IS_PROPOSED: Ludeme = Ludeme {
    id: "is Proposed",
    head: "is",
    keyword: Some("Proposed"),
    gives: Ty::Bool,
    doc: "True when a proposal has been made that is open to a vote.",
    example: "(is Proposed \"End\")",
    english: "{string:quoted} <has been proposed>",
    params: &[req("string", Ty::Text, "the name of the proposal")],
    meaning: Meaning::Bool(|a, cx| Ok(Bool::Proposed(cx.name(a.text("string").unwrap_or_default())))),
    ..BASE
};

pub static IS_DECIDED: Ludeme = Ludeme {
    id: "is Decided",
    head: "is",
    keyword: Some("Decided"),
    gives: Ty::Bool,
    doc: "True when a vote has been decided in favour of a proposal.",
    example: "(is Decided \"End\")",
    english: "{string:quoted} <has been agreed>",
    params: &[req("string", Ty::Text, "the name of the proposal")],
    meaning: Meaning::Bool(|a, cx| Ok(Bool::Decided(cx.name(a.text("string").unwrap_or_default())))),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &IS_MOVER,
    &IS_NEXT,
    &IS_PREV,
    &IS_FRIEND,
    &IS_ENEMY,
    &IS_ACTIVE,
    &IS_TRIGGERED,
    &IS_PROPOSED,
    &IS_DECIDED,
];

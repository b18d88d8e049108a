//! Conditions on players: whose turn, friend or enemy, triggered, proposed.

use crate::entry::{BASE, Ludeme, req};
use crate::enums::ROLE_TYPE;
use crate::ty::Ty;

pub static IS_MOVER: Ludeme = Ludeme {
    id: "is Mover",
    head: "is",
    keyword: Some("Mover"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Mover (last To))",
    params: &[
        req("index", Ty::Int, "").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    ..BASE
};

pub static IS_NEXT: Ludeme = Ludeme {
    id: "is Next",
    head: "is",
    keyword: Some("Next"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Next (last To))",
    params: &[
        req("index", Ty::Int, "").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    ..BASE
};

pub static IS_PREV: Ludeme = Ludeme {
    id: "is Prev",
    head: "is",
    keyword: Some("Prev"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Prev (last To))",
    params: &[
        req("index", Ty::Int, "").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    ..BASE
};

pub static IS_FRIEND: Ludeme = Ludeme {
    id: "is Friend",
    head: "is",
    keyword: Some("Friend"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Friend (last To))",
    params: &[
        req("index", Ty::Int, "").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    ..BASE
};

pub static IS_ENEMY: Ludeme = Ludeme {
    id: "is Enemy",
    head: "is",
    keyword: Some("Enemy"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Enemy (last To))",
    params: &[
        req("index", Ty::Int, "").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    ..BASE
};

pub static IS_ACTIVE: Ludeme = Ludeme {
    id: "is Active",
    head: "is",
    keyword: Some("Active"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Active (last To))",
    params: &[
        req("index", Ty::Int, "").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    ..BASE
};

pub static IS_TRIGGERED: Ludeme = Ludeme {
    id: "is Triggered",
    head: "is",
    keyword: Some("Triggered"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Triggered \"Disc\" (last To))",
    params: &[
        req("event", Ty::Text, ""),
        req("index", Ty::Int, "").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    ..BASE
};

pub static IS_PROPOSED: Ludeme = Ludeme {
    id: "is Proposed",
    head: "is",
    keyword: Some("Proposed"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Proposed \"Disc\")",
    params: &[req("string", Ty::Text, "")],
    ..BASE
};

pub static IS_DECIDED: Ludeme = Ludeme {
    id: "is Decided",
    head: "is",
    keyword: Some("Decided"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Decided \"Disc\")",
    params: &[req("string", Ty::Text, "")],
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

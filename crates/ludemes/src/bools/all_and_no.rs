//! Conditions over all of something, or none of it.

use crate::concept::Rule::{Shows, When};
use crate::concept::Test::{Clause, Inside, Missing, Word};
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{ROLE_TYPE, SITE_TYPE};
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::boolean::{NoPieces, PiecesOf};
use ludarium_engine::kernel::{Bool, Dir};
use ludarium_engine::{Direction, Role};

pub static ALL_GROUPS: Ludeme = Ludeme {
    id: "all Groups",
    head: "all",
    keyword: Some("Groups"),
    gives: Ty::Bool,
    doc: "True when every group of pieces satisfies a condition, in which `(sites)` is the group.",
    example: "(all Groups if:(= 3 (count Sites in:(sites))))",
    english: "every group[ of ^# where {of:cond}][ connected {directions:dir}] <is> such that {if:cond}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("directions", Ty::Direction, "the directions in which pieces touch; `Adjacent`, if left out"),
        opt_named(
            "of",
            Ty::Bool,
            "which pieces count, asked of each site as `(to)`; the mover's, if left out",
        ),
        named("if", Ty::Bool, "what must hold of every group"),
    ],
    concepts: &[Shows(&["Group"]), When(&[Missing("directions")], &["AdjacentDirection"])],
    meaning: Meaning::Bool(all_groups),
    ..BASE
};

pub static ALL_VALUES: Ludeme = Ludeme {
    id: "all Values",
    head: "all",
    keyword: Some("Values"),
    gives: Ty::Bool,
    doc: "True when every number of a list satisfies a condition, in which `(value)` is the number.",
    example: "(all Values (values Remembered) if:(> 4 (value)))",
    english: "for every number in {array:array}, {if:cond}",
    params: &[
        req("array", Ty::IntArray, "the list"),
        named("if", Ty::Bool, "what must hold of every number"),
    ],
    meaning: Meaning::Bool(|a, cx| {
        Ok(Bool::AllValues { list: cx.need_int_arr(a, "array")?.into(), cond: cx.need_bool(a, "if")?.into() })
    }),
    ..BASE
};

pub static ALL_SITES: Ludeme = Ludeme {
    id: "all Sites",
    head: "all",
    keyword: Some("Sites"),
    gives: Ty::Bool,
    doc: "True when every site of a region satisfies a condition, in which `(site)` is the site.",
    example: "(all Sites (sites Occupied by:Mover) if:(= 2 (size Stack at:(site))))",
    english: "for each of {region}, {if:cond}",
    params: &[req("region", Ty::Region, "the region"), named("if", Ty::Bool, "what must hold of every site")],
    concepts: &[When(&[Clause("region", &["sites Board"]), Inside("if", &["PieceCount"])], &["NoPiece"])],
    meaning: Meaning::Bool(|a, cx| {
        Ok(Bool::AllSites {
            region: cx.need_region(a, "region")?.into(),
            cond: cx.need_bool(a, "if")?.into(),
        })
    }),
    ..BASE
};

pub static ALL_DIFFERENT: Ludeme = Ludeme {
    id: "all Different",
    head: "all",
    keyword: Some("Different"),
    gives: Ty::Bool,
    doc: "True when every site of a region satisfies a condition, and no two of them hold the same kind \
        of piece.",
    example: "(all Different (sites Board) if:(is Occupied (site)))",
    english: "all numbers found by {if} in {region} <are> different",
    params: &[
        req("region", Ty::Region, "the region"),
        named("if", Ty::Bool, "what must hold of every site, which is `(site)`"),
    ],
    meaning: Meaning::Bool(|a, cx| {
        Ok(Bool::AllDifferent {
            region: cx.need_region(a, "region")?.into(),
            cond: cx.need_bool(a, "if")?.into(),
        })
    }),
    ..BASE
};

pub static ALL_DICE_USED: Ludeme = Ludeme {
    id: "all DiceUsed",
    head: "all",
    keyword: Some("DiceUsed"),
    gives: Ty::Bool,
    doc: "True when every die of the throw has been used.",
    example: "(all DiceUsed)",
    english: "<all dice have> been used",
    concepts: &[Shows(&["Dice"])],
    meaning: Meaning::Bool(|_, cx| {
        cx.game.uses.stochastic = true;
        Ok(Bool::AllDiceUsed)
    }),
    ..BASE
};

pub static ALL_DICE_EQUAL: Ludeme = Ludeme {
    id: "all DiceEqual",
    head: "all",
    keyword: Some("DiceEqual"),
    gives: Ty::Bool,
    doc: "True when all dice show the same.",
    example: "(all DiceEqual)",
    english: "all dice <show> the same number",
    concepts: &[Shows(&["Dice"])],
    meaning: Meaning::Bool(|_, cx| {
        cx.game.uses.stochastic = true;
        Ok(Bool::AllDiceEqual)
    }),
    ..BASE
};

pub static ALL_PASSED: Ludeme = Ludeme {
    id: "all Passed",
    head: "all",
    keyword: Some("Passed"),
    gives: Ty::Bool,
    doc: "True when all players have passed in a row.",
    example: "(all Passed)",
    english: "<all players have> passed in turn",
    meaning: Meaning::Bool(|_, cx| {
        cx.game.uses.not_all_pass = true;
        Ok(Bool::AllPassed)
    }),
    ..BASE
};

pub static CAN_MOVE: Ludeme = Ludeme {
    id: "can Move",
    head: "can",
    keyword: Some("Move"),
    gives: Ty::Bool,
    doc: "True when at least one of the moves is possible. Asked of the player to move.",
    example: "(can Move (forEach Piece))",
    english: "*",
    params: &[req("moves", Ty::Moves, "the moves to try")],
    concepts: &[Shows(&["CanMove"])],
    meaning: Meaning::Bool(|a, cx| Ok(Bool::CanMove(cx.need_moves(a, "moves")?.into()))),
    ..BASE
};

pub static NO_PIECES: Ludeme = Ludeme {
    id: "no Pieces",
    head: "no",
    keyword: Some("Pieces"),
    gives: Ty::Bool,
    doc: "True when there are no pieces of some kind.",
    example: "(no Pieces Next)",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("role", Ty::Enum(&ROLE_TYPE), "whose pieces; anyone's, if left out").or(1),
        opt_named("of", Ty::Int, "whose pieces, by number").or(1),
        opt("name", Ty::Text, "only pieces of this name"),
        opt_named("in", Ty::Region, "where to look; everywhere, if left out"),
    ],
    concepts: &[
        Shows(&["NoPiece"]),
        When(&[Word("role", &["Mover"])], &["NoPieceMover"]),
        When(&[Word("role", &["Next"])], &["NoPieceNext"]),
    ],
    meaning: Meaning::Bool(no_pieces),
    ..BASE
};

pub static NO_MOVES: Ludeme = Ludeme {
    id: "no Moves",
    head: "no",
    keyword: Some("Moves"),
    gives: Ty::Bool,
    doc: "True when a player has no legal move.",
    example: "(no Moves Next)",
    english: "{role:player} <has a> legal move NEG",
    params: &[req("role", Ty::Enum(&ROLE_TYPE), "which player")],
    concepts: &[
        Shows(&["NoMoves"]),
        When(&[Word("role", &["Mover"])], &["NoMovesMover"]),
        When(&[Word("role", &["Next"])], &["NoMovesNext"]),
    ],
    meaning: Meaning::Bool(|a, cx| Ok(Bool::NoMoves(cx.role(a, "role").unwrap_or(Role::Mover)))),
    ..BASE
};

pub static WAS_PASS: Ludeme = Ludeme {
    id: "was Pass",
    head: "was",
    keyword: Some("Pass"),
    gives: Ty::Bool,
    doc: "True when the last move was a pass.",
    example: "(was Pass)",
    english: "the last move <was> a pass",
    meaning: Meaning::Bool(|_, _| Ok(Bool::WasPass)),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &ALL_GROUPS,
    &ALL_VALUES,
    &ALL_SITES,
    &ALL_DIFFERENT,
    &ALL_DICE_USED,
    &ALL_DICE_EQUAL,
    &ALL_PASSED,
    &CAN_MOVE,
    &NO_PIECES,
    &NO_MOVES,
    &WAS_PASS,
];

fn all_groups<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    let adjacent = || Dir::Absolute([Direction::Adjacent].into());
    Ok(Bool::AllGroups {
        kind: super::kind(a, cx),
        dirs: cx.dir(a, "directions")?.unwrap_or_else(adjacent).into(),
        of: cx.bool(a, "of")?.map(Box::new),
        cond: cx.need_bool(a, "if")?.into(),
    })
}

fn no_pieces<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    let of = match cx.int(a, "of")? {
        Some(player) => PiecesOf::Player(player),
        None => PiecesOf::Role(cx.role(a, "role").unwrap_or(Role::All)),
    };
    let whats = a.text("name").map(|name| {
        let components = cx.game.components.iter().enumerate().skip(1);
        components.filter(|(_, c)| c.name.contains(name)).map(|(i, _)| i as u16).collect()
    });
    let kind = a.has("type").then(|| super::kind(a, cx));
    Ok(Bool::NoPieces(NoPieces { kind, of, whats, region: cx.region(a, "in")? }.into()))
}

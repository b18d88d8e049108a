//! Moves collected over pieces, sites, players, dice, values, directions, groups, levels.

use crate::concept::Rule::{Hides, MovesOfPieces, Shows, When};
use crate::concept::Test::Missing;
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{ROLE_TYPE, SITE_TYPE, STACK_DIRECTION};
use crate::meaning::Meaning;
use crate::moves::lowering;
use crate::ty::Ty;

pub static FOR_EACH_LEVEL_MOVES: Ludeme = Ludeme {
    id: "forEach Level [moves]",
    head: "forEach",
    keyword: Some("Level"),
    gives: Ty::NonDecision,
    doc: "The moves for each level of a stack, which is `(level)` within them.",
    example: "(forEach Level (last To) (if (is Enemy (who at:(last To) level:(level))) (addScore Mover \
        1)))",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        req("site", Ty::Int, "the site of the stack"),
        opt("stackDirection", Ty::Enum(&STACK_DIRECTION), "from which end to go; the top, if left out"),
        req("moves", Ty::Moves, "the moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["ControlFlowStatement"])],
    meaning: Meaning::Moves(lowering::for_each_level),
    ..BASE
};

pub static FOR_EACH_TEAM_MOVES: Ludeme = Ludeme {
    id: "forEach Team [moves]",
    head: "forEach",
    keyword: Some("Team"),
    gives: Ty::NonDecision,
    doc: "The moves for each team, whose members are `(team)` within them.",
    example: "(forEach Team (forEach (team) (set Score Player 1)))",
    english: "*",
    params: &[req("moves", Ty::Moves, "the moves"), opt("then", Ty::Then, "what happens after the move")],
    concepts: &[Shows(&["ControlFlowStatement"])],
    meaning: Meaning::Moves(lowering::for_each_team),
    ..BASE
};

pub static FOR_EACH_GROUP: Ludeme = Ludeme {
    id: "forEach Group",
    head: "forEach",
    keyword: Some("Group"),
    gives: Ty::NonDecision,
    doc: "The moves for each group of pieces, which is `(sites)` within them.",
    example: "(forEach Group (addScore Mover (count Sites in:(sites))))",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("directions", Ty::Direction, "the directions in which pieces touch; `Adjacent`, if left out"),
        opt_named(
            "if",
            Ty::Bool,
            "which sites belong to groups, asked of each as `(to)`; those of the mover, if left out",
        ),
        req("moves", Ty::Moves, "the moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[
        Shows(&["Group", "ControlFlowStatement"]),
        When(&[Missing("directions")], &["AdjacentDirection"]),
    ],
    meaning: Meaning::Moves(lowering::for_each_group),
    ..BASE
};

pub static FOR_EACH_DIE: Ludeme = Ludeme {
    id: "forEach Die",
    head: "forEach",
    keyword: Some("Die"),
    gives: Ty::NonDecision,
    doc: "The moves for each die that can still be used, whose number is `(pips)` within them.",
    example: "(forEach Die (forEach Piece))",
    english: "*",
    params: &[
        opt("dice", Ty::Int, "which set of dice, by number; the first, if left out"),
        opt_named("combined", Ty::Bool, "True to try the dice together as well; False if left out"),
        opt_named("replayDouble", Ty::Bool, "True if a double is played twice; False if left out"),
        opt_named("if", Ty::Bool, "which dice can be used; all, if left out"),
        req("moves", Ty::Moves, "the moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["Dice", "ByDieMove", "ControlFlowStatement"])],
    meaning: Meaning::Moves(lowering::for_each_die),
    ..BASE
};

pub static FOR_EACH_DIRECTION: Ludeme = Ludeme {
    id: "forEach Direction",
    head: "forEach",
    keyword: Some("Direction"),
    gives: Ty::NonDecision,
    doc: "The moves for each site in certain directions, which is `(to)` within them. A piece must stand \
        at `(from)`.",
    example: "(forEach Direction (from (last To)) Orthogonal (to if:(is Enemy (who at:(to))) (apply \
        (remove (to)))))",
    english: "*",
    params: &[
        opt("from", Ty::From, "where to start; `(from)`, if left out"),
        opt("directions", Ty::Direction, "in which directions; `Adjacent`, if left out"),
        opt("between", Ty::Between, "how far away, and what must hold on the way; one step, if left out"),
        req("to", Ty::To, "what happens there").or(1),
        req("moves", Ty::Moves, "the moves there").or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[
        Shows(&["ControlFlowStatement"]),
        When(&[Missing("directions")], &["AdjacentDirection"]),
        Hides(&["between/effect"]),
    ],
    meaning: Meaning::Moves(lowering::for_each_direction),
    ..BASE
};

pub static FOR_EACH_SITE_MOVES: Ludeme = Ludeme {
    id: "forEach Site [moves]",
    head: "forEach",
    keyword: Some("Site"),
    gives: Ty::NonDecision,
    doc: "The moves for each site of a region, which is `(site)` within them.",
    example: "(forEach Site (sites Occupied by:Next) (remove (site)))",
    english: "*",
    params: &[
        req("region", Ty::Region, "the region"),
        req("generator", Ty::Moves, "the moves"),
        opt_named("noMoveYet", Ty::Moves, "moves to use if there are none otherwise"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["ControlFlowStatement"])],
    meaning: Meaning::Moves(lowering::for_each_site),
    ..BASE
};

pub static FOR_EACH_VALUE_MOVES: Ludeme = Ludeme {
    id: "forEach Value [moves]",
    head: "forEach",
    keyword: Some("Value"),
    gives: Ty::NonDecision,
    doc: "The moves for each number of a list, which is `(value)` within them.",
    example: "(forEach Value (values Remembered) (move Remove (value)))",
    english: "*",
    params: &[
        req("values", Ty::IntArray, "the list"),
        req("generator", Ty::Moves, "the moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["ControlFlowStatement"])],
    meaning: Meaning::Moves(lowering::for_each_value),
    ..BASE
};

pub static FOR_EACH_VALUE_MOVES_2: Ludeme = Ludeme {
    id: "forEach Value [moves]#2",
    head: "forEach",
    keyword: Some("Value"),
    gives: Ty::NonDecision,
    doc: "The moves for each number of a range, which is `(value)` within them.",
    example: "(forEach Value min:1 max:3 (move Add (piece (value)) (to (sites Empty))))",
    english: "*",
    params: &[
        named("min", Ty::Int, "the first number"),
        named("max", Ty::Int, "the last number"),
        req("generator", Ty::Moves, "the moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["ControlFlowStatement"])],
    meaning: Meaning::Moves(lowering::for_each_value),
    ..BASE
};

pub static FOR_EACH_PIECE: Ludeme = Ludeme {
    id: "forEach Piece",
    head: "forEach",
    keyword: Some("Piece"),
    gives: Ty::NonDecision,
    doc: "The moves of a player's pieces: for each piece those that its kind gives, or those given here. \
        Its site is `(from)`.",
    example: "(forEach Piece \"Pawn\")",
    english: "*",
    params: &[
        opt_named("on", Ty::Enum(&SITE_TYPE), "on cells, vertices or edges; the board's own, if left out"),
        opt("item", Ty::Text, "only pieces of this name").or(1),
        opt("items", Ty::Text, "only pieces of these names").array(1).or(1),
        opt_named("container", Ty::Int, "in which container, by number; on the board, if left out").or(2),
        opt("containerName", Ty::Text, "in which container, by name").or(2),
        opt("moves", Ty::Moves, "the moves; those that the piece's kind gives, if left out"),
        opt("player", Ty::Player, "whose pieces, by number").or(3),
        opt("role", Ty::Enum(&ROLE_TYPE), "whose pieces; the mover's, if left out").or(3),
        opt_named("top", Ty::Bool, "True if only the top of a stack may move; False if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["ForEachPiece", "ControlFlowStatement"]), MovesOfPieces, Hides(&["container"])],
    meaning: Meaning::Moves(lowering::for_each_piece),
    ..BASE
};

pub static FOR_EACH_PLAYER_MOVES: Ludeme = Ludeme {
    id: "forEach Player [moves]",
    head: "forEach",
    keyword: Some("Player"),
    gives: Ty::NonDecision,
    doc: "The moves for each player, who is `(player)` within them.",
    example: "(forEach Player (addScore (player (player)) 1))",
    english: "*",
    params: &[req("moves", Ty::Moves, "the moves"), opt("then", Ty::Then, "what happens after the move")],
    concepts: &[Shows(&["ControlFlowStatement"])],
    meaning: Meaning::Moves(lowering::for_each_player),
    ..BASE
};

pub static FOR_EACH_MOVES: Ludeme = Ludeme {
    id: "forEach [moves]",
    head: "forEach",
    gives: Ty::NonDecision,
    doc: "The moves for each of several players, who is `(player)` within them.",
    example: "(forEach (players Ally) (addScore (player (player)) 1))",
    english: "*",
    params: &[
        req("players", Ty::IntArray, "the players, by number"),
        req("moves", Ty::Moves, "the moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["ControlFlowStatement"])],
    meaning: Meaning::Moves(lowering::for_each_player),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &FOR_EACH_LEVEL_MOVES,
    &FOR_EACH_TEAM_MOVES,
    &FOR_EACH_GROUP,
    &FOR_EACH_DIE,
    &FOR_EACH_DIRECTION,
    &FOR_EACH_SITE_MOVES,
    &FOR_EACH_VALUE_MOVES,
    &FOR_EACH_VALUE_MOVES_2,
    &FOR_EACH_PIECE,
    &FOR_EACH_PLAYER_MOVES,
    &FOR_EACH_MOVES,
];

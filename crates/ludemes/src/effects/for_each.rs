//! Moves collected over pieces, sites, players, dice, values, directions, groups, levels.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{ROLE_TYPE, SITE_TYPE, STACK_DIRECTION};
use crate::ty::Ty;

pub static FOR_EACH_LEVEL_MOVES: Ludeme = Ludeme {
    id: "forEach Level [moves]",
    head: "forEach",
    keyword: Some("Level"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(forEach Level (last To) (move Pass))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        req("site", Ty::Int, "the site"),
        opt("stackDirection", Ty::Enum(&STACK_DIRECTION), ""),
        req("moves", Ty::Moves, "the moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static FOR_EACH_TEAM_MOVES: Ludeme = Ludeme {
    id: "forEach Team [moves]",
    head: "forEach",
    keyword: Some("Team"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(forEach Team (move Pass))",
    params: &[req("moves", Ty::Moves, "the moves"), opt("then", Ty::Then, "what happens after the move")],
    ..BASE
};

pub static FOR_EACH_GROUP: Ludeme = Ludeme {
    id: "forEach Group",
    head: "forEach",
    keyword: Some("Group"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(forEach Group (move Pass))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("directions", Ty::Direction, "the directions to look in"),
        opt_named("if", Ty::Bool, "a condition that must hold"),
        req("moves", Ty::Moves, "the moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static FOR_EACH_DIE: Ludeme = Ludeme {
    id: "forEach Die",
    head: "forEach",
    keyword: Some("Die"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(forEach Die (move Pass))",
    params: &[
        opt("dice", Ty::Int, ""),
        opt_named("combined", Ty::Bool, ""),
        opt_named("replayDouble", Ty::Bool, ""),
        opt_named("if", Ty::Bool, "a condition that must hold"),
        req("moves", Ty::Moves, "the moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static FOR_EACH_DIRECTION: Ludeme = Ludeme {
    id: "forEach Direction",
    head: "forEach",
    keyword: Some("Direction"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(forEach Direction (to (sites Empty)))",
    params: &[
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("directions", Ty::Direction, "the directions to look in"),
        opt("between", Ty::Between, "what must lie between start and goal, and what happens to it"),
        req("to", Ty::To, "where the move goes").or(1),
        req("moves", Ty::Moves, "the moves").or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static FOR_EACH_SITE_MOVES: Ludeme = Ludeme {
    id: "forEach Site [moves]",
    head: "forEach",
    keyword: Some("Site"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(forEach Site (sites Empty) (move Pass))",
    params: &[
        req("region", Ty::Region, "the region"),
        req("generator", Ty::Moves, "how pieces of this kind move, used by `(forEach Piece)`"),
        opt_named("noMoveYet", Ty::Moves, ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static FOR_EACH_VALUE_MOVES: Ludeme = Ludeme {
    id: "forEach Value [moves]",
    head: "forEach",
    keyword: Some("Value"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(forEach Value (array {1 2}) (move Pass))",
    params: &[
        req("values", Ty::IntArray, ""),
        req("generator", Ty::Moves, "how pieces of this kind move, used by `(forEach Piece)`"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static FOR_EACH_VALUE_MOVES_2: Ludeme = Ludeme {
    id: "forEach Value [moves]#2",
    head: "forEach",
    keyword: Some("Value"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(forEach Value min:(last To) max:(last To) (move Pass))",
    params: &[
        named("min", Ty::Int, ""),
        named("max", Ty::Int, ""),
        req("generator", Ty::Moves, "how pieces of this kind move, used by `(forEach Piece)`"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static FOR_EACH_PIECE: Ludeme = Ludeme {
    id: "forEach Piece",
    head: "forEach",
    keyword: Some("Piece"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(forEach Piece)",
    params: &[
        opt_named("on", Ty::Enum(&SITE_TYPE), ""),
        opt("item", Ty::Text, "").or(1),
        opt("items", Ty::Text, "").array(1).or(1),
        opt_named("container", Ty::Int, "").or(2),
        opt("containerName", Ty::Text, "").or(2),
        opt("moves", Ty::Moves, "the moves"),
        opt("player", Ty::Player, "the player, by number").or(3),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(3),
        opt_named("top", Ty::Bool, ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static FOR_EACH_PLAYER_MOVES: Ludeme = Ludeme {
    id: "forEach Player [moves]",
    head: "forEach",
    keyword: Some("Player"),
    gives: Ty::NonDecision,
    doc: "",
    example: "(forEach Player (move Pass))",
    params: &[req("moves", Ty::Moves, "the moves"), opt("then", Ty::Then, "what happens after the move")],
    ..BASE
};

pub static FOR_EACH_MOVES: Ludeme = Ludeme {
    id: "forEach [moves]",
    head: "forEach",
    gives: Ty::NonDecision,
    doc: "",
    example: "(forEach (array {1 2}) (move Pass))",
    params: &[
        req("players", Ty::IntArray, ""),
        req("moves", Ty::Moves, "the moves"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
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

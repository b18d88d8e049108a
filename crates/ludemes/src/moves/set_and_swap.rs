//! Decisions that set a value or swap two things.

use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::ROLE_TYPE;
use crate::ty::Ty;

pub static MOVE_SWAP_PLAYERS: Ludeme = Ludeme {
    id: "move Swap Players",
    head: "move",
    keyword: Some("Swap Players"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Swap Players (last To) (last To))",
    params: &[
        req("player1", Ty::Int, "").or(1),
        req("role1", Ty::Enum(&ROLE_TYPE), "").or(1),
        req("player2", Ty::Int, "").or(2),
        req("role2", Ty::Enum(&ROLE_TYPE), "").or(2),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static MOVE_SWAP_PIECES: Ludeme = Ludeme {
    id: "move Swap Pieces",
    head: "move",
    keyword: Some("Swap Pieces"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Swap Pieces)",
    params: &[
        opt("siteA", Ty::Int, ""),
        opt("siteB", Ty::Int, ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static MOVE_SET_TRUMP_SUIT: Ludeme = Ludeme {
    id: "move Set TrumpSuit",
    head: "move",
    keyword: Some("Set TrumpSuit"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Set TrumpSuit (last To))",
    params: &[
        req("suit", Ty::Int, "").or(1),
        req("suits", Ty::IntArrayDifference, "").or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static MOVE_SET_NEXT_PLAYER: Ludeme = Ludeme {
    id: "move Set NextPlayer",
    head: "move",
    keyword: Some("Set NextPlayer"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Set NextPlayer (player (mover)))",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("nextPlayers", Ty::IntArray, "").or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static MOVE_SET_ROTATION: Ludeme = Ludeme {
    id: "move Set Rotation",
    head: "move",
    keyword: Some("Set Rotation"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Set Rotation)",
    params: &[
        opt("to", Ty::To, "where the move goes"),
        opt("directions", Ty::Int, "").array(1).or(1),
        opt("direction", Ty::Int, "").or(1),
        opt_named("previous", Ty::Bool, ""),
        opt_named("next", Ty::Bool, ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&MOVE_SWAP_PLAYERS, &MOVE_SWAP_PIECES, &MOVE_SET_TRUMP_SUIT, &MOVE_SET_NEXT_PLAYER, &MOVE_SET_ROTATION];

//! Decisions that set a value or swap two things.

use super::lowering;
use crate::concept::Rule::{Hides, Shows};
use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::ROLE_TYPE;
use crate::meaning::Meaning;
use crate::ty::Ty;

pub static MOVE_SWAP_PLAYERS: Ludeme = Ludeme {
    id: "move Swap Players",
    head: "move",
    keyword: Some("Swap Players"),
    gives: Ty::Moves,
    doc: "Choose to swap the sides of two players.",
    example: "(move Swap Players P1 P2)",
    english: "swap the sides of {player1:player}{role1:player} and {player2:player}{role2:player}",
    params: &[
        req("player1", Ty::Int, "the one player, by number").or(1),
        req("role1", Ty::Enum(&ROLE_TYPE), "the one player").or(1),
        req("player2", Ty::Int, "the other, by number").or(2),
        req("role2", Ty::Enum(&ROLE_TYPE), "the other").or(2),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["SwapPlayersDecision"])],
    meaning: Meaning::Moves(|a, cx| lowering::swap_players(a, cx, true)),
    ..BASE
};

pub static MOVE_SWAP_PIECES: Ludeme = Ludeme {
    id: "move Swap Pieces",
    head: "move",
    keyword: Some("Swap Pieces"),
    gives: Ty::Moves,
    doc: "Choose to swap the pieces on two sites.",
    example: "(move Swap Pieces (last To) (to))",
    english: "swap the pieces @ {siteA:site|the starting ^#=} and {siteB:site|the destination ^#=}",
    params: &[
        opt("siteA", Ty::Int, "the one site; where the last move started, if left out"),
        opt("siteB", Ty::Int, "the other; where the last move went, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["SwapPiecesDecision"])],
    meaning: Meaning::Moves(|a, cx| lowering::swap_pieces(a, cx, true)),
    ..BASE
};

pub static MOVE_SET_TRUMP_SUIT: Ludeme = Ludeme {
    id: "move Set TrumpSuit",
    head: "move",
    keyword: Some("Set TrumpSuit"),
    gives: Ty::Moves,
    doc: "Choose the suit that is trump.",
    example: "(move Set TrumpSuit (card Suit at:(handSite Shared)))",
    english: "choose the trump suit: {suit}{suits:array}",
    params: &[
        req("suit", Ty::Int, "the suit, by number").or(1),
        req("suits", Ty::IntArrayDifference, "the suits to choose from").or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["ChooseTrumpSuitDecision", "Card"])],
    meaning: Meaning::Moves(|a, cx| lowering::set_trump(a, cx, true)),
    ..BASE
};

pub static MOVE_SET_NEXT_PLAYER: Ludeme = Ludeme {
    id: "move Set NextPlayer",
    head: "move",
    keyword: Some("Set NextPlayer"),
    gives: Ty::Moves,
    doc: "Choose who moves next.",
    example: "(move Set NextPlayer (player (mover)))",
    english: "let {player:player}{nextPlayers:array} play next",
    params: &[
        req("player", Ty::Player, "the player").or(1),
        req("nextPlayers", Ty::IntArray, "the players to choose from").or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["SetNextPlayer"])],
    meaning: Meaning::Moves(|a, cx| lowering::set_next_player(a, cx, true)),
    ..BASE
};

pub static MOVE_SET_ROTATION: Ludeme = Ludeme {
    id: "move Set Rotation",
    head: "move",
    keyword: Some("Set Rotation"),
    gives: Ty::Moves,
    doc: "Choose how a piece is turned.",
    example: "(move Set Rotation)",
    english: "turn the piece[ @ {to:tosite}][ to rotation {direction:facing}][ to rotation {directions:facing}]{previous?[, one turn backwards]}{next?[, one turn onwards]}",
    params: &[
        opt("to", Ty::To, "the site of the piece; `(from)`, if left out"),
        opt("directions", Ty::Int, "the rotations to choose from").array(1).or(1),
        opt("direction", Ty::Int, "the only rotation").or(1),
        opt_named("previous", Ty::Bool, "True if it may turn one step anticlockwise; True if left out"),
        opt_named("next", Ty::Bool, "True if it may turn one step clockwise; True if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["PieceRotation", "RotationDecision"]), Hides(&["directions", "to/if"])],
    meaning: Meaning::Moves(|a, cx| lowering::set_rotation(a, cx, true)),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&MOVE_SWAP_PLAYERS, &MOVE_SWAP_PIECES, &MOVE_SET_TRUMP_SUIT, &MOVE_SET_NEXT_PLAYER, &MOVE_SET_ROTATION];

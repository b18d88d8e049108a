//! Matches: several games played one after the other as one contest.

use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::ty::Ty;

pub static GAMES: Ludeme = Ludeme {
    id: "games",
    head: "games",
    gives: Ty::Games,
    doc: "",
    example: "(games (subgame \"Tic-Tac-Toe\"))",
    params: &[req("game", Ty::Subgame, "").or(1), req("games", Ty::Subgame, "").array(1).or(1)],
    ..BASE
};

pub static MATCH: Ludeme = Ludeme {
    id: "match",
    head: "match",
    gives: Ty::Match,
    doc: "",
    example: "(match \"Disc\" (games (subgame \"Tic-Tac-Toe\")) (end (if (no Moves Next) (result Mover Win))))",
    params: &[
        req("name", Ty::Text, ""),
        opt("players", Ty::Players, ""),
        req("games", Ty::Games, ""),
        req("end", Ty::End, ""),
    ],
    ..BASE
};

pub static SUBGAME: Ludeme = Ludeme {
    id: "subgame",
    head: "subgame",
    gives: Ty::Subgame,
    doc: "",
    example: "(subgame \"Disc\")",
    params: &[
        req("name", Ty::Text, ""),
        opt("option", Ty::Text, ""),
        opt_named("next", Ty::Int, ""),
        opt_named("result", Ty::Int, ""),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&GAMES, &MATCH, &SUBGAME];

//! Matches: several games played one after the other as one contest.

use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::meaning::Meaning;
use crate::ty::Ty;

pub static GAMES: Ludeme = Ludeme {
    id: "games",
    head: "games",
    gives: Ty::Games,
    doc: "The games of a match.",
    example: "(games (subgame \"Tic-Tac-Toe\"))",
    english: "*",
    params: &[
        req("game", Ty::Subgame, "the only game").or(1),
        req("games", Ty::Subgame, "the games, numbered from 0").array(1).or(1),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static MATCH: Ludeme = Ludeme {
    id: "match",
    head: "match",
    gives: Ty::Match,
    doc: "Several games played one after the other as one contest, with an end of its own.",
    example: "(match \"Best of Three\" (players 2) (games {(subgame \"Tic-Tac-Toe\" next:1)}) (end {(if \
        (= (matchScore P1) 2) (result P1 Win))}))",
    english: "*",
    params: &[
        req("name", Ty::Text, "what the match is called"),
        opt("players", Ty::Players, "who plays; as many as the first game has, if left out"),
        req("games", Ty::Games, "the games"),
        req("end", Ty::End, "when the match is over; the scores of the match are kept by `(matchScore …)`"),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static SUBGAME: Ludeme = Ludeme {
    id: "subgame",
    head: "subgame",
    gives: Ty::Subgame,
    doc: "A game of a match, found by its name in the library.",
    example: "(subgame \"Tic-Tac-Toe\" next:1 result:1)",
    english: "*",
    params: &[
        req("name", Ty::Text, "the name of the game"),
        opt("option", Ty::Text, "the options to play it with, as `Heading/Item`"),
        opt_named(
            "next",
            Ty::Int,
            "the number of the game to play afterwards; the next in the list, if left out",
        ),
        opt_named("result", Ty::Int, "what the winner adds to their match score; 1, if left out"),
    ],
    meaning: Meaning::Part,
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&GAMES, &MATCH, &SUBGAME];

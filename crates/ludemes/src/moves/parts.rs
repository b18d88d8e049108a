//! The parts of a move: where from, where to, across what, with which piece, and what follows.

use super::lowering;
use crate::concept::Rule::Shows;
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::SITE_TYPE;
use crate::meaning::Meaning;
use crate::ty::Ty;

pub static APPLY: Ludeme = Ludeme {
    id: "apply",
    head: "apply",
    gives: Ty::Apply,
    doc: "A condition on where a move passes or goes, without an effect.",
    example: "(apply if:(is Enemy (who at:(to))))",
    english: "*",
    params: &[named("if", Ty::Bool, "what must hold")],
    meaning: Meaning::Moves(lowering::apply_alone),
    ..BASE
};

pub static APPLY_2: Ludeme = Ludeme {
    id: "apply#2",
    head: "apply",
    gives: Ty::Apply,
    doc: "What happens to where a move passes or goes.",
    example: "(apply (remove (to)))",
    english: "*",
    params: &[req("effect", Ty::NonDecision, "what happens")],
    meaning: Meaning::Moves(lowering::apply_alone),
    ..BASE
};

pub static APPLY_3: Ludeme = Ludeme {
    id: "apply#3",
    head: "apply",
    gives: Ty::Apply,
    doc: "What happens to where a move passes or goes, if a condition holds.",
    example: "(apply if:(is Enemy (who at:(to))) (remove (to)))",
    english: "*",
    params: &[named("if", Ty::Bool, "what must hold"), req("effect", Ty::NonDecision, "what happens")],
    meaning: Meaning::Moves(lowering::apply_alone),
    ..BASE
};

pub static THEN: Ludeme = Ludeme {
    id: "then",
    head: "then",
    gives: Ty::Then,
    doc: "What follows a move.",
    example: "(then (moveAgain))",
    english: "*",
    params: &[
        req("moves", Ty::NonDecision, "what happens"),
        opt_named(
            "applyAfterAllMoves",
            Ty::BoolLit,
            "True to let it happen after everything else that the moves bring about; False if left out",
        ),
    ],
    concepts: &[Shows(&["Then"])],
    meaning: Meaning::Part,
    ..BASE
};

pub static BETWEEN_BETWEEN: Ludeme = Ludeme {
    id: "between [between]",
    head: "between",
    gives: Ty::Between,
    doc: "What must lie between the start and the goal of a move, and what happens to it.",
    example: "(between if:(is Enemy (who at:(between))) (apply (remove (between))))",
    english: "*",
    params: &[
        opt_named(
            "before",
            Ty::Int,
            "how many empty sites may come before the first piece in between; 0, if left out",
        ),
        opt("range", Ty::Range, "how many sites lie between"),
        opt_named(
            "after",
            Ty::Int,
            "how many empty sites may come after the last piece in between; 0, if left out",
        ),
        opt_named("if", Ty::Bool, "what must hold of each site between, which is `(between)`"),
        opt_named("trail", Ty::Int, "a kind of piece that is left behind on each of them"),
        opt("effect", Ty::Apply, "what happens to each of them"),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static FROM_FROM: Ludeme = Ludeme {
    id: "from [from]",
    head: "from",
    gives: Ty::From,
    doc: "Where a move starts.",
    example: "(from (sites Occupied by:Mover))",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("region", Ty::Region, "the sites").or(1),
        opt("site", Ty::Int, "the site; that of the piece under consideration, if left out").or(1),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
        opt_named("if", Ty::Bool, "what must hold of each, which is `(from)`"),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static PIECE_PIECE: Ludeme = Ludeme {
    id: "piece [piece]",
    head: "piece",
    gives: Ty::Piece,
    doc: "A kind of piece, by name or number.",
    example: "(piece \"Queen\" state:1)",
    english: "*",
    params: &[
        req("nameComponent", Ty::Text, "its name; without a player's number, the mover's").or(1),
        req("component", Ty::Int, "its number").or(1),
        req("nameComponents", Ty::Text, "several names to choose from").array(1).or(1),
        req("components", Ty::Int, "several numbers to choose from").array(1).or(1),
        opt_named("state", Ty::Int, "the local state it gets"),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static PLAYER_PLAYER: Ludeme = Ludeme {
    id: "player [player]",
    head: "player",
    gives: Ty::Player,
    doc: "A player by number.",
    example: "(player (mover))",
    english: "*",
    params: &[req("index", Ty::Int, "the number")],
    meaning: Meaning::Int(|a, cx| cx.need_int(a, "index")),
    ..BASE
};

pub static TO_TO: Ludeme = Ludeme {
    id: "to [to]",
    head: "to",
    gives: Ty::To,
    doc: "Where a move goes.",
    example: "(to if:(is Empty (to)))",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("region", Ty::Region, "the sites").or(1),
        opt("site", Ty::Int, "the site").or(1),
        opt_named("level", Ty::Int, "the level of the stack; on top, if left out"),
        opt("rotations", Ty::Rotations, "the rotations that the piece may get"),
        opt_named("if", Ty::Bool, "what must hold of each, which is `(to)`"),
        opt("effect", Ty::Apply, "what happens to it before the piece arrives, such as a capture"),
    ],
    meaning: Meaning::Part,
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&APPLY, &APPLY_2, &APPLY_3, &THEN, &BETWEEN_BETWEEN, &FROM_FROM, &PIECE_PIECE, &PLAYER_PLAYER, &TO_TO];

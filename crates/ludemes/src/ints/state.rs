//! Numbers of the position: mover, score, owner, local state, variables.

use crate::common::*;
use crate::concept::Rule::{HidesAll, Shows};
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{PREV_TYPE, ROLE_TYPE, SITE_TYPE};
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::Int;
use ludarium_engine::types::*;

pub static MATCH_SCORE: Ludeme = Ludeme {
    id: "matchScore",
    head: "matchScore",
    gives: Ty::Int,
    doc: "A player's score in the match so far.",
    example: "(matchScore P1)",
    english: "{role:poss} score in the match",
    params: &[req("role", Ty::Enum(&ROLE_TYPE), "the player, by role")],
    meaning: Meaning::Int(|a, cx| Ok(Int::MatchScore(Box::new(need_player(a, cx, &["role"])?)))),
    ..BASE
};

pub static AMOUNT: Ludeme = Ludeme {
    id: "amount",
    head: "amount",
    gives: Ty::Int,
    doc: "How much money a player has.",
    example: "(amount Mover)",
    english: "[{role:poss}][{player:poss}] amount of money",
    params: &[
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        req("player", Ty::Player, "the player, by number").or(1),
    ],
    meaning: Meaning::Int(|a, cx| {
        cx.game.uses.amount = true;
        Ok(Int::Amount(Box::new(need_player(a, cx, &["role", "player"])?)))
    }),
    ..BASE
};

pub static COUNTER: Ludeme = Ludeme {
    id: "counter",
    head: "counter",
    gives: Ty::Int,
    doc: "The game's counter, which goes up by one with every move unless it is set.",
    example: "(counter)",
    english: "the move counter",
    concepts: &[Shows(&["InternalCounter"])],
    meaning: Meaning::Int(|_, _| Ok(Int::Counter)),
    ..BASE
};

pub static MOVER: Ludeme = Ludeme {
    id: "mover",
    head: "mover",
    gives: Ty::Int,
    doc: "The number of the player to move.",
    example: "(mover)",
    english: "*",
    meaning: Meaning::Int(|_, _| Ok(Int::Mover)),
    ..BASE
};

pub static NEXT: Ludeme = Ludeme {
    id: "next",
    head: "next",
    gives: Ty::Int,
    doc: "The number of the player who moves next.",
    example: "(next)",
    english: "*",
    meaning: Meaning::Int(|_, _| Ok(Int::Next)),
    ..BASE
};

pub static POT: Ludeme = Ludeme {
    id: "pot",
    head: "pot",
    gives: Ty::Int,
    doc: "How much money is in the pot.",
    example: "(pot)",
    english: "the amount in the pot",
    meaning: Meaning::Int(|_, _| Ok(Int::Pot)),
    ..BASE
};

pub static PREV: Ludeme = Ludeme {
    id: "prev",
    head: "prev",
    gives: Ty::Int,
    doc: "The number of the player who moved before.",
    example: "(prev)",
    english: "*",
    params: &[opt(
        "type",
        Ty::Enum(&PREV_TYPE),
        "the player before the mover in turn order, or whoever made the last move of another turn; \
                `Mover`, if left out",
    )],
    concepts: &[HidesAll],
    meaning: Meaning::Int(|a, _| {
        Ok(if a.word("type") == Some("MoverLastTurn") { Int::PrevTurnMover } else { Int::Prev })
    }),
    ..BASE
};

pub static ROTATION: Ludeme = Ludeme {
    id: "rotation",
    head: "rotation",
    gives: Ty::Int,
    doc: "The rotation of a piece, as a number of steps clockwise.",
    example: "(rotation at:(to))",
    english: "the rotation of the piece @ {at:site}[ at level {level}]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site of the piece"),
        opt_named("level", Ty::Int, "the level of the stack; the lowest, if left out"),
    ],
    concepts: &[Shows(&["PieceRotation"])],
    meaning: Meaning::Int(|a, cx| {
        cx.game.uses.rotation = true;
        let (kind, site, level) = place(a, cx)?;
        Ok(Int::Rotation { kind, site, level })
    }),
    ..BASE
};

pub static SCORE_INT: Ludeme = Ludeme {
    id: "score [int]",
    head: "score",
    gives: Ty::Int,
    doc: "A player's score.",
    example: "(score Mover)",
    english: "[{player:poss}][{role:poss}] score",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    concepts: &[Shows(&["Scoring"])],
    meaning: Meaning::Int(|a, cx| {
        cx.game.uses.score = true;
        Ok(Int::Score(Box::new(need_player(a, cx, &["player", "role"])?)))
    }),
    ..BASE
};

pub static STATE: Ludeme = Ludeme {
    id: "state",
    head: "state",
    gives: Ty::Int,
    doc: "The local state of a piece: a number that rules set and read, such as whether it has moved.",
    example: "(state at:(to))",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site of the piece"),
        opt_named("level", Ty::Int, "the level of the stack; the lowest, if left out"),
    ],
    concepts: &[Shows(&["SiteState"])],
    meaning: Meaning::Int(|a, cx| {
        cx.game.uses.state = true;
        let (kind, site, level) = place(a, cx)?;
        let level = of_stack(kind, &site, level, None);
        Ok(Int::State { kind, site, level })
    }),
    ..BASE
};

pub static VAR: Ludeme = Ludeme {
    id: "var",
    head: "var",
    gives: Ty::Int,
    doc: "A variable set with `(set Var …)`.",
    example: "(var \"Captured\")",
    english: "*",
    params: &[opt("key", Ty::Text, "the name of the variable; the one without a name, if left out")],
    concepts: &[Shows(&["Variable"])],
    meaning: Meaning::Int(|a, cx| {
        Ok(match a.text("key") {
            None => Int::Temp,
            Some(key) => {
                cx.game.uses.vars = true;
                Int::Var(cx.name(key))
            }
        })
    }),
    ..BASE
};

/// The level that is meant: what is said, or what goes without saying. The top of the very stack needs no saying.
fn of_stack(
    kind: SiteType,
    site: &Int,
    said: Option<Box<Int>>,
    otherwise: Option<Box<Int>>,
) -> Option<Box<Int>> {
    match said.as_deref() {
        None => otherwise,
        Some(Int::TopLevel { kind: k, site: s }) if *k == kind && **s == *site => None,
        Some(_) => said,
    }
}

pub static WHAT: Ludeme = Ludeme {
    id: "what",
    head: "what",
    gives: Ty::Int,
    doc: "The number of the kind of piece on a site; 0 for an empty one.",
    example: "(what at:(to))",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site"),
        opt_named("level", Ty::Int, "the level of the stack; the lowest, if left out"),
    ],
    meaning: Meaning::Int(|a, cx| {
        let (kind, site, level) = place(a, cx)?;
        // Where nothing is said the bottom of a stack is meant, unlike for the owner.
        let level = of_stack(kind, &site, level, Some(Box::new(Int::Const(0))));
        Ok(Int::What { kind, site, level })
    }),
    ..BASE
};

pub static WHO: Ludeme = Ludeme {
    id: "who",
    head: "who",
    gives: Ty::Int,
    doc: "The number of the player who owns the piece on a site; 0 for nobody.",
    example: "(who at:(to))",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site"),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
    ],
    meaning: Meaning::Int(|a, cx| {
        let (kind, site, level) = place(a, cx)?;
        let level = of_stack(kind, &site, level, None);
        Ok(Int::Who { kind, site, level })
    }),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &MATCH_SCORE,
    &AMOUNT,
    &COUNTER,
    &MOVER,
    &NEXT,
    &POT,
    &PREV,
    &ROTATION,
    &SCORE_INT,
    &STATE,
    &VAR,
    &WHAT,
    &WHO,
];

/// Site type, site and level of a clause that looks at a piece.
pub fn place<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<(SiteType, Box<Int>, Option<Box<Int>>)> {
    let kind = cx.site_type(a, "type");
    Ok((kind, Box::new(cx.need_int(a, "at")?), boxed_int(a, cx, "level")?))
}

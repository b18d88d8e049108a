//! Effects on pieces that stand somewhere: capturing, flipping, promoting, pushing.

use crate::concept::Rule::{Hides, Shows, When};
use crate::concept::Test::{Any, Given, Inside, Missing};
use crate::effects::lowering as effects;
use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{ABSOLUTE_DIRECTION, RELATION_TYPE, ROLE_TYPE, SITE_TYPE, WHEN_TYPE};
use crate::meaning::Meaning;
use crate::moves::lowering;
use crate::ty::Ty;

pub static ATTRACT: Ludeme = Ludeme {
    id: "attract",
    head: "attract",
    gives: Ty::NonDecision,
    doc: "Draws the pieces that lie in each direction together, up to the site.",
    example: "(attract (from (last To)) Diagonal)",
    english: "pull the pieces in line with {from:fromsite|it}[ {directions:dir}] towards it",
    params: &[
        opt("from", Ty::From, "the site; where the last move went, if left out"),
        opt("directions", Ty::Enum(&ABSOLUTE_DIRECTION), "in which directions; `Adjacent`, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[When(&[Missing("directions")], &["AdjacentDirection"])],
    meaning: Meaning::Moves(effects::attract),
    ..BASE
};

pub static CUSTODIAL: Ludeme = Ludeme {
    id: "custodial",
    head: "custodial",
    gives: Ty::NonDecision,
    doc: "Does something to the pieces caught in a straight line between two sites, as captures between \
        two enemies do.",
    example: "(custodial (from (last To)) Orthogonal (between (max 1) if:(is Enemy (who at:(between))) \
        (apply (remove (between)))) (to if:(is Friend (who at:(to)))))",
    english: "*",
    params: &[
        opt("from", Ty::From, "the site at one end; where the last move went, if left out"),
        opt("directions", Ty::Enum(&ABSOLUTE_DIRECTION), "in which directions; `Adjacent`, if left out"),
        opt(
            "between",
            Ty::Between,
            "what may be caught, and what happens to it; enemies are removed, if left out",
        ),
        opt("to", Ty::To, "what must stand at the other end; a friend, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[
        Hides(&["directions", "to/effect"]),
        When(&[Missing("between/if")], &["IsEnemy"]),
        When(&[Missing("to/if")], &["IsFriend"]),
        When(&[Missing("between/effect")], &["RemoveEffect"]),
        When(
            &[Any(&[Missing("between/effect"), Inside("between/effect", &["RemoveEffect", "FromToEffect"])])],
            &["CustodialCapture"],
        ),
    ],
    meaning: Meaning::Moves(effects::custodial),
    ..BASE
};

pub static DIRECTIONAL: Ludeme = Ludeme {
    id: "directional",
    head: "directional",
    gives: Ty::NonDecision,
    doc: "Does something to the pieces that lie in a row in the direction of the last move, up to the \
        first that does not qualify.",
    example: "(directional (from (last To)) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))",
    english: "*",
    params: &[
        opt("from", Ty::From, "the site to start from; where the last move went, if left out"),
        opt("directions", Ty::Direction, "in which direction; that of the last move, if left out"),
        opt("to", Ty::To, "what may be hit, and what happens to it; enemies are removed, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[
        Hides(&["directions"]),
        When(&[Missing("to/if")], &["IsEnemy"]),
        When(&[Missing("to/effect")], &["RemoveEffect"]),
        When(
            &[Any(&[Missing("to/effect"), Inside("to/effect", &["RemoveEffect", "FromToEffect"])])],
            &["DirectionCapture"],
        ),
    ],
    meaning: Meaning::Moves(effects::directional),
    ..BASE
};

pub static ENCLOSE: Ludeme = Ludeme {
    id: "enclose",
    head: "enclose",
    gives: Ty::NonDecision,
    doc: "Does something to groups that have no empty neighbour left.",
    example: "(enclose (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))) (apply \
        (remove (between)))))",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt(
            "from",
            Ty::From,
            "the site whose neighbours are looked at; where the last move went, if left out",
        ),
        opt("directions", Ty::Direction, "the directions in which sites touch; `Adjacent`, if left out"),
        opt(
            "between",
            Ty::Between,
            "what may be enclosed, and what happens to it; enemies are removed, if left out",
        ),
        opt_named("numException", Ty::Int, "how many empty neighbours are allowed; 0, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[
        When(&[Missing("directions")], &["AdjacentDirection"]),
        When(&[Missing("between/if")], &["IsEnemy"]),
        When(&[Missing("between/effect")], &["RemoveEffect"]),
        When(
            &[Any(&[Missing("between/effect"), Inside("between/effect", &["RemoveEffect", "FromToEffect"])])],
            &["EncloseCapture"],
        ),
    ],
    meaning: Meaning::Moves(effects::enclose),
    ..BASE
};

pub static FLIP: Ludeme = Ludeme {
    id: "flip",
    head: "flip",
    gives: Ty::NonDecision,
    doc: "Flips a piece: its local state goes from one of its two states to the other.",
    example: "(flip (last To))",
    english: "flip the piece @ {site:site|the destination ^#=}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("site", Ty::Int, "the site of the piece; `(to)`, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["Flip"])],
    meaning: Meaning::Moves(effects::flip),
    ..BASE
};

pub static INTERVENE: Ludeme = Ludeme {
    id: "intervene",
    head: "intervene",
    gives: Ty::NonDecision,
    doc: "Does something to the pieces on both sides of a site, as captures by moving in between do.",
    example: "(intervene (from (last To)) Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove \
        (to)))))",
    english: "*",
    params: &[
        opt("from", Ty::From, "the site in the middle; where the last move went, if left out"),
        opt("directions", Ty::Enum(&ABSOLUTE_DIRECTION), "in which directions; `Adjacent`, if left out"),
        opt("between", Ty::Between, "how far away the pieces may be; right beside it, if left out"),
        opt("to", Ty::To, "what may be caught, and what happens to it; enemies are removed, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[
        Hides(&["directions", "between/effect", "between/if"]),
        When(&[Missing("to/if")], &["IsEnemy"]),
        When(&[Missing("to/effect")], &["RemoveEffect"]),
        When(
            &[Any(&[Missing("to/effect"), Inside("to/effect", &["RemoveEffect", "FromToEffect"])])],
            &["InterveneCapture"],
        ),
    ],
    meaning: Meaning::Moves(effects::intervene),
    ..BASE
};

pub static PROMOTE: Ludeme = Ludeme {
    id: "promote",
    head: "promote",
    gives: Ty::NonDecision,
    doc: "Turns a piece into another.",
    example: "(promote (last To) (piece \"King\") Mover)",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("site", Ty::Int, "the site of the piece; `(to)`, if left out"),
        req("what", Ty::Piece, "the new piece"),
        opt("player", Ty::Player, "who owns the new piece, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "who owns the new piece; the mover, if left out").or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["PromotionEffect"]), Hides(&["player"])],
    meaning: Meaning::Moves(|a, cx| lowering::promote(a, cx, false)),
    ..BASE
};

pub static PUSH: Ludeme = Ludeme {
    id: "push",
    head: "push",
    gives: Ty::NonDecision,
    doc: "Pushes a piece one step on, and with it all the pieces that stand in a row before it; what is \
        pushed over the edge is lost.",
    example: "(push (from (last To)) E)",
    english: "push the piece[ {from:fromsite}] {directions:dir}, with everything in front of it",
    params: &[
        opt("from", Ty::From, "the first piece of the row; where the last move went, if left out"),
        req("directions", Ty::Direction, "in which direction"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["PushEffect"]), Hides(&["directions"])],
    meaning: Meaning::Moves(effects::push),
    ..BASE
};

pub static REMOVE_MOVES: Ludeme = Ludeme {
    id: "remove [moves]",
    head: "remove",
    gives: Ty::NonDecision,
    doc: "Takes pieces off the board.",
    example: "(remove (last To))",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        req("site", Ty::Int, "the site of the piece").or(1),
        req("region", Ty::Region, "the sites of the pieces").or(1),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
        opt_named("at", Ty::Enum(&WHEN_TYPE), "when they are taken off; at once, if left out"),
        opt_named("count", Ty::Int, "how many pieces; one, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["RemoveEffect"]), When(&[Given("at")], &["CaptureSequence"]), Hides(&["level"])],
    meaning: Meaning::Moves(|a, cx| lowering::remove(a, cx, false)),
    ..BASE
};

pub static SURROUND: Ludeme = Ludeme {
    id: "surround",
    head: "surround",
    gives: Ty::NonDecision,
    doc: "Does something to a piece all of whose neighbours satisfy a condition.",
    example: "(surround (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))) (apply \
        (remove (between)))) (to if:(is Friend (who at:(to)))))",
    english: "*",
    params: &[
        opt("from", Ty::From, "the site next to it; where the move starts from, if left out"),
        opt("relation", Ty::Enum(&RELATION_TYPE), "which neighbours count; `Adjacent`, if left out"),
        opt(
            "between",
            Ty::Between,
            "what may be surrounded, and what happens to it; enemies are removed, if left out",
        ),
        opt("to", Ty::To, "what must stand on the neighbours; friends, if left out"),
        opt_named("except", Ty::Int, "how many neighbours need not satisfy it; 0, if left out"),
        opt_named("with", Ty::Piece, "a kind of piece that must be among the neighbours"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[
        When(&[Missing("between/if")], &["IsEnemy"]),
        When(&[Missing("to/if")], &["IsFriend"]),
        When(&[Missing("between/effect")], &["RemoveEffect"]),
        When(
            &[Any(&[Missing("between/effect"), Inside("between/effect", &["RemoveEffect", "FromToEffect"])])],
            &["SurroundCapture"],
        ),
        Hides(&["to/effect"]),
    ],
    meaning: Meaning::Moves(effects::surround),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &ATTRACT,
    &CUSTODIAL,
    &DIRECTIONAL,
    &ENCLOSE,
    &FLIP,
    &INTERVENE,
    &PROMOTE,
    &PUSH,
    &REMOVE_MOVES,
    &SURROUND,
];

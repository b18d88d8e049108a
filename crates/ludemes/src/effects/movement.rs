//! The shapes of movement as effects, without a decision of their own.

use crate::concept::Rule::{Also, Hides, Shows, When};
use crate::concept::Test::{Any, Given, Inside, Missing, Word};
use crate::concept::{HOPS, SLIDES};
use crate::effects::lowering as effects;
use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{ABSOLUTE_DIRECTION, ROLE_TYPE, SITE_TYPE, STEP_TYPE};
use crate::meaning::Meaning;
use crate::moves::lowering;
use crate::ty::Ty;

pub static ADD_MOVES: Ludeme = Ludeme {
    id: "add [moves]",
    head: "add",
    gives: Ty::NonDecision,
    doc: "Puts a piece somewhere.",
    example: "(add (piece \"Disc\") (to (last From)))",
    english: "*",
    params: &[
        opt("what", Ty::Piece, "the piece; the mover's first kind, if left out"),
        req("to", Ty::To, "where the move goes"),
        opt_named("count", Ty::Int, "how many pieces; one, if left out"),
        opt_named("stack", Ty::BoolLit, "True to move whole stacks; False if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["AddEffect"])],
    meaning: Meaning::Moves(|a, cx| lowering::add(a, cx, false)),
    ..BASE
};

pub static CLAIM: Ludeme = Ludeme {
    id: "claim",
    head: "claim",
    gives: Ty::NonDecision,
    doc: "Claims a site for the mover: it gets their mark.",
    example: "(claim (to (last To)))",
    english: "*",
    params: &[
        opt("what", Ty::Piece, "the piece that marks it; the mover's first kind, if left out"),
        req("to", Ty::To, "where the move goes"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    meaning: Meaning::Moves(|a, cx| lowering::add(a, cx, false)),
    ..BASE
};

pub static FROM_TO: Ludeme = Ludeme {
    id: "fromTo",
    head: "fromTo",
    gives: Ty::NonDecision,
    doc: "Moves a piece from somewhere to somewhere.",
    example: "(fromTo (from (last To)) (to (handSite Mover)))",
    english: "*",
    params: &[
        req("from", Ty::From, "where it is taken from"),
        req("to", Ty::To, "where the move goes"),
        opt_named("count", Ty::Int, "how many pieces; one, if left out"),
        opt_named("copy", Ty::Bool, "True to leave the piece where it was as well; False if left out"),
        opt_named("stack", Ty::BoolLit, "True to move whole stacks; False if left out"),
        opt("mover", Ty::Enum(&ROLE_TYPE), "who moves; the mover, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[
        Shows(&["FromToEffect"]),
        When(&[Inside("to/effect/effect", &["RemoveEffect", "FromToEffect"])], &["ReplacementCapture"]),
        Hides(&["to/if", "from/level"]),
    ],
    meaning: Meaning::Moves(|a, cx| lowering::from_to(a, cx, false)),
    ..BASE
};

pub static HOP: Ludeme = Ludeme {
    id: "hop",
    head: "hop",
    gives: Ty::NonDecision,
    doc: "Moves a piece over other pieces.",
    example: "(hop (from (last To)) Orthogonal (between if:(is Enemy (who at:(between)))) (to if:(is \
        Empty (to))))",
    english: "*",
    params: &[
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("directions", Ty::Direction, "in which directions; `Adjacent`, if left out"),
        opt("between", Ty::Between, "what it may hop over; any piece, if left out"),
        req("to", Ty::To, "where the move goes"),
        opt_named("stack", Ty::BoolLit, "True to move whole stacks; False if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["HopEffect"]), Also(HOPS)],
    meaning: Meaning::Moves(|a, cx| lowering::hop(a, cx, false)),
    ..BASE
};

pub static LEAP: Ludeme = Ludeme {
    id: "leap",
    head: "leap",
    gives: Ty::NonDecision,
    doc: "Moves a piece by walks like those of a chess knight.",
    example: "(leap {{F F R F}} (to if:(is Empty (to))))",
    english: "*",
    params: &[
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        req("walk", Ty::Enum(&STEP_TYPE), "the walks: steps forward and turns from site to site").array(2),
        opt_named("forward", Ty::Bool, "True if only leaps towards the far side count; False if left out"),
        opt_named("rotations", Ty::Bool, "True to start the walks in every direction; True if left out"),
        req("to", Ty::To, "where the move goes"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[
        Shows(&["LeapEffect"]),
        Hides(&["forward", "to/region", "to/site", "to/level"]),
        When(&[Inside("to/effect", &["RemoveEffect", "FromToEffect"])], &["ReplacementCapture"]),
    ],
    meaning: Meaning::Moves(|a, cx| lowering::leap(a, cx, false)),
    ..BASE
};

pub static SELECT: Ludeme = Ludeme {
    id: "select",
    head: "select",
    gives: Ty::NonDecision,
    doc: "Selects a site, or a site and then another, without moving anything.",
    example: "(select (from (sites Occupied by:Mover)))",
    english: "*",
    params: &[
        req("from", Ty::From, "the sites to select from"),
        opt("to", Ty::To, "the second site; none, if left out"),
        opt("mover", Ty::Enum(&ROLE_TYPE), "who selects; the mover, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Hides(&["to/effect"])],
    meaning: Meaning::Moves(|a, cx| lowering::select(a, cx, false)),
    ..BASE
};

pub static SHOOT: Ludeme = Ludeme {
    id: "shoot",
    head: "shoot",
    gives: Ty::NonDecision,
    doc: "Puts a piece on a site along a straight line of empty sites.",
    example: "(shoot (piece \"Arrow0\"))",
    english: "*",
    params: &[
        req("what", Ty::Piece, "the piece"),
        opt("from", Ty::From, "where the line starts; where the last move went, if left out"),
        opt("directions", Ty::Enum(&ABSOLUTE_DIRECTION), "in which directions; `Adjacent`, if left out"),
        opt("between", Ty::Between, "what must hold of the sites passed; they are empty, if left out"),
        opt("to", Ty::To, "where the piece may land; on empty sites, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[
        Shows(&["LineOfSight", "ShootEffect", "AddEffect"]),
        When(&[Any(&[Missing("between/if"), Missing("to")])], &["Contains"]),
        When(&[Missing("directions")], &["AdjacentDirection"]),
        Hides(&["what", "between/range", "between/effect", "to/region", "to/effect"]),
        When(&[Missing("to")], &["Cell"]),
    ],
    meaning: Meaning::Moves(|a, cx| lowering::shoot(a, cx, false)),
    ..BASE
};

pub static SLIDE: Ludeme = Ludeme {
    id: "slide",
    head: "slide",
    gives: Ty::NonDecision,
    doc: "Moves a piece in a straight line, or along a track, over empty sites.",
    example: "(slide (from (last To)) Orthogonal)",
    english: "*",
    params: &[
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("track", Ty::Text, "the track to slide along"),
        opt("directions", Ty::Direction, "in which directions; `Adjacent`, if left out"),
        opt("between", Ty::Between, "what must hold of the sites passed; they are empty, if left out"),
        opt("to", Ty::To, "what must hold where it stops; it is empty, if left out"),
        opt_named("stack", Ty::BoolLit, "True to move whole stacks; False if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["LineOfSight", "SlideEffect"]), Also(SLIDES)],
    meaning: Meaning::Moves(|a, cx| lowering::slide(a, cx, false)),
    ..BASE
};

pub static SOW: Ludeme = Ludeme {
    id: "sow",
    head: "sow",
    gives: Ty::NonDecision,
    doc: "Takes the pieces from a hole and puts them one by one into the holes that follow.",
    example: "(sow if:(= (count at:(to)) 2) apply:(fromTo (from (to)) (to (handSite Mover)) count:(count \
        at:(to))))",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("start", Ty::Int, "the hole they are taken from; where the last move went, if left out"),
        opt_named("count", Ty::Int, "how many are taken; all that lie there, if left out"),
        opt_named("numPerHole", Ty::Int, "how many go into each hole; 1, if left out"),
        opt("trackName", Ty::Text, "the track to sow along; the first one, if left out"),
        opt_named("owner", Ty::Int, "whose track to sow along, by number"),
        opt_named(
            "if",
            Ty::Bool,
            "when the last hole is captured, asked of it as `(to)`; always, if left out",
        ),
        opt_named("sowEffect", Ty::Moves, "what happens at each hole that is sown"),
        opt_named("apply", Ty::NonDecision, "what happens to a hole that is captured"),
        opt_named(
            "includeSelf",
            Ty::BoolLit,
            "True if the hole of origin is sown again when it is passed; True if left out",
        ),
        opt_named(
            "origin",
            Ty::Bool,
            "True to begin by putting one back into the hole of origin; False if left out",
        ),
        opt_named(
            "skipIf",
            Ty::Bool,
            "which holes are passed over, asked of each as `(to)`; none, if left out",
        ),
        opt_named(
            "backtracking",
            Ty::Bool,
            "True to go back from the last hole as long as holes are captured",
        )
        .or(1),
        opt_named("forward", Ty::Bool, "True to go on from the last hole as long as holes are captured")
            .or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[
        Shows(&["Sow"]),
        When(&[Given("apply")], &["CopyContext", "SowWithEffect"]),
        When(&[Inside("apply", &["RemoveEffect"])], &["SowRemove"]),
        When(&[Inside("apply", &["FromToEffect"])], &["SowCapture"]),
        When(&[Missing("count")], &["PieceCount"]),
        Shows(&["SowOriginFirst"]),
        When(&[Any(&[Given("skipIf"), Word("includeSelf", &["False"])])], &["SowSkip"]),
        When(&[Given("backtracking")], &["SowBacktracking"]),
    ],
    meaning: Meaning::Moves(effects::sow),
    ..BASE
};

pub static STEP: Ludeme = Ludeme {
    id: "step",
    head: "step",
    gives: Ty::Step,
    doc: "Moves a piece to a neighbouring site.",
    example: "(step Orthogonal (to if:(is Empty (to))))",
    english: "*",
    params: &[
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("directions", Ty::Direction, "in which directions; `Adjacent`, if left out"),
        req("to", Ty::To, "where the move goes"),
        opt_named("stack", Ty::BoolLit, "True to move whole stacks; False if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[
        Shows(&["StepEffect"]),
        When(&[Missing("directions")], &["AdjacentDirection"]),
        When(&[Inside("to/effect", &["RemoveEffect", "FromToEffect"])], &["ReplacementCapture"]),
        Hides(&["to/type", "to/region", "to/site", "to/level"]),
    ],
    meaning: Meaning::Moves(|a, cx| lowering::step(a, cx, false)),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&ADD_MOVES, &CLAIM, &FROM_TO, &HOP, &LEAP, &SELECT, &SHOOT, &SLIDE, &SOW, &STEP];

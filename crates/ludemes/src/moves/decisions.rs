//! The shapes of move a player can decide on.

use super::lowering;
use crate::concept::Rule::{Also, Hides, Shows, When};
use crate::concept::Test::{Any, Given, Inside, Missing};
use crate::concept::{HOPS, LONG_HOPS, SLIDES};
use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{ABSOLUTE_DIRECTION, ROLE_TYPE, SITE_TYPE, STEP_TYPE, WHEN_TYPE};
use crate::meaning::Meaning;
use crate::ty::Ty;

pub static MOVE_REMOVE: Ludeme = Ludeme {
    id: "move Remove",
    head: "move",
    keyword: Some("Remove"),
    gives: Ty::Moves,
    doc: "Choose a piece and take it off the board.",
    example: "(move Remove (sites Occupied by:Next))",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        req("site", Ty::Int, "the site of the piece").or(1),
        req("region", Ty::Region, "the sites to choose from").or(1),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
        opt_named("at", Ty::Enum(&WHEN_TYPE), "when it is taken off; at once, if left out"),
        opt_named("count", Ty::Int, "how many pieces; one, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["RemoveDecision"]), When(&[Given("at")], &["CaptureSequence"]), Hides(&["level"])],
    meaning: Meaning::Moves(|a, cx| lowering::remove(a, cx, true)),
    ..BASE
};

pub static MOVE_STEP: Ludeme = Ludeme {
    id: "move Step",
    head: "move",
    keyword: Some("Step"),
    gives: Ty::Moves,
    doc: "Choose a piece's step to a neighbouring site.",
    example: "(move Step Forward (to if:(is Empty (to))))",
    english: "*",
    params: &[
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("directions", Ty::Direction, "in which directions; `Adjacent`, if left out"),
        req("to", Ty::To, "where the move goes"),
        opt_named("stack", Ty::BoolLit, "True to move whole stacks; False if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[
        Shows(&["StepDecision"]),
        When(&[Inside("to/if", &["IsEmpty"])], &["StepDecisionToEmpty"]),
        When(&[Inside("to/if", &["IsFriend"])], &["StepDecisionToFriend"]),
        When(&[Inside("to/if", &["IsEnemy"])], &["StepDecisionToEnemy"]),
        When(&[Missing("directions")], &["AdjacentDirection"]),
        When(&[Inside("to/effect", &["RemoveEffect", "FromToEffect"])], &["ReplacementCapture"]),
        Hides(&["to/type", "to/region", "to/site", "to/level"]),
    ],
    meaning: Meaning::Moves(|a, cx| lowering::step(a, cx, true)),
    ..BASE
};

pub static MOVE_SLIDE: Ludeme = Ludeme {
    id: "move Slide",
    head: "move",
    keyword: Some("Slide"),
    gives: Ty::Moves,
    doc: "Choose how far a piece slides in a straight line, or along a track, over empty sites.",
    example: "(move Slide Orthogonal)",
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
    concepts: &[
        Shows(&["LineOfSight", "SlideDecision"]),
        When(
            &[Any(&[Inside("between/if", &["IsEmpty"]), Inside("to/effect/if", &["IsEmpty"])])],
            &["SlideDecisionToEmpty"],
        ),
        When(
            &[Any(&[Inside("between/if", &["IsFriend"]), Inside("to/effect/if", &["IsFriend"])])],
            &["SlideDecisionToFriend"],
        ),
        When(
            &[Any(&[Inside("between/if", &["IsEnemy"]), Inside("to/effect/if", &["IsEnemy"])])],
            &["SlideDecisionToEnemy"],
        ),
        Also(SLIDES),
    ],
    meaning: Meaning::Moves(|a, cx| lowering::slide(a, cx, true)),
    ..BASE
};

pub static MOVE_SHOOT: Ludeme = Ludeme {
    id: "move Shoot",
    head: "move",
    keyword: Some("Shoot"),
    gives: Ty::Moves,
    doc: "Choose a site along a straight line of empty sites and put a piece there.",
    example: "(move Shoot (piece \"Arrow0\"))",
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
        Shows(&["LineOfSight", "ShootDecision", "AddDecision"]),
        When(&[Any(&[Missing("between/if"), Missing("to")])], &["Contains"]),
        When(&[Missing("directions")], &["AdjacentDirection"]),
        Hides(&["what", "between/range", "between/effect", "to/region", "to/effect"]),
        When(&[Missing("to")], &["Cell"]),
    ],
    meaning: Meaning::Moves(|a, cx| lowering::shoot(a, cx, true)),
    ..BASE
};

pub static MOVE_SELECT: Ludeme = Ludeme {
    id: "move Select",
    head: "move",
    keyword: Some("Select"),
    gives: Ty::Moves,
    doc: "Choose a site, or a site and then another, without moving anything. What happens is up to \
        `(then …)`.",
    example: "(move Select (from (sites Occupied by:Mover)) (then (remove (last To))))",
    english: "*",
    params: &[
        req("from", Ty::From, "the sites to choose from"),
        opt("to", Ty::To, "the second site to choose; none, if left out"),
        opt("mover", Ty::Enum(&ROLE_TYPE), "who chooses; the mover, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Hides(&["to/effect"])],
    meaning: Meaning::Moves(|a, cx| lowering::select(a, cx, true)),
    ..BASE
};

pub static MOVE_PROPOSE: Ludeme = Ludeme {
    id: "move Propose",
    head: "move",
    keyword: Some("Propose"),
    gives: Ty::Moves,
    doc: "Choose to put something to the vote.",
    example: "(move Propose \"End\")",
    english: "propose {message:quoted}{messages:quotedor}",
    params: &[
        req("message", Ty::Text, "the name of the proposal").or(1),
        req("messages", Ty::Text, "the names of several proposals to choose from").array(1).or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["ProposeDecision"])],
    meaning: Meaning::Moves(|a, cx| lowering::propose(a, cx, true)),
    ..BASE
};

pub static MOVE_VOTE: Ludeme = Ludeme {
    id: "move Vote",
    head: "move",
    keyword: Some("Vote"),
    gives: Ty::Moves,
    doc: "Choose how to vote on the proposal.",
    example: "(move Vote {\"Yes\" \"No\"})",
    english: "vote {message:quoted}{messages:quotedor}",
    params: &[
        req("message", Ty::Text, "the vote").or(1),
        req("messages", Ty::Text, "the votes to choose from").array(1).or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["VoteDecision"])],
    meaning: Meaning::Moves(|a, cx| lowering::vote(a, cx, true)),
    ..BASE
};

pub static MOVE_PROMOTE: Ludeme = Ludeme {
    id: "move Promote",
    head: "move",
    keyword: Some("Promote"),
    gives: Ty::Moves,
    doc: "Choose the piece that a piece turns into.",
    example: "(move Promote (last To) (piece {\"Queen\" \"Rook\"}) Mover)",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("site", Ty::Int, "the site of the piece; `(to)`, if left out"),
        req("what", Ty::Piece, "the pieces to choose from"),
        opt("player", Ty::Player, "who owns the new piece, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "who owns the new piece; the mover, if left out").or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["PromotionDecision"]), Hides(&["player"])],
    meaning: Meaning::Moves(|a, cx| lowering::promote(a, cx, true)),
    ..BASE
};

pub static MOVE_PASS: Ludeme = Ludeme {
    id: "move Pass",
    head: "move",
    keyword: Some("Pass"),
    gives: Ty::Moves,
    doc: "Choose to do nothing.",
    example: "(move Pass)",
    english: "pass",
    params: &[opt("then", Ty::Then, "what happens after the move")],
    concepts: &[Shows(&["PassDecision"])],
    meaning: Meaning::Moves(|a, cx| lowering::pass(a, cx, true)),
    ..BASE
};

pub static MOVE_PLAY_CARD: Ludeme = Ludeme {
    id: "move PlayCard",
    head: "move",
    keyword: Some("PlayCard"),
    gives: Ty::Moves,
    doc: "Choose a card from the hand and play it.",
    example: "(move PlayCard)",
    english: "play a card from your hand",
    params: &[opt("then", Ty::Then, "what happens after the move")],
    meaning: Meaning::Moves(|a, cx| lowering::play_card(a, cx, true)),
    ..BASE
};

pub static MOVE_LEAP: Ludeme = Ludeme {
    id: "move Leap",
    head: "move",
    keyword: Some("Leap"),
    gives: Ty::Moves,
    doc: "Choose where a piece leaps to, by walks like those of a chess knight, whatever lies in between.",
    example: "(move Leap {{F F R F} {F F L F}} (to if:(not (is Friend (who at:(to))))))",
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
        Shows(&["LeapDecision"]),
        When(&[Inside("to/if", &["IsEmpty"])], &["LeapDecisionToEmpty"]),
        When(&[Inside("to/if", &["IsFriend"])], &["LeapDecisionToFriend"]),
        When(&[Inside("to/if", &["IsEnemy"])], &["LeapDecisionToEnemy"]),
        Hides(&["forward", "to/region", "to/site", "to/level"]),
        When(&[Inside("to/effect", &["RemoveEffect", "FromToEffect"])], &["ReplacementCapture"]),
    ],
    meaning: Meaning::Moves(|a, cx| lowering::leap(a, cx, true)),
    ..BASE
};

pub static MOVE_HOP: Ludeme = Ludeme {
    id: "move Hop",
    head: "move",
    keyword: Some("Hop"),
    gives: Ty::Moves,
    doc: "Choose a piece's hop over other pieces.",
    example: "(move Hop Orthogonal (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))",
    english: "*",
    params: &[
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("directions", Ty::Direction, "in which directions; `Adjacent`, if left out"),
        opt("between", Ty::Between, "what it may hop over; any piece, if left out"),
        req("to", Ty::To, "where the move goes"),
        opt_named("stack", Ty::BoolLit, "True to move whole stacks; False if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[
        Shows(&["HopDecision"]),
        When(
            &[Inside("to/if", &["IsEmpty"]), Inside("between/if", &["IsEnemy"])],
            &["HopDecisionEnemyToEmpty"],
        ),
        When(
            &[Inside("to/if", &["IsFriend"]), Inside("between/if", &["IsEnemy"])],
            &["HopDecisionEnemyToFriend"],
        ),
        When(
            &[Inside("to/if", &["IsEnemy"]), Inside("between/if", &["IsEnemy"])],
            &["HopDecisionEnemyToEnemy"],
        ),
        When(
            &[Inside("to/if", &["IsEmpty"]), Inside("between/if", &["IsFriend"])],
            &["HopDecisionFriendToEmpty"],
        ),
        When(
            &[Inside("to/if", &["IsFriend"]), Inside("between/if", &["IsFriend"])],
            &["HopDecisionFriendToFriend"],
        ),
        When(
            &[Inside("to/if", &["IsEnemy"]), Inside("between/if", &["IsFriend"])],
            &["HopDecisionFriendToEnemy"],
        ),
        Also(HOPS),
        Also(LONG_HOPS),
    ],
    meaning: Meaning::Moves(|a, cx| lowering::hop(a, cx, true)),
    ..BASE
};

pub static MOVE: Ludeme = Ludeme {
    id: "move",
    head: "move",
    gives: Ty::Moves,
    doc: "Choose a piece and where it goes.",
    example: "(move (from (sites Hand Mover)) (to (sites Empty)))",
    english: "*",
    params: &[
        req("from", Ty::From, "the pieces to choose from"),
        req("to", Ty::To, "where the move goes"),
        opt_named("count", Ty::Int, "how many pieces; one, if left out"),
        opt_named("copy", Ty::Bool, "True to leave the piece where it was as well; False if left out"),
        opt_named("stack", Ty::BoolLit, "True to move whole stacks; False if left out"),
        opt("mover", Ty::Enum(&ROLE_TYPE), "who moves; the mover, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[
        Shows(&["FromToDecision"]),
        When(&[Inside("to/if", &["IsEmpty"])], &["FromToDecisionEmpty"]),
        When(&[Inside("to/if", &["IsFriend"])], &["FromToDecisionFriend"]),
        When(&[Inside("to/if", &["IsEnemy"])], &["FromToDecisionEnemy"]),
        When(&[Inside("to/effect/effect", &["RemoveEffect", "FromToEffect"])], &["ReplacementCapture"]),
        Hides(&["to/if", "from/level"]),
    ],
    meaning: Meaning::Moves(|a, cx| lowering::from_to(a, cx, true)),
    ..BASE
};

pub static MOVE_BET: Ludeme = Ludeme {
    id: "move Bet",
    head: "move",
    keyword: Some("Bet"),
    gives: Ty::Moves,
    doc: "Choose how much to bet.",
    example: "(move Bet Mover (range 0 5))",
    english: "bet an amount {range:fromto}[ ({player:player})][ ({role:player})]",
    params: &[
        req("player", Ty::Player, "who bets, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "who bets").or(1),
        req("range", Ty::Range, "from how much to how much"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["BetDecision"])],
    meaning: Meaning::Moves(|a, cx| lowering::bet(a, cx, true)),
    ..BASE
};

pub static MOVE_ADD: Ludeme = Ludeme {
    id: "move Add",
    head: "move",
    keyword: Some("Add"),
    gives: Ty::Moves,
    doc: "Choose where to put a piece.",
    example: "(move Add (to (sites Empty)))",
    english: "*",
    params: &[
        opt("what", Ty::Piece, "the piece; the mover's first kind, if left out"),
        req("to", Ty::To, "where the move goes"),
        opt_named("count", Ty::Int, "how many pieces; one, if left out"),
        opt_named("stack", Ty::BoolLit, "True to move whole stacks; False if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["AddDecision"])],
    meaning: Meaning::Moves(|a, cx| lowering::add(a, cx, true)),
    ..BASE
};

pub static MOVE_CLAIM: Ludeme = Ludeme {
    id: "move Claim",
    head: "move",
    keyword: Some("Claim"),
    gives: Ty::Moves,
    doc: "Choose a site to claim: it gets the player's mark and cannot be claimed again.",
    example: "(move Claim (to (sites Empty)))",
    english: "*",
    params: &[
        opt("what", Ty::Piece, "the piece that marks it; the mover's first kind, if left out"),
        req("to", Ty::To, "where the move goes"),
        opt_named("count", Ty::Int, "how many pieces; one, if left out"),
        opt_named("stack", Ty::BoolLit, "True to move whole stacks; False if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    meaning: Meaning::Moves(|a, cx| lowering::add(a, cx, true)),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &MOVE_REMOVE,
    &MOVE_STEP,
    &MOVE_SLIDE,
    &MOVE_SHOOT,
    &MOVE_SELECT,
    &MOVE_PROPOSE,
    &MOVE_VOTE,
    &MOVE_PROMOTE,
    &MOVE_PASS,
    &MOVE_PLAY_CARD,
    &MOVE_LEAP,
    &MOVE_HOP,
    &MOVE,
    &MOVE_BET,
    &MOVE_ADD,
    &MOVE_CLAIM,
];

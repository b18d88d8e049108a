//! The shapes of move a player can decide on.

use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{ABSOLUTE_DIRECTION, ROLE_TYPE, SITE_TYPE, STEP_TYPE, WHEN_TYPE};
use crate::ty::Ty;

pub static MOVE_REMOVE: Ludeme = Ludeme {
    id: "move Remove",
    head: "move",
    keyword: Some("Remove"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Remove (last To))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        req("site", Ty::Int, "the site").or(1),
        req("region", Ty::Region, "the region").or(1),
        opt_named("level", Ty::Int, "the level of the stack; the top, if left out"),
        opt_named("at", Ty::Enum(&WHEN_TYPE), ""),
        opt_named("count", Ty::Int, "how many pieces; one, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static MOVE_STEP: Ludeme = Ludeme {
    id: "move Step",
    head: "move",
    keyword: Some("Step"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Step (to (sites Empty)))",
    params: &[
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("directions", Ty::Direction, "the directions to look in"),
        req("to", Ty::To, "where the move goes"),
        opt_named("stack", Ty::BoolLit, "True to move whole stacks; False if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static MOVE_SLIDE: Ludeme = Ludeme {
    id: "move Slide",
    head: "move",
    keyword: Some("Slide"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Slide)",
    params: &[
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("track", Ty::Text, "the name of the track"),
        opt("directions", Ty::Direction, "the directions to look in"),
        opt("between", Ty::Between, "what must lie between start and goal, and what happens to it"),
        opt("to", Ty::To, "where the move goes"),
        opt_named("stack", Ty::BoolLit, "True to move whole stacks; False if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static MOVE_SHOOT: Ludeme = Ludeme {
    id: "move Shoot",
    head: "move",
    keyword: Some("Shoot"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Shoot (piece \"Disc\"))",
    params: &[
        req("what", Ty::Piece, ""),
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("directions", Ty::Enum(&ABSOLUTE_DIRECTION), "the directions to look in"),
        opt("between", Ty::Between, "what must lie between start and goal, and what happens to it"),
        opt("to", Ty::To, "where the move goes"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static MOVE_SELECT: Ludeme = Ludeme {
    id: "move Select",
    head: "move",
    keyword: Some("Select"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Select (from))",
    params: &[
        req("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("to", Ty::To, "where the move goes"),
        opt("mover", Ty::Enum(&ROLE_TYPE), ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static MOVE_PROPOSE: Ludeme = Ludeme {
    id: "move Propose",
    head: "move",
    keyword: Some("Propose"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Propose \"Disc\")",
    params: &[
        req("message", Ty::Text, "").or(1),
        req("messages", Ty::Text, "").array(1).or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static MOVE_VOTE: Ludeme = Ludeme {
    id: "move Vote",
    head: "move",
    keyword: Some("Vote"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Vote \"Disc\")",
    params: &[
        req("message", Ty::Text, "").or(1),
        req("messages", Ty::Text, "").array(1).or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static MOVE_PROMOTE: Ludeme = Ludeme {
    id: "move Promote",
    head: "move",
    keyword: Some("Promote"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Promote (piece \"Disc\"))",
    params: &[
        opt(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        opt("site", Ty::Int, "the site"),
        req("what", Ty::Piece, ""),
        opt("player", Ty::Player, "the player, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static MOVE_PASS: Ludeme = Ludeme {
    id: "move Pass",
    head: "move",
    keyword: Some("Pass"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Pass)",
    params: &[opt("then", Ty::Then, "what happens after the move")],
    ..BASE
};

pub static MOVE_PLAY_CARD: Ludeme = Ludeme {
    id: "move PlayCard",
    head: "move",
    keyword: Some("PlayCard"),
    gives: Ty::Moves,
    doc: "",
    example: "(move PlayCard)",
    params: &[opt("then", Ty::Then, "what happens after the move")],
    ..BASE
};

pub static MOVE_LEAP: Ludeme = Ludeme {
    id: "move Leap",
    head: "move",
    keyword: Some("Leap"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Leap {{F}} (to (sites Empty)))",
    params: &[
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        req("walk", Ty::Enum(&STEP_TYPE), "").array(2),
        opt_named("forward", Ty::Bool, ""),
        opt_named("rotations", Ty::Bool, ""),
        req("to", Ty::To, "where the move goes"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static MOVE_HOP: Ludeme = Ludeme {
    id: "move Hop",
    head: "move",
    keyword: Some("Hop"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Hop (to (sites Empty)))",
    params: &[
        opt("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        opt("directions", Ty::Direction, "the directions to look in"),
        opt("between", Ty::Between, "what must lie between start and goal, and what happens to it"),
        req("to", Ty::To, "where the move goes"),
        opt_named("stack", Ty::BoolLit, "True to move whole stacks; False if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static MOVE: Ludeme = Ludeme {
    id: "move",
    head: "move",
    gives: Ty::Moves,
    doc: "",
    example: "(move (from) (to (sites Empty)))",
    params: &[
        req("from", Ty::From, "where the move starts; from the piece under consideration, if left out"),
        req("to", Ty::To, "where the move goes"),
        opt_named("count", Ty::Int, "how many pieces; one, if left out"),
        opt_named("copy", Ty::Bool, ""),
        opt_named("stack", Ty::BoolLit, "True to move whole stacks; False if left out"),
        opt("mover", Ty::Enum(&ROLE_TYPE), ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static MOVE_BET: Ludeme = Ludeme {
    id: "move Bet",
    head: "move",
    keyword: Some("Bet"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Bet (player (mover)) (range 1 3))",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        req("range", Ty::Range, ""),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static MOVE_ADD: Ludeme = Ludeme {
    id: "move Add",
    head: "move",
    keyword: Some("Add"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Add (to (sites Empty)))",
    params: &[
        opt("what", Ty::Piece, ""),
        req("to", Ty::To, "where the move goes"),
        opt_named("count", Ty::Int, "how many pieces; one, if left out"),
        opt_named("stack", Ty::BoolLit, "True to move whole stacks; False if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    ..BASE
};

pub static MOVE_CLAIM: Ludeme = Ludeme {
    id: "move Claim",
    head: "move",
    keyword: Some("Claim"),
    gives: Ty::Moves,
    doc: "",
    example: "(move Claim (to (sites Empty)))",
    params: &[
        opt("what", Ty::Piece, ""),
        req("to", Ty::To, "where the move goes"),
        opt_named("count", Ty::Int, "how many pieces; one, if left out"),
        opt_named("stack", Ty::BoolLit, "True to move whole stacks; False if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
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

//! Effects that set a value of a site, of a player or of the game.

use crate::concept::Rule::{Hides, Shows, When};
use crate::concept::Test::{Any, Missing, Word};
use crate::effects::lowering as effects;
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{HIDDEN_DATA, ROLE_TYPE, SITE_TYPE};
use crate::meaning::Meaning;
use crate::moves::lowering;
use crate::ty::Ty;

pub static SET_TEAM_MOVES: Ludeme = Ludeme {
    id: "set Team [moves]",
    head: "set",
    keyword: Some("Team"),
    gives: Ty::NonDecision,
    doc: "Makes players a team.",
    example: "(set Team 1 {P1 P3})",
    english: "put {roles:player} in team {team}",
    params: &[
        req("team", Ty::Int, "the number of the team"),
        req("roles", Ty::Enum(&ROLE_TYPE), "its members").array(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["Team", "Coalition"]), Hides(&["then"])],
    meaning: Meaning::Moves(effects::set_team),
    ..BASE
};

pub static SET_HIDDEN_MOVES: Ludeme = Ludeme {
    id: "set Hidden [moves]",
    head: "set",
    keyword: Some("Hidden"),
    gives: Ty::NonDecision,
    doc: "Hides something about sites from a player, or shows it again.",
    example: "(set Hidden What at:(last To) True to:P1)",
    english: "*",
    params: &[
        opt("dataType", Ty::Enum(&HIDDEN_DATA), "what is hidden; everything, if left out").or(1),
        opt("dataTypes", Ty::Enum(&HIDDEN_DATA), "several things that are hidden").array(1).or(1),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site").or(2),
        req("region", Ty::Region, "the sites").or(2),
        opt_named("level", Ty::Int, "the level of the stack; the lowest, if left out"),
        opt("value", Ty::Bool, "True to hide, False to show; True if left out"),
        named("to", Ty::Player, "from which player, by number").or(3),
        named("toRole", Ty::Enum(&ROLE_TYPE), "from which player, by role").label("to").or(3),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[
        Shows(&["HiddenInformation"]),
        When(&[Missing("dataType"), Missing("dataTypes")], &["InvisiblePiece", "SetInvisible"]),
        When(
            &[Any(&[Word("dataType", &["What"]), Word("dataTypes", &["What"])])],
            &["HidePieceType", "SetHiddenWhat"],
        ),
        When(
            &[Any(&[Word("dataType", &["Who"]), Word("dataTypes", &["Who"])])],
            &["HidePieceOwner", "SetHiddenWho"],
        ),
        When(
            &[Any(&[Word("dataType", &["Count"]), Word("dataTypes", &["Count"])])],
            &["HidePieceCount", "SetHiddenCount"],
        ),
        When(
            &[Any(&[Word("dataType", &["Rotation"]), Word("dataTypes", &["Rotation"])])],
            &["HidePieceRotation", "SetHiddenRotation"],
        ),
        When(
            &[Any(&[Word("dataType", &["Value"]), Word("dataTypes", &["Value"])])],
            &["HidePieceValue", "SetHiddenValue"],
        ),
        When(
            &[Any(&[Word("dataType", &["State"]), Word("dataTypes", &["State"])])],
            &["HidePieceState", "SetHiddenState"],
        ),
    ],
    meaning: Meaning::Moves(effects::set_hidden),
    ..BASE
};

pub static SET_TRUMP_SUIT: Ludeme = Ludeme {
    id: "set TrumpSuit",
    head: "set",
    keyword: Some("TrumpSuit"),
    gives: Ty::NonDecision,
    doc: "Makes a suit trump.",
    example: "(set TrumpSuit (card Suit at:(handSite Shared)))",
    english: "set the trump suit to {suit}{suits:array}",
    params: &[
        req("suit", Ty::Int, "the suit, by number").or(1),
        req("suits", Ty::IntArrayDifference, "suits, one of which is taken").or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["SetTrumpSuit", "Card"])],
    meaning: Meaning::Moves(|a, cx| lowering::set_trump(a, cx, false)),
    ..BASE
};

pub static SET_NEXT_PLAYER: Ludeme = Ludeme {
    id: "set NextPlayer",
    head: "set",
    keyword: Some("NextPlayer"),
    gives: Ty::NonDecision,
    doc: "Says who moves next.",
    example: "(set NextPlayer (player (mover)))",
    english: "let {player:player}{nextPlayers:array} play next",
    params: &[
        req("player", Ty::Player, "the player").or(1),
        req("nextPlayers", Ty::IntArray, "several players, for moves that are chosen").or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    meaning: Meaning::Moves(|a, cx| lowering::set_next_player(a, cx, false)),
    ..BASE
};

pub static SET_ROTATION: Ludeme = Ludeme {
    id: "set Rotation",
    head: "set",
    keyword: Some("Rotation"),
    gives: Ty::NonDecision,
    doc: "Turns a piece.",
    example: "(set Rotation (to (last To)) next:False)",
    english: "turn the piece[ @ {to:tosite}][ to rotation {direction:facing}][ to rotation {directions:facing}]{previous?[, one turn backwards]}{next?[, one turn onwards]}",
    params: &[
        opt("to", Ty::To, "the site of the piece; `(from)`, if left out"),
        opt("directions", Ty::Int, "the rotations that are possible").array(1).or(1),
        opt("direction", Ty::Int, "the new rotation").or(1),
        opt_named("previous", Ty::Bool, "True if it may turn one step anticlockwise; True if left out"),
        opt_named("next", Ty::Bool, "True if it may turn one step clockwise; True if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["PieceRotation", "SetRotation"]), Hides(&["directions", "to/if"])],
    meaning: Meaning::Moves(|a, cx| lowering::set_rotation(a, cx, false)),
    ..BASE
};

pub static SET_VALUE: Ludeme = Ludeme {
    id: "set Value",
    head: "set",
    keyword: Some("Value"),
    gives: Ty::NonDecision,
    doc: "Sets a player's value.",
    example: "(set Value Mover 1)",
    english: "set [{player:poss}][{role:poss}] value to {value}",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        req("value", Ty::Int, "the value"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["PlayerValue"])],
    meaning: Meaning::Moves(effects::set_player_value),
    ..BASE
};

pub static SET_SCORE_MOVES: Ludeme = Ludeme {
    id: "set Score [moves]",
    head: "set",
    keyword: Some("Score"),
    gives: Ty::NonDecision,
    doc: "Sets a player's score.",
    example: "(set Score Mover 10)",
    english: "set [{player:poss}][{role:poss}] score to {value}",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        req("value", Ty::Int, "the score"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["Scoring"])],
    meaning: Meaning::Moves(effects::set_score),
    ..BASE
};

pub static SET_PENDING: Ludeme = Ludeme {
    id: "set Pending",
    head: "set",
    keyword: Some("Pending"),
    gives: Ty::NonDecision,
    doc: "Marks something as pending, for the next move to see.",
    example: "(set Pending (last To))",
    english: "*",
    params: &[
        opt("value", Ty::Int, "a number, often a site; 1, if left out").or(1),
        opt("region", Ty::Region, "sites").or(1),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["SetPending"])],
    meaning: Meaning::Moves(effects::set_pending),
    ..BASE
};

pub static SET_VAR: Ludeme = Ludeme {
    id: "set Var",
    head: "set",
    keyword: Some("Var"),
    gives: Ty::NonDecision,
    doc: "Sets a variable.",
    example: "(set Var \"Captured\" 1)",
    english: "*",
    params: &[
        opt("name", Ty::Text, "the name of the variable; the one without a name, if left out"),
        opt("newValue", Ty::Int, "its value; -1, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["Variable", "SetVar"])],
    meaning: Meaning::Moves(effects::set_var),
    ..BASE
};

pub static SET_COUNTER: Ludeme = Ludeme {
    id: "set Counter",
    head: "set",
    keyword: Some("Counter"),
    gives: Ty::NonDecision,
    doc: "Sets the game's counter.",
    example: "(set Counter 0)",
    english: "*",
    params: &[
        opt("newValue", Ty::Int, "its value; -1, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["InternalCounter", "SetInternalCounter"])],
    meaning: Meaning::Moves(effects::set_counter),
    ..BASE
};

pub static SET_POT: Ludeme = Ludeme {
    id: "set Pot",
    head: "set",
    keyword: Some("Pot"),
    gives: Ty::NonDecision,
    doc: "Sets how much money is in the pot.",
    example: "(set Pot 10)",
    english: "set the pot to {newValue|0}",
    params: &[
        opt("newValue", Ty::Int, "how much; -1, if left out"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    meaning: Meaning::Moves(effects::set_pot),
    ..BASE
};

pub static SET_COUNT_MOVES: Ludeme = Ludeme {
    id: "set Count [moves]",
    head: "set",
    keyword: Some("Count"),
    gives: Ty::NonDecision,
    doc: "Sets how many pieces lie on a site.",
    example: "(set Count at:(last To) 2)",
    english: "set the number of ^%[ at level {level}] @ {at:site} to {value}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site"),
        opt_named("level", Ty::Int, "the level of the stack; the lowest, if left out"),
        req("value", Ty::Int, "how many"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["PieceCount", "SetCount"]), Hides(&["level"])],
    meaning: Meaning::Moves(effects::set_count),
    ..BASE
};

pub static SET_STATE: Ludeme = Ludeme {
    id: "set State",
    head: "set",
    keyword: Some("State"),
    gives: Ty::NonDecision,
    doc: "Sets the local state of a piece.",
    example: "(set State at:(last To) 1)",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site"),
        opt_named("level", Ty::Int, "the level of the stack; the lowest, if left out"),
        req("value", Ty::Int, "the state"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["SiteState", "SetSiteState"])],
    meaning: Meaning::Moves(effects::set_state),
    ..BASE
};

pub static SET_VALUE_2: Ludeme = Ludeme {
    id: "set Value#2",
    head: "set",
    keyword: Some("Value"),
    gives: Ty::NonDecision,
    doc: "Sets the value of a piece.",
    example: "(set Value at:(last To) 5)",
    english: "set the value of the piece @ {at:site}[ at level {level}] to {value}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site"),
        opt_named("level", Ty::Int, "the level of the stack; the lowest, if left out"),
        req("value", Ty::Int, "the value"),
        opt("then", Ty::Then, "what happens after the move"),
    ],
    concepts: &[Shows(&["PieceValue", "SetValue"])],
    meaning: Meaning::Moves(effects::set_value),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &SET_TEAM_MOVES,
    &SET_HIDDEN_MOVES,
    &SET_TRUMP_SUIT,
    &SET_NEXT_PLAYER,
    &SET_ROTATION,
    &SET_VALUE,
    &SET_SCORE_MOVES,
    &SET_PENDING,
    &SET_VAR,
    &SET_COUNTER,
    &SET_POT,
    &SET_COUNT_MOVES,
    &SET_STATE,
    &SET_VALUE_2,
];

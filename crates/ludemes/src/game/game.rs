//! The game and the parts every game has: players, equipment, rules, phases, play.

use crate::entry::{BASE, Ludeme, named, opt, req};
use crate::enums::{MODE_TYPE, ROLE_TYPE};
use crate::ty::Ty;

pub static GAME: Ludeme = Ludeme {
    id: "game",
    head: "game",
    gives: Ty::Game,
    doc: "",
    example: "(game \"Disc\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))",
    params: &[
        req("name", Ty::Text, ""),
        req("players", Ty::Players, ""),
        opt("mode", Ty::Mode, ""),
        req("equipment", Ty::Equipment, ""),
        req("rules", Ty::Rules, ""),
    ],
    ..BASE
};

pub static EQUIPMENT: Ludeme = Ludeme {
    id: "equipment",
    head: "equipment",
    gives: Ty::Equipment,
    doc: "",
    example: "(equipment {(hand Each)})",
    params: &[req("items", Ty::Item, "").array(1)],
    ..BASE
};

pub static MODE: Ludeme = Ludeme {
    id: "mode",
    head: "mode",
    gives: Ty::Mode,
    doc: "",
    example: "(mode Alternating)",
    params: &[req("mode", Ty::Enum(&MODE_TYPE), "")],
    ..BASE
};

pub static PLAYER_PLAYER_FACING: Ludeme = Ludeme {
    id: "player [player facing]",
    head: "player",
    gives: Ty::PlayerFacing,
    doc: "",
    example: "(player N)",
    params: &[req("facing", Ty::Facing, "")],
    ..BASE
};

pub static PLAYERS: Ludeme = Ludeme {
    id: "players",
    head: "players",
    gives: Ty::Players,
    doc: "",
    example: "(players {(player N)})",
    params: &[req("players", Ty::PlayerFacing, "").array(1)],
    ..BASE
};

pub static PLAYERS_2: Ludeme = Ludeme {
    id: "players#2",
    head: "players",
    gives: Ty::Players,
    doc: "",
    example: "(players 3)",
    params: &[req("numPlayers", Ty::IntLit, "")],
    ..BASE
};

pub static RULES_RULES: Ludeme = Ludeme {
    id: "rules [rules]",
    head: "rules",
    gives: Ty::Rules,
    doc: "",
    example: "(rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win))))",
    params: &[
        opt("meta", Ty::Meta, ""),
        opt("start", Ty::Start, ""),
        req("play", Ty::Play, ""),
        req("end", Ty::End, ""),
    ],
    ..BASE
};

pub static RULES_RULES_2: Ludeme = Ludeme {
    id: "rules [rules]#2",
    head: "rules",
    gives: Ty::Rules,
    doc: "",
    example: "(rules phases:{(phase \"Movement\" (play (forEach Piece)))})",
    params: &[
        opt("meta", Ty::Meta, ""),
        opt("start", Ty::Start, ""),
        opt("play", Ty::Play, ""),
        named("phases", Ty::Phase, "").array(1),
        opt("end", Ty::End, ""),
    ],
    ..BASE
};

pub static END: Ludeme = Ludeme {
    id: "end",
    head: "end",
    gives: Ty::End,
    doc: "",
    example: "(end (if (no Moves Next) (result Mover Win)))",
    params: &[req("endRule", Ty::EndRule, "").or(1), req("endRules", Ty::EndRule, "").array(1).or(1)],
    ..BASE
};

pub static META: Ludeme = Ludeme {
    id: "meta",
    head: "meta",
    gives: Ty::Meta,
    doc: "",
    example: "(meta {(swap)})",
    params: &[req("rules", Ty::MetaRule, "").array(1).or(1), req("rule", Ty::MetaRule, "").or(1)],
    ..BASE
};

pub static NEXT_PHASE: Ludeme = Ludeme {
    id: "nextPhase",
    head: "nextPhase",
    gives: Ty::NextPhase,
    doc: "",
    example: "(nextPhase)",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "").or(1),
        opt("player", Ty::Player, "").or(1),
        opt("condition", Ty::Bool, ""),
        opt("phaseName", Ty::Text, ""),
    ],
    ..BASE
};

pub static PHASE_PHASE: Ludeme = Ludeme {
    id: "phase [phase]",
    head: "phase",
    gives: Ty::Phase,
    doc: "",
    example: "(phase \"Disc\" (play (move Add (to (sites Empty)))))",
    params: &[
        req("name", Ty::Text, ""),
        opt("role", Ty::Enum(&ROLE_TYPE), ""),
        opt("mode", Ty::Mode, ""),
        req("play", Ty::Play, ""),
        opt("end", Ty::End, ""),
        opt("nextPhase", Ty::NextPhase, "").or(1),
        opt("nextPhases", Ty::NextPhase, "").array(1).or(1),
    ],
    ..BASE
};

pub static PLAY: Ludeme = Ludeme {
    id: "play",
    head: "play",
    gives: Ty::Play,
    doc: "",
    example: "(play (move Pass))",
    params: &[req("moves", Ty::Moves, "")],
    ..BASE
};

pub static START: Ludeme = Ludeme {
    id: "start",
    head: "start",
    gives: Ty::Start,
    doc: "",
    example: "(start {(place \"Disc1\" 0)})",
    params: &[req("rules", Ty::StartRule, "").array(1).or(1), req("rule", Ty::StartRule, "").or(1)],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &GAME,
    &EQUIPMENT,
    &MODE,
    &PLAYER_PLAYER_FACING,
    &PLAYERS,
    &PLAYERS_2,
    &RULES_RULES,
    &RULES_RULES_2,
    &END,
    &META,
    &NEXT_PHASE,
    &PHASE_PHASE,
    &PLAY,
    &START,
];

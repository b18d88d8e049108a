//! The game and the parts every game has: players, equipment, rules, phases, play.

use crate::concept::Rule::{HidesAll, Shows};
use crate::entry::{BASE, Ludeme, named, opt, req};
use crate::enums::{MODE_TYPE, ROLE_TYPE};
use crate::meaning::Meaning;
use crate::ty::Ty;

pub static GAME: Ludeme = Ludeme {
    id: "game",
    head: "game",
    gives: Ty::Game,
    doc: "A game: its name, its players, what lies on the table, and the rules.",
    example: "(game \"Three\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)}) (rules \
        (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))",
    english: "*",
    params: &[
        req("name", Ty::Text, "what the game is called"),
        req("players", Ty::Players, "how many play, and which way they face"),
        opt("mode", Ty::Mode, "how turns are taken; one player after another, if left out"),
        req("equipment", Ty::Equipment, "board, pieces and other things needed to play"),
        req("rules", Ty::Rules, "how to set up, play and finish"),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static EQUIPMENT: Ludeme = Ludeme {
    id: "equipment",
    head: "equipment",
    gives: Ty::Equipment,
    doc: "Everything needed to play: the board, the pieces, hands, dice, named regions, maps.",
    example: "(equipment {(hand Each)})",
    english: "*",
    params: &[req("items", Ty::Item, "the things, in any order").array(1)],
    meaning: Meaning::Part,
    ..BASE
};

pub static MODE: Ludeme = Ludeme {
    id: "mode",
    head: "mode",
    gives: Ty::Mode,
    doc: "How turns are taken: one after another, all at once, or by nobody.",
    example: "(mode Alternating)",
    english: "*",
    params: &[req("mode", Ty::Enum(&MODE_TYPE), "the way of taking turns")],
    concepts: &[HidesAll],
    meaning: Meaning::Part,
    ..BASE
};

pub static PLAYER_PLAYER_FACING: Ludeme = Ludeme {
    id: "player [player facing]",
    head: "player",
    gives: Ty::PlayerFacing,
    doc: "One player, with the side of the board they move towards. The order of the list is the order \
        of the players.",
    example: "(player N)",
    english: "*",
    params: &[req("facing", Ty::Facing, "the direction that is forward for this player")],
    concepts: &[Shows(&["PieceDirection", "PlayersWithDirections"]), HidesAll],
    meaning: Meaning::Part,
    ..BASE
};

pub static PLAYERS: Ludeme = Ludeme {
    id: "players",
    head: "players",
    gives: Ty::Players,
    doc: "The players one by one, each with the direction they face.",
    example: "(players {(player N) (player S)})",
    english: "*",
    params: &[req("players", Ty::PlayerFacing, "the players in turn order").array(1)],
    meaning: Meaning::Part,
    ..BASE
};

pub static PLAYERS_2: Ludeme = Ludeme {
    id: "players#2",
    head: "players",
    gives: Ty::Players,
    doc: "How many play. Two players face north and south; a puzzle has one player and a simulation none.",
    example: "(players 3)",
    english: "*",
    params: &[req("numPlayers", Ty::IntLit, "how many")],
    meaning: Meaning::Part,
    ..BASE
};

pub static RULES_RULES: Ludeme = Ludeme {
    id: "rules [rules]",
    head: "rules",
    gives: Ty::Rules,
    doc: "The rules of a game that is played in one go.",
    example: "(rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win))))",
    english: "*",
    params: &[
        opt("meta", Ty::Meta, "rules that hold for every turn"),
        opt("start", Ty::Start, "what happens before the first move"),
        req("play", Ty::Play, "the moves"),
        req("end", Ty::End, "when the game is over and who wins"),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static RULES_RULES_2: Ludeme = Ludeme {
    id: "rules [rules]#2",
    head: "rules",
    gives: Ty::Rules,
    doc: "The rules of a game that is played in phases, each with moves of its own.",
    example: "(rules phases:{(phase \"Placement\" (play (move Add (to (sites Empty)))) (nextPhase \
        \"Movement\")) (phase \"Movement\" (play (forEach Piece)))} (end (if (no Moves Next) (result \
        Mover Win))))",
    english: "*",
    params: &[
        opt("meta", Ty::Meta, "rules that hold for every turn"),
        opt("start", Ty::Start, "what happens before the first move"),
        opt("play", Ty::Play, "moves for phases that give none of their own"),
        named("phases", Ty::Phase, "the phases in order; play starts in the first").array(1),
        opt("end", Ty::End, "when the game is over, in whatever phase"),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static END: Ludeme = Ludeme {
    id: "end",
    head: "end",
    gives: Ty::End,
    doc: "When the game is over. The rules are looked at after every move, in order, and the first that \
        holds decides.",
    example: "(end (if (no Moves Next) (result Mover Win)))",
    english: "*",
    params: &[
        req("endRule", Ty::EndRule, "the only end rule").or(1),
        req("endRules", Ty::EndRule, "the end rules in order").array(1).or(1),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static META: Ludeme = Ludeme {
    id: "meta",
    head: "meta",
    gives: Ty::Meta,
    doc: "Rules that hold for every turn of the game.",
    example: "(meta {(swap)})",
    english: "*",
    params: &[
        req("rules", Ty::MetaRule, "the rules").array(1).or(1),
        req("rule", Ty::MetaRule, "the only rule").or(1),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static NEXT_PHASE: Ludeme = Ludeme {
    id: "nextPhase",
    head: "nextPhase",
    gives: Ty::NextPhase,
    doc: "When to leave a phase, and for which one. Looked at after every move.",
    example: "(nextPhase Mover (all Passed) \"Movement\")",
    english: "*",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "whose phase changes; everyone's, if left out").or(1),
        opt("player", Ty::Player, "whose phase changes, by number").or(1),
        opt("condition", Ty::Bool, "when to go on; always, if left out"),
        opt("phaseName", Ty::Text, "the phase to go to; the next one in the list, if left out"),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static PHASE_PHASE: Ludeme = Ludeme {
    id: "phase [phase]",
    head: "phase",
    gives: Ty::Phase,
    doc: "A part of the game with moves of its own, and perhaps its own end. Each player is in a phase; \
        phases may be entered together or one player at a time.",
    example: "(phase \"Placement\" (play (move Add (to (sites Empty)))) (nextPhase Mover (= 0 (count \
        Sites in:(sites Hand Mover))) \"Movement\"))",
    english: "*",
    params: &[
        req("name", Ty::Text, "what the phase is called"),
        opt("role", Ty::Enum(&ROLE_TYPE), "whose phase it is; everyone's, if left out"),
        opt("mode", Ty::Mode, "how turns are taken in this phase"),
        req("play", Ty::Play, "the moves of this phase"),
        opt("end", Ty::End, "end rules that hold in this phase only"),
        opt("nextPhase", Ty::NextPhase, "when to go on, and to which phase").or(1),
        opt("nextPhases", Ty::NextPhase, "several ways to go on; the first whose condition holds is taken")
            .array(1)
            .or(1),
    ],
    meaning: Meaning::Part,
    ..BASE
};

pub static PLAY: Ludeme = Ludeme {
    id: "play",
    head: "play",
    gives: Ty::Play,
    doc: "The moves that the player to move may choose from.",
    example: "(play (move Pass))",
    english: "*",
    params: &[req("moves", Ty::Moves, "the moves")],
    meaning: Meaning::Part,
    ..BASE
};

pub static START: Ludeme = Ludeme {
    id: "start",
    head: "start",
    gives: Ty::Start,
    doc: "What happens before the first move.",
    example: "(start {(place \"Disc1\" 0) (place \"Disc2\" 8)})",
    english: "*",
    params: &[
        req("rules", Ty::StartRule, "the start rules, carried out in order").array(1).or(1),
        req("rule", Ty::StartRule, "the only start rule").or(1),
    ],
    meaning: Meaning::Part,
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

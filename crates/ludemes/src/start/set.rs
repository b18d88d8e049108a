//! Setting numbers, states, owners and hidden information before play.

use super::{coordinate, kind, places};
use crate::bools::is_site::facet;
use crate::checked::Value;
use crate::concept::Rule::{Shows, When};
use crate::concept::Test::{Any, Given, Missing, OffBoard, OnBoard, Word};
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{HIDDEN_DATA, ROLE_TYPE, SITE_TYPE};
use crate::lower::{Args, Done, Lower, role_of};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::start::{Carried, Places, PlayerNumber, SiteNumber};
use ludarium_engine::kernel::{Bool, Int, Start};
use ludarium_engine::{Role, UNDEFINED};

pub static SET: Ludeme = Ludeme {
    id: "set",
    head: "set",
    gives: Ty::StartRule,
    doc: "Fills sites of a puzzle with their given values.",
    example: "(set {{1 9} {6 4} {11 8}})",
    english: "The ^# hold these numbers at the start: {pairs:pairs}.",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        req("pairs", Ty::IntLit, "pairs of a site and its value").array(2),
    ],
    concepts: &[Shows(&["DeductionPuzzle"])],
    meaning: Meaning::Start(puzzle_values),
    ..BASE
};

pub static SET_REMEMBER_VALUE: Ludeme = Ludeme {
    id: "set RememberValue",
    head: "set",
    keyword: Some("RememberValue"),
    gives: Ty::StartRule,
    doc: "Remembers numbers from the start.",
    example: "(set RememberValue 5)",
    english: "The number[s {regionValue}][ {value}] is remembered[ as {name:quoted}]{unique? (once only)}.",
    params: &[
        opt("name", Ty::Text, "a name to remember them under"),
        req("value", Ty::Int, "the number").or(1),
        req("regionValue", Ty::Region, "the sites to remember").or(1),
        opt_named("unique", Ty::Bool, "True to remember each once only; False if left out"),
    ],
    concepts: &[Shows(&["Variable"])],
    meaning: Meaning::Start(remember),
    ..BASE
};

pub static SET_HIDDEN_START: Ludeme = Ludeme {
    id: "set Hidden [start]",
    head: "set",
    keyword: Some("Hidden"),
    gives: Ty::StartRule,
    doc: "Hides something about sites from a player.",
    example: "(set Hidden What at:5 to:P1)",
    english: "*",
    params: &[
        opt("dataType", Ty::Enum(&HIDDEN_DATA), "what is hidden; everything, if left out").or(1),
        opt("dataTypes", Ty::Enum(&HIDDEN_DATA), "several things that are hidden").array(1).or(1),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site").or(2),
        req("region", Ty::Region, "the sites").or(2),
        opt_named("level", Ty::Int, "the level of the stack; the lowest, if left out"),
        opt("value", Ty::Bool, "True to hide, False to show; True if left out"),
        named("to", Ty::Enum(&ROLE_TYPE), "from which player"),
    ],
    concepts: &[
        Shows(&["HiddenInformation"]),
        When(&[Missing("dataType"), Missing("dataTypes")], &["InvisiblePiece"]),
        When(&[Any(&[Word("dataType", &["What"]), Word("dataTypes", &["What"])])], &["HidePieceType"]),
        When(&[Any(&[Word("dataType", &["Who"]), Word("dataTypes", &["Who"])])], &["HidePieceOwner"]),
        When(&[Any(&[Word("dataType", &["Count"]), Word("dataTypes", &["Count"])])], &["HidePieceCount"]),
        When(
            &[Any(&[Word("dataType", &["Rotation"]), Word("dataTypes", &["Rotation"])])],
            &["HidePieceRotation"],
        ),
        When(&[Any(&[Word("dataType", &["Value"]), Word("dataTypes", &["Value"])])], &["HidePieceValue"]),
        When(&[Any(&[Word("dataType", &["State"]), Word("dataTypes", &["State"])])], &["HidePieceState"]),
    ],
    meaning: Meaning::Start(hidden),
    ..BASE
};

pub static SET_2: Ludeme = Ludeme {
    id: "set#2",
    head: "set",
    gives: Ty::StartRule,
    doc: "Gives a player a site: it gets a piece of theirs.",
    example: "(set P1 Cell 5)",
    english: "{role:player} <owns> {site:site}{coord:text} at the start.",
    params: &[
        req("role", Ty::Enum(&ROLE_TYPE), "the player"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("site", Ty::Int, "the site"),
        opt_named("coord", Ty::Text, "the site's coordinate"),
    ],
    concepts: &[
        When(&[OnBoard("site")], &["PiecesPlacedOnBoard"]),
        When(&[OffBoard("site")], &["PiecesPlacedOutsideBoard"]),
        When(&[Given("coord")], &["PiecesPlacedOnBoard"]),
    ],
    meaning: Meaning::Start(set_owner),
    ..BASE
};

pub static SET_3: Ludeme = Ludeme {
    id: "set#3",
    head: "set",
    gives: Ty::StartRule,
    doc: "Gives a player several sites: each gets a piece of theirs.",
    example: "(set P1 Cell (sites Bottom))",
    english: "{role:player} <owns> {sites:site}{region}{coords:text} at the start.",
    params: &[
        req("role", Ty::Enum(&ROLE_TYPE), "the player"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("sites", Ty::Int, "the sites by number").array(1),
        opt("region", Ty::Region, "the sites"),
        opt("coords", Ty::Text, "the sites by coordinate").array(1),
    ],
    concepts: &[
        When(&[Any(&[OnBoard("sites"), OnBoard("region")])], &["PiecesPlacedOnBoard"]),
        When(&[Any(&[OffBoard("sites"), OffBoard("region")])], &["PiecesPlacedOutsideBoard"]),
        When(&[Given("coords")], &["PiecesPlacedOnBoard"]),
    ],
    meaning: Meaning::Start(set_owner),
    ..BASE
};

pub static SET_COUNT_START: Ludeme = Ludeme {
    id: "set Count [start]",
    head: "set",
    keyword: Some("Count"),
    gives: Ty::StartRule,
    doc: "Sets how many pieces lie on sites. In sowing games this fills the holes.",
    example: "(set Count 4 to:(sites Track))",
    english: "*",
    params: &[
        req("value", Ty::Int, "how many"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site").or(1),
        named("to", Ty::Region, "the sites").or(1),
    ],
    concepts: &[
        Shows(&["PieceCount"]),
        When(&[Any(&[OnBoard("at"), OnBoard("to")])], &["PiecesPlacedOnBoard"]),
        When(&[Any(&[OffBoard("at"), OffBoard("to")])], &["PiecesPlacedOutsideBoard"]),
    ],
    meaning: Meaning::Start(|a, cx| {
        cx.game.uses.count = true;
        set_sites(a, cx, SiteNumber::Count)
    }),
    ..BASE
};

pub static SET_COST: Ludeme = Ludeme {
    id: "set Cost",
    head: "set",
    keyword: Some("Cost"),
    gives: Ty::StartRule,
    doc: "Sets what sites cost.",
    example: "(set Cost 5 Cell at:10)",
    english: "The cost of {at:site}{to} is {value}.",
    params: &[
        req("value", Ty::Int, "the cost"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site").or(1),
        named("to", Ty::Region, "the sites").or(1),
    ],
    concepts: &[Shows(&["InitialCost"])],
    meaning: Meaning::Start(|a, cx| set_sites(a, cx, SiteNumber::Cost)),
    ..BASE
};

pub static SET_PHASE: Ludeme = Ludeme {
    id: "set Phase",
    head: "set",
    keyword: Some("Phase"),
    gives: Ty::StartRule,
    doc: "Sets the colour of sites, as on a chessboard.",
    example: "(set Phase 1 Cell at:3)",
    english: "The colour class of {at:site}{to} is {value}.",
    params: &[
        req("value", Ty::Int, "the colour: 0, 1, and so on"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site").or(1),
        named("to", Ty::Region, "the sites").or(1),
    ],
    meaning: Meaning::Start(|a, cx| set_sites(a, cx, SiteNumber::Phase)),
    ..BASE
};

pub static SET_AMOUNT: Ludeme = Ludeme {
    id: "set Amount",
    head: "set",
    keyword: Some("Amount"),
    gives: Ty::StartRule,
    doc: "Sets how much money a player has.",
    example: "(set Amount 5000)",
    english: "{role:each|Each player} <starts> with {value} in money.",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "the player; everyone, if left out"),
        req("value", Ty::Int, "how much"),
    ],
    concepts: &[Shows(&["InitialAmount"])],
    meaning: Meaning::Start(|a, cx| {
        cx.game.uses.amount = true;
        set_players(a, cx, PlayerNumber::Amount)
    }),
    ..BASE
};

pub static SET_SCORE_START: Ludeme = Ludeme {
    id: "set Score [start]",
    head: "set",
    keyword: Some("Score"),
    gives: Ty::StartRule,
    doc: "Sets a player's score.",
    example: "(set Score P1 100)",
    english: "{role:each|Each player} <starts> with a score of {value}.",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "the player; everyone, if left out"),
        req("value", Ty::Int, "the score"),
    ],
    concepts: &[Shows(&["Scoring", "InitialScore"])],
    meaning: Meaning::Start(|a, cx| {
        cx.game.uses.score = true;
        set_players(a, cx, PlayerNumber::Score)
    }),
    ..BASE
};

pub static SET_TEAM_START: Ludeme = Ludeme {
    id: "set Team [start]",
    head: "set",
    keyword: Some("Team"),
    gives: Ty::StartRule,
    doc: "Makes players a team.",
    example: "(set Team 1 {P1 P3})",
    english: "{roles:player} <form> team {index}.",
    params: &[
        req("index", Ty::Int, "the number of the team"),
        req("roles", Ty::Enum(&ROLE_TYPE), "its members").array(1),
    ],
    concepts: &[Shows(&["Team"])],
    meaning: Meaning::Start(set_team),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &SET,
    &SET_REMEMBER_VALUE,
    &SET_HIDDEN_START,
    &SET_2,
    &SET_3,
    &SET_COUNT_START,
    &SET_COST,
    &SET_PHASE,
    &SET_AMOUNT,
    &SET_SCORE_START,
    &SET_TEAM_START,
];

fn puzzle_values<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Vec<Start>> {
    cx.game.uses.deduction_puzzle = true;
    let mut pairs = Vec::new();
    for arg in a.each("pairs") {
        let Value::Array(items) = &arg.value else { continue };
        let numbers: Vec<i32> = items
            .iter()
            .filter_map(|item| match item.value {
                Value::Int(n) => Some(n as i32),
                Value::Node(_)
                | Value::Array(_)
                | Value::Float(_)
                | Value::Bool(_)
                | Value::Text(_)
                | Value::Enum(..)
                | Value::Hole(..) => None,
            })
            .collect();
        match numbers[..] {
            [var, value] => pairs.push((var, value)),
            _ => return a.wrong("a pair of a site and its value is expected"),
        }
    }
    Ok(vec![Start::PuzzleSet { kind: kind(a, cx), pairs: pairs.into() }])
}

fn remember<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Vec<Start>> {
    cx.game.uses.remembers = true;
    let name = a.text("name").map(|name| cx.name(name));
    let values = match cx.int(a, "value")? {
        Some(value) => Places::Sites([value].into()),
        None => Places::Region(cx.need_region(a, "regionValue")?),
    };
    let unique = cx.bool(a, "unique")?.unwrap_or(Bool::Const(false));
    Ok(vec![Start::Remember { name, values, unique }])
}

fn hidden<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Vec<Start>> {
    cx.game.uses.hidden = true;
    let words = if a.has("dataTypes") { a.words("dataTypes") } else { a.words("dataType") };
    let facets = if words.is_empty() {
        vec![facet(None)]
    } else {
        words.into_iter().map(|w| facet(Some(w))).collect()
    };
    let at = match cx.int(a, "at")? {
        Some(site) => Places::Sites([site].into()),
        None => Places::Region(cx.need_region(a, "region")?),
    };
    Ok(vec![Start::SetHidden {
        facets: facets.into(),
        kind: kind(a, cx),
        at,
        level: cx.int(a, "level")?.unwrap_or(Int::Const(0)),
        hidden: cx.bool(a, "value")?.unwrap_or(Bool::Const(true)),
        from: cx.role(a, "to").unwrap_or(Role::All),
    }])
}

/// A role here means a component: the first that nobody or everybody owns, or the one with the player's number.
fn set_owner<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Vec<Start>> {
    let kind = kind(a, cx);
    let owned_by = |owner: usize| cx.game.components.iter().skip(1).position(|c| c.owner == owner);
    let what = match cx.role(a, "role") {
        Some(Role::Neutral) => owned_by(0).map(|i| i + 1),
        Some(Role::Shared | Role::All) => owned_by(cx.game.players + 1).map(|i| i + 1),
        Some(Role::P(p)) => Some(usize::from(p)).filter(|&p| p < cx.game.components.len()),
        Some(Role::Mover) => (cx.game.components.len() > 1).then_some(1),
        Some(_) | None => None,
    };
    let Some(what) = what else { return a.wrong("there is no piece of this player") };
    let at = if a.takes("site") {
        match (a.text("coord"), cx.int(a, "site")?) {
            (Some(coord), _) => Places::Sites([Int::Const(coordinate(a, cx, kind, coord)?)].into()),
            (None, Some(site)) => Places::Sites([site].into()),
            (None, None) => return Ok(Vec::new()),
        }
    } else {
        match places(a, cx, kind)? {
            Some(at) => at,
            None => return Ok(Vec::new()),
        }
    };
    let unsaid = Int::Const(UNDEFINED);
    let with =
        Carried { count: Int::Const(1), state: unsaid.clone(), rotation: unsaid.clone(), value: unsaid };
    Ok(vec![Start::Place { kind, what: what as i32, at, with }])
}

fn set_sites<'a>(a: Args<'a>, cx: &mut Lower<'a>, number: SiteNumber) -> Done<Vec<Start>> {
    let kind = kind(a, cx);
    let at = match cx.int(a, "at")? {
        Some(site) => Places::Sites([site].into()),
        None => Places::Region(cx.need_region(a, "to")?),
    };
    Ok(vec![Start::SetSites { number, kind, at, value: cx.need_int(a, "value")? }])
}

fn set_players<'a>(a: Args<'a>, cx: &mut Lower<'a>, number: PlayerNumber) -> Done<Vec<Start>> {
    Ok(vec![Start::SetPlayers { number, role: cx.role(a, "role"), value: cx.need_int(a, "value")? }])
}

fn set_team<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Vec<Start>> {
    cx.game.uses.teams = true;
    let roles = a.words("roles").into_iter().filter_map(role_of).collect();
    Ok(vec![Start::SetTeam { team: cx.need_int(a, "index")?, roles }])
}

//! Regions given by what stands on them or where pieces can go.

use crate::common::*;
use crate::concept::Rule::{Hides, Shows, When};
use crate::concept::Test::{Missing, Word};
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{HIDDEN_DATA, ROLE_TYPE, SITE_TYPE};
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::action::Facet;
use ludarium_engine::game::{ContainerKind, Track};
use ludarium_engine::kernel::region::Whats;
use ludarium_engine::kernel::{Int, Region};
use ludarium_engine::types::*;

pub static SITES_HIDDEN: Ludeme = Ludeme {
    id: "sites Hidden",
    head: "sites",
    keyword: Some("Hidden"),
    gives: Ty::Region,
    doc: "The sites about which something is hidden from a player.",
    example: "(sites Hidden What to:Mover)",
    english: "the ^#[ with {dataType:hidden}] hidden from [{to:player}][{toRole:player}]",
    params: &[
        opt("dataType", Ty::Enum(&HIDDEN_DATA), "what is hidden; everything about them, if left out"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("to", Ty::Player, "from which player, by number").or(1),
        named("toRole", Ty::Enum(&ROLE_TYPE), "from which player, by role").label("to").or(1),
    ],
    concepts: &[
        Shows(&["HiddenInformation"]),
        When(&[Missing("dataType")], &["InvisiblePiece"]),
        When(&[Word("dataType", &["What"])], &["HidePieceType"]),
        When(&[Word("dataType", &["Who"])], &["HidePieceOwner"]),
        When(&[Word("dataType", &["Count"])], &["HidePieceCount"]),
        When(&[Word("dataType", &["Rotation"])], &["HidePieceRotation"]),
        When(&[Word("dataType", &["Value"])], &["HidePieceValue"]),
        When(&[Word("dataType", &["State"])], &["HidePieceState"]),
    ],
    meaning: Meaning::Region(|a, cx| {
        cx.game.uses.hidden = true;
        let facet = match a.word("dataType") {
            Some("What") => Facet::What,
            Some("Who") => Facet::Who,
            Some("Count") => Facet::Count,
            Some("State") => Facet::State,
            Some("Rotation") => Facet::Rotation,
            Some("Value") => Facet::Value,
            Some(_) | None => Facet::All,
        };
        let kind = cx.site_type(a, "type");
        match owners(a, cx, &["to", "toRole"])? {
            Some(from) => Ok(Region::Hidden { facet, kind, from }),
            None => a.wrong("no player is given"),
        }
    }),
    ..BASE
};

pub static SITES_LARGE_PIECE: Ludeme = Ludeme {
    id: "sites LargePiece",
    head: "sites",
    keyword: Some("LargePiece"),
    gives: Ty::Region,
    doc: "The sites that a large piece covers.",
    example: "(sites LargePiece at:(last To))",
    english: "the ^# covered by the large piece @ {at:site}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site on which it is placed"),
    ],
    meaning: Meaning::Region(|a, cx| {
        let kind = cx.site_type(a, "type");
        Ok(Region::LargePiece { kind, site: Box::new(cx.need_int(a, "at")?) })
    }),
    ..BASE
};

pub static SITES_RANDOM: Ludeme = Ludeme {
    id: "sites Random",
    head: "sites",
    keyword: Some("Random"),
    gives: Ty::Region,
    doc: "Some sites of a region, drawn at random each time.",
    example: "(sites Random (sites Empty) num:2)",
    english: "{num:countone|one ^#=} chosen at random from {region|the board}",
    params: &[
        opt("region", Ty::Region, "where to draw from; the empty sites, if left out"),
        opt_named("num", Ty::Int, "how many; 1, if left out"),
    ],
    concepts: &[Shows(&["Stochastic"])],
    meaning: Meaning::Region(|a, cx| {
        cx.game.uses.stochastic = true;
        let region = cx.region(a, "region")?.unwrap_or(Region::Empty { kind: SiteType::Cell });
        Ok(Region::Random { region: Box::new(region), num: int_or(a, cx, "num", Int::Const(1))? })
    }),
    ..BASE
};

pub static SITES_FROM: Ludeme = Ludeme {
    id: "sites From",
    head: "sites",
    keyword: Some("From"),
    gives: Ty::Region,
    doc: "The sites where the moves start.",
    example: "(sites From (forEach Piece))",
    english: "the ^# from which one can {moves:moves}",
    params: &[req("moves", Ty::Moves, "the moves")],
    meaning: Meaning::Region(|a, cx| Ok(Region::MovesFrom(Box::new(cx.need_moves(a, "moves")?)))),
    ..BASE
};

pub static SITES_BETWEEN_2: Ludeme = Ludeme {
    id: "sites Between#2",
    head: "sites",
    keyword: Some("Between"),
    gives: Ty::Region,
    doc: "The sites that the moves pass over.",
    example: "(sites Between (forEach Piece))",
    english: "the ^# passed over when one may {moves:moves}",
    params: &[req("moves", Ty::Moves, "the moves")],
    meaning: Meaning::Region(|a, cx| Ok(Region::MovesBetween(Box::new(cx.need_moves(a, "moves")?)))),
    ..BASE
};

pub static SITES_TO: Ludeme = Ludeme {
    id: "sites To",
    head: "sites",
    keyword: Some("To"),
    gives: Ty::Region,
    doc: "The sites where the moves go.",
    example: "(sites To (forEach Piece))",
    english: "the ^# to which one can {moves:moves}",
    params: &[req("moves", Ty::Moves, "the moves")],
    meaning: Meaning::Region(|a, cx| Ok(Region::MovesTo(Box::new(cx.need_moves(a, "moves")?)))),
    ..BASE
};

pub static SITES_TRACK: Ludeme = Ludeme {
    id: "sites Track",
    head: "sites",
    keyword: Some("Track"),
    gives: Ty::Region,
    doc: "The sites of a track, or of a stretch of it.",
    example: "(sites Track \"Track\" from:2 to:7)",
    english: "*",
    params: &[
        opt("player", Ty::Player, "whose track, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "whose track").or(1),
        opt("name", Ty::Text, "the name of the track"),
        opt_named("from", Ty::Int, "where the stretch begins; at the start, if left out"),
        opt_named("to", Ty::Int, "where the stretch ends; at the end, if left out"),
    ],
    meaning: Meaning::Region(|a, cx| {
        let player = player(a, cx, &["player", "role"])?.unwrap_or(Int::Const(0));
        let name = a.text("name").unwrap_or_default();
        let fits =
            |t: &Track, p: usize| t.name == name || (t.name.contains(name) && (t.owner == p || t.owner == 0));
        let track = pick_track(cx, player, &[&fits]);
        Ok(Region::Track { track, from: boxed_int(a, cx, "from")?, to: boxed_int(a, cx, "to")? })
    }),
    ..BASE
};

pub static SITES_HAND: Ludeme = Ludeme {
    id: "sites Hand",
    head: "sites",
    keyword: Some("Hand"),
    gives: Ty::Region,
    doc: "The sites of a player's hand.",
    example: "(sites Hand Mover)",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; cells, if left out"),
        opt("player", Ty::Player, "the player, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt("moves", Ty::NonDecision, "not used"),
        opt("name", Ty::Text, "not used"),
    ],
    concepts: &[Hides(&["type"])],
    meaning: Meaning::Region(|a, cx| {
        if cx.role(a, "role") == Some(Role::Shared) {
            let hand = cx.game.containers.iter().find(|c| c.counts_as_hand());
            let sites = hand.map(|c| (c.first..c.first + c.len).collect()).unwrap_or_default();
            return Ok(Region::Fixed(sites));
        }
        let Some(player) = player(a, cx, &["player", "role"])? else {
            return Ok(Region::Fixed(Default::default()));
        };
        let e = Region::Hand(Box::new(player));
        Ok(fixed(cx, e))
    }),
    ..BASE
};

pub static SITES_WINNING: Ludeme = Ludeme {
    id: "sites Winning",
    head: "sites",
    keyword: Some("Winning"),
    gives: Ty::Region,
    doc: "The sites to which a player could move and win at once.",
    example: "(sites Winning Next (add (to (sites Empty))))",
    english: "the ^# where [{player:player}][{role:player}] could win at once by {moves:moves}[{name:quoted}]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; cells, if left out"),
        opt("player", Ty::Player, "the player, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt("moves", Ty::NonDecision, "the moves to try"),
        opt("name", Ty::Text, "not used"),
    ],
    concepts: &[Shows(&["CopyContext"]), Hides(&["type"])],
    meaning: Meaning::Region(|a, cx| {
        let Some(player) = player(a, cx, &["player", "role"])? else {
            return Ok(Region::Fixed(Default::default()));
        };
        Ok(Region::Winning { player: Box::new(player), moves: Box::new(cx.need_moves(a, "moves")?) })
    }),
    ..BASE
};

pub static SITES_START: Ludeme = Ludeme {
    id: "sites Start",
    head: "sites",
    keyword: Some("Start"),
    gives: Ty::Region,
    doc: "The sites where pieces of a kind stood at the start of the game.",
    example: "(sites Start (piece (what at:(from))))",
    english: "*",
    params: &[req("player", Ty::Piece, "the kind of piece")],
    meaning: Meaning::Region(|a, cx| {
        let Some(piece) = a.sub("player") else { return a.wrong("no piece is given") };
        let component = match piece.text("nameComponent").or(piece.texts("nameComponents").first().copied()) {
            Some(name) => Int::Const(cx.game.component_named(name).map_or(OFF, |c| c as i32)),
            None => match cx.int(piece, "component")? {
                Some(component) => component,
                None => return a.unsupported("several pieces"),
            },
        };
        Ok(Region::Start(Box::new(component)))
    }),
    ..BASE
};

pub static SITES_OCCUPIED: Ludeme = Ludeme {
    id: "sites Occupied",
    head: "sites",
    keyword: Some("Occupied"),
    gives: Ty::Region,
    doc: "The sites with a piece of a player.",
    example: "(sites Occupied by:Mover)",
    english: "*",
    params: &[
        named("by", Ty::Player, "the player, by number").or(1),
        named("byRole", Ty::Enum(&ROLE_TYPE), "the player, by role").label("by").or(1),
        opt_named("container", Ty::Int, "in which container, by number; on the board, if left out").or(2),
        opt_named("containerName", Ty::Text, "in which container, by name").label("container").or(2),
        opt_named("component", Ty::Int, "only this kind of piece, by number").or(3),
        opt_named("componentName", Ty::Text, "only pieces of this name").label("component").or(3),
        opt_named("components", Ty::Text, "only pieces of these names").array(1).or(3),
        opt_named("top", Ty::BoolLit, "True if only the top of a stack counts; True if left out"),
        opt_named("on", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
    ],
    meaning: Meaning::Region(occupied),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &SITES_HIDDEN,
    &SITES_LARGE_PIECE,
    &SITES_RANDOM,
    &SITES_FROM,
    &SITES_BETWEEN_2,
    &SITES_TO,
    &SITES_TRACK,
    &SITES_HAND,
    &SITES_WINNING,
    &SITES_START,
    &SITES_OCCUPIED,
];

fn occupied<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Region> {
    let Some(of) = owners(a, cx, &["by", "byRole"])? else { return a.wrong("no player is given") };
    let mut names = a.texts("componentName");
    names.extend(a.texts("components"));
    let whats = if let Some(component) = cx.int(a, "component")? {
        Whats::One(Box::new(component))
    } else if names.is_empty() {
        Whats::Any
    } else {
        let fits = |c: &usize| names.contains(&cx.game.components[*c].label.as_str());
        Whats::These((1..cx.game.components.len()).filter(fits).map(|c| c as u16).collect())
    };
    let container = match (cx.int(a, "container")?, a.text("containerName")) {
        (Some(c), _) => Some(c),
        (None, None) => None,
        (None, Some(name)) if name.contains("Hand") => {
            let owner = player(a, cx, &["by", "byRole"])?.unwrap_or(Int::Mover);
            let hands = by_player(cx, |p| {
                let hand = cx
                    .game
                    .containers
                    .iter()
                    .position(|c| c.kind == ContainerKind::Hand && c.owner == p && c.name.contains(name));
                hand.map_or(OFF, |h| h as i32)
            });
            Some(Int::ComponentOf { by_owner: hands, owner: Box::new(owner) })
        }
        (None, Some(name)) => match cx.game.containers.iter().position(|c| c.name == name) {
            Some(c) => Some(Int::Const(c as i32)),
            None => return a.wrong(format!("no container is called {name}")),
        },
    };
    Ok(Region::Occupied {
        of,
        whats,
        container: container.map(Box::new),
        top: a.flag("top").unwrap_or(true),
        kind: cx.site_type(a, "on"),
    })
}

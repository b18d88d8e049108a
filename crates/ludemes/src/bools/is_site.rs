//! Conditions on sites: occupied, inside, related, hidden, visited.

use crate::concept::Rule::{Hides, Shows, When};
use crate::concept::Test::{Missing, Word};
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{HIDDEN_DATA, RELATION_TYPE, ROLE_TYPE, SITE_TYPE};
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::Relation;
use ludarium_engine::action::Facet;
use ludarium_engine::kernel::boolean::{Angle, Threatened};
use ludarium_engine::kernel::{Bool, Int, Region};

pub static IS_ACUTE: Ludeme = Ludeme {
    id: "is Acute",
    head: "is",
    keyword: Some("Acute"),
    gives: Ty::Bool,
    doc: "True when two sites form an angle of less than a right angle, seen from a third.",
    example: "(is Acute at:(last To) (is Friend (who at:(to))) (is Friend (who at:(to))))",
    english: "the angle at {at:site} between a ^#= where {conditionSite:cond} and a ^#= where {conditionSite2:cond} <is> acute",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site at the tip of the angle"),
        req("conditionSite", Ty::Bool, "which sites may end the first arm, asked of each as `(to)`"),
        req("conditionSite2", Ty::Bool, "which sites may end the second arm"),
    ],
    meaning: Meaning::Bool(|a, cx| angle(a, cx, Angle::Acute)),
    ..BASE
};

pub static IS_RIGHT: Ludeme = Ludeme {
    id: "is Right",
    head: "is",
    keyword: Some("Right"),
    gives: Ty::Bool,
    doc: "True when two sites form a right angle, seen from a third.",
    example: "(is Right at:(last To) (is Friend (who at:(to))) (is Friend (who at:(to))))",
    english: "the angle at {at:site} between a ^#= where {conditionSite:cond} and a ^#= where {conditionSite2:cond} <is> a right angle",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site at the tip of the angle"),
        req("conditionSite", Ty::Bool, "which sites may end the first arm, asked of each as `(to)`"),
        req("conditionSite2", Ty::Bool, "which sites may end the second arm"),
    ],
    meaning: Meaning::Bool(|a, cx| angle(a, cx, Angle::Right)),
    ..BASE
};

pub static IS_OBTUSE: Ludeme = Ludeme {
    id: "is Obtuse",
    head: "is",
    keyword: Some("Obtuse"),
    gives: Ty::Bool,
    doc: "True when two sites form an angle of more than a right angle but less than a straight line, \
        seen from a third.",
    example: "(is Obtuse at:(last To) (is Friend (who at:(to))) (is Friend (who at:(to))))",
    english: "the angle at {at:site} between a ^#= where {conditionSite:cond} and a ^#= where {conditionSite2:cond} <is> obtuse",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site at the tip of the angle"),
        req("conditionSite", Ty::Bool, "which sites may end the first arm, asked of each as `(to)`"),
        req("conditionSite2", Ty::Bool, "which sites may end the second arm"),
    ],
    meaning: Meaning::Bool(|a, cx| angle(a, cx, Angle::Obtuse)),
    ..BASE
};

pub static IS_REFLEX: Ludeme = Ludeme {
    id: "is Reflex",
    head: "is",
    keyword: Some("Reflex"),
    gives: Ty::Bool,
    doc: "True when two sites form an angle of more than a straight line, seen from a third.",
    example: "(is Reflex at:(last To) (is Friend (who at:(to))) (is Friend (who at:(to))))",
    english: "the angle at {at:site} between a ^#= where {conditionSite:cond} and a ^#= where {conditionSite2:cond} <is> reflex",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site at the tip of the angle"),
        req("conditionSite", Ty::Bool, "which sites may end the first arm, asked of each as `(to)`"),
        req("conditionSite2", Ty::Bool, "which sites may end the second arm"),
    ],
    meaning: Meaning::Bool(|a, cx| angle(a, cx, Angle::Reflex)),
    ..BASE
};

pub static IS_HIDDEN: Ludeme = Ludeme {
    id: "is Hidden",
    head: "is",
    keyword: Some("Hidden"),
    gives: Ty::Bool,
    doc: "True when something about a site is hidden from a player.",
    example: "(is Hidden What at:(to) to:Mover)",
    english: "[{dataType:hidden} @ ][{at:site}][ at level {level}] <is> hidden from [{to:player}][{toRole:player}]",
    params: &[
        opt("dataType", Ty::Enum(&HIDDEN_DATA), "what is hidden; everything about it, if left out"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site"),
        opt_named("level", Ty::Int, "the level of the stack; the lowest, if left out"),
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
        Hides(&["type"]),
    ],
    meaning: Meaning::Bool(is_hidden),
    ..BASE
};

pub static IS_CROSSING: Ludeme = Ludeme {
    id: "is Crossing",
    head: "is",
    keyword: Some("Crossing"),
    gives: Ty::Bool,
    doc: "True when two edges cross.",
    example: "(is Crossing (last To) (to))",
    english: "the lines {edge1:site} and {edge2:site} <cross>",
    params: &[req("edge1", Ty::Int, "one edge"), req("edge2", Ty::Int, "the other")],
    meaning: Meaning::Bool(is_crossing),
    ..BASE
};

pub static IS_LAST_FROM: Ludeme = Ludeme {
    id: "is LastFrom",
    head: "is",
    keyword: Some("LastFrom"),
    gives: Ty::Bool,
    doc: "True when the last move started on a site of this type.",
    example: "(is LastFrom Vertex)",
    english: "the last move <started> from {type:asitetype}",
    params: &[req("type", Ty::Enum(&SITE_TYPE), "whether a cell, a vertex or an edge")],
    meaning: Meaning::Bool(|a, cx| Ok(Bool::LastKind { from: true, kind: super::kind(a, cx) })),
    ..BASE
};

pub static IS_LAST_TO: Ludeme = Ludeme {
    id: "is LastTo",
    head: "is",
    keyword: Some("LastTo"),
    gives: Ty::Bool,
    doc: "True when the last move went to a site of this type.",
    example: "(is LastTo Cell)",
    english: "the last move <ended> on {type:asitetype}",
    params: &[req("type", Ty::Enum(&SITE_TYPE), "whether a cell, a vertex or an edge")],
    meaning: Meaning::Bool(|a, cx| Ok(Bool::LastKind { from: false, kind: super::kind(a, cx) })),
    ..BASE
};

pub static IS_VISITED: Ludeme = Ludeme {
    id: "is Visited",
    head: "is",
    keyword: Some("Visited"),
    gives: Ty::Bool,
    doc: "True when a site has been passed in this turn already.",
    example: "(is Visited (to))",
    english: "{value:site|this ^#=} <has been visited> already this turn",
    params: &[opt("value", Ty::Int, "the site")],
    concepts: &[Shows(&["VisitedSites"])],
    meaning: Meaning::Bool(is_visited),
    ..BASE
};

pub static IS_THREATENED: Ludeme = Ludeme {
    id: "is Threatened",
    head: "is",
    keyword: Some("Threatened"),
    gives: Ty::Bool,
    doc: "True when an opponent could capture there with their next move.",
    example: "(is Threatened (id \"King\" Mover) at:(to))",
    english: "*",
    params: &[
        opt("what", Ty::Int, "a kind of piece, which is looked for on the board"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named("at", Ty::Int, "the site under threat").or(1),
        opt_named("in", Ty::Region, "the sites under threat; all that are occupied, if nothing is given")
            .or(1),
        opt("moves", Ty::Moves, "the opponent's moves to try; all their moves, if left out"),
    ],
    concepts: &[Shows(&["Threat", "CopyContext"])],
    meaning: Meaning::Bool(is_threatened),
    ..BASE
};

pub static IS_WITHIN: Ludeme = Ludeme {
    id: "is Within",
    head: "is",
    keyword: Some("Within"),
    gives: Ty::Bool,
    doc: "True when a piece of some kind stands on a site or in a region.",
    example: "(is Within (id \"King\" Mover) in:(sites Mover))",
    english: "{what:thepiece|a piece} <is> [@ {at:site}][@ one of {in}][ ({moves:moves})]",
    params: &[
        opt("what", Ty::Int, "the kind of piece"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named("at", Ty::Int, "the site; where the last move went, if left out").or(1),
        opt_named("in", Ty::Region, "the region").or(1),
        opt("moves", Ty::Moves, "not used"),
    ],
    concepts: &[Hides(&["moves"])],
    meaning: Meaning::Bool(is_within),
    ..BASE
};

pub static IS_RELATED: Ludeme = Ludeme {
    id: "is Related",
    head: "is",
    keyword: Some("Related"),
    gives: Ty::Bool,
    doc: "True when two sites are neighbours of some kind.",
    example: "(is Related Adjacent (from) (to))",
    english: "{siteA:site} <is> {relation:related} [{siteB:site}][{region}]",
    params: &[
        req("relation", Ty::Enum(&RELATION_TYPE), "which kind of neighbour"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        req("siteA", Ty::Int, "the one site"),
        req("siteB", Ty::Int, "the other").or(1),
        req("region", Ty::Region, "several sites, one of which must be the neighbour").or(1),
    ],
    meaning: Meaning::Bool(is_related),
    ..BASE
};

pub static IS_EMPTY: Ludeme = Ludeme {
    id: "is Empty",
    head: "is",
    keyword: Some("Empty"),
    gives: Ty::Bool,
    doc: "True when nothing stands on a site.",
    example: "(is Empty (to))",
    english: "{at:site} <is> empty",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        req("at", Ty::Int, "the site"),
    ],
    concepts: &[Shows(&["IsEmpty"])],
    meaning: Meaning::Bool(|a, cx| {
        Ok(Bool::Empty { kind: super::kind(a, cx), site: cx.need_int(a, "at")?.into() })
    }),
    ..BASE
};

pub static IS_OCCUPIED: Ludeme = Ludeme {
    id: "is Occupied",
    head: "is",
    keyword: Some("Occupied"),
    gives: Ty::Bool,
    doc: "True when something stands on a site.",
    example: "(is Occupied (to))",
    english: "{at:site} <is> occupied",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        req("at", Ty::Int, "the site"),
    ],
    meaning: Meaning::Bool(|a, cx| {
        Ok(Bool::Occupied { kind: super::kind(a, cx), site: cx.need_int(a, "at")?.into() })
    }),
    ..BASE
};

pub static IS_IN: Ludeme = Ludeme {
    id: "is In",
    head: "is",
    keyword: Some("In"),
    gives: Ty::Bool,
    doc: "True when a site is in a region, or a number in a list.",
    example: "(is In (to) (sites Centre))",
    english: "*",
    params: &[
        opt("site", Ty::Int, "the site or number; `(to)`, if left out").or(1),
        opt("sites", Ty::Int, "several of them, one of which must be in it").array(1).or(1),
        req("region", Ty::Region, "the region").or(2),
        req("array", Ty::IntArray, "the list").or(2),
    ],
    concepts: &[Shows(&["Contains"])],
    meaning: Meaning::Bool(is_in),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &IS_ACUTE,
    &IS_RIGHT,
    &IS_OBTUSE,
    &IS_REFLEX,
    &IS_HIDDEN,
    &IS_CROSSING,
    &IS_LAST_FROM,
    &IS_LAST_TO,
    &IS_VISITED,
    &IS_THREATENED,
    &IS_WITHIN,
    &IS_RELATED,
    &IS_EMPTY,
    &IS_OCCUPIED,
    &IS_IN,
];

fn is_hidden<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    cx.game.uses.hidden = true;
    Ok(Bool::Hidden {
        facet: facet(a.word("dataType")),
        kind: super::kind(a, cx),
        site: cx.need_int(a, "at")?.into(),
        level: cx.int(a, "level")?.map(Box::new),
        player: super::who(a, cx, "to", "toRole")?.into(),
    })
}

/// What of a piece a word speaks of; all of it where nothing is said.
pub fn facet(word: Option<&str>) -> Facet {
    match word {
        Some("What") => Facet::What,
        Some("Who") => Facet::Who,
        Some("State") => Facet::State,
        Some("Count") => Facet::Count,
        Some("Rotation") => Facet::Rotation,
        Some("Value") => Facet::Value,
        Some(_) | None => Facet::All,
    }
}

fn is_crossing<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    cx.game.uses.edges = true;
    Ok(Bool::Crossing(cx.need_int(a, "edge1")?.into(), cx.need_int(a, "edge2")?.into()))
}

fn is_visited<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    cx.game.uses.visited = true;
    Ok(Bool::Visited(cx.need_int(a, "value")?.into()))
}

/// A region given as such (`in`) or as a single site (`at`).
fn sites<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Option<Region>> {
    if let Some(site) = cx.int(a, "at")? {
        return Ok(Some(Region::Sites([site].into())));
    }
    cx.region(a, "in")
}

fn is_threatened<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    let threatened = Threatened {
        kind: super::kind(a, cx),
        what: cx.int(a, "what")?,
        sites: sites(a, cx)?,
        moves: cx.moves(a, "moves")?,
    };
    Ok(Bool::Threatened(threatened.into()))
}

fn is_within<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    let what = cx.need_int(a, "what")?.into();
    let region = sites(a, cx)?.unwrap_or_else(|| Region::Sites([Int::LastTo].into()));
    Ok(Bool::Within { what, region: region.into() })
}

fn is_related<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    let relation = match a.word("relation") {
        Some("Orthogonal") => Relation::Orthogonal,
        Some("Diagonal") => Relation::Diagonal,
        Some("OffDiagonal") => Relation::OffDiagonal,
        Some("All") => Relation::All,
        Some(_) | None => Relation::Adjacent,
    };
    let region = match cx.int(a, "siteB")? {
        Some(site) => Region::Sites([site].into()),
        None => cx.need_region(a, "region")?,
    };
    Ok(Bool::Related {
        kind: super::kind(a, cx),
        relation,
        site: cx.need_int(a, "siteA")?.into(),
        region: region.into(),
    })
}

fn is_in<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    let mut sites = if a.has("sites") { cx.int_list(a, "sites")? } else { Vec::new() };
    if sites.is_empty() {
        sites.push(cx.int(a, "site")?.unwrap_or(Int::To));
    }
    if a.has("array") {
        let list = cx.need_int_arr(a, "array")?.into();
        return Ok(Bool::InList { values: sites.into(), list });
    }
    let region = cx.need_region(a, "region")?;
    let mut all: Vec<Bool> =
        sites.into_iter().map(|site| Bool::In { site: site.into(), region: region.clone().into() }).collect();
    Ok(if all.len() == 1 { all.remove(0) } else { Bool::And(all.into()) })
}

fn angle<'a>(a: Args<'a>, cx: &mut Lower<'a>, angle: Angle) -> Done<Bool> {
    Ok(Bool::Angle {
        angle,
        kind: super::kind(a, cx),
        at: cx.need_int(a, "at")?.into(),
        first: cx.need_bool(a, "conditionSite")?.into(),
        second: cx.need_bool(a, "conditionSite2")?.into(),
    })
}

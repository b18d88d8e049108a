//! Regions made from regions.

use crate::common::*;
use crate::concept::Rule::{Hides, Shows};
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{ABSOLUTE_DIRECTION, SITE_TYPE, STACK_DIRECTION};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::{Int, Region};
use ludarium_engine::siteset::SiteSet;

pub static FOR_EACH_LEVEL_REGION: Ludeme = Ludeme {
    id: "forEach Level [region]",
    head: "forEach",
    keyword: Some("Level"),
    gives: Ty::Region,
    doc: "The levels of a stack that satisfy a condition, as a region of numbers.",
    example: "(forEach Level at:(last To) if:(is Friend (who at:(last To) level:(level))))",
    english: "the levels of the stack @ {at:site}[ {stackDirection:enum}][ where {if:cond}][ from level {startAt} on]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site of the stack"),
        opt("stackDirection", Ty::Enum(&STACK_DIRECTION), "from which end to go; the top, if left out"),
        opt_named("if", Ty::Bool, "which levels, asked of each as `(level)`; all, if left out"),
        opt_named("startAt", Ty::Int, "the level to begin at"),
    ],
    meaning: Meaning::Region(|a, cx| {
        cx.game.uses.stacking = true;
        Ok(Region::Levels {
            kind: cx.site_type(a, "type"),
            site: Box::new(cx.need_int(a, "at")?),
            from_top: a.word("stackDirection") != Some("FromBottom"),
            start: boxed_int(a, cx, "startAt")?,
            cond: boxed_bool(a, cx, "if")?,
        })
    }),
    ..BASE
};

pub static FOR_EACH_TEAM_REGION: Ludeme = Ludeme {
    id: "forEach Team [region]",
    head: "forEach",
    keyword: Some("Team"),
    gives: Ty::Region,
    doc: "What a region is for each team in turn, taken together. Within it, `(team)` is the team.",
    example: "(forEach Team (forEach (team) (sites Occupied by:Player)))",
    english: "the ^#, for each team: {region}",
    params: &[req("region", Ty::Region, "the region")],
    concepts: &[Shows(&["ControlFlowStatement"])],
    meaning: Meaning::Region(|a, cx| Ok(Region::ForEachTeam(Box::new(cx.need_region(a, "region")?)))),
    ..BASE
};

pub static FOR_EACH_REGION: Ludeme = Ludeme {
    id: "forEach [region]",
    head: "forEach",
    gives: Ty::Region,
    doc: "The sites of a region that satisfy a condition, in which `(site)` is the site.",
    example: "(forEach (sites Occupied by:Mover) if:(= (state at:(site)) 0))",
    english: "*",
    params: &[req("region", Ty::Region, "the region"), named("if", Ty::Bool, "the condition")],
    concepts: &[Shows(&["ControlFlowStatement"])],
    meaning: Meaning::Region(|a, cx| {
        Ok(Region::Filter {
            region: Box::new(cx.need_region(a, "region")?),
            cond: Box::new(cx.need_bool(a, "if")?),
        })
    }),
    ..BASE
};

pub static FOR_EACH_REGION_2: Ludeme = Ludeme {
    id: "forEach [region]#2",
    head: "forEach",
    gives: Ty::Region,
    doc: "What a region is for each site of another, taken together. Within it, `(site)` is the site.",
    example: "(forEach of:(sites Occupied by:Mover) (sites Around (site)))",
    english: "*",
    params: &[
        named("of", Ty::Region, "the sites to go through"),
        req("region", Ty::Region, "what each of them contributes"),
    ],
    concepts: &[Shows(&["ControlFlowStatement"])],
    meaning: Meaning::Region(|a, cx| {
        Ok(Region::ForEachSite {
            of: Box::new(cx.need_region(a, "of")?),
            region: Box::new(cx.need_region(a, "region")?),
        })
    }),
    ..BASE
};

pub static FOR_EACH_REGION_3: Ludeme = Ludeme {
    id: "forEach [region]#3",
    head: "forEach",
    gives: Ty::Region,
    doc: "What a region is for each of several players, taken together. Within it, `(player)` is the \
        player.",
    example: "(forEach (players Ally) (sites Occupied by:Player))",
    english: "for each of {players:array}: {region}",
    params: &[
        req("players", Ty::IntArray, "the players, by number"),
        req("region", Ty::Region, "what each of them contributes"),
    ],
    concepts: &[Shows(&["ControlFlowStatement"])],
    meaning: Meaning::Region(|a, cx| {
        Ok(Region::ForEachPlayer {
            players: Box::new(cx.need_int_arr(a, "players")?),
            region: Box::new(cx.need_region(a, "region")?),
        })
    }),
    ..BASE
};

pub static LAST_BETWEEN: Ludeme = Ludeme {
    id: "last Between",
    head: "last",
    keyword: Some("Between"),
    gives: Ty::Region,
    doc: "The sites that the last move passed over.",
    example: "(last Between)",
    english: "the ^# passed over by the last move",
    meaning: Meaning::Region(|_, cx| {
        cx.game.uses.last_between = true;
        Ok(Region::LastBetween)
    }),
    ..BASE
};

pub static DIFFERENCE_REGION: Ludeme = Ludeme {
    id: "difference [region]",
    head: "difference",
    gives: Ty::Region,
    doc: "A region without certain sites.",
    example: "(difference (sites Board) (sites Corners))",
    english: "*",
    params: &[
        req("source", Ty::Region, "the region"),
        req("subtraction", Ty::Region, "a region to take away").or(1),
        req("site", Ty::Int, "a site to take away").or(1),
    ],
    concepts: &[Shows(&["Complement"])],
    meaning: Meaning::Region(|a, cx| {
        let source = Box::new(cx.need_region(a, "source")?);
        let e = match cx.region(a, "subtraction")? {
            Some(gone) => Region::Difference(source, Box::new(gone)),
            None => Region::Without(source, Box::new(cx.need_int(a, "site")?)),
        };
        Ok(fixed(cx, e))
    }),
    ..BASE
};

pub static EXPAND: Ludeme = Ludeme {
    id: "expand",
    head: "expand",
    gives: Ty::Region,
    doc: "A region with everything up to some steps away from it.",
    example: "(expand (sites Bottom) steps:2)",
    english: "*",
    params: &[
        opt("container", Ty::Int, "in which container, by number; the board, if left out").or(1),
        opt("containerName", Ty::Text, "in which container, by name").or(1),
        req("region", Ty::Region, "the region").or(2),
        named("origin", Ty::Int, "a site to start from instead of a region").or(2),
        opt_named("steps", Ty::Int, "how many steps; 1, if left out"),
        opt(
            "directions",
            Ty::Enum(&ABSOLUTE_DIRECTION),
            "in which directions; all adjacent ones, if left out",
        ),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
    ],
    concepts: &[Hides(&["container", "directions", "type"])],
    meaning: Meaning::Region(|a, cx| {
        let Some(region) = site_or_region(a, cx, "origin", "region")? else {
            return a.wrong("nothing to expand");
        };
        let e = Region::Expand {
            kind: cx.site_type(a, "type"),
            region,
            steps: int_or(a, cx, "steps", Int::Const(1))?,
            dir: direction(a, "directions"),
        };
        Ok(fixed(cx, e))
    }),
    ..BASE
};

pub static IF_REGION: Ludeme = Ludeme {
    id: "if [region]",
    head: "if",
    gives: Ty::Region,
    doc: "One region or another, depending on a condition.",
    example: "(if (is Mover P1) (sites P1) (sites P2))",
    english: "{ok} (if {condition:cond})[ or {notOk} (if not)]",
    params: &[
        req("condition", Ty::Bool, "the condition"),
        req("ok", Ty::Region, "the region if it holds"),
        opt("notOk", Ty::Region, "the region if it does not; an empty one, if left out"),
    ],
    concepts: &[Shows(&["ConditionalStatement"])],
    meaning: Meaning::Region(|a, cx| {
        let e = Region::If {
            cond: Box::new(cx.need_bool(a, "condition")?),
            then: Box::new(cx.need_region(a, "ok")?),
            otherwise: Box::new(cx.region(a, "notOk")?.unwrap_or(Region::Fixed(SiteSet::new()))),
        };
        Ok(fixed(cx, e))
    }),
    ..BASE
};

pub static INTERSECTION_REGION: Ludeme = Ludeme {
    id: "intersection [region]",
    head: "intersection",
    gives: Ty::Region,
    doc: "The sites that two regions have in common.",
    example: "(intersection (sites Mover) (sites Empty))",
    english: "*",
    params: &[
        req("region1", Ty::Region, "the first region"),
        req("region2", Ty::Region, "the second region"),
    ],
    concepts: &[Shows(&["Intersection"])],
    meaning: Meaning::Region(|a, cx| {
        let e = Region::Intersection([cx.need_region(a, "region1")?, cx.need_region(a, "region2")?].into());
        Ok(fixed(cx, e))
    }),
    ..BASE
};

pub static INTERSECTION_REGION_2: Ludeme = Ludeme {
    id: "intersection [region]#2",
    head: "intersection",
    gives: Ty::Region,
    doc: "The sites that all regions have in common.",
    example: "(intersection {(sites Mover) (sites Empty) (sites Top)})",
    english: "*",
    params: &[req("regions", Ty::Region, "the regions").array(1)],
    concepts: &[Shows(&["Intersection"])],
    meaning: Meaning::Region(|a, cx| {
        let e = Region::Intersection(cx.regions(a, "regions")?.into());
        Ok(fixed(cx, e))
    }),
    ..BASE
};

pub static UNION_REGION: Ludeme = Ludeme {
    id: "union [region]",
    head: "union",
    gives: Ty::Region,
    doc: "The sites of two regions together.",
    example: "(union (sites P1) (sites P2))",
    english: "*",
    params: &[
        req("region1", Ty::Region, "the first region"),
        req("region2", Ty::Region, "the second region"),
    ],
    concepts: &[Shows(&["Union"])],
    meaning: Meaning::Region(|a, cx| {
        let e = Region::Union([cx.need_region(a, "region1")?, cx.need_region(a, "region2")?].into());
        Ok(fixed(cx, e))
    }),
    ..BASE
};

pub static UNION_REGION_2: Ludeme = Ludeme {
    id: "union [region]#2",
    head: "union",
    gives: Ty::Region,
    doc: "The sites of several regions together.",
    example: "(union {(sites Top) (sites Bottom) (sites Left)})",
    english: "*",
    params: &[req("regions", Ty::Region, "the regions").array(1)],
    concepts: &[Shows(&["Union"])],
    meaning: Meaning::Region(|a, cx| {
        let e = Region::Union(cx.regions(a, "regions")?.into());
        Ok(fixed(cx, e))
    }),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &FOR_EACH_LEVEL_REGION,
    &FOR_EACH_TEAM_REGION,
    &FOR_EACH_REGION,
    &FOR_EACH_REGION_2,
    &FOR_EACH_REGION_3,
    &LAST_BETWEEN,
    &DIFFERENCE_REGION,
    &EXPAND,
    &IF_REGION,
    &INTERSECTION_REGION,
    &INTERSECTION_REGION_2,
    &UNION_REGION,
    &UNION_REGION_2,
];

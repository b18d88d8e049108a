//! Regions given by numbers, coordinates, names, owners or walks.

use crate::checked::Value;
use crate::common::*;
use crate::concept::Rule::Hides;
use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{ROLE_TYPE, SITE_TYPE, STEP_TYPE};
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::game::NamedRegion;
use ludarium_engine::kernel::{Int, Region};

pub static SITES: Ludeme = Ludeme {
    id: "sites",
    head: "sites",
    gives: Ty::Region,
    doc: "The region that a rule is looking at, for example the group in `(forEach Group …)`.",
    example: "(sites)",
    english: "*",
    meaning: Meaning::Region(|_, _| Ok(Region::Current)),
    ..BASE
};

pub static SITES_2: Ludeme = Ludeme {
    id: "sites#2",
    head: "sites",
    gives: Ty::Region,
    doc: "Sites given by their coordinates.",
    example: "(sites {\"A1\" \"B2\" \"C3\"})",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        req("coords", Ty::Text, "the coordinates").array(1),
    ],
    meaning: Meaning::Region(|a, cx| {
        let kind = cx.site_type(a, "type");
        let board = &cx.game.board;
        let sites = a.texts("coords").into_iter().filter_map(|c| board.site_by_label(kind, c));
        Ok(Region::Fixed(sites.map(|s| s as i32).collect()))
    }),
    ..BASE
};

pub static SITES_3: Ludeme = Ludeme {
    id: "sites#3",
    head: "sites",
    gives: Ty::Region,
    doc: "Sites given by their numbers.",
    example: "(sites {1 5 10})",
    english: "*",
    params: &[
        req("sites", Ty::Int, "the numbers").array(1).or(1),
        req("array", Ty::IntArray, "a list of numbers").or(1),
    ],
    meaning: Meaning::Region(|a, cx| {
        let e = match cx.int_arr(a, "array")? {
            Some(array) => Region::List(Box::new(array)),
            None => Region::Sites(cx.int_list(a, "sites")?.into()),
        };
        Ok(fixed(cx, e))
    }),
    ..BASE
};

pub static SITES_4: Ludeme = Ludeme {
    id: "sites#4",
    head: "sites",
    gives: Ty::Region,
    doc: "The sites that are reached by walks, like those of a chess knight.",
    example: "(sites {{F F R F} {F F L F}})",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("index", Ty::Int, "the site to start from; `(from)`, if left out"),
        req("walks", Ty::Enum(&STEP_TYPE), "the walks: steps forward and turns from site to site").array(2),
        opt_named(
            "rotations",
            Ty::Bool,
            "True to start in every direction rather than forward only; True if left out",
        ),
    ],
    meaning: Meaning::Region(|a, cx| {
        let walks = a
            .each("walks")
            .into_iter()
            .map(|walk| match &walk.value {
                Value::Array(steps) => {
                    walk_steps(&steps.iter().filter_map(|s| s.value.word()).collect::<Vec<_>>())
                }
                value => walk_steps(&value.word().into_iter().collect::<Vec<_>>()),
            })
            .collect();
        let e = Region::Walk {
            kind: cx.site_type(a, "type"),
            from: int_or(a, cx, "index", Int::From)?,
            walks,
            rotations: bool_or(a, cx, "rotations", true)?,
        };
        Ok(fixed(cx, e))
    }),
    ..BASE
};

pub static SITES_5: Ludeme = Ludeme {
    id: "sites#5",
    head: "sites",
    gives: Ty::Region,
    doc: "The sites of regions from the equipment, by owner or by name.",
    example: "(sites Mover \"Home\")",
    english: "*",
    params: &[
        opt("player", Ty::Player, "the owner, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "the owner").or(1),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("name", Ty::Text, "the name of the region"),
    ],
    concepts: &[Hides(&["type"])],
    meaning: Meaning::Region(equipment_region),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&SITES, &SITES_2, &SITES_3, &SITES_4, &SITES_5];

/// Regions of the equipment by owner and name. With an owner the name may be part of theirs.
fn equipment_region<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Region> {
    let name = a.text("name").unwrap_or_default();
    let together = |cx: &Lower, fits: &dyn Fn(&NamedRegion) -> bool| {
        let mut parts = Vec::new();
        for r in cx.game.regions.iter().filter(|r| fits(r)) {
            parts.extend(r.sites.clone().map(Region::Fixed));
            parts.extend(r.regions.iter().cloned());
            parts.extend(r.parts.iter().cloned().map(Region::Fixed));
        }
        match parts.len() {
            1 => parts.swap_remove(0),
            _ => fixed(cx, Region::Union(parts.into())),
        }
    };
    let Some(player) = player(a, cx, &["player", "role"])? else {
        // A coordinate is a region of one site; any other name that no region has stands for no sites.
        let kind = cx.site_type(a, "type");
        if let Some(site) = cx.game.board.site_by_label(kind, name) {
            return Ok(Region::Fixed([site as i32].into_iter().collect()));
        }
        return Ok(together(cx, &|r| r.name == name));
    };
    let regions = by_player(cx, |p| together(cx, &|r: &NamedRegion| r.owner == p && r.name.contains(name)));
    let e = Region::ByPlayer { regions, player: Box::new(player) };
    Ok(fixed(cx, e))
}

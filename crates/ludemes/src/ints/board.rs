//! Numbers read off the board: rows, columns, layers, phases, costs.

use crate::common::*;
use crate::concept::Rule::When;
use crate::concept::Test::Missing;
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::SITE_TYPE;
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::{Dir, Int, Relative};
use ludarium_engine::types::*;

pub static AHEAD: Ludeme = Ludeme {
    id: "ahead",
    head: "ahead",
    gives: Ty::Int,
    doc: "The site that lies some steps away in a direction. Where the board ends first, the site \
        itself.",
    example: "(ahead (last To) steps:2 N)",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        req("site", Ty::Int, "the site to start from"),
        opt_named("steps", Ty::Int, "how many steps; 1, if left out"),
        opt("directions", Ty::Direction, "in which direction; `Forward`, if left out"),
    ],
    concepts: &[When(&[Missing("directions")], &["ForwardDirection"])],
    meaning: Meaning::Int(|a, cx| {
        let forward =
            Dir::Relative { dirs: [Relative::Forward].into(), of: Relation::Adjacent, by_site: false };
        let e = Int::Ahead {
            kind: cx.site_type(a, "type"),
            site: Box::new(cx.need_int(a, "site")?),
            steps: int_or(a, cx, "steps", Int::Const(1))?,
            dirs: Box::new(cx.dir(a, "directions")?.unwrap_or(forward)),
        };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static COLUMN: Ludeme = Ludeme {
    id: "column",
    head: "column",
    gives: Ty::Int,
    doc: "The column of a site, counted from 0 at the left.",
    example: "(column of:(to))",
    english: "the number of the column of {of:site}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("of", Ty::Int, "the site"),
    ],
    meaning: Meaning::Int(|a, cx| {
        let kind = cx.site_type(a, "type");
        let e = Int::Column { kind, site: Box::new(cx.need_int(a, "of")?) };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static COST: Ludeme = Ludeme {
    id: "cost",
    head: "cost",
    gives: Ty::Int,
    doc: "The cost that was set for a site, or for all sites of a region together.",
    example: "(cost at:(to))",
    english: "the cost of [{at:site}][{in}]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site").or(1),
        named("in", Ty::Region, "the region").or(1),
    ],
    meaning: Meaning::Int(|a, cx| {
        let kind = cx.said_site_type(a, "type").unwrap_or(SiteType::Cell);
        match site_or_region(a, cx, "at", "in")? {
            Some(region) => Ok(Int::Cost { kind, region }),
            None => a.wrong("no site is given"),
        }
    }),
    ..BASE
};

pub static LAYER: Ludeme = Ludeme {
    id: "layer",
    head: "layer",
    gives: Ty::Int,
    doc: "The layer of a site, counted from 0 at the bottom.",
    example: "(layer of:(to))",
    english: "the layer of {of:site}",
    params: &[
        named("of", Ty::Int, "the site"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
    ],
    meaning: Meaning::Int(|a, cx| {
        let kind = cx.site_type(a, "type");
        let e = Int::Layer { kind, site: Box::new(cx.need_int(a, "of")?) };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static PHASE_INT: Ludeme = Ludeme {
    id: "phase [int]",
    head: "phase",
    gives: Ty::Int,
    doc: "The colour of a site when the board is coloured like a chessboard, so that neighbours differ: \
        0, 1, and so on.",
    example: "(phase of:(last To))",
    english: "the colour class of {of:site}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("of", Ty::Int, "the site"),
    ],
    meaning: Meaning::Int(|a, cx| {
        let kind = cx.site_type(a, "type");
        let e = Int::SitePhase { kind, site: Box::new(cx.need_int(a, "of")?) };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static ROW: Ludeme = Ludeme {
    id: "row",
    head: "row",
    gives: Ty::Int,
    doc: "The row of a site, counted from 0 at the bottom.",
    example: "(row of:(to))",
    english: "the number of the row of {of:site}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("of", Ty::Int, "the site"),
    ],
    meaning: Meaning::Int(|a, cx| {
        let kind = cx.site_type(a, "type");
        let e = Int::Row { kind, site: Box::new(cx.need_int(a, "of")?) };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&AHEAD, &COLUMN, &COST, &LAYER, &PHASE_INT, &ROW];

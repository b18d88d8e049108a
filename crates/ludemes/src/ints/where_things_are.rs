//! Finding a site, a piece or a player by name, owner or place.

use crate::common::*;
use crate::concept::Rule::HidesAll;
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{ROLE_TYPE, SITE_TYPE};
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::Int;
use ludarium_engine::types::*;

pub static ARRAY_VALUE: Ludeme = Ludeme {
    id: "arrayValue",
    head: "arrayValue",
    gives: Ty::Int,
    doc: "One number of a list.",
    example: "(arrayValue (results from:(last To) to:(sites Corners) (count Steps (from) (to))) index:0)",
    english: "number {index:ordinalnum} of {array:array}",
    params: &[
        req("array", Ty::IntArray, "the list"),
        named("index", Ty::Int, "its place in the list, counted from 0"),
    ],
    meaning: Meaning::Int(|a, cx| {
        let e = Int::Nth {
            list: Box::new(cx.need_int_arr(a, "array")?),
            index: Box::new(cx.need_int(a, "index")?),
        };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static CENTRE_POINT: Ludeme = Ludeme {
    id: "centrePoint",
    head: "centrePoint",
    gives: Ty::Int,
    doc: "The site in the middle of the board.",
    example: "(centrePoint)",
    english: "the centre of the board",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    meaning: Meaning::Int(|a, cx| {
        let kind = cx.site_type(a, "type");
        Ok(Int::Const(cx.game.board.centre(kind).first().map_or(OFF, |&s| s as i32)))
    }),
    ..BASE
};

pub static COORD: Ludeme = Ludeme {
    id: "coord",
    head: "coord",
    gives: Ty::Int,
    doc: "The site with a coordinate.",
    example: "(coord \"A5\")",
    english: "{coordinate:text}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        req("coordinate", Ty::Text, "the coordinate, such as `\"A5\"`"),
    ],
    meaning: Meaning::Int(|a, cx| {
        let kind = cx.site_type(a, "type");
        let label = a.text("coordinate").unwrap_or_default();
        Ok(Int::Const(cx.game.board.site_by_label(kind, label).map_or(OFF, |s| s as i32)))
    }),
    ..BASE
};

pub static COORD_2: Ludeme = Ludeme {
    id: "coord#2",
    head: "coord",
    gives: Ty::Int,
    doc: "The site in a row and a column.",
    example: "(coord row:1 column:5)",
    english: "the ^#= in row {row:plusone} and column {column:plusone}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("row", Ty::Int, "the row"),
        named("column", Ty::Int, "the column"),
    ],
    meaning: Meaning::Int(|a, cx| {
        let e = Int::AtRowColumn {
            kind: cx.site_type(a, "type"),
            row: Box::new(cx.need_int(a, "row")?),
            column: Box::new(cx.need_int(a, "column")?),
        };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static HAND_SITE: Ludeme = Ludeme {
    id: "handSite",
    head: "handSite",
    gives: Ty::Int,
    doc: "A site of a player's hand.",
    example: "(handSite Mover 1)",
    english: "*",
    params: &[
        req("player", Ty::Int, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt("site", Ty::Int, "which site of the hand, counted from 0; the first, if left out"),
    ],
    meaning: Meaning::Int(|a, cx| {
        cx.game.uses.count = true;
        let e = Int::HandSite {
            player: Box::new(need_player(a, cx, &["player", "role"])?),
            index: int_or(a, cx, "site", Int::Const(0))?,
        };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static ID_INT: Ludeme = Ludeme {
    id: "id [int]",
    head: "id",
    gives: Ty::Int,
    doc: "The number of a kind of piece, by its full name.",
    example: "(id \"Pawn1\")",
    english: "*",
    params: &[req("name", Ty::Text, "the name, such as `\"Pawn1\"`")],
    concepts: &[HidesAll],
    meaning: Meaning::Int(|a, cx| {
        let name = a.text("name").unwrap_or_default();
        let container = cx.game.containers.iter().position(|c| c.name == name);
        let found = container.or_else(|| cx.game.component_named(name));
        Ok(Int::Const(found.map_or(OFF, |i| i as i32)))
    }),
    ..BASE
};

pub static ID_INT_2: Ludeme = Ludeme {
    id: "id [int]#2",
    head: "id",
    gives: Ty::Int,
    doc: "The number of a player's kind of piece, or of the player where no name is given.",
    example: "(id \"Pawn\" Mover)",
    english: "*",
    params: &[
        opt("name", Ty::Text, "the name without the player's number, such as `\"Pawn\"`"),
        req("who", Ty::Enum(&ROLE_TYPE), "the player"),
    ],
    concepts: &[HidesAll],
    meaning: Meaning::Int(|a, cx| {
        let Some(role) = cx.role(a, "who") else { return a.wrong("no such role") };
        let who = role_int(cx, role);
        let Some(name) = a.text("name") else { return Ok(who) };
        let e = Int::ComponentOf { by_owner: component_by_owner(cx, name), owner: Box::new(who) };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static MAP_ENTRY: Ludeme = Ludeme {
    id: "mapEntry",
    head: "mapEntry",
    gives: Ty::Int,
    doc: "What a map leads to.",
    example: "(mapEntry \"Entry\" (mover))",
    english: "*",
    params: &[
        opt("name", Ty::Text, "the name of the map; the first map, if left out"),
        req("key", Ty::Int, "where the entry leads from").or(1),
        req("keyRole", Ty::Enum(&ROLE_TYPE), "the player the entry leads from").or(1),
    ],
    meaning: Meaning::Int(|a, cx| {
        let name = a.text("name");
        let maps = (0..cx.game.maps.len())
            .filter(|&m| name.is_none_or(|n| cx.game.maps[m].name == n))
            .map(|m| m as u16)
            .collect();
        let e = Int::MapEntry { maps, key: Box::new(need_player(a, cx, &["key", "keyRole"])?) };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static REGION_SITE: Ludeme = Ludeme {
    id: "regionSite",
    head: "regionSite",
    gives: Ty::Int,
    doc: "One site of a region.",
    example: "(regionSite (sites Empty) index:(value Random (range 0 2)))",
    english: "*",
    params: &[
        req("region", Ty::Region, "the region"),
        named("index", Ty::Int, "its place in the region, counted from 0"),
    ],
    meaning: Meaning::Int(|a, cx| {
        let e = Int::RegionSite {
            region: Box::new(cx.need_region(a, "region")?),
            index: Box::new(cx.need_int(a, "index")?),
        };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static WHERE: Ludeme = Ludeme {
    id: "where",
    head: "where",
    gives: Ty::Int,
    doc: "The site on which a piece stands; `Off` if it is not on the board. Where there are several, \
        the one with the lowest number.",
    example: "(where \"King\" Mover)",
    english: "*",
    params: &[
        req("namePiece", Ty::Text, "the name of the piece, without the player's number"),
        req("player", Ty::Int, "whose piece, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt_named("state", Ty::Int, "the local state it must have; any, if left out"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
    ],
    meaning: Meaning::Int(|a, cx| {
        let what = Box::new(named_component(a, cx)?);
        let state = boxed_int(a, cx, "state")?;
        cx.game.uses.state |= state.is_some();
        Ok(Int::Where { what, state, kind: cx.site_type(a, "type") })
    }),
    ..BASE
};

pub static WHERE_2: Ludeme = Ludeme {
    id: "where#2",
    head: "where",
    gives: Ty::Int,
    doc: "The site on which a kind of piece stands, by number; `Off` if it is not on the board.",
    example: "(where (id \"King\" Mover))",
    english: "the ^#= of {what:thepiece}",
    params: &[
        req("what", Ty::Int, "the number of the kind"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
    ],
    meaning: Meaning::Int(|a, cx| {
        let what = Box::new(cx.need_int(a, "what")?);
        Ok(Int::Where { what, state: None, kind: cx.site_type(a, "type") })
    }),
    ..BASE
};

pub static WHERE_LEVEL: Ludeme = Ludeme {
    id: "where Level",
    head: "where",
    keyword: Some("Level"),
    gives: Ty::Int,
    doc: "The level of a stack on which a piece lies; `Off` if it is not there.",
    example: "(where Level \"Disc\" Mover at:(last To))",
    english: "the level of [{player:poss}][{role:poss}] {namePiece:name}[ with state {state}] @ {at:site}{fromTop? (looking from the top)}",
    params: &[
        req("namePiece", Ty::Text, "the name of the piece, without the player's number"),
        req("player", Ty::Int, "whose piece, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt_named("state", Ty::Int, "the local state it must have; any, if left out"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site of the stack"),
        opt_named("fromTop", Ty::Bool, "True to search from the top down; True if left out"),
    ],
    meaning: Meaning::Int(|a, cx| {
        cx.game.uses.stacking = true;
        let what = Box::new(named_component(a, cx)?);
        let state = boxed_int(a, cx, "state")?;
        cx.game.uses.state |= state.is_some();
        where_level(a, cx, what, state)
    }),
    ..BASE
};

pub static WHERE_LEVEL_2: Ludeme = Ludeme {
    id: "where Level#2",
    head: "where",
    keyword: Some("Level"),
    gives: Ty::Int,
    doc: "The level of a stack on which a kind of piece lies, by number; `Off` if it is not there.",
    example: "(where Level (id \"Disc\" Mover) at:(last To))",
    english: "the level of {what:thepiece} @ {at:site}{fromTop? (looking from the top)}",
    params: &[
        req("what", Ty::Int, "the number of the kind"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site of the stack"),
        opt_named("fromTop", Ty::Bool, "True to search from the top down; True if left out"),
    ],
    meaning: Meaning::Int(|a, cx| {
        cx.game.uses.stacking = true;
        let what = Box::new(cx.need_int(a, "what")?);
        where_level(a, cx, what, None)
    }),
    ..BASE
};

pub static TOP_LEVEL: Ludeme = Ludeme {
    id: "topLevel",
    head: "topLevel",
    gives: Ty::Int,
    doc: "The level of the topmost piece of a stack.",
    example: "(topLevel at:(last To))",
    english: "the top of the stack @ {at:site}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site of the stack"),
    ],
    meaning: Meaning::Int(|a, cx| {
        cx.game.uses.stacking = true;
        let kind = cx.site_type(a, "type");
        Ok(Int::TopLevel { kind, site: Box::new(cx.need_int(a, "at")?) })
    }),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &ARRAY_VALUE,
    &CENTRE_POINT,
    &COORD,
    &COORD_2,
    &HAND_SITE,
    &ID_INT,
    &ID_INT_2,
    &MAP_ENTRY,
    &REGION_SITE,
    &WHERE,
    &WHERE_2,
    &WHERE_LEVEL,
    &WHERE_LEVEL_2,
    &TOP_LEVEL,
];

/// A player's component whose name contains the text.
fn named_component<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Int> {
    let owner = Box::new(need_player(a, cx, &["player", "role"])?);
    let by_owner = component_by_owner(cx, a.text("namePiece").unwrap_or_default());
    let e = Int::ComponentOf { by_owner, owner };
    Ok(fixed_int(cx, e))
}

fn where_level<'a>(a: Args<'a>, cx: &mut Lower<'a>, what: Box<Int>, state: Option<Box<Int>>) -> Done<Int> {
    Ok(Int::WhereLevel {
        what,
        state,
        kind: cx.site_type(a, "type"),
        site: Box::new(cx.need_int(a, "at")?),
        from_top: bool_or(a, cx, "fromTop", true)?,
    })
}

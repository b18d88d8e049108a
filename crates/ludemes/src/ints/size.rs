//! Sizes of groups, stacks, pieces, territories and lists.

use crate::common::*;
use crate::concept::Rule::{Hides, Shows, When};
use crate::concept::Test::Missing;
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{ABSOLUTE_DIRECTION, ROLE_TYPE, SITE_TYPE};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::Int;
use ludarium_engine::types::*;

pub static SIZE_ARRAY: Ludeme = Ludeme {
    id: "size Array",
    head: "size",
    keyword: Some("Array"),
    gives: Ty::Int,
    doc: "How many numbers a list has.",
    example: "(size Array (values Remembered))",
    english: "the count of {array:array}",
    params: &[req("array", Ty::IntArray, "the list")],
    meaning: Meaning::Int(|a, cx| Ok(Int::Len(Box::new(cx.need_int_arr(a, "array")?)))),
    ..BASE
};

pub static SIZE_STACK: Ludeme = Ludeme {
    id: "size Stack",
    head: "size",
    keyword: Some("Stack"),
    gives: Ty::Int,
    doc: "How many pieces a stack has.",
    example: "(size Stack at:(to))",
    english: "the height of the stack[ @ {at:site}][s on {in}]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named("in", Ty::Region, "the sites of several stacks, counted together").or(1),
        opt_named("at", Ty::Int, "the site of the stack; where the last move went, if left out").or(1),
    ],
    meaning: Meaning::Int(|a, cx| {
        cx.game.uses.stacking = true;
        crate::ints::count::count_at(a, cx)
    }),
    ..BASE
};

pub static SIZE_LARGE_PIECE: Ludeme = Ludeme {
    id: "size LargePiece",
    head: "size",
    keyword: Some("LargePiece"),
    gives: Ty::Int,
    doc: "How many sites a piece covers.",
    example: "(size LargePiece at:(last To))",
    english: "the size of the large piece[ @ {at:site}][ in {in}]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("in", Ty::Region, "the sites of several pieces").or(1),
        named("at", Ty::Int, "the site of the piece").or(1),
    ],
    meaning: Meaning::Int(|a, cx| {
        cx.game.uses.large_pieces = true;
        let kind = cx.site_type(a, "type");
        match site_or_region(a, cx, "at", "in")? {
            Some(region) => Ok(Int::LargePieceSize { kind, region }),
            None => a.wrong("no site is given"),
        }
    }),
    ..BASE
};

pub static SIZE_GROUP: Ludeme = Ludeme {
    id: "size Group",
    head: "size",
    keyword: Some("Group"),
    gives: Ty::Int,
    doc: "How many pieces a group has.",
    example: "(size Group at:(last To) Orthogonal)",
    english: "the size of the group at {at:site}[ (connected {directions:dir})][ of ^#= where {if:cond}]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "a site of the group"),
        opt("directions", Ty::Direction, "the directions in which pieces touch; `Adjacent`, if left out"),
        opt_named(
            "if",
            Ty::Bool,
            "which sites belong to the group, asked of each as `(to)`; those with the same kind of \
                piece, if left out",
        ),
    ],
    concepts: &[When(&[Missing("directions")], &["AdjacentDirection"])],
    meaning: Meaning::Int(|a, cx| {
        Ok(Int::GroupSize {
            kind: cx.site_type(a, "type"),
            site: Box::new(cx.need_int(a, "at")?),
            dirs: dirs_or_adjacent(a, cx, "directions")?,
            cond: boxed_bool(a, cx, "if")?,
        })
    }),
    ..BASE
};

pub static SIZE_TERRITORY: Ludeme = Ludeme {
    id: "size Territory",
    head: "size",
    keyword: Some("Territory"),
    gives: Ty::Int,
    doc: "How many empty sites a player surrounds alone.",
    example: "(size Territory P1 Orthogonal)",
    english: "the size of [{role:poss}][{player:poss}] territory[ ({direction:dir})]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        req("player", Ty::Player, "the player, by number").or(1),
        opt(
            "direction",
            Ty::Enum(&ABSOLUTE_DIRECTION),
            "the directions in which sites touch; `Adjacent`, if left out",
        ),
    ],
    concepts: &[Shows(&["Territory"]), Hides(&["direction"])],
    meaning: Meaning::Int(|a, cx| {
        let kind = cx.site_type(a, "type");
        match owners(a, cx, &["role", "player"])? {
            Some(of) => {
                Ok(Int::Territory { kind, of, dir: direction(a, "direction").unwrap_or(Direction::Adjacent) })
            }
            None => a.wrong("no player is given"),
        }
    }),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&SIZE_ARRAY, &SIZE_STACK, &SIZE_LARGE_PIECE, &SIZE_GROUP, &SIZE_TERRITORY];

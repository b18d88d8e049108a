//! Lists of numbers.

use crate::common::*;
use crate::concept::Rule::{Shows, When};
use crate::concept::Test::Missing;
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{ABSOLUTE_DIRECTION, ROLE_TYPE, SITE_TYPE};
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::int::PlayerRelation;
use ludarium_engine::kernel::{Int, IntArr};
use ludarium_engine::types::*;

pub static ARRAY: Ludeme = Ludeme {
    id: "array",
    head: "array",
    gives: Ty::IntArray,
    doc: "A region as a list of sites, in the order of their numbers.",
    example: "(array (sites Corners))",
    english: "{region}",
    params: &[req("region", Ty::Region, "the region")],
    meaning: Meaning::IntArr(|a, cx| Ok(IntArr::Sites(Box::new(cx.need_region(a, "region")?)))),
    ..BASE
};

pub static ARRAY_2: Ludeme = Ludeme {
    id: "array#2",
    head: "array",
    gives: Ty::IntArray,
    doc: "A list of numbers.",
    example: "(array {1 2 3})",
    english: "{ints}",
    params: &[req("ints", Ty::Int, "the numbers").array(1)],
    meaning: Meaning::IntArr(|a, cx| {
        let list = cx.int_list(a, "ints")?;
        let constant = |e: &Int| match e {
            Int::Const(n) => Some(*n),
            _ => None,
        };
        Ok(match list.iter().map(constant).collect::<Option<Box<[i32]>>>() {
            Some(all) => IntArr::Const(all),
            None => IntArr::List(list.into()),
        })
    }),
    ..BASE
};

pub static TEAM: Ludeme = Ludeme {
    id: "team",
    head: "team",
    gives: Ty::IntArray,
    doc: "The members of the team that `(forEach Team …)` is looking at.",
    example: "(team)",
    english: "the players of the team",
    concepts: &[Shows(&["Team"])],
    meaning: Meaning::IntArr(|_, _| Ok(IntArr::Team)),
    ..BASE
};

pub static DIFFERENCE_INTS: Ludeme = Ludeme {
    id: "difference [ints]",
    head: "difference",
    gives: Ty::IntArrayDifference,
    doc: "A list without certain numbers.",
    example: "(difference (values Remembered) (array {1 2}))",
    english: "{source:array} without [{subtraction:array}][{value}]",
    params: &[
        req("source", Ty::IntArray, "the list"),
        req("subtraction", Ty::IntArray, "a list of numbers to take away").or(1),
        req("value", Ty::Int, "a number to take away").or(1),
    ],
    meaning: Meaning::IntArr(|a, cx| {
        let source = Box::new(cx.need_int_arr(a, "source")?);
        Ok(match cx.int_arr(a, "subtraction")? {
            Some(gone) => IntArr::Difference(source, Box::new(gone)),
            None => IntArr::Without(source, Box::new(cx.need_int(a, "value")?)),
        })
    }),
    ..BASE
};

pub static IF_INTS: Ludeme = Ludeme {
    id: "if [ints]",
    head: "if",
    gives: Ty::IntArray,
    doc: "One list or another, depending on a condition.",
    example: "(if (is Mover P1) (array {1 2}) (array {3 4}))",
    english: "{ok:array} (if {condition:cond})[ or {notOk:array} (if not)]",
    params: &[
        req("condition", Ty::Bool, "the condition"),
        req("ok", Ty::IntArray, "the list if it holds"),
        opt("notOk", Ty::IntArray, "the list if it does not; an empty one, if left out"),
    ],
    concepts: &[Shows(&["ConditionalStatement"])],
    meaning: Meaning::IntArr(|a, cx| {
        Ok(IntArr::If {
            cond: Box::new(cx.need_bool(a, "condition")?),
            then: Box::new(cx.need_int_arr(a, "ok")?),
            otherwise: Box::new(cx.int_arr(a, "notOk")?.unwrap_or(IntArr::Const([].into()))),
        })
    }),
    ..BASE
};

pub static INTERSECTION_INTS: Ludeme = Ludeme {
    id: "intersection [ints]",
    head: "intersection",
    gives: Ty::IntArray,
    doc: "The numbers that two lists have in common.",
    example: "(intersection (array {1 2}) (array {2 3}))",
    english: "the numbers common to {array1:array} and {array2:array}",
    params: &[req("array1", Ty::IntArray, "the first list"), req("array2", Ty::IntArray, "the second list")],
    concepts: &[Shows(&["Union"])],
    meaning: Meaning::IntArr(|a, cx| {
        // What remains comes in the order of the second list.
        let (first, second) = (cx.need_int_arr(a, "array1")?, cx.need_int_arr(a, "array2")?);
        Ok(IntArr::Intersection([second, first].into()))
    }),
    ..BASE
};

pub static INTERSECTION_INTS_2: Ludeme = Ludeme {
    id: "intersection [ints]#2",
    head: "intersection",
    gives: Ty::IntArray,
    doc: "The numbers that all lists have in common.",
    example: "(intersection {(array {1 2}) (array {2 3}) (array {2 4})})",
    english: "the numbers common to {arrays:array}",
    params: &[req("arrays", Ty::IntArray, "the lists").array(1)],
    concepts: &[Shows(&["Union"])],
    meaning: Meaning::IntArr(|a, cx| Ok(IntArr::Intersection(cx.int_arrs(a, "arrays")?.into()))),
    ..BASE
};

pub static RESULTS: Ludeme = Ludeme {
    id: "results",
    head: "results",
    gives: Ty::IntArray,
    doc: "The numbers that a formula gives for every pair of a start and a goal.",
    example: "(results from:(last To) to:(sites LineOfSight at:(from)) (count Steps (from) (to)))",
    english: "the values of {function} for every move from [{from:site}][{fromRegion}] to [{to:site}][{toRegion}]",
    params: &[
        named("from", Ty::Int, "the start, which is `(from)` in the formula").or(1),
        named("fromRegion", Ty::Region, "several starts").label("from").or(1),
        named("to", Ty::Int, "the goal, which is `(to)` in the formula").or(2),
        named("toRegion", Ty::Region, "several goals").label("to").or(2),
        req("function", Ty::Int, "the formula"),
    ],
    meaning: Meaning::IntArr(|a, cx| {
        let from = site_or_region(a, cx, "from", "fromRegion")?;
        let to = site_or_region(a, cx, "to", "toRegion")?;
        let (Some(from), Some(to)) = (from, to) else { return a.wrong("no sites are given") };
        Ok(IntArr::Results { from, to, value: Box::new(cx.need_int(a, "function")?) })
    }),
    ..BASE
};

pub static UNION_INTS: Ludeme = Ludeme {
    id: "union [ints]",
    head: "union",
    gives: Ty::IntArray,
    doc: "Two lists, one after the other.",
    example: "(union (array {1 2}) (array {3}))",
    english: "{array1:array} and {array2:array}",
    params: &[req("array1", Ty::IntArray, "the first list"), req("array2", Ty::IntArray, "the second list")],
    concepts: &[Shows(&["Union"])],
    meaning: Meaning::IntArr(|a, cx| {
        Ok(IntArr::Union([cx.need_int_arr(a, "array1")?, cx.need_int_arr(a, "array2")?].into()))
    }),
    ..BASE
};

pub static UNION_INTS_2: Ludeme = Ludeme {
    id: "union [ints]#2",
    head: "union",
    gives: Ty::IntArray,
    doc: "Several lists, one after the other.",
    example: "(union {(array {1 2}) (array {3}) (array {4})})",
    english: "{arrays:array}",
    params: &[req("arrays", Ty::IntArray, "the lists").array(1)],
    concepts: &[Shows(&["Union"])],
    meaning: Meaning::IntArr(|a, cx| Ok(IntArr::Union(cx.int_arrs(a, "arrays")?.into()))),
    ..BASE
};

pub static PLAYERS_TEAM1: Ludeme = Ludeme {
    id: "players Team1",
    head: "players",
    keyword: Some("Team1"),
    gives: Ty::IntArray,
    doc: "The numbers of the players of this team.",
    example: "(players Team1)",
    english: "the players of team 1[ for whom {if:cond}]",
    params: &[opt_named("if", Ty::Bool, "which of them, asked of each as `(player)`; all, if left out")],
    concepts: &[Shows(&["Team"])],
    meaning: Meaning::IntArr(|a, cx| Ok(IntArr::TeamPlayers { team: 1, cond: boxed_bool(a, cx, "if")? })),
    ..BASE
};

pub static PLAYERS_TEAM2: Ludeme = Ludeme {
    id: "players Team2",
    head: "players",
    keyword: Some("Team2"),
    gives: Ty::IntArray,
    doc: "The numbers of the players of this team.",
    example: "(players Team2)",
    english: "the players of team 2[ for whom {if:cond}]",
    params: &[opt_named("if", Ty::Bool, "which of them, asked of each as `(player)`; all, if left out")],
    concepts: &[Shows(&["Team"])],
    meaning: Meaning::IntArr(|a, cx| Ok(IntArr::TeamPlayers { team: 2, cond: boxed_bool(a, cx, "if")? })),
    ..BASE
};

pub static PLAYERS_TEAM3: Ludeme = Ludeme {
    id: "players Team3",
    head: "players",
    keyword: Some("Team3"),
    gives: Ty::IntArray,
    doc: "The numbers of the players of this team.",
    example: "(players Team3)",
    english: "the players of team 3[ for whom {if:cond}]",
    params: &[opt_named("if", Ty::Bool, "which of them, asked of each as `(player)`; all, if left out")],
    concepts: &[Shows(&["Team"])],
    meaning: Meaning::IntArr(|a, cx| Ok(IntArr::TeamPlayers { team: 3, cond: boxed_bool(a, cx, "if")? })),
    ..BASE
};

pub static PLAYERS_TEAM4: Ludeme = Ludeme {
    id: "players Team4",
    head: "players",
    keyword: Some("Team4"),
    gives: Ty::IntArray,
    doc: "The numbers of the players of this team.",
    example: "(players Team4)",
    english: "the players of team 4[ for whom {if:cond}]",
    params: &[opt_named("if", Ty::Bool, "which of them, asked of each as `(player)`; all, if left out")],
    concepts: &[Shows(&["Team"])],
    meaning: Meaning::IntArr(|a, cx| Ok(IntArr::TeamPlayers { team: 4, cond: boxed_bool(a, cx, "if")? })),
    ..BASE
};

pub static PLAYERS_TEAM5: Ludeme = Ludeme {
    id: "players Team5",
    head: "players",
    keyword: Some("Team5"),
    gives: Ty::IntArray,
    doc: "The numbers of the players of this team.",
    example: "(players Team5)",
    english: "the players of team 5[ for whom {if:cond}]",
    params: &[opt_named("if", Ty::Bool, "which of them, asked of each as `(player)`; all, if left out")],
    concepts: &[Shows(&["Team"])],
    meaning: Meaning::IntArr(|a, cx| Ok(IntArr::TeamPlayers { team: 5, cond: boxed_bool(a, cx, "if")? })),
    ..BASE
};

pub static PLAYERS_TEAM6: Ludeme = Ludeme {
    id: "players Team6",
    head: "players",
    keyword: Some("Team6"),
    gives: Ty::IntArray,
    doc: "The numbers of the players of this team.",
    example: "(players Team6)",
    english: "the players of team 6[ for whom {if:cond}]",
    params: &[opt_named("if", Ty::Bool, "which of them, asked of each as `(player)`; all, if left out")],
    concepts: &[Shows(&["Team"])],
    meaning: Meaning::IntArr(|a, cx| Ok(IntArr::TeamPlayers { team: 6, cond: boxed_bool(a, cx, "if")? })),
    ..BASE
};

pub static PLAYERS_TEAM7: Ludeme = Ludeme {
    id: "players Team7",
    head: "players",
    keyword: Some("Team7"),
    gives: Ty::IntArray,
    doc: "The numbers of the players of this team.",
    example: "(players Team7)",
    english: "the players of team 7[ for whom {if:cond}]",
    params: &[opt_named("if", Ty::Bool, "which of them, asked of each as `(player)`; all, if left out")],
    concepts: &[Shows(&["Team"])],
    meaning: Meaning::IntArr(|a, cx| Ok(IntArr::TeamPlayers { team: 7, cond: boxed_bool(a, cx, "if")? })),
    ..BASE
};

pub static PLAYERS_TEAM8: Ludeme = Ludeme {
    id: "players Team8",
    head: "players",
    keyword: Some("Team8"),
    gives: Ty::IntArray,
    doc: "The numbers of the players of this team.",
    example: "(players Team8)",
    english: "the players of team 8[ for whom {if:cond}]",
    params: &[opt_named("if", Ty::Bool, "which of them, asked of each as `(player)`; all, if left out")],
    concepts: &[Shows(&["Team"])],
    meaning: Meaning::IntArr(|a, cx| Ok(IntArr::TeamPlayers { team: 8, cond: boxed_bool(a, cx, "if")? })),
    ..BASE
};

pub static PLAYERS_TEAM9: Ludeme = Ludeme {
    id: "players Team9",
    head: "players",
    keyword: Some("Team9"),
    gives: Ty::IntArray,
    doc: "The numbers of the players of this team.",
    example: "(players Team9)",
    english: "the players of team 9[ for whom {if:cond}]",
    params: &[opt_named("if", Ty::Bool, "which of them, asked of each as `(player)`; all, if left out")],
    concepts: &[Shows(&["Team"])],
    meaning: Meaning::IntArr(|a, cx| Ok(IntArr::TeamPlayers { team: 9, cond: boxed_bool(a, cx, "if")? })),
    ..BASE
};

pub static PLAYERS_TEAM10: Ludeme = Ludeme {
    id: "players Team10",
    head: "players",
    keyword: Some("Team10"),
    gives: Ty::IntArray,
    doc: "The numbers of the players of this team.",
    example: "(players Team10)",
    english: "the players of team 10[ for whom {if:cond}]",
    params: &[opt_named("if", Ty::Bool, "which of them, asked of each as `(player)`; all, if left out")],
    concepts: &[Shows(&["Team"])],
    meaning: Meaning::IntArr(|a, cx| Ok(IntArr::TeamPlayers { team: 10, cond: boxed_bool(a, cx, "if")? })),
    ..BASE
};

pub static PLAYERS_TEAM11: Ludeme = Ludeme {
    id: "players Team11",
    head: "players",
    keyword: Some("Team11"),
    gives: Ty::IntArray,
    doc: "The numbers of the players of this team.",
    example: "(players Team11)",
    english: "the players of team 11[ for whom {if:cond}]",
    params: &[opt_named("if", Ty::Bool, "which of them, asked of each as `(player)`; all, if left out")],
    concepts: &[Shows(&["Team"])],
    meaning: Meaning::IntArr(|a, cx| Ok(IntArr::TeamPlayers { team: 11, cond: boxed_bool(a, cx, "if")? })),
    ..BASE
};

pub static PLAYERS_TEAM12: Ludeme = Ludeme {
    id: "players Team12",
    head: "players",
    keyword: Some("Team12"),
    gives: Ty::IntArray,
    doc: "The numbers of the players of this team.",
    example: "(players Team12)",
    english: "the players of team 12[ for whom {if:cond}]",
    params: &[opt_named("if", Ty::Bool, "which of them, asked of each as `(player)`; all, if left out")],
    concepts: &[Shows(&["Team"])],
    meaning: Meaning::IntArr(|a, cx| Ok(IntArr::TeamPlayers { team: 12, cond: boxed_bool(a, cx, "if")? })),
    ..BASE
};

pub static PLAYERS_TEAM13: Ludeme = Ludeme {
    id: "players Team13",
    head: "players",
    keyword: Some("Team13"),
    gives: Ty::IntArray,
    doc: "The numbers of the players of this team.",
    example: "(players Team13)",
    english: "the players of team 13[ for whom {if:cond}]",
    params: &[opt_named("if", Ty::Bool, "which of them, asked of each as `(player)`; all, if left out")],
    concepts: &[Shows(&["Team"])],
    meaning: Meaning::IntArr(|a, cx| Ok(IntArr::TeamPlayers { team: 13, cond: boxed_bool(a, cx, "if")? })),
    ..BASE
};

pub static PLAYERS_TEAM14: Ludeme = Ludeme {
    id: "players Team14",
    head: "players",
    keyword: Some("Team14"),
    gives: Ty::IntArray,
    doc: "The numbers of the players of this team.",
    example: "(players Team14)",
    english: "the players of team 14[ for whom {if:cond}]",
    params: &[opt_named("if", Ty::Bool, "which of them, asked of each as `(player)`; all, if left out")],
    concepts: &[Shows(&["Team"])],
    meaning: Meaning::IntArr(|a, cx| Ok(IntArr::TeamPlayers { team: 14, cond: boxed_bool(a, cx, "if")? })),
    ..BASE
};

pub static PLAYERS_TEAM15: Ludeme = Ludeme {
    id: "players Team15",
    head: "players",
    keyword: Some("Team15"),
    gives: Ty::IntArray,
    doc: "The numbers of the players of this team.",
    example: "(players Team15)",
    english: "the players of team 15[ for whom {if:cond}]",
    params: &[opt_named("if", Ty::Bool, "which of them, asked of each as `(player)`; all, if left out")],
    concepts: &[Shows(&["Team"])],
    meaning: Meaning::IntArr(|a, cx| Ok(IntArr::TeamPlayers { team: 15, cond: boxed_bool(a, cx, "if")? })),
    ..BASE
};

pub static PLAYERS_TEAM16: Ludeme = Ludeme {
    id: "players Team16",
    head: "players",
    keyword: Some("Team16"),
    gives: Ty::IntArray,
    doc: "The numbers of the players of this team.",
    example: "(players Team16)",
    english: "the players of team 16[ for whom {if:cond}]",
    params: &[opt_named("if", Ty::Bool, "which of them, asked of each as `(player)`; all, if left out")],
    concepts: &[Shows(&["Team"])],
    meaning: Meaning::IntArr(|a, cx| Ok(IntArr::TeamPlayers { team: 16, cond: boxed_bool(a, cx, "if")? })),
    ..BASE
};

pub static PLAYERS_ALL: Ludeme = Ludeme {
    id: "players All",
    head: "players",
    keyword: Some("All"),
    gives: Ty::IntArray,
    doc: "The numbers of all players.",
    example: "(players All)",
    english: "all players[ of {of:player}][ for whom {if:cond}]",
    params: &[
        opt_named("of", Ty::Int, "the player from whose side it is seen; the mover, if left out"),
        opt_named("if", Ty::Bool, "which of them, asked of each as `(player)`; all, if left out"),
    ],
    meaning: Meaning::IntArr(|a, cx| players(a, cx, PlayerRelation::All)),
    ..BASE
};

pub static PLAYERS_NON_MOVER: Ludeme = Ludeme {
    id: "players NonMover",
    head: "players",
    keyword: Some("NonMover"),
    gives: Ty::IntArray,
    doc: "The numbers of all players but the one to move.",
    example: "(players NonMover)",
    english: "the players not to move[ other than {of:player}][ for whom {if:cond}]",
    params: &[
        opt_named("of", Ty::Int, "the player from whose side it is seen; the mover, if left out"),
        opt_named("if", Ty::Bool, "which of them, asked of each as `(player)`; all, if left out"),
    ],
    meaning: Meaning::IntArr(|a, cx| players(a, cx, PlayerRelation::NonMover)),
    ..BASE
};

pub static PLAYERS_ENEMY: Ludeme = Ludeme {
    id: "players Enemy",
    head: "players",
    keyword: Some("Enemy"),
    gives: Ty::IntArray,
    doc: "The numbers of a player's opponents.",
    example: "(players Enemy)",
    english: "the enemies[ of {of:player}][ for whom {if:cond}]",
    params: &[
        opt_named("of", Ty::Int, "the player from whose side it is seen; the mover, if left out"),
        opt_named("if", Ty::Bool, "which of them, asked of each as `(player)`; all, if left out"),
    ],
    meaning: Meaning::IntArr(|a, cx| players(a, cx, PlayerRelation::Enemy)),
    ..BASE
};

pub static PLAYERS_FRIEND: Ludeme = Ludeme {
    id: "players Friend",
    head: "players",
    keyword: Some("Friend"),
    gives: Ty::IntArray,
    doc: "The numbers of a player and their team.",
    example: "(players Friend)",
    english: "the friends[ of {of:player}][ for whom {if:cond}]",
    params: &[
        opt_named("of", Ty::Int, "the player from whose side it is seen; the mover, if left out"),
        opt_named("if", Ty::Bool, "which of them, asked of each as `(player)`; all, if left out"),
    ],
    meaning: Meaning::IntArr(|a, cx| players(a, cx, PlayerRelation::Friend)),
    ..BASE
};

pub static PLAYERS_ALLY: Ludeme = Ludeme {
    id: "players Ally",
    head: "players",
    keyword: Some("Ally"),
    gives: Ty::IntArray,
    doc: "The numbers of a player's team mates, without the player.",
    example: "(players Ally)",
    english: "the allies[ of {of:player}][ for whom {if:cond}]",
    params: &[
        opt_named("of", Ty::Int, "the player from whose side it is seen; the mover, if left out"),
        opt_named("if", Ty::Bool, "which of them, asked of each as `(player)`; all, if left out"),
    ],
    meaning: Meaning::IntArr(|a, cx| players(a, cx, PlayerRelation::Ally)),
    ..BASE
};

pub static SIZES_GROUP: Ludeme = Ludeme {
    id: "sizes Group",
    head: "sizes",
    keyword: Some("Group"),
    gives: Ty::IntArray,
    doc: "The sizes of all groups of pieces.",
    example: "(sizes Group Orthogonal Mover)",
    english: "the sizes of the groups[ of {role:player}][ of {of:player}][ connected {directions:dir}][ of ^#= where {if:cond}][ with at least {min} pieces]{isVisible? (only pieces that nothing covers)}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("directions", Ty::Direction, "the directions in which pieces touch; `Adjacent`, if left out"),
        opt("role", Ty::Enum(&ROLE_TYPE), "whose groups; everyone's, if left out").or(1),
        opt_named("of", Ty::Int, "whose groups, by number").or(1),
        opt_named("if", Ty::Bool, "which pieces count, asked of each site as `(to)`").or(1),
        opt_named("min", Ty::Int, "the smallest size that counts; 0, if left out"),
        opt_named(
            "isVisible",
            Ty::Bool,
            "True if pieces with others on top of them do not count, on boards of several layers; False \
                if left out",
        ),
    ],
    concepts: &[Shows(&["Group"]), When(&[Missing("directions")], &["AdjacentDirection"])],
    meaning: Meaning::IntArr(|a, cx| {
        let role = cx.role(a, "role");
        let cond = boxed_bool(a, cx, "if")?;
        let who = player(a, cx, &["of", "role"])?;
        let all = (cond.is_none() && who.is_none()) || matches!(role, Some(Role::All | Role::Shared));
        Ok(IntArr::GroupSizes {
            kind: cx.site_type(a, "type"),
            dirs: dirs_or_adjacent(a, cx, "directions")?,
            all,
            who: Box::new(who.unwrap_or_else(|| role_int(cx, Role::All))),
            cond,
            min: int_or(a, cx, "min", Int::Const(0))?,
            visible: boxed_bool(a, cx, "isVisible")?,
        })
    }),
    ..BASE
};

pub static ROTATIONS: Ludeme = Ludeme {
    id: "rotations",
    head: "rotations",
    gives: Ty::Rotations,
    doc: "The rotations that point in certain directions, as numbers.",
    example: "(rotations Orthogonal)",
    english: "*",
    params: &[
        req("directionOfRotation", Ty::Enum(&ABSOLUTE_DIRECTION), "the direction").or(1),
        req("directionsOfRotation", Ty::Enum(&ABSOLUTE_DIRECTION), "several directions").array(1).or(1),
    ],
    meaning: Meaning::IntArr(rotations),
    ..BASE
};

pub static VALUES_REMEMBERED: Ludeme = Ludeme {
    id: "values Remembered",
    head: "values",
    keyword: Some("Remembered"),
    gives: Ty::IntArray,
    doc: "The numbers that were remembered with `(remember Value …)`.",
    example: "(values Remembered)",
    english: "the remembered numbers[ called {name:quoted}]",
    params: &[opt("name", Ty::Text, "the name under which they were remembered")],
    concepts: &[Shows(&["Variable"])],
    meaning: Meaning::IntArr(|a, cx| {
        cx.game.uses.remembers = true;
        Ok(IntArr::Remembered(a.text("name").map(|name| cx.name(name))))
    }),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &ARRAY,
    &ARRAY_2,
    &TEAM,
    &DIFFERENCE_INTS,
    &IF_INTS,
    &INTERSECTION_INTS,
    &INTERSECTION_INTS_2,
    &RESULTS,
    &UNION_INTS,
    &UNION_INTS_2,
    &PLAYERS_TEAM1,
    &PLAYERS_TEAM2,
    &PLAYERS_TEAM3,
    &PLAYERS_TEAM4,
    &PLAYERS_TEAM5,
    &PLAYERS_TEAM6,
    &PLAYERS_TEAM7,
    &PLAYERS_TEAM8,
    &PLAYERS_TEAM9,
    &PLAYERS_TEAM10,
    &PLAYERS_TEAM11,
    &PLAYERS_TEAM12,
    &PLAYERS_TEAM13,
    &PLAYERS_TEAM14,
    &PLAYERS_TEAM15,
    &PLAYERS_TEAM16,
    &PLAYERS_ALL,
    &PLAYERS_NON_MOVER,
    &PLAYERS_ENEMY,
    &PLAYERS_FRIEND,
    &PLAYERS_ALLY,
    &SIZES_GROUP,
    &ROTATIONS,
    &VALUES_REMEMBERED,
];

fn players<'a>(a: Args<'a>, cx: &mut Lower<'a>, relation: PlayerRelation) -> Done<IntArr> {
    Ok(IntArr::Players { relation, of: boxed_int(a, cx, "of")?, cond: boxed_bool(a, cx, "if")? })
}

/// The numbers of the turns that bring a piece round to face these directions.
fn rotations<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<IntArr> {
    cx.game.uses.rotation = true;
    let mut words = a.words("directionOfRotation");
    words.extend(a.words("directionsOfRotation"));
    let board = &cx.game.board;
    let kind = cx.game.site_type;
    let sides = board.supported(kind, Relation::Orthogonal).len().max(1);
    let ratio = (board.supported(kind, Relation::All).len() / sides).max(1);
    let mut all: Vec<i32> = Vec::new();
    let mut add = |d: Direction| {
        if let Some(i) = d.compass_index() {
            let rotation = (i / ratio) as i32;
            if !all.contains(&rotation) {
                all.push(rotation);
            }
        }
    };
    for d in words.iter().filter_map(|w| Direction::from_name(w)) {
        match Relation::LIST.into_iter().find(|r| r.direction() == d) {
            Some(relation) => board.supported(kind, relation).iter().for_each(|&d| add(d)),
            None => add(d),
        }
    }
    Ok(IntArr::Const(all.into()))
}

//! The constraints of deduction puzzles.

use crate::concept::Rule::Shows;
use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::enums::{PUZZLE_ELEMENT_TYPE, SITE_TYPE};
use crate::lower::{Args, Done, Lower, site_type_of};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::SiteType;
use ludarium_engine::kernel::{Bool, Int};

pub static FOR_ALL: Ludeme = Ludeme {
    id: "forAll",
    head: "forAll",
    gives: Ty::Bool,
    doc: "A constraint of a puzzle that must hold for every cell, edge, vertex or clue.",
    example: "(forAll Vertex (is Count (sites Incident Edge of:Vertex at:(site)) of:1 (hint Vertex \
        at:(site))))",
    english: "for {type:enum}, {constraint:cond}",
    params: &[
        req("type", Ty::Enum(&PUZZLE_ELEMENT_TYPE), "what the constraint is asked of, one after another"),
        req(
            "constraint",
            Ty::Bool,
            "the constraint; within it, `(site)`, `(edge)` or `(hint)` is the one being asked of",
        ),
    ],
    concepts: &[Shows(&["DeductionPuzzle"])],
    meaning: Meaning::Bool(for_all),
    ..BASE
};

pub static ALL_DIFFERENT_2: Ludeme = Ludeme {
    id: "all Different#2",
    head: "all",
    keyword: Some("Different"),
    gives: Ty::Bool,
    doc: "In a puzzle: no value occurs twice in a region.",
    example: "(all Different)",
    english: "all numbers[ on {type:sitetypes}] in {region|each of these regions} <are> different[ (leaving out {except})][ (leaving out {excepts})]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("region", Ty::Region, "where; every region of the game in turn, if left out"),
        opt_named("except", Ty::Int, "a value that may be repeated").or(1),
        opt_named("excepts", Ty::Int, "values that may be repeated").array(1).or(1),
    ],
    concepts: &[Shows(&["DeductionPuzzle"])],
    meaning: Meaning::Bool(all_different),
    ..BASE
};

pub static IS_SOLVED: Ludeme = Ludeme {
    id: "is Solved",
    head: "is",
    keyword: Some("Solved"),
    gives: Ty::Bool,
    doc: "True when every variable of the puzzle has a value and all constraints hold.",
    example: "(is Solved)",
    english: "the puzzle <is> solved",
    concepts: &[Shows(&["DeductionPuzzle", "CopyContext", "SolvedEnd"])],
    meaning: Meaning::Bool(|_, cx| {
        cx.game.uses.deduction_puzzle = true;
        Ok(Bool::Solved)
    }),
    ..BASE
};

pub static IS_UNIQUE: Ludeme = Ludeme {
    id: "is Unique",
    head: "is",
    keyword: Some("Unique"),
    gives: Ty::Bool,
    doc: "In a puzzle: no two lines of the region are filled alike.",
    example: "(is Unique)",
    english: "no two of the lines of the board[ ({type:sitetypes})] <are> filled alike",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    concepts: &[Shows(&["DeductionPuzzle"])],
    meaning: Meaning::Bool(is_unique),
    ..BASE
};

pub static IS_COUNT: Ludeme = Ludeme {
    id: "is Count",
    head: "is",
    keyword: Some("Count"),
    gives: Ty::Bool,
    doc: "In a puzzle: a value occurs a given number of times in a region.",
    example: "(is Count (sites Board) of:1 4)",
    english: "exactly {result} [of the ^#= in {region} ][of the ^#= in the region {nameRegion:quoted} ]<are> filled[ with {of}]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "whether cells, vertices or edges are meant; cells, if left out"),
        opt("region", Ty::Region, "where; every region of the game in turn, if left out"),
        opt_named("of", Ty::Int, "which value to count; 1, if left out"),
        opt("nameRegion", Ty::Text, "the name of the region"),
        req("result", Ty::Int, "how often it must occur"),
    ],
    concepts: &[Shows(&["DeductionPuzzle"])],
    meaning: Meaning::Bool(is_count),
    ..BASE
};

pub static IS_SUM: Ludeme = Ludeme {
    id: "is Sum",
    head: "is",
    keyword: Some("Sum"),
    gives: Ty::Bool,
    doc: "In a puzzle: the values in a region add up to a number.",
    example: "(is Sum (sites Row 0) 15)",
    english: "the numbers in {region|each clued region}[ {nameRegion:quoted}][ ({type:sitetypes})][ of {of}] <add> up to {result}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "whether cells, vertices or edges are meant; cells, if left out"),
        opt("region", Ty::Region, "where; every region of the game in turn, if left out"),
        opt_named("of", Ty::Int, "unused in a sum"),
        opt("nameRegion", Ty::Text, "the name of the region"),
        req("result", Ty::Int, "what they must add up to"),
    ],
    concepts: &[Shows(&["DeductionPuzzle"])],
    meaning: Meaning::Bool(is_sum),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&FOR_ALL, &ALL_DIFFERENT_2, &IS_SOLVED, &IS_UNIQUE, &IS_COUNT, &IS_SUM];

fn for_all<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    cx.game.uses.deduction_puzzle = true;
    let cond = cx.need_bool(a, "constraint")?.into();
    Ok(match a.word("type").and_then(site_type_of) {
        Some(kind) => Bool::ForAllSites { kind, cond },
        None => Bool::ForAllHints(cond),
    })
}

fn all_different<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    cx.game.uses.deduction_puzzle = true;
    let excepts = if a.has("excepts") {
        cx.int_list(a, "excepts")?
    } else {
        cx.int(a, "except")?.into_iter().collect()
    };
    Ok(Bool::PuzzleDifferent {
        kind: super::kind(a, cx),
        region: cx.region(a, "region")?.map(Box::new),
        excepts: excepts.into(),
    })
}

/// The kind of site that is said, else cells.
fn kind_or_cell(a: Args<'_>) -> SiteType {
    a.word("type").and_then(site_type_of).unwrap_or(SiteType::Cell)
}

fn is_unique<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    cx.game.uses.deduction_puzzle = true;
    Ok(Bool::PuzzleUnique { kind: kind_or_cell(a) })
}

fn is_count<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    cx.game.uses.deduction_puzzle = true;
    Ok(Bool::PuzzleCount {
        kind: super::kind(a, cx),
        region: cx.region(a, "region")?.map(Box::new),
        what: cx.int(a, "of")?.unwrap_or(Int::Const(1)).into(),
        result: cx.need_int(a, "result")?.into(),
    })
}

fn is_sum<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    cx.game.uses.deduction_puzzle = true;
    let by_hint = a.sub("result").is_some_and(|r| r.entry().head == "hint");
    Ok(Bool::PuzzleSum {
        kind: kind_or_cell(a),
        region: cx.region(a, "region")?.map(Box::new),
        name: a.text("nameRegion").unwrap_or_default().into(),
        result: cx.need_int(a, "result")?.into(),
        by_hint,
    })
}

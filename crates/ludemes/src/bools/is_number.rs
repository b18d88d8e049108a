//! Conditions on numbers, dice and tiles.

use super::logic::negated;
use crate::concept::Rule::Shows;
use crate::entry::{BASE, Ludeme, opt};
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::{Bool, Int};

pub static IS_ODD: Ludeme = Ludeme {
    id: "is Odd",
    head: "is",
    keyword: Some("Odd"),
    gives: Ty::Bool,
    doc: "True when a number is odd.",
    example: "(is Odd (count Moves))",
    english: "{value|the number} <is> odd",
    params: &[opt("value", Ty::Int, "the number")],
    concepts: &[Shows(&["Odd"])],
    meaning: Meaning::Bool(|a, cx| Ok(Bool::Odd(cx.need_int(a, "value")?.into()))),
    ..BASE
};

pub static IS_EVEN: Ludeme = Ludeme {
    id: "is Even",
    head: "is",
    keyword: Some("Even"),
    gives: Ty::Bool,
    doc: "True when a number is even.",
    example: "(is Even (count Moves))",
    english: "{value|the number} <is> even",
    params: &[opt("value", Ty::Int, "the number")],
    concepts: &[Shows(&["Even"])],
    meaning: Meaning::Bool(|a, cx| Ok(negated(Bool::Odd(cx.need_int(a, "value")?.into())))),
    ..BASE
};

pub static IS_SIDES_MATCH: Ludeme = Ludeme {
    id: "is SidesMatch",
    head: "is",
    keyword: Some("SidesMatch"),
    gives: Ty::Bool,
    doc: "True when the lines on a tile meet lines of the same colour on all its neighbours.",
    example: "(is SidesMatch)",
    english: "the sides of the tile @ {value:site|the last ^#=} <match> the sides of its neighbours",
    params: &[opt("value", Ty::Int, "the site of the tile; where the last move went, if left out")],
    meaning: Meaning::Bool(|a, cx| Ok(Bool::SidesMatch(site_or(a, cx, Int::LastTo)?))),
    ..BASE
};

pub static IS_PIPS_MATCH: Ludeme = Ludeme {
    id: "is PipsMatch",
    head: "is",
    keyword: Some("PipsMatch"),
    gives: Ty::Bool,
    doc: "True when the numbers on a domino match those of its neighbours.",
    example: "(is PipsMatch)",
    english: "the pips of the domino @ {value:site|the last ^#=} <match> those of its neighbours",
    params: &[opt("value", Ty::Int, "the site of the domino; where the last move went, if left out")],
    concepts: &[Shows(&["Domino"])],
    meaning: Meaning::Bool(pips_match),
    ..BASE
};

pub static IS_FLAT: Ludeme = Ludeme {
    id: "is Flat",
    head: "is",
    keyword: Some("Flat"),
    gives: Ty::Bool,
    doc: "True when all the sites that would carry a piece are filled, on boards of several layers.",
    example: "(is Flat)",
    english: "the ^#= {value:site|} <is> level with its surroundings",
    params: &[opt("value", Ty::Int, "the site above; `(to)`, if left out")],
    meaning: Meaning::Bool(|a, cx| Ok(Bool::Flat(site_or(a, cx, Int::To)?))),
    ..BASE
};

pub static IS_ANY_DIE: Ludeme = Ludeme {
    id: "is AnyDie",
    head: "is",
    keyword: Some("AnyDie"),
    gives: Ty::Bool,
    doc: "True when one of the dice shows this number.",
    example: "(is AnyDie 6)",
    english: "{value|the number} <is> shown by one of the dice",
    params: &[opt("value", Ty::Int, "the number")],
    concepts: &[Shows(&["Dice"])],
    meaning: Meaning::Bool(|a, cx| Ok(Bool::AnyDie(cx.need_int(a, "value")?.into()))),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&IS_ODD, &IS_EVEN, &IS_SIDES_MATCH, &IS_PIPS_MATCH, &IS_FLAT, &IS_ANY_DIE];

fn site_or<'a>(a: Args<'a>, cx: &mut Lower<'a>, default: Int) -> Done<Box<Int>> {
    Ok(cx.int(a, "value")?.unwrap_or(default).into())
}

fn pips_match<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    cx.game.uses.dominoes = true;
    cx.game.uses.large_pieces = true;
    Ok(Bool::PipsMatch(site_or(a, cx, Int::LastTo)?))
}

//! Arithmetic on board dimensions, done once when the board is built.

use crate::concept::Rule::HidesAll;
use crate::entry::{BASE, Ludeme, req};
use crate::meaning::Meaning;
use crate::ty::Ty;

pub static ABS_DIM: Ludeme = Ludeme {
    id: "abs [dim]",
    head: "abs",
    gives: Ty::Dim,
    doc: "A number without its sign.",
    example: "(abs -3)",
    english: "the absolute value of {value}",
    params: &[req("value", Ty::Dim, "the number")],
    concepts: &[HidesAll],
    meaning: Meaning::Dim(|a, cx| Ok(cx.need_dim(a, "value")?.saturating_abs())),
    ..BASE
};

pub static ADD_DIM: Ludeme = Ludeme {
    id: "+ [dim]",
    head: "+",
    gives: Ty::Dim,
    doc: "Two numbers added.",
    example: "(+ 5 2)",
    english: "*",
    params: &[req("a", Ty::Dim, "the number"), req("b", Ty::Dim, "the second number")],
    concepts: &[HidesAll],
    meaning: Meaning::Dim(|a, cx| {
        let (x, y) = (cx.need_dim(a, "a")?, cx.need_dim(a, "b")?);
        Ok(x.saturating_add(y))
    }),
    ..BASE
};

pub static ADD_DIM_2: Ludeme = Ludeme {
    id: "+ [dim]#2",
    head: "+",
    gives: Ty::Dim,
    doc: "Several numbers added.",
    example: "(+ {5 2 1})",
    english: "*",
    params: &[req("list", Ty::Dim, "the numbers").array(1)],
    concepts: &[HidesAll],
    meaning: Meaning::Dim(|a, cx| Ok(cx.dims(a, "list")?.into_iter().fold(0, i64::saturating_add))),
    ..BASE
};

pub static DIV_DIM: Ludeme = Ludeme {
    id: "/ [dim]",
    head: "/",
    gives: Ty::Dim,
    doc: "One number divided by another, without the remainder.",
    example: "(/ 9 2)",
    english: "*",
    params: &[req("a", Ty::Dim, "the number to divide"), req("b", Ty::Dim, "what to divide by")],
    concepts: &[HidesAll],
    meaning: Meaning::Dim(|a, cx| {
        let (x, y) = (cx.need_dim(a, "a")?, cx.need_dim(a, "b")?);
        x.checked_div(y).map_or_else(|| a.wrong("division by zero"), Ok)
    }),
    ..BASE
};

pub static MAX_DIM: Ludeme = Ludeme {
    id: "max [dim]",
    head: "max",
    gives: Ty::Dim,
    doc: "The larger of two numbers.",
    example: "(max 3 5)",
    english: "*",
    params: &[req("valueA", Ty::Dim, "the first number"), req("valueB", Ty::Dim, "the second number")],
    concepts: &[HidesAll],
    meaning: Meaning::Dim(|a, cx| {
        let (x, y) = (cx.need_dim(a, "valueA")?, cx.need_dim(a, "valueB")?);
        Ok(x.max(y))
    }),
    ..BASE
};

pub static MIN_DIM: Ludeme = Ludeme {
    id: "min [dim]",
    head: "min",
    gives: Ty::Dim,
    doc: "The smaller of two numbers.",
    example: "(min 3 5)",
    english: "*",
    params: &[req("valueA", Ty::Dim, "the first number"), req("valueB", Ty::Dim, "the second number")],
    concepts: &[HidesAll],
    meaning: Meaning::Dim(|a, cx| {
        let (x, y) = (cx.need_dim(a, "valueA")?, cx.need_dim(a, "valueB")?);
        Ok(x.min(y))
    }),
    ..BASE
};

pub static MUL_DIM: Ludeme = Ludeme {
    id: "* [dim]",
    head: "*",
    gives: Ty::Dim,
    doc: "Two numbers multiplied.",
    example: "(* 2 5)",
    english: "*",
    params: &[req("a", Ty::Dim, "the number"), req("b", Ty::Dim, "the second number")],
    concepts: &[HidesAll],
    meaning: Meaning::Dim(|a, cx| {
        let (x, y) = (cx.need_dim(a, "a")?, cx.need_dim(a, "b")?);
        Ok(x.saturating_mul(y))
    }),
    ..BASE
};

pub static MUL_DIM_2: Ludeme = Ludeme {
    id: "* [dim]#2",
    head: "*",
    gives: Ty::Dim,
    doc: "Several numbers multiplied.",
    example: "(* {2 5 3})",
    english: "*",
    params: &[req("list", Ty::Dim, "the numbers").array(1)],
    concepts: &[HidesAll],
    meaning: Meaning::Dim(|a, cx| Ok(cx.dims(a, "list")?.into_iter().fold(1, i64::saturating_mul))),
    ..BASE
};

pub static POW_DIM: Ludeme = Ludeme {
    id: "^ [dim]",
    head: "^",
    gives: Ty::Dim,
    doc: "One number to the power of another.",
    example: "(^ 2 3)",
    english: "*",
    params: &[req("a", Ty::Dim, "the base"), req("b", Ty::Dim, "the exponent")],
    concepts: &[HidesAll],
    meaning: Meaning::Dim(|a, cx| {
        let (x, y) = (cx.need_dim(a, "a")?, cx.need_dim(a, "b")?);
        Ok((x as f64).powf(y as f64) as i64)
    }),
    ..BASE
};

pub static SUB_DIM: Ludeme = Ludeme {
    id: "- [dim]",
    head: "-",
    gives: Ty::Dim,
    doc: "One number less another.",
    example: "(- 9 1)",
    english: "*",
    params: &[req("valueA", Ty::Dim, "the number to take from"), req("valueB", Ty::Dim, "what to take away")],
    concepts: &[HidesAll],
    meaning: Meaning::Dim(|a, cx| {
        let (x, y) = (cx.need_dim(a, "valueA")?, cx.need_dim(a, "valueB")?);
        Ok(x.saturating_sub(y))
    }),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&ABS_DIM, &ADD_DIM, &ADD_DIM_2, &DIV_DIM, &MAX_DIM, &MIN_DIM, &MUL_DIM, &MUL_DIM_2, &POW_DIM, &SUB_DIM];

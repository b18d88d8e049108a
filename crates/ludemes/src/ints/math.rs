//! Arithmetic on whole numbers.

use crate::common::*;
use crate::concept::Rule::Shows;
use crate::entry::{BASE, Ludeme, opt, req};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::Int;

pub static TO_INT_CAST: Ludeme = Ludeme {
    id: "toInt",
    head: "toInt",
    gives: Ty::Int,
    doc: "A condition or a decimal number as a whole number: True is 1, and decimals are cut off.",
    example: "(toInt (is Empty (to)))",
    english: "(1 if [{bool:cond}][{float}], otherwise 0)",
    params: &[req("bool", Ty::Bool, "a condition").or(1), req("float", Ty::Float, "a decimal number").or(1)],
    meaning: Meaning::Int(|a, cx| {
        Ok(match cx.bool(a, "bool")? {
            Some(b) => Int::FromBool(Box::new(b)),
            None => Int::FromFloat(Box::new(cx.need_float(a, "float")?)),
        })
    }),
    ..BASE
};

pub static ABS_INT: Ludeme = Ludeme {
    id: "abs [int]",
    head: "abs",
    gives: Ty::Int,
    doc: "A number without its sign.",
    example: "(abs (- (score P1) (score P2)))",
    english: "the absolute value of {value}",
    params: &[req("value", Ty::Int, "the number")],
    concepts: &[Shows(&["Absolute"])],
    meaning: Meaning::Int(|a, cx| {
        let e = Int::Abs(Box::new(cx.need_int(a, "value")?));
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static ADD_INT: Ludeme = Ludeme {
    id: "+ [int]",
    head: "+",
    gives: Ty::Int,
    doc: "Two numbers added.",
    example: "(+ (last To) 1)",
    english: "{a:sum} plus {b:sum}",
    params: &[req("a", Ty::Int, "the first number"), req("b", Ty::Int, "the second number")],
    concepts: &[Shows(&["Addition"])],
    meaning: Meaning::Int(|a, cx| {
        let e = Int::Add([cx.need_int(a, "a")?, cx.need_int(a, "b")?].into());
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static ADD_INT_2: Ludeme = Ludeme {
    id: "+ [int]#2",
    head: "+",
    gives: Ty::Int,
    doc: "Several numbers added.",
    example: "(+ {1 (count Moves) (score Mover)})",
    english: "the sum of {list}{array:array}",
    params: &[
        req("list", Ty::Int, "the numbers").array(1).or(1),
        req("array", Ty::IntArray, "a list whose numbers are added").or(1),
    ],
    concepts: &[Shows(&["Addition"])],
    meaning: Meaning::Int(|a, cx| {
        let e = match cx.int_arr(a, "array")? {
            Some(array) => Int::Sum(Box::new(array)),
            None => Int::Add(cx.int_list(a, "list")?.into()),
        };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static DIV_INT: Ludeme = Ludeme {
    id: "/ [int]",
    head: "/",
    gives: Ty::Int,
    doc: "One number divided by another, without the remainder.",
    example: "(/ (count Sites in:(sites Board)) 2)",
    english: "{a} divided by {b} (rounded down)",
    params: &[req("a", Ty::Int, "the number to divide"), req("b", Ty::Int, "what to divide by; not 0")],
    concepts: &[Shows(&["Division"])],
    meaning: Meaning::Int(|a, cx| {
        let e = Int::Div(Box::new(cx.need_int(a, "a")?), Box::new(cx.need_int(a, "b")?));
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static IF_INT: Ludeme = Ludeme {
    id: "if [int]",
    head: "if",
    gives: Ty::Int,
    doc: "One number or another, depending on a condition.",
    example: "(if (is Mover P1) 4 8)",
    english: "*",
    params: &[
        req("condition", Ty::Bool, "the condition"),
        req("valueA", Ty::Int, "the number if it holds"),
        req("valueB", Ty::Int, "the number if it does not"),
    ],
    concepts: &[Shows(&["ConditionalStatement"])],
    meaning: Meaning::Int(|a, cx| {
        let e = Int::If {
            cond: Box::new(cx.need_bool(a, "condition")?),
            then: Box::new(cx.need_int(a, "valueA")?),
            otherwise: Box::new(cx.need_int(a, "valueB")?),
        };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static MAX_INT: Ludeme = Ludeme {
    id: "max [int]",
    head: "max",
    gives: Ty::Int,
    doc: "The larger of two numbers.",
    example: "(max (score P1) (score P2))",
    english: "the larger of {valueA} and {valueB}",
    params: &[req("valueA", Ty::Int, "the first number"), req("valueB", Ty::Int, "the second number")],
    concepts: &[Shows(&["Maximum"])],
    meaning: Meaning::Int(|a, cx| {
        let e = Int::Max(Box::new(cx.need_int(a, "valueA")?), Box::new(cx.need_int(a, "valueB")?));
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static MAX_INT_2: Ludeme = Ludeme {
    id: "max [int]#2",
    head: "max",
    gives: Ty::Int,
    doc: "The largest number of a list.",
    example: "(max (sizes Group Orthogonal P1))",
    english: "the largest of {array:array}",
    params: &[req("array", Ty::IntArray, "the list")],
    concepts: &[Shows(&["Maximum"])],
    meaning: Meaning::Int(|a, cx| Ok(Int::MaxOf(Box::new(cx.need_int_arr(a, "array")?)))),
    ..BASE
};

pub static MIN_INT: Ludeme = Ludeme {
    id: "min [int]",
    head: "min",
    gives: Ty::Int,
    doc: "The smaller of two numbers.",
    example: "(min (score P1) (score P2))",
    english: "the smaller of {valueA} and {valueB}",
    params: &[req("valueA", Ty::Int, "the first number"), req("valueB", Ty::Int, "the second number")],
    concepts: &[Shows(&["Minimum"])],
    meaning: Meaning::Int(|a, cx| {
        let e = Int::Min(Box::new(cx.need_int(a, "valueA")?), Box::new(cx.need_int(a, "valueB")?));
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static MIN_INT_2: Ludeme = Ludeme {
    id: "min [int]#2",
    head: "min",
    gives: Ty::Int,
    doc: "The smallest number of a list.",
    example: "(min (results from:(last To) to:(sites Corners) (count Steps (from) (to))))",
    english: "the smallest of {array:array}",
    params: &[req("array", Ty::IntArray, "the list")],
    concepts: &[Shows(&["Minimum"])],
    meaning: Meaning::Int(|a, cx| Ok(Int::MinOf(Box::new(cx.need_int_arr(a, "array")?)))),
    ..BASE
};

pub static MOD: Ludeme = Ludeme {
    id: "%",
    head: "%",
    gives: Ty::Int,
    doc: "What remains of one number after division by another.",
    example: "(% (count Moves) 3)",
    english: "the remainder of {value} divided by {modulo}",
    params: &[
        req("value", Ty::Int, "the number to divide"),
        req("modulo", Ty::Int, "what to divide by; not 0"),
    ],
    concepts: &[Shows(&["Modulo"])],
    meaning: Meaning::Int(|a, cx| {
        let e = Int::Mod(Box::new(cx.need_int(a, "value")?), Box::new(cx.need_int(a, "modulo")?));
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static MUL_INT: Ludeme = Ludeme {
    id: "* [int]",
    head: "*",
    gives: Ty::Int,
    doc: "Two numbers multiplied.",
    example: "(* 2 (count Pieces Mover))",
    english: "{a} times {b}",
    params: &[req("a", Ty::Int, "the first number"), req("b", Ty::Int, "the second number")],
    concepts: &[Shows(&["Multiplication"])],
    meaning: Meaning::Int(|a, cx| {
        let e = Int::Mul([cx.need_int(a, "a")?, cx.need_int(a, "b")?].into());
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static MUL_INT_2: Ludeme = Ludeme {
    id: "* [int]#2",
    head: "*",
    gives: Ty::Int,
    doc: "Several numbers multiplied.",
    example: "(* {2 3 (count Pieces Mover)})",
    english: "the product of {list}{array:array}",
    params: &[
        req("list", Ty::Int, "the numbers").array(1).or(1),
        req("array", Ty::IntArray, "a list whose numbers are multiplied").or(1),
    ],
    concepts: &[Shows(&["Multiplication"])],
    meaning: Meaning::Int(|a, cx| {
        let e = match cx.int_arr(a, "array")? {
            Some(array) => Int::Product(Box::new(array)),
            None => Int::Mul(cx.int_list(a, "list")?.into()),
        };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static POW_INT: Ludeme = Ludeme {
    id: "^ [int]",
    head: "^",
    gives: Ty::Int,
    doc: "One number to the power of another.",
    example: "(^ 2 (state at:(to)))",
    english: "{a} to the power of {b}",
    params: &[req("a", Ty::Int, "the base"), req("b", Ty::Int, "the exponent")],
    concepts: &[Shows(&["Exponentiation"])],
    meaning: Meaning::Int(|a, cx| {
        let e = Int::Pow(Box::new(cx.need_int(a, "a")?), Box::new(cx.need_int(a, "b")?));
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static SUB_INT: Ludeme = Ludeme {
    id: "- [int]",
    head: "-",
    gives: Ty::Int,
    doc: "One number less another, or the negative of a number.",
    example: "(- (score P1) (score P2))",
    english: "*",
    params: &[
        opt("valueA", Ty::Int, "the number to take from; 0, if left out"),
        req("valueB", Ty::Int, "what to take away"),
    ],
    concepts: &[Shows(&["Subtraction"])],
    meaning: Meaning::Int(|a, cx| {
        let e = Int::Sub(int_or(a, cx, "valueA", Int::Const(0))?, Box::new(cx.need_int(a, "valueB")?));
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &TO_INT_CAST,
    &ABS_INT,
    &ADD_INT,
    &ADD_INT_2,
    &DIV_INT,
    &IF_INT,
    &MAX_INT,
    &MAX_INT_2,
    &MIN_INT,
    &MIN_INT_2,
    &MOD,
    &MUL_INT,
    &MUL_INT_2,
    &POW_INT,
    &SUB_INT,
];

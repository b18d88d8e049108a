//! Arithmetic on decimal numbers.

use crate::concept::Rule::Shows;
use crate::entry::{BASE, Ludeme, req};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::Float;
use ludarium_engine::kernel::int::FloatFn;

pub static TO_FLOAT: Ludeme = Ludeme {
    id: "toFloat",
    head: "toFloat",
    gives: Ty::Float,
    doc: "A condition or a whole number as a decimal number.",
    example: "(toFloat (score Mover))",
    english: "[(1 if {bool:cond}, otherwise 0)][{int}]",
    params: &[
        req("bool", Ty::Bool, "a condition: 1 if it holds, 0 if not").or(1),
        req("int", Ty::Int, "a whole number").or(1),
    ],
    meaning: Meaning::Float(|a, cx| {
        Ok(match cx.bool(a, "bool")? {
            Some(b) => Float::FromBool(Box::new(b)),
            None => Float::FromInt(Box::new(cx.need_int(a, "int")?)),
        })
    }),
    ..BASE
};

pub static ABS_FLOAT: Ludeme = Ludeme {
    id: "abs [float]",
    head: "abs",
    gives: Ty::Float,
    doc: "A number without its sign.",
    example: "(abs -0.5)",
    english: "the absolute value of {value}",
    params: &[req("value", Ty::Float, "the number")],
    concepts: &[Shows(&["Float", "Absolute"])],
    meaning: Meaning::Float(|a, cx| Ok(Float::Apply(FloatFn::Abs, Box::new(cx.need_float(a, "value")?)))),
    ..BASE
};

pub static ADD_FLOAT: Ludeme = Ludeme {
    id: "+ [float]",
    head: "+",
    gives: Ty::Float,
    doc: "Two numbers added.",
    example: "(+ 0.5 0.25)",
    english: "{a} plus {b}",
    params: &[req("a", Ty::Float, "the number"), req("b", Ty::Float, "the second number")],
    concepts: &[Shows(&["Float", "Addition"])],
    meaning: Meaning::Float(|a, cx| Ok(Float::Add([cx.need_float(a, "a")?, cx.need_float(a, "b")?].into()))),
    ..BASE
};

pub static ADD_FLOAT_2: Ludeme = Ludeme {
    id: "+ [float]#2",
    head: "+",
    gives: Ty::Float,
    doc: "Several numbers added.",
    example: "(+ {0.5 0.25 1})",
    english: "the sum of {list}",
    params: &[req("list", Ty::Float, "the numbers").array(1)],
    concepts: &[Shows(&["Float", "Addition"])],
    meaning: Meaning::Float(|a, cx| Ok(Float::Add(cx.floats(a, "list")?.into()))),
    ..BASE
};

pub static COS: Ludeme = Ludeme {
    id: "cos",
    head: "cos",
    gives: Ty::Float,
    doc: "The cosine of an angle.",
    example: "(cos 0.5)",
    english: "the cosine of {a}",
    params: &[req("a", Ty::Float, "the angle, in radians")],
    concepts: &[Shows(&["Float", "Cosine"])],
    meaning: Meaning::Float(|a, cx| Ok(Float::Apply(FloatFn::Cos, Box::new(cx.need_float(a, "a")?)))),
    ..BASE
};

pub static DIV_FLOAT: Ludeme = Ludeme {
    id: "/ [float]",
    head: "/",
    gives: Ty::Float,
    doc: "One number divided by another.",
    example: "(/ 1 0.5)",
    english: "{a} divided by {b}",
    params: &[req("a", Ty::Float, "the number to divide"), req("b", Ty::Float, "what to divide by; not 0")],
    concepts: &[Shows(&["Float", "Division"])],
    meaning: Meaning::Float(|a, cx| {
        Ok(Float::Div(Box::new(cx.need_float(a, "a")?), Box::new(cx.need_float(a, "b")?)))
    }),
    ..BASE
};

pub static EXP: Ludeme = Ludeme {
    id: "exp",
    head: "exp",
    gives: Ty::Float,
    doc: "The number e to some power.",
    example: "(exp 0.5)",
    english: "the exponential of {a}",
    params: &[req("a", Ty::Float, "the exponent")],
    concepts: &[Shows(&["Float", "Exponential"])],
    meaning: Meaning::Float(|a, cx| Ok(Float::Apply(FloatFn::Exp, Box::new(cx.need_float(a, "a")?)))),
    ..BASE
};

pub static LOG: Ludeme = Ludeme {
    id: "log",
    head: "log",
    gives: Ty::Float,
    doc: "The natural logarithm.",
    example: "(log 2.5)",
    english: "the logarithm of {a}",
    params: &[req("a", Ty::Float, "the number; above 0")],
    concepts: &[Shows(&["Float", "Logarithm"])],
    meaning: Meaning::Float(|a, cx| Ok(Float::Apply(FloatFn::Log, Box::new(cx.need_float(a, "a")?)))),
    ..BASE
};

pub static LOG10: Ludeme = Ludeme {
    id: "log10",
    head: "log10",
    gives: Ty::Float,
    doc: "The logarithm to base ten.",
    example: "(log10 2.5)",
    english: "the base-10 logarithm of {a}",
    params: &[req("a", Ty::Float, "the number; above 0")],
    concepts: &[Shows(&["Float", "Logarithm"])],
    meaning: Meaning::Float(|a, cx| Ok(Float::Apply(FloatFn::Log10, Box::new(cx.need_float(a, "a")?)))),
    ..BASE
};

pub static MAX_FLOAT: Ludeme = Ludeme {
    id: "max [float]",
    head: "max",
    gives: Ty::Float,
    doc: "The larger of two numbers.",
    example: "(max 0.5 1.5)",
    english: "the larger of {a} and {b}",
    params: &[req("a", Ty::Float, "the number"), req("b", Ty::Float, "the second number")],
    concepts: &[Shows(&["Float", "Maximum"])],
    meaning: Meaning::Float(|a, cx| Ok(Float::Max([cx.need_float(a, "a")?, cx.need_float(a, "b")?].into()))),
    ..BASE
};

pub static MAX_FLOAT_2: Ludeme = Ludeme {
    id: "max [float]#2",
    head: "max",
    gives: Ty::Float,
    doc: "The largest of several numbers.",
    example: "(max {0.5 1.5 1})",
    english: "the largest of {list}",
    params: &[req("list", Ty::Float, "the numbers").array(1)],
    concepts: &[Shows(&["Float", "Maximum"])],
    meaning: Meaning::Float(|a, cx| Ok(Float::Max(cx.floats(a, "list")?.into()))),
    ..BASE
};

pub static MIN_FLOAT: Ludeme = Ludeme {
    id: "min [float]",
    head: "min",
    gives: Ty::Float,
    doc: "The smaller of two numbers.",
    example: "(min 0.5 1.5)",
    english: "the smaller of {a} and {b}",
    params: &[req("a", Ty::Float, "the number"), req("b", Ty::Float, "the second number")],
    concepts: &[Shows(&["Float", "Minimum"])],
    meaning: Meaning::Float(|a, cx| Ok(Float::Min([cx.need_float(a, "a")?, cx.need_float(a, "b")?].into()))),
    ..BASE
};

pub static MIN_FLOAT_2: Ludeme = Ludeme {
    id: "min [float]#2",
    head: "min",
    gives: Ty::Float,
    doc: "The smallest of several numbers.",
    example: "(min {0.5 1.5 1})",
    english: "the smallest of {list}",
    params: &[req("list", Ty::Float, "the numbers").array(1)],
    concepts: &[Shows(&["Float", "Minimum"])],
    meaning: Meaning::Float(|a, cx| Ok(Float::Min(cx.floats(a, "list")?.into()))),
    ..BASE
};

pub static MUL_FLOAT: Ludeme = Ludeme {
    id: "* [float]",
    head: "*",
    gives: Ty::Float,
    doc: "Two numbers multiplied.",
    example: "(* 0.5 3)",
    english: "{a} times {b}",
    params: &[req("a", Ty::Float, "the number"), req("b", Ty::Float, "the second number")],
    concepts: &[Shows(&["Float", "Multiplication"])],
    meaning: Meaning::Float(|a, cx| Ok(Float::Mul([cx.need_float(a, "a")?, cx.need_float(a, "b")?].into()))),
    ..BASE
};

pub static MUL_FLOAT_2: Ludeme = Ludeme {
    id: "* [float]#2",
    head: "*",
    gives: Ty::Float,
    doc: "Several numbers multiplied.",
    example: "(* {0.5 3 2})",
    english: "the product of {list}",
    params: &[req("list", Ty::Float, "the numbers").array(1)],
    concepts: &[Shows(&["Float", "Multiplication"])],
    meaning: Meaning::Float(|a, cx| Ok(Float::Mul(cx.floats(a, "list")?.into()))),
    ..BASE
};

pub static POW_FLOAT: Ludeme = Ludeme {
    id: "^ [float]",
    head: "^",
    gives: Ty::Float,
    doc: "One number to the power of another.",
    example: "(^ 0.5 2)",
    english: "{a} to the power of {b}",
    params: &[req("a", Ty::Float, "the base"), req("b", Ty::Float, "the exponent")],
    concepts: &[Shows(&["Float", "Exponentiation"])],
    meaning: Meaning::Float(|a, cx| {
        Ok(Float::Pow(Box::new(cx.need_float(a, "a")?), Box::new(cx.need_float(a, "b")?)))
    }),
    ..BASE
};

pub static SIN: Ludeme = Ludeme {
    id: "sin",
    head: "sin",
    gives: Ty::Float,
    doc: "The sine of an angle.",
    example: "(sin 0.5)",
    english: "the sine of {a}",
    params: &[req("a", Ty::Float, "the angle, in radians")],
    concepts: &[Shows(&["Float", "Sine"])],
    meaning: Meaning::Float(|a, cx| Ok(Float::Apply(FloatFn::Sin, Box::new(cx.need_float(a, "a")?)))),
    ..BASE
};

pub static SQRT: Ludeme = Ludeme {
    id: "sqrt",
    head: "sqrt",
    gives: Ty::Float,
    doc: "The square root.",
    example: "(sqrt 2)",
    english: "the square root of {a}",
    params: &[req("a", Ty::Float, "the number; not below 0")],
    concepts: &[Shows(&["Float", "Roots"])],
    meaning: Meaning::Float(|a, cx| Ok(Float::Apply(FloatFn::Sqrt, Box::new(cx.need_float(a, "a")?)))),
    ..BASE
};

pub static SUB_FLOAT: Ludeme = Ludeme {
    id: "- [float]",
    head: "-",
    gives: Ty::Float,
    doc: "One number less another.",
    example: "(- 1 0.5)",
    english: "{valueA} minus {valueB}",
    params: &[
        req("valueA", Ty::Float, "the number to take from"),
        req("valueB", Ty::Float, "what to take away"),
    ],
    concepts: &[Shows(&["Float", "Subtraction"])],
    meaning: Meaning::Float(|a, cx| {
        Ok(Float::Sub(Box::new(cx.need_float(a, "valueA")?), Box::new(cx.need_float(a, "valueB")?)))
    }),
    ..BASE
};

pub static TAN: Ludeme = Ludeme {
    id: "tan",
    head: "tan",
    gives: Ty::Float,
    doc: "The tangent of an angle.",
    example: "(tan 0.5)",
    english: "the tangent of {a}",
    params: &[req("a", Ty::Float, "the angle, in radians")],
    concepts: &[Shows(&["Float", "Tangent"])],
    meaning: Meaning::Float(|a, cx| Ok(Float::Apply(FloatFn::Tan, Box::new(cx.need_float(a, "a")?)))),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &TO_FLOAT,
    &ABS_FLOAT,
    &ADD_FLOAT,
    &ADD_FLOAT_2,
    &COS,
    &DIV_FLOAT,
    &EXP,
    &LOG,
    &LOG10,
    &MAX_FLOAT,
    &MAX_FLOAT_2,
    &MIN_FLOAT,
    &MIN_FLOAT_2,
    &MUL_FLOAT,
    &MUL_FLOAT_2,
    &POW_FLOAT,
    &SIN,
    &SQRT,
    &SUB_FLOAT,
    &TAN,
];

//! Reading the arguments that graphs are made of: points, polygons, lists of elements.

use crate::checked::{Arg, Value};
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use ludarium_board::{Outline, Point, Poly};
use ludarium_engine::kernel::Float;
use ludarium_engine::position::Position;
use ludarium_engine::rng::Rng;
use ludarium_engine::{Ctx, SiteType};

/// The items of an array.
pub fn items(arg: &Arg) -> &[Arg] {
    match &arg.value {
        Value::Array(items) => items,
        _ => std::slice::from_ref(arg),
    }
}

/// A decimal number, known now.
pub fn number<'a>(cx: &mut Lower<'a>, a: Args<'a>, arg: &'a Arg) -> Done<f64> {
    match (&arg.value, a.clause(arg)) {
        (Value::Int(n), _) => Ok(*n as f64),
        (Value::Float(x), _) => Ok(*x),
        (_, Some(sub)) => match sub.entry().meaning {
            Meaning::Float(f) => {
                let e: Float = f(sub, cx)?;
                Ok(float_now(cx, &e))
            }
            Meaning::Dim(f) => Ok(f(sub, cx)? as f64),
            _ => sub.unsupported("cannot be computed yet"),
        },
        (_, None) => a.wrong("a number is wanted here"),
    }
}

fn float_now(cx: &Lower<'_>, e: &Float) -> f64 {
    Ctx::new(&cx.game, Position::empty(&cx.game), Rng::new(0)).float(e)
}

/// A whole number, known now.
pub fn whole<'a>(cx: &mut Lower<'a>, a: Args<'a>, arg: &'a Arg) -> Done<i64> {
    Ok(number(cx, a, arg)?.round() as i64)
}

/// The number given for a parameter.
pub fn given<'a>(cx: &mut Lower<'a>, a: Args<'a>, name: &str) -> Done<Option<f64>> {
    match a.arg(name) {
        None => Ok(None),
        Some(arg) => number(cx, a, arg).map(Some),
    }
}

/// `{x y}` or `{x y z}`.
pub fn point<'a>(cx: &mut Lower<'a>, a: Args<'a>, arg: &'a Arg) -> Done<Point> {
    let mut p = [0.0; 3];
    let list = items(arg);
    if list.len() < 2 {
        return a.wrong("a point needs two numbers");
    }
    for (i, n) in list.iter().take(3).enumerate() {
        p[i] = number(cx, a, n)?;
    }
    Ok(p)
}

pub fn points<'a>(cx: &mut Lower<'a>, a: Args<'a>, list: &'a [Arg]) -> Done<Vec<Point>> {
    list.iter().map(|p| point(cx, a, p)).collect()
}

/// The polygon given for a parameter.
pub fn poly<'a>(cx: &mut Lower<'a>, a: Args<'a>, name: &str) -> Done<Poly> {
    match a.sub(name) {
        Some(p) => poly_of(cx, p),
        None => a.wrong("a polygon is wanted"),
    }
}

pub fn poly_of<'a>(cx: &mut Lower<'a>, p: Args<'a>) -> Done<Poly> {
    let mut all = Vec::new();
    for arg in p.each("points") {
        let [x, y, _] = point(cx, p, arg)?;
        all.push([x, y]);
    }
    Ok(Poly { points: all, rotations: p.literal("rotns") })
}

/// A custom outline: `poly` or `sides`.
pub fn outline<'a>(cx: &mut Lower<'a>, a: Args<'a>) -> Done<Outline> {
    if a.has("poly") {
        Ok(Outline::Poly(poly(cx, a, "poly")?))
    } else {
        Ok(Outline::Sides(cx.dims(a, "sides")?))
    }
}

/// A condition written out.
pub fn flag(a: Args<'_>, name: &str) -> Option<bool> {
    a.flag(name)
}

/// The site types given in up to three parameters.
pub fn site_types(a: Args<'_>) -> Vec<SiteType> {
    ["siteTypeA", "siteTypeB", "siteTypeC"]
        .iter()
        .filter_map(|n| a.word(n).and_then(crate::lower::site_type_of))
        .collect()
}

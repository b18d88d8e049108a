//! Directions made from directions.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{ABSOLUTE_DIRECTION, RELATION_TYPE, RELATIVE_DIRECTION, SITE_TYPE};
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::{Dir, Relative};
use ludarium_engine::{Direction, Relation};

pub static DIFFERENCE_DIRECTION: Ludeme = Ludeme {
    id: "difference [direction]",
    head: "difference",
    gives: Ty::Direction,
    doc: "",
    example: "(difference Orthogonal Orthogonal)",
    params: &[
        req("directions", Ty::Direction, "the directions to look in"),
        req("subtraction", Ty::Direction, ""),
    ],
    meaning: Meaning::Dir(|a, cx| both(a, cx).map(|(x, y)| Dir::Difference(x, y))),
    ..BASE
};

pub static DIRECTIONS: Ludeme = Ludeme {
    id: "directions",
    head: "directions",
    gives: Ty::Direction,
    doc: "",
    example: "(directions Orthogonal)",
    params: &[
        req("absoluteDirection", Ty::Enum(&ABSOLUTE_DIRECTION), "").or(1),
        req("absoluteDirections", Ty::Enum(&ABSOLUTE_DIRECTION), "").array(1).or(1),
    ],
    meaning: Meaning::Dir(directions),
    ..BASE
};

pub static DIRECTIONS_2: Ludeme = Ludeme {
    id: "directions#2",
    head: "directions",
    gives: Ty::Direction,
    doc: "",
    example: "(directions)",
    params: &[
        opt("relativeDirection", Ty::Enum(&RELATIVE_DIRECTION), "").or(1),
        opt("relativeDirections", Ty::Enum(&RELATIVE_DIRECTION), "").array(1).or(1),
        opt_named("of", Ty::Enum(&RELATION_TYPE), ""),
        opt_named("bySite", Ty::BoolLit, ""),
    ],
    meaning: Meaning::Dir(relative_directions),
    ..BASE
};

pub static DIRECTIONS_3: Ludeme = Ludeme {
    id: "directions#3",
    head: "directions",
    gives: Ty::Direction,
    doc: "",
    example: "(directions Cell from:(last To) to:(last To))",
    params: &[
        req(
            "type",
            Ty::Enum(&SITE_TYPE),
            "whether cells, vertices or edges are meant; what the board's pieces stand on, if left out",
        ),
        named("from", Ty::Int, ""),
        named("to", Ty::Int, ""),
    ],
    meaning: Meaning::Dir(directions_between),
    ..BASE
};

pub static DIRECTIONS_RANDOM: Ludeme = Ludeme {
    id: "directions Random",
    head: "directions",
    keyword: Some("Random"),
    gives: Ty::Direction,
    doc: "",
    example: "(directions Random Orthogonal num:(last To))",
    params: &[req("directions", Ty::Direction, "the directions to look in"), named("num", Ty::Int, "")],
    meaning: Meaning::Dir(|a, cx| {
        cx.game.uses.stochastic = true;
        let dirs = Box::new(cx.need_dir(a, "directions")?);
        Ok(Dir::Random { dirs, num: Box::new(cx.need_int(a, "num")?) })
    }),
    ..BASE
};

pub static IF_DIRECTION: Ludeme = Ludeme {
    id: "if [direction]",
    head: "if",
    gives: Ty::Direction,
    doc: "",
    example: "(if (is Empty (to)) Orthogonal Orthogonal)",
    params: &[
        req("condition", Ty::Bool, "the condition"),
        req("directionsOk", Ty::Direction, ""),
        req("directionsNotOk", Ty::Direction, ""),
    ],
    meaning: Meaning::Dir(|a, cx| {
        Ok(Dir::If {
            cond: Box::new(cx.need_bool(a, "condition")?),
            then: Box::new(cx.need_dir(a, "directionsOk")?),
            otherwise: Box::new(cx.need_dir(a, "directionsNotOk")?),
        })
    }),
    ..BASE
};

pub static UNION_DIRECTION: Ludeme = Ludeme {
    id: "union [direction]",
    head: "union",
    gives: Ty::Direction,
    doc: "",
    example: "(union Orthogonal Orthogonal)",
    params: &[
        req("directions", Ty::Direction, "the directions to look in"),
        req("subtraction", Ty::Direction, ""),
    ],
    meaning: Meaning::Dir(|a, cx| both(a, cx).map(|(x, y)| Dir::Union(x, y))),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &DIFFERENCE_DIRECTION,
    &DIRECTIONS,
    &DIRECTIONS_2,
    &DIRECTIONS_3,
    &DIRECTIONS_RANDOM,
    &IF_DIRECTION,
    &UNION_DIRECTION,
];

/// Directions given as bare words, absolute or relative.
pub fn dir_of_words(words: &[&str]) -> Option<Dir> {
    if let Some(all) = words.iter().map(|w| Direction::from_name(w)).collect::<Option<Box<[Direction]>>>() {
        return Some(Dir::Absolute(all));
    }
    let dirs = words.iter().map(|w| Relative::from_name(w)).collect::<Option<Box<[Relative]>>>()?;
    Some(Dir::Relative { dirs, of: Relation::Adjacent, by_site: false })
}

fn both<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<(Box<Dir>, Box<Dir>)> {
    Ok((Box::new(cx.need_dir(a, "directions")?), Box::new(cx.need_dir(a, "subtraction")?)))
}

fn directions<'a>(a: Args<'a>, _cx: &mut Lower<'a>) -> Done<Dir> {
    let mut words = a.words("absoluteDirection");
    words.extend(a.words("absoluteDirections"));
    match dir_of_words(&words) {
        Some(d) => Ok(d),
        None => a.wrong("no such direction"),
    }
}

fn relative_directions<'a>(a: Args<'a>, _cx: &mut Lower<'a>) -> Done<Dir> {
    let mut words = a.words("relativeDirection");
    words.extend(a.words("relativeDirections"));
    let dirs: Box<[Relative]> = if words.is_empty() && !a.has("relativeDirections") {
        [Relative::Forward].into()
    } else {
        words.iter().filter_map(|w| Relative::from_name(w)).collect()
    };
    let of = a.word("of").and_then(relation_of_word).unwrap_or(Relation::Adjacent);
    Ok(Dir::Relative { dirs, of, by_site: a.flag("bySite").unwrap_or(false) })
}

fn directions_between<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Dir> {
    Ok(Dir::FromTo {
        kind: cx.site_type(a, "type"),
        from: Box::new(cx.need_int(a, "from")?),
        to: Box::new(cx.need_int(a, "to")?),
    })
}

/// The relation with this name.
pub fn relation_of_word(word: &str) -> Option<Relation> {
    Relation::LIST.into_iter().find(|r| r.direction().name() == word)
}

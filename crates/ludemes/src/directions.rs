//! Directions made from directions.

use crate::concept::Rule::{Hides, Shows, When};
use crate::concept::Test::Missing;
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
    doc: "Directions, less some of them.",
    example: "(difference Adjacent (directions Forward))",
    english: "{directions:dir} (but not {subtraction:dir})",
    params: &[
        req("directions", Ty::Direction, "the directions"),
        req("subtraction", Ty::Direction, "those to take away"),
    ],
    meaning: Meaning::Dir(|a, cx| both(a, cx).map(|(x, y)| Dir::Difference(x, y))),
    ..BASE
};

pub static DIRECTIONS: Ludeme = Ludeme {
    id: "directions",
    head: "directions",
    gives: Ty::Direction,
    doc: "Directions of the board: compass points, rotations, layers, or kinds such as `Orthogonal`.",
    example: "(directions {N NE})",
    english: "{absoluteDirection:dir}{absoluteDirections:dir}",
    params: &[
        req("absoluteDirection", Ty::Enum(&ABSOLUTE_DIRECTION), "the direction").or(1),
        req("absoluteDirections", Ty::Enum(&ABSOLUTE_DIRECTION), "several directions").array(1).or(1),
    ],
    meaning: Meaning::Dir(directions),
    ..BASE
};

pub static DIRECTIONS_2: Ludeme = Ludeme {
    id: "directions#2",
    head: "directions",
    gives: Ty::Direction,
    doc: "Directions as the piece that moves sees them.",
    example: "(directions {FR FL})",
    english: "*",
    params: &[
        opt("relativeDirection", Ty::Enum(&RELATIVE_DIRECTION), "the direction; `Forward`, if left out")
            .or(1),
        opt("relativeDirections", Ty::Enum(&RELATIVE_DIRECTION), "several directions").array(1).or(1),
        opt_named(
            "of",
            Ty::Enum(&RELATION_TYPE),
            "among which neighbours forward is sought; `Adjacent`, if left out",
        ),
        opt_named(
            "bySite",
            Ty::BoolLit,
            "True if the directions that the site has are used rather than those of the whole board; \
                False if left out",
        ),
    ],
    concepts: &[
        When(&[Missing("relativeDirection"), Missing("relativeDirections")], &["ForwardDirection"]),
        Hides(&["of"]),
    ],
    meaning: Meaning::Dir(relative_directions),
    ..BASE
};

pub static DIRECTIONS_3: Ludeme = Ludeme {
    id: "directions#3",
    head: "directions",
    gives: Ty::Direction,
    doc: "The direction that leads from one site to another.",
    example: "(directions Cell from:(last From) to:(last To))",
    english: "in the direction from {from:site} to {to:site}[{type:sitetypenone}]",
    params: &[
        req("type", Ty::Enum(&SITE_TYPE), "whether cells, vertices or edges are meant"),
        named("from", Ty::Int, "the site it leads from"),
        named("to", Ty::Int, "the site it leads to"),
    ],
    meaning: Meaning::Dir(directions_between),
    ..BASE
};

pub static DIRECTIONS_RANDOM: Ludeme = Ludeme {
    id: "directions Random",
    head: "directions",
    keyword: Some("Random"),
    gives: Ty::Direction,
    doc: "Some of several directions, drawn at random each time.",
    example: "(directions Random Orthogonal num:1)",
    english: "in {num} random directions ({directions:dir})",
    params: &[
        req("directions", Ty::Direction, "the directions to draw from"),
        named("num", Ty::Int, "how many to draw"),
    ],
    concepts: &[Shows(&["Stochastic"])],
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
    doc: "Directions that depend on a condition.",
    example: "(if (is Mover P1) N S)",
    english: "({directionsOk:dir} if {condition:cond}; otherwise {directionsNotOk:dir})",
    params: &[
        req("condition", Ty::Bool, "the condition"),
        req("directionsOk", Ty::Direction, "the directions if it holds"),
        req("directionsNotOk", Ty::Direction, "the directions if it does not"),
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
    doc: "Two sets of directions together.",
    example: "(union Orthogonal (directions Forward))",
    english: "{directions:dir} or {subtraction:dir}",
    params: &[
        req("directions", Ty::Direction, "one set"),
        req("subtraction", Ty::Direction, "the other set"),
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

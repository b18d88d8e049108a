//! Placing pieces before play.

use super::{component, coordinate, coordinates, kind, places};
use crate::concept::Rule::{Shows, When};
use crate::concept::Test::{Any, Given, Number, OffBoard, OnBoard, TextHas};
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::SITE_TYPE;
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::start::{Carried, Places};
use ludarium_engine::kernel::{Int, Region, Start};
use ludarium_engine::{SiteSet, UNDEFINED};

pub static PLACE: Ludeme = Ludeme {
    id: "place",
    head: "place",
    gives: Ty::StartRule,
    doc: "Puts a piece on a site.",
    example: "(place \"Pawn1\" 0)",
    english: "*",
    params: &[
        req("item", Ty::Text, "the name of the piece, with the player's number"),
        opt("container", Ty::Text, "the name of the container; the board, if left out"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("site", Ty::Int, "the site"),
        opt_named("coord", Ty::Text, "the site's coordinate"),
        opt_named("count", Ty::Int, "how many; 1, if left out"),
        opt_named("state", Ty::Int, "the local state they get; none, if left out"),
        opt_named("rotation", Ty::Int, "the rotation they get; none, if left out"),
        opt_named("value", Ty::Int, "the value they get; none, if left out"),
    ],
    concepts: &[
        When(&[Number("count", 2, i64::MAX)], &["PieceCount"]),
        When(&[Given("value")], &["PieceValue"]),
        When(&[Given("state")], &["SiteState"]),
        When(&[Given("rotation")], &["PieceRotation", "SetRotation"]),
        When(&[OnBoard("site")], &["PiecesPlacedOnBoard"]),
        When(&[OffBoard("site")], &["PiecesPlacedOutsideBoard"]),
        When(&[TextHas("container", "Hand")], &["PiecesPlacedOutsideBoard"]),
    ],
    meaning: Meaning::Start(place),
    ..BASE
};

pub static PLACE_2: Ludeme = Ludeme {
    id: "place#2",
    head: "place",
    gives: Ty::StartRule,
    doc: "Puts pieces of a kind on several sites.",
    example: "(place \"Pawn1\" (sites Bottom))",
    english: "*",
    params: &[
        req("item", Ty::Text, "the name of the piece, with the player's number"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("sites", Ty::Int, "the sites by number").array(1),
        opt("region", Ty::Region, "the sites"),
        opt("coords", Ty::Text, "the sites by coordinate").array(1),
        opt_named("counts", Ty::Int, "how many on each site: the first number holds for all; 1, if left out")
            .array(1),
        opt_named("state", Ty::Int, "the local state they get; none, if left out"),
        opt_named("rotation", Ty::Int, "the rotation they get; none, if left out"),
        opt_named("value", Ty::Int, "the value they get; none, if left out"),
    ],
    concepts: &[
        When(&[Number("counts", 2, i64::MAX)], &["PieceCount"]),
        When(&[Given("value")], &["PieceValue"]),
        When(&[Given("state")], &["SiteState"]),
        When(&[Given("rotation")], &["PieceRotation", "SetRotation"]),
        When(&[Any(&[OnBoard("sites"), OnBoard("region")])], &["PiecesPlacedOnBoard"]),
        When(&[Any(&[OffBoard("sites"), OffBoard("region")])], &["PiecesPlacedOutsideBoard"]),
        When(&[Given("coords")], &["PiecesPlacedOnBoard"]),
    ],
    meaning: Meaning::Start(place_each),
    ..BASE
};

pub static PLACE_STACK: Ludeme = Ludeme {
    id: "place Stack",
    head: "place",
    keyword: Some("Stack"),
    gives: Ty::StartRule,
    doc: "Puts a stack of pieces on a site, or on several.",
    example: "(place Stack items:{\"Disc1\" \"Disc2\"} 0)",
    english: "*",
    params: &[
        req("item", Ty::Text, "the name of the piece, for a stack of one kind").or(1),
        named("items", Ty::Text, "the names of the pieces from the bottom up").array(1).or(1),
        opt("container", Ty::Text, "the name of the container; the board, if left out"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("site", Ty::Int, "the site").or(2),
        opt("sites", Ty::Int, "the sites by number").array(1).or(2),
        opt("region", Ty::Region, "the sites").or(2),
        opt_named("coord", Ty::Text, "the site's coordinate").or(2),
        opt("coords", Ty::Text, "the sites by coordinate").array(1).or(2),
        opt_named("count", Ty::Int, "how many pieces in each stack").or(3),
        opt_named("counts", Ty::Int, "how many pieces in each stack, in the order of the sites")
            .array(1)
            .or(3),
        opt_named("state", Ty::Int, "the local state they get; none, if left out"),
        opt_named("rotation", Ty::Int, "the rotation they get; none, if left out"),
        opt_named("value", Ty::Int, "the value they get; none, if left out"),
    ],
    concepts: &[
        When(&[Any(&[Number("count", 2, i64::MAX), Number("counts", 2, i64::MAX)])], &["PieceCount"]),
        When(&[Given("value")], &["PieceValue"]),
        When(&[Given("state")], &["SiteState"]),
        When(&[Given("rotation")], &["PieceRotation", "SetRotation"]),
        When(&[Any(&[OnBoard("site"), OnBoard("sites"), OnBoard("region")])], &["PiecesPlacedOnBoard"]),
        When(
            &[Any(&[OffBoard("site"), OffBoard("sites"), OffBoard("region")])],
            &["PiecesPlacedOutsideBoard"],
        ),
        When(&[Any(&[Given("coord"), Given("coords")])], &["PiecesPlacedOnBoard"]),
        When(&[TextHas("container", "Hand")], &["PiecesPlacedOutsideBoard"]),
    ],
    meaning: Meaning::Start(place_stack),
    ..BASE
};

pub static PLACE_RANDOM: Ludeme = Ludeme {
    id: "place Random",
    head: "place",
    keyword: Some("Random"),
    gives: Ty::StartRule,
    doc: "Puts pieces on sites drawn at random.",
    example: "(place Random {\"Pawn1\" \"Pawn2\"} count:3)",
    english: "*",
    params: &[
        opt("region", Ty::Region, "where to draw from; the empty sites of the board, if left out"),
        req("item", Ty::Text, "the names of the pieces").array(1),
        opt_named("count", Ty::Int, "how many of each; 1, if left out"),
        opt_named("state", Ty::Int, "the local state they get; none, if left out"),
        opt_named("value", Ty::Int, "the value they get; none, if left out"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("randomOrder", Ty::BoolLit, "True to shuffle the pieces as well; False if left out"),
    ],
    concepts: &[
        Shows(&["InitialRandomPlacement", "Stochastic", "PieceCount"]),
        When(&[Given("state")], &["SiteState"]),
        When(&[Given("value")], &["PieceValue"]),
    ],
    meaning: Meaning::Start(place_random),
    ..BASE
};

pub static PLACE_RANDOM_2: Ludeme = Ludeme {
    id: "place Random#2",
    head: "place",
    keyword: Some("Random"),
    gives: Ty::StartRule,
    doc: "Puts a stack of pieces on a site, in random order.",
    example: "(place Random {\"Pawn1\" \"Pawn2\"} count:{3 3} 4)",
    english: "*",
    params: &[
        req("pieces", Ty::Text, "the names of the pieces").array(1),
        opt_named("count", Ty::Int, "how many of each, in the same order; 1, if left out").array(1),
        opt_named("state", Ty::Int, "the local state they get; none, if left out"),
        opt_named("value", Ty::Int, "the value they get; none, if left out"),
        req("where", Ty::Int, "the site"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
    ],
    concepts: &[
        Shows(&["InitialRandomPlacement", "Stochastic", "PieceCount"]),
        When(&[OnBoard("where")], &["PiecesPlacedOnBoard"]),
        When(&[OffBoard("where")], &["PiecesPlacedOutsideBoard"]),
    ],
    meaning: Meaning::Start(random_stack),
    ..BASE
};

pub static PLACE_RANDOM_3: Ludeme = Ludeme {
    id: "place Random#3",
    head: "place",
    keyword: Some("Random"),
    gives: Ty::StartRule,
    doc: "Puts a stack of pieces on a site, in random order.",
    example: "(place Random {(count \"Pawn1\" 8) (count \"Rook1\" 2)} (handSite P1))",
    english: "*",
    params: &[
        req("items", Ty::ItemCount, "the pieces with their numbers").array(1),
        req("where", Ty::Int, "the site"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
    ],
    concepts: &[
        Shows(&["InitialRandomPlacement", "Stochastic", "PieceCount"]),
        When(&[OnBoard("where")], &["PiecesPlacedOnBoard"]),
        When(&[OffBoard("where")], &["PiecesPlacedOutsideBoard"]),
    ],
    meaning: Meaning::Start(random_stack),
    ..BASE
};

pub static COUNT_ITEM_COUNT: Ludeme = Ludeme {
    id: "count [item count]",
    head: "count",
    gives: Ty::ItemCount,
    doc: "A kind of piece and how many of it.",
    example: "(count \"Pawn1\" 8)",
    english: "{count} {item:names}",
    params: &[req("item", Ty::Text, "the name of the piece"), req("count", Ty::Int, "how many")],
    meaning: Meaning::Part,
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&PLACE, &PLACE_2, &PLACE_STACK, &PLACE_RANDOM, &PLACE_RANDOM_2, &PLACE_RANDOM_3, &COUNT_ITEM_COUNT];

/// What the pieces carry, as far as the entry lets it be said; and which parts of a position that needs.
fn carried<'a>(a: Args<'a>, cx: &mut Lower<'a>, count: Int) -> Done<Carried> {
    let unsaid = Int::Const(UNDEFINED);
    let state = cx.int(a, "state")?.unwrap_or(unsaid.clone());
    let rotation = cx.int(a, "rotation")?.unwrap_or(unsaid.clone());
    let value = cx.int(a, "value")?.unwrap_or(unsaid.clone());
    cx.game.uses.state |= state != unsaid;
    cx.game.uses.rotation |= rotation != unsaid;
    cx.game.uses.value |= value != unsaid;
    Ok(Carried { count, state, rotation, value })
}

/// How many, where more than one is said: then sites of this game hold several.
fn count<'a>(cx: &mut Lower<'a>, said: Option<Int>) -> Int {
    let count = said.unwrap_or(Int::Const(1));
    cx.game.uses.count |= !matches!(count, Int::Const(n) if n <= 1);
    count
}

fn place<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Vec<Start>> {
    let item = a.text("item").unwrap_or_default();
    let said = cx.int(a, "count")?;
    let count = count(cx, said);
    let with = carried(a, cx, count)?;
    let kind = kind(a, cx);
    if let Some(container) = a.text("container") {
        return place_in(a, cx, item, container, with);
    }
    let at = match a.text("coord") {
        Some(coord) => Int::Const(coordinate(a, cx, kind, coord)?),
        None => match cx.int(a, "site")? {
            Some(site) => site,
            None => return Ok(Vec::new()),
        },
    };
    let what = component(a, cx, item)?;
    Ok(vec![Start::Place { kind, what, at: Places::Sites([at].into()), with }])
}

/// `"Hand"` is the hand of each player, who gets the piece of that name that is theirs.
fn place_in<'a>(
    a: Args<'a>,
    cx: &mut Lower<'a>,
    item: &str,
    container: &str,
    with: Carried,
) -> Done<Vec<Start>> {
    let shared = cx.game.component_named(item).is_some_and(|i| cx.game.components[i].owner > cx.game.players);
    if container == "Hand" && !shared && !item.contains(|c: char| c.is_ascii_digit()) {
        let mut rules = Vec::new();
        for player in 1..=cx.game.players {
            let Some(hand) = cx.game.containers.iter().position(|c| c.name == format!("Hand{player}")) else {
                return a.wrong(format!("player {player} has no hand"));
            };
            let what = match cx.game.component_named(&format!("{item}{player}")) {
                Some(i) => i as i32,
                None => component(a, cx, item)?,
            };
            rules.push(Start::PlaceFree { container: hand, what, with: with.clone() });
        }
        return Ok(rules);
    }
    let what = component(a, cx, item)?;
    let named = |c: &ludarium_engine::game::Container| c.name == container;
    let Some(index) = cx.game.containers.iter().position(named) else {
        return a.unknown(format!("there is no container \"{container}\""));
    };
    let first = cx.game.containers[index].first;
    let at = match cx.int(a, "site")? {
        Some(site) => Int::Add([Int::Const(first), site].into()),
        None if container.contains("Hand") => Int::Const(first),
        None => return Ok(vec![Start::PlaceFree { container: index, what, with }]),
    };
    let kind = if index == 0 { cx.game.site_type } else { ludarium_engine::SiteType::Cell };
    Ok(vec![Start::Place { kind, what, at: Places::Sites([at].into()), with }])
}

fn place_each<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Vec<Start>> {
    let what = component(a, cx, a.text("item").unwrap_or_default())?;
    // Of several counts the first holds for all sites.
    let said = cx.int_list(a, "counts")?.into_iter().next();
    let count = count(cx, said);
    let with = carried(a, cx, count)?;
    let kind = kind(a, cx);
    let Some(at) = places(a, cx, kind)? else { return Ok(Vec::new()) };
    Ok(vec![Start::Place { kind, what, at, with }])
}

fn place_stack<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Vec<Start>> {
    cx.game.uses.stacking = true;
    let mut items = Vec::new();
    for name in if a.has("items") { a.texts("items") } else { a.texts("item") } {
        items.push(component(a, cx, name)?);
    }
    let mut counts = if a.has("counts") { cx.int_list(a, "counts")? } else { Vec::new() };
    if counts.is_empty() {
        counts.push(cx.int(a, "count")?.unwrap_or(Int::Const(1)));
    }
    let with = carried(a, cx, Int::Const(1))?;
    let kind = kind(a, cx);
    if let Some(name) = a.text("container") {
        let Some(c) = cx.game.containers.iter().find(|c| c.name == name) else {
            return a.unknown(format!("there is no container \"{name}\""));
        };
        let (first, end) = (c.first, c.first + c.len);
        let at = match cx.int(a, "site")? {
            Some(site) => Places::Sites([Int::Add([Int::Const(first), site].into())].into()),
            None => Places::Region(Region::Fixed((first..end).collect())),
        };
        return Ok(vec![Start::Stack {
            kind,
            items: items.into(),
            at,
            counts: [Int::Const(1)].into(),
            with,
        }]);
    }
    let at = if let Some(coord) = a.text("coord") {
        Places::Sites([Int::Const(coordinate(a, cx, kind, coord)?)].into())
    } else if let Some(site) = cx.int(a, "site")? {
        Places::Sites([site].into())
    } else if a.has("coords") {
        coordinates(a, cx, kind)
    } else {
        match places(a, cx, kind)? {
            Some(at) => at,
            None => return a.wrong("it is not said where"),
        }
    };
    Ok(vec![Start::Stack { kind, items: items.into(), at, counts: counts.into(), with }])
}

fn place_random<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Vec<Start>> {
    cx.game.uses.stochastic = true;
    let kind = kind(a, cx);
    let region = match cx.region(a, "region")? {
        Some(region) => region,
        None => Region::Fixed(SiteSet::first_n(cx.game.board_sites(kind))),
    };
    let mut items = Vec::new();
    for name in a.texts("item") {
        items.push(component(a, cx, name)?);
    }
    let count = cx.int(a, "count")?.unwrap_or(Int::Const(1));
    let with = carried(a, cx, count)?;
    let shuffled = a.flag("randomOrder") == Some(true);
    Ok(vec![Start::Random { kind, region, items: items.into(), shuffled, with }])
}

fn random_stack<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Vec<Start>> {
    cx.game.uses.stochastic = true;
    cx.game.uses.stacking = true;
    let mut items = Vec::new();
    if a.takes("items") {
        for item in a.subs("items") {
            let what = component(item, cx, item.text("item").unwrap_or_default())?;
            items.push((what, cx.need_int(item, "count")?));
        }
    } else {
        let counts = cx.int_list(a, "count")?;
        for (i, name) in a.texts("pieces").into_iter().enumerate() {
            let count = counts.get(i).cloned().unwrap_or(Int::Const(1));
            items.push((component(a, cx, name)?, count));
        }
    }
    let with = carried(a, cx, Int::Const(1))?;
    let kind = kind(a, cx);
    let at = cx.need_int(a, "where")?;
    Ok(vec![Start::RandomStack { kind, items: items.into(), at, with }])
}

//! Shapes made by pieces: lines, loops, patterns, connections.

use crate::assemble::{direction_of, static_parts};
use crate::concept::Rule::{Hides, HidesAll, Shows, When};
use crate::concept::Test::Missing;
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{ABSOLUTE_DIRECTION, REGION_TYPE_STATIC, ROLE_TYPE, SITE_TYPE, STEP_TYPE};
use crate::lower::{Args, Done, Lower, role_of};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::Direction;
use ludarium_engine::game::StepWalk;
use ludarium_engine::kernel::boolean::{Connected, Line, LineOf, Loop, Path, Targets, Through};
use ludarium_engine::kernel::{Bool, Dir, Int, Region};

pub static IS_PATTERN: Ludeme = Ludeme {
    id: "is Pattern",
    head: "is",
    keyword: Some("Pattern"),
    gives: Ty::Bool,
    doc: "True when the pieces form a shape, given as a walk from the site. It may be turned, but not mirrored.",
    example: "(is Pattern {F R F R F})",
    english: "*",
    params: &[
        opt("walk", Ty::Enum(&STEP_TYPE), "the shape: steps forward and turns from site to site").array(1),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named("from", Ty::Int, "where the walk begins; where the last move went, if left out").or(1),
        opt_named(
            "what",
            Ty::Int,
            "the kind of piece it is made of; that of the piece at the start, if left out",
        )
        .or(2),
        opt_named("whats", Ty::Int, "the kinds of piece along it, one per site").array(1).or(2),
        opt_named("froms", Ty::Region, "several sites to start from").or(3),
    ],
    concepts: &[Shows(&["Pattern"])],
    meaning: Meaning::Bool(is_pattern),
    ..BASE
};

pub static IS_PYRAMID_CORNERS: Ludeme = Ludeme {
    id: "is PyramidCorners",
    head: "is",
    keyword: Some("PyramidCorners"),
    gives: Ty::Bool,
    doc: "True when a site is the corner of a pyramid-shaped set of four corners held by one player, on \
        boards of several layers.",
    example: "(is PyramidCorners from:(last To))",
    english: "{from:site|the destination ^#=}[ of {type:sitetype}] <is> a corner of a pyramid shape held by one player[ in {froms}][ of {what:piece}][ of {whats:piece}][ along {walk:walk}]",
    params: &[
        opt("walk", Ty::Enum(&STEP_TYPE), "not used").array(1),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named(
            "from",
            Ty::Int,
            "a site that must be one of the corners; where the last move went, if left out",
        )
        .or(1),
        opt_named("what", Ty::Int, "not used").or(2),
        opt_named("whats", Ty::Int, "not used").array(1).or(2),
        opt_named("froms", Ty::Region, "several sites to start from").or(3),
    ],
    concepts: &[Shows(&["Pattern"])],
    meaning: Meaning::Bool(is_pyramid_corners),
    ..BASE
};

pub static IS_TARGET: Ludeme = Ludeme {
    id: "is Target",
    head: "is",
    keyword: Some("Target"),
    gives: Ty::Bool,
    doc: "True when the board looks exactly as given.",
    example: "(is Target {1 0 2})",
    english: "*",
    params: &[
        opt("container", Ty::Int, "which container to look at, by number; the board, if left out").or(1),
        opt("containerName", Ty::Text, "which container to look at, by name").or(1),
        req("configuration", Ty::IntLit, "the number of the piece on each site; 0 for an empty one").array(1),
        opt("specificSite", Ty::IntLit, "the one site that is compared").or(2),
        opt("specificSites", Ty::IntLit, "the sites that are compared; all of them, if left out")
            .array(1)
            .or(2),
    ],
    concepts: &[HidesAll],
    meaning: Meaning::Bool(is_target),
    ..BASE
};

pub static IS_CONNECTED: Ludeme = Ludeme {
    id: "is Connected",
    head: "is",
    keyword: Some("Connected"),
    gives: Ty::Bool,
    doc: "True when a group of one player's pieces touches several regions.",
    example: "(is Connected {(sites Side N) (sites Side S)})",
    english: "*",
    params: &[
        opt("number", Ty::Int, "how many of the regions; all of them, if left out"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named("at", Ty::Int, "a site the group must contain; where the last move went, if left out"),
        opt("directions", Ty::Direction, "the directions in which pieces touch; `Adjacent`, if left out"),
        req("regions", Ty::Region, "the regions").array(1).or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player whose regions are meant").or(1),
        req("regionType", Ty::Enum(&REGION_TYPE_STATIC), "regions that the board has, such as its sides")
            .or(1),
    ],
    concepts: &[
        Shows(&["Connection"]),
        When(&[Missing("directions")], &["AdjacentDirection"]),
        Hides(&["at"]),
    ],
    meaning: Meaning::Bool(|a, cx| Ok(Bool::Connected(connected(a, cx)?.into()))),
    ..BASE
};

pub static IS_BLOCKED: Ludeme = Ludeme {
    id: "is Blocked",
    head: "is",
    keyword: Some("Blocked"),
    gives: Ty::Bool,
    doc: "True when a player can no longer connect the regions, because the others' pieces are in the way.",
    example: "(is Blocked Mover)",
    english: "*",
    params: &[
        opt("number", Ty::Int, "how many of the regions; all of them, if left out"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named("at", Ty::Int, "a site the group would have to contain"),
        opt("directions", Ty::Direction, "the directions in which pieces touch; `Adjacent`, if left out"),
        req("regions", Ty::Region, "the regions").array(1).or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player whose regions are meant").or(1),
        req("regionType", Ty::Enum(&REGION_TYPE_STATIC), "regions that the board has, such as its sides")
            .or(1),
    ],
    concepts: &[When(&[Missing("directions")], &["AdjacentDirection"]), Hides(&["at"])],
    meaning: Meaning::Bool(|a, cx| Ok(Bool::Blocked(connected(a, cx)?.into()))),
    ..BASE
};

pub static IS_LINE: Ludeme = Ludeme {
    id: "is Line",
    head: "is",
    keyword: Some("Line"),
    gives: Ty::Bool,
    doc: "True when enough pieces stand in a row.",
    example: "(is Line 3)",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        req("length", Ty::Int, "how many in a row"),
        opt(
            "directions",
            Ty::Enum(&ABSOLUTE_DIRECTION),
            "the directions that rows may take; `Adjacent`, if left out",
        ),
        opt_named(
            "through",
            Ty::Int,
            "a site the row must pass through; where the last move went, if left out",
        )
        .or(1),
        opt_named("throughAny", Ty::Region, "the row must pass through one of these sites").or(1),
        opt("who", Ty::Enum(&ROLE_TYPE), "whose pieces make up the row; those of one kind, if left out")
            .or(2),
        opt_named(
            "what",
            Ty::Int,
            "the kind of piece that makes up the row, by number; the one on the site it passes through, \
                if left out",
        )
        .or(2),
        opt_named("whats", Ty::Int, "the kinds of piece that make up the row").array(1).or(2),
        opt_named("exact", Ty::Bool, "True if a longer row does not count; False if left out"),
        opt_named("contiguous", Ty::Bool, "True if there may be no gaps; True if left out"),
        opt_named("if", Ty::Bool, "what must hold of each site of the row, which is `(to)`"),
        opt_named("byLevel", Ty::Bool, "True to look for rows along the levels of stacks; False if left out"),
        opt_named("top", Ty::Bool, "True if only the top of a stack counts; False if left out"),
        opt_named(
            "throughHowMuch",
            Ty::Int,
            "how many of the sites in `throughAny:` the row must pass through; 1, if left out",
        ),
        opt_named("isVisible", Ty::Bool, "True if only pieces that nothing covers count; False if left out"),
        opt_named(
            "useOpposites",
            Ty::Bool,
            "True to join what lies in opposite directions into one row; True if left out",
        ),
    ],
    concepts: &[
        Shows(&["Line"]),
        When(&[Missing("directions")], &["AdjacentDirection"]),
        Hides(&["type", "contiguous"]),
    ],
    meaning: Meaning::Bool(is_line),
    ..BASE
};

pub static IS_LOOP: Ludeme = Ludeme {
    id: "is Loop",
    head: "is",
    keyword: Some("Loop"),
    gives: Ty::Bool,
    doc: "True when pieces form a closed ring.",
    example: "(is Loop)",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named("surround", Ty::Enum(&ROLE_TYPE), "whose pieces or empty sites the ring must enclose")
            .or(1),
        opt("surroundList", Ty::Enum(&ROLE_TYPE), "several roles, one of which the ring must enclose")
            .array(1)
            .or(1),
        opt("directions", Ty::Direction, "the directions in which pieces touch; `Adjacent`, if left out"),
        opt("colour", Ty::Int, "whose pieces form the ring, by number; the mover's, if left out"),
        opt("start", Ty::Int, "a site the ring must pass through; where the last move went, if left out")
            .or(2),
        opt("regionStart", Ty::Region, "the ring must pass through one of these sites").or(2),
        opt_named("path", Ty::BoolLit, "True if the lines drawn on tiles form the ring; False if left out"),
    ],
    concepts: &[
        Shows(&["Loop"]),
        When(&[Missing("directions")], &["AdjacentDirection"]),
        Hides(&["surround", "surroundList"]),
    ],
    meaning: Meaning::Bool(is_loop),
    ..BASE
};

pub static IS_PATH: Ludeme = Ludeme {
    id: "is Path",
    head: "is",
    keyword: Some("Path"),
    gives: Ty::Bool,
    doc: "True when a player's pieces form a path of a certain length.",
    example: "(is Path Edge Mover length:(exact 5))",
    english: "*",
    params: &[
        req("type", Ty::Enum(&SITE_TYPE), "whether cells, vertices or edges are meant"),
        opt_named("from", Ty::Int, "a site the path must contain; where the last move went, if left out"),
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        named("length", Ty::Range, "how long the path may be"),
        opt_named("closed", Ty::Bool, "True if the path must come back to where it began; False if left out"),
    ],
    concepts: &[Hides(&["type"])],
    meaning: Meaning::Bool(is_path),
    ..BASE
};

pub static IS_FREEDOM: Ludeme = Ludeme {
    id: "is Freedom",
    head: "is",
    keyword: Some("Freedom"),
    gives: Ty::Bool,
    doc: "True when a group still touches an empty site that can be seen, on boards of several layers.",
    example: "(is Freedom (sites Group at:(to)))",
    english: "the region {in} <is> free[ to place {toPlace:piece}]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        req("in", Ty::Region, "the group"),
        opt("toPlace", Ty::Int, "a site about to be filled, which does not count as empty"),
    ],
    meaning: Meaning::Bool(is_freedom),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &IS_PATTERN,
    &IS_PYRAMID_CORNERS,
    &IS_TARGET,
    &IS_CONNECTED,
    &IS_BLOCKED,
    &IS_LINE,
    &IS_LOOP,
    &IS_PATH,
    &IS_FREEDOM,
];

fn is_pattern<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    let walk: Vec<StepWalk> = a
        .words("walk")
        .into_iter()
        .map(|word| match word {
            "L" => StepWalk::Left,
            "R" => StepWalk::Right,
            _ => StepWalk::Forward,
        })
        .collect();
    let whats =
        if a.has("whats") { cx.int_list(a, "whats")? } else { cx.int(a, "what")?.into_iter().collect() };
    Ok(Bool::Pattern {
        kind: super::kind(a, cx),
        walk: walk.into(),
        from: cx.int(a, "from")?.unwrap_or(Int::LastTo).into(),
        whats: whats.into(),
    })
}

fn is_pyramid_corners<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    let froms = match cx.region(a, "froms")? {
        Some(region) => region,
        None => Region::Sites([cx.int(a, "from")?.unwrap_or(Int::LastTo)].into()),
    };
    Ok(Bool::PyramidCorners { kind: super::kind(a, cx), froms: froms.into() })
}

fn is_target<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    let container = match (cx.int(a, "container")?, a.text("containerName")) {
        (Some(n), _) => n,
        (None, Some(name)) => match cx.game.containers.iter().position(|c| c.name == name) {
            Some(i) => Int::Const(i as i32),
            None => return a.unknown(format!("there is no container \"{name}\"")),
        },
        (None, None) => Int::Const(0),
    };
    let numbers = |name: &str| a.literals(name).into_iter().map(|n| n as i32).collect::<Vec<_>>();
    let sites = if a.has("specificSites") { numbers("specificSites") } else { numbers("specificSite") };
    Ok(Bool::Target {
        container: container.into(),
        configuration: numbers("configuration").into(),
        sites: sites.into(),
    })
}

/// All neighbours, where directions are not said.
fn directions<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Dir> {
    Ok(cx.dir(a, "directions")?.unwrap_or_else(|| Dir::Absolute([Direction::Adjacent].into())))
}

fn connected<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Connected> {
    let targets = if a.has("regions") {
        Targets::Regions(cx.regions(a, "regions")?.into())
    } else if let Some(role) = cx.role(a, "role") {
        Targets::OwnedBy(role)
    } else {
        let parts = static_parts(cx, a.word("regionType").unwrap_or_default());
        Targets::Regions(parts.into_iter().filter(|p| !p.is_empty()).map(Region::Fixed).collect())
    };
    Ok(Connected {
        kind: super::kind(a, cx),
        number: cx.int(a, "number")?,
        at: cx.int(a, "at")?.unwrap_or(Int::LastTo),
        dirs: directions(a, cx)?,
        targets,
    })
}

fn is_line<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    let through = match cx.region(a, "throughAny")? {
        Some(region) => Through::Any(region),
        None => Through::Site(cx.int(a, "through")?.unwrap_or(Int::LastTo)),
    };
    let of = if a.has("whats") {
        LineOf::Whats(cx.int_list(a, "whats")?.into())
    } else if let Some(what) = cx.int(a, "what")? {
        LineOf::Whats([what].into())
    } else if let Some(role) = cx.role(a, "who") {
        LineOf::Owner(role)
    } else {
        LineOf::Same
    };
    let mut said =
        |name: &str, default: bool| -> Done<Bool> { Ok(cx.bool(a, name)?.unwrap_or(Bool::Const(default))) };
    let (exact, contiguous, cond) = (said("exact", false)?, said("contiguous", true)?, said("if", true)?);
    let (by_level, top) = (said("byLevel", false)?, said("top", false)?);
    let (visible, both_ways) = (said("isVisible", false)?, said("useOpposites", true)?);
    let line = Line {
        kind: super::kind(a, cx),
        length: cx.need_int(a, "length")?,
        dir: a.word("directions").and_then(direction_of).unwrap_or(Direction::Adjacent),
        through,
        of,
        exact,
        contiguous,
        cond,
        by_level,
        top,
        mixture: cx.int(a, "throughHowMuch")?,
        visible,
        both_ways,
    };
    Ok(Bool::Line(line.into()))
}

fn is_loop<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    let words = if a.has("surroundList") { a.words("surroundList") } else { a.words("surround") };
    let surround = words.into_iter().filter_map(role_of).collect();
    let start = cx.int(a, "start")?;
    let tile_path = if a.flag("path") == Some(true) {
        Some(match cx.region(a, "regionStart")? {
            Some(region) => region,
            None => Region::Sites([start.clone().unwrap_or(Int::LastTo)].into()),
        })
    } else {
        None
    };
    let closed = Loop {
        kind: super::kind(a, cx),
        surround,
        dirs: directions(a, cx)?,
        colour: cx.int(a, "colour")?.unwrap_or(Int::Mover),
        start: start.unwrap_or(Int::LastTo),
        tile_path,
    };
    Ok(Bool::Loop(closed.into()))
}

fn is_path<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    let path = Path {
        kind: super::kind(a, cx),
        from: cx.int(a, "from")?.unwrap_or(Int::LastTo),
        who: super::who(a, cx, "player", "role")?,
        length: cx.need_range(a, "length")?,
        closed: cx.bool(a, "closed")?.unwrap_or(Bool::Const(false)),
    };
    Ok(Bool::Path(path.into()))
}

fn is_freedom<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    Ok(Bool::Freedom {
        kind: super::kind(a, cx),
        region: cx.need_region(a, "in")?.into(),
        except: cx.int(a, "toPlace")?.map(Box::new),
    })
}

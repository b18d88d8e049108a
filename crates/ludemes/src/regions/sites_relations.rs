//! Regions given by a relation to a site: around it, between, at a distance, in line of sight.

use crate::common::*;
use crate::concept::Rule::{Hides, Shows, When};
use crate::concept::Test::Missing;
use crate::directions::relation_of_word;
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{
    ABSOLUTE_DIRECTION, LINE_OF_SIGHT_TYPE, REGION_TYPE_DYNAMIC, RELATION_TYPE, ROLE_TYPE, SITE_TYPE,
    STEP_TYPE,
};
use crate::lower::role_of;
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::boolean::Loop;
use ludarium_engine::kernel::region::{Content, Sight};
use ludarium_engine::kernel::{Int, Region};
use ludarium_engine::types::*;

pub static SITES_LOOP: Ludeme = Ludeme {
    id: "sites Loop",
    head: "sites",
    keyword: Some("Loop"),
    gives: Ty::Region,
    doc: "The sites of a ring of pieces, or those within it.",
    example: "(sites Loop inside:True)",
    english: "the ^# {inside?inside!of} the loop[ around pieces of {surround:player}][ around pieces of {surroundList:player}][ connected {directions:dir}][ of colour {colour}][ from {start:site}][ from {regionStart}]",
    params: &[
        opt_named("inside", Ty::Bool, "True for the sites within; False if left out"),
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
    ],
    concepts: &[
        Shows(&["Loop"]),
        When(&[Missing("directions")], &["AdjacentDirection"]),
        Hides(&["surround", "surroundList"]),
    ],
    meaning: Meaning::Region(|a, cx| {
        let words = if a.has("surroundList") { a.words("surroundList") } else { a.words("surround") };
        let of = Loop {
            kind: cx.site_type(a, "type"),
            surround: words.into_iter().filter_map(role_of).collect(),
            dirs: *dirs_or_adjacent(a, cx, "directions")?,
            colour: *int_or(a, cx, "colour", Int::Mover)?,
            start: match cx.region(a, "regionStart")? {
                Some(region) => Int::FirstSite(Box::new(region)),
                None => *int_or(a, cx, "start", Int::LastTo)?,
            },
            tile_path: None,
        };
        Ok(Region::Loop { of: Box::new(of), inside: bool_or(a, cx, "inside", false)? })
    }),
    ..BASE
};

pub static SITES_PATTERN: Ludeme = Ludeme {
    id: "sites Pattern",
    head: "sites",
    keyword: Some("Pattern"),
    gives: Ty::Region,
    doc: "The sites of a shape made by pieces, given as a walk.",
    example: "(sites Pattern {F R F R F})",
    english: "the ^# of the pattern {walk:walk}[ from {from:site}][ made of {what:piece}][ made of {whats:piece}]",
    params: &[
        req("walk", Ty::Enum(&STEP_TYPE), "the shape: steps forward and turns from site to site").array(1),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named("from", Ty::Int, "where the walk begins; where the last move went, if left out"),
        opt_named(
            "what",
            Ty::Int,
            "the kind of piece it is made of; that of the piece at the start, if left out",
        )
        .or(1),
        opt_named("whats", Ty::Int, "the kinds of piece along it, one per site").array(1).or(1),
    ],
    concepts: &[Shows(&["Pattern"])],
    meaning: Meaning::Region(|a, cx| {
        let mut whats = cx.int_list(a, "whats")?;
        whats.extend(cx.int(a, "what")?);
        Ok(Region::Pattern {
            kind: cx.site_type(a, "type"),
            walk: walk_steps(&a.words("walk")),
            from: int_or(a, cx, "from", Int::LastTo)?,
            whats: if whats.is_empty() { None } else { Some(whats.into()) },
        })
    }),
    ..BASE
};

pub static SITES_BETWEEN: Ludeme = Ludeme {
    id: "sites Between",
    head: "sites",
    keyword: Some("Between"),
    gives: Ty::Region,
    doc: "The sites on a straight line between two sites.",
    example: "(sites Between from:(last From) to:(last To))",
    english: "*",
    params: &[
        opt("directions", Ty::Direction, "the directions that the line may take; `Adjacent`, if left out"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("from", Ty::Int, "the one end"),
        opt_named("fromIncluded", Ty::Bool, "True to include it; False if left out"),
        named("to", Ty::Int, "the other end"),
        opt_named("toIncluded", Ty::Bool, "True to include it; False if left out"),
        opt_named(
            "cond",
            Ty::Bool,
            "what must hold of every site between, which is `(between)`; nothing, if left out",
        ),
    ],
    concepts: &[When(&[Missing("directions")], &["AdjacentDirection"])],
    meaning: Meaning::Region(|a, cx| {
        let e = Region::Between {
            kind: cx.site_type(a, "type"),
            dirs: dirs_or_adjacent(a, cx, "directions")?,
            from: Box::new(cx.need_int(a, "from")?),
            from_included: bool_or(a, cx, "fromIncluded", false)?,
            to: Box::new(cx.need_int(a, "to")?),
            to_included: bool_or(a, cx, "toIncluded", false)?,
            cond: boxed_bool(a, cx, "cond")?,
        };
        Ok(fixed(cx, e))
    }),
    ..BASE
};

pub static SITES_CROSSING: Ludeme = Ludeme {
    id: "sites Crossing",
    head: "sites",
    keyword: Some("Crossing"),
    gives: Ty::Region,
    doc: "The edges that cross an edge.",
    example: "(sites Crossing at:(last To) All)",
    english: "the lines[ of {player:player}][ of {role:player}] crossing {at:site}",
    params: &[
        named("at", Ty::Int, "the edge"),
        opt("player", Ty::Player, "only edges of this player, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "only edges of this player").or(1),
    ],
    meaning: Meaning::Region(|a, cx| {
        cx.game.uses.edges = true;
        Ok(Region::Crossing {
            edge: Box::new(cx.need_int(a, "at")?),
            owner: Box::new(need_player(a, cx, &["role", "player"])?),
        })
    }),
    ..BASE
};

pub static SITES_GROUP: Ludeme = Ludeme {
    id: "sites Group",
    head: "sites",
    keyword: Some("Group"),
    gives: Ty::Region,
    doc: "The sites of a group of pieces.",
    example: "(sites Group at:(last To) Orthogonal)",
    english: "the ^# of the group [at {at:site}][that contains {from}][ (connected {directions:dir})][ where {if:cond}]{isVisible? (only pieces that nothing covers)}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "a site of the group").or(1),
        named("from", Ty::Region, "sites, each with the group it belongs to").or(1),
        opt("directions", Ty::Direction, "the directions in which pieces touch; `Adjacent`, if left out"),
        opt_named(
            "if",
            Ty::Bool,
            "which sites belong to the group, asked of each as `(to)`; those with the same kind of \
                piece, if left out",
        ),
        opt_named(
            "isVisible",
            Ty::Bool,
            "True if pieces with others on top of them do not count, on boards of several layers; False \
                if left out",
        ),
    ],
    concepts: &[Shows(&["Group"]), When(&[Missing("directions")], &["AdjacentDirection"])],
    meaning: Meaning::Region(|a, cx| {
        let kind = cx.site_type(a, "type");
        let Some(starts) = site_or_region(a, cx, "at", "from")? else { return a.wrong("no site is given") };
        Ok(Region::Group {
            kind,
            starts,
            dirs: dirs_or_adjacent(a, cx, "directions")?,
            cond: boxed_bool(a, cx, "if")?,
            visible: boxed_bool(a, cx, "isVisible")?,
        })
    }),
    ..BASE
};

pub static SITES_DISTANCE: Ludeme = Ludeme {
    id: "sites Distance",
    head: "sites",
    keyword: Some("Distance"),
    gives: Ty::Region,
    doc: "The sites at a certain distance.",
    example: "(sites Distance from:(last To) (exact 5))",
    english: "the ^# at a distance of {distance:fromto} ({relation:relating|}steps) from {from:site}[ ({step:moves})][ (turning to {newRotation})]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("relation", Ty::Enum(&RELATION_TYPE), "to which neighbours a step goes; `Adjacent`, if left out"),
        opt("step", Ty::Step, "a step in full, with conditions, instead of a kind of neighbour"),
        opt_named("newRotation", Ty::Int, "the rotation after each step, for pieces that turn as they go"),
        named("from", Ty::Int, "the site to measure from"),
        req("distance", Ty::Range, "how many steps away"),
    ],
    concepts: &[Shows(&["Distance"])],
    meaning: Meaning::Region(|a, cx| {
        let e = Region::Distance {
            kind: cx.site_type(a, "type"),
            relation: a.word("relation").and_then(relation_of_word).unwrap_or(Relation::Adjacent),
            walk: walk(a, cx)?,
            from: Box::new(cx.need_int(a, "from")?),
            range: Box::new(cx.need_range(a, "distance")?),
        };
        Ok(fixed(cx, e))
    }),
    ..BASE
};

pub static SITES_INCIDENT: Ludeme = Ludeme {
    id: "sites Incident",
    head: "sites",
    keyword: Some("Incident"),
    gives: Ty::Region,
    doc: "The cells, edges or vertices that touch a cell, an edge or a vertex.",
    example: "(sites Incident Edge of:Vertex at:(last To))",
    english: "the {resultType:sitetypes} touching {at:site}{of:sitetypenone}[ of {owner:player}][ of {roleOwner:player}]",
    params: &[
        req("resultType", Ty::Enum(&SITE_TYPE), "what is sought"),
        named("of", Ty::Enum(&SITE_TYPE), "what the site is"),
        named("at", Ty::Int, "the site"),
        opt_named("owner", Ty::Player, "only those with a piece of this player, by number").or(1),
        opt("roleOwner", Ty::Enum(&ROLE_TYPE), "only those with a piece of this player").or(1),
    ],
    meaning: Meaning::Region(|a, cx| {
        let result = cx.site_type(a, "resultType");
        let e = Region::Incident {
            of: cx.site_type(a, "of"),
            site: Box::new(cx.need_int(a, "at")?),
            result,
            owner: player(a, cx, &["owner", "roleOwner"])?.map(Box::new),
        };
        Ok(fixed(cx, e))
    }),
    ..BASE
};

pub static SITES_AROUND: Ludeme = Ludeme {
    id: "sites Around",
    head: "sites",
    keyword: Some("Around"),
    gives: Ty::Region,
    doc: "The sites around a site or a region.",
    example: "(sites Around (last To) Orthogonal)",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        req("where", Ty::Int, "the site").or(1),
        req("regionWhere", Ty::Region, "the region").or(1),
        opt("typeOfRegion", Ty::Enum(&REGION_TYPE_DYNAMIC), "which of them, by what stands there"),
        opt_named("distance", Ty::Int, "how many steps away they are; 1, if left out"),
        opt("directions", Ty::Enum(&ABSOLUTE_DIRECTION), "in which directions; `Adjacent`, if left out"),
        opt_named("if", Ty::Bool, "what must hold of each, which is `(to)`"),
        opt_named("includeSelf", Ty::Bool, "True to include the site itself; False if left out"),
    ],
    concepts: &[When(&[Missing("directions")], &["AdjacentDirection"])],
    meaning: Meaning::Region(|a, cx| {
        let kind = cx.site_type(a, "type");
        let Some(region) = site_or_region(a, cx, "where", "regionWhere")? else {
            return a.wrong("no site is given");
        };
        let content = match a.word("typeOfRegion") {
            Some("Empty") => Some(Content::Empty),
            Some("NotEmpty") => Some(Content::NotEmpty),
            Some("Own") => Some(Content::Own),
            Some("NotOwn") => Some(Content::NotOwn),
            Some("Enemy") => Some(Content::Enemy),
            Some("NotEnemy") => Some(Content::NotEnemy),
            Some(_) | None => None,
        };
        let e = Region::Around {
            kind,
            region,
            content,
            distance: int_or(a, cx, "distance", Int::Const(1))?,
            dir: direction(a, "directions").unwrap_or(Direction::Adjacent),
            cond: boxed_bool(a, cx, "if")?,
            include_self: bool_or(a, cx, "includeSelf", false)?,
        };
        Ok(fixed(cx, e))
    }),
    ..BASE
};

pub static SITES_DIRECTION: Ludeme = Ludeme {
    id: "sites Direction",
    head: "sites",
    keyword: Some("Direction"),
    gives: Ty::Region,
    doc: "The sites that lie in a direction, as far as the board goes.",
    example: "(sites Direction from:(last To) N)",
    english: "*",
    params: &[
        named("from", Ty::Int, "the site to start from").or(1),
        named("fromRegion", Ty::Region, "sites to start from").label("from").or(1),
        opt("directions", Ty::Direction, "in which directions; `Adjacent`, if left out"),
        opt_named("included", Ty::Bool, "True to include the start; False if left out"),
        opt_named(
            "stop",
            Ty::Bool,
            "when to stop, asked of each site as `(to)`; at the end of the board, if left out",
        ),
        opt_named("stopIncluded", Ty::Bool, "True to include the site at which it stops; False if left out"),
        opt_named("distance", Ty::Int, "how far to go at most; as far as possible, if left out"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
    ],
    concepts: &[When(&[Missing("directions")], &["AdjacentDirection"])],
    meaning: Meaning::Region(|a, cx| {
        let kind = cx.site_type(a, "type");
        let Some(starts) = site_or_region(a, cx, "from", "fromRegion")? else {
            return a.wrong("no site is given");
        };
        let e = Region::Direction {
            kind,
            starts,
            dirs: dirs_or_adjacent(a, cx, "directions")?,
            included: bool_or(a, cx, "included", false)?,
            stop: boxed_bool(a, cx, "stop")?,
            stop_included: bool_or(a, cx, "stopIncluded", false)?,
            distance: int_or(a, cx, "distance", Int::Const(MAX_DISTANCE))?,
        };
        Ok(fixed(cx, e))
    }),
    ..BASE
};

pub static SITES_LINE_OF_SIGHT: Ludeme = Ludeme {
    id: "sites LineOfSight",
    head: "sites",
    keyword: Some("LineOfSight"),
    gives: Ty::Region,
    doc: "What can be seen from a site along straight lines: the empty sites, the farthest of these, or \
        the first pieces.",
    example: "(sites LineOfSight Empty at:(from))",
    english: "{lineOfSight:sight|the first pieces} seen from {at:site|the destination ^#=} {directions:dir|in every direction}",
    params: &[
        opt("lineOfSight", Ty::Enum(&LINE_OF_SIGHT_TYPE), "what is wanted; the first pieces, if left out"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named("at", Ty::Int, "the site to look from; where the last move went, if left out"),
        opt("directions", Ty::Direction, "in which directions; `Adjacent`, if left out"),
    ],
    concepts: &[Shows(&["LineOfSight"]), When(&[Missing("directions")], &["AdjacentDirection"])],
    meaning: Meaning::Region(|a, cx| {
        Ok(Region::LineOfSight {
            kind: cx.site_type(a, "type"),
            what: match a.word("lineOfSight") {
                Some("Empty") => Sight::Empty,
                Some("Farthest") => Sight::Farthest,
                Some(_) | None => Sight::Piece,
            },
            site: int_or(a, cx, "at", Int::LastTo)?,
            dirs: dirs_or_adjacent(a, cx, "directions")?,
        })
    }),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &SITES_LOOP,
    &SITES_PATTERN,
    &SITES_BETWEEN,
    &SITES_CROSSING,
    &SITES_GROUP,
    &SITES_DISTANCE,
    &SITES_INCIDENT,
    &SITES_AROUND,
    &SITES_DIRECTION,
    &SITES_LINE_OF_SIGHT,
];

/// Lines of sites are followed at most this far.
const MAX_DISTANCE: i32 = 1000;

//! Regions of the board itself: its rows, corners, sides, phases.

use crate::common::*;
use crate::concept::Rule::Hides;
use crate::entry::{BASE, Ludeme, opt};
use crate::enums::{COMPASS_DIRECTION, ROLE_TYPE, SITE_TYPE};
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::region::BoardLines;
use ludarium_engine::kernel::{Int, Region};
use ludarium_engine::siteset::SiteSet;
use ludarium_engine::types::*;

pub static SITES_AXIAL: Ludeme = Ludeme {
    id: "sites Axial",
    head: "sites",
    keyword: Some("Axial"),
    gives: Ty::Region,
    doc: "The edges that run along the axes of the board.",
    example: "(sites Axial)",
    english: "the lines along the axes",
    meaning: Meaning::Region(|_, cx| {
        cx.game.uses.edges = true;
        Ok(listed(cx.game.board.axial(SiteType::Edge)))
    }),
    ..BASE
};

pub static SITES_HORIZONTAL: Ludeme = Ludeme {
    id: "sites Horizontal",
    head: "sites",
    keyword: Some("Horizontal"),
    gives: Ty::Region,
    doc: "The edges that run from left to right.",
    example: "(sites Horizontal)",
    english: "the horizontal lines",
    meaning: Meaning::Region(|_, cx| {
        cx.game.uses.edges = true;
        Ok(listed(cx.game.board.horizontal(SiteType::Edge)))
    }),
    ..BASE
};

pub static SITES_VERTICAL: Ludeme = Ludeme {
    id: "sites Vertical",
    head: "sites",
    keyword: Some("Vertical"),
    gives: Ty::Region,
    doc: "The edges that run from bottom to top.",
    example: "(sites Vertical)",
    english: "the vertical lines",
    meaning: Meaning::Region(|_, cx| {
        cx.game.uses.edges = true;
        Ok(listed(cx.game.board.vertical(SiteType::Edge)))
    }),
    ..BASE
};

pub static SITES_ANGLED: Ludeme = Ludeme {
    id: "sites Angled",
    head: "sites",
    keyword: Some("Angled"),
    gives: Ty::Region,
    doc: "The edges that run neither from left to right nor from bottom to top.",
    example: "(sites Angled)",
    english: "the slanted lines",
    meaning: Meaning::Region(|_, cx| {
        cx.game.uses.edges = true;
        Ok(listed(cx.game.board.angled(SiteType::Edge)))
    }),
    ..BASE
};

pub static SITES_SLASH: Ludeme = Ludeme {
    id: "sites Slash",
    head: "sites",
    keyword: Some("Slash"),
    gives: Ty::Region,
    doc: "The edges that rise from left to right.",
    example: "(sites Slash)",
    english: "the lines slanting like a slash",
    meaning: Meaning::Region(|_, cx| {
        cx.game.uses.edges = true;
        Ok(listed(cx.game.board.slash(SiteType::Edge)))
    }),
    ..BASE
};

pub static SITES_SLOSH: Ludeme = Ludeme {
    id: "sites Slosh",
    head: "sites",
    keyword: Some("Slosh"),
    gives: Ty::Region,
    doc: "The edges that fall from left to right.",
    example: "(sites Slosh)",
    english: "the lines slanting like a backslash",
    meaning: Meaning::Region(|_, cx| {
        cx.game.uses.edges = true;
        Ok(listed(cx.game.board.slosh(SiteType::Edge)))
    }),
    ..BASE
};

pub static SITES_BOARD: Ludeme = Ludeme {
    id: "sites Board",
    head: "sites",
    keyword: Some("Board"),
    gives: Ty::Region,
    doc: "All sites of the board.",
    example: "(sites Board)",
    english: "the ^# of the board",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    meaning: Meaning::Region(|a, cx| {
        let kind = cx.site_type(a, "type");
        Ok(Region::Fixed(SiteSet::first_n(cx.game.board.len(kind))))
    }),
    ..BASE
};

pub static SITES_TOP: Ludeme = Ludeme {
    id: "sites Top",
    head: "sites",
    keyword: Some("Top"),
    gives: Ty::Region,
    doc: "The sites along the top.",
    example: "(sites Top)",
    english: "the ^# of the top row",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    meaning: Meaning::Region(|a, cx| {
        let kind = cx.site_type(a, "type");
        Ok(listed(cx.game.board.top(kind)))
    }),
    ..BASE
};

pub static SITES_BOTTOM: Ludeme = Ludeme {
    id: "sites Bottom",
    head: "sites",
    keyword: Some("Bottom"),
    gives: Ty::Region,
    doc: "The sites along the bottom.",
    example: "(sites Bottom)",
    english: "the ^# of the bottom row",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    meaning: Meaning::Region(|a, cx| {
        let kind = cx.site_type(a, "type");
        Ok(listed(cx.game.board.bottom(kind)))
    }),
    ..BASE
};

pub static SITES_LEFT: Ludeme = Ludeme {
    id: "sites Left",
    head: "sites",
    keyword: Some("Left"),
    gives: Ty::Region,
    doc: "The sites along the left side.",
    example: "(sites Left)",
    english: "the ^# of the left-most column",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    meaning: Meaning::Region(|a, cx| {
        let kind = cx.site_type(a, "type");
        Ok(listed(cx.game.board.left(kind)))
    }),
    ..BASE
};

pub static SITES_RIGHT: Ludeme = Ludeme {
    id: "sites Right",
    head: "sites",
    keyword: Some("Right"),
    gives: Ty::Region,
    doc: "The sites along the right side.",
    example: "(sites Right)",
    english: "the ^# of the right-most column",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    meaning: Meaning::Region(|a, cx| {
        let kind = cx.site_type(a, "type");
        Ok(listed(cx.game.board.right(kind)))
    }),
    ..BASE
};

pub static SITES_INNER: Ludeme = Ludeme {
    id: "sites Inner",
    head: "sites",
    keyword: Some("Inner"),
    gives: Ty::Region,
    doc: "The sites that are not on the rim of the board.",
    example: "(sites Inner)",
    english: "the inner ^#",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    meaning: Meaning::Region(|a, cx| {
        let kind = cx.site_type(a, "type");
        Ok(listed(cx.game.board.inner(kind)))
    }),
    ..BASE
};

pub static SITES_OUTER: Ludeme = Ludeme {
    id: "sites Outer",
    head: "sites",
    keyword: Some("Outer"),
    gives: Ty::Region,
    doc: "The sites on the rim of the board, and around its holes.",
    example: "(sites Outer)",
    english: "the outer ^#",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    meaning: Meaning::Region(|a, cx| {
        let kind = cx.site_type(a, "type");
        Ok(listed(cx.game.board.outer(kind)))
    }),
    ..BASE
};

pub static SITES_PERIMETER: Ludeme = Ludeme {
    id: "sites Perimeter",
    head: "sites",
    keyword: Some("Perimeter"),
    gives: Ty::Region,
    doc: "The sites on the outer rim of the board.",
    example: "(sites Perimeter)",
    english: "the ^# on the perimeter",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    meaning: Meaning::Region(|a, cx| {
        let kind = cx.site_type(a, "type");
        Ok(listed(cx.game.board.perimeter(kind)))
    }),
    ..BASE
};

pub static SITES_CORNERS: Ludeme = Ludeme {
    id: "sites Corners",
    head: "sites",
    keyword: Some("Corners"),
    gives: Ty::Region,
    doc: "The sites at the corners of the board.",
    example: "(sites Corners)",
    english: "the corner ^#",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    meaning: Meaning::Region(|a, cx| {
        let kind = cx.site_type(a, "type");
        Ok(listed(cx.game.board.corners(kind)))
    }),
    ..BASE
};

pub static SITES_CONCAVE_CORNERS: Ludeme = Ludeme {
    id: "sites ConcaveCorners",
    head: "sites",
    keyword: Some("ConcaveCorners"),
    gives: Ty::Region,
    doc: "The sites at corners that point inwards.",
    example: "(sites ConcaveCorners)",
    english: "the concave corner ^#",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    meaning: Meaning::Region(|a, cx| {
        let kind = cx.site_type(a, "type");
        Ok(listed(cx.game.board.concave_corners(kind)))
    }),
    ..BASE
};

pub static SITES_CONVEX_CORNERS: Ludeme = Ludeme {
    id: "sites ConvexCorners",
    head: "sites",
    keyword: Some("ConvexCorners"),
    gives: Ty::Region,
    doc: "The sites at corners that point outwards.",
    example: "(sites ConvexCorners)",
    english: "the convex corner ^#",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    meaning: Meaning::Region(|a, cx| {
        let kind = cx.site_type(a, "type");
        Ok(listed(cx.game.board.convex_corners(kind)))
    }),
    ..BASE
};

pub static SITES_MAJOR: Ludeme = Ludeme {
    id: "sites Major",
    head: "sites",
    keyword: Some("Major"),
    gives: Ty::Region,
    doc: "The cells with the most sides, on a tiling with cells of several kinds.",
    example: "(sites Major)",
    english: "the ^# of the larger kind",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    meaning: Meaning::Region(|a, cx| {
        let kind = cx.site_type(a, "type");
        Ok(listed(cx.game.board.major(kind)))
    }),
    ..BASE
};

pub static SITES_MINOR: Ludeme = Ludeme {
    id: "sites Minor",
    head: "sites",
    keyword: Some("Minor"),
    gives: Ty::Region,
    doc: "The cells with fewer sides than the largest, on a tiling with cells of several kinds.",
    example: "(sites Minor)",
    english: "the ^# of the smaller kind",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    meaning: Meaning::Region(|a, cx| {
        let kind = cx.site_type(a, "type");
        Ok(listed(cx.game.board.minor(kind)))
    }),
    ..BASE
};

pub static SITES_CENTRE: Ludeme = Ludeme {
    id: "sites Centre",
    head: "sites",
    keyword: Some("Centre"),
    gives: Ty::Region,
    doc: "The site or sites in the middle of the board.",
    example: "(sites Centre)",
    english: "the centre ^#",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    meaning: Meaning::Region(|a, cx| {
        let kind = cx.site_type(a, "type");
        Ok(listed(cx.game.board.centre(kind)))
    }),
    ..BASE
};

pub static SITES_HINT: Ludeme = Ludeme {
    id: "sites Hint",
    head: "sites",
    keyword: Some("Hint"),
    gives: Ty::Region,
    doc: "The sites of the clue that `(forAll Hint …)` is looking at.",
    example: "(sites Hint)",
    english: "the ^# of the clue",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    concepts: &[Hides(&["type"])],
    meaning: Meaning::Region(|_, cx| {
        cx.game.uses.deduction_puzzle = true;
        Ok(Region::HintRegion)
    }),
    ..BASE
};

pub static SITES_TO_CLEAR: Ludeme = Ludeme {
    id: "sites ToClear",
    head: "sites",
    keyword: Some("ToClear"),
    gives: Ty::Region,
    doc: "The sites of pieces that have been captured but stay on the board until the end of the turn.",
    example: "(sites ToClear)",
    english: "the ^# still to be cleared",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    concepts: &[Hides(&["type"])],
    meaning: Meaning::Region(|_, cx| {
        cx.game.uses.sequence_capture = true;
        Ok(Region::ToClear)
    }),
    ..BASE
};

pub static SITES_LINE_OF_PLAY: Ludeme = Ludeme {
    id: "sites LineOfPlay",
    head: "sites",
    keyword: Some("LineOfPlay"),
    gives: Ty::Region,
    doc: "The sites where a domino may be added to the line of play.",
    example: "(sites LineOfPlay)",
    english: "the ^# of the line of play",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    concepts: &[Hides(&["type"])],
    meaning: Meaning::Region(|_, _| Ok(Region::Playable)),
    ..BASE
};

pub static SITES_PENDING: Ludeme = Ludeme {
    id: "sites Pending",
    head: "sites",
    keyword: Some("Pending"),
    gives: Ty::Region,
    doc: "The sites that the last move left pending.",
    example: "(sites Pending)",
    english: "the marked ^#",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    concepts: &[Hides(&["type"])],
    meaning: Meaning::Region(|_, cx| {
        cx.game.uses.pending = true;
        Ok(Region::Pending)
    }),
    ..BASE
};

pub static SITES_PLAYABLE: Ludeme = Ludeme {
    id: "sites Playable",
    head: "sites",
    keyword: Some("Playable"),
    gives: Ty::Region,
    doc: "The sites of a boardless game where play can go on: those next to what has been placed.",
    example: "(sites Playable)",
    english: "the ^# next to the pieces already played",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    concepts: &[Hides(&["type"])],
    meaning: Meaning::Region(|_, _| Ok(Region::Playable)),
    ..BASE
};

pub static SITES_LAST_TO: Ludeme = Ludeme {
    id: "sites LastTo",
    head: "sites",
    keyword: Some("LastTo"),
    gives: Ty::Region,
    doc: "All the sites where the last move put something.",
    example: "(sites LastTo)",
    english: "the ^# the last move went to",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    concepts: &[Hides(&["type"])],
    meaning: Meaning::Region(|_, cx| {
        cx.game.uses.last_actions = true;
        Ok(Region::LastTo)
    }),
    ..BASE
};

pub static SITES_LAST_FROM: Ludeme = Ludeme {
    id: "sites LastFrom",
    head: "sites",
    keyword: Some("LastFrom"),
    gives: Ty::Region,
    doc: "All the sites where the last move took something from.",
    example: "(sites LastFrom)",
    english: "the ^# the last move came from",
    params: &[opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out")],
    concepts: &[Hides(&["type"])],
    meaning: Meaning::Region(|_, cx| {
        cx.game.uses.last_actions = true;
        Ok(Region::LastFrom)
    }),
    ..BASE
};

pub static SITES_ROW: Ludeme = Ludeme {
    id: "sites Row",
    head: "sites",
    keyword: Some("Row"),
    gives: Ty::Region,
    doc: "The sites of a row, counted from the bottom.",
    example: "(sites Row 1)",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("index", Ty::Int, "which one, counted from 0"),
    ],
    meaning: Meaning::Region(|a, cx| lines(a, cx, BoardLines::Rows)),
    ..BASE
};

pub static SITES_COLUMN: Ludeme = Ludeme {
    id: "sites Column",
    head: "sites",
    keyword: Some("Column"),
    gives: Ty::Region,
    doc: "The sites of a column, counted from the left.",
    example: "(sites Column 1)",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("index", Ty::Int, "which one, counted from 0"),
    ],
    meaning: Meaning::Region(|a, cx| lines(a, cx, BoardLines::Columns)),
    ..BASE
};

pub static SITES_PHASE: Ludeme = Ludeme {
    id: "sites Phase",
    head: "sites",
    keyword: Some("Phase"),
    gives: Ty::Region,
    doc: "The sites of one colour, when the board is coloured like a chessboard.",
    example: "(sites Phase 1)",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("index", Ty::Int, "which colour: 0, 1, and so on"),
    ],
    meaning: Meaning::Region(|a, cx| lines(a, cx, BoardLines::Phases)),
    ..BASE
};

pub static SITES_CELL: Ludeme = Ludeme {
    id: "sites Cell",
    head: "sites",
    keyword: Some("Cell"),
    gives: Ty::Region,
    doc: "The vertices around a cell.",
    example: "(sites Cell 5)",
    english: "{index:site|the cell}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("index", Ty::Int, "the cell"),
    ],
    concepts: &[Hides(&["type"])],
    meaning: Meaning::Region(|a, cx| corners_of(a, cx, SiteType::Cell)),
    ..BASE
};

pub static SITES_EDGE: Ludeme = Ludeme {
    id: "sites Edge",
    head: "sites",
    keyword: Some("Edge"),
    gives: Ty::Region,
    doc: "The two vertices of an edge.",
    example: "(sites Edge 5)",
    english: "{index:site|the line}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("index", Ty::Int, "the edge"),
    ],
    meaning: Meaning::Region(|a, cx| corners_of(a, cx, SiteType::Edge)),
    ..BASE
};

pub static SITES_STATE: Ludeme = Ludeme {
    id: "sites State",
    head: "sites",
    keyword: Some("State"),
    gives: Ty::Region,
    doc: "The sites whose piece has a certain local state.",
    example: "(sites State 1)",
    english: "the ^# with state {index|0}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("index", Ty::Int, "the local state"),
    ],
    meaning: Meaning::Region(|a, cx| {
        cx.game.uses.state = true;
        let kind = cx.site_type(a, "type");
        Ok(Region::InState { kind, state: Box::new(cx.need_int(a, "index")?) })
    }),
    ..BASE
};

pub static SITES_EMPTY: Ludeme = Ludeme {
    id: "sites Empty",
    head: "sites",
    keyword: Some("Empty"),
    gives: Ty::Region,
    doc: "The sites on which nothing stands.",
    example: "(sites Empty)",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("index", Ty::Int, "in which container, by number; on the board, if left out"),
    ],
    meaning: Meaning::Region(|a, cx| {
        let kind = cx.site_type(a, "type");
        Ok(match cx.int(a, "index")? {
            None | Some(Int::Const(0)) => Region::Empty { kind },
            Some(container) => Region::EmptyIn { kind, container: Box::new(container) },
        })
    }),
    ..BASE
};

pub static SITES_LAYER: Ludeme = Ludeme {
    id: "sites Layer",
    head: "sites",
    keyword: Some("Layer"),
    gives: Ty::Region,
    doc: "The sites of one layer of the board, counted from the bottom.",
    example: "(sites Layer 1)",
    english: "the ^# of layer {index:plusone|1}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("index", Ty::Int, "which one, counted from 0"),
    ],
    meaning: Meaning::Region(|a, cx| lines(a, cx, BoardLines::Layers)),
    ..BASE
};

pub static SITES_SUPPORT: Ludeme = Ludeme {
    id: "sites Support",
    head: "sites",
    keyword: Some("Support"),
    gives: Ty::Region,
    doc: "The sites whose piece carries another piece, on boards of several layers.",
    example: "(sites Support)",
    english: "the ^# that carry {index:site|it}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("index", Ty::Int, "only those that carry the piece on this site; any piece, if left out"),
    ],
    meaning: Meaning::Region(|a, cx| {
        let kind = cx.site_type(a, "type");
        Ok(Region::Supporting { kind, what: boxed_int(a, cx, "index")? })
    }),
    ..BASE
};

pub static SITES_SIDE: Ludeme = Ludeme {
    id: "sites Side",
    head: "sites",
    keyword: Some("Side"),
    gives: Ty::Region,
    doc: "The sites along one side of the board.",
    example: "(sites Side NE)",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("player", Ty::Player, "the side of this player, by number").or(1),
        opt("role", Ty::Enum(&ROLE_TYPE), "the side of this player").or(1),
        opt("direction", Ty::Enum(&COMPASS_DIRECTION), "the side in this direction").or(1),
    ],
    meaning: Meaning::Region(side),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &SITES_AXIAL,
    &SITES_HORIZONTAL,
    &SITES_VERTICAL,
    &SITES_ANGLED,
    &SITES_SLASH,
    &SITES_SLOSH,
    &SITES_BOARD,
    &SITES_TOP,
    &SITES_BOTTOM,
    &SITES_LEFT,
    &SITES_RIGHT,
    &SITES_INNER,
    &SITES_OUTER,
    &SITES_PERIMETER,
    &SITES_CORNERS,
    &SITES_CONCAVE_CORNERS,
    &SITES_CONVEX_CORNERS,
    &SITES_MAJOR,
    &SITES_MINOR,
    &SITES_CENTRE,
    &SITES_HINT,
    &SITES_TO_CLEAR,
    &SITES_LINE_OF_PLAY,
    &SITES_PENDING,
    &SITES_PLAYABLE,
    &SITES_LAST_TO,
    &SITES_LAST_FROM,
    &SITES_ROW,
    &SITES_COLUMN,
    &SITES_PHASE,
    &SITES_CELL,
    &SITES_EDGE,
    &SITES_STATE,
    &SITES_EMPTY,
    &SITES_LAYER,
    &SITES_SUPPORT,
    &SITES_SIDE,
];

fn lines<'a>(a: Args<'a>, cx: &mut Lower<'a>, lines: BoardLines) -> Done<Region> {
    let kind = cx.site_type(a, "type");
    let Some(index) = boxed_int(a, cx, "index")? else { return Ok(Region::Fixed(SiteSet::new())) };
    let e = Region::Lines { kind, lines, index };
    Ok(fixed(cx, e))
}

/// The vertices of a cell or an edge.
fn corners_of<'a>(a: Args<'a>, cx: &mut Lower<'a>, of: SiteType) -> Done<Region> {
    cx.game.uses.vertices = true;
    let Some(site) = boxed_int(a, cx, "index")? else { return Ok(Region::Fixed(SiteSet::new())) };
    let e = Region::Incident { of, site, result: SiteType::Vertex, owner: None };
    Ok(fixed(cx, e))
}

/// A side by compass direction, or the one that a player faces. Only cells and vertices have sides.
fn side<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Region> {
    let kind = match cx.site_type(a, "type") {
        SiteType::Vertex => SiteType::Vertex,
        SiteType::Cell | SiteType::Edge => SiteType::Cell,
    };
    if cx.role(a, "role") == Some(Role::Shared) {
        return Ok(listed(cx.game.board.outer(kind)));
    }
    if let Some(d) = direction(a, "direction") {
        return Ok(listed(cx.game.board.side(kind, d)));
    }
    let Some(player) = player(a, cx, &["player", "role"])? else {
        return Ok(Region::Fixed(SiteSet::new()));
    };
    let e = Region::Side { kind, player: Box::new(player) };
    Ok(fixed(cx, e))
}

//! Counting.

use crate::common::*;
use crate::concept::Rule::{Hides, HidesAll, Shows, When};
use crate::concept::Test::Missing;
use crate::directions::relation_of_word;
use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::{ABSOLUTE_DIRECTION, RELATION_TYPE, ROLE_TYPE, SITE_TYPE, STACK_DIRECTION};
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::int::Owners;
use ludarium_engine::kernel::{Int, Region};
use ludarium_engine::types::*;

pub static COUNT_VALUE: Ludeme = Ludeme {
    id: "count Value",
    head: "count",
    keyword: Some("Value"),
    gives: Ty::Int,
    doc: "How often a number occurs in a list.",
    example: "(count Value 1 in:(values Remembered))",
    english: "the number of times {of} occurs in {in:array}",
    params: &[req("of", Ty::Int, "the number"), named("in", Ty::IntArray, "the list")],
    meaning: Meaning::Int(|a, cx| {
        Ok(Int::Occurrences {
            value: Box::new(cx.need_int(a, "of")?),
            list: Box::new(cx.need_int_arr(a, "in")?),
        })
    }),
    ..BASE
};

pub static COUNT_STACK: Ludeme = Ludeme {
    id: "count Stack",
    head: "count",
    keyword: Some("Stack"),
    gives: Ty::Int,
    doc: "How many pieces of a stack satisfy a condition.",
    example: "(count Stack FromTop at:(last To) if:(= (what at:(to) level:(level)) (id \"Disc\" Mover)))",
    english: "the number of levels[ {stackDirection:enum}] of the stack [@ {at:site}][in {to}][ where {if:cond}][ until {stop:cond}]",
    params: &[
        opt("stackDirection", Ty::Enum(&STACK_DIRECTION), "from which end to count; the bottom, if left out"),
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        named("at", Ty::Int, "the site of the stack").or(1),
        named("to", Ty::Region, "the sites of several stacks").or(1),
        opt_named(
            "if",
            Ty::Bool,
            "which pieces count, asked of each as `(to)` and `(level)`; all, if left out",
        ),
        opt_named("stop", Ty::Bool, "when to stop counting; at the end, if left out"),
    ],
    concepts: &[Shows(&["StackState"])],
    meaning: Meaning::Int(|a, cx| {
        cx.game.uses.stacking = true;
        let kind = cx.site_type(a, "type");
        let Some(region) = site_or_region(a, cx, "at", "to")? else { return a.wrong("no site is given") };
        Ok(Int::StackLevels {
            kind,
            region,
            from_top: a.word("stackDirection") == Some("FromTop"),
            cond: boxed_bool(a, cx, "if")?,
            stop: boxed_bool(a, cx, "stop")?,
        })
    }),
    ..BASE
};

pub static COUNT_ROWS: Ludeme = Ludeme {
    id: "count Rows",
    head: "count",
    keyword: Some("Rows"),
    gives: Ty::Int,
    doc: "How many rows the board has.",
    example: "(count Rows)",
    english: "the number of rows of the board",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "cells, vertices or edges, where it matters; the board's own, if left out",
    )],
    meaning: Meaning::Int(|a, cx| {
        let kind = cx.site_type(a, "type");
        Ok(Int::Const(cx.game.board.rows(kind).len() as i32))
    }),
    ..BASE
};

pub static COUNT_COLUMNS: Ludeme = Ludeme {
    id: "count Columns",
    head: "count",
    keyword: Some("Columns"),
    gives: Ty::Int,
    doc: "How many columns the board has.",
    example: "(count Columns)",
    english: "the number of columns of the board",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "cells, vertices or edges, where it matters; the board's own, if left out",
    )],
    meaning: Meaning::Int(|a, cx| {
        let kind = cx.site_type(a, "type");
        Ok(Int::Const(cx.game.board.columns(kind).len() as i32))
    }),
    ..BASE
};

pub static COUNT_TURNS: Ludeme = Ludeme {
    id: "count Turns",
    head: "count",
    keyword: Some("Turns"),
    gives: Ty::Int,
    doc: "How many turns have been played. A turn lasts while the same player moves again.",
    example: "(count Turns)",
    english: "the number of turns played",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "cells, vertices or edges, where it matters; the board's own, if left out",
    )],
    concepts: &[HidesAll],
    meaning: Meaning::Int(|_, _| Ok(Int::TurnNumber)),
    ..BASE
};

pub static COUNT_MOVES: Ludeme = Ludeme {
    id: "count Moves",
    head: "count",
    keyword: Some("Moves"),
    gives: Ty::Int,
    doc: "How many moves have been played.",
    example: "(count Moves)",
    english: "the number of moves played",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "cells, vertices or edges, where it matters; the board's own, if left out",
    )],
    concepts: &[HidesAll],
    meaning: Meaning::Int(|_, _| Ok(Int::MoveNumber)),
    ..BASE
};

pub static COUNT_TRIALS: Ludeme = Ludeme {
    id: "count Trials",
    head: "count",
    keyword: Some("Trials"),
    gives: Ty::Int,
    doc: "How many games of the match have been played.",
    example: "(count Trials)",
    english: "the number of games of the match played",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "cells, vertices or edges, where it matters; the board's own, if left out",
    )],
    concepts: &[HidesAll],
    meaning: Meaning::Int(|_, _| Ok(Int::Trials)),
    ..BASE
};

pub static COUNT_MOVES_THIS_TURN: Ludeme = Ludeme {
    id: "count MovesThisTurn",
    head: "count",
    keyword: Some("MovesThisTurn"),
    gives: Ty::Int,
    doc: "How many moves have been played in this turn.",
    example: "(count MovesThisTurn)",
    english: "the number of moves made this turn",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "cells, vertices or edges, where it matters; the board's own, if left out",
    )],
    concepts: &[HidesAll],
    meaning: Meaning::Int(|_, _| Ok(Int::MovesThisTurn)),
    ..BASE
};

pub static COUNT_PHASES: Ludeme = Ludeme {
    id: "count Phases",
    head: "count",
    keyword: Some("Phases"),
    gives: Ty::Int,
    doc: "How many phases the game has.",
    example: "(count Phases)",
    english: "the number of phases of the board",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "cells, vertices or edges, where it matters; the board's own, if left out",
    )],
    concepts: &[HidesAll],
    meaning: Meaning::Int(|_, _| Ok(Int::PhaseCount)),
    ..BASE
};

pub static COUNT_VERTICES: Ludeme = Ludeme {
    id: "count Vertices",
    head: "count",
    keyword: Some("Vertices"),
    gives: Ty::Int,
    doc: "How many vertices the board has.",
    example: "(count Vertices)",
    english: "the number of points of the board",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "cells, vertices or edges, where it matters; the board's own, if left out",
    )],
    concepts: &[HidesAll],
    meaning: Meaning::Int(|_, cx| {
        cx.game.uses.vertices = true;
        Ok(Int::Const(cx.game.board.len(SiteType::Vertex) as i32))
    }),
    ..BASE
};

pub static COUNT_EDGES: Ludeme = Ludeme {
    id: "count Edges",
    head: "count",
    keyword: Some("Edges"),
    gives: Ty::Int,
    doc: "How many edges the board has.",
    example: "(count Edges)",
    english: "the number of lines of the board",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "cells, vertices or edges, where it matters; the board's own, if left out",
    )],
    concepts: &[HidesAll],
    meaning: Meaning::Int(|_, cx| {
        cx.game.uses.edges = true;
        Ok(Int::Const(cx.game.board.len(SiteType::Edge) as i32))
    }),
    ..BASE
};

pub static COUNT_CELLS: Ludeme = Ludeme {
    id: "count Cells",
    head: "count",
    keyword: Some("Cells"),
    gives: Ty::Int,
    doc: "How many cells the board has.",
    example: "(count Cells)",
    english: "the number of cells of the board",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "cells, vertices or edges, where it matters; the board's own, if left out",
    )],
    concepts: &[HidesAll],
    meaning: Meaning::Int(|_, cx| {
        cx.game.uses.cells = true;
        Ok(Int::Const(cx.game.board.len(SiteType::Cell) as i32))
    }),
    ..BASE
};

pub static COUNT_PLAYERS: Ludeme = Ludeme {
    id: "count Players",
    head: "count",
    keyword: Some("Players"),
    gives: Ty::Int,
    doc: "How many players the game has.",
    example: "(count Players)",
    english: "the number of players",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "cells, vertices or edges, where it matters; the board's own, if left out",
    )],
    concepts: &[HidesAll],
    meaning: Meaning::Int(|_, cx| Ok(Int::Const(cx.game.players as i32))),
    ..BASE
};

pub static COUNT_ACTIVE: Ludeme = Ludeme {
    id: "count Active",
    head: "count",
    keyword: Some("Active"),
    gives: Ty::Int,
    doc: "How many players are still in the game.",
    example: "(count Active)",
    english: "the number of players still in the game",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "cells, vertices or edges, where it matters; the board's own, if left out",
    )],
    concepts: &[HidesAll],
    meaning: Meaning::Int(|_, _| Ok(Int::ActivePlayers)),
    ..BASE
};

pub static COUNT_LEGAL_MOVES: Ludeme = Ludeme {
    id: "count LegalMoves",
    head: "count",
    keyword: Some("LegalMoves"),
    gives: Ty::Int,
    doc: "How many legal moves there are.",
    example: "(count LegalMoves)",
    english: "the number of legal moves",
    params: &[opt(
        "type",
        Ty::Enum(&SITE_TYPE),
        "cells, vertices or edges, where it matters; the board's own, if left out",
    )],
    concepts: &[HidesAll],
    meaning: Meaning::Int(|_, _| Ok(Int::LegalMoves)),
    ..BASE
};

pub static COUNT_SITES: Ludeme = Ludeme {
    id: "count Sites",
    head: "count",
    keyword: Some("Sites"),
    gives: Ty::Int,
    doc: "How many sites a region has.",
    example: "(count Sites in:(sites Empty))",
    english: "the number of ^#[ {in:inside}][ at {at:site}][ named {name:quoted}][ of {who:player}][ holding {what:apiece}][ holding {whats:apiece}]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named("in", Ty::Region, "the region").or(1),
        opt_named("at", Ty::Int, "the site; where the last move went, if left out").or(1),
        opt("name", Ty::Text, "the name of the container").or(1),
        opt_named("who", Ty::Enum(&ROLE_TYPE), "only sites with a piece of this player"),
        opt_named("what", Ty::Int, "only sites with this kind of piece, by number").or(2),
        opt_named("whats", Ty::Int, "only sites with one of these kinds of piece").array(1).or(2),
    ],
    concepts: &[Hides(&["type"])],
    meaning: Meaning::Int(|a, cx| {
        if let Some(name) = a.text("name") {
            let container = cx.game.containers.iter().position(|c| c.name == name);
            let e = Int::ContainerSites(Box::new(Int::Const(container.map_or(OFF, |c| c as i32))));
            return Ok(fixed_int(cx, e));
        }
        let e = match cx.int(a, "at")? {
            Some(container) => Int::ContainerSites(Box::new(container)),
            None => Int::Sites(region_or_last(a, cx)?),
        };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static COUNT_ADJACENT: Ludeme = Ludeme {
    id: "count Adjacent",
    head: "count",
    keyword: Some("Adjacent"),
    gives: Ty::Int,
    doc: "How many adjacent neighbours a site has, or the sites of a region have.",
    example: "(count Adjacent at:(last To))",
    english: "the number of ^# adjacent to {at:site|it}[ and {in:inside}][ holding {name:apiece}][ of {who:player}][ holding {what:apiece}][ holding {whats:apiece}]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named("in", Ty::Region, "the region").or(1),
        opt_named("at", Ty::Int, "the site; where the last move went, if left out").or(1),
        opt("name", Ty::Text, "the name of the container").or(1),
        opt_named("who", Ty::Enum(&ROLE_TYPE), "only sites with a piece of this player"),
        opt_named("what", Ty::Int, "only sites with this kind of piece, by number").or(2),
        opt_named("whats", Ty::Int, "only sites with one of these kinds of piece").array(1).or(2),
    ],
    meaning: Meaning::Int(|a, cx| {
        let kind = cx.site_type(a, "type");
        let e = Int::Neighbours { kind, relation: Relation::Adjacent, region: region_or_last(a, cx)? };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static COUNT_NEIGHBOURS: Ludeme = Ludeme {
    id: "count Neighbours",
    head: "count",
    keyword: Some("Neighbours"),
    gives: Ty::Int,
    doc: "How many neighbours of any kind a site has, or the sites of a region have.",
    example: "(count Neighbours at:(last To))",
    english: "the number of ^# next to {at:site|it}[ and {in:inside}][ holding {name:apiece}][ of {who:player}][ holding {what:apiece}][ holding {whats:apiece}]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named("in", Ty::Region, "the region").or(1),
        opt_named("at", Ty::Int, "the site; where the last move went, if left out").or(1),
        opt("name", Ty::Text, "the name of the container").or(1),
        opt_named("who", Ty::Enum(&ROLE_TYPE), "only sites with a piece of this player"),
        opt_named("what", Ty::Int, "only sites with this kind of piece, by number").or(2),
        opt_named("whats", Ty::Int, "only sites with one of these kinds of piece").array(1).or(2),
    ],
    meaning: Meaning::Int(|a, cx| {
        let kind = cx.site_type(a, "type");
        let e = Int::Neighbours { kind, relation: Relation::All, region: region_or_last(a, cx)? };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static COUNT_ORTHOGONAL: Ludeme = Ludeme {
    id: "count Orthogonal",
    head: "count",
    keyword: Some("Orthogonal"),
    gives: Ty::Int,
    doc: "How many orthogonal neighbours a site has, or the sites of a region have.",
    example: "(count Orthogonal at:(last To))",
    english: "the number of ^# orthogonally adjacent to {at:site|it}[ and {in:inside}][ holding {name:apiece}][ of {who:player}][ holding {what:apiece}][ holding {whats:apiece}]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named("in", Ty::Region, "the region").or(1),
        opt_named("at", Ty::Int, "the site; where the last move went, if left out").or(1),
        opt("name", Ty::Text, "the name of the container").or(1),
        opt_named("who", Ty::Enum(&ROLE_TYPE), "only sites with a piece of this player"),
        opt_named("what", Ty::Int, "only sites with this kind of piece, by number").or(2),
        opt_named("whats", Ty::Int, "only sites with one of these kinds of piece").array(1).or(2),
    ],
    meaning: Meaning::Int(|a, cx| {
        let kind = cx.site_type(a, "type");
        let e = Int::Neighbours { kind, relation: Relation::Orthogonal, region: region_or_last(a, cx)? };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static COUNT_DIAGONAL: Ludeme = Ludeme {
    id: "count Diagonal",
    head: "count",
    keyword: Some("Diagonal"),
    gives: Ty::Int,
    doc: "How many diagonal neighbours a site has, or the sites of a region have.",
    example: "(count Diagonal at:(last To))",
    english: "the number of ^# diagonally adjacent to {at:site|it}[ and {in:inside}][ holding {name:apiece}][ of {who:player}][ holding {what:apiece}][ holding {whats:apiece}]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named("in", Ty::Region, "the region").or(1),
        opt_named("at", Ty::Int, "the site; where the last move went, if left out").or(1),
        opt("name", Ty::Text, "the name of the container").or(1),
        opt_named("who", Ty::Enum(&ROLE_TYPE), "only sites with a piece of this player"),
        opt_named("what", Ty::Int, "only sites with this kind of piece, by number").or(2),
        opt_named("whats", Ty::Int, "only sites with one of these kinds of piece").array(1).or(2),
    ],
    meaning: Meaning::Int(|a, cx| {
        let kind = cx.site_type(a, "type");
        let e = Int::Neighbours { kind, relation: Relation::Diagonal, region: region_or_last(a, cx)? };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static COUNT_OFF: Ludeme = Ludeme {
    id: "count Off",
    head: "count",
    keyword: Some("Off"),
    gives: Ty::Int,
    doc: "How many neighbours off the diagonals a site has, or the sites of a region have.",
    example: "(count Off at:(last To))",
    english: "the number of ^# off-diagonally adjacent to {at:site|it}[ and {in:inside}][ holding {name:apiece}][ of {who:player}][ holding {what:apiece}][ holding {whats:apiece}]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named("in", Ty::Region, "the region").or(1),
        opt_named("at", Ty::Int, "the site; where the last move went, if left out").or(1),
        opt("name", Ty::Text, "the name of the container").or(1),
        opt_named("who", Ty::Enum(&ROLE_TYPE), "only sites with a piece of this player"),
        opt_named("what", Ty::Int, "only sites with this kind of piece, by number").or(2),
        opt_named("whats", Ty::Int, "only sites with one of these kinds of piece").array(1).or(2),
    ],
    meaning: Meaning::Int(|a, cx| {
        let kind = cx.site_type(a, "type");
        let e = Int::Neighbours { kind, relation: Relation::OffDiagonal, region: region_or_last(a, cx)? };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static COUNT_SITES_PLATFORM_BELOW: Ludeme = Ludeme {
    id: "count SitesPlatformBelow",
    head: "count",
    keyword: Some("SitesPlatformBelow"),
    gives: Ty::Int,
    doc: "How many of the sites directly below a site are filled, on boards of several layers; 0 on the \
        lowest layer.",
    example: "(count SitesPlatformBelow at:(to))",
    english: "the number of ^# that carry {at:site|it}[ and {in:inside}][ holding {name:apiece}][ of {who:player}][ holding {what:apiece}][ holding {whats:apiece}]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named("in", Ty::Region, "the region").or(1),
        opt_named("at", Ty::Int, "the site; `(to)`, if left out").or(1),
        opt("name", Ty::Text, "the name of the container").or(1),
        opt_named("who", Ty::Enum(&ROLE_TYPE), "only sites with a piece of this player"),
        opt_named("what", Ty::Int, "only sites with this kind of piece, by number").or(2),
        opt_named("whats", Ty::Int, "only sites with one of these kinds of piece").array(1).or(2),
    ],
    meaning: Meaning::Int(|a, cx| {
        let kind = cx.site_type(a, "type");
        let site = int_or(a, cx, "at", Int::To)?;
        let mut whats = cx.int_list(a, "whats")?;
        whats.extend(cx.int(a, "what")?);
        Ok(Int::PlatformBelow {
            kind,
            site,
            who: player(a, cx, &["who"])?.map(Box::new),
            whats: if whats.is_empty() { None } else { Some(whats.into()) },
        })
    }),
    ..BASE
};

pub static COUNT_INT: Ludeme = Ludeme {
    id: "count [int]",
    head: "count",
    gives: Ty::Int,
    doc: "How many pieces lie on a site, or on the sites of a region, where pieces of a kind are counted \
        rather than stacked.",
    example: "(count at:(last To))",
    english: "the number of ^%[ @ {at:site}][ {in:inside}][ holding {name:apiece}][ of {who:player}][ of the kind {what:piece}][ of the kinds {whats:piece}]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named("in", Ty::Region, "the region").or(1),
        opt_named("at", Ty::Int, "the site; where the last move went, if left out").or(1),
        opt("name", Ty::Text, "the name of the container").or(1),
        opt_named("who", Ty::Enum(&ROLE_TYPE), "only sites with a piece of this player"),
        opt_named("what", Ty::Int, "only sites with this kind of piece, by number").or(2),
        opt_named("whats", Ty::Int, "only sites with one of these kinds of piece").array(1).or(2),
    ],
    concepts: &[Shows(&["PieceCount"])],
    meaning: Meaning::Int(|a, cx| {
        cx.game.uses.count = true;
        count_at(a, cx)
    }),
    ..BASE
};

pub static COUNT_PIECES: Ludeme = Ludeme {
    id: "count Pieces",
    head: "count",
    keyword: Some("Pieces"),
    gives: Ty::Int,
    doc: "How many pieces there are of some kind. Pieces in stacks and counts are all counted.",
    example: "(count Pieces Mover in:(sites Board))",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("role", Ty::Enum(&ROLE_TYPE), "whose; everyone's, if left out").or(1),
        opt_named("of", Ty::Int, "whose, by number").or(1),
        opt("name", Ty::Text, "only pieces of this name"),
        opt_named("in", Ty::Region, "where to look; everywhere, if left out"),
        opt_named(
            "if",
            Ty::Bool,
            "what must hold of each site that counts, which is `(to)`; nothing, if left out",
        ),
    ],
    concepts: &[Hides(&["if"])],
    meaning: Meaning::Int(count_pieces),
    ..BASE
};

pub static COUNT_PIPS: Ludeme = Ludeme {
    id: "count Pips",
    head: "count",
    keyword: Some("Pips"),
    gives: Ty::Int,
    doc: "What the dice show, added up.",
    example: "(count Pips)",
    english: "*",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("role", Ty::Enum(&ROLE_TYPE), "whose; everyone's, if left out").or(1),
        opt_named("of", Ty::Int, "whose, by number").or(1),
        opt("name", Ty::Text, "only pieces of this name"),
        opt_named("in", Ty::Region, "where to look; everywhere, if left out"),
        opt_named(
            "if",
            Ty::Bool,
            "what must hold of each site that counts, which is `(to)`; nothing, if left out",
        ),
    ],
    concepts: &[Shows(&["Dice", "SumDice"])],
    meaning: Meaning::Int(|a, cx| {
        cx.game.uses.stochastic = true;
        let shared = Int::Const(cx.game.players as i32 + 1);
        Ok(Int::DiceSum(Box::new(player(a, cx, &["role", "of"])?.unwrap_or(shared))))
    }),
    ..BASE
};

pub static COUNT_GROUPS: Ludeme = Ludeme {
    id: "count Groups",
    head: "count",
    keyword: Some("Groups"),
    gives: Ty::Int,
    doc: "How many groups of pieces there are.",
    example: "(count Groups Orthogonal if:(is Friend (who at:(to))))",
    english: "the number of ^group[ connected {directions:dir}][ through {throughAny}][ of ^#= where {if:cond}][ with at least {min} pieces]{isVisible? (only pieces that nothing covers)}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("directions", Ty::Direction, "the directions in which pieces touch; `Adjacent`, if left out"),
        opt("throughAny", Ty::Region, "only groups that touch one of these sites"),
        opt_named(
            "if",
            Ty::Bool,
            "which sites belong to groups, asked of each as `(to)`; all that are occupied, if left out",
        ),
        opt_named("min", Ty::Int, "the smallest group that counts; 0, if left out"),
        opt_named(
            "isVisible",
            Ty::Bool,
            "True if pieces with others on top of them do not count, on boards of several layers; False \
                if left out",
        ),
    ],
    concepts: &[Shows(&["Group"]), When(&[Missing("directions")], &["AdjacentDirection"])],
    meaning: Meaning::Int(|a, cx| {
        Ok(Int::Groups {
            kind: cx.site_type(a, "type"),
            dirs: dirs_or_adjacent(a, cx, "directions")?,
            cond: boxed_bool(a, cx, "if")?,
            min: int_or(a, cx, "min", Int::Const(0))?,
        })
    }),
    ..BASE
};

pub static COUNT_SIZE_BIGGEST_GROUP: Ludeme = Ludeme {
    id: "count SizeBiggestGroup",
    head: "count",
    keyword: Some("SizeBiggestGroup"),
    gives: Ty::Int,
    doc: "The size of the largest group of pieces.",
    example: "(count SizeBiggestGroup if:(is Friend (who at:(to))))",
    english: "the size of the biggest group[ connected {directions:dir}][ through {throughAny}][ of ^#= where {if:cond}][ with at least {min} pieces]{isVisible? (only pieces that nothing covers)}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("directions", Ty::Direction, "the directions in which pieces touch; `Adjacent`, if left out"),
        opt("throughAny", Ty::Region, "only groups that touch one of these sites"),
        opt_named(
            "if",
            Ty::Bool,
            "which sites belong to groups, asked of each as `(to)`; all that are occupied, if left out",
        ),
        opt_named("min", Ty::Int, "the smallest group that counts; 0, if left out"),
        opt_named(
            "isVisible",
            Ty::Bool,
            "True if pieces with others on top of them do not count, on boards of several layers; False \
                if left out",
        ),
    ],
    concepts: &[When(&[Missing("directions")], &["AdjacentDirection"])],
    meaning: Meaning::Int(biggest_group),
    ..BASE
};

pub static COUNT_SIZE_BIGGEST_LINE: Ludeme = Ludeme {
    id: "count SizeBiggestLine",
    head: "count",
    keyword: Some("SizeBiggestLine"),
    gives: Ty::Int,
    doc: "The length of the longest row of pieces.",
    example: "(count SizeBiggestLine if:(is Friend (who at:(to))))",
    english: "the length of the longest line[ {directions:dir}][ of ^#= where {if:cond}]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt(
            "directions",
            Ty::Enum(&ABSOLUTE_DIRECTION),
            "the directions that rows may take; `Adjacent`, if left out",
        ),
        opt_named(
            "if",
            Ty::Bool,
            "which sites belong to rows, asked of each as `(to)`; all that are occupied, if left out",
        ),
    ],
    concepts: &[Shows(&["Group"]), When(&[Missing("directions")], &["AdjacentDirection"])],
    meaning: Meaning::Int(|a, cx| {
        Ok(Int::BiggestLine {
            kind: cx.site_type(a, "type"),
            dir: direction(a, "directions").unwrap_or(Direction::Adjacent),
            cond: boxed_bool(a, cx, "if")?,
        })
    }),
    ..BASE
};

pub static COUNT_LIBERTIES: Ludeme = Ludeme {
    id: "count Liberties",
    head: "count",
    keyword: Some("Liberties"),
    gives: Ty::Int,
    doc: "How many empty sites touch the group of a piece.",
    example: "(count Liberties at:(to) Orthogonal)",
    english: "the number of empty ^#[ {directions:dir}] next to the group at {at:site|the destination ^#=}[ of ^#= where {if:cond}]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt_named("at", Ty::Int, "a site of the group; where the last move went, if left out"),
        opt("directions", Ty::Direction, "the directions in which sites touch; `Adjacent`, if left out"),
        opt_named(
            "if",
            Ty::Bool,
            "which of the sites with the same kind of piece belong to the group, asked of each as \
                `(to)`; all, if left out",
        ),
    ],
    concepts: &[When(&[Missing("directions")], &["AdjacentDirection"])],
    meaning: Meaning::Int(|a, cx| {
        Ok(Int::Liberties {
            kind: cx.site_type(a, "type"),
            site: int_or(a, cx, "at", Int::LastTo)?,
            dirs: dirs_or_adjacent(a, cx, "directions")?,
            cond: boxed_bool(a, cx, "if")?,
        })
    }),
    ..BASE
};

pub static COUNT_STEPS: Ludeme = Ludeme {
    id: "count Steps",
    head: "count",
    keyword: Some("Steps"),
    gives: Ty::Int,
    doc: "How many steps the shortest way between two sites takes. Pieces in the way do not matter \
        unless a step is described.",
    example: "(count Steps (from) (to))",
    english: "the number of steps[ {relation:relating}][ ({step:moves})][ (turning to {newRotation})] from {site1:site} to [{site2:site}][{region2}]",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt(
            "relation",
            Ty::Enum(&RELATION_TYPE),
            "to which neighbours a step may go; `Adjacent`, if left out",
        ),
        opt("step", Ty::Step, "a step in full, with conditions, instead of a kind of neighbour"),
        opt_named("newRotation", Ty::Int, "the rotation after each step, for pieces that turn as they go"),
        req("site1", Ty::Int, "the site to start from"),
        req("site2", Ty::Int, "the site to reach").or(1),
        req("region2", Ty::Region, "several sites, the nearest of which counts").or(1),
    ],
    concepts: &[Shows(&["Distance"])],
    meaning: Meaning::Int(|a, cx| {
        let kind = cx.site_type(a, "type");
        let relation = a.word("relation").and_then(relation_of_word).unwrap_or(Relation::Adjacent);
        let walk = walk(a, cx)?;
        let from = Box::new(cx.need_int(a, "site1")?);
        let Some(to) = site_or_region(a, cx, "site2", "region2")? else { return a.wrong("no site is given") };
        let e = Int::Steps { kind, relation, walk, from, to };
        Ok(fixed_int(cx, e))
    }),
    ..BASE
};

pub static COUNT_STEPS_ON_TRACK: Ludeme = Ludeme {
    id: "count StepsOnTrack",
    head: "count",
    keyword: Some("StepsOnTrack"),
    gives: Ty::Int,
    doc: "How many steps along a track lie between two sites.",
    example: "(count StepsOnTrack \"Track\" (from) (to))",
    english: "the number of steps on {role:poss}{player:poss} track[ {name:quoted}][ from {site1:site}][ to {site2:site}]",
    params: &[
        opt("role", Ty::Enum(&ROLE_TYPE), "whose track; the mover's, if left out").or(1),
        opt("player", Ty::Player, "whose track, by number").or(1),
        opt("name", Ty::Text, "the name of the track").or(1),
        opt("site1", Ty::Int, "the site to start from"),
        opt("site2", Ty::Int, "the site to reach"),
    ],
    meaning: Meaning::Int(|a, cx| {
        let player = player(a, cx, &["role", "player"])?.unwrap_or(Int::Mover);
        let name = a.text("name");
        let track = pick_track(
            cx,
            player,
            &[
                &|t, p| name.is_some_and(|n| t.name.contains(n)) && t.owner == p,
                &|t, p| t.owner == p,
                &|t, _| t.owner == 0,
            ],
        );
        Ok(Int::TrackSteps {
            track,
            from: Box::new(cx.need_int(a, "site1")?),
            to: Box::new(cx.need_int(a, "site2")?),
        })
    }),
    ..BASE
};

pub static BIGGEST_GROUP_SIZE: Ludeme = Ludeme {
    id: "countSizeBiggestGroup",
    head: "countSizeBiggestGroup",
    gives: Ty::Int,
    doc: "The size of the largest group of pieces.",
    example: "(countSizeBiggestGroup Orthogonal)",
    english: "the size of the biggest group[ connected {directions:dir}][ through {throughAny}][ of ^#= where {if:cond}]{isVisible? (only pieces that nothing covers)}",
    params: &[
        opt("type", Ty::Enum(&SITE_TYPE), "cells, vertices or edges; the board's own, if left out"),
        opt("directions", Ty::Direction, "the directions in which pieces touch; `Adjacent`, if left out"),
        opt("throughAny", Ty::Region, "only groups that touch one of these sites"),
        opt_named(
            "if",
            Ty::Bool,
            "which sites belong to groups, asked of each as `(to)`; all that are occupied, if left out",
        )
        .or(1),
        opt_named(
            "isVisible",
            Ty::Bool,
            "True if pieces with others on top of them do not count, on boards of several layers; False \
                if left out",
        )
        .or(1),
    ],
    concepts: &[When(&[Missing("directions")], &["AdjacentDirection"])],
    meaning: Meaning::Int(biggest_group),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &COUNT_VALUE,
    &COUNT_STACK,
    &COUNT_ROWS,
    &COUNT_COLUMNS,
    &COUNT_TURNS,
    &COUNT_MOVES,
    &COUNT_TRIALS,
    &COUNT_MOVES_THIS_TURN,
    &COUNT_PHASES,
    &COUNT_VERTICES,
    &COUNT_EDGES,
    &COUNT_CELLS,
    &COUNT_PLAYERS,
    &COUNT_ACTIVE,
    &COUNT_LEGAL_MOVES,
    &COUNT_SITES,
    &COUNT_ADJACENT,
    &COUNT_NEIGHBOURS,
    &COUNT_ORTHOGONAL,
    &COUNT_DIAGONAL,
    &COUNT_OFF,
    &COUNT_SITES_PLATFORM_BELOW,
    &COUNT_INT,
    &COUNT_PIECES,
    &COUNT_PIPS,
    &COUNT_GROUPS,
    &COUNT_SIZE_BIGGEST_GROUP,
    &COUNT_SIZE_BIGGEST_LINE,
    &COUNT_LIBERTIES,
    &COUNT_STEPS,
    &COUNT_STEPS_ON_TRACK,
    &BIGGEST_GROUP_SIZE,
];

/// The region `in`, or the site `at`, or where the last move went.
fn region_or_last<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Box<Region>> {
    let given = site_or_region(a, cx, "at", "in")?;
    Ok(given.unwrap_or_else(|| Box::new(Region::Sites([Int::LastTo].into()))))
}

/// How many pieces lie at `at`, in `in`, or where the last move went.
pub fn count_at<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Int> {
    let kind = cx.site_type(a, "type");
    if let Some(region) = cx.region(a, "in")? {
        return Ok(Int::CountIn { kind, region: Box::new(region) });
    }
    Ok(Int::Count { kind, site: int_or(a, cx, "at", Int::LastTo)? })
}

fn count_pieces<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Int> {
    if a.text("name") == Some("Bag") {
        cx.game.uses.dominoes = true;
        cx.game.uses.large_pieces = true;
        return Ok(Int::Bag);
    }
    let kind = cx.said_site_type(a, "type");
    let of = owners(a, cx, &["role", "of"])?.unwrap_or(Owners::Role(Role::All));
    let whats =
        a.text("name").map(|name| components(cx, |n| n.contains(name)).iter().map(|&c| c as u16).collect());
    let within = cx.region(a, "in")?.map(Box::new);
    Ok(Int::Pieces { kind, of, whats, within, cond: boxed_bool(a, cx, "if")? })
}

fn biggest_group<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Int> {
    Ok(Int::BiggestGroup {
        kind: cx.site_type(a, "type"),
        dirs: dirs_or_adjacent(a, cx, "directions")?,
        through: cx.region(a, "throughAny")?.map(Box::new),
        cond: boxed_bool(a, cx, "if")?,
        visible: boxed_bool(a, cx, "isVisible")?,
    })
}

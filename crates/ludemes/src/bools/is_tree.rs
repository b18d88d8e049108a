//! Conditions on the graph that a player has drawn.

use crate::entry::{BASE, Ludeme, opt_named, req};
use crate::enums::ROLE_TYPE;
use crate::ty::Ty;

pub static IS_TREE: Ludeme = Ludeme {
    id: "is Tree",
    head: "is",
    keyword: Some("Tree"),
    gives: Ty::Bool,
    doc: "",
    example: "(is Tree (player (mover)))",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    ..BASE
};

pub static IS_SPANNING_TREE: Ludeme = Ludeme {
    id: "is SpanningTree",
    head: "is",
    keyword: Some("SpanningTree"),
    gives: Ty::Bool,
    doc: "",
    example: "(is SpanningTree (player (mover)))",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    ..BASE
};

pub static IS_CATERPILLAR_TREE: Ludeme = Ludeme {
    id: "is CaterpillarTree",
    head: "is",
    keyword: Some("CaterpillarTree"),
    gives: Ty::Bool,
    doc: "",
    example: "(is CaterpillarTree (player (mover)))",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    ..BASE
};

pub static IS_TREE_CENTRE: Ludeme = Ludeme {
    id: "is TreeCentre",
    head: "is",
    keyword: Some("TreeCentre"),
    gives: Ty::Bool,
    doc: "",
    example: "(is TreeCentre (player (mover)))",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    ..BASE
};

pub static IS_REGULAR_GRAPH: Ludeme = Ludeme {
    id: "is RegularGraph",
    head: "is",
    keyword: Some("RegularGraph"),
    gives: Ty::Bool,
    doc: "",
    example: "(is RegularGraph (player (mover)))",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt_named("k", Ty::Int, "").or(2),
        opt_named("odd", Ty::Bool, "").or(2),
        opt_named("even", Ty::Bool, "").or(2),
    ],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&IS_TREE, &IS_SPANNING_TREE, &IS_CATERPILLAR_TREE, &IS_TREE_CENTRE, &IS_REGULAR_GRAPH];

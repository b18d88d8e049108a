//! Conditions on the graph that a player has drawn.

use crate::entry::{BASE, Ludeme, opt_named, req};
use crate::enums::ROLE_TYPE;
use crate::lower::{Args, Done, Lower};
use crate::meaning::Meaning;
use crate::ty::Ty;
use ludarium_engine::kernel::Bool;
use ludarium_engine::kernel::boolean::TreeShape;

pub static IS_TREE: Ludeme = Ludeme {
    id: "is Tree",
    head: "is",
    keyword: Some("Tree"),
    gives: Ty::Bool,
    doc: "True when the edges a player has drawn form a tree: no loops, all in one piece.",
    example: "(is Tree Mover)",
    english: "[{player:poss}][{role:poss}] lines <form> a tree",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    meaning: Meaning::Bool(|a, cx| tree(a, cx, TreeShape::Tree)),
    ..BASE
};

pub static IS_SPANNING_TREE: Ludeme = Ludeme {
    id: "is SpanningTree",
    head: "is",
    keyword: Some("SpanningTree"),
    gives: Ty::Bool,
    doc: "True when the edges a player has drawn form a tree that reaches every vertex.",
    example: "(is SpanningTree Mover)",
    english: "[{player:poss}][{role:poss}] lines <form> a tree that reaches every point",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    meaning: Meaning::Bool(|a, cx| tree(a, cx, TreeShape::Spanning)),
    ..BASE
};

pub static IS_CATERPILLAR_TREE: Ludeme = Ludeme {
    id: "is CaterpillarTree",
    head: "is",
    keyword: Some("CaterpillarTree"),
    gives: Ty::Bool,
    doc: "True when the edges a player has drawn form a tree that is a path once its leaves are taken off.",
    example: "(is CaterpillarTree Mover)",
    english: "[{player:poss}][{role:poss}] lines <form> a caterpillar tree",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    meaning: Meaning::Bool(|a, cx| tree(a, cx, TreeShape::Caterpillar)),
    ..BASE
};

pub static IS_TREE_CENTRE: Ludeme = Ludeme {
    id: "is TreeCentre",
    head: "is",
    keyword: Some("TreeCentre"),
    gives: Ty::Bool,
    doc: "True when the last move is the centre of the tree that a player has drawn.",
    example: "(is TreeCentre Mover)",
    english: "the last point <is> the centre of the tree of [{player:player}][{role:player}]",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
    ],
    meaning: Meaning::Bool(|a, cx| tree(a, cx, TreeShape::Centre)),
    ..BASE
};

pub static IS_REGULAR_GRAPH: Ludeme = Ludeme {
    id: "is RegularGraph",
    head: "is",
    keyword: Some("RegularGraph"),
    gives: Ty::Bool,
    doc: "True when every vertex has the same number of a player's edges.",
    example: "(is RegularGraph Mover k:2)",
    english: "[{player:poss}][{role:poss}] lines <form> a graph with the same number of lines[ ({k})] at every point[{odd? (an odd number)}][{even? (an even number)}]",
    params: &[
        req("player", Ty::Player, "the player, by number").or(1),
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role").or(1),
        opt_named("k", Ty::Int, "how many edges that must be; any number, if left out").or(2),
        opt_named("odd", Ty::Bool, "True if it must be odd").or(2),
        opt_named("even", Ty::Bool, "True if it must be even").or(2),
    ],
    meaning: Meaning::Bool(regular_graph),
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] =
    &[&IS_TREE, &IS_SPANNING_TREE, &IS_CATERPILLAR_TREE, &IS_TREE_CENTRE, &IS_REGULAR_GRAPH];

fn tree<'a>(a: Args<'a>, cx: &mut Lower<'a>, shape: TreeShape) -> Done<Bool> {
    Ok(Bool::Tree { shape, who: super::who(a, cx, "player", "role")?.into() })
}

fn regular_graph<'a>(a: Args<'a>, cx: &mut Lower<'a>) -> Done<Bool> {
    Ok(Bool::RegularGraph {
        who: super::who(a, cx, "player", "role")?.into(),
        k: cx.int(a, "k")?.map(Box::new),
        odd: cx.bool(a, "odd")?.map(Box::new),
        even: cx.bool(a, "even")?.map(Box::new),
    })
}

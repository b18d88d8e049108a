//! Which players are good at a game.

use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::ty::Ty;

pub static AI: Ludeme = Ludeme {
    id: "ai",
    head: "ai",
    gives: Ty::Ai,
    doc: "Hints for computer players.",
    example: "(ai (bestAgent \"UCT\"))",
    params: &[
        opt("agent", Ty::Agent, "which player is best at this game"),
        opt("heuristics", Ty::Heuristics, "an evaluation of positions"),
        opt_named("trainedHeuristics", Ty::Heuristics, "an evaluation that was learnt"),
        opt("features", Ty::Features, "patterns with their weights"),
        opt_named("trainedFeatures", Ty::Features, "patterns with weights that were learnt"),
        opt_named("trainedFeatureTrees", Ty::FeatureTrees, "trees of patterns that were learnt"),
    ],
    ..BASE
};

pub static BEST_AGENT: Ludeme = Ludeme {
    id: "bestAgent",
    head: "bestAgent",
    gives: Ty::Agent,
    doc: "The computer player that plays this game best.",
    example: "(bestAgent \"UCT\")",
    params: &[req("agent", Ty::Text, "its name")],
    ..BASE
};

pub static MCTS: Ludeme = Ludeme {
    id: "mcts",
    head: "mcts",
    gives: Ty::Agent,
    doc: "Monte Carlo tree search.",
    example: "(mcts (ucb1))",
    params: &[opt(
        "selection",
        Ty::Selection,
        "how the tree is descended; by upper confidence bounds, if left out",
    )],
    ..BASE
};

pub static AG0: Ludeme = Ludeme {
    id: "ag0",
    head: "ag0",
    gives: Ty::Selection,
    doc: "Descends the tree as AlphaGo Zero does.",
    example: "(ag0)",
    params: &[opt("explorationConstant", Ty::FloatLit, "how much to favour what has been tried little")],
    ..BASE
};

pub static UCB1: Ludeme = Ludeme {
    id: "ucb1",
    head: "ucb1",
    gives: Ty::Selection,
    doc: "Descends the tree by upper confidence bounds.",
    example: "(ucb1)",
    params: &[opt("explorationConstant", Ty::FloatLit, "how much to favour what has been tried little")],
    ..BASE
};

pub static ALPHA_BETA: Ludeme = Ludeme {
    id: "alphaBeta",
    head: "alphaBeta",
    gives: Ty::Agent,
    doc: "Alpha-beta search.",
    example: "(alphaBeta (heuristics (material)))",
    params: &[opt("heuristics", Ty::Heuristics, "how positions are evaluated")],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&AI, &BEST_AGENT, &MCTS, &AG0, &UCB1, &ALPHA_BETA];

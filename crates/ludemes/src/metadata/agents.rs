//! Which players are good at a game.

use crate::entry::{BASE, Ludeme, opt, opt_named, req};
use crate::ty::Ty;

pub static AI: Ludeme = Ludeme {
    id: "ai",
    head: "ai",
    gives: Ty::Ai,
    doc: "",
    example: "(ai)",
    params: &[
        opt("agent", Ty::Agent, ""),
        opt("heuristics", Ty::Heuristics, ""),
        opt_named("trainedHeuristics", Ty::Heuristics, ""),
        opt("features", Ty::Features, ""),
        opt_named("trainedFeatures", Ty::Features, ""),
        opt_named("trainedFeatureTrees", Ty::FeatureTrees, ""),
    ],
    ..BASE
};

pub static BEST_AGENT: Ludeme = Ludeme {
    id: "bestAgent",
    head: "bestAgent",
    gives: Ty::Agent,
    doc: "",
    example: "(bestAgent \"Disc\")",
    params: &[req("agent", Ty::Text, "")],
    ..BASE
};

pub static MCTS: Ludeme = Ludeme {
    id: "mcts",
    head: "mcts",
    gives: Ty::Agent,
    doc: "",
    example: "(mcts)",
    params: &[opt("selection", Ty::Selection, "")],
    ..BASE
};

pub static AG0: Ludeme = Ludeme {
    id: "ag0",
    head: "ag0",
    gives: Ty::Selection,
    doc: "",
    example: "(ag0)",
    params: &[opt("explorationConstant", Ty::FloatLit, "")],
    ..BASE
};

pub static UCB1: Ludeme = Ludeme {
    id: "ucb1",
    head: "ucb1",
    gives: Ty::Selection,
    doc: "",
    example: "(ucb1)",
    params: &[opt("explorationConstant", Ty::FloatLit, "")],
    ..BASE
};

pub static ALPHA_BETA: Ludeme = Ludeme {
    id: "alphaBeta",
    head: "alphaBeta",
    gives: Ty::Agent,
    doc: "",
    example: "(alphaBeta)",
    params: &[opt("heuristics", Ty::Heuristics, "")],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[&AI, &BEST_AGENT, &MCTS, &AG0, &UCB1, &ALPHA_BETA];

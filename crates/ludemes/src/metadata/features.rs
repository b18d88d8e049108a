//! Features and their weights, as learnt by training.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::ROLE_TYPE;
use crate::ty::Ty;

pub static FEATURE_SET: Ludeme = Ludeme {
    id: "featureSet",
    head: "featureSet",
    gives: Ty::FeatureSet,
    doc: "Patterns with their weights for a player.",
    example: "(featureSet P1 {(pair \"rel:to=<{}>:pat=<els=[-{}]>\" 1.0)})",
    params: &[
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        req("features", Ty::Weight, "the patterns").array(1),
    ],
    ..BASE
};

pub static FEATURE_SET_2: Ludeme = Ludeme {
    id: "featureSet#2",
    head: "featureSet",
    gives: Ty::FeatureSet,
    doc: "Patterns with their weights for a player, by what they are used for.",
    example: "(featureSet P1 playoutFeatures:{(pair \"rel:to=<{}>:pat=<els=[-{}]>\" 1.0)})",
    params: &[
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt_named("selectionFeatures", Ty::Weight, "those used to descend the tree").array(1),
        opt_named("playoutFeatures", Ty::Weight, "those used in playouts").array(1),
        opt_named("tspgFeatures", Ty::Weight, "those learnt by tree search policy gradients").array(1),
    ],
    ..BASE
};

pub static FEATURES: Ludeme = Ludeme {
    id: "features",
    head: "features",
    gives: Ty::Features,
    doc: "Patterns with their weights, the same for all players.",
    example: "(features (featureSet All {(pair \"rel:to=<{}>:pat=<els=[-{}]>\" 1.0)}))",
    params: &[opt("featureSet", Ty::FeatureSet, "the patterns")],
    ..BASE
};

pub static FEATURES_2: Ludeme = Ludeme {
    id: "features#2",
    head: "features",
    gives: Ty::Features,
    doc: "Patterns with their weights, player by player.",
    example: "(features {(featureSet P1 {(pair \"rel:to=<{}>:pat=<els=[-{}]>\" 1.0)}) (featureSet P2 \
        {(pair \"rel:to=<{}>:pat=<els=[-{}]>\" 2.0)})})",
    params: &[opt("featureSets", Ty::FeatureSet, "the patterns").array(1)],
    ..BASE
};

pub static FEATURE_TREES: Ludeme = Ludeme {
    id: "featureTrees",
    head: "featureTrees",
    gives: Ty::FeatureTrees,
    doc: "Trees of patterns that tell how good a move is.",
    example: "(featureTrees decisionTrees:{(decisionTree P1 (binaryLeaf 0.5))})",
    params: &[
        opt_named("logitTrees", Ty::LogitTree, "regression trees").array(1),
        opt_named("decisionTrees", Ty::DecisionTree, "decision trees").array(1),
    ],
    ..BASE
};

pub static BINARY_LEAF: Ludeme = Ludeme {
    id: "binaryLeaf",
    head: "binaryLeaf",
    gives: Ty::DecisionTreeNode,
    doc: "The end of a decision tree: how likely the move is to be among the best.",
    example: "(binaryLeaf 0.5)",
    params: &[req("probability", Ty::FloatLit, "how likely")],
    ..BASE
};

pub static DECISION_TREE: Ludeme = Ludeme {
    id: "decisionTree",
    head: "decisionTree",
    gives: Ty::DecisionTree,
    doc: "A decision tree for a player.",
    example: "(decisionTree Mover (binaryLeaf 0.5))",
    params: &[
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        req("root", Ty::DecisionTreeNode, "its root"),
    ],
    ..BASE
};

pub static IF_DECISION_TREE_NODE: Ludeme = Ludeme {
    id: "if [decision tree node]",
    head: "if",
    gives: Ty::DecisionTreeNode,
    doc: "A fork of a decision tree.",
    example: "(if \"rel:to=<{}>:pat=<els=[-{}]>\" then:(binaryLeaf 0.6) else:(binaryLeaf 0.4))",
    params: &[
        req("feature", Ty::Text, "the pattern that decides"),
        named("then", Ty::DecisionTreeNode, "where to go if it occurs"),
        named("else", Ty::DecisionTreeNode, "where to go if it does not"),
    ],
    ..BASE
};

pub static LEAF_DECISION_TREE_NODE: Ludeme = Ludeme {
    id: "leaf [decision tree node]",
    head: "leaf",
    gives: Ty::DecisionTreeNode,
    doc: "The end of a decision tree: how likely the move is to be among the worst, the middling and the \
        best.",
    example: "(leaf bottom25:0.0 iqr:0.2 top25:0.8)",
    params: &[
        named("bottom25", Ty::FloatLit, "among the worst quarter"),
        named("iqr", Ty::FloatLit, "in between"),
        named("top25", Ty::FloatLit, "among the best quarter"),
    ],
    ..BASE
};

pub static IF_LOGIT_NODE: Ludeme = Ludeme {
    id: "if [logit node]",
    head: "if",
    gives: Ty::LogitNode,
    doc: "A fork of a regression tree.",
    example: "(if \"rel:to=<{}>:pat=<els=[-{}]>\" then:(leaf {(pair \"Intercept\" 1.0)}) else:(leaf \
        {(pair \"Intercept\" -1.0)}))",
    params: &[
        req("feature", Ty::Text, "the pattern that decides"),
        named("then", Ty::LogitNode, "where to go if it occurs"),
        named("else", Ty::LogitNode, "where to go if it does not"),
    ],
    ..BASE
};

pub static LEAF_LOGIT_NODE: Ludeme = Ludeme {
    id: "leaf [logit node]",
    head: "leaf",
    gives: Ty::LogitNode,
    doc: "The end of a regression tree: the weights to add up.",
    example: "(leaf {(pair \"Intercept\" 1.0)})",
    params: &[req("features", Ty::Weight, "the weights").array(1)],
    ..BASE
};

pub static LOGIT_TREE: Ludeme = Ludeme {
    id: "logitTree",
    head: "logitTree",
    gives: Ty::LogitTree,
    doc: "A regression tree for a player.",
    example: "(logitTree Mover (leaf {(pair \"Intercept\" 1.0)}))",
    params: &[
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        req("root", Ty::LogitNode, "its root"),
    ],
    ..BASE
};

pub static PAIR_WEIGHT: Ludeme = Ludeme {
    id: "pair [weight]",
    head: "pair",
    gives: Ty::Weight,
    doc: "A name with its weight.",
    example: "(pair \"Pawn\" 1.0)",
    params: &[req("key", Ty::Text, "the name"), req("value", Ty::FloatLit, "the weight")],
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &FEATURE_SET,
    &FEATURE_SET_2,
    &FEATURES,
    &FEATURES_2,
    &FEATURE_TREES,
    &BINARY_LEAF,
    &DECISION_TREE,
    &IF_DECISION_TREE_NODE,
    &LEAF_DECISION_TREE_NODE,
    &IF_LOGIT_NODE,
    &LEAF_LOGIT_NODE,
    &LOGIT_TREE,
    &PAIR_WEIGHT,
];

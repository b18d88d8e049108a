//! Features and their weights, as learnt by training.

use crate::entry::{BASE, Ludeme, named, opt, opt_named, req};
use crate::enums::ROLE_TYPE;
use crate::ty::Ty;

pub static FEATURE_SET: Ludeme = Ludeme {
    id: "featureSet",
    head: "featureSet",
    gives: Ty::FeatureSet,
    doc: "",
    example: "(featureSet Mover {(pair \"Pawn\" 1.0)})",
    params: &[
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        req("features", Ty::Weight, "").array(1),
    ],
    ..BASE
};

pub static FEATURE_SET_2: Ludeme = Ludeme {
    id: "featureSet#2",
    head: "featureSet",
    gives: Ty::FeatureSet,
    doc: "",
    example: "(featureSet Mover)",
    params: &[
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        opt_named("selectionFeatures", Ty::Weight, "").array(1),
        opt_named("playoutFeatures", Ty::Weight, "").array(1),
        opt_named("tspgFeatures", Ty::Weight, "").array(1),
    ],
    ..BASE
};

pub static FEATURES: Ludeme = Ludeme {
    id: "features",
    head: "features",
    gives: Ty::Features,
    doc: "",
    example: "(features)",
    params: &[opt("featureSet", Ty::FeatureSet, "")],
    ..BASE
};

pub static FEATURES_2: Ludeme = Ludeme {
    id: "features#2",
    head: "features",
    gives: Ty::Features,
    doc: "",
    example: "(features)",
    params: &[opt("featureSets", Ty::FeatureSet, "").array(1)],
    ..BASE
};

pub static FEATURE_TREES: Ludeme = Ludeme {
    id: "featureTrees",
    head: "featureTrees",
    gives: Ty::FeatureTrees,
    doc: "",
    example: "(featureTrees)",
    params: &[
        opt_named("logitTrees", Ty::LogitTree, "").array(1),
        opt_named("decisionTrees", Ty::DecisionTree, "").array(1),
    ],
    ..BASE
};

pub static BINARY_LEAF: Ludeme = Ludeme {
    id: "binaryLeaf",
    head: "binaryLeaf",
    gives: Ty::DecisionTreeNode,
    doc: "",
    example: "(binaryLeaf 0.5)",
    params: &[req("probability", Ty::FloatLit, "")],
    ..BASE
};

pub static DECISION_TREE: Ludeme = Ludeme {
    id: "decisionTree",
    head: "decisionTree",
    gives: Ty::DecisionTree,
    doc: "",
    example: "(decisionTree Mover (binaryLeaf 0.5))",
    params: &[
        req("role", Ty::Enum(&ROLE_TYPE), "the player, by role"),
        req("root", Ty::DecisionTreeNode, ""),
    ],
    ..BASE
};

pub static IF_DECISION_TREE_NODE: Ludeme = Ludeme {
    id: "if [decision tree node]",
    head: "if",
    gives: Ty::DecisionTreeNode,
    doc: "",
    example: "(if \"Disc\" then:(binaryLeaf 0.5) else:(binaryLeaf 0.5))",
    params: &[
        req("feature", Ty::Text, ""),
        named("then", Ty::DecisionTreeNode, ""),
        named("else", Ty::DecisionTreeNode, ""),
    ],
    ..BASE
};

pub static LEAF_DECISION_TREE_NODE: Ludeme = Ludeme {
    id: "leaf [decision tree node]",
    head: "leaf",
    gives: Ty::DecisionTreeNode,
    doc: "",
    example: "(leaf bottom25:0.5 iqr:0.5 top25:0.5)",
    params: &[
        named("bottom25", Ty::FloatLit, ""),
        named("iqr", Ty::FloatLit, ""),
        named("top25", Ty::FloatLit, ""),
    ],
    ..BASE
};

pub static IF_LOGIT_NODE: Ludeme = Ludeme {
    id: "if [logit node]",
    head: "if",
    gives: Ty::LogitNode,
    doc: "",
    example: "(if \"Disc\" then:(leaf {(pair \"Intercept\" 1.0)}) else:(leaf {(pair \"Intercept\" 1.0)}))",
    params: &[
        req("feature", Ty::Text, ""),
        named("then", Ty::LogitNode, ""),
        named("else", Ty::LogitNode, ""),
    ],
    ..BASE
};

pub static LEAF_LOGIT_NODE: Ludeme = Ludeme {
    id: "leaf [logit node]",
    head: "leaf",
    gives: Ty::LogitNode,
    doc: "",
    example: "(leaf {(pair \"Pawn\" 1.0)})",
    params: &[req("features", Ty::Weight, "").array(1)],
    ..BASE
};

pub static LOGIT_TREE: Ludeme = Ludeme {
    id: "logitTree",
    head: "logitTree",
    gives: Ty::LogitTree,
    doc: "",
    example: "(logitTree Mover (leaf {(pair \"Intercept\" 1.0)}))",
    params: &[req("role", Ty::Enum(&ROLE_TYPE), "the player, by role"), req("root", Ty::LogitNode, "")],
    ..BASE
};

pub static PAIR_WEIGHT: Ludeme = Ludeme {
    id: "pair [weight]",
    head: "pair",
    gives: Ty::Weight,
    doc: "",
    example: "(pair \"Disc\" 0.5)",
    params: &[
        req("key", Ty::Text, "what the entry leads from"),
        req("value", Ty::FloatLit, "what it leads to"),
    ],
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

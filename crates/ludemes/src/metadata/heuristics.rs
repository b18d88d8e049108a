//! How good a position looks: terms of an evaluation.

use crate::entry::{BASE, Ludeme, named, opt, opt_named};
use crate::ty::Ty;

pub static HEURISTICS: Ludeme = Ludeme {
    id: "heuristics",
    head: "heuristics",
    gives: Ty::Heuristics,
    doc: "",
    example: "(heuristics)",
    params: &[opt("term", Ty::HeuristicTerm, "")],
    ..BASE
};

pub static HEURISTICS_2: Ludeme = Ludeme {
    id: "heuristics#2",
    head: "heuristics",
    gives: Ty::Heuristics,
    doc: "",
    example: "(heuristics)",
    params: &[opt("terms", Ty::HeuristicTerm, "").array(1)],
    ..BASE
};

pub static CENTRE_PROXIMITY: Ludeme = Ludeme {
    id: "centreProximity",
    head: "centreProximity",
    gives: Ty::HeuristicTerm,
    doc: "",
    example: "(centreProximity)",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        opt_named("weight", Ty::FloatLit, "how much the term counts; 1, if left out"),
        opt_named(
            "pieceWeights",
            Ty::Weight,
            "how much each kind of piece counts, by name; all the same, if left out",
        )
        .array(1),
    ],
    ..BASE
};

pub static COMPONENT_VALUES: Ludeme = Ludeme {
    id: "componentValues",
    head: "componentValues",
    gives: Ty::HeuristicTerm,
    doc: "",
    example: "(componentValues)",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        opt_named("weight", Ty::FloatLit, "how much the term counts; 1, if left out"),
        opt_named(
            "pieceWeights",
            Ty::Weight,
            "how much each kind of piece counts, by name; all the same, if left out",
        )
        .array(1),
        opt_named("boardOnly", Ty::BoolLit, "True to leave pieces in hands out; False if left out"),
    ],
    ..BASE
};

pub static CORNER_PROXIMITY: Ludeme = Ludeme {
    id: "cornerProximity",
    head: "cornerProximity",
    gives: Ty::HeuristicTerm,
    doc: "",
    example: "(cornerProximity)",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        opt_named("weight", Ty::FloatLit, "how much the term counts; 1, if left out"),
        opt_named(
            "pieceWeights",
            Ty::Weight,
            "how much each kind of piece counts, by name; all the same, if left out",
        )
        .array(1),
    ],
    ..BASE
};

pub static CURRENT_MOVER_HEURISTIC: Ludeme = Ludeme {
    id: "currentMoverHeuristic",
    head: "currentMoverHeuristic",
    gives: Ty::HeuristicTerm,
    doc: "",
    example: "(currentMoverHeuristic)",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        opt_named("weight", Ty::FloatLit, "how much the term counts; 1, if left out"),
    ],
    ..BASE
};

pub static INFLUENCE: Ludeme = Ludeme {
    id: "influence",
    head: "influence",
    gives: Ty::HeuristicTerm,
    doc: "",
    example: "(influence)",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        opt_named("weight", Ty::FloatLit, "how much the term counts; 1, if left out"),
    ],
    ..BASE
};

pub static INFLUENCE_ADVANCED: Ludeme = Ludeme {
    id: "influenceAdvanced",
    head: "influenceAdvanced",
    gives: Ty::HeuristicTerm,
    doc: "",
    example: "(influenceAdvanced)",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        opt_named("weight", Ty::FloatLit, "how much the term counts; 1, if left out"),
    ],
    ..BASE
};

pub static INTERCEPT: Ludeme = Ludeme {
    id: "intercept",
    head: "intercept",
    gives: Ty::HeuristicTerm,
    doc: "",
    example: "(intercept playerWeights:{(pair \"Pawn\" 1.0)})",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        named("playerWeights", Ty::Weight, "").array(1),
    ],
    ..BASE
};

pub static LINE_COMPLETION_HEURISTIC: Ludeme = Ludeme {
    id: "lineCompletionHeuristic",
    head: "lineCompletionHeuristic",
    gives: Ty::HeuristicTerm,
    doc: "",
    example: "(lineCompletionHeuristic)",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        opt_named("weight", Ty::FloatLit, "how much the term counts; 1, if left out"),
        opt_named("targetLength", Ty::IntLit, ""),
    ],
    ..BASE
};

pub static MATERIAL: Ludeme = Ludeme {
    id: "material",
    head: "material",
    gives: Ty::HeuristicTerm,
    doc: "",
    example: "(material)",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        opt_named("weight", Ty::FloatLit, "how much the term counts; 1, if left out"),
        opt_named(
            "pieceWeights",
            Ty::Weight,
            "how much each kind of piece counts, by name; all the same, if left out",
        )
        .array(1),
        opt_named("boardOnly", Ty::BoolLit, "True to leave pieces in hands out; False if left out"),
    ],
    ..BASE
};

pub static MOBILITY_ADVANCED: Ludeme = Ludeme {
    id: "mobilityAdvanced",
    head: "mobilityAdvanced",
    gives: Ty::HeuristicTerm,
    doc: "",
    example: "(mobilityAdvanced)",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        opt_named("weight", Ty::FloatLit, "how much the term counts; 1, if left out"),
    ],
    ..BASE
};

pub static MOBILITY_SIMPLE: Ludeme = Ludeme {
    id: "mobilitySimple",
    head: "mobilitySimple",
    gives: Ty::HeuristicTerm,
    doc: "",
    example: "(mobilitySimple)",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        opt_named("weight", Ty::FloatLit, "how much the term counts; 1, if left out"),
    ],
    ..BASE
};

pub static NULL_HEURISTIC: Ludeme = Ludeme {
    id: "nullHeuristic",
    head: "nullHeuristic",
    gives: Ty::HeuristicTerm,
    doc: "",
    example: "(nullHeuristic)",
    ..BASE
};

pub static OWN_REGIONS_COUNT: Ludeme = Ludeme {
    id: "ownRegionsCount",
    head: "ownRegionsCount",
    gives: Ty::HeuristicTerm,
    doc: "",
    example: "(ownRegionsCount)",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        opt_named("weight", Ty::FloatLit, "how much the term counts; 1, if left out"),
    ],
    ..BASE
};

pub static PLAYER_REGIONS_PROXIMITY: Ludeme = Ludeme {
    id: "playerRegionsProximity",
    head: "playerRegionsProximity",
    gives: Ty::HeuristicTerm,
    doc: "",
    example: "(playerRegionsProximity player:3)",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        opt_named("weight", Ty::FloatLit, "how much the term counts; 1, if left out"),
        named("player", Ty::IntLit, ""),
        opt_named(
            "pieceWeights",
            Ty::Weight,
            "how much each kind of piece counts, by name; all the same, if left out",
        )
        .array(1),
    ],
    ..BASE
};

pub static PLAYER_SITE_MAP_COUNT: Ludeme = Ludeme {
    id: "playerSiteMapCount",
    head: "playerSiteMapCount",
    gives: Ty::HeuristicTerm,
    doc: "",
    example: "(playerSiteMapCount)",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        opt_named("weight", Ty::FloatLit, "how much the term counts; 1, if left out"),
    ],
    ..BASE
};

pub static REGION_PROXIMITY: Ludeme = Ludeme {
    id: "regionProximity",
    head: "regionProximity",
    gives: Ty::HeuristicTerm,
    doc: "",
    example: "(regionProximity region:3)",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        opt_named("weight", Ty::FloatLit, "how much the term counts; 1, if left out"),
        named("region", Ty::IntLit, ""),
        opt_named(
            "pieceWeights",
            Ty::Weight,
            "how much each kind of piece counts, by name; all the same, if left out",
        )
        .array(1),
    ],
    ..BASE
};

pub static SCORE_HEURISTIC: Ludeme = Ludeme {
    id: "score [heuristic]",
    head: "score",
    gives: Ty::HeuristicTerm,
    doc: "",
    example: "(score)",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        opt_named("weight", Ty::FloatLit, "how much the term counts; 1, if left out"),
    ],
    ..BASE
};

pub static SIDES_PROXIMITY: Ludeme = Ludeme {
    id: "sidesProximity",
    head: "sidesProximity",
    gives: Ty::HeuristicTerm,
    doc: "",
    example: "(sidesProximity)",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        opt_named("weight", Ty::FloatLit, "how much the term counts; 1, if left out"),
        opt_named(
            "pieceWeights",
            Ty::Weight,
            "how much each kind of piece counts, by name; all the same, if left out",
        )
        .array(1),
    ],
    ..BASE
};

pub static UNTHREATENED_MATERIAL: Ludeme = Ludeme {
    id: "unthreatenedMaterial",
    head: "unthreatenedMaterial",
    gives: Ty::HeuristicTerm,
    doc: "",
    example: "(unthreatenedMaterial)",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        opt_named("weight", Ty::FloatLit, "how much the term counts; 1, if left out"),
        opt_named(
            "pieceWeights",
            Ty::Weight,
            "how much each kind of piece counts, by name; all the same, if left out",
        )
        .array(1),
    ],
    ..BASE
};

pub static DIV_NUM_BOARD_SITES: Ludeme = Ludeme {
    id: "divNumBoardSites",
    head: "divNumBoardSites",
    gives: Ty::HeuristicTransformation,
    doc: "",
    example: "(divNumBoardSites)",
    ..BASE
};

pub static DIV_NUM_INIT_PLACEMENT: Ludeme = Ludeme {
    id: "divNumInitPlacement",
    head: "divNumInitPlacement",
    gives: Ty::HeuristicTransformation,
    doc: "",
    example: "(divNumInitPlacement)",
    ..BASE
};

pub static LOGISTIC_FUNCTION: Ludeme = Ludeme {
    id: "logisticFunction",
    head: "logisticFunction",
    gives: Ty::HeuristicTransformation,
    doc: "",
    example: "(logisticFunction)",
    ..BASE
};

pub static TANH: Ludeme = Ludeme {
    id: "tanh",
    head: "tanh",
    gives: Ty::HeuristicTransformation,
    doc: "",
    example: "(tanh)",
    ..BASE
};

/// This family, in reading order.
pub static ALL: &[&Ludeme] = &[
    &HEURISTICS,
    &HEURISTICS_2,
    &CENTRE_PROXIMITY,
    &COMPONENT_VALUES,
    &CORNER_PROXIMITY,
    &CURRENT_MOVER_HEURISTIC,
    &INFLUENCE,
    &INFLUENCE_ADVANCED,
    &INTERCEPT,
    &LINE_COMPLETION_HEURISTIC,
    &MATERIAL,
    &MOBILITY_ADVANCED,
    &MOBILITY_SIMPLE,
    &NULL_HEURISTIC,
    &OWN_REGIONS_COUNT,
    &PLAYER_REGIONS_PROXIMITY,
    &PLAYER_SITE_MAP_COUNT,
    &REGION_PROXIMITY,
    &SCORE_HEURISTIC,
    &SIDES_PROXIMITY,
    &UNTHREATENED_MATERIAL,
    &DIV_NUM_BOARD_SITES,
    &DIV_NUM_INIT_PLACEMENT,
    &LOGISTIC_FUNCTION,
    &TANH,
];

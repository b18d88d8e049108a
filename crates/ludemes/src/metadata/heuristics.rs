//! How good a position looks: terms of an evaluation.

use crate::entry::{BASE, Ludeme, named, opt, opt_named};
use crate::ty::Ty;

pub static HEURISTICS: Ludeme = Ludeme {
    id: "heuristics",
    head: "heuristics",
    gives: Ty::Heuristics,
    doc: "An evaluation of positions with one term.",
    example: "(heuristics (material))",
    params: &[opt("term", Ty::HeuristicTerm, "the term")],
    ..BASE
};

pub static HEURISTICS_2: Ludeme = Ludeme {
    id: "heuristics#2",
    head: "heuristics",
    gives: Ty::Heuristics,
    doc: "An evaluation of positions: the sum of several terms.",
    example: "(heuristics {(material) (mobilitySimple weight:0.01)})",
    params: &[opt("terms", Ty::HeuristicTerm, "the terms").array(1)],
    ..BASE
};

pub static CENTRE_PROXIMITY: Ludeme = Ludeme {
    id: "centreProximity",
    head: "centreProximity",
    gives: Ty::HeuristicTerm,
    doc: "How close a player's pieces are to the centre of the board.",
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
    doc: "The values that a player's pieces have on the board.",
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
    doc: "How close a player's pieces are to the corners of the board.",
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
    doc: "Whose turn it is.",
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
    doc: "How many sites a player can move to.",
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
    doc: "How many sites a player can move to, also reckoned when it is not their turn.",
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
    doc: "A constant for each player.",
    example: "(intercept playerWeights:{(pair \"P1\" 1.0) (pair \"P2\" 0.5)})",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        named("playerWeights", Ty::Weight, "the constants, by player").array(1),
    ],
    ..BASE
};

pub static LINE_COMPLETION_HEURISTIC: Ludeme = Ludeme {
    id: "lineCompletionHeuristic",
    head: "lineCompletionHeuristic",
    gives: Ty::HeuristicTerm,
    doc: "How close a player is to completing a row.",
    example: "(lineCompletionHeuristic)",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        opt_named("weight", Ty::FloatLit, "how much the term counts; 1, if left out"),
        opt_named("targetLength", Ty::IntLit, "how long the row must be; as the rules say, if left out"),
    ],
    ..BASE
};

pub static MATERIAL: Ludeme = Ludeme {
    id: "material",
    head: "material",
    gives: Ty::HeuristicTerm,
    doc: "How many pieces a player has.",
    example: "(material pieceWeights:{(pair \"Pawn\" 1.0) (pair \"Queen\" 9.0)})",
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
    doc: "How many moves a player has, also reckoned when it is not their turn.",
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
    doc: "How many moves the player to move has.",
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
    doc: "No evaluation: always 0.",
    example: "(nullHeuristic)",
    ..BASE
};

pub static OWN_REGIONS_COUNT: Ludeme = Ludeme {
    id: "ownRegionsCount",
    head: "ownRegionsCount",
    gives: Ty::HeuristicTerm,
    doc: "How many pieces a player has in their own regions.",
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
    doc: "How close a player's pieces are to the regions of a player.",
    example: "(playerRegionsProximity player:2)",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        opt_named("weight", Ty::FloatLit, "how much the term counts; 1, if left out"),
        named("player", Ty::IntLit, "the player whose regions are meant"),
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
    doc: "How many pieces a player has on sites that a map leads to.",
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
    doc: "How close a player's pieces are to a region.",
    example: "(regionProximity weight:-1.0 region:0)",
    params: &[
        opt_named(
            "transformation",
            Ty::HeuristicTransformation,
            "what to do with the term's value; nothing, if left out",
        ),
        opt_named("weight", Ty::FloatLit, "how much the term counts; 1, if left out"),
        named("region", Ty::IntLit, "the region, by number"),
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
    doc: "A player's score.",
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
    doc: "How close a player's pieces are to the sides of the board.",
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
    doc: "How many pieces a player has that cannot be captured at once.",
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
    doc: "Divides by the number of sites of the board.",
    example: "(divNumBoardSites)",
    ..BASE
};

pub static DIV_NUM_INIT_PLACEMENT: Ludeme = Ludeme {
    id: "divNumInitPlacement",
    head: "divNumInitPlacement",
    gives: Ty::HeuristicTransformation,
    doc: "Divides by the number of pieces that a player has at the start.",
    example: "(divNumInitPlacement)",
    ..BASE
};

pub static LOGISTIC_FUNCTION: Ludeme = Ludeme {
    id: "logisticFunction",
    head: "logisticFunction",
    gives: Ty::HeuristicTransformation,
    doc: "Squeezes into the range from 0 to 1 by the logistic function.",
    example: "(logisticFunction)",
    ..BASE
};

pub static TANH: Ludeme = Ludeme {
    id: "tanh",
    head: "tanh",
    gives: Ty::HeuristicTransformation,
    doc: "Squeezes into the range from -1 to 1 by the hyperbolic tangent.",
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

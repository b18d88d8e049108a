//! The words of the language: every closed list of constants, with what each word means.

use crate::ty::EnumDef;

pub static DIAGONALS_TYPE: EnumDef = EnumDef {
    name: "DiagonalsType",
    doc: "",
    values: &[
        ("Implied", ""),
        ("Solid", ""),
        ("SolidNoSplit", ""),
        ("Alternating", ""),
        ("Concentric", ""),
        ("Radiating", ""),
    ],
};

pub static LINE_OF_SIGHT_TYPE: EnumDef =
    EnumDef { name: "LineOfSightType", doc: "", values: &[("Empty", ""), ("Farthest", ""), ("Piece", "")] };

pub static FORGET_VALUE_ALL_TYPE: EnumDef =
    EnumDef { name: "ForgetValueAllType", doc: "", values: &[("All", "")] };

pub static HIDDEN_DATA: EnumDef = EnumDef {
    name: "HiddenData",
    doc: "",
    values: &[("What", ""), ("Who", ""), ("State", ""), ("Count", ""), ("Rotation", ""), ("Value", "")],
};

pub static LANDMARK_TYPE: EnumDef = EnumDef {
    name: "LandmarkType",
    doc: "",
    values: &[
        ("CentreSite", ""),
        ("LeftSite", ""),
        ("RightSite", ""),
        ("Topsite", ""),
        ("BottomSite", ""),
        ("FirstSite", ""),
        ("LastSite", ""),
    ],
};

pub static PUZZLE_ELEMENT_TYPE: EnumDef = EnumDef {
    name: "PuzzleElementType",
    doc: "",
    values: &[("Cell", ""), ("Edge", ""), ("Vertex", ""), ("Hint", "")],
};

pub static REGION_TYPE_DYNAMIC: EnumDef = EnumDef {
    name: "RegionTypeDynamic",
    doc: "",
    values: &[("Empty", ""), ("NotEmpty", ""), ("Own", ""), ("NotOwn", ""), ("Enemy", ""), ("NotEnemy", "")],
};

pub static REGION_TYPE_STATIC: EnumDef = EnumDef {
    name: "RegionTypeStatic",
    doc: "",
    values: &[
        ("Rows", ""),
        ("Columns", ""),
        ("AllDirections", ""),
        ("HintRegions", ""),
        ("Layers", ""),
        ("Diagonals", ""),
        ("SubGrids", ""),
        ("Regions", ""),
        ("Vertices", ""),
        ("Corners", ""),
        ("Sides", ""),
        ("SidesNoCorners", ""),
        ("AllSites", ""),
        ("Touching", ""),
    ],
};

pub static RELATION_TYPE: EnumDef = EnumDef {
    name: "RelationType",
    doc: "",
    values: &[("Orthogonal", ""), ("Diagonal", ""), ("OffDiagonal", ""), ("Adjacent", ""), ("All", "")],
};

pub static SITE_TYPE: EnumDef =
    EnumDef { name: "SiteType", doc: "", values: &[("Vertex", ""), ("Edge", ""), ("Cell", "")] };

pub static STEP_TYPE: EnumDef =
    EnumDef { name: "StepType", doc: "", values: &[("F", ""), ("L", ""), ("R", "")] };

pub static STORE_TYPE: EnumDef =
    EnumDef { name: "StoreType", doc: "", values: &[("None", ""), ("Outer", ""), ("Inner", "")] };

pub static TILING_BOARDLESS_TYPE: EnumDef = EnumDef {
    name: "TilingBoardlessType",
    doc: "",
    values: &[("Square", ""), ("Triangular", ""), ("Hexagonal", "")],
};

pub static TRACK_TYPE: EnumDef = EnumDef { name: "TrackType", doc: "", values: &[("Track", "")] };

pub static CARD_TYPE: EnumDef = EnumDef {
    name: "CardType",
    doc: "",
    values: &[
        ("Joker", ""),
        ("Ace", ""),
        ("Two", ""),
        ("Three", ""),
        ("Four", ""),
        ("Five", ""),
        ("Six", ""),
        ("Seven", ""),
        ("Eight", ""),
        ("Nine", ""),
        ("Ten", ""),
        ("Jack", ""),
        ("Queen", ""),
        ("King", ""),
    ],
};

pub static DEALABLE_TYPE: EnumDef =
    EnumDef { name: "DealableType", doc: "", values: &[("Dominoes", ""), ("Cards", "")] };

pub static GRAVITY_TYPE: EnumDef = EnumDef { name: "GravityType", doc: "", values: &[("PyramidalDrop", "")] };

pub static MODE_TYPE: EnumDef = EnumDef {
    name: "ModeType",
    doc: "",
    values: &[("Alternating", ""), ("Simultaneous", ""), ("Simulation", "")],
};

pub static NO_STACK_ON_TYPE: EnumDef = EnumDef { name: "NoStackOnType", doc: "", values: &[("Fallen", "")] };

pub static PASS_END_TYPE: EnumDef =
    EnumDef { name: "PassEndType", doc: "", values: &[("Draw", ""), ("NoEnd", "")] };

pub static PIN_TYPE: EnumDef = EnumDef { name: "PinType", doc: "", values: &[("SupportMultiple", "")] };

pub static PREV_TYPE: EnumDef =
    EnumDef { name: "PrevType", doc: "", values: &[("Mover", ""), ("MoverLastTurn", "")] };

pub static REPETITION_TYPE: EnumDef = EnumDef {
    name: "RepetitionType",
    doc: "",
    values: &[("SituationalInTurn", ""), ("PositionalInTurn", ""), ("Positional", ""), ("Situational", "")],
};

pub static RESULT_TYPE: EnumDef = EnumDef {
    name: "ResultType",
    doc: "",
    values: &[("Win", ""), ("Loss", ""), ("Draw", ""), ("Tie", ""), ("Abandon", ""), ("Crash", "")],
};

pub static ROLE_TYPE: EnumDef = EnumDef {
    name: "RoleType",
    doc: "",
    values: &[
        ("Neutral", ""),
        ("P1", ""),
        ("P2", ""),
        ("P3", ""),
        ("P4", ""),
        ("P5", ""),
        ("P6", ""),
        ("P7", ""),
        ("P8", ""),
        ("P9", ""),
        ("P10", ""),
        ("P11", ""),
        ("P12", ""),
        ("P13", ""),
        ("P14", ""),
        ("P15", ""),
        ("P16", ""),
        ("Team1", ""),
        ("Team2", ""),
        ("Team3", ""),
        ("Team4", ""),
        ("Team5", ""),
        ("Team6", ""),
        ("Team7", ""),
        ("Team8", ""),
        ("Team9", ""),
        ("Team10", ""),
        ("Team11", ""),
        ("Team12", ""),
        ("Team13", ""),
        ("Team14", ""),
        ("Team15", ""),
        ("Team16", ""),
        ("TeamMover", ""),
        ("Each", ""),
        ("Shared", ""),
        ("All", ""),
        ("Mover", ""),
        ("Next", ""),
        ("Prev", ""),
        ("NonMover", ""),
        ("Enemy", ""),
        ("Friend", ""),
        ("Ally", ""),
        ("Player", ""),
    ],
};

pub static WHEN_TYPE: EnumDef =
    EnumDef { name: "WhenType", doc: "", values: &[("StartOfTurn", ""), ("EndOfTurn", "")] };

pub static ABSOLUTE_DIRECTION: EnumDef = EnumDef {
    name: "AbsoluteDirection",
    doc: "",
    values: &[
        ("All", ""),
        ("Angled", ""),
        ("Adjacent", ""),
        ("Axial", ""),
        ("Orthogonal", ""),
        ("Diagonal", ""),
        ("OffDiagonal", ""),
        ("SameLayer", ""),
        ("Upward", ""),
        ("Downward", ""),
        ("Rotational", ""),
        ("Base", ""),
        ("Support", ""),
        ("N", ""),
        ("E", ""),
        ("S", ""),
        ("W", ""),
        ("NE", ""),
        ("SE", ""),
        ("NW", ""),
        ("SW", ""),
        ("NNW", ""),
        ("WNW", ""),
        ("WSW", ""),
        ("SSW", ""),
        ("SSE", ""),
        ("ESE", ""),
        ("ENE", ""),
        ("NNE", ""),
        ("CW", ""),
        ("CCW", ""),
        ("In", ""),
        ("Out", ""),
        ("U", ""),
        ("UN", ""),
        ("UNE", ""),
        ("UE", ""),
        ("USE", ""),
        ("US", ""),
        ("USW", ""),
        ("UW", ""),
        ("UNW", ""),
        ("D", ""),
        ("DN", ""),
        ("DNE", ""),
        ("DE", ""),
        ("DSE", ""),
        ("DS", ""),
        ("DSW", ""),
        ("DW", ""),
        ("DNW", ""),
    ],
};

pub static COMPASS_DIRECTION: EnumDef = EnumDef {
    name: "CompassDirection",
    doc: "",
    values: &[
        ("N", ""),
        ("NNE", ""),
        ("NE", ""),
        ("ENE", ""),
        ("E", ""),
        ("ESE", ""),
        ("SE", ""),
        ("SSE", ""),
        ("S", ""),
        ("SSW", ""),
        ("SW", ""),
        ("WSW", ""),
        ("W", ""),
        ("WNW", ""),
        ("NW", ""),
        ("NNW", ""),
    ],
};

pub static RELATIVE_DIRECTION: EnumDef = EnumDef {
    name: "RelativeDirection",
    doc: "",
    values: &[
        ("Forward", ""),
        ("Backward", ""),
        ("Rightward", ""),
        ("Leftward", ""),
        ("Forwards", ""),
        ("Backwards", ""),
        ("Rightwards", ""),
        ("Leftwards", ""),
        ("FL", ""),
        ("FLL", ""),
        ("FLLL", ""),
        ("BL", ""),
        ("BLL", ""),
        ("BLLL", ""),
        ("FR", ""),
        ("FRR", ""),
        ("FRRR", ""),
        ("BR", ""),
        ("BRR", ""),
        ("BRRR", ""),
        ("SameDirection", ""),
        ("OppositeDirection", ""),
    ],
};

pub static ROTATIONAL_DIRECTION: EnumDef = EnumDef {
    name: "RotationalDirection",
    doc: "",
    values: &[("Out", ""), ("CW", ""), ("In", ""), ("CCW", "")],
};

pub static SPATIAL_DIRECTION: EnumDef = EnumDef {
    name: "SpatialDirection",
    doc: "",
    values: &[
        ("D", ""),
        ("DN", ""),
        ("DNE", ""),
        ("DE", ""),
        ("DSE", ""),
        ("DS", ""),
        ("DSW", ""),
        ("DW", ""),
        ("DNW", ""),
        ("U", ""),
        ("UN", ""),
        ("UNE", ""),
        ("UE", ""),
        ("USE", ""),
        ("US", ""),
        ("USW", ""),
        ("UW", ""),
        ("UNW", ""),
    ],
};

pub static STACK_DIRECTION: EnumDef =
    EnumDef { name: "StackDirection", doc: "", values: &[("FromBottom", ""), ("FromTop", "")] };

pub static TILING3464_SHAPE_TYPE: EnumDef = EnumDef {
    name: "Tiling3464ShapeType",
    doc: "",
    values: &[
        ("Custom", ""),
        ("Square", ""),
        ("Rectangle", ""),
        ("Diamond", ""),
        ("Prism", ""),
        ("Triangle", ""),
        ("Hexagon", ""),
        ("Star", ""),
        ("Limping", ""),
    ],
};

pub static SUIT_TYPE: EnumDef = EnumDef {
    name: "SuitType",
    doc: "",
    values: &[("Clubs", ""), ("Spades", ""), ("Diamonds", ""), ("Hearts", "")],
};

pub static BOARD_GRAPHICS_TYPE: EnumDef = EnumDef {
    name: "BoardGraphicsType",
    doc: "",
    values: &[
        ("InnerEdges", ""),
        ("OuterEdges", ""),
        ("Phase0", ""),
        ("Phase1", ""),
        ("Phase2", ""),
        ("Phase3", ""),
        ("Phase4", ""),
        ("Phase5", ""),
        ("Symbols", ""),
        ("InnerVertices", ""),
        ("OuterVertices", ""),
    ],
};

pub static COMPONENT_STYLE_TYPE: EnumDef = EnumDef {
    name: "ComponentStyleType",
    doc: "",
    values: &[
        ("Piece", ""),
        ("Text", ""),
        ("Tile", ""),
        ("Card", ""),
        ("Die", ""),
        ("Domino", ""),
        ("LargePiece", ""),
        ("ExtendedShogi", ""),
        ("ExtendedXiangqi", ""),
        ("NativeAmericanDice", ""),
    ],
};

pub static CONTAINER_STYLE_TYPE: EnumDef = EnumDef {
    name: "ContainerStyleType",
    doc: "",
    values: &[
        ("Board", ""),
        ("Hand", ""),
        ("Deck", ""),
        ("Dice", ""),
        ("Boardless", ""),
        ("ConnectiveGoal", ""),
        ("Mancala", ""),
        ("PenAndPaper", ""),
        ("Shibumi", ""),
        ("Spiral", ""),
        ("Isometric", ""),
        ("Puzzle", ""),
        ("Backgammon", ""),
        ("Chess", ""),
        ("Connect4", ""),
        ("Go", ""),
        ("Graph", ""),
        ("HoundsAndJackals", ""),
        ("Janggi", ""),
        ("Lasca", ""),
        ("Shogi", ""),
        ("SnakesAndLadders", ""),
        ("Surakarta", ""),
        ("Table", ""),
        ("Tafl", ""),
        ("Xiangqi", ""),
        ("UltimateTicTacToe", ""),
        ("Futoshiki", ""),
        ("Hashi", ""),
        ("Kakuro", ""),
        ("Sudoku", ""),
    ],
};

pub static CONTROLLER_TYPE: EnumDef = EnumDef {
    name: "ControllerType",
    doc: "",
    values: &[("BasicController", ""), ("PyramidalController", "")],
};

pub static CURVE_TYPE: EnumDef =
    EnumDef { name: "CurveType", doc: "", values: &[("Spline", ""), ("Bezier", "")] };

pub static EDGE_TYPE: EnumDef = EnumDef {
    name: "EdgeType",
    doc: "",
    values: &[("All", ""), ("Inner", ""), ("Outer", ""), ("Interlayer", "")],
};

pub static HOLE_TYPE: EnumDef =
    EnumDef { name: "HoleType", doc: "", values: &[("Square", ""), ("Oval", "")] };

pub static LINE_STYLE: EnumDef = EnumDef {
    name: "LineStyle",
    doc: "",
    values: &[
        ("Thin", ""),
        ("Thick", ""),
        ("ThinDotted", ""),
        ("ThickDotted", ""),
        ("ThinDashed", ""),
        ("ThickDashed", ""),
        ("Hidden", ""),
    ],
};

pub static PIECE_COLOUR_TYPE: EnumDef =
    EnumDef { name: "PieceColourType", doc: "", values: &[("Fill", ""), ("Edge", ""), ("Secondary", "")] };

pub static PIECE_STACK_TYPE: EnumDef = EnumDef {
    name: "PieceStackType",
    doc: "",
    values: &[
        ("Default", ""),
        ("Ground", ""),
        ("GroundDynamic", ""),
        ("Reverse", ""),
        ("Fan", ""),
        ("FanAlternating", ""),
        ("None", ""),
        ("Backgammon", ""),
        ("Count", ""),
        ("DefaultAndCount", ""),
        ("CountColoured", ""),
        ("Ring", ""),
        ("TowardsCenter", ""),
    ],
};

pub static PUZZLE_DRAW_HINT_TYPE: EnumDef = EnumDef {
    name: "PuzzleDrawHintType",
    doc: "",
    values: &[("Default", ""), ("TopLeft", ""), ("NextTo", ""), ("None", "")],
};

pub static PUZZLE_HINT_LOCATION_TYPE: EnumDef =
    EnumDef { name: "PuzzleHintLocationType", doc: "", values: &[("Default", ""), ("BetweenVertices", "")] };

pub static STACK_PROPERTY_TYPE: EnumDef =
    EnumDef { name: "StackPropertyType", doc: "", values: &[("Scale", ""), ("Limit", ""), ("Type", "")] };

pub static VALUE_LOCATION_TYPE: EnumDef = EnumDef {
    name: "ValueLocationType",
    doc: "",
    values: &[("None", ""), ("CornerLeft", ""), ("CornerRight", ""), ("Top", ""), ("Middle", "")],
};

pub static WHEN_SCORE_TYPE: EnumDef =
    EnumDef { name: "WhenScoreType", doc: "", values: &[("Always", ""), ("Never", ""), ("AtEnd", "")] };

pub static USER_COLOUR_TYPE: EnumDef = EnumDef {
    name: "UserColourType",
    doc: "",
    values: &[
        ("White", ""),
        ("Black", ""),
        ("Grey", ""),
        ("LightGrey", ""),
        ("VeryLightGrey", ""),
        ("DarkGrey", ""),
        ("VeryDarkGrey", ""),
        ("Dark", ""),
        ("Red", ""),
        ("Green", ""),
        ("Blue", ""),
        ("Yellow", ""),
        ("Pink", ""),
        ("Cyan", ""),
        ("Brown", ""),
        ("DarkBrown", ""),
        ("VeryDarkBrown", ""),
        ("Purple", ""),
        ("Magenta", ""),
        ("Turquoise", ""),
        ("Orange", ""),
        ("LightOrange", ""),
        ("LightRed", ""),
        ("DarkRed", ""),
        ("Burgundy", ""),
        ("LightGreen", ""),
        ("DarkGreen", ""),
        ("LightBlue", ""),
        ("VeryLightBlue", ""),
        ("DarkBlue", ""),
        ("IceBlue", ""),
        ("Gold", ""),
        ("Silver", ""),
        ("Bronze", ""),
        ("GunMetal", ""),
        ("HumanLight", ""),
        ("HumanDark", ""),
        ("Cream", ""),
        ("DeepPurple", ""),
        ("PinkFloyd", ""),
        ("BlackSabbath", ""),
        ("KingCrimson", ""),
        ("TangerineDream", ""),
        ("BabyBlue", ""),
        ("LightTan", ""),
        ("Hidden", ""),
    ],
};

/// Every list of words.
pub static ALL: &[&EnumDef] = &[
    &DIAGONALS_TYPE,
    &LINE_OF_SIGHT_TYPE,
    &FORGET_VALUE_ALL_TYPE,
    &HIDDEN_DATA,
    &LANDMARK_TYPE,
    &PUZZLE_ELEMENT_TYPE,
    &REGION_TYPE_DYNAMIC,
    &REGION_TYPE_STATIC,
    &RELATION_TYPE,
    &SITE_TYPE,
    &STEP_TYPE,
    &STORE_TYPE,
    &TILING_BOARDLESS_TYPE,
    &TRACK_TYPE,
    &CARD_TYPE,
    &DEALABLE_TYPE,
    &GRAVITY_TYPE,
    &MODE_TYPE,
    &NO_STACK_ON_TYPE,
    &PASS_END_TYPE,
    &PIN_TYPE,
    &PREV_TYPE,
    &REPETITION_TYPE,
    &RESULT_TYPE,
    &ROLE_TYPE,
    &WHEN_TYPE,
    &ABSOLUTE_DIRECTION,
    &COMPASS_DIRECTION,
    &RELATIVE_DIRECTION,
    &ROTATIONAL_DIRECTION,
    &SPATIAL_DIRECTION,
    &STACK_DIRECTION,
    &TILING3464_SHAPE_TYPE,
    &SUIT_TYPE,
    &BOARD_GRAPHICS_TYPE,
    &COMPONENT_STYLE_TYPE,
    &CONTAINER_STYLE_TYPE,
    &CONTROLLER_TYPE,
    &CURVE_TYPE,
    &EDGE_TYPE,
    &HOLE_TYPE,
    &LINE_STYLE,
    &PIECE_COLOUR_TYPE,
    &PIECE_STACK_TYPE,
    &PUZZLE_DRAW_HINT_TYPE,
    &PUZZLE_HINT_LOCATION_TYPE,
    &STACK_PROPERTY_TYPE,
    &VALUE_LOCATION_TYPE,
    &WHEN_SCORE_TYPE,
    &USER_COLOUR_TYPE,
];

//! The words of the language: every closed list of constants, with what each word means.

use crate::ty::EnumDef;

pub static DIAGONALS_TYPE: EnumDef = EnumDef {
    name: "DiagonalsType",
    doc: "a way to join diagonal neighbours",
    values: &[
        ("Implied", "neighbours, but without lines"),
        ("Solid", "joined by lines that meet in a vertex"),
        ("SolidNoSplit", "joined by lines that cross without meeting"),
        ("Alternating", "joined by lines in every other cell"),
        ("Concentric", "joined by lines around the centre"),
        ("Radiating", "joined by lines from the centre outwards"),
    ],
};

pub static LINE_OF_SIGHT_TYPE: EnumDef = EnumDef {
    name: "LineOfSightType",
    doc: "what is seen along a line",
    values: &[
        ("Empty", "the empty sites up to the first piece"),
        ("Farthest", "the last of these empty sites"),
        ("Piece", "the first piece"),
    ],
};

pub static FORGET_VALUE_ALL_TYPE: EnumDef = EnumDef {
    name: "ForgetValueAllType",
    doc: "the word `All`",
    values: &[("All", "every number that was remembered")],
};

pub static HIDDEN_DATA: EnumDef = EnumDef {
    name: "HiddenData",
    doc: "something about a site that can be hidden",
    values: &[
        ("What", "which kind of piece it is"),
        ("Who", "whose it is"),
        ("State", "its local state"),
        ("Count", "how many there are"),
        ("Rotation", "how it is turned"),
        ("Value", "its value"),
    ],
};

pub static LANDMARK_TYPE: EnumDef = EnumDef {
    name: "LandmarkType",
    doc: "a landmark of the board",
    values: &[
        ("CentreSite", "the middle"),
        ("LeftSite", "the leftmost site"),
        ("RightSite", "the rightmost site"),
        ("Topsite", "the topmost site"),
        ("BottomSite", "the lowest site"),
        ("FirstSite", "the site with the lowest number"),
        ("LastSite", "the site with the highest number"),
    ],
};

pub static PUZZLE_ELEMENT_TYPE: EnumDef = EnumDef {
    name: "PuzzleElementType",
    doc: "what a puzzle's constraint is about",
    values: &[("Cell", "each cell"), ("Edge", "each edge"), ("Vertex", "each vertex"), ("Hint", "each clue")],
};

pub static REGION_TYPE_DYNAMIC: EnumDef = EnumDef {
    name: "RegionTypeDynamic",
    doc: "which sites, by what stands there",
    values: &[
        ("Empty", "those that are empty"),
        ("NotEmpty", "those that are occupied"),
        ("Own", "those with a piece of the mover"),
        ("NotOwn", "those without a piece of the mover"),
        ("Enemy", "those with a piece of an enemy"),
        ("NotEnemy", "those without a piece of an enemy"),
    ],
};

pub static REGION_TYPE_STATIC: EnumDef = EnumDef {
    name: "RegionTypeStatic",
    doc: "a family of regions that the board has",
    values: &[
        ("Rows", "its rows"),
        ("Columns", "its columns"),
        ("AllDirections", "the sites in line with each site"),
        ("HintRegions", "the regions of the clues"),
        ("Layers", "its layers"),
        ("Diagonals", "its two long diagonals"),
        ("SubGrids", "its squares of squares, as in Sudoku"),
        ("Regions", "the regions named in the equipment"),
        ("Vertices", "its vertices"),
        ("Corners", "its corners"),
        ("Sides", "its sides"),
        ("SidesNoCorners", "its sides without the corners"),
        ("AllSites", "the whole board"),
        ("Touching", "each pair of neighbours"),
    ],
};

pub static RELATION_TYPE: EnumDef = EnumDef {
    name: "RelationType",
    doc: "a kind of neighbour",
    values: &[
        ("Orthogonal", "across an edge"),
        ("Diagonal", "across a corner, straight"),
        ("OffDiagonal", "across a corner, but not straight"),
        ("Adjacent", "sharing at least a corner"),
        ("All", "any kind"),
    ],
};

pub static SITE_TYPE: EnumDef = EnumDef {
    name: "SiteType",
    doc: "cells, vertices or edges",
    values: &[
        ("Vertex", "the points where lines meet"),
        ("Edge", "the lines between them"),
        ("Cell", "the areas between lines"),
    ],
};

pub static STEP_TYPE: EnumDef = EnumDef {
    name: "StepType",
    doc: "a step of a walk",
    values: &[("F", "one site forward"), ("L", "turn left"), ("R", "turn right")],
};

pub static STORE_TYPE: EnumDef = EnumDef {
    name: "StoreType",
    doc: "where a mancala board has its stores",
    values: &[("None", "nowhere"), ("Outer", "outside, at the ends"), ("Inner", "inside")],
};

pub static TILING_BOARDLESS_TYPE: EnumDef = EnumDef {
    name: "TilingBoardlessType",
    doc: "the shape of the cells of a board without edges",
    values: &[("Square", "squares"), ("Triangular", "triangles"), ("Hexagonal", "hexagons")],
};

pub static TRACK_TYPE: EnumDef =
    EnumDef { name: "TrackType", doc: "the word `Track`", values: &[("Track", "each track in turn")] };

pub static CARD_TYPE: EnumDef = EnumDef {
    name: "CardType",
    doc: "a kind of playing card",
    values: &[
        ("Joker", "the joker"),
        ("Ace", "the ace"),
        ("Two", "the two"),
        ("Three", "the three"),
        ("Four", "the four"),
        ("Five", "the five"),
        ("Six", "the six"),
        ("Seven", "the seven"),
        ("Eight", "the eight"),
        ("Nine", "the nine"),
        ("Ten", "the ten"),
        ("Jack", "the jack"),
        ("Queen", "the queen"),
        ("King", "the king"),
    ],
};

pub static DEALABLE_TYPE: EnumDef = EnumDef {
    name: "DealableType",
    doc: "what can be dealt",
    values: &[("Dominoes", "dominoes"), ("Cards", "cards")],
};

pub static GRAVITY_TYPE: EnumDef = EnumDef {
    name: "GravityType",
    doc: "a way of falling",
    values: &[("PyramidalDrop", "down the sides of a pyramid")],
};

pub static MODE_TYPE: EnumDef = EnumDef {
    name: "ModeType",
    doc: "a way of taking turns",
    values: &[
        ("Alternating", "one player after another"),
        ("Simultaneous", "all at once"),
        ("Simulation", "by itself, without players"),
    ],
};

pub static NO_STACK_ON_TYPE: EnumDef = EnumDef {
    name: "NoStackOnType",
    doc: "pieces on which nothing may be put",
    values: &[("Fallen", "those that have fallen")],
};

pub static PASS_END_TYPE: EnumDef = EnumDef {
    name: "PassEndType",
    doc: "what happens when all pass",
    values: &[("Draw", "the game is drawn"), ("NoEnd", "the game goes on")],
};

pub static PIN_TYPE: EnumDef = EnumDef {
    name: "PinType",
    doc: "how a piece is held by those above it",
    values: &[("SupportMultiple", "by carrying more than one")],
};

pub static PREV_TYPE: EnumDef = EnumDef {
    name: "PrevType",
    doc: "which player came before",
    values: &[
        ("Mover", "the player before the mover in turn order"),
        ("MoverLastTurn", "the player who made the move before this turn"),
    ],
};

pub static REPETITION_TYPE: EnumDef = EnumDef {
    name: "RepetitionType",
    doc: "what counts as the same position",
    values: &[
        ("SituationalInTurn", "pieces and player to move, within a turn"),
        ("PositionalInTurn", "pieces, within a turn"),
        ("Positional", "pieces, in the whole game"),
        ("Situational", "pieces and player to move, in the whole game"),
    ],
};

pub static RESULT_TYPE: EnumDef = EnumDef {
    name: "ResultType",
    doc: "an outcome",
    values: &[
        ("Win", "this player wins"),
        ("Loss", "this player loses"),
        ("Draw", "nobody wins"),
        ("Tie", "all share the win"),
        ("Abandon", "the game is given up"),
        ("Crash", "the game went wrong"),
    ],
};

pub static ROLE_TYPE: EnumDef = EnumDef {
    name: "RoleType",
    doc: "a player by role",
    values: &[
        ("Neutral", "nobody: pieces that belong to no side"),
        ("P1", "the first player"),
        ("P2", "the second player"),
        ("P3", "the third player"),
        ("P4", "the fourth player"),
        ("P5", "the fifth player"),
        ("P6", "the sixth player"),
        ("P7", "the seventh player"),
        ("P8", "the eighth player"),
        ("P9", "the ninth player"),
        ("P10", "the tenth player"),
        ("P11", "the eleventh player"),
        ("P12", "the twelfth player"),
        ("P13", "the thirteenth player"),
        ("P14", "the fourteenth player"),
        ("P15", "the fifteenth player"),
        ("P16", "the sixteenth player"),
        ("Team1", "the players of the first team"),
        ("Team2", "the players of the second team"),
        ("Team3", "the players of the third team"),
        ("Team4", "the players of the fourth team"),
        ("Team5", "the players of the fifth team"),
        ("Team6", "the players of the sixth team"),
        ("Team7", "the players of the seventh team"),
        ("Team8", "the players of the eighth team"),
        ("Team9", "the players of the ninth team"),
        ("Team10", "the players of the tenth team"),
        ("Team11", "the players of the eleventh team"),
        ("Team12", "the players of the twelfth team"),
        ("Team13", "the players of the thirteenth team"),
        ("Team14", "the players of the fourteenth team"),
        ("Team15", "the players of the fifteenth team"),
        ("Team16", "the players of the sixteenth team"),
        ("TeamMover", "the players of the mover's team"),
        ("Each", "each player, with one of their own"),
        ("Shared", "everybody together"),
        ("All", "all players"),
        ("Mover", "the player to move"),
        ("Next", "the player who moves next"),
        ("Prev", "the player who moved before"),
        ("NonMover", "all but the player to move"),
        ("Enemy", "the mover's opponents"),
        ("Friend", "the mover and the mover's team"),
        ("Ally", "the mover's team mates"),
        ("Player", "the player that a rule such as `(forEach Player …)` is looking at"),
    ],
};

pub static WHEN_TYPE: EnumDef = EnumDef {
    name: "WhenType",
    doc: "a moment",
    values: &[("StartOfTurn", "at the start of the turn"), ("EndOfTurn", "at the end of the turn")],
};

pub static ABSOLUTE_DIRECTION: EnumDef = EnumDef {
    name: "AbsoluteDirection",
    doc: "a direction of the board",
    values: &[
        ("All", "all neighbours of any kind"),
        ("Angled", "directions that are not along an axis"),
        ("Adjacent", "all neighbours that share at least a corner"),
        ("Axial", "directions along an axis"),
        ("Orthogonal", "across the edges of a cell"),
        ("Diagonal", "straight across the corners of a cell"),
        ("OffDiagonal", "across the corners of a cell, but not straight"),
        ("SameLayer", "neighbours on the same layer"),
        ("Upward", "neighbours on the layer above"),
        ("Downward", "neighbours on the layer below"),
        ("Rotational", "round the centre, both ways"),
        ("Base", "the site at the bottom of the same column"),
        ("Support", "the sites below that carry a site"),
        ("N", "north, up on the screen"),
        ("E", "east, right on the screen"),
        ("S", "south, down on the screen"),
        ("W", "west, left on the screen"),
        ("NE", "north-east"),
        ("SE", "south-east"),
        ("NW", "north-west"),
        ("SW", "south-west"),
        ("NNW", "between north and north-west"),
        ("WNW", "between west and north-west"),
        ("WSW", "between west and south-west"),
        ("SSW", "between south and south-west"),
        ("SSE", "between south and south-east"),
        ("ESE", "between east and south-east"),
        ("ENE", "between east and north-east"),
        ("NNE", "between north and north-east"),
        ("CW", "clockwise round the centre"),
        ("CCW", "anticlockwise round the centre"),
        ("In", "towards the centre"),
        ("Out", "away from the centre"),
        ("U", "up to the layer above"),
        ("UN", "up and north"),
        ("UNE", "up and north-east"),
        ("UE", "up and east"),
        ("USE", "up and south-east"),
        ("US", "up and south"),
        ("USW", "up and south-west"),
        ("UW", "up and west"),
        ("UNW", "up and north-west"),
        ("D", "down to the layer below"),
        ("DN", "down and north"),
        ("DNE", "down and north-east"),
        ("DE", "down and east"),
        ("DSE", "down and south-east"),
        ("DS", "down and south"),
        ("DSW", "down and south-west"),
        ("DW", "down and west"),
        ("DNW", "down and north-west"),
    ],
};

pub static COMPASS_DIRECTION: EnumDef = EnumDef {
    name: "CompassDirection",
    doc: "a point of the compass",
    values: &[
        ("N", "north, up on the screen"),
        ("NNE", "between north and north-east"),
        ("NE", "north-east"),
        ("ENE", "between east and north-east"),
        ("E", "east, right on the screen"),
        ("ESE", "between east and south-east"),
        ("SE", "south-east"),
        ("SSE", "between south and south-east"),
        ("S", "south, down on the screen"),
        ("SSW", "between south and south-west"),
        ("SW", "south-west"),
        ("WSW", "between west and south-west"),
        ("W", "west, left on the screen"),
        ("WNW", "between west and north-west"),
        ("NW", "north-west"),
        ("NNW", "between north and north-west"),
    ],
};

pub static RELATIVE_DIRECTION: EnumDef = EnumDef {
    name: "RelativeDirection",
    doc: "a direction as a piece sees it",
    values: &[
        ("Forward", "straight ahead"),
        ("Backward", "straight back"),
        ("Rightward", "to the right"),
        ("Leftward", "to the left"),
        ("Forwards", "ahead, straight or at a slant"),
        ("Backwards", "back, straight or at a slant"),
        ("Rightwards", "to the right, straight or at a slant"),
        ("Leftwards", "to the left, straight or at a slant"),
        ("FL", "ahead, one turn to the left"),
        ("FLL", "ahead, two turns to the left"),
        ("FLLL", "ahead, three turns to the left"),
        ("BL", "back, one turn to the left"),
        ("BLL", "back, two turns to the left"),
        ("BLLL", "back, three turns to the left"),
        ("FR", "ahead, one turn to the right"),
        ("FRR", "ahead, two turns to the right"),
        ("FRRR", "ahead, three turns to the right"),
        ("BR", "back, one turn to the right"),
        ("BRR", "back, two turns to the right"),
        ("BRRR", "back, three turns to the right"),
        ("SameDirection", "the direction of the last move"),
        ("OppositeDirection", "the direction opposite to the last move"),
    ],
};

pub static ROTATIONAL_DIRECTION: EnumDef = EnumDef {
    name: "RotationalDirection",
    doc: "a direction of a round board",
    values: &[
        ("Out", "away from the centre"),
        ("CW", "clockwise"),
        ("In", "towards the centre"),
        ("CCW", "anticlockwise"),
    ],
};

pub static SPATIAL_DIRECTION: EnumDef = EnumDef {
    name: "SpatialDirection",
    doc: "a direction between layers",
    values: &[
        ("D", "down"),
        ("DN", "down and north"),
        ("DNE", "down and north-east"),
        ("DE", "down and east"),
        ("DSE", "down and south-east"),
        ("DS", "down and south"),
        ("DSW", "down and south-west"),
        ("DW", "down and west"),
        ("DNW", "down and north-west"),
        ("U", "up"),
        ("UN", "up and north"),
        ("UNE", "up and north-east"),
        ("UE", "up and east"),
        ("USE", "up and south-east"),
        ("US", "up and south"),
        ("USW", "up and south-west"),
        ("UW", "up and west"),
        ("UNW", "up and north-west"),
    ],
};

pub static STACK_DIRECTION: EnumDef = EnumDef {
    name: "StackDirection",
    doc: "an end of a stack",
    values: &[("FromBottom", "from the bottom up"), ("FromTop", "from the top down")],
};

pub static TILING3464_SHAPE_TYPE: EnumDef = EnumDef {
    name: "Tiling3464ShapeType",
    doc: "a shape that the tiling 3.4.6.4 can be cut to",
    values: &[
        ("Custom", "a shape given by its sides"),
        ("Square", "a square"),
        ("Rectangle", "a rectangle"),
        ("Diamond", "a diamond"),
        ("Prism", "a diamond with two sides drawn out"),
        ("Triangle", "a triangle"),
        ("Hexagon", "a hexagon"),
        ("Star", "a star"),
        ("Limping", "a hexagon with sides of two lengths in turn"),
    ],
};

pub static SUIT_TYPE: EnumDef = EnumDef {
    name: "SuitType",
    doc: "a suit of cards",
    values: &[("Clubs", "clubs"), ("Spades", "spades"), ("Diamonds", "diamonds"), ("Hearts", "hearts")],
};

pub static BOARD_GRAPHICS_TYPE: EnumDef = EnumDef {
    name: "BoardGraphicsType",
    doc: "a part of the board's drawing",
    values: &[
        ("InnerEdges", "the lines within"),
        ("OuterEdges", "the outline"),
        ("Phase0", "cells of the first colour"),
        ("Phase1", "cells of the second colour"),
        ("Phase2", "cells of the third colour"),
        ("Phase3", "cells of the fourth colour"),
        ("Phase4", "cells of the fifth colour"),
        ("Phase5", "cells of the sixth colour"),
        ("Symbols", "the symbols"),
        ("InnerVertices", "the points within"),
        ("OuterVertices", "the points of the outline"),
    ],
};

pub static COMPONENT_STYLE_TYPE: EnumDef = EnumDef {
    name: "ComponentStyleType",
    doc: "a style of drawing pieces",
    values: &[
        ("Piece", "an ordinary piece"),
        ("Text", "its name"),
        ("Tile", "a tile"),
        ("Card", "a playing card"),
        ("Die", "a die"),
        ("Domino", "a domino"),
        ("LargePiece", "a piece that covers several cells"),
        ("ExtendedShogi", "a piece of shogi"),
        ("ExtendedXiangqi", "a piece of xiangqi"),
        ("NativeAmericanDice", "a stick with marks"),
    ],
};

pub static CONTAINER_STYLE_TYPE: EnumDef = EnumDef {
    name: "ContainerStyleType",
    doc: "a style of drawing boards",
    values: &[
        ("Board", "an ordinary board"),
        ("Hand", "a hand"),
        ("Deck", "a deck of cards"),
        ("Dice", "dice"),
        ("Boardless", "a board without edges"),
        ("ConnectiveGoal", "a board whose sides are to be connected"),
        ("Mancala", "a mancala board"),
        ("PenAndPaper", "dots and lines on paper"),
        ("Shibumi", "a board of holes for balls"),
        ("Spiral", "a spiral"),
        ("Isometric", "a board seen from an angle"),
        ("Puzzle", "a puzzle"),
        ("Backgammon", "a backgammon board"),
        ("Chess", "a chessboard"),
        ("Connect4", "an upright board"),
        ("Go", "a go board"),
        ("Graph", "points and lines"),
        ("HoundsAndJackals", "the board of Hounds and Jackals"),
        ("Janggi", "a janggi board"),
        ("Lasca", "a lasca board"),
        ("Shogi", "a shogi board"),
        ("SnakesAndLadders", "a board with snakes and ladders"),
        ("Surakarta", "a surakarta board"),
        ("Table", "a board of points in two rows"),
        ("Tafl", "a tafl board"),
        ("Xiangqi", "a xiangqi board"),
        ("UltimateTicTacToe", "boards within a board"),
        ("Futoshiki", "a futoshiki puzzle"),
        ("Hashi", "a hashi puzzle"),
        ("Kakuro", "a kakuro puzzle"),
        ("Sudoku", "a sudoku puzzle"),
    ],
};

pub static CONTROLLER_TYPE: EnumDef = EnumDef {
    name: "ControllerType",
    doc: "a way of finding what was clicked",
    values: &[
        ("BasicController", "the nearest site"),
        ("PyramidalController", "the topmost site of a pyramid"),
    ],
};

pub static CURVE_TYPE: EnumDef = EnumDef {
    name: "CurveType",
    doc: "a kind of curve",
    values: &[("Spline", "a smooth curve through points"), ("Bezier", "a curve pulled towards points")],
};

pub static EDGE_TYPE: EnumDef = EnumDef {
    name: "EdgeType",
    doc: "which edges",
    values: &[
        ("All", "all of them"),
        ("Inner", "those within"),
        ("Outer", "those of the outline"),
        ("Interlayer", "those between layers"),
    ],
};

pub static HOLE_TYPE: EnumDef = EnumDef {
    name: "HoleType",
    doc: "the shape of a hole",
    values: &[("Square", "a square"), ("Oval", "an oval")],
};

pub static LINE_STYLE: EnumDef = EnumDef {
    name: "LineStyle",
    doc: "a way of drawing a line",
    values: &[
        ("Thin", "thin"),
        ("Thick", "thick"),
        ("ThinDotted", "thin and dotted"),
        ("ThickDotted", "thick and dotted"),
        ("ThinDashed", "thin and dashed"),
        ("ThickDashed", "thick and dashed"),
        ("Hidden", "not at all"),
    ],
};

pub static PIECE_COLOUR_TYPE: EnumDef = EnumDef {
    name: "PieceColourType",
    doc: "a part of a piece's drawing",
    values: &[("Fill", "the area"), ("Edge", "the outline"), ("Secondary", "the second colour")],
};

pub static PIECE_STACK_TYPE: EnumDef = EnumDef {
    name: "PieceStackType",
    doc: "a way of drawing stacks",
    values: &[
        ("Default", "each piece a little above the one below"),
        ("Ground", "side by side on the site"),
        ("GroundDynamic", "side by side, spread by how many there are"),
        ("Reverse", "each piece a little below the one before"),
        ("Fan", "as a fan"),
        ("FanAlternating", "as a fan, to both sides in turn"),
        ("None", "only the top"),
        ("Backgammon", "along a point of a backgammon board"),
        ("Count", "the top, with the number of pieces"),
        ("DefaultAndCount", "stacked, with the number of pieces"),
        ("CountColoured", "the top, with the number of pieces in its colour"),
        ("Ring", "in a ring"),
        ("TowardsCenter", "in a line towards the centre of the board"),
    ],
};

pub static PUZZLE_DRAW_HINT_TYPE: EnumDef = EnumDef {
    name: "PuzzleDrawHintType",
    doc: "a place for a clue within its site",
    values: &[
        ("Default", "the middle"),
        ("TopLeft", "the top left corner"),
        ("NextTo", "beside it"),
        ("None", "nowhere"),
    ],
};

pub static PUZZLE_HINT_LOCATION_TYPE: EnumDef = EnumDef {
    name: "PuzzleHintLocationType",
    doc: "a place for a clue on the board",
    values: &[("Default", "on its first site"), ("BetweenVertices", "between two vertices")],
};

pub static STACK_PROPERTY_TYPE: EnumDef = EnumDef {
    name: "StackPropertyType",
    doc: "a property of a stack's drawing",
    values: &[
        ("Scale", "how far the pieces are apart"),
        ("Limit", "how many are drawn"),
        ("Type", "the way of drawing"),
    ],
};

pub static VALUE_LOCATION_TYPE: EnumDef = EnumDef {
    name: "ValueLocationType",
    doc: "a place for a number on a piece",
    values: &[
        ("None", "nowhere"),
        ("CornerLeft", "the left corner"),
        ("CornerRight", "the right corner"),
        ("Top", "the top"),
        ("Middle", "the middle"),
    ],
};

pub static WHEN_SCORE_TYPE: EnumDef = EnumDef {
    name: "WhenScoreType",
    doc: "when scores are shown",
    values: &[("Always", "always"), ("Never", "never"), ("AtEnd", "at the end of the game")],
};

pub static USER_COLOUR_TYPE: EnumDef = EnumDef {
    name: "UserColourType",
    doc: "a colour by name",
    values: &[
        ("White", "white"),
        ("Black", "black"),
        ("Grey", "grey"),
        ("LightGrey", "light grey"),
        ("VeryLightGrey", "very light grey"),
        ("DarkGrey", "dark grey"),
        ("VeryDarkGrey", "very dark grey"),
        ("Dark", "dark"),
        ("Red", "red"),
        ("Green", "green"),
        ("Blue", "blue"),
        ("Yellow", "yellow"),
        ("Pink", "pink"),
        ("Cyan", "cyan"),
        ("Brown", "brown"),
        ("DarkBrown", "dark brown"),
        ("VeryDarkBrown", "very dark brown"),
        ("Purple", "purple"),
        ("Magenta", "magenta"),
        ("Turquoise", "turquoise"),
        ("Orange", "orange"),
        ("LightOrange", "light orange"),
        ("LightRed", "light red"),
        ("DarkRed", "dark red"),
        ("Burgundy", "burgundy"),
        ("LightGreen", "light green"),
        ("DarkGreen", "dark green"),
        ("LightBlue", "light blue"),
        ("VeryLightBlue", "very light blue"),
        ("DarkBlue", "dark blue"),
        ("IceBlue", "ice blue"),
        ("Gold", "gold"),
        ("Silver", "silver"),
        ("Bronze", "bronze"),
        ("GunMetal", "gun metal"),
        ("HumanLight", "human light"),
        ("HumanDark", "human dark"),
        ("Cream", "cream"),
        ("DeepPurple", "deep purple"),
        ("PinkFloyd", "pink floyd"),
        ("BlackSabbath", "black sabbath"),
        ("KingCrimson", "king crimson"),
        ("TangerineDream", "tangerine dream"),
        ("BabyBlue", "baby blue"),
        ("LightTan", "light tan"),
        ("Hidden", "hidden"),
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

//! The pictures of pieces and symbols, drawn for this project: plain shapes in a square of 100 by 100, y downwards.
//! This module knows names and shapes; it knows nothing of colours, owners, boards or sizes.

/// How a layer is inked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Filled with the piece's colour and outlined.
    Body,
    /// Filled with a darker tone of it, outlined.
    Shade,
    /// A line in the contrasting colour.
    Line,
    /// A broad line in the contrasting colour.
    Thick,
    /// A broad line in the colour of outlines, for what sticks out of the body.
    Limb,
    /// Filled with the contrasting colour.
    Dot,
    /// A soft light on the piece.
    Glow,
}

/// A shape of a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    P(&'static str),
    C(f64, f64, f64),
}

pub type Picture = &'static [(Ink, Shape)];

use Ink::{Body, Dot, Glow, Limb, Line, Shade, Thick};
use Shape::{C, P};

// -- chess ------------------------------------------------------------------------------------------------------

const PAWN: Picture = &[
    (
        Body,
        P(
            "M50 17C58 17 64 23 64 31C64 36 62 39 59 42C63 43 66 46 66 50H58C59 63 64 70 73 76C77 79 78 83 78 89H22C22 83 23 79 27 76C36 70 41 63 42 50H34C34 46 37 43 41 42C38 39 36 36 36 31C36 23 42 17 50 17Z",
        ),
    ),
    (Line, P("M29 78H71")),
];

const ROOK: Picture = &[
    (
        Body,
        P(
            "M21 89V82C21 78 25 76 29 75L33 44L26 38V18H38V26H45V18H55V26H62V18H74V38L67 44L71 75C75 76 79 78 79 82V89Z",
        ),
    ),
    (Line, P("M34 44H66M29 75H71")),
];

const KNIGHT: Picture = &[
    (
        Body,
        P(
            "M27 89C26 75 33 66 44 55C38 57 34 56 31 60C28 64 23 66 19 63C15 60 14 55 17 50C22 43 24 36 29 30C32 26 35 24 36 22C35 17 36 13 37 8C41 10 45 13 47 17C50 13 53 11 57 10C57 14 56 17 56 19C74 26 81 48 79 89Z",
        ),
    ),
    (Line, P("M60 25C71 35 74 56 71 81")),
    (Dot, C(39.0, 34.0, 3.2)),
    (Dot, C(22.5, 56.0, 2.0)),
];

const BISHOP_BODY: Shape = P(
    "M50 20C61 29 68 39 68 50C68 57 65 61 60 65H63C66 65 66 72 63 72H60C62 77 70 78 76 80C79 81 80 85 80 89H20C20 85 21 81 24 80C30 78 38 77 40 72H37C34 72 34 65 37 65H40C35 61 32 57 32 50C32 39 39 29 50 20Z",
);

const BISHOP: Picture =
    &[(Body, C(50.0, 14.0, 5.5)), (Body, BISHOP_BODY), (Line, P("M50 35V55M41 44H59M40 65H60M40 72H60"))];

const BISHOP_PLAIN: Picture =
    &[(Body, C(50.0, 14.0, 5.5)), (Body, BISHOP_BODY), (Line, P("M53 48L63 34M40 65H60M40 72H60"))];

const QUEEN: Picture = &[
    (
        Body,
        P(
            "M22 89C22 85 24 82 27 80C30 76 29 72 27 66L14 33L30 52L31 24L43 50L50 20L57 50L69 24L70 52L86 33L73 66C71 72 70 76 73 80C76 82 78 85 78 89Z",
        ),
    ),
    (Body, C(14.0, 29.0, 5.0)),
    (Body, C(31.0, 19.0, 5.0)),
    (Body, C(50.0, 15.0, 5.0)),
    (Body, C(69.0, 19.0, 5.0)),
    (Body, C(86.0, 29.0, 5.0)),
    (Line, P("M28 67C42 62 58 62 72 67M28 79C42 75 58 75 72 79")),
];

const KING_BODY: Shape = P(
    "M50 30C57 30 60 36 58 42C64 35 76 33 83 40C91 49 81 60 73 66C71 72 71 76 73 80C76 82 78 85 78 89H22C22 85 24 82 27 80C29 76 29 72 27 66C19 60 9 49 17 40C24 33 36 35 42 42C40 36 43 30 50 30Z",
);

const KING: Picture = &[
    (Body, P("M46 6H54V12H61V20H54V31H46V20H39V12H46Z")),
    (Body, KING_BODY),
    (Line, P("M50 45V61M28 67C42 62 58 62 72 67M28 79C42 75 58 75 72 79")),
];

const KING_PLAIN: Picture = &[
    (Body, C(50.0, 22.0, 8.5)),
    (Body, KING_BODY),
    (Line, P("M50 45V61M28 67C42 62 58 62 72 67M28 79C42 75 58 75 72 79")),
];

const FERZ: Picture = &[
    (Body, C(50.0, 15.0, 5.5)),
    (
        Body,
        P(
            "M50 21C60 21 67 28 67 36C67 41 65 45 62 48H67V55H60C61 65 66 70 74 76C78 79 79 84 79 89H21C21 84 22 79 26 76C34 70 39 65 40 55H33V48H38C35 45 33 41 33 36C33 28 40 21 50 21Z",
        ),
    ),
    (Line, P("M34 36C44 40 56 40 66 36M38 48H62M28 78H72")),
];

const WAZIR: Picture = &[
    (
        Body,
        P(
            "M50 18L66 40L60 48H66V55H60C61 65 66 70 74 76C78 79 79 84 79 89H21C21 84 22 79 26 76C34 70 39 65 40 55H34V48H40L34 40Z",
        ),
    ),
    (Line, P("M40 48H60M28 78H72M50 28V40")),
];

const CANNON: Picture = &[
    (Body, P("M30 60L74 20C80 16 90 26 86 33L52 72Z")),
    (Body, C(40.0, 68.0, 19.0)),
    (Line, P("M27 68H53M40 55V81M72 26L82 37")),
    (Body, P("M56 78L88 86V90H52Z")),
];

const CHARIOT: Picture = &[
    (Body, P("M18 30C34 34 40 46 44 58H84V66H26C18 56 14 42 18 30Z")),
    (Body, C(46.0, 70.0, 18.0)),
    (Line, P("M46 52V88M28 70H64M33 57L59 83M59 57L33 83")),
];

// -- people and counters -------------------------------------------------------------------------------------------

const HUMAN: Picture =
    &[(Body, P("M17 88C17 64 32 54 50 54C68 54 83 64 83 88Z")), (Body, C(50.0, 33.0, 19.0))];

const SOLDIER: Picture = &[
    (Body, P("M18 89C18 66 32 57 50 57C68 57 82 66 82 89Z")),
    (Body, C(50.0, 42.0, 17.0)),
    (Shade, P("M30 36C30 16 70 16 70 36C70 40 30 40 30 36Z")),
    (Line, P("M50 58V88M36 62L50 74L64 62")),
];

const GNOME: Picture = &[
    (Body, P("M20 89C20 66 34 58 50 58C66 58 80 66 80 89Z")),
    (Body, C(50.0, 48.0, 17.0)),
    (Shade, P("M29 44C36 40 44 22 50 6C56 22 64 40 71 44C60 38 40 38 29 44Z")),
    (Dot, C(43.0, 49.0, 2.6)),
    (Dot, C(57.0, 49.0, 2.6)),
];

const THRALL: Picture = &[
    (Body, P("M50 20C64 20 72 34 73 54C74 68 76 74 80 88H20C24 74 26 68 27 54C28 34 36 20 50 20Z")),
    (Line, P("M26 62C40 68 60 68 74 62M24 74C40 80 60 80 76 74")),
];

const JARL: Picture = &[
    (Body, P("M24 34L36 44L50 22L64 44L76 34L74 60C75 72 78 80 82 89H18C22 80 25 72 26 60Z")),
    (Body, C(24.0, 30.0, 5.0)),
    (Body, C(50.0, 17.0, 6.0)),
    (Body, C(76.0, 30.0, 5.0)),
    (Line, P("M26 58C40 63 60 63 74 58M24 74C40 80 60 80 76 74")),
];

const CROWN: Picture = &[
    (Body, P("M20 78L12 34L34 52L50 22L66 52L88 34L80 78Z")),
    (Body, C(12.0, 30.0, 5.5)),
    (Body, C(50.0, 17.0, 6.0)),
    (Body, C(88.0, 30.0, 5.5)),
    (Line, P("M20 67H80")),
];

const DISC: Picture =
    &[(Body, C(50.0, 50.0, 42.0)), (Line, P("M50 21A29 29 0 1 1 50 79A29 29 0 1 1 50 21Z"))];

const MARKER: Picture =
    &[(Body, C(50.0, 50.0, 41.0)), (Glow, P("M20 46A31 31 0 0 1 46 20A36 36 0 0 0 20 46Z"))];

const BALL: Picture = &[
    (Body, C(50.0, 50.0, 43.0)),
    (Glow, P("M24 40C27 29 36 23 46 23C50 23 49 28 45 30C38 33 34 37 31 43C28 47 23 45 24 40Z")),
];

const COUNTER: Picture = &[
    (Body, C(50.0, 50.0, 42.0)),
    (Line, P("M50 15A35 35 0 1 1 50 85A35 35 0 1 1 50 15Z")),
    (Line, P("M50 31A19 19 0 1 1 50 69A19 19 0 1 1 50 31Z")),
];

const DOUBLE_COUNTER: Picture = &[
    (Shade, P("M8 52A42 36 0 0 0 92 52V62A42 36 0 0 1 8 62Z")),
    (Body, P("M50 18A42 33 0 1 1 50 84A42 33 0 1 1 50 18Z")),
    (Shade, P("M8 40A42 33 0 0 0 92 40V50A42 33 0 0 1 8 50Z")),
    (Body, P("M50 7A42 33 0 1 1 50 73A42 33 0 1 1 50 7Z")),
    (Line, P("M50 18A29 22 0 1 1 50 62A29 22 0 1 1 50 18Z")),
    (Thick, P("M36 47L33 33L43 40L50 28L57 40L67 33L64 47Z")),
];

const SEED: Picture = &[
    (Body, P("M50 26C70 26 82 38 80 52C78 66 66 75 50 75C34 75 20 66 20 50C20 36 32 26 50 26Z")),
    (Glow, P("M34 40C39 33 48 32 54 34C47 36 40 40 36 46C33 47 32 43 34 40Z")),
];

const DOT_PIECE: Picture = &[(Body, C(50.0, 50.0, 24.0))];
const RING: Picture =
    &[(Body, P("M50 8A42 42 0 1 1 50 92A42 42 0 1 1 50 8ZM50 28A22 22 0 1 0 50 72A22 22 0 1 0 50 28Z"))];
const SQUARE: Picture = &[(Body, P("M20 12H80Q88 12 88 20V80Q88 88 80 88H20Q12 88 12 80V20Q12 12 20 12Z"))];
const FULL_SQUARE: Picture = &[(Body, P("M2 2H98V98H2Z"))];
const RECTANGLE: Picture = &[(Body, P("M8 30H92V70H8Z"))];
const DIAMOND: Picture = &[(Body, P("M50 6L94 50L50 94L6 50Z"))];
const TRIANGLE: Picture = &[(Body, P("M50 10L92 84H8Z"))];
const HEXAGON: Picture = &[(Body, P("M50 6L88 28V72L50 94L12 72V28Z"))];
const OCTAGON: Picture = &[(Body, P("M32 7H68L93 32V68L68 93H32L7 68V32Z"))];
const CROSS: Picture =
    &[(Body, P("M24 10L50 36L76 10L90 24L64 50L90 76L76 90L50 64L24 90L10 76L36 50L10 24Z"))];
const PLUS: Picture = &[(Body, P("M40 10H60V40H90V60H60V90H40V60H10V40H40Z"))];
const MINUS: Picture = &[(Body, P("M10 40H90V60H10Z"))];
const STAR: Picture = &[(Body, P("M50 6L61 37L94 38L68 58L77 90L50 71L23 90L32 58L6 38L39 37Z"))];
const STAR_FOUR: Picture = &[(Body, P("M50 4L61 39L96 50L61 61L50 96L39 61L4 50L39 39Z"))];
const STAR_SIX: Picture =
    &[(Body, P("M50 5L63 27.5H89L76 50L89 72.5H63L50 95L37 72.5H11L24 50L11 27.5H37Z"))];
const HEART: Picture =
    &[(Body, P("M50 88C20 66 8 48 12 32C17 14 40 12 50 32C60 12 83 14 88 32C92 48 80 66 50 88Z"))];
const ARROW: Picture = &[(Body, P("M50 6L86 48H64V92H36V48H14Z"))];
const CONE: Picture = &[
    (Body, P("M50 8C56 30 70 62 84 78C72 92 28 92 16 78C30 62 44 30 50 8Z")),
    (Line, P("M16 78C30 70 70 70 84 78")),
];
const PYRAMID: Picture = &[(Body, P("M50 12L92 84H8Z")), (Shade, P("M50 12L92 84H60Z"))];
const STICK: Picture = &[(Body, P("M42 6Q50 0 58 6V94Q50 100 42 94Z"))];
const FLAG: Picture = &[(Body, P("M28 14C48 6 62 24 84 14V52C62 62 48 44 28 52Z")), (Limb, P("M26 10V92"))];
const BOMB: Picture = &[
    (Body, C(46.0, 60.0, 30.0)),
    (Limb, P("M66 38L76 26C80 20 88 22 88 14")),
    (Glow, P("M26 54C28 46 34 40 42 38C36 44 32 48 30 56Z")),
];
const SUN: Picture = &[
    (
        Body,
        P(
            "M50 4L58 22L73 9L74 28L93 27L80 42L97 50L80 58L93 73L74 72L73 91L58 78L50 96L42 78L27 91L26 72L7 73L20 58L3 50L20 42L7 27L26 28L27 9L42 22Z",
        ),
    ),
    (Line, P("M50 30A20 20 0 1 1 50 70A20 20 0 1 1 50 30Z")),
];
const MOON: Picture = &[(Body, P("M62 10A42 42 0 1 0 90 66A34 34 0 1 1 62 10Z"))];
const SHIELD: Picture = &[
    (Body, P("M50 8C62 16 74 18 86 18C88 54 76 80 50 93C24 80 12 54 14 18C26 18 38 16 50 8Z")),
    (Line, P("M50 10V92M14 42H86")),
];
const SWORD: Picture = &[
    (Body, P("M46 66V18L50 6L54 18V66Z")),
    (Body, P("M30 66H70V74H30Z")),
    (Body, P("M46 74H54V90H46Z")),
    (Body, C(50.0, 92.0, 5.0)),
];
const SPEAR: Picture = &[(Body, P("M47 36H53V96H47Z")), (Body, P("M50 4L62 24L54 40H46L38 24Z"))];
const SHIP: Picture = &[
    (Body, P("M10 62H90C86 80 76 88 66 88H30C20 88 13 78 10 62Z")),
    (Body, P("M50 8C70 20 76 40 72 56H50Z")),
    (Limb, P("M50 6V62")),
];
const HOUSE: Picture =
    &[(Body, P("M20 46H80V90H20Z")), (Shade, P("M50 12L92 50H8Z")), (Line, P("M42 90V66H58V90"))];
const CASTLE: Picture = &[
    (Body, P("M12 90V28H24V38H34V28H44V38H56V28H66V38H76V28H88V90Z")),
    (Line, P("M40 90V68C40 56 60 56 60 68V90")),
];

// -- animals: faces of one family ------------------------------------------------------------------------------------

const CAT_HEAD: Shape = P("M50 20C74 20 85 37 83 54C81 74 66 88 50 88C34 88 19 74 17 54C15 37 26 20 50 20Z");
const CAT_NOSE: Shape = P("M43 61H57L50 69Z");
const CAT_MOUTH: Shape = P("M50 69V74C47 80 40 80 38 76M50 74C53 80 60 80 62 76");

const TIGER: Picture = &[
    (Body, C(24.0, 27.0, 12.0)),
    (Body, C(76.0, 27.0, 12.0)),
    (Body, CAT_HEAD),
    (Thick, P("M50 21V35M39 24L42 35M61 24L58 35M18 52L31 55M20 65L32 63M82 52L69 55M80 65L68 63")),
    (Dot, C(37.0, 47.0, 4.2)),
    (Dot, C(63.0, 47.0, 4.2)),
    (Dot, CAT_NOSE),
    (Line, CAT_MOUTH),
];

const LEOPARD: Picture = &[
    (Body, C(24.0, 27.0, 12.0)),
    (Body, C(76.0, 27.0, 12.0)),
    (Body, CAT_HEAD),
    (Dot, C(50.0, 28.0, 3.6)),
    (Dot, C(39.0, 31.0, 3.0)),
    (Dot, C(61.0, 31.0, 3.0)),
    (Dot, C(45.0, 38.0, 2.4)),
    (Dot, C(55.0, 38.0, 2.4)),
    (Dot, C(25.0, 57.0, 3.0)),
    (Dot, C(29.0, 67.0, 3.0)),
    (Dot, C(75.0, 57.0, 3.0)),
    (Dot, C(71.0, 67.0, 3.0)),
    (Dot, C(37.0, 48.0, 4.2)),
    (Dot, C(63.0, 48.0, 4.2)),
    (Dot, CAT_NOSE),
    (Line, CAT_MOUTH),
];

const CAT: Picture = &[
    (Body, P("M20 12L42 26C48 24 52 24 58 26L80 12L82 46C86 68 70 88 50 88C30 88 14 68 18 46Z")),
    (Limb, P("M8 58L30 62M8 72L30 68M92 58L70 62M92 72L70 68")),
    (Dot, C(37.0, 48.0, 4.4)),
    (Dot, C(63.0, 48.0, 4.4)),
    (Dot, CAT_NOSE),
    (Line, CAT_MOUTH),
];

const LION: Picture = &[
    (
        Shade,
        P(
            "M50 5L62 14L77 13L81 27L93 36L89 50L94 64L82 72L77 87L62 86L50 95L38 86L23 87L18 72L6 64L11 50L7 36L19 27L23 13L38 14Z",
        ),
    ),
    (Body, P("M50 24C68 24 76 38 75 52C74 70 62 80 50 80C38 80 26 70 25 52C24 38 32 24 50 24Z")),
    (Dot, C(40.0, 45.0, 3.8)),
    (Dot, C(60.0, 45.0, 3.8)),
    (Dot, P("M44 57H56L50 64Z")),
    (Line, P("M50 64V68C47 74 41 73 40 70M50 68C53 74 59 73 60 70")),
];

const DOG: Picture = &[
    (
        Body,
        P(
            "M50 18C68 18 76 30 76 46C76 56 70 62 68 72C66 84 58 90 50 90C42 90 34 84 32 72C30 62 24 56 24 46C24 30 32 18 50 18Z",
        ),
    ),
    (Shade, P("M34 22C18 16 6 34 12 62C22 66 28 52 29 40Z")),
    (Shade, P("M66 22C82 16 94 34 88 62C78 66 72 52 71 40Z")),
    (Dot, C(40.0, 46.0, 4.0)),
    (Dot, C(60.0, 46.0, 4.0)),
    (Dot, P("M42 66C42 62 58 62 58 66C58 72 52 74 50 74C48 74 42 72 42 66Z")),
    (Line, P("M50 74V82")),
];

const WOLF: Picture = &[
    (Body, P("M18 8L38 26C46 23 54 23 62 26L82 8L82 42L90 58L74 68L50 94L26 68L10 58L18 42Z")),
    (Line, P("M50 30V42M24 20L30 32M76 20L70 32")),
    (Dot, P("M30 46L44 52C42 56 34 56 30 46Z")),
    (Dot, P("M70 46L56 52C58 56 66 56 70 46Z")),
    (Dot, P("M42 80H58L50 92Z")),
];

const FOX: Picture = &[
    (
        Body,
        P(
            "M14 8L38 28C46 25 54 25 62 28L86 8C90 34 86 52 76 64C66 76 58 88 50 92C42 88 34 76 24 64C14 52 10 34 14 8Z",
        ),
    ),
    (
        Glow,
        P(
            "M16 50C26 54 38 58 46 80L48 90C42 86 34 76 24 64C20 60 17 55 16 50ZM84 50C74 54 62 58 54 80L52 90C58 86 66 76 76 64C80 60 83 55 84 50Z",
        ),
    ),
    (Dot, C(35.0, 48.0, 4.2)),
    (Dot, C(65.0, 48.0, 4.2)),
    (Dot, C(50.0, 87.0, 6.0)),
];

const GOAT: Picture = &[
    (Shade, P("M42 30C40 8 22 2 12 16C22 14 30 22 32 38Z")),
    (Shade, P("M58 30C60 8 78 2 88 16C78 14 70 22 68 38Z")),
    (Body, P("M32 40L10 44C14 54 24 58 34 52ZM68 40L90 44C86 54 76 58 66 52Z")),
    (Body, P("M32 32C42 26 58 26 68 32C72 50 66 66 60 78H40C34 66 28 50 32 32Z")),
    (Body, P("M42 78H58L50 97Z")),
    (Dot, C(40.0, 47.0, 3.8)),
    (Dot, C(60.0, 47.0, 3.8)),
    (Line, P("M43 67L50 73L57 67")),
];

const SHEEP: Picture = &[
    (
        Body,
        P(
            "M50 8C58 4 68 8 70 16C80 16 88 26 84 36C92 42 92 56 82 60C82 72 68 78 60 72H40C32 78 18 72 18 60C8 56 8 42 16 36C12 26 20 16 30 16C32 8 42 4 50 8Z",
        ),
    ),
    (Shade, P("M34 42C42 36 58 36 66 42C68 60 62 90 50 92C38 90 32 60 34 42Z")),
    (Dot, C(42.0, 56.0, 3.6)),
    (Dot, C(58.0, 56.0, 3.6)),
    (Line, P("M44 76L50 81L56 76")),
];

const COW: Picture = &[
    (Shade, P("M32 28C22 26 14 20 12 8C2 22 8 40 28 42Z")),
    (Shade, P("M68 28C78 26 86 20 88 8C98 22 92 40 72 42Z")),
    (Body, P("M28 40L8 50C14 60 24 60 31 54ZM72 40L92 50C86 60 76 60 69 54Z")),
    (
        Body,
        P(
            "M30 28C42 22 58 22 70 28C76 44 72 58 70 66C74 82 64 92 50 92C36 92 26 82 30 66C28 58 24 44 30 28Z",
        ),
    ),
    (Line, P("M31 66C42 62 58 62 69 66")),
    (Dot, C(39.0, 46.0, 4.0)),
    (Dot, C(61.0, 46.0, 4.0)),
    (Dot, C(42.0, 77.0, 3.4)),
    (Dot, C(58.0, 77.0, 3.4)),
];

const HARE: Picture = &[
    (Body, P("M46 44C34 40 26 18 30 5C42 8 48 28 48 44ZM54 44C66 40 74 18 70 5C58 8 52 28 52 44Z")),
    (Body, P("M50 38C66 38 76 50 75 64C74 80 62 92 50 92C38 92 26 80 25 64C24 50 34 38 50 38Z")),
    (Dot, C(40.0, 59.0, 4.0)),
    (Dot, C(60.0, 59.0, 4.0)),
    (Dot, P("M45 70H55L50 76Z")),
    (Line, P("M50 76V81M38 84C44 86 48 84 50 81C52 84 56 86 62 84")),
];

const BEAR: Picture = &[
    (Body, C(23.0, 28.0, 13.0)),
    (Body, C(77.0, 28.0, 13.0)),
    (Body, C(50.0, 53.0, 36.0)),
    (Shade, P("M50 54C64 54 70 62 68 72C66 80 58 84 50 84C42 84 34 80 32 72C30 62 36 54 50 54Z")),
    (Dot, C(36.0, 45.0, 4.2)),
    (Dot, C(64.0, 45.0, 4.2)),
    (Dot, P("M42 62C42 58 58 58 58 62C58 68 52 70 50 70C48 70 42 68 42 62Z")),
];

const BOAR: Picture = &[
    (Body, P("M22 10L44 26L24 44ZM78 10L56 26L76 44Z")),
    (Body, C(50.0, 54.0, 36.0)),
    (Shade, P("M50 54C64 54 68 62 68 70C68 78 60 84 50 84C40 84 32 78 32 70C32 62 36 54 50 54Z")),
    (Dot, C(36.0, 44.0, 4.2)),
    (Dot, C(64.0, 44.0, 4.2)),
    (Dot, C(43.0, 69.0, 4.0)),
    (Dot, C(57.0, 69.0, 4.0)),
];

const DEER: Picture = &[
    (
        Limb,
        P("M40 32C30 26 26 18 28 6M30 20L16 18M34 27L18 30M60 32C70 26 74 18 72 6M70 20L84 18M66 27L82 30"),
    ),
    (Body, P("M34 40L12 38C16 50 26 54 35 50ZM66 40L88 38C84 50 74 54 65 50Z")),
    (Body, P("M34 34C42 29 58 29 66 34C70 52 64 70 59 82C56 92 44 92 41 82C36 70 30 52 34 34Z")),
    (Dot, C(40.0, 49.0, 3.8)),
    (Dot, C(60.0, 49.0, 3.8)),
    (Dot, P("M44 80H56L50 88Z")),
];

const ELEPHANT: Picture = &[
    (Shade, P("M34 26C16 12 2 30 8 52C12 68 28 68 36 56Z")),
    (Shade, P("M66 26C84 12 98 30 92 52C88 68 72 68 64 56Z")),
    (
        Body,
        P(
            "M50 14C68 14 74 32 70 48C67 58 60 60 59 68V84C59 94 41 94 41 84V68C40 60 33 58 30 48C26 32 32 14 50 14Z",
        ),
    ),
    (Line, P("M42 69H58M42 76H58M42 83H58")),
    (Dot, C(40.0, 42.0, 3.8)),
    (Dot, C(60.0, 42.0, 3.8)),
];

const RHINO: Picture = &[
    (Body, P("M24 16L36 26L28 36ZM76 16L64 26L72 36Z")),
    (Body, P("M50 20C70 20 76 36 72 52C70 64 74 92 50 92C26 92 30 64 28 52C24 36 30 20 50 20Z")),
    (Shade, P("M43 76C46 62 48 52 50 40C52 52 54 62 57 76Z")),
    (Dot, C(37.0, 50.0, 3.8)),
    (Dot, C(63.0, 50.0, 3.8)),
];

const RAT: Picture = &[
    (Body, C(22.0, 30.0, 16.0)),
    (Body, C(78.0, 30.0, 16.0)),
    (Body, P("M50 22C70 22 78 40 72 56C66 72 58 88 50 92C42 88 34 72 28 56C22 40 30 22 50 22Z")),
    (Limb, P("M12 72L36 74M16 86L38 79M88 72L64 74M84 86L62 79")),
    (Dot, C(40.0, 50.0, 4.0)),
    (Dot, C(60.0, 50.0, 4.0)),
    (Dot, C(50.0, 86.0, 6.0)),
];

const MONKEY: Picture = &[
    (Body, C(16.0, 50.0, 12.0)),
    (Body, C(84.0, 50.0, 12.0)),
    (Body, C(50.0, 50.0, 36.0)),
    (Shade, P("M50 38C58 28 72 34 70 48C74 60 68 78 50 78C32 78 26 60 30 48C28 34 42 28 50 38Z")),
    (Dot, C(40.0, 48.0, 3.8)),
    (Dot, C(60.0, 48.0, 3.8)),
    (Line, P("M40 66C46 71 54 71 60 66")),
];

const CAMEL: Picture = &[
    (
        Body,
        P(
            "M18 90L23 62C15 54 18 40 30 41C34 28 43 28 47 40C51 28 61 28 65 43C71 45 71 37 71 27C71 18 78 13 86 17L95 24C95 29 90 31 84 30C82 42 82 55 75 62L79 90H71L66 64C56 67 46 67 36 64L28 90Z",
        ),
    ),
    (Dot, C(82.0, 22.0, 2.4)),
];

const BIRD: Picture = &[
    (Limb, P("M44 80V93M56 78V93")),
    (
        Body,
        P(
            "M8 70C16 66 14 60 18 54C26 43 40 40 54 44C56 30 64 19 74 21C82 23 84 31 83 36L94 42L82 46C82 66 66 82 46 82C30 82 20 72 8 70Z",
        ),
    ),
    (Line, P("M32 58C40 70 56 68 62 55")),
    (Dot, C(73.0, 32.0, 3.0)),
];

const GOOSE: Picture = &[
    (Limb, P("M42 82V93M54 81V93")),
    (
        Body,
        P(
            "M6 60C20 58 34 50 48 52C57 52 57 38 57 27C57 12 74 8 79 20L94 26L79 31C76 40 77 50 75 62C71 80 52 84 38 82C24 80 14 72 6 60Z",
        ),
    ),
    (Line, P("M28 62C38 74 54 72 60 60")),
    (Dot, C(70.0, 22.0, 3.0)),
];

const FISH: Picture = &[
    (Body, P("M6 50C18 26 54 22 74 46L94 28C90 42 90 58 94 72L74 54C54 78 18 74 6 50Z")),
    (Line, P("M34 36C40 44 40 56 34 64")),
    (Dot, C(22.0, 46.0, 3.2)),
];

const DRAGON: Picture = &[
    (Shade, P("M36 28L24 4L46 20ZM64 28L76 4L54 20Z")),
    (
        Body,
        P(
            "M50 18C66 18 76 28 78 40L92 36L82 54C78 62 70 64 68 76C66 88 58 93 50 93C42 93 34 88 32 76C30 64 22 62 18 54L8 36L22 40C24 28 34 18 50 18Z",
        ),
    ),
    (Dot, P("M32 44L46 50C44 55 35 54 32 44ZM68 44L54 50C56 55 65 54 68 44Z")),
    (Dot, C(44.0, 76.0, 2.8)),
    (Dot, C(56.0, 76.0, 2.8)),
];

const SNAKE: Picture = &[
    (
        Body,
        P(
            "M72 14C86 14 90 32 76 36C60 40 42 36 40 46C40 54 62 50 74 56C90 66 80 90 54 90C34 90 20 82 12 70C26 78 44 82 54 78C64 74 62 68 52 66C38 64 26 60 26 46C26 30 44 26 58 26C60 18 66 14 72 14Z",
        ),
    ),
    (Dot, C(73.0, 22.0, 2.8)),
    (Limb, P("M83 24L94 18")),
];

const TURTLE: Picture = &[
    (Body, C(50.0, 14.0, 11.0)),
    (Body, C(18.0, 34.0, 9.0)),
    (Body, C(82.0, 34.0, 9.0)),
    (Body, C(22.0, 78.0, 9.0)),
    (Body, C(78.0, 78.0, 9.0)),
    (Shade, C(50.0, 56.0, 35.0)),
    (
        Line,
        P(
            "M50 36L67 46V66L50 76L33 66V46ZM50 36V21M67 46L80 38M67 66L80 74M50 76V91M33 66L20 74M33 46L20 38",
        ),
    ),
];

// -- symbols printed on boards ---------------------------------------------------------------------------------------

const FLOWER: Picture = &[
    (
        Body,
        P(
            "M50 50C38 36 38 16 50 6C62 16 62 36 50 50ZM50 50C62 64 62 84 50 94C38 84 38 64 50 50ZM50 50C36 62 16 62 6 50C16 38 36 38 50 50ZM50 50C64 38 84 38 94 50C84 62 64 62 50 50Z",
        ),
    ),
    (
        Shade,
        P(
            "M50 50C45 38 30 28 20 20C24 32 36 46 50 50ZM50 50C55 38 70 28 80 20C76 32 64 46 50 50ZM50 50C45 62 30 72 20 80C24 68 36 54 50 50ZM50 50C55 62 70 72 80 80C76 68 64 54 50 50Z",
        ),
    ),
    (Body, C(50.0, 50.0, 8.0)),
];

const WAVES: Picture = &[(
    Thick,
    P(
        "M10 30Q20 18 30 30T50 30T70 30T90 30M10 50Q20 38 30 50T50 50T70 50T90 50M10 70Q20 58 30 70T50 70T70 70T90 70",
    ),
)];
const THIN_CROSS: Picture = &[(Line, P("M3 3L97 97M97 3L3 97"))];
const MOUNTAIN: Picture =
    &[(Body, P("M4 86L36 24L54 58L66 38L96 86Z")), (Glow, P("M36 24L46 43L38 40L32 46L27 41Z"))];
const FOREST: Picture = &[
    (Body, P("M30 8L50 42H40L56 70H4L20 42H10Z")),
    (Body, P("M70 24L90 56H80L96 82H44L60 56H50Z")),
    (Limb, P("M30 70V86M70 82V94")),
];
const CORN: Picture = &[
    (Body, P("M50 6C66 20 66 50 50 70C34 50 34 20 50 6Z")),
    (Shade, P("M50 92C30 84 22 60 28 40C40 50 48 70 50 92ZM50 92C70 84 78 60 72 40C60 50 52 70 50 92Z")),
];
const HORUS: Picture = &[
    (
        Thick,
        P(
            "M8 28C30 14 66 16 92 34M8 50C28 32 66 32 90 52C66 66 30 66 8 50ZM46 62L52 90M66 60C70 76 84 82 90 72C92 66 84 64 84 70",
        ),
    ),
    (Dot, C(49.0, 48.0, 9.0)),
];
const ANKH: Picture = &[(Thick, P("M50 46C30 36 30 8 50 8C70 8 70 36 50 46V92M26 54H74"))];
const NEFER: Picture =
    &[(Body, P("M50 46C66 52 70 84 50 92C30 84 34 52 50 46Z")), (Thick, P("M50 8V48M36 22H64"))];
const FLAGPOLE: Picture = &[(Thick, P("M42 8V94")), (Body, P("M44 10L74 16L44 26Z"))];
const THREE_LINES: Picture = &[(Thick, P("M24 12V88M50 12V88M76 12V88"))];
const TWO_LINES: Picture = &[(Thick, P("M36 12V88M64 12V88"))];
const DOOR: Picture = &[(Body, P("M26 92V30C26 4 74 4 74 30V92Z")), (Dot, C(64.0, 56.0, 4.0))];
const KNOT: Picture = &[(Thick, P("M22 22H62V78H22ZM38 38H78V62H38ZM38 38"))];
const KEY: Picture = &[
    (Body, P("M50 6A20 20 0 1 1 49.9 6ZM50 18A8 8 0 1 0 50.1 18Z")),
    (Body, P("M46 45H54V92H46ZM54 70H68V78H54ZM54 84H66V92H54Z")),
];
const FAN: Picture =
    &[(Body, P("M50 90L10 34C30 8 70 8 90 34Z")), (Line, P("M50 90L24 22M50 90L50 14M50 90L76 22"))];
const TREE: Picture = &[(Body, P("M50 6L74 40H62L82 70H18L38 40H26Z")), (Limb, P("M50 70V92"))];
const ROBOT: Picture = &[
    (Body, P("M26 30H74V66H26Z")),
    (Body, P("M32 70H68V90H32Z")),
    (Limb, P("M50 30V16")),
    (Body, C(50.0, 13.0, 5.0)),
    (Dot, C(40.0, 46.0, 4.5)),
    (Dot, C(60.0, 46.0, 4.5)),
    (Line, P("M38 58H62")),
];

/// The picture of a plain name in lower case; nothing for names we have no picture for.
fn exact(name: &str) -> Option<Picture> {
    Some(match name {
        "pawn" | "pawn3d" | "roundpawn" | "peon" | "senetpiece" => PAWN,
        "rook" | "tower" | "rukh" => ROOK,
        "knight" | "horse" | "rider" | "cavalry" | "unicorn" => KNIGHT,
        "bishop" | "alfil" => BISHOP,
        "bishopnocross" | "bishop_nocross" => BISHOP_PLAIN,
        "queen" | "amazon" | "maharaja" | "empress" => QUEEN,
        "king" | "emperor" => KING,
        "kingnocross" | "king_nocross" | "mann" | "commoner" => KING_PLAIN,
        "ferz" | "ferznocross" | "ferz_nocross" | "vizier" | "minister" | "counsellor" | "advisor" => FERZ,
        "wazir" => WAZIR,
        "cannon" | "catapult" | "artillery" | "shooter" => CANNON,
        "chariot" | "car" | "wagon" | "oxcart" => CHARIOT,
        "human" | "man" | "woman" | "person" | "foot" | "player" | "hunter" | "prisoner" | "theseus"
        | "mother" | "father" | "wrestler" | "wizard" => HUMAN,
        "soldier" | "guard" | "warrior" | "infantry" | "captain" | "officer" | "lieutenant" | "sergeant"
        | "colonel" | "commander" | "scout" | "archer" | "general" | "marshal" => SOLDIER,
        "gnome" | "witch" | "goblin" => GNOME,
        "thrall" | "huscarl" | "hunn" | "viking" => THRALL,
        "jarl" | "dux" | "konakis" | "hnefi" => JARL,
        "prince" | "princess" | "crown" | "lord" | "duke" | "warlord" => CROWN,
        "disc" | "discflat" | "checker" | "draught" | "disk" => DISC,
        "marker" | "stone" | "token" | "dotlarge" => MARKER,
        "ball" | "marble" | "sphere" | "neutron" => BALL,
        "counter" | "discring" | "urpiece" => COUNTER,
        "doublecounter" | "counterdouble" | "discdouble" | "doubledisc" | "disckdouble" | "dublett" => {
            DOUBLE_COUNTER
        }
        "seed" | "bean" | "pebble" | "nut" => SEED,
        "dot" | "dotsmall" | "puc" | "vagi" => DOT_PIECE,
        "ring" | "hole" => RING,
        "square" | "tile" | "block" | "box" | "cube" | "squaresmall" | "wall" | "rubble" | "base" => SQUARE,
        "squarelarge" | "cell" => FULL_SQUARE,
        "rectangle" | "paddle" | "brick" => RECTANGLE,
        "diamond" | "lozenge" | "squarediag" => DIAMOND,
        "triangle" | "trianglesmall" | "trianglelarge" => TRIANGLE,
        "hex" | "hexagon" | "hexe" => HEXAGON,
        "octagon" | "octagonsmall" | "octagonlarge" => OCTAGON,
        "cross" | "x" => CROSS,
        "plus" => PLUS,
        "minus" => MINUS,
        "star" => STAR,
        "starfour" | "counterstar" => STAR_FOUR,
        "starsix" | "hexstar" => STAR_SIX,
        "heart" => HEART,
        "arrow" | "pointer" => ARROW,
        "cone" => CONE,
        "pyramid" => PYRAMID,
        "stick" | "rod" | "line" => STICK,
        "flag" | "standardbearer" | "standard" => FLAG,
        "bomb" | "bomber" | "nuclearbomb" => BOMB,
        "sun" => SUN,
        "moon" => MOON,
        "shield" => SHIELD,
        "sword" => SWORD,
        "spear" | "lance" => SPEAR,
        "ship" | "boat" | "battleship" | "cruiser" | "submarine" | "zhou" => SHIP,
        "house" | "barn" | "town" | "factory" | "airport" | "dock" => HOUSE,
        "castle" | "fort" | "fortress" => CASTLE,
        "tiger" => TIGER,
        "leopard" | "jaguar" | "panther" | "cheetah" | "puma" => LEOPARD,
        "cat" => CAT,
        "lion" | "mountainlion" => LION,
        "dog" | "hound" | "houndoutline" | "pup" => DOG,
        "wolf" | "hyena" | "jackal" | "coyote" => WOLF,
        "fox" => FOX,
        "goat" | "capricorn" | "ram" => GOAT,
        "sheep" | "lamb" | "ewe" => SHEEP,
        "cow" | "bull" | "ox" | "buffalo" | "yak" | "calf" | "waterbuffalo" => COW,
        "hare" | "rabbit" => HARE,
        "bear" => BEAR,
        "boar" | "pig" | "hog" => BOAR,
        "deer" | "stag" | "gazelle" | "antelope" | "elk" | "giraffe" => DEER,
        "elephant" => ELEPHANT,
        "rhino" | "rhinoceros" => RHINO,
        "rat" | "mouse" => RAT,
        "monkey" | "ape" => MONKEY,
        "camel" | "donkey" | "llama" => CAMEL,
        "hen" | "chicken" | "chick" | "dove" | "bird" | "crow" | "cock" | "eagle" | "falcon" | "hawk"
        | "phoenix" | "phenix" | "peacock" | "swallow" | "sparrow" | "owl" | "kite" => BIRD,
        "goose" | "geese" | "duck" | "swan" | "stork" | "heron" | "bat" => GOOSE,
        "fish" | "whale" | "shark" | "dolphin" | "seal" => FISH,
        "dragon" | "kirin" => DRAGON,
        "snake" | "serpent" => SNAKE,
        "turtle" | "tortoise" | "toad" | "frog" => TURTLE,
        "flower" | "rosette" | "rose" => FLOWER,
        "water" | "waves" | "wave" | "river" | "sea" => WAVES,
        "thincross" => THIN_CROSS,
        "mountain" | "hill" => MOUNTAIN,
        "forest" | "wood" => FOREST,
        "tree" => TREE,
        "corn" | "wheat" => CORN,
        "horus" | "eye" => HORUS,
        "ankh" | "ankh_waset" => ANKH,
        "nefer" | "3nefer" => NEFER,
        "2flags" | "3flags" => FLAGPOLE,
        "3lines" => THREE_LINES,
        "2lines" => TWO_LINES,
        "senetcross" => THIN_CROSS,
        "door" | "gate" => DOOR,
        "knot" | "knotsquare" | "knottriangle" => KNOT,
        "key" => KEY,
        "fan" => FAN,
        "robot" | "tank" | "helicopter" => ROBOT,
        _ => return None,
    })
}

/// The words of a name like `FlyingDragon2` or `water_buffalo`, in lower case, numbers left out.
pub fn words(name: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut fresh = true;
    for c in name.chars() {
        if !c.is_alphabetic() {
            fresh = true;
            continue;
        }
        if fresh || c.is_uppercase() {
            out.push(String::new());
        }
        fresh = false;
        if let Some(word) = out.last_mut() {
            word.extend(c.to_lowercase());
        }
    }
    out
}

/// The picture for a piece's or symbol's name: the whole name, then without a number or a suffix, then by its
/// last telling word (a `FlyingStag` is a stag).
pub fn find(name: &str) -> Option<(&'static str, Picture)> {
    let lower = name.to_ascii_lowercase();
    let trimmed = lower.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
    let key = |name: &str| exact(name).map(|picture| (intern(picture), picture));
    key(&lower)
        .or_else(|| key(trimmed))
        .or_else(|| {
            key(trimmed.trim_end_matches("_black").trim_end_matches("_white").trim_end_matches("outline"))
        })
        .or_else(|| key(trimmed.split('_').next().unwrap_or(trimmed)))
        .or_else(|| words(name).iter().rev().filter(|w| w.len() > 2).find_map(|w| key(w)))
}

/// A stable short name for a picture: the first name that leads to it in [`GALLERY`].
fn intern(picture: Picture) -> &'static str {
    GALLERY
        .iter()
        .find(|&&name| exact(name).is_some_and(|p| std::ptr::eq(p, picture)))
        .copied()
        .unwrap_or("picture")
}

/// One name for every picture, for tests and for the page that shows them all.
pub const GALLERY: &[&str] = &[
    "pawn",
    "rook",
    "knight",
    "bishop",
    "bishopnocross",
    "queen",
    "king",
    "kingnocross",
    "ferz",
    "wazir",
    "cannon",
    "chariot",
    "human",
    "soldier",
    "gnome",
    "thrall",
    "jarl",
    "crown",
    "disc",
    "marker",
    "ball",
    "counter",
    "doublecounter",
    "seed",
    "dot",
    "ring",
    "square",
    "cell",
    "rectangle",
    "diamond",
    "triangle",
    "hexagon",
    "octagon",
    "cross",
    "plus",
    "minus",
    "star",
    "starfour",
    "starsix",
    "heart",
    "arrow",
    "cone",
    "pyramid",
    "stick",
    "flag",
    "bomb",
    "sun",
    "moon",
    "shield",
    "sword",
    "spear",
    "ship",
    "house",
    "castle",
    "tiger",
    "leopard",
    "cat",
    "lion",
    "dog",
    "wolf",
    "fox",
    "goat",
    "sheep",
    "cow",
    "hare",
    "bear",
    "boar",
    "deer",
    "elephant",
    "rhino",
    "rat",
    "monkey",
    "camel",
    "bird",
    "goose",
    "fish",
    "dragon",
    "snake",
    "turtle",
    "flower",
    "water",
    "thincross",
    "mountain",
    "forest",
    "tree",
    "corn",
    "horus",
    "ankh",
    "nefer",
    "2flags",
    "3lines",
    "2lines",
    "door",
    "knot",
    "key",
    "fan",
    "robot",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_of_the_gallery_exists_and_has_a_name_of_its_own() {
        for name in GALLERY {
            let (found, _) = find(name).unwrap_or_else(|| panic!("no picture for {name}"));
            assert_eq!(found, *name);
        }
    }

    #[test]
    fn names_lead_to_pictures_by_their_telling_part() {
        let named = |name: &str| find(name).map(|(n, _)| n);
        assert_eq!(named("Pawn1"), Some("pawn"));
        assert_eq!(named("KingNoCross"), Some("kingnocross"));
        assert_eq!(named("Bishop_noCross2"), Some("bishopnocross"));
        assert_eq!(named("FlyingStag"), Some("deer"));
        assert_eq!(named("King_black"), Some("king"));
        assert_eq!(named("Zzyzx"), None);
    }
}

//! The colours of the house: wood, paper and ink, and players' colours that stay apart for every kind of eye.
//! Names of colours in descriptions are mapped to tuned tones here; colours given by number are taken as they are.

use crate::style::Colour;

pub const INK: Colour = Colour::hex(0x2a2320);
pub const IVORY: Colour = Colour::hex(0xfaf6ec);
/// Coordinates and captions: legible on white and on dark pages alike.
pub const CAPTION: Colour = Colour::hex(0x8a7d70);
pub const PAPER: Colour = Colour::hex(0xf6ecd8);
pub const WOOD_LIGHT: Colour = Colour::hex(0xf0dcb8);
pub const WOOD: Colour = Colour::hex(0xe5c48d);
pub const WOOD_MIDDLE: Colour = Colour::hex(0xd2a76d);
pub const WOOD_DARK: Colour = Colour::hex(0xb58458);
pub const WOOD_FRAME: Colour = Colour::hex(0x7b5434);
pub const LINE: Colour = Colour::hex(0x6d4c30);
pub const PIT: Colour = Colour::hex(0x9a6a3f);
pub const LEAF: Colour = Colour::hex(0x5d8c62);
pub const HIGHLIGHT: Colour = Colour::hex(0x1f8fd0);
pub const LAST_MOVE: Colour = Colour::hex(0xf2c230);
pub const WARNING: Colour = Colour::hex(0xd43b2a);

/// Cells of different phases where nothing is said about them.
pub const PHASES: [Colour; 6] = [
    Colour::hex(0xf0dcb8),
    Colour::hex(0xb98a5e),
    Colour::hex(0xd8b27c),
    Colour::hex(0xe9cf9d),
    Colour::hex(0xa87a50),
    Colour::hex(0xc99c68),
];

/// A player's colour where nothing is said about it: light, dark, then hues chosen after Okabe and Ito.
pub fn player(owner: u8, players: u8) -> Colour {
    if owner == 0 {
        return Colour::hex(0xb3a896);
    }
    if owner > players.max(1) {
        return Colour::hex(0xe9dfc9);
    }
    const COLOURS: [Colour; 16] = [
        Colour::hex(0xfaf6ec),
        Colour::hex(0x3a3431),
        Colour::hex(0xd5532b),
        Colour::hex(0x2478b8),
        Colour::hex(0xe8ab28),
        Colour::hex(0x1f9b78),
        Colour::hex(0xc678a9),
        Colour::hex(0x6fbfe6),
        Colour::hex(0x8c5a3c),
        Colour::hex(0x6a5acd),
        Colour::hex(0xa3b84a),
        Colour::hex(0x8f2d56),
        Colour::hex(0xf1d9a7),
        Colour::hex(0x4f6d7a),
        Colour::hex(0xe58a8a),
        Colour::hex(0x9aa0a6),
    ];
    COLOURS[(usize::from(owner) - 1) % COLOURS.len()]
}

/// A colour by its name in the language (any case).
pub fn named(name: &str) -> Option<Colour> {
    Some(match name.to_ascii_lowercase().as_str() {
        "white" => IVORY,
        "black" => Colour::hex(0x3a3431),
        "grey" | "gray" => Colour::hex(0x9b948b),
        "lightgrey" => Colour::hex(0xd0cac1),
        "verylightgrey" => Colour::hex(0xe9e4da),
        "darkgrey" => Colour::hex(0x6a645d),
        "verydarkgrey" => Colour::hex(0x4a4540),
        "dark" => Colour::hex(0x2a2623),
        "red" => Colour::hex(0xcf3f2e),
        "green" => Colour::hex(0x3f9a52),
        "blue" => Colour::hex(0x2a72b5),
        "yellow" => Colour::hex(0xf0c93a),
        "pink" => Colour::hex(0xe79ab0),
        "cyan" => Colour::hex(0x53b9cc),
        "brown" => Colour::hex(0x8c5d3a),
        "darkbrown" => Colour::hex(0x64401f),
        "verydarkbrown" => Colour::hex(0x452b15),
        "purple" => Colour::hex(0x7a4b9c),
        "magenta" => Colour::hex(0xbf4a94),
        "turquoise" => Colour::hex(0x35ac9f),
        "orange" => Colour::hex(0xe58a2b),
        "lightorange" => Colour::hex(0xf2bb79),
        "lightred" => Colour::hex(0xe58473),
        "darkred" => Colour::hex(0x96281e),
        "burgundy" => Colour::hex(0x6f2231),
        "lightgreen" => Colour::hex(0x9bcb8f),
        "darkgreen" => Colour::hex(0x2b6a3c),
        "lightblue" => Colour::hex(0x8fbfe3),
        "verylightblue" => Colour::hex(0xcfe3f2),
        "darkblue" => Colour::hex(0x1d4777),
        "iceblue" => Colour::hex(0xdbecf3),
        "gold" => Colour::hex(0xd9ab3a),
        "silver" => Colour::hex(0xbfc0c2),
        "bronze" => Colour::hex(0xb0783f),
        "gunmetal" => Colour::hex(0x4b5563),
        "humanlight" => Colour::hex(0xe6c19c),
        "humandark" => Colour::hex(0x8a5a3a),
        "cream" => Colour::hex(0xf7ecd0),
        "deeppurple" => Colour::hex(0x4d2a6b),
        "pinkfloyd" => Colour::hex(0xe07fae),
        "blacksabbath" => Colour::hex(0x2b2140),
        "kingcrimson" => Colour::hex(0xa81e3a),
        "tangerinedream" => Colour::hex(0xee8450),
        "babyblue" => Colour::hex(0xa7d3ee),
        "lighttan" => Colour::hex(0xead7b2),
        "hidden" => Colour::hex(0).with_alpha(0),
        _ => return None,
    })
}

/// The colour for lines and letters on a ground.
pub fn on(ground: Colour) -> Colour {
    if ground.brightness() > 0.5 { INK } else { IVORY }
}

/// The outline of a filled shape: dark, and darker than the fill.
pub fn outline(fill: Colour) -> Colour {
    if fill.brightness() < 0.3 { Colour::hex(0x15110f) } else { INK }
}

/// A colour for a large surface: screaming ones are mixed with paper, all others stay as they are.
pub fn calm(colour: Colour) -> Colour {
    let range = colour.r.max(colour.g).max(colour.b) - colour.r.min(colour.g).min(colour.b);
    match range {
        0..=110 => colour,
        111..=150 => colour.mix(PAPER, 0.25),
        _ => colour.mix(PAPER, 0.45),
    }
}

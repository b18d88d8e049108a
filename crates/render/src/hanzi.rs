//! Characters for the pieces of xiangqi, janggi and shogi, as strokes in a square of 100 by 100, y downwards.
//! Written for diagrams: the forms are the printed ones, the strokes plain lines.

/// The strokes of a character.
pub fn strokes(character: char) -> Option<&'static str> {
    Some(match character {
        '王' => "M20 18H80M24 50H76M12 84H88M50 18V84",
        '玉' => "M20 18H80M24 50H76M12 84H88M50 18V84M64 62L76 72",
        '金' => "M50 8L12 44M50 8L88 44M30 46H70M20 62H80M50 46V88M31 70L38 82M69 70L62 82M10 90H90",
        '銀' => {
            "M26 8L6 36M26 8L46 32M14 38H40M10 54H42M26 38V86M13 64L18 77M40 62L35 77M6 90L46 82M56 14H88V46H56M56 30H88M56 14V88L74 76M66 46C70 66 80 80 96 88M92 54L76 66"
        }
        '飛' => {
            "M14 12H66C66 28 74 36 90 36L92 26M72 12L84 19M50 22L22 34M34 30V90M10 48H60M58 22V90M30 62L14 72M62 44H88C88 70 92 82 96 84M74 52L84 62M70 68L80 78"
        }
        '角' => {
            "M42 6L16 36M38 16H64L52 32M26 34H80V84L68 92M26 34V68C26 80 22 88 12 94M26 52H80M26 69H80M53 34V90"
        }
        '桂' => {
            "M6 34H46M26 8V92M26 36L6 68M28 40L44 58M54 22H92M73 8V46M50 46H96M56 68H92M73 52V90M48 90H98"
        }
        '香' => "M66 8L26 18M12 32H88M50 14V54M48 34L14 58M52 34L86 58M30 60H70V94H30ZM30 77H70",
        '歩' => {
            "M50 6V40M50 22H78M27 16V40M8 40H92M50 46V68M30 50L16 66M70 48L86 62M78 58C62 82 44 90 20 94"
        }
        'と' => "M36 10C36 26 40 38 46 46M82 26C60 36 24 48 22 68C20 88 44 90 82 86",
        '竜' => {
            "M50 4V16M20 18H80M34 26L40 38M66 26L60 38M10 42H90M26 52H74V78H26ZM26 65H74M50 42V84C50 94 60 94 86 92L90 80"
        }
        '馬' => {
            "M26 8H82M26 8V62H86C86 76 82 96 68 92M26 26H76M26 44H76M50 8V62M16 72L8 90M34 74L38 87M50 74L55 86M66 72L73 81"
        }
        '全' => "M50 6L10 44M50 6L90 44M28 48H72M30 68H70M50 48V90M12 90H88",
        '圭' => "M24 24H76M50 6V46M12 46H88M26 68H74M50 54V90M10 90H90",
        '杏' => "M12 24H88M50 6V56M48 26L14 54M52 26L86 54M30 62H70V94H30Z",
        '士' => "M12 36H88M50 8V86M22 86H78",
        '仕' => "M34 8L8 46M24 30V92M42 38H96M69 10V86M46 86H92",
        '象' => {
            "M42 6L20 26M38 13H64L54 25M26 26H80V44H26ZM52 26V44L20 64M40 52C58 60 64 82 50 94L40 88M50 62L20 80M56 70L20 94M86 50L64 62M62 58L94 88"
        }
        '相' => "M6 32H48M27 8V92M27 36L6 66M28 40L46 56M56 14H92V90H56ZM56 39H92M56 64H92",
        '車' => "M18 20H82M24 34H76V70H24ZM24 52H76M8 83H92M50 6V97",
        '炮' => {
            "M24 8V40C24 64 18 80 6 92M8 28L13 44M42 24L34 42M26 58L42 80M62 8L46 36M58 22H92V58L82 66M56 40H78V58H56M56 40V80C56 92 64 92 94 90V78"
        }
        '砲' => {
            "M6 16H44M26 16C22 36 14 52 4 62M16 50H40V84H16ZM62 8L46 36M58 22H92V58L82 66M56 40H78V58H56M56 40V80C56 92 64 92 94 90V78"
        }
        '包' => "M38 6L12 38M32 20H86V66L74 76M28 38H64V58H28M28 38V78C28 92 44 92 92 90V76",
        '卒' => "M50 4V14M12 17H88M34 20L16 48M34 30L46 44M68 20L52 48M68 30L84 44M8 64H92M50 50V97",
        '兵' => "M68 6L32 16M34 14V62M34 38H84M62 38V62M6 62H94M36 70L14 93M62 70L86 93",
        '帥' => "M28 6L20 22M14 22H40V46H14M14 60H40V86H14M14 22V86M50 26H94V72L84 74M50 26V78M72 6V97",
        '將' => {
            "M10 16V44H32M32 6V96M8 62H32M20 62L8 92M58 8L40 34M56 18H82C76 36 64 48 44 54M56 28L66 38M42 62H97M80 52V94L68 89M54 70L62 82"
        }
        '楚' => {
            "M10 20H44M27 6V46M27 22L10 40M28 24L42 36M54 20H92M73 6V46M72 22L56 40M74 24L92 40M16 53H84L78 63M50 53V92M50 71H74M34 62C32 76 24 88 10 95M28 78C44 92 70 94 92 92"
        }
        '漢' => {
            "M10 10L20 19M6 34L16 42M6 92L22 62M32 20H96M48 8V32M80 8V32M42 38H86V56H42ZM64 32V66M30 67H98M62 67C58 80 46 90 30 96M66 69C72 82 82 90 98 95"
        }
        _ => return None,
    })
}

/// The character of a piece by its name in games of the xiangqi and janggi kind; `first` is the player who moves first.
pub fn xiangqi(name: &str, first: bool) -> Option<char> {
    Some(match name {
        "jiang" | "shuai" | "gung" | "jang" => {
            if first {
                '帥'
            } else {
                '將'
            }
        }
        "cho" => '楚',
        "han" => '漢',
        "shi" | "sa" => {
            if first {
                '仕'
            } else {
                '士'
            }
        }
        "xiang" => {
            if first {
                '相'
            } else {
                '象'
            }
        }
        "sang" => '象',
        "ma" => '馬',
        "ju" | "che" | "cha" => '車',
        "pao" => {
            if first {
                '炮'
            } else {
                '砲'
            }
        }
        "po" => '包',
        "zu" | "bing" | "byeong" | "jol" => {
            if first {
                '兵'
            } else {
                '卒'
            }
        }
        _ => return None,
    })
}

/// The character of a piece of the shogi kind, and whether it is a promoted one (printed in red).
pub fn shogi(name: &str, first: bool) -> Option<(char, bool)> {
    Some(match name {
        "osho" | "gyokusho" | "king" => (if first { '玉' } else { '王' }, false),
        "kinsho" | "goldgeneral" | "gold" => ('金', false),
        "ginsho" | "silvergeneral" | "silver" => ('銀', false),
        "hisha" | "rook" => ('飛', false),
        "kakugyo" | "bishop" => ('角', false),
        "keima" | "knight" => ('桂', false),
        "kyosha" | "lance" => ('香', false),
        "fuhyo" | "pawn" => ('歩', false),
        "tokin" => ('と', true),
        "ryuo" | "dragonking" => ('竜', true),
        "ryuma" | "dragonhorse" => ('馬', true),
        "narigin" => ('全', true),
        "narikei" => ('圭', true),
        "narikyo" => ('杏', true),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_we_name_can_be_drawn() {
        for name in ["jiang", "shi", "xiang", "ma", "ju", "pao", "zu", "po", "sang", "byeong"] {
            for first in [true, false] {
                let c = xiangqi(name, first).unwrap();
                assert!(strokes(c).is_some(), "{c}");
            }
        }
        for name in [
            "osho", "kinsho", "ginsho", "hisha", "kakugyo", "keima", "kyosha", "fuhyo", "tokin", "ryuo",
            "ryuma", "narigin", "narikei", "narikyo",
        ] {
            for first in [true, false] {
                let (c, _) = shogi(name, first).unwrap();
                assert!(strokes(c).is_some(), "{c}");
            }
        }
    }
}

//! Letters as lines: a small stroke font of our own, so that pictures look the same wherever they are shown,
//! with or without fonts. It knows how letters look and how long a text is, and nothing else.
//!
//! A glyph is drawn in units of a hundredth of the font size: the baseline at 0, capitals up to -70, small letters
//! up to -50, tails down to 20. Only absolute M L H V C Z are used, so that text can be moved by arithmetic.

use crate::canvas::{Canvas, Path, Pen};
use crate::style::Colour;
use crate::view::Pt;

/// Space between two glyphs; strokes are round and reach out by half their width.
const GAP: f64 = 19.0;

/// Width and strokes of a glyph; `?` for what we do not have.
fn glyph(c: char) -> (f64, &'static str) {
    match c {
        'A' => (50.0, "M0 0L25 -70L50 0M9 -24L41 -24"),
        'B' => (44.0, "M0 0V-70H22C46 -70 46 -38 22 -38H0M22 -38C52 -38 52 0 22 0H0"),
        'C' => (46.0, "M46 -58C39 -67 32 -70 26 -70C9 -70 0 -55 0 -35C0 -15 9 0 26 0C33 0 40 -3 46 -12"),
        'D' => (48.0, "M0 0V-70H18C58 -70 58 0 18 0Z"),
        'E' => (37.0, "M37 0H0V-70H37M0 -37H31"),
        'F' => (36.0, "M0 0V-70H36M0 -36H30"),
        'G' => {
            (47.0, "M46 -58C39 -67 32 -70 26 -70C9 -70 0 -55 0 -35C0 -15 9 0 26 0C35 0 42 -4 47 -10V-32H29")
        }
        'H' => (44.0, "M0 0V-70M44 0V-70M0 -36H44"),
        'I' => (0.0, "M0 0V-70"),
        'J' => (27.0, "M27 -70V-20C27 6 2 6 0 -16"),
        'K' => (43.0, "M0 0V-70M41 -70L0 -28M14 -42L43 0"),
        'L' => (35.0, "M0 -70V0H35"),
        'M' => (56.0, "M0 0V-70L28 -22L56 -70V0"),
        'N' => (44.0, "M0 0V-70L44 0V-70"),
        'O' => (54.0, "M27 -70C9 -70 0 -55 0 -35C0 -15 9 0 27 0C45 0 54 -15 54 -35C54 -55 45 -70 27 -70Z"),
        'P' => (41.0, "M0 0V-70H22C47 -70 47 -32 22 -32H0"),
        'Q' => (
            54.0,
            "M27 -70C9 -70 0 -55 0 -35C0 -15 9 0 27 0C45 0 54 -15 54 -35C54 -55 45 -70 27 -70ZM33 -18L54 4",
        ),
        'R' => (43.0, "M0 0V-70H22C47 -70 47 -34 22 -34H0M22 -34L43 0"),
        'S' => (
            42.0,
            "M40 -59C34 -67 28 -70 21 -70C9 -70 2 -63 2 -53C2 -32 42 -42 42 -18C42 -6 33 0 21 0C12 0 5 -3 0 -12",
        ),
        'T' => (46.0, "M0 -70H46M23 -70V0"),
        'U' => (44.0, "M0 -70V-24C0 8 44 8 44 -24V-70"),
        'V' => (48.0, "M0 -70L24 0L48 -70"),
        'W' => (68.0, "M0 -70L17 0L34 -60L51 0L68 -70"),
        'X' => (44.0, "M0 -70L44 0M44 -70L0 0"),
        'Y' => (46.0, "M0 -70L23 -34L46 -70M23 -34V0"),
        'Z' => (43.0, "M1 -70H42L0 0H43"),
        'a' => {
            (36.0, "M36 -49V0M36 -25C36 -8 30 0 18 0C6 0 0 -10 0 -25C0 -40 6 -50 18 -50C30 -50 36 -42 36 -25")
        }
        'b' => {
            (36.0, "M0 -72V0M0 -25C0 -8 6 0 18 0C30 0 36 -10 36 -25C36 -40 30 -50 18 -50C6 -50 0 -42 0 -25")
        }
        'c' => (33.0, "M33 -40C28 -47 24 -50 18 -50C6 -50 0 -40 0 -25C0 -10 6 0 18 0C24 0 29 -3 33 -10"),
        'd' => {
            (36.0, "M36 -72V0M36 -25C36 -8 30 0 18 0C6 0 0 -10 0 -25C0 -40 6 -50 18 -50C30 -50 36 -42 36 -25")
        }
        'e' => (36.0, "M0 -27H36C36 -42 29 -50 18 -50C6 -50 0 -40 0 -25C0 -10 6 0 19 0C26 0 31 -3 34 -9"),
        'f' => (23.0, "M24 -71C14 -73 9 -68 9 -58V0M0 -46H22"),
        'g' => (
            36.0,
            "M36 -49V2C36 24 10 26 2 13M36 -25C36 -8 30 0 18 0C6 0 0 -10 0 -25C0 -40 6 -50 18 -50C30 -50 36 -42 36 -25",
        ),
        'h' => (32.0, "M0 -72V0M0 -29C2 -56 32 -58 32 -30V0"),
        'i' => (0.0, "M0 -48V0M0 -66V-67"),
        'j' => (8.0, "M8 -48V8C8 18 4 21 -4 19M8 -66V-67"),
        'k' => (32.0, "M0 -72V0M30 -48L0 -20M10 -29L32 0"),
        'l' => (0.0, "M0 -72V0"),
        'm' => (54.0, "M0 -48V0M0 -29C2 -56 27 -57 27 -30V0M27 -29C29 -56 54 -57 54 -30V0"),
        'n' => (32.0, "M0 -48V0M0 -29C2 -56 32 -58 32 -30V0"),
        'o' => (38.0, "M19 -50C7 -50 0 -40 0 -25C0 -10 7 0 19 0C31 0 38 -10 38 -25C38 -40 31 -50 19 -50Z"),
        'p' => {
            (36.0, "M0 -48V20M0 -25C0 -8 6 0 18 0C30 0 36 -10 36 -25C36 -40 30 -50 18 -50C6 -50 0 -42 0 -25")
        }
        'q' => (
            36.0,
            "M36 -48V20M36 -25C36 -8 30 0 18 0C6 0 0 -10 0 -25C0 -40 6 -50 18 -50C30 -50 36 -42 36 -25",
        ),
        'r' => (20.0, "M0 -48V0M0 -27C2 -44 10 -51 20 -48"),
        's' => (30.0, "M28 -41C22 -53 2 -54 2 -38C2 -20 30 -31 30 -13C30 4 6 4 0 -9"),
        't' => (23.0, "M9 -64V-12C9 -1 14 2 23 -1M0 -46H21"),
        'u' => (32.0, "M0 -48V-19C0 8 30 6 32 -20M32 -48V0"),
        'v' => (34.0, "M0 -48L17 0L34 -48"),
        'w' => (52.0, "M0 -48L13 0L26 -42L39 0L52 -48"),
        'x' => (32.0, "M0 -48L32 0M32 -48L0 0"),
        'y' => (34.0, "M0 -48L17 -2M34 -48L14 8C11 16 7 20 0 19"),
        'z' => (32.0, "M1 -48H31L0 0H32"),
        '0' => (42.0, "M21 -70C6 -70 0 -54 0 -35C0 -16 6 0 21 0C36 0 42 -16 42 -35C42 -54 36 -70 21 -70Z"),
        '1' => (20.0, "M0 -56L18 -70V0"),
        '2' => (42.0, "M2 -53C4 -76 40 -75 40 -50C40 -34 18 -22 1 0H42"),
        '3' => {
            (41.0, "M3 -62C14 -76 38 -71 37 -53C36 -41 26 -38 15 -38C30 -38 41 -32 41 -19C41 3 12 6 0 -11")
        }
        '4' => (44.0, "M33 0V-70L0 -19H44"),
        '5' => (42.0, "M37 -70H8L4 -37C18 -48 42 -43 42 -21C42 3 12 6 0 -11"),
        '6' => (42.0, "M36 -64C20 -78 0 -60 0 -28C0 9 42 9 42 -21C42 -49 6 -49 0 -22"),
        '7' => (40.0, "M0 -70H40L13 0"),
        '8' => {
            (42.0, "M21 -38C-1 -38 0 -70 21 -70C42 -70 43 -38 21 -38C-6 -38 -6 0 21 0C48 0 48 -38 21 -38Z")
        }
        '9' => (42.0, "M6 -6C22 8 42 -10 42 -42C42 -79 0 -79 0 -49C0 -21 36 -21 42 -48"),
        ' ' => (14.0, ""),
        '+' => (40.0, "M20 -55V-15M0 -35H40"),
        '-' | '\u{2013}' | '\u{2212}' => (24.0, "M0 -28H24"),
        '\u{2014}' => (48.0, "M0 -28H48"),
        '\u{d7}' => (34.0, "M0 -47L34 -13M34 -47L0 -13"),
        '=' => (36.0, "M0 -44H36M0 -24H36"),
        '.' => (0.0, "M0 -1V0"),
        ',' => (4.0, "M4 -2L0 12"),
        ':' => (0.0, "M0 -1V0M0 -40V-41"),
        ';' => (4.0, "M4 -2L0 12M4 -40V-41"),
        '\'' | '\u{2019}' => (0.0, "M0 -70V-54"),
        '"' => (14.0, "M0 -70V-54M14 -70V-54"),
        '(' => (14.0, "M14 -78C-5 -50 -5 -14 14 14"),
        ')' => (14.0, "M0 -78C19 -50 19 -14 0 14"),
        '[' => (14.0, "M14 -78H0V12H14"),
        ']' => (14.0, "M0 -78H14V12H0"),
        '/' => (30.0, "M0 8L30 -76"),
        '!' => (0.0, "M0 -70V-22M0 -1V0"),
        '*' => (30.0, "M15 -70V-40M2 -62L28 -48M28 -62L2 -48"),
        '#' => (42.0, "M14 -64L8 0M34 -64L28 0M2 -44H42M0 -20H40"),
        '%' => (
            50.0,
            "M46 -70L4 0M10 -70C-2 -70 -2 -46 10 -46C22 -46 22 -70 10 -70ZM40 -24C28 -24 28 0 40 0C52 0 52 -24 40 -24Z",
        ),
        '&' => (
            50.0,
            "M50 0L12 -46C0 -62 12 -71 20 -70C34 -69 36 -54 22 -44C-2 -30 -4 0 20 0C36 0 44 -14 46 -30",
        ),
        '<' => (34.0, "M34 -58L0 -35L34 -12"),
        '>' => (34.0, "M0 -58L34 -35L0 -12"),
        '^' => (34.0, "M0 -40L17 -68L34 -40"),
        '_' => (40.0, "M0 4H40"),
        '\u{2192}' => (56.0, "M0 -30H56M38 -48L56 -30L38 -12"),
        '\u{b7}' => (0.0, "M0 -30V-31"),
        _ => (40.0, "M2 -54C4 -76 40 -75 40 -50C40 -36 20 -36 20 -20M20 -1V0"),
    }
}

/// Letters with marks become the letters below the marks; the picture's title keeps the true spelling.
fn plain(c: char) -> char {
    match c {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' | 'ạ' | 'æ' => 'a',
        'ç' | 'č' | 'ć' => 'c',
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ẹ' => 'e',
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'ı' => 'i',
        'ñ' | 'ń' | 'ṇ' => 'n',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ọ' => 'o',
        'ù' | 'ú' | 'û' | 'ü' | 'ū' => 'u',
        'ý' | 'ÿ' => 'y',
        'ś' | 'š' | 'ş' | 'ṣ' => 's',
        'ž' | 'ź' | 'ż' => 'z',
        'ł' => 'l',
        'ğ' => 'g',
        'À' | 'Á' | 'Â' | 'Ã' | 'Ä' | 'Å' | 'Ā' => 'A',
        'Ç' | 'Č' => 'C',
        'È' | 'É' | 'Ê' | 'Ë' => 'E',
        'Í' | 'Î' | 'İ' => 'I',
        'Ñ' => 'N',
        'Ó' | 'Ô' | 'Ö' | 'Ø' | 'Ō' => 'O',
        'Ú' | 'Û' | 'Ü' => 'U',
        'Š' | 'Ş' => 'S',
        'Ž' => 'Z',
        'ʻ' | 'ʼ' | '‘' | '`' => '\'',
        other => other,
    }
}

/// Length of a text at a font size, from the first stroke's middle to the last one's.
pub fn length(text: &str, size: f64) -> f64 {
    let mut total = 0.0;
    for (i, c) in text.chars().enumerate() {
        if i > 0 {
            total += GAP;
        }
        total += glyph(plain(c)).0;
    }
    total * size / 100.0
}

/// Where a text is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// The strokes of a text whose middle (or start, or end) is at a point; `at.y` is the middle of its capitals.
pub fn strokes(text: &str, at: Pt, size: f64, anchor: Anchor) -> Path {
    let scale = size / 100.0;
    let mut x = match anchor {
        Anchor::Start => at.x,
        Anchor::Middle => at.x - length(text, size) / 2.0,
        Anchor::End => at.x - length(text, size),
    };
    let y = at.y + 35.0 * scale;
    let mut path = Path::new();
    for c in text.chars() {
        let (width, data) = glyph(plain(c));
        trace(&mut path, data, Pt::new(x, y), scale);
        x += (width + GAP) * scale;
    }
    path
}

/// Add strokes in our small path dialect (absolute M L H V C Q Z) to a path, scaled and moved.
pub fn trace(path: &mut Path, data: &str, origin: Pt, scale: f64) {
    let place = |x: f64, y: f64| Pt::new(origin.x + x * scale, origin.y + y * scale);
    let mut pen = (0.0, 0.0);
    let mut rest = data;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        let end = rest.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let numbers: Vec<f64> = rest[..end].split_whitespace().filter_map(|n| n.parse().ok()).collect();
        rest = &rest[end..];
        match (letter, numbers.as_slice()) {
            ('M', &[x, y]) => {
                pen = (x, y);
                path.start(place(x, y));
            }
            ('L', pairs) => {
                for pair in pairs.chunks_exact(2) {
                    pen = (pair[0], pair[1]);
                    path.line(place(pen.0, pen.1));
                }
            }
            ('H', &[x]) => {
                pen.0 = x;
                path.line(place(pen.0, pen.1));
            }
            ('V', &[y]) => {
                pen.1 = y;
                path.line(place(pen.0, pen.1));
            }
            ('Q', &[a, b, x, y]) => {
                pen = (x, y);
                path.quad(place(a, b), place(x, y));
            }
            ('C', sixes) => {
                for six in sixes.chunks_exact(6) {
                    pen = (six[4], six[5]);
                    path.cubic(place(six[0], six[1]), place(six[2], six[3]), place(six[4], six[5]));
                }
            }
            ('Z', &[]) => path.close(),
            _ => {}
        }
    }
}

/// How heavy letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    Light,
    Regular,
    Bold,
}

impl Weight {
    /// Stroke width as a share of the font size.
    pub fn share(self) -> f64 {
        match self {
            Weight::Light => 0.07,
            Weight::Regular => 0.095,
            Weight::Bold => 0.135,
        }
    }
}

/// Write a text onto a canvas.
pub fn write(
    canvas: &mut Canvas,
    text: &str,
    at: Pt,
    size: f64,
    anchor: Anchor,
    weight: Weight,
    colour: Colour,
) {
    let path = strokes(text, at, size, anchor);
    canvas.path(&path, &Pen::line(colour, size * weight.share()).rounded(), "");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glyph_is_written_in_our_dialect() {
        for c in (0x20u8..0x7f).map(char::from) {
            let (_, data) = glyph(c);
            let mut rest = data;
            while let Some(letter) = rest.chars().next() {
                assert!("MLHVCZ".contains(letter), "{c}: {letter}");
                rest = &rest[1..];
                let end = rest.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(rest.len());
                let numbers: Vec<f64> = rest[..end].split_whitespace().map(|n| n.parse().unwrap()).collect();
                let count = numbers.len();
                let wanted = match letter {
                    'M' => count == 2,
                    'L' => count > 0 && count.is_multiple_of(2),
                    'C' => count > 0 && count.is_multiple_of(6),
                    'H' | 'V' => count == 1,
                    _ => count == 0,
                };
                assert!(wanted, "{c}: {letter} with {count} numbers");
                rest = &rest[end..];
            }
        }
    }

    #[test]
    fn letters_with_marks_are_as_long_as_those_without() {
        assert_eq!(length("Örebro", 10.0), length("Orebro", 10.0));
        assert!(length("MM", 10.0) > length("M", 10.0));
    }
}

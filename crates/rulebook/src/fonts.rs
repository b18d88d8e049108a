//! The standard fonts of PDF: how wide letters are, and which bytes stand for them. Every reader of PDF has these fonts,
//! so none is carried along.

/// A standard font, by what it is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Font {
    /// Times: what is read.
    Text,
    /// Times italic: captions.
    Slanted,
    /// Helvetica bold: headings.
    Heading,
}

/// Widths of the letters from space to tilde, in thousandths of the size.
const TIMES: [u16; 95] = [
    250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500,
    500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611, 556, 722, 722, 333,
    389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469,
    500, 333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389,
    278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
];
const TIMES_ITALIC: [u16; 95] = [
    250, 333, 420, 500, 500, 833, 778, 214, 333, 333, 500, 675, 250, 333, 250, 278, 500, 500, 500, 500, 500,
    500, 500, 500, 500, 500, 333, 333, 675, 675, 675, 500, 920, 611, 611, 667, 722, 611, 611, 722, 722, 333,
    444, 667, 556, 833, 667, 722, 611, 722, 611, 500, 556, 722, 611, 833, 611, 556, 556, 389, 278, 389, 422,
    500, 333, 500, 500, 444, 500, 444, 278, 500, 500, 278, 278, 444, 278, 722, 500, 500, 500, 500, 389, 389,
    278, 500, 444, 667, 444, 444, 389, 400, 275, 400, 541,
];
const HELVETICA_BOLD: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278,
    556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584,
    556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556,
    333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

/// Letters beyond ASCII are about as wide as this.
const OTHERS: u16 = 500;

impl Font {
    pub fn name(self) -> &'static str {
        match self {
            Font::Text => "Times-Roman",
            Font::Slanted => "Times-Italic",
            Font::Heading => "Helvetica-Bold",
        }
    }

    /// How wide a text is, in points.
    pub fn width(self, text: &[u8], size: f32) -> f32 {
        let table = match self {
            Font::Text => &TIMES,
            Font::Slanted => &TIMES_ITALIC,
            Font::Heading => &HELVETICA_BOLD,
        };
        let letter = |b: &u8| u32::from(*table.get(usize::from(*b).wrapping_sub(32)).unwrap_or(&OTHERS));
        text.iter().map(letter).sum::<u32>() as f32 * size / 1000.0
    }
}

/// A text in the encoding of the fonts (Windows 1252); what it lacks is written in plain letters.
pub fn encode(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    for c in text.chars() {
        match c {
            '“' => out.push(0x93),
            '”' => out.push(0x94),
            '‘' => out.push(0x91),
            '’' => out.push(0x92),
            '–' => out.push(0x96),
            '—' => out.push(0x97),
            '•' => out.push(0x95),
            '…' => out.push(0x85),
            '→' => out.extend_from_slice(b"->"),
            ' '..='~' => out.push(c as u8),
            '\u{a0}'..='\u{ff}' => out.push(c as u8),
            other => out.extend_from_slice(deunicode::deunicode_char(other).unwrap_or("?").as_bytes()),
        }
    }
    out
}

/// The text in lines no wider than `width`. A word that is wider stands alone.
pub fn lines(text: &str, font: Font, size: f32, width: f32) -> Vec<Vec<u8>> {
    let mut out: Vec<Vec<u8>> = Vec::new();
    let mut line: Vec<u8> = Vec::new();
    for word in text.split_whitespace() {
        let word = encode(word);
        let mut longer = line.clone();
        if !longer.is_empty() {
            longer.push(b' ');
        }
        longer.extend_from_slice(&word);
        if !line.is_empty() && font.width(&longer, size) > width {
            out.push(std::mem::replace(&mut line, word));
        } else {
            line = longer;
        }
    }
    if !line.is_empty() {
        out.push(line);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_no_wider_than_the_column() {
        let text = "On your turn, move one of your pieces to an empty square beside it, or pass.";
        let broken = lines(text, Font::Text, 10.0, 120.0);
        assert!(broken.len() > 2);
        assert!(broken.iter().all(|l| Font::Text.width(l, 10.0) <= 120.0));
        let whole =
            broken.iter().map(|l| String::from_utf8(l.clone()).unwrap()).collect::<Vec<_>>().join(" ");
        assert_eq!(whole, text);
    }

    #[test]
    fn letters_that_the_fonts_lack_become_plain_ones() {
        assert_eq!(encode("Jōseki → “é”"), b"Joseki -> \x93\xe9\x94");
    }
}

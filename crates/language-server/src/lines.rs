//! Bytes to lines and UTF-16 units, and back. Knows a text's line ends; refuses to know what the text says.

use lsp_types::{Position, Range};

/// The offsets at which the lines of a text begin.
#[derive(Clone, Debug)]
pub struct Lines {
    starts: Vec<u32>,
    /// Which lines have bytes for characters: there nothing needs to be counted. Lines may be very long.
    ascii: Vec<bool>,
}

impl Lines {
    pub fn new(text: &str) -> Lines {
        let mut starts = vec![0];
        starts.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1));
        let ends = starts.iter().skip(1).copied().chain([text.len() as u32]);
        let line = |(&start, end): (&u32, u32)| text.as_bytes().get(start as usize..end as usize);
        let ascii =
            starts.iter().zip(ends).map(|line_of| line(line_of).is_some_and(<[u8]>::is_ascii)).collect();
        Lines { starts, ascii }
    }

    /// The line in which a byte stands.
    pub fn line(&self, offset: u32) -> u32 {
        self.starts.partition_point(|&start| start <= offset).saturating_sub(1) as u32
    }

    /// Where a byte stands. A byte inside a character counts as the character's first.
    pub fn position(&self, text: &str, offset: u32) -> Position {
        let mut offset = (offset as usize).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line(offset as u32);
        let start = self.starts[line as usize] as usize;
        let character = match self.ascii[line as usize] {
            true => offset - start,
            false => text.get(start..offset).unwrap_or("").encode_utf16().count(),
        };
        Position { line, character: character as u32 }
    }

    /// The byte at a position; the end of the line, or of the text, for one that lies beyond.
    pub fn offset(&self, text: &str, position: Position) -> u32 {
        let Some(&start) = self.starts.get(position.line as usize) else { return text.len() as u32 };
        let end = self.starts.get(position.line as usize + 1).map_or(text.len(), |&e| e as usize);
        let line = text.get(start as usize..end).unwrap_or("").trim_end_matches(['\n', '\r']);
        if self.ascii[position.line as usize] {
            return start + position.character.min(line.len() as u32);
        }
        let mut units = 0;
        for (i, c) in line.char_indices() {
            if units >= position.character {
                return start + i as u32;
            }
            units += c.len_utf16() as u32;
        }
        start + line.len() as u32
    }

    pub fn range(&self, text: &str, start: u32, end: u32) -> Range {
        Range { start: self.position(text, start), end: self.position(text, end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_outside_the_basic_plane_count_twice() {
        let text = "a𝄞ü\r\nb";
        let lines = Lines::new(text);
        assert_eq!(lines.position(text, 5), Position { line: 0, character: 3 });
        assert_eq!(lines.offset(text, Position { line: 0, character: 3 }), 5);
        assert_eq!(lines.offset(text, Position { line: 0, character: 99 }), 7);
        assert_eq!(lines.offset(text, Position { line: 1, character: 1 }), 10);
        assert_eq!(lines.offset(text, Position { line: 9, character: 0 }), 10);
    }
}

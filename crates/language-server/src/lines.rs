//! Bytes to lines and UTF-16 units, and back. Knows a text's line ends; refuses to know what the text says.

use lsp_types::{Position, Range};

/// The offsets at which the lines of a text begin.
#[derive(Clone, Debug)]
pub struct Lines {
    starts: Vec<u32>,
}

impl Lines {
    pub fn new(text: &str) -> Lines {
        let mut starts = vec![0];
        starts.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1));
        Lines { starts }
    }

    /// Where a byte stands. A byte inside a character counts as the character's first.
    pub fn position(&self, text: &str, offset: u32) -> Position {
        let mut offset = (offset as usize).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|&start| start as usize <= offset).saturating_sub(1);
        let before = text.get(self.starts[line] as usize..offset).unwrap_or("");
        Position { line: line as u32, character: before.encode_utf16().count() as u32 }
    }

    /// The byte at a position; the end of the line, or of the text, for one that lies beyond.
    pub fn offset(&self, text: &str, position: Position) -> u32 {
        let Some(&start) = self.starts.get(position.line as usize) else { return text.len() as u32 };
        let end = self.starts.get(position.line as usize + 1).map_or(text.len(), |&e| e as usize);
        let line = text.get(start as usize..end).unwrap_or("").trim_end_matches(['\n', '\r']);
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

//! Places in source texts: which file, from which byte to which byte. Knows nothing of the texts themselves;
//! [`crate::Sources`] turns a place into a line and a column.

/// One of the texts that took part: the game itself, or a file of definitions.
///
/// Numbers from [`FileId::LIBRARY`] upwards belong to the definitions of a [`crate::Defines`]; a caller gives its
/// own files smaller ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct FileId(pub u32);

impl FileId {
    /// The first number handed out to library files.
    pub const LIBRARY: u32 = 1 << 16;

    /// Does this number belong to a file of library definitions?
    pub fn is_library(self) -> bool {
        self.0 >= Self::LIBRARY
    }
}

/// A half-open range of bytes in one file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(file: FileId, start: u32, end: u32) -> Span {
        Span { file, start, end }
    }
    pub fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }
    /// The piece of `text` this span names; empty when it lies outside, so that a stale span cannot panic.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
    /// The smallest span that holds both, provided they lie in one file; otherwise `self`.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

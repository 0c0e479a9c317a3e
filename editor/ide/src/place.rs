//! Ranges in files.

use crate::text::TextRange;

/// A range in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The identity of the file's path.
    pub path: String,
    /// The first offset in its text.
    pub start: u32,
    /// The offset after the last one.
    pub end: u32,
}

impl Place {
    /// The offsets.
    pub fn range(&self) -> TextRange {
        self.start..self.end
    }
}

//! Paths, positions and ranges between the protocol and `ide`.

use crate::protocol::{Position, Range, TextEdit, Uri};
use ide::{Drift, Encoding, LineIndex, TextRange};

/// The path of a file's URI; other URIs represent themselves.
pub(crate) fn path_of(uri: &str) -> String {
    let Some(rest) = uri.strip_prefix("file://") else { return uri.to_owned() };
    // A host before the path is a share of Windows.
    let rest = if rest.starts_with('/') { rest.to_owned() } else { format!("//{rest}") };
    let path = decoded(&rest);
    let drive = path.strip_prefix('/').filter(|rest| rest.as_bytes().get(1) == Some(&b':'));
    drive.map(str::to_owned).unwrap_or(path)
}

/// The URI of a path.
pub(crate) fn uri_of(path: &str) -> Uri {
    let is_drive = path.as_bytes().get(1) == Some(&b':');
    if !path.starts_with('/') && !is_drive {
        return Uri(path.to_owned());
    }
    let mut text = String::from(if is_drive { "file:///" } else { "file://" });
    for &byte in path.as_bytes() {
        match byte {
            b'/' | b'-' | b'_' | b'.' | b'~' => text.push(byte as char),
            _ if byte.is_ascii_alphanumeric() => text.push(byte as char),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    Uri(text)
}

/// A text with its `%41` as characters.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.filter(|_| byte == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(value) => {
                bytes.push(value);
                rest = &after[2..];
            }
            None => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A text with its lines, in the client's units. Ranges may be those of an older text.
#[derive(Debug)]
pub(crate) struct Lines<'a> {
    text: &'a str,
    index: LineIndex,
    encoding: Encoding,
    /// The way from the text that ranges count in.
    drift: Drift,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str, encoding: Encoding) -> Self {
        Lines { text, index: LineIndex::new(text), encoding, drift: Drift::default() }
    }

    /// The lines of a text, for ranges of an older one.
    pub(crate) fn since(old: &str, text: &'a str, encoding: Encoding) -> Self {
        Lines { drift: Drift::between(old, text), ..Lines::new(text, encoding) }
    }

    /// The place of an offset in the text itself.
    pub(crate) fn position(&self, offset: u32) -> Position {
        let place = self.index.position(self.text, offset, self.encoding);
        Position { line: place.line, character: place.column }
    }

    pub(crate) fn range(&self, range: &TextRange) -> Range {
        let now = self.drift.forth(range);
        Range { start: self.position(now.start), end: self.position(now.end) }
    }

    /// The way from the text that ranges count in.
    pub(crate) fn drift(&self) -> &Drift {
        &self.drift
    }

    /// The offset in the text itself.
    pub(crate) fn offset(&self, position: Position) -> u32 {
        let place = ide::Position { line: position.line, column: position.character };
        self.index.offset(self.text, place, self.encoding)
    }

    pub(crate) fn offsets(&self, range: Range) -> TextRange {
        let start = self.offset(range.start);
        start..self.offset(range.end).max(start)
    }

    pub(crate) fn edit(&self, range: &TextRange, new_text: &str) -> TextEdit {
        TextEdit { range: self.range(range), new_text: new_text.to_owned() }
    }

    /// The part of each line that a range has, in the units of the protocol: line, column and length.
    pub(crate) fn per_line(&self, range: &TextRange) -> Vec<(u32, u32, u32)> {
        let (first, last) =
            (self.index.line(range.start), self.index.line(range.end.saturating_sub(1).max(range.start)));
        let part = |line: u32| {
            let end = if line == last { range.end } else { self.index.start(line + 1) };
            let text = &self.text[self.index.start(line) as usize..end as usize];
            let end = self.index.start(line) + text.trim_end_matches(['\n', '\r']).len() as u32;
            let start = range.start.max(self.index.start(line));
            let (start, end) = (self.position(start).character, self.position(end).character);
            (end > start).then(|| (line, start, end - start))
        };
        (first..=last).filter_map(part).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_go_through_their_uris() {
        for path in ["/a b/\u{e9}.hlsl", "/x/#1/%20.hlsl", "c:/shaders/a.hlsl"] {
            assert_eq!(path_of(&uri_of(path).0), path);
        }
        assert_eq!(path_of("file:///c%3A/a.hlsl"), "c:/a.hlsl");
        assert_eq!(path_of("file://server/share/a.hlsl"), "//server/share/a.hlsl");
        assert_eq!(path_of("untitled:Untitled-1"), "untitled:Untitled-1");
        assert_eq!(uri_of("untitled:Untitled-1").0, "untitled:Untitled-1");
    }

    #[test]
    fn a_comment_over_lines_is_a_part_of_each() {
        let lines = Lines::new("x /* a\r\n b\n\n */ y", Encoding::Utf16);
        assert_eq!(lines.per_line(&(2..15)), [(0, 2, 4), (1, 0, 2), (3, 0, 3)]);
    }
}

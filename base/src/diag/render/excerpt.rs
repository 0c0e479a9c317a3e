//! The part of a source line that a message shows, and the marks below it.

use crate::visible;
use unicode_width::UnicodeWidthChar;

/// Longer lines are cut to a window of this many bytes.
const WINDOW: usize = 160;
/// The part of the window before the marked place.
const LEAD: usize = 60;
/// A tab reaches to the next multiple of this column.
const TAB: usize = 4;

/// The line as it is shown, and a caret and tildes below `start..end`. Offsets off character boundaries are clamped.
pub(super) fn excerpt(line: &str, start: usize, end: usize) -> (String, String) {
    let line = line.trim_end_matches(['\n', '\r']);
    let start = boundary_before(line, start);
    let end = boundary_after(line, end).max(start);
    let window = window(line, start);
    let mut shown = String::new();
    let mut mark = String::new();
    let mut column = 0;
    if window.start > 0 {
        push(&mut shown, &mut mark, "…", 1, ' ', &mut column);
    }
    for (offset, character) in line[window.clone()].char_indices() {
        let at = window.start + offset;
        let sign = sign(at, start, end);
        match character {
            '\t' => {
                let width = TAB - column % TAB;
                push(&mut shown, &mut mark, &" ".repeat(width), width, sign, &mut column);
            }
            other => {
                let visible = visible::character(other);
                let width = visible.width().unwrap_or(0);
                push(&mut shown, &mut mark, visible.encode_utf8(&mut [0; 4]), width, sign, &mut column);
            }
        }
    }
    if start >= window.end {
        mark.push('^');
    }
    if window.end < line.len() {
        shown.push('…');
    }
    mark.truncate(mark.trim_end().len());
    (shown, mark)
}

/// The last boundary of characters up to an offset.
pub(super) fn boundary_before(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The first boundary of characters from an offset on.
pub(super) fn boundary_after(text: &str, offset: usize) -> usize {
    (offset..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

/// The bytes of the line that are shown.
fn window(line: &str, start: usize) -> std::ops::Range<usize> {
    if line.len() <= WINDOW {
        return 0..line.len();
    }
    let from = boundary_before(line, start.saturating_sub(LEAD));
    from..boundary_before(line, from + WINDOW)
}

/// The mark below the character at a byte offset.
fn sign(at: usize, start: usize, end: usize) -> char {
    match at {
        _ if at == start => '^',
        _ if at > start && at < end => '~',
        _ => ' ',
    }
}

fn push(shown: &mut String, mark: &mut String, text: &str, width: usize, sign: char, column: &mut usize) {
    shown.push_str(text);
    for position in 0..width {
        mark.push(if position > 0 && sign == '^' { '~' } else { sign });
    }
    *column += width;
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    fn check(line: &str, start: usize, end: usize, shown: &str, mark: &str) {
        assert_eq!(excerpt(line, start, end), (shown.to_owned(), mark.to_owned()));
    }

    #[test]
    fn marks_stand_below_the_characters_that_are_meant() {
        check("float x = y;\n", 10, 11, "float x = y;", "          ^");
        check("float x = why;\r\n", 10, 13, "float x = why;", "          ^~~");
        check("a\tb", 2, 3, "a   b", "    ^");
        check("/*漢字*/ x", 11, 12, "/*漢字*/ x", "         ^");
        check("abc", 3, 3, "abc", "   ^");
        check("ab\u{1}c", 3, 4, "ab\u{fffd}c", "   ^");
        check("漢 x", 0, 3, "漢 x", "^~");
    }

    #[test]
    fn long_lines_are_cut_to_a_window() {
        let line = "x".repeat(1_000_000);
        let (shown, mark) = excerpt(&line, 500_000, 500_003);
        assert!(shown.starts_with('…') && shown.ends_with('…') && shown.chars().count() == 162);
        assert_eq!(mark.find("^~~"), Some(61));
        assert_eq!(mark.len(), 64);
    }
}

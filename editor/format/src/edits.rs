//! Changes of white space: how they are made from lines and columns, and applied.
//!
//! Nothing but white space between pieces and at the starts of lines within comments is ever replaced.

use crate::columns::{Columns, indentation};
use crate::items::{Item, Kind};
use crate::lines::Line;
use crate::options::TAB;
use crate::structure::Structure;
use crate::style::Style;

/// A replacement of the bytes from `start` to `end`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The first offset.
    pub start: u32,
    /// The offset behind the last one.
    pub end: u32,
    /// The new text.
    pub text: String,
}

/// Applies changes, which are in their order, to a text or to bytes that have the same length.
pub fn apply(text: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + text.len() / 8);
    let mut from = 0;
    for edit in edits {
        out.extend_from_slice(&text[from..edit.start as usize]);
        out.extend_from_slice(edit.text.as_bytes());
        from = edit.end as usize;
    }
    out.extend_from_slice(&text[from..]);
    out
}

/// The laid out text.
pub(crate) struct Layout<'a> {
    pub(crate) text: &'a str,
    pub(crate) items: &'a [Item],
    pub(crate) spaces: &'a [bool],
    pub(crate) pads: &'a [u32],
    pub(crate) structure: &'a Structure,
    pub(crate) style: &'a Style,
    pub(crate) lines: &'a [Line],
}

impl Layout<'_> {
    /// The changes that lead to this layout.
    pub(crate) fn edits(&self, mut columns: Columns<'_>) -> Vec<Edit> {
        let newline = if self.first_line_ends_with_return() { "\r\n" } else { "\n" };
        let mut writer = Writer { text: self.text, edits: Vec::new(), gap: String::new() };
        let mut end = if self.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() as u32 } else { 0 };
        for line in self.lines {
            let mut column = columns.begin_line(line.first);
            for at in line.first..line.end {
                let item = &self.items[at];
                if at == line.first {
                    let ends = if at == 0 { 0 } else { 1 + usize::from(line.blank) };
                    writer.gap.extend(std::iter::repeat_n(newline, ends));
                    column += self.pads[at];
                    indentation(column, self.style, &mut writer.gap);
                } else {
                    let spaces = u32::from(self.spaces[at]) + self.pads[at];
                    writer.gap.extend(std::iter::repeat_n(' ', spaces as usize));
                    column += spaces;
                }
                columns.place(at, column);
                if self.structure.roles[at].kept {
                    writer.gap.clear();
                } else {
                    writer.replace(end, item.start);
                    if at == line.first && item.kind == Kind::BlockComment {
                        self.shift_comment(item, column, &mut writer);
                    }
                }
                column = if item.is_long { item.width } else { column + item.width };
                end = item.end;
            }
        }
        if self.items.last().is_none_or(|last| self.ends(last)) {
            writer.gap.push_str(if self.items.is_empty() { "" } else { newline });
            writer.replace(end, self.text.len() as u32);
        }
        writer.edits
    }

    /// Returns whether a line may end behind an item: what has no end would take that in, and so would a backslash.
    fn ends(&self, item: &Item) -> bool {
        let spelled = &self.text[item.start as usize..item.end as usize];
        let is_open = item.kind.is_directive() && spelled.rfind("/*") > spelled.rfind("*/");
        item.kind != Kind::Odd && !is_open && !spelled.ends_with('\\')
    }

    fn first_line_ends_with_return(&self) -> bool {
        self.text.find('\n').is_some_and(|at| self.text[..at].ends_with('\r'))
    }

    /// Moves the lines of a comment with its first one.
    fn shift_comment(&self, item: &Item, column: u32, writer: &mut Writer<'_>) {
        let moved = column as i32 - item.column as i32;
        if moved == 0 {
            return;
        }
        let comment = &self.text[item.start as usize..item.end as usize];
        for (at, _) in comment.match_indices('\n') {
            let line = &comment[at + 1..];
            let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
            if line[blanks..].starts_with(['\r', '\n']) {
                continue;
            }
            let columns = line[..blanks].bytes().fold(0, |column, byte| match byte {
                b'\t' => (column / TAB + 1) * TAB,
                _ => column + 1,
            });
            indentation(columns.saturating_add_signed(moved), self.style, &mut writer.gap);
            let start = item.start + at as u32 + 1;
            writer.replace(start, start + blanks as u32);
        }
    }
}

struct Writer<'a> {
    text: &'a str,
    edits: Vec<Edit>,
    /// The white space that is due.
    gap: String,
}

impl Writer<'_> {
    /// Puts the white space that is due instead of what is there.
    fn replace(&mut self, start: u32, end: u32) {
        if self.text[start as usize..end as usize] != self.gap {
            self.edits.push(Edit { start, end, text: self.gap.clone() });
        }
        self.gap.clear();
    }
}

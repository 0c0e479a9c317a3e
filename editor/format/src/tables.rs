//! Columns that the author made: what stood in a column on neighbouring lines, and not by chance, does so again.
//!
//! Owns the spaces before items that keep columns. Works on columns within a frame, so that it does not depend on where
//! the frame stands.

use crate::columns::limited;
use crate::items::{Item, Kind};
use crate::lines::Line;
use crate::structure::Structure;
use crate::structure::frames::FrameKind;
use crate::style::Style;

/// Returns the additional spaces before each item.
pub(crate) fn pads(items: &[Item], spaces: &[bool], structure: &Structure, style: &Style, lines: &[Line]) -> Vec<u32> {
    let mut tables = Tables { items, spaces, structure, style, pads: vec![0; items.len()] };
    let mut first = 0;
    for next in 1..=lines.len() {
        if next < lines.len() && tables.are_neighbours(&lines[next - 1], &lines[next]) {
            continue;
        }
        let run = &lines[first..next];
        tables.align(run);
        first = next;
    }
    tables.pads
}

struct Tables<'a> {
    items: &'a [Item],
    spaces: &'a [bool],
    structure: &'a Structure,
    style: &'a Style,
    pads: Vec<u32>,
}

/// An item or a signed number that may be in a column.
#[derive(Clone, Copy, Debug)]
struct Cell {
    class: Class,
    /// The original column: of its end if it is a number, otherwise of its start.
    original: u32,
    /// The column without pads.
    natural: u32,
    group: u32,
    line: usize,
    item: usize,
}

/// The classes of cells; a column has one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Comment,
    Assign,
    Colon,
    Operator,
    Number,
    Other,
}

impl Tables<'_> {
    /// Returns whether a line follows another one directly, in the same frame and in the original, too.
    fn are_neighbours(&self, above: &Line, below: &Line) -> bool {
        let role = |line: &Line| &self.structure.roles[line.first];
        let is_plain = |line: &Line| {
            let closes = self.structure.frames[role(line).bracket as usize].closer == line.first;
            !role(line).kept && !self.items[line.first].kind.is_directive() && !closes
        };
        role(above).frame == role(below).frame
            && !below.blank
            && self.items[below.first].line == self.items[above.end - 1].line + 1
            && is_plain(above)
            && is_plain(below)
    }

    /// Returns whether more white space precedes an item than its kind explains, or more than before the first
    /// items of other lines.
    fn is_wide(&self, at: usize, least: u32) -> bool {
        let item = &self.items[at];
        let after_bracket = || at > 0 && matches!(self.items[at - 1].kind, Kind::Open(_));
        item.wide
            || (item.newlines > 0 && item.column > least)
            || (item.gap && item.newlines == 0 && !self.spaces[at] && after_bracket())
    }

    /// Aligns lines that follow each other.
    fn align(&mut self, run: &[Line]) {
        let least = run.iter().map(|line| self.items[line.first].column).min().unwrap_or(0);
        let is_aligned = |line: &Line| (line.first..line.end).any(|at| self.is_wide(at, least));
        if run.len() < 2 || !run.iter().any(is_aligned) {
            return;
        }
        let mut cells: Vec<Cell> = Vec::new();
        let (mut above, mut groups) = (0..0, 0);
        for (number, line) in run.iter().enumerate() {
            let start = cells.len();
            self.cells(line, number, &mut cells);
            let mut other = above.clone();
            for at in start..cells.len() {
                let cell = cells[at];
                while other.start < other.end && cells[other.start].original < cell.original {
                    other.start += 1;
                }
                let matching = Some(cells[other.start])
                    .filter(|one| other.start < other.end && one.original == cell.original && one.class == cell.class);
                cells[at].group = matching.map_or(groups, |one| one.group);
                groups += u32::from(matching.is_none());
            }
            above = start..cells.len();
        }
        cells.sort_by_key(|cell| (cell.original, cell.group));
        let mut shifts = vec![0; run.len()];
        for column in cells.chunk_by(|one, other| one.group == other.group) {
            self.align_column(column, least, &mut shifts);
        }
    }

    fn align_column(&mut self, column: &[Cell], least: u32, shifts: &mut [u32]) {
        if column.len() < 2 || !column.iter().any(|cell| self.is_wide(cell.item, least)) {
            return;
        }
        let natural = |cell: &Cell, shifts: &[u32]| cell.natural + shifts[cell.line];
        let target = column.iter().map(|cell| natural(cell, shifts)).max().unwrap_or(0);
        for cell in column {
            let pad = target - natural(cell, shifts);
            self.pads[cell.item] = pad;
            shifts[cell.line] += pad;
        }
    }

    /// Collects the cells of a line; the first item is one if it is a number among others.
    fn cells(&self, line: &Line, number: usize, cells: &mut Vec<Cell>) {
        let role = &self.structure.roles[line.first];
        // Labels are one level to the left of what they label, if there is room.
        let frame = self.structure.frames[role.frame as usize].kind;
        let level = match frame {
            FrameKind::Top => i32::from(role.level).max(0),
            kind if kind.has_statements() => i32::from(role.level),
            _ => 0,
        };
        let start = limited(((level + 1) * self.style.indent.unit() as i32).max(0) as u32);
        let (mut natural, mut at) = (start, line.first);
        while at < line.end {
            natural += u32::from(self.spaces[at] && at > line.first);
            let length = self.number_length(at, line.end);
            let item = &self.items[at];
            let last = &self.items[at + length.max(1) - 1];
            let width = if length == 2 { item.width + last.width } else { item.width };
            let after_bracket = length > 0 && at > 0 && matches!(self.items[at - 1].kind, Kind::Open(_));
            let can_pad = match at > line.first {
                true => self.spaces[at] || after_bracket,
                false => length > 0 && item.newlines > 0 && !frame.has_statements(),
            };
            let class = if length > 0 { Class::Number } else { class(item.kind) };
            let (original, anchor) = match class {
                Class::Number => (last.column + last.width, natural + width),
                _ => (item.column, natural),
            };
            if can_pad {
                cells.push(Cell { class, original, natural: anchor, group: 0, line: number, item: at });
            }
            natural += width;
            at += length.max(1);
        }
    }

    /// The number of items of a number with its sign; 0 for what is none.
    fn number_length(&self, at: usize, end: usize) -> usize {
        match self.items[at].kind {
            Kind::Number => 1,
            Kind::Either(_) if at + 1 < end && self.items[at + 1].kind == Kind::Number && !self.spaces[at + 1] => 2,
            _ => 0,
        }
    }
}

fn class(kind: Kind) -> Class {
    match kind {
        Kind::LineComment | Kind::BlockComment => Class::Comment,
        Kind::Assign => Class::Assign,
        Kind::Colon | Kind::Question => Class::Colon,
        Kind::Binary(_) | Kind::Less | Kind::Greater => Class::Operator,
        Kind::Number => Class::Number,
        _ => Class::Other,
    }
}

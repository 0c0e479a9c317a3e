//! The columns at which lines begin, as brackets and statements are placed one after the other.
//!
//! Owns how far the contents of each bracket are indented. Must not know where lines end.

use crate::groups;
use crate::items::{Item, Kind};
use crate::options::{Directives, TAB};
use crate::structure::Structure;
use crate::structure::frames::{FrameId, FrameKind, GroupId};
use crate::style::Style;

/// The places of the brackets of a text.
pub(crate) struct Columns<'a> {
    items: &'a [Item],
    structure: &'a Structure,
    style: &'a Style,
    placed: Vec<Placed>,
    /// The levels that groups of `#if` add, by the group.
    groups: Vec<i16>,
    /// The column at which the current line begins.
    pub(crate) line: u32,
    /// Decide which brackets are too far to the right; otherwise that is decided.
    decides: bool,
}

/// A bracket that was placed.
#[derive(Clone, Copy, Debug, Default)]
struct Placed {
    /// The column of the bracket.
    column: u32,
    /// The column of its line.
    line: u32,
    /// The column of what it contains, when that is known.
    content: Option<u32>,
    /// Nothing follows it on its line.
    hangs: bool,
    /// It is too far to the right for its contents to follow it.
    far: bool,
}

impl<'a> Columns<'a> {
    pub(crate) fn new(items: &'a [Item], structure: &'a Structure, style: &'a Style) -> Self {
        let mut placed = vec![Placed::default(); structure.frames.len()];
        placed[0].content = Some(0);
        let groups = groups::levels(items, structure, style);
        Columns { items, structure, style, placed, groups, line: 0, decides: true }
    }

    /// Begins anew with what was decided.
    pub(crate) fn decided(self) -> Self {
        Columns { line: 0, decides: false, ..self }
    }

    /// Begins a line with an item. Returns its column.
    pub(crate) fn begin_line(&mut self, at: usize) -> u32 {
        let role = &self.structure.roles[at];
        let frame = &self.structure.frames[role.frame as usize];
        if !frame.kind.has_statements() && frame.kind != FrameKind::Enum && self.is_first(role.frame, at) {
            let placed = &mut self.placed[role.frame as usize];
            placed.content = Some(limited(placed.line + self.style.indent.unit()));
            placed.hangs = true;
        }
        self.line = self.column(at);
        self.line
    }

    /// The column of an item that begins a line.
    pub(crate) fn column(&self, at: usize) -> u32 {
        let role = &self.structure.roles[at];
        let item = &self.items[at];
        match item.kind {
            Kind::Directive(_) => return self.of_directive(item),
            _ if role.kept => return item.column,
            _ => {}
        }
        let bracket = &self.structure.frames[role.bracket as usize];
        if role.bracket != role.frame && bracket.opener != at && !bracket.kind.is_block() {
            let placed = self.placed[role.bracket as usize];
            return if placed.hangs || placed.content.is_none() { placed.line } else { placed.column };
        }
        if self.structure.frames[role.frame as usize].kind.has_statements() {
            return self.of_level(role.frame, role.level, role.group);
        }
        let placed = self.placed[role.frame as usize];
        match placed.content {
            Some(content) if !self.is_first(role.frame, at) => content,
            _ => limited(placed.line + self.style.indent.unit()),
        }
    }

    /// The column of a level in a frame, for items in a group.
    fn of_level(&self, frame: FrameId, level: i16, group: GroupId) -> u32 {
        let content = self.placed[frame as usize].content.unwrap_or(0);
        let around = self.structure.frames[frame as usize].group;
        let added = i32::from(self.groups[group as usize]) - i32::from(self.groups[around as usize]);
        limited(content.saturating_add_signed((i32::from(level) + added) * self.style.indent.unit() as i32))
    }

    fn of_directive(&self, item: &Item) -> u32 {
        let unit = self.style.original_unit;
        match self.style.directives {
            Directives::Left => 0,
            Directives::Keep => item.column / unit * self.style.indent.unit() + item.column % unit,
        }
    }

    /// Returns whether no code of a frame precedes an item.
    fn is_first(&self, frame: FrameId, at: usize) -> bool {
        let opener = self.structure.frames[frame as usize].opener;
        self.structure.next_code[opener + 1] as usize >= at
    }

    /// Places an item.
    pub(crate) fn place(&mut self, at: usize, column: u32) {
        let role = &self.structure.roles[at];
        if self.items[at].kind.is_code() {
            self.fix_content(role.frame, column);
        }
        let frame = &self.structure.frames[role.bracket as usize];
        if role.bracket == role.frame || frame.opener != at {
            return;
        }
        let levels = match frame.kind {
            FrameKind::Body(_) | FrameKind::Enum => Some(1),
            FrameKind::Switch => Some(1 + i16::from(self.style.cases)),
            FrameKind::Namespace => Some(i16::from(self.style.namespaces)),
            FrameKind::Top | FrameKind::List | FrameKind::Paren | FrameKind::Square | FrameKind::Angle => None,
        };
        let content = levels.map(|levels| self.of_level(frame.outer, frame.level + levels, frame.group));
        let far = !self.decides && self.placed[role.bracket as usize].far;
        self.placed[role.bracket as usize] = Placed { column, line: self.line, content, hangs: false, far };
    }

    /// Sets the column of a bracket's contents by the first of them.
    fn fix_content(&mut self, frame: FrameId, column: u32) {
        let (unit, width) = (self.style.indent.unit(), self.style.width);
        let placed = &mut self.placed[frame as usize];
        if placed.content.is_some() {
            return;
        }
        if self.decides {
            placed.far = column > width / 5 * 3;
        }
        placed.content = Some(if placed.far { limited(placed.line + 2 * unit) } else { column });
    }
}

/// The greatest column that levels lead to: without it, a deep text would become a large one.
const MAX_COLUMN: u32 = 256;

pub(crate) fn limited(column: u32) -> u32 {
    column.min(MAX_COLUMN)
}

/// White space up to a column, at the start of a line.
pub(crate) fn indentation(column: u32, style: &Style, out: &mut String) {
    let tabs = match style.indent {
        crate::options::Indent::Tab => column / TAB,
        crate::options::Indent::Spaces(_) => 0,
    };
    out.extend(std::iter::repeat_n('\t', tabs as usize));
    out.extend(std::iter::repeat_n(' ', (column - tabs * TAB) as usize));
}

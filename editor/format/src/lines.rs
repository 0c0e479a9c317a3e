//! The division of a text into lines: the author's, those of the style, and breaks where lines are too long.
//!
//! Must not know how columns of tables are aligned.

use crate::columns::Columns;
use crate::items::{Bracket, Item, Kind, Word};
use crate::structure::frames::FrameKind;
use crate::structure::{Break, Structure};
use crate::style::Style;

/// A line, from its first item to the one that begins the next line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) first: usize,
    pub(crate) end: usize,
    /// An empty line precedes it.
    pub(crate) blank: bool,
}

/// Divides a text into lines; what is decided about brackets is in `columns`.
pub(crate) fn lines<'a>(
    items: &'a [Item],
    spaces: &'a [bool],
    structure: &'a Structure,
    style: &'a Style,
    columns: &mut Columns<'a>,
) -> Vec<Line> {
    let mut builder = Builder {
        items,
        spaces,
        structure,
        style,
        columns,
        sums: Sums::new(items, spaces),
        one_line: vec![false; structure.frames.len()],
        whole: 0,
        label_line: None,
    };
    let (mut lines, mut first) = (Vec::new(), 0);
    while first < items.len() {
        let end = builder.line(first);
        lines.push(Line { first, end, blank: builder.has_blank(first) });
        first = end;
    }
    lines
}

/// Sums over all items up to each.
struct Sums {
    /// Of widths with spaces.
    widths: Vec<u64>,
    /// Of items that end a line.
    enders: Vec<u32>,
    /// Of opening and of closing braces.
    braces: Vec<(u32, u32)>,
    /// The last item on the original line of each item.
    last: Vec<u32>,
}

impl Sums {
    fn new(items: &[Item], spaces: &[bool]) -> Self {
        let (mut width, mut ender, mut brace) = (0, 0, (0, 0));
        let mut sums = Sums { widths: Vec::new(), enders: Vec::new(), braces: Vec::new(), last: Vec::new() };
        for (item, space) in items.iter().zip(spaces) {
            width += u64::from(item.width) + u64::from(*space);
            ender += u32::from(matches!(
                item.kind,
                Kind::LineComment | Kind::Directive(_) | Kind::Word(Word::Else | Word::Case | Word::Default)
            ));
            brace.0 += u32::from(item.kind == Kind::Open(Bracket::Brace));
            brace.1 += u32::from(item.kind == Kind::Close(Bracket::Brace));
            sums.widths.push(width);
            sums.enders.push(ender);
            sums.braces.push(brace);
        }
        sums.last = vec![0; items.len()];
        let mut last = items.len().saturating_sub(1);
        for at in (0..items.len()).rev() {
            if items[at].line != items[last].line {
                last = at;
            }
            sums.last[at] = last as u32;
        }
        sums
    }
}

struct Builder<'a, 'c> {
    items: &'a [Item],
    spaces: &'a [bool],
    structure: &'a Structure,
    style: &'a Style,
    columns: &'c mut Columns<'a>,
    sums: Sums,
    /// The frames that stay on one line.
    one_line: Vec<bool>,
    /// The last item of a block that stays on the current line.
    whole: usize,
    /// The original line of a label whose statements stay on it.
    label_line: Option<u32>,
}

impl Builder<'_, '_> {
    /// Makes a line. Returns the item that begins the next one.
    fn line(&mut self, first: usize) -> usize {
        let mut column = self.columns.begin_line(first);
        let mut best: Option<(u16, usize)> = None;
        let mut at = first;
        self.whole = first;
        loop {
            self.place(at, column);
            let item = &self.items[at];
            column = if item.is_long { item.width } else { column + item.width };
            at += 1;
            if at == self.items.len() || self.begins_line(at, column) {
                return at;
            }
            column += u32::from(self.spaces[at]);
            let cost = self.structure.roles[at].cost;
            let counts = self.items[at].kind.is_code() && !self.structure.roles[at].kept && at > self.whole;
            if counts
                && cost < u16::MAX
                && best.is_none_or(|(least, _)| cost <= least)
                && self.columns.column(at) < column
            {
                best = Some((cost, at));
            }
            if counts
                && column.saturating_add(self.items[at].width) > self.style.width
                && let Some((_, at)) = best
            {
                return at;
            }
        }
    }

    fn place(&mut self, at: usize, column: u32) {
        self.columns.place(at, column);
        let role = &self.structure.roles[at];
        let frame = &self.structure.frames[role.bracket as usize];
        if frame.opener == at && frame.kind.is_block() {
            let stays = self.stays_on_line(role.bracket as usize, column);
            self.one_line[role.bracket as usize] = stays;
            if stays {
                self.whole = self.whole.max(frame.closer);
            }
        }
    }

    /// Returns whether a block is on one line and has room there.
    fn stays_on_line(&self, frame: usize, column: u32) -> bool {
        let frame = &self.structure.frames[frame];
        let (opener, closer) = (frame.opener, frame.closer);
        let is_short =
            self.items[opener].line == self.items[closer].line && self.sums.enders[opener] == self.sums.enders[closer];
        let width = self.sums.widths[closer] - self.sums.widths[opener] + 1;
        closer == opener + 1
            || (closer > opener && is_short && u64::from(column) + width <= u64::from(self.style.width))
    }

    fn begins_line(&mut self, at: usize, column: u32) -> bool {
        let (item, before) = (&self.items[at], &self.items[at - 1]);
        let role = &self.structure.roles[at];
        let author = item.newlines > 0;
        if role.kept {
            return author;
        }
        // A literal without an end would take in what follows.
        let is_open = before.kind == Kind::Odd && author;
        if is_open || before.kind == Kind::LineComment || before.kind.is_directive() || item.kind.is_directive() {
            return true;
        }
        let bracket = role.bracket as usize;
        match role.breaks {
            Break::Never => false,
            Break::Author => author,
            Break::Statement => {
                let after_comment = before.kind == Kind::BlockComment && !author && (at == 1 || before.newlines > 0);
                let stays = self.one_line[role.frame as usize] || self.label_line == Some(item.line);
                !after_comment && !stays
            }
            Break::AfterLabel(line) => {
                let stays = item.line == line && self.has_room_after_label(at, column);
                self.label_line = stays.then_some(line);
                !stays
            }
            Break::Open if self.stays_on_line(bracket, column + 1) => author,
            Break::Open => self.style.opens_line(self.structure.frames[bracket].kind),
            Break::Close => !self.one_line[bracket],
            Break::Else => self.style.otherwise,
        }
    }

    /// Returns whether the rest of the original line follows a label: whole statements that fit.
    fn has_room_after_label(&self, at: usize, column: u32) -> bool {
        let mut last = self.sums.last[at] as usize;
        if self.items[last].kind == Kind::LineComment && last > at {
            last -= 1;
        }
        let is_whole = match self.items[last].kind {
            Kind::Semicolon => true,
            Kind::Close(Bracket::Brace) => last > at,
            Kind::Colon => true,
            _ => false,
        };
        let before = at - 1;
        let width = self.sums.widths[last] - self.sums.widths[before];
        let (opened, closed) = (self.sums.braces[before], self.sums.braces[last]);
        let count = closed.0 - opened.0;
        let has_enders = self.sums.enders[last] != self.sums.enders[before];
        is_whole
            && count == closed.1 - opened.1
            && (count == 0 || !has_enders)
            && self.items[last].line == self.items[at].line
            && u64::from(column) + width <= u64::from(self.style.width)
    }

    /// Returns whether an empty line precedes the line of an item.
    fn has_blank(&self, first: usize) -> bool {
        if first == 0 || self.items[first].newlines < 2 {
            return false;
        }
        let frame = |at: usize| &self.structure.frames[self.structure.roles[at].bracket as usize];
        let opened = frame(first - 1);
        let opens = opened.opener == first - 1 && opened.kind.is_block() && opened.kind != FrameKind::Namespace;
        let closed = frame(first);
        let closes = closed.closer == first && closed.kind.is_block() && closed.kind != FrameKind::Namespace;
        !opens && !closes
    }
}

//! The groups of `#if` whose contents an author has indented beyond what is around them.
//!
//! What stands a level deeper in a group stays so. Must not know where lines are put.

use crate::items::Item;
use crate::structure::frames::{FrameId, FrameKind, TOP};
use crate::structure::{Break, Structure};
use crate::style::Style;

/// The levels that all groups around an item add, by the group.
pub(crate) fn levels(items: &[Item], structure: &Structure, style: &Style) -> Vec<i16> {
    let mut first = vec![None; structure.groups.len()];
    for (at, role) in structure.roles.iter().enumerate() {
        let begins = items[at].newlines > 0 && items[at].kind.is_code() && role.breaks == Break::Statement;
        let frame = &structure.frames[role.frame as usize];
        // What a group opens itself tells nothing of the place of the group.
        if begins && !role.kept && frame.kind.has_statements() && frame.group < role.group {
            first[role.group as usize].get_or_insert(at);
        }
    }
    let original = Original { items, structure, style };
    let mut levels: Vec<i16> = vec![0; structure.groups.len()];
    // A group comes after those around it.
    for (id, group) in structure.groups.iter().enumerate().skip(1) {
        let around = levels[group.outer as usize];
        let is_deeper = first[id].is_some_and(|at| original.is_deeper(at, around, &levels));
        levels[id] = around.saturating_add(i16::from(is_deeper));
    }
    levels
}

/// The columns of the text as it was.
struct Original<'a> {
    items: &'a [Item],
    structure: &'a Structure,
    style: &'a Style,
}

impl Original<'_> {
    /// Returns whether an item is to the right of where it would be in groups that add this many levels.
    fn is_deeper(&self, at: usize, around: i16, levels: &[i16]) -> bool {
        let role = &self.structure.roles[at];
        let frame = &self.structure.frames[role.frame as usize];
        let unit = i64::from(self.style.original_unit);
        let inner = i64::from(role.level) + i64::from(around) - i64::from(levels[frame.group as usize]);
        let column = i64::from(self.items[at].column);
        self.content(role.frame).is_some_and(|content| 2 * (column - content - inner * unit) >= unit)
    }

    /// The column of what a frame contains, if something tells it.
    fn content(&self, id: FrameId) -> Option<i64> {
        if id == TOP {
            return Some(0);
        }
        let frame = &self.structure.frames[id as usize];
        let unit = i64::from(self.style.original_unit);
        let first = self.structure.next_code[frame.opener + 1] as usize;
        if let Some(role) = self.structure.roles.get(first)
            && (role.frame, role.group) == (id, frame.group)
            && self.items[first].newlines > 0
        {
            return Some(i64::from(self.items[first].column) - i64::from(role.level) * unit);
        }
        let levels = match frame.kind {
            FrameKind::Namespace => i64::from(self.style.namespaces),
            FrameKind::Switch => 1 + i64::from(self.style.cases),
            _ => 1,
        };
        // A bracket in a group that is not closed moves with the group, and tells nothing of what is around it.
        let is_around = self.structure.roles.get(frame.closer).is_some_and(|role| role.group == frame.group);
        let closes = frame.closer > frame.opener && is_around && self.items[frame.closer].newlines > 0;
        closes.then(|| i64::from(self.items[frame.closer].column) + levels * unit)
    }
}

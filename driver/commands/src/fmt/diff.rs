//! Changes as a unified diff, made of the lines that they touch.

use format::Edit;
use std::fmt::Write;

/// The lines that are shown around a change.
const AROUND: usize = 3;

/// Changed lines, from `first` to before `end`, and their new text.
struct Block {
    first: usize,
    end: usize,
    new: String,
}

/// The changes of a text as `diff -u` shows them; nothing if there are none.
pub(super) fn unified(name: &str, text: &str, edits: &[Edit]) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let blocks = blocks(text, &lines, edits);
    if blocks.is_empty() {
        return String::new();
    }
    let mut out = format!("--- {name}\n+++ {name}\n");
    let mut shift = 0;
    for hunk in blocks.chunk_by(|one, next| next.first - one.end <= 2 * AROUND) {
        let (Some(opening), Some(closing)) = (hunk.first(), hunk.last()) else { continue };
        let first = opening.first.saturating_sub(AROUND);
        let end = (closing.end + AROUND).min(lines.len());
        let grown: isize = hunk.iter().map(|block| block.growth()).sum();
        let old = end - first;
        let start = |count: usize, first: isize| if count == 0 { first } else { first + 1 };
        let new = old.saturating_add_signed(grown);
        let _ =
            writeln!(out, "@@ -{},{old} +{},{new} @@", start(old, first as isize), start(new, first as isize + shift));
        let mut at = first;
        for block in hunk {
            lines[at..block.first].iter().for_each(|line| push(&mut out, ' ', line));
            lines[block.first..block.end].iter().for_each(|line| push(&mut out, '-', line));
            block.new.split_inclusive('\n').for_each(|line| push(&mut out, '+', line));
            at = block.end;
        }
        lines[at..end].iter().for_each(|line| push(&mut out, ' ', line));
        shift += grown;
    }
    out
}

impl Block {
    /// The lines that it adds, less those that it takes away.
    fn growth(&self) -> isize {
        self.new.split_inclusive('\n').count() as isize - (self.end - self.first) as isize
    }
}

fn push(out: &mut String, mark: char, line: &str) {
    out.push(mark);
    out.push_str(line);
    if !line.ends_with('\n') {
        out.push_str("\n\\ No newline at end of file\n");
    }
}

/// The lines that edits touch, as blocks.
fn blocks(text: &str, lines: &[&str], edits: &[Edit]) -> Vec<Block> {
    let starts: Vec<usize> = lines
        .iter()
        .scan(0, |at, line| {
            let start = *at;
            *at += line.len();
            Some(start)
        })
        .collect();
    let line_of = |offset: usize| starts.partition_point(|start| *start <= offset).saturating_sub(1);
    let start_of = |line: usize| starts.get(line).copied().unwrap_or(text.len());
    let mut blocks: Vec<Block> = Vec::new();
    let mut at = 0;
    for edit in edits {
        let (start, end) = (edit.start as usize, edit.end as usize);
        let (first, last) = (line_of(start), line_of(end));
        let joins = blocks.last().is_some_and(|block| first < block.end);
        if !joins {
            if let Some(block) = blocks.last_mut() {
                block.new += &text[at..start_of(block.end)];
            }
            blocks.push(Block { first, end: first, new: String::new() });
            at = start_of(first);
        }
        let Some(block) = blocks.last_mut() else { continue };
        block.new += &text[at..start];
        block.new += &edit.text;
        block.end = block.end.max((last + 1).min(lines.len()));
        at = end;
    }
    if let Some(block) = blocks.last_mut() {
        block.new += &text[at..start_of(block.end)];
    }
    blocks
}

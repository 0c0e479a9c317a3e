//! Source text and positions in it.
//!
//! Every position of a compilation is one `u32`. Three regions share that space: the text of files, tokens that a macro
//! expansion produced, and scratch text (tokens made by `##`, `#` and predefined macros). A [`Span`] therefore knows by
//! itself where it was written and through which macros it came; [`SourceMap`] answers in files, lines and columns.

mod slices;

use crate::ids::{Arena, Id};
use crate::intern::Symbol;
use crate::search;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

pub use slices::{Mark, Shift, Slice};

/// Positions below this one lie in files.
const EXPANSION_REGION: u32 = 0x8000_0000;
/// Positions from here on lie in scratch text.
const SCRATCH_REGION: u32 = 0xF000_0000;

/// A range of positions, from `lo` up to but not including `hi`.
///
/// The ends may lie in different regions (a range that starts in a file and ends in a macro), so `hi` can be the smaller
/// number; only [`SourceMap`] may compare the two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// The first position.
    pub lo: u32,
    /// The position after the last one.
    pub hi: u32,
}

impl Span {
    /// The span of things that stand nowhere in the source.
    pub const NONE: Span = Span { lo: u32::MAX, hi: u32::MAX };

    /// The span from `lo` up to `hi`.
    #[inline]
    pub const fn new(lo: u32, hi: u32) -> Self {
        Span { lo, hi }
    }

    /// From the start of `self` to the end of `other`.
    #[inline]
    pub const fn to(self, other: Span) -> Span {
        Span { lo: self.lo, hi: other.hi }
    }

    /// Returns whether this is [`Span::NONE`].
    #[inline]
    pub const fn is_none(self) -> bool {
        self.lo == u32::MAX
    }
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.lo, self.hi)
    }
}

/// Identifies a [`SourceFile`].
pub type FileId = Id<SourceFile>;
/// Identifies an [`Expansion`].
pub type ExpansionId = Id<Expansion>;

/// The text of one file, or of one inclusion of it: a file included twice is in the map twice.
#[derive(Debug)]
pub struct SourceFile {
    name: String,
    /// The text that is lexed: without byte-order mark, line continuations removed.
    text: Arc<str>,
    /// Offsets in `text` after which bytes of the original were removed, with the total removed so far.
    splices: Vec<(u32, u32)>,
    /// The original text where it differs from `text`.
    original: Option<Arc<str>>,
    base: u32,
    included_at: Option<Span>,
    line_starts: OnceLock<Vec<u32>>,
    digest: OnceLock<u128>,
    line_markers: Vec<LineMarker>,
}

/// A `#line` directive: from `offset` on, lines count from `line` and belong to `name`.
#[derive(Clone, Debug)]
struct LineMarker {
    offset: u32,
    line: u32,
    /// The name that lines have from here on; nothing while it is the file's own.
    name: Option<Arc<str>>,
}

impl SourceFile {
    /// The name under which the file was opened.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text as it is lexed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text as it is lexed, as a handle that outlives changes to the map.
    pub fn shared_text(&self) -> Arc<str> {
        Arc::clone(&self.text)
    }

    /// A digest of the text, which is made once.
    pub fn digest(&self, make: impl FnOnce(&str) -> u128) -> u128 {
        *self.digest.get_or_init(|| make(&self.text))
    }

    /// The text as it is on disk.
    pub fn original(&self) -> &str {
        self.original.as_deref().unwrap_or(&self.text)
    }

    /// The offsets in [`SourceFile::text`] at which lines are joined by a backslash with blanks behind it.
    pub fn spaced_continuations(&self) -> impl Iterator<Item = u32> + '_ {
        let original = self.original().as_bytes();
        let before = std::iter::once(0).chain(self.splices.iter().map(|&(_, removed)| removed));
        let splices = self.splices.iter().zip(before);
        let is_spaced = move |at: u32| match original.get(at as usize..) {
            Some([b'\\', b'\r', b'\n', ..]) => false,
            Some([b'\\', next, ..]) => *next != b'\n',
            _ => false,
        };
        splices.filter(move |((at, _), before)| is_spaced(at + before)).map(|((at, _), _)| *at)
    }

    /// The position of the first byte of [`SourceFile::text`].
    pub fn base(&self) -> u32 {
        self.base
    }

    /// The `#include` that brought this file in.
    pub fn included_at(&self) -> Option<Span> {
        self.included_at
    }

    /// The offset in [`SourceFile::original`] of an offset in [`SourceFile::text`].
    pub fn original_offset(&self, offset: u32) -> u32 {
        match self.splices.partition_point(|&(at, _)| at <= offset) {
            0 => offset,
            n => offset + self.splices[n - 1].1,
        }
    }

    /// Where the byte before an offset ends in the original text; differs from [`SourceFile::original_offset`] where
    /// something was removed between the two.
    fn original_end(&self, offset: u32) -> u32 {
        if offset == 0 { self.original_offset(0) } else { self.original_offset(offset - 1) + 1 }
    }

    /// Starts of the lines of the original text.
    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let ends = search::all(b'\n', self.original().as_bytes());
            // A byte-order mark precedes the first line, not in it.
            let mark = if self.original().starts_with('\u{feff}') { 3 } else { 0 };
            std::iter::once(mark).chain(ends.map(|at| at as u32 + 1)).collect()
        })
    }

    /// The zero-based line of an offset in the original text.
    fn line_index(&self, original_offset: u32) -> usize {
        self.line_starts().partition_point(|&start| start <= original_offset).saturating_sub(1)
    }
}

/// One expansion of one macro.
#[derive(Clone, Copy, Debug)]
pub struct Expansion {
    /// The macro.
    pub name: Symbol,
    /// Where it was called, arguments included; may itself lie in an expansion.
    pub call: Span,
}

/// A token in the expansion region.
#[derive(Clone, Copy, Debug)]
struct Piece {
    at: u32,
    /// Where the token is spelled: in a file or in scratch text.
    spelled: u32,
    expansion: ExpansionId,
}

/// A range inside one file, in offsets of its original text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileRange {
    /// The file.
    pub file: FileId,
    /// The first offset.
    pub start: u32,
    /// The offset after the last one.
    pub end: u32,
}

/// A place as a message shows it, `#line` directives applied.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Location {
    /// The file's name.
    pub file: String,
    /// The line, counted from 1.
    pub line: u32,
    /// The column in bytes, counted from 1.
    pub column: u32,
}

/// A text does not fit: all files of a compilation together take less than 2 GiB, and so do its macro expansions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceTooLarge;

/// Owns all source text of one compilation.
#[derive(Debug, Default)]
pub struct SourceMap {
    files: Arena<SourceFile>,
    expansions: Arena<Expansion>,
    pieces: Vec<Piece>,
    next_piece: u32,
    scratch: String,
    ignore_line_markers: bool,
}

impl SourceMap {
    /// A map without files.
    pub fn new() -> Self {
        SourceMap { next_piece: EXPANSION_REGION, ..Self::default() }
    }

    /// From now on [`SourceMap::add_line_marker`] does nothing (`-ignore-line-directives`).
    pub fn ignore_line_markers(&mut self) {
        self.ignore_line_markers = true;
    }

    /// Adds a file. A byte-order mark is dropped and line continuations are joined; positions still lead to the original.
    ///
    /// # Errors
    /// When all files together would take 2 GiB or more.
    pub fn add_file(
        &mut self,
        name: impl Into<String>,
        text: impl Into<Arc<str>>,
        included_at: Option<Span>,
    ) -> Result<FileId, SourceTooLarge> {
        let original: Arc<str> = text.into();
        let base = self.next_base();
        let room = (EXPANSION_REGION - base) as usize;
        if original.len() >= room {
            return Err(SourceTooLarge);
        }
        let (text, original, splices) = match join_lines(&original) {
            Some((text, splices)) => (text.into(), Some(original), splices),
            None => (original, None, Vec::new()),
        };
        Ok(self.files.alloc(SourceFile {
            name: name.into(),
            text,
            splices,
            original,
            base,
            included_at,
            line_starts: OnceLock::new(),
            digest: OnceLock::new(),
            line_markers: Vec::new(),
        }))
    }

    /// The file with this id.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id]
    }

    /// All files in the order in which they were opened.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter()
    }

    /// The positions of files and macro expansions that are added from now on.
    pub fn unused_positions(&self) -> [Range<u32>; 2] {
        [self.next_base()..EXPANSION_REGION, self.next_piece..SCRATCH_REGION]
    }

    /// The size of all text: the files, and what macros have produced.
    pub fn size(&self) -> u64 {
        u64::from(self.next_base()) + u64::from(self.next_piece - EXPANSION_REGION)
    }

    fn next_base(&self) -> u32 {
        self.files.iter().next_back().map_or(0, |(_, last)| last.base + last.text.len() as u32 + 1)
    }

    /// Notes that a macro is expanded at `call`.
    pub fn add_expansion(&mut self, name: Symbol, call: Span) -> ExpansionId {
        self.expansions.alloc(Expansion { name, call })
    }

    /// The position of a token which `expansion` copies from `spelled`.
    ///
    /// # Errors
    /// When expansions have used up their part of the position space.
    #[inline]
    pub fn expanded(&mut self, expansion: ExpansionId, spelled: Span) -> Result<Span, SourceTooLarge> {
        let spelled_lo = self.spelling(spelled.lo);
        let length = self.token_length(spelled);
        let at = self.next_piece;
        if SCRATCH_REGION - at <= length + 1 {
            return Err(SourceTooLarge);
        }
        self.pieces.push(Piece { at, spelled: spelled_lo, expansion });
        self.next_piece = at + length + 1;
        Ok(Span::new(at, at + length))
    }

    /// Adds text that is in no file and returns its position.
    ///
    /// # Errors
    /// When scratch text has used up its part of the position space.
    pub fn add_scratch(&mut self, text: &str) -> Result<Span, SourceTooLarge> {
        let lo = SCRATCH_REGION as usize + self.scratch.len();
        let hi = lo + text.len();
        if hi + 1 >= u32::MAX as usize {
            return Err(SourceTooLarge);
        }
        self.scratch.push_str(text);
        self.scratch.push(' ');
        Ok(Span::new(lo as u32, hi as u32))
    }

    /// Records a `#line` directive: the line that starts at `position` is line `line` of `name` (or of the same file).
    pub fn add_line_marker(&mut self, position: u32, line: u32, name: Option<String>) {
        if self.ignore_line_markers {
            return;
        }
        let Some(file) = self.file_at(position) else { return };
        let file = &mut self.files[file];
        let offset = file.original_offset(position - file.base);
        let previous = file.line_markers.last().and_then(|marker| marker.name.clone());
        file.line_markers.push(LineMarker { offset, line, name: name.map(Arc::from).or(previous) });
    }

    /// The text of a token. Its span must not cross regions; [`Span::NONE`] and crossing spans give the empty text.
    pub fn text(&self, span: Span) -> &str {
        if span.is_none() || span.hi < span.lo {
            return "";
        }
        let lo = self.spelling(span.lo);
        let length = (span.hi - span.lo) as usize;
        let (text, start) = if lo >= SCRATCH_REGION {
            (self.scratch.as_str(), lo - SCRATCH_REGION)
        } else {
            let Some(file) = self.file_at(lo) else { return "" };
            (&*self.files[file].text, lo - self.files[file].base)
        };
        text.get(start as usize..start as usize + length).unwrap_or("")
    }

    /// Where a span is in a file: the outermost macro call for what an expansion made.
    pub fn range(&self, span: Span) -> Option<FileRange> {
        if span.is_none() {
            return None;
        }
        let start = self.in_file(span.lo, |call| call.lo)?;
        let last = self.in_file(span.hi, |call| call.hi).unwrap_or(start);
        let file = self.file_at(start)?;
        let source = &self.files[file];
        let limit = source.text.len() as u32;
        let start = (start - source.base).min(limit);
        let end = last.saturating_sub(source.base).clamp(start, limit);
        let first = source.original_offset(start);
        let end = if end == start { first } else { source.original_end(end) };
        Some(FileRange { file, start: first, end })
    }

    /// Where the token at a position is spelled, in offsets of a file's [`SourceFile::text`]: the argument or the macro's
    /// body for what an expansion made. `None` for text that is in no file.
    pub fn spelled(&self, position: u32) -> Option<(FileId, u32)> {
        let at = self.spelling(position);
        let file = self.file_at(at)?;
        Some((file, at - self.files[file].base))
    }

    /// The line on which a span ends, `#line` directives applied; for a macro expansion, the line on which its call
    /// ends.
    pub fn last_line(&self, span: Span) -> Option<u32> {
        let range = self.range(span)?;
        let file = &self.files[range.file];
        let line = file.line_index(range.end.saturating_sub(1).max(range.start));
        Some(self.presumed(file, line).1)
    }

    /// The place of the start of a span, `#line` directives applied.
    pub fn location(&self, span: Span) -> Option<Location> {
        let (file, line, column) = self.start_of(span)?;
        Some(Location { file: file.to_owned(), line, column })
    }

    /// File, line and column of the start of a span, `#line` directives applied, without an allocation.
    pub fn start_of(&self, span: Span) -> Option<(&str, u32, u32)> {
        let range = self.range(span)?;
        let file = &self.files[range.file];
        let line = file.line_index(range.start);
        let column = range.start.saturating_sub(file.line_starts()[line]) + 1;
        let (name, line) = self.presumed(file, line);
        Some((name, line, column))
    }

    /// The place of the start of a span in the text of its file, `#line` directives not applied.
    pub fn start_in_file(&self, span: Span) -> Option<(FileId, u32, u32)> {
        let range = self.range(span)?;
        let file = &self.files[range.file];
        let line = file.line_index(range.start);
        let column = range.start.saturating_sub(file.line_starts()[line]) + 1;
        Some((range.file, line as u32 + 1, column))
    }

    /// The presumed name and one-based line of a zero-based physical line.
    pub(crate) fn presumed<'a>(&self, file: &'a SourceFile, line: usize) -> (&'a str, u32) {
        let start = file.line_starts()[line];
        let count = file.line_markers.partition_point(|marker| marker.offset <= start);
        let Some(marker) = file.line_markers[..count].last() else { return (&file.name, line as u32 + 1) };
        let since = line - file.line_index(marker.offset);
        (marker.name.as_deref().unwrap_or(&file.name), marker.line.saturating_add(since as u32))
    }

    /// The macros through which a span came, innermost first, each with the place where it spells the token.
    pub fn backtrace(&self, span: Span) -> Vec<(Symbol, Span)> {
        let mut trace = Vec::new();
        let mut position = span.lo;
        while let Some(piece) = self.piece_at(position) {
            let expansion = self.expansions[piece.expansion];
            let spelled = piece.spelled + (position - piece.at);
            let spelled = if spelled >= SCRATCH_REGION { Span::NONE } else { Span::new(spelled, spelled + 1) };
            trace.push((expansion.name, spelled));
            position = expansion.call.lo;
        }
        trace
    }

    /// The zero-based line and the offset of its start, for a one-file range.
    pub(crate) fn line_of(&self, file: FileId, offset: u32) -> usize {
        self.files[file].line_index(offset)
    }

    /// The offsets of a zero-based line in the original text, its end included.
    pub(crate) fn line_range(&self, file: FileId, line: usize) -> Option<Range<usize>> {
        let file = &self.files[file];
        let start = *file.line_starts().get(line)? as usize;
        let end = file.line_starts().get(line + 1).map_or(file.original().len(), |&next| next as usize);
        Some(start..end)
    }

    /// The lines above the one in which a range starts, upwards.
    pub fn lines_above(&self, range: FileRange) -> impl Iterator<Item = &str> {
        let file = &self.files[range.file];
        let starts = &file.line_starts()[..=file.line_index(range.start)];
        starts.windows(2).rev().map(|pair| file.original().get(pair[0] as usize..pair[1] as usize).unwrap_or_default())
    }

    /// The text before a range on the line in which it starts.
    pub fn before_on_line(&self, range: FileRange) -> &str {
        let file = &self.files[range.file];
        let line = file.line_starts()[file.line_index(range.start)];
        file.original().get(line as usize..range.start as usize).unwrap_or_default()
    }

    /// Returns whether a position is in a file, neither in a macro expansion nor in scratch text.
    #[inline]
    pub fn is_in_file(position: u32) -> bool {
        position < EXPANSION_REGION
    }

    /// The file that holds a position of the file region.
    pub fn file_at(&self, position: u32) -> Option<FileId> {
        if position >= EXPANSION_REGION {
            return None;
        }
        let (mut low, mut high) = (0, self.files.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.files[FileId::new(middle as u32)].base <= position { low = middle + 1 } else { high = middle }
        }
        low.checked_sub(1).map(|index| FileId::new(index as u32))
    }

    fn piece_at(&self, position: u32) -> Option<Piece> {
        if !(EXPANSION_REGION..SCRATCH_REGION).contains(&position) {
            return None;
        }
        let count = self.pieces.partition_point(|piece| piece.at <= position);
        count.checked_sub(1).map(|index| self.pieces[index])
    }

    /// Where a position is spelled: in a file or in scratch text.
    fn spelling(&self, position: u32) -> u32 {
        match self.piece_at(position) {
            Some(piece) => piece.spelled + (position - piece.at),
            None => position,
        }
    }

    fn token_length(&self, span: Span) -> u32 {
        span.hi.saturating_sub(span.lo)
    }

    /// The position in a file of a position in an expansion; `end` selects the position within each call on the way.
    fn in_file(&self, mut position: u32, end: impl Fn(Span) -> u32) -> Option<u32> {
        while position >= EXPANSION_REGION {
            let piece = self.piece_at(position)?;
            position = end(self.expansions[piece.expansion].call);
        }
        Some(position)
    }
}

/// Drops a byte-order mark and joins continued lines. `None` when the text has neither.
fn join_lines(original: &str) -> Option<(String, Vec<(u32, u32)>)> {
    let body = original.strip_prefix('\u{feff}').unwrap_or(original);
    let mut removed = (original.len() - body.len()) as u32;
    if removed == 0 && !has_continuation(body) {
        return None;
    }
    let mut text = String::with_capacity(body.len());
    let mut splices = Vec::new();
    if removed > 0 {
        splices.push((0, removed));
    }
    let mut rest = body;
    while let Some(at) = search::first(b'\\', rest.as_bytes()) {
        let after = &rest[at + 1..];
        let skipped = continuation(after).unwrap_or(0);
        if skipped == 0 {
            text.push_str(&rest[..=at]);
        } else {
            text.push_str(&rest[..at]);
            removed += 1 + skipped as u32;
            splices.push((text.len() as u32, removed));
        }
        rest = &after[skipped..];
    }
    text.push_str(rest);
    Some((text, splices))
}

/// The length of the line continuation after a backslash: the line end and, because editors hide them, blanks before
/// it.
fn continuation(after: &str) -> Option<usize> {
    let blanks = after.bytes().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)).count();
    (after.as_bytes().get(blanks) == Some(&b'\n')).then_some(blanks + 1)
}

fn has_continuation(text: &str) -> bool {
    search::all(b'\\', text.as_bytes()).any(|at| continuation(&text[at + 1..]).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_joined_line_still_leads_to_the_original() {
        let mut map = SourceMap::new();
        let id = map.add_file("a.hlsl", "\u{feff}ab\\\r\ncd\nef", None).unwrap();
        assert_eq!(map.file(id).text(), "abcd\nef");
        let d = map.location(Span::new(3, 4)).unwrap();
        assert_eq!((d.line, d.column), (2, 2));
        let e = map.location(Span::new(5, 6)).unwrap();
        assert_eq!((e.line, e.column), (3, 1));
    }

    #[test]
    fn expanded_tokens_stand_at_their_call_and_keep_their_text() {
        let mut map = SourceMap::new();
        map.add_file("a.hlsl", "#define ONE 1\nx = ONE;", None).unwrap();
        let expansion = map.add_expansion(Symbol::new(5), Span::new(18, 21));
        let token = map.expanded(expansion, Span::new(12, 13)).unwrap();
        assert_eq!(map.text(token), "1");
        let place = map.location(token).unwrap();
        assert_eq!((place.line, place.column), (2, 5));
        assert_eq!(map.backtrace(token), vec![(Symbol::new(5), Span::new(12, 13))]);
        let merged = map.range(Span::new(14, 15).to(token)).unwrap();
        assert_eq!((merged.start, merged.end), (14, 21));
    }

    #[test]
    fn line_markers_change_names_and_numbers() {
        let mut map = SourceMap::new();
        map.add_file("a.hlsl", "#line 40 \"b.hlsl\"\nx\ny", None).unwrap();
        map.add_line_marker(18, 40, Some("b.hlsl".into()));
        let y = map.location(Span::new(20, 21)).unwrap();
        assert_eq!((y.file.as_str(), y.line), ("b.hlsl", 41));
    }

    #[test]
    fn a_continuation_may_hide_behind_blanks() {
        let mut map = SourceMap::new();
        let id = map.add_file("a.hlsl", "ab \\ \t\r\nc \\d", None).unwrap();
        assert_eq!(map.file(id).text(), "ab c \\d");
        assert_eq!(map.range(Span::new(0, 3)).unwrap().end, 3);
        assert_eq!(map.range(Span::new(3, 4)).unwrap(), FileRange { file: id, start: 8, end: 9 });
    }

    #[test]
    fn a_line_marker_without_a_name_keeps_the_one_before() {
        let mut map = SourceMap::new();
        map.add_file("a.hlsl", "x\ny\nz\n", None).unwrap();
        map.add_line_marker(2, 10, Some("b.hlsl".into()));
        map.add_line_marker(4, 20, None);
        let z = map.location(Span::new(4, 5)).unwrap();
        assert_eq!((z.file.as_str(), z.line), ("b.hlsl", 20));
        assert_eq!(map.last_line(Span::new(0, 3)), Some(10));
    }

    #[test]
    fn files_are_found_by_position() {
        let mut map = SourceMap::new();
        let a = map.add_file("a", "abc", None).unwrap();
        let b = map.add_file("b", "", None).unwrap();
        let c = map.add_file("c", "x", None).unwrap();
        assert_eq!(map.file_at(3), Some(a));
        assert_eq!(map.file_at(4), Some(b));
        assert_eq!(map.file_at(5), Some(c));
        assert_eq!(map.file_at(u32::MAX), None);
    }
}

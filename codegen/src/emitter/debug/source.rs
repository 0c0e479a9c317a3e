//! The source: its name and text at the head of the module, and where in it the places of instructions lie.

use crate::emitter::Emitter;
use crate::emitter::state::debug::lines::LineWords;
use crate::options::DebugLevel;
use base::intern::Symbol;
use base::source::{FileId, SourceFile, Span};
use sema::hir::expr::{Expr, ExprKind};
use spirv::Word;

/// A text longer than this is continued in another instruction.
const MAX_TEXT: usize = 0xFFFD;

impl<'a> Emitter<'a> {
    /// Names the source and, if asked for, hands its text over.
    pub(crate) fn define_source(&mut self) {
        let (major, minor) = self.module.shader_model;
        let version = major * 100 + minor * 10;
        let level = self.options.debug.level;
        self.debug.lines.enabled = level >= DebugLevel::Line;
        // The instruction came with SPIR-V 1.1; without it nothing but the notes is lost.
        for note in self.options.tool_notes().iter().filter(|_| self.options.target.has_spirv(1, 1)) {
            self.spv.out.processed(note);
        }
        let sources = self.sources;
        if let Some(set) = self.options.debug.set {
            return self.begin_debug_info(set);
        }
        let main = self.main_file().filter(|_| level >= DebugLevel::File);
        let Some(main) = main else { return self.spv.out.source(version, None, None) };
        let name = self.spv.string(sources.file(main).name());
        if level < DebugLevel::Source {
            return self.spv.out.source(version, Some(name), None);
        }
        self.source_text(version, name, sources.file(main).original());
        for (id, file) in self.read_files() {
            let name = self.spv.string(file.name());
            if id != main && self.debug.sources.insert(name) {
                self.source_text(version, name, file.original());
            }
        }
    }

    /// The file that was handed in: the first that was read, where nothing else is known.
    pub(super) fn main_file(&self) -> Option<FileId> {
        self.module.main_file.or_else(|| self.read_files().next().map(|(id, _)| id))
    }

    /// The files that were read. What the preprocessor makes up by itself has a name in angle brackets.
    pub(super) fn read_files(&self) -> impl Iterator<Item = (FileId, &'a SourceFile)> + use<'a> {
        let sources = self.sources;
        sources.files().filter(|(_, file)| !file.name().starts_with('<'))
    }

    fn source_text(&mut self, version: u32, name: Word, text: &str) {
        self.debug.sources.insert(name);
        let mut pieces = pieces(text, MAX_TEXT);
        self.spv.out.source(version, Some(name), pieces.next());
        for piece in pieces {
            self.spv.out.source_continued(piece);
        }
    }

    /// Where the line begins on which something stands: where debuggers expect the start of a function.
    pub(crate) fn line_start(&self, span: Span) -> Span {
        let Some((text, at, base)) = self.text_around(span.lo) else { return span };
        let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let indent = text[start..at].len() - text[start..at].trim_start().len();
        Span::new(base + (start + indent) as u32, span.hi)
    }

    /// The last token of something.
    pub(crate) fn last_token(&self, span: Span) -> Span {
        let Some((text, end, base)) = self.text_around(span.hi) else { return span };
        Span::new(base + last_token(&text[..end]) as u32, span.hi)
    }

    /// A statement without the semicolon at its end.
    pub(crate) fn without_semicolon(&self, span: Span) -> Span {
        let Some((text, end, base)) = self.text_around(span.hi) else { return span };
        let Some(text) = text[..end].strip_suffix(';') else { return span };
        Span::new(span.lo, base + text.trim_end().len() as u32)
    }

    /// Where something begins, for what has a place but no extent.
    pub(crate) fn start_of(&self, span: Span) -> Span {
        Span::new(span.lo, span.lo.saturating_add(1))
    }

    /// A place that is known as a position and as a range: lines name the one or the other.
    pub(crate) fn either(&self, position: Span, range: Span) -> Span {
        if self.debug.lines.has_ranges() { range } else { position }
    }

    /// The place of what an expression itself does: its operator, where places are positions and it is between or
    /// after the operands; for a member, from the object on.
    pub(crate) fn own_place(&self, expr: &'a Expr) -> Span {
        if !self.debug.lines.enabled {
            return expr.span;
        }
        let has_positions = !self.debug.lines.has_ranges();
        if let ExprKind::Binary { lhs: before, .. }
        | ExprKind::ShortCircuit { lhs: before, .. }
        | ExprKind::CompoundAssign { place: before, .. }
        | ExprKind::IncDec { place: before, prefix: false, .. } = expr.kind
            && has_positions
        {
            self.token_behind(self.current.body.exprs[before].span)
        } else {
            self.object_of(expr).to(expr.span)
        }
    }

    /// The place of the object of which an expression is a member, or the member of a member.
    fn object_of(&self, mut expr: &'a Expr) -> Span {
        while let ExprKind::Load(inner)
        | ExprKind::Member { base: inner, .. }
        | ExprKind::Swizzle { base: inner, .. }
        | ExprKind::MatrixSwizzle { base: inner, .. } = expr.kind
        {
            expr = &self.current.body.exprs[inner];
        }
        expr.span
    }

    /// The first token behind a condition and its closing parenthesis.
    pub(crate) fn token_behind(&self, span: Span) -> Span {
        let Some((text, end, base)) = self.text_around(span.hi) else { return span };
        let skipped = text[end..].len() - text[end..].trim_start_matches([')', ' ', '\t', '\r', '\n']).len();
        let at = base + (end + skipped) as u32;
        Span::new(at, at + 1)
    }

    /// The text of the file in which a position lies, where in it, and the position of its first byte; `None` where no
    /// one requires places, or for what a macro made.
    fn text_around(&self, position: u32) -> Option<(&str, usize, u32)> {
        let file = self.debug.lines.enabled.then(|| self.sources.file_at(position))??;
        let file = self.sources.file(file);
        let at = position.checked_sub(file.base())? as usize;
        file.text().is_char_boundary(at).then(|| (file.text(), at, file.base()))
    }

    /// A text of the source: what `printf` writes.
    pub(crate) fn string(&mut self, text: Symbol) -> Word {
        let text = self.text(text);
        self.spv.string(text)
    }

    /// Learns the places of all spans of the function that is about to be written.
    pub(crate) fn learn_places(&mut self) {
        if !self.debug.lines.enabled {
            return;
        }
        let has_ranges = self.debug.lines.has_ranges();
        let function = std::mem::take(&mut self.spv.function);
        for span in function.spans().filter(|span| !span.is_none()) {
            if self.debug.lines.places.contains_key(&span) {
                continue;
            }
            let place = if has_ranges { self.range_words(span) } else { self.line_words(span) };
            if let Some(place) = place {
                self.debug.lines.places.insert(span, place);
            }
        }
        self.spv.function = function;
    }

    /// The operands of `OpLine`.
    fn line_words(&mut self, span: Span) -> Option<LineWords> {
        let (file, line, column) = match self.is_described() {
            true => self.described_place(span).map(|place| (place.name, place.line, place.column))?,
            false => self.sources.start_of(span)?,
        };
        Some([self.spv.string(file), line, column, 0, 0])
    }

    /// The operands of `DebugLine`, which names the first character of a range and that of its last token.
    fn range_words(&mut self, span: Span) -> Option<LineWords> {
        let first = self.described_place(span)?;
        let (line, column) = (first.line, first.column);
        let last = self.described_place(self.last_token(span));
        let last = last.filter(|last| (last.name, last.text) == (first.name, first.text));
        // What ends before it starts ends where it starts.
        let end = last.map_or((line, column), |last| (line, column).max((last.line, last.column)));
        let source = self.debug_source(&first);
        let mut number = |number| self.spv.constant_uint(number);
        let [line, end_line, column, end_column] = [line, end.0, column, end.1].map(&mut number);
        Some([source, line, end_line, column, end_column])
    }
}

/// Where the last token of a text begins: a word, a number with its point, `++` or `--`, or a single character.
fn last_token(text: &str) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let before = text.trim_end_matches(is_word);
    let word = &text[before.len()..];
    if word.is_empty() {
        let is_pair = text.ends_with("++") || text.ends_with("--");
        return text.len() - if is_pair { 2 } else { text.chars().next_back().map_or(0, char::len_utf8) };
    }
    let Some(before_point) = before.strip_suffix('.') else { return before.len() };
    let whole = before_point.trim_end_matches(is_word).len();
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    match &before_point[whole..] {
        "" if is_number(word) => before_point.len(),
        digits if is_number(digits) => whole,
        _ => before.len(),
    }
}

/// A text in pieces that an instruction can hold.
pub(super) fn pieces(text: &str, limit: usize) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        if text.len() <= limit {
            rest = None;
            return Some(text);
        }
        let mut end = limit;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let (piece, after) = text.split_at(end);
        rest = Some(after);
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_token_is_found() {
        let last = |text: &'static str| &text[last_token(text)..];
        assert_eq!(
            ["a + b1", "v2f.xy", "f(a)", "a++", "2.5f", "x - .5", "a -", ""].map(last),
            ["b1", "xy", ")", "++", "2.5f", ".5", "-", ""]
        );
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        let text = "ä".repeat(MAX_TEXT);
        let cut: Vec<&str> = pieces(&text, MAX_TEXT).collect();
        assert_eq!(cut.concat(), text);
        assert!(cut.iter().all(|piece| piece.len() <= MAX_TEXT));
        assert_eq!(pieces("", MAX_TEXT).collect::<Vec<_>>(), [""]);
    }
}

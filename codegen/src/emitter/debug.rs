//! Places in the source: the lines that stand between instructions.

use super::Emitter;
use crate::options::DebugLevel;
use base::ids::{Map, Set};
use base::intern::Symbol;
use base::source::{SourceMap, Span};
use spirv::{Op, Word};

/// A text longer than this is continued in another instruction.
const MAX_TEXT: usize = 0xFFFD;

/// What the lines between instructions are made from.
#[derive(Debug, Default)]
pub(crate) struct Debug {
    /// File, line and column of each span that an instruction has.
    places: Map<Span, [Word; 3]>,
    /// The files whose text has been handed over.
    sources: Set<Word>,
    enabled: bool,
    last: Option<[Word; 3]>,
    last_op: u32,
}

impl Debug {
    /// Before the first instruction of a function.
    pub(crate) fn begin_function(&mut self) {
        self.last = None;
        self.last_op = 0;
    }

    /// Writes the line that an instruction needs before it.
    pub(crate) fn before(&mut self, words: &mut Vec<Word>, inst: &[Word], span: Span) {
        if !self.enabled {
            return;
        }
        let op = inst[0] & 0xFFFF;
        let follows_merge = self.last_op == Op::SelectionMerge as u32 || self.last_op == Op::LoopMerge as u32;
        let is_first_label = op == Op::Label as u32
            && (self.last_op == Op::Function as u32 || self.last_op == Op::FunctionParameter as u32);
        self.last_op = op;
        if is_first_label && self.last.take().is_some() {
            words.push(1 << 16 | Op::NoLine as u32);
        }
        // Nothing may stand between a merge instruction and its branch.
        if span.is_none() || follows_merge {
            return;
        }
        let Some(&place) = self.places.get(&span) else { return };
        if self.last != Some(place) {
            words.push(4 << 16 | Op::Line as u32);
            words.extend_from_slice(&place);
            self.last = Some(place);
        }
        if op == Op::FunctionEnd as u32 || ends_block(op) {
            // A line holds up to the end of its block.
            self.last = None;
        }
    }

    /// Learns where a span is, the first time that it is met.
    pub(crate) fn learn(&mut self, span: Span, place: impl FnOnce() -> Option<[Word; 3]>) {
        if self.enabled
            && !span.is_none()
            && !self.places.contains_key(&span)
            && let Some(place) = place()
        {
            self.places.insert(span, place);
        }
    }
}

fn ends_block(op: u32) -> bool {
    const TERMINATORS: [Op; 7] =
        [Op::Branch, Op::BranchConditional, Op::Switch, Op::Return, Op::ReturnValue, Op::Kill, Op::Unreachable];
    TERMINATORS.iter().any(|&terminator| terminator as u32 == op)
}

impl Emitter<'_> {
    /// Names the source and, if asked for, hands its text over.
    pub(crate) fn define_source(&mut self) {
        let (major, minor) = self.module.shader_model;
        let version = major * 100 + minor * 10;
        let level = self.options.debug;
        self.debug.enabled = level >= DebugLevel::Line;
        // The instruction came with SPIR-V 1.1; without it nothing but the notes is lost.
        for note in self.options.tool_notes.iter().filter(|_| self.options.target.has_spirv(1, 1)) {
            self.out.processed(note);
        }
        // The file that was handed in is the first that was read.
        let sources = self.sources;
        let first = || sources.files().next().map(|(id, _)| id);
        let main = self.module.main_file.or_else(first).filter(|_| level >= DebugLevel::File);
        let Some(main) = main else { return self.out.source(version, None, None) };
        let name = self.out.string(&mut self.ctx, sources.file(main).name());
        if level < DebugLevel::Source {
            return self.out.source(version, Some(name), None);
        }
        let text = self.options.source_text.as_deref();
        self.source_text(version, name, text.unwrap_or(sources.file(main).original()));
        for (id, file) in sources.files() {
            let name = self.out.string(&mut self.ctx, file.name());
            if text.is_none() && id != main && self.debug.sources.insert(name) {
                self.source_text(version, name, file.original());
            }
        }
    }

    fn source_text(&mut self, version: u32, name: Word, text: &str) {
        self.debug.sources.insert(name);
        let mut pieces = pieces(text);
        self.out.source(version, Some(name), pieces.next());
        for piece in pieces {
            self.out.source_continued(piece);
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
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let text = &text[..end];
        let word_start = text.trim_end_matches(word).len();
        let one_back = text.len() - text.chars().next_back().map_or(0, char::len_utf8);
        Span::new(base + word_start.min(one_back) as u32, span.hi)
    }

    /// The first token behind a condition and its closing parenthesis.
    pub(crate) fn token_behind(&self, span: Span) -> Span {
        let Some((text, end, base)) = self.text_around(span.hi) else { return span };
        let skipped = text[end..].len() - text[end..].trim_start_matches([')', ' ', '\t', '\r', '\n']).len();
        let at = base + (end + skipped) as u32;
        Span::new(at, at + 1)
    }

    /// The text of the file in which a position lies, where in it, and the position of its first byte; nothing where no
    /// one asks for places, or for what a macro made.
    fn text_around(&self, position: u32) -> Option<(&str, usize, u32)> {
        let file = self.debug.enabled.then(|| self.sources.file_at(position))??;
        let file = self.sources.file(file);
        let at = position.checked_sub(file.base())? as usize;
        file.text().is_char_boundary(at).then(|| (file.text(), at, file.base()))
    }

    /// A text of the source: what `printf` writes.
    pub(crate) fn string(&mut self, text: Symbol) -> Word {
        let text = self.text(text);
        self.out.string(&mut self.ctx, text)
    }

    /// Learns the places of all spans of the function that is about to be written.
    pub(crate) fn learn_places(&mut self) {
        if !self.debug.enabled {
            return;
        }
        let Emitter { function, debug, out, ctx, sources, .. } = self;
        for span in function.spans() {
            debug.learn(span, || {
                place_of(sources, span).map(|(file, line, column)| [out.string(ctx, &file), line, column])
            });
        }
    }
}

fn place_of(sources: &SourceMap, span: Span) -> Option<(String, u32, u32)> {
    let location = sources.location(span)?;
    Some((location.file, location.line, location.column))
}

/// A text in pieces that an instruction can hold.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        if text.len() <= MAX_TEXT {
            rest = None;
            return Some(text);
        }
        let mut end = MAX_TEXT;
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
    fn long_texts_are_cut_between_characters() {
        let text = "ä".repeat(MAX_TEXT);
        let cut: Vec<&str> = pieces(&text).collect();
        assert_eq!(cut.concat(), text);
        assert!(cut.iter().all(|piece| piece.len() <= MAX_TEXT));
        assert_eq!(pieces("").collect::<Vec<_>>(), [""]);
    }
}

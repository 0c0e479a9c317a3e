//! Diagnostics in a frame with all their places, drawn by codespan-reporting.

use super::excerpt::{boundary_after, boundary_before};
use super::{Diagnostic, Interner, Severity, SourceMap, Style, label};
use crate::source::{FileId, FileRange};
use crate::visible;
use codespan_reporting::diagnostic as drawn;
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term;
use codespan_reporting::term::termcolor::{Buffer, ColorSpec, WriteColor};
use std::io;
use std::ops::Range;

/// A source map as the drawing library wants to see it.
struct View<'a>(&'a SourceMap);

impl<'a> Files<'a> for View<'a> {
    type FileId = FileId;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: FileId) -> Result<&'a str, Error> {
        Ok(self.0.file(id).name())
    }

    fn source(&'a self, id: FileId) -> Result<&'a str, Error> {
        Ok(self.0.file(id).original())
    }

    fn line_index(&'a self, id: FileId, offset: usize) -> Result<usize, Error> {
        Ok(self.0.line_of(id, u32::try_from(offset).unwrap_or(u32::MAX)))
    }

    fn line_number(&'a self, id: FileId, line: usize) -> Result<usize, Error> {
        let known = self.0.line_range(id, line).is_some();
        let number = if known { self.0.presumed(self.0.file(id), line).1 as usize } else { line + 1 };
        // `#line 0` is accepted, but the frame cannot show a line 0.
        Ok(number.max(1))
    }

    fn line_range(&'a self, id: FileId, line: usize) -> Result<Range<usize>, Error> {
        self.0.line_range(id, line).ok_or(Error::LineTooLarge { given: line, max: usize::MAX })
    }
}

/// Collects the drawing. Colours come from the drawing library alone, whatever escape sequences a source contains.
struct Shown(Buffer);

impl io::Write for Shown {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(visible::text(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl WriteColor for Shown {
    fn supports_color(&self) -> bool {
        self.0.supports_color()
    }

    fn set_color(&mut self, colours: &ColorSpec) -> io::Result<()> {
        self.0.set_color(colours)
    }

    fn reset(&mut self) -> io::Result<()> {
        self.0.reset()
    }
}

/// One diagnostic in its frame.
pub(super) fn render(sources: &SourceMap, names: &Interner, style: &Style, diagnostic: &Diagnostic) -> String {
    let severity = match diagnostic.severity {
        Severity::Note => drawn::Severity::Note,
        Severity::Warning => drawn::Severity::Warning,
        Severity::Error | Severity::Fatal => drawn::Severity::Error,
    };
    let mut picture = drawn::Diagnostic::new(severity).with_message(&diagnostic.message);
    if style.show_group {
        picture = picture.with_code(label(diagnostic));
    }
    if let Some(range) = sources.range(diagnostic.span) {
        picture = picture.with_label(drawn::Label::primary(range.file, clamped(sources, range)));
    }
    for note in &diagnostic.notes {
        picture = match note.span.and_then(|span| sources.range(span)) {
            Some(range) => picture
                .with_label(drawn::Label::secondary(range.file, clamped(sources, range)).with_message(&note.message)),
            None => picture.with_note(note.message.clone()),
        };
    }
    for (name, spelled) in sources.backtrace(diagnostic.span).into_iter().take(super::BACKTRACE_LIMIT) {
        let place = sources.location(spelled).map(|at| format!(" at {}:{}:{}", at.file, at.line, at.column));
        let place = place.unwrap_or_default();
        picture = picture.with_note(format!("expanded from macro '{}'{place}", names.resolve(name)));
    }
    let mut buffer = Shown(if style.colour { Buffer::ansi() } else { Buffer::no_color() });
    // Drawing can fail on a broken file view alone; the message itself must reach the user even then.
    match term::emit_to_write_style(&mut buffer, &term::Config::default(), &View(sources), &picture) {
        Ok(()) => String::from_utf8_lossy(buffer.0.as_slice()).into_owned(),
        Err(_) => format!("{}: {}\n", diagnostic.severity.word(), visible::text(&diagnostic.message)),
    }
}

/// The range with its ends on character boundaries.
fn clamped(sources: &SourceMap, range: FileRange) -> Range<usize> {
    let text = sources.file(range.file).original();
    let start = boundary_before(text, range.start as usize);
    start..boundary_after(text, range.end as usize).max(start)
}

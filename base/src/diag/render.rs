//! Diagnostics as text for people, and as JSON and SARIF for tools.
//!
//! Owns the form of messages: the place, the source line with a caret, notes, and the macros and includes that lead
//! there. Knows nothing of terminals or files: the caller decides about colours and writes the text.

mod excerpt;
mod json;
mod rich;
pub mod sarif;

use super::{Diagnostic, Note, Severity};
use crate::intern::Interner;
use crate::source::{FileId, SourceMap, Span};
use crate::visible;
use excerpt::excerpt;
use std::fmt::Write;

/// The form of messages, as `-fdiagnostics-format=` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Format {
    /// `file:line:column: error: message`
    #[default]
    Clang,
    /// `file(line,column): error: message`
    Msvc,
    /// `file +line:column: error: message`
    Vi,
    /// A frame around the source with all places of a message in it.
    Rich,
    /// One JSON object per line.
    Json,
    /// One document in the Static Analysis Results Interchange Format.
    Sarif,
}

impl Format {
    /// All forms with their names.
    pub const NAMES: &[(&'static str, Format)] = &[
        ("clang", Format::Clang),
        ("msvc", Format::Msvc),
        ("msvc-fallback", Format::Msvc),
        ("vi", Format::Vi),
        ("rich", Format::Rich),
        ("json", Format::Json),
        ("sarif", Format::Sarif),
    ];
}

/// The appearance of messages.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Style {
    /// The form.
    pub format: Format,
    /// True if ANSI colours are used.
    pub colour: bool,
    /// True if the code of the message, or the option that switches the warning off, is printed after it.
    pub show_group: bool,
    /// True if the source line is printed.
    pub show_source: bool,
    /// True if columns are printed.
    pub show_column: bool,
    /// The prefix of messages without a place.
    pub program: &'static str,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            format: Format::Clang,
            colour: false,
            show_group: true,
            show_source: true,
            show_column: true,
            program: "hlsl2spirv",
        }
    }
}

/// The limit of macros shown in a backtrace; the rest is counted.
const BACKTRACE_LIMIT: usize = 6;
/// The limit of includes shown in an include stack.
const INCLUDE_LIMIT: usize = 16;

const BOLD: &str = "\x1b[1m";
const RED: &str = "\x1b[1;31m";
const MAGENTA: &str = "\x1b[1;35m";
const CYAN: &str = "\x1b[1;36m";
const GREEN: &str = "\x1b[1;32m";
const RESET: &str = "\x1b[0m";

/// Writes diagnostics of one compilation.
#[derive(Debug)]
pub struct Renderer<'a> {
    sources: &'a SourceMap,
    names: &'a Interner,
    style: &'a Style,
    /// The file whose include stack was printed last.
    stack_printed: Option<FileId>,
}

impl<'a> Renderer<'a> {
    /// A renderer. `names` holds the names of macros.
    pub fn new(sources: &'a SourceMap, names: &'a Interner, style: &'a Style) -> Self {
        Renderer { sources, names, style, stack_printed: None }
    }

    /// The text of all diagnostics, each ending with a line break.
    pub fn render_all(&mut self, diagnostics: &[Diagnostic]) -> String {
        let (sources, names) = (self.sources, self.names);
        match self.style.format {
            Format::Clang | Format::Msvc | Format::Vi => diagnostics.iter().map(|one| self.render_text(one)).collect(),
            Format::Rich => diagnostics.iter().map(|one| rich::render(sources, names, self.style, one)).collect(),
            Format::Json => diagnostics.iter().map(|one| json::render(sources, names, one)).collect(),
            Format::Sarif => sarif::document(&sarif::findings(sources, names, diagnostics)),
        }
    }

    fn render_text(&mut self, diagnostic: &Diagnostic) -> String {
        let mut out = String::new();
        self.include_stack(&mut out, diagnostic.span);
        let text = format!("{}{}", diagnostic.message, self.suffix(diagnostic));
        let colour = severity_colour(diagnostic.severity);
        self.message(&mut out, diagnostic.span, diagnostic.severity.word(), colour, &text);
        self.backtrace(&mut out, diagnostic.span);
        for note in &diagnostic.notes {
            self.note(&mut out, note, diagnostic.span);
        }
        out
    }

    /// A note. Advice has the place of the message that it belongs to, whose source line is not shown again.
    fn note(&self, out: &mut String, note: &Note, belongs_to: Span) {
        let Some(span) = note.span else { return self.line(out, belongs_to, "note", CYAN, &note.message) };
        self.message(out, span, "note", CYAN, &note.message);
        self.backtrace(out, span);
    }

    /// One message with its place before it and its source line below.
    fn message(&self, out: &mut String, span: Span, word: &str, colour: &str, text: &str) {
        self.line(out, span, word, colour, text);
        if self.style.show_source {
            self.source_line(out, span);
        }
    }

    fn line(&self, out: &mut String, span: Span, word: &str, colour: &str, text: &str) {
        let place = self.place(span);
        let (place, text) = (visible::text(&place), visible::text(text));
        if self.style.colour {
            let _ = writeln!(out, "{BOLD}{place}{RESET}{colour}{word}: {RESET}{BOLD}{text}{RESET}");
        } else {
            let _ = writeln!(out, "{place}{word}: {text}");
        }
    }

    /// The prefix of a message: its place.
    fn place(&self, span: Span) -> String {
        let Some(location) = self.sources.location(span) else {
            return format!("{}: ", self.style.program);
        };
        let (file, line, column) = (location.file, location.line, location.column);
        match (self.style.format, self.style.show_column) {
            (Format::Msvc, true) => format!("{file}({line},{column}): "),
            (Format::Msvc, false) => format!("{file}({line}): "),
            (Format::Vi, true) => format!("{file} +{line}:{column}: "),
            (Format::Vi, false) => format!("{file} +{line}: "),
            (Format::Clang | Format::Rich | Format::Json | Format::Sarif, true) => format!("{file}:{line}:{column}: "),
            (Format::Clang | Format::Rich | Format::Json | Format::Sarif, false) => format!("{file}:{line}: "),
        }
    }

    fn suffix(&self, diagnostic: &Diagnostic) -> String {
        if self.style.show_group { format!(" [{}]", label(diagnostic)) } else { String::new() }
    }

    fn source_line(&self, out: &mut String, span: Span) {
        let Some(range) = self.sources.range(span) else { return };
        let line = self.sources.line_of(range.file, range.start);
        let Some(bounds) = self.sources.line_range(range.file, line) else { return };
        let text = &self.sources.file(range.file).original()[bounds.clone()];
        let start = (range.start as usize).saturating_sub(bounds.start);
        let end = (range.end as usize).saturating_sub(bounds.start);
        let (shown, mark) = excerpt(text, start, end);
        if self.style.colour {
            let _ = writeln!(out, "{shown}\n{GREEN}{mark}{RESET}");
        } else {
            let _ = writeln!(out, "{shown}\n{mark}");
        }
    }

    /// `in file included from` lines, the outermost first; once for a run of messages about the same file.
    fn include_stack(&mut self, out: &mut String, span: Span) {
        let Some(range) = self.sources.range(span) else { return };
        if self.stack_printed == Some(range.file) {
            return;
        }
        self.stack_printed = Some(range.file);
        let chain = include_chain(self.sources, range.file);
        let places = chain.into_iter().rev().filter_map(|at| self.sources.location(at));
        let places: Vec<(String, u32)> = places.map(|place| (place.file, place.line)).collect();
        // A file that includes itself is shown once.
        let runs: Vec<&[(String, u32)]> = places.chunk_by(|one, other| one == other).collect();
        for same in &runs[runs.len().saturating_sub(INCLUDE_LIMIT)..] {
            let times = if same.len() > 1 { format!(" ({} times)", same.len()) } else { String::new() };
            let _ = writeln!(out, "in file included from {}:{}{times}:", visible::text(&same[0].0), same[0].1);
        }
    }

    /// A note for each macro through which a token came, innermost first.
    fn backtrace(&self, out: &mut String, span: Span) {
        let trace = self.sources.backtrace(span);
        for (name, spelled) in trace.iter().take(BACKTRACE_LIMIT) {
            let text = format!("expanded from macro '{}'", self.names.resolve(*name));
            self.message(out, *spelled, "note", CYAN, &text);
        }
        if trace.len() > BACKTRACE_LIMIT {
            let text = format!("({} more macros omitted)", trace.len() - BACKTRACE_LIMIT);
            self.message(out, Span::NONE, "note", CYAN, &text);
        }
    }
}

/// The `#include` directives that lead to a file, the innermost first.
fn include_chain(sources: &SourceMap, file: FileId) -> Vec<Span> {
    let includer = |at: &Span| sources.range(*at).and_then(|range| sources.file(range.file).included_at());
    std::iter::successors(sources.file(file).included_at(), includer).collect()
}

/// The code, or for warnings the option that controls them.
fn label(diagnostic: &Diagnostic) -> String {
    let row = diagnostic.row;
    match (row.group.is_empty(), row.severity == diagnostic.severity) {
        (true, _) => row.code.to_owned(),
        (false, true) => format!("-W{}", row.group),
        (false, false) => format!("-Werror,-W{}", row.group),
    }
}

fn severity_colour(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => CYAN,
        Severity::Warning => MAGENTA,
        Severity::Error | Severity::Fatal => RED,
    }
}

#[cfg(test)]
mod tests {
    #![allow(unreachable_pub, dead_code, reason = "the macro makes rows for other modules to see")]
    use super::*;
    use crate::diag::Sink;

    crate::diagnostics! {
        /// Test row.
        E0001 error Broken { what } "the {what} is broken";
        /// Test row.
        W0002 warning(odd-things) Odd {} "odd";
    }

    fn rendered(text: &str, span: Span, style: &Style) -> String {
        let mut sources = SourceMap::new();
        sources.add_file("a.hlsl", text, None).unwrap();
        let mut sink = Sink::default();
        sink.report(span, Broken { what: "wing".into() }).note("look at it");
        Renderer::new(&sources, &Interner::new(), style).render_all(sink.diagnostics())
    }

    #[test]
    fn a_message_shows_its_place_and_line() {
        let text = rendered("int x;\n\tfloat y;\n", Span::new(14, 15), &Style::default());
        let expected = "a.hlsl:2:8: error: the wing is broken [E0001]\n    float y;\n          ^\n\
                        a.hlsl:2:8: note: look at it\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_line_marker_may_name_line_zero() {
        let (mut sources, mut sink) = (SourceMap::new(), Sink::default());
        sources.add_file("a.hlsl", "#line 0\nx", None).unwrap();
        sources.add_line_marker(8, 0, None);
        sink.report(Span::new(8, 9), Broken { what: "wing".into() });
        let style = Style { format: Format::Rich, ..Style::default() };
        let text = Renderer::new(&sources, &Interner::new(), &style).render_all(sink.diagnostics());
        assert!(text.contains("the wing is broken"), "{text}");
    }

    #[test]
    fn a_byte_order_mark_takes_no_column() {
        let text = rendered("\u{feff}int x;", Span::new(0, 3), &Style::default());
        assert!(text.starts_with("a.hlsl:1:1: error: the wing is broken [E0001]\nint x;\n^~~\n"), "{text}");
    }

    #[test]
    fn spans_inside_characters_and_beyond_the_text_are_clamped() {
        for format in [Format::Clang, Format::Rich, Format::Json, Format::Sarif] {
            let style = Style { format, ..Style::default() };
            for (lo, hi) in [(1, 2), (0, 1), (2, 900), (7, 3), (900, 901), (3, 3)] {
                assert!(rendered("äöü\n", Span::new(lo, hi), &style).contains("the wing is broken"));
            }
        }
    }

    #[test]
    fn other_formats_say_the_same() {
        let with = |format| rendered("int x;", Span::new(4, 5), &Style { format, ..Style::default() });
        assert!(with(Format::Msvc).starts_with("a.hlsl(1,5): error: the wing is broken [E0001]\n"));
        assert!(with(Format::Vi).starts_with("a.hlsl +1:5: error: "));
        let json = with(Format::Json);
        assert!(json.starts_with("{\"severity\":\"error\",\"code\":\"E0001\""), "{json}");
        assert!(json.contains("\"file\":\"a.hlsl\",\"line\":1,\"column\":5,\"end_line\":1,\"end_column\":6"), "{json}");
        let rich = with(Format::Rich);
        assert!(rich.contains("error[E0001]") && rich.contains("a.hlsl:1:5"), "{rich}");
    }

    #[test]
    fn a_replacement_is_told_to_tools() {
        let (mut sources, mut sink) = (SourceMap::new(), Sink::default());
        sources.add_file("a.hlsl", "int colour;", None).unwrap();
        sink.report(Span::new(4, 10), Broken { what: "name".into() }).suggest(Span::new(4, 10), "color");
        let with = |format| {
            let style = Style { format, ..Style::default() };
            Renderer::new(&sources, &Interner::new(), &style).render_all(sink.diagnostics())
        };
        let json = with(Format::Json);
        assert!(json.contains("\"end_column\":11,\"replacement\":\"color\"}"), "{json}");
        let sarif = with(Format::Sarif);
        assert!(sarif.contains("\"insertedContent\":{\"text\":\"color\"}"), "{sarif}");
        assert!(with(Format::Clang).ends_with("note: did you mean 'color'?\nint colour;\n    ^~~~~~\n"));
    }

    #[test]
    fn a_file_that_includes_itself_is_told_once() {
        let (mut sources, mut sink) = (SourceMap::new(), Sink::default());
        let mut base = 0;
        for depth in 0..30 {
            let included_at = (depth > 0).then(|| Span::new(base, base + 8));
            let file = sources.add_file("a.hlsl", "#include \"a.hlsl\"\n", included_at).unwrap();
            base = sources.file(file).base();
        }
        sink.report(Span::new(base, base + 8), Odd {});
        let text = Renderer::new(&sources, &Interner::new(), &Style::default()).render_all(sink.diagnostics());
        assert!(text.starts_with("in file included from a.hlsl:1 (29 times):\na.hlsl:1:1: warning: odd"), "{text}");
    }

    #[test]
    fn includes_and_macros_are_told() {
        let mut sources = SourceMap::new();
        let mut names = Interner::new();
        sources.add_file("a.hlsl", "#include \"b.hlsli\"\n", None).unwrap();
        let b = sources.add_file("b.hlsli", "#define WING 1\nWING\n", Some(Span::new(0, 18))).unwrap();
        let base = sources.file(b).base();
        let expansion = sources.add_expansion(names.intern("WING"), Span::new(base + 15, base + 19));
        let token = sources.expanded(expansion, Span::new(base + 13, base + 14)).unwrap();
        let mut sink = Sink::default();
        sink.report(token, Odd {});
        let style = Style { show_source: false, ..Style::default() };
        let text = Renderer::new(&sources, &names, &style).render_all(sink.diagnostics());
        let expected = "in file included from a.hlsl:1:\nb.hlsli:2:1: warning: odd [-Wodd-things]\n\
                        b.hlsli:1:14: note: expanded from macro 'WING'\n";
        assert_eq!(text, expected);
    }
}

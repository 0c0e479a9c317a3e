//! Diagnostics as JSON: one object per line, so that a tool can read them as they come.

use super::{Diagnostic, Interner, Note, SourceMap, Span, include_chain};
use std::fmt::Write;

/// One diagnostic as one line of JSON.
pub(super) fn render(sources: &SourceMap, names: &Interner, diagnostic: &Diagnostic) -> String {
    let row = diagnostic.row;
    let mut out = format!("{{\"severity\":{},\"code\":\"{}\"", string(diagnostic.severity.word()), row.code);
    if !row.group.is_empty() {
        let _ = write!(out, ",\"group\":{}", string(row.group));
    }
    let _ = write!(out, ",\"message\":{}", string(&diagnostic.message));
    place(&mut out, sources, diagnostic.span);
    let notes = diagnostic.notes.iter().map(|note| message(sources, note));
    array(&mut out, "notes", notes);
    let expansion = |&(name, spelled): &_| {
        let mut object = format!("{{\"macro\":{}", string(names.resolve(name)));
        place(&mut object, sources, spelled);
        object + "}"
    };
    array(&mut out, "expanded_from", sources.backtrace(diagnostic.span).iter().map(expansion));
    array(&mut out, "included_from", includes(sources, diagnostic.span).into_iter());
    out.push_str("}\n");
    out
}

fn includes(sources: &SourceMap, span: Span) -> Vec<String> {
    let Some(range) = sources.range(span) else { return Vec::new() };
    let one =
        |at| sources.location(at).map(|place| format!("{{\"file\":{},\"line\":{}}}", string(&place.file), place.line));
    include_chain(sources, range.file).into_iter().filter_map(one).collect()
}

fn message(sources: &SourceMap, note: &Note) -> String {
    let mut object = format!("{{\"message\":{}", string(&note.message));
    place(&mut object, sources, note.span.unwrap_or(Span::NONE));
    if let Some(replacement) = &note.replacement {
        let _ = write!(object, ",\"replacement\":{}", string(replacement));
    }
    object + "}"
}

/// The members with the place; none if the span is empty.
fn place(out: &mut String, sources: &SourceMap, span: Span) {
    let (Some(start), Some(range)) = (sources.location(span), sources.range(span)) else { return };
    let base = sources.file(range.file);
    let last_line = sources.line_of(range.file, range.end);
    let line_start = sources.line_range(range.file, last_line).map_or(0, |line| line.start);
    let (_, end_line) = sources.presumed(base, last_line);
    let end_column = (range.end as usize).saturating_sub(line_start) + 1;
    let _ = write!(
        out,
        ",\"file\":{},\"line\":{},\"column\":{},\"end_line\":{end_line},\"end_column\":{end_column}",
        string(&start.file),
        start.line,
        start.column
    );
}

/// A member that is left out when it is empty.
fn array(out: &mut String, name: &str, items: impl Iterator<Item = String>) {
    let items: Vec<_> = items.collect();
    if !items.is_empty() {
        let _ = write!(out, ",\"{name}\":[{}]", items.join(","));
    }
}

/// A JSON string.
pub(super) fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            control if control < ' ' => drop(write!(out, "\\u{:04x}", control as u32)),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

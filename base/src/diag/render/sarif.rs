//! Diagnostics as one document of SARIF 2.1.0, which code scanners and editors read.
//!
//! A diagnostic is a result whose rule is the row; notes with a place are related locations, replacements are fixes, the
//! macros and includes on the way are a stack.

use super::excerpt::boundary_before;
use super::json::string;
use super::{Diagnostic, FileId, Interner, Note, Severity, SourceMap, Span, include_chain};
use crate::diag::Row;
use crate::ids::Map;
use std::fmt::Write;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// A diagnostic as a result of a document.
#[derive(Clone, Debug)]
pub struct Finding {
    row: &'static Row,
    /// The members of the object, without its rule.
    members: String,
}

/// Diagnostics of one compilation as results.
pub fn findings(sources: &SourceMap, names: &Interner, diagnostics: &[Diagnostic]) -> Vec<Finding> {
    let view = View { sources, names };
    diagnostics.iter().map(|diagnostic| Finding { row: diagnostic.row, members: view.members(diagnostic) }).collect()
}

/// Results of any number of compilations as one line of JSON. Equal ones are one result, which says how often it occurred.
pub fn document(findings: &[Finding]) -> String {
    let mut rules: Map<&str, &Row> = Map::default();
    let mut counts: Map<(&str, &str), usize> = Map::default();
    for finding in findings {
        rules.entry(finding.row.code).or_insert(finding.row);
        *counts.entry((finding.row.code, &finding.members)).or_default() += 1;
    }
    let results = counts.iter().map(|((code, members), count)| {
        let index = rules.get_index_of(code).unwrap_or(0);
        let times = if *count > 1 { format!(",\"occurrenceCount\":{count}") } else { String::new() };
        format!("{{\"ruleId\":{},\"ruleIndex\":{index},{members}{times}}}", string(code))
    });
    let driver = format!(
        "{{\"name\":\"hlsl2spirv\",\"version\":{},\"rules\":{}}}",
        string(env!("CARGO_PKG_VERSION")),
        array(rules.values().map(|row| rule(row)))
    );
    format!(
        "{{\"$schema\":{},\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":{driver}}},\
         \"columnKind\":\"unicodeCodePoints\",\"results\":{}}}]}}\n",
        string(SCHEMA),
        array(results)
    )
}

fn rule(row: &Row) -> String {
    let level = level(row.severity);
    let doc = row.doc.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    format!(
        "{{\"id\":{},\"name\":{},\"shortDescription\":{{\"text\":{}}},\"fullDescription\":{{\"text\":{}}},\
         \"defaultConfiguration\":{{\"level\":\"{level}\"}}}}",
        string(row.code),
        string(row.name),
        string(row.message),
        string(doc.trim())
    )
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error | Severity::Fatal => "error",
    }
}

fn array(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

fn text(message: &str) -> String {
    format!("{{\"text\":{}}}", string(message))
}

/// Lookup of places.
struct View<'a> {
    sources: &'a SourceMap,
    names: &'a Interner,
}

impl View<'_> {
    fn members(&self, diagnostic: &Diagnostic) -> String {
        let mut out =
            format!("\"level\":\"{}\",\"message\":{}", level(diagnostic.severity), text(&self.message(diagnostic)));
        let place = self.location(diagnostic.span, None);
        let _ = write!(out, ",\"locations\":{}", array(place.into_iter()));
        let related = diagnostic.notes.iter().filter_map(|note| self.location(note.span?, Some(&note.message)));
        member(&mut out, "relatedLocations", related.collect());
        member(&mut out, "fixes", diagnostic.notes.iter().filter_map(|note| self.fix(note)).collect());
        member(&mut out, "stacks", self.stack(diagnostic.span).into_iter().collect());
        out
    }

    /// The message with the notes that have no place.
    fn message(&self, diagnostic: &Diagnostic) -> String {
        let advice = diagnostic.notes.iter().filter(|note| note.span.is_none());
        advice.fold(diagnostic.message.clone(), |text, note| format!("{text}\n{}", note.message))
    }

    fn location(&self, span: Span, message: Option<&str>) -> Option<String> {
        let message = message.map(|message| format!(",\"message\":{}", text(message))).unwrap_or_default();
        Some(format!("{{\"physicalLocation\":{}{message}}}", self.physical(span)?))
    }

    /// File and region. Lines are the file's own, whatever `#line` says: that is where tools look.
    fn physical(&self, span: Span) -> Option<String> {
        let range = self.sources.range(span)?;
        let (start, start_column) = self.position(range.file, range.start);
        let (end, end_column) = self.position(range.file, range.end.max(range.start));
        let name = self.sources.file(range.file).name();
        Some(format!(
            "{{\"artifactLocation\":{{\"uri\":{}}},\"region\":{{\"startLine\":{start},\
             \"startColumn\":{start_column},\"endLine\":{end},\"endColumn\":{end_column}}}}}",
            string(&uri(name))
        ))
    }

    /// Line and column of an offset, from 1, in code points.
    fn position(&self, file: FileId, offset: u32) -> (usize, usize) {
        let line = self.sources.line_of(file, offset);
        let source = self.sources.file(file).original();
        let start = self.sources.line_range(file, line).map_or(0, |range| range.start);
        let end = boundary_before(source, (offset as usize).max(start));
        let before = source.get(start..end).unwrap_or_default();
        (line + 1, before.trim_start_matches('\u{feff}').chars().count() + 1)
    }

    fn fix(&self, note: &Note) -> Option<String> {
        let replacement = note.replacement.as_ref()?;
        let range = self.sources.range(note.span?)?;
        let uri = string(&uri(self.sources.file(range.file).name()));
        let physical = self.physical(note.span?)?;
        let region = physical.split_once("\"region\":")?.1.strip_suffix('}')?;
        Some(format!(
            "{{\"description\":{},\"artifactChanges\":[{{\"artifactLocation\":{{\"uri\":{uri}}},\
             \"replacements\":[{{\"deletedRegion\":{region},\"insertedContent\":{}}}]}}]}}",
            text(&note.message),
            text(replacement)
        ))
    }

    /// The macros, then the `#include`s, through which the text came.
    fn stack(&self, span: Span) -> Option<String> {
        let range = self.sources.range(span)?;
        let macros = self.sources.backtrace(span).into_iter().filter_map(|(name, spelled)| {
            self.location(spelled, Some(&format!("expanded from macro '{}'", self.names.resolve(name))))
        });
        let includes = include_chain(self.sources, range.file).into_iter();
        let includes = includes.filter_map(|at| self.location(at, Some("included from here")));
        let frames: Vec<String> = macros.chain(includes).map(|place| format!("{{\"location\":{place}}}")).collect();
        (!frames.is_empty()).then(|| format!("{{\"frames\":[{}]}}", frames.join(",")))
    }
}

/// A member that is left out when it is empty.
fn member(out: &mut String, name: &str, items: Vec<String>) {
    if !items.is_empty() {
        let _ = write!(out, ",\"{name}\":[{}]", items.join(","));
    }
}

/// A path as a URI reference, escaped.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => out.push(char::from(byte)),
            other => drop(write!(out, "%{other:02X}")),
        }
    }
    // A colon in the first segment would end a scheme; a drive letter is none.
    if path.as_bytes().get(1) == Some(&b':') { format!("file:///{out}") } else { out }
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_are_references() {
        assert_eq!(uri("shaders/a b.hlsl"), "shaders/a%20b.hlsl");
        assert_eq!(uri("C:\\x.hlsl"), "file:///C%3A/x.hlsl");
        assert_eq!(uri("<command line>"), "%3Ccommand%20line%3E");
    }
}

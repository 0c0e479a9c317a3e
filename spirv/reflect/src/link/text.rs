//! A pipeline as text for people, and its findings in the form of compilers' messages.

use super::sets::spelled;
use super::{Finding, Interface, Pipeline, Place, Severity};
use crate::text::{amount, shown, table};
use std::fmt::Write;

/// The pipeline as text, without its findings.
pub fn text(pipeline: &Pipeline) -> String {
    let mut out = "stages\n".to_owned();
    let row = |one: &super::PipelineStage| vec![one.stage.clone(), shown(&one.entry_point), shown(&one.file)];
    table(&mut out, "  ", &pipeline.stages.iter().map(row).collect::<Vec<_>>());
    for one in &pipeline.interfaces {
        interface(&mut out, pipeline, one);
    }
    for set in &pipeline.sets {
        let _ = writeln!(out, "\nset {}", set.set);
        let row = |one: &super::SetBinding| {
            let names: Vec<String> = one.names.iter().map(|name| shown(name)).collect();
            let size = one.min_size.map_or(String::new(), |size| format!("at least {size} bytes"));
            let count = format!("x {}", amount(one.count));
            vec![
                one.binding.to_string(),
                spelled(one.descriptor).trim_start_matches("an ").trim_start_matches("a ").to_owned(),
                count,
                names.join(", "),
                one.stages.join(", "),
                size,
            ]
        };
        table(&mut out, "  ", &set.bindings.iter().map(row).collect::<Vec<_>>());
    }
    if !pipeline.push_constants.is_empty() {
        out += "\npush constants\n";
    }
    for range in &pipeline.push_constants {
        let end = range.offset.saturating_add(range.size);
        let _ = writeln!(out, "  bytes {} to {end}  {}", range.offset, range.stages.join(", "));
    }
    out
}

fn interface(out: &mut String, pipeline: &Pipeline, one: &Interface) {
    let stage = |at: usize| &pipeline.stages[at].stage;
    let _ = writeln!(out, "\n{} to {}", stage(one.from), stage(one.to));
    let row = |one: &super::Match| {
        let place = if one.component == 0 { String::new() } else { format!(".{}", one.component) };
        let names = if one.output == one.input {
            shown(&one.input)
        } else {
            format!("{} as {}", shown(&one.output), shown(&one.input))
        };
        vec![format!("location {}{place}", one.location), shown(&one.ty), names]
    };
    table(out, "  ", &one.matches.iter().map(row).collect::<Vec<_>>());
    for name in &one.unread {
        let _ = writeln!(out, "  not read: {}", shown(name));
    }
}

impl Pipeline {
    /// True if something is wrong with it.
    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Error)
    }

    /// The document, without a line break at its end.
    pub fn to_json(&self) -> String {
        crate::json::text(self)
    }

    /// A finding in the form of compilers' messages: a line for each of its places, without a line break at its end.
    pub fn message(&self, finding: &Finding) -> String {
        let severity = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let (first, others) = finding.places.split_first().unzip();
        let mut text = match first {
            Some(place) => format!("{}: {severity}: {}", self.place(place), shown(&finding.message)),
            None => format!("{severity}: {}", shown(&finding.message)),
        };
        for place in others.into_iter().flatten() {
            let _ = write!(text, "\n{}: note: {}", self.place(place), shown(&place.what));
        }
        text
    }

    fn place(&self, place: &Place) -> String {
        match &place.span {
            Some(span) => format!("{}:{}:{}", shown(&span.file), span.line, span.column),
            None => self.stages.get(place.stage).map_or(String::new(), |stage| shown(&stage.file)),
        }
    }
}

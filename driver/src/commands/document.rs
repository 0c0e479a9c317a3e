//! One document about all compilations of a batch, in JSON or SARIF.
//!
//! Messages keep the order of the list. In SARIF equal ones, as permutations have them, are one result with a count.

use crate::report::Report;
use base::diag::render::sarif::{self, Finding};
use base::diag::render::{Format, Style};
use serde_json::json;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

/// The messages of one compilation that are for a document.
pub(crate) struct Gathered {
    format: Format,
    messages: Mutex<Messages>,
}

#[derive(Default)]
struct Messages {
    /// An object of JSON per line.
    lines: String,
    findings: Vec<Finding>,
}

impl Gathered {
    /// No messages yet.
    pub(crate) fn new(format: Format) -> Self {
        Gathered { format, messages: Mutex::default() }
    }

    pub(crate) fn add(&self, report: &Report) {
        let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        if self.format == Format::Sarif {
            messages.findings.extend(report.findings());
        } else {
            let mut style = Style::default();
            style.format = Format::Json;
            messages.lines += &report.render(&style);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        let messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        messages.lines.is_empty() && messages.findings.is_empty()
    }
}

/// A document that grows with each compilation.
#[derive(Default)]
pub(crate) struct Document {
    /// An object of JSON per compilation.
    commands: Vec<String>,
    findings: Vec<Finding>,
}

impl Document {
    /// Adds a compilation, with its place in the list.
    pub(crate) fn add(&mut self, place: &str, status: u8, gathered: Gathered) {
        let Messages { lines, findings } = gathered.messages.into_inner().unwrap_or_else(PoisonError::into_inner);
        let messages = lines.lines().collect::<Vec<_>>().join(",\n  ");
        self.commands.push(format!("{{\"place\":{},\"status\":{status},\"messages\":[{messages}]}}", json!(place)));
        self.findings.extend(findings);
    }

    /// The text.
    pub(crate) fn text(&self, format: Format) -> String {
        if format == Format::Sarif {
            return sarif::document(&self.findings);
        }
        let mut out = format!("{{\"version\":{},\"commands\":[", json!(env!("CARGO_PKG_VERSION")));
        for (at, command) in self.commands.iter().enumerate() {
            let _ = write!(out, "{}\n {command}", if at == 0 { "" } else { "," });
        }
        out + "\n]}\n"
    }
}

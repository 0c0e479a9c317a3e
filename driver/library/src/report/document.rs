//! One document about all compilations of a batch, in JSON or SARIF.
//!
//! Messages keep the order of the list. In SARIF equal ones, as permutations have them, are one result with a count.

use crate::report::Report;
use base::diag::render::sarif::{self, Finding};
use base::diag::render::{Format, Style};
use serde_json::json;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

/// The messages of one compilation that are not printed one by one.
pub struct Gathered {
    form: Gathering,
    messages: Mutex<Messages>,
}

/// What messages are gathered for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gathering {
    /// One object.
    Json,
    /// One document, in which equal messages are one result.
    Sarif,
    /// Texts in the form that the compilation has, one for each message.
    Texts,
}

#[derive(Default)]
struct Messages {
    /// An object of JSON per line.
    lines: String,
    findings: Vec<Finding>,
    texts: Vec<String>,
}

impl Gathering {
    /// The one for a document of this format.
    pub fn of(format: Format) -> Self {
        if format == Format::Sarif { Gathering::Sarif } else { Gathering::Json }
    }
}

impl Gathered {
    /// No messages yet.
    pub fn new(form: Gathering) -> Self {
        Gathered { form, messages: Mutex::default() }
    }

    /// Adds the messages of a report. The style is for texts.
    pub fn add(&self, report: &Report, style: impl FnOnce() -> Style) {
        let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        match self.form {
            Gathering::Sarif => messages.findings.extend(report.findings()),
            Gathering::Json => {
                let mut style = Style::default();
                style.format = Format::Json;
                messages.lines += &report.render(&style);
            }
            Gathering::Texts if report.is_empty() => {}
            Gathering::Texts => messages.texts.extend(report.texts(&style())),
        }
    }

    /// Adds texts that another process has gathered.
    pub fn add_texts(&self, texts: Vec<String>) {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).texts.extend(texts);
    }

    /// Returns whether there are no messages.
    pub fn is_empty(&self) -> bool {
        let messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        messages.lines.is_empty() && messages.findings.is_empty() && messages.texts.is_empty()
    }

    /// Returns whether they are for a document about all compilations.
    pub fn is_for_document(&self) -> bool {
        self.form != Gathering::Texts
    }

    /// The texts, one for each message.
    pub fn into_texts(self) -> Vec<String> {
        self.messages.into_inner().unwrap_or_else(PoisonError::into_inner).texts
    }
}

/// A document that grows with each compilation.
#[derive(Default)]
pub struct Document {
    /// An object of JSON per compilation.
    commands: Vec<String>,
    findings: Vec<Finding>,
}

impl Document {
    /// Adds a compilation, with its place in the list.
    pub fn add(&mut self, place: &str, status: u8, gathered: Gathered) {
        let Messages { lines, findings, .. } = gathered.messages.into_inner().unwrap_or_else(PoisonError::into_inner);
        let messages = lines.lines().collect::<Vec<_>>().join(",\n  ");
        self.commands.push(format!("{{\"place\":{},\"status\":{status},\"messages\":[{messages}]}}", json!(place)));
        self.findings.extend(findings);
    }

    /// The text.
    pub fn text(&self, format: Format) -> String {
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

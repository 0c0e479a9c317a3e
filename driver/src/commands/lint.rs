//! `hlsl2spirv lint`: all shaders of some files and folders through all checks. Nothing is written but the messages.

use crate::commands::document::{Document, Gathered};
use crate::commands::form::Form;
use crate::commands::lsp::{Projects, shaders};
use crate::commands::rule::put;
use crate::compile::Compiler;
use crate::console::{complain, say};
use crate::file_names::{to_path, to_text};
use crate::files;
use crate::options::args::{self, Parsed};
use crate::options::arguments::LintArguments;
use crate::pool::{self, Pace};
use crate::report::Report;
use crate::shared::Shared;
use base::diag::Severity;
use base::diag::render::Style;
use base::ids::Set;
use std::io::IsTerminal;
use std::path::Path;

/// Carries out `lint`. Returns the exit status: 1 when there is an error, or something cannot be read or written.
pub(crate) fn run(arguments: &LintArguments) -> u8 {
    match lint(arguments) {
        Ok(is_clean) => u8::from(!is_clean),
        Err(message) => {
            complain(message);
            1
        }
    }
}

/// A compilation that is checked.
struct Unit {
    /// Its file and its settings, for a document.
    place: String,
    parsed: Parsed,
}

fn lint(arguments: &LintArguments) -> Result<bool, String> {
    let form = Form::of_all(arguments.report.as_deref())?;
    let (units, all_read) = units(arguments);
    let style = form.as_ref().map_or_else(for_people, |form| form.style.clone());
    let shared = Shared::default();
    let work = |unit: &Unit| (check(unit, &shared), false);
    let mut summary = Summary { style, ..Summary::default() };
    pool::run(&units, &Pace::new(arguments.jobs, true), work, |unit, report| summary.hear(unit, &report));
    Ok(summary.end(form.as_ref(), units.len())? && all_read)
}

/// The form of messages where none is requested.
fn for_people() -> Style {
    let mut style = Style::default();
    style.colour = std::io::stderr().is_terminal();
    style
}

/// All compilations of the files, with the settings that an editor has for them, and whether all files could be read.
fn units(arguments: &LintArguments) -> (Vec<Unit>, bool) {
    let mut projects = Projects::default();
    let (mut units, mut all_read) = (Vec::new(), true);
    let mut add = |name: &str, is_named| {
        let added = units_of(name, is_named, &mut projects, arguments, &mut units).map_err(complain);
        all_read &= added.is_ok();
    };
    for path in &arguments.paths {
        let name = to_text(path.as_os_str()).into_owned();
        if path.is_dir() {
            shaders(path).iter().for_each(|file| add(file, false));
        } else {
            add(&name, true);
        }
    }
    projects.take_problems().iter().for_each(complain);
    (units, all_read)
}

/// The compilations of a file; none for a header, unless it is named.
fn units_of(
    name: &str,
    is_named: bool,
    projects: &mut Projects,
    arguments: &LintArguments,
    units: &mut Vec<Unit>,
) -> Result<(), String> {
    let read = if is_named { files::read_bytes(name) } else { files::read_found(&to_path(name), files::TEXT_LIMIT) };
    let bytes = read.map_err(|error| format!("cannot read '{name}': {error}"))?;
    let text = files::decode(bytes);
    let full = std::path::absolute(Path::new(name)).map_err(|error| format!("cannot find '{name}': {error}"))?;
    let full = frontend::preprocess::identity(&to_text(full.as_os_str()).replace('\\', "/"));
    if !is_named && !projects.is_root(&full, &text) {
        return Ok(());
    }
    for base in projects.all(&full, &text) {
        let mut parsed = args::parse_after(base.options, &arguments.options);
        parsed.diagnostics.splice(0..0, base.diagnostics);
        let options = &mut parsed.options;
        options.input = Some(name.to_owned());
        options.diagnostics.policy.enables_all = !arguments.default_warnings;
        let profile = options.profile.as_deref().unwrap_or_default();
        let place = format!("{name} ({profile} {})", options.entry());
        units.push(Unit { place, parsed });
    }
    Ok(())
}

fn check(unit: &Unit, shared: &Shared) -> Report {
    if unit.parsed.has_errors() {
        return Report::without_source(unit.parsed.diagnostics.clone());
    }
    let input = unit.parsed.options.input.clone().unwrap_or_default();
    match Compiler::from(unit.parsed.clone()).compile_shared(&input, Some(shared)) {
        Ok(artifact) => artifact.report,
        Err(failure) => failure.report,
    }
}

/// The findings so far.
#[derive(Default)]
struct Summary {
    style: Style,
    document: Document,
    /// The messages so far: those of a header come with each file that includes it.
    known: Set<String>,
    errors: usize,
    warnings: usize,
}

impl Summary {
    fn hear(&mut self, unit: &Unit, report: &Report) {
        let mut is_new = false;
        for message in report.messages() {
            let place = message.location.map(|at| format!("{}:{}:{}", at.file, at.line, at.column));
            if self.known.insert(format!("{} {} {}", place.unwrap_or_default(), message.code, message.text)) {
                is_new = true;
                let is_error = message.severity >= Severity::Error;
                self.errors += usize::from(is_error);
                self.warnings += usize::from(!is_error);
            }
        }
        if Form::is_document(self.style.format) {
            let gathered = Gathered::new(self.style.format);
            gathered.add(report);
            self.document.add(&unit.place, u8::from(report.has_errors()), gathered);
        } else if is_new {
            say(report.render(&self.style));
        }
    }

    /// Writes the document, or a last line. Returns whether there is no error.
    fn end(&self, form: Option<&Form<'_>>, units: usize) -> Result<bool, String> {
        let document = form.filter(|form| Form::is_document(form.style.format));
        match document.map(|form| (self.document.text(form.style.format), form.file)) {
            Some((text, Some(file))) => put(&to_path(file), text.as_bytes())?,
            Some((text, None)) => say(text),
            None => say(format_args!("compilations: {units}, errors: {}, warnings: {}", self.errors, self.warnings)),
        }
        Ok(self.errors == 0)
    }
}

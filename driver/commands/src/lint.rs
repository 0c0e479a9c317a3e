//! `hlsl2spirv lint`: all shaders of some files and folders through all checks. Nothing is written but the messages.

use crate::lsp::shaders;
use crate::projects::{Compilation, Projects, is_header};
use arguments::LintArguments;
use base::diag::render::Style;
use base::diag::{Severity, Sink};
use base::ids::Set;
use base::source::Span;
use library::api::compile::Compiler;
use library::diagnostics as E;
use library::files::names::{STANDARD_STREAM, to_path, to_text};
use library::files::reading;
use library::files::staged::put;
use library::options::args::Parsed;
use library::options::settings::Emit;
use library::pipeline::shared::Shared;
use library::pool::{self, Pace};
use library::report::Report;
use library::report::console::{complain, say};
use library::report::document::{Document, Gathered, Gathering};
use library::report::form::Form;
use library::report::progress::Progress;
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

/// A compilation that is checked, or a file for which there is none.
struct Unit {
    /// Its file and its settings, for a document.
    place: String,
    work: Work,
}

/// What is done about a file.
enum Work {
    Compile(Box<Parsed>),
    /// Compile a text that no file has.
    CompileText(Box<Parsed>, String),
    /// Nothing says its stage.
    Refuse(String),
}

fn lint(arguments: &LintArguments) -> Result<bool, String> {
    let form = Form::of_all(arguments.report.as_deref())?;
    let Found { units, headers, all_read } = found(arguments);
    let style = form.as_ref().map_or_else(for_people, |form| form.style.clone());
    let shared = Shared::default();
    let progress = Progress::of(units.len(), "checked");
    let work = |unit: &Unit| {
        let report = check(unit, &shared);
        progress.step();
        (report, false)
    };
    let mut summary = Summary { style, headers, ..Summary::default() };
    pool::run(&units, &Pace::new(arguments.jobs, true), work, |unit, report| summary.hear(unit, &report));
    drop(progress);
    Ok(summary.end(form.as_ref())? && all_read)
}

/// The form of messages where none is requested.
fn for_people() -> Style {
    let mut style = Style::default();
    style.colour = std::io::stderr().is_terminal();
    style
}

/// The files of a call.
#[derive(Default)]
struct Found {
    units: Vec<Unit>,
    /// The number of files that are checked with those that include them.
    headers: usize,
    /// True if all files could be read.
    all_read: bool,
}

/// All compilations of the files, with the settings that an editor has for them.
fn found(arguments: &LintArguments) -> Found {
    let mut search =
        Search { arguments, projects: Projects::default(), found: Found::default(), included: Set::default() };
    let mut failures = 0;
    let mut add = |name: &str, is_named| {
        failures += usize::from(search.add(name, is_named).map_err(complain).is_err());
    };
    for path in &arguments.paths {
        let name = to_text(path.as_os_str()).into_owned();
        if path.is_dir() {
            shaders(path).iter().for_each(|file| add(file, false));
        } else {
            add(&name, true);
        }
    }
    search.projects.take_problems().iter().for_each(complain);
    let Search { mut found, included, .. } = search;
    // Whatever another file includes is a header, whether or not its name says so.
    let is_header = |unit: &Unit| matches!(&unit.work, Work::Refuse(file) if included.contains(&last_part(file)));
    let all = found.units.len();
    found.units.retain(|unit| !is_header(unit));
    found.headers += all - found.units.len();
    found.all_read = failures == 0;
    found
}

/// The last part of a path, as `included_names` has it.
fn last_part(path: &str) -> String {
    path.rsplit(['/', '\\']).next().unwrap_or(path).to_ascii_lowercase()
}

/// The search for compilations.
struct Search<'a> {
    arguments: &'a LintArguments,
    projects: Projects,
    found: Found,
    /// The last parts of all paths that the files include.
    included: Set<String>,
}

impl Search<'_> {
    /// Adds the compilations of a file. Of a header that is named, the declarations are checked.
    fn add(&mut self, name: &str, is_named: bool) -> Result<(), String> {
        let read =
            if is_named { reading::read_bytes(name) } else { reading::read_found(&to_path(name), reading::TEXT_LIMIT) };
        let bytes = read.map_err(|error| format!("cannot read '{name}': {error}"))?;
        let text = reading::decode(bytes);
        let full = std::path::absolute(Path::new(name)).map_err(|error| format!("cannot find '{name}': {error}"))?;
        let full = frontend::preprocess::identity(&to_text(full.as_os_str()).replace('\\', "/"));
        self.included.extend(lsp::included_names(&text));
        let is_header = is_header(&full);
        if is_header && !is_named && !self.projects.is_root(&full, &text) {
            self.found.headers += 1;
            return Ok(());
        }
        for Compilation { mut parsed, is_known } in self.projects.all(&full, &text, &self.arguments.options) {
            let options = &mut parsed.options;
            options.input = Some(name.to_owned());
            options.diagnostics.policy.enables_all = !self.arguments.default_warnings;
            let profile = options.profile.as_deref().unwrap_or_default();
            let place = format!("{name} ({profile} {})", options.entry());
            let (place, work) = match (is_known, is_header) {
                (true, _) if name == STANDARD_STREAM => (place, Work::CompileText(Box::new(parsed), text.clone())),
                (true, _) => (place, Work::Compile(Box::new(parsed))),
                (false, true) => {
                    options.output.emit = vec![Emit::Hir];
                    (place, Work::Compile(Box::new(parsed)))
                }
                (false, false) => (name.to_owned(), Work::Refuse(name.to_owned())),
            };
            self.found.units.push(Unit { place, work });
        }
        Ok(())
    }
}

fn check(unit: &Unit, shared: &Shared) -> Report {
    let (parsed, text) = match &unit.work {
        Work::Compile(parsed) => (parsed, None),
        Work::CompileText(parsed, text) => (parsed, Some(text)),
        Work::Refuse(file) => return refused(file),
    };
    if parsed.has_errors() {
        return Report::without_source(parsed.diagnostics.clone());
    }
    let input = parsed.options.input.clone().unwrap_or_default();
    let compiler = Compiler::from(Parsed::clone(parsed));
    let compiled = match text {
        Some(text) => compiler.compile(&input, text, &reading::Disk),
        None => compiler.compile_shared(&input, Some(shared)),
    };
    match compiled {
        Ok(artifact) => artifact.report,
        Err(failure) => failure.report,
    }
}

/// The report about a file whose stage is unknown.
fn refused(file: &str) -> Report {
    let mut sink = Sink::default();
    let report = sink.report(Span::NONE, E::UnknownStage { file: file.to_owned() });
    report.note("name them in a comment in its first lines: // hlsl2spirv: -T ps_6_0 -E main".to_owned());
    Report::without_source(sink.into_diagnostics())
}

/// The findings so far.
#[derive(Default)]
struct Summary {
    style: Style,
    document: Document,
    /// The messages so far: those of a header come with each file that includes it.
    known: Set<String>,
    compilations: usize,
    errors: usize,
    warnings: usize,
    /// The files whose stage is unknown.
    unknown: usize,
    headers: usize,
}

impl Summary {
    fn hear(&mut self, unit: &Unit, report: &Report) {
        let mut is_new = false;
        match &unit.work {
            Work::Compile(_) | Work::CompileText(..) => self.compilations += 1,
            Work::Refuse(_) => self.unknown += 1,
        }
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
            let gathered = Gathered::new(Gathering::of(self.style.format));
            gathered.add(report, || self.style.clone());
            self.document.add(&unit.place, u8::from(report.has_errors()), gathered);
        } else if is_new {
            say(report.render(&self.style));
        }
    }

    /// Writes the document, or a last line. Returns whether there is no error.
    fn end(&self, form: Option<&Form<'_>>) -> Result<bool, String> {
        let document = form.filter(|form| Form::is_document(form.style.format));
        match document.map(|form| (self.document.text(form.style.format), form.file)) {
            Some((text, Some(file))) => put(&to_path(file), text.as_bytes())?,
            Some((text, None)) => say(text),
            None => say(self.line()),
        }
        Ok(self.errors == 0)
    }

    /// The line for people.
    fn line(&self) -> String {
        let Summary { compilations, errors, warnings, unknown, headers, .. } = self;
        let base = format!("compilations: {compilations}, errors: {errors}, warnings: {warnings}");
        format!("{base}, headers: {headers}, files of unknown stage: {unknown}")
    }
}

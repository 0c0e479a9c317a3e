//! `hlsl2spirv batch`: lists of command lines, compiled by one process.

pub(super) mod list;
mod unused;

use crate::commands::compile::{self, Surroundings};
use crate::commands::document::{Document, Gathered};
use crate::commands::form::Form;
use crate::commands::progress::Progress;
use crate::commands::rule::{self, put};
use crate::console::{Voice, complain, print_or_complain, say};
use crate::digest::Digest;
use crate::file_names::{to_path, to_text};
use crate::options::arguments::BatchArguments;
use crate::pool::{self, Pace};
use crate::shared::Shared;
use crate::shared::manifest::{self, Manifest, Record, Records};
use crate::{files, outputs};
use base::diag::render::Format;
use base::ids::{Map, Set};
use list::Entry;
use std::hash::Hash;

/// The arguments of `batch`; with a platform, those of `shadermake`, which is the batch of a list of ShaderMake.
pub(crate) fn sorted(arguments: &[String]) -> Vec<String> {
    let mut arguments = arguments.to_vec();
    if arguments.iter().any(|argument| argument == "-p" || argument.starts_with("--platform")) {
        arguments[0] = "shadermake".to_owned();
    }
    arguments
}

/// Carries out `batch`. Returns the exit status: 1 when a list cannot be read, or a command line has failed.
pub(crate) fn run(arguments: &BatchArguments) -> u8 {
    let read = entries(arguments).and_then(|entries| Ok((entries, Form::of_all(arguments.report.as_deref())?)));
    let (mut entries, form) = match read {
        Ok(read) => read,
        Err(message) => return failed(message),
    };
    if let Some(file) = &arguments.compile_commands
        && let Err(error) = files::write_if_changed(file, list::write(&entries).as_bytes())
    {
        return failed(format_args!("cannot write '{}': {error}", to_text(file.as_os_str())));
    }
    if arguments.list {
        let lines: String = entries.iter().map(|entry| entry.line() + "\n").collect();
        return print_or_complain(&lines);
    }
    if let Some(form) = &form {
        entries.iter_mut().for_each(|entry| entry.parsed.options.diagnostics.format = form.style.format);
    }
    compile_all(&entries, arguments, form.as_ref())
}

fn failed(message: impl std::fmt::Display) -> u8 {
    complain(message);
    1
}

/// The command lines of all lists that belong to this part of the batch.
///
/// # Errors
/// When a list cannot be read, or two command lines write the same file.
fn entries(arguments: &BatchArguments) -> Result<Vec<Entry>, String> {
    let mut entries = Vec::new();
    for file in &arguments.lists {
        entries.extend(list::read(&to_text(file.as_os_str()))?);
    }
    let mut places: Map<String, usize> = Map::default();
    for (at, entry) in entries.iter().enumerate() {
        for output in outputs(entry) {
            if let Some(first) = places.insert(output.clone(), at).filter(|first| *first != at) {
                let (first, second) = (&entries[first].place, &entry.place);
                return Err(format!("{second} writes '{output}', which {first} writes already"));
            }
        }
    }
    if let Some(shard) = arguments.shard {
        entries.retain(|entry| shard.has(&outputs(entry).next().unwrap_or_else(|| entry.line())));
    }
    Ok(entries)
}

/// The files that a command line writes.
fn outputs(entry: &Entry) -> impl Iterator<Item = String> + use<> {
    outputs::files(&entry.parsed.options).into_iter()
}

/// The end of one command line.
struct Done {
    voice: Voice,
    /// Messages that are for a document.
    gathered: Option<Gathered>,
    status: u8,
    /// True if the manifest says that nothing has changed.
    is_unchanged: bool,
    /// The files on which its outputs depend.
    read: Vec<String>,
    /// Its name and record for the manifest.
    record: Option<(String, Record)>,
}

fn compile_all(entries: &[Entry], arguments: &BatchArguments, form: Option<&Form<'_>>) -> u8 {
    let pace = Pace::new(arguments.jobs, arguments.keep_going);
    let manifest = arguments.manifest.as_deref().map(Manifest::read);
    let is_serial = pace.is_serial(entries.len());
    let shared = Shared { is_recorded: manifest.is_some(), is_serial, ..Shared::default() };
    let gathers = form.map(|form| form.style.format).filter(|format| Form::is_document(*format));
    let progress = Progress::of(entries.len(), "compiled");
    let work = |entry: &Entry| {
        let done = compile_one(entry, &shared, manifest.as_ref(), gathers);
        progress.step();
        let failed = done.status != 0;
        (done, failed)
    };
    let mut report = Report { form, ..Report::default() };
    pool::run(entries, &pace, work, |entry, done| report.hear(entry, done));
    drop(progress);
    report.end(entries, arguments)
}

/// Compiles a command line, unless the manifest says that nothing has changed.
fn compile_one(entry: &Entry, shared: &Shared, manifest: Option<&Manifest>, gathers: Option<Format>) -> Done {
    let (voice, gathered) = (Voice::kept(), gathers.map(Gathered::new));
    let name = outputs(entry).next();
    let settings = Digest::of(|hasher| (&entry.arguments, &entry.folder).hash(hasher));
    let unchanged = manifest.zip(name.as_deref()).and_then(|(manifest, name)| {
        let record = manifest.unchanged(name, settings, |_| false)?;
        Some((name.to_owned(), record.clone()))
    });
    if let Some((name, record)) = unchanged {
        let read = record.read.keys().cloned().collect();
        return Done { voice, gathered, status: 0, is_unchanged: true, read, record: Some((name, record)) };
    }
    // Before it is compiled: a file that changes meanwhile is then one that has changed.
    if let (Some(manifest), Some(input)) = (manifest, &entry.parsed.options.input) {
        manifest.digest(input);
    }
    let around = Surroundings { voice: &voice, shared: Some(shared), more: None, gathered: gathered.as_ref() };
    let outcome = compile::run_parsed(&entry.parsed, &around);
    let files = outcome.dependencies;
    let is_silent = voice.is_silent() && gathered.as_ref().is_none_or(Gathered::is_empty);
    let is_done = outcome.status == 0 && is_silent;
    let record = manifest.zip(name).filter(|_| is_done).and_then(|(manifest, name)| {
        let visited = files.visited.iter().map(String::as_str);
        Some((name, manifest.record(settings, visited, &files.absent, outcome.written)?))
    });
    Done { voice, gathered, status: outcome.status, is_unchanged: false, read: files.visited, record }
}

/// The results of the command lines so far.
#[derive(Default)]
struct Report<'a> {
    /// The form of messages, if it is set for all.
    form: Option<&'a Form<'a>>,
    document: Document,
    heard: usize,
    unchanged: usize,
    failures: usize,
    /// True if texts could not be printed.
    lost: bool,
    records: Records,
    /// All files that were read, in the order of their first use.
    read: Set<String>,
}

impl Report<'_> {
    fn hear(&mut self, entry: &Entry, done: Done) {
        self.lost |= done.voice.release().is_err();
        self.heard += 1;
        self.unchanged += usize::from(done.is_unchanged);
        self.records.extend(done.record);
        self.read.extend(done.read);
        if let Some(gathered) = done.gathered {
            self.document.add(&entry.place, done.status, gathered);
        }
        if done.status != 0 {
            self.failures += 1;
            self.complain(format_args!("{}: failed with status {}", entry.place, done.status));
        }
    }

    /// Prints an error message, unless a document says it.
    fn complain(&self, message: impl std::fmt::Display) {
        if !self.form.is_some_and(Form::is_alone) {
            complain(message);
        }
    }

    /// Writes the files about the whole batch. Returns the exit status.
    fn end(&mut self, entries: &[Entry], arguments: &BatchArguments) -> u8 {
        if self.failures > 0 {
            let skipped = entries.len() - self.heard;
            let rest = if skipped == 0 { String::new() } else { format!(", {skipped} not begun") };
            self.complain(format_args!("{} of {} command lines failed{rest}", self.failures, entries.len()));
        } else if !self.form.is_some_and(Form::is_alone) {
            say(format_args!("hlsl2spirv: {} compiled, {} unchanged", self.heard - self.unchanged, self.unchanged));
        }
        let written = self.write(entries, arguments).map_err(complain);
        u8::from(self.failures > 0 || self.lost || written.is_err())
    }

    fn write(&mut self, entries: &[Entry], arguments: &BatchArguments) -> Result<(), String> {
        if let Some(form) = self.form.filter(|form| Form::is_document(form.style.format)) {
            let text = self.document.text(form.style.format);
            match form.file {
                Some(file) => put(&to_path(file), text.as_bytes())?,
                None => say(text),
            }
        }
        if let Some(file) = &arguments.manifest {
            manifest::write(file, &self.records)?;
        }
        if self.failures > 0 {
            return Ok(());
        }
        let stamp = arguments.stamp.as_deref().map(|stamp| to_text(stamp.as_os_str()).into_owned());
        if let Some(file) = &arguments.depfile {
            let target = stamp.clone().or_else(|| entries.iter().flat_map(outputs).next()).unwrap_or_default();
            rule::write(file, &target, &self.read)?;
        }
        if let (Some(declared), Some(unused)) = (&arguments.declared_inputs, &arguments.unused_inputs) {
            let lists = arguments.lists.iter().map(|list| to_text(list.as_os_str()));
            let read = lists.chain(self.read.iter().map(Into::into));
            unused::write(declared, unused, read)?;
        }
        arguments.stamp.as_deref().map_or(Ok(()), |stamp| put(stamp, b""))
    }
}

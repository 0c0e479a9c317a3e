//! `hlsl2spirv batch`: lists of command lines, compiled by one process.

mod list;
mod pool;

use crate::commands::compile;
use crate::console::{Voice, complain, print_or_complain};
use crate::file_names::to_text;
use crate::files;
use crate::options::arguments::BatchArguments;
use crate::shared::Shared;
use base::ids::Map;
use list::Entry;
use pool::Pace;
use std::num::NonZeroUsize;

/// Carries out `batch`. Returns the exit status: 1 when a list cannot be read, or a command line has failed.
pub(crate) fn run(arguments: &BatchArguments) -> u8 {
    let entries = match entries(arguments) {
        Ok(entries) => entries,
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
    compile_all(&entries, arguments)
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
    let output = entry.parsed().options.output;
    [output.object, output.listing, output.header, output.reflection, output.preprocessed].into_iter().flatten()
}

fn compile_all(entries: &[Entry], arguments: &BatchArguments) -> u8 {
    let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let pace = Pace { threads: arguments.jobs.unwrap_or_else(cores), keeps_going: arguments.keep_going };
    let (shared, mut heard, mut failures) = (Shared::default(), 0, 0);
    let work = |entry: &Entry| {
        let voice = Voice::kept();
        let status = compile::run_parsed(&entry.parsed(), &voice, Some(&shared));
        ((voice, status), status != 0)
    };
    let mut lost = 0;
    pool::run(entries, pace, work, |entry, (voice, status)| {
        lost |= u8::from(voice.release().is_err());
        heard += 1;
        if status != 0 {
            failures += 1;
            complain(format_args!("{}: failed with status {status}", entry.place));
        }
    });
    if failures > 0 {
        let skipped = entries.len() - heard;
        let rest = if skipped == 0 { String::new() } else { format!(", {skipped} not begun") };
        complain(format_args!("{failures} of {} command lines failed{rest}", entries.len()));
    }
    u8::from(failures > 0) | lost
}

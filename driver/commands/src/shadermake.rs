//! `hlsl2spirv shadermake`: the lists of permutations that ShaderMake compiles (https://github.com/NVIDIA-RTX/ShaderMake),
//! with its command line, names, files, progress lines and statuses, in one process.
//!
//! A list is read by `config`, a permutation gets its command line by `permutation`, its outputs their names by `names` and
//! their form by `container`. Two things differ from the original on purpose: what is compiled again is decided by content
//! and options (`unit`), and a blob is always written whole.

mod config;
mod container;
mod directives;
mod lines;
mod names;
mod permutation;
mod unit;

pub(crate) use arguments::shadermake::ShaderMakeArguments;
use base::ids::Set;
use batch::rule;
use library::files::names::to_text;
use library::files::places::Claims;
use library::files::reading;
use library::files::staged;
use library::pipeline::shared::Shared;
use library::pipeline::shared::manifest::{self, Manifest};
use library::pool::{self, Pace};
use library::report::console::{complain, print_or_complain};
use library::report::progress::Progress;
use lines::Lines;
use permutation::{Folders, Permutation};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use unit::{Compiled, Unit};

/// The arguments of `batch`; with a platform, those of `shadermake`, which is the batch of a list of ShaderMake.
pub(crate) fn of_batch(arguments: &[String]) -> Vec<String> {
    let mut arguments = arguments.to_vec();
    if arguments.iter().any(|argument| argument == "-p" || argument.starts_with("--platform")) {
        arguments[0] = "shadermake".to_owned();
    }
    arguments
}

/// Carries out `shadermake`. Returns the exit status: 0, or 1 after any failure.
pub(crate) fn run(arguments: &ShaderMakeArguments) -> u8 {
    let units = match arguments.check().and_then(|()| units(arguments)) {
        Ok(units) => units,
        Err(message) => {
            complain(message);
            return 1;
        }
    };
    if arguments.list {
        let permutations = units.iter().flat_map(|unit| &unit.permutations);
        let lines: String = permutations.map(|permutation| lines::command(&permutation.arguments) + "\n").collect();
        return print_or_complain(&lines);
    }
    match (Call { arguments, shared: Shared { is_recorded: true, ..Shared::default() } }).make(&units) {
        Ok(succeeded) => u8::from(!succeeded),
        Err(message) => {
            complain(message);
            1
        }
    }
}

/// The permutations of the list, as far as they are made together.
///
/// # Errors
/// When the list cannot be read, or two permutations have the same name.
fn units(arguments: &ShaderMakeArguments) -> Result<Vec<Unit>, String> {
    let name = to_text(arguments.config.as_os_str());
    let bytes = reading::read_bytes(&name).map_err(|error| format!("cannot read '{name}': {error}"))?;
    let at_line = |error: config::Error| format!("{name}({},0): {}", error.line, error.what);
    let (rows, strays) = config::read(&reading::decode(bytes), &arguments.define).map_err(at_line)?;
    strays.into_iter().map(at_line).for_each(complain);
    let folders = Folders::new(arguments).map_err(|error| format!("cannot determine the current folder: {error}"))?;
    let permutations = rows.into_iter().map(|row| Permutation::new(row, arguments, &folders)).collect();
    unit::group(permutations, arguments.makes_blobs())
        .map_err(|clash| format!("{name}({},0): {}", clash.line, clash.what))
}

/// The command lines of a list's permutations, under further arguments of a call.
///
/// # Errors
/// When an argument or a line of the list cannot be read.
#[cfg(any(feature = "lsp", feature = "runner"))]
pub(super) fn command_lines(list: &std::path::Path, arguments: &[String]) -> Result<Vec<Vec<String>>, String> {
    #[derive(clap::Parser)]
    struct Alone {
        #[command(flatten)]
        arguments: ShaderMakeArguments,
    }
    let list = to_text(list.as_os_str());
    let full = ["shadermake", "--platform", "SPIRV", "--binary", "--out", ".", "--config", &list];
    let full = full.into_iter().chain(arguments.iter().map(String::as_str));
    let alone = <Alone as clap::Parser>::try_parse_from(full).map_err(|error| error.to_string())?;
    let permutations = units(&alone.arguments)?.into_iter().flat_map(|unit| unit.permutations);
    Ok(permutations.map(|permutation| permutation.arguments).collect())
}

/// One call of the command.
struct Call<'a> {
    arguments: &'a ShaderMakeArguments,
    shared: Shared,
}

/// A permutation that is compiled, and its unit.
struct Task<'a> {
    unit: usize,
    permutation: &'a Permutation,
}

impl Call<'_> {
    /// Makes all outputs that are not there, or not up to date. Returns whether everything succeeded.
    ///
    /// # Errors
    /// When a file would be written that is read or written otherwise, or files about the whole call cannot be written.
    fn make(&self, units: &[Unit]) -> Result<bool, String> {
        let place = self.manifest_place();
        let claims = self.claims(units, &place)?;
        let manifest = if self.arguments.force { Manifest::default() } else { Manifest::read(&place) };
        let mut records: Vec<_> = units.iter().map(|unit| unit.unchanged(self.arguments, &manifest)).collect();
        let stale = units.iter().enumerate().filter(|(at, _)| records[*at].is_none());
        let tasks: Vec<Task<'_>> = stale
            .flat_map(|(at, unit)| unit.permutations.iter().map(move |permutation| Task { unit: at, permutation }))
            .collect();
        let mut lines = Lines::new(self.arguments, tasks.len());
        let mut compiled: Vec<Vec<Compiled>> = units.iter().map(|_| Vec::new()).collect();
        self.compile(&tasks, &manifest, &mut lines, &mut compiled);
        for (unit, compiled) in units.iter().zip(&compiled) {
            unit.check(compiled, &claims)?;
        }
        let ended_early = !lines.is_well() && !self.arguments.keep_going;
        for (at, compiled) in compiled.iter().enumerate().filter(|(_, compiled)| !compiled.is_empty()) {
            if ended_early && units[at].has_blob() {
                continue;
            }
            match units[at].finish(compiled, self.arguments, &manifest) {
                Ok(record) => records[at] = record,
                Err(message) => lines.fail(&message),
            }
        }
        staged::make_folder(&self.arguments.out).map_err(|error| self.no_folder(&error))?;
        let named = units.iter().zip(&records).filter_map(|(unit, record)| Some((unit.name.clone(), record.clone()?)));
        manifest::write(&place, &named.collect())?;
        self.write_rule(units, &records, &compiled)?;
        lines.end();
        Ok(lines.is_well())
    }

    /// The files that are written, each by one unit or for one option.
    fn claims(&self, units: &[Unit], manifest: &Path) -> Result<Claims, String> {
        units.iter().for_each(Unit::note_sources);
        let mut claims = Claims::default();
        for (at, unit) in units.iter().enumerate() {
            unit.files(self.arguments).try_for_each(|file| claims.claim(&file, at, &unit.name))?;
        }
        claims.claim(&to_text(manifest.as_os_str()), units.len(), "--manifest")?;
        if let Some(file) = &self.arguments.depfile {
            claims.claim(&to_text(file.as_os_str()), units.len() + 1, "--depfile")?;
        }
        Ok(claims)
    }

    fn no_folder(&self, error: &std::io::Error) -> String {
        format!("cannot create folder '{}': {error}", to_text(self.arguments.out.as_os_str()))
    }

    fn manifest_place(&self) -> PathBuf {
        self.arguments.manifest.clone().unwrap_or_else(|| self.arguments.out.join(".hlsl2spirv.json"))
    }

    fn compile(&self, tasks: &[Task<'_>], manifest: &Manifest, lines: &mut Lines<'_>, compiled: &mut [Vec<Compiled>]) {
        let threads = if self.arguments.serial { Some(NonZeroUsize::MIN) } else { self.arguments.jobs };
        let pace = Pace::new(threads, self.arguments.keep_going);
        let progress = Progress::of(tasks.len(), "compiled");
        let work = |task: &Task<'_>| {
            let compiled = task.permutation.compile(self.arguments, &self.shared, manifest);
            progress.step();
            let failed = compiled.status != 0;
            (compiled, failed)
        };
        pool::run(tasks, &pace, work, |task, done| {
            lines.step(task.permutation, &done);
            compiled[task.unit].push(done);
        });
    }

    /// Writes the rule for make and Ninja, of all files that the outputs depend on.
    fn write_rule(
        &self,
        units: &[Unit],
        records: &[Option<manifest::Record>],
        compiled: &[Vec<Compiled>],
    ) -> Result<(), String> {
        let Some(file) = &self.arguments.depfile else { return Ok(()) };
        let target = units.iter().flat_map(|unit| unit.files(self.arguments)).next().unwrap_or_default();
        let of_records = records.iter().flatten().flat_map(|record| record.read.keys());
        let of_compiled = compiled.iter().flatten().flat_map(|compiled| &compiled.dependencies.visited);
        let config = to_text(self.arguments.config.as_os_str()).into_owned();
        let read: Set<String> = std::iter::once(&config).chain(of_records).chain(of_compiled).cloned().collect();
        rule::write(file, &target, &read)
    }
}

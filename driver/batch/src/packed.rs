//! Packs of a batch: `--pack` writes one file instead of the outputs, `--unpack` the outputs from it.

use crate::list::Entry;
use base::ids::Map;
use library::files::names::{to_path, to_text};
use library::files::reading;
use library::files::staged::put;
use library::options::settings::{CommandLineMacro, Options};
use library::pack::{Pack, PackBuilder, Shader};
use std::path::Path;

/// The modules of a batch so far.
#[derive(Default)]
pub(super) struct Packed {
    builder: PackBuilder,
    /// Why there is no pack.
    conflict: Option<String>,
}

/// The definitions that a command line leaves: the last one of a name counts.
fn definitions(options: &Options) -> Map<&str, &str> {
    let mut all = Map::default();
    for option in &options.preprocess.macros {
        match option {
            CommandLineMacro::Define(name, value) => {
                all.insert(name.as_str(), value.as_deref().unwrap_or("1"));
            }
            CommandLineMacro::Undefine(name) => {
                all.shift_remove(name.as_str());
            }
            _ => {}
        }
    }
    all
}

/// The name of a shader, with its profile.
fn shader<'a>(options: &'a Options, profile: &'a str) -> Shader<'a> {
    Shader { input: options.input.as_deref().unwrap_or_default(), profile, entry: options.entry() }
}

fn profile(options: &Options) -> String {
    options.profile().map_or_else(String::new, |profile| profile.to_string())
}

impl Packed {
    /// Adds the module of a command line.
    pub(super) fn add(&mut self, entry: &Entry, words: &[u32]) {
        let options = entry.parsed().options;
        let profile = profile(&options);
        let definitions: Vec<(&str, &str)> = definitions(&options).into_iter().collect();
        if self.builder.add(&shader(&options, &profile), &definitions, words) && self.conflict.is_none() {
            self.conflict = Some(format!("{}: another line has the same macros and another module", entry.place));
        }
    }

    /// Writes the pack.
    ///
    /// # Errors
    /// When macros do not tell modules apart, or the file cannot be written.
    pub(super) fn write(self, file: &Path) -> Result<(), String> {
        if let Some(conflict) = self.conflict {
            return Err(conflict);
        }
        put(file, &self.builder.finish().map_err(|error| error.to_string())?)
    }
}

/// Writes the modules of command lines from a pack, each to its output.
///
/// # Errors
/// When the pack cannot be read, does not have one of them, or an output cannot be written.
pub(super) fn unpack(entries: &[Entry], file: &Path) -> Result<(), String> {
    let name = to_text(file.as_os_str());
    let bytes = reading::read_named(file, reading::LIMIT).map_err(|error| format!("cannot read '{name}': {error}"))?;
    let located = |error: library::pack::PackError| format!("{name}: {error}");
    let pack = Pack::read(&bytes).map_err(located)?;
    pack.verify().map_err(located)?;
    for entry in entries {
        let options = entry.parsed().options;
        let (profile, macros) = (profile(&options), definitions(&options));
        let macros: Vec<(&str, &str)> = macros.into_iter().collect();
        let module = pack.find(&shader(&options, &profile), &macros);
        let module = module.ok_or_else(|| format!("{}: '{name}' does not have its module", entry.place))?;
        if let Some(output) = &options.output.object {
            put(&to_path(output), module)?;
        }
    }
    Ok(())
}

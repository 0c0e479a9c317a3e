//! Units of work: a permutation, or all permutations of a shader where they go into one blob.
//!
//! A unit is left out when the manifest knows that nothing has changed; else all of it is made.

use super::container;
use super::permutation::Permutation;
use arguments::shadermake::ShaderMakeArguments;
use base::ids::Map;
use batch::compile::{self, Surroundings};
use frontend::preprocess::Dependencies;
use library::files::digest::Digest;
use library::files::names::to_path;
use library::files::outputs;
use library::files::places::{self, Claims};
use library::files::staged::{self, Digests, NotWritten, Staged};
use library::options::args;
use library::pipeline::shared::Shared;
use library::pipeline::shared::manifest::{Manifest, Record};
use library::report::console::Voice;
use std::hash::Hash;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Permutations that are made together.
#[derive(Debug)]
pub(super) struct Unit {
    /// The path of its outputs without the extension, by which the manifest knows it.
    pub(super) name: String,
    pub(super) permutations: Vec<Permutation>,
    /// True if blobs are requested.
    in_blob: bool,
}

/// A permutation that has been compiled.
#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) status: u8,
    /// Messages.
    pub(super) said: String,
    /// The module, if it compiled.
    module: Vec<u8>,
    pub(super) dependencies: Dependencies,
    written: Digests,
}

/// Permutations that cannot be told apart: the line of the second, and what is wrong.
#[derive(Debug)]
pub(super) struct Clash {
    pub(super) line: usize,
    pub(super) what: String,
}

/// The units of a list.
///
/// # Errors
/// When two different permutations have the same outputs.
pub(super) fn group(permutations: Vec<Permutation>, in_blobs: bool) -> Result<Vec<Unit>, Clash> {
    let mut units: Vec<Unit> = Vec::new();
    let mut by_shader: Map<String, usize> = Map::default();
    let mut by_path: Map<String, (usize, Vec<String>)> = Map::default();
    for permutation in permutations {
        let (line, arguments) = (permutation.line, &permutation.arguments);
        if let Some((first, other)) = by_path.get(&permutation.path) {
            if other == arguments {
                continue;
            }
            let what = format!("'{}' is already written by line {first} with other options", permutation.path);
            return Err(Clash { line, what });
        }
        by_path.insert(permutation.path.clone(), (line, arguments.clone()));
        let known = by_shader.get(&permutation.shader).copied().filter(|_| in_blobs);
        if let Some(at) = known {
            units[at].permutations.push(permutation);
            continue;
        }
        by_shader.insert(permutation.shader.clone(), units.len());
        let name = if in_blobs { permutation.shader.clone() } else { permutation.path.clone() };
        units.push(Unit { name, permutations: vec![permutation], in_blob: in_blobs });
    }
    match units.iter().find(|unit| unit.has_blob() && unit.permutations.iter().any(|one| one.key.is_empty())) {
        Some(unit) => {
            let line = unit.permutations.last().map_or(0, |last| last.line);
            let what = format!("blob '{}' has a permutation without macros in addition to others", unit.name);
            Err(Clash { line, what })
        }
        None => Ok(units),
    }
}

impl Permutation {
    /// The files of this permutation alone: the module, and the header.
    fn files(&self, arguments: &ShaderMakeArguments) -> (Option<String>, Option<String>) {
        // Without macros, it is what is in place of a blob.
        let is_whole = self.key.is_empty();
        let binary = arguments.binary || arguments.binary_blob && is_whole;
        let header = arguments.header || arguments.header_blob && is_whole;
        let file = format!("{}{}", self.path, arguments.output_ext);
        (binary.then(|| file.clone()), header.then(|| format!("{file}.h")))
    }

    /// Compiles the permutation, and writes the files that are its own.
    pub(super) fn compile(&self, arguments: &ShaderMakeArguments, shared: &Shared, manifest: &Manifest) -> Compiled {
        let voice = Voice::kept();
        let module = Mutex::default();
        let parsed = args::parse(&self.arguments);
        // Before it is compiled: a file that changes meanwhile is then one that has changed.
        parsed.options.input.as_deref().map(|input| manifest.digest(input));
        let more = |words: &[u32], staged: &mut Staged| {
            let bytes = outputs::bytes(words);
            self.stage(&bytes, arguments, staged)?;
            *module.lock().unwrap_or_else(PoisonError::into_inner) = bytes;
            Ok(())
        };
        let around = Surroundings {
            voice: &voice,
            shared: Some(shared),
            keeps_equal: true,
            is_plain: compile::is_plain(),
            more: Some(&more),
            gathered: None,
        };
        let outcome = compile::run_parsed(parsed, &around);
        let module = module.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (status, dependencies, written) = (outcome.status, outcome.dependencies, outcome.written);
        Compiled { status, said: voice.into_text(), module, dependencies, written }
    }

    fn stage(&self, bytes: &[u8], arguments: &ShaderMakeArguments, staged: &mut Staged) -> Result<(), NotWritten> {
        let (binary, header) = self.files(arguments);
        if let Some(file) = binary {
            put(&file, bytes, staged)?;
        }
        if let Some(file) = header {
            put(&file, container::header(&container::variable(&self.path), &self.key, bytes).as_bytes(), staged)?;
        }
        Ok(())
    }
}

/// Stages a file, and makes its folder.
fn put(file: &str, bytes: &[u8], staged: &mut Staged) -> Result<(), NotWritten> {
    let folder = to_path(file).parent().map(Path::to_owned).unwrap_or_default();
    let made = staged::make_folder(&folder);
    made.map_err(|error| NotWritten { file: file.to_owned(), reason: error.to_string() })?;
    staged.write(file, bytes)
}

impl Unit {
    /// Returns whether its permutations go into a blob. A single one without macros is a file of its own.
    pub(super) fn has_blob(&self) -> bool {
        let is_single = self.permutations.len() == 1 && self.permutations[0].key.is_empty();
        self.in_blob && !is_single
    }

    /// Notes that its sources are inputs.
    pub(super) fn note_sources(&self) {
        let inputs =
            self.permutations.iter().filter_map(|permutation| args::parse(&permutation.arguments).options.input);
        inputs.for_each(|input| places::note_named(&input));
    }

    /// Fails where another unit writes a file that this one has read: which of the two came first is chance.
    ///
    /// # Errors
    /// The file, and the other unit.
    pub(super) fn check(&self, compiled: &[Compiled], claims: &Claims) -> Result<(), String> {
        let read = compiled.iter().flat_map(|one| &one.dependencies.visited);
        let mut written = read.filter_map(|file| Some((file, claims.other_owner(file, &self.name)?)));
        written
            .next()
            .map_or(Ok(()), |(file, owner)| Err(format!("'{}' reads '{file}', which {owner} writes", self.name)))
    }

    /// The blobs: the binary one, and the header.
    fn blobs(&self, arguments: &ShaderMakeArguments) -> [Option<String>; 2] {
        let file = format!("{}{}", self.name, arguments.output_ext);
        let binary = (self.has_blob() && arguments.binary_blob).then(|| file.clone());
        [binary, (self.has_blob() && arguments.header_blob).then(|| format!("{file}.h"))]
    }

    /// All its outputs.
    pub(super) fn files(&self, arguments: &ShaderMakeArguments) -> impl Iterator<Item = String> {
        let own = self.permutations.iter().flat_map(move |permutation| {
            let (binary, header) = permutation.files(arguments);
            [binary, header]
        });
        own.chain(self.blobs(arguments)).flatten()
    }

    fn settings(&self, arguments: &ShaderMakeArguments) -> Digest {
        let files: Vec<String> = self.files(arguments).collect();
        Digest::of(|hasher| {
            files.hash(hasher);
            self.permutations.iter().for_each(|permutation| (&permutation.key, &permutation.arguments).hash(hasher));
        })
    }

    /// The record of the manifest, if nothing has changed.
    pub(super) fn unchanged(&self, arguments: &ShaderMakeArguments, manifest: &Manifest) -> Option<Record> {
        let is_relaxed = |path: &str| {
            let names = arguments.relaxed_include.iter();
            names
                .map(String::as_str)
                .any(|name| path.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('/')))
        };
        manifest.unchanged(&self.name, self.settings(arguments), is_relaxed).cloned()
    }

    /// Writes the blobs, and returns the record of the unit, if all of it compiled and there is nothing to say again.
    ///
    /// # Errors
    /// When a blob cannot be written, or lacks a permutation.
    pub(super) fn finish(
        &self,
        compiled: &[Compiled],
        arguments: &ShaderMakeArguments,
        manifest: &Manifest,
    ) -> Result<Option<Record>, String> {
        let is_whole = compiled.len() == self.permutations.len() && compiled.iter().all(|one| one.status == 0);
        if !is_whole {
            let is_missed = self.has_blob();
            return if is_missed {
                Err(format!("'{}' is not written: permutations failed", self.name))
            } else {
                Ok(None)
            };
        }
        let blobs = self.write_blobs(compiled, arguments)?;
        if compiled.iter().any(|one| !one.said.is_empty()) {
            return Ok(None);
        }
        let visited = compiled.iter().flat_map(|one| one.dependencies.visited.iter().map(String::as_str));
        let mut absent: Vec<String> = compiled.iter().flat_map(|one| one.dependencies.absent.iter().cloned()).collect();
        absent.sort_unstable();
        absent.dedup();
        let written = compiled.iter().flat_map(|one| one.written.iter().cloned()).chain(blobs).collect();
        Ok(manifest.record(self.settings(arguments), visited, &absent, written))
    }

    fn write_blobs(&self, compiled: &[Compiled], arguments: &ShaderMakeArguments) -> Result<Digests, String> {
        let [binary, header] = self.blobs(arguments);
        if binary.is_none() && header.is_none() {
            return Ok(Digests::new());
        }
        let keys = self.permutations.iter().map(|permutation| permutation.key.as_str());
        let blob = container::blob(keys.zip(compiled.iter().map(|one| one.module.as_slice())))?;
        let mut staged = Staged::default();
        staged.keep_equal(true);
        staged.keep_digests();
        let failed = |error: NotWritten| format!("cannot write '{}': {}", error.file, error.reason);
        if let Some(file) = binary {
            put(&file, &blob, &mut staged).map_err(failed)?;
        }
        if let Some(file) = header {
            let text = container::header(&container::variable(&self.name), "", &blob);
            put(&file, text.as_bytes(), &mut staged).map_err(failed)?;
        }
        let written = staged.digests();
        staged.commit().map_err(failed)?;
        Ok(written)
    }
}

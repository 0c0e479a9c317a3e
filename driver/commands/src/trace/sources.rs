//! The library of a ray pipeline: a module, or HLSL compiled for the environment that has ray pipelines.

use crate::projects::{Compilation, Projects};
use frontend::language::Stage;
use frontend::preprocess::identity;
use launch::kernels::sampler_states::{Samplers, WithoutStates};
use launch::kernels::{Problem, Source, registers};
use launch::rays;
use library::files::names::to_text;
use library::files::reading;
use library::report::console::complain;
use library::{Artifact, Compiler, IncludeHandler};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Reads and compiles libraries, and links them.
///
/// # Errors
/// When a file cannot be read or does not compile.
pub(super) fn read_all(files: &[PathBuf], options: &[String]) -> Result<Source, Problem> {
    if let [only] = files {
        return read(only, options);
    }
    let (mut modules, mut all, mut warnings) = (Vec::new(), Vec::new(), String::new());
    let mut samplers = Samplers::new();
    for file in files {
        let source = read(file, options)?;
        let name = file.file_stem().map_or_else(String::new, |stem| to_text(stem).into_owned());
        modules.push((name, source.words));
        all.extend(source.files);
        warnings.push_str(&source.warnings);
        samplers.extend(source.samplers);
    }
    all.sort_unstable();
    all.dedup();
    let words = runner::stages::link(&modules).map_err(|error| Problem::Run(error.into()))?;
    Ok(Source { words, files: all, warnings, samplers })
}

/// Reads and compiles a library.
fn read(file: &Path, options: &[String]) -> Result<Source, Problem> {
    read_named(file, options).map(|(source, _)| source)
}

/// Reads and compiles a library. The second result are the names of its nodes that are not those of their entry points.
///
/// # Errors
/// When the file cannot be read or does not compile.
pub(crate) fn read_named(file: &Path, options: &[String]) -> Result<(Source, BTreeMap<String, String>), Problem> {
    let name = to_text(file.as_os_str());
    let unreadable = |reason| format!("cannot read '{name}': {reason}");
    let bytes = reading::read_bytes(&name).map_err(|error| unreadable(error.to_string()))?;
    if let Some(words) = reading::module(&name, &bytes).map_err(unreadable)? {
        return Ok((
            Source { words, files: vec![name.into_owned()], warnings: String::new(), samplers: Samplers::new() },
            BTreeMap::new(),
        ));
    }
    let files = WithoutStates::new(&reading::Disk);
    let text = files.text(&reading::decode(bytes));
    let full = std::path::absolute(Path::new(&*name)).map_err(|error| format!("cannot find '{name}': {error}"))?;
    let full = identity(&to_text(full.as_os_str()).replace('\\', "/"));
    let mut projects = Projects::default();
    let all = projects.all(&full, &text, options);
    projects.take_problems().iter().for_each(complain);
    let artifact = compile(all, &name, &text, &files)?;
    let (warnings, names) = (artifact.report.to_string(), artifact.node_names());
    let visited = artifact.dependencies.visited;
    Ok((Source { words: artifact.words, files: visited, warnings, samplers: files.samplers() }, names))
}

/// Compiles the first library of some compilations of a file, with places of its resources that do not overlap.
///
/// # Errors
/// When it does not compile.
pub(crate) fn compile(
    mut all: Vec<Compilation>,
    name: &str,
    text: &str,
    files: &(dyn IncludeHandler + Sync),
) -> Result<Artifact, Problem> {
    let is_library = |one: &Compilation| {
        one.is_known && one.parsed.options.profile().is_some_and(|profile| profile.stage == Stage::Library)
    };
    let at = all.iter().position(is_library).unwrap_or(0);
    let failed = |failure| Problem::Compile(Box::new(failure));
    let mut compiler = Compiler::from_parsed(all.swap_remove(at).parsed).map_err(failed)?;
    rays::settle(compiler.options_mut());
    let mut artifact = compiler.compile(name, text, files).map_err(failed)?;
    let overlaps = artifact.reflection().is_ok_and(|reflection| registers::overlap([&reflection]));
    if overlaps && registers::separate(compiler.options_mut()) {
        artifact = compiler.compile(name, text, files).map_err(failed)?;
    }
    Ok(artifact)
}

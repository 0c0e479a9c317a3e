//! The shaders of a draw: which entry points of a file, and their words.

use crate::Compiler;
use crate::commands::projects::{Compilation, Projects};
use crate::console::complain;
use crate::file_names::to_text;
use crate::files;
use crate::kernels::Problem;
use crate::options::args::Parsed;
use base::similar::{did_you_mean, nearest};
use frontend::language::{Profile, Stage as Language};
use frontend::preprocess::identity;
use runner::stages::entry_points;
use runner::stages::rows::Stage;
use std::path::Path;

/// The environment that modules are compiled for where nothing else is said: `discard` leaves a helper there, as Direct3D
/// has it.
const TARGET: &str = "vulkan1.3";
/// The version of profiles where nothing else is said.
const VERSION: &str = "6_6";

/// A shader of a draw.
#[derive(Clone, Debug)]
pub(super) struct Shader {
    pub(super) words: Vec<u32>,
    pub(super) entry: String,
}

/// The shaders of a draw.
#[derive(Debug)]
pub(super) struct Sources {
    pub(super) pixel: Shader,
    /// The files that were read.
    pub(super) files: Vec<String>,
    /// The compiler's warnings, as it prints them.
    pub(super) warnings: String,
}

/// Reads and compiles the shaders of a file: the entry points with these names, or the only ones.
///
/// # Errors
/// When the file cannot be read or does not compile, or a stage has several entry points and none is named.
pub(super) fn read(file: &Path, pixel: Option<&str>, options: &[String]) -> Result<Sources, Problem> {
    let name = to_text(file.as_os_str());
    let unreadable = |reason| format!("cannot read '{name}': {reason}");
    let bytes = files::read_bytes(&name).map_err(|error| unreadable(error.to_string()))?;
    if let Some(words) = files::module(&name, &bytes).map_err(unreadable)? {
        let pixel = of_module(&name, words, Stage::Pixel, pixel)?;
        return Ok(Sources { pixel, files: vec![name.into_owned()], warnings: String::new() });
    }
    let text = files::decode(bytes);
    let compilations = compilations(&name, &text, options)?;
    let (chosen, entry) = choose(&name, compilations, Stage::Pixel, pixel)?;
    let mut compiler = Compiler::from_parsed(chosen).map_err(|failure| Problem::Compile(Box::new(failure)))?;
    compiler.options_mut().target_env.get_or_insert_with(|| TARGET.to_owned());
    let artifact = compiler.compile(&name, &text, &files::Disk);
    let artifact = artifact.map_err(|failure| Problem::Compile(Box::new(failure)))?;
    let pixel = of_module(&name, artifact.words, Stage::Pixel, entry.as_deref())?;
    Ok(Sources { pixel, files: artifact.dependencies.visited, warnings: artifact.report.to_string() })
}

/// The compilations of a file, by its project, its text and the call.
fn compilations(name: &str, text: &str, options: &[String]) -> Result<Vec<Compilation>, Problem> {
    let full = std::path::absolute(Path::new(name)).map_err(|error| format!("cannot find '{name}': {error}"))?;
    let full = identity(&to_text(full.as_os_str()).replace('\\', "/"));
    let mut projects = Projects::default();
    let all = projects.all(&full, text, options);
    projects.take_problems().iter().for_each(complain);
    Ok(all)
}

fn language(stage: Stage) -> Language {
    match stage {
        Stage::Vertex => Language::Vertex,
        Stage::Pixel => Language::Pixel,
    }
}

fn profile(parsed: &Parsed) -> Option<Profile> {
    parsed.options.profile()
}

/// Chooses the compilation of a stage, and the name of its entry point if it is known.
fn choose(
    file: &str,
    mut all: Vec<Compilation>,
    stage: Stage,
    wanted: Option<&str>,
) -> Result<(Parsed, Option<String>), Problem> {
    let wanted_stage = language(stage);
    let is_of = |one: &Compilation, stage: Language| {
        one.is_known && profile(&one.parsed).is_some_and(|profile| profile.stage == stage)
    };
    let fits = |one: &Compilation| is_of(one, wanted_stage) && wanted.is_none_or(|name| one.parsed.options.entry() == name);
    let mut names: Vec<&str> = all.iter().filter(|one| fits(one)).map(|one| one.parsed.options.entry()).collect();
    names.dedup();
    if names.len() > 1 {
        let (kind, option) = (stage.name(), option(stage));
        let text = format!("'{file}' has the {kind} entry points {}; {option} chooses one", names.join(", "));
        return Err(Problem::Other(text));
    }
    if let Some(at) = all.iter().position(fits) {
        let parsed = all.swap_remove(at).parsed;
        let entry = parsed.options.entry().to_owned();
        return Ok((parsed, Some(entry)));
    }
    if let Some(at) = all.iter().position(|one| is_of(one, Language::Library)) {
        return Ok((all.swap_remove(at).parsed, wanted.map(str::to_owned)));
    }
    let others = all.iter().filter(|one| one.is_known).filter_map(|one| profile(&one.parsed));
    let others: Vec<&str> = others.map(|profile| name_of(profile.stage)).collect();
    if let (None, Some(other)) = (wanted, others.first()) {
        return Err(Problem::Other(format!("'{file}' has no {} shader; it has a {other} shader", stage.name())));
    }
    // Nothing says what the function is for but the caller.
    let mut parsed = all.swap_remove(0).parsed;
    let version = parsed.options.profile.as_deref().and_then(|profile| profile.split_once('_'));
    let version = version.map_or_else(|| VERSION.to_owned(), |(_, version)| version.to_owned());
    let prefix = if stage == Stage::Pixel { "ps" } else { "vs" };
    parsed.options.profile = Some(format!("{prefix}_{version}"));
    let entry = wanted.unwrap_or("main").to_owned();
    parsed.options.entry = Some(entry.clone());
    Ok((parsed, Some(entry)))
}

/// The name of a stage, as the attribute of its functions has it.
fn name_of(stage: Language) -> &'static str {
    frontend::language::STAGES.iter().find(|row| row.stage == stage).map_or("", |row| row.attribute)
}

/// The option that chooses the entry point of a stage.
fn option(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "--vertex",
        Stage::Pixel => "--pixel",
    }
}

/// The entry point of a stage of a module.
fn of_module(file: &str, words: Vec<u32>, stage: Stage, wanted: Option<&str>) -> Result<Shader, Problem> {
    let all = entry_points(&words).map_err(|error| Problem::Run(error.into()))?;
    let names: Vec<String> = all.into_iter().filter(|(own, _)| *own == stage).map(|(_, name)| name).collect();
    let (kind, option) = (stage.name(), option(stage));
    let entry = match (wanted, &names[..]) {
        (_, []) => return Err(Problem::Other(format!("'{file}' has no {kind} shader"))),
        (Some(name), _) if names.iter().any(|own| own == name) => name.to_owned(),
        (Some(name), _) => {
            let near = nearest(name, names.iter().map(String::as_str)).map(did_you_mean);
            let near = near.map_or_else(|| format!("it has {}", names.join(", ")), |near| near.to_string());
            return Err(Problem::Other(format!("'{file}' has no {kind} entry point '{name}'; {near}")));
        }
        (None, [only]) => only.clone(),
        (None, _) => {
            let text = format!("'{file}' has the {kind} entry points {}; {option} chooses one", names.join(", "));
            return Err(Problem::Other(text));
        }
    };
    Ok(Shader { words, entry })
}

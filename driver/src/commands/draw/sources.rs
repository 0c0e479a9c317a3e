//! The shaders of a draw: which entry points of a file, and their words.

use crate::commands::projects::{Compilation, Projects};
use crate::files::names::to_text;
use crate::files::reading;
use crate::kernels::{Problem, registers};
use crate::options::args::Parsed;
use crate::report::console::complain;
use crate::{Compiler, Failure};
use base::similar::{did_you_mean, nearest};
use frontend::language::{Profile, Stage as Language};
use frontend::preprocess::identity;
use reflect::{EntryPoint, Reflection, Span};
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
    /// The interface, with the lines of the source.
    pub(super) reflection: Reflection,
}

impl Shader {
    fn new(words: Vec<u32>, entry: String, mut reflection: Reflection) -> Self {
        // What only other entry points use, or what a compilation without optimization leaves, is not of this shader.
        if let Some(own) = reflection.entry_points.iter().find(|own| own.name == entry) {
            for (number, binding) in reflection.bindings.iter_mut().enumerate() {
                binding.presence.kept &= own.resources.iter().any(|used| used.binding == number);
            }
        }
        Shader { words, entry, reflection }
    }

    /// The place of the entry point in the source, if it is known.
    pub(super) fn span(&self) -> Option<&Span> {
        self.entry_point().and_then(|entry| entry.hlsl.as_ref()).and_then(|fact| fact.span.as_ref())
    }

    /// What is known of the entry point.
    pub(super) fn entry_point(&self) -> Option<&EntryPoint> {
        self.reflection.entry_points.iter().find(|entry| entry.name == self.entry)
    }

    /// The name of the entry point, with its place in the source if that is known.
    pub(super) fn place(&self) -> String {
        match self.span() {
            Some(span) => format!("{} ({}:{})", self.entry, span.file, span.line),
            None => self.entry.clone(),
        }
    }
}

/// The shaders of a draw.
#[derive(Debug)]
pub(super) struct Sources {
    pub(super) vertex: Option<Shader>,
    pub(super) pixel: Option<Shader>,
    /// The stages between them, or instead of the vertex shader, in their order.
    pub(super) between: Vec<(Stage, Shader)>,
    /// True if y points up in the clip space that the shaders were written for.
    pub(super) is_up: bool,
    /// The files that were read.
    pub(super) files: Vec<String>,
    /// The compiler's warnings, as it prints them.
    pub(super) warnings: String,
}

/// The entry points that the caller names.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted {
    pub(super) vertex: Option<String>,
    pub(super) hull: Option<String>,
    pub(super) domain: Option<String>,
    pub(super) geometry: Option<String>,
    pub(super) amplification: Option<String>,
    pub(super) mesh: Option<String>,
    pub(super) pixel: Option<String>,
}

/// The stages in their order.
const STAGES: [Stage; 7] =
    [Stage::Vertex, Stage::Hull, Stage::Domain, Stage::Geometry, Stage::Amplification, Stage::Mesh, Stage::Pixel];

impl Wanted {
    fn of(&self, stage: Stage) -> Option<&str> {
        let own = match stage {
            Stage::Vertex => &self.vertex,
            Stage::Hull => &self.hull,
            Stage::Domain => &self.domain,
            Stage::Geometry => &self.geometry,
            Stage::Amplification => &self.amplification,
            Stage::Mesh => &self.mesh,
            Stage::Pixel => &self.pixel,
        };
        own.as_deref()
    }
}

impl Sources {
    fn new(name: &str, is_up: bool) -> Self {
        let files = vec![name.to_owned()];
        Sources { vertex: None, pixel: None, between: Vec::new(), is_up, files, warnings: String::new() }
    }

    fn add(&mut self, stage: Stage, shader: Shader) {
        match stage {
            Stage::Vertex => self.vertex = Some(shader),
            Stage::Pixel => self.pixel = Some(shader),
            Stage::Hull | Stage::Domain | Stage::Geometry | Stage::Amplification | Stage::Mesh => {
                self.between.push((stage, shader));
            }
        }
    }

    /// The shaders in the order of their stages.
    pub(super) fn all(&self) -> impl Iterator<Item = &Shader> {
        self.vertex.iter().chain(self.between.iter().map(|(_, shader)| shader)).chain(&self.pixel)
    }

    /// The shaders in their order, with their stages.
    pub(super) fn into_stages(self) -> impl Iterator<Item = (Stage, Shader)> {
        let vertex = self.vertex.map(|shader| (Stage::Vertex, shader));
        let pixel = self.pixel.map(|shader| (Stage::Pixel, shader));
        vertex.into_iter().chain(self.between).chain(pixel)
    }

    /// Returns whether there is a stage whose primitives a pixel shader gets.
    fn has_primitives(&self) -> bool {
        self.vertex.is_some() || self.between.iter().any(|(stage, _)| *stage == Stage::Mesh)
    }
}

/// Reads and compiles the shaders of a file: the entry points with these names, or the only ones of their stages.
///
/// # Errors
/// When the file cannot be read or does not compile, or a stage has several entry points and none is named.
pub(super) fn read(file: &Path, wanted: &Wanted, options: &[String]) -> Result<Sources, Problem> {
    let name = to_text(file.as_os_str());
    let unreadable = |reason| format!("cannot read '{name}': {reason}");
    let bytes = reading::read_bytes(&name).map_err(|error| unreadable(error.to_string()))?;
    if let Some(words) = reading::module(&name, &bytes).map_err(unreadable)? {
        return of_words(&name, &words, wanted);
    }
    let text = reading::decode(bytes);
    let mut sources = Sources::new(&name, true);
    let mut compilers = Vec::new();
    for stage in STAGES {
        let all = compilations(&name, &text, options)?;
        // A pixel shader alone fills the picture, stages that make primitives write depth without one.
        let makes_primitives = |(stage, ..): &(Stage, _, _)| matches!(stage, Stage::Vertex | Stage::Mesh);
        let is_needed = stage == Stage::Pixel && !compilers.iter().any(makes_primitives);
        let Some((chosen, entry)) = choose(&name, all, (stage, is_needed), wanted.of(stage))? else { continue };
        compilers.push((stage, compiler(chosen, stage, &mut sources)?, entry));
    }
    compile(&name, &text, &compilers, &mut sources)?;
    if registers::overlap(sources.all().map(|shader| &shader.reflection)) {
        let separate = |(_, compiler, _): &mut (_, Compiler, _)| registers::separate(compiler.options_mut());
        if compilers.iter_mut().map(separate).fold(false, |any, own| any | own) {
            compile(&name, &text, &compilers, &mut sources)?;
        }
    }
    Ok(sources)
}

/// Compiles the stages.
fn compile(
    name: &str,
    text: &str,
    compilers: &[(Stage, Compiler, Option<String>)],
    sources: &mut Sources,
) -> Result<(), Problem> {
    sources.between.clear();
    for (stage, compiler, entry) in compilers {
        if let Some(shader) = compiled(name, text, compiler, (*stage, entry.as_deref()), sources)? {
            sources.add(*stage, shader);
        }
    }
    Ok(())
}

/// The shaders of a module.
fn of_words(name: &str, words: &[u32], wanted: &Wanted) -> Result<Sources, Problem> {
    let reflection = reflect::read(words).map_err(|error| Problem::Run(error.into()))?;
    let mut sources = Sources::new(name, false);
    for stage in STAGES {
        if let Some(entry) = entry_of(name, words, stage, wanted.of(stage))? {
            sources.add(stage, Shader::new(words.to_vec(), entry, reflection.clone()));
        }
    }
    if sources.pixel.is_none() && !sources.has_primitives() {
        return Err(Problem::Other(format!("'{name}' has no vertex and no pixel shader")));
    }
    Ok(sources)
}

/// The compiler of a stage.
fn compiler(chosen: Parsed, stage: Stage, sources: &mut Sources) -> Result<Compiler, Problem> {
    let mut compiler = Compiler::from_parsed(chosen).map_err(failed)?;
    let settings = compiler.options_mut();
    settings.target_env.get_or_insert_with(|| TARGET.to_owned());
    match stage {
        Stage::Vertex | Stage::Domain | Stage::Geometry | Stage::Mesh => sources.is_up = !settings.analysis.invert_y,
        // It is about positions of vertices.
        Stage::Hull | Stage::Amplification | Stage::Pixel => settings.analysis.invert_y = false,
    }
    Ok(compiler)
}

fn failed(failure: Failure) -> Problem {
    Problem::Compile(Box::new(failure))
}

/// Compiles a stage.
fn compiled(
    name: &str,
    text: &str,
    compiler: &Compiler,
    (stage, entry): (Stage, Option<&str>),
    sources: &mut Sources,
) -> Result<Option<Shader>, Problem> {
    let artifact = compiler.compile(name, text, &reading::Disk).map_err(failed)?;
    let Some(entry) = entry_of(name, &artifact.words, stage, entry)? else { return Ok(None) };
    let reflection = artifact.reflection().map_err(|error| Problem::Run(error.into()))?;
    let warnings = artifact.report.to_string();
    if !sources.warnings.contains(&warnings) {
        sources.warnings.push_str(&warnings);
    }
    sources.files.extend(artifact.dependencies.visited);
    sources.files.sort_unstable();
    sources.files.dedup();
    Ok(Some(Shader::new(artifact.words, entry, reflection)))
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
        Stage::Hull => Language::Hull,
        Stage::Domain => Language::Domain,
        Stage::Geometry => Language::Geometry,
        Stage::Amplification => Language::Amplification,
        Stage::Mesh => Language::Mesh,
        Stage::Pixel => Language::Pixel,
    }
}

fn profile(parsed: &Parsed) -> Option<Profile> {
    parsed.options.profile()
}

/// Chooses the compilation of a stage, and the name of its entry point if it is known. Nothing comes back where the file has
/// no such stage, and needs none.
fn choose(
    file: &str,
    mut all: Vec<Compilation>,
    (stage, is_needed): (Stage, bool),
    wanted: Option<&str>,
) -> Result<Option<(Parsed, Option<String>)>, Problem> {
    let wanted_stage = language(stage);
    let is_of = |one: &Compilation, stage: Language| {
        one.is_known && profile(&one.parsed).is_some_and(|profile| profile.stage == stage)
    };
    let fits =
        |one: &Compilation| is_of(one, wanted_stage) && wanted.is_none_or(|name| one.parsed.options.entry() == name);
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
        return Ok(Some((parsed, Some(entry))));
    }
    if let Some(at) = all.iter().position(|one| is_of(one, Language::Library)) {
        return Ok(Some((all.swap_remove(at).parsed, wanted.map(str::to_owned))));
    }
    if wanted.is_none() && !is_needed {
        return Ok(None);
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
    let prefix = prefix(stage);
    parsed.options.profile = Some(format!("{prefix}_{version}"));
    let entry = wanted.unwrap_or("main").to_owned();
    parsed.options.entry = Some(entry.clone());
    Ok(Some((parsed, Some(entry))))
}

/// The name of a stage, as the attribute of its functions has it.
fn name_of(stage: Language) -> &'static str {
    frontend::language::STAGES.iter().find(|row| row.stage == stage).map_or("", |row| row.attribute)
}

/// The first part of the profiles of a stage.
fn prefix(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "vs",
        Stage::Hull => "hs",
        Stage::Domain => "ds",
        Stage::Geometry => "gs",
        Stage::Amplification => "as",
        Stage::Mesh => "ms",
        Stage::Pixel => "ps",
    }
}

/// The option that chooses the entry point of a stage.
fn option(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "--vertex",
        Stage::Hull => "--hull",
        Stage::Domain => "--domain",
        Stage::Geometry => "--geometry",
        Stage::Amplification => "--amplification",
        Stage::Mesh => "--mesh",
        Stage::Pixel => "--pixel",
    }
}

/// The entry point of a stage of a module, if it has any.
fn entry_of(file: &str, words: &[u32], stage: Stage, wanted: Option<&str>) -> Result<Option<String>, Problem> {
    let all = entry_points(words).map_err(|error| Problem::Run(error.into()))?;
    let names: Vec<String> = all.into_iter().filter(|(own, _)| *own == stage).map(|(_, name)| name).collect();
    let (kind, option) = (stage.name(), option(stage));
    match (wanted, &names[..]) {
        (None, []) => Ok(None),
        (None, [only]) => Ok(Some(only.clone())),
        (None, _) => {
            let text = format!("'{file}' has the {kind} entry points {}; {option} chooses one", names.join(", "));
            Err(Problem::Other(text))
        }
        (Some(name), _) if names.iter().any(|own| own == name) => Ok(Some(name.to_owned())),
        (Some(name), []) => Err(Problem::Other(format!("'{file}' has no {kind} entry point '{name}'"))),
        (Some(name), _) => {
            let near = nearest(name, names.iter().map(String::as_str)).map(did_you_mean);
            let near = near.map_or_else(|| format!("it has {}", names.join(", ")), |near| near.to_string());
            Err(Problem::Other(format!("'{file}' has no {kind} entry point '{name}'; {near}")))
        }
    }
}

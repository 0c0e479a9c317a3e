//! The shaders of a draw: which entry points of a file, and their words.

use crate::projects::{Compilation, Projects, of_text};
use base::similar::{did_you_mean, nearest};
use frontend::language::{Profile, Stage as Language};
use frontend::preprocess::{IncludeHandler, identity};
use launch::drawing::stages::{Origin, ROWS, Row};
use launch::kernels::sampler_states::{Samplers, WithoutStates};
use launch::kernels::{Problem, registers};
use library::files::names::to_text;
use library::files::reading;
use library::options::args::Parsed;
use library::report::console::complain;
use library::{Compiler, Failure};
use reflect::Reflection;
use runner::stages::entry_points;
use runner::stages::rows::Stage;
use std::path::Path;

/// A shader of a draw.
#[derive(Clone, Debug)]
pub(super) struct Shader {
    pub(super) stage: Stage,
    pub(super) words: Vec<u32>,
    file: String,
    entry: String,
    /// The interface, with the lines of the source.
    pub(super) reflection: Reflection,
}

impl Shader {
    fn new((stage, file): (Stage, &str), words: Vec<u32>, entry: String, mut reflection: Reflection) -> Self {
        // What only other entry points use, or what a compilation without optimization leaves, is not of this shader.
        if let Some(own) = reflection.entry_points.iter().find(|own| own.name == entry) {
            for (number, binding) in reflection.bindings.iter_mut().enumerate() {
                binding.presence.kept &= own.resources.iter().any(|used| used.binding == number);
            }
        }
        Shader { stage, words, file: file.to_owned(), entry, reflection }
    }

    /// The source.
    pub(super) fn origin(&self) -> Origin<'_> {
        Origin { stage: self.stage, file: &self.file, entry: &self.entry, reflection: &self.reflection }
    }
}

/// The shaders of a draw.
#[derive(Debug)]
pub(super) struct Sources {
    /// The shaders in the order of their stages.
    pub(super) shaders: Vec<Shader>,
    /// True if y points up in the clip space that the shaders were written for.
    pub(super) is_up: bool,
    /// The files that were read.
    pub(super) files: Vec<String>,
    /// The compiler's warnings, as it prints them.
    pub(super) warnings: String,
    /// The samplers with states in the source.
    pub(super) samplers: Samplers,
}

/// Where the shaders of a draw come from.
#[derive(Clone, Copy)]
pub(super) enum Input<'s> {
    /// A file, HLSL or a module, with its includes from the disk.
    File(&'s Path),
    /// A text under a name, with its includes.
    Text(&'s str, &'s str, &'s (dyn IncludeHandler + Sync)),
    /// A module.
    Module(&'s [u32]),
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
        Sources { shaders: Vec::new(), is_up, files, warnings: String::new(), samplers: Samplers::new() }
    }

    /// The sources of the shaders, in the order of their stages.
    pub(super) fn origins(&self) -> Vec<Origin<'_>> {
        self.shaders.iter().map(Shader::origin).collect()
    }

    /// The modules of the shaders.
    pub(super) fn modules(&self) -> Vec<&[u32]> {
        self.shaders.iter().map(|shader| &shader.words[..]).collect()
    }

    /// Returns whether there is a pixel shader, or a stage whose primitives one gets.
    fn draws(&self) -> bool {
        self.shaders.iter().any(|shader| matches!(shader.stage, Stage::Pixel | Stage::Vertex | Stage::Mesh))
    }
}

/// Reads and compiles shaders: the entry points with these names, or the only ones of their stages.
///
/// # Errors
/// When a file cannot be read or does not compile, or a stage has several entry points and none is named.
pub(super) fn read(from: Input<'_>, wanted: &Wanted, options: &[String]) -> Result<Sources, Problem> {
    let file = match from {
        Input::File(file) => file,
        Input::Text(name, text, files) => {
            return of_source((name, text, files), wanted, || Ok(of_text(name, text, files, options)));
        }
        Input::Module(words) => return of_words("module", words, wanted),
    };
    let name = to_text(file.as_os_str());
    let unreadable = |reason| format!("cannot read '{name}': {reason}");
    let bytes = reading::read_bytes(&name).map_err(|error| unreadable(error.to_string()))?;
    if let Some(words) = reading::module(&name, &bytes).map_err(unreadable)? {
        return of_words(&name, &words, wanted);
    }
    let text = reading::decode(bytes);
    of_source((&name, &text, &reading::Disk), wanted, || compilations(&name, &text, options))
}

/// A text under a name, with its includes.
type Text<'t> = (&'t str, &'t str, &'t (dyn IncludeHandler + Sync));

/// Compiles the shaders of a text.
fn of_source(
    (name, text, files): Text<'_>,
    wanted: &Wanted,
    compilations: impl Fn() -> Result<Vec<Compilation>, Problem>,
) -> Result<Sources, Problem> {
    let files = WithoutStates::new(files);
    let text = files.text(text);
    let from: Text<'_> = (name, &text, &files);
    let mut sources = Sources::new(name, true);
    let mut compilers = Vec::new();
    for row in &ROWS {
        let stage = row.stage;
        let all = compilations()?;
        // A pixel shader alone fills the picture, stages that make primitives write depth without one.
        let makes_primitives = |(stage, ..): &(Stage, _, _)| matches!(stage, Stage::Vertex | Stage::Mesh);
        let is_needed = stage == Stage::Pixel && !compilers.iter().any(makes_primitives);
        let Some((chosen, entry)) = choose(name, all, row, is_needed, wanted.of(stage))? else { continue };
        compilers.push((stage, compiler(chosen, row, &mut sources)?, entry));
    }
    compile(from, &compilers, &mut sources)?;
    if registers::overlap(sources.shaders.iter().map(|shader| &shader.reflection)) {
        let separate = |(_, compiler, _): &mut (_, Compiler, _)| registers::separate(compiler.options_mut());
        if compilers.iter_mut().map(separate).fold(false, |any, own| any | own) {
            compile(from, &compilers, &mut sources)?;
        }
    }
    sources.samplers = files.samplers();
    Ok(sources)
}

/// Compiles the stages.
fn compile(
    from: Text<'_>,
    compilers: &[(Stage, Compiler, Option<String>)],
    sources: &mut Sources,
) -> Result<(), Problem> {
    sources.shaders.clear();
    for (stage, compiler, entry) in compilers {
        let shader = compiled(from, compiler, *stage, entry.as_deref(), sources)?;
        sources.shaders.extend(shader);
    }
    Ok(())
}

/// The shaders of a module.
fn of_words(name: &str, words: &[u32], wanted: &Wanted) -> Result<Sources, Problem> {
    let reflection = reflect::read(words).map_err(|error| Problem::Run(error.into()))?;
    let mut sources = Sources::new(name, false);
    for row in &ROWS {
        if let Some(entry) = entry_of(name, words, row.stage, wanted.of(row.stage))? {
            sources.shaders.push(Shader::new((row.stage, name), words.to_vec(), entry, reflection.clone()));
        }
    }
    if !sources.draws() {
        return Err(Problem::Other(format!("'{name}' has no vertex and no pixel shader")));
    }
    Ok(sources)
}

/// The compiler of a stage.
fn compiler(chosen: Parsed, row: &Row, sources: &mut Sources) -> Result<Compiler, Problem> {
    let mut compiler = Compiler::from_parsed(chosen).map_err(failed)?;
    sources.is_up = row.settle(compiler.options_mut()).unwrap_or(sources.is_up);
    Ok(compiler)
}

fn failed(failure: Failure) -> Problem {
    Problem::Compile(Box::new(failure))
}

/// Compiles a stage.
fn compiled(
    (name, text, files): Text<'_>,
    compiler: &Compiler,
    stage: Stage,
    entry: Option<&str>,
    sources: &mut Sources,
) -> Result<Option<Shader>, Problem> {
    let artifact = compiler.compile(name, text, files).map_err(failed)?;
    let Some(entry) = entry_of(name, &artifact.words, stage, entry)? else { return Ok(None) };
    let reflection = artifact.reflection().map_err(|error| Problem::Run(error.into()))?;
    let warnings = artifact.report.to_string();
    if !sources.warnings.contains(&warnings) {
        sources.warnings.push_str(&warnings);
    }
    sources.files.extend(artifact.dependencies.visited);
    sources.files.sort_unstable();
    sources.files.dedup();
    Ok(Some(Shader::new((stage, name), artifact.words, entry, reflection)))
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

fn profile(parsed: &Parsed) -> Option<Profile> {
    parsed.options.profile()
}

/// Chooses the compilation of a stage, and the name of its entry point if it is known. Nothing comes back where the file has
/// no such stage, and needs none.
fn choose(
    file: &str,
    mut all: Vec<Compilation>,
    row: &Row,
    is_needed: bool,
    wanted: Option<&str>,
) -> Result<Option<(Parsed, Option<String>)>, Problem> {
    let stage = row.stage;
    let is_of = |one: &Compilation, stage: Language| {
        one.is_known && profile(&one.parsed).is_some_and(|profile| profile.stage == stage)
    };
    let fits =
        |one: &Compilation| is_of(one, row.language) && wanted.is_none_or(|name| one.parsed.options.entry() == name);
    let mut names: Vec<&str> = all.iter().filter(|one| fits(one)).map(|one| one.parsed.options.entry()).collect();
    names.dedup();
    if names.len() > 1 {
        let (kind, option) = (stage.name(), row.option);
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
    parsed.options.profile = Some(row.profile(parsed.options.profile.as_deref()));
    let entry = wanted.unwrap_or("main").to_owned();
    parsed.options.entry = Some(entry.clone());
    Ok(Some((parsed, Some(entry))))
}

/// The name of a stage, as the attribute of its functions has it.
fn name_of(stage: Language) -> &'static str {
    frontend::language::STAGES.iter().find(|row| row.stage == stage).map_or("", |row| row.attribute)
}

/// The entry point of a stage of a module, if it has any.
fn entry_of(file: &str, words: &[u32], stage: Stage, wanted: Option<&str>) -> Result<Option<String>, Problem> {
    let all = entry_points(words).map_err(|error| Problem::Run(error.into()))?;
    let names: Vec<String> = all.into_iter().filter(|(own, _)| *own == stage).map(|(_, name)| name).collect();
    let (kind, option) = (stage.name(), Row::of(stage).option);
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

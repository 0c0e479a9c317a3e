//! The shaders of a job, compiled: kernels, stages of draws, and libraries of rays.

use crate::drawing::lines::{self, Lined};
use crate::files::names::to_text;
use crate::files::reading;
use crate::jobs::job::{Code, Job, Stage};
use crate::kernels::{self, Clock, Problem, Source, checked, registers};
use crate::options::args;
use crate::{Compiler, rays};
use reflect::Reflection;
use runner::stages::RayPipeline;
use runner::stages::rows::Stage as Kind;
use runner::{Module, Options};
use std::path::{Path, PathBuf};

/// The environment of stages of draws where nothing else is said: `discard` leaves a helper there, as Direct3D has it.
const TARGET: &str = "vulkan1.3";
/// The version of profiles where nothing else is said.
const VERSION: &str = "6_6";

/// A shader that is ready to run.
pub(in crate::jobs) struct Program {
    pub(super) code: Code,
    /// The words that were compiled, by which members are laid out.
    pub(super) words: Vec<u32>,
    /// The interface, of stages of draws.
    pub(super) reflection: Option<Reflection>,
    pub(super) own: Own,
    /// True if y points up in the clip space of a vertex shader.
    pub(super) is_up: bool,
    /// The lines of a pixel shader that tells them.
    pub(super) lined: Option<Lined>,
}

/// What runs a shader.
#[derive(Clone)]
pub(super) enum Own {
    Kernel(Module),
    Stage(Box<runner::stages::Stage>),
    Rays(Box<RayPipeline>),
}

impl Program {
    /// The kernel that it runs as.
    pub(super) fn module(&self) -> &Module {
        self.own.module()
    }

    /// The name of the entry point, with its place in the source if that is known.
    pub(super) fn place(&self) -> String {
        let name = &self.module().info().entry;
        let entries = self.reflection.iter().flat_map(|reflection| &reflection.entry_points);
        let own = entries.filter(|entry| entry.name == *name).find_map(|entry| entry.hlsl.as_ref()?.span.as_ref());
        own.map_or_else(|| name.clone(), |span| format!("{name} ({}:{})", span.file, span.line))
    }
}

impl Own {
    pub(super) fn module(&self) -> &Module {
        match self {
            Own::Kernel(module) => module,
            Own::Stage(stage) => stage.module(),
            Own::Rays(rays) => rays.module(),
        }
    }
}

/// What comes of a file.
struct Compiled {
    source: Source,
    reflection: Option<Reflection>,
    is_up: bool,
}

/// Compiles all shaders of a job, each once; pixel shaders tell their lines where that is asked for. The second result are the
/// compiler's warnings.
pub(super) fn compile(
    (job, is_lined): (&Job, bool),
    folder: &Path,
    base: &Options,
    clock: &Clock,
    read: &mut Vec<String>,
) -> Result<(Vec<Program>, String), Problem> {
    let (mut programs, mut warnings): (Vec<Program>, String) = Default::default();
    for code in job.steps.iter().flat_map(|step| &step.codes) {
        if programs.iter().any(|program| program.code == *code) {
            continue;
        }
        let is_lined = is_lined && code.stage == Stage::Pixel;
        let (own, file, mut extra) = (code.clone(), folder.join(&code.source), checked::options_of(&base.engine));
        extra.extend(is_lined.then_some(lines::OPTIONS).into_iter().flatten().map(str::to_owned));
        let compiled = clock.within(move || compiled(&own, file, &extra))?;
        if let Err(Problem::Compile(failure)) = &compiled {
            read.extend(failure.dependencies.visited.iter().cloned());
        }
        let Compiled { source: Source { words, files, warnings: told }, reflection, is_up } = compiled?;
        read.extend(files);
        // Entry points of one file have the same warnings.
        if !warnings.contains(&told) {
            warnings.push_str(&told);
        }
        let (constants, group_memory) = (code.constants.clone(), code.group_memory.clone());
        let local_size = code.group_size.unwrap_or(base.local_size);
        let options = Options { constants, group_memory, local_size, deadline: clock.left(), ..base.clone() };
        let entry = code.entry.as_deref();
        let lined = entry.filter(|_| is_lined).and_then(|entry| lines::lined(&words, entry));
        let run = lined.as_ref().map_or(&words, |lined| &lined.words);
        let stage = |kind| runner::stages::Stage::new(run, kind, entry, &options).map(Box::new).map(Own::Stage);
        let own = match code.stage {
            Stage::Compute => Own::Kernel(kernels::module(&words, entry, &options)?),
            Stage::Vertex => stage(Kind::Vertex)?,
            Stage::Pixel => stage(Kind::Pixel)?,
            Stage::Rays(recursion) => Own::Rays(Box::new(RayPipeline::new(&words, entry, recursion, &options)?)),
        };
        programs.push(Program { code: code.clone(), words, reflection, own, is_up, lined });
    }
    Ok((programs, warnings))
}

/// Compiles a file.
fn compiled(code: &Code, file: PathBuf, extra: &[String]) -> Result<Compiled, Problem> {
    let mut options = code.options.clone();
    options.extend_from_slice(extra);
    if code.stage == Stage::Compute {
        let source = kernels::words(&file, code.entry.as_deref(), |_, _| Ok(args::parse(&options)))?;
        return Ok(Compiled { source, reflection: None, is_up: false });
    }
    let name = to_text(file.as_os_str());
    let unreadable = |reason| format!("cannot read '{name}': {reason}");
    let bytes = reading::read_bytes(&name).map_err(|error| unreadable(error.to_string()))?;
    if let Some(words) = reading::module(&name, &bytes).map_err(unreadable)? {
        let reflection = reflect::read(&words).map_err(|error| Problem::Run(error.into()))?;
        let source = Source { words, files: vec![name.into_owned()], warnings: String::new() };
        return finished(code, Compiled { source, reflection: Some(reflection), is_up: false });
    }
    let text = reading::decode(bytes);
    let failed = |failure| Problem::Compile(Box::new(failure));
    let mut compiler = Compiler::from_parsed(args::parse(&options)).map_err(failed)?;
    let settings = compiler.options_mut();
    let is_up = !settings.analysis.invert_y;
    match code.stage {
        Stage::Rays(_) => rays::settle(settings),
        Stage::Compute | Stage::Vertex | Stage::Pixel => {
            let prefix = if code.stage == Stage::Vertex { "vs" } else { "ps" };
            let version = settings.profile.as_deref().and_then(|profile| profile.split_once('_'));
            let version = version.map_or_else(|| VERSION.to_owned(), |(_, version)| version.to_owned());
            settings.profile = Some(format!("{prefix}_{version}"));
            settings.target_env.get_or_insert_with(|| TARGET.to_owned());
            settings.entry.clone_from(&code.entry);
            if code.stage == Stage::Pixel {
                // It is about positions of vertices.
                settings.analysis.invert_y = false;
            }
        }
    }
    let mut artifact = compiler.compile(&name, &text, &reading::Disk).map_err(failed)?;
    // Steps bind by name, as `draw` and `trace` do.
    let overlaps =
        code.stage != Stage::Compute && artifact.reflection().is_ok_and(|reflection| registers::overlap([&reflection]));
    if overlaps && registers::separate(compiler.options_mut()) {
        artifact = compiler.compile(&name, &text, &reading::Disk).map_err(failed)?;
    }
    let reflection = artifact.reflection().map_err(|error| Problem::Run(error.into()))?;
    let warnings = artifact.report.to_string();
    let source = Source { words: artifact.words, files: artifact.dependencies.visited, warnings };
    finished(code, Compiled { source, reflection: Some(reflection), is_up })
}

/// What is done to the words of a library before they are a pipeline.
fn finished(code: &Code, mut compiled: Compiled) -> Result<Compiled, Problem> {
    if matches!(code.stage, Stage::Rays(_)) {
        compiled.source.words = rays::inlined(compiled.source.words)?;
    }
    Ok(compiled)
}

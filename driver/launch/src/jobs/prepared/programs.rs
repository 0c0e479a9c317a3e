//! The shaders of a job, compiled: kernels, stages of draws, and libraries of rays.

use super::kept::Recent;
use crate::drawing::lines::{self, Lined};
use crate::drawing::stages::{Origin, Row};
use crate::jobs::job::{Code, Job, Stage};
use crate::kernels::sampler_states::{Samplers, WithoutStates};
use crate::kernels::{self, Clock, Problem, Source, checked, registers};
use crate::{graphs, rays};
use library::Compiler;
use library::files::names::to_text;
use library::files::reading;
use library::options::args;
use reflect::Reflection;
use runner::stages::rows::Stage as Kind;
use runner::stages::{RayPipeline, WorkGraph};
use runner::{KernelInfo, Module, Options};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A shader that is ready to run.
pub(in crate::jobs) struct Program {
    pub(super) code: Code,
    /// The file, as the job names it.
    file: String,
    /// The words that were compiled, by which members are laid out.
    pub(super) words: Vec<u32>,
    /// The samplers with states in the source.
    pub(super) samplers: Samplers,
    /// The interface, of stages of draws.
    pub(super) reflection: Option<Reflection>,
    pub(super) own: Own,
    /// True if y points up in the clip space of a stage that has one.
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
    Graph(Box<WorkGraph>),
}

impl Program {
    /// The kernel that it runs as.
    pub(super) fn module(&self) -> &Module {
        self.own.module()
    }

    /// The resources that it has.
    pub(super) fn info(&self) -> &KernelInfo {
        match &self.own {
            Own::Graph(graph) => graph.info(),
            Own::Kernel(_) | Own::Stage(_) | Own::Rays(_) => self.module().info(),
        }
    }

    /// The stage of a draw that it is, with what runs it.
    pub(super) fn stage(&self) -> Option<&runner::stages::Stage> {
        match &self.own {
            Own::Stage(stage) => Some(stage),
            Own::Kernel(_) | Own::Rays(_) | Own::Graph(_) => None,
        }
    }

    /// The source of a stage of a draw.
    pub(super) fn origin(&self) -> Option<Origin<'_>> {
        let (stage, reflection) = (self.stage()?.interface().stage, self.reflection.as_ref()?);
        Some(Origin { stage, file: &self.file, entry: &self.module().info().entry, reflection })
    }
}

impl Own {
    pub(super) fn module(&self) -> &Module {
        match self {
            Own::Kernel(module) => module,
            Own::Stage(stage) => stage.module(),
            Own::Rays(rays) => rays.module(),
            Own::Graph(graph) => graph.module(0),
        }
    }
}

/// What comes of a file.
struct Compiled {
    source: Source,
    reflection: Option<Reflection>,
    /// The names of nodes that are not those of their entry points.
    names: BTreeMap<String, String>,
    is_up: bool,
}

/// Shaders of jobs before.
#[derive(Default)]
pub(in crate::jobs) struct Kept {
    /// What files are compiled to.
    compiled: Recent<Arc<Compiled>>,
    /// What runs them.
    ready: Recent<Own>,
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kept").finish_non_exhaustive()
    }
}

/// How a job is made ready.
#[derive(Clone, Copy, Debug)]
pub(in crate::jobs) struct Way<'w> {
    pub(in crate::jobs) options: &'w Options,
    pub(in crate::jobs) kept: &'w Kept,
}

/// Compiles all shaders of a job, each once; pixel shaders tell their lines where that is asked for. The second result are the
/// compiler's warnings.
pub(super) fn compile(
    job: &Job,
    is_lined: bool,
    folder: &Path,
    way: Way<'_>,
    clock: &Clock,
    read: &mut Vec<String>,
) -> Result<(Vec<Program>, String), Problem> {
    let (mut programs, mut warnings): (Vec<Program>, String) = Default::default();
    for code in job.steps.iter().flat_map(|step| &step.codes) {
        if programs.iter().any(|program| program.code == *code) {
            continue;
        }
        let is_lined = is_lined && code.stage == Stage::Drawn(Kind::Pixel);
        let mut extra = checked::options_of(&way.options.engine);
        extra.extend(is_lined.then_some(lines::OPTIONS).into_iter().flatten().map(str::to_owned));
        let key = format!("{folder:?} {code:?} {extra:?}");
        let compile = || {
            let (own, file) = (code.clone(), folder.join(&code.source));
            let compiled = clock.within(move || compiled(&own, file, &extra))?;
            if let Err(Problem::Compile(failure)) = &compiled {
                read.extend(failure.dependencies.visited.iter().cloned());
            }
            compiled.map(Arc::new)
        };
        let compiled = way.kept.compiled.of(key.clone(), compile)?;
        let Compiled { source: Source { words, files, warnings: told, samplers }, reflection, names, is_up } =
            &*compiled;
        read.extend(files.iter().cloned());
        // Entry points of one file have the same warnings.
        if !warnings.contains(told) {
            warnings.push_str(told);
        }
        let entry = code.entry.as_deref();
        let lined = entry.filter(|_| is_lined).and_then(|entry| lines::lined(words, entry));
        let run = lined.as_ref().map_or(words, |lined| &lined.words);
        let (constants, group_memory) = (code.constants.clone(), code.group_memory.clone());
        let local_size = code.group_size.unwrap_or(way.options.local_size);
        let options = Options { constants, group_memory, local_size, deadline: None, ..way.options.clone() };
        let key = format!("{key} {options:?}");
        let options = Options { deadline: clock.left(), ..options };
        let make = || match code.stage {
            Stage::Compute => kernels::module(words, entry, &options).map(Own::Kernel),
            Stage::Drawn(kind) => {
                runner::stages::Stage::new(run, kind, entry, &options).map(|stage| Own::Stage(Box::new(stage)))
            }
            Stage::Nodes => WorkGraph::new(words, names, &options).map(|graph| Own::Graph(Box::new(graph))),
            Stage::Rays(recursion) => {
                RayPipeline::new(words, entry, recursion, &options).map(|rays| Own::Rays(Box::new(rays)))
            }
        };
        let own = way.kept.ready.of(key, make)?;
        let (words, samplers, reflection, is_up) = (words.clone(), samplers.clone(), reflection.clone(), *is_up);
        let file = code.source.display().to_string();
        programs.push(Program { code: code.clone(), file, words, samplers, reflection, own, is_up, lined });
    }
    Ok((programs, warnings))
}

/// Compiles a file.
fn compiled(code: &Code, file: PathBuf, extra: &[String]) -> Result<Compiled, Problem> {
    let mut options = code.options.clone();
    options.extend_from_slice(extra);
    if code.stage == Stage::Compute {
        let source = kernels::words(&file, code.entry.as_deref(), |_, _| Ok(args::parse(&options)))?;
        return Ok(Compiled { source, reflection: None, names: BTreeMap::new(), is_up: false });
    }
    let name = to_text(file.as_os_str());
    let unreadable = |reason| format!("cannot read '{name}': {reason}");
    let bytes = reading::read_bytes(&name).map_err(|error| unreadable(error.to_string()))?;
    if let Some(words) = reading::module(&name, &bytes).map_err(unreadable)? {
        let reflection = reflect::read(&words).map_err(|error| Problem::Run(error.into()))?;
        let files = vec![name.into_owned()];
        let source = Source { words, files, warnings: String::new(), samplers: Samplers::new() };
        let (reflection, names) = (Some(reflection), BTreeMap::new());
        return finished(code, Compiled { source, reflection, names, is_up: false });
    }
    let text = reading::decode(bytes);
    let files = WithoutStates::new(&reading::Disk);
    let text = files.text(&text);
    let failed = |failure| Problem::Compile(Box::new(failure));
    let mut compiler = Compiler::from_parsed(args::parse(&options)).map_err(failed)?;
    let settings = compiler.options_mut();
    let mut is_up = false;
    match code.stage {
        Stage::Rays(_) | Stage::Nodes => rays::settle(settings),
        Stage::Drawn(kind) => {
            let row = Row::of(kind);
            settings.profile = Some(row.profile(settings.profile.as_deref()));
            settings.entry.clone_from(&code.entry);
            is_up = row.settle(settings).unwrap_or(false);
        }
        Stage::Compute => {}
    }
    let mut artifact = compiler.compile(&name, &text, &files).map_err(failed)?;
    // Steps bind by name, as `draw` and `trace` do.
    let overlaps =
        code.stage != Stage::Compute && artifact.reflection().is_ok_and(|reflection| registers::overlap([&reflection]));
    if overlaps && registers::separate(compiler.options_mut()) {
        artifact = compiler.compile(&name, &text, &files).map_err(failed)?;
    }
    let reflection = artifact.reflection().map_err(|error| Problem::Run(error.into()))?;
    let (warnings, names) = (artifact.report.to_string(), artifact.node_names());
    let visited = artifact.dependencies.visited;
    let source = Source { words: artifact.words, files: visited, warnings, samplers: files.samplers() };
    finished(code, Compiled { source, reflection: Some(reflection), names, is_up })
}

/// What is done to the words of a library before they are a pipeline.
fn finished(code: &Code, mut compiled: Compiled) -> Result<Compiled, Problem> {
    match code.stage {
        Stage::Rays(_) => compiled.source.words = rays::inlined(compiled.source.words)?,
        Stage::Nodes => compiled.source.words = graphs::inlined(compiled.source.words)?,
        Stage::Compute | Stage::Drawn(_) => {}
    }
    Ok(compiled)
}

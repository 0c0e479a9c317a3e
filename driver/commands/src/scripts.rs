//! Scripts of Amber on the CPU: a second form of jobs.
//!
//! [`shaders`] makes words of shaders, [`memory`] holds buffers and images, [`bound`] is what shaders see of them,
//! [`drawing`] draws, with the [`state`] that a pipeline says, [`rays`] launches rays, [`probes`] compares. The language is the business of the
//! crate `amber`.

mod bound;
mod drawing;
mod memory;
mod probes;
mod rays;
mod shaders;
mod state;

use amber::Script;
use amber::script::{BindKind, Command, Kind, Pipeline, Stage, Work};
use bound::Bound;
use drawing::Drawing;
use launch::jobs::{Base, Outcome};
use launch::kernels::{Clock, Problem};
use library::files::names::to_text;
use library::files::reading;
use memory::Memory;
use rays::Launcher;
use runner::{Module, Options};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use trace::Scene;

/// The time limit of a script in seconds.
const DEADLINE: f64 = 60.0;

/// Returns whether a file's name is that of a script.
pub(crate) fn is_script(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("amber"))
}

/// Runs a script.
pub(crate) fn run(file: &Path, base: &Base) -> Outcome {
    let (start, name) = (Instant::now(), to_text(file.as_os_str()).into_owned());
    let problem = attempt(file, &name, &base.options).err();
    let seconds = start.elapsed().as_secs_f64();
    let outcome = Outcome { read: vec![name.clone()], file: name, problem, seconds, ..Outcome::default() };
    Outcome { job: Some("script".to_owned()), ..outcome }
}

/// Reads a script and runs it.
///
/// # Errors
/// With what is wrong, at its line.
fn attempt(file: &Path, name: &str, options: &Options) -> Result<(), String> {
    let bytes = reading::read_bytes(name).map_err(|error| format!("cannot read '{name}': {error}"))?;
    let script = amber::parse(&reading::decode(bytes)).map_err(|error| format!("{name}:{error}"))?;
    let mut run = Run::new(&script, file, options)?;
    run.all(&script.commands)
}

/// An error at a line of a script.
struct Fault {
    line: u32,
    text: String,
}

/// What adds the line to an error.
fn at<E: std::fmt::Display>(line: u32) -> impl Fn(E) -> Fault {
    move |error| Fault { line, text: error.to_string() }
}

/// A script that runs.
struct Run<'r> {
    script: &'r Script,
    file: &'r Path,
    options: &'r Options,
    clock: Clock,
    memory: Vec<Memory>,
    scenes: Vec<Arc<Scene>>,
    /// What has been made of each pipeline.
    made: Vec<Option<Made>>,
}

/// A pipeline that is ready to run.
enum Made {
    Compute(Box<Module>),
    Graphics(Box<Drawing>),
    Rays(Box<Launcher>),
}

impl<'r> Run<'r> {
    fn new(script: &'r Script, file: &'r Path, options: &'r Options) -> Result<Self, String> {
        let folder = file.parent().unwrap_or(Path::new(""));
        let memory = |(number, buffer)| {
            let own = Memory::new(buffer, picture_size(script, number), folder);
            own.map_err(|text| format!("{}:{}: error: {text}", file.display(), buffer.line))
        };
        let memory = script.buffers.iter().enumerate().map(memory).collect::<Result<_, _>>()?;
        let made = script.pipelines.iter().map(|_| None).collect();
        let scenes = rays::scenes(script);
        let scenes = scenes.map_err(|(line, text)| format!("{}:{line}: error: {text}", file.display()))?;
        Ok(Run { script, file, options, clock: Clock::start(Some(DEADLINE)), memory, scenes, made })
    }

    /// Does commands.
    fn all(&mut self, commands: &[Command]) -> Result<(), String> {
        commands.iter().try_for_each(|command| match command {
            Command::Repeat(count, commands) => (0..*count).try_for_each(|_| self.all(commands)),
            command => {
                let file = self.file.display();
                self.one(command).map_err(|Fault { line, text }| format!("{file}:{line}: error: {text}"))
            }
        })
    }

    fn one(&mut self, command: &Command) -> Result<(), Fault> {
        match command {
            Command::Run { pipeline, work, line } => self.run(*pipeline, work, *line),
            Command::ClearColor(pipeline, color) => self.graphics(*pipeline).map(|own| own.clear.color = *color),
            Command::ClearDepth(pipeline, depth) => self.graphics(*pipeline).map(|own| own.clear.depth = *depth),
            Command::ClearStencil(pipeline, value) => self.graphics(*pipeline).map(|own| own.clear.stencil = *value),
            Command::Clear(pipeline) => {
                self.make(*pipeline)?;
                let (line, own) = (self.script.pipelines[*pipeline].line, &mut self.made[*pipeline]);
                let Some(Made::Graphics(own)) = own else { return Err(not_graphics(line)) };
                own.clear(&self.script.pipelines[*pipeline], &mut self.memory).map_err(at(line))
            }
            Command::Copy(from, to) => {
                let from = self.memory[*from].clone();
                self.memory[*to].copy(from).map_err(at(self.script.buffers[*to].line))
            }
            Command::Expect(expectation) => {
                let name = &self.script.buffers[expectation.buffer].name;
                probes::compare(&expectation.probe, expectation.buffer, &self.memory)
                    .map_err(|text| Fault { line: expectation.line, text: format!("'{name}': {text}") })
            }
            // It is done where its line is known.
            Command::Repeat(..) => Ok(()),
        }
    }

    fn graphics(&mut self, pipeline: usize) -> Result<&mut Drawing, Fault> {
        self.make(pipeline)?;
        match &mut self.made[pipeline] {
            Some(Made::Graphics(own)) => Ok(own),
            Some(Made::Compute(_) | Made::Rays(_)) | None => Err(not_graphics(self.script.pipelines[pipeline].line)),
        }
    }

    /// Makes a pipeline ready to run, once.
    fn make(&mut self, number: usize) -> Result<(), Fault> {
        if self.made[number].is_some() {
            return Ok(());
        }
        let pipeline = &self.script.pipelines[number];
        let made = match pipeline.kind {
            Kind::Compute => {
                let attached = pipeline.shaders.iter().find(|own| own.stage == Stage::Compute);
                let attached = attached.ok_or_else(|| at(pipeline.line)("the pipeline has no compute shader"))?;
                let words = self.words(attached.shader, Stage::Compute, &attached.entry)?;
                let options = self.options_of(pipeline, attached.shader, &attached.constants);
                let line = self.script.shaders[attached.shader].line;
                let module = Module::new(&words, &attached.entry, &options).map_err(at(line))?;
                Made::Compute(Box::new(module))
            }
            Kind::Graphics => {
                let mut stages = Vec::new();
                for attached in &pipeline.shaders {
                    let words = self.words(attached.shader, attached.stage, &attached.entry)?;
                    let options = self.options_of(pipeline, attached.shader, &attached.constants);
                    let line = self.script.shaders[attached.shader].line;
                    stages.push(drawing::stage(&words, attached, &options).map_err(at(line))?);
                }
                let depth_clamp = state::depth_clamp(&self.script.features);
                Made::Graphics(Box::new(Drawing::new(pipeline, stages, depth_clamp).map_err(at(pipeline.line))?))
            }
            Kind::Rays => {
                let mut shaders: Vec<(usize, Vec<u32>)> = Vec::new();
                for shader in pipeline.groups.iter().flat_map(|group| &group.content) {
                    if !shaders.iter().any(|(own, _)| own == shader) {
                        let stage = self.script.shaders[*shader].stage;
                        shaders.push((*shader, self.words(*shader, stage, rays::ENTRY)?));
                    }
                }
                Made::Rays(Box::new(Launcher::new(self.script, shaders).map_err(at(pipeline.line))?))
            }
        };
        self.made[number] = Some(made);
        Ok(())
    }

    fn words(&self, shader: usize, stage: Stage, entry: &str) -> Result<Vec<u32>, Fault> {
        let own = &self.script.shaders[shader];
        shaders::words((self.script, own), (stage, entry), self.file).map_err(at(own.line))
    }

    fn options_of(&self, pipeline: &Pipeline, shader: usize, constants: &[(u32, u64)]) -> Options {
        let wave = pipeline.waves.iter().find(|(own, _)| *own == shader);
        let wave = wave.map_or(self.options.wave, |(_, lanes)| *lanes);
        Options { constants: constants.to_vec(), wave, deadline: self.clock.left(), ..self.options.clone() }
    }

    fn run(&mut self, number: usize, work: &Work, line: u32) -> Result<(), Fault> {
        self.make(number)?;
        let pipeline = &self.script.pipelines[number];
        let mut bound = Bound::new(self.script, pipeline, (&self.memory, &self.scenes))?;
        let ended = match (&mut self.made[number], work) {
            (Some(Made::Compute(module)), Work::Groups(groups)) => {
                let mut dispatch = module.dispatch();
                let ended = bound.bind(module.info(), &mut dispatch).and_then(|()| {
                    if let Some(left) = self.clock.left() {
                        dispatch.deadline(left);
                    }
                    dispatch.run(*groups)
                });
                ended.map_err(Problem::Run)
            }
            (Some(Made::Graphics(own)), Work::Rectangles(..) | Work::Vertices { .. }) => {
                own.draw(pipeline, work, (&mut self.memory, &mut bound), &self.clock)
            }
            (Some(Made::Rays(own)), Work::Rays(rays)) => {
                let options = Options { deadline: self.clock.left(), ..self.options.clone() };
                own.launch((self.script, rays, pipeline.recursion), &mut bound, &options, &self.clock)
            }
            (_, _) => Err(Problem::Other(format!("the pipeline '{}' does not run on that", pipeline.name))),
        };
        ended.map_err(at(line))?;
        bound.store(&mut self.memory).map_err(at(line))
    }
}

fn not_graphics(line: u32) -> Fault {
    Fault { line, text: "the pipeline does not draw".to_owned() }
}

/// The size of a buffer that is as large as the pictures of a pipeline, of the first one that it is bound to, and whether that
/// draws to it.
fn picture_size(script: &Script, buffer: usize) -> Option<([u32; 2], bool)> {
    let is_target = |kind| matches!(kind, BindKind::Color | BindKind::DepthStencil | BindKind::Resolve);
    let all = script.pipelines.iter().flat_map(|pipeline| pipeline.bindings.iter().map(move |own| (pipeline, own)));
    let mut all = all.filter(|(_, own)| own.bind.iter().any(|one| one.buffer == Some(buffer)));
    let first = all.clone().find(|(_, own)| is_target(own.kind)).or_else(|| all.next());
    first.map(|(pipeline, own)| {
        let level = if own.kind == BindKind::Color { own.level } else { 0 };
        (pipeline.size.map(|side| side << level), is_target(own.kind))
    })
}

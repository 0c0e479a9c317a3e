//! `hlsl2spirv draw`: pictures of shaders on the CPU.

mod bound;
mod captures;
mod files;
mod indirect;
pub(crate) mod invocation;
mod line_history;
pub(crate) mod request;
pub(crate) mod search;
mod sources;

use crate::launches;
use crate::output;
use crate::running;
use crate::times::Times;
use arguments::draw::{DrawArguments, TargetArgument};
use bound::{Given, Ready, Resources};
use captures::Captures;
use check::Checks;
use files::Files;
use indirect::Results;
use launch::drawing;
use launch::drawing::constants::Frame;
use launch::drawing::draw_checks::Judged;
use launch::drawing::faults;
use launch::drawing::mesh::Mesh;
use launch::drawing::state::Drawn;
use launch::drawing::target::{self, Target, Wish};
use launch::kernels::{Clock, Problem, checked, scenes};
use library::files::staged::Staged;
use library::report::console::{STANDARD_OUTPUT, print, say};
use library::report::form::Form;
use runner::Options;
use runner::stages::fixed::{
    Call, ColorFormat, Compare, DepthTest, Resolve, State, Statistics, Targets, Topology, Watch,
};
use runner::stages::rows::{Place, Row, Stage as Kind};
use runner::stages::{self, Canvas, Invocations, Pipeline, Screen, Stage, StreamOut, Work};
use sources::{Input, Shader, Sources, Wanted};
use std::path::Path;
use std::time::{Duration, Instant};

/// Runs the command. Returns the exit status.
pub(crate) fn run(arguments: &DrawArguments) -> u8 {
    launches::status(attempt(arguments))
}

fn attempt(arguments: &DrawArguments) -> Result<u8, Problem> {
    let clock = Clock::start(arguments.running.deadline);
    let form = Form::parse(&arguments.report)?;
    if form.is_page {
        return Err(Problem::Other("'--report html' is not available for draws".to_owned()));
    }
    launches::refuse_others(&arguments.running, "draws")?;
    has_pixel(arguments)?;
    let files = Files::new(arguments)?;
    let checks = running::checks(&arguments.running.checks)?;
    let times = Times { wanted: arguments.running.time };
    let mut sources = times.measure("compile", || compiled(arguments, checks.is_some(), &clock))?;
    let (read, warnings) = (std::mem::take(&mut sources.files), std::mem::take(&mut sources.warnings));
    if !warnings.is_empty() {
        say(warnings);
    }
    linked(&sources)?;
    let options = launches::options(&arguments.running, "draw", &sources.modules(), &clock)?;
    let given = Given::parse(arguments)?;
    let input = Input::File(&arguments.file);
    let make = || Draw::new((arguments, input), sources, given, options, clock);
    let mut draw = times.measure("generate code", make)?;
    draw.checks = checks.clone();
    draw.prepare()?;
    let start = Instant::now();
    for frame in arguments.frames.clone() {
        let done = draw.frame(frame, &files);
        draw.resources.notes().iter().for_each(|note| say(format_args!("hlsl2spirv: note: {note}")));
        // Also after a failure: that is when the output is needed.
        let printed = std::mem::take(&mut draw.resources.printed);
        print(&printed).map_err(|error| format!("cannot write {STANDARD_OUTPUT}: {error}"))?;
        done?;
    }
    draw.tell(&times, start.elapsed());
    let found = match (draw.resources.report.take(), checks) {
        (Some(report), Some(checks)) => {
            let mut staged = Staged::default();
            let has_errors =
                launches::show(&form, report, &checks, (&read, arguments.running.max_findings), &mut staged)?;
            staged.commit().map_err(output::cannot_write)?;
            has_errors
        }
        (_, _) => false,
    };
    Ok(if found { super::run::FOUND } else { 0 })
}

/// Checks that the pixel whose history is requested is one of the picture.
fn has_pixel(arguments: &DrawArguments) -> Result<(), String> {
    let ([width, height], Some(pixel)) = (arguments.size.0, &arguments.history) else { return Ok(()) };
    let [x, y] = pixel.0;
    match x < width && y < height {
        true => Ok(()),
        false => Err(format!("'--history {x},{y}': the picture has {width}x{height} pixels")),
    }
}

/// The entry points that the caller names.
fn wanted(arguments: &DrawArguments) -> Wanted {
    Wanted {
        vertex: arguments.vertex.clone(),
        hull: arguments.hull.clone(),
        domain: arguments.domain.clone(),
        geometry: arguments.geometry.clone(),
        amplification: arguments.amplification.clone(),
        mesh: arguments.mesh.clone(),
        pixel: arguments.pixel.clone(),
    }
}

/// The shaders of the file.
fn compiled(arguments: &DrawArguments, is_checked: bool, clock: &Clock) -> Result<Sources, Problem> {
    let (file, mut options) = (arguments.file.clone(), arguments.options.clone());
    let wanted = wanted(arguments);
    if is_checked {
        options.extend(checked::OPTIONS.map(str::to_owned));
    }
    clock.within(move || sources::read(Input::File(&file), &wanted, &options))?
}

/// Makes shaders ready to run, in the order of their stages.
fn ready(sources: Sources, options: &Options) -> Result<Vec<Ready>, Problem> {
    let ready = |shader: Shader| {
        let stage = Stage::new(&shader.words, shader.stage, Some(shader.origin().entry), options)?;
        Ok(Ready { shader, stage })
    };
    sources.shaders.into_iter().map(ready).collect()
}

/// Checks that the stages fit.
fn linked(sources: &Sources) -> Result<(), Problem> {
    drawing::stages::linked(&sources.origins()).map_err(|misfit| {
        say(&misfit.errors);
        Problem::Other(misfit.what.to_owned())
    })
}

/// The stages with what is between them.
enum Shape {
    None,
    /// Both stages, or a vertex shader alone.
    Pipeline(Box<Pipeline>),
    /// A pixel shader alone.
    Screen(Box<Screen>),
}

/// The state of a call.
struct Draw<'a> {
    arguments: &'a DrawArguments,
    input: Input<'a>,
    /// The options under which shaders run.
    options: Options,
    /// The stages in their order.
    stages: Vec<Ready>,
    clock: Clock,
    resources: Resources,
    checks: Option<Checks>,
    drawn: Drawn,
    /// True if y points up in the clip space of the shaders.
    is_up: bool,
    form: Shape,
    mesh: Option<Mesh>,
    captures: Captures,
    /// The vertices that the last frame has captured.
    captured: Option<StreamOut>,
}

impl<'a> Draw<'a> {
    /// Makes shaders ready to run, with what the caller binds.
    ///
    /// # Errors
    /// When a shader cannot run, or what is bound does not fit.
    fn new(
        (arguments, input): (&'a DrawArguments, Input<'a>),
        sources: Sources,
        given: Given,
        options: Options,
        clock: Clock,
    ) -> Result<Self, Problem> {
        let drawn = Drawn::parse(&arguments.state)?;
        let (is_up, samplers) = (sources.is_up, sources.samplers.clone());
        let stages = ready(sources, &options)?;
        let resources = Resources::new(given, &samplers, &stages)?;
        let captures = Captures::new(&arguments.stream_out)?;
        let (checks, form, mesh, captured) = (None, Shape::None, None, None);
        Ok(Draw {
            arguments,
            input,
            options,
            stages,
            clock,
            resources,
            checks,
            drawn,
            is_up,
            form,
            mesh,
            captures,
            captured,
        })
    }

    /// Reads the mesh unless there is one, and links the stages.
    fn prepare(&mut self) -> Result<(), Problem> {
        let has_input = self.arguments.input.is_some() || self.mesh.is_some();
        let of = |kind: Kind| self.stages.iter().find(|ready| ready.stage.interface().stage == kind);
        let has_mesh = of(Kind::Mesh).is_some();
        if self.arguments.dispatch.is_some() && !has_mesh {
            return Err(Problem::Other("'--dispatch' requires a mesh shader".to_owned()));
        }
        let Some(vertex) = of(Kind::Vertex).filter(|_| !has_mesh) else {
            let vertices = [
                (has_input, "--input"),
                (self.arguments.vertices.is_some(), "--vertices"),
                (self.arguments.indirect.is_some(), "--indirect"),
                (self.arguments.instances != 1, "--instances"),
            ];
            if has_mesh {
                if let Some((_, option)) = vertices.iter().find(|(is_given, _)| *is_given) {
                    return Err(Problem::Other(format!(
                        "'{option}' requires a vertex shader; mesh shaders have '--dispatch'"
                    )));
                }
                let pipeline = Pipeline::of(self.all())?;
                self.captures.begin(&pipeline)?;
                self.form = Shape::Pipeline(Box::new(pipeline));
                return Ok(());
            }
            let options = [
                (has_input, "--input"),
                (self.arguments.vertices.is_some(), "--vertices"),
                (self.arguments.indirect.is_some(), "--indirect"),
                (!self.arguments.state.is_empty(), "--state"),
                (self.arguments.samples != 1, "--samples"),
                (self.arguments.depth.is_some(), "--depth"),
                (self.arguments.history.is_some(), "--history"),
                (!self.arguments.stream_out.is_empty(), "--stream-out"),
            ];
            if let Some((_, option)) = options.iter().find(|(is_given, _)| *is_given) {
                return Err(Problem::Other(format!("'{option}' requires a vertex shader")));
            }
            if let Some(pixel) = of(Kind::Pixel) {
                self.form = Shape::Screen(Box::new(Screen::new(pixel.stage.clone())?));
            }
            return Ok(());
        };
        let own = vertex.stage.interface().inputs.iter().filter(|row| matches!(row.place, Place::Location { .. }));
        let own: Vec<&Row> = own.collect();
        let given = self.arguments.input.as_deref();
        if let Some(file) = given {
            self.mesh = Some(mesh(file)?);
        }
        if let Some(mesh) = &self.mesh {
            let file = given.unwrap_or("mesh");
            own.iter().try_for_each(|row| mesh.has(row)).map_err(|error| format!("'{file}': {error}"))?;
        }
        if let (None, Some(row)) = (&self.mesh, own.first()) {
            let text = format!("the vertex shader reads '{}', which a mesh has (--input)", row.name);
            return Err(Problem::Other(text));
        }
        if self.mesh.is_some() && !self.drawn.names_depth {
            self.drawn.state.depth = Some(DepthTest { compare: Compare::Less, write: true });
        }
        let pipeline = Pipeline::of(self.all())?;
        // What it cannot capture is said before anything runs.
        self.captures.begin(&pipeline)?;
        self.drawn.topology = drawing::stages::topology(&self.drawn, &pipeline);
        self.form = Shape::Pipeline(Box::new(pipeline));
        Ok(())
    }

    /// The stages that there are.
    fn all(&self) -> stages::Stages {
        drawing::stages::all(|kind| {
            let own = self.stages.iter().find(|ready| ready.stage.interface().stage == kind);
            own.map(|ready| ready.stage.clone())
        })
    }

    /// Draws a frame, and writes its files.
    fn frame(&mut self, number: u32, files: &Files) -> Result<(), Problem> {
        let targets = self.picture(number)?;
        files.write(&targets, number)?;
        match self.captured.take() {
            Some(captured) => self.captures.write(&captured, files, number),
            None => Ok(()),
        }
    }

    /// Says where the time of a frame went, for `--time`.
    fn tell(&self, times: &Times, all: Duration) {
        let frames = self.arguments.frames.len().max(1) as f64;
        let mut rest = all;
        for (kind, spent) in &self.resources.spent {
            times.say(&format!("{} shader", kind.name()), spent.as_secs_f64() / frames);
            rest = rest.saturating_sub(*spent);
        }
        times.say("fixed functions", rest.as_secs_f64() / frames);
        times.say("frame", all.as_secs_f64() / frames);
    }

    /// Draws a frame.
    fn picture(&mut self, number: u32) -> Result<Vec<Target>, Problem> {
        let arguments = self.arguments;
        let frame = Frame { number, rate: arguments.fps, size: arguments.size.0, mouse: arguments.mouse.0 };
        self.resources.fill(&self.stages, &frame)?;
        let pixel = self.stages.iter().position(|ready| ready.stage.interface().stage == Kind::Pixel);
        let mut targets = match pixel {
            Some(pixel) => {
                let wishes: Vec<Wish> = arguments.target.iter().map(wish).collect();
                target::targets(self.stages[pixel].stage.interface(), frame.size, &wishes)?
            }
            None => Vec::new(),
        };
        let form = std::mem::replace(&mut self.form, Shape::None);
        let done = match &form {
            Shape::Pipeline(pipeline) => self.draw(pipeline, &mut targets),
            Shape::Screen(screen) => self.fill(screen, &mut targets),
            Shape::None => Ok(()),
        };
        self.form = form;
        done?;
        Ok(targets)
    }

    /// Fills targets with a pixel shader.
    fn fill(&mut self, screen: &Screen, targets: &mut [Target]) -> Result<(), Problem> {
        let (resources, clock) = (&mut self.resources, &self.clock);
        let mut run =
            |stage: &Stage, work: Work<'_>, all: &Invocations<'_>| resources.run(0, (stage, clock), work, all);
        let mut canvases: Vec<Canvas<'_>> = targets
            .iter_mut()
            .map(|target| Canvas { location: target.location, format: target.format, texels: &mut target.bytes })
            .collect();
        let stop = || clock.left().is_some_and(|left| left.is_zero());
        Ok(screen.fill(&mut canvases, self.arguments.size.0, &mut run, &stop)?)
    }

    /// Draws vertices to targets.
    fn draw(&mut self, pipeline: &Pipeline, targets: &mut [Target]) -> Result<(), Problem> {
        let mut watch = self.arguments.history.map(|pixel| Watch::new(pixel.0));
        let own = self.drawn(pipeline, targets, None, watch.as_mut())?;
        if let Some(watch) = watch {
            let text = self.history(pipeline, targets, &watch);
            self.resources.printed.push_str(&text);
        }
        for (number, target) in targets.iter_mut().enumerate() {
            target.bytes = own.resolve(number, 0, Resolve::Average);
        }
        Ok(())
    }

    /// Draws vertices to new targets, and to one more where that is asked for, around a pixel alone.
    fn drawn(
        &mut self,
        pipeline: &Pipeline,
        targets: &[Target],
        beside: Option<ColorFormat>,
        watch: Option<&mut Watch>,
    ) -> Result<Targets, Problem> {
        let (arguments, size) = (self.arguments, self.arguments.size.0);
        let fixed = |error| Problem::Run(runner::Error::Fixed(error));
        let mut own = Targets::new(size, 1, arguments.samples).map_err(fixed)?;
        for format in targets.iter().map(|target| target.format).chain(beside) {
            own = own.with_color(format).map_err(fixed)?;
        }
        for (number, target) in targets.iter().enumerate() {
            own.clear_color(number, target.clear);
        }
        let depth = arguments.depth.as_deref().or_else(|| self.drawn.planes());
        if let Some(name) = depth {
            own = own.with_depth_stencil(name).map_err(fixed)?;
            let is_greater = self
                .drawn
                .state
                .depth
                .is_some_and(|test| matches!(test.compare, Compare::Greater | Compare::GreaterEqual));
            own.clear_depth(if is_greater { 0.0 } else { 1.0 });
            own.clear_stencil(self.drawn.stencil);
        }
        let mut state = self.drawn.of_targets(size, targets.len(), self.is_up);
        if let (Some(_), Some(watch)) = (beside, &watch) {
            line_history::narrow(&mut state, watch.pixel);
        }
        let Draw { resources, clock, mesh, drawn, .. } = self;
        let call = call(mesh.as_ref(), drawn.topology, arguments.vertices);
        let fetch = |row: &Row, vertices: &[u32], _: u32, words: &mut [u32]| match &*mesh {
            Some(mesh) => mesh.fetch(row, vertices, words),
            None => words.fill(0),
        };
        let kinds: Vec<Kind> = self.stages.iter().map(|ready| ready.stage.interface().stage).collect();
        let mut run = |stage: &Stage, work: Work<'_>, all: &Invocations<'_>| {
            let number = kinds.iter().position(|kind| *kind == stage.interface().stage).unwrap_or(0);
            resources.run(number, (stage, clock), work, all)
        };
        let stop = || clock.left().is_some_and(|left| left.is_zero());
        let mut faults = Vec::new();
        let mut streams = if beside.is_none() { self.captures.begin(pipeline)? } else { None };
        let done = if kinds.contains(&Kind::Mesh) {
            let groups = arguments.dispatch.map_or([1; 3], |groups| groups.0);
            let draw = stages::Groups { state: &state, targets: &mut own, groups, watch };
            pipeline.draw_groups(draw, &mut run, &stop, &mut faults)
        } else {
            let calls = indirect::calls(arguments, call)?;
            let results = Results { targets: &mut own, watch, streams: streams.as_mut() };
            indirect::draw(pipeline, (&calls, &state, results), &fetch, (&mut run, &stop), &mut faults)
        };
        self.captured = streams.or(self.captured.take());
        let origins: Vec<_> = self.stages.iter().map(|ready| ready.shader.origin()).collect();
        if let Some(checks) = &self.checks {
            faults::add(&mut self.resources.report, &origins, &faults, checks);
        }
        let statistics = done?;
        if beside.is_none() {
            self.judge(pipeline, &state, targets, &statistics);
        }
        Ok(own)
    }

    /// Adds findings about the whole draw to the report.
    fn judge(&mut self, pipeline: &Pipeline, state: &State, targets: &[Target], statistics: &Statistics) {
        let (Some(report), Some(checks)) = (&mut self.resources.report, &self.checks) else { return };
        let has_depth = self.arguments.depth.is_some() || self.drawn.planes().is_some();
        let (topology, samples) = (self.drawn.topology, self.arguments.samples);
        let targets = targets.iter().map(|target| target.format).collect();
        let pixel = pipeline.pixel().map(Stage::interface);
        let origins: Vec<_> = self.stages.iter().map(|ready| ready.shader.origin()).collect();
        let judged = Judged { state, topology, statistics, pixel, targets, samples, has_depth, origins: &origins };
        judged.add_to(report, checks);
    }
}

/// The vertices that are drawn: those of the mesh, or a number of them, three by default.
fn call(mesh: Option<&Mesh>, topology: Topology, vertices: Option<u32>) -> Call<'_> {
    match (mesh, vertices) {
        (Some(mesh), None) => Call::indexed(topology, &mesh.indices),
        (Some(mesh), Some(count)) => Call { count, ..Call::indexed(topology, &mesh.indices) },
        (None, count) => Call::vertices(topology, count.unwrap_or(3)),
    }
}

/// Reads a mesh.
fn mesh(file: &str) -> Result<Mesh, String> {
    let ending = Path::new(file).extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("obj") => {
            let bytes =
                library::files::reading::read_data(file).map_err(|error| format!("cannot read '{file}': {error}"))?;
            Mesh::parse(&String::from_utf8_lossy(&bytes)).map_err(|error| format!("'{file}': {error}"))
        }
        Some("gltf" | "glb") => {
            let parts = scenes::placed(Path::new(file))?;
            Mesh::of_parts(&parts).map_err(|error| format!("'{file}': {error}"))
        }
        _ => Err(format!("cannot read '{file}': unsupported format; meshes are .obj, .gltf and .glb files")),
    }
}

fn wish(argument: &TargetArgument) -> Wish {
    let TargetArgument { location, format, clear } = *argument;
    Wish { location, format, clear }
}

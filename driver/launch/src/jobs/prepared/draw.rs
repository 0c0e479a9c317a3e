//! Draws of jobs.
//!
//! [`blending`] reads how a target takes colors, [`captures`] has the buffers that take vertices, [`fitting`] checks what is drawn
//! against what it is drawn to.

mod blending;
mod captures;
mod fitting;

use super::binding::{self, Resources, Slot, Texture};
use super::programs::Program;
use super::{Bound, Shader, Shared};
use crate::drawing;
use crate::drawing::draw_checks::Judged;
use crate::drawing::faults;
use crate::drawing::lines::{self, Lined};
use crate::drawing::stages::Origin;
use crate::drawing::state::Drawn as Setting;
use crate::jobs::job::Stage;
use crate::jobs::job::steps::{Draw, Input, Range, Vertices};
use crate::jobs::targets::Target;
use crate::jobs::vertices::{Source, Stream};
use crate::kernels::{Clock, Problem};
use captures::Captures;
use check::Report;
use check::coverage::Coverage;
use fitting::{Attachment, Attachments};
use runner::image::Class;
use runner::stages::fixed::{
    Blend, Call, ColorFormat, Compare, DepthTest, Entry, Fate, State, Statistics, Targets, Topology, Watch,
};
use runner::stages::rows::{Place, Row, Stage as Kind};
use runner::stages::{self, Canvas, Fault, Indirect, Invocations, Pipeline, Screen, Work};

/// A draw that is ready to run.
pub(super) struct Drawn {
    pub(super) shaders: Vec<Shader>,
    /// The number of the step, from 0 on.
    number: usize,
    form: Form,
    range: Range,
    /// The mesh among those of the job.
    mesh: Option<usize>,
    /// The buffers of indices and of numbers of draws.
    indices: Option<usize>,
    indirect: Option<(usize, Indirect)>,
    /// Inputs in buffers.
    streams: Vec<(Stream, usize)>,
    captures: Captures,
    attachments: Attachments,
    pub state: State,
    pub topology: Topology,
    /// The last shader, with its place in the source.
    place: String,
    /// The lines of a pixel shader that tells them: its last output.
    lined: Option<Lined>,
}

/// The stages with what is between them.
enum Form {
    Pipeline(Box<Pipeline>),
    /// Groups of mesh or amplification shaders.
    Meshlets(Box<Pipeline>, [u32; 3]),
    Screen(Box<Screen>),
}

/// A pixel whose history is kept.
#[derive(Debug)]
pub(in crate::jobs) struct Watched {
    /// The targets in which it is watched.
    pub(in crate::jobs) targets: Vec<usize>,
    pub(in crate::jobs) pixel: [u32; 2],
    /// The history of the pixel in each draw.
    pub(in crate::jobs) seen: Vec<Seen>,
}

/// What a draw did to a pixel.
#[derive(Debug)]
pub(in crate::jobs) struct Seen {
    /// The number of the step, from 1 on.
    pub(in crate::jobs) step: usize,
    /// What became of the primitives; none where a pixel shader filled the target.
    pub(in crate::jobs) watch: Option<Watch>,
    /// The names and classes of the draw's targets.
    pub(in crate::jobs) targets: Vec<(String, Class)>,
    /// The shader with its place.
    shader: String,
    /// The lines of the shader, with the number of the one that filled the pixel.
    lined: Option<(Lined, u32)>,
}

impl Seen {
    /// The place of what wrote a sample.
    pub(in crate::jobs) fn place(&self, entry: &Entry) -> String {
        let number = match (&entry.fate, &self.lined) {
            // The number is behind the colors.
            (Fate::Written(pairs), Some(_)) => pairs.get(self.targets.len()).map(|[_, after]| after[0]),
            _ => None,
        };
        self.line(number)
    }

    /// The place of what filled the pixel, where there are no primitives.
    pub(in crate::jobs) fn filled(&self) -> String {
        self.line(self.lined.as_ref().map(|(_, number)| *number))
    }

    fn line(&self, number: Option<u32>) -> String {
        let own = self.lined.as_ref().zip(number).and_then(|((lined, _), number)| lined.place(number));
        own.unwrap_or_else(|| self.shader.clone())
    }
}

impl Drawn {
    /// Links the stages of a draw, and finds what it draws with and to.
    ///
    /// # Errors
    /// When something of it does not fit.
    pub(super) fn new(
        number: usize,
        draw: &Draw,
        shaders: Vec<Shader>,
        programs: &[Program],
        shared: &Shared,
    ) -> Result<Self, String> {
        let own: Vec<&Program> = shaders.iter().map(|shader| &programs[shader.program]).collect();
        let of = |kind: Kind| own.iter().copied().find(|program| program.code.stage == Stage::Drawn(kind));
        let (vertex, pixel) = (of(Kind::Vertex), of(Kind::Pixel));
        let origins: Vec<_> = own.iter().filter_map(|program| program.origin()).collect();
        drawing::stages::linked(&origins).map_err(|misfit| misfit.to_string())?;
        let text = |error: runner::Error| error.to_string();
        let (range, indirect) = match &draw.vertices {
            Vertices::FullScreen | Vertices::Meshlets(_) => (Range::default(), None),
            Vertices::Some(range) => (range.clone(), None),
            Vertices::Indirect { range, buffer, offset, draws, stride } => {
                let indexed = range.mesh.is_some() || range.indices.is_some();
                let numbers = Indirect { offset: *offset, draws: *draws, stride: *stride, indexed };
                (range.clone(), Some((fitting::buffer(shared, buffer)?, numbers)))
            }
        };
        let form = match (&draw.vertices, pixel.and_then(Program::stage)) {
            (Vertices::FullScreen, Some(pixel)) => Form::Screen(Box::new(Screen::new(pixel.clone()).map_err(text)?)),
            (Vertices::FullScreen, None) => return Err("a draw has no shaders".to_owned()),
            (vertices, _) => {
                let stages = drawing::stages::all(|kind| of(kind)?.stage().cloned());
                let pipeline = Box::new(Pipeline::of(stages).map_err(text)?);
                match vertices {
                    Vertices::Meshlets(groups) => Form::Meshlets(pipeline, *groups),
                    Vertices::FullScreen | Vertices::Some(_) | Vertices::Indirect { .. } => Form::Pipeline(pipeline),
                }
            }
        };
        let mesh = range.mesh.as_deref().map(|name| fitting::mesh(shared, name)).transpose()?;
        let indices = range.indices.as_deref().map(|name| fitting::buffer(shared, name)).transpose()?;
        let rows = vertex.map_or(Vec::new(), inputs);
        let stream = |(name, input): &(String, Input)| {
            let stream = Stream::new(name, input, &rows)?;
            let buffer = fitting::buffer(shared, &stream.buffer)?;
            Ok::<_, String>((stream, buffer))
        };
        let streams = draw.inputs.iter().map(stream).collect::<Result<Vec<_>, _>>()?;
        for row in rows.iter().filter(|row| !streams.iter().any(|(stream, _)| stream.is_of(row))) {
            match mesh {
                Some(mesh) => shared.meshes[mesh].1.has(row)?,
                None => return Err(format!("the vertex shader reads '{}': give it a mesh or 'inputs'", row.name)),
            }
        }
        let setting = Setting::parse(&draw.state).map_err(|error| error.replacen("--state", "state", 1))?;
        let written = pixel.and_then(|pixel| Some(pixel.stage()?.interface()));
        let lined = pixel.and_then(|pixel| pixel.lined.clone());
        let of_lines = lined.as_ref().map(|lined| lined.location);
        let attachments = Attachments::new(draw, written, of_lines, shared)?;
        // The last stage that says where vertices are.
        let is_up = own.iter().any(|program| program.is_up);
        let mut state = state(draw, &setting, &attachments, shared, is_up)?;
        state.blend.extend(lined.as_ref().map(|_| Blend::default()));
        fitting::no_feedback(&shaders, &attachments, &state, shared)?;
        let captures = match &form {
            Form::Pipeline(pipeline) | Form::Meshlets(pipeline, _) => Captures::new(&draw.streams, pipeline, shared)?,
            Form::Screen(_) => Captures::none(),
        };
        fitting::has_position(&form, &attachments)?;
        let place = origins.last().map_or_else(String::new, Origin::place);
        let topology = match &form {
            Form::Pipeline(pipeline) => drawing::stages::topology(&setting, pipeline),
            Form::Meshlets(..) | Form::Screen(_) => setting.topology,
        };
        Ok(Drawn {
            shaders,
            number,
            form,
            range,
            mesh,
            indices,
            indirect,
            streams,
            captures,
            attachments,
            state,
            topology,
            place,
            lined,
        })
    }

    /// Draws.
    pub(super) fn run(&self, programs: &[Program], shared: &mut Shared, clock: &Clock) -> Result<(), Problem> {
        let mut textures = binding::textures(&self.shaders, programs, &shared.targets)?;
        let mut targets = self.attachments.take(&mut shared.targets)?;
        if self.lined.is_some() {
            let format = ColorFormat::from_name(lines::FORMAT).ok_or_else(|| "unknown format".to_owned())?;
            targets = targets.with_color(format).map_err(runner::Error::Fixed)?;
        }
        let watched = shared.watched.as_ref().filter(|watched| self.attachments.has(&watched.targets));
        let mut watch = watched.map(|watched| Watch::new(watched.pixel));
        let drawn_to = DrawnTo { targets: &mut targets, textures: &mut textures, watch: watch.as_mut() };
        let ended = match &self.form {
            Form::Pipeline(pipeline) => self.draw(pipeline, programs, clock, shared, drawn_to),
            Form::Meshlets(pipeline, groups) => self.draw_groups(pipeline, *groups, programs, clock, shared, drawn_to),
            Form::Screen(screen) => self.fill(screen, programs, clock, shared, drawn_to),
        };
        let number = watch.as_ref().zip(self.lined.as_ref()).map_or(0, |(watch, _)| {
            let ([width, _], [x, y]) = (targets.size(), watch.pixel);
            let numbers = targets.read_color(self.attachments.colors.len(), 0, 0);
            let own = numbers.as_chunks().0.get((y * width + x) as usize);
            own.map_or(0, |number| u32::from_le_bytes(*number))
        });
        self.attachments.put(targets, &mut shared.targets);
        binding::stored(&textures, &mut shared.targets);
        self.note(watch, number, shared);
        ended
    }

    /// Keeps what was seen at the pixel that is watched.
    fn note(&self, watch: Option<Watch>, number: u32, shared: &mut Shared) {
        let (Some(watch), Some(watched)) = (watch, &mut shared.watched) else { return };
        let is_screen = matches!(self.form, Form::Screen(_));
        if watch.entries.is_empty() && !is_screen {
            return;
        }
        let targets = self.attachments.colors.iter().map(|own| own.shown(&shared.targets)).collect();
        let watch = (!is_screen).then_some(watch);
        let lined = self.lined.clone().map(|lined| (lined, number));
        watched.seen.push(Seen { step: self.number + 1, watch, targets, shader: self.place.clone(), lined });
    }

    /// Draws vertices.
    fn draw(
        &self,
        pipeline: &Pipeline,
        programs: &[Program],
        clock: &Clock,
        shared: &mut Shared,
        drawn_to: DrawnTo<'_>,
    ) -> Result<(), Problem> {
        let DrawnTo { targets, textures, mut watch } = drawn_to;
        let data = |index: usize| shared.bound[index].resource.bytes().to_vec();
        let streams: Vec<(&Stream, Vec<u8>)> =
            self.streams.iter().map(|(stream, index)| (stream, data(*index))).collect();
        let words =
            |bytes: Vec<u8>| -> Vec<u32> { bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect() };
        let indices = self.indices.map(|index| words(data(index)));
        let numbers = self.indirect.map(|(index, indirect)| (data(index), indirect));
        let mut captured = self.captures.begin(shared);
        let Shared { bound, meshes, report, coverage, printed, .. } = shared;
        let mesh = self.mesh.map(|mesh| &meshes[mesh].1);
        let indices = indices.as_deref().or_else(|| mesh.and_then(Source::indices));
        let call = match indices {
            Some(indices) => Call { restart: self.range.restart, ..Call::indexed(self.topology, indices) },
            None => Call::vertices(self.topology, mesh.map_or(0, Source::count)),
        };
        let mut told = Told { drawn: self, programs, clock, bound, textures, report, coverage, printed };
        let mut run = |stage: &stages::Stage, work: Work<'_>, all: &Invocations<'_>| told.run(stage, work, all);
        let stop = || clock.left().is_some_and(|left| left.is_zero());
        let (mut all, mut faults) = (Statistics::default(), Vec::new());
        for (number, (call, instances)) in (0..).zip(self.calls(call, numbers)?) {
            let first = instances.start;
            let fetch = |row: &Row, vertices: &[u32], instance: u32, words: &mut [u32]| match (
                streams.iter().find(|(stream, _)| stream.is_of(row)),
                mesh,
            ) {
                (Some((stream, data)), _) => stream.fetch(row, data, vertices, [first, instance], words),
                (None, Some(mesh)) => mesh.fetch(row, vertices, words),
                (None, None) => words.fill(0),
            };
            let (watch, streams) = (watch.as_deref_mut(), captured.as_mut());
            let draw = stages::Draw { state: &self.state, targets, call, instances, number, watch, streams };
            all.add(pipeline.draw_noting(draw, &fetch, &mut run, &stop, &mut faults)?);
        }
        if let Some(captured) = captured {
            self.captures.end(&captured, shared);
        }
        self.judge(pipeline, programs, targets, all, &faults, shared);
        Ok(())
    }

    /// Draws groups of mesh or amplification shaders.
    fn draw_groups(
        &self,
        pipeline: &Pipeline,
        groups: [u32; 3],
        programs: &[Program],
        clock: &Clock,
        shared: &mut Shared,
        drawn_to: DrawnTo<'_>,
    ) -> Result<(), Problem> {
        let DrawnTo { targets, textures, watch } = drawn_to;
        let Shared { bound, report, coverage, printed, .. } = shared;
        let mut told = Told { drawn: self, programs, clock, bound, textures, report, coverage, printed };
        let mut run = |stage: &stages::Stage, work: Work<'_>, all: &Invocations<'_>| told.run(stage, work, all);
        let stop = || clock.left().is_some_and(|left| left.is_zero());
        let mut faults = Vec::new();
        let draw = stages::Groups { state: &self.state, targets, groups, watch };
        let statistics = pipeline.draw_groups(draw, &mut run, &stop, &mut faults)?;
        self.judge(pipeline, programs, targets, statistics, &faults, shared);
        Ok(())
    }

    /// Adds findings about the whole draw to the report.
    fn judge(
        &self,
        pipeline: &Pipeline,
        programs: &[Program],
        targets: &Targets,
        statistics: Statistics,
        faults: &[Fault],
        shared: &mut Shared,
    ) {
        let Some(checks) = &shared.checks else { return };
        let origins: Vec<_> = self.shaders.iter().filter_map(|shader| programs[shader.program].origin()).collect();
        faults::add(&mut shared.report, &origins, faults, checks);
        let Some(report) = &mut shared.report else { return };
        let judged = Judged {
            state: &self.state,
            topology: self.topology,
            statistics: &statistics,
            pixel: pipeline.pixel().map(stages::Stage::interface),
            targets: self.attachments.colors.iter().map(|own| own.format).collect(),
            samples: targets.samples(),
            has_depth: self.attachments.depth.is_some(),
            origins: &origins,
        };
        judged.add_to(report, checks);
    }

    /// The calls of the draw, with their instances.
    fn calls<'c>(
        &self,
        call: Call<'c>,
        numbers: Option<(Vec<u8>, Indirect)>,
    ) -> Result<Vec<(Call<'c>, std::ops::Range<u32>)>, runner::Error> {
        if let Some((bytes, indirect)) = numbers {
            let all = indirect.read(&bytes)?;
            return Ok(all.iter().map(|own| (own.call(call), own.instances())).collect());
        }
        let Range { count, first, base, first_instance, instances, .. } = self.range;
        let count = count.unwrap_or_else(|| call.count.saturating_sub(first));
        let instances = first_instance..first_instance.saturating_add(instances);
        Ok(vec![(Call { count, first, base, ..call }, instances)])
    }

    /// Fills targets with a pixel shader.
    fn fill(
        &self,
        screen: &Screen,
        programs: &[Program],
        clock: &Clock,
        shared: &mut Shared,
        drawn_to: DrawnTo<'_>,
    ) -> Result<(), Problem> {
        let DrawnTo { targets, textures, .. } = drawn_to;
        let Shared { bound, report, coverage, printed, .. } = shared;
        let mut told = Told { drawn: self, programs, clock, bound, textures, report, coverage, printed };
        let mut run = |stage: &stages::Stage, work: Work<'_>, all: &Invocations<'_>| told.run(stage, work, all);
        let colors = &self.attachments.colors;
        let count = colors.len() + usize::from(self.lined.is_some());
        let mut texels: Vec<Vec<u8>> = (0..count).map(|at| targets.read_color(at, 0, 0)).collect();
        let canvas = |(own, texels)| -> Canvas<'_> {
            let (Attachment { location, format, .. }, texels): (&Attachment, &mut Vec<u8>) = (own, texels);
            Canvas { location: *location, format: *format, texels }
        };
        let (own, numbers) = texels.split_at_mut(colors.len());
        let mut canvases: Vec<Canvas<'_>> = colors.iter().zip(own).map(canvas).collect();
        if let (Some(Lined { location, .. }), Some(texels), Some(format)) =
            (&self.lined, numbers.first_mut(), ColorFormat::from_name(lines::FORMAT))
        {
            canvases.push(Canvas { location: *location, format, texels });
        }
        let stop = || clock.left().is_some_and(|left| left.is_zero());
        let ended = screen.fill(&mut canvases, targets.size(), &mut run, &stop);
        texels.iter().enumerate().for_each(|(at, texels)| targets.write_color(at, 0, texels));
        Ok(ended?)
    }
}

/// The rows of a vertex shader that come from vertices.
fn inputs(vertex: &Program) -> Vec<Row> {
    let Some(stage) = vertex.stage() else { return Vec::new() };
    let rows = stage.interface().inputs.iter().filter(|row| matches!(row.place, Place::Location { .. }));
    rows.cloned().collect()
}

/// The state of a draw. Where there are depths, they are tested with `less` unless the state says otherwise.
fn state(
    draw: &Draw,
    setting: &Setting,
    attachments: &Attachments,
    shared: &Shared,
    is_up: bool,
) -> Result<State, String> {
    let mut state = setting.of_targets(attachments.size(shared), attachments.colors.len(), is_up);
    let has_depth = attachments.depth.is_some_and(|(target, _)| shared.targets[target].wish.depth().is_some());
    if has_depth && !setting.names_depth {
        state.depth = Some(DepthTest { compare: Compare::Less, write: true });
    }
    for (at, own) in attachments.colors.iter().enumerate() {
        let told = draw.targets.iter().find(|(location, _)| *location == own.location);
        if let Some((location, told)) = told {
            blending::set(&mut state.blend[at], told).map_err(|error| format!("'SV_Target{location}': {error}"))?;
        }
    }
    Ok(state)
}

/// What a draw writes.
struct DrawnTo<'d> {
    targets: &'d mut Targets,
    /// The targets that shaders read or write as images.
    textures: &'d mut [Texture],
    /// The history of a pixel, if one is kept.
    watch: Option<&'d mut Watch>,
}

/// What runs the shaders of a draw.
struct Told<'t> {
    drawn: &'t Drawn,
    programs: &'t [Program],
    clock: &'t Clock,
    bound: &'t mut [Bound],
    textures: &'t mut [Texture],
    report: &'t mut Option<Report>,
    coverage: &'t mut Coverage,
    printed: &'t mut String,
}

impl Told<'_> {
    /// Runs a stage on rows.
    fn run(&mut self, stage: &stages::Stage, work: Work<'_>, all: &Invocations<'_>) -> Result<(), runner::Error> {
        let kind = Stage::Drawn(stage.interface().stage);
        let is_it = |shader: &&Shader| self.programs[shader.program].code.stage == kind;
        let Some(shader) = self.drawn.shaders.iter().find(is_it) else { return Err(runner::Error::Internal) };
        let mut dispatch: runner::Dispatch<'_> = stage.module().dispatch();
        let resources = Resources { bound: self.bound, textures: self.textures };
        binding::bind(&shader.names, resources, &mut dispatch)?;
        if !shader.push.is_empty() {
            dispatch.push_constants(&shader.push);
        }
        if let Some(left) = self.clock.left() {
            dispatch.deadline(left);
        }
        let ended = stage.run_work(&mut dispatch, work);
        self.printed.push_str(&dispatch.printed().to_string());
        dispatch.coverage().into_iter().for_each(|own| self.coverage.join(own));
        if let Some(mut own) = dispatch.report().cloned() {
            let step = self.drawn.number + 1;
            own.name_threads(&|local, group| format!("{}, step {step}", (all.name)(stage.invocation(local, group))));
            match self.report {
                Some(report) => report.join(own),
                None => *self.report = Some(own),
            }
        }
        ended
    }
}

/// The targets that a shader of a draw reads.
fn read_by(shaders: &[Shader]) -> impl Iterator<Item = (&str, usize)> {
    let names = shaders.iter().flat_map(|shader| &shader.names);
    names.filter_map(|(name, slot)| match slot {
        Slot::Target(target) => Some((name.as_str(), *target)),
        Slot::Bound(_) => None,
    })
}

/// The names of targets, for messages.
fn name_of(targets: &[Target], target: usize) -> &str {
    &targets[target].name
}

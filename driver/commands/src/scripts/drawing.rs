//! Draws of a script: targets in the memory of its buffers, vertices, and the stages.
//!
//! It must not know what commands there are.

use super::bound::Bound;
use super::memory::Memory;
use super::{shaders, state};
use amber::script::{Attached, BindKind, Pipeline, VertexData, Work as Wanted};
use amber::types::{DataType, Element, Mode};
use launch::drawing::{stages as draw_stages, target};
use launch::kernels::{Clock, Problem};
use runner::stages::fixed::{
    Call, ColorFormat, DEPTH_STENCIL, DepthClamp, DepthFormat, Indices, Resolve, Targets, Topology,
};
use runner::stages::rows::{Kind as Number, Place, Row, Stage as Kind};
use runner::stages::{self, Draw, Invocations, Stage, Work};
use runner::{Error, Options};

/// What targets are cleared to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clear {
    pub(super) color: [f64; 4],
    pub(super) depth: f64,
    pub(super) stencil: u8,
}

/// A pipeline that draws. A pipeline that is only cleared need not have stages that fit.
pub(super) struct Drawing {
    stages: Vec<Stage>,
    /// The stages with what is between them, from the first draw on.
    linked: Option<stages::Pipeline>,
    pub(super) clear: Clear,
    /// Depths of a pipeline that names no buffer for them.
    depth: Option<Targets>,
    /// The depth clamp of pipelines that set none.
    depth_clamp: DepthClamp,
}

/// A stage that is ready to run.
///
/// # Errors
/// When it does not run here.
pub(super) fn stage(words: &[u32], attached: &Attached, options: &Options) -> Result<Stage, Error> {
    let kind = shaders::kind(attached.stage).ok_or(Error::Internal)?;
    Stage::new(words, kind, Some(&attached.entry), options)
}

/// The format of depths where none is named.
const USUAL_DEPTH: &str = "d32float-s8uint";

/// A color of a draw: the location, the number of its buffer if there is one, the format, and the level.
struct Color {
    buffer: Option<usize>,
    format: ColorFormat,
    level: u32,
}

impl Drawing {
    /// Makes a pipeline ready to be cleared.
    ///
    /// # Errors
    /// When there is no memory for its depths.
    pub(super) fn new(pipeline: &Pipeline, stages: Vec<Stage>, depth_clamp: DepthClamp) -> Result<Self, Error> {
        let needs_depth = pipeline.settings.iter().any(|setting| matches!(setting.head, "DEPTH" | "STENCIL"));
        let depth = if needs_depth && depth_buffer(pipeline).is_none() {
            let made = Targets::new(pipeline.size, 1, 1).and_then(|made| made.with_depth_stencil(USUAL_DEPTH));
            let mut made = made.map_err(Error::Fixed)?;
            made.clear_depth(1.0);
            Some(made)
        } else {
            None
        };
        let clear = Clear { color: [0.0; 4], depth: 1.0, stencil: 0 };
        Ok(Drawing { stages, linked: None, clear, depth, depth_clamp })
    }

    /// Links the stages.
    fn link(&mut self, pipeline: &Pipeline) -> Result<stages::Pipeline, Error> {
        if let Some(linked) = self.linked.take() {
            return Ok(linked);
        }
        let of = |kind: Kind| self.stages.iter().find(|stage| stage.interface().stage == kind).cloned();
        let points = Some(state::control_points(pipeline));
        stages::Pipeline::of(stages::Stages { points, ..draw_stages::all(of) })
    }

    /// Clears the targets.
    ///
    /// # Errors
    /// When a format is not one of targets.
    pub(super) fn clear(&mut self, pipeline: &Pipeline, memory: &mut [Memory]) -> Result<(), String> {
        for binding in &pipeline.bindings {
            let Some(buffer) = binding.bind.first().and_then(|bind| bind.buffer) else { continue };
            match binding.kind {
                BindKind::Color => {
                    let own = &mut memory[buffer];
                    let format = format_of(own)?;
                    let texel = target::texel(format, self.clear.color);
                    let mut bytes = vec![0; format.bytes()];
                    format.store(format.encode(texel), &mut bytes);
                    let level = own.levels.get_mut(binding.level as usize).ok_or("there is no such level")?;
                    level.chunks_exact_mut(bytes.len()).for_each(|to| to.copy_from_slice(&bytes));
                    // The samples are made of it anew.
                    own.held = None;
                }
                BindKind::DepthStencil => {
                    let mut held = held(pipeline, &mut memory[buffer])?;
                    self.clear_depth(&mut held);
                    memory[buffer].depths(&held);
                    memory[buffer].held = Some(held);
                }
                BindKind::Uniform
                | BindKind::Storage
                | BindKind::UniformTexels
                | BindKind::StorageTexels
                | BindKind::StorageImage
                | BindKind::SampledImage
                | BindKind::Combined
                | BindKind::Sampler
                | BindKind::Resolve
                | BindKind::Push
                | BindKind::Scene => {}
            }
        }
        if let Some(mut held) = self.depth.take() {
            self.clear_depth(&mut held);
            self.depth = Some(held);
        }
        Ok(())
    }

    fn clear_depth(&self, held: &mut Targets) {
        held.clear_depth(self.clear.depth as f32);
        held.clear_stencil(self.clear.stencil);
    }

    /// The colors in the order of a draw.
    fn colors(linked: &stages::Pipeline, pipeline: &Pipeline, memory: &[Memory]) -> Result<Vec<Color>, String> {
        let outputs = linked.pixel().map_or(Vec::new(), |pixel| target::outputs(pixel.interface()));
        let color = |location: u32| {
            let is_it = |own: &&amber::script::Binding| own.kind == BindKind::Color && own.binding == location;
            if let Some(binding) = pipeline.bindings.iter().find(is_it) {
                let buffer = binding.bind.first().and_then(|bind| bind.buffer);
                let format = buffer.map(|buffer| format_of(&memory[buffer])).transpose()?;
                let format = format.ok_or("a color without a buffer")?;
                return Ok(Color { buffer, format, level: binding.level });
            }
            // What nothing takes.
            let kind = outputs.iter().find(|(own, _)| *own == location).map(|(_, kind)| *kind);
            let name = match kind {
                Some(Number::Uint | Number::Bool) => "rgba32uint",
                Some(Number::Sint) => "rgba32sint",
                Some(Number::Float) | None => "rgba32float",
            };
            let format = ColorFormat::from_name(name).ok_or("unknown format")?;
            Ok(Color { buffer: None, format, level: 0 })
        };
        linked.targets().into_iter().map(color).collect()
    }

    /// Draws.
    ///
    /// # Errors
    /// When something does not fit, or a shader does not end.
    pub(super) fn draw(
        &mut self,
        pipeline: &Pipeline,
        work: &Wanted,
        (memory, bound): (&mut [Memory], &mut Bound),
        clock: &Clock,
    ) -> Result<(), Problem> {
        let linked = self.link(pipeline)?;
        let colors = Self::colors(&linked, pipeline, memory)?;
        let mut targets = self.take(pipeline, &colors, memory)?;
        let state = state::state(pipeline, colors.len(), self.depth_clamp)?;
        let vertices = Vertices::new(pipeline, work, memory)?;
        let fetch = |row: &Row, numbers: &[u32], instance: u32, words: &mut [u32]| {
            vertices.fetch(row, numbers, instance, words);
        };
        let mut run = |stage: &Stage, work: Work<'_>, _: &Invocations<'_>| {
            let mut dispatch = stage.module().dispatch();
            bound.bind(stage.module().info(), &mut dispatch)?;
            if let Some(left) = clock.left() {
                dispatch.deadline(left);
            }
            stage.run_work(&mut dispatch, work)
        };
        let stop = || clock.left().is_some_and(|left| left.is_zero());
        let (call, instances) = (vertices.call(), vertices.instances.clone());
        let draw =
            Draw { state: &state, targets: &mut targets, call, instances, number: 0, watch: None, streams: None };
        let ended = linked.draw(draw, &fetch, &mut run, &stop);
        self.linked = Some(linked);
        self.put(pipeline, &colors, targets, memory);
        Ok(ended.map(|_| ())?)
    }

    /// Takes the targets of a draw together.
    fn take(&mut self, pipeline: &Pipeline, colors: &[Color], memory: &mut [Memory]) -> Result<Targets, String> {
        let fixed = |error: runner::stages::fixed::Error| error.to_string();
        let samples = colors.iter().find_map(|color| color.buffer).map_or(1, |buffer| memory[buffer].samples);
        let mut all = Targets::new(pipeline.size, 1, samples).map_err(fixed)?;
        for color in colors {
            let held = color.buffer.and_then(|buffer| memory[buffer].held.take());
            let own = match (held, color.buffer) {
                (Some(held), _) => held,
                (None, buffer) => {
                    let made = Targets::new(pipeline.size, 1, samples).and_then(|made| made.with_color(color.format));
                    let mut made = made.map_err(fixed)?;
                    if let Some(buffer) = buffer {
                        let bytes = memory[buffer].levels.get(color.level as usize).ok_or("there is no such level")?;
                        if bytes.len() != color.format.bytes() * pipeline.size.iter().product::<u32>() as usize {
                            return Err("a color is not as large as the pictures of the pipeline".to_owned());
                        }
                        made.write_color(0, 0, bytes);
                    }
                    made
                }
            };
            all = all.join(own).map_err(fixed)?;
        }
        match (depth_buffer(pipeline), self.depth.take()) {
            (Some(buffer), _) => all.join(held(pipeline, &mut memory[buffer])?).map_err(fixed),
            (None, Some(own)) => all.join(own).map_err(fixed),
            (None, None) => Ok(all),
        }
    }

    /// Puts the targets back.
    fn put(&mut self, pipeline: &Pipeline, colors: &[Color], targets: Targets, memory: &mut [Memory]) {
        let mut split = targets.split().into_iter();
        let mut resolved = Vec::new();
        for color in colors {
            let Some(own) = split.next() else { break };
            let Some(buffer) = color.buffer else { continue };
            let bytes = own.resolve(0, 0, Resolve::Average);
            if memory[buffer].samples > 1 {
                resolved.push(bytes.clone());
                memory[buffer].held = Some(own);
            }
            memory[buffer].levels[color.level as usize] = bytes;
        }
        match (split.next(), depth_buffer(pipeline)) {
            (Some(own), Some(buffer)) => {
                memory[buffer].depths(&own);
                memory[buffer].held = Some(own);
            }
            (own, _) => self.depth = own,
        }
        let to = pipeline.bindings.iter().filter(|own| own.kind == BindKind::Resolve);
        let to = to.filter_map(|own| own.bind.first()?.buffer);
        to.zip(resolved).for_each(|(buffer, bytes)| memory[buffer].levels[0] = bytes);
    }
}

fn format_of(memory: &Memory) -> Result<ColorFormat, String> {
    let name = memory.format.as_deref().unwrap_or("of its type");
    memory.color_format().ok_or_else(|| format!("the format {name} cannot be drawn to"))
}

/// The buffer of depths of a pipeline.
fn depth_buffer(pipeline: &Pipeline) -> Option<usize> {
    let own = pipeline.bindings.iter().find(|own| own.kind == BindKind::DepthStencil)?;
    own.bind.first()?.buffer
}

/// Takes the depths of a buffer, which are made where there are none.
fn held(pipeline: &Pipeline, memory: &mut Memory) -> Result<Targets, String> {
    if let Some(held) = memory.held.take() {
        return Ok(held);
    }
    let name = memory.format.as_deref().unwrap_or("");
    let name = match name {
        "D16_UNORM" => "d16unorm",
        "X8_D24_UNORM_PACK32" => "d24unorm",
        "D24_UNORM_S8_UINT" => "d24unorm-s8uint",
        "D32_SFLOAT" => "d32float",
        "D32_SFLOAT_S8_UINT" => "d32float-s8uint",
        "S8_UINT" => "s8uint",
        other => return Err(format!("the format '{other}' has no depths")),
    };
    let made = Targets::new(pipeline.size, 1, memory.samples).and_then(|made| made.with_depth_stencil(name));
    made.map_err(|error| error.to_string())
}

impl Memory {
    /// Takes the depths and the stencil values of targets.
    fn depths(&mut self, targets: &Targets) {
        let (depths, stencil) = (targets.read_depth(0, 0), targets.read_stencil(0, 0));
        let find = |letter: char| self.components.iter().find(|own| own.component == letter).copied();
        let (depth, value) = (find('D'), find('S'));
        let format = DEPTH_STENCIL.iter().filter_map(|row| row.1).find(|format| {
            depth.is_some_and(|own| {
                depths.len() == format.bytes() * self.levels[0].len() / self.element.bytes as usize
                    && (own.mode == Mode::Float) == (*format == DepthFormat::Float32)
            })
        });
        let bytes = self.element.bytes as usize;
        for (at, slot) in self.levels[0].chunks_exact_mut(bytes).enumerate() {
            if let (Some(place), Some(format)) = (depth, format) {
                let own = format.decode(format.load(&depths[at * format.bytes()..(at + 1) * format.bytes()]));
                let most = ((1u64 << (place.bits & 63)) - 1) as f64;
                let is_float = place.mode == Mode::Float;
                let bits = if is_float { own.to_bits().into() } else { (f64::from(own) * most).round() as u64 };
                place.store(slot, bits);
            }
            if let (Some(place), Some(own)) = (value, stencil.get(at)) {
                place.store(slot, (*own).into());
            }
        }
    }
}

/// The vertices of a draw.
struct Vertices {
    topology: Topology,
    indices: Option<Vec<u32>>,
    first: u32,
    count: u32,
    instances: std::ops::Range<u32>,
    /// Corners of rectangles, instead of what is in buffers.
    corners: Vec<[f32; 2]>,
    streams: Vec<Stream>,
}

/// An input in a buffer.
struct Stream {
    location: u32,
    /// The numbers of a location, and how many locations there are.
    rows: u32,
    columns: u32,
    element: Element,
    bytes: Vec<u8>,
    offset: usize,
    stride: usize,
    is_instance: bool,
}

impl Vertices {
    fn new(pipeline: &Pipeline, work: &Wanted, memory: &[Memory]) -> Result<Self, String> {
        let (own, streams) = (Vec::new(), Vec::new());
        match work {
            Wanted::Rectangles(at, size, cells) => {
                let is_grid = *cells != [1, 1];
                let corners = corners(*at, *size, *cells, pipeline.size);
                let count = corners.len() as u32;
                let topology = if is_grid { Topology::TriangleList } else { Topology::TriangleStrip };
                Ok(Vertices { topology, indices: None, first: 0, count, instances: 0..1, corners, streams })
            }
            Wanted::Vertices { topology, is_indexed, first, count, first_instance, instances } => {
                let streams: Vec<Stream> = pipeline.vertices.iter().map(|data| Stream::new(data, memory)).collect();
                let indices = match (is_indexed, pipeline.indices) {
                    (false, _) => None,
                    (true, Some(buffer)) => Some(numbers(&memory[buffer])),
                    (true, None) => return Err("the pipeline has no indices".to_owned()),
                };
                let stored = || streams.iter().filter(|own| !own.is_instance).map(Stream::count).next().unwrap_or(0);
                let all = indices.as_ref().map_or_else(stored, |indices| indices.len() as u32);
                let count = count.unwrap_or_else(|| all.saturating_sub(*first));
                let instances = *first_instance..first_instance.saturating_add(*instances);
                let topology = state::topology(topology)?;
                Ok(Vertices { topology, indices, first: *first, count, instances, corners: own, streams })
            }
            Wanted::Groups(_) | Wanted::Rays(_) => Err("a pipeline that draws takes no groups and no rays".to_owned()),
        }
    }

    fn call(&self) -> Call<'_> {
        let indices = self.indices.as_deref().map_or(Indices::Sequence, Indices::Long);
        Call { topology: self.topology, indices, first: self.first, count: self.count, base: 0, restart: false }
    }

    /// Fills in the words of an input. What is not there is (0, 0, 0, 1).
    fn fetch(&self, row: &Row, vertices: &[u32], instance: u32, words: &mut [u32]) {
        let Place::Location { location, component, .. } = row.place else { return };
        let one = if row.kind == Number::Float { 1f32.to_bits() } else { 1 };
        let lacking = if component == 3 { one } else { 0 };
        let is_of = |own: &&Stream| (own.location..own.location + own.columns).contains(&location);
        let stream = self.streams.iter().find(is_of);
        for (word, vertex) in words.iter_mut().zip(vertices) {
            let corner = self.corners.get(*vertex as usize).filter(|_| location == 0);
            let found = match (corner, stream) {
                (Some(corner), _) => corner.get(component as usize).map(|number| number.to_bits()),
                (None, Some(stream)) => {
                    let element = if stream.is_instance { instance } else { *vertex };
                    stream.word(row, (location - stream.location, component), element as usize)
                }
                (None, None) => None,
            };
            *word = found.unwrap_or(lacking);
        }
    }
}

impl Stream {
    fn new(data: &VertexData, memory: &[Memory]) -> Self {
        let own = &memory[data.buffer];
        let (element, shape) = match &data.ty {
            Some(ty) => (ty.element(Default::default()), shape(ty)),
            None => (own.element.clone(), (own.element.numbers.len() as u32, 1)),
        };
        let columns = if data.ty.is_none() && own.element.numbers.len() > 4 {
            own.element.numbers.len() as u32 / 4
        } else {
            shape.1
        };
        Stream {
            location: data.location,
            rows: shape.0.min(4),
            columns: columns.max(1),
            stride: data.stride.unwrap_or(element.bytes) as usize,
            element,
            bytes: own.levels[0].clone(),
            offset: data.offset as usize,
            is_instance: data.is_instance,
        }
    }

    /// The number of values.
    fn count(&self) -> u32 {
        (self.bytes.len().saturating_sub(self.offset) / self.stride.max(1)) as u32
    }

    /// A word of an input, if the buffer has it.
    fn word(&self, row: &Row, (column, component): (u32, u32), element: usize) -> Option<u32> {
        let wide = if row.bits == 64 { 2 } else { 1 };
        let place = self.element.numbers.get((column * self.rows + component / wide) as usize);
        let place = place.filter(|_| component / wide < self.rows)?;
        let start = self.offset + element * self.stride;
        let bytes = self.bytes.get(start..)?;
        if bytes.len() * 8 < (place.bit + place.bits) as usize {
            return Some(0);
        }
        let is_integer = matches!(place.mode, Mode::Uint | Mode::Sint);
        Some(match (row.kind, is_integer) {
            _ if row.bits == 64 => (place.load(bytes) >> (32 * row.part)) as u32,
            (Number::Float, false) => (place.value(bytes) as f32).to_bits(),
            // The bits, as they are.
            (Number::Float, true) => place.load(bytes) as u32,
            (Number::Uint | Number::Sint | Number::Bool, _) => place.raw(bytes).number() as i64 as u32,
        })
    }
}

/// The numbers of a column, and the columns.
fn shape(ty: &DataType) -> (u32, u32) {
    match ty {
        DataType::Numeric { rows, columns, .. } => (*rows, *columns),
        DataType::Texel(texel) => (texel.components.len() as u32, 1),
        DataType::Struct(_) => (4, 1),
    }
}

/// The corners of rectangles in clip space: of one as a strip, of several as triangles.
fn corners(at: [f64; 2], size: [f64; 2], cells: [u32; 2], picture: [u32; 2]) -> Vec<[f32; 2]> {
    let place = |x: f64, y: f64| {
        [(x / f64::from(picture[0]) * 2.0 - 1.0) as f32, (y / f64::from(picture[1]) * 2.0 - 1.0) as f32]
    };
    if cells == [1, 1] {
        let [[left, top], [right, bottom]] = [at, [at[0] + size[0], at[1] + size[1]]];
        return vec![place(left, bottom), place(left, top), place(right, bottom), place(right, top)];
    }
    let cell = [size[0] / f64::from(cells[0]), size[1] / f64::from(cells[1])];
    let mut all = Vec::new();
    for (row, column) in (0..cells[1]).flat_map(|row| (0..cells[0]).map(move |column| (row, column))) {
        let (left, top) = (at[0] + cell[0] * f64::from(column), at[1] + cell[1] * f64::from(row));
        let (right, bottom) = (left + cell[0], top + cell[1]);
        all.extend([place(right, bottom), place(left, bottom), place(left, top)]);
        all.extend([place(right, bottom), place(left, top), place(right, top)]);
    }
    all
}

/// The numbers of a buffer of indices.
fn numbers(memory: &Memory) -> Vec<u32> {
    let elements = memory.levels[0].chunks_exact(memory.element.bytes as usize);
    elements.flat_map(|own| memory.element.numbers.iter().map(|place| place.load(own) as u32)).collect()
}

//! Draws with a vertex and a pixel shader: packets of both around the fixed functions of `raster`.
//!
//! It must not know how a shader runs, or how a triangle is covered: the caller runs stages on rows, `raster` calls back for
//! vertices and pixels.

use super::rows::{BuiltIn, Interface, Interpolation, KEPT, Kind, Place, RUNS, Row, Sampling};
use super::{Rows, Stage, row_of};
use crate::error::Error;
use abi::LowerError;
use raster::{
    Batch, Call, Chunk, DepthOutput, Hooks, Input, MOST_COLORS, Packet, PixelFacts, Shaded, State, Statistics, Targets,
    Vertices,
};

/// The lanes of a packet of pixels.
const LANES: usize = raster::MOST_LANES;

/// A vertex and a pixel shader with the state around them.
#[derive(Debug)]
pub struct Pipeline {
    vertex: Stage,
    pixel: Option<Stage>,
    /// The row of the vertex shader's outputs for each component that is passed on.
    passed: Vec<usize>,
    /// The source of each row of the pixel shader's inputs.
    sources: Vec<Source>,
    colors: Vec<Color>,
    interface: raster::Interface,
    outputs: Outputs,
}

/// The rows of a vertex shader's outputs that the fixed functions read.
#[derive(Clone, Debug)]
struct Outputs {
    position: [usize; 4],
    distances: Vec<usize>,
    point_size: Option<usize>,
    viewport: Option<usize>,
    layer: Option<usize>,
}

/// The rows of a color among a pixel shader's outputs.
#[derive(Clone, Copy, Debug)]
struct Color {
    location: u32,
    index: u32,
    rows: [Option<usize>; 4],
    /// The alpha where the shader gives none.
    opaque: u32,
}

/// The source of a row of a pixel shader's inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Mask,
    /// A component that is interpolated.
    Input(usize),
    Position(u32),
    Point(usize),
    Front,
    Sample,
    /// The place of the sample in its pixel, along an axis.
    SamplePlace(usize),
    Coverage,
    Primitive,
    Viewport,
    Layer,
    Barycentric(u32),
    Word(u32),
}

/// The invocations of a stage that run at once.
pub struct Invocations<'n> {
    /// Their number.
    pub count: usize,
    /// The name of one in messages.
    pub name: &'n dyn Fn(usize) -> String,
}

impl std::fmt::Debug for Invocations<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Invocations").field("count", &self.count).finish_non_exhaustive()
    }
}

/// Runs a stage on rows: the inputs and the outputs.
pub type Run<'r> = dyn FnMut(&Stage, &Rows, &mut Rows, &Invocations<'_>) -> Result<(), Error> + 'r;
/// The word of an input of a vertex shader: its row, the number of the vertex and of the instance.
pub type Fetch<'f> = dyn Fn(&Row, u32, u32) -> u32 + 'f;

impl Pipeline {
    /// Links two stages. Without a pixel shader only depth and stencil are written.
    ///
    /// # Errors
    /// When the vertex shader gives no position, or the pixel shader reads what the vertex shader does not write.
    pub fn new(vertex: Stage, pixel: Option<Stage>) -> Result<Self, Error> {
        let outputs = outputs(vertex.interface())?;
        let mut links = Links { vertex: &vertex, passed: Vec::new(), inputs: Vec::new() };
        let none = Vec::new();
        let rows = pixel.as_ref().map_or(&none, |pixel| &pixel.interface().inputs);
        let sources = rows.iter().map(|row| links.source(row)).collect::<Result<Vec<_>, _>>()?;
        let Links { passed, inputs, .. } = links;
        let colors = pixel.as_ref().map_or(Vec::new(), |pixel| colors(&pixel.interface().outputs));
        if colors.len() > MOST_COLORS {
            return Err(Error::Fixed(raster::Error::Colors(colors.len())));
        }
        let count = |builtin: BuiltIn| {
            let is_it = |row: &&Row| matches!(row.place, Place::Builtin(own, _) if own == builtin);
            vertex.interface().outputs.iter().filter(is_it).count()
        };
        let interface = raster::Interface {
            inputs,
            clip_distances: count(BuiltIn::ClipDistance),
            cull_distances: count(BuiltIn::CullDistance),
            lanes: LANES,
            colors: colors.len(),
            per_sample: pixel.as_ref().is_some_and(|pixel| pixel.interface().modes.per_sample),
            pixel: pixel.as_ref().map_or_else(PixelFacts::default, |pixel| facts(pixel.interface())),
        };
        Ok(Pipeline { vertex, pixel, passed, sources, colors, interface, outputs })
    }

    /// The vertex shader.
    pub fn vertex(&self) -> &Stage {
        &self.vertex
    }

    /// The pixel shader.
    pub fn pixel(&self) -> Option<&Stage> {
        self.pixel.as_ref()
    }

    /// The locations of the targets, in the order that [`Pipeline::draw`] takes them in.
    pub fn targets(&self) -> Vec<u32> {
        self.colors.iter().filter(|color| color.index == 0).map(|color| color.location).collect()
    }

    /// Draws instances of a call to targets, of which those of colors are in the order of [`Pipeline::targets`].
    ///
    /// # Errors
    /// When state, targets and shaders do not fit, when a shader does not run, or when the draw is to stop.
    pub fn draw(
        &self,
        (state, targets): (&State, &mut Targets),
        (call, instances): (Call<'_>, std::ops::Range<u32>),
        fetch: &Fetch<'_>,
        run: &mut Run<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Statistics, Error> {
        let pipeline = raster::Pipeline::new(state.clone(), self.interface.clone(), targets).map_err(Error::Fixed)?;
        let mut total = Statistics::default();
        let room = match &self.pixel {
            Some(pixel) => Some((pixel.inputs(LANES)?, pixel.outputs(LANES)?)),
            None => None,
        };
        let run = std::cell::RefCell::new(run);
        let room = std::cell::RefCell::new(room);
        for instance in instances {
            // Instances without vertices take time as well.
            if stop() {
                return Err(Error::Deadline);
            }
            // The fixed functions have errors of their own; one of a shader is kept here.
            let failed = std::cell::Cell::new(None);
            let fails = |error: Error| {
                failed.set(Some(error));
                raster::Error::Stopped
            };
            let mut front =
                |batch: &Batch| self.front(&pipeline, batch, (instance, fetch), &mut **run.borrow_mut()).map_err(fails);
            let mut shader = |packet: &Packet, shaded: &mut Shaded| match (&self.pixel, &mut *room.borrow_mut()) {
                (Some(pixel), Some((inputs, outputs))) => {
                    self.shade(pixel, (packet, shaded), (inputs, outputs), &mut **run.borrow_mut()).map_err(fails)
                }
                (_, _) => {
                    shaded.kept = packet.kept;
                    Ok(())
                }
            };
            let mut hooks = Hooks { shader: &mut shader, stop, watch: None };
            let own = raster::draw(&pipeline, targets, call, &mut front, &mut hooks);
            match (failed.take(), own) {
                (Some(error), _) => return Err(error),
                (None, Err(raster::Error::Stopped)) => return Err(Error::Deadline),
                (None, Err(error)) => return Err(Error::Fixed(error)),
                (None, Ok(own)) => {
                    total.vertices += own.vertices;
                    total.pass.invocations += own.pass.invocations;
                    total.pass.samples += own.pass.samples;
                    total.pass.packets += own.pass.packets;
                }
            }
        }
        Ok(total)
    }

    /// Shades the vertices of a batch, and sets up its primitives.
    fn front(
        &self,
        pipeline: &raster::Pipeline,
        batch: &Batch,
        (instance, fetch): (u32, &Fetch<'_>),
        run: &mut Run<'_>,
    ) -> Result<Chunk, Error> {
        let count = batch.vertices.len();
        let (mut inputs, mut outputs) = (self.vertex.inputs(count)?, self.vertex.outputs(count)?);
        for (at, row) in self.vertex.interface().inputs.iter().enumerate() {
            for (invocation, vertex) in batch.vertices.iter().enumerate() {
                let word = match row.place {
                    Place::Mask => RUNS | KEPT,
                    Place::Builtin(BuiltIn::VertexIndex, _) => *vertex,
                    Place::Builtin(BuiltIn::InstanceIndex, _) => instance,
                    Place::Builtin(..) => 0,
                    Place::Location { .. } => fetch(row, *vertex, instance),
                };
                inputs.set(at, invocation, word);
            }
        }
        if count > 0 {
            let name = |at: usize| format!("vertex {} of instance {instance}", batch.vertices.get(at).unwrap_or(&0));
            run(&self.vertex, &inputs, &mut outputs, &Invocations { count, name: &name })?;
        }
        let floats = |rows: &[usize]| -> Vec<f32> {
            (0..count)
                .flat_map(|vertex| rows.iter().map(move |row| (*row, vertex)))
                .map(|(row, vertex)| outputs.float(row, vertex))
                .collect()
        };
        let words = |row: Option<usize>| -> Vec<u32> {
            row.map_or(Vec::new(), |row| (0..count).map(|vertex| outputs.get(row, vertex)).collect())
        };
        let positions: Vec<[f32; 4]> =
            (0..count).map(|vertex| self.outputs.position.map(|row| outputs.float(row, vertex))).collect();
        let values: Vec<u32> = (0..count)
            .flat_map(|vertex| self.passed.iter().map(move |row| (*row, vertex)))
            .map(|(row, vertex)| outputs.get(row, vertex))
            .collect();
        let distances = floats(&self.outputs.distances);
        let point_sizes = self.outputs.point_size.map_or(Vec::new(), |row| floats(&[row]));
        let (viewports, layers) = (words(self.outputs.viewport), words(self.outputs.layer));
        Ok(pipeline.set_up(
            batch,
            &Vertices {
                positions: &positions,
                values: &values,
                distances: &distances,
                point_sizes: &point_sizes,
                viewports: &viewports,
                layers: &layers,
            },
        ))
    }

    /// Runs the pixel shader for a packet.
    fn shade(
        &self,
        pixel: &Stage,
        (packet, shaded): (&Packet, &mut Shaded),
        (inputs, outputs): (&mut Rows, &mut Rows),
        run: &mut Run<'_>,
    ) -> Result<(), Error> {
        for (row, source) in self.sources.iter().enumerate() {
            (0..packet.lanes).for_each(|lane| inputs.set(row, lane, word(*source, packet, lane)));
        }
        outputs.clear();
        let name = |lane: usize| {
            let helper = if packet.kept >> lane & 1 != 0 { "" } else { "helper of " };
            format!(
                "{helper}pixel ({},{}) of primitive {}",
                packet.x[lane],
                packet.y[lane],
                packet.primitives[lane / 4]
            )
        };
        run(pixel, inputs, outputs, &Invocations { count: packet.lanes, name: &name })?;
        shaded.kept = 0;
        let row = |builtin: BuiltIn| row_of(&pixel.interface().outputs, builtin, 0);
        let [depth, stencil, coverage] = [BuiltIn::FragDepth, BuiltIn::FragStencilRefEXT, BuiltIn::SampleMask].map(row);
        for lane in 0..packet.lanes {
            shaded.kept |= u128::from(outputs.get(0, lane) & 1) << lane;
            for (number, color) in self.colors.iter().enumerate() {
                for (part, row) in color.rows.iter().enumerate() {
                    let missing = if part == 3 { color.opaque } else { 0 };
                    let word = row.map_or(missing, |row| outputs.get(row, lane));
                    shaded.colors[(4 * number + part) * packet.lanes + lane] = word;
                }
            }
            if let Some(row) = depth {
                shaded.depth[lane] = outputs.float(row, lane);
            }
            if let Some(row) = stencil {
                shaded.stencil[lane] = outputs.get(row, lane);
            }
            shaded.coverage[lane] = coverage.map_or(u32::MAX, |row| outputs.get(row, lane));
        }
        Ok(())
    }
}

/// The word of an input of a lane.
fn word(source: Source, packet: &Packet, lane: usize) -> u32 {
    let quad = lane / 4;
    match source {
        Source::Mask => {
            let bit = |mask: u128, word: u32| if mask >> lane & 1 != 0 { word } else { 0 };
            bit(packet.run, RUNS) | bit(packet.kept, KEPT)
        }
        Source::Input(component) => packet.input(component)[lane],
        Source::Position(0) => packet.position_x[lane].to_bits(),
        Source::Position(1) => packet.position_y[lane].to_bits(),
        Source::Position(2) => packet.z[lane].to_bits(),
        Source::Position(_) => packet.rhw[lane].to_bits(),
        Source::Point(axis) => packet.point[axis][lane].to_bits(),
        Source::Front => u32::from(packet.front[quad]),
        Source::Sample => packet.sample[lane],
        Source::SamplePlace(0) => (packet.position_x[lane] - packet.x[lane] as f32).to_bits(),
        Source::SamplePlace(_) => (packet.position_y[lane] - packet.y[lane] as f32).to_bits(),
        Source::Coverage => packet.coverage[lane],
        Source::Primitive => packet.primitives[quad],
        Source::Viewport => packet.viewports[quad],
        Source::Layer => packet.layer,
        Source::Barycentric(part) => {
            let [second, third] = [0, 1].map(|at: usize| packet.barycentrics[at][lane]);
            [1.0 - second - third, second, third][part.min(2) as usize].to_bits()
        }
        Source::Word(word) => word,
    }
}

/// The links between the stages while they are made.
struct Links<'l> {
    vertex: &'l Stage,
    passed: Vec<usize>,
    inputs: Vec<Input>,
}

impl Links<'_> {
    /// The source of an input of the pixel shader.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn source(&mut self, row: &Row) -> Result<Source, Error> {
        Ok(match row.place {
            Place::Mask => Source::Mask,
            Place::Location { .. } => self.input(row)?,
            Place::Builtin(builtin, part) => match builtin {
                BuiltIn::ClipDistance | BuiltIn::CullDistance => self.input(row)?,
                BuiltIn::FragCoord => Source::Position(part),
                BuiltIn::PointCoord => Source::Point(part.min(1) as usize),
                BuiltIn::FrontFacing => Source::Front,
                BuiltIn::SampleId => Source::Sample,
                BuiltIn::SamplePosition => Source::SamplePlace(part.min(1) as usize),
                BuiltIn::SampleMask => Source::Coverage,
                BuiltIn::PrimitiveId => Source::Primitive,
                BuiltIn::ViewportIndex => Source::Viewport,
                BuiltIn::Layer => Source::Layer,
                BuiltIn::BaryCoordKHR => Source::Barycentric(part),
                BuiltIn::FragSizeEXT | BuiltIn::FragInvocationCountEXT => Source::Word(1),
                BuiltIn::ViewIndex | BuiltIn::DeviceIndex | BuiltIn::ShadingRateKHR => Source::Word(0),
                other => {
                    let why = "not computed by draws on the CPU".to_owned();
                    return Err(Error::Lower(LowerError::Unsupported(format!("the builtin {other:?}"), why)));
                }
            },
        })
    }

    /// A component that the vertex shader writes at the same place.
    fn input(&mut self, row: &Row) -> Result<Source, Error> {
        let Some(output) = self.vertex.interface().outputs.iter().position(|output| output.place == row.place) else {
            let (place, name) = (row.place, row.name.to_string());
            return Err(Error::NotWritten { name, place: spelled(place) });
        };
        let place = match row.sampling {
            Sampling::Center => raster::Place::Center,
            Sampling::Centroid => raster::Place::Centroid,
            Sampling::Sample => raster::Place::Sample,
        };
        self.passed.push(output);
        self.inputs.push(match row.interpolation {
            Interpolation::Flat => Input::Flat,
            Interpolation::Smooth => Input::Smooth(place),
            Interpolation::NoPerspective => Input::Linear(place),
        });
        Ok(Source::Input(self.inputs.len() - 1))
    }
}

/// A place in words.
fn spelled(place: Place) -> String {
    match place {
        Place::Location { location, component, .. } => format!("location {location}, component {component}"),
        Place::Builtin(builtin, part) => format!("{builtin:?}[{part}]"),
        Place::Mask => String::new(),
    }
}

/// The rows that the fixed functions read.
fn outputs(interface: &Interface) -> Result<Outputs, Error> {
    let row = |builtin: BuiltIn, part: u32| row_of(&interface.outputs, builtin, part);
    let mut position = [0; 4];
    for (part, own) in (0..).zip(&mut position) {
        let missing = || Error::NotWritten { name: "SV_Position".to_owned(), place: "Position".to_owned() };
        *own = row(BuiltIn::Position, part).ok_or_else(missing)?;
    }
    let all = |builtin: BuiltIn| (0..).map_while(move |part| row(builtin, part));
    Ok(Outputs {
        position,
        distances: all(BuiltIn::ClipDistance).chain(all(BuiltIn::CullDistance)).collect(),
        point_size: row(BuiltIn::PointSize, 0),
        viewport: row(BuiltIn::ViewportIndex, 0),
        layer: row(BuiltIn::Layer, 0),
    })
}

/// The colors of a pixel shader, those for blending with two sources behind their first ones.
fn colors(outputs: &[Row]) -> Vec<Color> {
    let mut colors: Vec<Color> = Vec::new();
    for (at, row) in outputs.iter().enumerate() {
        let Place::Location { location, component, index } = row.place else { continue };
        let is_it = |color: &Color| (color.location, color.index) == (location, index);
        let number = colors.iter().position(is_it).unwrap_or_else(|| {
            let opaque = if row.kind == Kind::Float { 1f32.to_bits() } else { 1 };
            colors.push(Color { location, index, rows: [None; 4], opaque });
            colors.len() - 1
        });
        colors[number].rows[component.min(3) as usize] = Some(at);
    }
    colors.sort_by_key(|color| (color.location, color.index));
    colors
}

/// The facts about a pixel shader that decide when tests run.
fn facts(interface: &Interface) -> PixelFacts {
    let writes = |builtin: BuiltIn| row_of(&interface.outputs, builtin, 0).is_some();
    let modes = interface.modes;
    PixelFacts {
        discards: modes.discards,
        depth: match writes(BuiltIn::FragDepth) {
            false => DepthOutput::None,
            true if modes.depth_greater => DepthOutput::Greater,
            true if modes.depth_less => DepthOutput::Less,
            true => DepthOutput::Any,
        },
        stencil: writes(BuiltIn::FragStencilRefEXT),
        coverage: writes(BuiltIn::SampleMask),
        writes_memory: modes.writes_memory,
        early: modes.early_tests,
    }
}

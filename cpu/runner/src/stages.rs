//! Stages of draws: they run as kernels on rows of inputs and outputs.
//!
//! A [`Stage`] is compiled once. [`Rows`] hold the inputs of any number of invocations; [`Stage::bind`] lends them to a
//! dispatch, beside the resources of the shader, and [`Stage::run`] runs it. [`Shade`] and [`Transform`] run one invocation on
//! given inputs, for tests of shaders. Interpolation, coverage and blending are the caller's.

mod between;
mod captures;
mod drawing;
mod front;
mod graph;
mod indirect;
mod linked;
mod links;
mod memory;
mod outputs;
mod pipeline;
mod rays;
mod screen;
mod shade;
mod streams;
mod tiles;
mod transform;
mod values;
mod work;

pub use between::Groups;
pub use front::{Fault, FaultKind};
pub use graph::{EntryRecords, GraphLimits, GraphNote, GraphNoteKind, GraphResources, GraphRun, WorkGraph};
pub use indirect::{DrawNumbers, Indirect};
pub use linked::Stages;
pub use pipeline::{Draw, Fetch, Invocation, Invocations, Pipeline, Run, Stop};
pub use raster as fixed;
pub use rays::{HitGroup, Launch, Note, RayPipeline, ShaderRecord, ShaderTable};
pub use screen::{Canvas, Screen};
pub use shade::{Shade, Shaded};
pub use streams::{Captured, STREAMS, StreamBuffer, StreamCount, StreamOut};
pub use transform::{Transform, Transformed};
pub use work::Work;

pub use ::stages::entry_points;
pub use ::stages::nodes::{NodeGrid, NodeLaunch, NodeOutput, NodeRecords, WorkNode, are_passed_on};
pub use ::stages::rays::{
    MOST_RECURSION, NoteKind, RayShader, RayStage, RecordVariable, link, ray_entry_points, starts_in_functions,
};

use crate::buffers::Bytes;
use crate::error::Error;
use crate::interface::{Dispatch, Engine, Module, Options};
use ::stages::{INPUTS, OUTPUTS, ROWS_SET};
use check::Check;
/// The set of our own bindings.
pub const ROWS: u32 = ROWS_SET;
/// The size of a workgroup of rays.
pub const RAY_GROUP: [u32; 3] = ::stages::rays::Rays::GROUP;

use spirv::BuiltIn;
use std::sync::Arc;

/// The names of what is in an interface.
pub mod rows {
    pub use ::stages::{
        At, Domain, EMITTED, Feedback, Interface, Interpolation, KEPT, Kind, MESHED, Modes, Place, RUNS, Row, STRAYS,
        Sampling, Shape, Spacing, Stage, Tessellation,
    };
    pub use spirv::BuiltIn;
}

use rows::{Interface, Place, Row};

/// The fewest lanes of a wave: those of a quad.
const LEAST_WAVE: u32 = 4;

/// A compiled shader of a stage of draws.
#[derive(Clone, Debug)]
pub struct Stage {
    module: Module,
    interface: Interface,
    /// The outputs for checks.
    outputs: Arc<[interp::Output]>,
    /// True if the order of accesses of pixels is checked.
    watches_sections: bool,
    /// True if helpers far outside of their primitives are checked.
    watches_edges: bool,
}

/// The words of invocations, row by row.
#[derive(Debug)]
pub struct Rows {
    bytes: Bytes,
    rows: usize,
    lanes: usize,
    invocations: usize,
}

/// The words of the kernel that an entry point of a stage becomes, for packets of this many invocations.
///
/// # Errors
/// When the words are not a module, there is no such entry point, or it cannot run on the CPU.
pub fn kernel(words: &[u32], stage: rows::Stage, entry: &str, lanes: u32) -> Result<Vec<u32>, Error> {
    Ok(converted(words, stage, entry, ::stages::Options { lanes, ..Default::default() }, Vec::new())?.words)
}

fn converted(
    words: &[u32],
    stage: rows::Stage,
    entry: &str,
    options: ::stages::Options,
    known: Vec<String>,
) -> Result<::stages::Converted, Error> {
    match ::stages::convert(words, stage, entry, options)? {
        Some(converted) => converted.map_err(Error::Lower),
        None => Err(Error::NoStage { entry: entry.to_owned(), stage: stage.name(), known }),
    }
}

impl Stage {
    /// Compiles an entry point of a stage of any compiler's SPIR-V module. Without a name the entry point is `main`, or the
    /// only one of the stage.
    ///
    /// # Errors
    /// When the words are not a module, there is no such entry point, or it cannot run on the CPU.
    pub fn new(words: &[u32], stage: rows::Stage, entry: Option<&str>, options: &Options) -> Result<Self, Error> {
        let known: Vec<String> =
            ::stages::entry_points(words)?.into_iter().filter(|(own, _)| *own == stage).map(|(_, name)| name).collect();
        let name = match entry {
            Some(name) => name,
            None if known.len() == 1 => &known[0],
            None => "main",
        };
        let name = name.to_owned();
        let wave = options.wave.clamp(LEAST_WAVE, 128).next_power_of_two();
        let watches_edges = stage == rows::Stage::Pixel && options.watches(Check::DerivativeEdge);
        let checked = options.watches_pixels();
        let conversion = ::stages::Options { lanes: wave, exact: true, checked, strays: watches_edges };
        let converted = converted(words, stage, &name, conversion, known)?;
        let options = Options { wave, ..options.clone() };
        let mut interface = converted.interface.clone();
        if options.engine != Engine::Compiled {
            // The interpreter shows and checks whole values.
            interface.inputs.iter_mut().for_each(|row| row.is_read = true);
        }
        let module = Module::new(&converted.words, &name, &options);
        let module = module.map_err(|error| error.at_origin(&|word| converted.origin(word)))?;
        let outputs = outputs::of(&interface).into();
        let watches_sections = options.watches(Check::Interlock);
        Ok(Stage { module, interface, outputs, watches_sections, watches_edges })
    }

    /// Says which rows of outputs with a location are read; others need not be written.
    fn read(&mut self, rows: &[usize]) {
        let is_read = |at: usize| {
            let is_passed = matches!(self.interface.outputs[at].place, Place::Location { .. });
            !is_passed || rows.contains(&at)
        };
        let all = self.outputs.iter().enumerate().map(|(at, output)| match is_read(at) {
            true => output.clone(),
            false => interp::Output { kind: interp::OutputKind::Unread, ..output.clone() },
        });
        self.outputs = all.collect();
    }

    /// The stage with checks of the alpha by which targets at these locations are blended.
    fn blending(&self, locations: &[u32]) -> Stage {
        let is_alpha = |row: &Row| {
            let location =
                matches!(row.place, Place::Location { location, index: 0, .. } if locations.contains(&location));
            location && row.component == 3
        };
        let all = self.outputs.iter().zip(&self.interface.outputs).map(|(output, row)| match is_alpha(row) {
            true => interp::Output { kind: interp::OutputKind::BlendedAlpha, ..output.clone() },
            false => output.clone(),
        });
        Stage { outputs: all.collect(), ..self.clone() }
    }

    /// Says to a dispatch which outputs there are.
    fn name_outputs(&self, dispatch: &mut Dispatch<'_>) {
        let info = self.module.info();
        if let Ok(binding) = crate::Place::from((ROWS_SET, OUTPUTS)).binding(info) {
            let (lanes, entry) = (self.interface.lanes, self.interface.entry.clone());
            let rows = Arc::clone(&self.outputs);
            let inputs = crate::Place::from((ROWS_SET, INPUTS)).binding(info).ok().filter(|_| self.watches_edges);
            let stray = inputs.map(|own| interp::Stray {
                buffer: own.slot,
                rows: self.interface.inputs.len() as u32,
                bit: rows::STRAYS,
            });
            dispatch.name_outputs(interp::Outputs { buffer: binding.slot, lanes, entry, rows, stray });
        }
    }

    /// The rows of inputs and outputs.
    pub fn interface(&self) -> &Interface {
        &self.interface
    }

    /// The kernel, whose dispatches take the resources of the shader.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The number of an invocation for [`Invocations::name`], from its place in a workgroup and that one's number.
    pub fn invocation(&self, local: [u32; 3], group: [u32; 3]) -> usize {
        let Interface { stage, lanes, shape, .. } = &self.interface;
        let [x, y, z] = local.map(|part| part as usize);
        let [width, height, depth] = shape.threads.map(|size| size as usize);
        match stage.is_group() {
            true => group[0] as usize * width * height * depth + (z * height + y) * width + x,
            false => group[0] as usize * *lanes as usize + x,
        }
    }

    /// The bindings of the shader's own resources.
    pub fn bindings(&self) -> impl Iterator<Item = &abi::Binding> {
        self.module.info().bindings.iter().filter(|binding| binding.set != ROWS_SET)
    }

    /// Inputs of this many invocations, all zeros: none of them runs.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub fn inputs(&self, invocations: usize) -> Result<Rows, Error> {
        self.rows(self.interface.inputs.len(), invocations)
    }

    /// Room for the outputs of this many invocations, all zeros.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub fn outputs(&self, invocations: usize) -> Result<Rows, Error> {
        self.rows(self.interface.output_rows(), invocations)
    }

    fn rows(&self, rows: usize, invocations: usize) -> Result<Rows, Error> {
        let lanes = self.interface.lanes as usize;
        let words = self.interface.packets(invocations).saturating_mul(rows).saturating_mul(lanes);
        // Words are numbered by 32 bits.
        if u32::try_from(words).is_err() {
            return Err(Error::NoMemory { bytes: 4 * words as u64 });
        }
        Ok(Rows { bytes: Bytes::zeros(4 * words)?, rows, lanes, invocations })
    }

    /// Lends rows to a dispatch of [`Stage::module`].
    ///
    /// # Errors
    /// When rows are bound already.
    pub fn bind<'b>(&self, dispatch: &mut Dispatch<'b>, inputs: &'b Rows, outputs: &'b mut Rows) -> Result<(), Error> {
        // A stage whose outputs are all unused still ends in the mask row.
        dispatch.buffer((ROWS_SET, INPUTS), &inputs.bytes[..])?;
        dispatch.buffer_mut((ROWS_SET, OUTPUTS), &mut outputs.bytes[..])?;
        self.name_outputs(dispatch);
        Ok(())
    }

    /// Runs all invocations of the rows that were lent.
    ///
    /// # Errors
    /// As for [`Dispatch::run`].
    pub fn run(&self, dispatch: &mut Dispatch<'_>, invocations: usize) -> Result<(), Error> {
        let packets = self.interface.packets(invocations);
        let packets = u32::try_from(packets).map_err(|_| Error::TooManyGroups([u32::MAX, 1, 1]))?;
        dispatch.run([packets, 1, 1])
    }
}

impl Rows {
    /// The number of invocations.
    pub fn invocations(&self) -> usize {
        self.invocations
    }

    fn at(&self, row: usize, invocation: usize) -> std::ops::Range<usize> {
        let word = (invocation / self.lanes * self.rows + row) * self.lanes + invocation % self.lanes;
        4 * word..4 * word + 4
    }

    /// The word of an invocation in a row.
    ///
    /// # Panics
    /// When there is no such row or invocation.
    pub fn get(&self, row: usize, invocation: usize) -> u32 {
        let bytes: [u8; 4] = self.bytes[self.at(row, invocation)].try_into().unwrap_or_default();
        u32::from_le_bytes(bytes)
    }

    /// The word of an invocation in a row, as a float.
    ///
    /// # Panics
    /// As for [`Rows::get`].
    pub fn float(&self, row: usize, invocation: usize) -> f32 {
        f32::from_bits(self.get(row, invocation))
    }

    /// Sets the word of an invocation in a row.
    ///
    /// # Panics
    /// As for [`Rows::get`].
    pub fn set(&mut self, row: usize, invocation: usize, word: u32) {
        let at = self.at(row, invocation);
        self.bytes[at].copy_from_slice(&word.to_le_bytes());
    }
}

/// The pixel shader of a module as a function, in compiled code with the usual options.
///
/// # Errors
/// As for [`Stage::new`].
pub fn shade(words: &[u32], entry: &str) -> Result<Shade, Error> {
    Shade::new(words, entry, &Options::default())
}

/// The vertex shader of a module as a function, in compiled code with the usual options.
///
/// # Errors
/// As for [`Stage::new`].
pub fn transform(words: &[u32], entry: &str) -> Result<Transform, Error> {
    Transform::new(words, entry, &Options::default())
}

/// The row of a component of a built-in variable.
pub fn row_of(rows: &[Row], builtin: BuiltIn, component: u32) -> Option<usize> {
    rows.iter().position(|row| row.place == Place::Builtin(builtin, component))
}

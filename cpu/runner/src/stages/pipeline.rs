//! Pipelines of stages, and what a draw is made of.
//!
//! It must not know how a draw runs.

use super::front::Front;
use super::links::{self, Color, Last, Links, VertexRows};
use super::rows::{BuiltIn, Place, Row};
use super::streams::StreamOut;
use super::{Stage, Work};
use crate::error::Error;
use raster::{Call, MOST_COLORS, Outputs, PixelFacts, State, Targets, Watch};

/// Stages that are linked.
#[derive(Debug)]
pub struct Pipeline {
    /// The first stage.
    pub(super) vertex: Stage,
    /// What is between it and the fixed functions.
    pub(super) front: Front,
    pub(super) pixel: Option<Stage>,
    /// The row of the last stage's outputs for each component that is passed on.
    pub(super) passed: Vec<usize>,
    pub(super) outputs: VertexRows,
    /// The rows of a vertex in front of the fixed functions.
    pub(super) last: Vec<Row>,
    colors: Vec<Color>,
    pub(super) interface: raster::Interface,
}

/// The invocations of a stage that run at once.
pub struct Invocations<'n> {
    /// The name of one in messages.
    pub name: &'n dyn Fn(usize) -> String,
    /// What one is; `None` where that is not known, or the invocation does not run.
    pub what: &'n dyn Fn(usize) -> Option<Invocation>,
}

/// An invocation of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invocation {
    /// A vertex, by its number, and its instance.
    Vertex(u32, u32),
    /// A pixel of a primitive, by its column and row.
    Pixel {
        /// Column and row.
        at: [u32; 2],
        /// The number of the primitive; 0 where a pixel shader fills a picture alone.
        primitive: u32,
        /// False for a helper invocation.
        is_kept: bool,
    },
}

impl std::fmt::Debug for Invocations<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Invocations").finish_non_exhaustive()
    }
}

/// Runs a stage: [`Stage::run_work`] with the resources of the caller.
pub type Run<'r> = dyn FnMut(&Stage, Work<'_>, &Invocations<'_>) -> Result<(), Error> + 'r;
/// Fills in the words of an input of a vertex shader: its row, the numbers of the vertices, that of the instance.
pub type Fetch<'f> = dyn Fn(&Row, &[u32], u32, &mut [u32]) + 'f;
/// Asked now and then, on any thread: whether to stop.
pub type Stop<'s> = dyn Fn() -> bool + Sync + 's;

/// What is drawn to what.
#[derive(Debug)]
pub struct Draw<'s> {
    /// The state.
    pub state: &'s State,
    /// The targets, of which those of colors are in the order of [`Pipeline::targets`].
    pub targets: &'s mut Targets,
    /// The vertices.
    pub call: Call<'s>,
    /// The instances.
    pub instances: std::ops::Range<u32>,
    /// The number of the draw among those of an indirect one.
    pub number: u32,
    /// The pixel whose history is kept.
    pub watch: Option<&'s mut Watch>,
    /// The buffers that take vertices.
    pub streams: Option<&'s mut StreamOut>,
}

impl Pipeline {
    /// Links two stages. Without a pixel shader only depth and stencil are written.
    ///
    /// # Errors
    /// When the vertex shader gives no position although there is a pixel shader, or that reads what the vertex shader does not
    /// write.
    pub fn new(vertex: Stage, pixel: Option<Stage>) -> Result<Self, Error> {
        let rows = vertex.interface().outputs.clone();
        let last = Last { rows: &rows, own: rows.len(), stage: "vertex" };
        Pipeline::linked(vertex, Front::None, last, pixel)
    }

    /// Links the pixel shader to the last stage in front of it.
    pub(super) fn linked(mut vertex: Stage, front: Front, last: Last<'_>, pixel: Option<Stage>) -> Result<Self, Error> {
        let outputs = links::outputs(last, pixel.is_some())?;
        let none = Vec::new();
        let rows = pixel.as_ref().map_or(&none, |pixel| &pixel.interface().inputs);
        let Links { passed, inputs, rows, .. } = Links::new(last, rows)?;
        if matches!(front, Front::None) {
            vertex.read(&passed);
        }
        let colors = pixel.as_ref().map_or(Vec::new(), |pixel| links::colors(&pixel.interface().outputs));
        if colors.len() > MOST_COLORS {
            return Err(Error::Fixed(raster::Error::Colors(colors.len())));
        }
        let count = |builtin: BuiltIn| {
            let is_it = |row: &&Row| matches!(row.place, Place::Builtin(own, _) if own == builtin);
            last.rows.iter().filter(is_it).count()
        };
        let facts = |pixel: &Stage| links::facts(pixel.interface());
        let interface = raster::Interface {
            inputs,
            rows,
            outputs: pixel
                .as_ref()
                .map_or_else(Outputs::default, |pixel| links::pixel_outputs(pixel.interface(), &colors)),
            clip_distances: count(BuiltIn::ClipDistance),
            cull_distances: count(BuiltIn::CullDistance),
            lanes: pixel.as_ref().map_or(4, |pixel| pixel.interface().lanes as usize),
            per_sample: pixel.as_ref().is_some_and(|pixel| pixel.interface().modes.per_sample),
            pixel: pixel.as_ref().map_or_else(PixelFacts::default, facts),
        };
        let last = last.rows.to_vec();
        Ok(Pipeline { vertex, front, pixel, passed, outputs, last, colors, interface })
    }

    /// Returns whether a mesh shader makes the vertices.
    pub(super) fn is_mesh(&self) -> bool {
        matches!(self.front, Front::Meshlets(_))
    }

    /// Returns whether the last stage in front of the fixed functions writes a position. Without one nothing is drawn.
    pub fn has_position(&self) -> bool {
        self.outputs.position.is_some()
    }

    /// The name of the last stage in front of the fixed functions.
    pub(super) fn last_stage(&self) -> &'static str {
        match &self.front {
            Front::None => "vertex",
            Front::Between(between) if between.geometry.is_some() => "geometry",
            Front::Between(_) => "domain",
            Front::Meshlets(_) => "mesh",
        }
    }

    /// Returns whether a geometry shader makes the primitives.
    pub(super) fn has_geometry(&self) -> bool {
        match &self.front {
            Front::Between(between) => between.geometry.is_some(),
            Front::None | Front::Meshlets(_) => false,
        }
    }

    /// The vertex shader, or the first stage of a pipeline without one.
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

    /// Returns whether the pixel shader or the fixed functions read rows from this one on.
    pub(super) fn needs_from(&self, row: usize) -> bool {
        let own = [self.outputs.viewport, self.outputs.layer];
        self.passed.iter().chain(own.iter().flatten()).any(|own| *own >= row)
    }
}

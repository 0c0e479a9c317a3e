//! Stages between the vertices of a call and the fixed functions: hull and domain shaders, geometry shaders; and mesh shaders,
//! which have no vertices in front of them.
//!
//! `chain` links them, `table` holds the vertices between two of them, the others run them in rounds of bounded memory. It must
//! not know how a pixel is shaded.

mod chain;
mod meshlets;
mod patches;
mod primitives;
mod table;

pub use meshlets::Groups;

use super::drawing::{Drawing, fill};
use super::links::Last;
use super::pipeline::{Fetch, Invocations, Pipeline};
use super::rows::{self, BuiltIn, Place};
use super::{Stage, Work};
use crate::error::Error;
use meshlets::Meshlets;
use patches::{Control, Patches};
use primitives::{Primitives, Taken};
use raster::{Batch, Call, Form, Provoking, Wholes};
use table::Table;

/// The words of rows that are written at once, about.
const MOST_WORDS: usize = 1 << 22;

/// What is between the first stage and the fixed functions.
#[derive(Debug)]
pub(super) enum Front {
    /// Nothing: vertices become primitives.
    None,
    /// Stages that take primitives or patches.
    Between(Box<Between>),
    /// A mesh shader.
    Meshlets(Box<Meshlets>),
}

/// Stages behind the vertex shader.
#[derive(Debug)]
pub(super) struct Between {
    patches: Option<Patches>,
    geometry: Option<Primitives>,
}

/// The stages of a pipeline. Those that are missing are not run.
#[derive(Debug, Default)]
pub struct Stages {
    /// The vertex shader.
    pub vertex: Option<Stage>,
    /// The hull shader.
    pub hull: Option<Stage>,
    /// The domain shader.
    pub domain: Option<Stage>,
    /// The geometry shader.
    pub geometry: Option<Stage>,
    /// The amplification shader.
    pub amplification: Option<Stage>,
    /// The mesh shader.
    pub mesh: Option<Stage>,
    /// The pixel shader.
    pub pixel: Option<Stage>,
}

/// Something that a shader did in a draw, and that is not defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What it is.
    pub kind: FaultKind,
    /// The stage.
    pub stage: rows::Stage,
    /// The entry point.
    pub entry: String,
    /// What it did.
    pub text: String,
    /// How often.
    pub count: u64,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// More mesh groups than there may be. None is started.
    Groups,
    /// More vertices of a meshlet than its output has. Those behind are dropped.
    Vertices,
    /// More primitives.
    Primitives,
    /// An index without a vertex. The primitive is dropped.
    Index,
    /// More vertices of a geometry shader than it may make. Those behind are dropped.
    Emitted,
}

impl Pipeline {
    /// Links stages.
    ///
    /// # Errors
    /// When they are no pipeline, or one reads what those in front do not write.
    pub fn of(stages: Stages) -> Result<Self, Error> {
        let Stages { vertex, hull, domain, geometry, amplification, mesh, pixel } = stages;
        let not_fit = |why: &str| Error::NotFit { why: why.to_owned() };
        if let Some(mesh) = mesh {
            if vertex.is_some() || hull.is_some() || domain.is_some() || geometry.is_some() {
                return Err(not_fit("a mesh shader takes the place of the vertex, hull, domain and geometry shaders"));
            }
            let meshlets = Meshlets::new(amplification, mesh.clone())?;
            let (rows, own) = meshlets.rows();
            let front = Front::Meshlets(Box::new(meshlets));
            return Pipeline::linked(mesh, front, Last { rows: &rows, own, stage: "mesh" }, pixel);
        }
        if amplification.is_some() {
            return Err(not_fit("an amplification shader needs a mesh shader"));
        }
        let Some(vertex) = vertex else { return Err(not_fit("a pipeline needs a vertex or a mesh shader")) };
        if hull.is_some() != domain.is_some() {
            return Err(not_fit("a hull shader needs a domain shader, and a domain shader a hull shader"));
        }
        if hull.is_none() && geometry.is_none() {
            return Pipeline::new(vertex, pixel);
        }
        let (mut rows, mut by) = (vertex.interface().outputs.clone(), "vertex");
        let patches = match hull.zip(domain) {
            Some((hull, domain)) => {
                let is_number = |row: &rows::Row| row.place == Place::Builtin(BuiltIn::PrimitiveId, 0);
                let has_number = pixel.as_ref().is_some_and(|pixel| pixel.interface().inputs.iter().any(is_number))
                    && geometry.is_none()
                    && !domain.interface().outputs.iter().any(is_number);
                let patches = Patches::new((&rows, by), hull, domain, has_number)?;
                (rows, by) = (patches.rows(), "domain");
                Some(patches)
            }
            None => None,
        };
        let geometry = match geometry {
            Some(stage) => {
                let taken = stage.interface().shape.taken;
                if let Some(made) = patches.as_ref().map(Patches::corners).filter(|made| *made != taken) {
                    let why = format!(
                        "the geometry shader takes primitives of {taken} vertices, the tessellator makes those of {made}"
                    );
                    return Err(Error::NotFit { why });
                }
                let sources = chain::sources(&stage.interface().inputs, &rows, by, 0)?;
                (rows, by) = (stage.interface().outputs.clone(), "geometry");
                Some(Primitives { stage, sources })
            }
            None => None,
        };
        let last = Last { rows: &rows, own: rows.len(), stage: by };
        Pipeline::linked(vertex, Front::Between(Box::new(Between { patches, geometry })), last, pixel)
    }

    /// The vertices of the primitives that a geometry shader behind a vertex shader takes.
    pub fn taken(&self) -> Option<u32> {
        match &self.front {
            Front::Between(between) if between.patches.is_none() => {
                between.geometry.as_ref().map(|shader| shader.stage.interface().shape.taken)
            }
            Front::Between(_) | Front::None | Front::Meshlets(_) => None,
        }
    }

    /// Returns whether the pixel shader or the fixed functions read rows from this one on.
    fn needs_from(&self, row: usize) -> bool {
        let own = [self.outputs.viewport, self.outputs.layer];
        self.passed.iter().chain(own.iter().flatten()).any(|own| *own >= row)
    }
}

impl Drawing<'_, '_> {
    /// Runs the stages for an instance.
    pub(super) fn between(
        &mut self,
        between: &Between,
        call: Call<'_>,
        instance: u32,
        fetch: &Fetch<'_>,
    ) -> Result<(), Error> {
        let form = match &between.patches {
            Some(patches) => Form::Patches(patches.points()),
            None => Form::Primitives,
        };
        let size = form.size(call.topology);
        if let Some(taken) = self.pipeline.taken().filter(|taken| *taken != size) {
            let why =
                format!("the geometry shader takes primitives of {taken} vertices, those of the topology have {size}");
            return Err(Error::NotFit { why });
        }
        for whole in Wholes::new(call, form) {
            let table = self.vertices(&Batch { vertices: whole.vertices, instance, ..Batch::default() }, fetch)?;
            let (corners, first) = (&whole.corners[..], whole.first);
            match (&between.patches, &between.geometry) {
                (Some(patches), geometry) => {
                    let control = Control { table: &table, corners, first, instance };
                    self.patches(patches, geometry.as_ref(), &control)?;
                }
                (None, Some(geometry)) => {
                    let numbers: Vec<u32> =
                        (0..corners.len() as u32 / size).map(|number| first.wrapping_add(number)).collect();
                    self.primitives(geometry, &Taken { table: &table, corners, numbers: &numbers, instance })?;
                }
                (None, None) => {}
            }
        }
        Ok(())
    }

    /// Shades the vertices of a batch.
    fn vertices(&mut self, batch: &Batch, fetch: &Fetch<'_>) -> Result<Table, Error> {
        if (self.stop)() {
            return Err(Error::Deadline);
        }
        let vertex = &self.pipeline.vertex;
        let interface = vertex.interface();
        let lanes = interface.lanes as usize;
        let groups = batch.vertices.len().div_ceil(lanes);
        let mut table = Table { stride: interface.outputs.len(), ..Table::default() };
        if groups == 0 {
            return Ok(table);
        }
        let inputs = self.inputs.get(groups * interface.inputs.len() * lanes);
        fill(vertex, (batch, self.bases), inputs, fetch);
        let outputs = self.outputs.get(groups * table.stride * lanes);
        let name = |at: usize| {
            let number = batch.vertices.get(at).unwrap_or(&0);
            format!("vertex {number} of instance {}", batch.instance)
        };
        (self.run)(vertex, Work::rows(inputs, outputs, groups), &Invocations { name: &name })?;
        table.gather(outputs, lanes, batch.vertices.len());
        self.statistics.vertices += batch.vertices.len() as u64;
        Ok(table)
    }

    /// Returns whether the last vertex of a primitive is the provoking one.
    fn fixed_last(&self) -> bool {
        self.fixed.provoking() == Provoking::Last
    }

    /// Notes a fault, or that there is one of its kind again.
    fn fault(&mut self, kind: FaultKind, stage: &Stage, text: String) {
        let (own, entry) = (stage.interface().stage, &stage.interface().entry);
        match self.faults.iter_mut().find(|fault| (fault.kind, fault.stage) == (kind, own)) {
            Some(fault) => fault.count += 1,
            None => self.faults.push(Fault { kind, stage: own, entry: entry.clone(), text, count: 1 }),
        }
    }
}

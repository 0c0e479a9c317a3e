//! Pipelines of any stages: which of them are one together, and what each passes to the next.
//!
//! It must not know how a stage runs, or what is drawn.

use super::Stage;
use super::front::{Between, Front, Meshlets, Patches, Primitives, sources};
use super::links::Last;
use super::pipeline::Pipeline;
use super::rows::{self, BuiltIn, Place};
use crate::error::Error;

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
    /// The control points of a patch, where the host says how many there are, as Vulkan's hosts do. The inputs of hull and
    /// domain shaders may have room for more then, and declare what nothing writes, which is zero. Otherwise they are as many as the hull shader's inputs have room for.
    pub points: Option<u32>,
}

impl Pipeline {
    /// Links stages.
    ///
    /// # Errors
    /// When they do not make a pipeline, or one reads what those in front do not write.
    pub fn of(stages: Stages) -> Result<Self, Error> {
        let Stages { vertex, hull, domain, geometry, amplification, mesh, pixel, points } = stages;
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
                let patches = Patches::new(&rows, by, hull, domain, points, has_number)?;
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
                let sources = sources(&stage.interface().inputs, &rows, by, 0)?;
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
}

//! A vertex shader as a function: one vertex, on inputs that the caller states.

use super::rows::{self, KEPT, Place, RUNS};
use super::{Stage, row_of, values};
use crate::error::Error;
use crate::interface::{Dispatch, Options};
use spirv::BuiltIn;

/// A vertex that is to be transformed. Inputs that are not set are 0.
#[derive(Clone, Debug)]
pub struct Transform {
    stage: Stage,
    vertex: u32,
    instance: u32,
    inputs: Vec<(Vec<usize>, Vec<f64>)>,
}

/// The outputs of a vertex.
#[derive(Clone, Debug, PartialEq)]
pub struct Transformed {
    rows: Vec<(rows::Row, f64)>,
}

impl Transform {
    /// The vertex shader of a module, at vertex 0.
    ///
    /// # Errors
    /// As for [`Stage::new`].
    pub fn new(words: &[u32], entry: &str, options: &Options) -> Result<Self, Error> {
        let stage = Stage::new(words, rows::Stage::Vertex, Some(entry), options)?;
        Ok(Transform { stage, vertex: 0, instance: 0, inputs: Vec::new() })
    }

    /// The compiled shader.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Sets the number of the vertex (`SV_VertexID`).
    #[must_use]
    pub fn vertex(mut self, vertex: u32) -> Self {
        self.vertex = vertex;
        self
    }

    /// Sets the number of the instance (`SV_InstanceID`).
    #[must_use]
    pub fn instance(mut self, instance: u32) -> Self {
        self.instance = instance;
        self
    }

    /// Sets an input by its semantic. Components beyond those given are 0.
    ///
    /// # Errors
    /// When the shader has no such input.
    pub fn input(mut self, name: &str, values: &[f64]) -> Result<Self, Error> {
        let rows = values::named(&self.stage.interface().inputs, name)?;
        self.inputs.push((rows, values.to_vec()));
        Ok(self)
    }

    /// Runs the shader, which needs no resources.
    ///
    /// # Errors
    /// As for [`Dispatch::run`].
    pub fn run(&self) -> Result<Transformed, Error> {
        self.run_with(|_| Ok(()))
    }

    /// Runs the shader with what the closure binds.
    ///
    /// # Errors
    /// Those of the closure, and as for [`Dispatch::run`].
    pub fn run_with<'b>(
        &self,
        bind: impl FnOnce(&mut Dispatch<'b>) -> Result<(), Error>,
    ) -> Result<Transformed, Error> {
        let interface = self.stage.interface();
        let (mut inputs, mut outputs) = (self.stage.inputs(1)?, self.stage.outputs(1)?);
        inputs.set(0, 0, RUNS | KEPT);
        for (builtin, word) in [(BuiltIn::VertexIndex, self.vertex), (BuiltIn::InstanceIndex, self.instance)] {
            if let Some(row) = row_of(&interface.inputs, builtin, 0) {
                inputs.set(row, 0, word);
            }
        }
        for (rows, given) in &self.inputs {
            for (row, value) in rows.iter().zip(given) {
                let own = &interface.inputs[*row];
                let words = values::words(own, *value);
                inputs.set(*row, 0, words[0]);
                if own.bits == 64 {
                    inputs.set(*row + 1, 0, words[1]);
                }
            }
        }
        {
            let mut dispatch = super::shade::shorter(self.stage.module().dispatch(), bind)?;
            self.stage.bind(&mut dispatch, &inputs, &mut outputs)?;
            self.stage.run(&mut dispatch, 1)?;
        }
        let rows = interface.outputs.iter().enumerate().filter(|(_, row)| row.part == 0).map(|(at, row)| {
            let high = if row.bits == 64 { outputs.get(at + 1, 0) } else { 0 };
            (row.clone(), values::value(row, [outputs.get(at, 0), high]))
        });
        Ok(Transformed { rows: rows.collect() })
    }
}

impl Transformed {
    /// The position (`SV_Position`), if the shader writes it.
    pub fn position(&self) -> Option<[f64; 4]> {
        let mut position = [0.0; 4];
        let mut found = false;
        for (row, value) in &self.rows {
            if let Place::Builtin(BuiltIn::Position, component) = row.place {
                position[component as usize & 3] = *value;
                found = true;
            }
        }
        found.then_some(position)
    }

    /// The components of an output by its semantic; none if the shader has no such output.
    pub fn output(&self, name: &str) -> Vec<f64> {
        self.rows.iter().filter(|(row, _)| values::is_named(row, name)).map(|(_, value)| *value).collect()
    }
}

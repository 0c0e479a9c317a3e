//! Mesh shaders, with or without an amplification shader, linked.
//!
//! It must not know how groups run.

use super::chain::{self, Source};
use crate::error::Error;
use crate::stages::Stage;
use crate::stages::rows::{BuiltIn, Place, Row};

/// A mesh shader, and the amplification shader in front of it.
#[derive(Debug)]
pub(in crate::stages) struct Meshlets {
    pub(in crate::stages) amplification: Option<Stage>,
    pub(in crate::stages) mesh: Stage,
    pub(in crate::stages) sources: Vec<Source>,
    /// The row among those of a primitive that drops it.
    pub(in crate::stages) cull: Option<usize>,
    /// The place of the payload among the rows of the amplification shader, and its words.
    pub(in crate::stages) payload: (usize, usize),
}

impl Meshlets {
    /// Links the stages.
    ///
    /// # Errors
    /// When they have other payloads.
    pub(in crate::stages) fn new(amplification: Option<Stage>, mesh: Stage) -> Result<Self, Error> {
        let payload = |rows: &[Row]| -> Vec<Row> {
            rows.iter().filter(|row| matches!(row.place, Place::Payload(_))).cloned().collect()
        };
        let wanted = payload(&mesh.interface().inputs);
        let given = amplification.as_ref().map(|stage| payload(&stage.interface().outputs));
        let types = |rows: &[Row]| -> Vec<_> { rows.iter().map(|row| (row.kind, row.bits)).collect() };
        match &given {
            None if !wanted.is_empty() => {
                let why = "the mesh shader reads a payload, which needs an amplification shader".to_owned();
                return Err(Error::NotFit { why });
            }
            Some(given) if !wanted.is_empty() && types(given) != types(&wanted) => {
                let sizes = [given.len(), wanted.len()].map(|words| 4 * words);
                let why = match sizes[0] == sizes[1] {
                    true => "the payload of the amplification shader has other types than that of the mesh shader"
                        .to_owned(),
                    false => format!(
                        "the amplification shader writes a payload of {} bytes, the mesh shader reads one of {}",
                        sizes[0], sizes[1]
                    ),
                };
                return Err(Error::NotFit { why });
            }
            Some(_) | None => {}
        }
        let outputs = amplification.as_ref().map_or(&[][..], |stage| &stage.interface().outputs);
        let start = outputs.iter().position(|row| row.place == Place::Payload(0)).unwrap_or(0);
        let words = given.map_or(0, |given| given.len());
        let sources = chain::sources(&mesh.interface().inputs, &[], "amplification", 0)?;
        let is_cull = |row: &Row| row.place == Place::Builtin(BuiltIn::CullPrimitiveEXT, 0);
        let cull = mesh.interface().shape.primitive.iter().position(is_cull);
        Ok(Meshlets { amplification, mesh, sources, cull, payload: (start, words) })
    }

    /// The rows of a vertex, and of its primitive.
    pub(in crate::stages) fn rows(&self) -> (Vec<Row>, usize) {
        let interface = self.mesh.interface();
        let own = interface.outputs.len();
        (interface.outputs.iter().chain(&interface.shape.primitive).cloned().collect(), own)
    }
}

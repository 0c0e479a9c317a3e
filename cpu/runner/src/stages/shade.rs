//! A pixel shader as a function: one pixel, on inputs that the caller states.

use super::rows::{self, At, KEPT, Place, RUNS};
use super::{Rows, Stage, row_of, values};
use crate::error::Error;
use crate::interface::{Dispatch, Options};
use spirv::BuiltIn;

/// The invocations of a quad.
const QUAD: usize = 4;

/// A pixel that is to be shaded.
///
/// The pixel is the upper left one of a quad, whose other pixels are helpers: derivatives are what
/// [`derivatives`](Shade::derivatives) says, 0 unless it is called. Inputs that are not set are 0.
#[derive(Clone, Debug)]
pub struct Shade {
    stage: Stage,
    at: [f32; 2],
    depth: f32,
    is_back: bool,
    sample: u32,
    inputs: Vec<Input>,
}

/// An input: for each of its rows the value, and its changes along both axes.
#[derive(Clone, Debug)]
struct Input {
    rows: Vec<usize>,
    values: Vec<f64>,
    along: [Vec<f64>; 2],
}

/// The outputs of a pixel.
#[derive(Clone, Debug, PartialEq)]
pub struct Shaded {
    targets: Vec<(u32, u32, f64)>,
    depth: Option<f64>,
    is_discarded: bool,
}

impl Shade {
    /// The pixel shader of a module, at the pixel (0, 0).
    ///
    /// # Errors
    /// As for [`Stage::new`].
    pub fn new(words: &[u32], entry: &str, options: &Options) -> Result<Self, Error> {
        let stage = Stage::new(words, rows::Stage::Pixel, Some(entry), options)?;
        Ok(Shade { stage, at: [0.5; 2], depth: 0.0, is_back: false, sample: 0, inputs: Vec::new() })
    }

    /// The compiled shader.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Sets the place in the window (`SV_Position.xy`): 3.5 is the centre of the fourth pixel.
    #[must_use]
    pub fn at(mut self, at: [f32; 2]) -> Self {
        self.at = at;
        self
    }

    /// Sets the depth of the pixel (`SV_Position.z`).
    #[must_use]
    pub fn depth(mut self, depth: f32) -> Self {
        self.depth = depth;
        self
    }

    /// Says that the pixel is of a back face.
    #[must_use]
    pub fn back_face(mut self) -> Self {
        self.is_back = true;
        self
    }

    /// Sets the number of the sample.
    #[must_use]
    pub fn sample(mut self, sample: u32) -> Self {
        self.sample = sample;
        self
    }

    /// Sets an input by its semantic. Components beyond those given are 0.
    ///
    /// # Errors
    /// When the shader has no such input.
    pub fn input(mut self, name: &str, values: &[f64]) -> Result<Self, Error> {
        let rows = values::named(&self.stage.interface().inputs, name)?;
        self.inputs.retain(|input| input.rows != rows);
        self.inputs.push(Input { rows, values: values.to_vec(), along: [Vec::new(), Vec::new()] });
        Ok(self)
    }

    /// Sets the changes of an input to the next pixel on the right and below.
    ///
    /// # Errors
    /// When the shader has no such input.
    pub fn derivatives(mut self, name: &str, x: &[f64], y: &[f64]) -> Result<Self, Error> {
        let rows = values::named(&self.stage.interface().inputs, name)?;
        if !self.inputs.iter().any(|input| input.rows == rows) {
            self.inputs.push(Input { rows: rows.clone(), values: Vec::new(), along: [Vec::new(), Vec::new()] });
        }
        for input in self.inputs.iter_mut().filter(|input| input.rows == rows) {
            input.along = [x.to_vec(), y.to_vec()];
        }
        Ok(self)
    }

    /// Runs the shader, which needs no resources.
    ///
    /// # Errors
    /// As for [`Dispatch::run`].
    pub fn run(&self) -> Result<Shaded, Error> {
        self.run_with(|_| Ok(()))
    }

    /// Runs the shader with what the closure binds.
    ///
    /// # Errors
    /// Those of the closure, and as for [`Dispatch::run`].
    pub fn run_with<'b>(&self, bind: impl FnOnce(&mut Dispatch<'b>) -> Result<(), Error>) -> Result<Shaded, Error> {
        let interface = self.stage.interface();
        let (mut inputs, mut outputs) = (self.stage.inputs(QUAD)?, self.stage.outputs(QUAD)?);
        for lane in 0..QUAD {
            inputs.set(0, lane, if lane == 0 { RUNS | KEPT } else { RUNS });
            let [x, y] = [lane & 1, lane >> 1].map(|step| step as f32);
            let builtins = [
                (BuiltIn::FragCoord, 0, (self.at[0] + x).to_bits()),
                (BuiltIn::FragCoord, 1, (self.at[1] + y).to_bits()),
                (BuiltIn::FragCoord, 2, self.depth.to_bits()),
                (BuiltIn::FragCoord, 3, 1f32.to_bits()),
                (BuiltIn::FrontFacing, 0, u32::from(!self.is_back)),
                (BuiltIn::SampleId, 0, self.sample),
                (BuiltIn::SamplePosition, 0, 0.5f32.to_bits()),
                (BuiltIn::SamplePosition, 1, 0.5f32.to_bits()),
                (BuiltIn::SampleMask, 0, 1 << (self.sample & 31)),
            ];
            for (builtin, component, word) in builtins {
                if let Some(row) = row_of(&interface.inputs, builtin, component) {
                    inputs.set(row, lane, word);
                }
            }
            for (row, own) in interface.inputs.iter().enumerate() {
                if let Place::Evaluation(word) = own.place {
                    inputs.set(row, lane, self.evaluation(word, [lane & 1, lane >> 1]));
                }
            }
            for input in &self.inputs {
                for (at, row) in input.rows.iter().enumerate() {
                    let of = |values: &[f64]| values.get(at).copied().unwrap_or(0.0);
                    let value =
                        of(&input.values) + of(&input.along[0]) * f64::from(x) + of(&input.along[1]) * f64::from(y);
                    let own = &interface.inputs[*row];
                    self.set_corners(&mut inputs, lane, *row, at, input);
                    let words = values::words(own, value);
                    inputs.set(*row, lane, words[0]);
                    if own.bits == 64 {
                        inputs.set(*row + 1, lane, words[1]);
                    }
                }
            }
        }
        {
            // What is bound may live longer than the rows.
            let mut dispatch: Dispatch<'_> = shorter(self.stage.module().dispatch(), bind)?;
            self.stage.bind(&mut dispatch, &inputs, &mut outputs)?;
            self.stage.run(&mut dispatch, QUAD)?;
        }
        let mut shaded = Shaded { targets: Vec::new(), depth: None, is_discarded: outputs.get(0, 0) == 0 };
        for (at, row) in interface.outputs.iter().enumerate().filter(|(_, row)| row.part == 0) {
            let high = if row.bits == 64 { outputs.get(at + 1, 0) } else { 0 };
            let value = values::value(row, [outputs.get(at, 0), high]);
            match row.place {
                Place::Location { location, component, index: 0 } => shaded.targets.push((location, component, value)),
                Place::Builtin(BuiltIn::FragDepth, _) => shaded.depth = Some(value),
                Place::Location { .. }
                | Place::Builtin(..)
                | Place::Payload(_)
                | Place::Count(_)
                | Place::Mask
                | Place::Evaluation(_) => {}
            }
        }
        Ok(shaded)
    }
}

impl Shade {
    /// Sets the values of an input at the corners of a triangle with sides of a pixel, of which the first is where the shader is
    /// run: for evaluations at other places.
    fn set_corners(&self, inputs: &mut Rows, lane: usize, row: usize, at: usize, input: &Input) {
        let rows = &self.stage.interface().inputs;
        let of = |values: &[f64]| values.get(at).copied().unwrap_or(0.0);
        for (number, own) in rows.iter().enumerate().filter(|(_, own)| own.place == rows[row].place) {
            let At::Corner(corner) = own.at else { continue };
            let along = if corner == 0 { 0.0 } else { of(&input.along[corner as usize - 1]) };
            inputs.set(number, lane, values::words(own, of(&input.values) + along)[0]);
        }
    }

    /// A word of what inputs are evaluated by at other places, in that triangle, for the pixel with an offset.
    fn evaluation(&self, word: u32, offset: [usize; 2]) -> u32 {
        let [x, y] = self.at.map(|part| f64::from(part) * UNITS);
        let unit = 1.0 / UNITS;
        let numbers = [unit, 0.0, -x * unit, 0.0, unit, -y * unit, 1.0, 1.0, 1.0, 1.0];
        let grid = |axis: usize| ((self.at[axis] + offset[axis] as f32) * UNITS as f32) as i32;
        match word {
            0..20 => (numbers[word as usize / 2].to_bits() >> (32 * (word % 2))) as u32,
            20 | 22 => grid(0).cast_unsigned(),
            21 | 23 => grid(1).cast_unsigned(),
            // All samples are at the center.
            _ => 0x8080_8080,
        }
    }
}

/// The units of a pixel on the grid of positions.
const UNITS: f64 = 256.0;

/// A dispatch with what was bound, for as long as the rows live.
pub(super) fn shorter<'s, 'b: 's>(
    mut dispatch: Dispatch<'b>,
    bind: impl FnOnce(&mut Dispatch<'b>) -> Result<(), Error>,
) -> Result<Dispatch<'s>, Error> {
    bind(&mut dispatch)?;
    Ok(dispatch)
}

impl Shaded {
    /// The colour that the shader gives a target (`SV_Target0`); components that it does not write are 0. `None` if it has no
    /// such output, or the pixel was discarded.
    pub fn target(&self, target: u32) -> Option<[f64; 4]> {
        let mut color = [0.0; 4];
        let own = self.targets.iter().filter(|(location, ..)| *location == target);
        let count = own.clone().count();
        for (_, component, value) in own {
            color[*component as usize & 3] = *value;
        }
        (count > 0 && !self.is_discarded).then_some(color)
    }

    /// The depth that the shader gives the pixel, if it does.
    pub fn depth(&self) -> Option<f64> {
        self.depth.filter(|_| !self.is_discarded)
    }

    /// True if the pixel was discarded.
    pub fn is_discarded(&self) -> bool {
        self.is_discarded
    }
}

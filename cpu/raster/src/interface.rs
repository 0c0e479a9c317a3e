//! What the fixed functions must know of the stages around them: rows of inputs, distances, and facts of the pixel shader.
//!
//! It must not know what a shader is.

use crate::error::Error;
use crate::record::Row;
use crate::rows::{Outputs, PixelRow};

/// The place in a pixel where an input is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The center of the pixel, also where the shader runs per sample.
    Center,
    /// The center if all samples are covered, else the first covered one.
    Centroid,
    /// The sample that the shader runs for. It makes the shader run per sample.
    Sample,
}

/// How a component reaches the pixel shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// The bits of the provoking vertex.
    Flat,
    /// Interpolated in space: with perspective.
    Smooth(Place),
    /// Interpolated on the screen: without perspective.
    Linear(Place),
    /// The bits of a vertex of the primitive, by its number in it.
    Vertex(usize),
    /// The weight of a vertex of the primitive, with perspective or on the screen. The vertices' values do not matter.
    Weight {
        /// The number of the vertex in the primitive.
        vertex: usize,
        /// Whether with perspective.
        is_smooth: bool,
        /// The place.
        place: Place,
    },
}

impl Input {
    /// The place of the interpolation, and whether it is with perspective. `None` for what is the same everywhere.
    pub(crate) fn interpolation(self) -> Option<(Place, bool)> {
        match self {
            Input::Flat | Input::Vertex(_) => None,
            Input::Smooth(place) => Some((place, true)),
            Input::Linear(place) => Some((place, false)),
            Input::Weight { is_smooth, place, .. } => Some((place, is_smooth)),
        }
    }

    /// The row of a triangle for the values of its three vertices, and that of the provoking one.
    #[inline(always)]
    pub(crate) fn row(self, [a, b, c]: [u32; 3], provoking: u32) -> Row {
        let constant = |value: u32| [value, value, value, 0];
        match self {
            Input::Smooth(_) | Input::Linear(_) => [a, b, c, 0],
            Input::Flat => constant(provoking),
            Input::Vertex(vertex) => constant([a, b, c][vertex.min(2)]),
            Input::Weight { vertex, .. } => {
                let [a, b, c] = [0, 1, 2].map(|corner| if corner == vertex { 1f32.to_bits() } else { 0 });
                [a, b, c, 0]
            }
        }
    }
}

/// The promise of a pixel shader about the depth that it writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DepthOutput {
    /// It writes none.
    #[default]
    None,
    /// Any.
    Any,
    /// One that is not less than the primitive's.
    Greater,
    /// One that is not greater than the primitive's.
    Less,
}

/// What of a pixel shader decides when tests run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PixelFacts {
    /// It may discard pixels.
    pub discards: bool,
    /// Its output of depth.
    pub depth: DepthOutput,
    /// It writes the stencil reference.
    pub stencil: bool,
    /// It writes coverage.
    pub coverage: bool,
    /// It writes memory.
    pub writes_memory: bool,
    /// Its invocations for a pixel are in the order of primitives: no packet has two of them.
    pub ordered: bool,
    /// It demands early tests.
    pub early: bool,
}

/// The rows between the stages, and their lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// One per component of the pixel shader's inputs, in the order of the vertices' values.
    pub inputs: Vec<Input>,
    /// The clip distances per vertex.
    pub clip_distances: usize,
    /// The cull distances per vertex, behind those.
    pub cull_distances: usize,
    /// The rows of the pixel shader's inputs.
    pub rows: Vec<PixelRow>,
    /// The rows of its outputs.
    pub outputs: Outputs,
    /// The lanes of a group: 4, 8, 16, 32, 64 or 128.
    pub lanes: usize,
    /// Whether the shader runs once per sample, inputs aside.
    pub per_sample: bool,
    /// Facts of the pixel shader.
    pub pixel: PixelFacts,
}

impl Default for Interface {
    fn default() -> Self {
        Self {
            inputs: Vec::new(),
            clip_distances: 0,
            cull_distances: 0,
            rows: vec![PixelRow::Mask],
            outputs: Outputs::of_colors(1),
            lanes: 16,
            per_sample: false,
            pixel: PixelFacts::default(),
        }
    }
}

/// The largest number of lanes of a group.
pub const MOST_LANES: usize = 128;
/// The largest number of color targets.
pub const MOST_COLORS: usize = 8;

impl Interface {
    /// Returns whether the shader runs once per sample.
    pub(crate) fn runs_per_sample(&self) -> bool {
        let at_samples = |input: &Input| input.interpolation().is_some_and(|(place, _)| place == Place::Sample);
        self.per_sample || self.inputs.iter().any(at_samples)
    }

    pub(crate) fn verify(&self) -> Result<(), Error> {
        if !self.lanes.is_power_of_two() || !(4..=MOST_LANES).contains(&self.lanes) {
            return Err(Error::Lanes(self.lanes));
        }
        if self.clip_distances + self.cull_distances > 8 {
            return Err(Error::Distances(self.clip_distances + self.cull_distances));
        }
        if self.outputs.colors.len() > MOST_COLORS {
            return Err(Error::Colors(self.outputs.colors.len()));
        }
        Ok(())
    }
}

/// When the tests of depth and stencil run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tests {
    /// Before the shader.
    Early,
    /// After the shader.
    Late,
}

impl PixelFacts {
    /// Early where nothing can tell the difference, or on demand.
    pub(crate) fn tests(&self, alpha_to_coverage: bool) -> Tests {
        let shows = self.discards
            || self.depth != DepthOutput::None
            || self.stencil
            || self.coverage
            || self.writes_memory
            || alpha_to_coverage;
        if self.early || !shows { Tests::Early } else { Tests::Late }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_run_early_unless_it_shows() {
        let none = PixelFacts::default();
        assert_eq!(none.tests(false), Tests::Early);
        assert_eq!(none.tests(true), Tests::Late);
        let shows = [
            PixelFacts { discards: true, ..none },
            PixelFacts { depth: DepthOutput::Greater, ..none },
            PixelFacts { stencil: true, ..none },
            PixelFacts { coverage: true, ..none },
            PixelFacts { writes_memory: true, ..none },
        ];
        for facts in shows {
            assert_eq!(facts.tests(false), Tests::Late, "{facts:?}");
            assert_eq!(PixelFacts { early: true, ..facts }.tests(true), Tests::Early, "{facts:?}");
        }
    }

    #[test]
    fn impossible_interfaces_are_refused() {
        let good = Interface::default();
        assert!(good.verify().is_ok());
        assert!(Interface { lanes: 6, ..good.clone() }.verify().is_err());
        assert!(Interface { lanes: 256, ..good.clone() }.verify().is_err());
        assert!(Interface { clip_distances: 5, cull_distances: 4, ..good.clone() }.verify().is_err());
        assert!(Interface { outputs: Outputs::of_colors(9), ..good }.verify().is_err());
    }
}

//! The rows between the fixed functions and the pixel shader: what each has, in the order that the shader wants them in.
//!
//! It must not know how a row is computed, or what becomes of it.

use texels::Texel;

/// In [`PixelRow::Mask`]: the lane runs.
pub const RUNS: u32 = 1;
/// In [`PixelRow::Mask`]: the effects of the lane count. A lane that runs without is a helper.
pub const KEPT: u32 = 2;

/// A row of the pixel shader's inputs: a word per lane, bits of `f32` unless it says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PixelRow {
    /// [`RUNS`] and [`KEPT`].
    Mask,
    /// A component of the inputs.
    Input(usize),
    /// The position of the evaluation along an axis, in pixels.
    Position(usize),
    /// The depth there, with the bias.
    Depth,
    /// The reciprocal of w there.
    Rhw,
    /// The position in a point along an axis, from 0 to 1.
    Point(usize),
    /// 1 if the primitive shows its front. Lines and points do.
    Front,
    /// The number of the sample, where the shader runs per sample.
    Sample,
    /// The position of the evaluation in its pixel along an axis.
    SamplePosition(usize),
    /// The samples of the pixel inside of the primitive, whatever the tests say, as bits.
    Coverage,
    /// The number of the primitive in its call.
    Primitive,
    /// The number of the viewport.
    Viewport,
    /// The layer of the targets.
    Layer,
    /// The number of the view.
    View,
    /// 1 if all of the pixel is inside of the primitive.
    FullyCovered,
    /// A component of the inputs at a corner of what clipping left of the primitive.
    Corner {
        /// The component.
        input: usize,
        /// The corner.
        corner: usize,
    },
    /// A word of what inputs are evaluated at other places by, as follows.
    ///
    /// | words | |
    /// |---|---|
    /// | 0 to 19 | ten numbers in double precision: the functions of the weights of the second and the third corner on the screen, each by `x`, `y` and a constant; what both are multiplied by; the reciprocals of w of the three corners |
    /// | 20, 21 | the center of the pixel, as a point of the grid of 256 units a pixel |
    /// | 22, 23 | the same of the first covered sample, or of the center if all are covered |
    /// | 24 to 31 | the places of two samples each in a pixel, in the lower half of the word and in the upper: x in its lower byte, y in its upper |
    Evaluation(usize),
    /// A word.
    Word(u32),
    /// Any words: the shader does not read them.
    Unread,
}

/// A component of what the pixel shader writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// A row.
    Row(usize),
    /// A constant word for every lane.
    Word(u32),
}

/// The rows of the pixel shader's outputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outputs {
    /// Their number.
    pub rows: usize,
    /// The row that is 0 where a lane was discarded.
    pub kept: Option<usize>,
    /// The colors. With dual-source blending the second one is not of a target.
    pub colors: Vec<[Part; 4]>,
    /// The row of depths.
    pub depth: Option<usize>,
    /// The row of stencil references.
    pub stencil: Option<usize>,
    /// The row of coverage.
    pub coverage: Option<usize>,
}

impl Outputs {
    /// A row for the lanes that are kept, and behind it four rows for each color.
    pub fn of_colors(count: usize) -> Self {
        let colors = (0..count).map(|color| [1, 2, 3, 4].map(|part| Part::Row(4 * color + part))).collect();
        Self { rows: 1 + 4 * count, kept: Some(0), colors, ..Self::default() }
    }

    /// A color from a word of each row; zeros for one that there is not.
    pub(crate) fn color(&self, color: usize, word: impl Fn(usize) -> u32) -> Texel {
        let parts = self.colors.get(color).copied().unwrap_or([Part::Word(0); 4]);
        parts.map(|part| match part {
            Part::Row(row) => word(row),
            Part::Word(word) => word,
        })
    }
}

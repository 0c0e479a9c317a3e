//! The output merger: tests of depth and stencil, and writing of colors, for one sample at a time.
//!
//! It must not know primitives, or how packets are filled.

mod blend;
mod color;
mod depth;
mod logic;
mod stencil;

pub(crate) use color::Writer;
pub(crate) use depth::PairTest;

use crate::pipeline::Pipeline;
use crate::target::Tile;

/// A sample that is tested.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// The place in the tile's planes.
    pub(crate) at: usize,
    pub(crate) depth: f32,
    pub(crate) front: bool,
    /// The stencil reference of the shader.
    pub(crate) reference: Option<u8>,
}

/// The outcome of the tests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// All passed.
    Passed,
    /// The stored depth is outside of the bounds.
    DepthBounds,
    /// The stencil test failed.
    Stencil,
    /// The depth test failed.
    Depth,
}

/// Tests a sample, and updates depth and stencil.
pub(crate) fn test(pipeline: &Pipeline, tile: &mut Tile<'_>, sample: Sample) -> Verdict {
    let state = &pipeline.state;
    if let (Some(bounds), Some(plane)) = (state.depth_bounds, &tile.depth)
        && !depth::is_within(plane, sample.at, bounds)
    {
        return Verdict::DepthBounds;
    }
    let faces = state.stencil.as_ref().zip(tile.stencil.as_deref_mut());
    let mut face = faces.map(|(faces, memory)| (&faces[usize::from(!sample.front)], &mut memory[sample.at]));
    if let Some((face, stored)) = &mut face
        && !stencil::passes(face, **stored, sample.reference)
    {
        **stored = stencil::updated(face, face.fail, **stored, sample.reference);
        return Verdict::Stencil;
    }
    let passes = match (&state.depth, &mut tile.depth) {
        (Some(test), Some(plane)) => depth::test(test, plane, sample.at, sample.depth),
        (None, _) | (_, None) => true,
    };
    if let Some((face, stored)) = face {
        let op = if passes { face.pass } else { face.depth_fail };
        *stored = stencil::updated(face, op, *stored, sample.reference);
    }
    if passes { Verdict::Passed } else { Verdict::Depth }
}

/// Returns whether only a depth test decides.
pub(crate) fn depth_alone_tests(pipeline: &Pipeline) -> bool {
    pipeline.state.stencil.is_none() && pipeline.state.depth_bounds.is_none()
}

//! Quads that have entered the packet, with the weights that their inputs are interpolated by.
//!
//! It must not know where the weights come from, or what the inputs are.

use crate::record::Record;

/// The most quads whose inputs are filled in together: a small triangle touches at most 7 along each axis, and a block has 16.
pub(super) const MOST_QUADS: usize = 50;

/// A quad that has entered the packet.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entered {
    /// Its number among those of the packet's memory.
    pub(super) quad: usize,
    /// The weights with perspective.
    pub(super) weights: Weights,
}

/// Weights of the second and the third corner for the lanes of a quad.
pub(super) type Weights = [[f64; 4]; 2];

/// The weights with perspective, by which inputs are interpolated, for those on the screen.
#[inline(always)]
pub(super) fn smooth(record: &Record, exact: &Weights) -> Weights {
    rounded(&record.perspective(exact))
}

/// The nearest numbers of single precision.
#[inline(always)]
pub(super) fn rounded(weights: &Weights) -> Weights {
    let mut rounded = [[0.0; 4]; 2];
    for at in 0..2 {
        for lane in 0..4 {
            rounded[at][lane] = f64::from(weights[at][lane] as f32);
        }
    }
    rounded
}

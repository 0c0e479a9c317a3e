//! The quads of a record that wait to enter the packet, with the weights of their lanes.
//!
//! They enter it together, row after row, so that what a row needs is selected once for all of them. This file must not know
//! rows or tests.

use crate::fixed::Point;
use crate::record::Record;

/// The most quads that wait: about as many as their weights fit the nearest cache.
const MOST: usize = 32;

/// A quad of a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quad {
    /// The upper left pixel.
    pub(super) pixel: Point,
    /// The samples inside of the shape.
    pub(super) covered: [u16; 4],
    /// Those that passed the early tests, if there are any.
    pub(super) passed: [u16; 4],
    /// The sample, where the shader runs per sample.
    pub(super) sample: Option<usize>,
}

/// Weights of the second and the third corner for the lanes of a quad.
pub(super) type Weights = [[f64; 4]; 2];

/// The weights with perspective, by which inputs are interpolated, for those on the screen.
#[inline]
pub(super) fn smooth(record: &Record, exact: &Weights) -> Weights {
    rounded(&record.perspective(exact).0)
}

/// The nearest numbers of single precision.
#[inline]
pub(super) fn rounded(weights: &Weights) -> Weights {
    weights.map(|row| row.map(|part| f64::from(part as f32)))
}

/// Quads of one record.
#[derive(Debug)]
pub(super) struct Queue {
    pub(super) quads: Vec<Quad>,
    /// For each quad the weights with perspective where the shader runs, if the shader has such inputs.
    pub(super) smooth: Vec<Weights>,
    has_smooth: bool,
}

impl Queue {
    pub(super) fn new(has_smooth: bool) -> Self {
        Self { quads: Vec::with_capacity(MOST), smooth: Vec::with_capacity(MOST), has_smooth }
    }

    pub(super) fn is_full(&self) -> bool {
        self.quads.len() == MOST
    }

    /// Adds a quad by its weights on the screen.
    #[inline]
    pub(super) fn push(&mut self, record: &Record, quad: Quad, exact: &Weights) {
        self.quads.push(quad);
        if self.has_smooth {
            self.smooth.push(smooth(record, exact));
        }
    }

    pub(super) fn clear(&mut self) {
        self.quads.clear();
        self.smooth.clear();
    }
}

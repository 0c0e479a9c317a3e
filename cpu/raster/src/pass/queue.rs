//! The quads of a record that wait to enter the packet, with the weights of their lanes.
//!
//! They enter it together, row after row, so that what a row needs is looked at once for all of them. This file must not know
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

/// Weights of the second and third corner at the points of a quad's lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// On the screen, in double precision.
    exact: [[f64; 4]; 2],
    /// With perspective, rounded to single precision.
    smooth: [[f64; 4]; 2],
}

impl Weights {
    /// For points that may be anywhere in their pixels.
    pub(super) fn at(record: &Record, points: [Point; 4]) -> Self {
        Self::of(record, record.linear(points))
    }

    /// For weights on the screen.
    #[inline]
    pub(super) fn of(record: &Record, exact: [[f64; 4]; 2]) -> Self {
        Self { smooth: record.perspective(&exact).0.map(rounded), exact }
    }

    /// Those that inputs are interpolated by.
    #[inline]
    pub(super) fn of_input(&self, is_smooth: bool) -> [[f64; 4]; 2] {
        if is_smooth { self.smooth } else { self.exact.map(rounded) }
    }
}

/// The nearest numbers of single precision.
#[inline]
fn rounded(row: [f64; 4]) -> [f64; 4] {
    row.map(|part| f64::from(part as f32))
}

/// Quads of one record.
#[derive(Debug)]
pub(super) struct Queue {
    pub(super) quads: Vec<Quad>,
    /// For each quad the weights with perspective, rounded to single precision, at the sample, or at the center where the
    /// shader runs once per pixel.
    pub(super) smooth: Vec<[[f64; 4]; 2]>,
}

impl Queue {
    pub(super) fn new() -> Self {
        Self { quads: Vec::with_capacity(MOST), smooth: Vec::with_capacity(MOST) }
    }

    pub(super) fn is_full(&self) -> bool {
        self.quads.len() == MOST
    }

    /// Adds a quad by its weights on the screen.
    #[inline]
    pub(super) fn push(&mut self, record: &Record, quad: Quad, exact: [[f64; 4]; 2]) {
        self.quads.push(quad);
        self.smooth.push(record.perspective(&exact).0.map(rounded));
    }

    pub(super) fn clear(&mut self) {
        self.quads.clear();
        self.smooth.clear();
    }
}

//! Packets: quads on their way to the pixel shader, and rows on their way back.
//!
//! A row has one word per lane. Four lanes in a row, from a multiple of four, are a quad: upper left, upper right, lower
//! left, lower right. This file must not know how lanes are covered or what becomes of colors.

use crate::interface::Interface;

/// Quads of one or several primitives, for one call of the pixel shader.
///
/// A packet has no pixel twice, except for different samples of one primitive.
#[derive(Clone, Debug, Default)]
pub struct Packet {
    /// The number of lanes.
    pub lanes: usize,
    /// The lanes that run: those of each quad that is there, helper lanes included.
    pub run: u128,
    /// The lanes whose effects count.
    pub kept: u128,
    /// The record of each quad in the geometry.
    pub records: Vec<u32>,
    /// The number of the primitive in the draw, per quad.
    pub primitives: Vec<u32>,
    /// Whether the primitive shows its front, per quad. Lines and points do.
    pub front: Vec<bool>,
    /// The viewport, per quad.
    pub viewports: Vec<u32>,
    /// The layer of the targets.
    pub layer: u32,
    /// The columns of pixels.
    pub x: Vec<u32>,
    /// The rows of pixels.
    pub y: Vec<u32>,
    /// Horizontal positions of the evaluation, in pixels.
    pub position_x: Vec<f32>,
    /// Vertical positions of the evaluation, in pixels.
    pub position_y: Vec<f32>,
    /// Depths there, with the bias.
    pub z: Vec<f32>,
    /// Reciprocals of w there.
    pub rhw: Vec<f32>,
    /// The samples of the pixel inside of the primitive, whatever the tests say.
    pub coverage: Vec<u32>,
    /// The sample, where the shader runs per sample.
    pub sample: Vec<u32>,
    /// Weights of the second and the third vertex at the center, with perspective.
    pub barycentrics: [Vec<f32>; 2],
    /// Positions in a point, from 0 to 1.
    pub point: [Vec<f32>; 2],
    /// The rows of inputs, one after the other.
    pub values: Vec<u32>,
}

impl Packet {
    /// A packet without quads.
    pub(crate) fn new(interface: &Interface) -> Self {
        let lanes = interface.lanes;
        let (quads, floats, words) = (lanes / 4, vec![0.0; lanes], vec![0; lanes]);
        Self {
            lanes,
            run: 0,
            kept: 0,
            records: vec![0; quads],
            primitives: vec![0; quads],
            front: vec![true; quads],
            viewports: vec![0; quads],
            layer: 0,
            x: words.clone(),
            y: words.clone(),
            position_x: floats.clone(),
            position_y: floats.clone(),
            z: floats.clone(),
            rhw: floats.clone(),
            coverage: words.clone(),
            sample: words,
            barycentrics: [floats.clone(), floats.clone()],
            point: [floats.clone(), floats],
            values: vec![0; lanes * interface.inputs.len()],
        }
    }

    /// The row of an input.
    pub fn input(&self, component: usize) -> &[u32] {
        &self.values[component * self.lanes..(component + 1) * self.lanes]
    }

    /// An input of a lane as a number.
    pub fn float(&self, component: usize, lane: usize) -> f32 {
        f32::from_bits(self.values[component * self.lanes + lane])
    }
}

/// What the pixel shader made of a packet.
#[derive(Clone, Debug, Default)]
pub struct Shaded {
    /// The number of lanes.
    pub lanes: usize,
    /// The lanes that were not discarded. More lanes than the packet keeps have no effect.
    pub kept: u128,
    /// Rows of colors: four components of the first color, then those of the next. Bits of `f32`, or integers.
    pub colors: Vec<u32>,
    /// The row of depths, where the shader writes them.
    pub depth: Vec<f32>,
    /// The row of stencil references, where the shader writes them.
    pub stencil: Vec<u32>,
    /// The row of coverage, where the shader writes it.
    pub coverage: Vec<u32>,
}

impl Shaded {
    /// Rows of zeros, and all samples covered.
    pub(crate) fn new(interface: &Interface) -> Self {
        let lanes = interface.lanes;
        Self {
            lanes,
            kept: 0,
            colors: vec![0; lanes * 4 * interface.colors],
            depth: vec![0.0; lanes],
            stencil: vec![0; lanes],
            coverage: vec![u32::MAX; lanes],
        }
    }

    /// Sets a color of a lane, of a floating-point or normalized format.
    pub fn set_color(&mut self, color: usize, lane: usize, value: [f32; 4]) {
        for (component, number) in value.into_iter().enumerate() {
            self.colors[(4 * color + component) * self.lanes + lane] = number.to_bits();
        }
    }

    /// A color of a lane, zeros where the shader has none.
    pub(crate) fn color(&self, color: usize, lane: usize) -> [u32; 4] {
        std::array::from_fn(|component| {
            self.colors.get((4 * color + component) * self.lanes + lane).copied().unwrap_or(0)
        })
    }

    /// Discards a lane.
    pub fn discard(&mut self, lane: usize) {
        self.kept &= !(1 << lane);
    }
}

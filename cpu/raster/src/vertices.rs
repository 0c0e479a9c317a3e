//! The vertices of a batch as the last stage before the rasterizer left them.
//!
//! It must not know what they make.

use crate::interface::Interface;

/// Outputs of the vertices of a batch, one after the other. What a slice lacks is 0, and a point of size 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Vertices<'a> {
    /// Positions in clip space.
    pub positions: &'a [[f32; 4]],
    /// Bits of the components of [`Interface::inputs`], for each vertex.
    pub values: &'a [u32],
    /// Clip distances and behind them cull distances, for each vertex.
    pub distances: &'a [f32],
    /// Sizes of points in pixels.
    pub point_sizes: &'a [f32],
    /// Numbers of viewports.
    pub viewports: &'a [u32],
    /// Layers of the targets.
    pub layers: &'a [u32],
}

impl Vertices<'_> {
    /// The position of a vertex, if all its parts are numbers.
    pub(crate) fn position(&self, vertex: u32) -> Option<[f32; 4]> {
        let position = self.positions.get(vertex as usize)?;
        position.iter().all(|part| part.is_finite()).then_some(*position)
    }

    pub(crate) fn value(&self, interface: &Interface, vertex: u32, component: usize) -> u32 {
        self.values.get(vertex as usize * interface.inputs.len() + component).copied().unwrap_or(0)
    }

    /// The values of a vertex, of which there are this many, and of those behind it.
    pub(crate) fn values_from(&self, inputs: usize, vertex: u32) -> &[u32] {
        self.values.get(vertex as usize * inputs..).unwrap_or(&[])
    }

    pub(crate) fn distance(&self, interface: &Interface, vertex: u32, number: usize) -> f32 {
        let count = interface.clip_distances + interface.cull_distances;
        self.distances.get(vertex as usize * count + number).copied().unwrap_or(0.0)
    }

    pub(crate) fn point_size(&self, vertex: u32) -> f32 {
        self.point_sizes.get(vertex as usize).copied().unwrap_or(1.0)
    }

    pub(crate) fn viewport(&self, vertex: u32) -> u32 {
        self.viewports.get(vertex as usize).copied().unwrap_or(0)
    }

    pub(crate) fn layer(&self, vertex: u32) -> u32 {
        self.layers.get(vertex as usize).copied().unwrap_or(0)
    }
}

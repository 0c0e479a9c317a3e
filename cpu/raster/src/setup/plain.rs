//! Triangles of vertices that are inside of all planes: most of all primitives. A record of one is the numbers of its vertices.
//!
//! It must not know attributes.

use super::face;
use crate::assembly::Primitive;
use crate::bounds::Bounds;
use crate::fixed::{BITS, ONE, Point};
use crate::geometry::{Chunk, Entry, Of};
use crate::pipeline::Pipeline;
use crate::record::Screen;
use crate::state::Fill;
use crate::vertices::Vertices;

/// What the plain triangles of a batch are set up with.
pub(super) struct Plain<'p> {
    pipeline: &'p Pipeline,
    vertices: &'p Vertices<'p>,
    /// The layer of the view.
    layer: u32,
    /// The pixels of the target that may be covered.
    visible: Bounds,
    /// The least and the greatest place of a sample in a pixel.
    reach: [Point; 2],
}

impl<'p> Plain<'p> {
    /// None where the state asks more of triangles.
    pub(super) fn new(pipeline: &'p Pipeline, vertices: &'p Vertices<'p>, view: u32, visible: Bounds) -> Option<Self> {
        let state = &pipeline.state;
        let has_bias = state.bias.constant != 0.0 || state.bias.slope != 0.0;
        if state.fill != Fill::Solid || state.conservative.is_some() || has_bias {
            return None;
        }
        let layer = state.view(view).layer;
        Some(Self { pipeline, vertices, layer, visible, reach: pipeline.samples.reach() })
    }

    /// Sets up a primitive. Returns whether it is such a triangle.
    #[inline(always)]
    pub(super) fn set_up(
        &self,
        primitive: &Primitive,
        number: u32,
        screens: &[Option<Screen>],
        chunk: &mut Chunk,
    ) -> bool {
        let corners = primitive.corners;
        let [a, b, c] = corners.map(|corner| screens.get(corner as usize));
        let (3, Some(Some(a)), Some(Some(b)), Some(Some(c))) = (primitive.count, a, b, c) else { return false };
        chunk.statistics.primitives += 1;
        let [a, b, c] = [a.at(), b.at(), c.at()];
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        let Some(front) = face::of_area(&self.pipeline.state, area, &mut chunk.statistics) else { return true };
        let bounds = self.pixels([a, b, c]).and(self.visible);
        if bounds.is_empty() {
            return true;
        }
        let layer = match self.vertices.layers {
            [] => self.layer,
            _ => self.vertices.layer(corners[usize::from(primitive.provoking)]).saturating_add(self.layer),
        };
        let layer = if layer < self.pipeline.layers { layer } else { 0 };
        let of = Of::Triangle { corners, provoking: primitive.provoking, front };
        chunk.entries.push(Entry::new(bounds, layer, number, of));
        true
    }

    /// The pixels with a sample between the least and the greatest position.
    #[inline(always)]
    fn pixels(&self, [a, b, c]: [Point; 3]) -> Bounds {
        let [least, most] = self.reach;
        let first = |axis: usize| (a[axis].min(b[axis]).min(c[axis]) - most[axis] + (ONE - 1)) >> BITS;
        let last = |axis: usize| (a[axis].max(b[axis]).max(c[axis]) - least[axis]) >> BITS;
        Bounds { min: [first(0), first(1)], max: [last(0) + 1, last(1) + 1] }
    }
}

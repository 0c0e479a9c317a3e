//! Setup: from primitives of vertices to records on the screen.
//!
//! It selects the viewport, clips, projects, snaps, drops faces, and makes the functions of coverage and of attributes. It
//! must not know tiles or targets.

mod attributes;
mod emit;
mod face;
mod plain;
mod planes;
mod screen;
mod visible;

use crate::assembly::{Batch, Primitive};
use crate::clip::{self, Corner};
use crate::fixed::Affine;
use crate::geometry::Chunk;
use crate::pipeline::Pipeline;
use crate::record::Screen;
use crate::state::{Fill, Viewport};
use crate::vertices::Vertices;
use plain::Plain;
use std::mem::take;
use visible::Visible;

impl Pipeline {
    /// The records of a batch with its vertices. Batches may be set up in any order.
    pub fn set_up(&self, batch: &Batch, vertices: &Vertices<'_>) -> Chunk {
        self.set_up_in(Chunk::default(), batch, vertices)
    }

    /// Sets up a batch in the memory of a chunk, whose contents are lost.
    pub fn set_up_in(&self, mut chunk: Chunk, batch: &Batch, vertices: &Vertices<'_>) -> Chunk {
        chunk.clear();
        let (count, inputs) = (batch.vertices.len(), self.interface.inputs.len());
        let (mut screens, mut values) = (take(&mut chunk.screens), take(&mut chunk.values));
        screen::of_vertices(self, count, vertices, &mut screens);
        values.extend_from_slice(&vertices.values[..vertices.values.len().min(count * inputs)]);
        (chunk.instance, chunk.view) = (batch.instance, batch.view);
        // Most primitives become one record.
        chunk.entries.reserve(batch.primitives.len());
        let visible = visible::of_viewports(self);
        let plain = Plain::new(self, vertices, batch.view, visible[0].in_viewport);
        for (at, primitive) in batch.primitives.iter().enumerate() {
            let number = batch.first.wrapping_add(at as u32);
            let is_done = plain.as_ref().is_some_and(|plain| plain.set_up(primitive, number, &screens, &mut chunk));
            if !is_done {
                let of = [number, batch.instance, batch.view];
                Setup::run(self, &visible, primitive, of, vertices, &screens, &mut chunk);
            }
        }
        (chunk.screens, chunk.values) = (screens, values);
        chunk
    }
}

/// A corner on the screen.
#[derive(Clone, Copy, Debug)]
struct Projected {
    corner: Corner,
    screen: Screen,
}

/// The side of a polygon that shows.
#[derive(Clone, Copy, Debug)]
struct Face {
    /// True if it is the front.
    front: bool,
    /// The depth bias of the polygon, added to the depth of each of its fragments.
    bias: f32,
}

/// That of lines and points that belong to no polygon.
const FACELESS: Face = Face { front: true, bias: 0.0 };

/// A primitive that is set up.
struct Setup<'a> {
    pipeline: &'a Pipeline,
    vertices: &'a Vertices<'a>,
    /// Vertices on the screen, where they are inside of all planes.
    screens: &'a [Option<Screen>],
    /// The vertices of the corners, and the one of flat inputs.
    corners: [u32; 3],
    count: usize,
    provoking: u32,
    number: u32,
    instance: u32,
    view: u32,
    /// Positions in clip space.
    positions: [[f32; 4]; 3],
    viewport: Viewport,
    viewport_number: u32,
    /// The pixels of the target that may be covered.
    visible: Visible,
    chunk: &'a mut Chunk,
}

impl Setup<'_> {
    fn run(
        pipeline: &Pipeline,
        visible: &[Visible],
        primitive: &Primitive,
        [number, instance, view]: [u32; 3],
        vertices: &Vertices<'_>,
        screens: &[Option<Screen>],
        chunk: &mut Chunk,
    ) {
        chunk.statistics.primitives += 1;
        let places = primitive.corners.map(|corner| vertices.position(corner));
        let [Some(a), Some(b), Some(c)] = places else {
            chunk.statistics.not_finite += 1;
            chunk.statistics.first_bad.get_or_insert([number, instance]);
            return;
        };
        if a[3] == 0.0 || b[3] == 0.0 || c[3] == 0.0 {
            chunk.statistics.without_w += 1;
            chunk.statistics.first_bad.get_or_insert([number, instance]);
        }
        let provoking = primitive.corners[usize::from(primitive.provoking)];
        let chosen = vertices.viewport(provoking).saturating_add(pipeline.state.view(view).viewport);
        let viewports = &pipeline.state.viewports;
        let viewport_number = if (chosen as usize) < viewports.len() { chosen } else { 0 };
        let viewport = pipeline.viewport(viewport_number);
        let mut setup = Setup {
            pipeline,
            vertices,
            screens,
            corners: primitive.corners,
            count: primitive.count.into(),
            provoking,
            number,
            instance,
            view,
            positions: [a, b, c],
            viewport,
            viewport_number,
            visible: visible[viewport_number as usize],
            chunk,
        };
        match primitive.count {
            1 => setup.point(0),
            2 => setup.line([0, 1]),
            _ => setup.triangle(),
        }
    }

    fn corner(&self, number: usize) -> Corner {
        Corner::new(self.positions[number], number)
    }

    fn project(&self, corner: Corner) -> Option<Projected> {
        Some(Projected { corner, screen: screen::of_point(&self.viewport, corner.position)? })
    }

    /// The corners of a triangle that needs no clipping.
    fn inside(&self) -> Option<[Screen; 3]> {
        let of_corner = |number: usize| self.screens.get(self.corners[number] as usize).copied().flatten();
        Some([of_corner(0)?, of_corner(1)?, of_corner(2)?])
    }

    fn triangle(&mut self) {
        if let Some(corners) = self.inside() {
            let [a, b, c] = corners.map(|corner| corner.at());
            let area = Affine::edge(a, b).at(c);
            let Some(front) = self.face(area) else { return };
            let bias = self.bias(&corners);
            return match (self.pipeline.state.fill, self.pipeline.state.conservative) {
                (Fill::Solid, None) => self.emit_triangle(corners, None, Face { front, bias }),
                (Fill::Solid, Some(conservative)) => {
                    let of = |number: usize| Projected { corner: self.corner(number), screen: corners[number] };
                    self.emit_polygon(&[0, 1, 2].map(of), conservative, Face { front, bias });
                }
                (Fill::Wireframe | Fill::Points, _) => self.outline(Face { front, bias }),
            };
        }
        let corners = [0, 1, 2].map(|number| self.corner(number));
        let planes = self.planes(&corners);
        let Some(planes) = planes else {
            self.chunk.statistics.clipped += 1;
            return;
        };
        let polygon = if planes.is_empty() { corners.to_vec() } else { clip::polygon(&corners, &planes) };
        if polygon.is_empty() {
            self.chunk.statistics.clipped += 1;
            return;
        }
        let projected: Option<Vec<Projected>> = polygon.into_iter().map(|corner| self.project(corner)).collect();
        match projected {
            Some(projected) => self.polygon(&projected),
            None => self.chunk.statistics.not_finite += 1,
        }
    }

    /// A convex polygon on the screen.
    fn polygon(&mut self, projected: &[Projected]) {
        let area: i64 =
            fan(projected).map(|[a, b, c]| Affine::edge(a.screen.at(), b.screen.at()).at(c.screen.at())).sum();
        let Some(front) = self.face(area) else { return };
        let screens: Vec<Screen> = projected.iter().map(|corner| corner.screen).collect();
        let bias = self.bias(&screens);
        if self.pipeline.state.fill != Fill::Solid {
            return self.outline(Face { front, bias });
        }
        if let Some(conservative) = self.pipeline.state.conservative {
            return self.emit_polygon(projected, conservative, Face { front, bias });
        }
        for corners in fan(projected) {
            self.emit_triangle(corners.map(|corner| corner.screen), Some(corners.each_ref()), Face { front, bias });
        }
    }

    /// Returns whether a polygon of this area shows its front, or none if it is dropped.
    fn face(&mut self, area: i64) -> Option<bool> {
        face::of_area(&self.pipeline.state, area, &mut self.chunk.statistics)
    }

    /// The edges or the corners of a triangle.
    fn outline(&mut self, face: Face) {
        match self.pipeline.state.fill {
            Fill::Solid => {}
            Fill::Wireframe => [[0, 1], [1, 2], [2, 0]].into_iter().for_each(|ends| self.line_of(ends, face)),
            Fill::Points => (0..3).for_each(|corner| self.point_of(corner, face)),
        }
    }

    fn line(&mut self, ends: [usize; 2]) {
        self.line_of(ends, FACELESS);
    }

    fn line_of(&mut self, ends: [usize; 2], face: Face) {
        let corners = ends.map(|number| self.corner(number));
        let kept = self.planes(&corners).and_then(|planes| clip::line(corners, &planes));
        let Some([from, to]) = kept else {
            self.chunk.statistics.clipped += 1;
            return;
        };
        match (self.project(from), self.project(to)) {
            (Some(from), Some(to)) => self.emit_line([from, to], face),
            _ => self.chunk.statistics.not_finite += 1,
        }
    }

    fn point(&mut self, number: usize) {
        self.point_of(number, FACELESS);
    }

    fn point_of(&mut self, number: usize, face: Face) {
        let corner = self.corner(number);
        if !self.point_is_inside(&corner) {
            self.chunk.statistics.clipped += 1;
            return;
        }
        match self.project(corner) {
            Some(center) => self.emit_point(center, self.corners[number], face),
            None => self.chunk.statistics.not_finite += 1,
        }
    }
}

/// The triangles of a convex polygon around its first corner.
fn fan(corners: &[Projected]) -> impl Iterator<Item = [Projected; 3]> + '_ {
    corners.windows(2).skip(1).map(|pair| [corners[0], pair[0], pair[1]])
}

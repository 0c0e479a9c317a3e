//! Setup: from primitives of vertices to records on the screen.
//!
//! It selects the viewport, clips, projects, snaps, drops faces, and makes the functions of coverage and of attributes. It
//! must not know tiles or targets.

mod attributes;
mod emit;
mod planes;
mod screen;

use crate::assembly::{Batch, Primitive};
use crate::clip::{self, Corner};
use crate::fixed::{Affine, Point};
use crate::geometry::Chunk;
use crate::pipeline::Pipeline;
use crate::state::{Cull, Fill, Viewport, Winding};
use crate::vertices::Vertices;
use screen::Screen;

impl Pipeline {
    /// The records of a batch with its vertices. Batches may be set up in any order.
    pub fn set_up(&self, batch: &Batch, vertices: &Vertices<'_>) -> Chunk {
        let mut chunk = Chunk::default();
        // Most primitives become one record.
        chunk.records.reserve(batch.primitives.len());
        chunk.rows.reserve(batch.primitives.len() * self.interface.inputs.len());
        let screens = screen::of_vertices(self, batch.vertices.len(), vertices);
        for (at, primitive) in batch.primitives.iter().enumerate() {
            let number = batch.first.wrapping_add(at as u32);
            Setup::run(self, primitive, (number, batch.instance), (vertices, &screens), &mut chunk);
        }
        chunk
    }
}

/// A corner on the screen.
#[derive(Clone, Copy, Debug)]
struct Projected {
    corner: Corner,
    at: Point,
    z: f64,
    rhw: f64,
}

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
    /// Positions in clip space.
    positions: [[f32; 4]; 3],
    viewport: Viewport,
    viewport_number: u32,
    chunk: &'a mut Chunk,
}

impl Setup<'_> {
    fn run(
        pipeline: &Pipeline,
        primitive: &Primitive,
        (number, instance): (u32, u32),
        (vertices, screens): (&Vertices<'_>, &[Option<Screen>]),
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
        let chosen = vertices.viewport(provoking);
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
            positions: [a, b, c],
            viewport,
            viewport_number,
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
        let Screen { at, z, rhw } = Screen::new(&self.viewport, corner.position)?;
        Some(Projected { corner, at, z, rhw })
    }

    /// The corners of a triangle that needs no clipping.
    fn inside(&self) -> Option<[Projected; 3]> {
        let of_corner = |number: usize| self.screens.get(self.corners[number] as usize).copied().flatten();
        let projected = |number: usize| {
            let Screen { at, z, rhw } = of_corner(number)?;
            Some(Projected { corner: self.corner(number), at, z, rhw })
        };
        Some([projected(0)?, projected(1)?, projected(2)?])
    }

    fn triangle(&mut self) {
        if let Some(projected) = self.inside() {
            return self.polygon(&projected);
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
        let area: i64 = fan(projected).map(|[a, b, c]| Affine::edge(a.at, b.at).at(c.at)).sum();
        let degenerate = area == 0;
        if degenerate && self.pipeline.state.conservative.is_none() {
            self.chunk.statistics.degenerate += 1;
            return;
        }
        // An area is positive where the corners go clockwise on the screen.
        let is_front = (area > 0) == (self.pipeline.state.front == Winding::Clockwise);
        let dropped = match self.pipeline.state.cull {
            Cull::None => false,
            Cull::Front => is_front,
            Cull::Back => !is_front,
        };
        if dropped {
            self.chunk.statistics.culled += 1;
            return;
        }
        match self.pipeline.state.fill {
            Fill::Solid => fan(projected).for_each(|corners| self.emit_triangle(corners, is_front)),
            Fill::Wireframe => [[0, 1], [1, 2], [2, 0]].into_iter().for_each(|ends| self.line_of(ends, is_front)),
            Fill::Points => (0..3).for_each(|corner| self.point_of(corner, is_front)),
        }
    }

    fn line(&mut self, ends: [usize; 2]) {
        self.line_of(ends, true);
    }

    fn line_of(&mut self, ends: [usize; 2], is_front: bool) {
        let corners = ends.map(|number| self.corner(number));
        let kept = self.planes(&corners).and_then(|planes| clip::line(corners, &planes));
        let Some([from, to]) = kept else {
            self.chunk.statistics.clipped += 1;
            return;
        };
        match (self.project(from), self.project(to)) {
            (Some(from), Some(to)) => self.emit_line([from, to], is_front),
            _ => self.chunk.statistics.not_finite += 1,
        }
    }

    fn point(&mut self, number: usize) {
        self.point_of(number, true);
    }

    fn point_of(&mut self, number: usize, is_front: bool) {
        let corner = self.corner(number);
        if !self.point_is_inside(&corner) {
            self.chunk.statistics.clipped += 1;
            return;
        }
        match self.project(corner) {
            Some(center) => self.emit_point(center, self.corners[number], is_front),
            None => self.chunk.statistics.not_finite += 1,
        }
    }
}

/// The triangles of a convex polygon around its first corner.
fn fan(corners: &[Projected]) -> impl Iterator<Item = [Projected; 3]> + '_ {
    corners.windows(2).skip(1).map(|pair| [corners[0], pair[0], pair[1]])
}

//! Records of triangles, lines and points.

use super::{Face, Projected, Setup};
use crate::bounds::Bounds;
use crate::coverage::{Polygon, Shape};
use crate::fixed::{Affine, HALF, LIMIT, ONE, Point};
use crate::geometry::{Entry, Of};
use crate::record::{Linear, Record, Screen, Triangle, reciprocal};
use crate::state::{Conservative, LineRule};

/// The size of the largest point, in pixels.
const LARGEST_POINT: f32 = 65536.0;

/// The pixels from the one below the least position to the one of the greatest.
fn pixels(min: Point, max: Point) -> Bounds {
    Bounds { min: min.map(|part| part.div_euclid(ONE)), max: max.map(|part| part.div_euclid(ONE) + 1) }
}

/// The pixels of positions, with some around them.
fn around<'p>(positions: impl Iterator<Item = &'p Point>, reach: i64) -> Bounds {
    let start = ([i64::MAX; 2], [i64::MIN; 2]);
    let (min, max) = positions
        .fold(start, |(min, max), at| ([min[0].min(at[0]), min[1].min(at[1])], [max[0].max(at[0]), max[1].max(at[1])]));
    pixels(min.map(|part| part - reach), max.map(|part| part + reach))
}

/// What a record is made of, its rows aside.
struct Parts {
    shape: Shape,
    bounds: Bounds,
    weights: [Affine; 2],
    /// The area, or the square of a line's length: 0 where all is that of the first corner.
    area: i64,
    corners: [Screen; 3],
}

impl Setup<'_> {
    /// A triangle, whose corners are those of the primitive unless they are given.
    pub(super) fn emit_triangle(&mut self, screens: [Screen; 3], corners: Option<[&Projected; 3]>, face: Face) {
        let triangle = Triangle::new(&screens);
        let bounds = around(screens.map(|corner| corner.at()).iter(), 0).and(self.visible.in_viewport);
        if bounds.is_empty() || triangle.area == 0 {
            return;
        }
        let parts = Parts {
            shape: triangle.shape(),
            bounds,
            weights: [triangle.edges[1], triangle.edges[2]],
            area: triangle.area,
            corners: screens,
        };
        self.push(&parts, face, corners);
    }

    /// A convex polygon that covers whole pixels: one record, so that it covers none of them twice.
    pub(super) fn emit_polygon(&mut self, polygon: &[Projected], conservative: Conservative, face: Face) {
        let points: Vec<Point> = polygon.iter().map(|corner| corner.screen.at()).collect();
        // It may touch pixels that it does not enter.
        let bounds = around(points.iter(), 1).and(self.visible.in_viewport);
        let area = |[a, b, c]: &[Projected; 3]| Affine::edge(a.screen.at(), b.screen.at()).at(c.screen.at());
        let largest = super::fan(polygon).max_by_key(|corners| area(corners).abs());
        let Some(largest) = largest.filter(|_| !bounds.is_empty()) else { return };
        let area = area(&largest);
        // Without an area all is that of the provoking vertex.
        let corners = if area == 0 { [self.provoking_of(polygon); 3] } else { largest };
        let [a, b, c] = corners.map(|corner| corner.screen.at());
        let weights = [Affine::edge(c, a), Affine::edge(a, b)];
        let parts = Parts {
            shape: Shape::Polygon(Polygon::around(points.iter().copied(), conservative)),
            bounds,
            weights: if area < 0 { weights.map(Affine::negated) } else { weights },
            area: area.abs(),
            corners: corners.map(|corner| corner.screen),
        };
        self.push(&parts, face, Some(corners.each_ref()));
    }

    /// The provoking vertex, or another corner where clipping has cut it off.
    fn provoking_of(&self, polygon: &[Projected]) -> Projected {
        let number = self.corners.iter().position(|vertex| *vertex == self.provoking);
        polygon.iter().find(|corner| corner.corner.number() == number).copied().unwrap_or(polygon[0])
    }

    pub(super) fn emit_line(&mut self, ends: [Projected; 2], face: Face) {
        let corners = ends.map(|end| end.screen);
        let [from, to] = corners.map(|corner| corner.at());
        let direction = [to[0] - from[0], to[1] - from[1]];
        let length = direction[0] * direction[0] + direction[1] * direction[1];
        // A cast turns NaN into zero.
        let width = f64::from(self.pipeline.state.line_width).clamp(0.0, LIMIT);
        let half_width = (width * HALF as f64).round_ties_even() as i64;
        let (shape, reach) = match self.pipeline.state.line {
            LineRule::Rectangle => (Shape::Rectangle { from, to, half_width }, half_width),
            LineRule::Bresenham => (Shape::Thin { from, to }, HALF),
        };
        let bounds = around([from, to].iter(), reach).and(self.visible.in_viewport);
        let weights = [Affine::along(from, direction), Affine::default()];
        let parts = Parts { shape, bounds, weights, area: length, corners: [corners[0], corners[1], corners[1]] };
        self.push(&parts, face, Some([&ends[0], &ends[1], &ends[1]]));
    }

    pub(super) fn emit_point(&mut self, center: Projected, vertex: u32, face: Face) {
        let size = self.vertices.point_size(vertex).clamp(0.0, LARGEST_POINT);
        // A cast turns NaN into zero.
        let half = (f64::from(size) * HALF as f64).round_ties_even() as i64;
        let [x, y] = center.screen.at();
        let (min, max) = ([x - half, y - half], [x + half, y + half]);
        let bounds = pixels(min, max).and(self.visible.everywhere);
        let (shape, weights) = (Shape::Point { min, max }, [Affine::default(); 2]);
        let parts = Parts { shape, bounds, weights, area: 0, corners: [center.screen; 3] };
        self.push(&parts, face, Some([&center; 3]));
    }

    fn push(&mut self, parts: &Parts, face: Face, corners: Option<[&Projected; 3]>) {
        if parts.bounds.is_empty() {
            return;
        }
        let layer = self.vertices.layer(self.provoking).saturating_add(self.pipeline.state.view(self.view).layer);
        let layer = if layer < self.pipeline.layers { layer } else { 0 };
        let rows = self.chunk.rows.len() as u32;
        self.push_rows(corners);
        let of = Of::Record(self.chunk.records.len() as u32);
        self.chunk.entries.push(Entry::new(parts.bounds, layer, self.number, of));
        self.chunk.records.push(Record {
            shape: parts.shape.clone(),
            weights: parts.weights.map(Linear::new),
            inverse: reciprocal(parts.area),
            z: parts.corners.map(|corner| corner.z),
            rhw: parts.corners.map(|corner| corner.rhw),
            bias: face.bias,
            depths: self.pipeline.depths(&self.viewport),
            front: face.front,
            viewport: self.viewport_number,
            layer,
            primitive: self.number,
            instance: self.instance,
            view: self.view,
            rows,
        });
    }

    /// What is added to the depths of a convex polygon.
    pub(super) fn bias(&self, corners: &[Screen]) -> f32 {
        let bias = self.pipeline.state.bias;
        let Some(format) = self.pipeline.depth_format.filter(|_| bias.constant != 0.0 || bias.slope != 0.0) else {
            return 0.0;
        };
        let farthest = corners.iter().fold(f64::NEG_INFINITY, |farthest, corner| farthest.max(corner.z));
        let sum = bias.constant * format.bias_unit(farthest as f32) + bias.slope * steepest(corners);
        if bias.clamp > 0.0 {
            sum.min(bias.clamp)
        } else if bias.clamp < 0.0 {
            sum.max(bias.clamp)
        } else {
            sum
        }
    }
}

/// The greatest change of depth from a pixel to the next one along an axis, of a convex polygon: that of the first of its
/// triangles that has an area.
fn steepest(corners: &[Screen]) -> f32 {
    let Some(first) = corners.first() else { return 0.0 };
    let of_pair = |pair: &[Screen]| {
        let [a, b, c] = [*first, pair[0], pair[1]];
        let (second, third) = (Affine::edge(c.at(), a.at()), Affine::edge(a.at(), b.at()));
        let area = third.at(c.at());
        let per_pixel = ONE as f64 / area as f64;
        let slope = |of_b: i64, of_c: i64| (of_b as f64 * (b.z - a.z) + of_c as f64 * (c.z - a.z)) * per_pixel;
        (area != 0).then(|| slope(second.a, third.a).abs().max(slope(second.b, third.b).abs()) as f32)
    };
    corners.windows(2).skip(1).find_map(of_pair).unwrap_or(0.0)
}

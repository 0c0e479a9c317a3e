//! The watertight intersection of a ray and a triangle.
//!
//! Vertices are moved and sheared along the ray's largest axis. The result is a function of the ray and the vertex alone, so
//! that all triangles that share a vertex agree on it. Products of two `f32` are exact in `f64`, and their difference has the
//! exact sign. Where it is zero the ray meets an edge or a vertex: then it counts as a bit beside it, always to the same side,
//! so that of the triangles around an edge or a vertex of a closed surface one is hit.

use crate::bottom::Points;
use crate::ray::Ray;
use crate::tree::LEAF;

/// More than the rounding errors of two products and their difference, relative to the products.
pub(crate) const ERROR: f32 = 4.0 * f32::EPSILON;

/// A ray as triangles see it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sheared {
    pub(crate) origin: [f32; 3],
    /// The axes, the largest one of the direction last.
    pub(crate) axes: [usize; 3],
    pub(crate) shear: [f32; 3],
}

/// An intersection with a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Crossing {
    pub(crate) t: f32,
    /// The weights of the second and the third vertex.
    pub(crate) barycentrics: [f32; 2],
    /// True if the vertices are clockwise for the ray in a left-handed space.
    pub(crate) is_clockwise: bool,
}

impl Sheared {
    #[inline]
    pub(crate) fn new(ray: &Ray) -> Sheared {
        let [x, y, z] = ray.direction.map(f32::abs);
        let last = if x > y && x > z {
            0
        } else if y > z {
            1
        } else {
            2
        };
        let (mut first, mut second) = ((last + 1) % 3, (last + 2) % 3);
        let forward = ray.direction[last];
        if forward < 0.0 {
            std::mem::swap(&mut first, &mut second);
        }
        let shear = [ray.direction[first] / forward, ray.direction[second] / forward, 1.0 / forward];
        Sheared { origin: ray.origin, axes: [first, second, last], shear }
    }

    /// A vertex on the plane that the ray is perpendicular to, and how far it is before it.
    #[inline]
    fn vertex(&self, vertex: [f32; 3]) -> [f32; 3] {
        let [x, y, z] = self.axes.map(|axis| vertex[axis] - self.origin[axis]);
        [x - self.shear[0] * z, y - self.shear[1] * z, z]
    }

    /// The triangles of a leaf that are missed for sure, as bits. Those that remain may be missed too.
    #[inline]
    pub(crate) fn misses(&self, points: &Points) -> u32 {
        let [x, y, z] = self.axes;
        let (mut across, mut along) = ([[0.0f32; LEAF]; 3], [[0.0f32; LEAF]; 3]);
        for vertex in 0..3 {
            let own = &points[vertex];
            for at in 0..LEAF {
                let depth = own[z][at] - self.origin[z];
                across[vertex][at] = own[x][at] - self.origin[x] - self.shear[0] * depth;
                along[vertex][at] = own[y][at] - self.origin[y] - self.shear[1] * depth;
            }
        }
        let (mut above, mut below) = ([false; LEAF], [false; LEAF]);
        for (p, q) in [(1, 2), (2, 0), (0, 1)] {
            for at in 0..LEAF {
                let (plus, minus) = (across[p][at] * along[q][at], along[p][at] * across[q][at]);
                let (area, error) = (plus - minus, (plus.abs() + minus.abs()) * ERROR + f32::MIN_POSITIVE);
                above[at] |= area > error;
                below[at] |= area < -error;
            }
        }
        (0..LEAF).fold(0, |missed, at| missed | u32::from(above[at] & below[at]) << at)
    }

    /// The intersection with the plane of the triangle, if it is inside.
    #[inline]
    pub(crate) fn crossing(&self, [a, b, c]: &[[f32; 3]; 3]) -> Option<Crossing> {
        let [a, b, c] = [*a, *b, *c].map(|vertex| self.vertex(vertex));
        let [first, second, third] = [area(b, c), area(c, a), area(a, b)];
        let is_above = first > 0.0 || second > 0.0 || third > 0.0;
        let is_below = first < 0.0 || second < 0.0 || third < 0.0;
        if is_above && is_below {
            return None;
        }
        let has_zero = first == 0.0 || second == 0.0 || third == 0.0;
        if has_zero && !is_inside([(first, b, c), (second, c, a), (third, a, b)]) {
            return None;
        }
        let sum = first + second + third;
        let inverse = 1.0 / sum;
        let depth = first * f64::from(a[2]) + second * f64::from(b[2]) + third * f64::from(c[2]);
        let t = (depth * inverse * f64::from(self.shear[2])) as f32;
        // Where a coordinate is not finite, so is one of these.
        if !t.is_finite() || !sum.is_finite() || sum == 0.0 {
            return None;
        }
        let barycentrics = [second, third].map(|area| (area * inverse) as f32);
        Some(Crossing { t, barycentrics, is_clockwise: sum < 0.0 })
    }
}

/// Twice the area of the triangle of the origin and two points. Its sign is exact.
#[inline]
fn area(p: [f32; 3], q: [f32; 3]) -> f64 {
    f64::from(p[0]) * f64::from(q[1]) - f64::from(p[1]) * f64::from(q[0])
}

/// Returns whether the origin is inside of a triangle with these edges when it moves by a bit along the first axis, and by
/// much less along the second one.
#[inline(never)]
fn is_inside(edges: [(f64, [f32; 3], [f32; 3]); 3]) -> bool {
    let side = |(area, p, q): (f64, [f32; 3], [f32; 3])| {
        let order = |a: f32, b: f32| i32::from(a > b) - i32::from(a < b);
        match () {
            () if area > 0.0 => 1,
            () if area < 0.0 => -1,
            () if p[1] != q[1] => order(p[1], q[1]),
            () => order(q[0], p[0]),
        }
    };
    let sides = edges.map(side);
    sides[0] != 0 && sides[0] == sides[1] && sides[0] == sides[2]
}

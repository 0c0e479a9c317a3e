//! Coverage of whole pixels by convex polygons, exactly.
//!
//! A polygon touches a pixel where no line separates the two: neither an edge, nor a side of the pixel, which the bounds of
//! the polygon are. It must not know what the polygon was made of.

use super::Blocks;
use crate::fixed::{Affine, ONE, Point};
use crate::state::Conservative;
use std::sync::Arc;

/// The functions that are at least zero inside, for three edges. Behind the last edge it comes again.
type Edges = [Affine; 3];

/// A convex polygon that covers pixels as a whole. What is beyond its bounds is not asked for.
#[derive(Clone, Debug)]
pub(crate) struct Polygon {
    edges: Arc<[Edges]>,
    conservative: Conservative,
}

impl Polygon {
    /// The least convex polygon around points, of which there is one at least.
    pub(crate) fn around(points: impl Iterator<Item = Point>, conservative: Conservative) -> Self {
        let mut corners = hull(points.collect());
        if let [point] = corners[..] {
            // Together with its bounds, a line through a point is that point.
            corners.push([point[0] + 1, point[1]]);
        }
        let edge = |at: usize| Affine::edge(corners[at], corners[(at + 1) % corners.len()]);
        let last = corners.len() - 1;
        let three = |first: usize| [0, 1, 2].map(|number: usize| edge((first + number).min(last)));
        Self { edges: (0..corners.len()).step_by(3).map(three).collect(), conservative }
    }

    /// The pixels of a block that are touched, or filled, of those that are wanted.
    pub(super) fn covered(&self, origin: Point, wanted: u64) -> u64 {
        let moved = match self.conservative {
            Conservative::Over => greatest,
            Conservative::Under => least,
        };
        self.edges.iter().fold(wanted, |left, edges| {
            let edges = edges.map(moved);
            Blocks::new(&edges, edges.map(|edge| edge.at(origin))).covered(left)
        })
    }

    /// Returns whether all of the pixel whose upper left corner is given is inside.
    pub(super) fn contains(&self, corner: Point) -> bool {
        self.edges.iter().flatten().all(|edge| least(*edge).at(corner) >= 0)
    }
}

/// The function of a pixel's upper left corner that has the least value of a function in the pixel, its sides included.
pub(super) fn least(edge: Affine) -> Affine {
    Affine { c: edge.c + (edge.a * ONE).min(0) + (edge.b * ONE).min(0), ..edge }
}

/// The function with the greatest value there.
fn greatest(edge: Affine) -> Affine {
    Affine { c: edge.c + (edge.a * ONE).max(0) + (edge.b * ONE).max(0), ..edge }
}

/// The corners of the least convex polygon around points, in an order in which the functions of its edges are positive inside.
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable();
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut corners = half(points.iter());
    corners.extend(half(points.iter().rev()));
    corners
}

/// One side of the polygon, without its last corner.
fn half<'p>(points: impl Iterator<Item = &'p Point>) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::new();
    for point in points {
        while let [.., from, to] = kept[..]
            && Affine::edge(from, to).at(*point) <= 0
        {
            kept.pop();
        }
        kept.push(*point);
    }
    kept.pop();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hulls_have_corners_alone() {
        let square = vec![[0, 0], [4, 0], [2, 2], [4, 4], [0, 4], [2, 0], [0, 0]];
        assert_eq!(hull(square), [[0, 0], [4, 0], [4, 4], [0, 4]]);
        assert_eq!(hull(vec![[0, 0], [6, 3], [2, 1]]), [[0, 0], [6, 3]]);
        assert_eq!(hull(vec![[5, 5]; 3]), [[5, 5]]);
    }
}

//! Rings: points around the patch, from its edges to its center, and the triangles between them.

use super::factors::is_kept;
use super::ruler::{HALF, ONE, Ruler, fixed, number};
use super::stitch::{Diagonals, Triangles};
use super::{Cut, Tessellated, Tessellator};

/// A third and two thirds in fixed point.
const THIRD: u32 = 0x5555;
const TWO_THIRDS: u32 = 0xaaaa;

/// A ring: its points along each side. The last point of a side is the first one of the next.
type Ring = Vec<Vec<u32>>;

/// A ring of points from a number on, whose sides have this many points each.
fn ring(first: u32, counts: &[u32]) -> Ring {
    let all: u32 = counts.iter().map(|count| count - 1).sum();
    let mut start = 0;
    let side = |count: &u32| {
        let own = (start..start + count).map(|at| first + if at == all { 0 } else { at }).collect();
        start += count - 1;
        own
    };
    counts.iter().map(side).collect()
}

fn reversed(row: &[u32]) -> Vec<u32> {
    row.iter().rev().copied().collect()
}

impl Tessellator {
    /// Puts points in the order in which they are made into primitives, but for triangles.
    fn loose(&self, points: Vec<[u32; 2]>) -> Tessellated {
        let count = points.len() as u32;
        let indices = match self.cut {
            Cut::Points => (0..count).collect(),
            Cut::Lines => (1..count).flat_map(|point| [point - 1, point]).collect(),
            Cut::Clockwise | Cut::Counterclockwise => Vec::new(),
        };
        Tessellated { points: points.into_iter().map(|point| point.map(number)).collect(), indices }
    }

    fn has_triangles(&self) -> bool {
        matches!(self.cut, Cut::Clockwise | Cut::Counterclockwise)
    }

    fn triangles(&self) -> Triangles {
        Triangles::new(self.cut == Cut::Clockwise)
    }

    /// Lines across a square. The one at its end is not drawn.
    pub(super) fn lines(&self, outer: [f32; 4]) -> Tessellated {
        if !is_kept(outer[0]) || !is_kept(outer[1]) {
            return Tessellated::default();
        }
        let (density, detail) = (Self::density(outer[0]), self.outer(outer[1]));
        let along = Ruler::new(fixed(detail), self.is_odd(detail));
        let across = Ruler::new(fixed(density), density as u32 % 2 == 1);
        let lines = across.points - 1;
        let points: Vec<[u32; 2]> = (0..lines)
            .flat_map(|line| (0..along.points).map(move |point| [along.place(point), across.place(line)]))
            .collect();
        let mut all = Tessellator { cut: Cut::Points, ..*self }.loose(points);
        if self.cut != Cut::Points {
            let of_line = |line: u32| (1..along.points).map(move |point| line * along.points + point);
            all.indices = (0..lines).flat_map(of_line).flat_map(|point| [point - 1, point]).collect();
        }
        all
    }

    /// A triangle, whose points are u and v of barycentric coordinates.
    pub(super) fn triangle(&self, outer: [f32; 4], inner: f32) -> Tessellated {
        let outer = [outer[0], outer[1], outer[2]];
        if !outer.into_iter().all(is_kept) {
            return Tessellated::default();
        }
        let outer = outer.map(|factor| self.outer(factor));
        let inner = self.inner(inner, outer.into_iter().any(Self::is_more));
        if outer.into_iter().chain([inner]).all(|factor| fixed(factor) == ONE) {
            let mut all = self.loose(vec![[0, ONE], [0, 0], [ONE, 0]]);
            if self.has_triangles() {
                let mut triangles = self.triangles();
                triangles.add([0, 1, 2]);
                all.indices = triangles.indices;
            }
            return all;
        }
        let edges = outer.map(|factor| Ruler::new(fixed(factor), self.is_odd(factor)));
        let is_odd = self.is_odd_inside(inner);
        let inside = Ruler::new(fixed(inner), is_odd).with_points(if is_odd { 4 } else { 3 });
        let (points, rings) = triangle_points(&edges, &inside);
        let mut all = self.loose(points);
        if !self.has_triangles() {
            return all;
        }
        let mut triangles = self.triangles();
        for (at, pair) in rings.windows(2).enumerate() {
            for side in 0..3 {
                let (outside, own) = (&pair[0][side], &pair[1][side]);
                match at {
                    0 => triangles.transition(own, &inside, outside, &edges[side]),
                    _ => triangles.trapezoid(own, outside),
                }
            }
        }
        if let (true, Some(last)) = (is_odd, rings.last()) {
            triangles.add([last[0][0], last[1][0], last[2][0]]);
        }
        all.indices = triangles.indices;
        all
    }

    /// A square.
    pub(super) fn square(&self, outer: [f32; 4], inner: [f32; 2]) -> Tessellated {
        if !outer.into_iter().all(is_kept) {
            return Tessellated::default();
        }
        let outer = outer.map(|factor| self.outer(factor));
        let has_ring = outer.into_iter().chain(inner).any(Self::is_more);
        let inner = inner.map(|factor| self.inner(factor, has_ring));
        if outer.into_iter().chain(inner).all(|factor| fixed(factor) == ONE) {
            let mut all = self.loose(vec![[0, 0], [ONE, 0], [ONE, ONE], [0, ONE]]);
            if self.has_triangles() {
                let mut triangles = self.triangles();
                triangles.add([0, 1, 3]);
                triangles.add([1, 2, 3]);
                all.indices = triangles.indices;
            }
            return all;
        }
        let edges = outer.map(|factor| Ruler::new(fixed(factor), self.is_odd(factor)));
        let inside = inner.map(|factor| {
            let is_odd = self.is_odd_inside(factor);
            Ruler::new(fixed(factor), is_odd).with_points(if is_odd { 4 } else { 3 })
        });
        let (points, rings) = square_points(&edges, &inside);
        let mut all = self.loose(points);
        if !self.has_triangles() {
            return all;
        }
        let mut triangles = self.triangles();
        for (at, pair) in rings.windows(2).enumerate() {
            for side in 0..4 {
                let (outside, own) = (&pair[0][side], &pair[1][side]);
                match at {
                    // The first and the third side go along v.
                    0 => triangles.transition(own, &inside[(side + 1) % 2], outside, &edges[side]),
                    _ => triangles.trapezoid(own, outside),
                }
            }
        }
        if let Some(last) = rings.last() {
            center(last, &inside, &mut triangles);
        }
        all.indices = triangles.indices;
        all
    }
}

/// The triangles in the middle of a square whose shorter axis has an odd number of parts: a row of squares.
fn center(last: &Ring, [u, v]: &[Ruler; 2], triangles: &mut Triangles) {
    if u.points > v.points && v.is_odd {
        triangles.regular(Diagonals::Outwards, &reversed(&last[3]), &last[1]);
    } else if v.points >= u.points && u.is_odd {
        let diagonals = if v.is_odd { Diagonals::OutwardsButMiddle } else { Diagonals::Outwards };
        triangles.regular(diagonals, &reversed(&last[2]), &last[0]);
    }
}

/// The points of a triangle, and its rings.
fn triangle_points(edges: &[Ruler; 3], inside: &Ruler) -> (Vec<[u32; 2]>, Vec<Ring>) {
    let mut points = Vec::new();
    for (side, edge) in edges.iter().enumerate() {
        let last = edge.points - 1;
        for point in 0..last {
            // Along the first and the last edge the coordinate that is not constant decreases.
            let place = edge.place(if side == 1 { point } else { last - point });
            points.push(match side {
                0 => [0, place],
                1 => [place, 0],
                _ => [place, ONE - place],
            });
        }
    }
    let mut rings = vec![ring(0, &edges.map(|edge| edge.points))];
    for number in 1..inside.points / 2 {
        let last = inside.points - 1 - number;
        rings.push(ring(points.len() as u32, &[inside.points - 2 * number; 3]));
        // The distance from an edge is two thirds of the place on the ruler: at the center it is a third.
        let depth = (inside.place(number) * TWO_THIRDS + HALF) >> 16;
        for side in 0..3 {
            for point in number..last {
                let place = inside.place(if side == 1 { point } else { last - (point - number) });
                let along = place.wrapping_sub(depth.div_ceil(2));
                points.push(match side {
                    0 => [depth, along],
                    1 => [along, depth],
                    _ => [along, ONE.wrapping_sub(along).wrapping_sub(depth)],
                });
            }
        }
    }
    if !inside.is_odd {
        rings.push(ring(points.len() as u32, &[1; 3]));
        points.push([THIRD; 2]);
    }
    (points, rings)
}

/// The points of a square, and its rings.
fn square_points(edges: &[Ruler; 4], inside: &[Ruler; 2]) -> (Vec<[u32; 2]>, Vec<Ring>) {
    let mut points = Vec::new();
    for (side, edge) in edges.iter().enumerate() {
        let last = edge.points - 1;
        for point in 0..last {
            let place = edge.place(if side == 1 || side == 2 { point } else { last - point });
            let across = if side >= 2 { ONE } else { 0 };
            points.push(if side % 2 == 1 { [place, across] } else { [across, place] });
        }
    }
    let mut rings = vec![ring(0, &edges.map(|edge| edge.points))];
    let [u, v] = inside;
    let count = u.points.min(v.points) / 2;
    for number in 1..count {
        let sizes = [u, v].map(|ruler| ruler.points - 2 * number);
        rings.push(ring(points.len() as u32, &[sizes[1], sizes[0], sizes[1], sizes[0]]));
        for side in 0..4 {
            let (along, across) = if side % 2 == 1 { (u, v) } else { (v, u) };
            let at = across.place(if side < 2 { number } else { across.points - 1 - number });
            let last = along.points - 1 - number;
            for point in number..last {
                let place = along.place(if side == 1 || side == 2 { point } else { last - (point - number) });
                points.push(if side % 2 == 1 { [place, at] } else { [at, place] });
            }
        }
    }
    let first = points.len() as u32;
    if u.points > v.points && !v.is_odd {
        let row: Vec<u32> = (count..u.points - count).collect();
        points.extend(row.iter().map(|point| [u.place(*point), HALF]));
        rings.push(flat(first, row.len() as u32, true));
    } else if v.points >= u.points && !u.is_odd {
        let row: Vec<u32> = (count..v.points - count).rev().collect();
        points.extend(row.iter().map(|point| [HALF, v.place(*point)]));
        rings.push(flat(first, row.len() as u32, false));
    }
    (points, rings)
}

/// A ring that is a row of points: two of its sides are the row, back and forth, the others are its ends.
fn flat(first: u32, count: u32, is_along_u: bool) -> Ring {
    let row: Vec<u32> = (first..first + count).collect();
    let back = reversed(&row);
    let (start, end) = (vec![first], vec![first + count - 1]);
    if is_along_u { vec![start, row, end, back] } else { vec![row, end, back, start] }
}

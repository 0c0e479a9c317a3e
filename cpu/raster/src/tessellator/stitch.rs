//! Triangles between two rows of points: a side of a ring, and the same side of the ring outside of it.

use super::ruler::Ruler;

/// The directions of the diagonals between two rows of as many points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Diagonals {
    /// From the inner row on to the outer one.
    Outwards,
    /// From the inner row on to the outer one, reversed in the middle.
    OutwardsButMiddle,
}

/// The places of points on half of an edge, in the order of the edge: the number of points with which each one comes.
const PLACES: u32 = 33;

/// How many points half of an edge has before it has the one at a place.
fn comes_with(place: u32) -> u32 {
    match place {
        0 => 0,
        1 => 32,
        _ => {
            // Each number of points halves the parts that there are, from the one at the end on.
            let at = place - 1;
            let level = at.trailing_zeros() + 1;
            (32 >> level) + (at >> level)
        }
    }
}

/// Triangles that are being made.
pub(super) struct Triangles {
    is_clockwise: bool,
    pub(super) indices: Vec<u32>,
}

/// A place in two rows.
struct Walk<'w> {
    triangles: &'w mut Triangles,
    inside: &'w [u32],
    outside: &'w [u32],
    inner: usize,
    outer: usize,
}

impl Triangles {
    pub(super) fn new(is_clockwise: bool) -> Self {
        Triangles { is_clockwise, indices: Vec::new() }
    }

    /// Adds a triangle with clockwise corners.
    pub(super) fn add(&mut self, [a, b, c]: [u32; 3]) {
        self.indices.extend(if self.is_clockwise { [a, b, c] } else { [a, c, b] });
    }

    fn walk<'w>(&'w mut self, inside: &'w [u32], outside: &'w [u32]) -> Walk<'w> {
        Walk { triangles: self, inside, outside, inner: 0, outer: 0 }
    }

    /// Two rows of as many points.
    pub(super) fn regular(&mut self, diagonals: Diagonals, inside: &[u32], outside: &[u32]) {
        let count = inside.len();
        let mut walk = self.walk(inside, outside);
        match diagonals {
            Diagonals::Outwards => (1..count).for_each(|_| walk.outwards()),
            Diagonals::OutwardsButMiddle => {
                (1..count / 2).for_each(|_| walk.leaning());
                walk.inwards();
                (count / 2 + 1..count).for_each(|_| walk.leaning());
            }
        }
    }

    /// Two rows, of which the outer one has a point more on each end. The diagonals are mirrored in the middle.
    pub(super) fn trapezoid(&mut self, inside: &[u32], outside: &[u32]) {
        let count = inside.len();
        let mut walk = self.walk(inside, outside);
        walk.outer_step();
        (0..count / 2).for_each(|_| walk.inwards());
        (count / 2..count.saturating_sub(1)).for_each(|_| walk.outwards());
        walk.outer_step();
    }

    /// Two rows that are cut in different ways.
    pub(super) fn transition(&mut self, inside: &[u32], own: &Ruler, outside: &[u32], other: &Ruler) {
        let half = |ruler: &Ruler| ruler.half - u32::from(ruler.is_odd);
        let (inner, outer) = (half(own), half(other));
        let mut walk = self.walk(inside, outside);
        if outer > 0 {
            walk.outer_step();
        }
        for place in 1..PLACES {
            if comes_with(place) < inner {
                walk.inner_step();
            }
            if comes_with(place) < outer {
                walk.outer_step();
            }
        }
        match (own.is_odd, other.is_odd) {
            (true, true) => walk.middle(),
            (false, true) => walk.pointing_in(),
            (true, false) => walk.inner_step(),
            (false, false) => {}
        }
        for place in (1..PLACES).rev() {
            if comes_with(place) < outer {
                walk.outer_step();
            }
            if comes_with(place) < inner {
                walk.inner_step();
            }
        }
        if outer > 0 {
            walk.outer_step();
        }
    }
}

impl Walk<'_> {
    fn inner(&self, ahead: usize) -> u32 {
        self.inside[(self.inner + ahead).min(self.inside.len() - 1)]
    }

    fn outer(&self, ahead: usize) -> u32 {
        self.outside[(self.outer + ahead).min(self.outside.len() - 1)]
    }

    /// A triangle on the outer row.
    fn outer_step(&mut self) {
        self.triangles.add([self.outer(0), self.outer(1), self.inner(0)]);
        self.outer += 1;
    }

    /// A triangle on the outer row, from its inner corner.
    fn pointing_in(&mut self) {
        self.triangles.add([self.inner(0), self.outer(0), self.outer(1)]);
        self.outer += 1;
    }

    /// A triangle on the inner row.
    fn inner_step(&mut self) {
        self.triangles.add([self.inner(0), self.outer(0), self.inner(1)]);
        self.inner += 1;
    }

    fn both(&mut self) {
        self.inner += 1;
        self.outer += 1;
    }

    /// A square in the middle of a transition.
    fn middle(&mut self) {
        self.triangles.add([self.inner(0), self.outer(0), self.inner(1)]);
        self.triangles.add([self.inner(1), self.outer(0), self.outer(1)]);
        self.both();
    }

    /// A square whose diagonal goes from the inner row on to the outer one.
    fn outwards(&mut self) {
        self.triangles.add([self.inner(0), self.outer(0), self.outer(1)]);
        self.triangles.add([self.inner(0), self.outer(1), self.inner(1)]);
        self.both();
    }

    /// A square whose diagonal goes from the outer row on to the inner one.
    fn leaning(&mut self) {
        self.triangles.add([self.outer(0), self.outer(1), self.inner(0)]);
        self.triangles.add([self.inner(0), self.outer(1), self.inner(1)]);
        self.both();
    }

    /// A square whose diagonal goes from the outer row on to the inner one.
    fn inwards(&mut self) {
        self.triangles.add([self.outer(0), self.inner(1), self.inner(0)]);
        self.triangles.add([self.outer(0), self.outer(1), self.inner(1)]);
        self.both();
    }
}

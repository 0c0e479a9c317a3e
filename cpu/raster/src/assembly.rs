//! Assembly: from a sequence of vertices to primitives, in batches of distinct vertices.
//!
//! A batch has few vertices, each of which is to be shaded once, and primitives as numbers of them. It must not know what
//! vertices are.

mod whole;

pub use whole::{Form, Whole, Wholes};

use crate::state::{Provoking, State, Topology};

/// The largest number of vertices of a batch.
pub const BATCH_VERTICES: usize = 1024;
/// The largest number of primitives of a batch.
const BATCH_PRIMITIVES: usize = 2048;
/// The largest number of indices that a batch consumes, so that a batch of restarts ends too.
const BATCH_INDICES: u64 = 1 << 16;

/// How the vertices of a topology make primitives.
struct Row {
    topology: Topology,
    /// The vertices that the first primitive needs.
    first: usize,
    /// The vertices that each further one needs: that many of the last primitive's are replaced.
    step: usize,
    /// The corners in the window of the last vertices, for even and odd primitives.
    corners: [&'static [usize]; 2],
    /// The first and the last corner, of even and odd primitives: what [`Provoking`] selects.
    provoking: [[u8; 2]; 2],
}

const fn row(
    topology: Topology,
    [first, step]: [usize; 2],
    even: &'static [usize],
    odd: &'static [usize],
    provoking: [[u8; 2]; 2],
) -> Row {
    Row { topology, first, step, corners: [even, odd], provoking }
}

const TRIANGLE: [[u8; 2]; 2] = [[0, 2], [0, 2]];
const STRIP: [[u8; 2]; 2] = [[0, 2], [0, 1]];
const LINE: [[u8; 2]; 2] = [[0, 1], [0, 1]];

/// The rows of topologies. The window of a fan has its first vertex in front.
const ROWS: &[Row] = &[
    row(Topology::PointList, [1, 1], &[0], &[0], [[0, 0], [0, 0]]),
    row(Topology::LineList, [2, 2], &[0, 1], &[0, 1], LINE),
    row(Topology::LineStrip, [2, 1], &[0, 1], &[0, 1], LINE),
    row(Topology::LineListAdjacency, [4, 4], &[1, 2], &[1, 2], LINE),
    row(Topology::LineStripAdjacency, [4, 1], &[1, 2], &[1, 2], LINE),
    row(Topology::TriangleList, [3, 3], &[0, 1, 2], &[0, 1, 2], TRIANGLE),
    row(Topology::TriangleStrip, [3, 1], &[0, 1, 2], &[0, 2, 1], STRIP),
    row(Topology::TriangleFan, [3, 1], &[1, 2, 0], &[1, 2, 0], [[0, 1], [0, 1]]),
    row(Topology::TriangleListAdjacency, [6, 6], &[0, 2, 4], &[0, 2, 4], TRIANGLE),
    row(Topology::TriangleStripAdjacency, [6, 2], &[0, 2, 4], &[0, 4, 2], STRIP),
];

/// The vertices of a call, in their order.
#[derive(Clone, Copy, Debug)]
pub enum Indices<'a> {
    /// The numbers from zero on.
    Sequence,
    /// Indices of 16 bits.
    Short(&'a [u16]),
    /// Indices of 32 bits.
    Long(&'a [u32]),
}

/// What of a mesh is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// What the vertices make.
    pub topology: Topology,
    /// The indices.
    pub indices: Indices<'a>,
    /// The first one.
    pub first: u32,
    /// Their number. Indices behind the end are 0.
    pub count: u32,
    /// What is added to each index.
    pub base: i32,
    /// Whether the index with all bits set begins a new strip.
    pub restart: bool,
}

impl<'a> Call<'a> {
    /// The first vertices of a mesh without indices.
    pub fn vertices(topology: Topology, count: u32) -> Call<'static> {
        Call { topology, indices: Indices::Sequence, first: 0, count, base: 0, restart: false }
    }

    /// All indices of a list.
    pub fn indexed(topology: Topology, indices: &'a [u32]) -> Self {
        let count = indices.len().min(u32::MAX as usize) as u32;
        Self { topology, indices: Indices::Long(indices), first: 0, count, base: 0, restart: false }
    }

    /// The number of a vertex, or none where the strip restarts.
    #[inline]
    fn vertex(&self, at: u64) -> Option<u32> {
        let (index, restart) = match self.indices {
            Indices::Sequence => return Some((at as u32).wrapping_add_signed(self.base)),
            Indices::Short(list) => (list.get(at as usize).copied().unwrap_or(0).into(), u32::from(u16::MAX)),
            Indices::Long(list) => (list.get(at as usize).copied().unwrap_or(0), u32::MAX),
        };
        (!self.restart || index != restart).then(|| index.wrapping_add_signed(self.base))
    }
}

/// A primitive of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Primitive {
    /// The corners as places in the batch's vertices, the last one repeated for lines and points.
    pub corners: [u32; 3],
    /// The number of corners.
    pub count: u8,
    /// The corner that flat inputs come from.
    pub provoking: u8,
}

/// Some primitives of a call, and the vertices that they need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// The numbers of the vertices, to be shaded in this order.
    pub vertices: Vec<u32>,
    /// The primitives.
    pub primitives: Vec<Primitive>,
    /// The number of the first primitive in the call.
    pub first: u32,
    /// The instance, for the history of a pixel: 0 unless the caller sets it.
    pub instance: u32,
    /// The number of the view: 0 unless the caller sets it.
    pub view: u32,
}

/// The batches of a call, one after the other. Each takes bounded work.
#[derive(Debug)]
pub struct Batches<'a> {
    call: Call<'a>,
    provoking: Provoking,
    next: u64,
    end: u64,
    /// The last vertices since the last restart, and the number of primitives that they made.
    window: Vec<u32>,
    made: u64,
    /// The number of primitives so far.
    total: u32,
    places: Places,
}

impl<'a> Batches<'a> {
    /// The batches of a call.
    pub fn new(call: Call<'a>, state: &State) -> Self {
        let next = u64::from(call.first);
        let end = next + u64::from(call.count);
        let places = Places::new();
        Self { call, provoking: state.provoking, next, end, window: Vec::new(), made: 0, total: 0, places }
    }

    /// Takes a vertex into the window. Returns whether the window is a primitive.
    fn take(&mut self, row: &Row) -> bool {
        let vertex = self.call.vertex(self.next);
        self.next += 1;
        let Some(vertex) = vertex else {
            self.window.clear();
            self.made = 0;
            return false;
        };
        self.window.push(vertex);
        self.window.len() == row.first
    }

    /// Makes room for the vertices of the next primitive.
    fn pass(&mut self, row: &Row) {
        let kept_first = usize::from(row.topology == Topology::TriangleFan);
        if row.step == row.first {
            self.window.clear();
        } else {
            self.window.drain(kept_first..kept_first + row.step);
        }
        self.made += 1;
        self.total = self.total.wrapping_add(1);
    }

    /// Takes primitives of a list without restarts, none of which shares vertices of the sequence with another one.
    fn list(&mut self, row: &Row, batch: &mut Batch) {
        let Self { call, provoking, next, end, total, places, .. } = self;
        let (corners, first) = (row.corners[0], row.first as u64);
        let provoking = row.provoking[0][usize::from(*provoking == Provoking::Last)];
        let most = (*end).min(*next + BATCH_INDICES);
        while *next + first <= most
            && batch.vertices.len() + 3 <= BATCH_VERTICES
            && batch.primitives.len() < BATCH_PRIMITIVES
        {
            let mut place = |at: usize| {
                let vertex = call.vertex(*next + corners[at.min(corners.len() - 1)] as u64);
                // Without restarts all are vertices.
                places.of(vertex.unwrap_or(0), &mut batch.vertices)
            };
            let corners_of = [place(0), place(1), place(2)];
            batch.primitives.push(Primitive { corners: corners_of, count: corners.len() as u8, provoking });
            *next += first;
            *total = total.wrapping_add(1);
        }
        if *next + first > *end {
            // What is left makes no primitive.
            *next = *end;
        }
    }

    fn primitive(&mut self, row: &Row, batch: &mut Batch) -> Primitive {
        let parity = (self.made % 2) as usize;
        let corners = row.corners[parity];
        let places = &mut self.places;
        let mut place = |at: usize| places.of(self.window[corners[at.min(corners.len() - 1)]], &mut batch.vertices);
        let corners_of = [place(0), place(1), place(2)];
        let end = usize::from(self.provoking == Provoking::Last);
        Primitive { corners: corners_of, count: corners.len() as u8, provoking: row.provoking[parity][end] }
    }
}

impl Iterator for Batches<'_> {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        if self.next >= self.end {
            return None;
        }
        let row = ROWS.iter().find(|row| row.topology == self.call.topology)?;
        self.places.clear();
        let left = (self.end - self.next) as usize;
        let mut batch = Batch { first: self.total, ..Batch::default() };
        batch.vertices.reserve_exact(left.min(BATCH_VERTICES));
        batch.primitives.reserve_exact((left / row.step).min(BATCH_PRIMITIVES));
        if row.step == row.first && !self.call.restart {
            self.list(row, &mut batch);
            return Some(batch);
        }
        let most = self.next + BATCH_INDICES;
        while self.next < self.end.min(most) {
            if self.take(row) {
                let primitive = self.primitive(row, &mut batch);
                batch.primitives.push(primitive);
                self.pass(row);
            }
            if batch.vertices.len() + 3 > BATCH_VERTICES || batch.primitives.len() >= BATCH_PRIMITIVES {
                break;
            }
        }
        Some(batch)
    }
}

/// The places of vertices in a batch, by their numbers: an open table of twice as many entries.
#[derive(Debug)]
struct Places {
    /// The number and one more than the place; 0 is free.
    slots: Vec<(u32, u32)>,
}

impl Places {
    fn new() -> Self {
        Self { slots: vec![(0, 0); 2 * BATCH_VERTICES] }
    }

    fn clear(&mut self) {
        self.slots.fill((0, 0));
    }

    /// The place of a vertex, a new one if it has none.
    #[inline]
    fn of(&mut self, vertex: u32, vertices: &mut Vec<u32>) -> u32 {
        let size = self.slots.len();
        let mut at = vertex.wrapping_mul(0x9E37_79B1) as usize >> 21;
        loop {
            match self.slots[at] {
                (_, 0) => break,
                (known, place) if known == vertex => return place - 1,
                _ => at = (at + 1) % size,
            }
        }
        vertices.push(vertex);
        self.slots[at] = (vertex, vertices.len() as u32);
        vertices.len() as u32 - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The corners of all primitives as numbers of vertices, with the provoking one.
    fn corners(call: Call<'_>, provoking: Provoking) -> Vec<(Vec<u32>, u32)> {
        let state = State { provoking, ..State::default() };
        let of = |batch: Batch| {
            let vertex = move |place: u32| batch.vertices[place as usize];
            batch.primitives.clone().into_iter().map(move |primitive| {
                let all = primitive.corners.map(&vertex);
                (all[..usize::from(primitive.count)].to_vec(), all[usize::from(primitive.provoking)])
            })
        };
        Batches::new(call, &state).flat_map(of).collect()
    }

    fn expect(topology: Topology, count: u32, first: &[(&[u32], u32)], last: &[u32]) {
        let call = Call::vertices(topology, count);
        let found = corners(call, Provoking::First);
        let expected: Vec<_> = first.iter().map(|(all, provoking)| (all.to_vec(), *provoking)).collect();
        assert_eq!(found, expected, "{topology:?}");
        let found: Vec<u32> = corners(call, Provoking::Last).into_iter().map(|(_, provoking)| provoking).collect();
        assert_eq!(found, last, "{topology:?}");
    }

    #[test]
    fn topologies_make_their_primitives() {
        expect(Topology::PointList, 2, &[(&[0], 0), (&[1], 1)], &[0, 1]);
        expect(Topology::LineList, 5, &[(&[0, 1], 0), (&[2, 3], 2)], &[1, 3]);
        expect(Topology::LineStrip, 3, &[(&[0, 1], 0), (&[1, 2], 1)], &[1, 2]);
        expect(Topology::LineListAdjacency, 8, &[(&[1, 2], 1), (&[5, 6], 5)], &[2, 6]);
        expect(Topology::LineStripAdjacency, 5, &[(&[1, 2], 1), (&[2, 3], 2)], &[2, 3]);
        expect(Topology::TriangleList, 7, &[(&[0, 1, 2], 0), (&[3, 4, 5], 3)], &[2, 5]);
        expect(Topology::TriangleStrip, 5, &[(&[0, 1, 2], 0), (&[1, 3, 2], 1), (&[2, 3, 4], 2)], &[2, 3, 4]);
        expect(Topology::TriangleFan, 5, &[(&[1, 2, 0], 1), (&[2, 3, 0], 2), (&[3, 4, 0], 3)], &[2, 3, 4]);
        expect(Topology::TriangleListAdjacency, 12, &[(&[0, 2, 4], 0), (&[6, 8, 10], 6)], &[4, 10]);
        expect(Topology::TriangleStripAdjacency, 8, &[(&[0, 2, 4], 0), (&[2, 6, 4], 2)], &[4, 6]);
    }

    #[test]
    fn each_topology_has_a_row() {
        for (name, topology) in Topology::ALL {
            assert_eq!(ROWS.iter().filter(|row| row.topology == *topology).count(), 1, "{name}");
            assert_eq!(Topology::from_name(name), Some(*topology));
        }
    }

    #[test]
    fn strips_restart() {
        let indices = [0, 1, 2, u32::MAX, 3, 4, 5, 6, u32::MAX, 7, 8];
        let call = Call { restart: true, ..Call::indexed(Topology::TriangleStrip, &indices) };
        let found: Vec<_> = corners(call, Provoking::First).into_iter().map(|(all, _)| all).collect();
        assert_eq!(found, [[0, 1, 2], [3, 4, 5], [4, 6, 5]]);
        let short = [7, u16::MAX, 1, 2, 3];
        let call = Call { indices: Indices::Short(&short), count: 5, base: 10, ..call };
        let found: Vec<_> = corners(call, Provoking::First).into_iter().map(|(all, _)| all).collect();
        assert_eq!(found, [[11, 12, 13]]);
    }

    #[test]
    fn batches_have_each_vertex_once() {
        // A grid of 100 x 100 squares.
        let corner = |x: u32, y: u32| y * 101 + x;
        let squares = (0..100).flat_map(|y| (0..100).map(move |x| (x, y)));
        let indices: Vec<u32> = squares
            .flat_map(|(x, y)| {
                [
                    corner(x, y),
                    corner(x + 1, y),
                    corner(x, y + 1),
                    corner(x, y + 1),
                    corner(x + 1, y),
                    corner(x + 1, y + 1),
                ]
            })
            .collect();
        let call = Call::indexed(Topology::TriangleList, &indices);
        let mut drawn = Vec::new();
        for batch in Batches::new(call, &State::default()) {
            assert!(batch.vertices.len() <= BATCH_VERTICES);
            assert_eq!(batch.first as usize * 3, drawn.len());
            let mut sorted = batch.vertices.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), batch.vertices.len());
            drawn.extend(batch.primitives.iter().flat_map(|one| one.corners).map(|at| batch.vertices[at as usize]));
        }
        assert_eq!(drawn, indices);
    }

    #[test]
    fn calls_of_any_size_begin_at_once() {
        let call = Call { first: u32::MAX, ..Call::vertices(Topology::TriangleStrip, u32::MAX) };
        let batch = Batches::new(call, &State::default()).next().unwrap();
        assert!(batch.vertices.len() <= BATCH_VERTICES && batch.primitives.len() > 1000);
        let restarts = vec![u32::MAX; 1 << 17];
        let call = Call { restart: true, ..Call::indexed(Topology::TriangleStrip, &restarts) };
        let batches = Batches::new(call, &State::default());
        let found: Vec<usize> = batches.map(|batch| batch.primitives.len()).collect();
        assert_eq!(found, [0, 0]);
    }
}

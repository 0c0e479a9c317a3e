//! Primitives with all their vertices, adjacent ones and control points among them, for stages that read those.
//!
//! It must not know what the stages are.

use super::{BATCH_INDICES, BATCH_PRIMITIVES, BATCH_VERTICES, Call, Places};
use crate::state::Topology;

/// What a stage takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The primitives of the call's topology, with adjacent vertices where it has them.
    Primitives,
    /// Patches of this many control points, whatever the topology.
    Patches(u32),
}

/// Some primitives of a call with all their vertices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Whole {
    /// The numbers of the vertices, to be shaded in this order.
    pub vertices: Vec<u32>,
    /// For each primitive the places of its vertices in those.
    pub corners: Vec<u32>,
    /// The number of the first primitive in the call.
    pub first: u32,
}

/// The batches of a call, one after the other. Each takes bounded work.
#[derive(Debug)]
pub struct Wholes<'a> {
    call: Call<'a>,
    form: Form,
    next: u64,
    end: u64,
    /// The vertices since the last restart that are still needed, and the number of primitives that they made.
    window: Vec<u32>,
    made: u64,
    total: u32,
    places: Places,
}

/// The vertices that a strip with adjacency keeps behind those of its next primitive, and needs in front of it.
const BEHIND: usize = 2;
const AHEAD: usize = 2;

impl Form {
    /// The vertices of a primitive.
    pub fn size(self, topology: Topology) -> u32 {
        match (self, topology) {
            (Form::Patches(points), _) => points.max(1),
            (Form::Primitives, Topology::PointList) => 1,
            (Form::Primitives, Topology::LineList | Topology::LineStrip) => 2,
            (Form::Primitives, Topology::TriangleList | Topology::TriangleStrip | Topology::TriangleFan) => 3,
            (Form::Primitives, Topology::LineListAdjacency | Topology::LineStripAdjacency) => 4,
            (Form::Primitives, Topology::TriangleListAdjacency | Topology::TriangleStripAdjacency) => 6,
        }
    }
}

impl<'a> Wholes<'a> {
    /// The batches of a call.
    pub fn new(call: Call<'a>, form: Form) -> Self {
        let next = u64::from(call.first);
        let end = next + u64::from(call.count);
        Wholes { call, form, next, end, window: Vec::new(), made: 0, total: 0, places: Places::new() }
    }

    /// The vertices of the next primitive, once the window has them. `is_last` says that the strip ends here.
    fn primitive(&mut self, is_last: bool) -> Option<Vec<u32>> {
        let size = self.form.size(self.call.topology) as usize;
        let topology = if self.form == Form::Primitives { self.call.topology } else { Topology::PointList };
        if topology == Topology::TriangleStripAdjacency {
            return self.of_strip(is_last);
        }
        if self.window.len() < size {
            return None;
        }
        let is_odd = self.made % 2 == 1;
        let window = &self.window;
        let (vertices, kept) = match topology {
            Topology::TriangleStrip if is_odd => (vec![window[0], window[2], window[1]], 2),
            Topology::TriangleStrip => (window.clone(), 2),
            Topology::TriangleFan => (vec![window[1], window[2], window[0]], 2),
            Topology::LineStrip => (window.clone(), 1),
            Topology::LineStripAdjacency => (window.clone(), 3),
            Topology::PointList
            | Topology::LineList
            | Topology::TriangleList
            | Topology::LineListAdjacency
            | Topology::TriangleListAdjacency
            | Topology::TriangleStripAdjacency => (window.clone(), 0),
        };
        match topology {
            Topology::TriangleFan => drop(self.window.remove(1)),
            _ => drop(self.window.drain(..size - kept)),
        }
        self.made += 1;
        Some(vertices)
    }

    /// The next triangle of a strip with adjacency. The vertex beyond its last edge is that of the next triangle, or the last
    /// one of the strip.
    fn of_strip(&mut self, is_last: bool) -> Option<Vec<u32>> {
        let behind = if self.made == 0 { 0 } else { BEHIND };
        let has_next = self.window.len() >= behind + 6 + AHEAD;
        let is_whole = has_next || is_last && self.window.len() >= behind + 6;
        if !is_whole {
            return None;
        }
        let at = |place: usize| self.window[behind + place];
        // The first edge of the first triangle has its adjacent vertex between its ends.
        let first = if self.made == 0 { at(1) } else { self.window[0] };
        let far = if has_next { at(6) } else { at(5) };
        let vertices = match self.made % 2 {
            0 => vec![at(0), first, at(2), far, at(4), at(3)],
            _ => vec![at(0), at(3), at(4), far, at(2), first],
        };
        // The vertices of the next triangle begin two further on, and two in front of those are kept.
        self.window.drain(..behind + 2 - BEHIND);
        self.made += 1;
        Some(vertices)
    }

    /// Adds a primitive to a batch.
    fn add(&mut self, vertices: &[u32], whole: &mut Whole) {
        let places = &mut self.places;
        whole.corners.extend(vertices.iter().map(|vertex| places.of(*vertex, &mut whole.vertices)));
        self.total = self.total.wrapping_add(1);
    }
}

impl Iterator for Wholes<'_> {
    type Item = Whole;

    fn next(&mut self) -> Option<Whole> {
        if self.next >= self.end {
            return None;
        }
        let size = self.form.size(self.call.topology) as usize;
        self.places.clear();
        let mut whole = Whole { first: self.total, ..Whole::default() };
        let most = self.next + BATCH_INDICES;
        while self.next < self.end.min(most) {
            let vertex = self.call.vertex(self.next);
            self.next += 1;
            self.window.extend(vertex);
            let is_last = vertex.is_none() || self.next == self.end;
            while let Some(vertices) = self.primitive(is_last) {
                self.add(&vertices, &mut whole);
            }
            if is_last {
                self.window.clear();
                self.made = 0;
            }
            // At the end of a strip with adjacency one more primitive may come than vertices.
            let is_full = whole.vertices.len() + 2 * size > BATCH_VERTICES;
            if is_full || whole.corners.len() >= BATCH_PRIMITIVES * size {
                break;
            }
        }
        Some(whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vertices of all primitives.
    fn all(call: Call<'_>, form: Form) -> Vec<Vec<u32>> {
        let size = form.size(call.topology) as usize;
        let of = |whole: Whole| {
            let vertices = |corners: &[u32]| corners.iter().map(|at| whole.vertices[*at as usize]).collect();
            whole.corners.chunks(size).map(vertices).collect::<Vec<Vec<u32>>>()
        };
        Wholes::new(call, form).flat_map(of).collect()
    }

    fn of(topology: Topology, count: u32) -> Vec<Vec<u32>> {
        all(Call::vertices(topology, count), Form::Primitives)
    }

    #[test]
    fn primitives_have_all_their_vertices() {
        assert_eq!(of(Topology::PointList, 2), [[0], [1]]);
        assert_eq!(of(Topology::LineList, 5), [[0, 1], [2, 3]]);
        assert_eq!(of(Topology::LineStrip, 3), [[0, 1], [1, 2]]);
        assert_eq!(of(Topology::LineListAdjacency, 9), [[0, 1, 2, 3], [4, 5, 6, 7]]);
        assert_eq!(of(Topology::LineStripAdjacency, 5), [[0, 1, 2, 3], [1, 2, 3, 4]]);
        assert_eq!(of(Topology::TriangleList, 7), [[0, 1, 2], [3, 4, 5]]);
        assert_eq!(of(Topology::TriangleStrip, 5), [[0, 1, 2], [1, 3, 2], [2, 3, 4]]);
        assert_eq!(of(Topology::TriangleFan, 5), [[1, 2, 0], [2, 3, 0], [3, 4, 0]]);
        assert_eq!(of(Topology::TriangleListAdjacency, 12), [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]]);
    }

    #[test]
    fn strips_with_adjacency_know_the_next_triangle() {
        assert_eq!(of(Topology::TriangleStripAdjacency, 5), [[0; 6]; 0]);
        assert_eq!(of(Topology::TriangleStripAdjacency, 6), [[0, 1, 2, 5, 4, 3]]);
        assert_eq!(of(Topology::TriangleStripAdjacency, 8), [[0, 1, 2, 6, 4, 3], [2, 5, 6, 7, 4, 0]]);
        let four = [[0, 1, 2, 6, 4, 3], [2, 5, 6, 8, 4, 0], [4, 2, 6, 10, 8, 7], [6, 9, 10, 11, 8, 4]];
        assert_eq!(of(Topology::TriangleStripAdjacency, 12), four);
        // A vertex without its adjacent one makes nothing.
        assert_eq!(of(Topology::TriangleStripAdjacency, 7)[0][..3], [0, 1, 2]);
    }

    #[test]
    fn patches_have_their_control_points_and_strips_restart() {
        let patches = all(Call::vertices(Topology::TriangleStrip, 9), Form::Patches(4));
        assert_eq!(patches, [[0, 1, 2, 3], [4, 5, 6, 7]]);
        let indices = [0, 1, 2, u32::MAX, 3, 4, 5, 6];
        let call = Call { restart: true, ..Call::indexed(Topology::TriangleStrip, &indices) };
        assert_eq!(all(call, Form::Primitives), [[0, 1, 2], [3, 4, 5], [4, 6, 5]]);
    }

    #[test]
    fn batches_are_bounded_and_together_the_whole() {
        for topology in [Topology::TriangleListAdjacency, Topology::TriangleStripAdjacency, Topology::PointList] {
            let call = Call::vertices(topology, 50_000);
            let mut primitives = 0;
            for whole in Wholes::new(call, Form::Primitives) {
                assert!(whole.vertices.len() <= BATCH_VERTICES && whole.corners.len() <= 6 * BATCH_PRIMITIVES + 6);
                assert_eq!(whole.first as usize, primitives);
                primitives += whole.corners.len() / Form::Primitives.size(topology) as usize;
            }
            let expected = [(Topology::TriangleListAdjacency, 8333), (Topology::TriangleStripAdjacency, 24_998)];
            let expected = expected.iter().find(|(own, _)| *own == topology).map_or(50_000, |(_, count)| *count);
            assert_eq!(primitives, expected);
        }
    }
}

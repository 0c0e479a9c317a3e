//! The planes of a record's inputs, by which the rows of its quads are filled in.
//!
//! What they hold is what [`crate::record::Plane`] says of one. This file must not know which rows there are.

use crate::record::Row;

/// The planes of four inputs, which are found at once.
#[derive(Clone, Debug, Default)]
struct Four {
    /// The bits at the first corner.
    words: [u32; 4],
    /// 0 if they are those everywhere.
    changes: [u32; 4],
    /// The value at the first corner, and the differences of the others.
    firsts: [f64; 4],
    seconds: [f64; 4],
    thirds: [f64; 4],
}

/// The planes of all inputs.
#[derive(Debug)]
pub(super) struct Planes {
    /// The quads of the rows above that of the input in a group.
    rows: Vec<usize>,
    fours: Vec<Four>,
}

impl Planes {
    /// Planes for these rows.
    pub(super) fn new(rows: Vec<usize>) -> Self {
        let fours = vec![Four::default(); rows.len().div_ceil(4)];
        Self { rows, fours }
    }

    /// Sets a plane, by the bits at the corners.
    #[inline(always)]
    pub(super) fn set(&mut self, at: usize, [first, second, third, _]: Row) {
        let (four, at) = (&mut self.fours[at / 4], at % 4);
        let [a, b, c] = [first, second, third].map(|bits| f64::from(f32::from_bits(bits)));
        (four.words[at], four.changes[at]) = (first, (first ^ second) | (second ^ third));
        (four.firsts[at], four.seconds[at], four.thirds[at]) = (a, b - a, c - a);
    }

    /// Sets all planes, by the bits of each at the corners.
    #[inline(always)]
    pub(super) fn set_all(&mut self, [first, second, third]: [&[u32]; 3]) {
        let whole = self.rows.len() / 4;
        let corners = first.as_chunks().0.iter().zip(second.as_chunks().0).zip(third.as_chunks().0);
        for (four, ((first, second), third)) in self.fours[..whole].iter_mut().zip(corners) {
            four.set(first, second, third);
        }
        for at in 4 * whole..self.rows.len() {
            self.set(at, [first[at], second[at], third[at], 0]);
        }
    }

    /// Fills in the rows of several quads, by the numbers of their first rows and the weights of their lanes: row by row.
    #[inline(always)]
    pub(super) fn fill(&self, quads: &[usize], [second, third]: [&[[f64; 4]]; 2], memory: &mut [[u32; 4]]) {
        for (four, own) in self.fours.iter().zip(self.rows.chunks(4)) {
            for (at, row) in own.iter().enumerate() {
                let at = at % 4;
                if four.changes[at] == 0 {
                    quads.iter().for_each(|quad| memory[quad + row] = [four.words[at]; 4]);
                    continue;
                }
                let (a, b, c) = (four.firsts[at], four.seconds[at], four.thirds[at]);
                for ((quad, second), third) in quads.iter().zip(second).zip(third) {
                    let mut words = [0; 4];
                    for lane in 0..4 {
                        words[lane] = ((a + second[lane] * b + third[lane] * c) as f32).to_bits();
                    }
                    memory[quad + row] = words;
                }
            }
        }
    }
}

impl Four {
    #[inline(always)]
    fn set(&mut self, first: &[u32; 4], second: &[u32; 4], third: &[u32; 4]) {
        let numbers = |words: &[u32; 4]| words.map(|bits| f64::from(f32::from_bits(bits)));
        let [a, b, c] = [numbers(first), numbers(second), numbers(third)];
        for at in 0..4 {
            self.changes[at] = (first[at] ^ second[at]) | (second[at] ^ third[at]);
            (self.seconds[at], self.thirds[at]) = (b[at] - a[at], c[at] - a[at]);
        }
        (self.words, self.firsts) = (*first, a);
    }
}

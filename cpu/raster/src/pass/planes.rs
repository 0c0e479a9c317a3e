//! The planes of a record's inputs, by which the rows of its quads are filled in.
//!
//! What they hold is what [`crate::record::Plane`] says of one. This file must not know which rows there are.

use super::entered::Entered;
use crate::packet::QuadRows;
use crate::record::Row;

/// The planes, part by part, so that those of several inputs are found at once.
#[derive(Debug)]
pub(super) struct Planes {
    /// The quads of the rows above that of the input in a group.
    rows: Vec<usize>,
    /// The bits at the first corner.
    words: Vec<u32>,
    /// Whether they are those everywhere.
    are_constant: Vec<bool>,
    /// The value at the first corner, and the differences of the others.
    firsts: Vec<f64>,
    seconds: Vec<f64>,
    thirds: Vec<f64>,
    /// Whether a plane is not constant.
    is_sloped: bool,
}

impl Planes {
    /// Planes for these rows.
    pub(super) fn new(rows: Vec<usize>) -> Self {
        let count = rows.len();
        let numbers = || vec![0.0; count];
        Self {
            rows,
            words: vec![0; count],
            are_constant: vec![true; count],
            firsts: numbers(),
            seconds: numbers(),
            thirds: numbers(),
            is_sloped: false,
        }
    }

    /// Returns whether a plane needs weights.
    #[inline(always)]
    pub(super) fn is_sloped(&self) -> bool {
        self.is_sloped
    }

    /// Forgets all planes.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.is_sloped = false;
    }

    /// Sets a plane, by the bits at the corners.
    #[inline(always)]
    pub(super) fn set(&mut self, at: usize, [first, second, third, _]: Row) {
        let is_constant = first == second && second == third;
        let [a, b, c] = [first, second, third].map(|bits| f64::from(f32::from_bits(bits)));
        (self.words[at], self.are_constant[at]) = (first, is_constant);
        (self.firsts[at], self.seconds[at], self.thirds[at]) = (a, b - a, c - a);
        self.is_sloped |= !is_constant;
    }

    /// Sets all planes, by the bits of each at the corners.
    #[inline(always)]
    pub(super) fn set_all(&mut self, first: &[u32], second: &[u32], third: &[u32]) {
        let count = self.rows.len();
        let (first, second, third) = (&first[..count], &second[..count], &third[..count]);
        let are_constant = &mut self.are_constant[..count];
        let (firsts, seconds, thirds) =
            (&mut self.firsts[..count], &mut self.seconds[..count], &mut self.thirds[..count]);
        for at in 0..count {
            let [a, b, c] = [first[at], second[at], third[at]].map(|bits| f64::from(f32::from_bits(bits)));
            (firsts[at], seconds[at], thirds[at]) = (a, b - a, c - a);
        }
        let mut changes = 0;
        for at in 0..count {
            let change = (first[at] ^ second[at]) | (second[at] ^ third[at]);
            are_constant[at] = change == 0;
            changes |= change;
        }
        self.words.copy_from_slice(first);
        self.is_sloped = changes != 0;
    }

    /// Fills in the rows of some quads in the memory of all: row by row, for each of them.
    #[inline(always)]
    pub(super) fn fill(&self, entered: &[Entered], quads: &mut [[u32; 4]]) {
        for (at, row) in self.rows.iter().enumerate() {
            if self.are_constant[at] {
                entered.iter().for_each(|quad| quads[quad.quad + row] = [self.words[at]; 4]);
                continue;
            }
            let (a, b, c) = (self.firsts[at], self.seconds[at], self.thirds[at]);
            for Entered { quad, weights: [second, third] } in entered {
                let mut words = [0; 4];
                for lane in 0..4 {
                    words[lane] = ((a + second[lane] * b + third[lane] * c) as f32).to_bits();
                }
                quads[quad + row] = words;
            }
        }
    }

    /// Fills in the rows of several quads, by the weights of their lanes.
    #[inline(always)]
    pub(super) fn fill_all(&self, quads: usize, [second, third]: [&[f64]; 2], rows: &mut QuadRows<'_>) {
        for (at, row) in self.rows.iter().enumerate() {
            let words = rows.of_all(*row, quads);
            if self.are_constant[at] {
                words.fill(self.words[at]);
                continue;
            }
            let (a, b, c) = (self.firsts[at], self.seconds[at], self.thirds[at]);
            for ((word, second), third) in words.iter_mut().zip(second).zip(third) {
                *word = ((a + second * b + third * c) as f32).to_bits();
            }
        }
    }
}

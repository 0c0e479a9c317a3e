//! Coverage of triangles: three linear functions in 64-bit integers.

use super::{BLOCK, Covered, Masks};
use crate::fixed::{Affine, ONE, Point};
use crate::samples::Samples;

/// The samples where all functions are at least zero.
pub(super) fn cover(
    edges: [Affine; 3],
    whole_pixels: bool,
    origin: Point,
    samples: &Samples,
    masks: &mut Masks,
) -> Covered {
    let places = if whole_pixels { &[[0, 0]] } else { samples.places() };
    let (mut inside, mut bases) = (true, [0; 3]);
    for (edge, base) in edges.iter().zip(&mut bases) {
        *base = edge.at(origin);
        let [least, most] = extremes(edge, places);
        if *base + most < 0 {
            return Covered::None;
        }
        inside &= *base + least >= 0;
    }
    if inside {
        masks.fill(samples.all());
        return Covered::All;
    }
    masks.fill(0);
    let any = if whole_pixels {
        sample(&edges, bases, masks, samples.all())
    } else {
        places.iter().enumerate().fold(false, |any, (number, place)| {
            let starts = std::array::from_fn(|at| bases[at] + edges[at].a * place[0] + edges[at].b * place[1]);
            sample(&edges, starts, masks, 1 << number) | any
        })
    };
    if any { Covered::Some } else { Covered::None }
}

/// The least and the greatest difference of a function between a block's origin and its samples.
fn extremes(edge: &Affine, places: &[[i64; 2]]) -> [i64; 2] {
    let reach = (BLOCK - 1) * ONE;
    let (right, down) = (edge.a * reach, edge.b * reach);
    let offsets = places.iter().map(|place| edge.a * place[0] + edge.b * place[1]);
    let (least, most) =
        offsets.fold((i64::MAX, i64::MIN), |(least, most), offset| (least.min(offset), most.max(offset)));
    [least + right.min(0) + down.min(0), most + right.max(0) + down.max(0)]
}

/// Sets bits in the masks of the pixels that are inside. Returns whether there is one.
fn sample(edges: &[Affine; 3], starts: [i64; 3], masks: &mut Masks, bits: u16) -> bool {
    let mut any = 0;
    let steps = edges.map(|edge| edge.a * ONE);
    let mut rows = starts;
    for masks in masks.chunks_exact_mut(BLOCK as usize) {
        for (column, mask) in masks.iter_mut().enumerate() {
            let column = column as i64;
            let [a, b, c] = [0, 1, 2].map(|at: usize| rows[at] + steps[at] * column);
            // The sign of the three together.
            let set = if (a | b | c) < 0 { 0 } else { bits };
            *mask |= set;
            any |= set;
        }
        for (row, edge) in rows.iter_mut().zip(edges) {
            *row += edge.b * ONE;
        }
    }
    any != 0
}

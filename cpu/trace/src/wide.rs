//! The tests of eight boxes and of four triangles with instructions of AVX2. They compute what the plain ones do, to the bit.

use crate::bottom::Points;
use crate::ray::{Met, Slabs};
use crate::tree::{LEAF, Node};
use crate::triangle::{ERROR, Sheared};
use std::arch::x86_64::*;

/// As [`Slabs::eight`].
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn eight(slabs: &Slabs, node: &Node, start: f32, reach: f32) -> Met {
    let (mut enters, mut leaves) = (_mm256_set1_ps(start), _mm256_set1_ps(reach));
    for (axis, sides) in node.planes.iter().enumerate() {
        // It is one of two, which the compiler does not know.
        let down = slabs.down[axis] & 1;
        let inverse = _mm256_set1_ps(slabs.inverse[axis]);
        let [near_origin, far_origin] = [0, 1].map(|side| _mm256_set1_ps(slabs.origins[side][axis]));
        let enter = _mm256_mul_ps(_mm256_sub_ps(wide(&sides[down]), near_origin), inverse);
        let leave = _mm256_mul_ps(_mm256_sub_ps(wide(&sides[1 - down]), far_origin), inverse);
        // Where the first operand is not a number, the second one counts.
        enters = _mm256_max_ps(enter, enters);
        leaves = _mm256_min_ps(leave, leaves);
    }
    let met = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(enters, leaves));
    Met { enters: lanes(enters), boxes: met as u32 & node.present }
}

#[target_feature(enable = "avx2")]
#[inline]
fn wide([a, b, c, d, e, f, g, h]: &[f32; 8]) -> __m256 {
    _mm256_setr_ps(*a, *b, *c, *d, *e, *f, *g, *h)
}

/// The numbers of a vector. Stores to memory are not safe code.
#[target_feature(enable = "avx2")]
#[inline]
fn lanes(numbers: __m256) -> [f32; 8] {
    let halves = [_mm256_castps256_ps128(numbers), _mm256_extractf128_ps::<1>(numbers)];
    let pairs =
        halves.map(|half| [half, _mm_movehl_ps(half, half)].map(|pair| _mm_cvtsi128_si64(_mm_castps_si128(pair))));
    let pair = |at: usize| pairs.as_flattened()[at / 2] as u64 >> (at % 2 * 32);
    std::array::from_fn(|at| f32::from_bits(pair(at) as u32))
}

#[target_feature(enable = "avx2")]
#[inline]
fn four([a, b, c, d]: [f32; LEAF]) -> __m128 {
    _mm_setr_ps(a, b, c, d)
}

/// As [`Sheared::misses`].
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn misses(sheared: &Sheared, points: &Points) -> u32 {
    let [x, y, z] = sheared.axes;
    let [from_x, from_y, from_z] = [x, y, z].map(|axis| _mm_set1_ps(sheared.origin[axis]));
    let [shear_x, shear_y] = [0, 1].map(|axis| _mm_set1_ps(sheared.shear[axis]));
    let moved = points.map(|own| {
        let depth = _mm_sub_ps(four(own[z]), from_z);
        let across = _mm_sub_ps(_mm_sub_ps(four(own[x]), from_x), _mm_mul_ps(shear_x, depth));
        let along = _mm_sub_ps(_mm_sub_ps(four(own[y]), from_y), _mm_mul_ps(shear_y, depth));
        [across, along]
    });
    let sign = _mm_set1_ps(-0.0);
    let (mut above, mut below) = (_mm_setzero_ps(), _mm_setzero_ps());
    for (p, q) in [(1, 2), (2, 0), (0, 1)] {
        let [plus, minus] = [_mm_mul_ps(moved[p][0], moved[q][1]), _mm_mul_ps(moved[p][1], moved[q][0])];
        let area = _mm_sub_ps(plus, minus);
        let size = _mm_add_ps(_mm_andnot_ps(sign, plus), _mm_andnot_ps(sign, minus));
        let error = _mm_add_ps(_mm_mul_ps(size, _mm_set1_ps(ERROR)), _mm_set1_ps(f32::MIN_POSITIVE));
        above = _mm_or_ps(above, _mm_cmpgt_ps(area, error));
        below = _mm_or_ps(below, _mm_cmplt_ps(area, _mm_xor_ps(error, sign)));
    }
    _mm_movemask_ps(_mm_and_ps(above, below)) as u32
}

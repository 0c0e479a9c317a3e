//! The kernels with vectors of eight lanes. They do the work of the shaders, not their steps: sums are taken in registers,
//! nothing goes through groupshared memory.
#![allow(unsafe_code, reason = "the features of the processor are asked for before they are used")]

use super::Hand;
use crate::team::Share;
use bytemuck::{cast, cast_slice, cast_slice_mut};
use std::arch::x86_64::{
    __m256, __m256i, _CMP_LT_OQ, _mm256_add_epi32, _mm256_add_ps, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_blendv_epi8, _mm256_blendv_ps, _mm256_castps_si256, _mm256_castsi256_ps, _mm256_cmp_ps, _mm256_cmpeq_epi32,
    _mm256_cmpgt_epi64, _mm256_cvtepi32_ps, _mm256_div_ps, _mm256_fmadd_ps, _mm256_fnmadd_ps, _mm256_max_epu32,
    _mm256_movemask_ps, _mm256_mul_ps, _mm256_or_si256, _mm256_permute2x128_si256, _mm256_permutevar8x32_epi32,
    _mm256_round_ps, _mm256_rsqrt_ps, _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_set1_ps, _mm256_setr_ps,
    _mm256_setzero_ps, _mm256_setzero_si256, _mm256_shuffle_epi32, _mm256_slli_si256, _mm256_srli_epi32,
    _mm256_sub_epi32, _mm256_sub_ps, _mm256_xor_si256,
};
use std::sync::{Arc, Mutex};

/// The work of one thread on the memory of a kernel.
enum Work<'d> {
    Saxpy { x: &'d [f32], y: &'d mut [f32] },
    Sums { input: &'d [u32], sums: &'d mut [u32] },
    Product { a: &'d [f32], b: &'d [f32], c: &'d mut [f32] },
    Mandelbrot { rows: Vec<Row<'d>> },
    Bodies { before: &'d [f32], own: &'d [f32], after: &'d mut [f32] },
    PrefixSums { input: &'d [u32], output: &'d mut [u32], totals: &'d mut [u32] },
    Histogram { input: &'d [u32], bins: Arc<Mutex<&'d mut [u32]>> },
    Blur { source: &'d [u32], rows: Vec<Row<'d>> },
    BitonicStep { lower: &'d mut [u32], upper: &'d mut [u32] },
    Waves { input: &'d [u32], output: &'d mut [u32] },
}

/// A row of an image of four numbers for each texel, with its number.
type Row<'d> = (usize, &'d mut [f32]);

/// The parts of all threads on the memory of a kernel's resources, in their order. `None` on processors without AVX2.
pub(super) fn shares(hand: Hand, memory: Vec<&mut [u8]>, threads: usize) -> Option<Vec<Share<'_>>> {
    let is_able = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
    let all = is_able.then(|| works(hand, memory, threads))?;
    let share = |mut work| -> Share<'_> {
        // SAFETY: the kernels need nothing but AVX2 and FMA, which the processor has.
        Box::new(move || unsafe { run(&mut work) })
    };
    Some(all.into_iter().map(share).collect())
}

fn works(hand: Hand, memory: Vec<&mut [u8]>, threads: usize) -> Vec<Work<'_>> {
    let parts = |count: usize, unit: usize| (count / unit).div_ceil(threads) * unit;
    match hand {
        Hand::Saxpy => {
            let [x, y] = taken(memory);
            let (x, y) = (cast_slice(x), cast_slice_mut(y));
            let size = parts(x.len(), 8);
            let all = x.chunks(size).zip(y.chunks_mut(size));
            all.map(|(x, y)| Work::Saxpy { x, y }).collect()
        }
        Hand::Sums => {
            let [_, input, sums] = taken(memory);
            let (input, sums) = (cast_slice(input), cast_slice_mut(sums));
            let size = parts(sums.len(), 1);
            let all = input.chunks(256 * size).zip(sums.chunks_mut(size));
            all.map(|(input, sums)| Work::Sums { input, sums }).collect()
        }
        Hand::Product => {
            let [_, a, b, c] = taken(memory);
            let (a, b, c) = (cast_slice(a), &*b, cast_slice_mut(c));
            let size = parts(a.len(), ROWS * SIZE);
            let all = a.chunks(size).zip(c.chunks_mut(size));
            all.map(|(a, c)| Work::Product { a, b: cast_slice(b), c }).collect()
        }
        Hand::Mandelbrot => {
            let [_, image] = taken(memory);
            rows_of(image, threads).into_iter().map(|rows| Work::Mandelbrot { rows }).collect()
        }
        Hand::Bodies => {
            let [_, before, after] = taken(memory);
            let (before, after): (&[f32], _) = (cast_slice(before), cast_slice_mut(after));
            let size = parts(before.len(), 64);
            let all = before.chunks(size).zip(after.chunks_mut(size));
            all.map(|(own, after)| Work::Bodies { before, own, after }).collect()
        }
        Hand::PrefixSums => {
            let [_, input, output, totals] = taken(memory);
            let (input, output, totals) = (cast_slice(input), cast_slice_mut(output), cast_slice_mut(totals));
            let size = parts(totals.len(), 1);
            let all = input.chunks(512 * size).zip(output.chunks_mut(512 * size)).zip(totals.chunks_mut(size));
            all.map(|((input, output), totals)| Work::PrefixSums { input, output, totals }).collect()
        }
        Hand::Histogram => {
            let [_, input, bins] = taken(memory);
            let (input, bins): (&[u32], _) = (cast_slice(input), Arc::new(Mutex::new(cast_slice_mut(bins))));
            let all = input.chunks(parts(input.len(), 1));
            all.map(|input| Work::Histogram { input, bins: Arc::clone(&bins) }).collect()
        }
        Hand::Blur => {
            let [_, _, source, target] = taken(memory);
            let source: &[u32] = cast_slice(source);
            rows_of(target, threads).into_iter().map(|rows| Work::Blur { source, rows }).collect()
        }
        Hand::BitonicStep => {
            let [_, entries] = taken(memory);
            let entries: &mut [u32] = cast_slice_mut(entries);
            // Elements at a quarter of all entries from each other are compared.
            let distance = entries.len() / 4;
            let size = parts(distance, 8);
            let blocks = entries.chunks_mut(2 * distance).map(|block| block.split_at_mut(distance));
            let all = blocks.flat_map(|(lower, upper)| lower.chunks_mut(size).zip(upper.chunks_mut(size)));
            all.map(|(lower, upper)| Work::BitonicStep { lower, upper }).collect()
        }
        Hand::Waves => {
            let [input, output] = taken(memory);
            let (input, output) = (cast_slice(input), cast_slice_mut(output));
            let size = parts(input.len(), WAVE);
            let all = input.chunks(size).zip(output.chunks_mut(size));
            all.map(|(input, output)| Work::Waves { input, output }).collect()
        }
    }
}

/// The given number of resources.
fn taken<const COUNT: usize>(memory: Vec<&mut [u8]>) -> [&mut [u8]; COUNT] {
    memory.try_into().unwrap_or_else(|_| panic!("a kernel has other resources than the same by hand"))
}

/// The rows of an image, dealt out in turns: neighbours take equally long.
fn rows_of(image: &mut [u8], threads: usize) -> Vec<Vec<Row<'_>>> {
    let mut all: Vec<Vec<Row<'_>>> = (0..threads).map(|_| Vec::new()).collect();
    let rows = cast_slice_mut::<u8, f32>(image).chunks_mut(4 * IMAGE);
    rows.enumerate().for_each(|(y, row)| all[y % threads].push((y, row)));
    all
}

/// The rows of a matrix,
const SIZE: usize = 512;
/// those whose products are computed together,
const ROWS: usize = 4;
/// the rows of an image,
const IMAGE: usize = 1024;
/// and the lanes of a wave.
const WAVE: usize = 32;

#[target_feature(enable = "avx2,fma")]
fn run(work: &mut Work<'_>) {
    match work {
        Work::Saxpy { x, y } => saxpy(x, y),
        Work::Sums { input, sums } => self::sums(input, sums),
        Work::Product { a, b, c } => product(a, b, c),
        Work::Mandelbrot { rows } => mandelbrot(rows),
        Work::Bodies { before, own, after } => bodies(before, own, after),
        Work::PrefixSums { input, output, totals } => prefix_sums(input, output, totals),
        Work::Histogram { input, bins } => histogram(input, bins),
        Work::Blur { source, rows } => blur(source, rows),
        Work::BitonicStep { lower, upper } => bitonic_step(lower, upper),
        Work::Waves { input, output } => waves(input, output),
    }
}

#[target_feature(enable = "avx2,fma")]
fn saxpy(x: &[f32], y: &mut [f32]) {
    let factor = _mm256_set1_ps(0.5);
    for (x, y) in x.as_chunks::<8>().0.iter().zip(y.as_chunks_mut::<8>().0) {
        *y = cast(_mm256_fmadd_ps(factor, cast(*x), cast(*y)));
    }
}

#[target_feature(enable = "avx2,fma")]
fn sums(input: &[u32], sums: &mut [u32]) {
    for (block, sum) in input.as_chunks::<256>().0.iter().zip(sums) {
        let mut totals = [_mm256_setzero_si256(); 4];
        for part in block.as_chunks::<32>().0 {
            for (total, values) in totals.iter_mut().zip(part.as_chunks::<8>().0) {
                *total = _mm256_add_epi32(*total, cast(*values));
            }
        }
        let [a, b, c, d] = totals;
        *sum = across(_mm256_add_epi32(_mm256_add_epi32(a, b), _mm256_add_epi32(c, d)));
    }
}

/// The sum of all lanes.
fn across(values: __m256i) -> u32 {
    cast::<__m256i, [u32; 8]>(values).into_iter().fold(0, u32::wrapping_add)
}

#[target_feature(enable = "avx2,fma")]
fn product(a: &[f32], b: &[f32], c: &mut [f32]) {
    for column in (0..SIZE).step_by(16) {
        // The columns one after the other, so that they stay in the nearest cache.
        let panel: Vec<[[f32; 8]; 2]> = b
            .as_chunks::<SIZE>()
            .0
            .iter()
            .map(|row| [0, 8].map(|at| std::array::from_fn(|lane| row[column + at + lane])))
            .collect();
        for (a, c) in a.as_chunks::<{ ROWS * SIZE }>().0.iter().zip(c.as_chunks_mut::<{ ROWS * SIZE }>().0) {
            let mut sums = [[_mm256_setzero_ps(); 2]; ROWS];
            for (k, pair) in panel.iter().enumerate() {
                let pair: [__m256; 2] = pair.map(cast);
                for (row, sums) in sums.iter_mut().enumerate() {
                    let factor = _mm256_set1_ps(a[row * SIZE + k]);
                    *sums = [_mm256_fmadd_ps(factor, pair[0], sums[0]), _mm256_fmadd_ps(factor, pair[1], sums[1])];
                }
            }
            for (row, sums) in sums.into_iter().enumerate() {
                for (at, sum) in sums.into_iter().enumerate() {
                    c[row * SIZE + column + 8 * at..][..8].copy_from_slice(&cast::<__m256, [f32; 8]>(sum));
                }
            }
        }
    }
}

#[target_feature(enable = "avx2,fma")]
fn mandelbrot(rows: &mut [Row<'_>]) {
    const ITERATIONS: f32 = 256.0;
    let lanes = _mm256_setr_ps(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5);
    for (y, row) in rows {
        let c_y = _mm256_set1_ps(((*y as f32 + 0.5) / IMAGE as f32 - 0.5) * 2.5);
        for (x, pixels) in row.as_chunks_mut::<32>().0.iter_mut().enumerate() {
            let position = _mm256_add_ps(_mm256_set1_ps((8 * x) as f32), lanes);
            let c_x = _mm256_fmadd_ps(position, _mm256_set1_ps(2.5 / IMAGE as f32), _mm256_set1_ps(-0.5 - 1.25));
            let [mut z_x, mut z_y, mut count] = [_mm256_setzero_ps(); 3];
            for _ in 0..ITERATIONS as u32 {
                let (square_x, square_y) = (_mm256_mul_ps(z_x, z_x), _mm256_mul_ps(z_y, z_y));
                let inside = _mm256_cmp_ps::<_CMP_LT_OQ>(_mm256_add_ps(square_x, square_y), _mm256_set1_ps(256.0));
                if _mm256_movemask_ps(inside) == 0 {
                    break;
                }
                let next_y = _mm256_fmadd_ps(_mm256_add_ps(z_x, z_x), z_y, c_y);
                let next_x = _mm256_add_ps(_mm256_sub_ps(square_x, square_y), c_x);
                z_x = _mm256_blendv_ps(z_x, next_x, inside);
                z_y = _mm256_blendv_ps(z_y, next_y, inside);
                count = _mm256_blendv_ps(count, _mm256_add_ps(count, _mm256_set1_ps(1.0)), inside);
            }
            let length = _mm256_fmadd_ps(z_x, z_x, _mm256_mul_ps(z_y, z_y));
            let depth = log2(_mm256_mul_ps(_mm256_set1_ps(0.5), log2(length)));
            let smooth = _mm256_sub_ps(_mm256_add_ps(count, _mm256_set1_ps(1.0)), depth);
            let is_outside = _mm256_cmp_ps::<_CMP_LT_OQ>(count, _mm256_set1_ps(ITERATIONS));
            let colors = [0.0, 0.1, 0.2].map(|phase| {
                let turns = _mm256_fmadd_ps(smooth, _mm256_set1_ps(1.0 / 64.0), _mm256_set1_ps(phase));
                let half = _mm256_set1_ps(0.5);
                let color = _mm256_fmadd_ps(half, cosine_of_turns(turns), half);
                cast::<__m256, [f32; 8]>(_mm256_blendv_ps(_mm256_setzero_ps(), color, is_outside))
            });
            for (lane, pixel) in pixels.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                *pixel = [colors[0][lane], colors[1][lane], colors[2][lane], 1.0];
            }
        }
    }
}

/// The value of a polynomial, its coefficients from the highest down.
#[target_feature(enable = "avx2,fma")]
fn polynomial(x: __m256, coefficients: &[f32]) -> __m256 {
    let (first, rest) = coefficients.split_first().expect("a polynomial has a coefficient");
    rest.iter().fold(_mm256_set1_ps(*first), |sum, next| _mm256_fmadd_ps(sum, x, _mm256_set1_ps(*next)))
}

#[target_feature(enable = "avx2,fma")]
fn log2(x: __m256) -> __m256 {
    let bits = _mm256_castps_si256(x);
    let exponent = _mm256_sub_epi32(_mm256_srli_epi32::<23>(bits), _mm256_set1_epi32(127));
    let one = _mm256_set1_ps(1.0);
    let fraction = _mm256_and_si256(bits, _mm256_set1_epi32(0x007f_ffff));
    let mantissa = _mm256_castsi256_ps(_mm256_or_si256(fraction, _mm256_castps_si256(one)));
    let ratio = _mm256_div_ps(_mm256_sub_ps(mantissa, one), _mm256_add_ps(mantissa, one));
    let scale = 2.0 * std::f32::consts::LOG2_E;
    let odd = [scale / 11.0, scale / 9.0, scale / 7.0, scale / 5.0, scale / 3.0, scale];
    let series = polynomial(_mm256_mul_ps(ratio, ratio), &odd);
    _mm256_fmadd_ps(ratio, series, _mm256_cvtepi32_ps(exponent))
}

#[target_feature(enable = "avx2,fma")]
fn cosine_of_turns(turns: __m256) -> __m256 {
    let rest = _mm256_sub_ps(turns, _mm256_round_ps::<8>(turns));
    let angle = _mm256_mul_ps(rest, _mm256_set1_ps(std::f32::consts::TAU));
    let even = [
        -1.0 / 87_178_291_200.0,
        1.0 / 479_001_600.0,
        -1.0 / 3_628_800.0,
        1.0 / 40320.0,
        -1.0 / 720.0,
        1.0 / 24.0,
        -0.5,
        1.0,
    ];
    polynomial(_mm256_mul_ps(angle, angle), &even)
}

#[target_feature(enable = "avx2,fma")]
fn bodies(before: &[f32], own: &[f32], after: &mut [f32]) {
    let others = before.as_chunks::<8>().0;
    let soft = _mm256_set1_ps(0.01);
    for (own, moved) in own.as_chunks::<8>().0.as_chunks::<8>().0.iter().zip(after.as_chunks_mut::<64>().0) {
        let at: [__m256; 3] = std::array::from_fn(|axis| cast(own.map(|body| body[axis])));
        let mut pulls = [_mm256_setzero_ps(); 3];
        for other in others {
            let away: [__m256; 3] = std::array::from_fn(|axis| _mm256_sub_ps(_mm256_set1_ps(other[axis]), at[axis]));
            let square = away.into_iter().fold(soft, |sum, part| _mm256_fmadd_ps(part, part, sum));
            let estimate = _mm256_rsqrt_ps(square);
            let half = _mm256_mul_ps(_mm256_mul_ps(square, _mm256_set1_ps(0.5)), estimate);
            let inverse = _mm256_mul_ps(estimate, _mm256_fnmadd_ps(half, estimate, _mm256_set1_ps(1.5)));
            let cube = _mm256_mul_ps(_mm256_mul_ps(inverse, inverse), inverse);
            let strength = _mm256_mul_ps(cube, _mm256_set1_ps(other[3]));
            pulls = std::array::from_fn(|axis| _mm256_fmadd_ps(away[axis], strength, pulls[axis]));
        }
        let pulls = pulls.map(cast::<__m256, [f32; 8]>);
        for (lane, (moved, own)) in moved.as_chunks_mut::<8>().0.iter_mut().zip(own).enumerate() {
            *moved = *own;
            for axis in 0..3 {
                moved[4 + axis] += pulls[axis][lane] * 0.01;
                moved[axis] += moved[4 + axis] * 0.01;
            }
        }
    }
}

#[target_feature(enable = "avx2,fma")]
fn prefix_sums(input: &[u32], output: &mut [u32], totals: &mut [u32]) {
    let blocks = input.as_chunks::<512>().0.iter().zip(output.as_chunks_mut::<512>().0);
    for ((values, sums), whole) in blocks.zip(totals) {
        let mut carry = _mm256_setzero_si256();
        for (values, sums) in values.as_chunks::<8>().0.iter().zip(sums.as_chunks_mut::<8>().0) {
            let values = cast(*values);
            let (exclusive, total) = scanned(values);
            *sums = cast(_mm256_add_epi32(exclusive, carry));
            carry = _mm256_add_epi32(carry, total);
        }
        *whole = cast::<__m256i, [u32; 8]>(carry)[0];
    }
}

/// The sums of the lanes before each, and the sum of all in each.
#[target_feature(enable = "avx2,fma")]
fn scanned(values: __m256i) -> (__m256i, __m256i) {
    let pairs = _mm256_add_epi32(values, _mm256_slli_si256::<4>(values));
    let fours = _mm256_add_epi32(pairs, _mm256_slli_si256::<8>(pairs));
    let lower = _mm256_permute2x128_si256::<0x08>(fours, fours);
    let inclusive = _mm256_add_epi32(fours, _mm256_shuffle_epi32::<0xff>(lower));
    let total = _mm256_permutevar8x32_epi32(inclusive, _mm256_set1_epi32(7));
    (_mm256_sub_epi32(inclusive, values), total)
}

/// Four tables, so that equal bytes beside each other do not wait for each other. There is nothing for vectors to do.
#[target_feature(enable = "avx2,fma")]
fn histogram(input: &[u32], bins: &Mutex<&mut [u32]>) {
    let mut tables = [[0u32; 256]; 4];
    for word in input {
        for (table, byte) in tables.iter_mut().zip(word.to_le_bytes()) {
            table[usize::from(byte)] += 1;
        }
    }
    let mut bins = bins.lock().expect("no other share has failed");
    for (at, bin) in bins.iter_mut().enumerate() {
        *bin = tables.iter().fold(*bin, |sum, table| sum.wrapping_add(table[at]));
    }
}

#[target_feature(enable = "avx2,fma")]
fn blur(source: &[u32], target: &mut [Row<'_>]) {
    let source = source.as_chunks::<IMAGE>().0;
    let texels = |row: &[u32; IMAGE], at: isize| -> __m256i {
        let last = IMAGE as isize - 1;
        match usize::try_from(at).ok().and_then(|at| row.get(at..at + 8)) {
            Some(found) => cast(<[u32; 8]>::try_from(found).expect("eight")),
            None => cast::<[u32; 8], _>(std::array::from_fn(|lane| row[(at + lane as isize).clamp(0, last) as usize])),
        }
    };
    for (y, row) in target {
        let rows = [&source[*y], &source[(*y + 1).min(IMAGE - 1)]];
        for (x, pixels) in row.as_chunks_mut::<32>().0.iter_mut().enumerate() {
            let mut sums = [_mm256_setzero_ps(); 4];
            for tap in -8..=8isize {
                let first = (8 * x) as isize + (3 * tap).div_euclid(2);
                let across = _mm256_set1_ps((3 * tap).rem_euclid(2) as f32 / 2.0);
                let corners = rows.map(|row| [texels(row, first), texels(row, first + 1)]);
                for (channel, sum) in sums.iter_mut().enumerate() {
                    let [upper, lower] = corners.map(|pair| {
                        let [left, right] = pair.map(|texel| channel_of(texel, channel));
                        _mm256_fmadd_ps(across, _mm256_sub_ps(right, left), left)
                    });
                    let between = _mm256_fmadd_ps(_mm256_set1_ps(0.25), _mm256_sub_ps(lower, upper), upper);
                    *sum = _mm256_add_ps(*sum, between);
                }
            }
            let sums = sums.map(|sum| _mm256_mul_ps(sum, _mm256_set1_ps(1.0 / (17.0 * 255.0))));
            let sums = sums.map(cast::<__m256, [f32; 8]>);
            for (lane, pixel) in pixels.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                *pixel = sums.map(|sum| sum[lane]);
            }
        }
    }
}

/// A byte of each word as a number.
#[target_feature(enable = "avx2,fma")]
fn channel_of(texels: __m256i, channel: usize) -> __m256 {
    let shifted = match channel {
        0 => texels,
        1 => _mm256_srli_epi32::<8>(texels),
        2 => _mm256_srli_epi32::<16>(texels),
        _ => _mm256_srli_epi32::<24>(texels),
    };
    _mm256_cvtepi32_ps(_mm256_and_si256(shifted, _mm256_set1_epi32(0xff)))
}

#[target_feature(enable = "avx2,fma")]
fn bitonic_step(lower: &mut [u32], upper: &mut [u32]) {
    // Keys lie before values: in a number of 64 bits they change places, and unsigned numbers are compared as signed ones.
    let order = |entry| _mm256_xor_si256(_mm256_shuffle_epi32::<0xb1>(entry), _mm256_set1_epi64x(i64::MIN));
    for (a, b) in lower.as_chunks_mut::<8>().0.iter_mut().zip(upper.as_chunks_mut::<8>().0) {
        let (first, second): (__m256i, __m256i) = (cast(*a), cast(*b));
        let is_after = _mm256_cmpgt_epi64(order(first), order(second));
        *a = cast(_mm256_blendv_epi8(first, second, is_after));
        *b = cast(_mm256_blendv_epi8(second, first, is_after));
    }
}

#[target_feature(enable = "avx2,fma")]
fn waves(input: &[u32], output: &mut [u32]) {
    let one = _mm256_set1_epi32(1);
    for (values, results) in input.as_chunks::<WAVE>().0.iter().zip(output.as_chunks_mut::<WAVE>().0) {
        let mut carry = _mm256_setzero_si256();
        let mut greatest = _mm256_setzero_si256();
        let mut before = [_mm256_setzero_si256(); WAVE / 8];
        for (values, before) in values.as_chunks::<8>().0.iter().zip(&mut before) {
            let values = cast(*values);
            let is_odd = _mm256_cmpeq_epi32(_mm256_and_si256(values, one), one);
            let (exclusive, total) = scanned(_mm256_and_si256(is_odd, values));
            *before = _mm256_add_epi32(exclusive, carry);
            carry = _mm256_add_epi32(carry, total);
            greatest = _mm256_max_epu32(greatest, _mm256_andnot_si256(is_odd, values));
        }
        let greatest = cast::<__m256i, [u32; 8]>(greatest).into_iter().fold(0, u32::max);
        let greatest = _mm256_set1_epi32(greatest.cast_signed());
        let all = values.as_chunks::<8>().0.iter().zip(results.as_chunks_mut::<8>().0).zip(before);
        for ((values, results), before) in all {
            let is_odd = _mm256_cmpeq_epi32(_mm256_and_si256(cast(*values), one), one);
            *results = cast(_mm256_blendv_epi8(greatest, _mm256_add_epi32(carry, before), is_odd));
        }
    }
}

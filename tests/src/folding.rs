//! Constant folding against execution. Random expressions of every operator, conversion, shape and selection, and of
//! the functions with exact results, are written twice in a shader: with literals, which the compiler folds, and with
//! the same numbers from a buffer. Both must agree bit for bit; `precise` prevents fma contraction.
//!
//! `FOLDING_COUNT` and `FOLDING_SEED` set the number and the first seed (`cases.rs`); the expressions of a shader
//! follow from the first one's seed. Functions with implementation-defined rounding are left out, and so are undefined
//! results: divisions by zero, numbers out of an integer's range.

mod expressions;

use crate::cases::{Cases, Fate};
use crate::kernels::support::{Found, WAVE, kernel, trial};
use expressions::{Generator, Sample};
use harness::device::Device;
use libtest_mimic::{Failed, Trial};
use std::fmt::Write as _;
use std::ops::Range;

/// The default number of expressions, and the number per shader.
const COUNT: u64 = 1200;
const BATCH: u64 = 60;

/// The bits of numbers of every type; all NaNs are equal.
const BITS: &str = "
uint2 bits(bool v) { return uint2(v ? 1 : 0, 0); }
uint2 bits(int v) { return uint2(uint(v), 1); }
uint2 bits(uint v) { return uint2(v, 2); }
uint2 bits(int8_t v) { return uint2(uint(int(v)), 7); }
uint2 bits(uint8_t v) { return uint2(v, 8); }
uint2 bits(int16_t v) { return uint2(uint(int(v)), 3); }
uint2 bits(uint16_t v) { return uint2(v, 4); }
uint2 bits(int64_t v) { return uint2(uint(v), uint(v >> 32)); }
uint2 bits(uint64_t v) { return uint2(uint(v), uint(v >> 32)); }
uint2 bits(float v) { return uint2(isnan(v) ? 0x7fc00000u : asuint(v), 5); }
uint2 bits(half v) { return uint2(isnan(v) ? 0x7e00u : uint(asuint16(v)), 6); }
uint2 bits(double v) { uint low, high; asuint(v, low, high); return v == v ? uint2(low, high) : uint2(0, 0x7ff80000u); }
";

pub(crate) fn trials(cpu: &Found) -> Vec<Trial> {
    let cases = Cases::of("FOLDING", COUNT);
    let some = |numbers: Range<u64>| {
        let mut tally = cases.tally("folding");
        trial(cpu, format!("folding::random_expressions {}", numbers.start), move |device| {
            for first in numbers.clone().step_by(BATCH as usize) {
                let count = BATCH.min(numbers.end - first);
                tally.count(count, batch(device, first as u32, count).map(|()| Fate::Ended));
            }
            tally.verdict()
        })
    };
    cases.batches(BATCH).into_iter().map(some).collect()
}

fn batch(device: &Device, seed: u32, count: u64) -> Result<(), Failed> {
    let mut generator = Generator::new(seed);
    let samples: Vec<Sample> = (0..count).map(|_| generator.sample()).collect();
    compare(device, &samples, &generator.take_numbers())
        .map_err(|failure| format!("expressions {seed}: {}", failure.message().unwrap_or_default()).into())
}

/// Compiles and runs a batch.
fn compare(device: &Device, samples: &[Sample], numbers: &[u32]) -> Result<(), Failed> {
    let (text, owners) = shader(samples);
    let options = ["-T", "cs_6_10", "-enable-16bit-types", "-fcgl", "-Wno-everything"].map(str::to_owned);
    let kernel = kernel(device, "folding.hlsl", &text, &options, WAVE)?;
    let mut results = vec![0u32; 4 * owners.len()];
    let mut dispatch = kernel.dispatch();
    dispatch.buffer("x", numbers)?.buffer_mut("y", &mut results)?.run([1, 1, 1])?;
    drop(dispatch);
    let (pairs, _) = results.as_chunks::<4>();
    let wrong = pairs.iter().zip(&owners).find(|([a, b, c, d], _)| (a, b) != (c, d));
    let Some(([a, b, c, d], (owner, component))) = wrong else { return Ok(()) };
    let Sample { ty, text } = &samples[*owner];
    let name = ty.name();
    Err(format!("component {component} of {name} {}\nfolds to {b:08x}:{a:08x}, runs to {d:08x}:{c:08x}", text.folded)
        .into())
}

/// A shader, and for each pair of results its expression and component.
fn shader(samples: &[Sample]) -> (String, Vec<(usize, String)>) {
    let mut constants = String::new();
    let mut body = String::new();
    let mut owners = Vec::new();
    for (index, Sample { ty, text }) in samples.iter().enumerate() {
        let name = ty.name();
        let _ = writeln!(constants, "static precise const {name} folded{index} = {};", text.folded);
        let _ = writeln!(body, "{{ precise const {name} run = {};", text.run);
        for component in ty.components() {
            let at = 2 * owners.len();
            let _ = writeln!(body, "y[{at}] = bits(folded{index}{component}); y[{}] = bits(run{component});", at + 1);
            owners.push((index, component));
        }
        body.push_str("}\n");
    }
    let head = "StructuredBuffer<uint> x : register(t0);\nRWStructuredBuffer<uint2> y : register(u1);\n";
    let text = format!("{head}{BITS}{constants}[numthreads(1, 1, 1)] void main() {{\n{body}}}\n");
    (text, owners)
}

//! Elementary functions on 32-bit numbers that generated code computes by itself: their distance from the standard
//! library's in double precision, and their results for zeros, infinities and NaNs.
//!
//! `FUNCTIONS_STEP` in the environment sets the step between the bits of operands: 1 tests all of them.

use crate::Devices;
use crate::kernels::support::{WAVE, kernel, trial};
use harness::device::Device;
use libtest_mimic::{Failed, Trial};

/// The default step; no power of two, so that the last bits vary.
const STEP: u32 = 40_009;
/// The number of operands per dispatch.
const AT_ONCE: u32 = 64 * 1024;
/// The permitted error in units in the last place, the rounding to single precision included.
const WORST: f64 = 0.501;

type Unary = fn(f64) -> f64;
type Binary = fn(f64, f64) -> f64;

const UNARY: &[(&str, Unary)] = &[
    ("acos", f64::acos),
    ("asin", f64::asin),
    ("atan", f64::atan),
    ("cos", f64::cos),
    ("cosh", f64::cosh),
    ("exp", f64::exp),
    ("exp2", f64::exp2),
    ("log", f64::ln),
    ("log2", f64::log2),
    ("sin", f64::sin),
    ("sinh", f64::sinh),
    ("tan", f64::tan),
    ("tanh", f64::tanh),
];

/// Functions with a larger permitted error.
const ROUGH: &[(&str, Unary, f64)] = &[("rsqrt", |x| 1.0 / x.sqrt(), 2.0)];

/// Functions of two operands.
const BINARY: &[(&str, Binary)] = &[("atan2", f64::atan2), ("fmod", |x, y| x % y), ("pow", f64::powf)];

const TEXT: &str = "
StructuredBuffer<uint2> operands : register(t0);
RWStructuredBuffer<uint> result : register(u1);
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    float x = asfloat(operands[id.x].x), y = asfloat(operands[id.x].y);
    result[id.x] = asuint(CALL);
}";

/// Two tests per function, for lanes that run together and one by one.
pub(crate) fn trials(devices: &Devices) -> Vec<Trial> {
    let mut all = Vec::new();
    for (title, device) in [("functions", &devices.cpu), ("lanes", &devices.lanes)] {
        for (name, function) in UNARY {
            let call = format!("{name}(x)");
            all.push(trial(device, format!("{title}::function {name}"), move |device| {
                check(device, &call, (|x, _| function(x), WORST), one)
            }));
        }
        for (name, function, worst) in ROUGH {
            let call = format!("{name}(x)");
            all.push(trial(device, format!("{title}::function {name}"), move |device| {
                check(device, &call, (|x, _| function(x), *worst), one)
            }));
        }
        for (name, function) in BINARY {
            let call = format!("{name}(x, y)");
            all.push(trial(device, format!("{title}::function {name}"), move |device| {
                check(device, &call, (function, WORST), two)
            }));
        }
    }
    all
}

/// The operands with a number.
type Operands = fn(u32) -> [u32; 2];

fn one(bits: u32) -> [u32; 2] {
    [bits, 0]
}

/// Operands that are special, of all magnitudes, and such that powers are neither zero nor infinite.
fn two(bits: u32) -> [u32; 2] {
    const SPECIAL: [f32; 12] =
        [0.0, -0.0, 1.0, -1.0, 2.0, -3.0, 0.5, -0.5, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 1e38];
    let mixed = bits.wrapping_mul(747_796_405).rotate_left(13).wrapping_mul(2_891_336_453);
    let special = |bits: u32| SPECIAL[bits as usize % SPECIAL.len()];
    let even = |bits: u32| bits as f32 / 2f32.powi(32);
    match mixed % 4 {
        0 => [special(bits >> 3), special(mixed >> 7)].map(f32::to_bits),
        1 => [bits, mixed],
        2 => [2.0 * even(bits), 60.0 * even(mixed) - 30.0].map(f32::to_bits),
        _ => [30.0 * even(bits) - 20.0, (12.0 * even(mixed) - 6.0).round()].map(f32::to_bits),
    }
}

fn check(
    device: &Device,
    call: &str,
    (exact, worst): (impl Fn(f64, f64) -> f64, f64),
    operands: Operands,
) -> Result<(), Failed> {
    let step = std::env::var("FUNCTIONS_STEP").ok().and_then(|text| text.parse().ok()).unwrap_or(STEP).max(1);
    let options = ["-T", "cs_6_0", "-E", "main", "-fspv-target-env=vulkan1.1"].map(str::to_owned);
    let kernel = kernel(device, "functions.hlsl", &TEXT.replace("CALL", call), &options, WAVE)?;
    let mut all = (0..=u32::MAX).step_by(step as usize);
    loop {
        let taken: Vec<[u32; 2]> = all.by_ref().take(AT_ONCE as usize).map(operands).collect();
        if taken.is_empty() {
            return Ok(());
        }
        let mut results = vec![0u32; taken.len().next_multiple_of(64)];
        let groups = results.len() as u32 / 64;
        let mut dispatch = kernel.dispatch();
        dispatch.buffer("operands", &taken)?.buffer_mut("result", &mut results)?;
        dispatch.run([groups, 1, 1])?;
        drop(dispatch);
        for ([x, y], found) in taken.into_iter().zip(results) {
            let (x, y, found) = (f32::from_bits(x), f32::from_bits(y), f32::from_bits(found));
            let wanted = exact(f64::from(x), f64::from(y));
            let far = distance(found, wanted);
            if far > worst {
                return Err(format!("{call} of {x:e} and {y:e} is {found:e}, not {wanted:e}: {far} ulp").into());
            }
        }
    }
}

/// The error of a result, in units in the last place of the exact value.
fn distance(found: f32, wanted: f64) -> f64 {
    let rounded = wanted as f32;
    // Subnormal results may be flushed to zero.
    let is_tiny = rounded.abs() < f32::MIN_POSITIVE && found == 0.0;
    if is_tiny || found.to_bits() == rounded.to_bits() || found.is_nan() && rounded.is_nan() {
        return 0.0;
    }
    let next = f32::from_bits(rounded.abs().to_bits() + 1);
    let unit = f64::from(next) - f64::from(rounded.abs());
    match unit.is_finite() && found.is_finite() && found.is_sign_negative() == rounded.is_sign_negative() {
        true => (f64::from(found) - wanted).abs() / unit,
        false => f64::INFINITY,
    }
}

//! Numbers at which mistakes show: zeros, ones, powers of two and their neighbours, ends of ranges, halves, denormals,
//! infinities, NaN.

use super::{Number, Scalar};

/// The edge values of a type, about forty of each with a range of that size.
pub fn edges(of: Scalar) -> Vec<Number> {
    match of {
        Scalar::Bool => vec![Number::new(of, 0), Number::new(of, 1)],
        Scalar::F16 | Scalar::F32 | Scalar::F64 => floats(of),
        Scalar::I16 | Scalar::U16 | Scalar::I32 | Scalar::U32 | Scalar::I64 | Scalar::U64 => integers(of),
    }
}

/// A dozen of them, for cases with code of their own.
pub fn few(of: Scalar) -> Vec<Number> {
    let numbers: &[f64] = match of {
        Scalar::Bool => &[0.0, 1.0],
        Scalar::F16 | Scalar::F32 | Scalar::F64 => &[0.0, 1.0, -1.5, 2.5, -3.0, 7.75, 100.0, -0.25],
        Scalar::I16 | Scalar::I32 | Scalar::I64 => &[0.0, 1.0, -1.0, 2.0, -3.0, 7.0, 100.0, -32768.0],
        Scalar::U16 | Scalar::U32 | Scalar::U64 => &[0.0, 1.0, 2.0, 3.0, 7.0, 31.0, 100.0, 65535.0],
    };
    let plain = numbers.iter().map(|&value| match of.is_float() {
        true => Number::float(of, value),
        false => Number::integer(of, value as i128),
    });
    let ends = [1u64 << (of.bits() - 1), (1 << (of.bits() - 1)) - 1].map(|bits| Number::new(of, bits));
    plain.chain(ends.into_iter().filter(|_| of.is_integer())).collect()
}

fn integers(of: Scalar) -> Vec<Number> {
    let mut values: Vec<i128> = (-4..=8).collect();
    values.extend([10, 15, 16, 17, 31, 32, 33, 63, 64, 100, -100, 127, 128, 255, 256, 1000, -1000, 12345]);
    for bits in [15, 16, 24, 31, 32, 53, 63, 64].into_iter().filter(|bits| *bits <= of.bits()) {
        values.extend([(1 << bits) - 1, 1 << bits, (1i128 << bits) + 1, -(1i128 << bits)]);
    }
    values.extend([0x5555_5555_5555_5555, 0x3333_3333_0f0f_0f0f]);
    distinct(values.into_iter().map(|value| Number::integer(of, value)))
}

fn floats(of: Scalar) -> Vec<Number> {
    let signed =
        [0.0, 1.0, 0.5, 0.25, 0.75, 1.5, 2.0, 2.5, 3.0, 3.5, 7.0, 0.1, 1.0 / 3.0, 10.0, 100.0, 255.5, 1024.0, 65504.0];
    let wide = [1e10, 16777217.0, 2147483648.0, 4294967296.0, 9.5e18, 1e-10];
    let mut all: Vec<f64> = signed.to_vec();
    if of != Scalar::F16 {
        all.extend(wide);
    }
    if of == Scalar::F64 {
        all.extend([9007199254740993.0, 1e300]);
    }
    let mut numbers: Vec<Number> =
        all.iter().flat_map(|value| [*value, -value]).map(|value| Number::float(of, value)).collect();
    let exponent: u64 = match of {
        Scalar::F16 => 0x7c00,
        Scalar::F64 => 0x7ff0_0000_0000_0000,
        _ => 0x7f80_0000,
    };
    let fraction = exponent & exponent.wrapping_neg();
    // The smallest denormal, the largest, the smallest normal number, the largest number, infinity, NaN.
    let ends = [1, fraction - 1, fraction, exponent - 1, exponent, exponent | fraction >> 1];
    numbers.extend(ends.map(|bits| Number::new(of, bits)));
    numbers.push(Number::new(of, exponent | 1 << (of.bits() - 1)));
    distinct(numbers.into_iter())
}

fn distinct(numbers: impl Iterator<Item = Number>) -> Vec<Number> {
    let mut all: Vec<Number> = Vec::new();
    for number in numbers {
        if !all.contains(&number) {
            all.push(number);
        }
    }
    all
}

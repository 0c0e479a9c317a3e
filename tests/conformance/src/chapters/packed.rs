//! Functions of packed numbers: bytes in a word, halves in a pair, integers of 64 bits in two words.
//!
//! Sections: the reference of HLSL's intrinsic functions; Shader Model 6.4 (dot products) and 6.6 (packing) of the HLSL
//! specifications.

use super::random::Random;
use crate::case::{Probe, Settings, Table};
use crate::oracle::precision::around;
use crate::oracle::{Allowed, Number, Scalar, half};
use std::sync::Arc;

const SECTION: &str = "HLSL's intrinsic functions; Shader Model 6.4 and 6.6, packed numbers";
/// Words of a row.
const WIDTH: usize = 4;
const ROWS: usize = 192;

/// A call on the row `$[0]` to `$[3]`, the type of its results' parts, their number, and what each part is.
struct Operation {
    call: &'static str,
    of: Scalar,
    parts: usize,
    compute: fn(&[u32], usize) -> i128,
}

fn unsigned_byte(word: u32, at: usize) -> i128 {
    i128::from(word.to_le_bytes()[at])
}

fn signed_byte(word: u32, at: usize) -> i128 {
    i128::from(word.to_le_bytes()[at] as i8)
}

/// The sum of the products of the bytes of two words.
fn dot(row: &[u32], byte: fn(u32, usize) -> i128) -> i128 {
    (0..4).map(|at| byte(row[0], at) * byte(row[1], at)).sum()
}

/// The word of four numbers modulo 256.
fn word(part: impl Fn(usize) -> i128) -> i128 {
    i128::from(u32::from_le_bytes([0, 1, 2, 3].map(|at| part(at) as u8)))
}

/// The low and the high word of the sum of two integers of 64 bits.
fn sum(low: [u32; 2], high: [u32; 2], at: usize) -> i128 {
    let [a, b] = [0, 1].map(|index| u64::from(low[index]) | u64::from(high[index]) << 32);
    i128::from((a.wrapping_add(b) >> (32 * at)) as u32)
}

/// The distance of two bytes, or zero where the first is zero: such bytes of the reference are masked.
fn masked_distance(reference: u32, source: u32) -> i128 {
    (0..4)
        .filter(|at| unsigned_byte(reference, *at) != 0)
        .map(|at| (unsigned_byte(reference, at) - unsigned_byte(source, at)).abs())
        .sum()
}

const OPERATIONS: &[Operation] = &[
    Operation {
        call: "AddUint64(uint2($[0], $[1]), uint2($[2], $[3]))",
        of: Scalar::U32,
        parts: 2,
        compute: |row, at| sum([row[0], row[2]], [row[1], row[3]], at),
    },
    Operation {
        call: "AddUint64(uint4($[0], $[1], $[2], $[3]), uint4($[3], $[2], $[1], $[0]))",
        of: Scalar::U32,
        parts: 4,
        compute: |row, at| match at / 2 {
            0 => sum([row[0], row[3]], [row[1], row[2]], at % 2),
            _ => sum([row[2], row[1]], [row[3], row[0]], at % 2),
        },
    },
    Operation {
        call: "dot4add_u8packed($[0], $[1], $[2])",
        of: Scalar::U32,
        parts: 1,
        compute: |row, _| dot(row, unsigned_byte) + i128::from(row[2]),
    },
    Operation {
        call: "dot4add_i8packed($[0], $[1], asint($[2]))",
        of: Scalar::I32,
        parts: 1,
        compute: |row, _| dot(row, signed_byte) + i128::from(row[2]),
    },
    Operation {
        call: "msad4($[0], uint2($[1], $[2]), uint4($[3], 1, 2, 3))",
        of: Scalar::U32,
        parts: 4,
        compute: |row, at| {
            let bytes = u64::from(row[1]) | u64::from(row[2]) << 32;
            let before = if at == 0 { i128::from(row[3]) } else { at as i128 };
            before + masked_distance(row[0], (bytes >> (8 * at)) as u32)
        },
    },
    Operation {
        call: "unpack_u8u32(uint8_t4_packed($[0]))",
        of: Scalar::U32,
        parts: 4,
        compute: |row, at| unsigned_byte(row[0], at),
    },
    Operation {
        call: "unpack_s8s32(int8_t4_packed($[0]))",
        of: Scalar::I32,
        parts: 4,
        compute: |row, at| signed_byte(row[0], at),
    },
    Operation {
        call: "unpack_u8u16(uint8_t4_packed($[0]))",
        of: Scalar::U16,
        parts: 4,
        compute: |row, at| unsigned_byte(row[0], at),
    },
    Operation {
        call: "unpack_s8s16(int8_t4_packed($[0]))",
        of: Scalar::I16,
        parts: 4,
        compute: |row, at| signed_byte(row[0], at),
    },
    Operation {
        call: "uint(pack_u8(uint4($[0], $[1], $[2], $[3])))",
        of: Scalar::U32,
        parts: 1,
        compute: |row, _| word(|at| i128::from(row[at])),
    },
    Operation {
        call: "uint(pack_s8(asint(uint4($[0], $[1], $[2], $[3]))))",
        of: Scalar::U32,
        parts: 1,
        compute: |row, _| word(|at| i128::from(row[at])),
    },
    Operation {
        call: "uint(pack_clamp_u8(asint(uint4($[0], $[1], $[2], $[3])) >> 22))",
        of: Scalar::U32,
        parts: 1,
        compute: |row, _| word(|at| i128::from(row[at] as i32 >> 22).clamp(0, 255)),
    },
    Operation {
        call: "uint(pack_clamp_s8(asint(uint4($[0], $[1], $[2], $[3])) >> 23))",
        of: Scalar::U32,
        parts: 1,
        compute: |row, _| word(|at| i128::from(row[at] as i32 >> 23).clamp(-128, 127)),
    },
    Operation {
        call: "uint(pack_u8(vector<uint16_t, 4>(uint4($[0], $[1], $[2], $[3]))))",
        of: Scalar::U32,
        parts: 1,
        compute: |row, _| word(|at| i128::from(row[at])),
    },
    Operation {
        call: "uint(pack_clamp_u8(vector<int16_t, 4>(asint(uint4($[0], $[1], $[2], $[3])) >> 22)))",
        of: Scalar::U32,
        parts: 1,
        compute: |row, _| word(|at| i128::from(row[at] as i32 >> 22).clamp(0, 255)),
    },
    Operation {
        call: "uint(pack_clamp_s8(vector<int16_t, 4>(asint(uint4($[0], $[1], $[2], $[3])) >> 23)))",
        of: Scalar::U32,
        parts: 1,
        compute: |row, _| word(|at| i128::from(row[at] as i32 >> 23).clamp(-128, 127)),
    },
];

pub(super) fn probes() -> Vec<Probe> {
    let table = table();
    let mut all: Vec<_> = OPERATIONS.iter().map(|operation| probe(operation, &table)).collect();
    all.push(halves());
    all
}

/// Random words, with zero bytes, carries and words of one bit among them.
fn table() -> Arc<Table> {
    let mut random = Random::new(64);
    let mut one = || match random.below(8) {
        0 => u32::MAX << random.below(32),
        1 => 1 << random.below(32),
        2 => random.next() & 0xff00_00ff,
        _ => random.next(),
    };
    Table::new((0..ROWS).map(|_| (0..WIDTH).map(|_| one()).collect()).collect())
}

fn probe(operation: &Operation, table: &Arc<Table>) -> Probe {
    let Operation { call, of, parts, compute } = *operation;
    let mut probe = Probe::new(format!("{call} as {}", of.name()), SECTION);
    let small = of.is_small() || call.contains("int16_t");
    probe.settings = Settings { small, ..Settings::default() };
    probe.table = Arc::clone(table);
    probe.body = format!("vector<{}, {parts}> found = {call};\n", of.name());
    for component in &["x", "y", "z", "w"][..parts] {
        probe.output(of, &format!("found.{component}"));
    }
    let results = table.rows.iter().flat_map(|row| (0..parts).map(|at| compute(row, at)));
    probe.expected = results.map(|value| Allowed::exactly(Number::integer(of, value))).collect();
    probe
}

/// `dot2add`, whose products and sums may be rounded to halves on the way.
fn halves() -> Probe {
    let mut random = Random::new(65);
    let mut probe = Probe::new("dot2add(half2, half2, float)", SECTION);
    probe.settings = Settings::small();
    let mut half = || half::nearest(f64::from(random.next() as i32 % 2048) / 64.0);
    let rows: Vec<[u16; 4]> = (0..ROWS).map(|_| std::array::from_fn(|_| half())).collect();
    let words = |row: &[u16; 4]| row.iter().map(|bits| u32::from(*bits)).chain([0x4120_0000]).collect();
    probe.table = Table::new(rows.iter().map(words).collect());
    let pair = |at: usize| format!("vector<half, 2>(asfloat16(uint16_t($[{at}])), asfloat16(uint16_t($[{}])))", at + 1);
    probe.output(Scalar::F32, &format!("dot2add({}, {}, asfloat($[4]))", pair(0), pair(2)));
    for row in rows {
        let [a, b, c, d] = row.map(half::value);
        let size = (a * c).abs() + (b * d).abs();
        probe.expected.push(around(Scalar::F32, a * c + b * d + 10.0, size / 512.0 + 1e-4));
    }
    probe
}

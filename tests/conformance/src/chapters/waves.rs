//! Waves and quads: reductions, prefixes, ballots and reads of other lanes, with all lanes and in branches that some take.
//!
//! Sections: the reference of HLSL's wave intrinsics (Shader Model 6.0 and 6.5). A device chooses the number of lanes, so
//! that the results for each usual number are allowed.

use super::random::Random;
use crate::case::{Probe, Settings, Table};
use crate::oracle::{Allowed, Number, Scalar};
use std::sync::Arc;

const SECTION: &str = "HLSL's wave intrinsics";
const LANES: usize = 64;
/// The numbers of lanes that a wave may have.
const SIZES: [usize; 6] = [4, 8, 16, 32, 64, 128];

/// The value of each lane with the lanes of a wave that are active, and the lane that asks.
struct Wave<'v> {
    values: &'v [i64],
    /// Lanes by their numbers in the wave.
    active: Vec<usize>,
    me: usize,
    first: usize,
}

impl Wave<'_> {
    fn value(&self, lane: usize) -> i64 {
        self.values[self.first + lane]
    }

    fn all(&self) -> impl Iterator<Item = i64> + '_ {
        self.active.iter().map(|lane| self.value(*lane))
    }

    /// The values of the quad, all lanes of which are active.
    fn quad(&self) -> impl Iterator<Item = i64> + '_ {
        (0..4).map(|lane| self.value(self.me & !3 | lane))
    }

    fn before(&self) -> impl Iterator<Item = i64> + '_ {
        self.active.iter().filter(|lane| **lane < self.me).map(|lane| self.value(*lane))
    }
}

/// A call with `x` for the value, the type of its result if it is not the value's, and the result.
type Operation = (&'static str, Option<Scalar>, fn(&Wave<'_>) -> i64);

const OPERATIONS: &[Operation] = &[
    ("WaveActiveSum(x)", None, |wave| wave.all().sum()),
    ("WaveActiveProduct(x % 3 + 1)", None, |wave| wave.all().map(|value| value % 3 + 1).fold(1, i64::wrapping_mul)),
    ("WaveActiveMin(x)", None, |wave| wave.all().min().unwrap_or(0)),
    ("WaveActiveMax(x)", None, |wave| wave.all().max().unwrap_or(0)),
    ("WavePrefixSum(x)", None, |wave| wave.before().sum()),
    ("WavePrefixProduct(x % 3 + 1)", None, |wave| wave.before().map(|value| value % 3 + 1).fold(1, i64::wrapping_mul)),
    ("WaveActiveCountBits(x > 40)", Some(Scalar::U32), |wave| wave.all().filter(|value| *value > 40).count() as i64),
    ("WavePrefixCountBits(x > 40)", Some(Scalar::U32), |wave| wave.before().filter(|value| *value > 40).count() as i64),
    ("WaveActiveAllTrue(x > 3)", Some(Scalar::Bool), |wave| wave.all().all(|value| value > 3).into()),
    ("WaveActiveAnyTrue(x > 95)", Some(Scalar::Bool), |wave| wave.all().any(|value| value > 95).into()),
    ("WaveActiveAllEqual(x)", Some(Scalar::Bool), |wave| {
        let first = wave.all().next();
        wave.all().all(|value| Some(value) == first).into()
    }),
    ("WaveReadLaneFirst(x)", None, |wave| wave.all().next().unwrap_or(0)),
    (
        "WaveReadLaneAt(x, WaveActiveCountBits(true) > 0u ? countbits(WaveActiveBallot(true).x & 0u) + firstbitlow(WaveActiveBallot(true).x | 0x80000000u) : 0u)",
        None,
        |wave| wave.active.first().filter(|lane| **lane < 31).map_or(i64::MIN, |lane| wave.value(*lane)),
    ),
    ("WaveIsFirstLane()", Some(Scalar::Bool), |wave| (wave.active.first() == Some(&wave.me)).into()),
    ("WaveActiveBallot(x > 40).x", Some(Scalar::U32), |wave| {
        wave.active.iter().filter(|lane| **lane < 32 && wave.value(**lane) > 40).map(|lane| 1i64 << lane).sum()
    }),
];

/// Operations on integers alone.
const BITWISE: &[Operation] = &[
    ("WaveActiveBitAnd(x | 16)", None, |wave| wave.all().fold(-1, |all, value| all & (value | 16))),
    ("WaveActiveBitOr(x)", None, |wave| wave.all().fold(0, |all, value| all | value)),
    ("WaveActiveBitXor(x)", None, |wave| wave.all().fold(0, |all, value| all ^ value)),
    ("WaveMultiPrefixSum(x, WaveMatch(x % 4))", None, |wave| {
        let same = |value: &i64| value % 4 == wave.value(wave.me) % 4;
        wave.before().filter(same).sum()
    }),
    ("WaveMultiPrefixBitXor(x, WaveMatch(x % 4))", None, |wave| {
        let same = |value: &i64| value % 4 == wave.value(wave.me) % 4;
        wave.before().filter(same).fold(0, |all, value| all ^ value)
    }),
    ("WaveMultiPrefixProduct(x % 3 + 1, WaveMatch(x % 4))", None, |wave| {
        let same = |value: &i64| value % 4 == wave.value(wave.me) % 4;
        wave.before().filter(same).map(|value| value % 3 + 1).fold(1, i64::wrapping_mul)
    }),
    ("WaveMultiPrefixBitAnd(x | 16, WaveMatch(x % 4))", None, |wave| {
        let same = |value: &i64| value % 4 == wave.value(wave.me) % 4;
        wave.before().filter(same).fold(-1, |all, value| all & (value | 16))
    }),
    ("WaveMultiPrefixBitOr(x, WaveMatch(x % 4))", None, |wave| {
        let same = |value: &i64| value % 4 == wave.value(wave.me) % 4;
        wave.before().filter(same).fold(0, |all, value| all | value)
    }),
    ("WaveMultiPrefixCountBits(x > 40, WaveMatch(x % 4))", Some(Scalar::U32), |wave| {
        let same = |value: &i64| value % 4 == wave.value(wave.me) % 4;
        wave.before().filter(same).filter(|value| *value > 40).count() as i64
    }),
    ("WaveMatch(x % 4).x", Some(Scalar::U32), |wave| {
        let same = |lane: &&usize| **lane < 32 && wave.value(**lane) % 4 == wave.value(wave.me) % 4;
        wave.active.iter().filter(same).map(|lane| 1i64 << lane).sum()
    }),
];

/// Operations on quads, for which all lanes must be active.
const QUADS: &[Operation] = &[
    ("QuadReadAcrossX(x)", None, |wave| wave.value(wave.me ^ 1)),
    ("QuadReadAcrossY(x)", None, |wave| wave.value(wave.me ^ 2)),
    ("QuadReadAcrossDiagonal(x)", None, |wave| wave.value(wave.me ^ 3)),
    ("QuadReadLaneAt(x, 2)", None, |wave| wave.value(wave.me / 4 * 4 + 2)),
    ("WaveReadLaneAt(x, 3)", None, |wave| wave.value(3)),
    ("WaveReadLaneAt(x, WaveGetLaneIndex() ^ 1u)", None, |wave| wave.value(wave.me ^ 1)),
    ("QuadAny(x > 80)", Some(Scalar::Bool), |wave| wave.quad().any(|value| value > 80).into()),
    ("QuadAll(x > 20)", Some(Scalar::Bool), |wave| wave.quad().all(|value| value > 20).into()),
];

/// Derivatives, whose quads are four lanes in a row in a workgroup of one row. Those of the whole quad may be taken from either
/// half, so that their arguments differ alike in both.
const DERIVATIVES: &[Operation] = &[
    ("ddx_fine(x)", None, |wave| wave.value(wave.me | 1) - wave.value(wave.me & !1)),
    ("ddy_fine(x)", None, |wave| wave.value(wave.me | 2) - wave.value(wave.me & !2)),
    ("ddx(QuadReadLaneAt(x, 1) * (WaveGetLaneIndex() & 1u))", None, |wave| wave.value(wave.me & !3 | 1)),
    ("ddx_coarse(QuadReadLaneAt(x, 2) * (WaveGetLaneIndex() & 1u))", None, |wave| wave.value(wave.me & !3 | 2)),
    ("ddy(QuadReadLaneAt(x, 3) * (WaveGetLaneIndex() >> 1 & 1u))", None, |wave| wave.value(wave.me | 3)),
    ("ddy_coarse(QuadReadLaneAt(x, 0) * (WaveGetLaneIndex() >> 1 & 1u))", None, |wave| wave.value(wave.me & !3)),
    (
        "fwidth(x + QuadReadLaneAt(x, 0) - x - 3.0f * (WaveGetLaneIndex() & 1u) + 5.0f * (WaveGetLaneIndex() >> 1 & 1u))",
        None,
        |_| 8,
    ),
];

/// The lanes that take a branch: a condition in HLSL, and here.
type Branch = (&'static str, fn(usize) -> bool);

const BRANCHES: &[Branch] = &[
    ("true", |_| true),
    ("lane % 2 == 0", |lane| lane.is_multiple_of(2)),
    ("lane % 3 != 1", |lane| lane % 3 != 1),
    ("(lane & 12) == 4", |lane| lane & 12 == 4),
    ("lane == 37", |lane| lane == 37),
    ("lane < 50", |lane| lane < 50),
];

pub(super) fn probes() -> Vec<Probe> {
    let mut random = Random::new(3);
    let values: Vec<i64> = (0..LANES).map(|_| i64::from(random.next() % 101)).collect();
    let mut all = Vec::new();
    for of in [Scalar::U32, Scalar::I32, Scalar::F32] {
        // Reductions of floats are of whole numbers, and so exact in every order.
        let numbers: Vec<_> = values.iter().map(|value| [Number::integer(of, i128::from(*value))]).collect();
        let table = Table::of_numbers(&numbers);
        for branch in BRANCHES {
            let everywhere = branch.0 == "true";
            let integers = if of.is_float() { &[][..] } else { BITWISE };
            let quads = if everywhere { QUADS } else { &[][..] };
            let derivatives = if everywhere && of == Scalar::F32 { DERIVATIVES } else { &[][..] };
            for operation in OPERATIONS.iter().chain(integers).chain(quads).chain(derivatives) {
                // The product of many floats is not exact, and there is no remainder of theirs to speak of. These three
                // reductions are for unsigned integers.
                let is_refused = of == Scalar::I32 && operation.0.starts_with("WaveActiveBit");
                if !(of.is_float() && operation.0.contains('%') || is_refused) {
                    all.push(probe(of, *branch, *operation, &values, &table));
                }
            }
        }
    }
    all
}

fn probe(of: Scalar, branch: Branch, (call, result, compute): Operation, values: &[i64], table: &Arc<Table>) -> Probe {
    let to = result.unwrap_or(of);
    let mut probe = Probe::new(format!("{call} of {} where {}", of.name(), branch.0), SECTION);
    probe.settings = Settings { options: &["-fspv-target-env=vulkan1.1", "-T", "cs_6_7"], ..Settings::default() };
    probe.table = Arc::clone(table);
    let (ty, name) = (of.name(), to.name());
    let value = crate::case::load(of, 0);
    probe.body = format!("{ty} x = {value}; {name} found = ({name})0; if ({}) {{ found = {call}; }}\n", branch.0);
    probe.output(to, "found");
    for row in 0..LANES {
        let allowed = match branch.1(row) {
            false => Allowed::Bits(0),
            true => SIZES
                .iter()
                .map(|size| of_size(*size, row, branch.1, compute, values, to))
                .reduce(Allowed::or)
                .unwrap_or(Allowed::Undefined),
        };
        probe.expected.push(allowed);
    }
    probe
}

/// The result if a wave has the given number of lanes.
fn of_size(
    size: usize,
    row: usize,
    is_active: fn(usize) -> bool,
    compute: fn(&Wave<'_>) -> i64,
    values: &[i64],
    to: Scalar,
) -> Allowed {
    let first = row / size * size;
    let active = (0..size.min(LANES - first)).filter(|lane| is_active(first + lane)).collect();
    match compute(&Wave { values, active, me: row - first, first }) {
        i64::MIN => Allowed::Undefined,
        value => Allowed::exactly(Number::integer(to, i128::from(value))),
    }
}

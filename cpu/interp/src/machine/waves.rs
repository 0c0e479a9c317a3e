//! Operations of the lanes of a wave: the lanes of a strand are those that take part.

use super::here::Here;
use super::{Machine, helpers};
use crate::code::{WaveCode, WaveOp};
use crate::compute::{self, FloatOp, Op, compute};
use crate::state::{Mask, Wave, lanes};
use check::Check;
use check::races::Fence;
use spirv::GroupOperation;

/// An operation on one row of cells.
struct Row {
    op: WaveOp,
    bits: u32,
    src: u32,
    dst: u32,
    other: Option<(u32, u32)>,
    cluster: u32,
}

impl Machine<'_> {
    pub(super) fn wave_barrier(&mut self, wave: &Wave, mask: Mask, fence: Fence) {
        if let Some(races) = &mut self.races {
            let threads: Vec<u32> = lanes(mask).map(|lane| Self::thread_number(wave, lane)).collect();
            races.wave_barrier(&threads, fence);
        }
    }

    pub(super) fn wave_op(&mut self, wave: &mut Wave, here: Here, code: &WaveCode) {
        let WaveCode { op, dst, count, bits, src, other, cluster } = code;
        let mask = here.mask;
        if let Some((slot, _)) = other {
            self.used(wave, here, *slot, 1, "lane index");
        }
        match op {
            WaveOp::Elect => {
                let first = lanes(mask).next().unwrap_or(0);
                give(wave, mask, *dst, |lane| u64::from(lane == first));
            }
            WaveOp::AllEqual { float } => {
                let first = lanes(mask).next().unwrap_or(0);
                let equal = |wave: &Wave, slot: u32, lane: usize| {
                    let (a, b) = (wave.get(slot, lane), wave.get(slot, first));
                    if *float { compute::float(*bits, a) == compute::float(*bits, b) } else { a == b }
                };
                let all = (*src..*src + count).all(|slot| lanes(mask).all(|lane| equal(wave, slot, lane)));
                give(wave, mask, *dst, |_| u64::from(all));
            }
            WaveOp::All | WaveOp::Any => {
                let votes = truths(wave, mask, *src);
                let result = if *op == WaveOp::All { votes == mask } else { votes != 0 };
                give(wave, mask, *dst, |_| u64::from(result));
            }
            WaveOp::Ballot => self.words(wave, mask, *dst, truths(wave, mask, *src)),
            WaveOp::Partition => {
                for lane in lanes(mask) {
                    let is_same =
                        |other: &usize| (*src..*src + count).all(|slot| wave.get(slot, *other) == wave.get(slot, lane));
                    let same = lanes(mask).filter(is_same).fold(0, |all, other| all | 1 << other);
                    self.words(wave, 1 << lane, *dst, same);
                }
            }
            WaveOp::InverseBallot | WaveOp::BitExtract | WaveOp::BitCount(_) | WaveOp::FindLsb | WaveOp::FindMsb => {
                ballot(wave, mask, &Row { op: *op, bits: *bits, src: *src, dst: *dst, other: *other, cluster: 0 });
            }
            WaveOp::BroadcastFirst
            | WaveOp::Read
            | WaveOp::ReadXor
            | WaveOp::ReadUp
            | WaveOp::ReadDown
            | WaveOp::Rotate
            | WaveOp::QuadBroadcast
            | WaveOp::QuadSwap
            | WaveOp::QuadAll
            | WaveOp::QuadAny
            | WaveOp::Reduce { .. }
            | WaveOp::Derivative { .. } => {
                for part in 0..*count {
                    let (src, dst) = (src + part, dst + part);
                    let row = Row { op: *op, bits: *bits, src, dst, other: *other, cluster: *cluster };
                    self.row(wave, here, &row, part == 0);
                }
            }
        }
        if !matches!(op, WaveOp::Elect) {
            let undefined = (*src..*src + count).fold(0, |all, slot| all | wave.undefined[slot as usize]) & mask;
            let is_of_all =
                matches!(op, WaveOp::All | WaveOp::Any | WaveOp::AllEqual { .. } | WaveOp::Ballot | WaveOp::Partition);
            if is_of_all {
                let undefined = if undefined != 0 { mask } else { 0 };
                (*dst..*dst + op.results(*count)).for_each(|slot| wave.mark(slot, mask, undefined));
            }
        }
    }

    fn words(&self, wave: &mut Wave, mask: Mask, dst: u32, value: Mask) {
        for (slot, word) in (dst..).zip(super::words(value)) {
            give(wave, mask, slot, |_| word.into());
        }
    }

    /// An operation that gives lanes the values of others, joined or not.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other operations read the value of one lane")]
    fn row(&mut self, wave: &mut Wave, here: Here, row: &Row, is_first: bool) {
        let mask = here.mask;
        let values: Vec<u64> = (0..wave.width).map(|lane| wave.get(row.src, lane)).collect();
        let undefined = self.helped(wave, here, row.op, row.src, row.other.map(|(slot, _)| slot));
        match row.op {
            WaveOp::Reduce { op, group } => reduce(wave, mask, row, op, group, &values),
            WaveOp::Derivative { bit, fine } => {
                self.derivative(wave, here, row, bit, fine, &values);
                wave.mark(row.dst, mask, helpers::reached(row.op, undefined & mask, mask));
            }
            WaveOp::QuadAll | WaveOp::QuadAny => {
                self.whole_quads(wave, here, "quad vote");
                for lane in lanes(mask) {
                    let votes = lanes(mask & 0xF << (lane & !3)).map(|lane| values[lane] & 1);
                    let result = if matches!(row.op, WaveOp::QuadAll) {
                        votes.min().unwrap_or(1)
                    } else {
                        votes.max().unwrap_or(0)
                    };
                    wave.set(row.dst, lane, result);
                }
                wave.mark(row.dst, mask, helpers::reached(row.op, undefined & mask, mask));
            }
            WaveOp::BroadcastFirst => {
                let first = lanes(mask).next().unwrap_or(0);
                give(wave, mask, row.dst, |_| values[first]);
                wave.mark(row.dst, mask, if undefined >> first & 1 == 1 { mask } else { 0 });
            }
            _ => {
                if is_first && matches!(row.op, WaveOp::QuadBroadcast | WaveOp::QuadSwap) {
                    self.whole_quads(wave, here, "quad read");
                }
                for lane in lanes(mask) {
                    let by = row.other.map_or(0, |(slot, _)| wave.get(slot, lane));
                    let from = source(row, lane as u64, by, wave.width as u64);
                    let is_there = from < wave.width as u64 && mask >> from & 1 == 1;
                    let is_quad = matches!(row.op, WaveOp::QuadBroadcast | WaveOp::QuadSwap);
                    if !is_there && is_first && !is_quad {
                        self.inactive(wave, here.at(lane), from);
                    }
                    // Some lane's value is taken where there is none.
                    let from = (from & (wave.width as u64 - 1)) as usize;
                    wave.set(row.dst, lane, values[from]);
                    wave.mark(row.dst, 1 << lane, if undefined >> from & 1 == 1 { 1 << lane } else { 0 });
                }
            }
        }
    }

    fn derivative(&mut self, wave: &mut Wave, here: Here, row: &Row, bit: u32, fine: bool, values: &[u64]) {
        self.whole_quads(wave, here, "derivative");
        let last = values.len() - 1;
        let difference = |lane: usize, bit: usize| {
            let low = lane & if fine { !bit } else { !3 };
            compute::fsub(row.bits, values[(low | bit).min(last)], values[low.min(last)])
        };
        for lane in lanes(here.mask) {
            let value = match bit {
                0 => {
                    let [x, y] = [1, 2].map(|bit| {
                        compute(Op::Float(FloatOp::FAbs), row.bits, row.bits, [difference(lane, bit), 0, 0, 0])
                    });
                    compute::fadd(row.bits, x, y)
                }
                bit => difference(lane, bit as usize),
            };
            wave.set(row.dst, lane, value);
        }
    }

    /// Each quad with an active lane must have all four.
    pub(super) fn whole_quads(&mut self, wave: &Wave, here: Here, what: &str) {
        if !self.wants(Check::QuadInactive) {
            return;
        }
        let mask = here.mask;
        let partial = lanes(mask).find(|lane| mask >> (lane & !3) & 0xF != 0xF);
        if let Some(lane) = partial {
            let count = (mask >> (lane & !3) & 0xF).count_ones();
            self.quad(wave, here.at(lane), format!("{what} with only {count} of 4 lanes active in its quad"));
        }
    }
}

/// Sets a cell of lanes, which then has a value.
fn give(wave: &mut Wave, mask: Mask, slot: u32, value: impl Fn(usize) -> u64) {
    lanes(mask).for_each(|lane| wave.set(slot, lane, value(lane)));
    wave.mark(slot, mask, 0);
}

fn truths(wave: &Wave, mask: Mask, slot: u32) -> Mask {
    lanes(mask).filter(|lane| wave.get(slot, *lane) & 1 == 1).fold(0, |all, lane| all | 1 << lane)
}

/// The lane whose value a lane gets.
#[expect(clippy::wildcard_enum_match_arm, reason = "the operand of the other operations is the number of the lane")]
fn source(row: &Row, own: u64, by: u64, width: u64) -> u64 {
    match row.op {
        WaveOp::ReadXor => own ^ by,
        WaveOp::ReadUp => own.wrapping_sub(by) & u64::from(u32::MAX),
        WaveOp::ReadDown => own.wrapping_add(by),
        WaveOp::Rotate => {
            let inside = match row.cluster {
                0 => width,
                cluster => u64::from(cluster).min(width),
            } - 1;
            (own & !inside) + (own.wrapping_add(by) & inside)
        }
        WaveOp::QuadBroadcast => own & !3 | by & 3,
        WaveOp::QuadSwap => own ^ ((by + 1) & 3),
        _ => by,
    }
}

/// Operations on the bits of a ballot.
#[expect(clippy::wildcard_enum_match_arm, reason = "the caller passes operations on ballots")]
fn ballot(wave: &mut Wave, mask: Mask, row: &Row) {
    for lane in lanes(mask) {
        let words = [0, 1, 2, 3].map(|at| wave.get(row.src + at, lane));
        let bits = words.iter().rev().fold(0, |bits: Mask, word| bits << 32 | Mask::from(*word));
        let own: Mask = 1 << lane;
        let kept = bits & super::all(wave.width as u32);
        let value = match row.op {
            WaveOp::InverseBallot => u64::from(bits & own != 0),
            WaveOp::BitExtract => {
                let at = row.other.map_or(0, |(slot, _)| wave.get(slot, lane));
                u64::from(at < 128 && bits >> at & 1 == 1)
            }
            WaveOp::BitCount(GroupOperation::InclusiveScan) => u64::from((bits & ((own - 1) | own)).count_ones()),
            WaveOp::BitCount(GroupOperation::ExclusiveScan) => u64::from((bits & (own - 1)).count_ones()),
            WaveOp::BitCount(_) => u64::from(kept.count_ones()),
            WaveOp::FindLsb if kept != 0 => u64::from(kept.trailing_zeros()),
            WaveOp::FindMsb if kept != 0 => u64::from(127 - kept.leading_zeros()),
            _ => compute::mask(32),
        };
        wave.set(row.dst, lane, value);
    }
    wave.mark(row.dst, mask, 0);
}

fn reduce(wave: &mut Wave, mask: Mask, row: &Row, op: Op, group: GroupOperation, values: &[u64]) {
    let bits = row.bits;
    let identity = identity(op, bits);
    let undefined = wave.undefined[row.src as usize] & mask;
    let add = |sum: u64, lane: usize| compute(op, bits, bits, [sum, values[lane], 0, 0]);
    if group == GroupOperation::Reduce {
        let value = lanes(mask).fold(identity, add);
        lanes(mask).for_each(|lane| wave.set(row.dst, lane, value));
        return wave.mark(row.dst, mask, if undefined != 0 { mask } else { 0 });
    }
    if let GroupOperation::InclusiveScan | GroupOperation::ExclusiveScan = group {
        let (mut sum, mut before) = (identity, 0);
        for lane in lanes(mask) {
            let (next, own): (u64, Mask) = (add(sum, lane), 1 << lane);
            let is_inclusive = group == GroupOperation::InclusiveScan;
            wave.set(row.dst, lane, if is_inclusive { next } else { sum });
            let joined = if is_inclusive { before | own } else { before };
            wave.mark(row.dst, own, if undefined & joined != 0 { own } else { 0 });
            (sum, before) = (next, before | own);
        }
        return;
    }
    for lane in lanes(mask) {
        let own: Mask = 1 << lane;
        let joined = mask & joined_with(wave, row, group, lane);
        let value = lanes(joined).fold(identity, add);
        wave.set(row.dst, lane, value);
        wave.mark(row.dst, own, if undefined & joined != 0 { own } else { 0 });
    }
}

/// The lanes of a partition or a cluster that a lane is joined with.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other operations join all lanes")]
fn joined_with(wave: &Wave, row: &Row, group: GroupOperation, lane: usize) -> Mask {
    let own: Mask = 1 << lane;
    let partition = || {
        let Some((slot, _)) = row.other else { return 0 };
        let words = [0, 1, 2, 3].map(|at| wave.get(slot + at, lane));
        words.iter().rev().fold(0, |bits: Mask, word| bits << 32 | Mask::from(*word))
    };
    match group {
        GroupOperation::ClusteredReduce => {
            let size = (row.cluster.max(1) as usize).min(wave.width);
            super::all(size as u32) << (lane & !(size - 1))
        }
        GroupOperation::PartitionedReduceEXT => partition(),
        GroupOperation::PartitionedInclusiveScanEXT => partition() & ((own - 1) | own),
        GroupOperation::PartitionedExclusiveScanEXT => partition() & (own - 1),
        _ => Mask::MAX,
    }
}

/// The value that changes nothing.
#[expect(clippy::wildcard_enum_match_arm, reason = "the identity of the other ops is 0")]
fn identity(op: Op, bits: u32) -> u64 {
    let ones = compute::mask(bits);
    match op {
        Op::IMul => 1,
        Op::And | Op::UMin => ones,
        Op::SMin => ones >> 1,
        Op::SMax => 1 << (bits - 1),
        Op::FMul => compute::bits_of(bits, 1.0),
        Op::FMin => compute::bits_of(bits, f64::INFINITY),
        Op::FMax => compute::bits_of(bits, f64::NEG_INFINITY),
        _ => 0,
    }
}

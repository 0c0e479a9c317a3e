//! Operations of the lanes of a wave, and derivatives.

use super::{Reader, tables};
use crate::code::{WaveCode, WaveOp};
use crate::error::{Result, refuse};
use crate::types::Scalar;
use abi::rays::QueryOp;
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use spirv::{GroupOperation, Op};

impl Reader<'_> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    pub(super) fn wave_op(&mut self, inst: &Inst) -> Result<()> {
        let derivative = |bit, fine| Some(WaveOp::Derivative { bit, fine });
        let op = match inst.op {
            Op::DPdx | Op::DPdxCoarse => derivative(1, false),
            Op::DPdy | Op::DPdyCoarse => derivative(2, false),
            Op::Fwidth | Op::FwidthCoarse => derivative(0, false),
            Op::DPdxFine => derivative(1, true),
            Op::DPdyFine => derivative(2, true),
            Op::FwidthFine => derivative(0, true),
            _ => None,
        };
        if let Some(op) = op {
            return self.wave(inst, op, 0, None);
        }
        if let Some(op) = tables::joins(inst.op) {
            return self.join(inst, op);
        }
        let op = match inst.op {
            Op::GroupNonUniformElect => WaveOp::Elect,
            Op::GroupNonUniformAll => WaveOp::All,
            Op::GroupNonUniformAny => WaveOp::Any,
            Op::GroupNonUniformAllEqual => {
                let value = self.operand(inst, 1)?;
                WaveOp::AllEqual { float: matches!(self.scalar_of(value), Scalar::Float { .. }) }
            }
            Op::GroupNonUniformBallot => WaveOp::Ballot,
            Op::GroupNonUniformBroadcastFirst => WaveOp::BroadcastFirst,
            Op::GroupNonUniformBroadcast | Op::GroupNonUniformShuffle => WaveOp::Read,
            Op::GroupNonUniformShuffleXor => WaveOp::ReadXor,
            Op::GroupNonUniformShuffleUp => WaveOp::ReadUp,
            Op::GroupNonUniformShuffleDown => WaveOp::ReadDown,
            Op::GroupNonUniformRotateKHR => WaveOp::Rotate,
            Op::GroupNonUniformQuadBroadcast => WaveOp::QuadBroadcast,
            Op::GroupNonUniformQuadSwap => WaveOp::QuadSwap,
            Op::GroupNonUniformQuadAllKHR => return self.wave(inst, WaveOp::QuadAll, 0, None),
            Op::GroupNonUniformQuadAnyKHR => return self.wave(inst, WaveOp::QuadAny, 0, None),
            Op::GroupNonUniformInverseBallot => WaveOp::InverseBallot,
            Op::GroupNonUniformBallotBitExtract => WaveOp::BitExtract,
            Op::GroupNonUniformBallotBitCount => {
                let group = tables::group(inst.value(1)).unwrap_or(GroupOperation::Reduce);
                return self.wave(inst, WaveOp::BitCount(group), 2, None);
            }
            Op::GroupNonUniformBallotFindLSB => WaveOp::FindLsb,
            Op::GroupNonUniformBallotFindMSB => WaveOp::FindMsb,
            Op::GroupNonUniformPartitionEXT => return self.wave(inst, WaveOp::Partition, 0, None),
            op if QueryOp::of(op).is_some() => return self.query(inst),
            _ => return self.image_op(inst),
        };
        let other = if inst.operands.len() > 2 { Some(2) } else { None };
        self.wave(inst, op, 1, other)
    }

    fn join(&mut self, inst: &Inst, op: crate::compute::Op) -> Result<()> {
        let Some(group) = tables::group(inst.value(1)) else { return refuse("unknown group operation") };
        let other = if inst.operands.len() > 3 { Some(3) } else { None };
        self.wave(inst, WaveOp::Reduce { op, group }, 2, other)
    }

    /// Writes an operation whose value and whose other operand are at these positions.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the operands of the other operations have the same order")]
    fn wave(&mut self, inst: &Inst, op: WaveOp, at: usize, other: Option<usize>) -> Result<()> {
        let (src, ty) = if matches!(op, WaveOp::Elect) {
            (0, inst.type_id())
        } else {
            let value = self.operand(inst, at)?;
            (value.slot, value.ty)
        };
        let (mut second, mut cluster) = (None, 0);
        if let Some(at) = other {
            let value = self.operand(inst, at)?;
            second = Some((value.slot, self.scalar_of(value).bits()));
        }
        let cluster_at = match op {
            WaveOp::Rotate => Some(3),
            WaveOp::Reduce { group: GroupOperation::ClusteredReduce, .. } => Some(3),
            _ => None,
        };
        if let Some(at) = cluster_at.filter(|at| inst.operands.len() > *at) {
            cluster = self.constant_at(inst, at)? as u32;
            if !cluster.is_power_of_two() {
                return refuse("cluster size is not a power of two");
            }
        }
        let (count, bits) = (self.types.count(ty)?, self.types.scalar(ty).bits());
        let dst = self.result(inst)?;
        self.push(WaveCode { op, dst, count, bits, src, other: second, cluster })
    }
}

//! Operations over the subgroup and the quad that are more than one instruction.

use crate::builder::num::Num;
use crate::emitter::Emitter;
use crate::emitter::intrinsics::call::Call;
use sema::hir::expr::Arg;
use sema::hir::ty::{Scalar, TypeId};
use sema::tables::intrinsics::{WaveOperand, Waves};
use spirv::{BuiltIn, GroupOperation, Op, Scope, StorageClass, Word};

const BOOL: Num = Num::scalar(Scalar::Bool);

impl Emitter<'_> {
    /// Votes and counts among the invocations of a wave.
    pub(crate) fn waves_call(&mut self, waves: Waves, call: Call<'_>) -> Word {
        match waves {
            Waves::QuadAll => self.quad_vote(call, true),
            Waves::QuadAny => self.quad_vote(call, false),
            Waves::WaveActiveAllEqual => self.wave_all_equal(call),
            Waves::WaveActiveCountBits => self.wave_count_bits(call, spirv::GroupOperation::Reduce),
            Waves::WaveMultiPrefixCountBits => self.wave_count_bits_among(call),
            Waves::WavePrefixCountBits => self.wave_count_bits(call, spirv::GroupOperation::ExclusiveScan),
        }
    }

    fn subgroup(&mut self) -> Word {
        self.spv.constant_uint(Scope::Subgroup as u32)
    }

    /// `WaveActiveAllEqual`: component by component.
    pub(crate) fn wave_all_equal(&mut self, call: Call<'_>) -> Word {
        let num = self.num_of(call.args[0].expr);
        let value = self.expr(call.args[0].expr);
        let result = num.with_elem(Scalar::Bool);
        self.map_rows(num, result, value, |this, row| {
            let parts: Vec<Word> = (0..num.columns)
                .map(|index| {
                    let part = this.spv.component(num.row(), row, index);
                    let scope = this.subgroup();
                    this.spv.op_num(Op::GroupNonUniformAllEqual, BOOL, &[scope, part])
                })
                .collect();
            this.spv.construct_vector(Scalar::Bool, &parts)
        })
    }

    /// `WaveActiveCountBits`, `WavePrefixCountBits`
    pub(crate) fn wave_count_bits(&mut self, call: Call<'_>, group: GroupOperation) -> Word {
        let value = self.expr(call.args[0].expr);
        let scope = self.subgroup();
        let ballot = self.spv.op_num(Op::GroupNonUniformBallot, Num::vector(Scalar::UInt, 4), &[scope, value]);
        let operands = [scope, group as u32, ballot];
        self.spv.op_num(Op::GroupNonUniformBallotBitCount, Num::scalar(Scalar::UInt), &operands)
    }

    /// `WaveMultiPrefixCountBits`: the ballot of the lanes in the mask.
    fn wave_count_bits_among(&mut self, call: Call<'_>) -> Word {
        let [value, mask] = call.exactly();
        let (value, mask) = (self.expr(value.expr), self.expr(mask.expr));
        let (scope, lanes) = (self.subgroup(), Num::vector(Scalar::UInt, 4));
        let ballot = self.spv.op_num(Op::GroupNonUniformBallot, lanes, &[scope, value]);
        let among = self.spv.op_num(Op::BitwiseAnd, lanes, &[ballot, mask]);
        let operands = [scope, GroupOperation::ExclusiveScan as u32, among];
        self.spv.op_num(Op::GroupNonUniformBallotBitCount, Num::scalar(Scalar::UInt), &operands)
    }

    /// `QuadAny` and `QuadAll`: where there is no instruction for it, the lanes are asked one by one.
    pub(crate) fn quad_vote(&mut self, call: Call<'_>, all: bool) -> Word {
        let value = self.expr(call.args[0].expr);
        if self.options.allows_extension("SPV_KHR_quad_control") {
            // The instructions' own capability has no version, but quads of lanes are there from this one on.
            self.spv.availability.require_version((1, 3), "a vote of a quad", self.spv.function.span());
            let op = if all { Op::GroupNonUniformQuadAllKHR } else { Op::GroupNonUniformQuadAnyKHR };
            return self.spv.op_num(op, BOOL, &[value]);
        }
        let op = if all { Op::LogicalAnd } else { Op::LogicalOr };
        (0..3).fold(value, |result, direction| {
            let scope = self.subgroup();
            let direction = self.spv.constant_uint(direction);
            let other = self.spv.op_num(Op::GroupNonUniformQuadSwap, BOOL, &[scope, value, direction]);
            self.spv.op_num(op, BOOL, &[result, other])
        })
    }

    /// An instruction over the subgroup.
    pub(crate) fn wave(&mut self, op: Op, operand: WaveOperand, args: &[Arg], ty: TypeId) -> Word {
        let values = self.values(args);
        let num = self.num_of_type(ty);
        let operands: Vec<(Num, Word)> =
            args.iter().map(|arg| self.num_of(arg.expr)).zip(values.iter().copied()).collect();
        if !operands.first().is_some_and(|(shape, _)| shape.is_matrix()) {
            return self.wave_row(op, operand, &values, num);
        }
        self.by_rows(&operands, num, |this, parts| this.wave_row(op, operand, parts, num.row()))
    }

    /// Returns whether `OpGroupNonUniformQuadBroadcast` takes an index: before SPIR-V 1.5, it must be a constant.
    fn is_lane_of_quad(&self, lane: Word) -> bool {
        self.options.target.has_spirv(1, 5) || self.spv.is_constant(lane) || self.spv.is_spec_constant(lane)
    }

    /// The value of a lane of the quad, by its index in the subgroup.
    fn quad_shuffle(&mut self, value: Word, lane: Word, num: Num) -> Word {
        let index = Num::scalar(Scalar::UInt);
        let ty = self.spv.num_type(index);
        self.legalisation.needed = true;
        let own = self.builtin_variable(BuiltIn::SubgroupLocalInvocationId, StorageClass::Input, ty);
        let own = self.load_builtin(ty, own);
        let first_lanes = self.spv.constant_uint(!3);
        let first = self.spv.op_num(Op::BitwiseAnd, index, &[own, first_lanes]);
        let source = self.spv.op_num(Op::IAdd, index, &[first, lane]);
        let scope = self.subgroup();
        self.spv.op_num(Op::GroupNonUniformShuffle, num, &[scope, value, source])
    }

    fn wave_row(&mut self, op: Op, operand: WaveOperand, values: &[Word], num: Num) -> Word {
        if op == Op::GroupNonUniformQuadBroadcast && !self.is_lane_of_quad(values[1]) {
            return self.quad_shuffle(values[0], values[1], num);
        }
        let mut operands = Vec::with_capacity(values.len() + 2);
        if op != Op::GroupNonUniformPartitionNV {
            operands.push(self.spv.constant_uint(Scope::Subgroup as u32));
        }
        match operand {
            WaveOperand::None => operands.extend_from_slice(values),
            WaveOperand::Group(group) => {
                operands.push(group as u32);
                operands.extend_from_slice(values);
            }
            WaveOperand::Direction(direction) => {
                operands.extend_from_slice(values);
                operands.push(self.spv.constant_uint(direction));
            }
        }
        self.spv.op_num(op, num, &operands)
    }
}

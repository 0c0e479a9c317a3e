//! Wave operations in divergent control flow: non-uniform group instructions of SPIR-V 1.3, which kernels have with OpenCL's
//! extensions of subgroups.

use crate::error::{Result, refuse};
use crate::state::Rewriter;
use crate::types;
use dialect::ir::{OpId, TypeId, ValueId};
use dialect::spirv::enums::Kind;
use dialect::spirv::{attrs, facts, ops};
use spirv::{GroupOperation, Op};

impl Rewriter<'_> {
    /// An operation of the active lanes.
    pub(super) fn of_part(&mut self, op: OpId, core: Op) -> Result<ValueId> {
        let (_, ty) = self.result_types(op);
        let operands = self.operands(op);
        match core {
            Op::GroupNonUniformElect | Op::GroupNonUniformAll | Op::GroupNonUniformAny | Op::GroupNonUniformBallot => {
                Ok(self.of_lanes(op, core, &operands, ty))
            }
            Op::GroupNonUniformAllEqual => {
                let mut equal = Vec::new();
                for value in self.components(operands[0]) {
                    let value = self.plain(value);
                    equal.push(self.of_lanes(op, core, &[value], ty));
                }
                let equal = self.vector(&equal);
                Ok(self.all_of(equal))
            }
            Op::GroupNonUniformQuadBroadcast | Op::GroupNonUniformQuadSwap => self.shuffle(op, core),
            Op::GroupNonUniformBroadcastFirst
            | Op::GroupNonUniformShuffle
            | Op::GroupNonUniformShuffleXor
            | Op::GroupNonUniformShuffleUp
            | Op::GroupNonUniformShuffleDown => Ok(self.of_another(op, core, &operands)),
            // Which lane may be found out at run time only since SPIR-V 1.5.
            Op::GroupNonUniformBroadcast => match self.constant_of(self.module[op].operands[1]) {
                Some(_) => Ok(self.of_another(op, core, &operands)),
                None => Ok(self.of_another(op, Op::GroupNonUniformShuffle, &operands)),
            },
            _ => self.part_reduction(op, core, &operands),
        }
    }

    /// The value of another lane.
    fn of_another(&mut self, op: OpId, core: Op, operands: &[ValueId]) -> ValueId {
        self.by_component(operands[0], |rewriter, value| {
            let ty = rewriter.type_of(value);
            let operands: Vec<ValueId> = [value].into_iter().chain(operands[1..].iter().copied()).collect();
            rewriter.of_lanes(op, core, &operands, ty)
        })
    }

    fn part_reduction(&mut self, op: OpId, core: Op, operands: &[ValueId]) -> Result<ValueId> {
        let kind = Kind::GroupOperation;
        let number = facts::number_of(self.module, op, kind.table().snake).map(|number| number as u32);
        match number.and_then(GroupOperation::from_u32) {
            Some(GroupOperation::Reduce | GroupOperation::InclusiveScan | GroupOperation::ExclusiveScan) => {}
            Some(GroupOperation::ClusteredReduce) => {
                let needed = kind.capabilities(GroupOperation::ClusteredReduce as u32);
                needed.into_iter().for_each(|capability| self.needs.capability(capability));
            }
            _ => return refuse("partitioned wave operations (WaveMulti…) are not supported in kernels"),
        }
        let mut results = Vec::new();
        for value in self.components(operands[0]) {
            let ty = self.type_of(value);
            let operands: Vec<ValueId> = [value].into_iter().chain(operands[1..].iter().copied()).collect();
            results.push(self.of_lanes(op, core, &operands, ty));
        }
        Ok(self.vector(&results))
    }

    /// A non-uniform group instruction with the scope and the operation of the shader's.
    pub(super) fn of_lanes(&mut self, op: OpId, core: Op, operands: &[ValueId], ty: TypeId) -> ValueId {
        let needed = ops::by_opcode(core as u32).and_then(|row| row.capabilities.first());
        needed.into_iter().for_each(|capability| self.needs.capability(*capability));
        let made = self.effect(ops::core(core), operands);
        let kept = [attrs::SCOPE, Kind::GroupOperation.table().snake];
        let attributes = self.module[op].attrs.iter().filter(|(name, _)| kept.contains(name)).copied().collect();
        self.module[made].attrs = attributes;
        self.module.add_result(made, ty)
    }

    /// Tests that all components of a boolean are true.
    pub(super) fn all_of(&mut self, value: ValueId) -> ValueId {
        let bool = self.module.ctx.bool();
        match types::lanes(&self.module.ctx, self.type_of(value)) {
            1 => value,
            _ => self.core(Op::All, &[value], bool),
        }
    }
}

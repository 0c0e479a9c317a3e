//! Wave operations: OpenCL's subgroup operations where control flow is known to be uniform;
//! elsewhere non-uniform group operations, where the target has them ([`parts`]).

mod parts;

use crate::error::{Result, refuse};
use crate::state::Rewriter;
use crate::types;
use base::target::Waves;
use dialect::ir::{AttrId, OpId, TypeId, ValueId};
use dialect::spirv::enums::Kind;
use dialect::spirv::{attrs, facts, ops};
use isa::{Class, GroupKind};
use spirv::{BuiltIn, Capability, GroupOperation, Op, OpenclStd100Op as CLOp, Scope};

/// The instructions for a whole group, and the extension that those need which OpenCL has not had from the start.
const REDUCTIONS: &[(Op, Op, Option<&str>)] = &[
    (Op::GroupNonUniformIAdd, Op::GroupIAdd, None),
    (Op::GroupNonUniformFAdd, Op::GroupFAdd, None),
    (Op::GroupNonUniformSMin, Op::GroupSMin, None),
    (Op::GroupNonUniformUMin, Op::GroupUMin, None),
    (Op::GroupNonUniformFMin, Op::GroupFMin, None),
    (Op::GroupNonUniformSMax, Op::GroupSMax, None),
    (Op::GroupNonUniformUMax, Op::GroupUMax, None),
    (Op::GroupNonUniformFMax, Op::GroupFMax, None),
    (Op::GroupNonUniformIMul, Op::GroupIMulKHR, UNIFORM_GROUPS),
    (Op::GroupNonUniformFMul, Op::GroupFMulKHR, UNIFORM_GROUPS),
    (Op::GroupNonUniformBitwiseAnd, Op::GroupBitwiseAndKHR, UNIFORM_GROUPS),
    (Op::GroupNonUniformBitwiseOr, Op::GroupBitwiseOrKHR, UNIFORM_GROUPS),
    (Op::GroupNonUniformBitwiseXor, Op::GroupBitwiseXorKHR, UNIFORM_GROUPS),
    (Op::GroupNonUniformLogicalAnd, Op::GroupLogicalAndKHR, UNIFORM_GROUPS),
    (Op::GroupNonUniformLogicalOr, Op::GroupLogicalOrKHR, UNIFORM_GROUPS),
    (Op::GroupNonUniformLogicalXor, Op::GroupLogicalXorKHR, UNIFORM_GROUPS),
];

const UNIFORM_GROUPS: Option<&str> = Some("SPV_KHR_uniform_group_instructions");

impl Rewriter<'_> {
    /// A wave operation.
    pub(crate) fn rewrite_wave(&mut self, op: OpId, core: Op) -> Result<()> {
        if facts::number_of(self.module, op, attrs::SCOPE) != Some(Scope::Subgroup as u64) {
            return refuse("group operations of other scopes than workgroup or subgroup are not supported in kernels");
        }
        if self.facts.waves == Waves::None {
            return refuse("wave operations are not supported in kernels before OpenCL 2.1");
        }
        let (_, ty) = self.result_types(op);
        if let Some(value) = self.alone(op, core, ty)? {
            self.replace(op, value);
            return Ok(());
        }
        // OpenCL has had an instruction for a whole wave from the start.
        let has_form_of_whole = match REDUCTIONS.iter().find(|(known, ..)| *known == core) {
            Some((.., extension)) => extension.is_none(),
            None => !matches!(isa::class(core), Class::Group(_, GroupKind::Shuffle | GroupKind::Quad)),
        };
        let value = match (self.facts.waves, self.facts.uniform.is_together(self.module, op)) {
            (Waves::Parts, true) if has_form_of_whole => self.of_whole(op, core, ty)?,
            (Waves::Parts, _) => self.of_part(op, core)?,
            (_, true) => self.of_whole(op, core, ty)?,
            (_, false) => {
                return refuse(
                    "an operation of a wave that not all of its lanes execute is not supported in kernels before OpenCL 3.0: \
                     move it out of the branch",
                );
            }
        };
        self.replace(op, value);
        Ok(())
    }

    /// An operation of a whole wave in uniform control flow.
    fn of_whole(&mut self, op: OpId, core: Op, ty: TypeId) -> Result<ValueId> {
        self.needs.capability(Capability::Groups);
        Ok(match core {
            Op::GroupNonUniformElect => {
                let lane = self.lane();
                let first = self.word(0);
                self.compare(Op::IEqual, &[lane, first])
            }
            Op::GroupNonUniformAll | Op::GroupNonUniformAny => {
                let value = self.operand(op, 0);
                let vote = if core == Op::GroupNonUniformAll { Op::GroupAll } else { Op::GroupAny };
                self.group(vote, None, &[value], ty)
            }
            Op::GroupNonUniformAllEqual => self.all_equal(op),
            Op::GroupNonUniformBroadcastFirst => {
                let (value, first) = (self.operand(op, 0), self.word(0));
                self.broadcast(value, first)
            }
            Op::GroupNonUniformBroadcast => {
                let (value, lane) = (self.operand(op, 0), self.operand(op, 1));
                self.broadcast(value, lane)
            }
            Op::GroupNonUniformBallot => self.ballot(op),
            Op::GroupNonUniformShuffle if self.facts.uniform.is_uniform(self.module[op].operands[1]) => {
                let (value, lane) = (self.operand(op, 0), self.operand(op, 1));
                self.broadcast(value, lane)
            }
            Op::GroupNonUniformShuffle
            | Op::GroupNonUniformShuffleXor
            | Op::GroupNonUniformShuffleUp
            | Op::GroupNonUniformShuffleDown
            | Op::GroupNonUniformQuadBroadcast
            | Op::GroupNonUniformQuadSwap => self.shuffle(op, core)?,
            _ => self.reduce(op, core)?,
        })
    }

    fn lane(&mut self) -> ValueId {
        self.builtin(BuiltIn::SubgroupLocalInvocationId, false)
    }

    fn subgroup(&mut self) -> AttrId {
        self.module.ctx.enum_attr(Kind::Scope.id(), Scope::Subgroup as u32)
    }

    /// An instruction of a whole wave.
    fn group(&mut self, op: Op, operation: Option<GroupOperation>, operands: &[ValueId], ty: TypeId) -> ValueId {
        let made = self.effect(ops::core(op), operands);
        let scope = self.subgroup();
        self.module[made].attrs.push((attrs::SCOPE, scope));
        if let Some(operation) = operation {
            let kind = Kind::GroupOperation;
            let attr = self.module.ctx.enum_attr(kind.id(), operation as u32);
            self.module[made].attrs.push((kind.table().snake, attr));
        }
        self.module.add_result(made, ty)
    }

    /// The value of a lane, component by component; booleans as words.
    fn broadcast(&mut self, value: ValueId, lane: ValueId) -> ValueId {
        self.by_component(value, |rewriter, part| {
            let ty = rewriter.type_of(part);
            rewriter.group(Op::GroupBroadcast, None, &[part, lane], ty)
        })
    }

    /// Maps each component of a value, booleans as words.
    fn by_component(&mut self, value: ValueId, mut make: impl FnMut(&mut Self, ValueId) -> ValueId) -> ValueId {
        let none = self.word(0);
        let is_bool = types::width(&self.module.ctx, self.type_of(value)) == 1;
        let mut made = Vec::new();
        for part in self.components(value) {
            let part = self.plain(part);
            let result = make(self, part);
            made.push(if is_bool { self.compare(Op::INotEqual, &[result, none]) } else { result });
        }
        self.vector(&made)
    }

    /// A scalar, or a word for a boolean.
    fn plain(&mut self, value: ValueId) -> ValueId {
        if types::width(&self.module.ctx, self.type_of(value)) != 1 {
            return value;
        }
        let (word, one, none) = (self.module.ctx.int(32), self.word(1), self.word(0));
        self.core(Op::Select, &[value, one, none], word)
    }

    fn all_equal(&mut self, op: OpId) -> ValueId {
        let value = self.operand(op, 0);
        let first = self.word(0);
        let same = self.broadcast(value, first);
        let ty = self.type_of(value);
        let compare = match (types::is_float(&self.module.ctx, ty), types::width(&self.module.ctx, ty)) {
            (true, _) => Op::FOrdEqual,
            (false, 1) => Op::LogicalEqual,
            (false, _) => Op::IEqual,
        };
        let equal = self.compare(compare, &[value, same]);
        let bool = self.module.ctx.bool();
        let all = self.all_of(equal);
        self.group(Op::GroupAll, None, &[all], bool)
    }

    /// The condition of each lane as a bit: each gives its own to the word in which it stands, and words are summed.
    fn ballot(&mut self, op: OpId) -> ValueId {
        let condition = self.operand(op, 0);
        let word = self.module.ctx.int(32);
        let lane = self.lane();
        let (none, one, five, last) = (self.word(0), self.word(1), self.word(5), self.word(31));
        let own_word = self.same(Op::ShiftRightLogical, &[lane, five]);
        let place = self.same(Op::BitwiseAnd, &[lane, last]);
        let bit = self.same(Op::ShiftLeftLogical, &[one, place]);
        let bit = self.core(Op::Select, &[condition, bit, none], word);
        let mut words = Vec::new();
        for at in 0..4 {
            let number = self.word(at);
            let is_own = self.compare(Op::IEqual, &[own_word, number]);
            let part = self.core(Op::Select, &[is_own, bit, none], word);
            words.push(self.group(Op::GroupIAdd, Some(GroupOperation::Reduce), &[part], word));
        }
        self.vector(&words)
    }

    fn reduce(&mut self, op: OpId, core: Op) -> Result<ValueId> {
        let Some((_, made, extension)) = REDUCTIONS.iter().find(|(known, ..)| *known == core) else {
            return refuse("this wave operation is not supported in kernels");
        };
        let number = facts::number_of(self.module, op, Kind::GroupOperation.table().snake).map(|number| number as u32);
        let operation = match number.and_then(GroupOperation::from_u32) {
            Some(
                operation @ (GroupOperation::Reduce | GroupOperation::InclusiveScan | GroupOperation::ExclusiveScan),
            ) => operation,
            _ => return refuse("partitioned wave operations (WaveMulti…) are not supported in kernels"),
        };
        if let Some(extension) = extension {
            self.needs.extensions.insert(extension);
            self.needs.capability(Capability::GroupUniformArithmeticKHR);
        }
        let value = self.operand(op, 0);
        let parts: Vec<ValueId> = self.components(value);
        let mut results = Vec::new();
        for part in parts {
            let ty = self.type_of(part);
            results.push(self.group(*made, Some(operation), &[part], ty));
        }
        Ok(self.vector(&results))
    }

    /// A shuffle by an index that may vary.
    fn shuffle(&mut self, op: OpId, core: Op) -> Result<ValueId> {
        let (value, index) = (self.operand(op, 0), self.module[op].operands[1]);
        let chosen = self.resolve(index);
        let (differs, lane) = match core {
            Op::GroupNonUniformShuffle => (false, chosen),
            Op::GroupNonUniformShuffleXor => (true, chosen),
            Op::GroupNonUniformQuadSwap => {
                let Some(direction) = self.constant_of(index).filter(|direction| *direction < 3) else {
                    return refuse("non-constant quad direction");
                };
                (true, self.word(direction as u32 + 1))
            }
            Op::GroupNonUniformShuffleUp | Op::GroupNonUniformShuffleDown => {
                let own = self.lane();
                let moves = if core == Op::GroupNonUniformShuffleUp { Op::ISub } else { Op::IAdd };
                (false, self.same(moves, &[own, chosen]))
            }
            _ => {
                let (own, mask) = (self.lane(), self.word(!3));
                let start = self.same(Op::BitwiseAnd, &[own, mask]);
                (false, self.same(Op::BitwiseOr, &[start, chosen]))
            }
        };
        Ok(self.by_component(value, |rewriter, part| rewriter.of_lane(op, differs, [part, lane])))
    }

    /// A shuffle by an index, or by the exclusive or of the lane's own with a mask.
    fn of_lane(&mut self, op: OpId, differs: bool, operands: [ValueId; 2]) -> ValueId {
        let ty = self.type_of(operands[0]);
        if self.facts.waves == Waves::Parts {
            let core = if differs { Op::GroupNonUniformShuffleXor } else { Op::GroupNonUniformShuffle };
            return self.of_lanes(op, core, &operands, ty);
        }
        self.needs.capability(Capability::SubgroupShuffleINTEL);
        self.needs.extensions.insert("SPV_INTEL_subgroups");
        self.core(if differs { Op::SubgroupShuffleXorINTEL } else { Op::SubgroupShuffleINTEL }, &operands, ty)
    }
}

/// Operations that each lane computes from a ballot by itself.
impl Rewriter<'_> {
    fn alone(&mut self, op: OpId, core: Op, ty: TypeId) -> Result<Option<ValueId>> {
        Ok(Some(match core {
            Op::GroupNonUniformInverseBallot => {
                let (ballot, lane) = (self.operand(op, 0), self.lane());
                self.bit_of(ballot, lane)
            }
            Op::GroupNonUniformBallotBitExtract => {
                let (ballot, number) = (self.operand(op, 0), self.operand(op, 1));
                self.bit_of(ballot, number)
            }
            Op::GroupNonUniformBallotBitCount => {
                let ballot = self.operand(op, 0);
                let operation = facts::number_of(self.module, op, Kind::GroupOperation.table().snake).unwrap_or(0);
                let count = self.count(ballot, operation as u32);
                self.resize(count, ty, false)
            }
            Op::GroupNonUniformBallotFindLSB | Op::GroupNonUniformBallotFindMSB => {
                let ballot = self.operand(op, 0);
                let position = self.find(ballot, core == Op::GroupNonUniformBallotFindLSB);
                self.resize(position, ty, false)
            }
            _ => return Ok(None),
        }))
    }

    fn bit_of(&mut self, ballot: ValueId, number: ValueId) -> ValueId {
        let word = self.module.ctx.int(32);
        let (five, last, one) = (self.word(5), self.word(31), self.word(1));
        let which = self.same(Op::ShiftRightLogical, &[number, five]);
        let own = self.core(Op::VectorExtractDynamic, &[ballot, which], word);
        let place = self.same(Op::BitwiseAnd, &[number, last]);
        let moved = self.same(Op::ShiftRightLogical, &[own, place]);
        let bit = self.same(Op::BitwiseAnd, &[moved, one]);
        self.compare(Op::IEqual, &[bit, one])
    }

    /// Counts the bits that are set, in the whole ballot or up to this lane.
    fn count(&mut self, ballot: ValueId, operation: u32) -> ValueId {
        let mut sum = self.word(0);
        let lane = self.lane();
        for (at, part) in self.components(ballot).into_iter().enumerate() {
            let mut part = part;
            if operation != GroupOperation::Reduce as u32 {
                let below = self.below(lane, at as u32, operation == GroupOperation::InclusiveScan as u32);
                part = self.same(Op::BitwiseAnd, &[part, below]);
            }
            let count = self.cl_same(CLOp::popcount, &[part]);
            sum = self.same(Op::IAdd, &[sum, count]);
        }
        sum
    }

    /// The bits of a word of a ballot that belong to lanes below one, or up to it.
    fn below(&mut self, lane: ValueId, at: u32, with_own: bool) -> ValueId {
        let (start, end, one) = (self.word(32 * at), self.word(32 * at + 32), self.word(1));
        let (none, all) = (self.word(0), self.word(u32::MAX));
        let lane = if with_own { self.same(Op::IAdd, &[lane, one]) } else { lane };
        let place = self.same(Op::ISub, &[lane, start]);
        let last = self.word(31);
        let place = self.same(Op::BitwiseAnd, &[place, last]);
        let power = self.same(Op::ShiftLeftLogical, &[one, place]);
        let some = self.same(Op::ISub, &[power, one]);
        let is_before = self.compare(Op::ULessThan, &[lane, start]);
        let is_behind = self.compare(Op::UGreaterThanEqual, &[lane, end]);
        let mask = self.select(is_behind, all, some);
        self.select(is_before, none, mask)
    }

    /// The number of the lowest or highest bit.
    fn find(&mut self, ballot: ValueId, lowest: bool) -> ValueId {
        let mut found = self.word(0);
        let mut parts: Vec<(usize, ValueId)> = self.components(ballot).into_iter().enumerate().collect();
        // The last one that has a bit decides.
        if lowest {
            parts.reverse();
        }
        for (at, part) in parts {
            let (none, one, last) = (self.word(0), self.word(1), self.word(31));
            let position = match lowest {
                true => {
                    let less = self.same(Op::ISub, &[part, one]);
                    let rest = self.same(Op::Not, &[part]);
                    let below = self.same(Op::BitwiseAnd, &[less, rest]);
                    self.cl_same(CLOp::popcount, &[below])
                }
                false => {
                    let zeros = self.cl_same(CLOp::clz, &[part]);
                    self.same(Op::ISub, &[last, zeros])
                }
            };
            let start = self.word(32 * at as u32);
            let position = self.same(Op::IAdd, &[position, start]);
            let has_bit = self.compare(Op::INotEqual, &[part, none]);
            found = self.select(has_bit, position, found);
        }
        found
    }
}

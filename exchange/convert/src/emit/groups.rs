//! Operations of the invocations of a subgroup or a workgroup.

use super::Emitter;
use crate::tree::{Fact, Node, Ty};
use dialect::diagnostics::Result;
use dialect::ir::ValueId;
use dialect::spirv::attrs;
use dialect::spirv::enums::Kind;
use dialect::spirv::facts;
use spirv::{GroupOperation, Op, Scope};

/// A row of reductions: names, whether it is of numbers, of integers or of truth values, ops for groups whose invocations
/// may not all take part and for those where all do.
type Reduction = (&'static [&'static str], Elements, Op, Option<Op>);

/// The elements of a reduction.
#[derive(Clone, Copy, PartialEq)]
enum Elements {
    Floats,
    Integers,
    Truths,
}

use Elements::{Floats, Integers, Truths};

const REDUCTIONS: &[Reduction] = &[
    (&["add"], Integers, Op::GroupNonUniformIAdd, Some(Op::GroupIAdd)),
    (&["add"], Floats, Op::GroupNonUniformFAdd, Some(Op::GroupFAdd)),
    (&["mul"], Integers, Op::GroupNonUniformIMul, Some(Op::GroupIMulKHR)),
    (&["mul"], Floats, Op::GroupNonUniformFMul, Some(Op::GroupFMulKHR)),
    (&["minui"], Integers, Op::GroupNonUniformUMin, Some(Op::GroupUMin)),
    (&["minsi"], Integers, Op::GroupNonUniformSMin, Some(Op::GroupSMin)),
    (&["minnumf", "minimumf"], Floats, Op::GroupNonUniformFMin, Some(Op::GroupFMin)),
    (&["maxui"], Integers, Op::GroupNonUniformUMax, Some(Op::GroupUMax)),
    (&["maxsi"], Integers, Op::GroupNonUniformSMax, Some(Op::GroupSMax)),
    (&["maxnumf", "maximumf"], Floats, Op::GroupNonUniformFMax, Some(Op::GroupFMax)),
    (&["and"], Integers, Op::GroupNonUniformBitwiseAnd, None),
    (&["or"], Integers, Op::GroupNonUniformBitwiseOr, None),
    (&["xor"], Integers, Op::GroupNonUniformBitwiseXor, None),
    (&["and"], Truths, Op::GroupNonUniformLogicalAnd, None),
    (&["or"], Truths, Op::GroupNonUniformLogicalOr, None),
    (&["xor"], Truths, Op::GroupNonUniformLogicalXor, None),
];

/// `gpu.subgroup_reduce`.
pub(crate) fn of_subgroup(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    reduce(emit, node, Scope::Subgroup)
}

/// `gpu.all_reduce`.
pub(crate) fn of_workgroup(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    reduce(emit, node, Scope::Workgroup)
}

fn reduce(emit: &mut Emitter<'_>, node: &Node, scope: Scope) -> Result<()> {
    let value = emit.operand(node, 0)?;
    let ty = emit.result_type(node, 0)?;
    let Some(name) = node.word("op") else {
        return emit.error("a reduction by a region cannot be converted to SPIR-V");
    };
    let name = name.trim_start_matches("#gpu<all_reduce_op ").trim_end_matches('>').to_owned();
    if matches!(emit.module.ctx[ty], dialect::ir::Type::Vector { .. }) {
        return emit.error("a reduction of vectors cannot be converted to SPIR-V");
    }
    let elements = match &*emit.operand_type(node, 0)?.scalar() {
        Ty::Float { .. } => Floats,
        ty if *ty == Ty::BOOL => Truths,
        Ty::Int { .. } | Ty::Index => Integers,
        _ => return emit.error("only numbers and truth values are reduced"),
    };
    let row = REDUCTIONS.iter().find(|(names, of, ..)| names.contains(&&*name) && *of == elements);
    let Some((_, _, op, uniform)) = row else {
        return emit.error(format!("unknown reduction '{name}' of this type"));
    };
    let scope = emit.enumerant(Kind::Scope, scope as u32);
    let kind = Kind::GroupOperation;
    let whole = [(attrs::SCOPE, scope), (kind.table().snake, emit.enumerant(kind, GroupOperation::Reduce as u32))];
    let size = node.fact("cluster_size").and_then(Fact::number);
    if node.fact("cluster_stride").and_then(Fact::number).is_some_and(|stride| stride != 1) {
        return emit.error("a cluster with a stride cannot be converted to SPIR-V");
    }
    let result = match (size, uniform.filter(|_| node.fact("uniform").is_some())) {
        (Some(size), _) => {
            let int = emit.module.ctx.int(32);
            let size = emit.int(size as u64, int);
            let group = emit.enumerant(kind, GroupOperation::ClusteredReduce as u32);
            emit.with(*op, &[whole[0], (kind.table().snake, group)], &[value, size], ty)
        }
        (None, Some(op)) => emit.with(op, &whole, &[value], ty),
        (None, None) => emit.with(*op, &whole, &[value], ty),
    };
    emit.give(node, &[result]);
    Ok(())
}

/// `gpu.shuffle`.
pub(crate) fn shuffle(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operands = emit.operands(node)?;
    let [value, offset, width] = operands[..] else { return emit.error("a shuffle has three operands") };
    emit.whole_subgroup(width)?;
    let ty = emit.type_of(value);
    let mode =
        node.word("mode").unwrap_or("").trim_start_matches("#gpu<shuffle_mode ").trim_end_matches('>').to_owned();
    let op = match &*mode {
        "xor" => Op::GroupNonUniformShuffleXor,
        "up" => Op::GroupNonUniformShuffleUp,
        "down" => Op::GroupNonUniformShuffleDown,
        "idx" => Op::GroupNonUniformShuffle,
        _ => return emit.error(format!("unknown shuffle '{mode}'")),
    };
    let scope = emit.enumerant(Kind::Scope, Scope::Subgroup as u32);
    let given = emit.with(op, &[(attrs::SCOPE, scope)], &[value, offset], ty);
    // Whether there is such an invocation.
    let int = emit.type_of(offset);
    let truth = emit.module.ctx.bool();
    let lane = emit.lane_id(int)?;
    let valid = match &*mode {
        "up" => emit.value(Op::UGreaterThanEqual, &[lane, offset], truth),
        "down" => {
            let target = emit.value(Op::IAdd, &[lane, offset], int);
            emit.value(Op::ULessThan, &[target, width], truth)
        }
        "xor" => {
            let target = emit.value(Op::BitwiseXor, &[lane, offset], int);
            emit.value(Op::ULessThan, &[target, width], truth)
        }
        _ => emit.value(Op::ULessThan, &[offset, width], truth),
    };
    emit.give(node, &[given, valid]);
    Ok(())
}

/// `gpu.rotate`.
pub(crate) fn rotate(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let value = emit.operand(node, 0)?;
    let ty = emit.type_of(value);
    let int = emit.module.ctx.int(32);
    let number = |name: &str| node.fact(name).and_then(Fact::number);
    let (Some(offset), Some(width)) = (number("offset"), number("width")) else {
        return emit.error("a rotation has an offset and a width that are numbers");
    };
    let offset = emit.int(offset as u64, int);
    let scope = emit.enumerant(Kind::Scope, Scope::Subgroup as u32);
    let mut operands = vec![value, offset];
    if width != i64::from(emit.target.subgroup) {
        operands.push(emit.int(width as u64, int));
    }
    let given = emit.with(Op::GroupNonUniformRotateKHR, &[(attrs::SCOPE, scope)], &operands, ty);
    let lane = emit.lane_id(int)?;
    let width = emit.int(width as u64, int);
    let truth = emit.module.ctx.bool();
    let valid = emit.value(Op::ULessThan, &[lane, width], truth);
    emit.give(node, &[given, valid]);
    Ok(())
}

/// `gpu.subgroup_broadcast`.
pub(crate) fn broadcast(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operands = emit.operands(node)?;
    let Some(value) = operands.first().copied() else { return emit.error("a broadcast has an operand") };
    let ty = emit.type_of(value);
    let scope = emit.enumerant(Kind::Scope, Scope::Subgroup as u32);
    let op = match (operands.len(), node.word("broadcast_type")) {
        (2, _) => Op::GroupNonUniformBroadcast,
        (1, Some("first_active_lane")) => Op::GroupNonUniformBroadcastFirst,
        _ => return emit.error("unknown broadcast"),
    };
    let given = emit.with(op, &[(attrs::SCOPE, scope)], &operands, ty);
    emit.give(node, &[given]);
    Ok(())
}

impl Emitter<'_> {
    /// A width has to be that of the target's subgroups.
    fn whole_subgroup(&self, width: ValueId) -> Result<()> {
        let known = self.module.defining_op(width).and_then(|op| self.module.attr(op, attrs::VALUE));
        let known = known.and_then(|attr| facts::number(&self.module, attr));
        match known {
            Some(width) if width == u64::from(self.target.subgroup) => Ok(()),
            _ => self.error(format!("the width of a shuffle is {}, as the target says", self.target.subgroup)),
        }
    }
}

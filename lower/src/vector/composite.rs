//! Vectors, matrices and structs of which each part is a vector of all lanes: taking them apart costs nothing, and what
//! joins their parts joins vectors.

use crate::error::{Result, invalid};
use crate::lowering::Lowering;
use dialect::ir::{OpId, Type, TypeId, ValueId};
use dialect::llvm::enums::{IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code};
use dialect::spirv::types::SpirvType;
use spirv::{GlslStd450Op as GLOp, Op};

/// What an op makes of composites; nothing for other ops.
pub(super) fn lower(lowering: &mut Lowering<'_>, op: OpId) -> Result<Option<ValueId>> {
    let made = match ops::code(lowering.source, op) {
        Some(Code::Core(code)) => core(lowering, op, code)?,
        Some(Code::Gl(number)) => match GLOp::from_u32(number) {
            Some(code) => match geometry(lowering, op, code)? {
                Some(made) => Some(made),
                None => halves(lowering, op, code)?,
            },
            None => None,
        },
        _ => None,
    };
    Ok(made)
}

fn core(lowering: &mut Lowering<'_>, op: OpId, code: Op) -> Result<Option<ValueId>> {
    Ok(Some(match code {
        Op::CompositeConstruct => construct(lowering, op)?,
        Op::CompositeExtract => extract(lowering, op)?,
        Op::CompositeInsert => insert(lowering, op)?,
        Op::VectorExtractDynamic => extract_dynamic(lowering, op)?,
        Op::VectorInsertDynamic => insert_dynamic(lowering, op)?,
        Op::VectorShuffle => shuffle(lowering, op)?,
        Op::CopyObject | Op::CopyLogical | Op::ExpectKHR | Op::ArithmeticFenceEXT => operand(lowering, op, 0)?,
        Op::Any => join(lowering, op, Opcode::Or)?,
        Op::All => join(lowering, op, Opcode::And)?,
        Op::Dot => {
            let (x, y) = (parts(lowering, op, 0)?, parts(lowering, op, 1)?);
            dot(lowering, &x, &y)?
        }
        Op::VectorTimesScalar => {
            let (vector, factor) = (parts(lowering, op, 0)?, operand(lowering, op, 1)?);
            let scaled = scaled(lowering, &vector, factor);
            result(lowering, op, scaled)?
        }
        Op::MatrixTimesVector => {
            let (columns, factors) = (columns(lowering, op, 0)?, parts(lowering, op, 1)?);
            let sum = times_vector(lowering, &columns, &factors)?;
            result(lowering, op, sum)?
        }
        Op::MatrixTimesMatrix => {
            let (left, right) = (columns(lowering, op, 0)?, columns(lowering, op, 1)?);
            let made: Vec<Vec<ValueId>> =
                right.iter().map(|column| times_vector(lowering, &left, column)).collect::<Result<_>>()?;
            result(lowering, op, made.concat())?
        }
        Op::VectorTimesMatrix => {
            let (vector, columns) = (parts(lowering, op, 0)?, columns(lowering, op, 1)?);
            let sums: Vec<ValueId> =
                columns.iter().map(|column| dot(lowering, &vector, column)).collect::<Result<_>>()?;
            result(lowering, op, sums)?
        }
        _ => return Ok(None),
    }))
}

fn geometry(lowering: &mut Lowering<'_>, op: OpId, code: GLOp) -> Result<Option<ValueId>> {
    Ok(Some(match code {
        GLOp::Length => {
            let vector = parts(lowering, op, 0)?;
            length(lowering, &vector)?
        }
        GLOp::Distance => {
            let (x, y) = (parts(lowering, op, 0)?, parts(lowering, op, 1)?);
            let way = pairwise(lowering, Opcode::FSub, &x, &y);
            length(lowering, &way)?
        }
        GLOp::Normalize => {
            let vector = parts(lowering, op, 0)?;
            let length = length(lowering, &vector)?;
            let made = vector.iter().map(|part| lowering.b.binary(Opcode::FDiv, *part, length)).collect();
            result(lowering, op, made)?
        }
        GLOp::Cross => {
            let (x, y) = (parts(lowering, op, 0)?, parts(lowering, op, 1)?);
            if x.len() != 3 || y.len() != 3 {
                return invalid("a cross product is one of three components");
            }
            let turned = |vector: &[ValueId], by: [usize; 3]| by.map(|at| vector[at]);
            let first = pairwise(lowering, Opcode::FMul, &turned(&x, [1, 2, 0]), &turned(&y, [2, 0, 1]));
            let second = pairwise(lowering, Opcode::FMul, &turned(&x, [2, 0, 1]), &turned(&y, [1, 2, 0]));
            let made = pairwise(lowering, Opcode::FSub, &first, &second);
            result(lowering, op, made)?
        }
        GLOp::Reflect => {
            let (incident, normal) = (parts(lowering, op, 0)?, parts(lowering, op, 1)?);
            let dot = dot(lowering, &normal, &incident)?;
            let two = lowering.b.fconst(lowering.b.type_of(dot), 2.0);
            let factor = lowering.b.binary(Opcode::FMul, two, dot);
            let part = scaled(lowering, &normal, factor);
            let made = pairwise(lowering, Opcode::FSub, &incident, &part);
            result(lowering, op, made)?
        }
        _ => return Ok(None),
    }))
}

/// Two numbers of 16 bits that make a word, the first one below.
fn halves(lowering: &mut Lowering<'_>, op: OpId, code: GLOp) -> Result<Option<ValueId>> {
    let (half, short, word) = (lowering.b.float(16), lowering.b.int(16), lowering.b.int(32));
    let lanes = lowering.width();
    let [halves, shorts, words] = [half, short, word].map(|ty| lowering.b.module.ctx.vector(ty, lanes));
    let high = lowering.b.iconst(words, 16);
    Ok(Some(match code {
        GLOp::PackHalf2x16 => {
            let bits = parts(lowering, op, 0)?.into_iter().map(|part| {
                let part = lowering.b.float_cast(part, halves);
                let part = lowering.b.cast(Opcode::Bitcast, part, shorts);
                lowering.b.cast(Opcode::ZExt, part, words)
            });
            let [first, second] = bits.collect::<Vec<_>>()[..] else {
                return invalid("what is packed to halves has two components");
            };
            let second = lowering.b.binary(Opcode::Shl, second, high);
            lowering.b.binary(Opcode::Or, first, second)
        }
        GLOp::UnpackHalf2x16 => {
            let first = operand(lowering, op, 0)?;
            let second = lowering.b.binary(Opcode::LShr, first, high);
            let parts = [first, second].map(|bits| lowering.b.cast(Opcode::Trunc, bits, shorts));
            let parts = parts.map(|part| lowering.b.cast(Opcode::Bitcast, part, halves));
            let single = lowering.b.float(32);
            let singles = lowering.b.module.ctx.vector(single, lanes);
            let made = parts.map(|part| lowering.b.cast(Opcode::FPExt, part, singles));
            result(lowering, op, made.to_vec())?
        }
        _ => return Ok(None),
    }))
}

fn operand(lowering: &mut Lowering<'_>, op: OpId, index: usize) -> Result<ValueId> {
    match lowering.source[op].operands.get(index).copied() {
        Some(value) => lowering.as_wide(value),
        None => invalid("an op has too few operands"),
    }
}

fn operand_type(lowering: &Lowering<'_>, op: OpId, index: usize) -> Result<TypeId> {
    match lowering.source[op].operands.get(index) {
        Some(value) => Ok(lowering.source.type_of(*value)),
        None => invalid("an op has too few operands"),
    }
}

/// The components of an operand; a scalar is its own.
pub(super) fn parts(lowering: &mut Lowering<'_>, op: OpId, index: usize) -> Result<Vec<ValueId>> {
    let (value, ty) = (operand(lowering, op, index)?, operand_type(lowering, op, index)?);
    let mut found = Vec::new();
    lowering.leaves(value, ty, &mut found)?;
    Ok(found)
}

fn columns(lowering: &mut Lowering<'_>, op: OpId, index: usize) -> Result<Vec<Vec<ValueId>>> {
    let ty = operand_type(lowering, op, index)?;
    let Type::Spirv(SpirvType::Matrix { columns, .. }) = lowering.source.ctx[ty] else {
        return invalid("an operand is no matrix");
    };
    let all = parts(lowering, op, index)?;
    Ok(all.chunks((all.len() / columns.max(1) as usize).max(1)).map(<[ValueId]>::to_vec).collect())
}

fn result(lowering: &mut Lowering<'_>, op: OpId, parts: Vec<ValueId>) -> Result<ValueId> {
    let Some(value) = lowering.source[op].results.first().copied() else { return invalid("an op has no result") };
    let ty = lowering.source.type_of(value);
    lowering.of_leaves(&mut parts.into_iter(), ty, true)
}

fn pairwise(lowering: &mut Lowering<'_>, op: Opcode, x: &[ValueId], y: &[ValueId]) -> Vec<ValueId> {
    x.iter().zip(y).map(|(x, y)| lowering.b.binary(op, *x, *y)).collect()
}

fn scaled(lowering: &mut Lowering<'_>, vector: &[ValueId], factor: ValueId) -> Vec<ValueId> {
    vector.iter().map(|part| lowering.b.binary(Opcode::FMul, *part, factor)).collect()
}

fn sum(lowering: &mut Lowering<'_>, op: Opcode, parts: &[ValueId]) -> Result<ValueId> {
    let mut parts = parts.iter().copied();
    let Some(first) = parts.next() else { return invalid("a vector has no components") };
    Ok(parts.fold(first, |sum, part| lowering.b.binary(op, sum, part)))
}

fn dot(lowering: &mut Lowering<'_>, x: &[ValueId], y: &[ValueId]) -> Result<ValueId> {
    let products = pairwise(lowering, Opcode::FMul, x, y);
    sum(lowering, Opcode::FAdd, &products)
}

fn length(lowering: &mut Lowering<'_>, vector: &[ValueId]) -> Result<ValueId> {
    let square = dot(lowering, vector, vector)?;
    Ok(lowering.b.math(Intrinsic::Sqrt, &[square]))
}

/// The columns, each times its factor, first to last.
fn times_vector(lowering: &mut Lowering<'_>, columns: &[Vec<ValueId>], factors: &[ValueId]) -> Result<Vec<ValueId>> {
    let mut pairs = columns.iter().zip(factors);
    let Some((column, factor)) = pairs.next() else { return invalid("a matrix has no columns") };
    let mut sums = scaled(lowering, column, *factor);
    for (column, factor) in pairs {
        let part = scaled(lowering, column, *factor);
        sums = pairwise(lowering, Opcode::FAdd, &sums, &part);
    }
    Ok(sums)
}

fn join(lowering: &mut Lowering<'_>, op: OpId, opcode: Opcode) -> Result<ValueId> {
    let truths = parts(lowering, op, 0)?;
    sum(lowering, opcode, &truths)
}

// Parts.

fn construct(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let mut leaves = Vec::new();
    for index in 0..lowering.source[op].operands.len() {
        leaves.extend(parts(lowering, op, index)?);
    }
    result(lowering, op, leaves)
}

fn extract(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let mut value = operand(lowering, op, 0)?;
    for index in lowering.indices(op) {
        if !has_part(lowering, value, index) {
            return invalid("a composite has no such part");
        }
        value = lowering.part(value, index);
    }
    Ok(value)
}

/// Vectors are those of all lanes and have no parts here.
fn has_part(lowering: &Lowering<'_>, value: ValueId, index: u32) -> bool {
    let ty = lowering.b.type_of(value);
    dialect::llvm::types::field(&lowering.b.module.ctx, ty, index).is_some()
}

fn insert(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (part, whole) = (operand(lowering, op, 0)?, operand(lowering, op, 1)?);
    let (mut path, indices) = (vec![whole], lowering.indices(op));
    for index in &indices {
        let value = path[path.len() - 1];
        if !has_part(lowering, value, *index) {
            return invalid("a composite has no such part");
        }
        let inner = lowering.part(value, *index);
        path.push(inner);
    }
    let outside = indices.iter().zip(&path).rev();
    Ok(outside.fold(part, |value, (index, outer)| lowering.b.insert_value(*outer, value, *index)))
}

/// The component that each lane chooses. Those that are not there are the last.
fn extract_dynamic(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (parts, index) = (parts(lowering, op, 0)?, index(lowering, op, 1)?);
    let Some((first, rest)) = parts.split_first() else { return invalid("a vector has no components") };
    let counted = rest.iter().zip(1..);
    Ok(counted.fold(*first, |chosen, (part, number)| {
        let number = lowering.b.iconst(lowering.b.type_of(index), number);
        let is_beyond = lowering.b.icmp(IntPredicate::Uge, index, number);
        lowering.b.select(is_beyond, *part, chosen)
    }))
}

fn insert_dynamic(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (mut parts, component, index) = (parts(lowering, op, 0)?, operand(lowering, op, 1)?, index(lowering, op, 2)?);
    let last = parts.len().saturating_sub(1);
    for (at, part) in parts.iter_mut().enumerate() {
        let number = lowering.b.iconst(lowering.b.type_of(index), at as u64);
        let predicate = if at == last { IntPredicate::Uge } else { IntPredicate::Eq };
        let is_it = lowering.b.icmp(predicate, index, number);
        *part = lowering.b.select(is_it, component, *part);
    }
    result(lowering, op, parts)
}

/// The number of a component, for all lanes.
fn index(lowering: &mut Lowering<'_>, op: OpId, at: usize) -> Result<ValueId> {
    let (index, ty) = (operand(lowering, op, at)?, operand_type(lowering, op, at)?);
    match lowering.source.ctx[ty] {
        Type::Int { .. } => Ok(index),
        _ => invalid("a component is chosen by what is no integer"),
    }
}

fn shuffle(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let mut all = parts(lowering, op, 0)?;
    all.extend(parts(lowering, op, 1)?);
    let mut chosen = Vec::new();
    for index in lowering.indices(op) {
        // A component without a value gets that of the first.
        let index = if index == u32::MAX { 0 } else { index as usize };
        match all.get(index) {
            Some(part) => chosen.push(*part),
            None => return invalid("a shuffle takes a component that is not there"),
        }
    }
    result(lowering, op, chosen)
}

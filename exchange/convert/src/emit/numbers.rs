//! Comparisons, choices, conversions, minima and maxima.

use super::Emitter;
use crate::tree::{Node, Ty};
use dialect::diagnostics::Result;
use dialect::ir::{Type, TypeId, ValueId};
use spirv::Op;

/// The predicates of integers, in the order of their numbers in the generic form, with their ops.
const INTEGERS: &[(&str, Op)] = &[
    ("eq", Op::IEqual),
    ("ne", Op::INotEqual),
    ("slt", Op::SLessThan),
    ("sle", Op::SLessThanEqual),
    ("sgt", Op::SGreaterThan),
    ("sge", Op::SGreaterThanEqual),
    ("ult", Op::ULessThan),
    ("ule", Op::ULessThanEqual),
    ("ugt", Op::UGreaterThan),
    ("uge", Op::UGreaterThanEqual),
];

/// The predicates of numbers, likewise; those without an op of their own have none.
const FLOATS: &[(&str, Option<Op>)] = &[
    ("false", None),
    ("oeq", Some(Op::FOrdEqual)),
    ("ogt", Some(Op::FOrdGreaterThan)),
    ("oge", Some(Op::FOrdGreaterThanEqual)),
    ("olt", Some(Op::FOrdLessThan)),
    ("ole", Some(Op::FOrdLessThanEqual)),
    ("one", Some(Op::FOrdNotEqual)),
    ("ord", None),
    ("ueq", Some(Op::FUnordEqual)),
    ("ugt", Some(Op::FUnordGreaterThan)),
    ("uge", Some(Op::FUnordGreaterThanEqual)),
    ("ult", Some(Op::FUnordLessThan)),
    ("ule", Some(Op::FUnordLessThanEqual)),
    ("une", Some(Op::FUnordNotEqual)),
    ("uno", None),
    ("true", None),
];

/// The row of a predicate by its name, or by its number.
fn predicate<T: Copy>(emit: &Emitter<'_>, node: &Node, rows: &[(&'static str, T)]) -> Result<(&'static str, T)> {
    let by_name = node.word("predicate").and_then(|word| rows.iter().find(|(name, _)| *name == word));
    let number = || node.fact("predicate")?.number().and_then(|number| usize::try_from(number).ok());
    match by_name.or_else(|| rows.get(number()?)) {
        Some(row) => Ok(*row),
        None => emit.error("unknown predicate"),
    }
}

/// `arith.cmpi`, `index.cmp`.
pub(crate) fn compare_integers(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let (name, op) = predicate(emit, node, INTEGERS)?;
    let mut operands = emit.operands(node)?;
    let ty = emit.result_type(node, 0)?;
    let op = match (emit.is_bool(node)?, name) {
        (true, "eq") => Op::LogicalEqual,
        (true, "ne") => Op::LogicalNotEqual,
        (true, _) => {
            // As numbers of a bit: the sign is the only one.
            let yes = if name.starts_with('s') { u64::MAX } else { 1 };
            for operand in &mut operands {
                *operand = emit.as_number(*operand, yes, 32);
            }
            op
        }
        (false, _) => op,
    };
    let value = emit.value(op, &operands, ty);
    emit.give(node, &[value]);
    Ok(())
}

/// `arith.cmpf`.
pub(crate) fn compare_floats(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let (name, op) = predicate(emit, node, FLOATS)?;
    let operands = emit.operands(node)?;
    let ty = emit.result_type(node, 0)?;
    let value = match (op, name) {
        (Some(op), _) => emit.value(op, &operands, ty),
        (None, "ord") => emit.ordered(&operands, ty),
        (None, "uno") => emit.unordered(&operands, ty),
        (None, _) => emit.int(u64::from(name == "true"), ty),
    };
    emit.give(node, &[value]);
    Ok(())
}

/// `arith.select`.
pub(crate) fn select(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operands = emit.operands(node)?;
    let [condition, one, other] = operands[..] else { return emit.error("a choice has three operands") };
    if matches!(&*emit.operand_type(node, 1)?, Ty::MemRef(_)) {
        return emit.error("a choice of buffers cannot be converted to SPIR-V");
    }
    let value = emit.choose(condition, one, other);
    emit.give(node, &[value]);
    Ok(())
}

/// Widenings of integers with their sign, and truth values as all bits.
pub(crate) fn extend_signed(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    resize(emit, node, Op::SConvert, u64::MAX)
}

/// Widenings of integers with zeros.
pub(crate) fn extend_unsigned(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    resize(emit, node, Op::UConvert, 1)
}

/// Another width of integers; truth values become a number.
fn resize(emit: &mut Emitter<'_>, node: &Node, op: Op, yes: u64) -> Result<()> {
    let operand = emit.operand(node, 0)?;
    let ty = emit.result_type(node, 0)?;
    let (from, to) = (emit.width(emit.type_of(operand)), emit.width(ty));
    let value = match (from, to) {
        (1, _) if to != 1 => emit.as_number(operand, yes, to),
        (_, 1) if from != 1 => emit.lowest_bit(operand, ty),
        _ if from == to => operand,
        _ => emit.value(op, &[operand], ty),
    };
    emit.give(node, &[value]);
    Ok(())
}

/// `arith.sitofp`.
pub(crate) fn signed_to_float(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    to_float(emit, node, Op::ConvertSToF, -1.0)
}

/// `arith.uitofp`.
pub(crate) fn unsigned_to_float(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    to_float(emit, node, Op::ConvertUToF, 1.0)
}

fn to_float(emit: &mut Emitter<'_>, node: &Node, op: Op, yes: f64) -> Result<()> {
    let operand = emit.operand(node, 0)?;
    let ty = emit.result_type(node, 0)?;
    let value = if emit.is_bool(node)? {
        let (one, zero) = (emit.float(yes, ty), emit.float(0.0, ty));
        emit.value(Op::Select, &[operand, one, zero], ty)
    } else {
        emit.value(op, &[operand], ty)
    };
    emit.give(node, &[value]);
    Ok(())
}

/// `arith.extf`, `arith.truncf`, `arith.bitcast`: nothing where the type stays.
pub(crate) fn convert(emit: &mut Emitter<'_>, node: &Node, op: Op) -> Result<()> {
    let operand = emit.operand(node, 0)?;
    let ty = emit.result_type(node, 0)?;
    let value = if emit.type_of(operand) == ty { operand } else { emit.value(op, &[operand], ty) };
    emit.give(node, &[value]);
    Ok(())
}

/// `arith.extf`, `arith.truncf`.
pub(crate) fn convert_float(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    convert(emit, node, Op::FConvert)
}

/// `arith.bitcast`, `vector.bitcast`.
pub(crate) fn bitcast(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    if emit.is_bool(node)? {
        return emit.error("booleans have no bits");
    }
    convert(emit, node, Op::Bitcast)
}

/// `math.isfinite`, which shaders have no op for.
pub(crate) fn is_finite(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operand = emit.operand(node, 0)?;
    let ty = emit.result_type(node, 0)?;
    let value = if emit.target.is_kernel {
        emit.value(Op::IsFinite, &[operand], ty)
    } else {
        let tests = [Op::IsNan, Op::IsInf].map(|op| emit.value(op, &[operand], ty));
        let is_not = emit.value(Op::LogicalOr, &tests, ty);
        emit.value(Op::LogicalNot, &[is_not], ty)
    };
    emit.give(node, &[value]);
    Ok(())
}

/// `arith.minimumf`: what is not a number stays so.
pub(crate) fn minimum(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operands = emit.operands(node)?;
    let value = emit.extreme(("FMin", "fmin"), &operands, true)?;
    emit.give(node, &[value]);
    Ok(())
}

/// `arith.maximumf`.
pub(crate) fn maximum(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operands = emit.operands(node)?;
    let value = emit.extreme(("FMax", "fmax"), &operands, true)?;
    emit.give(node, &[value]);
    Ok(())
}

/// `arith.minnumf`: what is not a number yields to what is.
pub(crate) fn minimum_number(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operands = emit.operands(node)?;
    let value = emit.extreme(("FMin", "fmin"), &operands, false)?;
    emit.give(node, &[value]);
    Ok(())
}

/// `arith.maxnumf`.
pub(crate) fn maximum_number(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operands = emit.operands(node)?;
    let value = emit.extreme(("FMax", "fmax"), &operands, false)?;
    emit.give(node, &[value]);
    Ok(())
}

impl Emitter<'_> {
    /// The type of truth values of a type's shape.
    pub(super) fn truth(&mut self, ty: TypeId) -> TypeId {
        let bool = self.module.ctx.bool();
        self.module.ctx.with_scalar(ty, bool)
    }

    /// One of two values; a condition for all components of a vector is repeated, as early versions want it.
    pub(super) fn choose(&mut self, condition: ValueId, one: ValueId, other: ValueId) -> ValueId {
        let ty = self.type_of(one);
        let truth = self.truth(ty);
        let condition = match self.module.ctx[ty] {
            Type::Vector { len, .. } if self.type_of(condition) != truth => {
                self.value(Op::CompositeConstruct, &vec![condition; len as usize], truth)
            }
            _ => condition,
        };
        self.value(Op::Select, &[condition, one, other], ty)
    }

    /// A truth value as one of two integers.
    pub(super) fn as_number(&mut self, value: ValueId, yes: u64, width: u32) -> ValueId {
        let int = self.module.ctx.int(width);
        let shape = self.type_of(value);
        let ty = self.module.ctx.with_scalar(shape, int);
        let (one, zero) = (self.int(yes, ty), self.int(0, ty));
        self.value(Op::Select, &[value, one, zero], ty)
    }

    /// The lowest bit of integers as a truth value.
    fn lowest_bit(&mut self, value: ValueId, ty: TypeId) -> ValueId {
        let own = self.type_of(value);
        let one = self.int(1, own);
        let bit = self.value(Op::BitwiseAnd, &[value, one], own);
        self.value(Op::IEqual, &[bit, one], ty)
    }

    /// A truth value: one of two numbers is not a number.
    fn unordered(&mut self, operands: &[ValueId], ty: TypeId) -> ValueId {
        if self.target.is_kernel {
            return self.value(Op::Unordered, operands, ty);
        }
        let tests: Vec<ValueId> = operands.iter().map(|operand| self.value(Op::IsNan, &[*operand], ty)).collect();
        self.value(Op::LogicalOr, &tests, ty)
    }

    fn ordered(&mut self, operands: &[ValueId], ty: TypeId) -> ValueId {
        if self.target.is_kernel {
            return self.value(Op::Ordered, operands, ty);
        }
        let value = self.unordered(operands, ty);
        self.value(Op::LogicalNot, &[value], ty)
    }

    /// The lesser or the greater of two numbers. What is not a number is the result, or the other number is.
    pub(super) fn extreme(&mut self, names: (&str, &str), operands: &[ValueId], keeps: bool) -> Result<ValueId> {
        let [one, other] = operands else { return self.error("a minimum has two operands") };
        let ty = self.type_of(*one);
        let truth = self.truth(ty);
        let mut value = self.extended(names, operands, ty)?;
        for (tested, rest) in [(*one, *other), (*other, *one)] {
            let is_none = self.value(Op::IsNan, &[tested], truth);
            let chosen = if keeps { tested } else { rest };
            value = self.value(Op::Select, &[is_none, chosen, value], ty);
        }
        Ok(value)
    }
}

//! Integer arithmetic that is several ops: remainders and quotients that round, wide sums and products.

use super::Emitter;
use crate::tree::{Node, Ty};
use dialect::diagnostics::Result;
use dialect::ir::{Type, TypeId, ValueId};
use dialect::spirv::types::{Member, SpirvType};
use spirv::Op;

/// `arith.remsi`: of absolute values, since Vulkan leaves remainders of negative numbers open.
pub(crate) fn remainder(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operands = emit.operands(node)?;
    let [one, other] = operands[..] else { return emit.error("a remainder has two operands") };
    let ty = emit.type_of(one);
    let value = if emit.target.is_kernel {
        emit.value(Op::SRem, &[one, other], ty)
    } else {
        let own = emit.extended(("SAbs", "s_abs"), &[one], ty)?;
        let by = emit.extended(("SAbs", "s_abs"), &[other], ty)?;
        let rest = emit.value(Op::UMod, &[own, by], ty);
        let truth = emit.truth(ty);
        let zero = emit.int(0, ty);
        // The least number is its own absolute value.
        let is_negative = emit.value(Op::SLessThan, &[one, zero], truth);
        let negated = emit.value(Op::SNegate, &[rest], ty);
        emit.value(Op::Select, &[is_negative, negated, rest], ty)
    };
    emit.give(node, &[value]);
    Ok(())
}

/// Quotients rounded down.
pub(crate) fn divide_down(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    rounded(emit, node, Op::ISub, true)
}

/// Quotients rounded up.
pub(crate) fn divide_up(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    rounded(emit, node, Op::IAdd, false)
}

/// A quotient, and one more or less where there is a rest and the signs differ, or do not.
fn rounded(emit: &mut Emitter<'_>, node: &Node, step: Op, if_differ: bool) -> Result<()> {
    let operands = emit.operands(node)?;
    let [one, other] = operands[..] else { return emit.error("a quotient has two operands") };
    let ty = emit.type_of(one);
    let truth = emit.truth(ty);
    let zero = emit.int(0, ty);
    let quotient = emit.value(Op::SDiv, &[one, other], ty);
    let product = emit.value(Op::IMul, &[quotient, other], ty);
    let has_rest = emit.value(Op::INotEqual, &[product, one], truth);
    let negative = [one, other].map(|value| emit.value(Op::SLessThan, &[value, zero], truth));
    let signs = if if_differ { Op::LogicalNotEqual } else { Op::LogicalEqual };
    let signs = emit.value(signs, &negative, truth);
    let condition = emit.value(Op::LogicalAnd, &[has_rest, signs], truth);
    let unit = emit.int(1, ty);
    let next = emit.value(step, &[quotient, unit], ty);
    let value = emit.value(Op::Select, &[condition, next, quotient], ty);
    emit.give(node, &[value]);
    Ok(())
}

/// Unsigned quotients rounded up.
pub(crate) fn divide_up_unsigned(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operands = emit.operands(node)?;
    let [one, other] = operands[..] else { return emit.error("a quotient has two operands") };
    let ty = emit.type_of(one);
    let truth = emit.truth(ty);
    let quotient = emit.value(Op::UDiv, &[one, other], ty);
    let product = emit.value(Op::IMul, &[quotient, other], ty);
    let has_rest = emit.value(Op::INotEqual, &[product, one], truth);
    let unit = emit.int(1, ty);
    let next = emit.value(Op::IAdd, &[quotient, unit], ty);
    let value = emit.value(Op::Select, &[has_rest, next, quotient], ty);
    emit.give(node, &[value]);
    Ok(())
}

/// `arith.addui_extended`: the sum, and whether it did not fit.
pub(crate) fn add_extended(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let (ty, truth) = (emit.result_type(node, 0)?, emit.result_type(node, 1)?);
    let [sum, carry] = emit.both(node, Op::IAddCarry, ty)?;
    let one = emit.int(1, ty);
    let carry = emit.value(Op::IEqual, &[carry, one], truth);
    emit.give(node, &[sum, carry]);
    Ok(())
}

/// `arith.mulsi_extended`: the low and the high half of a product.
pub(crate) fn multiply_signed(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let ty = emit.result_type(node, 0)?;
    let halves = emit.both(node, Op::SMulExtended, ty)?;
    emit.give(node, &halves);
    Ok(())
}

/// `arith.mului_extended`.
pub(crate) fn multiply_unsigned(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let ty = emit.result_type(node, 0)?;
    let halves = emit.both(node, Op::UMulExtended, ty)?;
    emit.give(node, &halves);
    Ok(())
}

/// `math.absi`.
pub(crate) fn absolute(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operand = emit.operand(node, 0)?;
    let ty = emit.result_type(node, 0)?;
    let value = emit.extended(("SAbs", "s_abs"), &[operand], ty)?;
    emit.give(node, &[value]);
    Ok(())
}

/// `math.ctlz`: zeros above the highest bit.
pub(crate) fn leading_zeros(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    zeros(emit, node, "FindUMsb", "clz")
}

/// `math.cttz`: zeros below the lowest bit.
pub(crate) fn trailing_zeros(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    zeros(emit, node, "FindILsb", "ctz")
}

/// The functions of shaders say where the bit is, for 32 bits, and -1 for none.
fn zeros(emit: &mut Emitter<'_>, node: &Node, shader: &str, kernel: &str) -> Result<()> {
    let operand = emit.operand(node, 0)?;
    let ty = emit.result_type(node, 0)?;
    if emit.target.is_kernel {
        let value = emit.extended((shader, kernel), &[operand], ty)?;
        emit.give(node, &[value]);
        return Ok(());
    }
    if emit.width(ty) != 32 {
        return emit.error("shaders count the zeros of 32 bits alone");
    }
    let found = emit.extended((shader, kernel), &[operand], ty)?;
    let value = if shader == "FindUMsb" {
        // 31 less -1 is 32.
        let last = emit.int(31, ty);
        emit.value(Op::ISub, &[last, found], ty)
    } else {
        let truth = emit.truth(ty);
        let (zero, all) = (emit.int(0, ty), emit.int(32, ty));
        let is_none = emit.value(Op::IEqual, &[operand, zero], truth);
        emit.value(Op::Select, &[is_none, all, found], ty)
    };
    emit.give(node, &[value]);
    Ok(())
}

impl Emitter<'_> {
    /// Both members of an op's result.
    fn both(&mut self, node: &Node, op: Op, ty: TypeId) -> Result<[ValueId; 2]> {
        if matches!(&*self.operand_type(node, 0)?.scalar(), Ty::Int { width: 1, .. }) {
            return self.error("booleans have no sums");
        }
        let operands = self.operands(node)?;
        let tuple = self.tuple(&[ty, ty]);
        let pair = self.value(op, &operands, tuple);
        Ok([self.extract(pair, 0, ty), self.extract(pair, 1, ty)])
    }

    /// The type of several values together.
    pub(super) fn tuple(&mut self, types: &[TypeId]) -> TypeId {
        let members =
            types.iter().map(|ty| Member { ty: *ty, offset: None, decorations: Vec::new() }).collect::<Vec<Member>>();
        let ty = SpirvType::Struct { name: None, members, decorations: Vec::new() };
        self.module.ctx.ty(Type::Spirv(ty))
    }
}

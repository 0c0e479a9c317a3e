//! Functions of numbers that are several ops.

use super::Emitter;
use crate::tree::Node;
use dialect::diagnostics::Result;
use dialect::ir::ValueId;
use spirv::Op;

/// `math.copysign`: by the bits.
pub(crate) fn copy_sign(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let (size, sign) = (emit.operand(node, 0)?, emit.operand(node, 1)?);
    let value = emit.signed(size, sign);
    emit.give(node, &[value]);
    Ok(())
}

/// `math.log1p`.
pub(crate) fn log_of_one_more(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    of_kernels(emit, node, "log1p", |emit, operand| {
        let ty = emit.type_of(operand);
        let one = emit.float(1.0, ty);
        let sum = emit.value(Op::FAdd, &[one, operand], ty);
        emit.extended(("Log", "log"), &[sum], ty)
    })
}

/// `math.expm1`.
pub(crate) fn exp_less_one(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    of_kernels(emit, node, "expm1", |emit, operand| {
        let ty = emit.type_of(operand);
        let one = emit.float(1.0, ty);
        let power = emit.extended(("Exp", "exp"), &[operand], ty)?;
        Ok(emit.value(Op::FSub, &[power, one], ty))
    })
}

/// `math.log10`.
pub(crate) fn log_to_ten(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    of_kernels(emit, node, "log10", |emit, operand| {
        let ty = emit.type_of(operand);
        let log = emit.extended(("Log", "log"), &[operand], ty)?;
        let factor = emit.float(std::f64::consts::LOG10_E, ty);
        Ok(emit.value(Op::FMul, &[log, factor], ty))
    })
}

/// A function that only kernels have, and what shaders compute instead.
fn of_kernels(
    emit: &mut Emitter<'_>,
    node: &Node,
    name: &str,
    shader: impl FnOnce(&mut Emitter<'_>, ValueId) -> Result<ValueId>,
) -> Result<()> {
    let operand = emit.operand(node, 0)?;
    let ty = emit.result_type(node, 0)?;
    let value = if emit.target.is_kernel { emit.extended(("", name), &[operand], ty)? } else { shader(emit, operand)? };
    emit.give(node, &[value]);
    Ok(())
}

/// `math.powf`. The function of shaders is for positive numbers: the sign follows from the exponent.
pub(crate) fn power(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operands = emit.operands(node)?;
    let [base, exponent] = operands[..] else { return emit.error("a power has two operands") };
    let ty = emit.type_of(base);
    if emit.target.is_kernel {
        let value = emit.extended(("Pow", "pow"), &operands, ty)?;
        emit.give(node, &[value]);
        return Ok(());
    }
    let truth = emit.truth(ty);
    let (zero, one, two) = (emit.float(0.0, ty), emit.float(1.0, ty), emit.float(2.0, ty));
    let size = emit.extended(("FAbs", "fabs"), &[base], ty)?;
    let positive = emit.extended(("Pow", "pow"), &[size, exponent], ty)?;
    let negative = emit.value(Op::FNegate, &[positive], ty);
    let half = emit.value(Op::FDiv, &[exponent, two], ty);
    let floors = [emit.extended(("Floor", "floor"), &[exponent], ty)?, emit.extended(("Floor", "floor"), &[half], ty)?];
    let is_whole = emit.value(Op::FOrdEqual, &[floors[0], exponent], truth);
    let is_even = emit.value(Op::FOrdEqual, &[floors[1], half], truth);
    let signed = emit.value(Op::Select, &[is_even, positive, negative], ty);
    // No number has this power.
    let none = emit.value(Op::FDiv, &[zero, zero], ty);
    let signed = emit.value(Op::Select, &[is_whole, signed, none], ty);
    let is_negative = emit.value(Op::FOrdLessThan, &[base, zero], truth);
    let value = emit.value(Op::Select, &[is_negative, signed, positive], ty);
    let is_one = emit.value(Op::FOrdEqual, &[exponent, zero], truth);
    let value = emit.value(Op::Select, &[is_one, one, value], ty);
    emit.give(node, &[value]);
    Ok(())
}

/// `math.round`: halves away from zero, which the function of shaders leaves open.
pub(crate) fn round(emit: &mut Emitter<'_>, node: &Node) -> Result<()> {
    let operand = emit.operand(node, 0)?;
    let ty = emit.type_of(operand);
    if emit.target.is_kernel {
        let value = emit.extended(("", "round"), &[operand], ty)?;
        emit.give(node, &[value]);
        return Ok(());
    }
    let truth = emit.truth(ty);
    let (half, one) = (emit.float(0.5, ty), emit.float(1.0, ty));
    let size = emit.extended(("FAbs", "fabs"), &[operand], ty)?;
    let floor = emit.extended(("Floor", "floor"), &[size], ty)?;
    let rest = emit.value(Op::FSub, &[size, floor], ty);
    let is_up = emit.value(Op::FOrdGreaterThanEqual, &[rest, half], truth);
    let next = emit.value(Op::FAdd, &[floor, one], ty);
    let rounded = emit.value(Op::Select, &[is_up, next, floor], ty);
    let value = emit.signed(rounded, operand);
    emit.give(node, &[value]);
    Ok(())
}

impl Emitter<'_> {
    /// A number with the sign of another one.
    fn signed(&mut self, size: ValueId, sign: ValueId) -> ValueId {
        let ty = self.type_of(size);
        let width = self.width(ty);
        let int = self.module.ctx.int(width);
        let int = self.module.ctx.with_scalar(ty, int);
        let bit = 1u64 << (width - 1);
        let (mask, rest) = (self.int(bit, int), self.int(bit - 1, int));
        let mut parts = Vec::new();
        for (number, mask) in [(size, rest), (sign, mask)] {
            let bits = self.value(Op::Bitcast, &[number], int);
            parts.push(self.value(Op::BitwiseAnd, &[bits, mask], int));
        }
        let bits = self.value(Op::BitwiseOr, &parts, int);
        self.value(Op::Bitcast, &[bits], ty)
    }
}

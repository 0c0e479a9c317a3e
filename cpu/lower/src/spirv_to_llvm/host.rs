//! Functions of numbers that the host has, or the module.

use crate::error::{Result, invalid};
use crate::lowering::Lowering;
use crate::math;
use dialect::ir::{OpId, Type, ValueId};

/// Returns whether a function is done for all components at once.
pub(super) fn is_each(lowering: &Lowering<'_>, op: OpId, name: &str) -> bool {
    let result = lowering.known.source[op].results.first().map(|value| lowering.known.source.type_of(*value));
    let scalar = result.map(|ty| &lowering.known.source.ctx[lowering.known.source.ctx.scalar_of(ty)]);
    matches!(scalar, Some(Type::Float { width, .. }) if math::has_code(name, *width))
}

/// Calls a function of the module, or one of the host for each component. Halves are widened.
pub(super) fn host(lowering: &mut Lowering<'_>, op: OpId, name: &'static str) -> Result<ValueId> {
    let operands = lowering.operands(op)?;
    called(lowering, name, &operands)
}

/// Calls a function of the module, or one of the host for each component, with these operands.
pub(super) fn called(lowering: &mut Lowering<'_>, name: &'static str, operands: &[ValueId]) -> Result<ValueId> {
    let b = &mut lowering.b;
    if math::has_code(name, b.width(b.type_of(operands[0]))) {
        return own(lowering, name, operands);
    }
    let ty = b.type_of(operands[0]);
    let width = if b.width(ty) == 64 { 64 } else { 32 };
    let (scalar, own) = (b.float(width), b.module.ctx.scalar_of(ty));
    let symbol = abi::math_symbol(name, width);
    let mut results = Vec::new();
    for lane in 0..b.lanes(ty) {
        let mut args = Vec::new();
        for operand in operands {
            let part = b.component(*operand, lane);
            args.push(b.float_cast(part, scalar));
        }
        match b.call(&symbol, &args, scalar) {
            Some(result) => results.push(b.float_cast(result, own)),
            None => return invalid("a function of the host has no result"),
        }
    }
    Ok(b.vector(&results))
}

/// Calls a function of the module.
fn own(lowering: &mut Lowering<'_>, name: &'static str, operands: &[ValueId]) -> Result<ValueId> {
    let b = &mut lowering.b;
    let (ty, single) = (b.type_of(operands[0]), b.float(32));
    let single = b.module.ctx.with_scalar(ty, single);
    let args: Vec<ValueId> = operands.iter().map(|operand| b.float_cast(*operand, single)).collect();
    let name = math::wanted(lowering, name, single);
    match lowering.b.call(&name, &args, single) {
        Some(result) => Ok(lowering.b.float_cast(result, ty)),
        None => invalid("a function of the module has no result"),
    }
}

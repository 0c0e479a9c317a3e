//! Functions of numbers that the host has.

use crate::abi;
use crate::error::{Result, invalid};
use crate::lowering::Lowering;
use dialect::ir::{OpId, ValueId};

/// Calls a function of the host for each component. Halves are widened.
pub(super) fn host(lowering: &mut Lowering<'_>, op: OpId, name: &str) -> Result<ValueId> {
    let operands = lowering.operands(op)?;
    let b = &mut lowering.b;
    let ty = b.type_of(operands[0]);
    let width = if b.width(ty) == 64 { 64 } else { 32 };
    let (scalar, own) = (b.float(width), b.module.ctx.scalar_of(ty));
    let symbol = abi::math_symbol(name, width);
    let mut results = Vec::new();
    for lane in 0..b.lanes(ty) {
        let mut args = Vec::new();
        for operand in &operands {
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

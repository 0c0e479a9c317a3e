//! Variables whose size is known at run time.

use dialect::ir::{Module, OpId, walk};
use dialect::llvm::ops::{self, Opcode};

/// Returns whether a function has variables whose size is known at run time.
pub(super) fn has_run_time_sizes(module: &Module, function: OpId) -> bool {
    let is_constant = |value| {
        let row = module.defining_op(value).and_then(|op| ops::row(module, op));
        row.is_some_and(|row| row.op == Opcode::Constant)
    };
    walk::ops_in(module, function).into_iter().any(|op| {
        ops::row(module, op).is_some_and(|row| row.op == Opcode::Alloca) && !is_constant(module[op].operands[0])
    })
}

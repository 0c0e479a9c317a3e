//! The effects of ops: the memory that they read and write, and how they depend on other invocations.
//!
//! The rows of instructions are in `isa`: memory is named by the operand that points to it, and unknown instructions
//! may do anything. This file has the ops that only the dialect has, and volatile accesses.

pub use isa::{Effects, Memory};

use super::enums::Kind;
use super::facts;
use super::ops::{Code, Mlir};
use crate::ir::{Module, OpId, OpInfo, Traits};
use spirv::MemoryAccess;

fn of_mlir(mlir: Mlir) -> Effects {
    match mlir {
        // The ops in their regions have effects of their own.
        Mlir::Selection | Mlir::Loop => Effects::NONE,
        Mlir::AddressOf | Mlir::Constant | Mlir::ReferenceOf | Mlir::SpecConstantOperation | Mlir::Merge => {
            Effects::NONE
        }
        Mlir::Module
        | Mlir::Func
        | Mlir::GlobalVariable
        | Mlir::SpecConstant
        | Mlir::SpecConstantComposite
        | Mlir::ExtInst
        | Mlir::VendorInst => Effects::KEPT,
    }
}

/// The effects of every op of a kind; an op of another dialect may do anything.
pub fn of(info: &'static OpInfo) -> Effects {
    match info.code {
        None => Effects::ANYTHING,
        Some(Code::Mlir(mlir)) => of_mlir(mlir),
        Some(Code::Core(op)) => isa::effects(op),
        Some(Code::Gl(number)) => isa::effects_of_gl(number),
        Some(Code::Cl(number)) => isa::effects_of_cl(number),
    }
}

/// The effects of an op. Volatile accesses are never removed.
#[inline]
pub fn of_op(module: &Module, op: OpId) -> Effects {
    // Most only compute.
    if module[op].info.traits.has(Traits::PURE) { Effects::NONE } else { of_any_op(module, op) }
}

fn of_any_op(module: &Module, op: OpId) -> Effects {
    let mut effects = of(module[op].info);
    // Volatile accesses are marked.
    if !module[op].attrs.is_empty() {
        let is_access = effects.reads != Memory::Nothing || effects.writes != Memory::Nothing;
        effects.kept |= is_access && is_volatile(module, op);
    }
    effects
}

/// Returns whether the memory operands of an access say that it is volatile.
pub fn is_volatile(module: &Module, op: OpId) -> bool {
    let table = Kind::MemoryAccess.table();
    [table.snake, table.snake_2].iter().any(|name| {
        facts::number_of(module, op, name).is_some_and(|bits| bits as u32 & MemoryAccess::VOLATILE.bits() != 0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spirv::ops;

    #[test]
    fn ops_that_are_said_to_be_pure_are() {
        for row in ops::rows() {
            let is_own = matches!(row.code, Code::Mlir(_));
            assert!(row.info.traits.has(Traits::PURE) == of(&row.info).is_pure() || is_own, "{}", row.info.name);
        }
    }

    #[test]
    fn operands_through_which_memory_is_reached_are_there() {
        for row in ops::rows() {
            let effects = of(&row.info);
            for memory in [effects.reads, effects.writes] {
                let Memory::Through(at) = memory else { continue };
                let has_any = row.required_values() > usize::from(at) || row.format == ops::table::CUSTOM;
                assert!(has_any, "{} has no operand {at}", row.info.name);
            }
        }
    }
}

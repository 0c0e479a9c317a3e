//! What ops do besides computing their results: which memory they read and write, whether invocations meet at them.
//!
//! Every instruction that the op table does not call `PURE` has a row in [`table`], which says what it reads, what it
//! writes, whether its result depends on who executes it together, whether it must be executed, and whether it is the
//! last that its invocation or function does. Memory is named by the operand through which it is reached. What nobody
//! has looked at may do anything.

mod row;
mod table;

pub use row::{Effects, Memory};

use super::abi;
use super::enums::Kind;
use super::ops::{self, Code, Mlir};
use crate::ir::{Module, OpId, OpInfo, Traits};
use spirv::MemoryAccess;
use std::sync::LazyLock;

fn of_mlir(mlir: Mlir) -> Effects {
    match mlir {
        // What is in their regions has effects of its own.
        Mlir::Selection | Mlir::Loop => Effects::NONE,
        Mlir::AddressOf | Mlir::Constant | Mlir::ReferenceOf | Mlir::SpecConstantOperation | Mlir::Merge => {
            Effects::NONE
        }
        Mlir::Module
        | Mlir::Func
        | Mlir::GlobalVariable
        | Mlir::SpecConstant
        | Mlir::SpecConstantComposite
        | Mlir::ExtInst => Effects::KEPT,
    }
}

/// All rows of the tables.
fn listed() -> impl Iterator<Item = (Option<&'static ops::OpRow>, Effects)> {
    let core =
        table::CORE.iter().flat_map(|(effects, ops)| ops.iter().map(|op| (ops::by_opcode(*op as u32), *effects)));
    let gl = table::GL.iter().flat_map(|(effects, ops)| ops.iter().map(|op| (ops::by_gl(*op as u32), *effects)));
    let cl = table::CL.iter().flat_map(|(effects, ops)| ops.iter().map(|op| (ops::by_cl(*op as u32), *effects)));
    core.chain(gl).chain(cl)
}

static EFFECTS: LazyLock<Vec<Effects>> = LazyLock::new(|| {
    let of_row = |row: &ops::OpRow| match row.code {
        Code::Mlir(mlir) => of_mlir(mlir),
        _ if row.info.traits.has(Traits::PURE) => Effects::NONE,
        _ => Effects::ANYTHING,
    };
    let mut all: Vec<Effects> = ops::rows().iter().map(of_row).collect();
    for (row, effects) in listed() {
        if let Some(row) = row {
            all[row.info.index as usize] = effects;
        }
    }
    all
});

/// What every op of a kind does; an op of another dialect may do anything.
pub fn of(info: &'static OpInfo) -> Effects {
    match ops::row(info) {
        Some(row) => EFFECTS[row.info.index as usize],
        None => Effects::ANYTHING,
    }
}

/// What an op does. Those that the module calls volatile are kept.
pub fn of_op(module: &Module, op: OpId) -> Effects {
    let mut effects = of(module[op].info);
    effects.kept |= is_volatile(module, op);
    effects
}

/// Whether an access to memory must happen as it stands there.
fn is_volatile(module: &Module, op: OpId) -> bool {
    let table = Kind::MemoryAccess.table();
    [table.snake, table.snake_2].iter().any(|name| {
        abi::number_of(module, op, name).is_some_and(|bits| bits as u32 & MemoryAccess::VOLATILE.bits() != 0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashMap;
    use spirv::Op;

    #[test]
    fn every_instruction_says_once_what_it_does() {
        let mut rows: FxHashMap<Code, usize> = FxHashMap::default();
        for (row, _) in listed() {
            *rows.entry(row.unwrap().code).or_default() += 1;
        }
        for row in ops::rows().iter().filter(|row| !matches!(row.code, Code::Mlir(_))) {
            let is_pure = row.info.traits.has(Traits::PURE);
            let found = rows.remove(&row.code).unwrap_or(0) + usize::from(is_pure);
            assert_eq!(found, 1, "{}", row.info.name);
        }
        assert!(rows.is_empty(), "{rows:?}");
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

    #[test]
    fn rows_say_what_the_specification_says() {
        assert!(of(ops::core(Op::IAdd)) == Effects::NONE);
        assert_eq!(of(ops::core(Op::Store)).writes, Memory::Through(0));
        assert!(of(ops::core(Op::DPdx)).convergent && !of(ops::core(Op::DPdx)).kept);
        assert!(of(ops::core(Op::ControlBarrier)).kept);
        assert!(of(ops::core(Op::Kill)).ends && !of(ops::core(Op::DemoteToHelperInvocation)).ends);
        let [modf, modf_struct] = [35, 36].map(|number| ops::by_gl(number).map(|row| of(&row.info)));
        assert!(modf.is_some_and(|modf| modf.writes == Memory::Through(1)));
        assert!(modf_struct == Some(Effects::NONE));
        // What nobody has described may do anything.
        assert!(of(ops::core(Op::TraceRayKHR)).kept);
        assert!(of(ops::core(Op::FunctionCall)).kept);
    }
}

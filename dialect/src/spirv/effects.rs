//! What ops do besides computing their results: which memory they read and write, whether invocations meet at them.
//!
//! Every instruction that the op table does not call `PURE` has a row in [`table`], which says what it reads, what it
//! writes, whether its result depends on who executes it together, whether it must be executed, and whether it is the
//! last that its invocation or function does. Memory is named by the operand through which it is reached. What nobody
//! has looked at may do anything.

mod row;
mod table;

pub use row::{Effects, Memory};

use super::enums::Kind;
use super::facts;
use super::ops::{Code, Mlir};
use crate::ir::{Module, OpId, OpInfo, Traits};
use spirv::MemoryAccess;

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

/// For each number of an instruction the group of a table that it stands in, from 1 on; 0 where it stands in none.
macro_rules! groups {
    ($name:ident, $table:path) => {
static $name: [u8; groups!(@last $table) + 1] = {
    let (mut groups, mut group) = ([0; groups!(@last $table) + 1], 0);
            while group < $table.len() {
                let (ops, mut at) = ($table[group].1, 0);
                while at < ops.len() {
                    groups[ops[at] as usize] = group as u8 + 1;
                    at += 1;
                }
                group += 1;
            }
            groups
        };
    };
    (@last $table:path) => {{
        let (mut last, mut group) = (0, 0);
        while group < $table.len() {
            let (ops, mut at) = ($table[group].1, 0);
            while at < ops.len() {
                if ops[at] as usize > last {
                    last = ops[at] as usize;
                }
                at += 1;
            }
            group += 1;
        }
        last
    }};
}

groups! { CORE, table::CORE }
groups! { GL, table::GL }
groups! { CL, table::CL }

/// What the group says that an instruction stands in.
fn listed<T>(groups: &[u8], number: usize, table: &[(Effects, T)]) -> Option<Effects> {
    let group = groups.get(number).filter(|group| **group != 0)?;
    Some(table[usize::from(*group) - 1].0)
}

/// What every op of a kind does; an op of another dialect may do anything.
pub fn of(info: &'static OpInfo) -> Effects {
    // Most ops only compute.
    if info.code.is_some() && info.traits.has(Traits::PURE) {
        return Effects::NONE;
    }
    let stated = match info.code {
        None => None,
        Some(Code::Mlir(mlir)) => return of_mlir(mlir),
        Some(Code::Core(op)) => listed(&CORE, op as usize, table::CORE),
        Some(Code::Gl(number)) => listed(&GL, number as usize, table::GL),
        Some(Code::Cl(number)) => listed(&CL, number as usize, table::CL),
    };
    stated.unwrap_or(Effects::ANYTHING)
}

/// What an op does. Those that the module calls volatile are kept.
pub fn of_op(module: &Module, op: OpId) -> Effects {
    let mut effects = of(module[op].info);
    // What is volatile says so.
    let is_access = effects.reads != Memory::Nothing || effects.writes != Memory::Nothing;
    effects.kept |= is_access && !module[op].attrs.is_empty() && is_volatile(module, op);
    effects
}

/// Whether an access to memory must happen as it stands there.
fn is_volatile(module: &Module, op: OpId) -> bool {
    let table = Kind::MemoryAccess.table();
    [table.snake, table.snake_2].iter().any(|name| {
        facts::number_of(module, op, name).is_some_and(|bits| bits as u32 & MemoryAccess::VOLATILE.bits() != 0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spirv::ops;
    use rustc_hash::FxHashMap;
    use spirv::Op;

    /// All instructions that the tables list.
    fn listed() -> impl Iterator<Item = Option<&'static ops::OpRow>> {
        let core = table::CORE.iter().flat_map(|(_, ops)| ops.iter().map(|op| ops::by_opcode(*op as u32)));
        let gl = table::GL.iter().flat_map(|(_, ops)| ops.iter().map(|op| ops::by_gl(*op as u32)));
        let cl = table::CL.iter().flat_map(|(_, ops)| ops.iter().map(|op| ops::by_cl(*op as u32)));
        core.chain(gl).chain(cl)
    }

    #[test]
    fn every_instruction_says_once_what_it_does() {
        let mut rows: FxHashMap<Code, usize> = FxHashMap::default();
        for row in listed() {
            *rows.entry(row.unwrap().code).or_default() += 1;
        }
        for row in ops::rows().filter(|row| !matches!(row.code, Code::Mlir(_))) {
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

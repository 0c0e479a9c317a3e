//! The names of functions and variables: those of the module where they are unique, else numbered ones.

use base::ids::Set;
use dialect::spirv::access::id_of;
use dialect::spirv::decode::{Inst, Operand};
use rustc_hash::FxHashMap;
use spirv::{Op, StorageClass};

/// Prefixes that LLVM or the readers of the text reserve.
const RESERVED: &[&str] = &["llvm.", "__spirv_", "_Z"];

/// The names of all functions and variables. Kernels have the names of their entry points.
pub(super) fn all(insts: &[Inst], kernels: &FxHashMap<u32, String>) -> FxHashMap<u32, String> {
    let mut given: FxHashMap<u32, &str> = FxHashMap::default();
    for inst in insts.iter().filter(|inst| inst.op == Op::Name) {
        if let Some(Operand::Text(name)) = inst.operands.get(1) {
            given.insert(id_of(inst.operands.first()), name);
        }
    }
    let mut taken: Set<String> = kernels.values().cloned().collect();
    let mut names = kernels.clone();
    let mut in_function = false;
    for inst in insts {
        in_function = (in_function || inst.op == Op::Function) && inst.op != Op::FunctionEnd;
        let is_global = inst.op == Op::Variable && !in_function && !is_input(inst);
        let result = inst.result.unwrap_or(0);
        if (inst.op != Op::Function && !is_global) || names.contains_key(&result) {
            continue;
        }
        let letter = if is_global { "g" } else { "f" };
        let own = given.get(&result).filter(|name| is_free(name, &taken)).map(|name| (*name).to_owned());
        let mut number = taken.len();
        let numbered = || loop {
            let name = format!("{letter}{number}");
            if !taken.contains(&name) {
                break name;
            }
            number += 1;
        };
        let name = own.unwrap_or_else(numbered);
        taken.insert(name.clone());
        names.insert(result, name);
    }
    names
}

fn is_input(inst: &Inst) -> bool {
    matches!(inst.operands.first(), Some(Operand::Enum(_, class, _)) if *class == StorageClass::Input as u32)
}

fn is_free(name: &str, taken: &Set<String>) -> bool {
    !name.is_empty() && !taken.contains(name) && !RESERVED.iter().any(|start| name.starts_with(start))
}

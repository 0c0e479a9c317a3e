//! Specialisation constants, and the constants and types that depend on them.

use crate::index::Index;
use crate::model::{Literal, Scalar, SpecConstant};
use crate::types::Types;
use dialect::diagnostics::{Code, Error, Result};
use dialect::spirv::access::Access;
use dialect::spirv::decode::{Inst, Operand};
use rustc_hash::FxHashMap;
use spirv::{Decoration, Op};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The limit of dependencies between constants that are followed.
const MAX_DEPENDENCIES: usize = 1 << 20;

/// The specialisation constants on which each constant, type and variable of a module depends.
pub(crate) struct Dependencies(FxHashMap<u32, Rc<[u32]>>);

impl Dependencies {
    /// Collects the dependencies before the functions. Each definition follows its operands, so one walk suffices.
    pub(crate) fn new(index: &Index<'_>) -> Result<Dependencies> {
        let mut known: FxHashMap<u32, Rc<[u32]>> = FxHashMap::default();
        let mut total = 0;
        for inst in index.insts[..index.globals].iter().filter(|inst| inst.result.is_some()) {
            if SETTABLE.contains(&inst.op)
                && let Some(id) = index.decorated(inst.result_id(), Decoration::SpecId)
            {
                known.insert(inst.result_id(), Rc::from([id]));
                continue;
            }
            // Most modules have none.
            if known.is_empty() {
                continue;
            }
            let parts = inst.ids_from(0).chain(inst.ty).filter_map(|part| known.get(&part));
            let mut parts = parts.collect::<Vec<_>>();
            parts.dedup_by(|a, b| Rc::ptr_eq(a, b));
            let all = match parts.as_slice() {
                [] => continue,
                [one] => Rc::clone(one),
                several => {
                    let all: BTreeSet<u32> = several.iter().flat_map(|part| part.iter().copied()).collect();
                    total += all.len();
                    all.into_iter().collect()
                }
            };
            if total > MAX_DEPENDENCIES {
                let message = "specialization constant expressions exceed the limit";
                return Err(Error::at_word(Code::Limit, inst.offset, message));
            }
            known.insert(inst.result_id(), all);
        }
        Ok(Dependencies(known))
    }

    /// The ids of the specialisation constants on which something depends.
    pub(crate) fn of(&self, id: u32) -> &[u32] {
        self.0.get(&id).map_or(&[], |all| all)
    }

    /// Returns whether nothing depends on a specialisation constant.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Specialisation constants that the application may set.
const SETTABLE: &[Op] = &[Op::SpecConstant, Op::SpecConstantTrue, Op::SpecConstantFalse];

/// The specialisation constants of a module, by id.
pub(crate) fn constants(index: &Index<'_>, types: &Types<'_, '_>) -> Vec<SpecConstant> {
    let insts = index.made.iter().filter(|inst| SETTABLE.contains(&inst.op));
    let constant = |inst: &&Inst| {
        let id = index.decorated(inst.result_id(), Decoration::SpecId)?;
        let ty = types.scalar(inst.type_id());
        Some(SpecConstant::new(id, index.name(inst.result_id()).to_owned(), ty, default(inst, ty)))
    };
    let mut constants: Vec<SpecConstant> = insts.filter_map(constant).collect();
    constants.sort_by_key(|one| one.id);
    constants
}

fn default(inst: &Inst, ty: Scalar) -> Literal {
    let bits = match inst.operands.first() {
        Some(Operand::Number(bits)) => *bits,
        _ => u64::from(inst.op == Op::SpecConstantTrue),
    };
    Literal::of_bits(ty, bits)
}

//! Names in a module's text: instructions, extended instructions, and enumerants, older spellings included.

use crate::listing;
use base::ids::Map;
use dialect::spirv::enums::Kind;
use dialect::spirv::ops::{self, OpRow};
use spirv::Op;
use spirv::grammar::{ExtendedInstruction, ext_inst_table};

/// The names of instructions.
pub(super) struct Names {
    ops: Map<String, &'static OpRow>,
}

impl Default for Names {
    fn default() -> Self {
        let mut ops: Map<String, &'static OpRow> = Map::default();
        for row in ops::rows() {
            if let Some(op) = row.code.core() {
                ops.insert(format!("{op:?}"), row);
                ops.insert(listing::op_name(op), row);
            }
        }
        Names { ops }
    }
}

impl Names {
    /// The row of an instruction, by its name without `Op`, older and newer ones included.
    pub(super) fn op(&self, name: &str) -> Option<&'static OpRow> {
        let other = || ops::by_opcode(name.parse::<Op>().ok()? as u32);
        self.ops.get(name).copied().or_else(other)
    }
}

/// An instruction of a set.
pub(super) fn ext_inst(set: &str, name: &str) -> Option<&'static ExtendedInstruction<'static>> {
    let table = listing::named_set(set).and_then(ext_inst_table)?;
    table.iter().find(|instruction| instruction.opname == name)
}

/// An enumerant, or bits whose names are joined by `|`.
pub(super) fn value(kind: Kind, text: &str) -> Option<u32> {
    match kind.table().is_mask {
        true => text.split('|').try_fold(0, |bits, name| Some(bits | bit(kind, name)?)),
        false => one(kind, text),
    }
}

fn bit(kind: Kind, name: &str) -> Option<u32> {
    if name == "None" || name == listing::enumerant(kind, 0) {
        return Some(0);
    }
    one(kind, name)
}

fn one(kind: Kind, name: &str) -> Option<u32> {
    // Rust identifiers cannot start with a digit; the text's names do.
    if kind == Kind::Dim && name.starts_with("Dim") {
        return None;
    }
    let values = kind.table().values;
    let is_printed = |value: &u32| listing::enumerant(kind, *value) == name;
    kind.table().find(name).or_else(|| kind.older(name)).or_else(|| {
        let mut values = values.iter().map(|one| one.value);
        values.find(is_printed)
    })
}

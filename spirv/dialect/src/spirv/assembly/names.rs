//! Names in a module's text: instructions, extended instructions, and enumerants, older spellings included.

use crate::spirv::enums::Kind;
use crate::spirv::listing;
use crate::spirv::ops::{self, OpRow};
use base::ids::Map;
use rspirv::grammar::{ExtendedInstruction, ext_inst_table};

/// Older names of instructions that listings no longer print.
const OLDER: &[(&str, &str)] = &[
    ("SDotKHR", "SDot"),
    ("UDotKHR", "UDot"),
    ("SUDotKHR", "SUDot"),
    ("SDotAccSatKHR", "SDotAccSat"),
    ("UDotAccSatKHR", "UDotAccSat"),
    ("SUDotAccSatKHR", "SUDotAccSat"),
    ("ReportIntersectionNV", "ReportIntersectionKHR"),
    ("TypeAccelerationStructureNV", "TypeAccelerationStructureKHR"),
    ("DemoteToHelperInvocationEXT", "DemoteToHelperInvocation"),
    ("DecorateStringGOOGLE", "DecorateString"),
    ("MemberDecorateStringGOOGLE", "MemberDecorateString"),
    ("GroupNonUniformPartitionNV", "GroupNonUniformPartitionEXT"),
];

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
        for (older, newer) in OLDER {
            if let Some(row) = ops.get(*newer).copied() {
                ops.insert((*older).to_owned(), row);
            }
        }
        Names { ops }
    }
}

impl Names {
    /// The row of an instruction, by its name without `Op`.
    pub(super) fn op(&self, name: &str) -> Option<&'static OpRow> {
        self.ops.get(name).copied()
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

//! What MLIR's SPIR-V dialect can say: its ops and enumerants, and the names of its attributes where ours differ.
//!
//! Must not know how text looks: printer and parser ask here.

use super::enums::Kind;
use super::tables::mlir as table;
use rustc_hash::FxHashSet;
use std::sync::LazyLock;

/// The newest version of MLIR whose names are known.
pub const NEWEST: u32 = 22;

static OPS: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| table::OPS.split_whitespace().collect());
static GL: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| table::GL.split_whitespace().collect());
static CL: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| table::CL.split_whitespace().collect());
static MISSING: LazyLock<FxHashSet<(Kind, &'static str)>> = LazyLock::new(|| {
    table::MISSING.iter().flat_map(|(kind, names)| names.split_whitespace().map(|name| (*kind, name))).collect()
});
static EXTENSIONS: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| table::EXTENSIONS.split_whitespace().collect());

/// Returns whether MLIR has the op with this name.
pub fn has_op(name: &str) -> bool {
    let Some(name) = name.strip_prefix("spirv.") else { return false };
    match (name.strip_prefix("GL."), name.strip_prefix("CL.")) {
        (Some(gl), _) => GL.contains(gl),
        (_, Some(cl)) => CL.contains(cl),
        (None, None) => OPS.contains(name),
    }
}

/// Returns whether MLIR knows an extension.
pub fn has_extension(name: &str) -> bool {
    name.strip_prefix("SPV_").is_some_and(|name| EXTENSIONS.contains(name))
}

/// The text of a value in MLIR, if MLIR has all of it.
pub fn spelled(kind: Kind, value: u32) -> Option<String> {
    let parts = kind.table().parts(value)?;
    if parts.is_empty() {
        return Some(kind.table().empty.to_owned());
    }
    let names: Option<Vec<&str>> = parts.iter().map(|part| name_of(kind, part.name)).collect();
    names.map(|names| names.join("|"))
}

/// The name of an enumerant in MLIR.
fn name_of(kind: Kind, name: &'static str) -> Option<&'static str> {
    if MISSING.contains(&(kind, name)) {
        return None;
    }
    let renamed = table::RENAMED.iter().find(|(of, ours, _)| *of == kind && *ours == name);
    Some(renamed.map_or(name, |(_, _, theirs)| theirs))
}

/// The value with a name, which may be one of MLIR's.
pub fn value_of(kind: Kind, name: &str) -> Option<u32> {
    let table = kind.table();
    let renamed = |name: &str| {
        let (_, ours, _) = table::RENAMED.iter().find(|(of, _, theirs)| *of == kind && *theirs == name)?;
        table.find(ours)
    };
    // MLIR does not look at the names of builtins.
    let loosely = || {
        let is_it = |known: &&str| kind == Kind::BuiltIn && known.eq_ignore_ascii_case(name);
        table.values.iter().map(|one| one.name).find(is_it).and_then(|known| table.find(known))
    };
    table.find(name).or_else(|| kind.older(name)).or_else(|| renamed(name)).or_else(loosely)
}

/// Returns whether MLIR has an attribute for values of an enumeration.
pub fn has_attribute(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::AddressingModel
            | Kind::BuiltIn
            | Kind::Capability
            | Kind::Decoration
            | Kind::Dim
            | Kind::ExecutionMode
            | Kind::ExecutionModel
            | Kind::FPRoundingMode
            | Kind::FPFastMathMode
            | Kind::FunctionControl
            | Kind::GroupOperation
            | Kind::ImageFormat
            | Kind::ImageOperands
            | Kind::LinkageType
            | Kind::LoopControl
            | Kind::MemoryAccess
            | Kind::MemoryModel
            | Kind::MemorySemantics
            | Kind::PackedVectorFormat
            | Kind::Scope
            | Kind::SelectionControl
            | Kind::StorageClass
    )
}

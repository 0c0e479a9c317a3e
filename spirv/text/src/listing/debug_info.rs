//! The enumerations of `OpenCL.DebugInfo.100`, which the grammar crate names but does not list.

use spirv::grammar::opencl_debuginfo_100::ExtOperandKind;

/// The text of a value.
pub(crate) fn text(kind: ExtOperandKind, value: u32) -> String {
    match kind {
        ExtOperandKind::DebugInfoFlags => flags(value),
        ExtOperandKind::DebugBaseTypeAttributeEncoding => named(ENCODINGS, value),
        ExtOperandKind::DebugCompositeType => named(&["Class", "Structure", "Union"], value),
        ExtOperandKind::DebugTypeQualifier => {
            named(&["ConstType", "VolatileType", "RestrictType", "AtomicType"], value)
        }
        ExtOperandKind::DebugOperation => named(OPERATIONS, value),
        ExtOperandKind::DebugImportedEntity => named(&["ImportedModule", "ImportedDeclaration"], value),
    }
}

/// The value of a text: an enumerant's name, or names of bits joined by `|`.
pub(crate) fn value(kind: ExtOperandKind, name: &str) -> Option<u32> {
    if name == "None" {
        return Some(0);
    }
    if matches!(kind, ExtOperandKind::DebugInfoFlags) {
        let bit = |flag: &str| FLAGS.iter().position(|known| *known == flag).map(|at| 1 << at);
        return name.split('|').try_fold(0, |flags, flag| Some(flags | bit(flag)?));
    }
    (0..MOST_VALUES).find(|value| text(kind, *value) == name)
}

/// The limit of the enumerations' values.
const MOST_VALUES: u32 = 16;

const ENCODINGS: &[&str] =
    &["Unspecified", "Address", "Boolean", "Float", "Signed", "SignedChar", "Unsigned", "UnsignedChar"];

const OPERATIONS: &[&str] =
    &["Deref", "Plus", "Minus", "PlusUconst", "BitPiece", "Swap", "Xderef", "StackValue", "Constu", "Fragment"];

/// The bits of `DebugInfoFlags`, from the lowest.
const FLAGS: &[&str] = &[
    "FlagIsProtected",
    "FlagIsPrivate",
    "FlagIsLocal",
    "FlagIsDefinition",
    "FlagFwdDecl",
    "FlagArtificial",
    "FlagExplicit",
    "FlagPrototyped",
    "FlagObjectPointer",
    "FlagStaticMember",
    "FlagIndirectVariable",
    "FlagLValueReference",
    "FlagRValueReference",
    "FlagIsOptimized",
    "FlagIsEnumClass",
    "FlagTypePassByValue",
    "FlagTypePassByReference",
];

fn named(names: &[&str], value: u32) -> String {
    names.get(value as usize).map_or_else(|| value.to_string(), |name| (*name).to_owned())
}

fn flags(value: u32) -> String {
    if value == 0 {
        return "None".to_owned();
    }
    if value >> FLAGS.len() != 0 {
        return value.to_string();
    }
    let set = FLAGS.iter().enumerate().filter(|(bit, _)| value >> bit & 1 == 1);
    set.map(|(_, name)| *name).collect::<Vec<_>>().join("|")
}

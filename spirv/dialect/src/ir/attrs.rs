//! Attributes: facts about an op that are known when the module is made.

use super::ids::{AttrId, TypeId};
use base::intern::Symbol;

/// The kind of an enumerated attribute; the dialect that owns it has the names of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EnumKind(pub u8);

/// An attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attr {
    /// Present or absent, without a value.
    Unit,
    /// A boolean.
    Bool(bool),
    /// An integer constant of a type, its bits zero-extended.
    Int {
        /// The bits.
        bits: u64,
        /// The type.
        ty: TypeId,
    },
    /// A floating-point constant of a type.
    Float {
        /// The bits of its encoding.
        bits: u64,
        /// The type.
        ty: TypeId,
    },
    /// A literal operand of an instruction, not a constant of the module.
    Literal(u32),
    /// Text.
    Str(Box<str>),
    /// A type.
    Type(TypeId),
    /// The name of something in the module.
    Symbol(Symbol),
    /// Several attributes, or the value of an array or struct constant.
    Array(Box<[AttrId]>),
    /// The value of a vector constant.
    Dense {
        /// One attribute per component.
        elems: Box<[AttrId]>,
        /// The vector type.
        ty: TypeId,
    },
    /// An enumerant, or a set of bits.
    Enum {
        /// The enumeration.
        kind: EnumKind,
        /// The value, or the bits.
        value: u32,
        /// The operands of the value, such as the alignment of `Aligned`.
        params: Box<[AttrId]>,
    },
    /// Named attributes.
    Dict(Box<[(&'static str, AttrId)]>),
    /// A placeholder for the operand with this index, where an attribute has a run-time value.
    Operand(u32),
    /// The zero of a composite type.
    Null,
    /// A component without a defined value.
    Undef,
}

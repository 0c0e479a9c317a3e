//! The types of the LLVM dialect that the SPIR-V dialect does not have.

use crate::ir::TypeId;

/// A type that only LLVM has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LlvmType {
    /// An address.
    Ptr,
    /// An address in another address space than 0. Code for the host has none.
    PtrIn(u32),
    /// A typed pointer, as in LLVM 15 and earlier.
    PtrTo {
        /// The pointee type.
        pointee: TypeId,
        /// The address space.
        space: u32,
    },
    /// An opaque struct, by its name.
    Opaque(Box<str>),
    /// A target extension type.
    Target {
        /// Its name.
        name: Box<str>,
        /// Types.
        types: Box<[TypeId]>,
        /// Numbers.
        numbers: Box<[u32]>,
    },
    /// An array value.
    Array {
        /// The element type.
        elem: TypeId,
        /// The number of elements.
        len: u64,
    },
    /// A struct value. Memory that is shared with the host has explicit offsets instead.
    Struct(Box<[TypeId]>),
}

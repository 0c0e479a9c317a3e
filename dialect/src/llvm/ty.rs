//! The types of the LLVM dialect that the SPIR-V dialect does not have.

use crate::ir::TypeId;

/// A type that only LLVM has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LlvmType {
    /// An address.
    Ptr,
    /// An address in another address space than the first. Code for the host has none.
    PtrIn(u32),
    /// An address that says what it leads to, as LLVM 15 and earlier have them.
    PtrTo {
        /// The type of what is there.
        pointee: TypeId,
        /// The address space.
        space: u32,
    },
    /// A struct whose members nobody knows, by its name.
    Opaque(Box<str>),
    /// A type that only a target knows, with what it is made of.
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
    /// A struct value. Memory that the host shares is never laid out by it.
    Struct(Box<[TypeId]>),
}

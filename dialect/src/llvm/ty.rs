//! The types of the LLVM dialect that the SPIR-V dialect does not have.

use crate::ir::TypeId;

/// A type that only LLVM has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LlvmType {
    /// An address.
    Ptr,
    /// An array value.
    Array {
        /// The element type.
        elem: TypeId,
        /// The number of elements.
        len: u64,
    },
    /// A struct value. Memory is never laid out by it.
    Struct(Box<[TypeId]>),
}

//! What a type can be.

use spirv::StorageClass;

/// A type, one level of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ty {
    /// No type.
    None,
    Void,
    Bool,
    Int {
        width: u32,
        signed: bool,
    },
    Float {
        width: u32,
        encoding: Option<u32>,
    },
    Vector {
        elem: u32,
        count: u32,
    },
    Matrix {
        column: u32,
        count: u32,
    },
    Array {
        elem: u32,
        length: u32,
    },
    /// An array of the payloads of a node.
    PayloadArray {
        /// Each of them.
        elem: u32,
    },
    RuntimeArray {
        elem: u32,
    },
    Struct,
    Pointer {
        class: StorageClass,
        pointee: u32,
    },
    UntypedPointer {
        class: StorageClass,
    },
    Function,
    Image,
    Sampler,
    SampledImage {
        image: u32,
    },
    AccelerationStructure,
    RayQuery,
    CooperativeMatrix {
        elem: u32,
    },
    /// A vector whose length is a constant; 0 when that is a specialisation constant.
    LongVector {
        elem: u32,
        count: u32,
    },
    /// Any other type.
    Other,
}

//! Types as an enum.

use spirv::StorageClass;

/// One level of a type.
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
    /// An array of node payloads.
    PayloadArray {
        /// The payload type.
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
    /// A vector with a constant as its length; the length is 0 if that is a specialisation constant.
    LongVector {
        elem: u32,
        count: u32,
    },
    /// Any other type.
    Other,
}

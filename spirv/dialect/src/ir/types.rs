//! Types that both dialects share, and the variants for types of each dialect.

use super::ids::TypeId;
use crate::llvm::ty::LlvmType;
use crate::spirv::types::SpirvType;

/// The most components of a vector.
pub const MAX_VECTOR: u32 = 1024;

/// The signedness of an integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// `i32`: no sign; `OpTypeInt 32 0`.
    Signless,
    /// `si32`: `OpTypeInt 32 1`.
    Signed,
    /// `ui32`: only from text; written as `OpTypeInt 32 0`.
    Unsigned,
}

/// The encoding of a floating-point type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatKind {
    /// IEEE 754 of the given width.
    Ieee,
    /// Brain floating point, 16 bits.
    Bf16,
    /// 8 bits with 4 of exponent.
    E4M3,
    /// 8 bits with 5 of exponent.
    E5M2,
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// No value: the result of a function that returns nothing.
    None,
    /// An integer; `i1` is the boolean type.
    Int {
        /// Its bits.
        width: u32,
        /// Its sign.
        sign: Sign,
    },
    /// A floating-point number.
    Float {
        /// Its bits.
        width: u32,
        /// Its encoding.
        kind: FloatKind,
    },
    /// A vector of scalars.
    Vector {
        /// The component type.
        elem: TypeId,
        /// The number of components.
        len: u32,
    },
    /// A function.
    Function {
        /// The parameters' types.
        params: Box<[TypeId]>,
        /// The result's type; [`Type::None`] when there is none.
        result: TypeId,
    },
    /// A type of the SPIR-V dialect.
    Spirv(SpirvType),
    /// A type of the LLVM dialect.
    Llvm(LlvmType),
}

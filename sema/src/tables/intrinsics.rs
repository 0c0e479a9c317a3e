//! The intrinsic functions.

mod expand;
mod rows;

use super::fold::Fold;
use crate::hir::ty::{ParamMode, Scalar};
use frontend::language::Stage;

pub use expand::{
    Bits, Debugging, Expand, Hits, Inputs, Math, Memory, Mesh, Products, Rays, Spelled, Tessellation, Waves,
};
pub use rows::INTRINSICS;
pub(crate) use rows::{GROUPS, HIT_OBJECTS, RAYS};

/// One overload of an intrinsic function.
#[derive(Debug)]
pub struct Intrinsic {
    /// The name, with `vk::` if it belongs there.
    pub name: &'static str,
    /// The parameters.
    pub params: &'static [Param],
    /// True if further arguments of any type may follow.
    pub variadic: bool,
    /// The result.
    pub ret: Ret,
    /// The stages that may call it.
    pub stages: Stages,
    /// The first shader model that has it, major and minor.
    pub since: (u32, u32),
    /// Its lowering.
    pub lowering: Lowering,
    /// Its evaluation on constants.
    pub fold: Option<Fold>,
    /// One line for the documentation.
    pub doc: &'static str,
}

impl Intrinsic {
    /// The requirement on an argument; further arguments have that of the last parameter.
    pub fn need(&self, position: usize) -> Need {
        self.params.get(position).or(self.params.last()).map_or(Need::Nothing, |param| param.need)
    }

    /// Returns whether a call has no effect but its value and writes to its `out` parameters.
    pub fn is_pure(&self) -> bool {
        match self.lowering {
            Lowering::Op { .. } | Lowering::Whole(_) | Lowering::Derivative(_) | Lowering::Interpolate(_) => true,
            Lowering::Expand(Expand::Debugging(_) | Expand::Hits(_) | Expand::Rays(_) | Expand::Spelled(_)) => false,
            Lowering::Expand(_) => self.ret != Ret::Void,
            Lowering::BuiltIn { .. } | Lowering::Wave { .. } => false,
            Lowering::Atomic { .. } | Lowering::Barrier { .. } | Lowering::Unsupported(_) => false,
        }
    }

    /// Returns whether calls are an error in this shader model. Older functions were never refused by older models,
    /// which real shaders rely on: profiles are often lower than their code requires.
    pub fn refuses(&self, shader_model: (u32, u32)) -> bool {
        const FIRST_REFUSING: (u32, u32) = (6, 9);
        self.since >= FIRST_REFUSING && shader_model < self.since
    }
}

/// The stages that may call an intrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stages {
    /// All.
    Any,
    /// These; functions of a library are checked where an entry point reaches them.
    Only(&'static [Stage]),
}

impl Stages {
    /// Returns whether the stage is among them. A library's calls are checked at its entry points.
    pub fn allow(self, stage: Stage) -> bool {
        match self {
            Stages::Any => true,
            Stages::Only(stages) => stage == Stage::Library || stages.contains(&stage),
        }
    }
}

/// A parameter of an intrinsic.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The name for messages and documentation.
    pub name: &'static str,
    /// Its passing mode.
    pub mode: ParamMode,
    /// The accepted types.
    pub ty: ParamType,
    /// The further requirement.
    pub need: Need,
}

/// A requirement on an argument besides its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// None.
    Nothing,
    /// A text known at compile time.
    Text,
    /// Known at compile time.
    Constant,
    /// A power of two, if it is known at compile time.
    PowerOfTwo,
    /// A struct of numbers, passed to another stage.
    Numbers,
    /// A struct of numbers, passed to another stage, with access qualifiers if the shader model has them.
    RayPayload,
    /// The one `groupshared` variable that all calls pass.
    Payload,
}

/// The accepted types of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamType {
    /// Scalars, vectors, matrices.
    Number(Elem, Shape),
    /// A struct of the source, unconverted.
    Struct,
    /// `RayDesc`
    RayDesc,
    /// `RaytracingAccelerationStructure`
    AccelerationStructure,
    /// `RayQuery`
    RayQuery,
    /// `dx::HitObject`
    HitObject,
    /// `vk::BufferPointer`
    BufferPointer,
    /// A writable resource, or records of a node.
    SharedMemory,
    /// A format string.
    String,
    /// The type argument of the call, or the argument's own type without one.
    TypeArgument,
}

/// The accepted element types of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elem {
    /// One of a set; arguments in the same group are unified to one element type.
    Group(u8, ElemSet),
    /// Exactly this one; others are converted.
    Exact(Scalar),
    /// That of the n-th argument, from 0.
    SameAs(u8),
}

/// Sets of element types. Types outside of the set are converted to its first member, unless the set is "only".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElemSet {
    /// `float` and narrower floats.
    FloatLike,
    /// Floats of any width.
    AnyFloat,
    /// `double` only.
    DoubleOnly,
    /// `float` only.
    Float32Only,
    /// Floats that atomic operations take: `float`, `double` and native 16-bit floats.
    AtomicFloat,
    /// Integers of any width.
    AnyInt,
    /// `uint` and `uint64_t` only.
    UIntOnly,
    /// 32-bit integers.
    AnyInt32,
    /// 32-bit integers only.
    Int32Only,
    /// 64-bit integers.
    AnyInt64,
    /// 64-bit integers only.
    Int64Only,
    /// Integers of 16 or 32 bits.
    AnyInt16Or32,
    /// Signed integers of 16 or 32 bits only.
    SInt16Or32Only,
    /// Floats and integers.
    Numeric,
    /// Floats and 32-bit integers only.
    Numeric32Only,
    /// Floats and 16-bit integers only.
    Numeric16Only,
    /// Numbers and `bool`.
    Any,
}

/// The accepted shapes of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A scalar.
    Scalar,
    /// One of a set; arguments in the same group are truncated to the smallest shape.
    Group(u8, ShapeSet),
    /// A vector of this length, truncated from longer ones.
    Vector(u8),
    /// A vector of this length, and of no other.
    Exactly(u8),
    /// As [`Ret::Product`] says.
    Factor,
}

/// Sets of shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeSet {
    /// Scalars, vectors and matrices.
    Any,
    /// Vectors, scalars counting as vectors of one.
    Vector,
    /// Matrices.
    Matrix,
    /// Square matrices, truncated from others.
    SquareMatrix,
}

/// The result of an intrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ret {
    /// None.
    Void,
    /// The type of the n-th parameter after unification.
    SameAs(u8),
    /// The n-th parameter's shape with another element type.
    ShapeOf(u8, Scalar),
    /// The n-th parameter's element type as a scalar.
    ElemOf(u8),
    /// Four of the n-th parameter's elements.
    FourOf(u8),
    /// A fixed scalar.
    Scalar(Scalar),
    /// A fixed vector.
    Vector(Scalar, u8),
    /// A `float` matrix of this many rows and columns.
    Matrix(u8, u8),
    /// The product of two scalars, vectors or matrices, truncated to a common inner size.
    Product,
    /// The transposed matrix.
    Transposed,
    /// `BuiltInTrianglePositions`
    Positions,
    /// `dx::HitObject`
    HitObject,
    /// The type argument of the call, `uint` without one.
    TypeArgument,
    /// `vk::BufferPointer` to the type argument, aligned by the second argument or the first parameter.
    PointerTo,
}

/// The lowering of an intrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lowering {
    /// One instruction per call (per row for matrices), chosen by the class of the first argument's elements. The
    /// result type is the call's.
    Op {
        /// On floats.
        float: Inst,
        /// On signed integers.
        sint: Inst,
        /// On unsigned integers.
        uint: Inst,
        /// On `bool`s.
        boolean: Inst,
    },
    /// One instruction on the whole operands, matrices included.
    Whole(Inst),
    /// A derivative; halves are converted to `float` and the result back.
    Derivative(spirv::Op),
    /// An instruction of GLSL.std.450 on the input variable that the first argument names.
    Interpolate(spirv::GlslStd450Op),
    /// An instruction over the subgroup (per row for matrices), chosen by the class of the first argument's elements.
    Wave {
        /// On floats.
        float: spirv::Op,
        /// On signed integers.
        sint: spirv::Op,
        /// On unsigned integers and `bool`s.
        uint: spirv::Op,
        /// The operand between the scope and the arguments, or after them.
        operand: WaveOperand,
    },
    /// An atomic instruction on the place of the first argument. A last `out` parameter takes the old value.
    Atomic {
        /// On signed integers and floats.
        sint: spirv::Op,
        /// On unsigned integers.
        uint: spirv::Op,
    },
    /// A memory barrier.
    Barrier {
        /// The scope of the ordering.
        scope: spirv::Scope,
        /// The memory semantics.
        semantics: spirv::MemorySemantics,
        /// True if it is a control barrier too.
        waits: bool,
    },
    /// The value of a builtin input variable.
    BuiltIn {
        /// The built-in.
        builtin: spirv::BuiltIn,
        /// True if the matrix in the variable is transposed.
        transpose: bool,
    },
    /// An instruction sequence.
    Expand(Expand),
    /// Known, and refused with this message.
    Unsupported(&'static str),
}

/// An operand of [`Lowering::Wave`] that is not an argument of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaveOperand {
    /// None.
    None,
    /// The group operation, before the arguments.
    Group(spirv::GroupOperation),
    /// The direction of a swap within a quad, a `uint` constant after the arguments.
    Direction(u32),
}

/// One instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inst {
    /// There is none for this class.
    None,
    /// The first argument itself.
    Copy,
    /// A core instruction.
    Op(spirv::Op),
    /// An instruction of GLSL.std.450.
    Glsl(spirv::GlslStd450Op),
}

super::sorted_by_name!(INTRINSICS, name);

/// The overloads of an intrinsic, in the order of resolution; empty if there is none of this name.
pub fn find(name: &str) -> &'static [Intrinsic] {
    let start = INTRINSICS.partition_point(|row| row.name < name);
    let count = INTRINSICS[start..].iter().take_while(|row| row.name == name).count();
    &INTRINSICS[start..start + count]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_described() {
        for row in INTRINSICS {
            assert!(row.doc.ends_with('.'), "{} has no sentence", row.name);
            assert!(row.params.iter().all(|param| !param.name.is_empty()), "{} has nameless parameters", row.name);
        }
        assert_eq!(find("asuint").len(), 2);
        assert!(find("Asuint").is_empty());
    }

    #[test]
    fn parameters_that_results_refer_to_exist() {
        for row in INTRINSICS {
            let index = match row.ret {
                Ret::SameAs(index) | Ret::ShapeOf(index, _) | Ret::ElemOf(index) | Ret::FourOf(index) => index,
                Ret::Product => 1,
                Ret::Transposed | Ret::PointerTo => 0,
                Ret::Void
                | Ret::Scalar(_)
                | Ret::Vector(..)
                | Ret::Matrix(..)
                | Ret::Positions
                | Ret::HitObject
                | Ret::TypeArgument => continue,
            };
            assert!(usize::from(index) < row.params.len(), "{} returns a parameter that it has not", row.name);
        }
    }

    #[test]
    fn most_rows_are_data() {
        let sequences = INTRINSICS.iter().filter(|row| matches!(row.lowering, Lowering::Expand(_))).count();
        assert!(sequences * 5 <= INTRINSICS.len() * 2, "{sequences} of {} rows are sequences", INTRINSICS.len());
    }
}

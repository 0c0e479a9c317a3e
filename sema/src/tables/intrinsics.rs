//! The intrinsic functions.

use frontend::language::Stage;

/// One overload of an intrinsic function.
#[derive(Debug)]
pub struct Intrinsic {
    /// The name.
    pub name: &'static str,
    /// The parameters.
    pub params: &'static [Param],
    /// The result.
    pub ret: Ret,
    /// Where it may be called.
    pub stages: Stages,
    /// The first shader model that has it, major and minor.
    pub since: (u32, u32),
    /// What it becomes.
    pub lowering: Lowering,
    /// How calls with constant arguments are evaluated at compile time.
    pub fold: Option<Fold>,
    /// One line for the documentation.
    pub doc: &'static str,
}

/// Which stages may call an intrinsic.
#[derive(Clone, Copy, Debug)]
pub enum Stages {
    /// All.
    Any,
    /// These; functions of a library are checked where an entry point reaches them.
    Only(&'static [Stage]),
}

/// A parameter of an intrinsic.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The name for messages and documentation.
    pub name: &'static str,
    /// How it is passed.
    pub mode: crate::hir::expr::ParamMode,
    /// Which element types fit.
    pub elem: Elem,
    /// Which shapes fit.
    pub shape: Shape,
}

/// Which element types fit a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elem {
    /// One of a set; the arguments with the same group number get one common element type.
    Group(u8, ElemSet),
    /// Exactly this one.
    Exact(crate::hir::ty::Scalar),
}

/// Sets of element types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElemSet {
    /// Floats of any width; integers are converted.
    AnyFloat,
    /// `float` and its lower-precision kin, no `double`.
    Float32,
    /// `double` alone.
    Double,
    /// Signed and unsigned integers of any width; `bool` is converted.
    AnyInt,
    /// 32-bit integers.
    Int32,
    /// Floats and integers.
    Numeric,
    /// `bool`; numbers are compared with 0.
    Bool,
    /// Numbers and `bool`.
    Any,
    /// 16-bit types of all classes.
    Any16,
    /// 32-bit types of all classes.
    Any32,
}

/// Which shapes fit a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A scalar.
    Scalar,
    /// Any shape of numbers; the arguments with the same group number get one common shape.
    Group(u8, ShapeSet),
    /// A vector of exactly this many components.
    Vector(u8),
    /// A resource, patch, struct or other object; checked by the lowering's own rule.
    Object,
}

/// Sets of shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeSet {
    /// Scalars, vectors and matrices.
    Any,
    /// Scalars and vectors.
    ScalarOrVector,
    /// Vectors, scalars counting as vectors of one.
    Vector,
    /// Matrices.
    Matrix,
    /// Square matrices.
    SquareMatrix,
}

/// The result of an intrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ret {
    /// None.
    Void,
    /// The type of the n-th argument after unification.
    SameAs(u8),
    /// The n-th argument's shape with another element type.
    ShapeOf(u8, crate::hir::ty::Scalar),
    /// The n-th argument's element type as a scalar.
    ElemOf(u8),
    /// A fixed scalar.
    Scalar(crate::hir::ty::Scalar),
    /// A fixed vector.
    Vector(crate::hir::ty::Scalar, u8),
    /// What the lowering's own rule says: `mul`, `transpose`.
    Special,
}

/// What an intrinsic becomes.
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
    /// A derivative; operands of 16 bits are converted to `float` and the result back.
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
        /// What stands between the scope and the arguments, or after them.
        operand: WaveOperand,
    },
    /// An atomic instruction on the place that the first argument names. A last `out` parameter takes the old value.
    Atomic {
        /// On signed integers and floats.
        sint: spirv::Op,
        /// On unsigned integers.
        uint: spirv::Op,
    },
    /// A memory barrier.
    Barrier {
        /// Whose memory operations are ordered.
        scope: spirv::Scope,
        /// Which memory, and how.
        semantics: spirv::MemorySemantics,
        /// Whether the workgroup waits as well.
        waits: bool,
    },
    /// The value of a builtin input variable.
    BuiltIn {
        /// Which.
        builtin: spirv::BuiltIn,
        /// Whether the matrix in the variable is transposed.
        transpose: bool,
    },
    /// A sequence of its own.
    Expand(Expand),
    /// Known, and refused with this message.
    Unsupported(&'static str),
}

/// An operand of [`Lowering::Wave`] that is no argument of the call.
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

/// The lowerings that are a sequence of their own; the emitter has one arm for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the lowering of the intrinsic of the same name")]
pub enum Expand {
    AcceptHitAndEndSearch,
    All,
    Any,
    AsDouble,
    /// `asuint(double, out uint, out uint)`
    AsUintSplit,
    /// `Barrier(flags, semantics)`
    BarrierFlags,
    CallShader,
    Clip,
    CountBits,
    D3dColorToUbyte4,
    DebugBreak,
    DispatchMesh,
    Dot,
    Dot2Add,
    Dot4AddI8Packed,
    Dot4AddU8Packed,
    Dst,
    ExtExecutionMode,
    ExtExecutionModeId,
    F16ToF32,
    F32ToF16,
    Frexp,
    GetAttributeAtVertex,
    IgnoreHit,
    IsFinite,
    IsHelperLane,
    IsNormal,
    Ldexp,
    Lit,
    Log10,
    Mad,
    Modf,
    Msad4,
    Mul,
    NonUniformResourceIndex,
    PackClampS8,
    PackClampU8,
    PackS8,
    PackU8,
    Printf,
    QuadAll,
    QuadAny,
    RawBufferLoad,
    RawBufferStore,
    Rcp,
    ReinterpretPointerCast,
    ReportHit,
    ReverseBits,
    Saturate,
    /// As [`crate::hir::expr::ExprKind::Select`].
    Select,
    SetMeshOutputCounts,
    Sign,
    SinCos,
    StaticPointerCast,
    TraceRay,
    Transpose,
    UnpackS8S16,
    UnpackS8S32,
    UnpackU8U16,
    UnpackU8U32,
    WaveActiveAllEqual,
    WaveActiveCountBits,
    WavePrefixCountBits,
}

/// How constant arguments are folded.
pub type Fold = fn(&[f64]) -> Option<f64>;

/// All intrinsics, sorted by name; overloads of one name stand together in the order in which they are tried.
pub const INTRINSICS: &[Intrinsic] = &[];

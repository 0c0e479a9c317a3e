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
    /// One instruction per call (per row for matrices), chosen by the class of the first argument's elements.
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
    /// A sequence of its own.
    Expand(Expand),
    /// Known, and refused with this message.
    Unsupported(&'static str),
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

/// How constant arguments are folded.
pub type Fold = fn(&[f64]) -> Option<f64>;

/// The lowerings that are a sequence of their own; the emitter has one arm for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the lowering of the intrinsic of the same name")]
pub enum Expand {
    Dot,
    Mul,
}

/// All intrinsics, sorted by name; overloads of one name stand together in the order in which they are tried.
pub const INTRINSICS: &[Intrinsic] = &[];

//! Expressions: every name resolved, every conversion explicit.

pub use super::ty::{Constant, ConstantId, ConstantValue, ParamMode};
use super::ty::{MatrixOrder, TypeId};
use super::{FunctionId, GlobalId, LocalId};
use crate::tables::{intrinsics::Intrinsic, methods::Method};
use base::ids::Id;
use base::short::{Item, Short};
use base::source::Span;

/// Identifies an [`Expr`] of a [`super::Body`].
pub type ExprId = Id<Expr>;

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The type of the value, or of the contents of the place.
    pub ty: TypeId,
    /// Its category: place or value.
    pub category: Category,
    /// Its source range.
    pub span: Span,
    /// The form of the expression.
    pub kind: ExprKind,
}

/// The category of an expression: l-value or r-value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Category {
    /// Something that can be read through [`ExprKind::Load`] and, unless it is read-only, written.
    Place,
    /// A value.
    Value,
}

/// The forms of expressions. "Place" operands have [`Category::Place`], all others are values.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A constant (value).
    Constant(ConstantId),
    /// A specialisation constant (value); the global has [`super::GlobalKind::SpecConstant`].
    SpecConstant(GlobalId),
    /// A string (value), for `printf` alone.
    String(base::intern::Symbol),
    /// An undefined value (value).
    Undef,
    /// A variable or parameter of the function (place).
    Local(LocalId),
    /// A global (place).
    Global(GlobalId),
    /// The value of a place. A whole `ConstantBuffer<T>` is read by [`Conversion::BlockValue`] instead.
    Load(ExprId),
    /// A field of a struct, of the struct in a `ConstantBuffer`/`TextureBuffer`, or of a `cbuffer` global.
    /// A place where the base is one.
    Member {
        /// The struct.
        base: ExprId,
        /// The index in [`super::ty::Struct::fields`].
        field: u32,
    },
    /// An element of an array (of values or resources), a component of a vector, a row of a matrix, an element of a
    /// patch. A place where the base is one. The index is an `int` or `uint` value.
    Index {
        /// The array, vector or matrix.
        base: ExprId,
        /// The index.
        index: ExprId,
    },
    /// An element of a structured buffer, typed buffer or texture through `[]`, `.mips[m][i]` or `.sample[s][i]` (place).
    ResourceElement {
        /// The resource: a place, or the value that a call returns.
        object: ExprId,
        /// The index: as many coordinates as the resource has.
        index: ExprId,
        /// The level of `.mips[m][i]` or the sample of `.sample[s][i]`.
        level: Option<ExprId>,
    },
    /// Components of a vector or scalar. A place where the base is one and no component is taken twice.
    Swizzle {
        /// The vector, or a scalar, which counts as a vector of one.
        base: ExprId,
        /// The components, by number.
        components: Components,
    },
    /// Elements of a matrix: `m._m00_m11`. A place where the base is one and no element is taken twice.
    MatrixSwizzle {
        /// The matrix.
        base: ExprId,
        /// Row and column of each element.
        elements: MatrixElements,
    },
    /// A unary operator on values.
    Unary {
        /// The operator.
        op: UnaryOp,
        /// The operand, of the type of the result.
        operand: ExprId,
    },
    /// `++` or `--` on a place; a place itself when prefix, the old value when postfix.
    IncDec {
        /// True if it counts up.
        increment: bool,
        /// True if the result is the new value.
        prefix: bool,
        /// The place that changes.
        place: ExprId,
    },
    /// A binary operator on values of one type and shape. The result has the same shape (of `bool` for comparisons).
    /// The meaning depends on the operands' element class.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// The left operand.
        lhs: ExprId,
        /// The right operand.
        rhs: ExprId,
    },
    /// `&&` and `||` that evaluate their right side only when needed (scalar `bool` values).
    ShortCircuit {
        /// True if it is `&&`.
        and: bool,
        /// The left operand.
        lhs: ExprId,
        /// The right operand.
        rhs: ExprId,
    },
    /// `?:` that evaluates one side only. The condition is a scalar `bool`.
    Ternary {
        /// The condition.
        condition: ExprId,
        /// The value where it holds.
        then: ExprId,
        /// The value where it does not.
        otherwise: ExprId,
    },
    /// `select` and the `?:` of old language versions: both sides are evaluated; the condition is a `bool` scalar or a
    /// `bool` vector or matrix of the result's shape.
    Select {
        /// The condition.
        condition: ExprId,
        /// The value where it holds.
        then: ExprId,
        /// The value where it does not.
        otherwise: ExprId,
    },
    /// `place = value` (place: the left side).
    Assign {
        /// The place that is written.
        place: ExprId,
        /// The value, of the place's type.
        value: ExprId,
    },
    /// `place op= value` (place: the left side).
    CompoundAssign {
        /// The operator.
        op: BinaryOp,
        /// The place that is read and written.
        place: ExprId,
        /// The right operand, of type `compute`.
        value: ExprId,
        /// The type of the operation; if it differs from the place's, the old value is converted to it and the result
        /// back, by [`Conversion::Numeric`].
        compute: TypeId,
    },
    /// `lhs, rhs`: the left side may be a place or a value, which is dropped.
    Comma {
        /// Evaluated first.
        lhs: ExprId,
        /// The result.
        rhs: ExprId,
    },
    /// A conversion to the expression's type (value, but for [`Conversion::ToBase`] of a place).
    Convert {
        /// The conversion.
        conversion: Conversion,
        /// The value before the conversion.
        operand: ExprId,
    },
    /// A vector, matrix, array or struct composed of parts: the parts' scalars in order, as many as the type has. Each
    /// scalar has the element type of its position, except parts that have the type of a whole member. Covers
    /// `float4(v.xy, 1, x)` and nested initialiser lists alike. Matrices take their scalars row by row.
    Construct {
        /// The parts, in order of evaluation.
        parts: Vec<ExprId>,
    },
    /// A call of a function of the source.
    Call {
        /// The function.
        function: FunctionId,
        /// The object of a method (place; the function has a `this`).
        object: Option<ExprId>,
        /// The arguments, one for each parameter.
        args: Vec<Arg>,
    },
    /// A call of an intrinsic function.
    Intrinsic {
        /// Its row.
        intrinsic: &'static Intrinsic,
        /// The arguments.
        args: Vec<Arg>,
    },
    /// A call of a method of a resource or other builtin object. The expression has the result type; it determines the
    /// type argument of `Load<T>`, the argument's type that of `Store<T>`.
    Method {
        /// Its row.
        method: &'static Method,
        /// The object: a place, or the value that a call returns.
        object: ExprId,
        /// The order of matrices that a byte-address buffer loads or stores, those in structs excepted.
        order: MatrixOrder,
        /// The arguments.
        args: Vec<Arg>,
    },
}

/// Up to four components of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Components {
    /// Component numbers; only the first `len` count.
    pub items: [u8; 4],
    /// The number of components.
    pub len: u8,
}

impl Components {
    /// The components taken, in order.
    pub fn as_slice(&self) -> &[u8] {
        &self.items[..self.len as usize]
    }
}

/// Up to four elements of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatrixElements {
    /// Rows and columns, counted from 0; only the first `len` count.
    pub items: [(u8, u8); 4],
    /// The number of elements.
    pub len: u8,
}

impl MatrixElements {
    /// The elements taken, in order.
    pub fn as_slice(&self) -> &[(u8, u8)] {
        &self.items[..self.len as usize]
    }
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`, on integers and floats.
    Neg,
    /// `~`, on integers.
    BitNot,
    /// `!`, on `bool`s.
    Not,
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    /// The shift amount has the type of the left operand.
    Shl,
    Shr,
    BitAnd,
    BitOr,
    BitXor,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    /// `&&` per component, both sides evaluated; on `bool`s.
    And,
    /// `||` per component, both sides evaluated; on `bool`s.
    Or,
}

impl BinaryOp {
    /// Returns whether it compares.
    pub const fn is_comparison(self) -> bool {
        matches!(self, BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne)
    }

    /// Returns whether it is `&&` or `||`.
    pub const fn is_logical(self) -> bool {
        matches!(self, BinaryOp::And | BinaryOp::Or)
    }

    /// Returns whether it shifts.
    pub const fn is_shift(self) -> bool {
        matches!(self, BinaryOp::Shl | BinaryOp::Shr)
    }

    /// Returns whether the result is a `bool` whatever the operands are.
    pub const fn has_bool_result(self) -> bool {
        self.is_comparison() || self.is_logical()
    }
}

/// A conversion of a value to another type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Conversion {
    /// Element by element, in the same shape: `int3` to `float3`, an enumeration to `int`. A `vk::BufferPointer` to its
    /// address, a `uint64_t`, and back.
    Numeric,
    /// A scalar (or vector of one) to every component of a vector or matrix of the same element type.
    Splat,
    /// The first components of a longer vector, the upper left part of a larger matrix; same element type.
    Truncate,
    /// As many scalars in another shape, in order: `float1` and scalar, `float1x4` or `float2x2` and `float4`.
    Reshape,
    /// Leaf by leaf between structs, arrays, vectors, in order, numeric conversions included; surplus leaves of the
    /// source are dropped, a single scalar fills every leaf. Explicit casts only.
    Flat,
    /// Reinterprets bits as numbers of another type, of as many bits, leaf by leaf in order.
    Bits,
    /// A derived struct as its base: the first field. Keeps the category.
    ToBase,
    /// The contents of a `ConstantBuffer<T>` or `TextureBuffer<T>`, given as a place.
    BlockValue,
    /// A struct as the contents of a `ConstantBuffer`: push constants as an argument.
    AsBlock,
    /// Anything as `void`: the value is evaluated and discarded.
    Discard,
}

/// The steps of a conversion in order, each with its target type.
pub type Steps = Short<(Conversion, TypeId), 2>;

impl Item for Conversion {
    const SPARE: Self = Conversion::Numeric;
}

/// An argument of a call.
#[derive(Clone, Debug)]
pub struct Arg {
    /// The passing mode.
    pub mode: ParamMode,
    /// A value of the parameter's type for [`ParamMode::In`], else a place.
    pub expr: ExprId,
    /// The parameter's type. If the place has another one, the value is converted both ways.
    pub ty: TypeId,
    /// From the place's type to the parameter's.
    pub copy_in: Steps,
    /// From the parameter's type to the place's.
    pub copy_out: Steps,
    /// True if the function must work on a copy, since it may alias the place.
    pub apart: bool,
}

impl Arg {
    /// An argument that needs no conversion.
    pub fn unconverted(mode: ParamMode, expr: ExprId, ty: TypeId) -> Self {
        Arg { mode, expr, ty, copy_in: Steps::new(), copy_out: Steps::new(), apart: false }
    }
}

//! The class of an instruction: the kind of thing that it does, as the specification groups instructions.
//!
//! Classes that callers distinguish further have a kind. Instructions of vendors outside of these groups are
//! [`Class::Vendor`].

/// The class of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Sources, names, lines.
    Debug,
    /// Decorations, and groups of them.
    Annotation,
    /// Extensions and the import of instruction sets.
    Extension,
    /// Instructions of imported sets.
    ExtInst,
    /// Capabilities, the memory model, entry points and their modes.
    Mode,
    /// Declares a type.
    Type(TypeKind),
    /// Declares a pointer type whose definition follows.
    ForwardPointer,
    /// Declares a constant.
    Constant(ConstantKind),
    /// Begins and ends functions, declares their parameters.
    Function,
    /// Calls a function.
    Call,
    /// Declares a variable.
    Variable,
    /// Declares a variable with an untyped pointer.
    UntypedVariable,
    /// Reads through a pointer.
    Load,
    /// Writes through a pointer.
    Store,
    /// Copies from one pointer to another.
    Copy,
    /// Access chains: makes a pointer to a part of another pointer's target.
    Chain,
    /// Access chains with untyped pointers.
    UntypedChain,
    /// Makes the pointer to a texel, for atomic operations.
    TexelPointer,
    /// Compares pointers.
    PointerComparison,
    /// Everything else about memory.
    Memory,
    /// Samples, reads, writes and queries images.
    Image(ImageKind, Sampling),
    /// Converts a value to another type.
    Conversion(ConversionKind),
    /// Constructs composites, extracts and inserts parts.
    Composite,
    /// `OpUndef`.
    Undef,
    /// Selects one of two values by a condition.
    Select,
    /// Computes component by component.
    Arithmetic(ArithmeticKind),
    /// Products of vectors and matrices.
    Product(ProductKind),
    /// Exchanges rows and columns of a matrix.
    Transpose,
    /// Dot products of vectors of integers, packed or not.
    IntegerDot,
    /// Compares or classifies numbers.
    Comparison(ComparisonKind),
    /// Computes from booleans.
    Logic(LogicKind),
    /// Shifts, bitwise logic and bit fields.
    Bits(BitKind),
    /// Derivatives between the invocations of a quad.
    Derivative,
    /// `OpPhi`.
    Phi,
    /// Declares the merge block of a selection or a loop.
    Merge,
    /// Begins a block.
    Label,
    /// Ends a block.
    Terminator,
    /// Accesses memory atomically.
    Atomic,
    /// Waits for other invocations, or orders memory accesses.
    Barrier,
    /// Begins and ends a section that pixels execute in order.
    Interlock,
    /// Invocations of a workgroup or a subgroup compute something together.
    Group(Family, GroupKind),
    /// Emits vertices and primitives.
    Primitive,
    /// Traces, queries and reports rays.
    Ray,
    /// Cooperative matrices and vectors.
    Cooperative,
    /// Tensors, their layouts and views.
    Tensor,
    /// Graphs of operations on tensors.
    Graph,
    /// Nodes of work graphs.
    Nodes,
    /// Pipes of OpenCL.
    Pipe,
    /// Kernels that a kernel starts, with their events.
    Enqueue,
    /// Hints, clocks, helper invocations, and an instruction that does nothing.
    Miscellaneous,
    /// Instructions of one vendor beside the groups above.
    Vendor,
}

impl Class {
    /// Tells whether the instruction declares a constant, a specialisation constant or not.
    pub fn is_constant(self) -> bool {
        matches!(self, Class::Constant(_))
    }

    /// Tells whether the instruction declares a specialisation constant.
    pub fn is_spec_constant(self) -> bool {
        matches!(self, Class::Constant(ConstantKind::Spec | ConstantKind::VendorSpec))
    }

    /// Tells whether the instruction declares a type.
    pub fn is_type(self) -> bool {
        matches!(self, Class::Type(_))
    }

    /// Tells whether the instruction is arithmetic of the core, on scalars, vectors or matrices.
    pub fn is_arithmetic(self) -> bool {
        match self {
            Class::Arithmetic(kind) => kind != ArithmeticKind::Other,
            Class::Product(_) => true,
            _ => false,
        }
    }

    /// Tells whether the instruction makes an untyped pointer: an operand, not the type, has the pointee type.
    pub fn is_untyped_pointer(self) -> bool {
        matches!(self, Class::UntypedVariable | Class::UntypedChain)
    }

    /// Tells whether the active invocations of a scope exchange values: all group operations but those of one
    /// invocation on the bits of a ballot, and those on memory.
    pub fn is_collective(self) -> bool {
        match self {
            Class::Group(_, kind) => !matches!(kind, GroupKind::BallotQuery | GroupKind::Copy | GroupKind::Block),
            _ => false,
        }
    }
}

/// Kinds of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// No value.
    Void,
    /// A number or a boolean.
    Scalar,
    /// Consists of parts: vectors, matrices, arrays, structs.
    Composite,
    /// A pointer, typed or not.
    Pointer,
    /// The type of a function.
    Function,
    /// A resource that a descriptor describes.
    Descriptor,
    /// Everything else whose contents cannot be seen.
    Opaque,
}

/// Kinds of constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstantKind {
    /// An ordinary constant.
    Plain,
    /// A specialisation constant.
    Spec,
    /// A constant of one vendor, or of pipes.
    Vendor,
    /// A specialisation constant of one vendor.
    VendorSpec,
}

/// Kinds of operations on images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageKind {
    /// Samples at the level of detail that derivatives give.
    ImplicitLod,
    /// Samples at a given level of detail.
    ExplicitLod,
    /// One component of four texels.
    Gather,
    /// Reads a texel of a sampled image.
    Fetch,
    /// Reads a texel of a storage image.
    Read,
    /// Writes a texel of a storage image.
    Write,
    /// Sizes, levels, samples, formats.
    Query,
    /// The level of detail that a sample would take.
    QueryLod,
    /// Combines an image with a sampler, or takes the parts of a combination or of a result.
    Part,
    /// Operations of one vendor.
    Vendor,
}

/// The variants of an operation on images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling(u8);

impl Sampling {
    /// None.
    pub const PLAIN: Sampling = Sampling(0);
    /// The result also says which texels are resident.
    pub const SPARSE: Sampling = Sampling(1);
    /// Coordinates are divided by their last component.
    pub const PROJECTED: Sampling = Sampling(2);
    /// Texels are compared with a reference value.
    pub const COMPARED: Sampling = Sampling(4);

    /// Both.
    pub(crate) const fn or(self, other: Sampling) -> Sampling {
        Sampling(self.0 | other.0)
    }

    /// Tells whether all variants of `other` are among these.
    pub const fn has(self, other: Sampling) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Kinds of conversions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConversionKind {
    /// From number to number: integers, floating-point numbers and their widths.
    Number,
    /// Rounds to what fewer bits hold.
    Rounding,
    /// From integer to integer, saturating.
    Saturating,
    /// Between pointers and integers, and between storage classes.
    Pointer,
    /// Between pointers, giving null where the pointer does not lead to the other storage class.
    CheckedPointer,
    /// The bits as another type.
    Bits,
    /// Between integers and handles of resources.
    Handle,
    /// Conversions of one vendor.
    Vendor,
}

/// Kinds of arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArithmeticKind {
    /// Sums, differences, products and negation of integers.
    Integer,
    /// Sums, differences, products and negation of floating-point numbers, with quotients and remainders.
    Float,
    /// Quotients and remainders of integers, which have no value for a divisor of zero.
    Division,
    /// Integer arithmetic with a carry, a borrow or a high half.
    Extended,
    /// Fused and vendors' arithmetic.
    Other,
}

/// Kinds of products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProductKind {
    /// Of vectors, and vectors with scalars.
    Vector,
    /// With a matrix as operand or result.
    Matrix,
}

/// Kinds of comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparisonKind {
    /// Two integers.
    Integer,
    /// Two floating-point numbers.
    Float,
    /// A floating-point number with infinity, NaN, zero.
    Property,
}

/// Kinds of logic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogicKind {
    /// Component by component.
    Each,
    /// Any or all components of a vector.
    Vector,
}

/// Kinds of operations on bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitKind {
    /// Shifts.
    Shift,
    /// And, or, exclusive or.
    Logic,
    /// Inverts all.
    Not,
    /// Fields of bits, their order and number.
    Field,
}

/// Where operations of groups come from, which decides how they name the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Those that all invocations of a group execute, with a scope.
    Uniform,
    /// Those of subgroups that active invocations execute, with a scope but for votes of quads and partitions.
    NonUniform,
    /// The older ones of Khronos' extensions, without a scope.
    Khr,
    /// AMD's.
    Amd,
    /// Intel's.
    Intel,
}

/// Kinds of operations of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupKind {
    /// Chooses one invocation.
    Elect,
    /// A condition that holds for all or any, or a value that all have.
    Vote,
    /// The condition of each invocation, as bits.
    Ballot,
    /// Queries of the bits of a ballot, by one invocation.
    BallotQuery,
    /// The value of one invocation to all.
    Broadcast,
    /// The value of another invocation to each.
    Shuffle,
    /// The value of another invocation to each, from two values one after the other.
    Window,
    /// The value of another invocation of the quad to each.
    Quad,
    /// A condition that holds for all or any of a quad.
    QuadVote,
    /// Reductions and scans.
    Reduce,
    /// The partition of invocations with equal values.
    Partition,
    /// Asynchronous copies and waits for them.
    Copy,
    /// Reads and writes of memory and images by a whole subgroup.
    Block,
}

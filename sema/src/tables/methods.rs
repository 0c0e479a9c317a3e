//! The methods of resources and other builtin objects.

use super::intrinsics::Stages;
use crate::hir::ty::Scalar;

/// One overload of a method.
#[derive(Debug)]
pub struct Method {
    /// The name.
    pub name: &'static str,
    /// Which objects have it.
    pub objects: Objects,
    /// The parameters that every call gives. The sampler falls away for `vk::SampledTexture…` objects.
    pub params: &'static [Role],
    /// More parameters, which a call may leave out from the last on.
    pub optional: &'static [Role],
    /// The result.
    pub ret: MethodRet,
    /// Where it may be called.
    pub stages: Stages,
    /// Which method it is; the emitter has one arm for each.
    pub kind: MethodKind,
    /// One line for the documentation.
    pub doc: &'static str,
}

/// A set of object types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objects(pub u32);

/// What an argument of a method is for; this says its type and how it is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A sampler without comparison.
    Sampler,
    /// A sampler of either kind.
    AnySampler,
    /// A comparison sampler.
    ComparisonSampler,
    /// `float` coordinates, the layer included.
    Coord,
    /// `float` coordinates without the layer.
    Position,
    /// The `float` to compare with.
    Compare,
    /// The `float` that is added to the level of detail.
    Bias,
    /// The level of detail, a `float`.
    Lod,
    /// The derivative in x: as many `float`s as there are dimensions.
    Ddx,
    /// The derivative in y: as many `float`s as there are dimensions.
    Ddy,
    /// As many `int`s as there are dimensions (2 for what has faces).
    Offset,
    /// The first of four offsets of a gather.
    Offset1,
    /// The second of four offsets of a gather.
    Offset2,
    /// The third of four offsets of a gather.
    Offset3,
    /// The fourth of four offsets of a gather.
    Offset4,
    /// The lowest level of detail allowed, a `float`.
    Clamp,
    /// Takes the residency status, `out uint`.
    Status,
    /// `int` coordinates, the layer included, followed by the level where the texture has levels.
    Texel,
    /// The number of a sample, an `int`.
    Sample,
    /// The number of a level, a `uint`.
    Mip,
    /// The index of an element, an `int`.
    Element,
    /// An offset in bytes, a `uint`.
    ByteOffset,
    /// A `uint` operand of an atomic operation; signed where the argument is.
    AtomicValue,
    /// The `uint` that an atomic exchange compares with.
    AtomicCompare,
    /// Takes the old value, `out uint`.
    Original,
    /// Takes the width, `out`, `uint` or `float`.
    Width,
    /// Takes the height.
    Height,
    /// Takes the depth.
    Depth,
    /// Takes the number of layers.
    Layers,
    /// Takes the number of levels.
    Levels,
    /// Takes the number of samples.
    Samples,
    /// Takes the number of elements, `out uint`.
    Count,
    /// Takes the size of an element, `out uint`.
    Stride,
    /// A value of the object's element type.
    Value,
    /// A value of any type without resources: `Store<T>`.
    Stored,
    /// A value of 2 `uint`s.
    Uint2,
    /// A value of 3 `uint`s.
    Uint3,
    /// A value of 4 `uint`s.
    Uint4,
    /// `RaytracingAccelerationStructure`
    AccelerationStructure,
    /// Flags of a ray, a `uint`.
    RayFlags,
    /// The mask of instances, a `uint`.
    InstanceMask,
    /// A `RayDesc`.
    Ray,
    /// Where a ray hits, a `float`.
    HitT,
}

/// The result of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodRet {
    /// None.
    Void,
    /// The object's element type.
    Elem,
    /// Four components of the object's element type.
    Elem4,
    /// A fixed scalar.
    Scalar(Scalar),
    /// A fixed vector.
    Vector(Scalar, u8),
    /// A `float` matrix of this many rows and columns.
    Matrix(u8, u8),
    /// The type argument of the call, `uint` when there is none.
    TypeArgument,
}

/// The methods that the emitter tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the method of the same name")]
pub enum MethodKind {
    // Textures and typed buffers.
    CalculateLevelOfDetail,
    CalculateLevelOfDetailUnclamped,
    Gather,
    GatherAlpha,
    GatherBlue,
    GatherCmp,
    GatherGreen,
    GatherRed,
    /// Of textures and typed buffers.
    GetDimensions,
    GetSamplePosition,
    /// Of textures and typed buffers.
    Load,
    Sample,
    SampleBias,
    SampleCmp,
    SampleCmpBias,
    SampleCmpGrad,
    SampleCmpLevel,
    SampleCmpLevelZero,
    SampleGrad,
    SampleLevel,
    SubpassLoad,
    // Structured buffers.
    Append,
    Consume,
    DecrementCounter,
    IncrementCounter,
    /// `GetDimensions` of structured buffers.
    StructuredGetDimensions,
    /// `Load` of structured buffers.
    StructuredLoad,
    // Byte-address buffers.
    /// `GetDimensions` of byte-address buffers.
    ByteGetDimensions,
    /// `Load`, `Load2`, `Load3`, `Load4` of byte-address buffers; the result type says what is loaded.
    ByteLoad,
    /// `Store`, `Store2`, `Store3`, `Store4` of byte-address buffers; the argument's type says what is stored.
    ByteStore,
    /// An atomic operation on a word, 64-bit and float variants included. The old value goes to the last parameter
    /// where that is [`Role::Original`].
    Interlocked {
        /// On signed integers and floats.
        sint: spirv::Op,
        /// On unsigned integers.
        uint: spirv::Op,
    },
    // Streams, pointers.
    /// `Append` of a stream.
    StreamAppend,
    RestartStrip,
    /// `Get` of `vk::BufferPointer`: the place that it points to.
    PointerGet,
    // Ray queries.
    TraceRayInline,
    Proceed,
    Abort,
    CommitNonOpaqueTriangleHit,
    CommitProceduralPrimitiveHit,
    /// A value of the query.
    RayQueryGet {
        /// The instruction.
        op: spirv::Op,
        /// For a value of an intersection: whether it is the committed one, else the candidate.
        committed: Option<bool>,
        /// Whether the matrix is transposed.
        transpose: bool,
    },
    /// Known, and refused with this message; never in a finished HIR.
    Unsupported(&'static str),
}

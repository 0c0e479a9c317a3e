//! Lowerings to instruction sequences, in groups: each group is one match in one file of the emitter.

/// A sequence of instructions, by its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the groups say it")]
pub enum Expand {
    Bits(Bits),
    Debugging(Debugging),
    Hits(Hits),
    Inputs(Inputs),
    Math(Math),
    Memory(Memory),
    Mesh(Mesh),
    Products(Products),
    Rays(Rays),
    Spelled(Spelled),
    Tessellation(Tessellation),
    Waves(Waves),
}

/// Bit manipulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the lowering of the intrinsic of the same name")]
pub enum Bits {
    AddUint64,
    AsDouble,
    /// `asuint(double, out uint, out uint)`
    AsUintSplit,
    CountBits,
    FirstBitHigh,
    FirstBitLow,
    D3dColorToUbyte4,
    F16ToF32,
    F32ToF16,
    Msad4,
    PackClampS8,
    PackClampU8,
    PackS8,
    PackU8,
    ReverseBits,
    UnpackS8S16,
    UnpackS8S32,
    UnpackU8U16,
    UnpackU8U32,
}

/// Debugging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the lowering of the intrinsic of the same name")]
pub enum Debugging {
    Abort,
    DebugBreak,
    IsDebuggingEnabled,
    Printf,
}

/// Hit objects, and the order of the invocations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the lowering of the function of the same name")]
pub enum Hits {
    FromRayQuery,
    Invoke,
    MakeMiss,
    MakeNop,
    MaybeReorderThread,
    TraceRay,
}

/// Inputs of the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the lowering of the intrinsic of the same name")]
pub enum Inputs {
    GetAttributeAtVertex,
    IsHelperLane,
    NonUniformResourceIndex,
    TriangleObjectPositions,
}

/// Arithmetic, component by component or as reductions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the lowering of the intrinsic of the same name")]
pub enum Math {
    All,
    Any,
    Clip,
    Dst,
    Frexp,
    IsFinite,
    IsNormal,
    Ldexp,
    Lit,
    Log10,
    Mad,
    Modf,
    Rcp,
    Saturate,
    /// As [`crate::hir::expr::ExprKind::Select`].
    Select,
    Sign,
    SinCos,
}

/// Barriers and addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the lowering of the intrinsic of the same name")]
pub enum Memory {
    /// `Barrier(flags, semantics)`
    BarrierFlags,
    /// `Barrier(object, semantics)`
    BarrierObject,
    RawBufferLoad,
    RawBufferStore,
    ReinterpretPointerCast,
    StaticPointerCast,
}

/// Outputs of mesh and amplification shaders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the lowering of the intrinsic of the same name")]
pub enum Mesh {
    DispatchMesh,
    SetMeshOutputCounts,
}

/// Products of vectors and matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the lowering of the intrinsic of the same name")]
pub enum Products {
    Dot,
    Dot2Add,
    Dot4AddI8Packed,
    Dot4AddU8Packed,
    Mul,
    Transpose,
}

/// The ray-tracing pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the lowering of the intrinsic of the same name")]
pub enum Rays {
    AcceptHitAndEndSearch,
    CallShader,
    IgnoreHit,
    ReportHit,
    TraceRay,
}

/// Inline SPIR-V.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the lowering of the intrinsic of the same name")]
pub enum Spelled {
    ExtExecutionMode,
    ExtExecutionModeId,
    /// `__builtin_LinAlg_Matrix()`: no instruction. The header of linear algebra says where it makes a matrix of several
    /// invocations, for the check of stages.
    LinAlgMatrix,
}

/// Tessellation factors: the reduction of the edges to the inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tessellation {
    /// The average.
    Average,
    /// The greatest.
    Greatest,
    /// The least.
    Least,
    /// None: the two factors of isolines.
    Lines,
}

/// Votes and counts in a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the lowering of the intrinsic of the same name")]
pub enum Waves {
    QuadAll,
    QuadAny,
    WaveActiveAllEqual,
    WaveActiveCountBits,
    WaveMultiPrefixCountBits,
    WavePrefixCountBits,
}

//! The rows of the intrinsics' table, and constructors for them.

use super::ElemSet::{
    Any, AnyFloat, AnyInt, AnyInt16Or32, AtomicFloat, DoubleOnly, Float32Only, FloatLike, Int32Only, Int64Only,
    Numeric, Numeric16Only, Numeric32Only, SInt16Or32Only, UIntOnly,
};
use super::Expand as E;
use super::Lowering::{Derivative, Expand, Interpolate, Unsupported, Whole};
use super::Ret::{
    ElemOf, FourOf, HitObject, Matrix, PointerTo, Positions, Product, SameAs, Scalar as One, ShapeOf, Transposed,
    TypeArgument, Vector, Void,
};
use super::{Bits, Debugging, Hits, Inputs, Math, Memory, Mesh, Products, Rays, Spelled, Tessellation, Waves};
use super::{
    Elem, ElemSet, Inst, Intrinsic, Lowering, Need, Param, ParamType, Ret, Shape, ShapeSet, Stages, WaveOperand,
};
use crate::hir::ty::{ElemClass, ParamMode, Scalar};
use crate::tables::fold::{self, Fold};
use frontend::language::Stage;
use spirv::{BuiltIn, GlslStd450Op as G, GroupOperation, MemorySemantics, Op, Scope};

const PIXEL: &[Stage] = &[Stage::Pixel];
/// Stages with workgroups.
const MATRICES: &[Stage] = &[Stage::Compute, Stage::Mesh, Stage::Amplification];
pub(crate) const GROUPS: &[Stage] = &[Stage::Compute, Stage::Mesh, Stage::Amplification, Stage::Node];
/// Stages of ray tracing.
pub(crate) const RAYS: &[Stage] =
    &[Stage::RayGeneration, Stage::Intersection, Stage::AnyHit, Stage::ClosestHit, Stage::Miss, Stage::Callable];
/// Stages with a ray.
const TRACED: &[Stage] = &[Stage::Intersection, Stage::AnyHit, Stage::ClosestHit, Stage::Miss];
/// Stages with a hit of a triangle.
const TRIANGLE_HITS: &[Stage] = &[Stage::AnyHit, Stage::ClosestHit];
/// Stages with a hit object.
const HITS: &[Stage] = &[Stage::Intersection, Stage::AnyHit, Stage::ClosestHit];

/// Stages that have hit objects.
pub(crate) const HIT_OBJECTS: &[Stage] = &[Stage::RayGeneration, Stage::ClosestHit, Stage::Miss];

const fn row(
    name: &'static str,
    params: &'static [Param],
    ret: Ret,
    lowering: Lowering,
    doc: &'static str,
) -> Intrinsic {
    Intrinsic { name, params, variadic: false, ret, stages: Stages::Any, since: (6, 0), lowering, fold: None, doc }
}

impl Intrinsic {
    const fn since(self, major: u32, minor: u32) -> Intrinsic {
        Intrinsic { since: (major, minor), ..self }
    }

    const fn only(self, stages: &'static [Stage]) -> Intrinsic {
        Intrinsic { stages: Stages::Only(stages), ..self }
    }

    const fn variadic(self) -> Intrinsic {
        Intrinsic { variadic: true, ..self }
    }

    const fn fold(self, fold: Fold) -> Intrinsic {
        Intrinsic { fold: Some(fold), ..self }
    }
}

const fn param(name: &'static str, ty: ParamType) -> Param {
    Param { name, mode: ParamMode::In, ty, need: Need::Nothing }
}

const fn needs(need: Need, param: Param) -> Param {
    Param { need, ..param }
}

/// A `uint` that must be known at compile time.
const fn constant(name: &'static str) -> Param {
    needs(Need::Constant, scalar(name, Scalar::UInt))
}

/// The alignment of an address.
const fn alignment() -> Param {
    needs(Need::PowerOfTwo, scalar("alignment", Scalar::UInt))
}

const fn mode(param: Param, mode: ParamMode) -> Param {
    Param { mode, ..param }
}

const fn out(param: Param) -> Param {
    mode(param, ParamMode::Out)
}

const fn number(name: &'static str, elem: Elem, shape: Shape) -> Param {
    param(name, ParamType::Number(elem, shape))
}

/// Any shape; elements and shape are unified with those of other such parameters.
const fn num(name: &'static str, set: ElemSet) -> Param {
    number(name, Elem::Group(0, set), Shape::Group(0, ShapeSet::Any))
}

/// The shape of the other parameters, with these elements.
const fn like(name: &'static str, elem: Scalar) -> Param {
    number(name, Elem::Exact(elem), Shape::Group(0, ShapeSet::Any))
}

/// A vector; elements and length are unified with those of other such parameters.
const fn vec(name: &'static str, set: ElemSet) -> Param {
    number(name, Elem::Group(0, set), Shape::Group(0, ShapeSet::Vector))
}

const fn mat(name: &'static str, set: ElemSet, shapes: ShapeSet) -> Param {
    number(name, Elem::Group(0, set), Shape::Group(0, shapes))
}

const fn factor(name: &'static str) -> Param {
    number(name, Elem::Group(0, Numeric), Shape::Factor)
}

/// A scalar with the elements of the other parameters.
const fn elem_scalar(name: &'static str, set: ElemSet) -> Param {
    number(name, Elem::Group(0, set), Shape::Scalar)
}

/// A vector of this many of the other parameters' elements.
const fn elem_vector(name: &'static str, set: ElemSet, count: u8) -> Param {
    number(name, Elem::Group(0, set), Shape::Vector(count))
}

const fn scalar(name: &'static str, elem: Scalar) -> Param {
    number(name, Elem::Exact(elem), Shape::Scalar)
}

const fn vector(name: &'static str, elem: Scalar, count: u8) -> Param {
    number(name, Elem::Exact(elem), Shape::Vector(count))
}

/// A vector that is not a longer one cut off.
const fn exact_vector(name: &'static str, elem: Scalar, count: u8) -> Param {
    number(name, Elem::Exact(elem), Shape::Exactly(count))
}

/// The place of an atomic operation.
const fn reference(name: &'static str, set: ElemSet) -> Param {
    mode(elem_scalar(name, set), ParamMode::Reference)
}

/// An operand of an atomic operation, of the place's type.
const fn value(name: &'static str) -> Param {
    number(name, Elem::SameAs(0), Shape::Scalar)
}

const fn op(op: Op) -> Inst {
    Inst::Op(op)
}

const fn glsl(op: G) -> Inst {
    Inst::Glsl(op)
}

const fn per_class(float: Inst, sint: Inst, uint: Inst) -> Lowering {
    Lowering::Op { float, sint, uint, boolean: Inst::None }
}

const fn float(float: Inst) -> Lowering {
    per_class(float, Inst::None, Inst::None)
}

const fn ints(sint: Inst, uint: Inst) -> Lowering {
    per_class(Inst::None, sint, uint)
}

const fn boolean(boolean: Inst) -> Lowering {
    Lowering::Op { float: Inst::None, sint: Inst::None, uint: Inst::None, boolean }
}

/// A bitcast to another class; values of the class are unchanged.
const fn bitcast(class: ElemClass) -> Lowering {
    const BITCAST: Inst = Inst::Op(Op::Bitcast);
    match class {
        ElemClass::Float => per_class(Inst::Copy, BITCAST, BITCAST),
        ElemClass::SInt => per_class(BITCAST, Inst::Copy, BITCAST),
        ElemClass::UInt | ElemClass::Bool => per_class(BITCAST, BITCAST, Inst::Copy),
    }
}

const fn wave(op: Op) -> Lowering {
    Lowering::Wave { float: op, sint: op, uint: op, operand: WaveOperand::None }
}

const fn reduce(float: Op, sint: Op, uint: Op, operation: GroupOperation) -> Lowering {
    Lowering::Wave { float, sint, uint, operand: WaveOperand::Group(operation) }
}

const fn swap(direction: u32) -> Lowering {
    let op = Op::GroupNonUniformQuadSwap;
    Lowering::Wave { float: op, sint: op, uint: op, operand: WaveOperand::Direction(direction) }
}

const fn atomic(sint: Op, uint: Op) -> Lowering {
    Lowering::Atomic { sint, uint }
}

const fn barrier(scope: Scope, semantics: u32, waits: bool) -> Lowering {
    Lowering::Barrier { scope, semantics: MemorySemantics::from_bits_retain(semantics), waits }
}

const fn builtin(builtin: BuiltIn) -> Lowering {
    Lowering::BuiltIn { builtin, transpose: false }
}

const fn transposed(builtin: BuiltIn) -> Lowering {
    Lowering::BuiltIn { builtin, transpose: true }
}

/// All intrinsics, sorted by name; overloads of one name in the order of resolution.
#[rustfmt::skip]
pub const INTRINSICS: &[Intrinsic] = &[
    row("AcceptHitAndEndSearch", &[], Void, Expand(E::Rays(Rays::AcceptHitAndEndSearch)), "Accepts the hit and ends the search.").since(6, 3).only(&[Stage::AnyHit]),
    row("AddUint64", &[exact_vector("a", Scalar::UInt, 4), exact_vector("b", Scalar::UInt, 4)], SameAs(0), Expand(E::Bits(Bits::AddUint64)), "Adds 64-bit integers, each in two 32-bit words, the low word first."),
    row("AddUint64", &[exact_vector("a", Scalar::UInt, 2), exact_vector("b", Scalar::UInt, 2)], SameAs(0), Expand(E::Bits(Bits::AddUint64)), "Adds 64-bit integers, each in two 32-bit words, the low word first."),
    row("AllMemoryBarrier", &[], Void, barrier(Scope::Device, 2376, false), "Orders accesses to all memory."),
    row("AllMemoryBarrierWithGroupSync", &[], Void, barrier(Scope::Device, 2376, true), "Orders accesses to all memory, and synchronizes the group.").only(GROUPS),
    row("Barrier", &[constant("memory"), constant("semantics")], Void, Expand(E::Memory(Memory::BarrierFlags)), "Orders accesses to the given memory, and synchronizes the given scope.").since(6, 8),
    row("Barrier", &[param("object", ParamType::SharedMemory), constant("semantics")], Void, Expand(E::Memory(Memory::BarrierObject)), "Orders accesses to records or a writable resource, and synchronizes the given scope.").since(6, 8),
    row("CallShader", &[scalar("index", Scalar::UInt), needs(Need::Numbers, mode(param("parameter", ParamType::Struct), ParamMode::InOut))], Void, Expand(E::Rays(Rays::CallShader)), "Calls a callable shader.").since(6, 3).only(&[Stage::RayGeneration, Stage::ClosestHit, Stage::Miss, Stage::Callable]),
    row("CheckAccessFullyMapped", &[elem_scalar("status", UIntOnly)], One(Scalar::Bool), ints(op(Op::ImageSparseTexelsResident), op(Op::ImageSparseTexelsResident)), "Whether all texels were resident."),
    row("ClusterID", &[], One(Scalar::UInt), builtin(BuiltIn::ClusterIDNV), "The id of the cluster that was hit.").since(6, 10).only(TRIANGLE_HITS),
    row("D3DCOLORtoUBYTE4", &[vector("x", Scalar::Float, 4)], Vector(Scalar::Int, 4), Expand(E::Bits(Bits::D3dColorToUbyte4)), "Converts a color to four components, swapping red and blue."),
    row("DebugBreak", &[], Void, Expand(E::Debugging(Debugging::DebugBreak)), "Breaks into the debugger.").since(6, 10),
    row("DeviceMemoryBarrier", &[], Void, barrier(Scope::Device, 2120, false), "Orders accesses to buffers and textures."),
    row("DeviceMemoryBarrierWithGroupSync", &[], Void, barrier(Scope::Device, 2120, true), "Orders accesses to buffers and textures, and synchronizes the group.").only(GROUPS),
    row("DispatchMesh", &[scalar("x", Scalar::UInt), scalar("y", Scalar::UInt), scalar("z", Scalar::UInt), needs(Need::Payload, param("payload", ParamType::Struct))], Void, Expand(E::Mesh(Mesh::DispatchMesh)), "Launches mesh shader workgroups and ends the shader.").since(6, 5).only(&[Stage::Amplification]),
    row("DispatchRaysDimensions", &[], Vector(Scalar::UInt, 3), builtin(BuiltIn::LaunchSizeKHR), "The dimensions of the ray dispatch.").since(6, 3).only(RAYS),
    row("DispatchRaysIndex", &[], Vector(Scalar::UInt, 3), builtin(BuiltIn::LaunchIdKHR), "The coordinates of this ray in the dispatch.").since(6, 3).only(RAYS),
    row("EvaluateAttributeAtSample", &[num("value", Numeric), scalar("index", Scalar::UInt)], SameAs(0), Interpolate(G::InterpolateAtSample), "Evaluates an input at a sample.").only(PIXEL),
    row("EvaluateAttributeCentroid", &[num("value", Numeric)], SameAs(0), Interpolate(G::InterpolateAtCentroid), "Evaluates an input at the centroid.").only(PIXEL),
    row("EvaluateAttributeSnapped", &[num("value", Numeric), vector("offset", Scalar::Int, 2)], SameAs(0), Interpolate(G::InterpolateAtOffset), "Evaluates an input at an offset from the pixel center.").only(PIXEL),
    row("GeometryIndex", &[], One(Scalar::UInt), builtin(BuiltIn::RayGeometryIndexKHR), "The index of the geometry.").since(6, 3).only(HITS),
    row("GetAttributeAtVertex", &[num("value", Numeric), scalar("vertex", Scalar::UInt)], SameAs(0), Expand(E::Inputs(Inputs::GetAttributeAtVertex)), "The value of an input at a vertex of the primitive.").since(6, 1).only(PIXEL),
    row("GetGroupWaveCount", &[], One(Scalar::UInt), builtin(BuiltIn::NumSubgroups), "The number of waves in the group.").since(6, 10).only(GROUPS),
    row("GetGroupWaveIndex", &[], One(Scalar::UInt), builtin(BuiltIn::SubgroupId), "The index of this wave in its group.").since(6, 10).only(GROUPS),
    row("GetRemainingRecursionLevels", &[], One(Scalar::UInt), builtin(BuiltIn::RemainingRecursionLevelsAMDX), "The remaining recursion levels of the node.").since(6, 8).only(&[Stage::Node]),
    row("GetRenderTargetSampleCount", &[], One(Scalar::UInt), Unsupported("it has no equivalent in SPIR-V"), "The number of samples of the render target."),
    row("GetRenderTargetSamplePosition", &[scalar("s", Scalar::Int)], Vector(Scalar::Float, 2), Unsupported("it has no equivalent in SPIR-V"), "The position of a sample of the render target."),
    row("GroupMemoryBarrier", &[], Void, barrier(Scope::Workgroup, 264, false), "Orders accesses to groupshared memory.").only(GROUPS),
    row("GroupMemoryBarrierWithGroupSync", &[], Void, barrier(Scope::Workgroup, 264, true), "Orders accesses to groupshared memory, and synchronizes the group.").only(GROUPS),
    row("HitKind", &[], One(Scalar::UInt), builtin(BuiltIn::HitKindKHR), "The kind of the hit.").since(6, 3).only(&[Stage::AnyHit, Stage::ClosestHit]),
    row("IgnoreHit", &[], Void, Expand(E::Rays(Rays::IgnoreHit)), "Rejects the hit and ends the shader.").since(6, 3).only(&[Stage::AnyHit]),
    row("InstanceID", &[], One(Scalar::UInt), builtin(BuiltIn::InstanceCustomIndexKHR), "The identifier of the instance.").since(6, 3).only(HITS),
    row("InstanceIndex", &[], One(Scalar::UInt), builtin(BuiltIn::InstanceId), "The index of the instance.").since(6, 3).only(HITS),
    row("InterlockedAdd", &[reference("dest", Int64Only), value("value")], Void, atomic(Op::AtomicIAdd, Op::AtomicIAdd), "Atomic addition."),
    row("InterlockedAdd", &[reference("dest", Int64Only), value("value"), out(value("original"))], Void, atomic(Op::AtomicIAdd, Op::AtomicIAdd), "Atomic addition. The last argument receives the original value."),
    row("InterlockedAdd", &[reference("dest", AtomicFloat), value("value")], Void, atomic(Op::AtomicFAddEXT, Op::AtomicFAddEXT), "Atomic addition."),
    row("InterlockedAdd", &[reference("dest", AtomicFloat), value("value"), out(value("original"))], Void, atomic(Op::AtomicFAddEXT, Op::AtomicFAddEXT), "Atomic addition. The last argument receives the original value."),
    row("InterlockedAdd", &[reference("dest", Int32Only), value("value")], Void, atomic(Op::AtomicIAdd, Op::AtomicIAdd), "Atomic addition."),
    row("InterlockedAdd", &[reference("dest", Int32Only), value("value"), out(value("original"))], Void, atomic(Op::AtomicIAdd, Op::AtomicIAdd), "Atomic addition. The last argument receives the original value."),
    row("InterlockedAnd", &[reference("dest", Int64Only), value("value")], Void, atomic(Op::AtomicAnd, Op::AtomicAnd), "Atomic bitwise AND."),
    row("InterlockedAnd", &[reference("dest", Int64Only), value("value"), out(value("original"))], Void, atomic(Op::AtomicAnd, Op::AtomicAnd), "Atomic bitwise AND. The last argument receives the original value."),
    row("InterlockedAnd", &[reference("dest", Int32Only), value("value")], Void, atomic(Op::AtomicAnd, Op::AtomicAnd), "Atomic bitwise AND."),
    row("InterlockedAnd", &[reference("dest", Int32Only), value("value"), out(value("original"))], Void, atomic(Op::AtomicAnd, Op::AtomicAnd), "Atomic bitwise AND. The last argument receives the original value."),
    row("InterlockedCompareExchange", &[reference("dest", Int64Only), value("compare"), value("value"), out(value("original"))], Void, atomic(Op::AtomicCompareExchange, Op::AtomicCompareExchange), "Atomic compare and exchange. The last argument receives the original value."),
    row("InterlockedCompareExchange", &[reference("dest", Int32Only), value("compare"), value("value"), out(value("original"))], Void, atomic(Op::AtomicCompareExchange, Op::AtomicCompareExchange), "Atomic compare and exchange. The last argument receives the original value."),
    row("InterlockedCompareExchangeFloatBitwise", &[reference("dest", Float32Only), value("compare"), value("value"), out(value("original"))], Void, atomic(Op::AtomicCompareExchange, Op::AtomicCompareExchange), "Atomic compare and exchange of a float, compared bitwise."),
    row("InterlockedCompareStore", &[reference("dest", Int64Only), value("compare"), value("value")], Void, atomic(Op::AtomicCompareExchange, Op::AtomicCompareExchange), "Atomic compare and store."),
    row("InterlockedCompareStore", &[reference("dest", Int32Only), value("compare"), value("value")], Void, atomic(Op::AtomicCompareExchange, Op::AtomicCompareExchange), "Atomic compare and store."),
    row("InterlockedCompareStoreFloatBitwise", &[reference("dest", Float32Only), value("compare"), value("value")], Void, atomic(Op::AtomicCompareExchange, Op::AtomicCompareExchange), "Atomic compare and exchange of a float, compared bitwise."),
    row("InterlockedExchange", &[reference("dest", Int64Only), value("value"), out(value("original"))], Void, atomic(Op::AtomicExchange, Op::AtomicExchange), "Atomic exchange. The last argument receives the original value."),
    row("InterlockedExchange", &[reference("dest", AtomicFloat), value("value"), out(value("original"))], Void, atomic(Op::AtomicExchange, Op::AtomicExchange), "Atomic exchange. The last argument receives the original value."),
    row("InterlockedExchange", &[reference("dest", Int32Only), value("value"), out(value("original"))], Void, atomic(Op::AtomicExchange, Op::AtomicExchange), "Atomic exchange. The last argument receives the original value."),
    row("InterlockedMax", &[reference("dest", Int64Only), value("value")], Void, atomic(Op::AtomicSMax, Op::AtomicUMax), "Atomic maximum."),
    row("InterlockedMax", &[reference("dest", Int64Only), value("value"), out(value("original"))], Void, atomic(Op::AtomicSMax, Op::AtomicUMax), "Atomic maximum. The last argument receives the original value."),
    row("InterlockedMax", &[reference("dest", AtomicFloat), value("value")], Void, atomic(Op::AtomicFMaxEXT, Op::AtomicFMaxEXT), "Atomic maximum."),
    row("InterlockedMax", &[reference("dest", AtomicFloat), value("value"), out(value("original"))], Void, atomic(Op::AtomicFMaxEXT, Op::AtomicFMaxEXT), "Atomic maximum. The last argument receives the original value."),
    row("InterlockedMax", &[reference("dest", Int32Only), value("value")], Void, atomic(Op::AtomicSMax, Op::AtomicUMax), "Atomic maximum."),
    row("InterlockedMax", &[reference("dest", Int32Only), value("value"), out(value("original"))], Void, atomic(Op::AtomicSMax, Op::AtomicUMax), "Atomic maximum. The last argument receives the original value."),
    row("InterlockedMin", &[reference("dest", Int64Only), value("value")], Void, atomic(Op::AtomicSMin, Op::AtomicUMin), "Atomic minimum."),
    row("InterlockedMin", &[reference("dest", Int64Only), value("value"), out(value("original"))], Void, atomic(Op::AtomicSMin, Op::AtomicUMin), "Atomic minimum. The last argument receives the original value."),
    row("InterlockedMin", &[reference("dest", AtomicFloat), value("value")], Void, atomic(Op::AtomicFMinEXT, Op::AtomicFMinEXT), "Atomic minimum."),
    row("InterlockedMin", &[reference("dest", AtomicFloat), value("value"), out(value("original"))], Void, atomic(Op::AtomicFMinEXT, Op::AtomicFMinEXT), "Atomic minimum. The last argument receives the original value."),
    row("InterlockedMin", &[reference("dest", Int32Only), value("value")], Void, atomic(Op::AtomicSMin, Op::AtomicUMin), "Atomic minimum."),
    row("InterlockedMin", &[reference("dest", Int32Only), value("value"), out(value("original"))], Void, atomic(Op::AtomicSMin, Op::AtomicUMin), "Atomic minimum. The last argument receives the original value."),
    row("InterlockedOr", &[reference("dest", Int64Only), value("value")], Void, atomic(Op::AtomicOr, Op::AtomicOr), "Atomic bitwise OR."),
    row("InterlockedOr", &[reference("dest", Int64Only), value("value"), out(value("original"))], Void, atomic(Op::AtomicOr, Op::AtomicOr), "Atomic bitwise OR. The last argument receives the original value."),
    row("InterlockedOr", &[reference("dest", Int32Only), value("value")], Void, atomic(Op::AtomicOr, Op::AtomicOr), "Atomic bitwise OR."),
    row("InterlockedOr", &[reference("dest", Int32Only), value("value"), out(value("original"))], Void, atomic(Op::AtomicOr, Op::AtomicOr), "Atomic bitwise OR. The last argument receives the original value."),
    row("InterlockedXor", &[reference("dest", Int64Only), value("value")], Void, atomic(Op::AtomicXor, Op::AtomicXor), "Atomic bitwise XOR."),
    row("InterlockedXor", &[reference("dest", Int64Only), value("value"), out(value("original"))], Void, atomic(Op::AtomicXor, Op::AtomicXor), "Atomic bitwise XOR. The last argument receives the original value."),
    row("InterlockedXor", &[reference("dest", Int32Only), value("value")], Void, atomic(Op::AtomicXor, Op::AtomicXor), "Atomic bitwise XOR."),
    row("InterlockedXor", &[reference("dest", Int32Only), value("value"), out(value("original"))], Void, atomic(Op::AtomicXor, Op::AtomicXor), "Atomic bitwise XOR. The last argument receives the original value."),
    row("IsHelperLane", &[], One(Scalar::Bool), Expand(E::Inputs(Inputs::IsHelperLane)), "Whether this is a helper lane.").since(6, 6),
    row("NonUniformResourceIndex", &[num("index", Any)], SameAs(0), Expand(E::Inputs(Inputs::NonUniformResourceIndex)), "Marks an index that may vary between the invocations of a wave."),
    row("ObjectRayDirection", &[], Vector(Scalar::Float, 3), builtin(BuiltIn::ObjectRayDirectionKHR), "The direction of the ray in object space.").since(6, 3).only(HITS),
    row("ObjectRayOrigin", &[], Vector(Scalar::Float, 3), builtin(BuiltIn::ObjectRayOriginKHR), "The origin of the ray in object space.").since(6, 3).only(HITS),
    row("ObjectToWorld", &[], Matrix(3, 4), Unsupported("use the variant with explicit dimensions"), "The matrix from object to world space.").since(6, 3),
    row("ObjectToWorld3x4", &[], Matrix(3, 4), transposed(BuiltIn::ObjectToWorldKHR), "The matrix from object to world space.").since(6, 3).only(HITS),
    row("ObjectToWorld4x3", &[], Matrix(4, 3), builtin(BuiltIn::ObjectToWorldKHR), "The matrix from object to world space.").since(6, 3).only(HITS),
    row("PrimitiveIndex", &[], One(Scalar::UInt), builtin(BuiltIn::PrimitiveId), "The index of the primitive.").since(6, 3).only(HITS),
    row("Process2DQuadTessFactorsAvg", &[vector("edges", Scalar::Float, 4), vector("scale", Scalar::Float, 2), out(vector("rounded_edges", Scalar::Float, 4)), out(vector("rounded_inside", Scalar::Float, 2)), out(vector("unrounded_inside", Scalar::Float, 2))], Void, Expand(E::Tessellation(Tessellation::Average)), "Rounds tessellation factors.").only(&[Stage::Hull]),
    row("Process2DQuadTessFactorsMax", &[vector("edges", Scalar::Float, 4), vector("scale", Scalar::Float, 2), out(vector("rounded_edges", Scalar::Float, 4)), out(vector("rounded_inside", Scalar::Float, 2)), out(vector("unrounded_inside", Scalar::Float, 2))], Void, Expand(E::Tessellation(Tessellation::Greatest)), "Rounds tessellation factors.").only(&[Stage::Hull]),
    row("Process2DQuadTessFactorsMin", &[vector("edges", Scalar::Float, 4), vector("scale", Scalar::Float, 2), out(vector("rounded_edges", Scalar::Float, 4)), out(vector("rounded_inside", Scalar::Float, 2)), out(vector("unrounded_inside", Scalar::Float, 2))], Void, Expand(E::Tessellation(Tessellation::Least)), "Rounds tessellation factors.").only(&[Stage::Hull]),
    row("ProcessIsolineTessFactors", &[scalar("edges", Scalar::Float), scalar("scale", Scalar::Float), out(scalar("rounded_edges", Scalar::Float)), out(scalar("rounded_inside", Scalar::Float))], Void, Expand(E::Tessellation(Tessellation::Lines)), "Rounds tessellation factors.").only(&[Stage::Hull]),
    row("ProcessQuadTessFactorsAvg", &[vector("edges", Scalar::Float, 4), scalar("scale", Scalar::Float), out(vector("rounded_edges", Scalar::Float, 4)), out(vector("rounded_inside", Scalar::Float, 2)), out(vector("unrounded_inside", Scalar::Float, 2))], Void, Expand(E::Tessellation(Tessellation::Average)), "Rounds tessellation factors.").only(&[Stage::Hull]),
    row("ProcessQuadTessFactorsMax", &[vector("edges", Scalar::Float, 4), scalar("scale", Scalar::Float), out(vector("rounded_edges", Scalar::Float, 4)), out(vector("rounded_inside", Scalar::Float, 2)), out(vector("unrounded_inside", Scalar::Float, 2))], Void, Expand(E::Tessellation(Tessellation::Greatest)), "Rounds tessellation factors.").only(&[Stage::Hull]),
    row("ProcessQuadTessFactorsMin", &[vector("edges", Scalar::Float, 4), scalar("scale", Scalar::Float), out(vector("rounded_edges", Scalar::Float, 4)), out(vector("rounded_inside", Scalar::Float, 2)), out(vector("unrounded_inside", Scalar::Float, 2))], Void, Expand(E::Tessellation(Tessellation::Least)), "Rounds tessellation factors.").only(&[Stage::Hull]),
    row("ProcessTriTessFactorsAvg", &[vector("edges", Scalar::Float, 3), scalar("scale", Scalar::Float), out(vector("rounded_edges", Scalar::Float, 3)), out(scalar("rounded_inside", Scalar::Float)), out(scalar("unrounded_inside", Scalar::Float))], Void, Expand(E::Tessellation(Tessellation::Average)), "Rounds tessellation factors.").only(&[Stage::Hull]),
    row("ProcessTriTessFactorsMax", &[vector("edges", Scalar::Float, 3), scalar("scale", Scalar::Float), out(vector("rounded_edges", Scalar::Float, 3)), out(scalar("rounded_inside", Scalar::Float)), out(scalar("unrounded_inside", Scalar::Float))], Void, Expand(E::Tessellation(Tessellation::Greatest)), "Rounds tessellation factors.").only(&[Stage::Hull]),
    row("ProcessTriTessFactorsMin", &[vector("edges", Scalar::Float, 3), scalar("scale", Scalar::Float), out(vector("rounded_edges", Scalar::Float, 3)), out(scalar("rounded_inside", Scalar::Float)), out(scalar("unrounded_inside", Scalar::Float))], Void, Expand(E::Tessellation(Tessellation::Least)), "Rounds tessellation factors.").only(&[Stage::Hull]),
    row("QuadAll", &[scalar("cond", Scalar::Bool)], One(Scalar::Bool), Expand(E::Waves(Waves::QuadAll)), "Whether the condition is true in all lanes of the quad.").since(6, 7),
    row("QuadAny", &[scalar("cond", Scalar::Bool)], One(Scalar::Bool), Expand(E::Waves(Waves::QuadAny)), "Whether the condition is true in any lane of the quad.").since(6, 7),
    row("QuadReadAcrossDiagonal", &[num("value", Numeric)], SameAs(0), swap(2), "The value of the diagonally opposite lane of the quad.").since(6, 0),
    row("QuadReadAcrossX", &[num("value", Numeric)], SameAs(0), swap(0), "The value of the horizontally adjacent lane of the quad.").since(6, 0),
    row("QuadReadAcrossY", &[num("value", Numeric)], SameAs(0), swap(1), "The value of the vertically adjacent lane of the quad.").since(6, 0),
    row("QuadReadLaneAt", &[num("value", Numeric), scalar("lane", Scalar::UInt)], SameAs(0), wave(Op::GroupNonUniformQuadBroadcast), "The value of a lane of the quad.").since(6, 0),
    row("RayFlags", &[], One(Scalar::UInt), builtin(BuiltIn::IncomingRayFlagsKHR), "The flags of the ray.").since(6, 3).only(TRACED),
    row("RayTCurrent", &[], One(Scalar::Float), builtin(BuiltIn::RayTmaxKHR), "The end of the ray interval: the current hit distance.").since(6, 3).only(TRACED),
    row("RayTMin", &[], One(Scalar::Float), builtin(BuiltIn::RayTminKHR), "The start of the ray interval.").since(6, 3).only(TRACED),
    row("ReportHit", &[scalar("t", Scalar::Float), scalar("kind", Scalar::UInt), needs(Need::Numbers, param("attributes", ParamType::Struct))], One(Scalar::Bool), Expand(E::Rays(Rays::ReportHit)), "Reports a hit; returns whether it was accepted.").since(6, 3).only(&[Stage::Intersection]),
    row("SetMeshOutputCounts", &[scalar("vertices", Scalar::UInt), scalar("primitives", Scalar::UInt)], Void, Expand(E::Mesh(Mesh::SetMeshOutputCounts)), "Sets the number of vertices and primitives of the group.").since(6, 5).only(&[Stage::Mesh]),
    row("TraceRay", &[param("scene", ParamType::AccelerationStructure), scalar("flags", Scalar::UInt), scalar("mask", Scalar::UInt), scalar("hit_group", Scalar::UInt), scalar("multiplier", Scalar::UInt), scalar("miss", Scalar::UInt), param("ray", ParamType::RayDesc), needs(Need::RayPayload, mode(param("payload", ParamType::Struct), ParamMode::InOut))], Void, Expand(E::Rays(Rays::TraceRay)), "Traces a ray.").since(6, 3).only(&[Stage::RayGeneration, Stage::ClosestHit, Stage::Miss]),
    row("TriangleObjectPositions", &[], Positions, Expand(E::Inputs(Inputs::TriangleObjectPositions)), "The vertex positions of the triangle.").since(6, 10).only(TRIANGLE_HITS),
    row("WaveActiveAllEqual", &[num("value", Any)], ShapeOf(0, Scalar::Bool), Expand(E::Waves(Waves::WaveActiveAllEqual)), "Whether all active lanes have the same value.").since(6, 0),
    row("WaveActiveAllTrue", &[scalar("cond", Scalar::Bool)], One(Scalar::Bool), wave(Op::GroupNonUniformAll), "Whether the condition is true in all active lanes.").since(6, 0),
    row("WaveActiveAnyTrue", &[scalar("cond", Scalar::Bool)], One(Scalar::Bool), wave(Op::GroupNonUniformAny), "Whether the condition is true in any active lane.").since(6, 0),
    row("WaveActiveBallot", &[scalar("cond", Scalar::Bool)], Vector(Scalar::UInt, 4), wave(Op::GroupNonUniformBallot), "A mask of the active lanes in which the condition is true.").since(6, 0),
    row("WaveActiveBitAnd", &[num("value", UIntOnly)], SameAs(0), reduce(Op::GroupNonUniformBitwiseAnd, Op::GroupNonUniformBitwiseAnd, Op::GroupNonUniformBitwiseAnd, GroupOperation::Reduce), "The bitwise AND over all active lanes.").since(6, 0),
    row("WaveActiveBitOr", &[num("value", UIntOnly)], SameAs(0), reduce(Op::GroupNonUniformBitwiseOr, Op::GroupNonUniformBitwiseOr, Op::GroupNonUniformBitwiseOr, GroupOperation::Reduce), "The bitwise OR over all active lanes.").since(6, 0),
    row("WaveActiveBitXor", &[num("value", UIntOnly)], SameAs(0), reduce(Op::GroupNonUniformBitwiseXor, Op::GroupNonUniformBitwiseXor, Op::GroupNonUniformBitwiseXor, GroupOperation::Reduce), "The bitwise XOR over all active lanes.").since(6, 0),
    row("WaveActiveCountBits", &[scalar("value", Scalar::Bool)], One(Scalar::UInt), Expand(E::Waves(Waves::WaveActiveCountBits)), "The number of active lanes in which the condition is true.").since(6, 0),
    row("WaveActiveMax", &[num("value", Numeric)], SameAs(0), reduce(Op::GroupNonUniformFMax, Op::GroupNonUniformSMax, Op::GroupNonUniformUMax, GroupOperation::Reduce), "The maximum over all active lanes.").since(6, 0),
    row("WaveActiveMin", &[num("value", Numeric)], SameAs(0), reduce(Op::GroupNonUniformFMin, Op::GroupNonUniformSMin, Op::GroupNonUniformUMin, GroupOperation::Reduce), "The minimum over all active lanes.").since(6, 0),
    row("WaveActiveProduct", &[num("value", Numeric)], SameAs(0), reduce(Op::GroupNonUniformFMul, Op::GroupNonUniformIMul, Op::GroupNonUniformIMul, GroupOperation::Reduce), "The product over all active lanes.").since(6, 0),
    row("WaveActiveSum", &[num("value", Numeric)], SameAs(0), reduce(Op::GroupNonUniformFAdd, Op::GroupNonUniformIAdd, Op::GroupNonUniformIAdd, GroupOperation::Reduce), "The sum over all active lanes.").since(6, 0),
    row("WaveGetLaneCount", &[], One(Scalar::UInt), builtin(BuiltIn::SubgroupSize), "The number of lanes in a wave.").since(6, 0),
    row("WaveGetLaneIndex", &[], One(Scalar::UInt), builtin(BuiltIn::SubgroupLocalInvocationId), "The index of this lane.").since(6, 0),
    row("WaveIsFirstLane", &[], One(Scalar::Bool), wave(Op::GroupNonUniformElect), "Whether this is the first active lane.").since(6, 0),
    row("WaveMatch", &[vec("value", Numeric)], Vector(Scalar::UInt, 4), wave(Op::GroupNonUniformPartitionNV), "A mask of the active lanes with the same value.").since(6, 5),
    row("WaveMultiPrefixBitAnd", &[num("value", AnyInt), vector("mask", Scalar::UInt, 4)], SameAs(0), reduce(Op::GroupNonUniformBitwiseAnd, Op::GroupNonUniformBitwiseAnd, Op::GroupNonUniformBitwiseAnd, GroupOperation::PartitionedExclusiveScanNV), "The exclusive prefix bitwise AND over the lanes in the mask.").since(6, 5),
    row("WaveMultiPrefixBitOr", &[num("value", AnyInt), vector("mask", Scalar::UInt, 4)], SameAs(0), reduce(Op::GroupNonUniformBitwiseOr, Op::GroupNonUniformBitwiseOr, Op::GroupNonUniformBitwiseOr, GroupOperation::PartitionedExclusiveScanNV), "The exclusive prefix bitwise OR over the lanes in the mask.").since(6, 5),
    row("WaveMultiPrefixBitXor", &[num("value", AnyInt), vector("mask", Scalar::UInt, 4)], SameAs(0), reduce(Op::GroupNonUniformBitwiseXor, Op::GroupNonUniformBitwiseXor, Op::GroupNonUniformBitwiseXor, GroupOperation::PartitionedExclusiveScanNV), "The exclusive prefix bitwise XOR over the lanes in the mask.").since(6, 5),
    row("WaveMultiPrefixCountBits", &[scalar("value", Scalar::Bool), vector("mask", Scalar::UInt, 4)], One(Scalar::UInt), Expand(E::Waves(Waves::WaveMultiPrefixCountBits)), "The exclusive prefix count of true conditions over the lanes in the mask.").since(6, 5),
    row("WaveMultiPrefixProduct", &[num("value", Numeric), vector("mask", Scalar::UInt, 4)], SameAs(0), reduce(Op::GroupNonUniformFMul, Op::GroupNonUniformIMul, Op::GroupNonUniformIMul, GroupOperation::PartitionedExclusiveScanNV), "The exclusive prefix product over the lanes in the mask.").since(6, 5),
    row("WaveMultiPrefixSum", &[num("value", Numeric), vector("mask", Scalar::UInt, 4)], SameAs(0), reduce(Op::GroupNonUniformFAdd, Op::GroupNonUniformIAdd, Op::GroupNonUniformIAdd, GroupOperation::PartitionedExclusiveScanNV), "The exclusive prefix sum over the lanes in the mask.").since(6, 5),
    row("WavePrefixCountBits", &[scalar("value", Scalar::Bool)], One(Scalar::UInt), Expand(E::Waves(Waves::WavePrefixCountBits)), "The number of lower active lanes in which the condition is true.").since(6, 0),
    row("WavePrefixProduct", &[num("value", Numeric)], SameAs(0), reduce(Op::GroupNonUniformFMul, Op::GroupNonUniformIMul, Op::GroupNonUniformIMul, GroupOperation::ExclusiveScan), "The exclusive prefix product over the active lanes.").since(6, 0),
    row("WavePrefixSum", &[num("value", Numeric)], SameAs(0), reduce(Op::GroupNonUniformFAdd, Op::GroupNonUniformIAdd, Op::GroupNonUniformIAdd, GroupOperation::ExclusiveScan), "The exclusive prefix sum over the active lanes.").since(6, 0),
    row("WaveReadLaneAt", &[num("value", Any), scalar("lane", Scalar::UInt)], SameAs(0), wave(Op::GroupNonUniformShuffle), "The value of a given lane.").since(6, 0),
    row("WaveReadLaneFirst", &[num("value", Any)], SameAs(0), wave(Op::GroupNonUniformBroadcastFirst), "The value of the first active lane.").since(6, 0),
    row("WorldRayDirection", &[], Vector(Scalar::Float, 3), builtin(BuiltIn::WorldRayDirectionKHR), "The direction of the ray in world space.").since(6, 3).only(TRACED),
    row("WorldRayOrigin", &[], Vector(Scalar::Float, 3), builtin(BuiltIn::WorldRayOriginKHR), "The origin of the ray in world space.").since(6, 3).only(TRACED),
    row("WorldToObject", &[], Matrix(3, 4), Unsupported("use the variant with explicit dimensions"), "The matrix from world to object space.").since(6, 3),
    row("WorldToObject3x4", &[], Matrix(3, 4), transposed(BuiltIn::WorldToObjectKHR), "The matrix from world to object space.").since(6, 3).only(HITS),
    row("WorldToObject4x3", &[], Matrix(4, 3), builtin(BuiltIn::WorldToObjectKHR), "The matrix from world to object space.").since(6, 3).only(HITS),
    row("__builtin_LinAlg_Matrix", &[], Void, Expand(E::Spelled(Spelled::LinAlgMatrix)), "Makes a matrix that several invocations hold.").since(6, 10).only(MATRICES),
    row("abort", &[], Void, Expand(E::Debugging(Debugging::Abort)), "Ends all invocations, with a message to the host."),
    row("abs", &[num("x", Numeric)], SameAs(0), per_class(glsl(G::FAbs), glsl(G::SAbs), Inst::Copy), "The absolute value.").fold(Fold::Number(fold::abs)),
    row("acos", &[num("x", FloatLike)], SameAs(0), float(glsl(G::Acos)), "The arc cosine.").fold(Fold::Float(fold::acos)),
    row("all", &[num("x", Any)], One(Scalar::Bool), Expand(E::Math(Math::All)), "Whether all components are nonzero.").fold(Fold::Vector(fold::all)),
    row("and", &[like("x", Scalar::Bool), like("y", Scalar::Bool)], SameAs(0), boolean(op(Op::LogicalAnd)), "Component-wise logical AND.").fold(Fold::Number(fold::and)),
    row("any", &[num("x", Any)], One(Scalar::Bool), Expand(E::Math(Math::Any)), "Whether any component is nonzero.").fold(Fold::Vector(fold::any)),
    row("asdouble", &[like("x", Scalar::UInt), like("y", Scalar::UInt)], ShapeOf(0, Scalar::Double), Expand(E::Bits(Bits::AsDouble)), "Combines low and high bits into a double."),
    row("asfloat", &[num("x", Numeric32Only)], ShapeOf(0, Scalar::Float), bitcast(ElemClass::Float), "Reinterprets the bits as a float."),
    row("asfloat16", &[num("x", Numeric16Only)], ShapeOf(0, Scalar::Half), bitcast(ElemClass::Float), "Reinterprets the bits as a 16-bit float.").since(6, 2),
    row("asin", &[num("x", FloatLike)], SameAs(0), float(glsl(G::Asin)), "The arc sine.").fold(Fold::Float(fold::asin)),
    row("asint", &[num("x", Numeric32Only)], ShapeOf(0, Scalar::Int), bitcast(ElemClass::SInt), "Reinterprets the bits as an integer."),
    row("asint16", &[num("x", Numeric16Only)], ShapeOf(0, Scalar::Int16), bitcast(ElemClass::SInt), "Reinterprets the bits as a 16-bit integer.").since(6, 2),
    row("asuint", &[num("d", DoubleOnly), out(like("x", Scalar::UInt)), out(like("y", Scalar::UInt))], Void, Expand(E::Bits(Bits::AsUintSplit)), "Splits a double into its low and high bits."),
    row("asuint", &[num("x", Numeric32Only)], ShapeOf(0, Scalar::UInt), bitcast(ElemClass::UInt), "Reinterprets the bits as an unsigned integer."),
    row("asuint16", &[num("x", Numeric16Only)], ShapeOf(0, Scalar::UInt16), bitcast(ElemClass::UInt), "Reinterprets the bits as an unsigned 16-bit integer.").since(6, 2),
    row("atan", &[num("x", FloatLike)], SameAs(0), float(glsl(G::Atan)), "The arc tangent.").fold(Fold::Float(fold::atan)),
    row("atan2", &[num("y", FloatLike), num("x", FloatLike)], SameAs(0), float(glsl(G::Atan2)), "The arc tangent of y / x, in the quadrant of the point (x, y).").fold(Fold::Float(fold::atan2)),
    row("ceil", &[num("x", FloatLike)], SameAs(0), float(glsl(G::Ceil)), "The smallest integer not less than x.").fold(Fold::Float(fold::ceil)),
    row("clamp", &[num("x", Numeric), num("min", Numeric), num("max", Numeric)], SameAs(0), per_class(glsl(G::FClamp), glsl(G::SClamp), glsl(G::UClamp)), "Clamps a value to a range.").fold(Fold::Number(fold::clamp)),
    row("clip", &[like("x", Scalar::Float)], Void, Expand(E::Math(Math::Clip)), "Discards the pixel if any component is negative.").only(PIXEL),
    row("cos", &[num("x", FloatLike)], SameAs(0), float(glsl(G::Cos)), "The cosine.").fold(Fold::Float(fold::cos)),
    row("cosh", &[num("x", FloatLike)], SameAs(0), float(glsl(G::Cosh)), "The hyperbolic cosine.").fold(Fold::Float(fold::cosh)),
    row("countbits", &[num("x", AnyInt)], ShapeOf(0, Scalar::UInt), Expand(E::Bits(Bits::CountBits)), "The number of set bits.").fold(Fold::Number(fold::countbits)),
    row("cross", &[elem_vector("a", FloatLike, 3), elem_vector("b", FloatLike, 3)], SameAs(0), float(glsl(G::Cross)), "The cross product.").fold(Fold::Vector(fold::cross)),
    row("ddx", &[num("x", FloatLike)], SameAs(0), Derivative(Op::DPdx), "The derivative in screen-space x."),
    row("ddx_coarse", &[num("x", FloatLike)], SameAs(0), Derivative(Op::DPdxCoarse), "The coarse derivative in screen-space x."),
    row("ddx_fine", &[num("x", FloatLike)], SameAs(0), Derivative(Op::DPdxFine), "The fine derivative in screen-space x."),
    row("ddy", &[num("x", FloatLike)], SameAs(0), Derivative(Op::DPdy), "The derivative in screen-space y."),
    row("ddy_coarse", &[num("x", FloatLike)], SameAs(0), Derivative(Op::DPdyCoarse), "The coarse derivative in screen-space y."),
    row("ddy_fine", &[num("x", FloatLike)], SameAs(0), Derivative(Op::DPdyFine), "The fine derivative in screen-space y."),
    row("degrees", &[num("x", FloatLike)], SameAs(0), float(glsl(G::Degrees)), "Converts radians to degrees.").fold(Fold::Float(fold::degrees)),
    row("determinant", &[mat("x", FloatLike, ShapeSet::SquareMatrix)], ElemOf(0), Whole(glsl(G::Determinant)), "The determinant."),
    row("distance", &[vec("a", FloatLike), vec("b", FloatLike)], ElemOf(0), float(glsl(G::Distance)), "The distance between two points.").fold(Fold::Vector(fold::distance)),
    row("dot", &[vec("a", Numeric), vec("b", Numeric)], ElemOf(0), Expand(E::Products(Products::Dot)), "The dot product.").fold(Fold::Vector(fold::dot)),
    row("dot2add", &[vector("a", Scalar::Half, 2), vector("b", Scalar::Half, 2), scalar("c", Scalar::Float)], One(Scalar::Float), Expand(E::Products(Products::Dot2Add)), "The dot product of two half vectors, added to c.").since(6, 4),
    row("dot4add_i8packed", &[scalar("a", Scalar::UInt), scalar("b", Scalar::UInt), scalar("c", Scalar::Int)], One(Scalar::Int), Expand(E::Products(Products::Dot4AddI8Packed)), "The dot product of four packed signed bytes, added to c.").since(6, 4),
    row("dot4add_u8packed", &[scalar("a", Scalar::UInt), scalar("b", Scalar::UInt), scalar("c", Scalar::UInt)], One(Scalar::UInt), Expand(E::Products(Products::Dot4AddU8Packed)), "The dot product of four packed unsigned bytes, added to c.").since(6, 4),
    row("dst", &[elem_vector("a", Numeric, 4), elem_vector("b", Numeric, 4)], SameAs(0), Expand(E::Math(Math::Dst)), "The distance vector of the fixed-function pipeline."),
    row("dx::HitObject::FromRayQuery", &[param("query", ParamType::RayQuery)], HitObject, Expand(E::Hits(Hits::FromRayQuery)), "The committed hit of a query as a hit object.").since(6, 9).only(HIT_OBJECTS),
    row("dx::HitObject::FromRayQuery", &[param("query", ParamType::RayQuery), scalar("kind", Scalar::UInt), needs(Need::Numbers, param("attributes", ParamType::Struct))], HitObject, Expand(E::Hits(Hits::FromRayQuery)), "The committed hit of a query as a hit object, with the attributes of a procedural primitive.").since(6, 9).only(HIT_OBJECTS),
    row("dx::HitObject::Invoke", &[param("hit", ParamType::HitObject), needs(Need::RayPayload, mode(param("payload", ParamType::Struct), ParamMode::InOut))], Void, Expand(E::Hits(Hits::Invoke)), "Calls the closest-hit or miss shader of a hit object.").since(6, 9).only(HIT_OBJECTS),
    row("dx::HitObject::MakeMiss", &[scalar("flags", Scalar::UInt), scalar("miss", Scalar::UInt), param("ray", ParamType::RayDesc)], HitObject, Expand(E::Hits(Hits::MakeMiss)), "A hit object of a ray that misses.").since(6, 9).only(HIT_OBJECTS),
    row("dx::HitObject::MakeNop", &[], HitObject, Expand(E::Hits(Hits::MakeNop)), "A hit object without hit and miss.").since(6, 9).only(HIT_OBJECTS),
    row("dx::HitObject::TraceRay", &[param("scene", ParamType::AccelerationStructure), scalar("flags", Scalar::UInt), scalar("mask", Scalar::UInt), scalar("hit_group", Scalar::UInt), scalar("multiplier", Scalar::UInt), scalar("miss", Scalar::UInt), param("ray", ParamType::RayDesc), needs(Need::RayPayload, mode(param("payload", ParamType::Struct), ParamMode::InOut))], HitObject, Expand(E::Hits(Hits::TraceRay)), "Traces a ray without calling the closest-hit or miss shader.").since(6, 9).only(HIT_OBJECTS),
    row("dx::IsDebuggingEnabled", &[], One(Scalar::Bool), Expand(E::Debugging(Debugging::IsDebuggingEnabled)), "Whether a debugger is attached: a specialization constant, false by default.").since(6, 10),
    row("dx::MaybeReorderThread", &[param("hit", ParamType::HitObject)], Void, Expand(E::Hits(Hits::MaybeReorderThread)), "Lets the device reorder the invocations by their hit objects.").since(6, 9).only(&[Stage::RayGeneration]),
    row("dx::MaybeReorderThread", &[scalar("hint", Scalar::UInt), scalar("bits", Scalar::UInt)], Void, Expand(E::Hits(Hits::MaybeReorderThread)), "Lets the device reorder the invocations by the low bits of a hint.").since(6, 9).only(&[Stage::RayGeneration]),
    row("dx::MaybeReorderThread", &[param("hit", ParamType::HitObject), scalar("hint", Scalar::UInt), scalar("bits", Scalar::UInt)], Void, Expand(E::Hits(Hits::MaybeReorderThread)), "Lets the device reorder the invocations by their hit objects, then by a hint.").since(6, 9).only(&[Stage::RayGeneration]),
    row("exp", &[num("x", FloatLike)], SameAs(0), float(glsl(G::Exp)), "The base-e exponential.").fold(Fold::Float(fold::exp)),
    row("exp2", &[num("x", FloatLike)], SameAs(0), float(glsl(G::Exp2)), "The base-2 exponential.").fold(Fold::Float(fold::exp2)),
    row("f16tof32", &[like("x", Scalar::UInt)], ShapeOf(0, Scalar::Float), Expand(E::Bits(Bits::F16ToF32)), "Converts a half in the low 16 bits to a float."),
    row("f32tof16", &[like("x", Scalar::Float)], ShapeOf(0, Scalar::UInt), Expand(E::Bits(Bits::F32ToF16)), "Converts a float to a half in the low 16 bits."),
    row("faceforward", &[vec("n", FloatLike), vec("i", FloatLike), vec("ng", FloatLike)], SameAs(0), float(glsl(G::FaceForward)), "The normal, flipped to face against the incident vector."),
    row("firstbithigh", &[num("x", AnyInt)], ShapeOf(0, Scalar::UInt), Expand(E::Bits(Bits::FirstBitHigh)), "The position of the highest set bit; for negative integers, of the highest clear bit.").fold(Fold::Number(fold::firstbithigh)),
    row("firstbitlow", &[num("x", AnyInt)], ShapeOf(0, Scalar::UInt), Expand(E::Bits(Bits::FirstBitLow)), "The position of the lowest set bit.").fold(Fold::Number(fold::firstbitlow)),
    row("floor", &[num("x", FloatLike)], SameAs(0), float(glsl(G::Floor)), "The largest integer not greater than x.").fold(Fold::Float(fold::floor)),
    row("fma", &[num("a", DoubleOnly), num("b", DoubleOnly), num("c", DoubleOnly)], SameAs(0), float(glsl(G::Fma)), "Fused multiply-add: a * b + c, rounded once.").fold(Fold::Float(fold::mad)),
    row("fmod", &[num("a", FloatLike), num("b", FloatLike)], SameAs(0), float(op(Op::FRem)), "The floating-point remainder, with the sign of the dividend.").fold(Fold::Float(fold::fmod)),
    row("frac", &[num("x", FloatLike)], SameAs(0), float(glsl(G::Fract)), "The fractional part: x - floor(x).").fold(Fold::Float(fold::frac)),
    row("frexp", &[num("x", FloatLike), out(num("exp", FloatLike))], SameAs(0), Expand(E::Math(Math::Frexp)), "The mantissa; the second argument receives the exponent."),
    row("fwidth", &[num("x", FloatLike)], SameAs(0), Derivative(Op::Fwidth), "The sum of the absolute derivatives in x and y."),
    row("isfinite", &[num("x", FloatLike)], ShapeOf(0, Scalar::Bool), Expand(E::Math(Math::IsFinite)), "Whether the value is finite.").fold(Fold::Number(fold::isfinite)),
    row("isinf", &[num("x", FloatLike)], ShapeOf(0, Scalar::Bool), float(op(Op::IsInf)), "Whether the value is infinite.").fold(Fold::Number(fold::isinf)),
    row("isnan", &[num("x", FloatLike)], ShapeOf(0, Scalar::Bool), float(op(Op::IsNan)), "Whether the value is NaN.").fold(Fold::Number(fold::isnan)),
    row("isnormal", &[num("x", FloatLike)], ShapeOf(0, Scalar::Bool), Expand(E::Math(Math::IsNormal)), "Whether the value is normal."),
    row("ldexp", &[num("x", FloatLike), num("exp", FloatLike)], SameAs(0), Expand(E::Math(Math::Ldexp)), "x * 2^exp.").fold(Fold::Float(fold::ldexp)),
    row("length", &[vec("x", FloatLike)], ElemOf(0), float(glsl(G::Length)), "The length.").fold(Fold::Vector(fold::length)),
    row("lerp", &[num("a", FloatLike), num("b", FloatLike), num("s", FloatLike)], SameAs(0), float(glsl(G::FMix)), "Linear interpolation from a to b.").fold(Fold::Float(fold::lerp)),
    row("lit", &[elem_scalar("l", FloatLike), elem_scalar("h", FloatLike), elem_scalar("m", FloatLike)], FourOf(0), Expand(E::Math(Math::Lit)), "The lighting coefficients of the fixed-function pipeline."),
    row("log", &[num("x", FloatLike)], SameAs(0), float(glsl(G::Log)), "The natural logarithm.").fold(Fold::Float(fold::log)),
    row("log10", &[num("x", FloatLike)], SameAs(0), Expand(E::Math(Math::Log10)), "The base-10 logarithm.").fold(Fold::Float(fold::log10)),
    row("log2", &[num("x", FloatLike)], SameAs(0), float(glsl(G::Log2)), "The base-2 logarithm.").fold(Fold::Float(fold::log2)),
    row("mad", &[num("a", Numeric), num("b", Numeric), num("c", Numeric)], SameAs(0), Expand(E::Math(Math::Mad)), "a * b + c.").fold(Fold::Number(fold::mad_number)),
    row("max", &[num("a", Numeric), num("b", Numeric)], SameAs(0), per_class(glsl(G::NMax), glsl(G::SMax), glsl(G::UMax)), "The maximum.").fold(Fold::Number(fold::max)),
    row("min", &[num("a", Numeric), num("b", Numeric)], SameAs(0), per_class(glsl(G::NMin), glsl(G::SMin), glsl(G::UMin)), "The minimum.").fold(Fold::Number(fold::min)),
    row("modf", &[num("x", FloatLike), out(num("ip", FloatLike))], SameAs(0), Expand(E::Math(Math::Modf)), "The fractional part; the second argument receives the integer part."),
    row("msad4", &[scalar("reference", Scalar::UInt), vector("source", Scalar::UInt, 2), vector("accum", Scalar::UInt, 4)], Vector(Scalar::UInt, 4), Expand(E::Bits(Bits::Msad4)), "Masked sums of absolute byte differences."),
    row("mul", &[factor("a"), factor("b")], Product, Expand(E::Products(Products::Mul)), "The product of scalars, vectors and matrices."),
    row("normalize", &[vec("x", FloatLike)], SameAs(0), float(glsl(G::Normalize)), "Normalizes a vector.").fold(Fold::Vector(fold::normalize)),
    row("or", &[like("x", Scalar::Bool), like("y", Scalar::Bool)], SameAs(0), boolean(op(Op::LogicalOr)), "Component-wise logical OR.").fold(Fold::Number(fold::or)),
    row("pack_clamp_s8", &[elem_vector("v", SInt16Or32Only, 4)], One(Scalar::PackedInt8x4), Expand(E::Bits(Bits::PackClampS8)), "Packs four integers into signed bytes, clamped to -128 to 127.").since(6, 6),
    row("pack_clamp_u8", &[elem_vector("v", SInt16Or32Only, 4)], One(Scalar::PackedUInt8x4), Expand(E::Bits(Bits::PackClampU8)), "Packs four integers into unsigned bytes, clamped to 0 to 255.").since(6, 6),
    row("pack_s8", &[elem_vector("v", AnyInt16Or32, 4)], One(Scalar::PackedInt8x4), Expand(E::Bits(Bits::PackS8)), "Packs the low bytes of four integers.").since(6, 6),
    row("pack_u8", &[elem_vector("v", AnyInt16Or32, 4)], One(Scalar::PackedUInt8x4), Expand(E::Bits(Bits::PackU8)), "Packs the low bytes of four integers.").since(6, 6),
    row("pow", &[num("x", FloatLike), num("y", FloatLike)], SameAs(0), float(glsl(G::Pow)), "x to the power of y.").fold(Fold::Float(fold::pow)),
    row("printf", &[needs(Need::Text, param("format", ParamType::String))], Void, Expand(E::Debugging(Debugging::Printf)), "Prints a message in a debugger, or when the shader is run on the CPU.").variadic(),
    row("radians", &[num("x", FloatLike)], SameAs(0), float(glsl(G::Radians)), "Converts degrees to radians.").fold(Fold::Float(fold::radians)),
    row("rcp", &[num("x", AnyFloat)], SameAs(0), Expand(E::Math(Math::Rcp)), "1 / x.").fold(Fold::Float(fold::rcp)),
    row("reflect", &[vec("i", FloatLike), vec("n", FloatLike)], SameAs(0), float(glsl(G::Reflect)), "The reflection of the incident vector.").fold(Fold::Vector(fold::reflect)),
    row("refract", &[vec("i", FloatLike), vec("n", FloatLike), elem_scalar("ri", FloatLike)], SameAs(0), float(glsl(G::Refract)), "The refraction of the incident vector."),
    row("reversebits", &[num("x", AnyInt)], SameAs(0), Expand(E::Bits(Bits::ReverseBits)), "Reverses the order of the bits.").fold(Fold::Number(fold::reversebits)),
    row("round", &[num("x", FloatLike)], SameAs(0), float(glsl(G::RoundEven)), "Rounds to the nearest integer, halfway cases to even.").fold(Fold::Float(fold::round)),
    row("rsqrt", &[num("x", FloatLike)], SameAs(0), float(glsl(G::InverseSqrt)), "1 / sqrt(x).").fold(Fold::Float(fold::rsqrt)),
    row("saturate", &[num("x", AnyFloat)], SameAs(0), Expand(E::Math(Math::Saturate)), "Clamps a value to the range 0 to 1.").fold(Fold::Float(fold::saturate)),
    row("select", &[like("cond", Scalar::Bool), num("t", Any), num("f", Any)], SameAs(1), Expand(E::Math(Math::Select)), "Component-wise selection: t where the condition is true, else f."),
    row("sign", &[num("x", Numeric)], ShapeOf(0, Scalar::Int), Expand(E::Math(Math::Sign)), "The sign: -1, 0 or 1.").fold(Fold::Number(fold::sign)),
    row("sin", &[num("x", FloatLike)], SameAs(0), float(glsl(G::Sin)), "The sine.").fold(Fold::Float(fold::sin)),
    row("sincos", &[num("x", FloatLike), out(num("s", FloatLike)), out(num("c", FloatLike))], Void, Expand(E::Math(Math::SinCos)), "The sine and the cosine."),
    row("sinh", &[num("x", FloatLike)], SameAs(0), float(glsl(G::Sinh)), "The hyperbolic sine.").fold(Fold::Float(fold::sinh)),
    row("smoothstep", &[num("a", FloatLike), num("b", FloatLike), num("x", FloatLike)], SameAs(0), float(glsl(G::SmoothStep)), "Smooth Hermite interpolation from 0 (at a) to 1 (at b).").fold(Fold::Float(fold::smoothstep)),
    row("source_mark", &[], Void, Unsupported("source marks are not supported"), "Marks a location in the source."),
    row("sqrt", &[num("x", FloatLike)], SameAs(0), float(glsl(G::Sqrt)), "The square root.").fold(Fold::Float(fold::sqrt)),
    row("step", &[num("a", FloatLike), num("x", FloatLike)], SameAs(0), float(glsl(G::Step)), "1 if x >= a, else 0.").fold(Fold::Float(fold::step)),
    row("tan", &[num("x", FloatLike)], SameAs(0), float(glsl(G::Tan)), "The tangent.").fold(Fold::Float(fold::tan)),
    row("tanh", &[num("x", FloatLike)], SameAs(0), float(glsl(G::Tanh)), "The hyperbolic tangent.").fold(Fold::Float(fold::tanh)),
    row("tex1D", &[], Void, Unsupported("the sampling functions of Direct3D 9 are not supported; use a Texture object's methods"), "Samples a texture (Direct3D 9).").variadic(),
    row("tex1Dbias", &[], Void, Unsupported("the sampling functions of Direct3D 9 are not supported; use a Texture object's methods"), "Samples a texture (Direct3D 9).").variadic(),
    row("tex1Dgrad", &[], Void, Unsupported("the sampling functions of Direct3D 9 are not supported; use a Texture object's methods"), "Samples a texture (Direct3D 9).").variadic(),
    row("tex1Dlod", &[], Void, Unsupported("the sampling functions of Direct3D 9 are not supported; use a Texture object's methods"), "Samples a texture (Direct3D 9).").variadic(),
    row("tex1Dproj", &[], Void, Unsupported("the sampling functions of Direct3D 9 are not supported; use a Texture object's methods"), "Samples a texture (Direct3D 9).").variadic(),
    row("tex2D", &[], Void, Unsupported("the sampling functions of Direct3D 9 are not supported; use a Texture object's methods"), "Samples a texture (Direct3D 9).").variadic(),
    row("tex2Dbias", &[], Void, Unsupported("the sampling functions of Direct3D 9 are not supported; use a Texture object's methods"), "Samples a texture (Direct3D 9).").variadic(),
    row("tex2Dgrad", &[], Void, Unsupported("the sampling functions of Direct3D 9 are not supported; use a Texture object's methods"), "Samples a texture (Direct3D 9).").variadic(),
    row("tex2Dlod", &[], Void, Unsupported("the sampling functions of Direct3D 9 are not supported; use a Texture object's methods"), "Samples a texture (Direct3D 9).").variadic(),
    row("tex2Dproj", &[], Void, Unsupported("the sampling functions of Direct3D 9 are not supported; use a Texture object's methods"), "Samples a texture (Direct3D 9).").variadic(),
    row("tex3D", &[], Void, Unsupported("the sampling functions of Direct3D 9 are not supported; use a Texture object's methods"), "Samples a texture (Direct3D 9).").variadic(),
    row("tex3Dbias", &[], Void, Unsupported("the sampling functions of Direct3D 9 are not supported; use a Texture object's methods"), "Samples a texture (Direct3D 9).").variadic(),
    row("tex3Dgrad", &[], Void, Unsupported("the sampling functions of Direct3D 9 are not supported; use a Texture object's methods"), "Samples a texture (Direct3D 9).").variadic(),
    row("tex3Dlod", &[], Void, Unsupported("the sampling functions of Direct3D 9 are not supported; use a Texture object's methods"), "Samples a texture (Direct3D 9).").variadic(),
    row("tex3Dproj", &[], Void, Unsupported("the sampling functions of Direct3D 9 are not supported; use a Texture object's methods"), "Samples a texture (Direct3D 9).").variadic(),
    row("texCUBE", &[], Void, Unsupported("the sampling functions of Direct3D 9 are not supported; use a Texture object's methods"), "Samples a texture (Direct3D 9).").variadic(),
    row("texCUBEbias", &[], Void, Unsupported("the sampling functions of Direct3D 9 are not supported; use a Texture object's methods"), "Samples a texture (Direct3D 9).").variadic(),
    row("texCUBEgrad", &[], Void, Unsupported("the sampling functions of Direct3D 9 are not supported; use a Texture object's methods"), "Samples a texture (Direct3D 9).").variadic(),
    row("texCUBElod", &[], Void, Unsupported("the sampling functions of Direct3D 9 are not supported; use a Texture object's methods"), "Samples a texture (Direct3D 9).").variadic(),
    row("texCUBEproj", &[], Void, Unsupported("the sampling functions of Direct3D 9 are not supported; use a Texture object's methods"), "Samples a texture (Direct3D 9).").variadic(),
    row("transpose", &[mat("x", Any, ShapeSet::Matrix)], Transposed, Expand(E::Products(Products::Transpose)), "The transpose."),
    row("trunc", &[num("x", FloatLike)], SameAs(0), float(glsl(G::Trunc)), "Rounds towards zero.").fold(Fold::Float(fold::trunc)),
    row("unpack_s8s16", &[scalar("pk", Scalar::PackedInt8x4)], Vector(Scalar::Int16, 4), Expand(E::Bits(Bits::UnpackS8S16)), "Unpacks four bytes.").since(6, 6),
    row("unpack_s8s32", &[scalar("pk", Scalar::PackedInt8x4)], Vector(Scalar::Int, 4), Expand(E::Bits(Bits::UnpackS8S32)), "Unpacks four bytes.").since(6, 6),
    row("unpack_u8u16", &[scalar("pk", Scalar::PackedUInt8x4)], Vector(Scalar::UInt16, 4), Expand(E::Bits(Bits::UnpackU8U16)), "Unpacks four bytes.").since(6, 6),
    row("unpack_u8u32", &[scalar("pk", Scalar::PackedUInt8x4)], Vector(Scalar::UInt, 4), Expand(E::Bits(Bits::UnpackU8U32)), "Unpacks four bytes.").since(6, 6),
    row("vk::RawBufferLoad", &[scalar("address", Scalar::UInt64)], TypeArgument, Expand(E::Memory(Memory::RawBufferLoad)), "Reads from a buffer address."),
    row("vk::RawBufferLoad", &[scalar("address", Scalar::UInt64), alignment()], TypeArgument, Expand(E::Memory(Memory::RawBufferLoad)), "Reads from a buffer address."),
    row("vk::RawBufferStore", &[scalar("address", Scalar::UInt64), param("value", ParamType::TypeArgument)], Void, Expand(E::Memory(Memory::RawBufferStore)), "Writes to a buffer address."),
    row("vk::RawBufferStore", &[scalar("address", Scalar::UInt64), param("value", ParamType::TypeArgument), alignment()], Void, Expand(E::Memory(Memory::RawBufferStore)), "Writes to a buffer address."),
    row("vk::ReadClock", &[constant("scope")], One(Scalar::UInt64), ints(op(Op::ReadClockKHR), op(Op::ReadClockKHR)), "Reads a clock."),
    row("vk::ext_execution_mode", &[constant("mode")], Void, Expand(E::Spelled(Spelled::ExtExecutionMode)), "Sets an execution mode.").variadic(),
    row("vk::ext_execution_mode_id", &[constant("mode")], Void, Expand(E::Spelled(Spelled::ExtExecutionModeId)), "Sets an execution mode with id operands.").variadic(),
    row("vk::reinterpret_pointer_cast", &[param("pointer", ParamType::BufferPointer)], PointerTo, Expand(E::Memory(Memory::ReinterpretPointerCast)), "Casts a pointer to a pointer to any type."),
    row("vk::static_pointer_cast", &[param("pointer", ParamType::BufferPointer)], PointerTo, Expand(E::Memory(Memory::StaticPointerCast)), "Casts a pointer to a pointer to a base class."),
];

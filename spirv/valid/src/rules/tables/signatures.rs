//! The types of the result and of the operands of instructions whose rules are their types alone.

use isa::{Class, ConversionKind, ImageKind};
use spirv::Op;

/// The type of a result or of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// No result.
    Nothing,
    /// Not checked here: no id, a scope, or of any type.
    Any,
    /// The type of the result.
    Result,
    /// A boolean.
    Bool,
    /// An integer.
    Int,
    /// An integer of 32 bits.
    Int32,
    /// A float of 32 bits.
    Float32,
    /// This many floats of 32 bits.
    Floats(u32),
    /// This many integers of 32 bits.
    Ints(u32),
    /// Four columns of three floats.
    Transform,
    /// An array of this many floats.
    FloatArray(i64),
    /// An array of this many vectors of three floats.
    VectorArray(i64),
    /// 64 bits, as one unsigned integer or two.
    Handle,
    /// A scalar or vector of numbers.
    Numbers,
    /// A scalar or vector of numbers or booleans.
    Plain,
    /// A scalar or vector of integers.
    Integers,
    /// Four unsigned integers, a bit for each invocation.
    Ballot,
    /// An integer, or an array of two or three.
    Sizes,
    /// A pointer.
    Pointer,
    /// A pointer to what is of a type that this instruction declares.
    PointerTo(Op),
    /// A pointer to 8-bit integers.
    Bytes,
    /// A pointer of the storage class Generic.
    Generic,
    /// A type that this instruction declares.
    Of(Op),
    /// A function.
    Function,
}

/// What a row says of an instruction.
pub(crate) struct Signature {
    pub(crate) result: Part,
    pub(crate) operands: &'static [Part],
    /// The type of all operands after those.
    pub(crate) rest: Option<Part>,
}

impl Signature {
    /// Returns whether the first operand is a hit object.
    pub(crate) fn is_on_hit_object(&self) -> bool {
        matches!(self.operands.first(), Some(&(HIT | HIT_NV)))
    }
}

/// Instructions with the same types.
type Row = (&'static [Op], Part, &'static [Part]);

/// Instructions with the same types, and any number of further operands of a type.
type LongRow = (&'static [Op], Part, &'static [Part], Part);

use Part::*;

const QUEUE: Part = Of(Op::TypeQueue);
const EVENT: Part = Of(Op::TypeDeviceEvent);
const EVENTS: Part = PointerTo(Op::TypeDeviceEvent);
const PIPE: Part = Of(Op::TypePipe);
const RESERVED: Part = Of(Op::TypeReserveId);
const RANGE: Part = Of(Op::TypeStruct);
const COPY: Part = Of(Op::TypeEvent);
const IMAGE: Part = Of(Op::TypeImage);
const SAMPLED: Part = Of(Op::TypeSampledImage);
const TREE: Part = Of(Op::TypeAccelerationStructureKHR);
const HIT: Part = PointerTo(Op::TypeHitObjectEXT);
const HIT_NV: Part = PointerTo(Op::TypeHitObjectNV);
const QUERY: Part = PointerTo(Op::TypeRayQueryKHR);
const LAYOUT: Part = Of(Op::TypeTensorLayoutNV);
const VIEW: Part = Of(Op::TypeTensorViewNV);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    // Pipes.
    (&[Op::ReadPipe, Op::WritePipe], Int32, &[PIPE, Pointer, Int32, Int32]),
    (&[Op::ReservedReadPipe, Op::ReservedWritePipe], Int32, &[PIPE, RESERVED, Int32, Pointer, Int32, Int32]),
    (&[Op::ReserveReadPipePackets, Op::ReserveWritePipePackets], RESERVED, &[PIPE, Int32, Int32, Int32]),
    (&[Op::CommitReadPipe, Op::CommitWritePipe], Nothing, &[PIPE, RESERVED, Int32, Int32]),
    (&[Op::IsValidReserveId], Bool, &[RESERVED]),
    (&[Op::GetNumPipePackets, Op::GetMaxPipePackets], Int32, &[PIPE, Int32, Int32]),
    (&[Op::GroupReserveReadPipePackets, Op::GroupReserveWritePipePackets], RESERVED, &[Int32, PIPE, Int32, Int32, Int32]),
    (&[Op::GroupCommitReadPipe, Op::GroupCommitWritePipe], Nothing, &[Int32, PIPE, RESERVED, Int32, Int32]),
    (&[Op::CreatePipeFromPipeStorage], PIPE, &[Of(Op::TypePipeStorage)]),
    // Kernels that a kernel starts, and events.
    (&[Op::EnqueueMarker], Int32, &[QUEUE, Int32, EVENTS, EVENTS]),
    (&[Op::GetKernelNDrangeSubGroupCount, Op::GetKernelNDrangeMaxSubGroupSize], Int32, &[
        RANGE, Function, Bytes, Int32, Int32,
    ]),
    (&[
        Op::GetKernelWorkGroupSize, Op::GetKernelPreferredWorkGroupSizeMultiple, Op::GetKernelMaxNumSubgroups,
    ], Int32, &[Function, Bytes, Int32, Int32]),
    (&[Op::GetKernelLocalSizeForSubgroupCount], RANGE, &[Int32, Function, Bytes, Int32, Int32]),
    (&[Op::RetainEvent, Op::ReleaseEvent], Nothing, &[EVENT]),
    (&[Op::CreateUserEvent], EVENT, &[]),
    (&[Op::IsValidEvent], Bool, &[EVENT]),
    (&[Op::SetUserEventStatus], Nothing, &[EVENT, Int32]),
    (&[Op::CaptureEventProfilingInfo], Nothing, &[EVENT, Int32, Pointer]),
    (&[Op::GetDefaultQueue], QUEUE, &[]),
    (&[Op::BuildNDRange], RANGE, &[Sizes, Sizes, Sizes]),
    (&[Op::GroupAsyncCopy], COPY, &[Int32, Pointer, Pointer, Int, Int, COPY]),
    (&[Op::UntypedGroupAsyncCopyKHR], COPY, &[Int32, Pointer, Pointer, Int, Int, Int, COPY]),
    (&[Op::GroupWaitEvents], Nothing, &[Int32, Int32, PointerTo(Op::TypeEvent)]),
    // Memory.
    (&[Op::GenericPtrMemSemantics], Int32, &[Generic]),
    (&[Op::SizeOf], Int32, &[Pointer]),
    (&[Op::PtrCastToCrossWorkgroupALTERA, Op::CrossWorkgroupCastToPtrALTERA], Pointer, &[Pointer]),
    // Subgroups.
    (&[Op::SubgroupFirstInvocationKHR], Plain, &[Result]),
    (&[Op::SubgroupReadInvocationKHR], Plain, &[Result, Int32]),
    (&[Op::GroupNonUniformPartitionEXT], Ballot, &[Plain]),
    (&[Op::SubgroupShuffleINTEL, Op::SubgroupShuffleXorINTEL], Plain, &[Result, Int32]),
    (&[Op::SubgroupShuffleDownINTEL, Op::SubgroupShuffleUpINTEL], Plain, &[Result, Result, Int32]),
    (&[Op::SubgroupBlockReadINTEL], Numbers, &[Pointer]),
    (&[Op::SubgroupBlockWriteINTEL], Nothing, &[Pointer, Numbers]),
    (&[Op::SubgroupImageBlockReadINTEL], Numbers, &[IMAGE, Integers]),
    (&[Op::SubgroupImageBlockWriteINTEL], Nothing, &[IMAGE, Integers, Numbers]),
    (&[Op::SubgroupImageMediaBlockReadINTEL], Numbers, &[IMAGE, Integers, Int32, Int32]),
    (&[Op::SubgroupImageMediaBlockWriteINTEL], Nothing, &[IMAGE, Integers, Int32, Int32, Numbers]),
    (&[Op::SubgroupBlockPrefetchINTEL], Nothing, &[Pointer, Int32]),
    (&[
        Op::Subgroup2DBlockLoadINTEL, Op::Subgroup2DBlockLoadTransformINTEL, Op::Subgroup2DBlockLoadTransposeINTEL,
    ], Nothing, &[Int32, Int32, Int32, Int32, Pointer, Int32, Int32, Int32, Ints(2), Pointer]),
    (&[Op::Subgroup2DBlockPrefetchINTEL], Nothing, &[
        Int32, Int32, Int32, Int32, Pointer, Int32, Int32, Int32, Ints(2),
    ]),
    (&[Op::Subgroup2DBlockStoreINTEL], Nothing, &[
        Int32, Int32, Int32, Int32, Pointer, Pointer, Int32, Int32, Int32, Ints(2),
    ]),
    (&[Op::SubgroupMatrixMultiplyAccumulateINTEL], Numbers, &[Int32, Numbers, Numbers, Result]),
    // Images and samplers as numbers.
    (&[Op::ConvertUToImageNV, Op::ConvertHandleToImageINTEL], IMAGE, &[Integers]),
    (&[Op::ConvertUToSamplerNV, Op::ConvertHandleToSamplerINTEL], Of(Op::TypeSampler), &[Integers]),
    (&[Op::ConvertUToSampledImageNV, Op::ConvertHandleToSampledImageINTEL], SAMPLED, &[Integers]),
    (&[Op::ConvertImageToUNV], Integers, &[IMAGE]),
    (&[Op::ConvertSamplerToUNV], Integers, &[Of(Op::TypeSampler)]),
    (&[Op::ConvertSampledImageToUNV], Integers, &[SAMPLED]),
    // The processing of images.
    (&[Op::ImageSampleWeightedQCOM], Numbers, &[SAMPLED, Floats(2), SAMPLED]),
    (&[Op::ImageBoxFilterQCOM], Numbers, &[SAMPLED, Floats(2), Floats(2)]),
    (&[
        Op::ImageBlockMatchSSDQCOM, Op::ImageBlockMatchSADQCOM, Op::ImageBlockMatchWindowSSDQCOM,
        Op::ImageBlockMatchWindowSADQCOM, Op::ImageBlockMatchGatherSSDQCOM, Op::ImageBlockMatchGatherSADQCOM,
    ], Numbers, &[SAMPLED, Ints(2), SAMPLED, Ints(2), Ints(2)]),
    // Tensors.
    (&[Op::TensorReadARM], Any, &[Of(Op::TypeTensorARM), Any]),
    (&[Op::TensorWriteARM], Nothing, &[Of(Op::TypeTensorARM), Any, Any]),
    (&[Op::TensorQuerySizeARM], Int, &[Of(Op::TypeTensorARM), Int32]),
    (&[Op::CreateTensorLayoutNV], LAYOUT, &[]),
    (&[Op::TensorLayoutSetClampValueNV], LAYOUT, &[Result, Int32]),
    (&[Op::CreateTensorViewNV], VIEW, &[]),
    (&[Op::TensorViewSetClipNV], VIEW, &[Result, Int32, Int32, Int32, Int32]),
    (&[Op::CooperativeMatrixLoadTensorNV], Of(Op::TypeCooperativeMatrixKHR), &[Pointer, Result, LAYOUT]),
    (&[Op::CooperativeMatrixStoreTensorNV], Nothing, &[Pointer, Of(Op::TypeCooperativeMatrixKHR), LAYOUT]),
    // Primitives and rays of older extensions.
    (&[Op::WritePackedPrimitiveIndices4x8NV], Nothing, &[Int32, Int32]),
    (&[Op::TraceNV], Nothing, &[
        TREE, Int32, Int32, Int32, Int32, Int32, Floats(3), Float32, Floats(3), Float32, Int32,
    ]),
    (&[Op::TraceMotionNV], Nothing, &[
        TREE, Int32, Int32, Int32, Int32, Int32, Floats(3), Float32, Floats(3), Float32, Float32, Int32,
    ]),
    (&[Op::TraceRayMotionNV], Nothing, &[
        TREE, Int32, Int32, Int32, Int32, Int32, Floats(3), Float32, Floats(3), Float32, Float32, Pointer,
    ]),
    (&[Op::ExecuteCallableNV], Nothing, &[Int32, Int32]),
    (&[Op::FetchMicroTriangleVertexPositionNV], Floats(3), &[TREE, Int32, Int32, Int32, Ints(2)]),
    (&[Op::FetchMicroTriangleVertexBarycentricNV], Floats(2), &[TREE, Int32, Int32, Int32, Ints(2)]),
    // Hit objects.
    (&[Op::HitObjectRecordEmptyEXT], Nothing, &[HIT]),
    (&[Op::HitObjectRecordMissEXT], Nothing, &[HIT, Int32, Int32, Floats(3), Float32, Floats(3), Float32]),
    (&[Op::HitObjectRecordMissMotionEXT], Nothing, &[
        HIT, Int32, Int32, Floats(3), Float32, Floats(3), Float32, Float32,
    ]),
    (&[Op::HitObjectRecordFromQueryEXT], Nothing, &[HIT, QUERY, Int32, Pointer, Int32]),
    (&[Op::HitObjectTraceRayEXT], Nothing, &[
        HIT, TREE, Int32, Int32, Int32, Int32, Int32, Floats(3), Float32, Floats(3), Float32, Pointer,
    ]),
    (&[Op::HitObjectTraceRayMotionEXT], Nothing, &[
        HIT, TREE, Int32, Int32, Int32, Int32, Int32, Floats(3), Float32, Floats(3), Float32, Float32, Pointer,
    ]),
    (&[Op::HitObjectTraceReorderExecuteEXT], Nothing, &[
        HIT, TREE, Int32, Int32, Int32, Int32, Int32, Floats(3), Float32, Floats(3), Float32, Pointer, Int32, Int32,
    ]),
    (&[Op::HitObjectTraceMotionReorderExecuteEXT], Nothing, &[
        HIT, TREE, Int32, Int32, Int32, Int32, Int32, Floats(3), Float32, Floats(3), Float32, Float32, Pointer, Int32,
        Int32,
    ]),
    (&[Op::HitObjectReorderExecuteShaderEXT], Nothing, &[HIT, Pointer, Int32, Int32]),
    (&[Op::HitObjectExecuteShaderEXT, Op::HitObjectGetAttributesEXT], Nothing, &[HIT, Pointer]),
    (&[Op::HitObjectSetShaderBindingTableRecordIndexEXT], Nothing, &[HIT, Int32]),
    (&[Op::ReorderThreadWithHitObjectEXT], Nothing, &[HIT, Int32, Int32]),
    (&[Op::ReorderThreadWithHintEXT, Op::ReorderThreadWithHintNV], Nothing, &[Int32, Int32]),
    (&[
        Op::HitObjectGetHitKindEXT, Op::HitObjectGetPrimitiveIndexEXT, Op::HitObjectGetGeometryIndexEXT,
        Op::HitObjectGetInstanceIdEXT, Op::HitObjectGetInstanceCustomIndexEXT, Op::HitObjectGetRayFlagsEXT,
        Op::HitObjectGetShaderBindingTableRecordIndexEXT,
    ], Int32, &[HIT]),
    (&[Op::HitObjectGetRayTMaxEXT, Op::HitObjectGetRayTMinEXT, Op::HitObjectGetCurrentTimeEXT], Float32, &[HIT]),
    (&[
        Op::HitObjectGetObjectRayOriginEXT, Op::HitObjectGetObjectRayDirectionEXT, Op::HitObjectGetWorldRayDirectionEXT,
        Op::HitObjectGetWorldRayOriginEXT,
    ], Floats(3), &[HIT]),
    (&[Op::HitObjectGetObjectToWorldEXT, Op::HitObjectGetWorldToObjectEXT], Transform, &[HIT]),
    (&[Op::HitObjectGetIntersectionTriangleVertexPositionsEXT], VectorArray(3), &[HIT]),
    (&[Op::HitObjectGetShaderRecordBufferHandleEXT], Handle, &[HIT]),
    (&[Op::HitObjectIsEmptyEXT, Op::HitObjectIsHitEXT, Op::HitObjectIsMissEXT], Bool, &[HIT]),
    // The same of one vendor.
    (&[Op::HitObjectRecordEmptyNV], Nothing, &[HIT_NV]),
    (&[Op::HitObjectRecordMissNV], Nothing, &[HIT_NV, Int32, Floats(3), Float32, Floats(3), Float32]),
    (&[Op::HitObjectRecordMissMotionNV], Nothing, &[HIT_NV, Int32, Floats(3), Float32, Floats(3), Float32, Float32]),
    (&[Op::HitObjectRecordHitNV], Nothing, &[
        HIT_NV, TREE, Int32, Int32, Int32, Int32, Int32, Int32, Floats(3), Float32, Floats(3), Float32, Pointer,
    ]),
    (&[Op::HitObjectRecordHitMotionNV], Nothing, &[
        HIT_NV, TREE, Int32, Int32, Int32, Int32, Int32, Int32, Floats(3), Float32, Floats(3), Float32, Float32,
        Pointer,
    ]),
    (&[Op::HitObjectRecordHitWithIndexNV], Nothing, &[
        HIT_NV, TREE, Int32, Int32, Int32, Int32, Int32, Floats(3), Float32, Floats(3), Float32, Pointer,
    ]),
    (&[Op::HitObjectRecordHitWithIndexMotionNV], Nothing, &[
        HIT_NV, TREE, Int32, Int32, Int32, Int32, Int32, Floats(3), Float32, Floats(3), Float32, Float32, Pointer,
    ]),
    (&[Op::HitObjectTraceRayNV], Nothing, &[
        HIT_NV, TREE, Int32, Int32, Int32, Int32, Int32, Floats(3), Float32, Floats(3), Float32, Pointer,
    ]),
    (&[Op::HitObjectTraceRayMotionNV], Nothing, &[
        HIT_NV, TREE, Int32, Int32, Int32, Int32, Int32, Floats(3), Float32, Floats(3), Float32, Float32, Pointer,
    ]),
    (&[Op::HitObjectExecuteShaderNV, Op::HitObjectGetAttributesNV], Nothing, &[HIT_NV, Pointer]),
    (&[Op::ReorderThreadWithHitObjectNV], Nothing, &[HIT_NV, Int32, Int32]),
    (&[
        Op::HitObjectGetHitKindNV, Op::HitObjectGetPrimitiveIndexNV, Op::HitObjectGetGeometryIndexNV,
        Op::HitObjectGetInstanceIdNV, Op::HitObjectGetInstanceCustomIndexNV, Op::HitObjectGetClusterIdNV,
        Op::HitObjectGetShaderBindingTableRecordIndexNV,
    ], Int32, &[HIT_NV]),
    (&[
        Op::HitObjectGetRayTMaxNV, Op::HitObjectGetRayTMinNV, Op::HitObjectGetCurrentTimeNV,
        Op::HitObjectGetSphereRadiusNV,
    ], Float32, &[HIT_NV]),
    (&[
        Op::HitObjectGetObjectRayOriginNV, Op::HitObjectGetObjectRayDirectionNV, Op::HitObjectGetWorldRayDirectionNV,
        Op::HitObjectGetWorldRayOriginNV, Op::HitObjectGetSpherePositionNV,
    ], Floats(3), &[HIT_NV]),
    (&[Op::HitObjectGetObjectToWorldNV, Op::HitObjectGetWorldToObjectNV], Transform, &[HIT_NV]),
    (&[Op::HitObjectGetShaderRecordBufferHandleNV], Handle, &[HIT_NV]),
    (&[Op::HitObjectGetLSSPositionsNV], VectorArray(2), &[HIT_NV]),
    (&[Op::HitObjectGetLSSRadiiNV], FloatArray(2), &[HIT_NV]),
    (&[
        Op::HitObjectIsEmptyNV, Op::HitObjectIsHitNV, Op::HitObjectIsMissNV, Op::HitObjectIsSphereHitNV,
        Op::HitObjectIsLSSHitNV,
    ], Bool, &[HIT_NV]),
];

#[rustfmt::skip]
const LONG_ROWS: &[LongRow] = &[
    (&[Op::EnqueueKernel], Int32, &[
        QUEUE, Int32, RANGE, Int32, EVENTS, EVENTS, Function, Bytes, Int32, Int32,
    ], Int),
    (&[Op::UntypedPrefetchKHR], Nothing, &[Pointer, Int], Int32),
    (&[
        Op::TensorLayoutSetDimensionNV, Op::TensorLayoutSetStrideNV, Op::TensorLayoutSliceNV,
        Op::TensorLayoutSetBlockSizeNV,
    ], LAYOUT, &[Result], Int32),
    (&[Op::TensorViewSetDimensionNV, Op::TensorViewSetStrideNV], VIEW, &[Result], Int32),
];

/// The row of an instruction.
pub(crate) fn find(op: Op) -> Option<Signature> {
    if !may_have(isa::class(op)) {
        return None;
    }
    if let Some(&(_, result, operands)) = ROWS.iter().find(|(ops, ..)| ops.contains(&op)) {
        return Some(Signature { result, operands, rest: None });
    }
    let &(_, result, operands, rest) = LONG_ROWS.iter().find(|(ops, ..)| ops.contains(&op))?;
    Some(Signature { result, operands, rest: Some(rest) })
}

/// A shortcut: the classes of all rows.
fn may_have(class: Class) -> bool {
    matches!(
        class,
        Class::Pipe
            | Class::Enqueue
            | Class::Group(..)
            | Class::Memory
            | Class::Miscellaneous
            | Class::Image(ImageKind::Vendor, _)
            | Class::Conversion(ConversionKind::Handle | ConversionKind::Vendor)
            | Class::Tensor
            | Class::Primitive
            | Class::Ray
    )
}

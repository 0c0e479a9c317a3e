//! The names that MLIR 22 has of SPIR-V: of ops, and of what it enumerates, where they are not the specification's.
//!
//! MLIR's dialect lists its ops by hand, and its enumerants as the grammar had them at some time: what is newer is not
//! there, and what was renamed has its old name.

use crate::spirv::enums::Kind;

/// The ops, without `spirv.`; those of the extended sets are below.
pub(in crate::spirv) const OPS: &str = "\
    ARM.Graph ARM.GraphConstant ARM.GraphEntryPoint AccessChain AtomicAnd AtomicCompareExchange \
    AtomicCompareExchangeWeak AtomicExchange AtomicIAdd AtomicIDecrement AtomicIIncrement AtomicISub AtomicOr \
    AtomicSMax AtomicSMin AtomicUMax AtomicUMin AtomicXor BitCount BitFieldInsert BitFieldSExtract BitFieldUExtract \
    BitReverse Bitcast BitwiseAnd BitwiseOr BitwiseXor Branch BranchConditional CompositeConstruct CompositeExtract \
    CompositeInsert Constant ControlBarrier ConvertFToS ConvertFToU ConvertPtrToU ConvertSToF ConvertUToF \
    ConvertUToPtr CopyMemory Dot EXT.AtomicFAdd EXT.ConstantCompositeReplicate EXT.EmitMeshTasks EXT.SetMeshOutputs \
    EXT.SpecConstantCompositeReplicate EmitVertex EndPrimitive EntryPoint ExecutionMode FAdd FConvert FDiv FMod FMul \
    FNegate FOrdEqual FOrdGreaterThan FOrdGreaterThanEqual FOrdLessThan FOrdLessThanEqual FOrdNotEqual FRem FSub \
    FUnordEqual FUnordGreaterThan FUnordGreaterThanEqual FUnordLessThan FUnordLessThanEqual FUnordNotEqual \
    FunctionCall GenericCastToPtr GenericCastToPtrExplicit GlobalVariable GroupBroadcast GroupFAdd GroupFMax \
    GroupFMin GroupIAdd GroupNonUniformAll GroupNonUniformAllEqual GroupNonUniformAny GroupNonUniformBallot \
    GroupNonUniformBallotBitCount GroupNonUniformBallotFindLSB GroupNonUniformBallotFindMSB \
    GroupNonUniformBitwiseAnd GroupNonUniformBitwiseOr GroupNonUniformBitwiseXor GroupNonUniformBroadcast \
    GroupNonUniformElect GroupNonUniformFAdd GroupNonUniformFMax GroupNonUniformFMin GroupNonUniformFMul \
    GroupNonUniformIAdd GroupNonUniformIMul GroupNonUniformLogicalAnd GroupNonUniformLogicalOr \
    GroupNonUniformLogicalXor GroupNonUniformQuadSwap GroupNonUniformRotateKHR GroupNonUniformSMax \
    GroupNonUniformSMin GroupNonUniformShuffle GroupNonUniformShuffleDown GroupNonUniformShuffleUp \
    GroupNonUniformShuffleXor GroupNonUniformUMax GroupNonUniformUMin GroupSMax GroupSMin GroupUMax GroupUMin IAdd \
    IAddCarry IEqual IMul INTEL.ControlBarrierArrive INTEL.ControlBarrierWait INTEL.ConvertBF16ToF \
    INTEL.ConvertFToBF16 INTEL.RoundFToTF32 INTEL.SubgroupBlockRead INTEL.SubgroupBlockWrite INotEqual ISub \
    ISubBorrow Image ImageDrefGather ImageFetch ImageQuerySize ImageRead ImageSampleExplicitLod \
    ImageSampleImplicitLod ImageSampleProjDrefImplicitLod ImageWrite InBoundsPtrAccessChain IsFinite IsInf IsNan \
    KHR.AssumeTrue KHR.CooperativeMatrixLength KHR.CooperativeMatrixLoad KHR.CooperativeMatrixMulAdd \
    KHR.CooperativeMatrixStore KHR.GroupFMul KHR.GroupIMul KHR.SubgroupBallot Kill Load LogicalAnd LogicalEqual \
    LogicalNot LogicalNotEqual LogicalOr MatrixTimesMatrix MatrixTimesScalar MatrixTimesVector MemoryBarrier Not \
    Ordered PtrAccessChain PtrCastToGeneric Return ReturnValue SConvert SDiv SDot SDotAccSat SGreaterThan \
    SGreaterThanEqual SLessThan SLessThanEqual SMod SMulExtended SNegate SRem SUDot SUDotAccSat Select \
    ShiftLeftLogical ShiftRightArithmetic ShiftRightLogical SpecConstant SpecConstantComposite SpecConstantOperation \
    Store Switch Transpose UConvert UDiv UDot UDotAccSat UGreaterThan UGreaterThanEqual ULessThan ULessThanEqual \
    UMod UMulExtended Undef Unordered Unreachable Variable VectorExtractDynamic VectorInsertDynamic VectorShuffle \
    VectorTimesMatrix VectorTimesScalar func mlir.addressof mlir.loop mlir.merge mlir.referenceof mlir.selection \
    module";

/// The instructions of `GLSL.std.450`.
pub(in crate::spirv) const GL: &str = "\
    Acos Acosh Asin Asinh Atan Atanh Ceil Cos Cosh Cross Distance Exp Exp2 FAbs FClamp FMax FMin FMix FSign FindILsb \
    FindSMsb FindUMsb Floor Fma Fract FrexpStruct InverseSqrt Ldexp Length Log Log2 Normalize PackHalf2x16 \
    PackSnorm4x8 Pow Reflect Round RoundEven SAbs SClamp SMax SMin SSign Sin Sinh Sqrt Tan Tanh UClamp UMax UMin \
    UnpackHalf2x16 UnpackSnorm4x8";

/// The instructions of `OpenCL.std`.
pub(in crate::spirv) const CL: &str = "\
    acos acosh asin asinh atan atan2 atanh ceil cos cosh erf exp fabs floor fma fmax fmin log mix pow printf rint \
    round rsqrt s_abs s_max s_min sin sinh sqrt tan tanh u_max u_min";

/// The extensions, without `SPV_`.
pub(in crate::spirv) const EXTENSIONS: &str = "\
    ALTERA_blocking_pipes AMD_gpu_shader_half_float_fetch AMD_shader_ballot AMD_shader_early_and_late_fragment_tests \
    AMD_shader_explicit_vertex_parameter AMD_shader_fragment_mask AMD_shader_image_load_store_lod \
    AMD_texture_gather_bias_lod ARM_graph ARM_tensors EXT_demote_to_helper_invocation EXT_descriptor_indexing \
    EXT_fragment_fully_covered EXT_fragment_invocation_density EXT_fragment_shader_interlock EXT_mesh_shader \
    EXT_physical_storage_buffer EXT_replicated_composites EXT_shader_atomic_float16_add EXT_shader_atomic_float_add \
    EXT_shader_atomic_float_min_max EXT_shader_image_int64 EXT_shader_stencil_export EXT_shader_viewport_index_layer \
    GOOGLE_decorate_string GOOGLE_hlsl_functionality1 GOOGLE_user_type INTEL_arbitrary_precision_fixed_point \
    INTEL_arbitrary_precision_floating_point INTEL_arbitrary_precision_integers INTEL_bfloat16_conversion \
    INTEL_cache_controls INTEL_debug_module INTEL_device_side_avc_motion_estimation INTEL_float_controls2 \
    INTEL_fp_fast_math_mode INTEL_fpga_buffer_location INTEL_fpga_cluster_attributes INTEL_fpga_loop_controls \
    INTEL_fpga_memory_accesses INTEL_fpga_memory_attributes INTEL_fpga_reg INTEL_function_pointers \
    INTEL_inline_assembly INTEL_io_pipes INTEL_kernel_attributes INTEL_long_constant_composite INTEL_loop_fuse \
    INTEL_media_block_io INTEL_memory_access_aliasing INTEL_optnone INTEL_shader_integer_functions2 \
    INTEL_split_barrier INTEL_subgroups INTEL_tensor_float32_conversion INTEL_unstructured_loop_controls \
    INTEL_usm_storage_classes INTEL_variable_length_array INTEL_vector_compute KHR_16bit_storage KHR_8bit_storage \
    KHR_bfloat16 KHR_bit_instructions KHR_cooperative_matrix KHR_device_group KHR_expect_assume KHR_float_controls \
    KHR_fragment_shader_barycentric KHR_fragment_shading_rate KHR_integer_dot_product KHR_linkonce_odr KHR_multiview \
    KHR_no_integer_wrap_decoration KHR_non_semantic_info KHR_physical_storage_buffer KHR_post_depth_coverage \
    KHR_ray_cull_mask KHR_ray_query KHR_ray_tracing KHR_shader_atomic_counter_ops KHR_shader_ballot KHR_shader_clock \
    KHR_shader_draw_parameters KHR_storage_buffer_storage_class KHR_subgroup_rotate \
    KHR_subgroup_uniform_control_flow KHR_subgroup_vote KHR_terminate_invocation KHR_uniform_group_instructions \
    KHR_variable_pointers KHR_vulkan_memory_model KHR_workgroup_memory_explicit_layout \
    NVX_multiview_per_view_attributes NV_bindless_texture NV_compute_shader_derivatives NV_cooperative_matrix \
    NV_fragment_shader_barycentric NV_geometry_shader_passthrough NV_ray_tracing NV_ray_tracing_motion_blur \
    NV_sample_mask_override_coverage NV_shader_image_footprint NV_shader_sm_builtins NV_shader_subgroup_partitioned \
    NV_shading_rate NV_stereo_view_rendering NV_viewport_array2";

/// The enumerants that MLIR does not have.
pub(in crate::spirv) const MISSING: &[(Kind, &str)] = &[
    (
        Kind::ExecutionModel,
        "\
        TaskNV MeshNV",
    ),
    (
        Kind::ExecutionMode,
        "\
        NonCoherentColorAttachmentReadEXT NonCoherentDepthAttachmentReadEXT NonCoherentStencilAttachmentReadEXT \
        NonCoherentTileAttachmentReadQCOM TileShadingRateQCOM CoalescingAMDX IsApiEntryAMDX MaxNodeRecursionAMDX \
        StaticNumWorkgroupsAMDX ShaderIndexAMDX MaxNumWorkgroupsAMDX QuadDerivativesKHR RequireFullQuadsKHR \
        SharesInputWithAMDX Shader64BitIndexingEXT MaximallyReconvergesKHR FPFastMathDefault \
        RegisterMapInterfaceINTEL MaximumRegistersINTEL MaximumRegistersIdINTEL NamedMaximumRegistersINTEL",
    ),
    (
        Kind::StorageClass,
        "\
        TileImageEXT TileAttachmentQCOM NodePayloadAMDX HitObjectAttributeNV HitObjectAttributeEXT",
    ),
    (
        Kind::Dim,
        "\
        DimTileImageDataEXT",
    ),
    (
        Kind::Decoration,
        "\
        SaturatedToLargestFloat8NormalConversionEXT WeightTextureQCOM BlockMatchTextureQCOM \
        BlockMatchSamplerQCOM NodeSharesPayloadLimitsWithAMDX NodeMaxPayloadsAMDX TrackFinishWritingAMDX \
        PayloadNodeNameAMDX PayloadNodeBaseIndexAMDX PayloadNodeSparseArrayAMDX PayloadNodeArraySizeAMDX \
        PayloadDispatchIndirectAMDX ArrayStrideIdEXT OffsetIdEXT PerViewNV PerTaskNV MemberOffsetNV \
        HitObjectShaderRecordBufferNV HitObjectShaderRecordBufferEXT BankNV StridesizeALTERA WordsizeALTERA \
        TrueDualPortALTERA MathOpDSPModeALTERA InitiationIntervalALTERA MaxConcurrencyALTERA \
        PipelineEnableALTERA StallFreeALTERA FPMaxErrorDecorationINTEL LatencyControlLabelALTERA \
        LatencyControlConstraintALTERA ConduitKernelArgumentALTERA RegisterMapKernelArgumentALTERA \
        MMHostInterfaceAddressWidthALTERA MMHostInterfaceDataWidthALTERA MMHostInterfaceLatencyALTERA \
        MMHostInterfaceReadWriteModeALTERA MMHostInterfaceMaxBurstALTERA MMHostInterfaceWaitRequestALTERA \
        StableKernelArgumentALTERA HostAccessINTEL InitModeALTERA ImplementInRegisterMapALTERA ConditionalINTEL",
    ),
    (
        Kind::BuiltIn,
        "\
        CoreIDARM CoreCountARM CoreMaxIDARM WarpIDARM WarpMaxIDARM TileOffsetQCOM TileDimensionQCOM \
        TileApronSizeQCOM RemainingRecursionLevelsAMDX ShaderIndexAMDX SamplerHeapEXT ResourceHeapEXT \
        TaskCountNV PrimitiveCountNV PrimitiveIndicesNV ClipDistancePerViewNV CullDistancePerViewNV \
        LayerPerViewNV MeshViewCountNV MeshViewIndicesNV HitTriangleVertexPositionsKHR \
        HitMicroTriangleVertexPositionsNV HitMicroTriangleVertexBarycentricsNV HitIsSphereNV HitIsLSSNV \
        HitSpherePositionNV HitLSSPositionsNV HitKindFrontFacingMicroTriangleNV HitKindBackFacingMicroTriangleNV \
        HitSphereRadiusNV HitLSSRadiiNV ClusterIDNV",
    ),
    (
        Kind::Capability,
        "\
        CoreBuiltinsARM TileImageColorReadAccessEXT TileImageDepthReadAccessEXT TileImageStencilReadAccessEXT \
        CooperativeMatrixLayoutsARM Float8EXT Float8CooperativeMatrixEXT UntypedPointersKHR \
        TextureSampleWeightedQCOM TextureBoxFilterQCOM TextureBlockMatchQCOM TileShadingQCOM \
        CooperativeMatrixConversionQCOM TextureBlockMatch2QCOM ShaderEnqueueAMDX QuadControlKHR Int4TypeINTEL \
        Int4CooperativeMatrixINTEL DescriptorHeapEXT MeshShadingNV RayTracingPositionFetchKHR \
        CooperativeMatrixNV DisplacementMicromapNV RayTracingOpacityMicromapEXT ShaderInvocationReorderNV \
        ShaderInvocationReorderEXT RayQueryPositionFetchKHR CooperativeVectorNV AtomicFloat16VectorNV \
        RayTracingDisplacementMicromapNV RawAccessChainsNV RayTracingSpheresGeometryNV \
        RayTracingLinearSweptSpheresGeometryNV PushConstantBanksNV LongVectorEXT Shader64BitIndexingEXT \
        CooperativeMatrixReductionsNV CooperativeMatrixConversionsNV CooperativeMatrixPerElementOperationsNV \
        CooperativeMatrixTensorAddressingNV CooperativeMatrixBlockLoadsNV CooperativeVectorTrainingNV \
        RayTracingClusterAccelerationStructureNV TensorAddressingNV FPGADSPControlALTERA \
        FPGAInvocationPipeliningAttributesALTERA RuntimeAlignedAttributeALTERA FloatControls2 FMAKHR \
        ArithmeticFenceEXT FPGAClusterAttributesV2ALTERA FPGAKernelAttributesv2INTEL TaskSequenceALTERA \
        FPMaxErrorINTEL FPGALatencyControlALTERA FPGAArgumentInterfacesALTERA GlobalVariableHostAccessINTEL \
        GlobalVariableFPGADecorationsALTERA SubgroupBufferPrefetchINTEL Subgroup2DBlockIOINTEL \
        Subgroup2DBlockTransformINTEL Subgroup2DBlockTransposeINTEL SubgroupMatrixMultiplyAccumulateINTEL \
        TernaryBitwiseFunctionINTEL UntypedVariableLengthArrayINTEL SpecConditionalINTEL FunctionVariantsINTEL \
        MaskedGatherScatterINTEL RegisterLimitsINTEL BindlessImagesINTEL",
    ),
    (
        Kind::FPEncoding,
        "\
        Float8E4M3EXT Float8E5M2EXT",
    ),
    (
        Kind::FPFastMathMode,
        "\
        AllowTransform",
    ),
    (
        Kind::CooperativeMatrixLayout,
        "\
        RowBlockedInterleavedARM ColumnBlockedInterleavedARM",
    ),
    (
        Kind::LoopControl,
        "\
        LoopCountALTERA MaxReinvocationDelayALTERA",
    ),
];

/// The enumerants that have an older name in MLIR, with that name.
pub(in crate::spirv) const RENAMED: &[(Kind, &str, &str)] = &[
    (Kind::ExecutionMode, "DerivativeGroupQuadsKHR", "DerivativeGroupQuadsNV"),
    (Kind::ExecutionMode, "DerivativeGroupLinearKHR", "DerivativeGroupLinearNV"),
    (Kind::StorageClass, "DeviceOnlyALTERA", "DeviceOnlyINTEL"),
    (Kind::StorageClass, "HostOnlyALTERA", "HostOnlyINTEL"),
    (Kind::Decoration, "RegisterALTERA", "RegisterINTEL"),
    (Kind::Decoration, "MemoryALTERA", "MemoryINTEL"),
    (Kind::Decoration, "NumbanksALTERA", "NumbanksINTEL"),
    (Kind::Decoration, "BankwidthALTERA", "BankwidthINTEL"),
    (Kind::Decoration, "MaxPrivateCopiesALTERA", "MaxPrivateCopiesINTEL"),
    (Kind::Decoration, "SinglepumpALTERA", "SinglepumpINTEL"),
    (Kind::Decoration, "DoublepumpALTERA", "DoublepumpINTEL"),
    (Kind::Decoration, "MaxReplicatesALTERA", "MaxReplicatesINTEL"),
    (Kind::Decoration, "SimpleDualPortALTERA", "SimpleDualPortINTEL"),
    (Kind::Decoration, "MergeALTERA", "MergeINTEL"),
    (Kind::Decoration, "BankBitsALTERA", "BankBitsINTEL"),
    (Kind::Decoration, "ForcePow2DepthALTERA", "ForcePow2DepthINTEL"),
    (Kind::Decoration, "BurstCoalesceALTERA", "BurstCoalesceINTEL"),
    (Kind::Decoration, "CacheSizeALTERA", "CacheSizeINTEL"),
    (Kind::Decoration, "DontStaticallyCoalesceALTERA", "DontStaticallyCoalesceINTEL"),
    (Kind::Decoration, "PrefetchALTERA", "PrefetchINTEL"),
    (Kind::Decoration, "StallEnableALTERA", "StallEnableINTEL"),
    (Kind::Decoration, "FuseLoopsInFunctionALTERA", "FuseLoopsInFunctionINTEL"),
    (Kind::Decoration, "BufferLocationALTERA", "BufferLocationINTEL"),
    (Kind::Decoration, "IOPipeStorageALTERA", "IOPipeStorageINTEL"),
    (Kind::Capability, "StorageTensorArrayDynamicIndexingARM", "StorageTensorArrayDynamicIndexingEXT"),
    (Kind::Capability, "StorageTensorArrayNonUniformIndexingARM", "StorageTensorArrayNonUniformIndexingEXT"),
    (Kind::Capability, "UniformAndStorageBuffer16BitAccess", "StorageUniform16"),
    (Kind::Capability, "ComputeDerivativeGroupQuadsKHR", "ComputeDerivativeGroupQuadsNV"),
    (Kind::Capability, "GroupNonUniformPartitionedEXT", "GroupNonUniformPartitionedNV"),
    (Kind::Capability, "ComputeDerivativeGroupLinearKHR", "ComputeDerivativeGroupLinearNV"),
    (Kind::Capability, "FPGAMemoryAttributesALTERA", "FPGAMemoryAttributesINTEL"),
    (Kind::Capability, "ArbitraryPrecisionIntegersALTERA", "ArbitraryPrecisionIntegersINTEL"),
    (Kind::Capability, "ArbitraryPrecisionFloatingPointALTERA", "ArbitraryPrecisionFloatingPointINTEL"),
    (Kind::Capability, "FPGALoopControlsALTERA", "FPGALoopControlsINTEL"),
    (Kind::Capability, "FPGAMemoryAccessesALTERA", "FPGAMemoryAccessesINTEL"),
    (Kind::Capability, "FPGAClusterAttributesALTERA", "FPGAClusterAttributesINTEL"),
    (Kind::Capability, "LoopFuseALTERA", "LoopFuseINTEL"),
    (Kind::Capability, "FPGABufferLocationALTERA", "FPGABufferLocationINTEL"),
    (Kind::Capability, "ArbitraryPrecisionFixedPointALTERA", "ArbitraryPrecisionFixedPointINTEL"),
    (Kind::Capability, "USMStorageClassesALTERA", "USMStorageClassesINTEL"),
    (Kind::Capability, "IOPipesALTERA", "IOPipesINTEL"),
    (Kind::Capability, "FPGARegALTERA", "FPGARegINTEL"),
    (Kind::Capability, "LongCompositesINTEL", "LongConstantCompositeINTEL"),
    (Kind::Capability, "OptNoneEXT", "OptNoneINTEL"),
    (Kind::Capability, "BFloat16ConversionINTEL", "Bfloat16ConversionINTEL"),
    (Kind::FPFastMathMode, "AllowContract", "AllowContractFastINTEL"),
    (Kind::FPFastMathMode, "AllowReassoc", "AllowReassocINTEL"),
    (Kind::LoopControl, "InitiationIntervalALTERA", "InitiationIntervalINTEL"),
    (Kind::LoopControl, "MaxConcurrencyALTERA", "MaxConcurrencyINTEL"),
    (Kind::LoopControl, "DependencyArrayALTERA", "DependencyArrayINTEL"),
    (Kind::LoopControl, "PipelineEnableALTERA", "PipelineEnableINTEL"),
    (Kind::LoopControl, "LoopCoalesceALTERA", "LoopCoalesceINTEL"),
    (Kind::LoopControl, "MaxInterleavingALTERA", "MaxInterleavingINTEL"),
    (Kind::LoopControl, "SpeculatedIterationsALTERA", "SpeculatedIterationsINTEL"),
    (Kind::LoopControl, "NoFusionALTERA", "NoFusionINTEL"),
    (Kind::FunctionControl, "OptNoneEXT", "OptNoneINTEL"),
    (Kind::CooperativeMatrixLayout, "RowMajorKHR", "RowMajor"),
    (Kind::CooperativeMatrixLayout, "ColumnMajorKHR", "ColumnMajor"),
    (Kind::CooperativeMatrixUse, "MatrixAKHR", "MatrixA"),
    (Kind::CooperativeMatrixUse, "MatrixBKHR", "MatrixB"),
    (Kind::CooperativeMatrixUse, "MatrixAccumulatorKHR", "MatrixAcc"),
    (Kind::CooperativeMatrixOperands, "MatrixASignedComponentsKHR", "ASigned"),
    (Kind::CooperativeMatrixOperands, "MatrixBSignedComponentsKHR", "BSigned"),
    (Kind::CooperativeMatrixOperands, "MatrixCSignedComponentsKHR", "CSigned"),
    (Kind::CooperativeMatrixOperands, "MatrixResultSignedComponentsKHR", "ResultSigned"),
    (Kind::CooperativeMatrixOperands, "SaturatingAccumulationKHR", "AccSat"),
    (Kind::GroupOperation, "PartitionedReduceEXT", "PartitionedReduceNV"),
    (Kind::GroupOperation, "PartitionedInclusiveScanEXT", "PartitionedInclusiveScanNV"),
    (Kind::GroupOperation, "PartitionedExclusiveScanEXT", "PartitionedExclusiveScanNV"),
];

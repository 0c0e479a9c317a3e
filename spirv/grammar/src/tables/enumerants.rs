//! The enumerants of all enumerations, by value: the operands of each, and the capabilities and extensions of which one
//! is required. Of a bit set, each bit is a row.

/// The tables of enumerants.
macro_rules! enumerants {
    ($($kind:ident {
        $($value:literal $name:literal [$($operands:tt)*] [$($capability:ident)*] [$($extension:literal)*];)*
    })*) => {
        /// The enumerants of a kind of operand, by value; none if it is not an enumeration.
        pub fn enumerants(kind: rspirv::grammar::OperandKind) -> &'static [crate::syntax::Enumerant] {
            match kind {
                $(rspirv::grammar::OperandKind::$kind => {
                    static ROWS: &[crate::syntax::Enumerant] = &[$(crate::syntax::Enumerant {
                        value: $value,
                        name: $name,
                        operands: crate::syntax::operands!($($operands)*),
                        capabilities: &[$(crate::Capability::$capability),*],
                        extensions: &[$($extension),*],
                    }),*];
                    ROWS
                })*
                _ => &[],
            }
        }
    };
}

enumerants! {
    SourceLanguage {
        0 "Unknown" [] [] [];
        1 "ESSL" [] [] [];
        2 "GLSL" [] [] [];
        3 "OpenCL_C" [] [] [];
        4 "OpenCL_CPP" [] [] [];
        5 "HLSL" [] [] [];
        6 "CPP_for_OpenCL" [] [] [];
        7 "SYCL" [] [] [];
        8 "HERO_C" [] [] [];
        9 "NZSL" [] [] [];
        10 "WGSL" [] [] [];
        11 "Slang" [] [] [];
        12 "Zig" [] [] [];
        13 "Rust" [] [] [];
        14 "Pred" [] [] [];
        15 "ApilaJai" [] [] [];
    }
    ExecutionModel {
        0 "Vertex" [] [Shader] [];
        1 "TessellationControl" [] [Tessellation] [];
        2 "TessellationEvaluation" [] [Tessellation] [];
        3 "Geometry" [] [Geometry] [];
        4 "Fragment" [] [Shader] [];
        5 "GLCompute" [] [Shader] [];
        6 "Kernel" [] [Kernel] [];
        5267 "TaskNV" [] [MeshShadingNV] [];
        5268 "MeshNV" [] [MeshShadingNV] [];
        5313 "RayGenerationKHR" [] [RayTracingNV RayTracingKHR] [];
        5314 "IntersectionKHR" [] [RayTracingNV RayTracingKHR] [];
        5315 "AnyHitKHR" [] [RayTracingNV RayTracingKHR] [];
        5316 "ClosestHitKHR" [] [RayTracingNV RayTracingKHR] [];
        5317 "MissKHR" [] [RayTracingNV RayTracingKHR] [];
        5318 "CallableKHR" [] [RayTracingNV RayTracingKHR] [];
        5364 "TaskEXT" [] [MeshShadingEXT] [];
        5365 "MeshEXT" [] [MeshShadingEXT] [];
    }
    AddressingModel {
        0 "Logical" [] [] [];
        1 "Physical32" [] [Addresses] [];
        2 "Physical64" [] [Addresses] [];
        5348 "PhysicalStorageBuffer64" [] [PhysicalStorageBufferAddresses] ["SPV_EXT_physical_storage_buffer" "SPV_KHR_physical_storage_buffer"];
    }
    MemoryModel {
        0 "Simple" [] [Shader] [];
        1 "GLSL450" [] [Shader] [];
        2 "OpenCL" [] [Kernel] [];
        3 "Vulkan" [] [VulkanMemoryModel] ["SPV_KHR_vulkan_memory_model"];
    }
    ExecutionMode {
        0 "Invocations" [One LiteralInteger] [Geometry] [];
        1 "SpacingEqual" [] [Tessellation] [];
        2 "SpacingFractionalEven" [] [Tessellation] [];
        3 "SpacingFractionalOdd" [] [Tessellation] [];
        4 "VertexOrderCw" [] [Tessellation] [];
        5 "VertexOrderCcw" [] [Tessellation] [];
        6 "PixelCenterInteger" [] [Shader] [];
        7 "OriginUpperLeft" [] [Shader] [];
        8 "OriginLowerLeft" [] [Shader] [];
        9 "EarlyFragmentTests" [] [Shader] [];
        10 "PointMode" [] [Tessellation] [];
        11 "Xfb" [] [TransformFeedback] [];
        12 "DepthReplacing" [] [Shader] [];
        14 "DepthGreater" [] [Shader] [];
        15 "DepthLess" [] [Shader] [];
        16 "DepthUnchanged" [] [Shader] [];
        17 "LocalSize" [One LiteralInteger, One LiteralInteger, One LiteralInteger] [] [];
        18 "LocalSizeHint" [One LiteralInteger, One LiteralInteger, One LiteralInteger] [Kernel] [];
        19 "InputPoints" [] [Geometry] [];
        20 "InputLines" [] [Geometry] [];
        21 "InputLinesAdjacency" [] [Geometry] [];
        22 "Triangles" [] [Geometry Tessellation] [];
        23 "InputTrianglesAdjacency" [] [Geometry] [];
        24 "Quads" [] [Tessellation] [];
        25 "Isolines" [] [Tessellation] [];
        26 "OutputVertices" [One LiteralInteger] [Geometry Tessellation MeshShadingNV MeshShadingEXT] [];
        27 "OutputPoints" [] [Geometry MeshShadingNV MeshShadingEXT] [];
        28 "OutputLineStrip" [] [Geometry] [];
        29 "OutputTriangleStrip" [] [Geometry] [];
        30 "VecTypeHint" [One LiteralInteger] [Kernel] [];
        31 "ContractionOff" [] [Kernel] [];
        33 "Initializer" [] [Kernel] [];
        34 "Finalizer" [] [Kernel] [];
        35 "SubgroupSize" [One LiteralInteger] [SubgroupDispatch] [];
        36 "SubgroupsPerWorkgroup" [One LiteralInteger] [SubgroupDispatch] [];
        37 "SubgroupsPerWorkgroupId" [One IdRef] [SubgroupDispatch] [];
        38 "LocalSizeId" [One IdRef, One IdRef, One IdRef] [] [];
        39 "LocalSizeHintId" [One IdRef, One IdRef, One IdRef] [Kernel] [];
        4169 "NonCoherentColorAttachmentReadEXT" [] [TileImageColorReadAccessEXT] [];
        4170 "NonCoherentDepthAttachmentReadEXT" [] [TileImageDepthReadAccessEXT] [];
        4171 "NonCoherentStencilAttachmentReadEXT" [] [TileImageStencilReadAccessEXT] [];
        4421 "SubgroupUniformControlFlowKHR" [] [Shader] ["SPV_KHR_subgroup_uniform_control_flow"];
        4446 "PostDepthCoverage" [] [SampleMaskPostDepthCoverage] ["SPV_KHR_post_depth_coverage"];
        4459 "DenormPreserve" [One LiteralInteger] [DenormPreserve] ["SPV_KHR_float_controls"];
        4460 "DenormFlushToZero" [One LiteralInteger] [DenormFlushToZero] ["SPV_KHR_float_controls"];
        4461 "SignedZeroInfNanPreserve" [One LiteralInteger] [SignedZeroInfNanPreserve] ["SPV_KHR_float_controls"];
        4462 "RoundingModeRTE" [One LiteralInteger] [RoundingModeRTE] ["SPV_KHR_float_controls"];
        4463 "RoundingModeRTZ" [One LiteralInteger] [RoundingModeRTZ] ["SPV_KHR_float_controls"];
        4489 "NonCoherentTileAttachmentReadQCOM" [] [TileShadingQCOM] [];
        4490 "TileShadingRateQCOM" [One LiteralInteger, One LiteralInteger, One LiteralInteger] [TileShadingQCOM] [];
        5017 "EarlyAndLateFragmentTestsAMD" [] [Shader] ["SPV_AMD_shader_early_and_late_fragment_tests"];
        5027 "StencilRefReplacingEXT" [] [StencilExportEXT] ["SPV_EXT_shader_stencil_export"];
        5069 "CoalescingAMDX" [] [ShaderEnqueueAMDX] [];
        5070 "IsApiEntryAMDX" [One IdRef] [ShaderEnqueueAMDX] [];
        5071 "MaxNodeRecursionAMDX" [One IdRef] [ShaderEnqueueAMDX] [];
        5072 "StaticNumWorkgroupsAMDX" [One IdRef, One IdRef, One IdRef] [ShaderEnqueueAMDX] [];
        5073 "ShaderIndexAMDX" [One IdRef] [ShaderEnqueueAMDX] [];
        5077 "MaxNumWorkgroupsAMDX" [One IdRef, One IdRef, One IdRef] [ShaderEnqueueAMDX] [];
        5079 "StencilRefUnchangedFrontAMD" [] [StencilExportEXT] ["SPV_AMD_shader_early_and_late_fragment_tests" "SPV_EXT_shader_stencil_export"];
        5080 "StencilRefGreaterFrontAMD" [] [StencilExportEXT] ["SPV_AMD_shader_early_and_late_fragment_tests" "SPV_EXT_shader_stencil_export"];
        5081 "StencilRefLessFrontAMD" [] [StencilExportEXT] ["SPV_AMD_shader_early_and_late_fragment_tests" "SPV_EXT_shader_stencil_export"];
        5082 "StencilRefUnchangedBackAMD" [] [StencilExportEXT] ["SPV_AMD_shader_early_and_late_fragment_tests" "SPV_EXT_shader_stencil_export"];
        5083 "StencilRefGreaterBackAMD" [] [StencilExportEXT] ["SPV_AMD_shader_early_and_late_fragment_tests" "SPV_EXT_shader_stencil_export"];
        5084 "StencilRefLessBackAMD" [] [StencilExportEXT] ["SPV_AMD_shader_early_and_late_fragment_tests" "SPV_EXT_shader_stencil_export"];
        5088 "QuadDerivativesKHR" [] [QuadControlKHR] [];
        5089 "RequireFullQuadsKHR" [] [QuadControlKHR] [];
        5102 "SharesInputWithAMDX" [One IdRef, One IdRef] [ShaderEnqueueAMDX] [];
        5157 "ArithmeticPoisonKHR" [] [PoisonFreezeKHR] [];
        5269 "OutputLinesEXT" [] [MeshShadingNV MeshShadingEXT] ["SPV_NV_mesh_shader" "SPV_EXT_mesh_shader"];
        5270 "OutputPrimitivesEXT" [One LiteralInteger] [MeshShadingNV MeshShadingEXT] ["SPV_NV_mesh_shader" "SPV_EXT_mesh_shader"];
        5289 "DerivativeGroupQuadsKHR" [] [ComputeDerivativeGroupQuadsKHR] ["SPV_NV_compute_shader_derivatives" "SPV_KHR_compute_shader_derivatives"];
        5290 "DerivativeGroupLinearKHR" [] [ComputeDerivativeGroupLinearKHR] ["SPV_NV_compute_shader_derivatives" "SPV_KHR_compute_shader_derivatives"];
        5298 "OutputTrianglesEXT" [] [MeshShadingNV MeshShadingEXT] ["SPV_NV_mesh_shader" "SPV_EXT_mesh_shader"];
        5366 "PixelInterlockOrderedEXT" [] [FragmentShaderPixelInterlockEXT] ["SPV_EXT_fragment_shader_interlock"];
        5367 "PixelInterlockUnorderedEXT" [] [FragmentShaderPixelInterlockEXT] ["SPV_EXT_fragment_shader_interlock"];
        5368 "SampleInterlockOrderedEXT" [] [FragmentShaderSampleInterlockEXT] ["SPV_EXT_fragment_shader_interlock"];
        5369 "SampleInterlockUnorderedEXT" [] [FragmentShaderSampleInterlockEXT] ["SPV_EXT_fragment_shader_interlock"];
        5370 "ShadingRateInterlockOrderedEXT" [] [FragmentShaderShadingRateInterlockEXT] ["SPV_EXT_fragment_shader_interlock"];
        5371 "ShadingRateInterlockUnorderedEXT" [] [FragmentShaderShadingRateInterlockEXT] ["SPV_EXT_fragment_shader_interlock"];
        5427 "Shader64BitIndexingEXT" [] [Shader64BitIndexingEXT] [];
        5618 "SharedLocalMemorySizeINTEL" [One LiteralInteger] [VectorComputeINTEL] [];
        5620 "RoundingModeRTPINTEL" [One LiteralInteger] [RoundToInfinityINTEL] [];
        5621 "RoundingModeRTNINTEL" [One LiteralInteger] [RoundToInfinityINTEL] [];
        5622 "FloatingPointModeALTINTEL" [One LiteralInteger] [RoundToInfinityINTEL] [];
        5623 "FloatingPointModeIEEEINTEL" [One LiteralInteger] [RoundToInfinityINTEL] [];
        5893 "MaxWorkgroupSizeINTEL" [One LiteralInteger, One LiteralInteger, One LiteralInteger] [KernelAttributesINTEL] ["SPV_INTEL_kernel_attributes"];
        5894 "MaxWorkDimINTEL" [One LiteralInteger] [KernelAttributesINTEL] ["SPV_INTEL_kernel_attributes"];
        5895 "NoGlobalOffsetINTEL" [] [KernelAttributesINTEL] ["SPV_INTEL_kernel_attributes"];
        5896 "NumSIMDWorkitemsINTEL" [One LiteralInteger] [FPGAKernelAttributesINTEL] ["SPV_INTEL_kernel_attributes"];
        5903 "SchedulerTargetFmaxMhzINTEL" [One LiteralInteger] [FPGAKernelAttributesINTEL] [];
        6023 "MaximallyReconvergesKHR" [] [Shader] ["SPV_KHR_maximal_reconvergence"];
        6028 "FPFastMathDefault" [One IdRef, One IdRef] [FloatControls2] [];
        6031 "OpacityMicromapIdKHR" [One IdRef] [RayTracingOpacityMicromapExecutionModeKHR] [];
        6154 "StreamingInterfaceINTEL" [One LiteralInteger] [FPGAKernelAttributesINTEL] [];
        6160 "RegisterMapInterfaceINTEL" [One LiteralInteger] [FPGAKernelAttributesv2INTEL] [];
        6417 "NamedBarrierCountINTEL" [One LiteralInteger] [VectorComputeINTEL] [];
        6461 "MaximumRegistersINTEL" [One LiteralInteger] [RegisterLimitsINTEL] [];
        6462 "MaximumRegistersIdINTEL" [One IdRef] [RegisterLimitsINTEL] [];
        6463 "NamedMaximumRegistersINTEL" [One NamedMaximumNumberOfRegisters] [RegisterLimitsINTEL] [];
    }
    StorageClass {
        0 "UniformConstant" [] [] [];
        1 "Input" [] [] [];
        2 "Uniform" [] [Shader] [];
        3 "Output" [] [Shader] [];
        4 "Workgroup" [] [] [];
        5 "CrossWorkgroup" [] [] [];
        6 "Private" [] [Shader VectorComputeINTEL] [];
        7 "Function" [] [] [];
        8 "Generic" [] [GenericPointer] [];
        9 "PushConstant" [] [Shader] [];
        10 "AtomicCounter" [] [AtomicStorage] [];
        11 "Image" [] [] [];
        12 "StorageBuffer" [] [Shader] ["SPV_KHR_storage_buffer_storage_class" "SPV_KHR_variable_pointers"];
        4172 "TileImageEXT" [] [TileImageColorReadAccessEXT] [];
        4491 "TileAttachmentQCOM" [] [TileShadingQCOM] [];
        5068 "NodePayloadAMDX" [] [ShaderEnqueueAMDX] [];
        5328 "CallableDataKHR" [] [RayTracingNV RayTracingKHR] ["SPV_NV_ray_tracing" "SPV_KHR_ray_tracing"];
        5329 "IncomingCallableDataKHR" [] [RayTracingNV RayTracingKHR] ["SPV_NV_ray_tracing" "SPV_KHR_ray_tracing"];
        5338 "RayPayloadKHR" [] [RayTracingNV RayTracingKHR] ["SPV_NV_ray_tracing" "SPV_KHR_ray_tracing"];
        5339 "HitAttributeKHR" [] [RayTracingNV RayTracingKHR] ["SPV_NV_ray_tracing" "SPV_KHR_ray_tracing"];
        5342 "IncomingRayPayloadKHR" [] [RayTracingNV RayTracingKHR] ["SPV_NV_ray_tracing" "SPV_KHR_ray_tracing"];
        5343 "ShaderRecordBufferKHR" [] [RayTracingNV RayTracingKHR] ["SPV_NV_ray_tracing" "SPV_KHR_ray_tracing"];
        5349 "PhysicalStorageBuffer" [] [PhysicalStorageBufferAddresses] ["SPV_EXT_physical_storage_buffer" "SPV_KHR_physical_storage_buffer"];
        5385 "HitObjectAttributeNV" [] [ShaderInvocationReorderNV] [];
        5402 "TaskPayloadWorkgroupEXT" [] [MeshShadingEXT] ["SPV_EXT_mesh_shader"];
        5411 "HitObjectAttributeEXT" [] [ShaderInvocationReorderEXT] [];
        5605 "CodeSectionINTEL" [] [FunctionPointersINTEL] ["SPV_INTEL_function_pointers"];
        5936 "DeviceOnlyALTERA" [] [USMStorageClassesALTERA] [];
        5937 "HostOnlyALTERA" [] [USMStorageClassesALTERA] [];
    }
    Dim {
        0 "Dim1D" [] [Sampled1D] [];
        1 "Dim2D" [] [] [];
        2 "Dim3D" [] [] [];
        3 "DimCube" [] [Shader] [];
        4 "DimRect" [] [SampledRect] [];
        5 "DimBuffer" [] [SampledBuffer] [];
        6 "DimSubpassData" [] [InputAttachment] [];
        4173 "DimTileImageDataEXT" [] [TileImageColorReadAccessEXT] [];
    }
    SamplerAddressingMode {
        0 "None" [] [] [];
        1 "ClampToEdge" [] [] [];
        2 "Clamp" [] [] [];
        3 "Repeat" [] [] [];
        4 "RepeatMirrored" [] [] [];
    }
    SamplerFilterMode {
        0 "Nearest" [] [] [];
        1 "Linear" [] [] [];
    }
    ImageFormat {
        0 "Unknown" [] [] [];
        1 "Rgba32f" [] [Shader] [];
        2 "Rgba16f" [] [Shader] [];
        3 "R32f" [] [Shader] [];
        4 "Rgba8" [] [Shader] [];
        5 "Rgba8Snorm" [] [Shader] [];
        6 "Rg32f" [] [StorageImageExtendedFormats] [];
        7 "Rg16f" [] [StorageImageExtendedFormats] [];
        8 "R11fG11fB10f" [] [StorageImageExtendedFormats] [];
        9 "R16f" [] [StorageImageExtendedFormats] [];
        10 "Rgba16" [] [StorageImageExtendedFormats] [];
        11 "Rgb10A2" [] [StorageImageExtendedFormats] [];
        12 "Rg16" [] [StorageImageExtendedFormats] [];
        13 "Rg8" [] [StorageImageExtendedFormats] [];
        14 "R16" [] [StorageImageExtendedFormats] [];
        15 "R8" [] [StorageImageExtendedFormats] [];
        16 "Rgba16Snorm" [] [StorageImageExtendedFormats] [];
        17 "Rg16Snorm" [] [StorageImageExtendedFormats] [];
        18 "Rg8Snorm" [] [StorageImageExtendedFormats] [];
        19 "R16Snorm" [] [StorageImageExtendedFormats] [];
        20 "R8Snorm" [] [StorageImageExtendedFormats] [];
        21 "Rgba32i" [] [Shader] [];
        22 "Rgba16i" [] [Shader] [];
        23 "Rgba8i" [] [Shader] [];
        24 "R32i" [] [Shader] [];
        25 "Rg32i" [] [StorageImageExtendedFormats] [];
        26 "Rg16i" [] [StorageImageExtendedFormats] [];
        27 "Rg8i" [] [StorageImageExtendedFormats] [];
        28 "R16i" [] [StorageImageExtendedFormats] [];
        29 "R8i" [] [StorageImageExtendedFormats] [];
        30 "Rgba32ui" [] [Shader] [];
        31 "Rgba16ui" [] [Shader] [];
        32 "Rgba8ui" [] [Shader] [];
        33 "R32ui" [] [Shader] [];
        34 "Rgb10a2ui" [] [StorageImageExtendedFormats] [];
        35 "Rg32ui" [] [StorageImageExtendedFormats] [];
        36 "Rg16ui" [] [StorageImageExtendedFormats] [];
        37 "Rg8ui" [] [StorageImageExtendedFormats] [];
        38 "R16ui" [] [StorageImageExtendedFormats] [];
        39 "R8ui" [] [StorageImageExtendedFormats] [];
        40 "R64ui" [] [Int64ImageEXT] [];
        41 "R64i" [] [Int64ImageEXT] [];
    }
    ImageChannelOrder {
        0 "R" [] [] [];
        1 "A" [] [] [];
        2 "RG" [] [] [];
        3 "RA" [] [] [];
        4 "RGB" [] [] [];
        5 "RGBA" [] [] [];
        6 "BGRA" [] [] [];
        7 "ARGB" [] [] [];
        8 "Intensity" [] [] [];
        9 "Luminance" [] [] [];
        10 "Rx" [] [] [];
        11 "RGx" [] [] [];
        12 "RGBx" [] [] [];
        13 "Depth" [] [] [];
        14 "DepthStencil" [] [] [];
        15 "sRGB" [] [] [];
        16 "sRGBx" [] [] [];
        17 "sRGBA" [] [] [];
        18 "sBGRA" [] [] [];
        19 "ABGR" [] [] [];
    }
    ImageChannelDataType {
        0 "SnormInt8" [] [] [];
        1 "SnormInt16" [] [] [];
        2 "UnormInt8" [] [] [];
        3 "UnormInt16" [] [] [];
        4 "UnormShort565" [] [] [];
        5 "UnormShort555" [] [] [];
        6 "UnormInt101010" [] [] [];
        7 "SignedInt8" [] [] [];
        8 "SignedInt16" [] [] [];
        9 "SignedInt32" [] [] [];
        10 "UnsignedInt8" [] [] [];
        11 "UnsignedInt16" [] [] [];
        12 "UnsignedInt32" [] [] [];
        13 "HalfFloat" [] [] [];
        14 "Float" [] [] [];
        15 "UnormInt24" [] [] [];
        16 "UnormInt101010_2" [] [] [];
        17 "UnormInt10X6EXT" [] [] [];
        19 "UnsignedIntRaw10EXT" [] [] [];
        20 "UnsignedIntRaw12EXT" [] [] [];
        21 "UnormInt2_101010EXT" [] [] [];
        22 "UnsignedInt10X6EXT" [] [] [];
        23 "UnsignedInt12X4EXT" [] [] [];
        24 "UnsignedInt14X2EXT" [] [] [];
        25 "UnormInt12X4EXT" [] [] [];
        26 "UnormInt14X2EXT" [] [] [];
    }
    FPRoundingMode {
        0 "RTE" [] [] [];
        1 "RTZ" [] [] [];
        2 "RTP" [] [] [];
        3 "RTN" [] [] [];
    }
    FPDenormMode {
        0 "Preserve" [] [FunctionFloatControlINTEL] [];
        1 "FlushToZero" [] [FunctionFloatControlINTEL] [];
    }
    QuantizationModes {
        0 "TRN" [] [ArbitraryPrecisionFixedPointALTERA] [];
        1 "TRN_ZERO" [] [ArbitraryPrecisionFixedPointALTERA] [];
        2 "RND" [] [ArbitraryPrecisionFixedPointALTERA] [];
        3 "RND_ZERO" [] [ArbitraryPrecisionFixedPointALTERA] [];
        4 "RND_INF" [] [ArbitraryPrecisionFixedPointALTERA] [];
        5 "RND_MIN_INF" [] [ArbitraryPrecisionFixedPointALTERA] [];
        6 "RND_CONV" [] [ArbitraryPrecisionFixedPointALTERA] [];
        7 "RND_CONV_ODD" [] [ArbitraryPrecisionFixedPointALTERA] [];
    }
    FPOperationMode {
        0 "IEEE" [] [FunctionFloatControlINTEL] [];
        1 "ALT" [] [FunctionFloatControlINTEL] [];
    }
    OverflowModes {
        0 "WRAP" [] [ArbitraryPrecisionFixedPointALTERA] [];
        1 "SAT" [] [ArbitraryPrecisionFixedPointALTERA] [];
        2 "SAT_ZERO" [] [ArbitraryPrecisionFixedPointALTERA] [];
        3 "SAT_SYM" [] [ArbitraryPrecisionFixedPointALTERA] [];
    }
    LinkageType {
        0 "Export" [] [Linkage] [];
        1 "Import" [] [Linkage] [];
        2 "LinkOnceODR" [] [Linkage] ["SPV_KHR_linkonce_odr"];
        3 "WeakAMD" [] [WeakLinkageAMD] [];
    }
    AccessQualifier {
        0 "ReadOnly" [] [Kernel] [];
        1 "WriteOnly" [] [Kernel] [];
        2 "ReadWrite" [] [Kernel] [];
    }
    HostAccessQualifier {
        0 "NoneINTEL" [] [GlobalVariableHostAccessINTEL] [];
        1 "ReadINTEL" [] [GlobalVariableHostAccessINTEL] [];
        2 "WriteINTEL" [] [GlobalVariableHostAccessINTEL] [];
        3 "ReadWriteINTEL" [] [GlobalVariableHostAccessINTEL] [];
    }
    FunctionParameterAttribute {
        0 "Zext" [] [Kernel] [];
        1 "Sext" [] [Kernel] [];
        2 "ByVal" [] [Kernel] [];
        3 "Sret" [] [Kernel] [];
        4 "NoAlias" [] [Kernel] [];
        5 "NoCapture" [] [Kernel] [];
        6 "NoWrite" [] [Kernel] [];
        7 "NoReadWrite" [] [Kernel] [];
        5940 "RuntimeAlignedALTERA" [] [RuntimeAlignedAttributeALTERA] [];
    }
    Decoration {
        0 "RelaxedPrecision" [] [Shader] [];
        1 "SpecId" [One LiteralInteger] [Shader Kernel] [];
        2 "Block" [] [Shader] [];
        3 "BufferBlock" [] [Shader] [];
        4 "RowMajor" [] [Matrix] [];
        5 "ColMajor" [] [Matrix] [];
        6 "ArrayStride" [One LiteralInteger] [Shader] [];
        7 "MatrixStride" [One LiteralInteger] [Matrix] [];
        8 "GLSLShared" [] [Shader] [];
        9 "GLSLPacked" [] [Shader] [];
        10 "CPacked" [] [Kernel] [];
        11 "BuiltIn" [One BuiltIn] [] [];
        13 "NoPerspective" [] [Shader] [];
        14 "Flat" [] [Shader] [];
        15 "Patch" [] [Tessellation] [];
        16 "Centroid" [] [Shader] [];
        17 "Sample" [] [SampleRateShading] [];
        18 "Invariant" [] [Shader] [];
        19 "Restrict" [] [] [];
        20 "Aliased" [] [] [];
        21 "Volatile" [] [] [];
        22 "Constant" [] [Kernel] [];
        23 "Coherent" [] [] [];
        24 "NonWritable" [] [] [];
        25 "NonReadable" [] [] [];
        26 "Uniform" [] [Shader UniformDecoration] [];
        27 "UniformId" [One IdScope] [Shader UniformDecoration] [];
        28 "SaturatedConversion" [] [Kernel] [];
        29 "Stream" [One LiteralInteger] [GeometryStreams] [];
        30 "Location" [One LiteralInteger] [Shader] [];
        31 "Component" [One LiteralInteger] [Shader] [];
        32 "Index" [One LiteralInteger] [Shader] [];
        33 "Binding" [One LiteralInteger] [Shader] [];
        34 "DescriptorSet" [One LiteralInteger] [Shader] [];
        35 "Offset" [One LiteralInteger] [Shader] [];
        36 "XfbBuffer" [One LiteralInteger] [TransformFeedback] [];
        37 "XfbStride" [One LiteralInteger] [TransformFeedback] [];
        38 "FuncParamAttr" [One FunctionParameterAttribute] [Kernel] [];
        39 "FPRoundingMode" [One FPRoundingMode] [] [];
        40 "FPFastMathMode" [One FPFastMathMode] [Kernel FloatControls2] [];
        41 "LinkageAttributes" [One LiteralString, One LinkageType] [Linkage] [];
        42 "NoContraction" [] [Shader] [];
        43 "InputAttachmentIndex" [One LiteralInteger] [InputAttachment] [];
        44 "Alignment" [One LiteralInteger] [Kernel] [];
        45 "MaxByteOffset" [One LiteralInteger] [Addresses] [];
        46 "AlignmentId" [One IdRef] [Kernel] [];
        47 "MaxByteOffsetId" [One IdRef] [Addresses] [];
        4216 "SaturatedToLargestFloat8NormalConversionEXT" [] [Float8EXT] [];
        4469 "NoSignedWrap" [] [] ["SPV_KHR_no_integer_wrap_decoration"];
        4470 "NoUnsignedWrap" [] [] ["SPV_KHR_no_integer_wrap_decoration"];
        4487 "WeightTextureQCOM" [] [] ["SPV_QCOM_image_processing"];
        4488 "BlockMatchTextureQCOM" [] [] ["SPV_QCOM_image_processing"];
        4499 "BlockMatchSamplerQCOM" [] [] ["SPV_QCOM_image_processing2"];
        4999 "ExplicitInterpAMD" [] [] ["SPV_AMD_shader_explicit_vertex_parameter"];
        5019 "NodeSharesPayloadLimitsWithAMDX" [One IdRef] [ShaderEnqueueAMDX] [];
        5020 "NodeMaxPayloadsAMDX" [One IdRef] [ShaderEnqueueAMDX] [];
        5078 "TrackFinishWritingAMDX" [] [ShaderEnqueueAMDX] [];
        5091 "PayloadNodeNameAMDX" [One IdRef] [ShaderEnqueueAMDX] [];
        5098 "PayloadNodeBaseIndexAMDX" [One IdRef] [ShaderEnqueueAMDX] [];
        5099 "PayloadNodeSparseArrayAMDX" [] [ShaderEnqueueAMDX] [];
        5100 "PayloadNodeArraySizeAMDX" [One IdRef] [ShaderEnqueueAMDX] [];
        5105 "PayloadDispatchIndirectAMDX" [] [ShaderEnqueueAMDX] [];
        5124 "ArrayStrideIdEXT" [One IdRef] [DescriptorHeapEXT] [];
        5125 "OffsetIdEXT" [One IdRef] [DescriptorHeapEXT] [];
        5145 "UTFEncodedKHR" [] [ConstantDataKHR] [];
        5248 "OverrideCoverageNV" [] [SampleMaskOverrideCoverageNV] ["SPV_NV_sample_mask_override_coverage"];
        5250 "PassthroughNV" [] [GeometryShaderPassthroughNV] ["SPV_NV_geometry_shader_passthrough"];
        5252 "ViewportRelativeNV" [] [ShaderViewportMaskNV] [];
        5256 "SecondaryViewportRelativeNV" [One LiteralInteger] [ShaderStereoViewNV] ["SPV_NV_stereo_view_rendering"];
        5271 "PerPrimitiveEXT" [] [MeshShadingNV MeshShadingEXT] ["SPV_NV_mesh_shader" "SPV_EXT_mesh_shader"];
        5272 "PerViewNV" [] [MeshShadingNV] ["SPV_NV_mesh_shader"];
        5273 "PerTaskNV" [] [MeshShadingNV] ["SPV_NV_mesh_shader"];
        5285 "PerVertexKHR" [] [FragmentBarycentricKHR] ["SPV_NV_fragment_shader_barycentric" "SPV_KHR_fragment_shader_barycentric"];
        5300 "NonUniform" [] [ShaderNonUniform] ["SPV_EXT_descriptor_indexing"];
        5355 "RestrictPointer" [] [PhysicalStorageBufferAddresses] ["SPV_EXT_physical_storage_buffer" "SPV_KHR_physical_storage_buffer"];
        5356 "AliasedPointer" [] [PhysicalStorageBufferAddresses] ["SPV_EXT_physical_storage_buffer" "SPV_KHR_physical_storage_buffer"];
        5358 "MemberOffsetNV" [One LiteralInteger] [PushConstantBanksNV] [];
        5386 "HitObjectShaderRecordBufferNV" [] [ShaderInvocationReorderNV] [];
        5389 "HitObjectShaderRecordBufferEXT" [] [ShaderInvocationReorderEXT] [];
        5397 "BankNV" [One LiteralInteger] [PushConstantBanksNV] [];
        5398 "BindlessSamplerNV" [] [BindlessTextureNV] [];
        5399 "BindlessImageNV" [] [BindlessTextureNV] [];
        5400 "BoundSamplerNV" [] [BindlessTextureNV] [];
        5401 "BoundImageNV" [] [BindlessTextureNV] [];
        5440 "CooperativeMatrixTransposeEXT" [] [CooperativeMatrixConversionsEXT] [];
        5599 "SIMTCallINTEL" [One LiteralInteger] [VectorComputeINTEL] [];
        5602 "ReferencedIndirectlyINTEL" [] [IndirectReferencesINTEL] ["SPV_INTEL_function_pointers"];
        5607 "ClobberINTEL" [One LiteralString] [AsmINTEL] [];
        5608 "SideEffectsINTEL" [] [AsmINTEL] [];
        5624 "VectorComputeVariableINTEL" [] [VectorComputeINTEL] [];
        5625 "FuncParamIOKindINTEL" [One LiteralInteger] [VectorComputeINTEL] [];
        5626 "VectorComputeFunctionINTEL" [] [VectorComputeINTEL] [];
        5627 "StackCallINTEL" [] [VectorComputeINTEL] [];
        5628 "GlobalVariableOffsetINTEL" [One LiteralInteger] [VectorComputeINTEL] [];
        5634 "CounterBuffer" [One IdRef] [] ["SPV_GOOGLE_hlsl_functionality1"];
        5635 "UserSemantic" [One LiteralString] [] ["SPV_GOOGLE_hlsl_functionality1"];
        5636 "UserTypeGOOGLE" [One LiteralString] [] ["SPV_GOOGLE_user_type"];
        5822 "FunctionRoundingModeINTEL" [One LiteralInteger, One FPRoundingMode] [FunctionFloatControlINTEL] [];
        5823 "FunctionDenormModeINTEL" [One LiteralInteger, One FPDenormMode] [FunctionFloatControlINTEL] [];
        5825 "RegisterALTERA" [] [FPGAMemoryAttributesALTERA] [];
        5826 "MemoryALTERA" [One LiteralString] [FPGAMemoryAttributesALTERA] [];
        5827 "NumbanksALTERA" [One LiteralInteger] [FPGAMemoryAttributesALTERA] [];
        5828 "BankwidthALTERA" [One LiteralInteger] [FPGAMemoryAttributesALTERA] [];
        5829 "MaxPrivateCopiesALTERA" [One LiteralInteger] [FPGAMemoryAttributesALTERA] [];
        5830 "SinglepumpALTERA" [] [FPGAMemoryAttributesALTERA] [];
        5831 "DoublepumpALTERA" [] [FPGAMemoryAttributesALTERA] [];
        5832 "MaxReplicatesALTERA" [One LiteralInteger] [FPGAMemoryAttributesALTERA] [];
        5833 "SimpleDualPortALTERA" [] [FPGAMemoryAttributesALTERA] [];
        5834 "MergeALTERA" [One LiteralString, One LiteralString] [FPGAMemoryAttributesALTERA] [];
        5835 "BankBitsALTERA" [ZeroOrMore LiteralInteger] [FPGAMemoryAttributesALTERA] [];
        5836 "ForcePow2DepthALTERA" [One LiteralInteger] [FPGAMemoryAttributesALTERA] [];
        5883 "StridesizeALTERA" [One LiteralInteger] [FPGAMemoryAttributesALTERA] [];
        5884 "WordsizeALTERA" [One LiteralInteger] [FPGAMemoryAttributesALTERA] [];
        5885 "TrueDualPortALTERA" [] [FPGAMemoryAttributesALTERA] [];
        5899 "BurstCoalesceALTERA" [] [FPGAMemoryAccessesALTERA] [];
        5900 "CacheSizeALTERA" [One LiteralInteger] [FPGAMemoryAccessesALTERA] [];
        5901 "DontStaticallyCoalesceALTERA" [] [FPGAMemoryAccessesALTERA] [];
        5902 "PrefetchALTERA" [One LiteralInteger] [FPGAMemoryAccessesALTERA] [];
        5905 "StallEnableALTERA" [] [FPGAClusterAttributesALTERA] [];
        5907 "FuseLoopsInFunctionALTERA" [] [LoopFuseALTERA] [];
        5909 "MathOpDSPModeALTERA" [One LiteralInteger, One LiteralInteger] [FPGADSPControlALTERA] [];
        5914 "AliasScopeINTEL" [One IdRef] [MemoryAccessAliasingINTEL] [];
        5915 "NoAliasINTEL" [One IdRef] [MemoryAccessAliasingINTEL] [];
        5917 "InitiationIntervalALTERA" [One LiteralInteger] [FPGAInvocationPipeliningAttributesALTERA] [];
        5918 "MaxConcurrencyALTERA" [One LiteralInteger] [FPGAInvocationPipeliningAttributesALTERA] [];
        5919 "PipelineEnableALTERA" [One LiteralInteger] [FPGAInvocationPipeliningAttributesALTERA] [];
        5921 "BufferLocationALTERA" [One LiteralInteger] [FPGABufferLocationALTERA] [];
        5944 "IOPipeStorageALTERA" [One LiteralInteger] [IOPipesALTERA] [];
        6080 "FunctionFloatingPointModeINTEL" [One LiteralInteger, One FPOperationMode] [FunctionFloatControlINTEL] [];
        6085 "SingleElementVectorINTEL" [] [VectorComputeINTEL] [];
        6087 "VectorComputeCallableFunctionINTEL" [] [VectorComputeINTEL] [];
        6140 "MediaBlockIOINTEL" [] [VectorComputeINTEL] [];
        6151 "StallFreeALTERA" [] [FPGAClusterAttributesV2ALTERA] [];
        6170 "FPMaxErrorDecorationINTEL" [One LiteralFloat] [FPMaxErrorINTEL] [];
        6172 "LatencyControlLabelALTERA" [One LiteralInteger] [FPGALatencyControlALTERA] [];
        6173 "LatencyControlConstraintALTERA" [One LiteralInteger, One LiteralInteger, One LiteralInteger] [FPGALatencyControlALTERA] [];
        6175 "ConduitKernelArgumentALTERA" [] [FPGAArgumentInterfacesALTERA] [];
        6176 "RegisterMapKernelArgumentALTERA" [] [FPGAArgumentInterfacesALTERA] [];
        6177 "MMHostInterfaceAddressWidthALTERA" [One LiteralInteger] [FPGAArgumentInterfacesALTERA] [];
        6178 "MMHostInterfaceDataWidthALTERA" [One LiteralInteger] [FPGAArgumentInterfacesALTERA] [];
        6179 "MMHostInterfaceLatencyALTERA" [One LiteralInteger] [FPGAArgumentInterfacesALTERA] [];
        6180 "MMHostInterfaceReadWriteModeALTERA" [One AccessQualifier] [FPGAArgumentInterfacesALTERA] [];
        6181 "MMHostInterfaceMaxBurstALTERA" [One LiteralInteger] [FPGAArgumentInterfacesALTERA] [];
        6182 "MMHostInterfaceWaitRequestALTERA" [One LiteralInteger] [FPGAArgumentInterfacesALTERA] [];
        6183 "StableKernelArgumentALTERA" [] [FPGAArgumentInterfacesALTERA] [];
        6188 "HostAccessINTEL" [One HostAccessQualifier, One LiteralString] [GlobalVariableHostAccessINTEL] [];
        6190 "InitModeALTERA" [One InitializationModeQualifier] [GlobalVariableFPGADecorationsALTERA] [];
        6191 "ImplementInRegisterMapALTERA" [One LiteralInteger] [GlobalVariableFPGADecorationsALTERA] [];
        6247 "ConditionalINTEL" [One IdRef] [SpecConditionalINTEL] [];
        6442 "CacheControlLoadINTEL" [One LiteralInteger, One LoadCacheControl] [CacheControlsINTEL] [];
        6443 "CacheControlStoreINTEL" [One LiteralInteger, One StoreCacheControl] [CacheControlsINTEL] [];
        7040 "IntrinsicSAMSUNG" [One LiteralInteger] [IntrinsicSAMSUNG] [];
    }
    BuiltIn {
        0 "Position" [] [Shader] [];
        1 "PointSize" [] [Shader] [];
        3 "ClipDistance" [] [ClipDistance] [];
        4 "CullDistance" [] [CullDistance] [];
        5 "VertexId" [] [Shader] [];
        6 "InstanceId" [] [Shader] [];
        7 "PrimitiveId" [] [Geometry Tessellation RayTracingNV RayTracingKHR MeshShadingNV MeshShadingEXT] [];
        8 "InvocationId" [] [Geometry Tessellation] [];
        9 "Layer" [] [Geometry ShaderLayer ShaderViewportIndexLayerEXT MeshShadingNV MeshShadingEXT] [];
        10 "ViewportIndex" [] [MultiViewport ShaderViewportIndex ShaderViewportIndexLayerEXT MeshShadingNV MeshShadingEXT] [];
        11 "TessLevelOuter" [] [Tessellation] [];
        12 "TessLevelInner" [] [Tessellation] [];
        13 "TessCoord" [] [Tessellation] [];
        14 "PatchVertices" [] [Tessellation] [];
        15 "FragCoord" [] [Shader] [];
        16 "PointCoord" [] [Shader] [];
        17 "FrontFacing" [] [Shader] [];
        18 "SampleId" [] [SampleRateShading] [];
        19 "SamplePosition" [] [SampleRateShading] [];
        20 "SampleMask" [] [Shader] [];
        22 "FragDepth" [] [Shader] [];
        23 "HelperInvocation" [] [Shader] [];
        24 "NumWorkgroups" [] [] [];
        25 "WorkgroupSize" [] [] [];
        26 "WorkgroupId" [] [] [];
        27 "LocalInvocationId" [] [] [];
        28 "GlobalInvocationId" [] [] [];
        29 "LocalInvocationIndex" [] [] [];
        30 "WorkDim" [] [Kernel] [];
        31 "GlobalSize" [] [Kernel] [];
        32 "EnqueuedWorkgroupSize" [] [Kernel] [];
        33 "GlobalOffset" [] [Kernel] [];
        34 "GlobalLinearId" [] [Kernel] [];
        36 "SubgroupSize" [] [Kernel GroupNonUniform SubgroupBallotKHR] [];
        37 "SubgroupMaxSize" [] [Kernel] [];
        38 "NumSubgroups" [] [Kernel GroupNonUniform] [];
        39 "NumEnqueuedSubgroups" [] [Kernel] [];
        40 "SubgroupId" [] [Kernel GroupNonUniform] [];
        41 "SubgroupLocalInvocationId" [] [Kernel GroupNonUniform SubgroupBallotKHR] [];
        42 "VertexIndex" [] [Shader] [];
        43 "InstanceIndex" [] [Shader] [];
        4160 "CoreIDARM" [] [CoreBuiltinsARM] [];
        4161 "CoreCountARM" [] [CoreBuiltinsARM] [];
        4162 "CoreMaxIDARM" [] [CoreBuiltinsARM] [];
        4163 "WarpIDARM" [] [CoreBuiltinsARM] [];
        4164 "WarpMaxIDARM" [] [CoreBuiltinsARM] [];
        4416 "SubgroupEqMask" [] [SubgroupBallotKHR GroupNonUniformBallot] ["SPV_KHR_shader_ballot"];
        4417 "SubgroupGeMask" [] [SubgroupBallotKHR GroupNonUniformBallot] ["SPV_KHR_shader_ballot"];
        4418 "SubgroupGtMask" [] [SubgroupBallotKHR GroupNonUniformBallot] ["SPV_KHR_shader_ballot"];
        4419 "SubgroupLeMask" [] [SubgroupBallotKHR GroupNonUniformBallot] ["SPV_KHR_shader_ballot"];
        4420 "SubgroupLtMask" [] [SubgroupBallotKHR GroupNonUniformBallot] ["SPV_KHR_shader_ballot"];
        4424 "BaseVertex" [] [DrawParameters] ["SPV_KHR_shader_draw_parameters"];
        4425 "BaseInstance" [] [DrawParameters] ["SPV_KHR_shader_draw_parameters"];
        4426 "DrawIndex" [] [DrawParameters MeshShadingNV MeshShadingEXT] ["SPV_KHR_shader_draw_parameters" "SPV_NV_mesh_shader" "SPV_EXT_mesh_shader"];
        4432 "PrimitiveShadingRateKHR" [] [FragmentShadingRateKHR] ["SPV_KHR_fragment_shading_rate"];
        4438 "DeviceIndex" [] [DeviceGroup] ["SPV_KHR_device_group"];
        4440 "ViewIndex" [] [MultiView] ["SPV_KHR_multiview"];
        4444 "ShadingRateKHR" [] [FragmentShadingRateKHR] ["SPV_KHR_fragment_shading_rate"];
        4492 "TileOffsetQCOM" [] [TileShadingQCOM] [];
        4493 "TileDimensionQCOM" [] [TileShadingQCOM] [];
        4494 "TileApronSizeQCOM" [] [TileShadingQCOM] [];
        4992 "BaryCoordNoPerspAMD" [] [] ["SPV_AMD_shader_explicit_vertex_parameter"];
        4993 "BaryCoordNoPerspCentroidAMD" [] [] ["SPV_AMD_shader_explicit_vertex_parameter"];
        4994 "BaryCoordNoPerspSampleAMD" [] [] ["SPV_AMD_shader_explicit_vertex_parameter"];
        4995 "BaryCoordSmoothAMD" [] [] ["SPV_AMD_shader_explicit_vertex_parameter"];
        4996 "BaryCoordSmoothCentroidAMD" [] [] ["SPV_AMD_shader_explicit_vertex_parameter"];
        4997 "BaryCoordSmoothSampleAMD" [] [] ["SPV_AMD_shader_explicit_vertex_parameter"];
        4998 "BaryCoordPullModelAMD" [] [] ["SPV_AMD_shader_explicit_vertex_parameter"];
        5014 "FragStencilRefEXT" [] [StencilExportEXT] ["SPV_EXT_shader_stencil_export"];
        5021 "RemainingRecursionLevelsAMDX" [] [ShaderEnqueueAMDX] [];
        5073 "ShaderIndexAMDX" [] [ShaderEnqueueAMDX] [];
        5122 "SamplerHeapEXT" [] [DescriptorHeapEXT] [];
        5123 "ResourceHeapEXT" [] [DescriptorHeapEXT] [];
        5253 "ViewportMaskNV" [] [ShaderViewportMaskNV MeshShadingNV] ["SPV_NV_viewport_array2" "SPV_NV_mesh_shader"];
        5257 "SecondaryPositionNV" [] [ShaderStereoViewNV] ["SPV_NV_stereo_view_rendering"];
        5258 "SecondaryViewportMaskNV" [] [ShaderStereoViewNV] ["SPV_NV_stereo_view_rendering"];
        5261 "PositionPerViewNV" [] [PerViewAttributesNV MeshShadingNV] ["SPV_NVX_multiview_per_view_attributes" "SPV_NV_mesh_shader"];
        5262 "ViewportMaskPerViewNV" [] [PerViewAttributesNV MeshShadingNV] ["SPV_NVX_multiview_per_view_attributes" "SPV_NV_mesh_shader"];
        5264 "FullyCoveredEXT" [] [FragmentFullyCoveredEXT] ["SPV_EXT_fragment_fully_covered"];
        5274 "TaskCountNV" [] [MeshShadingNV] ["SPV_NV_mesh_shader"];
        5275 "PrimitiveCountNV" [] [MeshShadingNV] ["SPV_NV_mesh_shader"];
        5276 "PrimitiveIndicesNV" [] [MeshShadingNV] ["SPV_NV_mesh_shader"];
        5277 "ClipDistancePerViewNV" [] [MeshShadingNV] ["SPV_NV_mesh_shader"];
        5278 "CullDistancePerViewNV" [] [MeshShadingNV] ["SPV_NV_mesh_shader"];
        5279 "LayerPerViewNV" [] [MeshShadingNV] ["SPV_NV_mesh_shader"];
        5280 "MeshViewCountNV" [] [MeshShadingNV] ["SPV_NV_mesh_shader"];
        5281 "MeshViewIndicesNV" [] [MeshShadingNV] ["SPV_NV_mesh_shader"];
        5286 "BaryCoordKHR" [] [FragmentBarycentricKHR] ["SPV_NV_fragment_shader_barycentric" "SPV_KHR_fragment_shader_barycentric"];
        5287 "BaryCoordNoPerspKHR" [] [FragmentBarycentricKHR] ["SPV_NV_fragment_shader_barycentric" "SPV_KHR_fragment_shader_barycentric"];
        5292 "FragSizeEXT" [] [FragmentDensityEXT] ["SPV_EXT_fragment_invocation_density" "SPV_NV_shading_rate"];
        5293 "FragInvocationCountEXT" [] [FragmentDensityEXT] ["SPV_EXT_fragment_invocation_density" "SPV_NV_shading_rate"];
        5294 "PrimitivePointIndicesEXT" [] [MeshShadingEXT] ["SPV_EXT_mesh_shader"];
        5295 "PrimitiveLineIndicesEXT" [] [MeshShadingEXT] ["SPV_EXT_mesh_shader"];
        5296 "PrimitiveTriangleIndicesEXT" [] [MeshShadingEXT] ["SPV_EXT_mesh_shader"];
        5299 "CullPrimitiveEXT" [] [MeshShadingEXT] ["SPV_EXT_mesh_shader"];
        5319 "LaunchIdKHR" [] [RayTracingNV RayTracingKHR] ["SPV_NV_ray_tracing" "SPV_KHR_ray_tracing"];
        5320 "LaunchSizeKHR" [] [RayTracingNV RayTracingKHR] ["SPV_NV_ray_tracing" "SPV_KHR_ray_tracing"];
        5321 "WorldRayOriginKHR" [] [RayTracingNV RayTracingKHR] ["SPV_NV_ray_tracing" "SPV_KHR_ray_tracing"];
        5322 "WorldRayDirectionKHR" [] [RayTracingNV RayTracingKHR] ["SPV_NV_ray_tracing" "SPV_KHR_ray_tracing"];
        5323 "ObjectRayOriginKHR" [] [RayTracingNV RayTracingKHR] ["SPV_NV_ray_tracing" "SPV_KHR_ray_tracing"];
        5324 "ObjectRayDirectionKHR" [] [RayTracingNV RayTracingKHR] ["SPV_NV_ray_tracing" "SPV_KHR_ray_tracing"];
        5325 "RayTminKHR" [] [RayTracingNV RayTracingKHR] ["SPV_NV_ray_tracing" "SPV_KHR_ray_tracing"];
        5326 "RayTmaxKHR" [] [RayTracingNV RayTracingKHR] ["SPV_NV_ray_tracing" "SPV_KHR_ray_tracing"];
        5327 "InstanceCustomIndexKHR" [] [RayTracingNV RayTracingKHR] ["SPV_NV_ray_tracing" "SPV_KHR_ray_tracing"];
        5330 "ObjectToWorldKHR" [] [RayTracingNV RayTracingKHR] ["SPV_NV_ray_tracing" "SPV_KHR_ray_tracing"];
        5331 "WorldToObjectKHR" [] [RayTracingNV RayTracingKHR] ["SPV_NV_ray_tracing" "SPV_KHR_ray_tracing"];
        5332 "HitTNV" [] [RayTracingNV] ["SPV_NV_ray_tracing"];
        5333 "HitKindKHR" [] [RayTracingNV RayTracingKHR] ["SPV_NV_ray_tracing" "SPV_KHR_ray_tracing"];
        5334 "CurrentRayTimeNV" [] [RayTracingMotionBlurNV] ["SPV_NV_ray_tracing_motion_blur"];
        5335 "HitTriangleVertexPositionsKHR" [] [RayTracingPositionFetchKHR] [];
        5337 "HitMicroTriangleVertexPositionsNV" [] [RayTracingDisplacementMicromapNV] [];
        5344 "HitMicroTriangleVertexBarycentricsNV" [] [RayTracingDisplacementMicromapNV] [];
        5351 "IncomingRayFlagsKHR" [] [RayTracingNV RayTracingKHR] ["SPV_NV_ray_tracing" "SPV_KHR_ray_tracing"];
        5352 "RayGeometryIndexKHR" [] [RayTracingKHR] ["SPV_KHR_ray_tracing"];
        5359 "HitIsSphereNV" [] [RayTracingSpheresGeometryNV] ["SPV_NV_linear_swept_spheres"];
        5360 "HitIsLSSNV" [] [RayTracingLinearSweptSpheresGeometryNV] ["SPV_NV_linear_swept_spheres"];
        5361 "HitSpherePositionNV" [] [RayTracingSpheresGeometryNV] ["SPV_NV_linear_swept_spheres"];
        5374 "WarpsPerSMNV" [] [ShaderSMBuiltinsNV] ["SPV_NV_shader_sm_builtins"];
        5375 "SMCountNV" [] [ShaderSMBuiltinsNV] ["SPV_NV_shader_sm_builtins"];
        5376 "WarpIDNV" [] [ShaderSMBuiltinsNV] ["SPV_NV_shader_sm_builtins"];
        5377 "SMIDNV" [] [ShaderSMBuiltinsNV] ["SPV_NV_shader_sm_builtins"];
        5396 "HitLSSPositionsNV" [] [RayTracingLinearSweptSpheresGeometryNV] ["SPV_NV_linear_swept_spheres"];
        5405 "HitKindFrontFacingMicroTriangleNV" [] [RayTracingDisplacementMicromapNV] [];
        5406 "HitKindBackFacingMicroTriangleNV" [] [RayTracingDisplacementMicromapNV] [];
        5420 "HitSphereRadiusNV" [] [RayTracingSpheresGeometryNV] ["SPV_NV_linear_swept_spheres"];
        5421 "HitLSSRadiiNV" [] [RayTracingLinearSweptSpheresGeometryNV] ["SPV_NV_linear_swept_spheres"];
        5436 "ClusterIDNV" [] [RayTracingClusterAccelerationStructureNV] ["SPV_NV_cluster_acceleration_structure"];
        6021 "CullMaskKHR" [] [RayCullMaskKHR] ["SPV_KHR_ray_cull_mask"];
    }
    Scope {
        0 "CrossDevice" [] [] [];
        1 "Device" [] [] [];
        2 "Workgroup" [] [] [];
        3 "Subgroup" [] [] [];
        4 "Invocation" [] [] [];
        5 "QueueFamily" [] [VulkanMemoryModel] [];
        6 "ShaderCallKHR" [] [RayTracingKHR] [];
    }
    GroupOperation {
        0 "Reduce" [] [Kernel GroupNonUniformArithmetic GroupNonUniformBallot] [];
        1 "InclusiveScan" [] [Kernel GroupNonUniformArithmetic GroupNonUniformBallot] [];
        2 "ExclusiveScan" [] [Kernel GroupNonUniformArithmetic GroupNonUniformBallot] [];
        3 "ClusteredReduce" [] [GroupNonUniformClustered] [];
        6 "PartitionedReduceEXT" [] [GroupNonUniformPartitionedEXT] [];
        7 "PartitionedInclusiveScanEXT" [] [GroupNonUniformPartitionedEXT] [];
        8 "PartitionedExclusiveScanEXT" [] [GroupNonUniformPartitionedEXT] [];
    }
    KernelEnqueueFlags {
        0 "NoWait" [] [Kernel] [];
        1 "WaitKernel" [] [Kernel] [];
        2 "WaitWorkGroup" [] [Kernel] [];
    }
    Capability {
        0 "Matrix" [] [] [];
        1 "Shader" [] [Matrix] [];
        2 "Geometry" [] [Shader] [];
        3 "Tessellation" [] [Shader] [];
        4 "Addresses" [] [] [];
        5 "Linkage" [] [] [];
        6 "Kernel" [] [] [];
        7 "Vector16" [] [Kernel] [];
        8 "Float16Buffer" [] [Kernel] [];
        9 "Float16" [] [] [];
        10 "Float64" [] [] [];
        11 "Int64" [] [] [];
        12 "Int64Atomics" [] [Int64] [];
        13 "ImageBasic" [] [Kernel] [];
        14 "ImageReadWrite" [] [ImageBasic] [];
        15 "ImageMipmap" [] [ImageBasic] [];
        17 "Pipes" [] [Kernel] [];
        18 "Groups" [] [] ["SPV_AMD_shader_ballot"];
        19 "DeviceEnqueue" [] [Kernel] [];
        20 "LiteralSampler" [] [Kernel] [];
        21 "AtomicStorage" [] [Shader] [];
        22 "Int16" [] [] [];
        23 "TessellationPointSize" [] [Tessellation] [];
        24 "GeometryPointSize" [] [Geometry] [];
        25 "ImageGatherExtended" [] [Shader] [];
        27 "StorageImageMultisample" [] [Shader] [];
        28 "UniformBufferArrayDynamicIndexing" [] [Shader] [];
        29 "SampledImageArrayDynamicIndexing" [] [Shader] [];
        30 "StorageBufferArrayDynamicIndexing" [] [Shader] [];
        31 "StorageImageArrayDynamicIndexing" [] [Shader] [];
        32 "ClipDistance" [] [Shader] [];
        33 "CullDistance" [] [Shader] [];
        34 "ImageCubeArray" [] [SampledCubeArray] [];
        35 "SampleRateShading" [] [Shader] [];
        36 "ImageRect" [] [SampledRect] [];
        37 "SampledRect" [] [Shader] [];
        38 "GenericPointer" [] [Addresses] [];
        39 "Int8" [] [] [];
        40 "InputAttachment" [] [Shader] [];
        41 "SparseResidency" [] [Shader] [];
        42 "MinLod" [] [Shader] [];
        43 "Sampled1D" [] [] [];
        44 "Image1D" [] [Sampled1D] [];
        45 "SampledCubeArray" [] [Shader] [];
        46 "SampledBuffer" [] [] [];
        47 "ImageBuffer" [] [SampledBuffer] [];
        48 "ImageMSArray" [] [Shader] [];
        49 "StorageImageExtendedFormats" [] [Shader] [];
        50 "ImageQuery" [] [Shader] [];
        51 "DerivativeControl" [] [Shader] [];
        52 "InterpolationFunction" [] [Shader] [];
        53 "TransformFeedback" [] [Shader] [];
        54 "GeometryStreams" [] [Geometry] [];
        55 "StorageImageReadWithoutFormat" [] [Shader] [];
        56 "StorageImageWriteWithoutFormat" [] [Shader] [];
        57 "MultiViewport" [] [Geometry] [];
        58 "SubgroupDispatch" [] [DeviceEnqueue] [];
        59 "NamedBarrier" [] [Kernel] [];
        60 "PipeStorage" [] [Pipes] [];
        61 "GroupNonUniform" [] [] [];
        62 "GroupNonUniformVote" [] [GroupNonUniform] [];
        63 "GroupNonUniformArithmetic" [] [GroupNonUniform] [];
        64 "GroupNonUniformBallot" [] [GroupNonUniform] [];
        65 "GroupNonUniformShuffle" [] [GroupNonUniform] [];
        66 "GroupNonUniformShuffleRelative" [] [GroupNonUniform] [];
        67 "GroupNonUniformClustered" [] [GroupNonUniform] [];
        68 "GroupNonUniformQuad" [] [GroupNonUniform] [];
        69 "ShaderLayer" [] [] [];
        70 "ShaderViewportIndex" [] [] [];
        71 "UniformDecoration" [] [] [];
        4165 "CoreBuiltinsARM" [] [] ["SPV_ARM_core_builtins"];
        4166 "TileImageColorReadAccessEXT" [] [] ["SPV_EXT_shader_tile_image"];
        4167 "TileImageDepthReadAccessEXT" [] [] ["SPV_EXT_shader_tile_image"];
        4168 "TileImageStencilReadAccessEXT" [] [] ["SPV_EXT_shader_tile_image"];
        4174 "TensorsARM" [] [] ["SPV_ARM_tensors"];
        4175 "StorageTensorArrayDynamicIndexingARM" [] [] ["SPV_ARM_tensors"];
        4176 "StorageTensorArrayNonUniformIndexingARM" [] [] ["SPV_ARM_tensors"];
        4191 "GraphARM" [] [] ["SPV_ARM_graph"];
        4201 "CooperativeMatrixLayoutsARM" [] [] ["SPV_ARM_cooperative_matrix_layouts"];
        4212 "Float8EXT" [] [] ["SPV_EXT_float8"];
        4213 "Float8CooperativeMatrixEXT" [] [Float8EXT CooperativeMatrixKHR] ["SPV_EXT_float8"];
        4228 "Float6EXT" [] [] ["SPV_EXT_ocp_microscaling_types"];
        4229 "Float4EXT" [] [] ["SPV_EXT_ocp_microscaling_types"];
        4230 "Float8UnsignedE8M0EXT" [] [] ["SPV_EXT_ocp_microscaling_types"];
        4231 "MXInt8EXT" [] [] ["SPV_EXT_ocp_microscaling_types"];
        4232 "BitcastExtractEXT" [] [] ["SPV_EXT_ocp_microscaling_types"];
        4422 "FragmentShadingRateKHR" [] [Shader] ["SPV_KHR_fragment_shading_rate"];
        4423 "SubgroupBallotKHR" [] [] ["SPV_KHR_shader_ballot"];
        4427 "DrawParameters" [] [Shader] ["SPV_KHR_shader_draw_parameters"];
        4428 "WorkgroupMemoryExplicitLayoutKHR" [] [Shader] ["SPV_KHR_workgroup_memory_explicit_layout"];
        4429 "WorkgroupMemoryExplicitLayout8BitAccessKHR" [] [WorkgroupMemoryExplicitLayoutKHR] ["SPV_KHR_workgroup_memory_explicit_layout"];
        4430 "WorkgroupMemoryExplicitLayout16BitAccessKHR" [] [WorkgroupMemoryExplicitLayoutKHR] ["SPV_KHR_workgroup_memory_explicit_layout"];
        4431 "SubgroupVoteKHR" [] [] ["SPV_KHR_subgroup_vote"];
        4433 "StorageBuffer16BitAccess" [] [] ["SPV_KHR_16bit_storage"];
        4434 "UniformAndStorageBuffer16BitAccess" [] [StorageBuffer16BitAccess] ["SPV_KHR_16bit_storage"];
        4435 "StoragePushConstant16" [] [] ["SPV_KHR_16bit_storage"];
        4436 "StorageInputOutput16" [] [] ["SPV_KHR_16bit_storage"];
        4437 "DeviceGroup" [] [] ["SPV_KHR_device_group"];
        4439 "MultiView" [] [Shader] ["SPV_KHR_multiview"];
        4441 "VariablePointersStorageBuffer" [] [Shader] ["SPV_KHR_variable_pointers"];
        4442 "VariablePointers" [] [VariablePointersStorageBuffer] ["SPV_KHR_variable_pointers"];
        4445 "AtomicStorageOps" [] [AtomicStorage] ["SPV_KHR_shader_atomic_counter_ops"];
        4447 "SampleMaskPostDepthCoverage" [] [] ["SPV_KHR_post_depth_coverage"];
        4448 "StorageBuffer8BitAccess" [] [] ["SPV_KHR_8bit_storage"];
        4449 "UniformAndStorageBuffer8BitAccess" [] [StorageBuffer8BitAccess] ["SPV_KHR_8bit_storage"];
        4450 "StoragePushConstant8" [] [] ["SPV_KHR_8bit_storage"];
        4464 "DenormPreserve" [] [] ["SPV_KHR_float_controls"];
        4465 "DenormFlushToZero" [] [] ["SPV_KHR_float_controls"];
        4466 "SignedZeroInfNanPreserve" [] [] ["SPV_KHR_float_controls"];
        4467 "RoundingModeRTE" [] [] ["SPV_KHR_float_controls"];
        4468 "RoundingModeRTZ" [] [] ["SPV_KHR_float_controls"];
        4471 "RayQueryProvisionalKHR" [] [Shader] ["SPV_KHR_ray_query"];
        4472 "RayQueryKHR" [] [Shader] ["SPV_KHR_ray_query"];
        4473 "UntypedPointersKHR" [] [] ["SPV_KHR_untyped_pointers"];
        4478 "RayTraversalPrimitiveCullingKHR" [] [RayQueryKHR RayTracingKHR] ["SPV_KHR_ray_query" "SPV_KHR_ray_tracing"];
        4479 "RayTracingKHR" [] [Shader] ["SPV_KHR_ray_tracing"];
        4484 "TextureSampleWeightedQCOM" [] [] ["SPV_QCOM_image_processing"];
        4485 "TextureBoxFilterQCOM" [] [] ["SPV_QCOM_image_processing"];
        4486 "TextureBlockMatchQCOM" [] [] ["SPV_QCOM_image_processing"];
        4495 "TileShadingQCOM" [] [Shader] ["SPV_QCOM_tile_shading"];
        4496 "CooperativeMatrixConversionQCOM" [] [CooperativeMatrixKHR] ["SPV_QCOM_cooperative_matrix_conversion"];
        4498 "TextureBlockMatch2QCOM" [] [] ["SPV_QCOM_image_processing2"];
        4539 "MultipleWaitQueuesQCOM" [] [] ["SPV_QCOM_multiple_wait_queues"];
        4543 "ImageGatherLinearQCOM" [] [] ["SPV_QCOM_image_processing3"];
        4544 "ImageGatherExtendedModesQCOM" [] [] ["SPV_QCOM_image_processing3"];
        5008 "Float16ImageAMD" [] [Shader] ["SPV_AMD_gpu_shader_half_float_fetch"];
        5009 "ImageGatherBiasLodAMD" [] [Shader] ["SPV_AMD_texture_gather_bias_lod"];
        5010 "FragmentMaskAMD" [] [Shader] ["SPV_AMD_shader_fragment_mask"];
        5013 "StencilExportEXT" [] [Shader] ["SPV_EXT_shader_stencil_export"];
        5015 "ImageReadWriteLodAMD" [] [Shader] ["SPV_AMD_shader_image_load_store_lod"];
        5016 "Int64ImageEXT" [] [Int64] ["SPV_EXT_shader_image_int64"];
        5055 "ShaderClockKHR" [] [] ["SPV_KHR_shader_clock"];
        5067 "ShaderEnqueueAMDX" [] [Shader] ["SPV_AMDX_shader_enqueue"];
        5087 "QuadControlKHR" [] [] ["SPV_KHR_quad_control"];
        5112 "Int4TypeINTEL" [] [] ["SPV_INTEL_int4"];
        5114 "Int4CooperativeMatrixINTEL" [] [Int4TypeINTEL CooperativeMatrixKHR] ["SPV_INTEL_int4"];
        5116 "BFloat16TypeKHR" [] [] ["SPV_KHR_bfloat16"];
        5117 "BFloat16DotProductKHR" [] [BFloat16TypeKHR] ["SPV_KHR_bfloat16"];
        5118 "BFloat16CooperativeMatrixKHR" [] [BFloat16TypeKHR CooperativeMatrixKHR] ["SPV_KHR_bfloat16"];
        5120 "AbortKHR" [] [] ["SPV_KHR_abort"];
        5128 "DescriptorHeapEXT" [] [UntypedPointersKHR] ["SPV_EXT_descriptor_heap"];
        5146 "ConstantDataKHR" [] [] ["SPV_KHR_constant_data"];
        5156 "PoisonFreezeKHR" [] [] ["SPV_KHR_poison_freeze"];
        5181 "WeakLinkageAMD" [] [Linkage] ["SPV_AMD_weak_linkage"];
        5249 "SampleMaskOverrideCoverageNV" [] [SampleRateShading] ["SPV_NV_sample_mask_override_coverage"];
        5251 "GeometryShaderPassthroughNV" [] [Geometry] ["SPV_NV_geometry_shader_passthrough"];
        5254 "ShaderViewportIndexLayerEXT" [] [MultiViewport] ["SPV_EXT_shader_viewport_index_layer" "SPV_NV_viewport_array2"];
        5255 "ShaderViewportMaskNV" [] [ShaderViewportIndexLayerEXT] ["SPV_NV_viewport_array2"];
        5259 "ShaderStereoViewNV" [] [ShaderViewportMaskNV] ["SPV_NV_stereo_view_rendering"];
        5260 "PerViewAttributesNV" [] [MultiView] ["SPV_NVX_multiview_per_view_attributes"];
        5265 "FragmentFullyCoveredEXT" [] [Shader] ["SPV_EXT_fragment_fully_covered"];
        5266 "MeshShadingNV" [] [Shader] ["SPV_NV_mesh_shader"];
        5282 "ImageFootprintNV" [] [] ["SPV_NV_shader_image_footprint"];
        5283 "MeshShadingEXT" [] [Shader] ["SPV_EXT_mesh_shader"];
        5284 "FragmentBarycentricKHR" [] [] ["SPV_NV_fragment_shader_barycentric" "SPV_KHR_fragment_shader_barycentric"];
        5288 "ComputeDerivativeGroupQuadsKHR" [] [Shader] ["SPV_NV_compute_shader_derivatives" "SPV_KHR_compute_shader_derivatives"];
        5291 "FragmentDensityEXT" [] [Shader] ["SPV_EXT_fragment_invocation_density" "SPV_NV_shading_rate"];
        5297 "GroupNonUniformPartitionedEXT" [] [] ["SPV_NV_shader_subgroup_partitioned" "SPV_EXT_shader_subgroup_partitioned"];
        5301 "ShaderNonUniform" [] [Shader] ["SPV_EXT_descriptor_indexing"];
        5302 "RuntimeDescriptorArray" [] [Shader] ["SPV_EXT_descriptor_indexing"];
        5303 "InputAttachmentArrayDynamicIndexing" [] [InputAttachment] ["SPV_EXT_descriptor_indexing"];
        5304 "UniformTexelBufferArrayDynamicIndexing" [] [SampledBuffer] ["SPV_EXT_descriptor_indexing"];
        5305 "StorageTexelBufferArrayDynamicIndexing" [] [ImageBuffer] ["SPV_EXT_descriptor_indexing"];
        5306 "UniformBufferArrayNonUniformIndexing" [] [ShaderNonUniform] ["SPV_EXT_descriptor_indexing"];
        5307 "SampledImageArrayNonUniformIndexing" [] [ShaderNonUniform] ["SPV_EXT_descriptor_indexing"];
        5308 "StorageBufferArrayNonUniformIndexing" [] [ShaderNonUniform] ["SPV_EXT_descriptor_indexing"];
        5309 "StorageImageArrayNonUniformIndexing" [] [ShaderNonUniform] ["SPV_EXT_descriptor_indexing"];
        5310 "InputAttachmentArrayNonUniformIndexing" [] [InputAttachment ShaderNonUniform] ["SPV_EXT_descriptor_indexing"];
        5311 "UniformTexelBufferArrayNonUniformIndexing" [] [SampledBuffer ShaderNonUniform] ["SPV_EXT_descriptor_indexing"];
        5312 "StorageTexelBufferArrayNonUniformIndexing" [] [ImageBuffer ShaderNonUniform] ["SPV_EXT_descriptor_indexing"];
        5336 "RayTracingPositionFetchKHR" [] [Shader] ["SPV_KHR_ray_tracing_position_fetch"];
        5340 "RayTracingNV" [] [Shader] ["SPV_NV_ray_tracing"];
        5341 "RayTracingMotionBlurNV" [] [Shader] ["SPV_NV_ray_tracing_motion_blur"];
        5345 "VulkanMemoryModel" [] [] ["SPV_KHR_vulkan_memory_model"];
        5346 "VulkanMemoryModelDeviceScope" [] [] ["SPV_KHR_vulkan_memory_model"];
        5347 "PhysicalStorageBufferAddresses" [] [Shader] ["SPV_EXT_physical_storage_buffer" "SPV_KHR_physical_storage_buffer"];
        5350 "ComputeDerivativeGroupLinearKHR" [] [Shader] ["SPV_NV_compute_shader_derivatives" "SPV_KHR_compute_shader_derivatives"];
        5353 "RayTracingProvisionalKHR" [] [Shader] ["SPV_KHR_ray_tracing"];
        5357 "CooperativeMatrixNV" [] [Shader] ["SPV_NV_cooperative_matrix"];
        5363 "FragmentShaderSampleInterlockEXT" [] [Shader] ["SPV_EXT_fragment_shader_interlock"];
        5372 "FragmentShaderShadingRateInterlockEXT" [] [Shader] ["SPV_EXT_fragment_shader_interlock"];
        5373 "ShaderSMBuiltinsNV" [] [Shader] ["SPV_NV_shader_sm_builtins"];
        5378 "FragmentShaderPixelInterlockEXT" [] [Shader] ["SPV_EXT_fragment_shader_interlock"];
        5379 "DemoteToHelperInvocation" [] [Shader] ["SPV_EXT_demote_to_helper_invocation"];
        5380 "DisplacementMicromapNV" [] [Shader] ["SPV_NV_displacement_micromap"];
        5381 "RayTracingOpacityMicromapEXT" [] [Shader] ["SPV_KHR_opacity_micromap" "SPV_EXT_opacity_micromap"];
        5383 "ShaderInvocationReorderNV" [] [RayTracingKHR] ["SPV_NV_shader_invocation_reorder"];
        5388 "ShaderInvocationReorderEXT" [] [RayTracingKHR] ["SPV_EXT_shader_invocation_reorder"];
        5390 "BindlessTextureNV" [] [] ["SPV_NV_bindless_texture"];
        5391 "RayQueryPositionFetchKHR" [] [Shader] ["SPV_KHR_ray_tracing_position_fetch"];
        5394 "CooperativeVectorNV" [] [] ["SPV_NV_cooperative_vector"];
        5404 "AtomicFloat16VectorNV" [] [] ["SPV_NV_shader_atomic_fp16_vector"];
        5409 "RayTracingDisplacementMicromapNV" [] [RayTracingKHR] ["SPV_NV_displacement_micromap"];
        5414 "RawAccessChainsNV" [] [] ["SPV_NV_raw_access_chains"];
        5418 "RayTracingSpheresGeometryNV" [] [] ["SPV_NV_linear_swept_spheres"];
        5419 "RayTracingLinearSweptSpheresGeometryNV" [] [] ["SPV_NV_linear_swept_spheres"];
        5423 "PushConstantBanksNV" [] [Shader] ["SPV_NV_push_constant_bank"];
        5425 "LongVectorEXT" [] [] ["SPV_EXT_long_vector"];
        5426 "Shader64BitIndexingEXT" [] [] ["SPV_EXT_shader_64bit_indexing"];
        5429 "CooperativeMatrixConversionsEXT" [] [] ["SPV_EXT_cooperative_matrix_maintenance1"];
        5430 "CooperativeMatrixReductionsNV" [] [] ["SPV_EXT_cooperative_matrix_maintenance1" "SPV_NV_cooperative_matrix2"];
        5431 "CooperativeMatrixConversionsNV" [] [] ["SPV_NV_cooperative_matrix2"];
        5432 "CooperativeMatrixPerElementOperationsNV" [] [] ["SPV_EXT_cooperative_matrix_maintenance1" "SPV_NV_cooperative_matrix2"];
        5433 "CooperativeMatrixTensorAddressingNV" [] [] ["SPV_NV_cooperative_matrix2"];
        5434 "CooperativeMatrixBlockLoadsNV" [] [] ["SPV_NV_cooperative_matrix2"];
        5435 "CooperativeVectorTrainingNV" [] [] ["SPV_NV_cooperative_vector"];
        5437 "RayTracingClusterAccelerationStructureNV" [] [RayTracingKHR] ["SPV_NV_cluster_acceleration_structure"];
        5438 "CooperativeMatrixGetCoordinateEXT" [] [] ["SPV_EXT_cooperative_matrix_maintenance1"];
        5439 "TensorAddressingNV" [] [] ["SPV_NV_tensor_addressing"];
        5447 "CooperativeMatrixDecodeVectorNV" [] [CooperativeMatrixBlockLoadsNV] ["SPV_NV_cooperative_matrix_decode_vector"];
        5568 "SubgroupShuffleINTEL" [] [] ["SPV_INTEL_subgroups"];
        5569 "SubgroupBufferBlockIOINTEL" [] [] ["SPV_INTEL_subgroups"];
        5570 "SubgroupImageBlockIOINTEL" [] [] ["SPV_INTEL_subgroups"];
        5579 "SubgroupImageMediaBlockIOINTEL" [] [] ["SPV_INTEL_media_block_io"];
        5582 "RoundToInfinityINTEL" [] [] ["SPV_INTEL_float_controls2"];
        5583 "FloatingPointModeINTEL" [] [] ["SPV_INTEL_float_controls2"];
        5584 "IntegerFunctions2INTEL" [] [] ["SPV_INTEL_shader_integer_functions2"];
        5603 "FunctionPointersINTEL" [] [] ["SPV_INTEL_function_pointers"];
        5604 "IndirectReferencesINTEL" [] [] ["SPV_INTEL_function_pointers"];
        5606 "AsmINTEL" [] [] ["SPV_INTEL_inline_assembly"];
        5612 "AtomicFloat32MinMaxEXT" [] [] ["SPV_EXT_shader_atomic_float_min_max"];
        5613 "AtomicFloat64MinMaxEXT" [] [] ["SPV_EXT_shader_atomic_float_min_max"];
        5616 "AtomicFloat16MinMaxEXT" [] [] ["SPV_EXT_shader_atomic_float_min_max"];
        5617 "VectorComputeINTEL" [] [VectorAnyINTEL] ["SPV_INTEL_vector_compute"];
        5619 "VectorAnyINTEL" [] [] ["SPV_INTEL_vector_compute"];
        5629 "ExpectAssumeKHR" [] [] ["SPV_KHR_expect_assume"];
        5696 "SubgroupAvcMotionEstimationINTEL" [] [] ["SPV_INTEL_device_side_avc_motion_estimation"];
        5697 "SubgroupAvcMotionEstimationIntraINTEL" [] [] ["SPV_INTEL_device_side_avc_motion_estimation"];
        5698 "SubgroupAvcMotionEstimationChromaINTEL" [] [] ["SPV_INTEL_device_side_avc_motion_estimation"];
        5817 "VariableLengthArrayINTEL" [] [] ["SPV_INTEL_variable_length_array"];
        5821 "FunctionFloatControlINTEL" [] [] ["SPV_INTEL_float_controls2"];
        5824 "FPGAMemoryAttributesALTERA" [] [] ["SPV_ALTERA_fpga_memory_attributes" "SPV_INTEL_fpga_memory_attributes"];
        5837 "FPFastMathModeINTEL" [] [Kernel] ["SPV_INTEL_fp_fast_math_mode"];
        5844 "ArbitraryPrecisionIntegersALTERA" [] [] ["SPV_ALTERA_arbitrary_precision_integers" "SPV_INTEL_arbitrary_precision_integers"];
        5845 "ArbitraryPrecisionFloatingPointALTERA" [] [] ["SPV_ALTERA_arbitrary_precision_floating_point" "SPV_INTEL_arbitrary_precision_floating_point"];
        5886 "UnstructuredLoopControlsINTEL" [] [] ["SPV_INTEL_unstructured_loop_controls"];
        5888 "FPGALoopControlsALTERA" [] [] ["SPV_ALTERA_fpga_loop_controls" "SPV_INTEL_fpga_loop_controls"];
        5892 "KernelAttributesINTEL" [] [] ["SPV_INTEL_kernel_attributes"];
        5897 "FPGAKernelAttributesINTEL" [] [] ["SPV_INTEL_kernel_attributes"];
        5898 "FPGAMemoryAccessesALTERA" [] [] ["SPV_ALTERA_fpga_memory_accesses" "SPV_INTEL_fpga_memory_accesses"];
        5904 "FPGAClusterAttributesALTERA" [] [] ["SPV_ALTERA_fpga_cluster_attributes" "SPV_INTEL_fpga_cluster_attributes"];
        5906 "LoopFuseALTERA" [] [] ["SPV_ALTERA_loop_fuse" "SPV_INTEL_loop_fuse"];
        5908 "FPGADSPControlALTERA" [] [] ["SPV_ALTERA_fpga_dsp_control" "SPV_INTEL_fpga_dsp_control"];
        5910 "MemoryAccessAliasingINTEL" [] [] ["SPV_INTEL_memory_access_aliasing"];
        5916 "FPGAInvocationPipeliningAttributesALTERA" [] [] ["SPV_ALTERA_fpga_invocation_pipelining_attributes" "SPV_INTEL_fpga_invocation_pipelining_attributes"];
        5920 "FPGABufferLocationALTERA" [] [] ["SPV_ALTERA_fpga_buffer_location" "SPV_INTEL_fpga_buffer_location"];
        5922 "ArbitraryPrecisionFixedPointALTERA" [] [] ["SPV_ALTERA_arbitrary_precision_fixed_point" "SPV_INTEL_arbitrary_precision_fixed_point"];
        5935 "USMStorageClassesALTERA" [] [] ["SPV_ALTERA_usm_storage_classes" "SPV_INTEL_usm_storage_classes"];
        5939 "RuntimeAlignedAttributeALTERA" [] [] ["SPV_ALTERA_runtime_aligned" "SPV_INTEL_runtime_aligned"];
        5943 "IOPipesALTERA" [] [] ["SPV_ALTERA_io_pipes" "SPV_INTEL_io_pipes"];
        5945 "BlockingPipesALTERA" [] [] ["SPV_ALTERA_blocking_pipes" "SPV_INTEL_blocking_pipes"];
        5948 "FPGARegALTERA" [] [] ["SPV_ALTERA_fpga_reg" "SPV_INTEL_fpga_reg"];
        6016 "DotProductInputAll" [] [] ["SPV_KHR_integer_dot_product"];
        6017 "DotProductInput4x8Bit" [] [Int8] ["SPV_KHR_integer_dot_product"];
        6018 "DotProductInput4x8BitPacked" [] [] ["SPV_KHR_integer_dot_product"];
        6019 "DotProduct" [] [] ["SPV_KHR_integer_dot_product"];
        6020 "RayCullMaskKHR" [] [] ["SPV_KHR_ray_cull_mask"];
        6022 "CooperativeMatrixKHR" [] [] ["SPV_KHR_cooperative_matrix"];
        6024 "ReplicatedCompositesEXT" [] [] ["SPV_EXT_replicated_composites"];
        6025 "BitInstructions" [] [] ["SPV_KHR_bit_instructions"];
        6026 "GroupNonUniformRotateKHR" [] [GroupNonUniform] ["SPV_KHR_subgroup_rotate"];
        6029 "FloatControls2" [] [] ["SPV_KHR_float_controls2"];
        6030 "FMAKHR" [] [] ["SPV_KHR_fma"];
        6032 "RayTracingOpacityMicromapExecutionModeKHR" [] [Shader] ["SPV_KHR_opacity_micromap"];
        6033 "AtomicFloat32AddEXT" [] [] ["SPV_EXT_shader_atomic_float_add"];
        6034 "AtomicFloat64AddEXT" [] [] ["SPV_EXT_shader_atomic_float_add"];
        6089 "LongCompositesINTEL" [] [] ["SPV_INTEL_long_composites"];
        6094 "OptNoneEXT" [] [] ["SPV_EXT_optnone" "SPV_INTEL_optnone"];
        6095 "AtomicFloat16AddEXT" [] [] ["SPV_EXT_shader_atomic_float16_add"];
        6114 "DebugInfoModuleINTEL" [] [] ["SPV_INTEL_debug_module"];
        6115 "BFloat16ConversionINTEL" [] [] ["SPV_INTEL_bfloat16_conversion"];
        6141 "SplitBarrierINTEL" [] [] ["SPV_EXT_split_barrier" "SPV_INTEL_split_barrier"];
        6144 "ArithmeticFenceEXT" [] [] ["SPV_EXT_arithmetic_fence"];
        6150 "FPGAClusterAttributesV2ALTERA" [] [FPGAClusterAttributesALTERA] ["SPV_ALTERA_fpga_cluster_attributes" "SPV_INTEL_fpga_cluster_attributes"];
        6161 "FPGAKernelAttributesv2INTEL" [] [FPGAKernelAttributesINTEL] ["SPV_INTEL_kernel_attributes"];
        6162 "TaskSequenceALTERA" [] [] ["SPV_ALTERA_task_sequence" "SPV_INTEL_task_sequence"];
        6169 "FPMaxErrorINTEL" [] [] ["SPV_INTEL_fp_max_error"];
        6171 "FPGALatencyControlALTERA" [] [] ["SPV_ALTERA_fpga_latency_control" "SPV_INTEL_fpga_latency_control"];
        6174 "FPGAArgumentInterfacesALTERA" [] [] ["SPV_ALTERA_fpga_argument_interfaces" "SPV_INTEL_fpga_argument_interfaces"];
        6187 "GlobalVariableHostAccessINTEL" [] [] ["SPV_INTEL_global_variable_host_access"];
        6189 "GlobalVariableFPGADecorationsALTERA" [] [] ["SPV_ALTERA_global_variable_fpga_decorations" "SPV_INTEL_global_variable_fpga_decorations"];
        6220 "SubgroupBufferPrefetchINTEL" [] [] ["SPV_INTEL_subgroup_buffer_prefetch"];
        6228 "Subgroup2DBlockIOINTEL" [] [] ["SPV_INTEL_2d_block_io"];
        6229 "Subgroup2DBlockTransformINTEL" [] [Subgroup2DBlockIOINTEL] ["SPV_INTEL_2d_block_io"];
        6230 "Subgroup2DBlockTransposeINTEL" [] [Subgroup2DBlockIOINTEL] ["SPV_INTEL_2d_block_io"];
        6236 "SubgroupMatrixMultiplyAccumulateINTEL" [] [] ["SPV_INTEL_subgroup_matrix_multiply_accumulate"];
        6241 "TernaryBitwiseFunctionINTEL" [] [] ["SPV_INTEL_ternary_bitwise_function"];
        6243 "UntypedVariableLengthArrayINTEL" [] [VariableLengthArrayINTEL UntypedPointersKHR] ["SPV_INTEL_variable_length_array"];
        6245 "SpecConditionalINTEL" [] [] ["SPV_INTEL_function_variants"];
        6246 "FunctionVariantsINTEL" [] [SpecConditionalINTEL] ["SPV_INTEL_function_variants"];
        6257 "PredicatedIOINTEL" [] [] ["SPV_INTEL_predicated_io"];
        6265 "RoundedDivideSqrtINTEL" [] [] ["SPV_INTEL_rounded_divide_sqrt"];
        6400 "GroupUniformArithmeticKHR" [] [] ["SPV_KHR_uniform_group_instructions"];
        6425 "TensorFloat32RoundingINTEL" [] [] ["SPV_INTEL_tensor_float32_conversion"];
        6427 "MaskedGatherScatterINTEL" [] [] ["SPV_INTEL_masked_gather_scatter"];
        6441 "CacheControlsINTEL" [] [] ["SPV_INTEL_cache_controls"];
        6460 "RegisterLimitsINTEL" [] [] ["SPV_INTEL_maximum_registers"];
        6528 "BindlessImagesINTEL" [] [] ["SPV_INTEL_bindless_images"];
        6912 "DotProductFloat16AccFloat32VALVE" [] [Float16] ["SPV_VALVE_mixed_float_dot_product"];
        6913 "DotProductFloat16AccFloat16VALVE" [] [Float16] ["SPV_VALVE_mixed_float_dot_product"];
        6914 "DotProductBFloat16AccVALVE" [] [BFloat16TypeKHR] ["SPV_VALVE_mixed_float_dot_product"];
        6915 "DotProductFloat8AccFloat32VALVE" [] [Float8EXT] ["SPV_VALVE_mixed_float_dot_product"];
        7041 "IntrinsicSAMSUNG" [] [] ["SPV_SAMSUNG_intrinsic"];
    }
    RayQueryIntersection {
        0 "RayQueryCandidateIntersectionKHR" [] [RayQueryKHR] [];
        1 "RayQueryCommittedIntersectionKHR" [] [RayQueryKHR] [];
    }
    RayQueryCommittedIntersectionType {
        0 "RayQueryCommittedIntersectionNoneKHR" [] [RayQueryKHR] [];
        1 "RayQueryCommittedIntersectionTriangleKHR" [] [RayQueryKHR] [];
        2 "RayQueryCommittedIntersectionGeneratedKHR" [] [RayQueryKHR] [];
    }
    RayQueryCandidateIntersectionType {
        0 "RayQueryCandidateIntersectionTriangleKHR" [] [RayQueryKHR] [];
        1 "RayQueryCandidateIntersectionAABBKHR" [] [RayQueryKHR] [];
    }
    PackedVectorFormat {
        0 "PackedVectorFormat4x8Bit" [] [] ["SPV_KHR_integer_dot_product"];
    }
    CooperativeMatrixLayout {
        0 "RowMajorKHR" [] [] [];
        1 "ColumnMajorKHR" [] [] [];
        4202 "RowBlockedInterleavedARM" [] [CooperativeMatrixLayoutsARM] [];
        4203 "ColumnBlockedInterleavedARM" [] [CooperativeMatrixLayoutsARM] [];
    }
    CooperativeMatrixUse {
        0 "MatrixAKHR" [] [] [];
        1 "MatrixBKHR" [] [] [];
        2 "MatrixAccumulatorKHR" [] [] [];
    }
    TensorClampMode {
        0 "Undefined" [] [] [];
        1 "Constant" [] [] [];
        2 "ClampToEdge" [] [] [];
        3 "Repeat" [] [] [];
        4 "RepeatMirrored" [] [] [];
    }
    InitializationModeQualifier {
        0 "InitOnDeviceReprogramALTERA" [] [GlobalVariableFPGADecorationsALTERA] [];
        1 "InitOnDeviceResetALTERA" [] [GlobalVariableFPGADecorationsALTERA] [];
    }
    LoadCacheControl {
        0 "UncachedINTEL" [] [CacheControlsINTEL] [];
        1 "CachedINTEL" [] [CacheControlsINTEL] [];
        2 "StreamingINTEL" [] [CacheControlsINTEL] [];
        3 "InvalidateAfterReadINTEL" [] [CacheControlsINTEL] [];
        4 "ConstCachedINTEL" [] [CacheControlsINTEL] [];
    }
    StoreCacheControl {
        0 "UncachedINTEL" [] [CacheControlsINTEL] [];
        1 "WriteThroughINTEL" [] [CacheControlsINTEL] [];
        2 "WriteBackINTEL" [] [CacheControlsINTEL] [];
        3 "StreamingINTEL" [] [CacheControlsINTEL] [];
    }
    NamedMaximumNumberOfRegisters {
        0 "AutoINTEL" [] [RegisterLimitsINTEL] [];
    }
    FPEncoding {
        0 "BFloat16KHR" [] [BFloat16TypeKHR] [];
        4214 "Float8E4M3EXT" [] [Float8EXT] [];
        4215 "Float8E5M2EXT" [] [Float8EXT] [];
        4223 "Float6E2M3EXT" [] [Float6EXT] [];
        4224 "Float6E3M2EXT" [] [Float6EXT] [];
        4225 "Float4E2M1EXT" [] [Float4EXT] [];
        4226 "Float8UnsignedE8M0EXT" [] [Float8UnsignedE8M0EXT] [];
        4227 "MXInt8EXT" [] [MXInt8EXT] [];
    }
    CooperativeVectorMatrixLayout {
        0 "RowMajorNV" [] [] [];
        1 "ColumnMajorNV" [] [] [];
        2 "InferencingOptimalNV" [] [] [];
        3 "TrainingOptimalNV" [] [] [];
    }
    ComponentType {
        0 "Float16NV" [] [] [];
        1 "Float32NV" [] [] [];
        2 "Float64NV" [] [] [];
        3 "SignedInt8NV" [] [] [];
        4 "SignedInt16NV" [] [] [];
        5 "SignedInt32NV" [] [] [];
        6 "SignedInt64NV" [] [] [];
        7 "UnsignedInt8NV" [] [] [];
        8 "UnsignedInt16NV" [] [] [];
        9 "UnsignedInt32NV" [] [] [];
        10 "UnsignedInt64NV" [] [] [];
        1000491000 "SignedInt8PackedNV" [] [] [];
        1000491001 "UnsignedInt8PackedNV" [] [] [];
        1000491002 "FloatE4M3NV" [] [] [];
        1000491003 "FloatE5M2NV" [] [] [];
    }
    ImageOperands {
        1 "Bias" [One IdRef] [Shader] [];
        2 "Lod" [One IdRef] [] [];
        4 "Grad" [One IdRef, One IdRef] [] [];
        8 "ConstOffset" [One IdRef] [] [];
        16 "Offset" [One IdRef] [ImageGatherExtended] [];
        32 "ConstOffsets" [One IdRef] [ImageGatherExtended] [];
        64 "Sample" [One IdRef] [] [];
        128 "MinLod" [One IdRef] [MinLod] [];
        256 "MakeTexelAvailable" [One IdScope] [VulkanMemoryModel] ["SPV_KHR_vulkan_memory_model"];
        512 "MakeTexelVisible" [One IdScope] [VulkanMemoryModel] ["SPV_KHR_vulkan_memory_model"];
        1024 "NonPrivateTexel" [] [VulkanMemoryModel] ["SPV_KHR_vulkan_memory_model"];
        2048 "VolatileTexel" [] [VulkanMemoryModel] ["SPV_KHR_vulkan_memory_model"];
        4096 "SignExtend" [] [] [];
        8192 "ZeroExtend" [] [] [];
        16384 "Nontemporal" [] [] [];
        65536 "Offsets" [One IdRef] [] [];
    }
    FPFastMathMode {
        1 "NotNaN" [] [] [];
        2 "NotInf" [] [] [];
        4 "NSZ" [] [] [];
        8 "AllowRecip" [] [] [];
        16 "Fast" [] [] [];
        65536 "AllowContract" [] [FloatControls2 FPFastMathModeINTEL] [];
        131072 "AllowReassoc" [] [FloatControls2 FPFastMathModeINTEL] [];
        262144 "AllowTransform" [] [FloatControls2] [];
    }
    SelectionControl {
        1 "Flatten" [] [] [];
        2 "DontFlatten" [] [] [];
    }
    LoopControl {
        1 "Unroll" [] [] [];
        2 "DontUnroll" [] [] [];
        4 "DependencyInfinite" [] [] [];
        8 "DependencyLength" [One LiteralInteger] [] [];
        16 "MinIterations" [One LiteralInteger] [] [];
        32 "MaxIterations" [One LiteralInteger] [] [];
        64 "IterationMultiple" [One LiteralInteger] [] [];
        128 "PeelCount" [One LiteralInteger] [] [];
        256 "PartialCount" [One LiteralInteger] [] [];
        65536 "InitiationIntervalALTERA" [One LiteralInteger] [FPGALoopControlsALTERA] [];
        131072 "MaxConcurrencyALTERA" [One LiteralInteger] [FPGALoopControlsALTERA] [];
        262144 "DependencyArrayALTERA" [One LiteralInteger] [FPGALoopControlsALTERA] [];
        524288 "PipelineEnableALTERA" [One LiteralInteger] [FPGALoopControlsALTERA] [];
        1048576 "LoopCoalesceALTERA" [One LiteralInteger] [FPGALoopControlsALTERA] [];
        2097152 "MaxInterleavingALTERA" [One LiteralInteger] [FPGALoopControlsALTERA] [];
        4194304 "SpeculatedIterationsALTERA" [One LiteralInteger] [FPGALoopControlsALTERA] [];
        8388608 "NoFusionALTERA" [] [FPGALoopControlsALTERA] [];
        16777216 "LoopCountALTERA" [One LiteralInteger] [FPGALoopControlsALTERA] [];
        33554432 "MaxReinvocationDelayALTERA" [One LiteralInteger] [FPGALoopControlsALTERA] [];
        268435456 "MultipleWaitQueuesQCOM" [One LiteralInteger] [] [];
    }
    FunctionControl {
        1 "Inline" [] [] [];
        2 "DontInline" [] [] [];
        4 "Pure" [] [] [];
        8 "Const" [] [] [];
        65536 "OptNoneEXT" [] [OptNoneEXT] [];
    }
    MemorySemantics {
        2 "Acquire" [] [] [];
        4 "Release" [] [] [];
        8 "AcquireRelease" [] [] [];
        16 "SequentiallyConsistent" [] [] [];
        64 "UniformMemory" [] [Shader] [];
        128 "SubgroupMemory" [] [] [];
        256 "WorkgroupMemory" [] [] [];
        512 "CrossWorkgroupMemory" [] [] [];
        1024 "AtomicCounterMemory" [] [AtomicStorage] [];
        2048 "ImageMemory" [] [] [];
        4096 "OutputMemory" [] [VulkanMemoryModel] ["SPV_KHR_vulkan_memory_model"];
        8192 "MakeAvailable" [] [VulkanMemoryModel] ["SPV_KHR_vulkan_memory_model"];
        16384 "MakeVisible" [] [VulkanMemoryModel] ["SPV_KHR_vulkan_memory_model"];
        32768 "Volatile" [] [VulkanMemoryModel] ["SPV_KHR_vulkan_memory_model"];
    }
    MemoryAccess {
        1 "Volatile" [] [] [];
        2 "Aligned" [One LiteralInteger] [] [];
        4 "Nontemporal" [] [] [];
        8 "MakePointerAvailable" [One IdScope] [VulkanMemoryModel] ["SPV_KHR_vulkan_memory_model"];
        16 "MakePointerVisible" [One IdScope] [VulkanMemoryModel] ["SPV_KHR_vulkan_memory_model"];
        32 "NonPrivatePointer" [] [VulkanMemoryModel] ["SPV_KHR_vulkan_memory_model"];
        65536 "AliasScopeINTELMask" [One IdRef] [MemoryAccessAliasingINTEL] ["SPV_INTEL_memory_access_aliasing"];
        131072 "NoAliasINTELMask" [One IdRef] [MemoryAccessAliasingINTEL] ["SPV_INTEL_memory_access_aliasing"];
    }
    KernelProfilingInfo {
        1 "CmdExecTime" [] [Kernel] [];
    }
    RayFlags {
        1 "OpaqueKHR" [] [RayQueryKHR RayTracingKHR] [];
        2 "NoOpaqueKHR" [] [RayQueryKHR RayTracingKHR] [];
        4 "TerminateOnFirstHitKHR" [] [RayQueryKHR RayTracingKHR] [];
        8 "SkipClosestHitShaderKHR" [] [RayQueryKHR RayTracingKHR] [];
        16 "CullBackFacingTrianglesKHR" [] [RayQueryKHR RayTracingKHR] [];
        32 "CullFrontFacingTrianglesKHR" [] [RayQueryKHR RayTracingKHR] [];
        64 "CullOpaqueKHR" [] [RayQueryKHR RayTracingKHR] [];
        128 "CullNoOpaqueKHR" [] [RayQueryKHR RayTracingKHR] [];
        256 "SkipTrianglesKHR" [] [RayTraversalPrimitiveCullingKHR] [];
        512 "SkipAABBsKHR" [] [RayTraversalPrimitiveCullingKHR] [];
        1024 "ForceOpacityMicromap2StateEXT" [] [RayTracingOpacityMicromapEXT] [];
    }
    FragmentShadingRate {
        1 "Vertical2Pixels" [] [FragmentShadingRateKHR] [];
        2 "Vertical4Pixels" [] [FragmentShadingRateKHR] [];
        4 "Horizontal2Pixels" [] [FragmentShadingRateKHR] [];
        8 "Horizontal4Pixels" [] [FragmentShadingRateKHR] [];
    }
    RawAccessChainOperands {
        1 "RobustnessPerComponentNV" [] [RawAccessChainsNV] [];
        2 "RobustnessPerElementNV" [] [RawAccessChainsNV] [];
    }
    CooperativeMatrixOperands {
        1 "MatrixASignedComponentsKHR" [] [] [];
        2 "MatrixBSignedComponentsKHR" [] [] [];
        4 "MatrixCSignedComponentsKHR" [] [] [];
        8 "MatrixResultSignedComponentsKHR" [] [] [];
        16 "SaturatingAccumulationKHR" [] [] [];
    }
    CooperativeMatrixReduce {
        1 "Row" [] [] [];
        2 "Column" [] [] [];
        4 "2x2" [] [] [];
    }
    TensorAddressingOperands {
        1 "TensorView" [One IdRef] [CooperativeMatrixTensorAddressingNV] [];
        2 "DecodeFunc" [One IdRef] [CooperativeMatrixBlockLoadsNV] [];
        4 "DecodeVectorFunc" [One IdRef] [CooperativeMatrixDecodeVectorNV] [];
    }
    MatrixMultiplyAccumulateOperands {
        1 "MatrixASignedComponentsINTEL" [] [] [];
        2 "MatrixBSignedComponentsINTEL" [] [] [];
        4 "MatrixCBFloat16INTEL" [] [] [];
        8 "MatrixResultBFloat16INTEL" [] [] [];
        16 "MatrixAPackedInt8INTEL" [] [] [];
        32 "MatrixBPackedInt8INTEL" [] [] [];
        64 "MatrixAPackedInt4INTEL" [] [] [];
        128 "MatrixBPackedInt4INTEL" [] [] [];
        256 "MatrixATF32INTEL" [] [] [];
        512 "MatrixBTF32INTEL" [] [] [];
        1024 "MatrixAPackedFloat16INTEL" [] [] [];
        2048 "MatrixBPackedFloat16INTEL" [] [] [];
        4096 "MatrixAPackedBFloat16INTEL" [] [] [];
        8192 "MatrixBPackedBFloat16INTEL" [] [] [];
    }
    TensorOperands {
        1 "NontemporalARM" [] [TensorsARM] [];
        2 "OutOfBoundsValueARM" [One IdRef] [TensorsARM] [];
        4 "MakeElementAvailableARM" [One IdRef] [TensorsARM] [];
        8 "MakeElementVisibleARM" [One IdRef] [TensorsARM] [];
        16 "NonPrivateElementARM" [] [TensorsARM] [];
    }
}

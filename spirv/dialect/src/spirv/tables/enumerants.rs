//! The values of every enumeration, in the order of [`super::super::enums::Kind`].
//!
//! A row is a value, its name, its name in attributes, and the kinds of its operands. A test of `enums` writes this
//! table, and fails when it is out of date.

use spirv::grammar::{LogicalOperand, OperandKind, OperandQuantifier};

/// A value of an enumeration, or a bit of a bit set.
#[derive(Debug)]
pub struct Enumerant {
    /// The value or bit.
    pub value: u32,
    /// Its name in the specification's spelling.
    pub name: &'static str,
    /// Its name in the spelling of attributes, such as `no_contraction`.
    pub snake: &'static str,
    /// The kinds of its operands.
    pub params: &'static [LogicalOperand],
}

/// An enumeration of the grammar.
#[derive(Debug)]
pub struct Enumeration {
    /// Its name in the specification's spelling.
    pub name: &'static str,
    /// Its name in the spelling of attributes, such as `memory_access`.
    pub snake: &'static str,
    /// Its name in the spelling of attributes, for an instruction's second operand of this kind.
    pub snake_2: &'static str,
    /// True if it is a bit set.
    pub is_mask: bool,
    /// The name of an empty bit set.
    pub empty: &'static str,
    /// Its values, ascending.
    pub values: &'static [Enumerant],
}

macro_rules! enumerations {
    ($($name:literal $snake:literal $snake_2:literal $form:ident $($empty:literal)? {
        $($value:literal $one:literal $one_snake:literal $($quantifier:ident $param:ident)*;)*
    })*) => {
        pub(in crate::spirv) static TABLES: &[Enumeration] = &[$(Enumeration {
            name: $name,
            snake: $snake,
            snake_2: $snake_2,
            is_mask: is_mask!($form),
            empty: concat!($($empty)?),
            values: &[$(Enumerant {
                value: $value,
                name: $one,
                snake: $one_snake,
                params: &[$(LogicalOperand {
                    kind: OperandKind::$param,
                    quantifier: OperandQuantifier::$quantifier,
                }),*],
            }),*],
        }),*];
    };
}

macro_rules! is_mask {
    (values) => {
        false
    };
    (mask) => {
        true
    };
}

#[rustfmt::skip]
enumerations! {
    "SourceLanguage" "source_language" "source_language_2" values {
        0 "Unknown" "unknown";
        1 "ESSL" "essl";
        2 "GLSL" "glsl";
        3 "OpenCL_C" "open_cl_c";
        4 "OpenCL_CPP" "open_cl_cpp";
        5 "HLSL" "hlsl";
        6 "CPP_for_OpenCL" "cpp_for_open_cl";
        7 "SYCL" "sycl";
        8 "HERO_C" "hero_c";
        9 "NZSL" "nzsl";
        10 "WGSL" "wgsl";
        11 "Slang" "slang";
        12 "Zig" "zig";
        13 "Rust" "rust";
        14 "Pred" "pred";
        15 "ApilaJai" "apila_jai";
    }
    "ExecutionModel" "execution_model" "execution_model_2" values {
        0 "Vertex" "vertex";
        1 "TessellationControl" "tessellation_control";
        2 "TessellationEvaluation" "tessellation_evaluation";
        3 "Geometry" "geometry";
        4 "Fragment" "fragment";
        5 "GLCompute" "gl_compute";
        6 "Kernel" "kernel";
        5267 "TaskNV" "task_nv";
        5268 "MeshNV" "mesh_nv";
        5313 "RayGenerationKHR" "ray_generation_khr";
        5314 "IntersectionKHR" "intersection_khr";
        5315 "AnyHitKHR" "any_hit_khr";
        5316 "ClosestHitKHR" "closest_hit_khr";
        5317 "MissKHR" "miss_khr";
        5318 "CallableKHR" "callable_khr";
        5364 "TaskEXT" "task_ext";
        5365 "MeshEXT" "mesh_ext";
    }
    "AddressingModel" "addressing_model" "addressing_model_2" values {
        0 "Logical" "logical";
        1 "Physical32" "physical32";
        2 "Physical64" "physical64";
        5348 "PhysicalStorageBuffer64" "physical_storage_buffer64";
    }
    "MemoryModel" "memory_model" "memory_model_2" values {
        0 "Simple" "simple";
        1 "GLSL450" "glsl450";
        2 "OpenCL" "open_cl";
        3 "Vulkan" "vulkan";
    }
    "ExecutionMode" "execution_mode" "execution_mode_2" values {
        0 "Invocations" "invocations" One LiteralInteger;
        1 "SpacingEqual" "spacing_equal";
        2 "SpacingFractionalEven" "spacing_fractional_even";
        3 "SpacingFractionalOdd" "spacing_fractional_odd";
        4 "VertexOrderCw" "vertex_order_cw";
        5 "VertexOrderCcw" "vertex_order_ccw";
        6 "PixelCenterInteger" "pixel_center_integer";
        7 "OriginUpperLeft" "origin_upper_left";
        8 "OriginLowerLeft" "origin_lower_left";
        9 "EarlyFragmentTests" "early_fragment_tests";
        10 "PointMode" "point_mode";
        11 "Xfb" "xfb";
        12 "DepthReplacing" "depth_replacing";
        14 "DepthGreater" "depth_greater";
        15 "DepthLess" "depth_less";
        16 "DepthUnchanged" "depth_unchanged";
        17 "LocalSize" "local_size" One LiteralInteger One LiteralInteger One LiteralInteger;
        18 "LocalSizeHint" "local_size_hint" One LiteralInteger One LiteralInteger One LiteralInteger;
        19 "InputPoints" "input_points";
        20 "InputLines" "input_lines";
        21 "InputLinesAdjacency" "input_lines_adjacency";
        22 "Triangles" "triangles";
        23 "InputTrianglesAdjacency" "input_triangles_adjacency";
        24 "Quads" "quads";
        25 "Isolines" "isolines";
        26 "OutputVertices" "output_vertices" One LiteralInteger;
        27 "OutputPoints" "output_points";
        28 "OutputLineStrip" "output_line_strip";
        29 "OutputTriangleStrip" "output_triangle_strip";
        30 "VecTypeHint" "vec_type_hint" One LiteralInteger;
        31 "ContractionOff" "contraction_off";
        33 "Initializer" "initializer";
        34 "Finalizer" "finalizer";
        35 "SubgroupSize" "subgroup_size" One LiteralInteger;
        36 "SubgroupsPerWorkgroup" "subgroups_per_workgroup" One LiteralInteger;
        37 "SubgroupsPerWorkgroupId" "subgroups_per_workgroup_id" One IdRef;
        38 "LocalSizeId" "local_size_id" One IdRef One IdRef One IdRef;
        39 "LocalSizeHintId" "local_size_hint_id" One IdRef One IdRef One IdRef;
        4169 "NonCoherentColorAttachmentReadEXT" "non_coherent_color_attachment_read_ext";
        4170 "NonCoherentDepthAttachmentReadEXT" "non_coherent_depth_attachment_read_ext";
        4171 "NonCoherentStencilAttachmentReadEXT" "non_coherent_stencil_attachment_read_ext";
        4421 "SubgroupUniformControlFlowKHR" "subgroup_uniform_control_flow_khr";
        4446 "PostDepthCoverage" "post_depth_coverage";
        4459 "DenormPreserve" "denorm_preserve" One LiteralInteger;
        4460 "DenormFlushToZero" "denorm_flush_to_zero" One LiteralInteger;
        4461 "SignedZeroInfNanPreserve" "signed_zero_inf_nan_preserve" One LiteralInteger;
        4462 "RoundingModeRTE" "rounding_mode_rte" One LiteralInteger;
        4463 "RoundingModeRTZ" "rounding_mode_rtz" One LiteralInteger;
        4489 "NonCoherentTileAttachmentReadQCOM" "non_coherent_tile_attachment_read_qcom";
        4490 "TileShadingRateQCOM" "tile_shading_rate_qcom" One LiteralInteger One LiteralInteger One LiteralInteger;
        5017 "EarlyAndLateFragmentTestsAMD" "early_and_late_fragment_tests_amd";
        5027 "StencilRefReplacingEXT" "stencil_ref_replacing_ext";
        5069 "CoalescingAMDX" "coalescing_amdx";
        5070 "IsApiEntryAMDX" "is_api_entry_amdx" One IdRef;
        5071 "MaxNodeRecursionAMDX" "max_node_recursion_amdx" One IdRef;
        5072 "StaticNumWorkgroupsAMDX" "static_num_workgroups_amdx" One IdRef One IdRef One IdRef;
        5073 "ShaderIndexAMDX" "shader_index_amdx" One IdRef;
        5077 "MaxNumWorkgroupsAMDX" "max_num_workgroups_amdx" One IdRef One IdRef One IdRef;
        5079 "StencilRefUnchangedFrontAMD" "stencil_ref_unchanged_front_amd";
        5080 "StencilRefGreaterFrontAMD" "stencil_ref_greater_front_amd";
        5081 "StencilRefLessFrontAMD" "stencil_ref_less_front_amd";
        5082 "StencilRefUnchangedBackAMD" "stencil_ref_unchanged_back_amd";
        5083 "StencilRefGreaterBackAMD" "stencil_ref_greater_back_amd";
        5084 "StencilRefLessBackAMD" "stencil_ref_less_back_amd";
        5088 "QuadDerivativesKHR" "quad_derivatives_khr";
        5089 "RequireFullQuadsKHR" "require_full_quads_khr";
        5102 "SharesInputWithAMDX" "shares_input_with_amdx" One IdRef One IdRef;
        5157 "ArithmeticPoisonKHR" "arithmetic_poison_khr";
        5269 "OutputLinesEXT" "output_lines_ext";
        5270 "OutputPrimitivesEXT" "output_primitives_ext" One LiteralInteger;
        5289 "DerivativeGroupQuadsKHR" "derivative_group_quads_khr";
        5290 "DerivativeGroupLinearKHR" "derivative_group_linear_khr";
        5298 "OutputTrianglesEXT" "output_triangles_ext";
        5366 "PixelInterlockOrderedEXT" "pixel_interlock_ordered_ext";
        5367 "PixelInterlockUnorderedEXT" "pixel_interlock_unordered_ext";
        5368 "SampleInterlockOrderedEXT" "sample_interlock_ordered_ext";
        5369 "SampleInterlockUnorderedEXT" "sample_interlock_unordered_ext";
        5370 "ShadingRateInterlockOrderedEXT" "shading_rate_interlock_ordered_ext";
        5371 "ShadingRateInterlockUnorderedEXT" "shading_rate_interlock_unordered_ext";
        5427 "Shader64BitIndexingEXT" "shader64_bit_indexing_ext";
        5618 "SharedLocalMemorySizeINTEL" "shared_local_memory_size_intel" One LiteralInteger;
        5620 "RoundingModeRTPINTEL" "rounding_mode_rtpintel" One LiteralInteger;
        5621 "RoundingModeRTNINTEL" "rounding_mode_rtnintel" One LiteralInteger;
        5622 "FloatingPointModeALTINTEL" "floating_point_mode_altintel" One LiteralInteger;
        5623 "FloatingPointModeIEEEINTEL" "floating_point_mode_ieeeintel" One LiteralInteger;
        5893 "MaxWorkgroupSizeINTEL" "max_workgroup_size_intel" One LiteralInteger One LiteralInteger One LiteralInteger;
        5894 "MaxWorkDimINTEL" "max_work_dim_intel" One LiteralInteger;
        5895 "NoGlobalOffsetINTEL" "no_global_offset_intel";
        5896 "NumSIMDWorkitemsINTEL" "num_simd_workitems_intel" One LiteralInteger;
        5903 "SchedulerTargetFmaxMhzINTEL" "scheduler_target_fmax_mhz_intel" One LiteralInteger;
        6023 "MaximallyReconvergesKHR" "maximally_reconverges_khr";
        6028 "FPFastMathDefault" "fp_fast_math_default" One IdRef One IdRef;
        6031 "OpacityMicromapIdKHR" "opacity_micromap_id_khr" One IdRef;
        6154 "StreamingInterfaceINTEL" "streaming_interface_intel" One LiteralInteger;
        6160 "RegisterMapInterfaceINTEL" "register_map_interface_intel" One LiteralInteger;
        6417 "NamedBarrierCountINTEL" "named_barrier_count_intel" One LiteralInteger;
        6461 "MaximumRegistersINTEL" "maximum_registers_intel" One LiteralInteger;
        6462 "MaximumRegistersIdINTEL" "maximum_registers_id_intel" One IdRef;
        6463 "NamedMaximumRegistersINTEL" "named_maximum_registers_intel" One NamedMaximumNumberOfRegisters;
    }
    "StorageClass" "storage_class" "storage_class_2" values {
        0 "UniformConstant" "uniform_constant";
        1 "Input" "input";
        2 "Uniform" "uniform";
        3 "Output" "output";
        4 "Workgroup" "workgroup";
        5 "CrossWorkgroup" "cross_workgroup";
        6 "Private" "private";
        7 "Function" "function";
        8 "Generic" "generic";
        9 "PushConstant" "push_constant";
        10 "AtomicCounter" "atomic_counter";
        11 "Image" "image";
        12 "StorageBuffer" "storage_buffer";
        4172 "TileImageEXT" "tile_image_ext";
        4491 "TileAttachmentQCOM" "tile_attachment_qcom";
        5068 "NodePayloadAMDX" "node_payload_amdx";
        5328 "CallableDataKHR" "callable_data_khr";
        5329 "IncomingCallableDataKHR" "incoming_callable_data_khr";
        5338 "RayPayloadKHR" "ray_payload_khr";
        5339 "HitAttributeKHR" "hit_attribute_khr";
        5342 "IncomingRayPayloadKHR" "incoming_ray_payload_khr";
        5343 "ShaderRecordBufferKHR" "shader_record_buffer_khr";
        5349 "PhysicalStorageBuffer" "physical_storage_buffer";
        5385 "HitObjectAttributeNV" "hit_object_attribute_nv";
        5402 "TaskPayloadWorkgroupEXT" "task_payload_workgroup_ext";
        5411 "HitObjectAttributeEXT" "hit_object_attribute_ext";
        5605 "CodeSectionINTEL" "code_section_intel";
        5936 "DeviceOnlyALTERA" "device_only_altera";
        5937 "HostOnlyALTERA" "host_only_altera";
    }
    "Dim" "dim" "dim_2" values {
        0 "Dim1D" "dim1_d";
        1 "Dim2D" "dim2_d";
        2 "Dim3D" "dim3_d";
        3 "DimCube" "dim_cube";
        4 "DimRect" "dim_rect";
        5 "DimBuffer" "dim_buffer";
        6 "DimSubpassData" "dim_subpass_data";
        4173 "DimTileImageDataEXT" "dim_tile_image_data_ext";
    }
    "SamplerAddressingMode" "sampler_addressing_mode" "sampler_addressing_mode_2" values {
        0 "None" "none";
        1 "ClampToEdge" "clamp_to_edge";
        2 "Clamp" "clamp";
        3 "Repeat" "repeat";
        4 "RepeatMirrored" "repeat_mirrored";
    }
    "SamplerFilterMode" "sampler_filter_mode" "sampler_filter_mode_2" values {
        0 "Nearest" "nearest";
        1 "Linear" "linear";
    }
    "ImageFormat" "image_format" "image_format_2" values {
        0 "Unknown" "unknown";
        1 "Rgba32f" "rgba32f";
        2 "Rgba16f" "rgba16f";
        3 "R32f" "r32f";
        4 "Rgba8" "rgba8";
        5 "Rgba8Snorm" "rgba8_snorm";
        6 "Rg32f" "rg32f";
        7 "Rg16f" "rg16f";
        8 "R11fG11fB10f" "r11f_g11f_b10f";
        9 "R16f" "r16f";
        10 "Rgba16" "rgba16";
        11 "Rgb10A2" "rgb10_a2";
        12 "Rg16" "rg16";
        13 "Rg8" "rg8";
        14 "R16" "r16";
        15 "R8" "r8";
        16 "Rgba16Snorm" "rgba16_snorm";
        17 "Rg16Snorm" "rg16_snorm";
        18 "Rg8Snorm" "rg8_snorm";
        19 "R16Snorm" "r16_snorm";
        20 "R8Snorm" "r8_snorm";
        21 "Rgba32i" "rgba32i";
        22 "Rgba16i" "rgba16i";
        23 "Rgba8i" "rgba8i";
        24 "R32i" "r32i";
        25 "Rg32i" "rg32i";
        26 "Rg16i" "rg16i";
        27 "Rg8i" "rg8i";
        28 "R16i" "r16i";
        29 "R8i" "r8i";
        30 "Rgba32ui" "rgba32ui";
        31 "Rgba16ui" "rgba16ui";
        32 "Rgba8ui" "rgba8ui";
        33 "R32ui" "r32ui";
        34 "Rgb10a2ui" "rgb10a2ui";
        35 "Rg32ui" "rg32ui";
        36 "Rg16ui" "rg16ui";
        37 "Rg8ui" "rg8ui";
        38 "R16ui" "r16ui";
        39 "R8ui" "r8ui";
        40 "R64ui" "r64ui";
        41 "R64i" "r64i";
    }
    "ImageChannelOrder" "image_channel_order" "image_channel_order_2" values {
        0 "R" "r";
        1 "A" "a";
        2 "RG" "rg";
        3 "RA" "ra";
        4 "RGB" "rgb";
        5 "RGBA" "rgba";
        6 "BGRA" "bgra";
        7 "ARGB" "argb";
        8 "Intensity" "intensity";
        9 "Luminance" "luminance";
        10 "Rx" "rx";
        11 "RGx" "r_gx";
        12 "RGBx" "rg_bx";
        13 "Depth" "depth";
        14 "DepthStencil" "depth_stencil";
        15 "sRGB" "s_rgb";
        16 "sRGBx" "s_rg_bx";
        17 "sRGBA" "s_rgba";
        18 "sBGRA" "s_bgra";
        19 "ABGR" "abgr";
    }
    "ImageChannelDataType" "image_channel_data_type" "image_channel_data_type_2" values {
        0 "SnormInt8" "snorm_int8";
        1 "SnormInt16" "snorm_int16";
        2 "UnormInt8" "unorm_int8";
        3 "UnormInt16" "unorm_int16";
        4 "UnormShort565" "unorm_short565";
        5 "UnormShort555" "unorm_short555";
        6 "UnormInt101010" "unorm_int101010";
        7 "SignedInt8" "signed_int8";
        8 "SignedInt16" "signed_int16";
        9 "SignedInt32" "signed_int32";
        10 "UnsignedInt8" "unsigned_int8";
        11 "UnsignedInt16" "unsigned_int16";
        12 "UnsignedInt32" "unsigned_int32";
        13 "HalfFloat" "half_float";
        14 "Float" "float";
        15 "UnormInt24" "unorm_int24";
        16 "UnormInt101010_2" "unorm_int101010_2";
        17 "UnormInt10X6EXT" "unorm_int10_x6_ext";
        19 "UnsignedIntRaw10EXT" "unsigned_int_raw10_ext";
        20 "UnsignedIntRaw12EXT" "unsigned_int_raw12_ext";
        21 "UnormInt2_101010EXT" "unorm_int2_101010_ext";
        22 "UnsignedInt10X6EXT" "unsigned_int10_x6_ext";
        23 "UnsignedInt12X4EXT" "unsigned_int12_x4_ext";
        24 "UnsignedInt14X2EXT" "unsigned_int14_x2_ext";
        25 "UnormInt12X4EXT" "unorm_int12_x4_ext";
        26 "UnormInt14X2EXT" "unorm_int14_x2_ext";
    }
    "FPRoundingMode" "fp_rounding_mode" "fp_rounding_mode_2" values {
        0 "RTE" "rte";
        1 "RTZ" "rtz";
        2 "RTP" "rtp";
        3 "RTN" "rtn";
    }
    "FPDenormMode" "fp_denorm_mode" "fp_denorm_mode_2" values {
        0 "Preserve" "preserve";
        1 "FlushToZero" "flush_to_zero";
    }
    "QuantizationModes" "quantization_modes" "quantization_modes_2" values {
        0 "TRN" "trn";
        1 "TRN_ZERO" "trn_zero";
        2 "RND" "rnd";
        3 "RND_ZERO" "rnd_zero";
        4 "RND_INF" "rnd_inf";
        5 "RND_MIN_INF" "rnd_min_inf";
        6 "RND_CONV" "rnd_conv";
        7 "RND_CONV_ODD" "rnd_conv_odd";
    }
    "FPOperationMode" "fp_operation_mode" "fp_operation_mode_2" values {
        0 "IEEE" "ieee";
        1 "ALT" "alt";
    }
    "OverflowModes" "overflow_modes" "overflow_modes_2" values {
        0 "WRAP" "wrap";
        1 "SAT" "sat";
        2 "SAT_ZERO" "sat_zero";
        3 "SAT_SYM" "sat_sym";
    }
    "LinkageType" "linkage_type" "linkage_type_2" values {
        0 "Export" "export";
        1 "Import" "import";
        2 "LinkOnceODR" "link_once_odr";
        3 "WeakAMD" "weak_amd";
    }
    "AccessQualifier" "access_qualifier" "access_qualifier_2" values {
        0 "ReadOnly" "read_only";
        1 "WriteOnly" "write_only";
        2 "ReadWrite" "read_write";
    }
    "HostAccessQualifier" "host_access_qualifier" "host_access_qualifier_2" values {
        0 "NoneINTEL" "none_intel";
        1 "ReadINTEL" "read_intel";
        2 "WriteINTEL" "write_intel";
        3 "ReadWriteINTEL" "read_write_intel";
    }
    "FunctionParameterAttribute" "function_parameter_attribute" "function_parameter_attribute_2" values {
        0 "Zext" "zext";
        1 "Sext" "sext";
        2 "ByVal" "by_val";
        3 "Sret" "sret";
        4 "NoAlias" "no_alias";
        5 "NoCapture" "no_capture";
        6 "NoWrite" "no_write";
        7 "NoReadWrite" "no_read_write";
        5940 "RuntimeAlignedALTERA" "runtime_aligned_altera";
    }
    "Decoration" "decoration" "decoration_2" values {
        0 "RelaxedPrecision" "relaxed_precision";
        1 "SpecId" "spec_id" One LiteralInteger;
        2 "Block" "block";
        3 "BufferBlock" "buffer_block";
        4 "RowMajor" "row_major";
        5 "ColMajor" "col_major";
        6 "ArrayStride" "array_stride" One LiteralInteger;
        7 "MatrixStride" "matrix_stride" One LiteralInteger;
        8 "GLSLShared" "glsl_shared";
        9 "GLSLPacked" "glsl_packed";
        10 "CPacked" "c_packed";
        11 "BuiltIn" "built_in" One BuiltIn;
        13 "NoPerspective" "no_perspective";
        14 "Flat" "flat";
        15 "Patch" "patch";
        16 "Centroid" "centroid";
        17 "Sample" "sample";
        18 "Invariant" "invariant";
        19 "Restrict" "restrict";
        20 "Aliased" "aliased";
        21 "Volatile" "volatile";
        22 "Constant" "constant";
        23 "Coherent" "coherent";
        24 "NonWritable" "non_writable";
        25 "NonReadable" "non_readable";
        26 "Uniform" "uniform";
        27 "UniformId" "uniform_id" One IdScope;
        28 "SaturatedConversion" "saturated_conversion";
        29 "Stream" "stream" One LiteralInteger;
        30 "Location" "location" One LiteralInteger;
        31 "Component" "component" One LiteralInteger;
        32 "Index" "index" One LiteralInteger;
        33 "Binding" "binding" One LiteralInteger;
        34 "DescriptorSet" "descriptor_set" One LiteralInteger;
        35 "Offset" "offset" One LiteralInteger;
        36 "XfbBuffer" "xfb_buffer" One LiteralInteger;
        37 "XfbStride" "xfb_stride" One LiteralInteger;
        38 "FuncParamAttr" "func_param_attr" One FunctionParameterAttribute;
        39 "FPRoundingMode" "fp_rounding_mode" One FPRoundingMode;
        40 "FPFastMathMode" "fp_fast_math_mode" One FPFastMathMode;
        41 "LinkageAttributes" "linkage_attributes" One LiteralString One LinkageType;
        42 "NoContraction" "no_contraction";
        43 "InputAttachmentIndex" "input_attachment_index" One LiteralInteger;
        44 "Alignment" "alignment" One LiteralInteger;
        45 "MaxByteOffset" "max_byte_offset" One LiteralInteger;
        46 "AlignmentId" "alignment_id" One IdRef;
        47 "MaxByteOffsetId" "max_byte_offset_id" One IdRef;
        4216 "SaturatedToLargestFloat8NormalConversionEXT" "saturated_to_largest_float8_normal_conversion_ext";
        4469 "NoSignedWrap" "no_signed_wrap";
        4470 "NoUnsignedWrap" "no_unsigned_wrap";
        4487 "WeightTextureQCOM" "weight_texture_qcom";
        4488 "BlockMatchTextureQCOM" "block_match_texture_qcom";
        4499 "BlockMatchSamplerQCOM" "block_match_sampler_qcom";
        4999 "ExplicitInterpAMD" "explicit_interp_amd";
        5019 "NodeSharesPayloadLimitsWithAMDX" "node_shares_payload_limits_with_amdx" One IdRef;
        5020 "NodeMaxPayloadsAMDX" "node_max_payloads_amdx" One IdRef;
        5078 "TrackFinishWritingAMDX" "track_finish_writing_amdx";
        5091 "PayloadNodeNameAMDX" "payload_node_name_amdx" One IdRef;
        5098 "PayloadNodeBaseIndexAMDX" "payload_node_base_index_amdx" One IdRef;
        5099 "PayloadNodeSparseArrayAMDX" "payload_node_sparse_array_amdx";
        5100 "PayloadNodeArraySizeAMDX" "payload_node_array_size_amdx" One IdRef;
        5105 "PayloadDispatchIndirectAMDX" "payload_dispatch_indirect_amdx";
        5124 "ArrayStrideIdEXT" "array_stride_id_ext" One IdRef;
        5125 "OffsetIdEXT" "offset_id_ext" One IdRef;
        5145 "UTFEncodedKHR" "utf_encoded_khr";
        5248 "OverrideCoverageNV" "override_coverage_nv";
        5250 "PassthroughNV" "passthrough_nv";
        5252 "ViewportRelativeNV" "viewport_relative_nv";
        5256 "SecondaryViewportRelativeNV" "secondary_viewport_relative_nv" One LiteralInteger;
        5271 "PerPrimitiveEXT" "per_primitive_ext";
        5272 "PerViewNV" "per_view_nv";
        5273 "PerTaskNV" "per_task_nv";
        5285 "PerVertexKHR" "per_vertex_khr";
        5300 "NonUniform" "non_uniform";
        5355 "RestrictPointer" "restrict_pointer";
        5356 "AliasedPointer" "aliased_pointer";
        5358 "MemberOffsetNV" "member_offset_nv" One LiteralInteger;
        5386 "HitObjectShaderRecordBufferNV" "hit_object_shader_record_buffer_nv";
        5389 "HitObjectShaderRecordBufferEXT" "hit_object_shader_record_buffer_ext";
        5397 "BankNV" "bank_nv" One LiteralInteger;
        5398 "BindlessSamplerNV" "bindless_sampler_nv";
        5399 "BindlessImageNV" "bindless_image_nv";
        5400 "BoundSamplerNV" "bound_sampler_nv";
        5401 "BoundImageNV" "bound_image_nv";
        5440 "CooperativeMatrixTransposeEXT" "cooperative_matrix_transpose_ext";
        5599 "SIMTCallINTEL" "simt_call_intel" One LiteralInteger;
        5602 "ReferencedIndirectlyINTEL" "referenced_indirectly_intel";
        5607 "ClobberINTEL" "clobber_intel" One LiteralString;
        5608 "SideEffectsINTEL" "side_effects_intel";
        5624 "VectorComputeVariableINTEL" "vector_compute_variable_intel";
        5625 "FuncParamIOKindINTEL" "func_param_io_kind_intel" One LiteralInteger;
        5626 "VectorComputeFunctionINTEL" "vector_compute_function_intel";
        5627 "StackCallINTEL" "stack_call_intel";
        5628 "GlobalVariableOffsetINTEL" "global_variable_offset_intel" One LiteralInteger;
        5634 "CounterBuffer" "counter_buffer" One IdRef;
        5635 "UserSemantic" "user_semantic" One LiteralString;
        5636 "UserTypeGOOGLE" "user_type_google" One LiteralString;
        5822 "FunctionRoundingModeINTEL" "function_rounding_mode_intel" One LiteralInteger One FPRoundingMode;
        5823 "FunctionDenormModeINTEL" "function_denorm_mode_intel" One LiteralInteger One FPDenormMode;
        5825 "RegisterALTERA" "register_altera";
        5826 "MemoryALTERA" "memory_altera" One LiteralString;
        5827 "NumbanksALTERA" "numbanks_altera" One LiteralInteger;
        5828 "BankwidthALTERA" "bankwidth_altera" One LiteralInteger;
        5829 "MaxPrivateCopiesALTERA" "max_private_copies_altera" One LiteralInteger;
        5830 "SinglepumpALTERA" "singlepump_altera";
        5831 "DoublepumpALTERA" "doublepump_altera";
        5832 "MaxReplicatesALTERA" "max_replicates_altera" One LiteralInteger;
        5833 "SimpleDualPortALTERA" "simple_dual_port_altera";
        5834 "MergeALTERA" "merge_altera" One LiteralString One LiteralString;
        5835 "BankBitsALTERA" "bank_bits_altera" ZeroOrMore LiteralInteger;
        5836 "ForcePow2DepthALTERA" "force_pow2_depth_altera" One LiteralInteger;
        5883 "StridesizeALTERA" "stridesize_altera" One LiteralInteger;
        5884 "WordsizeALTERA" "wordsize_altera" One LiteralInteger;
        5885 "TrueDualPortALTERA" "true_dual_port_altera";
        5899 "BurstCoalesceALTERA" "burst_coalesce_altera";
        5900 "CacheSizeALTERA" "cache_size_altera" One LiteralInteger;
        5901 "DontStaticallyCoalesceALTERA" "dont_statically_coalesce_altera";
        5902 "PrefetchALTERA" "prefetch_altera" One LiteralInteger;
        5905 "StallEnableALTERA" "stall_enable_altera";
        5907 "FuseLoopsInFunctionALTERA" "fuse_loops_in_function_altera";
        5909 "MathOpDSPModeALTERA" "math_op_dsp_mode_altera" One LiteralInteger One LiteralInteger;
        5914 "AliasScopeINTEL" "alias_scope_intel" One IdRef;
        5915 "NoAliasINTEL" "no_alias_intel" One IdRef;
        5917 "InitiationIntervalALTERA" "initiation_interval_altera" One LiteralInteger;
        5918 "MaxConcurrencyALTERA" "max_concurrency_altera" One LiteralInteger;
        5919 "PipelineEnableALTERA" "pipeline_enable_altera" One LiteralInteger;
        5921 "BufferLocationALTERA" "buffer_location_altera" One LiteralInteger;
        5944 "IOPipeStorageALTERA" "io_pipe_storage_altera" One LiteralInteger;
        6080 "FunctionFloatingPointModeINTEL" "function_floating_point_mode_intel" One LiteralInteger One FPOperationMode;
        6085 "SingleElementVectorINTEL" "single_element_vector_intel";
        6087 "VectorComputeCallableFunctionINTEL" "vector_compute_callable_function_intel";
        6140 "MediaBlockIOINTEL" "media_block_iointel";
        6151 "StallFreeALTERA" "stall_free_altera";
        6170 "FPMaxErrorDecorationINTEL" "fp_max_error_decoration_intel" One LiteralFloat;
        6172 "LatencyControlLabelALTERA" "latency_control_label_altera" One LiteralInteger;
        6173 "LatencyControlConstraintALTERA" "latency_control_constraint_altera" One LiteralInteger One LiteralInteger One LiteralInteger;
        6175 "ConduitKernelArgumentALTERA" "conduit_kernel_argument_altera";
        6176 "RegisterMapKernelArgumentALTERA" "register_map_kernel_argument_altera";
        6177 "MMHostInterfaceAddressWidthALTERA" "mm_host_interface_address_width_altera" One LiteralInteger;
        6178 "MMHostInterfaceDataWidthALTERA" "mm_host_interface_data_width_altera" One LiteralInteger;
        6179 "MMHostInterfaceLatencyALTERA" "mm_host_interface_latency_altera" One LiteralInteger;
        6180 "MMHostInterfaceReadWriteModeALTERA" "mm_host_interface_read_write_mode_altera" One AccessQualifier;
        6181 "MMHostInterfaceMaxBurstALTERA" "mm_host_interface_max_burst_altera" One LiteralInteger;
        6182 "MMHostInterfaceWaitRequestALTERA" "mm_host_interface_wait_request_altera" One LiteralInteger;
        6183 "StableKernelArgumentALTERA" "stable_kernel_argument_altera";
        6188 "HostAccessINTEL" "host_access_intel" One HostAccessQualifier One LiteralString;
        6190 "InitModeALTERA" "init_mode_altera" One InitializationModeQualifier;
        6191 "ImplementInRegisterMapALTERA" "implement_in_register_map_altera" One LiteralInteger;
        6247 "ConditionalINTEL" "conditional_intel" One IdRef;
        6442 "CacheControlLoadINTEL" "cache_control_load_intel" One LiteralInteger One LoadCacheControl;
        6443 "CacheControlStoreINTEL" "cache_control_store_intel" One LiteralInteger One StoreCacheControl;
        7040 "IntrinsicSAMSUNG" "intrinsic_samsung" One LiteralInteger;
    }
    "BuiltIn" "built_in" "built_in_2" values {
        0 "Position" "position";
        1 "PointSize" "point_size";
        3 "ClipDistance" "clip_distance";
        4 "CullDistance" "cull_distance";
        5 "VertexId" "vertex_id";
        6 "InstanceId" "instance_id";
        7 "PrimitiveId" "primitive_id";
        8 "InvocationId" "invocation_id";
        9 "Layer" "layer";
        10 "ViewportIndex" "viewport_index";
        11 "TessLevelOuter" "tess_level_outer";
        12 "TessLevelInner" "tess_level_inner";
        13 "TessCoord" "tess_coord";
        14 "PatchVertices" "patch_vertices";
        15 "FragCoord" "frag_coord";
        16 "PointCoord" "point_coord";
        17 "FrontFacing" "front_facing";
        18 "SampleId" "sample_id";
        19 "SamplePosition" "sample_position";
        20 "SampleMask" "sample_mask";
        22 "FragDepth" "frag_depth";
        23 "HelperInvocation" "helper_invocation";
        24 "NumWorkgroups" "num_workgroups";
        25 "WorkgroupSize" "workgroup_size";
        26 "WorkgroupId" "workgroup_id";
        27 "LocalInvocationId" "local_invocation_id";
        28 "GlobalInvocationId" "global_invocation_id";
        29 "LocalInvocationIndex" "local_invocation_index";
        30 "WorkDim" "work_dim";
        31 "GlobalSize" "global_size";
        32 "EnqueuedWorkgroupSize" "enqueued_workgroup_size";
        33 "GlobalOffset" "global_offset";
        34 "GlobalLinearId" "global_linear_id";
        36 "SubgroupSize" "subgroup_size";
        37 "SubgroupMaxSize" "subgroup_max_size";
        38 "NumSubgroups" "num_subgroups";
        39 "NumEnqueuedSubgroups" "num_enqueued_subgroups";
        40 "SubgroupId" "subgroup_id";
        41 "SubgroupLocalInvocationId" "subgroup_local_invocation_id";
        42 "VertexIndex" "vertex_index";
        43 "InstanceIndex" "instance_index";
        4160 "CoreIDARM" "core_idarm";
        4161 "CoreCountARM" "core_count_arm";
        4162 "CoreMaxIDARM" "core_max_idarm";
        4163 "WarpIDARM" "warp_idarm";
        4164 "WarpMaxIDARM" "warp_max_idarm";
        4416 "SubgroupEqMask" "subgroup_eq_mask";
        4417 "SubgroupGeMask" "subgroup_ge_mask";
        4418 "SubgroupGtMask" "subgroup_gt_mask";
        4419 "SubgroupLeMask" "subgroup_le_mask";
        4420 "SubgroupLtMask" "subgroup_lt_mask";
        4424 "BaseVertex" "base_vertex";
        4425 "BaseInstance" "base_instance";
        4426 "DrawIndex" "draw_index";
        4432 "PrimitiveShadingRateKHR" "primitive_shading_rate_khr";
        4438 "DeviceIndex" "device_index";
        4440 "ViewIndex" "view_index";
        4444 "ShadingRateKHR" "shading_rate_khr";
        4492 "TileOffsetQCOM" "tile_offset_qcom";
        4493 "TileDimensionQCOM" "tile_dimension_qcom";
        4494 "TileApronSizeQCOM" "tile_apron_size_qcom";
        4992 "BaryCoordNoPerspAMD" "bary_coord_no_persp_amd";
        4993 "BaryCoordNoPerspCentroidAMD" "bary_coord_no_persp_centroid_amd";
        4994 "BaryCoordNoPerspSampleAMD" "bary_coord_no_persp_sample_amd";
        4995 "BaryCoordSmoothAMD" "bary_coord_smooth_amd";
        4996 "BaryCoordSmoothCentroidAMD" "bary_coord_smooth_centroid_amd";
        4997 "BaryCoordSmoothSampleAMD" "bary_coord_smooth_sample_amd";
        4998 "BaryCoordPullModelAMD" "bary_coord_pull_model_amd";
        5014 "FragStencilRefEXT" "frag_stencil_ref_ext";
        5021 "RemainingRecursionLevelsAMDX" "remaining_recursion_levels_amdx";
        5073 "ShaderIndexAMDX" "shader_index_amdx";
        5122 "SamplerHeapEXT" "sampler_heap_ext";
        5123 "ResourceHeapEXT" "resource_heap_ext";
        5253 "ViewportMaskNV" "viewport_mask_nv";
        5257 "SecondaryPositionNV" "secondary_position_nv";
        5258 "SecondaryViewportMaskNV" "secondary_viewport_mask_nv";
        5261 "PositionPerViewNV" "position_per_view_nv";
        5262 "ViewportMaskPerViewNV" "viewport_mask_per_view_nv";
        5264 "FullyCoveredEXT" "fully_covered_ext";
        5274 "TaskCountNV" "task_count_nv";
        5275 "PrimitiveCountNV" "primitive_count_nv";
        5276 "PrimitiveIndicesNV" "primitive_indices_nv";
        5277 "ClipDistancePerViewNV" "clip_distance_per_view_nv";
        5278 "CullDistancePerViewNV" "cull_distance_per_view_nv";
        5279 "LayerPerViewNV" "layer_per_view_nv";
        5280 "MeshViewCountNV" "mesh_view_count_nv";
        5281 "MeshViewIndicesNV" "mesh_view_indices_nv";
        5286 "BaryCoordKHR" "bary_coord_khr";
        5287 "BaryCoordNoPerspKHR" "bary_coord_no_persp_khr";
        5292 "FragSizeEXT" "frag_size_ext";
        5293 "FragInvocationCountEXT" "frag_invocation_count_ext";
        5294 "PrimitivePointIndicesEXT" "primitive_point_indices_ext";
        5295 "PrimitiveLineIndicesEXT" "primitive_line_indices_ext";
        5296 "PrimitiveTriangleIndicesEXT" "primitive_triangle_indices_ext";
        5299 "CullPrimitiveEXT" "cull_primitive_ext";
        5319 "LaunchIdKHR" "launch_id_khr";
        5320 "LaunchSizeKHR" "launch_size_khr";
        5321 "WorldRayOriginKHR" "world_ray_origin_khr";
        5322 "WorldRayDirectionKHR" "world_ray_direction_khr";
        5323 "ObjectRayOriginKHR" "object_ray_origin_khr";
        5324 "ObjectRayDirectionKHR" "object_ray_direction_khr";
        5325 "RayTminKHR" "ray_tmin_khr";
        5326 "RayTmaxKHR" "ray_tmax_khr";
        5327 "InstanceCustomIndexKHR" "instance_custom_index_khr";
        5330 "ObjectToWorldKHR" "object_to_world_khr";
        5331 "WorldToObjectKHR" "world_to_object_khr";
        5332 "HitTNV" "hit_tnv";
        5333 "HitKindKHR" "hit_kind_khr";
        5334 "CurrentRayTimeNV" "current_ray_time_nv";
        5335 "HitTriangleVertexPositionsKHR" "hit_triangle_vertex_positions_khr";
        5337 "HitMicroTriangleVertexPositionsNV" "hit_micro_triangle_vertex_positions_nv";
        5344 "HitMicroTriangleVertexBarycentricsNV" "hit_micro_triangle_vertex_barycentrics_nv";
        5351 "IncomingRayFlagsKHR" "incoming_ray_flags_khr";
        5352 "RayGeometryIndexKHR" "ray_geometry_index_khr";
        5359 "HitIsSphereNV" "hit_is_sphere_nv";
        5360 "HitIsLSSNV" "hit_is_lssnv";
        5361 "HitSpherePositionNV" "hit_sphere_position_nv";
        5374 "WarpsPerSMNV" "warps_per_smnv";
        5375 "SMCountNV" "sm_count_nv";
        5376 "WarpIDNV" "warp_idnv";
        5377 "SMIDNV" "smidnv";
        5396 "HitLSSPositionsNV" "hit_lss_positions_nv";
        5405 "HitKindFrontFacingMicroTriangleNV" "hit_kind_front_facing_micro_triangle_nv";
        5406 "HitKindBackFacingMicroTriangleNV" "hit_kind_back_facing_micro_triangle_nv";
        5420 "HitSphereRadiusNV" "hit_sphere_radius_nv";
        5421 "HitLSSRadiiNV" "hit_lss_radii_nv";
        5436 "ClusterIDNV" "cluster_idnv";
        6021 "CullMaskKHR" "cull_mask_khr";
    }
    "Scope" "scope" "scope_2" values {
        0 "CrossDevice" "cross_device";
        1 "Device" "device";
        2 "Workgroup" "workgroup";
        3 "Subgroup" "subgroup";
        4 "Invocation" "invocation";
        5 "QueueFamily" "queue_family";
        6 "ShaderCallKHR" "shader_call_khr";
    }
    "GroupOperation" "group_operation" "group_operation_2" values {
        0 "Reduce" "reduce";
        1 "InclusiveScan" "inclusive_scan";
        2 "ExclusiveScan" "exclusive_scan";
        3 "ClusteredReduce" "clustered_reduce";
        6 "PartitionedReduceEXT" "partitioned_reduce_ext";
        7 "PartitionedInclusiveScanEXT" "partitioned_inclusive_scan_ext";
        8 "PartitionedExclusiveScanEXT" "partitioned_exclusive_scan_ext";
    }
    "KernelEnqueueFlags" "kernel_enqueue_flags" "kernel_enqueue_flags_2" values {
        0 "NoWait" "no_wait";
        1 "WaitKernel" "wait_kernel";
        2 "WaitWorkGroup" "wait_work_group";
    }
    "Capability" "capability" "capability_2" values {
        0 "Matrix" "matrix";
        1 "Shader" "shader";
        2 "Geometry" "geometry";
        3 "Tessellation" "tessellation";
        4 "Addresses" "addresses";
        5 "Linkage" "linkage";
        6 "Kernel" "kernel";
        7 "Vector16" "vector16";
        8 "Float16Buffer" "float16_buffer";
        9 "Float16" "float16";
        10 "Float64" "float64";
        11 "Int64" "int64";
        12 "Int64Atomics" "int64_atomics";
        13 "ImageBasic" "image_basic";
        14 "ImageReadWrite" "image_read_write";
        15 "ImageMipmap" "image_mipmap";
        17 "Pipes" "pipes";
        18 "Groups" "groups";
        19 "DeviceEnqueue" "device_enqueue";
        20 "LiteralSampler" "literal_sampler";
        21 "AtomicStorage" "atomic_storage";
        22 "Int16" "int16";
        23 "TessellationPointSize" "tessellation_point_size";
        24 "GeometryPointSize" "geometry_point_size";
        25 "ImageGatherExtended" "image_gather_extended";
        27 "StorageImageMultisample" "storage_image_multisample";
        28 "UniformBufferArrayDynamicIndexing" "uniform_buffer_array_dynamic_indexing";
        29 "SampledImageArrayDynamicIndexing" "sampled_image_array_dynamic_indexing";
        30 "StorageBufferArrayDynamicIndexing" "storage_buffer_array_dynamic_indexing";
        31 "StorageImageArrayDynamicIndexing" "storage_image_array_dynamic_indexing";
        32 "ClipDistance" "clip_distance";
        33 "CullDistance" "cull_distance";
        34 "ImageCubeArray" "image_cube_array";
        35 "SampleRateShading" "sample_rate_shading";
        36 "ImageRect" "image_rect";
        37 "SampledRect" "sampled_rect";
        38 "GenericPointer" "generic_pointer";
        39 "Int8" "int8";
        40 "InputAttachment" "input_attachment";
        41 "SparseResidency" "sparse_residency";
        42 "MinLod" "min_lod";
        43 "Sampled1D" "sampled1_d";
        44 "Image1D" "image1_d";
        45 "SampledCubeArray" "sampled_cube_array";
        46 "SampledBuffer" "sampled_buffer";
        47 "ImageBuffer" "image_buffer";
        48 "ImageMSArray" "image_ms_array";
        49 "StorageImageExtendedFormats" "storage_image_extended_formats";
        50 "ImageQuery" "image_query";
        51 "DerivativeControl" "derivative_control";
        52 "InterpolationFunction" "interpolation_function";
        53 "TransformFeedback" "transform_feedback";
        54 "GeometryStreams" "geometry_streams";
        55 "StorageImageReadWithoutFormat" "storage_image_read_without_format";
        56 "StorageImageWriteWithoutFormat" "storage_image_write_without_format";
        57 "MultiViewport" "multi_viewport";
        58 "SubgroupDispatch" "subgroup_dispatch";
        59 "NamedBarrier" "named_barrier";
        60 "PipeStorage" "pipe_storage";
        61 "GroupNonUniform" "group_non_uniform";
        62 "GroupNonUniformVote" "group_non_uniform_vote";
        63 "GroupNonUniformArithmetic" "group_non_uniform_arithmetic";
        64 "GroupNonUniformBallot" "group_non_uniform_ballot";
        65 "GroupNonUniformShuffle" "group_non_uniform_shuffle";
        66 "GroupNonUniformShuffleRelative" "group_non_uniform_shuffle_relative";
        67 "GroupNonUniformClustered" "group_non_uniform_clustered";
        68 "GroupNonUniformQuad" "group_non_uniform_quad";
        69 "ShaderLayer" "shader_layer";
        70 "ShaderViewportIndex" "shader_viewport_index";
        71 "UniformDecoration" "uniform_decoration";
        4165 "CoreBuiltinsARM" "core_builtins_arm";
        4166 "TileImageColorReadAccessEXT" "tile_image_color_read_access_ext";
        4167 "TileImageDepthReadAccessEXT" "tile_image_depth_read_access_ext";
        4168 "TileImageStencilReadAccessEXT" "tile_image_stencil_read_access_ext";
        4174 "TensorsARM" "tensors_arm";
        4175 "StorageTensorArrayDynamicIndexingARM" "storage_tensor_array_dynamic_indexing_arm";
        4176 "StorageTensorArrayNonUniformIndexingARM" "storage_tensor_array_non_uniform_indexing_arm";
        4191 "GraphARM" "graph_arm";
        4201 "CooperativeMatrixLayoutsARM" "cooperative_matrix_layouts_arm";
        4212 "Float8EXT" "float8_ext";
        4213 "Float8CooperativeMatrixEXT" "float8_cooperative_matrix_ext";
        4228 "Float6EXT" "float6_ext";
        4229 "Float4EXT" "float4_ext";
        4230 "Float8UnsignedE8M0EXT" "float8_unsigned_e8_m0_ext";
        4231 "MXInt8EXT" "mx_int8_ext";
        4232 "BitcastExtractEXT" "bitcast_extract_ext";
        4422 "FragmentShadingRateKHR" "fragment_shading_rate_khr";
        4423 "SubgroupBallotKHR" "subgroup_ballot_khr";
        4427 "DrawParameters" "draw_parameters";
        4428 "WorkgroupMemoryExplicitLayoutKHR" "workgroup_memory_explicit_layout_khr";
        4429 "WorkgroupMemoryExplicitLayout8BitAccessKHR" "workgroup_memory_explicit_layout8_bit_access_khr";
        4430 "WorkgroupMemoryExplicitLayout16BitAccessKHR" "workgroup_memory_explicit_layout16_bit_access_khr";
        4431 "SubgroupVoteKHR" "subgroup_vote_khr";
        4433 "StorageBuffer16BitAccess" "storage_buffer16_bit_access";
        4434 "UniformAndStorageBuffer16BitAccess" "uniform_and_storage_buffer16_bit_access";
        4435 "StoragePushConstant16" "storage_push_constant16";
        4436 "StorageInputOutput16" "storage_input_output16";
        4437 "DeviceGroup" "device_group";
        4439 "MultiView" "multi_view";
        4441 "VariablePointersStorageBuffer" "variable_pointers_storage_buffer";
        4442 "VariablePointers" "variable_pointers";
        4445 "AtomicStorageOps" "atomic_storage_ops";
        4447 "SampleMaskPostDepthCoverage" "sample_mask_post_depth_coverage";
        4448 "StorageBuffer8BitAccess" "storage_buffer8_bit_access";
        4449 "UniformAndStorageBuffer8BitAccess" "uniform_and_storage_buffer8_bit_access";
        4450 "StoragePushConstant8" "storage_push_constant8";
        4464 "DenormPreserve" "denorm_preserve";
        4465 "DenormFlushToZero" "denorm_flush_to_zero";
        4466 "SignedZeroInfNanPreserve" "signed_zero_inf_nan_preserve";
        4467 "RoundingModeRTE" "rounding_mode_rte";
        4468 "RoundingModeRTZ" "rounding_mode_rtz";
        4471 "RayQueryProvisionalKHR" "ray_query_provisional_khr";
        4472 "RayQueryKHR" "ray_query_khr";
        4473 "UntypedPointersKHR" "untyped_pointers_khr";
        4478 "RayTraversalPrimitiveCullingKHR" "ray_traversal_primitive_culling_khr";
        4479 "RayTracingKHR" "ray_tracing_khr";
        4484 "TextureSampleWeightedQCOM" "texture_sample_weighted_qcom";
        4485 "TextureBoxFilterQCOM" "texture_box_filter_qcom";
        4486 "TextureBlockMatchQCOM" "texture_block_match_qcom";
        4495 "TileShadingQCOM" "tile_shading_qcom";
        4496 "CooperativeMatrixConversionQCOM" "cooperative_matrix_conversion_qcom";
        4498 "TextureBlockMatch2QCOM" "texture_block_match2_qcom";
        4539 "MultipleWaitQueuesQCOM" "multiple_wait_queues_qcom";
        4543 "ImageGatherLinearQCOM" "image_gather_linear_qcom";
        4544 "ImageGatherExtendedModesQCOM" "image_gather_extended_modes_qcom";
        5008 "Float16ImageAMD" "float16_image_amd";
        5009 "ImageGatherBiasLodAMD" "image_gather_bias_lod_amd";
        5010 "FragmentMaskAMD" "fragment_mask_amd";
        5013 "StencilExportEXT" "stencil_export_ext";
        5015 "ImageReadWriteLodAMD" "image_read_write_lod_amd";
        5016 "Int64ImageEXT" "int64_image_ext";
        5055 "ShaderClockKHR" "shader_clock_khr";
        5067 "ShaderEnqueueAMDX" "shader_enqueue_amdx";
        5087 "QuadControlKHR" "quad_control_khr";
        5112 "Int4TypeINTEL" "int4_type_intel";
        5114 "Int4CooperativeMatrixINTEL" "int4_cooperative_matrix_intel";
        5116 "BFloat16TypeKHR" "b_float16_type_khr";
        5117 "BFloat16DotProductKHR" "b_float16_dot_product_khr";
        5118 "BFloat16CooperativeMatrixKHR" "b_float16_cooperative_matrix_khr";
        5120 "AbortKHR" "abort_khr";
        5128 "DescriptorHeapEXT" "descriptor_heap_ext";
        5146 "ConstantDataKHR" "constant_data_khr";
        5156 "PoisonFreezeKHR" "poison_freeze_khr";
        5181 "WeakLinkageAMD" "weak_linkage_amd";
        5249 "SampleMaskOverrideCoverageNV" "sample_mask_override_coverage_nv";
        5251 "GeometryShaderPassthroughNV" "geometry_shader_passthrough_nv";
        5254 "ShaderViewportIndexLayerEXT" "shader_viewport_index_layer_ext";
        5255 "ShaderViewportMaskNV" "shader_viewport_mask_nv";
        5259 "ShaderStereoViewNV" "shader_stereo_view_nv";
        5260 "PerViewAttributesNV" "per_view_attributes_nv";
        5265 "FragmentFullyCoveredEXT" "fragment_fully_covered_ext";
        5266 "MeshShadingNV" "mesh_shading_nv";
        5282 "ImageFootprintNV" "image_footprint_nv";
        5283 "MeshShadingEXT" "mesh_shading_ext";
        5284 "FragmentBarycentricKHR" "fragment_barycentric_khr";
        5288 "ComputeDerivativeGroupQuadsKHR" "compute_derivative_group_quads_khr";
        5291 "FragmentDensityEXT" "fragment_density_ext";
        5297 "GroupNonUniformPartitionedEXT" "group_non_uniform_partitioned_ext";
        5301 "ShaderNonUniform" "shader_non_uniform";
        5302 "RuntimeDescriptorArray" "runtime_descriptor_array";
        5303 "InputAttachmentArrayDynamicIndexing" "input_attachment_array_dynamic_indexing";
        5304 "UniformTexelBufferArrayDynamicIndexing" "uniform_texel_buffer_array_dynamic_indexing";
        5305 "StorageTexelBufferArrayDynamicIndexing" "storage_texel_buffer_array_dynamic_indexing";
        5306 "UniformBufferArrayNonUniformIndexing" "uniform_buffer_array_non_uniform_indexing";
        5307 "SampledImageArrayNonUniformIndexing" "sampled_image_array_non_uniform_indexing";
        5308 "StorageBufferArrayNonUniformIndexing" "storage_buffer_array_non_uniform_indexing";
        5309 "StorageImageArrayNonUniformIndexing" "storage_image_array_non_uniform_indexing";
        5310 "InputAttachmentArrayNonUniformIndexing" "input_attachment_array_non_uniform_indexing";
        5311 "UniformTexelBufferArrayNonUniformIndexing" "uniform_texel_buffer_array_non_uniform_indexing";
        5312 "StorageTexelBufferArrayNonUniformIndexing" "storage_texel_buffer_array_non_uniform_indexing";
        5336 "RayTracingPositionFetchKHR" "ray_tracing_position_fetch_khr";
        5340 "RayTracingNV" "ray_tracing_nv";
        5341 "RayTracingMotionBlurNV" "ray_tracing_motion_blur_nv";
        5345 "VulkanMemoryModel" "vulkan_memory_model";
        5346 "VulkanMemoryModelDeviceScope" "vulkan_memory_model_device_scope";
        5347 "PhysicalStorageBufferAddresses" "physical_storage_buffer_addresses";
        5350 "ComputeDerivativeGroupLinearKHR" "compute_derivative_group_linear_khr";
        5353 "RayTracingProvisionalKHR" "ray_tracing_provisional_khr";
        5357 "CooperativeMatrixNV" "cooperative_matrix_nv";
        5363 "FragmentShaderSampleInterlockEXT" "fragment_shader_sample_interlock_ext";
        5372 "FragmentShaderShadingRateInterlockEXT" "fragment_shader_shading_rate_interlock_ext";
        5373 "ShaderSMBuiltinsNV" "shader_sm_builtins_nv";
        5378 "FragmentShaderPixelInterlockEXT" "fragment_shader_pixel_interlock_ext";
        5379 "DemoteToHelperInvocation" "demote_to_helper_invocation";
        5380 "DisplacementMicromapNV" "displacement_micromap_nv";
        5381 "RayTracingOpacityMicromapEXT" "ray_tracing_opacity_micromap_ext";
        5383 "ShaderInvocationReorderNV" "shader_invocation_reorder_nv";
        5388 "ShaderInvocationReorderEXT" "shader_invocation_reorder_ext";
        5390 "BindlessTextureNV" "bindless_texture_nv";
        5391 "RayQueryPositionFetchKHR" "ray_query_position_fetch_khr";
        5394 "CooperativeVectorNV" "cooperative_vector_nv";
        5404 "AtomicFloat16VectorNV" "atomic_float16_vector_nv";
        5409 "RayTracingDisplacementMicromapNV" "ray_tracing_displacement_micromap_nv";
        5414 "RawAccessChainsNV" "raw_access_chains_nv";
        5418 "RayTracingSpheresGeometryNV" "ray_tracing_spheres_geometry_nv";
        5419 "RayTracingLinearSweptSpheresGeometryNV" "ray_tracing_linear_swept_spheres_geometry_nv";
        5423 "PushConstantBanksNV" "push_constant_banks_nv";
        5425 "LongVectorEXT" "long_vector_ext";
        5426 "Shader64BitIndexingEXT" "shader64_bit_indexing_ext";
        5429 "CooperativeMatrixConversionsEXT" "cooperative_matrix_conversions_ext";
        5430 "CooperativeMatrixReductionsNV" "cooperative_matrix_reductions_nv";
        5431 "CooperativeMatrixConversionsNV" "cooperative_matrix_conversions_nv";
        5432 "CooperativeMatrixPerElementOperationsNV" "cooperative_matrix_per_element_operations_nv";
        5433 "CooperativeMatrixTensorAddressingNV" "cooperative_matrix_tensor_addressing_nv";
        5434 "CooperativeMatrixBlockLoadsNV" "cooperative_matrix_block_loads_nv";
        5435 "CooperativeVectorTrainingNV" "cooperative_vector_training_nv";
        5437 "RayTracingClusterAccelerationStructureNV" "ray_tracing_cluster_acceleration_structure_nv";
        5438 "CooperativeMatrixGetCoordinateEXT" "cooperative_matrix_get_coordinate_ext";
        5439 "TensorAddressingNV" "tensor_addressing_nv";
        5447 "CooperativeMatrixDecodeVectorNV" "cooperative_matrix_decode_vector_nv";
        5568 "SubgroupShuffleINTEL" "subgroup_shuffle_intel";
        5569 "SubgroupBufferBlockIOINTEL" "subgroup_buffer_block_iointel";
        5570 "SubgroupImageBlockIOINTEL" "subgroup_image_block_iointel";
        5579 "SubgroupImageMediaBlockIOINTEL" "subgroup_image_media_block_iointel";
        5582 "RoundToInfinityINTEL" "round_to_infinity_intel";
        5583 "FloatingPointModeINTEL" "floating_point_mode_intel";
        5584 "IntegerFunctions2INTEL" "integer_functions2_intel";
        5603 "FunctionPointersINTEL" "function_pointers_intel";
        5604 "IndirectReferencesINTEL" "indirect_references_intel";
        5606 "AsmINTEL" "asm_intel";
        5612 "AtomicFloat32MinMaxEXT" "atomic_float32_min_max_ext";
        5613 "AtomicFloat64MinMaxEXT" "atomic_float64_min_max_ext";
        5616 "AtomicFloat16MinMaxEXT" "atomic_float16_min_max_ext";
        5617 "VectorComputeINTEL" "vector_compute_intel";
        5619 "VectorAnyINTEL" "vector_any_intel";
        5629 "ExpectAssumeKHR" "expect_assume_khr";
        5696 "SubgroupAvcMotionEstimationINTEL" "subgroup_avc_motion_estimation_intel";
        5697 "SubgroupAvcMotionEstimationIntraINTEL" "subgroup_avc_motion_estimation_intra_intel";
        5698 "SubgroupAvcMotionEstimationChromaINTEL" "subgroup_avc_motion_estimation_chroma_intel";
        5817 "VariableLengthArrayINTEL" "variable_length_array_intel";
        5821 "FunctionFloatControlINTEL" "function_float_control_intel";
        5824 "FPGAMemoryAttributesALTERA" "fpga_memory_attributes_altera";
        5837 "FPFastMathModeINTEL" "fp_fast_math_mode_intel";
        5844 "ArbitraryPrecisionIntegersALTERA" "arbitrary_precision_integers_altera";
        5845 "ArbitraryPrecisionFloatingPointALTERA" "arbitrary_precision_floating_point_altera";
        5886 "UnstructuredLoopControlsINTEL" "unstructured_loop_controls_intel";
        5888 "FPGALoopControlsALTERA" "fpga_loop_controls_altera";
        5892 "KernelAttributesINTEL" "kernel_attributes_intel";
        5897 "FPGAKernelAttributesINTEL" "fpga_kernel_attributes_intel";
        5898 "FPGAMemoryAccessesALTERA" "fpga_memory_accesses_altera";
        5904 "FPGAClusterAttributesALTERA" "fpga_cluster_attributes_altera";
        5906 "LoopFuseALTERA" "loop_fuse_altera";
        5908 "FPGADSPControlALTERA" "fpgadsp_control_altera";
        5910 "MemoryAccessAliasingINTEL" "memory_access_aliasing_intel";
        5916 "FPGAInvocationPipeliningAttributesALTERA" "fpga_invocation_pipelining_attributes_altera";
        5920 "FPGABufferLocationALTERA" "fpga_buffer_location_altera";
        5922 "ArbitraryPrecisionFixedPointALTERA" "arbitrary_precision_fixed_point_altera";
        5935 "USMStorageClassesALTERA" "usm_storage_classes_altera";
        5939 "RuntimeAlignedAttributeALTERA" "runtime_aligned_attribute_altera";
        5943 "IOPipesALTERA" "io_pipes_altera";
        5945 "BlockingPipesALTERA" "blocking_pipes_altera";
        5948 "FPGARegALTERA" "fpga_reg_altera";
        6016 "DotProductInputAll" "dot_product_input_all";
        6017 "DotProductInput4x8Bit" "dot_product_input4x8_bit";
        6018 "DotProductInput4x8BitPacked" "dot_product_input4x8_bit_packed";
        6019 "DotProduct" "dot_product";
        6020 "RayCullMaskKHR" "ray_cull_mask_khr";
        6022 "CooperativeMatrixKHR" "cooperative_matrix_khr";
        6024 "ReplicatedCompositesEXT" "replicated_composites_ext";
        6025 "BitInstructions" "bit_instructions";
        6026 "GroupNonUniformRotateKHR" "group_non_uniform_rotate_khr";
        6029 "FloatControls2" "float_controls2";
        6030 "FMAKHR" "fmakhr";
        6032 "RayTracingOpacityMicromapExecutionModeKHR" "ray_tracing_opacity_micromap_execution_mode_khr";
        6033 "AtomicFloat32AddEXT" "atomic_float32_add_ext";
        6034 "AtomicFloat64AddEXT" "atomic_float64_add_ext";
        6089 "LongCompositesINTEL" "long_composites_intel";
        6094 "OptNoneEXT" "opt_none_ext";
        6095 "AtomicFloat16AddEXT" "atomic_float16_add_ext";
        6114 "DebugInfoModuleINTEL" "debug_info_module_intel";
        6115 "BFloat16ConversionINTEL" "b_float16_conversion_intel";
        6141 "SplitBarrierINTEL" "split_barrier_intel";
        6144 "ArithmeticFenceEXT" "arithmetic_fence_ext";
        6150 "FPGAClusterAttributesV2ALTERA" "fpga_cluster_attributes_v2_altera";
        6161 "FPGAKernelAttributesv2INTEL" "fpga_kernel_attributesv2_intel";
        6162 "TaskSequenceALTERA" "task_sequence_altera";
        6169 "FPMaxErrorINTEL" "fp_max_error_intel";
        6171 "FPGALatencyControlALTERA" "fpga_latency_control_altera";
        6174 "FPGAArgumentInterfacesALTERA" "fpga_argument_interfaces_altera";
        6187 "GlobalVariableHostAccessINTEL" "global_variable_host_access_intel";
        6189 "GlobalVariableFPGADecorationsALTERA" "global_variable_fpga_decorations_altera";
        6220 "SubgroupBufferPrefetchINTEL" "subgroup_buffer_prefetch_intel";
        6228 "Subgroup2DBlockIOINTEL" "subgroup2_d_block_iointel";
        6229 "Subgroup2DBlockTransformINTEL" "subgroup2_d_block_transform_intel";
        6230 "Subgroup2DBlockTransposeINTEL" "subgroup2_d_block_transpose_intel";
        6236 "SubgroupMatrixMultiplyAccumulateINTEL" "subgroup_matrix_multiply_accumulate_intel";
        6241 "TernaryBitwiseFunctionINTEL" "ternary_bitwise_function_intel";
        6243 "UntypedVariableLengthArrayINTEL" "untyped_variable_length_array_intel";
        6245 "SpecConditionalINTEL" "spec_conditional_intel";
        6246 "FunctionVariantsINTEL" "function_variants_intel";
        6257 "PredicatedIOINTEL" "predicated_iointel";
        6265 "RoundedDivideSqrtINTEL" "rounded_divide_sqrt_intel";
        6400 "GroupUniformArithmeticKHR" "group_uniform_arithmetic_khr";
        6425 "TensorFloat32RoundingINTEL" "tensor_float32_rounding_intel";
        6427 "MaskedGatherScatterINTEL" "masked_gather_scatter_intel";
        6441 "CacheControlsINTEL" "cache_controls_intel";
        6460 "RegisterLimitsINTEL" "register_limits_intel";
        6528 "BindlessImagesINTEL" "bindless_images_intel";
        6912 "DotProductFloat16AccFloat32VALVE" "dot_product_float16_acc_float32_valve";
        6913 "DotProductFloat16AccFloat16VALVE" "dot_product_float16_acc_float16_valve";
        6914 "DotProductBFloat16AccVALVE" "dot_product_b_float16_acc_valve";
        6915 "DotProductFloat8AccFloat32VALVE" "dot_product_float8_acc_float32_valve";
        7041 "IntrinsicSAMSUNG" "intrinsic_samsung";
    }
    "RayQueryIntersection" "ray_query_intersection" "ray_query_intersection_2" values {
        0 "RayQueryCandidateIntersectionKHR" "ray_query_candidate_intersection_khr";
        1 "RayQueryCommittedIntersectionKHR" "ray_query_committed_intersection_khr";
    }
    "RayQueryCommittedIntersectionType" "ray_query_committed_intersection_type" "ray_query_committed_intersection_type_2" values {
        0 "RayQueryCommittedIntersectionNoneKHR" "ray_query_committed_intersection_none_khr";
        1 "RayQueryCommittedIntersectionTriangleKHR" "ray_query_committed_intersection_triangle_khr";
        2 "RayQueryCommittedIntersectionGeneratedKHR" "ray_query_committed_intersection_generated_khr";
    }
    "RayQueryCandidateIntersectionType" "ray_query_candidate_intersection_type" "ray_query_candidate_intersection_type_2" values {
        0 "RayQueryCandidateIntersectionTriangleKHR" "ray_query_candidate_intersection_triangle_khr";
        1 "RayQueryCandidateIntersectionAABBKHR" "ray_query_candidate_intersection_aabbkhr";
    }
    "PackedVectorFormat" "packed_vector_format" "packed_vector_format_2" values {
        0 "PackedVectorFormat4x8Bit" "packed_vector_format4x8_bit";
    }
    "CooperativeMatrixLayout" "cooperative_matrix_layout" "cooperative_matrix_layout_2" values {
        0 "RowMajorKHR" "row_major_khr";
        1 "ColumnMajorKHR" "column_major_khr";
        4202 "RowBlockedInterleavedARM" "row_blocked_interleaved_arm";
        4203 "ColumnBlockedInterleavedARM" "column_blocked_interleaved_arm";
    }
    "CooperativeMatrixUse" "cooperative_matrix_use" "cooperative_matrix_use_2" values {
        0 "MatrixAKHR" "matrix_akhr";
        1 "MatrixBKHR" "matrix_bkhr";
        2 "MatrixAccumulatorKHR" "matrix_accumulator_khr";
    }
    "TensorClampMode" "tensor_clamp_mode" "tensor_clamp_mode_2" values {
        0 "Undefined" "undefined";
        1 "Constant" "constant";
        2 "ClampToEdge" "clamp_to_edge";
        3 "Repeat" "repeat";
        4 "RepeatMirrored" "repeat_mirrored";
    }
    "InitializationModeQualifier" "initialization_mode_qualifier" "initialization_mode_qualifier_2" values {
        0 "InitOnDeviceReprogramALTERA" "init_on_device_reprogram_altera";
        1 "InitOnDeviceResetALTERA" "init_on_device_reset_altera";
    }
    "LoadCacheControl" "load_cache_control" "load_cache_control_2" values {
        0 "UncachedINTEL" "uncached_intel";
        1 "CachedINTEL" "cached_intel";
        2 "StreamingINTEL" "streaming_intel";
        3 "InvalidateAfterReadINTEL" "invalidate_after_read_intel";
        4 "ConstCachedINTEL" "const_cached_intel";
    }
    "StoreCacheControl" "store_cache_control" "store_cache_control_2" values {
        0 "UncachedINTEL" "uncached_intel";
        1 "WriteThroughINTEL" "write_through_intel";
        2 "WriteBackINTEL" "write_back_intel";
        3 "StreamingINTEL" "streaming_intel";
    }
    "NamedMaximumNumberOfRegisters" "named_maximum_number_of_registers" "named_maximum_number_of_registers_2" values {
        0 "AutoINTEL" "auto_intel";
    }
    "FPEncoding" "fp_encoding" "fp_encoding_2" values {
        0 "BFloat16KHR" "b_float16_khr";
        4214 "Float8E4M3EXT" "float8_e4_m3_ext";
        4215 "Float8E5M2EXT" "float8_e5_m2_ext";
        4223 "Float6E2M3EXT" "float6_e2_m3_ext";
        4224 "Float6E3M2EXT" "float6_e3_m2_ext";
        4225 "Float4E2M1EXT" "float4_e2_m1_ext";
        4226 "Float8UnsignedE8M0EXT" "float8_unsigned_e8_m0_ext";
        4227 "MXInt8EXT" "mx_int8_ext";
    }
    "CooperativeVectorMatrixLayout" "cooperative_vector_matrix_layout" "cooperative_vector_matrix_layout_2" values {
        0 "RowMajorNV" "row_major_nv";
        1 "ColumnMajorNV" "column_major_nv";
        2 "InferencingOptimalNV" "inferencing_optimal_nv";
        3 "TrainingOptimalNV" "training_optimal_nv";
    }
    "ComponentType" "component_type" "component_type_2" values {
        0 "Float16NV" "float16_nv";
        1 "Float32NV" "float32_nv";
        2 "Float64NV" "float64_nv";
        3 "SignedInt8NV" "signed_int8_nv";
        4 "SignedInt16NV" "signed_int16_nv";
        5 "SignedInt32NV" "signed_int32_nv";
        6 "SignedInt64NV" "signed_int64_nv";
        7 "UnsignedInt8NV" "unsigned_int8_nv";
        8 "UnsignedInt16NV" "unsigned_int16_nv";
        9 "UnsignedInt32NV" "unsigned_int32_nv";
        10 "UnsignedInt64NV" "unsigned_int64_nv";
        1000491000 "SignedInt8PackedNV" "signed_int8_packed_nv";
        1000491001 "UnsignedInt8PackedNV" "unsigned_int8_packed_nv";
        1000491002 "FloatE4M3NV" "float_e4_m3_nv";
        1000491003 "FloatE5M2NV" "float_e5_m2_nv";
    }
    "ImageOperands" "image_operands" "image_operands_2" mask "None" {
        1 "Bias" "bias" One IdRef;
        2 "Lod" "lod" One IdRef;
        4 "Grad" "grad" One IdRef One IdRef;
        8 "ConstOffset" "const_offset" One IdRef;
        16 "Offset" "offset" One IdRef;
        32 "ConstOffsets" "const_offsets" One IdRef;
        64 "Sample" "sample" One IdRef;
        128 "MinLod" "min_lod" One IdRef;
        256 "MakeTexelAvailable" "make_texel_available" One IdScope;
        512 "MakeTexelVisible" "make_texel_visible" One IdScope;
        1024 "NonPrivateTexel" "non_private_texel";
        2048 "VolatileTexel" "volatile_texel";
        4096 "SignExtend" "sign_extend";
        8192 "ZeroExtend" "zero_extend";
        16384 "Nontemporal" "nontemporal";
        65536 "Offsets" "offsets" One IdRef;
    }
    "FPFastMathMode" "fastmath_mode" "fastmath_mode_2" mask "None" {
        1 "NotNaN" "not_na_n";
        2 "NotInf" "not_inf";
        4 "NSZ" "nsz";
        8 "AllowRecip" "allow_recip";
        16 "Fast" "fast";
        65536 "AllowContract" "allow_contract";
        131072 "AllowReassoc" "allow_reassoc";
        262144 "AllowTransform" "allow_transform";
    }
    "SelectionControl" "selection_control" "selection_control_2" mask "None" {
        1 "Flatten" "flatten";
        2 "DontFlatten" "dont_flatten";
    }
    "LoopControl" "loop_control" "loop_control_2" mask "None" {
        1 "Unroll" "unroll";
        2 "DontUnroll" "dont_unroll";
        4 "DependencyInfinite" "dependency_infinite";
        8 "DependencyLength" "dependency_length" One LiteralInteger;
        16 "MinIterations" "min_iterations" One LiteralInteger;
        32 "MaxIterations" "max_iterations" One LiteralInteger;
        64 "IterationMultiple" "iteration_multiple" One LiteralInteger;
        128 "PeelCount" "peel_count" One LiteralInteger;
        256 "PartialCount" "partial_count" One LiteralInteger;
        65536 "InitiationIntervalALTERA" "initiation_interval_altera" One LiteralInteger;
        131072 "MaxConcurrencyALTERA" "max_concurrency_altera" One LiteralInteger;
        262144 "DependencyArrayALTERA" "dependency_array_altera" One LiteralInteger;
        524288 "PipelineEnableALTERA" "pipeline_enable_altera" One LiteralInteger;
        1048576 "LoopCoalesceALTERA" "loop_coalesce_altera" One LiteralInteger;
        2097152 "MaxInterleavingALTERA" "max_interleaving_altera" One LiteralInteger;
        4194304 "SpeculatedIterationsALTERA" "speculated_iterations_altera" One LiteralInteger;
        8388608 "NoFusionALTERA" "no_fusion_altera";
        16777216 "LoopCountALTERA" "loop_count_altera" One LiteralInteger;
        33554432 "MaxReinvocationDelayALTERA" "max_reinvocation_delay_altera" One LiteralInteger;
        268435456 "MultipleWaitQueuesQCOM" "multiple_wait_queues_qcom" One LiteralInteger;
    }
    "FunctionControl" "function_control" "function_control_2" mask "None" {
        1 "Inline" "inline";
        2 "DontInline" "dont_inline";
        4 "Pure" "pure";
        8 "Const" "const";
        65536 "OptNoneEXT" "opt_none_ext";
    }
    "MemorySemantics" "memory_semantics" "memory_semantics_2" mask "None" {
        2 "Acquire" "acquire";
        4 "Release" "release";
        8 "AcquireRelease" "acquire_release";
        16 "SequentiallyConsistent" "sequentially_consistent";
        64 "UniformMemory" "uniform_memory";
        128 "SubgroupMemory" "subgroup_memory";
        256 "WorkgroupMemory" "workgroup_memory";
        512 "CrossWorkgroupMemory" "cross_workgroup_memory";
        1024 "AtomicCounterMemory" "atomic_counter_memory";
        2048 "ImageMemory" "image_memory";
        4096 "OutputMemory" "output_memory";
        8192 "MakeAvailable" "make_available";
        16384 "MakeVisible" "make_visible";
        32768 "Volatile" "volatile";
    }
    "MemoryAccess" "memory_access" "memory_access_2" mask "None" {
        1 "Volatile" "volatile";
        2 "Aligned" "aligned" One LiteralInteger;
        4 "Nontemporal" "nontemporal";
        8 "MakePointerAvailable" "make_pointer_available" One IdScope;
        16 "MakePointerVisible" "make_pointer_visible" One IdScope;
        32 "NonPrivatePointer" "non_private_pointer";
        65536 "AliasScopeINTELMask" "alias_scope_intel_mask" One IdRef;
        131072 "NoAliasINTELMask" "no_alias_intel_mask" One IdRef;
    }
    "KernelProfilingInfo" "kernel_profiling_info" "kernel_profiling_info_2" mask "None" {
        1 "CmdExecTime" "cmd_exec_time";
    }
    "RayFlags" "ray_flags" "ray_flags_2" mask "None" {
        1 "OpaqueKHR" "opaque_khr";
        2 "NoOpaqueKHR" "no_opaque_khr";
        4 "TerminateOnFirstHitKHR" "terminate_on_first_hit_khr";
        8 "SkipClosestHitShaderKHR" "skip_closest_hit_shader_khr";
        16 "CullBackFacingTrianglesKHR" "cull_back_facing_triangles_khr";
        32 "CullFrontFacingTrianglesKHR" "cull_front_facing_triangles_khr";
        64 "CullOpaqueKHR" "cull_opaque_khr";
        128 "CullNoOpaqueKHR" "cull_no_opaque_khr";
        256 "SkipTrianglesKHR" "skip_triangles_khr";
        512 "SkipAABBsKHR" "skip_aab_bs_khr";
        1024 "ForceOpacityMicromap2StateEXT" "force_opacity_micromap2_state_ext";
    }
    "FragmentShadingRate" "fragment_shading_rate" "fragment_shading_rate_2" mask "None" {
        1 "Vertical2Pixels" "vertical2_pixels";
        2 "Vertical4Pixels" "vertical4_pixels";
        4 "Horizontal2Pixels" "horizontal2_pixels";
        8 "Horizontal4Pixels" "horizontal4_pixels";
    }
    "RawAccessChainOperands" "raw_access_chain_operands" "raw_access_chain_operands_2" mask "None" {
        1 "RobustnessPerComponentNV" "robustness_per_component_nv";
        2 "RobustnessPerElementNV" "robustness_per_element_nv";
    }
    "CooperativeMatrixOperands" "cooperative_matrix_operands" "cooperative_matrix_operands_2" mask "None" {
        1 "MatrixASignedComponentsKHR" "matrix_a_signed_components_khr";
        2 "MatrixBSignedComponentsKHR" "matrix_b_signed_components_khr";
        4 "MatrixCSignedComponentsKHR" "matrix_c_signed_components_khr";
        8 "MatrixResultSignedComponentsKHR" "matrix_result_signed_components_khr";
        16 "SaturatingAccumulationKHR" "saturating_accumulation_khr";
    }
    "CooperativeMatrixReduce" "cooperative_matrix_reduce" "cooperative_matrix_reduce_2" mask "None" {
        1 "Row" "row";
        2 "Column" "column";
        4 "2x2" "2x2";
    }
    "TensorAddressingOperands" "tensor_addressing_operands" "tensor_addressing_operands_2" mask "None" {
        1 "TensorView" "tensor_view" One IdRef;
        2 "DecodeFunc" "decode_func" One IdRef;
        4 "DecodeVectorFunc" "decode_vector_func" One IdRef;
    }
    "MatrixMultiplyAccumulateOperands" "matrix_multiply_accumulate_operands" "matrix_multiply_accumulate_operands_2" mask "None" {
        1 "MatrixASignedComponentsINTEL" "matrix_a_signed_components_intel";
        2 "MatrixBSignedComponentsINTEL" "matrix_b_signed_components_intel";
        4 "MatrixCBFloat16INTEL" "matrix_cb_float16_intel";
        8 "MatrixResultBFloat16INTEL" "matrix_result_b_float16_intel";
        16 "MatrixAPackedInt8INTEL" "matrix_a_packed_int8_intel";
        32 "MatrixBPackedInt8INTEL" "matrix_b_packed_int8_intel";
        64 "MatrixAPackedInt4INTEL" "matrix_a_packed_int4_intel";
        128 "MatrixBPackedInt4INTEL" "matrix_b_packed_int4_intel";
        256 "MatrixATF32INTEL" "matrix_atf32_intel";
        512 "MatrixBTF32INTEL" "matrix_btf32_intel";
        1024 "MatrixAPackedFloat16INTEL" "matrix_a_packed_float16_intel";
        2048 "MatrixBPackedFloat16INTEL" "matrix_b_packed_float16_intel";
        4096 "MatrixAPackedBFloat16INTEL" "matrix_a_packed_b_float16_intel";
        8192 "MatrixBPackedBFloat16INTEL" "matrix_b_packed_b_float16_intel";
    }
    "TensorOperands" "tensor_operands" "tensor_operands_2" mask "None" {
        1 "NontemporalARM" "nontemporal_arm";
        2 "OutOfBoundsValueARM" "out_of_bounds_value_arm" One IdRef;
        4 "MakeElementAvailableARM" "make_element_available_arm" One IdRef;
        8 "MakeElementVisibleARM" "make_element_visible_arm" One IdRef;
        16 "NonPrivateElementARM" "non_private_element_arm";
    }
}

//! Extensions of Vulkan, or the version of Vulkan itself, that enable each extension of SPIR-V.
//!
//! The rows follow the registry of Vulkan (`vk.xml`, headers 1.4.359).

/// An extension of SPIR-V with the extensions that enable it.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// The minor version of Vulkan 1 that has it without an extension.
    pub(crate) core: Option<u8>,
    /// The extensions of Vulkan, any one of which suffices.
    pub(crate) extensions: &'static [&'static str],
}

const fn row(name: &'static str, core: Option<u8>, extensions: &'static [&'static str]) -> Row {
    Row { name, core, extensions }
}

/// The extensions of SPIR-V that Vulkan supports, by name.
#[rustfmt::skip]
pub(crate) const EXTENSIONS: &[Row] = &[
    row("SPV_AMD_gcn_shader", None, &["VK_AMD_gcn_shader"]),
    row("SPV_AMD_gpu_shader_half_float", None, &["VK_AMD_gpu_shader_half_float"]),
    row("SPV_AMD_gpu_shader_int16", None, &["VK_AMD_gpu_shader_int16"]),
    row("SPV_AMD_shader_ballot", None, &["VK_AMD_shader_ballot"]),
    row("SPV_AMD_shader_early_and_late_fragment_tests", None, &["VK_AMD_shader_early_and_late_fragment_tests"]),
    row("SPV_AMD_shader_explicit_vertex_parameter", None, &["VK_AMD_shader_explicit_vertex_parameter"]),
    row("SPV_AMD_shader_fragment_mask", None, &["VK_AMD_shader_fragment_mask"]),
    row("SPV_AMD_shader_image_load_store_lod", None, &["VK_AMD_shader_image_load_store_lod"]),
    row("SPV_AMD_shader_trinary_minmax", None, &["VK_AMD_shader_trinary_minmax"]),
    row("SPV_AMD_texture_gather_bias_lod", None, &["VK_AMD_texture_gather_bias_lod"]),
    row("SPV_ARM_core_builtins", None, &["VK_ARM_shader_core_builtins"]),
    row("SPV_ARM_graph", None, &["VK_ARM_data_graph"]),
    row("SPV_ARM_tensors", None, &["VK_ARM_tensors"]),
    row("SPV_EXT_cooperative_matrix_maintenance1", None, &["VK_EXT_cooperative_matrix_maintenance1"]),
    row("SPV_EXT_demote_to_helper_invocation", Some(3), &["VK_EXT_shader_demote_to_helper_invocation"]),
    row("SPV_EXT_descriptor_heap", None, &["VK_EXT_descriptor_heap"]),
    row("SPV_EXT_descriptor_indexing", Some(2), &["VK_EXT_descriptor_indexing"]),
    row("SPV_EXT_float8", None, &["VK_EXT_shader_float8"]),
    row("SPV_EXT_fragment_fully_covered", None, &["VK_EXT_conservative_rasterization"]),
    row("SPV_EXT_fragment_invocation_density", None, &["VK_EXT_fragment_density_map"]),
    row("SPV_EXT_fragment_shader_interlock", None, &["VK_EXT_fragment_shader_interlock"]),
    row("SPV_EXT_long_vector", None, &["VK_EXT_shader_long_vector"]),
    row("SPV_EXT_mesh_shader", None, &["VK_EXT_mesh_shader"]),
    row("SPV_EXT_ocp_microscaling_types", None, &["VK_EXT_shader_ocp_microscaling_types"]),
    row("SPV_EXT_opacity_micromap", None, &["VK_EXT_opacity_micromap", "VK_KHR_opacity_micromap"]),
    row("SPV_EXT_physical_storage_buffer", None, &["VK_EXT_buffer_device_address"]),
    row("SPV_EXT_replicated_composites", None, &["VK_EXT_shader_replicated_composites"]),
    row("SPV_EXT_shader_64bit_indexing", None, &["VK_EXT_shader_64bit_indexing"]),
    row("SPV_EXT_shader_atomic_float16_add", None, &["VK_EXT_shader_atomic_float2"]),
    row("SPV_EXT_shader_atomic_float_add", None, &["VK_EXT_shader_atomic_float"]),
    row("SPV_EXT_shader_atomic_float_min_max", None, &["VK_EXT_shader_atomic_float2"]),
    row("SPV_EXT_shader_image_int64", None, &["VK_EXT_shader_image_atomic_int64"]),
    row("SPV_EXT_shader_invocation_reorder", None, &["VK_EXT_ray_tracing_invocation_reorder"]),
    row("SPV_EXT_shader_stencil_export", None, &["VK_EXT_shader_stencil_export"]),
    row("SPV_EXT_shader_subgroup_partitioned", None, &["VK_EXT_shader_subgroup_partitioned"]),
    row("SPV_EXT_shader_tile_image", None, &["VK_EXT_shader_tile_image"]),
    row("SPV_EXT_shader_viewport_index_layer", Some(2), &["VK_EXT_shader_viewport_index_layer"]),
    row("SPV_EXT_split_barrier", None, &["VK_EXT_shader_split_barrier"]),
    row("SPV_GOOGLE_decorate_string", None, &["VK_GOOGLE_decorate_string"]),
    row("SPV_GOOGLE_hlsl_functionality1", None, &["VK_GOOGLE_hlsl_functionality1"]),
    row("SPV_GOOGLE_user_type", None, &["VK_GOOGLE_user_type"]),
    row("SPV_HUAWEI_cluster_culling_shader", None, &["VK_HUAWEI_cluster_culling_shader"]),
    row("SPV_HUAWEI_subpass_shading", None, &["VK_HUAWEI_subpass_shading"]),
    row("SPV_INTEL_shader_integer_functions2", None, &["VK_INTEL_shader_integer_functions2"]),
    row("SPV_KHR_16bit_storage", Some(1), &["VK_KHR_16bit_storage"]),
    row("SPV_KHR_8bit_storage", Some(2), &["VK_KHR_8bit_storage"]),
    row("SPV_KHR_abort", None, &["VK_KHR_shader_abort"]),
    row("SPV_KHR_bfloat16", None, &["VK_KHR_shader_bfloat16"]),
    row("SPV_KHR_compute_shader_derivatives", None, &["VK_KHR_compute_shader_derivatives"]),
    row("SPV_KHR_constant_data", None, &["VK_KHR_shader_constant_data"]),
    row("SPV_KHR_cooperative_matrix", None, &["VK_KHR_cooperative_matrix"]),
    row("SPV_KHR_device_group", Some(1), &["VK_KHR_device_group"]),
    row("SPV_KHR_expect_assume", Some(4), &["VK_KHR_shader_expect_assume"]),
    row("SPV_KHR_float_controls", Some(2), &["VK_KHR_shader_float_controls"]),
    row("SPV_KHR_float_controls2", Some(4), &["VK_KHR_shader_float_controls2"]),
    row("SPV_KHR_fma", None, &["VK_KHR_shader_fma"]),
    row("SPV_KHR_fragment_shader_barycentric", None, &["VK_KHR_fragment_shader_barycentric"]),
    row("SPV_KHR_fragment_shading_rate", None, &["VK_KHR_fragment_shading_rate"]),
    row("SPV_KHR_integer_dot_product", Some(3), &["VK_KHR_shader_integer_dot_product"]),
    row("SPV_KHR_maximal_reconvergence", None, &["VK_KHR_shader_maximal_reconvergence"]),
    row("SPV_KHR_multiview", Some(1), &["VK_KHR_multiview"]),
    row("SPV_KHR_non_semantic_info", Some(3), &["VK_KHR_shader_non_semantic_info"]),
    row("SPV_KHR_opacity_micromap", None, &["VK_KHR_opacity_micromap"]),
    row("SPV_KHR_physical_storage_buffer", Some(2), &["VK_KHR_buffer_device_address"]),
    row("SPV_KHR_post_depth_coverage", None, &["VK_EXT_post_depth_coverage"]),
    row("SPV_KHR_quad_control", None, &["VK_KHR_shader_quad_control"]),
    row("SPV_KHR_ray_cull_mask", None, &["VK_KHR_ray_tracing_maintenance1"]),
    row("SPV_KHR_ray_query", None, &["VK_KHR_ray_query"]),
    row("SPV_KHR_ray_tracing", None, &["VK_KHR_ray_tracing_pipeline"]),
    row("SPV_KHR_ray_tracing_position_fetch", None, &["VK_KHR_ray_tracing_position_fetch"]),
    row("SPV_KHR_relaxed_extended_instruction", None, &["VK_KHR_shader_relaxed_extended_instruction"]),
    row("SPV_KHR_shader_ballot", None, &["VK_EXT_shader_subgroup_ballot"]),
    row("SPV_KHR_shader_clock", None, &["VK_KHR_shader_clock"]),
    row("SPV_KHR_shader_draw_parameters", Some(1), &["VK_KHR_shader_draw_parameters"]),
    row("SPV_KHR_storage_buffer_storage_class", Some(1), &["VK_KHR_storage_buffer_storage_class"]),
    row("SPV_KHR_subgroup_rotate", Some(4), &["VK_KHR_shader_subgroup_rotate"]),
    row("SPV_KHR_subgroup_uniform_control_flow", None, &["VK_KHR_shader_subgroup_uniform_control_flow"]),
    row("SPV_KHR_subgroup_vote", None, &["VK_EXT_shader_subgroup_vote"]),
    row("SPV_KHR_terminate_invocation", Some(3), &["VK_KHR_shader_terminate_invocation"]),
    row("SPV_KHR_untyped_pointers", None, &["VK_KHR_shader_untyped_pointers"]),
    row("SPV_KHR_variable_pointers", Some(1), &["VK_KHR_variable_pointers"]),
    row("SPV_KHR_vulkan_memory_model", Some(2), &["VK_KHR_vulkan_memory_model"]),
    row("SPV_KHR_workgroup_memory_explicit_layout", None, &["VK_KHR_workgroup_memory_explicit_layout"]),
    row("SPV_NVX_multiview_per_view_attributes", None, &["VK_NVX_multiview_per_view_attributes"]),
    row("SPV_NV_cluster_acceleration_structure", None, &["VK_NV_cluster_acceleration_structure"]),
    row("SPV_NV_compute_shader_derivatives", None, &["VK_NV_compute_shader_derivatives"]),
    row("SPV_NV_cooperative_matrix", None, &["VK_NV_cooperative_matrix"]),
    row("SPV_NV_cooperative_matrix2", None, &["VK_NV_cooperative_matrix2"]),
    row("SPV_NV_cooperative_matrix_decode_vector", None, &["VK_NV_cooperative_matrix_decode_vector"]),
    row("SPV_NV_cooperative_vector", None, &["VK_NV_cooperative_vector"]),
    row("SPV_NV_fragment_shader_barycentric", None, &["VK_NV_fragment_shader_barycentric"]),
    row("SPV_NV_geometry_shader_passthrough", None, &["VK_NV_geometry_shader_passthrough"]),
    row("SPV_NV_linear_swept_spheres", None, &["VK_NV_ray_tracing_linear_swept_spheres"]),
    row("SPV_NV_mesh_shader", None, &["VK_NV_mesh_shader"]),
    row("SPV_NV_push_constant_bank", None, &["VK_NV_push_constant_bank"]),
    row("SPV_NV_raw_access_chains", None, &["VK_NV_raw_access_chains"]),
    row("SPV_NV_ray_tracing", None, &["VK_NV_ray_tracing"]),
    row("SPV_NV_ray_tracing_motion_blur", None, &["VK_NV_ray_tracing_motion_blur"]),
    row("SPV_NV_sample_mask_override_coverage", None, &["VK_NV_sample_mask_override_coverage"]),
    row("SPV_NV_shader_atomic_fp16_vector", None, &["VK_NV_shader_atomic_float16_vector"]),
    row("SPV_NV_shader_image_footprint", None, &["VK_NV_shader_image_footprint"]),
    row("SPV_NV_shader_invocation_reorder", None, &["VK_NV_ray_tracing_invocation_reorder"]),
    row("SPV_NV_shader_sm_builtins", None, &["VK_NV_shader_sm_builtins"]),
    row("SPV_NV_shader_subgroup_partitioned", None, &["VK_NV_shader_subgroup_partitioned", "VK_EXT_shader_subgroup_partitioned"]),
    row("SPV_NV_shading_rate", None, &["VK_NV_shading_rate_image"]),
    row("SPV_NV_tensor_addressing", None, &["VK_NV_cooperative_matrix2"]),
    row("SPV_NV_viewport_array2", None, &["VK_NV_viewport_array2"]),
    row("SPV_QCOM_cooperative_matrix_conversion", None, &["VK_QCOM_cooperative_matrix_conversion"]),
    row("SPV_QCOM_image_processing", None, &["VK_QCOM_image_processing"]),
    row("SPV_QCOM_image_processing2", None, &["VK_QCOM_image_processing2"]),
    row("SPV_QCOM_image_processing3", None, &["VK_QCOM_image_processing3"]),
    row("SPV_QCOM_multiple_wait_queues", None, &["VK_QCOM_shader_multiple_wait_queues"]),
    row("SPV_QCOM_tile_shading", None, &["VK_QCOM_tile_shading"]),
    row("SPV_VALVE_mixed_float_dot_product", None, &["VK_VALVE_shader_mixed_float_dot_product"]),
];

/// Extensions of devices that must be enabled beside one, each with the minor version of Vulkan 1 that has it by itself.
type Beside = &'static [(&'static str, Option<u8>)];

/// The extensions of devices that depend on others, by name. Where one of several will do, it is the most common one.
#[rustfmt::skip]
const DEPENDENCIES: &[(&str, Beside)] = &[
    ("VK_AMDX_shader_enqueue", &[("VK_EXT_extended_dynamic_state", Some(3)), ("VK_KHR_maintenance5", Some(4)), ("VK_KHR_pipeline_library", None), ("VK_KHR_synchronization2", Some(3))]),
    ("VK_ARM_data_graph", &[("VK_KHR_deferred_host_operations", None), ("VK_KHR_maintenance5", Some(4))]),
    ("VK_EXT_cooperative_matrix_maintenance1", &[("VK_KHR_cooperative_matrix", None)]),
    ("VK_EXT_descriptor_heap", &[("VK_KHR_buffer_device_address", Some(2)), ("VK_KHR_maintenance5", Some(4))]),
    ("VK_EXT_opacity_micromap", &[("VK_KHR_acceleration_structure", None), ("VK_KHR_synchronization2", Some(3))]),
    ("VK_EXT_ray_tracing_invocation_reorder", &[("VK_KHR_ray_tracing_pipeline", None)]),
    ("VK_EXT_shader_atomic_float2", &[("VK_EXT_shader_atomic_float", None)]),
    ("VK_HUAWEI_subpass_shading", &[("VK_KHR_create_renderpass2", Some(2)), ("VK_KHR_synchronization2", Some(3))]),
    ("VK_KHR_16bit_storage", &[("VK_KHR_storage_buffer_storage_class", Some(1))]),
    ("VK_KHR_8bit_storage", &[("VK_KHR_storage_buffer_storage_class", Some(1))]),
    ("VK_KHR_acceleration_structure", &[("VK_EXT_descriptor_indexing", Some(2)), ("VK_KHR_buffer_device_address", Some(2)), ("VK_KHR_deferred_host_operations", None)]),
    ("VK_KHR_depth_stencil_resolve", &[("VK_KHR_create_renderpass2", Some(2))]),
    ("VK_KHR_device_address_commands", &[("VK_EXT_extended_dynamic_state", Some(3)), ("VK_KHR_buffer_device_address", Some(2)), ("VK_KHR_synchronization2", Some(3))]),
    ("VK_KHR_dynamic_rendering", &[("VK_KHR_depth_stencil_resolve", Some(2))]),
    ("VK_KHR_fragment_shading_rate", &[("VK_KHR_create_renderpass2", Some(2))]),
    ("VK_KHR_maintenance5", &[("VK_KHR_dynamic_rendering", Some(3))]),
    ("VK_KHR_opacity_micromap", &[("VK_KHR_acceleration_structure", None), ("VK_KHR_device_address_commands", None)]),
    ("VK_KHR_ray_query", &[("VK_KHR_acceleration_structure", None)]),
    ("VK_KHR_ray_tracing_maintenance1", &[("VK_KHR_acceleration_structure", None)]),
    ("VK_KHR_ray_tracing_pipeline", &[("VK_KHR_acceleration_structure", None)]),
    ("VK_KHR_ray_tracing_position_fetch", &[("VK_KHR_acceleration_structure", None)]),
    ("VK_KHR_shader_abort", &[("VK_KHR_device_fault", None), ("VK_KHR_shader_constant_data", None)]),
    ("VK_KHR_shader_float_controls2", &[("VK_KHR_shader_float_controls", Some(2))]),
    ("VK_KHR_shader_quad_control", &[("VK_KHR_shader_maximal_reconvergence", None), ("VK_KHR_vulkan_memory_model", Some(2))]),
    ("VK_KHR_spirv_1_4", &[("VK_KHR_shader_float_controls", Some(2))]),
    ("VK_KHR_variable_pointers", &[("VK_KHR_storage_buffer_storage_class", Some(1))]),
    ("VK_NV_cluster_acceleration_structure", &[("VK_KHR_acceleration_structure", None)]),
    ("VK_NV_cooperative_matrix2", &[("VK_KHR_cooperative_matrix", None)]),
    ("VK_NV_cooperative_matrix_decode_vector", &[("VK_NV_cooperative_matrix2", None)]),
    ("VK_NV_ray_tracing_invocation_reorder", &[("VK_KHR_ray_tracing_pipeline", None)]),
    ("VK_NV_ray_tracing_linear_swept_spheres", &[("VK_KHR_ray_tracing_pipeline", None)]),
    ("VK_NV_ray_tracing_motion_blur", &[("VK_KHR_ray_tracing_pipeline", None)]),
    ("VK_QCOM_cooperative_matrix_conversion", &[("VK_KHR_cooperative_matrix", None)]),
    ("VK_QCOM_image_processing", &[("VK_KHR_format_feature_flags2", Some(3))]),
    ("VK_QCOM_image_processing2", &[("VK_QCOM_image_processing", None)]),
    ("VK_QCOM_tile_shading", &[("VK_QCOM_tile_properties", None)]),
    ("VK_VALVE_shader_mixed_float_dot_product", &[("VK_KHR_shader_float16_int8", Some(2))]),
];

/// The extensions that must be enabled beside one.
pub(crate) fn beside(name: &str) -> Beside {
    DEPENDENCIES.binary_search_by_key(&name, |row| row.0).map_or(&[], |at| DEPENDENCIES[at].1)
}

/// The row of an extension.
pub(crate) fn find(name: &str) -> Option<&'static Row> {
    EXTENSIONS.binary_search_by_key(&name, |row| row.name).ok().map(|at| &EXTENSIONS[at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_order() {
        assert!(EXTENSIONS.is_sorted_by_key(|row| row.name));
        assert_eq!(find("SPV_KHR_ray_query").map(|row| row.extensions), Some(&["VK_KHR_ray_query"][..]));
        assert!(find("SPV_KHR_nothing").is_none());
        assert!(DEPENDENCIES.is_sorted_by_key(|row| row.0));
        assert_eq!(beside("VK_KHR_ray_query"), [("VK_KHR_acceleration_structure", None)]);
        assert!(beside("VK_KHR_nothing").is_empty());
    }
}

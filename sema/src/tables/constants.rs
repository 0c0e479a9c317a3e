//! Constants that the language declares. All are `uint`s.

/// Names and values, sorted by name.
pub const CONSTANTS: &[(&str, u32)] = &[
    ("ALL_MEMORY", 15),
    ("CANDIDATE_NON_OPAQUE_TRIANGLE", 0),
    ("CANDIDATE_PROCEDURAL_PRIMITIVE", 1),
    ("CLUSTER_ID_INVALID", u32::MAX),
    ("COMMITTED_NOTHING", 0),
    ("COMMITTED_PROCEDURAL_PRIMITIVE_HIT", 2),
    ("COMMITTED_TRIANGLE_HIT", 1),
    ("DEVICE_SCOPE", 4),
    ("GROUP_SCOPE", 2),
    ("GROUP_SHARED_MEMORY", 2),
    ("GROUP_SYNC", 1),
    ("HIT_KIND_NONE", 0),
    ("HIT_KIND_TRIANGLE_BACK_FACE", 255),
    ("HIT_KIND_TRIANGLE_FRONT_FACE", 254),
    ("NODE_INPUT_MEMORY", 4),
    ("NODE_OUTPUT_MEMORY", 8),
    ("RAYQUERY_FLAG_ALLOW_CLUSTERED_GEOMETRY", 2),
    ("RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS", 1),
    ("RAYQUERY_FLAG_NONE", 0),
    ("RAYTRACING_PIPELINE_FLAG_ALLOW_CLUSTERED_GEOMETRY", 0x800),
    ("RAYTRACING_PIPELINE_FLAG_ALLOW_OPACITY_MICROMAPS", 0x400),
    ("RAYTRACING_PIPELINE_FLAG_NONE", 0),
    ("RAYTRACING_PIPELINE_FLAG_SKIP_PROCEDURAL_PRIMITIVES", 0x200),
    ("RAYTRACING_PIPELINE_FLAG_SKIP_TRIANGLES", 0x100),
    ("RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH", 0x04),
    ("RAY_FLAG_CULL_BACK_FACING_TRIANGLES", 0x10),
    ("RAY_FLAG_CULL_FRONT_FACING_TRIANGLES", 0x20),
    ("RAY_FLAG_CULL_NON_OPAQUE", 0x80),
    ("RAY_FLAG_CULL_OPAQUE", 0x40),
    ("RAY_FLAG_FORCE_NON_OPAQUE", 0x02),
    ("RAY_FLAG_FORCE_OMM_2_STATE", 0x400),
    ("RAY_FLAG_FORCE_OPAQUE", 0x01),
    ("RAY_FLAG_NONE", 0),
    ("RAY_FLAG_SKIP_CLOSEST_HIT_SHADER", 0x08),
    ("RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES", 0x200),
    ("RAY_FLAG_SKIP_TRIANGLES", 0x100),
    ("REORDER_SCOPE", 8),
    ("SAMPLER_FEEDBACK_MIN_MIP", 0),
    ("SAMPLER_FEEDBACK_MIP_REGION_USED", 1),
    ("UAV_MEMORY", 1),
    ("vk::CrossDeviceScope", 0),
    ("vk::DeviceScope", 1),
    ("vk::InvocationScope", 4),
    ("vk::QueueFamilyScope", 5),
    ("vk::SubgroupScope", 3),
    ("vk::WorkgroupScope", 2),
];

super::sorted_by_name!(CONSTANTS, 0);

/// The value of a constant.
pub fn find(name: &str) -> Option<u32> {
    let position = CONSTANTS.binary_search_by_key(&name, |&(name, _)| name).ok()?;
    Some(CONSTANTS[position].1)
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn constants_are_found() {
        assert_eq!(find("RAY_FLAG_CULL_OPAQUE"), Some(0x40));
        assert_eq!(find("RAY_FLAG_X"), None);
    }
}

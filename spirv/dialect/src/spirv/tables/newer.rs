//! Capabilities that were registered after the grammar of this crate was made: they are named in messages, and modules
//! that declare them cannot be read, but for those of [`ENUMERANTS`]. A row goes when `rspirv` knows it, which a test
//! sees to.

/// The value, the name and the extension of each capability, by value.
#[rustfmt::skip]
const CAPABILITIES: &[(u32, &str, &str)] = &[
    (4228, "Float6EXT", "SPV_EXT_ocp_microscaling_types"),
    (4229, "Float4EXT", "SPV_EXT_ocp_microscaling_types"),
    (4230, "Float8UnsignedE8M0EXT", "SPV_EXT_ocp_microscaling_types"),
    (4231, "MXInt8EXT", "SPV_EXT_ocp_microscaling_types"),
    (4232, "BitcastExtractEXT", "SPV_EXT_ocp_microscaling_types"),
    (4539, "MultipleWaitQueuesQCOM", "SPV_QCOM_multiple_wait_queues"),
    (4543, "ImageGatherLinearQCOM", "SPV_QCOM_image_processing3"),
    (4544, "ImageGatherExtendedModesQCOM", "SPV_QCOM_image_processing3"),
    (5120, "AbortKHR", "SPV_KHR_abort"),
    (5146, "ConstantDataKHR", "SPV_KHR_constant_data"),
    (5156, "PoisonFreezeKHR", "SPV_KHR_poison_freeze"),
    (5181, "WeakLinkageAMD", "SPV_AMD_weak_linkage"),
    (5447, "CooperativeMatrixDecodeVectorNV", "SPV_NV_cooperative_matrix_decode_vector"),
    (6257, "PredicatedIOINTEL", "SPV_INTEL_predicated_io"),
    (6265, "RoundedDivideSqrtINTEL", "SPV_INTEL_rounded_divide_sqrt"),
    (6912, "DotProductFloat16AccFloat32VALVE", "SPV_VALVE_mixed_float_dot_product"),
    (6913, "DotProductFloat16AccFloat16VALVE", "SPV_VALVE_mixed_float_dot_product"),
    (6914, "DotProductBFloat16AccVALVE", "SPV_VALVE_mixed_float_dot_product"),
    (6915, "DotProductFloat8AccFloat32VALVE", "SPV_VALVE_mixed_float_dot_product"),
    (7041, "IntrinsicSAMSUNG", "SPV_SAMSUNG_intrinsic"),
];

/// An enumerant that the crates lack and modules may have.
pub(in crate::spirv) struct Newer {
    /// The name of the enumeration.
    pub(in crate::spirv) kind: &'static str,
    pub(in crate::spirv) value: u32,
    /// Its name, and its spelling in attributes.
    #[cfg(test)]
    pub(in crate::spirv) names: (&'static str, &'static str),
    /// Its operands, as the table of enumerants has them.
    #[cfg(test)]
    pub(in crate::spirv) operands: &'static str,
    pub(in crate::spirv) extension: &'static str,
}

/// The enumerants that the table of enumerants has beside those of the crates.
pub(in crate::spirv) const ENUMERANTS: &[Newer] = &[
    Newer {
        kind: "ExecutionMode",
        value: OPACITY_MICROMAP_ID,
        #[cfg(test)]
        names: ("OpacityMicromapIdKHR", "opacity_micromap_id_khr"),
        #[cfg(test)]
        operands: " One IdRef",
        extension: "SPV_KHR_opacity_micromap",
    },
    Newer {
        kind: "Capability",
        value: OPACITY_MICROMAP_EXECUTION_MODE,
        #[cfg(test)]
        names: ("RayTracingOpacityMicromapExecutionModeKHR", "ray_tracing_opacity_micromap_execution_mode_khr"),
        #[cfg(test)]
        operands: "",
        extension: "SPV_KHR_opacity_micromap",
    },
];

/// The mode `OpacityMicromapIdKHR`: whether rays look at opacity micromaps.
pub const OPACITY_MICROMAP_ID: u32 = 6031;
/// The capability that it needs, `RayTracingOpacityMicromapExecutionModeKHR`.
pub const OPACITY_MICROMAP_EXECUTION_MODE: u32 = 6032;

/// The extensions of which an enumerant requires one.
pub(in crate::spirv) fn extensions(kind: &str, value: u32) -> Vec<&'static str> {
    let rows = ENUMERANTS.iter().filter(|row| row.kind == kind && row.value == value);
    rows.map(|row| row.extension).collect()
}

/// The message about a value of `OpCapability` that the grammar lacks.
pub(in crate::spirv) fn unknown_capability(value: u32) -> String {
    match CAPABILITIES.binary_search_by_key(&value, |row| row.0) {
        Ok(at) => {
            let (_, name, extension) = CAPABILITIES[at];
            format!("the capability {name} of {extension} ({value}) is newer than what is known here of SPIR-V")
        }
        Err(_) => format!("Capability has no value {value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar_lacks_what_is_newer() {
        assert!(CAPABILITIES.is_sorted_by_key(|row| row.0));
        for (value, name, extension) in CAPABILITIES {
            assert!(spirv::Capability::from_u32(*value).is_none(), "{name} is known");
            let message = unknown_capability(*value);
            assert!(message.contains(name) && message.contains(extension), "{message}");
        }
        assert!(spirv::ExecutionMode::from_u32(OPACITY_MICROMAP_ID).is_none());
        assert!(spirv::Capability::from_u32(OPACITY_MICROMAP_EXECUTION_MODE).is_none());
        assert_eq!(unknown_capability(u32::MAX), format!("Capability has no value {}", u32::MAX));
    }
}

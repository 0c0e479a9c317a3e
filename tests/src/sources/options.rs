//! Options that any source may be compiled with.

use ::mutants::Numbers;

const OPTIONS: &[&str] = &[
    "-Zi",
    "-fcgl",
    "-O0",
    "-O3",
    "-Zpr",
    "-Gis",
    "-fspv-target-env=vulkan1.0",
    "-fspv-target-env=vulkan1.3",
    "-enable-16bit-types",
    "-fvk-use-scalar-layout",
    "-fvk-use-dx-layout",
    "-fvk-use-gl-layout",
    "-fspv-debug=vulkan-with-source",
    "-fspv-reflect",
    "-fvk-invert-y",
    "-fspv-preserve-bindings",
    "-fspv-preserve-interface",
    "-fspv-use-vulkan-memory-model",
    "-fspv-reduce-load-size",
    "-fspv-flatten-resource-arrays",
];

const PROFILES: &[&str] = &[
    "vs_6_0", "ps_6_0", "cs_6_0", "gs_6_0", "hs_6_0", "ds_6_0", "ms_6_5", "as_6_5", "lib_6_3", "ps_6_6", "cs_6_8",
    "lib_6_8",
];

const KERNELS: &[&str] = &["opencl1.2", "opencl2.0", "opencl2.1", "opencl2.2", "levelzero"];

/// Adds some options, and rarely another stage or environment.
pub(super) fn vary(options: &mut Vec<String>, numbers: &mut Numbers) {
    if numbers.below(25) == 0 {
        options.extend(["-T", PROFILES[numbers.below(PROFILES.len())]].map(str::to_owned));
    }
    if numbers.below(25) == 0 {
        options.push(format!("-fspv-target-env={}", KERNELS[numbers.below(KERNELS.len())]));
    }
    while numbers.below(3) == 0 {
        options.push(OPTIONS[numbers.below(OPTIONS.len())].to_owned());
    }
}

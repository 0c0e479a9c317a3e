//! Differences that are known, each with its reason. Anything else that is wrong fails.

use crate::run::Failure;

/// A known difference.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The compiler, by its name on the page.
    pub compiler: &'static str,
    /// A part of the name of the way to run; empty for all.
    pub way: &'static str,
    /// The chapter.
    pub chapter: &'static str,
    /// A part of the probe's name.
    pub probe: &'static str,
    /// A part of the description of its first wrong case.
    pub what: &'static str,
    /// The reason.
    pub reason: &'static str,
}

/// All known differences of this project's compiler, and of devices.
pub const KNOWN: &[Known] = &[
    Known {
        compiler: "hlsl2spirv",
        way: "",
        chapter: "waves",
        probe: "WaveMultiPrefixCountBits",
        what: "",
        reason: "not supported, as in DXC's SPIR-V",
    },
    Known {
        compiler: "DXC",
        way: "",
        chapter: "waves",
        probe: "WaveMultiPrefixCountBits",
        what: "",
        reason: "not supported, for SPIR-V",
    },
    Known {
        compiler: "DXC",
        way: "",
        chapter: "parameters",
        probe: "",
        what: "",
        reason: "arguments that name the same place, or a static that the function writes, are passed by pointer",
    },
    Known {
        compiler: "hlsl2spirv",
        way: "llvmpipe",
        chapter: "operators",
        probe: "of float",
        what: " / ",
        reason: "Mesa 22's compiler leaves a quotient by a constant zero undefined, as Vulkan permits; Direct3D does not",
    },
    Known {
        compiler: "hlsl2spirv",
        way: "llvmpipe",
        chapter: "textures",
        probe: "Texture1D",
        what: "w + 100u * h",
        reason: "Mesa 22 gives the size of the finest level for every level of an image of one axis",
    },
    Known {
        compiler: "hlsl2spirv",
        way: "llvmpipe",
        chapter: "counters",
        probe: "",
        what: "cannot make a pipeline",
        reason: "Mesa 22 takes no module of -fcgl with a counter",
    },
    Known {
        compiler: "hlsl2spirv",
        way: "NVIDIA",
        chapter: "operators",
        probe: "",
        what: "%",
        reason: "Vulkan leaves OpSRem of negative operands undefined without VK_KHR_maintenance8; -fexact-remainder avoids it",
    },
    Known {
        compiler: "hlsl2spirv",
        way: "NVIDIA",
        chapter: "operators",
        probe: "of float",
        what: " / ",
        reason: "the driver takes zero by anything as zero, as Vulkan permits without ShaderSignedZeroInfNanPreserve",
    },
    Known {
        compiler: "hlsl2spirv",
        way: "NVIDIA",
        chapter: "operators",
        probe: "float and float",
        what: " / ",
        reason: "Vulkan sets no precision for divisors beyond 2^126",
    },
    Known {
        compiler: "hlsl2spirv",
        way: "NVIDIA",
        chapter: "conversions",
        probe: "float to uint64_t",
        what: "",
        reason: "the driver's conversion is wrong from 2^33 on (580.159)",
    },
];

/// Statements with a mistake that this project's compiler accepts, as `docs/differences.md` says.
pub const ACCEPTED: &[&str] = &[];

/// The reason of a failure of a compiler in a chapter, if it is known.
pub fn reason(compiler: &str, chapter: &str, failure: &Failure) -> Option<&'static str> {
    let way = failure.way.as_deref().unwrap_or_default();
    let is_it = |known: &&Known| {
        let parts = [(way, known.way), (&failure.probe.name, known.probe), (&failure.what, known.what)];
        known.compiler == compiler && known.chapter == chapter && parts.iter().all(|(all, part)| all.contains(part))
    };
    KNOWN.iter().find(is_it).map(|known| known.reason)
}

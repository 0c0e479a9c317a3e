//! The processors that kernels are compiled for: their names, features and vector widths. It must not know how LLVM is
//! called.

use lower::Masks;
use std::fmt;
use std::str::FromStr;

/// The processor that kernels are compiled for. Those with a number are the levels of x86-64, as LLVM and rustc name them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cpu {
    /// This machine's, with all its features.
    #[default]
    Native,
    /// `x86-64-v2`, which has SSE4.2.
    X86V2,
    /// `x86-64-v3`, which has AVX2.
    X86V3,
    /// `x86-64-v4`, which has AVX-512.
    X86V4,
    /// `aarch64`, which has NEON.
    Aarch64,
}

/// A set of instructions that others extend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arch {
    X86,
    Aarch64,
}

impl Arch {
    /// This machine's, if it is known.
    pub(crate) const HOST: Option<Arch> = if cfg!(target_arch = "x86_64") {
        Some(Arch::X86)
    } else if cfg!(target_arch = "aarch64") {
        Some(Arch::Aarch64)
    } else {
        None
    };

    fn instructions(self) -> &'static str {
        match self {
            Arch::X86 => "instructions of x86-64",
            Arch::Aarch64 => "instructions of AArch64",
        }
    }
}

/// A feature's name, and whether this machine has it.
type Feature = (&'static str, fn() -> bool);

/// Features of x86 by their names; other machines have none of them.
macro_rules! x86 {
    ($($name:tt)*) => {
        &[$(($name, || {
            #[cfg(target_arch = "x86_64")]
            return is_x86_feature_detected!($name);
            #[cfg(not(target_arch = "x86_64"))]
            false
        })),*]
    };
}

/// A processor that does not depend on the machine.
struct Level {
    cpu: Cpu,
    name: &'static str,
    /// LLVM's name of it.
    llvm: &'static str,
    arch: Arch,
    /// The features beyond those of its architecture and of the levels above it. The first gives the width of its
    /// vectors.
    features: &'static [Feature],
    /// The number of 32-bit lanes in a vector.
    lanes: u32,
    /// The form of masks that is fast on it.
    masks: Masks,
    /// True if it has an estimate of the reciprocal square root to 11 bits at least, and fma.
    estimates: bool,
}

#[rustfmt::skip]
const LEVELS: &[Level] = &[
    Level { cpu: Cpu::X86V2, name: "x86-64-v2", llvm: "x86-64-v2", arch: Arch::X86, lanes: 4, masks: Masks::Words, estimates: false,
        features: x86!("sse4.2" "sse4.1" "ssse3" "sse3" "popcnt" "cmpxchg16b") },
    Level { cpu: Cpu::X86V3, name: "x86-64-v3", llvm: "x86-64-v3", arch: Arch::X86, lanes: 8, masks: Masks::Words, estimates: true,
        features: x86!("avx2" "avx" "fma" "f16c" "bmi1" "bmi2" "lzcnt" "movbe" "xsave") },
    Level { cpu: Cpu::X86V4, name: "x86-64-v4", llvm: "x86-64-v4", arch: Arch::X86, lanes: 16, masks: Masks::Bits, estimates: true,
        features: x86!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl") },
    Level { cpu: Cpu::Aarch64, name: "aarch64", llvm: "generic", arch: Arch::Aarch64, lanes: LEAST_LANES, masks: Masks::Words, estimates: false, features: &[] },
];

/// The number of 32-bit lanes in the vectors of any processor.
const LEAST_LANES: u32 = 4;

/// The name of [`Cpu::Native`].
const NATIVE: &str = "native";

impl Level {
    fn is_here(&self) -> bool {
        Some(self.arch) == Arch::HOST
    }
}

impl Cpu {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Cpu> {
        std::iter::once(Cpu::Native).chain(LEVELS.iter().map(|level| level.cpu))
    }

    /// The name, as [`FromStr`] reads it.
    pub fn name(self) -> &'static str {
        self.level().map_or(NATIVE, |level| level.name)
    }

    /// Checks that this machine runs code for this processor.
    ///
    /// # Errors
    /// When it lacks something that the processor has.
    pub fn check(self) -> Result<(), NoCpu> {
        let lacks = match self.level() {
            None => return Ok(()),
            Some(level) if !level.is_here() => Some(level.arch.instructions()),
            Some(level) => {
                let above =
                    LEVELS.iter().take_while(|other| other.cpu != self).filter(|other| other.arch == level.arch);
                let features = above.chain([level]).flat_map(|level| level.features);
                features.into_iter().find(|(_, is_here)| !is_here()).map(|(name, _)| *name)
            }
        };
        lacks.map_or(Ok(()), |lacks| Err(NoCpu { cpu: self, lacks }))
    }

    /// The number of 32-bit lanes in a vector.
    pub fn lanes(self) -> u32 {
        self.vectors().map_or(LEAST_LANES, |level| level.lanes)
    }

    /// The form of masks that is fast on it.
    pub(crate) fn masks(self) -> Masks {
        self.vectors().map_or(Masks::Words, |level| level.masks)
    }

    /// Returns whether it has an estimate of the reciprocal square root.
    pub(crate) fn estimates(self) -> bool {
        self.vectors().is_some_and(|level| level.estimates)
    }

    /// The width in bytes of its compare-and-exchange: that of two addresses on all that have vectors.
    pub(crate) fn step_bytes(self) -> u64 {
        self.vectors().map_or(8, |_| 16)
    }

    /// The level whose vectors it has.
    fn vectors(self) -> Option<&'static Level> {
        let has_vectors = |level: &&Level| level.is_here() && level.features.first().is_some_and(|(_, has)| has());
        self.level().or_else(|| LEVELS.iter().rev().find(has_vectors))
    }

    /// The architecture, and what LLVM calls the processor; `None` for this machine's.
    pub(crate) fn in_llvm(self) -> Option<(Arch, &'static str)> {
        self.level().map(|level| (level.arch, level.llvm))
    }

    fn level(self) -> Option<&'static Level> {
        LEVELS.iter().find(|level| level.cpu == self)
    }
}

impl fmt::Display for Cpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Cpu {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = || Cpu::all().map(Cpu::name).collect::<Vec<_>>().join(", ");
        Cpu::all().find(|cpu| cpu.name() == text).ok_or_else(|| format!("expected one of {}", names()))
    }
}

/// This machine does not run code for a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoCpu {
    /// The processor.
    pub cpu: Cpu,
    /// Features that the machine lacks.
    pub lacks: &'static str,
}

impl fmt::Display for NoCpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this machine cannot run code for {}: missing {}", self.cpu, self.lacks)
    }
}

impl std::error::Error for NoCpu {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for cpu in Cpu::all() {
            assert_eq!(cpu.name().parse(), Ok(cpu));
        }
        assert!("x86-64-v9".parse::<Cpu>().unwrap_err().contains("native, x86-64-v2"));
    }

    #[test]
    fn each_machine_lacks_the_instructions_of_another_architecture() {
        assert!(Cpu::Native.check().is_ok());
        let foreign = if Arch::HOST == Some(Arch::Aarch64) { Cpu::X86V2 } else { Cpu::Aarch64 };
        let text = foreign.check().unwrap_err().to_string();
        assert!(text.contains(foreign.name()) && text.contains("missing instructions of"), "{text}");
    }

    #[test]
    fn a_machine_has_the_widest_vectors_that_it_runs() {
        let widest = Cpu::all().filter(|cpu| cpu.check().is_ok()).map(Cpu::lanes).max();
        assert_eq!(widest, Some(Cpu::Native.lanes()));
    }
}

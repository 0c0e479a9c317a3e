//! LLVM's optimisation level.

use super::numbers::{CODEGEN_DEFAULT, CODEGEN_NONE};
use std::ffi::{CStr, c_int};

/// The passes of [`Effort::Quick`]: what pays for itself in code that runs for a moment.
const QUICK: &CStr = c"cgscc(inline),function(sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,\
    loop-mssa(licm),gvn,instcombine<no-verify-fixpoint>,simplifycfg)";

/// The passes of [`Effort::None`]. LLVM 19 and 22 leave wrong lanes where they fold selections of three constants while they
/// make code for AVX-512; and less is left to make code of.
const SIMPLE: &CStr = c"function(instsimplify)";

/// Effort for the speed of compiled code. Nobody outside of this file says it in LLVM's words: some of its passes end
/// the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Effort {
    /// Constants are folded. It takes LLVM a time that grows as the code does.
    None,
    /// Passes that pay for themselves in code that runs for a moment.
    #[default]
    Quick,
}

impl Effort {
    /// In LLVM's words: the passes.
    pub(super) fn passes(self) -> &'static CStr {
        match self {
            Effort::None => SIMPLE,
            Effort::Quick => QUICK,
        }
    }

    /// In LLVM's words: how much the code generator does.
    pub(super) fn level(self) -> c_int {
        match self {
            Effort::None => CODEGEN_NONE,
            Effort::Quick => CODEGEN_DEFAULT,
        }
    }
}

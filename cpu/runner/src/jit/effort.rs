//! LLVM's optimisation level.

use super::numbers::{CODEGEN_DEFAULT, CODEGEN_NONE};
use std::ffi::{CStr, c_int};

/// The passes of [`Effort::Quick`]: those that pay even for short dispatches.
const QUICK: &CStr = c"cgscc(inline),function(sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,\
    loop-mssa(licm),gvn,instcombine<no-verify-fixpoint>,simplifycfg)";

/// The passes of [`Effort::None`]. The AVX-512 code generator of LLVM 19 and 22 miscompiles selects of three constants unless
/// they are folded before; and there is less code to generate.
const SIMPLE: &CStr = c"function(instsimplify)";

/// Optimisation effort. Only this file names passes of LLVM: some of them can abort the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Effort {
    /// Constants are folded. LLVM takes linear time.
    None,
    /// Passes that pay even for short dispatches.
    #[default]
    Quick,
}

impl Effort {
    /// The pipeline of passes, in LLVM's syntax.
    pub(super) fn passes(self) -> &'static CStr {
        match self {
            Effort::None => SIMPLE,
            Effort::Quick => QUICK,
        }
    }

    /// The code generator's level, as LLVM numbers it.
    pub(super) fn level(self) -> c_int {
        match self {
            Effort::None => CODEGEN_NONE,
            Effort::Quick => CODEGEN_DEFAULT,
        }
    }
}

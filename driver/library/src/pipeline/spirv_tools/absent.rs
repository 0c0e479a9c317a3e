//! Stubs for SPIRV-Tools in a build without them: all calls are refused.

use super::{Listing, Preserve, Rules, Violation};
use base::target::{KernelTarget, TargetEnv};

const ABSENT: &str = "this build does not include SPIRV-Tools";

/// True if this build contains SPIRV-Tools.
pub const AVAILABLE: bool = false;

/// There are none.
pub fn version() -> Option<String> {
    None
}

/// Refuses.
///
/// # Errors
/// Always.
pub fn disassemble(_words: &[u32], _listing: Listing) -> Result<String, String> {
    Err(ABSENT.to_owned())
}

/// Refuses.
///
/// # Errors
/// Always.
pub fn validate(_words: &[u32], _environment: TargetEnv, _rules: Rules) -> Result<(), Violation> {
    Err(Violation { message: ABSENT.to_owned(), instruction: None })
}

/// Refuses.
///
/// # Errors
/// Always.
pub fn validate_kernels(_words: &[u32], _target: &KernelTarget) -> Result<(), Violation> {
    Err(Violation { message: ABSENT.to_owned(), instruction: None })
}

/// Refuses.
///
/// # Errors
/// Always.
pub fn optimise(
    _words: &[u32],
    _environment: TargetEnv,
    _passes: &[String],
    _preserve: Preserve,
    _max_id: Option<u32>,
) -> Result<Vec<u32>, String> {
    Err(ABSENT.to_owned())
}

//! What stands in for SPIRV-Tools in a build without them: a disassembler, and refusals for the rest.

use super::{Listing, Preserve, Rules, Violation};
use base::target::TargetEnv;
use rspirv::binary::Disassemble;

/// Whether this build can validate and optimise.
pub const AVAILABLE: bool = false;

/// The module as text; there is one form.
///
/// # Errors
/// When the words are no SPIR-V module.
pub fn disassemble(words: &[u32], _listing: Listing) -> Result<String, String> {
    let module = rspirv::dr::load_words(words).map_err(|error| error.to_string())?;
    Ok(module.disassemble() + "\n")
}

/// Accepts everything.
///
/// # Errors
/// Never.
pub fn validate(_words: &[u32], _environment: TargetEnv, _rules: Rules) -> Result<(), Violation> {
    Ok(())
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
    Err("this compiler was built without SPIRV-Tools".to_owned())
}

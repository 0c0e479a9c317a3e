//! What stands in for SPIRV-Tools in a build without them: a disassembler, our own validator, and refusals for the rest.

use super::{BlockLayout, Listing, Preserve, Rules, Violation};
use base::target::TargetEnv;
use rspirv::binary::Disassemble;

/// Whether this build can optimise with SPIRV-Tools.
pub(crate) const AVAILABLE: bool = false;

/// There are none.
pub(crate) fn version() -> Option<String> {
    None
}

/// The module as text; there is one form.
///
/// # Errors
/// When the words are no SPIR-V module.
pub(crate) fn disassemble(words: &[u32], _listing: Listing) -> Result<String, String> {
    let module = rspirv::dr::load_words(words).map_err(|error| error.to_string())?;
    Ok(module.disassemble() + "\n")
}

/// Checks a module with the crate `valid`. What that does not know is accepted.
///
/// # Errors
/// The first rule that the module breaks.
pub(crate) fn validate(words: &[u32], environment: TargetEnv, rules: Rules) -> Result<(), Violation> {
    let mut options = valid::Options::new(environment.into());
    options.before_legalisation = rules.before_legalisation;
    options.max_bound = rules.max_id.unwrap_or(options.max_bound);
    options.layout = match rules.layout {
        BlockLayout::Relaxed => valid::BlockLayout::Relaxed,
        BlockLayout::Strict => valid::BlockLayout::Standard,
        BlockLayout::Scalar => valid::BlockLayout::Scalar,
    };
    match valid::validate(words, &options) {
        Err(found) if !found.is_unknown => {
            Err(Violation { message: found.to_string(), instruction: found.instruction })
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Refuses.
///
/// # Errors
/// Always.
pub(crate) fn optimise(
    _words: &[u32],
    _environment: TargetEnv,
    _passes: &[String],
    _preserve: Preserve,
    _max_id: Option<u32>,
) -> Result<Vec<u32>, String> {
    Err("this compiler was built without SPIRV-Tools".to_owned())
}

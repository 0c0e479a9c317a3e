//! The compiler as the tests call it. With the feature `spirv-tools` both validators check every module, and must
//! agree.

use driver::settings::Validator;
use driver::{Compiler, Failure};

/// True if SPIRV-Tools are built in.
pub(crate) const HAS_ORACLE: bool = cfg!(feature = "spirv-tools");

/// The compiler with these options.
pub(crate) fn compiler<S: AsRef<str>>(options: &[S]) -> Result<Compiler, Failure> {
    let mut compiler = Compiler::from_args(options)?;
    if HAS_ORACLE && !options.iter().any(|option| option.as_ref().starts_with("-fspv-validator=")) {
        compiler.options_mut().optimise.validator = Validator::Both;
    }
    Ok(compiler)
}

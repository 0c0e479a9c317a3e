//! The compiler as the tests call it: every module that it makes is checked by both validators, and they must agree.

use driver::settings::Validator;
use driver::{Compiler, Failure};

/// The compiler with these options.
pub(crate) fn compiler<S: AsRef<str>>(options: &[S]) -> Result<Compiler, Failure> {
    let mut compiler = Compiler::from_args(options)?;
    if !options.iter().any(|option| option.as_ref().starts_with("-fspv-validator=")) {
        compiler.options_mut().optimise.validator = Validator::Both;
    }
    Ok(compiler)
}

//! Tests where there is no LLVM: they fail, for a test that only returns would pass whatever the code does.

use std::fmt::Display;

/// The environment variable that says that a machine has no LLVM, and that this is known.
const WITHOUT: &str = "WITHOUT_LLVM";

/// LLVM, or nothing where the environment says that there is none.
pub(crate) fn llvm<T, E: Display>(found: Result<T, E>) -> Option<T> {
    match found {
        Ok(llvm) => Some(llvm),
        Err(_) if std::env::var_os(WITHOUT).is_some_and(|value| value == "1") => None,
        Err(error) => panic!("this test runs code, and {error}\n{WITHOUT}=1 passes over it"),
    }
}

//! LLVM for tests. Without LLVM they fail, because a test that only returns would always pass.

use std::fmt::Display;

/// The environment variable that states that a machine has no LLVM, so that tests may skip.
const WITHOUT: &str = "WITHOUT_LLVM";

/// LLVM, or `None` if the environment states that there is none.
pub(crate) fn llvm<T, E: Display>(found: Result<T, E>) -> Option<T> {
    match found {
        Ok(llvm) => Some(llvm),
        Err(_) if std::env::var_os(WITHOUT).is_some_and(|value| value == "1") => None,
        Err(error) => panic!("this test runs code, and {error}\n{WITHOUT}=1 passes over it"),
    }
}

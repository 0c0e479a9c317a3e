//! The module as text of other shading languages, which the crate naga writes: in builds with the feature `naga`.
//!
//! Knows words, and settings that concern the text; must not know the source.

#[cfg(feature = "naga")]
mod by_naga;
#[cfg(feature = "naga")]
mod depth;
#[cfg(feature = "naga")]
mod slots;

use crate::options::settings::{Language, Options};

/// The reason why a module has no such text.
#[derive(Debug)]
pub(crate) struct Absent {
    /// The reason, for people.
    pub(crate) reason: String,
    /// The instruction that cannot be written, by one of its words.
    pub(crate) word: Option<usize>,
}

impl From<String> for Absent {
    fn from(reason: String) -> Self {
        Absent { reason, word: None }
    }
}

/// The module's text.
///
/// # Errors
/// When naga does not read the module, or the language cannot express it.
#[cfg(feature = "naga")]
pub(crate) fn write(words: &[u32], language: Language, options: &Options) -> Result<String, Absent> {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    let naming = depth::Naming::of(words)?;
    let written = || catch_unwind(AssertUnwindSafe(|| by_naga::write(words, &naming, language, options)));
    let written = crate::pipeline::stack::on_large_stack(written).map_err(|error| error.to_string())?;
    written.unwrap_or_else(|payload| {
        Err(format!("naga panicked: {}", crate::report::panics::describe(payload.as_ref())).into())
    })
}

/// An error: the build has no other languages.
#[cfg(not(feature = "naga"))]
pub(crate) fn write(_: &[u32], _: Language, _: &Options) -> Result<String, Absent> {
    Err("this build does not include the feature 'naga'".to_owned().into())
}

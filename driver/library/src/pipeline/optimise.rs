//! Modules through our own passes: words in, words out.

/// The words of a module after the passes: all of them, or those with these names.
///
/// # Errors
/// When the words are not a module, or the passes cannot work on it.
pub fn optimise(
    words: &[u32],
    options: &opt::Options,
    passes: Option<&[&str]>,
) -> dialect::diagnostics::Result<Vec<u32>> {
    let mut module = dialect::spirv::read::read(words)?;
    match passes {
        Some(passes) => opt::run(&mut module, options, passes)?,
        None => opt::optimise(&mut module, options)?,
    }
    dialect::spirv::structurize::thread_exits(&mut module);
    dialect::spirv::write::write(&module)
}

//! A stack that is large enough for every tree.

/// The stages recurse over trees of a bounded depth; this is enough for that depth in a build without optimisation.
#[cfg(any(feature = "lsp", not(target_family = "wasm")))]
pub(crate) const STACK_BYTES: usize = 64 << 20;

/// Runs a part of a compilation on a stack whose size does not depend on the caller's thread.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn on_large_stack<T: Send>(run: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, run)?;
        Ok(thread.join().unwrap_or_else(|payload| std::panic::resume_unwind(payload)))
    })
}

/// There are no threads to choose a stack for.
#[cfg(target_family = "wasm")]
pub(crate) fn on_large_stack<T>(run: impl FnOnce() -> T) -> std::io::Result<T> {
    Ok(run())
}

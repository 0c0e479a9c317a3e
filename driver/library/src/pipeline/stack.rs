//! A stack that is large enough for every tree, for the same thread where it can be.

/// The stages recurse over trees of a bounded depth; this is enough for that depth in a build without optimisation.
pub const STACK_BYTES: usize = 64 << 20;

/// Runs a part of a compilation on a stack whose size does not depend on the caller's thread.
///
/// Where it can be, that is another stack for this thread: a thread would begin with cold caches.
#[cfg(all(unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
pub fn on_large_stack<T: Send>(run: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    Ok(corosensei::on_stack(corosensei::stack::DefaultStack::new(STACK_BYTES)?, run))
}

/// Runs a part of a compilation on a thread with a large stack.
#[cfg(not(any(target_family = "wasm", all(unix, any(target_arch = "x86_64", target_arch = "aarch64")))))]
pub fn on_large_stack<T: Send>(run: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, run)?;
        Ok(thread.join().unwrap_or_else(|payload| std::panic::resume_unwind(payload)))
    })
}

/// There are no threads to choose a stack for.
#[cfg(target_family = "wasm")]
pub fn on_large_stack<T>(run: impl FnOnce() -> T) -> std::io::Result<T> {
    Ok(run())
}

#[cfg(test)]
mod tests {
    use super::{STACK_BYTES, on_large_stack};
    use std::hint::black_box;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// Goes down until the arrays of the frames take this many bytes. Returns their number.
    fn descend(bytes: usize) -> usize {
        let frame = black_box([1u8; 4096]);
        let below = bytes.checked_sub(frame.len()).map_or(0, descend);
        below + usize::from(black_box(frame)[0])
    }

    #[test]
    fn frames_may_take_more_than_a_thread_has() {
        // Without optimisation a frame has several copies of its array.
        let frames = on_large_stack(|| descend(STACK_BYTES / 8)).expect("there is memory for a stack");
        assert_eq!(frames, STACK_BYTES / 8 / 4096 + 1);
    }

    #[test]
    fn panics_are_handed_on() {
        let outcome = catch_unwind(AssertUnwindSafe(|| on_large_stack(|| -> () { panic!("from below") })));
        let payload = outcome.expect_err("the closure panics");
        assert_eq!(payload.downcast_ref(), Some(&"from below"));
    }
}

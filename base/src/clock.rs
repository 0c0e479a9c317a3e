//! The time since a moment. Must not know what is measured.

use std::time::Duration;

/// A moment. Where the system has no clock, as in WebAssembly, no time passes since then.
#[derive(Clone, Copy, Debug)]
pub struct Moment(#[cfg(not(target_family = "wasm"))] std::time::Instant);

impl Moment {
    /// The present.
    pub fn now() -> Self {
        Moment(
            #[cfg(not(target_family = "wasm"))]
            std::time::Instant::now(),
        )
    }

    /// The time since then.
    pub fn elapsed(&self) -> Duration {
        #[cfg(not(target_family = "wasm"))]
        return self.0.elapsed();
        #[cfg(target_family = "wasm")]
        Duration::ZERO
    }
}

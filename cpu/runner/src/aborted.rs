//! Values of the flag that ends a dispatch: the reasons. The writers and the readers do not know each other.

/// Another thread wanted it.
pub(crate) const ABORT_STOPPED: u32 = 1;
/// The deadline has passed.
pub(crate) const ABORT_DEADLINE: u32 = 2;
/// A function of the host has panicked.
pub(crate) const ABORT_PANIC: u32 = 3;
/// A thread gets no scratch memory.
pub(crate) const ABORT_MEMORY: u32 = 4;

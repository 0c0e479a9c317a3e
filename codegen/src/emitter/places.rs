//! L-values: variables, the access chains into them, and counters of buffers.

pub(crate) mod bitfield;
mod bits;
pub(crate) mod counter;
pub(crate) mod globals;
pub(crate) mod heap;
pub(crate) mod lvalue;
pub(crate) mod place;

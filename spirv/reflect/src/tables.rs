//! Requirements of capabilities and extensions in Vulkan, as tables.

pub(crate) mod capabilities;
pub(crate) mod extensions;
pub(crate) mod limits;
pub(crate) mod need;

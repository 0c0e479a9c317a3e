//! What gives a module its capabilities and extensions in Vulkan, as rows of constants.

pub(crate) mod capabilities;
pub(crate) mod extensions;
pub(crate) mod limits;
pub(crate) mod need;

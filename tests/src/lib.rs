//! What the corpus and the benchmarks share: kernels on this machine's CPU, and the same kernels through Vulkan.

pub mod device;
pub mod vulkan;

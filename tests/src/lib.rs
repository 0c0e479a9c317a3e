//! What the corpus and the benchmarks share: kernels on this machine's CPU, and the same kernels through Vulkan and OpenCL.

pub mod device;
pub mod opencl;
mod slots;
pub mod vulkan;

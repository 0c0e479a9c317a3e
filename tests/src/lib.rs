//! Common parts of corpus and benchmarks: kernels on this machine's CPU, and through Vulkan and OpenCL.

pub mod device;
pub mod opencl;
mod slots;
pub mod vulkan;

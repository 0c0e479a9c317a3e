//! Common parts of corpus and benchmarks: kernels on this machine's CPU, and through Vulkan and OpenCL; scenes of triangles.

pub mod device;
pub mod opencl;
pub mod scenes;
mod slots;
pub mod vulkan;

//! Modules from words to results, made on the spot by spirv-as and glslang where those are installed.

mod instructions;
mod kept;
mod kernels;
mod limits;
mod memory;
mod opencl;
mod printing;
mod support;
mod waves;

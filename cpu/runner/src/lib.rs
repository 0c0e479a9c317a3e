//! Runs compute shaders on the CPU: SPIR-V words, buffers and images in, results out.
//!
//! No shader can harm the host: out-of-range loads give zeros, out-of-range stores are dropped, and a deadline ends
//! dispatches that do not terminate. This crate does not know HLSL.

pub mod buffers;
mod cache;
mod cached_kernel;
mod cpu;
pub mod deadline;
pub mod error;
mod grid;
mod host;
pub mod image;
pub mod interface;
pub mod jit;
pub mod math;
mod placeholder;
mod pool;
pub mod printed;
pub mod runtime;
mod shadow;
#[cfg(test)]
mod test_llvm;

pub use cache::{Cache, CacheError};
pub use cpu::{Cpu, NoCpu};
pub use error::Error;
pub use grid::{Abort, Progress};
pub use host::Host;
pub use image::{Format, Image, Sampler};
pub use interface::{Checking, Dispatch, Engine, Lanes, Lines, Module, Options, Place};
pub use interp::debug::{Debuggee, Halt};
pub use interp::{LastWrites, Marks, Written};
pub use jit::Effort;
pub use lower::abi::{Access, Binding, BindingKind, KernelInfo};
pub use placeholder::Placeholder;
pub use printed::Printed;

//! Runs compute shaders on the CPU: SPIR-V words, buffers and images in, results out.
//!
//! No shader can harm the host: out-of-range loads give zeros, out-of-range stores are dropped, and a deadline ends
//! dispatches that do not terminate. This crate does not know HLSL.
//!
//! # What a kernel may touch
//!
//! Nothing that a shader does may harm the host. Each access of generated code is proved at compile time, or checked at run
//! time; a checked read out of bounds gives zeros, a write goes to a guard block.
//!
//! | access to | is | because |
//! |---|---|---|
//! | the dispatch's parameters, the host's functions, the flag | proved | the offsets are those of `abi.rs`, which asserts them |
//! | a descriptor | proved | its slot is a constant below the number of slots that the kernel states |
//! | a descriptor in an array | checked | an index beyond the array leads to the null descriptor |
//! | a buffer, push constants | checked | offset and size against the bytes in the descriptor, at each access |
//! | memory by an integer address | checked | looked up among the blocks lent for that, then as a buffer |
//! | a variable of an invocation or a workgroup, along its own type | proved | offsets are those of the layout, indices are clamped; no such variable has a run-time array |
//! | the same, reinterpreted or by pointer arithmetic | checked | against the size of the variable |
//! | through a pointer that is selected at run time | checked | it is a fat pointer: base, offset and size |
//! | the frame, the states of lanes | proved | a lane's number is below the number of lanes; wave operations clamp it |
//! | the guard blocks, the targets of accesses out of bounds | proved | no access is wider than they are |
//! | a texel, for atomics | checked | neither the host nor generated code computes an address beyond the image; lanes without one access a guard block; the access is as wide as the texel |
//! | vector accesses to all of the above | checked | each lane's offset is compared, and disables its part of the mask |
//! | a texel accessed by generated code | checked | coordinates are compared with the size of the level, those of samples wrapped or clamped |
//! | any other texel, samples, queries | proved | they are functions of the host, in safe Rust |
//!
//! The resources that a kernel writes are known before it runs, from the table of effects (`spirv/isa/src/table.rs`): read-only ones
//! may be the caller's own memory. A pointer as a number consists of its variable's number and the offset; the addresses of
//! `Dispatch::memory` are numbers of the dispatch. Neither reveals an address of the host.
//!
//! These proofs are tested by the *checked build* (`runner::Options::checked`): each load, store, atomic operation and fill of
//! the code asks the host first (`cpu/lower/src/checks.rs`), and the host knows what it has lent, for reading or writing
//! (`cpu/runner/src/shadow.rs`): descriptors and their targets, scratch memory, stacks of functions, texels. A stray access ends
//! the dispatch with an error. The kernels of the corpus and of the runner's tests of instructions, waves and memory run both
//! ways, and mutants of kernels and random kernels (`tests/mutants/src/kernels.rs`, `opencl.rs`) under it.

mod aborted;
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
mod rays;
pub mod runtime;
mod shadow;
pub mod stages;
#[cfg(test)]
mod test_llvm;

pub use abi::{Access, Binding, BindingKind, KernelInfo};
pub use cache::{Cache, CacheError};
pub use cpu::{Cpu, NoCpu};
pub use error::Error;
pub use grid::{Abort, Progress};
pub use host::Host;
pub use image::{Format, Image, Sampler};
pub use interface::{Checking, Dispatch, Engine, Lanes, Lines, Module, Options, Place, Screens};
pub use interp::debug::{Debuggee, Halt};
pub use interp::{LastWrites, Marks, Written};
pub use jit::Effort;
pub use placeholder::Placeholder;
pub use printed::Printed;

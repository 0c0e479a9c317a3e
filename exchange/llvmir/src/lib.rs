//! Kernels of SPIR-V as LLVM IR, in both directions.
//!
//! [`to_llvm`] prints a module of kernels as LLVM IR, in the representation of SPIR-V that LLVM's translator and its SPIR-V
//! back end read. [`from_llvm`] makes a module of kernels of such LLVM IR, or of what clang makes of OpenCL C, both as
//! modules of the LLVM dialect. The names by which LLVM IR calls instructions of SPIR-V are the same for both: `mangle`,
//! `demangle`, `tables`. This crate knows neither shaders nor passes nor the LLVM library, which reads files.

mod demangle;
mod error;
mod export;
mod import;
mod mangle;
mod tables;

pub use error::{Error, Result};
pub use export::{Spelling, to_llvm};
pub use import::from_llvm;

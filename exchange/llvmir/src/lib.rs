//! Kernels of SPIR-V as LLVM IR, in both directions.
//!
//! [`to_llvm`] prints a module of kernels as LLVM IR, in the representation of SPIR-V that LLVM's translator and its SPIR-V
//! back end read. [`from_llvm`] makes a module of kernels of such LLVM IR, or of what clang makes of OpenCL C, both as
//! modules of the LLVM dialect. The names by which LLVM IR calls instructions of SPIR-V are the same for both: `mangle`,
//! `demangle`, `tables`. This crate knows neither shaders nor passes nor the LLVM library, which reads files.
//!
//! # Both ways
//!
//! `spirv/text/src/llvm_ir.rs` prints the LLVM dialect as LLVM IR, for the CPU and for consumers of kernels.
//! `exchange/llvmir/src/export.rs` converts any module of kernels to the LLVM dialect: from decoded instructions, which have labels and
//! phis as LLVM IR does; `mangle.rs` mangles the names of callees.
//!
//! In the other direction `cpu/runner/src/jit/ir.rs` walks a module through the C API of LLVM's library, and builds a module of the
//! LLVM dialect, without knowledge of SPIR-V. `exchange/llvmir/src/import.rs` converts that to the SPIR-V dialect, op by op:
//! `import/output.rs` has the new module with its unique types and constants and the order of its declarations,
//! `import/function.rs` the state of a function; each group of instructions has a file beside them. Operands are in the order
//! of the instruction; `spirv/dialect/src/spirv/operands.rs` makes operands and attributes of an op of them, for the reader of words
//! too. `demangle.rs` demangles names; `import/opencl.rs` and the files below it are the tables of OpenCL's functions. A pointer
//! points to bytes unless the op that makes it says more, and is converted to the type of each access.

mod demangle;
mod error;
mod export;
mod import;
mod mangle;
mod tables;

pub use error::{Error, Result};
pub use export::{Spelling, to_llvm};
pub use import::{Settings, from_llvm};

//! From the SPIR-V dialect to LLVM IR: one workgroup per call, as the host expects it.
//!
//! [`abi`] is what compiled kernels and their host agree on. This crate knows no HLSL, no words, and no LLVM library:
//! what it makes is text.

pub mod abi;

//! Runs compute shaders on the CPU: LLVM IR text, buffers and a grid of workgroups in, results out.
//!
//! This crate knows neither HLSL nor how SPIR-V becomes LLVM IR.

pub mod jit;
pub mod math;

//! The intermediate representation below SPIR-V words: one core, and two dialects.
//!
//! [`ir`] is the core that both dialects share; [`llvm`] is the lower one of them. [`spirv`] reads SPIR-V words into
//! it, gives control flow its regions, checks modules and writes words again. This crate knows no text form of a module, no
//! HLSL, no compiler stage above it and no LLVM library: its interface to the code generator is words alone.

pub mod diagnostics;
pub mod format;
pub mod ir;
pub mod llvm;
pub mod spirv;

//! The intermediate representation below SPIR-V words: one core, two dialects, and their text form.
//!
//! [`ir`] is the core that both dialects share; [`llvm`] is the lower one of them. [`spirv`] reads SPIR-V words into
//! it, gives control flow its regions, checks modules and writes words again. [`text`] prints and parses it in MLIR's
//! spelling; [`source`] reads it with all checks. This crate knows no HLSL, no compiler stage above it and no LLVM library: its interface to the code
//! generator is words alone.

pub mod diagnostics;
pub mod format;
pub mod ir;
pub mod llvm;
pub mod source;
pub mod spirv;
pub mod text;

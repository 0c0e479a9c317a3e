//! The LLVM dialect: its ops and types, a builder that folds constants, and a verifier.
//!
//! It has the part of LLVM IR that shaders need: pointers are opaque, addresses are bytes, block arguments replace
//! phis. It must not know where its ops come from, nor the LLVM library.

pub mod build;
pub mod enums;
pub mod ops;
pub mod ty;
pub mod types;
pub mod verify;

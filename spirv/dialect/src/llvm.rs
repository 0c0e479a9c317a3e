//! The LLVM dialect: its ops and types, a builder that folds constants, a verifier, MLIR's text form and LLVM's.
//!
//! It has the part of LLVM IR that shaders need: pointers are opaque, addresses are bytes, block arguments replace
//! phis. It must not know where its ops come from, nor the LLVM library.

pub mod assembly;
pub mod build;
pub mod enums;
pub mod ops;
pub mod print;
pub mod ty;
pub mod types;
pub mod verify;

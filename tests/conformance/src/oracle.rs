//! The meaning of HLSL in plain Rust: numbers, conversions, operators, functions, layouts, and which results are allowed.
//!
//! Knows nothing of any compiler: whatever a compiler and this disagree about is decided by a specification. Arithmetic
//! is done in `f64` or `i128`, so that every result is rounded once.

pub mod allowed;
pub mod convert;
pub mod edges;
pub mod functions;
pub mod half;
pub mod layout;
pub mod number;
pub mod operate;
pub mod precision;
pub mod texture;

pub use allowed::Allowed;
pub use number::{Number, Scalar};

//! Common ground of all stages: source text and spans, diagnostics, ids and arenas, interned names, target
//! environments.
//!
//! This crate knows no HLSL, no SPIR-V instruction and no file system: it is the vocabulary in which the stages talk to
//! each other. A module belongs here only when crates on three floors need it.

pub mod clock;
pub mod diag;
pub mod digits;
pub mod framing;
pub mod half;
pub mod ids;
pub mod intern;
pub mod short;
pub mod similar;
pub mod source;
pub mod surrogates;
pub mod target;
pub mod threads;
pub mod visible;

//! Common ground of all stages: source text and spans, diagnostics, ids and arenas, interned names, target
//! environments.
//!
//! This crate knows no HLSL, no SPIR-V instruction and no file system: it is the vocabulary in which the stages talk to
//! each other. A module belongs here only when crates on three floors need it.
//!
//! # Positions
//!
//! Every position of a compilation is one `u32`. Files, tokens from macros, and text from `#` and `##` have a region each, so
//! that a `Span` identifies the macros and includes that it came through; `base/src/source.rs` answers in files, lines and
//! columns.

pub mod clock;
pub mod diag;
pub mod digits;
pub mod file_names;
pub mod framing;
pub mod generations;
pub mod half;
pub mod ids;
pub mod intern;
pub mod job;
pub mod search;
pub mod sha256;
pub mod short;
pub mod similar;
pub mod source;
pub mod surrogates;
pub mod target;
pub mod threads;
pub mod visible;

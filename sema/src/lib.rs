//! The syntax tree to a typed, explicit representation (HIR), and the tables of the language.
//!
//! Here names are resolved, overloads chosen, conversions made explicit, constants folded, attributes read, memory laid
//! out, bindings and locations assigned. What leaves this crate needs no rule of HLSL any more. It knows the enums of
//! SPIR-V as vocabulary; it must not know ids, words or the command line.

pub mod aliasing;
pub mod arguments;
pub mod atomics;
pub mod attributes;
pub mod bindings;
mod check;
pub mod consteval;
pub mod convert;
pub mod diagnostics;
mod divergence;
pub mod docs;
pub mod hir;
pub mod initialised;
pub mod layout;
mod limits;
pub mod options;
pub mod overload;
mod renamed;
pub mod sharing;
pub mod stage_io;
pub mod stages;
pub mod tables;
mod unsequenced;
mod unwritten;
pub mod verify;

pub use check::check;

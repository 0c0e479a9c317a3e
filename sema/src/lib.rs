//! The syntax tree to a typed, explicit representation (HIR), and the tables of the language.
//!
//! Names are resolved, overloads chosen, conversions made explicit, constants folded, attributes read, memory laid out,
//! bindings and locations assigned. The output needs no rule of HLSL any more. It knows the enums of SPIR-V as
//! vocabulary; it must not know ids, words or the command line.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod analysis;
pub mod attributes;
pub mod bindings;
mod check;
pub mod consteval;
pub mod convert;
pub mod diagnostics;
pub mod docs;
mod doubts;
pub mod facts;
pub mod hir;
pub mod layout;
pub mod options;
pub mod overload;
pub mod stage_io;
pub mod tables;
pub mod trace;
pub mod verify;

pub use check::{Parted, Reachable, Tolerated, Unreached, check, check_reachable, check_tolerantly};

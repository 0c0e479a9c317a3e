//! The syntax tree to a typed, explicit representation (HIR), and the tables of the language.
//!
//! Names are resolved, overloads chosen, conversions made explicit, constants folded, attributes read, memory laid out,
//! bindings and locations assigned. The output needs no rule of HLSL any more. It knows the enums of SPIR-V as
//! vocabulary; it must not know ids, words or the command line.
//!
//! # Modules
//!
//! `check` walks the syntax tree once. Conversions, overloads, constants, layouts, bindings and stage interfaces are beside it
//! (`convert`, `overload`, `consteval`, `layout`, `bindings`, `stage_io`), in modules that know the HIR and
//! the tables and nothing of the walk. Analyses of the finished HIR are in `analysis/`: `aliasing` decides which arguments are
//! copied, `divergence` warns of divergent control flow around operations that must be convergent, `renamed` finds
//! locals that represent global arrays of resources, `initialised` and `unwritten` find reads without writes and outputs without writes, `limits` counts.
//!
//! | in `sema/src/check/` | owns |
//! |---|---|
//! | `state/` | the checker's state, by lifetime; it imports none of the rules |
//! | `unit/` | the order of work: items, reachable bodies, recursion, entry points, live globals |
//! | `lookup.rs` | names to entities |
//! | `decl/` | functions, structs, enumerations, globals and blocks, with their modifiers and attributes |
//! | `template/` | declarations of templates, deduction, instances |
//! | `types/` | types as written |
//! | `body.rs`, `stmt/` | the frame of a function; statements and local declarations |
//! | `expr/` | operators, members, conversions, initialisers |
//! | `call/` | calls of functions, methods and intrinsics |
//!
//! All of these are methods of `Checker`, whose fields are grouped by lifetime:
//!
//! - the inputs and the resulting `module`: the whole analysis;
//! - `decls` and `resources`: from the declaration on, to the end;
//! - `literals` and `choices`: what was found before and is found again, from the first time on;
//! - `frame`: one body. Types and constants that are needed in the middle of it are checked in a frame of their own
//!   (`Checker::apart`), which replaces the whole;
//! - `reachable`: the functions reachable from entry points, and their finished bodies.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod analysis;
pub mod attributes;
pub mod bindings;
mod check;
pub mod consteval;
pub mod convert;
pub mod diagnostics;
pub mod docs;
pub mod facts;
pub mod hir;
pub mod layout;
pub mod options;
pub mod overload;
mod recovery;
pub mod stage_io;
pub mod tables;
pub mod trace;
pub mod verify;

pub use check::{Tolerated, check, check_tolerantly};

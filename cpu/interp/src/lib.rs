//! An interpreter of compute shaders that examines every rule of a run.
//!
//! [`Kernel`] is an entry point of a module as code on rows of cells, one cell per lane of a wave. Waves run in lockstep
//! with masks: lanes that part are strands, which meet again because the one that is furthest behind goes first. Memory is
//! the host's copies; images stay with the host, which is requested texels. This crate knows no HLSL, no LLVM, no files and
//! no threads. Steps and memory have budgets.
#![forbid(unsafe_code)]
#![warn(clippy::wildcard_enum_match_arm)]

mod bits;
mod code;
mod compute;
mod counts;
mod error;
mod extent;
pub mod host;
mod lanes;
mod local;
mod machine;
mod names;
mod read;
mod rows;
mod state;
mod types;
mod value;

pub use error::Refused;
pub use host::{End, Extent, Host, ImageFormat, Inputs, LastWrites, Marks, Outcome, Written};
pub use state::Kernel;

/// Runs under a debugger.
pub mod debug {
    pub use crate::machine::debuggee::{Debuggee, Whereabouts, stops};
    pub use crate::machine::hooks::{Halt, Watched};
    pub use crate::names::{Global, Inlined, Scope, Spot, Variable};
    pub use crate::value::{Item, Kind, Number, Scalar};
}

//! A debugger for shaders: messages of the Debug Adapter Protocol in, messages out.
//!
//! [`Session`] knows the protocol and where a run stands; `interp` runs, halts and shows its state; a [`Host`] compiles what is
//! launched and has files. [`serve`] is the loop over two streams. Runs go on in slices, so that requests are answered meanwhile,
//! and go back by repeating what led from a copy of an earlier state. Must not know how a stage of the compiler works, nor
//! the command line.
#![forbid(unsafe_code)]

mod code;
mod condition;
mod evaluate;
mod expression;
mod format_value;
mod functions;
mod host;
mod number;
mod protocol;
mod serve;
mod session;
mod timeline;

pub use host::{Host, Launched, Results, Source};
pub use serve::serve;
pub use session::Session;

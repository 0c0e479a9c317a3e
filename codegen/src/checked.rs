//! Modules that any program builds, each call checked: ids and their kinds, the operands of instructions and their types,
//! functions and blocks.
//!
//! [`state`] has the builder, which drives the same [`crate::builder`] as the emitter; [`definitions`] has types and
//! constants, [`interface`] variables, decorations and entry points, [`code`] functions and blocks, [`values`]
//! instructions. [`operands`] compares operands with the published grammar, [`rules`] has the types that classes of
//! instructions take. Of HLSL nothing is known here.

mod code;
mod definitions;
mod error;
mod id;
mod interface;
mod operands;
mod rules;
mod state;
mod values;

pub use code::Function;
pub use definitions::Member;
pub use error::BuildError;
pub use id::{Id, Operand};
pub use state::ModuleBuilder;

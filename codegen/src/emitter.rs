//! The walk over the HIR. Each file owns one part of the language and says which words it becomes; what all of them
//! share is the [`Emitter`].

mod budget;
mod call;
mod debug;
mod expr;
mod function;
mod intrinsics;
mod module;
mod places;
mod reflect;
mod resources;
mod stages;
mod state;
mod stmt;
mod types;
mod values;

pub(crate) use module::emit;
pub(crate) use state::Emitter;
pub(crate) use state::variable::{Repr, Variable};

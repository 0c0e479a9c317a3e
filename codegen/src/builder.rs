//! SPIR-V builder, independent of the HIR: result ids, types, constants, decorations, and the instructions of the
//! current function.
//!
//! [`Builder`] is the emitter's interface. [`context`] allocates ids and keeps types and constants unique; [`function`]
//! collects the code of one function; [`consumer`] has what modules are written to; [`sections`] keeps those of a module; [`inst`] alone encodes instructions as
//! words; [`availability`] checks the requirements of instructions against the target, [`grammar`] the published
//! grammar; [`annotate`] adds decorations that follow from data flow, [`memory_model`] converts memory accesses to the
//! memory model of Vulkan.
//!
//! Of the language it knows only the shapes of numbers ([`num`]).

pub(crate) mod annotate;
pub(crate) mod availability;
mod consumer;
pub(crate) mod context;
pub(crate) mod function;
pub(crate) mod grammar;
pub(crate) mod inst;
mod instructions;
mod memory_model;
pub(crate) mod num;
pub(crate) mod numbers;
pub(crate) mod sections;
mod state;
pub(crate) mod types;

pub use consumer::{WordConsumer, WordCounter, WordHasher, WordWriter};
pub use context::SpirvContext;
pub(crate) use grammar::shape;
pub use inst::{InstBuilder, TooLong};
pub(crate) use state::Builder;

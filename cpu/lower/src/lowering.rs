//! State and verbs of the lowering that no op has for itself: the state, types, values, memory, and what lanes are.
//!
//! Values and places are made of each other, since a place may depend on an index and a value on a resource; so the
//! state is one, and each file here adds its verbs to it. No file knows a pattern.

mod access;
mod blocks;
mod builtin;
mod components;
pub(crate) mod images;
mod lane_vectors;
pub(crate) mod lanes;
mod literals;
pub(crate) mod lockstep;
pub(crate) mod place;
mod places;
mod pointers;
pub(crate) mod prints;
mod series;
mod stack_slots;
mod state;
pub(crate) mod storage;
mod texture_key;
pub(crate) mod textures;
mod types;
mod values;

pub(crate) use blocks::emit_find;
pub(crate) use state::{Block, Demands, Env, Function, Known, Lowering, Neighbours, Workgroup};

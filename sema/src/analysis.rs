//! Analyses of the finished HIR: each visits all functions of a module and reports, or records facts for the emitter.
//! They know nothing of syntax or of the walk that made the HIR.

pub mod aliasing;
pub mod arguments;
pub mod atomics;
pub(crate) mod byte_offsets;
pub(crate) mod coherence;
pub(crate) mod definitions;
pub(crate) mod divergence;
pub mod initialised;
pub(crate) mod limits;
pub(crate) mod loop_conditions;
pub(crate) mod mesh_calls;
pub(crate) mod missing_barrier;
pub(crate) mod negative_base;
pub(crate) mod object_writes;
pub(crate) mod padding;
pub(crate) mod payload_access;
pub(crate) mod queries;
pub(crate) mod resource_aliases;
pub mod sharing;
pub mod stages;
pub(crate) mod texel_coordinates;
pub(crate) mod unsequenced;
pub(crate) mod unwritten;

//! Stages between the vertices of a call and the fixed functions, linked: hull and domain shaders, geometry shaders; and mesh
//! shaders, which have no vertices in front of them.
//!
//! `chain` says where the inputs of each come from. It must not know how a stage runs.

mod chain;
mod meshlets;
mod patches;
mod primitives;

pub(super) use chain::{Source, sources};
pub(super) use meshlets::Meshlets;
pub(super) use patches::Patches;
pub(super) use primitives::Primitives;

use super::rows;

/// What is between the first stage and the fixed functions.
#[derive(Debug)]
pub(super) enum Front {
    /// Nothing: vertices become primitives.
    None,
    /// Stages that take primitives or patches.
    Between(Box<Between>),
    /// A mesh shader.
    Meshlets(Box<Meshlets>),
}

/// Stages behind the vertex shader.
#[derive(Debug)]
pub(super) struct Between {
    pub(super) patches: Option<Patches>,
    pub(super) geometry: Option<Primitives>,
}

/// Something that a shader did in a draw, and that is not defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What it is.
    pub kind: FaultKind,
    /// The stage.
    pub stage: rows::Stage,
    /// The entry point.
    pub entry: String,
    /// What it did.
    pub text: String,
    /// How often.
    pub count: u64,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// More mesh groups than there may be. None is started.
    Groups,
    /// More vertices of a meshlet than its output has. Those behind are dropped.
    Vertices,
    /// More primitives.
    Primitives,
    /// An index without a vertex. The primitive is dropped.
    Index,
    /// More vertices of a geometry shader than it may make. Those behind are dropped.
    Emitted,
}
